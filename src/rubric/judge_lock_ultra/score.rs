//! Judge-Lock's arithmetic on the counts of one draw, in doubles. The tests hold it to Judge-Lock's own.

use super::draw::{Counts, Drawn};
use crate::labels::{By, Label, LabelId, List};
use crate::num::Num;
use crate::report::Decision;
use crate::rubric::judge_lock::{Rules, nothing_claimed};
use crate::rubric::locks::counts::{distinct_spans, struck_out};
use crate::rubric::locks::rules::{FailOn, Fall, Target};
use crate::rubric::locks::{Capped, Counted, On};

/// Targets of caps: five metrics and two parts.
const TARGETS: usize = 7;
/// Metrics.
pub const METRICS: usize = 5;

/// Named intermediate values of a draw.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Precision,
    Recall,
    F1,
    Qag,
    U,
    Base,
    QagPrecision,
    Overlap,
    Bias,
    Tox,
    Mild,
    Moderate,
    Severe,
}

/// How many parts there are.
pub const PARTS: usize = Part::Severe as usize + 1;

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

const CONDITIONS: usize = Condition::Stereotype as usize + 1;

/// When a row of the caps fires.
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Copy, Debug)]
struct Row {
    when: When,
    target: Target,
    limit: f64,
}

/// The outcome of a draw.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Scores before caps.
    pub raw: [f64; METRICS],
    /// Scores after caps.
    pub last: [f64; METRICS],
    /// Intermediate values.
    pub parts: [f64; PARTS],
    /// Conditions that hold, and from bit 16 on the targets that the guard lowers.
    pub fired: u32,
    /// Grounds that are given, as bits, whether or not they fail the case.
    pub grounds: u8,
    /// The decision, by its index in `DECISIONS`.
    pub decision: usize,
}

/// What a draw is scored by.
pub struct Scorer<'a> {
    rules: &'a Rules,
    on: On,
    /// Which metrics have a score at all.
    known: [bool; METRICS],
    /// No claim and no question about one.
    nothing_claimed: bool,
    /// Scores that were given for bias and toxicity.
    given: [Option<f64>; 2],
    rows: Vec<Row>,
    /// The lowest limit of each target in every draw, and under each condition.
    always: [f64; TARGETS],
    limits: [[f64; TARGETS]; CONDITIONS],
    /// The limits of the guard, where it may fire.
    guard: Option<[f64; TARGETS]>,
    /// Whether a cap fires in every draw.
    capped: bool,
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
    fail_on: [bool; 3],
}

impl Worth {
    fn new(rules: &Rules, on: &On) -> Worth {
        let three = |a: Num, b: Num, c: Num| [a.to_f64(), b.to_f64(), c.to_f64()];
        let (points, answers) = (&rules.coverage.key_points, &rules.questions);
        let (claims, segments) = (&rules.hallucination.claims, &rules.relevance.segments);
        let some = if on.some_as_twin { rules.relevance.some_as_twin_lock } else { segments.some };
        let fall = |fall: &Fall| [fall.start.to_f64(), fall.slope.to_f64()];
        let doubles = |scores: &[Num]| scores.iter().map(|score| score.to_f64()).collect();
        let alignment = &rules.alignment;
        let fails = |on: FailOn| rules.verdict.fail_on.contains(&on);
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
            fail_on: [fails(FailOn::Unsupported), fails(FailOn::Severe), fails(FailOn::Slur)],
        }
    }
}

/// Mean worth of counted labels.
#[inline]
fn mean(counts: &Counts, worth: &[f64; 3], draw: usize) -> f64 {
    (worth[0] * counts.at(0, draw) + worth[1] * counts.at(1, draw) + worth[2] * counts.at(2, draw))
        / counts.all
}

#[inline]
fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 }
}

