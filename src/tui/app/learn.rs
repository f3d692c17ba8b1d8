//! Teaching, updated after each message: the lesson's rubric and goals, what is hidden, and the steps of the
//! tour.

use crate::rubric::{DEFAULT_RUBRIC, RUBRICS, Readings};
use crate::session::Moment;
use crate::tui::component::Cx;
use crate::tui::course::{CourseState, LessonEvent};
use crate::tui::guide::Guide;
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::screens::{self, shows_judgement};
use crate::tui::state::{After, Hidden};
use crate::tui::training::GymState;
use crate::tui::words;

use super::App;
use super::blind::is_of_the_engine;

/// Whether an action would reveal what is hidden from a learner until they have answered, or from an
/// adjudicator.
fn would_reveal(action: Action) -> bool {
    shows_judgement(action) || matches!(action, Action::Export | Action::Cases | Action::HandIn)
}

impl App {
    /// Applies the rubric and the readings of the lesson on the screen, if it was just opened.
    pub(super) fn enter_lesson(&mut self) {
        let at = self.state.at;
        let opened = self.state.open_case().is_some();
        self.enter_exercise();
        let Some(course) = self.state.guide.as_mut().and_then(Guide::course_mut) else { return };
        if course.at == Some(at) || !opened {
            return;
        }
        let Some(lesson) = course.lesson(at).map(std::sync::Arc::clone) else { return };
        course.at = Some(at);
        self.state.hidden = if course.hides(at) { Hidden::Scores } else { Hidden::Nothing };
        self.state.rubric = RUBRICS.iter().position(|entry| entry.slug == lesson.rubric).unwrap_or(0);
        self.state.readings = lesson.readings;
        let slug = self.state.slug();
        if let Some(open_case) = self.state.open_case_mut() {
            open_case.rubric = slug;
            open_case.settle();
        }
        self.judge = true;
        self.read_lesson = true;
    }

    /// Begins the exercise on the screen, if its case was just opened.
    fn enter_exercise(&mut self) {
        let (at, now) = (self.state.at, self.state.now);
        let Some(open_case) = self.state.open_cases.get_mut(&at) else { return };
        let Some(Guide::Gym(gym)) = &mut self.state.guide else { return };
        if gym.asked.last() == Some(&at) {
            return;
        }
        gym.begin(at, now);
        // Undo stays within the exercise, because the earlier exercises are already answered.
        self.timeline = super::Timeline::default();
        open_case.prediction = None;
        // Findings of any list would reveal where the summary was spoilt.
        self.state.hidden = Hidden::Labels;
        self.state.rubric = RUBRICS.iter().position(|entry| entry.slug == DEFAULT_RUBRIC).unwrap_or(0);
        self.state.readings = Readings::default();
        open_case.rubric = DEFAULT_RUBRIC;
        open_case.settle();
        self.judge = true;
        self.ask_first = true;
        // A screen that stayed open would show the findings of the next exercise.
        self.screens.clear();
    }

    /// Goes to the next exercise. Returns whether exercises are being taken.
    pub(super) fn next_exercise(&mut self, effects: &mut Vec<Effect>) -> bool {
        let (at, now) = (self.state.at, self.state.now);
        let Some(Guide::Gym(gym)) = &self.state.guide else { return false };
        let next = gym.next(now);
        if self.state.open_case().is_none_or(|open_case| open_case.prediction.is_none()) {
            let words = self.state.absent();
            self.state.notify(&words);
        } else if let Some(next) = next {
            // Changes to the same case from an earlier round are dropped.
            if next == at {
                if let Some(Guide::Gym(gym)) = &mut self.state.guide {
                    gym.asked.push(usize::MAX);
                }
            } else {
                self.state.open_cases.remove(&next);
            }
            self.go(Some(next), effects);
        }
        true
    }

    /// Updates the goals, the tour and what is hidden.
    pub(super) fn teach(&mut self, effects: &mut Vec<Effect>) {
        self.state.context = self.context();
        self.state.covered = self.is_covered();
        match self.state.guide.take() {
            Some(Guide::Lessons(course)) => self.teach_lesson(course, effects),
            Some(Guide::Gym(gym)) => self.grade_exercise(gym, effects),
            Some(Guide::Tour(tour)) => {
                let now = screens::tour(&self.state, &tour);
                self.state.guide = Some(Guide::Tour(now));
            }
            None => self.hide(),
        }
        if std::mem::take(&mut self.ask_first) && !self.is_covered() {
            self.act(Action::Predict, Cx::NO_KEY, effects);
        }
        // The text of a lesson is shown first, unless it is visible beside the panels.
        let is_sized = self.state.size != (0, 0);
        if is_sized && std::mem::take(&mut self.read_lesson) && !self.is_covered() && !self.shows_guide() {
            self.act(Action::Lesson, Cx::NO_KEY, effects);
        }
        // Either action may have opened a screen, which now receives the keys.
        (self.state.context, self.state.covered) = (self.context(), self.is_covered());
    }

