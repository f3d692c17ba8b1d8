//! How long labels were in focus. This distinguishes labels that a person had time to read from labels they
//! passed over.

use std::collections::HashMap;

use crate::labels::{Label, LabelId, List};

use super::OpenCase;

/// Reading speed, in words per second.
const WORDS: usize = 6;

/// How long labels were in focus.
#[derive(Debug, Default)]
pub struct Looks {
    /// Seconds in focus, by list and wording.
    seconds: HashMap<(List, String), u64>,
    /// The label in focus with its wording, and since when (in seconds since 1970).
    focus: Option<(LabelId, String, u64)>,
}

/// Returns the seconds needed to read a label: one to find it, and one for every `WORDS` words.
fn needed(text: &str) -> u64 {
    1 + (text.split_whitespace().count() / WORDS) as u64
}

impl Looks {
    /// Records what is in focus at a time; `None` if the case leaves the screen.
    fn note(&mut self, focus: Option<(LabelId, String)>, now: u64) {
        if let Some((id, text, since)) = self.focus.take() {
            if focus.as_ref().is_some_and(|(known, words)| (*known, words) == (id, &text)) {
                self.focus = Some((id, text, since));
                return;
            }
            *self.seconds.entry((id.list, text)).or_default() += now.saturating_sub(since);
        }
        self.focus = focus.map(|(id, text)| (id, text, now));
    }

    /// Whether words were in focus long enough to be read.
    fn is_read(&self, list: List, text: &str, now: u64) -> bool {
        let before = self.seconds.get(&(list, text.to_owned())).copied().unwrap_or_default();
        let here = self.focus.as_ref().filter(|(id, words, _)| (id.list, words.as_str()) == (list, text));
        before + here.map_or(0, |(.., since)| now.saturating_sub(*since)) >= needed(text)
    }
}

impl OpenCase {
    /// Records the label in focus at a time, in seconds since 1970.
    pub fn look(&mut self, now: u64) {
        let focus = self.label.and_then(|id| Some((id, self.get(id)?.text.clone())));
        self.looks.note(focus, now);
    }

    /// Records that the case leaves the screen.
    pub fn look_away(&mut self, now: u64) {
        self.looks.note(None, now);
    }

    /// Whether a label was in focus long enough to be read.
    pub fn is_seen(&self, list: List, label: &Label, now: u64) -> bool {
        self.looks.is_read(list, &label.text, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_seen_once_it_was_in_focus_long_enough_to_be_read() {
        let claim = |index| LabelId { list: List::Claims, index };
        let long = "The council approved the new budget on Tuesday by seven votes to two";
        let mut looks = Looks::default();
        looks.note(Some((claim(0), long.to_owned())), 100);
        assert!(!looks.is_read(List::Claims, long, 102), "three seconds are needed");
        looks.note(Some((claim(1), "Short".to_owned())), 102);
        looks.note(None, 103);
        assert!(looks.is_read(List::Claims, "Short", 500) && !looks.is_read(List::Claims, long, 500));
        // Time in focus adds up.
        looks.note(Some((claim(0), long.to_owned())), 600);
        assert!(looks.is_read(List::Claims, long, 601));
        assert!(!looks.is_read(List::KeyPoints, long, 601), "another list is another label");
    }
}
