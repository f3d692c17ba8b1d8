use super::labels::ByLabels;
use super::scores::{ByScores, JudgeScore, JudgeScores};
use super::*;
use crate::agree::Resampling;
use crate::agree::annotators::{AnnotatedCase, Annotation, Annotations, LabelledUnit};
use crate::labels::{LabelValue, List};

const RESAMPLING: Resampling = Resampling { samples: 400, seed: 1 };

fn candidate(name: &str, kind: JudgeKind, samples: usize) -> Candidate {
    Candidate { name: name.to_owned(), kind, samples, spent: JudgeCost::default() }
}

/// Builds claims from letters: s supported, p partial, u unsupported.
fn claims(letters: &str) -> Option<Annotation> {
    let unit = |(at, letter): (usize, char)| LabelledUnit {
        text: format!("claim {at}"),
        value: match letter {
            's' => LabelValue::Supported,
            'p' => LabelValue::Partial,
            _ => LabelValue::Unsupported,
        },
        marks: Vec::new(),
    };
    let units: Vec<LabelledUnit> = letters.chars().enumerate().map(unit).collect();
    (!units.is_empty()).then(|| Annotation { lists: [(List::Claims, units)].into(), ..Annotation::default() })
}

fn annotations(by: &[&[&str]]) -> Annotations {
    let cases = by.iter().enumerate().map(|(at, case)| AnnotatedCase {
        id: at.to_string(),
        read: at,
        by: case.iter().map(|one| claims(one)).collect(),
    });
    Annotations { annotators: by[0].iter().map(|_| String::new()).collect(), cases: cases.collect() }
}

#[test]
fn a_judge_is_as_good_as_its_kappa_with_people_and_what_it_leaves_out_is_reported() {
    // A person; a judge that is always right; one that always says supported; one that answers half of
    // the cases.
    let given = annotations(&[
        &["ssu", "ssu", "sss", "ssu"],
        &["sup", "sup", "sss", ""],
        &["uss", "uss", "sss", "uss"],
        &["psu", "psu", "sss", ""],
        &["sus", "sus", "sss", "sss"],
    ]);
    let judges = [("half", JudgeKind::File), ("yes", JudgeKind::Overlap), ("right", JudgeKind::Program)];
    let judges: Vec<Candidate> = judges.iter().map(|(name, kind)| candidate(name, *kind, 1)).collect();
    let measure = ByLabels::new(&given, 1, vec![vec![3], vec![2], vec![1]], None, RESAMPLING);
    let found = compare(&judges, &measure);
    let names: Vec<&str> = found.rows.iter().map(|row| row.judge.name.as_str()).collect();
    assert_eq!(names, ["right", "half", "yes"]);
    assert_eq!(found.rows[0].agreement.value, Ok(1.0));
    assert_eq!(found.rows[2].agreement.value, Ok(0.0), "what says the same always knows nothing");
    assert_eq!(found.rows[2].same, Some(8.0 / 15.0));
    let row = &found.rows[1];
    assert_eq!((row.judged, row.answered, row.agreement.n), (5, 3, 9));
    assert!((row.unanswered() - 0.4).abs() < 1e-12);
    assert_eq!(found.best[0].row, 0);
    // "half" and "right" are compared on the three cases that both answered.
    let pair = found.pairs.iter().find(|pair| (pair.a, pair.b) == (0, 1)).unwrap();
    assert_eq!(pair.cases, 3);
    // "right" is better than "yes" in every resample.
    let pair = found.pairs.iter().find(|pair| (pair.a, pair.b) == (0, 2)).unwrap();
    assert!(pair.p.unwrap() < 0.02 && pair.is_significant(), "{pair:?}");
    assert_eq!(pair.interval, Some([1.0, 1.0]));
    assert!(found.pairs.iter().all(|pair| pair.holm >= pair.p), "{:?}", found.pairs);
}

/// Builds the scores of a judge that answered every case.
fn scores(scores: JudgeScores) -> JudgeScore {
    let answered = vec![true; scores[0][0].len()];
    JudgeScore::Scores { scores, answered }
}

#[test]
fn a_judge_that_equals_another_is_not_better_than_it() {
    let given = annotations(&[&["ssu", "sup", "sup"], &["psu", "psu", "psu"], &["uss", "usp", "usp"]]);
    let judges = [candidate("a", JudgeKind::File, 1), candidate("b", JudgeKind::File, 1)];
    let measure = ByLabels::new(&given, 1, vec![vec![1], vec![2]], None, RESAMPLING);
    let found = compare(&judges, &measure);
    assert_eq!(found.pairs.len(), 1);
    assert_eq!((found.pairs[0].value, found.pairs[0].p), (0.0, Some(1.0)));
    assert!(!found.pairs[0].is_significant());
}

