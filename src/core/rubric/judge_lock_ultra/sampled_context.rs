//! Converts the samples to metrics, caps and a verdict.

use super::run::{Row, SampleRun, interchangeable};
use super::{Sampled, Sampling, part};
use crate::labels::{Label, LabelId, List, Provenance};
use crate::ledger::Ledger;
use crate::num::Num;
use crate::report::{
    Bound, Cap, Decision, Fired, Metric, MetricOutcome, Observation, Reason, ReasonKind, Verdict,
    percent_in_words,
};
use crate::rubric::Input;
use crate::rubric::locks::cap_explainer::reason_of_samples;
use crate::rubric::locks::fast_evaluator::place_of;
use crate::rubric::locks::formulas::ListFormula;
use crate::rubric::locks::predicate::{Operand, Predicate};
use crate::rubric::locks::rules::{Headline, Target};
use crate::rubric::locks::verdict::weighted_mean;

/// A value that is shown with a metric's score.
#[derive(Clone, Copy)]
enum MetricDetail {
    Part(ListFormula),
    /// The harmonic mean of precision and recall.
    F1,
    /// Number of deviations with the severity of this index.
    Deviations(usize),
}

/// A detail's name, the name of its sum in the ledger, and the detail.
type DetailRow = (&'static str, &'static str, MetricDetail);

const PARTS: [&[DetailRow]; 5] = [
    &[
        ("precision", "sum_of_precision", MetricDetail::Part(ListFormula::Precision)),
        ("recall", "sum_of_recall", MetricDetail::Part(ListFormula::Recall)),
        ("f1", "sum_of_f1", MetricDetail::F1),
        ("qag", "sum_of_qag", MetricDetail::Part(ListFormula::Qag)),
    ],
    &[
        ("mild", "sum_of_mild", MetricDetail::Deviations(0)),
        ("moderate", "sum_of_moderate", MetricDetail::Deviations(1)),
        ("severe", "sum_of_severe", MetricDetail::Deviations(2)),
    ],
    &[
        ("u", "sum_of_u", MetricDetail::Part(ListFormula::U)),
        ("base", "sum_of_base", MetricDetail::Part(ListFormula::Base)),
        ("qag_precision", "sum_of_qag_precision", MetricDetail::Part(ListFormula::QagPrecision)),
    ],
    &[
        ("overlap", "sum_of_overlap", MetricDetail::Part(ListFormula::Overlap)),
        ("qag", "sum_of_qag", MetricDetail::Part(ListFormula::Qag)),
    ],
    &[
        ("bias", "sum_of_bias", MetricDetail::Part(ListFormula::Bias)),
        ("tox", "sum_of_tox", MetricDetail::Part(ListFormula::Tox)),
    ],
];

/// Sum of a detail over the samples.
fn sum_of(sampled: &Sampled, shown: MetricDetail) -> f64 {
    let Sampled { run, drawn, .. } = sampled;
    let counts = drawn.of(List::Deviations);
    match shown {
        MetricDetail::Part(part) => run.part(drawn, part),
        MetricDetail::F1 => run.f1(drawn),
        MetricDetail::Deviations(place) => {
            (0..run.draws).map(|draw| counts.different[counts.id(draw)].at(place) as f64).sum()
        }
    }
}

/// Adds the interval of its score to the parts of a metric.
pub fn with_interval(mut metric: Metric, low: Num, high: Num) -> Metric {
    metric.parts.extend([part("low", low), part("high", high)]);
    metric
}

