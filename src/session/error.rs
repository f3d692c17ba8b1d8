//! What can go wrong with a session's file, each with what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// A session that cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// There is no such file.
    #[error("there is no session {}; `lockbench sessions import {} FILE` makes one", .0.display(), .0.display())]
    Absent(PathBuf),
    /// The file is something else.
    #[error("{} is no session: {reason}; it was left as it is", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is.
        reason: String,
    },
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
        /// What SQLite says.
        reason: String,
    },
    /// The file says that it was in use, and the log with what was recorded last is not beside it.
    #[error("{}-wal is missing, which holds what was recorded in {} last: it was copied or moved without it. Put it back, or copy the session with `lockbench sessions backup`, which also works while it is in use; `sessions backup --without-log` copies what is left", .0.display(), .0.display())]
    MissingLog(PathBuf),
    /// The log beside the file is that of another.
    #[error("{}-wal does not belong to {}: the file was replaced, or is an earlier copy, and the log would damage it. Put the file back that it belongs to, or move {}-wal away to open this one as it is; nothing was changed", .0.display(), .0.display(), .0.display())]
    ForeignLog(PathBuf),
    /// The file is not the one of its name any more.
    #[error("{}: {reason} while it is open, so what is done now is not in it", .path.display())]
    Lost {
        /// The file.
        path: PathBuf,
        /// What happened to it.
        reason: String,
    },
    /// Another process has been writing for too long.
    #[error("{} is being written by another process; try again", .0.display())]
    Busy(PathBuf),
    /// What the system says.
    #[error("{}: {reason}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// What was asked for cannot be.
    #[error("{0}")]
    Refused(String),
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
