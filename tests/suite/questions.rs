//! Reviews questions as people read them: a sample of the questions about texts of four genres, with a
//! reader's marks.
//!
//! The sample is drawn from the engine's current questions by the hash of their words, so that a change
//! of some questions keeps the others in it. A new question in the sample has to be read and marked by
//! hand in `tests/data/questions.jsonl`: `LOCKBENCH_BLESS=1 cargo test --test suite questions` adds it
//! there with open marks (`null`).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use lockbench::evidence::{AnalysisCache, Article, Indexed, propose_pair};
use lockbench::labels::List;
use lockbench::text::{Text, hash64};
use serde_json::{Value, json};

use crate::rates;

/// Number of questions per genre.
const EACH: usize = 25;
const GENRES: [&str; 4] = ["news", "dialogue", "science", "report"];
/// Number of claims that make up the summary of a text.
const CLAIMS: usize = 3;
/// Least percentage of questions that are natural and answerable.
const LEAST: usize = 80;

/// A question with its text, and what it is about.
struct Asked {
    text: String,
    genre: String,
    of: &'static str,
    question: String,
    answer: String,
}

/// Returns all questions on texts that were not used for developing the rules: about the article, and
/// about its true claims.
fn asked() -> Vec<Asked> {
    let files = [include_str!("../data/minimal_pairs.jsonl"), include_str!("../data/held_back_pairs.jsonl")];
    let rows =
        files.into_iter().flat_map(str::lines).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let (mut texts, mut claims) = (Vec::new(), BTreeMap::<String, Vec<String>>::new());
    for row in rows {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        if row["article"].is_string() {
            if GENRES.contains(&text("kind").as_str()) && text("half") != "development" {
                texts.push((text("text"), text("kind"), text("article")));
            }
        } else {
            claims.entry(text("of")).or_default().push(text("true"));
        }
    }
    let mut out = Vec::new();
    for (name, genre, article) in texts {
        let summary = claims[&name][..CLAIMS].join(" ");
        let article = Article::new(Text::new(&article));
        let labels =
            propose_pair(&article, &Indexed::new(Text::new(&summary)), &mut AnalysisCache::default());
        for (list, of) in [(List::CoverageQags, "article"), (List::ClaimQags, "claims")] {
            for label in labels.get(list).unwrap_or_default() {
                out.push(Asked {
                    text: name.clone(),
                    genre: genre.clone(),
                    of,
                    question: label.text.clone(),
                    answer: label.answer.clone().unwrap_or_default(),
                });
            }
        }
    }
    out
}

/// Returns the current sample, with the marks of `marked` for questions that are the same.
fn sample(marked: &[Value]) -> Vec<Value> {
    let mut all = asked();
    all.sort_by_key(|asked| hash64(format!("{} {} {}", asked.text, asked.of, asked.question).as_bytes()));
    let mut out = Vec::new();
    for genre in GENRES {
        for asked in all.iter().filter(|asked| asked.genre == genre).take(EACH) {
            let Asked { text, genre, of, question, answer } = asked;
            let mut row =
                json!({"genre": genre, "text": text, "of": of, "question": question, "answer": answer});
            let same = |known: &&Value| {
                ["text", "of", "question", "answer"].iter().all(|key| known[key] == row[key])
            };
            let known = marked.iter().find(same).cloned().unwrap_or_default();
            for mark in ["natural", "answerable", "why"] {
                row[mark] = known[mark].clone();
            }
            out.push(row);
        }
    }
    out
}

#[test]
fn the_sample_of_questions_is_current_and_most_read_well() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/questions.jsonl");
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let marked: Vec<Value> = stored.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let now = sample(&marked);
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        let lines: String = now.iter().map(|row| format!("{row}\n")).collect();
        std::fs::write(&path, lines).unwrap();
    } else {
        assert_eq!(now.len(), GENRES.len() * EACH, "questions of the sample");
        for (row, stored) in now.iter().zip(&marked) {
            assert_eq!(row, stored, "the sample is not current; write it anew, and mark what is new in it");
            let marks = ["natural", "answerable"].map(|mark| row[mark].as_bool());
            let is_explained = marks.iter().all(|mark| *mark == Some(true)) || row["why"].is_string();
            assert!(marks.iter().all(Option::is_some) && is_explained, "not marked, or no reason: {row}");
        }
    }
    let mut table =
        "| text | questions | natural | answerable | both |\n|---|---:|---:|---:|---:|\n".to_owned();
    let is = |row: &Value, mark: &str| row[mark] == Value::Bool(true);
    let mut good = 0;
    for genre in GENRES.map(Some).into_iter().chain([None]) {
        let rows: Vec<&Value> =
            now.iter().filter(|row| genre.is_none_or(|genre| row["genre"] == genre)).collect();
        let count = |holds: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| holds(row)).count();
        good = count(&|row| is(row, "natural") && is(row, "answerable"));
        let (natural, answerable) = (count(&|row| is(row, "natural")), count(&|row| is(row, "answerable")));
        writeln!(
            table,
            "| {} | {} | {natural} | {answerable} | {good} |",
            genre.unwrap_or("**all**"),
            rows.len()
        )
        .unwrap();
    }
    rates::check("questions", &table);
    assert!(std::env::var_os("LOCKBENCH_BLESS").is_some() || good >= LEAST, "{good} questions read well");
}
