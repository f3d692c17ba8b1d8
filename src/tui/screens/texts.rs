//! The two texts, with the evidence of labels painted over them. The article's panel also shows the sources
//! of the case.
//!
//! Actions: move and select; while editing, all changes to a text; Enter goes to the label of the words at
//! the cursor; `'` selects words, `"` sentences; `m`, `M` and `a` mark the selection. A click moves the
//! cursor, and puts the label there in focus; dragging selects; the wheel scrolls.

mod objects;
mod paint;

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::labels::{LabelValue, List, Side};
use crate::tui::component::{Component, ComponentRequest, Cx, HitTarget, Window};
use crate::tui::decide::{self, WordTarget};
use crate::tui::keymap::{Action, Context};
use crate::tui::open_case::OpenCase;
use crate::tui::pane::{Edit, Move, PaneStyle};
use crate::tui::sanitize;
use crate::tui::state::{Panel, State};
use crate::tui::table::grouped;
use crate::tui::theme::ThemeRole;
use crate::tui::widgets::{self, inside, title};
use crate::tui::words;

use super::adding::Adding;
use super::choice::ChoiceScreen;

pub(super) use paint::mark;
use paint::{cursor_sentence, paints};

/// The panel of a text. The text, with its cursor and undo history, is stored with the case.
#[derive(Debug)]
pub struct TextPanel {
    side: Side,
}

impl TextPanel {
    /// Returns the panel of one of the two texts.
    pub fn of(side: Side) -> TextPanel {
        TextPanel { side }
    }

    /// Applies an edit to the text. If the text changed, the case is scored again.
    fn apply(&self, edit: Edit, cx: &mut Cx) {
        let keeps = matches!(edit, Edit::Copy | Edit::Cut);
        let Some(open_case) = cx.state.open_case_mut() else { return };
        let reads = matches!(
            edit,
            Edit::Move(_)
                | Edit::Select(_)
                | Edit::SelectAll
                | Edit::SelectWord
                | Edit::Copy
                | Edit::Deselect
        );
        if self.is_source(open_case) && !reads {
            return read_only(cx);
        }
        if !reads && !cx.state.may_edit() {
            return;
        }
        let Some(open_case) = cx.state.open_case_mut() else { return };
        let done = open_case.seen_mut(self.side).apply(edit);
        if done.changed {
            open_case.edited(self.side);
        }
        match done.copied {
            Some(text) => {
                cx.copy(Arc::from(text));
                cx.notify(if done.changed { "cut" } else { "copied" });
            }
            None if keeps => {
                let key = cx.state.keys.name(Context::Text, Action::SelectWord);
                cx.notify(&format!("nothing is selected: {key} selects a word"));
            }
            None => {}
        }
        if done.changed {
            cx.judge();
        }
    }

    /// Whether the panel shows a source, which is read-only.
    fn is_source(&self, open_case: &OpenCase) -> bool {
        self.side == Side::Article && open_case.source.is_some()
    }

    fn edit(&self, cx: &mut Cx) {
        if !cx.state.may_edit() {
            return;
        }
        match cx.state.open_case() {
            Some(open_case) if self.is_source(open_case) => read_only(cx),
            open_case => cx.state.editing = open_case.is_some(),
        }
    }

    /// Goes to the label whose words contain the cursor; if that is in focus already, to the next such label.
    fn to_label(&self, cx: &mut Cx) {
        let Some(open_case) = cx.state.open_case() else { return };
        let here = match open_case.source.filter(|_| self.is_source(open_case)) {
            Some(source) => cx.state.labels_of_source(source),
            None => cx.state.labels_at(self.side, open_case.pane(self.side).cursor()),
        };
        let next = here.iter().position(|id| Some(*id) == open_case.label).map_or(0, |at| at + 1);
        match here.get(next).or(here.first()) {
            Some(&id) => cx.state.select(id),
            None => cx.notify("no label rests on these words"),
        }
    }

    /// Shows the next or previous text in the article's panel: the article, then its sources.
    fn turn_source(&self, cx: &mut Cx, forward: bool) {
        let Some(open_case) = cx.state.open_case() else { return };
        let count = open_case.case.sources.len();
        if count == 0 {
            return cx.notify("this case names no sources: a case gives them as `sources`");
        }
        let at = open_case.source.map_or(0, |at| at + 1);
        let next = if forward { (at + 1) % (count + 1) } else { (at + count) % (count + 1) };
        cx.state.show_source(next.checked_sub(1));
    }
}

