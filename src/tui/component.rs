//! What a panel of the main screen and a screen over it have in common, and what they may ask for.
//!
//! A component owns what is its own (a cursor, a scroll position, what was typed into it). What components share is
//! the [`State`]. The [`App`](super::app::App) routes keys, the mouse and events to the component that they concern,
//! and knows nothing of its rows.

use std::fmt::Debug;
use std::sync::Arc;

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::labels::LabelId;

use super::draft::TextDraft;
use super::keymap::{Action, Context, Key};
use super::list::{ListView, OnClick};
use super::msg::Effect;
use super::prompt::Prompt;
use super::state::State;
use super::widgets;
use super::worker::TrialChanges;

/// A part of the screen with its own keys.
///
/// `area` is always the whole place that the component has, its frame included; [`Cx::area`] is the same place while
/// the component is changed. Drawing changes nothing and depends on nothing but the component, the state and the area.
pub trait Component: Debug {
    /// Its keys, and its place if it is a screen over the panels. A panel has its place from the layout.
    fn window(&self, state: &State) -> Window;

    /// The rows that a panel can use at a width, its frame included: the layout gives it at most these, and fewer where the
    /// texts need them. A text takes as many as it can have.
    fn rows_wanted(&self, _state: &State, _width: u16) -> u16 {
        u16::MAX
    }

    /// Does what a key asked for: what the component alone understands, or what its line and its list give. Returns whether
    /// the action is one that it understands; one that it does not is left to the main screen.
    fn act(&mut self, action: Action, key: KeyEvent, cx: &mut Cx) -> bool {
        if self.update(action, key, cx) {
            return true;
        }
        if action == Action::DeleteBack {
            let is_line = self.window(cx.state).place == Placement::Line;
            if let Some(prompt) = self.prompt() {
                if is_line && prompt.text().is_empty() {
                    cx.close();
                } else {
                    prompt.erase();
                    self.prompted();
                }
                return true;
            }
        }
        let Some(mut list) = self.list(cx.state, cx.area) else { return false };
        let before = list.cursor;
        let moves = list.cursor.act(action, list.rows, usize::from(list.area.height));
        if list.cursor != before {
            self.set_row(list.cursor.cursor(), cx);
        }
        moves
    }

