//! Decisions on single labels: giving a word by one key, taking back, rejecting and adding. Decisions on the
//! whole case are in [`accept`], comments in [`comments`], units in [`units`], general rules in [`rules`],
//! and moving on to another list in [`crossing`].

pub mod accept;
pub mod blind;
pub mod comments;
pub mod consistency;
pub mod crossing;
pub mod rules;
pub mod units;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::labels::overrides::{Fate, LabelDecision, Override, group};

use crate::labels::{LISTS, Label, LabelId, LabelValue, List, Provenance, Side};
use crate::report::FlipChange;
use crate::session::DecisionMethod;
use crate::text::Span;

use super::component::Cx;
use super::keymap::{Action, Context, Key, Keymap};
use super::list;
use super::open_case::OpenCase;
use super::pane::Edit;
use super::same_words::same_elsewhere;
use super::state::{Panel, State};

/// Returns the key of each word of a list: the first of its letters that is not the key of an earlier word
/// and that no panel uses, since the key has to work in all panels. Keys that continue a search count as
/// unused, because they do so only during a search.
pub fn word_keys(map: &Keymap, list: List) -> Vec<(char, LabelValue)> {
    let mut keys: Vec<(char, LabelValue)> = Vec::new();
    let words = list.spec().words;
    for &word in words.iter().filter(|_| words.len() > 1) {
        let free = |c: &char| {
            c.is_ascii_lowercase()
                && keys.iter().all(|(known, _)| known != c)
                && Context::PANELS.iter().all(|panel| {
                    let used = map.action(*panel, Key::char(*c).event());
                    used.is_none_or(|(action, _)| {
                        matches!(action, Action::SearchNext | Action::SearchPrevious)
                    })
                })
        };
        if let Some(key) = word.as_str().chars().find(free) {
            keys.push((key, word));
        }
    }
    keys
}

/// What a chosen word is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordTarget {
    Label,
    /// A new issue on the selection.
    Issue,
    /// This claim; the selection is marked as its unsupported wording.
    Claim(LabelId),
}

/// Returns the word whose key was pressed, in the list that the target belongs to.
pub fn word_of_key(state: &State, subject: WordTarget, key: KeyEvent) -> Option<LabelValue> {
    let KeyCode::Char(typed) = key.code else { return None };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    let keys = word_keys(&state.keys, subject_list(state, subject)?);
    keys.into_iter().find(|(letter, _)| *letter == typed).map(|(_, word)| word)
}

/// Returns the list whose words can be chosen.
pub fn subject_list(state: &State, subject: WordTarget) -> Option<List> {
    match subject {
        WordTarget::Label => state.open_case().map(|open_case| open_case.list),
        WordTarget::Issue => Some(List::Issues),
        WordTarget::Claim(id) => Some(id.list),
    }
}

/// Whether any labels are marked, so that one action sets them all.
pub fn has_marks(state: &State) -> bool {
    state.open_case().is_some_and(|open_case| !open_case.marked.is_empty() && !open_case.is_hidden())
}

/// Applies a chosen word to its target.
pub fn choose(cx: &mut Cx, subject: WordTarget, word: LabelValue) {
    match subject {
        WordTarget::Label => decide(cx, LabelDecision::Value(word), false),
        WordTarget::Issue => mark(cx, List::Issues, word, None),
        WordTarget::Claim(id) => mark(cx, List::Extraneous, LabelValue::Extraneous, Some((id, word))),
    }
}

/// Gives a word to the label in focus when another label takes the focus at once; the message names keys that
/// work there.
pub fn choose_in_passing(cx: &mut Cx, word: LabelValue) {
    decide(cx, LabelDecision::Value(word), true);
}

/// Returns a message with the letters that decide on the label in focus, if the typed letter decides only on
/// labels of other lists. The focus moves from list to list quickly, so such slips are common.
pub fn foreign_letter(state: &State, letter: char) -> Option<String> {
    let list = state.label()?.list;
    let decides = |list| word_keys(&state.keys, list).iter().any(|(key, _)| *key == letter);
    LISTS.iter().find(|spec| decides(spec.list))?;
    let words = word_keys(&state.keys, list).into_iter();
    let mut known: Vec<String> =
        words.map(|(key, word)| format!("{key} {}", list.value_name(word))).collect();
    if may_reject(list) {
        known.push(format!("{} reject", state.keys.name(Context::Labels, Action::Dismiss)));
    }
    Some(format!("{letter} says nothing of {}: {}", list.spec().title.to_lowercase(), known.join(", ")))
}

