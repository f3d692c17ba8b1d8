//! Verdict sensitivity: the smallest set of label changes that would turn a verdict.

use super::{Decision, names};
use crate::labels::{LabelId, LabelValue};
use crate::num::{Num, counted, plural};
use crate::text::uncapitalized;

/// Largest number of changes in a set. Beyond it a report says that it takes more.
pub const MOST_CHANGES: usize = 3;

/// The direction in which a verdict would turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlipDirection {
    Better,
    Worse,
}

impl FlipDirection {
    /// As written in files.
    pub fn as_str(self) -> &'static str {
        match self {
            FlipDirection::Better => "better",
            FlipDirection::Worse => "worse",
        }
    }
}

/// Largest number of alternative sets of changes that a flip lists.
pub const NAMED_SETS: usize = 8;

/// A direction of the verdict, and the changes of labels that would turn it that way.
#[derive(Clone, Debug, PartialEq)]
pub struct Flip {
    pub way: FlipDirection,
    pub reach: Reach,
}

/// The changes that turn a verdict.
#[derive(Clone, Debug, PartialEq)]
pub enum Reach {
    /// These changes; no smaller set suffices.
    Within {
        /// The resulting decision: the one that takes the fewest changes, not the next in rank.
        decision: Decision,
        /// One to [`MOST_CHANGES`] changes, in the order in which their effects are listed.
        changes: Vec<FlipChange>,
        /// Number of sets of this size that lead to this decision, including these changes; `None` if the
        /// search ended at the first.
        sets: Option<u64>,
        /// The first of those other sets, at most [`NAMED_SETS`]: their labels with the new words.
        others: Vec<Vec<(LabelId, LabelValue)>>,
    },
    /// More than this many changes, or none at all; larger sets were not searched.
    Beyond(usize),
    /// No label change would do, or none was searched for; with the reason.
    Never(String),
}

/// A change of one label, as part of a flip.
#[derive(Clone, Debug, PartialEq)]
pub struct FlipChange {
    pub id: LabelId,
    pub from: LabelValue,
    /// The new word; [`LabelValue::No`] if a finding is rejected.
    pub to: LabelValue,
    /// Its effects, in addition to those of the changes before it.
    pub effects: Vec<FlipEffect>,
}

/// An effect of a label change.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum FlipEffect {
    /// A metric's final score.
    Score {
        metric: &'static str,
        /// Without the change.
        before: Num,
        after: Num,
    },
    /// A cap that starts or stops firing on any of its targets.
    Cap {
        /// Its name in files.
        #[serde(rename = "cap")]
        slug: &'static str,
        /// Its name for people.
        #[serde(skip)]
        name: &'static str,
        /// Whether it fires after the change.
        #[serde(rename = "fired")]
        fires: bool,
    },
}

impl Flip {
    /// The decision that results.
    pub fn decision(&self) -> Option<Decision> {
        match self.reach {
            Reach::Within { decision, .. } => Some(decision),
            _ => None,
        }
    }

    /// The changes that lead to [`Flip::decision`].
    pub fn changes(&self) -> &[FlipChange] {
        match &self.reach {
            Reach::Within { changes, .. } => changes,
            _ => &[],
        }
    }

    /// Returns the first of the other sets of changes that lead to [`Flip::decision`], and how many more
    /// there are.
    pub fn others(&self) -> (&[Vec<(LabelId, LabelValue)>], u64) {
        match &self.reach {
            Reach::Within { sets, others, .. } => {
                let all = sets.unwrap_or(1).saturating_sub(1);
                (others, all.saturating_sub(others.len() as u64))
            }
            _ => (&[], 0),
        }
    }

    /// Describes what it takes. If the changes are known, the text is meant to follow the decision: "1 label
    /// change, one of 2 ways".
    pub fn in_words(&self) -> String {
        let goal = match self.way {
            FlipDirection::Better => "To improve",
            FlipDirection::Worse => "To worsen",
        };
        match &self.reach {
            Reach::Within { changes, sets, .. } => {
                let ways = sets.filter(|sets| *sets > 1).map(|sets| format!(", one of {sets} ways"));
                format!("{}{}", counted(changes.len(), "label change"), ways.unwrap_or_default())
            }
            Reach::Beyond(searched) => format!("{goal}: {}", beyond(*searched)),
            Reach::Never(reason) => format!("{goal}: {reason}"),
        }
    }
}

/// Spells out a number of changes.
pub fn spelled(changes: usize) -> &'static str {
    const WORDS: [&str; MOST_CHANGES + 1] = ["no", "one", "two", "three"];
    WORDS[changes.min(MOST_CHANGES)]
}

/// Says that a search found nothing: "more than two label changes".
pub fn beyond(searched: usize) -> String {
    format!("more than {} {}", spelled(searched), plural(searched, "label change"))
}

impl FlipChange {
    /// Formats the change of the word: "unsupported -> partial", "mild rejected".
    pub fn turn(&self) -> String {
        let finding = self.id.list.is_finding();
        match (self.from, self.to) {
            (from, LabelValue::No) if finding => format!("{} rejected", from.as_str()),
            (LabelValue::No, to) if finding => format!("restored to {}", to.as_str()),
            (from, to) if from == to => format!("{} confirmed", to.as_str()),
            (from, to) => format!("{} -> {}", from.as_str(), to.as_str()),
        }
    }

    /// Formats its effects as in files: "coverage 3.00 -> 8.31; extraneous_claim no longer applies".
    pub fn effect(&self) -> String {
        if self.effects.is_empty() {
            return "no effect by itself".to_owned();
        }
        let parts: Vec<String> = self.effects.iter().map(ToString::to_string).collect();
        parts.join("; ")
    }
}

impl FlipChange {
    /// Describes the change and its effects without slugs: "unsupported -> partial: Coverage 3.00 -> 8.31;
    /// cap \"any unsupported claim\" no longer applies".
    pub fn in_words(&self) -> String {
        let in_words = |effect: &FlipEffect| match effect {
            FlipEffect::Score { metric, before, after } => {
                format!("{} {}", names::metric(metric), moved(*before, *after))
            }
            FlipEffect::Cap { name, fires, .. } => {
                format!("cap \"{}\" {}", uncapitalized(name), applies(*fires))
            }
        };
        let effect = match self.effects.as_slice() {
            [] => self.effect(),
            effects => effects.iter().map(in_words).collect::<Vec<_>>().join("; "),
        };
        format!("{}: {effect}", self.turn())
    }
}

/// Formats a change of a score, with enough decimals to show it.
fn moved(before: Num, after: Num) -> String {
    format!("{} -> {}", before.shown_beside(after), after.shown_beside(before))
}

/// Describes a cap that starts or stops firing.
pub fn applies(fires: bool) -> &'static str {
    if fires { "applies" } else { "no longer applies" }
}

impl std::fmt::Display for FlipEffect {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FlipEffect::Score { metric, before, after } => write!(out, "{metric} {}", moved(*before, *after)),
            FlipEffect::Cap { slug, fires, .. } => write!(out, "{slug} {}", applies(*fires)),
        }
    }
}
