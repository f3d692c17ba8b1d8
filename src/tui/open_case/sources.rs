//! The sources of a case: which one is in the article's panel, and which of its sentences a label refers to.

use crate::labels::{Label, Side};
use crate::text::{Span, Stem};
use crate::tui::pane::Pane;

use super::OpenCase;

/// Most positions of a word that are looked at in a source; a word that occurs everywhere does not help to
/// tell sentences apart.
const PLACES: usize = 256;

impl OpenCase {
    /// Returns the pane in a text's panel; the article's panel may show a source.
    pub fn seen(&self, side: Side) -> &Pane {
        match side {
            Side::Article => self.source_pane().unwrap_or(&self.article),
            Side::Summary => &self.summary,
        }
    }

    /// Returns the pane in a text's panel, for scrolling and searching. A source must not be changed.
    pub fn seen_mut(&mut self, side: Side) -> &mut Pane {
        let source = self.source.and_then(|at| self.sources.get_mut(at)?.as_deref_mut());
        match (side, source) {
            (Side::Article, Some(pane)) => pane,
            (Side::Article, None) => &mut self.article,
            (Side::Summary, _) => &mut self.summary,
        }
    }

    fn source_pane(&self) -> Option<&Pane> {
        self.sources.get(self.source?)?.as_deref()
    }

    /// Shows a source, or the article, in the article's panel.
    pub fn show_source(&mut self, source: Option<usize>) {
        self.source = source.filter(|at| *at < self.sources.len());
        if let Some(at) = self.source
            && let (Some(slot), Some(source)) = (self.sources.get_mut(at), self.case.sources.get(at))
        {
            slot.get_or_insert_with(|| Box::new(Pane::new(&source.text)));
        }
    }

    /// Returns the source that a label refers to, by its index in the case.
    pub fn source_of(&self, label: &Label) -> Option<usize> {
        let named = label.source.as_deref()?;
        let is = |value: &Option<String>| value.as_deref() == Some(named);
        let sources = &self.case.sources;
        let known = sources.iter().position(|source| is(&source.id) || is(&source.url) || is(&source.title));
        // A source without a name is referred to by its number.
        known.or_else(|| named.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < sources.len()))
    }

    /// Returns the sentence of the label's source that contains most of the label's content words, if it
    /// contains at least two.
    pub fn span_in_source(&self, label: &Label) -> Option<Span> {
        let judged = self.judged()?;
        let source = judged.analysis.sources.get(self.source_of(label)?)?;
        let summary = &judged.analysis.summary;
        let mut stems: Vec<Stem> = Vec::new();
        for span in &label.summary {
            let from = summary.sentence_at(span.start)?;
            let sentences = summary.sentences()[from..].iter();
            for placed in sentences.take_while(|placed| placed.start < span.end) {
                let within = |at: Span| placed.place(at).overlaps(*span);
                let tokens = placed.sentence.tokens.iter();
                stems.extend(
                    tokens.filter(|token| token.is_content() && within(token.span)).map(|token| token.stem),
                );
            }
        }
        stems.sort_unstable();
        stems.dedup();
        let mut sentences: Vec<u32> = Vec::new();
        for stem in &stems {
            let places = source.positions.get(stem).map(Vec::as_slice).unwrap_or_default();
            let mut seen: Vec<u32> = places
                .iter()
                .take(PLACES)
                .filter_map(|at| source.sentence_of.get(*at as usize).copied())
                .collect();
            seen.dedup();
            sentences.extend(seen);
        }
        sentences.sort_unstable();
        // The first of the sentences with the most words.
        let (mut best, mut most) = (None, 1);
        for run in sentences.chunk_by(|a, b| a == b) {
            if run.len() > most {
                (best, most) = (run.first().copied(), run.len());
            }
        }
        let placed = source.text.sentences().get(best? as usize)?;
        Some(placed.span())
    }
}
