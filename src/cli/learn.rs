//! `lockbench learn`: takes lessons on the command line, and checks lessons for their authors.

mod course;
mod open;
mod progress;
mod show;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::case::{Case, Fields, FileError, LESSON, origins, read, read_whole_text};
use crate::engine::Engine;
use crate::files::{self, typed};
use crate::lesson::{self, Attempt, AttemptResult, LabelChange, Lesson, LessonFault, SHIPPED};
use crate::num::{Num, pluralize};
use crate::rubric::RubricSet;
use crate::session::{annotator, now};
use crate::tui::state::After;
use crate::tui::terminal;

use super::driver_args::DriverArgs;
use super::output::{Content, print_note};
use super::workbench::WorkbenchExit;
use super::{CliError, print, status};

/// Arguments of `learn`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A lesson by name, by number, or a file; without one, all lessons are listed
    #[arg(value_name = "LESSON")]
    lessons: Vec<String>,
    /// The lessons of a course: a folder with a course.toml, which gives their order, what comes before what, and deadlines
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["tour", "gym"])]
    course: Option<PathBuf>,
    /// For authors: check lessons or folders of them, and try the solution of each; without files, the shipped ones
    #[arg(long, conflicts_with_all = ["summary", "label", "reading", "predict", "hints", "solution"])]
    check: bool,
    /// Try this text as the summary; - for stdin
    #[arg(long, value_name = "FILE", requires = "lessons")]
    summary: Option<PathBuf>,
    /// Change a label, as in claims/1=unsupported; a finding can be `rejected`
    #[arg(long, value_name = "ID=VALUE", requires = "lessons")]
    label: Vec<String>,
    /// Choose a reading
    #[arg(long, value_name = "KEY=VALUE", requires = "lessons")]
    reading: Vec<String>,
    /// Foretell a score, as in coverage=6.5
    #[arg(long, value_name = "METRIC=N", requires = "lessons")]
    predict: Vec<String>,
    /// Take the tour of the workbench
    #[arg(long, conflicts_with_all = ["lessons", "check"])]
    tour: bool,
    /// Exercises without end: good summaries spoilt in one place, what you miss comes back
    #[arg(long, conflicts_with_all = ["lessons", "check", "tour"])]
    gym: bool,
    /// Make the exercises of these cases, whose summaries are good [default: summaries of our own]
    #[arg(long, value_name = "CASES", requires = "gym")]
    source: Vec<PathBuf>,
    /// Make exercises of the mutants of these cases that were accepted in this file of `mutate --review`, and of no others
    #[arg(long, value_name = "FILE", requires = "gym", conflicts_with = "seed")]
    passed: Option<PathBuf>,
    /// Chooses the exercises; the same seed gives the same ones [default: how many you have answered]
    #[arg(long, value_name = "N", requires = "gym")]
    seed: Option<u64>,
    /// The name or pseudonym under which your progress is kept [default: your user name]
    #[arg(long = "as", value_name = "NAME")]
    learner: Option<String>,
    #[command(flatten)]
    driver: DriverArgs,
    /// Show the hints
    #[arg(long, requires = "lessons")]
    hints: bool,
    /// Show a solution
    #[arg(long, requires = "lessons")]
    solution: bool,
}

