//! Blocks of a text against marks made by reading: `tests/data/blocks.jsonl` has 300 stretches of the nine development sets.
//!
//! The sets are not part of the project: `LOCKBENCH_DATA` names their folder, `../shared/data` by default, and without it the
//! test skips and says so. `LOCKBENCH_BLESS=1` rewrites the table of docs/reading.md.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;

use lockbench::text::{BlockKind, Span, Text, hash64};
use serde_json::Value;

const MARKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blocks.jsonl");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reading.md");
/// What the table stands between on the page.
const ABOUT: [&str; 2] = ["<!-- blocks -->\n", "<!-- end of blocks -->"];

/// How often a kind is marked, found, and found where it is marked.
#[derive(Clone, Copy, Default)]
struct Count {
    marked: usize,
    found: usize,
    right: usize,
}

/// What came out of one half of the marks.
#[derive(Default)]
struct Half {
    kinds: BTreeMap<&'static str, Count>,
    speakers: [usize; 2],
}

fn string<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().expect("a string")
}

/// The texts that the marks are of, by set, id and field; none where a set is not there.
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn texts(marks: &[Value]) -> Option<HashMap<(String, String, String), String>> {
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

/// The kind that most of a stretch is of, and who speaks where it begins.
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
    for kind in BlockKind::ALL.map(BlockKind::name) {
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
        let bytes: Vec<usize> = raw.char_indices().map(|(at, _)| at).chain([raw.len()]).collect();
        let (start, end) = (number("start"), number("start") + number("length"));
        let stretch = Span::new(bytes[start], bytes[end]);
        let hash = format!("{:016x}", hash64(raw[stretch.range()].as_bytes()));
        assert_eq!(string(mark, "hash"), hash, "mark {at} is of another text");
        let text = Text::new(raw);
        let (kind, speaker) = found(&text, stretch);
        let marked =
            BlockKind::ALL.map(BlockKind::name).into_iter().find(|name| *name == string(mark, "block"));
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
    let page = fs::read_to_string(PAGE).expect("docs/reading.md");
    let (before, rest) = page.split_once(ABOUT[0]).expect("a place for the table");
    let (stored, after) = rest.split_once(ABOUT[1]).expect("an end of the table");
    let now = table(&halves);
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        fs::write(PAGE, [before, ABOUT[0], &now, ABOUT[1], after].concat()).expect("docs/reading.md");
    } else {
        assert_eq!(stored, now, "run: LOCKBENCH_BLESS=1 cargo test --test suite blocks");
    }
}
