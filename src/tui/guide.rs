//! Teaching on the workbench: lessons, exercises or the tour, shown beside the panels and updated as the user
//! acts.

use super::course::CourseState;
use super::tour::Tour;
use super::training::GymState;

/// What the workbench teaches.
#[derive(Debug)]
pub enum Guide {
    /// Lessons; the queue consists of their cases.
    Lessons(CourseState),
    /// Exercises; the queue consists of their cases.
    Gym(Box<GymState>),
    /// The tour of the workbench.
    Tour(Tour),
}

impl Guide {
    /// Returns the course, if lessons are being taken.
    pub fn course(&self) -> Option<&CourseState> {
        match self {
            Guide::Lessons(course) => Some(course),
            Guide::Gym(_) | Guide::Tour(_) => None,
        }
    }

    /// Returns the course, mutably.
    pub fn course_mut(&mut self) -> Option<&mut CourseState> {
        match self {
            Guide::Lessons(course) => Some(course),
            Guide::Gym(_) | Guide::Tour(_) => None,
        }
    }
}
