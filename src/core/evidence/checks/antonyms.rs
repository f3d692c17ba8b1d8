//! Words replaced by their opposites.

use std::cell::LazyCell;

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, governed, opposite, same_word, tag};
use crate::syntax::{Relation, Upos};
use crate::text::cues::Force;
use crate::text::numbers::{Number, Unit};
use crate::text::{Sentence, Stem, Token, hash64, in_word_list, stem_of};

/// Largest distance, in tokens, between a word and its neighbour.
const MAX_NEIGHBOUR_GAP: usize = 4;
/// Shared wording below which nothing is compared, and from which no shared neighbour is needed.
const MIN_SHARED_WORDING: f64 = 0.35;
const AMPLE_SHARED_WORDING: f64 = 0.6;
/// For a clause that is not short: the share that must follow one sentence in order, or the share that must
/// be in its passage. A longer paraphrase has opposites of its own, which contradict nothing.
const MIN_FOLLOWED: f64 = 0.4;
const MIN_HELD: f64 = 0.8;
/// Share of the clause that one sentence must hold.
const MIN_SENTENCE_SHARE: f64 = 0.25;

/// Finds a word whose opposite stands in the same place of the passage.
pub fn antonyms(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let overlap = pairing.overlap;
    let is_close = pairing.is_brief() || overlap.lcs >= MIN_FOLLOWED || overlap.window >= MIN_HELD;
    if overlap.window < MIN_SHARED_WORDING || !is_close {
        return Vec::new();
    }
    let in_source = |(source, article): (usize, &Sentence)| {
        let is_elsewhere = LazyCell::new(|| is_of_other_amount(pairing, article));
        let mut tokens = pairing.tokens().map(|(at, _)| at);
        let (at, other) = tokens.find_map(|at| {
            let other = opposite_of(pairing, (source, article), at)?;
            let differs = !agrees_otherwise(pairing, article, at, other) && !*is_elsewhere;
            (differs && !is_move(pairing, article, at, other)).then_some((at, other))
        })?;
        let place = pairing.place(source, article.tokens[other].span);
        Some(FoundMismatch::new(MismatchDetail::Opposite, 0.05, pairing.sentence.tokens[at].span, place))
    };
    pairing.sources().take(2).find_map(in_source).into_iter().collect()
}

/// Returns the opposite of a token of the clause that stands in its place in a sentence of the passage.
fn opposite_of(pairing: &ClaimPairing, (source, article): (usize, &Sentence), at: usize) -> Option<usize> {
    let token = &pairing.sentence.tokens[at];
    // Other function words are left to the check `order`.
    if !token.is_content() && !is_direction(token) {
        return None;
    }
    let here = |stem: Stem| pairing.tokens().any(|(_, t)| t.stem == stem);
    let opposites = article
        .tokens
        .iter()
        .enumerate()
        .filter(|(_, t)| t.stem != token.stem && opposite(token.stem, t.stem) && !here(t.stem));
    let (near, i) = best_place(pairing, article, at, opposites.map(|(i, _)| i))?;
    // "Delete it if they have it installed": another word of the clause corresponds to "remove" in the article.
    let tells = |(other, t): (usize, &Token)| {
        other != at
            && same_word(t.stem, article.tokens[i].stem)
            && nearness(pairing, article, other, i) >= near
    };
    if pairing.tokens().any(tells) {
        return None;
    }
    // The passage may have the word as well. Then the one whose neighbours fit better counts.
    let kept = pairing.sources().filter_map(|(_, sentence)| {
        let same = sentence.tokens.iter().enumerate().filter(|(_, t)| pairing.stands_for(at, t.stem));
        best_place(pairing, sentence, at, same.map(|(i, _)| i))
    });
    if kept.map(|(other, _)| other).max().is_some_and(|other| other >= near) {
        return None;
    }
    // A shared neighbour, or much shared wording, shows that the words stand in the same place.
    let (lcs, share) = (pairing.overlap.lcs, pairing.share(source));
    let much = if is_person(token) {
        lcs.min(share) >= AMPLE_SHARED_WORDING
    } else {
        lcs >= AMPLE_SHARED_WORDING || near > 0 && share >= MIN_SENTENCE_SHARE
    };
    (much && (near > 0 || token.is_content()) && !has_nearer_sentence(pairing, at, source)).then_some(i)
}

