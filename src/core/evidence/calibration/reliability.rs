//! How far probabilities hold: their error, and the calibration curve.

use std::fmt::Write;

/// Steps of the calibration curve.
const BINS: usize = 10;

/// A prediction and what people found.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The probability that was predicted.
    pub p: f64,
    /// What people found, 0 to 1.
    pub truth: f64,
    /// What it counts.
    pub weight: f64,
}

/// A step of the calibration curve: what was predicted to lie in a tenth of the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// How many judgements.
    pub judgements: usize,
    /// What was predicted of them on average.
    pub predicted: f64,
    /// What people found on average.
    pub found: f64,
}

/// How far predictions hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// How many judgements.
    pub judgements: usize,
    /// What people found on average.
    pub people: f64,
    /// What was predicted on average.
    pub predicted: f64,
    /// The mean squared error.
    pub brier: f64,
    /// That of always saying what people found on average.
    pub constant: f64,
    /// The mean log loss.
    pub log_loss: f64,
    /// How far the curve is from the diagonal, on average over judgements.
    pub calibration_error: f64,
    /// The calibration curve.
    pub curve: Vec<Bin>,
}

impl Reliability {
    /// Of predictions; `None` where there are none.
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

    /// Its keys in a TOML table of figures.
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
