//! The units of a gold case that no unit of an annotator can match: neither marked in a text nor in words that
//! the case has.

use std::collections::HashSet;

use serde_json::Value;

use crate::case::{Case, Texts};
use crate::engine::Engine;
use crate::evidence::Wanted;
use crate::labels::{Label, Labels, List};

/// Removes these units from gold labels, and returns their texts. `read` are the labels as read, `lists` those
/// that the rubric reads. Findings are matched by their places, and stay.
pub fn take_unmatched(
    engine: &mut Engine,
    case: &Case,
    read: &Labels,
    lists: &[List],
    labels: &mut Value,
) -> Vec<String> {
    let mut removed = Vec::new();
    for &list in lists.iter().filter(|list| !list.is_finding()) {
        let units = Labels::get(read, list).unwrap_or_default();
        let mut shown: Option<HashSet<String>> = None;
        let mut matches = |unit: &Label| {
            let text = unit.text.trim();
            let marked = !unit.article.is_empty() || !unit.summary.is_empty();
            let quoted = !text.is_empty() && (case.article.contains(text) || case.summary.contains(text));
            marked || quoted || shown.get_or_insert_with(|| shown_texts(engine, case, list)).contains(text)
        };
        let keeps: Vec<bool> = units.iter().map(&mut matches).collect();
        let Some(items) = labels.get_mut(list.spec().key).and_then(Value::as_array_mut) else { continue };
        if items.len() != keeps.len() {
            continue;
        }
        removed
            .extend(units.iter().zip(&keeps).filter(|(_, keep)| !**keep).map(|(unit, _)| unit.text.clone()));
        let mut keeps = keeps.into_iter();
        items.retain(|_| keeps.next().unwrap_or(true));
    }
    removed
}

/// Returns the texts of the units of a list that an annotator is shown.
fn shown_texts(engine: &mut Engine, case: &Case, list: List) -> HashSet<String> {
    let analysis = engine.analyse(case, Texts::of(case), Wanted::new(&[list], &[]));
    let units = Labels::get(&analysis.proposals, list).unwrap_or_default();
    units.iter().map(|unit| unit.text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}
