//! What brought something about.
//!
//! A cause and its effect can be told in many ways and in either order: "B because of A", "A led to B". So both sides
//! are read from the words that tie them, in the clause and in the article, and held against each other: the effect
//! finds the place, and there the cause must be the same and must not be the effect.

use super::Held;
use super::mismatch::{Difference, Mismatch};
use crate::evidence::kin::Kin;
use crate::text::causes::{CAUSING, Sure, Tie, denied};
use crate::text::{Sentence, Span, among};

/// Share of the effect that a sentence, or a side of it, must hold to tell of the same effect.
const SAME_EFFECT: f64 = 0.5;
/// Share of the cause up to which it is another.
const OTHER_CAUSE: f64 = 0.25;
/// Share of the cause from which a sentence tells it, whatever it tells of the effect.
const WHOLE_CAUSE: f64 = 0.75;
/// Share of a side from which it is on the same side of a tie, or on the other.
const SAME_SIDE: f64 = 0.3;
/// A word nearer than this to one of the article's sentence may be another word for it.
const KIN: f64 = 0.2;

/// Holds the cause that a clause tells against the causes of the same effect in the article.
pub fn causes(held: &Held) -> Vec<Mismatch> {
    let tokens = held.clause.tokens.clone();
    let own = held.sentence.causes(tokens);
    let Some(own) = own.iter().find(|own| is_told(held, own)) else { return Vec::new() };
    // "As" has too many other senses to read a cause from it alone.
    if &*held.sentence.lower(own.word) == "as" {
        return Vec::new();
    }
    turned(held, own).or_else(|| another(held, own)).into_iter().collect()
}

/// Whether both sides say something.
fn is_told(held: &Held, tie: &Tie) -> bool {
    let says = |side: &[usize]| side.iter().any(|at| is_told_by(held, *at));
    says(&tie.cause) && says(&tie.effect)
}

/// Whether a token of the clause says something by itself.
fn is_told_by(held: &Held, at: usize) -> bool {
    held.found(at).content && !among(GENERAL, &held.sentence.lower(at))
}

/// Words that go with any cause and any effect.
const GENERAL: &str = include_str!("vague.txt");

/// Share of the weight of some tokens that stand among tokens of an article sentence.
fn share(held: &Held, side: &[usize], article: &Sentence, there: &[usize], kin: Option<&Kin>) -> f64 {
    let (mut found, mut all) = (0.0, 0.0);
    for at in side.iter().copied().filter(|at| is_told_by(held, *at)) {
        let weight = held.found(at).weight;
        all += weight;
        if there.iter().any(|i| held.stands_for(at, article.tokens[*i].stem)) {
            found += weight;
        } else if let Some(kin) = kin
            && !article.tokens.iter().any(|t| held.stands_for(at, t.stem))
        {
            let near = kin.nearness(held.word(at));
            found += if near >= KIN { weight * near.max(0.5) } else { 0.0 };
        }
    }
    if all > 0.0 { found / all } else { 0.0 }
}

/// Cause and effect of the passage, exchanged.
fn turned(held: &Held, own: &Tie) -> Option<Mismatch> {
    if !held.same_statement() {
        return None;
    }
    let mut found = None;
    for (source, article) in held.sources() {
        for theirs in article.causes(article.whole()).iter() {
            if own.sure.max(theirs.sure) < Sure::Verb || !is_same_verb(held, own, article, theirs) {
                continue;
            }
            let part = |mine: &[usize], side: &[usize], other: &[usize]| {
                // What stands on both sides tells nothing.
                let only = side
                    .iter()
                    .copied()
                    .filter(|i| !other.iter().any(|o| article.tokens[*o].stem == article.tokens[*i].stem));
                share(held, mine, article, &only.collect::<Vec<_>>(), None)
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
                found = Some(Mismatch::new(
                    Difference::CauseAsEffect,
                    0.12,
                    held.sentence.tokens[own.word].span,
                    held.place(source, article.tokens[theirs.word].span),
                ));
            }
        }
    }
    found
}

