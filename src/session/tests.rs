use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::case::Texts;
use crate::labels::overrides::Care;
use crate::labels::{LabelValue, List, Provenance};

pub const ARTICLE: &str = "The council approved the budget. Nobody objected. Work begins in March.";
pub const SUMMARY: &str = "The council rejected the budget. Nobody objected.";

fn span(text: &str, words: &str) -> Value {
    let start = text.find(words).unwrap();
    json!({"start": start, "end": start + words.len(), "text": words})
}

fn claim(summary: &str, text: &str, word: &str) -> Value {
    json!({"text": text, "label": word, "summary": [span(summary, text)], "article": []})
}

pub fn proposals(summary: &str) -> Value {
    let claims: Vec<Value> = summary
        .split_inclusive('.')
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(|text| claim(summary, text, if text.contains("rejected") { "unsupported" } else { "supported" }))
        .collect();
    json!({"schema": "lockbench.labels/1", "by": "engine", "labels": {"claims": claims, "extraneous": []}})
}

fn base() -> Arc<InitialCase> {
    Arc::new(InitialCase::new(ARTICLE, SUMMARY, "1", &proposals(SUMMARY).to_string()).unwrap())
}

/// An annotator's desk: events are checked, completed and folded as in a session.
struct Desk {
    folded: Folded,
    events: Vec<Event>,
    seq: i64,
}

impl Desk {
    fn new() -> Desk {
        Desk::on(base())
    }

    fn on(base: Arc<InitialCase>) -> Desk {
        Desk { folded: Folded::new(base, "ann", Vec::new()), events: Vec::new(), seq: 0 }
    }

    fn does(&mut self, event: Value) -> Result<Event, String> {
        self.seq += 1;
        let mut object = event;
        object["case"] = json!("x");
        let mut draft = OrderedObject::read(&object.to_string())
            .and_then(EventDraft::read)
            .map_err(|error| error.to_string())?;
        let uuid = draft.uuid.unwrap_or(Uuid::from_u128(self.seq as u128));
        draft.by = Some("ann".to_owned());
        draft.seq = Some(self.seq);
        draft.uuid = Some(uuid);
        draft.at.get_or_insert(Moment::from_micros(self.seq));
        let mut check = EventCheck {
            folded: &self.folded,
            article: &|id| match id {
                "x" | "same" => Some(self.folded.base().article.to_string()),
                "other" => Some("Something else happened.".to_owned()),
                _ => None,
            },
            propose: &mut |texts: Texts| ("2".to_owned(), to_raw_value(&proposals(texts.summary)).unwrap()),
            follow: &mut |_, _, _| Vec::new(),
            open: &mut |_, _, _| Some(LabelValue::Partial),
        };
        let draft = check.complete(draft, uuid).map_err(|error| error.to_string())?;
        let event = draft.complete().map_err(|error| error.to_string())?;
        self.events.push(event.clone());
        let again = Folded::new(Arc::clone(self.folded.base()), "ann", self.events.clone());
        if self.folded.push(&event) {
            // The incremental fold equals the fold of all events.
            assert_eq!(show("x", None, &again), show("x", None, &self.folded));
            assert_eq!(again.state().decisions(), self.folded.state().decisions());
        }
        self.folded = again;
        Ok(event)
    }

    fn history(&self) -> CaseHistory {
        let each = |take: &mut dyn FnMut(Event)| {
            self.events.iter().cloned().for_each(take);
            Ok::<_, ()>(())
        };
        CaseHistory::read(&self.folded, each).unwrap()
    }

    fn done(&mut self, event: Value) -> Event {
        self.does(event.clone()).unwrap_or_else(|why| panic!("{why}: {event}"))
    }

    fn refused(&mut self, event: Value) -> String {
        let said = self.does(event.clone());
        said.err().unwrap_or_else(|| panic!("it was taken: {event}"))
    }

    fn imports(&mut self, wrapper: &Value) {
        for draft in drafts(wrapper, "x", true, &self.folded.state().clone()).unwrap() {
            let mut event = draft.fields.clone();
            event.set("event", &draft.act.name());
            self.done(serde_json::from_str(&event.to_text()).unwrap());
        }
    }

    fn words(&self) -> Vec<(String, String)> {
        let labels = self.folded.state().labels();
        let claims = labels.get(List::Claims).unwrap().iter();
        claims.map(|label| (label.text.clone(), label.word.unwrap().as_str().to_owned())).collect()
    }