/// Whether labels of a list may be rejected. Segments may not: together they cover the whole summary.
pub fn may_reject(list: List) -> bool {
    list != List::Segments
}

/// Rejects the finding or unit in focus. `passing` is whether another label takes the focus at once.
pub fn reject(cx: &mut Cx, passing: bool) {
    match cx.state.label() {
        Some(id) if may_reject(id.list) => decide(cx, LabelDecision::Dismiss, passing),
        Some(_) => cx.notify("a segment cannot be rejected: give it another word instead"),
        None => cx.notify("no label is in focus"),
    }
}

fn decide(cx: &mut Cx, decision: LabelDecision, passing: bool) {
    if !cx.state.may_change() {
        return;
    }
    let (by, now) = (cx.state.by.clone(), cx.state.now);
    let Some(open_case) = cx.state.open_case() else { return };
    let Some((id, label)) = open_case.label.and_then(|id| Some((id, open_case.get(id)?))) else {
        return cx.notify("no label is in focus");
    };
    let Some(judged) = open_case.judged() else { return };
    // The label's spans refer to the texts that were scored.
    let texts = judged.texts();
    let unit = format!("{} {}", id.list.spec().unit, id.index + 1);
    let words = match &decision {
        LabelDecision::Value(word) => format!("{unit}: you say {}", id.list.value_name(*word)),
        _ => format!("{unit}: rejected"),
    };
    let change = Override::new(id.list, label, decision, texts, &by, now);
    let said = match change.decision {
        LabelDecision::Value(word) => Some(word),
        _ => None,
    };
    let proposed = if label.by == Provenance::Engine { label.word } else { label.proposed };
    // Agreeing with the engine overrules nothing.
    let overrules =
        change.may_strike() && said != proposed && !label.mismatches.is_empty() && !open_case.is_hidden();
    let overrides = with_decision(open_case, id, change);
    if let Some(open_case) = cx.state.open_case_mut() {
        open_case.crossing = None;
        open_case.set_overrides(overrides, DecisionMethod::Singly);
    }
    if said.is_some() && cx.state.is_hidden() {
        blind::go_on(cx, id, &words);
    } else {
        let back = taken_back_by(cx.state, passing);
        let further = match overrules {
            // One offer at a time; overruling the mismatches behind the label comes first.
            true => overrules_by(cx.state, passing),
            false => said_elsewhere_by(cx.state, id, said),
        };
        cx.notify(&format!("{words} ({back}{further})"));
        if let Some(word) = said {
            consistency::say(cx, id, None, word);
        }
    }
    cx.judge();
}

/// Returns the decisions on the case, with a new decision on a label replacing the previous one. Repeating
/// the same decision at another time changes nothing.
fn with_decision(open_case: &OpenCase, id: LabelId, change: Override) -> Vec<Override> {
    let made = &open_case.decisions.overrides;
    let known = decided(open_case, id);
    let is_same = known
        .and_then(|at| made.get(at))
        .is_some_and(|known| Override { at: known.at, ..change.clone() } == *known);
    let mut overrides = match known {
        Some(known) if !is_same => without(made, known),
        _ => made.clone(),
    };
    if !is_same {
        overrides.push(change);
    }
    overrides
}

/// Returns how to overrule the mismatches behind the label in focus or the previous label, as the end of a
/// sentence.
fn overrules_by(state: &State, passing: bool) -> String {
    let key = state.keys.name(Context::Main, Action::Rules);
    let first = match passing {
        true => state.keys.name(Context::LabelByLabel, Action::JumpBack) + " ",
        false => String::new(),
    };
    format!("; {first}{key} overrules it everywhere")
}

/// Returns how to give the label the same word in the other rubrics, as the end of a sentence; empty if they
/// all agree already.
fn said_elsewhere_by(state: &State, id: LabelId, said: Option<LabelValue>) -> String {
    let open_case = state.open_case().filter(|_| !state.is_hidden());
    match open_case.zip(said) {
        Some((case, word)) if !same_elsewhere(case, id, word).is_empty() => {
            format!("; {} says so in every rubric", state.keys.name(Context::Labels, Action::Everywhere))
        }
        _ => String::new(),
    }
}

