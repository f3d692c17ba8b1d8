use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::weigh::Weigher;
use super::*;
use crate::agree::annotators::{AnnotatedCase, Annotation, Annotations};
use crate::annotations::Gathered;
use crate::case::Case;
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::labels::{Entry, LabelValue, Labels, List, file};
use crate::report::Decision;
use crate::rubric::Readings;
use crate::session::{Analyst, CaseRow, Cause, Moment, Recorder, Ruling, RulingValue, Store, session_line};

const ARTICLE: &str = "The council approved the budget on Tuesday. Nobody objected. Work begins in March.";
const SUMMARY: &str = "The council approved the budget. It was contested. Work begins in May.";

fn case() -> Arc<Case> {
    let (id, article, summary) = ("a".to_owned(), ARTICLE.to_owned(), SUMMARY.to_owned());
    Arc::new(Case { id, article, summary, ..Case::default() })
}

fn claim(text: &str, label: &str) -> Value {
    json!({"text": text, "label": label, "summary": [{"text": text}], "article": []})
}

fn labels(by: &str, inner: Value) -> Arc<Labels> {
    let read = file::read(&json!({"by": by, "labels": inner}), ARTICLE, SUMMARY).unwrap().labels;
    for spec in &crate::labels::LISTS {
        assert!(!matches!(read.entry(spec.list), Entry::Malformed(_)), "{:?}", read.entry(spec.list));
    }
    Arc::new(read)
}

/// Builds the input for one case from names, labels and verdicts.
fn gathered(given: &[(&str, Value, Option<Decision>)]) -> Gathered {
    let by = given
        .iter()
        .map(|(_, _, decision)| Some(Annotation { decision: *decision, ..Annotation::default() }));
    let annotators = given.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let cases = vec![AnnotatedCase { id: "a".to_owned(), by: by.collect(), ..AnnotatedCase::default() }];
    let sets = given.iter().enumerate().map(|(at, (name, inner, _))| ((0, at), labels(name, inner.clone())));
    Gathered {
        annotations: Annotations { annotators, cases },
        jobs: Vec::new(),
        without_texts: 0,
        cases: vec![Some(case())],
        sets: sets.collect::<BTreeMap<_, _>>(),
        reasons: BTreeMap::from([((0, 1), "one claim is in part".to_owned())]),
    }
}

const FIRST: &str = "The council approved the budget.";
const SECOND: &str = "It was contested.";
const THIRD: &str = "Work begins in May.";

/// Two annotators who differ on one claim, on whether there is another, on a finding and on the verdict.
fn two() -> Adjudication {
    let ann = json!({
        "claims": [claim(FIRST, "supported"), claim(SECOND, "unsupported"), claim(THIRD, "partial")],
        "extraneous": [{"text": "contested"}],
        "theme": "the budget",
    });
    let bob = json!({
        "claims": [claim(FIRST, "supported"), claim(SECOND, "partial")],
        "theme": "the budget",
    });
    Adjudication::of(&gathered(&[("ann", ann, Some(Decision::Fail)), ("bob", bob, Some(Decision::Warn))]))
}

fn disputed(of: &Adjudication) -> Vec<(String, Vec<RulingValue>)> {
    let units = of.cases[0].units.iter().filter(|unit| unit.is_disputed());
    units.map(|unit| (unit.name(), unit.voices.iter().map(|voice| voice.value.answer).collect())).collect()
}

fn label(value: LabelValue) -> RulingValue {
    RulingValue::Label(value)
}

