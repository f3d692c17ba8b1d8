//! Resolves definite descriptions: to the same noun earlier in the text ("the mayor", "this company"), or to
//! a name that contains the noun ("President Obama ... the president", "Leeds City Council ... the council").
//!
//! A description whose noun has not occurred before ("the striker" for Olivier Giroud) is not resolved.

use rustc_hash::FxHashMap;

use super::mention::{Described, Determiner, MentionFeatures};
use super::words;
use super::{Entities, EntityKind, MentionKind};
use crate::text::{Stem, stem_of};

/// Largest distance, in sentences, to an earlier definite description with the same noun.
const MAX_SENTENCE_GAP: usize = 10;
/// Largest distance, in sentences, to an earlier indefinite ("a man") or possessed ("his house") mention of
/// the noun.
const MAX_INTRODUCTION_GAP: usize = 3;

/// The last mention with a certain noun as its head.
#[derive(Debug)]
struct Known {
    mention: usize,
    sentence: usize,
    described: Described,
}

/// The nouns of a text so far, keyed by stem and number.
#[derive(Debug, Default)]
pub(super) struct Descriptions {
    last: FxHashMap<(Stem, bool), Known>,
}

impl Descriptions {
    /// Returns the mention to which a description refers.
    pub(super) fn antecedent(&self, found: &MentionFeatures) -> Option<usize> {
        let own = &found.described;
        if own.determiner != Determiner::Definite
            || own.is_restricted
            || !found.referable
            || words::is_vague(&found.lower)
        {
            return None;
        }
        let known = self.last.get(&(stem_of(&found.lower), found.plural))?;
        let gap = found.sentence - known.sentence;
        let theirs = &known.described;
        let has_more = || own.modifiers.iter().all(|word| theirs.modifiers.contains(word));
        let fits = match theirs.determiner {
            Determiner::Definite => gap <= MAX_SENTENCE_GAP && own.modifiers == theirs.modifiers,
            Determiner::Introduced => gap <= MAX_INTRODUCTION_GAP && has_more(),
            Determiner::Open => false,
        };
        fits.then_some(known.mention)
    }

    /// Records a mention under its noun, or a name under the nouns that it contains.
    pub(super) fn add(&mut self, found: &MentionFeatures, mention: usize, so_far: &Entities) {
        let sentence = found.sentence;
        if found.kind == MentionKind::Noun {
            let known = Known { mention, sentence, described: found.described.clone() };
            self.last.insert((stem_of(&found.lower), found.plural), known);
            return;
        }
        let kind = so_far.entities[so_far.mentions[mention].entity].kind;
        let body =
            found.name.last().filter(|word| words::names_body(word) && kind == EntityKind::Organisation);
        for noun in found.nouns.iter().chain(body) {
            let described = Described { determiner: Determiner::Definite, ..Described::default() };
            self.last.insert((stem_of(noun), false), Known { mention, sentence, described });
        }
    }
}
