//! The gym on the workbench: the exercises, the current one, and the results so far.

use crate::gym::{Exercise, Record, next, rules};
use crate::prediction::Prediction;
use crate::rubric::DEFAULT_RUBRIC;

use super::open_case::OpenCase;

/// The state of the gym; its exercises are the cases of the queue.
#[derive(Debug)]
pub struct GymState {
    pub exercises: Vec<Exercise>,
    /// What is stored about each rule.
    pub record: Record,
    /// The exercises of this run in order; the last one is on the screen.
    pub asked: Vec<usize>,
    /// Seed for choosing among exercises that are equally due.
    pub seed: u64,
    /// Number of questions answered correctly in this run, and of all questions.
    pub score: (usize, usize),
    /// The questions about the exercise on the screen.
    pub questions: Prediction,
    /// Whether the answers to the current exercise were graded.
    graded: bool,
}

impl GymState {
    /// Returns the gym with the learner's record.
    pub fn new(exercises: Vec<Exercise>, record: Record, seed: u64) -> GymState {
        let (asked, questions) = (Vec::new(), Prediction::default());
        GymState { exercises, record, asked, seed, score: (0, 0), questions, graded: false }
    }

    /// Returns the next exercise, by its index.
    pub fn next(&self, now: u64) -> Option<usize> {
        next(&self.exercises, &self.record, &self.asked, now, self.seed)
    }

    pub fn exercise(&self, at: usize) -> Option<&Exercise> {
        self.exercises.get(at)
    }

    /// Starts an exercise.
    pub fn begin(&mut self, at: usize, now: u64) {
        let seed = self.seed.wrapping_add(self.asked.len() as u64);
        self.questions =
            self.exercises.get(at).map(|exercise| exercise.card(&self.record, now, seed)).unwrap_or_default();
        self.asked.push(at);
        self.graded = false;
    }

    /// Grades the answers to the current exercise, once they are given and the case is scored. Returns
    /// whether they were new.
    pub fn grade(&mut self, at: usize, open_case: &OpenCase, now: u64) -> bool {
        if self.graded || self.asked.last() != Some(&at) {
            return false;
        }
        // The case cannot have changed, so any report by the rubric of the exercises can be used.
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
