//! `lockbench mutate`: writes summaries spoilt in one place each, with their true labels, and lets a
//! person review them.

mod review;

pub use review::{changed, read as marks};

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::{Value, json};

use crate::case::{Case, Texts};
use crate::engine::Engine;
use crate::mutate::{CAP_KINDS, KINDS, Marks, Mutant, MutationKind, again, kind, mutate};
use crate::report::json::line;
use crate::text::{CharIndex, Text};

use super::CliError;
use super::batch::{BatchPlan, run as run_batch};
use super::destination::OutputArgs;
use super::formats::{error_record, lines};
use super::input::CaseArgs;
use super::output::{Content, notify, print_note};
use super::rendered::RenderedResult;
use super::score::finish;
use super::shared_ids::SharedIds;
use super::threads::Threads;

/// Arguments of `mutate`.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Args {
    #[command(flatten)]
    cases: CaseArgs,
    /// Kinds of mutation, separated by commas, or `all`: a line for each case and kind
    #[arg(long, short, value_name = "KIND,...|all", value_delimiter = ',', default_value = "all")]
    kind: Vec<String>,
    /// Chooses the place and the new words; the same seed gives the same mutants
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Read the mutants one by one and accept or reject each; the answers are kept in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["passed", "output", "verbose"])]
    review: Option<PathBuf>,
    /// With --review: as numbered text, with a line of input for each mutant, in place of a screen
    #[arg(long, requires = "review")]
    line: bool,
    /// With --review: who reads [default: your user name]
    #[arg(long = "as", value_name = "NAME", requires = "review")]
    by: Option<String>,
    /// Write the mutants that were accepted in this file of --review, and no others
    #[arg(long, value_name = "FILE", conflicts_with_all = ["kind", "seed"])]
    passed: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: OutputArgs,
}

fn help() -> String {
    let rows = |kinds: &[MutationKind]| -> String {
        kinds.iter().map(|kind| format!("  {:<16} {}\n", kind.name, kind.about)).collect()
    };
    format!(
        "Kinds:\n{}\nKinds that fire caps, which `all` leaves out:\n{}\nSummaries are taken to be faithful: what is not mutated counts as supported. \
         A case in which a kind finds no certain place is left out, and counted on stderr.\n\n\
         A line keeps the title, query, reference, sources, outline, retrieved and relevant documents and reasoning steps of \
         its case, for the rubrics that read them; they are about the article. What is about the good summary is left out: its \
         explanation, iterations, seconds, and fields that no rubric reads, such as people's scores.\n\n\
         `--review marks.jsonl` asks a person about each mutant; `--passed marks.jsonl` of `mutate` and of `learn --gym` \
         takes only those that were accepted.",
        rows(KINDS),
        rows(CAP_KINDS)
    )
}

/// Key under which accepted mutants are counted that this version makes differently.
const CHANGED: &str = "accepted";

/// Number of failures for each kind.
type Skipped = Arc<Mutex<BTreeMap<&'static str, usize>>>;

pub fn run(args: Args) -> Result<u8, CliError> {
    if let Some(file) = &args.review {
        return review::run(&args, file);
    }
    let passed = args.passed.as_deref().map(review::read).transpose()?.map(Arc::new);
    let mut destination = args.output.open()?;
    let (origins, fields) = (args.cases.origins()?, args.cases.fields()?);
    let kinds = kinds(&args.kind)?;
    let skipped = Skipped::default();
    let (counted, seed) = (Arc::clone(&skipped), args.seed);
    let ids = Arc::new(SharedIds::default());
    let seen = Arc::clone(&ids);
    let (marks, marked) = (passed.clone(), Arc::new(Mutex::new(BTreeSet::new())));
    let of_cases = Arc::clone(&marked);
    let plan = BatchPlan {
        origins,
        fields,
        threads: args.threads.count(),
        out: destination.file()?,
        ..BatchPlan::new(lines())
    };
    let begun = Instant::now();
    let tally = run_batch(
        plan,
        Arc::new(move |_, found, entry| match found {
            Ok(found) => {
                let of = |case: &Case| {
                    seen.add(&case.id);
                    let place = entry.place.to_string();
                    match &passed {
                        Some(marks) => {
                            of_cases.lock().unwrap_or_else(PoisonError::into_inner).insert(case.id.clone());
                            accepted(case, marks, &counted)
                        }
                        None => mutants(case, &kinds, seed, &counted, &place),
                    }
                };
                found.cases.iter().flat_map(of).collect()
            }
            Err(problem) => vec![error(&problem.id, &problem.reason, &problem.place.to_string())],
        }),
    )
    .map_err(|error| destination.failed(&error))?;
    destination.keep()?;
    ids.note("mutants and labels");
    if args.output.verbose {
        notify(&tally.summary(begun.elapsed()));
    }
    for (name, count) in skipped.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        match *name {
            CHANGED => notify(&review::changed(*count)),
            name => {
                print_note(format!("{name}: no certain place in {}", crate::num::pluralize(*count, "case")));
            }
        }
    }
    if let Some(marks) = &marks {
        let note = unmatched(marks, &marked.lock().unwrap_or_else(PoisonError::into_inner));
        note.into_iter().for_each(print_note);
    }
    Ok(finish(&tally, None, &[]))
}

