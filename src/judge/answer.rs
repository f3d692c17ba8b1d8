//! Reads labels from a judge's answer, and makes placeholders if there are none.

use std::sync::Arc;

use serde_json::Value;

use crate::audit;
use crate::labels::file::{LabelFile, UNNAMED};
use crate::labels::{Entry, JudgedBy, LISTS, Labels, List, Provenance};

/// Prefix of the message about an answer that reports an error of the judge.
pub const REPORTS: &str = "it reports: ";
/// Most characters quoted from an answer.
const QUOTED: usize = 80;

/// Why an answer gives no labels.
#[derive(Debug, thiserror::Error)]
pub enum ReplyError {
    #[error("{reports}{0}", reports = REPORTS)]
    Reported(String),
    #[error(transparent)]
    Answer(#[from] audit::AnswerError),
    #[error("it gives none of the labels that were asked for")]
    NothingAsked,
}

/// The reply to a question.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The lists that were asked for.
    pub lists: &'static [List],
    /// Name of the judge.
    pub by: Arc<str>,
    /// The labels, or why there are none.
    pub given: Result<Arc<LabelFile>, Arc<str>>,
}

/// Reads the labels of an answer, in any form known to [`audit::read_labels`]. The labels are attributed
/// to whom the answer names, or else to the judge, but never to the engine.
///
/// # Errors
/// If the answer contains none of the requested lists.
pub fn read(
    answer: &Value,
    article: &str,
    summary: &str,
    lists: &[List],
    judge: &str,
) -> Result<LabelFile, ReplyError> {
    if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
        return Err(ReplyError::Reported(quoted(error)));
    }
    let mut given = audit::read_labels(answer, article, summary)?;
    let unnamed = |by: &Provenance| match by {
        Provenance::Engine => true,
        Provenance::Person(name) => {
            [UNNAMED, audit::UNNAMED].contains(&name.as_str()) || name.trim().is_empty()
        }
    };
    let judge = Provenance::Person(named(answer).unwrap_or(judge).to_owned());
    for spec in &LISTS {
        for label in given.labels.get_mut(spec.list).into_iter().flatten() {
            if unnamed(&label.by) {
                label.by = judge.clone();
            }
            (label.p, label.chances, label.proposed) = (None, None, None);
        }
    }
    if lists.iter().all(|list| *given.labels.entry(*list) == Entry::Absent) {
        return Err(ReplyError::NothingAsked);
    }
    Ok(given)
}

/// Returns the judge that an answer names, unless that is the engine.
fn named(answer: &Value) -> Option<&str> {
    let name = ["by", "judge"].iter().find_map(|key| answer.get(*key)?.as_str())?;
    (!name.trim().is_empty() && name != "engine").then_some(name)
}

/// Returns the beginning of a judge's text, on one line.
pub fn quoted(value: &Value) -> String {
    let text = value.get("message").unwrap_or(value);
    audit::clipped(&text.as_str().map_or_else(|| text.to_string(), str::to_owned), QUOTED)
}

/// How to replace a list that a judge gave in an unreadable form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    Proposals,
    /// No replacement: the metrics that use the list are in error.
    Error,
}

