//! Nouns replaced by others.

use super::categories::are_of_category;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, opposite, same_word, tag};
use crate::evidence::parse::base_of;
use crate::syntax::{Relation, Upos};
use crate::text::proposition::{Argument, Proposition, Role};
use crate::text::{Sentence, fold_token, idf};

/// Largest distance, in tokens, between two neighbours.
const MAX_NEIGHBOUR_GAP: usize = 3;
/// Share of the clause's other words that the sentence must have.
const MIN_SHARED_WORDS: f64 = 0.6;

/// Similarity from which a noun may be another word for one of the passage.
const NEAR_ENOUGH: f64 = 0.1;

/// Finds a noun in the place of another one of the passage, between the same neighbours or with the same verb:
/// "a broken leg" for "a broken arm".
pub fn replaced(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    exchanged(pairing).or_else(|| other_argument(pairing)).into_iter().collect()
}

/// Returns a noun, unlike any of the passage, that has the role of another noun with the same verb: "covered
/// with a saucepan" for "covered with a towel".
fn other_argument(pairing: &ClaimPairing) -> Option<FoundMismatch> {
    if !pairing.is_brief() || !pairing.same_statement() {
        return None;
    }
    let own = pairing.sentence;
    let is_strange = |at: usize| {
        let found = pairing.found(at);
        found.is_missing() && found.near < NEAR_ENOUGH && !own.tokens[at].flags.digit && is_noun_like(own, at)
    };
    own.tree().propositions.iter().find_map(|one| {
        let within = |node: usize| pairing.clause.tokens.contains(&own.token_of(node));
        if one.negated || !within(one.head) {
            return None;
        }
        let verb = own.token_of(one.head);
        let arguments = || one.arguments.iter().filter(|it| within(it.head));
        let strange = arguments().find(|it| it.role != Role::Time && is_strange(own.token_of(it.head)))?;
        let others: Vec<usize> =
            arguments().filter(|it| it.head != strange.head).map(|it| own.token_of(it.head)).collect();
        pairing.sources().take(2).find_map(|(source, article)| {
            let stands = |at: usize, node: usize| pairing.stands_for_node(at, article, node);
            let is_same = |theirs: &&Proposition| {
                let mut heads = theirs.arguments.iter().map(|it| it.head);
                stands(verb, theirs.head)
                    && !theirs.negated
                    && heads.any(|head| others.iter().any(|at| stands(*at, head)))
            };
            // A punctuation mark may have a node and no token.
            let noun = |node: usize| {
                let at = article.token_of(node);
                let is_noun = article.tree().tree.nodes[node].tag == Upos::Noun;
                Some(at).filter(|at| is_noun && *at < article.tokens.len() && is_noun_like(article, *at))
            };
            let in_its_place = |it: &Argument| {
                let is_free = !pairing.tokens().any(|(at, _)| stands(at, it.head));
                let is_alike = it.role == strange.role && marker(own, strange) == marker(article, it);
                noun(it.head).filter(|_| is_free && is_alike)
            };
            let same = article.tree().propositions.iter().filter(is_same);
            let other = same.flat_map(|theirs| &theirs.arguments).find_map(in_its_place)?;
            let word = own.tokens[own.token_of(strange.head)].span;
            let place = pairing.place(source, article.tokens[other].span);
            Some(FoundMismatch::new(MismatchDetail::OtherNoun, 0.6, word, place))
        })
    })
}