#[test]
fn what_annotators_differ_on_is_found_unit_by_unit() {
    let of = two();
    assert_eq!((of.annotators.clone(), of.single), (vec!["ann".to_owned(), "bob".to_owned()], 0));
    assert_eq!(
        disputed(&of),
        [
            ("unsupported wording 1".to_owned(), vec![label(LabelValue::Extraneous), RulingValue::Nothing]),
            ("claim 2".to_owned(), vec![label(LabelValue::Unsupported), label(LabelValue::Partial)]),
            ("claim 3".to_owned(), vec![label(LabelValue::Partial), RulingValue::Nothing]),
            (
                "the verdict".to_owned(),
                vec![RulingValue::Verdict(Decision::Fail), RulingValue::Verdict(Decision::Warn)]
            ),
        ]
    );
    let verdict = of.cases[0].units.last().unwrap();
    let reasons: Vec<Option<&str>> = verdict.voices.iter().map(|voice| voice.reason.as_deref()).collect();
    assert_eq!(reasons, [None, Some("one claim is in part")]);
    // An annotator who did not judge a list gives no answer on its units.
    let one = json!({"claims": [claim(FIRST, "supported")], "steps": [{"text": "s", "present": true}]});
    let two = json!({"claims": [claim(FIRST, "partial")]});
    let of = Adjudication::of(&gathered(&[("ann", one, None), ("bob", two, None)]));
    assert_eq!(disputed(&of).len(), 1);
    // A label left unchanged counts as an answer.
    let mut left = claim(FIRST, "supported");
    left["by"] = json!("engine");
    let (one, two) = (json!({"claims": [left]}), json!({"claims": [claim(FIRST, "partial")]}));
    let of = Adjudication::of(&gathered(&[("ann", one, None), ("bob", two, None)]));
    let voices = &of.cases[0].units[0].voices;
    assert_eq!([voices[0].left, voices[1].left], [true, false]);
    assert!(of.cases[0].units[0].is_disputed());
}

#[test]
fn a_case_that_one_judged_alone_is_left_out() {
    let one = json!({"claims": [claim(FIRST, "supported")]});
    let of = Adjudication::of(&gathered(&[("ann", one, None)]));
    assert_eq!((of.cases.len(), of.single), (0, 1));
}

#[test]
fn findings_of_another_kind_are_disputed() {
    let deviation = |kind: &str| json!({"deviations": [{"kind": kind, "severity": "mild", "summary": [{"text": "contested"}], "article": [], "text": "x"}]});
    let of = Adjudication::of(&gathered(&[
        ("ann", deviation("meaning"), None),
        ("bob", deviation("focus"), None),
    ]));
    let unit = &of.cases[0].units[0];
    assert!(unit.is_disputed());
    let chosen = unit.voices[1].value;
    let ruling = unit.ruling(&of.cases[0].case, &of.annotators, chosen);
    assert_eq!((UnitValue::of(&ruling), ruling.unit["kind"].as_str()), (chosen, Some("focus")));
    let gold = gold(&of, &[vec![ruling]]);
    assert_eq!(gold.lines[0]["labels"]["deviations"][0]["kind"], "focus");
}

/// A ruling on the unit of a name.
fn ruling(of: &Adjudication, name: &str, answer: RulingValue, cause: Option<Cause>) -> Ruling {
    let unit = of.cases[0].units.iter().find(|unit| unit.name() == name).unwrap();
    let ruling = unit.ruling(&of.cases[0].case, &of.annotators, UnitValue { answer, kind: None });
    Ruling { cause, note: cause.map(|_| "see the guideline".to_owned()), ..ruling }
}

