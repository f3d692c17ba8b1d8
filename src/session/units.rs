//! The units of a case: labels with stable ids, which other units being added or removed do not change.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::check_error::CheckError;
use crate::case::Texts;
use crate::labels::file::{self, LabelError, Wrapper};
use crate::labels::{Entry, LISTS, Label, LabelValue, Labels, List, Provenance};

use super::event::{ENGINE, UnitId};

/// Labels, each with the part of its id after the slash.
#[derive(Clone, Debug)]
pub(super) struct Units {
    proposals: Arc<Labels>,
    labels: Labels,
    names: [Vec<String>; LISTS.len()],
}

impl Units {
    /// Creates units from the engine's proposals, named by their index.
    pub fn new(proposals: Arc<Labels>) -> Units {
        let labels = (*proposals).clone();
        let names = std::array::from_fn(|at| {
            let count = labels.get(LISTS[at].list).map_or(0, <[Label]>::len);
            (0..count).map(|index| index.to_string()).collect()
        });
        Units { proposals, labels, names }
    }

    /// Returns the index of a unit in its list.
    pub fn find(&self, id: &UnitId) -> Option<usize> {
        self.names[id.list as usize].iter().position(|name| *name == id.name)
    }

    pub fn get(&self, id: &UnitId) -> Option<&Label> {
        self.list(id.list).get(self.find(id)?)
    }

    pub fn list(&self, list: List) -> &[Label] {
        self.labels.get(list).unwrap_or_default()
    }

    pub fn id(&self, list: List, index: usize) -> UnitId {
        UnitId { list, name: self.names[list as usize].get(index).cloned().unwrap_or_default() }
    }

    pub fn ids(&self) -> impl Iterator<Item = UnitId> {
        LISTS.iter().flat_map(|spec| {
            let names = self.names[spec.list as usize].iter();
            names.map(|name| UnitId { list: spec.list, name: name.clone() })
        })
    }

    /// Attributes a unit to an annotator, with a new value or its current one.
    pub fn settle(&mut self, list: List, index: usize, to: Option<LabelValue>, by: &str) {
        // A decided label shows its own original proposal, even if its value has since changed as a
        // consequence of others.
        let proposed = self.proposed(&self.id(list, index)).map(|label| label.word);
        let Some(label) = self.labels.get_mut(list).and_then(|labels| labels.get_mut(index)) else { return };
        if label.by == Provenance::Engine {
            label.proposed = proposed.unwrap_or(label.word);
        }
        label.word = to.or(label.word);
        label.by = Provenance::Person(by.to_owned());
        label.p = Some(1.0);
    }

    /// Sets a derived value on a unit of the engine, which keeps what was proposed before; units that
    /// somebody decided on stay unchanged.
    pub fn follow(&mut self, list: List, index: usize, to: LabelValue) {
        let proposal = self.proposed(&self.id(list, index)).cloned();
        let Some(label) = self.labels.get_mut(list).and_then(|labels| labels.get_mut(index)) else { return };
        if label.by == Provenance::Engine {
            let proposed = match &proposal {
                Some(proposal) => proposal.word,
                None => label.proposed.or(label.word),
            };
            let relabelled =
                Label { word: Some(to), proposed, p: None, chances: None, measure: None, ..label.clone() };
            *label = proposal.filter(|proposal| proposal.word == Some(to)).unwrap_or(relabelled);
        }
    }

    pub fn remove(&mut self, list: List, index: usize) {
        if let Some(labels) = self.labels.get_mut(list).filter(|labels| index < labels.len()) {
            labels.remove(index);
            self.names[list as usize].remove(index);
        }
    }

    pub fn insert(&mut self, index: usize, id: &UnitId, label: Label) {
        if *self.labels.entry(id.list) == Entry::Absent {
            self.labels.set(id.list, Entry::Given(Vec::new()));
        }
        if let Some(labels) = self.labels.get_mut(id.list) {
            let index = index.min(labels.len());
            labels.insert(index, label);
            self.names[id.list as usize].insert(index, id.name.clone());
        }
    }

    pub fn labels(&self) -> Labels {
        let mut labels = self.labels.clone();
        // A label refers to its claim by the claim's index among the proposals.
        let claims = &self.names[List::Claims as usize];
        labels.move_claims(|index| claims.iter().position(|name| *name == index.to_string()));
        labels
    }

    pub fn proposals(&self) -> &Arc<Labels> {
        &self.proposals
    }

    /// Returns the proposal with this id; `None` if an event created the unit.
    pub fn proposed(&self, id: &UnitId) -> Option<&Label> {
        self.proposals.get(id.list)?.get(id.name.parse::<usize>().ok()?)
    }
}

/// Reads the engine's proposals from the JSON text of a wrapper or of its inner object. A list that does
/// not fit the texts is malformed.
pub(super) fn read_proposals(text: &str, texts: Texts) -> Result<Labels, LabelError> {
    let mut labels = file::read_text(text, &Provenance::Engine, texts.article, texts.summary)?.labels;
    worded(labels.get_mut(List::Extraneous).into_iter().flatten(), texts);
    Ok(labels)
}

/// Sets the text of unsupported wordings, for which files contain only spans.
fn worded<'a>(wordings: impl Iterator<Item = &'a mut Label>, texts: Texts) {
    for label in wordings.filter(|label| label.text.is_empty()) {
        let words = label.summary.first().and_then(|span| texts.summary.get(span.range()));
        label.text = words.unwrap_or_default().to_owned();
    }
}

pub(super) fn read_entries(
    list: List,
    entries: &[Value],
    by: &str,
    texts: Texts,
) -> Result<Vec<Label>, CheckError> {
    let mut inner = Map::new();
    inner.insert(list.spec().key.to_owned(), Value::Array(entries.to_vec()));
    let mut labels = file::read(&json!({"by": by, "labels": inner}), texts.article, texts.summary)?.labels;
    match labels.entry(list) {
        Entry::Malformed(reason) => Err(reason.clone().into()),
        _ => {
            let mut labels = labels.get_mut(list).map(std::mem::take).unwrap_or_default();
            // A unit left open by its creator is attributed to the engine.
            for label in labels.iter_mut().filter(|label| label.by != Provenance::Engine) {
                (label.by, label.p) = (Provenance::Person(by.to_owned()), Some(1.0));
            }
            if list == List::Extraneous {
                worded(labels.iter_mut(), texts);
            }
            Ok(labels)
        }
    }
}

/// Returns a label as an entry of label files.
pub(super) fn entry(list: List, label: &Label, by: &str, texts: Texts) -> Value {
    let mut labels = Labels::default();
    labels.set(list, Entry::Given(vec![label.clone()]));
    Wrapper::new("", by, &labels, texts).to_value()["labels"][list.spec().key][0].take()
}

/// Returns the spans of a label in the summary and the article, in the format of label files.
pub(super) fn spans(label: &Label, texts: Texts) -> [(&'static str, Value); 2] {
    let mut written = entry(List::Claims, label, ENGINE, texts);
    ["summary", "article"].map(|key| (key, written[key].take()))
}

/// Returns the value assumed for a label without one: for a finding the mildest, otherwise the worst of
/// the list.
pub(super) fn usual_word(list: List) -> LabelValue {
    let words = list.spec().words;
    let at = if list.is_finding() { 0 } else { words.len() - 1 };
    words[at]
}
