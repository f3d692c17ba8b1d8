//! Fits the probabilities of labels to people's judgements, and writes them with their reliability.
//!
//! ```text
//! cargo run --example calibrate -- DATA
//! ```
//!
//! DATA is the folder of the development sets (`summeval-dev.jsonl.gz` and its eight sisters). The files
//! are rewritten in place; the same data and engine give the same files. The questions asked, and the
//! weights of their claims, depend on the trees of the engine that is run, so a change of the trees
//! requires a second run for the lines.

#![allow(clippy::print_stderr, reason = "a program that is run by hand says what it wrote")]

mod boost;
mod data;
mod doubted;
mod figures;
mod fit;
mod points;

use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &args[..] else { return Err("usage: DATA".into()) };
    let judged = data::read(Path::new(folder))?;
    let figures::Files { trees, lines, figures } = figures::files(&judged);
    if trees != lockbench::evidence::calibration::trees::TOML {
        eprintln!("the trees have changed: run this once more");
    }
    fs::write("src/core/evidence/claim_trees.toml", &trees)?;
    fs::write("src/core/evidence/calibration.toml", &lines)?;
    fs::write("src/core/evidence/calibration_figures.toml", &figures)?;
    eprintln!("{lines}");
    Ok(())
}
