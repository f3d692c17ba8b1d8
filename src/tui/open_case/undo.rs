//! What can be taken back of a case: edits of its texts and decisions, in the order in which they were made; and what
//! of it is still to be handed to the session.

use std::sync::Arc;

use uuid::Uuid;

use crate::labels::overrides::{LabelDecision, Override};

use crate::labels::{Label, LabelId, List, Side};
use crate::session::{
    CaseHistory, DecisionDiff, DecisionMethod, Decisions, Regroup, Step, StepChange, TextChange,
};
use crate::tui::pane::Edit;
use crate::tui::queue::{ChangeRecord, RecordEntry, TextRecord};

use super::OpenCase;

#[derive(Clone, Debug)]
pub enum UndoStep {
    /// Edits of a text, down to this depth of its own undo.
    Text {
        side: Side,
        /// The depth of its undo before the first of them.
        from: usize,
    },
    /// An edit of texts that was made when the case was open before: what it changed, from here to its other side.
    Texts { step: u64, article: Option<TextChange>, summary: Option<TextChange> },
    /// Something was decided.
    Decisions { step: u64, change: Arc<DecisionDiff> },
}

/// The unsent entries of a case, and how many records are sent and stored.
#[derive(Debug, Default)]
pub struct RecordLog {
    /// What was done since it was last handed over.
    entries: Vec<RecordEntry>,
    /// The versions of article and summary that were handed over.
    versions: (u64, u64),
    /// Whether undo or redo made the last change of article and summary.
    turned: (bool, bool),
    /// Records handed over.
    sent: u64,
    /// Records on disk.
    kept: u64,
    /// The number of the next step.
    step: u64,
    /// The steps that were made since that was last asked.
    names: Vec<NamedStep>,
    /// The events of the steps that were made when the case was open before, oldest first.
    earlier: Vec<Vec<Uuid>>,
}

/// The label that an undo brings back. It gets the focus once the labels are known again, unless a person has gone to another
/// row meanwhile.
#[derive(Clone, Debug)]
pub struct RestoredLabel {
    /// The label that was in focus when the step was made.
    id: Option<LabelId>,
    /// The list and the words of the unit that was decided on.
    unit: Option<(List, String)>,
    /// The list and the row that were shown when the step was taken back.
    shown: (List, usize),
}

/// The name of a step, and the label in focus before it: a decision goes on to the next label.
pub type NamedStep = (String, Option<LabelId>);

impl OpenCase {
    /// Takes note of an edit that was just made, so that it can be taken back in its turn.
    pub fn edited(&mut self, side: Side) {
        self.undone.clear();
        self.log.turn(side, false);
        let from = self.pane(side).steps().saturating_sub(1);
        match self.done.last() {
            Some(UndoStep::Text { side: last, .. }) if *last == side => {}
            _ => {
                // What is typed in the other text next is a step of its own.
                self.pane_mut(side.other()).end_step();
                self.log.names.push((format!("edit of the {}", side.as_str()), self.label));
                self.done.push(UndoStep::Text { side, from });
            }
        }
    }

    /// Puts other decisions on labels in force, so that the change can be taken back in its turn.
    pub fn set_overrides(&mut self, overrides: Vec<Override>, how: DecisionMethod) {
        self.decide(Decisions { overrides, ..self.decisions.clone() }, how);
    }

    /// Puts other decisions in force, so that the change can be taken back in its turn. To decide the same once more is no step.
    pub fn decide(&mut self, after: Decisions, how: DecisionMethod) {
        let change = DecisionDiff::between(&self.decisions, &after);
        if how == DecisionMethod::Singly && change == DecisionDiff::default() {
            return;
        }
        let change = Arc::new(change);
        self.log.names.push((named(how, &change, &after), self.label));
        self.decisions = after;
        self.follows = true;
        let step = self.log.step;
        self.log.step += 1;
        self.log.entries.push(RecordEntry::Decided { step, how, change: Arc::clone(&change) });
        self.undone.clear();
        self.done.push(UndoStep::Decisions { step, change });
        // What is typed next is a step of its own.
        for side in [Side::Article, Side::Summary] {
            self.pane_mut(side).end_step();
        }
    }

    /// Takes over what a session knows of the steps that led here.
    pub(super) fn remember(&mut self, history: CaseHistory) {
        let CaseHistory { done, undone, .. } = history;
        self.log.step = (done.len() + undone.len()) as u64;
        let numbered = |(step, known): (u64, Step)| match known.change {
            StepChange::Decisions(change) => UndoStep::Decisions { step, change: Arc::new(change) },
            StepChange::Texts { article, summary } => UndoStep::Texts { step, article, summary },
        };
        let made = done.len() as u64;
        self.log.earlier = done.iter().map(|step| step.events.clone()).collect();
        // From here an edit that was made leads back, and one that was taken back leads on.
        self.done = (0..).zip(done).map(numbered).map(UndoStep::turned).collect();
        self.undone = (made..).zip(undone.into_iter().rev()).map(numbered).collect();
        self.undone.reverse();
    }

