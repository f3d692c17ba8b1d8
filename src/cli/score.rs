//! `lockbench score`: a report for each case and rubric.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use clap::ValueEnum;

use crate::case::{Case, Fields, GivenLabels, Malformed, Origin, is_stdin, read};
use crate::report::Decision;
use crate::session::Analyst;
use crate::text::visible::{Shape, visible};

use super::batch::{Plan, Stopped, Tally, no_case, run as run_batch};
use super::calibration::Calibrated;
use super::embedding::Table;
use super::failure::tell_note;
use super::input::Cases;
use super::judging::Judging;
use super::output::{Content, tell};
use super::selection::Choice;
use super::sessions::scored::Scored;
use super::{Failure, OutputFormat, beside, print, status};

/// From which verdict on the exit status is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// FAIL; also INCOMPLETE and ERROR, since nothing was vouched for
    Fail,
    /// WARN, and all that `fail` counts
    Warn,
}

/// Arguments of `score`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    cases: Cases,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    calibrated: Calibrated,
    #[command(flatten)]
    choice: Choice,
    /// Format of the reports
    #[arg(long, short, value_enum, default_value = "jsonl")]
    format: OutputFormat,
    /// Labels by a person or another judge (JSON or JSON lines), matched by id; they win over the proposals
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Score what people decided in a review session, by its rubric and readings unless others are named
    #[arg(long, value_name = "S.db", conflicts_with_all = ["files", "article", "labels", "labels_only", "beside", "map"])]
    session: Option<PathBuf>,
    /// The annotator whose labels count, where several gave some
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// Use the labels that the workbench saved beside the files
    #[arg(long, conflicts_with = "labels")]
    beside: bool,
    /// Use given labels only: a metric whose labels are not given is missing
    #[arg(long)]
    labels_only: bool,
    /// Exit with 1 if a verdict is this bad
    #[arg(long, value_enum, value_name = "VERDICT")]
    fail_on: Option<FailOn>,
    /// Worker threads [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
    /// Score nothing; print how the fields of the input are understood
    #[arg(long)]
    dry_run: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<u8, Failure> {
    if args.session.is_some() {
        return session(args);
    }
    if args.by.is_some() && args.labels.is_none() {
        return Err(Failure::usage("--by chooses among the labels of --labels or --session"));
    }
    let (origins, fields) = (args.cases.origins()?, args.cases.fields()?);
    let calibration = args.calibrated.read()?;
    let selection = args.choice.selection_by(calibration.as_deref())?;
    let given = match (&args.labels, args.beside) {
        (None, true) => beside::read(&origins)?,
        (None, false) => {
            beside::tell_of(&origins);
            None
        }
        (labels, _) => given(labels.as_deref(), &origins, args.by.as_deref())?,
    };
    if args.dry_run {
        return dry_run(&origins, &fields);
    }
    let (wanted, format) = (selection.wanted(), args.format);
    let (own_beside, labels_only) = (args.beside, args.labels_only);
    let labels = given.clone();
    let judging = Judging { selection, wanted, given, own_beside, labels_only, format };
    let embedding = args.table.read()?;
    let threads = args.jobs.map(usize::from);
    let plan = Plan { origins, records: None, fields, threads, format: args.format, embedding, calibration };
    let tally = run_batch(plan, Arc::new(move |engine, found, entry| judging.reports(engine, found, entry)))?;
    Ok(finish(&tally, labels.as_deref(), args.fail_on))
}

/// Scores what people decided in a session.
fn session(args: Args) -> Result<u8, Failure> {
    let Some(path) = &args.session else { return Ok(status::SUCCESS) };
    let embedding = args.table.read()?;
    let mut scored = Scored::open(path, args.by.as_deref(), Analyst::new(embedding.clone()))?;
    let (rubric, readings) = scored.selection()?;
    let calibration = args.calibrated.read_for(path, scored.calibration()?.as_deref())?;
    let mut choice = args.choice;
    if choice.rubric.is_empty() && choice.rubric_file.is_none() {
        choice.rubric.extend(rubric);
    }
    // What is named now comes later, and wins.
    choice.reading.splice(0..0, readings);
    let selection = choice.selection_by(calibration.as_deref())?;
    let (wanted, format) = (selection.wanted(), args.format);
    // The session holds everything that was proposed: nothing is proposed anew.
    let judging = Judging { selection, wanted, given: None, own_beside: false, labels_only: true, format };
    let plan = Plan {
        origins: Vec::new(),
        records: Some(Box::new(scored)),
        fields: Fields::default(),
        threads: args.jobs.map(usize::from),
        format,
        embedding,
        calibration,
    };
    let tally = run_batch(plan, Arc::new(move |engine, found, entry| judging.reports(engine, found, entry)))?;
    Ok(finish(&tally, None, args.fail_on))
}

