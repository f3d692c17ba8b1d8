//! A thread that writes: whoever draws a screen hands over what was done, goes on at once, and hears when it is on disk.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use uuid::Uuid;

use super::event::EventDraft;
use super::store::{Recorded, Recorder};

/// Events that are recorded in one transaction at most.
const EVENTS_PER_TRANSACTION: usize = 256;

/// What the thread is asked for.
enum Job {
    Record(Vec<EventDraft>),
    Propose { id: String, engine: String, proposals: String },
    SavedPosition { by: String, place: String, view: String },
}

/// A report of the writing thread.
#[derive(Debug)]
pub enum WriteReport {
    /// What became of each event, by its name: it is on disk, or it was refused.
    Recorded(Vec<(Uuid, Recorded)>),
    /// Events that could not be written, and why. They are not on disk; they can be handed over again.
    Unwritten(Vec<EventDraft>, String),
    /// Proposals, a place or a view that could not be written, and why.
    Failed(String),
}

/// The thread that writes to a session. What was handed over is written before [`Writer::close`] returns.
#[derive(Debug)]
pub struct Writer {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<Recorder>>,
}

impl Writer {
    /// Starts the thread. It reports in the order of what it was handed.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn spawn(
        recorder: Recorder,
        report: impl FnMut(WriteReport) + Send + 'static,
    ) -> std::io::Result<Writer> {
        let (jobs, asked) = mpsc::channel();
        let work = move || run(recorder, &asked, report);
        let thread = thread::Builder::new().name("session".to_owned()).spawn(work)?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Records events. Each is given a name here if it has none; the report refers to it by that.
    pub fn record(&self, mut drafts: Vec<EventDraft>) -> Vec<Uuid> {
        let names = drafts.iter_mut().map(|draft| *draft.uuid.get_or_insert_with(Uuid::now_v7)).collect();
        self.ask(Job::Record(drafts));
        names
    }

    /// Stores what the engine proposes for a case that has no proposals yet: a labels wrapper as JSON.
    pub fn propose(&self, id: &str, engine: &str, proposals: String) {
        self.ask(Job::Propose { id: id.to_owned(), engine: engine.to_owned(), proposals });
    }

    /// Keeps where an annotator is and how the screen stands, both as JSON.
    pub fn keep_seat(&self, by: &str, place: String, view: String) {
        self.ask(Job::SavedPosition { by: by.to_owned(), place, view });
    }

    fn ask(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            jobs.send(job).ok();
        }
    }

    /// Writes what was handed over, ends the thread and gives the session back.
    pub fn close(mut self) -> Option<Recorder> {
        self.end()
    }

    fn end(&mut self) -> Option<Recorder> {
        drop(self.jobs.take());
        self.thread.take()?.join().ok()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.end();
    }
}

fn run(mut recorder: Recorder, jobs: &Receiver<Job>, mut report: impl FnMut(WriteReport)) -> Recorder {
    let mut held: Option<Job> = None;
    while let Some(job) = held.take().or_else(|| jobs.recv().ok()) {
        match job {
            Job::Record(mut drafts) => {
                // What waits behind is written along, since each transaction waits for the disk.
                while drafts.len() < EVENTS_PER_TRANSACTION && held.is_none() {
                    match jobs.try_recv() {
                        Ok(Job::Record(more)) => drafts.extend(more),
                        Ok(other) => held = Some(other),
                        Err(_) => break,
                    }
                }
                let names: Vec<Uuid> = drafts.iter().filter_map(|draft| draft.uuid).collect();
                report(match recorder.record(drafts.clone()) {
                    Ok(recorded) => WriteReport::Recorded(names.into_iter().zip(recorded).collect()),
                    Err(fault) => WriteReport::Unwritten(drafts, fault.to_string()),
                });
            }
            Job::Propose { id, engine, proposals } => {
                if let Err(fault) = recorder.store().propose(&id, &engine, &proposals) {
                    report(WriteReport::Failed(fault.to_string()));
                }
            }
            Job::SavedPosition { by, place, view } => {
                if let Err(fault) = recorder.store().keep_seat(&by, &place, &view) {
                    report(WriteReport::Failed(fault.to_string()));
                }
            }
        }
    }
    recorder
}
