//! Labels given in files of their own, matched to their cases by `id`.
//!
//! A label file is indexed in one pass, and a set of labels is parsed when its case comes up. Memory holds
//! some 60 bytes for each set, whatever the size of the sets. Input that cannot be read twice (standard
//! input, a pipe, a compressed file) is copied to a temporary file, and so are the sets of several files.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::error::plain;
use super::json::{kind, parse};
use super::lines::too_long;
use super::packed::{is_packed, unpack};
use super::values::{RawValue, Values};
use super::{FileLocation, MAX_RECORD};

/// The most sets of labels that one file may have; some 60 bytes are kept of each.
pub const MAX_SETS: usize = 4 << 20;

/// The labels of a file or of several, by the id of their case.
#[derive(Debug, Default)]
pub struct GivenLabels {
    files: Vec<Arc<str>>,
    sets: Vec<Set>,
    /// Index of the set of an id, keyed by the id's hash. An id whose hash is already taken uses its next
    /// hash.
    by_hash: FxHashMap<u64, u32>,
    /// The only sets of their files that name no case, in the order of the files.
    lone: Vec<usize>,
    /// Sets that name no case; used only while a file is read.
    nameless: Vec<usize>,
    store: Option<Mutex<File>>,
    /// Whether all sets of an id are kept, rather than one.
    keeps_all: bool,
    /// Whether one unreadable set leaves the others usable.
    goes_on: bool,
    /// The sets that cannot be read.
    broken: Vec<GivenError>,
    /// Indices into `broken` of the sets whose id can be read, by id.
    broken_ids: FxHashMap<String, usize>,
}

/// One of the sets of labels of a case.
#[derive(Clone, Debug)]
pub struct GivenSet {
    pub value: Value,
    /// Location of the labels.
    pub place: FileLocation,
}

/// The location of a set of labels.
#[derive(Debug)]
struct Set {
    /// Its first byte in the store.
    at: u64,
    length: u32,
    file: u32,
    /// Its line in the file, from 1.
    line: u64,
    column: u32,
    /// Whether the set was requested by a case with its id.
    matched: AtomicBool,
    /// The next set with the same id, if all of them are kept.
    next: Option<u32>,
}

/// A label file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GivenError {
    #[error("cannot read {file}: {}", plain(.source))]
    Unreadable { file: Arc<str>, source: io::Error },
    #[error("{place}: {reason}")]
    Content { place: FileLocation, reason: String },
}

impl GivenLabels {
    /// Indexes a file of `lockbench.labels/1` objects: a list of them, one a line, or a single object over
    /// many lines. `-` is standard input.
    ///
    /// # Errors
    /// If the file cannot be read, or if it holds no such objects, two of them for one case, one that is longer than
    /// [`MAX_RECORD`], or more than `MAX_SETS`.
    pub fn read(path: &Path) -> Result<GivenLabels, GivenError> {
        GivenLabels::by(path, None)
    }

    /// Indexes several such files and keeps all sets of labels of an id, or only those of one annotator if
    /// `by` names one. A file that is named twice is read once, in its last place. A set that cannot be read
    /// is listed in [`GivenLabels::broken`] and is an error for its own case only, unless no set can be read
    /// at all.
    ///
    /// # Errors
    /// As for [`GivenLabels::read`], for each file, and if no file has labels by the annotator.
    pub fn several(paths: &[PathBuf], by: Option<&str>) -> Result<GivenLabels, GivenError> {
        let is_last = |(at, path): &(usize, &PathBuf)| !paths[at + 1..].contains(path);
        let paths: Vec<PathBuf> =
            paths.iter().enumerate().filter(is_last).map(|(_, path)| path.clone()).collect();
        GivenLabels { keeps_all: true, goes_on: true, ..GivenLabels::default() }.indexed(&paths, by)
    }

