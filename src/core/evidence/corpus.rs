//! The source corpus: what a summary may cite and rest on. The sources of the case, else the paragraphs of its article.
//!
//! Found once a case. The texts of the sources are cut twice: into sentences, whose directions are compared, since
//! longer pieces all point where their subject does; and into chunks of up to three successive sentences, in which
//! words are looked for.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

use super::{AnalysisCache, Indexed, Pair};
use crate::case::Source;
use crate::embedding::{Vector, Vectors};
use crate::text::markdown::Layout;
use crate::text::{Span, Stem, fold_token, word_spans};

/// Sentences of a chunk at most.
const CHUNK: usize = 3;
/// Sentences of sources whose directions a sentence of a summary is compared with at most.
const COMPARED: usize = 2_048;
/// Characters at the beginning of a text in which its author, its year and its address may be named.
const BYLINE: usize = 300;

/// A source: what it is called, and by what it can be recognised in a citation.
#[derive(Debug)]
pub(super) struct SourceMeta {
    /// Its id; without one, its place among the sources.
    pub name: String,
    /// Its id as given.
    pub id: Option<String>,
    /// Its title, as words.
    pub title: Vec<String>,
    /// Its address, in the form in which addresses are compared.
    pub url: Option<String>,
    /// The words of id, title, address and the first lines.
    pub byline: Vec<String>,
}

/// A piece of a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// The source that it is from, by its place among all.
    pub book: usize,
    /// Its first sentence in its text, and one past its last.
    pub sentences: (usize, usize),
}

/// Everything that a summary may cite and rest on.
#[derive(Debug)]
pub(super) struct SourceCorpus {
    /// The sources in order.
    pub books: Vec<SourceMeta>,
    /// Whether the sources are the paragraphs of the article.
    pub of_article: bool,
    /// The chunks of all sources, in order.
    pub chunks: Vec<Chunk>,
    /// The sentences of all sources, in order, with their directions.
    pub lines: Vec<(Chunk, Vector)>,
    /// Whether the chunks are the article's, for want of sources with a text.
    pub chunks_of_article: bool,
}

impl SourceCorpus {
    /// That of a case, found once.
    pub fn of(pair: &Pair, cache: &mut AnalysisCache) -> Arc<SourceCorpus> {
        let AnalysisCache { corpus, vectors, .. } = cache;
        Arc::clone(corpus.get_or_insert_with(|| Arc::new(SourceCorpus::new(pair, vectors))))
    }

    /// Looks through the sources of a case.
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

    /// The sentences of the chunks, each once.
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

    /// A sentence of the text of a chunk, by the source of the text and its index there: they ascend with the chunks.
    fn place(&self, chunk: &Chunk, sentence: usize) -> (usize, usize) {
        (if self.chunks_of_article { 0 } else { chunk.book }, sentence)
    }

    /// The text that a chunk was cut from.
    pub fn text<'a>(&self, pair: &'a Pair, chunk: &Chunk) -> Option<&'a Indexed> {
        if self.chunks_of_article {
            Some(&pair.article.indexed)
        } else {
            pair.sources.get(chunk.book).map(|text| &**text)
        }
    }

    /// The name of the source that a chunk is of.
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

/// Every run of up to three of some sentences.
fn cut(book: usize, sentences: std::ops::Range<usize>, chunks: &mut Vec<Chunk>) {
    let (from, last) = (sentences.start, sentences.end);
    for start in sentences {
        let end = last.min(start + CHUNK);
        // A shorter run at the end is a part of the one before.
        if start > from && end - start < CHUNK {
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

/// An address without what does not tell sources apart: scheme, `www.`, fragment, closing slashes, case of the host.
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
    // Identifiers of that kind know no case.
    let path = if host == "doi.org" { path.to_ascii_lowercase() } else { path.to_owned() };
    format!("{host}{}", path.trim_end_matches('/'))
}

/// The words of a text, in lower case.
pub(super) fn folded(text: &str) -> Vec<String> {
    word_spans(text).map(|span| fold_token(&text[span.range()]).into_owned()).collect()
}

/// Which of some stems each sentence of a text has, as bits, in the order of the text; sentences with none are left out.
/// Of a word that is everywhere the first places are taken.
pub(super) fn shared(text: &Indexed, stems: &[Stem]) -> Vec<(usize, u64)> {
    const LOOKED_AT: usize = 4_096;
    // A word of eight bytes a sentence, since a table of hashes would cost more at each of thousands of places.
    let mut bits = vec![0_u64; text.text.sentences().len()];
    for (bit, stem) in stems.iter().enumerate().take(u64::BITS as usize) {
        let places = text.positions.get(stem).map(Vec::as_slice).unwrap_or_default();
        for &at in places.iter().take(LOOKED_AT) {
            bits[text.sentence_of[at as usize] as usize] |= 1 << bit;
        }
    }
    bits.into_iter().enumerate().filter(|(_, bits)| *bits != 0).collect()
}

/// What the sentences of the corpus share with a sentence of a summary.
pub(super) struct Shared<'a> {
    corpus: &'a SourceCorpus,
    /// The sentences that have any of the stems, in order, by source and by their index in its text; and which they have,
    /// as bits.
    rows: Vec<((usize, usize), u64)>,
}

impl<'a> Shared<'a> {
    /// Looks some stems up in every text.
    pub fn new(pair: &Pair, corpus: &'a SourceCorpus, stems: &[Stem]) -> Shared<'a> {
        let texts: Vec<(usize, &Indexed)> = match corpus.chunks_of_article {
            true => vec![(0, &pair.article.indexed)],
            false => pair.sources.iter().map(|text| &**text).enumerate().collect(),
        };
        let rows = |(source, text): (usize, &Indexed)| {
            let rows = shared(text, stems).into_iter();
            rows.map(|(sentence, bits)| ((source, sentence), bits)).collect::<Vec<_>>()
        };
        // In order: the texts are, and the sentences of each.
        Shared { corpus, rows: texts.into_iter().flat_map(rows).collect() }
    }

    /// The chunk that has most of the stems, the earliest of equals, and which of them, as bits.
    pub fn most(&self) -> (Option<&'a Chunk>, u64) {
        let mut best = (None, 0_u64);
        let mut next = 0;
        for (place, _) in &self.rows {
            // Each chunk once, where the first of its sentences has anything.
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

    /// The sentences of the corpus whose directions are compared, in order: all of them, or of very many those that
    /// share most of the stems.
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
