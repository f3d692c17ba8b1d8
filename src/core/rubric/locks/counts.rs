//! Counts for the locks: the words of labels under the readings, and the tokens and spans that they mark.

use crate::labels::{Entry, Label, LabelId, LabelValue, Labels, List, Provenance, ThresholdMeasure};
use crate::num::{MAX_COUNT, Num};
use crate::rubric::Input;
use crate::rubric::draft::{Computed, MetricError};
use crate::rubric::locks::LockOptions;
use crate::rubric::locks::rules::{KeyPoints, Segments};
use crate::text::Span;

/// Number of labels of a list with each of its words, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WordTally([usize; 6]);

impl WordTally {
    /// Number of labels with the list's word of this index.
    pub fn at(&self, index: usize) -> usize {
        self.0[index]
    }

    /// Number of all labels.
    pub fn all(&self) -> usize {
        self.0.iter().sum()
    }

    /// The given number of labels for each word, by index.
    pub fn of(counts: [usize; 6]) -> WordTally {
        WordTally(counts)
    }

    /// Number of extraneous tokens of a summary, and of its other tokens.
    pub fn tokens(extraneous: usize, of: usize) -> WordTally {
        WordTally([extraneous, of.saturating_sub(extraneous), 0, 0, 0, 0])
    }
}

/// Thresholds that turn a measure into a word.
#[derive(Clone, Copy, Debug)]
pub struct Bands<'a> {
    pub points: &'a KeyPoints,
    pub segments: &'a Segments,
    /// The readings.
    pub on: LockOptions,
}

/// A measure that is not within 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is outside 0 to 1")]
pub struct NoShare(Num);

impl Bands<'_> {
    /// The word of a label: as a person set it, else by thresholds if it was measured, else as given.
    pub fn word(&self, label: &Label) -> Result<Option<LabelValue>, NoShare> {
        if matches!(label.by, Provenance::Person(_)) && label.word.is_some() {
            return Ok(label.word);
        }
        let from = |value: Num, bound: Num| if self.on.edge_lower { value > bound } else { value >= bound };
        let value = match label.measure {
            Some(ThresholdMeasure::Share(value) | ThresholdMeasure::Overlap(value)) => value,
            Some(ThresholdMeasure::Overlaps { containment, best_window, jaccard_article }) => {
                [containment, best_window, jaccard_article][self.on.overlap]
            }
            _ => return Ok(label.word),
        };
        if !(value >= Num::ZERO && value <= Num::ONE) {
            return Err(NoShare(value));
        }
        Ok(Some(if matches!(label.measure, Some(ThresholdMeasure::Share(_))) {
            if value > self.points.fully_above {
                LabelValue::Fully
            } else if from(value, self.points.partial_from) {
                LabelValue::Partial
            } else {
                LabelValue::Not
            }
        } else if from(value, self.segments.high_from) {
            LabelValue::High
        } else if from(value, self.segments.some_from) {
            LabelValue::Some
        } else {
            LabelValue::None
        }))
    }
}

/// Returns the labels of a list that enter the arithmetic; for segments this depends on the reading `split`.
pub fn listed(labels: &Labels, list: List, on: LockOptions) -> Computed<&[Label]> {
    if list == List::Segments
        && on.split_raw
        && let (Entry::Given(_), Some(raw)) = (labels.entry(list), &labels.raw_segments)
    {
        return Ok(raw);
    }
    match labels.entry(list) {
        Entry::Absent => Err(MetricError::Missing(list)),
        Entry::Malformed(reason) => Err(MetricError::Malformed(reason.to_string())),
        Entry::Given(labels) => Ok(labels),
    }
}

/// Whether a person rejected a finding: it is shown but does not count.
pub fn struck_out(label: &Label) -> bool {
    label.word == Some(LabelValue::No)
}

/// Counts the words of a list; for extraneous wording, the tokens that are marked and those that are not.
pub fn tally(input: &Input, list: List, bands: &Bands) -> Computed<WordTally> {
    if list == List::Extraneous {
        return extraneous(input);
    }
    let mut tally = WordTally::default();
    let words = list.spec().words;
    for (index, label) in listed(input.labels, list, bands.on)?.iter().enumerate() {
        if list.is_finding() && struck_out(label) {
            continue;
        }
        let malformed = |what: &str| MetricError::Malformed(format!("{}: {what}", LabelId { list, index }));
        let word = bands.word(label).map_err(|no_share| malformed(&no_share.to_string()))?;
        let place = word.and_then(|word| words.iter().position(|known| *known == word));
        match place {
            Some(place) => tally.0[place] += 1,
            None => return Err(malformed(&format!("it has no {}", list.spec().field))),
        }
    }
    Ok(tally)
}

