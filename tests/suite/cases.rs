//! Compares labels and verdicts with those of a reader: `tests/data/cases.jsonl` has 50 development
//! cases.
//!
//! The test is skipped if the data sets are missing (`marks`). `LOCKBENCH_BLESS=1` rewrites the table of
//! docs/reading.md.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lockbench::case::Case;
use lockbench::engine::{Engine, Selection};
use lockbench::labels::{Label, LabelValue, List};
use lockbench::report::Decision;
use lockbench::rubric::Readings;
use lockbench::text::{Stem, Text, hash64};
use serde_json::{Value, json};

use crate::marks::{bytes_of, hold_table, marks, string, texts};

const RUBRICS: [&str; 2] = ["judge-lock", "judge-lock-ultra"];
/// Least share of the content words of a marked key point that a matching key point of the engine
/// contains.
const SAME: f64 = 0.5;

/// Results for the cases of one half.
#[derive(Clone, Copy, Default)]
struct Half {
    cases: usize,
    faithful: usize,
    /// Number of verdicts equal to the reader's, by rubric, and of faithful summaries that do not fail.
    shared: [usize; 2],
    spared: [usize; 2],
    claims: usize,
    /// Number of claims in doubt, and of those that overlap no passage marked by the reader.
    alarms: usize,
    false_alarms: usize,
    /// Number of marked passages, and of those that no claim in doubt overlaps.
    stretches: usize,
    missed: usize,
    /// Number of the engine's key points, and of those that the reader has too.
    points: usize,
    same_points: usize,
}

/// Returns the stems of the content words of a text.
fn content(text: &str) -> BTreeSet<Stem> {
    Text::new(text).tokens().filter(|(_, token)| token.is_content()).map(|(_, token)| token.stem).collect()
}

fn measure(half: &mut Half, engine: &mut Engine, mark: &Value, article: &str, summary: &str) {
    let case = Case::default();
    let analysis = engine.analyse_pair(article, summary);
    let reports = Selection::shipped(&RUBRICS, Readings::default())
        .scores(&case, &analysis, &analysis.proposals, false);
    let faithful = mark["faithful"].as_bool().expect("a flag");
    half.cases += 1;
    half.faithful += usize::from(faithful);
    for (at, report) in reports.iter().enumerate() {
        let decision = report.verdict.decision;
        half.shared[at] += usize::from(decision.as_str() == string(mark, "verdict"));
        half.spared[at] += usize::from(faithful && decision != Decision::Fail);
    }
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let unsupported: Vec<_> = mark["unsupported"]
        .as_array()
        .expect("stretches")
        .iter()
        .map(|stretch| bytes_of(summary, number(&stretch[0]), number(&stretch[1])))
        .collect();
    let list = |list: List| -> &[Label] { analysis.proposals.get(list).unwrap_or_default() };
    let doubted: Vec<_> =
        list(List::Claims).iter().filter(|claim| claim.word != Some(LabelValue::Supported)).collect();
    let touches = |claim: &Label, stretch| claim.summary.iter().any(|span| span.overlaps(stretch));
    half.claims += list(List::Claims).len();
    half.alarms += doubted.len();
    half.false_alarms +=
        doubted.iter().filter(|claim| !unsupported.iter().any(|at| touches(claim, *at))).count();
    half.stretches += unsupported.len();
    half.missed += unsupported.iter().filter(|at| !doubted.iter().any(|claim| touches(claim, **at))).count();
    let marked = mark["key_points"].as_array().expect("key points");
    let marked: Vec<_> = marked.iter().map(|point| content(point.as_str().expect("a point"))).collect();
    for point in list(List::KeyPoints) {
        let own = content(&point.text);
        let share = |mark: &BTreeSet<Stem>| mark.intersection(&own).count() as f64 / mark.len().max(1) as f64;
        half.points += 1;
        half.same_points += usize::from(marked.iter().any(|mark| share(mark) >= SAME));
    }
}

#[test]
fn verdicts_are_those_of_a_reader() {
    let marks = marks("cases.jsonl");
    assert_eq!(marks.len(), 50);
    // Each case has two texts.
    let both = marks.iter().flat_map(|mark| {
        ["summary", "article"].map(|field| {
            let mut mark = mark.clone();
            mark["field"] = json!(field);
            mark
        })
    });
    let Some(texts) = texts(&both.collect::<Vec<Value>>()) else { return };
    let mut halves = [Half::default(); 2];
    let mut engine = Engine::default();
    for mark in &marks {
        let text =
            |field: &str| &texts[&(string(mark, "set").into(), string(mark, "id").into(), field.into())];
        let (article, summary) = (text("article"), text("summary"));
        assert_eq!(
            string(mark, "hash"),
            format!("{:016x}", hash64(summary.as_bytes())),
            "another text: {mark}"
        );
        let half = &mut halves[usize::from(string(mark, "half") == "held_back")];
        measure(half, &mut engine, mark, article, summary);
    }
    let mut table = String::from("| | tuned on | kept back |\n|---|---:|---:|\n");
    let of = |part: fn(&Half) -> usize, whole: fn(&Half) -> usize| {
        halves.map(|half| format!("{} of {}", part(&half), whole(&half))).join(" | ")
    };
    let rows = [
        ("verdicts shared, Judge-Lock", of(|half| half.shared[0], |half| half.cases)),
        ("verdicts shared, Judge-Lock Ultra", of(|half| half.shared[1], |half| half.cases)),
        ("faithful summaries that do not fail, Judge-Lock", of(|half| half.spared[0], |half| half.faithful)),
        ("faithful summaries that do not fail, Ultra", of(|half| half.spared[1], |half| half.faithful)),
        ("alarms that are false", of(|half| half.false_alarms, |half| half.alarms)),
        ("unsupported stretches that raise no alarm", of(|half| half.missed, |half| half.stretches)),
        ("key points that the reader has too", of(|half| half.same_points, |half| half.points)),
    ];
    for (name, cells) in rows {
        writeln!(table, "| {name} | {cells} |").expect("a string");
    }
    hold_table("cases", &table);
}
