//! Removes from labels everything that reveals what the engine, or an earlier annotator of the case,
//! found.

use std::sync::Arc;

use crate::labels::{Entry, LISTS, Label, LabelId, Labels, List, Provenance, Side};
use crate::report::{Decision, Report, Verdict};
use crate::rubric::{Readings, Rubric};

/// Returns the units of some labels without their labels. Lists of findings become empty, since a finding
/// consists only of its label. A unit keeps its text and its place in the text that its list is about;
/// the presence and place of evidence are removed, since they reveal the label.
pub fn seal(labels: &Labels) -> Labels {
    let mut sealed = Labels::default();
    for spec in &LISTS {
        let entry = match labels.entry(spec.list) {
            Entry::Given(_) if spec.list.is_finding() => Entry::Given(Vec::new()),
            Entry::Given(units) => Entry::Given(units.iter().map(|unit| unit_of(spec.list, unit)).collect()),
            other => other.clone(),
        };
        sealed.set(spec.list, entry);
    }
    let raw = labels.raw_segments.as_ref();
    sealed.raw_segments = raw.map(|all| all.iter().map(|unit| unit_of(List::Segments, unit)).collect());
    sealed
}

fn unit_of(list: List, label: &Label) -> Label {
    let (article, summary) = match list.side() {
        Side::Article => (label.article.clone(), Vec::new()),
        Side::Summary => (Vec::new(), label.summary.clone()),
    };
    Label {
        text: label.text.clone(),
        answer: label.answer.clone(),
        kind: label.kind,
        article,
        summary,
        by: Provenance::Engine,
        ..Label::default()
    }
}

/// Returns the units of some labels, all with the same value of their list, so that a file of them
/// reveals nothing of what the engine found.
pub fn neutral(labels: &Labels) -> Labels {
    let mut neutral = seal(labels);
    for spec in &LISTS {
        for unit in neutral.get_mut(spec.list).into_iter().flatten() {
            unit.word = spec.words.first().copied();
        }
    }
    neutral.raw_segments = None;
    neutral
}

/// Returns a report that contains the units and nothing else.
pub fn report(
    id: &str,
    slug: &'static str,
    rubric: &dyn Rubric,
    labels: &Labels,
    readings: &Readings,
) -> Report {
    let of_list = |list: &List| {
        let units = rubric.listed(labels, *list, readings).unwrap_or_default().iter().enumerate();
        let list = *list;
        units.map(move |(index, unit)| (LabelId { list, index }, unit.clone())).collect::<Vec<_>>()
    };
    let verdict = Verdict {
        decision: Decision::Incomplete,
        score: None,
        mean: None,
        because: Vec::new(),
        flips: Vec::new(),
    };
    Report {
        id: id.to_owned(),
        rubric: slug,
        signature: String::new(),
        input: Default::default(),
        judges: Vec::new(),
        fallback: None,
        metrics: Vec::new(),
        caps: Vec::new(),
        verdict,
        disputed: Vec::new(),
        odds: None,
        mismatches: Arc::default(),
        labels: Arc::new(rubric.lists().iter().flat_map(of_list).collect()),
    }
}

/// Returns the units of a sealed report that the annotator has not labelled.
pub fn unlabelled(report: &Report) -> Vec<LabelId> {
    let open = report.labels.iter().filter(|(_, label)| label.word.is_none());
    open.map(|(id, _)| *id).collect()
}