/// Returns how to take back a decision on the label in focus or the previous label, in words.
fn taken_back_by(state: &State, passing: bool) -> String {
    let key = |action| state.keys.name(Context::Labels, action);
    if passing {
        return format!("{} undoes", key(Action::Undo));
    }
    format!("{} or {} undoes", key(Action::TakeBack), key(Action::Undo))
}

/// Applies changes of labels as decisions, in one undoable step. Returns the labels changed.
pub fn apply(cx: &mut Cx, changes: &[FlipChange]) -> Vec<LabelId> {
    let changes: Vec<(LabelId, LabelValue)> = changes.iter().map(|change| (change.id, change.to)).collect();
    set_all(cx, &changes)
}

/// Gives words to labels, in one undoable step. Returns the labels.
pub fn set_all(cx: &mut Cx, changes: &[(LabelId, LabelValue)]) -> Vec<LabelId> {
    if !cx.state.may_change() {
        return Vec::new();
    }
    let (by, now) = (cx.state.by.clone(), cx.state.now);
    let Some(open_case) = cx.state.open_case() else { return Vec::new() };
    let Some(judged) = open_case.judged() else { return Vec::new() };
    let texts = judged.texts();
    let ids: Vec<LabelId> = changes.iter().map(|(id, _)| *id).collect();
    let replaced: Vec<usize> = ids.iter().filter_map(|id| decided(open_case, *id)).collect();
    let kept = open_case.decisions.overrides.iter().enumerate().filter(|(at, _)| !replaced.contains(at));
    let mut overrides: Vec<Override> = kept.map(|(_, known)| known.clone()).collect();
    for (id, to) in changes {
        let Some(label) = open_case.find(*id) else { continue };
        let decision = match to {
            LabelValue::No if id.list.is_finding() => LabelDecision::Dismiss,
            word => LabelDecision::Value(*word),
        };
        overrides.push(Override::new(id.list, label, decision, texts, &by, now));
    }
    if let Some(open_case) = cx.state.open_case_mut() {
        open_case.set_overrides(overrides, DecisionMethod::Singly);
    }
    cx.judge();
    ids
}

/// Returns the index of the current decision on a label.
fn decided(open_case: &OpenCase, id: LabelId) -> Option<usize> {
    let row = open_case.rows(id.list).into_iter().find(|row| row.id == Some(id));
    // A list that the current rubric does not read has no rows.
    let applied = |at: &usize| open_case.fate(*at) == Some(Fate::Applied(id));
    let unread = || (0..open_case.decisions.overrides.len()).rev().find(applied);
    let decision = row.map_or_else(unread, |row| row.decision)?;
    // A finding that a person added stays; the new decision is about that finding.
    let added = matches!(open_case.decisions.overrides.get(decision)?.decision, LabelDecision::Add(_));
    (!added).then_some(decision)
}

fn without(overrides: &[Override], index: usize) -> Vec<Override> {
    let kept = overrides.iter().enumerate().filter(|(at, _)| *at != index);
    kept.map(|(_, change)| change.clone()).collect()
}

/// Takes back the decision on the row in focus.
pub fn take_back(cx: &mut Cx) {
    if !cx.state.may_change() {
        return;
    }
    let Some(open_case) = cx.state.open_case_mut() else { return };
    let Some(decision) = open_case.decision() else {
        return cx.notify("you have decided nothing here");
    };
    let was = open_case.fate(decision);
    let known = &open_case.decisions.overrides;
    let together = group(known, decision);
    let overrides = match &together {
        None => without(known, decision),
        Some(together) => {
            let again = |at: usize| {
                matches!(known[at].decision, LabelDecision::Add(_))
                    && matches!(open_case.fate(at), Some(Fate::Dismissed(_)))
            };
            if together.clone().any(again) {
                return cx.notify("a part of it was changed again: take that back first");
            }
            // Decisions on the removed units are removed too.
            let units: Vec<Option<Fate>> = together.clone().map(|at| open_case.fate(at)).collect();
            let about = |at: &usize| {
                let applied = open_case.fate(*at).filter(|fate| matches!(fate, Fate::Applied(_)));
                together.contains(at) || applied.is_some() && units.contains(&applied)
            };
            let kept = known.iter().enumerate().filter(|(at, _)| !about(at));
            kept.map(|(_, change)| change.clone()).collect()
        }
    };
    open_case.set_overrides(overrides, DecisionMethod::Singly);
    let words = match was {
        _ if together.is_some() => "the units are as they were".to_owned(),
        Some(Fate::Dismissed(before)) => {
            format!("{} {} counts again", before.list.spec().unit, before.index + 1)
        }
        _ => "your decision is taken back".to_owned(),
    };
    cx.notify(&words);
    cx.judge();
}

