//! `lockbench project`: a round of annotation as one file, `lockbench.toml`: the cases, who judges them, by what, and how.
//!
//! Each annotator has a session of their own beside the file, made of one import, so that the sessions can be merged.
//! `lockbench review PROJECT --as NAME` opens it as the file says; the lead reads `project status`, and `project close`
//! merges what was done.

use std::path::{Path, PathBuf};
use std::thread;

use clap::{Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

use super::output::{Content, tell};
use super::sessions::{failure, open};
use super::{Cli, Failure, print, status};
use crate::agree::annotators::coefficients::{OF_LABEL_PAIRS, statistics};
use crate::annotations::{Gathering, compare};
use crate::case::{GUIDELINES, read_whole_text};
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::export::document::Document;
use crate::export::session::{duration, quantile};
use crate::files;
use crate::labels::overrides::Care;
use crate::num::so_many;
use crate::rubric::{DEFAULT_RUBRIC, Readings};
use crate::session::{Analyst, Recorder, annotator, spent};

/// The `schema` of the file.
const SCHEMA: &str = "lockbench.project/1";
/// Its usual name.
const NAME: &str = "lockbench.toml";
/// The session that those of the annotators are copies of.
const BASE: &str = "cases.db";
/// Names of files of a round that no annotator may have.
const RESERVED: [&str; 3] = ["cases", "gold", "merged"];
/// The kappa below which a pair should talk before they go on.
const LEAST_KAPPA: f64 = 0.667;

/// What can be done with a project.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Begin a round: writes the file, and a session for each annotator
    New(New),
    /// How far everybody is: cases, time, agreement of pairs, cases that nobody has judged
    Status(StatusArgs),
    /// End the round: merges the sessions, after which nobody can go on
    Close(Close),
}

/// Arguments of `project new`.
#[derive(Debug, clap::Args)]
#[group(id = "project_new")]
pub struct New {
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
    /// Begin with so many of the gold cases, with feedback
    #[arg(long, value_name = "N", requires = "gold")]
    training: Option<usize>,
}

/// Forms of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Markdown tables
    Md,
    /// One page that needs nothing else
    Html,
}

/// Arguments of `project status`.
#[derive(Debug, clap::Args)]
#[group(id = "project_status")]
pub struct StatusArgs {
    /// The project
    #[arg(value_name = "PROJECT", default_value = NAME)]
    file: PathBuf,
    /// Form of the status
    #[arg(long, short, value_enum, default_value = "md")]
    format: Form,
}

/// Arguments of `project close`.
#[derive(Debug, clap::Args)]
#[group(id = "project_close")]
pub struct Close {
    /// The project
    #[arg(value_name = "PROJECT", default_value = NAME)]
    file: PathBuf,
    /// Where an annotator gave two labels to one unit, take what this session has
    #[arg(long, value_name = "S.db")]
    prefer: Vec<PathBuf>,
}

/// A project's file. Paths are as seen from its folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    schema: String,
    /// The rubric that is judged by.
    rubric: String,
    /// The annotators.
    annotators: Vec<String>,
    /// The share of the cases that everybody judges.
    #[serde(default)]
    overlap: String,
    /// What is judged by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guidelines: Option<PathBuf>,
    /// Whether the engine's labels are hidden until a person has judged.
    #[serde(default)]
    blind: bool,
    /// Cases whose labels are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gold: Option<PathBuf>,
    /// The share of gold labels that has to be right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gold_pass: Option<String>,
    /// Gold cases of the training round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    training: Option<usize>,
    /// Whether the round is over.
    #[serde(default)]
    closed: bool,
}

/// Runs a command.
pub fn run(command: &Command) -> Result<u8, Failure> {
    match command {
        Command::New(args) => new(args),
        Command::Status(args) => state(args),
        Command::Close(args) => close(args),
    }
}

/// Whether a file that is to be reviewed is a project.
pub fn is_project(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "toml")
}

/// Opens the session of an annotator of a project, as the project says.
///
/// # Errors
/// If the file is no project, is closed, or has no such annotator.
pub fn review(path: &Path, by: Option<&str>, line: bool) -> Result<u8, Failure> {
    let project = read(path)?;
    let known = project.annotators.join(", ");
    let by = by.ok_or_else(|| Failure::usage("who judges? --as NAME").hint(format!("there are {known}")))?;
    if project.closed {
        return Err(Failure::file(path, "the round is closed"));
    }
    if !project.annotators.iter().any(|name| name == by) {
        return Err(Failure::usage(format!("--as {by}: no annotator of the project is called so"))
            .hint(format!("there are {known}")));
    }
    let folder = folder(path);
    let session = session(folder, by);
    let mut arguments = words(&["lockbench", "review", "--session"]);
    arguments.push(session.display().to_string());
    arguments.extend(words(&["--as", by, "--rubric", &project.rubric]));
    let mut option = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            arguments.extend([name.to_owned(), value]);
        }
    };
    let beside = |path: &PathBuf| folder.join(path).display().to_string();
    option("--guidelines", project.guidelines.as_ref().map(beside));
    // Gold cases and a training round are put in when the session is opened first.
    let begun = open(&session)?.counts().map_err(failure)?.1 > 0;
    if project.blind && !begun {
        option("--gold", project.gold.as_ref().map(beside));
        option("--gold-pass", project.gold_pass.clone());
        option("--training", project.training.map(|cases| cases.to_string()));
    }
    if project.blind {
        arguments.push("--blind".to_owned());
    }
    if line {
        arguments.push("--line".to_owned());
    }
    invoke(&arguments)
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Does what a command line says.
fn invoke(arguments: &[String]) -> Result<u8, Failure> {
    let cli = Cli::try_parse_from(arguments).map_err(|error| Failure::usage(error.to_string()))?;
    super::run(cli)
}

