//! Cases as CSV and TSV.

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached, read_twice};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds a CSV of random cells, intact or damaged.
pub fn make_csv(source: &mut Source) -> Input {
    make(source, b',', "cases.csv")
}

/// Builds a TSV of random cells, intact or damaged.
pub fn make_tsv(source: &mut Source) -> Input {
    make(source, b'\t', "cases.tsv")
}

fn make(source: &mut Source, delimiter: u8, name: &str) -> Input {
    let count = source.below(6);
    let mut rows = Vec::new();
    for _ in 0..count {
        let [article, summary] = source.pair(3);
        rows.push([source.name(), article, summary, source.name()]);
    }
    let head = ["id", "article", "summary", "mine"].map(str::to_owned);
    let lines =
        std::iter::once(&head).chain(&rows).map(|row| row.each_ref().map(|cell| written(cell, delimiter)));
    let text: String = lines.map(|row| row.join(&char::from(delimiter).to_string()) + "\n").collect();
    if source.once_in(2) {
        // The cells that must be read back; a damaged table has no such list.
        let cells: Vec<String> =
            rows.iter().flat_map(|[_, article, summary, _]| [article, summary]).cloned().collect();
        let cells = cells.iter().map(|cell| cell.replace('\0', "")).collect::<Vec<_>>();
        return Input::default().with(name, text.replace('\0', "")).with_list("cells", &cells);
    }
    Input::default().with(name, mutate::bytes(source, text.into_bytes()))
}

/// Formats a cell, quoted if necessary.
fn written(cell: &str, delimiter: u8) -> String {
    let needs = |c: char| matches!(c, '"' | '\n' | '\r') || c == char::from(delimiter);
    if cell.contains(needs) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// Checks that cells are read back as written; without quotes, every line has a result.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let Some((name, bytes)) = input.parts.iter().find(|(name, _)| name.starts_with("cases.")) else {
        return Ok(());
    };
    let records = read_twice(&bench.folder.join(name), bytes)?;
    let cells = input.list("cells");
    if !cells.is_empty() {
        reached("whole tables");
        ensure!(records.len() == cells.len() / 2, "{} rows, {} results", cells.len() / 2, records.len());
        for ((line, outcome), cells) in records.iter().zip(cells.chunks(2)) {
            let Ok(found) = outcome else { continue };
            let [case] = found.cases.as_slice() else { return Err(format!("line {line}: several cases")) };
            ensure!(
                [&case.article, &case.summary] == [&cells[0], &cells[1]],
                "line {line}: other texts than were written"
            );
        }
        return Ok(());
    }
    let header_is_bad = records.first().is_some_and(|(line, outcome)| *line <= 1 && outcome.is_err());
    if !bytes.contains(&b'"') && !header_is_bad && std::str::from_utf8(bytes).is_ok() {
        let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty()).count();
        ensure!(records.len() == lines.saturating_sub(1), "{lines} lines, {} results", records.len());
    }
    Ok(())
}
