//! Writes a report in Markdown.

use crate::document::{Document, RichText, Table};
use crate::labels::{Label, LabelId, format_ids};
use crate::report::{Decides, Flip, Odds, Report};
use crate::text::Span;

use super::outline::{CapOutline, MetricOutline, Origin, Outline, ScoreOutline};
use super::words::{decided_by, quote, value};
use super::{CaseReports, subject, title};

type Items = Vec<(usize, RichText)>;

/// Returns the report by one rubric in Markdown, without a final line feed.
pub fn markdown(case: &CaseReports, report: &Report) -> String {
    let mut out = Document::default();
    write(&mut out, case, report);
    out.markdown().trim_end().to_owned()
}

/// Describes a case that was not scored in Markdown: the reason and the location.
pub fn refused(id: &str, reason: &str, place: &str) -> String {
    let mut out = Document::default();
    out.heading(format!("{id}: not scored"));
    out.paragraph(format!("{reason} ({place})"));
    out.markdown().trim_end().to_owned()
}

fn write(out: &mut Document, case: &CaseReports, report: &Report) {
    let Outline { verdict, reasons, odds, metrics, fired, quiet, labels, origin } = Outline::new(report);
    let Origin { signature, judged_by, fallback: _, disputed } = origin;
    let score = verdict.score.map_or_else(String::new, |score| format!(" {}", score.shown()));
    let mean = verdict.mean.map_or_else(String::new, |mean| format!(" (mean {})", mean.shown()));
    out.heading(
        RichText::new()
            .text(format!("{} · {}: ", case.id, title(report.rubric)))
            .strong(verdict.decision.as_str())
            .text(score + &mean),
    );
    out.quote(case.texts.summary);
    let mut items: Items = reasons.into_iter().map(|reason| (0, reason.into())).collect();
    verdict.flips.iter().for_each(|flip| flipped(&mut items, flip));
    odds.iter().for_each(|odds| likely(&mut items, odds));
    out.list(items);
    odds.iter().for_each(|odds| influential(out, &odds.decides));
    scores(out, &metrics);
    ledger(out, report);
    if !report.caps.is_empty() {
        caps(out, &fired, quiet.len());
    }
    notable(out, case, &labels);
    let disputed = disputed.map_or_else(String::new, |disputed| format!(" · {disputed}"));
    let judged_by = format!(" · judged by {judged_by}{disputed}");
    out.paragraph(RichText::new().text("Signature ").code(signature).text(judged_by));
}

fn flipped(items: &mut Items, flip: &Flip) {
    let to = flip.decision().map_or_else(String::new, |decision| format!("To {}: ", decision.as_str()));
    items.push((0, format!("{to}{}", flip.in_words()).into()));
    let changes = flip.changes().iter();
    items.extend(changes.map(|one| (1, format!("{} {}", one.id.shown(), one.in_words()).into())));
}

fn likely(items: &mut Items, odds: &Odds) {
    items.extend(odds.in_words().map(|probabilities| (0, probabilities.into())));
    for (rubric, decision) in &odds.others {
        let words = format!("{} says {}{}", title(rubric), decision.as_str(), odds.likelihood(*decision));
        items.push((0, words.into()));
    }
}

fn influential(out: &mut Document, labels: &[Decides]) {
    let rows = labels.iter().map(|one| {
        let turn = one.turn().map(|(decision, condition)| format!("{} {condition}", decision.as_str()));
        vec![one.id.shown(), format!("{:+.1}", one.surer * 100.0), turn.unwrap_or_default()]
    });
    let heads = ["label", "points of certainty", "turns the verdict"];
    section(out, "Most influential labels", heads, rows.collect());
}

/// Appends a heading and a table, if the table has rows.
fn section<C: Into<RichText>, const N: usize>(
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

fn scores(out: &mut Document, metrics: &[MetricOutline]) {
    let rows = metrics.iter().map(|MetricOutline { metric, score, capped_by }| {
        let (score, raw) = match score {
            Ok(ScoreOutline { score, raw, interval, lower_is_better, .. }) => {
                let lower = if *lower_is_better { " (lower is better)" } else { "" };
                let interval = interval.as_ref().map(|[low, high]| format!(" (interval {low} to {high})"));
                (format!("{score}{}{lower}", interval.unwrap_or_default()), raw.clone())
            }
            Err((what, reason)) => (format!("{what}: {reason}"), String::new()),
        };
        let (key, capped) = (RichText::new().code(metric.key), capped_by.clone().unwrap_or_default());
        vec![key, score.into(), raw.into(), capped.into(), metric.parts_in_words().into()]
    });
    out.subheading("Metrics");
    out.table(Table::new(["metric", "score", "before caps", "capped by", "parts"], 5, rows));
    for MetricOutline { metric, .. } in metrics {
        let notes = metric.notes.iter().map(String::as_str).chain(metric.advice());
        out.list(notes.map(|note| (0, RichText::new().code(metric.key).text(format!(": {note}")))).collect());
    }
}

fn ledger(out: &mut Document, report: &Report) {
    let steps = report.metrics.iter().flat_map(|metric| metric.formulas().map(move |step| (metric, step)));
    let rows = steps.map(|(metric, step)| {
        let mut row: Vec<RichText> = vec![RichText::new().code(metric.key), RichText::new().code(step.name)];
        row.extend([step.formula(), step.with()].map(|formula| RichText::new().code(formula)));
        row.push(step.value.shown().into());
        row
    });
    section(out, "Ledger", ["metric", "step", "formula", "with numbers", "value"], rows.collect());
}

fn caps(out: &mut Document, fired: &[CapOutline], quiet: usize) {
    let rows = fired.iter().map(|CapOutline { cap, head, limits }| {
        let (finding, effect) = (cap.finding().into_owned(), cap.fired.effect().to_owned());
        vec![head.clone(), limits.clone(), finding, effect, format_ids(&cap.because)]
    });
    out.subheading("Caps");
    out.table(Table::new(["cap", "limit", "observed", "effect", "because of"], 5, rows));
    out.paragraph(format!("{quiet} did not fire."));
}

/// Appends the labels that cost points and those set by people.
fn notable(out: &mut Document, case: &CaseReports, labels: &[&(LabelId, Label)]) {
    let rows = labels.iter().map(|(id, label)| {
        let mut text = quote(subject(id.list, label, case.texts));
        if let Some(answer) = &label.answer {
            text.push_str(&format!(" Answer: {}", quote(answer)));
        }
        let why = decided_by(id.list, label).into_iter().chain(label.why.iter().map(|why| quote(why)));
        let passages = |spans: &[Span], text: &str| {
            RichText::lines(spans.iter().filter_map(|span| text.get(span.range())).map(quote))
        };
        vec![
            id.shown().into(),
            value(id.list, label).into(),
            text.into(),
            RichText::lines(why),
            passages(&label.summary, case.texts.summary),
            passages(&label.article, case.texts.article),
        ]
    });
    let heads = ["label", "value", "text", "why", "summary", "article"];
    section(out, "Labels that cost points, or that a person set", heads, rows.collect());
}
