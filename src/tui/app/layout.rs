//! Where the panels and the screens over them stand, for every size of the terminal.
//!
//! The texts come first: scores, caps and labels get the rows that they have a use for, the texts all others. A person
//! can move the border between the two texts and the one below them; see [`Split`].

use ratatui::layout::{Position, Rect};

use crate::labels::Side;
use crate::tui::component::Placement;
use crate::tui::screens;
use crate::tui::split::Split;
use crate::tui::state::{Panel, State};
use crate::tui::widgets::{inside, is_too_small, middle};
use crate::tui::words::caps;

/// Rows from which everything is shown at once.
const ROOMY: u16 = 22;
/// Columns from which everything is shown at once.
const WIDE: u16 = 80;
/// Rows from which the results stand beside the article, under the summary.
const TALL: u16 = 32;
/// Columns from which they do.
const BROAD: u16 = 100;
/// Rows of a text, its frame included, that the scores and caps do not stand beside the labels for on a narrow screen.
const TEXT: u16 = 14;
/// Columns of a text at least, its frame included.
const LEAST_COLUMNS: u16 = 24;
/// Rows of the texts at least, the frame included, and of what is below them.
const LEAST_ROWS: u16 = 5;

/// A border that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// Between the article and the summary.
    Columns,
    /// Below the article.
    Rows,
}

/// Where everything stands. A panel that is not shown has no place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreenLayout {
    /// The line at the top.
    pub header: Rect,
    /// What decides the verdict.
    pub reason: Rect,
    pub rubrics: Rect,
    /// The names of the panels, where they do not fit all at once.
    pub tabs: Option<Rect>,
    /// The scores in a line or two, where their panel is not shown.
    pub brief: Option<Rect>,
    /// The panels, in the order of [`Panel::ALL`].
    panels: [Option<Rect>; 5],
    /// The line at the bottom.
    pub hint: Rect,
    /// What is being learnt.
    pub guide: Option<Rect>,
    /// Where a screen stands that leaves the texts in sight.
    under_texts: Option<Rect>,
    /// All between the lines at the top and the one at the bottom.
    main: Rect,
}

impl ScreenLayout {
    /// Where a panel stands, if it is shown.
    pub fn panel(&self, panel: Panel) -> Option<Rect> {
        self.panels[panel as usize]
    }

    pub fn panel_at(&self, at: Position) -> Option<Panel> {
        Panel::ALL.into_iter().find(|panel| self.panel(*panel).is_some_and(|place| place.contains(at)))
    }

    /// Where a screen stands that asks for this place.
    pub fn screen(&self, place: Placement) -> Rect {
        let main = self.main;
        match place {
            Placement::Whole => main,
            Placement::UnderTexts => self.under_texts.unwrap_or(main),
            Placement::Line => self.hint,
            Placement::Middle(width, height) => middle(main, width, height),
        }
    }

    /// Fits the texts to the places that they will be drawn in.
    pub fn fit(&self, state: &mut State) {
        let Some(open_case) = state.open_case_mut() else { return };
        for (side, panel) in [(Side::Article, Panel::Article), (Side::Summary, Panel::Summary)] {
            if let Some(place) = self.panel(panel) {
                let inner = inside(place);
                open_case.seen_mut(side).resize(inner.width, inner.height);
            }
        }
    }

    /// The border at a cell, if there is one that can be moved.
    pub fn border_at(&self, at: Position) -> Option<Border> {
        let (article, summary) = (self.panel(Panel::Article)?, self.panel(Panel::Summary)?);
        let rows = article.y + 1..article.bottom().saturating_sub(1);
        if rows.contains(&at.y) && (at.x + 1 == article.right() || at.x == summary.x) {
            return Some(Border::Columns);
        }
        let under = at.y + 1 == article.bottom() || at.y == article.bottom();
        (under && self.main.contains(at)).then_some(Border::Rows)
    }

    /// The split with a border moved to a column or row of the screen, which becomes the article's last.
    pub fn moved(&self, split: Split, border: Border, to: Position) -> Split {
        let main = self.main;
        match border {
            Border::Columns => {
                Split { columns: Some(share(to.x.saturating_sub(main.x) + 1, main.width)), ..split }
            }
            Border::Rows => {
                Split { rows: Some(share(to.y.saturating_sub(main.y) + 1, main.height)), ..split }
            }
        }
    }

    /// The split with a border moved by the given number of columns or rows, to the right or down if positive; `None` where the
    /// border is not on the screen.
    pub fn nudged(&self, split: Split, border: Border, by: i16) -> Option<Split> {
        let (article, _) = (self.panel(Panel::Article)?, self.panel(Panel::Summary)?);
        let last = |end: u16| end.saturating_sub(1).saturating_add_signed(by);
        let to = match border {
            Border::Columns => Position::new(last(article.right()), article.y),
            Border::Rows => Position::new(article.x, last(article.bottom())),
        };
        Some(self.moved(split, border, to))
    }

