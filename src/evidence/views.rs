//! Views that find a contradiction between a clause and the passage that it rests on.

use super::clauses::Clause;
use super::matching::{Matches, Passage};
use super::support::{Soft, View, ViewKind};
use super::{Ground, lexicon};
use crate::text::negation::{Cue, Force, cues};
use crate::text::{Sentence, Span, Stem, Token, fold_token, hash64, idf};

/// A clause held against its passage.
#[derive(Debug)]
pub struct Held<'a> {
    /// The article, or what stands in its place.
    pub article: Ground<'a>,
    /// The summary sentence.
    pub sentence: &'a Sentence,
    /// The clause of it.
    pub clause: &'a Clause,
    /// How its words are found.
    pub matches: &'a Matches,
    /// Where.
    pub passage: &'a Passage,
    /// Measures of shared wording.
    pub soft: Soft,
}

/// Share of the weight that must be in the passage before a difference from it can be a contradiction.
const SAME_STATEMENT: f64 = 0.5;

impl<'a> Held<'a> {
    /// The clause's tokens with their indices in the sentence.
    pub fn tokens(&self) -> impl Iterator<Item = (usize, &'a Token)> + use<'a> {
        self.clause.tokens.clone().zip(&self.sentence.tokens[self.clause.tokens.clone()])
    }

    /// A token's characters.
    pub fn word(&self, at: usize) -> &'a str {
        self.sentence.word(&self.sentence.tokens[at])
    }

