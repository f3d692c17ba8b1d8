//! Worked examples, by hand, and what must hold for any record.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::TOML;
use crate::case::Case;
use crate::labels::{Entry, Label, LabelValue, Labels, List, Provenance};
use crate::measures::{Measures, Reference, References, Tokens};
use crate::num::Num;
use crate::report::{Decision, Outcome, Part, Report};
use crate::rubric::tests::build::read;
use crate::rubric::tests::replay::replay;
use crate::rubric::{Input, RUBRICS, judge};
use crate::text::Text;

/// A record: answer of 10 tokens that shares 8 with a reference of 12; three of four documents relevant; five of six
/// steps; seven of eight facts; correct at the second attempt.
#[derive(Clone, Debug)]
struct Record {
    references: Vec<[usize; 6]>,
    retrieved: Option<Vec<&'static str>>,
    relevant: Option<Vec<&'static str>>,
    named: Option<usize>,
    steps: Option<(usize, usize)>,
    facts: Option<(usize, usize)>,
    iterations: Option<Value>,
}

fn record() -> Record {
    Record {
        references: vec![[10, 8, 12, 9, 8, 6]],
        retrieved: Some(vec!["a", "b", "x", "c"]),
        relevant: Some(vec!["a", "b", "c", "d"]),
        named: Some(6),
        steps: Some((5, 1)),
        facts: Some((7, 1)),
        iterations: Some(json!(2)),
    }
}

/// Everything at its best.
fn perfect() -> Record {
    Record {
        references: vec![[10, 10, 10, 9, 9, 9]],
        retrieved: Some(vec!["a", "b", "c", "d", "e", "x"]),
        relevant: Some(vec!["a", "b", "c", "d", "e"]),
        named: Some(2),
        steps: Some((2, 0)),
        facts: Some((3, 0)),
        iterations: Some(json!(1)),
    }
}

fn labels_of((yes, no): (usize, usize)) -> Vec<Label> {
    let label = |word| Label { word: Some(word), by: Provenance::Person("anna".into()), ..Label::default() };
    [vec![label(LabelValue::Yes); yes], vec![label(LabelValue::No); no]].concat()
}

impl Record {
    fn report(&self, settings: &[&str]) -> Report {
        let names = |names: &Option<Vec<&str>>| {
            names.as_ref().map(|names| names.iter().map(|name| (*name).to_owned()).collect())
        };
        let case = Case {
            retrieved: names(&self.retrieved),
            relevant: names(&self.relevant),
            reasoning_steps: self.named.map(|named| vec!["a step".to_owned(); named]),
            iterations: self.iterations.clone(),
            ..Case::default()
        };
        let mut labels = Labels::default();
        for (list, counts) in [(List::Steps, self.steps), (List::Facts, self.facts)] {
            if let Some(counts) = counts {
                labels.set(list, Entry::Given(labels_of(counts)));
            }
        }
        self.judged(&case, &labels, settings)
    }

    fn judged(&self, case: &Case, labels: &Labels, settings: &[&str]) -> Report {
        let tokens = |all, distinct| Tokens { all, distinct };
        let each = self.references.iter().map(|&[_, shared, all, _, distinct, shared_distinct]| Reference {
            tokens: tokens(all, distinct),
            shared: tokens(shared, shared_distinct),
        });
        let first = self.references.first().map_or([0; 6], |first| *first);
        let answer = tokens(first[0], first[3]);
        let references = References { answer, each: each.collect() };
        let measures = Measures { references: Some(references), ..Measures::default() };
        let (article, summary) = (Text::new("An article."), Text::new("An answer."));
        let input = Input { case, article: &article, summary: &summary, labels, measures: &measures };
        let entry = RUBRICS.iter().find(|entry| entry.slug == "synthlink").unwrap();
        let report = judge(entry, (entry.load)(entry.toml).unwrap().as_ref(), &input, &read(settings));
        replay(&report);
        report
    }
}

fn score(report: &Report, key: &str) -> Option<Num> {
    report.metric(key).unwrap().score()
}

