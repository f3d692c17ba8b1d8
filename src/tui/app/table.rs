//! The table of the queue: updates of the cases, and moving between cases in its order.

use crate::tui::component::ComponentEvent;
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::open_case::OpenCase;
use crate::tui::queue::bulk::BulkProgress;
use crate::tui::queue::digest::ScoringKey;
use crate::tui::queue::{Listed, QueueJob, ScorerJob};
use crate::tui::table::{BulkKind, CaseTable};

use super::App;

/// Updates the verdict of an open case in the table.
pub(super) fn settle(table: &mut CaseTable, at: usize, open_case: &OpenCase) {
    let verdict = open_case.verdict();
    table.decide(at, verdict, false);
    table.accept(at, verdict.is_none() && open_case.decisions.is_settled());
}

impl App {
    /// Handles newly listed cases. Cases that are open already may have been decided since they were listed.
    pub(super) fn on_listed(&mut self, listed: Vec<Listed>) {
        self.state.table.list(listed);
        for (at, open_case) in &self.state.open_cases {
            settle(&mut self.state.table, *at, open_case);
        }
    }

    /// Handles the progress of a bulk step.
    pub(super) fn on_bulk(&mut self, progress: BulkProgress, effects: &mut Vec<Effect>) {
        let BulkProgress { name, done, left } = progress;
        let does = self.state.table.bulk.map(|bulk| bulk.does);
        self.timeline.bulk_cases.extend(done.iter().map(|(at, _)| *at));
        for (at, verdict) in done {
            let gave = self.state.table.row(at).is_some_and(|row| row.bulk);
            self.state.table.decide(at, verdict, gave || does == Some(BulkKind::Accepts));
            // The case is opened again, with the bulk step among its undoable steps. Earlier steps are
            // dropped from the timeline, because their names there would no longer match.
            self.timeline.forget(at);
            if self.state.open_cases.remove(&at).is_some() && at == self.state.at {
                effects.push(Effect::Queue(QueueJob::Open(at)));
            }
        }
        if let Some(does) = does.filter(|_| left == 0) {
            self.timeline.note_bulk(does, name);
        }
        let undo = self.state.keys.name(Context::Main, Action::Undo);
        if let Some(words) = self.state.table.bulk_done(left, &undo) {
            self.state.notify(&words);
        }
    }

    /// Updates the table, and sends the visible cases to the background threads.
    pub(super) fn follow(&mut self, effects: &mut Vec<Effect>) {
        let rule = ScoringKey { slug: self.state.slug(), readings: self.state.readings };
        if rule != self.rule {
            self.rule = rule;
            self.sight.0.clear();
            self.state.table.forget();
            effects.push(Effect::Scorer(ScorerJob::Rule(rule)));
        }
        let at = self.state.at;
        effects.extend(self.state.table.question().map(|words| Effect::Scorer(ScorerJob::Words(words))));
        self.state.table.refresh(at);
        if self.state.table.count(self.state.blind.is_some()) {
            self.broadcast(ComponentEvent::Counted, effects);
        }
        self.state.table.watched =
            self.screens.iter().any(|screen| screen.window(&self.state).context == Context::Cases);
        let sight = (self.state.table.sight(at), self.state.table.watched);
        if sight != self.sight {
            effects.push(Effect::Scorer(ScorerJob::Sight(sight.0.clone(), sight.1)));
            self.sight = sight;
        }
    }

    /// Goes to the next or previous case of the table.
    pub(super) fn step(&mut self, forward: bool, effects: &mut Vec<Effect>) {
        let (at, state) = (self.state.at, &mut self.state);
        // Until the cases are listed, their order is that of the files.
        if state.table.rows.len() <= at {
            let to = if forward { Some(at + 1) } else { at.checked_sub(1) };
            return self.go(to, effects);
        }
        if let Some(to) = state.table.step(at, forward) {
            return self.go(Some(to), effects);
        }
        if !state.counted && forward {
            return state.notify("still counting the cases");
        }
        let which = if forward { "last" } else { "first" };
        let shown = match state.table.filter.is_empty() {
            true => String::new(),
            false => format!(" of the {} that the filter shows", state.table.view.len()),
        };
        state.notify(&format!("this is the {which} case{shown}"));
    }

    /// Goes to the next case without a verdict.
    pub(super) fn next_undecided(&mut self, effects: &mut Vec<Effect>) {
        match self.state.next_undecided() {
            Some(at) => self.go(Some(at), effects),
            None => self.state.notify(&self.state.none_undecided()),
        }
    }
}
