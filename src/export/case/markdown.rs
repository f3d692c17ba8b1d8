//! A report in Markdown.

use crate::document::{Document, RichText, Table};
use crate::labels::format_ids;
use crate::report::{Better, Decides, Flip, MetricOutcome, Odds, Report, reasons};
use crate::text::Span;

use super::words::{decided_by, quote, value};
use super::{CaseReports, subject, title};

type Items = Vec<(usize, RichText)>;

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
        RichText::new()
            .text(format!("{} · {}: ", case.id, title(report.rubric)))
            .strong(verdict.decision.as_str())
            .text(score + &mean),
    );
    out.quote(case.texts.summary);
    let mut items: Items = reasons::all(report).into_iter().map(|reason| (0, reason.into())).collect();
    verdict.flips.iter().for_each(|flip| flipped(&mut items, flip));
    report.odds.iter().for_each(|one| odds(&mut items, one));
    out.list(items);
    report.odds.iter().for_each(|odds| influential(out, &odds.decides));
    metrics(out, report);
    ledger(out, report);
    caps(out, report);
    labels(out, case, report);
    let disputed = match report.disputed.is_empty() {
        true => String::new(),
        false => format!(" · the verdict differs under {}", report.disputed.join(", ")),
    };
    let judged_by = format!(" · judged by {}{disputed}", report.judges_in_words());
    out.paragraph(RichText::new().text("Signature ").code(&*report.signature).text(judged_by));
}

fn flipped(items: &mut Items, flip: &Flip) {
    let to = flip.decision().map_or_else(String::new, |decision| format!("To {}: ", decision.as_str()));
    items.push((0, format!("{to}{}", flip.in_words()).into()));
    let changes = flip.changes().iter();
    items.extend(changes.map(|one| (1, format!("{} {}", one.id.shown(), one.in_words()).into())));
}

fn odds(items: &mut Items, odds: &Odds) {
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

/// A heading with a table, where the table has rows.
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

fn metrics(out: &mut Document, report: &Report) {
    let rows = report.metrics.iter().map(|metric| {
        let (score, raw) = match &metric.outcome {
            MetricOutcome::Scored { raw, score } => {
                let lower = if metric.better == Better::Lower { " (lower is better)" } else { "" };
                let interval = metric.interval().map_or_else(String::new, |[low, high]| {
                    format!(" (interval {} to {})", low.shown(), high.shown())
                });
                (format!("{}{interval}{lower}", score.shown()), raw.shown())
            }
            MetricOutcome::NotApplicable(reason) => (format!("not applicable: {reason}"), String::new()),
            error => (format!("error: {}", error.reason().unwrap_or_default()), String::new()),
        };
        let capped = reasons::capped_by(report, metric.key).join("; ");
        let key = RichText::new().code(metric.key);
        vec![key, score.into(), raw.into(), capped.into(), metric.parts_in_words().into()]
    });
    out.subheading("Metrics");
    out.table(Table::new(["metric", "score", "before caps", "capped by", "parts"], 5, rows));
    for metric in &report.metrics {
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

fn caps(out: &mut Document, report: &Report) {
    if report.caps.is_empty() {
        return;
    }
    let (fired, quiet) = reasons::groups_by_effect(report);
    let rows = fired.iter().map(|group| {
        let cap = &report.caps[group[0]];
        vec![
            reasons::head(cap),
            reasons::limits(report, group),
            cap.finding().into_owned(),
            cap.fired.effect().to_owned(),
            format_ids(&cap.because),
        ]
    });
    out.subheading("Caps");
    out.table(Table::new(["cap", "limit", "observed", "effect", "because of"], 5, rows));
    out.paragraph(format!("{} did not fire.", quiet.len()));
}

/// The labels that cost points, and those of people.
fn labels(out: &mut Document, case: &CaseReports, report: &Report) {
    let rows = report.notable_labels().map(|(id, label)| {
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
