//! A learner's progress: lessons tried and passed, and the gym's state of each rule.
//!
//! Each learner has a file, `lockbench/learn/progress/NAME.json` in the XDG state directory. It is read,
//! changed and replaced as a whole, so that a kill at any moment leaves either the old or the new one.
//! Fields of other versions are kept. Earlier versions had a single file, `learn/progress.json`; it is
//! moved to the learner whom it names.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::files;
use crate::session::state_folder;
use crate::text::hash64;

/// The `schema` of the file.
pub const SCHEMA: &str = "lockbench.progress/1";
/// Largest accepted size of the file, in bytes; after many years it has a few hundred KB.
const MAX_FILE_BYTES: u64 = 8 << 20;

/// The progress of a learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    schema: String,
    /// The learner, by name or chosen pseudonym.
    pub learner: String,
    #[serde(default)]
    pub lessons: BTreeMap<String, LessonRecord>,
    /// The gym's state; empty before the first exercise.
    #[serde(default)]
    pub gym: Map<String, Value>,
    /// Fields of other versions, kept unchanged.
    #[serde(flatten)]
    more: Map<String, Value>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "the record of a lesson")]
pub struct LessonRecord {
    /// Time of the first pass (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<String>,
    /// Number of attempts.
    #[serde(default)]
    pub attempts: u64,
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProgressError {
    /// Invalid content: the location, with the line if known, and what is wrong.
    #[error("{0}: {1}; fix the file, or move it away to start over")]
    Wrong(String, String),
    #[error("{0}: {1}")]
    Io(String, io::Error),
}

/// Returns the folder of learners' progress: `lockbench/learn` in the XDG state directory. `None` if
/// there is no home.
pub fn folder() -> Option<PathBuf> {
    Some(state_folder()?.parent()?.join("learn"))
}

/// Returns the path of a learner's progress file. Different names always have different files, regardless
/// of the characters in them and even on file systems that ignore case.
pub fn file(folder: &Path, learner: &str) -> PathBuf {
    // Most bytes kept of a name, of the 255 that file systems allow.
    const KEPT: usize = 160;
    let mut name = String::new();
    for byte in learner.trim().bytes() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => name.push(char::from(byte)),
            _ => name.push_str(&format!("%{byte:02x}")),
        }
    }
    if name.len() > KEPT {
        name.truncate(KEPT);
        name.push_str(&format!("~{:016x}", hash64(learner.trim().as_bytes())));
    }
    folder.join("progress").join(format!("{name}.json"))
}

/// Moves the single file of earlier versions to the learner whom it names, unless they already have a
/// file.
///
/// # Errors
/// If the old file cannot be read or moved. It is left unchanged then.
pub fn take_over(folder: &Path) -> Result<(), ProgressError> {
    let old = folder.join("progress.json");
    if !old.exists() {
        return Ok(());
    }
    let own = file(folder, &parse(&old)?.map_or_else(String::new, |progress| progress.learner));
    if own.exists() {
        return Ok(());
    }
    let failed = |error| ProgressError::Io(old.display().to_string(), error);
    files::own_folder(files::folder_of(&own)).map_err(failed)?;
    fs::rename(&old, &own).map_err(failed)
}

/// Reads a progress file; `None` if it does not exist.
fn parse(path: &Path) -> Result<Option<Progress>, ProgressError> {
    let name = || path.display().to_string();
    let mut text = Vec::new();
    match fs::File::open(path).and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut text)) {
        Ok(_) if text.len() as u64 > MAX_FILE_BYTES => {
            let reason = format!("larger than {} MiB, the most that it may have", MAX_FILE_BYTES >> 20);
            return Err(ProgressError::Wrong(name(), reason));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ProgressError::Io(name(), error)),
    }
    let read: Progress =
        serde_json::from_slice(&text).map_err(|error| ProgressError::Wrong(name(), error.to_string()))?;
    if read.schema != SCHEMA {
        return Err(ProgressError::Wrong(name(), format!("its schema is {:?}, not {SCHEMA:?}", read.schema)));
    }
    Ok(Some(read))
}

impl Progress {
    /// Creates the progress of a new learner.
    pub fn of(learner: &str) -> Progress {
        Progress {
            schema: SCHEMA.to_owned(),
            learner: learner.to_owned(),
            lessons: BTreeMap::new(),
            gym: Map::new(),
            more: Map::new(),
        }
    }

    /// Reads the stored progress, or creates new progress for this learner if there is no file yet.
    ///
    /// # Errors
    /// If the file cannot be read, has another schema, or belongs to another learner. It is left
    /// unchanged then.
    pub fn read(path: &Path, learner: &str) -> Result<Progress, ProgressError> {
        let Some(read) = parse(path)? else { return Ok(Progress::of(learner)) };
        if read.learner.trim() != learner.trim() {
            let reason = format!("it is the progress of {:?}, not of {learner:?}", read.learner);
            return Err(ProgressError::Wrong(path.display().to_string(), reason));
        }
        Ok(read)
    }

