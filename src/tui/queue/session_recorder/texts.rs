//! The recorded edits of a text, by the depth of the text's own undo history. What is undone in the text is
//! undone in the session too, and can be redone after the session is reopened.

use std::sync::Arc;

use uuid::Uuid;

use crate::labels::Side;
use crate::session::{Act, CheckError, EventDraft, STEP, SessionError};
use crate::tui::queue::TextRecord;

use super::SessionRecorder;

/// Most undo steps that wait to be written together. If a program types faster than that, its last steps are
/// merged.
const MAX_WAITING: usize = 64;

/// Adds a text to those that wait to be written. Only the last text of each undo step is kept, so that each
/// step becomes one event; of texts made by undo or redo only the last is kept.
pub(super) fn add(waiting: &mut Vec<TextRecord>, new: TextRecord) {
    if new.turned {
        waiting.retain(|known| known.side != new.side);
    } else if let Some(last) = waiting.last_mut()
        && last.side == new.side
        && (last.step == new.step || waiting.len() >= MAX_WAITING)
    {
        waiting.pop();
    }
    waiting.push(new);
}

#[derive(Clone, Copy, Debug)]
struct RecordedEdit {
    event: Uuid,
    /// Depth of the text's undo history after the edit.
    depth: usize,
    /// The step of that history that it belongs to, and the event that began the step.
    step: Option<(u64, Uuid)>,
}

/// The edits of a text since its case was opened.
#[derive(Clone, Debug, Default)]
pub(super) struct TextSteps {
    /// Edits in effect, newest last.
    done: Vec<RecordedEdit>,
    /// Undone edits; the one to be redone next is last.
    undone: Vec<RecordedEdit>,
}

impl TextSteps {
    fn edited(&mut self, edit: RecordedEdit) {
        self.undone.clear();
        self.done.push(edit);
    }

    /// Records an edit that exists only to be redone, up to this depth.
    fn offered(&mut self, depth: usize, event: Uuid) {
        self.undone.push(RecordedEdit { event, depth, step: None });
    }

    /// Returns the event that began a step, if the newest event of the case, `last`, belongs to that step.
    fn begun_by(&self, step: u64, last: Option<Uuid>) -> Option<Uuid> {
        let newest = self.done.last().filter(|edit| Some(edit.event) == last)?;
        newest.step.filter(|(number, _)| *number == step).map(|(_, first)| first)
    }

    /// Returns the depth of the newest edit.
    pub fn depth(&self) -> usize {
        self.done.last().map_or(0, |edit| edit.depth)
    }

    /// Moves to a depth by undo or redo. Returns the edits that are undone, newest first, and those that are
    /// redone, oldest first. An edit that spans the depth is undone.
    pub fn turn(&mut self, to: usize) -> (Vec<Uuid>, Vec<Uuid>) {
        let (mut back, mut again) = (Vec::new(), Vec::new());
        while let Some(edit) = self.done.pop_if(|edit| edit.depth > to) {
            back.push(edit.event);
            self.undone.push(edit);
        }
        while let Some(edit) = self.undone.pop_if(|edit| edit.depth <= to) {
            again.push(edit.event);
            self.done.push(edit);
        }
        (back, again)
    }
}

impl SessionRecorder {
    /// Writes changed texts, in order.
    pub(super) fn write_texts(
        &mut self,
        id: &str,
        texts: &[TextRecord],
        refused: &mut Vec<CheckError>,
    ) -> Result<(), SessionError> {
        for texts in texts.chunk_by(|one, next| !one.turned && !next.turned) {
            match texts {
                [one] if one.turned => self.write_turned(id, one, refused)?,
                edits => self.write_edits(id, edits, refused)?,
            }
        }
        Ok(())
    }

    /// Writes typed texts, all in one transaction. Edits of one undo step are one step in the session too, no
    /// matter when each of them was written.
    fn write_edits(
        &mut self,
        id: &str,
        edits: &[TextRecord],
        refused: &mut Vec<CheckError>,
    ) -> Result<(), SessionError> {
        let mut article = self.text(id, Side::Article)?;
        let mut summary = self.text(id, Side::Summary)?;
        let mut newest = self.recorder.folded(id, &self.by)?.events().last().map(|event| event.uuid);
        let mut text_steps = [Side::Article, Side::Summary].map(|side| self.steps_of(id, side));
        let mut drafts = Vec::with_capacity(edits.len());
        for edit in edits {
            let (before, steps) = match edit.side {
                Side::Article => (&mut article, &mut text_steps[0]),
                Side::Summary => (&mut summary, &mut text_steps[1]),
            };
            if *before == edit.text {
                continue;
            }
            *before = Arc::clone(&edit.text);
            let mut draft = self.edit_draft(id, edit.side, &edit.text);
            let uuid = Uuid::now_v7();
            draft.uuid = Some(uuid);
            let first = steps.begun_by(edit.step, newest);
            if let Some(first) = first {
                draft.fields.set(STEP, &first.to_string());
            }
            newest = Some(uuid);
            let step = Some((edit.step, first.unwrap_or(uuid)));
            steps.edited(RecordedEdit { event: uuid, depth: edit.depth, step });
            drafts.push(draft);
        }
        self.date(&mut drafts)?;
        let recorded = self.recorder.record(drafts)?;
        let gone: Vec<CheckError> = recorded.into_iter().filter_map(Result::err).collect();
        if gone.is_empty() {
            let keys = [Side::Article, Side::Summary].map(|side| (id.to_owned(), side));
            self.text_steps.extend(keys.into_iter().zip(text_steps));
        }
        refused.extend(gone);
        Ok(())
    }

    fn steps_of(&self, id: &str, side: Side) -> TextSteps {
        self.text_steps.get(&(id.to_owned(), side)).cloned().unwrap_or_default()
    }

    /// Writes a text that was made by undo or redo.
    fn write_turned(
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
        let mut steps = self.steps_of(id, now.side);
        let from = steps.depth();
        let (back, again) = steps.turn(now.depth);
        let turn = |of, back| EventDraft::turn(id, &self.by, of, back);
        let back = back.into_iter().map(|of| turn(of, true));
        let turns = back.chain(again.into_iter().map(|of| turn(of, false))).collect();
        // If this is refused, the text is recorded as an edit.
        self.step(turns, &mut Vec::new())?;
        self.text_steps.insert(key.clone(), steps.clone());
        if self.text(id, now.side)? == now.text {
            return Ok(());
        }
        // Only part of an edit was undone. The remaining part is recorded as an edit, and the undone part as
        // another edit that can be redone.
        if let Some(event) = self.edit(id, now.side, &now.text, refused)? {
            steps.edited(RecordedEdit { event, depth: now.depth, step: None });
        }
        if from > now.depth
            && let Some(event) = self.edit(id, now.side, &before, refused)?
        {
            self.step(vec![EventDraft::turn(id, &self.by, event, true)], refused)?;
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

    /// Records an edit of a text. Returns the event unless it was refused.
    fn edit(
        &mut self,
        id: &str,
        side: Side,
        text: &str,
        refused: &mut Vec<CheckError>,
    ) -> Result<Option<Uuid>, SessionError> {
        let draft = self.edit_draft(id, side, text);
        Ok(self.step(vec![draft], refused)?.pop())
    }

    fn edit_draft(&self, id: &str, side: Side, text: &str) -> EventDraft {
        EventDraft::new(id, &self.by, Act::Edit { side, text: text.to_owned() })
    }
}