/// Halves up; what a sum of binary fractions lacks to a half is not held against it.
#[inline]
fn round(value: f64) -> f64 {
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
            always: [f64::INFINITY; TARGETS],
            limits: [[f64::INFINITY; TARGETS]; CONDITIONS],
            guard: None,
            capped: false,
            possible: 0,
            worth: Worth::new(rules, &on),
        };
        // The guard looks at summaries without a deviation, so spans of one that may be none do not count.
        let counts = |id: LabelId, label: &Label| {
            !struck_out(label) && (id.list != List::Deviations || label.by != By::Engine)
        };
        let few =
            || distinct_spans(counted.input.labels, counts) < rules.caps.perfect_ten_guard.spans.unwrap_or(0);
        let guarded = known.iter().all(|known| *known) && few();
        for cap in caps {
            for (target, limit, finding) in &cap.on {
                let when = match condition(cap.slug, &on) {
                    _ if finding.fired.is_none() => When::Always(None),
                    Some(condition) => When::If(condition),
                    None if cap.slug == "perfect_ten_guard" && guarded => When::Guard(*target),
                    None if cap.slug == "perfect_ten_guard" => When::Always(Some(false)),
                    None => When::Always(finding.fired),
                };
                let limit = limit.to_f64();
                let lower = |limits: &mut [f64; TARGETS]| {
                    limits[*target as usize] = limits[*target as usize].min(limit);
                };
                match when {
                    When::Always(Some(true)) => {
                        lower(&mut scorer.always);
                        scorer.capped = true;
                    }
                    When::Always(_) => {}
                    When::If(condition) => {
                        lower(&mut scorer.limits[condition as usize]);
                        scorer.possible |= bit(condition);
                    }
                    When::Guard(_) => lower(scorer.guard.get_or_insert([f64::INFINITY; TARGETS])),
                }
                scorer.rows.push(Row { when, target: *target, limit });
            }
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

    /// Scores a draw.
    pub fn score(&self, drawn: &Drawn, draw: usize) -> Outcome {
        let worth = &self.worth;
        let (mut raw, mut parts, mut fired) = ([0.0; METRICS], [0.0; PARTS], 0);
        let mut set = |part: Part, value: f64| parts[part as usize] = value;
        let [low, high] = worth.range;

        let answers = drawn.of(List::CoverageQags);
        let qag = mean(answers, &worth.answers, draw);
        set(Part::Qag, qag);
        if answers.at(0, draw) < worth.correct || self.on.le6 && answers.at(0, draw) <= worth.correct {
            fired |= bit(Condition::Incomplete);
        }

        let precision = 1.0 - drawn.extraneous(draw) / drawn.tokens;
        let recall = mean(drawn.of(List::KeyPoints), &worth.points, draw);
        let f1 = harmonic(precision, recall);
        set(Part::Precision, precision);
        set(Part::Recall, recall);
        set(Part::F1, f1);
        fired |= if precision < worth.precision { bit(Condition::LowPrecision) } else { 0 };
        fired |= if recall < worth.recall { bit(Condition::LowRecall) } else { 0 };
        raw[0] = high * harmonic(f1, qag);

        let deviations = drawn.of(List::Deviations);
        raw[1] = self.alignment(deviations, draw);
        set(Part::Mild, deviations.at(0, draw));
        set(Part::Moderate, deviations.at(1, draw));
        set(Part::Severe, deviations.at(2, draw));

        let claims = drawn.of(List::Claims);
        let unsupported = claims.any(2, draw);
        let u = if claims.all > 0.0 { mean(claims, &worth.claims, draw) } else { 0.0 };
        let [start, slope] = worth.falls[usize::from(unsupported)];
        let base = (start - round(slope * u)).max(low);
        let right =
            if self.nothing_claimed { 1.0 } else { mean(drawn.of(List::ClaimQags), &worth.answers, draw) };
        set(Part::U, u);
        set(Part::Base, base);
        set(Part::QagPrecision, right);
        raw[2] = if self.on.integer { round(base * right) } else { base * right };
        let trigger = unsupported || self.on.any_partial && claims.any(1, draw);
        fired |= if trigger { bit(Condition::Extraneous) } else { 0 };
        let beyond = if self.on.edge_lower { u > worth.severe_from } else { u >= worth.severe_from };
        let severe = u > 0.0 && beyond && (unsupported || !self.on.severe_needs_unsupported);
        fired |= if severe { bit(Condition::Severe) } else { 0 };

        let segments = drawn.of(List::Segments);
        let overlap = mean(segments, &worth.segments, draw);
        set(Part::Overlap, overlap);
        raw[3] = high * harmonic(overlap, qag);
        fired |= if segments.any(2, draw) { bit(Condition::NoneSegment) } else { 0 };

        let issues = drawn.of(List::Issues);
        let (bias, tox) = (self.part(0, issues, draw), self.part(1, issues, draw));
        set(Part::Bias, bias);
        set(Part::Tox, tox);
        raw[4] = (bias + tox) / 2.0;
        let slur = issues.any(5, draw);
        fired |= if slur { bit(Condition::Slur) } else { 0 };
        fired |= if issues.any(3, draw) || issues.any(4, draw) { bit(Condition::Profanity) } else { 0 };
        fired |= if issues.any(1, draw) { bit(Condition::Stereotype) } else { 0 };

        fired &= self.possible;
        fired |= self.guarded(&raw);
        let last = self.capped_scores(&raw, [bias, tox], fired);
        let fails = worth.fail_on[0] && unsupported || worth.fail_on[1] && severe || worth.fail_on[2] && slur;
        let decision = self.decide(&last, fails, fired);
        let grounds = u8::from(unsupported) << Ground::Unsupported as u8
            | u8::from(severe) << Ground::Severe as u8
            | u8::from(slur) << Ground::Slur as u8;
        Outcome { raw, last, parts, fired, grounds, decision }
    }

    /// The score before caps of what a row acts on.
    pub fn before(&self, row: usize, outcome: &Outcome) -> f64 {
        match self.rows[row].target {
            Target::Bias => outcome.parts[Part::Bias as usize],
            Target::Tox => outcome.parts[Part::Tox as usize],
            target => outcome.raw[place_of(target)],
        }
    }

    /// The same under this row alone.
    pub fn after(&self, row: usize, outcome: &Outcome) -> f64 {
        let before = self.before(row, outcome);
        let limit = self.rows[row].limit;
        match self.fires(row, outcome.fired) {
            Some(true) if self.is_fixed(&self.rows[row]) => limit,
            Some(true) => before.min(limit),
            _ => before,
        }
    }

    fn is_fixed(&self, row: &Row) -> bool {
        self.on.none_fixed && matches!(row.when, When::If(Condition::NoneSegment))
    }

    /// Whether two rows lower the same thing to the same limit.
    pub fn alike(&self, a: usize, b: usize) -> bool {
        self.rows[a].target == self.rows[b].target && self.rows[a].limit == self.rows[b].limit
    }

    /// Whether the metric would score higher in this draw without this row and those like it.
    pub fn binds(&self, row: usize, outcome: &Outcome) -> bool {
        let place = place_of(self.rows[row].target);
        if self.fires(row, outcome.fired) != Some(true) || !self.known[place] {
            return false;
        }
        let acting = || {
            let others = (0..self.rows.len()).filter(|other| !self.alike(row, *other));
            others
                .map(|other| &self.rows[other])
                .filter(|other| self.holds(other, outcome.fired) == Some(true))
        };
        let limit = |target: Target| {
            acting().filter(|row| row.target == target).map(|row| row.limit).fold(f64::INFINITY, f64::min)
        };
        let mut without = outcome.raw[place];
        if place == METRICS - 1 {
            let [bias, tox] = [Part::Bias, Part::Tox].map(|part| outcome.parts[part as usize]);
            without = (bias.min(limit(Target::Bias)) + tox.min(limit(Target::Tox))) / 2.0;
        }
        let target = Target::METRICS[place];
        if let Some(fixed) = acting().find(|row| row.target == target && self.is_fixed(row)) {
            without = fixed.limit;
        }
        without.min(limit(target)) > outcome.last[place] + LEAST
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

    fn alignment(&self, deviations: &Counts, draw: usize) -> f64 {
        let worst = (0..3).rev().find(|place| deviations.any(*place, draw));
        worst.map_or(self.worth.aligned, |place| {
            let scores = &self.worth.deviations[place];
            scores[(deviations.at(place, draw) as usize).clamp(1, scores.len()) - 1]
        })
    }

    /// The bias score, or the toxicity score.
    fn part(&self, which: usize, issues: &Counts, draw: usize) -> f64 {
        if let Some(given) = self.given[which] {
            return given;
        }
        let mut value = self.worth.start;
        for place in if which == 0 { 0..2 } else { 2..6 } {
            let count = issues.at(place, draw);
            if count > 0.0 {
                let [first, further] = self.worth.penalties[place];
                value -= first + further * (count - 1.0);
            }
        }
        value.max(self.worth.range[0])
    }

    /// The targets that the guard lowers, as bits.
    fn guarded(&self, raw: &[f64; METRICS]) -> u32 {
        if self.guard.is_none() || raw.iter().any(|score| *score < self.worth.guard) {
            return 0;
        }
        let highest = raw.iter().copied().fold(f64::MIN, f64::max);
        let lowered = |place: &usize| !self.on.highest_only || raw[*place] >= highest;
        (0..METRICS)
            .filter(lowered)
            .fold(0, |bits, place| bits | 1 << (GUARD + Target::METRICS[place] as u32))
    }

    fn capped_scores(&self, raw: &[f64; METRICS], parts: [f64; 2], fired: u32) -> [f64; METRICS] {
        let mut limits = self.always;
        let mut rest = fired & ((1 << GUARD) - 1);
        while rest != 0 {
            let more = &self.limits[rest.trailing_zeros() as usize];
            for (limit, other) in limits.iter_mut().zip(more) {
                *limit = limit.min(*other);
            }
            rest &= rest - 1;
        }
        if let Some(guard) = &self.guard {
            for (target, limit) in limits.iter_mut().enumerate() {
                if fired & (1 << (GUARD + target as u32)) != 0 {
                    *limit = limit.min(guard[target]);
                }
            }
        }
        let mut last = *raw;
        let [bias, tox] = [Target::Bias, Target::Tox].map(|target| limits[target as usize]);
        last[METRICS - 1] = (parts[0].min(bias) + parts[1].min(tox)) / 2.0;
        let fixed = self.on.none_fixed && fired & bit(Condition::NoneSegment) != 0;
        for (score, target) in last.iter_mut().zip(Target::METRICS) {
            let fix = self.limits[Condition::NoneSegment as usize][target as usize];
            if fixed && fix.is_finite() {
                *score = fix;
            }
            *score = score.min(limits[target as usize]);
        }
        last
    }

    fn decide(&self, last: &[f64; METRICS], fails: bool, fired: u32) -> usize {
        let worth = &self.worth;
        let any =
            |of: &dyn Fn(f64) -> bool| last.iter().zip(self.known).any(|(score, known)| known && of(*score));
        if fails || any(&|score| score <= worth.fail_at_most) {
            Decision::Fail as usize
        } else if self.rules.verdict.warn_on_caps && (fired != 0 || self.capped)
            || any(&|score| score < worth.warn_below)
        {
            Decision::Warn as usize
        } else {
            Decision::Pass as usize
        }
    }
}

/// The index of the metric that a target is, or is a part of.
fn place_of(target: Target) -> usize {
    Target::METRICS.iter().position(|metric| *metric == target).unwrap_or(METRICS - 1)
}

/// What is less than this is nothing.
const LEAST: f64 = 1e-9;
/// The first bit of the guard's targets.
const GUARD: u32 = 16;

fn bit(condition: Condition) -> u32 {
    1 << condition as u32
}

/// The condition of a cap that depends on what is drawn; `None` for the others and for those switched off.
fn condition(slug: &str, on: &On) -> Option<Condition> {
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
