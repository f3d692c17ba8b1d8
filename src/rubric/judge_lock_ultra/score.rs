//! Judge-Lock's arithmetic on counts, in doubles. The tests hold it to Judge-Lock's own.
//!
//! What the counts of one list come to is a [`Cell`], worked out once for each different count; a draw joins the cells
//! of its eight lists to scores, and the conditions that hold to limits.

use super::draw::{Counts, Each};
use crate::labels::List;
use crate::num::Num;
use crate::report::Decision;
use crate::rubric::judge_lock::{Rules, nothing_claimed};
use crate::rubric::locks::rules::{FailOn, Fall, Target};
use crate::rubric::locks::{Capped, Counted, LISTS, LockOptions};

/// Targets of caps: five metrics and two parts.
pub const TARGETS: usize = 7;
/// Metrics.
pub const METRICS: usize = 5;

/// A condition that depends on what is drawn, as a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Extraneous,
    Incomplete,
    LowPrecision,
    LowRecall,
    Severe,
    NoneSegment,
    Slur,
    Profanity,
    Stereotype,
}

/// The first bit of the guard's targets.
pub const GUARD: u32 = 16;

/// When a row of the caps fires.
#[derive(Clone, Copy, Debug, PartialEq)]
enum When {
    /// In every draw, or in none; unknown where an input is missing.
    Always(Option<bool>),
    /// Where a condition holds.
    If(Condition),
    /// Where all five scores are near perfect on little evidence.
    Guard(Target),
}

/// What fails a case by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A claim is unsupported.
    Unsupported,
    /// The hallucination is severe.
    Severe,
    /// There is a slur.
    Slur,
}

/// A row of the caps.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    slug: &'static str,
    when: When,
    target: Target,
    limit: f64,
}

/// What the counts of a list come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// Recall, precision, mean worth of answers, base of the hallucination score, alignment, overlap, bias.
    pub value: f64,
    /// Of claims the unsupported fraction, of issues the toxicity score.
    pub other: f64,
    /// Conditions of caps that hold.
    pub fired: u32,
    /// Grounds of failure that are given, as bits, whether or not they fail the case.
    pub grounds: u8,
}

/// A cell for each different count of each list, in the order of [`LISTS`].
pub type Cells = [Vec<Cell>; 8];

/// What is the same for all draws in which the same conditions hold.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The conditions, and from bit 16 on the targets that the guard lowers.
    pub fired: u32,
    /// The highest score that caps leave, by target.
    pub of: [f64; TARGETS],
    /// A score that stands in the place of the raw one, by metric.
    pub fixed: [Option<f64>; METRICS],
    /// Whether any cap fires.
    pub capped: bool,
}

/// What a draw is scored by.
pub struct Scorer<'a> {
    rules: &'a Rules,
    on: LockOptions,
    /// Which metrics have a score at all.
    known: [bool; METRICS],
    /// No claim and no question about one.
    nothing_claimed: bool,
    /// Scores that were given for bias and toxicity.
    given: [Option<f64>; 2],
    rows: Vec<Row>,
    /// Whether the guard may fire.
    guarded: bool,
    /// The grounds that fail a case, as bits.
    fatal: u8,
    /// The conditions that some row of the caps looks at.
    possible: u32,
    worth: Worth,
}

/// The numbers of the rules as doubles.
struct Worth {
    range: [f64; 2],
    points: [f64; 3],
    answers: [f64; 3],
    claims: [f64; 3],
    segments: [f64; 3],
    precision: f64,
    recall: f64,
    correct: f64,
    guard: f64,
    severe_from: f64,
    fail_at_most: f64,
    warn_below: f64,
    /// Start and slope where no claim is unsupported, and where one is.
    falls: [[f64; 2]; 2],
    /// Without a deviation, and for each number of mild, moderate and severe ones.
    aligned: f64,
    deviations: [Vec<f64>; 3],
    /// What bias and toxicity start from, and what the first and each further issue of a kind takes off.
    start: f64,
    penalties: [[f64; 2]; 6],
}

