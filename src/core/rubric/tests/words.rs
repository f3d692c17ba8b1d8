//! Every metric and cap is documented, with the numbers of its file.

use super::build::{JUDGE, TestInput, cap, changed, expect, judged, labels, perfect, report, with};
use crate::case::FIELDS;
use crate::labels::{LabelValue, List};
use crate::rubric::{Documentation, READINGS, RUBRICS};

/// A set of questions may be smaller or larger than the six that are required.
#[test]
fn the_questions_that_were_asked_are_counted() {
    for (right, wrong, cause) in [
        (0, 1, "0 of 1 article questions right"),
        (1, 0, "1 of 1 article questions right"),
        (5, 1, "5 of 6 article questions right"),
        (4, 2, "Only 4 of 6 article questions right"),
        (5, 3, "Only 5 of 8 article questions right"),
    ] {
        let given = super::build::words(&[(LabelValue::Correct, right), (LabelValue::Wrong, wrong)]);
        let report = report(JUDGE, &with(List::CoverageQags, given), &[]);
        assert_eq!(cap(&report, "qag_incomplete", "coverage").cause(), cause);
    }
}

fn check(what: &str, slug: &str, words: &Documentation) {
    for (field, text) in [
        ("what", &words.what),
        ("why", &words.why),
        ("formula", &words.formula),
        ("example", &words.example),
        ("source", &words.source),
    ] {
        assert!(text.len() >= 15, "{slug}: {what}.{field} says too little");
    }
    for key in &words.readings {
        let reading = READINGS.iter().find(|reading| reading.key == key);
        assert!(reading.is_some_and(|reading| reading.bears_on(slug)), "{slug}: {what} names reading {key}");
    }
}

#[test]
fn every_metric_and_cap_is_documented() {
    for entry in RUBRICS {
        let rubric = (entry.load)(entry.toml).unwrap();
        assert_eq!(rubric.version(), "1");
        let docs = rubric.docs();
        check("about", entry.slug, docs.words);
        check("verdict", entry.slug, docs.verdict);
        for (key, words) in &docs.metrics {
            check(key, entry.slug, words);
        }
        for cap in &docs.caps {
            check(cap.slug, entry.slug, cap.words);
            assert!(!cap.when.contains(['{', '}']), "{} has a number that is not filled in", cap.slug);
            assert!(!cap.limits.is_empty());
        }
        for (key, words) in &docs.metrics {
            let known = |field: &String| FIELDS.iter().any(|known| known.name == field);
            assert!(words.reads.iter().all(known), "{key} reads a field that no case has");
            let named = |field: &String| words.add.contains(&format!("`{field}`"));
            assert!(
                words.add.is_empty() || words.reads.iter().any(named),
                "{key}: which field is to be added?"
            );
        }
        let report = super::build::report(entry.slug, &perfect(), &[]);
        let keys: Vec<_> = report.metrics.iter().map(|metric| metric.key).collect();
        assert_eq!(keys, docs.metrics.iter().map(|(key, _)| *key).collect::<Vec<_>>());
        for cap in &report.caps {
            assert!(docs.caps.iter().any(|known| known.slug == cap.slug), "{}", cap.slug);
            assert!(!cap.rule().is_empty() && !cap.observed.words.is_empty());
        }
        let named = |key: &str| {
            docs.metrics
                .iter()
                .map(|(_, words)| *words)
                .chain(docs.caps.iter().map(|cap| cap.words))
                .any(|words| words.readings.iter().any(|known| known == key))
        };
        for reading in READINGS.iter().filter(|reading| reading.bears_on(entry.slug)) {
            assert!(named(reading.key), "no text of {} names reading {}", entry.slug, reading.key);
        }
    }
}

#[test]
fn the_printed_numbers() {
    let twin: toml::Value = toml::from_str(RUBRICS[0].toml).unwrap();
    let judge: toml::Value = toml::from_str(RUBRICS[1].toml).unwrap();
    for shared in ["alignment", "bias_toxicity"] {
        let strip = |value: &toml::Value| {
            let mut table = value[shared].as_table().unwrap().clone();
            table.remove("words");
            table.remove("statement_tokens");
            table
        };
        assert_eq!(strip(&twin), strip(&judge), "{shared}");
    }
    for key in ["claims", "fall", "severity"] {
        assert_eq!(twin["hallucination"][key], judge["hallucination"][key], "{key}");
    }
}

#[test]
fn other_numbers_take_effect_and_sign() {
    let limits = ("limits = { coverage = 4, relevance = 4 }", "limits = { coverage = 2.5 }");
    let rubric = changed("twin-lock", &[limits]);
    let labels = labels("claims: 1 unsupported");
    let report = judged("twin-lock", &*rubric, &TestInput::new().input(&labels), &[]);
    expect(
        &report,
        "coverage 2.5; relevance 10; extraneous_claim/coverage \"at most 2.5\"; signature \"twin-lock|version=1+\"",
    );
}

#[test]
fn a_file_words_its_caps() {
    let labels = labels("claims: 2 unsupported");
    let worded = |changes: &[(&str, &str)]| {
        let rubric = changed("twin-lock", changes);
        let report = judged("twin-lock", &*rubric, &TestInput::new().input(&labels), &[]);
        let cap = report.caps.iter().find(|cap| cap.slug == "extraneous_claim").unwrap();
        assert_eq!(rubric.docs().caps[0].name, cap.words.name);
        (cap.words.name.clone(), cap.cause())
    };
    let (name, one, many) = (
        "name = \"Any unsupported claim\"\n",
        "cause = \"Unsupported claim {labels}\"\n",
        "causes = \"Unsupported claims {labels}\"\n",
    );
    let words = |name: &str, cause: &str| (name.to_owned(), cause.to_owned());
    assert_eq!(worded(&[]), words("Any unsupported claim", "Unsupported claims 1, 2"));
    // A file that predates these keys.
    assert_eq!(worded(&[(name, ""), (one, ""), (many, "")]), worded(&[]));
    let own = [
        (name, "name = \"Invention\"\n"),
        (one, "cause = \"{value} of {of} claims invented\"\n"),
        (many, ""),
    ];
    assert_eq!(worded(&own), words("Invention", "2 of 2 claims invented"));
    assert_eq!(worded(&[(name, ""), (one, "")]), words("Extraneous claim", "Unsupported claims 1, 2"));
    assert_eq!(worded(&[(one, ""), (many, "")]), words("Any unsupported claim", "2 unsupported claims"));
}
