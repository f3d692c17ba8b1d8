//! Messages about adjudication, exports, and the agreement of annotators.

use std::path::PathBuf;

use crate::tui::component::ComponentEvent;
use crate::tui::export::NewExportError;
use crate::tui::msg::Effect;
use crate::tui::state::AgreementState;
use crate::tui::{adjudicator, agreeing};

use super::App;

impl App {
    /// Handles progress or the result of the agreement computation.
    pub(super) fn on_agreed(&mut self, answer: agreeing::AgreementUpdate, effects: &mut Vec<Effect>) {
        self.state.agreement = Some(match answer {
            agreeing::AgreementUpdate::At(words) => AgreementState::Computing(words),
            agreeing::AgreementUpdate::Done(Ok(document)) => AgreementState::Found(document),
            agreeing::AgreementUpdate::Done(Err(why)) => AgreementState::Not(match why.hint {
                Some(hint) => format!("{}; {hint}", why.message),
                None => why.message,
            }),
        });
        self.broadcast(ComponentEvent::Agreed, effects);
    }

    /// Handles the result of an export.
    pub(super) fn on_exported(
        &mut self,
        result: Result<(PathBuf, Vec<String>), NewExportError>,
        effects: &mut Vec<Effect>,
    ) {
        self.state.exports = self.state.exports.saturating_sub(1);
        match result {
            Ok((path, omissions)) => {
                let written = format!("exported to {}", path.display());
                let parts: Vec<String> = std::iter::once(written).chain(omissions).collect();
                self.state.notify(&parts.join("; "));
            }
            Err(why) => self.state.warn(why.to_string()),
        }
        self.broadcast(ComponentEvent::Exported, effects);
    }

    /// Handles a message from the adjudication thread.
    pub(super) fn on_adjudicated(
        &mut self,
        answer: adjudicator::AdjudicatorUpdate,
        effects: &mut Vec<Effect>,
    ) {
        use adjudicator::AdjudicatorUpdate;
        let answer = match answer {
            AdjudicatorUpdate::Exported(result) => return self.on_exported(result, effects),
            answer => answer,
        };
        let Some(adjudication) = &mut self.state.adjudication else { return };
        match answer {
            AdjudicatorUpdate::Weighing(done, all) => adjudication.weighing = Some((done, all)),
            AdjudicatorUpdate::Weighed(disputes, rubric, turns) => {
                (adjudication.disputes, adjudication.rubric, adjudication.turns, adjudication.weighing) =
                    (*disputes, rubric, turns, None);
                // The adjudicator continues at the first disagreement without a ruling.
                let first = adjudication.disputes.all.iter().find(|dispute| dispute.ruling.is_none());
                adjudication.to = first.map(|dispute| dispute.place);
            }
            AdjudicatorUpdate::Changed(changed, to, turns) => {
                for dispute in changed {
                    let known =
                        adjudication.disputes.all.iter_mut().find(|known| known.place == dispute.place);
                    if let Some(known) = known {
                        *known = dispute;
                    }
                }
                adjudication.turns = turns;
                let (place, words) = to.unzip();
                adjudication.to = place;
                if let Some(words) = words {
                    self.state.notify(&words);
                }
            }
            AdjudicatorUpdate::Idle(words) => self.state.notify(words),
            AdjudicatorUpdate::Failed(why) => {
                if adjudication.weighing.take().is_some() {
                    adjudication.failed = Some(why.clone());
                }
                self.state.warn(format!("NOT SAVED: {why}"));
            }
            AdjudicatorUpdate::Exported(_) => {}
        }
        self.broadcast(ComponentEvent::Adjudicated, effects);
    }
}
