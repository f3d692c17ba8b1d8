//! Labels that the workbench saved beside the opened files.

use std::path::PathBuf;
use std::sync::Arc;

use crate::case::{GivenLabels, Origin};

use super::CliError;
use super::output::print_note;

/// Returns the labels file of an input: `FILE.labels.json` for a case, `FILE.labels.jsonl` for a queue.
fn place(origin: &Origin) -> Option<PathBuf> {
    let (path, end) = match origin.place() {
        Origin::Pair { summary, .. } => (summary, "labels.json"),
        Origin::Stdin | Origin::As { .. } => return None,
        Origin::File(path) => match path.extension()?.to_string_lossy().to_lowercase().as_str() {
            "json" => (path, "labels.json"),
            "jsonl" | "ndjson" => (path, "labels.jsonl"),
            _ => return None,
        },
    };
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    Some(PathBuf::from(name)).filter(|path| path.is_file())
}

/// Reports existing labels files that are not used.
pub fn report(origins: &[Origin]) {
    for path in origins.iter().filter_map(place) {
        let path = path.display();
        print_note(format!("{path} has labels of these cases, which are not used; --beside uses them"));
    }
}

/// Reads the labels files beside the inputs; a case without one keeps its own labels.
///
/// # Errors
/// If there is no labels file at all, or one cannot be used.
pub fn read(origins: &[Origin]) -> Result<Option<Arc<GivenLabels>>, CliError> {
    let paths: Vec<PathBuf> = origins.iter().filter_map(place).collect();
    if paths.is_empty() {
        return Err(CliError::usage("--beside: there is no labels file beside the cases")
            .hint("the workbench saves them as FILE.labels.json or FILE.labels.jsonl"));
    }
    let read = GivenLabels::all(&paths);
    let read = read.map_err(|error| CliError::usage(error).hint("nothing was scored"))?;
    Ok(Some(Arc::new(read)))
}
