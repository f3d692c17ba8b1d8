//! The work of each person of a class or team in one table: lessons, agreement with a gold set, time per
//! case.

mod against;
mod table;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::gym::Record;

pub use against::{Against, GoldShare, against};
pub use table::{Class, csv, document, json_lines};

/// The `schema` of a learner's progress file.
pub const PROGRESS: &str = "lockbench.progress/1";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Person {
    /// Name or pseudonym.
    pub name: String,
    /// Number of cases that the person worked on.
    pub cases: usize,
    /// Number of cases that the person decided; see [`crate::session::is_decided`].
    pub decided: usize,
    /// Seconds spent on each decided case, if known.
    pub seconds: Vec<f64>,
    /// Seconds spent on undecided cases.
    pub undecided_seconds: f64,
    /// Lessons that the person tried, by name.
    pub lessons: BTreeMap<String, LessonResult>,
    pub exercises: u64,
    /// Answers to each rule of the gym.
    pub gym: BTreeMap<String, RulePractice>,
    /// Agreement with the gold set, if there is one and the person judged cases of it.
    pub against: Option<Against>,
}

/// A course, used in the table of its learners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoursePlan {
    pub title: String,
    /// The lessons in order, by recorded name, each with its last day for passing on time.
    pub lessons: Vec<(String, Option<String>)>,
    /// The present time (RFC 3339): an open lesson whose last day is before it is overdue.
    pub now: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonResult {
    /// Time of the first pass (RFC 3339).
    pub passed: Option<String>,
    pub attempts: u64,
}

/// The content of a learner's progress file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearnerRecord {
    pub learner: String,
    pub lessons: BTreeMap<String, LessonResult>,
    pub exercises: u64,
    /// Answers to each rule.
    pub gym: BTreeMap<String, RulePractice>,
}

/// The answers to one rule of the gym.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RulePractice {
    /// Number of right and wrong answers.
    pub answers: [u64; 2],
    /// How well the rule is known, from 0 (chance) to 1; `None` if it was not tried, such as a cap that
    /// never fired.
    pub score: Option<f64>,
}

impl Person {
    /// Creates a person without any data.
    pub fn called(name: &str) -> Person {
        Person { name: name.to_owned(), ..Person::default() }
    }

    /// Adds the content of a learner's file. If a lesson is already known, the first pass and the higher
    /// number of attempts are kept; for a rule, the higher number of answers.
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

    /// Returns the seconds spent on all cases, if any are known.
    pub fn total(&self) -> Option<f64> {
        let total = self.seconds.iter().sum::<f64>() + self.undecided_seconds;
        (total > 0.0 || !self.seconds.is_empty()).then_some(total)
    }

    /// Returns the median number of seconds per decided case.
    pub fn median(&self) -> Option<f64> {
        let mut seconds = self.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        crate::stats::quantile(&seconds, 0.5)
    }
}

/// Why a value is not a learner's progress.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnerRecordError {
    /// The schema is a different one.
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

/// Reads a learner's progress.
///
/// # Errors
/// If it is invalid: the reason.
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
    // The gym's counts are used if present, and its scores if this version can read them.
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
