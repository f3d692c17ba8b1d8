//! Reliability of probabilities: their error and the calibration curve.

use std::fmt::Write;

/// Number of bins of the calibration curve.
const BINS: usize = 10;

/// A prediction and the human judgement.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The predicted probability.
    pub p: f64,
    /// The judgement, from 0 to 1.
    pub truth: f64,
    /// Weight of the pair.
    pub weight: f64,
}

/// A bin of the calibration curve: the predictions within a tenth of the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Number of judgements.
    pub judgements: usize,
    /// Mean prediction.
    pub predicted: f64,
    /// Mean judgement.
    pub found: f64,
}

/// Reliability of a set of predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// Number of judgements.
    pub judgements: usize,
    /// Mean judgement.
    pub people: f64,
    /// Mean prediction.
    pub predicted: f64,
    /// Mean squared error.
    pub brier: f64,
    /// Mean squared error of always predicting the mean judgement.
    pub constant: f64,
    /// Mean log loss.
    pub log_loss: f64,
    /// Mean distance of the curve from the diagonal, weighted by judgements.
    pub calibration_error: f64,
    /// The calibration curve.
    pub curve: Vec<Bin>,
}

impl Reliability {
    /// Computes the reliability of predictions; `None` if there are none.
    pub fn of(pairs: &[Pair]) -> Option<Reliability> {
        if pairs.is_empty() {
            return None;
        }
        let all: f64 = pairs.iter().map(|pair| pair.weight).sum();
        let mean =
            |of: &dyn Fn(&Pair) -> f64| pairs.iter().map(|pair| pair.weight * of(pair)).sum::<f64>() / all;
        let people = mean(&|pair| pair.truth);
        let (mut error, mut curve) = (0.0, Vec::new());
        for bin in 0..BINS {
            let inside =
                || pairs.iter().filter(move |pair| ((pair.p * BINS as f64) as usize).min(BINS - 1) == bin);
            let sum = |of: fn(&Pair) -> f64| inside().map(|pair| pair.weight * of(pair)).sum::<f64>();
            let (weight, p, truth) = (sum(|_| 1.0), sum(|pair| pair.p), sum(|pair| pair.truth));
            if weight > 0.0 {
                error += (p - truth).abs() / all;
                curve.push(Bin {
                    judgements: inside().count(),
                    predicted: p / weight,
                    found: truth / weight,
                });
            }
        }
        Some(Reliability {
            judgements: pairs.len(),
            people,
            predicted: mean(&|pair| pair.p),
            brier: mean(&|pair| (pair.p - pair.truth).powi(2)),
            constant: mean(&|pair| (people - pair.truth).powi(2)),
            log_loss: mean(&|pair| -(pair.truth * pair.p.ln() + (1.0 - pair.truth) * (1.0 - pair.p).ln())),
            calibration_error: error,
            curve,
        })
    }

    /// Returns its keys as part of a TOML table.
    pub fn toml(&self) -> String {
        let mut curve = String::new();
        for (at, bin) in self.curve.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(curve, "{comma}[{}, {:.3}, {:.3}]", bin.judgements, bin.predicted, bin.found);
        }
        format!(
            "judgements = {}\npeople = {:.3}\npredicted = {:.3}\nbrier = {:.4}\nconstant = {:.4}\n\
             calibration_error = {:.4}\ncurve = [{curve}]\n",
            self.judgements, self.people, self.predicted, self.brier, self.constant, self.calibration_error,
        )
    }
}
