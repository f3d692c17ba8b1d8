//! What Twin-Lock and Judge-Lock have in common: the same five metrics over the same labels, in the same order.
//!
//! [`rules`] types the TOML, [`counts`] turns labels into counts, [`metrics`] turns counts into raw scores through
//! a ledger, [`findings`] looks at the conditions of caps, and [`verdict`] decides. The two rubrics add their own
//! formulas and their own rows of caps.

pub mod counts;
pub mod findings;
pub mod frame;
pub mod metrics;
pub mod notes;
pub mod rules;
pub mod session;
pub mod trial;
pub mod verdict;

use std::cell::OnceCell;

use crate::labels::{Label, List, Provenance};
use crate::num::Num;
use crate::report::{LabelId, Metric};
use crate::rubric::caps::{Finding, Pass, Row, Slot};
use crate::rubric::draft::{Draft, Got};
use crate::rubric::flips::Lists;
use crate::rubric::readings::{Choice, choice};
use crate::rubric::words::CapDocs;
use crate::rubric::{Evaluation, Input, Readings};

use counts::{Bands, Tally, Tokens};
use frame::Frame;
use rules::{Alignment, BiasToxicity, CapRule, Claims, Policy, Severity, Target};

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

/// The readings of the locks, looked up once an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named for the value of a reading that is not the default")]
pub struct LockOptions {
    pub overlap: usize,
    pub split_raw: bool,
    pub short_error: bool,
    pub none_fixed: bool,
    pub edge_lower: bool,
    pub truncate: bool,
    pub any_partial: bool,
    pub cross_off: bool,
    pub penalties_off: bool,
    pub le6: bool,
    pub count_error: bool,
    pub dup_all: bool,
    pub pr_all: bool,
    pub slur_all: bool,
    pub severe_needs_unsupported: bool,
    pub some_as_twin: bool,
    pub integer: bool,
    pub highest_only: bool,
}

impl LockOptions {
    /// Looks them up.
    pub fn new(readings: &Readings) -> LockOptions {
        const BEST_WINDOW: Choice = choice("relevance.overlap", "best_window");
        const JACCARD_ARTICLE: Choice = choice("relevance.overlap", "jaccard_article");
        const SPLIT_RAW: Choice = choice("split", "raw");
        const SHORT_ERROR: Choice = choice("short", "error");
        const NONE_FIXED: Choice = choice("none", "fixed");
        const EDGE_LOWER: Choice = choice("edge", "lower");
        const TRUNCATE: Choice = choice("decimals", "truncate");
        const ANY_PARTIAL: Choice = choice("hallucination.trigger", "any_partial");
        const CROSS_OFF: Choice = choice("caps.cross", "off");
        const PENALTIES_OFF: Choice = choice("bias.penalties", "off");
        const LE6: Choice = choice("qag.cap", "le6");
        const COUNT_ERROR: Choice = choice("qag.count", "error");
        const DUP_ALL: Choice = choice("dup.scope", "all");
        const PR_ALL: Choice = choice("pr.scope", "all");
        const SLUR_ALL: Choice = choice("slur.scope", "all");
        const SEVERE_NEEDS_UNSUPPORTED: Choice = choice("severity.requires", "unsupported");
        const SOME_AS_TWIN: Choice = choice("some", "0.5");
        const INTEGER: Choice = choice("hallucination.final", "integer");
        const HIGHEST_ONLY: Choice = choice("guard", "highest_only");
        LockOptions {
            overlap: usize::from(readings.is(BEST_WINDOW)) + 2 * usize::from(readings.is(JACCARD_ARTICLE)),
            split_raw: readings.is(SPLIT_RAW),
            short_error: readings.is(SHORT_ERROR),
            none_fixed: readings.is(NONE_FIXED),
            edge_lower: readings.is(EDGE_LOWER),
            truncate: readings.is(TRUNCATE),
            any_partial: readings.is(ANY_PARTIAL),
            cross_off: readings.is(CROSS_OFF),
            penalties_off: readings.is(PENALTIES_OFF),
            le6: readings.is(LE6),
            count_error: readings.is(COUNT_ERROR),
            dup_all: readings.is(DUP_ALL),
            pr_all: readings.is(PR_ALL),
            slur_all: readings.is(SLUR_ALL),
            severe_needs_unsupported: readings.is(SEVERE_NEEDS_UNSUPPORTED),
            some_as_twin: readings.is(SOME_AS_TWIN),
            integer: readings.is(INTEGER),
            highest_only: readings.is(HIGHEST_ONLY),
        }
    }

    /// The lists of which other labels, or the same ones by other words, may count under these readings.
    pub fn measures_otherwise(&self, other: &LockOptions) -> Lists {
        let edge = self.edge_lower != other.edge_lower;
        let segments = edge || self.overlap != other.overlap || self.split_raw != other.split_raw;
        let lists = |may: bool, list: List| if may { Lists::of(&[list]) } else { Lists::NONE };
        lists(edge, List::KeyPoints).and(lists(segments, List::Segments))
    }
}

