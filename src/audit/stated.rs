//! A judge's statements in addition to its labels: numbers, bands, caps.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::labels::{LabelValue, List};

/// A number that the judge wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedNumber {
    pub value: f64,
    /// Number of decimals written.
    pub places: usize,
    /// Key of the number, as the judge wrote it.
    pub key: String,
}

/// The statements of a metric object, apart from its labels.
#[derive(Clone, Debug, Default)]
pub struct StatedMetric {
    pub score: Option<StatedNumber>,
    pub raw: Option<StatedNumber>,
    /// Steps of the ledger, by name.
    pub steps: BTreeMap<&'static str, StatedNumber>,
    pub counts: Vec<(List, Option<LabelValue>, StatedNumber)>,
    /// Number of tokens that the article does not entail.
    pub extraneous: Option<StatedNumber>,
    pub tokens: Option<StatedNumber>,
    /// Bias score and toxicity score.
    pub parts: BTreeMap<&'static str, StatedNumber>,
    /// Band of the unsupported fraction.
    pub severity: Option<String>,
    /// Statements about caps.
    pub caps: Option<Value>,
    /// Why a number cannot be read, if so.
    pub malformed: Option<String>,
}

/// Purpose of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For an audit. Evidence that is not found is a broken rule, and the label counts.
    Audit {
        /// Number of questions that the rubric requires, if any.
        questions: Option<usize>,
    },
    /// For use as labels. Evidence that is not found is left for the reader of labels to reject.
    Labels,
}

impl StatedMetric {
    /// Returns the stated number of labels, if any.
    pub fn counted(&self, list: List, word: Option<LabelValue>) -> Option<&StatedNumber> {
        self.counts.iter().find(|(known, of, _)| (*known, *of) == (list, word)).map(|(.., figure)| figure)
    }
}