    fn put(&mut self, panel: Panel, place: Rect) {
        self.panels[panel as usize] = Some(place);
    }
}

/// The layout for the state, with screens over the panels that ask for these places; `None` where the terminal is too
/// small. `wanted` gives the rows that a panel of a width has a use for, its frame included.
pub fn layout(
    state: &State,
    wanted: impl Fn(Panel, u16) -> u16,
    mut screens: impl Iterator<Item = Placement>,
) -> Option<ScreenLayout> {
    let (width, height) = state.size;
    if is_too_small(state.size) {
        return None;
    }
    let header = Rect::new(0, 0, width, 1);
    let hint = Rect::new(0, height - 1, width, 1);
    let (reason, rubrics) = (Rect::new(0, 1, width, 1), Rect::new(0, 2, width, 1));
    let rest = Rect::new(0, 3, width, height - 4);
    let (guide, main) = match state.guide {
        Some(_) => beside_guide(state, rest),
        None => (None, rest),
    };
    let mut places = ScreenLayout { header, reason, rubrics, hint, main, guide, ..ScreenLayout::default() };
    // What is left of the screen, with the lines that always stand there.
    let (width, height) = (main.width, main.height + 4);
    let roomy = if guide.is_some() { ROOMY - 2 } else { ROOMY };
    // A rubric of two metrics needs no room for six.
    let metrics = state.report().map_or(5, |report| report.metrics.len()).clamp(1, 8) as u16;
    if screens.any(|place| place == Placement::UnderTexts) {
        under_texts(&mut places, state);
    } else if state.zoomed {
        places.put(state.focus, main);
    } else if height >= TALL && width >= BROAD {
        beside(&mut places, state.split, metrics, wanted);
    } else if height >= roomy && width >= WIDE {
        stacked(&mut places, state, metrics, wanted);
    } else {
        one_at_a_time(&mut places, state.focus);
    }
    Some(places)
}

/// Columns of what is being learnt, its frame included, where it stands beside the panels.
const GUIDE: u16 = screens::GUIDE_COLUMNS as u16 + 2;

/// Whether a terminal has room for what is being learnt beside the panels.
pub fn has_column((width, height): (u16, u16)) -> bool {
    width >= WIDE + GUIDE && height >= ROOMY
}

/// The place of what is being learnt, and what is left: a column at the right, or a strip above the panels.
fn beside_guide(state: &State, main: Rect) -> (Option<Rect>, Rect) {
    if has_column(state.size) {
        let left = main.width - GUIDE;
        let column = Rect { x: main.x + left, width: GUIDE, ..main };
        return (Some(column), Rect { width: left, ..main });
    }
    // A screen over the panels needs the room more.
    let rows = match main.height >= ROOMY - 4 {
        _ if state.covered => 2,
        true => 4,
        false => 3,
    };
    let strip = Rect { height: rows, ..main };
    (Some(strip), Rect { y: main.y + rows, height: main.height - rows, ..main })
}

/// The share of `cells` in a whole, in thousandths.
fn share(cells: u16, whole: u16) -> u16 {
    ((u32::from(cells) * 1000 + u32::from(whole) / 2) / u32::from(whole.max(1))) as u16
}

/// The cells of a share of a whole, given in thousandths.
fn cells(share: u16, whole: u16) -> u16 {
    ((u32::from(share) * u32::from(whole) + 500) / 1000) as u16
}

/// The columns of the left text, out of `columns`.
fn left_of(split: Split, width: u16) -> u16 {
    let left = split.columns.map_or(width / 2, |share| cells(share, width));
    left.clamp(LEAST_COLUMNS, width - LEAST_COLUMNS)
}

/// The rows of the texts that a person chose, of `height` rows; the panels below them need `below` at least.
fn chosen_rows(split: Split, height: u16, below: u16) -> Option<u16> {
    let most = height.saturating_sub(below).max(LEAST_ROWS);
    split.rows.map(|share| cells(share, height).clamp(LEAST_ROWS, most))
}

/// Shares rows out: each part has what it needs at least, then the first ones as much as they have a use for, and the
/// first what is left.
fn shared<const N: usize>(height: u16, parts: [(u16, u16); N]) -> [u16; N] {
    let mut rows = parts.map(|(least, _)| least);
    let mut left = height.saturating_sub(rows.iter().sum());
    for (rows, (least, wanted)) in rows.iter_mut().zip(parts) {
        let more = wanted.saturating_sub(least).min(left);
        *rows += more;
        left -= more;
    }
    if let Some(first) = rows.first_mut() {
        *first += left;
    }
    rows
}

