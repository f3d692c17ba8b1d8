//! `lockbench judges`: compares judges' agreement with people in one table.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::agree::judges::document::{TableNotes, document};
use crate::agree::judges::{JudgeKind, JudgeRanking, Row};
use crate::annotations::is_session;
use crate::case::{Case, Texts, is_of_cases, read};
use crate::judge::JudgeSettings;
use crate::num::counted;
use crate::stats::Resampling;

use super::agree::{AgreeFormat, RESAMPLES, human, lists};
use super::destination::OutputArgs;
use super::input::{CaseArgs, note_absent};
use super::judge_args::JudgeRunArgs;
use super::output::{Content, notify, print_note};
use super::selection::RubricArgs;
use super::threads::Threads;
use super::{CliError, print_to, status};

mod answers;
mod json;
mod people;
mod table;

use answers::Answers;
use people::HumanJudges;

/// Most cases that are compared: all are held in memory, with each judge's answers.
const MOST_CASES: usize = 20_000;
/// Most bytes of their texts.
const MOST_TEXT: usize = 256 << 20;
/// Width of a terminal text, in columns.
const WIDTH: usize = 120;

/// Arguments of `judges`.
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("yardstick").required(true)),
    after_help = "Examples:\n  lockbench judges cases.jsonl --gold people.jsonl --labels gpt.jsonl --judge './judge.py'\n  \
                  lockbench judges cases.jsonl --human human.consistency --labels gpt.jsonl --labels claude.jsonl\n\n\
                  A row of the table is a judge: each name in the label files (`by`, else the file's name), each program, the \
                  engine, overlaps of words, and people where there are several. Label files may be outputs of batches. \
                  Several answers of one judge to a case, in one file or in several, are samples of it."
)]
pub struct Args {
    #[command(flatten)]
    cases: CaseArgs,
    /// Compare scores with people's numbers in this field of the cases; several fields are several people. A file of labels or
    /// a session is taken as --gold
    #[arg(long, value_name = "FIELD", group = "yardstick")]
    human: Vec<String>,
    /// Compare labels with people's in this file of labels or session; may be given several times
    #[arg(long, value_name = "FILE", group = "yardstick")]
    gold: Vec<PathBuf>,
    /// Labels of judges, or the output of a batch; may be given several times
    #[arg(long, value_name = "FILE")]
    labels: Vec<PathBuf>,
    /// Run a program as a judge, as `score --judge` does; may be given several times
    #[arg(long, value_name = "COMMAND", help_heading = "Judge of your own")]
    judge: Vec<String>,
    /// Its name; one for each --judge, in their order [default: its program's]
    #[arg(long, value_name = "NAME", requires = "judge", help_heading = "Judge of your own")]
    judge_name: Vec<String>,
    #[command(flatten)]
    how: JudgeRunArgs,
    /// Ask each --judge so often about each case, and report how much it differs from itself
    #[arg(long, value_name = "N", requires = "judge", default_value = "1", help_heading = "Judge of your own", value_parser = clap::value_parser!(u16).range(1..=100))]
    samples: u16,
    #[command(flatten)]
    choice: RubricArgs,
    /// With --gold: only these lists, as `claims,key_points`
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "human")]
    list: Vec<String>,
    /// With --human: sort by the first of these metrics, and show only these [default: the metric that most judges have]
    #[arg(long, value_name = "METRIC", value_delimiter = ',', conflicts_with = "gold")]
    metric: Vec<String>,
    /// Format of the result
    #[arg(long, short, value_enum, default_value = "text")]
    format: AgreeFormat,
    /// Bootstrap resamples of the cases, for intervals and for what is more than chance; 0 for none
    #[arg(long, value_name = "N", default_value_t = RESAMPLES, value_parser = clap::value_parser!(u32).range(..=100_000))]
    resamples: u32,
    /// Seed of the resampling
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(mut args: Args) -> Result<u8, CliError> {
    super::interrupt::end_on_signals();
    take_gold(&mut args);
    if args.judge_name.len() > args.judge.len() {
        return Err(CliError::usage("more --judge-name than --judge")
            .hint("give one name for each program, in the order of the programs"));
    }
    let lists = lists(&args.list)?;
    let selection = args.choice.selection()?;
    human::known(&args.metric, &selection)?;
    let destination = args.output.open()?;
    let (cases, mut problems) = cases(&args.cases)?;
    let people = if args.gold.is_empty() {
        HumanJudges::numbers(&cases, &args.human)?
    } else {
        HumanJudges::labels(&cases, &args.gold, &selection)?
    };
    people.notes.iter().for_each(print_note);
    let programs = programs(&args)?;
    let mut answers = answers::of_files(&args.labels, &cases)?;
    for settings in programs {
        answers::of_program(settings, &selection, &cases, usize::from(args.samples), &mut answers);
    }
    let threads = args.threads.count();
    let resampling = Resampling { samples: args.resamples as usize, seed: args.seed };
    let comparing = table::JudgeTableInput {
        cases: &cases,
        people: &people,
        answers: &answers,
        selection: &selection,
        lists: lists.as_deref(),
        metrics: &args.metric,
        resampling,
        threads,
    };
    let table::JudgeTable { standing, statistic, errors } = comparing.compare();
    problems.extend(errors);
    problems.iter().for_each(print_note);
    let mut notes = people.notes.clone();
    notes.extend(unanswered(&standing, &answers));
    let about =
        TableNotes { people: &people.named(), statistic: &statistic, cases: cases.len(), notes: &notes };
    let content = match args.format {
        AgreeFormat::Json => Content::Json(json::json(&standing, &about)),
        AgreeFormat::Text => Content::text(document(&standing, &about).text(WIDTH)),
        AgreeFormat::Md => Content::text(document(&standing, &about).markdown()),
        AgreeFormat::Html => Content::text(document(&standing, &about).html()),
    };
    print_to(destination, &content)?;
    let unscored = |row: &Row| row.answered == 0 || !args.human.is_empty() && row.agreement.n == 0;
    let silent: Vec<&str> =
        standing.rows.iter().filter(|row| unscored(row)).map(|row| &*row.judge.name).collect();
    if !silent.is_empty() {
        notify(&format!("nothing to compare of {}; the result says why", silent.join(", ")));
    }
    Ok(if problems.is_empty() && silent.is_empty() { status::SUCCESS } else { status::UNSCORED })
}

