//! Probabilities of the decisions, and the labels that decide them.

use super::Decision;
use super::names::metric;
use crate::labels::{LabelId, LabelValue};
use crate::num::two_decimals;

/// The decisions that have a probability, in the order of [`Odds::of`].
pub const DECISIONS: [Decision; 3] = [Decision::Pass, Decision::Warn, Decision::Fail];

/// The verdict of a rubric over probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Probabilities of PASS, WARN and FAIL, which add up to 1. `None` if a metric is in error or not
    /// applicable, since no label changes that.
    pub of: Option<[f64; 3]>,
    /// The labels whose confirmation would help most, in descending order.
    pub decides: Vec<Decides>,
    /// Decisions of other rubrics on the same labels that differ from this one's, by slug, in the order of
    /// the rubric table.
    pub others: Vec<(&'static str, Decision)>,
}

impl Odds {
    /// The probability of a decision.
    pub fn p(&self, decision: Decision) -> Option<f64> {
        let place = DECISIONS.iter().position(|known| *known == decision)?;
        Some(self.of?[place])
    }

    /// Formats the probabilities: "P(PASS) 12 % · P(WARN) 30 % · P(FAIL) 58 %".
    pub fn in_words(&self) -> Option<String> {
        let each = DECISIONS.iter().zip(self.of?);
        let each = each.map(|(decision, p)| format!("P({}) {}", decision.as_str(), percent(p)));
        Some(each.collect::<Vec<_>>().join(" · "))
    }

    /// Describes how likely another rubric's decision is under this one, as a relative clause; empty if
    /// unknown.
    pub fn likelihood(&self, decision: Decision) -> String {
        self.p(decision).map_or_else(String::new, |p| format!(", which has probability {} here", percent(p)))
    }
}

/// The effect of confirming one label.
#[derive(Clone, Debug, PartialEq)]
pub struct Decides {
    pub id: LabelId,
    /// Gain in probability of the most probable decision, averaged over the label's words.
    pub surer: f64,
    /// The metric whose interval would narrow most, and by how many points on average; `None` if none would.
    pub narrows: Option<(&'static str, f64)>,
    /// The likeliest word that would make another decision the most probable one.
    pub turns: Option<TurningWord>,
}

impl Decides {
    /// Describes the gain: "+2.1 points of certainty; Alignment range 4.69 narrower".
    pub fn gain(&self) -> String {
        let points = format!("{:+.1}", self.surer * 100.0);
        let surer = match points.as_str() {
            "+0.0" | "-0.0" => "verdict no surer".to_owned(),
            _ => format!("{points} points of certainty"),
        };
        let narrows = self
            .narrows
            .map(|(key, points)| format!("; {} range {} narrower", metric(key), two_decimals(points)));
        surer + &narrows.unwrap_or_default()
    }

    /// Returns the decision to which the verdict may turn, and the condition: "if unsupported (38 %)".
    pub fn turn(&self) -> Option<(Decision, String)> {
        let turn = self.turns?;
        Some((turn.decision, format!("if {} ({})", self.id.list.value_name(turn.word), percent(turn.p))))
    }
}

/// A word that would turn the verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningWord {
    /// The word; [`LabelValue::No`] if the finding does not count.
    pub word: LabelValue,
    pub p: f64,
    /// The decision that would become the most probable one.
    pub decision: Decision,
}

/// Formats a probability as a whole percentage, but never as 0 % or 100 % unless it is exactly that.
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

/// Formats a share of samples for a sentence; a share that is neither none nor all is not rounded to either.
pub fn percent_in_words(share: f64) -> String {
    match share * 100.0 {
        p if p > 0.0 && p < 1.0 => "under 1 %".to_owned(),
        p if p > 99.0 && p < 100.0 => "over 99 %".to_owned(),
        p => format!("{p:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::List;

    #[test]
    fn a_gain_is_said_in_words() {
        let gain = |surer: f64, narrows| {
            Decides { id: LabelId { list: List::Claims, index: 0 }, surer, narrows, turns: None }.gain()
        };
        assert_eq!(gain(0.021, None), "+2.1 points of certainty");
        assert_eq!(gain(0.0, Some(("alignment", 4.69))), "verdict no surer; Alignment range 4.69 narrower");
        assert_eq!(gain(-0.0001, None), "verdict no surer");
    }
}
