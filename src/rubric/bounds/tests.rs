//! No number that a file can hold takes a score out of its range: it is refused with its place, or does no harm.

use std::ops::Range;

use proptest::prelude::*;

use super::*;
use crate::case::Case;
use crate::labels::{LabelValue, Labels, List};
use crate::num::Num;
use crate::report::Part;
use crate::rubric::tests::build::{Texts, give, label, overlap, perfect, words};
use crate::rubric::{Evaluation, RUBRICS, Readings, Rubric, RubricEntry};

/// Every number of a shipped file: its key, and its bytes.
fn numbers_of(toml: &str) -> Vec<(String, Range<usize>)> {
    let table = DeTable::parse(toml).unwrap();
    let mut found = Vec::new();
    numbers(table.get_ref(), &mut |path, _, at| {
        let length = toml[at..].find([',', ' ', ']', '}', '\n']).unwrap();
        found.push((path.join("."), at..at + length));
        Ok(())
    })
    .unwrap();
    found
}

fn with(toml: &str, place: &Range<usize>, number: &str) -> String {
    [&toml[..place.start], number, &toml[place.end..]].concat()
}

fn load(entry: &RubricEntry, toml: &str) -> Result<Box<dyn Rubric>, String> {
    (entry.load)(toml).map_err(|error| error.to_string())
}

#[test]
fn every_number_is_declared() {
    for entry in RUBRICS {
        let all = numbers_of(entry.toml);
        assert!(all.len() > 4, "{}", entry.slug);
        for (key, place) in all {
            let line = entry.toml[..place.start].matches('\n').count() + 1;
            let Err(said) = load(entry, &with(entry.toml, &place, "1e300")) else {
                panic!("{} {key}: nothing says what it may be", entry.slug)
            };
            assert!(said.contains(&format!("line {line}, column ")), "{} {key}: {said}", entry.slug);
        }
    }
}

#[test]
fn what_is_refused_is_named_with_key_and_place() {
    for (slug, from, to, said) in [
        (
            "twin-lock",
            "mild = [8, 7, 6]",
            "mild = [80, 7, 6]",
            "column 9: alignment.mild.0: 80 is outside the rubric's range, 0 to 10",
        ),
        ("twin-lock", "slope = 14", "slope = -14", "hallucination.fall.slope: -14 is not from 0 to 1000000"),
        (
            "twin-lock",
            "limits = { relevance = 4 }",
            "limits = { relevance = -9223372036854775808 }",
            "caps.none_segment.limits.relevance: ",
        ),
        ("judge-lock", "start = 10\nbiased", "start = 1e308\nbiased", "bias_toxicity.start: "),
        (
            "judge-lock",
            "\"bias_toxicity.tox\" = 2",
            "\"bias_toxicity.tox\" = 20",
            "caps.slur.limits.bias_toxicity.tox: 20 is outside",
        ),
        (
            "judge-lock",
            "count = 6",
            "count = 10000",
            "questions.count: 10000 is no whole number from 1 to 20",
        ),
        (
            "judge-lock",
            "count = [4, 7]",
            "count = [7, 4]",
            "coverage.key_points.count: the first number is above the second",
        ),
        ("judge-lock", "moderate = [5, 4]", "moderate = []", "alignment.moderate: at least one score"),
        ("judge-lock", "threshold = 0.95\n", "", "caps.low_precision.threshold: it is missing"),
        ("judge-lock", "range = [0, 10]", "range = [1, 10]", "range.0: 1 is not 0"),
        (
            "judge-lock-ultra",
            "samples = 512",
            "samples = 100000",
            "sampling.samples: 100000 is no whole number from 1 to 8192",
        ),
        ("judge-lock-ultra", "low = 0.05", "low = 0.96", "sampling.low: it must be below"),
        // A number of Judge-Lock's that Ultra's file changes.
        (
            "judge-lock-ultra",
            "[coverage.words]",
            "[alignment]\nmild = [80, 7, 6]\n\n[coverage.words]",
            "alignment.mild.0: 80 is outside the rubric's range, 0 to 10",
        ),
        (
            "protocol",
            "same_from = 0.5",
            "same_from = 0",
            "structural_coherence.drift.same_from: 0 is not above 0",
        ),
        ("protocol", "flow = 0.25, ", "flow = 0.5, ", "structural_coherence.weights: they must add up to 1"),
        ("protocol", "good_from = 0.85", "good_from = 0.99", "grounding_accuracy.bands: poor_past"),
        ("synthlink", "weight = 0.3\n", "weight = 0.4\n", "f1.weight: the weights of"),
        ("anchor", "penalty = 0.2", "penalty = 2", "hallucination.drift.penalty: 2 is not from 0 to 1"),
    ] {
        let entry = RUBRICS.iter().find(|entry| entry.slug == slug).unwrap();
        assert!(entry.toml.contains(from), "{from}");
        let Err(error) = load(entry, &entry.toml.replacen(from, to, 1)) else { panic!("{to} is accepted") };
        assert!(error.starts_with("line ") && error.contains(said), "{error}");
    }
}

thread_local! {
    static CASES: Vec<(Texts, Labels)> = cases();
}

