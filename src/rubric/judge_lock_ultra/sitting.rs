//! A case laid before Judge-Lock Ultra: drawn and scored once, and scored again on the same draws under readings
//! that change only how they score.

use super::score::METRICS;
use super::turns::Turns;
use super::{Sampled, Ultra, decides};
use crate::labels::{By, List};
use crate::num::Num;
use crate::report::{Decision, Flip, Odds};
use crate::rubric::flips::flips;
use crate::rubric::locks::counts::{Bands, listed};
use crate::rubric::locks::{On, evaluate};
use crate::rubric::sitting::{CapState, FIRES, Other, Sitting, caps_differ, state};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// A case under the readings in force.
pub struct Laid<'a> {
    ultra: &'a Ultra,
    input: &'a Input<'a>,
    readings: Readings,
    sampled: Sampled<'a>,
}

impl<'a> Laid<'a> {
    /// Draws the labels of a case and scores the draws.
    pub fn new(ultra: &'a Ultra, input: &'a Input<'a>, readings: &Readings) -> Laid<'a> {
        Laid { ultra, input, readings: *readings, sampled: ultra.sample(input, readings, true) }
    }

    /// Whether the draws stay the same under other readings, and which metrics have a score at all.
    fn draws_alike(&self, other: &On) -> bool {
        let now = &self.sampled.counted.on;
        let labels = self.input.labels;
        let given = labels.bias_score.is_some() && labels.tox_score.is_some();
        if now.split_raw != other.split_raw && labels.raw_segments.is_some()
            || now.short_error != other.short_error && labels.all_short.contains(&true)
            || now.penalties_off != other.penalties_off && !given
            || now.count_error != other.count_error && self.lacks_questions()
        {
            return false;
        }
        let (bands, others) =
            (self.sampled.counted.bands, Bands { on: *other, ..self.sampled.counted.bands });
        now.overlap == other.overlap && now.edge_lower == other.edge_lower
            || [List::KeyPoints, List::Segments].iter().all(|list| {
                listed(labels, *list, *now).unwrap_or_default().iter().all(|label| {
                    let (word, another) = (bands.word(label), others.word(label));
                    // The word shown of a label with chances is not what is drawn.
                    let drawn = label.by == By::Engine && label.chances.is_some();
                    word == another || drawn && matches!((word, another), (Ok(Some(_)), Ok(Some(_))))
                })
            })
    }

    fn lacks_questions(&self) -> bool {
        let count = self.ultra.lock.rules.questions.count;
        let sets = [&self.sampled.counted.coverage_qags, &self.sampled.counted.claim_qags];
        sets.iter().any(|set| set.as_ref().is_ok_and(|set| set.all() < count))
    }

    fn rescored(&self, on: On, now: &Evaluation) -> Other {
        let Sampled { counted, drawn, run, scorer, hard, .. } = &self.sampled;
        let counted = counted.under(on);
        let other = self.ultra.scorer(&counted, hard);
        let Some(rescored) = run.under(scorer, &other, drawn) else { return Other::same(now) };
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
        let moved = now.metrics.iter().enumerate().take(METRICS).any(|(metric, known)| {
            let [raw, last] = scores(metric);
            known.score().is_some() && (known.raw() != Some(raw) || known.score() != Some(last))
        });
        let decision = match hard.verdict.decision {
            unknown if is_unknown(unknown) => unknown,
            _ => rescored.decision(),
        };
        let differs = moved || decision != now.verdict.decision || caps_differ(&states, &others);
        Other { differs, decision }
    }
}

impl Sitting for Laid<'_> {
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
        let on = On::new(readings);
        if on == self.sampled.counted.on {
            return Other::same(now);
        }
        if self.sampled.drawn.doubtful.is_empty() || !self.draws_alike(&on) {
            // What is unknown on the words shown is unknown on every draw.
            let hard = evaluate(&self.ultra.lock, self.input, readings, false).verdict.decision;
            if is_unknown(hard) && !is_unknown(now.verdict.decision) {
                return Other { differs: true, decision: hard };
            }
            return Other::new(now, &self.ultra.evaluate(self.input, readings, false));
        }
        self.rescored(on, now)
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
