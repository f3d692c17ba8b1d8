//! Measures how the scores agree with people's judgements, and what each view contributes, and writes AGREEMENT.md.
//!
//! ```text
//! cargo run --release --example agreement -- DATA
//! ```
//!
//! DATA is the folder of the development sets (`summeval-dev.jsonl.gz` and its three sisters). The page is the same
//! for the same data and engine; a test compares a part of it.

#![allow(clippy::print_stderr, reason = "a program that is run by hand says what it wrote")]

mod judged;
mod page;
mod words;

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &args[..] else { return Err("usage: DATA".into()) };
    let page = page::page(Path::new(folder))?;
    std::fs::write(page::FILE, &page)?;
    eprintln!("{page}");
    Ok(())
}
