//! Labels of the user's own judge in the session. They replace the engine's proposals, and decisions refer to
//! them.

use std::sync::Arc;

use crate::labels::overrides::SuppliedLabels;
use crate::session::{SEALED, VERSION};
use crate::tui::queue::{CaseContent, QueueUpdate};

use super::{CaseStore, QueueCase};

/// Separator between the version of the engine and the mark of the judge whose labels replace its proposals.
const WITH: &str = " + ";

/// Returns the name, in a session, of the engine combined with a judge.
pub(in crate::tui::queue) fn engine(mark: &str) -> String {
    format!("{VERSION}{WITH}{mark}")
}

/// Replaces this engine's proposals by labels stored in the session, on which the decisions were made.
pub(super) fn propose(read: &mut CaseContent, engine: &str, labels: SuppliedLabels) {
    let (version, judge) = engine.split_once(WITH).unzip();
    read.judge = judge.map(Arc::from);
    if engine == SEALED {
        // Sealed units have no labels, so no proposer is named.
    } else if version.unwrap_or(engine) != VERSION {
        read.warnings.push(format!(
            "lockbench {engine} proposed these labels, not {VERSION}: the command \"reanalyse\" updates them"
        ));
    }
    read.proposed = Some(labels);
}

impl CaseStore {
    pub(super) fn judged(&mut self, index: usize, judge: &str, kept: &SuppliedLabels) {
        // Text typed before has to be recorded first.
        self.flush();
        self.store();
        let Some(QueueCase::Stored(id)) = self.slots.get(index) else { return };
        let (id, Some(session_recorder)) = (id.clone(), &mut self.session_recorder) else { return };
        if let Err(fault) = session_recorder.judged(&id, &engine(judge), kept) {
            (self.send)(QueueUpdate::Noted(format!("what {judge} says is not saved: {fault}")));
        }
    }
}
