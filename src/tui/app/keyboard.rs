//! The keyboard: which component receives a key, and the warning before a key discards typed text.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::decide;
use crate::tui::keymap::{Action, Context, Key};
use crate::tui::msg::Effect;
use crate::tui::screens;
use crate::tui::state::Panel;

use super::{App, ComponentPlace};

/// Key that quits if text is being typed and the terminal is too small to show it.
pub const QUITS_UNSEEN: Key = Key::ctrl('c');

impl App {
    /// Whether the terminal is too small for the workbench, so that nobody sees the effect of a key.
    pub(super) fn is_too_small(&self) -> bool {
        self.layout.is_none() && !self.state.is_in_lines
    }

    /// Handles a key press.
    pub(super) fn on_key(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        let context = self.context();
        if self.is_too_small() {
            if self.quits_unseen(key) {
                self.act(Action::Quit, key, effects);
            }
            return;
        }
        self.state.notice = None;
        self.clicked = None;
        let asked = self.state.keys.action(context, key).map(|(action, _)| action);
        if self.asks_before(asked) {
            return;
        }
        // Text typed into a component comes before the keys of the whole main screen.
        if self.state.keys.own(context, key).is_none()
            && self.with(self.top(), effects, |component, cx| component.typed(key, cx))
        {
            return;
        }
        if self.is_for_label(context, key) {
            let labels = ComponentPlace::Panel(Panel::Labels);
            let typed = self.with(labels, effects, |component, cx| component.typed(key, cx));
            let keys = &self.state.keys;
            let own = keys.own(Context::Labels, key).filter(|_| keys.action(context, key).is_none());
            match own.filter(|_| !typed) {
                // Keys that set a label are not otherwise used in these contexts.
                Some((action, event)) if screens::works_from_any_panel(action) => {
                    return self.pass(Panel::Labels, action, event, effects);
                }
                _ if typed => return,
                _ => {}
            }
        }
        let held = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match (self.state.keys.action(context, key), key.code) {
            (Some((action, event)), _) => self.act(action, event, effects),
            (None, _) if !held && !context.is_typed_in() => self.idle(context, key),
            (None, _) => {}
        }
    }

    /// Whether a key quits in a terminal that is too small. No letter does if letters are typed as text.
    fn quits_unseen(&self, key: KeyEvent) -> bool {
        match self.context() {
            Context::Leaving => false,
            context if context.is_typed_in() => QUITS_UNSEEN.is(key),
            _ => self.state.keys.own(Context::Main, key).is_some_and(|(action, _)| action == Action::Quit),
        }
    }

    /// Whether an action is held back because it would close a screen and lose typed text. The first attempt
    /// shows a warning, and the second one in a row goes through.
    pub(super) fn asks_before(&mut self, action: Option<Action>) -> bool {
        let was_warned = std::mem::take(&mut self.warned);
        let context = self.context();
        let discards = action == Some(Action::Close)
            && !self.state.is_in_lines
            && context.is_typed_in()
            && self.component(self.top()).draft().is_some_and(|draft| draft.has_words());
        self.warned = discards && !was_warned;
        if self.warned {
            let [discards, keeps] =
                [Action::Close, Action::Enter].map(|action| self.state.keys.name(context, action));
            self.state.notify(&format!("{discards} again discards what is typed; {keeps} keeps it"));
        }
        self.warned
    }

    /// Whether a key decides on the label in focus although another panel has the focus. It does unless the
    /// panel uses the key itself, or the key continues a search.
    fn is_for_label(&self, context: Context, key: KeyEvent) -> bool {
        let elsewhere = context.is_main() && context != Context::Labels;
        let searches = !self.state.needle.is_empty()
            && self
                .state
                .keys
                .action(context, key)
                .is_some_and(|(action, _)| matches!(action, Action::SearchNext | Action::SearchPrevious));
        elsewhere && self.state.keys.own(context, key).is_none() && !searches
    }

    /// Handles a paste.
    pub(super) fn on_paste(&mut self, text: &str, effects: &mut Vec<Effect>) {
        self.warned = false;
        let taken = self.with(self.top(), effects, |component, cx| component.paste(text, cx));
        if !taken && !self.is_covered() {
            let words =
                format!("{} edits the text; then paste", self.state.keys.name(Context::Main, Action::Edit));
            self.state.notify(&words);
        }
    }

    /// Shows a message, the first time only, that a key does nothing here.
    fn idle(&mut self, context: Context, key: KeyEvent) {
        let KeyCode::Char(c) = key.code else { return };
        let decides = context.is_main() || context == Context::LabelByLabel;
        if let Some(words) = decides.then(|| decide::foreign_letter(&self.state, c)).flatten() {
            return self.state.notify(&words);
        }
        if !self.idle.contains(&(context, c)) {
            self.idle.push((context, c));
            let help = self.state.keys.name(context, Action::Help);
            let edit = self.state.keys.name(Context::Main, Action::Edit);
            let name = Key::char(c);
            let mut panels = Context::PANELS.into_iter();
            let panel = panels.find(|panel| self.state.keys.action(*panel, key).is_some());
            self.state.notify(&match (context, panel) {
                (_, Some(panel)) if context.is_main() => {
                    let (place, tab) =
                        (panel.title(), self.state.keys.name(Context::Main, Action::NextPanel));
                    format!("{name} does nothing here, but {}: {tab} goes there", place.to_lowercase())
                }
                (_, None) if context.is_main() => {
                    format!("{name} does nothing here; {edit} edits the text; {help} lists the keys")
                }
                (Context::LabelByLabel, Some(_)) => {
                    let panels = self.state.keys.name(context, Action::Close);
                    format!("{name} works on the panels, which {panels} shows; {help} lists the keys of here")
                }
                _ => format!("{name} does nothing here"),
            });
        }
    }
}
