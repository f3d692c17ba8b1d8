//! `lockbench project new`: the file of a round, and a session for each annotator.

use std::path::{Path, PathBuf};

use crate::blind::{BlindSettings, GoldCases};
use crate::case::{GUIDELINES, read_whole_text};
use crate::cli::output::notify;
use crate::cli::sessions::{failure, open};
use crate::cli::{CliError, status};
use crate::files::TemporaryFolder;
use crate::num::counted;
use crate::project::{BASE, NAME, Project, RESERVED, SCHEMA, queue_of, session};
use crate::rubric::DEFAULT_RUBRIC;
use crate::session::annotator;

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

/// A path as seen from the folder of a project.
fn from(folder: &Path, path: &Path) -> PathBuf {
    let absolute = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let base = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    absolute.strip_prefix(&base).map(Path::to_path_buf).unwrap_or(absolute)
}

/// Puts the gold cases into the session of each annotator, so that a gold set that cannot be used is refused here, and returns
/// how many are in each queue; `None` without a gold set.
fn mix_all(project: &Project, file: &Path) -> Result<Option<String>, CliError> {
    if project.gold.is_none() {
        return Ok(None);
    }
    let (mut queues, mut known) = (Vec::new(), 0);
    for by in &project.annotators {
        let mut store = open(&session(folder(file), by))?;
        mix_gold(project, file, by, &mut store)?;
        let line = store.line().map_err(failure)?;
        let gold = GoldCases::read(&line);
        let queue = queue_of(&store, &line, by).map_err(failure)?;
        known = gold.ids().len();
        let mixed = queue.iter().filter(|id| gold.labels(id).is_some()).count();
        queues.push(format!("{by} {mixed} of {}", counted(queue.len(), "case")));
        store.rest().map_err(failure)?;
    }
    let (share, queues) = (BlindSettings::default().rate * 100.0, queues.join(", "));
    let gold = counted(known, "gold case");
    let training = project.training.map_or_else(String::new, |many| {
        format!("; the training round begins with {}", counted(many, "gold case"))
    });
    Ok(Some(format!(
        "{gold} in the file, {share:.0} % of a queue are mixed into it and the others left out: {queues}{training}"
    )))
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    if args.file.exists() {
        return Err(CliError::file(&args.file, "there is a project already").hint("--file names another"));
    }
    let folder = folder(&args.file);
    let mut annotators: Vec<String> = args.by.iter().map(|name| name.trim().to_owned()).collect();
    annotators.sort();
    annotators.dedup();
    for name in &annotators {
        annotator(name).map_err(|why| CliError::usage(format!("--by: {why}")))?;
        if RESERVED.contains(&name.as_str()) {
            let words = format!("--by: {name} is the name of a file of the round; take another name");
            return Err(CliError::usage(words));
        }
    }
    if let Some(path) = &args.guidelines {
        read_whole_text(path, GUIDELINES).map_err(CliError::usage)?;
    }
    if let Some(path) = args.gold.as_ref().filter(|path| !path.exists()) {
        return Err(CliError::file(path, "there is no such file"));
    }
    if let Some(pass) = &args.gold_pass {
        crate::cli::blind::share(pass)
            .map_err(|why| CliError::usage(format!("--gold-pass {pass}: {why}")))?;
    }
    let mut outputs = vec![folder.join(BASE)];
    outputs.extend(annotators.iter().map(|name| session(folder, name)));
    if let Some(there) = outputs.iter().find(|path| path.exists()) {
        return Err(CliError::file(there, "there already; a round begins with new sessions"));
    }
    // All of it is made beside, so that a failure leaves nothing.
    let beside = TemporaryFolder::new(folder)
        .map_err(|error| CliError::file(folder, &format!("nothing can be written: {error}")))?;
    let made = beside.path().join(BASE).display().to_string();
    let mut import = words(&["lockbench", "sessions", "import", &made]);
    import.extend(args.cases.iter().map(|path| path.display().to_string()));
    import.extend(words(&["--quiet", "--rubric", &args.rubric]));
    if invoke(&import)? != status::SUCCESS {
        return Err(CliError::usage("no project was made, since not every case can be read"));
    }
    let by = annotators.join(",");
    invoke(&words(&["lockbench", "sessions", "assign", &made, "--by", &by, "--overlap", &args.overlap]))?;
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
    let store = open(Path::new(&made))?;
    let copy = |to: &PathBuf| store.backup(to).map_err(failure);
    let written = outputs.iter().try_for_each(copy);
    let written = written.and_then(|()| mix_all(&project, &args.file));
    let written =
        written.and_then(|mixed| project.write(&args.file).map_err(CliError::usage).map(|()| mixed));
    let mixed = written.inspect_err(|_| {
        // None of them was there before.
        outputs.iter().for_each(|path| drop(std::fs::remove_file(path)));
    })?;
    let (file, cases) = (args.file.display(), counted(store.ids().map_err(failure)?.len(), "case"));
    let made: Vec<String> = outputs.iter().map(|path| path.display().to_string()).collect();
    notify(&format!("{file} made for {cases}, with {}", made.join(", ")));
    if let Some(mixed) = mixed {
        notify(&mixed);
    }
    notify(&format!("each annotator types `lockbench review {file} --as NAME`"));
    Ok(status::SUCCESS)
}
