//! How far the summary covers each key point of the article.
//!
//! The measure is the share of the point's content, by weight, that the summary says in its best sentence, and in
//! a second one where that adds a good part of the point. A number or a name that the summary gives otherwise
//! counts against the point, not just as missing.

use super::gist::Gist;
use super::key_points::KeyPoint;
use super::{Indexed, Memo, Pair};
use crate::labels::{Entry, Label, Labels, List, Measure, Word};
use crate::num::Num;
use crate::text::{Span, Stem};

/// Matched words of the summary shown at most; a point has seldom more.
const MATCHES_SHOWN: usize = 24;
/// Missing words named in a reason.
const MISSING_NAMED: usize = 4;

/// Proposes the list of key points.
pub(super) fn run(pair: &Pair, _memo: &mut Memo, labels: &mut Labels) {
    let gist: &Gist = &pair.article.gist;
    let points = gist.points.iter().map(|point| label(&pair.article.indexed, pair.summary, point)).collect();
    labels.set(List::KeyPoints, Entry::Given(points));
}

/// The word of a share under the printed bounds; the rubric grades again with its own.
pub(super) fn graded(share: Num) -> Word {
    if share > Num::ratio(3, 4) {
        Word::Fully
    } else if share >= Num::ratio(1, 4) {
        Word::Partial
    } else {
        Word::Not
    }
}

fn label(article: &Indexed, summary: &Indexed, point: &KeyPoint) -> Label {
    let found = Found::new(article, summary, point);
    let share = Num::ratio(found.covered as usize, point.weight().max(1) as usize);
    Label {
        text: squeezed(article.text.slice(point.span)),
        word: Some(graded(share)),
        measure: Some(Measure::Share(share)),
        article: vec![point.span],
        summary: found.spans(summary),
        why: found.reasons(article, point),
        ..Label::default()
    }
}

/// A text on one line.
pub(super) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the summary has of a point.
struct Found {
    /// Weight of the content found, less what contradicts it.
    covered: u32,
    /// Content stems found.
    stems: Vec<Stem>,
    /// Tokens of the summary that match, ascending.
    tokens: Vec<usize>,
    /// What the summary says in place of a number or a name of the point.
    otherwise: Vec<String>,
}

impl Found {
    fn new(article: &Indexed, summary: &Indexed, point: &KeyPoint) -> Found {
        let mut by_sentence: Vec<(u32, u32, Vec<Stem>, Vec<usize>)> = Vec::new();
        for &(stem, weight) in &point.content {
            let mut last = u32::MAX;
            for &at in summary.positions.get(&stem).map(Vec::as_slice).unwrap_or_default() {
                let sentence = summary.sentence_of[at as usize];
                let row = match by_sentence.iter().position(|row| row.0 == sentence) {
                    Some(row) => row,
                    None => {
                        by_sentence.push((sentence, 0, Vec::new(), Vec::new()));
                        by_sentence.len() - 1
                    }
                };
                let row = &mut by_sentence[row];
                if sentence != last {
                    row.1 += weight;
                    row.2.push(stem);
                    last = sentence;
                }
                row.3.push(at as usize);
            }
        }
        // The best sentence first; of equals the earlier.
        by_sentence.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut rows = by_sentence.into_iter();
        let Some((_, weight, stems, tokens)) = rows.next() else {
            return Found { covered: 0, stems: Vec::new(), tokens: Vec::new(), otherwise: Vec::new() };
        };
        let mut found = Found { covered: weight, stems, tokens, otherwise: Vec::new() };
        let added = |row: &(u32, u32, Vec<Stem>, Vec<usize>), found: &Found| -> u32 {
            point
                .content
                .iter()
                .filter(|(stem, _)| row.2.contains(stem) && !found.stems.contains(stem))
                .map(|(_, weight)| weight)
                .sum()
        };
        let second =
            rows.map(|row| (added(&row, &found), row)).fold(None, |best: Option<(u32, _)>, one| match best {
                Some(best) if best.0 >= one.0 => Some(best),
                _ => Some(one),
            });
        if let Some((gain, row)) = second
            && gain * 4 >= point.weight()
        {
            found.covered += gain;
            found.stems.extend(row.2);
            found.tokens.extend(row.3);
        }
        found.tokens.sort_unstable();
        found.tokens.dedup();
        found.contradict(article, summary, point);
        found
    }

    /// Takes off for a number that stands where the point has another.
    fn contradict(&mut self, article: &Indexed, summary: &Indexed, point: &KeyPoint) {
        let missing: Vec<u32> = (point.first..point.last)
            .filter_map(|at| {
                let (_, token) = article.token(at);
                (token.flags.digit && !self.stems.contains(&token.stem))
                    .then(|| {
                        point.content.iter().find(|(stem, _)| *stem == token.stem).map(|(_, weight)| *weight)
                    })
                    .flatten()
            })
            .collect();
        let Some(&weight) = missing.first() else { return };
        // Next to matched wording and nowhere in the article: not another number that the article gives too.
        for &at in &self.tokens {
            for near in at.saturating_sub(2)..=(at + 2).min(summary.stems.len().saturating_sub(1)) {
                let (span, token) = summary.token(near);
                let other = token.flags.digit
                    && summary.sentence_of[near] == summary.sentence_of[at]
                    && !article.has(token.stem);
                if other {
                    self.otherwise.push(summary.text.slice(span).to_owned());
                }
            }
        }
        self.otherwise.dedup();
        if !self.otherwise.is_empty() {
            self.covered = self.covered.saturating_sub(weight);
        }
    }

    /// Runs of matched words as spans; words side by side, or with only function words between, are one.
    fn spans(&self, summary: &Indexed) -> Vec<Span> {
        runs(summary, &self.tokens).into_iter().take(MATCHES_SHOWN).collect()
    }

    fn reasons(&self, article: &Indexed, point: &KeyPoint) -> Vec<String> {
        let mut why = Vec::new();
        let mut missing: Vec<&str> = Vec::new();
        let mut seen: Vec<Stem> = Vec::new();
        for at in point.first..point.last {
            let (span, token) = article.token(at);
            if token.is_content() && !self.stems.contains(&token.stem) && !seen.contains(&token.stem) {
                seen.push(token.stem);
                missing.push(article.text.slice(span));
            }
        }
        let (had, of) = (self.stems.len(), point.content.len());
        if had == 0 {
            why.push("none of its content words are in the summary".to_owned());
        } else if missing.is_empty() {
            why.push(format!("all {of} content words"));
        } else {
            let more = missing.len().saturating_sub(MISSING_NAMED);
            let named = missing[..missing.len().min(MISSING_NAMED)].join(", ");
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            why.push(format!("{had} of {of} content words; missing: {named}{more}"));
        }
        if !self.otherwise.is_empty() {
            let said = self.otherwise.join(", ");
            why.insert(0, format!("the summary has {said} where the article has another number"));
        }
        why
    }
}

/// Ascending tokens as spans, with those joined that have only function words between them.
pub(super) fn runs(text: &Indexed, tokens: &[usize]) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    let mut before: Option<usize> = None;
    for &at in tokens {
        let (span, _) = text.token(at);
        let joins = before.is_some_and(|b| {
            at <= b + 3
                && text.sentence_of[at] == text.sentence_of[b]
                && (b + 1..at).all(|between| !text.token(between).1.is_content())
        });
        match out.last_mut() {
            Some(last) if joins => *last = last.join(span),
            _ => out.push(span),
        }
        before = Some(at);
    }
    out
}
