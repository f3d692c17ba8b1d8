//! Evaluates a lock on counts, without explanations: scores before and after caps, the caps that fire, and
//! the decision.
//!
//! The result for the counts of one list is a [`Cell`], computed once for each distinct count; a sample
//! combines the cells of its lists. A limit replaces a score by the lower of the two. Therefore the decision
//! on a sample is the most severe of what each list decides alone and of what each score decides that depends
//! on several lists. Decisions are encoded as bits, so the most severe one is their union.

use std::rc::Rc;

use strum::VariantArray;

use super::counts::WordTally;
use super::formulas::{self, Arithmetic, Float, ListFormula, Sheet, ValueOf};
use super::lock::Lock;
use super::predicate::{Operand, Predicate};
use super::rules::Target;
use super::sample::Drawn;
use super::{Counted, LISTS, SeverityBand};
use crate::labels::List;
use crate::num::Num;
use crate::report::FlipDirection;
use crate::rubric::draft::{Computed, MetricError};

pub const METRICS: usize = 5;
/// A warning, as bits of a decision.
pub const WARN: u8 = 1;
/// A failure.
pub const FAIL: u8 = 3;
/// The decision bit of a score that keeps the guard from firing.
const IMPERFECT: u8 = 4;
/// First bit of the metrics that the guard lowers, after the bits of the caps.
const GUARD: usize = 48;

/// Whether a condition holds for a value.
pub fn compares<A: Arithmetic>(to: &A, predicate: &Predicate, value: A::Value) -> bool
where
    A::Value: PartialOrd,
{
    predicate.sign.holds(value.partial_cmp(&to.number(predicate.number)))
}

/// The results for the counts of one list.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<V> {
    /// The parts computed from the list: one or two.
    pub parts: [Option<V>; 2],
    /// The caps whose condition holds, as bits.
    pub fired: u64,
    /// The conditions on the list that fail a case on their own, as bits.
    pub grounds: u8,
}

/// Samples in which a cap fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// In every sample or in none; `None` if an input is missing.
    Always(Option<bool>),
    /// In samples in which its condition, on this list, holds.
    Holds(List),
    /// In samples in which every score is near perfect on little evidence.
    Guard,
}

/// A cap on one target.
#[derive(PartialEq)]
pub struct Row<V> {
    cap: usize,
    pub target: Target,
    /// The highest value that it allows.
    pub limit: V,
    /// Whether the limit replaces the value instead of bounding it.
    pub fixed: bool,
    when: When,
}

/// A lock and a case whose labels may get other words.
pub struct FastEvaluator<'a, A: Arithmetic> {
    pub lock: &'a Lock,
    pub counted: Rc<Counted<'a>>,
    /// All caps, in order.
    pub rows: Vec<Row<A::Value>>,
    /// Which metrics have a score.
    pub known: [bool; METRICS],
    /// For each metric, the lists on which its score depends, including the caps on its parts.
    pub made_of: [Vec<List>; METRICS],
    to: A,
    /// The conditions of the caps, each with the index of its cap.
    conditions: Vec<(usize, &'a Predicate)>,
    /// Whether the guard lowers only the highest metric.
    highest: bool,
    /// The score from which the guard may fire, and the number of spans below which it does.
    guard: Option<(A::Value, usize)>,
    guards: u8,
    /// What caps that fire in every sample decide.
    always: u8,
    fail_at_most: A::Value,
    warn_below: A::Value,
}

/// The index of a metric, or of the metric to which a target belongs.
pub fn place_of(target: Target) -> usize {
    Target::METRICS.iter().position(|metric| *metric == target).unwrap_or(METRICS - 1)
}

/// The index of a part among those of its list.
fn slot(part: ListFormula) -> usize {
    usize::from(matches!(part, ListFormula::Base | ListFormula::Tox))
}

