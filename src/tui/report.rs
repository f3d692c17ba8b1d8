//! What is shown and saved of a report in the form of the files.

use serde_json::Value;

use crate::labels::file::{Overlap, Wrapper};
use crate::labels::overrides::{self, file as decisions};
use crate::labels::{Entry, LISTS, Provenance};
use crate::report::json::{Json, Side};

use super::bench::Bench;
use super::save::Save;

/// The newest report on a case as JSON, in lines.
pub fn json(bench: &Bench) -> Option<String> {
    let judged = bench.judged()?;
    let (article, summary) =
        (Side::new(judged.analysis.article.raw()), Side::new(judged.analysis.summary.raw()));
    let json = Json { report: &judged.report, article: &article, summary: &summary, extra: None };
    serde_json::to_string_pretty(&json).ok()
}

/// The labels of a case, as judged, in the form of the files.
///
/// # Errors
/// Where the result for the newest change has not come yet.
pub fn labels(bench: &Bench, by: &str) -> Result<Value, String> {
    let shown = bench.shown.as_ref().filter(|_| !bench.is_stale());
    let Some((shown, analysis)) = shown.and_then(|shown| Some((shown, shown.analysis.as_ref()?))) else {
        return Err("the labels of the newest change are on their way; try again".to_owned());
    };
    // A list in a file takes the place of the engine's, so only lists that a person had a hand in are written.
    let mut labels = (*shown.labels).clone();
    for spec in &LISTS {
        let decided = bench.overrides.iter().any(|change| change.list == spec.list);
        let given =
            labels.get(spec.list).unwrap_or_default().iter().any(|label| label.by != Provenance::Engine);
        if !decided && !given {
            labels.set(spec.list, Entry::Absent);
        }
    }
    (labels.intent, labels.theme, labels.tone) = (None, None, None);
    let wrapper = Wrapper {
        id: &bench.case.id,
        by,
        labels: &labels,
        article: analysis.article.raw(),
        summary: analysis.summary.raw(),
        overlap: Overlap::default(),
    };
    let mut value = wrapper.to_value();
    // The decisions themselves, so that a case that is opened again has them.
    value[decisions::FIELD] = decisions::to_value(&bench.overrides);
    Ok(value)
}

/// What is to be written of a case.
///
/// # Errors
/// Where its labels are not known yet: the result for the newest edit has not come.
pub fn to_save(bench: &Bench, by: &str) -> Result<Save, String> {
    let labels = if bench.is_relabelled() { Some(labels(bench, by)?) } else { None };
    Ok(Save {
        article: bench.article.text(),
        article_edited: bench.is_edited(overrides::Side::Article),
        summary: bench.summary.text(),
        summary_edited: bench.is_edited(overrides::Side::Summary),
        labels,
        overrides: bench.overrides.clone(),
    })
}
