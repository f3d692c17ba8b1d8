//! The guidelines given to the annotators, or else the rubric's documentation, scrolled to the part on the
//! label in focus.
//!
//! Actions: scroll.

use crate::rubric::{Docs, Documentation};
use crate::tui::component::ComponentEvent;
use crate::tui::json_view::{StyledText, Syntax, highlight};
use crate::tui::list::Scroll;
use crate::tui::words::{metric, wrap};

use super::prelude::*;

/// The screen. Its lines are wrapped once for each width.
#[derive(Debug)]
pub struct Guidelines {
    heading: String,
    /// The text in Markdown, one paragraph per line.
    text: String,
    columns: usize,
    rows: StyledText,
    scroll: Scroll,
}

pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let mut screen = Guidelines::of(cx.state)?;
    // The frame takes the whole area between the top lines and the bottom line.
    screen.fit(cx.state, usize::from(cx.state.size.0).saturating_sub(2));
    Some(Box::new(screen))
}

impl Guidelines {
    fn of(state: &State) -> Option<Guidelines> {
        let (heading, text) = match &state.guidelines {
            Some(text) => ("Guidelines".to_owned(), text.to_string()),
            None => {
                let title = state.rubric().map_or("", |entry| entry.title);
                (format!("Guidelines: the rules of {title}"), rules(&state.docs()?, title))
            }
        };
        let (rows, scroll) = (StyledText::default(), Scroll::default());
        Some(Guidelines { heading, text, columns: 0, rows, scroll })
    }

    /// Wraps the lines for a width, and scrolls to the text on the label in focus.
    fn fit(&mut self, state: &State, columns: usize) {
        let columns = columns.max(10);
        if self.columns == columns {
            return;
        }
        self.columns = columns;
        let lines: Vec<String> = self.text.lines().flat_map(|line| broken(line, columns)).collect();
        self.rows = highlight(&lines.join("\n"), Syntax::Markdown, state.theme.syntax.as_deref());
        self.scroll = Scroll::at(about(state, &lines));
    }
}

/// Wraps a line of Markdown at the given width. Tables and code are only cut.
fn broken(line: &str, columns: usize) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    if line.trim().is_empty() || line.starts_with('|') || indent >= 4 {
        return vec![sanitize::fit(line, columns).into_owned()];
    }
    let lead = " ".repeat(indent);
    let parts = wrap(line, columns.saturating_sub(indent).max(8));
    parts.into_iter().map(|part| format!("{lead}{part}")).collect()
}

/// Returns the index of the line on the label in focus: the heading that names its list, or else the heading
/// of the section that names it most often. The section of the title does not count, because it is about
/// everything.
fn about(state: &State, lines: &[String]) -> usize {
    let Some(open_case) = state.open_case() else { return 0 };
    let spec = open_case.list.spec();
    let word =
        state.label().and_then(|id| open_case.get(id)?.word).map(|word| word.as_str().replace('_', " "));
    let mentions = |line: &str, words: &str| line.to_lowercase().matches(&words.to_lowercase()).count();
    let headings: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with('#')).collect();
    let of = |wanted: &str| {
        let named = headings.iter().find(|at| mentions(&lines[**at], wanted) > 0);
        let ends = headings.iter().skip(1).copied().chain([lines.len()]);
        let sections = headings.iter().copied().zip(ends).filter(|(at, _)| !lines[*at].starts_with("# "));
        let counted = sections
            .map(|(at, end)| (lines[at..end].iter().map(|line| mentions(line, wanted)).sum::<usize>(), at));
        // The first of several with the same count.
        let most = counted.filter(|(count, _)| *count > 0).min_by_key(|(count, _)| std::cmp::Reverse(*count));
        named
            .copied()
            .or(most.map(|(_, at)| at))
            .or_else(|| lines.iter().position(|line| mentions(line, wanted) > 0))
    };
    of(spec.title).or_else(|| of(spec.unit)).or_else(|| of(&word?)).unwrap_or(0)
}

/// Returns the documentation of a rubric, as Markdown.
fn rules(docs: &Docs, title: &str) -> String {
    let body = |words: &Documentation| {
        let parts = [
            ("", &words.what),
            ("Why: ", &words.why),
            ("Rule: ", &words.formula),
            ("Example: ", &words.example),
            ("Source: ", &words.source),
        ];
        let parts = parts.into_iter().filter(|(_, text)| !text.is_empty());
        parts.map(|(what, text)| format!("{what}{}\n\n", text.replace('\n', " "))).collect::<String>()
    };
    let mut out = format!("# {title}\n\n{}", body(docs.words));
    for (key, words) in &docs.metrics {
        out.push_str(&format!("## {}\n\n{}", metric(key), body(words)));
    }
    for cap in &docs.caps {
        let limits: Vec<String> =
            cap.limits.iter().map(|(key, limit)| format!("{} to {}", metric(key), limit.shown())).collect();
        let head = format!("Limits {} where {}.", limits.join(", "), cap.when);
        out.push_str(&format!("## Cap: {}\n\n{head}\n\n{}", cap.name, body(cap.words)));
    }
    out.push_str(&format!("## Verdict\n\n{}", body(docs.verdict)));
    out
}

impl Component for Guidelines {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Guidelines)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let inner = inside(cx.area);
        self.fit(cx.state, usize::from(inner.width));
        self.scroll.act(action, self.rows.line_count(), usize::from(inner.height))
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Rubric
            && let Some(mut fresh) = Guidelines::of(cx.state)
        {
            fresh.fit(cx.state, self.columns);
            *self = fresh;
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let inner = self.framed(state, frame, area, &self.heading, &[CLOSES]);
        let (lines, height) = (self.rows.line_count(), usize::from(inner.height));
        widgets::more(&state.theme, frame, area, self.scroll.below(lines, height));
        self.rows.draw(inner, frame.buffer_mut(), self.scroll.top(lines, height), 0);
    }
}
