//! What reaches the loop, and what it is asked to do.
//!
//! Everything that can happen arrives as a [`Message`] on one channel; nothing polls and nothing ticks. What an
//! update wants done outside the state it returns as an [`Effect`].

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

/// Something that happened.
#[derive(Debug)]
pub enum Message {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    /// A command was given by its name; the key says where it goes, if keys do.
    Command(Action, KeyEvent),
    /// A panel is asked for: keys go to it, and every screen over the panels closes.
    Focus(Panel),
    /// A list of labels is asked for.
    List(List),
    /// A row of that list is asked for, from 0, whether the panel has it folded or not.
    LabelRow(usize),
    /// A text was given again, as one change.
    Rewrite(Side, String),
    /// The terminal has another size now: columns, rows.
    Resize(u16, u16),
    /// There is no more input: the terminal is gone.
    InputEnded,
    /// A signal asks the program to end; the exit status that says so.
    Terminate(u8),
    /// The terminal reported whether its background is light.
    Background(bool),
    /// The terminal has the focus again.
    Focused,
    /// The program was continued after a stop.
    Continued,
    /// A document that is watched was made again.
    Watched(crate::document::Document),
    /// The worker has judged a case.
    Scored(Box<ScoredPart>),
    /// An export was written to this file, or could not be.
    Exported(Result<PathBuf, NewExportError>),
    /// Something about the queue and its session.
    Queue(QueueUpdate),
    /// Something about the agreement of annotators.
    Agreed(Box<AgreementUpdate>),
    /// Something about what is adjudicated.
    Adjudicated(Box<AdjudicatorUpdate>),
    /// Something of a judge of the user's own.
    Judge(Box<JudgeUpdate>),
}

impl Message {
    /// Whether it was read from the terminal, so that the thread that reads there waits until it is handled.
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

    /// Whether it answers an effect that is waited for.
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
    /// Judge a case.
    Judge(Box<ScoreRequest>),
    /// Have the queue read or write something.
    Queue(QueueJob),
    /// Have something found in the cases of the queue.
    Scorer(ScorerJob),
    /// Write a session in a form to a new file.
    Export(PathBuf, &'static SessionFormat, PathBuf),
    /// Compute how annotators agree, of this session where nothing else is adjudicated.
    Agree(PathBuf),
    Adjudicate(AdjudicatorJob),
    /// Ask the judge of the user's own about a case.
    AskJudge(Box<JudgeRequest>),
    /// Put a text on the clipboard of the terminal.
    Clipboard(Arc<str>),
    /// Keep how the screen is shared out for the next time.
    Keep(Split),
    /// Remember that a lesson was begun, by its name.
    LessonTried(String),
    /// Remember that a lesson was passed, by its name, and when (RFC 3339).
    LessonPassed(String, String),
    /// Remember what the gym knows.
    Gym(serde_json::Map<String, serde_json::Value>),
    /// Give the terminal back to the shell until it is asked for again.
    Suspend,
    /// Have a person edit a text in an editor of their own.
    Editor(Side, Arc<str>),
    /// Draw every cell again.
    Repaint,
    /// Put the next theme in force.
    NextTheme,
    /// Put a theme in force that is built in.
    Theme(&'static str),
    /// Read the theme in force again, if its file has changed.
    Reread,
    /// End, with this exit status.
    Quit(u8),
}
