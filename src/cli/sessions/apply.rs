//! `lockbench sessions apply`: records events, and acknowledges each once it is on disk.

mod gold;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use serde_json::json;

use crate::case::{Line, MAX_RECORD, next_line, utf8};
use crate::cli::destination::Destination;
use crate::cli::embedding::EmbeddingArgs;
use crate::cli::output::{Content, Results, notify};
use crate::cli::status;
use crate::report::json::line;
use crate::session::{
    Act, Analyst, CheckError, EventDraft, EventError, OrderedObject, Recorder, SessionError, annotator,
};

use super::presence::OpenWorkbenches;
use super::{CliError, open};

/// Most events in one transaction. Waiting events are recorded together, since each transaction waits for
/// the disk.
const EVENTS_PER_TRANSACTION: usize = 256;

/// Arguments of `sessions apply`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session
    #[arg(value_name = "S.db")]
    session: PathBuf,
    /// Events, one a line, or - for stdin
    #[arg(value_name = "EVENTS.jsonl|-")]
    events: PathBuf,
    /// The annotator, where an event does not say
    #[arg(long = "as", value_name = "NAME")]
    by: Option<String>,
    #[command(flatten)]
    table: EmbeddingArgs,
}

/// Why a line was not recorded.
#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error("the line is longer than {} MiB", MAX_RECORD >> 20)]
    TooLong,
    #[error("{0}")]
    NotUtf8(String),
    #[error("cannot read on: {0}")]
    Read(#[source] io::Error),
    #[error(transparent)]
    Event(#[from] EventError),
    #[error(transparent)]
    Refused(#[from] CheckError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("{0}")]
    Open(String),
    #[error("it was not recorded")]
    NotRecorded,
}

/// The number of a line, with its text or what is wrong with it.
type Numbered = (usize, Result<String, LineError>);

pub fn run(args: &Args) -> Result<u8, CliError> {
    if let Some(by) = &args.by {
        annotator(by).map_err(|why| CliError::usage(format!("--as: {why}")))?;
    }
    let store = open(&args.session)?;
    let input = input(&args.events)?;
    let mut recorder = Recorder::new(store, args.by.clone(), Analyst::new(args.table.read()?));
    let (lines, arrivals) = sync_channel(4 * EVENTS_PER_TRANSACTION);
    thread::spawn(move || cut(input, &lines));
    let (mut recorded, mut refused, mut heard) = (0_usize, 0_usize, true);
    let mut out = Results::open();
    while let Some(batch) = next(&arrivals) {
        for result in record(&mut recorder, batch, args.by.as_deref()) {
            let text = match &result {
                Ok(seq) => line(&json!({"seq": seq})),
                Err((at, why)) => line(&json!({"line": at, "error": why.to_string()})),
            };
            if result.is_ok() {
                recorded += 1;
            } else {
                refused += 1;
            }
            heard = heard
                && Destination::Stdout
                    .heard(out.write(&Content::Json(text)).and_then(|()| out.separate("\n")))?;
        }
        heard = heard && Destination::Stdout.heard(out.flush())?;
    }
    if refused > 0 {
        notify(&format!("events not recorded: {refused} of {}; each says why", recorded + refused));
        return Ok(status::UNSCORED);
    }
    Ok(status::SUCCESS)
}

fn input(path: &Path) -> Result<Box<dyn BufRead + Send>, CliError> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).map_err(|error| CliError::file(path, &error.to_string()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Splits the input into lines on a thread of its own, ahead of recording.
fn cut(mut input: Box<dyn BufRead + Send>, lines: &SyncSender<Numbered>) {
    for number in 1.. {
        let text = match next_line(&mut input, MAX_RECORD) {
            Ok(None) => return,
            Ok(Some(Line::TooLong)) => Err(LineError::TooLong),
            Ok(Some(Line::Kept(bytes))) if bytes.trim_ascii().is_empty() => continue,
            Ok(Some(Line::Kept(bytes))) => {
                utf8(&bytes).map(str::to_owned).map_err(|error| LineError::NotUtf8(error.reason))
            }
            Err(error) => {
                drop(lines.send((number, Err(LineError::Read(error)))));
                return;
            }
        };
        if lines.send((number, text)).is_err() {
            return;
        }
    }
}

/// Waits for a line and returns it with all others that are waiting; `None` at the end.
fn next(arrivals: &Receiver<Numbered>) -> Option<Vec<Numbered>> {
    let mut batch = vec![arrivals.recv().ok()?];
    while batch.len() < EVENTS_PER_TRANSACTION
        && let Ok(more) = arrivals.try_recv()
    {
        batch.push(more);
    }
    Some(batch)
}

/// Records lines. Returns, in order, the number of each event, or why the line was not recorded. `by` is
/// the annotator of events that name none.
fn record(
    recorder: &mut Recorder,
    batch: Vec<Numbered>,
    by: Option<&str>,
) -> Vec<Result<i64, (usize, Box<LineError>)>> {
    let mut workbenches = OpenWorkbenches::default();
    let mut read = |text: &str| {
        let draft = EventDraft::read(OrderedObject::read(text)?)?;
        let name = draft.by.as_deref().or(by).unwrap_or_default();
        let refusal = workbenches.refusal(recorder.store(), name).map(str::to_owned);
        refusal.map_or(Ok(draft), |why| Err(LineError::Open(why)))
    };
    let read: Vec<(usize, Result<EventDraft, LineError>)> =
        batch.into_iter().map(|(at, text)| (at, text.and_then(|text| read(&text)))).collect();
    let drafts: Vec<EventDraft> = read.iter().filter_map(|(_, draft)| draft.as_ref().ok().cloned()).collect();
    // The result of a gold case depends on everything recorded before its reveal, so a new run starts
    // there.
    let runs = drafts.chunk_by(|_, next| next.act != Act::Reveal);
    let recorded: Vec<Result<i64, LineError>> = runs
        .flat_map(|run| {
            let run = run.iter().map(|draft| gold::marked(recorder, draft.clone(), by)).collect();
            together(recorder, run)
        })
        .collect();
    let mut recorded = recorded.into_iter();
    read.into_iter()
        .map(|(at, draft)| match draft {
            Ok(_) => recorded
                .next()
                .unwrap_or_else(|| Err(LineError::NotRecorded))
                .map_err(|why| (at, Box::new(why))),
            Err(why) => Err((at, Box::new(why))),
        })
        .collect()
}

/// Records events together. If that fails, records them one by one, so that the valid ones are kept.
fn together(recorder: &mut Recorder, drafts: Vec<EventDraft>) -> Vec<Result<i64, LineError>> {
    let alone = drafts.len() == 1;
    // Events written to a file that was removed or replaced in the meantime are not acknowledged.
    let recorded = recorder.record(drafts.clone());
    match recorded.and_then(|all| recorder.store().in_place().map(|()| all)) {
        Ok(all) => all.into_iter().map(|event| Ok(event?.seq)).collect(),
        Err(fault) if alone => vec![Err(fault.into())],
        Err(_) => drafts.into_iter().flat_map(|draft| together(recorder, vec![draft])).collect(),
    }
}