/// Cases with labels, from the best to the worst.
fn cases() -> Vec<(Texts, Labels)> {
    let case = || Case {
        article: "The bridge over the Tane was closed in May. Inspectors found cracks in two beams."
            .to_owned(),
        summary: "# Closure\n\nThe bridge was closed in May.\n\n# Cracks\n\nInspectors found 7 cracks in it."
            .to_owned(),
        query: Some("When was the bridge closed?".to_owned()),
        references: vec!["The bridge was closed in May after cracks were found.".to_owned()],
        retrieved: Some(["a", "b", "c"].map(str::to_owned).to_vec()),
        relevant: Some(["a", "c"].map(str::to_owned).to_vec()),
        iterations: Some(serde_json::json!(2)),
        outline: Some(["Closure", "Repairs"].map(str::to_owned).to_vec()),
        ..Case::default()
    };
    let yes_no = |labels: &mut Labels, yes: usize, no: usize| {
        for list in [List::Grounding, List::Citations, List::Steps, List::Facts, List::Anchors] {
            give(labels, list, words(&[(LabelValue::Yes, yes), (LabelValue::No, no)]));
        }
    };
    let mut best = perfect();
    yes_no(&mut best, 5, 0);
    let mut middling = perfect();
    give(
        &mut middling,
        List::KeyPoints,
        words(&[(LabelValue::Fully, 2), (LabelValue::Partial, 2), (LabelValue::Not, 1)]),
    );
    give(&mut middling, List::Claims, words(&[(LabelValue::Supported, 2), (LabelValue::Partial, 2)]));
    give(
        &mut middling,
        List::ClaimQags,
        words(&[(LabelValue::Correct, 3), (LabelValue::Partial, 2), (LabelValue::Wrong, 1)]),
    );
    give(&mut middling, List::Deviations, words(&[(LabelValue::Mild, 2)]));
    give(&mut middling, List::Segments, vec![label(LabelValue::High), overlap(0.5), overlap(0.1)]);
    give(&mut middling, List::Issues, words(&[(LabelValue::BiasedWording, 1), (LabelValue::Insult, 1)]));
    yes_no(&mut middling, 3, 2);
    let mut worst = perfect();
    give(&mut worst, List::KeyPoints, words(&[(LabelValue::Not, 4)]));
    give(&mut worst, List::Claims, words(&[(LabelValue::Unsupported, 7)]));
    give(&mut worst, List::CoverageQags, words(&[(LabelValue::Wrong, 6)]));
    give(&mut worst, List::ClaimQags, words(&[(LabelValue::Wrong, 6)]));
    give(&mut worst, List::Deviations, words(&[(LabelValue::Moderate, 1), (LabelValue::Severe, 9)]));
    give(&mut worst, List::Segments, words(&[(LabelValue::None, 3)]));
    give(
        &mut worst,
        List::Issues,
        words(&[(LabelValue::Stereotype, 4), (LabelValue::Slur, 5), (LabelValue::StrongProfanity, 1)]),
    );
    yes_no(&mut worst, 0, 4);
    [best, middling, worst].map(|labels| (Texts::of(case()), labels)).into()
}

/// Everything that the rubric makes of some cases is a number, and each score lies in its range.
fn hold(rubric: &dyn Rubric, what: &str) {
    // A sum of measured shares may miss the end by a rounding error.
    let within = |value: Num, [low, high]: [Num; 2]| {
        let (value, low, high) = (value.to_f64(), low.to_f64(), high.to_f64());
        value.is_finite() && value >= low - 1e-9 && value <= high + 1e-9
    };
    let look = |done: &Evaluation| {
        let mut widest = [Num::ZERO, Num::ZERO];
        for metric in &done.metrics {
            for value in [metric.raw(), metric.score()].into_iter().flatten() {
                assert!(within(value, metric.range), "{what}: {} is {value}", metric.key);
            }
            for (name, part) in &metric.parts {
                if let Part::Number(value) = part {
                    assert!(value.to_f64().is_finite(), "{what}: {}.{name} is {value}", metric.key);
                }
            }
            widest[1] = widest[1].max(metric.range[1]);
        }
        for value in [done.verdict.score, done.verdict.mean].into_iter().flatten() {
            assert!(within(value, widest), "{what}: the verdict's score is {value}");
        }
        for cap in &done.caps {
            assert!(within(cap.limit, widest), "{what}: {} leaves {}", cap.slug, cap.limit);
        }
    };
    CASES.with(|cases| {
        for (at, (texts, labels)) in cases.iter().enumerate() {
            look(&rubric.evaluate(&texts.input(labels), &Readings::default(), at == 1));
            look(&rubric.evaluate(&texts.input(labels), &Readings::literal(), false));
        }
    });
}

/// A number is refused with its line, or does no harm.
fn try_number(entry: &RubricEntry, key: &str, place: &Range<usize>, number: &str) {
    let what = format!("{}: {key} = {number}", entry.slug);
    match load(entry, &with(entry.toml, place, number)) {
        Ok(rubric) => hold(&*rubric, &what),
        Err(error) => assert!(error.contains("line "), "{what}: {error}"),
    }
}

#[test]
fn the_shipped_rubrics_keep_their_ranges() {
    for entry in RUBRICS {
        hold(&*load(entry, entry.toml).unwrap(), entry.slug);
    }
}

#[test]
fn the_ends_of_numbers_are_refused_or_do_no_harm() {
    const ENDS: [&str; 7] = ["0", "1", "-1", "1e-300", "20", "1000000", "-9223372036854775808"];
    for entry in RUBRICS {
        for (key, place) in numbers_of(entry.toml) {
            for number in ENDS {
                try_number(entry, &key, &place, number);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_number_is_refused_or_does_no_harm(
        entry in 0..RUBRICS.len(),
        at in any::<prop::sample::Index>(),
        number in prop_oneof![
            any::<i64>().prop_map(|number| number.to_string()),
            any::<f64>().prop_map(|number| toml::Value::Float(number).to_string()),
            (-20_i32..=220).prop_map(|tenths| format!("{:.1}", f64::from(tenths) / 10.0)),
            (0_u32..=1100).prop_map(|number| number.to_string()),
        ],
    ) {
        let entry = &RUBRICS[entry];
        let all = numbers_of(entry.toml);
        let (key, place) = &all[at.index(all.len())];
        try_number(entry, key, place, &number);
    }
}