/// Whether a word and its opposite agree all the same, or have no meaning of their own.
fn agrees_otherwise(pairing: &ClaimPairing, article: &Sentence, at: usize, other: usize) -> bool {
    let own = pairing.sentence;
    let is_idle = |sentence: &Sentence, at| is_preposition(sentence, at) || is_of_phrase(sentence, at);
    let is_denied = |sentence: &Sentence, at| {
        governed(sentence.cues(), at, Force::Negative).is_some() || is_lessened(sentence, at)
    };
    is_idle(own, at)
        || is_idle(article, other)
        // If exactly one side negates its word, the two agree.
        || is_denied(own, at) != is_denied(article, other)
        || is_opinion(article, other)
        || is_converse(pairing, article, at, other)
        || is_of_another(pairing, article, at, other)
        || is_only_after(pairing, article, at, other)
}

/// Whether a word only introduces what stands after it: "following a meeting".
fn is_preposition(sentence: &Sentence, at: usize) -> bool {
    let is_be = |before: usize| in_word_list(" is are was were be been being 's ", &sentence.lower(before));
    &*sentence.lower(at) == "following" && !at.checked_sub(1).is_some_and(is_be)
}

/// Whether a word has no meaning of its own in its phrase: "old" in an age, which may be that of somebody young
/// ("22-year-old", "three months old"), "well" in "as well as", "end" in "end up with", "miss" in "miss out", "opening" in
/// "the opening day", "more" in "more slowly".
fn is_of_phrase(sentence: &Sentence, at: usize) -> bool {
    const UNITS: &str = " year years month months week weeks day days ";
    const OPENED: &str = " day night weekend week stage round game match half minutes minute ";
    let is_after = |words: &str| at.checked_sub(1).is_some_and(|it| in_word_list(words, &sentence.lower(it)));
    match &*sentence.lower(at) {
        "old" => is_after(UNITS),
        "well" => is_after(" as "),
        "opening" => in_word_list(OPENED, &sentence.lower(at + 1)),
        "more" | "less" => sentence.lower(at + 1).ends_with("ly"),
        word if word.starts_with("miss") => &*sentence.lower(at + 1) == "out",
        word => word.starts_with("end") && &*sentence.lower(at + 1) == "up",
    }
}

/// Whether a sentence outside the passage has the word and more of the clause than the sentence with its
/// opposite.
fn has_nearer_sentence(pairing: &ClaimPairing, at: usize, source: usize) -> bool {
    let share = pairing.share(source);
    let apart = pairing.holding(at).into_iter().filter(|other| !pairing.passage.sentences.contains(other));
    apart.into_iter().any(|other| pairing.share(other) > share)
}

/// Whether "find" introduces an opinion: "find it ugly" is not the opposite of losing it.
fn is_opinion(article: &Sentence, i: usize) -> bool {
    let parsed = article.tree();
    let found = article.lower(i).starts_with("find") || &*article.lower(i) == "found";
    let node = article.node_of(i).filter(|_| found);
    node.is_some_and(|node| {
        parsed.tree.children(node).any(|child| parsed.tree.nodes[child].relation == Relation::Xcomp)
    })
}

/// Whether two opposites describe one event from its two sides: "A beat B" is "B lost to A". Then a word
/// before the one stands after the other.
fn is_converse(pairing: &ClaimPairing, article: &Sentence, at: usize, i: usize) -> bool {
    const FIRST: [&str; 8] = ["beat", "win", "won", "defeat", "buy", "bought", "lend", "lent"];
    const SECOND: [&str; 6] = ["lose", "lost", "sell", "sold", "borrow", "borrowed"];
    const BOTH: [&str; 2] = ["sale", "sales"];
    const TAKE: [&str; 3] = ["take", "took", "taken"];
    let is = |words: &[&str], stem: Stem| words.iter().any(|word| stem_of(word) == stem);
    let (a, b) = (pairing.sentence.tokens[at].stem, article.tokens[i].stem);
    // A sale is also a purchase.
    if is(&BOTH, a) || is(&BOTH, b) {
        return true;
    }
    // Who wins defeats somebody. A defeat is another matter.
    let is_active = |sentence: &Sentence, at: usize| {
        tag(sentence, at) == Some(Upos::Verb) && sentence.passive(at).is_none()
    };
    if is(&FIRST, a) && is(&FIRST, b) && is_active(pairing.sentence, at) && is_active(article, i) {
        return true;
    }
    // "Infants who take antibiotics" are given them.
    let is_given = |sentence: &Sentence, at: usize| {
        sentence.lower(at).starts_with("given") && tag(sentence, at) == Some(Upos::Verb)
    };
    let takes = |stem: Stem| is(&TAKE, stem);
    if is_given(article, i) && takes(a) || is_given(pairing.sentence, at) && takes(b) {
        return true;
    }
    if !(is(&FIRST, a) && is(&SECOND, b) || is(&SECOND, a) && is(&FIRST, b)) {
        return false;
    }
    let mut before = pairing.tokens().filter(|(j, t)| *j < at && t.is_content()).map(|(j, _)| j);
    before.any(|j| {
        let mut places = article.tokens.iter().enumerate().filter(|(_, t)| pairing.stands_for(j, t.stem));
        places.next().is_some_and(|(p, _)| p > i) && places.next().is_none()
    })
}

