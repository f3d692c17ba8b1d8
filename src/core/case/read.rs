//! Opens files that hold cases and cuts them into records one at a time.

use std::fs::File;
use std::io::{self, BufRead, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::value::RawValue;

use super::encoding::BYTE_ORDER_MARK;
use super::error::plain;
use super::fields::FIELDS;
use super::json::{cut_short, explain, line_and_column, utf8};
use super::lines::{Line, MAX_RECORD, next_line, too_long};
use super::packed::{Stream, unpack, unpack_bytes};
use super::raw::{items, range};
use super::reading::{self, InputFormat, ReadOptions};
use super::record::{Body, Record};
use super::table::TableReader;
use super::{CaseError, EmptyText, FileLocation, Texts, foreign};

/// Source of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A file of cases.
    File(PathBuf),
    /// Standard input: one JSON object, or one a line.
    Stdin,
    /// Two text files, one of which may be `-` (standard input).
    Pair {
        article: PathBuf,
        summary: PathBuf,
        /// Name of the case. If `None`, its texts name it.
        id: Option<String>,
    },
    /// Another origin with the options by which the user says how to read it.
    As { origin: Box<Origin>, reading: ReadOptions },
}

impl Origin {
    /// Returns the origin itself, without read options.
    pub fn place(&self) -> &Origin {
        match self {
            Origin::As { origin, .. } => origin.place(),
            other => other,
        }
    }

    /// Returns the same origin with these read options.
    #[must_use]
    pub fn read_as(self, reading: ReadOptions) -> Origin {
        if reading == ReadOptions::default() || matches!(self, Origin::Pair { .. }) {
            return self;
        }
        Origin::As { origin: Box::new(self), reading }
    }

    /// Whether it reads from standard input.
    pub fn reads_stdin(&self) -> bool {
        match self.place() {
            Origin::File(_) | Origin::As { .. } => false,
            Origin::Stdin => true,
            Origin::Pair { article, summary, .. } => is_stdin(article) || is_stdin(summary),
        }
    }
}

/// Whether a path is `-`, which stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Arguments that name no input.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum InputError {
    #[error("cannot read {path}: {reason}")]
    Unreadable { path: String, reason: String },
    #[error(
        "{0} is one text, and a case needs two: name the article and the summary, as in `--article a.txt --summary s.txt`"
    )]
    Lonely(String),
    #[error("{path}: {reason}")]
    Kind { path: String, reason: String },
}

/// Resolves the arguments to inputs: files of cases, `-`, two text files, folders of one case or of many.
///
/// # Errors
/// If an argument cannot be an input. Of files only the first bytes are read.
pub fn origins(arguments: &[PathBuf]) -> Result<Vec<Origin>, InputError> {
    if let [article, summary] = arguments
        && is_text(article)
        && is_text(summary)
    {
        readable(article)?;
        readable(summary)?;
        return Ok(vec![Origin::Pair { article: article.clone(), summary: summary.clone(), id: None }]);
    }
    let mut found = Vec::new();
    for path in arguments {
        if is_stdin(path) {
            found.push(Origin::Stdin);
            continue;
        }
        let about = readable(path)?;
        if about.is_dir() {
            found.extend(folder(path)?);
        } else if is_text(path) {
            return Err(InputError::Lonely(path.display().to_string()));
        } else {
            found.push(Origin::File(path.clone()));
        }
    }
    Ok(found)
}

fn readable(path: &Path) -> Result<std::fs::Metadata, InputError> {
    let failed =
        |error: io::Error| InputError::Unreadable { path: path.display().to_string(), reason: plain(&error) };
    let about = std::fs::metadata(path).map_err(failed)?;
    if about.is_file() {
        let mut head = Vec::with_capacity(reading::HEAD);
        let file = File::open(path).map_err(failed)?;
        file.take(reading::HEAD as u64).read_to_end(&mut head).map_err(failed)?;
        if let Some(reason) = reading::refused(&head) {
            return Err(InputError::Kind { path: path.display().to_string(), reason });
        }
    }
    Ok(about)
}

