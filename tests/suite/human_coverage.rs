//! Compares coverage with people's judgements of relevance and of content covered (`LOCKBENCH_DATA`, by
//! default `../shared/data`; if that is missing, the test says so and checks nothing).

use std::collections::BTreeMap;

use lockbench::case::Case;
use lockbench::engine::{Engine, Selection};
use lockbench::labels::{Label, LabelValue, Labels, List, ThresholdMeasure};
use lockbench::rubric::Readings;

use crate::human::{rows, spearman};

/// Returns the mean over articles of the rank correlation within an article. An article whose scores are
/// all equal counts as 0.
fn by_article(scored: &BTreeMap<String, Vec<(f64, f64)>>) -> f64 {
    let all: Vec<f64> = scored
        .values()
        .filter_map(|pairs| {
            let (ours, people): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
            let flat = people.windows(2).all(|w| w[0] == w[1]);
            (!flat).then(|| spearman(&ours, &people).unwrap_or(0.0))
        })
        .collect();
    all.iter().sum::<f64>() / all.len() as f64
}

fn worth(labels: &Labels, list: List) -> f64 {
    let labels = labels.get(list).unwrap_or_default();
    let value = |label: &Label| match label.word {
        Some(LabelValue::Fully | LabelValue::Correct) => 1.0,
        Some(LabelValue::Partial) => 0.5,
        _ => 0.0,
    };
    labels.iter().map(value).sum::<f64>() / labels.len().max(1) as f64
}

fn shares(labels: &Labels) -> f64 {
    let labels = labels.get(List::KeyPoints).unwrap_or_default();
    let value = |label: &Label| match label.measure {
        Some(ThresholdMeasure::Share(share)) => share.to_f64(),
        _ => 0.0,
    };
    labels.iter().map(value).sum::<f64>() / labels.len().max(1) as f64
}

/// Returns the correlation of each part of coverage with one of people's judgements.
fn figures(file: &str, judged: &str) -> Option<BTreeMap<&'static str, f64>> {
    let mut scored: BTreeMap<&'static str, BTreeMap<String, Vec<(f64, f64)>>> = BTreeMap::new();
    let mut engine = Engine::default();
    let selection = Selection::shipped(&["judge-lock"], Readings::default());
    for row in rows(file)? {
        let (article, summary) = (row["article"].as_str()?, row["summary"].as_str()?);
        let analysis = engine.analyse_pair(article, summary);
        let labels = &analysis.proposals;
        let (recall, qag) = (worth(labels, List::KeyPoints), worth(labels, List::CoverageQags));
        let report = &selection.judge(&Case::default(), &analysis, labels)[0];
        let coverage = report.metrics[0].score().expect("coverage has a score").to_f64();
        let human = row["human"][judged].as_f64()?;
        let raw = report.metrics[0].raw().expect("coverage has a raw score").to_f64();
        let found = [
            ("raw", raw),
            ("recall", recall),
            ("share", shares(labels)),
            ("qag", qag),
            ("coverage", coverage),
        ];
        for (name, value) in found {
            scored.entry(name).or_default().entry(article.to_owned()).or_default().push((value, human));
        }
    }
    Some(scored.iter().map(|(name, pairs)| (*name, by_article(pairs))).collect())
}

#[test]
fn coverage_follows_what_people_call_relevance() {
    let Some(found) = figures("summeval-dev.jsonl.gz", "relevance") else {
        eprintln!("skipped: no data folder");
        return;
    };
    eprintln!("summeval relevance {found:.3?}");
    assert!(found["coverage"] >= 0.26, "{found:?}");
    assert!(found["recall"] >= 0.22, "{found:?}");
    let Some(covered) = figures("realsumm-dev.jsonl.gz", "litepyramid_recall") else { return };
    eprintln!("realsumm recall {covered:.3?}");
    assert!(covered["coverage"] >= 0.20, "{covered:?}");
}
