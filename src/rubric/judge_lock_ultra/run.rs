//! All draws of a case, added up.

use super::draw::Drawn;
use super::score::{METRICS, Outcome, PARTS, Part, Scorer};
use crate::num::Num;
use crate::report::Decision;

/// Sums over the draws; and each draw, where it is kept.
#[derive(Debug)]
pub struct Run {
    /// How many draws there were.
    pub draws: usize,
    raw: [f64; METRICS],
    last: [f64; METRICS],
    parts: [f64; PARTS],
    /// How often each row of the caps fired.
    fired: Vec<usize>,
    /// How often each decision fell.
    decisions: [usize; 3],
    /// The outcome of each draw.
    pub each: Vec<Outcome>,
}

/// Digits after the point that a sum keeps, so that the ledger can print it in full.
const STEPS: f64 = 1e6;

impl Run {
    /// Scores every draw.
    pub fn new(scorer: &Scorer, drawn: &Drawn, keep: bool) -> Run {
        let mut run = Run {
            draws: drawn.draws,
            raw: [0.0; METRICS],
            last: [0.0; METRICS],
            parts: [0.0; PARTS],
            fired: vec![0; scorer.rows()],
            decisions: [0; 3],
            each: Vec::with_capacity(if keep { drawn.draws } else { 0 }),
        };
        let mut masks: Vec<(u32, usize)> = Vec::new();
        for draw in 0..drawn.draws {
            let outcome = scorer.score(drawn, draw);
            for (sum, value) in run.raw.iter_mut().zip(outcome.raw) {
                *sum += value;
            }
            for (sum, value) in run.last.iter_mut().zip(outcome.last) {
                *sum += value;
            }
            run.decisions[outcome.decision] += 1;
            match masks.iter_mut().find(|(fired, _)| *fired == outcome.fired) {
                Some((_, count)) => *count += 1,
                None => masks.push((outcome.fired, 1)),
            }
            if keep {
                for (sum, value) in run.parts.iter_mut().zip(outcome.parts) {
                    *sum += value;
                }
                run.each.push(outcome);
            }
        }
        for (fired, count) in masks {
            for (row, sum) in run.fired.iter_mut().enumerate() {
                *sum += if scorer.fires(row, fired) == Some(true) { count } else { 0 };
            }
        }
        run
    }

    /// A sum over the draws, with as many digits as the ledger prints.
    pub fn sum(value: f64) -> Num {
        let scaled = (value * STEPS).round();
        if scaled.abs() < i64::MAX as f64 {
            Num::int(scaled as i64) / Num::int(STEPS as i64)
        } else {
            Num::Real(value)
        }
    }

    /// Sum of a metric's scores before caps, and after them.
    pub fn sums(&self, metric: usize) -> [Num; 2] {
        [Run::sum(self.raw[metric]), Run::sum(self.last[metric])]
    }

    /// Sum of a part. Only where each draw was kept.
    pub fn part(&self, part: Part) -> Num {
        Run::sum(self.parts[part as usize])
    }

    /// The probability that a row of the caps fires.
    pub fn fires(&self, row: usize) -> f64 {
        self.fired.get(row).map_or(0.0, |count| *count as f64 / self.draws as f64)
    }

    /// Probabilities of PASS, WARN and FAIL.
    pub fn odds(&self) -> [f64; 3] {
        self.decisions.map(|count| count as f64 / self.draws as f64)
    }

    /// The most probable decision, of equal ones the graver.
    pub fn decision(&self) -> Decision {
        likeliest(&self.decisions)
    }

    /// The scores of a metric between which the given shares of the draws lie. Only where each draw was kept.
    pub fn interval(&self, metric: usize, shares: [f64; 2]) -> [f64; 2] {
        let mut scores: Vec<f64> = self.each.iter().map(|outcome| outcome.last[metric]).collect();
        scores.sort_unstable_by(f64::total_cmp);
        shares.map(|share| at_share(&scores, share))
    }
}

/// The value at a share of ascending ones, the nearest rank; 0 of none.
pub fn at_share(ascending: &[f64], share: f64) -> f64 {
    let last = ascending.len().saturating_sub(1);
    let place = (share * last as f64).round() as usize;
    ascending.get(place.min(last)).copied().unwrap_or(0.0)
}

/// The decision that fell most often, of equal ones the graver.
pub fn likeliest(decisions: &[usize; 3]) -> Decision {
    let [pass, warn, fail] = *decisions;
    if fail >= warn && fail >= pass {
        Decision::Fail
    } else if warn >= pass {
        Decision::Warn
    } else {
        Decision::Pass
    }
}
