//! For and against.

use super::{Held, governed};
use crate::evidence::support::{View, ViewKind};
use crate::text::cues::Force;
use crate::text::sentence_number;
use crate::text::{Sentence, among};

/// How far from its verb the object of a stance may be.
const REACH: usize = 7;
/// Share of the clause that one sentence must hold before its stance is the clause's.
const HOLDS: f64 = 0.5;

/// A stance: the word that tells it, where its object begins, and whether it is for that.
struct Stance {
    word: usize,
    object: usize,
    favours: bool,
}

/// A stance for what the passage has one against, whatever words tell it: "found against", "opposed", "voted for".
pub fn stances(held: &Held, out: &mut Vec<View>) {
    if !held.is_brief() || !held.same_statement() {
        return;
    }
    let Some(own) = sole(held.sentence).filter(|own| held.clause.tokens.contains(&own.word)) else { return };
    for (source, article) in held.sources().filter(|(source, _)| held.share(*source) >= HOLDS) {
        let Some(theirs) = sole(article) else { continue };
        let there = &article.tokens[theirs.object.min(article.tokens.len())..];
        let there = &there[..there.len().min(REACH)];
        let shared = (own.object..held.clause.tokens.end.min(own.object + REACH)).any(|at| {
            held.sentence.tokens[at].is_content() && there.iter().any(|t| held.stands_for(at, t.stem))
        });
        if !shared || own.favours == theirs.favours {
            continue;
        }
        out.push(View {
            kind: ViewKind::Antonym,
            limit: 0.12,
            why: format!(
                "{} it in the claim, {} it in sentence {}",
                side(own.favours),
                side(theirs.favours),
                sentence_number(source)
            ),
            summary: vec![held.sentence.tokens[own.word].span],
            article: vec![held.place(source, article.tokens[theirs.word].span)],
            ..View::default()
        });
        return;
    }
}

fn side(favours: bool) -> &'static str {
    if favours { "for" } else { "against" }
}

/// The one stance of a sentence; `None` where it is denied or there are several.
fn sole(sentence: &Sentence) -> Option<Stance> {
    let mut all = (0..sentence.tokens.len()).filter_map(|at| stance(sentence, at));
    let (first, None) = (all.next()?, all.next()) else { return None };
    governed(sentence.cues(), first.word, Force::Negative).is_none().then_some(first)
}

/// Verbs that tell a stance by themselves, and those that take "for" or "against" after them.
const FAVOUR: &str = " supported supports support backed backs favoured favours favored favors endorsed ";
const OPPOSE: &str = " opposed opposes oppose opposing rejected rejects ";
const DECIDE: &str =
    " found ruled voted vote votes voting decided spoke argued argues argue was is were are be been ";

fn stance(sentence: &Sentence, at: usize) -> Option<Stance> {
    let lower = |at: usize| sentence.lower(at);
    let word = lower(at);
    if among(FAVOUR, &word) || among(OPPOSE, &word) {
        let passive = &*lower(at + 1) == "by";
        return (!passive).then(|| Stance { word: at, object: at + 1, favours: among(FAVOUR, &word) });
    }
    let before = |reach: usize| (at.saturating_sub(reach)..at).any(|i| among(DECIDE, &lower(i)));
    match &*word {
        "for" if before(2) => Some(Stance { word: at, object: at + 1, favours: true }),
        "against" if before(2) => Some(Stance { word: at, object: at + 1, favours: false }),
        "favour" | "favor" if &*lower(at + 1) == "of" => {
            Some(Stance { word: at, object: at + 2, favours: true })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::{ViewKind, assert_found};

    #[test]
    fn for_is_not_against() {
        const STANCES: &str = "The lower court had found for Verity. The governor, who had opposed the bill at first, \
            said she would sign it. Republicans voted against the measure.";
        let cases = [
            ("The lower court had found against Verity.", true),
            ("The lower court had decided in favour of Verity.", false),
            ("The governor was initially for the bill.", true),
            ("The governor was initially against the bill.", false),
            ("Republicans voted for the measure.", true),
            ("Republicans opposed the measure.", false),
        ];
        assert_found(STANCES, ViewKind::Antonym, &cases);
    }
}
