//! `lockbench adjudicate`: decides disagreements between annotators.

mod session;

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::destination::FileArgs;
use super::driver_args::DriverArgs;
use super::input::{CaseLookup, known, mapped, stdin_once};
use super::output::{find_terminal, notify, print_note};
use super::selection::{RubricArgs, of_one};
use super::sessions::{self, failure};
use super::{CliError, status, workbench};
use crate::adjudication::{Adjudication, AdjudicationStore};
use crate::annotations::{Gathering, given_by_one};
use crate::case::Case;
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::export::adjudication::{Adjudicated, AdjudicationExport, AdjudicationFormat};
use crate::num::pluralize;
use crate::session::{Analyst, Recorder, Store};
use crate::threads::processors;
use crate::tui;
use crate::tui::adjudicator::Adjudicating;

/// Arguments of `adjudicate`.
#[derive(Debug, clap::Args)]
#[group(id = "adjudicate")]
#[command(
    after_help = "Without --export the disagreements open in the workbench, those that decide a verdict first. Every decision \
                  is an event in the session, which can be taken back, exported and merged.",
    mut_arg("rubric", of_one)
)]
pub struct Args {
    /// Review sessions and files of labels of two annotators or more; none is what --session holds
    #[arg(value_name = "S.db|LABELS")]
    files: Vec<PathBuf>,
    /// The session that the decisions are kept in; made where there is none
    #[arg(long, value_name = "GOLD.db")]
    session: PathBuf,
    /// The name under which you decide [default: your user name; with --export whoever has decided]
    #[arg(long = "as", value_name = "NAME")]
    by: Option<String>,
    /// The texts of the cases that files of labels are about; may be given several times
    #[arg(long = "cases", value_name = "FILE")]
    texts: Vec<PathBuf>,
    /// Take fields of --cases from other columns, as in article=body,summary=abstract
    #[arg(long, value_name = "FIELD=COLUMN,...")]
    map: Vec<String>,
    /// Call annotators by their numbers
    #[arg(long)]
    hide_names: bool,
    #[command(flatten)]
    choice: RubricArgs,
    /// Write this instead of opening the workbench
    #[arg(long, value_enum, value_name = "WHAT")]
    export: Option<AdjudicationExport>,
    /// Form of the export
    #[arg(long, short, value_enum, default_value = "jsonl", requires = "export")]
    format: AdjudicationFormat,
    /// With --export report: only the feedback for this annotator
    #[arg(long = "for", value_name = "NAME", requires = "export")]
    only: Option<String>,
    #[command(flatten)]
    driver: DriverArgs,
    /// Colours, as the workbench takes them
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// What the annotators judged by, in Markdown; one key shows it
    #[arg(long, value_name = "FILE")]
    guidelines: Option<PathBuf>,
    #[command(flatten)]
    output: FileArgs,
}

/// Returns the rubric and readings, completed from the gold session if it exists, or else from what the annotators'
/// sessions share.
fn choice(args: &Args) -> Result<RubricArgs, CliError> {
    if !sessions::is_there(&args.session) {
        return Ok(sessions::shared_choice(&args.choice, args.files.iter().map(AsRef::as_ref)));
    }
    let mut choice = args.choice.clone();
    choice.take_over(&sessions::open(&args.session)?.line().map_err(failure)?);
    Ok(choice)
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    if args.export.is_none() && args.output.output.is_some() {
        return Err(CliError::usage("-o takes the place of stdout, and the workbench has none")
            .hint("--export gold, report or queue writes results"));
    }
    let own = [args.session.clone()];
    let files = if args.files.is_empty() { &own[..] } else { &args.files };
    stdin_once(files.iter().chain(&args.texts))?;
    let choice = choice(args)?;
    let selection = choice.selection()?;
    let CaseLookup { cases, mut problems } = known(&args.texts, &mapped(&args.map)?)?;
    let mut gathering = Gathering::new(false, selection.clone(), cases.clone()).with_sets().on_note(notify);
    for file in files {
        gathering.read(file, &Embedding::Shipped)?;
    }
    let (gathered, unread, mut notes) = gathering.finish()?;
    notes.extend(given_by_one(&gathered.annotations, None));
    problems.extend(unread);
    problems.iter().chain(&notes).for_each(print_note);
    let of = Adjudication::of(&gathered);
    report(&of)?;
    let store = session::prepare(&args.session, files, &of, &choice)?;
    let Some(export) = args.export else {
        drop(store);
        return open(args, files, of, cases, selection);
    };
    let by = adjudicator(args, &store)?;
    let only = only(args, &of)?;
    let of = Arc::new(of);
    let recorder = Recorder::new(store, Some(by.clone()), Analyst::new(Embedding::Shipped));
    let mut decisions = AdjudicationStore::new(Arc::clone(&of), recorder, &by, selection).map_err(failure)?;
    let threads = processors();
    decisions.weigh(threads, &mut |_| {}).map_err(failure)?;
    let (disputes, rulings) = (decisions.disputes(), decisions.rulings());
    let exported = Adjudicated { of: &of, disputes, rulings, only, hidden: args.hide_names };
    exported.omissions(export).iter().for_each(print_note);
    args.output.open()?.fill(|out| exported.write(export, args.format, out))?;
    Ok(status::of(&problems))
}

