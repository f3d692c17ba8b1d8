//! Editing a text in the user's own editor: `$VISUAL`, else `$EDITOR`, else `vi`.
//!
//! If the editor's text cannot be used, it is kept in a file that the message names, so that nothing is lost.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::{fmt, fs, io};

use tempfile::{Builder, NamedTempFile, TempPath};

use super::fault::LineColumn;

/// Why a text was not edited.
#[derive(Debug, thiserror::Error)]
pub enum EditorError {
    #[error("an editor needs a terminal")]
    NoTerminal,
    #[error("no file for the editor can be written: {0}")]
    NoFile(#[source] io::Error),
    #[error("`{editor}` cannot be run: {source}")]
    Run { editor: String, source: io::Error },
    #[error("`{0}` left no file; the text is as it was")]
    FileRemoved(String),
    #[error("`{editor}` failed: {status}{}; {left}", if .status.code() == Some(127) { " (set VISUAL or EDITOR)" } else { "" })]
    Failed { editor: String, status: ExitStatus, left: LeftFile },
    #[error("the file is not UTF-8 at {at}; {left}")]
    NotUtf8 { at: LineColumn, left: LeftFile },
}

/// What happened to the editor's file if its text is not used.
#[derive(Debug)]
pub enum LeftFile {
    /// It was not changed, and was removed.
    Unchanged,
    /// It was kept under this path.
    Kept(PathBuf),
    /// It could not be kept.
    Lost(tempfile::PathPersistError),
}

impl fmt::Display for LeftFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftFile::Unchanged => out.write_str("the text is as it was"),
            LeftFile::Kept(path) => write!(out, "what it wrote is in {}", path.display()),
            LeftFile::Lost(error) => write!(out, "what it wrote cannot be kept: {error}"),
        }
    }
}

/// Opens a text in the editor, waits until the editor ends, and returns the new text. `variable` looks up an
/// environment variable.
///
/// # Errors
/// Fails if the editor cannot be run, if it fails, or if its output is not text.
pub fn edit(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<String, EditorError> {
    let set = |name: &str| variable(name).filter(|command| !command.trim().is_empty());
    let editor = set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let file = written(text).map_err(EditorError::NoFile)?;
    // A shell, because the command may have arguments, as in `code --wait`.
    let shell = Command::new("sh").arg("-c").arg(format!("{editor} \"$@\"")).arg("sh").arg(&file).status();
    match shell {
        Ok(status) => taken(text, file, editor, status),
        Err(source) => Err(EditorError::Run { editor, source }),
    }
}

fn written(text: &str) -> std::io::Result<TempPath> {
    let mut file: NamedTempFile = Builder::new().prefix("lockbench-").suffix(".txt").tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    Ok(file.into_temp_path())
}

fn taken(text: &str, file: TempPath, editor: String, status: ExitStatus) -> Result<String, EditorError> {
    let read = fs::read(&file);
    let changed = read.as_ref().is_ok_and(|bytes| bytes != text.as_bytes());
    let keep = || match file.keep() {
        Ok(path) if changed => LeftFile::Kept(path),
        Ok(path) => {
            fs::remove_file(path).ok();
            LeftFile::Unchanged
        }
        Err(error) => LeftFile::Lost(error),
    };
    if !status.success() {
        return Err(EditorError::Failed { editor, status, left: keep() });
    }
    let Ok(bytes) = read else { return Err(EditorError::FileRemoved(editor)) };
    match String::from_utf8(bytes) {
        Ok(new) => Ok(as_before(text, new)),
        Err(error) => {
            let sound = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(&error.as_bytes()[..sound]).into_owned();
            Err(EditorError::NotUtf8 { at: LineColumn::of(&before, sound), left: keep() })
        }
    }
}

/// Restores the line ends of the old text, and removes a final line end that the editor added.
fn as_before(old: &str, new: String) -> String {
    let ends = |text: &str| (text.matches("\r\n").count(), text.matches('\n').count());
    let ((old_pairs, old_all), (new_pairs, new_all)) = (ends(old), ends(&new));
    let mut new = new;
    if new_pairs == new_all && new_pairs > 0 && old_pairs == 0 {
        new = new.replace("\r\n", "\n");
    } else if new_pairs == 0 && old_pairs == old_all && old_pairs > 0 {
        new = new.replace('\n', "\r\n");
    }
    if !old.ends_with('\n') && new.ends_with('\n') {
        new.pop();
        if new.ends_with('\r') {
            new.pop();
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edits a text with a shell command, in which `$1` is the file.
    fn by(text: &str, command: &str) -> Result<String, String> {
        let script = tempfile::NamedTempFile::new().unwrap();
        fs::write(&script, command).unwrap();
        let editor = format!("sh {}", script.path().display());
        edit(text, |name| (name == "VISUAL").then(|| editor.clone())).map_err(|error| error.to_string())
    }

    #[test]
    fn line_ends_stay_as_they_were() {
        assert_eq!(
            by("a\nb", "printf 'a\\nc\\n' > \"$1\""),
            Ok("a\nc".to_owned()),
            "the editor's last line end goes"
        );
        assert_eq!(by("a\nb\n", "printf 'a\\nc\\n' > \"$1\""), Ok("a\nc\n".to_owned()));
        assert_eq!(by("a\nb\n", "printf 'a\\nc' > \"$1\""), Ok("a\nc".to_owned()), "taken off by the person");
        assert_eq!(by("a\r\nb", "printf 'a\\nc\\n' > \"$1\""), Ok("a\r\nc".to_owned()));
        assert_eq!(by("a\nb", "printf 'a\\r\\nc\\r\\n' > \"$1\""), Ok("a\nc".to_owned()));
        assert_eq!(by("a\r\nb", "printf 'a\\r\\nb\\r\\n' > \"$1\""), Ok("a\r\nb".to_owned()));
        assert_eq!(by("é😀", "true"), Ok("é😀".to_owned()));
        assert_eq!(by("", "printf '\\n' > \"$1\""), Ok(String::new()));
    }

    #[test]
    fn what_goes_wrong_is_reported_and_nothing_is_lost() {
        let gone = by("text", "rm \"$1\"").unwrap_err();
        assert!(gone.contains("left no file"), "{gone}");
        let failed = by("text", "exit 3").unwrap_err();
        assert!(failed.contains("exit status: 3") && failed.ends_with("the text is as it was"), "{failed}");
        let kept = |message: &str| {
            let path = message.rsplit(" is in ").next().unwrap().to_owned();
            let bytes = fs::read(&path).unwrap();
            fs::remove_file(path).unwrap();
            bytes
        };
        let failed = by("text", "printf new > \"$1\"; exit 1").unwrap_err();
        assert_eq!(kept(&failed), b"new", "{failed}");
        let latin = by("text", "printf 'a\\n\\351' > \"$1\"").unwrap_err();
        assert!(latin.contains("not UTF-8 at 2:1"), "{latin}");
        assert_eq!(kept(&latin), b"a\n\xe9", "{latin}");
        let none = edit("text", |name| (name == "EDITOR").then(|| "no-such-editor".to_owned())).unwrap_err();
        let none = none.to_string();
        assert!(none.contains("set VISUAL or EDITOR"), "{none}");
    }
}
