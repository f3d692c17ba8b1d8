//! Every metric and cap is documented, and a rubric file that cannot be used says which key is wrong.

use super::build::{SUMMARY, cap, give, last, perfect, words};
use crate::case::{Case, FIELDS};
use crate::labels::{LabelValue, List};
use crate::measures::Measures;
use crate::num::Num;
use crate::report::Part;
use crate::rubric::{Input, READINGS, RUBRICS, Readings, Words, judge};
use crate::text::Text;

fn check(what: &str, slug: &str, words: &Words) {
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
            assert!(!cap.rule.is_empty() && !cap.observed.is_empty());
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
fn a_file_that_cannot_be_used_names_the_key() {
    let load = |slug: &str, from: &str, to: &str| {
        let entry = RUBRICS.iter().find(|entry| entry.slug == slug).unwrap();
        assert!(entry.toml.contains(from), "{from}");
        (entry.load)(&entry.toml.replacen(from, to, 1))
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    for (slug, from, to, key) in [
        ("twin-lock", "decimals = 2", "decimal = 2", "decimal"),
        ("twin-lock", "slope = 14", "", "slope"),
        (
            "twin-lock",
            "segments.none >= 1",
            "segments.nome >= 1",
            "caps.none_segment.if: `segments.nome` is neither",
        ),
        (
            "twin-lock",
            "caps.cross=off",
            "caps.cross=of",
            "caps.extraneous_claim.off: `caps.cross` is not read as",
        ),
        (
            "judge-lock",
            "fail_on = [\"unsupported\"",
            "fail_on = [\"unsupportet\"",
            "verdict.fail_on: `unsupportet`",
        ),
        ("twin-lock", "\"segments.none >= 1\"", "\"questions < 6\"", "there is no table [questions]"),
        ("twin-lock", "decimals = 2", "decimals = 40", "coverage.decimals"),
        ("twin-lock", "slope = 14", "slope = \"steep\"", "slope"),
        ("twin-lock", "mild = [8, 7, 6]", "mild = []", "alignment.mild"),
        ("twin-lock", "range = [0, 10]", "range = [10, 0]", "range"),
        ("judge-lock", "threshold = 0.95", "", "caps.low_precision.threshold"),
        ("judge-lock", "spans = 5", "", "caps.perfect_ten_guard.spans"),
        ("judge-lock", "limits = { alignment = 3 }", "limits = { alignmend = 3 }", "alignmend"),
        ("judge-lock", "limits = { alignment = 3 }", "limits = {}", "caps.severe_hallucination.limits"),
        ("judge-lock", "everywhere = 3", "everywhere = nan", "everywhere"),
        ("judge-lock", "[verdict]", "[verdicts]", "verdict"),
    ] {
        let error = load(slug, from, to);
        assert!(error.contains(key), "{from} -> {to}: {error}");
    }
}

#[test]
fn other_numbers_take_effect_and_sign() {
    let entry = RUBRICS.iter().find(|entry| entry.slug == "twin-lock").unwrap();
    let toml =
        entry.toml.replacen("limits = { coverage = 4, relevance = 4 }", "limits = { coverage = 2.5 }", 1);
    let rubric = (entry.load)(&toml).unwrap();
    let mut labels = perfect();
    give(&mut labels, List::Claims, words(&[(LabelValue::Unsupported, 1)]));
    let (case, article, summary) = (Case::default(), Text::new("x"), Text::new(SUMMARY));
    let measures = Measures::default();
    let input =
        Input { case: &case, article: &article, summary: &summary, labels: &labels, measures: &measures };
    let report = judge(entry, rubric.as_ref(), &input, &Readings::default());
    assert_eq!((last(&report, "coverage"), last(&report, "relevance")), (Num::decimal(2.5), Num::int(10)));
    assert!(cap(&report, "extraneous_claim", "coverage").rule.contains("at most 2.5"));
    assert!(report.signature.starts_with("twin-lock|version=1+"), "{}", report.signature);
    assert!(matches!(report.metrics[0].parts[0].1, Part::Number(_)));
}
