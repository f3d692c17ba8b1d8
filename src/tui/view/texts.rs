//! The two texts, with what they rest on painted over them.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::labels::overrides::Side;
use crate::tui::app::{App, Bench, Panel};
use crate::tui::pane::Look;
use crate::tui::theme::Role;

use super::paint::{cursor_sentence, paints};
use super::{frame_of, inside, title};

/// Draws a text.
pub fn draw(app: &App, side: Side, frame: &mut Frame, place: Rect) {
    let theme = &app.theme;
    let panel = panel_of(side);
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
    let source = bench.source.filter(|_| side == Side::Article);
    let edited = bench.is_edited(side) && source.is_none();
    let words = bench.judged().map(|judged| match side {
        Side::Article => judged.analysis.article.token_count(),
        Side::Summary => judged.analysis.summary.token_count(),
    });
    let count = words.map_or_else(|| "…".to_owned(), |words| format!("{words} w"));
    let right = match (source, edited) {
        (Some(_), _) => "read only".to_owned(),
        (None, true) => format!("{count} · edited"),
        (None, false) => count,
    };
    let left = heading(app, bench, side, place);
    frame.render_widget(frame_of(theme, focused, left, title(theme, right)), place);
    let paints = paints(app, bench, side);
    let look = Look {
        theme,
        paints: &paints,
        sentence: cursor_sentence(bench, side),
        focused,
        hint: if source.is_some() { "this source has no text" } else { "nothing here yet: e edits" },
    };
    bench.seen(side).draw(inside(place), frame.buffer_mut(), &look);
}

/// The heading of a text; the article's names the sources that can stand in its place.
fn heading(app: &App, bench: &Bench, side: Side, place: Rect) -> Line<'static> {
    let theme = &app.theme;
    let panel = panel_of(side);
    let tabs = tabs(bench, side, place);
    if tabs.is_empty() {
        let name = match (app.editing && app.focus == panel, bench.is_edited(side)) {
            (true, _) => format!("{} ✎ editing", panel.title()),
            (false, true) => format!("{} ✎", panel.title()),
            (false, false) => panel.title().to_owned(),
        };
        return title(theme, name);
    }
    let mut line = Line::default();
    for (source, name, _) in tabs {
        let role = if source == bench.source { Role::Title } else { Role::Dim };
        line.push_span(super::words::styled(name, theme.style(role)));
    }
    line
}

fn panel_of(side: Side) -> Panel {
    match side {
        Side::Article => Panel::Article,
        Side::Summary => Panel::Summary,
    }
}

/// A text of the article's panel (`None` is the article), its name in the panel's upper edge, and its first column.
type Tab = (Option<usize>, String, u16);

/// The names in the upper edge of the article's panel, where the case has sources: as many as fit, the one shown
/// among them.
fn tabs(bench: &Bench, side: Side, place: Rect) -> Vec<Tab> {
    let sources = &bench.case.sources;
    if side == Side::Summary || sources.is_empty() {
        return Vec::new();
    }
    let room = usize::from(place.width).saturating_sub(READ_ONLY);
    let name = |source: Option<usize>| {
        let words = match source.and_then(|at| Some((at, sources.get(at)?))) {
            None => {
                if bench.is_edited(Side::Article) {
                    "Article ✎".to_owned()
                } else {
                    "Article".to_owned()
                }
            }
            Some((at, known)) => {
                let named = [&known.title, &known.id, &known.url]
                    .into_iter()
                    .flatten()
                    .find(|name| !name.trim().is_empty());
                let named = named.filter(|_| source == bench.source);
                named.map_or_else(
                    || format!("{}", at + 1),
                    |named| {
                        let number = (at + 1).to_string();
                        // With its number, a space and the two brackets it must fit the edge.
                        let columns = TAB.min(room.saturating_sub(number.len() + 3));
                        format!("{number} {}", crate::tui::safe::fit(named, columns))
                    },
                )
            }
        };
        if source == bench.source { format!("[{words}]") } else { format!(" {words} ") }
    };
    let all: Vec<Option<usize>> = std::iter::once(None).chain((0..sources.len()).map(Some)).collect();
    let names: Vec<String> = all.iter().map(|source| name(*source)).collect();
    let width = |name: &String| super::words::width(name);
    let chosen = bench.source.map_or(0, |at| at + 1);
    // Where they do not all fit, the first ones are left out.
    let mut first = 0;
    while first < chosen && names[first..=chosen].iter().map(width).sum::<usize>() > room {
        first += 1;
    }
    let mut column = place.x + 1;
    let mut tabs = Vec::new();
    for (source, name) in all.into_iter().zip(names).skip(first) {
        let wide = width(&name);
        if usize::from(column - place.x) + wide > room && source != bench.source {
            break;
        }
        tabs.push((source, name, column));
        column += u16::try_from(wide).unwrap_or(u16::MAX);
    }
    tabs
}

/// Columns of a source's name at most.
const TAB: usize = 24;
/// Columns of the upper edge that are kept for what stands at its right.
const READ_ONLY: usize = 13;

/// The text of the article's panel whose name is at a column of its upper edge.
pub fn tab_at(app: &App, side: Side, place: Rect, x: u16) -> Option<Option<usize>> {
    let tabs = tabs(app.bench()?, side, place);
    tabs.into_iter()
        .find(|(_, name, column)| (*column..*column + super::words::width(name) as u16).contains(&x))
        .map(|(source, ..)| source)
}