/// The article at the left; summary, scores and caps at the right; labels below.
fn beside(places: &mut ScreenLayout, split: Split, metrics: u16, wanted: impl Fn(Panel, u16) -> u16) {
    let main = places.main;
    let left = left_of(split, main.width);
    let right = main.width - left;
    let of = |panel, width, least: u16| (least, wanted(panel, width));
    // Each score has its line, the verdict's first reason another; the reasons scroll.
    let scores = of(Panel::Scores, right, metrics + 3);
    let (caps, labels) = (of(Panel::Caps, right, 3), of(Panel::Labels, main.width, 8));
    let summary = of(Panel::Summary, right, LEAST_ROWS);
    let results = scores.0 + caps.0 + summary.0;
    let [summary, caps, labels, scores] = match chosen_rows(split, main.height, labels.0) {
        Some(upper) => {
            let upper = upper.max(results);
            let [summary, caps, scores] = shared(upper, [summary, caps, scores]);
            [summary, caps, main.height - upper, scores]
        }
        None => shared(main.height, [summary, caps, labels, scores]),
    };
    let (upper, at) = (main.height - labels, main.x + left);
    places.put(Panel::Article, Rect::new(main.x, main.y, left, upper));
    places.put(Panel::Summary, Rect::new(at, main.y, right, summary));
    places.put(Panel::Scores, Rect::new(at, main.y + summary, right, scores));
    places.put(Panel::Caps, Rect::new(at, main.y + summary + scores, right, caps));
    places.put(Panel::Labels, Rect::new(main.x, main.y + upper, main.width, labels));
}

/// The texts side by side; scores and caps under them; labels below. Where that leaves the texts too little, the
/// scores are one line, and their panels stand in the labels' place while one of them is in focus.
fn stacked(places: &mut ScreenLayout, state: &State, metrics: u16, wanted: impl Fn(Panel, u16) -> u16) {
    let (main, split, focus) = (places.main, state.split, state.focus);
    let left = left_of(split, main.width);
    let right = main.width - left;
    let (results, least) = (metrics + 3, 8);
    let labels = (least, wanted(Panel::Labels, main.width));
    let whole = main.height >= TEXT + results + least;
    // The caps that lower a score are listed below the scores.
    let brief = 1 + u16::from(state.report().is_some_and(|report| !caps::lowering(report).is_empty()));
    let (below, least) = if whole { (results, least) } else { (brief, 5) };
    let texts = chosen_rows(split, main.height, below + least);
    let texts = texts.unwrap_or_else(|| {
        let spare = main.height.saturating_sub(TEXT + below).max(least);
        main.height - below - labels.1.clamp(least, spare)
    });
    // Scores and caps that are read in the labels' place have all their rows.
    let read = !whole && matches!(focus, Panel::Scores | Panel::Caps);
    let texts = if read { texts.min(main.height.saturating_sub(results).max(LEAST_ROWS)) } else { texts };
    places.put(Panel::Article, Rect::new(main.x, main.y, left, texts));
    places.put(Panel::Summary, Rect::new(main.x + left, main.y, right, texts));
    let (at, rest) = (main.y + texts, main.height - texts);
    let half = main.width / 2;
    let pair = |places: &mut ScreenLayout, height| {
        places.put(Panel::Scores, Rect::new(main.x, at, half, height));
        places.put(Panel::Caps, Rect::new(main.x + half, at, main.width - half, height));
    };
    if whole {
        pair(places, results);
    } else if matches!(focus, Panel::Scores | Panel::Caps) {
        return pair(places, rest);
    } else {
        places.brief = Some(Rect::new(main.x, at, main.width, brief));
    }
    places.put(Panel::Labels, Rect::new(main.x, at + below, main.width, rest - below));
}

/// The texts above, side by side where there is room, and a screen below them.
fn under_texts(places: &mut ScreenLayout, state: &State) {
    let main = places.main;
    // On a small screen two rows of text have to do: the screen has to hold what every score becomes.
    let below = if main.height < ROOMY - 4 { main.height - 4 } else { main.height / 2 };
    let texts = main.height - below;
    let upper = Rect::new(main.x, main.y, main.width, texts);
    places.under_texts = Some(Rect::new(main.x, main.y + texts, main.width, below));
    if state.has_both_texts() {
        let left = left_of(state.split, main.width);
        places.put(Panel::Article, Rect { width: left, ..upper });
        places.put(Panel::Summary, Rect { x: main.x + left, width: main.width - left, ..upper });
    } else if state.text_in_sight() == Side::Article {
        places.put(Panel::Article, upper);
    } else {
        places.put(Panel::Summary, upper);
    }
}

/// The panel in focus, the names of the others above it, the scores below: in one line below a text, else in two.
fn one_at_a_time(places: &mut ScreenLayout, focus: Panel) {
    let main = places.main;
    places.tabs = Some(Rect::new(main.x, main.y, main.width, 1));
    let brief = match focus {
        Panel::Scores => 0,
        Panel::Article | Panel::Summary => 1,
        Panel::Caps | Panel::Labels => 2,
    };
    if brief > 0 {
        places.brief = Some(Rect::new(main.x, main.y + main.height - brief, main.width, brief));
    }
    places.put(focus, Rect::new(main.x, main.y + 1, main.width, main.height - 1 - brief));
}
