//! Which share of something is meant.

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::{Sentence, fold_token};

/// Groups of quantifiers, by what share they claim.
fn quantity(word: &str) -> Option<u8> {
    Some(match word {
        "all" | "every" | "each" | "entire" | "everyone" | "everybody" | "always" => 5,
        "most" | "majority" | "mostly" | "usually" | "often" => 4,
        "many" | "several" | "numerous" => 3,
        "some" | "sometimes" | "certain" => 2,
        "few" | "minority" | "rarely" | "seldom" => 1,
        "no" | "none" | "never" | "nobody" => 0,
        _ => return None,
    })
}

/// The share that a word claims; "not all" is less than all.
fn quantity_at(sentence: &Sentence, at: usize) -> Option<u8> {
    const ALL: u8 = 5;
    const NOT_ALL: u8 = 3;
    let share = quantity(&fold_token(sentence.word(&sentence.tokens[at])))?;
    // "No longer" and "no doubt" count nothing.
    let next = sentence.tokens.get(at + 1).map_or("".into(), |t| fold_token(sentence.word(t)));
    if share == 0 && matches!(&*next, "longer" | "doubt" | "one" | "more" | "other") {
        return None;
    }
    let denied = at.checked_sub(1).is_some_and(|i| &*fold_token(sentence.word(&sentence.tokens[i])) == "not");
    Some(if denied && share == ALL { NOT_ALL } else { share })
}

/// A quantifier before the same word that claims another share.
pub fn quantifiers(held: &Held, out: &mut Vec<View>) {
    if !held.same_statement() {
        return;
    }
    for (at, token) in held.tokens() {
        let Some(own) = quantity_at(held.sentence, at) else { continue };
        // What it counts: the first word after it that the passage has.
        let counted = held.tokens().find(|(i, t)| {
            *i > at
                && *i <= at + 4
                && t.is_content()
                && quantity(&held.word(*i).to_lowercase()).is_none()
                && held
                    .sources()
                    .any(|(_, article)| article.tokens.iter().any(|t| held.stands_for(*i, t.stem)))
        });
        let Some((next, _)) = counted else { continue };
        for (source, article) in held.sources() {
            for (i, _) in article.tokens.iter().enumerate().filter(|(_, t)| held.stands_for(next, t.stem)) {
                let before =
                    (i.saturating_sub(4)..i).rev().find_map(|j| quantity_at(article, j).map(|q| (j, q)));
                let (limit, why, span) = match before {
                    Some((_, q)) if q == own => return,
                    Some((j, q)) => {
                        let limit = if q.abs_diff(own) > 1 { 0.2 } else { 0.4 };
                        let other = article.word(&article.tokens[j]).to_lowercase();
                        (
                            limit,
                            format!(
                                "\"{}\" here, \"{other}\" in sentence {}",
                                held.word(at).to_lowercase(),
                                Held::sentence_number(source)
                            ),
                            article.tokens[j].span,
                        )
                    }
                    None if matches!(own, 0 | 5) && held.soft.window > 0.8 && held.soft.run < 0.6 => (
                        0.5,
                        format!(
                            "\"{}\" is not said in sentence {}",
                            held.word(at).to_lowercase(),
                            Held::sentence_number(source)
                        ),
                        article.tokens[i].span,
                    ),
                    None => continue,
                };
                out.push(View {
                    kind: ViewKind::Quantifier,
                    limit,
                    why,
                    summary: vec![token.span],
                    article: vec![held.place(source, span)],
                });
                return;
            }
        }
    }
}
