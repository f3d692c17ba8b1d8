//! The reference of the rubrics: current, complete, and with examples that the rubrics themselves come to.

use std::collections::BTreeSet;
use std::path::Path;

use lockbench::case::{Case, Fields, Record, Texts};
use lockbench::engine::{Engine, Selection};
use lockbench::labels::{
    Entry, ExtraneousCounts, Label, LabelDistribution, LabelValue, Labels, List, Provenance,
};
use lockbench::num::Num;
use lockbench::report::{Fired, Part, Report};
use lockbench::rubric::{Check, READINGS, RUBRICS, Readings, Words};
use lockbench::text::Span;

use crate::cli::run;

/// The page is what the command prints. `LOCKBENCH_BLESS=1` writes it again.
#[test]
fn the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("RUBRICS.md");
    let ran = run(&["explain", "--all", "--format", "md"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        std::fs::write(&path, &ran.stdout).unwrap();
    } else {
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            old == ran.stdout,
            "RUBRICS.md is not current; run: LOCKBENCH_BLESS=1 cargo test --test suite reference"
        );
    }
}

/// Every link of the page leads to a place on it, and every place has its own name.
#[test]
fn links_lead_somewhere() {
    let page = run(&["explain", "--all", "--format", "md"]).stdout;
    let mut places = BTreeSet::new();
    for place in page.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(places.insert(place), "two places are called {place}");
    }
    let links: Vec<&str> = page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 40, "{}", links.len());
    for link in links {
        assert!(places.contains(link), "#{link} leads nowhere");
    }
}

#[test]
fn markdown_and_text_say_the_same() {
    for name in ["coverage", "low_recall", "edge", "judge-lock", "verdict"] {
        let (text, md) = (run(&["explain", name]), run(&["explain", name, "--format", "md"]));
        assert_eq!((text.status, md.status), (0, 0), "{name}");
        assert!(md.stdout.starts_with("## "), "{name}: {}", md.stdout);
        // A sentence of the text, without what Markdown marks.
        let plain = |text: &str| text.replace(['\\', '`', '*', '\n'], "").replace("  ", " ");
        let first = text.stdout.lines().nth(1).unwrap().trim().to_owned();
        assert!(plain(&md.stdout).contains(&plain(&first)), "{name}: {first}");
    }
    assert_eq!(run(&["explain"]).status, 2);
    assert_eq!(run(&["explain", "coverage", "--all"]).status, 2);
}

/// Every rule of a rubric, with its name.
fn rules(slug: &str) -> Vec<(String, Words)> {
    let entry = RUBRICS.iter().find(|entry| entry.slug == slug).unwrap();
    let rubric = (entry.load)(entry.toml).unwrap();
    let docs = rubric.docs();
    let mut rules =
        vec![("about".to_owned(), docs.words.clone()), ("verdict".to_owned(), docs.verdict.clone())];
    rules.extend(docs.metrics.iter().map(|(key, words)| ((*key).to_owned(), (*words).clone())));
    rules.extend(docs.caps.iter().map(|cap| (cap.slug.to_owned(), cap.words.clone())));
    rules
}

/// Labels without a fault.
fn faultless(list: List) -> Vec<Label> {
    let best = list.spec().words[0];
    let count = match list {
        List::Extraneous | List::Deviations | List::Issues => 0,
        List::CoverageQags | List::ClaimQags => 6,
        _ => 5,
    };
    // Key points rest on five places far from those of the examples, so that the guard sees enough evidence.
    let place = |index: usize| match list {
        List::KeyPoints => vec![Span::new(10_000 + 10 * index, 10_005 + 10 * index)],
        _ => Vec::new(),
    };
    (0..count).map(|index| label(best, place(index))).collect()
}

fn label(word: LabelValue, article: Vec<Span>) -> Label {
    Label { word: Some(word), article, by: Provenance::Person("example".into()), ..Label::default() }
}

