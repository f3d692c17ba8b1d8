//! The components: the panels of the main screen, and the screens that open over it. Each has its own file.
//!
//! A new screen needs a file here with an `open` function, a row of [`SCREENS`] that says whether it shows a
//! judgement, and its keys in the key table.

mod adding;
mod adjudicate;
mod agreement;
mod bulk;
mod caps;
mod card;
mod cases;
mod choice;
mod columns;
pub mod comment_editor;
mod comments;
mod compare;
mod counts;
mod differences;
mod engine_error;
mod export;
mod filter;
pub mod go_to;
mod guide;
mod guidelines;
pub mod help;
mod influence;
mod json;
mod label;
pub(super) mod label_by_label;
mod labels;
mod leaving;
mod ledger;
mod lesson;
mod lesson_text;
mod lessons;
mod marked;
mod overview;
mod palette;
mod predict;
mod predicted;
mod prelude;
mod progress;
mod questions;
mod readings;
pub mod reason;
pub mod reword_prompt;
mod rules;
mod scores;
mod search;
mod sentence;
mod splitting;
mod stepping;
mod strengths;
mod texts;
mod touring;
pub mod unfinished;
pub mod unreadable;
mod verdict;
mod what_if;

use Shows::{Judgement, Other};

use crate::labels::Side;

use super::component::{Component, Cx};
use super::keymap::Action;
use super::state::Panel;

pub use guide::draw as draw_guide;
pub use labels::{hidden_list, is_cut as is_label_cut};
pub use lesson_text::COLUMNS as GUIDE_COLUMNS;
pub use palette::actions_by_words;
pub use scores::draw_brief;
pub use touring::follow as tour;

/// A screen that an action opens.
pub struct ScreenEntry {
    /// The action that opens it; while the screen is open, the same action closes it.
    pub action: Action,
    /// Creates the screen. If it cannot be opened, shows why.
    pub open: fn(&mut Cx) -> Option<Box<dyn Component>>,
    /// Kind of information about the case that it shows.
    shows: Shows,
}

/// Kind of information about the case that a screen shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// Only its scores, caps or verdict. The screen is blocked while they are hidden.
    Judgement,
    /// Other information. If the screen shows a judgement too, it hides that part itself.
    Other,
}

const fn row(action: Action, shows: Shows, open: fn(&mut Cx) -> Option<Box<dyn Component>>) -> ScreenEntry {
    ScreenEntry { action, open, shows }
}

/// Opens a screen that always starts in the same state.
fn fresh<Screen: Component + Default + 'static>(_cx: &mut Cx) -> Option<Box<dyn Component>> {
    Some(Box::<Screen>::default())
}

/// Whether an action only shows the judgement of the case on the screen.
pub fn shows_judgement(action: Action) -> bool {
    let opens = |entry: &ScreenEntry| entry.action == action && entry.shows == Shows::Judgement;
    // These two go to the label behind the verdict, and adopt the verdict.
    matches!(action, Action::Reason | Action::Accept) || SCREENS.iter().any(opens)
}

/// The screens that a key opens from anywhere. Others (a ledger, a choice of words) are opened by a
/// component.
pub const SCREENS: &[ScreenEntry] = &[
    row(Action::Overview, Judgement, overview::open),
    row(Action::WhatIf, Judgement, what_if::open),
    row(Action::Influence, Judgement, influence::open),
    row(Action::Readings, Judgement, readings::open),
    row(Action::Decide, Other, verdict::open),
    row(Action::Comment, Other, comment_editor::open),
    row(Action::Comments, Other, comments::open),
    row(Action::WholeLabel, Other, label::open),
    row(Action::LabelByLabel, Other, label_by_label::open),
    row(Action::Rules, Other, rules::open),
    row(Action::Compare, Judgement, compare::open),
    row(Action::Export, Other, export::open),
    row(Action::HandIn, Other, differences::open),
    row(Action::Guidelines, Other, guidelines::open),
    row(Action::Json, Judgement, json::open),
    row(Action::Sentence, Other, sentence::open),
    row(Action::Help, Other, help::open),
    row(Action::Palette, Other, palette::open),
    row(Action::Search, Other, fresh::<search::Search>),
    row(Action::Cases, Other, cases::open),
    row(Action::Columns, Other, fresh::<columns::Columns>),
    row(Action::Filter, Other, filter::open),
    row(Action::Bulk, Other, fresh::<bulk::BulkScreen>),
    row(Action::Progress, Other, progress::open),
    row(Action::GoTo, Other, fresh::<go_to::GoTo>),
    row(Action::Lesson, Other, lesson::open),
    row(Action::Lessons, Other, lessons::open),
    row(Action::Predict, Other, predict::open),
    row(Action::StepThrough, Judgement, stepping::open),
    row(Action::Strengths, Other, strengths::open),
    row(Action::Agreement, Other, agreement::open),
    row(Action::Adjudicate, Other, adjudicate::open),
    row(Action::Quit, Other, leaving::open),
];

pub fn panel(panel: Panel) -> Box<dyn Component> {
    match panel {
        Panel::Article => Box::new(texts::TextPanel::of(Side::Article)),
        Panel::Summary => Box::new(texts::TextPanel::of(Side::Summary)),
        Panel::Scores => Box::new(scores::ScoresPanel::default()),
        Panel::Caps => Box::new(caps::Caps::default()),
        Panel::Labels => Box::<labels::LabelsPanel>::default(),
    }
}

/// Whether an action of the label panel works on the label in focus whichever panel has the focus.
pub fn works_from_any_panel(action: Action) -> bool {
    labels::SETS_LABEL.contains(&action) || action == Action::Fold
}