    /// Indexes the labels of one annotator in such a file. Without a name, the file must have one set of
    /// labels a case.
    ///
    /// # Errors
    /// As for [`GivenLabels::read`], and if the file has no labels by the annotator.
    pub fn by(path: &Path, by: Option<&str>) -> Result<GivenLabels, GivenError> {
        GivenLabels::default().indexed(&[path.to_owned()], by)
    }

    fn indexed(self, paths: &[PathBuf], by: Option<&str>) -> Result<GivenLabels, GivenError> {
        let (mut given, mut others) = (self, BTreeSet::new());
        for path in paths {
            others.extend(given.index(path, by, paths.len() > 1)?);
        }
        let given = given.with_any()?;
        if let Some(by) = by.filter(|_| given.is_empty()) {
            let named: Vec<String> = others.into_iter().filter(|name| !name.is_empty()).collect();
            let there = match named.as_slice() {
                [] => ", and none that name somebody else".to_owned(),
                names => format!("; there are those of {}", names.join(", ")),
            };
            return Err(given.error(1, 1, format!("no labels by {by:?}{there}")));
        }
        Ok(given)
    }

    /// Indexes several such files. If more than one has labels for a case, the first file's count. The sets
    /// are kept in one temporary file, so the number of files is not limited. Sets that cannot be read are
    /// treated as in [`GivenLabels::several`].
    pub fn all(paths: &[PathBuf]) -> Result<GivenLabels, GivenError> {
        GivenLabels { goes_on: true, ..GivenLabels::default() }.indexed(paths, None)
    }

    /// Returns these labels, or the first error if no set can be read.
    fn with_any(mut self) -> Result<GivenLabels, GivenError> {
        let usable = !self.by_hash.is_empty() || !self.lone.is_empty();
        if !usable && !self.broken.is_empty() { Err(self.broken.swap_remove(0)) } else { Ok(self) }
    }

    /// The sets that cannot be read.
    pub fn broken(&self) -> &[GivenError] {
        &self.broken
    }

    /// Records a set that cannot be read, under its id if that is known. Returns the error if the other sets
    /// are unusable without it.
    fn set_aside(&mut self, id: Option<String>, error: GivenError) -> Result<(), GivenError> {
        if !self.goes_on || self.broken.len() == MAX_SETS {
            return Err(error);
        }
        if let Some(id) = id {
            self.broken_ids.insert(id, self.broken.len());
        }
        self.broken.push(error);
        Ok(())
    }

    /// Adds a file, or one annotator's labels in it, and returns the names of the other annotators. With
    /// `spool`, the sets are copied to the temporary file even if the file itself can be read again.
    fn index(&mut self, path: &Path, by: Option<&str>, spool: bool) -> Result<BTreeSet<String>, GivenError> {
        let stdin = path.as_os_str() == "-";
        self.files.push(if stdin { Arc::from("stdin") } else { Arc::from(path.display().to_string()) });
        let file = Arc::clone(&self.files[self.files.len() - 1]);
        let (input, again) = open(path, stdin).map_err(|source| GivenError::Unreadable { file, source })?;
        let again = again.filter(|_| !spool);
        let spool = again.is_none();
        if self.store.is_none() {
            let store = again.map_or_else(tempfile::tempfile, Ok);
            self.store = Some(Mutex::new(store.map_err(|error| self.error(1, 1, plain(&error)))?));
        }
        let (before, mut others) = (self.sets.len(), BTreeSet::new());
        if path.extension().is_some_and(|extension| extension == "txt" || extension == "md") {
            self.answer(input)?;
            return Ok(others);
        }
        let mut values = Values::new(input, MAX_RECORD);
        loop {
            let mut raw = match values.next() {
                Ok(Some(raw)) => raw,
                Ok(None) => break,
                Err(error) => {
                    let goes_on = values.goes_on();
                    let rest = if goes_on { "" } else { "; what follows is not read" };
                    let error = self.error(error.line, error.column, error.reason + rest);
                    self.set_aside(None, error)?;
                    if goes_on {
                        continue;
                    }
                    break;
                }
            };
            let value = match parse(&raw.bytes) {
                Ok(value) => value,
                Err(mut error) => {
                    if self.goes_on && values.back_to_second_line(&raw) {
                        raw.bytes.truncate(memchr::memchr(b'\n', &raw.bytes).unwrap_or(raw.bytes.len()));
                        error = parse(&raw.bytes).err().unwrap_or(error);
                    }
                    let error = raw.located(error);
                    let error = self.error(error.line, error.column, error.reason);
                    self.set_aside(id_before_error(&raw.bytes), error)?;
                    continue;
                }
            };
            if by.is_some_and(|by| by != annotator(&value)) {
                others.insert(annotator(&value).to_owned());
                continue;
            }
            if self.sets.len() - before == MAX_SETS {
                let reason =
                    format!("more than {MAX_SETS} sets of labels, the most that one file may have; split it");
                return Err(self.error(raw.line, raw.column, reason));
            }
            self.add(&value, &raw, spool)?;
        }
        let single = path.extension().is_some_and(|extension| extension == "json");
        self.take_lone(before, single)?;
        Ok(others)
    }

