//! The timeline of steps across cases: undo undoes the newest step on whichever case it was made, and goes
//! there. A step on many cases at once counts as one.

use std::sync::Arc;

use crate::labels::{LabelId, List};
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::open_case::OpenCase;
use crate::tui::queue::bulk::Batch;
use crate::tui::queue::{EarlierChange, QueueJob};
use crate::tui::table::{self, BulkKind, BulkStatus};

use super::App;

/// A step on many cases at once.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ManyCases {
    /// Its name in the session.
    name: Arc<str>,
    /// The cases, by their positions in the queue.
    cases: Vec<usize>,
    /// Whether the step before it is undone together with it: the same ruling on the case on the screen.
    joined: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// The case, by its position in the queue.
    case: usize,
    /// The name of what it did, such as "accept".
    name: String,
    label: Option<LabelId>,
    /// The cases of a step on many cases at once.
    many: Option<ManyCases>,
}

/// The steps since the workbench was opened, over all cases.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// Changes made before the workbench was opened, in order.
    pub(super) earlier: Vec<EarlierChange>,
    /// The cases done so far by the running step on many cases.
    pub(super) bulk_cases: Vec<usize>,
}

/// Direction in which the timeline is traversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TimelineDirection {
    Undo,
    Redo,
}

impl TimelineDirection {
    fn name(self) -> &'static str {
        match self {
            TimelineDirection::Undo => "undo",
            TimelineDirection::Redo => "redo",
        }
    }

    fn on_case(self) -> fn(&mut OpenCase) -> bool {
        match self {
            TimelineDirection::Undo => OpenCase::undo,
            TimelineDirection::Redo => OpenCase::redo,
        }
    }
}

impl Timeline {
    /// Returns the steps in this direction; the next one is last.
    fn steps(&mut self, way: TimelineDirection) -> &mut Vec<Step> {
        match way {
            TimelineDirection::Undo => &mut self.done,
            TimelineDirection::Redo => &mut self.undone,
        }
    }

    /// Drops the steps of a case that was changed in another way.
    pub(super) fn forget(&mut self, case: usize) {
        let elsewhere = |step: &Step| step.many.is_some() || step.case != case;
        self.done.retain(elsewhere);
        self.undone.retain(elsewhere);
    }

    /// Records a finished step on many cases.
    pub(super) fn note_bulk(&mut self, does: BulkKind, name: Arc<str>) {
        let cases = std::mem::take(&mut self.bulk_cases);
        let Some(first) = cases.first().copied() else { return };
        let is_it = |step: &Step| step.many.as_ref().is_some_and(|many| many.name == name);
        let what = match does {
            BulkKind::Accepts => "accept",
            BulkKind::Rules => "rule",
            // The step was undone from the table.
            BulkKind::Undoes => {
                let at = self.done.iter().rposition(is_it);
                let step = at.map(|at| self.done.remove(at));
                return self.undone.extend(step);
            }
            BulkKind::Redoes => return,
        };
        let before = self.done.last();
        let joined = does == BulkKind::Rules
            && before.is_some_and(|step| step.many.is_none() && step.name.starts_with("rule"));
        let name_of = format!("{what} in {}", table::cases(cases.len()));
        let many = Some(ManyCases { name, cases, joined });
        self.done.push(Step { case: first, name: name_of, label: None, many });
        self.undone.clear();
    }
}

impl App {
    /// Records the steps that were just made.
    pub(super) fn note_steps(&mut self) {
        for (case, open_case) in &mut self.state.open_cases {
            for (name, label) in open_case.new_steps() {
                self.timeline.done.push(Step { case: *case, name, label, many: None });
                self.timeline.undone.clear();
            }
        }
    }

    /// Undoes the newest step, on whichever case it was made. For a change made before the workbench was
    /// opened, the first call shows its case and the second call undoes it.
    pub(super) fn undo(&mut self, effects: &mut Vec<Effect>) {
        self.turn(TimelineDirection::Undo, effects);
    }

    /// Redoes the step that was undone last.
    pub(super) fn redo(&mut self, effects: &mut Vec<Effect>) {
        self.turn(TimelineDirection::Redo, effects);
    }

