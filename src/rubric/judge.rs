//! From a rubric to a report: the evaluation, and what other readings would have made of it.

use std::sync::Arc;

use crate::labels::{By, Label};
use crate::report::{LabelId, Report};
use crate::rubric::sitting::{Plain, Sitting};
use crate::rubric::{Input, READINGS, Readings, Rubric, RubricEntry};

/// Scores a case by a rubric: evaluation, signature and disputed readings.
pub fn judge(entry: &RubricEntry, rubric: &dyn Rubric, input: &Input, readings: &Readings) -> Report {
    let own = rubric.sit(input, readings);
    let mut sitting: Box<dyn Sitting + '_> =
        own.unwrap_or_else(|| Box::new(Plain { rubric, input, readings: *readings }));
    let mut done = sitting.evaluate();
    done.verdict.flips = sitting.flips(&done);
    let mut signature = format!("{}|version={}", entry.slug, rubric.version());
    let mut disputed = Vec::new();
    for (index, reading) in READINGS.iter().enumerate().filter(|(_, reading)| reading.bears_on(entry.slug)) {
        let mut mattered = false;
        for (value, other) in readings.alternatives(index) {
            let other = sitting.other(&other, &done);
            mattered |= other.differs;
            if other.decision != done.verdict.decision {
                disputed.push(format!("{}={value}", reading.key));
            }
        }
        if mattered {
            signature.push_str(&format!("|{}={}", reading.key, readings.value(index)));
        }
    }
    Report {
        id: input.case.id.clone(),
        rubric: entry.slug,
        signature,
        labels: Arc::new(graded(rubric, input, readings)),
        metrics: done.metrics,
        caps: done.caps,
        verdict: done.verdict,
        disputed,
        odds: sitting.odds(),
    }
}

/// The words at the first place that a label names: in the summary, which is judged, or else in the article.
fn quoted(input: &Input, label: &Label) -> String {
    let there = match (label.summary.first(), label.article.first()) {
        (Some(span), _) => input.summary.raw().get(span.range()),
        (None, Some(span)) => input.article.raw().get(span.range()),
        (None, None) => None,
    };
    there.unwrap_or_default().to_owned()
}

/// Every label of every list that the rubric reads, with the word as this rubric grades it.
fn graded(rubric: &dyn Rubric, input: &Input, readings: &Readings) -> Vec<(LabelId, Label)> {
    let mut out = Vec::new();
    for &list in rubric.lists() {
        let labels = rubric.listed(input.labels, list, readings).unwrap_or_default();
        for (index, label) in labels.iter().enumerate() {
            let mut label = label.clone();
            label.word = rubric.word(&label, readings).or(label.word);
            // Of a measured unit the word shown is the rubric's own.
            if let (By::Engine, Some(chances), Some(word)) = (&label.by, &label.chances, label.word) {
                label.p = Some(chances.shown(list, word));
            }
            // A finding may be given by its place alone; its words are those that stand there.
            if label.text.is_empty() {
                label.text = quoted(input, &label);
            }
            // What the engine would say of a measured unit follows from the measure.
            if matches!(label.by, By::Person(_)) && label.measure.is_some() && label.proposed.is_some() {
                let engine = Label { by: By::Engine, measure: label.measure, ..Label::default() };
                label.proposed = rubric.word(&engine, readings).or(label.proposed);
            }
            out.push((LabelId { list, index }, label));
        }
    }
    out
}