fn fault(report: &Report, key: &str) -> String {
    match &report.metric(key).unwrap().outcome {
        Outcome::NotApplicable(reason) => format!("n/a: {reason}"),
        Outcome::Error(reason) => reason.clone(),
        scored => panic!("{key}: {scored:?}"),
    }
}

fn flag(report: &Report, key: &str, name: &str) -> Part {
    let parts = &report.metric(key).unwrap().parts;
    parts.iter().find(|(known, _)| *known == name).map(|(_, part)| part.clone()).unwrap()
}

#[test]
fn the_worked_examples() {
    let report = record().report(&[]);
    // 2 * 0.8 * (2/3) / (0.8 + 2/3) = 8/11; 3/5; 5/6; 7/8; 1/2.
    let expected = [
        ("f1", Num::ratio(8, 11)),
        ("p_at_5", Num::ratio(3, 5)),
        ("rqs", Num::ratio(5, 6)),
        ("fcs", Num::ratio(7, 8)),
        ("ie", Num::ratio(1, 2)),
    ];
    for (key, value) in expected {
        assert_eq!(score(&report, key), Some(value), "{key}");
    }
    // 0.3*8/11 + 0.2*3/5 + 0.3*5/6 + 0.1*7/8 + 0.1/2 = 12/55 + 6/50 + 1/4 + 7/80 + 1/20.
    let aggregate =
        Num::ratio(12, 55) + Num::ratio(6, 50) + Num::ratio(1, 4) + Num::ratio(7, 80) + Num::ratio(1, 20);
    assert_eq!(score(&report, "aggregate"), Some(aggregate));
    assert_eq!(report.verdict.score, Some(aggregate));
    assert_eq!((report.verdict.mean, report.verdict.decision), (None, Decision::Fail));
    assert!(report.verdict.because[0].starts_with("fact 8 is not verified"), "{:?}", report.verdict.because);
    assert_eq!(flag(&report, "ie", "target_met"), Part::Flag(true));
    assert_eq!(flag(&report, "fcs", "target_met"), Part::Flag(false));
    assert_eq!(flag(&report, "aggregate", "partial"), Part::Flag(false));
    assert!(report.metric("p_at_5").unwrap().notes.contains(&"4 of 5 documents were retrieved".to_owned()));
    assert!(report.metric("aggregate").unwrap().notes.iter().any(|note| note.contains("together give 0.85")));
}

#[test]
fn the_verdicts() {
    let report = perfect().report(&[]);
    assert_eq!((score(&report, "aggregate"), report.verdict.decision), (Some(Num::ONE), Decision::Pass));
    // Low, but nothing is unverified.
    let low = Record { references: vec![[10, 0, 10, 9, 9, 0]], ..perfect() };
    assert_eq!(low.report(&[]).verdict.decision, Decision::Warn);
    assert_eq!(low.report(&["targets=gate"]).verdict.decision, Decision::Fail);
    // Unverified, but not low: 0.9 + 0.1*(2/3) is above the target.
    let one = Record { facts: Some((2, 1)), ..perfect() };
    assert_eq!(one.report(&[]).verdict.decision, Decision::Pass);
    assert_eq!(one.report(&["targets=gate"]).verdict.decision, Decision::Fail);
    // On the edge: 0.6 + 0.2 + 0.1 + 0 = 0.9 exactly meets the target.
    let edge = Record { iterations: Some(Value::Null), ..perfect() }.report(&[]);
    assert_eq!((score(&edge, "aggregate"), edge.verdict.decision), (Some(Num::decimal(0.9)), Decision::Pass));
    assert_eq!((score(&edge, "ie"), flag(&edge, "ie", "target_met")), (Some(Num::ZERO), Part::Flag(false)));
}

