//! Fits the lines to the decisions of annotators.
//!
//! Each line is penalized toward the built-in one; the strength is chosen by cross-validation over cases. The
//! value of the result is measured by an outer cross-validation around all of this, so no figure comes from a
//! case that its line was fitted to. A line that is not proven better than the built-in one is not used.

use std::collections::{BTreeMap, BTreeSet};

use super::fit::{Joined, Model, Observation, WIDE, Weights, line, row};
use super::reliability::{Pair, Reliability};
use super::{Calibration, Graded, Line, Prior, log_odds};
use crate::labels::{LabelValue, List, Signals};
use crate::text::hash64;

/// Number of decisions below which nothing is fitted.
pub const FEWEST: usize = 30;
/// Number of cases below which nothing is fitted, since decisions on one case are alike.
pub const FEWEST_CASES: usize = 10;
/// Number of decisions of the rarer outcome below which nothing is fitted.
pub const FEWEST_OF_A_KIND: usize = 5;

/// Number of standard errors that a gain must exceed: 95 %, one-sided.
const SURE: f64 = 1.645;
/// Number of folds of the outer and of the inner cross-validation.
const FOLDS: usize = 5;
const INNER: usize = 4;
/// Numbers of decisions that the built-in line may count as. The built-in line itself is also a candidate.
const PULLS: [f64; 6] = [5.0, 15.0, 50.0, 150.0, 500.0, 1500.0];
/// Information of one decision about the log-odds: the mean of p(1 - p).
const INFORMATION: f64 = 0.2;
/// Factor on the penalty of the overall level, which is lower because annotators differ mainly in strictness.
const LEVEL: f64 = 0.25;
/// Numbers of decisions at which the learning curve is measured.
const SIZES: [usize; 8] = [30, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/// An annotator's decision on a proposal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedProposal {
    pub list: List,
    /// Signals from which the probabilities of the proposal are computed.
    pub signals: Signals,
    /// The decided word; [`LabelValue::No`] for a rejected finding.
    pub word: LabelValue,
    /// Hash of the case. Cases that share an article count as one.
    pub case: u64,
}

/// A line to fit.
struct Task {
    list: List,
    /// Key in the file.
    key: &'static str,
    predicts: &'static str,
    /// Returns the observations that a decision makes; none if it does not concern the line.
    observe: fn(&Calibration, &JudgedProposal) -> Vec<Observation>,
    get: fn(&Calibration) -> Weights,
    set: fn(&mut Calibration, &Weights),
}

const GRADES: &str = "the unit is at least partly there, and fully there";

/// All lines, in the order of the file.
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

/// Returns the observations of a unit graded in three steps: whether it has at least the middle word, and
/// whether it has the best.
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

/// Returns the observation of a finding, whose input is its analyzer's probability.
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

/// Rounds to four decimal places, as in the file.
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

/// The result for a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FitOutcome {
    /// There are too few decisions to fit anything.
    TooFew,
    /// The fitted line is not significantly better than the built-in one, which stays. The value is the
    /// number of decisions needed if the gain stays the same; `None` if there is no gain, or one too small
    /// for an estimate.
    NoBetter(Option<usize>),
    /// The fitted line is better and replaces the built-in one.
    Better,
}

/// A point of the learning curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Number of decisions that the lines were fitted to.
    pub decisions: usize,
    /// Mean reduction of the log loss per decision on a case held out.
    pub gain: f64,
    /// Standard error of the gain, over cases.
    pub error: f64,
}

impl Step {
    /// Whether the gain is significant.
    pub fn is_sure(&self) -> bool {
        self.gain > SURE * self.error && self.gain > 0.0
    }
}

/// The result and figures for one line.
#[derive(Clone, Debug)]
pub struct LearnedLine {
    pub list: List,
    /// Key in the file.
    pub key: &'static str,
    pub predicts: &'static str,
    /// Number of decisions that concern it.
    pub decisions: usize,
    /// Number of cases that they are from.
    pub cases: usize,
    /// Number of observations of the rarer outcome.
    pub rarer: usize,
    /// Whether the line was replaced.
    pub outcome: FitOutcome,
    /// Number of decisions that the built-in line counts as; `None` if nothing was fitted or the built-in
    /// line was best.
    pub pull: Option<f64>,
    /// Reliability of the built-in line.
    pub before: Option<Reliability>,
    /// Reliability of the lines fitted to other cases.
    pub after: Option<Reliability>,
    /// The learning curve; its last point is the cross-validation over all decisions.
    pub curve: Vec<Step>,
}

