//! The undo history of a reopened case, read from the log: the change made by each step.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;

use crate::labels::OverruleRule;
use crate::labels::overrides::Override;

use super::decision_diff::{DecisionDiff, Items, TextChange, exchange};
use super::decisions::{Decisions, ReasonedVerdict};
use super::event::{Act, Event, Preferred};
use super::folded::{EventKind, Folded};
use super::state::CaseState;

/// Most steps that can be undone after a case was reopened; the newest are kept.
pub const STEPS: usize = 2_000;

/// The texts of a case, with one annotator's decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseSnapshot {
    pub article: Arc<str>,
    pub summary: Arc<str>,
    pub decisions: Decisions,
}

/// A step: events that were made together, and the change that they made.
#[derive(Clone, Debug)]
pub struct Step {
    /// The events, oldest first.
    pub events: Vec<Uuid>,
    /// The change from before the step to after it.
    pub change: StepChange,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StepChange {
    Texts { article: Option<TextChange>, summary: Option<TextChange> },
    Decisions(DecisionDiff),
}

/// The undo history of a reopened case.
#[derive(Clone, Debug)]
pub struct CaseHistory {
    pub now: CaseSnapshot,
    /// Steps that can be undone, newest last.
    pub done: Vec<Step>,
    /// Steps that can be redone, the next one last.
    pub undone: Vec<Step>,
}

impl CaseHistory {
    /// Reads the history from the events of a case, which `each` passes in order.
    pub fn read<E>(
        folded: &Folded,
        each: impl FnOnce(&mut dyn FnMut(Event)) -> Result<(), E>,
    ) -> Result<CaseHistory, E> {
        let (mut done, mut undone) = steps(folded);
        done.drain(..done.len().saturating_sub(STEPS));
        undone.drain(..undone.len().saturating_sub(STEPS));
        let numbered = done.iter().enumerate();
        let step_of: HashMap<Uuid, usize> =
            numbered.flat_map(|(at, step)| step.iter().map(move |uuid| (*uuid, at))).collect();
        let mut aside: HashMap<Uuid, Option<Event>> =
            undone.iter().flatten().map(|uuid| (*uuid, None)).collect();
        let mut walk = HistoryReplay::new(folded, done.len() + undone.len());
        each(&mut |event| {
            if let Some(kept) = aside.get_mut(&event.uuid) {
                *kept = Some(event);
            } else if !folded.is_undone(event.uuid) {
                walk.take(&event, step_of.get(&event.uuid).copied());
            }
        })?;
        // Undone steps are applied after all others, in the order in which they would be redone.
        for (number, step) in (done.len()..).zip(undone.iter().rev()) {
            for event in step.iter().filter_map(|uuid| aside.get_mut(uuid)?.take()) {
                walk.take(&event, Some(number));
            }
        }
        let mut changes = walk.end().into_iter();
        let mut with_changes = |steps: Vec<Vec<Uuid>>| -> Vec<Step> {
            let steps = steps.into_iter().zip(&mut changes);
            steps.filter_map(|(events, change)| Some(Step { events, change: change? })).collect()
        };
        let made = with_changes(done);
        undone.reverse();
        let mut again = with_changes(undone);
        again.reverse();
        let state = folded.state();
        let (article, summary) = (Arc::clone(&state.article), Arc::clone(&state.summary));
        let now = CaseSnapshot { article, summary, decisions: state.decisions() };
        Ok(CaseHistory { now, done: made, undone: again })
    }
}

/// Returns the events of the steps that can be undone, newest last, and of those that can be redone, the
/// next one last.
fn steps(folded: &Folded) -> (Vec<Vec<Uuid>>, Vec<Vec<Uuid>>) {
    let (mut done, mut undone): (Vec<Vec<Uuid>>, Vec<Vec<Uuid>>) = Default::default();
    let undoes: HashMap<Uuid, Uuid> = folded
        .events()
        .iter()
        .filter_map(|event| if let EventKind::Undo(of) = event.did { Some((event.uuid, of)) } else { None })
        .collect();
    let taken = |steps: &mut Vec<Vec<Uuid>>, of: Uuid| {
        let at = steps.iter().rposition(|step| step.contains(&of))?;
        Some(steps.remove(at))
    };
    let mut place = HashMap::new();
    for (at, event) in folded.events().iter().enumerate() {
        match event.did {
            EventKind::Undo(of) => undone.extend(taken(&mut done, of)),
            EventKind::Redo(of) => done.extend(taken(&mut undone, undoes.get(&of).copied().unwrap_or(of))),
            // Having seen a case is not a step: it cannot be undone and does not clear the redo history.
            // Rulings are undone in the adjudication.
            EventKind::Seen | EventKind::Ruled => {}
            EventKind::Edit(_) | EventKind::Reanalyse | EventKind::Comment | EventKind::Decided => {
                undone.clear();
                let same =
                    |step: &&mut Vec<Uuid>| event.step.is_some() && step.first() == event.step.as_ref();
                match done.last_mut().filter(same) {
                    Some(step) => step.push(event.uuid),
                    None => {
                        place.insert(event.uuid, at);
                        done.push(vec![event.uuid]);
                    }
                }
            }
        }
    }
    // The state applies steps in the order of their times, regardless of undo and redo.
    done.sort_by_key(|step| step.first().and_then(|first| place.get(first)));
    (done, undone)
}

/// Replays the events of a case, step by step.
struct HistoryReplay {
    state: CaseState,
    /// The case before the current step.
    before: Before,
    /// The number of the current step; `None` for events that cannot be undone.
    step: Option<usize>,
    /// Whether the current step may have changed decisions on labels.
    on_labels: bool,
    /// Whether the current step has an event other than a text edit.
    decided: bool,
    changes: Vec<Option<StepChange>>,
}

/// The state to compare with in order to find a step's change. The number of comments suffices, since
/// steps only add some.
struct Before {
    texts: [Arc<str>; 2],
    overrides: Vec<Override>,
    comments: usize,
    verdict: Option<ReasonedVerdict>,
    flagged: bool,
    prefer: Option<Preferred>,
    rules: Vec<Arc<OverruleRule>>,
}

impl Before {
    fn of(state: &CaseState, overrides: Vec<Override>) -> Before {
        Before {
            texts: [Arc::clone(&state.article), Arc::clone(&state.summary)],
            overrides,
            comments: state.comments.len(),
            verdict: state.given(),
            flagged: state.flagged,
            prefer: state.prefer.clone(),
            rules: state.rules.clone(),
        }
    }
}

impl HistoryReplay {
    fn new(folded: &Folded, steps: usize) -> HistoryReplay {
        let state = CaseState::new(folded.base(), folded.state().by());
        let before = Before::of(&state, state.overrides());
        HistoryReplay {
            state,
            before,
            step: None,
            on_labels: false,
            decided: false,
            changes: vec![None; steps],
        }
    }

