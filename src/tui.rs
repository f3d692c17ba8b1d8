//! The workbench: a terminal screen on which a summary is judged while it is edited.
//!
//! One [`Message`](msg::Message) enum and one receiver: keys, the mouse, signals, cases read and results scored all
//! arrive on it. The [`app`] routes a message to the component that it concerns (one file each in [`screens`]), which
//! changes itself and the shared [`state`] and asks for effects; drawing changes nothing; the [`worker`] judges the
//! newest request. The loop blocks until something happens, so an idle screen costs nothing.
//!
//! ```text
//! sanitize, theme, fault, themes, keymap, config, prompt, list, words, prose, widgets, document_view, meters, pane, split
//!   < worker < jobs < queue < judging (a judge of the user's own) < table, msg < recording
//!   < open_case < course, tour, training < guide (what is being learnt) < state (what components share)
//!   < component (the trait)
//!   < decide, selection, search (what several components do)
//!   < screens/* (one component each) < app (who gets what, where it stands)
//!   < surface (what is drawn on: terminal, memory, editor) < run (the loop) < line (the same without a screen)
//! ```

pub mod adjudicator;
pub mod agreeing;
pub mod alone;
pub mod app;
pub mod background;
pub mod component;
pub mod config;
pub mod course;
pub mod decide;
mod document_view;
pub mod draft;
pub mod editor;
pub mod excerpt;
mod export;
pub mod fault;
mod guard;
pub mod guide;
pub mod input;
pub mod jobs;
pub mod json_view;
pub mod judging;
pub mod keymap;
pub mod line;
pub mod list;
pub mod memory;
pub mod meters;
pub mod msg;
pub mod mutants;
pub mod open_case;
pub mod pane;
pub mod prompt;
pub mod prose;
pub mod queue;
pub mod recording;
pub mod report;
mod run;
pub mod same_words;
pub mod samples;
pub mod sanitize;
pub mod screens;
pub mod search;
pub mod selection;
pub mod signals;
pub mod split;
pub mod state;
mod surface;
pub mod table;
pub mod terminal;
mod text_view;
pub mod theme;
pub mod themes;
pub mod tour;
pub mod training;
pub mod watch;
pub mod widgets;
pub mod words;
pub mod worker;

use crate::rubric::Readings;

pub use run::{Exit, Flow, Loop, play, run};
pub use surface::Surface;

/// What the workbench is opened with.
#[derive(Debug, Default)]
pub struct Options {
    /// Where the cases come from; nothing is the bundled samples.
    pub sources: queue::Sources,
    /// The rubric to begin with, by its slug; the first of the table where it is not known.
    pub rubric: String,
    /// Whether the rubric was asked for; else a session has the one that it was left with.
    pub rubric_chosen: bool,
    pub readings: Readings,
    /// What the worker judges by, and whose words are shown.
    pub numbers: worker::ScoringConfig,
    /// What the user configured.
    pub config: config::Config,
    /// The folder of the configuration, in which themes are looked for.
    pub folder: Option<std::path::PathBuf>,
    /// A theme by name; the configured one, or one chosen by the terminal, if there is none.
    pub theme: Option<String>,
    /// The name under which decisions are recorded.
    pub by: String,
    /// What the annotators were given to judge by, in Markdown.
    pub guidelines: Option<String>,
    /// A file that what is done is recorded to.
    pub record: Option<std::path::PathBuf>,
    /// A recording to begin with.
    pub play: Option<std::path::PathBuf>,
    /// What is being learnt.
    pub guide: Option<guide::Guide>,
    /// The file that keeps what was learnt; without one it is forgotten at the end.
    pub progress: Option<std::path::PathBuf>,
    /// The screen that is opened with the first case, by its action.
    pub first: Option<keymap::Action>,
    /// The command that opens a blind review again, without the options of one.
    pub reopens: String,
    /// What the program goes on with when the workbench is left.
    pub after: Option<state::After>,
    /// The file that keeps how the screen is shared out; without one it is forgotten at the end.
    pub split: Option<std::path::PathBuf>,
    /// A judge of the user's own.
    pub judge: Option<crate::judge::JudgeSettings>,
    /// What is adjudicated, in the session of the sources.
    pub adjudicating: Option<adjudicator::Adjudicating>,
}

/// Why the workbench could not be opened, or had to end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no terminal to draw on: {0}")]
    Terminal(#[from] std::io::Error),
    #[error(
        "TERM=dumb: this terminal cannot draw a screen; if it can, set TERM to its name, as in TERM=xterm-256color"
    )]
    Dumb,
    #[error("{0}: cannot be recorded to: {1}")]
    Record(String, std::io::Error),
    #[error("{0}")]
    Play(String),
    /// No theme has that name, or its file is wrong.
    #[error(transparent)]
    Theme(#[from] themes::ThemeReadError),
}
