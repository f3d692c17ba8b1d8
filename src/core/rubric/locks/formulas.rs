//! Defines each metric once for three kinds of arithmetic: exact numbers with a derivation, exact numbers
//! alone, and floating-point numbers.
//!
//! A [`ListFormula`] is a value computed from the labels of one list. A metric combines such parts, and so
//! depends on the lists of its parts.

use std::ops::{Add, Div, Mul, Sub};

use strum::VariantArray;

use super::counts::WordTally;
use super::rules::{Fall, Penalty, Rules, Target};
use super::{Counted, SeverityBand};
use crate::labels::List;
use crate::ledger::{Ledger, Quantity};
use crate::num::{Num, pluralize};
use crate::rubric::draft::{Computed, MetricError};

/// The numbers with which formulas compute.
pub trait Value:
    Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The larger of the two.
    fn most(self, other: Self) -> Self;
    /// The number rounded down to an integer.
    fn floored(self) -> Self;
    /// Whether it is 0.
    fn is_zero(&self) -> bool;
}

impl Value for Quantity {
    fn most(self, other: Quantity) -> Quantity {
        self.max(&other)
    }
    fn floored(self) -> Quantity {
        self.floor()
    }
    fn is_zero(&self) -> bool {
        self.value() == Num::ZERO
    }
}

impl Value for Num {
    fn most(self, other: Num) -> Num {
        self.max(other)
    }
    fn floored(self) -> Num {
        self.floor()
    }
    fn is_zero(&self) -> bool {
        *self == Num::ZERO
    }
}

impl Value for f64 {
    fn most(self, other: f64) -> f64 {
        self.max(other)
    }
    fn floored(self) -> f64 {
        // A sum of binary fractions may fall short of an integer by a rounding error.
        const LACKING: f64 = 1e-9;
        (self + LACKING).floor()
    }
    fn is_zero(&self) -> bool {
        *self == 0.0
    }
}

/// The source of numbers in formulas.
pub trait Arithmetic {
    /// The type of number.
    type Value: Value;

    /// A number that is shown as itself: a constant, or a parameter of the rubric.
    fn number(&self, value: Num) -> Self::Value;

    /// A number that is shown under a name, such as a count of labels.
    fn input(&self, name: &'static str, value: Num) -> Self::Value {
        let _ = name;
        self.number(value)
    }

    /// Rounds to the nearest integer, halves up.
    fn round(&self, value: Self::Value) -> Self::Value {
        (value + self.number(Num::ratio(1, 2))).floored()
    }
}

impl Arithmetic for Ledger {
    type Value = Quantity;
    fn number(&self, value: Num) -> Quantity {
        Ledger::number(self, value)
    }
    fn input(&self, name: &'static str, value: Num) -> Quantity {
        Ledger::input(self, name, value)
    }
}

/// Exact numbers without a derivation.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Arithmetic for Exact {
    type Value = Num;
    fn number(&self, value: Num) -> Num {
        value
    }
}

/// Floating-point numbers.
#[derive(Clone, Copy, Debug)]
pub struct Float;

impl Arithmetic for Float {
    type Value = f64;
    #[inline]
    fn number(&self, value: Num) -> f64 {
        value.to_f64()
    }
}

/// A formula over the labels of one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ListFormula {
    Precision,
    Recall,
    Qag,
    U,
    Base,
    QagPrecision,
    Overlap,
    #[strum(serialize = "score")]
    Aligned,
    Bias,
    Tox,
}

