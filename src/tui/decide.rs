//! Decisions on labels: the words that one key gives, taking back, rejecting and adding findings.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::case::Texts;
use crate::labels::overrides::{Decision, Fate, Override, Side};
use crate::labels::{Label, LabelValue, List};
use crate::report::{Change, LabelId};
use crate::session::How;
use crate::text::Span;

use super::bench::Bench;
use super::component::Cx;
use super::keymap::{Action, Context, Key, Keymap};
use super::list;
use super::pane::Edit;
use super::state::{Panel, State};
use super::words::spoken;

/// The key of each word of a list: the first of its letters that no word before it has, and that no panel has
/// another use for, since it decides from all of them. Going on with a search is no such use: that counts while
/// something is searched for.
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

/// What a word is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The label in focus.
    Label,
    /// An issue to be marked on the selection.
    Issue,
}

/// The word of a subject's list whose letter a key is.
pub fn word_of_key(state: &State, subject: Subject, key: KeyEvent) -> Option<LabelValue> {
    let KeyCode::Char(typed) = key.code else { return None };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    let keys = word_keys(&state.keys, subject_list(state, subject)?);
    keys.into_iter().find(|(letter, _)| *letter == typed).map(|(_, word)| word)
}

/// The list whose words are chosen from.
pub fn subject_list(state: &State, subject: Subject) -> Option<List> {
    match subject {
        Subject::Label => state.bench().map(|bench| bench.list),
        Subject::Issue => Some(List::Issues),
    }
}

/// Takes a word for what it was chosen for.
pub fn choose(cx: &mut Cx, subject: Subject, word: LabelValue) {
    match subject {
        Subject::Label => decide(cx, Decision::Value(word)),
        Subject::Issue => add(cx, List::Issues, word),
    }
}

/// Rejects the finding in focus.
pub fn reject(cx: &mut Cx) {
    match cx.state.label() {
        Some(id) if id.list.is_finding() => decide(cx, Decision::Dismiss),
        Some(id) => {
            let words = format!("a {} is no finding: give it another word instead", id.list.spec().unit);
            cx.tell(&words);
        }
        None => cx.tell("no label is in focus"),
    }
}

fn decide(cx: &mut Cx, decision: Decision) {
    if !cx.state.may_change() {
        return;
    }
    let (by, now) = (cx.state.by.clone(), cx.state.now);
    let Some(bench) = cx.state.bench() else { return };
    let Some((id, label)) = bench.label.and_then(|id| Some((id, bench.get(id)?))) else {
        return cx.tell("no label is in focus");
    };
    let Some(judged) = bench.judged() else { return };
    // The label's spans count in the texts that were judged.
    let texts = Texts { article: judged.analysis.article.raw(), summary: judged.analysis.summary.raw() };
    let words = match &decision {
        Decision::Value(word) => {
            format!("{} {}: you say {}", id.list.spec().unit, id.index + 1, spoken(id.list, *word))
        }
        _ => format!("{} {}: rejected", id.list.spec().unit, id.index + 1),
    };
    let change = Override::new(id.list, label, decision, texts, &by, now);
    let mut overrides: Vec<Override> = decided(bench, id).map_or_else(
        || bench.decisions.overrides.clone(),
        |known| without(&bench.decisions.overrides, known),
    );
    overrides.push(change);
    if let Some(bench) = cx.state.bench_mut() {
        bench.set_overrides(overrides, How::Singly);
    }
    let key = |action| cx.state.keys.name(Context::Labels, action);
    let back = format!("{} takes it back, {} too", key(Action::TakeBack), key(Action::Undo));
    cx.tell(&format!("{words} ({back})"));
    cx.judge();
}

