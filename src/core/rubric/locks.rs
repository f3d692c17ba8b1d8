//! The rubrics that count labels of a summary against its article: Twin-Lock, Judge-Lock, and any that a file composes
//! of the same metrics and of caps with conditions of its own.
//!
//! [`rules`] types the TOML, [`counts`] turns labels into counts, [`formulas`] says once what each metric is made of,
//! [`predicate`] reads the conditions of caps and [`cap_explainer`] explains them, [`verdict`] decides, [`lock`] holds a
//! file and [`judge`] is the rubric. [`fast_evaluator`] does the same arithmetic without words, for the samples of Judge-Lock
//! Ultra and for [`change_evaluator`], which finds the verdict under other labels.

pub mod cap_explainer;
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

/// The readings that formulas look at, looked up once an evaluation; those of caps stand in their tables.
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
    /// Looks them up.
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

    /// Whether labels are measured alike under both: the same ones, by the same words.
    pub fn measures_as(&self, other: &LockOptions) -> bool {
        (self.edge_lower, self.overlap, self.split_raw) == (other.edge_lower, other.overlap, other.split_raw)
    }
}

/// How bad the hallucination is, by the unsupported fraction.
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

/// Everything that the locks count of a case, and how it is to be taken.
pub struct Counted<'a> {
    pub input: &'a Input<'a>,
    /// The readings that formulas look at.
    pub on: LockOptions,
    /// All of them.
    pub readings: Readings,
    /// Whether steps and words are wanted.
    pub record: bool,
    /// Thresholds of measured labels.
    pub bands: Bands<'a>,
    /// Lowest and highest score possible.
    range: [Num; 2],
    /// How often each word of each list comes up, in the order of [`LISTS`].
    tallies: [Computed<WordTally>; 8],
    /// What spans say: the same whatever words labels have, but for findings struck out.
    spans: Spans,
}

/// What the spans of labels say, looked up once.
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

    /// The counts that a part is made of; none are needed where its score is given, or where no other counts.
    pub fn counts_of(&self, part: ListFormula) -> Computed<WordTally> {
        let uses_none = self.on.penalties_off && part.list() == List::Issues;
        match self.given_score(part)? {
            None if !uses_none => self.of(part.list()).clone(),
            _ => Ok(WordTally::default()),
        }
    }

    /// The score given in place of a part, with its key.
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

    /// No claim and no question about one: nothing is wrong, and nothing was left out.
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

    /// The same without the deviations that the engine proposes: a summary whose deviations are none has no span of
    /// theirs.
    pub fn certain_spans(&self) -> usize {
        let counts = |id: LabelId, label: &Label| {
            !counts::struck_out(label) && (id.list != List::Deviations || label.by != Provenance::Engine)
        };
        *self.spans.certain.get_or_init(|| counts::distinct_spans(self.input.labels, counts))
    }

    /// The questions of a set that share article spans with others of the set.
    pub fn duplicates(&self, list: List) -> &[usize] {
        let known = match list {
            List::ClaimQags => &self.spans.claim_qags,
            _ => &self.spans.coverage_qags,
        };
        known.get_or_init(|| counts::duplicates(self.labels(list)))
    }

    /// A list, where it can be read; empty otherwise.
    pub fn labels(&self, list: List) -> &'a [Label] {
        counts::listed(self.input.labels, list, self.on).unwrap_or(&[])
    }

    /// The ids of a list's labels with one of the words at these places; none in a silent evaluation.
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

    /// The ids of every label of some lists; none in a silent evaluation.
    pub fn all_ids(&self, lists: &[List]) -> Vec<LabelId> {
        if !self.record {
            return Vec::new();
        }
        let each = |list: List| (0..self.labels(list).len()).map(move |index| LabelId { list, index });
        lists.iter().flat_map(|list| each(*list)).collect()
    }
}