fn folder(path: &Path) -> &Path {
    files::folder_of(path)
}

/// The session of an annotator. Names that differ have files that differ, as those of learners do.
fn session(folder: &Path, by: &str) -> PathBuf {
    crate::progress::file(folder, by).file_stem().map_or_else(
        || folder.join("session.db"),
        |stem| folder.join(format!("{}.db", stem.to_string_lossy())),
    )
}

fn read(path: &Path) -> Result<Project, Failure> {
    let text = read_whole_text(path, GUIDELINES).map_err(Failure::usage)?;
    let project: Project = toml::from_str(&text).map_err(|error| {
        Failure::file(path, &error.to_string()).hint("`lockbench project new` writes one")
    })?;
    if project.schema != SCHEMA {
        return Err(Failure::file(path, &format!("its schema is {:?}, not {SCHEMA:?}", project.schema)));
    }
    Ok(project)
}

fn write(path: &Path, project: &Project) -> Result<(), Failure> {
    let text = toml::to_string(project).map_err(|error| Failure::file(path, &error.to_string()))?;
    files::replace(path, text.as_bytes()).map_err(|error| Failure::file(path, &error.to_string()))
}

/// A path as seen from the folder of a project.
fn from(folder: &Path, path: &Path) -> PathBuf {
    let absolute = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let base = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    absolute.strip_prefix(&base).map(Path::to_path_buf).unwrap_or(absolute)
}

fn new(args: &New) -> Result<u8, Failure> {
    if args.file.exists() {
        return Err(Failure::file(&args.file, "there is a project already").hint("--file names another"));
    }
    let folder = folder(&args.file);
    let mut annotators: Vec<String> = args.by.iter().map(|name| name.trim().to_owned()).collect();
    annotators.sort();
    annotators.dedup();
    for name in &annotators {
        annotator(name).map_err(|why| Failure::usage(format!("--by: {why}")))?;
        if RESERVED.contains(&name.as_str()) {
            let words = format!("--by: {name} is the name of a file of the round; take another name");
            return Err(Failure::usage(words));
        }
    }
    let base = folder.join(BASE);
    let taken = annotators.iter().map(|name| session(folder, name)).chain([base.clone()]);
    if let Some(there) = taken.into_iter().find(|path| path.exists()) {
        return Err(Failure::file(&there, "there already; a round begins with new sessions"));
    }
    let mut import = words(&["lockbench", "sessions", "import", &base.display().to_string()]);
    import.extend(args.cases.iter().map(|path| path.display().to_string()));
    import.extend(words(&["--rubric", &args.rubric]));
    invoke(&import)?;
    let base_name = base.display().to_string();
    invoke(&words(&[
        "lockbench",
        "sessions",
        "assign",
        &base_name,
        "--by",
        &annotators.join(","),
        "--overlap",
        &args.overlap,
    ]))?;
    let store = open(&base)?;
    for name in &annotators {
        store.backup(&session(folder, name)).map_err(failure)?;
    }
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
    write(&args.file, &project)?;
    let file = args.file.display();
    tell(&format!("{file}: each annotator types `lockbench review {file} --as NAME`"));
    Ok(status::SUCCESS)
}

fn state(args: &StatusArgs) -> Result<u8, Failure> {
    let project = read(&args.file)?;
    let document = told(&project, folder(&args.file))?;
    print(&match args.format {
        Form::Md => Content::text(document.markdown()),
        Form::Html => Content::text(document.html()),
    })
}

