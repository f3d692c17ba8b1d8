//! Compares judges in one table: how well each agrees with people, which is best in each aspect, and
//! which differences are larger than chance explains.
//!
//! ```text
//! labels or scores of judges and people --Measure--> Measured --compare--> Standing --document--> text, Markdown, HTML
//! ```
//!
//! An [`AgreementMeasure`] defines the statistic: [`labels`] compares labels by Cohen's kappa, [`scores`]
//! compares scores with people's numbers. All statistics of a table are resampled with the same seed over
//! the same cases, so the difference of two judges in a resample is a paired one.

pub mod document;
pub mod labels;
pub mod overlap;
pub mod scores;

use super::annotators::Stat;
use crate::stats::{deviation, percentiles};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum JudgeKind {
    /// A person, compared with the other persons. This is the yardstick for the other judges.
    Person,
    /// A program that was asked through its own process.
    Program,
    /// Labels read from a file.
    #[strum(serialize = "labels")]
    File,
    /// The proposals of lockbench itself.
    Engine,
    /// Word overlap, the baseline that every judge should exceed.
    Overlap,
}

impl JudgeKind {
    /// Returns the name used in tables and files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// One aspect of agreement: a list of labels, or a metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Aspect {
    /// Key in files.
    pub key: String,
    pub statistic: &'static str,
    /// Weight in the agreement that judges are sorted by; 0 if it does not contribute.
    pub weight: f64,
}

/// The agreement of a judge with people in one aspect.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The statistic, or why it is undefined; the mean over samples if the judge was asked several times.
    pub value: Result<f64, &'static str>,
    /// Number of units or cases that it is computed from.
    pub n: usize,
    /// The statistic in each resample.
    pub draws: Vec<Option<f64>>,
    /// The statistic of each sample of the judge.
    pub samples: Vec<f64>,
    /// Share of units to which the judge gave the same label as people; `None` if scores are compared.
    pub same: Option<f64>,
}

impl Measured {
    /// Returns an undefined statistic.
    fn undefined(why: &'static str) -> Measured {
        Measured { value: Err(why), n: 0, draws: Vec::new(), samples: Vec::new(), same: None }
    }

    /// The statistic with its interval.
    pub fn stat(&self) -> Stat {
        let drawn: Vec<f64> = self.draws.iter().copied().flatten().collect();
        let interval = self.value.is_ok().then(|| percentiles(drawn, self.draws.len())).flatten();
        Stat { value: self.value, interval, n: self.n }
    }
}

/// How much a judge's answers vary when it is asked again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnVariance {
    /// Largest number of answers to a case.
    pub samples: usize,
    /// The standard deviation of its agreement with people over the samples.
    pub of_agreement: Option<f64>,
    /// How similar its samples are; defined by [`AgreementMeasure::ALIKE`].
    pub alike: Option<f64>,
}

/// Computes the agreement of judges with people.
pub trait AgreementMeasure {
    /// Description of [`OwnVariance::alike`].
    const ALIKE: &'static str;

    fn aspects(&self) -> &[Aspect];

    /// Returns the agreement of a judge in an aspect, over the cases in `within`.
    fn measure(&self, judge: usize, aspect: usize, within: &[bool]) -> Measured;

    /// Returns the cases that people judged.
    fn judged(&self) -> Vec<bool>;

    /// Returns the cases judged by people that a judge answered.
    fn answered(&self, judge: usize) -> Vec<bool>;

    /// Returns the answered cases on which a judge can be compared.
    fn comparable(&self, judge: usize) -> Vec<bool> {
        self.answered(judge)
    }

    /// Returns the share of people's units that match none of the judge's, in the cases that it answered.
    fn unmatched(&self, judge: usize) -> Option<f64>;

    /// Returns how similar the samples of a judge are; `None` if there is only one sample.
    fn alike(&self, judge: usize) -> Option<f64>;
}

/// A judge to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub name: String,
    pub kind: JudgeKind,
    /// Largest number of answers to a case.
    pub samples: usize,
    /// Price and time of the answers.
    pub spent: JudgeCost,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JudgeCost {
    /// Price of a case, in the judge's currency.
    pub cost: Option<f64>,
    pub tokens: Option<f64>,
    /// Seconds from question to answer.
    pub seconds: Option<f64>,
    /// Whether the seconds were measured here; otherwise the judge stated them.
    pub measured: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub judge: Candidate,
    pub agreement: Stat,
    pub by_aspect: Vec<Stat>,
    /// Share of units with the same label as people gave.
    pub same: Option<f64>,
    /// Number of cases that people judged.
    pub judged: usize,
    /// Number of these cases that the judge answered.
    pub answered: usize,
    /// Share of people's units that match none of the judge's.
    pub unmatched: Option<f64>,
    /// Variation over its own samples.
    pub own: Option<OwnVariance>,
}

impl Row {
    /// Returns the share of cases that it did not answer.
    pub fn unanswered(&self) -> f64 {
        if self.judged == 0 { 0.0 } else { (self.judged - self.answered) as f64 / self.judged as f64 }
    }
}

