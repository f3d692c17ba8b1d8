//! What annotators gave, read and ready to be compared.

use std::collections::{BTreeMap, BTreeSet};

use crate::labels::{LabelValue, List, Side};
use crate::report::Decision;

/// What annotators gave for a set of cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// Their names, in order.
    pub annotators: Vec<String>,
    pub cases: Vec<AnnotatedCase>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnnotatedCase {
    pub id: String,
    /// Its place in the order in which the cases were read.
    pub read: usize,
    /// By annotator; `None` where one gave nothing.
    pub by: Vec<Option<Annotation>>,
}

/// What one annotator gave for one case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotation {
    /// The units of the lists that they gave.
    pub lists: BTreeMap<List, Vec<LabelledUnit>>,
    /// The lists of findings that they did not look at. Of any other they found what they list, perhaps nothing.
    pub left: BTreeSet<List>,
    pub decision: Option<Decision>,
    /// What rubrics make of their labels alone, by slug.
    pub scored: BTreeMap<&'static str, RubricScores>,
    /// When they last worked on it, in microseconds since 1970, where that is known.
    pub at: Option<i64>,
}

/// A rubric's result on an annotator's labels.
#[derive(Clone, Debug, PartialEq)]
pub struct RubricScores {
    pub decision: Decision,
    /// Scores of the metrics, in their order; those without one are left out.
    pub metrics: Vec<(&'static str, f64)>,
    /// The caps, in their order, each with whether it fires on some metric.
    pub caps: Vec<(&'static str, bool)>,
}

/// A unit with an annotator's label.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledUnit {
    /// Its words: the claim or the question, else the words that it marks. May be empty.
    pub text: String,
    pub value: LabelValue,
    /// What it marks, in both texts.
    pub marks: Vec<TextMark>,
}

/// A range of a text, in Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextMark {
    pub side: Side,
    /// The first character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

impl LabelledUnit {
    /// What it marks in one of the texts.
    pub fn on(&self, side: Side) -> Vec<TextMark> {
        self.marks.iter().copied().filter(|mark| mark.side == side).collect()
    }

    /// Where a finding is: in the summary, else in the article.
    pub fn place(&self) -> Vec<TextMark> {
        let summary = self.on(Side::Summary);
        if summary.is_empty() { self.on(Side::Article) } else { summary }
    }
}

impl AnnotatedCase {
    /// How many annotators gave something.
    pub fn annotators(&self) -> usize {
        self.by.iter().flatten().count()
    }
}
