//! Articles written for the project, each with a summary that says in other words what it says, and one with several errors:
//! `tests/data/written.jsonl`. `LOCKBENCH_BLESS=1` rewrites the table of docs/reading.md.

use std::fmt::Write as _;

use lockbench::engine::Engine;
use lockbench::labels::{LabelValue, List};
use serde_json::Value;

use crate::marks::{hold_table, judge_lock_fails, marks, string};

/// What came of the articles of one half.
#[derive(Clone, Copy, Default)]
struct Half {
    articles: usize,
    /// Claims of the faithful summaries, and those of them that are called unsupported or partial.
    claims: usize,
    unsupported: usize,
    partial: usize,
    /// Faithful summaries that Judge-Lock does not fail, and spoilt ones that it does.
    spared: usize,
    failed: usize,
}

fn measure(half: &mut Half, engine: &mut Engine, row: &Value) {
    let mut fails = |summary: &str, half: Option<&mut Half>| {
        let analysis = engine.analyse_pair(string(row, "article"), summary);
        if let Some(half) = half {
            let claims = analysis.proposals.get(List::Claims).unwrap_or_default();
            let count = |word| claims.iter().filter(|claim| claim.word == Some(word)).count();
            half.claims += claims.len();
            half.unsupported += count(LabelValue::Unsupported);
            half.partial += count(LabelValue::Partial);
        }
        judge_lock_fails(&analysis)
    };
    half.articles += 1;
    half.spared += usize::from(!fails(string(row, "faithful"), Some(half)));
    half.failed += usize::from(fails(string(row, "spoilt"), None));
}

#[test]
fn faithful_summaries_in_other_words_are_told_from_spoilt_ones() {
    let rows = marks("written.jsonl");
    let mut halves = [Half::default(); 2];
    let mut engine = Engine::default();
    for row in &rows {
        measure(&mut halves[usize::from(string(row, "half") == "held_back")], &mut engine, row);
    }
    let mut table = String::from("| | read before | kept back |\n|---|---:|---:|\n");
    let of = |part: fn(&Half) -> usize, whole: fn(&Half) -> usize| {
        halves.map(|half| format!("{} of {}", part(&half), whole(&half))).join(" | ")
    };
    for (name, cells) in [
        (
            "claims of faithful summaries that are called unsupported",
            of(|half| half.unsupported, |half| half.claims),
        ),
        ("those that are called partial", of(|half| half.partial, |half| half.claims)),
        ("faithful summaries that do not fail, Judge-Lock", of(|half| half.spared, |half| half.articles)),
        ("spoilt summaries that fail, Judge-Lock", of(|half| half.failed, |half| half.articles)),
    ] {
        writeln!(table, "| {name} | {cells} |").expect("a string");
    }
    hold_table("written", &table);
}
