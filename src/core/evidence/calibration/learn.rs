//! Fitting the lines to the decisions of annotators.
//!
//! Each line is drawn toward the shipped one; how strongly is chosen by cross-validation over cases. What the result
//! is worth is measured by a cross-validation around all of that: no figure is of a case that its line was fitted to.
//! A line that does not prove better than the shipped one is not used.

use std::collections::{BTreeMap, BTreeSet};

use super::fit::{Joined, Model, Observation, WIDE, Weights, line, row};
use super::reliability::{Pair, Reliability};
use super::{Calibration, Graded, Line, Prior, log_odds};
use crate::labels::{LabelValue, List, Signals};
use crate::text::hash64;

/// Decisions below which nothing is fitted.
pub const FEWEST: usize = 30;
/// Cases below which nothing is fitted: decisions on one case are much alike.
pub const FEWEST_CASES: usize = 10;
/// Decisions of the rarer kind below which nothing is fitted.
pub const FEWEST_OF_A_KIND: usize = 5;

/// Standard errors that a gain must exceed: 95 %, one-sided.
const SURE: f64 = 1.645;
/// Parts of the cases in the outer and in the inner cross-validation.
const FOLDS: usize = 5;
const INNER: usize = 4;
/// How many decisions the shipped line may count as. The shipped line itself is tried as well.
const PULLS: [f64; 6] = [5.0, 15.0, 50.0, 150.0, 500.0, 1500.0];
/// What a decision tells of the log-odds: p(1 - p), on average.
const INFORMATION: f64 = 0.2;
/// How much less the level is drawn than the weights: annotators differ first in how strict they are.
const LEVEL: f64 = 0.25;
/// Numbers of decisions at which the learning curve is measured.
const SIZES: [usize; 8] = [30, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/// What an annotator decided on a proposal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedProposal {
    pub list: List,
    /// What the probabilities of the proposal are read off.
    pub signals: Signals,
    /// The word decided on; [`LabelValue::No`] for a finding that was rejected.
    pub word: LabelValue,
    /// The case, as a hash. Cases that share an article count as one.
    pub case: u64,
}

/// A line that is fitted.
struct Task {
    list: List,
    /// Its key in the file.
    key: &'static str,
    predicts: &'static str,
    /// What a decision says of it; nothing where it does not bear on it.
    observe: fn(&Calibration, &JudgedProposal) -> Vec<Observation>,
    get: fn(&Calibration) -> Weights,
    set: fn(&mut Calibration, &Weights),
}

const GRADES: &str = "the unit is at least partly there, and fully there";

/// Every line, in the order of the file.
const TASKS: [Task; 8] = [
    Task {
        list: List::KeyPoints,
        key: "key_points",
        predicts: GRADES,
        observe: |_, decision| grades(decision),
        get: |all| of_graded(&all.key_points),
        set: |all, weights| all.key_points = graded(weights),
    },
    Task {
        list: List::CoverageQags,
        key: "coverage_qags",
        predicts: GRADES,
        observe: |_, decision| grades(decision),
        get: |all| of_graded(&all.coverage_qags),
        set: |all, weights| all.coverage_qags = graded(weights),
    },
    Task {
        list: List::Claims,
        key: "claims.doubted",
        predicts: "a claim is not fully supported",
        observe: |all, decision| {
            let besides = all.claims.p_differs(decision.signals);
            vec![one(decision.word != LabelValue::Supported, decision.signals, besides)]
        },
        get: |all| of_line(all.claims.doubted),
        set: |all, weights| all.claims.doubted = rounded(weights),
    },
    Task {
        list: List::Claims,
        key: "claims.unsupported",
        predicts: "a claim that is not fully supported is unsupported",
        observe: |all, decision| match decision.word {
            LabelValue::Supported => Vec::new(),
            word => {
                let contradicted = all.claims.contradicted * decision.signals[2];
                vec![one(word == LabelValue::Unsupported, decision.signals, contradicted)]
            }
        },
        get: |all| of_line(all.claims.unsupported),
        set: |all, weights| all.claims.unsupported = rounded(weights),
    },
    Task {
        list: List::ClaimQags,
        key: "claim_qags",
        predicts: GRADES,
        observe: |_, decision| grades(decision),
        get: |all| of_graded(&all.claim_qags),
        set: |all, weights| all.claim_qags = graded(weights),
    },
    Task {
        list: List::Extraneous,
        key: "extraneous",
        predicts: "a wording is extraneous",
        observe: |_, decision| vec![one(decision.word != LabelValue::No, decision.signals, 0.0)],
        get: |all| of_line(all.extraneous.line),
        set: |all, weights| all.extraneous.line = rounded(weights),
    },
    Task {
        list: List::Deviations,
        key: "deviations",
        predicts: "a deviation is one",
        observe: |_, decision| vec![found(decision)],
        get: |all| of_prior(&all.deviations),
        set: |all, weights| all.deviations.line = platt(weights),
    },
    Task {
        list: List::Issues,
        key: "issues",
        predicts: "an issue is one",
        observe: |_, decision| vec![found(decision)],
        get: |all| of_prior(&all.issues),
        set: |all, weights| all.issues.line = platt(weights),
    },
];