fn kinds(names: &[String]) -> Result<Vec<&'static MutationKind>, CliError> {
    let mut kinds: Vec<&'static MutationKind> = Vec::new();
    for name in names {
        let named = match (name.as_str(), kind(name)) {
            ("all", _) => KINDS.iter().collect(),
            (_, Some(known)) => vec![known],
            (_, None) => {
                let all: Vec<&str> = KINDS.iter().chain(CAP_KINDS).map(|kind| kind.name).collect();
                return Err(CliError::usage(format!("no kind of mutation is called `{name}`"))
                    .hint(format!("there are {}, and `all`", all.join(", "))));
            }
        };
        for kind in named {
            if !kinds.iter().any(|known| known.name == kind.name) {
                kinds.push(kind);
            }
        }
    }
    Ok(kinds)
}

/// Returns the note that accepted mutants are of other cases than were given, or that none is accepted; `None`
/// if each is of one of these cases.
fn unmatched(marks: &Marks, cases: &BTreeSet<String>) -> Option<String> {
    let (all, of_others) = (marks.passed().count(), marks.passed().filter(|mark| !cases.contains(&mark.of)));
    match (all, of_others.count()) {
        (0, _) => Some("no mutant is accepted in the file of marks".to_owned()),
        (_, 0) => None,
        (_, others) => {
            let mutants = crate::num::pluralize(others, "accepted mutant");
            Some(format!("{mutants} left out: none of these cases has the id of theirs"))
        }
    }
}

fn mutants(
    case: &Case,
    kinds: &[&'static MutationKind],
    seed: u64,
    skipped: &Skipped,
    place: &str,
) -> Vec<RenderedResult> {
    if let Some(reason) = Texts::of(case).empty() {
        return vec![error(&case.id, &reason.to_string(), place)];
    }
    let (article, summary) = (Text::new(&case.article), Text::new(&case.summary));
    let mut pieces = Vec::new();
    let mut engine = Engine::default();
    for kind in kinds {
        match mutate(&mut engine, &case.id, &article, &summary, kind, seed) {
            Some(mutant) => {
                let content = Content::Json(line(&written(case, kind, seed, &mutant)));
                pieces.push(RenderedResult { content, ..RenderedResult::default() });
            }
            None => {
                *skipped.lock().unwrap_or_else(PoisonError::into_inner).entry(kind.name).or_default() += 1;
            }
        }
    }
    pieces
}

/// Returns the mutants of a case that a person accepted.
fn accepted(case: &Case, marks: &Marks, skipped: &Skipped) -> Vec<RenderedResult> {
    let mut engine = Engine::default();
    let mut pieces = Vec::new();
    for mark in marks.passed().filter(|mark| mark.of == case.id) {
        match again(&mut engine, case, mark) {
            Some((kind, mutant)) => {
                let content = Content::Json(line(&written(case, kind, mark.seed, &mutant)));
                pieces.push(RenderedResult { content, ..RenderedResult::default() });
            }
            None => {
                *skipped.lock().unwrap_or_else(PoisonError::into_inner).entry(CHANGED).or_default() += 1;
            }
        }
    }
    pieces
}

/// Converts a mutant to a line that can be read as a case with labels.
fn written(case: &Case, kind: &MutationKind, seed: u64, mutant: &Mutant) -> Value {
    let made = mutant.case(case, kind, seed);
    let index = CharIndex::new(&mutant.summary);
    let spans: Vec<Value> = mutant
        .spans
        .iter()
        .map(|span| {
            let (start, end) = index.chars(*span);
            json!({"start": start, "end": end, "text": &mutant.summary[span.range()]})
        })
        .collect();
    let mutation = json!({"kind": kind.name, "was": mutant.was, "now": mutant.now, "summary": spans});
    let mut line = json!({"id": made.id, "of": case.id});
    if let (Value::Object(line), Value::Object(fields)) = (&mut line, json!(made)) {
        // The id is there already, and keeps its place.
        line.extend(fields);
        line.insert("mutation".to_owned(), mutation);
        // The labels are the last field, because they are long.
        let labels = line.shift_remove("labels");
        line.extend(labels.map(|labels| ("labels".to_owned(), labels)));
    }
    line
}

fn error(id: &str, reason: &str, place: &str) -> RenderedResult {
    let content = Content::Json(line(&error_record(id, None, reason, place)));
    RenderedResult { content, errors: 1, ..RenderedResult::default() }
}
