//! Drawing: pure functions of the state. A view changes nothing; what a drawing needs to know of its size is settled
//! beforehand by [`arrange`].
//!
//! Everything that comes from an input goes through [`safe`](super::safe) on its way to the screen.

pub mod caps;
mod header;
mod hint;
mod labels;
mod layout;
mod list;
mod paint;
mod scores;
mod texts;
mod windows;
mod words;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph};

use crate::labels::List;
use crate::labels::overrides::Side;

use super::app::{App, Panel};
use super::theme::{Role, Theme};

pub use header::{RubricTab, short};
pub use layout::{Layout, SMALLEST, layout};
pub use windows::{help_lines, overview_rows, window_rows};
pub use words::metric;

/// Fits the panes to the places that they will be drawn in. Called after each message, before any drawing.
pub fn arrange(app: &mut App) {
    let Some(places) = layout(app) else { return };
    let Some(bench) = app.bench_mut() else { return };
    for (side, place) in [(Side::Article, places.article), (Side::Summary, places.summary)] {
        if let Some(place) = place {
            let inner = inside(place);
            bench.seen_mut(side).resize(inner.width, inner.height);
        }
    }
}

/// Draws the whole screen.
pub fn draw(app: &App, frame: &mut Frame) {
    let area = frame.area();
    frame.buffer_mut().set_style(area, app.theme.style(Role::Text));
    let Some(places) = layout(app) else {
        let words = format!(
            "lockbench needs {} x {}; this is {} x {}",
            SMALLEST.0, SMALLEST.1, area.width, area.height
        );
        frame.render_widget(Paragraph::new(words).wrap(ratatui::widgets::Wrap { trim: true }), area);
        return;
    };
    header::draw(app, frame, places.header);
    header::draw_rubrics(app, frame, places.rubrics);
    if let Some(place) = places.tabs {
        header::draw_tabs(app, frame, place);
    }
    if let Some(place) = places.brief {
        scores::draw_brief(app, frame, place);
    }
    for (side, place) in [(Side::Article, places.article), (Side::Summary, places.summary)] {
        if let Some(place) = place {
            texts::draw(app, side, frame, place);
        }
    }
    if let Some(place) = places.scores {
        scores::draw(app, frame, place);
    }
    if let Some(place) = places.caps {
        caps::draw(app, frame, place);
    }
    if let Some(place) = places.labels {
        labels::draw(app, frame, place);
    }
    hint::draw(app, frame, places.hint);
    windows::draw(app, frame, places.window.unwrap_or(places.main));
}

/// What a place of the screen stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A byte of a text.
    Text(Side, usize),
    /// A metric.
    Score(usize),
    /// A row of the caps.
    Cap(usize),
    /// A row of the labels.
    Label(usize),
    /// The name of a list of labels.
    List(List),
    /// The name of a panel.
    Tab(Panel),
    /// A panel, where nothing else is.
    Panel(Panel),
    /// The name of a rubric, or of the overview.
    Rubric(RubricTab),
    /// The name of a text in the article's panel: the article, or a source.
    Source(Option<usize>),
}

impl Hit {
    /// The panel that it is in.
    pub fn panel(self) -> Option<Panel> {
        Some(match self {
            Hit::Text(Side::Article, _) => Panel::Article,
            Hit::Text(Side::Summary, _) => Panel::Summary,
            Hit::Score(_) => Panel::Scores,
            Hit::Cap(_) => Panel::Caps,
            Hit::Label(_) | Hit::List(_) => Panel::Labels,
            Hit::Tab(panel) | Hit::Panel(panel) => panel,
            Hit::Source(_) => Panel::Article,
            Hit::Rubric(_) => return None,
        })
    }
}

/// What is drawn at a cell.
pub fn hit(app: &App, x: u16, y: u16) -> Option<Hit> {
    let places = layout(app)?;
    let at = Position::new(x, y);
    let over = |place: Option<Rect>| place.filter(|place| place.contains(at));
    if places.rubrics.contains(at) {
        return header::rubric_at(app, places.rubrics, x).map(Hit::Rubric);
    }
    if app.window.is_some() {
        return None;
    }
    for (side, place) in [(Side::Article, places.article), (Side::Summary, places.summary)] {
        if let Some(place) = over(place) {
            let inner = inside(place);
            let panel = if side == Side::Article { Panel::Article } else { Panel::Summary };
            if let Some(source) = (y == place.y).then(|| texts::tab_at(app, side, place, x)).flatten() {
                return Some(Hit::Source(source));
            }
            let byte = inner
                .contains(at)
                .then(|| app.bench()?.seen(side).byte_at(x - inner.x, y - inner.y))
                .flatten();
            return Some(byte.map_or(Hit::Panel(panel), |byte| Hit::Text(side, byte)));
        }
    }
    if let Some(place) = over(places.scores) {
        return Some(scores::row_at(app, place, y).map_or(Hit::Panel(Panel::Scores), Hit::Score));
    }
    if let Some(place) = over(places.caps) {
        return Some(caps::row_at(app, place, y).map_or(Hit::Panel(Panel::Caps), Hit::Cap));
    }
    if let Some(place) = over(places.labels) {
        return Some(labels::hit(app, place, x, y));
    }
    over(places.tabs).and_then(|place| header::tab_at(app, place, x)).map(Hit::Tab)
}

/// The inside of a panel.
fn inside(place: Rect) -> Rect {
    Rect::new(place.x + 1, place.y + 1, place.width.saturating_sub(2), place.height.saturating_sub(2))
}

/// The frame of a panel, with words in its upper edge at the left and at the right.
fn frame_of<'a>(theme: &Theme, focused: bool, title: Line<'a>, right: Line<'a>) -> Block<'a> {
    let role = if focused { Role::BorderFocused } else { Role::Border };
    // Focus is said by the shape of the frame too, not by colour alone.
    let shape = if focused { BorderType::Thick } else { BorderType::Plain };
    Block::bordered()
        .border_type(shape)
        .border_style(theme.style(role))
        .title_top(title)
        .title_top(right.right_aligned())
}

/// A heading for a frame.
fn title<'a>(theme: &Theme, words: String) -> Line<'a> {
    Line::from(Span::styled(format!(" {words} "), theme.style(Role::Title)))
}

/// The style of a row of a list.
fn row_style(theme: &Theme, chosen: bool) -> Style {
    if chosen { theme.style(Role::Chosen) } else { Style::new() }
}
