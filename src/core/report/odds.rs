//! How likely each decision is, and what decides it.

use super::{Decision, LabelId};
use crate::labels::LabelValue;

/// The decisions that have a probability, in the order of [`Odds::of`].
pub const DECISIONS: [Decision; 3] = [Decision::Pass, Decision::Warn, Decision::Fail];

/// The verdict of a rubric over probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Probabilities of PASS, WARN and FAIL, which add up to 1. `None` where a metric is in error or not applicable:
    /// no label changes that.
    pub of: Option<[f64; 3]>,
    /// The labels that confirming would do most for, the first one most.
    pub decides: Vec<Decides>,
    /// Decisions of other rubrics on the same labels that differ from this one's, by slug, in the order of the
    /// table.
    pub others: Vec<(&'static str, Decision)>,
}

impl Odds {
    /// The probability of a decision.
    pub fn p(&self, decision: Decision) -> Option<f64> {
        let place = DECISIONS.iter().position(|known| *known == decision)?;
        Some(self.of?[place])
    }
}

/// What confirming one label would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Decides {
    /// The label.
    pub id: LabelId,
    /// By how much the most probable decision would gain in probability, on average over the label's words.
    pub surer: f64,
    /// The metric whose interval would narrow most, and by how many points on average; `None` where none would.
    pub narrows: Option<(&'static str, f64)>,
    /// The likeliest word that would make another decision the most probable one.
    pub turns: Option<Turn>,
}

/// A word that would turn the verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The word; [`LabelValue::No`] where the finding is none.
    pub word: LabelValue,
    /// Its probability.
    pub p: f64,
    /// The decision it would make the most probable.
    pub decision: Decision,
}

/// A probability as people read it: whole percents, but never 0 % or 100 % of what is neither.
pub fn percent(p: f64) -> String {
    let whole = (p * 100.0).round();
    if p > 0.0 && whole < 1.0 {
        "<1 %".to_owned()
    } else if p < 1.0 && whole > 99.0 {
        ">99 %".to_owned()
    } else {
        format!("{whole:.0} %")
    }
}
