//! Prepares the session that is sent to an annotator who works elsewhere. It contains nothing of the
//! engine, the gold set or other annotators, and its ids reveal nothing.
//!
//! The ids are derived with a secret salt, which stays with the lead. The package alone does not reveal
//! which case is which, and therefore not which of them is a gold case.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::case::read_whole_text;
use crate::files;

use super::error::ProjectError;

/// The `schema` of the lead's key file.
const SCHEMA: &str = "lockbench.package/1";
/// The folder of the key files, beside the project.
const FOLDER: &str = "packages";
/// UUID namespace of the ids.
const IDS: Uuid = Uuid::from_u128(0x6c6f_636b_6265_6e63_682d_7061_636b_6167);

/// The lead's key of a package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    schema: String,
    /// The annotator of the package.
    pub by: String,
    salt: String,
}

impl Key {
    /// Returns the key of an annotator's packages, creating it if there is none, so that all their
    /// packages have the same ids.
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

    /// Returns the key of an annotator's packages that were sent.
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
