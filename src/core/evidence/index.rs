//! A text with an index of its words.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::synonyms::{PlacedPhrase, Synonyms};
use crate::text::phrases::phrases;
use crate::text::{Placed, Span, Stem, Text, TextProfile, Token};

/// A text with the positions of each stem.
#[derive(Debug)]
pub struct Indexed {
    pub text: Text,
    /// Positions of each stem: token indices over the whole text, in ascending order.
    pub positions: FxHashMap<Stem, Vec<u32>>,
    /// Stem of each token.
    pub stems: Vec<Stem>,
    /// Sentence index of each token.
    pub sentence_of: Vec<u32>,
    /// Its phrases that have synonyms, in the order of their first tokens.
    phrases: Vec<PlacedPhrase>,
    /// Its words, for lookup by synonyms.
    pub synonyms: Synonyms,
    /// Properties of its language and writing.
    pub profile: TextProfile,
}

impl Indexed {
    /// Indexes a text in one pass over its tokens.
    pub fn new(text: Text) -> Indexed {
        let mut positions: FxHashMap<Stem, Vec<u32>> = FxHashMap::default();
        let mut stems = Vec::with_capacity(text.token_count());
        let mut sentence_of = Vec::with_capacity(text.token_count());
        let mut placed_phrases = Vec::new();
        for (sentence, placed) in text.sentences().iter().enumerate() {
            for token in &placed.sentence.tokens {
                positions.entry(token.stem).or_default().push(stems.len() as u32);
                stems.push(token.stem);
                sentence_of.push(sentence as u32);
            }
            let found = phrases(&placed.sentence.tokens).map(|(group, tokens)| PlacedPhrase {
                group,
                tokens: tokens.into_iter().map(|at| placed.first_token + at).collect(),
            });
            placed_phrases.extend(found);
        }
        let profile = TextProfile::of(&text);
        let synonyms = Synonyms::new(&positions, &stems, &placed_phrases);
        Indexed { profile, text, positions, stems, sentence_of, phrases: placed_phrases, synonyms }
    }

    /// Returns its phrases within a range of tokens.
    pub fn phrases_within(&self, tokens: Range<usize>) -> impl Iterator<Item = &PlacedPhrase> {
        let first = self.phrases.partition_point(|phrase| phrase.tokens[0] < tokens.start);
        let begins = self.phrases[first..].iter().take_while(move |phrase| phrase.tokens[0] < tokens.end);
        begins.filter(move |phrase| phrase.tokens.iter().all(|at| *at < tokens.end))
    }

    /// Returns the token range of a sentence, counted over the whole text.
    pub fn tokens_of(&self, sentence: usize) -> Range<usize> {
        let placed = &self.text.sentences()[sentence];
        placed.first_token..placed.first_token + placed.sentence.tokens.len()
    }

    /// Returns the stems of a sentence's tokens.
    pub fn stems_of(&self, sentence: usize) -> &[Stem] {
        &self.stems[self.tokens_of(sentence)]
    }

    /// Returns the first token that ends after a byte; the number of tokens if there is none.
    pub fn first_token_from(&self, byte: usize) -> usize {
        let sentences = self.text.sentences();
        let Some(at) = self.text.sentence_at(byte) else { return 0 };
        let placed = &sentences[at];
        let within = placed.sentence.tokens.partition_point(|token| placed.place(token.span).end <= byte);
        placed.first_token + within
    }

    /// Whether a stem occurs in the text.
    pub fn has(&self, stem: Stem) -> bool {
        self.positions.contains_key(&stem)
    }

    /// Returns a token by its index in the whole text, with its span.
    pub fn token(&self, index: usize) -> (Span, &Token) {
        let (placed, within) = self.located(index);
        let token = &placed.sentence.tokens[within];
        (placed.place(token.span), token)
    }

    /// Returns the sentence of a token, and the index of the token within it.
    pub fn located(&self, index: usize) -> (&Placed, usize) {
        let placed = &self.text.sentences()[self.sentence_of[index] as usize];
        (placed, index - placed.first_token)
    }

    /// Whether a token is the first of its sentence.
    pub fn begins_sentence(&self, index: usize) -> bool {
        self.located(index).1 == 0
    }
}
