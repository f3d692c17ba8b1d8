//! Unfinished text that is being typed on a screen. It is saved with the annotator's position, so that a kill
//! or a crash does not lose it.

use serde::{Deserialize, Serialize};

use crate::text::Span;

/// A text that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextDraft {
    /// What the text will become.
    pub of: DraftKind,
    /// The text typed so far.
    pub text: String,
}

impl TextDraft {
    /// Whether it is a note on a disagreement of annotators.
    pub fn is_note(&self) -> bool {
        matches!(self.of, DraftKind::Note(..))
    }

    /// Whether it contains words that could not be recovered. A filter does not count, because it is quickly
    /// typed again.
    pub fn has_words(&self) -> bool {
        match &self.of {
            DraftKind::Filter => false,
            DraftKind::Unit(unit) if unit.question.is_some() => true,
            _ => !self.text.trim().is_empty(),
        }
    }
}

/// What a draft becomes when it is submitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftKind {
    Comment(String),
    Verdict(String),
    /// The reason why the summary of the first of these cases is the best one.
    #[serde(rename = "ranked")]
    Better(Vec<String>),
    /// A new wording of a unit, given by its list and index.
    Wording(String, usize),
    /// A filter for the table of cases.
    Filter,
    /// The question of a new unit, or its answer.
    Unit(Box<DraftUnit>),
    /// A note on a disagreement of annotators: the case, the list (none for a verdict), and the number of the
    /// unit in it.
    Note(String, Option<String>, usize),
}

/// A new unit that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftUnit {
    pub list: String,
    /// Its kind, if the list has kinds.
    pub kind: Option<String>,
    /// Its question, once it is typed; the draft's text is then the answer.
    pub question: Option<String>,
    /// Its words in the article, as byte ranges.
    pub article: Vec<(usize, usize)>,
    /// Its words in the summary, as byte ranges.
    pub summary: Vec<(usize, usize)>,
}

pub fn kept(spans: &[Span]) -> Vec<(usize, usize)> {
    spans.iter().map(|span| (span.start, span.end)).collect()
}

/// Converts stored byte ranges to spans; `None` if the text no longer has such ranges.
pub fn spans(kept: &[(usize, usize)], text: &str) -> Option<Vec<Span>> {
    kept.iter().map(|(start, end)| text.get(*start..*end).map(|_| Span::new(*start, *end))).collect()
}