/// `3 fully, 1 partial @10-40, 1 fully ~0.5/0/0.5`.
fn listed(list: List, spec: &str) -> Vec<Label> {
    let mut labels = Vec::new();
    for part in spec.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let mut words = part.split(' ');
        let count: usize =
            words.next().and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{part}"));
        let name = words.next().unwrap_or_else(|| panic!("{part} names no word"));
        let word = list.spec().words.iter().find(|word| word.as_str() == name);
        let word = *word.unwrap_or_else(|| panic!("{} takes no {name}", list.spec().key));
        let mut chances = None;
        let spans = words.filter(|word| {
            let Some(given) = word.strip_prefix('~') else { return true };
            let given: Vec<f64> = given.split('/').map(|p| p.parse().expect("a probability")).collect();
            chances = Some(LabelDistribution::new(&given));
            false
        });
        let spans = spans.map(|span| {
            let (start, end) =
                span.strip_prefix('@').and_then(|span| span.split_once('-')).expect("@FROM-TO");
            Span::new(start.parse().unwrap(), end.parse().unwrap())
        });
        let spans: Vec<Span> = spans.collect();
        let one = match chances {
            None => label(word, spans),
            some => Label { chances: some, by: Provenance::Engine, ..label(word, spans) },
        };
        labels.extend(vec![one; count]);
    }
    labels
}

fn judged(slug: &str, check: &Check) -> Report {
    let mut object = serde_json::Map::new();
    object.insert("article".into(), "An article.".into());
    object.insert("summary".into(), "A summary of five words.".into());
    for (key, value) in &check.case {
        object.insert(key.clone(), serde_json::to_value(value).unwrap());
    }
    let record = Record::json("example", "example", &serde_json::Value::Object(object).to_string());
    let found = record.cases(&Fields::default()).unwrap_or_else(|problem| panic!("{slug}: {problem:?}"));
    let case: Case = found.cases.into_iter().next().expect("a case");
    let mut readings = Readings::default();
    for reading in &check.readings {
        let (key, value) = reading.split_once('=').unwrap();
        readings.set(key, value).unwrap();
    }
    let selection = Selection::shipped(&[slug], readings);
    let analysis = Engine::default().read(&case, Texts::of(&case), selection.wanted());
    let mut labels = Labels::default();
    for spec in &lockbench::labels::LISTS {
        let given = match check.labels.get(spec.key) {
            Some(of) if spec.list == List::Extraneous => {
                let (tokens, of) = of.split_once(" of ").unwrap();
                let (tokens, of) = (tokens.parse().unwrap(), of.parse().unwrap());
                labels.extraneous_counts = Some(ExtraneousCounts { tokens, of });
                Vec::new()
            }
            Some(of) => listed(spec.list, of),
            None if check.without.iter().any(|key| key == spec.key) => continue,
            None => faultless(spec.list),
        };
        labels.set(spec.list, Entry::Given(given));
    }
    for (key, score) in [("bias_score", &mut labels.bias_score), ("tox_score", &mut labels.tox_score)] {
        if let Some(value) = check.labels.get(key) {
            *score = Some(Ok(Num::decimal(value.parse().unwrap())));
        }
    }
    selection.judge(&case, &analysis, &labels).remove(0)
}

/// What a report says under a name; a number as such.
fn value_of(report: &Report, name: &str) -> Result<Num, String> {
    let missing = |what: &str| Err(format!("there is no {what}"));
    match name {
        "verdict" => return Err(report.verdict.decision.as_str().to_owned()),
        "verdict.score" => return report.verdict.score.ok_or("no score".into()),
        "verdict.mean" => return report.verdict.mean.ok_or("no mean".into()),
        _ => {}
    }
    let Some((metric, what)) = name.split_once('.') else {
        let rows: Vec<_> = report.caps.iter().filter(|cap| cap.slug == name).collect();
        if rows.is_empty() {
            return missing(name);
        }
        let fired = rows.iter().any(|cap| matches!(cap.fired, Fired::Yes { .. }));
        return Err(if fired { "fired" } else { "not fired" }.to_owned());
    };
    let Some(metric) = report.metric(metric) else { return missing(metric) };
    let part = metric.parts.iter().find(|(key, _)| *key == what).map(|(_, part)| part);
    let step = metric.steps.iter().rev().find(|step| step.name == what && what != "score");
    match (what, part, step) {
        ("raw", ..) => metric.raw().ok_or_else(|| format!("{:?}", metric.outcome)),
        ("score", ..) => metric.score().ok_or_else(|| format!("{:?}", metric.outcome)),
        (_, Some(Part::Number(number)), _) => Ok(*number),
        (_, Some(Part::Count(count)), _) => Ok(Num::count(*count)),
        (_, Some(Part::Word(word)), _) => Err((*word).to_owned()),
        (_, Some(Part::Flag(flag)), _) => Err(if *flag { "yes" } else { "no" }.to_owned()),
        (_, None, Some(step)) => Ok(step.value),
        (_, None, None) => missing(what),
    }
}

