//! Fits the probabilities of labels to people's judgements, and writes them with their reliability.
//!
//! ```text
//! cargo run --example calibrate -- DATA
//! ```
//!
//! DATA is the folder of the development sets (`summeval-dev.jsonl.gz` and its three sisters). Both files are
//! rewritten in place and are the same for the same data and engine.

#![allow(clippy::print_stderr, reason = "a program that is run by hand says what it wrote")]

mod data;
mod figures;
mod fit;

use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &args[..] else { return Err("usage: DATA".into()) };
    let judged = data::read(Path::new(folder))?;
    let (lines, figures) = figures::files(&judged);
    fs::write("src/evidence/calibration.toml", &lines)?;
    fs::write("src/evidence/calibration_figures.toml", &figures)?;
    eprintln!("{lines}");
    Ok(())
}
