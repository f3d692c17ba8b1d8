//! Advice on getting a score for a metric that has none.

use super::MetricOutcome;

/// Advice on getting a score for a metric that has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The advice; `None` if the reason already says it.
    pub words: Option<String>,
    /// Fields to add to the case; empty if no field is missing.
    pub fields: Vec<String>,
}

impl Hint {
    /// Returns the hint for the outcome of a metric; `None` if it has a score or no remedy is known. `add`
    /// holds the rubric's advice about missing inputs and the fields that the metric reads.
    pub fn new(outcome: &MetricOutcome, add: Option<(String, Vec<String>)>) -> Option<Hint> {
        match outcome {
            MetricOutcome::Missing(_) => {
                let words =
                    "its labels are missing: give them in a label file, or let the engine propose them";
                Some(Hint { words: Some(words.to_owned()), fields: Vec::new() })
            }
            MetricOutcome::NotApplicable(reason) => {
                let (words, mut fields) = add?;
                let named = |text: &str, field: &String| text.contains(&format!("`{field}`"));
                fields.retain(|field| named(&words, field));
                let is_named = fields.iter().any(|field| named(reason, field));
                Some(Hint { words: (!is_named).then_some(words), fields })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::List;

    #[test]
    fn what_is_missing_is_named_once() {
        let absent = |reason: &str| MetricOutcome::NotApplicable(reason.to_owned());
        let error = |reason: &str| MetricOutcome::Error(reason.to_owned());
        let add =
            || Some(("add `reference` to the case".to_owned(), vec!["reference".into(), "title".into()]));
        let given = Hint::new(&absent("no reference"), add()).unwrap();
        assert!(given.words.is_some_and(|words| words.contains("`reference`")));
        assert_eq!(given.fields, ["reference"], "a field that is read besides is none to add");
        assert_eq!(Hint::new(&absent("no reference: add `reference`"), add()).unwrap().words, None);
        assert_eq!(Hint::new(&absent("no key point"), None), None);
        assert_eq!(Hint::new(&error("iterations is -1"), add()), None, "it is there, and wrong");
        assert_eq!(Hint::new(&MetricOutcome::Missing(List::Claims), add()).unwrap().fields, [""; 0]);
    }
}
