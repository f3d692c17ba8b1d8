//! Divides the summary into segments and measures how much of each is in the article (Relevance in both
//! locks).

use std::collections::hash_map::Entry as Slot;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::matching::Matches;
use super::{AnalysisCache, Article, Indexed, Pair};
use crate::labels::{Entry, Label, LabelValue, Labels, List, ThresholdMeasure};
use crate::num::Num;
use crate::text::{BlockKind, Sentence, Span, Stem, Text, Token, in_word_list, squeezed, word_spans};

/// Number of tokens below which a segment is ignored (both locks).
const MIN_TOKENS: usize = 6;

/// Cached results for segments with one article. Each depends only on the text of the segment.
#[derive(Debug, Default)]
pub struct SegmentCache {
    known: FxHashMap<Arc<str>, SegmentLabel>,
}

/// Number of segments that the cache holds before it is cleared.
const CACHED_SEGMENTS: usize = 4096;

#[derive(Clone, Debug)]
struct SegmentLabel {
    measure: ThresholdMeasure,
    word: LabelValue,
    /// The part of the article that shares most with the segment.
    article: Option<Span>,
    why: String,
}

/// Proposes the segments of both ways to divide the summary.
pub(super) fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let text = &pair.summary.text;
    let raw = text.raw();
    let (kept, short) = kept(raw, stated(text, split_sentences(text)));
    let (kept_raw, short_raw) = self::kept(raw, split_raw(raw));
    let mut make = |spans: &[Span]| -> Vec<Label> {
        spans.iter().map(|&span| label(pair.article, cache, raw, span)).collect()
    };
    let segments = make(&kept);
    let raw_segments = if kept_raw == kept { segments.clone() } else { make(&kept_raw) };
    labels.set(List::Segments, Entry::Given(segments));
    labels.raw_segments = Some(raw_segments);
    labels.all_short = [short, short_raw];
}

/// Returns the pieces that are long enough, or the whole summary and `true` if none is.
fn kept(raw: &str, pieces: Vec<Span>) -> (Vec<Span>, bool) {
    let long: Vec<Span> = pieces
        .into_iter()
        .filter(|p| word_spans(&raw[p.range()]).take(MIN_TOKENS).count() == MIN_TOKENS)
        .collect();
    if !long.is_empty() {
        return (long, false);
    }
    match trimmed(raw, Span::new(0, raw.len())) {
        Some(whole) => (vec![whole], true),
        None => (Vec::new(), true),
    }
}

/// Removes pieces that state nothing about the article, such as "Here is a summary:" and "Click here for
/// more", unless none would be left.
fn stated(text: &Text, pieces: Vec<Span>) -> Vec<Span> {
    let states = |piece: &&Span| {
        let block = text.block_at(piece.start).filter(|block| piece.end <= block.span.end);
        !matches!(block.map(|block| block.kind), Some(BlockKind::Boilerplate | BlockKind::Meta))
    };
    let stated: Vec<Span> = pieces.iter().filter(states).copied().collect();
    if stated.is_empty() { pieces } else { stated }
}

/// Divides at every `.`, `;` and line break, as the rubric prints it.
fn split_raw(raw: &str) -> Vec<Span> {
    pieces(raw, |_, c| matches!(c, '.' | ';') || is_line_break(c))
}

/// Divides as printed, but not at a dot within a number or an abbreviation, and also at `!` and `?`.
fn split_sentences(text: &Text) -> Vec<Span> {
    let raw = text.raw();
    pieces(raw, |at, c| match c {
        ';' | '!' | '?' | '；' | '！' | '？' | '。' => true,
        '.' => dot_splits(text, at),
        _ => is_line_break(c),
    })
}

fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn dot_splits(text: &Text, at: usize) -> bool {
    let raw = text.raw();
    let rest = &raw[at + 1..];
    let next = rest.chars().next();
    // "..." ends at its last dot.
    if next == Some('.') {
        return false;
    }
    let ends_sentence = text.sentence_at(at).is_some_and(|i| {
        let placed = &text.sentences()[i];
        placed.sentence.tokens.last().is_none_or(|last| placed.place(last.span).end <= at)
    });
    // Within a number, a domain name, or an abbreviation with dots.
    let is_inside = next.is_some_and(|c| c.is_alphanumeric());
    ends_sentence || !is_inside && !abbreviated(&raw[..at])
}

