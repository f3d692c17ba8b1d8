//! The line at the bottom: what just happened, or the keys of where you are.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::component::Component;
use crate::tui::keymap::{Action, Binding, Context, KEYS};
use crate::tui::safe;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::words::{self, styled, width_of};

/// Draws the line for the component that keys go to. Where the label in focus is `cut`, the key that shows all of it is
/// offered before the others.
pub fn draw(state: &State, component: &dyn Component, cut: bool, frame: &mut Frame, place: Rect) {
    let theme = &state.theme;
    let width = usize::from(place.width);
    if let Some(notice) = &state.notice {
        let role = if notice.bad { Role::Error } else { Role::Accent };
        let text = format!(" {}", safe::fit(&notice.text, width.saturating_sub(1)));
        frame.render_widget(Line::from(styled(text, theme.style(role))), place);
        return;
    }
    let context = component.context(state);
    let mut line = vec![Span::raw(" ")];
    if context == Context::Editing {
        line.push(styled("EDITING ", theme.style(Role::Warn)));
    }
    // Where to find the rest is always said.
    let is_last = |row: &&Binding| row.hint == "help" || cut && row.action == Action::WholeLabel;
    let hints = || KEYS.iter().filter(|row| row.counts_in(context) && !row.hint.is_empty());
    let last = hints().filter(is_last);
    let last: Vec<Span> = last.flat_map(|row| key(state, &row.label(), row.hint)).collect();
    let room = width.saturating_sub(width_of(&last));
    for row in hints().filter(|row| !is_last(row)) {
        let idle = match row.action {
            Action::NextCase => state.cases < 2,
            Action::NextSource => state.bench().is_none_or(|bench| bench.case.sources.is_empty()),
            action => !component.offers(action, state),
        };
        if idle {
            continue;
        }
        let label = match row.written {
            "" => row.keys.first().map(ToString::to_string).unwrap_or_default(),
            written if words::width(written) > 12 => continue,
            written => written.to_owned(),
        };
        let spans = key(state, &label, row.hint);
        if width_of(&line) + width_of(&spans) <= room {
            line.extend(spans);
        }
    }
    line.extend(last);
    frame.render_widget(Line::from(line), place);
}

fn key(state: &State, label: &str, hint: &str) -> Vec<Span<'static>> {
    let theme = &state.theme;
    let label = label.split(' ').next().filter(|_| hint == "help").unwrap_or(label);
    vec![
        styled(label.to_owned(), theme.style(Role::Key)),
        styled(format!(" {hint}  "), theme.style(Role::Dim)),
    ]
}
