//! SynthLink: five metrics of an answer to a multi-hop question, and their weighted sum.
//!
//! It has no caps. A missing metric is never silently counted as 0: the aggregate is reported as partial.

mod inputs;
mod verdict;

use serde::Deserialize;

use crate::labels::List;
use crate::ledger::Quantity;
use crate::measures::{Measure, Reference, References};
use crate::num::Num;
use crate::report::{Metric, PartValue};
use crate::rubric::bounds::{self, Bound, LEVEL, Row, RubricFileError, SHARE};
use crate::rubric::draft::{MetricDraft, MetricError};
use crate::rubric::readings::choice;
use crate::rubric::signature::signed_version;
use crate::rubric::words::{Docs, Documentation};
use crate::rubric::{Evaluation, Input, Readings, Rubric, RuleError};

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("synthlink.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    version: String,
    range: [Num; 2],
    about: Documentation,
    f1: MetricRule,
    p_at_5: Retrieval,
    rqs: MetricRule,
    fcs: MetricRule,
    ie: Iterations,
    aggregate: Aggregate,
    verdict: Policy,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct MetricRule {
    words: Documentation,
    weight: Num,
    target: Num,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Retrieval {
    words: Documentation,
    weight: Num,
    target: Num,
    /// Number of retrieved documents that are considered.
    depth: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Iterations {
    words: Documentation,
    weight: Num,
    target: Num,
    /// Largest number of attempts that is counted; further attempts cost nothing more.
    most: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Aggregate {
    words: Documentation,
    target: Num,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Policy {
    words: Documentation,
    /// Whether an unverified claim fails a case whose aggregate is below its target.
    fail_unverified: bool,
}

/// Bounds of its numbers.
const BOUNDS: &[Row] = &[
    ("range.0", Bound::Only(0.0)),
    ("range.1", Bound::Only(1.0)),
    ("*.weight", SHARE),
    ("*.target", LEVEL),
    ("p_at_5.depth", Bound::Whole(1, 1_000_000)),
    ("ie.most", Bound::Whole(1, 1_000_000)),
];

/// Number of metrics in the aggregate; they are in their printed order.
const PARTS: usize = 5;

impl Rules {
    fn weights(&self) -> [Num; PARTS] {
        [self.f1.weight, self.p_at_5.weight, self.rqs.weight, self.fcs.weight, self.ie.weight]
    }

    fn targets(&self) -> [Num; PARTS] {
        [self.f1.target, self.p_at_5.target, self.rqs.target, self.fcs.target, self.ie.target]
    }

    /// The aggregate if every metric just meets its target.
    fn aggregate_of_targets(&self) -> Num {
        let terms = self.weights().into_iter().zip(self.targets());
        terms.fold(Num::ZERO, |sum, (weight, target)| sum + weight * target)
    }

    fn check(&self) -> Result<(), RubricFileError> {
        let sum = self.weights().into_iter().fold(Num::ZERO, |sum, weight| sum + weight);
        if sum == Num::ONE {
            return Ok(());
        }
        let reason = format!("the weights of f1, p_at_5, rqs, fcs and ie add up to {sum}, not to 1");
        Err(RubricFileError::new("f1.weight", reason))
    }
}

/// The readings as flags, looked up once per evaluation.
#[derive(Clone, Copy, Debug)]
struct SynthlinkOptions {
    gate: bool,
    min: bool,
    set: bool,
    zero: bool,
}

impl SynthlinkOptions {
    fn new(readings: &Readings) -> SynthlinkOptions {
        SynthlinkOptions {
            gate: readings.is(const { choice("targets", "gate") }),
            min: readings.is(const { choice("p5.denominator", "min") }),
            set: readings.is(const { choice("f1.tokens", "set") }),
            zero: readings.is(const { choice("missing", "zero") }),
        }
    }
}

/// SynthLink with its numbers loaded.
#[derive(Debug)]
pub struct SynthLink {
    version: String,
    rules: Rules,
}

/// Loads a TOML file, shipped or a user's.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    let rules: Rules = bounds::read(text, &[BOUNDS], |rules: &mut Rules| rules.check())?;
    let version = signed_version(&rules.version, text, TOML);
    Ok(Box::new(SynthLink { version, rules }))
}

impl Rubric for SynthLink {
    fn version(&self) -> &str {
        &self.version
    }

    fn lists(&self) -> &'static [List] {
        &[List::Steps, List::Facts]
    }

    fn measures(&self) -> &'static [Measure] {
        &[Measure::References]
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        let on = SynthlinkOptions::new(readings);
        let drafts = [
            self.f1(input, on, record),
            self.p_at_5(input, on, record),
            self.rqs(input, record),
            self.fcs(input, record),
            self.ie(input, record),
        ];
        let targets = self.rules.targets();
        let mut metrics: Vec<Metric> =
            drafts.into_iter().zip(targets).map(|(draft, target)| against(draft, target)).collect();
        let aggregate = self.aggregate(&metrics, on, record);
        metrics.push(against(aggregate, self.rules.aggregate.target));
        let verdict = verdict::decide(&self.rules, &metrics, input.labels, on, record);
        Evaluation { metrics, caps: Vec::new(), verdict }
    }

    fn docs(&self) -> Docs<'_> {
        let rules = &self.rules;
        Docs {
            words: &rules.about,
            metrics: vec![
                ("f1", &rules.f1.words),
                ("p_at_5", &rules.p_at_5.words),
                ("rqs", &rules.rqs.words),
                ("fcs", &rules.fcs.words),
                ("ie", &rules.ie.words),
                ("aggregate", &rules.aggregate.words),
            ],
            caps: Vec::new(),
            verdict: &rules.verdict.words,
        }
    }
}

/// Returns the metric with its target among its parts.
fn against(mut draft: MetricDraft, target: Num) -> Metric {
    if let Ok(raw) = draft.raw {
        draft.show("target", PartValue::Number(target));
        draft.show("target_met", PartValue::Flag(raw >= target));
    }
    draft.finish(None)
}

impl SynthLink {
    fn draft(&self, key: &'static str, record: bool) -> MetricDraft {
        MetricDraft::new(key, self.rules.range, record)
    }

    fn f1(&self, input: &Input, on: SynthlinkOptions, record: bool) -> MetricDraft {
        self.draft("f1", record).compute(input, &self.rules.f1.words, None, |draft| {
            let references = inputs::references(input, &mut draft.notes)?;
            let scored = references.each.iter().enumerate().filter(|(_, one)| one.tokens.all > 0);
            let value = |one: &Reference| {
                let [shared, answer, reference] = inputs::counts(references, one, on.set);
                // The harmonic mean of shared/answer and shared/reference.
                Num::ratio(2 * shared, answer + reference)
            };
            // The first of equally good references.
            let best = scored.reduce(|best, one| if value(one.1) > value(best.1) { one } else { best });
            let (at, best) = best.ok_or(MetricError::NotApplicable("no reference has a word"))?;
            if references.each.len() > 1 {
                draft.note(format!("of {} references, number {} fits best", references.each.len(), at + 1));
            }
            Ok(overlap(draft, references, best, on.set))
        })
    }

    fn p_at_5(&self, input: &Input, on: SynthlinkOptions, record: bool) -> MetricDraft {
        let depth = self.rules.p_at_5.depth;
        self.draft("p_at_5", record).compute(input, &self.rules.p_at_5.words, None, |draft| {
            let (found, all) = inputs::retrieval(input, depth, draft)?;
            if on.min && all == 0 {
                return Err(MetricError::NotApplicable("no document was retrieved"));
            }
            let ledger = &draft.ledger;
            let found = ledger.input("relevant_found", Num::count(found));
            let full = ledger.number(Num::count(depth));
            let under = if on.min { full.min(&ledger.input("retrieved", Num::count(all))) } else { full };
            Ok(draft.score(&(found / under)))
        })
    }

    fn rqs(&self, input: &Input, record: bool) -> MetricDraft {
        self.draft("rqs", record).compute(input, &self.rules.rqs.words, Some(List::Steps), |draft| {
            let (present, all) = inputs::steps(input, draft)?;
            let ledger = &draft.ledger;
            let share = ledger.input("present", Num::count(present)) / ledger.input("steps", Num::count(all));
            let score = share.min(&ledger.number(Num::ONE));
            Ok(draft.score(&score))
        })
    }

    fn fcs(&self, input: &Input, record: bool) -> MetricDraft {
        self.draft("fcs", record).compute(input, &self.rules.fcs.words, Some(List::Facts), |draft| {
            let (verified, all) = inputs::facts(input, draft)?;
            Ok(draft.share(("verified", verified), ("claims", all)))
        })
    }

    fn ie(&self, input: &Input, record: bool) -> MetricDraft {
        self.draft("ie", record).compute(input, &self.rules.ie.words, None, |draft| {
            let attempts = inputs::attempts(input.case.iterations.as_ref())?;
            if attempts.is_none() {
                draft.note("iterations is null: no attempt was correct");
            }
            let ledger = &draft.ledger;
            let score = match attempts {
                Some(attempts) => {
                    let most = ledger.number(Num::count(self.rules.ie.most));
                    ledger.number(Num::ONE) / ledger.input("k", attempts).min(&most)
                }
                None => ledger.input("never_correct", Num::ZERO),
            };
            Ok(draft.score(&score))
        })
    }

    fn aggregate(&self, metrics: &[Metric], on: SynthlinkOptions, record: bool) -> MetricDraft {
        let mut draft = self.draft("aggregate", record);
        let mut sum: Option<[Quantity; 2]> = None;
        let ledger = &draft.ledger;
        let mut complete = true;
        for (metric, weight) in metrics.iter().zip(self.rules.weights()) {
            let Some(score) = metric.score() else {
                complete = false;
                continue;
            };
            let weight = ledger.number(weight);
            let term = &weight * ledger.input(metric.key, score);
            sum = Some(match sum {
                None => [term, weight],
                Some([terms, weights]) => [terms + term, weights + weight],
            });
        }
        let Some([terms, weights]) = sum else {
            draft.raw = Err(MetricError::NotApplicable("none of the five metrics has a score"));
            return draft;
        };
        if weights.value() == Num::ZERO {
            draft.raw = Err(MetricError::NotApplicable("the metrics that have a score have no weight"));
            return draft;
        }
        let whole = complete || on.zero;
        let score = if whole { terms } else { terms / &weights };
        draft.raw = Ok(draft.score(&score));
        if record {
            draft.show("partial", PartValue::Flag(!complete));
            draft.show("weight", PartValue::Number(weights.value()));
            if !complete {
                let one = metrics.iter().filter(|metric| metric.score().is_none()).count() == 1;
                let what = match (on.zero, one) {
                    (true, true) => "counts 0",
                    (true, false) => "count 0",
                    (false, true) => "is left out, and the weights of the others are raised",
                    (false, false) => "are left out, and the weights of the others are raised",
                };
                draft.note(format!("partial: {} {what}", verdict::missing(metrics)));
            }
            let of_targets = self.rules.aggregate_of_targets();
            if of_targets < self.rules.aggregate.target {
                draft.note(format!(
                    "the five targets together give {}, below the aggregate's own target {}",
                    of_targets.shown(),
                    self.rules.aggregate.target.shown()
                ));
            }
        }
        draft
    }
}

/// Records precision, recall and their harmonic mean as steps.
fn overlap(draft: &mut MetricDraft, references: &References, one: &Reference, set: bool) -> Num {
    let [shared, answer, reference] = inputs::counts(references, one, set);
    let shared = draft.ledger.input("shared", Num::count(shared));
    let precision = &shared / draft.ledger.input("answer", Num::count(answer));
    let precision = draft.part("precision", &precision);
    let recall = shared / draft.ledger.input("reference", Num::count(reference));
    let recall = draft.part("recall", &recall);
    let score = draft.ledger.harmonic_mean(&precision, &recall);
    draft.score(&score)
}
