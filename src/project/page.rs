//! Renders the status of a round as a document.

use crate::document::{Document, Table};
use crate::export::session::duration;
use crate::num::pluralize;

use super::status::{AnnotatorPair, AnnotatorProgress, LEAST_KAPPA, PaceComparison, Row, Status};

/// Most cases listed of those that nobody judged.
const NAMED: usize = 50;
/// Most fast cases listed for an annotator.
const FAST: usize = 10;

pub fn document(status: &Status) -> Document {
    let mut document = Document::new("Annotation round");
    let mode = if status.blind { ", blind" } else { "" };
    let state = if status.closed { "closed" } else { "open" };
    document.paragraph(format!("By {}{mode}; {state}.", status.rubric));
    document.heading("Who did how much");
    let heads = ["annotator", "cases judged", "median a case", "time", "pace"];
    document.table(Table::new(heads, 1, status.rows.iter().map(row)));
    for row in &status.rows {
        if let Err(why) = &row.work {
            document.paragraph(format!("{}: {why}", row.name));
        }
    }
    quality(&mut document, status);
    document.heading("Judged by nobody");
    document.paragraph(match status.nobody.len() {
        0 => "Every case was judged by somebody.".to_owned(),
        left => format!("{} of {}.", pluralize(left, "case"), status.cases),
    });
    let named = status.nobody.iter().take(NAMED).map(|id| vec![id.clone()]);
    document.table(Table::new(["case"], 1, named));
    document.heading("Agreement of pairs");
    match &status.pairs {
        Err(why) => document.paragraph(format!("Not known yet: {why}.")),
        Ok(pairs) => agreement(&mut document, pairs),
    }
    document
}

fn row(row: &Row) -> Vec<String> {
    let Ok(work) = &row.work else {
        return vec![row.name.clone(), "cannot be read".to_owned(), dash(), dash(), dash()];
    };
    let pace = match work.pace {
        None => "-",
        Some(PaceComparison::Faster) => "much faster than the others",
        Some(PaceComparison::Usual) => "as the others",
        Some(PaceComparison::Slower) => "much slower than the others",
    };
    let time = |seconds: Option<f64>| seconds.map_or_else(dash, duration);
    let training = match work.training {
        0 => String::new(),
        cases => format!(", {cases} for training"),
    };
    vec![
        row.name.clone(),
        format!("{} of {}{training}", work.done, work.queue),
        time(work.median),
        time(Some(work.seconds).filter(|seconds| *seconds > 0.0)),
        pace.to_owned(),
    ]
}

fn dash() -> String {
    "-".to_owned()
}

/// Appends how carefully and how well each annotator judged.
fn quality(document: &mut Document, status: &Status) {
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let cells = |(name, work): (&String, &AnnotatorProgress)| {
        let [judged, seen, unseen] = work.labels;
        let time = work.gold.over_time().map_or_else(dash, |[first, second]| {
            let drift = if work.gold.drifts() { ", drifts" } else { "" };
            format!("{} then {}{drift}", percent(first), percent(second))
        });
        vec![
            name.clone(),
            judged.to_string(),
            seen.to_string(),
            unseen.to_string(),
            work.gold.share().map_or_else(dash, percent),
            time,
            work.fast.len().to_string(),
        ]
    };
    let works: Vec<(&String, &AnnotatorProgress)> =
        status.rows.iter().filter_map(|row| Some((&row.name, row.work.as_ref().ok()?))).collect();
    document.heading("How carefully, and how well");
    document.paragraph(
        "Labels by how closely they were looked at; right gold labels, in the first and the second half of the gold cases; \
         cases judged in less than a quarter of the annotator's own median time.",
    );
    let heads =
        ["annotator", "judged", "seen", "accepted unseen", "gold", "gold over time", "very fast cases"];
    document.table(Table::new(heads, 1, works.iter().map(|one| cells(*one))));
    for (name, work) in works.iter().filter(|(_, work)| !work.fast.is_empty()) {
        let more = work.fast.len().saturating_sub(FAST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let named = work.fast[..work.fast.len().min(FAST)].join(", ");
        document.paragraph(format!("Very fast, {name}: {named}{more}."));
    }
}

fn agreement(document: &mut Document, pairs: &[AnnotatorPair]) {
    if pairs.is_empty() {
        return document.paragraph("No two annotators have judged the same units.");
    }
    document.paragraph(format!(
        "Cohen's kappa; below {LEAST_KAPPA} a pair should go through the units that they differ on."
    ));
    let cells = |pair: &AnnotatorPair| {
        let low = pair.kappa < LEAST_KAPPA;
        vec![
            pair.names.join(" and "),
            pair.list.clone(),
            format!("{:.3}", pair.kappa),
            pair.units.to_string(),
            pair.differ.to_string(),
            if low { "talk about it first" } else { "" }.to_owned(),
        ]
    };
    let heads = ["annotators", "list", "kappa", "units", "differ", "what to do"];
    document.table(Table::new(heads, 2, pairs.iter().map(cells)));
    let to_discuss: Vec<&AnnotatorPair> = pairs.iter().filter(|pair| !pair.discuss.is_empty()).collect();
    if to_discuss.is_empty() {
        return;
    }
    document.heading("To discuss first");
    document
        .paragraph(format!("Of each pair below {LEAST_KAPPA}, units of the most frequent confusion first."));
    let cells = |pair: &&AnnotatorPair| {
        let rows = pair.discuss.iter().map(|unit| {
            let [one, other] = unit.said;
            let [first, second] = &pair.names;
            vec![
                unit.case.clone(),
                unit.text.clone(),
                format!("{first}: {one}"),
                format!("{second}: {other}"),
            ]
        });
        rows.collect::<Vec<_>>()
    };
    let heads = ["case", "unit", "one", "the other"];
    document.table(Table::new(heads, heads.len(), to_discuss.iter().flat_map(cells)));
}
