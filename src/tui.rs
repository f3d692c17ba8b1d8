//! The workbench: a terminal screen on which a summary is judged while it is edited.
//!
//! One [`Message`](msg::Message) enum and one receiver: keys, the mouse, signals, cases read and results scored all
//! arrive on it. The [`app`] routes a message to the component that it concerns (one file each in [`screens`]), which
//! changes itself and the shared [`state`] and asks for effects; drawing changes nothing; the [`worker`] judges the
//! newest request. The loop blocks until something happens, so an idle screen costs nothing.
//!
//! ```text
//! safe, theme, keymap, prompt, list, words, widgets, meters, pane, split
//!   < worker, queue < msg
//!   < bench (one case) < state (what components share) < component (the trait)
//!   < decide, selection, search (what several components do)
//!   < screens/* (one component each) < app (who gets what, where it stands) < run (the loop)
//! ```

pub mod app;
pub mod bench;
pub mod component;
pub mod decide;
pub mod json_view;
pub mod keymap;
pub mod list;
pub mod meters;
pub mod msg;
pub mod pane;
pub mod prompt;
pub mod queue;
pub mod report;
mod run;
pub mod safe;
pub mod samples;
pub mod screens;
pub mod search;
pub mod selection;
pub mod signals;
pub mod split;
pub mod state;
pub mod terminal;
pub mod theme;
pub mod widgets;
pub mod words;
pub mod worker;

use crate::rubric::Readings;

pub use run::{Flow, Loop, Surface, run};

/// What the workbench is opened with.
#[derive(Debug, Default)]
pub struct Options {
    /// Where the cases come from; nothing is the bundled samples.
    pub sources: queue::Sources,
    /// The rubric to begin with, by its slug; the first of the table where it is not known.
    pub rubric: String,
    /// The readings in force.
    pub readings: Readings,
    /// What the worker judges by, and whose words are shown.
    pub numbers: worker::Numbers,
    /// A theme by name; chosen by the terminal where there is none.
    pub theme: Option<String>,
    /// The name under which decisions are recorded.
    pub by: String,
    /// What the annotators were given to judge by, in Markdown.
    pub guidelines: Option<String>,
    /// The file that keeps how the screen is shared out; without one it is forgotten at the end.
    pub split: Option<std::path::PathBuf>,
}

/// Why the workbench could not be opened, or had to end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no terminal to draw on, or it went away.
    #[error("no terminal to draw on: {0}")]
    Terminal(#[from] std::io::Error),
    /// The terminal says that it cannot place text.
    #[error(
        "TERM=dumb: this terminal cannot draw a screen; if it can, set TERM to its name, as in TERM=xterm-256color"
    )]
    Dumb,
    /// No theme has that name.
    #[error("no theme is called `{0}`; there are {1}")]
    Theme(String, String),
}