impl LearnedLine {
    /// Returns the number of decisions from which the fit is significantly better at every size measured.
    pub fn helps_from(&self) -> Option<usize> {
        let sure = self.curve.iter().rev().take_while(|step| step.is_sure());
        sure.last().map(|step| step.decisions)
    }
}

/// The result of fitting all lines.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The lines: fitted if that is better, otherwise as built in.
    pub calibration: Calibration,
    /// The results for each line that any decision concerns.
    pub lines: Vec<LearnedLine>,
}

impl Learned {
    /// Whether any line is better than the built-in one.
    pub fn is_better(&self) -> bool {
        self.lines.iter().any(|line| line.outcome == FitOutcome::Better)
    }
}

/// A decision with its observations for a line.
#[derive(Clone, Debug)]
struct Item {
    case: u64,
    seen: Vec<Observation>,
}

impl Task {
    /// Returns the decisions that concern the line.
    fn items(&self, shipped: &Calibration, decisions: &[JudgedProposal]) -> Vec<Item> {
        let of_list = decisions.iter().filter(|decision| decision.list == self.list);
        let items =
            of_list.map(|decision| Item { case: decision.case, seen: (self.observe)(shipped, decision) });
        items.filter(|item| !item.seen.is_empty()).collect()
    }
}

/// Fits all lines to decisions. The result does not depend on the order of the decisions.
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
    // Returns the lines of each fold, fitted to at most `most` decisions of the other folds.
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

/// Returns the number of decisions at which a gain of this size would be significant.
fn needed(step: &Step) -> Option<usize> {
    const FAR: f64 = 20.0;
    let times = (SURE * step.error / step.gain).powi(2);
    let known = step.gain > 0.0 && times.is_finite() && times < FAR;
    known.then(|| (step.decisions as f64 * times).ceil() as usize)
}

/// Assigns each case to one of `parts` folds of nearly equal size.
fn folds(cases: impl Iterator<Item = u64>, parts: usize) -> BTreeMap<u64, usize> {
    let mut distinct: Vec<u64> = cases.collect::<BTreeSet<u64>>().into_iter().collect();
    distinct.sort_by_key(|case| hash64(&case.to_le_bytes()));
    distinct.into_iter().enumerate().map(|(at, case)| (case, at % parts)).collect()
}

/// Returns the strength of the penalty that predicts other cases best, and the resulting weights. `None`
/// stands for the unchanged built-in line.
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
    // Strongest first, so that a weaker penalty must be better to win.
    for pull in PULLS.into_iter().rev() {
        let here = loss(pull);
        if here < best.1 {
            best = (Some(pull), here);
        }
    }
    (best.0, best.0.map_or(*shipped, |pull| fit(shipped, items, pull)))
}

/// Fits weights with a penalty toward the built-in ones, which count as `pull` decisions.
///
/// The penalty is in log-odds: it measures the effect of a change on the mean of the decisions, and the
/// effect of each weight over their variance. So signals of any scale are treated alike.
fn fit(shipped: &Weights, items: &[&Item], pull: f64) -> Weights {
    const LEAST_SPREAD: f64 = 0.05;
    let rows = || items.iter().flat_map(|item| &item.seen).flat_map(|one| &one.rows);
    let count = rows().count().max(1) as f64;
    let mean: Weights = std::array::from_fn(|i| rows().map(|row| row[i]).sum::<f64>() / count);
    let variance: Weights =
        std::array::from_fn(|i| rows().map(|row| (row[i] - mean[i]).powi(2)).sum::<f64>() / count);
    // A signal that is constant cannot be distinguished from the intercept.
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

/// Returns how much better the lines fitted without a case predict it than the built-in line does.
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
