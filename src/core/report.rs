//! The result of a rubric: metrics with their ledgers, caps, and the verdict. Spans here count bytes;
//! `report::json` converts them to the scalar values of the file format.

mod cap;
pub mod caps;
pub mod flip;
mod hint;
pub mod json;
pub mod names;
mod odds;
mod reason;
pub mod reasons;
pub mod scores;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::VariantArray;

pub use cap::{Cap, CapWords, Fired, Observation};
pub use flip::{Flip, FlipChange, FlipDirection, FlipEffect, Reach};
pub use hint::Hint;
pub use odds::{DECISIONS, Decides, Odds, TurningWord, percent, percent_in_words};
pub use reason::{Bound, Reason, ReasonKind};
pub use scores::ReportScores;

use crate::labels::{JudgedBy, Label, LabelId, List, Mismatch, MismatchId, Provenance};
use crate::ledger::Step;
use crate::num::Num;

/// The result of scoring one case with one rubric.
#[derive(Clone, Debug)]
pub struct Report {
    /// Id of the case.
    pub id: String,
    /// Slug of the rubric.
    pub rubric: &'static str,
    /// Rubric, version, every reading that affected the score, and a user's calibration. The command line
    /// adds the judge, if it is not the engine, and annotators' rules. See [`crate::rubric::signature`] for
    /// the parts.
    pub signature: String,
    /// Hash of the texts that were scored ([`crate::case::Case::input`]); empty if the report is for the
    /// screen only.
    pub input: Arc<str>,
    /// The origin of each list of labels that the rubric reads.
    pub judges: Vec<(List, JudgedBy)>,
    /// Why a judge or a file of labels gave no labels for the case, so that the engine labelled it instead.
    pub fallback: Option<String>,
    /// In the rubric's printed order.
    pub metrics: Vec<Metric>,
    /// Every cap, fired or not: one entry for each slug and target.
    pub caps: Vec<Cap>,
    pub verdict: Verdict,
    /// Readings, as `key=value`, under which the decision would differ.
    pub disputed: Vec<String>,
    /// Probabilities of the decisions, and the labels that decide them; from a rubric over probabilities.
    pub odds: Option<Odds>,
    /// The labels from which it was computed.
    pub labels: Arc<Vec<(LabelId, Label)>>,
    /// The mismatches on which its labels rest, in order of their ids.
    pub mismatches: Arc<Vec<(MismatchId, Mismatch)>>,
}

impl Report {
    /// Returns the keys of the readings that have another value under which the decision would differ, each
    /// once.
    pub fn disputed_rules(&self) -> Vec<&str> {
        let keys = self.disputed.iter().filter_map(|reading| Some(reading.split_once('=')?.0));
        let mut rules: Vec<&str> = Vec::new();
        for key in keys {
            if !rules.contains(&key) {
                rules.push(key);
            }
        }
        rules
    }

    pub fn metric(&self, key: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.key == key)
    }

    /// Returns who labelled, as written in files: `engine`, `judge:NAME`, `labels:FILE`, `person:NAME`, or
    /// `mixed`; `nobody` if none of the lists that the rubric reads is present.
    pub fn judged_by(&self) -> String {
        // Segments are labelled by the engine even if somebody else labels everything else, so they are
        // ignored then.
        let counted = |of: &&(List, JudgedBy)| **of == (List::Segments, JudgedBy::Engine);
        let all = self.judges.iter().all(|of| counted(&of));
        let mut judges = self.judges.iter().filter(|of| all || !counted(of)).map(|(_, judge)| judge);
        let Some(first) = judges.next().cloned() else { return NOBODY.to_owned() };
        if judges.any(|other| *other != first) { MIXED.to_owned() } else { first.to_string() }
    }

    /// Returns who labelled each list, if several judges labelled the case.
    pub fn mixed(&self) -> Option<&[(List, JudgedBy)]> {
        Some(&self.judges[..]).filter(|_| self.judged_by() == MIXED)
    }

    /// Returns who labelled, in words; several judges are listed with their lists.
    pub fn judges_in_words(&self) -> String {
        let Some(judges) = self.mixed() else { return self.judged_by() };
        let mut each: Vec<(&JudgedBy, Vec<&str>)> = Vec::new();
        for (list, judge) in judges {
            match each.iter_mut().find(|(known, _)| *known == judge) {
                Some((_, lists)) => lists.push(list.spec().key),
                None => each.push((judge, vec![list.spec().key])),
            }
        }
        let each = each.iter().map(|(judge, lists)| format!("{judge} ({})", lists.join(", ")));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The labels that cost points, and those that a person set.
    pub fn notable_labels(&self) -> impl Iterator<Item = &(LabelId, Label)> {
        self.labels.iter().filter(|(_, label)| {
            label.by != Provenance::Engine || label.word.is_some_and(|word| !word.is_best())
        })
    }

    pub fn label(&self, id: LabelId) -> Option<&Label> {
        // The labels of a list are contiguous and sorted by index.
        let mut rest = &self.labels[..];
        while let Some(((first, _), _)) = rest.split_first() {
            let (list, others) = rest.split_at(rest.partition_point(|(known, _)| known.list == first.list));
            if first.list == id.list {
                let at = list.binary_search_by_key(&id.index, |(known, _)| known.index).ok()?;
                return Some(&list[at].1);
            }
            rest = others;
        }
        None
    }
}

