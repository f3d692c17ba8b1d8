//! The learner's progress on the command line, and the case of a lesson as a file.

use std::path::PathBuf;
use std::sync::Once;

use crate::cli::CliError;
use crate::cli::output::print_note;
use crate::lesson::Lesson;
use crate::progress::{self, Progress, ProgressError};
use crate::session::now;

/// The file of a learner's progress; `None` if there is no home. A damaged file of an earlier version is named once and
/// stops nobody: it is one learner's, and each has a file of their own now.
pub fn file(learner: &str) -> Option<PathBuf> {
    static NAMED: Once = Once::new();
    let folder = progress::folder()?;
    if let Err(fault) = progress::take_over(&folder) {
        NAMED.call_once(|| print_note(format!("not taken over: {fault}")));
    }
    Some(progress::file(&folder, learner))
}

/// What is remembered; nothing if there is no home.
///
/// # Errors
/// If the file cannot be read. It is left as it is.
pub fn read(learner: &str) -> Result<Progress, CliError> {
    match file(learner) {
        Some(path) => Progress::read(&path, learner).map_err(failed),
        None => Ok(Progress::of(learner)),
    }
}

/// Remembers an attempt at a lesson, by the name under which it is recorded.
///
/// # Errors
/// If the file cannot be read or written; what was remembered stays.
pub fn note(learner: &str, name: &str, passed: bool) -> Result<(), CliError> {
    let Some(path) = file(learner) else { return Ok(()) };
    let change = |progress: &mut Progress| {
        progress.try_lesson(name);
        if passed {
            progress.pass(name, now().as_str());
        }
    };
    Progress::change(&path, learner, change).map_err(failed)
}

/// Writes a lesson's case where the workbench and every command can open it.
///
/// # Errors
/// If it cannot be written, or there is no home.
pub fn write_case(lesson: &Lesson) -> Result<PathBuf, CliError> {
    let folder = progress::folder()
        .ok_or_else(|| CliError::usage("there is neither XDG_STATE_HOME nor HOME to keep the case in"))?;
    let path = folder.join("cases").join(format!("{}.json", lesson.name));
    progress::write(&path, &crate::report::json::pretty(&lesson.case))
        .map_err(|error| CliError::usage(format!("cannot write {}: {error}", path.display())))?;
    Ok(path)
}

fn failed(fault: ProgressError) -> CliError {
    CliError::usage(fault)
}
