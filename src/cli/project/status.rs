//! `lockbench project status`: how a round stands, as text, as a page, or as a screen that follows the sessions.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{folder, read};
use crate::cli::output::{Content, tell};
use crate::cli::{Failure, print};
use crate::project::{NAME, Status, document};

/// Forms of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Markdown tables
    Md,
    /// One page that needs nothing else
    Html,
}

/// Arguments of `project status`.
#[derive(Debug, clap::Args)]
#[group(id = "project_status")]
pub struct Args {
    /// The project
    #[arg(value_name = "PROJECT", default_value = NAME)]
    file: PathBuf,
    /// Form of the status [default: a screen on a terminal, md elsewhere]
    #[arg(long, short, value_enum)]
    format: Option<Form>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8, Failure> {
    let project = read(&args.file)?;
    let document = document(&Status::of(&project, folder(&args.file), tell));
    print(&match args.format.unwrap_or(Form::Md) {
        Form::Md => Content::text(document.markdown()),
        Form::Html => Content::text(document.html()),
    })
}
