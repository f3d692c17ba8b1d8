//! Measures the parser's time per word, on one thread.
//!
//! `cargo bench --bench parse` parses the articles of the shipped samples a few times, without the cache
//! of sentences, and prints the microseconds per word for splitting into words, tags, heads and
//! relations. Words are the nodes of a tree, including punctuation.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::hint::black_box;
use std::time::Instant;

use lockbench::text::{Sentence, Text};
use lockbench::tui::samples::SAMPLES;

/// Number of times that the articles are parsed.
const ROUNDS: usize = 5;

fn main() {
    // `cargo test --benches` also runs this, but there is nothing to assert.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let texts: Vec<Text> =
        SAMPLES.iter().filter_map(|sample| sample.case().ok()).map(|case| Text::new(&case.article)).collect();
    let sentences: Vec<&str> =
        texts.iter().flat_map(|text| text.sentences()).map(|placed| &*placed.sentence.text).collect();
    let parse = || -> usize {
        let words = |text: &&str| black_box(Sentence::new(text)).tree().words.len();
        sentences.iter().map(words).sum()
    };
    // Warm-up: the network is loaded with the first sentence.
    parse();
    let start = Instant::now();
    let words: usize = (0..ROUNDS).map(|_| parse()).sum();
    let each = 1e6 * start.elapsed().as_secs_f64() / words as f64;
    println!("{words} words of {} sentences: {each:.1} microseconds a word", ROUNDS * sentences.len());
}
