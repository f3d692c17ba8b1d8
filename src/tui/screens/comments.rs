//! The comments on the case, with the whole text of the one in focus.
//!
//! Actions: move between comments; Enter goes to the target of the comment.

use ratatui::text::Span;

use crate::session::Remark;
use crate::tui::decide::comments;
use crate::tui::widgets::rows_below;

use super::prelude::*;

/// Width of the target's name, in columns.
const ABOUT: usize = 28;

#[derive(Debug, Default)]
pub struct Comments {
    list: ListCursor,
}

pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if comments_of(cx.state).is_empty() {
        let key = cx.state.keys.name(Context::Main, Action::Comment);
        cx.notify(&format!("you have not commented on this case: {key} does"));
        return None;
    }
    Some(Box::new(Comments { list: ListCursor::at(comments_of(cx.state).len() - 1) }))
}

/// Returns the annotator's comments.
fn comments_of(state: &State) -> &[Remark] {
    state.open_case().map_or(&[], |open_case| &open_case.decisions.comments)
}

/// Returns the areas of the rows and of the whole text.
fn parts(area: Rect, rows: usize) -> (Rect, Rect) {
    let inner = inside(area);
    let height = (rows as u16).min(inner.height / 2);
    let text = rows_below(inner, height);
    (Rect { height, ..inner }, text)
}

impl Component for Comments {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::Comments)
    }

    fn enter(&mut self, cx: &mut Cx) {
        self.list.clamp(comments_of(cx.state).len());
        if let Some(comment) = comments_of(cx.state).get(self.list.cursor()).cloned() {
            cx.close();
            comments::go_to(cx, &comment);
        }
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let rows = comments_of(state).len();
        Some(ListView::new(self.list, rows, parts(area, rows).0))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let (theme, all) = (&state.theme, comments_of(state));
        let heading = match all.len() {
            1 => "1 comment of yours".to_owned(),
            many => format!("{many} comments of yours"),
        };
        self.framed(state, frame, area, &heading, &[(&[Action::Enter], "goes there"), CLOSES]);
        let Some(open_case) = state.open_case() else { return };
        let (list, text_area) = parts(area, all.len());
        let width = usize::from(list.width);
        self.list.draw(theme, all.len(), frame, list, |at| {
            let about = words::cell(&comments::named(open_case, &all[at]), ABOUT);
            let first = all[at].text.lines().next().unwrap_or_default();
            Line::from(vec![
                theme.span(ThemeRole::Dim, format!(" {about} ")),
                Span::raw(sanitize::fit(first, width.saturating_sub(ABOUT + 3)).into_owned()),
            ])
        });
        let text = all.get(self.list.cursor()).map_or("", |comment| &comment.text);
        let lines = text.lines().flat_map(|line| match words::wrap(line, width.saturating_sub(4)) {
            empty if empty.is_empty() => vec![String::new()],
            wrapped => wrapped,
        });
        let lines = lines.map(|line| theme.line(ThemeRole::Text, format!("  {line}")));
        widgets::put(frame, text_area, std::iter::once(Line::default()).chain(lines));
    }
}
