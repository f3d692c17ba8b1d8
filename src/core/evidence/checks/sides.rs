//! Relations with two sides, tied by certain words, whose sides are exchanged in the passage: earlier and
//! later, giver and receiver.

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, is_spoken};
use crate::text::sequences::Sequence;
use crate::text::{Sentence, Span, in_word_list};

/// Number of words of two sides that stand on the same side in the article, and on the other. Words on both
/// sides are not counted.
pub struct Sides {
    /// On the same side: words of the first side, and of the second.
    pub straight: [usize; 2],
    /// On the other side: words of the first side, and of the second.
    pub turned: [usize; 2],
}

impl Sides {
    /// Compares the sides of a clause with those of an article sentence; `stands` tells which tokens match.
    pub fn new(own: [&[usize]; 2], theirs: [&[usize]; 2], stands: impl Fn(usize, usize) -> bool) -> Sides {
        let has = |side: &[usize], at: usize| side.iter().any(|i| stands(at, *i));
        let only = |own: &[usize], here: usize| {
            own.iter().filter(|at| has(theirs[here], **at) && !has(theirs[1 - here], **at)).count()
        };
        Sides { straight: [only(own[0], 0), only(own[1], 1)], turned: [only(own[0], 1), only(own[1], 0)] }
    }

    /// Returns the number of words on the other side less those on the same side.
    pub fn balance(&self) -> isize {
        let sum = |sides: [usize; 2]| sides.iter().sum::<usize>() as isize;
        sum(self.turned) - sum(self.straight)
    }
}

/// Finds two events that the passage has in the reverse order, however it is worded: "closed after it is
/// switched on" and "close it before you switch it on", "first A, then B" and "A after B"; or the two ends of a
/// way: "from A to B" and "from B to A".
pub fn sequence(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    const TELL: &str = " before after ahead prior preceded then from ";
    const MAY_TELL: &str = " before after until then once following ahead prior and from ";
    let is = |sentence: &Sentence, sequence: &Sequence, words: &str| {
        in_word_list(words, &sentence.lower(sequence.word))
    };
    let own = pairing.sentence.sequences().iter().find(|own| is(pairing.sentence, own, TELL));
    let own = own.filter(|own| pairing.same_statement() && pairing.clause.tokens.contains(&own.word));
    let Some(own) = own else { return Vec::new() };
    // What both sides have tells them not apart: "from training nodes to test nodes".
    let content = |side: &[usize], other: &[usize]| -> Vec<usize> {
        let stem = |at: usize| pairing.sentence.tokens[at].stem;
        let inside = side.iter().copied().filter(|at| pairing.clause.tokens.contains(at));
        let inside = inside.filter(|at| pairing.sentence.tokens[*at].is_content());
        inside.filter(|at| !other.iter().any(|their| stem(*their) == stem(*at))).collect()
    };
    let [earlier, later] = [content(&own.earlier, &own.later), content(&own.later, &own.earlier)];
    let is_way = |sentence: &Sentence, sequence: &Sequence| &*sentence.lower(sequence.word) == "from";
    for (source, article) in pairing.sources() {
        // With three events one word does not settle the order of two.
        let tells = |at: &usize| matches!(&*article.lower(*at), "before" | "after");
        let mut all = article.sequences().iter().filter(|theirs| is(article, theirs, MAY_TELL));
        let theirs = all.find(|theirs| is_way(article, theirs) == is_way(pairing.sentence, own));
        let Some(theirs) = theirs.filter(|_| article.whole().filter(tells).count() < 2) else { continue };
        let stands = |at: usize, i: usize| pairing.stands_for(at, article.tokens[i].stem);
        let sides = Sides::new([&earlier, &later], [&theirs.earlier, &theirs.later], stands);
        let [first, second] = sides.turned;
        // With the same word the order is reversed only if both events have changed places entirely.
        let is_same_word = pairing.sentence.lower(own.word) == article.lower(theirs.word);
        let is_whole = || {
            3 * sides.straight.iter().sum::<usize>() <= first + second
                && 2 * first > earlier.len()
                && 2 * second > later.len()
        };
        if first > 0 && second > 0 && sides.balance() > 0 && (!is_same_word || is_whole()) {
            // A way is shown whole.
            let span = |sentence: &Sentence, sequence: &Sequence| {
                let last = sequence.later.last().filter(|_| is_way(sentence, sequence));
                sentence.tokens[sequence.word]
                    .span
                    .join(sentence.tokens[*last.unwrap_or(&sequence.word)].span)
            };
            let how = match is_way(article, theirs) {
                true => MismatchDetail::OppositeOrder,
                false => MismatchDetail::OtherOrder,
            };
            let place = pairing.place(source, span(article, theirs));
            return vec![FoundMismatch::new(how, 0.12, span(pairing.sentence, own), place)];
        }
    }
    Vec::new()
}

/// Finds a relation with exchanged sides. Two verbs may express it from its two ends: "A bought it from B" is
/// "B sold it to A".
pub fn relation(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    related(pairing).0.into_iter().collect()
}

/// Returns the words of a clause if the passage has the same relation with the same sides.
pub fn agreed(pairing: &ClaimPairing) -> Vec<Span> {
    related(pairing).1
}

