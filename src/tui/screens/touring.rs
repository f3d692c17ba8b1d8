//! The tour of the workbench: its steps, each completed by carrying it out.

use crate::report::Fired;
use crate::tui::prose;
use crate::tui::tour::{Tour, TourSnapshot};

use super::lesson_text::{COLUMNS, LessonText};
use super::prelude::*;

struct Step {
    /// Its subject, in a few words.
    title: &'static str,
    /// What to do, in a line.
    does: fn(&State) -> String,
    /// Why, and what can be seen.
    says: fn(&State) -> String,
    /// Whether it is done, compared with the state when the step began.
    done: fn(&State, &TourSnapshot) -> bool,
}

/// Returns the name of the key for an action on the main screen.
fn key(state: &State, action: Action) -> String {
    state.keys.name(Context::Main, action)
}

const STEPS: &[Step] = &[
    Step {
        title: "Go from label to label",
        does: |state| {
            format!(
                "Press {} or {}: the next claim, or the one before.",
                state.keys.name(Context::Labels, Action::Next),
                state.keys.name(Context::Labels, Action::Previous)
            )
        },
        says: |_| {
            "The article is on the left, its summary on the right. The engine has cut the summary into **claims**, \
             and labelled each: is it supported by the article? The claim in focus lights its words in the summary, and \
             in the article the words that it rests on."
                .to_owned()
        },
        done: |state, base| state.label().is_some() && state.label() != base.label,
    },
    Step {
        title: "Overrule a label, and see a cap fire",
        does: |_| "Press u: you say that this claim is unsupported.".to_owned(),
        says: |_| {
            "Your word counts, not the engine's. Scores are computed from labels by exact rules. Some rules are **caps**: \
             one claim that the article does not support, and no score of certain metrics may be high any more. Look \
             at the scores and at the caps when you have pressed it."
                .to_owned()
        },
        done: |state, base| {
            let overrules = state.open_case().map_or(0, |open_case| open_case.decisions.overrides.len());
            overrules > base.overrules && fired(state) > base.fired && !state.is_waiting()
        },
    },
    Step {
        title: "Take it back",
        does: |state| {
            let caps = state.report().map(|report| report.caps.as_slice()).unwrap_or_default();
            let fired = caps.iter().find(|cap| cap.is_binding());
            let cause = fired.map_or_else(String::new, |cap| {
                format!("A cap fired. {}: {} {}. ", cap.cause(), words::metric(cap.metric), cap.bound())
            });
            format!("{cause}Press {}: the last change is undone.", key(state, Action::Undo))
        },
        says: |_| {
            "The caps that fired are in the panel of the caps, with the claim that made them fire; the verdict at the \
             top right has changed with the scores. You can undo everything."
                .to_owned()
        },
        done: |state, base| {
            let overrules = state.open_case().map_or(0, |open_case| open_case.decisions.overrides.len());
            overrules < base.overrules
        },
    },
    Step {
        title: "Edit a word",
        does: |state| {
            format!("Press {}, then change a word: make \"approved\" \"rejected\".", key(state, Action::Edit))
        },
        says: |state| {
            format!(
                "The arrows move the cursor, {} deletes the word before it. Both texts can be edited, and every keystroke \
                 updates the scores. The engine reads the new words and changes the label of their claim.",
                state.keys.name(Context::Editing, Action::DeleteWord)
            )
        },
        // Any other change would be a typing error.
        done: |state, base| versions(state) != base.versions && says(state, "rejected"),
    },
    Step {
        title: "Stop editing",
        does: |state| {
            format!(
                "Press {} when the word is changed.",
                state.keys.name(Context::Editing, Action::StopEditing)
            )
        },
        says: |state| {
            format!(
                "Keys are commands again then. {} goes to the claim that the second line names: below it stands why it is \
                 unsupported now. What you typed stays, and one undo reverts it.",
                key(state, Action::Reason)
            )
        },
        done: |state, _| !state.editing,
    },
    Step {
        title: "Open a ledger",
        does: |state| {
            let ledger = state.keys.name(Context::Scores, Action::Enter);
            format!("Press {} until the scores are in focus, then {ledger}.", key(state, Action::NextPanel))
        },
        says: |_| {
            "Behind each score is its **ledger**: every step of the arithmetic, once with names and once with the real \
             numbers, then each cap with its rule and its source."
                .to_owned()
        },
        done: |state, _| state.context == Context::Ledger,
    },
    Step {
        title: "Close it",
        does: |state| format!("Press {}.", state.keys.name(Context::Ledger, Action::Close)),
        says: |_| "Every window closes with the same key. You can go through the steps before.".to_owned(),
        done: |state, _| !state.covered,
    },
    Step {
        title: "Find every key",
        does: |state| format!("Press {}, and close it again.", key(state, Action::Help)),
        says: |state| {
            format!(
                "It lists every key of where you are. {} finds a command by its name, if you do not know its key.",
                key(state, Action::Palette)
            )
        },
        done: |state, _| state.context == Context::Help,
    },
    Step {
        title: "That was the tour",
        does: |state| {
            let close = state.keys.name(Context::Help, Action::Close);
            let first = if state.covered { format!("Press {close}; then ") } else { String::new() };
            let (next, quit) = (key(state, Action::NextCase), key(state, Action::Quit));
            format!("{first}{next} goes on to the lessons, {quit} ends the tour.")
        },
        says: |_| {
            "The **lessons** teach the rules one by one, each on a case like this one: `lockbench learn` opens them at any \
             time. `lockbench FILE` opens a case of your own, and `lockbench learn --tour` this tour."
                .to_owned()
        },
        done: |_, _| false,
    },
];

