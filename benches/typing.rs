//! Measures the worker's time for each key of a typed claim, as percentiles, by each rubric and by all
//! six.
//!
//! `cargo bench --bench typing` types a claim with a number and a negation, key by key, after every other
//! sentence of a summary of about 300 words, against an article of about 5,000 words. Criterion reports
//! means, but the slowest keys determine what a user notices.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod common;
#[path = "common/percentiles.rs"]
mod percentiles;

use std::time::{Duration, Instant};

use common::{plain, request};
use lockbench::rubric::slugs;
use lockbench::tui::worker::{RequestScorer, ScoringConfig};
use percentiles::show;

const TYPED: &str = " The council said on Monday that 42 of the old bridges were not safe.";
const WORDS: usize = 5_000;

fn main() {
    // `cargo test --benches` also runs this, but there is nothing to assert.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let (article, summary) = texts();
    let words = |text: &str| text.split_whitespace().count();
    println!("article {} words, summary {} words", words(&article), words(&summary));
    let all = slugs();
    for slug in &all {
        show(slug, typed(&article, &summary, &[slug]));
    }
    show("all six", typed(&article, &summary, &all));
}

/// Returns the texts of the shipped samples, repeated with different numbers up to the length wanted, and
/// four summaries.
fn texts() -> (String, String) {
    let cases = plain();
    let (mut article, mut words) = (String::new(), 0);
    for (round, case) in cases.iter().cycle().enumerate().take_while(|_| !cases.is_empty()) {
        if words >= WORDS {
            break;
        }
        words += case.article.split_whitespace().count();
        article.push_str(&case.article);
        article.push_str(&format!("\nIn round {round} the panel noted {} more.\n", round * 7 + 3));
    }
    (article, cases.iter().take(4).map(|case| case.summary.as_str()).collect())
}

/// Returns the time for each key.
fn typed(article: &str, summary: &str, rubrics: &[&'static str]) -> Vec<Duration> {
    let mut judge = RequestScorer::new(ScoringConfig::default());
    judge.judge(&request(article, summary, rubrics), &|| false, &mut |_| ());
    let mut taken = Vec::new();
    for (end, _) in summary.match_indices(". ").step_by(2) {
        let mut text = summary.to_owned();
        for (at, letter) in TYPED.char_indices() {
            text.insert(end + 1 + at, letter);
            let request = request(article, &text, rubrics);
            let begun = Instant::now();
            judge.judge(&request, &|| false, &mut |part| drop(std::hint::black_box(part)));
            taken.push(begun.elapsed());
        }
    }
    taken
}
