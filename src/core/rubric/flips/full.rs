//! Tries words of labels by evaluating the whole case.

use super::{DecisionCounts, Evaluator, Step};
use crate::labels::{Label, LabelId, LabelValue, Labels, List, Provenance};
use crate::report::{DECISIONS, Decision, FlipDirection};
use crate::rubric::readings::{Choice, choice};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// Evaluates the whole case for each change. This is correct for every rubric, and fast enough for those with
/// few lists.
pub struct FullEvaluator<'a> {
    rubric: &'a dyn Rubric,
    input: Input<'a>,
    readings: Readings,
    /// The labels on which words are tried, cloned on first use.
    labels: Option<Labels>,
}

impl<'a> FullEvaluator<'a> {
    /// An evaluator for a case.
    pub fn new(rubric: &'a dyn Rubric, input: &Input<'a>, readings: &Readings) -> FullEvaluator<'a> {
        FullEvaluator { rubric, input: *input, readings: *readings, labels: None }
    }

    /// Evaluates the case after these changes, without recording.
    pub fn evaluate(&mut self, steps: &[Step]) -> Evaluation {
        if steps.is_empty() {
            return self.rubric.evaluate(&self.input, &self.readings, false);
        }
        let FullEvaluator { rubric, input, readings, labels } = self;
        let labels = labels.get_or_insert_with(|| input.labels.of_lists(rubric.lists()));
        let kept: Vec<Option<Label>> = steps
            .iter()
            .map(|step| place(labels, step.id, readings).map(|label| set(label, step.to)))
            .collect();
        let evaluation = rubric.evaluate(&Input { labels, ..*input }, readings, false);
        for (step, label) in steps.iter().zip(kept).rev() {
            if let (Some(place), Some(label)) = (place(labels, step.id, readings), label) {
                *place = label;
            }
        }
        evaluation
    }
}

/// Returns the label that the rubric reads under this id.
fn place<'l>(labels: &'l mut Labels, id: LabelId, readings: &Readings) -> Option<&'l mut Label> {
    const SPLIT_RAW: Choice = choice("split", "raw");
    let raw = id.list == List::Segments && readings.is(SPLIT_RAW);
    if raw && labels.raw_segments.is_some() {
        return labels.raw_segments.as_mut()?.get_mut(id.index);
    }
    labels.get_mut(id.list)?.get_mut(id.index)
}

/// Sets a word as a person would, and returns the label as it was before.
fn set(label: &mut Label, word: LabelValue) -> Label {
    let before = label.clone();
    label.word = Some(word);
    label.by = Provenance::Person(String::new());
    before
}

impl Evaluator for FullEvaluator<'_> {
    fn count(&mut self, steps: &[Step]) -> DecisionCounts {
        let decision = self.evaluate(steps).verdict.decision;
        DECISIONS.map(|known| usize::from(known == decision))
    }

    fn bound(&mut self, steps: &[Step], _way: FlipDirection, _start: Decision) -> Option<DecisionCounts> {
        // The labels of the rubrics evaluated this way say yes or no, and a yes is never worse.
        Some(self.count(steps))
    }

    fn changes(&self, id: LabelId, to: LabelValue) -> bool {
        let label =
            self.rubric.listed(self.input.labels, id.list, &self.readings).and_then(|all| all.get(id.index));
        label.is_some_and(|label| self.rubric.word(label, &self.readings) != Some(to))
    }

    fn work(&self) -> usize {
        // Cost of the exact arithmetic of one ledger, which hardly depends on the number of labels.
        500
    }
}