impl<'a, A: Arithmetic + Copy> FastEvaluator<'a, A>
where
    A::Value: Copy + PartialOrd,
{
    /// Prepares everything that does not depend on the words of labels.
    pub fn new(lock: &'a Lock, counted: Rc<Counted<'a>>, to: A) -> FastEvaluator<'a, A> {
        let readings = counted.readings;
        let policy = &lock.rules.verdict;
        let conditions = lock
            .caps
            .iter()
            .enumerate()
            .filter(|(_, cap)| cap.off(&readings).is_none())
            .map(|(at, cap)| (at, cap.predicate(&readings)))
            .collect();
        let counted = &counted;
        let mut plain = FastEvaluator {
            lock,
            counted: Rc::clone(counted),
            rows: Vec::new(),
            known: [true; METRICS],
            made_of: Target::METRICS.map(|metric| formulas::lists(&lock.rules, metric)),
            to,
            conditions,
            highest: false,
            guard: None,
            guards: 0,
            always: 0,
            fail_at_most: to.number(policy.fail_at_most),
            warn_below: to.number(policy.warn_below),
        };
        let cells = LISTS.map(|list| plain.cell(list, counted.of(list).clone().unwrap_or_default()));
        plain.known = std::array::from_fn(|metric| {
            lock.metrics.contains(&Target::METRICS[metric])
                && plain.raw(metric, &|list| &cells[list as usize]).is_some()
        });
        // A cap with a missing input, or with a condition that does not depend on words, has the same status
        // whatever the scores are.
        let (_, capped) = lock.capped(counted, plain.known.map(|known| known.then_some(Num::ZERO)));
        for cap in capped {
            let condition = plain.conditions.iter().find(|(at, _)| *at == cap.cap).map(|(_, found)| *found);
            let when = match (condition, cap.status.fired) {
                (_, None) => When::Always(None),
                (None, fired) => When::Always(fired),
                (Some(predicate), fired) => match (&predicate.looks, predicate.list()) {
                    (Operand::Scores(spans), _) => {
                        plain.guard = Some((to.number(predicate.number), *spans));
                        plain.highest = lock.caps[cap.cap].is_highest(&readings);
                        When::Guard
                    }
                    (_, Some(list)) => When::Holds(list),
                    (_, None) => When::Always(fired),
                },
            };
            let row =
                Row { cap: cap.cap, target: cap.target, limit: to.number(cap.limit), fixed: cap.fixed, when };
            let decides = plain.decided_by(&row);
            match when {
                When::Guard => plain.guards |= decides,
                When::Always(Some(true)) => plain.always |= decides,
                _ => {}
            }
            let place = place_of(row.target);
            let made_of = &mut plain.made_of[place];
            if let (When::Holds(list), true) = (when, row.fixed || Target::METRICS[place] != row.target)
                && !made_of.contains(&list)
            {
                made_of.push(list);
            }
            plain.rows.push(row);
        }
        plain
    }

    /// Returns what a cap decides if it fires: that a cap fired, and the effect of its limit on a score.
    fn decided_by(&self, row: &Row<A::Value>) -> u8 {
        let place = place_of(row.target);
        let limits = self.known[place] && Target::METRICS[place] == row.target && !row.fixed;
        let warns = if self.lock.rules.verdict.warn_on_caps { WARN } else { 0 };
        warns | if limits { self.grade(row.limit) } else { 0 }
    }

    /// Returns what a score decides.
    #[inline]
    pub fn grade(&self, score: A::Value) -> u8 {
        match score {
            score if score <= self.fail_at_most => FAIL,
            score if score < self.warn_below => WARN,
            _ => 0,
        }
    }

    /// Computes the cell for counts of a list.
    pub fn cell(&self, list: List, tally: WordTally) -> Cell<A::Value> {
        let (rules, to) = (&self.lock.rules, &self.to);
        let mut cell = Cell { parts: [None; 2], fired: 0, grounds: 0 };
        let given = self.counted.of(list).is_ok();
        for part in ListFormula::VARIANTS.iter().copied().filter(|part| part.list() == list) {
            if given || matches!(self.counted.given_score(part), Ok(Some(_))) {
                let u = cell.parts[0];
                let u = || u.ok_or(MetricError::NotApplicable(""));
                cell.parts[slot(part)] = formulas::part(to, rules, &self.counted, part, tally, u).ok();
            }
        }
        let severity = match (list, cell.parts[0]) {
            (List::Claims, Some(u)) => formulas::severity(to, rules, &self.counted, &u, tally),
            _ => SeverityBand::None,
        };
        let holds = |predicate: &Predicate| {
            let value = match &predicate.looks {
                _ if predicate.list() != Some(list) => None,
                Operand::Words(_, places) => {
                    Some(to.number(Num::count(places.iter().map(|place| tally.at(*place)).sum())))
                }
                Operand::Part(part) => cell.parts[slot(*part)],
                Operand::Severity => Some(to.number(Num::count(severity as usize))),
                _ => None,
            };
            given && value.is_some_and(|value| compares(to, predicate, value))
        };
        let fired = self.conditions.iter().fold(0, |bits, (at, found)| bits | u64::from(holds(found)) << at);
        let fails = self.lock.fails.iter().enumerate();
        let grounds = fails.fold(0, |bits, (at, fails)| bits | u8::from(holds(fails)) << at);
        Cell { fired, grounds, ..cell }
    }

    /// Returns a metric before caps.
    #[inline]
    pub fn raw<'c>(&self, metric: usize, cell: &impl Fn(List) -> &'c Cell<A::Value>) -> Option<A::Value>
    where
        A::Value: 'c,
    {
        let mut joined = Joined { to: self.to, cell };
        formulas::metric(&self.lock.rules, &self.counted, Target::METRICS[metric], &mut joined).ok()
    }

    /// Whether a cap fires if these conditions hold; `None` if that is unknown in every sample.
    #[inline]
    pub fn fires(&self, row: &Row<A::Value>, fired: u64) -> Option<bool> {
        match row.when {
            When::Always(fires) => fires,
            When::Holds(_) => Some(fired >> row.cap & 1 == 1),
            When::Guard => Some(fired >> (GUARD + place_of(row.target)) & 1 == 1),
        }
    }

    /// The condition of a cap on the labels of one list.
    pub fn looks_at(&self, row: &Row<A::Value>) -> Option<&'a Predicate> {
        let When::Holds(_) = row.when else { return None };
        self.conditions.iter().find(|(at, _)| *at == row.cap).map(|(_, predicate)| *predicate)
    }

    /// Returns a metric before its own limits, but with the limits on its parts and with any fixed score.
    /// Only caps for which `acts` holds apply.
    pub fn own(
        &self,
        metric: usize,
        raw: A::Value,
        issues: &Cell<A::Value>,
        fired: u64,
        acts: &impl Fn(&Row<A::Value>) -> bool,
    ) -> A::Value {
        let mut value = raw;
        let rows = || self.rows.iter().filter(|row| self.fires(row, fired) == Some(true) && acts(row));
        let limits = |target: Target| rows().filter(move |row| row.target == target);
        if metric == METRICS - 1
            && (limits(Target::Bias).next().is_some() || limits(Target::Tox).next().is_some())
        {
            let part = |target: Target, value: Option<A::Value>| {
                let value = value.unwrap_or(raw);
                limits(target).fold(value, |least, row| if row.limit < least { row.limit } else { least })
            };
            let bias = part(Target::Bias, issues.parts[slot(ListFormula::Bias)]);
            value = formulas::mean_of_two(
                &self.to,
                bias,
                part(Target::Tox, issues.parts[slot(ListFormula::Tox)]),
            );
        }
        for row in limits(Target::METRICS[metric]).filter(|row| row.fixed) {
            value = row.limit;
        }
        value
    }

    /// Returns the lowest limit on a metric.
    pub fn limit(
        &self,
        metric: usize,
        fired: u64,
        acts: &impl Fn(&Row<A::Value>) -> bool,
    ) -> Option<A::Value> {
        let rows = self.rows.iter().filter(|row| row.target == Target::METRICS[metric] && acts(row));
        let limits = rows.filter(|row| self.fires(row, fired) == Some(true)).map(|row| row.limit);
        limits.reduce(|least, limit| if limit < least { limit } else { least })
    }

    /// Whether any cap fires.
    pub fn any_fires(&self, fired: u64) -> bool {
        self.rows.iter().any(|row| self.fires(row, fired) == Some(true))
    }

    /// Whether this evaluator gives the same results as `other`, which uses another reading, on the same
    /// counts; `cells` are those of `other`.
    pub fn does_as(&self, other: &Self, drawn: &Drawn, cells: &[Vec<Cell<A::Value>>; 8]) -> bool {
        let recomputed =
            |list: List| drawn.of(list).different.iter().map(move |tally| self.cell(list, *tally));
        let seen = cells.iter().flatten().fold(0, |seen, cell| seen | cell.fired);
        let acts = |row: &&Row<A::Value>| match row.when {
            When::Always(fires) => fires != Some(false),
            When::Holds(_) => seen >> row.cap & 1 == 1,
            When::Guard => true,
        };
        self.knows_all()
            && other.knows_all()
            && self.highest == other.highest
            && self.counted.on.integer == other.counted.on.integer
            && self.rows.iter().filter(acts).eq(other.rows.iter().filter(acts))
            && LISTS.into_iter().all(|list| recomputed(list).eq(cells[list as usize].iter().cloned()))
    }

    /// Whether every metric of the rubric has a score.
    fn knows_all(&self) -> bool {
        self.known.iter().filter(|known| **known).count() == self.lock.metrics.len()
    }

    /// The metrics that the guard lowers, as bits of the fired caps.
    pub fn guarded(&self, raw: &[A::Value; METRICS], spans: usize) -> u64 {
        let Some((from, wanted)) = self.guard.filter(|_| self.knows_all()) else { return 0 };
        let scores = || (0..METRICS).filter(|metric| self.known[*metric]).map(|metric| raw[metric]);
        if spans >= wanted || scores().any(|score| score < from) {
            return 0;
        }
        let lowered = |place: &usize| !self.highest || scores().all(|score| raw[*place] >= score);
        (0..METRICS)
            .filter(|metric| self.known[*metric])
            .filter(lowered)
            .fold(0, |bits, place| bits | 1 << (GUARD + place))
    }

    /// Returns what a list decides alone: by its grounds of failure, its caps, and the scores that depend on
    /// it only.
    pub fn alone(&self, list: List, cell: &Cell<A::Value>) -> u8 {
        let mut bits = if cell.grounds > 0 { FAIL } else { 0 };
        for row in &self.rows {
            if row.when == When::Holds(list) && self.fires(row, cell.fired) == Some(true) {
                bits |= self.decided_by(row);
            }
        }
        (0..METRICS)
            .filter(|metric| self.known[*metric] && self.made_of[*metric] == [list])
            .fold(bits, |bits, metric| bits | self.joint(metric, &|_| cell))
    }

    /// Returns what the score of a metric decides, without the limits on it.
    pub fn joint<'c>(&self, metric: usize, cell: &impl Fn(List) -> &'c Cell<A::Value>) -> u8
    where
        A::Value: 'c,
    {
        let Some(raw) = self.raw(metric, cell) else { return 0 };
        let fired = self.made_of[metric].iter().fold(0, |fired, list| fired | cell(*list).fired);
        let own = self.own(metric, raw, cell(self.made_of[metric][0]), fired, &|_| true);
        let imperfect = self.guard.is_none_or(|(from, _)| raw < from);
        self.grade(own) | if imperfect { IMPERFECT } else { 0 }
    }

    /// The metrics whose score depends on several lists.
    pub fn shared(&self) -> Vec<usize> {
        (0..METRICS).filter(|metric| self.known[*metric] && self.made_of[*metric].len() > 1).collect()
    }

    /// The metrics that depend on a list: those computed from it, and those lowered by caps that examine it.
    pub fn bears_on(&self, list: List) -> Vec<usize> {
        let lowers = |metric: usize| {
            let rows = self.rows.iter().filter(|row| row.when == When::Holds(list));
            rows.map(|row| place_of(row.target)).any(|place| place == metric)
        };
        let bears = |metric: &usize| self.made_of[*metric].contains(&list) || lowers(*metric);
        (0..METRICS).filter(|metric| self.known[*metric]).filter(bears).collect()
    }

    /// Returns what is decided independently of all labels.
    pub fn always(&self) -> u8 {
        self.always | if self.guard.is_none() || !self.knows_all() { IMPERFECT } else { 0 }
    }

    /// Number of distinct spans below which the guard may fire.
    pub fn spans_wanted(&self) -> usize {
        self.guard.map_or(0, |(_, spans)| spans)
    }

    /// Adds the effect of the guard to a decision with too few spans.
    pub fn with_guard(&self, bits: u8) -> u8 {
        if bits & IMPERFECT == 0 { bits | self.guards } else { bits }
    }
}

