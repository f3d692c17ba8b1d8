//! One timeline of what was done, across cases: undo takes the newest step back wherever it was made, and goes there.

use crate::labels::LabelId;
use crate::tui::bench::Bench;
use crate::tui::msg::Effect;

use super::App;

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// The case that it was made on, by its place in the queue.
    case: usize,
    /// What it did: "accept".
    name: String,
    /// The label that was in focus.
    label: Option<LabelId>,
}

/// What was done since the workbench was opened, over all cases.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl Timeline {
    /// Drops the steps of a case, which was changed otherwise.
    pub(super) fn forget(&mut self, case: usize) {
        self.done.retain(|step| step.case != case);
        self.undone.retain(|step| step.case != case);
    }
}

impl App {
    /// Takes note of the steps that were just made.
    pub(super) fn note_steps(&mut self) {
        for (case, bench) in &mut self.state.benches {
            for name in bench.new_steps() {
                self.timeline.done.push(Step { case: *case, name, label: bench.label });
                self.timeline.undone.clear();
            }
        }
    }

    /// Takes the newest step back, on whichever case it was made. Steps that were made before the workbench was opened are
    /// those of the case on the screen alone.
    pub(super) fn undo(&mut self, effects: &mut Vec<Effect>) {
        if !self.state.may_change() {
            return;
        }
        while let Some(step) = self.timeline.done.pop() {
            let before = self.made(&step);
            if self.turn(&step, Bench::undo, "undo", effects) {
                // What was typed is taken back word by word.
                if self.made(&step) == before {
                    self.timeline.done.push(step.clone());
                }
                self.timeline.undone.push(step);
                return;
            }
        }
        match self.state.bench_mut().map(Bench::undo) {
            Some(true) => self.judge = true,
            Some(false) => self.state.tell("nothing to undo"),
            None => {}
        }
    }

    /// Makes the step again that was last taken back.
    pub(super) fn redo(&mut self, effects: &mut Vec<Effect>) {
        if !self.state.may_change() {
            return;
        }
        while let Some(step) = self.timeline.undone.pop() {
            let before = self.made(&step);
            if self.turn(&step, Bench::redo, "redo", effects) {
                if self.made(&step) > before {
                    self.timeline.done.push(step);
                }
                return;
            }
        }
        match self.state.bench_mut().map(Bench::redo) {
            Some(true) => self.judge = true,
            Some(false) => self.state.tell("nothing to redo"),
            None => {}
        }
    }

    /// How many steps of the case can be taken back.
    fn made(&self, step: &Step) -> usize {
        self.state.benches.get(&step.case).map_or(0, |bench| bench.done.len())
    }

    /// Takes a step back or makes it again, at its place.
    fn turn(
        &mut self,
        step: &Step,
        turn: fn(&mut Bench) -> bool,
        what: &str,
        effects: &mut Vec<Effect>,
    ) -> bool {
        if let Some(why) = (step.case != self.state.at).then(|| self.closed(step.case)).flatten() {
            self.state.tell(&why);
            return true;
        }
        let Some(bench) = self.state.benches.get_mut(&step.case) else { return false };
        if !turn(bench) {
            return false;
        }
        let id = bench.case.id.clone();
        let away = step.case != self.state.at;
        if away {
            self.go(Some(step.case), effects);
        }
        self.judge = true;
        if let Some(label) =
            step.label.filter(|label| self.state.bench().is_some_and(|bench| bench.get(*label).is_some()))
        {
            self.state.select(label);
            self.state.placed = Some(step.case);
        }
        let place = if away || self.state.cases > 1 { format!(", {id}") } else { String::new() };
        self.state.tell(&format!("{what}: {}{place}", step.name));
        true
    }
}
