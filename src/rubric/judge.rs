//! From a rubric to a report: the evaluation, and what other readings would have made of it.

use std::sync::Arc;

use crate::labels::{By, Label};
use crate::report::{Fired, LabelId, Outcome, Report};
use crate::rubric::flips::flips;
use crate::rubric::{Evaluation, Input, READINGS, Readings, Rubric, RubricEntry};

/// Scores a case by a rubric: evaluation, signature and disputed readings.
pub fn judge(entry: &RubricEntry, rubric: &dyn Rubric, input: &Input, readings: &Readings) -> Report {
    let mut done = rubric.evaluate(input, readings, true);
    let own = rubric.turns(input, readings, &done);
    done.verdict.flips = own.unwrap_or_else(|| flips(rubric, input, readings, &done));
    let mut signature = format!("{}|version={}", entry.slug, rubric.version());
    let mut disputed = Vec::new();
    for (index, reading) in READINGS.iter().enumerate().filter(|(_, reading)| reading.bears_on(entry.slug)) {
        let mut mattered = false;
        for (value, other) in readings.alternatives(index) {
            let other = rubric.evaluate(input, &other, false);
            mattered |= differs(&done, &other);
            if other.verdict.decision != done.verdict.decision {
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
        odds: rubric.odds(input, readings),
    }
}

/// Whether two evaluations differ in a score, a cap's state, or the decision.
fn differs(a: &Evaluation, b: &Evaluation) -> bool {
    let outcomes = a.metrics.iter().zip(&b.metrics).any(|(a, b)| match (&a.outcome, &b.outcome) {
        (Outcome::Scored { .. }, Outcome::Scored { .. }) => a.score() != b.score() || a.raw() != b.raw(),
        (a, b) => std::mem::discriminant(a) != std::mem::discriminant(b),
    });
    let state = |fired: &Fired| match fired {
        Fired::Yes { .. } => 2,
        Fired::No => 1,
        Fired::Unknown(_) => 0,
    };
    // A row that only one of them has matters where it fired.
    let fires = |evaluation: &Evaluation, other: &Evaluation| {
        evaluation.caps.iter().any(|cap| {
            let twin = other.caps.iter().find(|twin| twin.slug == cap.slug && twin.metric == cap.metric);
            match twin {
                Some(twin) => state(&twin.fired) != state(&cap.fired),
                None => state(&cap.fired) == 2,
            }
        })
    };
    outcomes || a.verdict.decision != b.verdict.decision || fires(a, b) || fires(b, a)
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
