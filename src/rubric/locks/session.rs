//! A session of a lock: a case is counted once for the evaluation and for other readings, of which only the scores, the
//! caps that fire and the decision are worked out.

use super::verdict::grounds;
use super::{Counted, Drafted, Lock, LockOptions, Shared, judge, metrics};
use crate::num::Num;
use crate::report::{Decision, Flip, Metric, Outcome};
use crate::rubric::caps::Pass;
use crate::rubric::draft::{Draft, Fault};
use crate::rubric::flips::flips;
use crate::rubric::locks::rules::Target;
use crate::rubric::session::{CapState, EvaluationSession, Other, caps_differ, known, state};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// A case under the readings in force.
pub struct LockSession<'a, L> {
    lock: &'a L,
    input: &'a Input<'a>,
    readings: Readings,
    shared: Shared<'a>,
    counted: Counted<'a>,
}

impl<'a, L: Lock> LockSession<'a, L> {
    /// Counts a case.
    pub fn new(lock: &'a L, input: &'a Input<'a>, readings: &Readings) -> LockSession<'a, L> {
        let shared = lock.shared(readings);
        let counted = Counted::new(input, shared.bands, shared.range, true);
        LockSession { lock, input, readings: *readings, shared, counted }
    }
}

impl<L: Lock + Rubric> EvaluationSession for LockSession<'_, L> {
    fn evaluate(&mut self) -> Evaluation {
        judge(self.lock, &self.shared, &self.counted)
    }

    fn flips(&mut self, now: &Evaluation) -> Vec<Flip> {
        flips(self.lock, self.input, &self.readings, now)
    }

    fn other(&mut self, readings: &Readings, now: &Evaluation) -> Other {
        let on = LockOptions::new(readings);
        if on == self.counted.on {
            return Other::same(now);
        }
        let counted = self.counted.under(on);
        let Drafted { drafts, first } = Drafted::new(self.lock, &self.shared, &counted);
        let (slots, rows) = (first.slots(), first.rows());
        let pass = Pass { slots: &slots, rows: &rows, compose: metrics::mean };
        let scores = Target::METRICS.map(|target| pass.last(target as usize));
        let mut decision = drafts.iter().map(unknown).fold(Decision::Pass, Decision::max);
        let fired = rows.iter().map(|row| (row.slug, row.fires()));
        grounds(self.shared.verdict, &counted, first.severity, &scores, fired, |found, _| {
            decision = decision.max(found);
        });
        let moved = drafts.iter().zip(scores).zip(&now.metrics).any(|((draft, score), metric)| {
            draft.raw.as_ref().is_ok_and(|raw| {
                let known = (metric.raw(), metric.score());
                known.0.is_some() && known != (Some(*raw), Some(score.unwrap_or(*raw)))
            }) || unknown(draft) != unknown_of(metric)
        });
        let states: Vec<CapState> =
            now.caps.iter().map(|cap| (cap.slug, cap.metric, state(&cap.fired))).collect();
        let others: Vec<CapState> =
            rows.iter().map(|row| (row.slug, slots[row.slot].key, known(row.finding.fired))).collect();
        let scored = drafts
            .iter()
            .zip(scores)
            .filter_map(|(draft, score)| draft.raw.as_ref().ok().map(|raw| score.unwrap_or(*raw)));
        let least = scored.reduce(Num::min).filter(|_| decision != Decision::Error);
        Other::of(now, decision, least, moved || caps_differ(&states, &others))
    }
}

/// What a metric without a score makes of the decision.
fn unknown(draft: &Draft) -> Decision {
    match &draft.raw {
        Ok(_) => Decision::Pass,
        Err(Fault::NotApplicable(_)) => Decision::Incomplete,
        Err(Fault::Missing(_) | Fault::Malformed(_)) => Decision::Error,
    }
}

fn unknown_of(metric: &Metric) -> Decision {
    match metric.outcome {
        Outcome::Scored { .. } => Decision::Pass,
        Outcome::NotApplicable(_) => Decision::Incomplete,
        Outcome::Error(_) => Decision::Error,
    }
}
