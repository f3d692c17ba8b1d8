//! Compares blocks of a text with marks made by reading: `tests/data/blocks.jsonl` has 300 passages of
//! the nine development sets.
//!
//! The test is skipped if the data sets are missing (`marks`). `LOCKBENCH_BLESS=1` rewrites the table of
//! docs/reading.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use lockbench::text::{BlockKind, Span, Text, hash64};
use serde_json::Value;

use crate::marks::{bytes_of, hold_table, string, texts};

const MARKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blocks.jsonl");

/// How often a kind is marked, found, and found where it is marked.
#[derive(Clone, Copy, Default)]
struct Count {
    marked: usize,
    found: usize,
    right: usize,
}

/// Results for one half of the marks.
#[derive(Default)]
struct Half {
    kinds: BTreeMap<&'static str, Count>,
    speakers: [usize; 2],
}

/// Returns the kind of block that covers most of a passage, and the speaker at its beginning.
fn found(text: &Text, stretch: Span) -> (Option<BlockKind>, Option<&str>) {
    let mut bytes: Vec<(BlockKind, usize)> = Vec::new();
    let mut speaker = None;
    for block in text.blocks() {
        let shared = block.span.end.min(stretch.end).saturating_sub(block.span.start.max(stretch.start));
        if shared == 0 {
            continue;
        }
        if bytes.is_empty() {
            speaker = block.speaker.map(|name| text.slice(name));
        }
        match bytes.iter_mut().find(|(kind, _)| *kind == block.kind) {
            Some((_, sum)) => *sum += shared,
            None => bytes.push((block.kind, shared)),
        }
    }
    (bytes.iter().max_by_key(|(_, sum)| *sum).map(|(kind, _)| *kind), speaker)
}

fn table(halves: &[Half; 2]) -> String {
    let mut out = String::from(
        "| block | marked, tuned on | found | right | marked, kept back | found | right |\n|---|---|---|---|---|---|---|\n",
    );
    for kind in BlockKind::ALL.iter().map(|kind| kind.name()) {
        let [tuned, kept] = [0, 1].map(|half| halves[half].kinds.get(kind).copied().unwrap_or_default());
        writeln!(
            out,
            "| {kind} | {} | {} | {} | {} | {} | {} |",
            tuned.marked, tuned.found, tuned.right, kept.marked, kept.found, kept.right
        )
        .expect("a string");
    }
    let sums = halves.each_ref().map(|half| {
        let sum = |of: fn(&Count) -> usize| half.kinds.values().map(of).sum::<usize>();
        (sum(|count| count.marked), sum(|count| count.right))
    });
    writeln!(out, "| *all* | {} | | {} | {} | | {} |", sums[0].0, sums[0].1, sums[1].0, sums[1].1)
        .expect("a string");
    let [tuned, kept] = halves.each_ref().map(|half| half.speakers);
    writeln!(out, "| *speaker named* | {} | | {} | {} | | {} |", tuned[0], tuned[1], kept[0], kept[1])
        .expect("a string");
    out
}

#[test]
fn blocks_are_those_that_a_reader_marked() {
    let marks: Vec<Value> = fs::read_to_string(MARKS)
        .expect("the marks")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a mark"))
        .collect();
    assert_eq!(marks.len(), 300);
    let Some(texts) = texts(&marks) else { return };
    let mut halves = [Half::default(), Half::default()];
    for (at, mark) in marks.iter().enumerate() {
        let key = ["set", "id", "field"].map(|field| string(mark, field).to_owned());
        let [set, id, field] = key;
        let raw = &texts[&(set, id, field)];
        let number = |field: &str| mark[field].as_u64().expect("a number") as usize;
        let stretch = bytes_of(raw, number("start"), number("length"));
        let hash = format!("{:016x}", hash64(raw[stretch.range()].as_bytes()));
        assert_eq!(string(mark, "hash"), hash, "mark {at} is of another text");
        let text = Text::new(raw);
        let (kind, speaker) = found(&text, stretch);
        let marked =
            BlockKind::ALL.iter().map(|kind| kind.name()).find(|name| *name == string(mark, "block"));
        let marked = marked.expect("a kind");
        let half = &mut halves[at % 2];
        half.kinds.entry(marked).or_default().marked += 1;
        if let Some(kind) = kind {
            let count = half.kinds.entry(kind.name()).or_default();
            count.found += 1;
            count.right += usize::from(kind.name() == marked);
        }
        if let Some(name) = mark["speaker"].as_str() {
            half.speakers[0] += 1;
            half.speakers[1] += usize::from(speaker == Some(name));
        }
    }
    hold_table("blocks", &table(&halves));
}
