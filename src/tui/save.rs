//! What is to be written when a case is saved, and writing a file so that it is whole at any moment.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use crate::labels::overrides::Override;

/// What is to be saved of a case.
#[derive(Clone, Debug)]
pub struct Save {
    /// The article as it stands.
    pub article: Arc<str>,
    /// Whether it differs from the file.
    pub article_edited: bool,
    /// The summary as it stands.
    pub summary: Arc<str>,
    /// Whether it differs from the file.
    pub summary_edited: bool,
    /// The labels in the form of the files, where decisions were made.
    pub labels: Option<Value>,
    /// The decisions that are in the labels.
    pub overrides: Vec<Override>,
}

/// How a save ended.
#[derive(Debug)]
pub struct Outcome {
    /// The case.
    pub case: usize,
    /// What was to be saved.
    pub save: Save,
    /// The files written, or what went wrong.
    pub result: Result<Vec<String>, String>,
}

/// Writes a file in one step: it holds either what it held or all that `write` gives, never a part. It keeps its
/// permissions, and a link goes on pointing at it.
///
/// # Errors
/// Where the folder cannot be written to, or `write` fails; the file is then as it was.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut fresh = tempfile::Builder::new().prefix(".lockbench-").tempfile_in(folder)?;
    {
        let mut out = io::BufWriter::new(fresh.as_file_mut());
        write(&mut out)?;
        out.flush()?;
    }
    match fs::metadata(&path) {
        Ok(known) => fresh.as_file().set_permissions(known.permissions())?,
        Err(_) => usual_permissions(fresh.as_file())?,
    }
    fresh.as_file().sync_all()?;
    fresh.persist(&path)?;
    Ok(())
}

/// A temporary file is its owner's alone; a file that a person saves is readable as others are.
#[cfg(unix)]
fn usual_permissions(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn usual_permissions(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "before").unwrap();
        let failed = replace(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        replace(&path, |out| out.write_all(b"after")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left lying about");
    }
}
