//! What the loop talks to about annotators: the thread that adjudicating goes through, and those that compute agreement.

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

/// What the loop talks to about annotators.
pub struct Annotators {
    adjudicator: Option<Jobs<AdjudicatorJob>>,
    /// What is compared where something is adjudicated; else it is the session.
    compared: Option<AgreementRequest>,
    to: Sender<Message>,
    embedding: Embedding,
}

impl Annotators {
    /// Has what is adjudicated weighed, and its screen opened.
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
        // It is what the workbench was opened for.
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

    /// Whether something is adjudicated: then its disagreements are awaited.
    pub fn adjudicates(&self) -> bool {
        self.adjudicator.is_some()
    }

    /// Has something adjudicated; whether an answer is to be awaited.
    pub fn adjudicate(&self, job: AdjudicatorJob) -> bool {
        self.adjudicator.as_ref().map(|adjudicator| adjudicator.ask(job)).is_some()
    }

    /// Has the agreement computed: of what is adjudicated, or of a session.
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

/// The session that was named, where one was.
pub fn session(keep: &Storage) -> Option<PathBuf> {
    match keep {
        Storage::Session(store) => Some(store.path().to_path_buf()),
        Storage::Nowhere(_) | Storage::Own { .. } => None,
    }
}
