//! The cases of the queue, from a session and from files.

mod bulk;
mod hidden;
mod judged;
mod notes;
mod open;
mod safety;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};

use serde_json::Value;

use crate::blind::order;
use crate::case::{Case, CaseError, GivenLabels, Origin, Record, read};
use crate::files;
use crate::session::{
    Analyst, CaseRow, InForce, OrderedObject, RecordedChange, SessionError, Store, VERSION, package_of,
    state_folder,
};
use crate::tui::samples::SAMPLES;
use crate::tui::worker::ScoringConfig;

use super::blind::Visibility;
use super::bulk::BulkStep;
use super::scorer::{ScorerMessage, Task};
use super::session_recorder::SessionRecorder;
use super::{
    BrokenCase, EarlierChange, Listed, OpenedCase, OpenedQueue, QueueError, QueueJob, QueueUpdate,
    Reanalysis, Sources, Storage,
};

/// Number of cases counted and stored between two reports of the number of cases.
const CASES_PER_REPORT: usize = 64;

/// Path of a session to create, and its first line.
type NewSession = (PathBuf, OrderedObject);

/// A case of the queue, by its storage.
#[derive(Debug)]
enum QueueCase {
    /// It is in the session.
    Stored(String),
    /// It is not in the session, because there is none or nothing can be written.
    Held(Box<UnstoredCase>),
    /// It cannot be read; the value gives the reason.
    Broken(BrokenCase),
}

/// A case that is not in a session.
#[derive(Debug)]
struct UnstoredCase {
    case: Arc<Case>,
    note: Option<String>,
}

/// A case about to be added to the session.
struct IncomingCase {
    row: CaseRow,
    case: Case,
    note: Option<String>,
}

pub(super) struct CaseStore {
    sources: Sources,
    by: String,
    slots: Vec<QueueCase>,
    /// Slot of each id that is in the session.
    known: HashMap<String, usize>,
    /// Place in the files at which each id of this run was found.
    seen: HashMap<String, String>,
    arriving: Vec<IncomingCase>,
    /// Records of the files that are not valid cases. They come after the cases, so that cases have the same
    /// positions in the queue when the session is opened again.
    broken: Vec<BrokenCase>,
    /// Number of cases whose files differ from the session by now.
    changed: usize,
    session_recorder: Option<SessionRecorder>,
    /// Whether the session was created in this run.
    fresh: bool,
    /// Whether the opening of the session was reported.
    began: bool,
    opened: bool,
    listed: usize,
    /// Verdicts that the annotator gave earlier.
    verdicts: HashMap<String, InForce>,
    /// Cases that the annotator accepted earlier.
    accepted: HashSet<String>,
    /// The bulk step that is running.
    bulk: Option<BulkStep>,
    /// In a blind review, how many of the first cases are for training.
    training: usize,
    /// In a blind review, the ids of the cases that were revealed.
    revealed: HashSet<String>,
    package: bool,
    numbers: ScoringConfig,
    scorer: Sender<ScorerMessage>,
    send: Box<dyn Fn(QueueUpdate) + Send>,
}

impl CaseStore {
    pub fn new(
        sources: Sources,
        by: String,
        numbers: ScoringConfig,
        scorer: Sender<ScorerMessage>,
        send: Box<dyn Fn(QueueUpdate) + Send>,
    ) -> CaseStore {
        CaseStore {
            sources,
            by,
            slots: Vec::new(),
            known: HashMap::new(),
            seen: HashMap::new(),
            arriving: Vec::new(),
            broken: Vec::new(),
            changed: 0,
            session_recorder: None,
            fresh: false,
            began: false,
            opened: false,
            listed: 0,
            verdicts: HashMap::new(),
            accepted: HashSet::new(),
            bulk: None,
            training: 0,
            revealed: HashSet::new(),
            package: false,
            numbers,
            scorer,
            send,
        }
    }

