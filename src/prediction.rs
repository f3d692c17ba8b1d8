//! Predictions of a person about a case before its report is shown, and their comparison with the report.

use crate::labels::{LabelId, LabelValue};
use crate::num::Num;
use crate::report::{DECISIONS, Decision, Fired, Metric, Report};

/// The question that a prediction answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PredictionTarget {
    /// The score of a metric, by its key.
    Score(&'static str),
    Verdict,
    /// Whether a cap fires, by its slug.
    Cap(&'static str),
    /// The value of a label, with a text by which to recognise the label.
    Label(LabelId, String),
    /// The place where a summary was spoilt.
    Where(SpoiltPlaces),
}

/// The candidate places where a summary may have been spoilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpoiltPlaces {
    pub sentences: Vec<String>,
    /// The true places; each of them is a right answer.
    pub truth: Vec<Spoilt>,
}

/// A place where a summary was spoilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoilt {
    /// A sentence, by index.
    Sentence(usize),
    /// A removed sentence.
    Missing,
    Nowhere,
}

/// An answer to a question, by a person or from the report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PredictedValue {
    Score(Num),
    Verdict(Decision),
    Cap(bool),
    Label(LabelValue),
    Where(Spoilt),
}

/// A question and its answer, if given.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub asked: PredictionTarget,
    pub answer: Option<PredictedValue>,
}

/// A person's predictions for a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prediction {
    /// The questions.
    pub rows: Vec<Row>,
}

/// A question with the person's answer and the true one.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedPrediction {
    pub asked: PredictionTarget,
    pub answer: Option<PredictedValue>,
    /// The true value; `None` if there is none, such as a score that is not applicable.
    pub truth: Option<PredictedValue>,
    /// Whether the answer is right.
    pub right: bool,
}

/// A predicted score that its metric cannot have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{metric} cannot be {score}: it is a number {range}")]
pub struct OutOfRange {
    metric: &'static str,
    /// The score and the range, in words.
    score: String,
    range: String,
}

/// Returns a metric's range in words: "from 0 to 10".
pub fn range_in_words([low, high]: &[Num; 2]) -> String {
    if high.to_f64().is_finite() { format!("from {low} to {high}") } else { format!("from {low}") }
}

/// Fails if a metric of a report cannot have this score.
///
/// # Errors
/// If the score is outside the metric's range.
pub fn in_range(report: &Report, metric: &str, score: Num) -> Result<(), OutOfRange> {
    let Some(metric) = report.metric(metric) else { return Ok(()) };
    let [low, high] = metric.range;
    if score >= low && score <= high {
        return Ok(());
    }
    let range = range_in_words(&metric.range);
    Err(OutOfRange { metric: metric.key, score: score.shown(), range })
}

/// Largest error of a predicted score that counts as right, as a fraction of the metric's range.
pub const CLOSE: (usize, usize) = (1, 40);

impl Prediction {
    /// Creates a prediction without answers.
    pub fn of(asked: impl IntoIterator<Item = PredictionTarget>) -> Prediction {
        Prediction { rows: asked.into_iter().map(|asked| Row { asked, answer: None }).collect() }
    }

    /// Creates the questions about every score of a report and its verdict. Metrics without a score are
    /// left out, since the reason for that is the content of the case and not a rule.
    pub fn about(report: &Report) -> Prediction {
        let scored = report.metrics.iter().filter(|metric| metric.score().is_some());
        let scores = scored.map(|metric| PredictionTarget::Score(metric.key));
        Prediction::of(scores.chain([PredictionTarget::Verdict]))
    }

    /// Returns whether every question has an answer.
    pub fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.answer.is_some())
    }

    pub fn labels(&self) -> Vec<(LabelId, LabelValue)> {
        let label = |row: &Row| match (&row.asked, row.answer) {
            (PredictionTarget::Label(id, _), Some(PredictedValue::Label(word))) => Some((*id, word)),
            _ => None,
        };
        self.rows.iter().filter_map(label).collect()
    }

    /// Returns each question with the answer and the true value.
    pub fn compared(&self, report: &Report) -> Vec<CheckedPrediction> {
        let compare = |row: &Row| {
            let truth = truth(&row.asked, report);
            let right = match (row.answer, truth, &row.asked) {
                (
                    Some(PredictedValue::Score(answer)),
                    Some(PredictedValue::Score(truth)),
                    PredictionTarget::Score(key),
                ) => report.metric(key).is_some_and(|metric| is_close(metric, answer, truth)),
                (Some(PredictedValue::Where(place)), _, PredictionTarget::Where(places)) => {
                    places.truth.contains(&place)
                }
                (answer, truth, _) => answer.is_some() && answer == truth,
            };
            CheckedPrediction { asked: row.asked.clone(), answer: row.answer, truth, right }
        };
        self.rows.iter().map(compare).collect()
    }
}