    /// Reads the file, changes it, and writes it.
    ///
    /// # Errors
    /// If the file cannot be read or written; the stored progress is left unchanged then.
    pub fn change(
        path: &Path,
        learner: &str,
        change: impl FnOnce(&mut Progress),
    ) -> Result<(), ProgressError> {
        let mut progress = Progress::read(path, learner)?;
        change(&mut progress);
        let text = serde_json::to_string_pretty(&progress)
            .map_err(|error| ProgressError::Io(path.display().to_string(), error.into()))?;
        write(path, &format!("{text}\n"))
            .map_err(|error| ProgressError::Io(path.display().to_string(), error))
    }

    pub fn lesson(&self, name: &str) -> Option<&LessonRecord> {
        self.lessons.get(name)
    }

    /// Records that a lesson was begun.
    pub fn try_lesson(&mut self, name: &str) {
        self.lessons.entry(name.to_owned()).or_default().attempts += 1;
    }

    /// Records that a lesson was passed at a time (RFC 3339), unless it was passed before.
    pub fn pass(&mut self, name: &str, at: &str) {
        self.lessons.entry(name.to_owned()).or_default().passed.get_or_insert_with(|| at.to_owned());
    }
}

/// Writes a file atomically, creating its folder if necessary.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    files::own_folder(files::folder_of(path))?;
    files::replace(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_is_remembered_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/progress.json");
        assert_eq!(Progress::read(&path, "ann").unwrap(), Progress::of("ann"), "there is no file yet");
        for time in ["2026-01-02T03:04:05Z", "2027-01-01T00:00:00Z"] {
            Progress::change(&path, "ann", |progress| {
                progress.try_lesson("one");
                progress.pass("one", time);
            })
            .unwrap();
        }
        Progress::change(&path, "ann", |progress| progress.try_lesson("two")).unwrap();
        let fault = Progress::change(&path, "bob", |progress| progress.try_lesson("two")).unwrap_err();
        assert!(fault.to_string().contains("progress of \"ann\", not of \"bob\""), "{fault}");
        let value: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(
            value,
            serde_json::json!({
                "schema": SCHEMA,
                "learner": "ann",
                "lessons": {
                    "one": {"passed": "2026-01-02T03:04:05Z", "attempts": 2},
                    "two": {"attempts": 1},
                },
                "gym": {},
            }),
            "the first time counts, and the learner stays"
        );
    }

    #[test]
    fn each_learner_has_a_file() {
        let folder = Path::new("learn");
        let names =
            ["ann", "Ann", "a/b", "a%2fb", "..", "", "名前", "a b", &"x".repeat(400), &"x".repeat(401)];
        let files: BTreeSet<String> =
            names.iter().map(|name| file(folder, name).display().to_string().to_lowercase()).collect();
        assert_eq!(files.len(), names.len(), "{files:?}");
        for path in files {
            let name = path.strip_prefix("learn/progress/").unwrap();
            assert!(!name.contains('/') && name.len() < 200, "{path}");
        }
        assert_eq!(file(folder, " ann "), file(folder, "ann"));
    }

    #[test]
    fn the_file_of_earlier_versions_goes_to_its_learner() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let old = folder.join("progress.json");
        take_over(folder).unwrap();
        Progress::change(&old, "ann", |progress| progress.try_lesson("one")).unwrap();
        take_over(folder).unwrap();
        assert!(!old.exists());
        assert_eq!(Progress::read(&file(folder, "ann"), "ann").unwrap().lessons["one"].attempts, 1);
        // An existing file of the learner is not replaced.
        Progress::change(&old, "ann", |progress| progress.try_lesson("two")).unwrap();
        take_over(folder).unwrap();
        assert!(old.exists() && Progress::read(&file(folder, "ann"), "ann").unwrap().lesson("two").is_none());
        fs::write(&old, "{").unwrap();
        assert!(take_over(folder).unwrap_err().to_string().contains("progress.json"));
    }

    #[test]
    fn what_another_version_keeps_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        let text = format!(
            r#"{{"schema":"{SCHEMA}","learner":"x","new":[1],"lessons":{{"one":{{"attempts":1,"note":"n"}}}}}}"#
        );
        fs::write(&path, text).unwrap();
        Progress::change(&path, "x", |progress| progress.try_lesson("one")).unwrap();
        let value: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!((&value["new"][0], &value["lessons"]["one"]["note"]), (&1.into(), &"n".into()));
        assert_eq!(value["lessons"]["one"]["attempts"], 2);
    }

    #[test]
    fn a_damaged_file_is_reported_and_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        for (text, words) in [
            ("{\n  \"schema\": 5", "line 2"),
            (r#"{"schema":"lockbench.progress/9","learner":"x"}"#, "lockbench.progress/9"),
            ("\u{0}", "line 1"),
        ] {
            fs::write(&path, text).unwrap();
            let fault = Progress::change(&path, "x", |progress| progress.try_lesson("one")).unwrap_err();
            let message = fault.to_string();
            assert!(message.contains(words) && message.contains("progress.json"), "{message}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
