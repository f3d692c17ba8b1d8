//! Scores the development sets by the rubrics.

use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use lockbench::agree::baselines::BASELINES;
use lockbench::agree::{Agreement, HeadlineStatistic, MetricColumn, Row, agreement};
use lockbench::case::{Case, Texts};
use lockbench::engine::{Engine, Selection};
use lockbench::labels::{Label, List};
use lockbench::rubric::Readings;
use lockbench::stats::Resampling;
use lockbench::text::{Span, Text};
use serde_json::Value;

/// Number of resamples of articles for an interval, and their seed.
const RESAMPLING: Resampling = Resampling { samples: 500, seed: 1 };

/// Reads a data set.
pub fn rows(folder: &Path, file: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(File::open(folder.join(file))?).read_to_string(&mut text)?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Returns a text field of a row; empty if it is not a text.
pub fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

/// Converts a data set to the table from which agreement is computed.
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
        // In a set with a single system, none can be left out.
        system: place(&systems, text(row, "system")).filter(|_| systems.len() > 1),
        human: row["human"][human].as_f64().unwrap_or(f64::NAN),
    };
    rows.iter().map(row).collect()
}

/// The engine's results for a row.
#[derive(Clone, Debug)]
pub struct Found {
    /// The scores by the requested metrics.
    pub scores: Vec<Option<f64>>,
    /// The claims, as bytes of the summary, and the probability that each is fully supported.
    pub claims: Vec<(Span, f64)>,
    /// The unsupported words, as bytes of the summary.
    pub unsupported: Vec<Span>,
    /// The ids of the checks that found something.
    pub fired: Vec<&'static str>,
}

/// Suffix of metrics that are taken before caps.
const RAW: &str = " before caps";

/// Scores a set's rows by some metrics (`rubric.metric`), with an engine that omits some of its checks.
pub fn judge(rows: &[Value], metrics: &[&str], without: &[&'static str]) -> Vec<Found> {
    let parts: Vec<(&str, &str)> = metrics.iter().filter_map(|name| name.split_once('.')).collect();
    let mut rubrics: Vec<&str> = parts.iter().map(|(rubric, _)| *rubric).collect();
    rubrics.sort_unstable();
    rubrics.dedup();
    if rubrics.is_empty() {
        // Claims and unsupported words are only computed if a rubric needs them.
        rubrics.push("judge-lock");
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let selection = Selection::shipped(&rubrics, Readings::default());
        let mut engine = Engine::without(without);
        let mut found = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(row) = rows.get(at) else { return found };
            let [article, summary] = ["article", "summary"].map(|key| text(row, key).to_owned());
            let case = Case { article, summary, ..Case::default() };
            let analysis = engine.analyse(&case, Texts::of(&case), selection.wanted());
            let labels = &analysis.proposals;
            let evaluated: Vec<_> = rubrics
                .iter()
                .map(|rubric| (*rubric, selection.evaluate(rubric, &case, &analysis, labels)))
                .collect();
            let score = |(rubric, metric): &(&str, &str)| {
                let (_, done) = evaluated.iter().find(|(known, _)| known == rubric)?;
                let key = metric.trim_end_matches(RAW);
                let metrics = done.as_ref()?.metrics.iter();
                let found = metrics.into_iter().find(|known| known.key == key)?;
                let score = if key == *metric { found.score() } else { found.raw() };
                score.map(|score| score.to_f64())
            };
            let scores = parts.iter().map(score).collect();
            let list = |list| labels.get(list).unwrap_or_default();
            let place = |label: &Label| label.summary.first().copied();
            let supported = |label: &Label| Some((place(label)?, label.chances?.at(0)));
            let claims = list(List::Claims).iter().filter_map(supported).collect();
            let unsupported = list(List::Extraneous).iter().filter_map(place).collect();
            let fired = labels.mismatches.iter().map(|mismatch| mismatch.check).collect();
            found.push((at, Found { scores, claims, unsupported, fired }));
        }
    };
    let mut found: Vec<_> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().filter_map(|one| one.join().ok()).flatten().collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, found)| found).collect()
}

/// Returns a column for which more is better.
pub fn column(name: &str, scores: Vec<Option<f64>>) -> MetricColumn {
    MetricColumn { name: name.to_owned(), better: lockbench::report::Better::Higher, scores }
}

/// Returns the baselines of some texts and their articles as columns.
pub fn baselines<'a>(texts: impl Iterator<Item = [&'a str; 2]>) -> Vec<MetricColumn> {
    let texts: Vec<[Text; 2]> = texts.map(|texts| texts.map(Text::new)).collect();
    let of = |baseline: &lockbench::agree::baselines::Baseline| {
        column(
            baseline.name,
            texts.iter().map(|[article, summary]| (baseline.of)(article, summary)).collect(),
        )
    };
    BASELINES.iter().map(of).collect()
}

/// Returns the headline statistic of a column's agreement with the judgements.
pub fn agrees(
    table: &[Row],
    column: &MetricColumn,
    headline: HeadlineStatistic,
    samples: usize,
) -> Agreement {
    agreement(table, column, headline, Resampling { samples, ..RESAMPLING })
}