    fn turn(&mut self, way: TimelineDirection, effects: &mut Vec<Effect>) {
        if !self.state.may_change() {
            return;
        }
        if self.state.table.bulk.is_some() {
            return self.state.notify("a bulk step is under way");
        }
        while let Some(step) = self.timeline.steps(way).pop() {
            if let Some(many) = step.many.clone() {
                self.turn_many(step, &many, way, effects);
                if way == TimelineDirection::Undo && many.joined {
                    self.turn_own(effects);
                }
                return;
            }
            if let Some(why) = (step.case != self.state.at).then(|| self.closed(step.case)).flatten() {
                self.timeline.steps(way).push(step);
                return self.state.notify(&why);
            }
            let before = self.made(&step);
            if !self.turn_step(&step, way, effects) {
                continue;
            }
            let after = self.made(&step);
            match way {
                TimelineDirection::Undo => {
                    // Typed text is undone word by word, so the step may have more to undo.
                    if after == before {
                        self.timeline.done.push(step.clone());
                    }
                    self.timeline.undone.push(step);
                }
                TimelineDirection::Redo if after > before => self.timeline.done.push(step),
                TimelineDirection::Redo => {}
            }
            let next = self.timeline.undone.last().and_then(|step| step.many.clone());
            if way == TimelineDirection::Redo && next.as_ref().is_some_and(|many| many.joined) {
                let notice = self.state.notice.take();
                let step = self.timeline.undone.pop();
                if let (Some(step), Some(many)) = (step, next) {
                    self.turn_many(step, &many, way, effects);
                }
                self.state.notice = notice.or(self.state.notice.take());
            }
            return;
        }
        match way {
            TimelineDirection::Undo => self.undo_earlier(effects),
            TimelineDirection::Redo => {
                let Some(open_case) = self.state.open_case_mut() else { return };
                let redone = open_case.redo();
                let name = open_case.last_step().unwrap_or_default();
                if !redone {
                    return self.state.notify("nothing to redo");
                }
                self.judge = true;
                self.state.notify(&format!("redo: {name}"));
                self.timeline.done.push(Step { case: self.state.at, name, label: None, many: None });
            }
        }
    }

    /// Undoes a step made before the workbench was opened, or shows its case.
    fn undo_earlier(&mut self, effects: &mut Vec<Effect>) {
        while let Some(EarlierChange { event, case, bulk }) = self.timeline.earlier.last().cloned() {
            if let Some(name) = bulk {
                return self.undo_earlier_bulk(name, effects);
            }
            if case != self.state.at {
                if let Some(why) = self.closed(case) {
                    return self.state.notify(&why);
                }
                self.go(Some(case), effects);
                let key = self.state.keys.name(Context::Main, Action::Undo);
                return self.state.notify(&format!("the last change is on this case: {key} takes it back"));
            }
            let Some(open_case) = self.state.open_case_mut() else { return };
            if open_case.next_events().contains(&event) {
                return self.undo_on_case();
            }
            // The event belongs to a step that was already undone, or to none.
            self.timeline.earlier.pop();
        }
        self.undo_on_case();
    }

    /// Undoes a step on many cases made before the workbench was opened, or shows one of its cases.
    fn undo_earlier_bulk(&mut self, name: Arc<str>, effects: &mut Vec<Effect>) {
        let is_of_step = |change: &EarlierChange| change.bulk.as_ref() == Some(&name);
        let mut cases: Vec<usize> = self
            .timeline
            .earlier
            .iter()
            .filter(|change| is_of_step(change))
            .map(|change| change.case)
            .collect();
        cases.sort_unstable();
        cases.dedup();
        let Some(first) = cases.first().copied() else { return };
        let named = format!("step on {} at once", table::cases(cases.len()));
        if !cases.contains(&self.state.at) {
            if let Some(why) = self.closed(first) {
                return self.state.notify(&why);
            }
            self.go(Some(first), effects);
            let key = self.state.keys.name(Context::Main, Action::Undo);
            return self.state.notify(&format!("the last change is a {named}: {key} takes it back"));
        }
        self.timeline.earlier.retain(|change| !is_of_step(change));
        let many = ManyCases { name, cases, joined: false };
        let step = Step { case: first, name: named, label: None, many: Some(many.clone()) };
        self.turn_many(step, &many, TimelineDirection::Undo, effects);
    }

