//! `lockbench sessions list`: lists sessions.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::cli::destination::FileArgs;
use crate::cli::output::{Content, notify, print_note};
use crate::cli::{print_to, status};
use crate::num::counted;
use crate::report::json::line;
use crate::session::{SessionError, Store, state_folder};
use crate::text::visible::{Shape, visible};

use super::CliError;

/// Forms of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// One object a line
    Jsonl,
}

/// Arguments of `sessions list`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Sessions [default: those of the state directory]
    #[arg(value_name = "S.db")]
    sessions: Vec<PathBuf>,
    /// Form of the list
    #[arg(long, short, value_enum, default_value = "text")]
    format: Form,
    #[command(flatten)]
    output: FileArgs,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let destination = args.output.open()?;
    let mut all = String::new();
    let sessions = if args.sessions.is_empty() { known() } else { args.sessions.clone() };
    let mut status = status::SUCCESS;
    for path in &sessions {
        match about(path) {
            Ok(about) if args.format == Form::Jsonl => all.push_str(&format!("{}\n", line(&about))),
            Ok(about) => all.push_str(&text(path, &about)),
            Err(fault) => {
                notify(&fault.to_string());
                status = status::UNSCORED;
            }
        }
    }
    if sessions.is_empty() {
        let folder =
            state_folder().map_or_else(|| "the state directory".to_owned(), |f| f.display().to_string());
        print_note(format!("there is no session in {folder}"));
    }
    let content = if args.format == Form::Jsonl { Content::Json(all) } else { Content::text(all) };
    print_to(destination, &content)?;
    Ok(status)
}

fn known() -> Vec<PathBuf> {
    let entries = state_folder().and_then(|folder| std::fs::read_dir(folder).ok());
    let mut found: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "db"))
        .collect();
    found.sort();
    found
}

fn about(path: &Path) -> Result<Value, SessionError> {
    let store = Store::open(path)?;
    let (line, (cases, events)) = (store.line()?, store.counts()?);
    let annotators: serde_json::Map<String, Value> =
        store.annotators(None)?.into_iter().map(|(name, count)| (name, json!(count))).collect();
    Ok(json!({
        "path": path.display().to_string(), "created": line.get("created"), "rubric": line.get("rubric"),
        "cases": cases, "events": events, "annotators": annotators
    }))
}

fn text(path: &Path, about: &Value) -> String {
    let annotators = about["annotators"].as_object().into_iter().flatten();
    let annotators: Vec<String> = annotators.map(|(name, count)| format!("{name} ({count})")).collect();
    let by = if annotators.is_empty() { "nobody yet".to_owned() } else { annotators.join(", ") };
    let by = visible(&by, Shape::Line);
    let count = |key: &str, noun: &str| {
        counted(about[key].as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default(), noun)
    };
    let created = visible(about["created"].as_str().unwrap_or_default(), Shape::Line);
    format!(
        "{}\n  {}, {}, since {created}\n  by {by}\n",
        visible(&path.display().to_string(), Shape::Line),
        count("cases", "case"),
        count("events", "event")
    )
}
