//! The line at the bottom: what just happened, or the keys of where you are.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::app::{App, Panel, Window};
use crate::tui::keymap::{Action, Context, KEYS};
use crate::tui::safe;
use crate::tui::theme::Role;

use super::words::{self, styled, width_of};

/// Draws the line.
pub fn draw(app: &App, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let width = usize::from(place.width);
    if let Some(Window::Search { typed }) = &app.window {
        let mut line = vec![Span::raw(" /")];
        line.extend(words::prompt(theme, typed, width.saturating_sub(28)));
        line.extend([styled("  Enter finds, Esc cancels", theme.style(Role::Dim))]);
        frame.render_widget(Line::from(line), place);
        return;
    }
    if let Some(notice) = &app.notice {
        let role = if notice.bad { Role::Error } else { Role::Accent };
        let text = format!(" {}", safe::fit(&notice.text, width.saturating_sub(1)));
        frame.render_widget(Line::from(styled(text, theme.style(role))), place);
        return;
    }
    let context = app.context();
    let mut line = vec![Span::raw(" ")];
    if context == Context::Editing {
        line.push(styled("EDITING ", theme.style(Role::Warn)));
    }
    // Where to find the rest is always said.
    let last = KEYS.iter().filter(|row| row.hint == "help" && row.counts_in(context));
    let last: Vec<Span> = last.flat_map(|row| key(app, &row.label(), row.hint)).collect();
    let room = width.saturating_sub(width_of(&last));
    for row in KEYS.iter().filter(|row| row.counts_in(context) && !row.hint.is_empty() && row.hint != "help")
    {
        let idle = match row.action {
            Action::NextCase => app.cases < 2,
            Action::NextSource => app.bench().is_none_or(|bench| bench.case.sources.is_empty()),
            Action::Enter if app.focus == Panel::Caps => {
                app.report().is_none_or(|report| report.caps.is_empty())
            }
            Action::Dismiss => app.bench().is_none_or(|bench| !bench.list.is_finding()),
            _ => false,
        };
        if idle {
            continue;
        }
        let label = match row.written {
            "" => row.keys.first().map(ToString::to_string).unwrap_or_default(),
            written if words::width(written) > 12 => continue,
            written => written.to_owned(),
        };
        let spans = key(app, &label, row.hint);
        if width_of(&line) + width_of(&spans) <= room {
            line.extend(spans);
        }
    }
    line.extend(last);
    frame.render_widget(Line::from(line), place);
}

fn key(app: &App, label: &str, hint: &str) -> Vec<Span<'static>> {
    let theme = &app.theme;
    let label = label.split(' ').next().filter(|_| hint == "help").unwrap_or(label);
    vec![
        styled(label.to_owned(), theme.style(Role::Key)),
        styled(format!(" {hint}  "), theme.style(Role::Dim)),
    ]
}
