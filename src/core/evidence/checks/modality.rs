//! Certainty and possibility.

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, deeds, governed, tag};
use crate::syntax::Upos;
use crate::text::cues::{Cue, Force};
use crate::text::{Sentence, begins_in_word_list, fold_token, in_word_list};

/// Finds a fact that the passage presents as a possibility, or the reverse.
pub fn modality(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    otherwise_sure(pairing).into_iter().collect()
}

fn otherwise_sure(pairing: &ClaimPairing) -> Option<FoundMismatch> {
    /// Support left by another degree of certainty.
    const LEFT: f64 = 0.4;
    if pairing.overlap.window < 0.6 {
        return None;
    }
    let (source, article) = pairing.sources().next()?;
    let own = pairing.sentence.cues().iter().filter(|c| pairing.clause.tokens.contains(&c.token));
    let own: Vec<Cue> = own.copied().collect();
    let theirs = article.cues();
    let open = |cues: &[Cue], sentence: &Sentence| {
        cues.iter().any(|c| c.force == Force::Possible)
            || sentence.tokens.iter().any(|t| is_open(sentence.word(t)))
    };
    // A cue that leaves both sides open, such as "if", does not tell them apart.
    let shared = |cue: &Cue| {
        theirs.iter().any(|c| article.tokens[c.token].stem == pairing.sentence.tokens[cue.token].stem)
    };
    let own_alone: Vec<Cue> = own.iter().copied().filter(|cue| !shared(cue)).collect();
    let done = accomplished(pairing, &own, source, article);
    let surer = || promised(pairing, &own, source, article).or_else(|| emphatic(pairing, &own));
    let found = done.or_else(|| if pairing.is_brief() { surer() } else { None });
    if found.is_some() {
        return found;
    }
    if let Some(required) = required(pairing, &own, source, article) {
        return Some(required);
    }
    pairing.tokens().filter(|(_, t)| t.is_content()).find_map(|(at, token)| {
        let i = article.tokens.iter().position(|t| pairing.stands_for(at, t.stem))?;
        let is_named = matches!(tag(article, i), Some(Upos::Noun | Upos::Propn));
        if !deeds::is_predicate(pairing.sentence, at)
            || is_named && !deeds::is_predicate(article, i)
            || deeds::are_other_deeds(pairing, at, article, i)
        {
            return None;
        }
        let there = governed(theirs, i, Force::Possible).filter(|c| c.token != i && is_strong(article, c));
        let here =
            governed(&own, at, Force::Possible).filter(|c| c.token != at && is_strong(pairing.sentence, c));
        let place = |at: usize| pairing.place(source, article.tokens[at].span);
        match (here, there) {
            (None, Some(cue))
                if !open(&own_alone, pairing.sentence)
                    && !is_proposal(article, cue)
                    && pairing.overlap.lcs >= 0.4
                    && !is_opinion(pairing)
                    && !leaves_open(pairing.sentence, article, cue) =>
            {
                Some(FoundMismatch::new(MismatchDetail::Certain, LEFT, token.span, place(cue.token)))
            }
            (Some(cue), None)
                if !open(theirs, article)
                    && !is_infinitive(article, i)
                    && !leaves_open(article, pairing.sentence, cue)
                    && !faces_penalty(article)
                    && !is_accusation(article) =>
            {
                let word = pairing.sentence.tokens[cue.token].span;
                Some(FoundMismatch::new(MismatchDetail::Open, LEFT, word, place(i)).noting(pairing.word(at)))
            }
            _ => None,
        }
    })
}

/// Whether a sentence leaves open what a cue of the other does, by the same word ("could safely live", "could
/// live safely") or as an intention ("plans to", "intends to").
fn leaves_open(sentence: &Sentence, other: &Sentence, cue: &Cue) -> bool {
    let token = &other.tokens[cue.token];
    let means = is_intent(other.word(token));
    sentence.tokens.iter().any(|t| t.stem == token.stem || means && is_intent(sentence.word(t)))
}

/// Whether the clause states what somebody believes.
fn is_opinion(pairing: &ClaimPairing) -> bool {
    const OPINION: &str = " believe believes believed think thinks thought suspect suspects suspected ";
    pairing.tokens().any(|(at, _)| in_word_list(OPINION, &pairing.sentence.lower(at)))
}

