//! What is certain and what is possible.

use super::mismatch::{Difference, Mismatch};
use super::{Held, governed};
use crate::text::cues::{Cue, Force};
use crate::text::{Sentence, among, begins_among, fold_token};

/// Said as a fact here and as a possibility there, or the other way round.
pub fn modality(held: &Held) -> Vec<Mismatch> {
    otherwise_sure(held).into_iter().collect()
}

fn otherwise_sure(held: &Held) -> Option<Mismatch> {
    /// The support that another degree of certainty leaves.
    const LEFT: f64 = 0.4;
    if held.soft.window < 0.6 {
        return None;
    }
    let (source, article) = held.sources().next()?;
    let own = held.sentence.cues().iter().filter(|c| held.clause.tokens.contains(&c.token));
    let own: Vec<Cue> = own.copied().collect();
    let theirs = article.cues();
    let open = |cues: &[Cue], sentence: &Sentence| {
        cues.iter().any(|c| c.force == Force::Possible)
            || sentence.tokens.iter().any(|t| is_open(sentence.word(t)))
    };
    // What leaves both sides open, as "if" may, tells them not apart.
    let shared = |cue: &Cue| {
        theirs.iter().any(|c| article.tokens[c.token].stem == held.sentence.tokens[cue.token].stem)
    };
    let own_alone: Vec<Cue> = own.iter().copied().filter(|cue| !shared(cue)).collect();
    let done = accomplished(held, &own, source, article, theirs);
    let surer = || promised(held, &own, source, article, theirs).or_else(|| emphatic(held, &own));
    let found = done.or_else(|| if held.is_brief() { surer() } else { None });
    if found.is_some() {
        return found;
    }
    held.tokens().filter(|(_, t)| t.is_content()).find_map(|(at, token)| {
        let i = article.tokens.iter().position(|t| held.stands_for(at, t.stem))?;
        let there = governed(theirs, i, Force::Possible).filter(|c| c.token != i && is_strong(article, c));
        let here =
            governed(&own, at, Force::Possible).filter(|c| c.token != at && is_strong(held.sentence, c));
        let place = |at: usize| held.place(source, article.tokens[at].span);
        match (here, there) {
            (None, Some(cue))
                if !open(&own_alone, held.sentence)
                    && held.soft.lcs >= 0.4
                    && !leaves_open(held, article, cue) =>
            {
                Some(Mismatch::new(Difference::Certain, LEFT, token.span, place(cue.token)))
            }
            (Some(cue), None) if !open(theirs, article) && !is_infinitive(article, i) => {
                let word = held.sentence.tokens[cue.token].span;
                Some(Mismatch::new(Difference::Open, LEFT, word, place(i)).noting(held.word(at)))
            }
            _ => None,
        }
    })
}

/// Whether the clause leaves open what a cue does there: by the same word ("could safely live", "could live safely"),
/// or as something meant ("plans to", "intends to").
fn leaves_open(held: &Held, article: &Sentence, cue: &Cue) -> bool {
    let token = &article.tokens[cue.token];
    let means = is_intent(article.word(token));
    held.tokens().any(|(at, t)| t.stem == token.stem || means && is_intent(held.word(at)))
}

/// Told as done here ("has reached"), where the passage only leaves it open or means to do it ("aims to reach").
fn accomplished(
    held: &Held,
    own: &[Cue],
    source: usize,
    article: &Sentence,
    theirs: &[Cue],
) -> Option<Mismatch> {
    const HOLDS: f64 = 0.5;
    let perfect = |sentence: &Sentence, at: usize| {
        let word = fold_token(sentence.word(&sentence.tokens[at]));
        matches!(&*word, "has" | "have" | "had" | "already" | "'ve")
    };
    let (done, _) = held.tokens().find(|(at, _)| perfect(held.sentence, *at))?;
    // "have to" is no perfect, and a question, a denial or a possibility leaves the clause open itself.
    let after = held.sentence.lower(done + 1);
    let is_open_here = own.iter().any(|c| c.force != Force::Certain);
    let certain = &*after == "to" || is_open_here || held.tokens().any(|(at, _)| is_intent(held.word(at)));
    if certain || held.share(source) < HOLDS || (0..article.tokens.len()).any(|at| perfect(article, at)) {
        return None;
    }
    // What is done must be what is left open there.
    let says = |i: usize| {
        let near = held.tokens().filter(|(at, t)| *at > done && *at <= done + 4 && t.is_content());
        near.into_iter().any(|(at, _)| held.stands_for(at, article.tokens[i].stem))
    };
    let strong = theirs
        .iter()
        .find(|c| {
            let open = c.force == Force::Possible && is_strong(article, c);
            open && [c.head, c.passed].into_iter().flatten().any(says)
        })
        .map(|c| c.token);
    let meant = || {
        let intent = |at: &usize| is_intent(article.word(&article.tokens[at.saturating_sub(2)]));
        (2..article.tokens.len())
            .find(|at| is_infinitive(article, *at) && intent(at) && says(*at))
            .map(|at| at - 2)
    };
    // Nothing has happened yet in a sentence that tells the future alone.
    let ahead = || {
        if !held.is_brief() {
            return None;
        }
        let word = |at: usize| fold_token(article.word(&article.tokens[at]));
        let past = |at: usize| {
            matches!(&*word(at), "was" | "were" | "had" | "has" | "have" | "did" | "said")
                || word(at).len() > 4 && word(at).ends_with("ed")
        };
        let future = (0..article.tokens.len()).find(|at| {
            let be_to = matches!(&*word(*at), "is" | "are")
                && article.tokens.get(at + 1).is_some_and(|t| &*fold_token(article.word(t)) == "to");
            be_to
                || matches!(
                    &*word(*at),
                    "will" | "'ll" | "plans" | "intends" | "aims" | "could" | "may" | "might"
                ) && !(0..*at).any(past)
        })?;
        (!(0..article.tokens.len()).any(past)).then_some(future)
    };
    let cue = &article.tokens[strong.or_else(meant).or_else(ahead)?];
    Some(Mismatch::new(Difference::Done, 0.4, held.sentence.tokens[done].span, held.place(source, cue.span)))
}