#[test]
fn what_decides_the_verdict_comes_first() {
    let of = two();
    let mut weigher = Weigher::new(Selection::shipped(&["judge-lock"], Readings::default())).unwrap();
    let whole = json!({
        "key_points": [{"text": "k", "label": "fully", "article": [], "summary": []}],
        "coverage_qags": [{"question": "q", "answer": "a", "label": "correct"}],
        "claim_qags": [{"question": "q", "answer": "a", "label": "correct"}],
        "deviations": [], "issues": [], "segments": [{"summary": [{"text": FIRST}], "overlap": 1.0}],
    });
    let proposals = labels("engine", whole);
    let case = &of.cases[0];
    let effects = weigher.weigh(case, &vec![None; case.units.len()], &proposals);
    for (unit, effect) in case.units.iter().zip(&effects) {
        assert_eq!(unit.is_disputed(), effect.is_some(), "{}", unit.name());
    }
    let claim =
        effects[case.units.iter().position(|unit| unit.name() == "claim 2").unwrap()].clone().unwrap();
    assert_eq!(claim.outcomes.len(), 2, "{claim:?}");
    assert!(claim.metric.is_some_and(|(_, points)| points > 0.0), "{claim:?}");
    let decisions: Vec<Decision> = claim.outcomes.iter().map(|outcome| outcome.decision).collect();
    assert_eq!(claim.turns, decisions[0] != decisions[1]);
    let scores: Vec<f64> = claim.outcomes.iter().filter_map(|outcome| outcome.score).collect();
    assert_eq!(claim.score, (scores[0] - scores[1]).abs());
    let verdict = effects.last().unwrap().clone().unwrap();
    assert_eq!(
        verdict.settled.map(|(decision, _)| decision),
        Some(claim.outcomes[0].decision),
        "the same labels"
    );
    let mut disputes = Disputes::default();
    disputes.add(0, effects, &case.ruled(&[]));
    disputes.sort();
    let orders: Vec<_> = disputes.all.iter().map(|dispute| dispute.effect.order()).collect();
    assert!(orders.windows(2).all(|pair| pair[0] >= pair[1]), "{orders:?}");
    assert!(orders[0].0, "the verdict itself");
    // A ruling changes the effects of other disputes, but not the order of the queue.
    let places: Vec<UnitPosition> = disputes.all.iter().map(|dispute| dispute.place).collect();
    let made = [ruling(&of, "claim 3", RulingValue::Nothing, Some(Cause::Slip))];
    let ruled = case.ruled(&made);
    let answers: Vec<Option<UnitValue>> = ruled.iter().map(|ruling| ruling.map(UnitValue::of)).collect();
    let effects = weigher.weigh(case, &answers, &proposals);
    disputes.put(0, effects, &ruled);
    assert_eq!(disputes.all.iter().map(|dispute| dispute.place).collect::<Vec<_>>(), places);
    assert_eq!(disputes.ruled(), 1);
    let decided = disputes.all.iter().position(|dispute| dispute.ruling.is_some()).unwrap();
    assert!((0..4).all(|at| disputes.next_open(at) != Some(decided)));
}

#[test]
fn gold_is_what_is_agreed_on_and_what_was_ruled() {
    let of = two();
    let some = vec![ruling(&of, "claim 2", label(LabelValue::Partial), Some(Cause::Guideline))];
    let open = gold(&of, std::slice::from_ref(&some));
    assert_eq!(
        open.open,
        [
            ("a".to_owned(), Some(List::Extraneous), 1),
            ("a".to_owned(), Some(List::Claims), 1),
            ("a".to_owned(), None, 1)
        ]
    );
    assert!(open.lines.is_empty(), "no list is whole: {:?}", open.lines);
    let all = [
        some,
        vec![
            ruling(&of, "claim 3", RulingValue::Nothing, None),
            ruling(&of, "unsupported wording 1", label(LabelValue::Extraneous), None),
            ruling(&of, "the verdict", RulingValue::Verdict(Decision::Warn), Some(Cause::Open)),
        ],
    ]
    .concat();
    let found = gold(&of, std::slice::from_ref(&all));
    assert_eq!(found.open, []);
    let line = &found.lines[0];
    assert_eq!((&line["by"], &line["id"], &line["verdict"]), (&json!("gold"), &json!("a"), &json!("WARN")));
    let claims = line["labels"]["claims"].as_array().unwrap();
    let labels: Vec<_> = claims.iter().map(|claim| (&claim["text"], &claim["label"])).collect();
    assert_eq!(
        labels,
        [(&json!(FIRST), &json!("supported")), (&json!(SECOND), &json!("partial"))],
        "the third was ruled to be none"
    );
    assert_eq!(claims[1]["why"], "see the guideline");
    assert_eq!(line["labels"]["extraneous"][0]["text"], "contested");
    assert_eq!(line["labels"]["theme"], "the budget", "what all say");
    assert_eq!(line["adjudicated"].as_array().unwrap().len(), 4);
    // The line can be read as labels.
    let read = file::read(line, ARTICLE, SUMMARY).unwrap();
    assert_eq!(read.labels.get(List::Claims).unwrap().len(), 2);
    assert_eq!(read.warnings, [""; 0]);
}

