//! Tests the attribution of labels, and labels from several places.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;
use crate::agree::annotators::Annotation;
use crate::labels::{LabelValue, List, Side};
use crate::rubric::Readings;

fn gathering(engine: bool) -> Gathering {
    let selection = Selection::shipped(&["judge-lock"], Readings::default());
    Gathering::new(engine, selection, FxHashMap::default())
}

/// Gathers annotations from files with these contents.
fn gathered(engine: bool, files: &[&[Value]]) -> Result<Gathered, AnnotationsError> {
    let folder = tempfile::tempdir().unwrap();
    let mut gathering = gathering(engine);
    for (at, sets) in files.iter().enumerate() {
        let path: PathBuf = folder.path().join(format!("{at}.jsonl"));
        std::fs::write(&path, sets.iter().map(|set| format!("{set}\n")).collect::<String>()).unwrap();
        gathering.read(&path, &Embedding::Shipped)?;
    }
    gathering.finish().map(|(gathered, _, _)| gathered)
}

fn set(by: &str, labels: Value) -> Value {
    json!({"schema": "lockbench.labels/1", "id": "a", "by": by, "labels": labels})
}

fn of<'a>(gathered: &'a Gathered, name: &str) -> &'a Annotation {
    let at = gathered.annotations.annotators.iter().position(|known| known == name).expect("an annotator");
    gathered.annotations.cases[0].by[at].as_ref().expect("an annotation")
}

fn claim(text: &str, label: &str, by: &str) -> Value {
    json!({"text": text, "label": label, "by": by})
}

#[test]
fn a_list_without_the_engine_is_its_owners_and_may_be_empty() {
    let found = gathered(false, &[&[
        set("ann", json!({"extraneous": [], "deviations": [{"severity": "mild", "by": "engine"}]})),
        set("bob", json!({"extraneous": [{"start": 3, "end": 7, "text": "four"}, {"start": 0, "end": 2, "extraneous": false}]})),
    ]])
    .unwrap();
    let (ann, bob) = (of(&found, "ann"), of(&found, "bob"));
    assert_eq!(ann.lists.get(&List::Extraneous), Some(&Vec::new()), "looked, and found nothing");
    assert_eq!(ann.lists.get(&List::Deviations), None);
    assert_eq!(ann.left, [List::Deviations].into(), "left to the engine; of issues none was found");
    let marked = &bob.lists[&List::Extraneous];
    assert_eq!(marked.len(), 1, "what was struck out is not a finding");
    assert_eq!(
        (marked[0].marks[0].side, marked[0].marks[0].start, marked[0].marks[0].end),
        (Side::Summary, 3, 7)
    );
}

#[test]
fn the_engine_has_what_it_proposed_where_somebody_decided_otherwise() {
    let mut changed = claim("x", "unsupported", "ann");
    changed["proposed"] = json!("supported");
    let sets = [set("engine", json!({"claims": [changed, claim("y", "partial", "engine")]}))];
    let found = gathered(true, &[&sets]).unwrap();
    let values =
        |name| of(&found, name).lists[&List::Claims].iter().map(|unit| unit.value).collect::<Vec<_>>();
    assert_eq!(values("engine"), [LabelValue::Supported, LabelValue::Partial]);
    assert_eq!(values("ann"), [LabelValue::Unsupported]);
    assert!(gathered(false, &[&sets]).is_err(), "ann is alone without the engine");
}

#[test]
fn a_segment_given_by_its_overlap_is_graded_by_the_rubric() {
    let segments = |overlap: f64| json!({"segments": [{"summary": [{"start": 0, "end": 9, "text": "a segment"}], "overlap": overlap}]});
    let found = gathered(false, &[&[set("ann", segments(0.99)), set("bob", segments(0.0))]]).unwrap();
    let value = |name| of(&found, name).lists[&List::Segments][0].value;
    assert_eq!((value("ann"), value("bob")), (LabelValue::High, LabelValue::None));
    assert_eq!(of(&found, "ann").lists[&List::Segments][0].text, "a segment", "known by what it marks");
}

