//! Which way a number went.
//!
//! "Closed 2 per cent higher" and "finished 2 per cent down" share no opposites that stand in one place; what ties
//! them is the amount. So the amount finds the place, and the words about it tell the direction.

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::sentence_number;
use crate::text::{Sentence, among};

/// How far from its amount a word may tell the direction.
const REACH: usize = 5;

/// An amount that goes up here and down in the passage.
pub fn directions(held: &Held, out: &mut Vec<View>) {
    if !held.same_statement() {
        return;
    }
    let range = held.clause.tokens.clone();
    for own in held.sentence.numbers().iter().filter(|own| range.contains(&own.first)) {
        let Some((word, up)) = direction(held.sentence, own.first, own.end) else { continue };
        if !range.contains(&word) {
            continue;
        }
        for (source, article) in held.sources() {
            let mut same = article.numbers().iter().filter(|n| n.value == own.value && n.unit.agrees(own.unit));
            // Of an amount that stands there twice it is not known which is meant.
            let (Some(theirs), None) = (same.next(), same.next()) else { continue };
            let Some((other, theirs_up)) = direction(article, theirs.first, theirs.end) else { continue };
            if up == theirs_up {
                // They agree, whatever another sentence says went the other way.
                let words = [held.sentence.tokens[word].span];
                out.retain(|view| view.kind != ViewKind::Antonym || !view.touches(&words));
                return;
            }
            out.push(View {
                kind: ViewKind::Antonym,
                limit: 0.1,
                why: format!(
                    "by this amount \"{}\" in the claim, \"{}\" in sentence {}",
                    held.word(word).to_lowercase(),
                    article.word(&article.tokens[other]).to_lowercase(),
                    sentence_number(source)
                ),
                summary: vec![held.sentence.tokens[word].span],
                article: vec![held.place(source, article.tokens[other].span)],
                ..View::default()
            });
            return;
        }
    }
}

/// The nearest word about an amount that tells a direction, and whether it is up; `None` where others tell the reverse.
fn direction(sentence: &Sentence, first: usize, end: usize) -> Option<(usize, bool)> {
    let count = sentence.tokens.len();
    let told = |at: usize| {
        let word = sentence.lower(at);
        if among(UP, &word) {
            Some((at, true))
        } else if among(DOWN, &word) {
            Some((at, false))
        } else {
            None
        }
    };
    // "Higher than" compares, "dropped out" and "gave up" are other verbs: "up" and "down" stand at the amount.
    let is_other = |at: usize| {
        let next = sentence.lower(at + 1);
        match &*sentence.lower(at) {
            "up" | "down" => at + 1 != first && at != end && &*next != "by",
            _ => matches!(&*next, "than" | "out" | "off"),
        }
    };
    let breaks = |at: usize| sentence.text[sentence.tokens[at].span.end..].starts_with([',', ';', '.', ':']);
    let mut around: Vec<(usize, bool)> = Vec::new();
    for at in (first.saturating_sub(REACH)..first).rev() {
        if breaks(at) && at + 1 != first {
            break;
        }
        around.extend(told(at).filter(|_| !is_other(at)));
    }
    for at in end..count.min(end + REACH) {
        if at > end && breaks(at - 1) {
            break;
        }
        around.extend(told(at).filter(|_| !is_other(at)));
    }
    let nearest = around.iter().min_by_key(|(at, _)| at.abs_diff(first).min(at.abs_diff(end - 1)))?;
    around.iter().all(|(_, up)| *up == nearest.1).then_some(*nearest)
}

const UP: &str = " up upward higher rise rises rose risen rising increase increases increased increasing climb climbed \
    climbs gain gained gains grew grow grows grown growth jump jumped jumps soared surged added dearer raised ";
const DOWN: &str = " down downward lower fall falls fell fallen falling decrease decreases decreased decreasing drop \
    dropped drops decline declined declines slid slipped sank shrank plunged tumbled slumped lost loses cheaper \
    reduced cut ";

#[cfg(test)]
mod tests {
    use crate::evidence::support::{ViewKind, assert_found};

    #[test]
    fn an_amount_goes_one_way() {
        const SHARES: &str = "The share price of Brackwell closed 2 per cent higher. The brewer reported a 9 per cent \
            rise in annual revenue. Crude oil settled at 78 dollars, down 3 per cent on the day.";
        let cases = [
            ("The shares of Brackwell finished the day 2 per cent down.", true),
            ("The shares of Brackwell finished the day 2 per cent up.", false),
            ("The brewer's annual revenue went down by 9 per cent.", true),
            ("The brewer's annual revenue went up by 9 per cent.", false),
            ("Crude oil rose by 3 per cent on the day.", true),
            ("Crude oil fell by 3 per cent on the day.", false),
        ];
        assert_found(SHARES, ViewKind::Antonym, &cases);
    }
}
