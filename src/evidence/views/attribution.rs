//! Who said it.

use std::collections::BTreeMap;

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::{Sentence, among, fold_token};

/// Verbs that report what somebody said, thinks or asks for.
const REPORTS: &str = " said says say saying told tells stated states announced announces claimed claims argued argues \
    warned warns warn thinks think thought believes believe believed suggested suggests insisted insists denied denies \
    confirmed confirms promised promises vowed vows admitted admits complained complains explained explains wrote \
    writes described describes called calls blamed blames criticised criticized considered considers regards \
    predicted predicts pledged urged urges noted notes added adds reported reports accused accuses demanded demands \
    wants wanted replied replies answered answers asked asks recommended recommends concluded voted ";

/// Who may be meant by many names.
const GENERIC: &str = " company firm group team club study report authors author researchers officials official \
    spokesman spokeswoman spokesperson statement article paper source sources man woman people person ";

/// Share of what is reported that one sentence must hold to be the report.
const SAME_REPORT: f64 = 0.65;

/// Who reports in a sentence: the token of the verb, and that of who reports; `None` where a pronoun does.
struct Reporter {
    verb: usize,
    head: Option<usize>,
}

/// Said by another than the passage says.
pub fn attribution(held: &Held, out: &mut Vec<View>) {
    let own = reporters(held.sentence);
    let own = own.iter().filter(|r| held.clause.tokens.contains(&r.verb));
    let Some((own, head)) = own.filter_map(|r| Some((r, r.head?))).next() else { return };
    if among(GENERIC, &fold_token(held.word(head))) || !held.clause.tokens.contains(&head) {
        return;
    }
    // What is reported: everything but who reports it.
    let start = head.saturating_sub(3);
    let rest: Vec<usize> = held
        .tokens()
        .filter(|(at, t)| {
            t.is_content()
                && held.matches.tokens[*at - held.clause.tokens.start].content
                && *at != own.verb
                && !(start..=head).contains(at)
        })
        .map(|(at, _)| at)
        .collect();
    if rest.len() < 2 {
        return;
    }
    let Some(source) = best_sentence(held, &rest) else { return };
    let article = &held.article.text().sentences()[source].sentence;
    let has_head = |sentence: &Sentence| sentence.tokens.iter().any(|t| held.stands_for(head, t.stem));
    let speaker = speaker(held, source);
    if has_head(article)
        || speaker.is_some_and(|(at, _)| has_head(&held.article.text().sentences()[at].sentence))
    {
        return;
    }
    let theirs = reporters(article);
    // Who said it there must be named there, not be a pronoun for somebody before.
    let named = theirs.iter().filter_map(|r| r.head).next();
    // The label of a turn is nobody's report.
    let theirs_label = speaker.filter(|(at, _)| *at == source).map(|(_, token)| token);
    let named = named.filter(|at| theirs_label != Some(*at));
    if named.is_none() && (speaker.is_none() || !theirs.is_empty()) {
        return;
    }
    let (place, other) = match (named, speaker) {
        (Some(at), _) => (held.place(source, article.tokens[at].span), article.word(&article.tokens[at])),
        (None, Some((at, token))) => {
            let placed = &held.article.text().sentences()[at];
            let token = &placed.sentence.tokens[token];
            (placed.place(token.span), placed.sentence.word(token))
        }
        (None, None) => return,
    };
    let token = &held.sentence.tokens[head];
    out.push(View {
        kind: ViewKind::Attribution,
        limit: 0.2,
        why: format!(
            "said of {} here, of {other} in sentence {}",
            held.word(head),
            Held::sentence_number(source)
        ),
        summary: vec![token.span],
        article: vec![place],
    });
}

/// The sentence of the article that holds most of some words, where that is enough.
fn best_sentence(held: &Held, words: &[usize]) -> Option<usize> {
    let found = |at: usize| &held.matches.tokens[at - held.clause.tokens.start];
    let whole: f64 = words.iter().map(|at| found(*at).weight).sum();
    let mut held_by: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
    for at in words {
        let mut sentences: Vec<usize> = found(*at)
            .stems
            .iter()
            .filter_map(|stem| held.article.indexed.positions.get(stem))
            .flatten()
            .map(|p| held.article.indexed.sentence_of[*p as usize] as usize)
            .collect();
        sentences.sort_unstable();
        sentences.dedup();
        for sentence in sentences {
            let entry = held_by.entry(sentence).or_default();
            *entry = (entry.0 + found(*at).weight, entry.1 + 1);
        }
    }
    let (best, (weight, count)) = held_by.into_iter().rev().max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
    (weight >= SAME_REPORT * whole && count > 1).then_some(best)
}

/// The reporting verbs of a sentence and who stands before them, or after "according to".
fn reporters(sentence: &Sentence) -> Vec<Reporter> {
    const BACK: usize = 3;
    let lower = |at: usize| sentence.lower(at);
    let mut out = Vec::new();
    for at in 0..sentence.tokens.len() {
        if &*lower(at) == "according" && &*lower(at + 1) == "to" {
            let end = (at + 2..sentence.tokens.len())
                .take_while(|i| {
                    let gap = &sentence.text[sentence.tokens[i - 1].span.end..sentence.tokens[*i].span.start];
                    !gap.contains([',', ';'])
                })
                .filter(|i| sentence.tokens[*i].is_content())
                .last();
            out.push(Reporter { verb: at, head: end });
        } else if among(REPORTS, &lower(at)) {
            let before = (at.saturating_sub(BACK)..at).rev();
            let mut head = None;
            let mut pronoun = false;
            for i in before {
                if sentence.tokens[i].is_content() {
                    head = Some(i);
                    break;
                }
                if matches!(&*lower(i), "he" | "she" | "it" | "they" | "we" | "i" | "who" | "which" | "that")
                {
                    pronoun = true;
                    break;
                }
            }
            if head.is_some() || pronoun {
                out.push(Reporter { verb: at, head });
            }
        }
    }
    out
}

/// Whose turn of a transcript a sentence belongs to: the sentence with the label, and the label's last token.
fn speaker(held: &Held, source: usize) -> Option<(usize, usize)> {
    const LONGEST_TURN: usize = 8;
    const LABEL: usize = 3;
    let sentences = held.article.text().sentences();
    for at in (source.saturating_sub(LONGEST_TURN)..=source).rev() {
        let sentence = &sentences[at].sentence;
        for label in 0..LABEL.min(sentence.tokens.len().saturating_sub(1)) {
            let gap = &sentence.text[sentence.tokens[label].span.end..sentence.tokens[label + 1].span.start];
            if gap.starts_with(':') && sentence.tokens[..=label].iter().all(|t| t.flags.capital) {
                return Some((at, label));
            }
        }
        let from = sentences[at].start;
        let before = at.checked_sub(1).map(|b| sentences[b].start + sentences[b].sentence.text.len());
        if before.is_none_or(|end| end > from) {
            return None;
        }
    }
    None
}