    fn take(&mut self, event: &Event, step: Option<usize>) {
        if self.step != step {
            self.settle();
            self.step = step;
        }
        self.state.apply(event);
        let light = matches!(
            event.act,
            Act::Comment { .. } | Act::Decide { .. } | Act::Flag | Act::Unflag | Act::Prefer(_)
        );
        self.on_labels |= !light;
        self.decided |= !matches!(event.act, Act::Edit { .. });
    }

    fn end(mut self) -> Vec<Option<StepChange>> {
        self.settle();
        self.changes
    }

    /// Determines the change made by the current step.
    fn settle(&mut self) {
        let state = &self.state;
        let overrides = if self.on_labels { Some(state.overrides()) } else { None };
        if let Some(change) = self.step.and_then(|step| self.changes.get_mut(step)) {
            let text = |before: &Arc<str>, now: &Arc<str>| {
                if Arc::ptr_eq(before, now) { None } else { TextChange::between(before, now) }
            };
            let [article, summary] = &self.before.texts;
            let (article, summary) = (text(article, &state.article), text(summary, &state.summary));
            *change = if article.is_some() || summary.is_some() {
                Some(StepChange::Texts { article, summary })
            } else if self.decided {
                Some(StepChange::Decisions(self.before.to(state, overrides.as_deref())))
            } else {
                // Typed text was deleted again, so there is nothing to undo.
                None
            };
        }
        let overrides = overrides.unwrap_or_else(|| std::mem::take(&mut self.before.overrides));
        self.before = Before::of(state, overrides);
        (self.on_labels, self.decided) = (false, false);
    }
}

impl Before {
    /// Returns the difference from here to a state. `overrides` are the state's decisions on labels, if
    /// any may have changed.
    fn to(&self, state: &CaseState, overrides: Option<&[Override]>) -> DecisionDiff {
        let said = state.comments.iter().enumerate().skip(self.comments);
        DecisionDiff {
            overrides: overrides.map(|now| Items::between(&self.overrides, now)).unwrap_or_default(),
            comments: Items {
                gone: Vec::new(),
                new: said.map(|(at, comment)| (at, comment.to_remark())).collect(),
            },
            verdict: exchange(&self.verdict, &state.given()),
            flagged: (self.flagged != state.flagged).then_some(state.flagged),
            prefer: exchange(&self.prefer, &state.prefer),
            rules: Items::between(&self.rules, &state.rules),
        }
    }
}
