//! Exercises, and rules that come back.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::case::{Case, Fields, Record as CaseRecord, Texts};
use crate::engine::{Engine, Selection};
use crate::labels::{LabelValue, file};
use crate::prediction::{Asked, Row, Said, truth};
use crate::rubric::{DEFAULT_RUBRIC, Readings, RubricSet};

const DAY: u64 = 24 * 60 * 60;
const NOW: u64 = 1_800_000_000;

/// The good summaries that are shipped.
fn good() -> Vec<Case> {
    let lines = include_str!("../../samples/gym.jsonl").lines().enumerate();
    let cases = lines.flat_map(|(at, line)| {
        CaseRecord::json("gym", &at.to_string(), line).cases(&Fields::default()).unwrap().cases
    });
    cases.collect()
}

fn made(seed: u64) -> Vec<Exercise> {
    exercises(&good(), &Arc::new(RubricSet::shipped()), seed)
}

#[test]
fn every_kind_makes_exercises_of_the_shipped_summaries() {
    let exercises = made(1);
    for kind in crate::mutate::KINDS {
        let of_kind = exercises.iter().filter(|exercise| exercise.kind == kind.name).count();
        assert!(of_kind >= 1, "{}", kind.name);
    }
    for exercise in &exercises {
        let rows = &exercise.questions.rows;
        let count = |asked: fn(&Asked) -> bool| rows.iter().filter(|row| asked(&row.asked)).count();
        assert!(count(|asked| matches!(asked, Asked::Label(..))) >= 1, "{exercise:#?}");
        assert_eq!(count(|asked| matches!(asked, Asked::Cap(_))), 3, "{}", exercise.kind);
        assert_eq!(count(|asked| *asked == Asked::Verdict), 1);
        assert_eq!(count(|asked| matches!(asked, Asked::Score(_))), 1, "{}", exercise.kind);
        assert!(exercise.rules.contains(&format!("label/{}", exercise.kind)));
        assert!(!exercise.case.id.contains(exercise.kind), "the name gives nothing away");
    }
    for (kind, score) in
        [("number", "hallucination"), ("dropped_point", "coverage"), ("loaded_word", "bias_toxicity")]
    {
        let exercise = exercises.iter().find(|exercise| exercise.kind == kind).unwrap();
        assert!(exercise.rules.contains(&format!("score/{score}")), "{kind}: {:?}", exercise.rules);
    }
}

#[test]
fn the_same_seed_makes_the_same_exercises() {
    let told = |seed| made(seed).iter().map(|exercise| format!("{exercise:?}")).collect::<Vec<_>>();
    assert_eq!(told(3), told(3));
    assert_ne!(told(3), told(4));
}

/// What is changed is asked for, and the report that is shown afterwards says so.
#[test]
fn the_changed_unit_is_among_those_asked_for() {
    let selection = Selection::new(Arc::new(RubricSet::shipped()), &[DEFAULT_RUBRIC], Readings::default());
    let mut engine = Engine::default();
    let of_claims = ["number", "dropped_point"];
    for exercise in made(2).iter().filter(|exercise| of_claims.contains(&exercise.kind)) {
        let texts = Texts::of(&exercise.case);
        let analysis = engine.analyse(&exercise.case, texts, selection.wanted());
        let given = exercise.case.labels.as_ref().unwrap();
        let given = file::read(given, texts.article, texts.summary).unwrap();
        let labels = (*analysis.proposals).clone().overlaid(given.labels);
        let report = selection.judge(&exercise.case, &analysis, &labels).pop().unwrap();
        let bad = |row: &&Row| {
            let said = truth(&row.asked, &report);
            matches!(said, Some(Said::Label(LabelValue::Unsupported | LabelValue::Not)))
        };
        assert_eq!(exercise.questions.rows.iter().filter(bad).count(), 1, "{exercise:#?}");
    }
}

/// A cap that never fired is known to nobody, and always saying no is chance.
#[test]
fn a_cap_is_known_where_it_fired_too() {
    let mut record = Record::default();
    let mut say = |right: bool, fired: bool| {
        record.answer(&[("cap/slur".to_owned(), right)], NOW);
        if fired {
            record.fired("cap/slur", right);
        }
        record.rules["cap/slur"].told_apart()
    };
    assert_eq!((say(true, false), say(true, false)), (None, None));
    assert_eq!(say(false, true), Some(0.0), "no is always said");
    assert_eq!(say(true, true), Some(0.5));
}