    fn word(&self, index: usize) -> String {
        self.words()[index].1.clone()
    }
}

#[test]
fn the_table_counts_a_confirmed_label_as_judged_and_not_as_changed() {
    let mut desk = Desk::new();
    let column = |desk: &Desk, name: &str| {
        let at = COLUMNS.iter().position(|column| *column == name).unwrap();
        row("x", &desk.folded)[at].clone()
    };
    desk.done(json!({"event": "override", "label": "claims/1", "to": "supported"}));
    assert_eq!([column(&desk, "changed"), column(&desk, "judged")], ["0", "1"]);
    desk.done(json!({"event": "override", "label": "claims/0", "to": "supported"}));
    assert_eq!([column(&desk, "changed"), column(&desk, "judged")], ["1", "2"]);
}

#[test]
fn a_case_is_decided_by_a_verdict_or_by_accepting_it_and_blind_by_handing_it_in() {
    let decided = |events: &[Value]| {
        let mut desk = Desk::new();
        events.iter().for_each(|event| drop(desk.done(event.clone())));
        [false, true].map(|blind| desk.folded.is_decided(blind))
    };
    let labels = json!({"event": "override", "label": "claims/0", "to": "supported"});
    let confirmed = json!({"event": "accept", "labels": ["claims/1"], "judged": true});
    assert_eq!(decided(&[]), [false; 2]);
    assert_eq!(decided(&[labels.clone(), confirmed]), [false; 2], "labels are work begun");
    assert_eq!(decided(&[json!({"event": "decide", "verdict": "FAIL"})]), [true, false]);
    assert_eq!(decided(&[labels, json!({"event": "accept"})]), [true, false]);
    assert_eq!(decided(&[json!({"event": "reveal", "rubric": "judge-lock", "missing": []})]), [true; 2]);
}

#[test]
fn an_override_is_the_annotators_and_can_be_restored_undone_and_redone() {
    let mut desk = Desk::new();
    let event = desk.done(json!({"event": "override", "label": "claims/0", "to": "supported", "mine": 1.5}));
    assert_eq!(event.fields.get("was"), Some(json!("unsupported")));
    assert_eq!(event.fields.get("text"), Some(json!("The council rejected the budget.")));
    assert_eq!(event.fields.get("summary"), Some(json!([span(SUMMARY, "The council rejected the budget.")])));
    assert_eq!(event.fields.text("mine"), Some("1.5"), "unknown fields are kept as they are");
    let labels = desk.folded.state().labels();
    let label = &labels.get(List::Claims).unwrap()[0];
    assert_eq!(
        (label.word, label.proposed, label.by.clone()),
        (Some(LabelValue::Supported), Some(LabelValue::Unsupported), Provenance::Person("ann".into()))
    );
    let undo = desk.done(json!({"event": "undo", "of": event.uuid.to_string()}));
    assert_eq!(desk.word(0), "unsupported");
    assert!(desk.refused(json!({"event": "undo", "of": event.uuid.to_string()})).contains("undone already"));
    assert!(desk.refused(json!({"event": "undo", "of": undo.uuid.to_string()})).contains("redo"));
    desk.done(json!({"event": "redo", "of": undo.uuid.to_string()}));
    assert_eq!(desk.word(0), "supported");
    assert!(desk.refused(json!({"event": "redo", "of": event.uuid.to_string()})).contains("not undone"));
    desk.done(json!({"event": "restore", "label": "claims/0"}));
    assert_eq!(desk.word(0), "unsupported");
    assert!(desk.refused(json!({"event": "restore", "label": "claims/0"})).contains("nothing"));
}