impl Worth {
    fn new(rules: &Rules, on: &LockOptions) -> Worth {
        let three = |a: Num, b: Num, c: Num| [a.to_f64(), b.to_f64(), c.to_f64()];
        let (points, answers) = (&rules.coverage.key_points, &rules.questions);
        let (claims, segments) = (&rules.hallucination.claims, &rules.relevance.segments);
        let some = if on.some_as_twin { rules.relevance.some_as_twin_lock } else { segments.some };
        let fall = |fall: &Fall| [fall.start.to_f64(), fall.slope.to_f64()];
        let doubles = |scores: &[Num]| scores.iter().map(|score| score.to_f64()).collect();
        let alignment = &rules.alignment;
        Worth {
            range: rules.range.map(Num::to_f64),
            points: three(points.fully, points.partial, points.not),
            answers: three(answers.correct, answers.partial, answers.wrong),
            claims: three(claims.supported, claims.partial, claims.unsupported),
            segments: three(segments.high, some, segments.none),
            precision: rules.caps.low_precision.threshold().to_f64(),
            recall: rules.caps.low_recall.threshold().to_f64(),
            correct: rules.caps.qag_incomplete.threshold().to_f64(),
            guard: rules.caps.perfect_ten_guard.threshold().to_f64(),
            severe_from: rules.hallucination.severity.severe_from.to_f64(),
            fail_at_most: rules.verdict.fail_at_most.to_f64(),
            warn_below: rules.verdict.warn_below.to_f64(),
            falls: [fall(&rules.hallucination.fall), fall(&rules.hallucination.fall_unsupported)],
            aligned: alignment.none.to_f64(),
            deviations: [&alignment.mild, &alignment.moderate, &alignment.severe]
                .map(|scores| doubles(scores)),
            start: rules.bias_toxicity.start.to_f64(),
            penalties: rules
                .bias_toxicity
                .penalties()
                .map(|(_, _, penalty)| [penalty.first.to_f64(), penalty.further.to_f64()]),
        }
    }
}

/// The grounds that fail a case, as bits.
fn fatal(rules: &Rules) -> u8 {
    rules.verdict.fail_on.iter().fold(0, |bits, on| {
        let ground = match on {
            FailOn::Unsupported => Ground::Unsupported,
            FailOn::Severe => Ground::Severe,
            FailOn::Slur => Ground::Slur,
        };
        bits | ground.bit(true)
    })
}

/// Mean worth of counted labels; 0 of none.
fn mean(counts: &[f64; 6], all: f64, worth: &[f64; 3]) -> f64 {
    let sum = worth[0] * counts[0] + worth[1] * counts[1] + worth[2] * counts[2];
    if all > 0.0 { sum / all } else { 0.0 }
}

/// The harmonic mean, 0 where both are.
#[inline]
pub fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 }
}

/// Halves up; what a sum of binary fractions lacks to a half is not held against it.
#[inline]
pub fn round(value: f64) -> f64 {
    const LACKING: f64 = 1e-9;
    (value + 0.5 + LACKING).floor()
}