/// After a ruling, the annotators change their labels and agree on another answer.
#[test]
fn decisions_that_the_annotators_overtook_are_counted() {
    let set = |second: &str| json!({"claims": [claim(FIRST, "supported"), claim(SECOND, second)]});
    let before =
        Adjudication::of(&gathered(&[("ann", set("unsupported"), None), ("bob", set("partial"), None)]));
    let rulings = [vec![ruling(&before, "claim 2", label(LabelValue::Partial), None)]];
    assert_eq!(gold(&before, &rulings).overtaken, 0);
    for (agreed, overtaken) in [("partial", 0), ("supported", 1)] {
        let now = Adjudication::of(&gathered(&[("ann", set(agreed), None), ("bob", set(agreed), None)]));
        let found = gold(&now, &rulings);
        assert_eq!(found.overtaken, overtaken, "{agreed}");
        assert_eq!(found.lines[0]["labels"]["claims"][1]["label"], agreed);
    }
}

#[test]
fn units_that_nobody_touched_stay_the_engines() {
    let left = |text: &str| {
        let mut claim = claim(text, "supported");
        claim["by"] = json!("engine");
        claim
    };
    let point = json!({"text": FIRST, "label": "fully", "article": [], "summary": [], "by": "engine"});
    let ann = json!({"claims": [left(FIRST), claim(SECOND, "partial")], "key_points": [point]});
    let bob = ann.clone();
    let of = Adjudication::of(&gathered(&[("ann", ann, None), ("bob", bob, None)]));
    let gold = gold(&of, &[Vec::new()]);
    let claims = &gold.lines[0]["labels"]["claims"];
    assert_eq!((&claims[0]["by"], claims[1].get("by")), (&json!("engine"), None), "{claims:#}");
    // Nobody judged the key points, so there is nothing in them to measure by.
    assert_eq!((gold.unjudged, gold.lines[0]["labels"].get("key_points")), (1, None));
}

#[test]
fn each_annotator_gets_the_rulings_against_them() {
    let of = two();
    let rulings = [vec![
        ruling(&of, "claim 2", label(LabelValue::Partial), Some(Cause::Slip)),
        ruling(&of, "claim 3", label(LabelValue::Partial), Some(Cause::Guideline)),
        ruling(&of, "the verdict", RulingValue::Verdict(Decision::Pass), Some(Cause::Open)),
    ]];
    let all = feedback(&of, &rulings);
    let names =
        |one: &AnnotatorFeedback| one.items.iter().map(|item| item.unit(&of).name()).collect::<Vec<_>>();
    assert_eq!((all[0].rulings, names(&all[0])), (3, vec!["claim 2".to_owned(), "the verdict".to_owned()]));
    assert_eq!((all[1].rulings, names(&all[1])), (3, vec!["claim 3".to_owned(), "the verdict".to_owned()]));
    assert_eq!(all[0].causes, [0, 1, 0, 1, 0]);
    assert_eq!(all[1].items[0].own.value.answer, RulingValue::Nothing, "bob had no such claim");
}

#[test]
fn a_ruling_holds_for_its_unit_and_the_last_one_counts() {
    let of = two();
    let case = &of.cases[0];
    let first = ruling(&of, "claim 2", label(LabelValue::Partial), None);
    let last = ruling(&of, "claim 2", label(LabelValue::Supported), None);
    let rulings = [first, last.clone()];
    let ruled = case.ruled(&rulings);
    let on: Vec<_> =
        ruled.iter().enumerate().filter_map(|(at, ruling)| ruling.map(|ruling| (at, ruling))).collect();
    assert_eq!(on.len(), 1);
    assert_eq!((case.units[on[0].0].name(), on[0].1), ("claim 2".to_owned(), &last));
    // A change by an annotator marks the ruling as stale but keeps it.
    let mut disputes = Disputes::default();
    let effects = case.units.iter().map(|unit| unit.is_disputed().then(DisputeEffect::default)).collect();
    disputes.add(0, effects, &ruled);
    let dispute = disputes.all.iter().find(|dispute| dispute.ruling.is_some()).unwrap();
    assert!(!dispute.is_stale(&of));
    let mut changed = of.clone();
    changed.cases[0].units[on[0].0].voices[1].value.answer = label(LabelValue::Supported);
    assert!(dispute.is_stale(&changed));
}

