//! `lockbench sessions assign`: assigns cases to annotators.

use std::path::PathBuf;

use serde_json::json;

use super::{CliError, failure, open};
use crate::cli::output::Content;
use crate::cli::share::share;
use crate::cli::{print, status};
use crate::report::json::line;
use crate::session::{Store, annotator, assign};

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

/// Number of cases assigned to an annotator.
pub struct AssignedCases {
    pub by: String,
    pub cases: usize,
    /// Number of these that others judge too.
    pub shared: usize,
}

/// Stores assignments in a session. The `others` are assigned to everybody.
pub fn assign_all(
    store: &mut Store,
    names: &[String],
    overlap: f64,
    others: &[String],
) -> Result<Vec<AssignedCases>, CliError> {
    let mut ids = store.ids().map_err(failure)?;
    ids.retain(|id| !others.contains(id));
    let assigned = assign(&ids, names, overlap);
    store.assign(&assigned).map_err(failure)?;
    let of = |name: &String| {
        let own = || assigned.iter().filter(|(_, names)| names.contains(name));
        let shared = if names.len() == 1 { 0 } else { own().filter(|(_, names)| names.len() > 1).count() };
        AssignedCases { by: name.clone(), cases: own().count(), shared }
    };
    Ok(names.iter().map(of).collect())
}

/// Returns the annotators named by `--by`, sorted.
///
/// # Errors
/// If a name is not allowed, or is given twice.
pub fn annotators(by: &[String]) -> Result<Vec<String>, CliError> {
    let mut names: Vec<String> = by.iter().map(|name| name.trim().to_owned()).collect();
    for name in &names {
        annotator(name).map_err(|why| CliError::usage(format!("--by: {why}")))?;
    }
    names.sort();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(names),
        Some(twice) => {
            let words = format!("--by: {} is named twice", twice[0]);
            Err(CliError::usage(words).hint("each annotator has a name of their own"))
        }
    }
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let names = annotators(&args.by)?;
    let mut store = open(&args.session)?;
    for own in assign_all(&mut store, &names, args.overlap, &[])? {
        let count = json!({"by": own.by, "cases": own.cases, "shared": own.shared});
        print(&Content::Json(format!("{}\n", line(&count))))?;
    }
    Ok(status::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_one_that_is_given_twice_is_refused() {
        let named = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            annotators(&names).map_err(|error| error.message)
        };
        assert_eq!(named(&["bob", " ann"]).unwrap(), ["ann", "bob"]);
        let refused = named(&["ann", "bob", "ann "]).unwrap_err();
        assert!(refused.contains("ann is named twice"), "{refused}");
    }
}
