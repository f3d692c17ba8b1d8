//! The result of a comparison as plain values, for files and screens.

use super::tendency::Tendency;
use super::trend::TrendSegment;
use super::value::Stat;

#[derive(Clone, Debug, PartialEq)]
pub struct AgreementResult {
    pub annotators: Vec<String>,
    /// Number of cases annotated by at least one annotator.
    pub cases: usize,
    /// Number of cases annotated by at least two annotators.
    pub shared: usize,
    /// Agreement by list, in the order of the format; findings are compared as spans only.
    pub lists: Vec<(&'static str, LabelAgreement)>,
    /// Agreement on the verdict that each rubric derives from an annotator's labels alone, by rubric.
    pub verdicts: Vec<(&'static str, LabelAgreement)>,
    /// Agreement on the decisions that annotators made in a session.
    pub decisions: LabelAgreement,
    /// Agreement on scores, by rubric and metric: `judge-lock.coverage`.
    pub scores: Vec<(String, ScoreAgreement)>,
    /// Agreement on spans, by list of findings.
    pub spans: Vec<(&'static str, Vec<PairStats>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LabelAgreement {
    pub title: String,
    /// Number of units with at least one rating.
    pub units: usize,
    pub rated_by_all: usize,
    /// Number of units that only one annotator has.
    pub unmatched: usize,
    /// The labels, in the rubric's order.
    pub labels: Vec<&'static str>,
    /// Coefficients in the order of [`OF_LISTS`](super::coefficients::OF_LISTS).
    pub overall: Vec<Stat>,
    /// Every pair of annotators, with statistics in the order of
    /// [`OF_LABEL_PAIRS`](super::coefficients::OF_LABEL_PAIRS).
    pub pairs: Vec<LabelPair>,
    pub tendencies: Vec<Tendency>,
    /// Percent agreement over time.
    pub trend: Vec<TrendSegment>,
}

/// Two annotators' agreement on labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelPair {
    pub pair: PairStats,
    /// Confusion matrix of the units rated by both: one row for each label of the first annotator.
    pub confusion: Vec<Vec<usize>>,
}

impl LabelPair {
    /// Returns the number of units rated by both.
    pub fn units(&self) -> usize {
        self.confusion.iter().flatten().sum()
    }
}

/// Statistics of two annotators.
#[derive(Clone, Debug, PartialEq)]
pub struct PairStats {
    /// The first annotator, by index.
    pub a: usize,
    /// The second annotator, by index.
    pub b: usize,
    pub stats: Vec<Stat>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ScoreAgreement {
    /// Number of cases that at least two annotators have a score for.
    pub n: usize,
    /// Coefficients in the order of [`OF_SCORES`](super::coefficients::OF_SCORES).
    pub overall: Vec<Stat>,
    /// Every pair, with the [`CORRELATIONS`](super::coefficients::CORRELATIONS), then statistics in the order of
    /// [`OF_SCORE_PAIRS`](super::coefficients::OF_SCORE_PAIRS).
    pub pairs: Vec<PairStats>,
    pub tendencies: Vec<Tendency>,
}
