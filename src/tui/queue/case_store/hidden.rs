//! The cases of a blind review: which are hidden, and the reveal.

use crate::tui::queue::blind::{FeedbackRequest, Visibility};
use crate::tui::queue::{QueueError, QueueUpdate};

use super::{CaseStore, QueueCase};

impl CaseStore {
    /// Whether the engine's judgement of a case is shown.
    pub(super) fn visibility(&self, id: &str) -> Visibility {
        match &self.sources.blind {
            None => Visibility::Open,
            // A package does not contain what would be shown; the lead has it.
            Some(_) if self.package => Visibility::Hidden,
            Some(_) if self.revealed.contains(id) => Visibility::Revealed,
            Some(_) => Visibility::Hidden,
        }
    }

    /// Sends the status of the blind review.
    pub(super) fn send_standing(&mut self) {
        let (Some(blind), Some(session_recorder)) = (&self.sources.blind, &mut self.session_recorder) else {
            return;
        };
        let reveals = session_recorder.store().events_of("reveal", &self.by).unwrap_or_default();
        let id = |slot: &QueueCase| match slot {
            QueueCase::Stored(id) => Some(id.clone()),
            QueueCase::Held(_) | QueueCase::Broken(_) => None,
        };
        let ids: Vec<String> = self.slots.iter().filter_map(id).collect();
        (self.send)(QueueUpdate::Blind(blind.standing(&ids, self.training, &reveals)));
    }

    /// Records that a case was judged blind, and reports that it is revealed.
    pub(super) fn reveal(&mut self, asked: &FeedbackRequest) {
        self.flush();
        let (Some(QueueCase::Stored(id)), Some(blind), Some(session_recorder)) =
            (self.slots.get(asked.index), &self.sources.blind, &mut self.session_recorder)
        else {
            return (self.send)(QueueUpdate::Revealed(asked.index, Err(QueueError::NothingToReveal)));
        };
        let (id, training) = (id.clone(), asked.index < self.training);
        match session_recorder.reveal(&id, asked, blind, training) {
            Ok(feedback) => {
                self.revealed.insert(id);
                self.send_standing();
                if self.package {
                    return (self.send)(QueueUpdate::HandedIn(asked.index));
                }
                (self.send)(QueueUpdate::Revealed(asked.index, Ok(feedback.filter(|_| training))));
            }
            Err(fault) => (self.send)(QueueUpdate::Revealed(asked.index, Err(fault.into()))),
        }
    }
}