/// Replaces the scores of a metric by their expected values, and records the sums from which these are
/// computed.
pub fn expected(
    place: usize,
    metric: Metric,
    sampled: &Sampled,
    sampling: &Sampling,
    record: bool,
) -> Metric {
    let run = &sampled.run;
    let [raw_sum, score_sum] = run.sums(place);
    let draws = Num::count(run.draws);
    let (raw, score) = (raw_sum / draws, score_sum / draws);
    let outcome = MetricOutcome::Scored { raw, score };
    if !record {
        return Metric { outcome, ..metric };
    }
    let mut ledger = Ledger::new(true);
    let mut parts: Vec<_> = metric.parts.iter().filter(|(name, _)| *name == "tone").cloned().collect();
    let mut step = |name: &'static str, of: &'static str, sum: Num| {
        let mean = ledger.input(of, sum) / ledger.input("samples", draws);
        ledger.step(name, &mean).value()
    };
    for (name, of, which) in PARTS[place] {
        let value = step(name, of, SampleRun::sum(sum_of(sampled, *which)));
        parts.push(part(name, value));
    }
    step("score_after_caps", "sum_after_caps", score_sum);
    step("score", "sum_of_scores", raw_sum);
    let shares = [sampling.low, sampling.high].map(Num::to_f64);
    let [low, high] = run.interval(place, shares).map(Num::Real);
    let metric = Metric { outcome, parts, steps: ledger.into_steps(), ..metric };
    // A rare outcome may pull the mean out of the interval of the others.
    with_interval(metric, low.min(score), high.max(score))
}

/// Everything needed to explain caps and the verdict.
pub struct SampledContext<'a> {
    pub input: &'a Input<'a>,
    pub sampled: &'a Sampled<'a>,
    pub sampling: &'a Sampling,
    pub certain: bool,
    pub record: bool,
}

