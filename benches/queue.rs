//! Measures keys and memory while a queue of 10,000 cases is scored, through a pseudo-terminal.
//!
//! `cargo bench --bench queue` opens 10,000 cases built from the shipped samples, each with a sentence of
//! its own, at 120x40. It prints the time from the start to the first scores, from a key in the table of
//! cases to the drawn row during scoring, from a key in the labels to the drawn item, and the peak
//! memory.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "common/percentiles.rs"]
mod percentiles;
#[path = "common/screen.rs"]
mod screen;

use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use lockbench::case::Case;
use lockbench::tui::samples::SAMPLES;
use percentiles::show;
use screen::{PATIENCE, Screen};

/// The program built with this benchmark.
const PROGRAM: &str = env!("CARGO_BIN_EXE_lockbench");
const CASES: usize = 10_000;
/// Number of keys in the table, with a pause for reading between two of them.
const KEYS: usize = 300;
const READING: Duration = Duration::from_millis(100);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `cargo test --benches` also runs this, but there is nothing to assert.
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let queue = folder.path().join("queue.jsonl");
    write(&queue)?;
    let begun = Instant::now();
    let mut screen = Screen::open(Path::new(PROGRAM), &[&queue], &folder.path().join("state"))?;
    screen.wait(|text| text.contains("Coverage") && text.contains(" fired"))?;
    show("start to the first scores", vec![begun.elapsed()]);
    screen.settle()?;
    let labels = keys(&mut screen, KEYS / 3)?;
    show("key in the labels to the painted item", labels);
    screen.send(b"Q")?;
    screen.wait(|text| text.contains("Cases:"))?;
    let table = keys(&mut screen, KEYS)?;
    show("key in the table of cases to the painted row", table);
    if let Some(peak) = screen.peak() {
        println!("memory: {} MB at most", peak / 1_000_000);
    }
    screen.close();
    Ok(())
}

/// Returns the times from keys, down and up alternately, to the next output of the screen.
fn keys(screen: &mut Screen, count: usize) -> Result<Vec<Duration>, Box<dyn std::error::Error>> {
    let mut taken = Vec::with_capacity(count);
    for round in 0..count {
        let calm = Instant::now() + READING;
        // Output due to scored cases in the meantime is not caused by the key.
        while Instant::now() < calm {
            _ = screen.read(calm);
        }
        let begun = Instant::now();
        screen.send(if round % 3 == 2 { b"k" } else { b"j" })?;
        screen.read(begun + PATIENCE)?;
        taken.push(begun.elapsed());
    }
    Ok(taken)
}

fn write(path: &Path) -> std::io::Result<()> {
    let cases: Vec<Case> = SAMPLES.iter().filter_map(|sample| sample.case().ok()).collect();
    let plain: Vec<&Case> = cases.iter().filter(|case| case.sources.is_empty()).collect();
    let mut file = BufWriter::new(std::fs::File::create(path)?);
    for (number, case) in plain.iter().cycle().take(CASES).enumerate() {
        let line = serde_json::json!({
            "id": format!("case-{number}"),
            "article": format!("{} Edition {number} was printed on Monday.", case.article),
            "summary": case.summary,
        });
        writeln!(file, "{line}")?;
    }
    file.flush()
}
