//! Checks that the parser's accuracy on the development part of the treebanks is as stated in
//! docs/reading.md.

use std::path::PathBuf;

#[path = "../../examples/reading/parser.rs"]
#[allow(dead_code, reason = "the tables are written by the example")]
mod parser;

/// Only one sentence in 16 is parsed, since all of them take minutes without optimisation.
const EVERY: usize = 16;

#[test]
fn trees_are_as_good_as_measured() {
    let folder =
        std::env::var_os("LOCKBENCH_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let file = folder.join("ud-dev.conllu.gz");
    if !file.exists() {
        eprintln!("skipped: ud-dev.conllu.gz is not in {}", folder.display());
        return;
    }
    let (measured, _) = parser::measure(&file, EVERY).expect("a treebank");
    let all = parser::together(&measured, "");
    let own = [all.upos(), all.uas(), all.las(), all.words_f1()];
    eprintln!("{} sentences: UPOS, UAS, LAS, words {own:.2?}", all.sentences);
    let floors = [95.9, 90.0, 86.7, 99.1];
    assert!(
        own.iter().zip(floors).all(|(own, floor)| *own > floor),
        "{own:.2?} where {floors:?} is expected"
    );
}

/// The page has a row for each genre.
#[test]
fn the_page_has_its_figures() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reading.md")).expect("the page");
    for row in ["EWT reviews", "GUM news", "**all**"] {
        assert_eq!(page.matches(&format!("| {row} | ")).count(), 2, "{row}");
    }
}
