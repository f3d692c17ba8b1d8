//! Writes an audit as JSON and as text.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::{Audit, MetricComparison};
use crate::num::{Num, two_decimals};
use crate::text::visible::{Shape, visible};

/// The name of the format.
pub const SCHEMA: &str = "lockbench.audit/1";

/// Converts the audit to the object of the file format.
pub fn to_value(audit: &Audit) -> Value {
    let metrics: Map<String, Value> =
        audit.metrics.iter().map(|metric| (metric.key.to_owned(), compared(metric))).collect();
    let verdict = &audit.report.verdict;
    json!({
        "schema": SCHEMA,
        "id": audit.id,
        "by": audit.by,
        "rubric": audit.rubric,
        "signature": audit.report.signature,
        "metrics": metrics,
        "broken": audit.broken,
        "verdict": {"decision": verdict.decision.as_str(), "score": verdict.score, "mean": verdict.mean},
        "notes": audit.notes,
    })
}

fn compared(metric: &MetricComparison) -> Value {
    let (raw, score) = match &metric.right {
        Ok([raw, score]) => (Some(Num::decimal(*raw)), Some(Num::decimal(*score))),
        Err(_) => (None, None),
    };
    let mut object = json!({
        "stated": metric.stated.map(Num::decimal), "raw": raw, "score": score, "agrees": metric.agrees
    });
    if let Err(reason) = &metric.right {
        object["reason"] = Value::from(reason.to_string());
    }
    if let Some(error) = &metric.error {
        object["error"] = Value::from(error.as_str());
    }
    object
}

/// Formats the audit as text, without a final newline.
pub fn text(audit: &Audit) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(&mut out, audit);
    out.truncate(out.trim_end().len());
    out
}

/// Puts a text of a judgement on one line.
fn inline(text: &str) -> String {
    visible(&text.replace('\n', " "), Shape::Line).into_owned()
}

fn write_text(out: &mut String, audit: &Audit) -> std::fmt::Result {
    let count = match audit.broken.len() {
        0 => "no rule broken".to_owned(),
        1 => "1 rule broken".to_owned(),
        more => format!("{more} rules broken"),
    };
    writeln!(out, "{} · {} by {}: {count}", inline(&audit.id), audit.rubric, inline(&audit.by))?;
    let mut reported = Vec::new();
    for broken in &audit.broken {
        let place = broken.metric.unwrap_or("all");
        writeln!(out, "  {:<19} {:<14} {}", broken.rule.as_str(), place, inline(&broken.message))?;
        for step in &broken.steps {
            // The same step of a metric is reported only once.
            if reported.contains(&(broken.metric, step.name)) {
                continue;
            }
            reported.push((broken.metric, step.name));
            writeln!(
                out,
                "{:37}{} = {} = {} = {}",
                "",
                step.name,
                step.formula,
                step.with,
                step.value.shown()
            )?;
        }
        if !broken.readings.is_empty() {
            writeln!(out, "{:37}right under {}", "", inline(&broken.readings.join(" or ")))?;
        }
    }
    writeln!(out, "\n  {:<14} {:>8} {:>8}", "metric", "stated", "right")?;
    for metric in &audit.metrics {
        let stated = metric.stated.map_or_else(|| "-".to_owned(), two_decimals);
        let (right, why) = match &metric.right {
            Ok([raw, score]) if raw != score => (two_decimals(*score), format!("raw {}", two_decimals(*raw))),
            Ok([_, score]) => (two_decimals(*score), String::new()),
            Err(reason) => ("-".to_owned(), inline(&reason.to_string())),
        };
        let mark = if metric.agrees { "agrees" } else { "differs" };
        let row = format!("  {:<14} {stated:>8} {right:>8}  {mark:<8}{why}", metric.key);
        writeln!(out, "{}", row.trim_end())?;
    }
    for note in &audit.notes {
        writeln!(out, "  note: {}", inline(note))?;
    }
    Ok(())
}