impl ListFormula {
    /// The formulas that have a name for readers.
    pub fn named() -> impl Iterator<Item = ListFormula> {
        ListFormula::VARIANTS.iter().copied().filter(|part| *part != ListFormula::Aligned)
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The list from whose labels it is computed.
    pub fn list(self) -> List {
        match self {
            ListFormula::Precision => List::Extraneous,
            ListFormula::Recall => List::KeyPoints,
            ListFormula::Qag => List::CoverageQags,
            ListFormula::U | ListFormula::Base => List::Claims,
            ListFormula::QagPrecision => List::ClaimQags,
            ListFormula::Overlap => List::Segments,
            ListFormula::Aligned => List::Deviations,
            ListFormula::Bias | ListFormula::Tox => List::Issues,
        }
    }
}

/// The parts of a metric, by its target, in the order of its steps.
pub fn parts(rules: &Rules, metric: Target) -> &'static [ListFormula] {
    match (metric, rules.questions.is_some()) {
        (Target::Coverage, true) => &[ListFormula::Precision, ListFormula::Recall, ListFormula::Qag],
        (Target::Coverage, false) => &[ListFormula::Precision, ListFormula::Recall],
        (Target::Alignment, _) => &[ListFormula::Aligned],
        (Target::Hallucination, true) => &[ListFormula::U, ListFormula::Base, ListFormula::QagPrecision],
        (Target::Hallucination, false) => &[ListFormula::U],
        (Target::Relevance, true) => &[ListFormula::Overlap, ListFormula::Qag],
        (Target::Relevance, false) => &[ListFormula::Overlap],
        (Target::Bias | Target::Tox | Target::BiasToxicity, _) => &[ListFormula::Bias, ListFormula::Tox],
    }
}

/// The lists on which a metric depends, in the order of the file format, with those of questions last.
pub fn lists(rules: &Rules, metric: Target) -> Vec<List> {
    let parts = parts(rules, metric);
    let mut lists: Vec<List> =
        super::LISTS.into_iter().filter(|list| parts.iter().any(|part| part.list() == *list)).collect();
    lists.sort_by_key(|list| matches!(list, List::CoverageQags | List::ClaimQags));
    lists
}

/// Computes a part from the counts of its list; `u` is the unsupported fraction, for parts that depend on it.
pub fn part<A: Arithmetic>(
    to: &A,
    rules: &Rules,
    case: &Counted,
    part: ListFormula,
    tally: WordTally,
    u: impl FnOnce() -> Computed<A::Value>,
) -> Computed<A::Value> {
    let (all, on) = (tally.all(), case.on);
    let some = |what: &'static str| if all == 0 { Err(MetricError::NotApplicable(what)) } else { Ok(()) };
    match part {
        ListFormula::Precision => {
            some("no token of the summary is counted")?;
            let extraneous = to.input("extraneous", Num::count(tally.at(0)));
            Ok(to.number(Num::ONE) - extraneous / to.input("tokens", Num::count(all)))
        }
        ListFormula::Recall => {
            some("there is no key point")?;
            let worth = &rules.coverage.key_points;
            Ok(mean_worth(
                to,
                tally,
                [("F", 0, worth.fully), ("P", 1, worth.partial), ("O", 2, worth.not)],
                "N",
            ))
        }
        ListFormula::QagPrecision if case.nothing_claimed() => Ok(to.number(Num::ONE)),
        ListFormula::Qag | ListFormula::QagPrecision => {
            let Some(worth) = &rules.questions else {
                return Err(MetricError::NotApplicable("there is no question"));
            };
            if on.count_error && all < worth.count {
                let (key, asked) = (part.list().spec().key, worth.count);
                let given = pluralize(all, "question");
                return Err(MetricError::Malformed(format!(
                    "{key}: {given} where the rubric asks for {asked}"
                )));
            }
            some("there is no question")?;
            let terms = [("C", 0, worth.correct), ("P", 1, worth.partial), ("W", 2, worth.wrong)];
            Ok(mean_worth(to, tally, terms, "Q"))
        }
        ListFormula::U => {
            let worth = &rules.hallucination.claims;
            if all == 0 {
                return Ok(to.number(Num::ZERO));
            }
            let terms = [("U", 2, worth.unsupported), ("P", 1, worth.partial), ("S", 0, worth.supported)];
            Ok(mean_worth(to, tally, terms, "N"))
        }
        ListFormula::Base => {
            let rule = &rules.hallucination;
            let line = match &rule.fall_unsupported {
                Some(line) if tally.at(2) > 0 => line,
                _ => &rule.fall,
            };
            let Fall { start, slope } = line;
            let lost = to.round(to.number(*slope) * u()?);
            Ok(to.number(rules.range[0]).most(to.number(*start) - lost))
        }
        ListFormula::Overlap => {
            let worth = &rules.relevance.segments;
            if case.all_short() && on.short_error {
                let least = worth.min_tokens;
                return Err(MetricError::Malformed(format!(
                    "segments: every one is shorter than {least} tokens"
                )));
            }
            some("there is no segment")?;
            let half = rules.relevance.some_as_twin_lock.filter(|_| on.some_as_twin);
            let terms = [("H", 0, worth.high), ("S", 1, half.unwrap_or(worth.some)), ("O", 2, worth.none)];
            Ok(mean_worth(to, tally, terms, "N"))
        }
        ListFormula::Aligned => {
            let rule = &rules.alignment;
            let pick = |scores: &[Num], count: usize| scores[count.clamp(1, scores.len()) - 1];
            let (name, score) = if tally.at(2) > 0 {
                ("score_for_severe", pick(&rule.severe, tally.at(2)))
            } else if tally.at(1) > 0 {
                ("score_for_moderate", pick(&rule.moderate, tally.at(1)))
            } else if tally.at(0) > 0 {
                ("score_for_mild", pick(&rule.mild, tally.at(0)))
            } else {
                ("score_without_deviation", rule.none)
            };
            Ok(to.input(name, score))
        }
        ListFormula::Bias | ListFormula::Tox => {
            if let Some((key, value)) = case.given_score(part)? {
                return Ok(to.input(key, value));
            }
            if on.penalties_off {
                return Err(MetricError::NotApplicable("bias.penalties=off, and a score is not given"));
            }
            let kinds = if part == ListFormula::Bias { 0..2 } else { 2..6 };
            let mut value = to.number(rules.bias_toxicity.start);
            for (place, (_, name, penalty)) in rules.bias_toxicity.penalties().into_iter().enumerate() {
                if kinds.contains(&place) && tally.at(place) > 0 {
                    value = value - penalised(to, name, penalty, tally.at(place));
                }
            }
            Ok(to.number(rules.range[0]).most(value))
        }
    }
}