impl<'a> Scorer<'a> {
    /// Looks up what is the same in every draw.
    pub fn new(rules: &'a Rules, counted: &Counted, caps: &[Capped], known: [bool; METRICS]) -> Scorer<'a> {
        let on = counted.on;
        let mut scorer = Scorer {
            rules,
            on,
            known,
            nothing_claimed: nothing_claimed(counted),
            given: [&counted.input.labels.bias_score, &counted.input.labels.tox_score].map(|given| {
                given.as_ref().and_then(|score| score.as_ref().ok()).map(|score| score.to_f64())
            }),
            rows: Vec::new(),
            guarded: false,
            fatal: fatal(rules),
            possible: 0,
            worth: Worth::new(rules, &on),
        };
        // The guard looks at summaries without a deviation, so spans of one that may be none do not count.
        let few = || counted.certain_spans() < rules.caps.perfect_ten_guard.spans.unwrap_or(0);
        let guarded = known.iter().all(|known| *known) && few();
        for cap in caps {
            let Capped { slug, target, finding, .. } = cap;
            let when = match condition(slug, &on) {
                _ if finding.fired.is_none() => When::Always(None),
                Some(condition) => When::If(condition),
                None if *slug == "perfect_ten_guard" && guarded => When::Guard(*target),
                None if *slug == "perfect_ten_guard" => When::Always(Some(false)),
                None => When::Always(finding.fired),
            };
            match when {
                When::If(condition) => scorer.possible |= bit(condition),
                When::Guard(_) => scorer.guarded = true,
                When::Always(_) => {}
            }
            scorer.rows.push(Row { slug, when, target: *target, limit: cap.limit.to_f64() });
        }
        scorer
    }

    /// How many rows of caps there are.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Whether a row fires in a draw; `None` where it can never be known.
    pub fn fires(&self, row: usize, fired: u32) -> Option<bool> {
        self.holds(&self.rows[row], fired)
    }

    fn holds(&self, row: &Row, fired: u32) -> Option<bool> {
        match row.when {
            When::Always(fires) => fires,
            When::If(condition) => Some(fired & bit(condition) != 0),
            When::Guard(target) => Some(fired & (1 << (GUARD + target as u32)) != 0),
        }
    }

    /// What the counts of every list come to.
    pub fn cells(&self, each: &Each) -> Cells {
        LISTS.map(|list| self.cells_of(list, each[list as usize]))
    }

    /// What the counts of a list come to.
    pub fn cells_of(&self, list: List, counts: &Counts) -> Vec<Cell> {
        counts.different.iter().map(|one| self.cell(list, one, counts.all)).collect()
    }

    /// What counts of a list come to; `all` as in [`super::draw::Counts::all`].
    pub fn cell(&self, list: List, counts: &[f64; 6], all: f64) -> Cell {
        let worth = &self.worth;
        let mut cell = Cell::default();
        let mut holds = |condition: Condition, holds: bool| {
            cell.fired |= if holds { bit(condition) & self.possible } else { 0 };
        };
        match list {
            List::KeyPoints => {
                let recall = mean(counts, all, &worth.points);
                holds(Condition::LowRecall, recall < worth.recall);
                cell.value = recall;
            }
            List::Extraneous => {
                let precision = if all > 0.0 { 1.0 - counts[0] / all } else { 0.0 };
                holds(Condition::LowPrecision, precision < worth.precision);
                cell.value = precision;
            }
            List::CoverageQags => {
                let few = counts[0] < worth.correct || self.on.le6 && counts[0] <= worth.correct;
                holds(Condition::Incomplete, few);
                cell.value = mean(counts, all, &worth.answers);
            }
            List::Claims => {
                let unsupported = counts[2] > 0.0;
                let u = mean(counts, all, &worth.claims);
                let [start, slope] = worth.falls[usize::from(unsupported)];
                let trigger = unsupported || self.on.any_partial && counts[1] > 0.0;
                let beyond = if self.on.edge_lower { u > worth.severe_from } else { u >= worth.severe_from };
                let severe = u > 0.0 && beyond && (unsupported || !self.on.severe_needs_unsupported);
                holds(Condition::Extraneous, trigger);
                holds(Condition::Severe, severe);
                cell.value = (start - round(slope * u)).max(worth.range[0]);
                cell.other = u;
                cell.grounds = Ground::Unsupported.bit(unsupported) | Ground::Severe.bit(severe);
            }
            List::ClaimQags if self.nothing_claimed => cell.value = 1.0,
            List::ClaimQags => cell.value = mean(counts, all, &worth.answers),
            List::Deviations => {
                let worst = (0..3).rev().find(|place| counts[*place] > 0.0);
                cell.value = worst.map_or(worth.aligned, |place| {
                    let scores = &worth.deviations[place];
                    scores[(counts[place] as usize).clamp(1, scores.len()) - 1]
                });
            }
            List::Segments => {
                holds(Condition::NoneSegment, counts[2] > 0.0);
                cell.value = mean(counts, all, &worth.segments);
            }
            _ => {
                holds(Condition::Slur, counts[5] > 0.0);
                holds(Condition::Profanity, counts[3] > 0.0 || counts[4] > 0.0);
                holds(Condition::Stereotype, counts[1] > 0.0);
                (cell.value, cell.other) = (self.part(0, counts), self.part(1, counts));
                cell.grounds = Ground::Slur.bit(counts[5] > 0.0);
            }
        }
        cell
    }

    /// Whether the hallucination score is a whole number.
    pub fn is_integer(&self) -> bool {
        self.on.integer
    }

    /// The highest score possible.
    pub fn highest(&self) -> f64 {
        self.worth.range[1]
    }

    /// Whether a metric has a score at all.
    pub fn knows(&self, metric: usize) -> bool {
        self.known[metric]
    }

    /// Whether the guard may fire.
    pub fn is_guarded(&self) -> bool {
        self.guarded
    }

    /// What a score decides.
    #[inline]
    pub fn grade(&self, score: f64) -> Decision {
        match score {
            score if score <= self.worth.fail_at_most => Decision::Fail,
            score if score < self.worth.warn_below => Decision::Warn,
            _ => Decision::Pass,
        }
    }

    /// Whether grounds fail a case.
    #[inline]
    pub fn fails(&self, grounds: u8) -> bool {
        grounds & self.fatal != 0
    }

    /// Whether a cap that fires is a warning.
    pub fn warns(&self) -> bool {
        self.rules.verdict.warn_on_caps
    }

    /// The target and the limit of a row.
    pub fn row(&self, row: usize) -> (Target, f64) {
        (self.rows[row].target, self.rows[row].limit)
    }

    /// The name of a row's cap.
    pub fn slug(&self, row: usize) -> &'static str {
        self.rows[row].slug
    }

