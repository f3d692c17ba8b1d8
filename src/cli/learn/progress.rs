//! What a learner has done: `lockbench/lessons.toml` in the XDG state directory.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::case::{LESSON, read_whole_text};
use crate::cli::Failure;
use crate::lesson::Lesson;
use crate::session::{now, state_folder};

/// Lessons that were tried, by name.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    #[serde(default)]
    lessons: BTreeMap<String, Taken>,
    /// What another version keeps here.
    #[serde(flatten)]
    more: BTreeMap<String, toml::Value>,
}

/// What became of a lesson.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Taken {
    /// Attempts so far.
    pub attempts: u64,
    /// When it was first passed.
    pub passed: Option<String>,
    #[serde(flatten)]
    more: BTreeMap<String, toml::Value>,
}

/// `lockbench` in the state directory; `None` where there is no home.
fn folder() -> Option<PathBuf> {
    state_folder()?.parent().map(Path::to_path_buf)
}

impl Progress {
    /// What is remembered; nothing where nothing was done yet.
    ///
    /// # Errors
    /// Where the file cannot be read. It is left as it is.
    pub fn read() -> Result<Progress, Failure> {
        let Some(path) = folder().map(|folder| folder.join("lessons.toml")) else {
            return Ok(Progress::default());
        };
        if !path.exists() {
            return Ok(Progress::default());
        }
        let text = read_whole_text(&path, LESSON).map_err(Failure::usage)?;
        toml::from_str(&text).map_err(|error: toml::de::Error| {
            Failure::file(&path, &error.to_string()).hint("mend the file, or move it away to begin anew")
        })
    }

    /// What is remembered of a lesson.
    pub fn of(&self, name: &str) -> Option<&Taken> {
        self.lessons.get(name)
    }

    /// Remembers an attempt.
    ///
    /// # Errors
    /// Where the file cannot be read or written; what was remembered stays.
    pub fn note(name: &str, passed: bool) -> Result<(), Failure> {
        let Some(folder) = folder() else { return Ok(()) };
        let mut progress = Progress::read()?;
        let taken = progress.lessons.entry(name.to_owned()).or_default();
        taken.attempts += 1;
        if passed && taken.passed.is_none() {
            taken.passed = Some(now().as_str().to_owned());
        }
        let text = toml::to_string(&progress).map_err(|error| Failure::usage(error.to_string()))?;
        write(&folder, "lessons.toml", &text)
    }
}

/// Writes a lesson's case where the workbench and every command can open it.
///
/// # Errors
/// Where it cannot be written, or there is no home.
pub fn write_case(lesson: &Lesson) -> Result<PathBuf, Failure> {
    let folder = folder()
        .ok_or_else(|| Failure::usage("there is neither XDG_STATE_HOME nor HOME to keep the case in"))?;
    let folder = folder.join("lessons");
    let name = format!("{}.json", lesson.name);
    write(&folder, &name, &crate::report::json::pretty(&lesson.case))?;
    Ok(folder.join(name))
}

/// Writes a file as a whole or not at all.
fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::usage(format!("cannot write {}: {error}", folder.join(name).display()))
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(folder.join(name)).map_err(|error| failed(error.error))?;
    Ok(())
}
