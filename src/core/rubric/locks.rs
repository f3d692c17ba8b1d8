//! The rubrics that count labels of a summary and its article: Twin-Lock, Judge-Lock, and any rubric that a
//! file composes of the same metrics and of caps with its own conditions.
//!
//! [`rules`] deserializes the TOML, [`counts`] turns labels into counts, [`formulas`] defines each metric,
//! [`predicate`] parses the conditions of caps, [`cap_explainer`] explains them, [`caps`] applies them,
//! [`verdict`] decides, [`lock`] holds a loaded file and [`judge`] implements the rubric. [`fast_evaluator`]
//! does the same arithmetic without explanations, for the samples of Judge-Lock Ultra and for
//! [`change_evaluator`], which finds the verdict under other labels.

pub mod cap_explainer;
pub mod caps;
pub mod change_evaluator;
pub mod counts;
pub mod fast_evaluator;
pub mod formulas;
pub mod judge;
pub mod lock;
pub mod notes;
pub mod predicate;
pub mod rules;
pub mod sample;
pub mod sampler;
pub mod verdict;

use std::cell::OnceCell;

use crate::labels::{Label, LabelId, List, Provenance};
use crate::num::Num;
use crate::rubric::draft::{Computed, MetricError};
use crate::rubric::readings::choice;
use crate::rubric::{Input, Readings};

use counts::{Bands, WordTally};
use formulas::ListFormula;

/// Every list of labels that a lock may count, in the order of the file format.
pub const LISTS: [List; 8] = [
    List::KeyPoints,
    List::Extraneous,
    List::CoverageQags,
    List::Claims,
    List::ClaimQags,
    List::Deviations,
    List::Segments,
    List::Issues,
];

/// The readings that formulas use, looked up once for each evaluation. Those of caps are in the tables of the
/// caps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockOptions {
    pub overlap: usize,
    pub split_raw: bool,
    pub short_error: bool,
    pub edge_lower: bool,
    pub truncate: bool,
    pub penalties_off: bool,
    pub count_error: bool,
    pub severe_needs_unsupported: bool,
    pub some_as_twin: bool,
    pub integer: bool,
}

impl LockOptions {
    /// Looks up the readings.
    pub fn new(readings: &Readings) -> LockOptions {
        let best_window = readings.is(const { choice("relevance.overlap", "best_window") });
        let whole_article = readings.is(const { choice("relevance.overlap", "jaccard_article") });
        LockOptions {
            overlap: usize::from(best_window) + 2 * usize::from(whole_article),
            split_raw: readings.is(const { choice("split", "raw") }),
            short_error: readings.is(const { choice("short", "error") }),
            edge_lower: readings.is(const { choice("edge", "lower") }),
            truncate: readings.is(const { choice("decimals", "truncate") }),
            penalties_off: readings.is(const { choice("bias.penalties", "off") }),
            count_error: readings.is(const { choice("qag.count", "error") }),
            severe_needs_unsupported: readings.is(const { choice("severity.requires", "unsupported") }),
            some_as_twin: readings.is(const { choice("some", "0.5") }),
            integer: readings.is(const { choice("hallucination.final", "integer") }),
        }
    }

    /// Whether labels are measured alike under both: the same labels get the same words.
    pub fn measures_as(&self, other: &LockOptions) -> bool {
        (self.edge_lower, self.overlap, self.split_raw) == (other.edge_lower, other.overlap, other.split_raw)
    }
}

/// Severity of the hallucination, from the unsupported fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SeverityBand {
    None,
    Minor,
    Moderate,
    Severe,
}

impl SeverityBand {
    /// As written in files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Everything that the locks count in a case, with the options for using it.
pub struct Counted<'a> {
    pub input: &'a Input<'a>,
    /// The readings that formulas use.
    pub on: LockOptions,
    /// All readings.
    pub readings: Readings,
    /// Whether steps and explanations are recorded.
    pub record: bool,
    /// Thresholds of measured labels.
    pub bands: Bands<'a>,
    /// Lowest and highest score possible.
    range: [Num; 2],
    /// Number of occurrences of each word of each list, in the order of [`LISTS`].
    tallies: [Computed<WordTally>; 8],
    /// Facts about spans, which do not depend on the words of labels, except for rejected findings.
    spans: Spans,
}

/// Facts about the spans of labels, computed on first use.
#[derive(Default)]
struct Spans {
    distinct: OnceCell<usize>,
    certain: OnceCell<usize>,
    coverage_qags: OnceCell<Vec<usize>>,
    claim_qags: OnceCell<Vec<usize>>,
}

