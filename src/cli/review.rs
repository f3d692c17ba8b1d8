//! `lockbench review`: opens the workbench on a named session.

use std::path::{Path, PathBuf};

use crate::annotations::is_session;
use crate::files::typed;
use crate::session::package_of;

use super::sessions::{failure, is_there, open};
use super::{CliError, blind, project, workbench};

/// Arguments of `review`.
#[derive(Debug, clap::Args)]
// Renamed, since the workbench's flattened arguments are a group called `Args` too.
#[group(id = "review")]
pub struct Args {
    #[command(flatten)]
    pub workbench: workbench::Args,
    /// The session: everything done is kept in it. Made where there is none; an existing one needs no FILE. A project
    /// (`lockbench.toml`, as FILE) says it for each annotator, a package (as FILE) is one
    #[arg(long, value_name = "S.db")]
    pub session: Option<PathBuf>,
    #[command(flatten)]
    pub blind: blind::Args,
}

pub fn run(mut args: Args) -> Result<u8, CliError> {
    let queue = args.workbench.files().first().cloned();
    if args.session.is_none() {
        match args.workbench.files() {
            [file] if project::is_project(file) => {
                let file = file.clone();
                args.session = Some(project::review(&file, &mut args.workbench, &mut args.blind)?);
            }
            [file] if is_session(file) && holder(file)?.is_some() => {
                args.session = Some(file.clone());
                args.workbench.cases.files.clear();
            }
            [file] if is_session(file) => {
                return Err(CliError::usage("which session? --session S.db")
                    .hint(format!("`lockbench review --session {}` opens this one", typed(file))));
            }
            _ => {
                let file = args.workbench.files().first().map_or("cases.jsonl".into(), typed);
                return Err(CliError::usage("which session? --session S.db").hint(format!(
                    "`lockbench review {file} --session S.db` begins it where there is none; a project needs none: \
                     `lockbench review lockbench.toml --as NAME`"
                )));
            }
        }
    }
    let Some(session) = &args.session else { return Err(CliError::usage("which session? --session S.db")) };
    let there = is_there(session);
    if let Some(by) = there.then(|| holder(session)).transpose()?.flatten() {
        let other = args.workbench.by.as_ref().filter(|name| **name != by);
        if let Some(other) = other {
            let words = format!("the package is for {by}, not for {other}");
            return Err(
                CliError::file(session, &words).hint("`lockbench project send NAME` makes each a package")
            );
        }
        args.workbench.by = Some(by);
    }
    let by = workbench::name(args.workbench.by.as_deref())?;
    args.blind.reopens = match queue.filter(|file| project::is_project(file)) {
        Some(file) => format!("lockbench review {} --as {}", typed(file), typed(&by)),
        None => format!("lockbench review --session {} --as {}", typed(session), typed(&by)),
    };
    Ok(workbench::open(&args.workbench, Some((session, &args.blind)))?.0)
}

/// Returns the annotator of a session that is a package.
fn holder(session: &Path) -> Result<Option<String>, CliError> {
    Ok(package_of(&open(session)?.line().map_err(failure)?))
}
