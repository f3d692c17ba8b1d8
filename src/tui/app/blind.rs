//! Blind review: the annotator judges first, with the engine's judgement hidden until the reveal.

use crate::tui::guide::Guide;
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::queue::blind::{BlindStatus, Feedback};
use crate::tui::queue::{QueueError, QueueJob};
use crate::tui::screens::{SCREENS, shows_judgement};

use super::App;

/// Whether an action shows the engine's judgement of the case on the screen.
pub(super) fn is_of_the_engine(action: Action) -> bool {
    shows_judgement(action) || matches!(action, Action::Reanalyse | Action::Predict)
}

impl App {
    /// Whether an action is blocked because it would show what is hidden. If so, shows a message.
    pub(super) fn withholds(&mut self, action: Action) -> bool {
        let why = match action {
            action if is_of_the_engine(action) && self.state.is_hidden() => {
                let key = self.state.keys.name(Context::Main, Action::HandIn);
                format!("what the engine says is hidden until you have judged: {key} hands the case in")
            }
            Action::Export | Action::Bulk | Action::Agreement | Action::Adjudicate
                if self.state.hides_any() =>
            {
                "this would reveal cases that you have not judged yet".to_owned()
            }
            _ => return false,
        };
        self.state.notify(&why);
        true
    }

    /// Returns why a case may not be opened yet: the training round comes before the queue, and earlier
    /// lessons come before later ones.
    pub(super) fn closed(&self, at: usize) -> Option<String> {
        let missing = self.state.guide.as_ref().and_then(Guide::course).map(|course| course.missing(at));
        if let Some(missing) = missing.filter(|missing| !missing.is_empty()) {
            return Some(format!("pass first: {}", missing.join(", ")));
        }
        let blind = self.state.blind.as_ref().filter(|blind| !blind.may_open(at))?;
        let training = blind.training?;
        blind.failed(&self.state.reopens).or_else(|| {
            Some(match training.round - training.done {
                1 => "1 training case is left: the queue begins after it".to_owned(),
                left => format!("{left} training cases are left: the queue begins after them"),
            })
        })
    }

    /// Handles a new status of the blind review. If the review is opened after a failed training round, the
    /// result of the round is shown first, since no case of the review can be judged. If it is opened for
    /// another round, it starts with the first case of the round.
    pub(super) fn on_standing(&mut self, standing: BlindStatus) {
        if let Some(training) = standing.training.filter(|_| self.state.blind.is_none()) {
            let is_another = training.done == 0 && training.round < training.cases;
            self.first = match training.has_failed() {
                true => Some(Action::Progress),
                false => is_another.then_some(Action::NextUndecided),
            };
        }
        self.state.table.hide_ids(standing.hides_ids);
        self.state.blind = Some(standing);
        self.state.table.recount();
    }

    /// Handles a judged case of a package. The next case is opened, because only the lead may see the
    /// differences.
    pub(super) fn on_handed_in(&mut self, index: usize, effects: &mut Vec<Effect>) {
        self.state.notice = None;
        self.state.table.hand_in(index);
        let (done, all) = self.state.blind.as_ref().map_or((0, 0), |blind| (blind.revealed, blind.cases));
        let next = Some(index + 1).filter(|next| *next < self.state.cases && index == self.state.at);
        if next.is_some() {
            self.go(next, effects);
        }
        self.state.notify(&match done == all {
            true => "all cases are handed in: send the file back".to_owned(),
            false => format!("handed in, {done} of {all}"),
        });
    }

    /// Handles the reveal of a case that was judged blind: reopens the case, with the screen of the
    /// differences over it.
    pub(super) fn on_revealed(
        &mut self,
        index: usize,
        revealed: Result<Option<Feedback>, QueueError>,
        effects: &mut Vec<Effect>,
    ) {
        let feedback = match revealed {
            Ok(feedback) => feedback,
            Err(why) => return self.state.warn(format!("not revealed: {why}")),
        };
        self.state.notice = None;
        self.feedback = feedback.map(|feedback| (index, feedback));
        self.state.table.hand_in(index);
        self.state.table.reveal(index);
        self.state.open_cases.remove(&index);
        effects.push(Effect::Queue(QueueJob::Open(index)));
        if index != self.state.at {
            return;
        }
        self.screens.clear();
        self.state.editing = false;
        if let Some(entry) = SCREENS.iter().find(|entry| entry.action == Action::HandIn) {
            self.open(entry, effects);
        }
        if let Some(words) =
            self.state.blind.as_ref().and_then(|blind| news(blind, index, &self.state.reopens))
        {
            self.state.notify(&words);
        }
    }
}

/// Returns the message on the review's progress after one of its cases was judged.
fn news(blind: &BlindStatus, index: usize, reopens: &str) -> Option<String> {
    if let Some(training) = blind.training.filter(|training| index < training.cases) {
        return blind.failed(reopens).or_else(|| {
            Some(match training.round - training.done {
                0 => "training passed: the queue is open".to_owned(),
                1 => "1 training case is left".to_owned(),
                left => format!("{left} training cases are left"),
            })
        });
    }
    let gold = blind.result.map(|tally| {
        let state = if tally.passes(blind.pass) { "passed" } else { "not passed" };
        format!("; gold cases: {}, {state}", tally.in_words())
    });
    let done = blind.revealed == blind.cases;
    done.then(|| format!("you have judged every case{}", gold.unwrap_or_default()))
}
