//! Which share of something is meant.

use super::Held;
use super::replies::replied;
use crate::evidence::support::{View, ViewKind};
use crate::text::cues::Force;
use crate::text::sentence_number;
use crate::text::{Sentence, fold_token};

/// Groups of quantifiers, by what share they claim.
fn quantity(word: &str) -> Option<u8> {
    Some(match word {
        "all" | "every" | "each" | "entire" | "everyone" | "everybody" | "always" => 5,
        "most" | "majority" | "bulk" | "mostly" | "usually" | "often" => 4,
        "many" | "several" | "numerous" => 3,
        "some" | "sometimes" | "certain" => 2,
        "few" | "minority" | "rarely" | "seldom" => 1,
        "no" | "none" | "never" | "nobody" => 0,
        _ => return None,
    })
}

/// Whether a word before a share makes it more or less of it.
fn is_inexact(word: &str) -> bool {
    matches!(word, "than" | "under" | "over" | "nearly" | "almost" | "about" | "around" | "roughly" | "least")
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
    const HALF: u8 = 3;
    const SOME: u8 = 2;
    const FEW: u8 = 1;
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
    // "Half of the plots", and "only two of the plots", which are few; "all but one" are most.
    match (&*lower(at), &*lower(at + 1)) {
        ("half", "of") if at.checked_sub(1).is_none_or(|i| !is_inexact(&lower(i))) => return Some(HALF),
        ("only", next) if count(next).is_some() && &*lower(at + 2) == "of" => return Some(FEW),
        ("all", "but") => return Some(MOST),
        ("hardly" | "scarcely" | "barely", "any") => return Some(FEW),
        _ => {}
    }
    let share = quantity(&lower(at))?;
    // "No longer" and "no doubt" count nothing.
    if share == 0 && matches!(&*lower(at + 1), "longer" | "doubt" | "one" | "more" | "other") {
        return None;
    }
    let denied = at.checked_sub(1).is_some_and(|i| &*fold_token(sentence.word(&sentence.tokens[i])) == "not");
    Some(if denied && share == ALL { NOT_ALL } else { share })
}

/// Whether a sentence claims this share of something that the clause has as well: "most had a dry nose, but none had to
/// stop treatment".
fn claims(held: &Held, article: &Sentence, share: u8) -> bool {
    const REACH: usize = 5;
    let is_shared = |i: usize| {
        let token = &article.tokens[i];
        token.is_content() && held.tokens().any(|(at, t)| t.is_content() && held.stands_for(at, token.stem))
    };
    let count = article.tokens.len();
    (0..count)
        .filter(|j| quantity_at(article, *j) == Some(share))
        .any(|j| (j + 1..count.min(j + 1 + REACH)).any(is_shared))
}

/// Whether a word only tells whose something is: "all of the plumber's visits".
fn is_owner(sentence: &Sentence, at: usize) -> bool {
    let word = sentence.lower(at);
    ["'s", "’s", "s'", "s’"].iter().any(|end| word.ends_with(end))
        || matches!(&*sentence.lower(at + 1), "'s" | "’s")
}

/// Whether a word claims all or none of what the passage tells without a quantifier. "Each" only shares out, and a
/// denial in other words is a denial.
fn is_bold(held: &Held, at: usize, own: u8, article: &Sentence) -> bool {
    match own {
        5 => &*fold_token(held.word(at)) != "each",
        0 => {
            !is_superlative(held, article)
                && replied(held).is_none()
                && article.cues().iter().all(|cue| cue.force != Force::Negative)
        }
        _ => false,
    }
}

/// Whether none is more so by a superlative of the passage: "no part is as risky" where it is the riskiest, "no snowfall
/// was heavier" where it was the heaviest.
pub fn is_superlative(held: &Held, article: &Sentence) -> bool {
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
                && *i <= at + 5
                && t.is_content()
                && quantity(&held.word(*i).to_lowercase()).is_none()
                && !is_owner(held.sentence, *i)
                && held
                    .sources()
                    .any(|(_, article)| article.tokens.iter().any(|t| held.stands_for(*i, t.stem)))
        });
        let Some((next, _)) = counted else { continue };
        if held.sources().any(|(_, article)| claims(held, article, own)) {
            continue;
        }
        for (source, article) in held.sources() {
            for (i, _) in article.tokens.iter().enumerate().filter(|(_, t)| held.stands_for(next, t.stem)) {
                let before =
                    (i.saturating_sub(5)..i).rev().find_map(|j| quantity_at(article, j).map(|q| (j, q)));
                let (limit, why, span) = match before {
                    Some((_, q)) if q == own => return,
                    Some((j, q)) => {
                        let limit = if q.abs_diff(own) > 1 { 0.2 } else { 0.4 };
                        let other = article.word(&article.tokens[j]).to_lowercase();
                        (
                            limit,
                            format!(
                                "\"{}\" in the claim, \"{other}\" in sentence {}",
                                held.word(at).to_lowercase(),
                                sentence_number(source)
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
                                sentence_number(source)
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
                    ..View::default()
                });
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::{ViewKind, assert_found};

    #[test]
    fn another_share_of_the_same_is_seen() {
        const SHARES: &str = "Most patients on the spray reported a dry nose, but none had to stop treatment. All his \
            evening visits cost extra. Half of the 60 plots had been inspected. Few of the parish's other monuments \
            are fixed to the ground. Two of its three rivals have left the market.";
        let cases = [
            ("None of the patients on the spray had to stop treatment.", false),
            ("All of the plumber's evening visits cost extra.", false),
            ("All of the plots had been inspected.", true),
            ("Half of the plots had been inspected.", false),
            ("Most of the other monuments in the parish are fixed to the ground.", true),
            ("All of Pedalo's rivals have left the market.", true),
            ("Most of Pedalo's rivals have left the market.", false),
            ("Hardly any patients on the spray reported a dry nose.", true),
            ("The bulk of the patients on the spray reported a dry nose.", false),
        ];
        assert_found(SHARES, ViewKind::Quantifier, &cases);
    }
}
