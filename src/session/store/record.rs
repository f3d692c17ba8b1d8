//! Records events: each is checked against the current state, all of a call in one transaction.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use uuid::Uuid;

use crate::case::{Case, Texts};
use crate::labels::Labels;

use super::{Mirror, Store, connection, insert_event};
use crate::session::analyst::{Analyst, VERSION};
use crate::session::check::EventCheck;
use crate::session::check_error::CheckError;
use crate::session::error::SessionError;
use crate::session::event::{Act, Event, EventDraft, Moment, annotator};
use crate::session::folded::Folded;
use crate::session::history::CaseHistory;
use crate::session::package::package_of;
use crate::session::state::InitialCase;
use crate::session::units::usual_word;

/// Most states kept in memory; beyond that, all are dropped and read again when needed.
const KEPT: usize = 256;
/// Most events in the folds kept in memory, likewise.
const KEPT_EVENTS: usize = 50_000;

/// A case, and its state before any event.
type CaseWithBase = (Arc<Case>, Arc<InitialCase>);

/// A recorded event, or why it was refused.
pub type Recorded = Result<Event, CheckError>;

/// A session's file, with what is needed to record events.
pub struct Recorder {
    store: Store,
    /// The annotator of events that do not name one.
    by: Option<String>,
    analyst: Analyst,
    bases: HashMap<String, CaseWithBase>,
    folded: HashMap<(String, String), Folded>,
    /// Changes whenever another process has written.
    version: i64,
    mirror: Option<Mirror>,
    /// Whether the session is a package, in which no data of the engine is written.
    package: bool,
}

impl Recorder {
    /// Creates a recorder; `by` is the annotator of events that do not name one.
    pub fn new(store: Store, by: Option<String>, analyst: Analyst) -> Recorder {
        let package = store.line().is_ok_and(|line| package_of(&line).is_some());
        Recorder {
            package,
            store,
            by,
            analyst,
            bases: HashMap::new(),
            folded: HashMap::new(),
            version: 0,
            mirror: None,
        }
    }

    /// Keeps a mirror of the session and of events recorded from now on, which other programs cannot
    /// damage.
    pub fn keep_mirror(&mut self, mirror: Mirror) {
        self.mirror = Some(mirror);
    }

    /// Continues in a new file, since the session's own was lost.
    ///
    /// # Errors
    /// If it cannot be written; nothing is changed then.
    pub fn rescue(&mut self, to: &Path) -> Result<(), SessionError> {
        self.store = self.store.rescue(self.mirror.as_mut(), to)?;
        self.mirror = None;
        self.bases.clear();
        self.folded.clear();
        Ok(())
    }

    /// Returns the session's file.
    pub fn store(&mut self) -> &mut Store {
        &mut self.store
    }

    /// Returns the fold of an annotator's events on a case.
    pub fn folded(&mut self, id: &str, by: &str) -> Result<&Folded, SessionError> {
        self.refresh()?;
        self.load(id, by)?;
        Ok(self.folded.get(&(id.to_owned(), by.to_owned())).ok_or_else(|| no_case(id))?)
    }

    /// Returns an annotator's undo history of a case.
    pub fn history(&mut self, id: &str, by: &str) -> Result<CaseHistory, SessionError> {
        self.folded(id, by)?;
        let folded = self.folded.get(&(id.to_owned(), by.to_owned()));
        self.store.history(folded.ok_or_else(|| no_case(id))?, id)
    }

    /// Returns the proposals of this version of the engine for a case as an annotator left it.
    pub fn fresh_proposals(&mut self, id: &str, by: &str) -> Result<Arc<Labels>, SessionError> {
        let case = self.case(id)?;
        let state = self.folded(id, by)?.state();
        let (article, summary) = (Arc::clone(&state.article), Arc::clone(&state.summary));
        let texts = Texts { article: &article, summary: &summary };
        let (proposals, _) = self.analyst.propose(&case, texts);
        let base = InitialCase::new(&article, &summary, VERSION, proposals.get());
        Ok(base.map(|base| base.proposals).map_err(CheckError::from)?)
    }