    pub fn run(mut self, jobs: &Receiver<QueueJob>) {
        let origins = std::mem::take(&mut self.sources.origins);
        let named = matches!(self.sources.keep, Storage::Session(_));
        let made = self.open_storage();
        let practises = self.hold_practice();
        let mut make = made.unwrap_or_else(|why| {
            self.begin(Err(why));
            None
        });
        // A session that is named never takes the samples in, not even for somebody whose queue is empty.
        if origins.is_empty() && !named && !practises {
            for sample in SAMPLES {
                self.arrive_sample(sample.case());
                self.make(&mut make);
            }
        }
        let stored = self.slots.len();
        self.read_files(&origins, &mut make, jobs);
        let added = self.slots.len() - stored;
        self.list_broken();
        self.make(&mut make);
        self.store();
        if self.fresh {
            self.take_labels_beside(&origins);
        }
        self.list(true);
        self.count(true);
        if let Some(words) = notes::of(self.changed, stored, added) {
            (self.send)(QueueUpdate::Noted(words));
        }
        if self.slots.is_empty() {
            let read = Err(match named && !self.fresh {
                true => QueueError::NoneAssigned(self.by.clone()),
                false if named && origins.is_empty() => QueueError::NoneInSession,
                false => QueueError::NoneInFiles,
            });
            (self.send)(QueueUpdate::Opened(Box::new(OpenedCase { index: 0, read })));
        }
        self.keep_mirror();
        self.serve(jobs);
        if let Some(session_recorder) = &mut self.session_recorder {
            session_recorder.rest();
        }
    }

    /// Opens the session if there is one; otherwise returns the path of the session to create, with its first
    /// line.
    fn open_storage(&mut self) -> Result<Option<NewSession>, QueueError> {
        match std::mem::replace(&mut self.sources.keep, Storage::Nowhere(String::new())) {
            Storage::Nowhere(why) => Err(QueueError::Unkept(why)),
            Storage::Session(store) => {
                self.fresh = store.counts().is_ok_and(|(cases, _)| cases == 0);
                self.take_over(*store);
                Ok(None)
            }
            Storage::Own { path, line } => {
                if let Some(own) = state_folder().filter(|own| path.starts_with(own)) {
                    files::tighten(&own);
                }
                if !has_content(&path) {
                    return Ok(Some((path, line)));
                }
                let store = self.open_session(&path)?;
                self.take_over(store);
                Ok(None)
            }
        }
    }

    /// Adds the practice cases to the queue. Returns whether there are any.
    fn hold_practice(&mut self) -> bool {
        let practice = std::mem::take(&mut self.sources.practice);
        let practises = !practice.is_empty();
        let held = |case| QueueCase::Held(Box::new(UnstoredCase { case: Arc::new(case), note: None }));
        self.slots.extend(practice.into_iter().map(held));
        self.list(false);
        practises
    }

    /// Reads the cases of files, and processes jobs between them.
    fn read_files(&mut self, origins: &[Origin], make: &mut Option<NewSession>, jobs: &Receiver<QueueJob>) {
        for record in origins.iter().flat_map(|origin| read(origin, &Arc::default())) {
            self.arrive(record);
            self.make(make);
            if self.slots.len().is_multiple_of(CASES_PER_REPORT) || self.arriving.len() >= CASES_PER_REPORT {
                self.store();
                self.list(false);
                self.count(false);
            }
            while let Ok(job) = jobs.try_recv() {
                self.work(job);
            }
            self.flush_due();
        }
    }