    /// The steps that were made since this was last asked.
    pub fn new_steps(&mut self) -> Vec<NamedStep> {
        std::mem::take(&mut self.log.names)
    }

    /// The events of the step that is taken back next, where it was made when the case was open before.
    pub fn next_events(&self) -> &[Uuid] {
        let next = self.done.len().checked_sub(1).and_then(|at| self.log.earlier.get(at));
        next.map(Vec::as_slice).unwrap_or_default()
    }

    /// What the step did that is taken back next, in words; `None` if there is none.
    pub fn last_step(&self) -> Option<String> {
        let of_texts = |side: Side| format!("edit of the {}", side.as_str());
        Some(match self.done.last()? {
            UndoStep::Text { side, .. } => of_texts(*side),
            UndoStep::Texts { article: Some(_), .. } => of_texts(Side::Article),
            UndoStep::Texts { .. } => of_texts(Side::Summary),
            UndoStep::Decisions { change, .. } => named(DecisionMethod::Singly, change, &self.decisions),
        })
    }

    /// The list and the words of the unit on which the step decided that is taken back next.
    pub fn last_unit(&self) -> Option<(List, String)> {
        let UndoStep::Decisions { change, .. } = self.done.last()? else { return None };
        let items = &change.overrides;
        let (_, one) = items.new.first().or(items.gone.first())?;
        Some((one.list, one.text.clone()))
    }

    /// Has a label get the focus once the labels are known again: the one that was in focus when a step was made, or the unit
    /// that the step decided on.
    pub fn restore(&mut self, id: Option<LabelId>, unit: Option<(List, String)>) {
        self.restored = Some(RestoredLabel { id, unit, shown: (self.list, self.row.cursor()) });
    }

    /// The label that an undo brought back, once it is known and where nobody has gone elsewhere.
    pub fn take_restored(&mut self) -> Option<LabelId> {
        if self.is_stale() {
            return None;
        }
        let RestoredLabel { id, unit, shown } = self.restored.take()?;
        let id = id.filter(|id| self.get(*id).is_some());
        let found = match unit {
            None => id,
            Some((list, text)) => {
                let is_it = |(own, label): &(LabelId, &Label)| (label.text == text).then_some(*own);
                let mut same = self.labels(list).filter_map(|one| is_it(&one));
                let first = same.next();
                // Of units with the same words the one that was in focus.
                id.filter(|id| same.any(|own| own == *id)).or(first)
            }
        };
        found.filter(|_| shown == (self.list, self.row.cursor()))
    }