    /// Returns a case as imported.
    pub fn case(&mut self, id: &str) -> Result<Arc<Case>, SessionError> {
        Ok(self.base(id)?.0)
    }

    /// Records events. The results are in the order of the drafts: each event is on disk when this
    /// returns, or was refused.
    ///
    /// # Errors
    /// If the file cannot be written; none of them is recorded then.
    pub fn record(&mut self, drafts: Vec<EventDraft>) -> Result<Vec<Recorded>, SessionError> {
        // Proposals are made before the file is locked, since other processes may wait for it.
        for draft in &drafts {
            unless_refused(self.base(&draft.case))?.ok();
        }
        self.transact(drafts).inspect_err(|_| self.folded.clear())
    }

    fn transact(&mut self, drafts: Vec<EventDraft>) -> Result<Vec<Recorded>, SessionError> {
        let turn = self.store.db.turn();
        let _held = self.store.db.begin(&turn).map_err(|error| self.store.fault(&error))?;
        let run = || -> Result<Vec<Recorded>, SessionError> {
            self.refresh()?;
            let mut next = self.store.last()? + 1;
            let mut done = Vec::with_capacity(drafts.len());
            for draft in drafts {
                let recorded = unless_refused(self.one(draft, next))?;
                if let Ok(event) = &recorded {
                    next = next.max(event.seq + 1);
                }
                done.push(recorded);
            }
            Ok(done)
        };
        let done = run();
        let ended = self.store.db.with(|db| connection::end(db, done.is_ok()));
        let done = done?;
        ended.map_err(|error| self.store.fault(&error))?;
        if let Some(mirror) = &mut self.mirror
            && done.iter().flatten().any(|event| mirror.push(event).is_err())
        {
            // A mirror with a gap is useless.
            self.mirror = None;
        }
        Ok(done)
    }

    fn one(&mut self, mut draft: EventDraft, next: i64) -> Result<Event, SessionError> {
        let by = draft.by.clone().or_else(|| self.by.clone()).ok_or(CheckError::NoAnnotator)?;
        annotator(&by).map_err(CheckError::from)?;
        draft.by = Some(by.clone());
        if let Some(known) = draft.uuid.map(|uuid| self.store.named(uuid)).transpose()?.flatten() {
            return if repeats(&draft, &known) { Ok(known) } else { Err(taken(known).into()) };
        }
        if let Some(known) = draft.seq.map(|seq| self.store.numbered(seq)).transpose()?.flatten() {
            return Err(CheckError::SeqTaken { seq: known.seq, uuid: known.uuid }.into());
        }
        self.load(&draft.case, &by)?;
        let (case, _) = self.base(&draft.case)?;
        let package = self.package;
        if package && matches!(draft.act, Act::Edit { .. } | Act::Reanalyse { .. }) {
            return Err(CheckError::Package.into());
        }
        let key = (draft.case.clone(), by);
        let folded = self.folded.get_mut(&key).ok_or_else(|| no_case(&draft.case))?;
        let uuid = draft.uuid.unwrap_or_else(Uuid::now_v7);
        if draft.at.is_none() {
            // Strictly later than the previous event, regardless of the clock, since events are ordered
            // by time.
            let last = folded.events().last().map_or(i64::MIN, |event| event.micros);
            draft.at = Some(Moment::from_micros(crate::session::now().micros().max(last.saturating_add(1))));
        }
        (draft.uuid, draft.seq) = (Some(uuid), draft.seq.or(Some(next)));
        let (store, analyst) = (&self.store, RefCell::new(&mut self.analyst));
        let mut check = EventCheck {
            folded,
            article: &|id| Some(store.case(id).ok()??.read().ok()?.article),
            propose: &mut |texts: Texts| (VERSION.to_owned(), analyst.borrow_mut().propose(&case, texts).0),
            follow: &mut |texts, rules, overrides| {
                analyst.borrow_mut().follow(&case, texts, rules, overrides)
            },
            open: &mut |texts, list, unit| match package {
                true => Some(usual_word(list)),
                false => analyst.borrow_mut().alone(&case, texts, list, unit),
            },
        };
        let event = check.complete(draft, uuid)?.complete().map_err(CheckError::from)?;
        self.store.db.with(|db| insert_event(db, &event)).map_err(|error| self.store.fault(&error))?;
        if !folded.push(&event) {
            // After an undo or an out-of-order event, the case is folded again when next needed.
            self.folded.remove(&key);
        }
        Ok(event)
    }

