//! The learner's progress on the command line, and the case of a lesson as a file.

use std::path::PathBuf;
use std::sync::Once;

use crate::cli::CliError;
use crate::cli::output::print_note;
use crate::lesson::Lesson;
use crate::progress::{self, Progress, ProgressError};
use crate::session::now;

/// Returns the file of a learner's progress; `None` if there is no home. A damaged file of an earlier
/// version is only reported, since it belongs to one learner and each learner now has a file of their
/// own.
pub fn file(learner: &str) -> Option<PathBuf> {
    static NAMED: Once = Once::new();
    let folder = progress::folder()?;
    if let Err(fault) = progress::take_over(&folder) {
        NAMED.call_once(|| print_note(format!("not taken over: {fault}")));
    }
    Some(progress::file(&folder, learner))
}

/// Reads a learner's progress; empty if there is no home.
///
/// # Errors
/// If the file cannot be read. It is left unchanged then.
pub fn read(learner: &str) -> Result<Progress, CliError> {
    match file(learner) {
        Some(path) => Progress::read(&path, learner).map_err(failed),
        None => Ok(Progress::of(learner)),
    }
}

/// Records an attempt at a lesson, under the lesson's recorded name.
///
/// # Errors
/// If the file cannot be read or written; the stored progress is left unchanged then.
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

/// Writes a lesson's case to a file that the workbench and every command can open.
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
