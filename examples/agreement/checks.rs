//! Measures the contribution of each check: the figures without it, and how often people doubted what it
//! found.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use lockbench::evidence::CHECKS;
use serde_json::Value;

use super::judged::Found;
use super::page::{JUDGEMENTS, Judgement, shown};
use super::planted::Planted;
use super::{judged, pairs, planted};

const ABLATION: &str = "
## What each check contributes

The hallucination scores with every check, and with each left out (`judge-lock-ultra`, and `judge-lock` after the
stroke; for EntFA and Rank19 the least supported claim), and how many of the claims of the minimal pairs of
`tests/data/rates.md` are labelled wrongly. A figure that falls without a check, or errors that grow, show what the
check is worth there. `wording` is the support by wording shared with the best passage; the others can only lower it.
`novel` names the words that `wording` counts by their share, and so moves little; without it nothing would be marked as
unsupported in a claim that is. Of the summaries of `tests/data/planted.jsonl` the last columns have the errors whose claim is in
doubt, and after the stroke the true claims that are.

";

const FIRED: &str = "
## Where a check finds something

How far people doubted the summaries in which a check finds something, 0 to 1, and in how many it does; from three on.
The first row is of all summaries, the second of those in which none does. A check that is right more often than not lies
far above the second row. People of XSum doubted little of what the article does not have, and those of EntFA and FRANK
nearly all of it.

";

/// Writes the tables, for all checks or for some.
pub fn tables(folder: &Path, only: &[&str], out: &mut String) -> Result<(), Box<dyn Error>> {
    let mut sets = Vec::new();
    for judgement in JUDGEMENTS.into_iter().filter(Judgement::is_of_checks) {
        let is = |row: &Value| judged::text(row, "id").starts_with(judgement.ids);
        let rows: Vec<Value> = judged::rows(folder, judgement.file)?.into_iter().filter(is).collect();
        sets.push((judgement, rows));
    }
    let ids = CHECKS.iter().map(|check| check.id);
    let ids: Vec<&'static str> = ids.filter(|id| only.is_empty() || only.contains(id)).collect();
    let planted = planted::read(folder)?;
    out.push_str(ABLATION);
    ablation(&sets, &planted, &ids, out)?;
    out.push_str(FIRED);
    fired(&sets, &ids, out);
    Ok(())
}

type Sets = [(Judgement, Vec<Value>)];

fn heading(first: &str, names: &[String]) -> String {
    format!("| {first} | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()))
}

fn ablation(
    sets: &Sets,
    planted: &[Planted],
    ids: &[&'static str],
    out: &mut String,
) -> Result<(), Box<dyn Error>> {
    let names = sets.iter().map(|(set, _)| set.people.to_owned());
    let names = names.chain(pairs::PARTS.map(|part| format!("pairs, {part}")));
    let names: Vec<String> =
        names.chain(planted::HALVES.map(|half| format!("planted, {}", half.replace('_', " ")))).collect();
    let _ = writeln!(out, "{}", heading("without", &names));
    for without in std::iter::once(None).chain(ids.iter().copied().map(Some)) {
        let mut cells = vec![without.unwrap_or("nothing").to_owned()];
        let without: Vec<&'static str> = without.into_iter().collect();
        for (set, rows) in sets {
            let found = judged::judge(rows, set.metrics(), &without);
            let (table, ours, _) = set.columns(rows, &found, set.metrics());
            let figures = ours.iter().map(|column| judged::agrees(&table, column, set.headline, 0).headline);
            let figures: Vec<String> =
                figures.map(|headline| thousandths(headline.map(|(value, _)| value))).collect();
            cells.push(figures.join(" / "));
        }
        cells.extend(pairs::wrong(&without)?.map(|wrong| wrong.to_string()));
        let doubted = planted::doubted(planted, &without);
        cells.extend(doubted.map(|(found, alarms)| format!("{found} / {alarms}")));
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    Ok(())
}

/// Returns how much people doubted the summaries of a set that satisfy a condition, and their number.
fn doubted(rows: &[Doubted], is: impl Fn(&Found) -> bool) -> String {
    const FEWEST: usize = 3;
    let doubts: Vec<f64> = rows.iter().filter(|row| is(&row.found)).map(|row| row.doubt).collect();
    if doubts.len() < FEWEST {
        return String::new();
    }
    let mean = doubts.iter().sum::<f64>() / doubts.len() as f64;
    format!("{} ({})", shown(Some(mean)), doubts.len())
}

/// What was found in a summary, and how much people doubted it, 0 to 1.
struct Doubted {
    found: Found,
    doubt: f64,
}

fn fired(sets: &Sets, ids: &[&'static str], out: &mut String) {
    let judge = |(set, rows): &(Judgement, Vec<Value>)| -> Vec<Doubted> {
        let human = |row: &Value| row["human"][set.field].as_f64();
        let (lowest, highest) = set.range();
        let found = judged::judge(rows, &[], &[]);
        let all = rows.iter().zip(found).filter_map(|(row, found)| {
            Some(Doubted { found, doubt: (highest - human(row)?) / (highest - lowest) })
        });
        all.collect()
    };
    let sets: Vec<(String, Vec<Doubted>)> =
        sets.iter().map(|set| (set.0.people.to_owned(), judge(set))).collect();
    let names: Vec<String> = sets.iter().map(|(name, _)| name.clone()).collect();
    let _ = writeln!(out, "{}", heading("check", &names));
    let mut row = |name: &str, is: &dyn Fn(&Found) -> bool| {
        let cells: Vec<String> = sets.iter().map(|(_, rows)| doubted(rows, is)).collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    };
    row("all summaries", &|_| true);
    row("none", &|found| found.fired.is_empty());
    for id in ids {
        row(id, &|found| found.fired.contains(id));
    }
}

/// Formats a number with three decimals, since a single check changes little.
fn thousandths(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}").replacen("0.", ".", 1))
}