/// The `judged_by` of a report without labels.
const NOBODY: &str = "nobody";

/// The `judged_by` of a case whose lists have several judges.
const MIXED: &str = "mixed";

/// Which direction of a score is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    Higher,
    Lower,
}

impl Better {
    /// Whether `a` is better than `b`.
    pub fn prefers(self, a: Num, b: Num) -> bool {
        match self {
            Better::Higher => a > b,
            Better::Lower => a < b,
        }
    }
}

/// The outcome of a metric: its score, or why it has none.
#[derive(Clone, Debug, PartialEq)]
pub enum MetricOutcome {
    /// It has a score.
    Scored {
        /// Before the caps.
        raw: Num,
        /// After the caps.
        score: Num,
    },
    /// Its inputs are missing or its denominator is 0; with the reason.
    NotApplicable(String),
    /// A list that it needs was not given.
    Missing(List),
    /// A list that it needs is malformed; with the reason.
    Error(String),
}

impl MetricOutcome {
    /// The reason that files give for a metric that lacks a list.
    pub const MISSING: &str = "missing_metric";

    /// Whether it lacks a list.
    pub fn is_missing(&self) -> bool {
        matches!(self, MetricOutcome::Missing(_))
    }

    /// Why there is no score, as written in files; `None` if there is one.
    pub fn reason(&self) -> Option<&str> {
        match self {
            MetricOutcome::Scored { .. } => None,
            MetricOutcome::NotApplicable(reason) | MetricOutcome::Error(reason) => Some(reason),
            MetricOutcome::Missing(_) => Some(MetricOutcome::MISSING),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PartValue {
    /// A number: precision, recall ...
    Number(Num),
    /// A count: citations, pairs of sections ...
    Count(usize),
    /// A word: severity, band ...
    Word(&'static str),
    /// A yes/no value: target met ...
    Flag(bool),
}

impl fmt::Display for PartValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartValue::Number(number) => out.write_str(&number.shown()),
            PartValue::Count(count) => count.fmt(out),
            PartValue::Word(word) => out.write_str(word),
            PartValue::Flag(flag) => out.write_str(if *flag { "yes" } else { "no" }),
        }
    }
}

/// One metric of a report.
#[derive(Clone, Debug)]
pub struct Metric {
    /// "coverage", ...
    pub key: &'static str,
    /// The score, or why it is missing.
    pub outcome: MetricOutcome,
    /// Lowest and highest score possible.
    pub range: [Num; 2],
    /// Which end is good.
    pub better: Better,
    /// Named intermediate values, in order.
    pub parts: Vec<(&'static str, PartValue)>,
    pub steps: Vec<Step>,
    /// The labels from which it was computed.
    pub labels: Vec<LabelId>,
    /// Further information for the reader.
    pub notes: Vec<String>,
    /// How to get a score, if it has none and a remedy is known.
    pub hint: Option<Hint>,
}

impl Metric {
    /// The final score.
    pub fn score(&self) -> Option<Num> {
        match self.outcome {
            MetricOutcome::Scored { score, .. } => Some(score),
            _ => None,
        }
    }

    /// The score before caps.
    pub fn raw(&self) -> Option<Num> {
        match self.outcome {
            MetricOutcome::Scored { raw, .. } => Some(raw),
            _ => None,
        }
    }

    /// Formats the parts on one line: "precision 0.97 · severity minor".
    pub fn parts_in_words(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|(name, part)| format!("{name} {part}")).collect();
        parts.join(" · ")
    }

    /// The steps of the ledger that have a formula.
    pub fn formulas(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.formula().is_empty())
    }

    /// How to get a score, in words.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_ref()?.words.as_deref()
    }

    /// The interval of the score, from a rubric over probabilities.
    pub fn interval(&self) -> Option<[Num; 2]> {
        let part = |name: &str| {
            self.parts.iter().find_map(|(key, part)| match part {
                PartValue::Number(number) if *key == name => Some(*number),
                _ => None,
            })
        };
        Some([part("low")?, part("high")?])
    }
}

/// The decision on a case.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum Decision {
    Pass,
    Warn,
    Fail,
    Incomplete,
    Error,
}

impl Decision {
    /// Every decision, in display order.
    pub const ALL: &[Decision] = Decision::VARIANTS;

    /// As written in files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Formats the decision with its score, if there is one: "WARN 7.25".
    pub fn with(self, score: Option<Num>) -> String {
        let score = score.map_or_else(String::new, |score| format!(" {}", score.shown()));
        format!("{}{score}", self.as_str())
    }
}

/// The decision with its reasons.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub decision: Decision,
    /// The main number: the minimum for the locks, the aggregate for SynthLink.
    pub score: Option<Num>,
    /// The mean of the metrics, for the locks.
    pub mean: Option<Num>,
    /// Every reason, in order.
    pub because: Vec<Reason>,
    /// Changes that would turn the verdict: for the better first, then for the worse. A direction that does
    /// not exist has no entry.
    pub flips: Vec<Flip>,
}

impl Verdict {
    /// Joins all reasons, as written in files, with a separator.
    pub fn reasons(&self, separator: &str) -> String {
        self.because.iter().map(Reason::to_string).collect::<Vec<_>>().join(separator)
    }
}
