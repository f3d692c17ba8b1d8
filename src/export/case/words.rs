//! What is said of labels, caps and parts, in a page as in a document.

use unicode_segmentation::UnicodeSegmentation;

use crate::labels::{Label, LabelValue, List, Provenance};
use crate::report::{Cap, Decision, Fired, Metric, Part, Report, reasons};
use crate::text::squeezed;

/// Characters of a quotation; what is longer is cut.
const QUOTED: usize = 160;

/// How good a label is: the class that colours it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Nothing is wrong.
    Good,
    /// Something is.
    Partial,
    /// It costs most.
    Bad,
}

impl Grade {
    /// The grade of a label.
    pub fn of(label: &Label) -> Grade {
        match label.word {
            Some(
                LabelValue::Fully
                | LabelValue::Correct
                | LabelValue::Supported
                | LabelValue::High
                | LabelValue::Yes,
            ) => Grade::Good,
            None | Some(LabelValue::Partial | LabelValue::Some | LabelValue::Mild | LabelValue::Moderate) => {
                Grade::Partial
            }
            Some(_) => Grade::Bad,
        }
    }

    /// The class that colours it.
    pub fn class(self) -> &'static str {
        match self {
            Grade::Good => "good",
            Grade::Partial => "partial",
            Grade::Bad => "bad",
        }
    }
}

/// The class that colours a decision.
pub fn decision_class(decision: Decision) -> &'static str {
    match decision {
        Decision::Pass => "pass",
        Decision::Warn => "warn",
        Decision::Fail => "fail",
        Decision::Incomplete | Decision::Error => "none",
    }
}

/// A label's value as it is said: where a list only knows true and false, what is true or not.
pub fn value_name(list: List, word: LabelValue) -> String {
    match word {
        LabelValue::No if list.is_finding() => "rejected".to_owned(),
        LabelValue::Yes if !list.is_finding() => list.spec().field.to_owned(),
        LabelValue::No => format!("not {}", list.spec().field),
        _ => word.as_str().replace('_', " "),
    }
}

/// A label's value, or a hyphen where it has none.
pub fn value(list: List, label: &Label) -> String {
    let word = label.word.map_or_else(|| "-".to_owned(), |word| value_name(list, word));
    match label.kind {
        Some(kind) => format!("{word} ({kind})"),
        None => word,
    }
}

/// Who decided, where it was not the engine, and what the engine proposed instead.
pub fn decided_by(list: List, label: &Label) -> Option<(&str, Option<String>)> {
    let Provenance::Person(name) = &label.by else { return None };
    let other = label.proposed.filter(|proposed| Some(*proposed) != label.word);
    Some((name, other.map(|word| value_name(list, word))))
}

/// A passage on one line, cut where it is long.
pub fn quote(text: &str) -> String {
    let mut graphemes = text.grapheme_indices(true);
    // Of a long text no more is looked at than could be shown.
    let end = graphemes.nth(4 * QUOTED).map_or(text.len(), |(at, _)| at);
    let line = squeezed(&text[..end]);
    match line.grapheme_indices(true).nth(QUOTED) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None if end < text.len() => format!("{line}…"),
        None => line,
    }
}

/// A part of a metric as people read it.
pub fn part((name, part): &(&'static str, Part)) -> String {
    match part {
        Part::Number(number) => format!("{name} {}", number.shown()),
        Part::Count(count) => format!("{name} {count}"),
        Part::Word(word) => format!("{name} {word}"),
        Part::Flag(flag) => format!("{name} {}", if *flag { "yes" } else { "no" }),
    }
}

/// What a cap did.
pub fn did(cap: &Cap) -> &'static str {
    match &cap.fired {
        Fired::Yes { binding: true, shared: true } => "lowers the score, with another cap",
        Fired::Yes { binding: true, .. } => "lowers the score",
        Fired::Yes { .. } => "changes nothing here",
        Fired::No => "did not fire",
        Fired::Unknown(_) => "unknown",
    }
}

/// The caps that lower a metric, in words.
pub fn capped_by(report: &Report, metric: &Metric) -> Vec<String> {
    let key = metric.key;
    let lowers = |cap: &&Cap| {
        matches!(cap.fired, Fired::Yes { binding: true, .. }) && cap.metric.split('.').next() == Some(key)
    };
    report.caps.iter().filter(lowers).map(reasons::cause).collect()
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
