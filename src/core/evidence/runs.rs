//! Runs of words that a clause copies from the article, and the joints between them.
//!
//! Words are divided at hyphens, commas and points: "12,000-word" and "12, 000 - word" have the same pieces.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::index::Indexed;
use crate::text::{Sentence, Stem, fold_token, stem_of};

/// Most occurrences of a piece in the article from which a run is searched for.
const MAX_PLACES: usize = 400;
/// Most pieces of the article skipped between two runs for the second to count as a continuation.
const MAX_SKIPPED_PIECES: usize = 40;

/// The pieces of an article with their positions.
#[derive(Debug, Default)]
pub struct Runs {
    pieces: Vec<Stem>,
    places: FxHashMap<Stem, Vec<u32>>,
    /// Index of the first piece of each sentence, in ascending order.
    starts: Vec<u32>,
}

/// How a clause is assembled from runs of the article.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Joints {
    /// Number of pieces of the clause.
    pub length: usize,
    /// Least number of runs and single new pieces that make up the clause, taking the longest run each time.
    pub fragments: usize,
    /// Number of triples of neighbouring pieces.
    pub triples: usize,
    /// Number of those that the article does not have.
    pub new_triples: usize,
    /// Number of joints at which the second run does not follow the first one within reach.
    pub splices: usize,
    /// Number of article pieces skipped between runs that do follow each other.
    pub skipped: usize,
    /// Number of joints that skip the end of an article sentence.
    pub torn: usize,
}

/// A run: its pieces in the clause, and its positions in the article.
struct Run<'a> {
    own: Range<usize>,
    places: Vec<&'a u32>,
}

impl Runs {
    /// Divides an article into pieces.
    pub fn new(indexed: &Indexed) -> Runs {
        let mut out = Runs::default();
        for placed in indexed.text.sentences() {
            out.starts.push(out.pieces.len() as u32);
            out.pieces.extend(pieces(&placed.sentence, 0..placed.sentence.tokens.len()));
        }
        for (at, piece) in out.pieces.iter().enumerate() {
            out.places.entry(*piece).or_default().push(at as u32);
        }
        out
    }

    fn places(&self, piece: Stem) -> impl Iterator<Item = &u32> {
        self.places.get(&piece).into_iter().flatten().take(MAX_PLACES)
    }

    /// Returns how many pieces agree from a position of the article on, up to `most`.
    fn shared(&self, own: &[Stem], place: u32, most: usize) -> usize {
        own.iter().zip(&self.pieces[place as usize..]).take(most).take_while(|(a, b)| a == b).count()
    }

    /// Returns the longest run that begins with piece `first`; empty if the article does not have that piece.
    fn longest(&self, own: &[Stem], first: usize) -> Run<'_> {
        let own = &own[first..];
        let (mut length, mut places) = (0, Vec::new());
        for place in self.places(own[0]) {
            let here = self.shared(own, *place, usize::MAX);
            if here > length {
                (length, places) = (here, Vec::new());
            }
            if here == length {
                places.push(place);
            }
        }
        Run { own: first..first + length, places }
    }

    fn has_triple(&self, triple: &[Stem]) -> bool {
        self.places(triple[0]).any(|place| self.shared(triple, *place, triple.len()) == triple.len())
    }

    /// Returns how some tokens of a sentence are assembled.
    pub fn joints(&self, sentence: &Sentence, tokens: Range<usize>) -> Joints {
        let own = pieces(sentence, tokens);
        let mut out = Joints { length: own.len(), triples: own.len().saturating_sub(2), ..Joints::default() };
        let mut last: Option<Run> = None;
        let mut at = 0;
        while at < own.len() {
            let run = self.longest(&own, at);
            out.fragments += 1;
            let next = run.own.end.max(at + 1);
            // Triples within the run are in the article; those that reach beyond it are looked up.
            let beyond = run.own.end.saturating_sub(2).max(at)..next.min(out.triples);
            out.new_triples += beyond.filter(|first| !self.has_triple(&own[*first..first + 3])).count();
            at = next;
            if run.own.is_empty() {
                continue;
            }
            if let Some(last) = &last {
                self.join(last, &run, &mut out);
            }
            last = Some(run);
        }
        out
    }

    fn join(&self, a: &Run, b: &Run, out: &mut Joints) {
        let follows = |place: &u32| {
            let end = place + a.own.len() as u32;
            let at = b.places.partition_point(|next| **next < end);
            b.places
                .get(at)
                .map(|next| (**next - end, end))
                .filter(|(gap, _)| *gap <= MAX_SKIPPED_PIECES as u32)
        };
        let Some((gap, end)) = a.places.iter().filter_map(|place| follows(place)).min() else {
            out.splices += 1;
            return;
        };
        out.skipped += (gap as usize).saturating_sub(b.own.start - a.own.end);
        // The sentence of the first skipped piece ends before the last skipped piece.
        let next = self.starts.partition_point(|start| *start <= end);
        out.torn += usize::from(gap > 0 && self.starts.get(next).is_some_and(|start| *start < end + gap));
    }
}