    /// Whether both have a score for the same metrics.
    pub fn knows_as(&self, other: &Scorer) -> bool {
        self.known == other.known
    }

    /// Whether the limit of a row is the score, rather than a bound to it.
    pub fn is_fixed(&self, row: usize) -> bool {
        self.on.none_fixed && matches!(self.rows[row].when, When::If(Condition::NoneSegment))
    }

    /// Whether two rows lower the same thing to the same limit.
    pub fn alike(&self, a: usize, b: usize) -> bool {
        self.rows[a].target == self.rows[b].target && self.rows[a].limit == self.rows[b].limit
    }

    /// Whether the rows of both do the same to draws in which these conditions come up, and no others.
    pub fn caps_alike(&self, other: &Scorer, seen: u32) -> bool {
        let acts = |row: &&Row| match row.when {
            When::Always(fires) => fires != Some(false),
            When::If(condition) => seen & bit(condition) != 0,
            When::Guard(_) => seen >> GUARD != 0,
        };
        let fixed = seen & bit(Condition::NoneSegment) == 0 || self.on.none_fixed == other.on.none_fixed;
        let lowers = seen >> GUARD == 0 || self.on.highest_only == other.on.highest_only;
        fixed && lowers && self.rows.iter().filter(acts).eq(other.rows.iter().filter(acts))
    }

    /// Whether caps do no more than lower scores, each by itself: no guard, no score that is fixed, and on the parts of
    /// a score no caps that look at other lists than it is made of.
    pub fn only_lowers(&self) -> bool {
        let apart = |row: usize| {
            metric_of(self.rows[row].target).is_some()
                || self.looks_at(row).is_none_or(|(list, _)| list == List::Issues)
        };
        !self.guarded && (0..self.rows.len()).all(|row| !self.is_fixed(row) && apart(row))
    }

    /// Whether limits only ever lower a score, and the guard fails no case.
    pub fn limits_lower(&self) -> bool {
        (0..self.rows.len()).all(|row| match self.rows[row].when {
            When::Guard(_) => self.rows[row].limit > self.worth.fail_at_most,
            _ => !self.is_fixed(row) || self.rows[row].limit <= self.worth.fail_at_most,
        })
    }

