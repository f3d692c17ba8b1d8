//! Checks that the figures in AGREEMENT.md are those of the current engine.

use std::path::PathBuf;

use serde_json::Value;

#[path = "../../examples/agreement/checks.rs"]
#[allow(dead_code, reason = "the tables are written by the example")]
mod checks;
#[path = "../../examples/agreement/judged.rs"]
mod judged;
#[path = "../../examples/agreement/page.rs"]
#[allow(dead_code, reason = "the page as a whole is written by the example")]
mod page;
#[path = "../../examples/agreement/pairs.rs"]
mod pairs;
#[path = "../../examples/agreement/planted.rs"]
#[allow(dead_code, reason = "the errors are found by the example")]
mod planted;
#[path = "../../examples/agreement/reliability.rs"]
mod reliability;
#[path = "../../examples/agreement/units.rs"]
mod units;
#[path = "../../examples/agreement/words.rs"]
mod words;

/// Largest accepted difference of a figure: two decimals are shown, and processors may round differently.
const CLOSE: f64 = 0.02;

/// Returns the cells of the row that begins with a name.
fn row(name: &str) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/AGREEMENT.md");
    let text = std::fs::read_to_string(path).expect("AGREEMENT.md");
    let line = text.lines().find(|line| line.starts_with(&format!("| {name} |")));
    let line = line.unwrap_or_else(|| panic!("AGREEMENT.md has no row for {name}"));
    line.split('|').map(|cell| cell.trim().to_owned()).collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn figures_of_the_page_are_current() {
    let folder =
        std::env::var_os("LOCKBENCH_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    // One set of each kind: scores by article, pairs by claim, and sentences.
    const READ: [&str; 3] = ["summeval", "rank19", "qags"];
    let read = |one: &&page::Judgement| READ.iter().any(|name| one.file.starts_with(name));
    for of_file in page::JUDGEMENTS.chunk_by(|a, b| a.file == b.file) {
        let Some(judgement) = of_file.iter().find(read) else { continue };
        if !folder.join(judgement.file).exists() {
            eprintln!("skipped: {} is not in {}", judgement.file, folder.display());
            continue;
        }
        let rows = judged::rows(&folder, judgement.file).expect("a set");
        let metrics: Vec<&str> = of_file.iter().flat_map(|one| one.metrics()).copied().collect();
        let found = judged::judge(&rows, &metrics, &[]);
        for judgement in of_file {
            let is = |(row, _): &(&Value, &judged::Found)| judged::text(row, "id").starts_with(judgement.ids);
            let (rows, found): (Vec<Value>, Vec<judged::Found>) =
                rows.iter().zip(&found).filter(is).map(|(row, found)| (row.clone(), found.clone())).unzip();
            let (table, ours, _) = judgement.columns(&rows, &found, &metrics);
            let stored = row(judgement.people);
            // The figure itself and, if there is one, the figure for hard labels.
            for (column, cell) in ours.iter().zip([5, 7]) {
                let found =
                    judged::agrees(&table, column, judgement.headline, 0).headline.expect("a figure").0;
                let stored: f64 = stored[cell].parse().expect("a figure");
                assert!(
                    (stored - found).abs() <= CLOSE,
                    "{}: {} is stored as {stored} and is {found:.3}; run `cargo run --release --example agreement -- DATA`",
                    judgement.people,
                    column.name
                );
            }
        }
    }
}