    /// Adds a text file. It holds one answer of a language model and names no case.
    fn answer(&mut self, input: Box<dyn BufRead + Send>) -> Result<(), GivenError> {
        let mut text = String::new();
        let failed = |error: io::Error| plain(&error);
        let read = input.take(MAX_RECORD as u64 + 1).read_to_string(&mut text).map_err(failed);
        read.map_err(|reason| self.error(1, 1, reason))?;
        if text.len() > MAX_RECORD {
            return Err(self.error(1, 1, too_long("answer")));
        }
        // The store is this file itself, or a temporary file that can be written to.
        if self.sets.is_empty() {
            let store = tempfile::tempfile().map_err(|error| self.error(1, 1, plain(&error)))?;
            self.store = Some(Mutex::new(store));
        }
        let value = serde_json::json!({"output": text});
        let raw = RawValue { bytes: value.to_string().into_bytes(), at: 0, line: 1, column: 1 };
        let before = self.sets.len();
        self.add(&value, &raw, true)?;
        self.take_lone(before, true)
    }

    /// A `single` file with one set of labels need not name its case. If there are several sets, or one a
    /// line, each must.
    fn take_lone(&mut self, before: usize, single: bool) -> Result<(), GivenError> {
        let nameless = std::mem::take(&mut self.nameless);
        match nameless.first() {
            Some(&only) if single && self.sets.len() - before == 1 => self.lone.push(only),
            _ => {
                for at in nameless {
                    let (line, column) = (self.sets[at].line as usize, self.sets[at].column as usize);
                    self.sets[at].matched = AtomicBool::new(true);
                    self.set_aside(None, self.error(line, column, NAMELESS.to_owned()))?;
                }
            }
        }
        Ok(())
    }

    /// Appends a set of labels to the store and returns its offset.
    fn spool(&self, raw: &RawValue) -> io::Result<u64> {
        let Some(store) = &self.store else { return Ok(0) };
        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
        let end = store.seek(SeekFrom::End(0))?;
        store.write_all(&raw.bytes)?;
        Ok(end)
    }

