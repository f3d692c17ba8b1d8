//! Writes a report as plain text: the verdict first, then the reasons.

use std::fmt::Write;

use super::outline::{CapOutline, MetricOutline, Origin, Outline, ScoreOutline};
use crate::document::Painted;
use crate::labels::{Label, LabelId, Provenance, format_ids};
use crate::report::{Decision, Fired, Flip, Odds, Report};
use crate::text::squeezed;
use crate::text::visible::{Shape, visible};

/// Appends a decision in its colour.
fn decided(out: &mut Painted, decision: Decision) {
    let colour = match decision {
        Decision::Pass => "1;32",
        Decision::Warn => "1;33",
        Decision::Fail => "1;31",
        Decision::Incomplete | Decision::Error => "1;35",
    };
    out.paint(colour, decision.as_str());
}

/// Returns the report without a final newline.
pub fn text(report: &Report) -> Painted {
    let mut out = Painted::default();
    // Writing to memory cannot fail.
    let _ = write_report(&mut out, report);
    out.trim_end();
    out
}

/// Puts a text of an input on one line.
fn inline(text: &str) -> String {
    visible(&squeezed(text), Shape::Line).into_owned()
}

fn write_report(out: &mut Painted, report: &Report) -> std::fmt::Result {
    let Outline { verdict, reasons, odds, metrics, fired, quiet, labels, origin } = Outline::new(report);
    let Origin { signature, judged_by, fallback, disputed } = origin;
    write!(out, "{} · {}: ", inline(&report.id), report.rubric)?;
    decided(out, verdict.decision);
    if let Some(score) = verdict.score {
        write!(out, " {}", score.shown())?;
    }
    if let Some(mean) = verdict.mean {
        write!(out, " (mean {})", mean.shown())?;
    }
    writeln!(out)?;
    if let Some(probabilities) = odds.and_then(Odds::in_words) {
        writeln!(out, "  {probabilities}")?;
    }
    for reason in reasons {
        writeln!(out, "  - {}", inline(&reason))?;
    }
    for flip in &verdict.flips {
        write_flip(out, flip)?;
    }
    if let Some(odds) = odds {
        write_odds(out, odds)?;
    }
    let intervals = metrics.iter().any(|one| one.metric.interval().is_some());
    writeln!(out, "\nMetrics{}", if intervals { ", each with the interval of its score" } else { "" })?;
    for metric in &metrics {
        write_metric(out, metric)?;
    }
    writeln!(out, "\nCaps")?;
    for cap in &fired {
        write_cap(out, cap)?;
    }
    writeln!(out, "  {} did not fire", quiet.len())?;
    write_labels(out, &labels)?;
    writeln!(out, "\nSignature  {}", inline(signature))?;
    writeln!(out, "Judged by  {}", inline(&judged_by))?;
    if let Some(why) = fallback {
        writeln!(out, "           instead of a judge: {}", inline(why))?;
    }
    if let Some(disputed) = disputed {
        writeln!(out, "Disputed   {disputed}")?;
    }
    Ok(())
}

/// Writes the changes that would flip the verdict: a line for the decision, and one for each change.
fn write_flip(out: &mut Painted, flip: &Flip) -> std::fmt::Result {
    out.write_str("  ")?;
    if let Some(decision) = flip.decision() {
        out.write_str("To ")?;
        decided(out, decision);
        out.write_str(": ")?;
    }
    writeln!(out, "{}", inline(&flip.in_words()))?;
    for change in flip.changes() {
        writeln!(out, "    {} {}", change.id.shown(), change.in_words())?;
    }
    Ok(())
}

