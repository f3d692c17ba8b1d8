//! The state of an adjudication: the disputes with their effects, and the session that keeps the rulings.

use std::collections::BTreeSet;
use std::sync::Arc;

use uuid::Uuid;

use super::find::{Adjudication, UnitValue};
use super::order::{Disputes, UnitPosition};
use super::weigh::{DisputeEffect, Weigher};
use crate::engine::Selection;
use crate::labels::Labels;
use crate::session::{Act, BULK, EventDraft, Recorder, Ruling, RulingSteps, SessionError, Trace, rulings};
use crate::threads::in_parts;

/// Number of cases whose proposals are in memory at once during weighing.
const CASES_PER_BATCH: usize = 64;

/// A case to be weighed: its index, the engine's proposals, and the ruling on each unit.
type Job = (usize, Arc<Labels>, Vec<Option<UnitValue>>);

/// A weighed case: its index, the effect of each unit, and the checks that found a mismatch in each.
type Weighed = (usize, Vec<Option<DisputeEffect>>, Vec<Vec<&'static str>>);

/// The disputes of an adjudication and the session that keeps its rulings.
pub struct AdjudicationStore {
    of: Arc<Adjudication>,
    recorder: Recorder,
    by: String,
    selection: Selection,
    weigher: Option<Weigher>,
    /// The rulings on each case.
    rulings: Vec<Vec<Ruling>>,
    disputes: Disputes,
    steps: RulingSteps,
    /// Whether to find the checks of each disputed unit, which requires analysing the texts of its case.
    finds_checks: bool,
}

impl AdjudicationStore {
    /// Opens the adjudication in a session that contains all cases. Nothing is weighed yet.
    ///
    /// # Errors
    /// If the session cannot be read.
    pub fn new(
        of: Arc<Adjudication>,
        mut recorder: Recorder,
        by: &str,
        selection: Selection,
    ) -> Result<AdjudicationStore, SessionError> {
        let mut made = Vec::with_capacity(of.cases.len());
        let mut events: Vec<(&str, Trace)> = Vec::new();
        for case in &of.cases {
            let folded = recorder.folded(&case.case.id, by)?;
            made.push(rulings(folded).into_iter().map(|(_, ruling)| ruling.clone()).collect());
            events.extend(folded.events().iter().map(|event| (&*case.case.id, event.clone())));
        }
        let weigher = Weigher::new(selection.clone());
        let steps = RulingSteps::of(events.iter().map(|(case, event)| (*case, event)));
        let (by, disputes) = (by.to_owned(), Disputes::default());
        let finds_checks = false;
        Ok(AdjudicationStore {
            of,
            recorder,
            by,
            selection,
            weigher,
            rulings: made,
            disputes,
            steps,
            finds_checks,
        })
    }

    /// Also finds the checks of each dispute. Only the interactive view needs them, to find similar
    /// disputes; exports do not.
    #[must_use]
    pub fn with_checks(self) -> AdjudicationStore {
        AdjudicationStore { finds_checks: true, ..self }
    }

    /// Returns the units and the annotators' answers.
    pub fn of(&self) -> &Arc<Adjudication> {
        &self.of
    }

    /// Returns the disputes in queue order.
    pub fn disputes(&self) -> &Disputes {
        &self.disputes
    }

    /// The rulings, by case.
    pub fn rulings(&self) -> &[Vec<Ruling>] {
        &self.rulings
    }

    /// Returns the slug of the rubric by which the effects are computed.
    pub fn rubric(&self) -> &'static str {
        self.weigher.as_ref().map_or("", Weigher::rubric)
    }

    /// Returns whether there is a ruling to undo, and one to redo.
    pub fn turns(&self) -> [bool; 2] {
        [!self.steps.done.is_empty(), !self.steps.undone.is_empty()]
    }

    /// Weighs all cases on `threads` threads and sorts the disputes. `progress` receives the number of
    /// cases done.
    ///
    /// # Errors
    /// If the session cannot be read.
    pub fn weigh(&mut self, threads: usize, progress: &mut dyn FnMut(usize)) -> Result<(), SessionError> {
        let disputed: Vec<usize> = (0..self.of.cases.len())
            .filter(|at| self.of.cases[*at].units.iter().any(super::find::DisputableUnit::is_disputed))
            .collect();
        for (chunk, cases) in disputed.chunks(CASES_PER_BATCH).enumerate() {
            let mut jobs: Vec<Job> = Vec::with_capacity(cases.len());
            for at in cases {
                jobs.push((*at, self.proposals(*at)?, self.ruled(*at)));
            }
            let (of, selection, finds_checks) = (&self.of, &self.selection, self.finds_checks);
            let some = |jobs: &[Job]| -> Vec<Weighed> {
                let mut weigher = Weigher::new(selection.clone());
                let one = |(at, proposals, ruled): &Job| {
                    let finder = weigher.as_mut().filter(|_| finds_checks);
                    let checks = finder.map(|weigher| weigher.checks(&of.cases[*at]));
                    let effects = effects(weigher.as_mut(), of, *at, ruled, proposals);
                    (*at, effects, checks.unwrap_or_default())
                };
                jobs.iter().map(one).collect()
            };
            for (at, effects, checks) in in_parts(&jobs, threads, some) {
                let ruled = self.of.cases[at].ruled(&self.rulings[at]);
                self.disputes.add(at, effects, &ruled);
                self.disputes.put_checks(at, &checks);
            }
            progress((chunk * CASES_PER_BATCH + cases.len()).min(disputed.len()));
        }
        self.disputes.sort();
        Ok(())
    }

    /// Records a ruling on a unit. Recording the same ruling again does nothing.
    ///
    /// # Errors
    /// If it cannot be written; nothing is changed then.
    pub fn rule(&mut self, place: UnitPosition, ruling: &Ruling) -> Result<(), SessionError> {
        let known = self.of.cases[place.case].ruled(&self.rulings[place.case]);
        if known.get(place.unit).copied().flatten() == Some(ruling) {
            return Ok(());
        }
        self.keep(&[(place, ruling.clone())], None)
    }

    /// Records rulings on several units as a single step for undo.
    ///
    /// # Errors
    /// If they cannot be written; nothing is changed then.
    pub fn rule_all(&mut self, all: &[(UnitPosition, Ruling)]) -> Result<(), SessionError> {
        self.keep(all, Some(Arc::from(Uuid::now_v7().to_string())))
    }

    fn keep(&mut self, all: &[(UnitPosition, Ruling)], bulk: Option<Arc<str>>) -> Result<(), SessionError> {
        let id = |place: &UnitPosition| self.of.cases[place.case].case.id.clone();
        let draft = |(place, ruling): &(UnitPosition, Ruling)| {
            let draft = EventDraft::new(&id(place), &self.by, Act::Adjudicate(Box::new(ruling.clone())));
            match &bulk {
                Some(bulk) => draft.with(BULK, bulk),
                None => draft,
            }
        };
        let drafts = all.iter().map(draft).collect();
        let ids: Vec<String> = all.iter().map(|(place, _)| id(place)).collect();
        for (id, uuid) in ids.iter().zip(self.record(drafts)?) {
            self.steps.ruled(id, uuid, bulk.clone());
        }
        let cases: BTreeSet<usize> = all.iter().map(|(place, _)| place.case).collect();
        cases.into_iter().try_for_each(|case| self.reread(case))
    }

    /// Undoes the last ruling or bulk step. Returns the affected units; empty if there is nothing to
    /// undo.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn undo(&mut self) -> Result<Vec<UnitPosition>, SessionError> {
        let last = self.steps.last(&self.steps.done);
        let places = self.turn(&last, true)?;
        last.iter().for_each(|(_, ruling)| self.steps.take_back(*ruling));
        Ok(places)
    }

    /// Redoes the ruling or bulk step that was undone last. Returns the affected units; empty if there is
    /// nothing to redo.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn redo(&mut self) -> Result<Vec<UnitPosition>, SessionError> {
        let last = self.steps.last(&self.steps.undone);
        let places = self.turn(&last, false)?;
        last.iter().for_each(|(_, ruling)| self.steps.make_again(*ruling));
        Ok(places)
    }

    fn turn(&mut self, rulings: &[(String, Uuid)], back: bool) -> Result<Vec<UnitPosition>, SessionError> {
        let draft = |(id, ruling): &(String, Uuid)| EventDraft::turn(id, &self.by, *ruling, back);
        self.record(rulings.iter().map(draft).collect())?;
        let is_of = |at: &usize| rulings.iter().any(|(id, _)| *id == self.of.cases[*at].case.id);
        let cases: Vec<usize> = (0..self.of.cases.len()).filter(is_of).collect();
        let mut places = Vec::new();
        for case in cases {
            let before = self.rulings[case].clone();
            self.reread(case)?;
            let of = &self.of.cases[case];
            let (before, after) = (of.ruled(&before), of.ruled(&self.rulings[case]));
            let changed = (0..after.len()).filter(|unit| before[*unit] != after[*unit]);
            places.extend(changed.map(|unit| UnitPosition { case, unit }));
        }
        Ok(places)
    }

    fn record(&mut self, drafts: Vec<EventDraft>) -> Result<Vec<Uuid>, SessionError> {
        if drafts.is_empty() {
            return Ok(Vec::new());
        }
        let recorded = self.recorder.record(drafts)?.into_iter();
        recorded.map(|one| Ok(one?.uuid)).collect()
    }

    /// Reads the rulings on a case again and updates the effects of its disputes.
    fn reread(&mut self, at: usize) -> Result<(), SessionError> {
        let folded = self.recorder.folded(&self.of.cases[at].case.id, &self.by)?;
        self.rulings[at] = rulings(folded).into_iter().map(|(_, ruling)| ruling.clone()).collect();
        let (proposals, ruled) = (self.proposals(at)?, self.ruled(at));
        let effects = effects(self.weigher.as_mut(), &self.of, at, &ruled, &proposals);
        let ruled = self.of.cases[at].ruled(&self.rulings[at]);
        self.disputes.put(at, effects, &ruled);
        Ok(())
    }

    fn ruled(&self, at: usize) -> Vec<Option<UnitValue>> {
        let ruled = self.of.cases[at].ruled(&self.rulings[at]);
        ruled.into_iter().map(|ruling| ruling.map(UnitValue::of)).collect()
    }

    fn proposals(&mut self, at: usize) -> Result<Arc<Labels>, SessionError> {
        let folded = self.recorder.folded(&self.of.cases[at].case.id, "")?;
        Ok(Arc::clone(&folded.base().proposals))
    }
}

fn effects(
    weigher: Option<&mut Weigher>,
    of: &Adjudication,
    at: usize,
    ruled: &[Option<UnitValue>],
    proposals: &Labels,
) -> Vec<Option<DisputeEffect>> {
    let case = &of.cases[at];
    match weigher {
        Some(weigher) => weigher.weigh(case, ruled, proposals),
        None => case.units.iter().map(|unit| unit.is_disputed().then(DisputeEffect::default)).collect(),
    }
}
