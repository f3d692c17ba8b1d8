//! How a text is made up of sections, and how these hang together.

use crate::num::Num;
use crate::text::Span;

/// A section; or a sentence, where the text has one section only.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Its bytes, without its heading.
    pub span: Span,
    /// Its heading, where it has one.
    pub heading: Option<Span>,
    pub words: usize,
    /// Pairs of neighbouring tokens in it.
    pub pairs: usize,
    /// How many of these pairs differ from every other in it.
    pub distinct: usize,
    /// Cosine with its heading; without one, with the title and the lead of the article.
    pub likeness: f64,
    /// Share of the content words of that heading that it has; without one, the share of its own that title and lead
    /// have.
    pub shared: Num,
}

/// The outline of a case and what the headings have of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Titles that were asked for.
    pub titles: usize,
    /// For each of them and each heading of the text, both in order: content words that they share, over all that
    /// either has.
    pub alike: Vec<Vec<Num>>,
}

/// What is measured of the sections of a summary.
#[derive(Clone, Debug, PartialEq)]
pub struct Sections {
    /// Whether headings make the sections; else paragraphs do.
    pub headed: bool,
    /// How many sections there are. Lists of references are none.
    pub count: usize,
    /// Sections past the number that is looked at.
    pub left_out: usize,
    /// The sections; if there is only one, its sentences.
    pub units: Vec<Unit>,
    /// Pairs of neighbouring words in all, and how many differ from every other.
    pub pairs: [usize; 2],
    /// Cosines of neighbouring units.
    pub neighbours: Vec<f64>,
    /// Where sentences stand for sections: of each but the first the largest share of content words, of all that the
    /// shorter one of two has, that an earlier one has too, 0 to 1. Empty otherwise.
    pub repeated: Vec<f64>,
    /// Cosines of every two sections with their indices, falling; of equals the first pair first. Their directions
    /// are taken without that of all sources together, which every section of a report shares.
    pub alike: Vec<(f64, usize, usize)>,
    /// Cosine of the first section with the last; of the first third of its sentences with the last third, where
    /// there is one section only. `None` where there is a single sentence.
    pub ends: Option<f64>,
    /// Where the article is what is summarised: from each sentence to the next, how many sentences of the article
    /// lie between the two that they are nearest to.
    pub jumps: Option<Vec<i64>>,
    /// The outline, where the case gives one.
    pub outline: Option<Outline>,
    /// Identifies the table of vectors that was used, where it is not the shipped one.
    pub table: Option<String>,
}
