//! `lockbench review`: the workbench on a session that is named.

use std::path::PathBuf;

use super::{Failure, blind, project, workbench};

/// Arguments of `review`.
#[derive(Debug, clap::Args)]
// The arguments of the workbench, which it holds, are a group called `Args` themselves.
#[group(id = "review")]
pub struct Args {
    #[command(flatten)]
    workbench: workbench::Args,
    /// The session: everything done is kept in it. Made where there is none; an existing one needs no QUEUE. A project
    /// (`lockbench.toml`, as QUEUE) says it for each annotator
    #[arg(long, value_name = "S.db")]
    session: Option<PathBuf>,
    #[command(flatten)]
    blind: blind::Args,
}

/// Opens the session.
pub fn run(args: &Args) -> Result<u8, Failure> {
    if let Some(session) = &args.session {
        return Ok(workbench::open(&args.workbench, Some((session, &args.blind)))?.0);
    }
    match args.workbench.files() {
        [project] if project::is_project(project) => {
            project::review(project, args.workbench.by.as_deref(), args.workbench.habits.line)
        }
        _ => Err(Failure::usage("which session? --session S.db")
            .hint("a project needs none: `lockbench review lockbench.toml --as NAME`")),
    }
}
