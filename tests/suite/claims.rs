//! Compares claims of a summary with those marked by a reader: `tests/data/claims.jsonl` has 194 claims
//! of 40 development summaries and 127 claims of 60 other single sentences.
//!
//! The test is skipped if the data sets are missing (`marks`). `LOCKBENCH_BLESS=1` rewrites the table of
//! docs/reading.md.

use std::collections::HashMap;
use std::fmt::Write as _;

use lockbench::evidence::statements_of;
use lockbench::text::{Span, Text, hash64};
use serde_json::Value;

use crate::marks::{bytes_of, hold_table, marks, string, texts};

/// Least share of common words, both of the claim's words and of the mark's, for a claim to equal a mark.
const SAME: f64 = 0.8;
/// Least share of a mark's words that a claim which contains the mark must have.
const HOLDS: f64 = 0.8;
/// The rows of the table, two halves of the summaries and two of the single sentences, each with the
/// fewest whole claims that must be found.
const ROWS: [(&str, usize); 4] = [
    ("tuned on", 86),
    ("kept back", 69),
    ("single sentences, tuned on", 50),
    ("single sentences, kept back", 40),
];

/// Results for the claims of one half.
#[derive(Clone, Copy, Default)]
struct Half {
    marked: usize,
    cut: usize,
    whole: usize,
    glued: usize,
    fragment: usize,
    missing: usize,
}

/// Counts the words in some passages.
fn words(text: &str, spans: &[Span]) -> HashMap<String, usize> {
    let mut out = HashMap::new();
    for span in spans {
        for word in lockbench::text::word_spans(&text[span.range()]) {
            *out.entry(text[span.range()][word.range()].to_lowercase()).or_default() += 1;
        }
    }
    out
}

/// Returns the number of words that two counts have in common.
fn common(a: &HashMap<String, usize>, b: &HashMap<String, usize>) -> usize {
    a.iter().map(|(word, count)| (*count).min(b.get(word).copied().unwrap_or(0))).sum()
}

fn size(words: &HashMap<String, usize>) -> usize {
    words.values().sum()
}

/// Returns the words of the claims that the engine finds within a passage of a summary.
fn cut(raw: &str, within: Span) -> Vec<HashMap<String, usize>> {
    let text = Text::new(raw);
    let mut out = Vec::new();
    for placed in text.sentences() {
        for claim in statements_of(&placed.sentence, true).into_iter().filter(|one| one.factual) {
            let places = claim.places(&placed.sentence);
            if places.iter().any(|place| place.shifted(placed.start).overlaps(within)) {
                out.push(words(&placed.sentence.text, &places));
            }
        }
    }
    out
}

fn measure(half: &mut Half, raw: &str, mark: &Value) {
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let span = |piece: &Value| bytes_of(raw, number(&piece[0]), number(&piece[1]));
    let spans = |claim: &Value| -> Vec<Span> { claim.as_array().expect("pieces").iter().map(span).collect() };
    let marked: Vec<_> =
        mark["claims"].as_array().expect("claims").iter().map(|claim| words(raw, &spans(claim))).collect();
    let found = cut(raw, mark.get("sentence").map_or(Span::new(0, raw.len()), span));
    let share = |part: usize, of: &HashMap<String, usize>| part as f64 / size(of).max(1) as f64;
    let mut held = vec![false; marked.len()];
    for claim in &found {
        let same = |mark: &HashMap<String, usize>| {
            let both = common(claim, mark);
            share(both, claim) >= SAME && share(both, mark) >= SAME
        };
        let holds: Vec<usize> = (0..marked.len())
            .filter(|at| share(common(claim, &marked[*at]), &marked[*at]) >= HOLDS)
            .collect();
        for at in &holds {
            held[*at] = true;
        }
        half.cut += 1;
        if marked.iter().any(same) {
            half.whole += 1;
        } else if holds.is_empty() {
            half.fragment += 1;
        } else {
            half.glued += 1;
        }
    }
    half.marked += marked.len();
    half.missing += held.iter().filter(|held| !**held).count();
}

#[test]
fn claims_are_those_that_a_reader_marked() {
    let marks = marks("claims.jsonl");
    assert_eq!(marks.len(), 100);
    let Some(texts) = texts(&marks) else { return };
    let mut rows = [Half::default(); ROWS.len()];
    for mark in &marks {
        let [set, id, field] = ["set", "id", "field"].map(|field| string(mark, field).to_owned());
        let raw = &texts[&(set, id, field)];
        assert_eq!(string(mark, "hash"), format!("{:016x}", hash64(raw.as_bytes())), "another text: {mark}");
        let half = usize::from(string(mark, "half") == "held_back");
        let sample = usize::from(mark.get("sentence").is_some());
        measure(&mut rows[sample * 2 + half], raw, mark);
    }
    let mut table = String::from(
        "| half | marked | cut | whole | glued | fragment | missing |\n|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for ((name, _), half) in ROWS.iter().zip(&rows) {
        let Half { marked, cut, whole, glued, fragment, missing } = half;
        writeln!(table, "| {name} | {marked} | {cut} | {whole} | {glued} | {fragment} | {missing} |")
            .expect("a string");
    }
    for ((_, least), half) in ROWS.iter().zip(&rows) {
        assert!(half.whole >= *least, "{table}");
    }
    hold_table("claims", &table);
}
