//! The gym on the workbench: the exercises, which is on the screen, and what came of those that were answered.

use crate::gym::{Exercise, Record, next, rules};
use crate::prediction::Prediction;
use crate::rubric::DEFAULT_RUBRIC;

use super::open_case::OpenCase;

/// The state of the gym; its exercises are the cases of the queue.
#[derive(Debug)]
pub struct GymState {
    pub exercises: Vec<Exercise>,
    /// What is remembered of each rule.
    pub record: Record,
    /// The exercises that came up in this run, the one on the screen last.
    pub asked: Vec<usize>,
    /// Chooses among exercises that are equally wanted.
    pub seed: u64,
    /// Questions of this run that were answered right, and all of them.
    pub score: (usize, usize),
    /// The questions about the exercise on the screen.
    pub questions: Prediction,
    /// Whether the answers to the one on the screen were taken.
    graded: bool,
}

impl GymState {
    /// The gym with the learner's record.
    pub fn new(exercises: Vec<Exercise>, record: Record, seed: u64) -> GymState {
        let (asked, questions) = (Vec::new(), Prediction::default());
        GymState { exercises, record, asked, seed, score: (0, 0), questions, graded: false }
    }

    /// The exercise to come next, by its place.
    pub fn next(&self, now: u64) -> Option<usize> {
        next(&self.exercises, &self.record, &self.asked, now, self.seed)
    }

    pub fn exercise(&self, at: usize) -> Option<&Exercise> {
        self.exercises.get(at)
    }

    /// Puts an exercise on the screen.
    pub fn begin(&mut self, at: usize, now: u64) {
        let seed = self.seed.wrapping_add(self.asked.len() as u64);
        self.questions =
            self.exercises.get(at).map(|exercise| exercise.card(&self.record, now, seed)).unwrap_or_default();
        self.asked.push(at);
        self.graded = false;
    }

    /// Takes the answers to the exercise on the screen, once there are some and it is judged; whether they were new.
    pub fn grade(&mut self, at: usize, open_case: &OpenCase, now: u64) -> bool {
        if self.graded || self.asked.last() != Some(&at) {
            return false;
        }
        // Nothing of the case can have changed, so that any report by the rubric of the exercises will do.
        let (Some(prediction), Some(judged), Some(exercise)) =
            (&open_case.prediction, open_case.judged_by(DEFAULT_RUBRIC), self.exercises.get(at))
        else {
            return false;
        };
        let answers = prediction.compared(&judged.report);
        self.record.answer(&rules(exercise.kind, &answers), now);
        self.score.0 += answers.iter().filter(|answer| answer.right).count();
        self.score.1 += answers.len();
        self.graded = true;
        true
    }
}
