//! `lockbench` without a command: the workbench.

use std::path::PathBuf;

use crate::case::GivenLabels;
use crate::tui::{self, queue::Sources, worker::Numbers};

use super::Failure;
use super::embedding::Table;
use super::input::Cases;
use super::standard::{Choice, DEFAULT_RUBRIC};

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
    let (standard, numbers) = args.choice.with_numbers()?;
    let rubric = standard.entries().next().map_or(DEFAULT_RUBRIC, |entry| entry.slug);
    let named = !args.cases.files.is_empty() || args.cases.article.is_some();
    let origins = if named { args.cases.origins()? } else { Vec::new() };
    let replaced = numbers.into_iter().map(|own| (own.slug.to_owned(), own.text)).collect();
    let given = match &args.labels {
        Some(path) => GivenLabels::read(path).map_err(|error| Failure::usage(error.to_string()))?,
        None => GivenLabels::default(),
    };
    let user = || std::env::var("USER").ok().filter(|name| !name.is_empty());
    let options = tui::Options {
        sources: Sources { origins, fields: args.cases.fields()?, given },
        rubric: rubric.to_owned(),
        readings: standard.readings,
        numbers: Numbers { replaced, embedding: args.table.read()? },
        theme: args.theme.clone(),
        by: args.by.clone().or_else(user).unwrap_or_else(|| "you".to_owned()),
    };
    tui::run(options).map_err(|error| {
        Failure::usage(error.to_string()).hint("`lockbench score FILE` judges without a terminal")
    })
}