/// Shows a message that a source cannot be changed.
fn read_only(cx: &mut Cx) {
    let key = cx.state.keys.name(Context::Main, Action::PreviousSource);
    cx.notify(&format!("a source is read only; {key} goes back to the article"));
}

impl Component for TextPanel {
    fn window(&self, state: &State) -> Window {
        Window::whole(if state.editing { Context::Editing } else { Context::Text })
    }

    fn rows_wanted(&self, state: &State, width: u16) -> u16 {
        // No screen is taller, so the remaining text need not be wrapped.
        const MAX_ROWS: usize = 200;
        let Some(open_case) = state.open_case() else { return u16::MAX };
        open_case.seen(self.side).rows_within(width.saturating_sub(2), MAX_ROWS) as u16 + 2
    }

    fn update(&mut self, action: Action, key: KeyEvent, cx: &mut Cx) -> bool {
        let edit = match action {
            Action::Edit => {
                self.edit(cx);
                return true;
            }
            Action::StopEditing => {
                cx.state.editing = false;
                if std::mem::take(&mut cx.state.edits_claim) {
                    cx.state.placed = Some(cx.state.at);
                    cx.asks.push(ComponentRequest::Run(Action::LabelByLabel, Cx::NO_KEY));
                }
                return true;
            }
            Action::Enter => {
                self.to_label(cx);
                return true;
            }
            Action::NextSource | Action::PreviousSource => {
                self.turn_source(cx, action == Action::NextSource);
                return true;
            }
            Action::MarkExtraneous => {
                if !cx.state.may_change() || decide::selection(cx).is_none() {
                    return true;
                }
                match decide::claim_of_selection(cx.state) {
                    Some(claim) => cx.open(ChoiceScreen::of(WordTarget::Claim(claim))),
                    None => decide::mark(cx, List::Extraneous, LabelValue::Extraneous, None),
                }
                return true;
            }
            Action::AddUnit => {
                Adding::open(cx);
                return true;
            }
            Action::MarkIssue => {
                if cx.state.may_change() && decide::selection(cx).is_some() {
                    cx.open(ChoiceScreen::of(WordTarget::Issue));
                }
                return true;
            }
            Action::Paste if !cx.state.editing => {
                let key = cx.state.keys.name(Context::Main, Action::Edit);
                cx.notify(&format!("{key} edits the text; then paste"));
                return true;
            }
            Action::Move => moved(key).map(Edit::Move),
            Action::Select => moved(key).map(Edit::Select),
            Action::DeleteBack => Some(Edit::Delete(Move::Left)),
            Action::DeleteForward => Some(Edit::Delete(Move::Right)),
            Action::DeleteWord => Some(Edit::Delete(Move::WordLeft)),
            Action::NewLine => Some(Edit::Newline),
            Action::SelectWord | Action::SelectSentence => {
                match action {
                    Action::SelectWord => objects::select_word(self.side, cx),
                    _ => objects::select_sentence(self.side, cx),
                }
                return true;
            }
            Action::SelectAll => Some(Edit::SelectAll),
            Action::Copy => Some(Edit::Copy),
            Action::Cut => Some(Edit::Cut),
            Action::Paste => Some(Edit::Paste(cx.state.clipboard.to_string())),
            _ => return false,
        };
        if let Some(edit) = edit {
            self.apply(edit, cx);
        }
        true
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        let held = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char(c) if cx.state.editing && !held => self.apply(Edit::Insert(c), cx),
            _ => return false,
        }
        true
    }

    fn paste(&mut self, text: &str, cx: &mut Cx) -> bool {
        if cx.state.editing {
            // Terminals paste line ends as carriage returns.
            self.apply(Edit::Paste(text.replace("\r\n", "\n").replace('\r', "\n")), cx);
        }
        cx.state.editing
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        let Some(open_case) = state.open_case() else { return HitTarget::Nothing };
        if at.y == area.y {
            let tabs = tabs(open_case, self.side, area);
            let over =
                |(_, name, column): &Tab| (*column..*column + words::width(name) as u16).contains(&at.x);
            let tab = tabs.iter().find(|tab| over(tab));
            return tab
                .map_or(HitTarget::Nothing, |(source, ..)| HitTarget::Tab(source.map_or(0, |at| at + 1)));
        }
        let inner = inside(area);
        if !inner.contains(at) {
            return HitTarget::Nothing;
        }
        let byte = open_case.seen(self.side).byte_at(at.x - inner.x, at.y - inner.y);
        byte.map_or(HitTarget::Nothing, HitTarget::Byte)
    }

    fn click(&mut self, hit: HitTarget, cx: &mut Cx) {
        match hit {
            HitTarget::Byte(byte) => {
                let Some(open_case) = cx.state.open_case_mut() else { return };
                open_case.seen_mut(self.side).set_cursor(byte);
                if self.is_source(open_case) {
                    return;
                }
                // The text must not scroll away from under the mouse.
                if let Some(id) = cx.state.labels_at(self.side, byte).first() {
                    cx.state.select_quietly(*id);
                }
            }
            HitTarget::Tab(tab) => cx.state.show_source(tab.checked_sub(1)),
            HitTarget::Row(_) | HitTarget::Choice(_) | HitTarget::Nothing => {}
        }
    }

    fn click_again(&mut self, hit: HitTarget, cx: &mut Cx) {
        let HitTarget::Byte(byte) = hit else { return self.click(hit, cx) };
        if let Some(open_case) = cx.state.open_case_mut() {
            open_case.seen_mut(self.side).set_cursor(byte);
        }
        self.apply(Edit::SelectWord, cx);
    }

    fn drag(&mut self, hit: HitTarget, cx: &mut Cx) {
        if let (HitTarget::Byte(byte), Some(open_case)) = (hit, cx.state.open_case_mut()) {
            open_case.seen_mut(self.side).drag_to(byte);
        }
    }

    fn wheel(&mut self, rows: isize, hit: HitTarget, cx: &mut Cx) {
        if let (HitTarget::Byte(_), Some(open_case)) = (hit, cx.state.open_case_mut()) {
            open_case.seen_mut(self.side).scroll_by(rows);
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let (theme, side, panel) = (&state.theme, self.side, panel_of(self.side));
        let focused = state.focus == panel && !state.covered;
        let inner = inside(area);
        let Some(open_case) = state.open_case() else {
            let heading = title(theme, panel.title().to_owned());
            frame.render_widget(widgets::panel(theme, focused, heading, Line::default()), area);
            let lines = words::wrap(&state.absent(), usize::from(inner.width));
            return widgets::put(frame, inner, lines.into_iter().map(Line::from));
        };
        let source = open_case.source.filter(|_| side == Side::Article);
        let edited = open_case.is_edited(side) && source.is_none();
        let words = open_case.judged().map(|judged| match side {
            Side::Article => judged.analysis.article.token_count(),
            Side::Summary => judged.analysis.summary.token_count(),
        });
        let count = match words {
            Some(words) => format!("{} w", grouped(words)),
            None if open_case.error().is_some() => String::new(),
            None => "…".to_owned(),
        };
        let right = match (source, edited) {
            (Some(_), _) => "read only".to_owned(),
            (None, true) if count.is_empty() => "edited".to_owned(),
            (None, true) => format!("{count} · edited"),
            (None, false) => count,
        };
        let left = heading(state, open_case, side, area);
        let right = if right.is_empty() { Line::default() } else { title(theme, right) };
        frame.render_widget(widgets::panel(theme, focused, left, right), area);
        let (paints, numbers) = (paints(state, open_case, side), open_case.sentence_numbers(side));
        let begin = format!("nothing here yet: {} edits", state.keys.name(Context::Main, Action::Edit));
        let look = PaneStyle {
            theme,
            paints: &paints,
            sentence: cursor_sentence(open_case, side),
            numbers: &numbers,
            focused,
            hint: if source.is_some() { "this source has no text" } else { &begin },
        };
        let pane = open_case.seen(side);
        pane.draw(inner, frame.buffer_mut(), &look);
        let (rows, top) = pane.scroll_state();
        widgets::more(theme, frame, area, rows.saturating_sub(top + pane.height()));
        // The terminal's own cursor is placed where text is typed, for screen readers and input methods.
        if let Some((column, row)) = pane.cell_of(pane.cursor()).filter(|_| focused && state.editing) {
            frame.set_cursor_position(Position::new(inner.x + column, inner.y + row));
        }
    }
}