impl<'a> Counted<'a> {
    /// Counts the labels.
    pub fn new(
        input: &'a Input<'a>,
        readings: &Readings,
        bands: Bands<'a>,
        range: [Num; 2],
        record: bool,
    ) -> Counted<'a> {
        let tallies = LISTS.map(|list| counts::tally(input, list, &bands));
        let (on, readings, spans) = (bands.on, *readings, Spans::default());
        Counted { input, on, readings, record, bands, range, tallies, spans }
    }

    pub fn of(&self, list: List) -> &Computed<WordTally> {
        &self.tallies[list as usize]
    }

    /// Returns the counts from which a part is computed; empty if its score is given directly, or if no word
    /// of the list counts.
    pub fn counts_of(&self, part: ListFormula) -> Computed<WordTally> {
        let uses_none = self.on.penalties_off && part.list() == List::Issues;
        match self.given_score(part)? {
            None if !uses_none => self.of(part.list()).clone(),
            _ => Ok(WordTally::default()),
        }
    }

    /// Returns the score that was given in place of a part, with its key.
    pub fn given_score(&self, part: ListFormula) -> Computed<Option<(&'static str, Num)>> {
        let (key, given) = match part {
            ListFormula::Bias => ("bias_score", &self.input.labels.bias_score),
            ListFormula::Tox => ("tox_score", &self.input.labels.tox_score),
            _ => return Ok(None),
        };
        let [low, high] = self.range;
        match given {
            None => Ok(None),
            Some(Ok(value)) if *value >= low && *value <= high => Ok(Some((key, *value))),
            Some(Ok(value)) => {
                Err(MetricError::Malformed(format!("{key}: {value} is outside {low} to {high}")))
            }
            Some(Err(reason)) => Err(MetricError::Malformed(reason.to_string())),
        }
    }

    /// Whether there is neither a claim nor a claim question, so that nothing is wrong and nothing was left
    /// out.
    pub fn nothing_claimed(&self) -> bool {
        let empty = |list: List| self.of(list).as_ref().is_ok_and(|tally| tally.all() == 0);
        empty(List::Claims) && empty(List::ClaimQags)
    }

    /// Whether every segment is too short to count.
    pub fn all_short(&self) -> bool {
        let labels = self.input.labels;
        labels.all_short[usize::from(self.on.split_raw && labels.raw_segments.is_some())]
    }

    /// The size of the largest set of disjoint article spans that are evidence.
    pub fn distinct_spans(&self) -> usize {
        *self
            .spans
            .distinct
            .get_or_init(|| counts::distinct_spans(self.input.labels, |_, label| !counts::struck_out(label)))
    }

    /// The same, but without deviations that the engine proposes: if the summary turns out to have none,
    /// their spans do not count.
    pub fn certain_spans(&self) -> usize {
        let counts = |id: LabelId, label: &Label| {
            !counts::struck_out(label) && (id.list != List::Deviations || label.by != Provenance::Engine)
        };
        *self.spans.certain.get_or_init(|| counts::distinct_spans(self.input.labels, counts))
    }

    /// Indices of the questions of a set that share article spans with others of the set.
    pub fn duplicates(&self, list: List) -> &[usize] {
        let known = match list {
            List::ClaimQags => &self.spans.claim_qags,
            _ => &self.spans.coverage_qags,
        };
        known.get_or_init(|| counts::duplicates(self.labels(list)))
    }

    /// Returns the labels of a list; empty if they cannot be read.
    pub fn labels(&self, list: List) -> &'a [Label] {
        counts::listed(self.input.labels, list, self.on).unwrap_or(&[])
    }

    /// Returns the ids of a list's labels that have one of the words with these indices; none if not
    /// recording.
    pub fn ids(&self, list: List, places: &[usize]) -> Vec<LabelId> {
        if !self.record {
            return Vec::new();
        }
        let words = list.spec().words;
        let wanted = |label: &Label| {
            let word = self.bands.word(label).ok().flatten();
            places.iter().any(|place| words.get(*place).is_some_and(|w| Some(*w) == word))
        };
        let labels = self.labels(list).iter().enumerate();
        labels.filter(|(_, label)| wanted(label)).map(|(index, _)| LabelId { list, index }).collect()
    }

    /// Returns the ids of all labels of some lists; none if not recording.
    pub fn all_ids(&self, lists: &[List]) -> Vec<LabelId> {
        if !self.record {
            return Vec::new();
        }
        let each = |list: List| (0..self.labels(list).len()).map(move |index| LabelId { list, index });
        lists.iter().flat_map(|list| each(*list)).collect()
    }
}
