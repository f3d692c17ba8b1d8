//! Labels given apart from their cases, matched by `id`.
//!
//! A file of them is indexed in one pass, and a set of labels is read when its case comes: memory holds a few words a
//! set, however much the sets say. What cannot be read twice (standard input, a pipe, a packed file) is kept in a
//! temporary file meanwhile.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::json::parse;
use super::problem::plain;
use super::read::{is_packed, unpack};
use super::values::{RawValue, Values};
use super::{MAX_RECORD, Place};

/// The most sets of labels that one file may have; some 60 bytes are kept of each.
pub const MAX_SETS: usize = 4 << 20;

/// The labels of a file, by the id of their case.
#[derive(Debug, Default)]
pub struct GivenLabels {
    name: Arc<str>,
    sets: Vec<Set>,
    /// The set of an id, by its hash; an id whose hash is taken by another goes by its next one.
    by_hash: FxHashMap<u64, u32>,
    store: Option<Mutex<File>>,
}

/// Where a set of labels stands.
#[derive(Debug)]
struct Set {
    /// Its first byte in the store.
    at: u64,
    /// Its bytes.
    length: u32,
    /// Its line in the file, from 1.
    line: u64,
    /// Its column, from 1.
    column: u32,
    /// Whether a case had its id.
    matched: AtomicBool,
}

/// A label file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct GivenError {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub reason: String,
}

impl GivenLabels {
    /// Indexes a file of `lockbench.labels/1` objects: a list of them, one a line, or one over many lines; `-` is
    /// standard input.
    ///
    /// # Errors
    /// Where the file cannot be read, holds no such objects, two of them for one case, one that is longer than
    /// [`MAX_RECORD`], or more than [`MAX_SETS`].
    pub fn read(path: &Path) -> Result<GivenLabels, GivenError> {
        let stdin = path.as_os_str() == "-";
        let name: Arc<str> = if stdin { Arc::from("stdin") } else { Arc::from(path.display().to_string()) };
        let failed = |error: io::Error| GivenError { place: Place::new(&name, 1), reason: plain(&error) };
        let (input, store, spooled) = open(path, stdin).map_err(failed)?;
        GivenLabels::index(Arc::clone(&name), input, store, spooled)
    }

    fn index(
        name: Arc<str>,
        input: Box<dyn BufRead + Send>,
        store: File,
        spooled: bool,
    ) -> Result<GivenLabels, GivenError> {
        let mut given = GivenLabels { name, store: Some(Mutex::new(store)), ..GivenLabels::default() };
        let mut values = Values::new(input, MAX_RECORD);
        let mut end = 0;
        loop {
            let raw = values.next().map_err(|error| given.error(error.line, error.column, error.reason))?;
            let Some(raw) = raw else { return Ok(given) };
            let (line, column) = (raw.line, raw.column);
            let value = parse(&raw.bytes).map_err(|error| {
                let error = raw.located(error);
                given.error(error.line, error.column, error.reason)
            })?;
            let id = id_of(&value).map_err(|reason| given.error(line, column, reason.to_owned()))?;
            if given.sets.len() == MAX_SETS {
                let reason =
                    format!("more than {MAX_SETS} sets of labels, the most that one file may have; split it");
                return Err(given.error(line, column, reason));
            }
            let at = if spooled { end } else { raw.at };
            if spooled {
                given.spool(end, &raw).map_err(|error| {
                    let reason = format!("cannot keep it in a temporary file: {}", plain(&error));
                    given.error(line, column, reason)
                })?;
                end += raw.bytes.len() as u64;
            }
            given.add(&id, &raw, at)?;
        }
    }

    /// Writes a set of labels to the end of the store.
    fn spool(&self, end: u64, raw: &RawValue) -> io::Result<()> {
        let Some(store) = &self.store else { return Ok(()) };
        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
        store.seek(SeekFrom::Start(end))?;
        store.write_all(&raw.bytes)
    }