    /// Does what the component alone understands. Returns whether the action is part of that.
    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let enters = action == Action::Enter;
        if enters {
            self.enter(cx);
        }
        enters
    }

    /// Does what Enter is for, where the component understands nothing else by itself.
    fn enter(&mut self, _cx: &mut Cx) {}

    /// Takes a key that has no row of its own in the key table: a character is typed, a letter is chosen. Returns
    /// whether it took the key.
    fn typed(&mut self, key: KeyEvent, _cx: &mut Cx) -> bool {
        let Some(prompt) = self.prompt() else { return false };
        if prompt.input(key) {
            self.prompted();
        }
        true
    }

    /// Takes a pasted text. Returns whether it took it.
    fn paste(&mut self, text: &str, _cx: &mut Cx) -> bool {
        let Some(prompt) = self.prompt() else { return false };
        prompt.paste(text);
        self.prompted();
        true
    }

    /// The line that is typed into, if there is one: it takes every key without a row of its own, and what is pasted.
    fn prompt(&mut self) -> Option<&mut Prompt> {
        None
    }

    /// The text of that line changed: a message about it, or a choice made by it, is out of date.
    fn prompted(&mut self) {}

    /// What it draws at a cell of its area.
    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        let row = self.list(state, area).and_then(|list| list.row_at(at.y));
        row.map_or(HitTarget::Nothing, HitTarget::Row)
    }

    /// Two places that stand side by side in its area: who reads line by line reads each whole, the left one first.
    fn columns(&self, _state: &State, _area: Rect) -> Option<[Rect; 2]> {
        None
    }

    /// The words that `set` of line mode gives a row of its list (without a number the row in focus), each with the key that
    /// does so; `None` where `set` is about the labels of the case.
    fn words_to_set(&self, _state: &State, _row: Option<usize>) -> Option<Vec<(Key, String)>> {
        None
    }

    /// The left button was pressed on something of it.
    fn click(&mut self, hit: HitTarget, cx: &mut Cx) {
        if let HitTarget::Row(row) = hit {
            self.click_row(row, cx);
        }
    }

    /// It was pressed on a row of the list: the cursor goes there, and the list says whether that does what Enter does.
    fn click_row(&mut self, row: usize, cx: &mut Cx) {
        let acts = self.list(cx.state, cx.area).is_some_and(|list| match list.on_click {
            OnClick::Points => false,
            OnClick::ActsAgain => list.cursor.cursor() == row,
            OnClick::Acts => true,
        });
        self.set_row(row, cx);
        if acts {
            self.update(Action::Enter, Cx::NO_KEY, cx);
        }
    }

    /// The list that it shows: a click goes to the row that is drawn there, and the keys that move do so within its rows.
    fn list(&self, _state: &State, _area: Rect) -> Option<ListView> {
        None
    }

    /// How many lines of that list follow the last one that is drawn: the lower edge of its frame says so.
    fn lines_below(&self, state: &State, area: Rect) -> usize {
        self.list(state, area).map_or(0, |list| list.below())
    }

    /// Puts the cursor of that list on a row, and does what goes with it.
    fn set_row(&mut self, _row: usize, _cx: &mut Cx) {}

    /// The left button was pressed a second time at the same place: a double click.
    fn click_again(&mut self, hit: HitTarget, cx: &mut Cx) {
        self.click(hit, cx);
    }

    /// The mouse was dragged over something of it, with the left button pressed on a text.
    fn drag(&mut self, _hit: HitTarget, _cx: &mut Cx) {}

    /// The wheel was turned over it, by the given number of rows, down if positive.
    fn wheel(&mut self, rows: isize, _hit: HitTarget, cx: &mut Cx) {
        let action = if rows > 0 { Action::Next } else { Action::Previous };
        for _ in 0..rows.unsigned_abs() {
            self.act(action, Cx::NO_KEY, cx);
        }
    }

    /// Follows an event. A window about the rubric on the screen closes when another is shown.
    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Rubric && self.window(cx.state).of_rubric {
            cx.close();
        }
    }

    /// The labels whose words it highlights in the texts; `None` leaves it to the screen below.
    fn lit(&self, _state: &State) -> Option<Vec<LabelId>> {
        None
    }

    /// Scrolls the texts to the words of the first such label.
    fn reveal_lit(&self, cx: &mut Cx) {
        if let Some(id) = self.lit(cx.state).and_then(|ids| ids.first().copied()) {
            cx.state.reveal(id);
        }
    }

    /// What is being typed into it, which is kept as a draft until it is finished.
    fn draft(&self) -> Option<TextDraft> {
        None
    }

    /// Whether it needs to know what each value of each reading would give, which costs an evaluation each.
    fn wants_readings(&self) -> bool {
        false
    }

    /// Whether it needs to know what edits of the summary would give, which costs an analysis each.
    fn wants_trials(&self) -> bool {
        false
    }

    /// Whether it needs the annotator's labels compared with the engine's, which costs an evaluation for each of them.
    fn wants_compared(&self) -> bool {
        false
    }

    /// Whether it needs to know whom the texts mention, which reads the tree of every sentence.
    fn wants_entities(&self) -> bool {
        false
    }

    /// Changes of labels of which it needs to know what they would give, each an evaluation.
    fn wants_tries(&self, _state: &State) -> Vec<TrialChanges> {
        Vec::new()
    }

    /// Another case of the queue that it needs opened and judged, by its place.
    fn wants_case(&self, _state: &State) -> Option<usize> {
        None
    }

    /// Whether the hint line offers an action at the moment.
    fn offers(&self, _action: Action, _state: &State) -> bool {
        true
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect);

    /// Clears its area and frames it: a heading in the upper edge at the left, what some of its keys do at the right. Returns the
    /// inside of the frame.
    fn framed(
        &self,
        state: &State,
        frame: &mut Frame,
        area: Rect,
        heading: &str,
        keys: &[(&[Action], &str)],
    ) -> Rect {
        let keys = state.keys.hints(self.window(state).context, keys);
        widgets::screen(&state.theme, frame, area, heading, &keys)
    }
}

