//! `lockbench sessions backup`: a copy of a session that others may be writing to.

use std::path::PathBuf;

use super::{CliError, failure, open};
use crate::cli::status;
use crate::session::Store;

/// Arguments of `sessions backup`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session
    #[arg(value_name = "S.db")]
    session: PathBuf,
    /// The copy, which must not be there yet
    #[arg(value_name = "COPY.db")]
    copy: PathBuf,
    /// Copy what the file holds by itself: where its log is lost, or belongs to another file
    #[arg(long)]
    without_log: bool,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let store = match args.without_log {
        true => Store::without_log(&args.session).map_err(failure)?,
        false => open(&args.session)?,
    };
    store.backup(&args.copy).map_err(failure)?;
    Ok(status::SUCCESS)
}
