//! Bulk steps, carried out in parts between other jobs.

use crate::session::InForce;
use crate::tui::queue::bulk::{Batch, BulkProgress, BulkStep};
use crate::tui::queue::scorer::ScorerMessage;
use crate::tui::queue::{QueueError, QueueUpdate};

use super::{CaseStore, QueueCase};

impl CaseStore {
    /// Carries out a part of a bulk step.
    pub(super) fn go_on(&mut self) {
        let Some(mut bulk) = self.bulk.take() else { return };
        let Some(session_recorder) = &mut self.session_recorder else { return };
        match bulk.go_on(session_recorder, &*self.send) {
            Ok(progress) => {
                for (index, _) in &progress.done {
                    self.scorer.send(ScorerMessage::Again(*index)).ok();
                }
                self.bulk = Some(bulk).filter(|_| progress.left > 0);
                (self.send)(QueueUpdate::Bulk(progress));
            }
            Err(fault) => {
                (self.send)(QueueUpdate::Unkept(fault.to_string()));
                (self.send)(QueueUpdate::Bulk(BulkProgress::nothing()));
            }
        }
    }

    /// Begins a bulk step, after saving what was typed before.
    pub(super) fn begin_bulk(&mut self, batch: Batch) {
        let bulk = match batch {
            Batch::Accept { rubric, cases } => {
                let lists = self.numbers.rubrics.get(rubric).map_or(&[][..], |(_, rubric)| rubric.lists());
                let indices: Vec<usize> = cases.iter().map(|(at, _)| *at).collect();
                Ok(BulkStep::accept(lists, cases.into_iter().collect(), self.cases_of(&indices)))
            }
            Batch::Rule { rule, dropped, cases } => Ok(BulkStep::rule(rule, dropped, self.cases_of(&cases))),
            Batch::Undo(Some((name, cases))) => Ok(BulkStep::undo(name, self.cases_of(&cases))),
            Batch::Undo(None) => self.last_bulk(),
            Batch::Redo(name, cases) => Ok(BulkStep::redo(name, self.cases_of(&cases))),
        };
        self.flush();
        match bulk {
            Ok(bulk) if bulk.left() > 0 => self.bulk = Some(bulk),
            Ok(_) => (self.send)(QueueUpdate::Bulk(BulkProgress::nothing())),
            Err(why) => {
                (self.send)(QueueUpdate::Noted(why.to_string()));
                (self.send)(QueueUpdate::Bulk(BulkProgress::nothing()));
            }
        }
    }

    fn cases_of(&self, indices: &[usize]) -> Vec<(usize, String)> {
        let id = |at: &usize| match self.slots.get(*at) {
            Some(QueueCase::Stored(id)) => Some((*at, id.clone())),
            _ => None,
        };
        indices.iter().filter_map(id).collect()
    }

    /// Returns the last bulk step, to be undone.
    fn last_bulk(&mut self) -> Result<BulkStep, QueueError> {
        let store = self.session_recorder.as_mut().ok_or(QueueError::NoBulkStep)?.store();
        let verdicts = store.verdicts(&self.by)?;
        let of_bulk = |(_, given): &(&String, &InForce)| given.bulk.is_some();
        let last = verdicts.iter().filter(of_bulk).max_by_key(|(_, given)| given.micros);
        let name = last.and_then(|(_, given)| given.bulk.clone()).ok_or(QueueError::NoBulkStep)?;
        let mut cases: Vec<(usize, String)> = verdicts
            .iter()
            .filter(|(_, given)| given.bulk.as_ref() == Some(&name))
            .filter_map(|(id, _)| Some((*self.known.get(id)?, id.clone())))
            .collect();
        cases.sort_unstable();
        Ok(BulkStep::undo(name.into(), cases))
    }
}
