//! What a lock makes of counts, without words: scores before and after caps, the caps that fire, and the decision.
//!
//! What the counts of one list come to is a [`Cell`], worked out once for each different count; a draw joins the cells
//! of its lists. A limit leaves a score the lower of two, so the decision on a draw is the gravest of what each list
//! decides alone and of what each score decides that several lists make. As bits, the gravest is the sum of them.

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
/// A score that keeps the guard from firing.
const IMPERFECT: u8 = 4;
/// The first bit of the metrics that the guard lowers, behind those of the caps.
const GUARD: usize = 48;

/// Whether a condition holds of a value.
pub fn compares<A: Arithmetic>(to: &A, predicate: &Predicate, value: A::Value) -> bool
where
    A::Value: PartialOrd,
{
    predicate.sign.holds(value.partial_cmp(&to.number(predicate.number)))
}

/// What the counts of a list come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<V> {
    /// The parts made of the list: one or two.
    pub parts: [Option<V>; 2],
    /// The caps whose condition holds, as bits.
    pub fired: u64,
    /// The conditions on the list that fail a case alone, as bits.
    pub grounds: u8,
}

/// When a row of the caps fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// In every draw, or in none; unknown where an input is missing.
    Always(Option<bool>),
    /// Where the condition of its cap holds, which looks at one list.
    Holds(List),
    /// Where every score is near perfect on little evidence.
    Guard,
}

/// A row of the caps.
#[derive(PartialEq)]
pub struct Row<V> {
    cap: usize,
    pub target: Target,
    /// The highest value that it leaves.
    pub limit: V,
    /// Whether that is the value.
    pub fixed: bool,
    when: When,
}

/// A lock and a case whose words may change.
pub struct FastEvaluator<'a, A: Arithmetic> {
    pub lock: &'a Lock,
    pub counted: Rc<Counted<'a>>,
    /// The rows of the caps, in their order.
    pub rows: Vec<Row<A::Value>>,
    /// Which metrics have a score.
    pub known: [bool; METRICS],
    /// For each metric the lists that its score is made of, with its parts under their caps.
    pub made_of: [Vec<List>; METRICS],
    to: A,
    /// The conditions of the caps, by the list that they look at.
    conditions: Vec<(usize, &'a Predicate)>,
    /// Whether the guard lowers the highest metric alone.
    highest: bool,
    /// A score from which on the guard may fire, and below how many spans it does.
    guard: Option<(A::Value, usize)>,
    guards: u8,
    /// What rows decide that fire in every draw.
    always: u8,
    fail_at_most: A::Value,
    warn_below: A::Value,
}

/// The place of a metric, or of the one that a target is a part of.
pub fn place_of(target: Target) -> usize {
    Target::METRICS.iter().position(|metric| *metric == target).unwrap_or(METRICS - 1)
}

/// The place of a part among those of its list.
fn slot(part: ListFormula) -> usize {
    usize::from(matches!(part, ListFormula::Base | ListFormula::Tox))
}

