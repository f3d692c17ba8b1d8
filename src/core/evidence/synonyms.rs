//! Looks up the words of a text by words and phrases with the same meaning.

use rustc_hash::FxHashMap;

use crate::text::phrases::PhraseGroup;
use crate::text::{Stem, idf, lexicon};

/// A phrase of a text that has synonyms.
#[derive(Debug)]
pub struct PlacedPhrase {
    /// The group of synonyms that it belongs to.
    pub group: PhraseGroup,
    /// Its tokens, counted over the whole text, in order.
    pub tokens: Vec<usize>,
}

/// The words and phrases of a text, for lookup by synonyms.
#[derive(Debug, Default)]
pub struct Synonyms {
    /// Stems by the upper half of their hash, which is what the lexicon stores.
    halves: FxHashMap<u32, Stem>,
    /// The rarest word of each phrase, by synonym group.
    phrases: FxHashMap<PhraseGroup, Vec<Stem>>,
}

impl Synonyms {
    /// Builds the lookup from the positions of each stem, the stem of each token, and the phrases.
    pub fn new(positions: &FxHashMap<Stem, Vec<u32>>, stems: &[Stem], placed: &[PlacedPhrase]) -> Synonyms {
        let halves = positions.keys().map(|stem| (lexicon::half(*stem), *stem)).collect();
        let mut phrases: FxHashMap<PhraseGroup, Vec<Stem>> = FxHashMap::default();
        for phrase in placed {
            let stems = phrase.tokens.iter().map(|at| stems[*at]);
            let rarest = stems.max_by(|a, b| idf::idf(*a).total_cmp(&idf::idf(*b)));
            let of_group = phrases.entry(phrase.group).or_default();
            of_group.extend(rarest.filter(|stem| !of_group.contains(stem)));
        }
        Synonyms { halves, phrases }
    }

    /// Returns the word of the text whose stem has this half.
    pub fn of_half(&self, half: u32) -> Option<Stem> {
        self.halves.get(&half).copied()
    }

    /// Returns the words of the text that are synonyms of a word.
    pub fn of_word(&self, word: Stem) -> impl Iterator<Item = Stem> {
        lexicon::synonyms(word).filter_map(|half| self.of_half(half))
    }

    /// Returns words of the text's phrases that are synonyms of a word.
    pub fn phrases_of_word(&self, word: Stem) -> impl Iterator<Item = Stem> {
        PhraseGroup::of_word(word).iter().filter_map(|group| self.phrases.get(group)).flatten().copied()
    }

    /// Returns the words of the text, single or from phrases, that are synonyms of a phrase group.
    pub fn of_group(&self, group: PhraseGroup) -> impl Iterator<Item = Stem> {
        let words = group.words().iter().filter_map(|word| self.of_half(lexicon::half(*word)));
        words.chain(self.phrases.get(&group).into_iter().flatten().copied())
    }
}
