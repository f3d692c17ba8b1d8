//! The filter of the table of cases: conditions on columns, and words in the texts, typed into a line.
//!
//! Actions: type; Enter applies the filter; an empty one shows all cases.

use crate::tui::draft::{DraftKind, TextDraft};
use crate::tui::prompt::Prompt;
use crate::tui::table::columns::COLUMNS;
use crate::tui::table::filter::{Filter, HELP};
use crate::tui::widgets::rows_below;
use crate::tui::words::paragraph;

use super::prelude::*;

/// Width and height of the screen, in columns and rows, frame included.
const SIZE: (u16, u16) = (84, 12);

#[derive(Debug, Default)]
pub struct FilterPrompt {
    typed: Prompt,
    /// The previous filter.
    before: String,
    /// Error in the typed filter.
    wrong: Option<String>,
}

/// Opens the prompt with the current filter.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let before = cx.state.table.filter.text().to_owned();
    let mut typed = Prompt::default();
    typed.paste(&before);
    Some(Box::new(FilterPrompt { typed, before, wrong: None }))
}

impl FilterPrompt {
    /// Continues a filter that was begun earlier.
    pub fn with(text: &str) -> FilterPrompt {
        let mut typed = Prompt::default();
        typed.paste(text);
        FilterPrompt { typed, ..FilterPrompt::default() }
    }
}

impl Component for FilterPrompt {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Asking, SIZE.0, SIZE.1)
    }

    fn enter(&mut self, cx: &mut Cx) {
        match Filter::read(self.typed.text(), &cx.state.table.metrics) {
            Ok(filter) => {
                cx.state.table.set_filter(filter);
                cx.close();
            }
            Err(error) => self.wrong = Some(error.to_string()),
        }
    }

    fn prompt(&mut self) -> Option<&mut Prompt> {
        Some(&mut self.typed)
    }

    fn prompted(&mut self) {
        self.wrong = None;
    }

    fn draft(&self) -> Option<TextDraft> {
        let text = self.typed.text();
        (text != self.before).then(|| TextDraft { of: DraftKind::Filter, text: text.to_owned() })
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let keys: [(&[Action], &str); 2] = [(&[Action::Enter], "filters"), (&[Action::Close], "cancels")];
        let inner = self.framed(state, frame, area, "Show cases with", &keys);
        let width = usize::from(inner.width);
        widgets::prompt(theme, frame, inner, " /", &self.typed, "");
        let mut lines = Vec::new();
        let mut push = |text: &str, role: ThemeRole| {
            lines.extend(paragraph(theme, role, text, width.saturating_sub(2)));
        };
        match &self.wrong {
            Some(why) => push(why, ThemeRole::Error),
            None => {
                let keys: Vec<&str> =
                    COLUMNS.iter().map(|spec| spec.key).chain(state.table.metrics.iter().copied()).collect();
                push(HELP, ThemeRole::Text);
                push(&format!("columns: {}", keys.join(", ")), ThemeRole::Dim);
                push(
                    "Words without a column are looked for in articles, summaries and comments.",
                    ThemeRole::Dim,
                );
            }
        }
        widgets::put(frame, rows_below(inner, 1), lines);
    }
}
