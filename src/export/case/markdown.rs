//! A report as a section of a Markdown document.

use std::fmt::{self, Write};

use crate::labels::{Label, LabelId, Provenance, shown};
use crate::markup::markdown::{code, escaped, head, row};
use crate::report::flip::spelled;
use crate::report::{Better, Cap, DECISIONS, Fired, Flip, Outcome, Reach, Report, Way, percent};
use crate::text::Span;

use super::words::{Grade, capped_by, decided_by, did, part, quote, spoken, value};
use super::{CaseReports, subject, title};

/// The report by one rubric, without a line feed at its end.
pub fn report(case: &CaseReports, report: &Report) -> String {
    let mut out = String::new();
    // Writing to memory cannot fail.
    let _ = write(&mut out, case, report);
    out.trim_end().to_owned()
}

/// A case that was not scored: why, and where it stands.
pub fn refused(id: &str, reason: &str, place: &str) -> String {
    format!("## {}: not scored\n\n{} ({})", escaped(id), escaped(reason), escaped(place))
}

fn write(out: &mut String, case: &CaseReports, report: &Report) -> fmt::Result {
    let verdict = &report.verdict;
    write!(out, "## {} · {}: **{}**", escaped(case.id), title(report.rubric), verdict.decision.as_str())?;
    if let Some(score) = verdict.score {
        write!(out, " {}", score.shown())?;
    }
    if let Some(mean) = verdict.mean {
        write!(out, " (mean {})", mean.shown())?;
    }
    writeln!(out, "\n\n> {}\n", escaped(case.texts.summary))?;
    for reason in &verdict.because {
        writeln!(out, "- {}", escaped(reason))?;
    }
    verdict.flips.iter().try_for_each(|flip| write_flip(out, flip))?;
    write_odds(out, report)?;
    write_metrics(out, report)?;
    write_ledger(out, report)?;
    write_caps(out, report)?;
    write_labels(out, case, report)?;
    write!(out, "\nSignature {}", code(escape_code(&report.signature)))?;
    write!(out, " · judged by {}", escaped(&report.judged_by()))?;
    if !report.disputed.is_empty() {
        write!(out, " · the verdict differs under {}", escaped(&report.disputed.join(", ")))?;
    }
    writeln!(out)
}

/// A signature holds the version of a rubric file, which may be anybody's.
fn escape_code(text: &str) -> String {
    crate::text::squeezed(text).replace('`', "'")
}

fn write_flip(out: &mut String, flip: &Flip) -> fmt::Result {
    let way = match flip.way {
        Way::Better => "To improve",
        Way::Worse => "To worsen",
    };
    match &flip.reach {
        Reach::Within { decision, changes, sets } => {
            let plural = if changes.len() == 1 { "" } else { "s" };
            write!(out, "- To {}: {} label change{plural}", decision.as_str(), changes.len())?;
            if let Some(sets) = sets.filter(|sets| *sets > 1) {
                write!(out, ", one of {sets} ways")?;
            }
            writeln!(out)?;
            for change in changes {
                let text = format!("{} {}: {}", change.id.shown(), change.turn(), change.effect());
                writeln!(out, "  - {}", escaped(&text))?;
            }
            Ok(())
        }
        Reach::Beyond(searched) => {
            let plural = if *searched == 1 { "" } else { "s" };
            writeln!(out, "- {way}: more than {} label change{plural}", spelled(*searched))
        }
        Reach::Never(reason) => writeln!(out, "- {way}: {}", escaped(reason)),
    }
}

fn write_odds(out: &mut String, report: &Report) -> fmt::Result {
    let Some(odds) = &report.odds else { return Ok(()) };
    if let Some(of) = odds.of {
        let each = DECISIONS.iter().zip(of);
        let each: Vec<String> =
            each.map(|(decision, p)| format!("P({}) {}", decision.as_str(), percent(p))).collect();
        writeln!(out, "- {}", escaped(&each.join(" · ")))?;
    }
    for (rubric, decision) in &odds.others {
        write!(out, "- {} says {}", title(rubric), decision.as_str())?;
        match odds.p(*decision) {
            Some(p) => writeln!(out, ", which has probability {} here", escaped(&percent(p)))?,
            None => writeln!(out)?,
        }
    }
    if odds.decides.is_empty() {
        return Ok(());
    }
    write!(
        out,
        "\n### Most influential labels\n\n{}",
        head(&["label", "points of certainty", "turns the verdict"])
    )?;
    for one in &odds.decides {
        let turns = one.turns.map_or_else(String::new, |turn| {
            format!("{} if {} ({})", turn.decision.as_str(), spoken(one.id.list, turn.word), percent(turn.p))
        });
        out.push_str(&row([one.id.shown(), format!("{:+.1}", one.surer * 100.0), escaped(&turns)]));
    }
    Ok(())
}

