//! The command line: arguments, dispatch, messages and exit status.
//!
//! stdout carries results only; every message goes to stderr and says what is wrong, where, and what to
//! do. Parsing has no effects: each command is a file below `cli/`.

mod adjudicate;
mod agree;
mod audit;
mod batch;
mod blind;
mod calibrate;
mod calibration;
mod case_scorer;
mod changes;
mod class;
mod config;
mod destination;
mod driver_args;
mod embedding;
mod error;
mod explain;
mod fail_on;
mod formats;
mod gold_set;
mod input;
mod interrupt;
mod judge_args;
mod judges;
mod labels;
mod learn;
mod line;
mod manual;
mod mutate;
mod output;
mod parse;
mod project;
mod prompt;
mod rendered;
mod resume;
mod review;
mod rubric;
mod rules;
mod score;
mod selection;
mod sessions;
mod share;
mod shared_ids;
mod sidecar_labels;
mod sink;
mod threads;
mod workbench;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::tui::state::After;

use destination::Destination;
pub use error::{CliError, status};
use output::Content;

/// All environment variables that the program reads, with their purpose.
pub const VARIABLES: &[(&str, &str)] = &[
    ("NO_COLOR", "no colours"),
    ("TERM", "`dumb` has no colours and no screen"),
    ("VISUAL, EDITOR", "the editor that the workbench opens"),
    ("XDG_CONFIG_HOME", "where the configuration is, else ~/.config"),
    ("XDG_STATE_HOME", "where sessions and progress are, else ~/.local/state"),
    ("XDG_CACHE_HOME", "where answers of judges are remembered, else ~/.cache"),
    ("HOME, USER", "where these folders are, and who reviews unless --as says"),
    ("GITHUB_STEP_SUMMARY", "the file that `--format github` adds its summary to"),
    ("GITHUB_WORKSPACE", "the folder that its annotations count files from"),
];

/// Returns the help text on exit statuses and environment variables.
fn statuses_and_variables() -> String {
    let mut out = "Exit status:\n".to_owned();
    for (status, about) in error::STATUSES {
        out.push_str(&format!("  {status:<4} {about}\n"));
    }
    out.push_str("\nEnvironment:\n");
    for (name, about) in VARIABLES {
        out.push_str(&format!("  {name:<20}  {about}\n"));
    }
    out.trim_end().to_owned()
}

/// Returns the exit statuses on one line.
fn statuses() -> String {
    let all = error::STATUSES.iter().map(|(status, about)| {
        let short = about.split([',', ';']).next().unwrap_or_default();
        format!("{status} {short}")
    });
    format!(
        "Exit status: {}. `lockbench --help` lists them with the variables of the environment.",
        all.collect::<Vec<_>>().join("; ")
    )
}

/// Scores summaries against their articles by rubrics, and shows every step of the arithmetic.
#[derive(Debug, Parser)]
#[command(
    name = "lockbench",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_precedence_over_arg = true
)]
#[command(
    after_help = statuses(),
    after_long_help = statuses_and_variables()
)]
pub struct Cli {
    #[command(flatten)]
    open: workbench::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Score cases and write a report for each case and rubric
    Score(score::Args),
    /// Write the labels that the engine proposes, to be edited and fed back with `score --labels`
    Labels(labels::Args),
    /// Agreement between annotators, of labels files and sessions; or, with --human, of scores with people's judgements
    Agree(agree::Args),
    /// Which judge agrees best with people: models, files of labels, the engine and overlaps of words in one table
    Judges(judges::Args),
    /// Decide where annotators differ: a queue in the workbench; a gold set, and feedback for each annotator
    Adjudicate(adjudicate::Args),
    /// What each of a class or a team did, in one table: lessons, agreement with a gold set, time a case
    Class(class::Args),
    /// Fit the probabilities of labels to what your annotators decided
    Calibrate(calibrate::Args),
    /// Recompute another judge's metric objects from its own labels, and list every rule that it breaks
    Audit(audit::Args),
    /// Write a rubric as instructions for a language model or a person, with the texts and the schema of the answer
    Prompt(prompt::Args),
    /// Lessons on the rubrics: list them, take one, or check your own
    Learn(learn::Args),
    /// Write how the engine reads a text: its sentences and their trees, as CoNLL-U
    Parse(parse::Args),
    /// Write summaries spoilt in one place each, with their true labels: a test for judges
    Mutate(mutate::Args),
    /// Open the workbench on a review session: a queue of cases, everything done to them kept in one file
    Review(review::Args),
    /// A round of annotation as one file: who judges which cases by what, how far they are, and what came of it
    #[command(subcommand)]
    Project(project::Command),
    /// Review sessions: import, export, merge, record events, show, back up
    #[command(subcommand)]
    Sessions(sessions::Command),
    /// Explain a metric, a cap, a rubric or a reading, with its source
    Explain(explain::Args),
    /// List the rubrics, or show one's numbers and words
    #[command(subcommand)]
    Rubric(rubric::Command),
    /// Print the JSON Schema of a file format
    Schema {
        /// Which format
        #[arg(value_enum)]
        of: crate::schema::FileFormat,
        #[command(flatten)]
        output: destination::FileArgs,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
        #[command(flatten)]
        output: destination::FileArgs,
    },
    /// Print the manual page, or write one for each command
    Man {
        /// Write a page for each command to this folder, as packages install them
        #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
        dir: Option<PathBuf>,
        #[command(flatten)]
        output: destination::FileArgs,
    },
    /// The configuration of the workbench: its theme and its keys
    #[command(subcommand)]
    Config(config::Command),
    /// Themes of the workbench
    #[command(subcommand)]
    Themes(manual::ThemesCommand),
}

