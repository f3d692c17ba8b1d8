//! All lessons, with the learner's progress.
//!
//! Actions: move between lessons; Enter starts the one in focus.

use crate::lesson::is_late;
use crate::session::Moment;
use crate::tui::component::ComponentRequest;
use crate::tui::course::{CourseEntry, CourseState};
use crate::tui::guide::Guide;
use crate::tui::meters;
use crate::tui::widgets::rows_below;

use super::prelude::*;

/// Lines above the rows.
const ABOVE: u16 = 2;
/// Columns of the bar.
const BAR: usize = 20;

#[derive(Debug)]
pub struct Lessons {
    list: ListCursor,
}

/// Opens the list at the first lesson that is not passed.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let Some(course) = course(cx.state) else {
        cx.notify("no lessons are open: `lockbench learn` opens them");
        return None;
    };
    let at = course.entries.iter().position(|entry| !entry.passed).unwrap_or(0);
    Some(Box::new(Lessons::at(at)))
}

fn course(state: &State) -> Option<&CourseState> {
    state.guide.as_ref().and_then(Guide::course)
}

impl Lessons {
    /// Returns the list with a lesson in focus.
    pub fn at(at: usize) -> Lessons {
        Lessons { list: ListCursor::at(at) }
    }

    fn below(area: Rect) -> Rect {
        rows_below(inside(area), ABOVE)
    }

    fn row(&self, state: &State, entry: &CourseEntry, at: usize, width: usize) -> Line<'static> {
        let theme = &state.theme;
        let open = course(state).and_then(|course| course.entries.get(at).map(|_| course.missing(at)));
        let first = open.unwrap_or_default().first().map(|title| format!("first: {title}"));
        let (sign, role, note) = match (entry.passed, first, entry.attempts) {
            (true, ..) => ("✓", ThemeRole::Pass, "passed".to_owned()),
            (false, Some(first), _) => ("#", ThemeRole::Dim, first),
            (false, None, 0) => ("·", ThemeRole::Dim, String::new()),
            (false, None, tries) => ("○", ThemeRole::Warn, crate::num::pluralize(tries as usize, "attempt")),
        };
        let today = Moment::from_micros(i64::try_from(state.now).unwrap_or(0).saturating_mul(1_000_000));
        let due = entry.due.as_ref().filter(|_| !entry.passed).map_or_else(String::new, |due| {
            let late = is_late(today.as_str(), due);
            if late { format!("overdue since {due} ") } else { format!("due {due} ") }
        });
        // If the note is cut, Enter shows which lessons have to be passed first.
        let tail = format!("{:<13}{due}{note}", words::short(entry.lesson.rubric));
        let tail = words::cell(&tail, if entry.due.is_some() { (width / 2).min(52) } else { 26 });
        let room = width.saturating_sub(words::width(&tail) + 7);
        Line::from(vec![
            theme.span(ThemeRole::Dim, format!(" {:>2} ", at + 1)),
            theme.span(role, format!("{sign} ")),
            theme.span(ThemeRole::Text, words::cell(&entry.lesson.title, room)),
            theme.span(ThemeRole::Dim, format!(" {tail}")),
        ])
    }
}

impl Component for Lessons {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Lessons)
    }

    fn enter(&mut self, cx: &mut Cx) {
        let Some(course) = course(cx.state) else { return };
        let at = self.list.cursor();
        let missing = course.missing(at);
        if !missing.is_empty() {
            return cx.notify(&format!("pass first: {}", missing.join(", ")));
        }
        cx.close();
        if at != cx.state.at {
            cx.asks.push(ComponentRequest::Go(at));
        } else if let Some(course) = cx.state.guide.as_mut().and_then(Guide::course_mut) {
            // The lesson counts as newly opened, so that its text is shown first unless it is visible beside
            // the panels.
            course.at = None;
        }
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, course(state)?.entries.len(), Lessons::below(area)))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let Some(course) = course(state) else { return };
        let theme = &state.theme;
        let heading = if course.title.is_empty() { "Lessons" } else { &course.title };
        let inner =
            self.framed(state, frame, area, &sanitize::line(heading), &[(&[Action::Enter], "takes it")]);
        let (passed, all) = (course.passed(), course.entries.len());
        let mut line = vec![theme.span(ThemeRole::Text, " ")];
        line.extend(meters::gauge(passed as f64 / (all as f64).max(1.0), BAR, theme));
        line.push(theme.span(ThemeRole::Text, format!("  {passed} of {all} passed")));
        widgets::put(frame, inner, [Line::from(line)]);
        let width = usize::from(inner.width);
        let row = |at: usize| self.row(state, &course.entries[at], at, width);
        self.list.draw(theme, all, frame, Lessons::below(area), row);
    }
}
