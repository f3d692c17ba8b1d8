//! Tests exercises and the repetition of rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::card::{AnsweredCard, ChanceScore};
use super::*;
use crate::case::{Case, Fields, Record as CaseRecord, Texts};
use crate::engine::{Engine, Selection};
use crate::labels::LabelValue;
use crate::mutate::{CAP_KINDS, KINDS, MARKS, Mark, Marks};
use crate::prediction::{PredictedValue, PredictionTarget, Spoilt, truth};
use crate::report::Report;
use crate::rubric::{DEFAULT_RUBRIC, Readings, RubricSet};

const DAY: u64 = 24 * 60 * 60;
const NOW: u64 = 1_800_000_000;

/// The good summaries shipped with the program.
fn good() -> Vec<Case> {
    let lines = include_str!("../../samples/gym.jsonl").lines().enumerate();
    let cases = lines.flat_map(|(at, line)| {
        CaseRecord::json("gym", &at.to_string(), line).cases(&Fields::default()).unwrap().cases
    });
    cases.collect()
}

fn made(seed: u64) -> Vec<Exercise> {
    joined(vec![exercises(&good(), &Arc::new(RubricSet::shipped()), seed, (0, 1))])
}

/// Returns the report on an exercise under its own labels.
fn report(exercise: &Exercise, engine: &mut Engine) -> Report {
    let selection = Selection::new(Arc::new(RubricSet::shipped()), &[DEFAULT_RUBRIC], Readings::default());
    exercise::judged(&exercise.case, &selection, engine).unwrap()
}

fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().chain(CAP_KINDS).map(|kind| kind.name).chain([UNSPOILT])
}

