//! A report as plain text for people: the verdict first, then why.

use std::fmt::Write;

use super::flip::beyond;
use super::painted::Painted;
use super::{
    Better, DECISIONS, Decision, Fired, Flip, Metric, Odds, Outcome, Part, Reach, Report, percent, reasons,
};
use crate::labels::{LabelValue, Provenance, format_ids};
use crate::num::{Num, counted};
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
    if let Some(of) = report.odds.as_ref().and_then(|odds| odds.of) {
        let each = DECISIONS.into_iter().zip(of);
        let each: Vec<String> =
            each.map(|(decision, p)| format!("P({}) {}", decision.as_str(), percent(p))).collect();
        writeln!(out, "  {}", each.join(" · "))?;
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
    if let Some(judges) = report.mixed() {
        let each = judges.iter().map(|(list, judge)| format!("{} {judge}", list.spec().key));
        writeln!(out, "Judged by  {}", inline(&each.collect::<Vec<_>>().join(", ")))?;
    } else {
        writeln!(out, "Judged by  {}", inline(&report.judged_by()))?;
    }
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
    match &flip.reach {
        Reach::Within { decision, changes, sets } => {
            let count = counted(changes.len(), "label change");
            let others = match sets {
                None | Some(0 | 1) => String::new(),
                Some(sets) => format!(", one of {sets} ways"),
            };
            out.write_str("  To ")?;
            decided(out, *decision);
            writeln!(out, ": {count}{others}")?;
            for change in changes {
                writeln!(out, "    {} {}: {}", change.id.shown(), change.turn(), change.effect_in_words())?;
            }
            Ok(())
        }
        Reach::Beyond(searched) => {
            writeln!(out, "  {}: {}", to_the(flip), beyond(*searched))
        }
        Reach::Never(reason) => writeln!(out, "  {}: {}", to_the(flip), inline(reason)),
    }
}

/// The labels that influence a verdict over probabilities most, and the rubrics that disagree with it.
fn write_odds(out: &mut Painted, odds: &Odds) -> std::fmt::Result {
    for (rubric, decision) in &odds.others {
        write!(out, "  {rubric} says ")?;
        decided(out, *decision);
        match odds.p(*decision) {
            Some(p) => writeln!(out, ", which has probability {} here", percent(p))?,
            None => writeln!(out)?,
        }
    }
    if !odds.decides.is_empty() {
        writeln!(out, "  Most influential labels")?;
    }
    for one in &odds.decides {
        write!(out, "    {:<22} {:+.1} points of certainty", one.id.shown(), one.surer * 100.0)?;
        if let Some((metric, points)) = one.narrows {
            write!(out, ", {metric} interval {points:.2} narrower")?;
        }
        if let Some(turn) = one.turns {
            let word = if turn.word == LabelValue::No { "rejected" } else { turn.word.as_str() };
            out.write_str(", ")?;
            decided(out, turn.decision);
            write!(out, " if {word} ({})", percent(turn.p))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn to_the(flip: &Flip) -> &'static str {
    match flip.way {
        super::Way::Better => "To improve",
        super::Way::Worse => "To worsen",
    }
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
        Outcome::Scored { raw, score } => {
            write!(out, "{} {:>6}", bar(*score, metric.range), score.shown())?;
            if let Some([low, high]) = metric.interval() {
                write!(out, "  {}..{}", low.shown(), high.shown())?;
            }
            if raw != score {
                let capped = report.caps.iter().filter(|cap| {
                    matches!(cap.fired, Fired::Yes { binding: true, .. })
                        && cap.metric.split('.').next() == Some(metric.key)
                });
                let causes: Vec<String> = capped.map(reasons::cause).collect();
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
        Outcome::NotApplicable(reason) => {
            out.paint("35", "not applicable");
            writeln!(out, ": {}", inline(reason))?;
        }
        Outcome::Error(_) | Outcome::Missing(_) => {
            out.paint("35", "error");
            writeln!(out, ": {}", inline(metric.outcome.reason().unwrap_or_default()))?;
        }
    }
    if let Some(words) = metric.hint.as_ref().and_then(|hint| hint.words.as_deref()) {
        writeln!(out, "      {}", inline(words))?;
    }
    if !metric.parts.is_empty() {
        let part = |(name, part): &(&str, Part)| match part {
            Part::Number(number) => format!("{name} {}", number.shown()),
            Part::Count(count) => format!("{name} {count}"),
            Part::Word(word) => format!("{name} {word}"),
            Part::Flag(flag) => format!("{name} {}", if *flag { "yes" } else { "no" }),
        };
        writeln!(out, "      {}", metric.parts.iter().map(part).collect::<Vec<_>>().join(" · "))?;
    }
    for step in metric.steps.iter().filter(|step| !step.formula().is_empty()) {
        writeln!(out, "      {} = {} = {} = {}", step.name, step.formula(), step.with(), step.value.shown())?;
    }
    for note in &metric.notes {
        writeln!(out, "      note: {}", inline(note))?;
    }
    Ok(())
}

fn write_caps(out: &mut Painted, report: &Report) -> std::fmt::Result {
    let (quiet, loud): (Vec<_>, Vec<_>) = reasons::groups(report)
        .into_iter()
        .partition(|group| matches!(report.caps[group[0]].fired, Fired::No));
    writeln!(out, "\nCaps")?;
    for group in loud {
        let cap = &report.caps[group[0]];
        let limits = reasons::limits(&reasons::targets(report, &group), &cap.limit.to_string());
        let head = inline(&format!("{}: {limits}", reasons::head(cap)));
        if let Fired::Unknown(reason) = &cap.fired {
            writeln!(out, "  ? {head}  unknown: {}", inline(reason))?;
            continue;
        }
        out.write_str("  ")?;
        out.paint("31", "●");
        write!(out, " {head}  {} ({})", inline(&cap.observed), cap.fired.effect())?;
        if !cap.because.is_empty() {
            write!(out, " because of {}", format_ids(&cap.because))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "  {} did not fire", quiet.len())
}

/// The labels that cost points, and those of people.
fn write_labels(out: &mut Painted, report: &Report) -> std::fmt::Result {
    let good =
        [LabelValue::Fully, LabelValue::Correct, LabelValue::Supported, LabelValue::High, LabelValue::Yes];
    let worth = |label: &crate::labels::Label| {
        label.by != Provenance::Engine || label.word.is_some_and(|word| !good.contains(&word))
    };
    let mut any = false;
    for (id, label) in report.labels.iter().filter(|(_, label)| worth(label)) {
        if !any {
            writeln!(out, "\nLabels that cost points, or that a person set")?;
            any = true;
        }
        let word = label.word.map_or("-", LabelValue::as_str);
        let kind = label.kind.map_or_else(String::new, |kind| format!(" {kind}"));
        write!(out, "  {:<22} ", id.shown())?;
        out.paint("33", word);
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