/// Returns the settings of the programs.
///
/// # Errors
/// If two programs without a name of their own would share a row: one program with other options, as for another
/// model, is another judge.
fn programs(args: &Args) -> Result<Vec<JudgeSettings>, CliError> {
    let mut all: Vec<JudgeSettings> = Vec::new();
    for (at, command) in args.judge.iter().enumerate() {
        let settings = args.how.settings(command, args.judge_name.get(at).map(String::as_str))?;
        let same_row = |other: &&JudgeSettings| other.called() == settings.called();
        if settings.name.is_none()
            && let Some(other) = all.iter().find(same_row).filter(|other| other.command != settings.command)
        {
            let message = format!(
                "two judges are called {}: `{}` and `{}`",
                settings.called(),
                other.command,
                settings.command
            );
            return Err(CliError::usage(message)
                .hint("give one --judge-name for each --judge, in the order of the programs"));
        }
        all.push(settings);
    }
    Ok(all)
}

/// Treats arguments of `--human` that are files, labels or sessions, as gold sets.
fn take_gold(args: &mut Args) {
    let is_gold = |name: &String| {
        let path = Path::new(name);
        path.is_file() && (is_of_cases(path) || is_session(path))
    };
    let (gold, fields): (Vec<String>, Vec<String>) =
        std::mem::take(&mut args.human).into_iter().partition(is_gold);
    args.gold.extend(gold.into_iter().map(PathBuf::from));
    args.human = fields;
}

/// Returns the cases, each once, and those that cannot be read.
fn cases(args: &CaseArgs) -> Result<(Vec<Arc<Case>>, Vec<String>), CliError> {
    let (origins, fields) = (args.origins()?, args.fields()?);
    let (mut cases, mut problems, mut bytes) = (Vec::new(), Vec::new(), 0);
    let mut ids = HashSet::new();
    for record in origins.iter().flat_map(|origin| read(origin, &Arc::default())) {
        record.note.iter().for_each(print_note);
        let place = record.place.clone();
        match record.cases(&fields) {
            Err(problem) => problems.push(format!("{} ({})", problem.reason, problem.place)),
            Ok(found) => {
                for case in found.cases {
                    if let Some(reason) = Texts::of(&case).empty() {
                        problems.push(format!("{}: {reason} ({place})", case.id));
                    } else if ids.insert(case.id.clone()) {
                        bytes += case.article.len() + case.summary.len();
                        cases.push(Arc::new(case));
                    } else {
                        problems.push(format!(
                            "a second case `{}` is left out: labels are matched by id ({place})",
                            case.id
                        ));
                    }
                }
            }
        }
        if cases.len() > MOST_CASES || bytes > MOST_TEXT {
            let most = MOST_TEXT >> 20;
            let message = format!(
                "more than {MOST_CASES} cases, or {most} MiB of texts, the most that are compared at once"
            );
            return Err(CliError::usage(message).hint("compare a part of them"));
        }
    }
    note_absent(&fields);
    match (cases.is_empty(), problems.first()) {
        (false, _) => Ok((cases, problems)),
        (true, Some(problem)) => Err(CliError::usage(format!("no case can be read: {problem}"))
            .hint("CASES are the articles and summaries; --labels are what judges said of them")),
        (true, None) => Err(CliError::usage("there is no case").hint("name a file of cases")),
    }
}

/// Returns notes on judges that did not answer every question.
fn unanswered(standing: &JudgeRanking, answers: &[Answers]) -> Vec<String> {
    let missing = standing.rows.iter().filter(|row| {
        row.answered < row.judged && matches!(row.judge.kind, JudgeKind::File | JudgeKind::Program)
    });
    let said = missing.map(|row| {
        let left = row.judged - row.answered;
        let why =
            answers.iter().find(|one| one.name == row.judge.name).and_then(|one| one.first_error.as_ref());
        let why = why.map_or_else(String::new, |why| format!(" (first: {why})"));
        format!("{} left {left} of {} unanswered{why}", row.judge.name, counted(row.judged, "case"))
    });
    said.collect()
}
