//! An annotator's labels against those of a gold case.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::agree::annotators::{LabelledUnit, TextMark, group};
use crate::labels::{Label, LabelId, LabelValue, Labels, List, Provenance, Side};
use crate::session::Event;
use crate::text::Span;

/// The number of gold labels that an annotator matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoldAccuracy {
    /// Those that are the gold's.
    pub right: usize,
    /// All that the gold has; and findings that only the annotator has.
    pub of: usize,
}

impl GoldAccuracy {
    /// The share that is right; `None` of nothing.
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.right as f64 / self.of as f64)
    }

    /// Whether so large a share is right. Nothing to be judged by is passed.
    pub fn passes(self, least: f64) -> bool {
        self.share().is_none_or(|share| share + 1e-9 >= least)
    }
}

/// How a gold case was judged, as the event that reveals the case has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedGold {
    #[serde(flatten)]
    pub tally: GoldAccuracy,
    /// Whether the case belongs to a training round.
    #[serde(default)]
    pub training: bool,
}

impl JudgedGold {
    /// What an event says of its case; `None` where that is no gold case.
    pub fn of(event: &Event) -> Option<JudgedGold> {
        serde_json::from_value(event.fields.get("gold")?).ok()
    }
}

impl AddAssign for GoldAccuracy {
    fn add_assign(&mut self, other: GoldAccuracy) {
        self.right += other.right;
        self.of += other.of;
    }
}

/// A label that is not the gold's.
#[derive(Clone, Debug, PartialEq)]
pub struct GoldMismatch {
    /// Its place among the annotator's labels, or among the gold's where they have none.
    pub id: LabelId,
    /// The unit in words.
    pub text: String,
    /// The annotator's label; `None` where they have no label there.
    pub theirs: Option<LabelValue>,
    /// The gold's label; `None` where it has no such finding.
    pub gold: Option<LabelValue>,
}

/// Holds an annotator's labels of some lists against the gold's. What the engine proposed and nobody decided is not a label
/// of either. Units of theirs that the gold does not have count only where they are findings.
pub fn compare(theirs: &Labels, gold: &Labels, lists: &[List]) -> (GoldAccuracy, Vec<GoldMismatch>) {
    let (mut tally, mut misses) = (GoldAccuracy::default(), Vec::new());
    for &list in lists {
        let Some(known) = gold.get(list) else { continue };
        let (known, known_at) = units(known);
        let (own, own_at) = units(theirs.get(list).unwrap_or_default());
        for members in group(list, &[Some(&known), Some(&own)]) {
            let (right, given) = (members[0].map(|at| &known[at]), members[1].map(|at| &own[at]));
            if right.is_none() && !list.is_finding() {
                continue;
            }
            tally.of += 1;
            if right.zip(given).is_some_and(|(right, given)| right.value == given.value) {
                tally.right += 1;
                continue;
            }
            let index = members[1].map(|at| own_at[at]).or_else(|| members[0].map(|at| known_at[at]));
            misses.push(GoldMismatch {
                id: LabelId { list, index: index.unwrap_or(0) },
                text: given.or(right).map(|unit| unit.text.clone()).unwrap_or_default(),
                theirs: given.map(|unit| unit.value),
                gold: right.map(|unit| unit.value),
            });
        }
    }
    (tally, misses)
}

/// Labels that a person gave as units that can be distinguished, with their places.
fn units(labels: &[Label]) -> (Vec<LabelledUnit>, Vec<usize>) {
    let counts = |label: &Label| matches!(label.by, Provenance::Person(_));
    let unit = |(at, label): (usize, &Label)| {
        let mark = |side| move |span: &Span| TextMark { side, start: span.start, end: span.end };
        let article = label.article.iter().map(mark(Side::Article));
        let marks = label.summary.iter().map(mark(Side::Summary)).chain(article).collect();
        Some((LabelledUnit { text: label.text.clone(), value: label.word?, marks }, at))
    };
    labels.iter().enumerate().filter(|(_, label)| counts(label)).filter_map(unit).unzip()
}
