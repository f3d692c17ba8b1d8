//! Statements that a sentence makes about one name, moved to another name in its other half.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::text::Sentence;

/// Content words besides names that each half must have. Fewer say nothing about anybody.
const MIN_CONTENT_WORDS: usize = 2;
/// Share of the clause's content words, besides the name, that must stand in the half without the name.
const OTHER_HALF: f64 = 0.7;

/// Finds a name whose clause belongs to another name: "A calls it a dialect" for "B calls it a dialect, while
/// A considers it a language".
pub fn crossed(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    if !pairing.same_statement() {
        return Vec::new();
    }
    let is_name = |at: usize| super::names::is_name(pairing, at) && !pairing.sentence.is_dated(at);
    let content = pairing.tokens().filter(|(_, t)| t.is_content()).map(|(at, _)| at);
    let (names, rest): (Vec<usize>, Vec<usize>) = content.partition(|at| is_name(*at));
    if names.is_empty() || rest.len() < MIN_CONTENT_WORDS {
        return Vec::new();
    }
    for (source, article) in pairing.sources().take(2) {
        for (cut, second_half) in cuts(article) {
            // Returns whether the first and the second half contain a word.
            let halves = |at: usize| {
                let has = |range: std::ops::Range<usize>| {
                    article.tokens[range].iter().any(|t| pairing.stands_for(at, t.stem))
                };
                (has(0..cut), has(second_half..article.tokens.len()))
            };
            let only = |wanted: (bool, bool)| rest.iter().filter(|at| halves(**at) == wanted).count();
            let (first, second) = (only((true, false)), only((false, true)));
            let enough = |here: usize, there: usize| {
                here >= MIN_CONTENT_WORDS && there == 0 && here as f64 >= OTHER_HALF * rest.len() as f64
            };
            // The name that begins the second half is its subject.
            let begins = name_at(article, second_half).filter(|at| !article.is_dated(*at));
            let names_it = |at: usize| begins.is_some_and(|i| pairing.stands_for(at, article.tokens[i].stem));
            let is_here = names.iter().chain(&rest).any(|at| names_it(*at));
            let found = names.iter().copied().find_map(|at| {
                if enough(second, first) && halves(at) == (true, false) && !is_here {
                    return Some((at, begins?));
                }
                let of_first = enough(first, second) && halves(at) == (false, true);
                let is_subject = names_it(at) && begins.is_some_and(|name| says_something(article, name));
                let apart = of_first && (is_subject || has_its_own(pairing, article, second_half, at));
                Some((at, other_name(pairing, article, cut)?)).filter(|_| apart)
            });
            let Some((at, other)) = found else { continue };
            return vec![FoundMismatch::new(
                MismatchDetail::OtherSubject,
                0.2,
                pairing.sentence.tokens[at].span,
                pairing.place(source, article.tokens[other].span),
            )];
        }
    }
    Vec::new()
}

/// Returns the places where a sentence can be cut into halves with subjects of their own: the end of the
/// first half, and the first token of the second.
fn cuts(sentence: &Sentence) -> impl Iterator<Item = (usize, usize)> {
    /// Largest distance, in words, from "between" to its "and".
    const MAX_BETWEEN: usize = 6;
    (1..sentence.tokens.len().saturating_sub(1)).filter_map(|at| {
        let word = sentence.lower(at);
        // "The road between A and B" is not cut.
        let is_between = || {
            let mut before = (at.saturating_sub(MAX_BETWEEN)..at).rev().map(|i| sentence.lower(i));
            before.find(|word| matches!(&**word, "between" | "and")).is_some_and(|word| word == "between")
        };
        if &*word == "and" && is_between() {
            None
        } else if matches!(&*word, "while" | "whereas" | "and" | "but") {
            Some((at, at + 1))
        } else if sentence.gap_before(at).contains(';') {
            Some((at, at))
        } else {
            None
        }
    })
}

