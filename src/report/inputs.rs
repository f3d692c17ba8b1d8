//! What a metric needs of a case, for people whose case lacks it: which field to add, and how.

use super::Outcome;

/// What to add where a metric of a rubric has no score.
struct Input {
    rubric: &'static str,
    metric: &'static str,
    /// The fields of a case that it needs; a reason that names one of them already needs no hint.
    fields: &'static [&'static str],
    /// How to give them.
    hint: &'static str,
}

const fn row(
    rubric: &'static str,
    metric: &'static str,
    fields: &'static [&'static str],
    hint: &'static str,
) -> Input {
    Input { rubric, metric, fields, hint }
}

/// Metrics that need more of a case than an article and a summary.
const INPUTS: &[Input] = &[
    row(
        "protocol",
        "hallucinated_citation_rate",
        &["sources"],
        "citations are checked against the case's `sources`: add [{\"title\", \"url\", \"text\"}]",
    ),
    row(
        "protocol",
        "generation_time",
        &["generation_seconds"],
        "add `generation_seconds` to the case, a number of seconds",
    ),
    row("synthlink", "f1", &["reference"], "add `reference` to the case: the answer that is right"),
    row(
        "synthlink",
        "p_at_5",
        &["retrieved", "relevant"],
        "add `retrieved` (document names, best first) and `relevant` to the case",
    ),
    row(
        "synthlink",
        "rqs",
        &["reasoning_steps"],
        "add `reasoning_steps` to the case: the steps that the explanation must contain",
    ),
    row(
        "synthlink",
        "ie",
        &["iterations"],
        "add `iterations` to the case: attempts until the first correct answer, null for never",
    ),
    row("anchor", "relevance", &["query"], "add `query` to the case: what was asked"),
    row("anchor", "completeness", &["query"], "add `query` to the case: what was asked"),
];

/// What would give a metric its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What to do, in words; `None` where the reason says it already.
    pub words: Option<&'static str>,
    /// The fields to add to the case; empty where it is not a field that is missing.
    pub fields: &'static [&'static str],
}

/// What to do so that a metric of a rubric gets its score; `None` where it has one, or where nothing is known to
/// help.
pub fn hint(rubric: &str, metric: &str, outcome: &Outcome) -> Option<Hint> {
    match outcome {
        Outcome::Error(reason) if reason == "missing_metric" => Some(Hint {
            words: Some("its labels are missing: give them in a label file, or let the engine propose them"),
            fields: &[],
        }),
        Outcome::NotApplicable(reason) => {
            let row = INPUTS.iter().find(|row| row.rubric == rubric && row.metric == metric)?;
            let said = row.fields.iter().any(|field| reason.contains(&format!("`{field}`")));
            Some(Hint { words: (!said).then_some(row.hint), fields: row.fields })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::FIELDS;

    #[test]
    fn every_hint_names_fields_that_a_case_has() {
        for row in INPUTS {
            assert!(!row.fields.is_empty(), "{} {}", row.rubric, row.metric);
            for field in row.fields {
                assert!(FIELDS.iter().any(|known| known.name == *field), "no field is called {field}");
                assert!(row.hint.contains(&format!("`{field}`")), "the hint of {} names {field}", row.metric);
            }
        }
    }

    #[test]
    fn what_is_missing_is_told_once() {
        let absent = |reason: &str| Outcome::NotApplicable(reason.to_owned());
        let error = |reason: &str| Outcome::Error(reason.to_owned());
        let given = hint("synthlink", "f1", &absent("no reference")).unwrap();
        assert!(given.words.is_some_and(|words| words.contains("`reference`")));
        assert_eq!(given.fields, ["reference"]);
        assert_eq!(hint("synthlink", "f1", &absent("no reference: add `reference`")).unwrap().words, None);
        assert_eq!(hint("twin-lock", "coverage", &absent("no key point")), None);
        assert_eq!(hint("synthlink", "ie", &error("iterations is -1")), None, "it is there, and wrong");
        assert_eq!(hint("twin-lock", "coverage", &error("missing_metric")).unwrap().fields, [""; 0]);
    }
}