/// Takes changes of labels over as decisions: one step, which one undo takes back. Returns the labels changed.
pub fn apply(cx: &mut Cx, changes: &[Change]) -> Vec<LabelId> {
    if !cx.state.may_change() {
        return Vec::new();
    }
    let (by, now) = (cx.state.by.clone(), cx.state.now);
    let Some(bench) = cx.state.bench() else { return Vec::new() };
    let Some(judged) = bench.judged() else { return Vec::new() };
    let texts = Texts { article: judged.analysis.article.raw(), summary: judged.analysis.summary.raw() };
    let ids: Vec<LabelId> = changes.iter().map(|change| change.id).collect();
    let replaced: Vec<usize> = ids.iter().filter_map(|id| decided(bench, *id)).collect();
    let kept = bench.decisions.overrides.iter().enumerate().filter(|(at, _)| !replaced.contains(at));
    let mut overrides: Vec<Override> = kept.map(|(_, known)| known.clone()).collect();
    for change in changes {
        let Some(label) = bench.get(change.id) else { continue };
        let decision = match change.to {
            LabelValue::No if change.id.list.is_finding() => Decision::Dismiss,
            word => Decision::Value(word),
        };
        overrides.push(Override::new(change.id.list, label, decision, texts, &by, now));
    }
    if let Some(bench) = cx.state.bench_mut() {
        bench.set_overrides(overrides, How::Singly);
    }
    cx.judge();
    ids
}

/// The decision in force on a label, by index.
fn decided(bench: &Bench, id: LabelId) -> Option<usize> {
    let row = bench.rows(id.list).into_iter().find(|row| row.id == Some(id))?;
    let decision = row.decision?;
    // A finding that a person added stays: the new decision is about the finding.
    let added = matches!(bench.decisions.overrides.get(decision)?.decision, Decision::Add(_));
    (!added).then_some(decision)
}

fn without(overrides: &[Override], index: usize) -> Vec<Override> {
    let kept = overrides.iter().enumerate().filter(|(at, _)| *at != index);
    kept.map(|(_, change)| change.clone()).collect()
}

/// Takes the decision on the row in focus back.
pub fn take_back(cx: &mut Cx) {
    if !cx.state.may_change() {
        return;
    }
    let Some(bench) = cx.state.bench_mut() else { return };
    let row = bench.rows(bench.list).into_iter().nth(bench.row.cursor());
    let Some(decision) = row.and_then(|row| row.decision).filter(|at| *at < bench.decisions.overrides.len())
    else {
        return cx.tell("you have decided nothing here");
    };
    let was = bench.fate(decision);
    let overrides = without(&bench.decisions.overrides, decision);
    bench.set_overrides(overrides, How::Singly);
    cx.tell(if matches!(was, Some(Fate::Dismissed(_))) {
        "the finding counts again"
    } else {
        "your decision is taken back"
    });
    cx.judge();
}

/// The words selected in the summary; says how to select some where there are none.
pub fn selection(cx: &mut Cx) -> Option<Span> {
    let bench = cx.state.bench();
    let span = bench.and_then(|bench| bench.summary.selection()).filter(|span| !span.is_empty());
    if span.is_none() {
        cx.tell("select the words in the summary first: Shift with an arrow");
    }
    span
}

/// Adds a finding on the selection in the summary.
pub fn add(cx: &mut Cx, list: List, word: LabelValue) {
    if !cx.state.may_change() {
        return;
    }
    let Some(span) = selection(cx) else { return };
    let (by, now) = (cx.state.by.clone(), cx.state.now);
    let Some(bench) = cx.state.bench_mut() else { return };
    let label = Label {
        text: bench.summary.as_str()[span.range()].to_owned(),
        word: Some(word),
        summary: vec![span],
        why: vec![format!("marked by {by}")],
        ..Label::default()
    };
    let decision = Decision::Add(Box::new(label.clone()));
    let change = Override::new(list, &label, decision, bench.texts(), &by, now);
    let mut overrides = bench.decisions.overrides.clone();
    overrides.push(change);
    bench.set_overrides(overrides, How::Singly);
    bench.pane_mut(Side::Summary).apply(Edit::Deselect);
    // The finding is the last of its list once it is judged.
    (bench.list, bench.row) = (list, list::List::at(usize::MAX));
    cx.state.focus = Panel::Labels;
    let key = cx.state.keys.name(Context::Labels, Action::TakeBack);
    cx.tell(&format!("marked as {} ({key} takes it back)", spoken(list, word)));
    cx.judge();
}
