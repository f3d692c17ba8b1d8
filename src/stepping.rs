//! The arithmetic of a report as a program that can be stepped through: metrics, their steps, the labels
//! that these count, the caps, the verdict.
//!
//! A [`Program`] is a list of lines with depths. Stepping over a line ([`Program::over`]), into it and
//! out of it are moves between lines; running to a breakpoint is a search for the next line of a cap.

use crate::labels::LabelId;
use crate::report::{Fired, Report};
use crate::rubric::symbol;

/// The object that a line describes. Indices count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepTarget {
    /// A metric, by index.
    Metric(usize),
    /// A step, by the index of its metric and its own.
    Step(usize, usize),
    /// A label that a step counts: the indices of metric and step, and the label.
    Label(usize, usize, LabelId),
    /// A cap, by its row in the report, within the metric that it limits.
    Cap(usize, usize),
    /// The score of a metric after caps.
    Score(usize),
    Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Depth: 0 for metrics and the verdict, 1 for steps and caps, 2 for labels.
    pub depth: u8,
    pub at: StepTarget,
}

/// The lines, in the order of computation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub lines: Vec<Line>,
}

/// When a run stops at a breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Whenever the cap is evaluated, even if it does not fire.
    Considered,
    Fires,
}

impl Program {
    pub fn of(report: &Report) -> Program {
        let mut lines = Vec::new();
        let mut line = |depth, at| lines.push(Line { depth, at });
        for (metric, found) in report.metrics.iter().enumerate() {
            line(0, StepTarget::Metric(metric));
            for (step, entry) in found.steps.iter().enumerate() {
                line(1, StepTarget::Step(metric, step));
                for id in counted(report, found.key, entry) {
                    line(2, StepTarget::Label(metric, step, id));
                }
            }
            let of_metric = |target: &str| target.split('.').next() == Some(found.key);
            for (cap, _) in report.caps.iter().enumerate().filter(|(_, cap)| of_metric(cap.metric)) {
                line(1, StepTarget::Cap(metric, cap));
            }
            line(1, StepTarget::Score(metric));
        }
        line(0, StepTarget::Verdict);
        Program { lines }
    }

    fn depth(&self, at: usize) -> u8 {
        self.lines.get(at).map_or(0, |line| line.depth)
    }

    /// Returns the next line that is not deeper.
    pub fn over(&self, at: usize) -> Option<usize> {
        (at + 1..self.lines.len()).find(|next| self.depth(*next) <= self.depth(at))
    }

    /// Returns the previous line that is not deeper.
    pub fn back(&self, at: usize) -> Option<usize> {
        (0..at.min(self.lines.len())).rev().find(|before| self.depth(*before) <= self.depth(at))
    }

    /// Returns the first line nested in the line; `None` if it has none.
    pub fn within(&self, at: usize) -> Option<usize> {
        let next = at + 1;
        (next < self.lines.len() && self.depth(next) > self.depth(at)).then_some(next)
    }

    /// Returns the parent of the line; `None` at the outermost level.
    pub fn out(&self, at: usize) -> Option<usize> {
        (0..at.min(self.lines.len())).rev().find(|before| self.depth(*before) < self.depth(at))
    }