/// Replaces proposals by a judge's labels. A list that the judge did not give keeps its proposals, and a
/// note with the scores says so.
pub fn over(labels: Labels, replies: &[Reply], unreadable: Unreadable) -> Labels {
    let mut labels = labels;
    let mut taken: Vec<List> = Vec::new();
    let proposed: Vec<List> =
        LISTS.iter().map(|spec| spec.list).filter(|list| labels.get(*list).is_some()).collect();
    let instead = |list: &List| if proposed.contains(list) { "; these labels are the engine's" } else { "" };
    for reply in replies {
        let (by, lists) = (&reply.by, reply.lists.iter().copied().filter(|list| !taken.contains(list)));
        let lists: Vec<List> = lists.collect();
        let given = match &reply.given {
            Ok(given) => given,
            Err(why) => {
                let note = |list: &List| (*list, format!("not judged by {by}: {why}{}", instead(list)));
                labels.notes.extend(lists.iter().map(note));
                continue;
            }
        };
        let mut own = given.labels.of_lists(&lists);
        for &list in &lists {
            let title = list.spec().title.to_lowercase();
            match own.entry(list) {
                Entry::Given(_) => taken.push(list),
                Entry::Absent if list.is_counted() => {}
                Entry::Absent => own.notes.push((list, format!("{by} gave no {title}{}", instead(&list)))),
                Entry::Malformed(why) if unreadable == Unreadable::Proposals => {
                    let note = format!("what {by} gave cannot be used: {why}{}", instead(&list));
                    own.notes.push((list, note));
                    own.set(list, Entry::Absent);
                }
                Entry::Malformed(_) => taken.push(list),
            }
        }
        if unreadable == Unreadable::Proposals {
            let note = |why| (List::Issues, format!("what {by} gave cannot be used: {why}"));
            let notes: Vec<_> = own.take_unreadable_scores().map(note).collect();
            own.notes.extend(notes);
        }
        own.came_from(&JudgedBy::Judge(Arc::clone(by)));
        labels = labels.overlaid(own);
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ARTICLE: &str = "It rained.";
    const LISTS_ASKED: &[List] = &[List::Claims, List::Issues];

    fn claims(by: &Value) -> Value {
        json!({"id": "a", "by": by, "labels": {"claims": [{"text": "It rained.", "label": "supported",
            "summary": [{"text": "It rained."}], "article": ["It rained."]}]}})
    }

    fn reply(answer: &Value) -> Reply {
        let given = read(answer, ARTICLE, ARTICLE, LISTS_ASKED, "nli.py");
        Reply {
            lists: LISTS_ASKED,
            by: Arc::from("nli.py"),
            given: given.map(Arc::new).map_err(|error| Arc::from(error.to_string())),
        }
    }

    fn by(reply: &Reply) -> Provenance {
        reply.given.as_ref().unwrap().labels.get(List::Claims).unwrap()[0].by.clone()
    }

    #[test]
    fn labels_are_by_whom_the_answer_names_and_never_by_the_engine() {
        let person = |name: &str| Provenance::Person(name.to_owned());
        for (named, name) in [
            (json!(null), "nli.py"),
            (json!("gpt"), "gpt"),
            (json!("engine"), "nli.py"),
            (json!(" "), "nli.py"),
        ] {
            assert_eq!(by(&reply(&claims(&named))), person(name), "{named}");
        }
        let mut other = claims(&Value::Null);
        other["judge"] = json!("prometheus");
        assert_eq!(by(&reply(&other)), person("prometheus"));
        other["labels"]["claims"][0]["by"] = json!("engine");
        assert_eq!(by(&reply(&other)), person("prometheus"));
    }

    #[test]
    fn what_is_no_answer_says_why() {
        for (answer, why) in [
            (json!({"id": "a", "error": {"message": "slow \u{1b}[31m"}}), "it reports: slow ␛[31m"),
            (json!({"id": "a", "error": 5}), "it reports: 5"),
            (json!({"id": "a", "labels": {}}), "none of the labels"),
            (json!({"id": "a", "labels": {"steps": []}}), "none of the labels"),
            (json!({"id": "a", "output": "I cannot."}), "holds no labels"),
        ] {
            let said = read(&answer, ARTICLE, ARTICLE, LISTS_ASKED, "j").unwrap_err().to_string();
            assert!(said.contains(why), "{said}");
        }
        assert!(quoted(&json!("x".repeat(500))).chars().count() < QUOTED + 5);
    }

    #[test]
    fn what_a_judge_did_not_give_stays_as_it_was_proposed_and_is_noted() {
        let mut proposed = Labels::default();
        proposed.set(List::Claims, Entry::Given(Vec::new()));
        proposed.set(List::Issues, Entry::Given(vec![crate::labels::Label::default()]));
        let notes = |labels: &Labels, of: List| -> Vec<String> {
            labels.notes.iter().filter(|(list, _)| *list == of).map(|(_, note)| note.clone()).collect()
        };
        let partly = over(proposed.clone(), &[reply(&claims(&Value::Null))], Unreadable::Error);
        assert_eq!(partly.get(List::Claims).unwrap().len(), 1);
        assert_eq!(partly.get(List::Issues).unwrap().len(), 1, "as it was proposed");
        assert_eq!(notes(&partly, List::Issues), ["nli.py gave no issues; these labels are the engine's"]);
        let mut odd = claims(&Value::Null);
        odd["labels"]["issues"] = json!([{"kind": "rude"}]);
        let wrong = over(proposed.clone(), &[reply(&odd)], Unreadable::Error);
        assert!(
            matches!(wrong.entry(List::Issues), Entry::Malformed(why) if why.to_string().contains("issues/0"))
        );
        let odd = over(proposed.clone(), &[reply(&odd)], Unreadable::Proposals);
        assert_eq!(odd.get(List::Issues).unwrap().len(), 1);
        let said = &notes(&odd, List::Issues)[0];
        assert!(said.starts_with("what nli.py gave cannot be used: issues/0:"), "{said}");
        let mut score = claims(&Value::Null);
        score["labels"]["bias_score"] = json!(11);
        let score = |unreadable| over(proposed.clone(), &[reply(&score)], unreadable);
        assert!(score(Unreadable::Error).bias_score.is_some_and(|score| score.is_err()));
        let left = score(Unreadable::Proposals);
        assert_eq!(
            (&left.bias_score, left.judged_by(List::Issues)),
            (&None, proposed.judged_by(List::Issues))
        );
        assert!(notes(&left, List::Issues).iter().any(|note| note.contains("bias_score: the number 11")));
        let failed = Reply { given: Err(Arc::from("it ended")), ..reply(&claims(&Value::Null)) };
        let failed = over(proposed.clone(), &[failed], Unreadable::Error);
        assert_eq!(failed.get(List::Claims), proposed.get(List::Claims));
        assert_eq!(
            notes(&failed, List::Claims),
            ["not judged by nli.py: it ended; these labels are the engine's"]
        );
        let judges = |labels: &Labels| [List::Claims, List::Issues].map(|list| labels.judged_by(list));
        let judge = Some(JudgedBy::Judge(Arc::from("nli.py")));
        assert_eq!(judges(&partly), [judge, Some(JudgedBy::Engine)]);
        assert_eq!(judges(&failed), [Some(JudgedBy::Engine), Some(JudgedBy::Engine)]);
    }

    #[test]
    fn of_two_replies_the_first_that_has_a_list_gives_it() {
        let mut second = claims(&json!("second"));
        second["labels"]["issues"] = json!([]);
        let labels =
            over(Labels::default(), &[reply(&claims(&Value::Null)), reply(&second)], Unreadable::Error);
        assert_eq!(labels.get(List::Claims).unwrap()[0].by, Provenance::Person("nli.py".to_owned()));
        assert_eq!(labels.get(List::Issues), Some(&[][..]));
    }
}
