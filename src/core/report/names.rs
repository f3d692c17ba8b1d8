//! Names of metrics and labels for people.

use crate::labels::{LISTS, LabelId};
use crate::text::capitalized;

/// Metrics: key, display name, and a short name for narrow columns.
const METRICS: &[(&str, &str, &str)] = &[
    ("coverage", "Coverage", "Cov"),
    ("alignment", "Alignment", "Align"),
    ("hallucination", "Hallucination", "Halluc"),
    ("relevance", "Relevance", "Rel"),
    ("bias_toxicity", "Bias/toxicity", "Bias"),
    ("bias_toxicity.bias", "Bias", "Bias"),
    ("bias_toxicity.tox", "Toxicity", "Tox"),
    ("grounding_accuracy", "Grounding", "Ground"),
    ("hallucinated_citation_rate", "Bad citations", "Cites"),
    ("structural_coherence", "Coherence", "Coher"),
    ("redundancy_rate", "Redundancy", "Redund"),
    ("generation_time", "Time taken", "Time"),
    ("f1", "F1, answer", "F1"),
    ("p_at_5", "P@5, retrieval", "P@5"),
    ("rqs", "RQS, reasoning", "RQS"),
    ("fcs", "FCS, facts", "FCS"),
    ("ie", "IE, attempts", "IE"),
    ("aggregate", "Aggregate", "Aggr"),
    ("completeness", "Completeness", "Compl"),
];

/// Returns the display name of a metric: `bias_toxicity` is "Bias/toxicity".
pub fn metric(key: &str) -> String {
    if let Some((_, name, _)) = METRICS.iter().find(|(known, ..)| *known == key) {
        return (*name).to_owned();
    }
    capitalized(&key.replace('_', " "))
}

/// Returns the short name of a metric: `bias_toxicity` is "Bias". A metric that is not in the table keeps its
/// display name.
pub fn short_metric(key: &str) -> String {
    let known = METRICS.iter().find(|(known, ..)| *known == key);
    known.map_or_else(|| metric(key), |(.., short)| (*short).to_owned())
}

/// Replaces the ids of labels in a text by their names: "claims/0 is unsupported" becomes "claim 1 is
/// unsupported".
pub fn with_labels(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(slash) = rest.find('/') {
        let (before, after) = (&rest[..slash], &rest[slash + 1..]);
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let whole = |key: &str| {
            let start = before.strip_suffix(key)?;
            (!start.ends_with(|c: char| c.is_alphanumeric() || c == '_')).then_some(start)
        };
        let found = LISTS.iter().find_map(|spec| Some((whole(spec.key)?, spec.list)));
        match (found, after[..digits].parse()) {
            (Some((start, list)), Ok(index)) => {
                out.push_str(start);
                out.push_str(&LabelId { list, index }.shown());
            }
            _ => out.push_str(&rest[..slash + 1 + digits]),
        }
        rest = &after[digits..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_labels_are_said_with_the_number_that_the_list_shows() {
        for (text, said) in [
            ("claims/0 is unsupported", "claim 1 is unsupported"),
            ("coverage_qags/1, claims/9", "article question 2, claim 10"),
            ("and/or 3/4, my_claims/2, claims/x", "and/or 3/4, my_claims/2, claims/x"),
            ("", ""),
        ] {
            assert_eq!(with_labels(text), said);
        }
    }

    #[test]
    fn names_of_metrics() {
        assert_eq!(metric("bias_toxicity"), "Bias/toxicity");
        assert_eq!(metric("coverage"), "Coverage");
        assert_eq!((metric("my_own"), short_metric("my_own")), ("My own".to_owned(), "My own".to_owned()));
        assert!(METRICS.iter().all(|(_, _, short)| short.len() <= 6), "five of them fit into 60 columns");
    }
}
