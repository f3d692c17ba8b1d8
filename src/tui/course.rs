//! The course that is being taken: the state of each lesson, the goals reached, and the predictions made.
//!
//! Goals are checked against the newest report on the case, so that they follow every edit and every
//! decision.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::labels::overrides::{LabelDecision, Override};
use crate::labels::{List, Side};
use crate::lesson::{AttemptResult, Goal, Lesson, is_summary};
use crate::num::Num;
use crate::report::Report;
use crate::rubric::Readings;
use crate::text::hash64;

use super::open_case::OpenCase;

#[derive(Clone, Debug)]
pub struct CourseEntry {
    pub lesson: Arc<Lesson>,
    /// Name under which progress on the lesson is recorded.
    pub recorded: String,
    /// Whether it was passed, in this run or an earlier one.
    pub passed: bool,
    /// Attempts so far.
    pub attempts: u64,
    /// Lessons that have to be passed first, by their positions.
    pub after: Vec<usize>,
    /// Last day on which passing counts as in time, such as 2026-12-05.
    pub due: Option<String>,
}

/// A course: lessons in order, whose cases are those of the queue.
#[derive(Clone, Debug, Default)]
pub struct CourseState {
    /// Title of the course; empty for the bundled lessons.
    pub title: String,
    pub entries: Vec<CourseEntry>,
    /// States of the lessons opened so far, by position.
    stands: BTreeMap<usize, LessonState>,
    /// Lesson whose rubric and readings were applied.
    pub at: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct LessonState {
    /// Report when the lesson was opened, with the numbers of sentences and words of its summary.
    opened: Option<(Arc<Report>, usize, usize)>,
    /// Predicted scores, by metric.
    pub predictions: Vec<(String, Num)>,
    /// Whether the goals were not checked since the last prediction.
    pub has_new_predictions: bool,
    /// Number of hints asked for.
    pub hints: usize,
    /// Whether the scores are shown although they were not predicted.
    pub shown: bool,
    pub marks: Vec<GoalMark>,
    /// Whether all goals have been reached since the lesson was begun.
    pub passed: bool,
    /// Attempts since the lesson was begun, each as a hash of its changes.
    tried: BTreeSet<u64>,
}

/// Whether a goal is reached, and the current state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoalMark {
    /// Whether it is reached; `None` if the case has nothing that the goal could apply to.
    pub met: Option<bool>,
    /// Current state of what the goal asks for, in words.
    pub seen: String,
}

/// An event in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonEvent {
    /// An attempt was made.
    Tried,
    Passed,
    /// The score of this metric was predicted, and is another.
    Mispredicted(&'static str),
}

impl CourseState {
    /// Returns a course of these lessons.
    pub fn new(entries: Vec<CourseEntry>) -> CourseState {
        CourseState { entries, ..CourseState::default() }
    }

    /// Returns a lesson, by its position.
    pub fn lesson(&self, at: usize) -> Option<&Arc<Lesson>> {
        self.entries.get(at).map(|entry| &entry.lesson)
    }

    /// Returns the titles of the lessons that have to be passed before this one and are not.
    pub fn missing(&self, at: usize) -> Vec<&str> {
        let after = self.entries.get(at).map(|entry| entry.after.as_slice()).unwrap_or_default();
        let entries = after.iter().filter_map(|place| self.entries.get(*place));
        entries.filter(|entry| !entry.passed).map(|entry| entry.lesson.title.as_str()).collect()
    }

    /// Returns the state of a lesson; `None` if it was not opened.
    pub fn stand(&self, at: usize) -> Option<&LessonState> {
        self.stands.get(&at)
    }

    /// Returns the state of a lesson, mutably; created if needed.
    pub fn stand_mut(&mut self, at: usize) -> &mut LessonState {
        self.stands.entry(at).or_default()
    }

    /// Begins a lesson again.
    pub fn restart(&mut self, at: usize) {
        self.stands.remove(&at);
    }

    pub fn passed(&self) -> usize {
        self.entries.iter().filter(|entry| entry.passed).count()
    }

