//! The annotation rules, which say when to give which label. Lessons, exercises, causes of disagreement
//! and reports cite them by id, and one page of RUBRICS.md lists them all, so that annotators are taught
//! and measured by the same rules.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::labels::List;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnotationRule {
    /// The id, as cited by lessons: `partial`.
    pub id: String,
    pub title: String,
    pub rule: String,
    pub example: String,
    /// The list whose labels the rule is about, if any.
    pub list: Option<List>,
}

/// Anchor of the section of RUBRICS.md that lists the rules.
pub const PAGE: &str = "annotation-rules";

/// Every rule, in the order of the page.
pub static RULES: LazyLock<Vec<AnnotationRule>> = LazyLock::new(|| {
    let file = toml::from_str(include_str!("annotation_rules/rules.toml"));
    let file: RuleFile = file.expect("the rules in the program are whole: tests read them");
    file.rules
});

#[derive(Deserialize)]
struct RuleFile {
    rules: Vec<AnnotationRule>,
}

pub fn rule(id: &str) -> Option<&'static AnnotationRule> {
    RULES.iter().find(|rule| rule.id == id)
}

/// Returns the rules about labels of a list; for `None`, those about the verdict.
pub fn about(list: Option<List>) -> impl Iterator<Item = &'static AnnotationRule> {
    // Both kinds of questions follow the same rules.
    let list = if list == Some(List::ClaimQags) { Some(List::CoverageQags) } else { list };
    RULES.iter().filter(move |rule| rule.list == list)
}

/// The anchor of a rule in a page.
pub fn anchor(id: &str) -> String {
    format!("rule-{id}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::Engine;
    use crate::labels::LabelValue;

    #[test]
    fn each_rule_has_a_name_of_its_own() {
        let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id.as_str()).collect();
        assert_eq!(ids.len(), RULES.len());
        for rule in RULES.iter() {
            assert!(
                rule.rule.ends_with('.') && rule.example.ends_with('.') && rule.rule.len() < 600,
                "{}",
                rule.id
            );
        }
        assert_eq!(rule("partial").map(|rule| rule.title.as_str()), Some("Partial claim"));
        assert!(about(Some(List::Claims)).count() == 4 && about(None).any(|rule| rule.id == "fails"));
        assert!(about(Some(List::ClaimQags)).any(|rule| rule.id == "question"));
    }

    /// The engine follows the rules in clear cases.
    #[test]
    fn the_engine_follows_the_rules() {
        let article = "The mine in Orvik may close in June, the owner said. The council approved a budget of 48 million \
                       euros on Tuesday. The ferry will start in May.";
        for (summary, wanted) in [
            ("The council approved a budget of 48 million euros.", LabelValue::Supported),
            ("The council approved a budget of 46 million euros.", LabelValue::Unsupported),
            ("The council rejected a budget of 48 million euros.", LabelValue::Unsupported),
        ] {
            let analysis = Engine::default().analyse_pair(article, summary);
            let claims = analysis.proposals.get(List::Claims).unwrap();
            assert_eq!(claims[0].word, Some(wanted), "{summary}");
        }
    }
}
