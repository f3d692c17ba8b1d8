//! Measures the agreement of the scores with people's judgements and the contribution of each check, and
//! writes AGREEMENT.md.
//!
//! ```text
//! cargo run --release --example agreement -- DATA [figures [SET]]
//! ```
//!
//! With `figures` it only prints the rows of figures, or those of one set, which takes a tenth of the
//! time; with `checks` it only prints the contributions of all checks, or of some. DATA is the folder of
//! the development sets (`summeval-dev.jsonl.gz` and its eight sisters). The same data and engine give
//! the same page; a test checks a part of it.

#![allow(clippy::print_stderr, reason = "a program that is run by hand says what it wrote")]

mod checks;
mod judged;
mod page;
mod pairs;
mod planted;
mod reliability;
mod units;
mod words;

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder] => std::fs::write(page::FILE, page::page(Path::new(folder))?)?,
        [folder, "figures", only @ ..] if only.len() < 2 => {
            let mut rows = String::new();
            page::figures(Path::new(folder), only.first().unwrap_or(&""), &mut rows)?;
            eprint!("{rows}");
        }
        [folder, "checks", only @ ..] => {
            let mut rows = String::new();
            checks::tables(Path::new(folder), only, &mut rows)?;
            eprint!("{rows}");
        }
        _ => return Err("usage: DATA [figures [SET] | checks [CHECK ...]]".into()),
    }
    Ok(())
}
