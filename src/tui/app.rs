//! The workbench: the state, the panels and the screens over them, and which of them receives a message.
//!
//! Invariants: nothing here does I/O or waits; a request to the outside is returned as an [`Effect`]. One
//! function computes the layout, once after each message. Drawing, the mouse and the components receive that
//! layout, and drawing changes nothing.

mod adjudication;
mod blind;
mod cases;
mod clickable;
mod draw;
mod header;
mod hint;
mod judge;
mod keyboard;
mod layout;
mod learn;
mod mouse;
mod queue;
mod saved_position;
mod stack;
mod table;
mod timeline;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use ratatui::layout::{Position, Rect};

use crate::labels::Side;
use crate::rubric::{RUBRICS, Readings};

use super::component::{Component, ComponentEvent, ComponentRequest, Cx, HitTarget};
use super::decide::accept;
use super::keymap::{Action, Context, Key};
use super::msg::{Effect, Message};
use super::queue::SavedPosition;
use super::queue::blind::Feedback;
use super::queue::digest::ScoringKey;
use super::screens::{self, SCREENS, ScreenEntry};
use super::search;
use super::selection;
use super::split::Split;
use super::state::{Panel, State};
use super::theme::Theme;
use super::words;

use layout::{Border, ScreenLayout, layout};
pub use mouse::WHEEL;
use stack::{ScreenId, Stack};
use timeline::Timeline;

/// Actions on a case. If the case could not be read, each of them shows the reason instead.
const OF_CASE: &[Action] = &[
    Action::Accept,
    Action::Decide,
    Action::Flag,
    Action::Comment,
    Action::Edit,
    Action::Editor,
    Action::LabelByLabel,
    Action::WholeLabel,
    Action::Rules,
    Action::WhatIf,
    Action::StepThrough,
    Action::Compare,
    Action::Sentence,
    Action::Json,
];

#[derive(Debug)]
pub struct App {
    /// State shared by all components.
    pub state: State,
    /// The panels of the main screen, in the order of [`Panel::ALL`].
    panels: [Box<dyn Component>; 5],
    /// Screens open over the panels; the last one receives the keys.
    screens: Stack,
    /// The current layout; `None` if the terminal is too small.
    layout: Option<ScreenLayout>,
    /// What the left button was pressed on, until it is released.
    pressed: Option<Pressed>,
    /// Position and time (in seconds) of the last press of the left button; `None` after a key press.
    clicked: Option<(Position, u64)>,
    /// Whether the case on the screen has to be scored again after this message.
    judge: bool,
    /// Whether a lesson was just opened, so that its text is shown first.
    read_lesson: bool,
    /// Whether an exercise was just begun, so that its questions come first.
    ask_first: bool,
    /// Action whose screen is opened together with the first case.
    pub first: Option<Action>,
    generation: u64,
    /// Case for which a message announced what reanalysis by this version would change.
    offered_reanalysis: Option<usize>,
    /// Rubric and readings that the cases of the table are scored by.
    rule: ScoringKey,
    /// Cases last reported as visible, and whether the table was visible.
    sight: (Vec<usize>, bool),
    /// Training case that is being opened, with the feedback on it.
    feedback: Option<(usize, Feedback)>,
    /// The annotator's position as last handed over to be saved.
    saved_position: Option<SavedPosition>,
    /// Steps made so far, over all cases.
    timeline: Timeline,
    /// Whether the last key would discard typed text; the first such key only warns.
    warned: bool,
    /// Keys without a function for which a message was shown. The message is shown again after they are
    /// removed from this list.
    pub(super) idle: Vec<(Context, char)>,
}

/// The place of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ComponentPlace {
    Panel(Panel),
    Screen(ScreenId),
}

/// What the mouse can drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    /// A selection in a text.
    Text(Panel),
    /// A border between panels.
    Border(Border),
}

impl App {
    /// Returns a workbench on which no case is open yet.
    pub fn new(theme: Theme, rubric: usize, readings: Readings, by: String) -> App {
        let state = State::new(theme, rubric, readings, by);
        let rule = ScoringKey { slug: state.slug(), readings };
        App {
            state,
            panels: Panel::ALL.map(screens::panel),
            screens: Stack::default(),
            layout: None,
            pressed: None,
            clicked: None,
            judge: false,
            read_lesson: false,
            ask_first: false,
            first: None,
            generation: 0,
            offered_reanalysis: None,
            rule,
            sight: (Vec::new(), false),
            feedback: None,
            saved_position: None,
            timeline: Timeline::default(),
            warned: false,
            idle: Vec::new(),
        }
    }