    /// Processes jobs until the channel closes.
    fn serve(&mut self, jobs: &Receiver<QueueJob>) {
        loop {
            let next = match self.session_recorder.as_ref().and_then(SessionRecorder::patience) {
                // Jobs come before the rest of a bulk step.
                _ if self.bulk.is_some() => match jobs.try_recv() {
                    Err(TryRecvError::Empty) => {
                        self.go_on();
                        self.flush_due();
                        continue;
                    }
                    // A requested bulk step is completed before the end.
                    Err(TryRecvError::Disconnected) => {
                        while self.bulk.is_some() {
                            self.go_on();
                        }
                        Err(RecvTimeoutError::Disconnected)
                    }
                    Ok(job) => Ok(job),
                },
                Some(patience) => jobs.recv_timeout(patience),
                None => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match next {
                Ok(job) => self.work(job),
                Err(RecvTimeoutError::Timeout) => self.idle(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.flush();
    }

    pub(super) fn flush(&mut self) {
        if let Some(session_recorder) = &mut self.session_recorder {
            session_recorder.flush(&*self.send);
        }
    }

    /// Writes typed text that has waited long enough, while the thread is busy with other work.
    fn flush_due(&mut self) {
        if let Some(session_recorder) = &mut self.session_recorder {
            session_recorder.flush_due(&*self.send);
        }
    }

    /// Lists the cases whose state is final by now; with `all`, at the end, lists all.
    fn list(&mut self, all: bool) {
        let (mut listed, mut tasks) = (Vec::new(), Vec::new());
        for slot in &self.slots[self.listed..] {
            let (id, broken, task) = match slot {
                QueueCase::Held(_) if !all && !self.arriving.is_empty() => break,
                QueueCase::Held(held) => (held.case.id.as_str(), None, Task::Held(Arc::clone(&held.case))),
                QueueCase::Stored(id) => (id.as_str(), None, Task::Stored(id.clone())),
                QueueCase::Broken(why) => (why.id(), Some(why.to_string().into()), Task::Broken),
            };
            // A second case with the same id gets nothing from the first.
            let is_case = broken.is_none();
            let given = self.verdicts.get(id).filter(|_| is_case);
            let verdict = given.map(|given| (given.verdict, given.bulk.is_some()));
            let hidden = is_case && self.visibility(id) == Visibility::Hidden;
            let handed_in = is_case && self.revealed.contains(id);
            let accepted = is_case && verdict.is_none() && self.accepted.contains(id);
            listed.push(Listed { id: id.into(), broken, verdict, hidden, accepted, handed_in });
            tasks.push(task);
        }
        if !listed.is_empty() {
            self.listed += listed.len();
            (self.send)(QueueUpdate::Listed(listed));
            self.scorer.send(ScorerMessage::Add(tasks)).ok();
        }
    }

    fn work(&mut self, job: QueueJob) {
        match job {
            QueueJob::Open(index) => self.open(index),
            QueueJob::Alike(index) => self.alike(index),
            QueueJob::Reanalysis(index, really) => self.reanalyse(index, really),
            QueueJob::Record(record) => {
                self.store();
                let id = match self.slots.get(record.index) {
                    Some(QueueCase::Stored(id)) => id.clone(),
                    _ => return,
                };
                if let Some(session_recorder) = &mut self.session_recorder {
                    session_recorder.record(id, record, &*self.send);
                }
            }
            QueueJob::Bulk(batch) => self.begin_bulk(batch),
            QueueJob::Reveal(asked) => self.reveal(&asked),
            QueueJob::SavedPosition(saved_position) => {
                if let Some(session_recorder) = &mut self.session_recorder {
                    session_recorder.saved_position(saved_position);
                }
            }
            QueueJob::Again => self.flush(),
            QueueJob::Leave => self.leave(),
            QueueJob::Rescue(to) => self.rescue(&to),
            QueueJob::Judged(index, judge, kept) => self.judged(index, &judge, &kept),
        }
    }

    /// Creates the session as soon as there is a case for it; the case is shown first.
    fn make(&mut self, make: &mut Option<NewSession>) {
        let Some((path, line)) = make.take_if(|_| !self.slots.is_empty()) else { return };
        let folder = files::create_folder(files::folder_of(&path));
        let made = folder.map_err(|error| SessionError::making(&path, &error));
        match made.and_then(|()| Store::create(&path, &line)) {
            Ok(store) => {
                self.fresh = true;
                self.take_over(store);
                self.store();
            }
            // Another process created it after this one looked for it.
            Err(SessionError::Exists(_)) => match self.open_session(&path) {
                Ok(store) => self.join(store),
                Err(fault) => self.begin(Err(fault.into())),
            },
            Err(fault) => self.begin(Err(fault.into())),
        }
    }

    /// Continues in a session that holds cases of the same files; those read so far are added to it, as far as
    /// it has not got them.
    fn join(&mut self, store: Store) {
        self.slots.clear();
        self.known.clear();
        let arrived = std::mem::take(&mut self.arriving);
        self.take_over(store);
        arrived.into_iter().for_each(|case| self.admit(case));
        self.store();
    }

    /// Stores everything in this session from now on.
    fn take_over(&mut self, store: Store) {
        self.package = store.line().is_ok_and(|line| package_of(&line).is_some());
        match store.queue(&self.by) {
            Ok(mut ids) => {
                if let Some(blind) = &self.sources.blind {
                    (ids, self.training) = order(ids, &blind.gold, &blind.settings, &self.by);
                    let reveals = store.events_of("reveal", &self.by).unwrap_or_default();
                    self.revealed = reveals.into_iter().map(|event| event.case).collect();
                }
                for id in ids {
                    self.known.insert(id.clone(), self.slots.len());
                    self.slots.push(QueueCase::Stored(id));
                }
            }
            Err(fault) => return self.begin(Err(fault.into())),
        }
        let path = store.path().to_path_buf();
        let by = &self.by;
        let given = || Ok((store.verdicts(by)?, store.accepted(by)?, store.times(by)?, store.changes(by)?));
        match given() {
            Ok((verdicts, accepted, times, changes)) => {
                (self.verdicts, self.accepted) = (verdicts, accepted);
                let place = |change: RecordedChange| {
                    let RecordedChange { event, case, bulk } = change;
                    Some(EarlierChange { event, case: *self.known.get(&case)?, bulk: bulk.map(Arc::from) })
                };
                (self.send)(QueueUpdate::Changes(changes.into_iter().filter_map(place).collect()));
                let place = |(micros, id): (i64, String)| Some((micros, *self.known.get(&id)?));
                (self.send)(QueueUpdate::Times(times.into_iter().filter_map(place).collect()));
            }
            Err(fault) => (self.send)(QueueUpdate::Noted(SessionError::to_string(&fault))),
        }
        let ScoringConfig { embedding, articles, .. } = self.numbers.clone();
        let analyst = Analyst::new(embedding).sharing(articles);
        let session_recorder = SessionRecorder::new(store, self.by.clone(), analyst, self.sources.quiet);
        self.session_recorder = Some(session_recorder.blind(self.sources.blind.is_some()));
        let writes = self
            .session_recorder
            .as_ref()
            .is_some_and(|session_recorder| session_recorder.read_only().is_none());
        self.scorer.send(ScorerMessage::Session(path.clone(), writes)).ok();
        if !self.slots.is_empty() && !self.fresh {
            self.begin(Ok(path));
        }
    }

    /// Reports the session, and opens the case at the annotator's saved position.
    fn begin(&mut self, kept: Result<PathBuf, QueueError>) {
        self.began = true;
        let saved_position = self.session_recorder.as_mut().and_then(SessionRecorder::position_of);
        let place = saved_position
            .as_ref()
            .and_then(|saved_position| serde_json::from_str::<Value>(&saved_position.place).ok());
        let id = place.as_ref().and_then(|place| place["case"].as_str());
        let at = id.and_then(|id| self.known.get(id)).copied().unwrap_or(self.sources.at);
        let read_only = self
            .session_recorder
            .as_ref()
            .and_then(|session_recorder| session_recorder.read_only().map(str::to_owned));
        let saved_position = saved_position.filter(|_| id.is_some());
        let began = OpenedQueue { kept, read_only, package: self.package, saved_position, at };
        (self.send)(QueueUpdate::Began(Box::new(began)));
        self.send_standing();
        if !self.slots.is_empty() {
            self.open(at);
        }
    }

    fn count(&self, all: bool) {
        (self.send)(QueueUpdate::Counted(self.slots.len(), all));
    }

    fn arrive_sample(&mut self, case: Result<Case, CaseError>) {
        let Ok(case) = case else { return };
        let text = crate::report::json::line(&case);
        self.arrive(Record::json(&format!("samples/{}", case.id), &case.id, &text));
    }

    /// Handles a record of the files.
    fn arrive(&mut self, record: Record) {
        let first = self.slots.is_empty();
        let (note, place) = (record.note.clone(), record.place.id());
        match CaseRow::of(record, &self.sources.fields, &self.sources.map) {
            Err(problem) => self.broken.push(problem.into()),
            Ok(rows) => rows.into_iter().for_each(|(row, case)| {
                self.arrive_case(IncomingCase { row, case, note: note.clone() }, &place);
            }),
        }
        self.open_first(first);
    }

    /// Opens the first case of the queue, if there were no cases before.
    fn open_first(&mut self, first: bool) {
        if first && !self.slots.is_empty() {
            self.count(false);
            if !self.opened {
                // This is done before the session is created, so that the user does not wait for the disk.
                self.open(0);
            }
        }
    }

    /// Adds the invalid records after the cases.
    fn list_broken(&mut self) {
        let first = self.slots.is_empty();
        self.slots.extend(std::mem::take(&mut self.broken).into_iter().map(QueueCase::Broken));
        self.open_first(first);
    }

    fn arrive_case(&mut self, mut new: IncomingCase, place: &str) {
        if let Ok(Some((labels, _))) = self.sources.given.get(&new.case.id) {
            new.row.give_labels(&labels);
            new.case.labels = Some(labels);
        }
        let id = new.row.id.clone();
        if let Some(first) = self.seen.insert(id.clone(), place.to_owned()) {
            self.seen.insert(id.clone(), first.clone());
            let place = place.to_owned();
            return self.broken.push(BrokenCase::SecondOfItsId { place, id, first });
        }
        self.admit(new);
    }

    /// Adds a case to the queue, unless the session has it.
    fn admit(&mut self, new: IncomingCase) {
        let id = new.row.id.clone();
        let stored = self.session_recorder.as_mut().filter(|_| !self.fresh);
        if let Some(stored) =
            stored.and_then(|session_recorder| session_recorder.store().case(&id).ok().flatten())
        {
            // It is in the queue already, or assigned to another annotator.
            self.changed += usize::from(!stored.same_case(&new.row));
            return;
        }
        let writes = self
            .session_recorder
            .as_ref()
            .is_none_or(|session_recorder| session_recorder.read_only().is_none());
        let held = UnstoredCase { case: Arc::new(new.case.clone()), note: new.note.clone() };
        self.slots.push(QueueCase::Held(Box::new(held)));
        if writes {
            self.known.insert(id, self.slots.len() - 1);
            self.arriving.push(new);
        }
    }

    /// Adds the cases that arrived to the session.
    fn store(&mut self) {
        let Some(session_recorder) = &mut self.session_recorder else {
            // Without a session, no cases are kept for it, unless it is still to be created.
            if self.began {
                self.arriving.clear();
            }
            return;
        };
        let arrived = std::mem::take(&mut self.arriving);
        if !arrived.is_empty() {
            let ids: Vec<String> = arrived.iter().map(|new| new.row.id.clone()).collect();
            let rows: Vec<CaseRow> = arrived.into_iter().map(|new| new.row).collect();
            match session_recorder.add(&rows) {
                Ok(changed) => {
                    self.changed += changed;
                    for id in ids {
                        if let Some(at) = self.known.get(&id) {
                            self.slots[*at] = QueueCase::Stored(id);
                        }
                    }
                }
                Err(fault) => (self.send)(QueueUpdate::Unkept(fault.to_string())),
            }
        }
        if !self.began {
            let path = session_recorder.store().path().to_path_buf();
            self.began = true;
            let read_only = session_recorder.read_only().map(str::to_owned);
            (self.send)(QueueUpdate::Began(Box::new(OpenedQueue {
                kept: Ok(path),
                read_only,
                package: self.package,
                saved_position: None,
                at: 0,
            })));
        }
    }

    /// Imports the labels saved beside the files into a session that was just created.
    fn take_labels_beside(&mut self, origins: &[Origin]) {
        let Some(session_recorder) = &mut self.session_recorder else { return };
        for path in origins.iter().flat_map(beside) {
            if !path.exists() {
                continue;
            }
            let given = match GivenLabels::read(&path) {
                Ok(given) => given,
                Err(error) => {
                    (self.send)(QueueUpdate::Noted(format!("{}: {error}", path.display())));
                    continue;
                }
            };
            let mut taken = 0;
            for id in self.known.keys() {
                if let Ok(Some((labels, _))) = given.get(id) {
                    taken += session_recorder.take_labels(id, &labels, &*self.send);
                }
            }
            if taken > 0 {
                let what = if taken == 1 { "1 decision".to_owned() } else { format!("{taken} decisions") };
                (self.send)(QueueUpdate::Noted(format!("{what} taken from {}", path.display())));
            }
        }
    }

    /// Reanalyses a case, or reports what that would change.
    fn reanalyse(&mut self, index: usize, really: bool) {
        self.flush();
        let outcome = match (self.slots.get(index), &mut self.session_recorder) {
            _ if self.package => Reanalysis::Not("a package has no labels of the engine's".to_owned()),
            (Some(QueueCase::Stored(id)), Some(session_recorder)) => {
                match session_recorder.reanalyse(id, really) {
                    Ok(Some(what)) if really => Reanalysis::Did(what),
                    Ok(Some(what)) => Reanalysis::Would(what),
                    Ok(None) => {
                        Reanalysis::Not(format!("this version of the engine, {VERSION}, proposed its labels"))
                    }
                    Err(fault) => Reanalysis::Not(fault.to_string()),
                }
            }
            _ => Reanalysis::Not("the case is in no session".to_owned()),
        };
        (self.send)(QueueUpdate::Reanalysis(index, outcome));
    }
}

fn has_content(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| about.len() > 0)
}

/// Returns the files in which earlier versions saved the labels of a file's cases.
fn beside(origin: &Origin) -> Vec<PathBuf> {
    let with = |path: &Path, end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    match origin.place() {
        Origin::File(path) => vec![with(path, ".labels.json"), with(path, ".labels.jsonl")],
        Origin::Pair { summary, .. } if !origin.reads_stdin() => vec![with(summary, ".labels.json")],
        Origin::Stdin | Origin::Pair { .. } | Origin::As { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
