//! Threads for several annotators: the one for adjudication, and those that compute agreement.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use rustc_hash::FxHashMap;

use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::tui::adjudicator::{self, Adjudicating, AdjudicatorJob};
use crate::tui::agreeing::{self, AgreementRequest};
use crate::tui::app::App;
use crate::tui::jobs::Jobs;
use crate::tui::keymap::{Action, Key};
use crate::tui::msg::Message;
use crate::tui::queue::Storage;
use crate::tui::state::AdjudicationState;

/// The loop's connection to the threads for several annotators.
pub struct Annotators {
    adjudicator: Option<Jobs<AdjudicatorJob>>,
    /// Input for the agreement of an adjudication; `None` compares the session's annotators.
    compared: Option<AgreementRequest>,
    to: Sender<Message>,
    embedding: Embedding,
}

impl Annotators {
    /// Starts the adjudication, if there is one, and opens its screen.
    pub fn new(
        app: &mut App,
        adjudicating: Option<Adjudicating>,
        session: Option<PathBuf>,
        to: &Sender<Message>,
        embedding: &Embedding,
    ) -> Annotators {
        let (to, embedding) = (to.clone(), embedding.clone());
        let Some((of, session)) = adjudicating.zip(session) else {
            return Annotators { adjudicator: None, compared: None, to, embedding };
        };
        app.state.adjudication = Some(AdjudicationState::new(Arc::clone(&of.of), of.hidden));
        // The workbench was opened for the adjudication.
        to.send(Message::Command(Action::Adjudicate, Key::char('&').event())).ok();
        let compared = AgreementRequest {
            files: of.files,
            cases: of.cases,
            selection: of.selection.clone(),
            hidden: of.hidden,
        };
        let (by, answers) = (app.state.by.clone(), to.clone());
        let send = move |answer| _ = answers.send(Message::Adjudicated(Box::new(answer)));
        let adjudicator = adjudicator::spawn(of.of, of.selection, session, by, embedding.clone(), send);
        Annotators { adjudicator: Some(adjudicator), compared: Some(compared), to, embedding }
    }

    /// Whether there is an adjudication, so that its disagreements are awaited.
    pub fn adjudicates(&self) -> bool {
        self.adjudicator.is_some()
    }

    /// Submits a job for the adjudication. Returns whether an answer has to be awaited.
    pub fn adjudicate(&self, job: AdjudicatorJob) -> bool {
        self.adjudicator.as_ref().map(|adjudicator| adjudicator.ask(job)).is_some()
    }

    /// Starts to compute the agreement of the adjudicated annotators, or of a session's.
    pub fn agree(&self, app: &App, session: PathBuf) {
        let state = &app.state;
        let mut compared = self.compared.clone().unwrap_or_else(|| AgreementRequest {
            files: vec![session],
            cases: FxHashMap::default(),
            selection: Selection::new(Arc::clone(&state.rubrics), &[state.slug()], state.readings),
            hidden: false,
        });
        compared.hidden = state.adjudication.as_ref().is_some_and(|adjudication| adjudication.hidden);
        let answers = self.to.clone();
        agreeing::spawn(compared, self.embedding.clone(), move |answer| {
            answers.send(Message::Agreed(Box::new(answer))).ok();
        });
    }
}

/// Returns the session that was given by name, if there is one.
pub fn session(keep: &Storage) -> Option<PathBuf> {
    match keep {
        Storage::Session(store) => Some(store.path().to_path_buf()),
        Storage::Nowhere(_) | Storage::Own { .. } => None,
    }
}
