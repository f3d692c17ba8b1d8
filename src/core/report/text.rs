//! A report as plain text for people: the verdict first, then why.

use std::fmt::Write;

use super::painted::Painted;
use super::{Better, Decision, Fired, Flip, Metric, MetricOutcome, Odds, Report, reasons};
use crate::labels::{Provenance, format_ids};
use crate::num::Num;
use crate::text::squeezed;
use crate::text::visible::{Shape, visible};

/// Adds a decision in its colour.
fn decided(out: &mut Painted, decision: Decision) {
    let colour = match decision {
        Decision::Pass => "1;32",
        Decision::Warn => "1;33",
        Decision::Fail => "1;31",
        Decision::Incomplete | Decision::Error => "1;35",
    };
    out.paint(colour, decision.as_str());
}

/// The report, without a newline at its end.
pub fn text(report: &Report) -> Painted {
    let mut out = Painted::default();
    // Writing to memory cannot fail.
    let _ = write_report(&mut out, report);
    out.trim_end();
    out
}

/// A text of an input on one line.
fn inline(text: &str) -> String {
    visible(&squeezed(text), Shape::Line).into_owned()
}

fn write_report(out: &mut Painted, report: &Report) -> std::fmt::Result {
    let verdict = &report.verdict;
    write!(out, "{} · {}: ", inline(&report.id), report.rubric)?;
    decided(out, verdict.decision);
    if let Some(score) = verdict.score {
        write!(out, " {}", score.shown())?;
    }
    if let Some(mean) = verdict.mean {
        write!(out, " (mean {})", mean.shown())?;
    }
    writeln!(out)?;
    if let Some(probabilities) = report.odds.as_ref().and_then(Odds::in_words) {
        writeln!(out, "  {probabilities}")?;
    }
    for reason in reasons::all(report) {
        writeln!(out, "  - {}", inline(&reason))?;
    }
    for flip in &verdict.flips {
        write_flip(out, flip)?;
    }
    if let Some(odds) = &report.odds {
        write_odds(out, odds)?;
    }
    let intervals = report.metrics.iter().any(|metric| metric.interval().is_some());
    writeln!(out, "\nMetrics{}", if intervals { ", each with the interval of its score" } else { "" })?;
    for metric in &report.metrics {
        write_metric(out, report, metric)?;
    }
    write_caps(out, report)?;
    write_labels(out, report)?;
    writeln!(out, "\nSignature  {}", inline(&report.signature))?;
    writeln!(out, "Judged by  {}", inline(&report.judges_in_words()))?;
    if let Some(why) = &report.fallback {
        writeln!(out, "           instead of a judge: {}", inline(why))?;
    }
    if !report.disputed.is_empty() {
        writeln!(out, "Disputed   the verdict differs under {}", report.disputed.join(", "))?;
    }
    Ok(())
}

/// What would turn the verdict: a line for the decision, and one for each change.
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

/// The labels that influence a verdict over probabilities most, and the rubrics that disagree with it.
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

/// How full the range is, in tenths of a bar.
fn bar(score: Num, [low, high]: [Num; 2]) -> String {
    // A range without an upper end, as that of a time, has no bar.
    if high.to_f64().is_infinite() {
        return " ".repeat(BAR);
    }
    let share = ((score - low) / (high - low)).to_f64().clamp(0.0, 1.0);
    let full = if share.is_nan() { 0 } else { (share * BAR as f64).round() as usize };
    format!("{}{}", "█".repeat(full), "░".repeat(BAR - full))
}

fn write_metric(out: &mut Painted, report: &Report, metric: &Metric) -> std::fmt::Result {
    write!(out, "  {:<27}", metric.key)?;
    match &metric.outcome {
        MetricOutcome::Scored { raw, score } => {
            write!(out, "{} {:>6}", bar(*score, metric.range), score.shown())?;
            if let Some([low, high]) = metric.interval() {
                write!(out, "  {}..{}", low.shown(), high.shown())?;
            }
            if raw != score {
                let causes = reasons::capped_by(report, metric.key);
                write!(out, "  raw {}", raw.shown())?;
                if !causes.is_empty() {
                    write!(out, ", capped by {}", inline(&causes.join("; ")))?;
                }
            }
            if metric.better == Better::Lower {
                write!(out, "  (lower is better)")?;
            }
            writeln!(out)?;
        }
        MetricOutcome::NotApplicable(reason) => {
            out.paint("35", "not applicable");
            writeln!(out, ": {}", inline(reason))?;
        }
        MetricOutcome::Error(_) | MetricOutcome::Missing(_) => {
            out.paint("35", "error");
            writeln!(out, ": {}", inline(metric.outcome.reason().unwrap_or_default()))?;
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

fn write_caps(out: &mut Painted, report: &Report) -> std::fmt::Result {
    let (fired, quiet) = reasons::groups_by_effect(report);
    writeln!(out, "\nCaps")?;
    for group in fired {
        let cap = &report.caps[group[0]];
        let head = inline(&format!("{}: {}", reasons::head(cap), reasons::limits(report, &group)));
        if let Fired::Unknown(reason) = &cap.fired {
            writeln!(out, "  ? {head}  unknown: {}", inline(reason))?;
            continue;
        }
        out.write_str("  ")?;
        out.paint("31", "●");
        write!(out, " {head}  {} ({})", inline(&cap.observed.to_string()), cap.fired.effect())?;
        if !cap.because.is_empty() {
            write!(out, " because of {}", format_ids(&cap.because))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "  {} did not fire", quiet.len())
}

/// The labels that cost points, and those of people.
fn write_labels(out: &mut Painted, report: &Report) -> std::fmt::Result {
    for (at, (id, label)) in report.notable_labels().enumerate() {
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
        assert_eq!(bar(Num::int(3), [Num::ZERO, Num::int(10)]), "███░░░░░░░");
        assert_eq!(bar(Num::int(12), [Num::ZERO, Num::int(10)]), "██████████");
        assert_eq!(bar(Num::int(1), [Num::ONE, Num::ONE]), "░░░░░░░░░░");
    }
}
