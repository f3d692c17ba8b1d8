//! Tests errors that a writer planted in summaries of real articles, and true claims:
//! `tests/data/planted.jsonl`.
//!
//! The test is skipped if the data sets are missing (`marks`). `LOCKBENCH_BLESS=1` rewrites the table of
//! docs/reading.md.

use std::fmt::Write as _;

use lockbench::engine::Engine;
use lockbench::labels::{Label, LabelValue, List};
use lockbench::text::Span;
use serde_json::Value;

use crate::marks::{hold_table, judge_lock_fails, marks, string, texts};

/// Least share of the words of an error, in bytes, that a claim which contains the error must have.
const HOLDS: f64 = 0.3;

/// Results for the summaries of one half.
#[derive(Clone, Copy, Default)]
struct Half {
    errors: usize,
    found: usize,
    /// Number of claims without an error, and of those in doubt.
    true_claims: usize,
    false_alarms: usize,
    /// Number of summaries without an error, of those without a claim in doubt, and of those that
    /// Judge-Lock does not fail.
    faithful: usize,
    without_alarm: usize,
    spared: usize,
    /// Number of summaries with errors, and of those that Judge-Lock fails.
    spoilt: usize,
    failed: usize,
}

fn measure(half: &mut Half, engine: &mut Engine, mark: &Value, article: &str) {
    let summary = string(mark, "summary");
    let place = |error: &Value| {
        let words = error["words"].as_str().expect("words");
        let start = summary.find(words).expect("the words of the error");
        Span::new(start, start + words.len())
    };
    let errors: Vec<Span> = mark["errors"].as_array().expect("errors").iter().map(place).collect();
    let analysis = engine.analyse_pair(article, summary);
    let claims: &[Label] = analysis.proposals.get(List::Claims).unwrap_or_default();
    let has = |claim: &Label, error: &Span| {
        let shared = |span: &Span| span.end.min(error.end).saturating_sub(span.start.max(error.start));
        claim.summary.iter().map(shared).sum::<usize>() as f64 >= HOLDS * (error.end - error.start) as f64
    };
    let holds = |claim: &&Label| errors.iter().any(|error| has(claim, error));
    let is_doubted = |claim: &&Label| claim.word != Some(LabelValue::Supported);
    let alarms = claims.iter().filter(|claim| !holds(claim)).filter(is_doubted).count();
    half.true_claims += claims.iter().filter(|claim| !holds(claim)).count();
    half.false_alarms += alarms;
    let is_found =
        |error: &&Span| claims.iter().filter(|claim| has(claim, error)).any(|claim| is_doubted(&claim));
    half.errors += errors.len();
    half.found += errors.iter().filter(is_found).count();
    if errors.is_empty() {
        half.faithful += 1;
        half.without_alarm += usize::from(alarms == 0);
        half.spared += usize::from(!judge_lock_fails(&analysis));
    } else {
        half.spoilt += 1;
        half.failed += usize::from(judge_lock_fails(&analysis));
    }
}

#[test]
fn planted_errors_are_found() {
    let marks = marks("planted.jsonl");
    assert_eq!(marks.len(), 350);
    let Some(texts) = texts(&marks) else { return };
    let mut halves = [Half::default(); 2];
    let mut engine = Engine::default();
    for mark in &marks {
        let article = &texts[&(string(mark, "set").into(), string(mark, "id").into(), "article".into())];
        let half = &mut halves[usize::from(string(mark, "half") == "held_back")];
        measure(half, &mut engine, mark, article);
    }
    let mut table = String::from("| | tuned on | kept back |\n|---|---:|---:|\n");
    let of = |part: fn(&Half) -> usize, whole: fn(&Half) -> usize| {
        halves.map(|half| format!("{} of {}", part(&half), whole(&half))).join(" | ")
    };
    let rows = [
        ("errors whose claim is in doubt", of(|half| half.found, |half| half.errors)),
        ("true claims in doubt", of(|half| half.false_alarms, |half| half.true_claims)),
        ("faithful summaries with no claim in doubt", of(|half| half.without_alarm, |half| half.faithful)),
        ("faithful summaries that do not fail, Judge-Lock", of(|half| half.spared, |half| half.faithful)),
        ("summaries with errors that fail, Judge-Lock", of(|half| half.failed, |half| half.spoilt)),
    ];
    for (name, cells) in rows {
        writeln!(table, "| {name} | {cells} |").expect("a string");
    }
    hold_table("planted", &table);
}