/// Returns the words that introduce an argument, lower-cased.
fn marker(sentence: &Sentence, argument: &Argument) -> String {
    let words = argument.marker.iter().map(|node| &sentence.text[sentence.tree().words[*node].range()]);
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

fn exchanged(pairing: &ClaimPairing) -> Option<FoundMismatch> {
    if !pairing.same_statement() {
        return None;
    }
    for (source, article) in pairing.sources().take(2) {
        let content: Vec<usize> =
            pairing.tokens().filter(|(_, t)| t.is_content()).map(|(at, _)| at).collect();
        let shared =
            content.iter().filter(|at| article.tokens.iter().any(|t| pairing.stands_for(**at, t.stem)));
        if (shared.count() as f64) < MIN_SHARED_WORDS * (content.len() as f64 - 1.0) {
            continue;
        }
        for (order, &at) in content.iter().enumerate() {
            let token = &pairing.sentence.tokens[at];
            let known = article.tokens.iter().any(|t| pairing.stands_for(at, t.stem));
            if known || token.flags.digit || !is_noun_like(pairing.sentence, at) {
                continue;
            }
            let left = order.checked_sub(1).map(|i| content[i]).filter(|l| at - l <= MAX_NEIGHBOUR_GAP);
            let right = content.get(order + 1).copied().filter(|r| r - at <= MAX_NEIGHBOUR_GAP);
            let Some((other, both)) = in_its_place(pairing, article, left, right) else { continue };
            // "The Blues" for Chelsea: a name and a common noun may mean the same.
            let begins = at == 0 || other == 0;
            if !is_noun_like(article, other)
                || !begins && token.flags.capital != article.tokens[other].flags.capital
                || is_alike(pairing.sentence.word(token), article.word(&article.tokens[other]))
                // Synonyms replace nothing.
                || same_word(token.stem, article.tokens[other].stem)
                || has_preposition(pairing.sentence, at) != has_preposition(article, other)
                || is_modifier(pairing.sentence, at) != is_modifier(article, other)
            {
                continue;
            }
            if article.tokens.iter().any(|t| is_alike(pairing.sentence.word(token), article.word(t))) {
                continue;
            }
            if is_elsewhere(pairing, at, source) {
                continue;
            }
            let novel = pairing.matches.tokens[at - pairing.clause.tokens.start].quality == 0.0;
            if !novel && !both || !pairing.matches.tokens[at - pairing.clause.tokens.start].content {
                continue;
            }
            let other = &article.tokens[other];
            let (detail, support) = match are_of_category(token.stem, other.stem) {
                true => (MismatchDetail::OtherOfCategory, 0.1),
                false => (MismatchDetail::OtherNoun, 0.6),
            };
            return Some(FoundMismatch::new(detail, support, token.span, pairing.place(source, other.span)));
        }
    }
    None
}

/// Whether a noun has a preposition: "no doubt in my *mind* they watch" has no word in the place of "no doubt that
/// *spectators* watch".
fn has_preposition(sentence: &Sentence, at: usize) -> bool {
    let tree = &sentence.tree().tree;
    let is_case = |child: usize| tree.nodes[child].relation == Relation::Case;
    sentence.node_of(at).is_some_and(|node| tree.children(node).any(is_case))
}

/// Whether a word modifies a noun: *legal* rights are in the place of no *entitlement*.
fn is_modifier(sentence: &Sentence, at: usize) -> bool {
    let relation = sentence.node_of(at).map(|node| sentence.tree().tree.nodes[node].relation);
    matches!(relation, Some(Relation::Amod | Relation::Compound | Relation::Flat))
}

/// Whether another article sentence has a word of the clause and as much of its other words: the article may call
/// somebody confident here and adamant there.
fn is_elsewhere(pairing: &ClaimPairing, at: usize, source: usize) -> bool {
    let share = pairing.share(source);
    pairing.holding(at).into_iter().any(|other| other != source && pairing.share(other) >= share)
}

/// Returns the article's word between the same neighbours, or next to the only one, and whether there are
/// two.
fn in_its_place(
    pairing: &ClaimPairing,
    article: &Sentence,
    left: Option<usize>,
    right: Option<usize>,
) -> Option<(usize, bool)> {
    let places = |at: usize| {
        let all = article.tokens.iter().enumerate();
        all.filter(move |(_, t)| pairing.stands_for(at, t.stem)).map(|(i, _)| i)
    };
    // A word of the article that matches nothing in the clause.
    let free = |i: usize| {
        let token = &article.tokens[i];
        token.is_content()
            && !token.flags.digit
            && !pairing
                .tokens()
                .any(|(at, t)| pairing.stands_for(at, token.stem) || opposite(t.stem, token.stem))
    };
    let sole = |mut found: Vec<usize>| if found.len() == 1 { found.pop() } else { None };
    if let (Some(left), Some(right)) = (left, right) {
        for l in places(left) {
            for r in places(right).filter(|r| *r > l + 1 && *r - l <= 2 * MAX_NEIGHBOUR_GAP) {
                if let Some(found) = sole((l + 1..r).filter(|i| article.tokens[*i].is_content()).collect())
                    && free(found)
                {
                    return Some((found, true));
                }
            }
        }
    }
    let count = article.tokens.len();
    if let Some(left) = left.filter(|_| right.is_none()) {
        let is_joined = |i: &usize| !article.gap_before(*i).contains([',', ';', ':']);
        let next = |l: usize| {
            let near = (l + 1..count.min(l + 1 + MAX_NEIGHBOUR_GAP)).take_while(is_joined);
            near.into_iter().find(|i| article.tokens[*i].is_content())
        };
        if let Some(found) = places(left).filter_map(next).find(|i| free(*i)) {
            return Some((found, false));
        }
    }
    if let Some(right) = right.filter(|_| left.is_none()) {
        let before = |r: usize| r.checked_sub(1).filter(|i| article.tokens[*i].is_content());
        if let Some(found) = places(right).filter_map(before).find(|i| free(*i)) {
            return Some((found, false));
        }
    }
    None
}

/// Whether a word looks like a significant noun: not an adverb, a verb form or an infinitive ("to fix").
fn is_noun_like(sentence: &Sentence, at: usize) -> bool {
    let token = &sentence.tokens[at];
    let before = at.checked_sub(1).map_or("".into(), |i| fold_token(sentence.word(&sentence.tokens[i])));
    let verb_after = [
        "to", "will", "would", "can", "could", "may", "might", "must", "should", "not", "they", "he", "she",
        "i",
    ];
    if verb_after.contains(&&*before) {
        return false;
    }
    let word = fold_token(sentence.word(token));
    let ending =
        ["ly", "ed", "ing", "ive", "ous", "able", "ful", "less"].iter().any(|end| word.ends_with(end));
    word.chars().count() > 2
        && !matches!(tag(sentence, at), Some(Upos::Adv | Upos::Verb))
        && !ending
        && base_of(&word).is_none()
        && !is_participle(&word)
        && idf::idf(token.stem) > 1.2
}

fn is_participle(word: &str) -> bool {
    ["gone", "risen", "born", "done", "become", "been", "fallen", "grown", "shown", "known"].contains(&word)
}

/// Whether two words begin alike, as forms of one word do, or one begins with the other, as "governor" with "gov", or
/// they have the same letters, as a word and its misspelling may.
fn is_alike(a: &str, b: &str) -> bool {
    const MIN_SHARED_LETTERS: usize = 4;
    const MIN_ABBREVIATION: usize = 3;
    let (a, b) = (fold_token(a), fold_token(b));
    if a.len().min(b.len()) >= MIN_ABBREVIATION && (a.starts_with(&*b) || b.starts_with(&*a)) {
        return true;
    }
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count() >= MIN_SHARED_LETTERS
        || a.len() > MIN_SHARED_LETTERS && a.len() == b.len() && letters(&a) == letters(&b)
}
