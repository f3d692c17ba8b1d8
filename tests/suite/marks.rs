//! Marks made by reading texts of the development sets: loads these texts, and updates the tables of
//! docs/reading.md.
//!
//! The data sets are not part of the project: `LOCKBENCH_DATA` names their folder, by default
//! `../shared/data`. If it is missing, a test is skipped with a note.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;

use lockbench::case::Case;
use lockbench::engine::{Analysis, Selection};
use lockbench::report::Decision;
use lockbench::rubric::Readings;
use lockbench::text::Span;
use serde_json::Value;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reading.md");

/// Returns the marks in a file of `tests/data`, one per line.
pub fn marks(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let lines = fs::read_to_string(path).expect("the marks");
    lines.lines().map(|line| serde_json::from_str(line).expect("a mark")).collect()
}

pub fn string<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().expect("a string")
}

/// Returns the marked texts by set, id and field; `None` if a set is missing.
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
pub fn texts(marks: &[Value]) -> Option<HashMap<(String, String, String), String>> {
    let folder =
        std::env::var_os("LOCKBENCH_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let wanted: BTreeSet<[&str; 3]> =
        marks.iter().map(|mark| ["set", "id", "field"].map(|field| string(mark, field))).collect();
    let sets: BTreeSet<&str> = wanted.iter().map(|[set, ..]| *set).collect();
    let mut out = HashMap::new();
    for set in sets {
        let path = folder.join(format!("{set}-dev.jsonl.gz"));
        let Ok(file) = File::open(&path) else {
            eprintln!("skipped: {} is not there", path.display());
            return None;
        };
        let mut lines = String::new();
        flate2::read::MultiGzDecoder::new(file).read_to_string(&mut lines).expect("a set");
        for line in lines.lines() {
            let row: Value = serde_json::from_str(line).expect("a row");
            for field in ["article", "summary"] {
                if wanted.contains(&[set, string(&row, "id"), field]) {
                    let key = (set.to_owned(), string(&row, "id").to_owned(), field.to_owned());
                    out.insert(key, string(&row, field).to_owned());
                }
            }
        }
    }
    Some(out)
}

/// Returns whether Judge-Lock fails a summary by the engine's proposals.
pub fn judge_lock_fails(analysis: &Analysis) -> bool {
    let selection = Selection::shipped(&["judge-lock"], Readings::default());
    let reports = selection.scores(&Case::default(), analysis, &analysis.proposals, false);
    reports[0].verdict.decision == Decision::Fail
}

/// Converts a passage given in characters to bytes.
pub fn bytes_of(raw: &str, start: usize, length: usize) -> Span {
    let bytes: Vec<usize> = raw.char_indices().map(|(at, _)| at).chain([raw.len()]).collect();
    Span::new(bytes[start], bytes[start + length])
}

/// Asserts that a table of docs/reading.md is current, or rewrites it.
pub fn hold_table(name: &str, now: &str) {
    let about = [format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->")];
    let page = fs::read_to_string(PAGE).expect("docs/reading.md");
    let (before, rest) = page.split_once(&about[0]).expect("a place for the table");
    let (stored, after) = rest.split_once(&about[1]).expect("an end of the table");
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        fs::write(PAGE, [before, &about[0], now, &about[1], after].concat()).expect("docs/reading.md");
    } else {
        assert_eq!(stored, now, "run: LOCKBENCH_BLESS=1 cargo test --test suite {name}");
    }
}
