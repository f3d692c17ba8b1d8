//! The effect of an annotator's labels compared with the engine's, in points of the score.
//!
//! Each difference is tried on its own: the annotator's decision is left out, so that the engine's label
//! applies, and the case is scored again. The total effect of all decisions is the difference of the two
//! scores. It need not equal the sum of the single effects, for example if two labels each keep the same
//! cap in force.

use crate::case::Texts;
use crate::labels::overrides::{Fate, LabelDecision, Override, apply, group, is_replaced};
use crate::labels::{Label, LabelId, LabelValue, Labels, List};
use crate::num::Num;
use crate::report::{Decision, Fired};
use crate::rubric::Evaluation;

/// The verdict and scores that a rubric gives for one set of labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelSetResult {
    pub decision: Decision,
    /// The score of the verdict.
    pub score: Option<Num>,
    /// The score of each metric, in the rubric's order.
    pub metrics: Vec<(&'static str, Option<Num>)>,
}

/// The kind of difference between two labels.
#[derive(Clone, Debug, PartialEq)]
pub enum DifferenceKind {
    /// Different label values for the same unit.
    Word {
        /// The annotator's value.
        theirs: LabelValue,
        engine: Option<LabelValue>,
    },
    /// The engine has no such unit or finding; contains the annotator's value.
    Added(Option<LabelValue>),
    /// The annotator has no such unit or finding; contains the engine's value.
    Missing(Option<LabelValue>),
    /// The annotator split or merged units: number of the engine's units, number of the annotator's.
    Regrouped(usize, usize),
}

/// A difference between an annotator's labels and the engine's.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelDifference {
    pub list: List,
    /// The annotator's label; `None` if they have none for the unit.
    pub id: Option<LabelId>,
    /// Text of the unit.
    pub text: String,
    /// The annotator's decision, anchored to the words that it is about.
    pub decided: Override,
    pub kind: DifferenceKind,
    /// The probability that the engine gives its label.
    pub p: Option<f64>,
    /// The engine's reasons, the decisive one first.
    pub why: Vec<String>,
    /// Change of the headline score due to the annotator's label compared with the engine's, in points;
    /// `None` if either has no headline score.
    pub points: Option<f64>,
    /// The change of each metric that it affects, the largest first.
    pub metrics: Vec<(&'static str, f64)>,
    /// The decision with the engine's label instead, if it differs.
    pub decision: Option<Decision>,
    /// Caps that fire with only one of the two labels: slug, target, whether it fires with the
    /// annotator's.
    pub caps: Vec<(&'static str, &'static str, bool)>,
}

/// All differences on a case, by one rubric.
#[derive(Clone, Debug, PartialEq)]
pub struct Differences {
    /// Result under the annotator's labels.
    pub theirs: LabelSetResult,
    /// Result under the engine's labels.
    pub engine: LabelSetResult,
    /// The differences, largest change of the score first.
    pub rows: Vec<LabelDifference>,
    /// Number of labels that the annotator gave and the engine has too.
    pub agreed: usize,
}

impl Differences {
    /// Returns the annotator's headline score minus the engine's.
    pub fn points(&self) -> Option<f64> {
        apart(self.theirs.score, self.engine.score)
    }
}

/// The two sets of labels that are compared.
#[derive(Debug)]
pub struct ComparedLabels<'a> {
    pub engine: &'a Labels,
    /// The annotator's decisions on them, in order.
    pub overrides: &'a [Override],
    /// The texts that the spans of the labels refer to.
    pub texts: Texts<'a>,
    pub lists: &'a [List],
}