/// Returns the stems of the pieces of some tokens.
fn pieces(sentence: &Sentence, tokens: Range<usize>) -> Vec<Stem> {
    let mut out = Vec::with_capacity(tokens.len());
    for token in &sentence.tokens[tokens] {
        let word = sentence.word(token);
        let before = out.len();
        if word.contains(|c: char| !c.is_alphanumeric()) {
            let parts = word.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
            out.extend(parts.map(|part| stem_of(&fold_token(part))));
        }
        if out.len() == before {
            out.push(token.stem);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::Text;

    fn joints(article: &str, clause: &str) -> Joints {
        let sentence = Sentence::new(clause);
        let tokens = 0..sentence.tokens.len();
        Runs::new(&Indexed::new(Text::new(article))).joints(&sentence, tokens)
    }

    const ARTICLE: &str = "Anna Keller opened the bridge on Monday. The mayor, who had paid for a 12,000-word report, \
        said that it was safe. Nobody asked Peter Brown what he thought of the cables.";

    #[test]
    fn a_copy_is_one_fragment_however_its_words_are_cut() {
        let whole = joints(ARTICLE, "Anna Keller opened the bridge on Monday");
        assert_eq!((whole.fragments, whole.new_triples, whole.splices, whole.skipped), (1, 0, 0, 0));
        let cut = joints("It was a 12, 000 - word report.", "It was a 12,000-word report.");
        assert_eq!((cut.fragments, cut.new_triples, cut.length), (1, 0, 7));
    }

    #[test]
    fn a_joint_skips_tears_or_splices() {
        let skips = joints(ARTICLE, "The mayor said that it was safe");
        assert_eq!((skips.fragments, skips.skipped, skips.torn, skips.splices), (2, 9, 0, 0), "{skips:?}");
        let torn = joints(ARTICLE, "Keller opened the bridge who had paid");
        assert_eq!((torn.torn, torn.skipped, torn.splices), (1, 4, 0), "{torn:?}");
        let back = joints(ARTICLE, "Peter Brown opened the bridge");
        assert_eq!((back.fragments, back.splices, back.new_triples), (2, 1, 2), "{back:?}");
    }

    #[test]
    fn a_new_word_in_the_place_of_one_skips_nothing() {
        let replaced = joints(ARTICLE, "Anna Keller shut the bridge on Monday");
        assert_eq!((replaced.fragments, replaced.skipped, replaced.new_triples), (3, 0, 3), "{replaced:?}");
    }

    proptest! {
        #[test]
        fn counts_stay_in_their_ranges(article in "[a-c .,-]{0,60}", clause in "[a-d .,-]{0,30}") {
            let found = joints(&article, &clause);
            prop_assert!(found.fragments <= found.length);
            prop_assert!(found.new_triples <= found.triples);
            prop_assert!(found.splices + found.torn <= found.fragments);
            prop_assert!(found.skipped <= MAX_SKIPPED_PIECES * found.fragments);
        }
    }
}