/// Returns the target of a key that moves the cursor.
fn moved(key: KeyEvent) -> Option<Move> {
    let far = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match (key.code, far) {
        (KeyCode::Left, false) => Move::Left,
        (KeyCode::Right, false) => Move::Right,
        (KeyCode::Left, true) => Move::WordLeft,
        (KeyCode::Right, true) => Move::WordRight,
        (KeyCode::Up, _) => Move::Up,
        (KeyCode::Down, _) => Move::Down,
        (KeyCode::PageUp, _) => Move::PageUp,
        (KeyCode::PageDown, _) => Move::PageDown,
        (KeyCode::Home, false) => Move::RowStart,
        (KeyCode::End, false) => Move::RowEnd,
        (KeyCode::Home, true) => Move::Top,
        (KeyCode::End, true) => Move::Bottom,
        _ => return None,
    })
}

fn panel_of(side: Side) -> Panel {
    match side {
        Side::Article => Panel::Article,
        Side::Summary => Panel::Summary,
    }
}

/// Returns the heading of a text; the article's names the sources that can be shown in its place.
fn heading(state: &State, open_case: &OpenCase, side: Side, place: Rect) -> Line<'static> {
    let (theme, panel) = (&state.theme, panel_of(side));
    let tabs = tabs(open_case, side, place);
    if tabs.is_empty() {
        let name = match (state.editing && state.focus == panel, open_case.is_edited(side)) {
            (true, _) => format!("{} ✎ editing", panel.title()),
            (false, true) => format!("{} ✎", panel.title()),
            (false, false) => panel.title().to_owned(),
        };
        return title(theme, name);
    }
    let mut line = Line::default();
    for (source, name, _) in tabs {
        let role = if source == open_case.source { ThemeRole::Title } else { ThemeRole::Dim };
        line.push_span(theme.span(role, name));
    }
    line
}

