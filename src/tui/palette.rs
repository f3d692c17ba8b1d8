//! The command palette: the rows of the key table, found by what they do.

use frizbee::{Config, Matcher};

use super::keymap::{Action, Binding, Context, KEYS};

/// The commands that match what was typed, best first; with nothing typed, all in the order of the table.
pub fn matches(typed: &str, context: Context) -> Vec<&'static Binding> {
    let offered: Vec<&Binding> =
        KEYS.iter().filter(|row| row.counts_in(context) && is_command(row.action)).collect();
    if typed.trim().is_empty() {
        return offered;
    }
    let words: Vec<String> = offered.iter().map(|row| format!("{} {}", row.hint, row.help)).collect();
    let mut found = Matcher::from_query(typed, &Config::default()).match_list(&words);
    // Equal scores stay in the order of the table.
    found.sort_by_key(|hit| (std::cmp::Reverse(hit.score), hit.index));
    found.into_iter().map(|hit| offered[hit.index as usize]).collect()
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
