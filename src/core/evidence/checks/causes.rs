//! Causes and effects.
//!
//! Cause and effect can be worded in many ways and in either order: "B because of A", "A led to B". So both
//! are extracted by the words that tie them, from the clause and from the article. The effect finds the
//! sentence; there the cause must be the same, and must not be the effect.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::evidence::similarity::WordSimilarity;
use crate::text::causes::{CAUSING, Sure, Tie, denied};
use crate::text::{Sentence, Span, in_word_list};

/// Share of the effect that a sentence, or one side of its tie, must hold to have the same effect.
const SAME_EFFECT: f64 = 0.5;
/// Largest share of the cause at which it still counts as another cause.
const OTHER_CAUSE: f64 = 0.25;
/// Share of the cause from which a sentence states it, even without the effect.
const WHOLE_CAUSE: f64 = 0.75;
/// Share from which cause or effect is found on a side of a tie.
const SAME_SIDE: f64 = 0.3;
/// Similarity from which a word may be another word for one in the article sentence.
const KIN: f64 = 0.2;

/// "as" has too many other senses to mark a cause on its own.
const AS: &str = "as";

/// Compares the cause in a clause with the causes that the article gives for the same effect.
pub fn causes(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let tokens = pairing.clause.tokens.clone();
    let own = pairing.sentence.causes(tokens);
    let Some(own) = own.iter().find(|own| has_both_sides(pairing, own)) else { return Vec::new() };
    if &*pairing.sentence.lower(own.word) == AS {
        return Vec::new();
    }
    turned(pairing, own).or_else(|| another(pairing, own)).into_iter().collect()
}

/// Whether both cause and effect contain an informative word.
fn has_both_sides(pairing: &ClaimPairing, tie: &Tie) -> bool {
    let says = |side: &[usize]| side.iter().any(|at| is_informative(pairing, *at));
    says(&tie.cause) && says(&tie.effect)
}

/// Whether a token of the clause is informative by itself.
fn is_informative(pairing: &ClaimPairing, at: usize) -> bool {
    pairing.found(at).content && !in_word_list(GENERAL, &pairing.sentence.lower(at))
}

/// Words that fit any cause and any effect.
const GENERAL: &str = include_str!("vague.txt");

/// Returns the share of the weight of some tokens that match tokens of an article sentence.
fn share(
    pairing: &ClaimPairing,
    side: &[usize],
    article: &Sentence,
    there: &[usize],
    similarity: Option<&WordSimilarity>,
) -> f64 {
    let (mut found, mut all) = (0.0, 0.0);
    for at in side.iter().copied().filter(|at| is_informative(pairing, *at)) {
        let weight = pairing.found(at).weight;
        all += weight;
        if there.iter().any(|i| pairing.stands_for(at, article.tokens[*i].stem)) {
            found += weight;
        } else if let Some(similarity) = similarity
            && !article.tokens.iter().any(|t| pairing.stands_for(at, t.stem))
        {
            let near = similarity.nearness(pairing.word(at));
            found += if near >= KIN { weight * near.max(0.5) } else { 0.0 };
        }
    }
    if all > 0.0 { found / all } else { 0.0 }
}

/// Returns a mismatch if cause and effect of the passage are exchanged.
fn turned(pairing: &ClaimPairing, own: &Tie) -> Option<FoundMismatch> {
    if !pairing.same_statement() {
        return None;
    }
    let mut found = None;
    for (source, article) in pairing.sources() {
        for theirs in article.causes(article.whole()).iter() {
            let is_as = &*article.lower(theirs.word) == AS;
            if is_as || own.sure.max(theirs.sure) < Sure::Verb || !is_same_verb(pairing, own, article, theirs)
            {
                continue;
            }
            let part = |mine: &[usize], side: &[usize], other: &[usize]| {
                // Words on both sides of the tie do not tell them apart.
                let only = side
                    .iter()
                    .copied()
                    .filter(|i| !other.iter().any(|o| article.tokens[*o].stem == article.tokens[*i].stem));
                share(pairing, mine, article, &only.collect::<Vec<_>>(), None)
            };
            let cause = part(&own.cause, &theirs.cause, &theirs.effect);
            let effect = part(&own.effect, &theirs.effect, &theirs.cause);
            if cause.min(effect) >= SAME_SIDE {
                return None;
            }
            let (first, second) = (
                part(&own.cause, &theirs.effect, &theirs.cause),
                part(&own.effect, &theirs.cause, &theirs.effect),
            );
            let turned = first.min(second) >= SAME_SIDE
                && first + second > 1.0
                && cause.max(effect) < first.min(second);
            if turned && found.is_none() {
                found = Some(FoundMismatch::new(
                    MismatchDetail::CauseAsEffect,
                    0.12,
                    pairing.sentence.tokens[own.word].span,
                    pairing.place(source, article.tokens[theirs.word].span),
                ));
            }
        }
    }
    found
}

