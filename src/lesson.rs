//! Lessons: plain files that teach a rule by a case, with goals that the engine checks.
//!
//! A lesson is Markdown with a front matter in TOML ([`read()`]). Its goals are sentences of a small
//! language ([`Goal`]); an [`Attempt`] is what a learner did with the case, and [`AttemptResult`] is what
//! the goals are checked against. [`check()`] is for authors: it tries the solution of a lesson.
//!
//! Invariants: no I/O and no clock; the same attempt always has the same outcome.

mod attempt;
mod check;
mod course;
mod error;
mod fields;
mod forms;
mod goal;
mod names;
mod nonsense;
mod read;
mod shape;
mod shipped;

pub use attempt::{Attempt, AttemptResult, LabelChange};
pub use check::check;
pub use course::{COURSE_FILE, Course, Step, is_late, read_course};
pub use goal::Goal;
pub use read::read;
pub use shape::is_summary;
pub use shipped::{SHIPPED, recorded_name, shipped};

use std::collections::BTreeSet;

use crate::annotation_rules::AnnotationRule;
use crate::case::Case;
use crate::labels::List;
use crate::rubric::Readings;

/// A lesson, ready to be taken.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Name of the lesson: that of its file.
    pub name: String,
    pub title: String,
    /// Slug of the rubric by which it is scored.
    pub rubric: &'static str,
    /// The metrics and caps that it teaches, as `RUBRIC/METRIC` and `RUBRIC/CAP`.
    pub teaches: Vec<String>,
    pub rule: String,
    /// The annotation rules that it cites.
    pub cites: Vec<&'static AnnotationRule>,
    pub goals: Vec<Goal>,
    /// Hints, the least revealing first.
    pub hints: Vec<String>,
    /// The readings at the start.
    pub readings: Readings,
    /// Whether the given labels are complete, so that the engine proposes none.
    pub labels_only: bool,
    /// Its text in Markdown, without the case.
    pub text: String,
    pub case: Case,
    /// The author's solution.
    pub solution: Attempt,
    solution_line: usize,
}

impl Lesson {
    /// Returns the lists that the goals are about, and those whose labels the solution changes.
    pub fn lists(&self) -> BTreeSet<List> {
        let changed = self.solution.labels.iter().map(|(id, _)| id.list);
        self.goals.iter().filter_map(Goal::list).chain(changed).collect()
    }

    /// Returns the lists that stay visible while a secret goal is open: those of the labels to be found.
    pub fn secret_lists(&self) -> Vec<List> {
        self.goals.iter().filter(|goal| goal.secret).filter_map(Goal::list).collect()
    }
}

/// An error in a lesson, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

impl LessonFault {
    fn new(line: usize, message: impl Into<String>) -> LessonFault {
        LessonFault { line, message: message.into() }
    }
}

#[cfg(test)]
mod tests;
