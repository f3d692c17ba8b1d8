//! A batch: one thread reads, several work, and the results are written in the order of the input.
//!
//! Memory is bounded regardless of the size of the input: a record needs a permit to enter and returns it
//! once its results are written, so that each worker has only a few records in progress.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::agree::changes::{Changes, RunComparison};
use crate::case::{CaseError, Fields, FileLocation, InputFormat, Origin, Record, RecordCases, read};
use crate::embedding::Embedding;
use crate::engine::{Engine, OwnCalibration, SharedCache};
use crate::judge::{Judge, QuestionSettings, Reply};

use crate::num::{counted, pluralize};
use crate::report::Decision;
use crate::threads::processors;

use super::formats::Framing;
use super::input::note_absent;
use super::judge_args::{UnstartedJudge, ask};
use super::output::{self, Results, notify, print_note};
use super::rendered::RenderedResult;
use super::resume::{DoneResults, SharedDone, lock};
use super::sink::Sink;
use super::status;

/// Records in progress for each worker: enough to keep it busy while a slow record delays the output.
const AHEAD: usize = 16;
/// Records in progress for each line that a judge has in flight.
const ASKED_AHEAD: usize = 4;
/// Bytes of articles whose analysis is cached for all workers: a few dozen news articles, whose analysis
/// takes about 17 MB.
const CACHE_BYTES: usize = 128 << 10;
/// Most notes that are printed; further ones are counted.
pub const MAX_NOTES: usize = 20;

/// The input of a batch, and how to score it.
pub struct BatchPlan {
    /// Sources of the cases.
    pub origins: Vec<Origin>,
    /// Records read after those of the origins.
    pub records: Option<Box<dyn Iterator<Item = Record> + Send>>,
    /// How to find the fields of a case.
    pub fields: Fields,
    /// Worker threads.
    pub threads: usize,
    /// Joins the results to one output.
    pub framing: Box<dyn Framing>,
    /// The file that results are appended to; `None` is stdout.
    pub out: Option<File>,
    /// Results that an earlier run already wrote.
    pub done: Option<SharedDone>,
    /// The earlier run that results are compared with.
    pub baseline: Option<RunComparison>,
    /// Least share of the cases, in percent, that both runs must have for a comparison.
    pub min_compared: f64,
    /// Sentence embedding.
    pub embedding: Embedding,
    /// Calibration of the probabilities, if not the shipped one.
    pub calibration: Option<Arc<OwnCalibration>>,
    /// The judge that is asked about each case before it is scored.
    pub judge: Option<UnstartedJudge>,
}

impl BatchPlan {
    /// Creates a plan without input, with one thread for each processor, writing to stdout.
    pub fn new(framing: Box<dyn Framing>) -> BatchPlan {
        BatchPlan {
            origins: Vec::new(),
            records: None,
            fields: Fields::default(),
            threads: processors(),
            framing,
            out: None,
            done: None,
            baseline: None,
            min_compared: 0.0,
            embedding: Embedding::default(),
            calibration: None,
            judge: None,
        }
    }
}

#[derive(Debug, Default)]
pub struct BatchTotals {
    pub records: usize,
    pub results: usize,
    pub errors: usize,
    /// Number of results that `--fail-on` can judge: no errors, and no cases without input for the
    /// rubric.
    pub judged: usize,
    /// Number of results that meet a condition of `--fail-on`.
    pub fails: usize,
    /// The first of them in this run, with the reason.
    pub first_failed: Option<String>,
    pub verdicts: BTreeMap<Decision, usize>,
    /// Why the first result with the verdict ERROR has no other verdict.
    pub first_fault: Option<String>,
    /// Number of results kept from an earlier run.
    pub done: usize,
    /// Changes compared with the baseline.
    pub changes: Option<Changes>,
    /// The position at which the results end, if the batch was stopped.
    pub stopped: Option<Stopped>,
}

impl BatchTotals {
    /// Adds the kept results of an earlier run, and compares them with the baseline too.
    fn add_done(&mut self, done: &DoneResults, baseline: Option<&mut RunComparison>) {
        self.done = done.count();
        self.judged += done.judged();
        self.fails += done.fails();
        if let Some(baseline) = baseline {
            for scored in done.scored() {
                baseline.see(scored);
            }
        }
    }