    /// Adds a set of labels of the last file.
    fn add(&mut self, value: &Value, raw: &RawValue, spool: bool) -> Result<(), GivenError> {
        let file = (self.files.len() - 1) as u32;
        let nameless = value.is_object() && value.get("id").or_else(|| value.get("custom_id")).is_none();
        if nameless {
            self.nameless.push(self.sets.len());
            return self.push(raw, file, spool);
        }
        let id = match id_of(value) {
            Ok(id) => id,
            Err(reason) => return self.set_aside(None, self.error(raw.line, raw.column, reason)),
        };
        let hash = match self.find(&id)? {
            IdEntry::Free(hash) => hash,
            IdEntry::Taken(first, known) if self.keeps_all => {
                // The newest set of an id follows its first.
                let newest = self.sets[first].next.map_or(first, |place| place as usize);
                let known = if newest == first { known } else { self.value(newest)? };
                // Labels by several annotators are not a mistake; the user has to choose one.
                if self.sets[newest].file == file && are_two(annotator(&known), annotator(value)) {
                    return Err(self.two_sets(&id, newest, [annotator(&known), annotator(value)], raw));
                }
                let place = self.sets.len() as u32;
                self.push(raw, file, spool)?;
                let next = self.sets[first].next.replace(place);
                self.sets[place as usize].next = next;
                return Ok(());
            }
            // An earlier file has labels for the case.
            IdEntry::Taken(place, _) if self.sets[place].file != file => return Ok(()),
            IdEntry::Taken(place, known) => {
                return Err(self.two_sets(&id, place, [annotator(&known), annotator(value)], raw));
            }
        };
        let place = self.sets.len() as u32;
        self.push(raw, file, spool)?;
        self.by_hash.insert(hash, place);
        Ok(())
    }

    /// The error of two sets of labels for one case in the last file, by these annotators.
    fn two_sets(&self, id: &str, first: usize, [one, other]: [&str; 2], raw: &RawValue) -> GivenError {
        let (first, line) = (self.sets[first].line, raw.line);
        let advice = if one == other {
            "keep one".to_owned()
        } else {
            format!("they are by {one:?} and {other:?}, and --by NAME chooses")
        };
        let reason = format!("two sets of labels for `{id}`: on line {first} and on line {line}; {advice}");
        self.error(raw.line, raw.column, reason)
    }

    fn push(&mut self, raw: &RawValue, file: u32, spool: bool) -> Result<(), GivenError> {
        let at = if spool {
            self.spool(raw).map_err(|error| {
                let reason = format!("cannot keep it in a temporary file: {}", plain(&error));
                self.error(raw.line, raw.column, reason)
            })?
        } else {
            raw.at
        };
        self.sets.push(Set {
            at,
            length: raw.bytes.len() as u32,
            file,
            line: raw.line as u64,
            column: u32::try_from(raw.column).unwrap_or(u32::MAX),
            matched: AtomicBool::new(false),
            next: None,
        });
        Ok(())
    }

    /// Returns the index and the value of an id's set, or the hash under which it would be stored.
    fn find(&self, id: &str) -> Result<IdEntry, GivenError> {
        for turn in 0_u64.. {
            let mut hasher = DefaultHasher::new();
            (turn, id).hash(&mut hasher);
            let hash = hasher.finish();
            let Some(&place) = self.by_hash.get(&hash) else { return Ok(IdEntry::Free(hash)) };
            let value = self.value(place as usize)?;
            if id_of(&value).is_ok_and(|known| known == id) {
                return Ok(IdEntry::Taken(place as usize, value));
            }
        }
        unreachable!("some hash of an id is free")
    }