fn fired(state: &State) -> usize {
    let caps = state.report().map(|report| report.caps.as_slice()).unwrap_or_default();
    caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. })).count()
}

/// Whether the summary contains a word.
fn says(state: &State, word: &str) -> bool {
    state.open_case().is_some_and(|open_case| open_case.summary.text().to_lowercase().contains(word))
}

fn versions(state: &State) -> (u64, u64) {
    state.open_case().map_or((0, 0), |open_case| (open_case.article.version(), open_case.summary.version()))
}

/// Takes a snapshot of the workbench; `None` if the case is not scored yet.
fn base(state: &State) -> Option<TourSnapshot> {
    let open_case = state.open_case()?;
    open_case.report()?;
    Some(TourSnapshot {
        label: state.label(),
        overrules: open_case.decisions.overrides.len(),
        versions: versions(state),
        fired: fired(state),
    })
}

/// Updates the tour after a message.
pub fn follow(state: &State, tour: &Tour) -> Tour {
    let mut now = tour.clone();
    match (&now.base, STEPS.get(now.step)) {
        (None, _) => now.base = base(state),
        (Some(before), Some(step)) if (step.done)(state, before) => {
            now.step = (now.step + 1).min(STEPS.len() - 1);
            now.base = base(state);
        }
        _ => {}
    }
    now
}

/// Returns the text of the tour beside the panels.
pub fn lesson_text(state: &State, tour: &Tour) -> LessonText {
    let theme = &state.theme;
    let Some(step) = STEPS.get(tour.step) else { return LessonText::default() };
    let heading = format!("Tour {}/{} · {}", tour.step + 1, STEPS.len(), step.title);
    let does = (step.does)(state);
    // The panels' keys are named only while they work.
    let works = |action, does: &str| {
        state.keys.works(state.context, action).then(|| format!("{} {does}", key(state, action)))
    };
    let (more, leave) = (works(Action::Lesson, "says more"), works(Action::Quit, "leaves the tour"));
    let keys: Vec<String> = more.into_iter().chain(leave.clone()).collect();
    let width = usize::from(state.size.0).saturating_sub(2).max(20);
    let mut short: Vec<Line> = words::paragraph(theme, ThemeRole::Accent, &does, width).collect();
    short.push(theme.line(ThemeRole::Dim, format!(" {}", keys.join(" · "))));
    let mut long = done(state, tour);
    long.extend(words::wrap(&does, COLUMNS).into_iter().map(|part| theme.line(ThemeRole::Accent, part)));
    long.push(Line::default());
    long.extend(prose::lines(&(step.says)(state), theme, COLUMNS));
    if let Some(leave) = leave {
        long.extend([Line::default(), theme.line(ThemeRole::Dim, leave)]);
    }
    LessonText { heading, short, long }
}

fn done(state: &State, tour: &Tour) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let mut lines: Vec<Line> = STEPS[..tour.step.min(STEPS.len())]
        .iter()
        .map(|step| {
            Line::from(vec![
                theme.span(ThemeRole::Pass, "✓ "),
                theme.span(ThemeRole::Dim, words::cell(step.title, COLUMNS - 2)),
            ])
        })
        .collect();
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    lines
}

/// Returns the step, for the window of the lesson.
pub fn lines(state: &State, tour: &Tour, width: usize) -> Vec<Line<'static>> {
    let Some(step) = STEPS.get(tour.step) else { return Vec::new() };
    let text = format!("# {}\n\n{}\n\n{}", step.title, (step.says)(state), (step.does)(state));
    prose::lines(&text, &state.theme, width)
}
