//! The result of a comparison: plain values, for files and screens alike.

use super::tendency::Tendency;
use super::trend::TrendSegment;
use super::value::Stat;

#[derive(Clone, Debug, PartialEq)]
pub struct AgreementResult {
    pub annotators: Vec<String>,
    /// Cases with something of some annotator.
    pub cases: usize,
    /// Cases with something of two annotators or more.
    pub shared: usize,
    /// By list, in the order of the format; findings are compared as spans only.
    pub lists: Vec<(&'static str, LabelAgreement)>,
    /// By rubric, what it decides from each annotator's labels alone.
    pub verdicts: Vec<(&'static str, LabelAgreement)>,
    /// What annotators decided in a session.
    pub decisions: LabelAgreement,
    /// By rubric and metric: `judge-lock.coverage`.
    pub scores: Vec<(String, ScoreAgreement)>,
    /// By list of findings.
    pub spans: Vec<(&'static str, Vec<PairStats>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LabelAgreement {
    pub title: String,
    /// Units that somebody rated.
    pub units: usize,
    pub rated_by_all: usize,
    /// Units that only one annotator has.
    pub unmatched: usize,
    /// The labels, in the rubric's order.
    pub labels: Vec<&'static str>,
    /// In the order of [`OF_LISTS`](super::coefficients::OF_LISTS).
    pub overall: Vec<Stat>,
    /// Every pair of annotators, with statistics in the order of
    /// [`OF_LABEL_PAIRS`](super::coefficients::OF_LABEL_PAIRS).
    pub pairs: Vec<LabelPair>,
    pub tendencies: Vec<Tendency>,
    /// Over time.
    pub trend: Vec<TrendSegment>,
}

/// Two annotators' agreement on labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelPair {
    pub pair: PairStats,
    /// Units rated by both: a row for each label of the first.
    pub confusion: Vec<Vec<usize>>,
}

impl LabelPair {
    /// Units rated by both.
    pub fn units(&self) -> usize {
        self.confusion.iter().flatten().sum()
    }
}

/// Statistics of two annotators.
#[derive(Clone, Debug, PartialEq)]
pub struct PairStats {
    /// The first, by index.
    pub a: usize,
    /// The second, by index.
    pub b: usize,
    pub stats: Vec<Stat>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ScoreAgreement {
    /// Cases that two annotators or more have a score for.
    pub n: usize,
    /// In the order of [`OF_SCORES`](super::coefficients::OF_SCORES).
    pub overall: Vec<Stat>,
    /// Every pair, with the [`CORRELATIONS`](super::coefficients::CORRELATIONS), then statistics in the order of
    /// [`OF_SCORE_PAIRS`](super::coefficients::OF_SCORE_PAIRS).
    pub pairs: Vec<PairStats>,
    pub tendencies: Vec<Tendency>,
}