/// Whether another sentence of the passage has an amount of the clause that this sentence lacks: "may sell
/// for £2 million" is not about the sentence "bought for £15".
fn is_of_other_amount(pairing: &ClaimPairing, article: &Sentence) -> bool {
    const MAX_AMOUNTS: usize = 4;
    let is_amount = |n: &&Number| n.unit != Unit::Plain && pairing.clause.tokens.contains(&n.first);
    let own = pairing.sentence.numbers().iter().filter(is_amount).take(MAX_AMOUNTS);
    let has = |sentence: &Sentence, own: &Number| {
        sentence.numbers().iter().any(|n| n.value == own.value && own.unit.agrees(n.unit))
    };
    own.into_iter().any(|n| !has(article, n) && pairing.sources().any(|(_, other)| has(other, n)))
}

/// Whether two opposites describe a move to one place and a move from another: somebody who left the club
/// joined a rival. They contradict each other only if the place is the same.
fn is_move(pairing: &ClaimPairing, article: &Sentence, at: usize, i: usize) -> bool {
    const MOVES: &str = include_str!("moves.txt");
    const PLACE: usize = 4;
    if !in_word_list(MOVES, &pairing.sentence.lower(at)) || !in_word_list(MOVES, &article.lower(i)) {
        return false;
    }
    let to = |sentence: &Sentence, at: usize| {
        let end = sentence.tokens.len().min(at + 1 + PLACE);
        (at + 1..end).find(|next| sentence.tokens[*next].is_content())
    };
    match (to(pairing.sentence, at), to(article, i)) {
        (Some(own), Some(theirs)) if pairing.clause.tokens.contains(&own) => {
            !pairing.stands_for(own, article.tokens[theirs].stem)
        }
        _ => true,
    }
}

/// Whether a distinguishing word modifies another noun than its opposite does: "East London" is not the
/// opposite of "West Norfolk", nor the first win of the last minute.
fn is_of_another(pairing: &ClaimPairing, article: &Sentence, at: usize, i: usize) -> bool {
    const TELLING: [&str; 14] = [
        "north", "south", "east", "west", "northern", "southern", "eastern", "western", "first", "second",
        "last", "final", "opening", "closing",
    ];
    let word = pairing.sentence.tokens[at].word;
    let next = at + 1;
    pairing.clause.tokens.contains(&next)
        && pairing.sentence.tokens[next].is_content()
        && TELLING.iter().any(|telling| word == hash64(telling.as_bytes()))
        && !article.tokens.get(i + 1).is_some_and(|t| pairing.stands_for(next, t.stem))
}

/// Whether exactly one of the words is "later" or "earlier", which only give an order: whoever "later hit the
/// post" may have done so early in a half.
fn is_only_after(pairing: &ClaimPairing, article: &Sentence, at: usize, i: usize) -> bool {
    let is_relative = |word: &str| matches!(word, "later" | "earlier");
    is_relative(&pairing.sentence.lower(at)) != is_relative(&article.lower(i))
}

/// Whether a word identifies a person by sex alone. A text about a woman may be about a man as well.
fn is_person(token: &Token) -> bool {
    const WORDS: [&str; 8] = ["man", "woman", "men", "women", "boy", "girl", "boys", "girls"];
    WORDS.iter().any(|word| token.word == hash64(word.as_bytes()))
}

/// Whether "less" stands before a word: "less strong".
fn is_lessened(sentence: &Sentence, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| sentence.tokens[before].word == hash64(b"less"))
}

/// Whether a function word gives a direction or an amount.
fn is_direction(token: &Token) -> bool {
    const WORDS: [&str; 6] = ["up", "down", "above", "below", "more", "less"];
    WORDS.iter().any(|word| token.word == hash64(word.as_bytes()))
}

/// Returns the place in an article sentence that has most of the word's neighbours around it, and the score
/// of those neighbours. Of equal places the first wins.
fn best_place(
    pairing: &ClaimPairing,
    article: &Sentence,
    at: usize,
    places: impl Iterator<Item = usize>,
) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    for i in places {
        let near = nearness(pairing, article, at, i);
        if best.is_none_or(|(most, _)| near > most) {
            best = Some((near, i));
        }
    }
    best
}