/// Whether a sentence only says of what somebody is accused, which leaves open whether it was done.
fn is_accusation(sentence: &Sentence) -> bool {
    const ACCUSED: &str = " accused accuses accusing charged charges suspected suspect suspects ";
    sentence.whole().any(|at| in_word_list(ACCUSED, &sentence.lower(at)))
}

/// Whether a sentence says what penalty somebody may get: "faces up to 20 years in prison".
fn faces_penalty(sentence: &Sentence) -> bool {
    const FACES: &str = " face faces faced facing ";
    sentence.whole().any(|at| in_word_list(FACES, &sentence.lower(at)))
}

/// Returns a mismatch if the claim presents something as done ("has reached") that the passage leaves open or
/// intends ("aims to reach").
fn accomplished(
    pairing: &ClaimPairing,
    own: &[Cue],
    source: usize,
    article: &Sentence,
) -> Option<FoundMismatch> {
    const MIN_SHARED_WEIGHT: f64 = 0.5;
    let (done, _) = pairing.tokens().find(|(at, _)| is_perfect(pairing.sentence, *at))?;
    // "have to" is not a perfect. A question, a negation or a possibility leaves the clause itself open.
    let is_open_here = &*pairing.sentence.lower(done + 1) == "to"
        || own.iter().any(|c| c.force != Force::Certain)
        || pairing.tokens().any(|(at, _)| is_intent(pairing.word(at)));
    if is_open_here
        || pairing.share(source) < MIN_SHARED_WEIGHT
        || article.whole().any(|at| is_have(article, at))
    {
        return None;
    }
    // The action that is done must be the one left open in the passage.
    let says = |i: usize| {
        let mut near = pairing.tokens().filter(|(at, t)| *at > done && *at <= done + 4 && t.is_content());
        near.any(|(at, _)| pairing.stands_for(at, article.tokens[i].stem))
    };
    let is_open = |cue: &&Cue| {
        let open = cue.force == Force::Possible && is_strong(article, cue);
        open && [cue.head, cue.passed].into_iter().flatten().any(says)
    };
    let strong = article.cues().iter().find(is_open).map(|cue| cue.token);
    let meant = || {
        let intent = |at: &usize| is_intent(article.word(&article.tokens[at.saturating_sub(2)]));
        let mut places = 2..article.tokens.len();
        places.find(|at| is_infinitive(article, *at) && intent(at) && says(*at)).map(|at| at - 2)
    };
    let ahead = || if pairing.is_brief() { only_future(article) } else { None };
    let cue = &article.tokens[strong.or_else(meant).or_else(ahead)?];
    Some(FoundMismatch::new(
        MismatchDetail::Done,
        0.4,
        pairing.sentence.tokens[done].span,
        pairing.place(source, cue.span),
    ))
}

/// Whether a word is a form of "have", or "already".
fn is_have(sentence: &Sentence, at: usize) -> bool {
    matches!(&*sentence.lower(at), "has" | "have" | "had" | "already" | "'ve")
}

/// Whether a word presents something as done. "Is going to have" and "will have" are not done, and who has a
/// class has not done anything.
fn is_perfect(sentence: &Sentence, at: usize) -> bool {
    const AHEAD: &str = " to will would can could may might should must ";
    is_have(sentence, at)
        && !at.checked_sub(1).is_some_and(|before| in_word_list(AHEAD, &sentence.lower(before)))
        && tag(sentence, at).is_none_or(|tag| tag != Upos::Verb)
}

/// Returns the word that puts a sentence into the future, if the sentence speaks of the future alone: nothing
/// has happened yet.
fn only_future(article: &Sentence) -> Option<usize> {
    let past = |at: usize| {
        let word = article.lower(at);
        matches!(&*word, "was" | "were" | "had" | "has" | "have" | "did" | "said")
            || word.len() > 4 && word.ends_with("ed")
    };
    let is_future = |at: &usize| match &*article.lower(*at) {
        "is" | "are" => &*article.lower(at + 1) == "to",
        "will" | "'ll" | "plans" | "intends" | "aims" | "could" | "may" | "might" => true,
        _ => false,
    };
    let future = article.whole().find(is_future)?;
    (!article.whole().any(past)).then_some(future)
}