/// Writes the labels with the largest influence on the verdict's probabilities, and the rubrics that
/// disagree with it.
fn write_odds(out: &mut Painted, odds: &Odds) -> std::fmt::Result {
    for (rubric, decision) in &odds.others {
        write!(out, "  {rubric} says ")?;
        decided(out, *decision);
        writeln!(out, "{}", odds.likelihood(*decision))?;
    }
    if !odds.decides.is_empty() {
        writeln!(out, "  Most influential labels")?;
    }
    for one in &odds.decides {
        write!(out, "    {:<22} {}", one.id.shown(), one.gain())?;
        if let Some((decision, condition)) = one.turn() {
            out.write_str(", ")?;
            decided(out, decision);
            write!(out, " {condition}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

const BAR: usize = 10;

/// Returns a bar for the position in the range, in tenths; blank if the range is unbounded, as for a
/// time.
fn bar(share: Option<f64>) -> String {
    let Some(share) = share else { return " ".repeat(BAR) };
    let full = (share * BAR as f64).round() as usize;
    format!("{}{}", "█".repeat(full), "░".repeat(BAR - full))
}

fn write_metric(out: &mut Painted, outline: &MetricOutline) -> std::fmt::Result {
    let MetricOutline { metric, score, capped_by } = outline;
    write!(out, "  {:<27}", metric.key)?;
    match score {
        Ok(ScoreOutline { score, raw, is_changed, interval, share, lower_is_better }) => {
            write!(out, "{} {score:>6}", bar(*share))?;
            if let Some([low, high]) = interval {
                write!(out, "  {low}..{high}")?;
            }
            if *is_changed {
                write!(out, "  raw {raw}")?;
                if let Some(causes) = capped_by {
                    write!(out, ", capped by {}", inline(causes))?;
                }
            }
            if *lower_is_better {
                write!(out, "  (lower is better)")?;
            }
            writeln!(out)?;
        }
        Err((what, reason)) => {
            out.paint("35", what);
            writeln!(out, ": {}", inline(reason))?;
        }
    }
    if let Some(advice) = metric.advice() {
        writeln!(out, "      {}", inline(advice))?;
    }
    if !metric.parts.is_empty() {
        writeln!(out, "      {}", metric.parts_in_words())?;
    }
    for step in metric.formulas() {
        writeln!(out, "      {} = {} = {} = {}", step.name, step.formula(), step.with(), step.value.shown())?;
    }
    for note in &metric.notes {
        writeln!(out, "      note: {}", inline(note))?;
    }
    Ok(())
}

fn write_cap(out: &mut Painted, outline: &CapOutline) -> std::fmt::Result {
    let CapOutline { cap, head, limits } = outline;
    let head = inline(&format!("{head}: {limits}"));
    if let Fired::Unknown(reason) = &cap.fired {
        return writeln!(out, "  ? {head}  unknown: {}", inline(reason));
    }
    out.write_str("  ")?;
    let lowers = matches!(cap.fired, Fired::Yes { binding: true, .. });
    out.paint("31", if lowers { "●" } else { "◐" });
    write!(out, " {head}  {} ({})", inline(&cap.observed.to_string()), cap.fired.effect())?;
    if !cap.because.is_empty() {
        write!(out, " because of {}", format_ids(&cap.because))?;
    }
    writeln!(out)
}

/// Writes the labels that cost points and those set by people.
fn write_labels(out: &mut Painted, labels: &[&(LabelId, Label)]) -> std::fmt::Result {
    for (at, (id, label)) in labels.iter().enumerate() {
        if at == 0 {
            writeln!(out, "\nLabels that cost points, or that a person set")?;
        }
        let word = label.word.map_or_else(|| "-".to_owned(), |word| id.list.value_name(word));
        let kind = label.kind.map_or_else(String::new, |kind| format!(" {kind}"));
        write!(out, "  {:<22} ", id.shown())?;
        out.paint("33", &word);
        out.write_str(&kind)?;
        if !label.text.is_empty() {
            write!(out, "  \"{}\"", inline(&label.text))?;
        }
        if let Some(answer) = &label.answer {
            write!(out, " (answer: {})", inline(answer))?;
        }
        if let Provenance::Person(name) = &label.by {
            write!(out, "  by {}", inline(name))?;
        }
        writeln!(out)?;
        for why in &label.why {
            writeln!(out, "      {}", inline(why))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_blanked_out_leaves_one_space() {
        assert_eq!(inline("as  Council\n\tPaper 114:        \u{1b}[1m"), "as Council Paper 114: ␛[1m");
    }

    #[test]
    fn a_bar_shows_the_share_of_the_range() {
        assert_eq!(bar(Some(0.3)), "███░░░░░░░");
        assert_eq!(bar(Some(1.0)), "██████████");
        assert_eq!(bar(Some(0.0)), "░░░░░░░░░░");
        assert_eq!(bar(None), "          ");
    }
}
