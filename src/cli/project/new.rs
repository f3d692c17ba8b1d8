//! `lockbench project new`: creates the file of a round, and a session for each annotator.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::blind::{BlindSettings, GoldCases};
use crate::case::{GUIDELINES, read_whole_text};
use crate::cli::gold_set::GoldSet;
use crate::cli::output::{Content, notify};
use crate::cli::sessions::assign::{AssignedCases, annotators, assign_all};
use crate::cli::sessions::{failure, open};
use crate::cli::share::share;
use crate::cli::{CliError, print, status};
use crate::files::{TemporaryFolder, typed};
use crate::num::counted;
use crate::project::{BASE, NAME, Project, RESERVED, SCHEMA, queue_of, session};
use crate::report::json::line;
use crate::rubric::DEFAULT_RUBRIC;
use crate::session::Store;

use super::send::mix_gold;
use super::{folder, invoke, words};

/// Arguments of `project new`.
#[derive(Debug, clap::Args)]
#[group(id = "project_new")]
pub struct Args {
    /// The cases
    #[arg(value_name = "CASES", required = true)]
    cases: Vec<PathBuf>,
    /// The annotators, separated by commas
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true)]
    by: Vec<String>,
    /// The file of the project; the sessions are written beside it
    #[arg(long, value_name = "FILE", default_value = NAME)]
    file: PathBuf,
    /// The rubric that is judged by
    #[arg(long, value_name = "RUBRIC", default_value = DEFAULT_RUBRIC)]
    rubric: String,
    /// The share of the cases that everybody judges, as 20% or 0.2
    #[arg(long, value_name = "SHARE", default_value = "0")]
    overlap: String,
    /// What is judged by, in Markdown
    #[arg(long, value_name = "FILE")]
    guidelines: Option<PathBuf>,
    /// Hide the engine's labels until a person has judged
    #[arg(long)]
    blind: bool,
    /// Cases whose labels are known, mixed into each queue
    #[arg(long, value_name = "LABELS", requires = "blind")]
    gold: Option<PathBuf>,
    /// The share of gold labels that has to be right
    #[arg(long, value_name = "SHARE", requires = "gold")]
    gold_pass: Option<String>,
    /// Begin with this number of gold cases, with feedback
    #[arg(long, value_name = "N", requires = "gold")]
    training: Option<usize>,
}

/// Returns a path relative to the folder of a project.
fn from(folder: &Path, path: &Path) -> PathBuf {
    let absolute = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let base = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    absolute.strip_prefix(&base).map(Path::to_path_buf).unwrap_or(absolute)
}

/// The queue of an annotator.
struct AnnotatorQueue {
    /// Number of cases, including those for gold and training.
    cases: usize,
    /// Number of gold cases mixed in.
    gold: usize,
    /// Number of gold cases in the training round.
    training: usize,
    /// Number of gold cases in the file.
    known: usize,
}

/// Adds the gold cases to the session of each annotator, so that an unusable gold set is reported now.
/// Returns the queues; empty without a gold set.
fn mix_all(project: &Project, file: &Path) -> Result<Vec<AnnotatorQueue>, CliError> {
    let mut queues = Vec::new();
    for by in project.annotators.iter().filter(|_| project.gold.is_some()) {
        let mut store = open(&session(folder(file), by))?;
        mix_gold(project, file, by, project.training, &mut store)?;
        let line = store.line().map_err(failure)?;
        let gold = GoldCases::read(&line);
        let (queue, training) = queue_of(&store, &line, by).map_err(failure)?;
        let mixed = queue[training..].iter().filter(|id| gold.labels(id).is_some()).count();
        queues.push(AnnotatorQueue { cases: queue.len(), gold: mixed, training, known: gold.ids().len() });
        store.rest().map_err(failure)?;
    }
    Ok(queues)
}

/// Describes how many gold cases are in each queue; `None` without a gold set.
fn gold_words(project: &Project, queues: &[AnnotatorQueue]) -> Option<String> {
    let gold = counted(queues.first()?.known, "gold case");
    let of_queue = |(by, queue): (&String, &AnnotatorQueue)| {
        let training = match queue.training {
            0 => String::new(),
            first => format!(" and {first} for training"),
        };
        format!("{by} {} in the queue{training}, of {}", queue.gold, counted(queue.cases, "case"))
    };
    let share = BlindSettings::default().rate * 100.0;
    let queues: Vec<String> = project.annotators.iter().zip(queues).map(of_queue).collect();
    Some(format!(
        "{gold} in the file; those among the cases stay in each queue, others are mixed in up to {share:.0} % of \
         it and left out beyond that: {}",
        queues.join("; ")
    ))
}