/// A text of the article's panel (`None` is the article), its name on the upper edge, and its first column.
type Tab = (Option<usize>, String, u16);

/// Returns the names on the upper edge of the article's panel, if the case has sources: as many as fit,
/// including the current one.
fn tabs(open_case: &OpenCase, side: Side, place: Rect) -> Vec<Tab> {
    let sources = &open_case.case.sources;
    if side == Side::Summary || sources.is_empty() {
        return Vec::new();
    }
    let room = usize::from(place.width).saturating_sub(RIGHT);
    let name = |source: Option<usize>| {
        let words = match source.and_then(|at| Some((at, sources.get(at)?))) {
            None => {
                if open_case.is_edited(Side::Article) {
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
                let named = named.filter(|_| source == open_case.source);
                named.map_or_else(
                    || format!("{}", at + 1),
                    |named| {
                        let number = (at + 1).to_string();
                        // The name has to fit the edge together with its number, a space and the two
                        // brackets.
                        let columns = TAB.min(room.saturating_sub(number.len() + 3));
                        format!("{number} {}", sanitize::fit(named, columns))
                    },
                )
            }
        };
        if source == open_case.source { format!("[{words}]") } else { format!(" {words} ") }
    };
    let all: Vec<Option<usize>> = std::iter::once(None).chain((0..sources.len()).map(Some)).collect();
    let names: Vec<String> = all.iter().map(|source| name(*source)).collect();
    let width = |name: &String| words::width(name);
    let chosen = open_case.source.map_or(0, |at| at + 1);
    // If not all fit, the first ones are left out.
    let mut first = 0;
    while first < chosen && names[first..=chosen].iter().map(width).sum::<usize>() > room {
        first += 1;
    }
    let mut column = place.x + 1;
    let mut tabs = Vec::new();
    for (source, name) in all.into_iter().zip(names).skip(first) {
        let wide = width(&name);
        if usize::from(column - place.x) + wide > room && source != open_case.source {
            break;
        }
        tabs.push((source, name, column));
        column += u16::try_from(wide).unwrap_or(u16::MAX);
    }
    tabs
}

/// Most columns of a source's name.
const TAB: usize = 24;
/// Columns of the upper edge that are reserved for the text at its right.
const RIGHT: usize = 13;