fn one(truth: bool, signals: Signals, besides: f64) -> Observation {
    Observation { rows: vec![row(signals)], truth: f64::from(u8::from(truth)), weight: 1.0, besides }
}

/// A unit that is graded in three steps: whether it has at least the middle word, and whether the best.
fn grades(decision: &JudgedProposal) -> Vec<Observation> {
    let Some(place) = decision.list.spec().words.iter().position(|word| *word == decision.word) else {
        return Vec::new();
    };
    let side = |truth: bool, side: f64| {
        let mut observation = one(truth, decision.signals, 0.0);
        observation.rows[0][WIDE - 1] = side * (1.0 + decision.signals[3]);
        observation
    };
    vec![side(place < 2, 1.0), side(place == 0, -1.0)]
}

/// A finding that has its analyzer's probability.
fn found(decision: &JudgedProposal) -> Observation {
    one(decision.word != LabelValue::No, [log_odds(decision.signals[0]), 0.0, 0.0, 0.0], 0.0)
}

fn of_line(line: Line) -> Weights {
    [line[0], line[1], line[2], line[3], line[4], 0.0]
}

fn of_graded(graded: &Graded) -> Weights {
    Weights::from([
        graded.line[0], graded.line[1], graded.line[2], graded.line[3], graded.line[4], graded.spread,
    ])
}

fn of_prior(prior: &Prior) -> Weights {
    let [start, weight] = prior.line.unwrap_or([0.0, 1.0]);
    [start, weight, 0.0, 0.0, 0.0, 0.0]
}

/// To four places, as the file has them.
fn round(weight: f64) -> f64 {
    const STEPS: f64 = 1e4;
    (weight * STEPS).round() / STEPS
}

fn rounded(weights: &Weights) -> Line {
    line(weights).map(round)
}

fn graded(weights: &Weights) -> Graded {
    Graded { line: rounded(weights), spread: round(weights[WIDE - 1]) }
}

fn platt(weights: &Weights) -> Option<[f64; 2]> {
    Some([round(weights[0]), round(weights[1])])
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FitOutcome {
    /// There are too few decisions to fit anything.
    TooFew,
    /// It is not surely better than the shipped line, which stays. How many decisions it would take, if the gain stays
    /// as it is; `None` where there is none, or so little that the number would say nothing.
    NoBetter(Option<usize>),
    /// It is better, and takes the place of the shipped line.
    Better,
}

/// A point of the learning curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Decisions that lines were fitted to.
    pub decisions: usize,
    /// By how much the log loss of a decision on another case falls, on average.
    pub gain: f64,
    /// Its standard error, over cases.
    pub error: f64,
}

impl Step {
    /// Whether the gain is beyond what chance explains.
    pub fn is_sure(&self) -> bool {
        self.gain > SURE * self.error && self.gain > 0.0
    }
}

/// What came of one line.
#[derive(Clone, Debug)]
pub struct LearnedLine {
    pub list: List,
    /// Its key in the file.
    pub key: &'static str,
    pub predicts: &'static str,
    /// Decisions that bear on it.
    pub decisions: usize,
    /// Of how many cases.
    pub cases: usize,
    /// Judgements of the rarer kind.
    pub rarer: usize,
    /// What became of it.
    pub outcome: FitOutcome,
    /// How many decisions the shipped line counts as; `None` where nothing was fitted, or the shipped line was best.
    pub pull: Option<f64>,
    /// How the shipped line holds.
    pub before: Option<Reliability>,
    /// How lines fitted to other cases hold.
    pub after: Option<Reliability>,
    /// The learning curve; its last point is the cross-validation over everything.
    pub curve: Vec<Step>,
}

impl LearnedLine {
    /// From how many decisions on the fit is surely better than the shipped line, at every size measured.
    pub fn helps_from(&self) -> Option<usize> {
        let sure = self.curve.iter().rev().take_while(|step| step.is_sure());
        sure.last().map(|step| step.decisions)
    }
}

