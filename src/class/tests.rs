use serde_json::json;

use super::*;
use crate::agree::annotators::{AnnotatedCase, Annotation, Annotations, RubricScores};
use crate::report::Decision;

fn class() -> Class {
    let mut ann = Person::called("=ann");
    let lesson = |name: &str, passed: Option<&str>, attempts| LearnerRecord {
        lessons: BTreeMap::from([(
            name.to_owned(),
            LessonResult { passed: passed.map(str::to_owned), attempts },
        )]),
        ..LearnerRecord::default()
    };
    let gym = BTreeMap::from([("negation".to_owned(), RulePractice { answers: [7, 2], score: Some(0.625) })]);
    ann.learn(LearnerRecord { exercises: 9, gym, ..lesson("claims", Some("2026-02-03T10:00:00Z"), 2) });
    (ann.cases, ann.decided, ann.seconds) = (3, 2, vec![10.0, 30.0, 20.0]);
    assert_eq!(Person { undecided_seconds: 1.5, ..ann.clone() }.median(), Some(20.0), "not of what was left");
    assert_eq!(Person { undecided_seconds: 1.5, ..ann.clone() }.total(), Some(61.5));
    let share = |key: &str, n, same, kappa| GoldShare { key: key.to_owned(), n, same, kappa };
    ann.against = Some(Against {
        cases: 3,
        lists: vec![share("claims", 12, 0.75, Some(0.5))],
        rules: vec![share("judge-lock.extraneous_claim", 3, 1.0, None)],
        metrics: vec![("judge-lock.coverage".to_owned(), 3, 0.25)],
    });
    let mut bob = Person::called("bob");
    bob.learn(lesson("caps", None, 1));
    Class { people: vec![ann, bob], plan: None }
}

#[test]
fn a_row_has_all_that_is_known_of_a_person() {
    let text = csv(&class());
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let cell = |row: usize, head: &str| {
        let at =
            rows[0].iter().position(|known| *known == head).unwrap_or_else(|| panic!("no {head}: {text}"));
        rows[row][at]
    };
    assert_eq!(cell(1, "person"), "'=ann", "no formula");
    for (head, wanted) in [
        ("median_seconds", "20.0"),
        ("total_seconds", "60.0"),
        ("claims.n", "12"),
        ("claims.same", "0.750"),
        ("claims.kappa", "0.500"),
        ("judge-lock.extraneous_claim.same", "1.000"),
        ("judge-lock.coverage.difference", "0.250"),
        ("lesson.claims.passed", "2026-02-03T10:00:00Z"),
        ("lesson.caps.attempts", ""),
        ("exercises", "9"),
        ("gym.negation.right", "7"),
        ("gym.negation.wrong", "2"),
        ("gym.negation.score", "0.625"),
    ] {
        assert_eq!(cell(1, head), wanted, "{head}");
    }
    assert_eq!((cell(2, "lesson.caps.passed"), cell(2, "lesson.caps.attempts")), ("", "1"));
    assert_eq!(cell(2, "claims.n"), "");
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
}