/// Days until a rule comes back, when it is answered each time as soon as it is due.
fn intervals(answers: &[bool]) -> Vec<u64> {
    let (mut record, mut now, mut days) = (Record::default(), NOW, Vec::new());
    for right in answers {
        record.answer(&[("verdict".to_owned(), *right)], now);
        let due = record.rules["verdict"].due();
        assert!(due > now, "it never comes back at once");
        days.push((due - now) / DAY);
        now = due;
    }
    days
}

#[test]
fn what_is_known_comes_back_at_growing_intervals_and_what_is_missed_soon() {
    let known = intervals(&[true; 8]);
    assert!(known[1..].windows(2).all(|pair| pair[0] < pair[1]), "{known:?}");
    assert!(known[7] > 100, "{known:?}");
    let missed = intervals(&[true, true, true, true, false, true, true, true]);
    assert_eq!(missed[..4], known[..4]);
    assert_eq!(missed[4], 0, "within the day: {missed:?}");
    assert!(missed[7] < known[7], "{missed:?}");
}

#[test]
fn the_same_answers_give_the_same_record_which_is_read_again() {
    let play = || {
        let mut record = Record::default();
        for (at, right) in [true, false, true, true].into_iter().enumerate() {
            let answers = [("verdict".to_owned(), right), ("cap/x".to_owned(), !right)];
            record.answer(&answers, NOW + at as u64 * DAY);
        }
        record
    };
    let record = play();
    assert_eq!(record, play());
    assert_eq!(Record::read(&record.to_map()), Ok(record.clone()));
    let card = &record.rules["verdict"];
    assert_eq!((record.done, card.right, card.wrong), (4, 3, 1));
    assert!(card.known(NOW + 4 * DAY) > card.known(NOW + 400 * DAY));
    assert_eq!(Record::read(&serde_json::Map::new()), Ok(Record::default()));
    let wrong = serde_json::json!({"rules": 5});
    assert!(Record::read(wrong.as_object().unwrap()).is_err());
    // What another version keeps stays.
    let mut map = record.to_map();
    map.insert("new".to_owned(), 1.into());
    assert_eq!(Record::read(&map).unwrap().to_map()["new"], 1);
    // A clock that was put back breaks nothing.
    let mut back = play();
    back.answer(&[("verdict".to_owned(), true)], NOW - 900 * DAY);
    assert!(back.rules["verdict"].due() >= NOW);
}

#[test]
fn what_was_missed_is_asked_for_again_before_what_is_new() {
    let exercises = made(5);
    let first = next(&exercises, &Record::default(), &[], NOW, 7).unwrap();
    assert_eq!(next(&exercises, &Record::default(), &[], NOW, 7), Some(first), "no chance but the seed");
    let mut record = Record::default();
    let missed = format!("label/{}", exercises[first].kind);
    let answers: Vec<(String, bool)> =
        exercises[first].rules.iter().map(|rule| (rule.clone(), *rule != missed)).collect();
    record.answer(&answers, NOW);
    let soon = record.rules[&missed].due();
    let again = next(&exercises, &record, &[first], soon, 7).unwrap();
    assert!(exercises[again].rules.contains(&missed), "{} after {missed}", exercises[again].kind);
    assert_ne!(again, first, "with another case, where there is one");
    // Before it is due, something new is asked for.
    let other = next(&exercises, &record, &[first], NOW, 7).unwrap();
    assert!(exercises[other].rules.iter().any(|rule| !record.rules.contains_key(rule)));
    assert_eq!(next(&[], &record, &[], NOW, 7), None);
}

/// A learner who misses one rule sees it more often than the others, and one who knows everything sees all of them.
#[test]
fn a_learner_who_misses_a_rule_sees_it_more_often() {
    let exercises = made(6);
    let times = |missed: &str| {
        let (mut record, mut asked, mut now) = (Record::default(), Vec::new(), NOW);
        for _ in 0..60 {
            let at = next(&exercises, &record, &asked, now, 9).unwrap();
            asked.push(at);
            let answers: Vec<(String, bool)> =
                exercises[at].rules.iter().map(|rule| (rule.clone(), rule != missed)).collect();
            record.answer(&answers, now);
            now += 120;
        }
        let kinds: Vec<&str> = asked.iter().map(|at| exercises[*at].kind).collect();
        let with = kinds.iter().filter(|kind| **kind == "softened").count();
        (with, kinds.into_iter().collect::<BTreeSet<_>>().len())
    };
    let (known, all) = times("");
    let (missed, _) = times("label/softened");
    assert_eq!(all, crate::mutate::KINDS.len(), "every kind comes up");
    assert!(missed > known, "{missed} times after misses, {known} else");
}
