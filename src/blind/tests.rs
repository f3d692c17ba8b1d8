use std::collections::HashSet;

use serde_json::json;

use super::*;
use crate::case::{Case, Texts};
use crate::engine::{Analysis, Engine, Selection};
use crate::labels::overrides::{LabelDecision, Override};
use crate::labels::{Entry, LISTS, Label, LabelValue, Labels, List, Provenance};
use crate::report::Report;
use crate::rubric::{Readings, slugs};
use crate::session::OrderedObject;
use crate::text::Span;

const ARTICLE: &str = "The council approved the new budget on Tuesday, by 7 votes to 2. The budget raises spending on \
    schools by 12 percent. It also closes two libraries, which residents had protested for months. Mayor Ann Lee said \
    the city had no choice. Work on the new school in Northfield begins in March.";
const SUMMARY: &str = "The council rejected the new budget on Tuesday. The budget raises spending on schools by 15 \
    percent. Work on the new school in Northfield begins in March.";
const TEXTS: Texts<'static> = Texts { article: ARTICLE, summary: SUMMARY };

fn analysed(selection: &Selection) -> Analysis {
    Engine::default().analyse(&Case::default(), TEXTS, selection.wanted())
}

fn gold(ids: impl IntoIterator<Item = usize>) -> GoldCases {
    let mut gold = GoldCases::default();
    ids.into_iter().for_each(|id| gold.add(&format!("g{id}"), json!({})));
    gold
}

