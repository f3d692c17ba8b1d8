//! The citations of a report and the sources that they name.
//!
//! An address is valid if a source has it, and a link also if its words are a source's title. A number is
//! valid if there are that many sources, and an author with a year if a source names both. Whether a source
//! supports the text that cites it is the subject of grounding.

mod authors;
mod find;

use std::borrow::Cow;

use self::find::{Citation, Cited, find};
use super::corpus::{SourceCorpus, SourceMeta, address, folded};
use super::{AnalysisCache, Pair};
use crate::labels::{Entry, Label, LabelValue, Labels, List, ThresholdMeasure};
use crate::num::pluralize;
use crate::text::markdown::Layout;
use crate::text::{Span, squeezed};

/// Proposes the list of citations.
pub(super) fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let raw = pair.summary.text.raw();
    let corpus = SourceCorpus::of(pair, cache);
    let found = find(raw, &Layout::new(raw));
    let labelled = found.iter().filter_map(|citation| label(&corpus, raw, citation)).collect();
    labels.set(List::Citations, Entry::Given(labelled));
}

/// Returns the spans of all citations except bare names in brackets, which may be anything.
pub(super) fn places(raw: &str, layout: &Layout) -> Vec<Span> {
    find(raw, layout).into_iter().filter(is_certain).map(|citation| citation.span).collect()
}

/// Whether the text is a citation regardless of the sources.
fn is_certain(citation: &Citation) -> bool {
    match &citation.cited {
        Cited::Name(_) => false,
        Cited::Author(author) => author.plain,
        Cited::Url(_) | Cited::Link(..) | Cited::Numbers(..) => true,
    }
}

/// A citation with the sources that it names, for analyses of their content.
pub(super) struct Reference {
    /// Span in the summary.
    pub span: Span,
    /// The citation as written, on one line.
    pub text: String,
    /// Indices of the sources; empty if it names none.
    pub sources: std::ops::Range<usize>,
}

/// Returns all citations of the summary, in order, resolved against the case's own sources.
pub(super) fn references(pair: &Pair, cache: &mut AnalysisCache) -> Vec<Reference> {
    let raw = pair.summary.text.raw();
    let corpus = SourceCorpus::of(pair, cache);
    let reference = |citation: &Citation| {
        let book = resolve(&corpus, raw, citation)?.book;
        let sources = match (&citation.cited, book) {
            (_, None) => 0..0,
            (Cited::Numbers(first, _), Some(last)) => {
                usize::try_from(first.saturating_sub(1)).map_or(last, |first| first.min(last))..last + 1
            }
            (_, Some(at)) => at..at + 1,
        };
        Some(Reference { span: citation.span, text: shown(raw, citation), sources })
    };
    find(raw, &Layout::new(raw)).iter().filter_map(reference).collect()
}

/// Returns a sentence without its citations. Only the words of links stay.
pub(super) fn bare(text: &str) -> Cow<'_, str> {
    let cited = find(text, &Layout::default());
    if !cited.iter().any(is_certain) {
        return Cow::Borrowed(text);
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for Citation { span, cited } in cited.iter().filter(|citation| is_certain(citation)) {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        if let Cited::Link(words, _) = cited {
            out.push_str(words);
        }
        at = at.max(span.end);
    }
    out.push_str(&text[at..]);
    Cow::Owned(out)
}

/// The result of resolving a citation.
struct CitationMatch {
    /// Index of the source that it names.
    book: Option<usize>,
    why: String,
    measure: Option<ThresholdMeasure>,
}

impl CitationMatch {
    fn valid(book: usize, why: String) -> CitationMatch {
        CitationMatch { book: Some(book), why, measure: None }
    }

    fn none(why: String) -> CitationMatch {
        CitationMatch { book: None, why, measure: None }
    }
}

/// Returns a citation as people write it.
fn shown(raw: &str, citation: &Citation) -> String {
    match citation.cited {
        // A number too large to represent, as it is written.
        Cited::Numbers(_, u64::MAX) => format!("[{}]", &raw[citation.span.range()]),
        Cited::Numbers(first, last) if first == last => format!("[{first}]"),
        Cited::Numbers(first, last) => format!("[{first}-{last}]"),
        _ => squeezed(&raw[citation.span.range()]),
    }
}

/// Resolves a citation; `None` if it is not one after all.
fn resolve(corpus: &SourceCorpus, raw: &str, citation: &Citation) -> Option<CitationMatch> {
    Some(match &citation.cited {
        Cited::Url(url) => by_url(corpus, url),
        Cited::Link(words, url) => by_link(corpus, words, url),
        Cited::Numbers(first, last) => by_number(corpus, *first, *last, &raw[citation.span.range()]),
        Cited::Name(name) => by_name(corpus, name)?,
        Cited::Author(author) => {
            Some(by_author(corpus, author)).filter(|found| author.plain || found.book.is_some())?
        }
    })
}

