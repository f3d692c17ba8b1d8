//! What an annotator's labels are worth against the engine's, in points of the score.
//!
//! Each difference is tried on its own: the annotator's decision is left out, so that the engine's label stands in its
//! place, and the case is scored again. What all of them come to is the annotator's score against the engine's, which
//! need not be the sum: a cap that two labels hold down is not released by one.

use crate::case::Texts;
use crate::labels::overrides::{Fate, LabelDecision, Override, apply, group};
use crate::labels::{Label, LabelId, LabelValue, Labels, List};
use crate::num::Num;
use crate::report::{Decision, Fired};
use crate::rubric::Evaluation;

/// The verdict and scores that a rubric gives for one set of labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelSetResult {
    pub decision: Decision,
    /// The headline number.
    pub score: Option<Num>,
    /// The score of each metric, in the rubric's order.
    pub metrics: Vec<(&'static str, Option<Num>)>,
}

/// The kind of difference between two labels.
#[derive(Clone, Debug, PartialEq)]
pub enum DifferenceKind {
    /// Another word for the same unit.
    Word {
        /// The annotator's.
        theirs: LabelValue,
        engine: Option<LabelValue>,
    },
    /// The engine has no such unit or finding; with the annotator's word.
    Added(Option<LabelValue>),
    /// The annotator has no such unit or finding; with the engine's word.
    Missing(Option<LabelValue>),
    /// The annotator cut units differently: how many of the engine's became how many.
    Regrouped(usize, usize),
}

/// A difference between an annotator's labels and the engine's.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelDifference {
    pub list: List,
    /// The annotator's label; `None` where they have none there.
    pub id: Option<LabelId>,
    /// Its place in the engine's list, from 0, where the engine has it.
    pub place: Option<usize>,
    /// The unit in words.
    pub text: String,
    /// The annotator's decision, tied to the words that it is about.
    pub decided: Override,
    pub kind: DifferenceKind,
    /// The probability that the engine gives its label.
    pub p: Option<f64>,
    /// The engine's reasons, the decisive one first.
    pub why: Vec<String>,
    /// Points of the headline number that the annotator's label gives (below 0: takes) against the engine's; `None`
    /// if there is no headline number with one of them.
    pub points: Option<f64>,
    /// The same of each metric that it moves, the largest first.
    pub metrics: Vec<(&'static str, f64)>,
    /// The decision with the engine's label in its place, where it is another one.
    pub decision: Option<Decision>,
    /// Caps that fire with one of the labels and not with the other: slug, target, whether with the annotator's.
    pub caps: Vec<(&'static str, &'static str, bool)>,
}

/// All differences on a case, by one rubric.
#[derive(Clone, Debug, PartialEq)]
pub struct Differences {
    /// What comes of the annotator's labels.
    pub theirs: LabelSetResult,
    /// What comes of the engine's.
    pub engine: LabelSetResult,
    /// The differences, those that move the score most first.
    pub rows: Vec<LabelDifference>,
    /// Labels that the annotator gave and the engine has too.
    pub agreed: usize,
}

impl Differences {
    /// Points of the headline number between the two, the annotator's above the engine's if positive.
    pub fn points(&self) -> Option<f64> {
        apart(self.theirs.score, self.engine.score)
    }
}

/// Both sets of labels that are compared.
#[derive(Debug)]
pub struct ComparedLabels<'a> {
    pub engine: &'a Labels,
    /// What the annotator decided on them, in its order.
    pub overrides: &'a [Override],
    /// The texts that the labels count in.
    pub texts: Texts<'a>,
    pub lists: &'a [List],
}

/// Works the differences out. `evaluate` scores labels by the rubric, `word` reads a label's word by its thresholds.
/// `None` where it became `stale` meanwhile.
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

/// The difference that some decisions make, without what it is worth; `None` where they make none.
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
    let place = change.place(known, sides.texts).ok();
    let label = place.map(|place| &known[place]);
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
        // A later decision on it replaces this one.
        LabelDecision::Value(_) if is_overruled(sides.overrides, range.start) => return None,
        LabelDecision::Value(theirs) => {
            let engine = label.and_then(word);
            // A value of a unit that the annotator added belongs to that addition.
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
    let is_new = matches!(kind, DifferenceKind::Added(_));
    let label = label.filter(|_| !is_new);
    Some(LabelDifference {
        list: change.list,
        id,
        place: place.filter(|_| !is_new),
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

/// Whether a later decision gives the same unit another word.
fn is_overruled(overrides: &[Override], at: usize) -> bool {
    let one = &overrides[at];
    overrides[at + 1..].iter().any(|later| {
        !matches!(later.decision, LabelDecision::Add(_))
            && (later.list, later.kind, &later.text) == (one.list, one.kind, &one.text)
            && (&later.article, &later.summary) == (&one.article, &one.summary)
    })
}

/// A difference with what it is worth: what comes with it, against what comes without it.
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
