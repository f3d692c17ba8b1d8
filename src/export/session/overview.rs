//! Computes the figures of a session: verdicts and scores, caps, time, progress. It takes one pass over
//! the cases and keeps only numbers.

use std::collections::HashMap;
use std::sync::Arc;

use crate::num::counted;
use crate::report::{Cap, DECISIONS, Decision, Fired};
use crate::rubric::Evaluation;
use crate::session::{CaseState, Folded, InitialCase, changes, judges_blind, spent};

use super::judge::SessionScorer;
use super::{ExportError, Exported};

/// Text shown instead of the table of decisions if nobody decided.
pub const NO_DECISION: &str = "Nobody gave a verdict of their own.";

/// Verdicts, scores and caps of a set of evaluations.
#[derive(Debug, Default)]
pub struct EvaluationCounts {
    /// Verdicts, in the order of [`Decision::ALL`].
    pub verdicts: [usize; Decision::ALL.len()],
    /// Scores of the verdicts, if they have one.
    pub scores: Vec<f64>,
    pub metrics: Vec<(&'static str, Vec<f64>)>,
    pub caps: Vec<CapCount>,
    /// Number of cases that could not be scored.
    pub unscored: usize,
}

/// Effects of a cap in a set of evaluations.
#[derive(Debug)]
pub struct CapCount {
    slug: &'static str,
    /// Display name.
    pub name: &'static str,
    /// Number of evaluations in which it fired on some metric.
    pub fired: usize,
    /// Number of evaluations in which it lowered a score.
    pub lowers: usize,
}

#[derive(Debug, Default)]
pub struct Annotator {
    pub name: String,
    /// Number of cases assigned to the annotator.
    pub queue: usize,
    /// Number of cases with an event of the annotator.
    pub begun: usize,
    pub blind: bool,
    /// Number of cases that the annotator decided; see [`crate::session::is_decided`].
    pub decided: usize,
    pub flagged: usize,
    /// Number of labels that the annotator changed, added or rejected.
    pub changed: usize,
    pub comments: usize,
    /// Seconds spent on each case, if known, by the index of the case.
    pub seconds: HashMap<usize, f64>,
    /// Time of each event in microseconds, and the case.
    moments: Vec<(i64, usize)>,
}

/// The figures of a session.
#[derive(Debug, Default)]
pub struct SessionOverview {
    pub cases: usize,
    /// Number of cases with an event of a requested annotator.
    pub begun: usize,
    /// Counts by the engine's proposals, one evaluation for each case.
    pub engine: EvaluationCounts,
    /// Counts by people's labels, one evaluation for each case and annotator with a label, an edit or a
    /// rule of their own.
    pub people: EvaluationCounts,
    /// People's decisions by the verdict that follows from the engine's proposals: `against[of
    /// Decision::ALL][of DECISIONS]`.
    pub against: [[usize; DECISIONS.len()]; Decision::ALL.len()],
    /// Number of cases, counted for each annotator, that were handed in blind without the annotator's
    /// verdict.
    pub only_handed_in: usize,
    /// All annotators, by name.
    pub annotators: Vec<Annotator>,
    /// The range that all metrics share; `None` if their ranges differ.
    pub range: Option<[f64; 2]>,
}

impl EvaluationCounts {
    fn add(&mut self, evaluation: &Evaluation) {
        let verdict = &evaluation.verdict;
        self.verdicts[place(verdict.decision)] += 1;
        self.scores.extend(verdict.score.map(crate::num::Num::to_f64));
        for metric in &evaluation.metrics {
            let at = position(&mut self.metrics, |(key, _)| *key == metric.key, || (metric.key, Vec::new()));
            self.metrics[at].1.extend(metric.score().map(crate::num::Num::to_f64));
        }
        for first in first_of_each(evaluation) {
            let (slug, name) = (first.slug, &*first.words.name);
            let of_slug = || evaluation.caps.iter().filter(|cap| cap.slug == slug);
            let fired = of_slug().any(|cap| matches!(cap.fired, Fired::Yes { .. }));
            let lowers = of_slug().any(Cap::is_binding);
            let none = || CapCount { slug, name, fired: 0, lowers: 0 };
            let at = position(&mut self.caps, |known| known.slug == slug, none);
            self.caps[at].fired += usize::from(fired);
            self.caps[at].lowers += usize::from(lowers);
        }
    }

