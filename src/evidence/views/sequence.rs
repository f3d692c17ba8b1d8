//! Which of two events came first.

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::Sentence;
use crate::text::sentence_number;

/// Two events of a sentence as ranges of tokens, the earlier first, and the word that says so.
struct Sequence {
    earlier: Vec<usize>,
    later: Vec<usize>,
    word: usize,
}

/// The order of two events that the passage has the other way round, whatever words tell it: "closed after it is
/// switched on" and "close it before you switch it on", "first A, then B" and "A after B".
pub fn sequence(held: &Held, out: &mut Vec<View>) {
    if !held.same_statement() {
        return;
    }
    let Some(own) = read(held.sentence, &["before", "after", "ahead", "prior", "preceded", "then"]) else {
        return;
    };
    if !held.clause.tokens.contains(&own.word) {
        return;
    }
    for (source, article) in held.sources() {
        let words = ["before", "after", "until", "then", "once", "following", "ahead", "prior", "and"];
        // Of three events two are in an order that one word does not tell.
        let tells = |at: &usize| matches!(&*article.lower(*at), "before" | "after");
        if (0..article.tokens.len()).filter(tells).count() > 1 {
            continue;
        }
        let Some(theirs) = read(article, &words) else { continue };
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

/// The events about the first of some words that has one on either side, or two after it ("After A, B").
fn read(sentence: &Sentence, words: &[&str]) -> Option<Sequence> {
    let count = sentence.tokens.len();
    let lower = |at: usize| sentence.lower(at);
    let is_content = |range: &[usize]| range.iter().any(|at| sentence.tokens[*at].is_content());
    let first = (0..count).find(|at| *lower(*at) == *"first");
    for word in (0..count).filter(|at| words.contains(&&*lower(*at))) {
        let name = lower(word);
        // "A and B" tells an order only after "first".
        let is_other = match &*name {
            "and" => first.is_none_or(|first| first >= word),
            "ahead" => &*lower(word + 1) != "of",
            "prior" => &*lower(word + 1) != "to",
            _ => false,
        };
        if is_other {
            continue;
        }
        let comma = |at: usize| sentence.gap(at).contains(',');
        let (near, far): (Vec<usize>, Vec<usize>) = if word == 0 {
            let Some(end) = (1..count.saturating_sub(1)).find(|at| comma(*at)) else { continue };
            ((1..=end).collect(), (end + 1..count).collect())
        } else {
            ((word + 1..count).collect(), (0..word).collect())
        };
        if !is_content(&near) || !is_content(&far) {
            continue;
        }
        let (earlier, later) = match &*name {
            "before" | "until" | "then" | "ahead" | "prior" | "preceded" | "and" => (far, near),
            _ => (near, far),
        };
        return Some(Sequence { earlier, later, word });
    }
    None
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
