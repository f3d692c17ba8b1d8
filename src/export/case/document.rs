//! A report as a part of a document.

use crate::document::{Document, Table, Words};
use crate::labels::{Label, LabelId, Provenance, format_ids};
use crate::num::counted;
use crate::report::flip::beyond;
use crate::report::{Better, DECISIONS, Fired, Flip, Outcome, Reach, Report, Way, percent, reasons};
use crate::text::Span;

use super::words::{Grade, capped_by, decided_by, did, part, quote, value, value_name};
use super::{CaseReports, subject, title};

type Items = Vec<(usize, Words)>;

/// The report by one rubric, in Markdown, without a line feed at its end.
pub fn markdown(case: &CaseReports, report: &Report) -> String {
    let mut out = Document::default();
    write(&mut out, case, report);
    out.markdown().trim_end().to_owned()
}

/// A case that was not scored, in Markdown: why, and where it is.
pub fn refused(id: &str, reason: &str, place: &str) -> String {
    let mut out = Document::default();
    out.heading(format!("{id}: not scored"));
    out.paragraph(format!("{reason} ({place})"));
    out.markdown().trim_end().to_owned()
}

fn write(out: &mut Document, case: &CaseReports, report: &Report) {
    let verdict = &report.verdict;
    let score = verdict.score.map_or_else(String::new, |score| format!(" {}", score.shown()));
    let mean = verdict.mean.map_or_else(String::new, |mean| format!(" (mean {})", mean.shown()));
    out.heading(
        Words::new()
            .text(format!("{} · {}: ", case.id, title(report.rubric)))
            .strong(verdict.decision.as_str())
            .text(score + &mean),
    );
    out.quote(case.texts.summary);
    let mut items: Items = reasons::all(report).into_iter().map(|reason| (0, reason.into())).collect();
    verdict.flips.iter().for_each(|flip| flipped(&mut items, flip));
    odds(&mut items, report);
    out.list(items);
    decides(out, report);
    metrics(out, report);
    ledger(out, report);
    caps(out, report);
    labels(out, case, report);
    let disputed = match report.disputed.is_empty() {
        true => String::new(),
        false => format!(" · the verdict differs under {}", report.disputed.join(", ")),
    };
    let judged_by = format!(" · judged by {}{disputed}", report.judged_by());
    out.paragraph(Words::new().text("Signature ").code(&*report.signature).text(judged_by));
}

fn flipped(items: &mut Items, flip: &Flip) {
    let way = match flip.way {
        Way::Better => "To improve",
        Way::Worse => "To worsen",
    };
    match &flip.reach {
        Reach::Within { decision, changes, sets } => {
            let ways = sets.filter(|sets| *sets > 1);
            let ways = ways.map_or_else(String::new, |sets| format!(", one of {sets} ways"));
            let count = counted(changes.len(), "label change");
            items.push((0, format!("To {}: {count}{ways}", decision.as_str()).into()));
            let change = |change: &crate::report::Change| {
                format!("{} {}: {}", change.id.shown(), change.turn(), change.effect_in_words())
            };
            items.extend(changes.iter().map(|one| (1, change(one).into())));
        }
        Reach::Beyond(searched) => {
            items.push((0, format!("{way}: {}", beyond(*searched)).into()));
        }
        Reach::Never(reason) => items.push((0, format!("{way}: {reason}").into())),
    }
}

fn odds(items: &mut Items, report: &Report) {
    let Some(odds) = &report.odds else { return };
    if let Some(of) = odds.of {
        let each = DECISIONS.iter().zip(of);
        let each: Vec<String> =
            each.map(|(decision, p)| format!("P({}) {}", decision.as_str(), percent(p))).collect();
        items.push((0, each.join(" · ").into()));
    }
    for (rubric, decision) in &odds.others {
        let p = odds.p(*decision).map(|p| format!(", which has probability {} here", percent(p)));
        let words = format!("{} says {}{}", title(rubric), decision.as_str(), p.unwrap_or_default());
        items.push((0, words.into()));
    }
}

fn decides(out: &mut Document, report: &Report) {
    let decides = report.odds.iter().flat_map(|odds| &odds.decides);
    let rows = decides.map(|one| {
        let turns = one.turns.map_or_else(String::new, |turn| {
            format!(
                "{} if {} ({})",
                turn.decision.as_str(),
                value_name(one.id.list, turn.word),
                percent(turn.p)
            )
        });
        vec![one.id.shown(), format!("{:+.1}", one.surer * 100.0), turns]
    });
    let heads = ["label", "points of certainty", "turns the verdict"];
    section(out, "Most influential labels", heads, rows.collect());
}

