//! A report as plain text for people: the verdict first, then why.

use std::borrow::Cow;
use std::fmt::Write;

use super::flip::spelled;
use super::{
    Better, Cap, DECISIONS, Decision, Fired, Flip, Metric, Odds, Outcome, Part, Reach, Report, percent,
};
use crate::labels::{By, Word};
use crate::num::Num;
use crate::text::squeezed;

/// Whether a text has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// None: for files, pipes and `NO_COLOR`.
    #[default]
    Plain,
    /// The sixteen colours of any terminal.
    Colour,
}

impl Paint {
    fn wrap(self, code: &str, text: &str) -> String {
        match self {
            Paint::Plain => text.to_owned(),
            Paint::Colour => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        }
    }

    fn decision(self, decision: Decision) -> String {
        let code = match decision {
            Decision::Pass => "1;32",
            Decision::Warn => "1;33",
            Decision::Fail => "1;31",
            Decision::Incomplete | Decision::Error => "1;35",
        };
        self.wrap(code, decision.as_str())
    }
}

/// A text in which whatever could steer a terminal (control characters, escape sequences, directional overrides)
/// is written out. Newlines stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if steers(c) {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Whether a character could steer a terminal.
pub fn steers(c: char) -> bool {
    let directional =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (c.is_control() && c != '\n') || directional || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The report, without a newline at its end.
pub fn text(report: &Report, paint: Paint) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_report(&mut out, report, paint);
    while out.ends_with('\n') {
        out.pop();
    }
    out
}

/// A text of an input on one line.
fn inline(text: &str) -> String {
    visible(&squeezed(text)).into_owned()
}

fn write_report(out: &mut String, report: &Report, paint: Paint) -> std::fmt::Result {
    let verdict = &report.verdict;
    write!(out, "{} · {}: {}", inline(&report.id), report.rubric, paint.decision(verdict.decision))?;
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
    for reason in &verdict.because {
        writeln!(out, "  - {}", inline(reason))?;
    }
    for flip in &verdict.flips {
        write_flip(out, flip, paint)?;
    }
    if let Some(odds) = &report.odds {
        write_odds(out, odds, paint)?;
    }
    let intervals = report.metrics.iter().any(|metric| metric.interval().is_some());
    writeln!(
        out,
        "\nMetrics{}",
        if intervals { ", each with the interval low..high of its score" } else { "" }
    )?;
    for metric in &report.metrics {
        write_metric(out, report, metric, paint)?;
    }
    write_caps(out, report, paint)?;
    write_labels(out, report, paint)?;
    writeln!(out, "\nSignature  {}", inline(&report.signature))?;
    if !report.disputed.is_empty() {
        writeln!(out, "Disputed   the verdict differs under {}", report.disputed.join(", "))?;
    }
    Ok(())
}

/// What would turn the verdict: a line for the decision, and one for each change.
fn write_flip(out: &mut String, flip: &Flip, paint: Paint) -> std::fmt::Result {
    match &flip.reach {
        Reach::Within { decision, changes, sets } => {
            let decision = paint.decision(*decision);
            let count = match changes.len() {
                1 => "1 label change".to_owned(),
                n => format!("{n} label changes"),
            };
            let others = match sets {
                None | Some(0 | 1) => String::new(),
                Some(sets) => format!(", one of {sets} such sets"),
            };
            writeln!(out, "  To {decision}: {count}{others}")?;
            for change in changes {
                writeln!(out, "    {} {}: {}", change.id, change.turn(), change.effect())?;
            }
            Ok(())
        }
        Reach::Beyond(searched) => {
            let plural = if *searched == 1 { "" } else { "s" };
            writeln!(out, "  {}: more than {} label change{plural}", to_the(flip), spelled(*searched))
        }
        Reach::Never(reason) => writeln!(out, "  {}: {}", to_the(flip), inline(reason)),
    }
}