    /// Summarises the batch in a sentence.
    pub fn summary(&self, time: Duration) -> String {
        let counted = self.verdicts.iter().map(|(decision, count)| format!("{count} {}", decision.as_str()));
        let verdicts: Vec<String> = counted.collect();
        let verdicts = if verdicts.is_empty() { String::new() } else { format!(": {}", verdicts.join(", ")) };
        format!(
            "{} of {} in {:.1} s{verdicts}",
            pluralize(self.results, "result"),
            pluralize(self.records, "record"),
            time.as_secs_f64()
        )
    }
}

/// A stopped batch. Its results are exactly those of the records before one position of the input.
#[derive(Debug)]
pub struct Stopped {
    pub status: u8,
    /// The last record whose results were written.
    pub last: Option<FileLocation>,
    /// The first record without results, if it was read.
    pub next: Option<FileLocation>,
}

/// Scores a record; each thread has its own engine.
pub type RecordScorer =
    dyn Fn(&mut Engine, Result<RecordCases, CaseError>, &InputRecord) -> Vec<RenderedResult> + Send + Sync;

#[derive(Clone, Debug)]
pub struct InputRecord {
    /// Its number, from 1.
    pub number: usize,
    /// Location of the record.
    pub place: FileLocation,
    /// A judge's replies for each of its cases; empty if no judge is asked.
    pub replies: Vec<Vec<Reply>>,
}

/// A parsed record. Parsing happens on the reader's thread, since cases without an id are numbered in
/// order.
struct OpenedRecord {
    place: FileLocation,
    note: Option<String>,
    found: Result<RecordCases, CaseError>,
    /// Which of its results already exist; empty if none do.
    done: Vec<bool>,
    /// A judge's replies for each of its cases.
    replies: Vec<Vec<Reply>>,
}

enum Event {
    Read(FileLocation),
    /// A message that is not part of the results.
    Message(String),
    Done(usize, Vec<RenderedResult>),
    End(usize),
    Stop(u8),
}

/// Runs a batch.
///
/// # Errors
/// If the results cannot be written, except when the reader closed the pipe.
pub fn run(plan: BatchPlan, work: Arc<RecordScorer>) -> io::Result<BatchTotals> {
    let threads = plan.threads.max(1);
    let (events, arrivals) = channel();
    // A judge is slow, so enough questions must be in progress while one of them takes long.
    let ahead = plan.judge.as_ref().map_or(0, |questioning| questioning.settings.lines() * ASKED_AHEAD);
    let (permits, returns) = sync_channel((threads * AHEAD).max(ahead));
    // Bounded by the number of permits.
    let (jobs, queue) = channel();
    let queue = Arc::new(Mutex::new(queue));
    let progress = Progress::new(&plan.origins);
    let room = SharedCache::new(CACHE_BYTES);
    for _ in 0..threads {
        let room = room.clone();
        let (queue, events, work) = (Arc::clone(&queue), events.clone(), Arc::clone(&work));
        let (embedding, calibration) = (plan.embedding.clone(), plan.calibration.clone());
        let engine = move || Engine::with(embedding.clone()).calibrated(calibration.clone());
        thread::spawn(move || worker(&queue, &events, &*work, &engine, &room));
    }
    let judge = plan.judge.map(|questioning| {
        let messages = events.clone();
        let called = questioning.settings.called();
        let judge = Judge::start(questioning.settings, move |text| drop(messages.send(Event::Message(text))));
        (Arc::new(judge), questioning.questions, called)
    });
    let asked = judge.as_ref().map(|(judge, _, called)| (Arc::clone(judge), called.clone()));
    watch_signals(events.clone(), asked.as_ref().map(|(judge, _)| Arc::clone(judge)));
    let input = Input { origins: plan.origins, records: plan.records, counter: Arc::clone(&progress.read) };
    let done = plan.done.clone();
    let fields = plan.fields.clone();
    let skip = Skip { done: plan.done, fields: plan.fields };
    let judge = judge.map(|(judge, questions, _)| (judge, questions));
    thread::spawn(move || reader(input, skip, judge, &permits, &jobs, &events));

    let mut sink = Sink::new(Results::to(plan.out), plan.framing);
    let mut tally = BatchTotals::default();
    let mut baseline = plan.baseline;
    let outcome = write_in_order(&arrivals, &returns, &mut sink, &mut tally, &progress, baseline.as_mut());
    progress.clear();
    if let Some((judge, called)) = asked {
        end_judge(&judge, &called, &arrivals);
    }
    if let Some(done) = &done {
        tally.add_done(&lock(done), baseline.as_mut());
    }
    if tally.stopped.is_none() {
        note_absent(&fields);
    }
    tally.changes = baseline.map(RunComparison::finish);
    let compared = tally.changes.as_ref().filter(|changes| {
        // A stopped batch lacks cases for that reason alone, so the least share does not apply.
        tally.stopped.is_some() || changes.cases.reach(plan.min_compared)
    });
    match outcome.and_then(|()| sink.finish(compared)) {
        // The reader of the results closed the pipe, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(error),
        Ok(()) => {}
    }
    Ok(tally)
}

