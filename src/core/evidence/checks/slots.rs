//! Names replaced by others after the same word and preposition.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::names::is_name;
use crate::text::{Sentence, Span, in_word_list};

/// Share of the clause's remaining weight that the sentence with the other name must hold.
const MIN_SHARED_WEIGHT: f64 = 0.6;
/// Largest number of tokens from a preposition to the name: "by the engineer Ada Pell".
const MAX_NAME_GAP: usize = 3;

/// A word with a preposition and the name after it: "a plant in Halden".
struct Slot {
    /// The content word right before the anchor: "seaside" in "the seaside town of Barry".
    modifier: Option<usize>,
    anchor: usize,
    preposition: usize,
    /// The first word of the name, and the last, which tells people and places apart.
    first: usize,
    name: usize,
}

impl Slot {
    fn span_of_name(&self, sentence: &Sentence) -> Span {
        sentence.tokens[self.first].span.join(sentence.tokens[self.name].span)
    }
}

/// Finds a name of the article in the place of another: "a plant in Halden" for "a plant in Tamworth".
pub fn slots(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    // "In December" is not a place.
    let own = slots_of(pairing.sentence, |at| is_name(pairing, at) && !pairing.sentence.is_dated(at));
    let own = own.into_iter().filter(|slot| pairing.clause.tokens.contains(&slot.anchor));
    for slot in own.filter(|slot| pairing.clause.tokens.contains(&slot.name)) {
        let rest = |source: usize| pairing.share_but(source, slot.first..slot.name + 1);
        let telling = pairing.sources().take(2).filter(|(source, _)| rest(*source) >= MIN_SHARED_WEIGHT);
        for (source, article) in telling.chain(described(pairing, &slot)) {
            let stands = |own: usize, at: usize| pairing.stands_for(own, article.tokens[at].stem);
            if (0..article.tokens.len()).any(|at| stands(slot.name, at)) || is_tied_in_article(pairing, &slot)
            {
                continue;
            }
            let theirs = slots_of(article, |at| article.tokens[at].flags.capital);
            let same = |other: &&Slot| {
                stands(slot.anchor, other.anchor)
                    && pairing.sentence.lower(slot.preposition) == article.lower(other.preposition)
            };
            let Some(other) = theirs.iter().find(same) else { continue };
            // The clause may have that name elsewhere: "in Halden, near Tamworth".
            if pairing.tokens().any(|(at, _)| stands(at, other.name)) {
                continue;
            }
            let place = pairing.place(source, other.span_of_name(article));
            let name = slot.span_of_name(pairing.sentence);
            let found = FoundMismatch::new(MismatchDetail::OtherName, 0.2, name, place);
            let there = article.word(&article.tokens[other.preposition]);
            return vec![found.noting(pairing.word(slot.preposition)).noting(there)];
        }
    }
    Vec::new()
}

/// Returns the article sentences that use the description before a name: "the seaside town of Penarth" for
/// "the seaside town of Barry". Such a sentence need not hold the rest of the clause.
fn described<'a>(pairing: &ClaimPairing<'a>, slot: &Slot) -> Vec<(usize, &'a Sentence)> {
    const MAX_SENTENCES: usize = 8;
    let Some(modifier) = slot.modifier.filter(|at| pairing.clause.tokens.contains(at)) else {
        return Vec::new();
    };
    if &*pairing.sentence.lower(slot.preposition) != "of" || pairing.sentence.tokens[modifier].flags.capital {
        return Vec::new();
    }
    let sentences = pairing.article.text().sentences();
    let describes = |article: &Sentence| {
        article.tokens.windows(2).any(|pair| {
            pairing.stands_for(modifier, pair[0].stem) && pairing.stands_for(slot.anchor, pair[1].stem)
        })
    };
    let holding = pairing.holding(slot.anchor).into_iter().take(MAX_SENTENCES);
    holding.map(|at| (at, &*sentences[at].sentence)).filter(|(_, article)| describes(article)).collect()
}

/// Whether an article sentence has the name together with the word that the clause ties it to.
fn is_tied_in_article(pairing: &ClaimPairing, slot: &Slot) -> bool {
    const MAX_OCCURRENCES: usize = 64;
    let indexed = pairing.article.indexed;
    let places = pairing.found(slot.name).stems.iter().filter_map(|stem| indexed.positions.get(stem));
    let mut sentences: Vec<usize> = places
        .flat_map(|at| at.iter().take(MAX_OCCURRENCES))
        .map(|at| indexed.sentence_of[*at as usize] as usize)
        .collect();
    sentences.dedup();
    sentences
        .into_iter()
        .any(|at| indexed.stems_of(at).iter().any(|stem| pairing.stands_for(slot.anchor, *stem)))
}

/// Returns the names of a sentence that a preposition ties to the content word before it.
fn slots_of(sentence: &Sentence, is_name: impl Fn(usize) -> bool) -> Vec<Slot> {
    const PREPOSITIONS: &str = " of in at from to by for with near against under into ";
    let count = sentence.tokens.len();
    let together = |at: usize| sentence.gap_before(at).trim().is_empty();
    let of_name = |at: usize| sentence.tokens[at].is_content() && is_name(at);
    let mut out = Vec::new();
    for at in 1..count.saturating_sub(1) {
        if !in_word_list(PREPOSITIONS, &sentence.lower(at))
            || !together(at)
            || !sentence.tokens[at - 1].is_content()
        {
            continue;
        }
        let reach = (at + 1..count.min(at + 1 + MAX_NAME_GAP)).take_while(|next| together(*next));
        let Some(first) = reach.clone().find(|next| of_name(*next)) else { continue };
        // The name belongs to the nearer preposition.
        if (at + 1..first).any(|next| in_word_list(PREPOSITIONS, &sentence.lower(next))) {
            continue;
        }
        let last =
            (first..count).take_while(|next| *next == first || together(*next) && of_name(*next)).last();
        let modifier = (at - 1).checked_sub(1);
        let modifier = modifier.filter(|before| together(at - 1) && sentence.tokens[*before].is_content());
        out.push(Slot { modifier, anchor: at - 1, preposition: at, first, name: last.unwrap_or(first) });
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::judge_alone;

    #[test]
    fn a_name_in_the_place_of_another_is_noticed() {
        const FIRM: &str = "Sales fell because of a strike at the port of Halden. Ingrid Voss said the company would \
            open a plant in Tamworth Creek in 2026. It shut another plant near Rowan. The tower was designed by the engineer Ada Pell. Its keeper was \
            Thomas Orrin. The driver gave chase at the seaside town of Penarth.";
        for (claim, found) in [
            ("The company would open a plant in Halden in 2026.", true),
            ("The company would open a plant in Tamworth Creek in 2026.", false),
            ("The tower was designed by Thomas Orrin.", true),
            ("The tower was designed by Ada Pell.", false),
            ("The firm may open a plant in Rowan in 2026.", false),
            ("A man ran from the police in the seaside town of Halden.", true),
            ("A man ran from the police in the seaside town of Penarth.", false),
            ("A man ran from the police in the market town of Halden.", false),
        ] {
            let entailment = judge_alone(FIRM, claim);
            assert_eq!(
                entailment.mismatches.iter().any(|v| v.kind == MismatchKind::Name),
                found,
                "{claim}: {:?}",
                entailment.mismatches
            );
        }
    }
}
