//! The layout chosen by a person, and the file that stores it between runs.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::files;

/// Positions of the movable borders as chosen by a person; `None` leaves a border to the layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// Width of the article, in thousandths of the columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<u16>,
    /// Height of the texts, in thousandths of the rows between the top lines and the bottom line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u16>,
}

/// Returns the file that stores the split: `lockbench/layout.toml` in `XDG_STATE_HOME`, or in
/// `~/.local/state` if that variable is not set to an absolute path. `variable` looks up an environment
/// variable. Returns `None` if there is no home folder.
pub fn file(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
    Some(folder.join("lockbench/layout.toml"))
}

/// Reads the file. If it does not exist or cannot be read, both borders are left to the layout, and nothing
/// else is lost.
pub fn read(file: &Path) -> Split {
    fs::read_to_string(file).ok().and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
}

/// Writes the file, and creates its folder if necessary.
pub fn write(file: &Path, split: Split) -> io::Result<()> {
    let text = toml::to_string(&split).map_err(io::Error::other)?;
    files::own_folder(files::folder_of(file))?;
    files::replace(file, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/lockbench/layout.toml");
        assert_eq!(read(&path), Split::default(), "there is no file yet");
        for split in [Split { columns: Some(600), rows: None }, Split::default()] {
            write(&path, split).unwrap();
            assert_eq!(read(&path), split);
        }
        fs::write(&path, "columns = 'wide'").unwrap();
        assert_eq!(read(&path), Split::default());
    }

    #[test]
    fn the_file_is_where_state_belongs() {
        let of = |state: &'static str, home: &'static str| {
            file(move |name| {
                let value = if name == "XDG_STATE_HOME" { state } else { home };
                (!value.is_empty()).then(|| value.to_owned())
            })
        };
        assert_eq!(of("/s", "/h"), Some(PathBuf::from("/s/lockbench/layout.toml")));
        assert_eq!(of("", "/h"), Some(PathBuf::from("/h/.local/state/lockbench/layout.toml")));
        assert_eq!(of("s", "/h"), Some(PathBuf::from("/h/.local/state/lockbench/layout.toml")));
        assert_eq!(of("", ""), None);
    }
}
