//! A batch: one thread reads, some work, and the results leave in the order of the input.
//!
//! Memory is bounded whatever the size of the input: a record needs a permit to enter and gives it back when its
//! results were written, so no more than a few records a worker are ever under way.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::case::{Fields, Found, Origin, Place, Problem, Record, read};
use crate::embedding::Embedding;
use crate::engine::Engine;
use crate::report::Decision;

use super::output::{self, Content, Results, tell};
use super::sink::Sink;
use super::{Failure, OutputFormat, status};

/// Records under way for each worker: enough to keep it busy while a slow record holds up the output.
const AHEAD: usize = 16;
/// Bytes of articles of which the workers together keep what they found: a few dozen news articles, with some 17 MB of
/// findings.
const ROOM: usize = 128 << 10;
/// Notes told one by one; of the rest only the number is told.
const NOTES_TOLD: usize = 20;

/// What to read, and how.
pub struct Plan {
    /// Where the cases are.
    pub origins: Vec<Origin>,
    /// How their fields are found.
    pub fields: Fields,
    /// Worker threads; `None` is one for each processor.
    pub threads: Option<usize>,
    /// The form of the results.
    pub format: OutputFormat,
    /// What sentences are compared by.
    pub embedding: Embedding,
}

/// One result.
#[derive(Debug, Default)]
pub struct Piece {
    /// What is written, without a newline at its end.
    pub content: Content,
    /// The verdict, where it is a report.
    pub decision: Option<Decision>,
    /// Whether it says that the case could not be scored.
    pub error: bool,
    /// What the user should be told besides.
    pub notes: Vec<String>,
    /// Whether labels given apart from the case were used.
    pub labels_used: bool,
}

/// What came of a batch.
#[derive(Debug, Default)]
pub struct Tally {
    /// Records read.
    pub records: usize,
    /// Results written.
    pub results: usize,
    /// Results that are errors.
    pub errors: usize,
    /// Cases whose labels were found in the file of labels.
    pub labels_used: usize,
    /// The worst verdict.
    pub worst: Option<Decision>,
    /// The exit status of a batch that was stopped.
    pub stopped: Option<u8>,
}

/// Turns what a record holds into results, with an engine of the thread's own.
pub type Work = dyn Fn(&mut Engine, Result<Found, Problem>, &Place) -> Vec<Piece> + Send + Sync;

enum Event {
    Done(usize, Vec<Piece>),
    End(usize),
    Stop(u8),
}

/// Runs a batch.
///
/// # Errors
/// Where the results cannot be written, for another reason than that their reader went away.
pub fn run(plan: Plan, work: Arc<Work>) -> Result<Tally, Failure> {
    let threads =
        plan.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1);
    let (events, arrivals) = channel();
    let (permits, returns) = sync_channel(threads * AHEAD);
    let (jobs, queue) = sync_channel(threads * AHEAD);
    let queue = Arc::new(Mutex::new(queue));
    let progress = Progress::new(&plan.origins);
    for _ in 0..threads {
        let (queue, events, work, fields) =
            (Arc::clone(&queue), events.clone(), Arc::clone(&work), plan.fields.clone());
        let embedding = plan.embedding.clone();
        thread::spawn(move || worker(&queue, &events, &*work, &fields, &embedding, ROOM / threads));
    }
    watch_signals(events.clone());
    let (origins, counter) = (plan.origins, Arc::clone(&progress.read));
    thread::spawn(move || reader(&origins, &counter, &permits, &jobs, &events));

    let mut sink = Sink::new(Results::open(), plan.format);
    let mut tally = Tally::default();
    let outcome = write_in_order(&arrivals, &returns, &mut sink, &mut tally, &progress);
    progress.clear();
    match outcome.and_then(|()| sink.finish()) {
        // Whoever read the results has enough: `head` does this.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(Failure::output(&error)),
        Ok(()) => {}
    }
    Ok(tally)
}

fn reader(
    origins: &[Origin],
    counter: &Arc<AtomicUsize>,
    permits: &SyncSender<()>,
    jobs: &SyncSender<(usize, Record)>,
    events: &Sender<Event>,
) {
    let mut count = 0;
    for origin in origins {
        let before = count;
        for record in read(origin, counter) {
            // Nobody listens any more: the batch was stopped.
            if permits.send(()).is_err() || jobs.send((count, record)).is_err() {
                return;
            }
            count += 1;
        }
        if count == before {
            let name = match origin {
                Origin::File(path) => path.display().to_string(),
                _ => "stdin".to_owned(),
            };
            tell(&format!("note: {name} holds no case"));
        }
    }
    let _ = events.send(Event::End(count));
}

