//! The command palette: the rows of the key table, found by what they do.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::keymap::{Action, Binding, Context, KEYS};

/// The commands that match what was typed, best first; with nothing typed, all in the order of the table.
pub fn matches(typed: &str, context: Context) -> Vec<&'static Binding> {
    let offered = KEYS.iter().filter(|row| row.counts_in(context) && is_command(row.action));
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let mut scratch = Vec::new();
    let mut found: Vec<(u32, &Binding)> = offered
        .filter_map(|row| {
            let words = format!("{} {}", row.hint, row.help);
            Some((pattern.score(Utf32Str::new(&words, &mut scratch), &mut matcher)?, row))
        })
        .collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, row)| row).collect()
}

/// Whether an action makes sense without the key that asks for it: moving by an arrow does not.
fn is_command(action: Action) -> bool {
    !matches!(action, Action::Move | Action::Select | Action::Palette | Action::NewLine | Action::Rubric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_letters_find_a_command() {
        assert_eq!(matches("readings", Context::Text)[0].action, Action::Readings);
        assert_eq!(matches("take back decision", Context::Labels)[0].action, Action::TakeBack);
        assert!(matches("zzzzzz", Context::Text).is_empty());
    }

    #[test]
    fn only_commands_of_the_place_are_offered() {
        assert!(matches("", Context::Scores).iter().all(|row| row.action != Action::TakeBack));
        assert!(matches("", Context::Scores).iter().any(|row| row.action == Action::Quit));
    }
}
