//! `lockbench` without a command: the workbench.

use std::path::PathBuf;
use std::sync::Arc;

use crate::case::GivenLabels;
use crate::tui::{self, queue::Sources, worker::Numbers};

use super::Failure;
use super::embedding::Table;
use super::input::Cases;
use super::selection::{Choice, DEFAULT_RUBRIC};

/// Arguments of the workbench.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    cases: Cases,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    choice: Choice,
    /// Labels to begin with, matched to the cases by id
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Colours: dark, light, high-contrast, colour-blind, sixteen, mono [default: by the terminal's background]
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// The name under which your labels are recorded [default: your user name]
    #[arg(long = "as", value_name = "NAME")]
    by: Option<String>,
}

/// Opens the workbench.
pub fn run(args: &Args) -> Result<u8, Failure> {
    let selection = args.choice.selection()?;
    let rubric = selection.rubrics().next().map_or(DEFAULT_RUBRIC, |(entry, _)| entry.slug);
    let named = !args.cases.files.is_empty() || args.cases.article.is_some();
    let origins = if named { args.cases.origins()? } else { Vec::new() };
    let given = match &args.labels {
        Some(path) => GivenLabels::read(path).map_err(|error| Failure::usage(error.to_string()))?,
        None => GivenLabels::default(),
    };
    let user = || std::env::var("USER").ok().filter(|name| !name.is_empty());
    let options = tui::Options {
        sources: Sources { origins, fields: args.cases.fields()?, given },
        rubric: rubric.to_owned(),
        readings: selection.readings,
        numbers: Numbers { rubrics: Arc::clone(selection.set()), embedding: args.table.read()? },
        theme: args.theme.clone(),
        by: args.by.clone().or_else(user).unwrap_or_else(|| "you".to_owned()),
        split: tui::split::file(|name| std::env::var(name).ok()),
    };
    tui::run(options).map_err(|error| {
        Failure::usage(error.to_string()).hint("`lockbench score FILE` judges without a terminal")
    })
}
