//! Messages to the loop, and the effects that it carries out.
//!
//! Everything that happens arrives as a [`Message`] on one channel; nothing polls and there are no timers. An
//! update returns what has to be done outside the state as an [`Effect`].

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::{KeyEvent, MouseEvent};

use crate::export::session::SessionFormat;
use crate::labels::{List, Side};

use super::adjudicator::{AdjudicatorJob, AdjudicatorUpdate};
use super::agreeing::AgreementUpdate;
use super::export::NewExportError;
use super::input;
use super::judging::{JudgeRequest, JudgeUpdate};
use super::keymap::Action;
use super::queue::{QueueJob, QueueUpdate, ScorerJob};
use super::split::Split;
use super::state::Panel;
use super::worker::{ScoreRequest, ScoredPart};

/// An event that the loop handles.
#[derive(Debug)]
pub enum Message {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    /// A command given by name. The key gives the direction, for an action whose keys differ.
    Command(Action, KeyEvent),
    /// Request to focus a panel; every screen over the panels closes.
    Focus(Panel),
    /// Request to show a list of labels.
    List(List),
    /// Request to select a row of that list, counted from 0, whether or not the panel has it folded.
    LabelRow(usize),
    /// New contents of a text, as one change.
    Rewrite(Side, String),
    /// New size of the terminal: columns, rows.
    Resize(u16, u16),
    /// The input has ended: the terminal is gone.
    InputEnded,
    /// A signal asked the program to end, with this exit status.
    Terminate(u8),
    /// The terminal's answer about its background: whether it is light.
    Background(bool),
    /// The terminal received the focus.
    Focused,
    /// The program was continued after a stop.
    Continued,
    /// A watched document was computed again.
    Watched(crate::document::Document),
    /// Scores of a case from the worker.
    Scored(Box<ScoredPart>),
    /// Result of an export: the file that was written, or the error.
    Exported(Result<PathBuf, NewExportError>),
    /// Message about the queue and its session.
    Queue(QueueUpdate),
    /// Message about the agreement of annotators.
    Agreed(Box<AgreementUpdate>),
    /// Message about an adjudication.
    Adjudicated(Box<AdjudicatorUpdate>),
    /// Message from the user's own judge.
    Judge(Box<JudgeUpdate>),
}

impl Message {
    /// Whether it was read from the terminal. The thread that reads there waits until such a message is
    /// handled.
    pub fn is_read_from_terminal(&self) -> bool {
        matches!(
            self,
            Message::Key(_)
                | Message::Mouse(_)
                | Message::Paste(_)
                | Message::Focused
                | Message::Background(_)
        )
    }

    /// Whether it answers an effect whose result is waited for.
    pub fn is_answer(&self) -> bool {
        match self {
            Message::Exported(_) => true,
            Message::Queue(update) => update.is_answer(),
            Message::Judge(update) => matches!(**update, JudgeUpdate::Judged(_)),
            Message::Agreed(update) => matches!(**update, AgreementUpdate::Done(_)),
            Message::Adjudicated(update) => update.is_last(),
            _ => false,
        }
    }
}

impl From<input::InputEvent> for Message {
    fn from(heard: input::InputEvent) -> Message {
        match heard {
            input::InputEvent::Key(key) => Message::Key(key),
            input::InputEvent::Mouse(mouse) => Message::Mouse(mouse),
            input::InputEvent::Paste(text) => Message::Paste(text),
            input::InputEvent::Focused => Message::Focused,
            input::InputEvent::Light(light) => Message::Background(light),
        }
    }
}

#[derive(Debug)]
pub enum Effect {
    /// Score a case.
    Judge(Box<ScoreRequest>),
    /// Read or write something in the queue.
    Queue(QueueJob),
    /// Compute something about the cases of the queue.
    Scorer(ScorerJob),
    /// Write a session in a format to a new file.
    Export(PathBuf, &'static SessionFormat, PathBuf),
    /// Compute the agreement of annotators, from this session unless an adjudication gives other files.
    Agree(PathBuf),
    Adjudicate(AdjudicatorJob),
    /// Ask the user's own judge about a case.
    AskJudge(Box<JudgeRequest>),
    /// Put a text on the terminal's clipboard.
    Clipboard(Arc<str>),
    /// Store the layout of the screen for the next start.
    Keep(Split),
    /// Store that a lesson was begun, by its name.
    LessonTried(String),
    /// Store that a lesson was passed, by its name, and when (RFC 3339).
    LessonPassed(String, String),
    /// Store the progress of the exercises.
    Gym(serde_json::Map<String, serde_json::Value>),
    /// Hand the terminal to the shell until the program is continued.
    Suspend,
    /// Edit a text in the user's own editor.
    Editor(Side, Arc<str>),
    /// Draw every cell again.
    Repaint,
    /// Apply the next theme.
    NextTheme,
    /// Apply a built-in theme.
    Theme(&'static str),
    /// Reload the current theme, if its file has changed.
    Reread,
    /// End with this exit status.
    Quit(u8),
}
