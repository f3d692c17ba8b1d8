//! `lockbench agree`: agreement between annotators, or of the rubrics with people (`--human`).

use std::path::PathBuf;

use clap::ValueEnum;

use crate::labels::overrides::Care;

use super::CliError;
use super::destination::OutputArgs;
use super::input::CaseArgs;
use super::judge_args::JudgeArgs;
use super::selection::RubricArgs;
use super::threads::Threads;

mod annotators;
pub mod human;
pub mod json;
mod table;

pub use crate::annotations::RESAMPLES;
pub use annotators::lists;

/// The format of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AgreeFormat {
    /// For people
    Text,
    /// One object
    Json,
    /// Markdown tables
    Md,
    /// A page of its own, with plots
    Html,
}

/// Arguments of `agree`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without --human, FILE... are labels (JSON, JSONL) and review sessions of two annotators or more."
)]
pub struct Args {
    #[command(flatten)]
    cases: CaseArgs,
    /// Compare scores with people's judgement in this field of the cases, a number or true/false; `human.consistency`
    /// looks into an object. Without --rubric and --judge the scores of every rubric are compared
    #[arg(long, value_name = "FIELD")]
    human: Option<String>,
    #[command(flatten)]
    asking: JudgeArgs,
    #[command(flatten)]
    choice: RubricArgs,
    /// Annotators: the texts of the cases, for scores and verdicts and to check spans; may be given several times
    #[arg(long = "cases", value_name = "FILE", conflicts_with = "human")]
    texts: Vec<PathBuf>,
    /// Annotators: only these lists, as `claims,key_points`
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "human")]
    list: Vec<String>,
    /// Annotators: the sessions or labels of the round before; its agreement is shown beside that of this one. May be given
    /// several times
    #[arg(long, value_name = "FILE", conflicts_with = "human")]
    before: Vec<PathBuf>,
    /// Annotators: count the engine in, with what it proposed
    #[arg(long, conflicts_with = "human")]
    engine: bool,
    /// Annotators: of sessions, count labels too that were not judged one by one: `seen` those that were accepted with
    /// their case after a look at them, `accepted` those accepted unseen too
    #[arg(long, value_name = "WHAT", value_enum, conflicts_with = "human")]
    include: Option<Include>,
    /// With --human: only these metrics, as `hallucination` or `judge-lock.hallucination`
    #[arg(long, value_name = "METRIC", value_delimiter = ',', requires = "human")]
    metric: Vec<String>,
    /// With --human: the field that names the system which wrote the summary
    #[arg(long, value_name = "FIELD", default_value = "system")]
    system: String,
    /// Format of the result
    #[arg(long, short, value_enum, default_value = "text")]
    format: AgreeFormat,
    /// With --human: plot each metric against the judgement
    #[arg(long, requires = "human")]
    plot: bool,
    /// Bootstrap resamples for an interval, of cases, or with --human of articles; 0 for none [default: 1000, with
    /// --human 500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100_000))]
    resamples: Option<u32>,
    /// Seed of the resampling
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: OutputArgs,
}

/// Which labels of a session count as an annotator's, beside those that they judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Include {
    /// Those that were accepted with their case after they were in focus long enough to be read.
    Seen,
    /// Those that were accepted with their case, seen or not.
    Accepted,
}

impl Include {
    /// Returns how closely an annotator must have looked at a label for it to count.
    pub fn least(include: Option<Include>) -> Care {
        match include {
            None => Care::Judged,
            Some(Include::Seen) => Care::Seen,
            Some(Include::Accepted) => Care::Accepted,
        }
    }
}

pub fn run(mut args: Args) -> Result<u8, CliError> {
    match args.human.take() {
        Some(human) => human::run(args, &human),
        None if args.asking.is_asked() => {
            Err(CliError::usage("--judge is for --human FIELD, which compares its scores")
                .hint("`lockbench judges CASES --gold FILE --judge COMMAND` compares its labels"))
        }
        None => annotators::run(&args),
    }
}