/// The labels of a file.
pub fn given(
    path: Option<&Path>,
    origins: &[Origin],
    by: Option<&str>,
) -> Result<Option<Arc<GivenLabels>>, Failure> {
    let Some(path) = path else { return Ok(None) };
    if is_stdin(path) && origins.iter().any(Origin::reads_stdin) {
        return Err(Failure::usage("cases and labels cannot both come from standard input")
            .hint("name a file for one of them"));
    }
    let hint = "nothing was scored; label files hold objects as `lockbench labels` writes them";
    let read = GivenLabels::by(path, by).map_err(|error| Failure::usage(error.to_string()).hint(hint))?;
    Ok(Some(Arc::new(read)))
}

/// Says what did not go well, and makes it the exit status.
pub fn finish(tally: &Tally, labels: Option<&GivenLabels>, fail_on: Option<FailOn>) -> u8 {
    if let Some(labels) = labels
        && labels.unmatched() > 0
    {
        let (unmatched, known) = (labels.unmatched(), labels.len());
        tell(&format!("note: {unmatched} of {known} sets of labels matched no case by its id"));
    }
    if tally.errors > 0 {
        let (are, results) =
            if tally.errors == 1 { ("is an error", "result") } else { ("are errors", "results") };
        tell(&format!(
            "{} {results} of {} {are}; each says what is wrong and where",
            tally.errors, tally.results
        ));
    }
    if let Some(stopped) = &tally.stopped {
        tell(&stopped_at(stopped, tally.records));
    }
    let bad = match fail_on {
        None => false,
        // Nothing was vouched for.
        Some(_) if tally.records == 0 => true,
        Some(FailOn::Fail) => tally.worst >= Some(Decision::Fail),
        Some(FailOn::Warn) => tally.worst >= Some(Decision::Warn),
    };
    match &tally.stopped {
        Some(stopped) => stopped.status,
        None if tally.errors > 0 => status::UNSCORED,
        None if bad => status::FAIL_ON,
        None => status::SUCCESS,
    }
}

/// How far the results go, in the order of the input.
fn stopped_at(stopped: &Stopped, records: usize) -> String {
    let done = match (records, &stopped.last) {
        (1, Some(last)) => format!("1 record was scored, {}:{}", last.file, last.line),
        (many, Some(last)) => {
            format!("{many} records were scored, the last of them {}:{}", last.file, last.line)
        }
        (_, None) => "nothing was scored".to_owned(),
    };
    let rest = match &stopped.next {
        Some(next) => format!("; the rest, from {}:{} on, was not", next.file, next.line),
        None => "; what follows was not".to_owned(),
    };
    format!("stopped: {done}{rest}")
}

/// Prints what was taken for what: a line for each file, and one more wherever that changes.
fn dry_run(origins: &[Origin], fields: &Fields) -> Result<u8, Failure> {
    let mut errors = 0;
    for origin in origins {
        let (mut before, mut cases, mut name) = (None, 0, None);
        for record in read(origin, &Arc::new(AtomicUsize::new(0))) {
            tell_note(&record);
            let place = record.place.clone();
            name = Some(place.file.to_string());
            match record.cases(fields) {
                Ok(found) => {
                    cases += found.cases.len();
                    let now = Taking::new(found.from, found.cases.first());
                    if before.as_ref() != Some(&now) {
                        print(&Content::text(taken(&place.to_string(), &now)))?;
                        before = Some(now);
                    }
                }
                Err(problem) => {
                    errors += 1;
                    print(&Content::text(format!("{}\n", line(&problem.to_string()))))?;
                }
            }
        }
        match name {
            Some(name) => {
                let plural = if cases == 1 { "" } else { "s" };
                print(&Content::text(format!("{}: {cases} case{plural}\n", line(&name))))?;
            }
            None => tell(&no_case(origin)),
        }
    }
    Ok(if errors > 0 { status::UNSCORED } else { status::SUCCESS })
}

/// What was taken for what, in one record.
#[derive(PartialEq)]
struct Taking {
    /// Field of a case and the name under which it was found.
    from: Vec<(&'static str, String)>,
    /// What nothing reads.
    kept: Vec<String>,
    /// Fields that could not be read, and why.
    wrong: Vec<Malformed>,
}

impl Taking {
    fn new(from: Vec<(&'static str, String)>, case: Option<&Case>) -> Taking {
        let Some(case) = case else { return Taking { from, kept: Vec::new(), wrong: Vec::new() } };
        let wrong = case.malformed.clone();
        let unread = |key: &&str| !wrong.iter().any(|one| one.key == *key);
        Taking { from, kept: case.extra.keys().filter(unread).map(str::to_owned).collect(), wrong }
    }
}

fn taken(place: &str, Taking { from, kept, wrong }: &Taking) -> String {
    let mut text = format!("{}\n", line(place));
    if from.is_empty() {
        text.push_str("  article and summary are text files\n");
    }
    for (field, name) in from {
        text.push_str(&format!("  {field:<18} <- {}\n", line(name)));
    }
    for Malformed { field, reason, .. } in wrong {
        text.push_str(&format!("  {field:<18} is not read: {}\n", line(reason)));
    }
    if !kept.is_empty() {
        text.push_str(&format!("  kept as they are: {}\n", line(&kept.join(", "))));
    }
    text
}

/// A name or a reason on one line.
fn line(text: &str) -> Cow<'_, str> {
    visible(text, Shape::Line)
}
