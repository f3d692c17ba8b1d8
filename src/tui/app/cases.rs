//! Cases: moving between them, and messages about cases that were read, scored, saved or reanalysed.

use std::path::PathBuf;
use std::sync::Arc;

use crate::rubric::RUBRICS;
use crate::session::SessionError;
use crate::tui::component::{ComponentEvent, Cx};
use crate::tui::draft::TextDraft;
use crate::tui::guide::Guide;
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::open_case::OpenCase;
use crate::tui::queue::{LostFile, OpenedCase, OpenedQueue, QueueJob, Reanalysis, WrittenRecord};
use crate::tui::screens::unfinished::screens;
use crate::tui::state::StorageStatus;
use crate::tui::worker::{ScoreRequest, ScoredPart};

use super::table::settle;
use super::{App, saved_position};

impl App {
    /// Handles the result of opening the session.
    pub(super) fn on_began(&mut self, began: OpenedQueue, effects: &mut Vec<Effect>) {
        // Practice is never saved, by design.
        let opening = self.state.kept == StorageStatus::Opening && self.state.guide.is_none();
        self.state.kept = match began.kept {
            Ok(path) => StorageStatus::In(path),
            Err(why) => {
                let why = why.to_string();
                if opening {
                    self.state.warn(format!(
                        "nothing that you decide is saved: {why}; `lockbench review --session FILE` saves it in another place"
                    ));
                }
                StorageStatus::Nowhere(why)
            }
        };
        (self.state.read_only, self.state.package) = (began.read_only, began.package);
        if self.state.read_only.is_some() {
            self.state.may_change();
        }
        (self.state.at, self.state.saved_position) = (began.at, began.saved_position);
        self.broadcast(ComponentEvent::Kept, effects);
    }

    /// Handles the return of the session's file to its place.
    pub(super) fn on_in_place(&mut self, effects: &mut Vec<Effect>) {
        self.state.lost = None;
        self.broadcast(ComponentEvent::Kept, effects);
    }

    /// Handles the result of reading a case.
    pub(super) fn on_opened(&mut self, opened: OpenedCase) {
        let (index, shown) = (opened.index, opened.index == self.state.at);
        let mut read = match opened.read {
            Ok(read) => *read,
            Err(reason) => {
                self.state.failed.insert(index, reason.to_string());
                return;
            }
        };
        let warning = std::mem::take(&mut read.warnings).into_iter().next();
        let mut open_case = OpenCase::new(read);
        open_case.rubric = self.state.slug();
        open_case.feedback = self.feedback.take_if(|(of, _)| *of == index).map(|(_, feedback)| feedback);
        self.state.failed.remove(&index);
        self.state.open_cases.insert(index, open_case);
        if shown {
            if let Some(text) = warning {
                self.state.warn(text);
            }
            self.judge = true;
            if let Some(saved_position) = self.state.saved_position.take() {
                let by_claims = saved_position::take(&mut self.state, &saved_position);
                if by_claims && !self.state.is_in_lines && self.first.is_none() {
                    self.first = Some(Action::LabelByLabel);
                    self.state.placed = Some(index);
                }
            }
        }
    }

    /// Handles the scores of a case.
    pub(super) fn on_scored(&mut self, scored: Box<ScoredPart>, effects: &mut Vec<Effect>) {
        let followed =
            self.state.open_cases.get_mut(&scored.index).and_then(|open_case| open_case.take(scored));
        if let Some(count) = followed.filter(|count| *count > 0) {
            self.state.add_notice(&match count {
                1 => "1 other label changed with it".to_owned(),
                _ => format!("{count} other labels changed with it"),
            });
        }
        // The first time, a case opens at its most influential label.
        let first =
            self.state.open_case_mut().filter(|open_case| !open_case.met && open_case.report().is_some());
        if let Some(id) = first.and_then(|open_case| {
            open_case.met = true;
            open_case.foremost()
        }) {
            self.state.select(id);
        }
        if let Some(id) = self.state.open_case_mut().and_then(OpenCase::take_restored) {
            self.state.select(id);
        }
        self.broadcast(ComponentEvent::Scored, effects);
    }

    /// Handles the confirmation that records of a case are on disk, but for what the session refuses.
    pub(super) fn on_kept(&mut self, written: WrittenRecord, effects: &mut Vec<Effect>) {
        let index = written.index;
        self.state.unkept = None;
        if let Some(refused) = written.refused.first() {
            self.state.warn(format!("NOT SAVED: {}", refused.why));
        }
        self.state.table.work(written.made, index);
        if let Some(open_case) = self.state.open_cases.get_mut(&index) {
            open_case.mark_kept(written);
        }
        self.broadcast(ComponentEvent::Kept, effects);
    }

