//! Errors of the queue's thread.

use crate::case::CaseError;
use crate::session::SessionError;

/// Reason why a job of the queue failed.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("{0}")]
    Unkept(String),
    #[error(transparent)]
    Broken(#[from] BrokenCase),
    #[error("there is no such case")]
    NoCase,
    #[error("no case of this session is assigned to {0}")]
    NoneAssigned(String),
    #[error(
        "there is no case in this session: name files of cases, or `lockbench sessions import` adds them"
    )]
    NoneInSession,
    #[error("there is no case in the files named")]
    NoneInFiles,
    #[error("the case is in no session: nothing can be revealed")]
    NothingToReveal,
    #[error("there is no bulk step to take back")]
    NoBulkStep,
    #[error("full-text search needs a session, and nothing is saved here")]
    NothingToSearch,
    #[error("full-text search: {0}")]
    Search(#[source] SessionError),
}

/// Reason why a record of the files is not a case of the queue.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BrokenCase {
    #[error(transparent)]
    Unreadable(#[from] CaseError),
    #[error("{place}: a second case {id:?}; the first is at {first}. Give each an id of its own")]
    SecondOfItsId { place: String, id: String, first: String },
}

impl BrokenCase {
    /// Returns the name of the record: its id if it could be read, else its file and line.
    pub fn id(&self) -> &str {
        match self {
            BrokenCase::Unreadable(error) => &error.id,
            BrokenCase::SecondOfItsId { id, .. } => id,
        }
    }
}