    /// Returns the metrics whose scores the learner has to predict.
    pub fn foretells(&self, at: usize) -> Vec<&'static str> {
        let goals = self.lesson(at).map(|lesson| lesson.goals.as_slice()).unwrap_or_default();
        goals.iter().filter_map(Goal::predicts).collect()
    }

    /// Whether the scores of a lesson are hidden from the learner, who has to predict them.
    pub fn hides(&self, at: usize) -> bool {
        let Some(lesson) = self.lesson(at) else { return false };
        let stand = self.stand(at);
        if stand.is_some_and(|stand| stand.shown) {
            return false;
        }
        lesson.goals.iter().enumerate().any(|(at, goal)| {
            let mark = stand.and_then(|stand| stand.marks.get(at));
            goal.is_prediction() && mark.is_none_or(|mark| mark.met != Some(true))
        })
    }

    /// Returns the lists whose labels the learner sees while a secret goal is open; `None` if nothing is
    /// hidden.
    pub fn in_sight(&self, at: usize) -> Option<Vec<List>> {
        let lesson = self.lesson(at)?;
        let stand = self.stand(at);
        let open = lesson.goals.iter().enumerate().any(|(at, goal)| {
            let mark = stand.and_then(|stand| stand.marks.get(at));
            goal.secret && mark.is_none_or(|mark| mark.met != Some(true))
        });
        open.then(|| lesson.secret_lists())
    }

    /// Checks the goals of a lesson against its current case. Returns new events.
    pub fn look(
        &mut self,
        at: usize,
        open_case: &OpenCase,
        readings: Readings,
        is_editing: bool,
    ) -> Vec<LessonEvent> {
        let Some(entry) = self.entries.get_mut(at) else { return Vec::new() };
        if let Some(error) = open_case.error() {
            // Texts that cannot be scored reach no goal.
            let mark = |_: &Goal| GoalMark { met: None, seen: error.to_string() };
            self.stands.entry(at).or_default().marks = entry.lesson.goals.iter().map(mark).collect();
            return Vec::new();
        }
        let Some(judged) = open_case.judged_by(entry.lesson.rubric) else { return Vec::new() };
        // Results from before the last change do not describe the current texts.
        if judged.generation < open_case.asked {
            return Vec::new();
        }
        let stand = self.stands.entry(at).or_default();
        let sentences = judged.analysis.summary.sentences().len();
        let words = judged.analysis.summary.tokens().count();
        let (opened, before, words_before) =
            stand.opened.get_or_insert_with(|| (Arc::clone(&judged.report), sentences, words)).clone();
        let answered = |own: &Override| match own.decision {
            LabelDecision::Value(word) => {
                let at = judged.report.labels.iter().find(|(id, label)| {
                    id.list == own.list && label.text == own.text && label.word == Some(word)
                });
                at.map(|(id, _)| (*id, word))
            }
            LabelDecision::Add(_) | LabelDecision::Dismiss => None,
        };
        let tried = AttemptResult {
            opened,
            report: Arc::clone(&judged.report),
            readings,
            predictions: stand.predictions.clone(),
            sentences: [before, sentences],
            edited: open_case.is_edited(Side::Summary),
            is_summary: is_summary(words_before, &judged.analysis.summary),
            answers: open_case.decisions.overrides.iter().filter_map(answered).collect(),
            changed_labels: open_case.decisions.overrides.len(),
        };
        let mark = |goal: &Goal| match goal.is_met(&tried) {
            Ok(met) => GoalMark { met: Some(met), seen: goal.seen(&tried) },
            Err(error) => GoalMark { met: None, seen: error.to_string() },
        };
        stand.marks = entry.lesson.goals.iter().map(mark).collect();
        let mut learnt = Vec::new();
        if std::mem::take(&mut stand.has_new_predictions) {
            let missed =
                entry.lesson.goals.iter().zip(&stand.marks).filter(|(_, mark)| mark.met != Some(true));
            learnt.extend(missed.filter_map(|(goal, _)| goal.predicts()).map(LessonEvent::Mispredicted));
        }
        // Against another article any summary can be right.
        let own_article = !open_case.is_edited(Side::Article);
        let passed = own_article && stand.marks.iter().all(|mark| mark.met == Some(true));
        // As on the command line, an attempt is a changed case that is checked against the goals. A word that
        // is still being typed does not count.
        let edited = !own_article || tried.edited;
        let decided = !open_case.decisions.overrides.is_empty() || !stand.predictions.is_empty();
        let begun = edited || decided || readings != entry.lesson.readings;
        let counts = begun && !stand.passed && (!is_editing || passed);
        if counts && stand.tried.insert(done(&tried, open_case)) {
            entry.attempts += 1;
            learnt.push(LessonEvent::Tried);
        }
        if passed && !stand.passed {
            (stand.passed, entry.passed) = (true, true);
            learnt.push(LessonEvent::Passed);
        }
        learnt
    }
}

/// Returns a hash of the changes made to a case.
fn done(tried: &AttemptResult, open_case: &OpenCase) -> u64 {
    let decided: Vec<_> = open_case
        .decisions
        .overrides
        .iter()
        .map(|own| (own.list, &own.article, &own.summary, &own.decision))
        .collect();
    let texts = (open_case.article.text(), open_case.summary.text());
    hash64(format!("{:?}", (decided, texts, &tried.predictions, tried.readings)).as_bytes())
}