    /// Drops cached states if another process has written, or if there are too many.
    fn refresh(&mut self) -> Result<(), SessionError> {
        let version = self.store.one("PRAGMA data_version", [], |row| row.get(0))?.unwrap_or(0);
        let events: usize = self.folded.values().map(|folded| folded.events().len()).sum();
        if version != self.version || self.folded.len() > KEPT || events > KEPT_EVENTS {
            self.folded.clear();
            self.version = version;
        }
        if self.bases.len() > KEPT {
            self.bases.clear();
        }
        Ok(())
    }

    fn load(&mut self, id: &str, by: &str) -> Result<(), SessionError> {
        let key = (id.to_owned(), by.to_owned());
        if !self.folded.contains_key(&key) {
            let (_, base) = self.base(id)?;
            self.folded.insert(key, self.store.folded(base, id, by)?);
        }
        Ok(())
    }

    /// Returns a case and its proposals, making these if there are none.
    fn base(&mut self, id: &str) -> Result<CaseWithBase, SessionError> {
        if let Some(known) = self.bases.get(id) {
            return Ok(known.clone());
        }
        let mut row = self.store.case(id)?.ok_or_else(|| no_case(id))?;
        let case = Arc::new(row.read().map_err(CheckError::from)?);
        if row.proposed.is_none() {
            let (proposals, _) = self.analyst.propose(&case, Texts::of(&case));
            let proposals = String::from(Box::<str>::from(proposals));
            if self.store.db.with(|db| Ok(db.is_autocommit())).unwrap_or(false) {
                self.store.propose(id, VERSION, &proposals)?;
            }
            row.proposed = Some((VERSION.to_owned(), proposals));
        }
        let (engine, proposals) = row.proposed.unwrap_or_default();
        let base = InitialCase::new(&case.article, &case.summary, &engine, &proposals)
            .map_err(|why| CheckError::Proposals { case: id.to_owned(), source: Box::new(why) })?;
        let known = (case, Arc::new(base));
        self.bases.insert(id.to_owned(), known.clone());
        Ok(known)
    }
}

/// Separates a refusal, after which the next event can be recorded, from errors of the file.
fn unless_refused<T>(done: Result<T, SessionError>) -> Result<Result<T, CheckError>, SessionError> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(SessionError::Refused(why)) => Ok(Err(*why)),
        Err(error) => Err(error),
    }
}

fn no_case(id: &str) -> CheckError {
    CheckError::NoCase(id.to_owned())
}

fn taken(known: Event) -> CheckError {
    let name = known.act.name();
    let Event { uuid, seq, by, case, .. } = known;
    CheckError::UuidTaken { uuid, seq, name, by, case }
}

/// Returns whether the given fields of a draft equal those of a recorded event.
fn repeats(draft: &EventDraft, known: &Event) -> bool {
    let filled_in = ["before", "after"];
    let own = draft.fields.keys().filter(|key| !filled_in.contains(key));
    (draft.act.name() == known.act.name() && draft.case == known.case)
        && draft.by.as_ref().is_none_or(|by| *by == known.by)
        && draft.at.as_ref().is_none_or(|at| *at == known.at)
        && own.into_iter().all(|key| draft.fields.get(key) == known.fields.get(key))
}
