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

/// In which direction the timeline is gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Undo,
    Redo,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Way::Undo => "undo",
            Way::Redo => "redo",
        }
    }

    fn on_bench(self) -> fn(&mut Bench) -> bool {
        match self {
            Way::Undo => Bench::undo,
            Way::Redo => Bench::redo,
        }
    }
}

impl Timeline {
    /// The steps that can be gone through, the next one last.
    fn steps(&mut self, way: Way) -> &mut Vec<Step> {
        match way {
            Way::Undo => &mut self.done,
            Way::Redo => &mut self.undone,
        }
    }

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
        self.turn(Way::Undo, effects);
    }

    /// Makes the step again that was last taken back.
    pub(super) fn redo(&mut self, effects: &mut Vec<Effect>) {
        self.turn(Way::Redo, effects);
    }

    fn turn(&mut self, way: Way, effects: &mut Vec<Effect>) {
        if !self.state.may_change() {
            return;
        }
        while let Some(step) = self.timeline.steps(way).pop() {
            if let Some(why) = (step.case != self.state.at).then(|| self.closed(step.case)).flatten() {
                self.timeline.steps(way).push(step);
                return self.state.tell(&why);
            }
            let before = self.made(&step);
            if !self.turn_step(&step, way, effects) {
                continue;
            }
            let after = self.made(&step);
            match way {
                Way::Undo => {
                    // What was typed is taken back word by word.
                    if after == before {
                        self.timeline.done.push(step.clone());
                    }
                    self.timeline.undone.push(step);
                }
                Way::Redo if after > before => self.timeline.done.push(step),
                Way::Redo => {}
            }
            return;
        }
        match self.state.bench_mut().map(way.on_bench()) {
            Some(true) => self.judge = true,
            Some(false) => self.state.tell(&format!("nothing to {}", way.name())),
            None => {}
        }
    }

    /// How many steps of the case can be taken back.
    fn made(&self, step: &Step) -> usize {
        self.state.benches.get(&step.case).map_or(0, |bench| bench.done.len())
    }

    /// Takes a step back or makes it again, at its place; whether there was anything to change.
    fn turn_step(&mut self, step: &Step, way: Way, effects: &mut Vec<Effect>) -> bool {
        let Some(bench) = self.state.benches.get_mut(&step.case) else { return false };
        if !way.on_bench()(bench) {
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
        self.state.tell(&format!("{}: {}{place}", way.name(), step.name));
        true
    }
}
