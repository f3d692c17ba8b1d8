//! Where the panels and the screens over them stand, for every size of the terminal.

use ratatui::layout::{Position, Rect};

use crate::labels::overrides::Side;
use crate::tui::component::Place;
use crate::tui::state::{Panel, State};
use crate::tui::widgets::inside;

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
    /// The panels, in the order of [`Panel::ALL`].
    panels: [Option<Rect>; 5],
    /// The line at the bottom.
    pub hint: Rect,
    /// Where a screen stands that leaves the texts in sight.
    under_texts: Option<Rect>,
    /// All between the lines at the top and the one at the bottom.
    main: Rect,
}

impl Layout {
    /// Where a panel stands, if it is shown.
    pub fn panel(&self, panel: Panel) -> Option<Rect> {
        self.panels[panel as usize]
    }

    /// The panel at a cell.
    pub fn panel_at(&self, at: Position) -> Option<Panel> {
        Panel::ALL.into_iter().find(|panel| self.panel(*panel).is_some_and(|place| place.contains(at)))
    }

    /// Where a screen stands that asks for this place.
    pub fn screen(&self, place: Place) -> Rect {
        let main = self.main;
        match place {
            Place::Whole => main,
            Place::UnderTexts => self.under_texts.unwrap_or(main),
            Place::Line => self.hint,
            Place::Middle(width, height) => {
                let (width, height) = (width.min(main.width), height.min(main.height));
                let (x, y) = (main.x + (main.width - width) / 2, main.y + (main.height - height) / 2);
                Rect::new(x, y, width, height)
            }
        }
    }

    /// Fits the texts to the places that they will be drawn in.
    pub fn fit(&self, state: &mut State) {
        let Some(bench) = state.bench_mut() else { return };
        for (side, panel) in [(Side::Article, Panel::Article), (Side::Summary, Panel::Summary)] {
            if let Some(place) = self.panel(panel) {
                let inner = inside(place);
                bench.seen_mut(side).resize(inner.width, inner.height);
            }
        }
    }

    fn put(&mut self, panel: Panel, place: Rect) {
        self.panels[panel as usize] = Some(place);
    }
}

/// The layout for the state, with screens over the panels that ask for these places; `None` where the terminal is too
/// small.
pub fn layout(state: &State, mut screens: impl Iterator<Item = Place>) -> Option<Layout> {
    let (width, height) = state.size;
    if width < SMALLEST.0 || height < SMALLEST.1 {
        return None;
    }
    let header = Rect::new(0, 0, width, 1);
    let hint = Rect::new(0, height - 1, width, 1);
    let rubrics = Rect::new(0, 1, width, 1);
    let main = Rect::new(0, 2, width, height - 3);
    let mut places = Layout { header, rubrics, hint, main, ..Layout::default() };
    // A rubric of two metrics needs no room for six.
    let metrics = state.report().map_or(5, |report| report.metrics.len()).clamp(1, 8) as u16;
    if screens.any(|place| place == Place::UnderTexts) {
        // Where only one text fits, it is the one that the label is about.
        under_texts(&mut places, state.lit.first().map_or(Side::Summary, |id| id.list.side()));
    } else if state.zoomed {
        places.put(state.focus, main);
    } else if height >= TALL && width >= BROAD {
        let caps = state.report().is_none_or(|report| !report.caps.is_empty());
        beside(&mut places, metrics, caps);
    } else if height >= ROOMY && width >= WIDE {
        stacked(&mut places, metrics);
    } else {
        one_at_a_time(&mut places, state.focus);
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
    places.put(Panel::Article, Rect::new(main.x, main.y, left, upper));
    places.put(Panel::Summary, Rect::new(at, main.y, right, summary));
    places.put(Panel::Scores, Rect::new(at, main.y + summary, right, scores));
    places.put(Panel::Caps, Rect::new(at, main.y + summary + scores, right, rest - summary));
    places.put(Panel::Labels, Rect::new(main.x, main.y + upper, main.width, labels));
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
    places.put(Panel::Article, Rect::new(main.x, main.y, left, texts));
    places.put(Panel::Summary, Rect::new(main.x + left, main.y, right, texts));
    places.put(Panel::Scores, Rect::new(main.x, results_at, left, results));
    places.put(Panel::Caps, Rect::new(main.x + left, results_at, right, results));
    places.put(Panel::Labels, Rect::new(main.x, labels_at, main.width, labels));
}

/// The texts above, side by side where there is room, and a screen below them.
fn under_texts(places: &mut Layout, side: Side) {
    let main = places.main;
    // On a small screen two rows of text have to do: the screen has to hold what every score becomes.
    let below = if main.height < ROOMY - 3 { main.height - 4 } else { main.height / 2 };
    let texts = main.height - below;
    let upper = Rect::new(main.x, main.y, main.width, texts);
    places.under_texts = Some(Rect::new(main.x, main.y + texts, main.width, below));
    if main.width >= WIDE {
        let left = main.width / 2;
        places.put(Panel::Article, Rect { width: left, ..upper });
        places.put(Panel::Summary, Rect { x: main.x + left, width: main.width - left, ..upper });
    } else if side == Side::Article {
        places.put(Panel::Article, upper);
    } else {
        places.put(Panel::Summary, upper);
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
    places.put(focus, Rect::new(main.x, main.y + 1, main.width, main.height - 1 - brief));
}