    /// Undoes the last step of the case on the screen.
    fn undo_on_case(&mut self) {
        let Some(open_case) = self.state.open_case_mut() else { return };
        let name = open_case.last_step().unwrap_or_default();
        let unit = open_case.last_unit();
        if open_case.undo() {
            self.judge = true;
            self.restore(None, unit);
            self.state.notify(&format!("undo: {name}"));
            self.timeline.undone.push(Step { case: self.state.at, name, label: None, many: None });
        } else {
            self.state.notify("nothing to undo");
        }
    }

    /// Undoes or redoes a step on many cases.
    fn turn_many(&mut self, step: Step, many: &ManyCases, way: TimelineDirection, effects: &mut Vec<Effect>) {
        let (name, cases) = (Arc::clone(&many.name), many.cases.clone());
        let (does, batch) = match way {
            TimelineDirection::Undo => (BulkKind::Undoes, Batch::Undo(Some((name, cases)))),
            TimelineDirection::Redo => (BulkKind::Redoes, Batch::Redo(name, cases)),
        };
        self.state.table.bulk = Some(BulkStatus::new(does, many.cases.len()));
        effects.push(Effect::Queue(QueueJob::Bulk(batch)));
        self.state.notify(&format!("{}: {}", way.name(), step.name));
        match way {
            TimelineDirection::Undo => self.timeline.undone.push(step),
            TimelineDirection::Redo => self.timeline.done.push(step),
        }
    }

    /// Undoes the step on one case that a step on many cases was joined to.
    fn turn_own(&mut self, effects: &mut Vec<Effect>) {
        let notice = self.state.notice.take();
        if let Some(own) = self.timeline.done.pop() {
            if own.many.is_none() && self.turn_step(&own, TimelineDirection::Undo, effects) {
                self.timeline.undone.push(own);
            } else {
                self.timeline.done.push(own);
            }
        }
        self.state.notice = notice;
    }

    /// Shows the list of the label that an undo restores; the label gets the focus once it is back.
    fn restore(&mut self, id: Option<LabelId>, unit: Option<(List, String)>) {
        let list = unit.as_ref().map(|(list, _)| *list).or(id.map(|id| id.list));
        let shown = self.state.open_case().map(|open_case| open_case.list);
        if let Some(list) = list.filter(|list| shown != Some(*list)) {
            self.state.show_list(list);
        }
        if let Some(open_case) = self.state.open_case_mut() {
            open_case.restore(id, unit);
        }
    }

    /// Returns the number of steps of the case that can be undone.
    fn made(&self, step: &Step) -> usize {
        self.state.open_cases.get(&step.case).map_or(0, |open_case| open_case.done.len())
    }

    /// Undoes or redoes a step on its case. Returns whether anything changed.
    fn turn_step(&mut self, step: &Step, way: TimelineDirection, effects: &mut Vec<Effect>) -> bool {
        let Some(open_case) = self.state.open_cases.get_mut(&step.case) else { return false };
        let unit = open_case.last_unit();
        if !way.on_case()(open_case) {
            return false;
        }
        let id = self.state.name_of(step.case, &self.state.open_cases[&step.case]).into_owned();
        let away = step.case != self.state.at;
        if away {
            self.go(Some(step.case), effects);
        }
        self.judge = true;
        if let Some(label) = step
            .label
            .filter(|label| self.state.open_case().is_some_and(|open_case| open_case.get(*label).is_some()))
        {
            self.state.select(label);
            self.state.placed = Some(step.case);
        }
        if way == TimelineDirection::Undo {
            self.restore(step.label, unit);
        }
        let place = if away || self.state.cases > 1 { format!(", {id}") } else { String::new() };
        self.state.notify(&format!("{}: {}{place}", way.name(), step.name));
        true
    }
}
