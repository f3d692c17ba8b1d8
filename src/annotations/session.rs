//! Reads review sessions: each annotator's labels for each case in which they recorded something.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::file::{marks, moved};
use super::join::{Contribution, Edited};
use super::split::{AnnotatorShare, Giver, split};
use super::{AnnotationsError, Gathering};
use crate::agree::annotators::LabelledUnit;
use crate::case::Texts;
use crate::embedding::Embedding;
use crate::labels::overrides::Care;
use crate::labels::{LISTS, LabelValue, Labels, List, ListSpec};
use crate::session::{Analyst, CaseState, ENGINE, Folded, Recorder, Store, is_adjudicator};

/// First bytes of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// File extensions commonly used for sessions.
const ENDINGS: [&str; 3] = ["db", "sqlite", "sqlite3"];

/// Returns whether a file is a session, or is named like one.
pub fn is_session(path: &Path) -> bool {
    let mut head = Vec::new();
    let regular = std::fs::metadata(path).is_ok_and(|about| about.is_file());
    if regular && let Ok(file) = std::fs::File::open(path) {
        // A read error is reported later, by the function that reads the file.
        drop(file.take(MAGIC.len() as u64).read_to_end(&mut head));
    }
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    head == MAGIC || ENDINGS.contains(&ending)
}

impl Gathering {
    pub(super) fn read_session(
        &mut self,
        path: &Path,
        embedding: &Embedding,
    ) -> Result<(), AnnotationsError> {
        let fault = |fault: crate::session::SessionError| AnnotationsError::new(fault.to_string());
        let store = Store::open_notifying(path, |who| (self.note)(&who)).map_err(fault)?;
        let mut recorder = Recorder::new(store, None, Analyst::new(embedding.clone()));
        let line = recorder.store().line().map_err(fault)?;
        let field = |key: &str| line.text(key).unwrap_or_default().trim_matches('"').to_owned();
        let readings = Some(field("readings")).filter(|readings| readings.len() > "{}".len());
        let rubric =
            readings.map_or_else(|| field("rubric"), |readings| format!("{} {readings}", field("rubric")));
        self.rubrics.push((path.display().to_string(), rubric));
        let before = self.given.len();
        for id in recorder.store().ids().map_err(fault)? {
            let names = recorder.store().annotators(Some(&id)).map_err(fault)?;
            let mut first = true;
            for (name, _) in &names {
                let case = recorder.case(&id).map_err(fault)?;
                let base = Arc::clone(self.cases.entry(id.clone()).or_insert(case));
                let folded = recorder.folded(&id, name).map_err(fault)?;
                if is_adjudicator(folded) {
                    continue;
                }
                let place: Arc<str> = Arc::from(format!("{}, case {id:?}", path.display()));
                let mut of_case = self.annotated(name, folded, Texts::of(&base), &place);
                // The engine's proposals are identical for all annotators, so they are kept once.
                of_case.retain(|own| own.annotator != ENGINE || first);
                first = false;
                of_case.into_iter().for_each(|own| self.add(&id, own));
            }
            self.room()?;
        }
        if self.given.len() == before && recorder.store().counts().map_err(fault)?.1 == 0 {
            self.notes.push(format!("{}: nobody has recorded anything in it yet", path.display()));
        }
        Ok(())
    }

    fn annotated(&self, name: &str, folded: &Folded, base: Texts, place: &Arc<str>) -> Vec<Contribution> {
        let state = folded.state();
        let contribution = |annotator: &str, share, texts: Edited| Contribution {
            annotator: annotator.to_owned(),
            place: Arc::clone(place),
            owner: true,
            share,
            texts: Some(texts),
            rejected: None,
            decision: None,
            reason: None,
            at: None,
            set: None,
        };
        let shares = |labels, owner, texts: &Edited| -> BTreeMap<String, AnnotatorShare> {
            let marks = marks(labels, texts, base);
            let of = |list: List, at: usize| marks[list as usize].get(at).cloned().unwrap_or_default();
            let shares = split(labels, Giver { owner, unnamed: owner }, &self.selection, &of);
            shares.into_iter().map(|(who, share)| (who.to_owned(), share)).collect()
        };
        let texts = Edited { article: Arc::clone(&state.article), summary: Arc::clone(&state.summary) };
        let labels = state.labels_with(self.least);
        // An annotator who only flagged or commented on a case has not judged its labels.
        let decided = state.decision.is_some() || state.changed() > 0 || !state.accepted().is_empty();
        let given = state.decision.as_ref().filter(|given| self.least == Care::Accepted || !given.accepted);
        let own = shares(&labels, name, &texts).remove(name).unwrap_or_default();
        let mut all = vec![Contribution {
            decision: given.map(|decided| decided.verdict),
            reason: given.and_then(|decided| decided.reason.clone()),
            at: folded.events().last().map(|event| event.micros),
            rejected: Some(rejected(state, &labels, base)),
            set: (self.sets && decided).then(|| self.graded(&moved(&labels, &texts, base))),
            ..contribution(name, own, texts)
        }];
        if self.counts(ENGINE) {
            let first = folded.base();
            let texts = Edited { article: Arc::clone(&first.article), summary: Arc::clone(&first.summary) };
            let proposed = shares(&first.proposals, ENGINE, &texts).remove(ENGINE).unwrap_or_default();
            all.push(contribution(ENGINE, proposed, texts));
        }
        all
    }
}

/// Returns the proposed findings that were removed.
fn rejected(state: &CaseState, labels: &Labels, base: Texts) -> Vec<(List, LabelledUnit)> {
    let texts = Edited { article: Arc::clone(&state.article), summary: Arc::clone(&state.summary) };
    let places = marks(state.proposals(), &texts, base);
    let findings = LISTS.iter().filter(|spec| spec.list.is_finding());
    let of_list = |spec: &ListSpec| {
        let (list, kept) = (spec.list, labels.get(spec.list).unwrap_or_default());
        let proposed = state.proposals().get(list).unwrap_or_default().iter().enumerate();
        let gone = proposed.filter(|(_, proposal)| {
            !kept.iter().any(|label| (&label.text, &label.summary) == (&proposal.text, &proposal.summary))
        });
        let units = gone.map(|(at, proposal)| {
            let marks = places[list as usize].get(at).cloned().unwrap_or_default();
            (list, LabelledUnit { text: proposal.text.clone(), value: LabelValue::No, marks })
        });
        units.collect::<Vec<_>>()
    };
    findings.flat_map(of_list).collect()
}
