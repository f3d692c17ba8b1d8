//! Agreement between annotators: reads the annotations, compares them, and writes the result.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{AgreeFormat, Args, Include, json};
use crate::agree::annotators::AgreementResult;
use crate::agree::annotators::document::{against, document};
use crate::annotations::{Gathering, RESAMPLES, ScoreJob, compare, given_by_one, score};
use crate::case::Case;
use crate::cli::input::{CaseLookup, known, stdin_once};
use crate::cli::output::{Content, notify, print_note};
use crate::cli::sessions::shared_choice;
use crate::cli::{CliError, print_to, status};
use crate::document::Block;
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::labels::{LISTS, List};
use crate::num::pluralize;

/// Width of a terminal text, in columns.
const WIDTH: usize = 100;

/// Compares annotators.
pub fn run(args: &Args) -> Result<u8, CliError> {
    crate::cli::interrupt::end_on_signals();
    let destination = args.output.open()?;
    let files = files(args)?;
    let selection = shared_choice(&args.choice, files.iter().map(AsRef::as_ref)).selection()?;
    let CaseLookup { cases, mut problems } = known(&args.texts, &args.cases.fields()?)?;
    problems.iter().for_each(print_note);
    let before = match args.before.as_slice() {
        [] => None,
        files => Some(compared(args, files, &selection, &cases)?),
    };
    let now = compared(args, files, &selection, &cases)?;
    problems.extend(before.iter().flat_map(|before| before.problems.iter().cloned()));
    problems.extend(now.problems);
    let page = || {
        let mut page = document(&now.found, &now.notes);
        if let Some(before) = &before {
            let heading = |block: &Block| matches!(block, Block::Heading(_));
            let at = page.blocks.iter().position(heading).unwrap_or(page.blocks.len());
            page.blocks.splice(at..at, against(&before.found, &now.found).blocks);
        }
        page
    };
    let content = match args.format {
        AgreeFormat::Json => {
            let before = before.as_ref().map(|before| json::value(&before.found, &before.notes));
            let mut value = json::value(&now.found, &now.notes);
            if let (Some(before), Some(object)) = (before, value.as_object_mut()) {
                object.insert("before".to_owned(), before);
            }
            Content::Json(json::text(&value))
        }
        AgreeFormat::Text => Content::text(page().text(WIDTH)),
        AgreeFormat::Md => Content::text(page().markdown()),
        AgreeFormat::Html => Content::text(page().html()),
    };
    print_to(destination, &content)?;
    Ok(status::of(&problems))
}

/// The agreement in one round, with notes and problems.
struct RoundComparison {
    found: AgreementResult,
    notes: Vec<String>,
    problems: Vec<String>,
}

fn compared(
    args: &Args,
    files: &[PathBuf],
    selection: &Selection,
    cases: &FxHashMap<String, Arc<Case>>,
) -> Result<RoundComparison, CliError> {
    let lists = lists(&args.list)?;
    let threads = args.threads.count();
    let mut gathering = Gathering::new(args.engine, selection.clone(), cases.clone())
        .with_least(Include::least(args.include))
        .on_note(notify);
    for file in files {
        gathering.read(file, &Embedding::Shipped)?;
    }
    gathering.leave_out_gold();
    let (gathered, problems, mut notes) = gathering.finish()?;
    notes.extend(given_by_one(&gathered.annotations, lists.as_deref()));
    problems.iter().chain(&notes).for_each(print_note);
    if gathered.without_texts > 0 {
        let cases = pluralize(gathered.without_texts, "case");
        let note = format!("no scores and verdicts of {cases}: --cases FILE gives the texts");
        print_note(&note);
        notes.push(note);
    }
    let mut annotations = gathered.annotations;
    let rubrics = score(&mut annotations, &gathered.jobs, selection, threads);
    let resamples = args.resamples.unwrap_or(RESAMPLES) as usize;
    let drawn = (args.seed, resamples);
    let found = compare(annotations, lists.as_deref(), &rubrics, drawn, threads, &|_| {});
    for (slug, _) in found.verdicts.iter().filter(|(_, one)| one.units == 0) {
        let Some((_, rubric)) = selection.set().get(slug) else { continue };
        let note = no_verdict(slug, rubric.lists(), &gathered.jobs);
        print_note(&note);
        notes.push(note);
    }
    Ok(RoundComparison { found, notes, problems })
}

/// Returns the note that no annotator's labels suffice for a verdict of the rubric, with the lists that
/// nobody labelled completely.
fn no_verdict(slug: &str, reads: &[List], jobs: &[ScoreJob]) -> String {
    let given = |list: List| jobs.iter().any(|job| job.labels.get(list).is_some());
    let missing = LISTS.iter().filter(|spec| reads.contains(&spec.list) && !given(spec.list));
    let missing: Vec<&str> = missing.map(|spec| spec.key).collect();
    match missing.is_empty() {
        true => format!("no verdict of {slug}: nobody labelled all of its lists in a case"),
        false => format!("no verdict of {slug}: nobody labelled {} as a whole", missing.join(", ")),
    }
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
    stdin_once(files.iter().chain(&args.texts).chain(&args.before))?;
    Ok(files)
}

/// Returns the requested lists; `None` for all.
pub fn lists(names: &[String]) -> Result<Option<Vec<List>>, CliError> {
    let list = |name: &String| {
        List::of_key(name).ok_or_else(|| {
            let keys: Vec<&str> = LISTS.iter().map(|spec| spec.key).collect();
            CliError::usage(format!("--list {name}: unknown list"))
                .hint(format!("there are {}", keys.join(", ")))
        })
    };
    let lists = names.iter().map(list).collect::<Result<Vec<List>, CliError>>()?;
    Ok((!lists.is_empty()).then_some(lists))
}