/// The difference between two judges on the cases that both answered.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeDifference {
    /// Row of the judge that agrees better with people.
    pub a: usize,
    /// Row of the other judge.
    pub b: usize,
    /// Number of cases that both answered.
    pub cases: usize,
    /// Difference of the agreement, `a` minus `b`.
    pub value: f64,
    /// The 95 % interval of the resampled differences.
    pub interval: Option<[f64; 2]>,
    /// Two-sided probability of a difference at least this large by chance.
    pub p: Option<f64>,
    /// The probability corrected for the number of pairs (Holm 1979).
    pub holm: Option<f64>,
}

/// The best judge in an aspect; persons are not considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The aspect, by index.
    pub aspect: usize,
    pub row: usize,
    /// The difference to the second best.
    pub next: Option<JudgeDifference>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct JudgeRanking {
    pub aspects: Vec<Aspect>,
    /// The judges, best first.
    pub rows: Vec<Row>,
    /// All pairs of judges that are not persons, in the order of the rows.
    pub pairs: Vec<JudgeDifference>,
    pub best: Vec<Best>,
    /// Description of [`OwnVariance::alike`].
    pub alike: &'static str,
}

pub fn compare<M: AgreementMeasure>(judges: &[Candidate], measure: &M) -> JudgeRanking {
    let aspects = measure.aspects().to_vec();
    let judged = measure.judged();
    let mut order: Vec<(usize, Row, Vec<Measured>)> = judges
        .iter()
        .enumerate()
        .map(|(at, judge)| {
            let of: Vec<Measured> =
                (0..aspects.len()).map(|aspect| measure.measure(at, aspect, &judged)).collect();
            (at, row(measure, judge, at, &of), of)
        })
        .collect();
    let key = |row: &Row| row.agreement.value.unwrap_or(f64::NEG_INFINITY);
    order.sort_by(|(_, a, _), (_, b, _)| {
        key(b).total_cmp(&key(a)).then_with(|| a.judge.kind.cmp(&b.judge.kind))
    });
    let versus = |a: usize, b: usize, wanted: &[usize]| difference(measure, &order, (a, b), wanted);
    let main: Vec<usize> = (0..aspects.len()).filter(|at| aspects[*at].weight > 0.0).collect();
    let compared: Vec<usize> =
        (0..order.len()).filter(|row| order[*row].1.judge.kind != JudgeKind::Person).collect();
    let mut pairs = Vec::new();
    for (place, &a) in compared.iter().enumerate() {
        pairs.extend(compared[place + 1..].iter().filter_map(|&b| versus(a, b, &main)));
    }
    holm(&mut pairs);
    let best = (0..aspects.len()).filter_map(|aspect| {
        let mut able: Vec<(usize, f64)> =
            compared.iter().filter_map(|&row| Some((row, order[row].2[aspect].value.ok()?))).collect();
        able.sort_by(|a, b| b.1.total_cmp(&a.1));
        let (row, _) = *able.first()?;
        Some(Best { aspect, row, next: able.get(1).and_then(|(next, _)| versus(row, *next, &[aspect])) })
    });
    let best = best.collect();
    JudgeRanking {
        aspects,
        pairs,
        best,
        rows: order.into_iter().map(|(_, row, _)| row).collect(),
        alike: M::ALIKE,
    }
}

fn row<M: AgreementMeasure>(measure: &M, judge: &Candidate, at: usize, of: &[Measured]) -> Row {
    let aspects = measure.aspects();
    let joined = joined(aspects, of);
    let count = |cases: Vec<bool>| cases.into_iter().filter(|case| *case).count();
    let same = weighted(aspects.iter().zip(of).filter_map(|(aspect, one)| Some((aspect.weight, one.same?))));
    let own = (judge.samples > 1).then(|| OwnVariance {
        samples: judge.samples,
        of_agreement: deviation(&joined.samples),
        alike: measure.alike(at),
    });
    Row {
        judge: judge.clone(),
        agreement: joined.stat(),
        by_aspect: of.iter().map(Measured::stat).collect(),
        same,
        judged: count(measure.judged()),
        answered: count(measure.answered(at)),
        unmatched: measure.unmatched(at),
        own,
    }
}

