//! Builds the questions to a judge about a case.

use std::sync::Arc;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::case::{Case, Texts};
use crate::labels::List;
use crate::prompt::{AnswerFormat, Instructions, messages};
use crate::report::json::line;
use crate::rubric::{Rubric, RubricEntry};

/// The key of a cached answer: a hash of the judge, the instructions and the texts.
pub type AnswerKey = [u8; 32];

/// A question about a case.
#[derive(Clone, Debug)]
pub struct JudgeQuestion {
    /// Id of the case, which the answer repeats.
    pub id: String,
    /// The line to send, without its line feed.
    pub line: String,
    /// The key of the answer in the cache.
    pub key: AnswerKey,
    /// The lists that are asked for.
    pub lists: &'static [List],
    /// The article, which is searched for the answer's quotations.
    pub article: Arc<str>,
    pub summary: Arc<str>,
}

/// The settings that all questions of a run share.
#[derive(Clone, Debug)]
pub struct QuestionSettings {
    asks: Vec<(Instructions, &'static [List])>,
    identity: String,
}

impl QuestionSettings {
    /// Creates the questions for some rubrics. Rubrics share lists: those with most lists are asked for
    /// first, until every list is covered, so that the labels of a list come from one answer.
    pub fn new<'a>(
        rubrics: impl IntoIterator<Item = (&'static RubricEntry, &'a dyn Rubric)>,
        identity: &str,
    ) -> QuestionSettings {
        let mut rubrics: Vec<_> = rubrics.into_iter().collect();
        rubrics.sort_by_key(|(_, rubric)| std::cmp::Reverse(rubric.lists().len()));
        let mut asks: Vec<(Instructions, &'static [List])> = Vec::new();
        for (entry, rubric) in rubrics {
            let is_asked = |list: &List| asks.iter().any(|(_, lists)| lists.contains(list));
            if !rubric.lists().iter().all(is_asked) {
                let instructions = Instructions::new(entry, rubric, AnswerFormat::Labels);
                asks.extend(instructions.map(|instructions| (instructions, rubric.lists())));
            }
        }
        QuestionSettings { asks, identity: identity.to_owned() }
    }

    /// Returns the questions about a case; none if it has no text to judge.
    pub fn of(&self, case: &Case) -> Vec<JudgeQuestion> {
        if Texts::of(case).empty().is_some() {
            return Vec::new();
        }
        let (article, summary): (Arc<str>, Arc<str>) =
            (Arc::from(case.article.as_str()), Arc::from(case.summary.as_str()));
        let one = |(instructions, lists): &(Instructions, &'static [List])| {
            let asked = messages(instructions, case);
            JudgeQuestion {
                id: case.id.clone(),
                key: self.key(&asked),
                line: line(&asked),
                lists,
                article: Arc::clone(&article),
                summary: Arc::clone(&summary),
            }
        };
        self.asks.iter().map(one).collect()
    }

    /// Hashes a question without the id of the case: the same texts under another id have the same
    /// answer.
    fn key(&self, asked: &Value) -> AnswerKey {
        let mut hash = Sha256::new();
        for part in [&self.identity, &asked["messages"].to_string(), &asked["response_format"].to_string()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rubric::{RUBRICS, RubricSet};

    fn case(id: &str, summary: &str) -> Case {
        Case { id: id.to_owned(), article: "It rained.".into(), summary: summary.into(), ..Case::default() }
    }

    #[test]
    fn every_list_is_asked_for_once_by_as_few_rubrics_as_have_it() {
        let set = RubricSet::shipped();
        let all = QuestionSettings::new(set.iter(), "j");
        let of = |slug: &str| set.get(slug).map(|(_, rubric)| rubric.lists()).unwrap();
        for entry in RUBRICS {
            for list in of(entry.slug) {
                assert!(all.asks.iter().any(|(_, lists)| lists.contains(list)), "{list:?}");
            }
        }
        let mut names: Vec<&str> = all.asks.iter().map(|(ask, _)| ask.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["anchor_labels", "judge_lock_labels", "protocol_labels", "synthlink_labels"]);
        let one = QuestionSettings::new(set.get("twin-lock"), "j").of(&case("a", "It rained."));
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].lists, of("twin-lock"));
        assert!(!one[0].line.contains('\n') && one[0].line.starts_with("{\"id\":\"a\""));
        assert!(all.of(&case("a", " \n")).is_empty(), "there is nothing to judge");
    }

    #[test]
    fn a_key_is_of_the_judge_the_rules_and_the_texts() {
        let set = RubricSet::shipped();
        let key = |slug: &str, identity: &str, case: &Case| {
            QuestionSettings::new(set.get(slug), identity).of(case).remove(0).key
        };
        let known = key("twin-lock", "j", &case("a", "It rained."));
        assert_eq!(known, key("twin-lock", "j", &case("b", "It rained.")), "whatever the case is called");
        for other in [
            key("twin-lock", "k", &case("a", "It rained.")),
            key("judge-lock", "j", &case("a", "It rained.")),
            key("twin-lock", "j", &case("a", "It rained")),
        ] {
            assert_ne!(known, other);
        }
    }
}