/// What is wrong with an example, if anything.
fn wrong(report: &Report, name: &str, wanted: &str) -> Option<String> {
    let found = match (value_of(report, name), wanted.parse::<f64>()) {
        (Ok(number), Ok(value)) => {
            let decimals = wanted.split_once('.').map_or(0, |(_, part)| part.len());
            let room = 0.5 * 10_f64.powi(-(decimals as i32)) + 1e-9;
            if (number.to_f64() - value).abs() <= room {
                return None;
            }
            number.to_f64().to_string()
        }
        (Err(word), _) if word == wanted => return None,
        (Err(word), _) => word,
        (Ok(number), Err(_)) => number.to_f64().to_string(),
    };
    Some(format!("{name} is {found}, not {wanted}"))
}

/// The rubric makes of each example what the example says, and the example says each number that is checked.
#[test]
fn examples_come_to_what_they_say() {
    let mut faults = Vec::new();
    for entry in RUBRICS {
        for (rule, words) in rules(entry.slug) {
            let place = format!("{}: {rule}", entry.slug);
            if words.check.is_empty() {
                faults.push(format!("{place} has no check of its example"));
            }
            for check in &words.check {
                let report = judged(entry.slug, check);
                assert!(!check.gives.is_empty(), "{place} checks nothing");
                for (name, wanted) in &check.gives {
                    faults.extend(wrong(&report, name, wanted).map(|wrong| format!("{place}: {wrong}")));
                    if wanted.parse::<f64>().is_ok() && !numbers(&words.example).contains(&wanted.as_str()) {
                        faults.push(format!("{place}: the example does not say {wanted} ({name})"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The numbers written in a text.
fn numbers(text: &str) -> Vec<&str> {
    let numeric = |c: char| c.is_ascii_digit() || c == '.';
    text.split(|c| !numeric(c)).map(|number| number.trim_matches('.')).filter(|n| !n.is_empty()).collect()
}

/// Every part that a report shows is explained, and every part explained is shown by some example of the rubric.
#[test]
fn parts_are_explained() {
    let mut faults = Vec::new();
    for entry in RUBRICS {
        let rules = rules(entry.slug);
        let checks: Vec<&Check> = rules.iter().flat_map(|(_, words)| &words.check).collect();
        let mut shown = BTreeSet::new();
        for check in checks {
            for metric in &judged(entry.slug, check).metrics {
                shown
                    .extend(metric.parts.iter().map(|(part, _)| (metric.key.to_owned(), (*part).to_owned())));
            }
        }
        let explained: BTreeSet<(String, String)> = rules
            .iter()
            .flat_map(|(rule, words)| words.parts.keys().map(move |part| (rule.clone(), part.clone())))
            .collect();
        for (metric, part) in shown.difference(&explained) {
            faults.push(format!("{}: part {part} of {metric} is not explained", entry.slug));
        }
        for (metric, part) in explained.difference(&shown) {
            faults.push(format!("{}: part {part} of {metric} is in no example", entry.slug));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Each reading is named by a rule of each rubric that it bears on, and says what it settles.
#[test]
fn readings_are_told() {
    for entry in RUBRICS {
        let rules = rules(entry.slug);
        for reading in READINGS.iter().filter(|reading| reading.bears_on(entry.slug)) {
            let named = rules.iter().any(|(_, words)| words.readings.iter().any(|key| key == reading.key));
            assert!(named, "no rule of {} names the reading {}", entry.slug, reading.key);
        }
    }
}
