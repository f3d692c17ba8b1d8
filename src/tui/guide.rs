//! The teaching on the workbench: lessons, exercises or the tour. It is shown beside the panels, and follows what the user does.

use super::course::CourseState;
use super::tour::Tour;
use super::training::GymState;

/// What is being learnt.
#[derive(Debug)]
pub enum Guide {
    /// Lessons, whose cases are the queue.
    Lessons(CourseState),
    /// Exercises, whose cases are the queue.
    Gym(Box<GymState>),
    /// The tour of the workbench.
    Tour(Tour),
}

impl Guide {
    /// The course, where lessons are taken.
    pub fn course(&self) -> Option<&CourseState> {
        match self {
            Guide::Lessons(course) => Some(course),
            Guide::Gym(_) | Guide::Tour(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn course_mut(&mut self) -> Option<&mut CourseState> {
        match self {
            Guide::Lessons(course) => Some(course),
            Guide::Gym(_) | Guide::Tour(_) => None,
        }
    }
}
