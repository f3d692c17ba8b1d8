//! Compares questions on real articles, and their answers, with those of a reader:
//! `tests/data/asked.jsonl`.
//!
//! The test is skipped if the data sets are missing (`marks`). `LOCKBENCH_BLESS=1` rewrites the table of
//! docs/reading.md.

use std::collections::HashMap;
use std::fmt::Write as _;

use lockbench::engine::Engine;
use lockbench::labels::{LabelValue, List};
use serde_json::{Value, json};

use crate::marks::{hold_table, marks, string, texts};

/// A reader's value for a summary's answer, and the engine's.
const GIVEN: [(&str, LabelValue); 3] =
    [("correct", LabelValue::Correct), ("partial", LabelValue::Partial), ("wrong", LabelValue::Wrong)];

#[test]
fn questions_on_real_articles_are_worth_asking_and_answered() {
    let marks = marks("asked.jsonl");
    let both = marks.iter().flat_map(|mark| {
        ["summary", "article"].map(|field| json!({"set": mark["set"], "id": mark["id"], "field": field}))
    });
    let Some(texts) = texts(&both.collect::<Vec<Value>>()) else { return };
    let mut cases: Vec<[&str; 2]> =
        marks.iter().map(|mark| ["set", "id"].map(|key| string(mark, key))).collect();
    cases.dedup();
    let marked: HashMap<[&str; 4], &Value> = marks
        .iter()
        .map(|mark| (["set", "id", "question", "answer"].map(|key| string(mark, key)), mark))
        .collect();
    let (mut asked, mut worth) = (0, HashMap::<&str, usize>::new());
    let mut answers = [[0; 3]; 3];
    let mut engine = Engine::default();
    for [set, id] in &cases {
        let text = |field: &str| texts[&((*set).to_owned(), (*id).to_owned(), field.to_owned())].as_str();
        let analysis = engine.analyse_pair(text("article"), text("summary"));
        for label in analysis.proposals.get(List::CoverageQags).unwrap_or_default() {
            asked += 1;
            let answer = label.answer.as_deref().unwrap_or_default();
            let Some(mark) = marked.get(&[*set, *id, &label.text, answer]) else { continue };
            *worth.entry(string(mark, "worth")).or_default() += 1;
            let own = GIVEN.iter().position(|(_, value)| Some(*value) == label.word);
            let theirs = GIVEN.iter().position(|(name, _)| Some(*name) == mark["given"].as_str());
            if let (Some(own), Some(theirs)) = (own, theirs) {
                answers[theirs][own] += 1;
            }
        }
    }
    let count = |name: &str| worth.get(name).copied().unwrap_or(0);
    let read: usize = worth.values().sum();
    let mut table =
        String::from("| asked | read | good | minor | badly formed |\n|---:|---:|---:|---:|---:|\n");
    writeln!(table, "| {asked} | {read} | {} | {} | {} |", count("good"), count("minor"), count("bad"))
        .expect("a string");
    table.push_str("\n| the summary gives it | engine: correct | partial | wrong |\n|---|---:|---:|---:|\n");
    for ((name, _), [correct, partial, wrong]) in GIVEN.iter().zip(answers) {
        writeln!(table, "| {name} | {correct} | {partial} | {wrong} |").expect("a string");
    }
    hold_table("asked", &table);
}