    /// Returns the next line, at any depth, of a cap with a breakpoint.
    pub fn run(&self, at: usize, report: &Report, breaks: &[&'static str], stop: Stop) -> Option<usize> {
        let stops = |next: &usize| {
            let Some(Line { at: StepTarget::Cap(_, cap), .. }) = self.lines.get(*next) else { return false };
            report.caps.get(*cap).is_some_and(|cap| {
                let fires = matches!(cap.fired, Fired::Yes { .. });
                breaks.contains(&cap.slug) && (stop == Stop::Considered || fires)
            })
        };
        (at + 1..self.lines.len()).find(stops)
    }

    /// Returns the index of the line for a target.
    pub fn place(&self, wanted: StepTarget) -> Option<usize> {
        self.lines.iter().position(|line| line.at == wanted)
    }
}

/// Returns the labels that a step counts, each once, in the order of its formula.
pub fn counted(report: &Report, metric: &str, step: &crate::ledger::Step) -> Vec<LabelId> {
    let mut ids = Vec::new();
    let symbols = step.inputs().into_iter().filter_map(|(name, _)| symbol(metric, step.name, name));
    for symbol in symbols {
        let counts = |(id, label): &&(LabelId, crate::labels::Label)| {
            Some(id.list) == symbol.list && (symbol.word.is_none() || symbol.word == label.word)
        };
        for (id, _) in report.labels.iter().filter(counts) {
            if !ids.contains(id) {
                ids.push(*id);
            }
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, Selection};
    use crate::rubric::{RUBRICS, Readings};

    const ARTICLE: &str = "The council approved the budget on Tuesday, by 7 votes to 2. It closes two libraries. \
        Mayor Ann Lee said that the city had no choice.";
    const SUMMARY: &str =
        "The council rejected the budget on Tuesday. Mayor Ann Lee said that the city had no choice.";

    fn report(slug: &str) -> Report {
        let selection = Selection::shipped(&[slug], Readings::default());
        let case = crate::case::Case::default();
        let texts = crate::case::Texts { article: ARTICLE, summary: SUMMARY };
        let analysis = Engine::default().analyse(&case, texts, selection.wanted());
        selection.judge(&case, &analysis, &analysis.proposals).pop().unwrap()
    }

    #[test]
    fn every_step_and_every_cap_is_a_line() {
        for entry in RUBRICS {
            let report = report(entry.slug);
            let program = Program::of(&report);
            let count = |wanted: fn(&StepTarget) -> bool| {
                program.lines.iter().filter(|line| wanted(&line.at)).count()
            };
            let steps: usize = report.metrics.iter().map(|metric| metric.steps.len()).sum();
            assert_eq!(count(|at| matches!(at, StepTarget::Step(..))), steps, "{}", entry.slug);
            assert_eq!(count(|at| matches!(at, StepTarget::Cap(..))), report.caps.len(), "{}", entry.slug);
            assert_eq!(count(|at| *at == StepTarget::Verdict), 1);
        }
    }

    #[test]
    fn over_visits_what_is_beside_and_into_and_out_are_each_others_way_back() {
        let report = report("judge-lock");
        let program = Program::of(&report);
        let mut at = 0;
        let mut visited = vec![program.lines[0].at];
        while let Some(next) = program.over(at) {
            assert_eq!(program.back(next), Some(at));
            at = next;
            visited.push(program.lines[at].at);
        }
        let mut metrics: Vec<StepTarget> = (0..report.metrics.len()).map(StepTarget::Metric).collect();
        metrics.push(StepTarget::Verdict);
        assert_eq!(visited, metrics, "from metric to metric, and to the verdict");
        for at in 0..program.lines.len() {
            if let Some(inner) = program.within(at) {
                assert_eq!(program.out(inner), Some(at));
            }
            // After the last line of a block, stepping leads to the line after the block.
            if program.over(at).is_none() {
                assert_eq!(at, program.lines.len() - 1);
            }
        }
        let labels = program.lines.iter().filter(|line| matches!(line.at, StepTarget::Label(..))).count();
        assert!(labels > 3, "steps count labels");
    }

    #[test]
    fn a_run_stops_at_its_breakpoints_alone() {
        let report = report("judge-lock");
        let program = Program::of(&report);
        let slug = "extraneous_claim";
        let rows = report.caps.iter().filter(|cap| cap.slug == slug).count();
        assert!(rows > 0);
        let stops = |stop| {
            let (mut at, mut stops) = (0, Vec::new());
            while let Some(next) = program.run(at, &report, &[slug], stop) {
                at = next;
                stops.push(at);
            }
            stops
        };
        assert_eq!(stops(Stop::Considered).len(), rows);
        for at in stops(Stop::Fires) {
            let StepTarget::Cap(_, cap) = program.lines[at].at else { panic!("{:?}", program.lines[at]) };
            assert!(report.caps[cap].slug == slug && matches!(report.caps[cap].fired, Fired::Yes { .. }));
        }
        assert_eq!(program.run(0, &report, &[], Stop::Considered), None);
        assert_eq!(program.run(0, &report, &["no_such_cap"], Stop::Fires), None);
    }

    #[test]
    fn no_place_is_out_of_the_program() {
        let program = Program::of(&report("twin-lock"));
        for at in [program.lines.len(), usize::MAX - 1] {
            assert_eq!((program.over(at), program.within(at)), (None, None));
        }
        assert_eq!(Program::default().over(0), None);
    }
}
