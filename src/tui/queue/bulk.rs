//! A bulk step, which accepts many cases, applies a rule to them, or undoes this. A few cases are changed in
//! each transaction, so that other jobs do not wait for the whole step.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;

use crate::labels::{List, OverruleRule, Provenance};
use crate::report::Decision;
use crate::session::{Act, BULK, CaseState, EventDraft, SessionError, Trace, UnitId};

use super::QueueUpdate;
use super::session_recorder::{Sender, SessionRecorder};

/// Most cases in a transaction.
const CASES_PER_TRANSACTION: usize = 32;

/// A change of many cases at once, given by their positions in the queue.
#[derive(Clone, Debug)]
pub enum Batch {
    /// Accept the labels that this rubric reads in these cases, and give each case its verdict.
    Accept { rubric: &'static str, cases: Vec<(usize, Decision)> },
    /// Apply a rule to these cases, or drop it.
    Rule { rule: Arc<OverruleRule>, dropped: bool, cases: Vec<usize> },
    /// Undo the bulk step of this name on these cases; without a name, the last one that gave verdicts.
    Undo(Option<(Arc<str>, Vec<usize>)>),
    /// Redo the bulk step of this name.
    Redo(Arc<str>, Vec<usize>),
}

#[derive(Clone, Debug)]
pub struct BulkProgress {
    /// Name of the step, which each of its events carries; empty if nothing was done.
    pub name: Arc<str>,
    /// Cases that have been saved, each with its current verdict.
    pub done: Vec<(usize, Option<Decision>)>,
    pub left: usize,
}

impl BulkProgress {
    /// Returns the progress of a step that has nothing to do.
    pub(super) fn nothing() -> BulkProgress {
        BulkProgress { name: Arc::from(""), done: Vec::new(), left: 0 }
    }
}

/// What a bulk step does to each case.
#[derive(Debug)]
enum BulkAction {
    /// Accept the engine's labels of these lists, and give each case its verdict, by its position in the
    /// queue.
    Accept(&'static [List], HashMap<usize, Decision>),
    /// Apply a rule, or drop it.
    Rule(Arc<OverruleRule>, bool),
    /// Undo what the step did.
    Undo,
    /// Redo what was undone of the step.
    Redo,
}

#[derive(Debug)]
pub(super) struct BulkStep {
    /// Name of the step, which each of its events carries.
    name: Arc<str>,
    kind: BulkAction,
    /// Positions and ids of the remaining cases; the next one is last.
    left: Vec<(usize, String)>,
}

impl BulkStep {
    pub fn accept(
        lists: &'static [List],
        verdicts: HashMap<usize, Decision>,
        cases: Vec<(usize, String)>,
    ) -> BulkStep {
        BulkStep::new(fresh(), BulkAction::Accept(lists, verdicts), cases)
    }

    /// Applies a rule to cases, or drops it.
    pub fn rule(rule: Arc<OverruleRule>, dropped: bool, cases: Vec<(usize, String)>) -> BulkStep {
        BulkStep::new(fresh(), BulkAction::Rule(rule, dropped), cases)
    }

    /// Undoes a bulk step.
    pub fn undo(name: Arc<str>, cases: Vec<(usize, String)>) -> BulkStep {
        BulkStep::new(name, BulkAction::Undo, cases)
    }

    /// Redoes a bulk step.
    pub fn redo(name: Arc<str>, cases: Vec<(usize, String)>) -> BulkStep {
        BulkStep::new(name, BulkAction::Redo, cases)
    }

    fn new(name: Arc<str>, kind: BulkAction, mut left: Vec<(usize, String)>) -> BulkStep {
        left.reverse();
        BulkStep { name, kind, left }
    }

    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// Processes the next cases.
    pub fn go_on(
        &mut self,
        session_recorder: &mut SessionRecorder,
        send: &Sender,
    ) -> Result<BulkProgress, SessionError> {
        let part = self.left.split_off(self.left.len().saturating_sub(CASES_PER_TRANSACTION));
        let mut steps = Vec::with_capacity(part.len());
        for (at, id) in part.iter().rev() {
            steps.push((id.clone(), self.drafts(session_recorder, *at, id)?));
        }
        let refused = session_recorder.bulk(steps)?;
        refused.into_iter().for_each(|why| send(QueueUpdate::Noted(format!("not saved: {why}"))));
        let mut done = Vec::with_capacity(part.len());
        for (at, id) in part.into_iter().rev() {
            done.push((at, session_recorder.verdict(&id)?));
        }
        Ok(BulkProgress { name: Arc::clone(&self.name), done, left: self.left() })
    }

    fn drafts(
        &self,
        session_recorder: &mut SessionRecorder,
        at: usize,
        id: &str,
    ) -> Result<Vec<EventDraft>, SessionError> {
        let by = session_recorder.by().to_owned();
        let folded = session_recorder.folded(id)?;
        let of_bulk = |act: Act| EventDraft::new(id, &by, act).with(BULK, &self.name);
        Ok(match &self.kind {
            BulkAction::Accept(lists, verdicts) => {
                let Some(&verdict) = verdicts.get(&at) else { return Ok(Vec::new()) };
                let labels = proposed(folded.state(), lists);
                let accept = Act::Accept { labels: Some(labels), seen: Vec::new(), judged: false };
                vec![of_bulk(accept), of_bulk(Act::Decide { verdict, reason: None })]
            }
            BulkAction::Rule(rule, dropped) => {
                let changes = folded.state().rules.contains(rule) == *dropped;
                let rule = || Act::Rule { rule: Arc::clone(rule), dropped: *dropped };
                changes.then(|| of_bulk(rule())).into_iter().collect()
            }
            BulkAction::Undo | BulkAction::Redo => {
                let undoes = matches!(self.kind, BulkAction::Undo);
                let of_step = |event: &&Trace| event.bulk.as_deref() == Some(&*self.name);
                let own = folded.events().iter().filter(of_step).map(|of| of.uuid).collect();
                folded.turns(id, own, undoes)
            }
        })
    }
}

/// Returns the labels of these lists that are still the engine's.
fn proposed(state: &CaseState, lists: &[List]) -> Vec<UnitId> {
    let labels = state.labels();
    let of = |list: &List| {
        let labels = labels.get(*list).unwrap_or_default().iter().enumerate();
        let open = labels.filter(|(_, label)| label.by == Provenance::Engine && label.word.is_some());
        open.map(|(index, _)| state.id(*list, index)).collect::<Vec<_>>()
    };
    lists.iter().flat_map(of).collect()
}

fn fresh() -> Arc<str> {
    Arc::from(Uuid::now_v7().to_string())
}