#[test]
fn what_was_changed_made_and_rejected_stands_beside_the_proposals() {
    let mut desk = Desk::new();
    let changed = |desk: &Desk| -> Vec<(String, usize, Option<LabelValue>, Option<LabelValue>)> {
        let changes = changes(desk.folded.state()).into_iter();
        changes.map(|change| (change.id.to_string(), change.index, change.engine, change.person)).collect()
    };
    desk.done(json!({"event": "accept"}));
    assert_eq!(changed(&desk), [], "what was accepted is as it was proposed");
    desk.done(json!({"event": "override", "label": "claims/0", "to": "partial"}));
    desk.done(json!({"event": "reject", "list": "claims", "before": ["claims/1"]}));
    desk.done(json!({"event": "add", "list": "claims", "before": [],
        "after": [{"id": "claims/mine", "text": "Work begins.", "label": "supported"}]}));
    let (partial, supported) = (Some(LabelValue::Partial), Some(LabelValue::Supported));
    assert_eq!(
        changed(&desk),
        [
            ("claims/0".to_owned(), 0, Some(LabelValue::Unsupported), partial),
            ("claims/mine".to_owned(), 1, None, supported),
            ("claims/1".to_owned(), 1, supported, None),
        ]
    );
    desk.done(json!({"event": "restore", "label": "claims/0"}));
    desk.done(json!({"event": "restore", "label": "claims/1"}));
    assert_eq!(changed(&desk).len(), 1);
}

#[test]
fn units_keep_their_ids_when_others_come_and_go() {
    let mut desk = Desk::new();
    desk.done(json!({"event": "split", "list": "claims", "before": ["claims/0"], "after": [
        {"id": "claims/a", "text": "The council rejected it."}, {"text": "It was the budget."}]}));
    assert_eq!(desk.words().len(), 3);
    assert!(
        desk.refused(json!({"event": "override", "label": "claims/0", "to": "partial"})).contains("claims/0")
    );
    // The second proposal is now at the third position, but keeps its id.
    desk.done(json!({"event": "override", "label": "claims/1", "to": "partial"}));
    assert_eq!(desk.word(2), "partial");
    desk.done(json!({"event": "override", "label": "claims/a", "to": "supported"}));
    assert_eq!(desk.word(0), "supported");
    let merged = desk.done(
        json!({"event": "merge", "list": "claims", "before": ["claims/a", {"text": "It was the budget."}],
        "after": [{"text": "The council rejected the budget after all.", "label": "unsupported"}]}),
    );
    assert_eq!(desk.words().len(), 2);
    desk.done(json!({"event": "reword", "list": "claims", "before": [format!("claims/{}", merged.uuid)],
        "after": [{"text": "In other words."}]}));
    assert_eq!(desk.words()[0], ("In other words.".to_owned(), "unsupported".to_owned()));
    desk.done(json!({"event": "reject", "list": "claims", "before": ["claims/1"]}));
    assert_eq!(desk.words().len(), 1);
    desk.done(json!({"event": "restore", "label": "claims/1"}));
    assert_eq!(desk.words().len(), 2);
    desk.done(json!({"event": "add", "list": "extraneous", "before": [], "after": [{"summary": [span(SUMMARY, "rejected")]}]}));
    desk.done(
        json!({"event": "mark", "list": "issues", "summary": [span(SUMMARY, "Nobody")], "to": "insult"}),
    );
    let labels = desk.folded.state().labels();
    assert_eq!(labels.get(List::Extraneous).unwrap().len(), 1);
    assert_eq!(labels.get(List::Issues).unwrap()[0].word, Some(LabelValue::Insult));
    let shown = show("x", Some("ann"), &desk.folded);
    assert!(
        shown["labels"]["claims"][0]["id"].is_string() && shown["labels"]["claims"][1].get("id").is_none(),
        "{shown:#}"
    );
}

#[test]
fn decisions_survive_edits_and_turn_stale_only_with_their_own_words() {
    let mut desk = Desk::new();
    desk.done(json!({"event": "override", "label": "claims/0", "to": "partial"}));
    desk.done(json!({"event": "reject", "list": "claims", "before": ["claims/1"]}));
    let edit =
        desk.done(json!({"event": "edit", "field": "summary", "text": format!("It rained. {SUMMARY}")}));
    assert!(edit.fields.get("proposals").is_some(), "the proposals that follow are filled in");
    let words: Vec<String> = desk.words().into_iter().map(|(_, word)| word).collect();
    assert_eq!(words, ["supported", "partial"]);
    desk.done(
        json!({"event": "edit", "field": "summary", "text": "The council refused it. Nobody objected."}),
    );
    assert_eq!(desk.words(), [("The council refused it.".to_owned(), "supported".to_owned())]);
    desk.done(json!({"event": "edit", "field": "summary", "text": SUMMARY}));
    assert_eq!(desk.word(0), "partial", "its words are back");
    assert!(
        desk.refused(json!({"event": "edit", "field": "summary", "text": "Short.",
        "proposals": proposals(SUMMARY)}))
            .contains("proposals")
    );
    desk.done(json!({"event": "reanalyse"}));
    assert_eq!((desk.folded.state().engine.as_str(), desk.word(0).as_str()), ("2", "partial"));
    assert!(desk.refused(json!({"event": "undo", "of": edit.uuid.to_string()})).contains("builds on it"));
}