#[test]
fn people_are_compared_with_each_other_and_are_no_candidates() {
    let given = annotations(&[&["ssu", "ssu", "ssu"], &["sup", "sup", "sup"], &["uss", "upp", "uss"]]);
    let judges = [
        candidate("ann", JudgeKind::Person, 1),
        candidate("bob", JudgeKind::Person, 1),
        candidate("j", JudgeKind::File, 1),
    ];
    let measure = ByLabels::new(&given, 2, vec![vec![0], vec![1], vec![2]], None, RESAMPLING);
    let found = compare(&judges, &measure);
    assert!(found.pairs.is_empty());
    let of = |name: &str| found.rows.iter().find(|row| row.judge.name == name).unwrap();
    assert_eq!(of("ann").agreement.value, of("bob").agreement.value);
    assert_eq!(found.rows[found.best[0].row].judge.name, "j");
    // It agrees fully with Ann, and with Bob as much as Ann does; the value is the mean of both.
    let with_bob = of("ann").agreement.value.unwrap();
    assert!((of("j").agreement.value.unwrap() - (1.0 + with_bob) / 2.0).abs() < 1e-12);
}

#[test]
fn samples_of_a_judge_are_averaged_and_give_its_own_variance() {
    let given = annotations(&[&["ssu", "ssu", "usu"], &["sup", "sup", "sup"], &["uss", "uss", "sss"]]);
    let measure = ByLabels::new(&given, 1, vec![vec![1, 2]], None, RESAMPLING);
    let found = compare(&[candidate("j", JudgeKind::Program, 2)], &measure);
    let row = &found.rows[0];
    let own = row.own.unwrap();
    assert_eq!((own.samples, own.alike), (2, Some(7.0 / 9.0)));
    let second = 1.0 - 2.0 * own.of_agreement.unwrap() / 2.0_f64.sqrt();
    assert!((row.agreement.value.unwrap() - (1.0 + second) / 2.0).abs() < 1e-9, "{row:?}");
}

#[test]
fn a_judge_whose_labels_give_no_score_has_answered() {
    let numbers: Vec<Option<f64>> = (0..8).map(|at| Some(f64::from(at))).collect();
    let silent = JudgeScore::Scores { scores: vec![vec![vec![None; 8]]], answered: vec![false; 8] };
    let without = JudgeScore::Scores { scores: vec![vec![vec![None; 8]]], answered: vec![true; 8] };
    let judges = vec![scores(vec![vec![numbers.clone()]]), without, silent];
    let metrics = vec!["judge-lock.coverage".to_owned()];
    let measure = ByScores::new((0..8).collect(), vec![numbers], metrics, None, judges, RESAMPLING);
    let candidates = ["good", "lacking", "silent"].map(|name| candidate(name, JudgeKind::File, 1));
    let found = compare(&candidates, &measure);
    let of = |name: &str| found.rows.iter().find(|row| row.judge.name == name).unwrap();
    assert_eq!(["good", "lacking", "silent"].map(|name| of(name).answered), [8, 8, 0]);
    assert!(of("lacking").agreement.value.unwrap_err().contains("lack a list"));
    assert_eq!(of("silent").agreement.value, Err("no score of a case that people judged"));
    assert!(found.pairs.is_empty(), "{:?}", found.pairs);
}

#[test]
fn scores_are_compared_with_the_mean_of_peoples_numbers() {
    let cases = 40;
    let ann: Vec<Option<f64>> = (0..cases).map(|at| Some(f64::from(at % 8))).collect();
    let bob: Vec<Option<f64>> = (0..cases).map(|at| Some(f64::from((at + at % 3) % 8))).collect();
    let good = vec![vec![ann.clone()]];
    let noise = vec![vec![(0..cases).map(|at| Some(f64::from(at * 7 % 5))).collect::<Vec<_>>()]];
    let articles: Vec<usize> = (0..cases as usize).collect();
    let judges = vec![JudgeScore::Person(0), JudgeScore::Person(1), scores(noise), scores(good)];
    let measure = ByScores::new(
        articles,
        vec![ann, bob],
        vec!["judge-lock.coverage".to_owned()],
        None,
        judges,
        RESAMPLING,
    );
    let names = [
        ("ann", JudgeKind::Person),
        ("bob", JudgeKind::Person),
        ("noise", JudgeKind::File),
        ("good", JudgeKind::File),
    ];
    let candidates = names.map(|(name, kind)| candidate(name, kind, 1));
    let found = compare(&candidates, &measure);
    let of = |name: &str| found.rows.iter().find(|row| row.judge.name == name).unwrap();
    assert!(of("good").agreement.value.unwrap() > of("ann").agreement.value.unwrap());
    assert_eq!(of("ann").agreement.value, of("bob").agreement.value, "each against the other");
    assert_eq!(of("good").agreement.n, 40);
    assert_eq!(found.pairs.len(), 1);
    assert!(found.pairs[0].is_significant(), "{:?}", found.pairs);
}

#[test]
fn holm_takes_the_number_of_pairs_into_account() {
    let pair =
        |p| JudgeDifference { a: 0, b: 1, cases: 1, value: 1.0, interval: None, p: Some(p), holm: None };
    let mut pairs = [pair(0.04), pair(0.01), pair(0.03)];
    holm(&mut pairs);
    assert_eq!(pairs.map(|pair| pair.holm.unwrap()), [0.06, 0.03, 0.06]);
}
