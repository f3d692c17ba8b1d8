//! Errors with a session's file, each with advice.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use uuid::Uuid;

use super::check_error::CheckError;
use crate::files::{folder_of, typed};

/// Why a session cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("there is no session {}; `lockbench sessions import {} FILE` makes one", .0.display(), typed(.0))]
    Absent(PathBuf),
    #[error("{} is not a session: {reason}; it was left as it is", .path.display())]
    Other { path: PathBuf, reason: String },
    #[error("{} exists already; it was left as it is", .0.display())]
    Exists(PathBuf),
    #[error("{} was written by a newer lockbench (schema {found}; this one reads up to {known}); update lockbench, nothing was changed", .path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("{} cannot be made: there is no folder {}; make it first", .0.display(), folder_of(.0).display())]
    NoFolder(PathBuf),
    #[error("{} cannot be made: you may not write to its folder", .0.display())]
    Folder(PathBuf),
    #[error("{} cannot be written to (read-only); copy it to where you may write, nothing was changed", .0.display())]
    ReadOnly(PathBuf),
    #[error("{}: the disk is full: free some space; what was recorded before is kept", .0.display())]
    Full(PathBuf),
    #[error("{} is damaged or cut short ({reason}); nothing was changed. Take a backup, or see what `sqlite3 {} .recover` saves", .path.display(), typed(.path))]
    Damaged { path: PathBuf, reason: String },
    #[error("{}-wal is missing, which holds what was recorded in {} last: it was copied or moved without it. Put it back, or copy the session with `lockbench sessions backup`, which also works while it is in use; `sessions backup --without-log` copies what is left", .0.display(), .0.display())]
    MissingLog(PathBuf),
    #[error("{}-wal does not belong to {}: the file was replaced, or is an earlier copy, and the log would damage it. Put the file back that it belongs to, or move {}-wal away to open this one as it is; nothing was changed", .0.display(), .0.display(), .0.display())]
    ForeignLog(PathBuf),
    #[error("{}: {source} while it is open, so what is done now is not in it", .path.display())]
    Lost { path: PathBuf, source: Loss },
    #[error("{} is being written by another process; try again", .0.display())]
    Busy(PathBuf),
    #[error("{}: {reason}", .path.display())]
    Io { path: PathBuf, reason: String },
    #[error(transparent)]
    Refused(Box<CheckError>),
    #[error("the session has no case {0:?} any more")]
    CaseGone(String),
    #[error("event {0} went away while it was read")]
    EventGone(i64),
    #[error("the texts were edited meanwhile")]
    Edited,
    #[error("two cases are called {case:?} and differ: in {} and {}", .places[0], .places[1])]
    TwoCases { case: String, places: Box<[CaseOrigin; 2]> },
    #[error("{case:?} has other proposals in {} than in {}, which its events refer to (engines {} and {}); sessions that share an export of one import can be merged", .files[0].display(), .files[1].display(), .engines[0], .engines[1])]
    TwoProposals { case: String, files: Box<[PathBuf; 2]>, engines: Box<[String; 2]> },
    #[error("two events are called {uuid} and differ: event {} of {} and event {} of {}", .places[0].0, .places[0].1.display(), .places[1].0, .places[1].1.display())]
    TwoEvents { uuid: Uuid, places: [(i64, PathBuf); 2] },
}

/// A session, with the file of one of its cases.
#[derive(Debug, thiserror::Error)]
#[error("{} ({from})", .session.display())]
pub struct CaseOrigin {
    pub session: PathBuf,
    /// The file and line.
    pub from: String,
}

/// How a session's file or its log was lost while open.
#[derive(Debug, thiserror::Error)]
pub enum Loss {
    #[error(transparent)]
    Done(#[from] Harm),
    #[error("it cannot be read any more: {0}")]
    Unreadable(#[from] rusqlite::Error),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// How another program damaged an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// Converts an SQLite error concerning a file.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> SessionError {
        let path = path.to_path_buf();
        let reason = match error {
            rusqlite::Error::SqliteFailure(_, Some(said)) => said.clone(),
            other => other.to_string(),
        };
        // The index of the log is a file of its own, which cannot grow on a full disk.
        if let rusqlite::Error::SqliteFailure(code, _) = error
            && code.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE
        {
            return SessionError::Full(path);
        }
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

    /// Converts an I/O error in creating a file.
    pub(crate) fn making(path: &Path, error: &std::io::Error) -> SessionError {
        let path = path.to_path_buf();
        match error.kind() {
            std::io::ErrorKind::NotFound => SessionError::NoFolder(path),
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                SessionError::Folder(path)
            }
            _ => SessionError::io(&path, error),
        }
    }

    /// Converts an I/O error concerning a file.
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