/// Computes the differences. `evaluate` scores labels by the rubric; `word` reads a label's value by the
/// rubric's thresholds. `None` if the result became `stale` in the meantime.
pub fn differences(
    sides: &ComparedLabels,
    evaluate: &dyn Fn(&Labels) -> Evaluation,
    word: &dyn Fn(&Label) -> Option<LabelValue>,
    stale: &dyn Fn() -> bool,
) -> Option<Differences> {
    let scored = |overrides: &[Override]| {
        let mut labels = sides.engine.clone();
        let fates = apply(&mut labels, overrides, sides.texts);
        (evaluate(&labels), fates)
    };
    let (theirs, fates) = scored(sides.overrides);
    let engine = evaluate(sides.engine);
    let mut found =
        Differences { theirs: outcome(&theirs), engine: outcome(&engine), rows: Vec::new(), agreed: 0 };
    let mut at = 0;
    while at < sides.overrides.len() {
        if stale() {
            return None;
        }
        let together = group(sides.overrides, at).unwrap_or(at..at + 1);
        let range = together.start.max(at)..together.end;
        let next = range.end;
        if let Some(difference) = one(sides, &fates, range.clone(), word, &mut found.agreed) {
            let mut without = sides.overrides.to_vec();
            without.drain(range);
            let (other, _) = scored(&without);
            found.rows.push(weighed(difference, &theirs, &other));
        }
        at = next;
    }
    let moved = |row: &LabelDifference| -> (f64, f64) {
        let metrics = row.metrics.iter().map(|(_, points)| points.abs()).sum();
        (row.points.map_or(0.0, f64::abs), metrics)
    };
    found.rows.sort_by(|a, b| {
        let (a, b) = (moved(a), moved(b));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    Some(found)
}

/// Returns the difference that some decisions make, without its effect; `None` if they make none.
fn one(
    sides: &ComparedLabels,
    fates: &[Fate],
    range: std::ops::Range<usize>,
    word: &dyn Fn(&Label) -> Option<LabelValue>,
    agreed: &mut usize,
) -> Option<LabelDifference> {
    let change = &sides.overrides[range.start];
    if !sides.lists.contains(&change.list) {
        return None;
    }
    let known = sides.engine.get(change.list).unwrap_or_default();
    let label = change.place(known, sides.texts).ok().map(|place| &known[place]);
    let applied = |at: usize| match fates.get(at) {
        Some(Fate::Applied(id)) => Some(*id),
        _ => None,
    };
    let mut id = applied(range.start);
    let kind = match &change.decision {
        _ if range.len() > 1 => {
            let of = &sides.overrides[range.clone()];
            let gone = of.iter().filter(|one| one.decision == LabelDecision::Dismiss).count();
            id = range.clone().find_map(applied);
            DifferenceKind::Regrouped(gone, of.len() - gone)
        }
        // A later decision replaces this one.
        LabelDecision::Value(_) if is_replaced(sides.overrides, range.start) => return None,
        LabelDecision::Value(theirs) => {
            let engine = label.and_then(word);
            // The value of a unit that the annotator added belongs to the addition.
            label?;
            if engine == Some(*theirs) {
                *agreed += 1;
                return None;
            }
            DifferenceKind::Word { theirs: *theirs, engine }
        }
        LabelDecision::Dismiss => DifferenceKind::Missing(label.map(word)?),
        LabelDecision::Add(added) => {
            id?;
            let same = label.filter(|label| label.text == added.text);
            match same.and_then(word).zip(added.word) {
                Some((engine, theirs)) if engine == theirs => {
                    *agreed += 1;
                    return None;
                }
                Some((engine, theirs)) => DifferenceKind::Word { theirs, engine: Some(engine) },
                None => DifferenceKind::Added(added.word),
            }
        }
    };
    let label = label.filter(|_| !matches!(kind, DifferenceKind::Added(_)));
    Some(LabelDifference {
        list: change.list,
        id,
        text: change.text.clone(),
        decided: change.clone(),
        kind,
        p: label.and_then(|label| label.p),
        why: label.map(|label| label.why.clone()).unwrap_or_default(),
        points: None,
        metrics: Vec::new(),
        decision: None,
        caps: Vec::new(),
    })
}

/// Adds the effect to a difference: the evaluation with it, compared with the one without it.
fn weighed(difference: LabelDifference, with: &Evaluation, without: &Evaluation) -> LabelDifference {
    let (now, then) = (outcome(with), outcome(without));
    let metrics = now.metrics.iter().zip(&then.metrics);
    let moved = metrics.filter_map(|((key, now), (_, then))| Some((*key, apart(*now, *then)?)));
    let mut metrics: Vec<(&'static str, f64)> = moved.filter(|(_, points)| *points != 0.0).collect();
    metrics.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let fires = |of: &Evaluation, slug, metric| {
        let cap = of.caps.iter().find(|cap| (cap.slug, cap.metric) == (slug, metric));
        cap.is_some_and(|cap| matches!(cap.fired, Fired::Yes { .. }))
    };
    let mut caps: Vec<(&'static str, &'static str, bool)> = Vec::new();
    for cap in with.caps.iter().chain(&without.caps) {
        let here = fires(with, cap.slug, cap.metric);
        let row = (cap.slug, cap.metric, here);
        if here != fires(without, cap.slug, cap.metric) && !caps.contains(&row) {
            caps.push(row);
        }
    }
    LabelDifference {
        points: apart(now.score, then.score),
        metrics,
        decision: (then.decision != now.decision).then_some(then.decision),
        caps,
        ..difference
    }
}

fn outcome(evaluation: &Evaluation) -> LabelSetResult {
    LabelSetResult {
        decision: evaluation.verdict.decision,
        score: evaluation.verdict.score,
        metrics: evaluation.metrics.iter().map(|metric| (metric.key, metric.score())).collect(),
    }
}

fn apart(a: Option<Num>, b: Option<Num>) -> Option<f64> {
    Some(a?.to_f64() - b?.to_f64())
}