fn write_metrics(out: &mut String, report: &Report) -> fmt::Result {
    write!(out, "\n### Metrics\n\n{}", head(&["metric", "score", "before caps", "capped by", "parts"]))?;
    for metric in &report.metrics {
        let parts: Vec<String> = metric.parts.iter().map(part).collect();
        let (score, raw) = match &metric.outcome {
            Outcome::Scored { raw, score } => {
                let lower = if metric.better == Better::Lower { " (lower is better)" } else { "" };
                let interval = metric.interval().map_or_else(String::new, |[low, high]| {
                    format!(" (interval {} to {})", low.shown(), high.shown())
                });
                (format!("{}{interval}{lower}", score.shown()), raw.shown())
            }
            Outcome::NotApplicable(reason) => (format!("not applicable: {}", escaped(reason)), String::new()),
            error => (format!("error: {}", escaped(error.reason().unwrap_or_default())), String::new()),
        };
        let capped: Vec<String> = capped_by(report, metric).into_iter().map(code).collect();
        out.push_str(&row([code(metric.key), score, raw, capped.join(" "), escaped(&parts.join(" · "))]));
    }
    for metric in &report.metrics {
        let hint = metric.hint.as_ref().and_then(|hint| hint.words.as_deref());
        let notes = metric.notes.iter().map(String::as_str).chain(hint);
        for (at, note) in notes.enumerate() {
            let gap = if at == 0 { "\n" } else { "" };
            writeln!(out, "{gap}- {}: {}", code(metric.key), escaped(note))?;
        }
    }
    Ok(())
}

fn write_ledger(out: &mut String, report: &Report) -> fmt::Result {
    let metrics = report.metrics.iter();
    let steps: Vec<_> =
        metrics.flat_map(|metric| metric.steps.iter().map(move |step| (metric, step))).collect();
    let mut steps = steps.into_iter().filter(|(_, step)| !step.formula().is_empty()).peekable();
    if steps.peek().is_none() {
        return Ok(());
    }
    let titles = ["metric", "step", "formula", "with numbers", "value"];
    write!(out, "\n### Ledger\n\n{}", head(&titles))?;
    for (metric, step) in steps {
        let formula = [code(step.formula()), code(step.with())];
        let [formula, with] = formula.map(|cell| cell.replace('|', "\\|"));
        out.push_str(&row([code(metric.key), code(step.name), formula, with, step.value.shown()]));
    }
    Ok(())
}

fn write_caps(out: &mut String, report: &Report) -> fmt::Result {
    let fired = |cap: &&Cap| !matches!(cap.fired, Fired::No);
    let quiet = report.caps.iter().filter(|cap| !fired(cap)).count();
    if report.caps.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n### Caps\n")?;
    if quiet < report.caps.len() {
        out.push_str(&head(&["cap", "on", "limit", "observed", "effect", "because of"]));
    }
    for cap in report.caps.iter().filter(fired) {
        let said = if let Fired::Unknown(reason) = &cap.fired { reason } else { &cap.observed };
        let limit = format!("{} at most", cap.limit.shown());
        let cells = [code(cap.slug), code(cap.metric), limit, escaped(said), did(cap).to_owned()];
        out.push_str(&row(cells.into_iter().chain([shown(&cap.because)])));
    }
    let gap = if quiet < report.caps.len() { "\n" } else { "" };
    writeln!(out, "{gap}{quiet} did not fire.")
}

/// The labels that cost points, and those of people.
fn write_labels(out: &mut String, case: &CaseReports, report: &Report) -> fmt::Result {
    let told =
        |(_, label): &&(LabelId, Label)| label.by != Provenance::Engine || Grade::of(label) != Grade::Good;
    let mut told = report.labels.iter().filter(told).peekable();
    if told.peek().is_none() {
        return Ok(());
    }
    let titles = ["label", "value", "text", "why", "summary", "article"];
    write!(out, "\n### Labels that cost points, or that a person set\n\n{}", head(&titles))?;
    for (id, label) in told {
        let mut text = quote(subject(id.list, label, case.texts));
        if let Some(answer) = &label.answer {
            text.push_str(&format!(" Answer: {}", quote(answer)));
        }
        let mut why: Vec<String> = label.why.iter().map(|why| escaped(&quote(why))).collect();
        if let Some((name, instead)) = decided_by(id.list, label) {
            let engine = instead.map_or_else(String::new, |other| format!("; the engine proposed {other}"));
            why.insert(0, format!("decided by {}{engine}", escaped(name)));
        }
        let passages = |spans: &[Span], text: &str| {
            let quoted =
                spans.iter().filter_map(|span| text.get(span.range())).map(|text| escaped(&quote(text)));
            quoted.collect::<Vec<_>>().join("<br>")
        };
        out.push_str(&row([
            id.shown(),
            escaped(&value(id.list, label)),
            escaped(&text),
            why.join("<br>"),
            passages(&label.summary, case.texts.summary),
            passages(&label.article, case.texts.article),
        ]));
    }
    Ok(())
}