/// Returns a mismatch if the claim presents something as done ("was passed") that the passage requires ("must be passed").
fn required(pairing: &ClaimPairing, own: &[Cue], source: usize, article: &Sentence) -> Option<FoundMismatch> {
    let theirs = article.cues();
    if !own.is_empty() || !pairing.is_brief() || pairing.tokens().any(|(at, _)| is_intent(pairing.word(at))) {
        return None;
    }
    let is_past = |at: usize| {
        let before = at.checked_sub(1).map(|before| pairing.sentence.lower(before)).unwrap_or_default();
        matches!(&*before, "was" | "were" | "has" | "have" | "had")
            || pairing.sentence.lower(at).ends_with("ed") && !matches!(&*before, "be" | "being" | "get")
    };
    // "Must have been" concludes.
    let is_duty =
        |cue: &&Cue| &*article.lower(cue.token) == "must" && &*article.lower(cue.token + 1) != "have";
    theirs.iter().filter(is_duty).find_map(|cue| {
        let done = cue.head?;
        let is_done = |at: &usize| is_past(*at) && pairing.stands_for(*at, article.tokens[done].stem);
        let at = pairing.tokens().map(|(at, _)| at).find(is_done)?;
        // "Must be passed by both and was passed by the first"
        let places = article.tokens.iter().filter(|token| pairing.stands_for(at, token.stem)).count();
        if places > 1
            || tag(article, done) != Some(Upos::Verb)
            || deeds::are_other_deeds(pairing, at, article, done)
        {
            return None;
        }
        let place = pairing.place(source, article.tokens[cue.token].span);
        Some(FoundMismatch::new(MismatchDetail::Done, 0.3, pairing.sentence.tokens[at].span, place))
    })
}

/// Returns a mismatch if the claim presents something as certain to come ("there will be") that the passage
/// says may come.
fn promised(pairing: &ClaimPairing, own: &[Cue], source: usize, article: &Sentence) -> Option<FoundMismatch> {
    let theirs = article.cues();
    const MIN_SHARED_WEIGHT: f64 = 0.6;
    const SURE: [&str; 6] = ["will", "would", "definitely", "certainly", "surely", "always"];
    const OPEN: [&str; 6] = ["may", "might", "could", "perhaps", "possibly", "probably"];
    let (sure, _) = pairing.tokens().find(|(at, _)| SURE.contains(&&*fold_token(pairing.word(*at))))?;
    let leaves_open = own.iter().any(|c| c.force != Force::Certain && c.token != sure)
        || pairing.tokens().any(|(at, _)| is_open(pairing.word(at)) || is_intent(pairing.word(at)));
    if leaves_open || pairing.share(source) < MIN_SHARED_WEIGHT {
        return None;
    }
    let is_sure = theirs.iter().any(|c| c.force == Force::Certain) || is_stated_surely(pairing, source);
    // "May take an hour" is not about what will be done.
    let says = |at: usize| pairing.tokens().any(|(own, _)| pairing.stands_for(own, article.tokens[at].stem));
    let is_of = |c: &Cue| {
        let before = c.token.checked_sub(1);
        !is_proposal(article, c) && [c.head, c.passed, before].into_iter().flatten().any(says)
    };
    let cue = theirs
        .iter()
        .find(|c| c.force == Force::Possible && OPEN.contains(&&*article.lower(c.token)) && is_of(c))?;
    (!is_sure).then(|| surer(pairing, sure, source, cue.token))
}

/// Whether a cue makes a proposal, which may be accepted: "we could meet at four".
fn is_proposal(article: &Sentence, cue: &Cue) -> bool {
    cue.token.checked_sub(1).is_some_and(|before| &*article.lower(before) == "we")
}

/// Whether another sentence holds as much of the clause and leaves nothing open.
fn is_stated_surely(pairing: &ClaimPairing, source: usize) -> bool {
    let share = pairing.share(source);
    let is_open = |sentence: &Sentence| sentence.cues().iter().any(|cue| cue.force == Force::Possible);
    pairing
        .sources()
        .any(|(other, sentence)| other != source && pairing.share(other) >= share && !is_open(sentence))
}

