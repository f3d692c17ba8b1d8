//! The events of a step that was made on a screen.

use serde_json::{Value, json};

use crate::labels::file::word_value;
use crate::labels::overrides::{Care, LabelDecision, Override};
use crate::labels::{Label, List, Provenance};

use super::check_error::CheckError;
use super::decision_diff::DecisionDiff;
use super::decisions::{DecisionMethod, RemarkTarget};
use super::event::{ENGINE, EventDraft, Regroup, UnitId};
use super::label_import::event;
use super::state::CaseState;
use super::units::{entry, spans};

/// The events of a step, by what it changed.
///
/// # Errors
/// Where a decision is about a label that the session does not have: which.
pub fn between(
    change: &DecisionDiff,
    how: DecisionMethod,
    case: &str,
    state: &CaseState,
) -> Result<Vec<EventDraft>, CheckError> {
    let new = |name: &str, fields: Vec<(&str, Value)>| event(case, state.by(), name, fields);
    let mut drafts = Vec::new();
    let (gone, new_ones) = (&change.overrides.gone, &change.overrides.new);
    let (added, removed) = (without(new_ones, gone), without(gone, new_ones));
    let replaced: Vec<UnitId> = added.iter().filter_map(|one| unit(state, one)).collect();
    // The last first, as if each were taken back in turn. What took the place of a unit goes when that is restored.
    let mut dismissed: Vec<UnitId> = Vec::new();
    for one in removed.iter().filter(|one| one.decision == LabelDecision::Dismiss) {
        dismissed.extend(state.struck(one).iter().flat_map(|id| state.exchange(id).1));
    }
    let mut given_back: Vec<UnitId> = Vec::new();
    for one in removed.into_iter().rev() {
        let found = match one.decision {
            LabelDecision::Dismiss => state.struck(one).or_else(|| unit(state, one)),
            _ => unit(state, one).or_else(|| state.struck(one)),
        };
        let id = found.ok_or_else(|| unknown(one))?;
        if replaced.contains(&id) || matches!(one.decision, LabelDecision::Add(_)) && dismissed.contains(&id)
        {
            continue;
        }
        // Of units that were merged one brings back all.
        if one.decision == LabelDecision::Dismiss {
            if given_back.contains(&id) {
                continue;
            }
            given_back.extend(state.exchange(&id).0);
        }
        drafts.push(match one.decision {
            LabelDecision::Add(_) => {
                new("reject", vec![list(one.list), ("before", json!([id.to_string()]))])?
            }
            LabelDecision::Value(_) | LabelDecision::Dismiss => {
                new("restore", vec![("label", json!(id.to_string()))])?
            }
        });
    }
    match how {
        DecisionMethod::Singly => {
            for one in added {
                drafts.push(single(one, case, state)?);
            }
        }
        DecisionMethod::Accepted => {
            let ids: Vec<String> = added
                .iter()
                .map(|one| unit(state, one).map(|id| id.to_string()).ok_or_else(|| unknown(one)))
                .collect::<Result<_, _>>()?;
            let seen = |(one, _): &(&&Override, &String)| one.care == Care::Seen;
            let seen: Vec<&String> = added.iter().zip(&ids).filter(seen).map(|(_, id)| id).collect();
            if !ids.is_empty() {
                let mut fields = vec![("labels", json!(ids))];
                fields.extend((!seen.is_empty()).then(|| ("seen", json!(seen))));
                drafts.push(new("accept", fields)?);
            }
        }
        DecisionMethod::Regrouped(how) => drafts.extend(regrouped(&added, how, case, state)?),
    }
    for (rules, dropped) in [(&change.rules.gone, true), (&change.rules.new, false)] {
        for (_, rule) in rules {
            let mut fields = vec![("rule", json!(rule))];
            fields.extend(dropped.then(|| ("dropped", json!(true))));
            drafts.push(new("rule", fields)?);
        }
    }
    if let Some(given) = change.verdict.as_ref().and_then(|sides| sides.1.as_ref()) {
        let mut fields = vec![("verdict", json!(given.verdict.as_str()))];
        fields.extend(given.reason.as_ref().map(|reason| ("reason", json!(reason))));
        drafts.push(new("decide", fields)?);
    }
    if let Some(flagged) = change.flagged {
        drafts.push(new(if flagged { "flag" } else { "unflag" }, Vec::new())?);
    }
    for (_, said) in &change.comments.new {
        let mut fields = vec![("text", json!(said.text))];
        fields.extend(on(&said.on, state)?.map(|on| ("on", on)));
        drafts.push(new("comment", fields)?);
    }
    if let Some(prefer) = change.prefer.as_ref().and_then(|sides| sides.1.as_ref()) {
        let mut fields = vec![("prefer", json!(prefer.case))];
        fields.extend((!prefer.order.is_empty()).then(|| ("order", json!(prefer.order))));
        fields.extend(prefer.reason.as_ref().map(|reason| ("reason", json!(reason))));
        drafts.push(new("prefer", fields)?);
    }
    Ok(drafts)
}

