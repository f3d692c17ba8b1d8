//! Measures the parser on treebanks, and updates the figures of docs/reading.md.
//!
//! ```text
//! cargo run --release --example reading -- DATA
//! ```
//!
//! DATA is the folder of the development sets, with `ud-dev.conllu.gz`. The same data and engine give the
//! same figures; a test checks a part of them.

#![allow(clippy::print_stderr, reason = "a program that is run by hand says what it wrote")]

mod parser;

use std::error::Error;
use std::path::Path;

/// The page.
const PAGE: &str = "docs/reading.md";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &args[..] else { return Err("usage: DATA".into()) };
    let (measured, speed) = parser::measure(&Path::new(folder).join("ud-dev.conllu.gz"), 1)?;
    let page = std::fs::read_to_string(PAGE)?;
    std::fs::write(PAGE, renewed(&page, "parser", &parser::tables(&measured))?)?;
    eprintln!("{PAGE} is renewed; {speed:.0} microseconds a word");
    Ok(())
}

/// Returns a page with one of its generated parts replaced.
fn renewed(page: &str, name: &str, part: &str) -> Result<String, String> {
    let (open, close) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end: {name} -->"));
    let missing = || format!("{PAGE} has no part {name}");
    let (before, rest) = page.split_once(&open).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&close).ok_or_else(missing)?;
    Ok(format!("{before}{open}\n{}\n\n{close}{after}", part.trim()))
}