/// Returns a mismatch if the article gives another cause for the same effect.
fn another(pairing: &ClaimPairing, own: &Tie) -> Option<FoundMismatch> {
    if own.sure == Sure::Before {
        return None;
    }
    let mut found: Option<(f64, usize, Tie)> = None;
    let mut nearest: Option<(f64, usize)> = None;
    let rest: Vec<usize> = pairing.tokens().map(|(at, _)| at).filter(|at| !own.cause.contains(at)).collect();
    let sides = own.effect.iter().chain(&own.cause).copied().filter(|at| is_informative(pairing, *at));
    for source in pairing.holding_any(sides) {
        let article = &*pairing.article.text().sentences()[source].sentence;
        let all: Vec<usize> = (0..article.tokens.len()).collect();
        let effect_share = share(pairing, &own.effect, article, &all, None);
        if effect_share < SAME_EFFECT && share(pairing, &own.cause, article, &all, None) < WHOLE_CAUSE {
            continue;
        }
        let denied = denied(article);
        let beside: Vec<usize> = all.iter().copied().filter(|i| !denied.contains(i)).collect();
        if effect_share < SAME_EFFECT {
            // A sentence that states the cause may leave its effect implicit.
            if share(pairing, &own.cause, article, &beside, None) >= WHOLE_CAUSE
                && share(pairing, &rest, article, &all, None) > 0.0
            {
                return None;
            }
            continue;
        }
        if nearest.is_none_or(|(most, _)| effect_share > most) {
            nearest = Some((effect_share, source));
        }
        // Words that match the effect are not compared with the cause.
        let is_effect =
            |i: usize| own.effect.iter().any(|at| pairing.stands_for(*at, article.tokens[i].stem));
        let words = beside.iter().filter(|i| article.tokens[**i].is_content() && !is_effect(**i));
        let similarity = WordSimilarity::of(words.map(|i| article.word(&article.tokens[*i])));
        if share(pairing, &own.cause, article, &beside, Some(&similarity)) > OTHER_CAUSE {
            return one_word(pairing, own, source, &similarity);
        }
        for theirs in article.causes(article.whole()).iter() {
            // "The injuries were to blame" leaves out the effect.
            let effect = if theirs.effect.is_empty() {
                effect_share
            } else {
                share(pairing, &own.effect, article, &theirs.effect, None)
            };
            if effect >= SAME_EFFECT
                && own.sure.max(theirs.sure) >= Sure::Verb
                && is_same_verb(pairing, own, article, theirs)
                && theirs.cause.iter().any(|i| article.tokens[*i].is_content())
                && found.as_ref().is_none_or(|(most, ..)| effect > *most)
            {
                found = Some((effect, source, theirs.clone()));
            }
        }
    }
    let Some((_, source, theirs)) = found else {
        let (effect_share, source) = nearest?;
        return elsewhere(pairing, own, effect_share, source);
    };
    let article = &*pairing.article.text().sentences()[source].sentence;
    let spans = |sentence: &Sentence, side: &[usize]| -> Vec<Span> {
        let content = side.iter().map(|at| &sentence.tokens[*at]).filter(|t| t.is_content());
        content.map(|t| t.span).collect()
    };
    let first = own.cause.iter().find(|at| is_informative(pairing, **at))?;
    Some(
        FoundMismatch::of(
            MismatchDetail::OtherCause,
            0.3,
            spans(pairing.sentence, &own.cause),
            spans(article, &theirs.cause).into_iter().map(|span| pairing.place(source, span)).collect(),
        )
        .noting(pairing.word(*first)),
    )
}

/// Whether a short clause clearly states a cause, not only an agent.
fn is_plain(pairing: &ClaimPairing, own: &Tie) -> bool {
    pairing.is_brief()
        && own.sure >= Sure::Verb
        && !matches!(&*pairing.sentence.lower(own.word), "by" | "made" | "make" | "makes")
}

/// Returns a mismatch if one noun of the cause is found in the article only in other places.
fn one_word(
    pairing: &ClaimPairing,
    own: &Tie,
    source: usize,
    similarity: &WordSimilarity,
) -> Option<FoundMismatch> {
    let article = &*pairing.article.text().sentences()[source].sentence;
    if pairing.passage.best != Some(source) || !is_plain(pairing, own) {
        return None;
    }
    let known = |i: usize| pairing.tokens().any(|(at, _)| pairing.stands_for(at, article.tokens[i].stem));
    let theirs = article.causes(article.whole());
    let theirs = theirs
        .iter()
        .find(|theirs| share(pairing, &own.effect, article, &theirs.effect, None) >= SAME_EFFECT)?;
    let other = theirs.cause.iter().find(|i| article.tokens[**i].is_content() && !known(**i))?;
    let at = own.cause.iter().copied().find(|at| {
        is_informative(pairing, *at)
            && pairing.found(*at).quality >= 1.0
            && !article.tokens.iter().any(|t| pairing.stands_for(*at, t.stem))
            && similarity.nearness(pairing.word(*at)) < KIN
    })?;
    Some(FoundMismatch::new(
        MismatchDetail::OtherWordOfCause,
        0.4,
        pairing.sentence.tokens[at].span,
        pairing.place(source, article.tokens[*other].span),
    ))
}