    /// Handles a failure to save.
    pub(super) fn on_unkept(&mut self, why: String, effects: &mut Vec<Effect>) {
        let key = self.state.keys.name(Context::Main, Action::Save);
        self.state.warn(format!("NOT SAVED: {why}; {key} tries again"));
        self.state.unkept = Some(why);
        self.broadcast(ComponentEvent::Kept, effects);
    }

    /// Handles the loss of the session's file from its place.
    pub(super) fn on_lost(&mut self, lost: LostFile, effects: &mut Vec<Effect>) {
        let key = self.state.keys.name(Context::Main, Action::Save);
        self.state.warn(format!("NOT SAVED: {}; {key} saves everything in another file", lost.why));
        self.state.lost = Some(lost);
        self.broadcast(ComponentEvent::Kept, effects);
    }

    /// Handles the result of saving everything in another file.
    pub(super) fn on_moved(&mut self, to: Result<PathBuf, SessionError>, effects: &mut Vec<Effect>) {
        match to {
            Ok(path) => {
                self.state.notify(&format!("everything is saved in {} from now on", path.display()));
                (self.state.kept, self.state.lost, self.state.unkept) = (StorageStatus::In(path), None, None);
                self.broadcast(ComponentEvent::Moved, effects);
            }
            Err(why) => self.state.warn(format!("not saved there: {why}")),
        }
    }

    /// Asks what reanalysing the case by this version of the engine would change. If asked a second time,
    /// reanalyses the case.
    pub(super) fn reanalyse(&mut self, effects: &mut Vec<Effect>) {
        let really = self.offered_reanalysis.take() == Some(self.state.at);
        if !really || self.state.may_change() {
            effects.push(Effect::Queue(QueueJob::Reanalysis(self.state.at, really)));
        }
    }

    /// Handles a reanalysis by this version of the engine, or the preview of what it would change.
    pub(super) fn on_reanalysis(&mut self, index: usize, outcome: Reanalysis, effects: &mut Vec<Effect>) {
        match outcome {
            Reanalysis::Would(what) => {
                self.offered_reanalysis = Some(index);
                let key = self.state.keys.name(Context::Main, Action::Reanalyse);
                self.state.notify(&format!("{what}; {key} again does it, and keeps what you decided"));
            }
            Reanalysis::Did(what) => {
                self.state.notify(&what);
                effects.push(Effect::Queue(QueueJob::Open(index)));
            }
            Reanalysis::Not(why) => self.state.notify(&why),
        }
    }

    /// Sends the changes of a case since the last call to be saved.
    pub(super) fn record(&mut self, at: usize, effects: &mut Vec<Effect>) {
        let Some(open_case) = self.state.open_cases.get_mut(&at) else { return };
        settle(&mut self.state.table, at, open_case);
        let Some(record) = open_case.unrecorded(at) else { return };
        self.state.table.recount();
        if self.state.read_only.is_none() && !matches!(self.state.kept, StorageStatus::Nowhere(_)) {
            effects.push(Effect::Queue(QueueJob::Record(record)));
        }
    }

    /// Sends the annotator's position to be saved, if it changed.
    pub(super) fn sit(&mut self, effects: &mut Vec<Effect>) {
        if self.state.may_write() && self.state.unfinished.is_empty() {
            let saved_position = saved_position::of(&self.state);
            if let Some(mut saved_position) = saved_position.filter(|saved_position| {
                self.saved_position.as_ref().is_none_or(|known| !known.same(saved_position))
            }) {
                let was_typed = self.saved_position.as_ref().is_some_and(|known| known.typed);
                saved_position.number = self.saved_position.as_ref().map_or(1, |known| known.number + 1);
                if saved_position.typed || was_typed {
                    self.state.seats.0 = saved_position.number;
                }
                self.saved_position = Some(saved_position.clone());
                effects.push(Effect::Queue(QueueJob::SavedPosition(saved_position)));
            }
        }
    }

    /// Reopens the screen with text that was being typed when the session was left.
    pub(super) fn take_up(&mut self) {
        let context = self.context();
        let is_free = context.is_main() || context == Context::LabelByLabel;
        if self.state.is_judging() || !is_free || !self.state.may_write() {
            return;
        }
        // An unfinished note is left to the screen of the disagreements, which continues it once they are
        // known.
        let others = |draft: &mut TextDraft| self.state.adjudication.is_none() || !draft.is_note();
        let Some(draft) = self.state.unfinished.extract_if(.., others).last() else { return };
        let screens = screens(&draft, &self.state);
        if !screens.is_empty() {
            self.state.notify("resumed where you left off");
            screens.into_iter().for_each(|screen| self.screens.push(screen));
            self.arrange();
        }
    }

