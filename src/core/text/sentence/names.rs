//! Names of people, places and things: recognised by capitals if the sentence uses them in the ordinary way,
//! otherwise by how often the word is capitalised elsewhere.

use super::{Sentence, Token};
use crate::text::{idf, lexicon};

/// A token that looks like a name or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its index.
    pub token: usize,
    /// Whether it would also look like a name at the beginning of a statement, where every word has a
    /// capital.
    pub begins: bool,
}

/// The names of a sentence, in order.
pub(super) fn names(sentence: &Sentence) -> Vec<Name> {
    let titled = is_titled(&sentence.tokens);
    let starts_capital = sentence.tokens.first().is_some_and(|first| first.flags.capital);
    // In a sentence that has other capitals, a small letter is deliberate.
    let lowered = !sentence.tokens.iter().skip(1).any(|token| token.flags.capital);
    let read = |(at, token): (usize, &Token)| {
        if !token.is_content() || token.flags.digit {
            return None;
        }
        let habit = idf::capital_share(token.stem);
        let begins = if token.flags.capital {
            habit.map_or_else(|| !is_dictionary(sentence, token), |share| share > 0.6)
        } else {
            lowered && habit.is_some_and(|share| share > if starts_capital { 0.8 } else { 0.65 })
        };
        let within = token.flags.capital && !titled && at > 0;
        let is_name = if within { habit.is_none_or(|share| share > 0.1) } else { begins };
        is_name.then_some(Name { token: at, begins })
    };
    sentence.tokens.iter().enumerate().filter_map(read).collect()
}

/// Whether a sentence capitalises nearly every word, as headlines do. Only its beginning is examined.
fn is_titled(tokens: &[Token]) -> bool {
    const LOOKED_AT: usize = 64;
    let after_first = || tokens.iter().skip(1).take(LOOKED_AT);
    let capitals = after_first().filter(|token| token.flags.capital).count();
    let contents = after_first().filter(|token| token.is_content()).count();
    capitals * 10 > contents * 8 && contents > 4
}

/// Whether a token is a dictionary word: it has synonyms, or an ending that names do not have.
fn is_dictionary(sentence: &Sentence, token: &Token) -> bool {
    let word = sentence.word(token);
    lexicon::synonyms(token.stem).next().is_some()
        || lexicon::antonyms(token.stem).next().is_some()
        || lexicon::polarity(token.word) != 0
        || ["ing", "ed", "ly", "tion", "ness", "ment", "ers", "ies"].iter().any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let sentence = Sentence::new(text);
        let word = |name: &Name| sentence.word(&sentence.tokens[name.token]).to_owned();
        sentence.names().iter().map(word).collect()
    }

    #[test]
    fn a_capital_tells_a_name_within_a_sentence() {
        assert_eq!(found("Yesterday the council of Halden met Anna Keller."), ["Halden", "Anna", "Keller"]);
        assert_eq!(found("Building began on Monday in Tamworth."), ["Monday", "Tamworth"]);
    }

    #[test]
    fn where_capitals_say_nothing_habit_tells() {
        assert_eq!(found("the team met obama in london ."), ["obama", "london"]);
        assert!(
            !found("Council Votes To Build New Library Beside School Gardens").contains(&"Build".to_owned())
        );
    }

    #[test]
    fn what_begins_a_statement_is_a_name_by_more_than_its_capital() {
        let sentence = Sentence::new("He said: Building in Halden goes on.");
        let begins =
            |word: &str| sentence.names().iter().find(|n| sentence.word(&sentence.tokens[n.token]) == word);
        assert!(begins("Halden").is_some_and(|name| name.begins));
        assert!(begins("Building").is_none_or(|name| !name.begins));
    }
}
