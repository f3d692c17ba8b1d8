//! The queue of cases: read by one thread, which also writes what is saved, so that the loop never waits for a disk.

mod write;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::audit;
use crate::case::{Case, Fields, GivenLabels, Origin, Problem, Record, read};
use crate::labels::overrides::{Kept, Override, file as decisions};

use super::save::{Outcome, Save};

/// Where the cases come from.
#[derive(Debug, Default)]
pub struct Sources {
    /// Files and pairs; none at all is the bundled samples.
    pub origins: Vec<Origin>,
    /// Columns with other names.
    pub fields: Fields,
    /// Labels given apart from the cases.
    pub given: GivenLabels,
}

/// A case that was asked for.
#[derive(Debug)]
pub struct Opened {
    /// Its place in the queue.
    pub index: usize,
    /// The case, or why it cannot be read.
    pub read: Result<Read, String>,
}

/// A case as it was read.
#[derive(Debug)]
pub struct Read {
    /// The case.
    pub case: Case,
    /// Labels that came with it.
    pub given: Option<Kept>,
    /// What was decided here before, and saved.
    pub overrides: Vec<Override>,
    /// What a reader should know about those.
    pub warnings: Vec<String>,
}

/// What the thread has to say.
#[derive(Debug)]
pub enum Answer {
    /// A case was read, or could not be.
    Opened(Box<Opened>),
    /// How many cases there are, as far as is known, and whether that is all.
    Counted(usize, bool),
    /// A save has ended.
    Saved(Box<Outcome>),
}

/// What the thread is asked for.
enum Job {
    Open(usize),
    Save(usize, Box<Save>),
}

/// The thread that reads and writes cases.
#[derive(Debug)]
pub struct Queue {
    jobs: Sender<Job>,
}

impl Queue {
    /// Starts the thread. It opens the first case and counts the cases unasked; `tell` is given every answer.
    pub fn spawn(sources: Sources, tell: impl Fn(Answer) + Send + 'static) -> Queue {
        let (jobs, asked) = mpsc::channel();
        let shelf = Shelf { sources, entries: Vec::new(), tell: Box::new(tell) };
        thread::Builder::new().name("queue".to_owned()).spawn(move || shelf.run(&asked)).ok();
        Queue { jobs }
    }

    /// Asks for a case.
    pub fn open(&self, index: usize) {
        self.jobs.send(Job::Open(index)).ok();
    }

    /// Asks for a case to be written.
    pub fn save(&self, index: usize, save: Box<Save>) {
        self.jobs.send(Job::Save(index, save)).ok();
    }
}

/// Where a case is written to.
#[derive(Clone, Debug)]
enum Home {
    /// A bundled sample: a new file in the current folder.
    Sample,
    /// A file that is one JSON object.
    Object(PathBuf),
    /// A line of a file.
    Line(PathBuf, usize),
    /// Two text files.
    Texts { article: PathBuf, summary: PathBuf },
    /// Nowhere: the reason.
    Nowhere(String),
}

/// A case of the queue.
#[derive(Debug)]
struct Entry {
    case: Result<Case, Problem>,
    /// Field of a case and the name under which the file has it.
    from: Vec<(&'static str, String)>,
    home: Home,
    /// What a reader should know about its record.
    note: Option<String>,
}

struct Shelf {
    sources: Sources,
    entries: Vec<Entry>,
    tell: Box<dyn Fn(Answer) + Send>,
}

/// Cases counted between two reports of how many there are.
const COUNTED: usize = 64;

impl Shelf {
    fn run(mut self, jobs: &Receiver<Job>) {
        let origins = std::mem::take(&mut self.sources.origins);
        if origins.is_empty() {
            self.entries.extend(super::samples::SAMPLES.iter().map(|sample| Entry {
                case: sample.case(),
                from: Vec::new(),
                home: Home::Sample,
                note: None,
            }));
            self.open(0);
        }
        for origin in &origins {
            for record in read(origin, &Arc::default()) {
                self.shelve(origin, record);
                if self.entries.len().is_multiple_of(COUNTED) {
                    self.count(false);
                }
                while let Ok(job) = jobs.try_recv() {
                    self.work(job);
                }
            }
        }
        self.count(true);
        if self.entries.is_empty() {
            let read = Err("there is no case in the files named".to_owned());
            (self.tell)(Answer::Opened(Box::new(Opened { index: 0, read })));
        }
        while let Ok(job) = jobs.recv() {
            self.work(job);
        }
    }