/// What was learned from decisions.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The lines: fitted where that is better, as shipped elsewhere.
    pub calibration: Calibration,
    /// What came of each line that any decision bears on.
    pub lines: Vec<LearnedLine>,
}

impl Learned {
    /// Whether any line is better than the shipped one.
    pub fn is_better(&self) -> bool {
        self.lines.iter().any(|line| line.outcome == FitOutcome::Better)
    }
}

/// A decision, as the observations that it makes of a line.
#[derive(Clone, Debug)]
struct Item {
    case: u64,
    seen: Vec<Observation>,
}

impl Task {
    /// The decisions that bear on the line.
    fn items(&self, shipped: &Calibration, decisions: &[JudgedProposal]) -> Vec<Item> {
        let of_list = decisions.iter().filter(|decision| decision.list == self.list);
        let items =
            of_list.map(|decision| Item { case: decision.case, seen: (self.observe)(shipped, decision) });
        items.filter(|item| !item.seen.is_empty()).collect()
    }
}

/// Fits every line to decisions. The same for the same decisions, in whatever order they come.
pub fn learn(shipped: &Calibration, decisions: &[JudgedProposal]) -> Learned {
    let mut sorted = decisions.to_vec();
    let key = |one: &JudgedProposal| (one.case, one.list, one.word);
    sorted.sort_by(|a, b| {
        let signals = a.signals.iter().zip(&b.signals).map(|(a, b)| a.total_cmp(b));
        key(a).cmp(&key(b)).then(signals.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then))
    });
    let (mut calibration, mut lines) = (*shipped, Vec::new());
    for task in &TASKS {
        let items = task.items(shipped, &sorted);
        if items.is_empty() {
            continue;
        }
        let (found, weights) = learn_line(task, &(task.get)(shipped), &items);
        if found.outcome == FitOutcome::Better {
            (task.set)(&mut calibration, &weights);
        }
        lines.push(found);
    }
    Learned { calibration, lines }
}

fn learn_line(task: &Task, shipped: &Weights, items: &[Item]) -> (LearnedLine, Weights) {
    let seen = || items.iter().flat_map(|item| &item.seen);
    let positive = seen().filter(|one| one.truth > 0.5).count();
    let cases: BTreeSet<u64> = items.iter().map(|item| item.case).collect();
    let mut found = LearnedLine {
        list: task.list,
        key: task.key,
        predicts: task.predicts,
        decisions: items.len(),
        cases: cases.len(),
        rarer: positive.min(seen().count() - positive),
        outcome: FitOutcome::TooFew,
        pull: None,
        before: reliability(items, |_, one| one.predicted(shipped, Joined::Any)),
        after: None,
        curve: Vec::new(),
    };
    if found.decisions < FEWEST || found.cases < FEWEST_CASES || found.rarer < FEWEST_OF_A_KIND {
        return (found, *shipped);
    }
    let fold = folds(items.iter().map(|item| item.case), FOLDS);
    let of = |item: &Item| fold.get(&item.case).copied().unwrap_or(0);
    // The lines of each part, fitted to at most as many decisions of the others.
    let fitted = |most: usize| -> Vec<Weights> {
        let of_part = |part: usize| {
            let mut others: Vec<&Item> = items.iter().filter(|item| of(item) != part).collect();
            others.sort_by_key(|item| hash64(&item.case.to_le_bytes()));
            others.truncate(most);
            choose(shipped, &others).1
        };
        (0..FOLDS).map(of_part).collect()
    };
    let least =
        (0..FOLDS).map(|part| items.iter().filter(|item| of(item) != part).count()).min().unwrap_or(0);
    for size in SIZES.iter().copied().filter(|size| *size < least) {
        let lines = fitted(size);
        found.curve.push(gain(size, shipped, items, |item| lines[of(item)]));
    }
    let lines = fitted(usize::MAX);
    let last = gain(items.len(), shipped, items, |item| lines[of(item)]);
    found.curve.push(last);
    found.after = reliability(items, |item, one| one.predicted(&lines[of(item)], Joined::Any));
    let (pull, weights) = choose(shipped, &items.iter().collect::<Vec<_>>());
    (found.pull, found.outcome) = match pull {
        Some(pull) if last.is_sure() => (Some(pull), FitOutcome::Better),
        pull => (pull, FitOutcome::NoBetter(needed(&last))),
    };
    (found, weights)
}

/// How many decisions it would take for a gain of this size to be sure.
fn needed(step: &Step) -> Option<usize> {
    const FAR: f64 = 20.0;
    let times = (SURE * step.error / step.gain).powi(2);
    let known = step.gain > 0.0 && times.is_finite() && times < FAR;
    known.then(|| (step.decisions as f64 * times).ceil() as usize)
}

