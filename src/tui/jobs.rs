//! A thread beside the screen that works off jobs, so that the loop never waits for them.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// The way to the thread. Dropped, it waits until what was handed over is done.
#[derive(Debug)]
pub struct Jobs<Job> {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl<Job: Send + 'static> Jobs<Job> {
    /// Starts the thread; `work` is to end once no more jobs can come.
    pub fn spawn(name: &str, work: impl FnOnce(&Receiver<Job>) + Send + 'static) -> Jobs<Job> {
        let (jobs, handed) = mpsc::channel();
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || work(&handed)).ok();
        Jobs { jobs: Some(jobs), thread }
    }

    /// Hands a job over.
    pub fn ask(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            jobs.send(job).ok();
        }
    }
}

impl<Job> Drop for Jobs<Job> {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}
