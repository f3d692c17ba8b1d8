//! `lockbench sessions check`: checks that a session is as it was written.

use std::path::PathBuf;

use serde_json::json;

use super::{CliError, failure, open};
use crate::cli::output::{Content, notify};
use crate::cli::{print, status};
use crate::report::json::line;

/// Arguments of `sessions check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session
    #[arg(value_name = "S.db")]
    session: PathBuf,
}

/// Prints a line for each row that was altered.
pub fn run(args: &Args) -> Result<u8, CliError> {
    let store = open(&args.session)?;
    let damages = store.damages();
    for damage in &damages {
        print(&Content::Json(format!("{}\n", line(&json!({"at": damage.at, "error": damage.what})))))?;
    }
    if damages.is_empty() {
        let (cases, events) = store.counts().map_err(failure)?;
        notify(&format!(
            "{}: every row is as it was written (cases: {cases}, events: {events})",
            args.session.display()
        ));
        return Ok(status::SUCCESS);
    }
    Ok(status::UNSCORED)
}
