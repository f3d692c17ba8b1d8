//! `lockbench sessions backup`: a copy of a session that others may be writing to.

use std::path::PathBuf;

use super::{Failure, failure, open};
use crate::cli::status;

/// Arguments of `sessions backup`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session
    #[arg(value_name = "S.db")]
    session: PathBuf,
    /// The copy, which must not be there yet
    #[arg(value_name = "COPY.db")]
    copy: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8, Failure> {
    open(&args.session)?.backup(&args.copy).map_err(failure)?;
    Ok(status::SUCCESS)
}