#[test]
fn the_same_is_in_every_form() {
    let lines = json_lines(&class());
    assert_eq!(lines[0]["gold"]["lists"]["claims"], json!({"n": 12, "same": 0.75, "kappa": 0.5}));
    assert_eq!(lines[1]["lessons"]["caps"], json!({"passed": null, "attempts": 1}));
    assert_eq!(lines[1]["gold"], json!(null));
    let page = document(&class()).html();
    for words in [
        "75 % of 12, kappa 0.50",
        "2026-02-03",
        "1 attempt",
        "0.25 in 3 cases",
        "Judge-Lock: Any unsupported claim",
        "7 of 9, 62 %",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn of_two_files_of_a_learner_the_first_pass_counts() {
    let mut ann = Person::called("ann");
    let lesson = |passed: Option<&str>, attempts| LearnerRecord {
        lessons: BTreeMap::from([(
            "x".to_owned(),
            LessonResult { passed: passed.map(str::to_owned), attempts },
        )]),
        ..LearnerRecord::default()
    };
    ann.learn(lesson(Some("2026-02-02T00:00:00Z"), 1));
    ann.learn(lesson(None, 4));
    ann.learn(lesson(Some("2026-02-01T00:00:00Z"), 3));
    assert_eq!(
        ann.lessons["x"],
        LessonResult { passed: Some("2026-02-01T00:00:00Z".to_owned()), attempts: 4 }
    );
}

#[test]
fn what_is_no_progress_is_refused() {
    let gym = json!({"done": 3, "rules": {"names": {"right": 2, "wrong": 1, "due": 5}}});
    let good = json!({"schema": PROGRESS, "learner": "ann", "lessons": {"x": {"passed": null, "attempts": 2}}, "gym": gym});
    let learned = progress(&good).unwrap();
    assert_eq!(
        (learned.learner.as_str(), learned.exercises, learned.gym["names"].answers),
        ("ann", 3, [2, 1])
    );
    for (value, said) in [
        (json!({"learner": "ann"}), "schema"),
        (json!({"schema": "other/1", "learner": "ann"}), "other/1"),
        (json!({"schema": PROGRESS, "learner": " "}), "learner"),
        (json!({"schema": PROGRESS, "learner": "ann", "lessons": []}), "lessons"),
        (json!({"schema": PROGRESS, "learner": "ann", "lessons": {"x": {"attempts": -1}}}), "attempts"),
        (json!({"schema": PROGRESS, "learner": "ann", "lessons": {"x": {"passed": 1}}}), "passed"),
    ] {
        assert!(progress(&value).unwrap_err().to_string().contains(said), "{value}");
    }
}

#[test]
fn a_course_says_who_is_late_and_what_is_open() {
    let due = |day: &str| Some(day.to_owned());
    let lessons = vec![("caps".to_owned(), due("2026-02-01")), ("claims".to_owned(), due("2026-02-02"))];
    // The lesson on caps is overdue on the first day after its deadline.
    let now = "2026-02-02T08:00:00Z".to_owned();
    let class = Class { plan: Some(CoursePlan { title: "Week 1".to_owned(), lessons, now }), ..class() };
    let text = csv(&class);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let cell = |row: usize, head: &str| rows[row][rows[0].iter().position(|known| *known == head).unwrap()];
    for (row, head, wanted) in [
        (1, "course.passed", "1"),
        (1, "course.late", "1"),
        (1, "course.open", "1"),
        (2, "course.open", "2"),
        (1, "lesson.claims.due", "2026-02-02"),
        (1, "lesson.claims.late", "true"),
        (1, "course.overdue", "1"),
        (2, "course.overdue", "1"),
        (2, "lesson.caps.late", "true"),
        (2, "lesson.claims.late", ""),
    ] {
        assert_eq!(cell(row, head), wanted, "{row} {head}");
    }
    let at = |head: &str| rows[0].iter().position(|known| *known == head).unwrap();
    assert!(at("lesson.caps.passed") < at("lesson.claims.passed"), "in the order of the course");
    assert_eq!(
        json_lines(&class)[0]["course"],
        json!({"title": "Week 1", "lessons": 2, "passed": 1, "late": 1, "overdue": 1})
    );
    let page = document(&class).html();
    assert!(page.contains("2026-02-03, late") && page.contains("claims, due 2026-02-02"), "{page}");
    assert!(page.contains("1 attempt, overdue") && page.contains("-, overdue"), "{page}");
}

#[test]
fn a_kappa_of_about_zero_has_no_sign() {
    let mut class = class();
    let share = GoldShare { key: "claims".to_owned(), n: 22, same: 0.5, kappa: Some(-0.004) };
    class.people[0].against.as_mut().unwrap().lists = vec![share];
    let page = document(&class).html();
    assert!(page.contains("50 % of 22, kappa 0.00"), "{page}");
}

#[test]
fn a_cap_that_one_side_cannot_decide_is_not_compared() {
    let labelled = |caps: [Option<bool>; 3]| {
        let caps = ["a", "b", "c"].into_iter().zip(caps).collect();
        let scores = RubricScores { decision: Decision::Pass, metrics: Vec::new(), caps };
        Some(Annotation { scored: BTreeMap::from([("judge-lock", scores)]), ..Annotation::default() })
    };
    let case =
        |gold, own| AnnotatedCase { by: vec![labelled(gold), labelled(own)], ..AnnotatedCase::default() };
    let annotations = Annotations {
        annotators: vec!["gold".to_owned(), "ann".to_owned()],
        cases: vec![
            case([Some(false), Some(true), None], [None, Some(true), Some(false)]),
            case([Some(false), Some(true), None], [Some(false), Some(false), None]),
        ],
    };
    let found = against(&annotations, 1, 0, &["judge-lock"]).unwrap();
    let rules: Vec<_> = found.rules.iter().map(|share| (share.key.as_str(), share.n, share.same)).collect();
    assert_eq!(rules, [("judge-lock.a", 1, 1.0), ("judge-lock.b", 2, 0.5)], "c is nobody's");
}