/// Resolves a folder. It is a case (`case.json`, or `article` and `summary` as `.txt` or `.md`), a folder of
/// such folders, a table in parts, as Spark and Dask write it, or a folder of cases, one `.json` file each.
fn folder(path: &Path) -> Result<Vec<Origin>, InputError> {
    if let Some(one) = case_folder(path) {
        return Ok(vec![one]);
    }
    let unreadable =
        |error: io::Error| InputError::Unreadable { path: path.display().to_string(), reason: plain(&error) };
    let mut inner: Vec<PathBuf> = std::fs::read_dir(path)
        .map_err(unreadable)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_dir())
        .collect();
    inner.sort();
    let mut found: Vec<Origin> = inner.iter().filter_map(|path| case_folder(path)).collect();
    if found.is_empty() {
        let mut paths = Vec::new();
        parts(path, is_of_rows, &mut paths).map_err(unreadable)?;
        if paths.is_empty() {
            // Beside parts of a table they are of the program that wrote it.
            parts(path, |format| format == InputFormat::Json, &mut paths).map_err(unreadable)?;
        }
        let formats: Vec<Option<InputFormat>> = paths.iter().map(|path| format(path)).collect();
        if formats.windows(2).any(|two| two[0] != two[1]) {
            let reason = "parts of a table are of one format, and these are not; name the files".to_owned();
            return Err(InputError::Kind { path: path.display().to_string(), reason });
        }
        for path in &paths {
            readable(path)?;
        }
        found.extend(paths.into_iter().map(Origin::File));
    }
    if found.is_empty() {
        let reason =
            "no case in this folder: neither article.txt and summary.txt, nor .json, nor parts of a table \
                      (.parquet, .jsonl, .csv, .tsv)"
                .to_owned();
        return Err(InputError::Kind { path: path.display().to_string(), reason });
    }
    Ok(found)
}

/// Returns the `.json` files that [`origins`] left out of a folder when it `found` these parts of a table in it.
pub fn left_out(folder: &Path, found: &[Origin]) -> Vec<PathBuf> {
    let is_part = |origin: &Origin| matches!(origin, Origin::File(file) if file.starts_with(folder) && format(file).is_some_and(is_of_rows));
    let mut beside = Vec::new();
    if folder.is_dir() && found.iter().any(is_part) {
        // A folder that cannot be read has no parts either.
        let _ = parts(folder, |format| format == InputFormat::Json, &mut beside);
    }
    beside
}

/// Whether a file of this format is part of a table.
fn is_of_rows(format: InputFormat) -> bool {
    format != InputFormat::Json
}

/// Collects the files of a folder in one of the formats wanted, in the order of their names, also in partition folders
/// such as `lang=en`. Names that begin with `_` or `.` are bookkeeping of the program that wrote the table, and
/// `FILE.labels.json` and `FILE.labels.jsonl` are the labels of a file of cases.
fn parts(folder: &Path, wanted: fn(InputFormat) -> bool, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with(['_', '.']) || name.ends_with(".labels.json") || name.ends_with(".labels.jsonl") {
            continue;
        }
        if path.is_dir() && name.contains('=') {
            parts(&path, wanted, found)?;
        } else if path.is_file() && format(&path).is_some_and(wanted) {
            found.push(path);
        }
    }
    Ok(())
}

fn case_folder(path: &Path) -> Option<Origin> {
    let json = path.join("case.json");
    if json.is_file() {
        return Some(Origin::File(json));
    }
    let text = |name: &str| {
        ["txt", "md"].iter().map(|ext| path.join(name).with_extension(ext)).find(|p| p.is_file())
    };
    let id = path.file_name().map(|name| name.to_string_lossy().into_owned());
    Some(Origin::Pair { article: text("article")?, summary: text("summary")?, id })
}

