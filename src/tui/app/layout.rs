//! Layout of the panels and the screens over them, for every size of the terminal.
//!
//! The texts come first: scores, caps and labels get the rows that they can use, and the texts get the rest.
//! A person can move the border between the two texts and the one below them; see [`Split`].

use ratatui::layout::{Position, Rect};

use crate::labels::Side;
use crate::tui::component::Placement;
use crate::tui::screens;
use crate::tui::split::Split;
use crate::tui::state::{Panel, State};
use crate::tui::widgets::{inside, is_too_small, middle};
use crate::tui::words::caps;

/// Height, in rows, from which all panels are shown at once.
const ROOMY: u16 = 22;
/// Width, in columns, from which all panels are shown at once.
const WIDE: u16 = 80;
/// Height, in rows, from which the scores and caps are placed beside the article, under the summary.
const TALL: u16 = 32;
/// Width, in columns, from which they are placed there.
const BROAD: u16 = 100;
/// Height of the texts, in rows with the frame, that the stacked layout keeps before it gives scores and caps
/// a place of their own.
const TEXT: u16 = 14;
/// Least width of a text, in columns with the frame.
const LEAST_COLUMNS: u16 = 24;
/// Least height of a text, in rows with the frame.
const LEAST_ROWS: u16 = 5;

/// A border that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// Between the article and the summary.
    Columns,
    /// Below the article.
    Rows,
}

/// Areas of all parts of the screen. A panel that is not shown has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreenLayout {
    /// The line at the top.
    pub header: Rect,
    /// The reason for the verdict.
    pub reason: Rect,
    pub rubrics: Rect,
    /// Names of the panels, if they are shown one at a time.
    pub tabs: Option<Rect>,
    /// The scores in one or two lines, if their panel is not shown.
    pub brief: Option<Rect>,
    /// The panels, in the order of [`Panel::ALL`].
    panels: [Option<Rect>; 5],
    /// The line at the bottom.
    pub hint: Rect,
    /// The lesson, exercise or tour.
    pub guide: Option<Rect>,
    /// Area of a screen that keeps the texts visible.
    under_texts: Option<Rect>,
    /// The whole area between the top lines and the bottom line.
    main: Rect,
    /// Whether windows in the middle take all of that, since line mode prints them whole.
    has_whole_windows: bool,
}

impl ScreenLayout {
    /// Returns the area of a panel, if it is shown.
    pub fn panel(&self, panel: Panel) -> Option<Rect> {
        self.panels[panel as usize]
    }

    pub fn panel_at(&self, at: Position) -> Option<Panel> {
        Panel::ALL.into_iter().find(|panel| self.panel(*panel).is_some_and(|place| place.contains(at)))
    }

    /// Returns the area of a screen that asks for this placement.
    pub fn screen(&self, place: Placement) -> Rect {
        let main = self.main;
        match place {
            Placement::Whole => main,
            Placement::UnderTexts => self.under_texts.unwrap_or(main),
            Placement::Line => self.hint,
            Placement::Middle(..) if self.has_whole_windows => main,
            Placement::Middle(width, height) => middle(main, width, height),
        }
    }

    /// Fits the texts to the areas that they will be drawn in.
    pub fn fit(&self, state: &mut State) {
        let Some(open_case) = state.open_case_mut() else { return };
        for (side, panel) in [(Side::Article, Panel::Article), (Side::Summary, Panel::Summary)] {
            if let Some(place) = self.panel(panel) {
                let inner = inside(place);
                open_case.seen_mut(side).resize(inner.width, inner.height);
            }
        }
    }

    /// Returns the movable border at a cell, if there is one.
    pub fn border_at(&self, at: Position) -> Option<Border> {
        let (article, summary) = (self.panel(Panel::Article)?, self.panel(Panel::Summary)?);
        let rows = article.y + 1..article.bottom().saturating_sub(1);
        if rows.contains(&at.y) && (at.x + 1 == article.right() || at.x == summary.x) {
            return Some(Border::Columns);
        }
        let under = at.y + 1 == article.bottom() || at.y == article.bottom();
        (under && self.main.contains(at)).then_some(Border::Rows)
    }

    /// Returns the split after a border was moved to a column or row of the screen, which becomes the
    /// article's last.
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

