//! All lessons, with what was done of each.
//!
//! Understands: going from lesson to lesson; Enter takes the one in focus.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::tui::component::{Ask, Component, Cx, Hit};
use crate::tui::course::{Course, Entry};
use crate::tui::guide::Guide;
use crate::tui::keymap::{Action, Context};
use crate::tui::list::List;
use crate::tui::meters;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::widgets::{self, inside, row_style};
use crate::tui::words::{self, styled};

/// Lines above the rows.
const ABOVE: u16 = 2;
/// Columns of the bar.
const BAR: usize = 20;

/// The screen of the lessons.
#[derive(Debug)]
pub struct Lessons {
    list: List,
}

/// Opens the list at the first lesson that was not passed.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let Some(course) = course(cx.state) else {
        cx.tell("no lessons are open: `lockbench learn` opens them");
        return None;
    };
    let at = course.entries.iter().position(|entry| !entry.passed).unwrap_or(0);
    Some(Box::new(Lessons::at(at)))
}

fn course(state: &State) -> Option<&Course> {
    state.guide.as_ref().and_then(Guide::course)
}

impl Lessons {
    /// The list with a lesson in focus.
    pub fn at(at: usize) -> Lessons {
        Lessons { list: List::at(at) }
    }

    fn below(area: Rect) -> Rect {
        let inner = inside(area);
        let above = ABOVE.min(inner.height);
        Rect { y: inner.y + above, height: inner.height - above, ..inner }
    }

    fn row(&self, state: &State, entry: &Entry, at: usize, width: usize) -> Line<'static> {
        let theme = &state.theme;
        let (sign, role, note) = match (entry.passed, entry.attempts) {
            (true, _) => ("✓", Role::Pass, "passed".to_owned()),
            (false, 0) => ("·", Role::Dim, String::new()),
            (false, tries) => ("○", Role::Warn, crate::num::pluralize(tries as usize, "attempt")),
        };
        let tail = format!("{:<13}{note}", words::short(entry.lesson.rubric));
        let tail = words::cell(&tail, 26);
        let room = width.saturating_sub(words::width(&tail) + 7);
        let line = Line::from(vec![
            styled(format!(" {:>2} ", at + 1), theme.style(Role::Dim)),
            styled(format!("{sign} "), theme.style(role)),
            styled(words::cell(&entry.lesson.title, room), theme.style(Role::Text)),
            styled(format!(" {tail}"), theme.style(Role::Dim)),
        ]);
        line.style(row_style(theme, at == self.list.cursor()))
    }
}

impl Component for Lessons {
    fn context(&self, _state: &State) -> Context {
        Context::Lessons
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let Some(count) = course(cx.state).map(|course| course.entries.len()) else { return false };
        if action == Action::Enter {
            let at = self.list.cursor();
            cx.close();
            if at == cx.state.at {
                // It is entered again, so that it is read first where it does not stand beside the panels.
                if let Some(course) = cx.state.guide.as_mut().and_then(Guide::course_mut) {
                    course.at = None;
                }
            } else {
                cx.asks.push(Ask::Go(at));
            }
            return true;
        }
        self.list.act(action, count, usize::from(Lessons::below(cx.area).height))
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> Hit {
        let count = course(state).map_or(0, |course| course.entries.len());
        self.list.row_at(count, Lessons::below(area), at.y).map_or(Hit::Nothing, Hit::Row)
    }

    fn click(&mut self, hit: Hit, cx: &mut Cx) {
        if let Hit::Row(row) = hit {
            let again = self.list.cursor() == row;
            self.list.set(row);
            if again {
                self.update(Action::Enter, Cx::NO_KEY, cx);
            }
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let Some(course) = course(state) else { return };
        let theme = &state.theme;
        let keys = state.keys.hints(Context::Lessons, &[(&[Action::Enter], "takes it")]);
        let inner = widgets::screen(theme, frame, area, "Lessons", &keys);
        let (passed, all) = (course.passed(), course.entries.len());
        let mut line = vec![styled(" ", theme.style(Role::Text))];
        line.extend(meters::gauge(passed as f64 / (all as f64).max(1.0), BAR, theme));
        line.push(styled(format!("  {passed} of {all} passed"), theme.style(Role::Text)));
        widgets::put(frame, inner, [Line::from(line)]);
        let width = usize::from(inner.width);
        let row = |at: usize| self.row(state, &course.entries[at], at, width);
        self.list.draw(all, frame, Lessons::below(area), row);
    }
}