/// What decides a verdict over probabilities, and which rubrics decide otherwise.
fn write_odds(out: &mut String, odds: &Odds, paint: Paint) -> std::fmt::Result {
    for (rubric, decision) in &odds.others {
        write!(out, "  {rubric} says {}", paint.decision(*decision))?;
        match odds.p(*decision) {
            Some(p) => writeln!(out, ", which has {} here", percent(p))?,
            None => writeln!(out)?,
        }
    }
    if !odds.decides.is_empty() {
        writeln!(out, "  What decides it")?;
    }
    for one in &odds.decides {
        write!(out, "    {:<18} verdict surer by {:.1} %", one.id.to_string(), one.surer * 100.0)?;
        if let Some((metric, points)) = one.narrows {
            write!(out, ", {metric} known {points:.2} points closer")?;
        }
        if let Some(turn) = one.turns {
            let word = if turn.word == Word::No { "struck out" } else { turn.word.as_str() };
            write!(out, ", {} if {word} ({})", paint.decision(turn.decision), percent(turn.p))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn to_the(flip: &Flip) -> &'static str {
    match flip.way {
        super::Way::Better => "To the better",
        super::Way::Worse => "To the worse",
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

fn write_metric(out: &mut String, report: &Report, metric: &Metric, paint: Paint) -> std::fmt::Result {
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
                let slugs: Vec<&str> = capped.map(|cap| cap.slug).collect();
                write!(out, "  raw {}", raw.shown())?;
                if !slugs.is_empty() {
                    write!(out, ", capped by {}", slugs.join(", "))?;
                }
            }
            if metric.better == Better::Lower {
                write!(out, "  (lower is better)")?;
            }
            writeln!(out)?;
        }
        Outcome::NotApplicable(reason) => {
            writeln!(out, "{}: {}", paint.wrap("35", "not applicable"), inline(reason))?;
        }
        Outcome::Error(reason) => writeln!(out, "{}: {}", paint.wrap("35", "error"), inline(reason))?,
    }
    if let Some(words) = metric.hint.as_ref().and_then(|hint| hint.words.as_deref()) {
        writeln!(out, "      {words}")?;
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

fn write_caps(out: &mut String, report: &Report, paint: Paint) -> std::fmt::Result {
    let fired = |cap: &&Cap| !matches!(cap.fired, Fired::No);
    let quiet = report.caps.iter().filter(|cap| !fired(cap)).count();
    writeln!(out, "\nCaps")?;
    for cap in report.caps.iter().filter(fired) {
        let head = format!("{} on {}", cap.slug, cap.metric);
        match &cap.fired {
            Fired::Unknown(reason) => {
                writeln!(out, "  ? {head:<36} <= {}  unknown: {}", cap.limit.shown(), inline(reason))?;
            }
            Fired::Yes { binding, shared } => {
                let did = match (binding, shared) {
                    (true, true) => "binding, with another of the same limit",
                    (true, false) => "binding",
                    _ => "redundant",
                };
                let mark = paint.wrap("31", "●");
                write!(
                    out,
                    "  {mark} {head:<36} <= {}  {} ({did})",
                    cap.limit.shown(),
                    inline(&cap.observed)
                )?;
                let because: Vec<String> = cap.because.iter().map(ToString::to_string).collect();
                if !because.is_empty() {
                    write!(out, " because of {}", because.join(", "))?;
                }
                writeln!(out)?;
            }
            Fired::No => {}
        }
    }
    writeln!(out, "  {quiet} did not fire")
}

/// The labels that cost points, and those of people.
fn write_labels(out: &mut String, report: &Report, paint: Paint) -> std::fmt::Result {
    let good = [Word::Fully, Word::Correct, Word::Supported, Word::High, Word::Yes];
    let worth = |label: &crate::labels::Label| {
        label.by != By::Engine || label.word.is_some_and(|word| !good.contains(&word))
    };
    let mut any = false;
    for (id, label) in report.labels.iter().filter(|(_, label)| worth(label)) {
        if !any {
            writeln!(out, "\nLabels that cost points, or were given")?;
            any = true;
        }
        let word = label.word.map_or("-", Word::as_str);
        let kind = label.kind.map_or_else(String::new, |kind| format!(" {kind}"));
        write!(out, "  {:<18} {}{kind}", id.to_string(), paint.wrap("33", word))?;
        if !label.text.is_empty() {
            write!(out, "  \"{}\"", inline(&label.text))?;
        }
        if let Some(answer) = &label.answer {
            write!(out, " (answer: {})", inline(answer))?;
        }
        if let By::Person(name) = &label.by {
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
    fn nothing_of_an_input_steers_the_terminal() {
        assert_eq!(
            visible("a\u{1b}[31mb\u{202e}c\u{9b}\nd\u{7f}"),
            "a\\u{1b}[31mb\\u{202e}c\\u{9b}\nd\\u{7f}"
        );
        assert!(matches!(visible("plain — ünï"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_is_blanked_out_leaves_one_space() {
        assert_eq!(inline("as  Council\n\tPaper 114:        \u{1b}[1m"), "as Council Paper 114: \\u{1b}[1m");
    }

    #[test]
    fn a_bar_shows_the_share_of_the_range() {
        assert_eq!(bar(Num::int(3), [Num::ZERO, Num::int(10)]), "███░░░░░░░");
        assert_eq!(bar(Num::int(12), [Num::ZERO, Num::int(10)]), "██████████");
        assert_eq!(bar(Num::int(1), [Num::ONE, Num::ONE]), "░░░░░░░░░░");
    }
}
