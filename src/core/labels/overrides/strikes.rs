//! Finds the mismatches that decisions and rules strike.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{LabelDecision, Override};
use crate::case::Texts;
use crate::labels::{LabelId, LabelValue, Labels, List, MismatchId, OverruleRule};

/// Why a mismatch is struck.
#[derive(Clone, Debug, PartialEq)]
pub enum StruckBy {
    /// A decision on a label that rests on it: the label and the author.
    Decision(LabelId, String),
    /// A rule of the annotator.
    Rule(Arc<OverruleRule>),
}

/// The mismatches that decisions and rules strike, and the proposed labels that were decided on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StruckMismatches {
    /// The struck mismatches, with the reasons.
    pub struck: BTreeMap<MismatchId, StruckBy>,
    /// The labels with a decision; their proposals do not change.
    pub decided: BTreeSet<LabelId>,
}

/// Finds the struck mismatches. A mismatch is struck by a rule that applies to it, by overruling a claim that
/// rests on it to *supported*, or by rejecting an unsupported wording that rests on it. It is not struck by a
/// decision if somebody decided that a claim resting on it is not (fully) supported. Of several decisions on
/// one label the last counts.
pub fn strikes(
    labels: &Labels,
    rules: &[Arc<OverruleRule>],
    overrides: &[Override],
    texts: Texts,
) -> StruckMismatches {
    let mut out = StruckMismatches::default();
    if labels.mismatches.is_empty() || rules.is_empty() && !overrides.iter().any(Override::may_strike) {
        return out;
    }
    for (at, mismatch) in labels.mismatches.iter().enumerate() {
        let rule = rules.iter().find(|rule| rule.strikes(mismatch, texts));
        out.struck.extend(rule.map(|rule| (MismatchId(at), StruckBy::Rule(Arc::clone(rule)))));
    }
    let mut last: BTreeMap<LabelId, &Override> = BTreeMap::new();
    for one in overrides {
        let known = labels.get(one.list).unwrap_or_default();
        if let Ok(index) = one.place(known, texts) {
            last.insert(LabelId { list: one.list, index }, one);
        }
    }
    let doubted = last.iter().filter(|(_, one)| one.doubts_claim());
    let doubted = doubted.filter_map(|(id, _)| labels.get(id.list)?.get(id.index));
    let doubted: BTreeSet<MismatchId> = doubted.flat_map(|label| label.mismatches.iter().copied()).collect();
    for (id, one) in &last {
        let Some(label) = labels.get(id.list).and_then(|list| list.get(id.index)) else { continue };
        // Confirming a proposal overrules nothing.
        let overrules = label.word != Some(LabelValue::Supported);
        if one.may_strike() && overrules {
            let by = StruckBy::Decision(*id, one.by.clone());
            let mismatches = label.mismatches.iter().filter(|mismatch| !doubted.contains(mismatch));
            out.struck.extend(mismatches.map(|mismatch| (*mismatch, by.clone())));
        }
    }
    out.decided = last.into_keys().collect();
    out
}

impl Override {
    /// Whether the decision says that a claim is not supported, or only in part.
    fn doubts_claim(&self) -> bool {
        let doubts = |word: &LabelValue| matches!(word, LabelValue::Unsupported | LabelValue::Partial);
        self.list == List::Claims && matches!(&self.decision, LabelDecision::Value(word) if doubts(word))
    }

    /// Whether the decision strikes the mismatches of its label, if it has any.
    pub fn may_strike(&self) -> bool {
        match self.list {
            List::Claims => self.decision == LabelDecision::Value(LabelValue::Supported),
            List::Extraneous => {
                matches!(self.decision, LabelDecision::Dismiss | LabelDecision::Value(LabelValue::No))
            }
            _ => false,
        }
    }
}