fn worker(
    queue: &Mutex<Receiver<(usize, Record)>>,
    events: &Sender<Event>,
    work: &Work,
    fields: &Fields,
    embedding: &Embedding,
    room: usize,
) {
    let fresh = || Engine::with(embedding.clone()).for_batch(room);
    let mut engine = fresh();
    loop {
        let job = match queue.lock() {
            Ok(queue) => queue.recv(),
            Err(_) => return,
        };
        let Ok((number, record)) = job else { return };
        let place = record.place.clone();
        let scored = catch_unwind(AssertUnwindSafe(|| work(&mut engine, record.cases(fields), &place)));
        let pieces = scored.unwrap_or_else(|_| {
            // A defect of ours must not cost the user the rest of the batch.
            engine = fresh();
            let problem = Problem::new(
                place.clone(),
                "a defect of lockbench: this case made it stop; please report it",
            );
            work(&mut engine, Err(problem), &place)
        });
        if events.send(Event::Done(number, pieces)).is_err() {
            return;
        }
    }
}

/// Ctrl-C ends the batch after what was scored; so does a request to terminate.
fn watch_signals(events: Sender<Event>) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _ = events.send(Event::Stop(if signal == SIGINT {
                status::INTERRUPTED
            } else {
                status::TERMINATED
            }));
        }
        // A second one means it.
        if signals.forever().next().is_some() {
            std::process::exit(i32::from(status::INTERRUPTED));
        }
    });
}

fn write_in_order<W: Write>(
    arrivals: &Receiver<Event>,
    permits: &Receiver<()>,
    sink: &mut Sink<W>,
    tally: &mut Tally,
    progress: &Progress,
) -> io::Result<()> {
    let mut waiting: BTreeMap<usize, Vec<Piece>> = BTreeMap::new();
    let (mut next, mut end, mut notes) = (0, None, 0);
    while end != Some(next) {
        let event = match arrivals.try_recv() {
            Ok(event) => event,
            Err(_) => {
                progress.around(|| sink.flush())?;
                let Ok(event) = arrivals.recv() else { break };
                event
            }
        };
        match event {
            Event::Done(number, pieces) => drop(waiting.insert(number, pieces)),
            Event::End(count) => end = Some(count),
            Event::Stop(status) => {
                tally.stopped = Some(status);
                break;
            }
        }
        while let Some(pieces) = waiting.remove(&next) {
            take(pieces, sink, tally, &mut notes, progress)?;
            // The reader has ended where nobody waits for a permit.
            let _ = permits.try_recv();
            next += 1;
        }
    }
    // Interrupted: what lies behind a gap was scored too.
    for (_, pieces) in std::mem::take(&mut waiting) {
        take(pieces, sink, tally, &mut notes, progress)?;
    }
    if notes > NOTES_TOLD {
        tell(&format!("note: {} more notes of this kind", notes - NOTES_TOLD));
    }
    Ok(())
}

fn take<W: Write>(
    pieces: Vec<Piece>,
    sink: &mut Sink<W>,
    tally: &mut Tally,
    notes: &mut usize,
    progress: &Progress,
) -> io::Result<()> {
    tally.records += 1;
    for piece in pieces {
        sink.write(piece.content)?;
        tally.results += 1;
        tally.errors += usize::from(piece.error);
        tally.labels_used += usize::from(piece.labels_used);
        tally.worst = tally.worst.max(piece.decision);
        for note in &piece.notes {
            *notes += 1;
            if *notes <= NOTES_TOLD {
                progress.around(|| tell(&format!("note: {note}")));
            }
        }
    }
    progress.advance(tally.records);
    Ok(())
}

/// A bar on a terminal's stderr; elsewhere nothing.
struct Progress {
    bar: ProgressBar,
    read: Arc<AtomicUsize>,
}

impl Progress {
    fn new(origins: &[Origin]) -> Progress {
        let read = Arc::new(AtomicUsize::new(0));
        let Some(target) = output::progress() else {
            return Progress { bar: ProgressBar::hidden(), read };
        };
        let size = |origin: &Origin| match origin {
            Origin::File(path) => std::fs::metadata(path).ok().map(|about| about.len()),
            Origin::Pair { .. } => Some(0),
            Origin::Stdin => None,
        };
        let total: Option<u64> = origins.iter().map(size).sum();
        let bar = ProgressBar::with_draw_target(total, target);
        let template = match total {
            Some(_) => "{msg} scored {wide_bar} {percent}% {eta}",
            None => "{spinner} {msg} scored, {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, read }
    }

    fn advance(&self, records: usize) {
        if !self.bar.is_hidden() {
            self.bar.set_message(records.to_string());
            self.bar.set_position(self.read.load(Ordering::Relaxed) as u64);
        }
    }

    /// Does something that writes to the terminal, with the bar out of the way.
    fn around<T>(&self, act: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { act() } else { self.bar.suspend(act) }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
