//! Lessons: plain files that teach a rule by a case, with goals that the engine checks.
//!
//! A lesson is Markdown below a front matter in TOML ([`read()`]). Its goals are sentences of a small language
//! ([`Goal`]); an [`Attempt`] is what a learner did with the case, and [`AttemptResult`] what the goals are held against.
//! [`check()`] is for authors: it tries the solution of a lesson.
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
    /// Its name: that of its file.
    pub name: String,
    pub title: String,
    /// The slug of the rubric that judges it.
    pub rubric: &'static str,
    /// Metrics and caps that it teaches, as `RUBRIC/METRIC` and `RUBRIC/CAP`.
    pub teaches: Vec<String>,
    pub rule: String,
    /// The rules for annotators that it follows.
    pub cites: Vec<&'static AnnotationRule>,
    pub goals: Vec<Goal>,
    /// Help, the least first.
    pub hints: Vec<String>,
    /// The readings that it begins with.
    pub readings: Readings,
    /// Whether its labels are all there are.
    pub labels_only: bool,
    /// Its text, in Markdown, without its case.
    pub text: String,
    pub case: Case,
    /// What its author did to reach the goals.
    pub solution: Attempt,
    solution_line: usize,
}

impl Lesson {
    /// The lists whose labels a learner is to look at.
    pub fn lists(&self) -> BTreeSet<List> {
        let changed = self.solution.labels.iter().map(|(id, _)| id.list);
        self.goals.iter().filter_map(Goal::list).chain(changed).collect()
    }

    /// The lists that stay in sight while a secret goal is open: those of the labels that are to be found.
    pub fn secret_lists(&self) -> Vec<List> {
        self.goals.iter().filter(|goal| goal.secret).filter_map(Goal::list).collect()
    }
}

/// What is wrong with a lesson, and where.
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
