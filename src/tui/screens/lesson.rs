//! The lesson: its text, its goals, its hints and, once it is passed, the rule.
//!
//! Actions: scroll; show the next hint; predict the scores, or show them without a prediction; go to the next
//! lesson; list all lessons; restart. During a tour, the same window shows the current step.

use crate::tui::component::ComponentRequest;
use crate::tui::course::CourseState;
use crate::tui::guide::Guide;
use crate::tui::list::Scroll;
use crate::tui::msg::Effect;
use crate::tui::prose;
use crate::tui::queue::QueueJob;

use super::prelude::*;
use super::{guide, lessons, predict, strengths, touring};

/// Columns of the window.
const WIDTH: u16 = 100;

#[derive(Debug, Default)]
pub struct LessonScreen {
    scroll: Scroll,
}

/// Opens the lesson, or shows how to take one.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if matches!(cx.state.guide, Some(Guide::Gym(_))) {
        return strengths::open(cx);
    }
    if cx.state.guide.is_none() {
        cx.notify("no lesson is open: `lockbench learn` lists them");
        return None;
    }
    Some(Box::new(LessonScreen::default()))
}

impl LessonScreen {
    fn lines(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        match &state.guide {
            Some(Guide::Lessons(course)) => lesson(state, course, width),
            Some(Guide::Tour(tour)) => touring::lines(state, tour, width),
            Some(Guide::Gym(_)) | None => Vec::new(),
        }
    }

    /// Handles the actions of a course. Returns whether the action is one of them.
    fn teach(&mut self, action: Action, cx: &mut Cx) -> bool {
        let at = cx.state.at;
        let Some(course) = cx.state.guide.as_mut().and_then(Guide::course_mut) else { return false };
        let Some(lesson) = course.lesson(at).map(std::sync::Arc::clone) else { return false };
        match action {
            Action::Hint => {
                let stand = course.stand_mut(at);
                match lesson.hints.len() {
                    0 => cx.notify("this lesson has no hints"),
                    all if stand.hints >= all => cx.notify("that were all hints"),
                    _ => {
                        stand.hints += 1;
                        // The newly shown text is at the end.
                        self.scroll = Scroll::at(usize::MAX);
                    }
                }
            }
            Action::Reveal if course.hides(at) => {
                course.stand_mut(at).shown = true;
                cx.notify("the scores are shown; the goal is still to say them");
            }
            Action::Reveal => cx.notify("nothing is hidden"),
            Action::StartOver => {
                course.restart(at);
                course.at = None;
                cx.state.open_cases.remove(&at);
                cx.state.editing = false;
                cx.effects.push(Effect::Queue(QueueJob::Open(at)));
                cx.notify("the lesson restarts");
            }
            Action::NextCase | Action::PreviousCase => {
                cx.close();
                cx.asks.push(ComponentRequest::Run(action, Cx::NO_KEY));
            }
            Action::Lessons => {
                cx.close();
                let screen = lessons::Lessons::at(at);
                cx.open(screen);
            }
            _ => return false,
        }
        true
    }
}

fn lesson(state: &State, course: &CourseState, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let Some(lesson) = course.lesson(state.at) else { return Vec::new() };
    let stand = course.stand(state.at);
    let heading = |words: &str| theme.line(ThemeRole::Title, words.to_owned());
    let mut lines = prose::lines(&lesson.text, theme, width);
    for rule in &lesson.cites {
        lines.push(Line::default());
        lines.push(heading(&format!("Annotation rule: {}", rule.title)));
        lines.extend(prose::lines(&rule.rule, theme, width));
    }
    lines.push(Line::default());
    lines.push(heading("Goals"));
    lines.extend(guide::goals(state, course, width));
    for (at, hint) in lesson.hints.iter().take(stand.map_or(0, |stand| stand.hints)).enumerate() {
        lines.push(Line::default());
        lines.push(heading(&format!("Hint {} of {}", at + 1, lesson.hints.len())));
        lines.extend(prose::lines(hint, theme, width));
    }
    if stand.is_some_and(|stand| stand.passed) {
        lines.push(Line::default());
        lines.push(theme.line(ThemeRole::Pass, "PASSED. The rule:"));
        lines.extend(prose::lines(&lesson.rule, theme, width));
    }
    lines
}

impl Component for LessonScreen {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Lesson, WIDTH, u16::MAX)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        if self.teach(action, cx) {
            return true;
        }
        match action {
            Action::Predict => {
                if let Some(screen) = predict::open(cx) {
                    cx.asks.push(ComponentRequest::Open(screen));
                }
                return true;
            }
            Action::Enter => {
                cx.close();
                return true;
            }
            _ => {}
        }
        let inner = inside(cx.area);
        let lines = self.lines(cx.state, usize::from(inner.width)).len();
        let height = usize::from(inner.height);
        self.scroll = Scroll::at(self.scroll.top(lines, height));
        self.scroll.act(action, lines, height)
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        let course = state.guide.as_ref().and_then(Guide::course);
        let Some(course) = course else { return !LESSON_KEYS.contains(&action) };
        match action {
            Action::Predict => !course.foretells(state.at).is_empty(),
            Action::Reveal => course.hides(state.at),
            Action::NextCase | Action::Lessons => course.entries.len() > 1,
            _ => true,
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let heading = match &state.guide {
            Some(Guide::Lessons(course)) => course.lesson(state.at).map_or_else(String::new, |lesson| {
                format!("Lesson {}: {}", state.at + 1, words::wrap(&lesson.title, usize::MAX).join(" "))
            }),
            _ => "The tour".to_owned(),
        };
        let does = if matches!(state.guide, Some(Guide::Tour(_))) { "closes" } else { "begins" };
        let inner = self.framed(state, frame, area, &heading, &[(&[Action::Enter], does)]);
        let lines = self.lines(state, usize::from(inner.width));
        let top = self.scroll.top(lines.len(), usize::from(inner.height));
        widgets::more(&state.theme, frame, area, self.scroll.below(lines.len(), usize::from(inner.height)));
        widgets::put(frame, inner, lines.into_iter().skip(top));
    }
}

/// Actions that exist only in a lesson.
const LESSON_KEYS: [Action; 6] =
    [Action::Hint, Action::Predict, Action::Reveal, Action::NextCase, Action::Lessons, Action::StartOver];
