//! Faults in files that a user wrote, with line and column as editors count them.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Largest size of such a file, in bytes; a longer file is not one of these.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// A fault in one of the user's files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{} {what}", .file.display(), .place.map_or_else(String::new, |place| format!("{place}:")))]
pub struct FileFault {
    pub file: PathBuf,
    /// Its position in the file; `None` if the file could not be read.
    pub place: Option<LineColumn>,
    /// What is wrong, and what is used instead.
    pub what: String,
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    pub line: usize,
    pub column: usize,
}

impl LineColumn {
    /// Returns the position of a byte in a text.
    pub fn of(text: &str, at: usize) -> LineColumn {
        let before = &text[..text.floor_char_boundary(at)];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        LineColumn { line: before.matches('\n').count() + 1, column: before[line..].chars().count() + 1 }
    }
}

impl std::fmt::Display for LineColumn {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.line, self.column)
    }
}

/// Returns the text of one of the user's files; `None` if it does not exist.
///
/// # Errors
/// Fails if the file cannot be read, is not a text file, or is too long.
pub fn text(file: &Path) -> Result<Option<String>, FileFault> {
    let fault = |place: Option<LineColumn>, what: String| FileFault { file: file.to_owned(), place, what };
    let unreadable = |error: io::Error| fault(None, format!("cannot be read: {error}"));
    let about = match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        about => about.map_err(unreadable)?,
    };
    if !about.is_file() {
        return Err(fault(None, "is not a file".to_owned()));
    }
    if about.len() > MAX_FILE_BYTES {
        return Err(fault(None, format!("is longer than {MAX_FILE_BYTES} bytes")));
    }
    let bytes = fs::read(file).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let sound = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..sound]).into_owned();
        fault(Some(LineColumn::of(&before, sound)), "is not UTF-8 here: save it as UTF-8".to_owned())
    })?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_those_of_an_editor() {
        for (text, at, line, column) in
            [("", 0, 1, 1), ("ab\nc", 3, 2, 1), ("é😀x", 6, 1, 3), ("a\n", 9, 2, 1), ("a\r\nb", 3, 2, 1)]
        {
            assert_eq!(LineColumn::of(text, at), LineColumn { line, column }, "{text:?} {at}");
        }
    }
}