    /// The article's sentences of the passage, best first.
    pub fn sources(&self) -> impl Iterator<Item = (usize, &'a Sentence)> + use<'a> {
        let article = self.article;
        let sentences: &'a [usize] = &self.passage.sentences;
        sentences.iter().map(move |&at| (at, &*article.text().sentences()[at].sentence))
    }

    /// The span of an article token.
    pub fn place(&self, sentence: usize, span: Span) -> Span {
        self.article.text().sentences()[sentence].place(span)
    }

    /// Whether the passage says much the same, so that a difference is a contradiction.
    pub fn same_statement(&self) -> bool {
        self.soft.window >= SAME_STATEMENT
    }

    /// Whether an article stem stands for a token of the clause.
    fn stands_for(&self, at: usize, stem: Stem) -> bool {
        let found = &self.matches.tokens[at - self.clause.tokens.start];
        found.stem == stem || found.content && found.stems.contains(&stem)
    }

    fn sentence_number(at: usize) -> usize {
        at + 1
    }
}

/// Whether one of two stems is listed as the opposite of the other.
fn opposite(a: Stem, b: Stem) -> bool {
    lexicon::antonyms(a).any(|half| half == lexicon::half(b))
}

/// A cue of one force within two tokens before, or that governs, the token.
fn governed(cues: &[Cue], at: usize, force: Force) -> Option<&Cue> {
    cues.iter().find(|c| c.force == force && (c.head == Some(at) || c.token == at))
}

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

/// "before" for "after", "above" for "below", "more" for "less": opposite function words before the same word.
pub fn order(held: &Held, out: &mut Vec<View>) {
    if !held.same_statement() {
        return;
    }
    for (at, token) in held.tokens().filter(|(_, t)| !t.is_content()) {
        let Some((next_at, next)) = held
            .tokens()
            .filter(|(i, t)| *i > at && *i <= at + 3 && t.is_content())
            .map(|(i, t)| (i, t.stem))
            .next()
        else {
            continue;
        };
        for (source, article) in held.sources() {
            let followed = |i: usize| {
                article.tokens[i + 1..]
                    .iter()
                    .take(3)
                    .any(|t| t.stem == next || held.stands_for(next_at, t.stem))
            };
            let mut found = None;
            let mut same = false;
            for (i, t) in article.tokens.iter().enumerate() {
                if t.stem == token.stem {
                    same |= followed(i);
                } else if opposite(token.stem, t.stem) && followed(i) {
                    found = Some(t);
                }
            }
            if let (Some(other), false) = (found, same) {
                out.push(View {
                    kind: ViewKind::Order,
                    limit: 0.12,
                    why: format!(
                        "\"{} {}\" here, \"{}\" in sentence {}",
                        held.word(at).to_lowercase(),
                        held.word(next_at),
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
}

/// Who did what to whom: the words on either side of a verb, the other way round in the passage.
pub fn roles(held: &Held, out: &mut Vec<View>) {
    let Some((source, article)) = held.sources().next() else { return };
    if held.soft.window < 0.7 || held.soft.lcs > 0.97 {
        return;
    }
    let content: Vec<(usize, &Token)> = held.tokens().filter(|(_, t)| t.is_content()).collect();
    let once = |stem: Stem| {
        let mut all = article.tokens.iter().enumerate().filter(|(_, t)| t.stem == stem).map(|(i, _)| i);
        all.next().filter(|_| all.next().is_none())
    };
    for (index, (v, verb)) in content.iter().enumerate() {
        let Some(av) = once(verb.stem) else { continue };
        let here_passive = is_passive(held.sentence, *v);
        let there_passive = is_passive(article, av);
        for x in content[..index].iter().rev().take(3) {
            let Some(ax) = once(x.1.stem) else { continue };
            for y in content[index + 1..].iter().take(3) {
                let Some(ay) = once(y.1.stem) else { continue };
                if x.1.stem == y.1.stem || !nameable(x.1) || !nameable(y.1) {
                    continue;
                }
                let straight = ax < av && av < ay;
                let turned = ay < av && av < ax && av - ay <= 8 && ax - av <= 8 && y.0 - x.0 <= 12;
                let swapped = if here_passive == there_passive {
                    turned
                } else {
                    straight && y.0 - x.0 <= 8 && ay - ax <= 8
                };
                if swapped && (is_verb(held.sentence, *v) || compares(held.sentence, *v)) {
                    out.push(View {
                        kind: ViewKind::Role,
                        limit: 0.15,
                        why: format!(
                            "roles swapped: \"{} ... {} ... {}\", the other way round in sentence {}",
                            held.word(x.0),
                            held.word(*v),
                            held.word(y.0),
                            Held::sentence_number(source)
                        ),
                        summary: vec![x.1.span, verb.span, y.1.span],
                        article: vec![
                            held.place(source, article.tokens[ay.min(ax)].span),
                            held.place(source, article.tokens[av].span),
                            held.place(source, article.tokens[ay.max(ax)].span),
                        ],
                    });
                    return;
                }
            }
        }
    }
}

/// Whether a word may be someone or something that acts: a name, or a noun of some weight.
fn nameable(token: &Token) -> bool {
    token.flags.capital || idf::idf(token.stem) > 1.5 && !token.flags.digit
}

/// Whether a token is surely a verb: by its form, or after "will" and the like.
fn is_verb(sentence: &Sentence, at: usize) -> bool {
    let after = at.checked_sub(1).map(|before| fold_token(sentence.word(&sentence.tokens[before])));
    is_verb_like(sentence.word(&sentence.tokens[at]))
        || after.is_some_and(|word| {
            matches!(&*word, "will" | "would" | "can" | "could" | "may" | "might" | "must" | "should" | "did")
        })
}

/// Whether a word has the form of a verb in the past or third person.
fn is_verb_like(word: &str) -> bool {
    let lower = word.to_lowercase();
    lower.len() > 3 && (lower.ends_with("ed") || lower.ends_with('s') && !lower.ends_with("ss"))
        || matches!(
            &*lower,
            "beat"
                | "hit"
                | "told"
                | "sold"
                | "bought"
                | "gave"
                | "paid"
                | "sent"
                | "won"
                | "met"
                | "shot"
                | "saw"
                | "struck"
                | "led"
                | "left"
                | "fought"
                | "taught"
                | "overtook"
                | "sued"
                | "bit"
                | "caught"
                | "found"
                | "drove"
                | "hurt"
                | "owed"
                | "lent"
                | "took"
                | "made"
                | "held"
        )
}

/// Whether a word compares what stands before it with what stands after it: "older than".
fn compares(sentence: &Sentence, at: usize) -> bool {
    sentence.tokens.get(at + 1).is_some_and(|t| t.word == hash64(b"than"))
}

fn is_passive(sentence: &Sentence, verb: usize) -> bool {
    sentence.tokens[verb + 1..].iter().take(2).any(|t| t.word == hash64(b"by"))
}

/// Said as a fact here and as a possibility there, or the other way round.
pub fn modality(held: &Held, out: &mut Vec<View>) {
    if held.soft.window < 0.6 {
        return;
    }
    let Some((source, article)) = held.sources().next() else { return };
    let own = cues(held.sentence);
    let own: Vec<Cue> = own.into_iter().filter(|c| held.clause.tokens.contains(&c.token)).collect();
    let theirs = cues(article);
    let open = |cues: &[Cue]| cues.iter().any(|c| c.force == Force::Possible);
    for (at, token) in held.tokens().filter(|(_, t)| t.is_content()) {
        let Some(i) = article.tokens.iter().position(|t| held.stands_for(at, t.stem)) else { continue };
        let there = governed(&theirs, i, Force::Possible).filter(|c| c.token != i && is_strong(article, c));
        let here =
            governed(&own, at, Force::Possible).filter(|c| c.token != at && is_strong(held.sentence, c));
        let (why, summary, evidence) = match (here, there) {
            (None, Some(cue)) if !open(&own) && held.soft.lcs >= 0.4 => (
                format!(
                    "\"{}\" is certain here, \"{}\" in sentence {}",
                    held.word(at),
                    article.word(&article.tokens[cue.token]).to_lowercase(),
                    Held::sentence_number(source)
                ),
                token.span,
                article.tokens[cue.token].span,
            ),
            (Some(cue), None) if !open(&theirs) => (
                format!(
                    "\"{}\" here, \"{}\" is certain in sentence {}",
                    held.word(cue.token).to_lowercase(),
                    held.word(at),
                    Held::sentence_number(source)
                ),
                held.sentence.tokens[cue.token].span,
                article.tokens[i].span,
            ),
            _ => continue,
        };
        out.push(View {
            kind: ViewKind::Modality,
            limit: 0.4,
            why,
            summary: vec![summary],
            article: vec![held.place(source, evidence)],
        });
        return;
    }
}

/// Whether a cue of possibility is more than a turn of phrase: "would" and "can" mark no doubt by themselves.
fn is_strong(sentence: &Sentence, cue: &Cue) -> bool {
    let word = sentence.word(&sentence.tokens[cue.token]).to_lowercase();
    !matches!(&*word, "would" | "can" | "if" | "should" | "expected" | "hoping" | "hopes")
}

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

/// Content words that the article has in no form.
pub fn novelty(held: &Held, out: &mut Vec<View>) {
    let content = held.matches.tokens.iter().filter(|t| t.content).count();
    let missing: Vec<usize> = held
        .tokens()
        .filter(|(at, t)| {
            let found = &held.matches.tokens[at - held.clause.tokens.start];
            t.is_content() && found.quality == 0.0 && !t.flags.digit
        })
        .map(|(at, _)| at)
        .collect();
    if missing.is_empty() || content == 0 {
        return;
    }
    let share = missing.len() as f64 / content as f64;
    let words: Vec<&str> = missing.iter().take(4).map(|&at| held.word(at)).collect();
    // Words of its own are to be expected in a paraphrase; among copied phrases each one stands out, and several in
    // a row are a statement of their own.
    const STATEMENT: usize = 3;
    let known = held.soft.known_support();
    let limit = if !held.soft.is_copied() {
        known
    } else if longest_missing(held) >= STATEMENT {
        0.25
    } else {
        (0.86 - share).clamp(0.4, 0.85).min(known)
    };
    // "Killed" or "terrorists" are no turn of phrase: grave words that the article lacks are news of their own.
    let limit = match missing.iter().filter(|&&at| is_grave(held.word(at))).count() {
        0 => limit,
        1 => limit.min(0.6),
        _ => limit.min(0.25),
    };
    out.push(View {
        kind: ViewKind::Novel,
        limit,
        why: format!("not in {}: {}", held.article.name, words.join(", ")),
        summary: missing.iter().map(|&at| held.sentence.tokens[at].span).collect(),
        article: Vec::new(),
    });
}

/// Whether a word, by its beginning, tells of violence, death, disaster or crime.
fn is_grave(word: &str) -> bool {
    const GRAVE: [&str; 31] = [
        "killed",
        "killing",
        "kills",
        "died",
        "deadly",
        "death",
        "murder",
        "manslaughter",
        "arrest",
        "raped",
        "terror",
        "explosi",
        "explod",
        "collapse",
        "bomb",
        "massacre",
        "crash",
        "convict",
        "guilty",
        "jailed",
        "imprison",
        "injur",
        "wounded",
        "kidnap",
        "hostage",
        "bankrupt",
        "fraud",
        "invade",
        "invasion",
        "suicide",
        "assault",
    ];
    let lower = fold_token(word);
    GRAVE.iter().any(|beginning| lower.starts_with(beginning))
}

/// The most content words in a row that the article has in no form.
fn longest_missing(held: &Held) -> usize {
    let (mut longest, mut here) = (0, 0);
    for token in held.matches.tokens.iter().filter(|t| t.content) {
        here = if token.quality == 0.0 { here + 1 } else { 0 };
        longest = longest.max(here);
    }
    longest
}
