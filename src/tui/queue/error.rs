//! What the thread of the queue can fail at.

use crate::case::CaseError;
use crate::session::SessionError;

/// Why the queue did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The session cannot be opened, read or written.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// Nothing is kept: why.
    #[error("{0}")]
    Unkept(String),
    /// The case cannot be read.
    #[error(transparent)]
    Broken(#[from] BrokenCase),
    /// The queue has no case at this place.
    #[error("there is no such case")]
    NoCase,
    /// The session holds cases, of others than this annotator.
    #[error("no case of this session is assigned to {0}")]
    NoneAssigned(String),
    /// The files hold no cases.
    #[error("there is no case in the files named")]
    NoneInFiles,
    /// What was judged blind is not in a session.
    #[error("the case is in no session: nothing can be revealed")]
    NothingToReveal,
    /// No bulk step is in force.
    #[error("there is no bulk step to take back")]
    NoBulkStep,
    /// Only a session has an index of its texts.
    #[error("full-text search needs a session, and nothing is saved here")]
    NothingToSearch,
    /// The index of the texts cannot be read.
    #[error("full-text search: {0}")]
    Search(#[source] SessionError),
}

/// Why a record of the files is no case of the queue.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BrokenCase {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] CaseError),
    /// Another case has its id.
    #[error("{place}: a second case {id:?}; the first is at {first}. Give each an id of its own")]
    SecondOfItsId {
        /// Where it is.
        place: String,
        /// The id.
        id: String,
        /// Where the other one is.
        first: String,
    },
}

impl BrokenCase {
    /// What the record is called: its id where that could be read, else its file and line.
    pub fn id(&self) -> &str {
        match self {
            BrokenCase::Unreadable(error) => &error.id,
            BrokenCase::SecondOfItsId { id, .. } => id,
        }
    }
}
