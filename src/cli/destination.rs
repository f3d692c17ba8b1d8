//! `-o FILE`: writes results to a file instead of stdout; also whether only errors are printed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use crate::case::is_stdin;
use crate::files::{Temporary, folder_of};

use super::CliError;
use super::output::Results;

/// Name of the argument with the destination.
const OUTPUT: &str = "output";
/// First bytes of a session.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Fails if `-o` names a file that another argument names, or a session, since the results would destroy
/// it.
///
/// # Errors
/// If `-o` names such a file.
pub fn refuse_inputs(arguments: &ArgMatches) -> Result<(), CliError> {
    let mut innermost = arguments;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    if !innermost.ids().any(|id| id == OUTPUT) {
        return Ok(());
    }
    // Argument groups have values of other types.
    let values = |id: &str| -> Vec<PathBuf> {
        let paths = innermost.try_get_many::<PathBuf>(id).ok().flatten();
        let texts = innermost.try_get_many::<String>(id).ok().flatten();
        paths.into_iter().flatten().cloned().chain(texts.into_iter().flatten().map(PathBuf::from)).collect()
    };
    let Some(output) = values(OUTPUT).into_iter().find(|path| path.is_file()) else { return Ok(()) };
    let mut others = innermost.ids().filter(|id| *id != OUTPUT).flat_map(|id| values(id.as_str()));
    // "NAME=FILE", as used for a judge or a set of labels.
    let named = |value: &Path| Some(PathBuf::from(value.to_str()?.split_once('=')?.1));
    let is_output = |path: &Path| same_file::is_same_file(path, &output).unwrap_or(false);
    if others.any(|value| is_output(&value) || named(&value).is_some_and(|file| is_output(&file))) {
        return Err(refused(&output, "the command reads this file"));
    }
    let mut head = [0; SQLITE.len()];
    let reads = File::open(&output).and_then(|mut file| file.read_exact(&mut head)).is_ok();
    if reads && head == SQLITE {
        return Err(refused(&output, "it is a database, such as a session"));
    }
    Ok(())
}

fn refused(output: &Path, reason: &str) -> CliError {
    CliError::usage(format!("-o {}: {reason}, which would be lost", output.display()))
        .hint("name another file")
}

/// Where results go.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct FileArgs {
    /// Write the results to a file, which has its name when they are complete; - is stdout. Of a run that was
    /// interrupted they are in NAME-part, and what had the name stays
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
    /// Opens the destination, and prints only errors from now on if requested.
    pub fn open(&self) -> Result<Destination, CliError> {
        self.file.open()
    }
}

impl FileArgs {
    /// Opens the destination, and prints only errors from now on if requested.
    pub fn open(&self) -> Result<Destination, CliError> {
        if self.quiet {
            super::output::be_quiet();
        }
        Destination::open(self.output.as_deref())
    }
}

/// The destination of results.
pub enum Destination {
    Stdout,
    /// A temporary file, renamed when complete.
    Fresh(Temporary, PathBuf),
    /// A device or a pipe.
    Stream(PathBuf),
}

impl Destination {
    /// Opens the destination given by `-o`.
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

    /// Returns the file to write to; `None` for stdout.
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

    /// Returns the error for results that cannot be written.
    pub fn failed(&self, error: &io::Error) -> CliError {
        let to = |path: &Path| {
            CliError::usage(format!("-o {}: cannot write the results: {error}", path.display()))
        };
        match self {
            Destination::Stdout => CliError::output(error),
            Destination::Fresh(_, path) => {
                let left = if path.exists() { "the file is as it was" } else { "no file was made" };
                to(path).hint(format!("{left}; make room, or name another place"))
            }
            Destination::Stream(path) => to(path).hint("name a file, or leave -o out"),
        }
    }

    /// Returns whether the reader is still there after a write. A closed pipe is not an error, since a
    /// reader such as `head` has enough.
    pub fn heard(&self, written: io::Result<()>) -> Result<bool, CliError> {
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Writes all results and renames the file.
    pub fn fill(
        mut self,
        write: impl FnOnce(&mut Results<Box<dyn io::Write>>) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let mut out = Results::to(self.file()?);
        let written = write(&mut out).and_then(|()| out.flush());
        drop(out);
        self.heard(written)?;
        self.keep()
    }

    /// Renames the file, replacing an existing one.
    pub fn keep(self) -> Result<(), CliError> {
        match self {
            Destination::Fresh(fresh, path) => fresh.replace(&path).map_err(|error| wrong(&path, &error)),
            Destination::Stdout | Destination::Stream(_) => Ok(()),
        }
    }

    /// Keeps the partial results of a stopped run under the first free name of `NAME-part.EXT`,
    /// `NAME-part-2.EXT` ..., which is returned. An existing `NAME.EXT` stays unchanged.
    pub fn keep_part(self) -> Result<Option<PathBuf>, CliError> {
        let Destination::Fresh(mut fresh, path) = self else { return Ok(None) };
        for number in 1.. {
            let part = part_of(&path, number);
            match fresh.name(&part).map_err(|error| wrong(&part, &error))? {
                None => return Ok(Some(part)),
                Some(back) => fresh = back,
            }
        }
        Ok(None)
    }

    /// Ends the output: renames the file or, if the run was stopped after this many results, keeps it as
    /// a part and says so.
    pub fn end(self, stopped: bool, results: usize) -> Result<(), CliError> {
        if !stopped {
            return self.keep();
        }
        let Destination::Fresh(_, path) = &self else { return Ok(()) };
        let stays = match path.exists() {
            true => format!("{} is left as it was", path.display()),
            false => format!("{} is not written", path.display()),
        };
        // A file without results is useless.
        let part = if results > 0 { self.keep_part()? } else { None };
        super::output::notify(&match part {
            Some(part) => format!("{stays}; the results so far are in {}", part.display()),
            None => stays,
        });
        Ok(())
    }
}

/// Returns the name for partial results: `scores-part.jsonl`, `scores-part-2.jsonl` ...
fn part_of(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-part");
    if number > 1 {
        name.push(format!("-{number}"));
    }
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn wrong(path: &Path, error: &io::Error) -> CliError {
    let failure = CliError::usage(format!("-o {}: {error}", path.display()));
    match error.kind() {
        io::ErrorKind::NotFound => no_folder("-o", path),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            failure.hint("make room, or name another place")
        }
        _ => failure.hint("name a file in a folder that you may write to"),
    }
}

/// Returns the error for an option whose file would be in a folder that does not exist.
pub fn no_folder(option: &str, path: &Path) -> CliError {
    let folder = folder_of(path).display();
    CliError::usage(format!("{option} {}: there is no folder {folder}", path.display()))
        .hint("make the folder, or name another place")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_without_room_leave_what_has_the_name_and_say_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.jsonl");
        let full = io::Error::from(io::ErrorKind::StorageFull);
        let hint = |path: &Path| Destination::open(Some(path)).unwrap().failed(&full).hint.unwrap();
        assert_eq!(hint(&path), "no file was made; make room, or name another place");
        assert!(!path.exists());
        std::fs::write(&path, "old").unwrap();
        assert_eq!(hint(&path), "the file is as it was; make room, or name another place");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
    }
}