/// Returns the format that the name of a file states.
fn format(path: &Path) -> Option<InputFormat> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let name = [".gz", ".zst"].iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(&name);
    match name.rsplit_once('.')?.1 {
        "json" => Some(InputFormat::Json),
        "jsonl" | "ndjson" => Some(InputFormat::Lines),
        "csv" => Some(InputFormat::Csv),
        "tsv" => Some(InputFormat::Tsv),
        "parquet" => Some(InputFormat::Parquet),
        _ => None,
    }
}

/// Whether a path has the name of a file of cases, compressed or not.
pub fn is_of_cases(path: &Path) -> bool {
    format(path).is_some()
}

fn is_text(path: &Path) -> bool {
    let ext = path.extension().map(|ext| ext.to_string_lossy().to_lowercase());
    matches!(ext.as_deref(), Some("txt" | "md" | "markdown" | "text")) && !path.is_dir()
}

/// Returns the records of an input, in order, one at a time. If reading fails midway, the last record is an
/// error that says so. The counter is increased by the number of bytes read from the file as stored on disk.
pub fn read(origin: &Origin, counter: &Arc<AtomicUsize>) -> Records {
    let counted = |input: Stream| -> Stream { Box::new(Counted { input, counter: Arc::clone(counter) }) };
    let (origin, how) = match origin {
        Origin::As { origin, reading } => (origin.place(), *reading),
        other => (other, ReadOptions::default()),
    };
    match origin {
        Origin::As { .. } => Box::new(std::iter::empty()),
        Origin::Pair { article, summary, id } => one(pair(article, summary, id.clone())),
        Origin::Stdin => open(Arc::from("stdin"), counted(Box::new(io::stdin())), (how.format, how), None),
        Origin::File(path) => {
            let name: Arc<str> = Arc::from(path.display().to_string());
            let in_folder = path.file_name().is_some_and(|name| name == "case.json");
            let parent = path.parent().and_then(Path::file_name).filter(|_| in_folder);
            let id = parent.map(|name| name.to_string_lossy().into_owned());
            match File::open(path) {
                Ok(file) if begins_as_parquet(&file) => parquet(name, Bytes::File(file, counter)),
                Ok(file) => {
                    open(name, counted(Box::new(file)), (how.format.or_else(|| format(path)), how), id)
                }
                Err(error) => one(bad(&name, 1, plain(&error))),
            }
        }
    }
}

/// The records of an input.
type Records = Box<dyn Iterator<Item = Record> + Send>;

fn one(record: Record) -> Records {
    Box::new(std::iter::once(record))
}

fn bad(name: &Arc<str>, line: usize, reason: String) -> Record {
    Record::bad(FileLocation::new(name, line), reason)
}

struct Counted {
    input: Stream,
    counter: Arc<AtomicUsize>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.input.read(buffer)?;
        self.counter.fetch_add(got, Ordering::Relaxed);
        Ok(got)
    }
}

fn open(
    name: Arc<str>,
    stream: Stream,
    (format, how): (Option<InputFormat>, ReadOptions),
    id: Option<String>,
) -> Records {
    // The bytes of a damaged Parquet file may look like another encoding.
    let unpacked = if format == Some(InputFormat::Parquet) { unpack_bytes(stream) } else { unpack(stream) };
    let mut input = match unpacked {
        Ok(input) => input,
        Err(error) => return one(bad(&name, 1, plain(&error))),
    };
    match (input.fill_buf(), format) {
        (Ok(head), _) if head.starts_with(PARQUET) => return parquet(name, Bytes::Stream(input)),
        (Ok(head), _) if reading::refused(head).is_some() => {
            let reason = reading::refused(head).unwrap_or_default();
            return one(bad(&name, 1, reason));
        }
        (_, Some(InputFormat::Parquet)) => {
            let reason = "does not begin as a Parquet file does: write it again if it is one, else name it by what it is, such \
                          as .jsonl or .csv";
            return one(bad(&name, 1, reason.to_owned()));
        }
        _ => {}
    }
    if input.fill_buf().is_ok_and(|head| head.starts_with(BYTE_ORDER_MARK)) {
        input.consume(BYTE_ORDER_MARK.len());
    }
    match format {
        Some(InputFormat::Csv) => table(name, input, b',', how),
        Some(InputFormat::Tsv) => table(name, input, b'\t', how),
        // Records that somebody laid out over several lines are read as those of a `.json` file.
        Some(InputFormat::Lines) if input.fill_buf().is_ok_and(reading::is_laid_out) => {
            whole(name, &mut input, Vec::new(), None)
        }
        Some(InputFormat::Lines | InputFormat::Parquet) => Box::new(Lines::new(name, input)),
        Some(InputFormat::Json) => whole(name, &mut input, Vec::new(), id),
        None => sniff(name, input, how),
    }
}

