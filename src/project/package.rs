//! What leaves the folder of a project with an annotator who judges elsewhere: a session without anything of the
//! engine's, of a gold set or of other annotators, under ids that reveal nothing.
//!
//! The ids are made with a secret of the package, its salt, which stays with the lead: who has the package alone cannot
//! reveal which case is which, and so not which of them is a gold case.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::case::read_whole_text;
use crate::files;

use super::error::ProjectError;

/// The `schema` of the lead's file of a package.
const SCHEMA: &str = "lockbench.package/1";
/// The folder of these files, beside the project.
const FOLDER: &str = "packages";
/// The names under which ids are made.
const IDS: Uuid = Uuid::from_u128(0x6c6f_636b_6265_6e63_682d_7061_636b_6167);

/// What the lead keeps of a package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    schema: String,
    /// Whose package it is.
    pub by: String,
    salt: String,
}

impl Key {
    /// The key of an annotator's packages; one is made if there is none, so that every package of theirs has the same
    /// ids.
    ///
    /// # Errors
    /// If it cannot be read or written: why.
    pub fn of(folder: &Path, by: &str) -> Result<Key, ProjectError> {
        let path = path(folder, by);
        if path.exists() {
            return Key::read(folder, by);
        }
        let key = Key { schema: SCHEMA.to_owned(), by: by.to_owned(), salt: Uuid::now_v7().to_string() };
        let text = serde_json::to_string_pretty(&key)
            .map_err(|source| ProjectError::Json { path: path.clone(), source })?;
        files::own_folder(files::folder_of(&path)).map_err(ProjectError::write(&path))?;
        files::replace(&path, format!("{text}\n").as_bytes()).map_err(ProjectError::write(&path))?;
        Ok(key)
    }

    /// The key of an annotator's packages that were sent.
    ///
    /// # Errors
    /// If there is none, or it cannot be read: why.
    pub fn read(folder: &Path, by: &str) -> Result<Key, ProjectError> {
        let path = path(folder, by);
        if !path.exists() {
            return Err(ProjectError::NotSent { path, by: by.to_owned() });
        }
        let text = read_whole_text(&path, crate::case::LESSON)?;
        let key: Key = match serde_json::from_str(&text) {
            Ok(key) => key,
            Err(source) => return Err(ProjectError::Json { path, source }),
        };
        if key.schema != SCHEMA {
            return Err(ProjectError::Schema { path, found: key.schema, wanted: SCHEMA });
        }
        Ok(key)
    }

    pub fn id(&self, case: &str) -> String {
        let name = format!("{}\0{case}", self.salt);
        Uuid::new_v5(&IDS, name.as_bytes()).simple().to_string()[..12].to_owned()
    }
}

fn path(folder: &Path, by: &str) -> PathBuf {
    super::named(&folder.join(FOLDER), by, "json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_the_same_for_one_key_and_others_for_another() {
        let folder = tempfile::tempdir().unwrap();
        let ann = Key::of(folder.path(), "ann").unwrap();
        assert_eq!(Key::of(folder.path(), "ann").unwrap(), ann);
        let bob = Key::of(folder.path(), "bob").unwrap();
        assert_eq!(ann.id("case-1"), ann.id("case-1"));
        assert!(ann.id("case-1") != ann.id("case-2") && ann.id("case-1") != bob.id("case-1"));
        assert!(
            Key::read(folder.path(), "zoe").unwrap_err().to_string().contains("no package was sent to zoe")
        );
    }
}
