//! The sections of a text, and how well they cohere.

use crate::num::Num;
use crate::text::Span;

/// A section, or a sentence if the text has only one section.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Its span, without the heading.
    pub span: Span,
    /// Its heading, if it has one.
    pub heading: Option<Span>,
    pub words: usize,
    /// Number of bigrams in it.
    pub pairs: usize,
    /// Number of distinct bigrams in it.
    pub distinct: usize,
    /// Cosine with its heading; without a heading, with the title and lead of the article.
    pub likeness: f64,
    /// Share of the heading's content words that the unit has; without a heading, the share of the unit's own
    /// content words that the title and lead have.
    pub shared: Num,
}

/// The outline of a case compared with the headings of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Number of titles in the outline.
    pub titles: usize,
    /// For each title and each heading of the text, both in order: Jaccard index of their content words.
    pub alike: Vec<Vec<Num>>,
}

/// Measures of the sections of a summary.
#[derive(Clone, Debug, PartialEq)]
pub struct Sections {
    /// Whether the sections are defined by headings rather than by paragraphs.
    pub headed: bool,
    /// Number of sections, not counting lists of references.
    pub count: usize,
    /// Number of sections beyond the maximum that is examined.
    pub left_out: usize,
    /// The sections; if there is only one, its sentences.
    pub units: Vec<Unit>,
    /// Number of bigrams, and of distinct bigrams, in the whole text.
    pub pairs: [usize; 2],
    /// Cosines of neighbouring units.
    pub neighbours: Vec<f64>,
    /// If sentences stand in for sections: for each sentence but the first, the largest overlap with an
    /// earlier sentence, as the share of the content words of the shorter of the two, 0 to 1. Empty
    /// otherwise.
    pub repeated: Vec<f64>,
    /// Cosines of every two sections with their indices, in descending order; pairs with equal cosines in
    /// text order. The common direction of all sources is removed first, since every section of a report
    /// shares it.
    pub alike: Vec<(f64, usize, usize)>,
    /// Cosine of the first section with the last. If there is only one section, cosine of the first third of
    /// its sentences with the last third. `None` if there is a single sentence.
    pub ends: Option<f64>,
    /// If the article is the text summarised: for each pair of consecutive sentences, the distance in
    /// sentences between the article sentences that are most similar to them.
    pub jumps: Option<Vec<i64>>,
    /// The outline, if the case has one.
    pub outline: Option<Outline>,
    /// Identifies the table of vectors that was used, if it is not the shipped one.
    pub table: Option<String>,
}
