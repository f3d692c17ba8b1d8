//! A course on the command line: a folder of lessons with a `course.toml`.

use std::path::{Path, PathBuf};

use crate::case::{COURSE, read_whole_text};
use crate::class::CoursePlan;
use crate::cli::CliError;
use crate::lesson::{self, COURSE_FILE, Course, Lesson, LessonFault, read_course, recorded_name};
use crate::progress::Progress;
use crate::rubric::RubricSet;

/// The place of a lesson in a file, with what is wrong there.
pub type Fault = (PathBuf, LessonFault);

/// A course whose lessons were read.
pub struct LoadedCourse {
    pub course: Course,
    /// Each lesson, with the name under which it is recorded.
    pub lessons: Vec<(Lesson, String)>,
}

/// The file of a course, which is named itself or by its folder.
pub fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(COURSE_FILE) } else { path.to_owned() }
}

/// Reads a course and its lessons: those that can be read, and what is wrong.
///
/// # Errors
/// If the file itself cannot be read.
pub fn parse(path: &Path, rubrics: &RubricSet) -> Result<Result<LoadedCourse, Vec<Fault>>, CliError> {
    let file = file(path);
    let text = read_whole_text(&file, COURSE).map_err(|why| {
        CliError::usage(why).hint(format!("a course is a folder of lessons with a {COURSE_FILE}"))
    })?;
    let here = |fault: LessonFault| (file.clone(), fault);
    let course = match read_course(&text) {
        Ok(course) => course,
        Err(faults) => return Ok(Err(faults.into_iter().map(here).collect())),
    };
    let folder = crate::files::folder_of(&file);
    let (mut lessons, mut faults) = (Vec::new(), Vec::new());
    for step in &course.steps {
        let name = step.lesson.as_str();
        let shipped = lesson::shipped(name, rubrics);
        let is_shipped = shipped.is_some();
        let own = folder.join(name);
        let read = match shipped {
            Some(read) => read,
            None if own.is_file() => super::from_file(&own, rubrics)?,
            None => {
                let message = format!("{name:?} is neither a shipped lesson nor a file of this folder");
                faults.push(here(LessonFault { line: step.line, message }));
                continue;
            }
        };
        match read {
            Ok(lesson) => {
                let recorded = recorded_name(&lesson.name, is_shipped).into_owned();
                lessons.push((lesson, recorded));
            }
            Err(own_faults) => faults.extend(own_faults.into_iter().map(|fault| (own.clone(), fault))),
        }
    }
    Ok(if faults.is_empty() { Ok(LoadedCourse { course, lessons }) } else { Err(faults) })
}

/// Reads a course.
///
/// # Errors
/// If it or one of its lessons cannot be read: the first fault.
pub fn read(path: &Path, rubrics: &RubricSet) -> Result<LoadedCourse, CliError> {
    parse(path, rubrics)?.map_err(|faults| {
        let first = faults.first().map_or_else(String::new, |(file, fault)| {
            format!("{}:{}: {}", file.display(), fault.line, fault.message)
        });
        CliError::usage(first)
            .hint(format!("`lockbench learn --check --course {}` lists all faults", path.display()))
    })
}

impl LoadedCourse {
    /// The lessons that are to be passed before one and were not, by their names.
    pub fn missing(&self, at: usize, progress: &Progress) -> Vec<&str> {
        let is_open = |place: &&usize| {
            let taken = progress.lesson(&self.lessons[**place].1);
            taken.is_none_or(|taken| taken.passed.is_none())
        };
        self.course.steps[at]
            .after
            .iter()
            .filter(is_open)
            .map(|place| self.lessons[*place].0.name.as_str())
            .collect()
    }

    /// The place of a lesson, by its name, its file or its number from 1.
    pub fn place(&self, name: &str) -> Option<usize> {
        let number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let number = number.filter(|at| *at < self.lessons.len());
        number.or_else(|| {
            let of = |(at, (lesson, _)): (usize, &(Lesson, String))| {
                (lesson.name == name || self.course.steps[at].lesson == name).then_some(at)
            };
            self.lessons.iter().enumerate().find_map(of)
        })
    }

    /// The course as a table of a class has it.
    pub fn plan(&self) -> CoursePlan {
        let due = self.course.steps.iter().map(|step| step.due.clone());
        let names = self.lessons.iter().map(|(_, recorded)| recorded.clone());
        CoursePlan { title: self.course.title.clone(), lessons: names.zip(due).collect() }
    }
}