/// Returns a mismatch if the claim is emphatic ("is definitely") where the article is open and has no
/// emphatic word.
fn emphatic(pairing: &ClaimPairing, own: &[Cue]) -> Option<FoundMismatch> {
    const MIN_SHARED_WEIGHT: f64 = 0.5;
    const EMPHATIC: [&str; 10] = [
        "definitely", "certainly", "certain", "undoubtedly", "surely", "definite", "proven", "prove",
        "proves", "proved",
    ];
    let is_emphatic = |word: &str| EMPHATIC.contains(&&*fold_token(word));
    let (sure, _) = pairing.tokens().find(|(at, _)| is_emphatic(pairing.word(*at)))?;
    if own.iter().any(|cue| cue.force != Force::Certain) {
        return None;
    }
    let others = pairing.tokens().filter(|(at, t)| *at != sure && t.is_content()).map(|(at, _)| at);
    let sentences = pairing.article.text().sentences();
    let (source, cue) = pairing.holding_any(others).into_iter().find_map(|source| {
        let article = &*sentences[source].sentence;
        let theirs = article.cues();
        let is_sure = article.tokens.iter().any(|t| is_emphatic(article.word(t)));
        let open = theirs.iter().find(|cue| cue.force == Force::Possible && is_strong(article, cue));
        let open =
            open.filter(|_| !is_sure && pairing.share_but(source, sure..sure + 1) >= MIN_SHARED_WEIGHT)?;
        Some((source, open.token))
    })?;
    Some(surer(pairing, sure, source, cue))
}

/// Returns the mismatch of a certain word in the clause and an open one in the article.
fn surer(pairing: &ClaimPairing, sure: usize, source: usize, open: usize) -> FoundMismatch {
    let article = &pairing.article.text().sentences()[source].sentence;
    let place = pairing.place(source, article.tokens[open].span);
    FoundMismatch::new(MismatchDetail::Surer, 0.35, pairing.sentence.tokens[sure].span, place)
}

/// Whether a word expresses an intention, with "to" after it.
pub fn is_intent(word: &str) -> bool {
    begins_in_word_list(include_str!("intents.txt"), &fold_token(word))
}

/// Whether a word leaves the outcome open, though it governs no verb.
fn is_open(word: &str) -> bool {
    let lower = fold_token(word);
    in_word_list(include_str!("open.txt"), &lower) || begins_in_word_list("warn fear threaten", &lower)
}

/// Whether a word follows "to": "has 15 days to appeal" does not say that somebody appeals.
pub fn is_infinitive(sentence: &Sentence, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| &*fold_token(sentence.word(&sentence.tokens[before])) == "to")
}

/// Whether a cue of possibility expresses real doubt. "Would" and "can" do not by themselves.
fn is_strong(sentence: &Sentence, cue: &Cue) -> bool {
    let word = sentence.word(&sentence.tokens[cue.token]).to_lowercase();
    !matches!(&*word, "would" | "can" | "if" | "should" | "expected" | "hoping" | "hopes")
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn what_is_open_there_is_not_beyond_doubt_here() {
        const MARROW: &str = "She drew many maps of the north. The historian Clara Wey has argued that Marrow may have \
            found Lake Ysta earlier than Brenn. The board is weighing a second bridge. The bill must be passed by both houses. The guest must \
            have arrived late.";
        let cases = [
            ("The bill was passed by both houses.", true),
            ("The bill has to be passed by both houses.", false),
            ("The guest arrived late.", false),
            ("It is certain that Marrow found Lake Ysta earlier than Brenn.", true),
            ("Marrow may have found Lake Ysta earlier than Brenn.", false),
            ("The board is thinking about a second bridge.", false),
        ];
        assert_found(MARROW, MismatchKind::Modality, &cases);
    }

    #[test]
    fn what_both_sides_leave_open_is_no_difference() {
        const FIRM: &str = "We repurchased 75 million dollars of shares and do not plan further buybacks this year. The \
            fountain could come later. We look at the fountain in the square again in 2027. He faces up to 20 years in jail. The \
            historian said that the hands were too weak for her and suggested a pupil.";
        let cases = [
            ("No more share buybacks are intended this year.", false),
            ("The fountain will be looked at again in 2027.", false),
            ("He could be jailed for up to 20 years.", false),
            ("The historian believes that a pupil painted the weak hands.", false),
            ("He will be jailed for 20 years.", false),
            ("The fountain will definitely come later.", true),
        ];
        assert_found(FIRM, MismatchKind::Modality, &cases);
    }
}