    fn add(&mut self, id: &str, raw: &RawValue, at: u64) -> Result<(), GivenError> {
        let hash = match self.find(id)? {
            Slot::Free(hash) => hash,
            Slot::Taken(place, _) => {
                let (first, line) = (self.sets[place].line, raw.line);
                let reason =
                    format!("two sets of labels for `{id}`: on line {first} and on line {line}; keep one");
                return Err(self.error(raw.line, raw.column, reason));
            }
        };
        self.by_hash.insert(hash, self.sets.len() as u32);
        self.sets.push(Set {
            at,
            length: raw.bytes.len() as u32,
            line: raw.line as u64,
            column: u32::try_from(raw.column).unwrap_or(u32::MAX),
            matched: AtomicBool::new(false),
        });
        Ok(())
    }

    /// The set of an id, with what it holds, or the hash under which it would go.
    fn find(&self, id: &str) -> Result<Slot, GivenError> {
        for turn in 0_u64.. {
            let mut hasher = DefaultHasher::new();
            (turn, id).hash(&mut hasher);
            let hash = hasher.finish();
            let Some(&place) = self.by_hash.get(&hash) else { return Ok(Slot::Free(hash)) };
            let value = self.value(place as usize)?;
            if id_of(&value).is_ok_and(|known| known == id) {
                return Ok(Slot::Taken(place as usize, value));
            }
        }
        unreachable!("some hash of an id is free")
    }

    /// Reads a set of labels from the store.
    fn value(&self, place: usize) -> Result<Value, GivenError> {
        let set = &self.sets[place];
        let lost = |reason: &str| {
            let reason = format!("this set of labels cannot be read any more: {reason}");
            self.error(set.line as usize, set.column as usize, reason)
        };
        let Some(store) = &self.store else { return Err(lost("there is no file")) };
        let mut bytes = vec![0; set.length as usize];
        {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            let read = store.seek(SeekFrom::Start(set.at)).and_then(|_| store.read_exact(&mut bytes));
            read.map_err(|error| lost(&plain(&error)))?;
        }
        parse(&bytes).map_err(|_| lost("the file has changed"))
    }

    /// The labels of a case, and where they stand; `None` where the file has none for it.
    ///
    /// # Errors
    /// Where the file can no longer be read.
    pub fn get(&self, id: &str) -> Result<Option<(Value, Place)>, GivenError> {
        match self.find(id)? {
            Slot::Free(_) => Ok(None),
            Slot::Taken(place, value) => {
                let set = &self.sets[place];
                set.matched.store(true, Ordering::Relaxed);
                Ok(Some((value, self.place(set.line as usize, set.column as usize))))
            }
        }
    }

    /// The number of cases that have labels.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether no case has any.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// How many sets of labels [`GivenLabels::get`] was never asked for.
    pub fn unmatched(&self) -> usize {
        self.sets.iter().filter(|set| !set.matched.load(Ordering::Relaxed)).count()
    }

    fn place(&self, line: usize, column: usize) -> Place {
        Place { file: Arc::clone(&self.name), line, column }
    }

    fn error(&self, line: usize, column: usize, reason: String) -> GivenError {
        GivenError { place: self.place(line, column), reason }
    }
}

/// What there is for an id.
enum Slot {
    /// Nothing; it would go under this hash.
    Free(u64),
    /// A set of labels, by its place, and what it holds.
    Taken(usize, Value),
}

/// The id of a set of labels.
fn id_of(value: &Value) -> Result<String, &'static str> {
    match value.get("id") {
        Some(Value::String(id)) => Ok(id.clone()),
        Some(Value::Number(id)) => Ok(id.to_string()),
        Some(_) => Err("the `id` of these labels is neither a string nor a number"),
        None => Err("labels without an `id`: they are matched to their case by it"),
    }
}

