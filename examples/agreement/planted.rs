//! Counts claims of the planted summaries that are in doubt, with an engine that omits some of its checks.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use lockbench::case::{Case, Texts};
use lockbench::engine::{Engine, Selection};
use lockbench::labels::{Label, LabelValue, List};
use lockbench::rubric::Readings;
use lockbench::text::Span;
use serde_json::Value;

use super::judged::{self, text};

/// The summaries with the words of their errors.
const FILE: &str = include_str!("../../tests/data/planted.jsonl");

/// The halves of the summaries, as named in the file.
pub const HALVES: [&str; 2] = ["tuned", "held_back"];

/// A planted summary with its article.
pub struct Planted {
    half: usize,
    case: Case,
    errors: Vec<Span>,
}

/// Reads the summaries with their articles from the folder of the data sets.
pub fn read(folder: &Path) -> Result<Vec<Planted>, Box<dyn Error>> {
    let marks: Vec<Value> = FILE.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let mut articles = BTreeMap::new();
    for mark in &marks {
        let set = text(mark, "set");
        if !articles.contains_key(set) {
            let rows = judged::rows(folder, &format!("{set}-dev.jsonl.gz"))?;
            let by_id = |row: &Value| (text(row, "id").to_owned(), text(row, "article").to_owned());
            articles.insert(set, rows.iter().map(by_id).collect::<BTreeMap<String, String>>());
        }
    }
    let planted = |mark: &Value| {
        let half =
            HALVES.iter().position(|half| *half == text(mark, "half")).ok_or("a summary of no half")?;
        let article = articles[text(mark, "set")].get(text(mark, "id")).ok_or("a summary of no article")?;
        let summary = text(mark, "summary");
        let span = |error: &Value| {
            let words = text(error, "words");
            summary.find(words).map(|start| Span::new(start, start + words.len()))
        };
        let errors = mark["errors"].as_array().into_iter().flatten().map(span).collect::<Option<_>>();
        let case = Case { article: article.clone(), summary: summary.to_owned(), ..Case::default() };
        Ok(Planted { half, case, errors: errors.ok_or("an error that is not in its summary")? })
    };
    marks.iter().map(planted).collect()
}

/// Returns for each half the number of errors whose claim is in doubt, and of true claims that are.
pub fn doubted(planted: &[Planted], without: &[&'static str]) -> [(usize, usize); HALVES.len()] {
    let selection = Selection::shipped(&["judge-lock"], Readings::default());
    let mut engine = Engine::without(without);
    let mut counts = [(0, 0); HALVES.len()];
    for Planted { half, case, errors } in planted {
        let labels = engine.analyse(case, Texts::of(case), selection.wanted()).proposals;
        let claims = labels.get(List::Claims).unwrap_or_default();
        let is_doubted = |claim: &&Label| claim.word != Some(LabelValue::Supported);
        let has = |claim: &Label, error: &Span| claim.summary.iter().any(|span| span.overlaps(*error));
        let is_found = |error: &&Span| claims.iter().filter(is_doubted).any(|claim| has(claim, error));
        let (found, alarms) = &mut counts[*half];
        *found += errors.iter().filter(is_found).count();
        let is_true = |claim: &&Label| !errors.iter().any(|error| has(claim, error));
        *alarms += claims.iter().filter(is_doubted).filter(is_true).count();
    }
    counts
}