    /// Returns the context in the key table that keys are looked up in.
    pub fn context(&self) -> Context {
        self.component(self.top()).window(&self.state).context
    }

    /// Whether a screen is open over the panels.
    pub fn is_covered(&self) -> bool {
        !self.screens.is_empty()
    }

    /// Whether the top component has text typed into it that is not saved yet.
    pub fn is_typing(&self) -> bool {
        self.context().is_typed_in() && self.state.draft.is_some()
    }

    /// Fits the layout to a terminal of the given size.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.state.size = (columns, rows);
        self.arrange();
    }

    /// Updates the state for a message, and returns the effects.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        let mut effects = Vec::new();
        match message {
            Message::Key(key) if key.kind != KeyEventKind::Release => self.on_key(key, &mut effects),
            Message::Key(_) => {}
            Message::Mouse(_) | Message::Paste(_) if self.is_too_small() => {}
            Message::Mouse(event) => self.on_mouse(event, &mut effects),
            Message::Paste(text) => self.on_paste(&text, &mut effects),
            Message::Command(action, key) => self.act(action, key, &mut effects),
            Message::Focus(panel) => {
                self.screens.clear();
                (self.state.focus, self.state.editing) = (panel, false);
            }
            Message::List(list) => self.state.show_list(list),
            Message::LabelRow(row) => self.state.select_row(row),
            Message::Rewrite(side, text) => self.rewrite(side, &text),
            Message::Resize(columns, rows) => self.state.size = (columns, rows),
            Message::Scored(scored) => self.on_scored(scored, &mut effects),
            Message::Exported(result) => {
                self.on_exported(result.map(|path| (path, Vec::new())), &mut effects);
            }
            Message::Queue(answer) => self.on_queue(answer, &mut effects),
            Message::Agreed(answer) => self.on_agreed(*answer, &mut effects),
            Message::Adjudicated(answer) => self.on_adjudicated(*answer, &mut effects),
            Message::Judge(heard) => self.on_judge(*heard, &mut effects),
            Message::InputEnded => effects.push(Effect::Quit(1)),
            Message::Terminate(status) => effects.push(Effect::Quit(status)),
            Message::Continued => effects.push(Effect::Repaint),
            // Watching has a screen of its own.
            Message::Watched(_) => {}
            Message::Background(light) => effects.push(Effect::Theme(if light { "light" } else { "dark" })),
            Message::Focused => effects.push(Effect::Reread),
        }
        self.enter_lesson();
        self.ask_unasked(&mut effects);
        let is_ready = |action: &mut Action| {
            self.state.open_case().is_some() && (*action != Action::NextUndecided || self.state.counted)
        };
        if let Some(action) = self.first.take_if(is_ready) {
            self.read_lesson = false;
            // If the case on the screen is not judged yet, it stays.
            if action != Action::NextUndecided || !self.state.is_hidden() {
                self.act(action, Cx::NO_KEY, &mut effects);
            }
        }
        if std::mem::take(&mut self.judge) {
            effects.extend(self.request());
        }
        self.note_steps();
        self.record(self.state.at, &mut effects);
        self.teach(&mut effects);
        // A screen that opened by itself may need another score.
        if std::mem::take(&mut self.judge) {
            effects.extend(self.request());
        }
        self.judge_beside(&mut effects);
        self.follow(&mut effects);
        self.arrange();
        let now = self.state.now;
        if let Some(open_case) = self.state.open_case_mut() {
            open_case.look(now);
        }
        self.take_up();
        // Once the summary is left, editing does not return to the claim.
        self.state.edits_claim &= self.state.editing;
        self.state.draft = self.screens.iter().rev().find_map(|screen| screen.draft());
        self.sit(&mut effects);
        // The saved position has to be written before the program quits.
        effects.sort_by_key(|effect| matches!(effect, Effect::Quit(_)));
        effects
    }

    /// Runs an action. The top component is asked first. `key` is the key that asked for the action; the
    /// palette passes the first key of the row.
    fn act(&mut self, action: Action, key: KeyEvent, effects: &mut Vec<Effect>) {
        if self.context().is_main() && self.state.open_case().is_none() && OF_CASE.contains(&action) {
            return self.state.notify(&self.state.absent());
        }
        if self.with(self.top(), effects, |component, cx| component.act(action, key, cx)) {
            return;
        }
        if self.withholds(action) || self.reveals(action) || self.leave_tour(action, effects) {
            return;
        }
        if let Some(entry) = SCREENS.iter().find(|entry| entry.action == action) {
            return self.open(entry, effects);
        }
        match action {
            Action::Close => self.screens.pop(),
            Action::Theme => effects.push(Effect::NextTheme),
            Action::Editor => self.edit_outside(&mut *effects),
            Action::Suspend => effects.push(Effect::Suspend),
            Action::Repaint => effects.extend([Effect::Repaint, Effect::Reread]),
            Action::NextPanel => self.turn_panel(1),
            Action::Zoom => self.state.zoomed = !self.state.zoomed,
            Action::SplitLeft => self.nudge(Border::Columns, -2, effects),
            Action::SplitRight => self.nudge(Border::Columns, 2, effects),
            Action::SplitUp => self.nudge(Border::Rows, -1, effects),
            Action::SplitDown => self.nudge(Border::Rows, 1, effects),
            Action::SplitReset => self.keep(Split::default(), effects),
            Action::PreviousPanel => self.turn_panel(Panel::ALL.len() - 1),
            // A panel's actions that work from any focus.
            Action::Edit => {
                if self.state.focus == Panel::Labels {
                    screens::label_by_label::evidence::go_to_words(&mut self.state);
                }
                self.state.focus = Panel::Summary;
                self.pass(Panel::Summary, action, key, effects);
            }
            Action::NextList | Action::PreviousList => self.pass(Panel::Labels, action, key, effects),
            // In a text the arrows move between its own rows.
            Action::Next | Action::Previous if !self.is_covered() => {
                self.pass(Panel::Labels, action, key, effects);
            }
            Action::NextSource | Action::PreviousSource => self.pass(Panel::Article, action, key, effects),
            Action::Rubric => {
                if let KeyCode::Char(digit @ '1'..='9') = key.code {
                    self.choose_rubric(digit as usize - '1' as usize, effects);
                }
            }
            Action::Reason => self.show_reason(effects),
            Action::NextRubric => self.turn_rubric(1, effects),
            Action::PreviousRubric => self.turn_rubric(RUBRICS.len() - 1, effects),
            Action::SearchNext => search::go(&mut self.state, true),
            Action::SearchPrevious => search::go(&mut self.state, false),
            Action::NextCase | Action::PreviousCase if self.next_exercise(effects) => {}
            Action::NextCase => self.step(true, effects),
            Action::PreviousCase => self.step(false, effects),
            Action::NextUndecided => self.next_undecided(effects),
            Action::Accept => self.with(self.top(), effects, |_, cx| accept::accept(cx)),
            Action::Flag => self.with(self.top(), effects, |_, cx| accept::flag(cx)),
            Action::Undo => self.undo(effects),
            Action::Redo => self.redo(effects),
            Action::Save => self.save(effects),
            Action::Reanalyse => self.reanalyse(effects),
            Action::AskJudge => self.ask_judge(effects),
            _ if self.context().is_main() && screens::works_from_any_panel(action) => {
                self.pass(Panel::Labels, action, key, effects);
            }
            _ => {}
        }
    }

    /// Goes to the label behind the strongest reason for the verdict.
    fn show_reason(&mut self, effects: &mut Vec<Effect>) {
        let Some(report) = self.state.report() else { return self.state.notify(&self.state.absent()) };
        match words::reasons::strongest(report) {
            (_, Some(id)) if self.state.hides(id.list) => self.state.notify("that is still to be found"),
            (_, Some(id)) if self.context() == Context::LabelByLabel => self.state.select(id),
            (_, Some(id)) => {
                self.screens.clear();
                self.state.go_to(id);
            }
            // A reason without a label is shown among the scores.
            (words, None) => {
                self.screens.clear();
                self.state.focus = Panel::Scores;
                self.broadcast(ComponentEvent::Scored, effects);
                self.state.notify(&words);
            }
        }
    }

    /// Opens the text in focus, or else the summary, in the user's own editor.
    fn edit_outside(&mut self, effects: &mut Vec<Effect>) {
        if !self.state.may_edit() {
            return;
        }
        let side = if self.state.focus == Panel::Article { Side::Article } else { Side::Summary };
        let Some(open_case) = self.state.open_case() else { return };
        if side == Side::Article && open_case.source.is_some() {
            return self.state.notify("a source is read only");
        }
        effects.push(Effect::Editor(side, open_case.pane(side).text()));
    }

    /// Replaces a text of the case, as one change.
    fn rewrite(&mut self, side: Side, text: &str) {
        if !self.state.may_edit() {
            return;
        }
        let Some(open_case) = self.state.open_case_mut() else { return };
        if open_case.pane(side).as_str() == text {
            return self.state.notify("the text is as it was");
        }
        open_case.pane_mut(side).replace(text);
        open_case.edited(side);
        self.judge = true;
        let key = self.state.keys.name(Context::Main, Action::Undo);
        self.state.notify(&format!("the editor's text is in place ({key} undoes)"));
    }

    /// Returns the actions that have words that begin with these, best match first.
    pub fn like(&self, words: &str) -> Vec<Action> {
        screens::actions_by_words(&self.state.keys, words, self.context())
    }

    /// Returns the list row, counted from 0, at a cell of the component that receives the keys.
    pub fn row_at(&self, at: Position) -> Option<usize> {
        match self.component(self.top()).hit(&self.state, self.top_area(), at) {
            HitTarget::Row(row) => Some(row),
            _ => None,
        }
    }

    /// Returns the row that Enter is about, counted from 0, in the component that receives the keys; `None` if
    /// it has no rows to choose from.
    pub fn row_in_focus(&self) -> Option<usize> {
        let list = self.component(self.top()).list(&self.state, self.top_area())?;
        (list.rows > 1).then_some(list.cursor.cursor())
    }

    /// Returns the columns of the component that receives the keys.
    pub fn columns(&self) -> Option<[Rect; 2]> {
        self.component(self.top()).columns(&self.state, self.top_area())
    }

    /// Returns the words that the command `set` accepts for a row of the component that receives the keys;
    /// `None` if that component shows the labels of the case.
    pub fn words_to_set(&self, row: Option<usize>) -> Option<Vec<(Key, String)>> {
        self.component(self.top()).words_to_set(&self.state, row)
    }

    /// Returns the area of the component that receives the keys.
    pub fn top_area(&self) -> Rect {
        self.area(self.top())
    }

    /// Passes an action to a panel.
    fn pass(&mut self, panel: Panel, action: Action, key: KeyEvent, effects: &mut Vec<Effect>) {
        self.with(ComponentPlace::Panel(panel), effects, |component, cx| component.act(action, key, cx));
    }

    /// Opens a screen on top of the others. The action that opened it also closes it.
    fn open(&mut self, entry: &ScreenEntry, effects: &mut Vec<Effect>) {
        let opened = self.with(self.top(), effects, |_, cx| (entry.open)(cx));
        let Some(screen) = opened else { return };
        let context = screen.window(&self.state).context;
        if self.is_covered() && self.context() == context {
            self.screens.pop();
        } else {
            self.screens.push(screen);
        }
        self.place();
    }

    /// Returns the open component that receives the keys.
    fn top(&self) -> ComponentPlace {
        self.screens.top().map_or(ComponentPlace::Panel(self.state.focus), ComponentPlace::Screen)
    }

    /// Returns a component; the panel in focus if the screen is closed.
    fn component(&self, which: ComponentPlace) -> &dyn Component {
        let panel = |panel: Panel| &*self.panels[panel as usize];
        match which {
            ComponentPlace::Panel(at) => panel(at),
            ComponentPlace::Screen(id) => self.screens.get(id).unwrap_or_else(|| panel(self.state.focus)),
        }
    }

    /// Returns the area of a component; empty if it is not on the screen.
    fn area(&self, which: ComponentPlace) -> Rect {
        let Some(layout) = &self.layout else { return Rect::ZERO };
        match which {
            ComponentPlace::Panel(panel) => layout.panel(panel).unwrap_or(Rect::ZERO),
            ComponentPlace::Screen(id) => self
                .screens
                .get(id)
                .map_or(Rect::ZERO, |screen| layout.screen(screen.window(&self.state).place)),
        }
    }

    /// Lets a component change itself, then carries out its requests. Does nothing if the screen is closed.
    fn with<R: Default>(
        &mut self,
        which: ComponentPlace,
        effects: &mut Vec<Effect>,
        change: impl FnOnce(&mut dyn Component, &mut Cx) -> R,
    ) -> R {
        let (area, context, mut asks) = (self.area(which), self.context(), Vec::new());
        let component = match which {
            ComponentPlace::Panel(panel) => &mut self.panels[panel as usize],
            ComponentPlace::Screen(id) => match self.screens.get_mut(id) {
                Some(screen) => screen,
                None => return R::default(),
            },
        };
        let mut cx = Cx { state: &mut self.state, area, context, effects, asks: &mut asks };
        let result = change(&mut **component, &mut cx);
        for ask in asks {
            match (ask, which) {
                (ComponentRequest::Open(screen), _) => self.screens.push(screen),
                (ComponentRequest::Close, ComponentPlace::Screen(id)) => self.screens.close(id),
                (ComponentRequest::Close, ComponentPlace::Panel(_)) => {}
                (ComponentRequest::Run(action, key), _) => self.act(action, key, effects),
                (ComponentRequest::Rubric(at), _) => self.choose_rubric(at, effects),
                (ComponentRequest::Go(at), _) => self.go(Some(at), effects),
                (ComponentRequest::Judge, _) => self.judge = true,
            }
            self.place();
        }
        result
    }

    /// Passes an event to every component, the screen on top first.
    fn broadcast(&mut self, event: ComponentEvent, effects: &mut Vec<Effect>) {
        let screens = self.screens.ids().into_iter().map(ComponentPlace::Screen);
        for which in screens.chain(Panel::ALL.map(ComponentPlace::Panel)) {
            self.with(which, effects, |component, cx| component.on(event, cx));
        }
    }

    /// Computes the layout, and which labels are highlighted.
    fn place(&mut self) {
        let lit = self.screens.iter().rev().find_map(|screen| screen.lit(&self.state));
        self.state.lit = lit.unwrap_or_else(|| self.state.label().into_iter().collect());
        self.state.covered = self.is_covered();
        self.state.by_claims =
            self.screens.iter().any(|screen| screen.window(&self.state).context == Context::LabelByLabel);
        match self.state.focus {
            Panel::Article => self.state.read = Side::Article,
            Panel::Summary => self.state.read = Side::Summary,
            Panel::Scores | Panel::Caps | Panel::Labels => {}
        }
        let (state, panels) = (&self.state, &self.panels);
        let wanted = |panel: Panel, width| panels[panel as usize].rows_wanted(state, width);
        self.layout = layout(state, wanted, self.screens.iter().map(|screen| screen.window(state).place));
    }

    /// Fits the texts to their areas, and scrolls to labels that have to be shown.
    fn arrange(&mut self) {
        self.place();
        let Some(layout) = &self.layout else {
            self.state.reveals.clear();
            return;
        };
        layout.fit(&mut self.state);
        for reveal in std::mem::take(&mut self.state.reveals) {
            selection::fulfil(&mut self.state, reveal, |state| layout.fit(state));
        }
    }

    /// Moves a border by the given number of columns or rows.
    fn nudge(&mut self, border: Border, by: i16, effects: &mut Vec<Effect>) {
        let moved = self.layout.as_ref().and_then(|layout| layout.nudged(self.state.split, border, by));
        match moved {
            Some(split) => self.keep(split, effects),
            None => self.state.notify("there is no border to move: one panel has the screen"),
        }
    }

    /// Changes the layout, and stores it for the next start.
    fn keep(&mut self, split: Split, effects: &mut Vec<Effect>) {
        self.state.split = split;
        effects.push(Effect::Keep(split));
    }

    /// Moves the focus forward by the given number of panels.
    fn turn_panel(&mut self, by: usize) {
        let at = (self.state.focus as usize + by) % Panel::ALL.len();
        self.state.focus = Panel::ALL[at];
        self.state.editing &= self.state.focus.is_text();
    }

    fn turn_rubric(&mut self, by: usize, effects: &mut Vec<Effect>) {
        self.choose_rubric((self.state.rubric + by) % RUBRICS.len().max(1), effects);
    }

    /// Shows a rubric, given by its row of the table.
    fn choose_rubric(&mut self, at: usize, effects: &mut Vec<Effect>) {
        if at >= RUBRICS.len() {
            return self.state.notify(&format!("there are {} rubrics", RUBRICS.len()));
        }
        self.state.rubric = at;
        let slug = self.state.slug();
        let Some(open_case) = self.state.open_case_mut() else { return };
        open_case.rubric = slug;
        open_case.settle();
        self.judge |= open_case.is_stale();
        self.broadcast(ComponentEvent::Rubric, effects);
    }
}

#[cfg(test)]
mod tests;