#[test]
fn accepting_takes_every_proposal_and_the_rest_of_a_case_is_kept() {
    let mut desk = Desk::new();
    let accept = desk.done(json!({"event": "accept"}));
    assert_eq!(accept.fields.get("labels"), Some(json!(["claims/0", "claims/1"])));
    desk.done(json!({"event": "override", "label": "claims/1", "to": "partial"}));
    desk.done(json!({"event": "comment", "text": "hm", "on": "claims/1"}));
    desk.done(json!({"event": "comment", "text": "here", "on": {"summary": [span(SUMMARY, "Nobody")]}}));
    desk.done(json!({"event": "decide", "verdict": "PASS", "reason": "fine"}));
    desk.done(json!({"event": "flag"}));
    desk.done(json!({"event": "prefer", "prefer": "same"}));
    let shown = show("x", Some("ann"), &desk.folded);
    assert_eq!(shown["accepted"], json!(["claims/0"]));
    assert_eq!((shown["flagged"].clone(), shown["prefer"].clone()), (json!(true), json!("same")));
    assert_eq!(
        (shown["decision"]["verdict"].clone(), shown["decision"]["reason"].clone()),
        (json!("PASS"), json!("fine"))
    );
    assert_eq!(shown["comments"][0]["on"], json!("claims/1"));
    assert_eq!(shown["comments"].as_array().unwrap().len(), 2);
    assert!(shown["labels"]["claims"][0].get("by").is_none(), "an accepted label is the wrapper's own");
}

#[test]
fn a_label_that_was_judged_by_itself_stays_judged_when_its_case_is_accepted() {
    let mut desk = Desk::new();
    desk.done(json!({"event": "override", "label": "claims/1", "to": "partial"}));
    desk.done(json!({"event": "accept"}));
    let labels = desk.folded.state().labels_with(Care::Judged);
    let claims = labels.get(List::Claims).expect("claims");
    assert_eq!(claims[1].word, Some(LabelValue::Partial));
    assert_ne!(claims[1].by, Provenance::Engine);
    assert_eq!(claims[0].by, Provenance::Engine, "accepted alone");
}

#[test]
fn a_missing_label_is_refused_with_the_ids_that_exist() {
    let mut desk = Desk::new();
    desk.done(json!({"event": "add", "list": "claims", "after": [{"id": "claims/mine", "text": "t", "label": "partial"}]}));
    let why = desk.refused(json!({"event": "override", "label": "claims/7", "to": "partial"}));
    assert!(why.ends_with("claims has claims/0 to claims/1, claims/mine"), "{why}");
}

