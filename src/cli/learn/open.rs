//! Opens lessons, the gym and the tour in the workbench.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::case::{Case, Fields, Record as CaseRecord, origins, read};
use crate::cli::driver_args::DriverArgs;
use crate::cli::line;
use crate::cli::mutate::{changed, marks};
use crate::cli::output::{Content, find_terminal, notify};
use crate::cli::workbench::{WorkbenchExit, left};
use crate::cli::{CliError, print};
use crate::gym::{self, Record};
use crate::lesson::{self, SHIPPED};
use crate::num::counted;
use crate::progress;
use crate::rubric::{DEFAULT_RUBRIC, Readings, RubricSet};
use crate::session::{now, state_folder};
use crate::threads::processors;
use crate::tui::course::{CourseEntry, CourseState};
use crate::tui::guide::Guide;
use crate::tui::keymap::Action;
use crate::tui::queue::{QUIET, Sources, Storage};
use crate::tui::state::After;
use crate::tui::tour::Tour;
use crate::tui::training::GymState;
use crate::tui::worker::ScoringConfig;
use crate::tui::{self, Options};

use super::course::LoadedCourse;

/// The case of the tour: a summary without errors.
const TOUR: &str = include_str!("../../../samples/tour.json");
/// Good summaries from which exercises are built.
const GOOD: &str = include_str!("../../../samples/gym.jsonl");

/// Opens a lesson, or the list of all lessons.
pub fn course(
    learner: &str,
    driver: &DriverArgs,
    rubrics: &Arc<RubricSet>,
    name: Option<&str>,
) -> Result<WorkbenchExit, CliError> {
    let progress = super::progress::read(learner)?;
    let mut entries = Vec::new();
    let mut add = |name: &str| {
        let (lesson, shipped) = super::found(name, rubrics)?;
        let recorded = lesson::recorded_name(&lesson.name, shipped);
        let taken = progress.lesson(&recorded);
        entries.push(CourseEntry {
            recorded: recorded.into_owned(),
            passed: taken.is_some_and(|taken| taken.passed.is_some()),
            attempts: taken.map_or(0, |taken| taken.attempts),
            after: Vec::new(),
            due: None,
            lesson: Arc::new(lesson),
        });
        Ok::<_, CliError>(())
    };
    let named = name.map(|name| super::found(name, rubrics)).transpose()?;
    let at = match (&named, name) {
        // A user's own lesson file is opened as a course with one lesson.
        (Some((_, false)), Some(name)) => {
            add(name)?;
            0
        }
        (named, _) => {
            SHIPPED.iter().try_for_each(|(known, _)| add(known))?;
            let name = named.as_ref().map_or("", |(lesson, _)| lesson.name.as_str());
            SHIPPED.iter().position(|(known, _)| *known == name).unwrap_or(0)
        }
    };
    let practice = entries.iter().map(|entry| entry.lesson.case.clone()).collect();
    let first = name.is_none().then_some(Action::Lessons);
    let guide = Guide::Lessons(CourseState::new(entries));
    open(options(learner, driver, guide, practice, at), first, None, driver)
}

/// Opens a lesson of a course, or the list of its lessons.
pub fn own_course(
    learner: &str,
    driver: &DriverArgs,
    opened: &LoadedCourse,
    name: Option<&str>,
) -> Result<WorkbenchExit, CliError> {
    let progress = super::progress::read(learner)?;
    let entry = |((lesson, recorded), step): (&(lesson::Lesson, String), &lesson::Step)| {
        let taken = progress.lesson(recorded);
        CourseEntry {
            recorded: recorded.clone(),
            passed: taken.is_some_and(|taken| taken.passed.is_some()),
            attempts: taken.map_or(0, |taken| taken.attempts),
            after: step.after.clone(),
            due: step.due.clone(),
            lesson: Arc::new(lesson.clone()),
        }
    };
    let entries: Vec<CourseEntry> = opened.lessons.iter().zip(&opened.course.steps).map(entry).collect();
    let practice = entries.iter().map(|entry| entry.lesson.case.clone()).collect();
    let mut course = CourseState::new(entries);
    course.title.clone_from(&opened.course.title);
    let at = match name {
        None => 0,
        Some(name) => {
            let at = opened.place(name);
            at.ok_or_else(|| CliError::usage(format!("no lesson of the course is called `{name}`")))?
        }
    };
    let missing = course.missing(at);
    if !missing.is_empty() {
        return Err(CliError::usage(format!("pass first: {}", missing.join(", ")))
            .hint("`lockbench learn --course FOLDER` lists the lessons and what each of them needs"));
    }
    let first = name.is_none().then_some(Action::Lessons);
    open(options(learner, driver, Guide::Lessons(course), practice, at), first, None, driver)
}