pub fn run(args: &Args) -> Result<WorkbenchExit, CliError> {
    let rubrics = Arc::new(RubricSet::shipped());
    if args.check {
        return check(&args.lessons, args.course.as_deref(), &rubrics).map(ended);
    }
    let learner = learner(args.learner.as_deref())?;
    let course = args.course.as_deref().map(|path| course::read(path, &rubrics)).transpose()?;
    if let Some(course) = &course {
        return match args.lessons.as_slice() {
            [_, second, ..] => Err(one_at_a_time(second)),
            some if in_workbench(args) => {
                let name = some.first().map(String::as_str);
                open::own_course(&learner, &args.driver, course, name)
            }
            [] => print(&Content::text(show::course(course, &progress::read(&learner)?, now().as_str())))
                .map(ended),
            [name] => {
                let at = course.place(name).ok_or_else(|| {
                    CliError::usage(format!("no lesson of the course is called `{name}`"))
                        .hint("`lockbench learn --course FOLDER` lists them")
                })?;
                let missing = course.missing(at, &progress::read(&learner)?);
                if !missing.is_empty() {
                    let words =
                        format!("`{name}` comes after {}, which you have not passed", missing.join(", "));
                    return Err(CliError::usage(words));
                }
                let (lesson, recorded) = &course.lessons[at];
                take(lesson, recorded, &learner, args, &rubrics).map(ended)
            }
        };
    }
    match args.lessons.as_slice() {
        _ if args.gym => open::gym(&learner, &args.driver, &rubrics, &open::Exercises::of(args)),
        _ if args.tour => open::tour(&learner, &args.driver, None),
        [] if in_workbench(args) => open::course(&learner, &args.driver, &rubrics, None),
        [name] if in_workbench(args) => open::course(&learner, &args.driver, &rubrics, Some(name)),
        [] => list(&learner, &rubrics).map(ended),
        [name] => {
            let (lesson, is_shipped) = found(name, &rubrics)?;
            let recorded = lesson::recorded_name(&lesson.name, is_shipped);
            take(&lesson, &recorded, &learner, args, &rubrics).map(ended)
        }
        [_, second, ..] => Err(one_at_a_time(second)),
    }
}

fn one_at_a_time(second: &str) -> CliError {
    CliError::usage(format!("one lesson at a time; `{second}` is a second one"))
        .hint("several files can be checked with --check")
}

/// The exit of a command that does not return to the workbench.
fn ended(status: u8) -> WorkbenchExit {
    (status, None)
}

/// Returns the learner's name, which must fit on one line.
fn learner(named: Option<&str>) -> Result<String, CliError> {
    let user = || std::env::var("USER").ok().filter(|name| annotator(name).is_ok());
    let name = named.map(str::to_owned).or_else(user).unwrap_or_else(|| "you".to_owned());
    annotator(&name).map_err(|why| CliError::usage(format!("--as: {why}")))?;
    Ok(name)
}

/// Returns whether lessons are taken in the workbench: on a terminal, from a recording or, for a named
/// lesson, line by line, unless the arguments ask for an attempt or for printed output.
fn in_workbench(args: &Args) -> bool {
    let tries = args.summary.is_some()
        || !args.label.is_empty()
        || !args.reading.is_empty()
        || !args.predict.is_empty()
        || args.hints
        || args.solution;
    let driven = args.driver.play.is_some();
    match args.driver.line {
        true => !tries && !args.lessons.is_empty(),
        false => !tries && (driven || terminal::answers()),
    }
}

/// Shows the list of lessons, in a run with a terminal.
///
/// # Errors
/// If the progress cannot be read, or there is no terminal.
pub fn lessons() -> Result<WorkbenchExit, CliError> {
    open::course(&learner(None)?, &DriverArgs::default(), &Arc::new(RubricSet::shipped()), None)
}

/// Shows the tour, which the user has not seen yet, and then the workbench on the samples.
pub fn first_tour() -> Result<WorkbenchExit, CliError> {
    open::tour(&learner(None)?, &DriverArgs::default(), Some(After::Samples))
}

/// Returns whether the program was never used here, that is, its state directory is empty, so that the
/// tour is shown.
pub fn is_first_run() -> bool {
    open::is_first_run()
}

fn list(learner: &str, rubrics: &RubricSet) -> Result<u8, CliError> {
    let progress = progress::read(learner)?;
    let mut lessons = Vec::new();
    for (name, _) in SHIPPED {
        lessons.push(found(name, rubrics)?.0);
    }
    print(&Content::text(show::list(&lessons, &progress)))
}

