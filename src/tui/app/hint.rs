//! The bottom line: the last message, or the keys of the current component.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::Clear;

use crate::tui::component::Component;
use crate::tui::keymap::{Action, Context, Row};
use crate::tui::sanitize;
use crate::tui::screens::unreadable;
use crate::tui::state::{Notice, State};
use crate::tui::theme::{Theme, ThemeRole};
use crate::tui::widgets;
use crate::tui::words;

use super::clickable::ClickableLine;

/// Actions that judge a case. They are shown before the other keys of claim by claim, since not all keys fit.
const JUDGING: [Action; 5] =
    [Action::Override, Action::Confirm, Action::Accept, Action::HandIn, Action::Decide];

/// Actions that are shown before the keys of a text itself.
const IN_TEXTS: [Action; 4] = [Action::Accept, Action::HandIn, Action::NextPanel, Action::Edit];

/// Actions that are shown before the other keys of the differences from the engine, since not all keys fit.
const ON_DIFFERENCES: [Action; 3] = [Action::Enter, Action::EngineWrong, Action::NextUndecided];

/// Actions that need labels.
const OF_LABELS: [Action; 4] = [Action::Enter, Action::AddUnit, Action::Override, Action::Accept];

/// Most lines that a message takes.
const MAX_NOTICE_LINES: usize = 4;

/// Returns the keys of the component that receives them. If the label in focus is `cut`, the key that shows
/// all of it comes before the others.
pub fn keys(state: &State, component: &dyn Component, cut: bool, width: usize) -> ClickableLine {
    let theme = &state.theme;
    let context = component.window(state).context;
    let mut line = ClickableLine::default();
    line.text([Span::raw(" ")]);
    if context == Context::Editing {
        line.text([theme.span(ThemeRole::Warn, "EDITING ")]);
    }
    // The key of the help is always shown.
    let is_last = |row: &&Row| row.action() == Action::Help || cut && row.action() == Action::WholeLabel;
    let rows =
        || state.keys.rows().iter().filter(|row| row.counts_in(context) && !row.binding.hint.is_empty());
    let last = rows().filter(is_last).filter_map(|row| Some((row.keys.first()?, row)));
    let mut end = ClickableLine::default();
    last.for_each(|(first, row)| end.append(key(state, &first.to_string(), row)));
    let room = width.saturating_sub(end.width());
    let unreadable =
        state.failed.contains_key(&state.at) && (context.is_main() || context == Context::LabelByLabel);
    // A case without an article or a summary has no labels and no verdict of the engine.
    let unscored =
        context.is_main() && state.open_case().is_some_and(|open_case| open_case.error().is_some());
    let goes_on = |row: &Row| match context {
        Context::LabelByLabel => JUDGING.contains(&row.action()),
        // Whoever does not know how to edit or to leave a text selects nothing in it.
        Context::Text => IN_TEXTS.contains(&row.action()),
        Context::Differences => ON_DIFFERENCES.contains(&row.action()),
        _ => false,
    };
    let (first, others): (Vec<&Row>, Vec<&Row>) =
        rows().filter(|row| !is_last(row)).partition(|row| goes_on(row));
    for row in first.into_iter().chain(others) {
        let idle = match row.action() {
            action if unreadable && !unreadable::ACTIONS.contains(&action) => true,
            action if unscored && OF_LABELS.contains(&action) => true,
            Action::NextCase => state.cases < 2,
            Action::Bulk => context == Context::Cases && state.hides_any(),
            // The table is on the screen already.
            Action::Cases => context == Context::Cases,
            Action::NextSource => state.open_case().is_none_or(|open_case| open_case.case.sources.is_empty()),
            Action::Accept => state.is_hidden() || state.hides_scores(),
            Action::HandIn => !state.is_hidden(),
            action => !component.offers(action, state),
        };
        if idle {
            continue;
        }
        let Some(label) = label(state, context, row) else { continue };
        let key = key(state, &label, row);
        if line.width() + key.width() <= room {
            line.append(key);
        }
    }
    line.append(end);
    line
}

/// Draws a message. A message longer than the line takes lines above it for as long as it is shown.
pub fn draw_notice(notice: &Notice, theme: &Theme, frame: &mut Frame, place: Rect) {
    let width = usize::from(place.width.saturating_sub(1));
    let role = if notice.bad { ThemeRole::Error } else { ThemeRole::Accent };
    let mut parts = words::wrap(&notice.text, width);
    if parts.len() > MAX_NOTICE_LINES {
        let rest = parts.split_off(MAX_NOTICE_LINES - 1).join(" ");
        parts.push(sanitize::fit(&rest, width).into_owned());
    }
    let height = u16::try_from(parts.len()).unwrap_or(1).clamp(1, place.y + 1);
    let place = Rect { y: place.y + 1 - height, height, ..place };
    let lines = parts.into_iter().map(|part| theme.line(role, format!(" {part}")));
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.style(ThemeRole::Text));
    widgets::put(frame, place, lines);
}

/// Returns the keys of a row, if they are short enough to be shown.
fn label(state: &State, context: Context, row: &Row) -> Option<String> {
    const WIDEST: usize = 12;
    let first = || row.keys.first().map(ToString::to_string);
    let label = match (row.binding.besides.as_str(), row.binding.pair.as_slice()) {
        ("", []) if row.binding.written.is_empty() => first()?,
        ("", []) => row.label(),
        ("", pair) => {
            let keys = pair.iter().filter_map(|action| state.keys.first(context, *action));
            keys.map(|key| key.to_string()).collect::<Vec<_>>().join(" ")
        }
        (besides, _) => besides.to_owned(),
    };
    (!label.is_empty() && words::width(&label) <= WIDEST).then_some(label)
}

/// Returns a key with its action. A click does the same, if a single key does it.
fn key(state: &State, label: &str, row: &Row) -> ClickableLine {
    let theme = &state.theme;
    let spans = [
        theme.span(ThemeRole::Key, label.to_owned()),
        theme.span(ThemeRole::Dim, format!(" {}  ", row.binding.hint)),
    ];
    let mut line = ClickableLine::default();
    match row.keys.first() {
        Some(first) if first.to_string() == label => line.target(spans, (row.action(), row.event())),
        _ => line.text(spans),
    }
    line
}