/// All five minimum targets together, and the aggregate misses its own.
#[test]
fn targets_together_miss_the_aggregate() {
    let least = Record {
        references: vec![[10, 9, 10, 10, 10, 9]],
        retrieved: Some(vec!["a", "b", "c", "d", "x"]),
        relevant: Some(vec!["a", "b", "c", "d"]),
        named: Some(10),
        steps: Some((9, 1)),
        facts: Some((1, 0)),
        iterations: Some(json!(2)),
    };
    let report = least.report(&[]);
    for key in ["f1", "p_at_5", "rqs", "fcs", "ie"] {
        assert_eq!(flag(&report, key, "target_met"), Part::Flag(true), "{key}");
    }
    assert_eq!(flag(&report, "aggregate", "target_met"), Part::Flag(false));
    assert_eq!(
        (score(&report, "aggregate"), report.verdict.decision),
        (Some(Num::decimal(0.85)), Decision::Warn)
    );
}

#[test]
fn iterations_of_every_kind() {
    let ie = |value: Option<Value>| Record { iterations: value, ..perfect() }.report(&[]);
    for (value, over, under) in [
        (json!(1), 1, 1),
        (json!(3), 1, 3),
        (json!(5), 1, 5),
        (json!(7), 1, 5),
        (json!(2.0), 1, 2),
        (json!(1e300), 1, 5),
    ] {
        assert_eq!(score(&ie(Some(value)), "ie"), Some(Num::ratio(over, under)));
    }
    for value in [json!(0), json!(-1), json!(2.5), json!("3"), json!(true), json!([2]), json!({})] {
        let report = ie(Some(value.clone()));
        assert!(fault(&report, "ie").contains("not a whole number from 1"), "{value}");
        assert_eq!(report.verdict.decision, Decision::Warn);
        // The others are scored, and the weights raised: all are at their best.
        assert_eq!(score(&report, "aggregate"), Some(Num::ONE));
        assert_eq!(flag(&report, "aggregate", "partial"), Part::Flag(true));
        let notes = &report.metric("aggregate").unwrap().notes;
        assert!(notes.iter().any(|note| note.contains(") is left out, and")), "one is no plural: {notes:?}");
    }
    assert!(fault(&ie(None), "ie").starts_with("n/a"));
    assert_eq!(
        score(&Record { iterations: None, ..perfect() }.report(&["missing=zero"]), "aggregate"),
        Some(Num::decimal(0.9))
    );
}

#[test]
fn documents_of_every_kind() {
    let p = |retrieved: Option<Vec<&'static str>>, relevant: Option<Vec<&'static str>>, settings: &[&str]| {
        Record { retrieved, relevant, ..perfect() }.report(settings)
    };
    let relevant = || Some(vec!["a", "b"]);
    // Retrieved twice counts once, and takes up two of the five places.
    let twice = p(Some(vec!["a", "a", "x", "y", "z", "b"]), relevant(), &[]);
    assert_eq!(score(&twice, "p_at_5"), Some(Num::ratio(1, 5)));
    assert!(twice.metric("p_at_5").unwrap().notes[0].contains("retrieved names a more than once"));
    let given_twice = p(Some(vec!["a", "x", "y", "z", "b"]), Some(vec!["b", "a", "b"]), &[]);
    assert_eq!(score(&given_twice, "p_at_5"), Some(Num::ratio(2, 5)));
    assert!(given_twice.metric("p_at_5").unwrap().notes[0].contains("relevant names b more than once"));
    assert_eq!(score(&p(Some(vec!["a"]), relevant(), &[]), "p_at_5"), Some(Num::ratio(1, 5)));
    assert_eq!(score(&p(Some(vec!["a"]), relevant(), &["p5.denominator=min"]), "p_at_5"), Some(Num::ONE));
    // Nothing retrieved: none of five; of nothing there is no share.
    let none = p(Some(vec![]), relevant(), &[]);
    assert_eq!(score(&none, "p_at_5"), Some(Num::ZERO));
    assert!(none.metric("p_at_5").unwrap().notes[0].contains("empty list"));
    assert!(fault(&p(Some(vec![]), relevant(), &["p5.denominator=min"]), "p_at_5").starts_with("n/a"));
    let nothing_relevant = p(Some(vec!["a"]), Some(vec![]), &[]);
    assert_eq!(score(&nothing_relevant, "p_at_5"), Some(Num::ZERO));
    assert!(fault(&p(None, relevant(), &[]), "p_at_5").contains("retrieved"));
    assert!(fault(&p(Some(vec!["a"]), None, &[]), "p_at_5").contains("relevant"));
}

