//! What is being typed on a screen and is not finished: kept with the place of its annotator, so that neither a kill nor
//! a crash costs it.

use serde::{Deserialize, Serialize};

use crate::text::Span;

/// A text that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextDraft {
    /// What it will be.
    pub of: DraftKind,
    /// What was typed so far.
    pub text: String,
}

impl TextDraft {
    /// Whether it is a note on what annotators differ on.
    pub fn is_note(&self) -> bool {
        matches!(self.of, DraftKind::Note(..))
    }

    /// Whether there are words in it that nothing would bring back; a filter is typed again in a moment.
    pub fn has_words(&self) -> bool {
        match &self.of {
            DraftKind::Filter => false,
            DraftKind::Unit(unit) if unit.question.is_some() => true,
            _ => !self.text.trim().is_empty(),
        }
    }
}

/// What a draft will become when it is submitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftKind {
    Comment(String),
    Verdict(String),
    /// Why the summary of the first of these cases is the better one.
    #[serde(rename = "ranked")]
    Better(Vec<String>),
    /// Other words for a unit: its list and its place there.
    Wording(String, usize),
    /// Which cases the table shows.
    Filter,
    /// The question of a unit that is added, or its answer.
    Unit(Box<DraftUnit>),
    /// A note on what annotators differ on: the case, its list (none for a verdict) and the number of the unit there.
    Note(String, Option<String>, usize),
}

/// A unit that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftUnit {
    pub list: String,
    /// Its kind, where the list has kinds.
    pub kind: Option<String>,
    /// Its question, once that is typed: then the text is the answer.
    pub question: Option<String>,
    /// Its words in the article, as bytes.
    pub article: Vec<(usize, usize)>,
    /// Its words in the summary.
    pub summary: Vec<(usize, usize)>,
}

pub fn kept(spans: &[Span]) -> Vec<(usize, usize)> {
    spans.iter().map(|span| (span.start, span.end)).collect()
}

/// Kept spans in a text; `None` where it has no such words any more.
pub fn spans(kept: &[(usize, usize)], text: &str) -> Option<Vec<Span>> {
    kept.iter().map(|(start, end)| text.get(*start..*end).map(|_| Span::new(*start, *end))).collect()
}
