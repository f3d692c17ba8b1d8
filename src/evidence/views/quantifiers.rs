//! Which share of something is meant.

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::negation::{Force, cues};
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

/// What a word counts: in digits, or up to ten in letters.
fn count(word: &str) -> Option<u32> {
    const LETTERS: [&str; 10] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    word.parse().ok().or_else(|| LETTERS.iter().position(|known| *known == word).map(|at| at as u32 + 1))
}

/// The share that a word claims; "not all" is less than all.
fn quantity_at(sentence: &Sentence, at: usize) -> Option<u8> {
    const ALL: u8 = 5;
    const NOT_ALL: u8 = 3;
    const MOST: u8 = 4;
    const SOME: u8 = 2;
    let lower = |at: usize| sentence.lower(at);
    // "Two of its three rivals" are most of them, "one of the three" some.
    let whose = || matches!(&*lower(at + 2), "the" | "its" | "their" | "his" | "her");
    if &*lower(at + 1) == "of"
        && whose()
        && let (Some(part), Some(whole)) = (count(&lower(at)), count(&lower(at + 3)))
        && part <= whole
    {
        return Some(if part == whole {
            ALL
        } else if 2 * part > whole {
            MOST
        } else {
            SOME
        });
    }
    let share = quantity(&lower(at))?;
    // "No longer" and "no doubt" count nothing.
    if share == 0 && matches!(&*lower(at + 1), "longer" | "doubt" | "one" | "more" | "other") {
        return None;
    }
    let denied = at.checked_sub(1).is_some_and(|i| &*fold_token(sentence.word(&sentence.tokens[i])) == "not");
    Some(if denied && share == ALL { NOT_ALL } else { share })
}

/// Whether a word claims all or none of what the passage tells without a quantifier. "Each" only shares out, and a
/// denial in other words is a denial.
fn is_bold(held: &Held, at: usize, own: u8, article: &Sentence) -> bool {
    match own {
        5 => &*fold_token(held.word(at)) != "each",
        0 => !is_superlative(held, article) && cues(article).iter().all(|cue| cue.force != Force::Negative),
        _ => false,
    }
}

/// Whether none is more so by a superlative of the passage: "no part is as risky" where it is the riskiest, "no snowfall
/// was heavier" where it was the heaviest.
fn is_superlative(held: &Held, article: &Sentence) -> bool {
    const SHARED: usize = 4;
    let most =
        article.tokens.iter().map(|t| fold_token(article.word(t))).filter(|word| word.ends_with("est"));
    let starts: Vec<String> = most.map(|word| word.chars().take(SHARED).collect()).collect();
    held.tokens().any(|(at, _)| starts.iter().any(|start| fold_token(held.word(at)).starts_with(&**start)))
}

/// A quantifier before the same word that claims another share.
pub fn quantifiers(held: &Held, out: &mut Vec<View>) {
    if !held.same_statement() {
        return;
    }
    // "All but one" and "none except him" claim neither all nor none.
    let excepted = |at: usize| {
        held.tokens().any(|(i, _)| i > at && matches!(&*fold_token(held.word(i)), "except" | "but" | "apart"))
    };
    for (at, token) in held.tokens() {
        let Some(own) = quantity_at(held.sentence, at).filter(|_| !excepted(at)) else { continue };
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
                    None if held.soft.window > 0.8
                        && held.soft.run < 0.6
                        && is_bold(held, at, own, article) =>
                    {
                        (
                            0.5,
                            format!(
                                "\"{}\" is not said in sentence {}",
                                held.word(at).to_lowercase(),
                                Held::sentence_number(source)
                            ),
                            article.tokens[i].span,
                        )
                    }
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
