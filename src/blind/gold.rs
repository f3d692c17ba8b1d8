//! Compares an annotator's labels with those of a gold case.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::agree::annotators::{LabelledUnit, TextMark, group};
use crate::labels::{Label, LabelId, LabelValue, Labels, List, Provenance, Side};
use crate::num::counted;
use crate::session::Event;
use crate::text::Span;

/// The number of gold labels that an annotator matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoldAccuracy {
    /// Number of labels equal to the gold labels.
    pub right: usize,
    /// Number of gold labels, plus the findings that only the annotator has.
    pub of: usize,
}

impl GoldAccuracy {
    /// Returns the share that is right; `None` if there are no labels.
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.right as f64 / self.of as f64)
    }

    /// Describes the numbers: "3 of 4 labels right".
    pub fn in_words(self) -> String {
        format!("{} of {} right", self.right, counted(self.of, "label"))
    }

    /// Returns whether at least this share is right; also if there are no labels.
    pub fn passes(self, least: f64) -> bool {
        self.share().is_none_or(|share| share + 1e-9 >= least)
    }
}

/// The result of a gold case, as stored in the event that reveals the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedGold {
    #[serde(flatten)]
    pub tally: GoldAccuracy,
    /// Whether the case belongs to a training round.
    #[serde(default)]
    pub training: bool,
}

impl JudgedGold {
    /// Reads the result from an event; `None` if its case is not a gold case.
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

/// A label that differs from the gold label.
#[derive(Clone, Debug, PartialEq)]
pub struct GoldMismatch {
    /// Its id among the annotator's labels or, if they have none, among the gold labels.
    pub id: LabelId,
    /// Text of the unit.
    pub text: String,
    /// The annotator's label; `None` if they have none.
    pub theirs: Option<LabelValue>,
    /// The gold label; `None` if there is no such finding.
    pub gold: Option<LabelValue>,
}

/// Compares an annotator's labels of some lists with the gold labels. Proposals of the engine that nobody
/// decided on count as labels of neither. Units that only the annotator has count only if they are
/// findings.
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

/// Returns the labels that a person gave, as units that can be matched, with their indices.
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
