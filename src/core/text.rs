//! Texts as the rest of the program uses them: sentences, words and their stems, with byte spans.
//!
//! A [`Text`] is a list of [`Sentence`]s at offsets. A sentence stores its words at offsets from its own
//! first byte, so that an edit elsewhere leaves it valid. A [`Reader`] caches the sentences that it has
//! analysed and analyses only new ones. The analysis is a pure function of the characters, so a text read
//! with a warm reader equals one read from scratch.
//!
//! Invariant: this module does no I/O and reads no clock; every offset is on a character boundary.

mod alternatives;
mod block;
mod chars;
pub mod coreference;
mod dialogue;
mod fold;
pub mod idf;
mod kind;
mod known;
pub mod lexicon;
mod lru;
pub mod markdown;
mod persons;
pub mod phrases;
mod profile;
pub mod proposition;
mod restore;
mod sentence;
mod span;
mod split;
mod stem;
mod turns;
pub mod visible;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use coreference::{Clause, Entities, Resolver};
use known::WordCache;

pub use alternatives::opens_alternative;
pub use block::Block;
pub use chars::CharIndex;
pub use coreference::{fits_gender, is_first_name};
pub use dialogue::{Turn, TurnLabel};
pub use fold::{
    begins_in_word_list, capitalized, fold_token, hash64, in_word_list, is_possessive, squeezed, stem_of,
    uncapitalized,
};
pub use kind::BlockKind;
pub use lru::{Recent, keep, recent};
pub use persons::is_person;
pub use profile::TextProfile;
pub use sentence::form::{FURNITURE, announces, begins};
pub use sentence::verbs::has_verb;
pub use sentence::{Flags, Parsed, Sentence, Token};
pub use sentence::{
    causes, comparisons, cues, dates, figures, names, numbers, relations, reports, scales, scorelines,
    sequences, voice,
};
pub use span::Span;
pub use split::{LONGEST_SENTENCE, sentence_spans, word_spans};
pub use stem::Stem;

/// A sentence and its place in the text.
#[derive(Clone, Debug)]
pub struct Placed {
    /// First byte of the sentence in the text.
    pub start: usize,
    /// Index, in the whole text, of the sentence's first token.
    pub first_token: usize,
    /// The analysis of the sentence on its own.
    pub sentence: Arc<Sentence>,
}

impl Placed {
    /// The sentence's bytes in the text.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.sentence.text.len())
    }

    /// Converts a span relative to the sentence's start to a span of the text.
    pub fn place(&self, within: Span) -> Span {
        within.shifted(self.start)
    }
}

/// Returns the number of a sentence for people, from its index: the number in reasons and in the margin of a
/// text.
pub fn sentence_number(index: usize) -> usize {
    index + 1
}

/// A text, split into sentences and words.
#[derive(Clone, Debug, Default)]
pub struct Text {
    raw: Arc<str>,
    sentences: Arc<[Placed]>,
    tokens: usize,
    blocks: Arc<OnceLock<Vec<Block>>>,
    entities: Arc<OnceLock<Entities>>,
}

impl Text {
    /// Analyses a text from scratch. For texts that are edited, a [`Reader`] analyses only what changed.
    pub fn new(raw: &str) -> Text {
        Reader::default().read(raw)
    }

    /// The characters, as given.
    pub fn raw(&self) -> &Arc<str> {
        &self.raw
    }

    /// The words of a span.
    pub fn slice(&self, span: Span) -> &str {
        &self.raw[span.range()]
    }

    /// The sentences in order; they cover every token.
    pub fn sentences(&self) -> &[Placed] {
        &self.sentences
    }

    /// The blocks of the text in order: prose, headings, captions, turns of a dialogue. Computed on first
    /// use.
    pub fn blocks(&self) -> &[Block] {
        self.blocks.get_or_init(|| block::blocks(&self.raw, &self.sentences))
    }

