//! Checks the reference of the rubrics: it is current and complete, and the rubrics reproduce its
//! examples.

use std::collections::BTreeSet;
use std::path::Path;

use lockbench::case::{Case, Texts};
use lockbench::engine::Engine;
use lockbench::evidence::Wanted;
use lockbench::lint;
use lockbench::rubric::{Check, Evaluation, READINGS, RUBRICS, Rubric, RubricEntry};

use crate::cli::run;

/// Checks that the page equals the output of the command. `LOCKBENCH_BLESS=1` rewrites it.
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

/// Every link of the page leads to an anchor on it, and all anchors are distinct.
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
        // A sentence of the text, without Markdown marks.
        let plain = |text: &str| text.replace(['\\', '`', '*', '\n'], "").replace("  ", " ");
        let first = text.stdout.lines().nth(1).unwrap().trim().to_owned();
        assert!(plain(&md.stdout).contains(&plain(&first)), "{name}: {first}");
    }
    assert_eq!(run(&["explain"]).status, 2);
    assert_eq!(run(&["explain", "coverage", "--all"]).status, 2);
}

#[test]
fn a_rubric_file_is_explained_as_it_is() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/rubrics/newsroom.toml");
    let own = run(&["explain", "many_partials", "--rubric-file", file]);
    assert_eq!(own.status, 0, "{}", own.stderr);
    assert!(own.stdout.contains("3 or more claims partially supported"), "{}", own.stdout);
    assert_eq!(run(&["explain", "many_partials"]).status, 2);
    // Only what the rubric is composed of exists.
    assert_eq!(run(&["explain", "alignment", "--rubric-file", file]).status, 2);
    let verdict = run(&["explain", "verdict", "--rubric-file", file]).stdout;
    assert!(!verdict.contains("five"), "it has three metrics: {verdict}");
    assert_eq!(run(&["explain", "coverage", "--rubric-file", "no-such-file.toml"]).status, 2);
}

/// A shipped rubric.
fn shipped(entry: &RubricEntry) -> Box<dyn Rubric> {
    (entry.load)(entry.toml).unwrap()
}

/// Evaluates an example by a rubric.
fn evaluated(rubric: &dyn Rubric, check: &Check) -> Evaluation {
    let wanted = Wanted::new(rubric.lists(), rubric.measures());
    let mut measure = |case: &Case| (*Engine::default().read(case, Texts::of(case), wanted).measures).clone();
    lint::evaluate(rubric, check, &mut measure).unwrap_or_else(|error| panic!("{check:?}: {error}"))
}

/// The rubric reproduces each example, and the example states each number that is checked.
#[test]
fn examples_come_to_what_they_say() {
    let mut faults = Vec::new();
    for entry in RUBRICS {
        let rubric = shipped(entry);
        for (rule, words) in lint::rules(&*rubric) {
            let place = format!("{}: {rule}", entry.slug);
            if words.check.is_empty() {
                faults.push(format!("{place} has no check of its example"));
            }
            for check in &words.check {
                assert!(!check.gives.is_empty(), "{place} checks nothing");
                let wrong = lint::differences(&evaluated(&*rubric, check), check);
                faults.extend(wrong.into_iter().map(|wrong| format!("{place}: {wrong}")));
                for (name, wanted) in &check.gives {
                    if wanted.parse::<f64>().is_ok() && !numbers(&words.example).contains(&wanted.as_str()) {
                        faults.push(format!("{place}: the example does not say {wanted} ({name})"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Returns the numbers written in a text.
fn numbers(text: &str) -> Vec<&str> {
    let numeric = |c: char| c.is_ascii_digit() || c == '.';
    text.split(|c| !numeric(c)).map(|number| number.trim_matches('.')).filter(|n| !n.is_empty()).collect()
}

/// Every part shown in a report is explained, and every explained part is shown by some example of the
/// rubric.
#[test]
fn parts_are_explained() {
    let mut faults = Vec::new();
    for entry in RUBRICS {
        let rubric = shipped(entry);
        let rules = lint::rules(&*rubric);
        let checks: Vec<&Check> = rules.iter().flat_map(|(_, words)| &words.check).collect();
        let mut shown = BTreeSet::new();
        for check in checks {
            for metric in &evaluated(&*rubric, check).metrics {
                shown
                    .extend(metric.parts.iter().map(|(part, _)| (metric.key.to_owned(), (*part).to_owned())));
            }
        }
        let explained: BTreeSet<(String, String)> = rules
            .iter()
            .flat_map(|(rule, words)| words.parts.keys().map(move |part| ((*rule).to_owned(), part.clone())))
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

/// Each reading is named by a rule of each rubric that it affects, with what it settles.
#[test]
fn readings_are_told() {
    for entry in RUBRICS {
        let rubric = shipped(entry);
        let rules = lint::rules(&*rubric);
        for reading in READINGS.iter().filter(|reading| reading.bears_on(entry.slug)) {
            let named = rules.iter().any(|(_, words)| words.readings.iter().any(|key| key == reading.key));
            assert!(named, "no rule of {} names the reading {}", entry.slug, reading.key);
        }
    }
}
