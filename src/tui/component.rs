//! The interface shared by the panels of the main screen and the screens over them, and the requests they may
//! make.
//!
//! A component owns only its private state: a cursor, a scroll position, text typed into it. State that
//! components share is in [`State`]. The [`App`](super::app::App) routes keys, mouse events and events to the
//! component that they concern, and knows nothing of its rows.

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
/// `area` is always the whole area of the component, frame included; [`Cx::area`] is the same area while the
/// component is changed. Drawing changes nothing and depends only on the component, the state and the area.
pub trait Component: Debug {
    /// Returns the context of its keys, and its placement if it is a screen over the panels. A panel is
    /// placed by the layout.
    fn window(&self, state: &State) -> Window;

    /// Returns the rows that a panel can use at a width, frame included. The layout gives it at most these,
    /// and fewer if the texts need them. A text takes as many as it can get.
    fn rows_wanted(&self, _state: &State, _width: u16) -> u16 {
        u16::MAX
    }

    /// Handles an action: first the component's own ones, then those of its line and its list. Returns
    /// whether it handled the action; an action that it did not handle is left to the main screen.
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

    /// Handles the component's own actions. Returns whether the action was one of them.
    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let enters = action == Action::Enter;
        if enters {
            self.enter(cx);
        }
        enters
    }

    /// Handles Enter, in a component that has no other actions of its own.
    fn enter(&mut self, _cx: &mut Cx) {}

    /// Handles a key without a row in the key table, such as a typed character or a letter that makes a
    /// choice. Returns whether it handled the key.
    fn typed(&mut self, key: KeyEvent, _cx: &mut Cx) -> bool {
        let Some(prompt) = self.prompt() else { return false };
        if prompt.input(key) {
            self.prompted();
        }
        true
    }

    /// Handles pasted text. Returns whether it handled it.
    fn paste(&mut self, text: &str, _cx: &mut Cx) -> bool {
        let Some(prompt) = self.prompt() else { return false };
        prompt.paste(text);
        self.prompted();
        true
    }

    /// Returns the line for typed text, if there is one: it receives every key without a row of its own, and
    /// pasted text.
    fn prompt(&mut self) -> Option<&mut Prompt> {
        None
    }

    /// Called when the text of that line has changed, so that a message or choice based on it is out of date.
    fn prompted(&mut self) {}

    /// Returns what the component draws at a cell of its area.
    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        let row = self.list(state, area).and_then(|list| list.row_at(at.y));
        row.map_or(HitTarget::Nothing, HitTarget::Row)
    }

    /// Returns two parts of its area that are side by side. Line mode prints each of them whole, the left one
    /// first.
    fn columns(&self, _state: &State, _area: Rect) -> Option<[Rect; 2]> {
        None
    }

    /// Returns the words that the command `set` of line mode accepts for a row of the list (without a number:
    /// the row in focus), each with the key that does the same; `None` if `set` is about the labels of the
    /// case.
    fn words_to_set(&self, _state: &State, _row: Option<usize>) -> Option<Vec<(Key, String)>> {
        None
    }

    /// Handles a press of the left button on something that it draws.
    fn click(&mut self, hit: HitTarget, cx: &mut Cx) {
        if let HitTarget::Row(row) = hit {
            self.click_row(row, cx);
        }
    }

    /// Handles a press of the left button on a row of the list. The cursor goes there, and [`OnClick`] says
    /// whether the click also does what Enter does.
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

    /// Returns the list that it shows. A click goes to the row drawn at that cell, and the keys that move the
    /// cursor stay within its rows.
    fn list(&self, _state: &State, _area: Rect) -> Option<ListView> {
        None
    }

    /// Returns the number of lines of that list below the last visible one, which is shown on the lower edge
    /// of the frame.
    fn lines_below(&self, state: &State, area: Rect) -> usize {
        self.list(state, area).map_or(0, |list| list.below())
    }

    /// Moves the cursor of that list to a row, and updates what depends on it.
    fn set_row(&mut self, _row: usize, _cx: &mut Cx) {}

    /// Handles a double click: a second press of the left button at the same position.
    fn click_again(&mut self, hit: HitTarget, cx: &mut Cx) {
        self.click(hit, cx);
    }

    /// Handles a drag of the mouse that began with a press of the left button on a text.
    fn drag(&mut self, _hit: HitTarget, _cx: &mut Cx) {}

    /// Handles a turn of the wheel by the given number of rows; positive is down.
    fn wheel(&mut self, rows: isize, _hit: HitTarget, cx: &mut Cx) {
        let action = if rows > 0 { Action::Next } else { Action::Previous };
        for _ in 0..rows.unsigned_abs() {
            self.act(action, Cx::NO_KEY, cx);
        }
    }

    /// Handles an event. A window about the current rubric closes when another rubric is chosen.
    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Rubric && self.window(cx.state).of_rubric {
            cx.close();
        }
    }

    /// Returns the labels whose words are highlighted in the texts; `None` leaves that to the screen below.
    fn lit(&self, _state: &State) -> Option<Vec<LabelId>> {
        None
    }

    /// Scrolls the texts to the words of the first such label.
    fn reveal_lit(&self, cx: &mut Cx) {
        if let Some(id) = self.lit(cx.state).and_then(|ids| ids.first().copied()) {
            cx.state.reveal(id);
        }
    }

    /// Returns the text being typed into it, which is saved as a draft until it is finished.
    fn draft(&self) -> Option<TextDraft> {
        None
    }

    /// Whether it needs the result of each value of each reading; each costs an evaluation.
    fn wants_readings(&self) -> bool {
        false
    }

    /// Whether it needs the results of edits of the summary; each costs an analysis.
    fn wants_trials(&self) -> bool {
        false
    }

    /// Whether it needs the annotator's labels compared with the engine's; each difference costs an
    /// evaluation.
    fn wants_compared(&self) -> bool {
        false
    }

    /// Whether it needs the entities that the texts mention, which needs the dependency tree of every
    /// sentence.
    fn wants_entities(&self) -> bool {
        false
    }

    /// Changes of labels whose results it needs; each costs an evaluation.
    fn wants_tries(&self, _state: &State) -> Vec<TrialChanges> {
        Vec::new()
    }

    /// Returns another case of the queue that has to be opened and scored, by its position.
    fn wants_case(&self, _state: &State) -> Option<usize> {
        None
    }

    /// Whether the hint line offers an action in the current state.
    fn offers(&self, _action: Action, _state: &State) -> bool {
        true
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect);

    /// Clears its area and draws a frame around it, with a heading at the left of the upper edge and the
    /// functions of some keys at the right. Returns the area inside the frame.
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