/// Ends the judge, prints its last messages and its statistics.
fn end_judge(judge: &Judge, called: &str, arrivals: &Receiver<Event>) {
    judge.end();
    for event in arrivals.try_iter() {
        if let Event::Message(text) = event {
            notify(&text);
        }
    }
    notify(&format!("judge {called}: {}", judge.tally().summary()));
}

/// Skips results that already exist.
struct Skip {
    done: Option<SharedDone>,
    fields: Fields,
}

impl Skip {
    /// Returns a record if some of its results are missing. Records must come in the order of the input.
    fn left(&self, record: Record) -> Option<OpenedRecord> {
        let (place, note) = (record.place.clone(), record.note.clone());
        let found = record.cases(&self.fields);
        let done = self.done.as_ref().map(|done| lock(done).of(&place, &found)).unwrap_or_default();
        let left = done.is_empty() || !done.iter().all(|done| *done);
        left.then_some(OpenedRecord { place, note, found, done, replies: Vec::new() })
    }
}

/// The source of records.
struct Input {
    origins: Vec<Origin>,
    records: Option<Box<dyn Iterator<Item = Record> + Send>>,
    /// Counts the bytes read from files.
    counter: Arc<AtomicUsize>,
}

fn reader(
    Input { origins, records, counter }: Input,
    skip: Skip,
    judge: Option<(Arc<Judge>, QuestionSettings)>,
    permits: &SyncSender<()>,
    jobs: &Sender<(usize, OpenedRecord)>,
    events: &Sender<Event>,
) {
    // Passes a record to the workers, once a judge has answered all questions about it.
    let hand_on = |number: usize, opened: OpenedRecord| {
        let Some((judge, questions)) = &judge else { return jobs.send((number, opened)).is_ok() };
        let cases = opened.found.iter().flat_map(|found| &found.cases);
        let (asked, jobs) = (cases.map(|case| questions.of(case)).collect(), jobs.clone());
        ask(judge, asked, move |replies| {
            // Nobody receives if the batch was stopped.
            jobs.send((number, OpenedRecord { replies, ..opened })).ok();
        });
        true
    };
    // Returns false if nobody receives any more, since the batch was stopped.
    let mut count = 0;
    let mut enter = |record: Record| {
        let place = record.place.clone();
        let Some(opened) = skip.left(record) else { return true };
        let number = count;
        count += 1;
        permits.send(()).is_ok() && events.send(Event::Read(place)).is_ok() && hand_on(number, opened)
    };
    for origin in &origins {
        let mut any = false;
        for record in read(origin, &counter) {
            any = true;
            if !enter(record) {
                return;
            }
        }
        if !any {
            notify(&format!("note: {}", no_case(origin)));
        }
    }
    for record in records.into_iter().flatten() {
        if !enter(record) {
            return;
        }
    }
    if let Some((judge, _)) = &judge {
        judge.finish();
    }
    let _ = events.send(Event::End(count));
}

/// Returns the message about an input without records.
pub fn no_case(origin: &Origin) -> String {
    let name = name_of(origin);
    let header = if is_table(origin) {
        ": the first line of a table is taken as its header, which names the columns, as in id,article,summary, and each further line is a case"
    } else {
        ""
    };
    format!("{name} holds no case{header}")
}

