//! The lessons that are being taken: how each stands, which goals are reached, what was foretold.
//!
//! The goals are held against the newest report on the case, so that they follow every edit and every decision.

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
    /// The name under which it is recorded.
    pub recorded: String,
    /// Whether it was passed, now or before.
    pub passed: bool,
    /// Attempts so far.
    pub attempts: u64,
    /// The lessons that are to be passed before, by their places.
    pub after: Vec<usize>,
    /// The last day on which it is passed in time, as 2026-12-05.
    pub due: Option<String>,
}

/// Lessons in the order in which they are taken; their cases are those of the queue.
#[derive(Clone, Debug, Default)]
pub struct CourseState {
    /// Its title; empty for the lessons that are shipped.
    pub title: String,
    pub entries: Vec<CourseEntry>,
    /// How those stand that were opened, by their place.
    stands: BTreeMap<usize, LessonState>,
    /// The lesson whose rubric and readings were put in force.
    pub at: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct LessonState {
    /// What came out as it was opened, and the sentences and words of its summary.
    opened: Option<(Arc<Report>, usize, usize)>,
    /// Scores that were foretold, by metric.
    pub predictions: Vec<(String, Num)>,
    /// Hints that were asked for.
    pub hints: usize,
    /// Whether the scores are shown although they were not foretold.
    pub shown: bool,
    pub marks: Vec<GoalMark>,
    /// Whether all goals were reached since it was begun.
    pub passed: bool,
    /// Attempts since it was begun, by what was done in them.
    tried: BTreeSet<u64>,
}

/// Whether a goal is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoalMark {
    /// Whether it is reached; `None` if the case has nothing that it could be about.
    pub met: Option<bool>,
    /// What there is in place of what is asked for, in words.
    pub seen: String,
}

/// What happened to a lesson that is to be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonEvent {
    /// It was begun.
    Tried,
    Passed,
}

impl CourseState {
    /// A course of these lessons.
    pub fn new(entries: Vec<CourseEntry>) -> CourseState {
        CourseState { entries, ..CourseState::default() }
    }

    /// A lesson, by its place.
    pub fn lesson(&self, at: usize) -> Option<&Arc<Lesson>> {
        self.entries.get(at).map(|entry| &entry.lesson)
    }

    /// The titles of the lessons that are to be passed before one and were not.
    pub fn missing(&self, at: usize) -> Vec<&str> {
        let after = self.entries.get(at).map(|entry| entry.after.as_slice()).unwrap_or_default();
        let entries = after.iter().filter_map(|place| self.entries.get(*place));
        entries.filter(|entry| !entry.passed).map(|entry| entry.lesson.title.as_str()).collect()
    }

    /// How a lesson stands; nothing before it was opened.
    pub fn stand(&self, at: usize) -> Option<&LessonState> {
        self.stands.get(&at)
    }

    /// The same, to be changed.
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

    /// The metrics whose scores a lesson wants foretold.
    pub fn foretells(&self, at: usize) -> Vec<&'static str> {
        let goals = self.lesson(at).map(|lesson| lesson.goals.as_slice()).unwrap_or_default();
        goals.iter().filter_map(Goal::predicts).collect()
    }

    /// Whether the scores of a lesson are kept from the learner, who is to foretell them.
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

    /// The lists whose labels a learner sees while a secret goal is open; `None` where nothing is kept from them.
    pub fn in_sight(&self, at: usize) -> Option<Vec<List>> {
        let lesson = self.lesson(at)?;
        let stand = self.stand(at);
        let open = lesson.goals.iter().enumerate().any(|(at, goal)| {
            let mark = stand.and_then(|stand| stand.marks.get(at));
            goal.secret && mark.is_none_or(|mark| mark.met != Some(true))
        });
        open.then(|| lesson.secret_lists())
    }

    /// Checks the goals of a lesson against its current case. Returns what is new and to be remembered.
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
        // What was judged before the last change says nothing of what is there now.
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
        // Against another article any summary can be right.
        let own_article = !open_case.is_edited(Side::Article);
        let passed = own_article && stand.marks.iter().all(|mark| mark.met == Some(true));
        // As on the command line, an attempt is a case that something was done to, held against the goals. Half a word
        // is none.
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

/// What was done to a case, as a number.
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
