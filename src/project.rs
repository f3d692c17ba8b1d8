//! A round of annotation as a single file, `lockbench.toml`: the cases, the annotators, the guidelines,
//! the settings.
//!
//! Each annotator has their own session beside the file. All sessions are copies of one import, so that
//! they can be merged. [`Status`] summarises them for the lead; [`package`] prepares what is sent to an
//! annotator who works elsewhere.

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
pub use status::{Status, queue_of};

/// The `schema` of the file.
pub const SCHEMA: &str = "lockbench.project/1";
/// Usual name of the file.
pub const NAME: &str = "lockbench.toml";
/// The session from which the annotators' sessions are copied.
pub const BASE: &str = "cases.db";
/// Names that no annotator may have, since they are names of files of a round.
pub const RESERVED: [&str; 3] = ["cases", "gold", "merged"];

/// The content of the file. Paths are relative to its folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// Version of the format.
    pub schema: String,
    pub rubric: String,
    pub annotators: Vec<String>,
    /// The share of the cases that every annotator judges.
    #[serde(default)]
    pub overlap: String,
    /// The annotation guidelines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidelines: Option<PathBuf>,
    /// Whether the engine's labels are hidden until the annotator has judged.
    #[serde(default)]
    pub blind: bool,
    /// The cases whose labels are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gold: Option<PathBuf>,
    /// The share of gold labels that an annotator has to get right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gold_pass: Option<String>,
    /// Number of gold cases of the training round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<usize>,
    /// Whether the round is finished.
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

/// Returns the path of an annotator's session. Different names have different files, as for learners.
pub fn session(folder: &Path, by: &str) -> PathBuf {
    named(folder, by, "db")
}

/// Returns the path of an annotator's session, which has to exist.
///
/// # Errors
/// If it does not exist: what to do about it.
pub fn own_session(folder: &Path, by: &str) -> Result<PathBuf, ProjectError> {
    let path = session(folder, by);
    match path.exists() {
        true => Ok(path),
        false => Err(ProjectError::NoSession { path, base: folder.join(BASE), by: by.to_owned() }),
    }
}

/// Returns the path of an annotator's file with this extension.
fn named(folder: &Path, by: &str, ending: &str) -> PathBuf {
    let stem = files::stem(&progress::file(folder, by));
    folder.join(format!("{stem}.{ending}"))
}
