//! The screens open over the panels. Each screen has a unique id, because its place in the stack changes
//! while it asks for others to be opened or closed.

use crate::tui::component::Component;

/// Id of a screen that is open, or was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScreenId(u64);

/// The screens; the last one receives the keys.
#[derive(Debug, Default)]
pub(super) struct Stack {
    screens: Vec<(ScreenId, Box<dyn Component>)>,
    opened: u64,
}

impl Stack {
    /// Opens a screen over the others.
    pub fn push(&mut self, screen: Box<dyn Component>) {
        self.opened += 1;
        self.screens.push((ScreenId(self.opened), screen));
    }

    /// Closes the screen on top.
    pub fn pop(&mut self) {
        self.screens.pop();
    }

    /// Closes a screen, unless it is closed already.
    pub fn close(&mut self, id: ScreenId) {
        self.screens.retain(|(known, _)| *known != id);
    }

    /// Closes all but the screen on top.
    pub fn keep_top(&mut self) {
        let below = self.screens.len().saturating_sub(1);
        self.screens.drain(..below);
    }

    pub fn clear(&mut self) {
        self.screens.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.screens.is_empty()
    }

    /// Returns the screen that receives the keys.
    pub fn top(&self) -> Option<ScreenId> {
        self.screens.last().map(|(id, _)| *id)
    }

    /// Returns the ids of all open screens, top first.
    pub fn ids(&self) -> Vec<ScreenId> {
        self.screens.iter().rev().map(|(id, _)| *id).collect()
    }

    /// Returns a screen; `None` if it is closed.
    pub fn get(&self, id: ScreenId) -> Option<&dyn Component> {
        self.screens.iter().find(|(known, _)| *known == id).map(|(_, screen)| &**screen)
    }

    /// Returns a screen, mutably; `None` if it is closed.
    pub fn get_mut(&mut self, id: ScreenId) -> Option<&mut Box<dyn Component>> {
        self.screens.iter_mut().find(|(known, _)| *known == id).map(|(_, screen)| screen)
    }

    /// Returns the screens, top last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &dyn Component> + ExactSizeIterator {
        self.screens.iter().map(|(_, screen)| &**screen)
    }
}