/// A heading with a table, where the table has rows.
fn section<C: Into<Words>, const N: usize>(
    out: &mut Document,
    heading: &str,
    heads: [&str; N],
    rows: Vec<Vec<C>>,
) {
    if !rows.is_empty() {
        out.subheading(heading);
        out.table(Table::new(heads, N, rows));
    }
}

fn metrics(out: &mut Document, report: &Report) {
    let rows = report.metrics.iter().map(|metric| {
        let parts: Vec<String> = metric.parts.iter().map(part).collect();
        let (score, raw) = match &metric.outcome {
            Outcome::Scored { raw, score } => {
                let lower = if metric.better == Better::Lower { " (lower is better)" } else { "" };
                let interval = metric.interval().map_or_else(String::new, |[low, high]| {
                    format!(" (interval {} to {})", low.shown(), high.shown())
                });
                (format!("{}{interval}{lower}", score.shown()), raw.shown())
            }
            Outcome::NotApplicable(reason) => (format!("not applicable: {reason}"), String::new()),
            error => (format!("error: {}", error.reason().unwrap_or_default()), String::new()),
        };
        let (capped, parts) = (capped_by(report, metric).join("; "), parts.join(" · "));
        vec![Words::new().code(metric.key), score.into(), raw.into(), capped.into(), parts.into()]
    });
    out.subheading("Metrics");
    out.table(Table::new(["metric", "score", "before caps", "capped by", "parts"], 5, rows));
    for metric in &report.metrics {
        let hint = metric.hint.as_ref().and_then(|hint| hint.words.as_deref());
        let notes = metric.notes.iter().map(String::as_str).chain(hint);
        out.list(notes.map(|note| (0, Words::new().code(metric.key).text(format!(": {note}")))).collect());
    }
}

fn ledger(out: &mut Document, report: &Report) {
    let steps = report.metrics.iter().flat_map(|metric| metric.steps.iter().map(move |step| (metric, step)));
    let steps = steps.filter(|(_, step)| !step.formula().is_empty());
    let rows = steps.map(|(metric, step)| {
        let mut row: Vec<Words> = vec![Words::new().code(metric.key), Words::new().code(step.name)];
        row.extend([step.formula(), step.with()].map(|formula| Words::new().code(formula)));
        row.push(step.value.shown().into());
        row
    });
    section(out, "Ledger", ["metric", "step", "formula", "with numbers", "value"], rows.collect());
}

fn caps(out: &mut Document, report: &Report) {
    if report.caps.is_empty() {
        return;
    }
    let (quiet, loud): (Vec<_>, Vec<_>) = reasons::groups(report)
        .into_iter()
        .partition(|group| matches!(report.caps[group[0]].fired, Fired::No));
    let rows = loud.iter().map(|group| {
        let cap = &report.caps[group[0]];
        let observed = if let Fired::Unknown(reason) = &cap.fired { reason } else { &cap.observed };
        vec![
            reasons::head(cap),
            reasons::limits(&reasons::targets(report, group), &cap.limit.to_string()),
            observed.clone(),
            did(cap).to_owned(),
            format_ids(&cap.because),
        ]
    });
    out.subheading("Caps");
    out.table(Table::new(["cap", "limit", "observed", "effect", "because of"], 5, rows));
    out.paragraph(format!("{} did not fire.", quiet.len()));
}

/// The labels that cost points, and those of people.
fn labels(out: &mut Document, case: &CaseReports, report: &Report) {
    let listed =
        |(_, label): &&(LabelId, Label)| label.by != Provenance::Engine || Grade::of(label) != Grade::Good;
    let rows = report.labels.iter().filter(listed).map(|(id, label)| {
        let mut text = quote(subject(id.list, label, case.texts));
        if let Some(answer) = &label.answer {
            text.push_str(&format!(" Answer: {}", quote(answer)));
        }
        let person = decided_by(id.list, label).map(|(name, instead)| {
            let engine = instead.map_or_else(String::new, |other| format!("; the engine proposed {other}"));
            format!("decided by {name}{engine}")
        });
        let why = person.into_iter().chain(label.why.iter().map(|why| quote(why)));
        let passages = |spans: &[Span], text: &str| {
            Words::lines(spans.iter().filter_map(|span| text.get(span.range())).map(quote))
        };
        vec![
            id.shown().into(),
            value(id.list, label).into(),
            text.into(),
            Words::lines(why),
            passages(&label.summary, case.texts.summary),
            passages(&label.article, case.texts.article),
        ]
    });
    let heads = ["label", "value", "text", "why", "summary", "article"];
    section(out, "Labels that cost points, or that a person set", heads, rows.collect());
}