    /// Updates the goals of the lesson, and shows a message once it is passed.
    fn teach_lesson(&mut self, mut course: CourseState, effects: &mut Vec<Effect>) {
        let (at, readings, editing) = (self.state.at, self.state.readings, self.state.editing);
        let learnt = self.state.open_case().map(|open_case| course.look(at, open_case, readings, editing));
        let learnt = learnt.unwrap_or_default();
        self.state.hidden = if course.hides(at) { Hidden::Scores } else { Hidden::Nothing };
        self.state.in_sight = course.in_sight(at);
        let key = |action| self.state.keys.name(Context::Main, action);
        let missed = learnt.iter().find_map(|event| match event {
            LessonEvent::Mispredicted(metric) => Some(words::metric(metric)),
            LessonEvent::Tried | LessonEvent::Passed => None,
        });
        if let Some(metric) = missed {
            let asks = key(Action::Predict);
            self.state.notify(&format!("{metric} is not what you expect ({asks} asks again)"));
        }
        if learnt.contains(&LessonEvent::Passed) {
            let key = |action| self.state.keys.name(Context::Main, action);
            let rule = format!("passed: {} shows the rule", key(Action::Lesson));
            let words = match at + 1 < course.entries.len() {
                true => format!("{rule}, {} is the next lesson", key(Action::NextCase)),
                false => format!("{rule}; that was the last lesson"),
            };
            self.state.notify(&words);
        }
        let name = course.entries.get(at).map(|entry| entry.recorded.clone()).unwrap_or_default();
        self.state.guide = Some(Guide::Lessons(course));
        let now = self.state.now;
        effects.extend(learnt.into_iter().filter_map(|learnt| match learnt {
            LessonEvent::Tried => Some(Effect::LessonTried(name.clone())),
            LessonEvent::Passed => {
                let micros = i64::try_from(now).unwrap_or(i64::MAX).saturating_mul(1_000_000);
                Some(Effect::LessonPassed(name.clone(), Moment::from_micros(micros).as_str().to_owned()))
            }
            LessonEvent::Mispredicted(_) => None,
        }));
    }

    /// Grades the exercise once it is answered; until then hides the labels.
    fn grade_exercise(&mut self, mut gym: Box<GymState>, effects: &mut Vec<Effect>) {
        let (at, now) = (self.state.at, self.state.now);
        let is_answered = self.state.open_case().is_some_and(|open_case| open_case.prediction.is_some());
        self.state.hidden = if is_answered { Hidden::Nothing } else { Hidden::Labels };
        if self.state.open_case().is_some_and(|open_case| gym.grade(at, open_case, now)) {
            effects.push(Effect::Gym(gym.record.to_map()));
        }
        self.state.guide = Some(Guide::Gym(gym));
    }

    /// Hides names during adjudication without names, and scores until they are predicted.
    fn hide(&mut self) {
        let nameless = self.state.adjudication.as_ref().is_some_and(|adjudication| adjudication.hidden);
        let unsaid = self.state.open_case().is_some_and(|open_case| open_case.prediction.is_none());
        let before = self.state.hidden;
        self.state.hidden = match nameless {
            true => Hidden::Names,
            false if self.state.predicting && unsaid => Hidden::Scores,
            false => Hidden::Nothing,
        };
        if self.state.hidden == Hidden::Names && before != Hidden::Names {
            // Closes the screens below, which would show what is hidden once the top one is closed.
            self.screens.keep_top();
        }
    }

    /// Whether the lesson is shown beside the panels in full.
    fn shows_guide(&self) -> bool {
        !self.state.is_in_lines && super::layout::has_column(self.state.size)
    }

    /// Whether an action is blocked because it would show what is hidden. If so, shows a message.
    pub(super) fn reveals(&mut self, action: Action) -> bool {
        let hidden = match self.state.hidden {
            Hidden::Nothing => false,
            Hidden::Scores | Hidden::Labels => would_reveal(action),
            Hidden::Names => would_reveal(action) || is_of_the_engine(action),
        };
        if hidden {
            let words = self.state.absent();
            self.state.notify(&words);
        }
        hidden
    }

    /// Leaves the tour if an action asks for it; the action for the next case continues with the
    /// lessons. Returns whether it did.
    pub(super) fn leave_tour(&mut self, action: Action, effects: &mut Vec<Effect>) -> bool {
        let on = matches!(self.state.guide, Some(Guide::Tour(_))) && !self.is_covered();
        match action {
            Action::NextCase if on => self.state.after = Some(After::Lessons),
            Action::Quit if on => {}
            _ => return false,
        }
        effects.push(Effect::Quit(0));
        true
    }
}
