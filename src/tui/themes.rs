//! The available themes: the built-in ones, and the files in the folder `themes` of the configuration.
//!
//! A file is read when its theme is chosen. It is read again, if it has changed, when the terminal receives
//! the focus or is repainted. Nothing watches the file, so an idle program does nothing.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use super::fault::{self, FileFault, LineColumn};
use super::theme::Theme;

/// Reason why a theme cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ThemeReadError {
    #[error("no theme is called `{name}`; there are {}", .known.join(", "))]
    Unknown { name: String, known: Vec<String> },
    #[error("{}: there is no such file any more", .0.display())]
    Removed(PathBuf),
    #[error(transparent)]
    File(#[from] FileFault),
}

/// The folder of theme files, and the version of the current theme's file when it was read.
#[derive(Clone, Debug, Default)]
pub struct Themes {
    folder: Option<PathBuf>,
    read: Option<(PathBuf, Option<Version>)>,
}

/// Version of a file: its size and modification time.
type Version = (u64, Option<SystemTime>);

impl Themes {
    /// Returns the built-in themes, and those of the configuration folder.
    pub fn of(configuration: Option<PathBuf>) -> Themes {
        Themes { folder: configuration.map(|folder| folder.join("themes")), read: None }
    }

    /// Returns the names of all themes: the built-in ones, then those of files.
    pub fn names(&self) -> Vec<String> {
        Theme::list().map(str::to_owned).chain(self.files()).collect()
    }

    /// Returns the first fault in each file.
    pub fn faults(mut self) -> Vec<ThemeReadError> {
        self.files().iter().filter_map(|name| self.read(name).err()).collect()
    }

    /// Returns the names of the theme files, sorted.
    fn files(&self) -> Vec<String> {
        let mut files: Vec<String> = self
            .folder
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok())
            .flatten()
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let name = path.file_stem()?.to_str()?.to_owned();
                let is_theme = path.extension().is_some_and(|extension| extension == "toml");
                (is_theme && Theme::builtin(&name).is_none()).then_some(name)
            })
            .collect();
        files.sort();
        files
    }

    /// Reads a theme. Built-in themes take precedence over files.
    pub fn read(&mut self, name: &str) -> Result<Theme, ThemeReadError> {
        if let Some(theme) = Theme::builtin(name) {
            self.read = None;
            return Ok(theme);
        }
        let known = self.names().iter().any(|known| known == name);
        let file = self.folder.as_ref().filter(|_| known).map(|folder| folder.join(format!("{name}.toml")));
        let Some(file) = file else {
            return Err(ThemeReadError::Unknown { name: name.to_owned(), known: self.names() });
        };
        // The version is taken before reading, so that later changes are noticed.
        self.read = Some((file.clone(), version(&file)));
        let text = fault::text(&file)?.ok_or_else(|| ThemeReadError::Removed(file.clone()))?;
        Theme::parse(&file.to_string_lossy(), name, &text).map_err(|error| {
            let what =
                if error.key.is_empty() { error.reason } else { format!("{}: {}", error.key, error.reason) };
            ThemeReadError::File(FileFault {
                place: error.at.map(|at| LineColumn::of(&text, at)),
                file,
                what,
            })
        })
    }

    /// Whether the file of the current theme has changed since it was read.
    pub fn is_changed(&self) -> bool {
        self.read.as_ref().is_some_and(|(file, read)| version(file) != *read)
    }
}

fn version(file: &PathBuf) -> Option<Version> {
    let about = fs::metadata(file).ok()?;
    Some((about.len(), about.modified().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_beside_the_themes_that_are_built_in() {
        let folder = tempfile::tempdir().unwrap();
        let mut themes = Themes::of(Some(folder.path().to_owned()));
        assert_eq!(themes.names(), Theme::list().collect::<Vec<_>>());
        fs::create_dir(folder.path().join("themes")).unwrap();
        let write =
            |name: &str, text: &str| fs::write(folder.path().join("themes").join(name), text).unwrap();
        write("mine.toml", "base = \"dark\"\n[roles]\ntext = \"red\"\n");
        write("dark.toml", "");
        write("notes.txt", "");
        assert_eq!(themes.names().last().map(String::as_str), Some("mine"));
        assert_eq!(themes.names().len(), Theme::list().count() + 1);
        assert_eq!(themes.read("mine").unwrap().name, "mine");
        assert!(!themes.is_changed());
        write("mine.toml", "base = \"dark\"\n[roles]\ntext = \"green!\"\n");
        assert!(themes.is_changed());
        let message = themes.read("mine").unwrap_err().to_string();
        assert!(message.contains("mine.toml:3:1: roles.text: `green!`"), "{message}");
        assert!(!themes.is_changed(), "an error is reported once");
        let faults = themes.clone().faults();
        assert!(matches!(&faults[..], [fault] if fault.to_string() == message), "{faults:?}");
        write("mine.toml", "[roles\n");
        assert!(themes.read("mine").unwrap_err().to_string().contains("mine.toml:1:"));
        assert!(themes.read("../config").unwrap_err().to_string().contains("mine"));
        fs::remove_file(folder.path().join("themes/mine.toml")).unwrap();
        assert!(themes.is_changed());
        assert!(themes.read("mine").is_err());
    }
}