#[test]
fn every_kind_makes_exercises_of_the_shipped_summaries() {
    let exercises = made(1);
    for kind in kinds() {
        assert!(exercises.iter().any(|exercise| exercise.kind == kind), "{kind}");
    }
    for exercise in &exercises {
        let unspoilt = exercise.kind == UNSPOILT;
        let [PredictionTarget::Where(places), rest @ ..] = &exercise.opening[..] else {
            panic!("{exercise:#?}")
        };
        assert_eq!(places.truth == [Spoilt::Nowhere], unspoilt, "{}", exercise.kind);
        assert_eq!(places.truth == [Spoilt::Missing], exercise.kind == "dropped_point", "{}", exercise.kind);
        assert_eq!(rest.len(), usize::from(!unspoilt), "where comes first, then what");
        assert!(
            rest.iter().all(|asked| matches!(asked, PredictionTarget::Label(_, text) if !text.is_empty()))
        );
        assert!(exercise.follow_up.contains(&PredictionTarget::Verdict));
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

/// Each cap fires in some exercise and does not fire in another, so that it can be learnt. The rubric
/// used has the caps of all shipped rubrics.
#[test]
fn caps_fire_in_exercises_and_do_not_in_others() {
    let mut engine = Engine::default();
    let mut seen: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for exercise in made(1) {
        let report = report(&exercise, &mut engine);
        for asked in &exercise.follow_up {
            if let (PredictionTarget::Cap(slug), Some(PredictedValue::Cap(fires))) =
                (asked, truth(asked, &report))
            {
                seen.entry(slug).or_default()[usize::from(!fires)] += 1;
            }
        }
    }
    let rubrics = RubricSet::shipped();
    let (_, rubric) = rubrics.get(DEFAULT_RUBRIC).unwrap();
    for slug in rubric.docs().caps.iter().map(|cap| cap.slug) {
        let counts = seen.get(slug).copied().unwrap_or_default();
        assert!(counts[0] > 0 && counts[1] > 0, "{slug}: {counts:?} of {seen:?}");
    }
}

/// A card asks where, which label, and then about the most urgent rule.
#[test]
fn a_card_asks_one_question_that_follows() {
    let exercise = made(1).into_iter().find(|exercise| exercise.kind == "number").unwrap();
    let asked = |record: &Record| -> Vec<PredictionTarget> {
        exercise.card(record, NOW, 3).rows.into_iter().map(|row| row.asked).collect()
    };
    let fresh = asked(&Record::default());
    assert_eq!((fresh.len(), &fresh[..2]), (3, &exercise.opening[..]));
    let mut record = Record::default();
    let rules: Vec<AnsweredCard> =
        exercise.rules.iter().map(|rule| answered(rule, rule != "verdict")).collect();
    record.answer(&rules, NOW);
    let soon = record.rules["verdict"].due();
    let again = exercise.card(&record, soon, 3);
    assert_eq!(again.rows[2].asked, PredictionTarget::Verdict, "what was missed comes first");
}

#[test]
fn accepted_mutants_alone_make_exercises() {
    let (cases, rubrics) = (good(), Arc::new(RubricSet::shipped()));
    let all = made(4);
    let mark = |exercise: &Exercise, passed| Mark {
        schema: MARKS.to_owned(),
        id: exercise.case.id.clone(),
        of: exercise.case.id.split('#').next().unwrap().to_owned(),
        kind: exercise.kind.to_owned(),
        seed: 4,
        input: exercise.case.input(Texts::of(&exercise.case)),
        passed,
        by: "ann".to_owned(),
        at: String::new(),
    };
    let mut marks = Marks::default();
    marks.take(mark(&all[0], Some(true)));
    marks.take(mark(&all[1], Some(false)));
    marks.take(Mark { input: "b3:0".to_owned(), ..mark(&all[2], Some(true)) });
    let (made, lost) = accepted(&cases, &rubrics, &marks);
    let kinds: Vec<&str> = made.iter().map(|exercise| exercise.kind).collect();
    assert!(made[0].case == all[0].case && kinds[1..].iter().all(|kind| *kind == UNSPOILT), "{kinds:?}");
    assert_eq!(lost, 1, "another version makes another mutant");
}

#[test]
fn the_same_seed_makes_the_same_exercises() {
    let described = |seed| made(seed).iter().map(|exercise| format!("{exercise:?}")).collect::<Vec<_>>();
    assert_eq!(described(3), described(3));
    let (cases, rubrics) = (good(), Arc::new(RubricSet::shipped()));
    let parts = (0..3).rev().map(|first| exercises(&cases, &rubrics, 3, (first, 3))).collect();
    let joined: Vec<String> = joined(parts).iter().map(|exercise| format!("{exercise:?}")).collect();
    assert_eq!(described(3), joined, "in however many parts they are made");
    assert_ne!(described(3), described(4));
}

/// The question is about the changed unit, and the report shown afterwards confirms the answer.
#[test]
fn the_changed_unit_is_asked_for() {
    let mut engine = Engine::default();
    for exercise in made(2).iter().filter(|exercise| ["number", "dropped_point"].contains(&exercise.kind)) {
        let report = report(exercise, &mut engine);
        let answer = truth(&exercise.opening[1], &report);
        assert!(
            matches!(answer, Some(PredictedValue::Label(LabelValue::Unsupported | LabelValue::Not))),
            "{exercise:#?}"
        );
    }
}

fn answered(rule: &str, right: bool) -> AnsweredCard {
    AnsweredCard { rule: rule.to_owned(), right, chance: 0.5, fires: None }
}

/// Guessing scores 0, and a learner who knows everything scores 1.
#[test]
fn scores_are_what_is_known_beyond_guesses() {
    let score = |answers: &[bool], chance: f64| {
        let mut record = Record::default();
        for right in answers {
            record.answer(&[AnsweredCard { chance, ..answered("label/number", *right) }], NOW);
        }
        record.score("label/number")
    };
    assert_eq!(score(&[], 0.5), None);
    assert_eq!(score(&[true, false], 0.5), Some(0.0));
    assert_eq!(score(&[false, false], 0.5), Some(0.0));
    assert_eq!(score(&[true, true], 0.25), Some(1.0));
    let half = score(&[true, true, true, false], 0.5).unwrap();
    assert!((half - 0.5).abs() < 1e-9, "{half}");
    assert_eq!(score(&[true], 1.0), None, "a question with one answer shows nothing");
    // For answers stored by earlier versions, the usual chance of a right guess is assumed.
    let mut old = Record::default();
    old.answer(&[answered("verdict", true)], NOW);
    old.rules.get_mut("verdict").unwrap().fair = ChanceScore::default();
    assert_eq!(old.score("verdict"), Some(1.0));
}

/// A cap that never fired has no score, and always answering "no" scores as chance.
#[test]
fn a_cap_is_known_where_it_fired_too() {
    let mut record = Record::default();
    let mut say = |right: bool, fired: bool| {
        record.answer(&[AnsweredCard { fires: Some(fired), ..answered("cap/slur", right) }], NOW);
        record.score("cap/slur")
    };
    assert_eq!((say(true, false), say(true, false)), (None, None));
    assert_eq!(say(false, true), Some(0.0), "no is always said");
    assert_eq!(say(true, true), Some(0.5));
}

/// Returns the days between reviews if each answer is given as soon as the rule is due.
fn intervals(answers: &[bool]) -> Vec<u64> {
    let (mut record, mut now, mut days) = (Record::default(), NOW, Vec::new());
    for right in answers {
        record.answer(&[answered("verdict", *right)], now);
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
            let answers = [answered("verdict", right), answered("cap/x", !right)];
            record.answer(&answers, NOW + at as u64 * DAY);
        }
        record
    };
    let record = play();
    assert_eq!(record, play());
    assert_eq!(Record::read(&record.to_map()).unwrap(), record);
    let card = &record.rules["verdict"];
    assert_eq!((record.done, card.right, card.wrong), (4, 3, 1));
    assert!(card.known(NOW + 4 * DAY) > card.known(NOW + 400 * DAY));
    assert_eq!(Record::read(&serde_json::Map::new()).unwrap(), Record::default());
    let wrong = serde_json::json!({"rules": 5});
    assert!(Record::read(wrong.as_object().unwrap()).is_err());
    // Fields of other versions are kept.
    let mut map = record.to_map();
    map.insert("new".to_owned(), 1.into());
    assert_eq!(Record::read(&map).unwrap().to_map()["new"], 1);
    // A clock that was set back causes no error.
    let mut back = play();
    back.answer(&[answered("verdict", true)], NOW - 900 * DAY);
    assert!(back.rules["verdict"].due() >= NOW);
}

#[test]
fn what_was_missed_is_asked_for_again_before_what_is_new() {
    let exercises = made(5);
    let first = next(&exercises, &Record::default(), &[], NOW, 7).unwrap();
    assert_eq!(next(&exercises, &Record::default(), &[], NOW, 7), Some(first), "no chance but the seed");
    let mut record = Record::default();
    let missed = format!("label/{}", exercises[first].kind);
    let answers: Vec<AnsweredCard> =
        exercises[first].rules.iter().map(|rule| answered(rule, *rule != missed)).collect();
    record.answer(&answers, NOW);
    let soon = record.rules[&missed].due();
    // Occasionally an unspoilt summary is asked for, even if rules are due.
    let spoilt = |now| {
        let mut tried = (7..30).map(|seed| next(&exercises, &record, &[first], now, seed).unwrap());
        tried.find(|at| exercises[*at].kind != UNSPOILT).unwrap()
    };
    let again = spoilt(soon);
    assert!(exercises[again].rules.contains(&missed), "{} after {missed}", exercises[again].kind);
    assert_ne!(again, first, "with another case, where there is one");
    // Before it is due, new rules are asked for.
    let other = spoilt(NOW);
    assert!(exercises[other].rules.iter().any(|rule| !record.rules.contains_key(rule)));
    assert_eq!(next(&[], &record, &[], NOW, 7), None);
}

/// A learner who misses one rule sees it more often than the others; one who knows everything sees all of
/// them.
#[test]
fn a_learner_who_misses_a_rule_sees_it_more_often() {
    let exercises = made(6);
    let times = |missed: &str| {
        let (mut record, mut asked, mut now) = (Record::default(), Vec::new(), NOW);
        for _ in 0..60 {
            let at = next(&exercises, &record, &asked, now, 9).unwrap();
            asked.push(at);
            let answers: Vec<AnsweredCard> =
                exercises[at].rules.iter().map(|rule| answered(rule, rule != missed)).collect();
            record.answer(&answers, now);
            now += 120;
        }
        let kinds: Vec<&str> = asked.iter().map(|at| exercises[*at].kind).collect();
        let with = kinds.iter().filter(|kind| **kind == "softened").count();
        (with, kinds.into_iter().collect::<BTreeSet<_>>().len())
    };
    let (known, all) = times("");
    let (missed, _) = times("label/softened");
    assert_eq!(all, kinds().count(), "every kind comes up");
    assert!(missed > known, "{missed} times after misses, {known} else");
}