/// Returns a mismatch if the article has the cause only far from the effect.
fn elsewhere(pairing: &ClaimPairing, own: &Tie, effect_share: f64, source: usize) -> Option<FoundMismatch> {
    const EFFECT: f64 = 0.6;
    if effect_share < EFFECT || !is_plain(pairing, own) {
        return None;
    }
    let words: Vec<usize> = own.cause.iter().copied().filter(|at| is_informative(pairing, *at)).collect();
    let all = pairing.article.text().sentences();
    let near = source.saturating_sub(1)..all.len().min(source + 2);
    let similarity = WordSimilarity::new(pairing.article.indexed, near.clone());
    let is_away = |at: &usize| {
        pairing.found(*at).quality >= 1.0
            && similarity.nearness(pairing.word(*at)) < KIN
            && !near.clone().any(|n| all[n].sentence.tokens.iter().any(|t| pairing.stands_for(*at, t.stem)))
    };
    if words.is_empty() || !words.iter().all(is_away) {
        return None;
    }
    Some(FoundMismatch::of(
        MismatchDetail::CauseOfAnother,
        0.45,
        words.iter().map(|at| pairing.sentence.tokens[*at].span).collect(),
        vec![all[source].span()],
    ))
}

/// Whether the ties use the same passive verb, or neither is a passive of an ordinary verb: "weakened by
/// floods", "weakened by beetles". An agent of a different verb did something else.
fn is_same_verb(pairing: &ClaimPairing, own: &Tie, article: &Sentence, theirs: &Tie) -> bool {
    let verb = |sentence: &Sentence, tie: &Tie| {
        (&*sentence.lower(tie.word) == "by")
            .then(|| tie.word - 1)
            .filter(|at| !in_word_list(CAUSING, &sentence.lower(*at)))
    };
    match (verb(pairing.sentence, own), verb(article, theirs)) {
        (Some(at), Some(i)) => pairing.stands_for(at, article.tokens[i].stem),
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::evidence::Article;
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::judge;
    use crate::text::{Sentence, Text};

    fn has(article: &str, claim: &str, kind: MismatchKind) -> bool {
        let article = Article::new(Text::new(article));
        let entailments = judge(article.premise(), &Sentence::new(claim));
        entailments.iter().flat_map(|clause| &clause.mismatches).any(|mismatch| mismatch.kind == kind)
    }

    const SALES: &str = "Sales in Canada fell by 3 per cent because of a strike at the port of Halden. The director \
        warned that flour prices might rise in the autumn. Storms have damaged two of the mills.";
    const BEES: &str = "We found that late mowing, rather than pesticide use, best explained the loss of bumblebees. \
        The hives had been weakened by mites.";
    const CUP: &str = "Vidal scored twice in the last ten minutes as Halden came from behind to beat Cairn.";
    const TANK: &str = "The balance was lower than last year because a new water tank had been bought.";

    #[test]
    fn another_cause_of_the_same_effect_is_seen() {
        for (article, claim, found) in [
            (SALES, "A strike at a port was behind the drop in Canadian sales.", false),
            (SALES, "Sales in Canada fell due to a strike.", false),
            (SALES, "Because of a strike, sales in Canada fell.", false),
            (SALES, "A shortage of flour was behind the drop in Canadian sales.", true),
            (SALES, "Sales in Canada fell due to storms.", true),
            (BEES, "The loss of bumblebees was best explained by late mowing.", false),
            (BEES, "The loss of bumblebees was best explained by pesticide use.", true),
            (BEES, "The hives had been weakened by mites.", false),
            (BEES, "The hives had been weakened by frost.", true),
        ] {
            assert_eq!(has(article, claim, MismatchKind::Replaced), found, "{claim}");
        }
    }

    #[test]
    fn a_cause_is_not_its_effect() {
        for (article, claim, found) in [
            (TANK, "The purchase of a new water tank led to a lower balance.", false),
            (TANK, "A lower balance led to the purchase of a new water tank.", true),
            (SALES, "The strike was caused by lower sales in Canada.", true),
            (CUP, "Halden came from behind to beat Cairn thanks to Vidal, who scored twice.", false),
        ] {
            assert_eq!(has(article, claim, MismatchKind::Order), found, "{claim}");
        }
    }
}