/// Returns the name of an input in messages.
pub fn name_of(origin: &Origin) -> String {
    match origin.place() {
        Origin::File(path) => path.display().to_string(),
        _ => "stdin".to_owned(),
    }
}

/// Returns whether an input is a table with one row per line.
fn is_table(origin: &Origin) -> bool {
    match origin {
        Origin::As { reading, .. } if reading.format.is_some() => {
            matches!(reading.format, Some(InputFormat::Csv | InputFormat::Tsv))
        }
        Origin::As { origin, reading } => reading.delimiter.is_some() || is_table(origin),
        Origin::File(path) => {
            let name = path.to_string_lossy().to_lowercase();
            let name = [".gz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
            name.ends_with(".csv") || name.ends_with(".tsv")
        }
        Origin::Stdin | Origin::Pair { .. } => false,
    }
}

fn worker(
    queue: &Mutex<Receiver<(usize, OpenedRecord)>>,
    events: &Sender<Event>,
    work: &RecordScorer,
    engine: &dyn Fn() -> Engine,
    room: &SharedCache,
) {
    /// Most records that a worker takes at a time, if enough are waiting. Consecutive records often share
    /// an article, whose analysis then stays in one engine's cache.
    const TOGETHER: usize = AHEAD / 2;
    let fresh = || engine().for_batch(room.clone());
    let mut engine = fresh();
    let mut taken = VecDeque::new();
    loop {
        if taken.is_empty()
            && let Ok(queue) = queue.lock()
        {
            taken.extend(queue.recv());
            taken.extend(queue.try_iter().take(TOGETHER - 1));
        }
        let Some((number, opened)) = taken.pop_front() else { return };
        let OpenedRecord { place, note, found, done, replies } = opened;
        let entry = InputRecord { number: number + 1, place, replies };
        let scored = catch_unwind(AssertUnwindSafe(|| work(&mut engine, found, &entry)));
        let mut pieces = scored.unwrap_or_else(|_| {
            // A defect of the program must not cost the user the rest of the batch.
            engine = fresh();
            let problem = CaseError::new(
                entry.place.clone(),
                "a defect of lockbench: this case made it stop; please report it",
            );
            work(&mut engine, Err(problem), &entry)
        });
        if pieces.len() == done.len() {
            let mut done = done.iter();
            pieces.retain(|_| done.next() == Some(&false));
        }
        if let (Some(note), Some(first)) = (note, pieces.first_mut()) {
            first.notes.insert(0, note);
        }
        if events.send(Event::Done(number, pieces)).is_err() {
            return;
        }
    }
}

/// Stops the batch on Ctrl-C or SIGTERM; results written so far are kept.
fn watch_signals(events: Sender<Event>, judge: Option<Arc<Judge>>) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _ = events.send(Event::Stop(if signal == SIGINT {
                status::INTERRUPTED
            } else {
                status::TERMINATED
            }));
        }
        // A second signal ends the program immediately.
        if signals.forever().next().is_some() {
            judge.iter().for_each(|judge| judge.end());
            std::process::exit(i32::from(status::INTERRUPTED));
        }
    });
}

fn write_in_order<W: Write>(
    arrivals: &Receiver<Event>,
    permits: &Receiver<()>,
    sink: &mut Sink<W>,
    tally: &mut BatchTotals,
    progress: &Progress,
    mut baseline: Option<&mut RunComparison>,
) -> io::Result<()> {
    let mut waiting: BTreeMap<usize, Vec<RenderedResult>> = BTreeMap::new();
    // Records that were read and whose results are not yet written.
    let mut places: VecDeque<FileLocation> = VecDeque::new();
    let (mut next, mut end, mut notes, mut last) = (0, None, 0, None);
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
            Event::Read(place) => places.push_back(place),
            Event::Message(text) => progress.around(|| notify(&text)),
            Event::Done(number, pieces) => drop(waiting.insert(number, pieces)),
            Event::End(count) => end = Some(count),
            Event::Stop(status) => {
                // Results after a gap are dropped, so that the output ends at one position of the input.
                tally.stopped = Some(Stopped { status, last, next: places.pop_front() });
                break;
            }
        }
        while let Some(pieces) = waiting.remove(&next) {
            take(pieces, sink, tally, &mut notes, progress, baseline.as_deref_mut())?;
            // Fails only if the reader has ended, when nobody waits for a permit.
            let _ = permits.try_recv();
            next += 1;
            last = places.pop_front();
        }
    }
    if notes > MAX_NOTES {
        print_note(format!("{} of this kind", counted(notes - MAX_NOTES, "more note")));
    }
    Ok(())
}