/// Returns the mismatch of a relation in a short clause, or the words on which clause and passage agree. Only
/// in a short clause is it certain what stands on which side.
fn related(pairing: &ClaimPairing) -> (Option<FoundMismatch>, Vec<Span>) {
    let tokens = pairing.clause.tokens.clone();
    let own = pairing.sentence.relations(tokens.clone());
    let Some(own) = own.first().filter(|_| pairing.is_brief() && pairing.same_statement()) else {
        return (None, Vec::new());
    };
    for (source, article) in pairing.sources() {
        let all = article.relations(article.whole());
        let alike = all.iter().filter(|theirs| theirs.relation == own.relation);
        for theirs in alike.filter(|theirs| !is_spoken(article, theirs.verb)) {
            let stands = |at: usize, i: usize| pairing.stands_for(at, article.tokens[i].stem);
            // The words next to the verb decide, since a place or a time stays on its side when the
            // participants change theirs.
            let nearest = Sides::new(
                [nearest(&own.first), nearest(&own.second)],
                [nearest(&theirs.first), nearest(&theirs.second)],
                stands,
            );
            let whole = || Sides::new([&own.first, &own.second], [&theirs.first, &theirs.second], stands);
            let sides = if nearest.balance() == 0 { whole() } else { nearest };
            if sides.balance() < 0 {
                return (None, pairing.sentence.tokens[tokens].iter().map(|token| token.span).collect());
            }
            if sides.balance() > 0 {
                let words = own.first.iter().chain(&own.second);
                let words = words.map(|at| pairing.sentence.tokens[*at].span).collect();
                let place = pairing.place(source, article.tokens[theirs.verb].span);
                let found = FoundMismatch::of(MismatchDetail::OtherSides, 0.12, words, vec![place]);
                return (Some(found.noting(pairing.word(own.verb).to_lowercase())), Vec::new());
            }
        }
    }
    (None, Vec::new())
}

/// Returns the words of a side next to the verb: the unbroken run that includes the nearest.
fn nearest(side: &[usize]) -> &[usize] {
    let in_a_row = side.windows(2).take_while(|pair| pair[0].abs_diff(pair[1]) == 1).count();
    &side[..side.len().min(in_a_row + 1)]
}

#[cfg(test)]
mod tests {
    use crate::evidence::Article;
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::{assert_found, judge};
    use crate::text::{Sentence, Text};

    #[test]
    fn what_came_first_is_seen_in_any_words() {
        const ORDER: &str = "Regulators are expected to rule by October, after a hearing in July. She studied geometry in \
            Leipzig before moving to Reykjavik. Westhaven scored twice before half an hour was gone, before Okoro \
            headed one back.";
        let cases = [
            ("Regulators are expected to rule ahead of a hearing in July.", true),
            ("A hearing in July is ahead of when regulators are expected to rule.", false),
            ("She moved to Reykjavik prior to studying geometry in Leipzig.", true),
            ("She studied geometry in Leipzig prior to moving to Reykjavik.", false),
            ("Okoro headed one back before half an hour was gone.", false),
        ];
        assert_found(ORDER, MismatchKind::Order, &cases);
        const AFTER: &str =
            "The bridge reopened a year after the flood had damaged two of its piers and closed the road.";
        let cases = [
            (
                "The road closed by the flood was used again a year after the bridge reopened with two piers.",
                false,
            ),
            ("The flood damaged two piers a year after the bridge reopened.", true),
        ];
        assert_found(AFTER, MismatchKind::Order, &cases);
    }

    #[test]
    fn a_relation_may_be_stated_from_either_end() {
        for (article, kept, changed) in [
            (
                "The museum had bought both pictures from the collector Edgar Roth.",
                "Edgar Roth sold both pictures to the museum.",
                "The museum sold both pictures to Edgar Roth.",
            ),
            (
                "Farmers in the valley lent the army 40 tractors.",
                "The army borrowed 40 tractors from farmers in the valley.",
                "Farmers in the valley borrowed 40 tractors from the army.",
            ),
            (
                "Ebba Rask is to be succeeded by her deputy, Nils Brandt.",
                "Nils Brandt will succeed Ebba Rask.",
                "Ebba Rask will succeed Nils Brandt.",
            ),
            (
                "The Bears were beaten by the Lions on Sunday.",
                "The Bears lost to the Lions on Sunday.",
                "The Lions lost to the Bears on Sunday.",
            ),
            (
                "Sunrel sued Korvia in May over a patent.",
                "Korvia was sued by Sunrel in May over a patent.",
                "Sunrel was sued by Korvia in May over a patent.",
            ),
            (
                "Leeds beat Everton 3-1 at Elland Road on Saturday.",
                "Everton were beaten by Leeds at Elland Road on Saturday.",
                "Everton beat Leeds at Elland Road on Saturday.",
            ),
        ] {
            let article = Article::new(Text::new(article));
            let role = |claim: &str| {
                let entailment = judge(article.premise(), &Sentence::new(claim)).remove(0);
                entailment.mismatches.iter().any(|mismatch| mismatch.kind == MismatchKind::Role)
            };
            assert!(!role(kept), "{kept}");
            assert!(role(changed), "{changed}");
        }
    }
}