/// Opens a table. The delimiter is the one that the user names, else the one that the first line states or
/// implies, else the usual one of the file's extension.
fn table(name: Arc<str>, mut input: Box<dyn BufRead + Send>, usual: u8, how: ReadOptions) -> Records {
    // Only as much of the first line as is buffered already, without waiting for more.
    let head =
        input.fill_buf().map(|head| head.split(|byte| *byte == b'\n').next().unwrap_or_default().to_vec());
    let head = match head {
        Ok(head) => head,
        Err(error) => return one(bad(&name, 1, plain(&error))),
    };
    if let Some(delimiter) = reading::stated(&head) {
        let delimiter = how.delimiter.unwrap_or(delimiter);
        return match next_line(&mut input, MAX_RECORD) {
            Ok(_) => Box::new(TableReader::from_line(name, input, delimiter, 2)),
            Err(error) => one(bad(&name, 1, plain(&error))),
        };
    }
    let delimiter = how.delimiter.or_else(|| reading::parted_by(&head, usual, 1)).unwrap_or(usual);
    Box::new(TableReader::from_line(name, input, delimiter, 1))
}

/// The bytes at the beginning of a Parquet file.
const PARQUET: &[u8] = b"PAR1";

/// The source of the bytes of a Parquet file.
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "nobody reads them"))]
enum Bytes<'a> {
    /// A file on disk, with the counter of bytes read.
    File(File, &'a Arc<AtomicUsize>),
    /// Any other stream, possibly compressed.
    Stream(Box<dyn BufRead + Send>),
}

/// Whether a file on disk begins like a Parquet file. The file is rewound afterwards.
fn begins_as_parquet(mut file: &File) -> bool {
    let mut head = [0; 4];
    let on_disk = file.metadata().is_ok_and(|about| about.is_file());
    on_disk && file.read_exact(&mut head).is_ok() & file.rewind().is_ok() && head == PARQUET
}

#[cfg(feature = "parquet")]
fn parquet(name: Arc<str>, bytes: Bytes) -> Records {
    match bytes {
        Bytes::File(file, counter) => super::parquet::open(name, file, Arc::clone(counter)),
        Bytes::Stream(stream) => super::parquet::spooled(name, stream),
    }
}

#[cfg(not(feature = "parquet"))]
fn parquet(name: Arc<str>, _: Bytes) -> Records {
    let reason =
        "this lockbench was built without Parquet (`--features parquet`); write it as JSON lines or CSV";
    one(bad(&name, 1, reason.to_owned()))
}