/// Most cases from which exercises are built; more would take too long.
const SOURCES: usize = 200;

pub struct Exercises<'a> {
    /// Files of good summaries; the shipped ones if empty.
    files: &'a [PathBuf],
    /// File with readers' decisions on mutants.
    passed: Option<&'a Path>,
    seed: Option<u64>,
}

impl<'a> Exercises<'a> {
    /// Reads the sources from the arguments.
    pub fn of(args: &'a super::Args) -> Exercises<'a> {
        Exercises { files: &args.source, passed: args.passed.as_deref(), seed: args.seed }
    }
}

/// Opens the gym with exercises built from good summaries.
pub fn gym(
    learner: &str,
    driver: &DriverArgs,
    rubrics: &Arc<RubricSet>,
    of: &Exercises,
) -> Result<WorkbenchExit, CliError> {
    let progress = super::progress::read(learner)?;
    let record = Record::read(&progress.gym).map_err(|why| {
        let file = super::progress::file(learner);
        let file = file.map_or_else(String::new, |file| file.display().to_string());
        CliError::usage(format!("{file}: `gym`: {why}")).hint("fix the file, or move it away to start over")
    })?;
    let cases = if of.files.is_empty() { shipped() } else { read_cases(of.files)? };
    // Making the exercises takes a while.
    if !driver.line
        && driver.play.is_none()
        && let Err(error) = find_terminal()
    {
        return Err(CliError::usage(tui::Error::Terminal(error))
            .hint("with --line the exercises take commands and print plain text"));
    }
    // The seed changes with the number of exercises done, so that a returning learner gets new ones.
    let seed = of.seed.unwrap_or(record.done);
    if driver.play.is_none() {
        notify(&format!("making exercises of {} …", counted(cases.len(), "summary")));
    }
    let exercises = match of.passed {
        None => made(&cases, rubrics, seed),
        Some(file) => {
            let (exercises, lost) = gym::accepted(&cases, rubrics, &marks(file)?);
            if lost > 0 {
                notify(&changed(lost));
            }
            exercises
        }
    };
    let training = GymState::new(exercises, record, seed);
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let Some(at) = training.next(seconds.map_or(0, |since| since.as_secs())) else {
        return Err(CliError::usage(
            "no exercise can be made of these cases: nothing in them can be changed for certain, or was accepted",
        )
        .hint("summaries with numbers, names or dates are changed best"));
    };
    let practice = training.exercises.iter().map(|exercise| exercise.case.clone()).collect();
    let guide = Guide::Gym(Box::new(training));
    open(options(learner, driver, guide, practice, at), None, None, driver)
}

/// Builds the exercises, on as many threads as there are processors.
fn made(cases: &[Case], rubrics: &Arc<RubricSet>, seed: u64) -> Vec<gym::Exercise> {
    let threads = processors();
    let part = |first: usize| gym::exercises(cases, rubrics, seed, (first, threads));
    thread::scope(|scope| {
        let (part, mut parts) = (&part, Vec::new());
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || part(first))).collect();
        parts.push(part(0));
        parts.extend(others.into_iter().filter_map(|other| other.join().ok()));
        gym::joined(parts)
    })
}

