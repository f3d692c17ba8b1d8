//! The numbers of a text or of a part of it, by the tokens that they are written in.

use super::Indexed;
use crate::text::Placed;
use crate::text::numbers::Number;

/// The numbers of a text or of a part of it, each with its first token and the one past its last.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figures(Vec<(Number, usize, usize)>);

impl Figures {
    /// Those of a whole text.
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

    /// The numbers that stand whole between two tokens of a text, the second not among them.
    pub fn between(text: &Indexed, first: usize, last: usize) -> Figures {
        let [from, to] = [first, last - 1].map(|at| text.sentence_of[at] as usize);
        let mut all = Figures::of_sentences(&text.text.sentences()[from..=to]);
        all.0.retain(|(_, begin, end)| first <= *begin && *end <= last);
        all
    }

    /// Each with its first token and the one past its last.
    pub fn iter(&self) -> impl Iterator<Item = &(Number, usize, usize)> {
        self.0.iter()
    }

    /// Whether the number that a token of this text is a part of is one of some others, written in another way.
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