    /// Goes to a case, given by its position in the queue; `None` is before the first.
    pub(super) fn go(&mut self, at: Option<usize>, effects: &mut Vec<Effect>) {
        let Some(at) = at else { return self.state.notify("this is the first case") };
        if at >= self.state.cases {
            let words = if self.state.counted { "this is the last case" } else { "still counting the cases" };
            return self.state.notify(words);
        }
        if let Some(why) = self.closed(at) {
            return self.state.notify(&why);
        }
        self.record(self.state.at, effects);
        let now = self.state.now;
        if let Some(open_case) = self.state.open_case_mut() {
            open_case.look_away(now);
        }
        self.state.at = at;
        self.state.unsure = None;
        self.state.table.mark(at);
        self.state.editing = false;
        self.state.failed.remove(&at);
        let slug = self.state.slug();
        match self.state.open_case_mut() {
            None => effects.push(Effect::Queue(QueueJob::Open(at))),
            Some(open_case) => {
                open_case.rubric = slug;
                open_case.settle();
                self.judge = true;
            }
        }
    }

    /// Shows where everything is saved, and retries what could not be written.
    pub(super) fn save(&mut self, effects: &mut Vec<Effect>) {
        // If the session's file is missing, another file is offered.
        if self.state.lost.is_some() {
            return self.act(Action::Quit, Cx::NO_KEY, effects);
        }
        effects.push(Effect::Queue(QueueJob::Again));
        match &self.state.kept {
            StorageStatus::In(_) if self.state.unkept.is_some() && self.state.is_losing() => {
                self.state.unkept = None;
                self.state.notify("trying again to save …");
            }
            StorageStatus::In(_) if self.state.is_losing() => {
                self.state.warn(format!("NOT SAVED: {}", self.state.unsaved_because()));
            }
            StorageStatus::In(path) => {
                self.state.notify(&format!("everything is saved as it happens, in {}", path.display()));
            }
            StorageStatus::Nowhere(why) => self.state.warn(format!("nothing is saved: {why}")),
            StorageStatus::Opening => self.state.notify("the session is being opened"),
        }
    }

    /// Requests the case that a screen shows beside the one on the screen. Its scores are requested only
    /// after those of the latter, because the worker takes only the newest request.
    pub(super) fn judge_beside(&mut self, effects: &mut Vec<Effect>) {
        let Some(index) = self.screens.iter().rev().find_map(|screen| screen.wants_case(&self.state)) else {
            self.state.beside = None;
            return;
        };
        let asked = self.state.beside.replace(index) == Some(index);
        let slug = self.state.slug();
        match self.state.open_cases.get(&index) {
            None if !asked && !self.state.failed.contains_key(&index) => {
                effects.push(Effect::Queue(QueueJob::Open(index)));
            }
            // A result that another request interrupted is incomplete until it is requested again.
            Some(open_case) if open_case.asked == 0 || open_case.is_stale_by(slug) || open_case.is_busy() => {
                let free = !self.state.is_judging() && open_case.asked != self.generation;
                effects.extend(if free { self.request_of(index) } else { None });
            }
            _ => {}
        }
    }

    /// Returns a request for scores of the case on the screen by every rubric, the rubric on the screen
    /// first.
    pub(super) fn request(&mut self) -> Option<Effect> {
        self.request_of(self.state.at)
    }

    fn request_of(&mut self, index: usize) -> Option<Effect> {
        self.generation += 1;
        let (generation, readings) = (self.generation, self.state.readings);
        let slug = self.state.slug();
        let reading_effects = self.screens.iter().any(|screen| screen.wants_readings()).then_some(slug);
        let trials = self.screens.iter().any(|screen| screen.wants_trials()).then_some(slug);
        let compared = self.screens.iter().any(|screen| screen.wants_compared()).then_some(slug);
        let entities = self.screens.iter().any(|screen| screen.wants_entities());
        let tries =
            self.screens.iter().next_back().map(|screen| screen.wants_tries(&self.state)).unwrap_or_default();
        let course = self.state.guide.as_ref().and_then(Guide::course);
        let lesson = course.and_then(|course| course.lesson(index));
        let labels_only = lesson.is_some_and(|lesson| lesson.labels_only);
        let others = RUBRICS.iter().map(|entry| entry.slug).filter(|other| *other != slug);
        let rubrics = std::iter::once(slug).chain(others).collect();
        let open_case = self.state.open_cases.get_mut(&index)?;
        open_case.asked = generation;
        Some(Effect::Judge(Box::new(ScoreRequest {
            generation,
            index,
            case: Arc::clone(&open_case.case),
            versions: open_case.versions(),
            article: open_case.article.text(),
            summary: open_case.summary.text(),
            given: open_case.labels_over(),
            rules: open_case.decisions.rules.clone(),
            overrides: open_case.decisions.overrides.clone(),
            readings,
            rubrics,
            reading_effects,
            trials,
            compared,
            entities,
            hidden: open_case.is_hidden(),
            tries,
            labels_only,
        })))
    }
}
