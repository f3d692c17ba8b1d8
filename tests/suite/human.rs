//! Proposals against people's judgements. The data is not part of the project: `LOCKBENCH_DATA` names its folder,
//! `../shared/data` by default, and without it the tests skip and say so.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use lockbench::engine::Engine;
use lockbench::labels::{List, Word};
use serde_json::Value;

#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn rows(name: &str) -> Option<Vec<Value>> {
    let folder =
        std::env::var_os("LOCKBENCH_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let path = folder.join(name);
    let Ok(file) = File::open(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    };
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Judge-Lock's hallucination score before the questions: the arithmetic of the rubric on the proposed claims.
fn hallucination(engine: &mut Engine, row: &Value) -> f64 {
    let analysis = engine.analyse(row["article"].as_str().unwrap(), row["summary"].as_str().unwrap());
    let claims = analysis.proposals.get(List::Claims).unwrap_or_default();
    let count = |word| claims.iter().filter(|c| c.word == Some(word)).count() as f64;
    let unsupported = count(Word::Unsupported);
    let share = (unsupported + count(Word::Partial) / 2.0) / claims.len().max(1) as f64;
    if unsupported > 0.0 {
        (4.0 - (4.0 * share + 0.5).floor()).max(0.0)
    } else {
        10.0 - (14.0 * share + 0.5).floor()
    }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    values
        .iter()
        .map(|v| {
            let below = values.iter().filter(|o| *o < v).count() as f64;
            below + (values.iter().filter(|o| *o == v).count() as f64 - 1.0) / 2.0
        })
        .collect()
}

/// Spearman's correlation; `None` where either side is constant.
fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (ranks(a), ranks(b));
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
    let (ma, mb) = (mean(&a), mean(&b));
    let dot = |x: &[f64], mx: f64, y: &[f64], my: f64| {
        x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>()
    };
    let spread = (dot(&a, ma, &a, ma) * dot(&b, mb, &b, mb)).sqrt();
    (spread > 0.0).then(|| dot(&a, ma, &b, mb) / spread)
}

#[test]
#[expect(clippy::print_stderr, reason = "the figure is the point")]
fn hallucination_follows_people_on_consistency() {
    let Some(rows) = rows("summeval-dev.jsonl.gz") else { return };
    let mut engine = Engine::default();
    let mut by_article: BTreeMap<&str, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for row in &rows {
        let entry = by_article.entry(row["article"].as_str().unwrap()).or_default();
        entry.0.push(hallucination(&mut engine, row));
        entry.1.push(row["human"]["consistency"].as_f64().unwrap());
    }
    // An article whose summaries people all found alike says nothing of an order.
    let each: Vec<f64> = by_article.values().filter_map(|(ours, people)| spearman(ours, people)).collect();
    let mean = each.iter().sum::<f64>() / each.len() as f64;
    eprintln!("SummEval consistency: Spearman {mean:.3}, mean over {} articles", each.len());
    assert!(mean >= 0.35, "{mean:.3}");
}
