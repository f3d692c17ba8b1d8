//! Measures the sections of the summary: their length and variety, and their similarity to their titles and
//! to each other.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::corpus::shared;
use super::{AnalysisCache, Indexed, Pair, grounding};
use crate::embedding::{Vector, Vectors};
use crate::measures::{Measures, Outline, Sections, Unit};
use crate::num::Num;
use crate::text::markdown::{Layout, Section};
use crate::text::{Placed, Recent, Sentence, Span, Stem, Text, recent};

/// Largest number of sections that are measured. A text with more is not a report.
const MAX_SECTIONS: usize = 200;
/// Largest number of outline titles, and of headings, that are compared.
const MOST_TITLES: usize = 200;
/// Number of opening sentences of the article.
const LEAD: usize = 3;

/// The topic of a summary.
#[derive(Debug)]
pub(super) struct Topic {
    /// Embedding of the article's title and first sentences.
    vector: Vector,
    stems: Vec<Stem>,
    /// Embedding of all sources, or of the article. It is removed from the sections, which would otherwise be
    /// alike because of their common subject.
    subject: Vector,
}

impl Topic {
    fn new(pair: &Pair, vectors: &mut Vectors) -> Topic {
        let mut sentences: Vec<Arc<Sentence>> = Vec::new();
        sentences.extend(pair.case.title.as_deref().map(|title| Arc::new(Sentence::new(title))));
        let lead = pair.article.text().sentences().iter().take(LEAD);
        sentences.extend(lead.map(|placed| Arc::clone(&placed.sentence)));
        let vector = Vector::together(sentences.iter().map(|sentence| vectors.of(&sentence.text)));
        let stems = distinct(sentences.iter().flat_map(|sentence| content(sentence)));
        let mut sources = pair.sources.iter().flat_map(|source| source.text.sentences()).peekable();
        let subject = match sources.peek() {
            Some(_) => Vector::together(sources.map(|placed| vectors.of(&placed.sentence.text))),
            None => Vector::together(pair.article.directions(vectors).iter().cloned()),
        };
        Topic { vector, stems, subject }
    }
}

/// Number of summary sentences whose nearest article sentence is cached.
const CACHED_SENTENCES: usize = 2_048;

/// An LRU cache of the nearest article sentence of each summary sentence, by its text; `None` if they share
/// nothing.
#[derive(Debug)]
pub(super) struct SectionsCache {
    nearest: Recent<Arc<str>, Option<i64>>,
}

impl Default for SectionsCache {
    fn default() -> SectionsCache {
        SectionsCache { nearest: recent(CACHED_SENTENCES) }
    }
}

/// Measures the sections.
pub(super) fn run(pair: &Pair, cache: &mut AnalysisCache, measures: &mut Measures) {
    let AnalysisCache { topic, vectors, sections: kept, .. } = cache;
    let topic = topic.get_or_insert_with(|| Topic::new(pair, vectors));
    let text = &pair.summary.text;
    let layout = Layout::new(text.raw());
    let lists = grounding::apparatus(text.raw(), &layout);
    let mut sections = layout.sections();
    sections.retain(|section| !lists.contains(&section.body));
    let (count, left_out) = (sections.len(), sections.len().saturating_sub(MAX_SECTIONS));
    sections.truncate(MAX_SECTIONS);

    let mut vector_of =
        |part: &[Placed]| Vector::together(part.iter().map(|placed| vectors.of(&placed.sentence.text)));
    let parts: Vec<(Option<Span>, &[Placed])> = match sections.as_slice() {
        [only] => within(text, only)
            .iter()
            .take(MAX_SECTIONS)
            .map(|placed| (None, std::slice::from_ref(placed)))
            .collect(),
        many => {
            many.iter().map(|section| (section.heading.map(|h| h.title), within(text, section))).collect()
        }
    };
    let directions: Vec<Vector> = parts.iter().map(|(_, part)| vector_of(part)).collect();
    let ends = match (sections.as_slice(), parts.len()) {
        (_, 0 | 1) => None,
        ([only], _) => {
            let all = within(text, only);
            let third = (all.len() / 3).max(1);
            Some(vector_of(&all[..third]).cosine(&vector_of(&all[all.len() - third..])))
        }
        (_, last) => Some(directions[0].cosine(&directions[last - 1])),
    };
    let mut alike = Vec::new();
    if sections.len() > 1 {
        let own: Vec<Vector> = directions.iter().map(|direction| direction.beside(&topic.subject)).collect();
        for (a, first) in own.iter().enumerate() {
            alike.extend(own.iter().enumerate().skip(a + 1).map(|(b, second)| (first.cosine(second), a, b)));
        }
        alike.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)).then(x.2.cmp(&y.2)));
    }
    let units: Vec<Unit> = parts
        .iter()
        .zip(&directions)
        .map(|((heading, part), direction)| unit(text, *heading, part, direction, topic, vectors))
        .collect();
    let all: Vec<&[Placed]> = sections.iter().map(|section| within(text, section)).collect();
    let (pairs, distinct) =
        all.iter().map(|part| bigrams(part)).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    measures.sections = Some(Arc::new(Sections {
        headed: layout.is_headed(),
        count,
        left_out,
        units,
        pairs: [pairs, distinct],
        neighbours: directions.windows(2).map(|two| two[0].cosine(&two[1])).collect(),
        repeated: if count == 1 { repeated(&parts) } else { Vec::new() },
        alike,
        ends,
        jumps: pair.case.sources.is_empty().then(|| jumps(&pair.article.indexed, &all, kept)),
        outline: pair
            .case
            .outline
            .as_deref()
            .filter(|titles| !titles.is_empty())
            .map(|titles| outline(titles, text.raw(), &layout)),
        table: vectors.embedding().mark(),
    }));
}

