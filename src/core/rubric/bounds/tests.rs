//! No number in a file takes a score out of its range: it is rejected with its location, or it does no harm.

use std::ops::Range;

use proptest::prelude::*;

use super::*;
use crate::case::Case;
use crate::labels::Labels;
use crate::num::Num;
use crate::report::PartValue;
use crate::rubric::tests::build::{TestInput, labels, over, refusal};
use crate::rubric::{Evaluation, RUBRICS, Readings, Rubric, RubricEntry};

/// Every number of a shipped file: its key and its byte range.
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
    for row in include_str!("refused.txt").lines().filter(|row| !row.starts_with('#')) {
        let columns = row.split('|').map(|column| column.trim_matches(' ').replace("\\n", "\n"));
        let [slug, from, to, said] = &columns.collect::<Vec<_>>()[..] else { panic!("{row}") };
        let Err(error) = refusal(slug, &[(from, to)]) else { panic!("{row}: it is accepted") };
        assert!(error.contains("line ") && error.contains(&**said), "{row}: {error}");
    }
}

thread_local! {
    static CASES: Vec<(TestInput, Labels)> = cases();
}

/// Labelled cases, from the best to the worst.
fn cases() -> Vec<(TestInput, Labels)> {
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
    let all = |yes: usize, no: usize, text: &str| {
        let shares = ["grounding", "citations", "steps", "facts", "anchors"];
        shares.iter().fold(labels(text), |labels, list| over(labels, &format!("{list}: {yes} yes, {no} no")))
    };
    let middling = "key_points: 2 fully, 2 partial, 1 not; claims: 2 supported, 2 partial; deviations: 2 mild; \
        claim_qags: 3 correct, 2 partial, 1 wrong; segments: 1 high, 1 =0.5, 1 =0.1; issues: 1 biased_wording, 1 insult";
    let worst = "key_points: 4 not; claims: 7 unsupported; coverage_qags: 6 wrong; claim_qags: 6 wrong; \
        deviations: 1 moderate, 9 severe; segments: 3 none; issues: 4 stereotype, 5 slur, 1 strong_profanity";
    [all(5, 0, ""), all(3, 2, middling), all(0, 4, worst)]
        .map(|labels| (TestInput::of(case()), labels))
        .into()
}

/// Every result of the rubric on some cases is a number, and each score is within its range.
fn hold(rubric: &dyn Rubric, what: &str) {
    // A sum of measured shares may exceed the bound by a rounding error.
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
                if let PartValue::Number(value) = part {
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

/// A number is rejected with its line, or does no harm.
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
