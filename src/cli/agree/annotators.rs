//! Agreement between annotators: reads what they gave, compares, and writes the result.

use std::path::PathBuf;
use std::thread;

use super::{Args, Form, Include, json};
use crate::agree::annotators::document::document;
use crate::annotations::{Gathering, RESAMPLES, compare, score};
use crate::case::is_stdin;
use crate::cli::input::{Known, known};
use crate::cli::output::{Content, tell};
use crate::cli::{CliError, print_to, status};
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::labels::{LISTS, List};
use crate::num::pluralize;

/// Columns of a text for a terminal.
const WIDTH: usize = 100;

/// Compares annotators.
pub fn run(args: &Args) -> Result<u8, CliError> {
    let destination = args.output.open()?;
    let files = files(args)?;
    let lists = lists(&args.list)?;
    let selection = args.choice.selection()?;
    let threads =
        args.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let Known { cases, mut problems } = known(&args.texts, &args.cases.fields()?)?;
    let mut gathering = Gathering::new(args.engine, selection.clone(), cases)
        .with_least(Include::least(args.include))
        .telling(tell);
    for file in files {
        gathering.read(file, &Embedding::Shipped).map_err(CliError::unusable)?;
    }
    gathering.leave_out_gold();
    let (gathered, unread, mut notes) = gathering.finish().map_err(CliError::unusable)?;
    problems.extend(unread);
    problems.iter().chain(&notes).for_each(|said| tell(&format!("note: {said}")));
    if gathered.without_texts > 0 {
        let cases = pluralize(gathered.without_texts, "case");
        let note = format!("no scores and verdicts of {cases}: --cases FILE gives the texts");
        tell(&format!("note: {note}"));
        notes.push(note);
    }
    let mut annotations = gathered.annotations;
    score(&mut annotations, &gathered.jobs, &selection, threads);
    let rubrics = if gathered.jobs.is_empty() { Vec::new() } else { slugs(&selection) };
    let resamples = args.resamples.unwrap_or(RESAMPLES) as usize;
    let drawn = (args.seed, resamples);
    let found = compare(&annotations, lists.as_deref(), &rubrics, drawn, threads, &|_| {});
    let content = match args.format {
        Form::Json => Content::Json(json::json(&found, &notes)),
        Form::Text => Content::text(document(&found, &notes).text(WIDTH)),
        Form::Md => Content::text(document(&found, &notes).markdown()),
        Form::Html => Content::text(document(&found, &notes).html()),
    };
    print_to(destination, &content)?;
    Ok(if problems.is_empty() { status::SUCCESS } else { status::UNSCORED })
}

fn slugs(selection: &Selection) -> Vec<&'static str> {
    selection.rubrics().map(|(entry, _)| entry.slug).collect()
}

fn files(args: &Args) -> Result<&[PathBuf], CliError> {
    if args.cases.article.is_some() {
        return Err(CliError::usage(
            "--article and --summary are a case, and annotators are compared by labels",
        )
        .hint("--cases FILE gives the texts; --human FIELD compares scores with people's judgements"));
    }
    let files = &args.cases.files;
    if files.is_empty() {
        return Err(CliError::usage("no annotators: name files of labels or sessions")
            .hint("`lockbench agree ann.jsonl bob.jsonl`, or --human FIELD with cases"));
    }
    if files.iter().chain(&args.texts).filter(|file| is_stdin(file)).count() > 1 {
        return Err(CliError::usage("`-` is given twice; standard input can be read once"));
    }
    Ok(files)
}

/// The lists that are asked for; `None` for all.
///
/// # Errors
/// Where there is no such list.
pub fn lists(names: &[String]) -> Result<Option<Vec<List>>, CliError> {
    let list = |name: &String| {
        LISTS.iter().find(|spec| spec.key == name).map(|spec| spec.list).ok_or_else(|| {
            let keys: Vec<&str> = LISTS.iter().map(|spec| spec.key).collect();
            CliError::usage(format!("--list {name}: unknown list"))
                .hint(format!("there are {}", keys.join(", ")))
        })
    };
    let lists = names.iter().map(list).collect::<Result<Vec<List>, CliError>>()?;
    Ok((!lists.is_empty()).then_some(lists))
}
