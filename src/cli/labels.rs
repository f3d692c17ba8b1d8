//! `lockbench labels`: writes the engine's proposals, or a judge's labels, as label files.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;

use crate::evidence::Wanted;
use crate::judge::QuestionSettings;

use super::CliError;
use super::batch::{BatchPlan, InputRecord, run as run_batch};
use super::calibration::CalibrationArgs;
use super::case_scorer::{FallbackArg, Judging};
use super::destination::{Destination, OutputArgs};
use super::embedding::EmbeddingArgs;
use super::formats::{lines, list};
use super::input::CaseArgs;
use super::judge_args::{JudgeArgs, UnstartedJudge};
use super::output::{be_quiet, notify};
use super::score::{finish, given};
use super::selection::RubricArgs;
use super::threads::Threads;

/// Arguments of `labels`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    table: EmbeddingArgs,
    #[command(flatten)]
    calibrated: CalibrationArgs,
    /// Form of the labels; `json` is indented, for editing by hand
    #[arg(long, short, value_enum, default_value = "jsonl")]
    format: Form,
    /// Put these labels over the proposals, and write what is then in force; of several files the last one counts
    #[arg(long, value_name = "FILE")]
    labels: Vec<PathBuf>,
    /// Propose nothing; write the given labels as they were understood
    #[arg(long)]
    labels_only: bool,
    #[command(flatten)]
    asking: JudgeArgs,
    #[command(flatten)]
    fallback: FallbackArg,
    /// The rubrics whose labels a judge is asked for, separated by commas, or `all` [default: judge-lock]
    #[arg(long, short, value_name = "NAME|all", value_delimiter = ',', requires = "judge")]
    rubric: Vec<String>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One object a line
    Jsonl,
    /// One object, or a list of several, indented
    Json,
}

pub fn run(args: Args) -> Result<u8, CliError> {
    if args.output.file.quiet {
        be_quiet();
    }
    let mut destination = Destination::open(args.output.file.output.as_deref())?;
    let (origins, fields) = (args.cases.origins()?, args.cases.fields()?);
    let given = given(&args.labels, &origins, None)?;
    let labels = given.clone();
    let indented = args.format == Form::Json;
    let selection = RubricArgs { rubric: args.rubric, ..RubricArgs::default() }.selection()?;
    let judge = args.asking.settings()?.map(|settings| {
        let questions = QuestionSettings::new(selection.rubrics(), settings.identity());
        UnstartedJudge { settings, questions }
    });
    let judging = Judging {
        selection,
        wanted: Wanted::ALL,
        given,
        own_beside: false,
        labels_only: args.labels_only,
        rules: Vec::new(),
        judge: judge.as_ref().map(|judge| judge.settings.mark()),
        fallback: args.fallback.fallback,
        session: false,
    };
    let (embedding, calibration) = (args.table.read()?, args.calibrated.read()?);
    let framing = if indented { list() } else { lines() };
    let threads = args.threads.count();
    let out = destination.file()?;
    let plan =
        BatchPlan { origins, fields, threads, embedding, calibration, judge, out, ..BatchPlan::new(framing) };
    let work =
        move |engine: &mut _, found, entry: &InputRecord| judging.labels(engine, found, entry, indented);
    let begun = Instant::now();
    let tally = run_batch(plan, Arc::new(work)).map_err(|error| destination.failed(&error))?;
    destination.end(tally.stopped.is_some(), tally.results)?;
    if args.output.verbose {
        notify(&tally.summary(begun.elapsed()));
    }
    Ok(finish(&tally, labels.as_deref(), &[]))
}