/// How bad the hallucination is, by the unsupported fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words are the documentation")]
pub enum SeverityBand {
    None,
    Minor,
    Moderate,
    Severe,
}

impl SeverityBand {
    /// As written in files.
    pub fn as_str(self) -> &'static str {
        match self {
            SeverityBand::None => "none",
            SeverityBand::Minor => "minor",
            SeverityBand::Moderate => "moderate",
            SeverityBand::Severe => "severe",
        }
    }
}

/// Everything that the locks count of a case, and how it is to be taken.
pub struct Counted<'a> {
    /// The case.
    pub input: &'a Input<'a>,
    /// The readings.
    pub on: LockOptions,
    /// Whether steps and words are wanted.
    pub record: bool,
    /// Lowest and highest score possible.
    pub range: [Num; 2],
    /// Thresholds of measured labels.
    pub bands: Bands<'a>,
    /// Fully, partially, not covered.
    pub key_points: Got<Tally>,
    /// Extraneous tokens.
    pub extraneous: Got<Tokens>,
    /// Correct, partial, wrong.
    pub coverage_qags: Got<Tally>,
    /// Supported, partial, unsupported.
    pub claims: Got<Tally>,
    /// Correct, partial, wrong.
    pub claim_qags: Got<Tally>,
    /// Mild, moderate, severe.
    pub deviations: Got<Tally>,
    /// High, some, none.
    pub segments: Got<Tally>,
    /// By kind.
    pub issues: Got<Tally>,
    /// What spans say: the same whatever words labels have, but for findings struck out.
    spans: Spans,
}

/// What the spans of labels say, looked up once.
#[derive(Clone, Default)]
struct Spans {
    distinct: OnceCell<usize>,
    certain: OnceCell<usize>,
    coverage_qags: OnceCell<Vec<usize>>,
    claim_qags: OnceCell<Vec<usize>>,
}

impl<'a> Counted<'a> {
    /// Counts the labels.
    pub fn new(input: &'a Input<'a>, bands: Bands<'a>, range: [Num; 2], record: bool) -> Counted<'a> {
        let count = |list| counts::tally(input.labels, list, &bands);
        Counted {
            input,
            on: bands.on,
            record,
            range,
            key_points: count(List::KeyPoints),
            extraneous: counts::extraneous(input),
            coverage_qags: count(List::CoverageQags),
            claims: count(List::Claims),
            claim_qags: count(List::ClaimQags),
            deviations: count(List::Deviations),
            segments: count(List::Segments),
            issues: count(List::Issues),
            spans: Spans::default(),
            bands,
        }
    }

    /// The same case under other readings, for an evaluation that keeps no steps.
    pub fn under(&self, on: LockOptions) -> Counted<'a> {
        let bands = Bands { on, ..self.bands };
        let anew = self.on.measures_otherwise(&on);
        let count = |list: List, known: &Got<Tally>| match anew.has(list) {
            true => counts::tally(self.input.labels, list, &bands),
            false => known.clone(),
        };
        Counted {
            on,
            record: false,
            bands,
            input: self.input,
            range: self.range,
            key_points: count(List::KeyPoints, &self.key_points),
            extraneous: self.extraneous.clone(),
            coverage_qags: self.coverage_qags.clone(),
            claims: self.claims.clone(),
            claim_qags: self.claim_qags.clone(),
            deviations: self.deviations.clone(),
            segments: count(List::Segments, &self.segments),
            issues: self.issues.clone(),
            spans: self.spans.clone(),
        }
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

    /// The ids of every label of some lists.
    pub fn all_ids(&self, lists: &[List]) -> Vec<LabelId> {
        if !self.record {
            return Vec::new();
        }
        let each = |list: List| (0..self.labels(list).len()).map(move |index| LabelId { list, index });
        lists.iter().flat_map(|list| each(*list)).collect()
    }
}

/// The draft of a lock's metric, over the labels of some lists.
pub fn draft(target: Target, counted: &Counted, lists: &[List]) -> Draft {
    let mut draft = Draft::new(target.key(), counted.range, counted.record);
    draft.labels = counted.all_ids(lists);
    draft
}

/// A cap on a target with its condition looked at.
pub struct Capped<'a> {
    /// Its name.
    pub slug: &'static str,
    /// Its numbers and words.
    pub rule: &'a CapRule,
    /// What it acts on.
    pub target: Target,
    /// The highest value that it leaves.
    pub limit: Num,
    /// Its condition there.
    pub finding: Finding,
    /// Whether the limit is the score, rather than a bound to it.
    pub fixed: bool,
}

/// What a lock must say of itself; the rest is the same for all.
pub trait Lock {
    /// What it has in common with every lock.
    fn frame(&self) -> Frame<'_>;

    /// The documentation of its caps.
    fn cap_docs(&self) -> Vec<CapDocs<'_>>;

