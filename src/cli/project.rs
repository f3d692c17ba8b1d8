//! `lockbench project`: a round of annotation as a single file, `lockbench.toml`: the cases, the
//! annotators, the guidelines, the settings.
//!
//! `lockbench review PROJECT --as NAME` opens an annotator's session with the settings of the file. An
//! annotator who works elsewhere gets a package (`project send`), which is imported by `project take`.
//! The lead reads `project status`, and `project close` merges the sessions.

mod new;
mod send;
mod status;
mod take;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

use super::output::notify;
use super::sessions::{failure, open};
use super::{Cli, CliError, blind, status as exit, workbench};
use crate::files;
use crate::project::{NAME, Project, ProjectError, Status, own_session};

/// What can be done with a project.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Begin a round: writes the file, and a session for each annotator
    New(new::Args),
    /// How far everybody is and how well they judge: on a terminal a screen that follows the sessions
    Status(status::Args),
    /// Make a package for an annotator who judges elsewhere: without the engine's labels, the gold set or others' labels
    Send(send::Args),
    /// Take packages back: adds what was done to the annotators' sessions, and says how the gold cases were judged
    Take(take::Args),
    /// End the round: merges the sessions, after which nobody can go on
    Close(Close),
}

/// Arguments of `project close`.
#[derive(Debug, clap::Args)]
#[group(id = "project_close")]
pub struct Close {
    /// The project
    #[arg(value_name = "PROJECT", default_value = NAME)]
    file: PathBuf,
    /// Where an annotator gave two labels to one unit, take what this session has
    #[arg(long, value_name = "S.db")]
    prefer: Vec<PathBuf>,
    /// Close the round though somebody has not judged all of their cases
    #[arg(long)]
    unfinished: bool,
}

pub fn run(command: &Command) -> Result<u8, CliError> {
    match command {
        Command::New(args) => new::run(args),
        Command::Status(args) => status::run(args),
        Command::Send(args) => send::run(args),
        Command::Take(args) => take::run(args),
        Command::Close(args) => close(args),
    }
}

/// Returns whether a file given to `review` is a project.
pub fn is_project(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "toml")
}

/// Completes the arguments of `review` for an annotator of a project: adds what the file says to what was
/// given, and names their session.
///
/// # Errors
/// If the file is not a project, is closed, or has no such annotator, or if the arguments contradict it.
pub fn review(
    path: &Path,
    workbench: &mut workbench::Args,
    hidden: &mut blind::Args,
) -> Result<PathBuf, CliError> {
    let project = read(path)?;
    let known = project.annotators.join(", ");
    let by = workbench.by.as_deref();
    let by = by.ok_or_else(|| CliError::usage("who judges? --as NAME").hint(format!("known: {known}")))?;
    if project.closed {
        return Err(CliError::file(path, "the round is closed"));
    }
    annotator_of(&project, by)?;
    let given = &workbench.choice.rubric;
    if given.iter().any(|rubric| *rubric != project.rubric) {
        let words = format!("--rubric {}: the project judges by {}", given.join(","), project.rubric);
        return Err(CliError::usage(words));
    }
    let folder = folder(path);
    let session = own_session(folder, by).map_err(CliError::usage)?;
    // Gold cases and a training round are added when the session is first opened.
    let begun = open(&session)?.counts().map_err(failure)?.1 > 0;
    if workbench.guidelines.is_none() {
        workbench.guidelines = project.guidelines.as_ref().map(|path| folder.join(path));
    }
    hidden.blind |= project.blind;
    if project.blind && !begun {
        hidden.gold = hidden.gold.take().or_else(|| project.gold.map(|path| folder.join(path)));
        hidden.training = hidden.training.or(project.training);
        if let (None, Some(pass)) = (hidden.gold_pass, &project.gold_pass) {
            hidden.gold_pass = Some(share(path, pass)?);
        }
    }
    workbench.choice.rubric = vec![project.rubric];
    workbench.cases.files.clear();
    Ok(session)
}

/// Parses a share in a project file.
fn share(path: &Path, text: &str) -> Result<f64, CliError> {
    super::share::share(text).map_err(|why| CliError::file(path, &format!("`gold_pass` = {text:?}: {why}")))
}

/// Checks that somebody is an annotator of the project.
fn annotator_of(project: &Project, by: &str) -> Result<(), CliError> {
    match project.annotators.iter().any(|name| name == by) {
        true => Ok(()),
        false => {
            let known = project.annotators.join(", ");
            Err(CliError::usage(format!("unknown annotator {by} (known: {known})")))
        }
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Runs a command line.
fn invoke(arguments: &[String]) -> Result<u8, CliError> {
    let cli = Cli::try_parse_from(arguments).map_err(|error| {
        // Only the first line is the error; the rest refers to a command that nobody typed.
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        CliError::usage(first.trim_start_matches("error: "))
    })?;
    super::run(cli)
}

fn folder(path: &Path) -> &Path {
    files::folder_of(path)
}

fn read(path: &Path) -> Result<Project, CliError> {
    Project::read(path).map_err(|why| {
        let hint = match &why {
            ProjectError::File(_) => "`lockbench project new` writes one",
            _ if !is_project(path) => "name the lockbench.toml that `lockbench project new` wrote",
            _ => "fix the file, or put a backup of it in its place",
        };
        CliError::usage(why).hint(hint)
    })
}

fn close(args: &Close) -> Result<u8, CliError> {
    let project = read(&args.file)?;
    if project.closed {
        return Err(CliError::file(&args.file, "the round is closed already"));
    }
    let folder = folder(&args.file);
    let sessions = project.annotators.iter().map(|name| own_session(folder, name));
    let sessions = sessions.collect::<Result<Vec<_>, _>>().map_err(CliError::usage)?;
    if !args.unfinished {
        refuse_unfinished(&project, folder)?;
    }
    let out = folder.join("merged.db");
    let mut merge = words(&["lockbench", "sessions", "merge", &out.display().to_string()]);
    merge.extend(sessions.iter().map(|path| path.display().to_string()));
    for preferred in &args.prefer {
        merge.extend(["--prefer".to_owned(), preferred.display().to_string()]);
    }
    invoke(&merge)?;
    Project { closed: true, ..project }.write(&args.file).map_err(CliError::usage)?;
    let out = files::typed(&out);
    notify(&format!("next: `lockbench agree {out}`, then `lockbench adjudicate {out} --session gold.db`"));
    Ok(exit::SUCCESS)
}

/// Fails if somebody has cases left, since nobody can continue after the round is closed.
fn refuse_unfinished(project: &Project, folder: &Path) -> Result<(), CliError> {
    let standing = Status::of(project, folder, |_| {});
    let left = standing.rows.iter().filter_map(|row| {
        let work = row.work.as_ref().ok().filter(|work| work.done < work.queue)?;
        Some(format!("{} has judged {} of {}", row.name, work.done, work.queue))
    });
    let left: Vec<String> = left.collect();
    if left.is_empty() {
        return Ok(());
    }
    Err(CliError::usage(format!("the round is not finished: {}", left.join(", ")))
        .hint("nobody can go on after a round is closed; --unfinished closes it all the same"))
}
