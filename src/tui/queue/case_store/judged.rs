//! The labels of a judge of the user's own in the session: proposals in place of the engine's, which what is
//! decided on them is about.

use crate::labels::overrides::SuppliedLabels;
use crate::session::{SEALED, VERSION};
use crate::tui::queue::{CaseContent, QueueUpdate};

use super::{CaseStore, QueueCase};

/// The separator between the version of the engine and the name of the judge whose labels are over its proposals.
const WITH: &str = " + ";

/// What a session calls the engine with a judge.
pub(in crate::tui::queue) fn engine(judge: &str) -> String {
    format!("{VERSION}{WITH}{judge}")
}

/// Replaces this engine's proposals by labels that the session has: the decisions were made on these.
pub(super) fn propose(read: &mut CaseContent, engine: &str, labels: SuppliedLabels) {
    let (version, judge) = engine.split_once(WITH).unzip();
    read.judged = judge.is_some();
    if engine == SEALED {
        // Units without labels have no proposer to name.
    } else if version.unwrap_or(engine) != VERSION {
        read.warnings.push(format!(
            "lockbench {engine} proposed these labels, not {VERSION}: the command \"reanalyse\" updates them"
        ));
    }
    read.proposed = Some(labels);
}

impl CaseStore {
    pub(super) fn judged(&mut self, index: usize, judge: &str, kept: &SuppliedLabels) {
        // What was typed before comes before it.
        self.flush();
        self.store();
        let Some(QueueCase::Stored(id)) = self.slots.get(index) else { return };
        let (id, Some(session_recorder)) = (id.clone(), &mut self.session_recorder) else { return };
        if let Err(fault) = session_recorder.judged(&id, &engine(judge), kept) {
            (self.send)(QueueUpdate::Noted(format!("what {judge} says is not saved: {fault}")));
        }
    }
}