/// The part that each case is in, of the given number of parts of nearly one size.
fn folds(cases: impl Iterator<Item = u64>, parts: usize) -> BTreeMap<u64, usize> {
    let mut distinct: Vec<u64> = cases.collect::<BTreeSet<u64>>().into_iter().collect();
    distinct.sort_by_key(|case| hash64(&case.to_le_bytes()));
    distinct.into_iter().enumerate().map(|(at, case)| (case, at % parts)).collect()
}

/// The pull that predicts other cases best, and the weights that it leads to. No pull is the shipped line as it is.
fn choose(shipped: &Weights, items: &[&Item]) -> (Option<f64>, Weights) {
    let fold = folds(items.iter().map(|item| item.case), INNER);
    let of = |item: &Item| fold.get(&item.case).copied().unwrap_or(0);
    let loss = |pull: f64| -> f64 {
        let of_part = |part: usize| {
            let others: Vec<&Item> = items.iter().copied().filter(|item| of(item) != part).collect();
            let weights = fit(shipped, &others, pull);
            items.iter().filter(|item| of(item) == part).map(|item| item_loss(item, &weights)).sum::<f64>()
        };
        (0..INNER).map(of_part).sum()
    };
    let mut best = (None, items.iter().map(|item| item_loss(item, shipped)).sum::<f64>());
    // The strongest first: a weaker pull has to be better.
    for pull in PULLS.into_iter().rev() {
        let here = loss(pull);
        if here < best.1 {
            best = (Some(pull), here);
        }
    }
    (best.0, best.0.map_or(*shipped, |pull| fit(shipped, items, pull)))
}

/// Fits weights that are drawn toward the shipped ones, which count as the given number of decisions.
///
/// The penalty is in log-odds: what a change does to the middle of the decisions, and what each weight does over their
/// spread. So signals of any scale are drawn alike.
fn fit(shipped: &Weights, items: &[&Item], pull: f64) -> Weights {
    const LEAST_SPREAD: f64 = 0.05;
    let rows = || items.iter().flat_map(|item| &item.seen).flat_map(|one| &one.rows);
    let count = rows().count().max(1) as f64;
    let mean: Weights = std::array::from_fn(|i| rows().map(|row| row[i]).sum::<f64>() / count);
    let variance: Weights =
        std::array::from_fn(|i| rows().map(|row| (row[i] - mean[i]).powi(2)).sum::<f64>() / count);
    // What is the same in all cannot be distinguished from the level.
    let held: [bool; WIDE] = std::array::from_fn(|i| i > 0 && variance[i] < 1e-9);
    let strength = pull * INFORMATION / 2.0;
    let pull = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let own = if i == j { variance[i] } else { 0.0 };
            strength * (LEVEL * mean[i] * mean[j] + own)
        })
    });
    let lowest = [f64::NEG_INFINITY, 0.0, 0.0, 0.0, 0.0, LEAST_SPREAD];
    let model = Model { joined: Joined::Any, prior: *shipped, pull, lowest, held };
    model.fit(items.iter().flat_map(|item| &item.seen))
}

fn item_loss(item: &Item, weights: &Weights) -> f64 {
    item.seen.iter().map(|one| one.loss(one.predicted(weights, Joined::Any))).sum()
}

/// By how much lines that were not fitted to a case predict it better than the shipped one.
fn gain(decisions: usize, shipped: &Weights, items: &[Item], of: impl Fn(&Item) -> Weights) -> Step {
    let mut by_case: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for item in items {
        let (sum, count) = by_case.entry(item.case).or_default();
        *sum += item_loss(item, shipped) - item_loss(item, &of(item));
        *count += 1.0;
    }
    let all = items.len() as f64;
    let gain = by_case.values().map(|(sum, _)| sum).sum::<f64>() / all;
    let squares: f64 = by_case.values().map(|(sum, count)| (sum - gain * count).powi(2)).sum();
    let cases = by_case.len() as f64;
    Step { decisions, gain, error: (squares * cases / (cases - 1.0).max(1.0)).sqrt() / all }
}

fn reliability(items: &[Item], predict: impl Fn(&Item, &Observation) -> f64) -> Option<Reliability> {
    let pairs = items.iter().flat_map(|item| item.seen.iter().map(move |one| (item, one)));
    let pairs = pairs.map(|(item, one)| Pair { p: predict(item, one), truth: one.truth, weight: 1.0 });
    Reliability::of(&pairs.collect::<Vec<Pair>>())
}

#[cfg(test)]
mod tests;
