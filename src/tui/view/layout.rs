//! Where the panels stand, for every size of the terminal.

use ratatui::layout::Rect;

use crate::labels::overrides::Side;
use crate::tui::app::{App, Panel, Window};
use crate::tui::update::lit;

/// Columns and rows that the workbench needs.
pub const SMALLEST: (u16, u16) = (60, 16);

/// Rows from which everything is shown at once.
const ROOMY: u16 = 22;
/// Columns from which everything is shown at once.
const WIDE: u16 = 80;
/// Rows from which the results stand beside the article, under the summary.
const TALL: u16 = 32;
/// Columns from which they do.
const BROAD: u16 = 100;

/// Where everything stands. A panel that is not shown has no place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The line at the top.
    pub header: Rect,
    /// The rubrics as tabs.
    pub rubrics: Rect,
    /// The names of the panels, where they do not fit all at once.
    pub tabs: Option<Rect>,
    /// The scores in a line or two, where their panel is not shown.
    pub brief: Option<Rect>,
    /// The article.
    pub article: Option<Rect>,
    /// The summary.
    pub summary: Option<Rect>,
    /// The scores.
    pub scores: Option<Rect>,
    /// The caps.
    pub caps: Option<Rect>,
    /// The labels.
    pub labels: Option<Rect>,
    /// The line at the bottom.
    pub hint: Rect,
    /// Where a window stands that leaves the texts in sight.
    pub window: Option<Rect>,
    /// All between the lines at the top and the one at the bottom.
    pub main: Rect,
}

/// The layout for the state; `None` where the terminal is too small.
pub fn layout(app: &App) -> Option<Layout> {
    let (width, height) = app.size;
    if width < SMALLEST.0 || height < SMALLEST.1 {
        return None;
    }
    let header = Rect::new(0, 0, width, 1);
    let hint = Rect::new(0, height - 1, width, 1);
    let rubrics = Rect::new(0, 1, width, 1);
    let main = Rect::new(0, 2, width, height - 3);
    let mut places = Layout { header, rubrics, hint, main, ..Layout::default() };
    // A rubric of two metrics needs no room for six.
    let metrics = app.report().map_or(5, |report| report.metrics.len()).clamp(1, 8) as u16;
    if matches!(app.window, Some(Window::Changes { .. } | Window::Decides { .. })) {
        // Where only one text fits, it is the one that the label is about.
        let first = app.bench().and_then(|bench| lit(app, bench).first().copied());
        under_texts(&mut places, first.map_or(Side::Summary, |id| id.list.side()));
    } else if height >= TALL && width >= BROAD {
        let caps = app.report().is_none_or(|report| !report.caps.is_empty());
        beside(&mut places, metrics, caps);
    } else if height >= ROOMY && width >= WIDE {
        stacked(&mut places, metrics);
    } else {
        one_at_a_time(&mut places, app.focus);
    }
    Some(places)
}

/// The article at the left; summary, scores and caps at the right; labels below.
fn beside(places: &mut Layout, metrics: u16, caps: bool) {
    let main = places.main;
    let labels = (main.height / 3).clamp(9, 16);
    let upper = main.height - labels;
    let left = main.width / 2;
    let right = main.width - left;
    let scores = metrics + 5;
    let rest = upper - scores;
    let summary = match caps {
        true => (rest / 2).max(rest.saturating_sub(20)),
        // That there are no caps is said in two rows; a report is longer than a summary.
        false => rest.saturating_sub(4),
    };
    let at = main.x + left;
    places.article = Some(Rect::new(main.x, main.y, left, upper));
    places.summary = Some(Rect::new(at, main.y, right, summary));
    places.scores = Some(Rect::new(at, main.y + summary, right, scores));
    places.caps = Some(Rect::new(at, main.y + summary + scores, right, rest - summary));
    places.labels = Some(Rect::new(main.x, main.y + upper, main.width, labels));
}

/// The texts side by side; scores and caps under them; labels below.
fn stacked(places: &mut Layout, metrics: u16) {
    let main = places.main;
    let results = metrics + 3;
    let labels = (main.height / 4).clamp(6, 10);
    let texts = main.height - results - labels;
    let left = main.width / 2;
    let right = main.width - left;
    let (results_at, labels_at) = (main.y + texts, main.y + texts + results);
    places.article = Some(Rect::new(main.x, main.y, left, texts));
    places.summary = Some(Rect::new(main.x + left, main.y, right, texts));
    places.scores = Some(Rect::new(main.x, results_at, left, results));
    places.caps = Some(Rect::new(main.x + left, results_at, right, results));
    places.labels = Some(Rect::new(main.x, labels_at, main.width, labels));
}

/// The texts above, side by side where there is room, and a window below them.
fn under_texts(places: &mut Layout, side: Side) {
    let main = places.main;
    // On a small screen two rows of text have to do: the window has to hold what every score becomes.
    let window = if main.height < ROOMY - 3 { main.height - 4 } else { main.height / 2 };
    let texts = main.height - window;
    let upper = Rect::new(main.x, main.y, main.width, texts);
    places.window = Some(Rect::new(main.x, main.y + texts, main.width, window));
    if main.width >= WIDE {
        let left = main.width / 2;
        places.article = Some(Rect { width: left, ..upper });
        places.summary = Some(Rect { x: main.x + left, width: main.width - left, ..upper });
    } else if side == Side::Article {
        places.article = Some(upper);
    } else {
        places.summary = Some(upper);
    }
}

/// The panel in focus, the names of the others above it, the scores in two lines below.
fn one_at_a_time(places: &mut Layout, focus: Panel) {
    let main = places.main;
    places.tabs = Some(Rect::new(main.x, main.y, main.width, 1));
    let brief = if focus == Panel::Scores { 0 } else { 2 };
    if brief > 0 {
        places.brief = Some(Rect::new(main.x, main.y + main.height - brief, main.width, brief));
    }
    let body = Some(Rect::new(main.x, main.y + 1, main.width, main.height - 1 - brief));
    match focus {
        Panel::Article => places.article = body,
        Panel::Summary => places.summary = body,
        Panel::Scores => places.scores = body,
        Panel::Caps => places.caps = body,
        Panel::Labels => places.labels = body,
    }
}
