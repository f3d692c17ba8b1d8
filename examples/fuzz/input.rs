//! The input of a round: named parts of arbitrary bytes, so that all inputs are saved, replayed and
//! shrunk in the same way.

use std::borrow::Cow;
use std::io;
use std::path::Path;

/// The input of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Names, which are used as file names, and bytes.
    pub parts: Vec<(String, Vec<u8>)>,
}

/// Separator of the items in a part that is a list.
const BETWEEN: u8 = 0;

impl Input {
    /// Adds a part.
    pub fn with(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Input {
        self.parts.push((name.to_owned(), bytes.into()));
        self
    }

    /// Adds a list of texts as a part.
    pub fn with_list(self, name: &str, items: &[String]) -> Input {
        self.with(name, items.join(&char::from(BETWEEN).to_string()))
    }

    /// Returns the bytes of a part; empty if it is missing.
    pub fn bytes(&self, name: &str) -> &[u8] {
        self.parts.iter().find(|(known, _)| known == name).map_or(&[], |(_, bytes)| bytes)
    }

    /// Returns a part as text, with invalid UTF-8 replaced.
    pub fn text(&self, name: &str) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(name))
    }

    /// Returns the items of a part that is a list.
    pub fn list(&self, name: &str) -> Vec<String> {
        let bytes = self.bytes(name);
        if bytes.is_empty() {
            return Vec::new();
        }
        bytes.split(|byte| *byte == BETWEEN).map(|item| String::from_utf8_lossy(item).into_owned()).collect()
    }

    /// Returns the number of bytes of all parts.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|(_, bytes)| bytes.len()).sum()
    }

    /// Writes the parts as files to a folder.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        if folder.is_dir() {
            std::fs::remove_dir_all(folder)?;
        }
        std::fs::create_dir_all(folder)?;
        self.parts.iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
    }

    /// Reads an input written by [`Input::save`].
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load(folder: &Path) -> io::Result<Input> {
        let mut parts = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            parts.push((name, std::fs::read(&path)?));
        }
        parts.sort();
        Ok(Input { parts })
    }
}
