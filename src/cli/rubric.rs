//! `lockbench rubric`: shows the rubrics, their numbers and the readings.

mod check;

use clap::Subcommand;

use crate::rubric::{READINGS, RUBRICS};

use super::destination::FileArgs;
use super::output::Content;
use super::{CliError, print_to};

/// Subcommands of `rubric`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the rubrics and the readings
    List {
        #[command(flatten)]
        output: FileArgs,
    },
    /// Print a rubric's file: its numbers and its words
    Show {
        /// Name of the rubric
        name: String,
        #[command(flatten)]
        output: FileArgs,
    },
    /// Check a rubric's rules for defects, each shown by an example
    ///
    /// Label counts within what the rubric asks for are evaluated one by one. Reported are, each with a case that
    /// shows it: caps that always fire, never fire or never lower a score; scores and verdicts that no labels give;
    /// worse cases that score higher; gaps, overlaps and edges of bands; targets that contradict each other. A defect
    /// is a rule that does what nobody can want, a remark is worth knowing. With --format json the cases can be fed
    /// to `lockbench score --labels-only`.
    ///
    /// The exit status is 0 whatever is found; with --fail-on it is 1 if a finding is that severe.
    Check(check::Args),
}

pub fn run(command: &Command) -> Result<u8, CliError> {
    match command {
        Command::List { output } => print_to(output.open()?, &Content::text(list()?)),
        Command::Show { name, output } => match RUBRICS.iter().find(|entry| entry.slug == name) {
            Some(entry) => print_to(output.open()?, &Content::own(entry.toml)),
            None => Err(CliError::usage(format!("unknown rubric `{name}` ({})", names()))),
        },
        Command::Check(args) => check::run(args),
    }
}
fn names() -> String {
    format!("known: {}", crate::rubric::slugs().join(", "))
}

fn list() -> Result<String, CliError> {
    let mut text = String::from("Rubrics\n");
    for entry in RUBRICS {
        let rubric = (entry.load)(entry.toml).map_err(CliError::usage)?;
        text.push_str(&format!("  {:<16} {}\n", entry.slug, rubric.docs().words.what));
    }
    text.push_str("\nReadings (the first value is the default; * is the printed one, taken by --literal)\n");
    let there = |slugs: &&[&str]| RUBRICS.iter().any(|entry| slugs.contains(&entry.slug));
    for reading in READINGS.iter().filter(|reading| there(&reading.rubrics)) {
        let mark =
            |value: &&str| format!("{value}{}", if Some(*value) == reading.printed { "*" } else { "" });
        let values: Vec<String> = reading.values.iter().map(mark).collect();
        text.push_str(&format!("  {:<22} {}\n", reading.key, values.join(", ")));
    }
    text.push_str("\n`lockbench explain NAME` says more of each.\n");
    Ok(text)
}
