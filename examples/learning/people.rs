//! Converts people's judgements in public data sets to decisions on proposals.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use lockbench::engine::Engine;
use lockbench::evidence::calibration::learn::JudgedProposal;
use lockbench::labels::{LabelDistribution, LabelValue, List};
use lockbench::text::{Span, hash64};
use serde_json::Value;

/// A set of judgements.
pub struct Set {
    /// Its name.
    pub name: &'static str,
    file: &'static str,
    /// Prefix of the ids of its cases.
    ids: &'static str,
    /// What is predicted.
    pub predicts: &'static str,
    list: List,
    /// Returns people's judgement of the words in a span; `None` if there is none.
    judged: fn(&Value, &str, Span) -> Option<LabelValue>,
    /// Returns the predicted probability.
    pub probability: fn(&LabelDistribution) -> f64,
    /// Returns whether the predicted event occurred.
    pub truth: fn(LabelValue) -> bool,
}

const QAGS: Set = Set {
    name: "QAGS CNN/DM",
    file: "qags-dev.jsonl.gz",
    ids: "qags_cnndm",
    predicts: "a claim is not supported",
    list: List::Claims,
    judged: sentence,
    probability: |chances| 1.0 - chances.at(0),
    truth: |word| word != LabelValue::Supported,
};

const ENTFA: Set = Set {
    name: "EntFA",
    file: "entfa-dev.jsonl.gz",
    ids: "entfa",
    predicts: "a wording is extraneous",
    list: List::Extraneous,
    judged: entity,
    probability: |chances| chances.at(0),
    truth: |word| word != LabelValue::No,
};

/// All data sets.
pub const SETS: &[Set] = &[
    QAGS,
    Set { name: "QAGS XSum", ids: "qags_xsum", ..QAGS },
    ENTFA,
    Set { name: "FRANK", file: "frank-dev.jsonl.gz", ids: "frank", judged: factuality, ..QAGS },
    Set {
        name: "XSum hallucinations",
        file: "xsumfaith-dev.jsonl.gz",
        ids: "xsumfaith",
        judged: marked,
        ..ENTFA
    },
];

/// Returns whether the summary, which has one sentence, is factual.
fn factuality(row: &Value, _: &str, _: Span) -> Option<LabelValue> {
    let factual = row["human"]["Factuality"].as_f64()? >= 0.5;
    Some(if factual { LabelValue::Supported } else { LabelValue::Unsupported })
}

/// Returns whether two of three workers marked any of the words.
fn marked(row: &Value, summary: &str, span: Span) -> Option<LabelValue> {
    let places: Vec<usize> = summary.char_indices().map(|(at, _)| at).chain([summary.len()]).collect();
    let at = |value: &Value| value.as_u64().and_then(|at| places.get(at as usize).copied());
    let mut workers = BTreeSet::new();
    for marked in row["spans"].as_array()? {
        let (Some(start), Some(end)) = (at(&marked["start"]), at(&marked["end"])) else { continue };
        if start < span.end && end > span.start {
            workers.extend(marked["annotator"].as_str());
        }
    }
    Some(if workers.len() >= 2 { LabelValue::Extraneous } else { LabelValue::No })
}

/// Returns the majority vote on the sentence that contains most of a claim.
fn sentence(row: &Value, summary: &str, span: Span) -> Option<LabelValue> {
    let mut best = (0, None);
    for sentence in row["sentences"].as_array()? {
        let text = sentence["sentence"].as_str()?;
        let Some(start) = summary.find(text.trim()) else { continue };
        let end = start + text.trim().len();
        let common = span.end.min(end).saturating_sub(span.start.max(start));
        if common > best.0 {
            best = (common, sentence["majority"].as_i64());
        }
    }
    best.1.map(|vote| if vote == 1 { LabelValue::Supported } else { LabelValue::Unsupported })
}

/// Returns whether an entity among some words is missing in the article. A hallucination that happens to
/// be true counts as unsupported too.
fn entity(row: &Value, summary: &str, span: Span) -> Option<LabelValue> {
    let places: Vec<usize> = summary.char_indices().map(|(at, _)| at).chain([summary.len()]).collect();
    let at = |value: &Value| value.as_u64().and_then(|at| places.get(at as usize).copied());
    let (mut any, mut hallucinated) = (false, false);
    for marked in row["spans"].as_array()? {
        let (Some(start), Some(end)) = (at(&marked["start"]), at(&marked["end"])) else { continue };
        if start < span.end && end > span.start {
            any = true;
            hallucinated |= marked["label"].as_str() != Some("Non-hallucinated");
        }
    }
    any.then_some(if hallucinated { LabelValue::Extraneous } else { LabelValue::No })
}

/// Returns the decisions of a set: one for each proposal that people judged.
pub fn decisions(folder: &Path, set: &Set) -> Result<Vec<JudgedProposal>, Box<dyn Error>> {
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(File::open(folder.join(set.file))?).read_to_string(&mut text)?;
    let mut engine = Engine::default();
    let mut out = Vec::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let word = |key: &'static str| row[key].as_str().ok_or(key);
        let (article, summary) = (word("article")?, word("summary")?);
        if !word("id")?.starts_with(set.ids) {
            continue;
        }
        let analysis = engine.analyse_pair(article, summary);
        for label in analysis.proposals.get(set.list).unwrap_or_default() {
            let (Some(&span), Some(signals)) = (label.summary.first(), label.signals) else { continue };
            let decision =
                |word| JudgedProposal { list: set.list, signals, word, case: hash64(article.as_bytes()) };
            out.extend((set.judged)(&row, summary, span).map(decision));
        }
    }
    Ok(out)
}