/// Returns the true answer to a question, from a report.
pub fn truth(asked: &PredictionTarget, report: &Report) -> Option<PredictedValue> {
    match asked {
        PredictionTarget::Score(key) => report.metric(key)?.score().map(PredictedValue::Score),
        PredictionTarget::Verdict => Some(PredictedValue::Verdict(report.verdict.decision)),
        PredictionTarget::Cap(slug) => {
            let mut rows = report.caps.iter().filter(|cap| cap.slug == *slug).peekable();
            rows.peek()?;
            Some(PredictedValue::Cap(rows.any(|cap| matches!(cap.fired, Fired::Yes { .. }))))
        }
        PredictionTarget::Label(id, _) => report.label(*id)?.word.map(PredictedValue::Label),
        PredictionTarget::Where(places) => places.truth.first().copied().map(PredictedValue::Where),
    }
}

/// Returns the probability of guessing the right answer to a question.
pub fn chance(asked: &PredictionTarget) -> f64 {
    match asked {
        // Twice the tolerance.
        PredictionTarget::Score(_) => 2.0 * CLOSE.0 as f64 / CLOSE.1 as f64,
        PredictionTarget::Verdict => 1.0 / DECISIONS.len() as f64,
        PredictionTarget::Cap(_) => 0.5,
        PredictionTarget::Label(id, _) => 1.0 / id.list.spec().words.len().max(1) as f64,
        PredictionTarget::Where(places) => places.truth.len() as f64 / (places.sentences.len() + 2) as f64,
    }
}

/// Returns whether two scores of a metric count as equal. If the metric's range is unbounded, the
/// displayed scores must be identical.
pub fn is_close(metric: &Metric, one: Num, other: Num) -> bool {
    let far = if one > other { one - other } else { other - one };
    let [low, high] = metric.range;
    let room = (high - low) * Num::ratio(CLOSE.0, CLOSE.1);
    one.shown() == other.shown() || (room.to_f64().is_finite() && far <= room)
}

