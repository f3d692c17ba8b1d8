//! The meaning of the symbols in formulas, and the labels that they count. A symbol is identified by the
//! metric and the step in which it occurs: P counts key points in `recall` and answers in `qag`.

use crate::labels::{LabelValue as W, List};

/// A symbol of a formula.
#[derive(Debug)]
pub struct Symbol {
    metric: &'static str,
    step: &'static str,
    /// As written in the formula.
    pub name: &'static str,
    pub says: &'static str,
    /// The list whose labels it counts, if it counts labels.
    pub list: Option<List>,
    /// The word of the labels that it counts; `None` counts all of the list.
    pub word: Option<W>,
}

/// A symbol that counts labels of a list, either all or those with a word, in a step of a metric.
const fn count(
    (metric, step): (&'static str, &'static str),
    name: &'static str,
    list: List,
    word: Option<W>,
    says: &'static str,
) -> Symbol {
    Symbol { metric, step, name, says, list: Some(list), word }
}

const fn in_step(
    step: &'static str,
    name: &'static str,
    list: List,
    word: Option<W>,
    says: &'static str,
) -> Symbol {
    count((ANY, step), name, list, word, says)
}

const fn in_metric(
    metric: &'static str,
    name: &'static str,
    list: List,
    word: Option<W>,
    says: &'static str,
) -> Symbol {
    count((metric, ANY), name, list, word, says)
}

/// A symbol that does not count labels.
const fn plain(name: &'static str, says: &'static str) -> Symbol {
    Symbol { metric: ANY, step: ANY, name, says, list: None, word: None }
}

/// Any metric, or any step.
const ANY: &str = "";

/// Every symbol. The first matching row applies.
const SYMBOLS: &[Symbol] = &[
    in_step("precision", "extraneous", List::Extraneous, None, "tokens in unsupported words"),
    plain("tokens", "tokens of the summary"),
    in_step("recall", "F", List::KeyPoints, Some(W::Fully), "key points fully covered"),
    in_step("recall", "P", List::KeyPoints, Some(W::Partial), "key points partly covered"),
    in_step("recall", "O", List::KeyPoints, Some(W::Not), "key points not covered"),
    in_step("recall", "N", List::KeyPoints, None, "key points"),
    in_step("qag", "C", List::CoverageQags, Some(W::Correct), "article questions answered correctly"),
    in_step("qag", "P", List::CoverageQags, Some(W::Partial), "article questions answered in part"),
    in_step("qag", "W", List::CoverageQags, Some(W::Wrong), "article questions answered wrongly"),
    in_step("qag", "Q", List::CoverageQags, None, "article questions"),
    in_step("qag_precision", "C", List::ClaimQags, Some(W::Correct), "claim questions answered correctly"),
    in_step("qag_precision", "P", List::ClaimQags, Some(W::Partial), "claim questions answered in part"),
    in_step("qag_precision", "W", List::ClaimQags, Some(W::Wrong), "claim questions answered wrongly"),
    in_step("qag_precision", "Q", List::ClaimQags, None, "claim questions"),
    in_step("u", "U", List::Claims, Some(W::Unsupported), "unsupported claims"),
    in_step("u", "P", List::Claims, Some(W::Partial), "partly supported claims"),
    in_step("u", "S", List::Claims, Some(W::Supported), "supported claims"),
    in_step("u", "N", List::Claims, None, "claims"),
    in_step("overlap", "H", List::Segments, Some(W::High), "segments of high overlap"),
    in_step("overlap", "S", List::Segments, Some(W::Some), "segments of some overlap"),
    in_step("overlap", "O", List::Segments, Some(W::None), "segments of no overlap"),
    in_step("overlap", "N", List::Segments, None, "segments"),
    plain("score_without_deviation", "the score without a deviation"),
    in_metric(
        "alignment",
        "score_for_mild",
        List::Deviations,
        Some(W::Mild),
        "the score for this number of mild deviations",
    ),
    in_metric(
        "alignment",
        "score_for_moderate",
        List::Deviations,
        Some(W::Moderate),
        "the score for this number of moderate deviations",
    ),
    in_metric(
        "alignment",
        "score_for_severe",
        List::Deviations,
        Some(W::Severe),
        "the score for this number of severe deviations",
    ),
    in_step("bias", "biased_wordings", List::Issues, Some(W::BiasedWording), "biased wordings"),
    in_step("bias", "stereotypes", List::Issues, Some(W::Stereotype), "stereotypes"),
    in_step("tox", "insults", List::Issues, Some(W::Insult), "insults"),
    in_step("tox", "mild_profanities", List::Issues, Some(W::MildProfanity), "mild profanities"),
    in_step("tox", "strong_profanities", List::Issues, Some(W::StrongProfanity), "strong profanities"),
    in_step("tox", "slurs", List::Issues, Some(W::Slur), "slurs"),
    plain("samples", "samples of the uncertain labels"),
    plain("sum_after_caps", "sum of the capped scores over the samples"),
    plain("sum_of_scores", "sum of the scores over the samples"),
    in_metric("grounding_accuracy", "grounded", List::Grounding, Some(W::Yes), "grounded factual sentences"),
    in_metric("grounding_accuracy", "total", List::Grounding, None, "factual sentences"),
    in_metric("hallucinated_citation_rate", "invalid", List::Citations, Some(W::No), "invalid citations"),
    in_metric("hallucinated_citation_rate", "total", List::Citations, None, "citations"),
    in_metric("fcs", "verified", List::Facts, Some(W::Yes), "verified facts"),
    in_metric("fcs", "claims", List::Facts, None, "facts"),
    in_metric("rqs", "present", List::Steps, Some(W::Yes), "reasoning steps that the explanation has"),
    in_metric("rqs", "steps", List::Steps, None, "reasoning steps"),
    count(("hallucination", "claims"), "unsupported", List::Anchors, Some(W::No), "unsupported anchors"),
    count(("hallucination", "claims"), "anchors", List::Anchors, None, "anchors"),
];

/// Returns the symbol of a formula, given the metric and the step in which it occurs; `None` if its name is
/// self-explanatory.
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