/// What to index, where to read the sets from later, and whether they have to be written there first.
fn open(path: &Path, stdin: bool) -> io::Result<(Box<dyn BufRead + Send>, File, bool)> {
    if stdin {
        return Ok((unpack(Box::new(io::stdin()))?, tempfile::tempfile()?, true));
    }
    let mut file = File::open(path)?;
    if file.metadata()?.is_file() {
        let mut head = Vec::new();
        (&file).take(4).read_to_end(&mut head)?;
        file.rewind()?;
        if !is_packed(&head) {
            return Ok((Box::new(BufReader::with_capacity(64 << 10, file)), File::open(path)?, false));
        }
    }
    Ok((unpack(Box::new(file))?, tempfile::tempfile()?, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<GivenLabels, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.json");
        std::fs::write(&path, bytes).unwrap();
        GivenLabels::read(&path)
            .map_err(|error| error.to_string().split_once("labels.json").unwrap().1.to_owned())
    }

    fn by(given: &GivenLabels, id: &str) -> Option<(String, usize)> {
        let (value, place) = given.get(id).unwrap()?;
        Some((value["by"].as_str().unwrap().to_owned(), place.line))
    }

    #[test]
    fn every_form_is_found_by_id_again() {
        let one = |id: &str| format!("{{\"id\": {id}, \"by\": \"b{}\"}}", id.trim_matches('"'));
        let [a, b, c] = ["\"a\"", "7", "\"é\""].map(one);
        for text in [
            format!("{a}\n{b}\n\n{c}\n"),
            format!("[{a},\n{b},\n\n{c}]"),
            format!("{a} [{b}]\n[] {c}"),
            format!("\u{feff}{}\n{b}\n{c}", a.replace(", ", ",\n")),
        ] {
            let packed = zstd::encode_all(text.as_bytes(), 1).unwrap();
            for bytes in [text.as_bytes(), &packed] {
                let given = read(bytes).unwrap();
                assert_eq!(given.len(), 3);
                assert_eq!(by(&given, "é").unwrap().0, "bé");
                assert_eq!(by(&given, "7").unwrap().0, "b7");
                assert_eq!(by(&given, "none"), None);
                assert_eq!(given.unmatched(), 1);
                assert_eq!(by(&given, "a"), Some(("ba".to_owned(), 1)));
            }
        }
        assert_eq!(by(&read(format!("{a}\n\n{c}").as_bytes()).unwrap(), "é"), Some(("bé".to_owned(), 3)));
        assert!(read(b"").unwrap().is_empty());
    }

    #[test]
    fn what_cannot_be_used_is_named_with_its_place() {
        for (text, said) in [
            (
                "{\"id\":\"x\"}\n{\"id\": 7}\n\n {\"id\": \"7\"}",
                ":4:2: two sets of labels for `7`: on line 2 and on line 4",
            ),
            ("{\"id\":\"x\"}\n{\"id\": \"é\" 5}", ":2:12: no JSON"),
            ("{\"id\":\"x\"}\n  {\"id\":", ":2:8: ends in the middle of a value"),
            ("[{\"id\":\"x\"}\n{}]", ":2:1: no JSON: expected `,` or `]`"),
            ("[{\"id\":\"x\"}, 5]", ":1:14: labels without an `id`"),
            ("{\"id\": []}", ":1:1: the `id` of these labels"),
            ("{\"id\":\"x\",\n \"id\":\"y\"}", ":2:"),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
    }

    #[test]
    fn a_set_of_labels_has_a_largest_size() {
        let long = format!("{{\"id\":\"x\"}}\n{{\"id\":\"y\",\"s\":\"{}\"}}", "a".repeat(MAX_RECORD));
        let error = read(long.as_bytes()).unwrap_err();
        assert!(error.starts_with(":2:1: ") && error.contains("32 MiB"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_stream_without_end_is_refused() {
        let error = GivenLabels::read(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(error.starts_with("/dev/zero:1:1: ") && error.contains("32 MiB"), "{error}");
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_said_to_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.json");
        std::fs::write(&path, "{\"id\":\"a\"}\n{\"id\":\"b\"}\n").unwrap();
        let given = GivenLabels::read(&path).unwrap();
        std::fs::write(&path, "{\"id\"").unwrap();
        let error = given.get("b").unwrap_err().to_string();
        assert!(error.contains("labels.json:2:1: ") && error.contains("any more"), "{error}");
    }
}