/// Returns the shipped good summaries.
fn shipped() -> Vec<Case> {
    let lines = GOOD.lines().enumerate();
    let records = lines.map(|(at, line)| CaseRecord::json("samples/gym.jsonl", &at.to_string(), line));
    records.filter_map(|record| record.cases(&Fields::default()).ok()).flat_map(|found| found.cases).collect()
}

/// Returns the readable cases of files.
fn read_cases(files: &[PathBuf]) -> Result<Vec<Case>, CliError> {
    let origins = origins(files).map_err(CliError::usage)?;
    let mut cases = Vec::new();
    for record in origins.iter().flat_map(|origin| read(origin, &Arc::default())) {
        match record.cases(&Fields::default()) {
            Ok(found) => cases.extend(found.cases),
            Err(problem) => return Err(CliError::usage(problem)),
        }
        if cases.len() >= SOURCES {
            break;
        }
    }
    Ok(cases)
}

/// Opens the tour, and records that it was shown. On leaving, the program continues with `after`.
pub fn tour(learner: &str, driver: &DriverArgs, after: Option<After>) -> Result<WorkbenchExit, CliError> {
    if driver.line {
        return Err(CliError::usage("the tour shows the panels and keys of the screen, and lines have none").hint(
            "`lockbench learn 1 --line` takes the first lesson as lines, and `lockbench --line` opens the samples: `help` prints \
             every command there",
        ));
    }
    let found = CaseRecord::json("tour", "tour", TOUR).cases(&Fields::default());
    let case: Case = found
        .ok()
        .and_then(|found| found.cases.into_iter().next())
        .ok_or_else(|| CliError::usage("the tour has no case"))?;
    let options = options(learner, driver, Guide::Tour(Tour::default()), vec![case], 0);
    // The rubric with the fewest caps shows most clearly what a cap does.
    let options = Options { rubric: "twin-lock".to_owned(), ..options };
    let left = open(options, None, after, driver)?;
    remember();
    Ok(left)
}

/// Returns the file that records that the tour was shown.
fn mark() -> Option<PathBuf> {
    Some(progress::folder()?.join("tour.json"))
}

/// Records that the tour was shown. If this fails, the tour is shown again next time.
fn remember() {
    if let Some(file) = mark() {
        let text = serde_json::json!({"schema": "lockbench.tour/1", "shown": now().as_str()});
        progress::write(&file, &format!("{text}\n")).ok();
    }
}

/// Returns whether the program's state directory is empty or missing.
pub fn is_first_run() -> bool {
    let folder = state_folder().and_then(|sessions| sessions.parent().map(std::path::Path::to_path_buf));
    folder
        .is_some_and(|folder| std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none()))
}

fn options(learner: &str, driver: &DriverArgs, guide: Guide, practice: Vec<Case>, at: usize) -> Options {
    let keep = Storage::Nowhere("this is practice".to_owned());
    let quiet = if driver.play.is_some() { Duration::ZERO } else { QUIET };
    Options {
        sources: Sources { practice, at, keep, quiet, ..Sources::default() },
        rubric: DEFAULT_RUBRIC.to_owned(),
        readings: Readings::default(),
        numbers: ScoringConfig::default(),
        by: learner.to_owned(),
        config: crate::cli::config::read(),
        folder: crate::cli::config::folder(),
        record: driver.record.clone(),
        play: driver.play.clone(),
        split: tui::split::file(|name| std::env::var(name).ok()),
        guide: Some(guide),
        progress: super::progress::file(learner),
        ..Options::default()
    }
}

fn open(
    options: Options,
    first: Option<Action>,
    after: Option<After>,
    driver: &DriverArgs,
) -> Result<WorkbenchExit, CliError> {
    let options = Options { first, after, ..options };
    if driver.line {
        return line::run(options).map(|status| (status, None));
    }
    if driver.play.is_some() && !tui::terminal::is_there() {
        let (status, screen) = tui::play(options).map_err(CliError::usage)?;
        print(&Content::text(screen))?;
        return Ok((status, None));
    }
    tui::run(options).map(left).map_err(|error| {
        CliError::usage(error).hint("where there is no terminal, `lockbench learn` prints the lessons")
    })
}
