//! A bulk step: many cases accepted at once, given a rule, or given back, a few in a transaction, so that what a person
//! asks for meanwhile does not wait for the whole.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;

use crate::labels::OverruleRule;
use crate::report::Decision;
use crate::session::{Act, BULK, EventDraft, SessionError, Trace};

use super::QueueUpdate;
use super::session_recorder::{Sender, SessionRecorder};

/// Cases in a transaction at most.
const CASES_PER_TRANSACTION: usize = 32;

/// A change of many cases at once, by their places in the queue.
#[derive(Clone, Debug)]
pub enum Batch {
    /// Accept all labels of these cases, and give each its verdict.
    Accept(Vec<(usize, Decision)>),
    /// Put a rule in force on these cases, or drop it.
    Rule { rule: Arc<OverruleRule>, dropped: bool, cases: Vec<usize> },
    /// Take a bulk step of this name on these cases back; without a name the last one that gave verdicts.
    Undo(Option<(Arc<str>, Vec<usize>)>),
    /// Make it again.
    Redo(Arc<str>, Vec<usize>),
}

#[derive(Clone, Debug)]
pub struct BulkProgress {
    /// Its name, which every event of it carries; empty where nothing was done.
    pub name: Arc<str>,
    /// Cases that are on disk by now, each with the verdict that it has.
    pub done: Vec<(usize, Option<Decision>)>,
    pub left: usize,
}

impl BulkProgress {
    /// Nothing is done, and nothing is left.
    pub(super) fn nothing() -> BulkProgress {
        BulkProgress { name: Arc::from(""), done: Vec::new(), left: 0 }
    }
}

/// What a bulk step does to each case.
#[derive(Debug)]
enum BulkAction {
    /// Accepts the labels of a case, named by its place in the queue, and gives it its verdict.
    Accept(HashMap<usize, Decision>),
    /// A rule is put in force on it, or dropped.
    Rule(Arc<OverruleRule>, bool),
    /// What the step did to it is undone.
    Undo,
    /// What was undone of the step is made again.
    Redo,
}

#[derive(Debug)]
pub(super) struct BulkStep {
    /// Its name, which every event of it carries.
    name: Arc<str>,
    kind: BulkAction,
    /// The cases that are left, the next one last: their places and ids.
    left: Vec<(usize, String)>,
}

impl BulkStep {
    pub fn accept(verdicts: HashMap<usize, Decision>, cases: Vec<(usize, String)>) -> BulkStep {
        BulkStep::new(fresh(), BulkAction::Accept(verdicts), cases)
    }

    /// Puts a rule in force on cases, or drops it.
    pub fn rule(rule: Arc<OverruleRule>, dropped: bool, cases: Vec<(usize, String)>) -> BulkStep {
        BulkStep::new(fresh(), BulkAction::Rule(rule, dropped), cases)
    }

    /// Takes a bulk step back.
    pub fn undo(name: Arc<str>, cases: Vec<(usize, String)>) -> BulkStep {
        BulkStep::new(name, BulkAction::Undo, cases)
    }

    /// Makes a bulk step again that was taken back.
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

    /// Does the next cases.
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
            BulkAction::Accept(verdicts) => {
                let Some(&verdict) = verdicts.get(&at) else { return Ok(Vec::new()) };
                let accept = Act::Accept { labels: None, seen: Vec::new(), judged: false };
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

fn fresh() -> Arc<str> {
    Arc::from(Uuid::now_v7().to_string())
}
