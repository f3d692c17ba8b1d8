//! What the symbols of the formulas stand for, and the labels that they count. A symbol is known by the metric and the
//! step that it stands in: P counts key points in a recall, and answers in a qag.

use crate::labels::{LabelValue, List};

/// A symbol of a formula.
#[derive(Debug)]
pub struct Symbol {
    metric: &'static str,
    step: &'static str,
    /// As it stands in the formula.
    pub name: &'static str,
    /// What it stands for.
    pub says: &'static str,
    /// The list whose labels it counts, where it counts labels.
    pub list: Option<List>,
    /// The word that the labels counted have; `None` counts all of the list.
    pub word: Option<LabelValue>,
}

/// A symbol that counts no labels.
const fn plain(metric: &'static str, step: &'static str, name: &'static str, says: &'static str) -> Symbol {
    Symbol { metric, step, name, says, list: None, word: None }
}

/// A symbol that counts the labels of a list, those with a word or all.
const fn count(
    metric: &'static str,
    step: &'static str,
    name: &'static str,
    says: &'static str,
    list: List,
    word: Option<LabelValue>,
) -> Symbol {
    Symbol { metric, step, name, says, list: Some(list), word }
}

/// Any metric, or any step.
const ANY: &str = "";

/// Every symbol; the first row that fits counts.
const SYMBOLS: &[Symbol] = &[
    count(ANY, "precision", "extraneous", "tokens in unsupported words", List::Extraneous, None),
    plain(ANY, "precision", "tokens", "tokens of the summary"),
    count(ANY, "recall", "F", "key points fully covered", List::KeyPoints, Some(LabelValue::Fully)),
    count(ANY, "recall", "P", "key points partly covered", List::KeyPoints, Some(LabelValue::Partial)),
    count(ANY, "recall", "O", "key points not covered", List::KeyPoints, Some(LabelValue::Not)),
    count(ANY, "recall", "N", "key points", List::KeyPoints, None),
    count(
        ANY,
        "qag",
        "C",
        "article questions answered correctly",
        List::CoverageQags,
        Some(LabelValue::Correct),
    ),
    count(
        ANY,
        "qag",
        "P",
        "article questions answered in part",
        List::CoverageQags,
        Some(LabelValue::Partial),
    ),
    count(ANY, "qag", "W", "article questions answered wrongly", List::CoverageQags, Some(LabelValue::Wrong)),
    count(ANY, "qag", "Q", "article questions", List::CoverageQags, None),
    count(
        ANY,
        "qag_precision",
        "C",
        "claim questions answered correctly",
        List::ClaimQags,
        Some(LabelValue::Correct),
    ),
    count(
        ANY,
        "qag_precision",
        "P",
        "claim questions answered in part",
        List::ClaimQags,
        Some(LabelValue::Partial),
    ),
    count(
        ANY,
        "qag_precision",
        "W",
        "claim questions answered wrongly",
        List::ClaimQags,
        Some(LabelValue::Wrong),
    ),
    count(ANY, "qag_precision", "Q", "claim questions", List::ClaimQags, None),
    count(ANY, "u", "U", "unsupported claims", List::Claims, Some(LabelValue::Unsupported)),
    count(ANY, "u", "P", "partly supported claims", List::Claims, Some(LabelValue::Partial)),
    count(ANY, "u", "S", "supported claims", List::Claims, Some(LabelValue::Supported)),
    count(ANY, "u", "N", "claims", List::Claims, None),
    count(ANY, "overlap", "H", "segments of high overlap", List::Segments, Some(LabelValue::High)),
    count(ANY, "overlap", "S", "segments of some overlap", List::Segments, Some(LabelValue::Some)),
    count(ANY, "overlap", "O", "segments of no overlap", List::Segments, Some(LabelValue::None)),
    count(ANY, "overlap", "N", "segments", List::Segments, None),
    plain("alignment", ANY, "no_deviation", "the score without a deviation"),
    count(
        "alignment",
        ANY,
        "mild_deviations",
        "the score by mild deviations",
        List::Deviations,
        Some(LabelValue::Mild),
    ),
    count(
        "alignment",
        ANY,
        "moderate_deviations",
        "the score by moderate deviations",
        List::Deviations,
        Some(LabelValue::Moderate),
    ),
    count(
        "alignment",
        ANY,
        "severe_deviations",
        "the score by severe deviations",
        List::Deviations,
        Some(LabelValue::Severe),
    ),
    count(ANY, "bias", "biased_wordings", "biased wordings", List::Issues, Some(LabelValue::BiasedWording)),
    count(ANY, "bias", "stereotypes", "stereotypes", List::Issues, Some(LabelValue::Stereotype)),
    count(ANY, "tox", "insults", "insults", List::Issues, Some(LabelValue::Insult)),
    count(ANY, "tox", "mild_profanities", "mild profanities", List::Issues, Some(LabelValue::MildProfanity)),
    count(
        ANY,
        "tox",
        "strong_profanities",
        "strong profanities",
        List::Issues,
        Some(LabelValue::StrongProfanity),
    ),
    count(ANY, "tox", "slurs", "slurs", List::Issues, Some(LabelValue::Slur)),
    plain(ANY, ANY, "draws", "samples of the uncertain labels"),
    plain(ANY, ANY, "sum_after_caps", "sum of the capped scores over the samples"),
    plain(ANY, ANY, "sum_of_scores", "sum of the scores over the samples"),
    count(
        "grounding_accuracy",
        ANY,
        "grounded",
        "grounded factual sentences",
        List::Grounding,
        Some(LabelValue::Yes),
    ),
    count("grounding_accuracy", ANY, "total", "factual sentences", List::Grounding, None),
    count(
        "hallucinated_citation_rate",
        ANY,
        "invalid",
        "invalid citations",
        List::Citations,
        Some(LabelValue::No),
    ),
    count("hallucinated_citation_rate", ANY, "total", "citations", List::Citations, None),
    count("fcs", ANY, "verified", "verified facts", List::Facts, Some(LabelValue::Yes)),
    count("fcs", ANY, "claims", "facts", List::Facts, None),
    count(
        "rqs",
        ANY,
        "present",
        "reasoning steps that the explanation has",
        List::Steps,
        Some(LabelValue::Yes),
    ),
    count("rqs", ANY, "steps", "reasoning steps", List::Steps, None),
    count(
        "hallucination",
        "claims",
        "unsupported",
        "unsupported anchors",
        List::Anchors,
        Some(LabelValue::No),
    ),
    count("hallucination", "claims", "anchors", "anchors", List::Anchors, None),
];

/// What a symbol of a formula stands for, by the metric and the step that it stands in; `None` where its name says it.
pub fn symbol(metric: &str, step: &str, name: &str) -> Option<&'static Symbol> {
    let fits = |own: &str, given: &str| own.is_empty() || own == given;
    SYMBOLS.iter().find(|row| row.name == name && fits(row.metric, metric) && fits(row.step, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_known_by_its_step() {
        let says = |step: &str, name: &str| symbol("coverage", step, name).map(|symbol| symbol.says);
        assert_eq!(says("recall", "P"), Some("key points partly covered"));
        assert_eq!(says("qag", "P"), Some("article questions answered in part"));
        assert_eq!(says("f1", "precision"), None, "an earlier step");
    }

    #[test]
    fn a_symbol_counts_a_word_that_its_list_has() {
        for row in SYMBOLS {
            let Some(word) = row.word else { continue };
            let list = row.list.expect("a word is one of a list");
            assert!(list.spec().words.contains(&word), "{}", row.says);
        }
    }
}