/// How a predicted score departs from the ledger of its metric.
#[derive(Clone, Debug, PartialEq)]
pub enum Divergence {
    /// The prediction is the score before caps: this cap was forgotten.
    Cap(&'static str),
    /// The prediction is the value of this step, by index: the following steps were forgotten.
    Step(usize),
    /// The index and value of the first step that differs when the person's own labels are scored.
    Differs(usize, Num),
    Unknown,
}

/// Finds how a predicted score departs from the ledger of a metric. `mine` is the metric under the labels
/// that the person predicted, if any.
pub fn parting(report: &Report, metric: &Metric, answer: Num, mine: Option<&Metric>) -> Divergence {
    if let Some(at) = mine.and_then(|mine| first_difference(mine, metric)) {
        let value = mine.and_then(|mine| mine.steps.get(at)).map_or(answer, |step| step.value);
        return Divergence::Differs(at, value);
    }
    let (Some(raw), Some(score)) = (metric.raw(), metric.score()) else { return Divergence::Unknown };
    if raw != score && is_close(metric, answer, raw) {
        let binding = report.caps.iter().find(|cap| cap.is_on(metric.key) && cap.is_binding());
        if let Some(cap) = binding {
            return Divergence::Cap(cap.slug);
        }
    }
    // The last step is the score itself, so it is not compared.
    let steps = metric.steps.len().saturating_sub(1);
    let same = |at: &usize| metric.steps[*at].value.shown() == answer.shown();
    (0..steps).rev().find(same).map_or(Divergence::Unknown, Divergence::Step)
}

/// Returns the index of the first step at which two ledgers of a metric differ.
pub fn first_difference(one: &Metric, other: &Metric) -> Option<usize> {
    let differs =
        |(a, b): (&crate::ledger::Step, &crate::ledger::Step)| a.name != b.name || a.value != b.value;
    let within = one.steps.iter().zip(&other.steps).position(differs);
    within.or_else(|| (one.steps.len() != other.steps.len()).then(|| one.steps.len().min(other.steps.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, Selection};
    use crate::labels::{Entry, List};
    use crate::rubric::Readings;

    const ARTICLE: &str =
        "The council approved the budget on Tuesday, by 7 votes to 2. Mayor Lee praised the vote.";

    /// Returns the Twin-Lock report on a summary whose first claim has this value.
    fn report(word: LabelValue) -> Report {
        let selection = Selection::shipped(&["twin-lock"], Readings::default());
        let texts =
            crate::case::Texts { article: ARTICLE, summary: "The council approved the budget on Tuesday." };
        let case = crate::case::Case::default();
        let analysis = Engine::default().analyse(&case, texts, selection.wanted());
        let mut labels = (*analysis.proposals).clone();
        let Entry::Given(mut claims) = labels.entry(List::Claims).clone() else { panic!("there are claims") };
        claims[0].word = Some(word);
        (claims[0].measure, claims[0].chances) = (None, None);
        labels.set(List::Claims, Entry::Given(claims));
        selection.judge(&case, &analysis, &labels).pop().unwrap()
    }

    #[test]
    fn answers_are_compared_with_the_report() {
        let report = report(LabelValue::Unsupported);
        let mut prediction = Prediction::about(&report);
        let claim = LabelId { list: List::Claims, index: 0 };
        for asked in [
            PredictionTarget::Cap("extraneous_claim"),
            PredictionTarget::Cap("no_such"),
            PredictionTarget::Label(claim, "c".into()),
        ] {
            prediction.rows.push(Row { asked, answer: None });
        }
        assert!(!prediction.is_complete());
        assert!(prediction.compared(&report).iter().all(|row| !row.right), "nothing was answered");
        for row in &mut prediction.rows {
            row.answer = truth(&row.asked, &report);
        }
        let compared = prediction.compared(&report);
        for row in &compared {
            assert_eq!(row.right, row.asked != PredictionTarget::Cap("no_such"), "{row:?}");
        }
        assert_eq!(prediction.labels(), [(claim, LabelValue::Unsupported)]);
        let truth = report.metric("hallucination").unwrap().score().unwrap();
        // With a range of ten, an error of a quarter of a point counts as right, a larger one does not.
        for (off, right) in [(Num::ratio(1, 4), true), (Num::ratio(3, 10), false)] {
            for row in &mut prediction.rows {
                if row.asked == PredictionTarget::Score("hallucination") {
                    row.answer = Some(PredictedValue::Score(truth + off));
                }
            }
            let row = &prediction.compared(&report)[..];
            let found = row.iter().find(|row| row.asked == PredictionTarget::Score("hallucination")).unwrap();
            assert_eq!(found.right, right, "{off}");
        }
    }

    #[test]
    fn a_score_outside_the_range_of_its_metric_is_refused() {
        let report = report(LabelValue::Supported);
        let check = |score| in_range(&report, "coverage", score).map_err(|error| error.to_string());
        assert_eq!([check(Num::ZERO), check(Num::int(10))], [Ok(()), Ok(())]);
        assert_eq!(check(Num::int(11)).unwrap_err(), "coverage cannot be 11.00: it is a number from 0 to 10");
        assert!(check(Num::decimal(-0.5)).is_err());
    }

    #[test]
    fn a_cap_that_was_left_out_is_where_it_parts() {
        let report = report(LabelValue::Unsupported);
        let capped = report.metrics.iter().find(|metric| metric.raw() != metric.score()).unwrap();
        let parted = parting(&report, capped, capped.raw().unwrap(), None);
        assert!(matches!(parted, Divergence::Cap(_)), "{parted:?}");
        let step = capped.steps.iter().position(|step| Some(step.value) != capped.raw()).unwrap();
        let parted = parting(&report, capped, capped.steps[step].value, None);
        assert!(matches!(parted, Divergence::Step(_) | Divergence::Cap(_)), "{parted:?}");
        assert_eq!(parting(&report, capped, Num::ZERO - Num::ratio(7, 3), None), Divergence::Unknown);
    }

    #[test]
    fn two_ledgers_part_at_the_first_step_that_differs() {
        let (one, other) = (report(LabelValue::Supported), report(LabelValue::Unsupported));
        let key = "hallucination";
        let (mine, truth) = (one.metric(key).unwrap(), other.metric(key).unwrap());
        let at = first_difference(mine, truth).unwrap();
        assert!(mine.steps[..at].iter().zip(&truth.steps).all(|(a, b)| a.value == b.value));
        assert_ne!(mine.steps[at].value, truth.steps[at].value);
        assert_eq!(first_difference(mine, mine), None);
        let parted = parting(&other, truth, Num::int(10), Some(mine));
        assert_eq!(parted, Divergence::Differs(at, mine.steps[at].value));
    }
}
