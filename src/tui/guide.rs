//! What is being learnt on the workbench: lessons, exercises or the tour. It stands beside the panels, and follows what is done.

use super::course::Course;
use super::tour::Tour;
use super::training::Training;

/// What is being learnt.
#[derive(Debug)]
pub enum Guide {
    /// Lessons, whose cases are the queue.
    Lessons(Course),
    /// Exercises, whose cases are the queue.
    Gym(Box<Training>),
    /// The tour of the workbench.
    Tour(Tour),
}

impl Guide {
    /// The course, where lessons are taken.
    pub fn course(&self) -> Option<&Course> {
        match self {
            Guide::Lessons(course) => Some(course),
            Guide::Gym(_) | Guide::Tour(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn course_mut(&mut self) -> Option<&mut Course> {
        match self {
            Guide::Lessons(course) => Some(course),
            Guide::Gym(_) | Guide::Tour(_) => None,
        }
    }
}
