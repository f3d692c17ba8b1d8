//! The help: every key for where you are, from the table of keys.

use super::keymap::{Context, KEYS};

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A heading.
    Title(&'static str),
    /// A key and what it does.
    Key(String, &'static str),
    /// Nothing.
    Gap,
}

/// The keys of a place, then those that count on the whole main screen, then how to read the screen.
pub fn lines(about: Context) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut contexts = vec![about];
    if about.is_main() {
        contexts.push(Context::Main);
    }
    for context in contexts {
        if !lines.is_empty() {
            lines.push(Line::Gap);
        }
        lines.push(Line::Title(context.title()));
        let rows = KEYS.iter().filter(|row| row.contexts.contains(&context));
        lines.extend(rows.map(|row| Line::Key(row.label(), row.help)));
    }
    lines.push(Line::Gap);
    lines.push(Line::Title("What the signs mean"));
    lines.extend(SIGNS.iter().map(|(sign, meaning)| Line::Key((*sign).to_owned(), meaning)));
    lines
}

/// The signs of the screen.
const SIGNS: &[(&str, &str)] = &[
    ("▼ ▲", "How much a score fell or rose since the case was opened."),
    ("●", "A cap that fired; \"binding\" lowers the score, \"redundant\" would not if it were alone."),
    ("○", "A cap that did not fire, and how far it is from firing."),
    ("?", "A cap that cannot be decided: an input is missing."),
    ("raw", "The score before the caps, where a cap lowered it."),
    ("¹ ² ³", "The number of the label, in the list shown, that rests on the words."),
    ("⟦ ⟧", "The words of the label in focus."),
    ("…", "The value is of the text before your last key; the new one is on its way."),
    ("✎", "The text differs from the file."),
    ("✓ ! ✗", "On a narrow screen: PASS, WARN and FAIL of a rubric; ? is INCOMPLETE, E is ERROR."),
    ("↓", "Lower is better: the bar of such a score is best when empty."),
    ("█▒┃░", "An expected score (┃) and the interval that it lies in nine times in ten (▒)."),
    ("± !", "In the readings: the score, or the verdict too, depends on how the rule is read."),
    ("DISPUTED", "The verdict depends on how an unclear rule is read; R shows which."),
];
