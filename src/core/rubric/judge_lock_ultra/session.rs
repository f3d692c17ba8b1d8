//! A session of Judge-Lock Ultra. A case is sampled and scored once, for the evaluation, for flips and for
//! the deciding labels; other readings are scored on the same samples.

use std::rc::Rc;

use super::{Sampled, Ultra, decides};
use crate::report::{DECISIONS, Decision, Flip, Odds};
use crate::rubric::flips::search;
use crate::rubric::locks::change_evaluator::ChangeEvaluator;
use crate::rubric::locks::fast_evaluator::FastEvaluator;
use crate::rubric::locks::formulas::Float;
use crate::rubric::session::{EvaluationSession, Other};
use crate::rubric::{Evaluation, Input, Readings, flips};

/// A case under the readings in force.
pub struct UltraSession<'a> {
    ultra: &'a Ultra,
    input: &'a Input<'a>,
    readings: Readings,
    sampled: Sampled<'a>,
}

impl<'a> UltraSession<'a> {
    /// Samples the labels of a case and scores the samples.
    pub fn new(ultra: &'a Ultra, input: &'a Input<'a>, readings: &Readings) -> UltraSession<'a> {
        let sampled = ultra.sample(input, readings, true, None);
        UltraSession { ultra, input, readings: *readings, sampled }
    }
}

impl EvaluationSession for UltraSession<'_> {
    fn evaluate(&mut self) -> Evaluation {
        self.ultra.evaluation(self.input, &self.sampled, true)
    }

    fn flips(&mut self, now: &Evaluation, interrupted: &dyn Fn() -> bool) -> Vec<Flip> {
        let Sampled { plain, drawn, .. } = &self.sampled;
        if drawn.doubtful.is_empty() {
            return flips::flips(&self.ultra.lock, self.input, &self.readings, now, interrupted);
        }
        let mut tries = ChangeEvaluator::new(
            &self.ultra.lock,
            Rc::clone(&plain.counted),
            drawn,
            Some(&self.ultra.sampler),
            Float,
        );
        search(self.ultra, self.input, &self.readings, now, &mut tries, interrupted)
    }

    fn other(&mut self, readings: &Readings, now: &Evaluation) -> Other {
        let Sampled { plain, drawn, run, .. } = &self.sampled;
        let counted = self.ultra.lock.count(self.input, readings, false);
        if counted.on.measures_as(&plain.counted.on) {
            // Most readings do not affect a given case.
            let other = FastEvaluator::new(&self.ultra.lock, Rc::new(counted), Float);
            if other.does_as(plain, drawn, &run.cells) {
                return Other::same(now);
            }
        }
        let sampled = self.ultra.sample(self.input, readings, false, Some(&self.sampled));
        Other::new(now, &self.ultra.evaluation(self.input, &sampled, false))
    }

    fn odds(&mut self) -> Option<Odds> {
        let Sampled { hard, drawn, run, .. } = &self.sampled;
        let decision = hard.verdict.decision;
        let known = DECISIONS.contains(&decision);
        let (of, decides) = if known && !drawn.doubtful.is_empty() {
            (Some(run.odds()), decides::rank(self.ultra, &self.sampled))
        } else {
            let certain = [Decision::Pass, Decision::Warn, Decision::Fail]
                .map(|one| f64::from(u8::from(one == decision)));
            (known.then_some(certain), Vec::new())
        };
        Some(Odds { of, decides, others: Vec::new() })
    }
}