/// The cells of a sample, as the sheet on which metrics are computed.
struct Joined<'f, A, F> {
    to: A,
    cell: &'f F,
}

impl<'c, A: Arithmetic, F: Fn(List) -> &'c Cell<A::Value>> Sheet for Joined<'_, A, F>
where
    A::Value: Copy + 'c,
{
    type To = A;

    fn to(&self) -> &A {
        &self.to
    }

    #[inline]
    fn part(&mut self, part: ListFormula) -> Computed<ValueOf<Self>> {
        (self.cell)(part.list()).parts[slot(part)].ok_or(MetricError::NotApplicable(""))
    }
}

/// Largest number of counts of a list that are examined for monotonicity. With more, monotonicity is not
/// assumed.
const MOST_COUNTS: usize = 3_000;

/// Whether setting a label to its best word never makes any decision more severe (for `Better`), or setting
/// it to its worst never makes one milder (for `Worse`), apart from the guard. Every possible count of each
/// list is examined. Scores that depend on several lists are monotonic in each of their parts.
pub fn rises(lock: &Lock, counted: &Rc<Counted>, drawn: &Drawn, way: FlipDirection) -> bool {
    let plain = FastEvaluator::new(lock, Rc::clone(counted), Float);
    let fixed = plain.rows.iter().any(|row| row.fixed && row.limit > plain.fail_at_most);
    let fails = way == FlipDirection::Worse && plain.guards == FAIL;
    !fixed && !fails && LISTS.into_iter().all(|list| list_rises(&plain, drawn, list, way))
}

