//! The user's verdict, PASS, WARN or FAIL, followed by its reason.
//!
//! Actions: choose a verdict by its letter; move between rows; Enter, or a click, chooses the row.

use crossterm::event::KeyCode;
use ratatui::text::Span;

use super::prelude::*;
use super::reason::{Reason, ReasonSubject};
use crate::tui::decide::accept::VERDICTS;
use crate::tui::widgets::rows_below;

/// Lines above the rows.
const ABOVE: u16 = 3;

#[derive(Debug, Default)]
pub struct VerdictScreen {
    list: ListCursor,
}

/// Opens the screen at the verdict given before, or else at the engine's.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if !cx.state.may_change() {
        return None;
    }
    let open_case = cx.state.open_case()?;
    let given = open_case.decisions.verdict.as_ref().map(|given| given.verdict);
    let now = given.or_else(|| Some(cx.state.report()?.verdict.decision));
    let at = VERDICTS.iter().position(|verdict| Some(*verdict) == now).unwrap_or(0);
    Some(Box::new(VerdictScreen { list: ListCursor::at(at) }))
}

impl VerdictScreen {
    /// Takes the verdict in focus, and asks for the reason.
    fn take(&mut self, cx: &mut Cx) {
        if let Some(verdict) = VERDICTS.get(self.list.cursor()) {
            cx.close();
            cx.open(Reason::new(ReasonSubject::Verdict(*verdict)));
        }
    }

    /// Returns the area of the rows.
    fn below(area: Rect) -> Rect {
        rows_below(inside(area), ABOVE)
    }

    fn line(&self, state: &State, at: usize) -> Line<'static> {
        let theme = &state.theme;
        let name = VERDICTS[at].as_str();
        let key = name[..1].to_lowercase();
        Line::from(vec![
            theme.span(ThemeRole::Key, format!("  {key}  ")),
            theme.span(words::decision(VERDICTS[at]), name),
        ])
    }
}

impl Component for VerdictScreen {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Verdict, 64, VERDICTS.len() as u16 + ABOVE + 2)
    }

    fn enter(&mut self, cx: &mut Cx) {
        self.take(cx);
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        let KeyCode::Char(letter) = key.code else { return false };
        let row =
            VERDICTS.iter().position(|verdict| verdict.as_str().starts_with(letter.to_ascii_uppercase()));
        if let Some(row) = row {
            self.list.set(row);
            self.take(cx);
        }
        row.is_some()
    }

    fn list(&self, _state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, VERDICTS.len(), VerdictScreen::below(area)).on_click(OnClick::Acts))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let inner = widgets::screen(theme, frame, area, "Your verdict", "then a reason");
        let width = usize::from(inner.width);
        let of_labels = state.report().map_or("-", |report| report.verdict.decision.as_str());
        let has_own = state.open_case().is_some_and(|open_case| !open_case.decisions.overrides.is_empty());
        let given = state.open_case().and_then(|open_case| open_case.decisions.verdict.as_ref());
        let you = given.map_or_else(
            || "-".to_owned(),
            |given| match &given.reason {
                Some(reason) => format!("{}: {reason}", given.verdict.as_str()),
                None => given.verdict.as_str().to_owned(),
            },
        );
        let whose = if has_own { "labels" } else { "engine" };
        let lines = [(whose, of_labels.to_owned()), ("you", you)].map(|(who, what)| {
            let who = theme.span(ThemeRole::Dim, format!("  {who:<7} "));
            Line::from(vec![who, Span::raw(sanitize::fit(&what, width.saturating_sub(11)).into_owned())])
        });
        widgets::put(frame, inner, lines);
        self.list.draw(theme, VERDICTS.len(), frame, VerdictScreen::below(area), |at| self.line(state, at));
    }
}
