//! `lockbench class`: the work of each person of a class or team in one table.

use std::collections::{BTreeMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use uuid::Uuid;

use super::agree::Include;
use super::destination::OutputArgs;
use super::gold_set::GoldSet;
use super::input::{CaseLookup, known, stdin_once};
use super::output::{Content, notify, print_note};
use super::selection::RubricArgs;
use super::sessions::{failure, open, shared_choice};
use super::{CliError, print_to, status};
use crate::annotations::{Gathering, is_session, score};
use crate::case::{Fields, LESSON, read_whole_text};
use crate::class::{Class, LearnerRecord, PROGRESS, Person, against, csv, document, json_lines, progress};
use crate::embedding::Embedding;
use crate::labels::overrides::Care;
use crate::report::json::line;
use crate::session::{Analyst, Recorder, is_adjudicator, judges_blind, spent};
use crate::threads::processors;

/// Forms of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A row a person, for a spreadsheet
    Csv,
    /// An object a person
    Jsonl,
    /// Markdown tables
    Md,
    /// One page that needs nothing else
    Html,
}

/// Arguments of `class`.
#[derive(Debug, clap::Args)]
#[group(id = "class")]
#[command(
    after_help = "The progress of a learner is in lockbench/learn/progress/NAME.json of their state directory. People are matched by \
                  their names: who learns and reviews under one name has one row."
)]
pub struct Args {
    /// Review sessions, files of labels, and the progress of learners
    #[arg(value_name = "S.db|LABELS|PROGRESS", required = true)]
    files: Vec<PathBuf>,
    /// The gold set: labels, or a session, of one annotator; everybody is compared with it
    #[arg(long, value_name = "FILE")]
    gold: Option<PathBuf>,
    /// The texts of the cases that files of labels are about; may be given several times
    #[arg(long = "cases", value_name = "FILE")]
    texts: Vec<PathBuf>,
    /// The course that they take, as `learn --course` has it: its lessons come first, and the table says what is late or open
    #[arg(long, value_name = "FOLDER")]
    course: Option<PathBuf>,
    #[command(flatten)]
    choice: RubricArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Replace each name by a pseudonym, always the same for the same name
    #[arg(long)]
    pseudonyms: bool,
    /// A word that makes pseudonyms of your own: without it, who knows a name can work its pseudonym out
    #[arg(long, value_name = "WORD", requires = "pseudonyms", default_value = "")]
    salt: String,
    /// Of sessions, compare labels with the gold set too that were accepted with their case: `seen` after a look at them,
    /// `accepted` unseen too
    #[arg(long, value_name = "WHAT", value_enum)]
    include: Option<Include>,
    /// Form of the table
    #[arg(long, short, value_enum, default_value = "csv")]
    format: Format,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    super::interrupt::end_on_signals();
    stdin_once(args.files.iter().chain(&args.texts).chain(&args.gold))?;
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let gold = args.gold.as_deref().and_then(real);
    // `*.db` also matches the gold set. Decisions in it are not work on the cases.
    let files: Vec<&PathBuf> =
        args.files.iter().filter(|file| gold.is_none() || real(file) != gold).collect();
    if let ([], Some(file)) = (files.as_slice(), args.files.first()) {
        return Err(CliError::usage(format!(
            "{} is the gold set, and there is no other file",
            file.display()
        ))
        .hint("name the sessions or labels of those to compare with it"));
    }
    let destination = args.output.open()?;
    let mut people: BTreeMap<String, Person> = BTreeMap::new();
    let mut labels: Vec<&Path> = Vec::new();
    let mut counted = Counted::default();
    for file in files {
        if is_progress(file) {
            let learned = learned(file)?;
            let name = learned.learner.clone();
            people.entry(name.clone()).or_insert_with(|| Person::called(&name)).learn(learned);
            continue;
        }
        labels.push(file);
        if is_session(file) {
            work(file, &mut people, &mut counted)?;
        }
    }
    let problems = agreement(args, &labels, &mut people)?;
    let mut people: Vec<Person> = people.into_values().collect();
    if people.is_empty() {
        return Err(CliError::usage("nobody has done anything in these files")
            .hint("sessions with events, files of labels, and the progress of learners are read"));
    }
    if args.pseudonyms {
        people.iter_mut().for_each(|person| person.name = pseudonym(&person.name, &args.salt));
        people.sort_by(|a, b| a.name.cmp(&b.name));
    }
    let plan = args.course.as_deref().map(super::learn::plan).transpose()?;
    let class = Class { people, plan };
    print_to(
        destination,
        &match args.format {
            Format::Csv => Content::text(csv(&class)),
            Format::Jsonl => {
                Content::Json(json_lines(&class).iter().map(|value| format!("{}\n", line(value))).collect())
            }
            Format::Md => Content::text(document(&class).markdown()),
            Format::Html => Content::text(document(&class).html()),
        },
    )?;
    Ok(if problems { status::UNSCORED } else { status::SUCCESS })
}