/// Prints each annotator's queue, as `sessions assign` does, with the number of gold cases if there is a
/// gold set.
fn print_queues(assigned: &[AssignedCases], queues: &[AnnotatorQueue]) -> Result<(), CliError> {
    for (at, own) in assigned.iter().enumerate() {
        let mut count = json!({"by": own.by, "cases": own.cases, "shared": own.shared});
        if let Some(queue) = queues.get(at) {
            count["cases"] = queue.cases.into();
            count["gold"] = queue.gold.into();
            count["training"] = queue.training.into();
        }
        print(&Content::Json(format!("{}\n", line(&count))))?;
    }
    Ok(())
}

/// Returns the annotators of the round, and the share of the cases that several judge. Fails if the
/// arguments are invalid.
fn checked(args: &Args) -> Result<(Vec<String>, f64), CliError> {
    if args.file.exists() {
        return Err(CliError::file(&args.file, "there is a project already").hint("--file names another"));
    }
    let annotators = annotators(&args.by)?;
    if let Some(name) = annotators.iter().find(|name| RESERVED.contains(&name.as_str())) {
        let words = format!("--by: {name} is the name of a file of the round; take another name");
        return Err(CliError::usage(words));
    }
    if let Some(path) = &args.guidelines {
        read_whole_text(path, GUIDELINES).map_err(CliError::usage)?;
    }
    if let Some(path) = args.gold.as_ref().filter(|path| !path.exists()) {
        return Err(CliError::file(path, "there is no such file"));
    }
    let overlap =
        share(&args.overlap).map_err(|why| CliError::usage(format!("--overlap {}: {why}", args.overlap)))?;
    if let Some(pass) = &args.gold_pass {
        share(pass).map_err(|why| CliError::usage(format!("--gold-pass {pass}: {why}")))?;
    }
    Ok((annotators, overlap))
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let (annotators, overlap) = checked(args)?;
    let folder = folder(&args.file);
    let mut outputs = vec![folder.join(BASE)];
    outputs.extend(annotators.iter().map(|name| session(folder, name)));
    if let Some(there) = outputs.iter().find(|path| path.exists()) {
        return Err(CliError::file(there, "there already; a round begins with new sessions")
            .hint("--file FOLDER/lockbench.toml begins it in a folder of its own"));
    }
    // Everything is created in a temporary folder, so that a failure leaves nothing behind.
    let beside = TemporaryFolder::new(folder)
        .map_err(|error| CliError::file(folder, &format!("nothing can be written: {error}")))?;
    let mut store = base(args, &beside.path().join(BASE))?;
    // Gold cases belong to everybody, even if the queue also contains them.
    let gold = args.gold.as_deref().map(GoldSet::of).transpose()?.map_or_else(Vec::new, |set| set.ids());
    let assigned = assign_all(&mut store, &annotators, overlap, &gold)?;
    let project = Project {
        schema: SCHEMA.to_owned(),
        rubric: args.rubric.clone(),
        annotators,
        overlap: args.overlap.clone(),
        guidelines: args.guidelines.as_ref().map(|path| from(folder, path)),
        blind: args.blind,
        gold: args.gold.as_ref().map(|path| from(folder, path)),
        gold_pass: args.gold_pass.clone(),
        training: args.training,
        closed: false,
    };
    let copy = |to: &PathBuf| store.backup(to).map_err(failure);
    let written = outputs.iter().try_for_each(copy);
    let written = written.and_then(|()| mix_all(&project, &args.file));
    let written =
        written.and_then(|queues| project.write(&args.file).map_err(CliError::usage).map(|()| queues));
    let queues = written.inspect_err(|_| {
        // None of them existed before.
        outputs.iter().for_each(|path| drop(std::fs::remove_file(path)));
    })?;
    print_queues(&assigned, &queues)?;
    report(args, &project, &store, &outputs, &queues)
}

/// Creates the session with all cases.
fn base(args: &Args, path: &Path) -> Result<Store, CliError> {
    let mut import = words(&["lockbench", "sessions", "import", &path.display().to_string()]);
    import.extend(args.cases.iter().map(|path| path.display().to_string()));
    import.extend(words(&["--quiet", "--rubric", &args.rubric]));
    if invoke(&import)? != status::SUCCESS {
        return Err(CliError::usage("no project was made, since not every case can be read"));
    }
    open(path)
}

/// Prints what was created, and how the annotators begin.
fn report(
    args: &Args,
    project: &Project,
    store: &Store,
    outputs: &[PathBuf],
    queues: &[AnnotatorQueue],
) -> Result<u8, CliError> {
    let (file, cases) = (args.file.display(), counted(store.ids().map_err(failure)?.len(), "case"));
    let made: Vec<String> = outputs.iter().map(|path| path.display().to_string()).collect();
    notify(&format!("{file} made for {cases}, with {}", made.join(", ")));
    if let Some(words) = gold_words(project, queues) {
        notify(&words);
    }
    notify(&format!("each annotator types `lockbench review {} --as NAME`", typed(&args.file)));
    Ok(status::SUCCESS)
}
