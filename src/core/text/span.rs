//! Half-open byte ranges.

use std::ops::Range;

use crate::work::{Work, step};

/// A half-open range of bytes of one text, on character boundaries.
///
/// Files count Unicode scalar values instead; [`CharIndex`](super::CharIndex) converts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Creates the span `start..end`.
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end, "span {start}..{end} runs backwards");
        Span { start, end }
    }

    /// Converts to a range, for slicing.
    pub fn range(self) -> Range<usize> {
        step(Work::Span);
        self.start..self.end
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the spans share a byte. Adjacent spans do not overlap, and an empty span overlaps nothing.
    pub fn overlaps(self, other: Span) -> bool {
        step(Work::Span);
        self.start.max(other.start) < self.end.min(other.end)
    }

    /// Whether the other span is within this one.
    pub fn contains(self, other: Span) -> bool {
        step(Work::Span);
        self.start <= other.start && other.end <= self.end
    }

    /// The span moved right by `by` bytes.
    pub fn shifted(self, by: usize) -> Span {
        step(Work::Span);
        Span::new(self.start + by, self.end + by)
    }

    /// Returns the smallest span that contains both.
    pub fn join(self, other: Span) -> Span {
        step(Work::Span);
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}
