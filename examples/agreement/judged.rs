//! The development sets, judged by the rubrics.

use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use lockbench::agree::baselines::BASELINES;
use lockbench::agree::{Agreement, Column, Headline, Resampling, Row, agreement};
use lockbench::case::{Case, Texts};
use lockbench::engine::{Engine, Selection};
use lockbench::rubric::Readings;
use lockbench::text::Text;
use serde_json::Value;

/// Samples of articles behind an interval, and their seed.
const RESAMPLING: Resampling = Resampling { samples: 500, seed: 1 };

/// Reads a set.
pub fn rows(folder: &Path, file: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(File::open(folder.join(file))?).read_to_string(&mut text)?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// A field of a row that is a text; empty where it is none.
pub fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

/// A set as the table that agreement is computed from.
pub fn table(rows: &[Value], human: &str) -> Vec<Row> {
    let sorted = |key: &str| {
        let mut names: Vec<&str> = rows.iter().map(|row| text(row, key)).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let (articles, systems) = (sorted("article"), sorted("system"));
    let place = |names: &[&str], name: &str| names.binary_search(&name).ok();
    let row = |row: &Value| Row {
        article: place(&articles, text(row, "article")).unwrap_or_default(),
        // A set by one system has none to leave out.
        system: place(&systems, text(row, "system")).filter(|_| systems.len() > 1),
        human: row["human"][human].as_f64().unwrap_or(f64::NAN),
    };
    rows.iter().map(row).collect()
}

/// The scores of a set's rows by some metrics (`rubric.metric`), by an engine without some of its checks.
pub fn scores(rows: &[Value], metrics: &[&str], without: &[&'static str]) -> Vec<Column> {
    let parts: Vec<(&str, &str)> = metrics.iter().filter_map(|name| name.split_once('.')).collect();
    let mut rubrics: Vec<&str> = parts.iter().map(|(rubric, _)| *rubric).collect();
    rubrics.dedup();
    let next = AtomicUsize::new(0);
    let work = || {
        let selection = Selection::shipped(&rubrics, Readings::default());
        let mut engine = Engine::without(without);
        let mut found = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(row) = rows.get(at) else { return Some(found) };
            let [article, summary] = ["article", "summary"].map(|key| text(row, key).to_owned());
            let case = Case { article, summary, ..Case::default() };
            let analysis = engine.analyse(&case, Texts::of(&case), selection.wanted());
            let mut of_row = vec![None; parts.len()];
            for (rubric, metric, slot) in parts.iter().zip(&mut of_row).map(|((r, m), slot)| (*r, *m, slot)) {
                let labels = &analysis.proposals;
                let done = selection.evaluate(rubric, &case, &analysis, labels);
                let metrics = done.map(|done| done.metrics).unwrap_or_default();
                *slot = metrics.iter().find(|known| known.key == metric).and_then(|known| known.score());
            }
            found.push((at, of_row));
        }
    };
    let mut found: Vec<_> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().filter_map(|one| one.join().ok().flatten()).flatten().collect()
    });
    found.sort_by_key(|(at, _)| *at);
    let column = |place: usize| Column {
        name: metrics[place].to_owned(),
        better: lockbench::report::Better::Higher,
        scores: found.iter().map(|(_, row)| row[place].map(|score| score.to_f64())).collect(),
    };
    (0..parts.len()).map(column).collect()
}

/// The simplest overlaps, as columns.
pub fn baselines(rows: &[Value]) -> Vec<Column> {
    let texts: Vec<[Text; 2]> =
        rows.iter().map(|row| ["article", "summary"].map(|key| Text::new(text(row, key)))).collect();
    let column = |baseline: &lockbench::agree::baselines::Baseline| Column {
        name: baseline.name.to_owned(),
        better: lockbench::report::Better::Higher,
        scores: texts.iter().map(|[article, summary]| (baseline.of)(article, summary)).collect(),
    };
    BASELINES.iter().map(column).collect()
}

/// How a column agrees with the judgements, summed up in one way.
pub fn agrees(table: &[Row], column: &Column, headline: Headline, samples: usize) -> Agreement {
    agreement(table, column, headline, Resampling { samples, ..RESAMPLING })
}