fn take(
    lesson: &Lesson,
    recorded: &str,
    learner: &str,
    args: &Args,
    rubrics: &Arc<RubricSet>,
) -> Result<u8, CliError> {
    let attempt = attempt(args, lesson)?;
    let mut engine = Engine::default();
    let judge = |engine: &mut Engine, attempt: &Attempt| {
        lesson
            .attempt(rubrics, engine, attempt)
            .map_err(|why| CliError::usage(format!("{}: {why}", lesson.name)))
    };
    if args.hints || args.solution {
        let hints = if args.hints { show::hints(lesson) } else { String::new() };
        let solution = if args.solution { show::solution(lesson) } else { String::new() };
        return print(&Content::text(format!("{hints}{solution}")));
    }
    if attempt.is_empty() {
        let tried = judge(&mut engine, &attempt)?;
        let case = progress::write_case(lesson)?;
        return print(&Content::text(show::lesson(lesson, &tried, &case)));
    }
    let tried: AttemptResult = judge(&mut engine, &attempt)?;
    let passed = tried.is_passed(lesson);
    // What came of the attempt is printed even where it cannot be recorded.
    let status = print(&Content::text(show::outcome(lesson, &tried, passed)))?;
    progress::note(learner, recorded, passed)?;
    Ok(status)
}

/// Returns the attempt that the arguments describe.
fn attempt(args: &Args, lesson: &Lesson) -> Result<Attempt, CliError> {
    let mut attempt = Attempt::default();
    if let Some(path) = &args.summary {
        let text = if path == Path::new("-") {
            std::io::read_to_string(std::io::stdin()).map_err(|error| {
                CliError::usage(format!("cannot read the summary from standard input: {error}"))
            })?
        } else {
            read_whole_text(path, LESSON).map_err(CliError::usage)?
        };
        attempt.summary = Some(text.trim().to_owned());
    }
    for label in &args.label {
        let change = LabelChange::read(label).map_err(|why| CliError::usage(format!("--label: {why}")))?;
        attempt.labels.push(change);
    }
    let pair = |flag: &str, text: &String| {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            CliError::usage(format!("{flag} {text}: there is no `=`")).hint("write NAME=VALUE")
        })?;
        Ok::<_, CliError>((key.trim().to_owned(), value.trim().to_owned()))
    };
    for reading in &args.reading {
        attempt.readings.push(pair("--reading", reading)?);
    }
    for said in &args.predict {
        let (metric, number) = pair("--predict", said)?;
        let number = number.parse::<f64>().ok().filter(|number| number.is_finite());
        let number =
            number.ok_or_else(|| CliError::usage(format!("--predict {said}: that is not a number")))?;
        attempt.predictions.push((metric, Num::decimal(number)));
    }
    let foretells = lesson.goals.iter().any(lesson::Goal::is_prediction);
    if !attempt.predictions.is_empty() && !foretells {
        print_note(format!("nothing to predict in {}", lesson.name));
    }
    Ok(attempt)
}

/// Returns a lesson by name, number or file, and whether it is shipped.
fn found(name: &str, rubrics: &RubricSet) -> Result<(Lesson, bool), CliError> {
    let path = Path::new(name);
    let error = |place: &str, faults: Vec<LessonFault>| {
        let first =
            faults.first().map_or_else(String::new, |fault| format!(":{}: {}", fault.line, fault.message));
        CliError::usage(format!("{place}{first}"))
            .hint(format!("`lockbench learn --check {}` lists all faults", typed(place)))
    };
    if let Some(lesson) = lesson::shipped(name, rubrics) {
        return Ok((lesson.map_err(|faults| error(name, faults))?, true));
    }
    if path.extension().is_some() || path.components().count() > 1 {
        let lesson = from_file(path, rubrics)?.map_err(|faults| error(name, faults))?;
        return Ok((lesson, false));
    }
    Err(CliError::usage(format!("no lesson is called `{name}`")).hint("`lockbench learn` lists them"))
}

