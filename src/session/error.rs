//! What can go wrong with a session's file, each with what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use uuid::Uuid;

use super::check_error::CheckError;

/// A session that cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// There is no such file.
    #[error("there is no session {}; `lockbench sessions import {} FILE` makes one", .0.display(), .0.display())]
    Absent(PathBuf),
    /// The file is something else.
    #[error("{} is not a session: {reason}; it was left as it is", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is.
        reason: String,
    },
    /// Something has the name of the file that was to be made.
    #[error("{} exists already; it was left as it is", .0.display())]
    Exists(PathBuf),
    /// A later version wrote it.
    #[error("{} was written by a newer lockbench (schema {found}; this one reads up to {known}); update lockbench, nothing was changed", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The newest that is known.
        known: i64,
    },
    /// It cannot be made where it is to be.
    #[error("{} cannot be made: you may not write to its folder", .0.display())]
    Folder(PathBuf),
    /// It, or its folder, cannot be written to.
    #[error("{} cannot be written to (read-only); copy it to where you may write, nothing was changed", .0.display())]
    ReadOnly(PathBuf),
    /// The disk is full.
    #[error("{}: the disk is full; what was recorded before is kept, free some space and repeat the rest", .0.display())]
    Full(PathBuf),
    /// Part of the file is missing or overwritten.
    #[error("{} is damaged or cut short ({reason}); nothing was changed. Take a backup, or see what `sqlite3 {} .recover` saves", .path.display(), .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The message of SQLite.
        reason: String,
    },
    /// The file says that it was in use, and the log with what was recorded last is not beside it.
    #[error("{}-wal is missing, which holds what was recorded in {} last: it was copied or moved without it. Put it back, or copy the session with `lockbench sessions backup`, which also works while it is in use; `sessions backup --without-log` copies what is left", .0.display(), .0.display())]
    MissingLog(PathBuf),
    /// The log beside the file is that of another.
    #[error("{}-wal does not belong to {}: the file was replaced, or is an earlier copy, and the log would damage it. Put the file back that it belongs to, or move {}-wal away to open this one as it is; nothing was changed", .0.display(), .0.display(), .0.display())]
    ForeignLog(PathBuf),
    /// The file is not the one of its name any more.
    #[error("{}: {source} while it is open, so what is done now is not in it", .path.display())]
    Lost {
        /// The file.
        path: PathBuf,
        /// What happened to it.
        source: Loss,
    },
    /// Another process has been writing for too long.
    #[error("{} is being written by another process; try again", .0.display())]
    Busy(PathBuf),
    /// The message of the system.
    #[error("{}: {reason}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// What was asked for cannot be.
    #[error(transparent)]
    Refused(Box<CheckError>),
    /// A case that was there before.
    #[error("the session has no case {0:?} any more")]
    CaseGone(String),
    /// An event that was there before, by its number.
    #[error("event {0} went away while it was read")]
    EventGone(i64),
    /// Labels of other texts than the session has.
    #[error("the texts were edited meanwhile")]
    Edited,
    /// Sessions that have different cases under one name.
    #[error("two cases are called {case:?} and differ: in {} and {}", .places[0], .places[1])]
    TwoCases {
        /// The name.
        case: String,
        /// Each session, and where it has the case from.
        places: Box<[CaseOrigin; 2]>,
    },
    /// Sessions that have different proposals for one case.
    #[error("{case:?} has other proposals in {} than in {}, which its events refer to (engines {} and {}); sessions that share an export of one import can be merged", .files[0].display(), .files[1].display(), .engines[0], .engines[1])]
    TwoProposals {
        /// The case.
        case: String,
        /// The sessions.
        files: Box<[PathBuf; 2]>,
        /// The version of the engine in each.
        engines: Box<[String; 2]>,
    },
    /// Sessions that have different events under one name.
    #[error("two events are called {uuid} and differ: event {} of {} and event {} of {}", .places[0].0, .places[0].1.display(), .places[1].0, .places[1].1.display())]
    TwoEvents {
        /// The name.
        uuid: Uuid,
        /// The number of each, and its session.
        places: [(i64, PathBuf); 2],
    },
}

/// A session, and the file of one of its cases.
#[derive(Debug, thiserror::Error)]
#[error("{} ({from})", .session.display())]
pub struct CaseOrigin {
    /// The session.
    pub session: PathBuf,
    /// The file and the line.
    pub from: String,
}

/// What happened to a session's file, or to its log, while it was open.
#[derive(Debug, thiserror::Error)]
pub enum Loss {
    /// What another program did to it.
    #[error(transparent)]
    Done(#[from] Harm),
    /// SQLite reads it no more.
    #[error("it cannot be read any more: {0}")]
    Unreadable(#[from] rusqlite::Error),
    /// The system gives no reason.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// What another program did to a file that was open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the words are the documentation")]
pub enum Harm {
    #[error("it was removed")]
    Removed,
    #[error("it was replaced by another file")]
    Replaced,
    #[error("its log was removed")]
    LogRemoved,
    #[error("its log was replaced by another file")]
    LogReplaced,
    #[error("it was cut short")]
    CutShort,
    #[error("it was written over")]
    WrittenOver,
}

impl From<CheckError> for SessionError {
    fn from(error: CheckError) -> SessionError {
        SessionError::Refused(Box::new(error))
    }
}

impl SessionError {
    /// What an error of SQLite means for a file.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> SessionError {
        let path = path.to_path_buf();
        let reason = match error {
            rusqlite::Error::SqliteFailure(_, Some(said)) => said.clone(),
            other => other.to_string(),
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => {
                SessionError::Other { path, reason: "not an SQLite database".to_owned() }
            }
            Some(ErrorCode::DatabaseCorrupt) => SessionError::Damaged { path, reason },
            Some(ErrorCode::DiskFull) => SessionError::Full(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => SessionError::ReadOnly(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => SessionError::Busy(path),
            _ => SessionError::Io { path, reason },
        }
    }

    /// What an error of the file system means for a file that is to be made.
    pub(crate) fn making(path: &Path, error: &std::io::Error) -> SessionError {
        let path = path.to_path_buf();
        match error.kind() {
            // That of its folder, and not a session that is absent.
            std::io::ErrorKind::NotFound => SessionError::Io { path, reason: error.to_string() },
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                SessionError::Folder(path)
            }
            _ => SessionError::io(&path, error),
        }
    }

    /// What an error of the file system means for a file.
    pub(super) fn io(path: &Path, error: &std::io::Error) -> SessionError {
        let path = path.to_path_buf();
        match error.kind() {
            std::io::ErrorKind::NotFound => SessionError::Absent(path),
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => SessionError::Full(path),
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                SessionError::ReadOnly(path)
            }
            _ => SessionError::Io { path, reason: error.to_string() },
        }
    }
}
