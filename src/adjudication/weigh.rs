//! Computes what each answer to a disputed unit would do to the verdict and the scores, with all other
//! units as settled so far.

use indexmap::IndexMap;

use crate::case::Texts;
use crate::engine::{Engine, Selection};
use crate::labels::{Entry, LISTS, Label, Labels};
use crate::num::Num;
use crate::report::Decision;
use crate::session::RulingValue;

use super::find::{DisputableUnit, DisputedCase, UnitValue};

/// The verdict and score of the case under one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerResult {
    pub value: UnitValue,
    /// The decision under this answer.
    pub decision: Decision,
    /// The score under this answer.
    pub score: Option<f64>,
}

/// The effect of a disputed unit on the verdict.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DisputeEffect {
    /// Whether the verdict depends on the answer.
    pub turns: bool,
    /// Difference between the highest and lowest verdict score over the answers, in points.
    pub score: f64,
    /// The metric with the largest such difference, and the difference in points.
    pub metric: Option<(&'static str, f64)>,
    /// For a disputed verdict: the decision and score that follow from the labels as settled so far.
    pub settled: Option<(Decision, Option<f64>)>,
    /// The result under each answer, in the order of the answers; empty if the case cannot be scored.
    pub outcomes: Vec<AnswerResult>,
}

impl DisputeEffect {
    /// Returns the sort key: whether the verdict changes, then the change of its score, then that of a
    /// metric.
    pub fn order(&self) -> (bool, f64, f64) {
        (self.turns, self.score, self.metric.map_or(0.0, |(_, points)| points))
    }
}

/// Scores cases by the first rubric of a selection.
pub struct Weigher {
    selection: Selection,
    slug: &'static str,
    engine: Engine,
}

impl Weigher {
    /// Creates a weigher with the first selected rubric; `None` if no rubric is selected.
    pub fn new(selection: Selection) -> Option<Weigher> {
        let slug = selection.rubrics().next()?.0.slug;
        Some(Weigher { selection, slug, engine: Engine::default() })
    }

    pub fn rubric(&self) -> &'static str {
        self.slug
    }

    /// Returns the checks that found a mismatch in each disputed unit of a case.
    pub fn checks(&mut self, of: &DisputedCase) -> Vec<Vec<&'static str>> {
        super::checks::checks(of, &mut self.engine, &self.selection)
    }

    /// Returns the effect of each unit of a case; `None` for units on which the annotators agree. `ruled`
    /// are the rulings; `proposals` supply the lists that nobody gave.
    pub fn weigh(
        &mut self,
        of: &DisputedCase,
        ruled: &[Option<UnitValue>],
        proposals: &Labels,
    ) -> Vec<Option<DisputeEffect>> {
        let texts = Texts::of(&of.case);
        let analysis =
            texts.empty().is_none().then(|| self.engine.read(&of.case, texts, self.selection.wanted()));
        let settled: Vec<UnitValue> =
            of.units.iter().zip(ruled).map(|(unit, ruled)| settled(unit, *ruled)).collect();
        let evaluate = |answers: &[UnitValue]| {
            let labels = labels(of, answers, proposals);
            self.selection.evaluate(self.slug, &of.case, analysis.as_ref()?, &labels)
        };
        let effect = |at: usize, unit: &DisputableUnit| {
            if !unit.is_disputed() {
                return None;
            }
            let mut answers = unit.values();
            answers.extend(ruled[at].filter(|value| !answers.contains(value)));
            if unit.list.is_none() {
                let settled = evaluate(&settled)
                    .map(|found| (found.verdict.decision, found.verdict.score.map(Num::to_f64)));
                return Some(DisputeEffect { turns: true, settled, ..DisputeEffect::default() });
            }
            let outcomes = answers.into_iter().filter_map(|value| {
                let mut all = settled.clone();
                all[at] = value;
                let found = evaluate(&all)?;
                let scores =
                    found.metrics.iter().filter_map(|metric| Some((metric.key, metric.score()?.to_f64())));
                let (decision, score) = (found.verdict.decision, found.verdict.score.map(Num::to_f64));
                Some((AnswerResult { value, decision, score }, scores.collect()))
            });
            Some(compare(outcomes))
        };
        of.units.iter().enumerate().map(|(at, unit)| effect(at, unit)).collect()
    }
}

/// Compares the results of the answers to a unit, each given with the score of every metric.
fn compare(results: impl Iterator<Item = (AnswerResult, Vec<(&'static str, f64)>)>) -> DisputeEffect {
    let mut effect = DisputeEffect::default();
    let mut metrics: IndexMap<&'static str, Ends> = IndexMap::new();
    let mut scores = Ends::default();
    for (result, of_metrics) in results {
        for (key, score) in of_metrics {
            metrics.entry(key).or_default().take(score);
        }
        result.score.into_iter().for_each(|score| scores.take(score));
        effect.outcomes.push(result);
    }
    effect.turns = effect.outcomes.windows(2).any(|pair| pair[0].decision != pair[1].decision);
    effect.score = scores.apart();
    let most = metrics.into_iter().map(|(key, ends)| (key, ends.apart()));
    effect.metric = most.filter(|(_, points)| *points > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
    effect
}

/// The lowest and highest of a set of scores.
#[derive(Clone, Copy, Default)]
struct Ends(Option<(f64, f64)>);

impl Ends {
    fn take(&mut self, score: f64) {
        let (low, high) = self.0.unwrap_or((score, score));
        self.0 = Some((low.min(score), high.max(score)));
    }

    fn apart(self) -> f64 {
        self.0.map_or(0.0, |(low, high)| high - low)
    }
}

/// Returns the ruling or else the most frequent answer; on a tie, the first of these.
fn settled(unit: &DisputableUnit, ruled: Option<UnitValue>) -> UnitValue {
    ruled
        .or_else(|| unit.values().into_iter().next())
        .unwrap_or(UnitValue { answer: RulingValue::Nothing, kind: None })
}

/// Returns the labels of a case in which each unit has the given answer.
fn labels(of: &DisputedCase, answers: &[UnitValue], proposals: &Labels) -> Labels {
    let mut labels = proposals.clone();
    for spec in &LISTS {
        let units = || of.units.iter().zip(answers).filter(|(unit, _)| unit.list == Some(spec.list));
        if units().next().is_some() {
            let own: Vec<Label> = units().filter_map(|(unit, value)| unit.with(*value)).collect();
            labels.set(spec.list, Entry::Given(own));
        }
    }
    labels
}
