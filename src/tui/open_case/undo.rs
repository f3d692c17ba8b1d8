//! Undo history of a case: edits of its texts and decisions, in order; and the changes not yet sent to the
//! session.

use std::sync::Arc;

use uuid::Uuid;

use crate::labels::overrides::{Care, LabelDecision, Override};

use crate::labels::{Label, LabelId, List, Side};
use crate::session::{
    CaseHistory, DecisionDiff, DecisionMethod, Decisions, Regroup, Step, StepChange, TextChange,
};
use crate::tui::pane::Edit;
use crate::tui::queue::{ChangeRecord, RecordEntry, RecordPart, RefusedPart, TextRecord, WrittenRecord};

use super::OpenCase;

#[derive(Clone, Debug)]
pub enum UndoStep {
    /// Edits of a text, down to this depth of the text's own undo history.
    Text {
        side: Side,
        /// Depth of the text's undo history before the first of these edits.
        from: usize,
    },
    /// An edit of texts from an earlier run: the change from the current texts to the other side of the edit.
    Texts { step: u64, article: Option<TextChange>, summary: Option<TextChange> },
    /// A change of decisions.
    Decisions { step: u64, change: Arc<DecisionDiff> },
}

/// The changes of a case not yet sent to the session, and the numbers of records sent and stored.
#[derive(Debug, Default)]
pub struct RecordLog {
    /// Changes since the last record was sent.
    entries: Vec<RecordEntry>,
    /// Versions of article and summary that were last sent.
    versions: (u64, u64),
    /// Whether the last change of article and of summary was an undo or redo.
    turned: (bool, bool),
    /// Number of records sent.
    sent: u64,
    /// Number of records on disk.
    kept: u64,
    /// What the session has refused of them.
    refused: Vec<RefusedPart>,
    /// The number of the next step.
    step: u64,
    /// Steps made since the last call of `new_steps`.
    names: Vec<NamedStep>,
    /// Events of the steps from earlier runs, oldest first.
    earlier: Vec<Vec<Uuid>>,
}

/// The label that an undo restores. It gets the focus once the labels are known again, unless a person has
/// moved to another row meanwhile.
#[derive(Clone, Debug)]
pub struct RestoredLabel {
    /// Label in focus when the step was made.
    id: Option<LabelId>,
    /// List and wording of the unit that was decided on.
    unit: Option<(List, String)>,
    /// List and row shown when the step was undone.
    shown: (List, usize),
}

/// The name of a step, and the label in focus before it; a decision moves the focus to the next label.
pub type NamedStep = (String, Option<LabelId>);

impl OpenCase {
    /// Records an edit that was just made, so that it can be undone.
    pub fn edited(&mut self, side: Side) {
        self.undone.clear();
        self.log.turn(side, false);
        let from = self.pane(side).steps().saturating_sub(1);
        match self.done.last() {
            Some(UndoStep::Text { side: last, .. }) if *last == side => {}
            _ => {
                // Further typing in the other text is a separate step.
                self.pane_mut(side.other()).end_step();
                self.log.names.push((format!("edit of the {}", side.as_str()), self.label));
                self.done.push(UndoStep::Text { side, from });
            }
        }
    }

    /// Sets the decisions on labels, as an undoable step.
    pub fn set_overrides(&mut self, overrides: Vec<Override>, how: DecisionMethod) {
        self.decide(Decisions { overrides, ..self.decisions.clone() }, how);
    }

