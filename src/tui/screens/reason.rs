//! The reason for a verdict or a preference, chosen from a list or typed. Enter without either records none.
//!
//! Actions: type; move between rows; Enter, or a click, records the reason.

use ratatui::layout::Position;
use ratatui::text::Span;

use crate::report::Decision;
use crate::tui::component::HitTarget;
use crate::tui::decide::accept::{give, prefer};
use crate::tui::draft::{DraftKind, TextDraft};
use crate::tui::prompt::Prompt;
use crate::tui::table::CaseTable;

use super::prelude::*;

/// Columns of the heading available for the name of a case.
const NAME: usize = 32;

/// The decision that the reason is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReasonSubject {
    Verdict(Decision),
    /// A summary is the best one: the ids of the compared cases, best first.
    Better(Vec<String>),
}

impl ReasonSubject {
    /// Returns the question, with cases named as elsewhere: ids may be hidden.
    fn heading(&self, table: &CaseTable) -> String {
        match self {
            ReasonSubject::Verdict(verdict) => format!("Why {}?", verdict.as_str()),
            ReasonSubject::Better(order) => {
                let first = order.first().map_or("", String::as_str);
                let place = table.rows.iter().position(|row| *row.id == *first);
                let name = place.map_or_else(|| first.into(), |at| table.name(at));
                let first = words::middle_cut(&name, NAME);
                let which = if order.len() > 2 { "best" } else { "better" };
                format!("Why is {first} the {which} one?")
            }
        }
    }

    /// Returns frequent reasons.
    fn reasons(&self) -> &'static [&'static str] {
        match self {
            ReasonSubject::Verdict(Decision::Pass) => &[
                "every claim is supported",
                "the article says it in other words",
                "what is missing is not essential",
                "a rule is too strict for this case",
            ],
            ReasonSubject::Verdict(_) => &[
                "a fact is wrong",
                "a claim is not supported",
                "something essential is missing",
                "focus or tone mislead",
                "the wording is biased or offensive",
                "a rule is too strict for this case",
                "a rule is too lenient for this case",
            ],
            ReasonSubject::Better(_) => &[
                "it has fewer errors",
                "it covers more of what matters",
                "it is closer to the article's focus",
                "it is worded more neutrally",
                "it is clearer or shorter",
            ],
        }
    }
}

#[derive(Debug)]
pub struct Reason {
    decided: ReasonSubject,
    list: ListCursor,
    typed: Prompt,
}

impl Reason {
    /// Asks for a reason.
    pub fn new(decided: ReasonSubject) -> Reason {
        Reason { decided, list: ListCursor::default(), typed: Prompt::default() }
    }

    /// Continues a reason that was begun earlier.
    pub fn with(decided: ReasonSubject, typed: Prompt) -> Reason {
        Reason { decided, list: ListCursor::default(), typed }
    }

    /// Returns the number of rows to choose from; the first is the typed reason.
    fn rows(&self) -> usize {
        self.decided.reasons().len() + 1
    }

    /// Records the decision with the reason in focus.
    fn take(&mut self, cx: &mut Cx) {
        let listed = self.list.cursor().checked_sub(1).and_then(|at| self.decided.reasons().get(at));
        let reason = listed.copied().unwrap_or_else(|| self.typed.text().trim());
        let reason = Some(reason.to_owned()).filter(|reason| !reason.is_empty());
        cx.close();
        match self.decided.clone() {
            ReasonSubject::Verdict(verdict) => give(cx, verdict, reason),
            ReasonSubject::Better(order) => prefer(cx, order, reason),
        }
    }

    fn line(&self, state: &State, at: usize, width: usize) -> Line<'static> {
        let theme = &state.theme;
        match at.checked_sub(1) {
            None => {
                let mut line = vec![theme.span(ThemeRole::Dim, "  because: ")];
                line.extend(words::prompt(theme, &self.typed, width.saturating_sub(12)));
                Line::from(line)
            }
            Some(at) => Line::from(Span::raw(format!("  {}", self.decided.reasons()[at]))),
        }
    }
}

impl Component for Reason {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Typing, 64, self.rows() as u16 + 2)
    }

    fn enter(&mut self, cx: &mut Cx) {
        self.take(cx);
    }

    fn draft(&self) -> Option<TextDraft> {
        let text = self.typed.text();
        (!text.is_empty()).then(|| {
            let of = match &self.decided {
                ReasonSubject::Verdict(verdict) => DraftKind::Verdict(verdict.as_str().to_owned()),
                ReasonSubject::Better(order) => DraftKind::Better(order.clone()),
            };
            TextDraft { of, text: text.to_owned() }
        })
    }

    fn prompt(&mut self) -> Option<&mut Prompt> {
        Some(&mut self.typed)
    }

    fn prompted(&mut self) {
        self.list = ListCursor::default();
    }

    fn list(&self, _state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, self.rows(), inside(area)))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn click(&mut self, hit: HitTarget, cx: &mut Cx) {
        if let HitTarget::Row(row) = hit {
            self.list.set(row);
            // The first row is for typing, so a click there does not submit it.
            if row > 0 {
                self.take(cx);
            }
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let heading = self.decided.heading(&state.table);
        let inner = self.framed(state, frame, area, &heading, &[(&[Action::Enter], "alone gives no reason")]);
        let width = usize::from(inner.width);
        self.list.draw(&state.theme, self.rows(), frame, inner, |at| self.line(state, at, width));
        if self.list.cursor() == 0 && inner.height > 0 {
            let (before, _) = self.typed.halves();
            let column = (words::width(before) + 11).min(width.saturating_sub(1)) as u16;
            frame.set_cursor_position(Position::new(inner.x + column, inner.y));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_about_a_case_with_a_long_name_reads_to_its_end() {
        for others in [1, 2] {
            let order = vec!["cnn-test-".repeat(20); others + 1];
            let heading = ReasonSubject::Better(order).heading(&CaseTable::default());
            assert!(words::width(&heading) <= 60 && heading.ends_with("one?"), "{heading}");
        }
    }
}
