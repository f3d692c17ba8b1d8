//! The source corpus: the texts that a summary may cite and rest on. These are the sources of the case, or
//! the paragraphs of its article if it has none.
//!
//! The corpus is built once per case. The source texts are divided twice. Sentences are compared by their
//! embeddings, since those of longer pieces all point to the subject of the text. Chunks of up to three
//! consecutive sentences are searched for words.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

use super::{AnalysisCache, Indexed, Pair};
use crate::case::Source;
use crate::embedding::{Vector, Vectors};
use crate::text::markdown::Layout;
use crate::text::{Span, Stem, fold_token, word_spans};

/// Largest number of sentences of a chunk.
const CHUNK_SENTENCES: usize = 3;
/// Largest number of source sentences whose embeddings are compared with that of a summary sentence.
const COMPARED: usize = 2_048;
/// Number of characters at the beginning of a text in which its author, year and address may be named.
const BYLINE: usize = 300;

/// A source: its name, and the data by which a citation can identify it.
#[derive(Debug)]
pub(super) struct SourceMeta {
    /// Its identifier, or its number among the sources.
    pub name: String,
    /// Its identifier as given.
    pub id: Option<String>,
    /// Words of its title.
    pub title: Vec<String>,
    /// Its address, normalized for comparison.
    pub url: Option<String>,
    /// Words of identifier, title, address and the beginning of the text.
    pub byline: Vec<String>,
}

/// A piece of a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// Index of the source.
    pub book: usize,
    /// Index of its first sentence in the text, and the index past its last.
    pub sentences: (usize, usize),
}

/// All texts that a summary may cite and rest on.
#[derive(Debug)]
pub(super) struct SourceCorpus {
    /// The sources, in order.
    pub books: Vec<SourceMeta>,
    /// Whether the sources are the paragraphs of the article.
    pub of_article: bool,
    /// The chunks of all sources, in order.
    pub chunks: Vec<Chunk>,
    /// The sentences of all sources, in order, with their embeddings.
    pub lines: Vec<(Chunk, Vector)>,
    /// Whether the chunks are from the article because no source has a text.
    pub chunks_of_article: bool,
}

impl SourceCorpus {
    /// Returns the corpus of a case, built on first use.
    pub fn of(pair: &Pair, cache: &mut AnalysisCache) -> Arc<SourceCorpus> {
        let AnalysisCache { corpus, vectors, .. } = cache;
        Arc::clone(corpus.get_or_insert_with(|| Arc::new(SourceCorpus::new(pair, vectors))))
    }

    /// Builds the corpus from the sources of a case.
    fn new(pair: &Pair, vectors: &mut Vectors) -> SourceCorpus {
        let sources = &pair.case.sources;
        let of_article = sources.is_empty();
        let paragraphs = || Layout::new(pair.article.text().raw()).paragraphs;
        let mut chunks = Vec::new();
        for (book, text) in pair.sources.iter().enumerate() {
            cut(book, 0..text.text.sentences().len(), &mut chunks);
        }
        let chunks_of_article = chunks.is_empty();
        let books = if of_article {
            let title = pair.case.title.as_deref();
            let text = pair.article.text();
            let paragraphs = paragraphs();
            let book = |(at, span): (usize, &Span)| article_book(at, title, text.slice(*span));
            paragraphs.iter().enumerate().map(book).collect()
        } else {
            sources.iter().enumerate().map(|(at, source)| book(at, source)).collect()
        };
        if chunks_of_article {
            let text = &pair.article.indexed;
            for (at, paragraph) in paragraphs().into_iter().enumerate() {
                let from = text.text.sentences().partition_point(|s| s.start < paragraph.start);
                let to = text.text.sentences().partition_point(|s| s.start < paragraph.end);
                cut(at, from..to, &mut chunks);
            }
        }
        let mut corpus = SourceCorpus { books, of_article, chunks, lines: Vec::new(), chunks_of_article };
        corpus.lines = corpus.sentences(pair, vectors);
        corpus
    }

    /// Returns the sentences of the chunks, each once.
    fn sentences(&self, pair: &Pair, vectors: &mut Vectors) -> Vec<(Chunk, Vector)> {
        let mut lines: Vec<(Chunk, Vector)> = Vec::new();
        let of_article =
            if self.chunks_of_article { pair.article.directions(vectors) } else { Cow::Borrowed(&[][..]) };
        for chunk in &self.chunks {
            let Some(text) = self.text(pair, chunk) else { continue };
            let known =
                lines.last().filter(|(last, _)| last.book == chunk.book).map(|(last, _)| last.sentences.1);
            for at in known.unwrap_or(chunk.sentences.0)..chunk.sentences.1 {
                let vector = match of_article.get(at) {
                    Some(known) => known.clone(),
                    None => vectors.of(&text.text.sentences()[at].sentence.text),
                };
                lines.push((Chunk { book: chunk.book, sentences: (at, at + 1) }, vector));
            }
        }
        lines
    }