impl<'a, A: Arithmetic + Copy> FastEvaluator<'a, A>
where
    A::Value: Copy + PartialOrd,
{
    /// Looks up what no word of a label changes.
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
        // Conditions that no word changes, and missing inputs, give a cap the same status whatever the scores.
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

    /// What a row decides where it fires: that a cap fired, and its limit on a score.
    fn decided_by(&self, row: &Row<A::Value>) -> u8 {
        let place = place_of(row.target);
        let limits = self.known[place] && Target::METRICS[place] == row.target && !row.fixed;
        let warns = if self.lock.rules.verdict.warn_on_caps { WARN } else { 0 };
        warns | if limits { self.grade(row.limit) } else { 0 }
    }

    /// What a score decides.
    #[inline]
    pub fn grade(&self, score: A::Value) -> u8 {
        match score {
            score if score <= self.fail_at_most => FAIL,
            score if score < self.warn_below => WARN,
            _ => 0,
        }
    }

    /// What counts of a list come to.
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

    /// A metric before caps.
    #[inline]
    pub fn raw<'c>(&self, metric: usize, cell: &impl Fn(List) -> &'c Cell<A::Value>) -> Option<A::Value>
    where
        A::Value: 'c,
    {
        let mut joined = Joined { to: self.to, cell };
        formulas::metric(&self.lock.rules, &self.counted, Target::METRICS[metric], &mut joined).ok()
    }

    /// Whether a row fires where these conditions hold; none where it can never be known.
    #[inline]
    pub fn fires(&self, row: &Row<A::Value>, fired: u64) -> Option<bool> {
        match row.when {
            When::Always(fires) => fires,
            When::Holds(_) => Some(fired >> row.cap & 1 == 1),
            When::Guard => Some(fired >> (GUARD + place_of(row.target)) & 1 == 1),
        }
    }

    /// The predicate of a row that looks at labels.
    pub fn looks_at(&self, row: &Row<A::Value>) -> Option<&'a Predicate> {
        let When::Holds(_) = row.when else { return None };
        self.conditions.iter().find(|(at, _)| *at == row.cap).map(|(_, predicate)| *predicate)
    }

    /// A metric before limits, with its parts under theirs, and as a fixed score where one holds; `acts` leaves rows out.
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

    /// The lowest limit on a metric.
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

    /// Whether any row fires.
    pub fn any_fires(&self, fired: u64) -> bool {
        self.rows.iter().any(|row| self.fires(row, fired) == Some(true))
    }

    /// Whether this comes to the same as another reading does of the same counts, where these are their cells.
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

    /// The metrics that the guard lowers, as bits of what fired.
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

    /// What a list decides alone: by its grounds, its caps, and the scores that it alone makes.
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

    /// What the score of a metric decides, without the limits on it.
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

    /// The metrics with a score that several lists make.
    pub fn shared(&self) -> Vec<usize> {
        (0..METRICS).filter(|metric| self.known[*metric] && self.made_of[*metric].len() > 1).collect()
    }

    /// The metrics that a list bears on: those made of it, and those that a cap lowers which looks at it.
    pub fn bears_on(&self, list: List) -> Vec<usize> {
        let lowers = |metric: usize| {
            let rows = self.rows.iter().filter(|row| row.when == When::Holds(list));
            rows.map(|row| place_of(row.target)).any(|place| place == metric)
        };
        let bears = |metric: &usize| self.made_of[*metric].contains(&list) || lowers(*metric);
        (0..METRICS).filter(|metric| self.known[*metric]).filter(bears).collect()
    }

    /// What is decided whatever labels say.
    pub fn always(&self) -> u8 {
        self.always | if self.guard.is_none() || !self.knows_all() { IMPERFECT } else { 0 }
    }

    /// Below this many distinct spans the guard may fire.
    pub fn spans_wanted(&self) -> usize {
        self.guard.map_or(0, |(_, spans)| spans)
    }

    /// A decision with what the guard makes of it, on so few spans that it fires.
    pub fn with_guard(&self, bits: u8) -> u8 {
        if bits & IMPERFECT == 0 { bits | self.guards } else { bits }
    }
}

/// The cells of a draw, as what metrics are computed on.
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

/// Counts of a list that are looked at to see whether better words are never worse; of more it is not assumed.
const MOST_COUNTS: usize = 3_000;

/// Whether a label at its best word never makes any decision graver, or at its worst any milder, the guard apart. Every
/// count that the lists of a case can come to is looked at; what several lists make rises with each of its parts.
pub fn rises(lock: &Lock, counted: &Rc<Counted>, drawn: &Drawn, way: FlipDirection) -> bool {
    let plain = FastEvaluator::new(lock, Rc::clone(counted), Float);
    let fixed = plain.rows.iter().any(|row| row.fixed && row.limit > plain.fail_at_most);
    let fails = way == FlipDirection::Worse && plain.guards == FAIL;
    !fixed && !fails && LISTS.into_iter().all(|list| list_rises(&plain, drawn, list, way))
}

/// A decision, and the scores that a list makes together with others at their best.
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
    // No graver and no lower than another, but for what rounding may leave.
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

/// Every way to distribute labels over places; none where there are too many ways.
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
