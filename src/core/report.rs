//! What a rubric found: metrics with their ledgers, caps, and the verdict. Spans count bytes here; `report::json`
//! turns them into the file format's scalar values.

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

/// The judgement of one case by one rubric.
#[derive(Clone, Debug)]
pub struct Report {
    /// The case.
    pub id: String,
    /// The rubric's slug.
    pub rubric: &'static str,
    /// Rubric, version, every reading that affected the score, and a user's calibration. The command line adds who judged, where that is
    /// not the engine, and rules of annotators. [`crate::rubric::signature`] has the parts.
    pub signature: String,
    /// The hash of the texts that were judged ([`crate::case::Case::input`]); empty where only the screen asks.
    pub input: Arc<str>,
    /// Where each list of labels comes from that the rubric reads.
    pub judges: Vec<(List, JudgedBy)>,
    /// Why a judge, or a file of labels, did not judge the case and the engine did in its place.
    pub fallback: Option<String>,
    /// In the rubric's printed order.
    pub metrics: Vec<Metric>,
    /// Every cap, fired or not: a row for each slug and target.
    pub caps: Vec<Cap>,
    pub verdict: Verdict,
    /// Readings, as `key=value`, under which the decision would differ.
    pub disputed: Vec<String>,
    /// How likely each decision is, and what decides it, from a rubric over probabilities.
    pub odds: Option<Odds>,
    /// The labels that it was computed from.
    pub labels: Arc<Vec<(LabelId, Label)>>,
    /// The mismatches that its labels rest on, in the order of their ids.
    pub mismatches: Arc<Vec<(MismatchId, Mismatch)>>,
}

impl Report {
    /// The keys of the readings under whose other values the decision would differ, each once.
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

    /// Who judged, as files say it: `engine`, `judge:NAME`, `labels:FILE`, `person:NAME`, or `mixed`; `nobody` where the
    /// rubric reads lists of labels and none is there.
    pub fn judged_by(&self) -> String {
        // The engine counts words even if another judges the rest.
        let counted = |of: &&(List, JudgedBy)| **of == (List::Segments, JudgedBy::Engine);
        let all = self.judges.iter().all(|of| counted(&of));
        let mut judges = self.judges.iter().filter(|of| all || !counted(of)).map(|(_, judge)| judge);
        let Some(first) = judges.next().cloned() else { return NOBODY.to_owned() };
        if judges.any(|other| *other != first) { MIXED.to_owned() } else { first.to_string() }
    }

    /// Who judged each list, where several judged the case.
    pub fn mixed(&self) -> Option<&[(List, JudgedBy)]> {
        Some(&self.judges[..]).filter(|_| self.judged_by() == MIXED)
    }

    /// Who judged, in words: where there are several, each with their lists.
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
        // The labels of a list stand together, by their index.
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

/// What files say of a case whose lists come from several judges.
const MIXED: &str = "mixed";

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    Higher,
    Lower,
}

impl Better {
    /// Whether the first score is better than the second.
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
    /// Its inputs are missing or its denominator is 0: the reason.
    NotApplicable(String),
    /// A list that it needs is not given.
    Missing(List),
    /// A list that it needs is malformed: the reason.
    Error(String),
}

impl MetricOutcome {
    /// What files say of a metric that lacks a list.
    pub const MISSING: &str = "missing_metric";

    /// Whether it lacks a list.
    pub fn is_missing(&self) -> bool {
        matches!(self, MetricOutcome::Missing(_))
    }

    /// Why there is no score, as files say it; `None` if there is one.
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
    /// How many: citations, pairs of sections ...
    Count(usize),
    /// A word: severity, band ...
    Word(&'static str),
    /// A fact: target met ...
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
    /// The labels that it was computed from.
    pub labels: Vec<LabelId>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// What to do so that it gets a score, where it has none and something is known to help.
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

    /// The parts on one line: "precision 0.97 · severity minor".
    pub fn parts_in_words(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|(name, part)| format!("{name} {part}")).collect();
        parts.join(" · ")
    }

    /// The steps of the ledger that compute something.
    pub fn formulas(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.formula().is_empty())
    }

    /// What to do so that it gets a score, in words.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_ref()?.words.as_deref()
    }

    /// The ends of the interval that the score lies in, from a rubric over probabilities.
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
    /// Every decision, in the order in which they are shown.
    pub const ALL: &[Decision] = Decision::VARIANTS;

    /// As written in files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// With the score behind it, if there is one: "WARN 7.25".
    pub fn with(self, score: Option<Num>) -> String {
        let score = score.map_or_else(String::new, |score| format!(" {}", score.shown()));
        format!("{}{score}", self.as_str())
    }
}

/// The decision and its grounds.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub decision: Decision,
    /// The headline number: the minimum for the locks, the aggregate for SynthLink.
    pub score: Option<Num>,
    /// The mean of the metrics, for the locks.
    pub mean: Option<Num>,
    /// Every reason, in order.
    pub because: Vec<Reason>,
    /// What would turn it: to the better first, then to the worse; without an entry for a way that does not exist.
    pub flips: Vec<Flip>,
}

impl Verdict {
    /// Every reason as files have it, with a separator between two.
    pub fn reasons(&self, separator: &str) -> String {
        self.because.iter().map(Reason::to_string).collect::<Vec<_>>().join(separator)
    }
}
