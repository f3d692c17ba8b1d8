//! The two texts, with what they rest on painted over them.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::labels::overrides::Side;
use crate::tui::app::{App, Panel};
use crate::tui::pane::Look;

use super::paint::{cursor_sentence, paints};
use super::{frame_of, inside, title};

/// Draws a text.
pub fn draw(app: &App, side: Side, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let panel = match side {
        Side::Article => Panel::Article,
        Side::Summary => Panel::Summary,
    };
    let focused = app.focus == panel && app.window.is_none();
    let Some(bench) = app.bench() else {
        frame.render_widget(
            frame_of(theme, focused, title(theme, panel.title().to_owned()), Line::default()),
            place,
        );
        let words = super::scores::absent(app);
        let lines = super::words::wrap(&words, usize::from(inside(place).width));
        for (line, y) in lines.into_iter().zip(inside(place).y..inside(place).bottom()) {
            frame.render_widget(Line::from(line), Rect { y, height: 1, ..inside(place) });
        }
        return;
    };
    let edited = bench.is_edited(side);
    let name = match (app.editing && app.focus == panel, edited) {
        (true, _) => format!("{} ✎ editing", panel.title()),
        (false, true) => format!("{} ✎", panel.title()),
        (false, false) => panel.title().to_owned(),
    };
    let words = bench.judged().map(|judged| match side {
        Side::Article => judged.analysis.article.token_count(),
        Side::Summary => judged.analysis.summary.token_count(),
    });
    let count = words.map_or_else(|| "…".to_owned(), |words| format!("{words} w"));
    let right = if edited { format!("{count} · edited") } else { count };
    frame.render_widget(frame_of(theme, focused, title(theme, name), title(theme, right)), place);
    let paints = paints(app, bench, side);
    let look = Look {
        theme,
        paints: &paints,
        sentence: cursor_sentence(bench, side),
        focused,
        hint: "nothing here yet: e edits",
    };
    bench.pane(side).draw(inside(place), frame.buffer_mut(), &look);
}
