//! A text with its words laid out for looking up.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::synonyms::{PlacedPhrase, Synonyms};
use crate::text::phrases::phrases;
use crate::text::{Placed, Span, Stem, Text, TextProfile, Token};

/// A text and where each stem occurs in it.
#[derive(Debug)]
pub struct Indexed {
    pub text: Text,
    /// Positions (token indices over the whole text, ascending) of each stem.
    pub positions: FxHashMap<Stem, Vec<u32>>,
    /// The stem of each token.
    pub stems: Vec<Stem>,
    /// The sentence of each token.
    pub sentence_of: Vec<u32>,
    /// Its phrases that mean the same as a word or another phrase, in the order of their first tokens.
    phrases: Vec<PlacedPhrase>,
    /// Its words by what they mean the same as.
    pub synonyms: Synonyms,
    /// How it is written.
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

    /// Its phrases within some tokens.
    pub fn phrases_within(&self, tokens: Range<usize>) -> impl Iterator<Item = &PlacedPhrase> {
        let first = self.phrases.partition_point(|phrase| phrase.tokens[0] < tokens.start);
        let begins = self.phrases[first..].iter().take_while(move |phrase| phrase.tokens[0] < tokens.end);
        begins.filter(move |phrase| phrase.tokens.iter().all(|at| *at < tokens.end))
    }

    /// The tokens of a sentence, over the whole text, by the sentence's index.
    pub fn tokens_of(&self, sentence: usize) -> Range<usize> {
        let placed = &self.text.sentences()[sentence];
        placed.first_token..placed.first_token + placed.sentence.tokens.len()
    }

    /// The stems of a sentence's tokens, by the sentence's index.
    pub fn stems_of(&self, sentence: usize) -> &[Stem] {
        &self.stems[self.tokens_of(sentence)]
    }

    /// The first token that ends past a byte of the text; their number where none does.
    pub fn first_token_from(&self, byte: usize) -> usize {
        let sentences = self.text.sentences();
        let Some(at) = self.text.sentence_at(byte) else { return 0 };
        let placed = &sentences[at];
        let within = placed.sentence.tokens.partition_point(|token| placed.place(token.span).end <= byte);
        placed.first_token + within
    }

    /// Whether a stem occurs.
    pub fn has(&self, stem: Stem) -> bool {
        self.positions.contains_key(&stem)
    }

    /// A token by its index over the whole text, with its span.
    pub fn token(&self, index: usize) -> (Span, &Token) {
        let (placed, within) = self.located(index);
        let token = &placed.sentence.tokens[within];
        (placed.place(token.span), token)
    }

    /// The sentence of a token, by its index over the whole text, and its index within the sentence.
    pub fn located(&self, index: usize) -> (&Placed, usize) {
        let placed = &self.text.sentences()[self.sentence_of[index] as usize];
        (placed, index - placed.first_token)
    }

    /// Whether a token, by its index over the whole text, is the first of its sentence.
    pub fn begins_sentence(&self, index: usize) -> bool {
        self.located(index).1 == 0
    }
}
