//! Checks that the open file is still the file with its name. Other programs may remove, replace or
//! truncate files, and data written to such a file is lost.

use std::cell::Cell;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use super::connection::Db;
use super::mark::{self, TransactionMark, log_of};
use crate::session::error::{Harm, Loss, SessionError};

/// Number of attempts at comparing the file with its log, since another process may write to them.
const TRIES: usize = 6;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(20);

/// The identity of a file when it was opened.
#[derive(Debug)]
pub(super) struct Identity {
    file: Option<FileIdentity>,
    log: Option<FileIdentity>,
    /// The largest size seen; the file never becomes shorter.
    least: Cell<u64>,
    /// Why its content is permanently lost, once it is.
    lost: Cell<Option<Harm>>,
}

/// A path, and the id of the file at this path when it was opened.
#[derive(Debug, PartialEq, Eq)]
struct FileIdentity {
    path: PathBuf,
    id: (u64, u64),
}

impl FileIdentity {
    fn of(path: PathBuf) -> Option<FileIdentity> {
        let id = id(&std::fs::metadata(&path).ok()?);
        Some(FileIdentity { path, id })
    }

    /// Returns how the file at this path differs, if it does.
    fn check(&self, gone: Harm, other: Harm) -> Result<Metadata, Loss> {
        match std::fs::metadata(&self.path) {
            Ok(about) if id(&about) == self.id => Ok(about),
            Ok(_) => Err(other.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(gone.into()),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(unix)]
fn id(about: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (about.dev(), about.ino())
}

/// Other systems do not allow removing an open file.
#[cfg(not(unix))]
fn id(_about: &Metadata) -> (u64, u64) {
    (0, 0)
}

impl Identity {
    /// Returns the identity of a connection's file and log.
    pub fn of(file: &Path) -> Identity {
        let least = std::fs::metadata(file).map_or(0, |about| about.len());
        Identity {
            file: FileIdentity::of(file.to_path_buf()),
            log: FileIdentity::of(log_of(file)),
            least: Cell::new(least),
            lost: Cell::new(None),
        }
    }

    /// Checks that what the connection wrote is in the file with this name, or in its log.
    pub fn check(&self, db: &Db) -> Result<(), SessionError> {
        let Some(file) = &self.file else { return Ok(()) };
        self.look(db, file).map_err(|source| SessionError::Lost { path: file.path.clone(), source })
    }

    /// Returns whether the content of the file can still be read.
    pub fn is_readable(&self) -> bool {
        self.lost.get().is_none()
    }

    fn look(&self, db: &Db, file: &FileIdentity) -> Result<(), Loss> {
        if let Some(harm) = self.lost.get() {
            return Err(harm.into());
        }
        let about = file.check(Harm::Removed, Harm::Replaced)?;
        if about.len() < self.least.get() {
            self.lost.set(Some(Harm::CutShort));
            return Err(Harm::CutShort.into());
        }
        self.least.set(about.len());
        if let Some(log) = &self.log {
            log.check(Harm::LogRemoved, Harm::LogReplaced)?;
        }
        for at in 0..TRIES {
            if at > 0 {
                std::thread::sleep(PAUSE);
            }
            let newest = db.with(TransactionMark::of)?;
            let Some(newest) = newest else { return Ok(()) };
            let own = mark::by_itself(&file.path).ok().flatten();
            let Some((place, own)) = own else { continue };
            let in_log = || place.in_log(&log_of(&file.path)).is_ok_and(|log| log.holds(&newest.token));
            if own.token == newest.token || in_log() {
                return Ok(());
            }
        }
        self.lost.set(Some(Harm::WrittenOver));
        Err(Harm::WrittenOver.into())
    }
}
