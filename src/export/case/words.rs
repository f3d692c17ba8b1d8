//! Formats values, grades and quotations of labels for pages and documents.

use unicode_segmentation::UnicodeSegmentation;

use crate::labels::{Label, LabelValue, List, Provenance};
use crate::report::Decision;
use crate::text::squeezed;

/// Most characters of a quotation; longer ones are truncated.
const QUOTED: usize = 160;

/// How good a label is; names the CSS class for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Grade {
    /// No fault.
    Good,
    /// A fault of medium cost.
    Partial,
    /// A fault of the highest cost.
    Bad,
}

impl Grade {
    pub fn of(label: &Label) -> Grade {
        match label.word {
            Some(word) if word.is_best() => Grade::Good,
            None | Some(LabelValue::Partial | LabelValue::Some | LabelValue::Mild | LabelValue::Moderate) => {
                Grade::Partial
            }
            Some(_) => Grade::Bad,
        }
    }

    pub fn class(self) -> &'static str {
        self.into()
    }
}

pub fn decision_class(decision: Decision) -> &'static str {
    match decision {
        Decision::Pass => "pass",
        Decision::Warn => "warn",
        Decision::Fail => "fail",
        Decision::Incomplete | Decision::Error => "none",
    }
}

/// Returns a label's value, or a hyphen if it has none.
pub fn value(list: List, label: &Label) -> String {
    let word = label.word.map_or_else(|| "-".to_owned(), |word| list.value_name(word));
    match label.kind {
        Some(kind) => format!("{word} ({kind})"),
        None => word,
    }
}

/// Returns who decided, unless it was the engine, and what the engine proposed instead.
pub fn decided_by(list: List, label: &Label) -> Option<String> {
    let Provenance::Person(name) = &label.by else { return None };
    let other = label.proposed.filter(|proposed| Some(*proposed) != label.word);
    let engine = other.map(|word| format!("; the engine proposed {}", list.value_name(word)));
    Some(format!("decided by {name}{}", engine.unwrap_or_default()))
}

/// Returns a passage on one line, truncated if it is long.
pub fn quote(text: &str) -> String {
    let mut graphemes = text.grapheme_indices(true);
    // Only as much of a long text is processed as could be shown.
    let end = graphemes.nth(4 * QUOTED).map_or(text.len(), |(at, _)| at);
    let line = squeezed(&text[..end]);
    match line.grapheme_indices(true).nth(QUOTED) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None if end < text.len() => format!("{line}…"),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_passage_is_cut_between_characters() {
        let family = "👩‍👩‍👧‍👦";
        let long = family.repeat(QUOTED + 1);
        assert_eq!(quote(&long), format!("{}…", family.repeat(QUOTED)));
        assert_eq!(quote("  a\n\n b "), "a b");
        assert_eq!(quote(&" ".repeat(10_000)), "…");
    }
}
