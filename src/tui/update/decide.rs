//! Decisions on labels: the words that one key gives, taking back, rejecting and adding findings.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::labels::overrides::{Decision, Fate, Override, Side};
use crate::labels::{Label, List, Word};
use crate::report::LabelId;
use crate::tui::app::{App, Bench, Panel, Subject, Window};
use crate::tui::keymap::{Action, Context, Key, own};
use crate::tui::msg::Effect;

use super::edit::set_overrides;
use super::{judge, tell};

/// The key of each word of a list: the first of its letters that no word before it has, and that the label panel has
/// no other use for.
pub fn word_keys(list: List) -> Vec<(char, Word)> {
    let mut keys: Vec<(char, Word)> = Vec::new();
    let words = list.spec().words;
    for &word in words.iter().filter(|_| words.len() > 1) {
        let free = |c: &char| {
            c.is_ascii_lowercase()
                && keys.iter().all(|(known, _)| known != c)
                && own(Context::Labels, Key::char(*c).event()).is_none()
                && !"qezy".contains(*c)
        };
        if let Some(key) = word.as_str().chars().find(free) {
            keys.push((key, word));
        }
    }
    keys
}

/// The letter of a word, typed in the label panel or in the choice of words. Whether it was one.
pub fn on_word_key(app: &mut App, context: Context, key: KeyEvent, effects: &mut Vec<Effect>) -> bool {
    let subject = match (&app.window, context) {
        (Some(Window::Choice { subject, .. }), _) => *subject,
        (None, Context::Labels) => Subject::Label,
        _ => return false,
    };
    let KeyCode::Char(typed) = key.code else { return false };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return false;
    }
    let list = subject_list(app, subject);
    let Some((_, word)) =
        list.and_then(|list| word_keys(list).into_iter().find(|(letter, _)| *letter == typed))
    else {
        return false;
    };
    app.window = None;
    choose(app, subject, word, effects);
    true
}

/// The list whose words are chosen from.
pub fn subject_list(app: &App, subject: Subject) -> Option<List> {
    match subject {
        Subject::Label => app.bench().map(|bench| bench.list),
        Subject::Issue => Some(List::Issues),
    }
}

/// Takes a word for what it was chosen for.
pub fn choose(app: &mut App, subject: Subject, word: Word, effects: &mut Vec<Effect>) {
    match subject {
        Subject::Label => decide(app, Decision::Word(word), effects),
        Subject::Issue => add(app, List::Issues, word, effects),
    }
}

/// An action on the label in focus, or on the selection.
pub fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Override => {
            if app.label().is_none() {
                return tell(app, "no label is in focus");
            }
            app.window = Some(Window::Choice { subject: Subject::Label, row: 0 });
        }
        Action::TakeBack => take_back(app, effects),
        Action::Dismiss => match app.label() {
            Some(id) if id.list.is_finding() => decide(app, Decision::Dismiss, effects),
            Some(id) => {
                let words = format!("a {} is no finding: give it another word instead", id.list.spec().unit);
                tell(app, &words);
            }
            None => tell(app, "no label is in focus"),
        },
        Action::MarkExtraneous => add(app, List::Extraneous, Word::Extraneous, effects),
        Action::MarkIssue if selection(app).is_some() => {
            app.window = Some(Window::Choice { subject: Subject::Issue, row: 0 });
        }
        _ => tell(app, "select the words in the summary first: Shift with an arrow"),
    }
}

fn decide(app: &mut App, decision: Decision, effects: &mut Vec<Effect>) {
    let by = app.by.clone();
    let now = app.now;
    let Some(bench) = app.bench() else { return };
    let Some((id, label)) = bench.label.and_then(|id| Some((id, bench.get(id)?))) else {
        return tell(app, "no label is in focus");
    };
    let Some(judged) = bench.judged() else { return };
    // The label's spans count in the texts that were judged.
    let texts =
        crate::case::Texts { article: judged.analysis.article.raw(), summary: judged.analysis.summary.raw() };
    let words = match &decision {
        Decision::Word(word) => {
            format!("{} {}: you say {}", id.list.spec().unit, id.index + 1, spoken(id.list, *word))
        }
        _ => format!("{} {}: rejected", id.list.spec().unit, id.index + 1),
    };
    let change = Override::new(id.list, label, decision, texts, &by, now);
    let mut overrides: Vec<Override> =
        decided(bench, id).map_or_else(|| bench.overrides.clone(), |known| without(&bench.overrides, known));
    overrides.push(change);
    if let Some(bench) = app.bench_mut() {
        set_overrides(bench, overrides);
    }
    tell(app, &format!("{words} (x takes it back, z too)"));
    judge(app, effects);
}

/// The decision in force on a label, by index.
pub fn decided(bench: &Bench, id: LabelId) -> Option<usize> {
    let row = bench.rows(id.list).into_iter().find(|row| row.id == Some(id))?;
    let decision = row.decision?;
    // A finding that a person added stays: the new decision is about the finding.
    let added = matches!(bench.overrides.get(decision)?.decision, Decision::Add(_));
    (!added).then_some(decision)
}

fn without(overrides: &[Override], index: usize) -> Vec<Override> {
    let kept = overrides.iter().enumerate().filter(|(at, _)| *at != index);
    kept.map(|(_, change)| change.clone()).collect()
}

fn take_back(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(bench) = app.bench_mut() else { return };
    let row = bench.rows(bench.list).into_iter().nth(bench.row);
    let Some(decision) = row.and_then(|row| row.decision).filter(|at| *at < bench.overrides.len()) else {
        return tell(app, "you have decided nothing here");
    };
    let was = bench.fate(decision);
    let overrides = without(&bench.overrides, decision);
    set_overrides(bench, overrides);
    tell(
        app,
        if was == Some(Fate::Dismissed) { "the finding counts again" } else { "your decision is taken back" },
    );
    judge(app, effects);
}

fn selection(app: &App) -> Option<crate::text::Span> {
    app.bench()?.summary.selection().filter(|span| !span.is_empty())
}

/// Adds a finding on the selection in the summary.
fn add(app: &mut App, list: List, word: Word, effects: &mut Vec<Effect>) {
    let Some(span) = selection(app) else {
        return tell(app, "select the words in the summary first: Shift with an arrow");
    };
    let (by, now) = (app.by.clone(), app.now);
    let Some(bench) = app.bench_mut() else { return };
    let label = Label {
        text: bench.summary.as_str()[span.range()].to_owned(),
        word: Some(word),
        summary: vec![span],
        why: vec![format!("marked by {by}")],
        ..Label::default()
    };
    let decision = Decision::Add(Box::new(label.clone()));
    let change = Override::new(list, &label, decision, bench.texts(), &by, now);
    let mut overrides = bench.overrides.clone();
    overrides.push(change);
    set_overrides(bench, overrides);
    bench.pane_mut(Side::Summary).apply(crate::tui::pane::Edit::Deselect);
    (bench.list, bench.row) = (list, usize::MAX);
    app.focus = Panel::Labels;
    tell(app, &format!("marked as {} (x takes it back)", spoken(list, word)));
    judge(app, effects);
}

/// A word of a list as it is said: where a list only knows true and false, what is true or not.
pub fn spoken(list: List, word: Word) -> String {
    match word {
        Word::Yes if !list.is_finding() => list.spec().field.to_owned(),
        Word::No if !list.is_finding() => format!("not {}", list.spec().field),
        _ => word.as_str().replace('_', " "),
    }
}