/// Returns whether a file is a learner's progress, judging by its beginning.
fn is_progress(path: &Path) -> bool {
    const HEAD: u64 = 4096;
    let mut head = Vec::new();
    let regular = std::fs::metadata(path).is_ok_and(|about| about.is_file());
    if regular && let Ok(file) = std::fs::File::open(path) {
        // A read error is reported later, by the function that reads the file.
        drop(file.take(HEAD).read_to_end(&mut head));
    }
    let kind = PROGRESS.split('/').next().unwrap_or(PROGRESS);
    String::from_utf8_lossy(&head).contains(&format!("\"{kind}/"))
}

fn learned(path: &Path) -> Result<LearnerRecord, CliError> {
    let text = read_whole_text(path, LESSON).map_err(CliError::usage)?;
    let value = serde_json::from_str(&text).map_err(|error| CliError::file(path, &error.to_string()))?;
    progress(&value).map_err(|why| CliError::file(path, &why.to_string()))
}

/// What was already counted, since a merged session and a gold set contain copies from other sessions.
#[derive(Default)]
struct Counted {
    events: HashSet<Uuid>,
    cases: HashSet<(String, String)>,
    decided: HashSet<(String, String)>,
}

/// Adds everybody's work in a session: cases, verdicts, time.
fn work(path: &Path, people: &mut BTreeMap<String, Person>, counted: &mut Counted) -> Result<(), CliError> {
    let store = open(path)?;
    let mut recorder = Recorder::new(store, None, Analyst::new(Embedding::Shipped));
    let names = recorder.store().annotators(None).map_err(failure)?;
    let ids = recorder.store().ids().map_err(failure)?;
    let line = recorder.store().line().map_err(failure)?;
    for (name, _) in names {
        let blind = judges_blind(&line, &name);
        let (mut moments, mut cases, mut done, mut decided) = (Vec::new(), 0, HashSet::new(), 0);
        for (at, id) in ids.iter().enumerate() {
            if !recorder.store().has_events(id, &name).map_err(failure)? {
                continue;
            }
            let folded = recorder.folded(id, &name).map_err(failure)?;
            if is_adjudicator(folded) {
                continue;
            }
            let new: Vec<i64> = folded
                .events()
                .iter()
                .filter(|event| counted.events.insert(event.uuid))
                .map(|event| event.micros)
                .collect();
            if new.is_empty() {
                continue;
            }
            let key = (name.clone(), id.clone());
            let is_done = folded.is_decided(blind);
            if is_done {
                done.insert(at);
            }
            decided += usize::from(is_done && counted.decided.insert(key.clone()));
            cases += usize::from(counted.cases.insert(key));
            moments.extend(new.into_iter().map(|micros| (micros, at)));
        }
        if moments.is_empty() {
            continue;
        }
        let person = people.entry(name.clone()).or_insert_with(|| Person::called(&name));
        person.cases += cases;
        person.decided += decided;
        for (at, seconds) in spent(moments) {
            // A case that was opened but not decided does not indicate the time per case.
            match done.contains(&at) {
                true => person.seconds.push(seconds),
                false => person.undecided_seconds += seconds,
            }
        }
    }
    Ok(())
}