#[test]
fn what_does_not_fit_is_refused_with_what_would() {
    let mut desk = Desk::new();
    for (event, parts) in [
        (json!({"event": "dance"}), &["dance", "override"][..]),
        (json!({"event": "override", "label": "claims/7", "to": "partial"}), &["claims/7", "claims/1"]),
        (json!({"event": "override", "label": "clams/0", "to": "partial"}), &["clams", "claims"]),
        (json!({"event": "override", "label": "claims/0", "to": "slur"}), &["slur", "supported, partial"]),
        (json!({"event": "override", "label": "claims/0"}), &["`to`"]),
        (
            json!({"event": "override", "label": "claims/0", "to": "partial", "text": "Something else."}),
            &["Something else."],
        ),
        (
            json!({"event": "override", "label": "claims/0", "to": "partial", "summary": [{"start": 0, "end": 3, "text": "zzz"}]}),
            &["summary", "zzz"],
        ),
        (
            json!({"event": "override", "label": "claims/0", "to": "partial", "followed": [{"label": "claims/9", "was": "partial", "to": "partial"}]}),
            &["followed", "claims/9"],
        ),
        (json!({"event": "decide", "verdict": "MAYBE"}), &["MAYBE", "PASS, WARN, FAIL"]),
        (json!({"event": "edit", "field": "title", "text": "x"}), &["title", "summary"]),
        (json!({"event": "comment", "text": " "}), &["empty"]),
        (json!({"event": "comment", "text": "x", "on": "claims/8"}), &["on", "claims/8"]),
        (
            json!({"event": "split", "list": "claims", "before": ["claims/0"], "after": []}),
            &["two or more in `after`"],
        ),
        (
            json!({"event": "add", "list": "claims", "after": [{"id": "claims/5", "text": "t", "label": "partial"}]}),
            &["numbers"],
        ),
        (json!({"event": "add", "list": "claims", "after": [{"text": "t"}]}), &["label", "supported"]),
        (json!({"event": "mark", "list": "extraneous"}), &["spans"]),
        (json!({"event": "undo", "of": "01991ce3-7cf7-7a4f-a2a4-000000000000"}), &["not an event of ann"]),
        (json!({"event": "undo", "of": "soon"}), &["UUID"]),
        (json!({"event": "flag", "at": "yesterday"}), &["yesterday", "RFC 3339"]),
        (json!({"event": "flag", "by": "engine"}), &["engine"]),
        (json!({"event": "flag", "seq": 0}), &["seq"]),
        (json!({"event": "prefer", "prefer": "y"}), &["\"y\"", "not a case of this session"]),
        (json!({"event": "prefer", "prefer": "other"}), &["\"other\"", "one article"]),
        (json!({"event": "prefer", "prefer": "x"}), &["\"x\"", "the case itself", "`order`"]),
        (json!({"event": "prefer", "prefer": "x", "order": ["x"]}), &["the case itself"]),
        (
            json!({"event": "prefer", "prefer": "same", "order": ["same", "x", "other"]}),
            &["\"other\"", "one article"],
        ),
        (json!({"event": "reanalyse", "proposals": {"claims": []}}), &["engine"]),
    ] {
        let why = desk.refused(event.clone());
        for part in parts {
            assert!(why.contains(part), "{event} should name {part}: {why}");
        }
    }
    assert_eq!(desk.folded.events().len(), 0);
}

