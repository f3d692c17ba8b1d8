//! A bulk step: many cases accepted at once, or given back, a few in a transaction, so that what a person asks for
//! meanwhile does not wait for the whole.

use std::collections::HashMap;

use serde_json::json;
use uuid::Uuid;

use crate::report::Decision;
use crate::session::{BULK, Draft, Fault, Trace, event};

use super::Answer;
use super::keeper::{Keeper, Tell};

/// Cases in a transaction at most.
const AT_ONCE: usize = 32;

/// What is done to each case.
#[derive(Debug)]
enum Kind {
    /// Its labels are accepted as they stand, and it is given its verdict, by its place in the queue.
    Accept(HashMap<usize, Decision>),
    /// What the step did to it is undone.
    Undo,
}

/// A bulk step that is under way.
#[derive(Debug)]
pub(super) struct Bulk {
    /// Its name, which every event of it carries.
    name: String,
    kind: Kind,
    /// The cases that are left, the next one last: their places and ids.
    left: Vec<(usize, String)>,
}

/// A case that is done, with the verdict that it has now.
pub(super) type Done = (usize, Option<Decision>);

impl Bulk {
    /// Accepts cases, each with its verdict.
    pub fn accept(verdicts: HashMap<usize, Decision>, cases: Vec<(usize, String)>) -> Bulk {
        Bulk::new(Uuid::now_v7().to_string(), Kind::Accept(verdicts), cases)
    }

    /// Takes a bulk step back.
    pub fn undo(name: String, cases: Vec<(usize, String)>) -> Bulk {
        Bulk::new(name, Kind::Undo, cases)
    }

    fn new(name: String, kind: Kind, mut left: Vec<(usize, String)>) -> Bulk {
        left.reverse();
        Bulk { name, kind, left }
    }

    /// Cases that are left.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// Does the next cases; returns those that are on disk.
    pub fn go_on(&mut self, keeper: &mut Keeper, tell: &Tell) -> Result<Vec<Done>, Fault> {
        let part = self.left.split_off(self.left.len().saturating_sub(AT_ONCE));
        let mut steps = Vec::with_capacity(part.len());
        for (at, id) in part.iter().rev() {
            match self.drafts(keeper, *at, id)? {
                Ok(drafts) => steps.push((id.clone(), drafts)),
                Err(why) => tell(Answer::Noted(format!("{id}: {why}"))),
            }
        }
        let refused = keeper.bulk(steps)?;
        refused.into_iter().for_each(|why| tell(Answer::Noted(format!("not saved: {why}"))));
        let mut done = Vec::with_capacity(part.len());
        for (at, id) in part.into_iter().rev() {
            done.push((at, keeper.verdict(&id)?));
        }
        Ok(done)
    }

    fn drafts(&self, keeper: &mut Keeper, at: usize, id: &str) -> Result<Result<Vec<Draft>, String>, Fault> {
        let by = keeper.by().to_owned();
        let folded = keeper.folded(id)?;
        let drafts = match &self.kind {
            Kind::Accept(verdicts) => {
                let Some(verdict) = verdicts.get(&at) else { return Ok(Ok(Vec::new())) };
                let bulk = || (BULK, json!(self.name));
                let accept = event(id, &by, "accept", [bulk()]);
                let decide = event(id, &by, "decide", [("verdict", json!(verdict.as_str())), bulk()]);
                [accept, decide].into_iter().collect()
            }
            Kind::Undo => {
                let of_step = |event: &&Trace| {
                    event.bulk.as_deref() == Some(&*self.name) && !folded.is_undone(event.uuid)
                };
                let own = folded.events().iter().rev().filter(of_step);
                own.map(|of| event(id, &by, "undo", [("of", json!(of.uuid.to_string()))])).collect()
            }
        };
        Ok(drafts)
    }
}
