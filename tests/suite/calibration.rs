//! Checks that the stored probabilities of labels are those fitted to the data, and that they are valid.

use std::path::PathBuf;

use lockbench::engine::Engine;
use lockbench::evidence::calibration::{Calibration, FIGURES, TOML, trees};
use lockbench::labels::{LISTS, List, Provenance};

#[path = "../../examples/calibrate/boost.rs"]
mod boost;
#[path = "../../examples/calibrate/data.rs"]
mod data;
#[path = "../../examples/calibrate/doubted.rs"]
mod doubted;
#[path = "../../examples/calibrate/figures.rs"]
mod figures;
#[path = "../../examples/calibrate/fit.rs"]
mod fit;
#[path = "../../examples/calibrate/points.rs"]
mod points;

/// Collects every number of a TOML file in order, with its path of keys.
fn numbers(value: &toml::Value, path: &str, out: &mut Vec<(String, f64)>) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(key, value)| numbers(value, &format!("{path}.{key}"), out));
        }
        toml::Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| numbers(item, &format!("{path}.{at}"), out));
        }
        toml::Value::Float(number) => out.push((path.to_owned(), *number)),
        toml::Value::Integer(number) => out.push((path.to_owned(), *number as f64)),
        _ => {}
    }
}

fn of(text: &str) -> Vec<(String, f64)> {
    let mut out = Vec::new();
    numbers(&text.parse::<toml::Table>().expect("TOML").into(), "", &mut out);
    out
}

/// Compares the numbers, with a tolerance for rounding on other processors.
fn agree(stored: &str, found: &str) {
    let (stored, found) = (of(stored), of(found));
    assert_eq!(stored.len(), found.len(), "run `cargo run --example calibrate -- DATA`");
    for ((path, old), (also, new)) in stored.iter().zip(&found) {
        assert_eq!(path, also);
        assert!((old - new).abs() <= 2e-3 * (1.0 + old.abs()), "{path}: stored {old}, found {new}");
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn the_stored_files_are_what_the_data_gives() {
    let folder =
        std::env::var_os("LOCKBENCH_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    if !folder.join("xsumfaith-dev.jsonl.gz").exists() {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    }
    let found = figures::files(&data::read(&folder).expect("readable data"));
    agree(trees::TOML, &found.trees);
    agree(TOML, &found.lines);
    agree(FIGURES, &found.figures);
}

#[test]
fn the_stored_figures_cover_every_fitted_list_by_articles_and_another_part() {
    toml::from_str::<Calibration>(TOML).expect("the stored lines");
    let figures: toml::Table = FIGURES.parse().expect("the stored figures");
    let rows = figures["figures"].as_array().expect("rows");
    for list in ["key_points", "coverage_qags", "claims", "claim_qags", "extraneous"] {
        let other = if list == "key_points" { "the half kept back" } else { "systems" };
        for held_out in ["articles", other] {
            let is = |row: &&toml::Value, key: &str, value: &str| row[key].as_str() == Some(value);
            let row = rows.iter().find(|row| is(row, "list", list) && is(row, "held_out", held_out));
            let row = row.unwrap_or_else(|| panic!("{list} by {held_out}"));
            for key in ["brier", "calibration_error", "people", "predicted"] {
                assert!((0.0..=1.0).contains(&row[key].as_float().expect("a number")), "{list}: {key}");
            }
            assert!(!row["curve"].as_array().expect("a curve").is_empty());
        }
    }
}

#[test]
fn every_proposal_has_probabilities_that_add_up_and_shows_that_of_its_word() {
    let article = "The city council approved a budget of $45 million on Tuesday. Mayor Anna Keller said the plan \
        would not raise taxes. The council claimed that the damned bridge may be repaired before winter, and that \
        240 jobs at 12 schools are safe. Nobody objected to the plan.";
    let summary = "The council rejected a budget of $54 million on Friday. Keller, an idiot, said taxes rise. The \
        bridge is repaired. Nobody was killed by shameful terrorists at 12 schools.";
    let analysis = Engine::default().analyse_pair(article, summary);
    let mut seen = Vec::new();
    for spec in LISTS.iter().filter(|spec| spec.list != List::Segments) {
        for label in analysis.proposals.get(spec.list).unwrap_or_default() {
            let Some(chances) = label.chances else { continue };
            seen.push(spec.list);
            assert_eq!(label.by, Provenance::Engine);
            let sum: f64 = (0..spec.words.len()).map(|at| chances.at(at)).sum();
            assert!((sum + chances.nothing() - 1.0).abs() < 1e-9, "{}: {chances:?}", spec.key);
            assert!(spec.list.is_finding() || chances.nothing() < 1e-9, "{}: {chances:?}", spec.key);
            assert_eq!(label.p, label.word.map(|word| chances.shown(spec.list, word)), "{}", spec.key);
        }
    }
    seen.dedup();
    let fitted = [
        List::KeyPoints,
        List::Extraneous,
        List::CoverageQags,
        List::Claims,
        List::ClaimQags,
        List::Deviations,
        List::Issues,
    ];
    assert_eq!(seen, fitted);
}
