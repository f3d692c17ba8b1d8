//! `lockbench sessions merge`: the union of sessions.

use std::path::PathBuf;

use crate::cli::output::tell;
use crate::cli::status;
use crate::files::{self, TemporaryFolder};
use crate::session::merge;

use super::{Failure, failure, open};

/// Arguments of `sessions merge`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The union, which must not be there yet
    #[arg(value_name = "OUT.db")]
    out: PathBuf,
    /// The sessions
    #[arg(value_name = "S.db", required = true)]
    sessions: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8, Failure> {
    if args.out.exists() {
        let message = format!("{} is there already; a merge writes a new session", args.out.display());
        return Err(Failure::usage(message).hint("name another file, and this one among those to be merged"));
    }
    let sources = args.sessions.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    let beside = TemporaryFolder::new(files::folder_of(&args.out))
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", args.out.display())))?;
    // Whole or not there: a merge that fails halfway leaves nothing.
    let union = merge(&beside.path().join("union.db"), &sources).map_err(failure)?;
    union.backup(&args.out).map_err(failure)?;
    let (cases, events) = union.counts().map_err(failure)?;
    tell(&format!("{}: {cases} cases, {events} events", args.out.display()));
    Ok(status::SUCCESS)
}
