//! Words replaced by others of a category whose members exclude each other: colours, points of the compass, metals, units
//! of time, relatives.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::syntax::Relation;
use crate::text::{Sentence, Stem, stem_of};

/// Category of each word, by the line of the list on which it stands.
static CATEGORIES: LazyLock<FxHashMap<Stem, usize>> = LazyLock::new(|| {
    let lines = include_str!("categories.txt").lines().enumerate();
    lines.flat_map(|(at, line)| line.split(' ').map(move |word| (stem_of(word), at))).collect()
});

/// Finds a word that modifies the same word as another one of its category in the passage, or stands before the same name:
/// "pink paint" for "yellow and blue paint", "his brother Ralph" for "my friend Ralph".
pub fn categories(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    pairing.tokens().filter_map(|(at, _)| replaced(pairing, at)).collect()
}

fn replaced(pairing: &ClaimPairing, at: usize) -> Option<FoundMismatch> {
    let own = pairing.sentence;
    let token = &own.tokens[at];
    let category = CATEGORIES.get(&token.stem)?;
    // An article that has the word elsewhere may say it of the same thing.
    if !pairing.found(at).is_missing() || is_measure(own, at) {
        return None;
    }
    let head = modified(own, at).filter(|head| pairing.clause.tokens.contains(head))?;
    pairing.sources().find_map(|(source, article)| {
        let is_other = |i: &usize| {
            CATEGORIES.get(&article.tokens[*i].stem) == Some(category)
                && !is_measure(article, *i)
                && modified(article, *i)
                    .is_some_and(|other| pairing.stands_for(head, article.tokens[other].stem))
        };
        let other = (0..article.tokens.len()).find(is_other)?;
        let place = pairing.place(source, article.tokens[other].span);
        Some(FoundMismatch::new(MismatchDetail::OtherOfCategory, 0.1, token.span, place))
    })
}

/// Whether two words exclude each other.
pub(super) fn are_of_category(a: Stem, b: Stem) -> bool {
    a != b && CATEGORIES.get(&a).is_some_and(|category| CATEGORIES.get(&b) == Some(category))
}

/// Whether a word is the unit of a number: "24 months" may be two years.
fn is_measure(sentence: &Sentence, at: usize) -> bool {
    sentence.numbers().iter().any(|number| (number.first..=number.end).contains(&at))
}

/// Returns the token of the noun or verb that a word modifies, alone or coordinated: "paint" for both words of "yellow and
/// blue paint", "left" for that of "left in the evening", or the name right after it.
fn modified(sentence: &Sentence, at: usize) -> Option<usize> {
    let next =
        sentence.tokens.get(at + 1).filter(|next| next.flags.capital && !sentence.tokens[at].flags.capital);
    if next.is_some() && sentence.gap(at) == " " {
        return Some(at + 1);
    }
    let parsed = sentence.tree();
    let nodes = &parsed.tree.nodes;
    let mut node = sentence.node_of(at)?;
    while nodes[node].relation == Relation::Conj {
        node = nodes[node].head?;
    }
    let modifies = matches!(
        nodes[node].relation,
        Relation::Amod | Relation::Compound | Relation::Obl | Relation::OblUnmarked | Relation::NmodUnmarked
    );
    nodes[node].head.filter(|_| modifies).map(|head| sentence.token_of(head))
}
