//! View of a scrollable document, with two keys that go from heading to heading.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::document::text::{self, LineKind};

use super::keymap::{Action, CLOSES, Context, Keymap};
use super::list::Scroll;
use super::theme::{Theme, ThemeRole};
use super::{sanitize, widgets};

/// Returns the keys named on the frame of a document.
pub fn hints(keys: &Keymap) -> String {
    keys.hints(Context::Agreement, &[(&[Action::NextList, Action::PreviousList], "section"), CLOSES])
}

/// Scrolls lines for an action; `height` lines fit the screen. Returns whether the action was one that
/// scrolls.
pub fn act(scroll: &mut Scroll, action: Action, lines: &[text::Line], height: usize) -> bool {
    let top = scroll.top(lines.len(), height);
    let is_heading = |(at, line): (usize, &text::Line)| (line.kind == LineKind::Heading).then_some(at);
    let mut headings = lines.iter().enumerate().filter_map(is_heading);
    let to = match action {
        Action::NextList => headings.find(|at| *at > top),
        Action::PreviousList => headings.rfind(|at| *at < top),
        _ => return scroll.act(action, lines.len(), height),
    };
    if let Some(at) = to {
        *scroll = Scroll::at(at);
    }
    true
}

/// Draws the visible lines. Returns how many are hidden below.
pub fn draw(scroll: Scroll, lines: &[text::Line], theme: &Theme, frame: &mut Frame, place: Rect) -> usize {
    let height = usize::from(place.height);
    let top = scroll.top(lines.len(), height);
    let drawn = lines.iter().skip(top).map(|line| {
        let role = match line.kind {
            LineKind::Heading => ThemeRole::Title,
            LineKind::Head => ThemeRole::Accent,
            LineKind::Plot | LineKind::Text => ThemeRole::Text,
        };
        let text = sanitize::fit(&line.text, usize::from(place.width).saturating_sub(1)).into_owned();
        theme.line(role, format!(" {text}"))
    });
    widgets::put(frame, place, drawn);
    lines.len().saturating_sub(top + height)
}