    fn count(&self, all: bool) {
        (self.tell)(Answer::Counted(self.entries.len(), all));
    }

    fn shelve(&mut self, origin: &Origin, record: Record) {
        let home = home(origin, record.place.line);
        let first = self.entries.is_empty();
        let note = record.note.clone();
        match record.cases(&self.sources.fields) {
            Ok(found) => {
                // Cases of one record are told apart by the field that their summary was found in, and the field
                // of only one of them is known here.
                let home = match found.cases.len() {
                    1 => home,
                    _ => Home::Nowhere("several summaries share this record".to_owned()),
                };
                let entry = |case| Entry {
                    case: Ok(case),
                    from: found.from.clone(),
                    home: home.clone(),
                    note: note.clone(),
                };
                self.entries.extend(found.cases.into_iter().map(entry));
            }
            Err(problem) => self.entries.push(Entry { case: Err(problem), from: Vec::new(), home, note }),
        }
        if first {
            self.count(false);
            self.open(0);
        }
    }

    fn work(&mut self, job: Job) {
        match job {
            Job::Open(index) => self.open(index),
            Job::Save(index, save) => {
                let result = match self.entries.get_mut(index) {
                    Some(entry) => write::save(entry, &save),
                    None => Err("there is no such case".to_owned()),
                };
                (self.tell)(Answer::Saved(Box::new(Outcome { case: index, save: *save, result })));
            }
        }
    }

    fn open(&self, index: usize) {
        let read = match self.entries.get(index).map(|entry| (entry, &entry.case)) {
            None => Err("there is no such case".to_owned()),
            Some((_, Err(problem))) => Err(problem.to_string()),
            Some((entry, Ok(case))) => Ok(self.with_labels(entry, case.clone())),
        };
        (self.tell)(Answer::Opened(Box::new(Opened { index, read })));
    }

    fn with_labels(&self, entry: &Entry, case: Case) -> Read {
        let saved = write::saved_labels(&entry.home, &case.id);
        let overrides = saved.as_ref().map(decisions::read).unwrap_or_default();
        let mut warnings: Vec<String> = entry.note.clone().into_iter().collect();
        let (value, place) = match self.sources.given.get(&case.id) {
            Ok(Some((value, place))) => (Some(value), format!(" ({place})")),
            Ok(None) => {
                warnings.extend(case.wrong("labels").map(str::to_owned));
                (case.labels.clone(), String::new())
            }
            Err(error) => {
                warnings.push(error.to_string());
                (None, String::new())
            }
        };
        let given = value.and_then(|value| match audit::read_labels(&value, &case.article, &case.summary) {
            Ok(given) => {
                warnings.extend(given.warnings);
                Some(Kept {
                    labels: given.labels,
                    article: Arc::from(&*case.article),
                    summary: Arc::from(&*case.summary),
                })
            }
            Err(reason) => {
                warnings.push(format!("its labels cannot be read: {reason}{place}"));
                None
            }
        });
        Read { case, given, overrides, warnings }
    }
}

fn home(origin: &Origin, line: usize) -> Home {
    match origin {
        Origin::Pair { article, summary, .. } if !origin.reads_stdin() => {
            Home::Texts { article: article.clone(), summary: summary.clone() }
        }
        Origin::Stdin | Origin::Pair { .. } => Home::Nowhere("it was read from standard input".to_owned()),
        Origin::File(path) => {
            match path.extension().map(|end| end.to_string_lossy().to_lowercase()).as_deref() {
                Some("json") => Home::Object(path.clone()),
                Some("jsonl" | "ndjson") => Home::Line(path.clone(), line),
                _ => Home::Nowhere("only .json, .jsonl and text files are written in place".to_owned()),
            }
        }
    }
}