#[test]
fn references_of_every_kind() {
    let f1 =
        |references: Vec<[usize; 6]>, settings: &[&str]| Record { references, ..perfect() }.report(settings);
    // As sets: 6 shared of 9 and of 8: 2*6/17.
    assert_eq!(score(&f1(vec![[10, 8, 12, 9, 8, 6]], &["f1.tokens=set"]), "f1"), Some(Num::ratio(12, 17)));
    // The best of three: 2*5/20, 2*4/14, 2*5/20.
    let three = f1(vec![[10, 5, 10, 9, 9, 4], [10, 4, 4, 9, 4, 4], [10, 5, 10, 9, 9, 4]], &[]);
    assert_eq!(score(&three, "f1"), Some(Num::ratio(4, 7)));
    assert!(three.metric("f1").unwrap().notes[0].contains("number 2 fits best"));
    assert_eq!(score(&f1(vec![[10, 0, 4, 9, 4, 0]], &[]), "f1"), Some(Num::ZERO));
    assert!(fault(&f1(vec![], &[]), "f1").contains("no reference"));
    assert!(fault(&f1(vec![[10, 0, 0, 9, 0, 0]], &[]), "f1").contains("no reference has a word"));
    assert!(fault(&f1(vec![[0, 0, 5, 0, 5, 0]], &[]), "f1").contains("the summary has no word"));
}

#[test]
fn steps_and_facts_of_every_kind() {
    let other = Record { named: Some(4), steps: Some((2, 1)), ..perfect() }.report(&[]);
    assert_eq!(score(&other, "rqs"), Some(Num::ratio(2, 3)));
    assert!(other.metric("rqs").unwrap().notes[0].contains("names 4, and 3 are labelled"));
    let one = Record { named: Some(4), steps: Some((1, 0)), ..perfect() }.report(&[]);
    assert!(one.metric("rqs").unwrap().notes[0].contains("names 4, and 1 is labelled"));
    let unnamed = Record { named: None, ..perfect() }.report(&[]);
    assert_eq!(score(&unnamed, "rqs"), Some(Num::ONE));
    for (named, steps, said) in [
        (None, None, "n/a: the case names no reasoning steps"),
        (Some(0), None, "n/a: reasoning_steps is an empty list"),
        (Some(3), Some((0, 0)), "n/a: there is no reasoning step"),
        (Some(3), None, "missing_metric"),
    ] {
        let report = Record { named, steps, ..perfect() }.report(&[]);
        assert_eq!(fault(&report, "rqs"), said);
        assert_eq!(report.verdict.decision, Decision::Warn);
        assert_eq!(score(&report, "aggregate"), Some(Num::ONE));
    }
    assert_eq!(fault(&Record { facts: None, ..perfect() }.report(&[]), "fcs"), "missing_metric");
    assert!(fault(&Record { facts: Some((0, 0)), ..perfect() }.report(&[]), "fcs").starts_with("n/a"));
    let mut labels = Labels::default();
    labels.set(List::Facts, Entry::Malformed("facts/0: no `verified`".into()));
    let report = perfect().judged(&Case::default(), &labels, &[]);
    assert_eq!(fault(&report, "fcs"), "facts/0: no `verified`");
    assert_eq!(score(&report, "f1"), Some(Num::ONE));
}

#[test]
fn nothing_at_all_is_incomplete() {
    let empty = Record {
        references: vec![],
        retrieved: None,
        relevant: None,
        named: None,
        steps: None,
        facts: None,
        iterations: None,
    };
    for settings in [&[][..], &["missing=zero"], &["targets=gate"]] {
        let report = empty.report(settings);
        assert_eq!((report.verdict.decision, report.verdict.score), (Decision::Incomplete, None));
        assert!(report.verdict.because[0].contains("f1 (the case has no reference)"));
    }
}

