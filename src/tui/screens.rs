//! The components: the panels of the main screen, and the screens that open over it. Each is one file.
//!
//! A new screen is a file here with an `open` function, a row of [`SCREENS`], and its keys in the key table.

mod adding;
mod adjudicate;
mod agreement;
mod bulk;
mod caps;
mod card;
mod cases;
mod choice;
mod claims;
mod columns;
pub mod comment_editor;
mod comments;
mod compare;
mod counts;
mod differences;
mod engine_error;
mod export;
mod filter;
mod go_to;
mod guide;
mod guidelines;
mod help;
mod influence;
mod json;
mod label;
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
mod verdict;
mod what_if;

use crate::labels::overrides::Side;

use super::component::{Component, Cx};
use super::keymap::Action;
use super::state::Panel;

pub use guide::draw as draw_guide;
pub use labels::is_cut as is_label_cut;
pub use lesson_text::COLUMNS as GUIDE_COLUMNS;
pub use palette::commands;
pub use scores::draw_brief;
pub use touring::follow as tour;

/// A screen that an action opens.
pub struct ScreenEntry {
    /// The action; while the screen is open, the same action closes it.
    pub action: Action,
    /// Makes the screen; if there is none to open, shows why.
    pub open: fn(&mut Cx) -> Option<Box<dyn Component>>,
}

const fn row(action: Action, open: fn(&mut Cx) -> Option<Box<dyn Component>>) -> ScreenEntry {
    ScreenEntry { action, open }
}

/// Every screen that a key opens from anywhere. Others (a ledger, a choice of words) are opened by a component.
pub const SCREENS: &[ScreenEntry] = &[
    row(Action::Overview, overview::open),
    row(Action::WhatIf, what_if::open),
    row(Action::Influence, influence::open),
    row(Action::Readings, readings::open),
    row(Action::Decide, verdict::open),
    row(Action::Comment, comment_editor::open),
    row(Action::Comments, comments::open),
    row(Action::WholeLabel, label::open),
    row(Action::Claims, claims::open),
    row(Action::Rules, rules::open),
    row(Action::Compare, compare::open),
    row(Action::Export, export::open),
    row(Action::HandIn, differences::open),
    row(Action::Guidelines, guidelines::open),
    row(Action::Json, json::open),
    row(Action::Sentence, sentence::open),
    row(Action::Help, help::open),
    row(Action::Palette, palette::open),
    row(Action::Search, search::open),
    row(Action::Cases, cases::open),
    row(Action::Columns, columns::open),
    row(Action::Filter, filter::open),
    row(Action::Bulk, bulk::open),
    row(Action::Progress, progress::open),
    row(Action::GoTo, go_to::open),
    row(Action::Lesson, lesson::open),
    row(Action::Lessons, lessons::open),
    row(Action::Predict, predict::open),
    row(Action::StepThrough, stepping::open),
    row(Action::Strengths, strengths::open),
    row(Action::Agreement, agreement::open),
    row(Action::Adjudicate, adjudicate::open),
    row(Action::Quit, leaving::open),
];

/// The component of a panel.
pub fn panel(panel: Panel) -> Box<dyn Component> {
    match panel {
        Panel::Article => Box::new(texts::TextPanel::of(Side::Article)),
        Panel::Summary => Box::new(texts::TextPanel::of(Side::Summary)),
        Panel::Scores => Box::new(scores::ScoresPanel::default()),
        Panel::Caps => Box::new(caps::Caps::default()),
        Panel::Labels => Box::<labels::LabelsPanel>::default(),
    }
}