/// A decision, and the scores that depend on this list and others, with the others at their best.
type Profile = (u8, Vec<f64>);

fn list_rises(plain: &FastEvaluator<Float>, drawn: &Drawn, list: List, way: FlipDirection) -> bool {
    let best = LISTS.map(|list| {
        let all = drawn.of(list).different[0].all();
        let tally = match list {
            List::Extraneous => WordTally::tokens(0, all),
            _ if list.is_finding() => WordTally::default(),
            _ => WordTally::of([all, 0, 0, 0, 0, 0]),
        };
        plain.cell(list, tally)
    });
    let shared: Vec<usize> =
        plain.shared().into_iter().filter(|metric| plain.made_of[*metric].contains(&list)).collect();
    let profile = |tally: WordTally| -> Profile {
        let own = plain.cell(list, tally);
        let cell = |other: List| if other == list { &own } else { &best[other as usize] };
        let score = |metric: &usize| {
            let raw = plain.raw(*metric, &cell).unwrap_or_default();
            let fired = plain.made_of[*metric].iter().fold(0, |fired, list| fired | cell(*list).fired);
            let in_parts = *metric == METRICS - 1;
            if in_parts { plain.own(*metric, raw, cell(List::Issues), fired, &|_| true) } else { raw }
        };
        let scores = shared.iter().map(score).collect();
        (plain.alone(list, &own) & FAIL, scores)
    };
    // Neither more severe nor lower than the other, apart from rounding errors.
    let no_worse =
        |a: &Profile, b: &Profile| a.0 <= b.0 && a.1.iter().zip(&b.1).all(|(a, b)| *a >= *b - 1e-9);
    if list == List::Extraneous {
        let of = drawn.of(list).different[0].all();
        let each: Vec<Profile> = (0..=drawn.most_tokens().min(MOST_COUNTS))
            .map(|tokens| profile(WordTally::tokens(tokens, of)))
            .collect();
        return drawn.most_tokens() <= MOST_COUNTS
            && each.windows(2).all(|pair| no_worse(&pair[0], &pair[1]));
    }
    let words = list.spec().words.len();
    let places = words + usize::from(list.is_finding());
    let Some(counts) = every_count(drawn.labels(list), places) else { return false };
    let profiles: rustc_hash::FxHashMap<[usize; 7], Profile> = counts
        .iter()
        .map(|counts| {
            let tally =
                WordTally::of(std::array::from_fn(|place| if place < words { counts[place] } else { 0 }));
            (*counts, profile(tally))
        })
        .collect();
    let end = match way {
        FlipDirection::Better if list.is_finding() => words,
        FlipDirection::Better => 0,
        FlipDirection::Worse => words - 1,
    };
    counts.iter().all(|before| {
        (0..places).filter(|from| before[*from] > 0 && *from != end).all(|from| {
            let mut after = *before;
            after[from] -= 1;
            after[end] += 1;
            match (&profiles[before], &profiles[&after], way) {
                (before, after, FlipDirection::Better) => no_worse(after, before),
                (before, after, FlipDirection::Worse) => no_worse(before, after),
            }
        })
    })
}

/// Returns every distribution of labels over words; `None` if there are too many.
fn every_count(labels: usize, places: usize) -> Option<Vec<[usize; 7]>> {
    let ways = (1..places).fold(1_usize, |ways, at| ways.saturating_mul(labels + at) / at);
    if ways > MOST_COUNTS {
        return None;
    }
    let mut all = vec![([0; 7], labels)];
    for place in 0..places {
        let last = place + 1 == places;
        let shares = |(counts, left): ([usize; 7], usize)| {
            (if last { left } else { 0 }..=left).map(move |share| {
                let mut counts = counts;
                counts[place] = share;
                (counts, left - share)
            })
        };
        all = all.into_iter().flat_map(shares).collect();
    }
    Some(all.into_iter().map(|(counts, _)| counts).collect())
}
