//! `lockbench sessions show`: shows a case as an annotator left it.

use std::path::PathBuf;

use crate::cli::destination::FileArgs;
use crate::cli::embedding::EmbeddingArgs;
use crate::cli::output::{Content, print_note};
use crate::cli::{print_to, status};
use crate::report::json::line;
use crate::session::{Analyst, Recorder, show};

use super::{CliError, failure, open};

/// Arguments of `sessions show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session
    #[arg(value_name = "S.db")]
    session: PathBuf,
    /// The id of the case
    #[arg(value_name = "CASE")]
    case: String,
    /// Whose state of it; needed where several annotators have one
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    #[command(flatten)]
    table: EmbeddingArgs,
    #[command(flatten)]
    output: FileArgs,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let destination = args.output.open()?;
    let store = open(&args.session)?;
    if !store.has(&args.case).map_err(failure)? {
        let message = format!("{} has no case {:?}", args.session.display(), args.case);
        return Err(CliError::usage(message).hint("`lockbench sessions export S.db` lists them"));
    }
    let annotators = store.annotators(Some(&args.case)).map_err(failure)?;
    let by = match (&args.by, annotators.as_slice()) {
        (Some(by), _) => Some(by.clone()),
        (None, []) => None,
        (None, [(only, _)]) => Some(only.clone()),
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
            let message = format!("{:?} was judged by {}", args.case, names.join(", "));
            return Err(CliError::usage(message).hint("--by NAME says whose labels to show"));
        }
    };
    if let Some(by) = by.as_ref().filter(|by| !annotators.iter().any(|(name, _)| name == *by)) {
        print_note(format!("{by} has recorded nothing on {:?}", args.case));
    }
    let mut recorder = Recorder::new(store, None, Analyst::new(args.table.read()?));
    let folded = recorder.folded(&args.case, by.as_deref().unwrap_or_default()).map_err(failure)?;
    let shown = format!("{}\n", line(&show(&args.case, by.as_deref(), folded)));
    print_to(destination, &Content::Json(shown))?;
    Ok(status::SUCCESS)
}
