//! Which share of something is meant.

use super::Held;
use crate::evidence::support::{View, ViewKind};

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

/// A quantifier before the same word that claims another share.
pub fn quantifiers(held: &Held, out: &mut Vec<View>) {
    if !held.same_statement() {
        return;
    }
    for (at, token) in held.tokens() {
        let Some(own) = quantity(&held.word(at).to_lowercase()) else { continue };
        let Some((next, _)) = held.tokens().find(|(i, t)| {
            *i > at && *i <= at + 4 && t.is_content() && quantity(&held.word(*i).to_lowercase()).is_none()
        }) else {
            continue;
        };
        for (source, article) in held.sources() {
            for (i, _) in article.tokens.iter().enumerate().filter(|(_, t)| held.stands_for(next, t.stem)) {
                let before = (i.saturating_sub(4)..i)
                    .rev()
                    .find_map(|j| quantity(&article.word(&article.tokens[j]).to_lowercase()).map(|q| (j, q)));
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
