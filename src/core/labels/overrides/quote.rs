//! Locates places in a text that is edited: by quote and context, and by the unchanged ends of the text.

use std::sync::Arc;

use serde_json::Value;

use crate::labels::Labels;
use crate::text::Span;

use crate::case::Texts;

/// Number of bytes of context kept on each side of a quote, enough to tell two equal sentences apart.
const CONTEXT: usize = 32;

/// Largest number of equal places that are compared; a one-letter quote in a large text has many.
const CANDIDATES: usize = 256;

/// A few words of a text, with their context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    pub text: String,
    before: String,
    after: String,
    /// Offset of the first byte when the quote was made; decides between places that are otherwise equal.
    at: usize,
}

impl Quote {
    /// Quotes a span; `None` if it is empty or not within this text.
    pub fn of(text: &str, span: Span) -> Option<Quote> {
        let words = text.get(span.range()).filter(|words| !words.is_empty())?;
        let from = text.floor_char_boundary(span.start.saturating_sub(CONTEXT));
        let to = text.ceil_char_boundary((span.end + CONTEXT).min(text.len()));
        Some(Quote {
            text: words.to_owned(),
            before: text[from..span.start].to_owned(),
            after: text[span.end..to].to_owned(),
            at: span.start,
        })
    }

    /// Whether two quotes of the same text, made at the same time, overlap.
    pub(super) fn overlaps(&self, other: &Quote) -> bool {
        self.at < other.at + other.text.len() && other.at < self.at + self.text.len()
    }

    /// Whether two quotes are of the same words, although the text around them may have been edited on one side.
    pub(super) fn is_of_same_words(&self, other: &Quote) -> bool {
        self.text == other.text && (self.before == other.before || self.after == other.after)
    }

    /// Reads a quote; `None` if it is malformed.
    pub(super) fn from_value(value: &Value) -> Option<Quote> {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let at = value.get("byte").and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok());
        Some(Quote {
            text: text("text").filter(|text| !text.is_empty())?,
            before: text("before").unwrap_or_default(),
            after: text("after").unwrap_or_default(),
            at: at.unwrap_or_default(),
        })
    }

    /// Returns where the words are now. Of several places it takes the one that shares the most context, and
    /// of these the nearest.
    pub fn find(&self, text: &str) -> Option<Span> {
        let span = |start: usize| Span::new(start, start + self.text.len());
        let context = |start: usize| {
            let before = common_end(&text.as_bytes()[..start], self.before.as_bytes());
            before + common_start(&text.as_bytes()[start + self.text.len()..], self.after.as_bytes())
        };
        if text.get(self.at..).is_some_and(|rest| rest.starts_with(&self.text))
            && context(self.at) == self.before.len() + self.after.len()
        {
            return Some(span(self.at));
        }
        memchr::memmem::find_iter(text.as_bytes(), &self.text)
            .take(CANDIDATES)
            .max_by_key(|&start| (context(start), std::cmp::Reverse(start.abs_diff(self.at))))
            .map(span)
    }
}

/// Number of bytes that two texts have in common at their start.
fn common_start(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Number of bytes that two texts have in common at their end.
fn common_end(a: &[u8], b: &[u8]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Returns the number of bytes that `new` shares with `old`, of which it is an edit: at the start, and then
/// at the end of the rest.
pub fn kept_ends(old: &str, new: &str) -> (usize, usize) {
    let start = common_start(old.as_bytes(), new.as_bytes());
    (start, common_end(&old.as_bytes()[start..], &new.as_bytes()[start..]))
}

/// Moves a span of `old` to the same words in `new`, which is an edit of it; `None` if they changed.
pub fn moved(span: Span, old: &str, new: &str) -> Option<Span> {
    let (old_bytes, new_bytes) = (old.as_bytes(), new.as_bytes());
    let start = common_start(old_bytes, new_bytes);
    if span.end <= start {
        return Some(span);
    }
    let end = common_end(&old_bytes[start..], &new_bytes[start..]);
    if span.start >= old.len() - end {
        let shifted = |at: usize| at + new.len() - old.len();
        return Some(Span::new(shifted(span.start), shifted(span.end)));
    }
    Quote::of(old, span)?.find(new)
}

/// Labels that came with a case, and the texts to which they refer.
#[derive(Clone, Debug)]
pub struct SuppliedLabels {
    pub labels: Labels,
    /// The article to which their offsets refer.
    pub article: Arc<str>,
    /// The summary to which their offsets refer.
    pub summary: Arc<str>,
}

impl SuppliedLabels {
    /// Returns the labels for edited texts. Spans move along; a label whose words changed keeps its value
    /// without these spans, with a remark.
    pub fn over(&self, texts: Texts) -> Labels {
        let mut labels = self.labels.clone();
        if *self.article == *texts.article && *self.summary == *texts.summary {
            return labels;
        }
        for spec in &crate::labels::LISTS {
            for label in labels.get_mut(spec.list).into_iter().flatten() {
                let before = label.article.len() + label.summary.len();
                let article = |&span: &Span| moved(span, &self.article, texts.article);
                label.article = label.article.iter().filter_map(article).collect();
                let summary = |&span: &Span| moved(span, &self.summary, texts.summary);
                label.summary = label.summary.iter().filter_map(summary).collect();
                if label.article.len() + label.summary.len() < before {
                    label.why.push("its words were edited after it was labelled".to_owned());
                }
            }
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spans_move_with_what_stands_before_them() {
        let (old, new) = ("one two three", "one and two three");
        assert_eq!(moved(Span::new(0, 3), old, new), Some(Span::new(0, 3)));
        assert_eq!(moved(Span::new(8, 13), old, new), Some(Span::new(12, 17)));
        assert_eq!(moved(Span::new(4, 7), old, "one 2 three"), None);
    }

    #[test]
    fn an_empty_span_has_no_quote() {
        assert_eq!(Quote::of("abc", Span::new(1, 1)), None);
        assert_eq!(Quote::of("é", Span::new(0, 1)), None);
    }

    proptest! {
        #[test]
        fn a_moved_span_holds_the_same_words(old in "[a-céè ]{0,20}", new in "[a-céè ]{0,20}", a in 0usize..20, b in 0usize..20) {
            let (a, b) = (old.floor_char_boundary(a.min(b)), old.floor_char_boundary(a.max(b)));
            if let Some(span) = moved(Span::new(a, b), &old, &new) {
                prop_assert_eq!(new.get(span.range()), old.get(a..b));
            }
        }
    }
}