/// Another cause than the one that the article tells of the same effect.
fn another(held: &Held, own: &Tie) -> Option<Mismatch> {
    if own.sure == Sure::Before {
        return None;
    }
    let mut found: Option<(f64, usize, Tie)> = None;
    let mut nearest: Option<(f64, usize)> = None;
    let rest: Vec<usize> = held.tokens().map(|(at, _)| at).filter(|at| !own.cause.contains(at)).collect();
    let sides = own.effect.iter().chain(&own.cause).copied().filter(|at| is_told_by(held, *at));
    for source in held.holding(sides).into_keys() {
        let article = &*held.article.text().sentences()[source].sentence;
        let all: Vec<usize> = (0..article.tokens.len()).collect();
        let told = share(held, &own.effect, article, &all, None);
        if told < SAME_EFFECT && share(held, &own.cause, article, &all, None) < WHOLE_CAUSE {
            continue;
        }
        let denied = denied(article);
        let beside: Vec<usize> = all.iter().copied().filter(|i| !denied.contains(i)).collect();
        if told < SAME_EFFECT {
            // The effect may be left to be understood where the cause is told.
            if share(held, &own.cause, article, &beside, None) >= WHOLE_CAUSE
                && share(held, &rest, article, &all, None) > 0.0
            {
                return None;
            }
            continue;
        }
        if nearest.is_none_or(|(most, _)| told > most) {
            nearest = Some((told, source));
        }
        // What stands for the effect is no kin of the cause.
        let is_effect = |i: usize| own.effect.iter().any(|at| held.stands_for(*at, article.tokens[i].stem));
        let words = beside.iter().filter(|i| article.tokens[**i].is_content() && !is_effect(**i));
        let kin = Kin::of(words.map(|i| article.word(&article.tokens[*i])));
        if share(held, &own.cause, article, &beside, Some(&kin)) > OTHER_CAUSE {
            return one_word(held, own, source, &kin);
        }
        for theirs in article.causes(article.whole()).iter() {
            // "The injuries were to blame" leaves out of what.
            let effect = if theirs.effect.is_empty() {
                told
            } else {
                share(held, &own.effect, article, &theirs.effect, None)
            };
            if effect >= SAME_EFFECT
                && own.sure.max(theirs.sure) >= Sure::Verb
                && is_same_verb(held, own, article, theirs)
                && theirs.cause.iter().any(|i| article.tokens[*i].is_content())
                && found.as_ref().is_none_or(|(most, ..)| effect > *most)
            {
                found = Some((effect, source, theirs.clone()));
            }
        }
    }
    let Some((_, source, theirs)) = found else {
        let (told, source) = nearest?;
        return elsewhere(held, own, told, source);
    };
    let article = &*held.article.text().sentences()[source].sentence;
    let spans = |sentence: &Sentence, side: &[usize]| -> Vec<Span> {
        let content = side.iter().map(|at| &sentence.tokens[*at]).filter(|t| t.is_content());
        content.map(|t| t.span).collect()
    };
    let first = own.cause.iter().find(|at| is_told_by(held, **at))?;
    Some(
        Mismatch::of(
            Difference::OtherCause,
            0.3,
            spans(held.sentence, &own.cause),
            spans(article, &theirs.cause).into_iter().map(|span| held.place(source, span)).collect(),
        )
        .noting(held.word(*first)),
    )
}

/// Whether a short clause surely tells a cause, not only who did it.
fn is_plain(held: &Held, own: &Tie) -> bool {
    held.is_brief()
        && own.sure >= Sure::Verb
        && !matches!(&*held.sentence.lower(own.word), "by" | "made" | "make" | "makes")
}

