//! Converts a step made on a screen to events.

use std::sync::Arc;

use serde_json::Value;

use crate::labels::overrides::{Care, LabelDecision, Override};
use crate::labels::{Label, Provenance};
use crate::text::Span;

use super::check_error::CheckError;
use super::decision_diff::DecisionDiff;
use super::decisions::{DecisionMethod, RemarkTarget};
use super::event::{Act, CommentTarget, ENGINE, EventDraft, Regroup, UnitId, UnitReference};
use super::label_import::added as add;
use super::state::CaseState;
use super::units::{entry, spans};

/// Returns the events of a step, from the difference that it made.
///
/// # Errors
/// If a decision is about a label that the session does not have: which one.
pub fn between(
    change: &DecisionDiff,
    how: DecisionMethod,
    case: &str,
    state: &CaseState,
) -> Result<Vec<EventDraft>, CheckError> {
    let (gone, new_ones) = (&change.overrides.gone, &change.overrides.new);
    let (added, removed) = (without(new_ones, gone), without(gone, new_ones));
    let mut acts = taken_back(removed, &added, state)?;
    acts.extend(made(&added, how, state)?);
    for (rules, dropped) in [(&change.rules.gone, true), (&change.rules.new, false)] {
        acts.extend(rules.iter().map(|(_, rule)| Act::Rule { rule: Arc::clone(rule), dropped }));
    }
    if let Some(given) = change.verdict.as_ref().and_then(|sides| sides.1.as_ref()) {
        acts.push(Act::Decide { verdict: given.verdict, reason: given.reason.clone() });
    }
    if let Some(flagged) = change.flagged {
        acts.push(if flagged { Act::Flag } else { Act::Unflag });
    }
    for (_, said) in &change.comments.new {
        acts.push(Act::Comment { text: said.text.to_string(), on: on(&said.on, state)? });
    }
    if let Some(prefer) = change.prefer.as_ref().and_then(|sides| sides.1.as_ref()) {
        acts.push(Act::Prefer(prefer.clone()));
    }
    Ok(acts.into_iter().map(|act| EventDraft::new(case, state.by(), act)).collect())
}

/// Returns the events that revert decisions. A label with another decision in `added` does not need to be
/// restored first.
fn taken_back(
    removed: Vec<&Override>,
    added: &[&Override],
    state: &CaseState,
) -> Result<Vec<Act>, CheckError> {
    let mut acts = Vec::new();
    let replaced: Vec<UnitId> = added.iter().filter_map(|one| unit(state, one)).collect();
    // The last decision is reverted first. Restoring a unit removes the units that replaced it.
    let mut dismissed: Vec<UnitId> = Vec::new();
    for one in removed.iter().filter(|one| one.decision == LabelDecision::Dismiss) {
        dismissed.extend(state.struck(one).iter().flat_map(|id| state.exchange(id).1));
    }
    let mut given_back: Vec<UnitId> = Vec::new();
    for one in removed.into_iter().rev() {
        let id = match one.decision {
            LabelDecision::Dismiss => state.struck(one).or_else(|| unit(state, one)),
            _ => unit(state, one).or_else(|| state.struck(one)),
        };
        let id = id.ok_or_else(|| unknown(one))?;
        if replaced.contains(&id) || matches!(one.decision, LabelDecision::Add(_)) && dismissed.contains(&id)
        {
            continue;
        }
        // Restoring one of several merged units restores all of them.
        if one.decision == LabelDecision::Dismiss {
            if given_back.contains(&id) {
                continue;
            }
            given_back.extend(state.exchange(&id).0);
        }
        acts.push(match one.decision {
            LabelDecision::Add(_) => Act::rejecting(one.list, vec![id]),
            LabelDecision::Value(_) | LabelDecision::Dismiss => Act::Restore { label: id },
        });
    }
    Ok(acts)
}

/// Returns the events that make decisions.
fn made(added: &[&Override], how: DecisionMethod, state: &CaseState) -> Result<Vec<Act>, CheckError> {
    match how {
        DecisionMethod::Singly => added.iter().map(|one| single(one, state)).collect(),
        DecisionMethod::Accepted => {
            let ids: Vec<UnitId> = added.iter().map(|one| found(state, one)).collect::<Result<_, _>>()?;
            let seen = |(one, _): &(&&Override, &UnitId)| one.care == Care::Seen;
            let seen: Vec<UnitId> = added.iter().zip(&ids).filter(seen).map(|(_, id)| id.clone()).collect();
            let accepts = !ids.is_empty();
            Ok(accepts
                .then_some(Act::Accept { labels: Some(ids), seen, judged: false })
                .into_iter()
                .collect())
        }
        DecisionMethod::Regrouped(how) => Ok(regrouped(added, how, state)?.into_iter().collect()),
    }
}