    pub fn scored(&self) -> usize {
        self.verdicts.iter().sum()
    }
}

/// Returns the caps of an evaluation, each once even if it limits several metrics.
fn first_of_each(evaluation: &Evaluation) -> Vec<&Cap> {
    let mut caps: Vec<&Cap> = Vec::new();
    for cap in &evaluation.caps {
        if !caps.iter().any(|known| known.slug == cap.slug) {
            caps.push(cap);
        }
    }
    caps
}

/// Returns the index of an element of a list, adding the element if it is missing.
fn position<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> usize {
    list.iter().position(is).unwrap_or_else(|| {
        list.push(make());
        list.len() - 1
    })
}

/// Returns the index of a decision in [`Decision::ALL`].
fn place(decision: Decision) -> usize {
    Decision::ALL.iter().position(|known| *known == decision).unwrap_or(Decision::ALL.len() - 1)
}

impl SessionOverview {
    pub(super) fn gather(
        session: &mut Exported,
        judge: &mut SessionScorer,
    ) -> Result<SessionOverview, ExportError> {
        let ids = session.recorder.store().ids()?;
        let mut overview = SessionOverview { cases: ids.len(), ..SessionOverview::default() };
        let line = session.recorder.store().line()?;
        for name in session.annotators(None)? {
            let queue = session.recorder.store().queue(&name)?.len();
            let blind = judges_blind(&line, &name);
            overview.annotators.push(Annotator { name, queue, blind, ..Annotator::default() });
        }
        for (at, id) in ids.iter().enumerate() {
            let Ok(case) = session.recorder.case(id) else {
                overview.engine.unscored += 1;
                continue;
            };
            let names = session.annotators(Some(id))?;
            overview.begun += usize::from(!names.is_empty());
            let base = Arc::clone(session.recorder.folded(id, "")?.base());
            let engine = judge.evaluate(&case, base.texts(), &base.proposals).ok();
            overview.take(engine.as_ref(), |overview| &mut overview.engine);
            for name in names {
                let folded = session.recorder.folded(id, &name)?;
                let state = folded.state();
                // If every change was undone, the labels are the engine's.
                if has_labels(state, &base) {
                    let own = judge.evaluate(&case, state.texts(), &state.labels()).ok();
                    overview.take(own.as_ref(), |overview| &mut overview.people);
                }
                overview.annotated(at, folded, engine.as_ref());
            }
        }
        for annotator in &mut overview.annotators {
            annotator.seconds = spent(std::mem::take(&mut annotator.moments));
        }
        Ok(overview)
    }

    fn take(
        &mut self,
        evaluation: Option<&Evaluation>,
        of: fn(&mut SessionOverview) -> &mut EvaluationCounts,
    ) {
        let Some(evaluation) = evaluation else {
            of(self).unscored += 1;
            return;
        };
        of(self).add(evaluation);
        let mut ranges = evaluation.metrics.iter().map(|metric| metric.range.map(crate::num::Num::to_f64));
        let first = ranges.next().filter(|[low, high]| low.is_finite() && high.is_finite());
        self.range = first.filter(|first| ranges.all(|range| range == *first));
    }

    fn annotated(&mut self, at: usize, folded: &Folded, engine: Option<&Evaluation>) {
        let state = folded.state();
        let Some(annotator) = self.annotators.iter_mut().find(|one| one.name == state.by()) else { return };
        annotator.begun += 1;
        annotator.flagged += usize::from(state.flagged);
        annotator.changed += changes(state).len();
        annotator.comments += state.comments.len();
        annotator.moments.extend(folded.events().iter().map(|event| (event.micros, at)));
        annotator.decided += usize::from(folded.is_decided(annotator.blind));
        let Some(decided) = &state.decision else {
            self.only_handed_in += usize::from(folded.reveal().is_some());
            return;
        };
        let of = DECISIONS.iter().position(|decision| *decision == decided.verdict);
        if let (Some(engine), Some(of)) = (engine, of) {
            self.against[place(engine.verdict.decision)][of] += 1;
        }
    }

    /// Returns how often people made each of [`DECISIONS`].
    pub fn decided(&self) -> [usize; DECISIONS.len()] {
        std::array::from_fn(|of| self.against.iter().map(|row| row[of]).sum())
    }

    /// Returns whether anybody gave a verdict.
    pub fn has_decisions(&self) -> bool {
        self.decided().iter().any(|count| *count > 0)
    }

    /// Describes the cases that were judged without anybody giving a verdict.
    pub fn without_verdict(&self) -> Option<String> {
        let verb = match self.only_handed_in {
            0 => return None,
            1 => "was",
            _ => "were",
        };
        let cases = counted(self.only_handed_in, "case");
        Some(format!(
            "{cases} {verb} handed in blind without a verdict of the annotator's own. Only verdicts count as decisions; the row of \
             people's labels shows what the labels come to."
        ))
    }

    /// Returns the seconds of every case and annotator, sorted.
    pub fn seconds(&self) -> Vec<f64> {
        let mut all: Vec<f64> =
            self.annotators.iter().flat_map(|annotator| annotator.seconds.values().copied()).collect();
        all.sort_by(f64::total_cmp);
        all
    }
}

/// Returns whether labels of a case were changed or confirmed by a person.
fn has_labels(state: &CaseState, base: &InitialCase) -> bool {
    let decisions = state.decisions();
    let edited = state.article != base.article || state.summary != base.summary;
    !decisions.overrides.is_empty() || !decisions.rules.is_empty() || edited
}

/// Formats a duration: "42 s", "3 min 05 s", "1 h 12 min".
pub fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_short() {
        assert_eq!(
            [0.4, 59.6, 185.0, 4330.0].map(duration),
            ["0 s", "1 min 00 s", "3 min 05 s", "1 h 12 min"]
        );
    }
}
