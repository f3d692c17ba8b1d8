//! An editor for a comment of several lines.
//!
//! Actions: type; Tab changes the target of the comment; Ctrl-S saves it; Esc discards it.

use ratatui::layout::Position;

use crate::session::RemarkTarget;
use crate::tui::component::HitTarget;
use crate::tui::decide::comments;
use crate::tui::draft::{DraftKind, TextDraft};
use crate::tui::prompt::Page;
use crate::tui::state::Panel;

use super::prelude::*;

/// The editor's screen.
#[derive(Debug)]
pub struct CommentEditor {
    page: Page,
    /// Possible targets of the comment.
    subjects: Vec<(RemarkTarget, String)>,
    at: usize,
}

pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let by_label = cx.state.focus == Panel::Labels;
    CommentEditor::begun(cx, by_label).map(|writing| Box::new(writing) as Box<dyn Component>)
}

impl CommentEditor {
    /// Begins an empty comment. With `by_label`, its first target is the label in focus.
    pub fn begun(cx: &mut Cx, by_label: bool) -> Option<CommentEditor> {
        if !cx.state.may_change() {
            return None;
        }
        let subjects = comments::subjects(cx.state, by_label);
        (!subjects.is_empty()).then(|| CommentEditor { page: Page::default(), subjects, at: 0 })
    }

    /// Continues a comment that was begun earlier, on the target of this name.
    pub fn on(state: &State, name: &str, page: Page) -> CommentEditor {
        let subjects = comments::subjects(state, state.focus == Panel::Labels);
        let at = subjects.iter().position(|(_, known)| known == name).unwrap_or(0);
        CommentEditor { page, subjects, at }
    }
}

impl Component for CommentEditor {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Writing, 76, 12)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Enter => {
                cx.close();
                if let Some((on, _)) = self.subjects.get(self.at) {
                    comments::say(cx, &self.page.text(), on.clone());
                }
            }
            Action::NewLine => self.page.new_line(),
            Action::Change => self.at = (self.at + 1) % self.subjects.len().max(1),
            _ => return false,
        }
        true
    }

    fn typed(&mut self, key: KeyEvent, _cx: &mut Cx) -> bool {
        self.page.input(key);
        true
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx) -> bool {
        self.page.paste(text);
        true
    }

    fn hit(&self, _state: &State, area: Rect, at: Position) -> HitTarget {
        self.page.byte_at(inside(area), at).map_or(HitTarget::Nothing, HitTarget::Byte)
    }

    fn click(&mut self, hit: HitTarget, _cx: &mut Cx) {
        if let HitTarget::Byte(byte) = hit {
            self.page.go_to(byte);
        }
    }

    fn offers(&self, action: Action, _state: &State) -> bool {
        action != Action::Change || self.subjects.len() > 1
    }

    fn draft(&self) -> Option<TextDraft> {
        let text = self.page.text();
        let about = self.subjects.get(self.at).map_or("", |(_, name)| name.as_str());
        (!text.is_empty()).then(|| TextDraft { of: DraftKind::Comment(about.to_owned()), text })
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let about = self.subjects.get(self.at).map_or("", |(_, name)| name.as_str());
        let heading = format!("Comment on {about}");
        let keys: [(&[Action], &str); 1] = [(&[Action::Change], "on something else")];
        let offered = if self.offers(Action::Change, state) { &keys[..] } else { &[] };
        let inner = self.framed(state, frame, area, &heading, offered);
        widgets::page(&state.theme, frame, inner, &self.page);
    }
}
