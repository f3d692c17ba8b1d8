//! Errors with the files of a round.

use std::path::{Path, PathBuf};

use crate::annotations::AnnotationsError;
use crate::case::FileError;
use crate::files::typed;
use crate::session::SessionError;

/// A file of a round cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: {source}", .path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error("{}: line {line}: {}", .path.display(), first_line(.source.message()))]
    Toml { path: PathBuf, line: usize, source: toml::de::Error },
    #[error("{}: {source}", .path.display())]
    ToToml { path: PathBuf, source: toml::ser::Error },
    #[error("{}: {source}", .path.display())]
    Json { path: PathBuf, source: serde_json::Error },
    #[error("{}: its schema is {found:?}, not {wanted:?}", .path.display())]
    Schema { path: PathBuf, found: String, wanted: &'static str },
    #[error(
        "{} is missing: put a backup of it in its place; if {by} judged a package, `lockbench project take PACKAGE` makes it \
         again; otherwise `lockbench sessions backup {} {}` begins an empty one with the same cases",
        .path.display(), typed(.base), typed(.path)
    )]
    NoSession { path: PathBuf, base: PathBuf, by: String },
    #[error("{}: no package was sent to {by} from here", .path.display())]
    NotSent { path: PathBuf, by: String },
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Annotations(#[from] AnnotationsError),
}

impl ProjectError {
    /// Wraps the system's error about writing a file.
    pub(super) fn write(path: &Path) -> impl Fn(std::io::Error) -> ProjectError {
        move |source| ProjectError::Write { path: path.to_path_buf(), source }
    }
}

/// Returns the first line of a message, without the parser's excerpt of the file.
fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}
