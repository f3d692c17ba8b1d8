//! How long labels were in focus, by which those that a person had time to read are told from those that they passed by.

use std::collections::HashMap;

use crate::labels::{Label, LabelId, List};

use super::Bench;

/// Words that a person reads in a second.
const WORDS: usize = 6;

/// How long labels were in focus.
#[derive(Debug, Default)]
pub struct Looks {
    /// Seconds, by list and words.
    seconds: HashMap<(List, String), u64>,
    /// The label in focus, and since when (in seconds since 1970).
    focus: Option<(LabelId, String, u64)>,
}

/// Seconds in which a label can be read: one to find it, and one for every few words.
fn needed(text: &str) -> u64 {
    1 + (text.split_whitespace().count() / WORDS) as u64
}

impl Bench {
    /// Takes note of the label in focus at a time, in seconds since 1970.
    pub fn look(&mut self, now: u64) {
        let focus = self.label.and_then(|id| Some((id, self.get(id)?.text.clone())));
        if let Some((id, text, since)) = self.looks.focus.take() {
            let spent = now.saturating_sub(since);
            if focus.as_ref().is_some_and(|(known, words)| (*known, words) == (id, &text)) {
                self.looks.focus = Some((id, text, since));
                return;
            }
            *self.looks.seconds.entry((id.list, text)).or_default() += spent;
        }
        self.looks.focus = focus.map(|(id, text)| (id, text, now));
    }

    /// Takes note that the case leaves the screen.
    pub fn look_away(&mut self, now: u64) {
        if let Some((id, text, since)) = self.looks.focus.take() {
            *self.looks.seconds.entry((id.list, text)).or_default() += now.saturating_sub(since);
        }
    }

    /// Whether a label was in focus long enough to be read.
    pub fn is_seen(&self, list: List, label: &Label, now: u64) -> bool {
        let before = self.looks.seconds.get(&(list, label.text.clone())).copied().unwrap_or_default();
        let here = self.looks.focus.as_ref();
        let here = here.filter(|(id, text, _)| (id.list, text) == (list, &label.text));
        before + here.map_or(0, |(.., since)| now.saturating_sub(*since)) >= needed(&label.text)
    }
}
