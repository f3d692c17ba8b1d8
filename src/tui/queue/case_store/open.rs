//! Opens a case for the screen, and finds the other cases with its article.

use super::judged;
use super::{CaseStore, QueueCase};
use crate::session::{CheckError, SessionError, VERSION};
use crate::tui::queue::blind::Visibility;
use crate::tui::queue::{CaseContent, OpenedCase, QueueError, QueueUpdate};

impl CaseStore {
    pub(super) fn open(&mut self, index: usize) {
        self.opened = true;
        let read = match self.slots.get(index) {
            None => Err(QueueError::NoCase),
            Some(QueueCase::Broken(why)) => Err(why.clone().into()),
            Some(QueueCase::Held(held)) => {
                let mut read = CaseContent::new((*held.case).clone());
                read.visibility = self.visibility(&held.case.id);
                read.warnings.splice(0..0, held.note.clone());
                Ok(Box::new(read))
            }
            Some(QueueCase::Stored(id)) => {
                let id = id.clone();
                self.stored(&id).map_err(QueueError::from)
            }
        };
        (self.send)(QueueUpdate::Opened(Box::new(OpenedCase { index, read })));
    }

    /// Finds the other cases with the same article as imported.
    pub(super) fn alike(&mut self, index: usize) {
        let article = match self.slots.get(index) {
            Some(QueueCase::Held(held)) => held.case.article.clone(),
            Some(QueueCase::Stored(id)) => {
                let row = self
                    .session_recorder
                    .as_mut()
                    .and_then(|session_recorder| session_recorder.store().case(id).ok().flatten());
                row.and_then(|row| row.read().ok()).map(|case| case.article).unwrap_or_default()
            }
            Some(QueueCase::Broken(_)) | None => String::new(),
        };
        let held = |slot: &QueueCase| matches!(slot, QueueCase::Held(held) if held.case.article == article);
        let mut alike: Vec<usize> =
            self.slots.iter().enumerate().filter(|(_, slot)| held(slot)).map(|(at, _)| at).collect();
        if let Some(session_recorder) = self.session_recorder.as_mut().filter(|_| !article.is_empty()) {
            let ids = session_recorder.store().with_article(&article).unwrap_or_default();
            alike.extend(ids.iter().filter_map(|id| self.known.get(id)));
        }
        alike.retain(|at| *at != index);
        alike.sort_unstable();
        alike.dedup();
        (self.send)(QueueUpdate::Alike(index, alike));
    }

    /// Returns a case of the session as its annotator left it.
    fn stored(&mut self, id: &str) -> Result<Box<CaseContent>, SessionError> {
        let gone = || SessionError::CaseGone(id.to_owned());
        let visibility = self.visibility(id);
        let session_recorder = self.session_recorder.as_mut().ok_or_else(gone)?;
        let row = session_recorder.store().case(id)?.ok_or_else(gone)?;
        let mut read = CaseContent::new(row.read().map_err(CheckError::from)?);
        read.visibility = visibility;
        if visibility == Visibility::Hidden {
            // The warnings are about the labels supplied with the case, which are hidden.
            read.warnings.clear();
        }
        read.history = session_recorder.history(id)?;
        if let Some((engine, labels)) = session_recorder.proposed(id)?.filter(|(engine, _)| engine != VERSION)
        {
            judged::propose(&mut read, &engine, labels);
        }
        Ok(Box::new(read))
    }
}