#[test]
fn one_annotators_labels_join_unless_they_differ() {
    let bob = set("bob", json!({"claims": [claim("x", "partial", "bob")]}));
    let claims = |label| set("ann", json!({"claims": [claim("x", label, "ann")]}));
    let points = set("ann", json!({"key_points": [{"text": "k", "label": "fully"}]}));
    let found =
        gathered(false, &[&[claims("supported"), bob.clone()], &[points, claims("supported")]]).unwrap();
    assert_eq!(of(&found, "ann").lists.len(), 2);
    let refused =
        gathered(false, &[&[claims("supported"), bob], &[claims("partial")]]).map(drop).unwrap_err();
    assert!(
        refused.message.contains("0.jsonl:1:1 and ") && refused.message.contains("1.jsonl:1:1"),
        "{refused}"
    );
    // Ann's labels in Bob's set count if she gave no such list of her own.
    let kept = set("bob", json!({"claims": [claim("x", "partial", "bob"), claim("y", "supported", "ann")]}));
    assert_eq!(
        of(&gathered(false, &[std::slice::from_ref(&kept)]).unwrap(), "ann").lists[&List::Claims].len(),
        1
    );
    let found = gathered(false, &[&[kept], &[claims("supported")]]).unwrap();
    assert_eq!(of(&found, "ann").lists[&List::Claims][0].text, "x");
}

#[test]
fn texts_that_were_edited_are_judged_and_spans_are_those_of_the_case() {
    let case = Case {
        id: "a".to_owned(),
        article: "Art.".to_owned(),
        summary: "One two.".to_owned(),
        ..Case::default()
    };
    let mut gathering = gathering(false);
    gathering.cases.insert("a".to_owned(), Arc::new(case));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.jsonl");
    let mut edited = set("ann", json!({"extraneous": [{"start": 10, "end": 13, "text": "two"}]}));
    edited["summary"] = json!("And One é two.");
    let plain = set("bob", json!({"extraneous": [{"text": "two"}]}));
    std::fs::write(&path, format!("{edited}\n{plain}\n")).unwrap();
    gathering.read(&path, &Embedding::Shipped).unwrap();
    let (found, problems, _) = gathering.finish().unwrap();
    assert_eq!(problems, Vec::<String>::new());
    let place = |name| of(&found, name).lists[&List::Extraneous][0].marks.clone();
    assert_eq!((place("ann"), place("bob")[0].start), (place("bob"), 4));
    assert_eq!((&*found.jobs[0].summary, &*found.jobs[1].summary), ("And One é two.", "One two."));
}

const ARTICLE: &str =
    "The council approved a budget of $45 million on Tuesday. Mayor Keller said taxes stay.";
const SUMMARY: &str = "The council rejected a budget of $54 million on Friday. Keller said taxes stay.";

/// Returns the engine's proposals for the two texts, as a set of labels owned by `by`.
fn proposed(by: &str) -> Value {
    let case = Case { id: "a".to_owned(), ..Case::default() };
    let texts = crate::case::Texts { article: ARTICLE, summary: SUMMARY };
    let (proposals, _) = crate::session::Analyst::new(Embedding::Shipped).propose(&case, texts);
    let mut set: Value = serde_json::from_str(proposals.get()).unwrap();
    (set["by"], set["article"], set["summary"]) = (json!(by), json!(ARTICLE), json!(SUMMARY));
    for entries in set["labels"].as_object_mut().unwrap().values_mut().filter_map(Value::as_array_mut) {
        entries.iter_mut().for_each(|entry| entry["by"] = json!("engine"));
    }
    set
}

fn decided(sets: &[Value]) -> Result<ProposalDecisions, AnnotationsError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels.jsonl");
    std::fs::write(&path, sets.iter().map(|set| format!("{set}\n")).collect::<String>()).unwrap();
    let mut gathering = gathering(false);
    gathering.read(&path, &Embedding::Shipped)?;
    gathering.decided(&Embedding::Shipped, 2)
}

#[test]
fn decisions_are_those_of_people_with_the_signals_of_the_proposals() {
    let mut set = proposed("ann");
    set["labels"]["claims"][0]["label"] = json!("supported");
    set["labels"]["claims"][0]["by"] = json!("ann");
    let found = decided(&[set.clone()]).unwrap();
    let claims: Vec<_> = found.decisions.iter().filter(|one| one.list == List::Claims).collect();
    assert_eq!(claims.len(), 1, "the other claims are the engine's: {:?}", found.decisions);
    assert_eq!(claims[0].word, LabelValue::Supported);
    assert!(claims[0].signals[0] > 0.0, "the views doubt it: {:?}", claims[0]);
    assert!(!found.decisions.iter().any(|one| one.list == List::Extraneous), "nobody looked at these");
    assert_eq!((found.cases, found.annotators.len(), found.unmatched), (1, 1, 0));

    // A list that is entirely hers lacks what she rejected.
    let kept = set["labels"]["extraneous"].as_array().unwrap().first().cloned().expect("a finding");
    let all = set["labels"]["extraneous"].as_array().unwrap().len();
    set["labels"]["extraneous"] = json!([kept]);
    set["labels"]["extraneous"][0]["by"] = json!("ann");
    let found = decided(&[set.clone()]).unwrap();
    let words = found.decisions.iter().filter(|one| one.list == List::Extraneous).map(|one| one.word);
    let words: Vec<LabelValue> = words.collect();
    assert_eq!((words.len(), words.iter().filter(|word| **word == LabelValue::No).count()), (all, all - 1));

    // A label without a proposal is counted and left out.
    set["labels"]["claims"].as_array_mut().unwrap().push(claim("made up", "partial", "ann"));
    assert_eq!(decided(&[set]).unwrap().unmatched, 1);
}

