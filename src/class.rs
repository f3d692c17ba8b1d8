//! A class, or a team: what each person did, in one table: lessons, agreement with a gold set, time a case.

mod against;
mod table;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::gym::Record;

pub use against::{Against, GoldShare, against};
pub use table::{Class, csv, document, json_lines};

/// The format of what a learner has done.
pub const PROGRESS: &str = "lockbench.progress/1";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Person {
    /// Their name, or pseudonym.
    pub name: String,
    /// Cases that they worked on.
    pub cases: usize,
    /// Cases that they decided, as [`crate::session::is_decided`] says.
    pub decided: usize,
    /// Seconds spent on each case that was decided, where that is known.
    pub seconds: Vec<f64>,
    /// Seconds spent on the others.
    pub undecided_seconds: f64,
    /// Lessons that they tried, by name.
    pub lessons: BTreeMap<String, LessonResult>,
    pub exercises: u64,
    /// What came of each rule of the gym.
    pub gym: BTreeMap<String, RulePractice>,
    /// How they agree with the gold set, if there is one and they judged cases of it.
    pub against: Option<Against>,
}

/// A course, for the table of its learners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoursePlan {
    pub title: String,
    /// The lessons in their order, by the names under which they are recorded, each with the last day on which it is passed in
    /// time.
    pub lessons: Vec<(String, Option<String>)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonResult {
    /// When it was passed first (RFC 3339).
    pub passed: Option<String>,
    pub attempts: u64,
}

/// The content of a learner's file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearnerRecord {
    pub learner: String,
    pub lessons: BTreeMap<String, LessonResult>,
    pub exercises: u64,
    /// What came of each rule.
    pub gym: BTreeMap<String, RulePractice>,
}

/// The answers to a rule of the gym.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RulePractice {
    /// Right and wrong answers.
    pub answers: [u64; 2],
    /// How well it is known, from 0 for chance to 1; `None` if it was not tried, as a cap that never fired.
    pub score: Option<f64>,
}

impl Person {
    /// Somebody of whom nothing is known.
    pub fn called(name: &str) -> Person {
        Person { name: name.to_owned(), ..Person::default() }
    }

    /// Takes the content of a learner's file: of a lesson that is known already the first pass and the most attempts, of a rule
    /// the most answers.
    pub fn learn(&mut self, learned: LearnerRecord) {
        self.exercises = self.exercises.max(learned.exercises);
        for (rule, answers) in learned.gym {
            let known = self.gym.entry(rule).or_default();
            if answers.answers.iter().sum::<u64>() > known.answers.iter().sum() {
                *known = answers;
            }
        }
        for (name, lesson) in learned.lessons {
            let known = self.lessons.entry(name).or_default();
            known.attempts = known.attempts.max(lesson.attempts);
            known.passed = match (known.passed.take(), lesson.passed) {
                (Some(known), Some(other)) => Some(known.min(other)),
                (known, other) => known.or(other),
            };
        }
    }

    pub fn passed(&self) -> usize {
        self.lessons.values().filter(|lesson| lesson.passed.is_some()).count()
    }

    /// The seconds spent on all cases, where any are known.
    pub fn total(&self) -> Option<f64> {
        let total = self.seconds.iter().sum::<f64>() + self.undecided_seconds;
        (total > 0.0 || !self.seconds.is_empty()).then_some(total)
    }

    /// The median of the seconds a decided case.
    pub fn median(&self) -> Option<f64> {
        let mut seconds = self.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        crate::stats::quantile(&seconds, 0.5)
    }
}

/// Why a value is not a learner's progress.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnerRecordError {
    /// It has another format.
    #[error("its schema is {0:?}, not {PROGRESS:?}")]
    Schema(String),
    #[error("no `schema`; the progress of a learner has {PROGRESS:?}")]
    NoSchema,
    #[error("no `learner`, whose progress it is")]
    NoLearner,
    /// Its lessons are not an object.
    #[error("`lessons` is not an object of lessons")]
    Lessons,
    /// The time at which a lesson was passed is not a string.
    #[error("`passed` of the lesson {0:?} is not a time")]
    Passed(String),
    /// The attempts at a lesson are not a count.
    #[error("`attempts` of the lesson {0:?} is not a whole number")]
    Attempts(String),
}

/// Reads what a learner has done.
///
/// # Errors
/// What is wrong with it.
pub fn progress(value: &Value) -> Result<LearnerRecord, LearnerRecordError> {
    match value.get("schema").and_then(Value::as_str) {
        Some(PROGRESS) => {}
        Some(other) => return Err(LearnerRecordError::Schema(other.to_owned())),
        None => return Err(LearnerRecordError::NoSchema),
    }
    let learner = value.get("learner").and_then(Value::as_str).map(str::trim).filter(|name| !name.is_empty());
    let learner = learner.ok_or(LearnerRecordError::NoLearner)?;
    let empty = Map::new();
    let lessons = match value.get("lessons") {
        None | Some(Value::Null) => &empty,
        Some(Value::Object(lessons)) => lessons,
        Some(_) => return Err(LearnerRecordError::Lessons),
    };
    let lesson = |(name, lesson): (&String, &Value)| {
        let passed = match lesson.get("passed") {
            None | Some(Value::Null) => None,
            Some(Value::String(at)) => Some(at.clone()),
            Some(_) => return Err(LearnerRecordError::Passed(name.clone())),
        };
        let attempts = match lesson.get("attempts") {
            None | Some(Value::Null) => 0,
            Some(count) => count.as_u64().ok_or_else(|| LearnerRecordError::Attempts(name.clone()))?,
        };
        Ok((name.clone(), LessonResult { passed, attempts }))
    };
    let lessons = lessons.iter().map(lesson).collect::<Result<_, _>>()?;
    // The gym's counts are used if there are any, and its scores if this version can read them.
    let gym = value.get("gym").unwrap_or(&Value::Null);
    let record = gym.as_object().and_then(|gym| Record::read(gym).ok());
    let count = |of: &Value, key: &str| of.get(key).and_then(Value::as_u64).unwrap_or_default();
    let rules = gym.get("rules").and_then(Value::as_object).into_iter().flatten();
    let rules = rules.map(|(rule, card)| {
        let answers = ["right", "wrong"].map(|key| count(card, key));
        let score = record.as_ref().and_then(|record| record.score(rule));
        (rule.clone(), RulePractice { answers, score })
    });
    let learner = learner.to_owned();
    Ok(LearnerRecord { learner, lessons, exercises: count(gym, "done"), gym: rules.collect() })
}

#[cfg(test)]
mod tests;