/// Returns the weighted mean of the aspects.
fn joined(aspects: &[Aspect], of: &[Measured]) -> Measured {
    let defined: Vec<(f64, &Measured)> = aspects
        .iter()
        .zip(of)
        .filter(|(aspect, one)| aspect.weight > 0.0 && one.value.is_ok())
        .map(|(aspect, one)| (aspect.weight, one))
        .collect();
    let Some((_, first)) = defined.first() else {
        let counted = || aspects.iter().zip(of).filter(|(aspect, _)| aspect.weight > 0.0).map(|(_, one)| one);
        let why = counted().next().and_then(|one| one.value.err());
        let n = counted().map(|one| one.n).sum();
        return Measured { n, ..Measured::undefined(why.unwrap_or("nothing was judged by both")) };
    };
    let over = |of: &dyn Fn(&Measured) -> Option<f64>| -> Option<f64> {
        let values: Option<Vec<(f64, f64)>> =
            defined.iter().map(|(weight, one)| Some((*weight, of(one)?))).collect();
        weighted(values?.into_iter())
    };
    Measured {
        value: over(&|one| one.value.ok()).ok_or("nothing was judged by both"),
        n: defined.iter().map(|(_, one)| one.n).sum(),
        draws: (0..first.draws.len()).map(|at| over(&|one| one.draws.get(at).copied().flatten())).collect(),
        samples: (0..first.samples.len())
            .filter_map(|at| over(&|one| one.samples.get(at).copied()))
            .collect(),
        same: None,
    }
}

fn weighted(values: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (sum, weight) =
        values.fold((0.0, 0.0), |(sum, all), (weight, value)| (sum + weight * value, all + weight));
    (weight > 0.0).then(|| sum / weight)
}

/// Returns the difference of two rows in some aspects, on the cases that both answered. Aspects that are
/// undefined for one of them are left out.
fn difference<M: AgreementMeasure>(
    measure: &M,
    order: &[(usize, Row, Vec<Measured>)],
    (a, b): (usize, usize),
    wanted: &[usize],
) -> Option<JudgeDifference> {
    let [(first, ..), (second, ..)] = [&order[a], &order[b]];
    let [by_a, by_b] = [measure.comparable(*first), measure.comparable(*second)];
    let both: Vec<bool> = by_a.iter().zip(&by_b).map(|(a, b)| *a && *b).collect();
    let cases = both.iter().filter(|case| **case).count();
    let of = |row: usize, judge: usize, all: &[bool]| -> Vec<Measured> {
        let known = &order[row].2;
        // If the judge's own cases are the common ones, the statistics are already known.
        if *all == both {
            return wanted.iter().map(|aspect| known[*aspect].clone()).collect();
        }
        wanted.iter().map(|aspect| measure.measure(judge, *aspect, &both)).collect()
    };
    let (of_a, of_b) = (of(a, *first, &by_a), of(b, *second, &by_b));
    let aspects: Vec<Aspect> = wanted
        .iter()
        .zip(of_a.iter().zip(&of_b))
        .map(|(aspect, (a, b))| {
            let weight = measure.aspects()[*aspect].weight;
            let weight = if wanted.len() == 1 { 1.0 } else { weight };
            let both = a.value.is_ok() && b.value.is_ok();
            Aspect { weight: if both { weight } else { 0.0 }, ..measure.aspects()[*aspect].clone() }
        })
        .collect();
    let (one, other) = (joined(&aspects, &of_a), joined(&aspects, &of_b));
    let value = one.value.ok()? - other.value.ok()?;
    let drawn: Vec<f64> =
        one.draws.iter().zip(&other.draws).filter_map(|(a, b)| Some((*a)? - (*b)?)).collect();
    let p = two_sided(&drawn, one.draws.len());
    let interval = percentiles(drawn, one.draws.len());
    let found = JudgeDifference { a, b, cases, value, interval, p, holm: None };
    Some(if value < 0.0 { found.turned() } else { found })
}

impl JudgeDifference {
    fn turned(self) -> JudgeDifference {
        let interval = self.interval.map(|[low, high]| [-high, -low]);
        JudgeDifference { a: self.b, b: self.a, value: -self.value, interval, ..self }
    }

    /// Returns whether the difference is significant at the 5 % level.
    pub fn is_significant(&self) -> bool {
        self.holm.or(self.p).is_some_and(|p| p < 0.05)
    }
}

/// Returns the two-sided probability: twice the share of resampled differences with the other sign (Efron
/// & Tibshirani 1993). One draw is added to the counts, since a bootstrap cannot resolve probabilities
/// below one in the number of resamples.
fn two_sided(drawn: &[f64], resamples: usize) -> Option<f64> {
    if drawn.is_empty() || drawn.len() * 2 <= resamples {
        return None;
    }
    let share = |count: usize| (count + 1) as f64 / (drawn.len() + 1) as f64;
    let below = share(drawn.iter().filter(|value| **value <= 0.0).count());
    let above = share(drawn.iter().filter(|value| **value >= 0.0).count());
    Some((2.0 * below.min(above)).min(1.0))
}

/// Applies Holm's correction for the number of pairs.
fn holm(pairs: &mut [JudgeDifference]) {
    let mut order: Vec<(f64, usize)> =
        pairs.iter().enumerate().filter_map(|(at, pair)| Some((pair.p?, at))).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut least: f64 = 0.0;
    for (rank, (p, at)) in order.iter().enumerate() {
        least = least.max((p * (order.len() - rank) as f64).min(1.0));
        pairs[*at].holm = Some(least);
    }
}

#[cfg(test)]
mod tests;