/// Reports what is left out, and fails if nothing is left.
fn report(of: &Adjudication) -> Result<(), CliError> {
    if of.cases.is_empty() && of.without_texts > 0 {
        let cases = pluralize(of.without_texts, "case");
        return Err(CliError::usage(format!("the texts of {cases} are not known"))
            .hint("--cases FILE gives the texts that the labels are about"));
    }
    if of.cases.is_empty() {
        return Err(CliError::usage("no case was judged by two annotators").hint(
            "cases are matched by their `id`; a session's annotator has decided or accepted something",
        ));
    }
    if of.without_texts > 0 {
        let cases = pluralize(of.without_texts, "case");
        print_note(format!("{cases} left out, whose texts are not known: --cases FILE gives them"));
    }
    if of.single > 0 {
        let cases = pluralize(of.single, "case");
        print_note(format!("{cases} left out that one annotator judged alone"));
    }
    Ok(())
}

/// Returns the adjudicator whose decisions are exported.
fn adjudicator(args: &Args, store: &Store) -> Result<String, CliError> {
    let known = store.adjudicators().map_err(failure)?;
    match (&args.by, known.as_slice()) {
        (Some(by), [_, ..]) if !known.contains(by) => {
            let what = format!("decided nothing in {}", args.session.display());
            Err(CliError::usage(sessions::nothing_by(by, &what, &known)))
        }
        (Some(by), _) => workbench::name(Some(by)),
        (None, []) => workbench::name(None),
        (None, [one]) => Ok(one.clone()),
        (None, _) => {
            Err(CliError::usage(format!("{} have decided in {}", known.join(", "), args.session.display()))
                .hint("--as NAME chooses one of them"))
        }
    }
}

fn only(args: &Args, of: &Adjudication) -> Result<Option<usize>, CliError> {
    let Some(name) = &args.only else { return Ok(None) };
    if args.export != Some(AdjudicationExport::Report) {
        return Err(CliError::usage("--for chooses among the annotators of --export report"));
    }
    let found = of.annotators.iter().position(|known| known == name);
    found.map(Some).ok_or_else(|| {
        let known = of.annotators.join(", ");
        CliError::usage(format!("--for: unknown annotator {name} (known: {known})"))
    })
}

/// Opens the queue in the workbench.
fn open(
    args: &Args,
    files: &[PathBuf],
    of: Adjudication,
    cases: FxHashMap<String, Arc<Case>>,
    selection: Selection,
) -> Result<u8, CliError> {
    if !args.driver.line
        && args.driver.play.is_none()
        && let Err(error) = find_terminal()
    {
        return Err(CliError::usage(tui::Error::Terminal(error)).hint(
            "without a terminal `--export queue` writes the disagreements, and `lockbench sessions apply` takes the decisions on them",
        ));
    }
    let mut workbench_args = workbench::Args::default();
    workbench_args.choice = args.choice.clone();
    workbench_args.driver = args.driver.clone();
    workbench_args.theme = args.theme.clone();
    workbench_args.guidelines = args.guidelines.clone();
    workbench_args.by = args.by.clone();
    let mut options =
        workbench::options(&workbench_args, Some((&args.session, &super::blind::Args::default())))?;
    options.adjudicating = Some(Adjudicating {
        of: Arc::new(of),
        selection,
        hidden: args.hide_names,
        files: files.to_vec(),
        cases,
    });
    Ok(workbench::start(&workbench_args, options)?.0)
}