/// Reads a stream of unknown format: one JSON value over several lines, or one a line. The first lines
/// decide: if the first ends in the middle of a value and the next does not begin another object, all lines
/// belong to one value. No more than these lines are read, since the writer of a pipe may wait for the answer
/// to a line before it writes the next.
fn sniff(name: Arc<str>, mut input: Box<dyn BufRead + Send>, how: ReadOptions) -> Records {
    let mut read = Vec::new();
    let mut first = None;
    let together = loop {
        let line = match next_line(&mut input, MAX_RECORD) {
            Ok(Some(Line::Kept(line))) => line,
            Ok(Some(Line::TooLong)) => {
                let line = memchr::memchr_iter(b'\n', &read).count() + 1;
                let bad = std::iter::once(bad(&name, line, too_long("line")));
                let before = Lines::new(Arc::clone(&name), Box::new(Cursor::new(read)));
                return Box::new(before.chain(bad).chain(Lines { name, input, line, ended: false }));
            }
            Ok(None) => break false,
            Err(error) => return one(bad(&name, 1, plain(&error))),
        };
        read.extend_from_slice(&line);
        read.push(b'\n');
        let begins = line.trim_ascii().first().copied();
        match (first, begins) {
            // An endless run of empty lines is not kept.
            (_, None) if read.len() > MAX_RECORD => break false,
            (_, None) => {}
            (None, Some(byte)) if !matches!(byte, b'{' | b'[') && is_table(&line, how) => {
                let read: Box<dyn BufRead + Send> = Box::new(Cursor::new(read).chain(input));
                return table(name, read, b',', how);
            }
            (None, Some(byte)) => {
                // A list on one line is a list of cases.
                if !cut_short(&line) || byte == b'[' {
                    break byte == b'[';
                }
                first = begins;
            }
            (Some(_), Some(byte)) => break byte != b'{',
        }
    };
    if together {
        return whole(name, &mut input, read, None);
    }
    Box::new(Lines::new(name, Box::new(Cursor::new(read).chain(input))))
}

/// Whether a first line is that of a table: it states its delimiter or has names of fields.
fn is_table(line: &[u8], how: ReadOptions) -> bool {
    how.delimiter.is_some() || reading::stated(line).is_some() || reading::parted_by(line, b',', 2).is_some()
}

/// Reads a file that is one JSON value: an object, a list of objects, or several objects in a row.
fn whole(name: Arc<str>, input: &mut dyn BufRead, mut bytes: Vec<u8>, id: Option<String>) -> Records {
    if let Err(error) =
        input.take((MAX_RECORD + 1 - bytes.len().min(MAX_RECORD)) as u64).read_to_end(&mut bytes)
    {
        return one(bad(&name, 1, plain(&error)));
    }
    if bytes.len() > MAX_RECORD {
        let reason = format!("{}; write many cases as JSON lines (.jsonl)", too_long("file"));
        return one(bad(&name, 1, reason));
    }
    if bytes.trim_ascii().is_empty() {
        return one(bad(&name, 1, "the file is empty; a case is a JSON object".to_owned()));
    }
    let at = |line, column| FileLocation { file: Arc::clone(&name), line, column };
    let text = match utf8(&bytes) {
        Ok(text) => text,
        Err(error) => return one(Record { id, ..Record::bad(at(error.line, error.column), error.reason) }),
    };
    let (mut ranges, mut broken) = (Vec::new(), None);
    for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        match value {
            Ok(raw) => ranges.push(range(text, raw)),
            Err(error) => {
                broken = Some(explain(text, &error));
                break;
            }
        }
    }
    let broken = broken.map(|error| Record::bad(at(error.line, error.column), error.reason));
    let rows = if ranges.len() == 1 && broken.is_none() { rows(text) } else { None };
    let listed = match (ranges.as_slice(), &broken) {
        _ if rows.is_some() => true,
        ([], _) => return Box::new(broken.map(|record| Record { id, ..record }).into_iter()),
        ([_], None) => return one(Record { id, ..Record::new(at(1, 1), Body::Json(bytes)) }),
        _ => false,
    };
    let ranges = rows.unwrap_or(ranges);
    let text = text.to_owned();
    let (mut line, mut counted) = (1, 0);
    let records = ranges.into_iter().enumerate().map(move |(index, (from, to))| {
        let (from, to) = (from as usize, to as usize);
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[counted..from]).count();
        counted = from;
        let begin = memchr::memrchr(b'\n', &text.as_bytes()[..from]).map_or(0, |end| end + 1);
        let place =
            FileLocation { file: Arc::clone(&name), line, column: text[begin..from].chars().count() + 1 };
        let called = listed.then(|| format!("{name}[{index}]"));
        Record { called, ..Record::new(place, Body::Json(text.as_bytes()[from..to].to_vec())) }
    });
    Box::new(records.chain(broken))
}

