//! Converts labels from files to the events that give a case these labels.

use serde_json::Value;

use crate::audit;
use crate::labels::file::UNNAMED;
use crate::labels::overrides::{LabelDecision, Override, file as saved};
use crate::labels::{Entry, LISTS, Label, List, Provenance};

use super::check_error::CheckError;
use super::event::{Act, ENGINE, EventDraft, Moment, Regroup, UnitId};
use super::state::CaseState;
use super::units;

/// Returns the annotators of a wrapper's labels: its own first, then those named by its entries.
/// `unnamed` stands for one without a name.
///
/// # Errors
/// If somebody is not named, and `unnamed` is not given.
pub fn givers(wrapper: &Value, unnamed: Option<&str>) -> Result<Vec<String>, CheckError> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: Option<&str>| {
        let name = match name {
            Some(ENGINE) => return Ok(()),
            Some(UNNAMED) | None => unnamed.ok_or(CheckError::Unnamed)?.to_owned(),
            Some(name) => name.to_owned(),
        };
        if !names.contains(&name) {
            names.push(name);
        }
        Ok::<(), CheckError>(())
    };
    add(wrapper.get("by").and_then(Value::as_str))?;
    for decision in saved::read(wrapper) {
        add(Some(&decision.by))?;
    }
    let lists = wrapper.get("labels").and_then(Value::as_object).into_iter().flatten();
    for entry in lists.filter_map(|(_, list)| list.as_array()).flatten() {
        if let Some(by) = entry.get("by").and_then(Value::as_str) {
            add(Some(by))?;
        }
    }
    Ok(names)
}

/// Returns the events after which an annotator's labels equal those of a wrapper. Labels that already do
/// need none.
pub fn drafts(
    wrapper: &Value,
    case: &str,
    owner: bool,
    state: &CaseState,
) -> Result<Vec<EventDraft>, CheckError> {
    let decisions = saved::read(wrapper);
    if !decisions.is_empty() {
        let own = decisions.iter().filter(|decision| decision.by == state.by());
        return Ok(own.filter_map(|decision| decided(decision, case, state)).collect());
    }
    let texts = state.texts();
    let given = audit::read_labels(wrapper, texts.article, texts.summary)?.labels;
    let new = |act: Act| EventDraft::new(case, state.by(), act);
    let mut all = Vec::new();
    let mut accepted = Vec::new();
    for spec in &LISTS {
        let labels = match given.entry(spec.list) {
            Entry::Absent => continue,
            Entry::Malformed(why) => return Err(why.clone().into()),
            Entry::Given(labels) => labels,
        };
        let known = state.units.list(spec.list);
        let twins = pair(labels, known);
        for (label, twin) in labels.iter().zip(&twins) {
            let own = match &label.by {
                Provenance::Engine => false,
                Provenance::Person(name) if name == UNNAMED => owner,
                Provenance::Person(name) => name == state.by(),
            };
            if !own {
                continue;
            }
            match twin {
                Some(at) => {
                    let (there, id) = (&known[*at], state.units.id(spec.list, *at));
                    let settled = there.by != Provenance::Engine;
                    match label.word {
                        Some(to) if there.word != label.word => {
                            all.push(new(Act::Override { label: id, to }));
                        }
                        _ if !settled => accepted.push(id),
                        _ => {}
                    }
                }
                None => all.push(new(added(state, spec.list, label))),
            }
        }
        // An annotator's list is complete, so units missing from it were rejected, unless it was made on other
        // proposals than these.
        let other =
            labels.iter().zip(&twins).any(|(label, twin)| label.by == Provenance::Engine && twin.is_none());
        let gone: Vec<UnitId> = (0..known.len())
            .filter(|at| !twins.contains(&Some(*at)))
            .map(|at| state.units.id(spec.list, at))
            .collect();
        if owner && !other && !gone.is_empty() {
            all.push(new(Act::rejecting(spec.list, gone)));
        }
    }
    if !accepted.is_empty() {
        all.push(new(Act::Accept { labels: Some(accepted), seen: Vec::new(), judged: true }));
    }
    Ok(all)
}

/// Returns for each label the unit that it is about; each unit is used once.
fn pair(labels: &[Label], units: &[Label]) -> Vec<Option<usize>> {
    let mut twins: Vec<Option<usize>> = vec![None; labels.len()];
    let same_words = |a: &Label, b: &Label| a.text == b.text && a.summary == b.summary && a.kind == b.kind;
    let same_text = |a: &Label, b: &Label| !a.text.is_empty() && a.text == b.text && a.kind == b.kind;
    let same_place = |a: &Label, b: &Label| {
        a.kind == b.kind && !a.summary.is_empty() && a.summary == b.summary && a.text.is_empty()
    };
    for like in [&same_words as &dyn Fn(&Label, &Label) -> bool, &same_text, &same_place] {
        for (at, label) in labels.iter().enumerate() {
            if twins[at].is_none() {
                let free = |index: &usize| !twins.contains(&Some(*index));
                twins[at] = (0..units.len()).filter(free).find(|index| like(label, &units[*index]));
            }
        }
    }
    twins
}

/// Returns the event for a decision that the workbench saved beside the labels.
fn decided(decision: &Override, case: &str, state: &CaseState) -> Option<EventDraft> {
    let (list, texts) = (decision.list, state.texts());
    let act = match &decision.decision {
        LabelDecision::Add(label) => {
            let (article, summary) = decision.spans(texts)?;
            let label = Label { article, summary, ..(**label).clone() };
            let there = state.units.list(list).iter();
            if there.into_iter().any(|unit| unit.text == label.text && unit.summary == label.summary) {
                return None;
            }
            added(state, list, &label)
        }
        LabelDecision::Dismiss => {
            let at = decision.place(state.units.list(list), texts).ok()?;
            Act::rejecting(list, vec![state.units.id(list, at)])
        }
        LabelDecision::Value(word) => {
            let at = decision.place(state.units.list(list), texts).ok()?;
            let unit = &state.units.list(list)[at];
            if unit.word == Some(*word) && unit.by != Provenance::Engine {
                return None;
            }
            Act::Override { label: state.units.id(list, at), to: *word }
        }
    };
    let micros = i64::try_from(decision.at).unwrap_or_default().saturating_mul(1_000_000);
    let at = (micros > 0).then(|| Moment::from_micros(micros));
    Some(EventDraft { at, ..EventDraft::new(case, state.by(), act) })
}

/// Returns the event for a new unit.
pub(super) fn added(state: &CaseState, list: List, label: &Label) -> Act {
    let after = vec![units::entry(list, label, state.by(), state.texts())];
    Act::Units { how: Regroup::Add, list, before: Vec::new(), after }
}
