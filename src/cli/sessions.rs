//! `lockbench sessions`: commands on review sessions that need no terminal.

mod apply;
pub mod assign;
mod backup;
mod check;
mod export;
mod import;
mod list;
pub mod merge;
mod presence;
pub mod propose;
pub mod scored;
mod show;

use std::path::Path;

use clap::Subcommand;

use crate::annotations::is_session;
use crate::rubric::{READINGS, Readings};
use crate::session::{OrderedObject, SessionError, Store, now, session_line, set_rubric_file};

use super::CliError;
use super::output::notify;
use super::selection::{DEFAULT_RUBRIC, RubricArgs};

/// Subcommands of `sessions`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List sessions: those named, or those of the state directory
    List(list::Args),
    /// Add cases, or an export of another session; makes the session where there is none
    Import(Box<import::Args>),
    /// Write a session: all of it as JSON lines, its labels, a table, or a report as Markdown or one HTML page
    Export(export::Args),
    /// Write the union of sessions
    Merge(merge::Args),
    /// Record events, each acknowledged once it is on disk
    Apply(apply::Args),
    /// Write what an annotator made of a case
    Show(show::Args),
    /// Say who is to judge which case
    Assign(assign::Args),
    /// Copy a session while it is in use
    Backup(backup::Args),
    /// Look at all of a session, and report what is not as it was written
    Check(check::Args),
}

pub fn run(command: Command) -> Result<u8, CliError> {
    super::interrupt::end_on_signals();
    match command {
        Command::List(args) => list::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Apply(args) => apply::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Assign(args) => assign::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Check(args) => check::run(&args),
    }
}

/// Opens an existing session.
pub fn open(path: &Path) -> Result<Store, CliError> {
    Store::open_notifying(path, |who| notify(&who)).map_err(failure)
}

/// Returns whether a path exists, as a session or as another file that must not be replaced.
pub fn is_there(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| about.len() > 0)
}

/// Converts an error of a session to one of a command.
pub fn failure(fault: SessionError) -> CliError {
    CliError::usage(fault)
}

/// Returns the message about somebody who has done nothing, such as "recorded nothing in s.db", and who has.
pub fn nothing_by(by: &str, what: &str, known: &[String]) -> String {
    let who = match known {
        [] => "nobody has".to_owned(),
        others => format!("others have: {}", others.join(", ")),
    };
    format!("{by} has {what} ({who})")
}

/// Returns the first line of a new session.
///
/// # Errors
/// If several rubrics are named, or what is named cannot be read.
pub fn new_line(choice: &RubricArgs) -> Result<OrderedObject, CliError> {
    let selection = choice.selection()?;
    let mut rubrics = selection.rubrics();
    let rubric = rubrics.next().map_or(DEFAULT_RUBRIC, |(entry, _)| entry.slug);
    if rubrics.next().is_some() {
        return Err(CliError::usage("cases are judged by one rubric")
            .hint("name one with --rubric; the workbench shows the others beside it"));
    }
    let usual = Readings::default();
    let other =
        READINGS.iter().filter(|reading| selection.readings.get(reading.key) != usual.get(reading.key));
    let readings = other.map(|reading| (reading.key.to_owned(), selection.readings.get(reading.key).into()));
    let mut line = session_line(now(), rubric, &readings.collect());
    if let Some((_, slug, text)) = choice.file()? {
        set_rubric_file(&mut line, slug, &text);
    } else if let Some((slug, text)) = &choice.of_session {
        set_rubric_file(&mut line, slug, text);
    }
    Ok(line)
}

/// The fields of a session's first line that determine its scores.
const SCORED_BY: [&str; 3] = ["rubric", "readings", "rubric_file"];

/// Whether two sessions, given their first lines, have the same rubric and readings.
pub fn are_scored_alike(a: &OrderedObject, b: &OrderedObject) -> bool {
    SCORED_BY.into_iter().all(|key| a.get(key) == b.get(key))
}

/// Returns a choice of rubric and readings, completed from the sessions among these files if all of them have the same. A
/// session that cannot be read is skipped here, since reading its decisions reports the error.
pub fn shared_choice<'a>(choice: &RubricArgs, files: impl IntoIterator<Item = &'a Path>) -> RubricArgs {
    let sessions = files.into_iter().filter(|file| is_session(file));
    let mut lines = sessions.filter_map(|file| Store::open(file).and_then(|store| store.line()).ok());
    let mut choice = choice.clone();
    if let Some(first) = lines.next()
        && lines.all(|other| are_scored_alike(&first, &other))
    {
        choice.take_over(&first);
    }
    choice
}