/// Told as sure to come here ("there will be"), where the passage only says that it may.
fn promised(held: &Held, own: &[Cue], source: usize, article: &Sentence, theirs: &[Cue]) -> Option<Mismatch> {
    const HOLDS: f64 = 0.6;
    const SURE: [&str; 6] = ["will", "would", "definitely", "certainly", "surely", "always"];
    const OPEN: [&str; 6] = ["may", "might", "could", "perhaps", "possibly", "probably"];
    let (sure, _) = held.tokens().find(|(at, _)| SURE.contains(&&*fold_token(held.word(*at))))?;
    let leaves_open = own.iter().any(|c| c.force != Force::Certain && c.token != sure)
        || held.tokens().any(|(at, _)| is_open(held.word(at)) || is_intent(held.word(at)));
    if leaves_open || held.share(source) < HOLDS {
        return None;
    }
    let is_sure = theirs.iter().any(|c| c.force == Force::Certain);
    let cue = theirs.iter().find(|c| {
        c.force == Force::Possible && OPEN.contains(&&*fold_token(article.word(&article.tokens[c.token])))
    })?;
    (!is_sure).then(|| surer(held, sure, source, cue.token))
}

/// Told as beyond doubt here ("is definitely"), where what the article has of it is open and nothing there is beyond
/// doubt.
fn emphatic(held: &Held, own: &[Cue]) -> Option<Mismatch> {
    const HOLDS: f64 = 0.5;
    const EMPHATIC: [&str; 7] =
        ["definitely", "certainly", "certain", "undoubtedly", "surely", "definite", "proven"];
    let is_emphatic = |word: &str| EMPHATIC.contains(&&*fold_token(word));
    let (sure, _) = held.tokens().find(|(at, _)| is_emphatic(held.word(*at)))?;
    if own.iter().any(|cue| cue.force != Force::Certain) {
        return None;
    }
    let others = held.tokens().filter(|(at, t)| *at != sure && t.is_content()).map(|(at, _)| at);
    let sentences = held.article.text().sentences();
    let (source, cue) = held.holding(others).into_keys().find_map(|source| {
        let article = &*sentences[source].sentence;
        let theirs = article.cues();
        let is_sure = article.tokens.iter().any(|t| is_emphatic(article.word(t)));
        let open = theirs.iter().find(|cue| cue.force == Force::Possible && is_strong(article, cue));
        let open = open.filter(|_| !is_sure && held.share_but(source, sure..sure + 1) >= HOLDS)?;
        Some((source, open.token))
    })?;
    Some(surer(held, sure, source, cue))
}

/// Surer here, by a word of the clause, than a word of a sentence leaves it there.
fn surer(held: &Held, sure: usize, source: usize, open: usize) -> Mismatch {
    let article = &held.article.text().sentences()[source].sentence;
    let place = held.place(source, article.tokens[open].span);
    Mismatch::new(Difference::Surer, 0.35, held.sentence.tokens[sure].span, place)
}

/// Whether a word tells of an intention, with "to" after it.
fn is_intent(word: &str) -> bool {
    begins_among(include_str!("intents.txt"), &fold_token(word))
}

/// Whether a word leaves open what comes of it, though it governs no verb.
fn is_open(word: &str) -> bool {
    let lower = fold_token(word);
    among(include_str!("open.txt"), &lower) || begins_among("warn fear threaten", &lower)
}

/// Whether a word is what something is to do: "has 15 days to appeal" does not say that it is done.
fn is_infinitive(sentence: &Sentence, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| &*fold_token(sentence.word(&sentence.tokens[before])) == "to")
}

/// Whether a cue of possibility is more than a turn of phrase: "would" and "can" mark no doubt by themselves.
fn is_strong(sentence: &Sentence, cue: &Cue) -> bool {
    let word = sentence.word(&sentence.tokens[cue.token]).to_lowercase();
    !matches!(&*word, "would" | "can" | "if" | "should" | "expected" | "hoping" | "hopes")
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::{ViewKind, assert_found};

    #[test]
    fn what_is_open_there_is_not_beyond_doubt_here() {
        const MARROW: &str = "She drew many maps of the north. The historian Clara Wey has argued that Marrow may have \
            found Lake Ysta earlier than Brenn. The board is weighing a second bridge.";
        let cases = [
            ("It is certain that Marrow found Lake Ysta earlier than Brenn.", true),
            ("Marrow may have found Lake Ysta earlier than Brenn.", false),
            ("The board is thinking about a second bridge.", false),
        ];
        assert_found(MARROW, ViewKind::Modality, &cases);
    }
}
