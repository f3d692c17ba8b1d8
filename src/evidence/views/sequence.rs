//! Which of two events came first.

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::sequences::Sequence;
use crate::text::{Sentence, among};
use crate::text::sentence_number;

/// The order of two events that the passage has the other way round, whatever words tell it: "closed after it is
/// switched on" and "close it before you switch it on", "first A, then B" and "A after B".
pub fn sequence(held: &Held, out: &mut Vec<View>) {
    if !held.same_statement() {
        return;
    }
    const TELL: &str = " before after ahead prior preceded then ";
    const MAY_TELL: &str = " before after until then once following ahead prior and ";
    let is = |sentence: &Sentence, sequence: &Sequence, words: &str| among(words, &sentence.lower(sequence.word));
    let own = held.sentence.sequences().iter().find(|own| is(held.sentence, own, TELL));
    let Some(own) = own else { return };
    if !held.clause.tokens.contains(&own.word) {
        return;
    }
    for (source, article) in held.sources() {
        // Of three events two are in an order that one word does not tell.
        let tells = |at: &usize| matches!(&*article.lower(*at), "before" | "after");
        if (0..article.tokens.len()).filter(tells).count() > 1 {
            continue;
        }
        let theirs = article.sequences().iter().find(|theirs| is(article, theirs, MAY_TELL));
        let Some(theirs) = theirs else { continue };
        let shared = |mine: &[usize], other: &[usize]| {
            let content = mine.iter().filter(|at| held.clause.tokens.contains(at)).copied();
            let content = content.filter(|at| held.sentence.tokens[*at].is_content());
            content.filter(|at| other.iter().any(|i| held.stands_for(*at, article.tokens[*i].stem))).count()
        };
        let direct = shared(&own.earlier, &theirs.earlier) + shared(&own.later, &theirs.later);
        let (first, second) = (shared(&own.earlier, &theirs.later), shared(&own.later, &theirs.earlier));
        // By the same word the order is reversed only where both events changed places altogether.
        let content = |side: &[usize]| {
            let own = side.iter().filter(|at| held.clause.tokens.contains(at));
            own.filter(|at| held.sentence.tokens[**at].is_content()).count()
        };
        let same_word = held.sentence.lower(own.word) == article.lower(theirs.word);
        let whole = || {
            3 * direct <= first + second
                && 2 * first > content(&own.earlier)
                && 2 * second > content(&own.later)
        };
        if first > 0 && second > 0 && first + second > direct && (!same_word || whole()) {
            let word = &held.sentence.tokens[own.word];
            out.push(View {
                kind: ViewKind::Order,
                limit: 0.12,
                why: format!(
                    "the order of events is reversed from sentence {}: claim \"{}\", text \"{}\"",
                    sentence_number(source),
                    held.word(own.word).to_lowercase(),
                    article.word(&article.tokens[theirs.word]).to_lowercase()
                ),
                summary: vec![word.span],
                article: vec![held.place(source, article.tokens[theirs.word].span)],
                ..View::default()
            });
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::{ViewKind, assert_found};

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
        assert_found(ORDER, ViewKind::Order, &cases);
        const AFTER: &str =
            "The bridge reopened a year after the flood had damaged two of its piers and closed the road.";
        let cases = [
            (
                "The road closed by the flood was used again a year after the bridge reopened with two piers.",
                false,
            ),
            ("The flood damaged two piers a year after the bridge reopened.", true),
        ];
        assert_found(AFTER, ViewKind::Order, &cases);
    }
}