    /// The entities that the text mentions, assuming that it is English. Computed on first use, which parses
    /// each sentence.
    pub fn entities(&self) -> &Entities {
        self.entities.get_or_init(|| {
            let mut resolver = Resolver::default();
            for (at, placed) in self.sentences.iter().enumerate() {
                let parsed = placed.sentence.tree();
                let words: Vec<&str> =
                    parsed.words.iter().map(|span| &placed.sentence.text[span.range()]).collect();
                resolver.read(Clause {
                    words: &words,
                    tree: &parsed.tree,
                    propositions: &parsed.propositions,
                    speaker: self.speaker_of(at).map(|name| self.slice(name)),
                });
            }
            resolver.finish()
        })
    }

    /// Its entities, if they have been computed.
    pub fn entities_found(&self) -> Option<&Entities> {
        self.entities.get()
    }

    /// The block that contains a byte, or the last that begins before it.
    pub fn block_at(&self, byte: usize) -> Option<&Block> {
        let behind = self.blocks().partition_point(|block| block.span.start <= byte);
        behind.checked_sub(1).map(|at| &self.blocks()[at])
    }

    /// Whether a sentence, given by its index, belongs to the content of the text: it is not a caption, list
    /// of names, table row, byline or boilerplate.
    pub fn tells(&self, sentence: usize) -> bool {
        use BlockKind::{Boilerplate, Byline, Caption, Lineup, Meta, Stage, Table};
        let block = self.sentences.get(sentence).and_then(|placed| self.block_at(placed.start));
        !block.is_some_and(|block| {
            matches!(block.kind, Boilerplate | Byline | Caption | Lineup | Meta | Stage | Table)
        })
    }

    /// The number of tokens: Unicode words (UAX #29) with a letter or a digit.
    pub fn token_count(&self) -> usize {
        self.tokens
    }

    /// Every token with its span in the text.
    pub fn tokens(&self) -> impl Iterator<Item = (Span, &Token)> {
        self.sentences.iter().flat_map(|s| s.sentence.tokens.iter().map(|t| (s.place(t.span), t)))
    }

    /// The index of the sentence that contains a byte, or of the last that begins before it.
    pub fn sentence_at(&self, byte: usize) -> Option<usize> {
        self.sentences.partition_point(|s| s.start <= byte).checked_sub(1)
    }
}

/// Reads texts and caches their sentences, so that after an edit only the changed sentence is analysed.
#[derive(Debug)]
pub struct Reader {
    kept: Arc<Mutex<Recent<Arc<str>, Arc<Sentence>>>>,
    words: WordCache,
}

/// Number of sentences that a reader caches: a few versions of a long article and its summary.
const KEPT_SENTENCES: usize = 16_384;

impl Default for Reader {
    fn default() -> Self {
        Reader::keeping(KEPT_SENTENCES)
    }
}

impl Reader {
    /// A reader that caches this many of the most recently used sentences.
    pub fn keeping(sentences: usize) -> Reader {
        Reader { kept: Arc::new(Mutex::new(recent(sentences))), words: WordCache::default() }
    }

    /// A reader that shares the cache of this one, for another thread that reads the same texts.
    pub fn beside(&self) -> Reader {
        Reader { kept: Arc::clone(&self.kept), words: WordCache::default() }
    }

    /// Reads a text. The result does not depend on what was read before.
    pub fn read(&mut self, raw: &str) -> Text {
        let mut first_token = 0;
        let sentences = sentence_spans(raw)
            .into_iter()
            .map(|span| {
                let sentence = self.sentence(&raw[span.range()]);
                let placed = Placed { start: span.start, first_token, sentence };
                first_token += placed.sentence.tokens.len();
                placed
            })
            .collect();
        Text {
            raw: Arc::from(raw),
            sentences,
            tokens: first_token,
            blocks: Arc::default(),
            entities: Arc::default(),
        }
    }

    fn sentence(&mut self, text: &str) -> Arc<Sentence> {
        if let Some(kept) = self.kept().get(text) {
            return Arc::clone(kept);
        }
        let sentence = Arc::new(Sentence::read(text, &mut self.words));
        self.kept().put(Arc::clone(&sentence.text), Arc::clone(&sentence));
        sentence
    }

    fn kept(&self) -> MutexGuard<'_, Recent<Arc<str>, Arc<Sentence>>> {
        // A panic cannot leave the cache inconsistent, so a poisoned lock is safe to use.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
