//! Which mismatches decisions strike.

use std::collections::{BTreeMap, BTreeSet};

use super::{Decision, Override};
use crate::case::Texts;
use crate::labels::{LabelId, LabelValue, Labels, List, MismatchId};

/// What decisions strike, and what they are about, among the labels that were proposed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strikes {
    /// The mismatches that count no more, each with the label that was decided, and who decided.
    pub struck: BTreeMap<MismatchId, (LabelId, String)>,
    /// The labels of which somebody decided: what is proposed for these does not change.
    pub decided: BTreeSet<LabelId>,
}

/// Finds what decisions strike: all mismatches of a claim that is overruled to *supported*, and those of an unsupported
/// wording that is rejected. Of several decisions on one label the last counts.
pub fn strikes(labels: &Labels, overrides: &[Override], texts: Texts) -> Strikes {
    let mut out = Strikes::default();
    if labels.mismatches.is_empty() || !overrides.iter().any(Override::may_strike) {
        return out;
    }
    let mut last: BTreeMap<LabelId, &Override> = BTreeMap::new();
    for one in overrides {
        let known = labels.get(one.list).unwrap_or_default();
        if let Ok(index) = one.place(known, texts) {
            last.insert(LabelId { list: one.list, index }, one);
        }
    }
    for (id, one) in &last {
        let Some(label) = labels.get(id.list).and_then(|list| list.get(id.index)) else { continue };
        // To confirm what is proposed overrules nothing.
        let overrules = label.word != Some(LabelValue::Supported);
        if one.may_strike() && overrules {
            out.struck.extend(label.mismatches.iter().map(|mismatch| (*mismatch, (*id, one.by.clone()))));
        }
    }
    out.decided = last.into_keys().collect();
    out
}

impl Override {
    /// Whether it strikes the mismatches of its label, where that has any.
    pub fn may_strike(&self) -> bool {
        match self.list {
            List::Claims => self.decision == Decision::Value(LabelValue::Supported),
            List::Extraneous => matches!(self.decision, Decision::Dismiss | Decision::Value(LabelValue::No)),
            _ => false,
        }
    }
}