/// An adjudication with its own session.
fn desk(of: &Arc<Adjudication>, path: &Path) -> AdjudicationStore {
    let line = session_line(Moment::from_micros(0), "judge-lock", &serde_json::Map::new());
    let mut store = Store::create(path, &line).unwrap();
    let text = crate::report::json::line(&*case());
    let row = CaseRow::stored("a".to_owned(), text, "{}".to_owned());
    store.add(&[row]).unwrap();
    let recorder = Recorder::new(store, Some("lead".to_owned()), Analyst::new(Embedding::Shipped));
    let selection = Selection::shipped(&["judge-lock"], Readings::default());
    AdjudicationStore::new(Arc::clone(of), recorder, "lead", selection).unwrap()
}

#[test]
fn the_same_ruling_once_more_is_no_step() {
    let of = Arc::new(two());
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(&of, &folder.path().join("s.db"));
    desk.weigh(1, &mut |_| {}).unwrap();
    let place = desk.disputes().all[0].place;
    let name = of.cases[0].units[place.unit].name();
    let ruling = |value| ruling(&of, &name, label(value), None);
    for value in [LabelValue::Supported, LabelValue::Partial, LabelValue::Partial] {
        desk.rule(place, &ruling(value)).unwrap();
    }
    assert_eq!(desk.undo().unwrap(), [place]);
    assert_eq!(desk.rulings()[0][0].to, label(LabelValue::Supported));
    assert_eq!((desk.undo().unwrap(), desk.turns()[0]), (vec![place], false));
}

#[test]
fn checks_are_found_for_somebody_at_work_alone() {
    let claims = |label: &str| json!({"claims": [claim(FIRST, label), claim(THIRD, label)]});
    let of = Arc::new(Adjudication::of(&gathered(&[
        ("ann", claims("supported"), None),
        ("bob", claims("unsupported"), None),
    ])));
    let folder = tempfile::tempdir().unwrap();
    let desk = |name: &str| desk(&of, &folder.path().join(name));
    let found = |mut desk: AdjudicationStore| {
        desk.weigh(1, &mut |_| {}).unwrap();
        let checks = desk.disputes().all.iter().filter(|dispute| !dispute.checks.is_empty());
        (desk.disputes().all.len(), checks.count())
    };
    assert_eq!(found(desk("export.db")), (2, 0));
    assert_eq!(found(desk("work.db").with_checks()), (2, 1));
}

#[test]
fn disagreements_over_another_mismatch_or_over_none_are_not_alike() {
    let claims =
        |label: &str| json!({"claims": [claim(FIRST, label), claim(SECOND, label), claim(THIRD, label)]});
    let of = Adjudication::of(&gathered(&[
        ("ann", claims("supported"), None),
        ("bob", claims("unsupported"), None),
    ]));
    let case = &of.cases[0];
    let mut weigher = Weigher::new(Selection::shipped(&["judge-lock"], Readings::default())).unwrap();
    let checks = weigher.checks(case);
    // The first claim is in the article; the third names another month.
    assert!(checks[0].is_empty() && !checks[2].is_empty(), "{checks:?}");
    let mut disputes = Disputes::default();
    let effects = case.units.iter().map(|unit| unit.is_disputed().then(DisputeEffect::default)).collect();
    disputes.add(0, effects, &case.ruled(&[]));
    let place = |unit: usize| UnitPosition { case: 0, unit };
    assert_eq!(disputes.alike(&of, place(0)), [place(1), place(2)], "the lists and answers are the same");
    disputes.put_checks(0, &checks);
    assert!(!disputes.alike(&of, place(0)).contains(&place(2)));
    assert!(!disputes.alike(&of, place(2)).contains(&place(0)));
    disputes.put_checks(0, &[checks[2].clone(), Vec::new(), checks[2].clone()]);
    assert_eq!(disputes.alike(&of, place(0)), [place(2)]);
    // A ruling does not change the checks.
    let effects = case.units.iter().map(|unit| unit.is_disputed().then(DisputeEffect::default)).collect();
    disputes.put(0, effects, &case.ruled(&[]));
    assert_eq!(disputes.alike(&of, place(0)), [place(2)]);
}