    /// Returns the split after a border was moved by the given number of columns or rows; positive is right
    /// or down. `None` if the border is not on the screen.
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

/// Computes the layout for the state, with screens open that ask for the given placements. Returns `None` if
/// the terminal is too small. `wanted` returns the rows that a panel of a given width can use, with the
/// frame.
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
    let has_whole_windows = state.is_in_lines;
    let mut places = ScreenLayout {
        header,
        reason,
        rubrics,
        hint,
        main,
        guide,
        has_whole_windows,
        ..ScreenLayout::default()
    };
    // Size of the screen without the guide; the top lines and the bottom line take 4 rows.
    let (width, height) = (main.width, main.height + 4);
    let roomy = if guide.is_some() { ROOMY - 2 } else { ROOMY };
    // The room for scores follows the number of metrics of the rubric.
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

/// Width of the guide beside the panels, in columns with the frame.
const GUIDE: u16 = screens::GUIDE_COLUMNS as u16 + 2;

/// Whether a terminal has room for the guide beside the panels.
pub fn has_column((width, height): (u16, u16)) -> bool {
    width >= WIDE + GUIDE && height >= ROOMY
}

/// Splits off the area of the guide: a column at the right, or a strip above the panels. Returns it with the
/// rest.
fn beside_guide(state: &State, main: Rect) -> (Option<Rect>, Rect) {
    if has_column(state.size) {
        let left = main.width - GUIDE;
        let column = Rect { x: main.x + left, width: GUIDE, ..main };
        return (Some(column), Rect { width: left, ..main });
    }
    // A screen over the panels needs more room.
    let rows = match main.height >= ROOMY - 4 {
        _ if state.covered => 2,
        true => 4,
        false => 3,
    };
    let strip = Rect { height: rows, ..main };
    (Some(strip), Rect { y: main.y + rows, height: main.height - rows, ..main })
}

/// Returns the share of `cells` in `whole`, in thousandths.
fn share(cells: u16, whole: u16) -> u16 {
    ((u32::from(cells) * 1000 + u32::from(whole) / 2) / u32::from(whole.max(1))) as u16
}

/// Returns the number of cells in a share of `whole`, given in thousandths.
fn cells(share: u16, whole: u16) -> u16 {
    ((u32::from(share) * u32::from(whole) + 500) / 1000) as u16
}

/// Returns the columns of the left text, out of `width`.
fn left_of(split: Split, width: u16) -> u16 {
    let left = split.columns.map_or(width / 2, |share| cells(share, width));
    left.clamp(LEAST_COLUMNS, width - LEAST_COLUMNS)
}

/// Returns the rows of the texts that a person chose, out of `height`. The panels below the texts need at
/// least `below`.
fn chosen_rows(split: Split, height: u16, below: u16) -> Option<u16> {
    let most = height.saturating_sub(below).max(LEAST_ROWS);
    split.rows.map(|share| cells(share, height).clamp(LEAST_ROWS, most))
}

/// Distributes rows among parts, each given as the least number and the wanted number of rows. Each part gets
/// the least; then, in order, parts get up to what they want; the first part gets the remainder.
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

/// Places the article at the left; summary, scores and caps at the right; labels below.
fn beside(places: &mut ScreenLayout, split: Split, metrics: u16, wanted: impl Fn(Panel, u16) -> u16) {
    let main = places.main;
    let left = left_of(split, main.width);
    let right = main.width - left;
    let of = |panel, width, least: u16| (least, wanted(panel, width));
    // Each score has a line, and the verdict's first reason has one; the other reasons scroll.
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

/// Places the texts side by side, scores and caps under them, and labels below. If that leaves too little for
/// the texts, the scores are shown in brief, and the panels of scores and caps replace the labels while one
/// of the two has the focus.
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
    // Scores and caps that replace the labels get all the rows that they need.
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

/// Places the texts above, side by side if there is room, and a screen below them.
fn under_texts(places: &mut ScreenLayout, state: &State) {
    let main = places.main;
    // On a small screen two rows of text are enough: the screen needs room for every score and what it
    // becomes.
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

/// Places the panel in focus, the names of the panels above it, and the scores below: in one line below a
/// text, in two below caps or labels.
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