    /// The lists of labels that it counts, in the order of the file format.
    fn counts(&self) -> &'static [List];

    /// Its shared rules, under the readings.
    fn shared(&self, readings: &Readings) -> Shared<'_> {
        frame::shared(self.frame(), readings)
    }

    /// Before caps: coverage.
    fn coverage(&self, counted: &Counted) -> Draft;

    /// Before caps: hallucination.
    fn hallucination(&self, counted: &Counted) -> Draft;

    /// Before caps: relevance.
    fn relevance(&self, counted: &Counted) -> Draft;

    /// Every cap with its condition looked at; `raw` is in the printed order of the metrics.
    fn caps(
        &self,
        counted: &Counted,
        severity: Option<SeverityBand>,
        raw: [Option<Num>; 5],
    ) -> Vec<Capped<'_>>;

    /// A cap fires below so many distinct article spans; 0 where none looks at them.
    fn spans_wanted(&self) -> usize {
        0
    }
}

/// The rules that every lock has.
#[expect(missing_docs, reason = "each is named for the table of the TOML that it is")]
pub struct Shared<'a> {
    pub range: [Num; 2],
    pub bands: Bands<'a>,
    pub alignment: &'a Alignment,
    pub claims: &'a Claims,
    pub severity: &'a Severity,
    pub bias_toxicity: &'a BiasToxicity,
    pub verdict: &'a Policy,
}

/// Scores the labels of a case by a lock: counts, raw scores, caps, decision.
pub fn evaluate(lock: &impl Lock, input: &Input, readings: &Readings, record: bool) -> Evaluation {
    let shared = lock.shared(readings);
    judge(lock, &shared, &Counted::new(input, shared.bands, shared.range, record))
}

/// Scores what was counted.
pub fn judge(lock: &impl Lock, shared: &Shared, counted: &Counted) -> Evaluation {
    let Drafted { drafts, first } = Drafted::new(lock, shared, counted);
    let (slots, rows) = (first.slots(), first.rows());
    let pass = Pass { slots: &slots, rows: &rows, compose: metrics::mean };
    let caps = pass.caps(counted.record);
    let scores = Target::METRICS.map(|target| pass.last(target as usize));
    let metrics: Vec<Metric> =
        drafts.into_iter().zip(scores).map(|(draft, score)| draft.finish(score)).collect();
    let verdict = verdict::decide(shared.verdict, counted, &metrics, &caps, first.severity);
    Evaluation { metrics, caps, verdict }
}

/// The metrics before caps, and what caps find.
struct Drafted<'a> {
    drafts: [Draft; 5],
    first: First<'a>,
}

impl<'a> Drafted<'a> {
    fn new(lock: &'a impl Lock, shared: &Shared, counted: &Counted) -> Drafted<'a> {
        let (bias, parts) = metrics::bias_toxicity(counted, shared.bias_toxicity);
        let drafts = [
            lock.coverage(counted),
            metrics::alignment(counted, shared.alignment),
            lock.hallucination(counted),
            lock.relevance(counted),
            bias,
        ];
        let raw = drafts.each_ref().map(|draft| draft.raw.as_ref().ok().copied());
        Drafted { drafts, first: First::new(lock, shared, counted, raw, parts) }
    }
}

/// The first pass: raw scores, and the conditions of caps.
struct First<'a> {
    /// In the printed order.
    raw: [Option<Num>; 5],
    /// Bias and toxicity before caps.
    parts: [Option<Num>; 2],
    severity: Option<SeverityBand>,
    caps: Vec<Capped<'a>>,
}

impl<'a> First<'a> {
    fn new(
        lock: &'a impl Lock,
        shared: &Shared,
        counted: &Counted,
        raw: [Option<Num>; 5],
        parts: [Option<Num>; 2],
    ) -> First<'a> {
        let severity = metrics::unsupported_fraction(counted, shared.claims)
            .map(|(u, claims)| metrics::severity(counted, shared.severity, u, claims));
        let caps = lock.caps(counted, severity, raw);
        First { raw, parts, severity, caps }
    }

    /// What caps act on, in the order of `Target`.
    fn slots(&self) -> [Slot; 7] {
        let slot = |target: Target, before, part_of| Slot { key: target.key(), before, part_of };
        let whole = Target::BiasToxicity as usize;
        [
            slot(Target::Coverage, self.raw[0], None),
            slot(Target::Alignment, self.raw[1], None),
            slot(Target::Hallucination, self.raw[2], None),
            slot(Target::Relevance, self.raw[3], None),
            slot(Target::Bias, self.parts[0], Some(whole)),
            slot(Target::Tox, self.parts[1], Some(whole)),
            slot(Target::BiasToxicity, self.raw[4], None),
        ]
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let rows = self.caps.iter().map(|cap| Row {
            slug: cap.slug,
            slot: cap.target as usize,
            limit: cap.limit,
            fixed: cap.fixed,
            finding: &cap.finding,
            rule: &cap.rule.when,
        });
        rows.collect()
    }
}
