//! A round of annotation as one file, `lockbench.toml`: the cases, who judges them, by what, and how.
//!
//! Each annotator has a session of their own beside the file, a copy of one import, so that the sessions can be merged.
//! [`Status`] is what a lead reads of them; [`package`] says what leaves the folder with somebody who judges elsewhere.

mod error;
pub mod package;
mod page;
mod status;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::case::{PROJECT, read_whole_text};
use crate::files;
use crate::progress;

pub use error::ProjectError;
pub use page::document;
pub use status::{Disagreement, Row, Status, queue_of};

/// The `schema` of the file.
pub const SCHEMA: &str = "lockbench.project/1";
/// Its usual name.
pub const NAME: &str = "lockbench.toml";
/// The session that those of the annotators are copies of.
pub const BASE: &str = "cases.db";
/// Names of files of a round that no annotator may have.
pub const RESERVED: [&str; 3] = ["cases", "gold", "merged"];

/// A project's file. Paths are as seen from its folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// The version of the format.
    pub schema: String,
    pub rubric: String,
    pub annotators: Vec<String>,
    /// The share of the cases that everybody judges.
    #[serde(default)]
    pub overlap: String,
    /// What is judged by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidelines: Option<PathBuf>,
    /// Whether the engine's labels are hidden until a person has judged.
    #[serde(default)]
    pub blind: bool,
    /// Cases whose labels are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gold: Option<PathBuf>,
    /// The share of gold labels that has to be right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gold_pass: Option<String>,
    /// Gold cases of the training round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<usize>,
    /// Whether the round is over.
    #[serde(default)]
    pub closed: bool,
}

impl Project {
    /// Reads the file.
    ///
    /// # Errors
    /// If it cannot be read, or is not a project: why.
    pub fn read(path: &Path) -> Result<Project, ProjectError> {
        let text = read_whole_text(path, PROJECT)?;
        let project: Project = toml::from_str(&text).map_err(|source| {
            let before = source.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            ProjectError::Toml { path: path.to_path_buf(), line, source }
        })?;
        if project.schema != SCHEMA {
            let (path, found) = (path.to_path_buf(), project.schema);
            return Err(ProjectError::Schema { path, found, wanted: SCHEMA });
        }
        Ok(project)
    }

    /// Writes the file as a whole.
    ///
    /// # Errors
    /// If it cannot be written: why.
    pub fn write(&self, path: &Path) -> Result<(), ProjectError> {
        let text = toml::to_string(self)
            .map_err(|source| ProjectError::ToToml { path: path.to_path_buf(), source })?;
        files::replace(path, text.as_bytes()).map_err(ProjectError::write(path))
    }
}

/// The session of an annotator. Names that differ have files that differ, as those of learners do.
pub fn session(folder: &Path, by: &str) -> PathBuf {
    named(folder, by, "db")
}

/// The session of an annotator, which has to be there.
///
/// # Errors
/// If it is not: what to do about it.
pub fn own_session(folder: &Path, by: &str) -> Result<PathBuf, ProjectError> {
    let path = session(folder, by);
    match path.exists() {
        true => Ok(path),
        false => Err(ProjectError::NoSession { path, base: folder.join(BASE), by: by.to_owned() }),
    }
}

/// A file of an annotator, with this ending.
fn named(folder: &Path, by: &str, ending: &str) -> PathBuf {
    let stem = files::stem(&progress::file(folder, by));
    folder.join(format!("{stem}.{ending}"))
}