/// The key context of a component and its placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The context of its keys in the key table.
    pub context: Context,
    pub place: Placement,
    /// Whether it is about the current rubric only, and closes when another one is chosen.
    pub of_rubric: bool,
}

impl Window {
    const fn new(context: Context, place: Placement) -> Window {
        Window { context, place, of_rubric: false }
    }

    pub const fn whole(context: Context) -> Window {
        Window::new(context, Placement::Whole)
    }

    /// Returns a window in the middle, with at most this many columns and rows, frame included.
    pub const fn middle(context: Context, columns: u16, rows: u16) -> Window {
        Window::new(context, Placement::Middle(columns, rows))
    }

    pub const fn under_texts(context: Context) -> Window {
        Window::new(context, Placement::UnderTexts)
    }

    pub const fn line(context: Context) -> Window {
        Window::new(context, Placement::Line)
    }

    /// Returns the same window, closed when another rubric is chosen.
    pub const fn of_rubric(self) -> Window {
        Window { of_rubric: true, ..self }
    }
}

/// The area that a screen occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The whole area between the top lines and the bottom line.
    Whole,
    /// In the middle, with at most this many columns and rows, frame included.
    Middle(u16, u16),
    /// Below the texts, which stay visible.
    UnderTexts,
    /// The bottom line. Deleting in an empty line closes it.
    Line,
}

/// The object that a component draws at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitTarget {
    /// A row of its list, counted from 0.
    Row(usize),
    /// A name on its upper edge, counted from 0.
    Tab(usize),
    Byte(usize),
    /// A choice made by a letter, counted from 0.
    Choice(usize),
    /// Nothing that reacts to the mouse.
    Nothing,
}

/// An event that components may react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentEvent {
    Rubric,
    /// A result has arrived.
    Scored,
    /// The cases of the queue were counted again.
    Counted,
    /// A write to the session has succeeded or failed.
    Kept,
    /// Everything that can be written to the session has been written.
    Settled,
    /// Everything is saved in another file from now on.
    Moved,
    /// An export has succeeded or failed.
    Exported,
    /// A ruling has been made or undone.
    Adjudicated,
    /// The agreement of annotators is known.
    Agreed,
}

/// A request of a component to the app that concerns other components. The app runs requests in order, after the
/// component's update has returned.
#[derive(Debug)]
pub enum ComponentRequest {
    Open(Box<dyn Component>),
    Close,
    /// Runs an action as another key would.
    Run(Action, KeyEvent),
    /// Shows a rubric, given by its row of the table.
    Rubric(usize),
    /// Opens a case, given by its position in the queue.
    Go(usize),
    /// Scores the case on the screen again; several requests are combined.
    Judge,
}

/// Context in which a component changes the state.
#[derive(Debug)]
pub struct Cx<'a> {
    /// State shared by all components.
    pub state: &'a mut State,
    /// The area of the component.
    pub area: Rect,
    /// The context that received keys before; a screen that is being opened is placed over it.
    pub context: Context,
    /// Effects outside the state.
    pub effects: &'a mut Vec<Effect>,
    /// Requests to the app.
    pub asks: &'a mut Vec<ComponentRequest>,
}

impl Cx<'_> {
    /// The key passed with an action that no key asked for.
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

    /// Scores the case on the screen again, once the current update is complete.
    pub fn judge(&mut self) {
        self.asks.push(ComponentRequest::Judge);
    }

    /// Stores a text for pasting, and offers it to the terminal's clipboard.
    pub fn copy(&mut self, text: Arc<str>) {
        self.state.clipboard = Arc::clone(&text);
        self.effects.push(Effect::Clipboard(text));
    }
}