    /// The limits where these conditions hold, without the rows like one of them.
    pub fn limits(&self, fired: u32, without: Option<usize>) -> Limits {
        let (mut of, mut fixed) = ([f64::INFINITY; TARGETS], [None; METRICS]);
        let mut capped = false;
        for (at, row) in self.rows.iter().enumerate() {
            if self.holds(row, fired) != Some(true) {
                continue;
            }
            capped = true;
            if without.is_some_and(|without| self.alike(at, without)) {
                continue;
            }
            let target = row.target as usize;
            of[target] = of[target].min(row.limit);
            if let (true, Some(metric)) = (self.is_fixed(at), metric_of(row.target)) {
                fixed[metric] = Some(row.limit);
            }
        }
        Limits { fired, of, fixed, capped }
    }

    /// The labels that a row looks at: their list, and the places of the words that speak for it.
    pub fn looks_at(&self, row: usize) -> Option<(List, &'static [usize])> {
        let When::If(condition) = self.rows[row].when else { return None };
        Some(match condition {
            Condition::Extraneous if self.on.any_partial => (List::Claims, &[1, 2]),
            Condition::Extraneous => (List::Claims, &[2]),
            Condition::Incomplete => (List::CoverageQags, &[1, 2]),
            Condition::LowPrecision => (List::Extraneous, &[0]),
            Condition::LowRecall => (List::KeyPoints, &[1, 2]),
            Condition::Severe => (List::Claims, &[1, 2]),
            Condition::NoneSegment => (List::Segments, &[2]),
            Condition::Slur => (List::Issues, &[5]),
            Condition::Profanity => (List::Issues, &[3, 4]),
            Condition::Stereotype => (List::Issues, &[1]),
        })
    }

    /// The bias score, or the toxicity score.
    fn part(&self, which: usize, issues: &[f64; 6]) -> f64 {
        if let Some(given) = self.given[which] {
            return given;
        }
        let mut value = self.worth.start;
        for place in if which == 0 { 0..2 } else { 2..6 } {
            let count = issues[place];
            if count > 0.0 {
                let [first, further] = self.worth.penalties[place];
                value -= first + further * (count - 1.0);
            }
        }
        value.max(self.worth.range[0])
    }

    /// The targets that the guard lowers where these are the raw scores, as bits.
    pub fn guarded(&self, raw: &[f64; METRICS]) -> u32 {
        if !self.guarded || raw.iter().any(|score| *score < self.worth.guard) {
            return 0;
        }
        let highest = raw.iter().copied().fold(f64::MIN, f64::max);
        let lowered = |place: &usize| !self.on.highest_only || raw[*place] >= highest;
        (0..METRICS)
            .filter(lowered)
            .fold(0, |bits, place| bits | 1 << (GUARD + Target::METRICS[place] as u32))
    }
}

impl Ground {
    /// Its bit, where it is given.
    pub fn bit(self, given: bool) -> u8 {
        u8::from(given) << self as u8
    }
}

/// The index of the metric that a target is, or is a part of.
pub fn place_of(target: Target) -> usize {
    metric_of(target).unwrap_or(METRICS - 1)
}

/// The index of a metric; none of a part.
fn metric_of(target: Target) -> Option<usize> {
    Target::METRICS.iter().position(|metric| *metric == target)
}

fn bit(condition: Condition) -> u32 {
    1 << condition as u32
}

/// The condition of a cap that depends on what is drawn; `None` for the others and for those switched off.
fn condition(slug: &str, on: &LockOptions) -> Option<Condition> {
    Some(match slug {
        "extraneous_claim" if !on.cross_off => Condition::Extraneous,
        "qag_incomplete" => Condition::Incomplete,
        "low_precision" => Condition::LowPrecision,
        "low_recall" => Condition::LowRecall,
        "severe_hallucination" if !on.cross_off => Condition::Severe,
        "none_segment" => Condition::NoneSegment,
        "slur" => Condition::Slur,
        "mild_profanity" => Condition::Profanity,
        "stereotype" => Condition::Stereotype,
        _ => return None,
    })
}
