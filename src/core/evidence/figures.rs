//! The numbers of a text or of a part of it, with the tokens that they consist of.

use super::Indexed;
use crate::text::Placed;
use crate::text::numbers::Number;

/// Numbers with their first token and the token past their last.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figures(Vec<(Number, usize, usize)>);

impl Figures {
    /// Returns the numbers of a whole text.
    pub fn of(text: &Indexed) -> Figures {
        Figures::of_sentences(text.text.sentences())
    }

    fn of_sentences(sentences: &[Placed]) -> Figures {
        let of = |placed: &Placed| {
            let at = placed.first_token;
            let numbers = placed.sentence.numbers().iter();
            numbers.map(move |number| (*number, at + number.first, at + number.end)).collect::<Vec<_>>()
        };
        Figures(sentences.iter().flat_map(of).collect())
    }

    /// Returns the numbers that lie entirely within a range of tokens; `last` is exclusive.
    pub fn between(text: &Indexed, first: usize, last: usize) -> Figures {
        let [from, to] = [first, last - 1].map(|at| text.sentence_of[at] as usize);
        let mut all = Figures::of_sentences(&text.text.sentences()[from..=to]);
        all.0.retain(|(_, begin, end)| first <= *begin && *end <= last);
        all
    }

    /// Iterates over the numbers with their first token and the token past their last.
    pub fn iter(&self) -> impl Iterator<Item = &(Number, usize, usize)> {
        self.0.iter()
    }

    /// Whether the number at a token of this text equals one of the others, in any notation.
    pub fn give(&self, others: &Figures, at: usize) -> bool {
        let own = self.0.iter().find(|(_, first, end)| (*first..*end).contains(&at));
        let same = |own: &Number| {
            others.0.iter().any(|(said, ..)| {
                own.value == said.value || own.value.rounds(said.value, own.about.is_some())
            })
        };
        own.is_some_and(|(own, ..)| same(own))
    }
}