    /// Reads a set of labels from the store.
    fn value(&self, place: usize) -> Result<Value, GivenError> {
        let set = &self.sets[place];
        let lost = |reason: &str| {
            let reason = format!("this set of labels cannot be read any more: {reason}");
            GivenError::Content { place: self.place(set), reason }
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

    /// Returns the labels of a case and their location; `None` if the file has none for it.
    pub fn get(&self, id: &str) -> Result<Option<(Value, FileLocation)>, GivenError> {
        match self.find(id)? {
            IdEntry::Free(_) => Ok(None),
            IdEntry::Taken(place, value) => {
                let set = &self.sets[place];
                set.matched.store(true, Ordering::Relaxed);
                Ok(Some((value, self.place(set))))
            }
        }
    }

    /// Returns all sets of labels of a case, in the order of the files and lines; none if no file has any.
    pub fn sets(&self, id: &str) -> Result<Vec<GivenSet>, GivenError> {
        self.places(id)?.into_iter().map(|place| self.set(place)).collect()
    }

    /// Returns the same for the first case of the input, to which the sets of files with one set without an
    /// id belong too. If one set of an id is kept, such a set counts only if there is no other.
    pub fn sets_of_first(&self, id: &str) -> Result<Vec<GivenSet>, GivenError> {
        let mut places = self.places(id)?;
        if self.keeps_all {
            places.extend(&self.lone);
            places.sort_unstable();
        } else if places.is_empty() {
            places.extend(self.lone.first());
        }
        places.into_iter().map(|place| self.set(place)).collect()
    }

    /// Returns the indices of the sets of a case, in ascending order.
    fn places(&self, id: &str) -> Result<Vec<usize>, GivenError> {
        if let Some(GivenError::Content { place, reason }) =
            self.broken_ids.get(id).map(|at| &self.broken[*at])
        {
            return Err(GivenError::Content { place: place.clone(), reason: reason.clone() });
        }
        let mut places = Vec::new();
        if let IdEntry::Taken(first, _) = self.find(id)? {
            places.push(first);
            let mut next = self.sets[first].next;
            while let Some(place) = next {
                places.push(place as usize);
                next = self.sets[place as usize].next;
            }
        }
        places.sort_unstable();
        Ok(places)
    }

    fn set(&self, at: usize) -> Result<GivenSet, GivenError> {
        let set = &self.sets[at];
        set.matched.store(true, Ordering::Relaxed);
        Ok(GivenSet { value: self.value(at)?, place: self.place(set) })
    }

    /// The names of the files.
    pub fn names(&self) -> String {
        self.files.join(", ")
    }

    /// Whether there is a set without an id.
    pub fn has_lone(&self) -> bool {
        !self.lone.is_empty()
    }

    /// Number of sets of labels.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Number of sets of labels that were never requested.
    pub fn unmatched(&self) -> usize {
        self.sets.iter().filter(|set| !set.matched.load(Ordering::Relaxed)).count()
    }

    /// Returns the location of the first set that was never requested.
    pub fn first_unmatched(&self) -> Option<FileLocation> {
        self.sets.iter().find(|set| !set.matched.load(Ordering::Relaxed)).map(|set| self.place(set))
    }

    fn place(&self, set: &Set) -> FileLocation {
        let file = Arc::clone(&self.files[set.file as usize]);
        FileLocation { file, line: set.line as usize, column: set.column as usize }
    }

    /// An error in the last file.
    fn error(&self, line: usize, column: usize, reason: String) -> GivenError {
        let file = self.files.last().map(Arc::clone).unwrap_or_default();
        GivenError::Content { place: FileLocation { file, line, column }, reason }
    }
}

/// A slot in the table of ids.
enum IdEntry {
    /// No set; a set of this id would be stored under this hash.
    Free(u64),
    /// A set of labels: its index and its value.
    Taken(usize, Value),
}

/// Error message for a set of labels that names no case although there are several.
const NAMELESS: &str = "labels without an `id`: they are matched to their case by it";

/// Returns the id of a set of labels. In the output of a batch that is `custom_id`; `id` there identifies the
/// request.
fn id_of(value: &Value) -> Result<String, String> {
    match value.get("custom_id").or_else(|| value.get("id")) {
        Some(Value::String(id)) => Ok(id.clone()),
        Some(Value::Number(id)) => Ok(id.to_string()),
        Some(_) => Err("the `id` of these labels is neither a string nor a number".to_owned()),
        None if value.is_object() => Err(NAMELESS.to_owned()),
        None => Err(format!("labels are {}, not an object", kind(value))),
    }
}

/// Returns the id of a set of labels that is not valid JSON, if the id comes before the error.
fn id_before_error(bytes: &[u8]) -> Option<String> {
    struct Ids<'a>(&'a mut Map<String, Value>);

    impl<'de> Visitor<'de> for Ids<'_> {
        type Value = ();

        fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
            out.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                if matches!(key.as_str(), "custom_id" | "id") {
                    self.0.insert(key, map.next_value()?);
                } else {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            Ok(())
        }
    }