fn from_file(path: &Path, rubrics: &RubricSet) -> Result<Result<Lesson, Vec<LessonFault>>, CliError> {
    let text = match read_whole_text(path, LESSON) {
        Ok(text) => text,
        // Invalid content of the file is reported as a fault of the lesson.
        Err(FileError::Text { source, .. }) => {
            return Ok(Err(vec![LessonFault { line: source.line, message: source.reason }]));
        }
        Err(why) => return Err(CliError::usage(why)),
    };
    let name = files::stem(path);
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(lesson::read(&name, &text, rubrics, &|case| case_at(&folder.join(case))))
}

/// Returns the first case of a file or folder.
fn case_at(path: &Path) -> Result<Case, Box<dyn Error>> {
    let none = || format!("{}: there is no case", path.display());
    let origins = origins(&[path.to_path_buf()])?;
    let mut records = read(origins.first().ok_or_else(none)?, &Arc::default());
    let found = records.next().ok_or_else(none)?.cases(&Fields::default())?;
    Ok(found.cases.into_iter().next().ok_or_else(none)?)
}

/// Returns the lesson files for an argument: for a folder, all files in it, sorted by name.
fn lesson_files(name: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(name) else { return vec![name.to_owned()] };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_lesson = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "md");
    let mut files: Vec<String> = paths.filter(is_lesson).map(|path| path.display().to_string()).collect();
    files.sort();
    // An empty folder is returned itself, so that its error is reported.
    if files.is_empty() { vec![name.to_owned()] } else { files }
}

/// Checks lessons: prints each fault as a line with its location.
fn check(files: &[String], course: Option<&Path>, rubrics: &Arc<RubricSet>) -> Result<u8, CliError> {
    let (mut lines, mut of_course) = (String::new(), String::new());
    let (mut sound, mut faulty) = (0, 0);
    let mut engine = Engine::default();
    let mut tally = |faults: Vec<String>| {
        *if faults.is_empty() { &mut sound } else { &mut faulty } += 1;
        faults.iter().for_each(|fault| lines.push_str(&format!("{}\n", show::line(fault))));
    };
    let mut one = |place: &str, read: Result<Lesson, Vec<LessonFault>>| {
        let faults = read.map_or_else(|faults| faults, |lesson| lesson::check(&lesson, rubrics, &mut engine));
        faults.iter().map(|fault| format!("{place}:{}: {}", fault.line, fault.message)).collect()
    };
    for file in files.iter().flat_map(|file| lesson_files(file)) {
        let file = file.as_str();
        // A file that cannot be read has no line.
        tally(match from_file(Path::new(file), rubrics) {
            Ok(read) => one(file, read),
            Err(failure) => vec![failure.message],
        });
    }
    if let Some(path) = course {
        let checked = course::check(path, rubrics)?;
        for (place, read) in checked.lessons {
            tally(one(&place.display().to_string(), read.map(|(lesson, _)| lesson)));
        }
        for fault in &checked.faults {
            let place = checked.file.display();
            of_course.push_str(&format!(
                "{}\n",
                show::line(&format!("{place}:{}: {}", fault.line, fault.message))
            ));
        }
    } else if files.is_empty() {
        for (name, _) in SHIPPED {
            if let Some(read) = lesson::shipped(name, rubrics) {
                tally(one(&format!("samples/lessons/{name}.md"), read));
            }
        }
    }
    // For a course without lessons, only its own faults are reported.
    if sound + faulty > 0 {
        lines.push_str(&format!("{}: {sound} sound, {faulty} faulty", pluralize(sound + faulty, "lesson")));
        if !of_course.is_empty() {
            lines.push_str(&format!("; the course: {}", pluralize(of_course.lines().count(), "fault")));
        }
        lines.push('\n');
    }
    let is_sound = faulty == 0 && of_course.is_empty();
    print(&Content::text(of_course + &lines))?;
    Ok(if is_sound { status::SUCCESS } else { status::USAGE })
}

/// Returns the course in a folder, in the form for the table of a class.
pub fn plan(path: &Path) -> Result<crate::class::CoursePlan, CliError> {
    Ok(course::read(path, &RubricSet::shipped())?.plan())
}