/// Counts extraneous tokens, each once, if any marked span overlaps it.
pub fn extraneous(input: &Input) -> Computed<WordTally> {
    let entry = input.labels.entry(List::Extraneous);
    if let Entry::Malformed(reason) = entry {
        return Err(MetricError::Malformed(reason.to_string()));
    }
    if let Some(known) = input.labels.extraneous_counts {
        if known.tokens > MAX_COUNT || known.of > MAX_COUNT {
            return Err(MetricError::Malformed(format!("extraneous: a count is above {MAX_COUNT}")));
        }
        if known.tokens > known.of {
            return Err(MetricError::Malformed(format!(
                "extraneous: {} tokens of only {}",
                known.tokens, known.of
            )));
        }
        return Ok(WordTally::tokens(known.tokens as usize, known.of as usize));
    }
    let Entry::Given(labels) = entry else { return Err(MetricError::Missing(List::Extraneous)) };
    let of = input.summary.token_count();
    let mut spans: Vec<Span> = labels
        .iter()
        .filter(|label| !struck_out(label))
        .flat_map(|label| label.summary.iter().copied())
        .collect();
    if spans.is_empty() {
        return Ok(WordTally::tokens(0, of));
    }
    spans.sort_unstable();
    let (mut count, mut next, mut reach) = (0, 0, 0);
    for (token, _) in input.summary.tokens() {
        // `reach` is the furthest end of the spans that begin before the token ends.
        while next < spans.len() && spans[next].start < token.end {
            if !spans[next].is_empty() {
                reach = reach.max(spans[next].end);
            }
            next += 1;
        }
        count += usize::from(reach > token.start);
    }
    Ok(WordTally::tokens(count, of))
}

/// Returns the indices, in ascending order, of labels whose article spans overlap those of another label of
/// the set. Overlaps within a label do not count.
pub fn duplicates(labels: &[Label]) -> Vec<usize> {
    let mut spans: Vec<(Span, usize)> = labels
        .iter()
        .enumerate()
        .flat_map(|(index, label)| label.article.iter().map(move |span| (*span, index)))
        .filter(|(span, _)| !span.is_empty())
        .collect();
    spans.sort_unstable();
    let mut found = Vec::new();
    // The furthest end so far, and the furthest end of any other label. A span that overlaps any earlier span
    // overlaps one of these two.
    let mut first: Option<(usize, usize)> = None;
    let mut second: Option<(usize, usize)> = None;
    for (span, owner) in spans {
        for (end, other) in [first, second].into_iter().flatten() {
            if other != owner && span.start < end {
                found.extend([other, owner]);
            }
        }
        match first {
            Some((end, known)) if known == owner => first = Some((end.max(span.end), owner)),
            Some((end, _)) if span.end > end => (second, first) = (first, Some((span.end, owner))),
            Some(_) if second.is_none_or(|(end, known)| known == owner || span.end > end) => {
                let end = second.filter(|(_, known)| *known == owner).map_or(0, |(end, _)| end);
                second = Some((end.max(span.end), owner));
            }
            Some(_) => {}
            None => first = Some((span.end, owner)),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Lists whose article spans are evidence for the guard.
pub const EVIDENCE: [List; 5] =
    [List::KeyPoints, List::CoverageQags, List::Claims, List::ClaimQags, List::Deviations];

/// Returns the size of the largest set of pairwise disjoint article spans in the evidence lists, for the
/// labels that count (rejected findings do not).
pub fn distinct_spans(labels: &Labels, counts: impl Fn(LabelId, &Label) -> bool) -> usize {
    let each = |list: List| {
        let labels = labels.get(list).unwrap_or_default().iter().enumerate();
        labels.map(move |(index, label)| (LabelId { list, index }, label))
    };
    let mut spans: Vec<Span> = EVIDENCE
        .iter()
        .flat_map(|list| each(*list))
        .filter(|(id, label)| counts(*id, label))
        .flat_map(|(_, label)| label.article.iter().copied())
        .filter(|span| !span.is_empty())
        .collect();
    // Repeatedly taking the span that ends first is optimal for intervals.
    spans.sort_unstable_by_key(|span| (span.end, span.start));
    let (mut count, mut end) = (0, 0);
    for span in spans {
        if span.start >= end {
            count += 1;
            end = span.end;
        }
    }
    count
}

/// Number of labels of a list without an article span.
pub fn without_spans(labels: &[Label]) -> usize {
    labels.iter().filter(|label| label.article.is_empty() && !struck_out(label)).count()
}
