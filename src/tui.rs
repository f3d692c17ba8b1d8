//! The workbench: a terminal screen on which a summary is judged while it is edited.
//!
//! All input arrives as one [`Message`](msg::Message) enum on one receiver: keys, mouse events, signals,
//! cases that were read and results that were scored. The [`app`] routes each message to the component that
//! it concerns (one file each in [`screens`]). The component changes itself and the shared [`state`], and
//! asks for effects. Drawing changes nothing. The [`worker`] scores the newest request. The loop blocks until
//! a message arrives, so an idle screen costs nothing.
//!
//! ```text
//! sanitize, theme, fault, themes, keymap, config, prompt, list, words, prose, widgets, document_view, meters, pane, split
//!   < worker < jobs < queue < judging (the user's own judge) < table, msg < recording
//!   < open_case < course, tour, training < guide (lessons, exercises, tour) < state (shared by components)
//!   < component (the trait)
//!   < decide, selection, search (shared by several components)
//!   < screens/* (one component each) < app (routing and layout)
//!   < surface (the drawing target: terminal, memory, editor) < run (the loop) < line (the loop without a screen)
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

/// Options that the workbench is opened with.
#[derive(Debug, Default)]
pub struct Options {
    /// Where the cases come from; by default the bundled samples.
    pub sources: queue::Sources,
    /// Slug of the rubric shown first; the first rubric of the table if the slug is unknown.
    pub rubric: String,
    /// Whether the user asked for the rubric. Otherwise a session opens with the rubric that it was left
    /// with.
    pub rubric_chosen: bool,
    pub readings: Readings,
    /// Settings that the worker scores with, and the provider whose wording is shown.
    pub numbers: worker::ScoringConfig,
    /// The user's configuration.
    pub config: config::Config,
    /// Configuration folder, which is searched for themes.
    pub folder: Option<std::path::PathBuf>,
    /// Name of a theme. Without one, the configured theme is used, or one that fits the terminal.
    pub theme: Option<String>,
    /// The name under which decisions are recorded.
    pub by: String,
    /// The annotation guidelines, in Markdown.
    pub guidelines: Option<String>,
    /// File that the session's input is recorded to.
    pub record: Option<std::path::PathBuf>,
    /// Recording to play first.
    pub play: Option<std::path::PathBuf>,
    /// The lessons, exercises or tour, if the workbench teaches.
    pub guide: Option<guide::Guide>,
    /// File that stores the learner's progress. Without one, progress is lost at the end.
    pub progress: Option<std::path::PathBuf>,
    /// Action whose screen is opened together with the first case.
    pub first: Option<keymap::Action>,
    /// Command that reopens a blind review, without the options of one.
    pub reopens: String,
    /// What the program does after the workbench is left.
    pub after: Option<state::After>,
    /// File that stores the layout of the screen. Without one, the layout is lost at the end.
    pub split: Option<std::path::PathBuf>,
    /// The user's own judge.
    pub judge: Option<crate::judge::JudgeSettings>,
    /// The adjudication to run in the session of `sources`.
    pub adjudicating: Option<adjudicator::Adjudicating>,
}

/// Error that prevents the workbench from opening, or ends it.
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
    /// There is no theme of that name, or its file is invalid.
    #[error(transparent)]
    Theme(#[from] themes::ThemeReadError),
}