/// One noun of the cause that the article has elsewhere only.
fn one_word(held: &Held, own: &Tie, source: usize, kin: &Kin) -> Option<Mismatch> {
    let article = &*held.article.text().sentences()[source].sentence;
    if held.passage.best != Some(source) || !is_plain(held, own) {
        return None;
    }
    let known = |i: usize| held.tokens().any(|(at, _)| held.stands_for(at, article.tokens[i].stem));
    let theirs = article.causes(article.whole());
    let theirs = theirs
        .iter()
        .find(|theirs| share(held, &own.effect, article, &theirs.effect, None) >= SAME_EFFECT)?;
    let other = theirs.cause.iter().find(|i| article.tokens[**i].is_content() && !known(**i))?;
    let at = own.cause.iter().copied().find(|at| {
        is_told_by(held, *at)
            && held.found(*at).quality >= 1.0
            && !article.tokens.iter().any(|t| held.stands_for(*at, t.stem))
            && kin.nearness(held.word(*at)) < KIN
    })?;
    Some(Mismatch::new(
        Difference::OtherWordOfCause,
        0.4,
        held.sentence.tokens[at].span,
        held.place(source, article.tokens[*other].span),
    ))
}

/// A cause that the article tells of something else.
fn elsewhere(held: &Held, own: &Tie, told: f64, source: usize) -> Option<Mismatch> {
    const EFFECT: f64 = 0.6;
    if told < EFFECT || !is_plain(held, own) {
        return None;
    }
    let words: Vec<usize> = own.cause.iter().copied().filter(|at| is_told_by(held, *at)).collect();
    let all = held.article.text().sentences();
    let near = source.saturating_sub(1)..all.len().min(source + 2);
    let kin = Kin::new(held.article.indexed, near.clone());
    let is_away = |at: &usize| {
        held.found(*at).quality >= 1.0
            && kin.nearness(held.word(*at)) < KIN
            && !near.clone().any(|n| all[n].sentence.tokens.iter().any(|t| held.stands_for(*at, t.stem)))
    };
    if words.is_empty() || !words.iter().all(is_away) {
        return None;
    }
    Some(Mismatch::of(
        Difference::CauseOfAnother,
        0.45,
        words.iter().map(|at| held.sentence.tokens[*at].span).collect(),
        vec![all[source].span()],
    ))
}

/// Whether a passive tells its cause with the verb of the other tie: "weakened by floods", "weakened by beetles". What
/// was done by another, in another verb, is another thing done.
fn is_same_verb(held: &Held, own: &Tie, article: &Sentence, theirs: &Tie) -> bool {
    let verb = |sentence: &Sentence, tie: &Tie| {
        (&*sentence.lower(tie.word) == "by")
            .then(|| tie.word - 1)
            .filter(|at| !among(CAUSING, &sentence.lower(*at)))
    };
    match (verb(held.sentence, own), verb(article, theirs)) {
        (Some(at), Some(i)) => held.stands_for(at, article.tokens[i].stem),
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::evidence::Article;
    use crate::evidence::support::{ViewKind, judge};
    use crate::text::{Sentence, Text};

    fn has(article: &str, claim: &str, kind: ViewKind) -> bool {
        let article = Article::new(Text::new(article));
        let judged = judge(article.ground(), &Sentence::new(claim));
        judged.iter().flat_map(|clause| &clause.views).any(|view| view.kind == kind)
    }

    const SALES: &str = "Sales in Canada fell by 3 per cent because of a strike at the port of Halden. The director \
        warned that flour prices might rise in the autumn. Storms have damaged two of the mills.";
    const BEES: &str = "We found that late mowing, rather than pesticide use, best explained the loss of bumblebees. \
        The hives had been weakened by mites.";
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
            assert_eq!(has(article, claim, ViewKind::Replaced), found, "{claim}");
        }
    }

    #[test]
    fn a_cause_is_not_its_effect() {
        for (article, claim, found) in [
            (TANK, "The purchase of a new water tank led to a lower balance.", false),
            (TANK, "A lower balance led to the purchase of a new water tank.", true),
            (SALES, "The strike was caused by lower sales in Canada.", true),
        ] {
            assert_eq!(has(article, claim, ViewKind::Order), found, "{claim}");
        }
    }
}
