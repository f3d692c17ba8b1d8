//! A background thread that processes jobs, so that the loop never waits for them.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// Handle to the thread. Dropping it waits until all submitted jobs are done.
#[derive(Debug)]
pub struct Jobs<Job> {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl<Job: Send + 'static> Jobs<Job> {
    /// Starts the thread. `work` has to return once the channel of jobs is closed.
    pub fn spawn(name: &str, work: impl FnOnce(&Receiver<Job>) + Send + 'static) -> Jobs<Job> {
        let (jobs, handed) = mpsc::channel();
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || work(&handed)).ok();
        Jobs { jobs: Some(jobs), thread }
    }

    /// Submits a job.
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
