//! The cases: going from one to another, what is read, judged and saved of them, and what is taken back.

use std::sync::Arc;

use crate::rubric::RUBRICS;
use crate::tui::bench::Bench;
use crate::tui::component::Event;
use crate::tui::msg::Effect;
use crate::tui::queue::Opened;
use crate::tui::report::to_save;
use crate::tui::save::Outcome;
use crate::tui::worker::{Request, Scored};

use super::App;

impl App {
    /// A case was read, or could not be.
    pub(super) fn on_opened(&mut self, opened: Opened) {
        let (index, shown) = (opened.index, opened.index == self.state.at);
        let read = match opened.read {
            Ok(read) => read,
            Err(reason) => {
                self.state.failed.insert(index, reason);
                return;
            }
        };
        let mut bench = Bench::new(read.case, read.given, read.overrides);
        bench.rubric = self.state.slug();
        self.state.failed.remove(&index);
        self.state.benches.insert(index, bench);
        if shown {
            if let Some(text) = read.warnings.first() {
                self.state.warn(text.clone());
            }
            self.judge = true;
        }
    }

    /// The worker has judged a case.
    pub(super) fn on_scored(&mut self, scored: Box<Scored>, effects: &mut Vec<Effect>) {
        if let Some(bench) = self.state.benches.get_mut(&scored.index) {
            bench.take(scored);
        }
        // A case opens at the label that matters most.
        let first = self.state.bench_mut().filter(|bench| !bench.met && bench.report().is_some());
        if let Some(id) = first.and_then(|bench| {
            bench.met = true;
            bench.foremost()
        }) {
            self.state.select(id);
        }
        self.tell_all(Event::Scored, effects);
    }

    /// A save has ended.
    pub(super) fn on_saved(&mut self, outcome: Outcome, effects: &mut Vec<Effect>) {
        let saved = outcome.result.is_ok();
        match outcome.result {
            Ok(files) => {
                if let Some(bench) = self.state.benches.get_mut(&outcome.case) {
                    bench.mark_saved(&outcome.save);
                }
                self.state.tell(&format!("saved {}", files.join(" and ")));
            }
            Err(reason) => self.state.warn(format!("not saved: {reason}")),
        }
        self.tell_all(Event::Saved(saved), effects);
    }

    /// Goes to a case, by its place in the queue; `None` is before the first.
    pub(super) fn go(&mut self, at: Option<usize>, effects: &mut Vec<Effect>) {
        let Some(at) = at else { return self.state.tell("this is the first case") };
        if at >= self.state.cases {
            let words = if self.state.counted { "this is the last case" } else { "still counting the cases" };
            return self.state.tell(words);
        }
        self.state.at = at;
        self.state.editing = false;
        self.state.failed.remove(&at);
        let slug = self.state.slug();
        match self.state.bench_mut() {
            None => effects.push(Effect::Open(at)),
            Some(bench) => {
                bench.rubric = slug;
                bench.settle();
                self.judge = true;
            }
        }
    }

    pub(super) fn undo(&mut self) {
        match self.state.bench_mut().map(Bench::undo) {
            Some(true) => self.judge = true,
            Some(false) => self.state.tell("nothing to take back"),
            None => {}
        }
    }

    pub(super) fn redo(&mut self) {
        match self.state.bench_mut().map(Bench::redo) {
            Some(true) => self.judge = true,
            Some(false) => self.state.tell("nothing to make again"),
            None => {}
        }
    }

    /// Saves what was changed of the case on the screen.
    pub(super) fn save(&mut self, effects: &mut Vec<Effect>) {
        match self.state.bench().filter(|bench| bench.is_dirty()).map(|bench| to_save(bench, &self.state.by))
        {
            Some(Ok(save)) => effects.push(Effect::Save(self.state.at, Box::new(save))),
            Some(Err(reason)) => self.state.warn(reason),
            None => self.state.tell("nothing has changed since it was opened or saved"),
        }
    }

    /// A request for a judgement of the case on the screen by every rubric, first by the one on the screen.
    pub(super) fn request(&mut self) -> Option<Effect> {
        self.generation += 1;
        let (generation, index, readings) = (self.generation, self.state.at, self.state.readings);
        let slug = self.state.slug();
        let what_if = self.screens.iter().any(|screen| screen.wants_readings()).then_some(slug);
        let trials = self.screens.iter().any(|screen| screen.wants_trials()).then_some(slug);
        let others = RUBRICS.iter().map(|entry| entry.slug).filter(|other| *other != slug);
        let rubrics = std::iter::once(slug).chain(others).collect();
        let bench = self.state.bench_mut()?;
        bench.asked = generation;
        Some(Effect::Judge(Box::new(Request {
            generation,
            index,
            case: Arc::clone(&bench.case),
            versions: (bench.article.version(), bench.summary.version()),
            article: bench.article.text(),
            summary: bench.summary.text(),
            given: bench.given.clone(),
            overrides: bench.overrides.clone(),
            readings,
            rubrics,
            what_if,
            trials,
        })))
    }
}