impl SampledContext<'_> {
    /// Returns every cap with the probability that it fires.
    pub fn caps(&self, caps: Vec<Cap>) -> Vec<Cap> {
        caps.into_iter().zip(&self.sampled.plain.rows).map(|(cap, row)| self.cap(row, cap)).collect()
    }

    fn cap(&self, row: &Row, cap: Cap) -> Cap {
        let Sampled { run, plain, drawn, .. } = self.sampled;
        if matches!(cap.fired, Fired::Unknown(_)) {
            return cap;
        }
        if self.certain {
            let p = f64::from(u8::from(matches!(cap.fired, Fired::Yes { .. })));
            return Cap { p: Some(p), ..cap };
        }
        let p = run.fires(plain, row);
        let fires = |row: &Row| run.fires(plain, row) * 2.0 > 1.0;
        if !self.record {
            let fired = if fires(row) { Fired::Yes { binding: false, shared: false } } else { Fired::No };
            return Cap { p: Some(p), fired, ..cap };
        }
        let fired = if fires(row) {
            let binding = run.binds(plain, drawn, row, 0..run.draws);
            let twins = plain.rows.iter().filter(|other| interchangeable(row, other) && fires(other));
            Fired::Yes { binding, shared: binding && twins.count() > 1 }
        } else {
            Fired::No
        };
        let scored = cap.before.is_some();
        let [before, after] = self.around(row);
        Cap {
            p: Some(p),
            observed: Observation { share: Some(p), ..cap.observed },
            before: scored.then_some(before),
            after: scored.then_some(after),
            because: if fires(row) { self.because(row).unwrap_or(cap.because) } else { Vec::new() },
            distance: String::new(),
            fired,
            ..cap
        }
    }

    /// The mean of a cap's target, without any cap and under this one alone.
    fn around(&self, row: &Row) -> [Num; 2] {
        let Sampled { run, plain, drawn, .. } = self.sampled;
        let value = |draw: usize| match row.target {
            Target::Bias => run.value(drawn, ListFormula::Bias, draw).unwrap_or_default(),
            Target::Tox => run.value(drawn, ListFormula::Tox, draw).unwrap_or_default(),
            target => run.raw[place_of(target)][draw],
        };
        let capped = |draw: usize| match (plain.fires(row, run.fired(draw)), row.fixed) {
            (Some(true), true) => row.limit,
            (Some(true), false) => value(draw).min(row.limit),
            _ => value(draw),
        };
        let mean = |each: &dyn Fn(usize) -> f64| {
            SampleRun::sum((0..run.draws).map(each).sum()) / Num::count(run.draws)
        };
        let before = mean(&value);
        [before, if run.fires(plain, row) > 0.0 { mean(&capped) } else { before }]
    }

    /// The labels that make a cap likely to fire.
    fn because(&self, row: &Row) -> Option<Vec<LabelId>> {
        let predicate: &Predicate = self.sampled.plain.looks_at(row)?;
        Some(self.likely(predicate.list()?, &predicate.places()))
    }

    /// The labels of a list that are likely enough to have one of the words with these indices.
    fn likely(&self, list: List, places: &[usize]) -> Vec<LabelId> {
        let words = list.spec().words;
        let p = |label: &Label| match (&label.by, label.chances) {
            (Provenance::Engine, Some(chances)) => places.iter().map(|place| chances.at(*place)).sum(),
            _ => f64::from(u8::from(places.iter().any(|place| label.word == Some(words[*place])))),
        };
        let from = self.sampling.told_from.to_f64();
        let labels = self.input.labels.get(list).unwrap_or_default().iter().enumerate();
        labels.filter(|(_, label)| p(label) >= from).map(|(index, _)| LabelId { list, index }).collect()
    }

    /// The decision with its reasons.
    pub fn verdict(&self, hard: Verdict, metrics: &[Metric], caps: &[Cap]) -> Verdict {
        if self.certain || hard.decision == Decision::Error {
            return hard;
        }
        let run = &self.sampled.run;
        let compose = &self.sampled.plain.lock.rules.compose;
        let weighted = |metric: &Metric| Some((metric.score()?, compose.weight(metric.key)));
        let scores: Vec<(Num, Num)> = metrics.iter().filter_map(weighted).collect();
        let average = (!scores.is_empty()).then(|| weighted_mean(&scores));
        let least = match compose.headline {
            Headline::Least => scores.iter().map(|(score, _)| *score).reduce(Num::min),
            Headline::Mean => average,
        };
        if hard.decision == Decision::Incomplete {
            let lacks = |reason: &Reason| matches!(reason.about, ReasonKind::NotApplicable { .. });
            let because = hard.because.into_iter().filter(lacks).collect();
            return Verdict { score: least, mean: average, because, ..hard };
        }
        let decision = run.decision();
        let because = if self.record { self.reasons(decision, metrics, caps) } else { Vec::new() };
        Verdict { decision, score: least, mean: average, because, ..hard }
    }

    fn reasons(&self, decision: Decision, metrics: &[Metric], caps: &[Cap]) -> Vec<Reason> {
        let run = &self.sampled.run;
        let policy = &self.sampled.plain.lock.rules.verdict;
        let mut because = Vec::new();
        let share = |of: &dyn Fn(usize) -> bool| {
            (0..run.draws).filter(|draw| of(*draw)).count() as f64 / run.draws as f64
        };
        let mut add = |p: f64, what: ReasonKind| {
            if p >= self.sampling.told_from.to_f64() {
                because.push(what.in_samples(p));
            }
        };
        if decision == Decision::Fail {
            for (at, fails) in self.sampled.plain.lock.fails.iter().enumerate() {
                let ids = match (&fails.looks, fails.list()) {
                    (Operand::Words(..), Some(list)) => self.likely(list, &fails.places()),
                    _ => Vec::new(),
                };
                let p = share(&|draw| run.grounds[draw] >> at & 1 == 1);
                add(p, reason_of_samples(fails, ids));
            }
        }
        if decision == Decision::Warn && policy.warn_on_caps {
            for cap in caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. })) {
                let observed = cap.observed.to_string();
                add(cap.p.unwrap_or(0.0), ReasonKind::Cap { slug: cap.slug, metric: cap.metric, observed });
            }
        }
        let (level, bound) = match decision {
            Decision::Fail => (policy.fail_at_most.to_f64(), Bound::AtOrBelow(policy.fail_at_most)),
            _ => (policy.warn_below.to_f64(), Bound::Below(policy.warn_below)),
        };
        for metric in metrics.iter().filter(|metric| metric.score().is_some()) {
            let place = super::place_of(metric.key);
            let under = |draw: usize| match decision {
                Decision::Fail => run.last[place][draw] <= level,
                _ => run.last[place][draw] < level,
            };
            if decision != Decision::Pass {
                add(share(&under), ReasonKind::score(metric.key, None, bound));
            }
        }
        if because.is_empty() {
            let p = run.odds()[decision as usize];
            let own = percent_in_words(self.sampling.told_from.to_f64());
            because.push(match decision {
                Decision::Pass => {
                    let all = format!("no cap fires and no metric is below {}", policy.warn_below);
                    ReasonKind::Text(all).in_samples(p)
                }
                _ => {
                    let some = percent_in_words(p);
                    format!("no single reason in {own} of samples or more; some reason in {some}").into()
                }
            });
        }
        because
    }
}