/// The keys of a component and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The place in the key table that has its keys.
    pub context: Context,
    pub place: Placement,
    /// Whether it is about the rubric on the screen alone, and closes with it.
    pub of_rubric: bool,
}

impl Window {
    const fn new(context: Context, place: Placement) -> Window {
        Window { context, place, of_rubric: false }
    }

    pub const fn whole(context: Context) -> Window {
        Window::new(context, Placement::Whole)
    }

    /// A window in the middle, with this many columns and rows at most, the frame included.
    pub const fn middle(context: Context, columns: u16, rows: u16) -> Window {
        Window::new(context, Placement::Middle(columns, rows))
    }

    pub const fn under_texts(context: Context) -> Window {
        Window::new(context, Placement::UnderTexts)
    }

    pub const fn line(context: Context) -> Window {
        Window::new(context, Placement::Line)
    }

    /// The same, closed when another rubric is shown.
    pub const fn of_rubric(self) -> Window {
        Window { of_rubric: true, ..self }
    }
}

/// The area that a screen occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// All between the lines at the top and the one at the bottom.
    Whole,
    /// In the middle, with this many columns and rows at most, the frame included.
    Middle(u16, u16),
    /// Below the texts, which stay in sight.
    UnderTexts,
    /// The line at the bottom: deleting in an empty one closes it.
    Line,
}

/// The object that a component draws at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitTarget {
    /// A row of its list, from 0.
    Row(usize),
    /// A name in its upper edge, from 0.
    Tab(usize),
    Byte(usize),
    /// A choice that a letter makes, from 0.
    Choice(usize),
    /// Nothing that can be pointed at.
    Nothing,
}

/// An event that components may react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentEvent {
    Rubric,
    /// A result came in.
    Scored,
    /// The cases of the queue were counted again.
    Counted,
    /// Something was written to the session, or could not be.
    Kept,
    /// Everything that can be written to the session is.
    Settled,
    /// Everything is saved in another file from now on.
    Moved,
    /// An export is written, or cannot be.
    Exported,
    /// Something was adjudicated, or taken back.
    Adjudicated,
    /// It is known how annotators agree.
    Agreed,
}

/// A request of a component to the app that concerns other components. The app runs requests in order, after the
/// component's update has returned.
#[derive(Debug)]
pub enum ComponentRequest {
    Open(Box<dyn Component>),
    Close,
    /// Does what another key would do.
    Run(Action, KeyEvent),
    /// Puts a rubric on the screen, by its row of the table.
    Rubric(usize),
    /// Opens a case, by its place in the queue.
    Go(usize),
    /// Judges the case on the screen again; asked for several times, it is done once.
    Judge,
}

/// What a component changes the state with.
#[derive(Debug)]
pub struct Cx<'a> {
    /// What all components share.
    pub state: &'a mut State,
    /// Where the component stands.
    pub area: Rect,
    /// Where keys went before this one: a screen that is being opened opens over it.
    pub context: Context,
    /// Effects outside the state.
    pub effects: &'a mut Vec<Effect>,
    /// Requests to the app.
    pub asks: &'a mut Vec<ComponentRequest>,
}

impl Cx<'_> {
    /// The key of an action that no key asked for.
    pub const NO_KEY: KeyEvent =
        KeyEvent::new(crossterm::event::KeyCode::Null, crossterm::event::KeyModifiers::NONE);

    pub fn notify(&mut self, message: &str) {
        self.state.notify(message);
    }

    pub fn open(&mut self, screen: impl Component + 'static) {
        self.asks.push(ComponentRequest::Open(Box::new(screen)));
    }

    pub fn close(&mut self) {
        self.asks.push(ComponentRequest::Close);
    }

    /// Judges the case on the screen again, once what has to change has changed.
    pub fn judge(&mut self) {
        self.asks.push(ComponentRequest::Judge);
    }

    /// Keeps a text for pasting, and offers it to the terminal's clipboard.
    pub fn copy(&mut self, text: Arc<str>) {
        self.state.clipboard = Arc::clone(&text);
        self.effects.push(Effect::Clipboard(text));
    }
}
