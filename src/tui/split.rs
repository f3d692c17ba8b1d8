//! How a person shared the screen out, and the file that keeps it from one run to the next.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::files;

/// Where a person put the borders that can be moved; `None` leaves a border to the layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// The article's share of the columns, in thousandths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<u16>,
    /// The texts' share of the rows between the lines at the top and the one at the bottom, in thousandths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u16>,
}

/// The file that keeps it: `lockbench/layout.toml` in `XDG_STATE_HOME`, which is `~/.local/state` unless it is set to
/// an absolute path. `variable` looks up a variable of the environment. `None` if there is no home folder.
pub fn file(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
    Some(folder.join("lockbench/layout.toml"))
}

/// Reads the file. One that is not there, or that cannot be read, leaves everything to the layout: nothing is lost
/// but the place of two borders.
pub fn read(file: &Path) -> Split {
    fs::read_to_string(file).ok().and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
}

/// Writes the file, and its folder if there is none.
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