/// Decisions of one side that are not on the other: what only changed its place is decided as it was.
fn without<'a>(side: &'a [(usize, Override)], other: &[(usize, Override)]) -> Vec<&'a Override> {
    let moved = |one: &&Override| other.iter().any(|(_, known)| known == *one);
    side.iter().map(|(_, one)| one).filter(|one| !moved(one)).collect()
}

/// The event of one decision on one label.
fn single(one: &Override, case: &str, state: &CaseState) -> Result<EventDraft, CheckError> {
    let by = state.by();
    match &one.decision {
        LabelDecision::Add(label) => {
            let texts = state.texts();
            let (article, summary) = one.spans(texts).ok_or_else(|| unknown(one))?;
            let label =
                Label { article, summary, by: Provenance::Person(by.to_owned()), ..(**label).clone() };
            let after = json!([entry(one.list, &label, by, texts)]);
            Ok(event(case, by, "add", vec![list(one.list), ("before", json!([])), ("after", after)])?)
        }
        LabelDecision::Dismiss => {
            let id = unit(state, one).ok_or_else(|| unknown(one))?;
            Ok(event(case, by, "reject", vec![list(one.list), ("before", json!([id.to_string()]))])?)
        }
        LabelDecision::Value(word) => {
            let id = unit(state, one).ok_or_else(|| unknown(one))?;
            let fields = vec![("label", json!(id.to_string())), ("to", word_value(*word))];
            Ok(event(case, by, "override", fields)?)
        }
    }
}

/// The events of units that took the place of others, a list at a time.
fn regrouped(
    added: &[&Override],
    how: Regroup,
    case: &str,
    state: &CaseState,
) -> Result<Vec<EventDraft>, CheckError> {
    let name = match how {
        Regroup::Add => "add",
        Regroup::Split => "split",
        Regroup::Merge => "merge",
        Regroup::Reword => "reword",
        Regroup::Reject => "reject",
    };
    let (mut before, mut after, mut of) = (Vec::new(), Vec::new(), None);
    for one in added {
        of = Some(one.list);
        match &one.decision {
            LabelDecision::Add(label) => {
                let (article, summary) = one.spans(state.texts()).ok_or_else(|| unknown(one))?;
                let open = label.is_open();
                let by = if open { Provenance::Engine } else { Provenance::Person(state.by().to_owned()) };
                let label = Label { article, summary, by, ..(**label).clone() };
                let mut entry = entry(one.list, &label, state.by(), state.texts());
                if let Some(object) = entry.as_object_mut().filter(|_| open) {
                    // Its word is proposed when the event is held against the state.
                    object.remove(one.list.spec().field);
                    object.remove("proposed");
                    object.insert("by".to_owned(), json!(ENGINE));
                }
                after.push(entry);
            }
            LabelDecision::Dismiss | LabelDecision::Value(_) => {
                before.push(unit(state, one).ok_or_else(|| unknown(one))?.to_string());
            }
        }
    }
    let Some(of) = of else { return Ok(Vec::new()) };
    let fields = vec![list(of), ("before", json!(before)), ("after", json!(after))];
    Ok(vec![event(case, state.by(), name, fields)?])
}

fn list(of: List) -> (&'static str, Value) {
    ("list", json!(of.spec().key))
}

/// The unit that a decision is about.
fn unit(state: &CaseState, one: &Override) -> Option<UnitId> {
    let units = state.units.list(one.list);
    let at = match &one.decision {
        // Of like units the one that a person made.
        LabelDecision::Add(_) => units
            .iter()
            .position(|label| label.text == one.text && label.by != Provenance::Engine)
            .or_else(|| one.place(units, state.texts()).ok())?,
        LabelDecision::Value(_) | LabelDecision::Dismiss => one.place(units, state.texts()).ok()?,
    };
    Some(state.units.id(one.list, at))
}

fn unknown(one: &Override) -> CheckError {
    CheckError::NoUnit { unit: one.list.spec().unit, text: one.text.clone() }
}

/// What a comment is about, as events have it.
fn on(about: &RemarkTarget, state: &CaseState) -> Result<Option<Value>, CheckError> {
    Ok(match about {
        RemarkTarget::Case => None,
        RemarkTarget::Label(one) => {
            Some(json!({"label": unit(state, one).ok_or_else(|| unknown(one))?.to_string()}))
        }
        RemarkTarget::Words(one) => {
            let (article, summary) = one.spans(state.texts()).ok_or_else(|| unknown(one))?;
            let label = Label { article, summary, ..Default::default() };
            let mut on = serde_json::Map::new();
            for (key, value) in spans(&label, state.texts()) {
                if value.as_array().is_some_and(|spans| !spans.is_empty()) {
                    on.insert(key.to_owned(), value);
                }
            }
            Some(Value::Object(on))
        }
    })
}