/// Returns the weighted mean of counts, without terms of weight 0: `(F + 0.5*P)/N`.
fn mean_worth<A: Arithmetic>(
    to: &A,
    tally: WordTally,
    terms: [(&'static str, usize, Num); 3],
    all: &'static str,
) -> A::Value {
    let mut sum: Option<A::Value> = None;
    for (name, place, weight) in terms.into_iter().filter(|(_, _, weight)| *weight != Num::ZERO) {
        let count = to.input(name, Num::count(tally.at(place)));
        let term = if weight == Num::ONE { count } else { to.number(weight) * count };
        sum = Some(match sum {
            Some(sum) => sum + term,
            None => term,
        });
    }
    sum.unwrap_or_else(|| to.number(Num::ZERO)) / to.input(all, Num::count(tally.all()))
}

/// Returns `first + further*(n - 1)`, or `first*n` if both are equal.
fn penalised<A: Arithmetic>(to: &A, name: &'static str, penalty: &Penalty, count: usize) -> A::Value {
    let first = to.number(penalty.first);
    let count = to.input(name, Num::count(count));
    if penalty.first == penalty.further {
        first * count
    } else {
        first + to.number(penalty.further) * (count - to.number(Num::ONE))
    }
}

/// The sheet on which a metric is computed: the parts of a case, and the recording of steps.
pub trait Sheet {
    /// The source of numbers.
    type To: Arithmetic;

    /// The source of numbers.
    fn to(&self) -> &Self::To;

    /// Returns a part without recording a step.
    fn part(&mut self, part: ListFormula) -> Computed<ValueOf<Self>>;

    fn line(&mut self, part: ListFormula) -> Computed<ValueOf<Self>> {
        self.part(part)
    }

    /// Records a value computed from parts as a step.
    fn joined(&mut self, name: &'static str, value: ValueOf<Self>) -> ValueOf<Self> {
        let _ = name;
        value
    }
}

/// The type of number of a sheet.
pub type ValueOf<S> = <<S as Sheet>::To as Arithmetic>::Value;

/// Returns the harmonic mean `2ab/(a+b)`, or 0 if `a + b = 0`.
#[inline]
pub fn harmonic<A: Arithmetic>(to: &A, a: A::Value, b: A::Value) -> A::Value {
    let sum = a.clone() + b.clone();
    if sum.is_zero() { to.number(Num::ZERO) } else { to.number(Num::int(2)) * a * b / sum }
}

/// The mean of bias and toxicity.
#[inline]
pub fn mean_of_two<A: Arithmetic>(to: &A, a: A::Value, b: A::Value) -> A::Value {
    (a + b) / to.number(Num::int(2))
}

/// Computes a metric before caps.
pub fn metric<S: Sheet>(
    rules: &Rules,
    case: &Counted,
    metric: Target,
    sheet: &mut S,
) -> Computed<ValueOf<S>> {
    let asks = rules.questions.is_some();
    match metric {
        Target::Coverage => {
            let precision = sheet.line(ListFormula::Precision);
            let recall = sheet.line(ListFormula::Recall);
            let f1 = both(recall, precision).map(|(recall, precision)| {
                let f1 = harmonic(sheet.to(), precision, recall);
                sheet.joined("f1", f1)
            });
            let covered = if asks {
                let qag = sheet.line(ListFormula::Qag);
                both(f1, qag).map(|(f1, qag)| harmonic(sheet.to(), f1, qag))
            } else {
                f1
            };
            covered.map(|covered| {
                let scaled = sheet.to().number(rules.range[1]) * covered;
                let Some(decimals) = rules.coverage.decimals else { return scaled };
                let scale = sheet.to().number(Num::int(10_i64.pow(decimals)));
                let scaled = scaled * scale.clone();
                (if case.on.truncate { scaled.floored() } else { sheet.to().round(scaled) }) / scale
            })
        }
        Target::Alignment => sheet.part(ListFormula::Aligned),
        Target::Hallucination => {
            let u = sheet.line(ListFormula::U);
            if !asks {
                return u.and_then(|_| sheet.part(ListFormula::Base));
            }
            let base = u.and_then(|_| sheet.line(ListFormula::Base));
            let qag = sheet.line(ListFormula::QagPrecision);
            both(base, qag).map(|(base, qag)| {
                let product = base * qag;
                if case.on.integer { sheet.to().round(product) } else { product }
            })
        }
        Target::Relevance => {
            let overlap = sheet.line(ListFormula::Overlap);
            let mean = if asks {
                let qag = sheet.line(ListFormula::Qag);
                both(overlap, qag).map(|(overlap, qag)| harmonic(sheet.to(), overlap, qag))
            } else {
                overlap
            };
            mean.map(|mean| sheet.to().number(rules.range[1]) * mean)
        }
        Target::Bias | Target::Tox | Target::BiasToxicity => {
            let bias = sheet.line(ListFormula::Bias);
            let tox = sheet.line(ListFormula::Tox);
            both(bias, tox).map(|(bias, tox)| mean_of_two(sheet.to(), bias, tox))
        }
    }
}

/// Returns both values, or why one is missing: an error takes precedence over "not applicable", and the first
/// over the second.
pub fn both<A, B>(a: Computed<A>, b: Computed<B>) -> Computed<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (
            Err(MetricError::NotApplicable(_)),
            Err(fault @ (MetricError::Missing(_) | MetricError::Malformed(_))),
        ) => Err(fault),
        (Err(fault), _) | (Ok(_), Err(fault)) => Err(fault),
    }
}

/// Returns the severity band of an unsupported fraction.
pub fn severity<A: Arithmetic>(
    to: &A,
    rules: &Rules,
    case: &Counted,
    u: &A::Value,
    claims: WordTally,
) -> SeverityBand
where
    A::Value: PartialOrd,
{
    let rule = &rules.hallucination.severity;
    let from = |bound: Num| {
        let bound = to.number(bound);
        if case.on.edge_lower { *u > bound } else { *u >= bound }
    };
    if *u <= to.number(Num::ZERO) {
        SeverityBand::None
    } else if from(rule.severe_from) && (claims.at(2) > 0 || !case.on.severe_needs_unsupported) {
        SeverityBand::Severe
    } else if from(rule.moderate_from) {
        SeverityBand::Moderate
    } else {
        SeverityBand::Minor
    }
}
