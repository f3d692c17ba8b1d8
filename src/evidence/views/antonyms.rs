//! Opposites in the same place.

use super::{Held, governed, opposite};
use crate::evidence::support::{View, ViewKind};
use crate::text::negation::{Cue, Force, cues};
use crate::text::{Sentence, Stem, Token};

/// A word whose opposite stands in the same place of the passage.
pub fn antonyms(held: &Held, out: &mut Vec<View>) {
    if held.soft.window < 0.35 {
        return;
    }
    let own = cues(held.sentence);
    for (source, article) in held.sources().take(2) {
        let theirs = cues(article);
        for (at, token) in held.tokens() {
            // Function words contradict only in their place, which `order` looks at.
            if !token.is_content() {
                continue;
            }
            let here = |stem: Stem| held.tokens().any(|(_, t)| t.stem == stem);
            let Some((i, other)) = article
                .tokens
                .iter()
                .enumerate()
                .find(|(_, t)| t.stem != token.stem && opposite(token.stem, t.stem) && !here(t.stem))
            else {
                continue;
            };
            if article.tokens.iter().any(|t| t.stem == token.stem) {
                continue;
            }
            // Where one side denies its word, the two agree.
            let denied = |cues: &[Cue], at: usize| governed(cues, at, Force::Negative).is_some();
            if denied(&own, at) != denied(&theirs, i) {
                continue;
            }
            // A neighbour in common, or much else in common, shows that the words stand in the same place.
            let shared =
                neighbours(held.sentence, at).any(|a| neighbours(article, i).any(|b| a.stem == b.stem));
            if !shared && held.soft.lcs < 0.6 {
                continue;
            }
            out.push(View {
                kind: ViewKind::Antonym,
                limit: 0.08,
                why: format!(
                    "antonym: {}/{}, sentence {}",
                    held.word(at).to_lowercase(),
                    article.word(other).to_lowercase(),
                    Held::sentence_number(source)
                ),
                summary: vec![token.span],
                article: vec![held.place(source, other.span)],
            });
            return;
        }
    }
}

/// The content words within four tokens of one.
fn neighbours(sentence: &Sentence, at: usize) -> impl Iterator<Item = &Token> {
    let range = at.saturating_sub(4)..sentence.tokens.len().min(at + 5);
    range
        .clone()
        .zip(&sentence.tokens[range])
        .filter(move |(i, t)| *i != at && t.is_content())
        .map(|(_, t)| t)
}