/// Runs the program.
pub fn main() -> ExitCode {
    output::report_panics();
    let (cli, arguments) = match output::parse::<Cli>(std::env::args_os(), for_review) {
        Ok(parsed) => parsed,
        Err(usage) => {
            return match output::usage(&usage) {
                Ok(wrong) => ExitCode::from(if wrong { status::USAGE } else { status::SUCCESS }),
                Err(error) => failed(&CliError::output(&error)),
            };
        }
    };
    let ended = destination::refuse_inputs(&arguments).and_then(|()| run(cli));
    interrupt::wind_up();
    match ended {
        Ok(status) => ExitCode::from(status),
        Err(failure) => failed(&failure),
    }
}

/// Reports why the program ends; returns the exit status.
fn failed(failure: &CliError) -> ExitCode {
    failure.report();
    ExitCode::from(failure.status)
}

fn run(cli: Cli) -> Result<u8, CliError> {
    match cli.command {
        None if is_first() => follow(learn::first_tour()?),
        None => follow(workbench::run(&cli.open).map_err(|error| mistyped(error, &cli.open))?),
        Some(Command::Score(args)) => score::run(args),
        Some(Command::Labels(args)) => labels::run(args),
        Some(Command::Agree(args)) => agree::run(args),
        Some(Command::Judges(args)) => judges::run(args),
        Some(Command::Adjudicate(args)) => adjudicate::run(&args),
        Some(Command::Class(args)) => class::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Audit(args)) => audit::run(&args),
        Some(Command::Prompt(args)) => prompt::run(&args),
        Some(Command::Learn(args)) => follow(learn::run(&args)?),
        Some(Command::Parse(args)) => parse::run(&args),
        Some(Command::Mutate(args)) => mutate::run(args),
        Some(Command::Review(args)) => review::run(args),
        Some(Command::Project(command)) => project::run(&command),
        Some(Command::Sessions(command)) => sessions::run(command),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Rubric(command)) => rubric::run(&command),
        Some(Command::Schema { of, output }) => {
            print_to(output.open()?, &Content::own(crate::schema::text(of)))
        }
        Some(Command::Completions { shell, output }) => manual::completions(shell, &output),
        Some(Command::Man { dir: None, output }) => manual::man(&output),
        Some(Command::Man { dir: Some(folder), .. }) => manual::pages(&folder),
        Some(Command::Config(command)) => config::run(command),
        Some(Command::Themes(command)) => manual::themes(&command),
    }
}

/// Returns whether the program was called without arguments, on a terminal, by somebody who never used it
/// here.
fn is_first() -> bool {
    let draws = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    std::env::args_os().len() == 1 && draws && crate::tui::terminal::answers() && learn::is_first_run()
}

/// Amends the error of a call without a command. A mistyped command is taken for a file; the hint then
/// names the command.
fn mistyped(error: CliError, open: &workbench::Args) -> CliError {
    let absent = open.files().first().filter(|file| !file.exists());
    let command = Cli::command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    // A word alone may be meant as a command.
    let is_word = |file: &&PathBuf| file.extension().is_none() && file.components().count() == 1;
    match absent.and_then(|file| similar(file.to_str()?, names)) {
        Some(name) => error.hint(format!("did you mean `lockbench {name}`?")),
        None if absent.is_some_and(|file| is_word(&file)) => {
            error.hint("check the path; it is no command either: `lockbench --help` lists them")
        }
        None => error,
    }
}

/// Amends the error about an unknown option of the program if `review` has this option.
fn for_review(mut error: clap::Error) -> clap::Error {
    use clap::error::{ContextKind, ContextValue};
    let mut command = Cli::command();
    command.build();
    let usage = command.render_usage();
    let is_of_program = match error.get(ContextKind::Usage) {
        // The usage line of a subcommand contains its name.
        Some(ContextValue::StyledStr(shown)) => {
            let shown = shown.to_string();
            !command.get_subcommands().any(|one| shown.contains(&format!(" {} ", one.get_name())))
        }
        _ => false,
    };
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return error };
    let option = option.clone();
    let review = command.find_subcommand("review");
    let knows = review.is_some_and(|review| {
        review.get_arguments().filter_map(clap::Arg::get_long).any(|long| format!("--{long}") == option)
    });
    if error.kind() == clap::error::ErrorKind::UnknownArgument && is_of_program && knows {
        let tip = format!("it is an option of `lockbench review`: lockbench review FILE {option} ...");
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    error
}

/// Returns the known name most similar to the typed one, if any is similar enough.
fn similar<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const MIN_SIMILARITY: f64 = 0.85;
    let near = known.map(|name| (strsim::jaro_winkler(typed, name), name));
    let near = near.filter(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    near.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, name)| name)
}

/// Continues with what the user chose when leaving the workbench.
fn follow(left: workbench::WorkbenchExit) -> Result<u8, CliError> {
    let (mut status, mut after) = left;
    while let Some(next) = after {
        (status, after) = match next {
            After::Lessons => learn::lessons()?,
            After::Samples => workbench::samples()?,
        };
    }
    Ok(status)
}

/// Writes a result to the destination given by `-o`. A closed pipe is not an error.
fn print_to(destination: Destination, content: &Content) -> Result<u8, CliError> {
    destination.fill(|out| out.write(content))?;
    Ok(status::SUCCESS)
}

/// Writes a result to stdout. A closed pipe is not an error.
fn print(content: &Content) -> Result<u8, CliError> {
    print_to(Destination::Stdout, content)
}