    /// Sets the decisions, as an undoable step. Repeating a decision is not a step.
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
        // Further typing is a separate step.
        for side in [Side::Article, Side::Summary] {
            self.pane_mut(side).end_step();
        }
    }

    /// Adopts the history that a session has of the case.
    pub(super) fn remember(&mut self, history: CaseHistory) {
        let CaseHistory { done, undone, .. } = history;
        self.log.step = (done.len() + undone.len()) as u64;
        let numbered = |(step, known): (u64, Step)| match known.change {
            StepChange::Decisions(change) => UndoStep::Decisions { step, change: Arc::new(change) },
            StepChange::Texts { article, summary } => UndoStep::Texts { step, article, summary },
        };
        let made = done.len() as u64;
        self.log.earlier = done.iter().map(|step| step.events.clone()).collect();
        // From the current texts, a step that was made leads back, and a step that was undone leads forward.
        self.done = (0..).zip(done).map(numbered).map(UndoStep::turned).collect();
        self.undone = (made..).zip(undone.into_iter().rev()).map(numbered).collect();
        self.undone.reverse();
    }

    /// Returns the steps made since the last call.
    pub fn new_steps(&mut self) -> Vec<NamedStep> {
        std::mem::take(&mut self.log.names)
    }

    /// Returns the events of the step that is undone next, if it was made in an earlier run.
    pub fn next_events(&self) -> &[Uuid] {
        let next = self.done.len().checked_sub(1).and_then(|at| self.log.earlier.get(at));
        next.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the name of the step that is undone next, in words; `None` if there is none.
    pub fn last_step(&self) -> Option<String> {
        let of_texts = |side: Side| format!("edit of the {}", side.as_str());
        Some(match self.done.last()? {
            UndoStep::Text { side, .. } => of_texts(*side),
            UndoStep::Texts { article: Some(_), .. } => of_texts(Side::Article),
            UndoStep::Texts { .. } => of_texts(Side::Summary),
            UndoStep::Decisions { change, .. } => named(DecisionMethod::Singly, change, &self.decisions),
        })
    }

    /// Returns the list and the wording of the unit that the step to be undone next decided on.
    pub fn last_unit(&self) -> Option<(List, String)> {
        let UndoStep::Decisions { change, .. } = self.done.last()? else { return None };
        let items = &change.overrides;
        let (_, one) = items.new.first().or(items.gone.first())?;
        Some((one.list, one.text.clone()))
    }

    /// Requests the focus for a label once the labels are known again: the unit that the step decided on, or
    /// else the label that was in focus when the step was made.
    pub fn restore(&mut self, id: Option<LabelId>, unit: Option<(List, String)>) {
        self.restored = Some(RestoredLabel { id, unit, shown: (self.list, self.row.cursor()) });
    }

    /// Returns the label that an undo restored, once it is known, unless the person has moved elsewhere.
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
                // Of several units with the same wording, prefer the one that was in focus.
                id.filter(|id| same.any(|own| own == *id)).or(first)
            }
        };
        found.filter(|_| shown == (self.list, self.row.cursor()))
    }

    /// Undoes the last change. Returns whether there was one.
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

    /// Redoes the change that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else { return false };
        if let UndoStep::Text { side, .. } = change {
            // A redo is recorded like any other change, but the other undone steps can still be redone.
            let undone = std::mem::take(&mut self.undone);
            let names = self.log.names.len();
            self.pane_mut(side).apply(Edit::Redo);
            self.edited(side);
            self.log.turn(side, true);
            self.undone = undone;
            // The step was reported before.
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

    /// Applies the texts of a change that is a step in the session.
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

    /// Starts recording; everything done so far is in the session already.
    pub(super) fn begin_log(&mut self) {
        self.log.versions = self.versions();
    }

    /// Returns the changes since the last call, for the session; `None` if there are none.
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

    /// Marks the records up to this one as stored, but for what the session refuses. A text that is stored
    /// makes up for one that was refused.
    pub fn mark_kept(&mut self, written: WrittenRecord) {
        let WrittenRecord { number, sides, refused, .. } = written;
        self.log.kept = self.log.kept.max(number);
        self.log.refused.retain_mut(|refused| match &mut refused.part {
            RecordPart::Texts(left) => {
                left.retain(|side| !sides.contains(side));
                !left.is_empty()
            }
            RecordPart::Step { .. } => true,
        });
        self.log.refused.extend(refused);
    }

    /// Returns why the session refuses what is on the screen; `None` if it does not. A step that was undone is
    /// no longer there.
    pub fn refusal(&self) -> Option<&str> {
        let is_made = |step: u64| self.done.iter().any(|one| one.number() == Some(step));
        let refused = self.log.refused.iter().find(|refused| match refused.part {
            RecordPart::Texts(_) => true,
            RecordPart::Step { number, undone } => is_made(number) != undone,
        });
        refused.map(|refused| refused.why.as_str())
    }

    /// Whether any change is not on disk yet.
    pub fn is_unkept(&self) -> bool {
        self.log.sent > self.log.kept
    }

    /// Whether anything was changed since the case was opened.
    pub fn is_touched(&self) -> bool {
        self.log.sent > 0
    }
}

/// Returns the name of a step, in words.
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
    // Of a step made before the case was opened, only what it did is known.
    if !new.is_empty() && new.iter().all(|(_, one)| one.care != Care::Judged) {
        return "accept".to_owned();
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
    /// Records whether the last change of a text was an undo or redo.
    fn turn(&mut self, side: Side, turned: bool) {
        match side {
            Side::Article => self.turned.0 = turned,
            Side::Summary => self.turned.1 = turned,
        }
    }
}

impl UndoStep {
    /// Returns the step's number in the session; `None` for an edit that is recorded as it is typed.
    fn number(&self) -> Option<u64> {
        match self {
            UndoStep::Text { .. } => None,
            UndoStep::Texts { step, .. } | UndoStep::Decisions { step, .. } => Some(*step),
        }
    }

    /// Returns the same step seen from its other side.
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