/// The status of a round.
fn told(project: &Project, folder: &Path) -> Result<Document, Failure> {
    let mut document = Document::new("Annotation round");
    let mode = if project.blind { ", blind" } else { "" };
    let state = if project.closed { "closed" } else { "open" };
    document.text(format!("By {}{mode}; {state}.", project.rubric));
    let selection = Selection::shipped(&[], Readings::default());
    let mut gathering = Gathering::new(false, selection, rustc_hash::FxHashMap::default())
        .with_least(Care::Judged)
        .telling(tell);
    let mut judged: std::collections::BTreeSet<String> = std::collections::BTreeSet::new();
    let (mut rows, mut medians, mut all) = (Vec::new(), Vec::new(), std::collections::BTreeSet::new());
    for name in &project.annotators {
        let path = session(folder, name);
        let store = open(&path)?;
        let queue = store.queue(name).map_err(failure)?;
        all.extend(queue.iter().cloned());
        let mut recorder = Recorder::new(store, None, Analyst::new(Embedding::Shipped));
        let (mut done, mut moments) = (0, Vec::new());
        for (at, id) in queue.iter().enumerate() {
            let folded = recorder.folded(id, name).map_err(failure)?;
            let state = folded.state();
            if state.decision.is_some() || state.changed() > 0 || !state.accepted().is_empty() {
                done += 1;
                judged.insert(id.clone());
            }
            moments.extend(folded.events().iter().map(|event| (event.micros, at)));
        }
        let mut seconds: Vec<f64> = spent(moments).into_values().collect();
        seconds.sort_by(f64::total_cmp);
        let median = quantile(&seconds, 0.5);
        medians.extend(median);
        rows.push((name.clone(), queue.len(), done, median, seconds.iter().sum::<f64>()));
        gathering.read(&path, &Embedding::Shipped).map_err(Failure::unusable)?;
    }
    medians.sort_by(f64::total_cmp);
    let usual = quantile(&medians, 0.5);
    let cells = rows.into_iter().map(|(name, queue, done, median, total)| {
        // Twice as fast, or half as fast, as the others.
        let pace = median.zip(usual).filter(|(_, usual)| *usual >= 1.0).map_or("-", |(own, usual)| {
            match own / usual {
                ratio if ratio < 0.5 => "much faster than the others",
                ratio if ratio > 2.0 => "much slower than the others",
                _ => "as the others",
            }
        });
        let time = |seconds: Option<f64>| seconds.map_or_else(|| "-".to_owned(), duration);
        vec![
            name,
            format!("{done} of {queue}"),
            time(median),
            time(Some(total).filter(|total| *total > 0.0)),
            pace.to_owned(),
        ]
    });
    document.heading("Who did how much");
    document.table(&["annotator", "cases judged", "median a case", "time", "pace"], 1, cells.collect());
    let nobody: Vec<Vec<String>> = all.difference(&judged).map(|id| vec![id.clone()]).collect();
    document.heading("Judged by nobody");
    document.text(format!("{} of {}.", so_many(nobody.len(), "case"), all.len()));
    document.table(&["case"], 1, nobody.into_iter().take(50).collect());
    document.heading("Agreement of pairs");
    match gathering.finish() {
        Err(why) => document.text(format!("Not known yet: {}.", why.message)),
        Ok((gathered, ..)) => pairs(&mut document, &gathered.annotations),
    }
    Ok(document)
}

/// The pairs of annotators, by list, those first who agree least.
fn pairs(document: &mut Document, annotations: &crate::agree::annotators::Annotations) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let found = compare(annotations, None, &[], (1, 0), threads, &|_| {});
    let at = statistics(OF_LABEL_PAIRS).position(|statistic| statistic.key == "kappa");
    let mut rows: Vec<(f64, Vec<String>)> = Vec::new();
    for (_, list) in &found.lists {
        for pair in &list.pairs {
            let kappa = at.and_then(|at| pair.pair.stats.get(at)).and_then(|stat| stat.value.ok());
            let units: usize = pair.confusion.iter().flatten().sum();
            let differ = units - (0..pair.confusion.len()).map(|at| pair.confusion[at][at]).sum::<usize>();
            let Some(kappa) = kappa else { continue };
            let names = [pair.pair.a, pair.pair.b].map(|at| annotations.annotators[at].clone()).join(" and ");
            let below = if kappa < LEAST_KAPPA { "talk about it first" } else { "" };
            let cells = [
                names,
                list.title.clone(),
                format!("{kappa:.3}"),
                units.to_string(),
                differ.to_string(),
                below.to_owned(),
            ];
            rows.push((kappa, cells.to_vec()));
        }
    }
    if rows.is_empty() {
        return document.text("No two annotators have judged the same units.");
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    document.text(format!(
        "Cohen's kappa; below {LEAST_KAPPA} a pair should go through the units that they differ on."
    ));
    let heads = ["annotators", "list", "kappa", "units", "differ", "what to do"];
    document.table(&heads, 2, rows.into_iter().map(|(_, cells)| cells).collect());
}

fn close(args: &Close) -> Result<u8, Failure> {
    let project = read(&args.file)?;
    if project.closed {
        return Err(Failure::file(&args.file, "the round is closed already"));
    }
    let folder = folder(&args.file);
    let out = folder.join("merged.db");
    let mut merge = words(&["lockbench", "sessions", "merge", &out.display().to_string()]);
    merge.extend(project.annotators.iter().map(|name| session(folder, name).display().to_string()));
    for preferred in &args.prefer {
        merge.extend(["--prefer".to_owned(), preferred.display().to_string()]);
    }
    invoke(&merge)?;
    write(&args.file, &Project { closed: true, ..project })?;
    let out = out.display();
    tell(&format!("next: `lockbench agree {out}`, then `lockbench adjudicate {out} --session gold.db`"));
    Ok(status::SUCCESS)
}