/// Returns the decisions on one side that are missing on the other; those that only changed their
/// position are left out.
fn without<'a>(side: &'a [(usize, Override)], other: &[(usize, Override)]) -> Vec<&'a Override> {
    let moved = |one: &&Override| other.iter().any(|(_, known)| known == *one);
    side.iter().map(|(_, one)| one).filter(|one| !moved(one)).collect()
}

/// Returns the event of one decision on one label.
fn single(one: &Override, state: &CaseState) -> Result<Act, CheckError> {
    Ok(match &one.decision {
        LabelDecision::Add(label) => {
            let (article, summary) = spans_of(state, one)?;
            let by = Provenance::Person(state.by().to_owned());
            add(state, one.list, &Label { article, summary, by, ..(**label).clone() })
        }
        LabelDecision::Dismiss => Act::rejecting(one.list, vec![found(state, one)?]),
        LabelDecision::Value(to) => Act::Override { label: found(state, one)?, to: *to },
    })
}

/// Returns the event of units that were replaced by others.
fn regrouped(added: &[&Override], how: Regroup, state: &CaseState) -> Result<Option<Act>, CheckError> {
    let (mut before, mut after, mut of) = (Vec::new(), Vec::new(), None);
    for one in added {
        of = Some(one.list);
        match &one.decision {
            LabelDecision::Add(label) => {
                let (article, summary) = spans_of(state, one)?;
                let open = label.is_open();
                let by = if open { Provenance::Engine } else { Provenance::Person(state.by().to_owned()) };
                let label = Label { article, summary, by, ..(**label).clone() };
                let mut entry = entry(one.list, &label, state.by(), state.texts());
                if let Some(object) = entry.as_object_mut().filter(|_| open) {
                    // Its value is proposed when the event is checked against the state.
                    object.remove(one.list.spec().field);
                    object.remove("proposed");
                    object.insert("by".to_owned(), Value::from(ENGINE));
                }
                after.push(entry);
            }
            LabelDecision::Dismiss | LabelDecision::Value(_) => {
                before.push(UnitReference::Id(found(state, one)?));
            }
        }
    }
    Ok(of.map(|list| Act::Units { how, list, before, after }))
}

/// Returns the unit that a decision is about.
fn unit(state: &CaseState, one: &Override) -> Option<UnitId> {
    let units = state.units.list(one.list);
    let at = match &one.decision {
        // Among equal units, the one made by a person.
        LabelDecision::Add(_) => units
            .iter()
            .position(|label| label.text == one.text && label.by != Provenance::Engine)
            .or_else(|| one.place(units, state.texts()).ok())?,
        LabelDecision::Value(_) | LabelDecision::Dismiss => one.place(units, state.texts()).ok()?,
    };
    Some(state.units.id(one.list, at))
}

fn found(state: &CaseState, one: &Override) -> Result<UnitId, CheckError> {
    unit(state, one).ok_or_else(|| unknown(one))
}

fn spans_of(state: &CaseState, one: &Override) -> Result<(Vec<Span>, Vec<Span>), CheckError> {
    one.spans(state.texts()).ok_or_else(|| unknown(one))
}

fn unknown(one: &Override) -> CheckError {
    CheckError::NoUnit { unit: one.list.spec().unit, text: one.text.clone() }
}

/// Converts the target of a comment to the form of events.
fn on(about: &RemarkTarget, state: &CaseState) -> Result<Option<CommentTarget>, CheckError> {
    Ok(match about {
        RemarkTarget::Case => None,
        RemarkTarget::Label(one) => Some(CommentTarget::Label(found(state, one)?)),
        RemarkTarget::Words(one) => {
            let (article, summary) = spans_of(state, one)?;
            let label = Label { article, summary, ..Default::default() };
            let mut on = serde_json::Map::new();
            for (key, value) in spans(&label, state.texts()) {
                if value.as_array().is_some_and(|spans| !spans.is_empty()) {
                    on.insert(key.to_owned(), value);
                }
            }
            Some(CommentTarget::Spans(Value::Object(on)))
        }
    })
}
