//! What can go wrong with the files of a round.

use std::path::{Path, PathBuf};

use crate::annotations::AnnotationsError;
use crate::case::FileError;
use crate::files::typed;
use crate::session::SessionError;

/// A file of a round that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// It cannot be read as a text.
    #[error(transparent)]
    File(#[from] FileError),
    /// It cannot be written.
    #[error("{}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is not TOML of a project.
    #[error("{}: line {line}: {}", .path.display(), first_line(.source.message()))]
    Toml {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        source: toml::de::Error,
    },
    /// A project that TOML cannot hold.
    #[error("{}: {source}", .path.display())]
    ToToml {
        /// The file.
        path: PathBuf,
        /// Why.
        source: toml::ser::Error,
    },
    /// It is not JSON of a package's key.
    #[error("{}: {source}", .path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// It is of another format.
    #[error("{}: its schema is {found:?}, not {wanted:?}", .path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its `schema`.
        found: String,
        /// The `schema` that is read.
        wanted: &'static str,
    },
    /// The session of an annotator is not there.
    #[error(
        "{} is missing: put a backup of it in its place; if {by} judged a package, `lockbench project take PACKAGE` makes it \
         again; otherwise `lockbench sessions backup {} {}` begins an empty one with the same cases",
        .path.display(), typed(.base), typed(.path)
    )]
    NoSession {
        /// Where it would be.
        path: PathBuf,
        /// The session that it was a copy of.
        base: PathBuf,
        /// The annotator.
        by: String,
    },
    /// There is no key of an annotator's packages.
    #[error("{}: no package was sent to {by} from here", .path.display())]
    NotSent {
        /// Where it would be.
        path: PathBuf,
        /// The annotator.
        by: String,
    },
    /// A session of the round cannot be read.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// What was judged in a session cannot be compared.
    #[error(transparent)]
    Annotations(#[from] AnnotationsError),
}

impl ProjectError {
    /// The message of the system about a file that is written.
    pub(super) fn write(path: &Path) -> impl Fn(std::io::Error) -> ProjectError {
        move |source| ProjectError::Write { path: path.to_path_buf(), source }
    }
}

/// The message alone, without what the parser lists below it.
fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}
