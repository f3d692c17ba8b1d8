//! `-o FILE`: results in a file in place of stdout, and how many messages are printed beside them.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::case::is_stdin;
use crate::files::{Temporary, folder_of};

use super::CliError;

/// Where results go.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct FileArgs {
    /// Write the results to a file, which has its name when they are complete; - is stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say nothing on stderr but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Where results go, and which messages are printed beside them.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct OutputArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// Say at the end what was done, and how long it took
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
}

impl OutputArgs {
    /// Opens where results go, and prints only errors if that is asked for.
    ///
    /// # Errors
    /// Where no file can be created there.
    pub fn open(&self) -> Result<Destination, CliError> {
        self.file.open()
    }
}

impl FileArgs {
    /// Opens where results go, and prints only errors if that is asked for.
    ///
    /// # Errors
    /// Where no file can be created there.
    pub fn open(&self) -> Result<Destination, CliError> {
        if self.quiet {
            super::output::be_quiet();
        }
        Destination::open(self.output.as_deref())
    }
}

/// A file of results that is being written.
pub enum Destination {
    /// stdout.
    Stdout,
    /// A file that gets its name at the end.
    Fresh(Temporary, PathBuf),
    /// A device or a pipe.
    Stream(PathBuf),
}

impl Destination {
    /// Where `-o` says.
    ///
    /// # Errors
    /// Where no file can be created there.
    pub fn open(path: Option<&Path>) -> Result<Destination, CliError> {
        let Some(path) = path.filter(|path| !is_stdin(path)) else { return Ok(Destination::Stdout) };
        match path.metadata() {
            Ok(about) if about.is_dir() => {
                Err(CliError::usage(format!("-o {}: it is a folder", path.display())).hint("name a file"))
            }
            Ok(about) if !about.is_file() => Ok(Destination::Stream(path.to_owned())),
            _ => {
                let fresh = Temporary::new(folder_of(path)).map_err(|error| wrong(path, &error))?;
                Ok(Destination::Fresh(fresh, path.to_owned()))
            }
        }
    }

    /// The file to write to; `None` is stdout.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn file(&mut self) -> Result<Option<File>, CliError> {
        match self {
            Destination::Stdout => Ok(None),
            Destination::Fresh(fresh, path) => {
                fresh.file().try_clone().map(Some).map_err(|error| wrong(path, &error))
            }
            Destination::Stream(path) => {
                OpenOptions::new().write(true).open(&*path).map(Some).map_err(|error| wrong(path, &error))
            }
        }
    }

    /// Gives the file its name, in place of what has it.
    ///
    /// # Errors
    /// Where it cannot be named.
    pub fn keep(self) -> Result<(), CliError> {
        match self {
            Destination::Fresh(fresh, path) => fresh.replace(&path).map_err(|error| wrong(&path, &error)),
            Destination::Stdout | Destination::Stream(_) => Ok(()),
        }
    }
}

fn wrong(path: &Path, error: &io::Error) -> CliError {
    CliError::usage(format!("-o {}: {error}", path.display())).hint("check the path")
}
