//! `lockbench calibrate`: fits the probabilities of labels to annotators' decisions.

use std::path::PathBuf;

use super::agree::Include;
use super::embedding::EmbeddingArgs;
use super::input::{CaseLookup, known, stdin_once};
use super::output::{Content, notify, print_note};
use super::selection::RubricArgs;
use super::threads::Threads;
use super::{CliError, print, status};
use crate::annotations::{Gathering, ProposalDecisions};
use crate::case::Fields;
use crate::evidence::calibration::Calibration;
use crate::evidence::calibration::learn::{
    FEWEST, FEWEST_CASES, FEWEST_OF_A_KIND, FitOutcome, Learned, LearnedLine, learn,
};
use crate::evidence::calibration::write;
use crate::files;
use crate::num::pluralize;
use crate::session::VERSION;

/// Arguments of `calibrate`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The file holds the lines, and how they hold on cases that they were not fitted to. `--calibration FILE` of `score`, \
                  `labels`, `review` and the workbench uses it. A list whose lines do not prove better keeps the shipped ones."
)]
pub struct Args {
    /// Review sessions, and files of labels
    #[arg(value_name = "S.db|LABELS", required = true)]
    files: Vec<PathBuf>,
    /// The texts of the cases that files of labels are about; may be given several times
    #[arg(long = "cases", value_name = "FILE")]
    texts: Vec<PathBuf>,
    /// Where to write the calibration [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the decisions of one annotator say
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// Of sessions, learn from labels too that were accepted with their case: `seen` after a look at them, `accepted`
    /// unseen too
    #[arg(long, value_name = "WHAT", value_enum)]
    include: Option<Include>,
    #[command(flatten)]
    table: EmbeddingArgs,
    #[command(flatten)]
    threads: Threads,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    stdin_once(args.files.iter().chain(&args.texts))?;
    let CaseLookup { cases, mut problems } = known(&args.texts, &Fields::default())?;
    let embedding = args.table.read()?;
    let mut gathering = Gathering::new(false, RubricArgs::default().selection()?, cases)
        .with_least(Include::least(args.include));
    for file in &args.files {
        gathering.read(file, &embedding)?;
    }
    if let Some(by) = &args.by {
        gathering.keep(by)?;
    }
    problems.append(&mut gathering.problems);
    problems.iter().chain(&gathering.notes).for_each(print_note);
    let threads = args.threads.count();
    let decided = gathering.decided(&embedding, threads)?;
    report(&decided);
    let shipped =
        Calibration::shipped().ok_or_else(|| CliError::usage("the shipped calibration cannot be read"))?;
    let learned = learn(&shipped, &decided.decisions);
    if !learned.is_better() {
        return Err(refusal(&decided, &learned));
    }
    learned.lines.iter().for_each(|line| notify(&fit_line(line)));
    let text = write::learned(&learned, VERSION, decided.annotators.len());
    match &args.output {
        Some(path) => files::replace(path, text.as_bytes())
            .map_err(|error| CliError::usage(format!("cannot write {}: {error}", path.display())))?,
        None => drop(print(&Content::own(text))?),
    }
    Ok(status::of(&problems))
}

fn report(decided: &ProposalDecisions) {
    notify(&format!(
        "{} on proposals, in {}, by {}",
        pluralize(decided.decisions.len(), "decision"),
        pluralize(decided.cases, "case"),
        pluralize(decided.annotators.len(), "annotator")
    ));
    if decided.unmatched > 0 {
        let labels = pluralize(decided.unmatched, "label");
        print_note(format!("{labels} of annotators left out: they have no proposal"));
    }
    if decided.without_texts > 0 {
        let cases = pluralize(decided.without_texts, "case");
        print_note(format!("{cases} left out: --cases FILE gives the texts"));
    }
}

/// Explains why nothing is written: for each line, the decisions found and those needed.
fn refusal(decided: &ProposalDecisions, learned: &Learned) -> CliError {
    let needs = format!(
        "a fit takes at least {FEWEST} decisions on {FEWEST_CASES} articles, {FEWEST_OF_A_KIND} of the rarer kind, and must \
         predict cases that it was not fitted to better than the shipped one"
    );
    if learned.lines.is_empty() {
        let message = "no decision on a proposal to fit anything to; nothing was written";
        return CliError::usage(message).hint(match decided.without_texts {
            0 => "decide on labels in a session, or accept them; labels of files must be a person's (`by`)",
            _ => "--cases FILE gives the texts of the cases",
        });
    }
    let lines: Vec<String> = learned.lines.iter().map(fit_line).collect();
    let message = "no fit to these decisions is better than the shipped one; nothing was written";
    CliError { excerpt: Some(lines.join("\n")), ..CliError::usage(message).hint(needs) }
}

/// Describes the result of one line.
fn fit_line(line: &LearnedLine) -> String {
    // Cases that share an article count as one.
    let n = format!("{}, {}", pluralize(line.decisions, "decision"), pluralize(line.cases, "article"));
    let losses = match (&line.before, &line.after) {
        (Some(before), Some(after)) => format!(
            "log loss {:.3} -> {:.3}, Brier {:.3} -> {:.3}, calibration error {:.3} -> {:.3}",
            before.log_loss,
            after.log_loss,
            before.brier,
            after.brier,
            before.calibration_error,
            after.calibration_error
        ),
        _ => String::new(),
    };
    let came = match line.outcome {
        FitOutcome::TooFew => {
            let mut missing = Vec::new();
            for (has, takes, what) in [
                (line.decisions, FEWEST, "decision"),
                (line.cases, FEWEST_CASES, "article"),
                (line.rarer, FEWEST_OF_A_KIND, "decision"),
            ] {
                if has < takes {
                    let rarer = if takes == FEWEST_OF_A_KIND { " of the rarer kind" } else { "" };
                    missing.push(format!("{} more{rarer}", pluralize(takes - has, what)));
                }
            }
            format!("too few; needs {}", missing.join(", "))
        }
        FitOutcome::NoBetter(Some(needed)) => {
            format!("kept as shipped; {losses}: not surely better, which would take about {needed} decisions")
        }
        FitOutcome::NoBetter(None) => format!("kept as shipped, which predicts these as well; {losses}"),
        FitOutcome::Better => {
            let from = line
                .helps_from()
                .map_or_else(String::new, |from| format!("; helps from {from} decisions on"));
            format!("fitted; {losses}{from}")
        }
    };
    format!("{} ({n}): {came}", line.key)
}
