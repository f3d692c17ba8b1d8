//! `rubric check`: finds defects in a rubric's numbers by trying them.
//!
//! This module knows no rule of any rubric. It generates label counts within the rubric's limits, has the
//! rubric evaluate each of them under the readings in force, and reports every oddity with an example case: a
//! cap that always or never fires, a score or a verdict that no labels give, a worse case that scores higher,
//! bands with a gap or an overlap, targets that cannot all be met, or a worked example with another result. A
//! user's rubric file is checked in the same way.

mod bands;
mod caps;
mod examples;
mod order;
mod scores;
mod space;
mod sweep;
mod targets;

use serde_json::{Value, json};

use crate::case::Case;
use crate::labels::Labels;
use crate::measures::Measures;
use crate::num::Num;
use crate::rubric::{Readings, Rubric};
use crate::text::Text;

pub use examples::{differences, evaluate, rules};
use sweep::ParameterSweep;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The rule does something that nobody can want.
    Defect,
    /// Something to know before relying on the rule.
    Remark,
}

impl Level {
    /// As written in files.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Defect => "defect",
            Level::Remark => "remark",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DefectKind {
    #[strum(serialize = "cap_always_fires")]
    CapAlways,
    #[strum(serialize = "cap_never_fires")]
    CapNever,
    #[strum(serialize = "cap_never_lowers")]
    CapRedundant,
    #[strum(serialize = "cap_fires_on_copies")]
    CapOnCopies,
    #[strum(serialize = "cap_likely_on_copies")]
    CapInDraws,
    Unreachable,
    Ceiling,
    NotMonotonic,
    BandGap,
    BandOverlap,
    BandEdge,
    #[strum(serialize = "targets_contradict")]
    Targets,
    #[strum(serialize = "example_wrong")]
    Example,
}

impl DefectKind {
    /// As written in files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A case that shows a finding.
#[derive(Clone, Debug)]
pub struct Example {
    /// Description of its labels: how they differ from the best case.
    pub what: String,
    /// Description of the result: scores, cap, verdict.
    pub result: String,
    /// The case with its labels, which can be scored with `--labels-only`.
    pub case: Option<Case>,
}

/// An oddity of a rubric.
#[derive(Clone, Debug)]
pub struct LintFinding {
    pub level: Level,
    pub kind: DefectKind,
    /// The metric, cap, list or verdict that it is about.
    pub subject: String,
    /// The finding in one sentence.
    pub says: String,
    /// One case, or two for comparison.
    pub examples: Vec<Example>,
}

impl LintFinding {
    fn new(
        level: Level,
        kind: DefectKind,
        subject: &str,
        says: String,
        examples: Vec<Example>,
    ) -> LintFinding {
        LintFinding { level, kind, subject: subject.to_owned(), says, examples }
    }

    /// Converts the finding to JSON. Each example's case can be passed to `lockbench score --labels-only`.
    pub fn to_value(&self, slug: &str) -> Value {
        let example =
            |example: &Example| json!({"what": example.what, "result": example.result, "case": example.case});
        json!({
            "rubric": slug,
            "level": self.level.as_str(),
            "kind": self.kind.as_str(),
            "subject": self.subject,
            "says": self.says,
            "examples": self.examples.iter().map(example).collect::<Vec<_>>(),
        })
    }
}

/// An analysed article that is its own summary. No cap should fire on it.
#[derive(Debug)]
pub struct Copy {
    pub case: Case,
    pub article: Text,
    /// The same text.
    pub summary: Text,
    pub labels: Labels,
    pub measures: Measures,
}

/// Checks a rubric under readings. `measure` takes the measures of a case's texts; `copies` are articles that
/// are their own summaries.
pub fn check(
    rubric: &dyn Rubric,
    readings: &Readings,
    measure: &mut dyn FnMut(&Case) -> Measures,
    copies: &[Copy],
) -> Vec<LintFinding> {
    let mut found = examples::check(rubric, measure);
    let mut sweep = ParameterSweep::new(rubric, readings, measure);
    let tried = sweep.tried();
    found.extend(caps::check(&mut sweep, &tried));
    found.extend(caps::on_copies(rubric, readings, copies));
    found.extend(scores::check(&mut sweep, &tried));
    found.extend(order::check(&mut sweep, &tried));
    found.extend(bands::check(rubric, readings));
    found.extend(targets::check(&mut sweep));
    found.sort_by(|a, b| (a.level, a.kind, &a.subject).cmp(&(b.level, b.kind, &b.subject)));
    found
}

/// Formats a number for people; a long or fractional number is rounded.
fn number(value: Num) -> String {
    let text = value.to_string();
    if text.len() <= 5 && !text.contains('/') { text } else { value.shown() }
}

/// "1", "1 or 2", "1, 2 or 3".
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
