//! `lockbench sessions export`: writes a session in any of its formats.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::destination::FileArgs;
use crate::cli::embedding::EmbeddingArgs;
use crate::cli::output::{Results, print_note};
use crate::cli::status;
use crate::export::session::{ExportError, Exported, FORMATS, SessionFormat, format};
use crate::session::{Analyst, Recorder, Store, package_of};

use super::{CliError, failure, nothing_by, open};

/// Arguments of `sessions export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session
    #[arg(value_name = "S.db")]
    session: PathBuf,
    /// Form of the export
    #[arg(long, short, value_parser = formats(), default_value = FORMATS[0].name)]
    format: &'static SessionFormat,
    /// What this annotator did only
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    #[command(flatten)]
    table: EmbeddingArgs,
    #[command(flatten)]
    output: FileArgs,
}

/// Returns a parser for the names of the formats, with their descriptions.
fn formats() -> impl TypedValueParser<Value = &'static SessionFormat> {
    let value = |format: &SessionFormat| clap::builder::PossibleValue::new(format.name).help(format.about);
    PossibleValuesParser::new(FORMATS.iter().map(value))
        .try_map(|name| format(&name).ok_or("there is no such form"))
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    if args.by.is_some() && args.format.whole {
        let message = format!(
            "--by chooses among labels, rows or cases; an export as {} is the whole session",
            args.format.name
        );
        return Err(CliError::usage(message));
    }
    let mut destination = args.output.open()?;
    let store = open(&args.session)?;
    match &args.by {
        Some(by) => note_unknown(&store, by, &args.session)?,
        None => note_untouched(&store, args)?,
    }
    let package = package_of(&store.line().map_err(failure)?);
    // The whole session says itself that it is a package.
    if let Some(by) = package.filter(|_| args.format.name != FORMATS[0].name) {
        print_note(format!(
            "{} is the package of {by}: what stands in it for the engine's labels are placeholders; `lockbench project take` \
             takes it back",
            args.session.display()
        ));
    }
    let embedding = args.table.read()?;
    let mut recorder = Recorder::new(store, None, Analyst::new(embedding.clone()));
    let mut session = Exported { recorder: &mut recorder, by: args.by.as_deref(), embedding };
    let mut out = Results::to(destination.file()?);
    let written = match args.format.write(&mut session, &mut out) {
        Err(ExportError::Output(error)) => Err(error),
        Err(fault) => return Err(CliError::usage(fault)),
        Ok(()) => out.flush(),
    };
    drop(out);
    if destination.heard(written)? {
        destination.keep()?;
    }
    Ok(status::SUCCESS)
}

/// Notes that nobody has done anything in a session, if the export would be empty for that reason.
fn note_untouched(store: &Store, args: &Args) -> Result<(), CliError> {
    let says_so = ["jsonl", "md", "html"].contains(&args.format.name);
    if !says_so && store.annotators(None).map_err(failure)?.is_empty() {
        print_note(format!("{}: nobody has recorded anything in it yet", args.session.display()));
    }
    Ok(())
}

/// Notes an annotator who has done nothing in a session, of whom an export says nothing either.
fn note_unknown(store: &Store, by: &str, session: &Path) -> Result<(), CliError> {
    let all = store.annotators(None).map_err(failure)?;
    let names: Vec<String> = all.into_iter().map(|(name, _)| name).collect();
    if !names.iter().any(|name| name == by) {
        print_note(nothing_by(by, &format!("recorded nothing in {}", session.display()), &names));
    }
    Ok(())
}