/// Compares everybody with the gold set; returns whether something could not be read.
fn agreement(args: &Args, labels: &[&Path], people: &mut BTreeMap<String, Person>) -> Result<bool, CliError> {
    if labels.is_empty() && args.gold.is_none() {
        return Ok(false);
    }
    let selection = shared_choice(&args.choice, labels.iter().copied()).selection()?;
    let CaseLookup { cases, mut problems } = known(&args.texts, &Fields::default())?;
    let gathering = || {
        let all = Gathering::new(false, selection.clone(), cases.clone()).with_many();
        all.with_least(Include::least(args.include)).on_note(notify)
    };
    let gold_set = args.gold.as_deref().map(GoldSet::of).transpose()?;
    let gold_path = gold_set.as_ref().map(GoldSet::path);
    let holder = gold_path.map(|path| holder(gathering(), path)).transpose()?;
    let mut all = gathering();
    for file in labels {
        all.read(file, &Embedding::Shipped)?;
    }
    if let Some(holder) = holder.as_deref().filter(|holder| all.names().contains(holder)) {
        return Err(CliError::usage(format!("{holder:?} holds the gold set, and is one of the class"))
            .hint("give one of them another name in `by`"));
    }
    for (name, cases) in all.judged() {
        // The number was already reported when the session was read.
        let person = people.entry(name.clone()).or_insert_with(|| Person::called(&name));
        person.cases = person.cases.max(cases);
    }
    let Some((gold, holder)) = gold_path.zip(holder) else {
        problems.extend(all.problems);
        problems.iter().for_each(print_note);
        return Ok(!problems.is_empty());
    };
    // Every label of a gold set counts.
    all = all.with_least(Care::Accepted);
    all.read(gold, &Embedding::Shipped)?;
    let (gathered, unread, notes) = match all.finish() {
        Ok(finished) => finished,
        Err(why) => {
            print_note(format!("nobody is compared with the gold set: {}", why.message));
            return Ok(!problems.is_empty());
        }
    };
    problems.extend(unread);
    problems.iter().chain(&notes).for_each(print_note);
    if gathered.without_texts > 0 {
        let cases = crate::num::pluralize(gathered.without_texts, "case");
        print_note(format!("no rules and scores of {cases}: --cases FILE gives the texts"));
    }
    let mut annotations = gathered.annotations;
    let rubrics = score(&mut annotations, &gathered.jobs, &selection, processors());
    let Some(gold) = annotations.annotators.iter().position(|name| *name == holder) else {
        print_note(format!("nobody is compared with the gold set: {holder:?} labelled nothing in it"));
        return Ok(!problems.is_empty());
    };
    for (at, name) in annotations.annotators.iter().enumerate().filter(|(at, _)| *at != gold) {
        if let Some(person) = people.get_mut(name) {
            person.against = against(&annotations, at, gold, &rubrics);
            if person.against.is_none() {
                print_note(format!("{name} judged no case of the gold set"));
            }
        }
    }
    Ok(!problems.is_empty())
}

fn holder(mut gathering: Gathering, path: &Path) -> Result<String, CliError> {
    gathering.read(path, &Embedding::Shipped)?;
    let names: Vec<&str> = gathering.names().into_iter().collect();
    match names.as_slice() {
        [one] => Ok((*one).to_owned()),
        [] => Err(CliError::file(path, "no gold labels in it")),
        several => Err(CliError::file(
            path,
            &format!("labels of {}: a gold set has one annotator", several.join(", ")),
        )
        .hint("`lockbench adjudicate ... --export gold` makes one of what several gave")),
    }
}

fn pseudonym(name: &str, salt: &str) -> String {
    const NAMES: Uuid = Uuid::from_u128(0x6c6f_636b_6265_6e63_682d_6e61_6d65_6573);
    let hash = Uuid::new_v5(&NAMES, format!("{salt}\0{name}").as_bytes()).simple().to_string();
    format!("person-{}", &hash[..8])
}
