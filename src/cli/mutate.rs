//! `lockbench mutate`: summaries spoilt in one place each, with their true labels.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::{Value, json};

use crate::case::{Case, Texts};
use crate::engine::Engine;
use crate::labels::file::{Overlap, Wrapper};
use crate::mutate::{BY, KINDS, Kind, Mutant, kind, mutate, opaque_id};
use crate::report::json::line;
use crate::text::{CharIndex, Text};

use super::CliError;
use super::batch::{Plan, run as run_batch};
use super::destination::OutputArgs;
use super::formats::lines;
use super::input::Cases;
use super::output::{Content, tell};
use super::rendered::Piece;
use super::score::finish;

/// Arguments of `mutate`.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Args {
    #[command(flatten)]
    cases: Cases,
    /// Kinds of mutation, separated by commas, or `all`: a line for each case and kind
    #[arg(long, short, value_name = "KIND,...|all", value_delimiter = ',', default_value = "all")]
    kind: Vec<String>,
    /// Chooses the place and the new words; the same seed gives the same mutants
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Worker threads [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
    #[command(flatten)]
    output: OutputArgs,
}

fn help() -> String {
    let rows = KINDS.iter().map(|kind| format!("  {:<16} {}\n", kind.name, kind.about));
    format!(
        "Kinds:\n{}\nSummaries are taken to be faithful: what is not mutated counts as supported. \
         A case in which a kind finds no certain place is left out, and counted on stderr.",
        rows.collect::<String>()
    )
}

/// How often each kind could not be made.
type Skipped = Arc<Mutex<BTreeMap<&'static str, usize>>>;

/// Runs the command.
pub fn run(args: Args) -> Result<u8, CliError> {
    let mut destination = args.output.open()?;
    let (origins, fields) = (args.cases.origins()?, args.cases.fields()?);
    let kinds = kinds(&args.kind)?;
    let skipped = Skipped::default();
    let (counted, seed) = (Arc::clone(&skipped), args.seed);
    let plan = Plan {
        origins,
        fields,
        threads: args.jobs.map(usize::from),
        out: destination.file()?,
        ..Plan::new(lines())
    };
    let begun = Instant::now();
    let tally = run_batch(
        plan,
        Arc::new(move |_, found, entry| match found {
            Ok(found) => {
                let of = |case: &Case| mutants(case, &kinds, seed, &counted, &entry.place.to_string());
                found.cases.iter().flat_map(of).collect()
            }
            Err(problem) => vec![error(&problem.id, &problem.reason, &problem.place.to_string())],
        }),
    )?;
    destination.keep()?;
    if args.output.verbose {
        tell(&tally.summary(begun.elapsed()));
    }
    for (name, count) in skipped.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        tell(&format!("note: {name}: no certain place in {}", crate::num::pluralize(*count, "case")));
    }
    Ok(finish(&tally, None, &[]))
}

fn kinds(names: &[String]) -> Result<Vec<&'static Kind>, CliError> {
    if names.iter().any(|name| name == "all") {
        return Ok(KINDS.iter().collect());
    }
    let known = |name: &String| {
        kind(name).ok_or_else(|| {
            let all: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            CliError::usage(format!("no kind of mutation is called `{name}`"))
                .hint(format!("there are {}, and `all`", all.join(", ")))
        })
    };
    names.iter().map(known).collect()
}

fn mutants(case: &Case, kinds: &[&'static Kind], seed: u64, skipped: &Skipped, place: &str) -> Vec<Piece> {
    if let Some(reason) = Texts::of(case).empty() {
        return vec![error(&case.id, reason, place)];
    }
    let (article, summary) = (Text::new(&case.article), Text::new(&case.summary));
    let mut pieces = Vec::new();
    let mut engine = Engine::default();
    for kind in kinds {
        match mutate(&mut engine, &case.id, &article, &summary, kind, seed) {
            Some(mutant) => {
                let content = Content::Json(line(&written(case, kind, seed, &mutant)));
                pieces.push(Piece { content, ..Piece::default() });
            }
            None => {
                *skipped.lock().unwrap_or_else(PoisonError::into_inner).entry(kind.name).or_default() += 1;
            }
        }
    }
    pieces
}

/// A mutant as a line, which reads as a case with labels.
fn written(case: &Case, kind: &Kind, seed: u64, mutant: &Mutant) -> Value {
    let id = opaque_id(&case.id, kind.name, seed);
    let index = CharIndex::new(&mutant.summary);
    let spans: Vec<Value> = mutant
        .spans
        .iter()
        .map(|span| {
            let (start, end) = index.chars(*span);
            json!({"start": start, "end": end, "text": &mutant.summary[span.range()]})
        })
        .collect();
    let labels = Wrapper {
        id: &id,
        by: BY,
        labels: &mutant.labels,
        article: &case.article,
        summary: &mutant.summary,
        overlap: Overlap::default(),
    };
    json!({
        "id": id,
        "of": case.id,
        "article": case.article,
        "summary": mutant.summary,
        "mutation": {"kind": kind.name, "was": mutant.was, "now": mutant.now, "summary": spans},
        "labels": labels.to_value()["labels"],
    })
}

fn error(id: &str, reason: &str, place: &str) -> Piece {
    let content = Content::Json(line(&json!({"id": id, "error": reason, "where": place})));
    Piece { content, error: true, ..Piece::default() }
}
