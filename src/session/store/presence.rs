//! Shows who has a session open: a lock file for each annotator beside it, whose lock the system releases
//! when the process ends, even if it is killed.

use std::fs::{File, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::files;
use crate::session::event::Moment;

/// An annotator's lock on a session, released on drop.
#[derive(Debug)]
pub struct Presence {
    path: PathBuf,
    file: File,
}

/// Why an annotator's lock is not available.
#[derive(Debug, thiserror::Error)]
pub enum PresenceError {
    #[error("{who}")]
    By { who: String },
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

impl Presence {
    /// Takes an annotator's lock.
    ///
    /// # Errors
    /// If another process holds it, or no file can be created beside the session.
    pub fn take(session: &Path, by: &str, now: &Moment) -> Result<Presence, PresenceError> {
        let path = lock_path(&super::connection::real(session), by);
        let mut file = files::open_or_create(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut who = String::new();
                file.read_to_string(&mut who).ok();
                let who = match who.trim() {
                    "" => format!("{by}, in another process"),
                    who => who.to_owned(),
                };
                return Err(PresenceError::By { who });
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{by}, process {}, since {}", std::process::id(), now.as_str())?;
        file.flush()?;
        Ok(Presence { path, file })
    }
}

/// Who has an annotator's place at a session; `None` if it is free.
pub(super) fn of(session: &Path, by: &str) -> Option<String> {
    let mut file = File::open(lock_path(&super::connection::real(session), by)).ok()?;
    // Shared: others may be asking at the same moment.
    if !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return None;
    }
    let mut who = String::new();
    file.read_to_string(&mut who).ok();
    Some(who.trim().to_owned())
}

impl Drop for Presence {
    fn drop(&mut self) {
        std::fs::remove_file(&self.path).ok();
        self.file.unlock().ok();
    }
}

/// Returns who has a session open, from the content of their lock files.
pub(super) fn at(session: &Path) -> Vec<String> {
    let session = super::connection::real(session);
    let Some(name) = session.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let Ok(all) = std::fs::read_dir(files::folder_of(&session)) else { return Vec::new() };
    let locks = all.flatten().filter(|entry| {
        let own = entry.file_name();
        let own = own.to_str().and_then(|own| own.strip_prefix(name));
        own.is_some_and(|rest| rest.starts_with('.') && rest.ends_with(".lock"))
    });
    let who = |path: PathBuf| {
        let mut file = File::open(path).ok()?;
        // A lock file that nobody holds was left by a killed process.
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return None;
        }
        let mut who = String::new();
        file.read_to_string(&mut who).ok()?;
        Some(who.trim().to_owned()).filter(|who| !who.is_empty())
    };
    locks.filter_map(|entry| who(entry.path())).collect()
}

/// Returns `S.db.ann.lock`: the name truncated to the length a file name allows, followed by a hash,
/// since truncated names may coincide.
fn lock_path(session: &Path, by: &str) -> PathBuf {
    let plain: String = by.chars().filter(|c| c.is_ascii_alphanumeric()).take(24).collect();
    let hash = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, by.as_bytes()).simple().to_string();
    let mut name = session.as_os_str().to_owned();
    name.push(format!(".{plain}-{}.lock", &hash[..6]));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_had_once_and_is_free_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let (session, now) = (folder.path().join("s.db"), Moment::from_micros(0));
        let first = Presence::take(&session, "ann", &now).unwrap();
        let second = Presence::take(&session, "ann", &now).unwrap_err();
        assert!(second.to_string().starts_with("ann, process "), "{second}");
        assert_eq!((of(&session, "ann"), of(&session, "bob")), (Some(second.to_string()), None));
        Presence::take(&session, "Ann", &now).unwrap();
        drop(first);
        assert_eq!(of(&session, "ann"), None);
        Presence::take(&session, "ann", &now).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
