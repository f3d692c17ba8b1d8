//! `lockbench` without a command: the workbench.

use super::Failure;
use super::input::Cases;
use super::standard::Choice;

/// Arguments of the workbench.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    cases: Cases,
    #[command(flatten)]
    choice: Choice,
}

/// Opens the workbench.
pub fn run(args: &Args) -> Result<u8, Failure> {
    args.choice.standard()?;
    if !args.cases.files.is_empty() || args.cases.article.is_some() {
        args.cases.origins()?;
    }
    Err(Failure::usage("the workbench is not built into this version")
        .hint("`lockbench score FILE` judges without it"))
}