#[test]
fn what_is_sealed_does_not_depend_on_what_was_found() {
    let slugs = slugs();
    let labels = (*analysed(&Selection::shipped(&slugs, Readings::default())).proposals).clone();
    assert!(labels.get(List::Extraneous).is_some_and(|all| !all.is_empty()), "there is something to hide");
    // The same units with every label different.
    let mut other = labels.clone();
    for spec in &LISTS {
        let finding = Label { text: "found".to_owned(), word: Some(spec.words[0]), ..Label::default() };
        let Some(units) = other.get_mut(spec.list) else { continue };
        for label in units.iter_mut() {
            label.word = spec.words.iter().rev().find(|word| Some(**word) != label.word).copied();
            (label.p, label.chances, label.signals, label.measure) = (Some(0.5), None, None, None);
            label.why = vec!["because".to_owned()];
            label.proposed = Some(spec.words[0]);
            label.by = Provenance::Person("judge".to_owned());
            label.source = Some("elsewhere".to_owned());
            let evidence = vec![Span::new(0, 3)];
            match spec.list.side() {
                crate::labels::Side::Article => label.summary = evidence,
                crate::labels::Side::Summary => label.article = evidence,
            }
        }
        if spec.list.is_finding() {
            units.push(finding);
        }
    }
    other.tone = None;
    other.intent = Some("to mislead".to_owned());
    other.theme = Some("something".to_owned());
    other.notes.push((List::Claims, "a note".to_owned()));
    other.bias_score = Some(Ok(crate::num::Num::int(3)));
    assert_ne!(labels, other);
    assert_eq!(seal(&labels), seal(&other));
    let sealed = seal(&labels);
    let claims = |labels: &Labels| {
        labels.get(List::Claims).unwrap().iter().map(|l| l.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(claims(&sealed), claims(&labels), "the units are there");
    assert!(sealed.get(List::Claims).unwrap().iter().all(|claim| !claim.summary.is_empty()));
}

#[test]
fn a_decision_on_a_sealed_unit_is_one_on_the_engines() {
    let labels = (*analysed(&Selection::shipped(&["judge-lock"], Readings::default())).proposals).clone();
    let sealed = seal(&labels);
    for spec in LISTS.iter().filter(|spec| !spec.list.is_finding()) {
        for (at, unit) in sealed.get(spec.list).unwrap_or_default().iter().enumerate() {
            let decided =
                Override::new(spec.list, unit, LabelDecision::Value(spec.words[0]), TEXTS, "ann", 1);
            assert_eq!(decided.place(labels.get(spec.list).unwrap(), TEXTS), Ok(at), "{} {at}", spec.key);
        }
    }
}

fn word(report: &Report, list: List, at: usize) -> LabelValue {
    let of_list = report.labels.iter().filter(|(id, _)| id.list == list);
    of_list.map(|(_, label)| label.word).nth(at).unwrap().unwrap()
}

#[test]
fn a_difference_is_worth_what_the_score_loses_with_the_engines_label_in_its_place() {
    for slug in ["judge-lock", "twin-lock", "judge-lock-ultra", "anchor"] {
        let selection = Selection::shipped(&[slug], Readings::default());
        let analysis = analysed(&selection);
        let engine = (*analysis.proposals).clone();
        let (_, rubric) = selection.rubrics().next().unwrap();
        // The annotator gives every unit the best label and rejects every finding.
        let mut overrides = Vec::new();
        for list in rubric.lists() {
            for unit in engine.get(*list).unwrap_or_default() {
                let decision = if list.is_finding() {
                    LabelDecision::Dismiss
                } else {
                    LabelDecision::Value(list.spec().words[0])
                };
                overrides.push(Override::new(*list, unit, decision, TEXTS, "ann", 1));
            }
        }
        let scored = |labels: &Labels| selection.evaluate(slug, &Case::default(), &analysis, labels).unwrap();
        let readings = Readings::default();
        let sides =
            ComparedLabels { engine: &engine, overrides: &overrides, texts: TEXTS, lists: rubric.lists() };
        let word_of = |label: &Label| rubric.word(label, &readings);
        let found = differences(&sides, &scored, &word_of, &|| false).unwrap();
        assert!(!found.rows.is_empty() && found.agreed > 0, "{slug}: {found:?}");
        assert_eq!(found.agreed + found.rows.len(), overrides.len(), "{slug}: each is listed once");
        let mut theirs = engine.clone();
        crate::labels::overrides::apply(&mut theirs, &overrides, TEXTS);
        // A rubric without a headline score has no points to show.
        let apart = |labels: &Labels| {
            let score = |labels| scored(labels).verdict.score.map(|score| score.to_f64());
            Some(score(&theirs)? - score(labels)?)
        };
        assert_eq!(found.points(), apart(&engine), "{slug}");
        assert_eq!(found.points().is_none(), slug == "anchor");
        for row in &found.rows {
            let without: Vec<Override> =
                overrides.iter().filter(|one| **one != row.decided).cloned().collect();
            assert_eq!(without.len(), overrides.len() - 1);
            let mut labels = engine.clone();
            crate::labels::overrides::apply(&mut labels, &without, TEXTS);
            assert_eq!(row.points, apart(&labels), "{slug}: {row:?}");
        }
        let moved: Vec<f64> = found.rows.iter().map(|row| row.points.map_or(0.0, f64::abs)).collect();
        assert!(moved.is_sorted_by(|a, b| a >= b), "{slug}: the largest first: {moved:?}");
        assert!(differences(&sides, &scored, &word_of, &|| true).is_none());
    }
}

#[test]
fn differences_name_both_answers() {
    let selection = Selection::shipped(&["judge-lock"], Readings::default());
    let analysis = analysed(&selection);
    let engine = (*analysis.proposals).clone();
    let report = &selection.judge(&Case::default(), &analysis, &engine)[0];
    assert_eq!(word(report, List::Claims, 0), LabelValue::Unsupported);
    let claims = engine.get(List::Claims).unwrap();
    let new =
        Label { text: "a claim of mine".to_owned(), word: Some(LabelValue::Partial), ..claims[2].clone() };
    let new = Label { summary: vec![Span::new(4, 11)], ..new };
    let of = |label: &Label, decision| Override::new(List::Claims, label, decision, TEXTS, "ann", 1);
    let part = |text: &str| {
        let label = Label { text: text.to_owned(), word: Some(LabelValue::Supported), ..claims[2].clone() };
        of(&label, LabelDecision::Add(Box::new(label.clone())))
    };
    let overrides = [
        of(&claims[0], LabelDecision::Value(LabelValue::Supported)),
        of(&new, LabelDecision::Add(Box::new(new.clone()))),
        of(&claims[2], LabelDecision::Dismiss),
        part("Work on the new school"),
        part("begins in March."),
    ];
    let (_, rubric) = selection.rubrics().next().unwrap();
    let readings = Readings::default();
    let sides =
        ComparedLabels { engine: &engine, overrides: &overrides, texts: TEXTS, lists: rubric.lists() };
    let scored =
        |labels: &Labels| selection.evaluate("judge-lock", &Case::default(), &analysis, labels).unwrap();
    let found = differences(&sides, &scored, &|label| rubric.word(label, &readings), &|| false).unwrap();
    let kinds = |wanted: &DifferenceKind| found.rows.iter().filter(|row| row.kind == *wanted).count();
    assert_eq!(found.rows.len(), 3, "{found:?}");
    let turned =
        DifferenceKind::Word { theirs: LabelValue::Supported, engine: Some(LabelValue::Unsupported) };
    assert_eq!(kinds(&turned), 1);
    assert_eq!(kinds(&DifferenceKind::Added(Some(LabelValue::Partial))), 1);
    assert_eq!(kinds(&DifferenceKind::Regrouped(1, 2)), 1);
    let turned = found.rows.iter().find(|row| row.kind == turned).unwrap();
    assert!(!turned.why.is_empty() && turned.p.is_some(), "the engine's reasons: {turned:?}");
    assert!(!turned.metrics.is_empty(), "{turned:?}");
}

#[test]
fn gold_cases_stand_at_their_rate_and_each_case_once() {
    let ids: Vec<String> =
        (0..90).map(|at| format!("c{at}")).chain((0..30).map(|at| format!("g{at}"))).collect();
    let gold = gold(0..30);
    let settings = BlindSettings { rate: 0.1, training: 0..5, ..BlindSettings::default() };
    let (queue, training) = order(ids.clone(), &gold, &settings, "ann");
    assert_eq!(training, 5);
    assert_eq!(queue[..5], ["g0", "g1", "g2", "g3", "g4"]);
    assert_eq!(queue.len(), 5 + 90 + 10, "10 of 100 are the rate");
    assert_eq!(queue.iter().collect::<HashSet<_>>().len(), queue.len());
    let cases: Vec<&String> = queue.iter().filter(|id| id.starts_with('c')).collect();
    assert!(cases.iter().enumerate().all(|(at, id)| **id == format!("c{at}")), "the others keep their order");
    assert_eq!(order(ids.clone(), &gold, &settings, "ann").0, queue, "it is the same each time");
    assert_ne!(order(ids.clone(), &gold, &settings, "bob").0, queue, "and not for everybody");
    // They are spread out: one in each tenth of the queue.
    let places: Vec<usize> = (5..queue.len()).filter(|at| queue[*at].starts_with('g')).collect();
    assert!(
        places.iter().enumerate().all(|(at, place)| (at * 10..=at * 10 + 10).contains(&(place - 5))),
        "{places:?}"
    );
    let none = BlindSettings { rate: 0.0, ..BlindSettings::default() };
    assert_eq!(order(ids.clone(), &gold, &none, "ann").0.len(), 90);
    let all = order(ids[90..].to_vec(), &gold, &settings, "ann").0;
    assert_eq!(all.len(), 30, "a queue of gold cases alone is all of them");
    assert!(order(Vec::new(), &gold, &settings, "ann").0.is_empty());
}

#[test]
fn a_case_of_the_queue_that_has_gold_stays_in_it() {
    let ids: Vec<String> = ["a", "g0", "b", "g1", "g2", "g3"].map(str::to_owned).to_vec();
    let mut gold = gold(0..4);
    ["g0", "g1", "g2"].iter().for_each(|id| gold.set_in_queue(id));
    let mut line = OrderedObject::default();
    gold.write(&mut line);
    assert_eq!(GoldCases::read(&line), gold, "a session knows which");
    let settings = BlindSettings::default();
    let (queue, _) = order(ids.clone(), &gold, &settings, "ann");
    assert_eq!(
        queue,
        ["a", "g0", "b", "g1", "g2"],
        "g3 was added for its gold alone, and is beyond the rate"
    );
    let training = BlindSettings { training: 0..2, ..settings };
    assert_eq!(
        order(ids, &gold, &training, "ann"),
        (["g0", "g1", "a", "b", "g2"].map(str::to_owned).to_vec(), 2)
    );
}

#[test]
fn an_annotator_is_held_against_the_gold() {
    let unit = |text: &str, word, by: &str| Label {
        text: text.to_owned(),
        word: Some(word),
        by: match by {
            "" => Provenance::Engine,
            by => Provenance::Person(by.to_owned()),
        },
        ..Label::default()
    };
    let at = |text: &str, start: usize, end: usize, by: &str| Label {
        summary: vec![Span::new(start, end)],
        ..unit(text, LabelValue::Extraneous, by)
    };
    let labels = |claims: Vec<Label>, wordings: Vec<Label>| {
        let mut labels = Labels::default();
        labels.set(List::Claims, Entry::Given(claims));
        labels.set(List::Extraneous, Entry::Given(wordings));
        labels
    };
    let lists = [List::Claims, List::Extraneous, List::Issues];
    let claim = |text, word| unit(text, word, "lead");
    let gold = labels(
        vec![
            claim("one", LabelValue::Supported),
            claim("two", LabelValue::Partial),
            claim("three", LabelValue::Unsupported),
        ],
        vec![at("rejected", 12, 20, "lead"), at("often", 30, 35, "lead")],
    );
    let theirs = labels(
        vec![
            unit("one", LabelValue::Supported, "ann"),
            unit("two", LabelValue::Supported, "ann"),
            // A proposal of the engine that nobody decided on.
            unit("three", LabelValue::Unsupported, ""),
            unit("four", LabelValue::Supported, "ann"),
        ],
        vec![at("rejected the", 12, 24, "ann"), at("budget", 40, 46, "ann")],
    );
    let (tally, misses) = compare(&theirs, &gold, &lists);
    // Three claims and two marked wordings of the gold case, and one that only the annotator marked.
    assert_eq!(tally, GoldAccuracy { right: 2, of: 6 }, "{misses:?}");
    let missed: Vec<_> =
        misses.iter().map(|miss| (miss.text.as_str(), miss.theirs.is_some(), miss.gold.is_some())).collect();
    assert_eq!(
        missed,
        [("two", true, true), ("three", false, true), ("often", false, true), ("budget", true, false)]
    );
    assert_eq!(compare(&gold, &gold, &lists).0, GoldAccuracy { right: 5, of: 5 });
    assert!(GoldAccuracy { right: 4, of: 5 }.passes(0.8) && !GoldAccuracy { right: 3, of: 5 }.passes(0.8));
    assert!(GoldAccuracy::default().passes(1.0), "nothing to be judged by");
}

#[test]
fn settings_and_gold_are_read_as_they_were_written() {
    let mut line = OrderedObject::read(r#"{"kind": "session", "mine": 1e3}"#).unwrap();
    let settings = BlindSettings { rate: 0.25, pass: 0.9, training: 2..5 };
    settings.write(&mut line, "ann");
    BlindSettings::default().write(&mut line, "bob");
    let mut gold = GoldCases::default();
    gold.add("z", json!({"claims": []}));
    gold.add("a", json!({"claims": [{"text": "t", "label": "supported"}]}));
    gold.write(&mut line);
    let again = OrderedObject::read(&line.to_text()).unwrap();
    assert_eq!(BlindSettings::read(&again, "ann"), Some(settings));
    assert_eq!(BlindSettings::read(&again, "bob"), Some(BlindSettings::default()));
    assert_eq!(BlindSettings::read(&again, "cat"), None);
    assert_eq!(GoldCases::read(&again), gold);
    assert_eq!(GoldCases::read(&again).ids(), ["z", "a"], "in their order");
    assert!(again.to_text().contains("1e3"), "what is not known stays");
}