/// Returns the last word of a name that begins at a token, or after up to two function words.
fn name_at(sentence: &Sentence, at: usize) -> Option<usize> {
    const SMALL: usize = 2;
    let token = |at: usize| sentence.tokens.get(at);
    let mut first = at;
    while first < at + SMALL && token(first).is_some_and(|t| !t.flags.capital && !t.is_content()) {
        first += 1;
    }
    token(first).filter(|t| t.flags.capital && t.is_content())?;
    // The family name tells people apart: the last word of the run.
    let mut last = first;
    while token(last + 1).is_some_and(|next| {
        next.flags.capital && sentence.text[sentence.tokens[last].span.end..next.span.start].trim().is_empty()
    }) {
        last += 1;
    }
    Some(last)
}

/// Whether content other than names and figures follows a name: nothing does in "A and Thailand's B (69)".
fn says_something(article: &Sentence, name: usize) -> bool {
    article.tokens[name + 1..].iter().any(|t| t.is_content() && !t.flags.capital && !t.flags.digit)
}

/// Whether the second half, before a name, has content that the name alone takes: "her shares to the trust".
fn has_its_own(pairing: &ClaimPairing, article: &Sentence, second_half: usize, name: usize) -> bool {
    let at = (second_half..article.tokens.len()).find(|i| pairing.stands_for(name, article.tokens[*i].stem));
    at.is_some_and(|at| article.tokens[second_half..at].iter().any(|t| t.is_content() && !t.flags.capital))
}

/// Returns a name of the first half that the clause does not have. The name right after a colon, which begins
/// a turn, is left out.
fn other_name(pairing: &ClaimPairing, article: &Sentence, cut: usize) -> Option<usize> {
    (1..cut).rev().find(|i| {
        let token = &article.tokens[*i];
        token.flags.capital
            && token.is_content()
            && !article.is_dated(*i)
            && !article.gap_before(*i).contains(':')
            && !pairing.tokens().any(|(at, t)| t.is_content() && pairing.stands_for(at, token.stem))
    })
}

#[cfg(test)]
mod tests {
    use crate::evidence::Article;
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::judge;
    use crate::text::{Sentence, Text};

    fn is_crossed(article: &str, claim: &str) -> bool {
        let article = Article::new(Text::new(article));
        let entailments = judge(article.premise(), &Sentence::new(claim));
        entailments
            .iter()
            .flat_map(|clause| &clause.mismatches)
            .any(|mismatch| mismatch.kind == MismatchKind::Role)
    }

    #[test]
    fn what_is_said_of_one_name_is_not_said_of_the_other() {
        const ACCUSED: &str = "Prosecutors accuse Dieter Anders of approving the loans without security and Silke \
            Thoma of hiding the losses from auditors.";
        const LEFT: &str = "The late Mrs Holloway left her house in York to her niece Clara and her shares in the \
            brewery to the Red Kite Trust.";
        const CALLED: &str = "The linguist Ada Moraru considers it a language of its own, while Pavel Stoica calls \
            it a rural dialect.";
        for (article, claim) in [
            (ACCUSED, "Silke Thoma is accused of approving loans without security."),
            (LEFT, "The house in York was left to the Red Kite Trust."),
            (CALLED, "Ada Moraru calls it a rural dialect."),
        ] {
            assert!(is_crossed(article, claim), "{claim}");
        }
        for (article, claim) in [
            (ACCUSED, "Dieter Anders is accused of approving loans without security."),
            (ACCUSED, "Silke Thoma is accused of hiding losses from auditors."),
            (LEFT, "The house in York was left to Clara."),
            (LEFT, "The shares in the brewery were left to the Red Kite Trust."),
            (CALLED, "Pavel Stoica calls it a rural dialect."),
            (
                "An finished on 21 under par, six shots clear of Spain's Miguel Jimenez (67) and Thailand's Tom Jaidee (69).",
                "An won on 21 under par, six shots clear of Miguel Jimenez and Tom Jaidee.",
            ),
            (
                "Smith met the board of Jones in March and left Berlin by train.",
                "Smith left Berlin by train.",
            ),
            ("Anders and Thoma hid the losses of the bank.", "Anders hid the losses of the bank."),
        ] {
            assert!(!is_crossed(article, claim), "{claim}");
        }
    }
}
