//! What a judge states beside its labels: numbers, bands, caps.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::labels::{LabelValue, List};

/// A number that the judge wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedNumber {
    pub value: f64,
    /// The decimals it was written with.
    pub places: usize,
    /// Its key, as the judge wrote it.
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
    /// Tokens that the article does not entail.
    pub extraneous: Option<StatedNumber>,
    pub tokens: Option<StatedNumber>,
    /// Bias and toxicity, each alone.
    pub parts: BTreeMap<&'static str, StatedNumber>,
    /// The band of the unsupported fraction.
    pub severity: Option<String>,
    /// What it says of caps.
    pub caps: Option<Value>,
    /// Why a number cannot be read.
    pub malformed: Option<String>,
}

/// What the labels are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To see what follows from them: evidence that stands nowhere is a broken rule and the label counts.
    Audit {
        /// Questions of a set, where the rubric requires a number.
        questions: Option<usize>,
    },
    /// To be used as labels: evidence that stands nowhere is left for the reader of labels to refuse.
    Labels,
}

impl StatedMetric {
    /// A number of labels, where it is stated.
    pub fn counted(&self, list: List, word: Option<LabelValue>) -> Option<&StatedNumber> {
        self.counts.iter().find(|(known, of, _)| (*known, *of) == (list, word)).map(|(.., figure)| figure)
    }
}
