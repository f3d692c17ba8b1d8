//! Courses on the command line: a folder of lessons with a `course.toml`.

use std::path::{Path, PathBuf};

use crate::case::{COURSE, read_whole_text};
use crate::class::CoursePlan;
use crate::cli::CliError;
use crate::files::typed;
use crate::lesson::{self, COURSE_FILE, Course, Lesson, LessonFault, read_course, recorded_name};
use crate::progress::Progress;
use crate::rubric::RubricSet;
use crate::session::now;

/// A course with its lessons.
pub struct LoadedCourse {
    pub course: Course,
    /// Each lesson, with the name under which it is recorded.
    pub lessons: Vec<(Lesson, String)>,
}

/// Returns the file of a course, given the file or its folder.
pub fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(COURSE_FILE) } else { path.to_owned() }
}

/// A lesson with the name under which it is recorded, or its faults.
pub type ReadLesson = Result<(Lesson, String), Vec<LessonFault>>;

/// A course as read, with the faults of each file.
pub struct CheckedCourse {
    pub file: PathBuf,
    pub course: Course,
    /// Faults of the course file.
    pub faults: Vec<LessonFault>,
    /// The existing lessons, by name or file.
    pub lessons: Vec<(PathBuf, ReadLesson)>,
}

/// Reads a course and its lessons, with their faults.
///
/// # Errors
/// If the course file or the file of a lesson cannot be read.
pub fn check(path: &Path, rubrics: &RubricSet) -> Result<CheckedCourse, CliError> {
    let file = file(path);
    let text = read_whole_text(&file, COURSE).map_err(|why| {
        CliError::usage(why).hint(format!("a course is a folder of lessons with a {COURSE_FILE}"))
    })?;
    let (course, mut faults) = read_course(&text);
    let folder = crate::files::folder_of(&file);
    let mut lessons = Vec::new();
    for step in &course.steps {
        let name = step.lesson.as_str();
        let own = folder.join(name);
        let recorded = |lesson: Lesson, is_shipped| {
            let name = recorded_name(&lesson.name, is_shipped).into_owned();
            (lesson, name)
        };
        match lesson::shipped(name, rubrics) {
            Some(read) => lessons.push((PathBuf::from(name), read.map(|lesson| recorded(lesson, true)))),
            None if own.is_file() => {
                let read = super::from_file(&own, rubrics)?.map(|lesson| recorded(lesson, false));
                lessons.push((own, read));
            }
            None => {
                let message =
                    format!("`name`: {name:?} is neither a shipped lesson nor a file of this folder");
                faults.push(LessonFault { line: step.line, message });
            }
        }
    }
    faults.sort_by_key(|fault| fault.line);
    Ok(CheckedCourse { file, course, faults, lessons })
}

/// Reads a course for taking its lessons.
///
/// # Errors
/// If the course or one of its lessons has a fault: the first one.
pub fn read(path: &Path, rubrics: &RubricSet) -> Result<LoadedCourse, CliError> {
    let CheckedCourse { file, course, faults, lessons } = check(path, rubrics)?;
    let fault = |file: &Path, faults: &[LessonFault]| {
        let first = faults.first().map_or_else(String::new, |fault| {
            format!("{}:{}: {}", file.display(), fault.line, fault.message)
        });
        CliError::usage(first)
            .hint(format!("`lockbench learn --check --course {}` lists all faults", typed(path)))
    };
    if !faults.is_empty() {
        return Err(fault(&file, &faults));
    }
    let read = lessons.into_iter().map(|(own, read)| read.map_err(|faults| fault(&own, &faults)));
    Ok(LoadedCourse { course, lessons: read.collect::<Result<_, _>>()? })
}

impl LoadedCourse {
    /// Returns the prerequisites of a lesson that were not passed yet, by name.
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

    /// Returns the index of a lesson, by its name, its file or its number from 1.
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

    /// Returns the course in the form for the table of a class.
    pub fn plan(&self) -> CoursePlan {
        let due = self.course.steps.iter().map(|step| step.due.clone());
        let names = self.lessons.iter().map(|(_, recorded)| recorded.clone());
        let now = now().as_str().to_owned();
        CoursePlan { title: self.course.title.clone(), lessons: names.zip(due).collect(), now }
    }
}