/// Returns the sentences of a section.
fn within<'a>(text: &'a Text, section: &Section) -> &'a [Placed] {
    let sentences = text.sentences();
    let from = sentences.partition_point(|placed| placed.start < section.body.start);
    let to = sentences.partition_point(|placed| placed.start < section.body.end);
    &sentences[from..to.max(from)]
}

fn unit(
    text: &Text,
    heading: Option<Span>,
    part: &[Placed],
    direction: &Vector,
    topic: &Topic,
    vectors: &mut Vectors,
) -> Unit {
    let (pairs, distinct_pairs) = bigrams(part);
    let own = distinct(part.iter().flat_map(|placed| content(&placed.sentence)));
    let (likeness, shared) = match heading {
        Some(heading) => {
            let title = Sentence::new(text.slice(heading));
            let stems = distinct(content(&title));
            (direction.cosine(&vectors.of(&title.text)), share(&stems, &own))
        }
        None => (direction.cosine(&topic.vector), share(&own, &topic.stems)),
    };
    let span = part.iter().map(Placed::span).reduce(Span::join).unwrap_or(Span::new(0, 0));
    let words = part.iter().map(|placed| placed.sentence.tokens.len()).sum();
    Unit { span, heading, words, pairs, distinct: distinct_pairs, likeness, shared }
}

fn content(sentence: &Sentence) -> impl Iterator<Item = Stem> {
    sentence.tokens.iter().filter(|token| token.is_content()).map(|token| token.stem)
}

/// Returns the distinct stems in ascending order.
fn distinct(stems: impl Iterator<Item = Stem>) -> Vec<Stem> {
    let mut stems: Vec<Stem> = stems.collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

/// Returns the share of `some` stems that are among `others`.
fn share(some: &[Stem], others: &[Stem]) -> Num {
    let had = some.iter().filter(|stem| others.binary_search(stem).is_ok()).count();
    if some.is_empty() { Num::ZERO } else { Num::ratio(had, some.len()) }
}

/// Returns the number of pairs of neighbouring tokens within sentences, and the number of distinct pairs.
fn bigrams(part: &[Placed]) -> (usize, usize) {
    let mut seen: FxHashSet<(u64, u64)> = FxHashSet::default();
    let mut pairs = 0;
    for two in part.iter().flat_map(|placed| placed.sentence.tokens.windows(2)) {
        pairs += 1;
        seen.insert((two[0].word, two[1].word));
    }
    (pairs, seen.len())
}

/// Returns for each part but the first how much of it an earlier part has: the largest share of common
/// content words, relative to the shorter of the two.
fn repeated(parts: &[(Option<Span>, &[Placed])]) -> Vec<f64> {
    let stems: Vec<Vec<Stem>> = parts
        .iter()
        .map(|(_, part)| distinct(part.iter().flat_map(|placed| content(&placed.sentence))))
        .collect();
    let mut having: FxHashMap<Stem, Vec<usize>> = FxHashMap::default();
    let mut most = Vec::with_capacity(stems.len());
    for (at, own) in stems.iter().enumerate() {
        // Number of stems shared with each earlier part.
        let mut shared = vec![0; at];
        for stem in own {
            let earlier = having.entry(*stem).or_default();
            earlier.iter().for_each(|other| shared[*other] += 1);
            earlier.push(at);
        }
        let share = |(other, shared): (usize, usize)| match stems[other].len().min(own.len()) {
            0 => 0.0,
            shorter => Num::ratio(shared, shorter).to_f64(),
        };
        most.push(shared.into_iter().enumerate().map(share).fold(0.0, f64::max));
    }
    most.into_iter().skip(1).collect()
}

/// Returns the distances in the article between the sentences nearest to successive summary sentences. A
/// sentence that shares nothing with the article is skipped.
fn jumps(article: &Indexed, all: &[&[Placed]], kept: &mut SectionsCache) -> Vec<i64> {
    let mut nearest = |placed: &Placed| {
        let text = &placed.sentence.text;
        if let Some(known) = kept.nearest.get(text) {
            return *known;
        }
        let rows = shared(article, &distinct(content(&placed.sentence)));
        // The sentence with most of the words, the first among equals.
        let most = rows.into_iter().max_by_key(|(at, bits)| (bits.count_ones(), std::cmp::Reverse(*at)));
        let found = most.map(|(at, _)| at as i64);
        kept.nearest.put(Arc::clone(text), found);
        found
    };
    let places: Vec<i64> = all.iter().flat_map(|part| part.iter()).filter_map(&mut nearest).collect();
    places.windows(2).map(|two| two[1] - two[0]).collect()
}

fn outline(titles: &[String], raw: &str, layout: &Layout) -> Outline {
    let stems = |text: &str| distinct(content(&Sentence::new(text)));
    let headings: Vec<Vec<Stem>> =
        layout.headings.iter().take(MOST_TITLES).map(|heading| stems(&raw[heading.title.range()])).collect();
    let alike = |title: &String| {
        let wanted = stems(title);
        headings.iter().map(|heading| jaccard(&wanted, heading)).collect()
    };
    Outline { titles: titles.len(), alike: titles.iter().take(MOST_TITLES).map(alike).collect() }
}

fn jaccard(a: &[Stem], b: &[Stem]) -> Num {
    let both = a.iter().filter(|stem| b.binary_search(stem).is_ok()).count();
    let either = a.len() + b.len() - both;
    if either == 0 { Num::ZERO } else { Num::ratio(both, either) }
}

#[cfg(test)]
mod tests;
