//! A session of Judge-Lock Ultra: a case is drawn and scored once, and scored again on the same draws under other
//! readings; lists that they measure otherwise are drawn anew.

use super::draw::{Counts, Doubtful};
use super::score::METRICS;
use super::turns::Turns;
use super::{Sampled, Ultra, decides};
use crate::labels::List;
use crate::num::Num;
use crate::report::{Decision, Flip, Metric, Odds};
use crate::rubric::draft::Got;
use crate::rubric::flips::flips;
use crate::rubric::locks::counts::Tally;
use crate::rubric::locks::{Counted, LISTS, Lock, LockOptions, judge};
use crate::rubric::session::{CapState, EvaluationSession, FIRES, Other, caps_differ, state};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// A case under the readings in force.
pub struct UltraSession<'a> {
    ultra: &'a Ultra,
    input: &'a Input<'a>,
    readings: Readings,
    sampled: Sampled<'a>,
}

impl<'a> UltraSession<'a> {
    /// Draws the labels of a case and scores the draws.
    pub fn new(ultra: &'a Ultra, input: &'a Input<'a>, readings: &Readings) -> UltraSession<'a> {
        UltraSession { ultra, input, readings: *readings, sampled: ultra.sample(input, readings, true) }
    }

    /// Whether a metric may have a score under one of the two readings that it lacks under the other.
    fn scores_otherwise(&self, other: &Counted) -> bool {
        let (now, labels) = (&self.sampled.counted, self.input.labels);
        let given = labels.bias_score.is_some() && labels.tox_score.is_some();
        let asked = self.ultra.lock.rules.questions.count;
        let few = |set: &Got<Tally>| set.as_ref().is_ok_and(|set| set.all() < asked);
        now.key_points.is_ok() != other.key_points.is_ok()
            || now.segments.is_ok() != other.segments.is_ok()
            || now.on.split_raw != other.on.split_raw
            || now.on.short_error != other.on.short_error && labels.all_short.contains(&true)
            || now.on.penalties_off != other.on.penalties_off && !given
            || now.on.count_error != other.on.count_error && (few(&now.coverage_qags) || few(&now.claim_qags))
    }

    /// What another reading makes of it, where every metric that has a score under one of both has it under the other.
    /// `None` where no label is drawn any more.
    fn rescored(&self, counted: &Counted, hard: &Evaluation, now: &Evaluation) -> Option<Other> {
        let Sampled { drawn, run, scorer, .. } = &self.sampled;
        let anew = self.sampled.counted.on.measures_otherwise(&counted.on);
        let redrawn: Vec<(List, (Counts, Vec<Doubtful>))> = LISTS
            .into_iter()
            .filter(|list| anew.has(*list))
            .map(|list| (list, self.ultra.drawn(self.input, list, &counted.bands)))
            .collect();
        let open = |doubtful: &Doubtful| !anew.has(doubtful.id.list);
        if !drawn.doubtful.iter().any(open) && redrawn.iter().all(|(_, (_, doubtful))| doubtful.is_empty()) {
            return None;
        }
        let mut each = drawn.each();
        redrawn.iter().for_each(|(list, (counts, _))| each[*list as usize] = counts);
        let other = self.ultra.scorer(counted, hard);
        let Some(rescored) = run.under(scorer, &other, &drawn.each(), &each) else {
            return Some(Other::same(now));
        };
        let states: Vec<CapState> =
            now.caps.iter().map(|cap| (cap.slug, cap.metric, state(&cap.fired))).collect();
        let others: Vec<CapState> = (0..other.rows())
            .map(|row| {
                let state = match other.fires(row, 0) {
                    None => 0,
                    Some(_) if rescored.fires(&other, row) * 2.0 > 1.0 => FIRES,
                    Some(_) => 1,
                };
                (other.slug(row), other.row(row).0.key(), state)
            })
            .collect();
        let draws = Num::count(run.draws);
        let scores = |metric: usize| rescored.sums(metric).map(|sum| sum / draws);
        let moved = |(metric, known): (usize, &Metric)| {
            let [raw, last] = scores(metric);
            known.score().is_some() && (known.raw() != Some(raw) || known.score() != Some(last))
        };
        let decision = match hard.verdict.decision {
            unknown if is_unknown(unknown) => unknown,
            _ => rescored.decision(),
        };
        let moved = now.metrics.iter().enumerate().take(METRICS).any(moved);
        let scored = (0..METRICS).filter(|metric| hard.metrics[*metric].score().is_some());
        let least = scored.map(|metric| scores(metric)[1]).reduce(Num::min);
        let least = least.filter(|_| decision != Decision::Error);
        Some(Other::of(now, decision, least, moved || caps_differ(&states, &others)))
    }
}

impl EvaluationSession for UltraSession<'_> {
    fn evaluate(&mut self) -> Evaluation {
        self.ultra.told(self.input, &self.sampled, true)
    }

    fn flips(&mut self, now: &Evaluation) -> Vec<Flip> {
        if is_unknown(now.verdict.decision) || self.sampled.drawn.doubtful.is_empty() {
            return flips(&self.ultra.lock, self.input, &self.readings, now);
        }
        Turns::new(self.ultra, self.input, &self.sampled).flips(now)
    }

    fn other(&mut self, readings: &Readings, now: &Evaluation) -> Other {
        let on = LockOptions::new(readings);
        if on == self.sampled.counted.on {
            return Other::same(now);
        }
        let counted = self.sampled.counted.under(on);
        let unsettled = self.scores_otherwise(&counted);
        let hard = unsettled.then(|| judge(&self.ultra.lock, &self.ultra.lock.shared(readings), &counted));
        let hard = hard.as_ref().unwrap_or(&self.sampled.hard);
        // What is unknown on the words shown is unknown on every draw.
        let (decision, known) = (hard.verdict.decision, !is_unknown(now.verdict.decision));
        if is_unknown(decision) && known {
            return Other::of(now, decision, None, true);
        }
        let drawn = !self.sampled.drawn.doubtful.is_empty() && (known || !unsettled);
        let rescored = drawn.then(|| self.rescored(&counted, hard, now)).flatten();
        rescored.unwrap_or_else(|| Other::new(now, &self.ultra.evaluate(self.input, readings, false)))
    }

    fn odds(&mut self) -> Option<Odds> {
        let Sampled { hard, drawn, run, .. } = &self.sampled;
        let decision = hard.verdict.decision;
        if is_unknown(decision) {
            return Some(Odds { of: None, decides: Vec::new(), others: Vec::new() });
        }
        if drawn.doubtful.is_empty() {
            let of = [Decision::Pass, Decision::Warn, Decision::Fail]
                .map(|known| f64::from(u8::from(known == decision)));
            return Some(Odds { of: Some(of), decides: Vec::new(), others: Vec::new() });
        }
        let decides = decides::rank(drawn, run, &self.ultra.grid, &self.ultra.sampling);
        Some(Odds { of: Some(run.odds()), decides, others: Vec::new() })
    }
}

/// Whether a decision says that there can be none.
fn is_unknown(decision: Decision) -> bool {
    matches!(decision, Decision::Incomplete | Decision::Error)
}