/// Whether the text before a dot ends in an abbreviation.
fn abbreviated(before: &str) -> bool {
    const COMMON: &str = " dr mr mrs ms prof st jr sr gen rep reps sen sens gov lt col sgt capt hon rev no nos vs etc \
        eg ie inc ltd co corp bros fig figs al approx dept est ave blvd rd mt ft vol pp ed eds cf jan feb mar apr jun \
        jul aug sep sept oct nov dec mon tue wed thu fri sat sun ";
    let word_start = before
        .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '“' | '\''))
        .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
    let word = &before[word_start..];
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (None, _) => false,
        // An initial: "J. Smith".
        (Some(only), None) => only.is_uppercase(),
        _ if word.contains('.') => word.split('.').all(|part| part.chars().count() <= 2),
        _ => in_word_list(COMMON, &word.to_lowercase()),
    }
}

/// Returns the trimmed, non-empty pieces between cutting characters. Each piece includes the character that
/// ends it.
fn pieces(raw: &str, mut cuts: impl FnMut(usize, char) -> bool) -> Vec<Span> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, c) in raw.char_indices() {
        if cuts(at, c) {
            let end = at + c.len_utf8();
            out.extend(trimmed(raw, Span::new(from, end)));
            from = end;
        }
    }
    out.extend(trimmed(raw, Span::new(from, raw.len())));
    out
}

fn trimmed(raw: &str, span: Span) -> Option<Span> {
    let piece = &raw[span.range()];
    let body = piece.trim();
    let start = span.start + (piece.len() - piece.trim_start().len());
    (!body.is_empty()).then(|| Span::new(start, start + body.len()))
}

fn label(article: &Article, cache: &mut AnalysisCache, raw: &str, span: Span) -> Label {
    let text = &raw[span.range()];
    let known = match cache.segments.known.get(text) {
        Some(known) => known.clone(),
        None => {
            let known = measure(article, text);
            if cache.segments.known.len() >= CACHED_SEGMENTS {
                cache.segments.known.clear();
            }
            cache.segments.known.insert(Arc::from(text), known.clone());
            known
        }
    };
    Label {
        text: squeezed(text),
        word: Some(known.word),
        measure: Some(known.measure),
        article: known.article.into_iter().collect(),
        summary: vec![span],
        why: vec![known.why],
        ..Label::default()
    }
}

/// Returns the word for an overlap under the default thresholds; the rubric applies its own again.
fn graded(overlap: Num) -> LabelValue {
    if overlap >= Num::ratio(4, 5) {
        LabelValue::High
    } else if overlap >= Num::ratio(3, 10) {
        LabelValue::Some
    } else {
        LabelValue::None
    }
}

fn measure(article: &Article, text: &str) -> SegmentLabel {
    // Parsed separately, since the printed division may cut a word of the summary in two.
    let read = Sentence::new(text);
    let mut words = distinct(&read, Token::is_content);
    if words.is_empty() {
        words = distinct(&read, |_| true);
    }
    let has = |stem: Stem| article.indexed.has(stem);
    // Synonyms count as found here; the printed similarity compares words only.
    let matches = Matches::new(article.premise(), &read, read.whole());
    let found: FxHashMap<Stem, f64> =
        matches.tokens.iter().map(|found| (found.stem, found.quality)).collect();
    let is_found = |stem: Stem| found.get(&stem).is_some_and(|quality| *quality > 0.0);
    let missing: Vec<&str> =
        words.iter().filter(|(stem, _)| !is_found(*stem)).map(|(_, word)| *word).collect();
    let had = words.len() - missing.len();
    let same = words.iter().filter(|(stem, _)| has(*stem)).count();
    let stems: Vec<Stem> = words.iter().map(|(stem, _)| *stem).collect();
    let (best_window, window) = best_window(&article.indexed, &stems, read.tokens.len());
    let containment = share(had, words.len());
    let why = if missing.is_empty() {
        format!("all {} content words are in the article", words.len())
    } else {
        const NAMED: usize = 4;
        let named = missing.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
        let more = if missing.len() > NAMED {
            format!(" and {} more", missing.len() - NAMED)
        } else {
            String::new()
        };
        format!("{had} of {} content words are in the article; not there: {named}{more}", words.len())
    };
    SegmentLabel {
        measure: ThresholdMeasure::Overlaps {
            containment,
            best_window,
            jaccard_article: share(same, article.profile.vocabulary + words.len() - same),
        },
        word: graded(containment),
        article: window,
        why,
    }
}