/// Returns the byte range of each row in a value: the items of a list, or the rows in another program's
/// object.
fn rows(text: &str) -> Option<Vec<(u32, u32)>> {
    if text.trim_start().starts_with('[') {
        return items(text).ok();
    }
    let texts = || FIELDS.iter().filter(|field| matches!(field.name, "article" | "summary"));
    foreign::rows(text, |key| texts().any(|field| field.name == key || field.also.contains(&key)))
}

/// JSON lines.
struct Lines {
    name: Arc<str>,
    input: Box<dyn BufRead + Send>,
    line: usize,
    ended: bool,
}

impl Lines {
    fn new(name: Arc<str>, input: Box<dyn BufRead + Send>) -> Lines {
        Lines { name, input, line: 0, ended: false }
    }
}

impl Iterator for Lines {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        while !self.ended {
            self.line += 1;
            match next_line(&mut self.input, MAX_RECORD) {
                Ok(None) => self.ended = true,
                Ok(Some(Line::TooLong)) => return Some(bad(&self.name, self.line, too_long("line"))),
                Ok(Some(Line::Kept(line))) if line.trim_ascii().is_empty() => {}
                Ok(Some(Line::Kept(line))) => {
                    return Some(Record::new(FileLocation::new(&self.name, self.line), Body::Json(line)));
                }
                Err(error) => {
                    self.ended = true;
                    return Some(bad(&self.name, self.line, format!("cannot read on: {}", plain(&error))));
                }
            }
        }
        None
    }
}

fn pair(article: &Path, summary: &Path, id: Option<String>) -> Record {
    let place = FileLocation::new(&named(summary), 1);
    let texts = text(article).and_then(|article| Ok((article, text(summary)?)));
    match texts {
        Ok((article_text, summary)) => {
            // If the article is empty, the error names the article's file, otherwise the summary's.
            let empty = Texts { article: &article_text, summary: &summary }.empty();
            let place = match empty {
                Some(EmptyText::Article) => FileLocation::new(&named(article), 1),
                Some(EmptyText::Summary) | None => place,
            };
            Record { id, ..Record::new(place, Body::Pair { article: article_text, summary }) }
        }
        Err(problem) => {
            let id = id.unwrap_or_else(|| problem.place.id());
            Record { id: Some(id), ..Record::bad(problem.place, problem.reason) }
        }
    }
}

/// Returns the name of a path in messages.
fn named(path: &Path) -> Arc<str> {
    if is_stdin(path) { Arc::from("stdin") } else { Arc::from(path.display().to_string()) }
}

/// Reads a text file and removes its byte-order mark.
fn text(path: &Path) -> Result<String, CaseError> {
    let place = FileLocation::new(&named(path), 1);
    let failed = |reason: String| CaseError::new(place.clone(), reason);
    let open = || -> io::Result<Stream> {
        if is_stdin(path) { Ok(Box::new(io::stdin())) } else { Ok(Box::new(File::open(path)?)) }
    };
    let mut bytes = Vec::new();
    open()
        .and_then(|stream| stream.take(MAX_RECORD as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| failed(plain(&error)))?;
    if bytes.len() > MAX_RECORD {
        return Err(failed(too_long("text")));
    }
    let text = utf8(&bytes).map_err(|error| {
        let place = FileLocation { line: error.line, column: error.column, ..place.clone() };
        CaseError::new(place, error.reason)
    })?;
    if let Some(at) = text.find('\0') {
        let (line, column) = line_and_column(text.as_bytes(), at);
        let place = FileLocation { line, column, ..place };
        return Err(CaseError::new(place, "a NUL byte: this is not a text file"));
    }
    Ok(text.to_owned())
}