fn label(corpus: &SourceCorpus, raw: &str, citation: &Citation) -> Option<Label> {
    let found = resolve(corpus, raw, citation)?;
    Some(Label {
        text: shown(raw, citation),
        word: Some(if found.book.is_some() { LabelValue::Yes } else { LabelValue::No }),
        measure: found.measure,
        summary: vec![citation.span],
        why: vec![found.why],
        source: found.book.map(|book| corpus.books[book].name.clone()),
        ..Label::default()
    })
}

fn by_url(corpus: &SourceCorpus, url: &str) -> CitationMatch {
    let wanted = address(url);
    match corpus.books.iter().position(|book| book.url.as_ref() == Some(&wanted)) {
        Some(book) => {
            CitationMatch::valid(book, format!("the address of source {}", corpus.books[book].name))
        }
        None => CitationMatch::none(format!("no source has the address {wanted}")),
    }
}

fn by_link(corpus: &SourceCorpus, words: &str, url: &str) -> CitationMatch {
    let found = by_url(corpus, url);
    if found.book.is_some() {
        return found;
    }
    let title = folded(words);
    match corpus
        .books
        .iter()
        .position(|book| is_title(&book.title, &title) || is_id(book, words) || is_id(book, url))
    {
        Some(book) => {
            CitationMatch::valid(book, format!("its words name source {}", corpus.books[book].name))
        }
        None => CitationMatch::none(format!("{}, and none has its words as a title", found.why)),
    }
}

fn by_number(corpus: &SourceCorpus, first: u64, last: u64, written: &str) -> CitationMatch {
    let count = corpus.books.len();
    let book = usize::try_from(last).ok().filter(|last| (1..=count).contains(last) && first >= 1);
    let numbered = match first == last {
        _ if last == u64::MAX => format!("number {written}"),
        true => format!("number {last}"),
        false => format!("numbers {first} to {last}"),
    };
    let why = match book {
        Some(at) => format!("source {at} of {count} is {}", corpus.books[at - 1].name),
        None => format!("there {} {}, and none of {numbered}", are(count), pluralize(count, "source")),
    };
    let measure = Some(ThresholdMeasure::Number { in_range: book.is_some(), any: count > 0 });
    CitationMatch { book: book.map(|at| at - 1), why, measure }
}

/// Resolves a name in brackets. It is a citation only if a source has the name, or one that differs only in
/// its number.
fn by_name(corpus: &SourceCorpus, name: &str) -> Option<CitationMatch> {
    if let Some(book) = corpus.books.iter().position(|book| is_id(book, name)) {
        return Some(CitationMatch::valid(book, format!("the name of source {}", corpus.books[book].name)));
    }
    let stem = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase();
    let numbered = |text: &str| text.ends_with(|c: char| c.is_ascii_digit()) && !stem(text).is_empty();
    let like = corpus
        .books
        .iter()
        .filter_map(|book| book.id.as_deref())
        .find(|id| numbered(id) && stem(id) == stem(name));
    like.filter(|_| numbered(name)).map(|_| CitationMatch::none(format!("no source is called {name}")))
}

fn is_id(book: &SourceMeta, name: &str) -> bool {
    book.id.as_deref().is_some_and(|id| id.trim().to_lowercase() == name.trim().to_lowercase())
}

fn by_author(corpus: &SourceCorpus, author: &authors::Author) -> CitationMatch {
    let name = author.names.join(" ");
    let wanted: Vec<String> = author
        .names
        .iter()
        .filter(|name| name.starts_with(char::is_uppercase))
        .flat_map(|name| folded(name))
        .collect();
    // Identifiers such as "smith2020" or "smith_2020" name their author too.
    let says = |book: &SourceMeta, word: &str| {
        book.byline
            .iter()
            .any(|known| known.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphabetic)))
    };
    let mut other_year = None;
    for (at, book) in corpus.books.iter().enumerate() {
        if wanted.is_empty() || !wanted.iter().all(|word| says(book, word)) {
            continue;
        }
        let years: Vec<u16> = book.byline.iter().flat_map(|word| years(word)).collect();
        if years.is_empty() && author.plain || years.contains(&author.year) {
            return CitationMatch::valid(at, format!("{name} is named by source {}", book.name));
        }
        other_year = other_year.or(years.first().map(|year| (at, *year)));
    }
    CitationMatch::none(match other_year {
        Some((at, year)) => {
            format!("source {} names {name}, but the year {year}, not {}", corpus.books[at].name, author.year)
        }
        None => format!("no source names {name}"),
    })
}

/// Returns the years in a word: runs of four digits.
fn years(word: &str) -> impl Iterator<Item = u16> {
    let runs = word.split(|c: char| !c.is_ascii_digit()).filter(|run| run.len() == 4);
    runs.filter_map(|run| run.parse().ok()).filter(|year| (1500..=2100).contains(year))
}

/// Whether words are a title: both are equal, or the shorter has at least three words and is a run of the
/// other.
fn is_title(title: &[String], words: &[String]) -> bool {
    const RUN: usize = 3;
    let (short, long) = if title.len() < words.len() { (title, words) } else { (words, title) };
    !short.is_empty() && short == long
        || short.len() >= RUN && long.windows(short.len()).any(|run| run == short)
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

#[cfg(test)]
mod tests;