    /// Takes the last change back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        while let Some(change) = self.done.pop() {
            if let UndoStep::Text { side, from } = change {
                let pane = self.pane_mut(side);
                if pane.steps() <= from {
                    continue;
                }
                pane.apply(Edit::Undo);
                let left = pane.steps();
                self.log.turn(side, true);
                if left > from {
                    self.done.push(UndoStep::Text { side, from });
                }
                self.undone.push(UndoStep::Text { side, from });
                return true;
            }
            if let UndoStep::Decisions { change, .. } = &change {
                change.take_back(&mut self.decisions);
                self.follows = true;
            }
            self.change_texts(&change);
            self.log.entries.extend(change.number().map(RecordEntry::Undone));
            self.undone.push(change.turned());
            return true;
        }
        false
    }

    /// Makes the change again that was last taken back. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else { return false };
        if let UndoStep::Text { side, .. } = change {
            // Making it again is a change like any other, but what else was taken back can still be made again.
            let undone = std::mem::take(&mut self.undone);
            let names = self.log.names.len();
            self.pane_mut(side).apply(Edit::Redo);
            self.edited(side);
            self.log.turn(side, true);
            self.undone = undone;
            // It is a step that was noted before.
            self.log.names.truncate(names);
            return true;
        }
        if let UndoStep::Decisions { change, .. } = &change {
            change.make(&mut self.decisions);
            self.follows = true;
        }
        self.change_texts(&change);
        self.log.entries.extend(change.number().map(RecordEntry::Redone));
        self.done.push(change.turned());
        true
    }

    /// Puts the texts of a change in force, which the session has as a step.
    fn change_texts(&mut self, change: &UndoStep) {
        let UndoStep::Texts { article, summary, .. } = change else { return };
        for (side, change) in [(Side::Article, article), (Side::Summary, summary)] {
            let after = change.as_ref().and_then(|change| change.make(self.pane(side).as_str()));
            if let Some(after) = after {
                self.pane_mut(side).set(&after);
            }
        }
        self.log.versions = self.versions();
    }

    /// Begins to take note: what was done so far is in the session already.
    pub(super) fn begin_log(&mut self) {
        self.log.versions = self.versions();
    }

    /// What was done since this was last asked, for the session; `None` is nothing.
    pub fn unrecorded(&mut self, index: usize) -> Option<ChangeRecord> {
        let (versions, known, turned) = (self.versions(), self.log.versions, self.log.turned);
        let changes = [
            (Side::Article, versions.0 != known.0, turned.0),
            (Side::Summary, versions.1 != known.1, turned.1),
        ];
        let changes = changes.into_iter().filter(|(_, changed, _)| *changed);
        let texts: Vec<TextRecord> = changes
            .map(|(side, _, turned)| {
                let pane = self.pane(side);
                TextRecord { side, text: pane.text(), depth: pane.steps(), step: pane.newest_step(), turned }
            })
            .collect();
        self.log.versions = versions;
        let entries = std::mem::take(&mut self.log.entries);
        if texts.is_empty() && entries.is_empty() {
            return None;
        }
        self.log.sent += 1;
        Some(ChangeRecord { index, number: self.log.sent, texts, entries })
    }

    /// Records up to this one are on disk.
    pub fn mark_kept(&mut self, number: u64) {
        self.log.kept = self.log.kept.max(number);
    }

    /// Whether anything that was done is not on disk yet.
    pub fn is_unkept(&self) -> bool {
        self.log.sent > self.log.kept
    }

    /// Whether anything was done since the case was opened.
    pub fn is_touched(&self) -> bool {
        self.log.sent > 0
    }
}

/// What a step did, in words.
fn named(how: DecisionMethod, change: &DecisionDiff, after: &Decisions) -> String {
    let of_label = |one: &Override| {
        let unit = one.list.spec().unit;
        match &one.decision {
            LabelDecision::Value(word) => format!("{unit} {}", one.list.value_name(*word)),
            LabelDecision::Dismiss => format!("{unit} rejected"),
            LabelDecision::Add(_) => format!("{unit} added"),
        }
    };
    let new = &change.overrides.new;
    match how {
        DecisionMethod::Accepted => return "accept".to_owned(),
        DecisionMethod::Regrouped(Regroup::Split) => return "split".to_owned(),
        DecisionMethod::Regrouped(Regroup::Merge) => return "merge".to_owned(),
        DecisionMethod::Regrouped(Regroup::Reword) => return "reword".to_owned(),
        DecisionMethod::Regrouped(_) | DecisionMethod::Singly => {}
    }
    match new.as_slice() {
        [(_, one)] => return of_label(one),
        [_, _, ..] => return format!("{} labels", new.len()),
        [] => {}
    }
    if !change.overrides.gone.is_empty() {
        return "decision taken back".to_owned();
    }
    if change.verdict.is_some() {
        return after
            .verdict
            .as_ref()
            .map_or_else(|| "verdict".to_owned(), |given| format!("verdict {}", given.verdict.as_str()));
    }
    if let Some(flagged) = change.flagged {
        return if flagged { "flag" } else { "flag taken away" }.to_owned();
    }
    match (change.rules.new.first(), change.rules.gone.first()) {
        (Some((_, rule)), _) => return format!("rule: {rule}"),
        (None, Some((_, rule))) => return format!("rule dropped: {rule}"),
        (None, None) => {}
    }
    if change.prefer.is_some() { "preference" } else { "comment" }.to_owned()
}

impl RecordLog {
    /// Notes whether undo or redo made the last change of a text.
    fn turn(&mut self, side: Side, turned: bool) {
        match side {
            Side::Article => self.turned.0 = turned,
            Side::Summary => self.turned.1 = turned,
        }
    }
}

impl UndoStep {
    /// The number by which the session knows the step; `None` is an edit that is recorded as it is typed.
    fn number(&self) -> Option<u64> {
        match self {
            UndoStep::Text { .. } => None,
            UndoStep::Texts { step, .. } | UndoStep::Decisions { step, .. } => Some(*step),
        }
    }

    /// The same, seen from its other side.
    fn turned(self) -> UndoStep {
        match self {
            UndoStep::Texts { step, article, summary } => UndoStep::Texts {
                step,
                article: article.map(TextChange::turned),
                summary: summary.map(TextChange::turned),
            },
            same => same,
        }
    }
}