    /// Returns the order key of a sentence of a chunk's text: the index of the text and its own. The keys
    /// ascend with the chunks.
    fn place(&self, chunk: &Chunk, sentence: usize) -> (usize, usize) {
        (if self.chunks_of_article { 0 } else { chunk.book }, sentence)
    }

    /// Returns the text that a chunk was cut from.
    pub fn text<'a>(&self, pair: &'a Pair, chunk: &Chunk) -> Option<&'a Indexed> {
        if self.chunks_of_article {
            Some(&pair.article.indexed)
        } else {
            pair.sources.get(chunk.book).map(|text| &**text)
        }
    }

    /// Returns the name of the source that a chunk belongs to.
    pub fn name(&self, chunk: &Chunk) -> String {
        match self.books.get(chunk.book).filter(|_| self.of_article == self.chunks_of_article) {
            Some(book) => book.name.clone(),
            None => paragraph_name(chunk.book),
        }
    }
}

fn paragraph_name(at: usize) -> String {
    format!("paragraph {}", at + 1)
}

/// Adds every run of up to three of the sentences.
fn cut(book: usize, sentences: std::ops::Range<usize>, chunks: &mut Vec<Chunk>) {
    let (from, last) = (sentences.start, sentences.end);
    for start in sentences {
        let end = last.min(start + CHUNK_SENTENCES);
        // A shorter run at the end is contained in the one before.
        if start > from && end - start < CHUNK_SENTENCES {
            break;
        }
        chunks.push(Chunk { book, sentences: (start, end) });
    }
}

fn book(at: usize, source: &Source) -> SourceMeta {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let head = head(&source.text);
    let (id, title, url) = (given(&source.id), given(&source.title), given(&source.url));
    let mut byline = folded(head);
    for text in [&id, &title, &url].into_iter().flatten() {
        byline.extend(folded(text));
    }
    // A bare text may begin with its address.
    let own =
        || head.split_whitespace().find(|word| word.starts_with("http://") || word.starts_with("https://"));
    let url = url.as_deref().or_else(own).map(address);
    let name = id.clone().unwrap_or_else(|| (at + 1).to_string());
    SourceMeta { name, id, title: title.as_deref().map(folded).unwrap_or_default(), url, byline }
}

fn article_book(at: usize, title: Option<&str>, text: &str) -> SourceMeta {
    SourceMeta {
        name: paragraph_name(at),
        id: None,
        title: title.map(folded).unwrap_or_default(),
        url: None,
        byline: folded(head(text)),
    }
}

fn head(text: &str) -> &str {
    text.char_indices().nth(BYLINE).map_or(text, |(end, _)| &text[..end])
}

/// Normalizes an address by removing what does not tell sources apart: scheme, `www.`, fragment, trailing
/// slashes, and upper case in the host.
pub(super) fn address(url: &str) -> String {
    let url = url.trim();
    let url = url.split('#').next().unwrap_or(url);
    let lower = url.to_ascii_lowercase();
    let cut = |text: &'static str| lower.starts_with(text).then_some(text.len());
    if let Some(at) = cut("doi:") {
        return format!("doi.org/{}", lower[at..].trim());
    }
    if let Some(at) = cut("arxiv:") {
        return format!("arxiv.org/abs/{}", lower[at..].trim());
    }
    let mut at = cut("https://").or(cut("http://")).or(cut("//")).unwrap_or(0);
    at += if lower[at..].starts_with("www.") { 4 } else { 0 };
    let (host, path) = url[at..].split_at(url[at..].find('/').unwrap_or(url.len() - at));
    let host = match &*host.to_ascii_lowercase() {
        "dx.doi.org" => Cow::Borrowed("doi.org"),
        other => Cow::Owned(other.to_owned()),
    };
    // DOIs are case-insensitive.
    let path = if host == "doi.org" { path.to_ascii_lowercase() } else { path.to_owned() };
    format!("{host}{}", path.trim_end_matches('/'))
}

