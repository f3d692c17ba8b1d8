//! Attributes the labels of a set to annotators.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::agree::annotators::{LabelledUnit, TextMark};
use crate::engine::Selection;
use crate::labels::file::UNNAMED;
use crate::labels::{Entry, LISTS, Label, LabelValue, Labels, List, Provenance};
use crate::rubric::Rubric;
use crate::session::ENGINE;

/// One annotator's part of a set of labels.
#[derive(Clone, Debug, Default)]
pub struct AnnotatorShare {
    pub lists: BTreeMap<List, Vec<LabelledUnit>>,
    /// The lists that are entirely theirs, for scoring.
    pub whole: Labels,
    /// The lists of findings that they may not have looked for: left to the engine, given only as a
    /// count, unreadable, or part of another annotator's set.
    pub left: BTreeSet<List>,
    /// Whether they gave part of a list and left the rest to others or to the engine.
    pub partly: bool,
}

/// Names to attribute labels to if the labels do not name anyone.
#[derive(Clone, Copy, Debug)]
pub struct Giver<'a> {
    /// Owner of the set.
    pub owner: &'a str,
    /// Annotator of changed proposals if the owner is the engine.
    pub unnamed: &'a str,
}

impl<'a> Giver<'a> {
    fn of(self, label: &'a Label) -> &'a str {
        match &label.by {
            Provenance::Engine => ENGINE,
            Provenance::Person(name) if name != UNNAMED => name,
            Provenance::Person(_) if self.owner == ENGINE => self.unnamed,
            Provenance::Person(_) => self.owner,
        }
    }
}

/// Splits a set of labels by annotator. `marks` returns the spans of a label, given its list and index.
///
/// The engine's share contains its proposals, even if an annotator decided otherwise. The owner's share
/// contains every list in which nothing of the engine's is left. Such a list may be empty, meaning that
/// nothing was found.
pub fn split<'a>(
    labels: &'a Labels,
    giver: Giver<'a>,
    selection: &Selection,
    marks: &dyn Fn(List, usize) -> Vec<TextMark>,
) -> BTreeMap<&'a str, AnnotatorShare> {
    let mut shares: BTreeMap<&str, AnnotatorShare> = BTreeMap::new();
    for spec in &LISTS {
        let list = spec.list;
        let Entry::Given(all) = labels.entry(list) else { continue };
        let counted = list == List::Extraneous && labels.extraneous_counts.is_some();
        let mut lists: BTreeMap<&str, (Vec<LabelledUnit>, Vec<Label>)> = BTreeMap::new();
        let mut of_engine = 0;
        for (at, label) in all.iter().enumerate() {
            let who = giver.of(label);
            let mut add =
                |who, label: &Label| {
                    let (units, own) = lists.entry(who).or_default();
                    let value = label.word.or_else(|| graded(label, selection));
                    units.extend(value.filter(|value| spec.words.contains(value)).map(|value| {
                        LabelledUnit { text: label.text.clone(), value, marks: marks(list, at) }
                    }));
                    own.push(label.clone());
                };
            // What follows from a decision is nobody's own label; the engine's is what it proposed before.
            if who != ENGINE || label.proposed.is_none() {
                add(who, label);
            }
            if label.proposed.is_some() {
                add(
                    ENGINE,
                    &Label { word: label.proposed, by: Provenance::Engine, proposed: None, ..label.clone() },
                );
            }
            of_engine += usize::from(who == ENGINE);
        }
        if of_engine == 0 || giver.owner == ENGINE {
            lists.entry(giver.owner).or_default();
        }
        for (who, (units, own)) in lists {
            let share = shares.entry(who).or_default();
            if own.len() == all.len() {
                share.whole.set(list, Entry::Given(own));
            } else if !units.is_empty() {
                share.partly = true;
            }
            if !counted && (!units.is_empty() || list.is_finding()) {
                share.lists.insert(list, units);
            }
        }
    }
    shares.entry(giver.owner).or_default();
    for (who, share) in &mut shares {
        let findings = LISTS.iter().map(|spec| spec.list).filter(|list| list.is_finding());
        // An owner who labelled the case and omitted a list of findings found none.
        let none = |list: &List| *who == giver.owner && *labels.entry(*list) == Entry::Absent;
        share.left = findings.filter(|list| !share.lists.contains_key(list) && !none(list)).collect();
    }
    let owner = shares.entry(giver.owner).or_default();
    owner.whole.extraneous_counts = labels.extraneous_counts;
    owner.whole.intent.clone_from(&labels.intent);
    owner.whole.theme.clone_from(&labels.theme);
    owner.whole.tone = labels.tone;
    owner.whole.bias_score.clone_from(&labels.bias_score);
    owner.whole.tox_score.clone_from(&labels.tox_score);
    shares
}

impl super::Gathering {
    /// Returns the set with a label value for every label; labels given only as a measure are graded.
    pub(super) fn graded(&self, set: &Labels) -> Arc<Labels> {
        let mut set = set.clone();
        for spec in &LISTS {
            for label in set.get_mut(spec.list).into_iter().flatten().filter(|label| label.word.is_none()) {
                label.word = graded(label, &self.selection);
            }
        }
        Arc::new(set)
    }
}

/// Returns the value of a label given only as a measure, by the thresholds of the first rubric that has
/// them. Selected rubrics take precedence.
fn graded(label: &Label, selection: &Selection) -> Option<LabelValue> {
    let word = |(_, rubric): (_, &dyn Rubric)| rubric.word(label, &selection.readings);
    selection.rubrics().find_map(word).or_else(|| selection.set().iter().find_map(word))
}