/// Returns the selection in the summary. If there is none, shows how to select words.
pub fn selection(cx: &mut Cx) -> Option<Span> {
    let open_case = cx.state.open_case();
    let span = open_case.and_then(|open_case| open_case.summary.selection()).filter(|span| !span.is_empty());
    if span.is_none() {
        let key = cx.state.keys.name(Context::Text, Action::SelectWord);
        cx.notify(&format!(
            "select the words in the summary first: Shift with an arrow, or {key} for a word"
        ));
    }
    span
}

/// Marks the selection in the summary as a finding, and gives a claim another word in the same step.
pub fn mark(cx: &mut Cx, list: List, word: LabelValue, claim: Option<(LabelId, LabelValue)>) {
    let Some(span) = selection(cx) else { return };
    let Some(open_case) = cx.state.open_case() else { return };
    let text = open_case.summary.as_str()[span.range()].to_owned();
    add(cx, list, Label { text, word: Some(word), summary: vec![span], ..Label::default() }, claim);
}

/// Returns the claim that contains the selection in the summary, unless it is unsupported already.
pub fn claim_of_selection(state: &State) -> Option<LabelId> {
    let open_case = state.open_case()?;
    let span = open_case.summary.selection()?;
    let is_open = |label: &Label| label.word.is_some_and(|word| word != LabelValue::Unsupported);
    let mut claims = open_case.labels(List::Claims).filter(|(_, label)| is_open(label));
    let holds = |label: &Label| open_case.spans(Side::Summary, label).iter().any(|own| own.overlaps(span));
    claims.find(|(_, label)| holds(label)).map(|(id, _)| id)
}

/// Adds a finding or a unit, and gives another label a word, in one step.
fn add(cx: &mut Cx, list: List, label: Label, also: Option<(LabelId, LabelValue)>) {
    if !cx.state.may_change() {
        return;
    }
    let (by, now) = (cx.state.by.clone(), cx.state.now);
    let Some(open_case) = cx.state.open_case_mut() else { return };
    let label = Label { why: vec![format!("marked by {by}")], p: Some(1.0), ..label };
    let decision = LabelDecision::Add(Box::new(label.clone()));
    let change = Override::new(list, &label, decision, open_case.texts(), &by, now);
    let mut overrides = open_case.decisions.overrides.clone();
    if let Some((id, word)) = also
        && let (Some(other), Some(judged)) = (open_case.get(id), open_case.judged())
    {
        let texts = judged.texts();
        let change = Override::new(id.list, other, LabelDecision::Value(word), texts, &by, now);
        if let Some(known) = decided(open_case, id) {
            overrides = without(&overrides, known);
        }
        overrides.push(change);
    }
    overrides.push(change);
    open_case.set_overrides(overrides, DecisionMethod::Singly);
    for side in [Side::Article, Side::Summary] {
        open_case.pane_mut(side).apply(Edit::Deselect);
    }
    // The new label is the last of its list once the case is scored.
    (open_case.list, open_case.row) = (list, list::ListCursor::at(usize::MAX));
    cx.state.focus = Panel::Labels;
    let unit = list.spec().unit;
    let words = match (label.word, also) {
        (Some(word), None) if list.is_finding() => format!("marked as {}", list.value_name(word)),
        (_, None) => format!("a {unit} was added"),
        (_, Some((id, word))) => {
            format!("marked, and {} {} is {}", id.list.spec().unit, id.index + 1, id.list.value_name(word))
        }
    };
    let key = cx.state.keys.name(Context::Labels, Action::TakeBack);
    cx.notify(&format!("{words} ({key} undoes)"));
    if let Some(word) = label.word {
        // The new label comes after the existing ones.
        let index = cx.state.open_case().map_or(0, |open_case| open_case.labels(list).count());
        consistency::say(cx, LabelId { list, index }, Some(&label), word);
    }
    cx.judge();
}
