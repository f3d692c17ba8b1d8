//! A denial that stands on one side only.

use super::{Held, governed, opposite};
use crate::evidence::support::{View, ViewKind};
use crate::text::negation::{Cue, Force, cues};

/// A denial on one side only, of a word that both sides have.
pub fn negation(held: &Held, out: &mut Vec<View>) {
    if !held.same_statement() {
        return;
    }
    let own = cues(held.sentence);
    let own: Vec<Cue> = own.into_iter().filter(|c| held.clause.tokens.contains(&c.token)).collect();
    for (source, article) in held.sources().take(2) {
        let theirs = cues(article);
        for (at, token) in held.tokens().filter(|(_, t)| t.is_content()) {
            let mut occurrences =
                article.tokens.iter().enumerate().filter(|(_, t)| held.stands_for(at, t.stem));
            let Some(first) = occurrences.next() else { continue };
            let denied = governed(&own, at, Force::Negative);
            // A word that occurs both ways in the sentence says nothing.
            let states: Vec<Option<&Cue>> = std::iter::once(first)
                .chain(occurrences)
                .map(|(i, _)| governed(&theirs, i, Force::Negative))
                .collect();
            let place = |i: usize| held.place(source, article.tokens[i].span);
            let word = held.word(at);
            match denied {
                Some(cue) if cue.token != at && states.iter().all(Option::is_none) => {
                    // "not approved" agrees with a sentence that denies by another word.
                    let other = theirs.iter().any(|c| {
                        c.force == Force::Negative
                            && c.head.is_none_or(|h| h + 4 > first.0 && h < first.0 + 4)
                    }) || article.tokens.iter().any(|t| opposite(t.stem, token.stem));
                    if !other {
                        out.push(View {
                            kind: ViewKind::Negation,
                            limit: 0.1,
                            why: format!(
                                "\"{word}\" is negated here, not in sentence {}",
                                Held::sentence_number(source)
                            ),
                            summary: vec![held.sentence.tokens[cue.token].span, token.span],
                            article: vec![place(first.0)],
                        });
                        return;
                    }
                }
                None if own.iter().all(|c| c.force != Force::Negative)
                    && states
                        .iter()
                        .all(|s| s.is_some_and(|c| article.tokens[c.token].stem != token.stem))
                    && source == held.passage.best.unwrap_or(source) =>
                {
                    // An antonym or "no longer" may say the same without a cue.
                    let other = held.tokens().any(|(_, t)| {
                        opposite(t.stem, token.stem) || is_implied_negative(held.sentence.word(t))
                    });
                    if !other && held.soft.lcs >= 0.35 {
                        let cue = states.iter().flatten().next().map_or(first.0, |c| c.token);
                        out.push(View {
                            kind: ViewKind::Negation,
                            limit: 0.12,
                            why: format!(
                                "\"{word}\" is negated in sentence {}, not here",
                                Held::sentence_number(source)
                            ),
                            summary: vec![token.span],
                            article: vec![place(cue), place(first.0)],
                        });
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}

/// Words that deny without a cue.
fn is_implied_negative(word: &str) -> bool {
    let lower = word.to_lowercase();
    ["dis", "un", "non"].iter().any(|p| lower.starts_with(p) && lower.len() > p.len() + 3)
        || matches!(
            &*lower,
            "free"
                | "absent"
                | "avoid"
                | "avoids"
                | "avoided"
                | "reject"
                | "rejects"
                | "rejected"
                | "dismissed"
                | "ruled"
                | "stop"
                | "stopped"
                | "ban"
                | "banned"
                | "missing"
                | "missed"
                | "miss"
                | "few"
                | "little"
                | "rarely"
                | "seldom"
                | "despite"
                | "yet"
                | "only"
                | "instead"
                | "rather"
                | "less"
                | "fewer"
                | "prevent"
                | "prevented"
                | "away"
                | "off"
                | "out"
                | "blocked"
        )
}