    let text = String::from_utf8_lossy(bytes);
    let mut found = Map::new();
    // The error is already known; what was read before it is kept in `found`.
    let _ = serde_json::Deserializer::from_str(&text).deserialize_map(Ids(&mut found));
    id_of(&Value::Object(found)).ok()
}

/// Whether two sets of labels are by two different, named annotators.
fn are_two(one: &str, other: &str) -> bool {
    !one.is_empty() && !other.is_empty() && one != other
}

/// Returns the annotator of a set of labels, or "" if none is named.
fn annotator(value: &Value) -> &str {
    value.get("by").and_then(Value::as_str).unwrap_or_default()
}

/// Opens the input to index, and the file from which the sets can be read later; `None` if it cannot be read
/// twice.
pub(super) fn open(path: &Path, stdin: bool) -> io::Result<(Box<dyn BufRead + Send>, Option<File>)> {
    if stdin {
        return Ok((unpack(Box::new(io::stdin()))?, None));
    }
    let mut file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder; name a file of labels"));
    }
    if file.metadata()?.is_file() {
        let mut head = Vec::new();
        (&file).take(4).read_to_end(&mut head)?;
        file.rewind()?;
        if !is_packed(&head) {
            return Ok((Box::new(BufReader::with_capacity(64 << 10, file)), Some(File::open(path)?)));
        }
    }
    Ok((unpack(Box::new(file))?, None))
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
                assert!(given.first_unmatched().is_some());
                assert_eq!(by(&given, "a"), Some(("ba".to_owned(), 1)));
            }
        }
        assert_eq!(by(&read(format!("{a}\n\n{c}").as_bytes()).unwrap(), "é"), Some(("bé".to_owned(), 3)));
        assert!(read(b"").unwrap().is_empty());
    }

    /// Writes label files, given by name and text, and returns their paths.
    fn written(folder: &tempfile::TempDir, files: &[(&str, &str)]) -> Vec<PathBuf> {
        let write = |(name, text): &(&str, &str)| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        files.iter().map(write).collect()
    }

    #[test]
    fn several_files_are_one_and_the_first_of_them_counts() {
        let folder = tempfile::tempdir().unwrap();
        let paths = written(
            &folder,
            &[
                ("1.jsonl", "{\"id\":\"a\",\"by\":\"1\"}"),
                ("2.jsonl", "\n{\"id\":\"a\",\"by\":\"2\"}\n{\"id\":\"b\",\"by\":\"2\"}"),
            ],
        );
        let given = GivenLabels::all(&paths).unwrap();
        assert_eq!(by(&given, "a"), Some(("1".to_owned(), 1)));
        assert_eq!((given.len(), given.unmatched()), (2, 1));
        assert_eq!(given.first_unmatched().map(|place| place.line), Some(3));
        let (value, place) = given.get("b").unwrap().unwrap();
        assert_eq!((value["by"].as_str(), place.line), (Some("2"), 3));
        assert!(place.file.ends_with("2.jsonl"), "{place}");
        assert_eq!(GivenLabels::all(&paths[1..]).unwrap().len(), 2);
    }

    #[test]
    fn all_sets_of_a_case_are_kept_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, ids: &[(&str, &str)]| {
            let path = folder.path().join(name);
            let lines = ids.iter().map(|(id, by)| format!("{{\"id\":\"{id}\",\"by\":\"{by}\"}}\n"));
            std::fs::write(&path, lines.collect::<String>()).unwrap();
            path
        };
        let one = write("one.jsonl", &[("a", "1"), ("b", "2"), ("a", ""), ("a", "1")]);
        let two = write("two.jsonl", &[("a", "5")]);
        let by = |given: &GivenLabels, id: &str| -> Vec<String> {
            given.sets(id).unwrap().iter().map(|set| set.value["by"].as_str().unwrap().to_owned()).collect()
        };
        let given = GivenLabels::several(&[one.clone(), two.clone()], None).unwrap();
        assert_eq!(by(&given, "a"), ["1", "", "1", "5"]);
        assert_eq!((by(&given, "b"), by(&given, "c")), (vec!["2".to_owned()], vec![]));
        assert_eq!(given.unmatched(), 0);
        assert_eq!(by(&GivenLabels::several(&[one, two], Some("5")).unwrap(), "a"), ["5"]);
    }

    #[test]
    fn a_file_that_is_named_twice_is_read_once_in_its_last_place() {
        let folder = tempfile::tempdir().unwrap();
        let paths = written(
            &folder,
            &[
                ("one.jsonl", "{\"id\":\"a\",\"by\":\"1\"}"),
                ("two.jsonl", "{\"id\":\"a\",\"by\":\"2\"}"),
                ("lone.json", "{\"by\":\"3\"}"),
                ("other.json", "{\"by\":\"4\"}"),
            ],
        );
        let [one, two, lone, other] = &paths[..] else { panic!("{paths:?}") };
        let by = |paths: &[&PathBuf], first: bool| -> Vec<String> {
            let paths: Vec<PathBuf> = paths.iter().map(|path| (*path).clone()).collect();
            let given = GivenLabels::several(&paths, None).unwrap();
            let sets = if first { given.sets_of_first("a") } else { given.sets("a") };
            sets.unwrap().iter().map(|set| annotator(&set.value).to_owned()).collect()
        };
        assert_eq!(by(&[one, two], false), ["1", "2"]);
        assert_eq!(by(&[one, two, one], false), ["2", "1"]);
        assert_eq!(by(&[one, one], false), ["1"]);
        // Files with one set without an id keep their places too.
        assert_eq!(by(&[lone, one, other], true), ["3", "1", "4"]);
        assert_eq!(by(&[lone, one, other], false), ["1"]);
    }

    #[test]
    fn two_annotators_of_a_case_in_any_file_are_a_choice_to_make() {
        let folder = tempfile::tempdir().unwrap();
        let paths = written(
            &folder,
            &[
                ("1.jsonl", "{\"id\":\"a\",\"by\":\"1\"}\n"),
                ("2.jsonl", "{\"id\":\"a\",\"by\":\"2\"}\n{\"id\":\"a\",\"by\":\"3\"}\n"),
            ],
        );
        for paths in [paths.clone(), paths.iter().rev().cloned().collect()] {
            let error = GivenLabels::several(&paths, None).unwrap_err().to_string();
            assert!(
                error
                    .ends_with("on line 1 and on line 2; they are by \"2\" and \"3\", and --by NAME chooses"),
                "{error}"
            );
            assert_eq!(GivenLabels::several(&paths, Some("3")).unwrap().sets("a").unwrap().len(), 1);
        }
    }

    #[test]
    fn the_labels_of_one_annotator_are_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        let text =
            "{\"id\":\"a\",\"by\":\"ann\"}\n{\"id\":\"a\",\"by\":\"bob\"}\n{\"id\":\"b\",\"by\":\"bob\"}\n";
        for bytes in [text.as_bytes(), &zstd::encode_all(text.as_bytes(), 1).unwrap()] {
            std::fs::write(&path, bytes).unwrap();
            let given = GivenLabels::by(&path, Some("bob")).unwrap();
            assert_eq!((given.len(), by(&given, "a")), (2, Some(("bob".to_owned(), 2))));
            let error = GivenLabels::by(&path, Some("eve")).unwrap_err().to_string();
            assert!(error.ends_with(":1:1: no labels by \"eve\"; there are those of ann, bob"), "{error}");
            let error = GivenLabels::read(&path).unwrap_err().to_string();
            assert!(error.ends_with("they are by \"ann\" and \"bob\", and --by NAME chooses"), "{error}");
        }
        for text in ["", "{\"id\":\"a\"}\n"] {
            std::fs::write(&path, text).unwrap();
            let error = GivenLabels::by(&path, Some("eve")).unwrap_err().to_string();
            assert!(error.ends_with("no labels by \"eve\", and none that name somebody else"), "{error}");
        }
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
            ("[{\"id\":\"x\"}, 5]", ":1:14: labels are the number 5, not an object"),
            ("{\"id\": []}", ":1:1: the `id` of these labels"),
            ("{\"id\":\"x\",\n \"id\":\"y\"}", ":2:"),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
    }

    #[test]
    fn a_broken_line_leaves_the_others_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        let several = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            GivenLabels::several(std::slice::from_ref(&path), None)
        };
        let good = |id: &str| format!("{{\"id\":\"{id}\"}}\n");
        let cut = "ends in the middle of a value; the text is cut short";
        for (line, id, said) in [
            ("{\"id\":\"x\",\"labels\":{\"cl", Some("x"), cut),
            ("{\"labels\":[", None, cut),
            ("{\"labels\":[\"", None, cut),
            ("{\"id\":\"x\",\"by\":1,\"by\":2}", Some("x"), "the key `by` is given twice"),
            ("{\"custom_id\":7,\"by\":\"\u{1}\"}", Some("7"), "no JSON"),
            ("{\"id\":[]}", None, "the `id` of these labels is neither"),
            ("{\"by\":\"j\"}", None, "labels without an `id`"),
            ("5", None, "labels are the number 5, not an object"),
        ] {
            for text in [
                good("a") + line + "\n" + &good("b") + &good("c"),
                good("a") + &good("b") + &good("c") + line,
            ] {
                let given = several(text.as_bytes()).unwrap();
                let [error] = given.broken() else { panic!("{text}: {:?}", given.broken()) };
                let at = text.lines().position(|one| one == line).unwrap() + 1;
                let place = format!("labels.jsonl:{at}:");
                assert!(
                    error.to_string().contains(&place) && error.to_string().contains(said),
                    "{text}: {error}"
                );
                for id in ["a", "b", "c"] {
                    assert_eq!(given.sets(id).unwrap().len(), 1, "{text}");
                }
                assert_eq!(given.unmatched(), 0, "{text}");
                assert!(id.is_none_or(|id| given.sets(id).is_err()), "{text}");
            }
        }
        let given = several(b"{\"id\":\"a\"}\n{\"id\":\"b\",\"by\":\"\xff\"}\n{\"id\":\"c\"}").unwrap();
        assert!(
            given.sets("b").unwrap_err().to_string().contains(":2:17: not UTF-8"),
            "{:?}",
            given.broken()
        );
        assert_eq!(given.sets("c").unwrap().len(), 1);
        let given = several(b"[{\"id\":\"a\"} {\"id\":\"b\"}]").unwrap();
        assert!(given.broken()[0].to_string().ends_with("expected `,` or `]`; what follows is not read"));
        assert_eq!(given.sets("a").unwrap().len(), 1);
        assert!(several(b"{\"id\":\"a\"").is_err(), "nothing can be read");
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
    fn a_file_that_changed_meanwhile_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.json");
        std::fs::write(&path, "{\"id\":\"a\"}\n{\"id\":\"b\"}\n").unwrap();
        let given = GivenLabels::read(&path).unwrap();
        std::fs::write(&path, "{\"id\"").unwrap();
        let error = given.get("b").unwrap_err().to_string();
        assert!(error.contains("labels.json:2:1: ") && error.contains("any more"), "{error}");
    }
}