fn share(over: usize, under: usize) -> Num {
    if under == 0 { Num::ZERO } else { Num::ratio(over, under) }
}

fn distinct(read: &Sentence, keep: impl Fn(&Token) -> bool) -> Vec<(Stem, &str)> {
    let mut seen = FxHashSet::default();
    let tokens = read.tokens.iter().filter(|token| keep(token) && seen.insert(token.stem));
    tokens.map(|token| (token.stem, read.word(token))).collect()
}

/// Most occurrences considered per article, which bounds the work on words that a very long article repeats.
const MAX_HITS: usize = 4096;

/// Returns the largest Jaccard similarity of the stems with the content of `length` consecutive article
/// tokens, and the span from the first to the last shared token of that window.
fn best_window(article: &Indexed, stems: &[Stem], length: usize) -> (Num, Option<Span>) {
    let mut hits: Vec<(u32, usize)> = Vec::new();
    for (which, stem) in stems.iter().enumerate() {
        let at = article.positions.get(stem).map(Vec::as_slice).unwrap_or_default();
        hits.extend(at.iter().take(MAX_HITS).map(|&at| (at, which)));
    }
    hits.sort_unstable();
    hits.truncate(MAX_HITS);
    let mut others = Others::new(article, stems);
    let mut best = (0, 1);
    let mut place = None;
    let mut counts = vec![0_u32; stems.len()];
    let (mut shared, mut right) = (0, 0);
    for left in 0..hits.len() {
        let end = hits[left].0 as usize + length;
        while right < hits.len() && (hits[right].0 as usize) < end {
            let count = &mut counts[hits[right].1];
            shared += usize::from(*count == 0);
            *count += 1;
            right += 1;
        }
        // An upper bound: the similarity if the window had no other content.
        if shared * best.1 > best.0 * stems.len() {
            let union = stems.len() + others.count(hits[left].0 as usize, end);
            if shared * best.1 > best.0 * union {
                best = (shared, union);
                let (from, _) = article.token(hits[left].0 as usize);
                let (to, _) = article.token(hits[right - 1].0 as usize);
                place = Some(from.join(to));
            }
        }
        let count = &mut counts[hits[left].1];
        *count -= 1;
        shared -= usize::from(*count == 0);
    }
    (share(best.0, best.1), place)
}

/// Counts the content stems of a window that are not among the given ones. The window only moves forward, so
/// each token of the article is added and removed once.
struct Others<'a> {
    article: &'a Indexed,
    given: FxHashSet<Stem>,
    window: Range<usize>,
    counts: FxHashMap<Stem, u32>,
}

impl<'a> Others<'a> {
    fn new(article: &'a Indexed, given: &[Stem]) -> Others<'a> {
        Others { article, given: given.iter().copied().collect(), window: 0..0, counts: FxHashMap::default() }
    }

    /// Returns the number of distinct other stems in a window, which must not begin before the previous one.
    fn count(&mut self, from: usize, to: usize) -> usize {
        let to = to.min(self.article.stems.len());
        if self.window.end <= from {
            self.window = from..from;
            self.counts.clear();
        }
        for at in self.window.start..from {
            let stem = self.article.stems[at];
            if self.is_other(at, stem)
                && let Slot::Occupied(mut count) = self.counts.entry(stem)
            {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
        for at in self.window.end..to {
            let stem = self.article.stems[at];
            if self.is_other(at, stem) {
                *self.counts.entry(stem).or_default() += 1;
            }
        }
        self.window = from..to;
        self.counts.len()
    }

    fn is_other(&self, at: usize, stem: Stem) -> bool {
        !self.given.contains(&stem) && self.article.token(at).1.is_content()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_means_the_same_is_found_and_the_printed_similarity_counts_words_alone() {
        let article = Article::new(Text::new("The coach of Rovers stepped down on Monday."));
        let label = measure(&article, "Rovers boss resigned, Monday's fans wept.");
        let Some(ThresholdMeasure::Overlaps { containment, jaccard_article, .. }) = Some(label.measure)
        else {
            panic!("overlaps")
        };
        assert_eq!((containment, jaccard_article), (Num::ratio(4, 6), Num::ratio(2, 8)), "{}", label.why);
    }
}
