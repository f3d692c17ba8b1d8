//! What each answer to a disputed unit would do to the verdict and to the scores, all else being as it is settled so far.

use crate::case::Texts;
use crate::engine::{Analysis, Engine, Selection};
use crate::labels::{Entry, LISTS, Label, Labels};
use crate::num::Num;
use crate::report::Decision;
use crate::session::RulingValue;

use super::find::{DisputableUnit, DisputedCase, UnitValue};

/// The verdict and score that an answer would give the case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerResult {
    pub value: UnitValue,
    /// The decision after it.
    pub decision: Decision,
    /// The score after it.
    pub score: Option<f64>,
}

/// The effect of a disputed unit on the verdict.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DisputeEffect {
    /// Whether the verdict does.
    pub turns: bool,
    /// How far apart the scores of the verdict are, in points.
    pub score: f64,
    /// The metric that moves most, and how far, in points.
    pub metric: Option<(&'static str, f64)>,
    /// Of a verdict that annotators differ on: what the labels make of the case as they are settled so far.
    pub settled: Option<(Decision, Option<f64>)>,
    /// What each answer would make of the case, in the order of the answers; empty where it cannot be scored.
    pub outcomes: Vec<AnswerResult>,
}

impl DisputeEffect {
    /// What comes first: what decides the verdict, then what moves its score, then what moves a metric.
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
    /// A weigher by the first rubric that is selected; `None` if none is.
    pub fn new(selection: Selection) -> Option<Weigher> {
        let slug = selection.rubrics().next()?.0.slug;
        Some(Weigher { selection, slug, engine: Engine::default() })
    }

    pub fn rubric(&self) -> &'static str {
        self.slug
    }

    /// The checks that found a mismatch in each disputed unit of a case.
    pub fn checks(&mut self, of: &DisputedCase) -> Vec<Vec<&'static str>> {
        super::checks::checks(of, &mut self.engine, &self.selection)
    }

    /// What hangs on each unit of a case; `None` for those on which annotators agree. `ruled` are the answers that were
    /// decided, `proposals` stand where nobody gave a list.
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
        let effect = |at: usize, unit: &DisputableUnit| {
            if !unit.is_disputed() {
                return None;
            }
            let mut answers = unit.values();
            answers.extend(ruled[at].filter(|value| !answers.contains(value)));
            if unit.list.is_none() {
                let found = analysis.as_ref().and_then(|analysis| {
                    let labels = labels(of, &settled, proposals);
                    self.selection.evaluate(self.slug, &of.case, analysis, &labels)
                });
                let settled =
                    found.map(|found| (found.verdict.decision, found.verdict.score.map(Num::to_f64)));
                return Some(DisputeEffect { turns: true, settled, ..DisputeEffect::default() });
            }
            let Some(analysis) = &analysis else { return Some(DisputeEffect::default()) };
            Some(self.compare(of, &settled, proposals, analysis, at, &answers))
        };
        of.units.iter().enumerate().map(|(at, unit)| effect(at, unit)).collect()
    }

    fn compare(
        &self,
        of: &DisputedCase,
        settled: &[UnitValue],
        proposals: &Labels,
        analysis: &Analysis,
        at: usize,
        answers: &[UnitValue],
    ) -> DisputeEffect {
        let mut effect = DisputeEffect::default();
        let mut metrics: Vec<(&'static str, Ends)> = Vec::new();
        let mut scores = Ends::default();
        for value in answers {
            let mut all = settled.to_vec();
            all[at] = *value;
            let labels = labels(of, &all, proposals);
            let Some(found) = self.selection.evaluate(self.slug, &of.case, analysis, &labels) else {
                continue;
            };
            for metric in &found.metrics {
                let Some(score) = metric.score().map(Num::to_f64) else { continue };
                match metrics.iter_mut().find(|(key, _)| *key == metric.key) {
                    Some((_, ends)) => ends.take(score),
                    None => metrics.push((metric.key, Ends::of(score))),
                }
            }
            let score = found.verdict.score.map(Num::to_f64);
            score.into_iter().for_each(|score| scores.take(score));
            effect.outcomes.push(AnswerResult { value: *value, decision: found.verdict.decision, score });
        }
        effect.turns = effect.outcomes.windows(2).any(|pair| pair[0].decision != pair[1].decision);
        effect.score = scores.apart();
        let most = metrics.into_iter().map(|(key, ends)| (key, ends.apart()));
        effect.metric = most.filter(|(_, points)| *points > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
        effect
    }
}

/// The lowest and the highest of some scores.
#[derive(Clone, Copy, Default)]
struct Ends(Option<(f64, f64)>);

impl Ends {
    fn of(score: f64) -> Ends {
        Ends(Some((score, score)))
    }

    fn take(&mut self, score: f64) {
        let (low, high) = self.0.unwrap_or((score, score));
        self.0 = Some((low.min(score), high.max(score)));
    }

    fn apart(self) -> f64 {
        self.0.map_or(0.0, |(low, high)| high - low)
    }
}

/// What a unit counts as: what was ruled, else what most say, of equally many the first.
fn settled(unit: &DisputableUnit, ruled: Option<UnitValue>) -> UnitValue {
    ruled
        .or_else(|| unit.values().into_iter().next())
        .unwrap_or(UnitValue { answer: RulingValue::Nothing, kind: None })
}

/// The labels of a case where each unit has this answer.
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
