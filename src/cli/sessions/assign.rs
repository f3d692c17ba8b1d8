//! `lockbench sessions assign`: who is to judge which case.

use std::path::PathBuf;

use serde_json::json;

use super::{CliError, failure, open};
use crate::cli::output::Content;
use crate::cli::{print, status};
use crate::report::json::line;
use crate::session::{annotator, assign};

/// Arguments of `sessions assign`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session
    #[arg(value_name = "S.db")]
    session: PathBuf,
    /// The annotators, separated by commas
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true)]
    by: Vec<String>,
    /// The share of the cases that everybody judges, as 20% or 0.2
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    overlap: f64,
}

fn share(text: &str) -> Result<f64, String> {
    let (number, unit) = text.strip_suffix('%').map_or((text, 1.0), |percent| (percent, 100.0));
    let share = number.trim().parse::<f64>().ok().map(|number| number / unit);
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a share is from 0% to 100%, or from 0 to 1".into())
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let mut names: Vec<String> = args.by.iter().map(|name| name.trim().to_owned()).collect();
    for name in &names {
        annotator(name).map_err(|why| CliError::usage(format!("--by: {why}")))?;
    }
    names.sort();
    names.dedup();
    let mut store = open(&args.session)?;
    let assigned = assign(&store.ids().map_err(failure)?, &names, args.overlap);
    store.assign(&assigned).map_err(failure)?;
    for name in &names {
        let own = || assigned.iter().filter(|(_, names)| names.contains(name));
        let shared = if names.len() == 1 { 0 } else { own().filter(|(_, names)| names.len() > 1).count() };
        let count = json!({"by": name, "cases": own().count(), "shared": shared});
        print(&Content::Json(format!("{}\n", line(&count))))?;
    }
    Ok(status::SUCCESS)
}
