//! `lockbench project status`: shows the status of a round as text, as a page, or as a screen that
//! follows the sessions.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{folder, read};
use crate::cli::destination::FileArgs;
use crate::cli::output::{Content, notify};
use crate::cli::{CliError, print_to};
use crate::document::Document;
use crate::project::{NAME, Project, Status, document, session};
use crate::tui::alone::ThemeChoice;
use crate::tui::terminal;
use crate::tui::watch::{Watched, watch};

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
    #[command(flatten)]
    output: FileArgs,
}

/// Widest cell on the screen, in columns; longer units are truncated, so that the table fits.
const MOST_CELL: usize = 40;

fn live(args: &Args) -> Result<u8, CliError> {
    let project = read(&args.file)?;
    let folder = folder(&args.file).to_path_buf();
    let mut files: Vec<PathBuf> = project.annotators.iter().map(|name| session(&folder, name)).collect();
    files.push(args.file.clone());
    let file = args.file.clone();
    let make = move || match Project::read(&file) {
        // Notes about locked sessions are not shown on the screen.
        Ok(project) => document(&Status::of(&project, &folder, |_| {})).with_cells_of(MOST_CELL),
        Err(why) => {
            let mut document = Document::default();
            document.paragraph(why.to_string());
            document
        }
    };
    let config = crate::cli::config::read();
    let watched = Watched {
        heading: format!("Annotation round, {}", args.file.display()),
        files,
        make: Box::new(make),
        look: ThemeChoice { theme: config.theme.clone(), folder: crate::cli::config::folder() },
        keys: config.keys,
    };
    watch(watched).map_err(CliError::usage)
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    if args.format.is_none() && args.output.output.is_none() && terminal::answers() {
        return live(args);
    }
    let destination = args.output.open()?;
    let project = read(&args.file)?;
    let document = document(&Status::of(&project, folder(&args.file), notify));
    let content = match args.format.unwrap_or(Form::Md) {
        Form::Md => Content::text(document.markdown()),
        Form::Html => Content::text(document.html()),
    };
    print_to(destination, &content)
}
