//! Measures how time and memory grow with the size of a text, for several kinds of text.
//!
//! `cargo run --release --example growth -- [--from KB] [--to KB] [--over EXPONENT] [--side SIDE] [NAME
//! ...]` scores texts of each kind by every rubric, at sizes that double. For each kind and side it
//! prints the seconds at the largest size, the exponent of growth between the first and the last size,
//! and the peak memory and the bytes of the reports, both per byte of text. A name selects kinds that
//! contain it; without names all kinds are measured.
//!
//! `cargo build --release && cargo run --release --example growth -- --docs docs [--to WORDS]` measures
//! the built program instead, on prose of up to a million words (or the given number), and writes
//! `growth.md` and `growth.svg` to that folder.

mod lengths;
mod page;

#[path = "../../tests/suite/growth/measured.rs"]
mod measured;
#[path = "../../tests/suite/growth/patterns.rs"]
mod patterns;
#[path = "../../benches/common/screen.rs"]
mod screen;
#[path = "../../tests/suite/growth/through.rs"]
mod through;

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lockbench::engine::Selection;
use lockbench::rubric::{Readings, RubricSet, slugs};

use lengths::{Grows, Row};
use measured::{Measured, exponent, measure};
use patterns::PATTERNS;
use through::{Side, case, through};

/// Seconds at one size above which larger sizes are skipped.
const ENOUGH: f64 = 20.0;

/// A scored text of one size.
struct Run {
    bytes: usize,
    seconds: f64,
    measured: Measured,
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut docs, mut from, mut to, mut over, mut sides, mut names) =
        (None, 25, None, f64::MIN, vec![Side::Article, Side::Summary, Side::Both, Side::Fields], Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<f64>().ok());
        match argument.as_str() {
            "--from" => from = number().map_or(from, |n| n as usize),
            "--to" => to = number().map_or(to, |n| Some(n as usize)),
            "--docs" => docs = arguments.next(),
            "--over" => over = number().unwrap_or(over),
            "--side" => {
                let side = arguments.next().unwrap_or_default();
                sides.retain(|one| one.to_string() == side);
            }
            _ => names.push(argument),
        }
    }
    if let Some(docs) = docs {
        return lengths(Path::new(&docs), to.unwrap_or(usize::MAX));
    }
    let to = to.unwrap_or(800);
    let slugs = slugs();
    let set = RubricSet::shipped();
    let selection = Selection::new(Arc::new(set), &slugs, Readings::default());
    let mut out = io::stdout().lock();
    let chosen = PATTERNS
        .iter()
        .filter(|p| names.is_empty() || names.iter().any(|name| p.name.contains(name.as_str())));
    // Tables are loaded with the first case.
    through(&selection, &case(&PATTERNS[0], Side::Both, 1_000));
    for pattern in chosen {
        for &side in &sides {
            let (mut runs, mut bytes, mut reports): (Vec<Run>, _, _) = (Vec::new(), from * 1_000, 0);
            while bytes <= to * 1_000 && runs.last().is_none_or(|run| run.seconds < ENOUGH) {
                let case = case(pattern, side, bytes);
                let start = Instant::now();
                let measured = measure(|| reports = through(&selection, &case));
                runs.push(Run { bytes, seconds: start.elapsed().as_secs_f64(), measured });
                bytes *= 2;
            }
            let (Some(first), Some(last)) = (runs.first(), runs.last()) else { continue };
            let grown = (last.bytes as f64 / first.bytes as f64).ln();
            let time = (last.seconds / first.seconds.max(0.001)).ln() / grown;
            let (steps, what) = exponent((first.bytes, &first.measured), (last.bytes, &last.measured), 0.5);
            if time.max(steps) >= over {
                let (memory, reports) = (last.measured.peak as usize / last.bytes, reports / last.bytes);
                writeln!(
                    out,
                    "{:<32} {side:<8} {:>4} KB {:>7.2} s  time n^{time:<5.2} {what} n^{steps:<5.2} memory x{memory} reports x{reports}",
                    pattern.name,
                    last.bytes / 1_000,
                    last.seconds
                )?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// Measures the built program on texts of growing length, and writes the results.
fn lengths(docs: &Path, most: usize) -> Result<(), Box<dyn Error>> {
    let program = lengths::program()?;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    let mut out = io::stdout().lock();
    let mut measured = |grows: Grows| {
        lengths::measure(&program, grows, most, &mut |row| {
            // Shows the progress to a waiting user; the page has all figures.
            let Row { words, key, scores, batch, .. } = row;
            _ = writeln!(
                out,
                "{grows:?} {words:>8} words: key {key:.1} ms, scores {scores:.0} ms, case {batch:.0} ms"
            );
        })
    };
    let (article, summary) = (measured(Grows::Article)?, measured(Grows::Summary)?);
    std::fs::write(docs.join("growth.md"), page::page(&article, &summary, load))?;
    std::fs::write(docs.join("growth.svg"), page::plot(&article, &summary))?;
    Ok(())
}