#[test]
fn a_file_that_cannot_be_used_names_the_key() {
    let entry = RUBRICS.iter().find(|entry| entry.slug == "synthlink").unwrap();
    for (from, to, key) in [
        ("weight = 0.3", "weight = 0.4", "weight"),
        ("depth = 5", "depth = 0", "p_at_5.depth"),
        ("most = 5", "most = 0", "ie.most"),
        ("range = [0, 1]", "range = [1, 0]", "range"),
        ("fail_unverified", "fail_unverifed", "fail_unverifed"),
    ] {
        assert!(TOML.contains(from));
        let error = (entry.load)(&TOML.replacen(from, to, 1)).err().map(|error| error.to_string()).unwrap();
        assert!(error.contains(key), "{error}");
    }
}

fn any_record() -> impl Strategy<Value = Record> {
    let names = || {
        prop::option::of(prop::collection::vec(
            prop::sample::select(vec!["a", "b", "c", "d", "e", "f"]),
            0..8,
        ))
    };
    let counts = || prop::option::of((0_usize..6, 0_usize..6));
    let reference = (1_usize..12, 0_usize..6, 6_usize..14).prop_map(|(answer, shared, all)| {
        let shared = shared.min(answer);
        [answer.max(6), shared, all, answer.max(6), all, shared]
    });
    let iterations = prop::option::of(prop_oneof![
        (0_i64..8).prop_map(Value::from),
        Just(Value::Null),
        Just(json!("two")),
    ]);
    (
        prop::option::of(reference),
        names(),
        names(),
        prop::option::of(0_usize..6),
        counts(),
        counts(),
        iterations,
    )
        .prop_map(|(reference, retrieved, relevant, named, steps, facts, iterations)| Record {
            references: reference.into_iter().collect(),
            retrieved,
            relevant,
            named,
            steps,
            facts,
            iterations,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Scores stay in range, and the aggregate between the least and the greatest of its parts.
    #[test]
    fn scores_stay_in_bounds(record in any_record(), reading in 0_usize..5) {
        let settings = [&[][..], &["f1.tokens=set"], &["p5.denominator=min"], &["missing=zero"], &["targets=gate"]];
        let report = record.report(settings[reading]);
        let scores: Vec<Num> = report.metrics[..5].iter().filter_map(|metric| metric.score()).collect();
        for score in &scores {
            prop_assert!(*score >= Num::ZERO && *score <= Num::ONE);
        }
        match score(&report, "aggregate") {
            None => {
                prop_assert!(scores.is_empty());
                prop_assert_eq!(report.verdict.decision, Decision::Incomplete);
            }
            Some(aggregate) => {
                let (least, most) = (
                    scores.iter().copied().reduce(Num::min).unwrap(),
                    scores.iter().copied().reduce(Num::max).unwrap(),
                );
                prop_assert!(aggregate <= most && (aggregate >= least || settings[reading] == ["missing=zero"]));
                prop_assert!(scores.len() == 5 || report.verdict.decision != Decision::Pass);
            }
        }
    }

    /// Ticking a step, or verifying a fact, never lowers the aggregate, nor makes the verdict worse.
    #[test]
    fn ticking_never_costs(record in any_record(), fact in any::<bool>()) {
        let counts = if fact { record.facts } else { record.steps };
        let Some((yes, no)) = counts.filter(|(_, no)| *no > 0) else { return Ok(()) };
        let ticked = Some((yes + 1, no - 1));
        let better =
            if fact { Record { facts: ticked, ..record.clone() } } else { Record { steps: ticked, ..record.clone() } };
        let (before, after) = (record.report(&[]), better.report(&[]));
        prop_assert!(score(&after, "aggregate") > score(&before, "aggregate"));
        prop_assert!(after.verdict.decision <= before.verdict.decision);
    }
}