#[test]
fn a_rule_is_in_force_until_it_is_dropped_or_undone_and_names_what_follows() {
    let mut desk = Desk::new();
    let rule = json!({"kind": "equivalent", "summary": "rejected", "article": "approved"});
    let followed = json!([{"label": "claims/0", "was": "unsupported", "to": "supported"}]);
    let made = desk.done(json!({"event": "rule", "rule": rule, "followed": followed, "mine": 1}));
    assert_eq!(desk.word(0), "supported");
    let claim = desk.folded.state().labels().get(List::Claims).unwrap()[0].clone();
    assert_eq!(claim.by, Provenance::Engine, "no decision of the annotator");
    assert_eq!((desk.folded.state().changed(), desk.folded.state().decisions().overrides.len()), (0, 0));
    let shown = desk.folded.state().rules[0].to_string();
    assert_eq!(shown, "\"rejected\" follows from \"approved\"");
    assert!(desk.refused(json!({"event": "rule", "rule": rule})).contains("in force already"));
    // The history has one step, with its name.
    assert_eq!(desk.history().done.len(), 1);
    desk.done(json!({"event": "undo", "of": made.uuid.to_string()}));
    assert_eq!((desk.word(0).as_str(), desk.folded.state().rules.len()), ("unsupported", 0));
    assert!(desk.refused(json!({"event": "rule", "rule": rule, "dropped": true})).contains("not in force"));
    desk.done(json!({"event": "redo", "of": made.uuid.to_string()}));
    let back = json!([{"label": "claims/0", "was": "supported", "to": "unsupported"}]);
    desk.done(json!({"event": "rule", "rule": rule, "dropped": true, "followed": back}));
    assert_eq!((desk.word(0).as_str(), desk.folded.state().rules.len()), ("unsupported", 0));
    for (rule, why) in [
        (json!({"kind": "alias", "summary": "x", "article": ""}), "no word"),
        (json!({"kind": "spelled", "summary": "x"}), "unknown variant"),
        (json!({"kind": "ignored", "summary": "x", "more": 1}), "unknown field"),
        (json!("x"), "invalid type"),
    ] {
        let said = desk.refused(json!({"event": "rule", "rule": rule}));
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn two_units_of_the_same_words_are_distinguished_by_their_id() {
    let twin = json!({"text": "t", "label": "supported"});
    let proposals = json!({"labels": {"claims": [twin, twin]}});
    let base = Arc::new(InitialCase::new(ARTICLE, SUMMARY, "1", &proposals.to_string()).unwrap());
    let mut desk = Desk::on(Arc::clone(&base));
    let draft = EventDraft::read(
        OrderedObject::read(r#"{"case":"x","event":"override","label":"claims/1","to":"partial"}"#).unwrap(),
    );
    let mut draft = draft.unwrap();
    (draft.by, draft.seq, draft.uuid, draft.at) =
        (Some("ann".into()), Some(1), Some(Uuid::nil()), Some(Moment::from_micros(1)));
    assert!(desk.folded.push(&draft.complete().unwrap()));
    assert_eq!([desk.word(0), desk.word(1)], ["supported", "partial"]);
}

#[test]
fn labels_of_a_file_become_events_after_which_they_are_so() {
    let mut desk = Desk::new();
    let wrapper = json!({"schema": "lockbench.labels/1", "id": "x", "by": "ann", "labels": {"claims": [
        claim(SUMMARY, "The council rejected the budget.", "partial"),
        {"text": "Something new.", "label": "supported"}],
        "extraneous": [span(SUMMARY, "rejected")]}});
    assert_eq!(givers(&wrapper, None).unwrap(), ["ann"]);
    desk.imports(&wrapper);
    let expected = [("The council rejected the budget.", "partial"), ("Something new.", "supported")];
    assert_eq!(desk.words(), expected.map(|(text, word)| (text.to_owned(), word.to_owned())));
    assert_eq!(
        drafts(&wrapper, "x", true, desk.folded.state()).unwrap().len(),
        0,
        "what is so already needs no event"
    );
    assert!(givers(&json!({"labels": {}}), None).is_err());
}

#[test]
fn a_list_of_a_file_is_whole_where_it_was_made_on_the_same_proposals() {
    let first = "The council rejected the budget.";
    for (kept, left) in
        [(first, vec![first]), ("Another version says this.", vec![first, "Nobody objected."])]
    {
        let mut desk = Desk::new();
        let mut entry = claim(SUMMARY, first, "unsupported");
        entry["by"] = json!("engine");
        if kept != first {
            entry = json!({"text": kept, "label": "supported", "by": "engine"});
        }
        let wrapper =
            json!({"schema": "lockbench.labels/1", "id": "x", "by": "ann", "labels": {"claims": [entry]}});
        desk.imports(&wrapper);
        let words = desk.words();
        assert_eq!(words.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), left, "{kept}");
    }
}

#[test]
fn what_was_seen_changes_nothing_and_cannot_be_taken_back() {
    let mut desk = Desk::new();
    let before = show("x", None, &desk.folded);
    let seen = desk.done(json!({"event": "seen", "blind": true, "hidden": ["labels"], "mine": 1}));
    assert_eq!(show("x", None, &desk.folded), before);
    assert!(desk.folded.is_seen() && desk.folded.reveal().is_none());
    let first = desk.done(json!({"event": "override", "label": "claims/0", "to": "supported"}));
    desk.done(json!({"event": "undo", "of": first.uuid.to_string()}));
    let reveal = desk.done(json!({"event": "reveal", "rubric": "judge-lock", "missing": ["claims/1"]}));
    assert_eq!(desk.folded.reveal().map(|event| event.uuid), Some(reveal.uuid));
    assert!(desk.refused(json!({"event": "reveal"})).contains("already"));
    for of in [seen.uuid, reveal.uuid] {
        assert!(desk.refused(json!({"event": "undo", "of": of.to_string()})).contains("cannot be undone"));
    }
    let history = desk.history();
    assert_eq!((history.done.len(), history.undone.len()), (0, 1), "what was seen is not a step");
    desk.done(json!({"event": "redo", "of": first.uuid.to_string()}));
    assert_eq!(desk.words()[0].1, "supported");
    // It is written as it was read.
    let line = reveal.to_object().to_text();
    let again = EventDraft::read(OrderedObject::read(&line).unwrap()).unwrap().complete().unwrap();
    assert_eq!(again.to_object().to_text(), line);
}

/// Events that may or may not be valid.
fn acts() -> impl Strategy<Value = Vec<(u8, u8)>> {
    proptest::collection::vec((0_u8..12, 0_u8..6), 1..14)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A fold does not depend on the order in which events are read, and works for any subset of them.
    #[test]
    fn a_state_follows_from_the_set_of_events(acts in acts(), drop in any::<u16>()) {
        let mut desk = Desk::new();
        let mut last = Uuid::nil().to_string();
        let words = ["supported", "partial", "unsupported"];
        for (what, which) in acts {
            let label = format!("claims/{}", which % 3);
            let event = match what {
                0..=2 => json!({"event": "override", "label": label, "to": words[usize::from(which % 3)]}),
                3 => json!({"event": "restore", "label": label}),
                4 => json!({"event": "reject", "list": "claims", "before": [label]}),
                5 => json!({"event": "split", "list": "claims", "before": [label], "after": [{"text": "one"}, {"text": "two"}]}),
                6 => json!({"event": "edit", "field": "summary", "text": if which % 2 == 0 { SUMMARY.to_owned() } else { format!("Rain. {SUMMARY}") }}),
                7 | 8 => json!({"event": "undo", "of": last}),
                9 => json!({"event": "redo", "of": last}),
                10 => json!({"event": "accept"}),
                _ => json!({"event": "add", "list": "claims", "after": [{"text": "new", "label": "partial"}]}),
            };
            if let Ok(event) = desk.does(event)
                && !matches!(event.act, Act::Undo { .. } | Act::Redo { .. })
            {
                last = event.uuid.to_string();
            }
        }
        // Undoing every step leads back through the earlier states to the first; redoing them leads
        // forward again.
        let history = desk.history();
        let (mut decisions, mut texts) = (history.now.decisions, (history.now.article, history.now.summary));
        let now = (decisions.clone(), texts.clone());
        let turn = |texts: &mut Arc<str>, change: Option<TextChange>| {
            if let Some(change) = change {
                *texts = change.make(texts).unwrap().into();
            }
        };
        for step in history.done.iter().rev() {
            match step.change.clone() {
                StepChange::Decisions(change) => change.take_back(&mut decisions),
                StepChange::Texts { article, summary } => {
                    turn(&mut texts.0, article.map(TextChange::turned));
                    turn(&mut texts.1, summary.map(TextChange::turned));
                }
            }
        }
        prop_assert_eq!((&*texts.0, &*texts.1), (ARTICLE, SUMMARY));
        for step in &history.done {
            match step.change.clone() {
                StepChange::Decisions(change) => change.make(&mut decisions),
                StepChange::Texts { article, summary } => {
                    turn(&mut texts.0, article);
                    turn(&mut texts.1, summary);
                }
            }
        }
        prop_assert_eq!((decisions, texts), now);
        let mut events = desk.events.clone();
        events.reverse();
        let turned = Folded::new(base(), "ann", events.clone());
        prop_assert_eq!(show("x", None, &turned), show("x", None, &desk.folded));
        events.retain(|event| drop & (1 << (event.seq % 16)) == 0);
        let _ = show("x", None, &Folded::new(base(), "ann", events));
    }
}

#[test]
fn a_ruling_changes_no_label_and_the_last_one_on_a_unit_counts() {
    let mut desk = Desk::new();
    let before = desk.words();
    let ruling = |to: &str, cause: &str| {
        json!({
            "event": "adjudicate", "list": "claims", "text": "Nobody objected.", "summary": [span(SUMMARY, "Nobody objected.")],
            "given": [{"by": "bob", "label": "partial"}, {"by": "cyd", "label": null}], "to": to, "cause": cause
        })
    };
    let first = desk.done(ruling("partial", "slip"));
    let second = desk.done(ruling("supported", "engine_wrong"));
    let verdict = desk.done(json!({"event": "adjudicate", "list": "verdict", "given": [], "to": "WARN"}));
    assert_eq!(desk.words(), before);
    let answers = |desk: &Desk| -> Vec<(Uuid, RulingValue)> {
        rulings(&desk.folded).into_iter().map(|(event, ruling)| (event.uuid, ruling.to)).collect()
    };
    let supported = RulingValue::Label(LabelValue::Supported);
    let warn = RulingValue::Verdict(crate::report::Decision::Warn);
    assert_eq!(answers(&desk), [(second.uuid, supported), (verdict.uuid, warn)]);
    assert!(is_adjudicator(&desk.folded));
    // Reopening the case finds no step of the workbench.
    assert!(desk.history().done.is_empty());
    desk.done(json!({"event": "undo", "of": verdict.uuid.to_string()}));
    desk.done(json!({"event": "undo", "of": second.uuid.to_string()}));
    assert_eq!(
        answers(&desk),
        [(first.uuid, RulingValue::Label(LabelValue::Partial))],
        "what was decided before holds again"
    );
    let steps = RulingSteps::of(desk.folded.events().iter().map(|event| ("x", event)));
    let at = |uuid: Uuid| ("x".to_owned(), uuid);
    assert_eq!((steps.done, steps.undone), (vec![at(first.uuid)], vec![at(verdict.uuid), at(second.uuid)]));
    desk.done(json!({"event": "redo", "of": second.uuid.to_string()}));
    assert!(is_adjudicator(&desk.folded));
    desk.done(ruling("unsupported", "slip"));
    let steps = RulingSteps::of(desk.folded.events().iter().map(|event| ("x", event)));
    assert_eq!((steps.done.len(), steps.undone), (3, Vec::new()), "what was taken back before is gone");
    assert_eq!(show("x", Some("ann"), &desk.folded)["adjudicated"][0]["to"], "unsupported");
    // A person who decides on a label is an annotator.
    desk.done(json!({"event": "override", "label": "claims/0", "to": "partial"}));
    assert!(!is_adjudicator(&desk.folded));
    assert_eq!(desk.history().done.len(), 1);
    // An adjudicator's edit does not move the annotators' labels.
    desk.done(json!({"event": "edit", "field": "summary", "text": "Nobody objected at all."}));
    desk.done(ruling("partial", "guideline_unclear"));
}

/// Returns the peak of allocated bytes, the number of allocations, and the result.
fn measured<T>(mut work: impl FnMut() -> T) -> (u64, u64, Option<T>) {
    let mut made = None;
    let info = allocation_counter::measure(|| made = Some(work()));
    (info.bytes_max, info.count_total, made)
}

#[test]
fn a_log_takes_room_by_what_changed_and_not_by_how_long_it_is_already() {
    // Comments, decisions, edits and their reversal, repeated.
    let log = |rounds: usize| -> Vec<Event> {
        let mut desk = Desk::new();
        let mut seq = 0;
        let mut add = |mut object: Value| {
            seq += 1;
            for (key, value) in [
                ("case", json!("x")),
                ("by", json!("ann")),
                ("seq", json!(seq)),
                ("uuid", json!(Uuid::from_u128(seq as u128).to_string())),
                ("at", json!(Moment::from_micros(seq).as_str())),
            ] {
                object[key] = value;
            }
            let draft = EventDraft::read(OrderedObject::read(&object.to_string()).unwrap()).unwrap();
            desk.events.push(draft.complete().unwrap());
        };
        for round in 0..rounds {
            add(
                json!({"event": "comment", "text": format!("this is what is said at {round}"), "on": {"label": "claims/1"}}),
            );
            let (word, verdict) = (["supported", "partial"][round % 2], ["PASS", "FAIL"][round % 2]);
            add(json!({"event": "override", "label": format!("claims/{}", round % 2), "to": word}));
            add(json!({"event": "decide", "verdict": verdict}));
            let text = format!("{SUMMARY} {}", ["Rain.", "Sun."][round % 2]);
            add(json!({"event": "edit", "field": "summary", "text": text, "proposals": proposals(&text)}));
        }
        desk.events
    };
    let cost = |rounds: usize| {
        let events = log(rounds);
        let (folding, folds, folded) = measured(|| {
            let mut folded = Folded::begin(base(), "ann", HashSet::new());
            events.iter().for_each(|event| folded.take(event));
            folded
        });
        let folded = folded.unwrap();
        assert_eq!(folded.events().len(), 4 * rounds);
        let each = |take: &mut dyn FnMut(Event)| {
            events.iter().cloned().for_each(take);
            Ok::<_, ()>(())
        };
        let (reading, reads, history) = measured(|| CaseHistory::read(&folded, each).unwrap());
        assert_eq!(history.unwrap().done.len(), 4 * rounds);
        [folding, folds, reading, reads]
    };
    let (few, many) = (cost(50), cost(200));
    for (what, (few, many)) in ["held", "allocations", "held by the history", "its allocations"]
        .iter()
        .zip(few.into_iter().zip(many))
    {
        assert!(many < few * 5, "{what}: {few} for 200 events, {many} for 800");
    }
    assert!(many[0] + many[2] < 800 * 2_000, "{many:?} for 800 events");
}
