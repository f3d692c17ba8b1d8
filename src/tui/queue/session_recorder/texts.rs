//! The edits of a text that are in the session, by the depth of the text's own undo history: what is taken back in the
//! text is taken back in the session too, and can be made again after a reopening.

use std::sync::Arc;

use serde_json::json;
use uuid::Uuid;

use crate::labels::overrides::Side;
use crate::session::{CheckError, SessionError, event};
use crate::tui::queue::TextRecord;

use super::{SessionRecorder, turn_event};

/// The edits of a text since its case was opened, each with the steps of the text's undo history after it.
#[derive(Clone, Debug, Default)]
pub(super) struct TextSteps {
    /// The edits in force, newest last.
    done: Vec<(usize, Uuid)>,
    /// The edits that were taken back, the one to be made again next last.
    undone: Vec<(usize, Uuid)>,
}

impl TextSteps {
    /// Notes an edit that led to this depth.
    pub fn edited(&mut self, depth: usize, event: Uuid) {
        self.undone.clear();
        self.done.push((depth, event));
    }

    /// Notes an edit that was recorded only to be made again, up to this depth.
    pub fn offered(&mut self, depth: usize, event: Uuid) {
        self.undone.push((depth, event));
    }

    /// The depth of the newest edit.
    pub fn depth(&self) -> usize {
        self.done.last().map_or(0, |(depth, _)| *depth)
    }

    /// Goes to a depth by undo or redo. Returns the edits that are taken back, the newest first, and those that are made
    /// again, the oldest first. An edit that the depth lies within is taken back.
    pub fn turn(&mut self, to: usize) -> (Vec<Uuid>, Vec<Uuid>) {
        let (mut back, mut again) = (Vec::new(), Vec::new());
        while let Some(edit) = self.done.pop_if(|(depth, _)| *depth > to) {
            back.push(edit.1);
            self.undone.push(edit);
        }
        while let Some(edit) = self.undone.pop_if(|(depth, _)| *depth <= to) {
            again.push(edit.1);
            self.done.push(edit);
        }
        (back, again)
    }
}

impl SessionRecorder {
    /// Writes a text that changed.
    pub(super) fn write_text(
        &mut self,
        id: &str,
        now: &TextRecord,
        refused: &mut Vec<CheckError>,
    ) -> Result<(), SessionError> {
        let before = self.text(id, now.side)?;
        if before == now.text {
            return Ok(());
        }
        let key = (id.to_owned(), now.side);
        let mut steps = self.text_steps.get(&key).cloned().unwrap_or_default();
        if !now.turned {
            if let Some(event) = self.edit(id, now.side, &now.text, refused)? {
                steps.edited(now.depth, event);
            }
            self.text_steps.insert(key, steps);
            return Ok(());
        }
        let from = steps.depth();
        let (back, again) = steps.turn(now.depth);
        let back = back.into_iter().map(|of| turn_event(id, &self.by, "undo", of));
        let turns = back.chain(again.into_iter().map(|of| turn_event(id, &self.by, "redo", of))).collect();
        // Where that is refused, the text is recorded as an edit.
        self.step(turns, &mut Vec::new())?;
        self.text_steps.insert(key.clone(), steps.clone());
        if self.text(id, now.side)? == now.text {
            return Ok(());
        }
        // A part of an edit was taken back: the other part is an edit of its own, and so is this one, to be made again.
        if let Some(event) = self.edit(id, now.side, &now.text, refused)? {
            steps.edited(now.depth, event);
        }
        if from > now.depth
            && let Some(event) = self.edit(id, now.side, &before, refused)?
        {
            self.step(vec![turn_event(id, &self.by, "undo", event)], refused)?;
            steps.offered(from, event);
        }
        self.text_steps.insert(key, steps);
        Ok(())
    }

    fn text(&mut self, id: &str, side: Side) -> Result<Arc<str>, SessionError> {
        let state = self.recorder.folded(id, &self.by)?.state();
        Ok(Arc::clone(match side {
            Side::Article => &state.article,
            Side::Summary => &state.summary,
        }))
    }

    /// Records an edit of a text; returns the event unless it was refused.
    fn edit(
        &mut self,
        id: &str,
        side: Side,
        text: &str,
        refused: &mut Vec<CheckError>,
    ) -> Result<Option<Uuid>, SessionError> {
        let field = if side == Side::Article { "article" } else { "summary" };
        let fields = [("field", json!(field)), ("text", json!(text))];
        Ok(self.step(vec![event(id, &self.by, "edit", fields)], refused)?.pop())
    }
}