#[test]
fn one_annotator_who_decides_both_ways_is_refused_with_the_case() {
    let set = |label: &str| {
        let mut set = proposed("ann");
        (set["labels"]["claims"][0]["label"], set["labels"]["claims"][0]["by"]) =
            (json!(label), json!("ann"));
        set
    };
    let error = decided(&[set("supported"), set("partial")]).unwrap_err();
    assert!(error.message.contains("different claims for \"a\": ") && error.hint.is_some(), "{error:?}");
    assert_eq!(decided(&[set("partial"), set("partial")]).unwrap().decisions.len(), 1);
}

#[test]
fn the_order_in_which_cases_are_read_makes_no_difference_to_an_interval() {
    let labelled = |at: usize, by: &str, label: &str| {
        let mut one = set(by, json!({"claims": [claim("x", label, by)]}));
        one["id"] = Value::from(format!("case-{at}"));
        one
    };
    let labels = ["supported", "partial", "unsupported"];
    let mut sets: Vec<Value> = (0..12)
        .flat_map(|at| [labelled(at, "ann", labels[at % 3]), labelled(at, "bob", labels[at * at % 3])])
        .collect();
    let statistics = |sets: &[Value]| {
        let annotations = gathered(false, &[sets]).unwrap().annotations;
        compare(annotations, None, &[], (1, 200), 1, &|_| {}).lists[0].1.overall.clone()
    };
    let first = statistics(&sets);
    sets.reverse();
    assert!(first[0].interval.is_some());
    assert_eq!(first, statistics(&sets));
}

#[test]
fn the_error_record_of_a_case_is_passed_over_with_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.jsonl");
    let error =
        json!({"id": "b", "error": {"slug": "not_judged", "message": "it ended"}, "where": "q.jsonl:2:1"});
    let claims = |by: &str| set(by, json!({"claims": [claim("x", "partial", by)]}));
    std::fs::write(&path, format!("{}\n{error}\n{}\n", claims("ann"), claims("bob"))).unwrap();
    let mut read = gathering(false);
    read.read(&path, &Embedding::Shipped).unwrap();
    assert!(read.notes.iter().any(|note| note.contains("1 error record passed over")), "{:?}", read.notes);
    assert_eq!(read.finish().unwrap().0.annotations.cases.len(), 1);
    std::fs::write(&path, format!("{error}\n")).unwrap();
    let refused = gathering(false).read(&path, &Embedding::Shipped).unwrap_err();
    assert!(refused.message.contains("it holds 1 error record alone"), "{refused}");
}

#[test]
fn a_cap_without_its_list_neither_fires_nor_does_not() {
    let case = Case {
        id: "a".to_owned(),
        article: ARTICLE.to_owned(),
        summary: SUMMARY.to_owned(),
        ..Case::default()
    };
    let mut gathering = gathering(false);
    gathering.cases.insert("a".to_owned(), Arc::new(case));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.jsonl");
    let claims = json!([claim("The council rejected a budget", "unsupported", "ann")]);
    let ann = set("ann", json!({"claims": claims, "extraneous": [{"text": "rejected"}]}));
    let issues = json!([{"kind": "slur", "summary": [{"text": "rejected"}]}]);
    let bob = set("bob", json!({"issues": issues, "tone": "neutral"}));
    std::fs::write(&path, format!("{ann}\n{bob}\n")).unwrap();
    gathering.read(&path, &Embedding::Shipped).unwrap();
    let (found, problems, _) = gathering.finish().unwrap();
    assert_eq!(problems, Vec::<String>::new());
    let selection = Selection::shipped(&["judge-lock"], Readings::default());
    let mut annotations = found.annotations;
    score(&mut annotations, &found.jobs, &selection, 1);
    let fires = |at: usize, slug: &str| {
        let own = annotations.cases[0].by[at].as_ref().unwrap();
        own.scored["judge-lock"].caps.iter().find(|(known, _)| *known == slug).unwrap().1
    };
    assert_eq!((fires(0, "extraneous_claim"), fires(1, "extraneous_claim")), (Some(true), None));
    assert_eq!((fires(0, "slur"), fires(1, "slur")), (None, Some(true)));
}
