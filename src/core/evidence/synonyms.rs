//! The words of a text by the words and phrases that they mean the same as.

use rustc_hash::FxHashMap;

use crate::text::phrases::PhraseGroup;
use crate::text::{Stem, idf, lexicon};

/// A phrase of a text that means the same as a word or another phrase.
#[derive(Debug)]
pub struct PlacedPhrase {
    /// What means the same.
    pub group: PhraseGroup,
    /// Its tokens, over the whole text, in order.
    pub tokens: Vec<usize>,
}

/// What a text says that may mean the same as other words.
#[derive(Debug, Default)]
pub struct Synonyms {
    /// Stems by the upper half of their hash, which is what the lexicon speaks of.
    halves: FxHashMap<u32, Stem>,
    /// The rarest word of each phrase, by what it means.
    phrases: FxHashMap<PhraseGroup, Vec<Stem>>,
}

impl Synonyms {
    /// Those of a text: where its stems occur, the stem of each token, and its phrases.
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

    /// The word of the text with a half of a stem.
    pub fn of_half(&self, half: u32) -> Option<Stem> {
        self.halves.get(&half).copied()
    }

    /// Words of the text that mean the same as a word.
    pub fn of_word(&self, word: Stem) -> impl Iterator<Item = Stem> {
        lexicon::synonyms(word).filter_map(|half| self.of_half(half))
    }

    /// Words of phrases of the text that mean the same as a word.
    pub fn phrases_of_word(&self, word: Stem) -> impl Iterator<Item = Stem> {
        PhraseGroup::of_word(word).iter().filter_map(|group| self.phrases.get(group)).flatten().copied()
    }

    /// Words of the text, alone or of phrases, that mean the same as a phrase of a group.
    pub fn of_group(&self, group: PhraseGroup) -> impl Iterator<Item = Stem> {
        let words = group.words().iter().filter_map(|word| self.of_half(lexicon::half(*word)));
        words.chain(self.phrases.get(&group).into_iter().flatten().copied())
    }
}
