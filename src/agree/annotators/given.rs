//! The annotations that are compared, as read.

use std::collections::{BTreeMap, BTreeSet};

use crate::labels::{Label, LabelValue, List, Side};
use crate::report::Decision;
use crate::text::CharIndex;

/// The annotations of a set of cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// The annotators' names, sorted.
    pub annotators: Vec<String>,
    pub cases: Vec<AnnotatedCase>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnnotatedCase {
    pub id: String,
    /// Position in the order in which the cases were read.
    pub read: usize,
    /// Annotations by annotator; `None` for an annotator who gave none.
    pub by: Vec<Option<Annotation>>,
}

/// One annotator's annotation of one case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotation {
    /// The units of the lists that the annotator gave.
    pub lists: BTreeMap<List, Vec<LabelledUnit>>,
    /// The lists of findings that the annotator did not look for. In all other lists the findings given,
    /// possibly none, are complete.
    pub left: BTreeSet<List>,
    pub decision: Option<Decision>,
    /// The rubrics' results on this annotator's labels alone, by slug.
    pub scored: BTreeMap<&'static str, RubricScores>,
    /// Time of the annotator's last change, in microseconds since 1970, if known.
    pub at: Option<i64>,
}

/// A rubric's result on an annotator's labels.
#[derive(Clone, Debug, PartialEq)]
pub struct RubricScores {
    pub decision: Decision,
    /// Scores in the order of the metrics; metrics without a score are left out.
    pub metrics: Vec<(&'static str, f64)>,
    /// The caps, in order, each with whether it fires on some metric; `None` if it fires on none and an input
    /// is missing for one.
    pub caps: Vec<(&'static str, Option<bool>)>,
}

/// A unit with an annotator's label.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledUnit {
    /// The text of the claim or question, or else the words marked; may be empty.
    pub text: String,
    pub value: LabelValue,
    /// The marks in both texts.
    pub marks: Vec<TextMark>,
}

/// A range of a text, in Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextMark {
    pub side: Side,
    /// The first character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

impl TextMark {
    /// Returns the marks of a label, given the index of the article and that of the summary.
    pub fn of(label: &Label, [article, summary]: &[CharIndex; 2]) -> Vec<TextMark> {
        let sides = [(Side::Article, &label.article, article), (Side::Summary, &label.summary, summary)];
        let marks = sides.into_iter().flat_map(|(side, spans, index)| {
            spans.iter().map(move |span| {
                let (start, end) = index.chars(*span);
                TextMark { side, start, end }
            })
        });
        marks.collect()
    }
}

impl LabelledUnit {
    /// Returns the marks in one of the texts.
    pub fn on(&self, side: Side) -> Vec<TextMark> {
        self.marks.iter().copied().filter(|mark| mark.side == side).collect()
    }

    /// Returns the marks of a finding in the summary or, if it has none there, in the article.
    pub fn place(&self) -> Vec<TextMark> {
        let summary = self.on(Side::Summary);
        if summary.is_empty() { self.on(Side::Article) } else { summary }
    }
}

impl AnnotatedCase {
    /// Returns the number of annotators who annotated the case.
    pub fn annotators(&self) -> usize {
        self.by.iter().flatten().count()
    }
}