fn take<W: Write>(
    pieces: Vec<RenderedResult>,
    sink: &mut Sink<W>,
    tally: &mut BatchTotals,
    notes: &mut usize,
    progress: &Progress,
    mut baseline: Option<&mut RunComparison>,
) -> io::Result<()> {
    tally.records += 1;
    for mut piece in pieces {
        let new = std::mem::take(&mut piece.notes);
        if let Some(baseline) = baseline.as_deref_mut() {
            piece.worse =
                piece.scored.iter().map(|scored| baseline.see(scored)).filter(|worse| *worse).count() > 0;
        }
        tally.results += (piece.decisions.len() + piece.errors).max(1);
        tally.errors += piece.errors;
        for decision in &piece.decisions {
            *tally.verdicts.entry(*decision).or_default() += 1;
        }
        tally.judged += piece.judged;
        if let Some(why) = piece.fails.take() {
            tally.fails += 1;
            tally.first_failed.get_or_insert(why);
        }
        if tally.first_fault.is_none() {
            tally.first_fault = piece.fault.take();
        }
        sink.write(piece)?;
        for note in &new {
            *notes += 1;
            if *notes <= MAX_NOTES {
                progress.around(|| print_note(note));
            }
        }
    }
    progress.advance(tally.records);
    Ok(())
}

/// A progress bar on a terminal's stderr; otherwise nothing.
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
        let size = |origin: &Origin| match origin.place() {
            Origin::File(path) => std::fs::metadata(path).ok().map(|about| about.len()),
            Origin::Pair { .. } => Some(0),
            Origin::Stdin | Origin::As { .. } => None,
        };
        let total: Option<u64> = origins.iter().map(size).sum();
        let bar = ProgressBar::with_draw_target(total, target);
        let template = match total {
            Some(_) => "{msg} {wide_bar} {percent}%, {eta} left",
            None => "{spinner} {msg}, {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, read }
    }

    fn advance(&self, records: usize) {
        if !self.bar.is_hidden() {
            let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
            self.bar.set_message(format!("{records} scored, {:.0}/s", records as f64 / seconds));
            self.bar.set_position(self.read.load(Ordering::Relaxed) as u64);
        }
    }

    /// Hides the bar while something is written to the terminal.
    fn around<T>(&self, act: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { act() } else { self.bar.suspend(act) }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::formats::lines;
    use crate::cli::output::Content;

    #[test]
    fn what_was_scored_behind_a_gap_is_left_out_of_a_batch_that_is_stopped() {
        let place = |line| FileLocation::new(&Arc::from("f"), line);
        let piece = |text: &str| {
            vec![RenderedResult { content: Content::Json(text.to_owned()), ..RenderedResult::default() }]
        };
        for (done, wanted, last, next) in [
            (&[0, 2, 3][..], "0\n", Some(1), Some(2)),
            (&[1, 2], "", None, Some(1)),
            (&[3, 1, 0, 2], "0\n1\n2\n3\n", Some(4), None),
        ] {
            let (events, arrivals) = channel();
            let (_permits, returns) = sync_channel(8);
            for line in 1..=4 {
                events.send(Event::Read(place(line))).unwrap();
            }
            for &number in done {
                events.send(Event::Done(number, piece(&number.to_string()))).unwrap();
            }
            events.send(Event::Stop(status::INTERRUPTED)).unwrap();
            let (mut out, mut tally) = (Vec::new(), BatchTotals::default());
            let mut sink = Sink::new(Results::plain(&mut out), lines());
            write_in_order(&arrivals, &returns, &mut sink, &mut tally, &Progress::new(&[]), None).unwrap();
            sink.finish(None).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), wanted);
            let stopped = tally.stopped.unwrap();
            assert_eq!(stopped.status, status::INTERRUPTED);
            assert_eq!((stopped.last, stopped.next), (last.map(place), next.map(place)));
        }
    }
}