/// Returns the score of a word's neighbours found around a place in an article sentence. Nearer neighbours
/// score higher.
fn nearness(pairing: &ClaimPairing, article: &Sentence, at: usize, i: usize) -> usize {
    let near = near_neighbours(pairing, at).map(|a| {
        let found = about(article, i).filter(|(_, b)| pairing.stands_for(a, b.stem));
        found.map(|(b, _)| 1 + MAX_NEIGHBOUR_GAP - b.abs_diff(i)).max().unwrap_or(0)
    });
    near.sum()
}

/// Returns the content words of the clause that are neighbours of a word.
fn near_neighbours<'a>(pairing: &'a ClaimPairing, at: usize) -> impl Iterator<Item = usize> + 'a {
    pairing
        .tokens()
        .filter(move |(i, t)| *i != at && i.abs_diff(at) <= MAX_NEIGHBOUR_GAP && t.is_content())
        .map(|(i, _)| i)
}

fn about(sentence: &Sentence, at: usize) -> impl Iterator<Item = (usize, &Token)> {
    let range = at.saturating_sub(MAX_NEIGHBOUR_GAP)..sentence.tokens.len().min(at + MAX_NEIGHBOUR_GAP + 1);
    range.clone().zip(&sentence.tokens[range]).filter(move |(i, t)| *i != at && t.is_content())
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn what_tells_things_apart_is_opposite_before_the_same_thing_only() {
        const ROAD: &str = "Police in West Norfolk closed the northern road after a woman was found dead in the house. \
            The team won the first round.";
        let claims = [
            ("Police in East Norfolk closed the northern road.", true),
            ("Police in West Norfolk closed the southern road.", true),
            ("Police in East London closed the northern road.", false),
            ("The team won the last round.", true),
            ("The team won the last match.", false),
        ];
        assert_found(ROAD, MismatchKind::Antonym, &claims);
    }

    #[test]
    fn what_was_bought_for_one_amount_may_sell_for_another() {
        const PORTRAIT: &str = "The portrait could fetch £2 million at auction. The portrait of a girl was bought by the \
            landlord for £15 in 1971.";
        let claims = [
            ("The portrait may sell for £2 million at auction.", false),
            ("The portrait of a girl was sold by the landlord for £15 in 1971.", true),
        ];
        assert_found(PORTRAIT, MismatchKind::Antonym, &claims);
    }

    #[test]
    fn who_leaves_one_place_joins_another() {
        const MOVE: &str =
            "Keller joined Dunmore Rovers from Castlemere in June. He left the board of the bank in May.";
        let claims = [
            ("Keller left Castlemere for Dunmore Rovers in June.", false),
            ("Keller left Dunmore Rovers in June.", true),
            ("He joined the board of the bank in May.", true),
        ];
        assert_found(MOVE, MismatchKind::Antonym, &claims);
    }

    #[test]
    fn a_sale_is_a_purchase_and_what_comes_later_may_be_early() {
        const SALE: &str = "A painting bought for 35 pounds at a car boot sale in Kent hangs in the hall. The visitors should have \
            scored early in the second half, but Oduya hit the post.";
        let claims = [
            ("A painting from a 35 pounds car boot purchase in Kent hangs in the hall.", false),
            ("The visitors should have scored, but Oduya later hit the post in the second half.", false),
            ("The visitors should have scored late in the second half.", true),
        ];
        assert_found(SALE, MismatchKind::Antonym, &claims);
    }

    #[test]
    fn a_text_about_a_woman_may_be_about_a_man_as_well() {
        const FOUND: &str =
            "Detectives began an inquiry after a woman was found dead at a house in Rotherham.";
        let claims = [
            ("Detectives began an inquiry after a man was found dead at a house in Rotherham.", true),
            ("A man was arrested on suspicion of murder at a house in Rotherham.", false),
        ];
        assert_found(FOUND, MismatchKind::Antonym, &claims);
    }

    #[test]
    fn another_word_of_the_claim_may_tell_what_the_article_has_in_its_place() {
        const APP: &str = "Staff must remove the app from their own phones if they use it for work.";
        let claims = [
            ("Staff must delete the app from their own phones if they have it installed for work.", false),
            ("Staff must install the app on their own phones if they use it for work.", true),
        ];
        assert_found(APP, MismatchKind::Antonym, &claims);
    }
}