/// Returns the words of a text, lower-cased.
pub(super) fn folded(text: &str) -> Vec<String> {
    word_spans(text).map(|span| fold_token(&text[span.range()]).into_owned()).collect()
}

/// Returns, for each sentence of a text with any of the stems, a bit mask of those stems, in text order. Of a
/// very common word only the first occurrences count.
pub(super) fn shared(text: &Indexed, stems: &[Stem]) -> Vec<(usize, u64)> {
    const MAX_OCCURRENCES: usize = 4_096;
    // One word of eight bytes per sentence is cheaper than a hash table with a lookup at each of thousands of
    // positions.
    let mut bits = vec![0_u64; text.text.sentences().len()];
    for (bit, stem) in stems.iter().enumerate().take(u64::BITS as usize) {
        let places = text.positions.get(stem).map(Vec::as_slice).unwrap_or_default();
        for &at in places.iter().take(MAX_OCCURRENCES) {
            bits[text.sentence_of[at as usize] as usize] |= 1 << bit;
        }
    }
    bits.into_iter().enumerate().filter(|(_, bits)| *bits != 0).collect()
}

/// The stems that the sentences of the corpus share with a summary sentence.
pub(super) struct Shared<'a> {
    corpus: &'a SourceCorpus,
    /// The sentences with any of the stems, in order, by text and index, and a bit mask of the stems that
    /// they have.
    rows: Vec<((usize, usize), u64)>,
}

impl<'a> Shared<'a> {
    /// Looks the stems up in all texts.
    pub fn new(pair: &Pair, corpus: &'a SourceCorpus, stems: &[Stem]) -> Shared<'a> {
        let texts: Vec<(usize, &Indexed)> = match corpus.chunks_of_article {
            true => vec![(0, &pair.article.indexed)],
            false => pair.sources.iter().map(|text| &**text).enumerate().collect(),
        };
        let rows = |(source, text): (usize, &Indexed)| {
            let rows = shared(text, stems).into_iter();
            rows.map(|(sentence, bits)| ((source, sentence), bits)).collect::<Vec<_>>()
        };
        // The result is in order, since the texts are and the sentences of each.
        Shared { corpus, rows: texts.into_iter().flat_map(rows).collect() }
    }

    /// Returns the chunk with the most stems, the first among equals, and a bit mask of those stems.
    pub fn most(&self) -> (Option<&'a Chunk>, u64) {
        let mut best = (None, 0_u64);
        let mut next = 0;
        for (place, _) in &self.rows {
            // Visit each chunk once, at its first sentence with any stem.
            let from = self
                .corpus
                .chunks
                .partition_point(|chunk| self.corpus.place(chunk, chunk.sentences.1) <= *place);
            for at in next.max(from)..self.corpus.chunks.len() {
                let chunk = &self.corpus.chunks[at];
                if self.corpus.place(chunk, chunk.sentences.0) > *place {
                    break;
                }
                next = at + 1;
                let bits = self.bits(chunk);
                if bits.count_ones() > best.1.count_ones() {
                    best = (Some(chunk), bits);
                }
            }
        }
        best
    }

    fn bits(&self, chunk: &Chunk) -> u64 {
        let [from, to] =
            [chunk.sentences.0, chunk.sentences.1].map(|sentence| self.corpus.place(chunk, sentence));
        let first = self.rows.partition_point(|(place, _)| *place < from);
        let inside = self.rows[first..].iter().take_while(|(place, _)| *place < to);
        inside.fold(0, |all, (_, bits)| all | bits)
    }

    /// Returns the indices of the corpus sentences whose embeddings are compared: all of them, or the ones
    /// that share most stems if there are too many.
    pub fn lines(&self) -> Vec<usize> {
        let first = || (0..self.corpus.lines.len().min(COMPARED)).collect();
        if self.corpus.lines.len() <= COMPARED {
            return first();
        }
        let mut rows: Vec<(Reverse<u32>, (usize, usize))> =
            self.rows.iter().map(|(place, bits)| (Reverse(bits.count_ones()), *place)).collect();
        rows.sort_unstable();
        let line = |place: &(usize, usize)| {
            let of = |(chunk, _): &(Chunk, Vector)| self.corpus.place(chunk, chunk.sentences.0).cmp(place);
            self.corpus.lines.binary_search_by(of).ok()
        };
        let mut lines: Vec<usize> = rows.iter().filter_map(|(_, place)| line(place)).take(COMPARED).collect();
        if lines.is_empty() {
            return first();
        }
        lines.sort_unstable();
        lines
    }
}
