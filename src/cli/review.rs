//! `lockbench review`: the workbench on a session that is named.

use std::path::PathBuf;

use super::{Failure, blind, workbench};

/// Arguments of `review`.
#[derive(Debug, clap::Args)]
// The arguments of the workbench, which it holds, are a group called `Args` themselves.
#[group(id = "review")]
pub struct Args {
    #[command(flatten)]
    workbench: workbench::Args,
    /// The session: everything done is kept in it. Made where there is none; an existing one needs no QUEUE
    #[arg(long, value_name = "S.db")]
    session: PathBuf,
    #[command(flatten)]
    blind: blind::Args,
}

/// Opens the session.
pub fn run(args: &Args) -> Result<u8, Failure> {
    Ok(workbench::open(&args.workbench, Some((&args.session, &args.blind)))?.0)
}
