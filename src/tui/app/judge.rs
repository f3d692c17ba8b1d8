//! The user's own judge: when it is asked, and how its answer is handled.

use std::sync::Arc;

use crate::tui::judging::JudgeUpdate;
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::open_case::Opinion;
use crate::tui::queue::QueueJob;

use super::App;

impl App {
    /// Asks the judge about the case on the screen if it was never asked; labels of another judge from an
    /// earlier run do not count. After an edit, the judge is asked
    /// again only on a key press: a judge may cost money, and typing would ask it all the time.
    pub(super) fn ask_unasked(&mut self, effects: &mut Vec<Effect>) {
        let mark = &self.state.judge_mark;
        let unasked = self.state.open_case().is_some_and(|open_case| open_case.is_unasked(mark));
        if unasked && self.may_ask() {
            self.ask(effects);
        }
    }

    /// Asks the judge about the case on the screen, with its current texts.
    pub(super) fn ask_judge(&mut self, effects: &mut Vec<Effect>) {
        let Some(judge) = self.state.judge.clone() else {
            return self.state.notify("there is no judge: --judge COMMAND names one");
        };
        if !self.may_ask() {
            return self.state.notify(&format!("{judge} is asked once you have judged the case yourself"));
        }
        if self.state.open_case().is_some_and(
            |open_case| matches!(open_case.opinion, Opinion::Asked(of, _) if of == open_case.versions()),
        ) {
            return self.state.notify(&format!("{judge} is being asked"));
        }
        if self.ask(effects) {
            self.state.notify(&format!("{judge} is asked"));
        }
    }

    /// Whether the judge's labels may be seen.
    fn may_ask(&self) -> bool {
        let shown = !self.state.hides_scores() && !self.state.is_hidden();
        shown && self.state.judge.is_some() && self.state.guide.is_none()
    }

    fn ask(&mut self, effects: &mut Vec<Effect>) -> bool {
        let (index, rubric) = (self.state.at, self.state.slug());
        let mark = Arc::clone(&self.state.judge_mark);
        let Some(open_case) = self.state.open_case_mut() else { return false };
        effects.push(Effect::AskJudge(Box::new(open_case.ask_judge(index, rubric, &mark))));
        true
    }

    /// Handles an answer or a message of the judge.
    pub(super) fn on_judge(&mut self, heard: JudgeUpdate, effects: &mut Vec<Effect>) {
        let Some(judge) = self.state.judge.clone() else { return };
        let judged = match heard {
            // An error message stays on the screen.
            JudgeUpdate::Message(_) if self.state.notice.as_ref().is_some_and(|notice| notice.bad) => return,
            JudgeUpdate::Message(words) => return self.state.notify(&words),
            JudgeUpdate::Judged(judged) => judged,
        };
        let index = judged.index;
        let Some(open_case) = self.state.open_cases.get_mut(&index) else { return };
        if let Some(kept) = open_case.take_opinion(&judged) {
            // Texts that were typed before have to be recorded before the answer.
            self.record(index, effects);
            let mark = Arc::clone(&self.state.judge_mark);
            effects.push(Effect::Queue(QueueJob::Judged(index, mark, kept)));
            self.judge |= index == self.state.at;
        }
        if index != self.state.at {
            return;
        }
        match judged.kept {
            Err(why) => {
                let supplied = self.state.open_case().is_some_and(|one| one.labels_over().is_some());
                let labels = if supplied { "stay as they are" } else { "are the engine's" };
                self.state.warn(format!("{judge}: {why}; the labels {labels}"));
            }
            Ok(_)
                if self
                    .state
                    .open_case()
                    .is_some_and(|open_case| open_case.opinion_word() == Some("stale")) =>
            {
                let key = self.state.keys.name(Context::Main, Action::AskJudge);
                self.state
                    .add_notice(&format!("{judge} judged the texts before your edit; {key} asks again"));
            }
            Ok(_) => {}
        }
    }
}
