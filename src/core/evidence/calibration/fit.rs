//! Logistic regression for the lines of a calibration. It has few weights, a penalty toward the prior
//! weights, lower bounds (so that more of a signal never has the opposite effect), and supports several
//! labels behind one judgement.

use super::{Line, Signals, logistic};

/// Number of parameters of one fit: a line, and the spread of a list graded in three steps.
pub const WIDE: usize = 6;

/// The parameters of one fit: an intercept, four weights and a spread.
pub type Weights = [f64; WIDE];

/// The inputs for one label: 1, its signals, and the factor of the spread.
pub type Row = [f64; WIDE];

/// Returns the inputs of a label without a spread.
pub fn row(signals: Signals) -> Row {
    [1.0, signals[0], signals[1], signals[2], signals[3], 0.0]
}

/// Returns the line among the parameters.
pub fn line(weights: &Weights) -> Line {
    [weights[0], weights[1], weights[2], weights[3], weights[4]]
}

/// How the labels of an observation combine to the judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// People judged whether any of the labels holds.
    Any,
    /// People judged the share of the labels that hold.
    Mean,
}

/// One human judgement and the labels that it covers.
#[derive(Clone, Debug)]
pub struct Observation {
    /// Inputs of the labels.
    pub rows: Vec<Row>,
    /// The judgement, from 0 to 1.
    pub truth: f64,
    /// Weight in the fit.
    pub weight: f64,
    /// Probability that the judgement holds for another reason, which is not fitted; only for
    /// [`Joined::Any`].
    pub besides: f64,
}

impl Observation {
    /// Returns the predicted judgement, kept away from 0 and 1.
    pub fn predicted(&self, weights: &Weights, joined: Joined) -> f64 {
        const EDGE: f64 = 1e-6;
        let each = self.rows.iter().map(|row| probability(weights, row));
        let value = match joined {
            Joined::Any => 1.0 - (1.0 - self.besides) * each.map(|p| 1.0 - p).product::<f64>(),
            Joined::Mean => each.sum::<f64>() / self.rows.len().max(1) as f64,
        };
        value.clamp(EDGE, 1.0 - EDGE)
    }

    /// Returns the gradient of the prediction with respect to the weights.
    fn slope(&self, weights: &Weights, joined: Joined) -> Weights {
        let mut slope = [0.0; WIDE];
        let none: f64 = (1.0 - self.besides)
            * self.rows.iter().map(|row| 1.0 - probability(weights, row)).product::<f64>();
        for row in &self.rows {
            let p = probability(weights, row);
            let by = match joined {
                Joined::Any => none * p,
                Joined::Mean => p * (1.0 - p) / self.rows.len() as f64,
            };
            for (sum, x) in slope.iter_mut().zip(row) {
                *sum += by * x;
            }
        }
        slope
    }

    /// Returns the log loss of a prediction.
    pub fn loss(&self, p: f64) -> f64 {
        -(self.truth * p.ln() + (1.0 - self.truth) * (1.0 - p).ln())
    }
}

fn probability(weights: &Weights, row: &Row) -> f64 {
    logistic(weights.iter().zip(row).map(|(weight, x)| weight * x).sum())
}

/// The settings of a fit.
#[derive(Clone, Debug)]
pub struct Model {
    /// How labels combine to a judgement.
    pub joined: Joined,
    /// Initial parameters, and the center of the penalty.
    pub prior: Weights,
    /// The penalty, a quadratic form in the distance from the prior.
    pub pull: [Weights; WIDE],
    /// Lower bound of each parameter.
    pub lowest: Weights,
    /// Parameters that stay at the prior.
    pub held: [bool; WIDE],
}

impl Model {
    fn penalty(&self, weights: &Weights) -> f64 {
        let away: Weights = std::array::from_fn(|i| weights[i] - self.prior[i]);
        (0..WIDE).map(|i| (0..WIDE).map(|j| away[i] * self.pull[i][j] * away[j]).sum::<f64>()).sum()
    }

    /// Returns the parameters with the least loss, by Fisher scoring. The result is deterministic for the
    /// same observations in the same order.
    pub fn fit<'a>(&self, observations: impl Iterator<Item = &'a Observation> + Clone) -> Weights {
        const ROUNDS: usize = 60;
        let loss = |weights: &Weights| {
            let of = |one: &Observation| one.weight * one.loss(one.predicted(weights, self.joined));
            observations.clone().map(of).sum::<f64>() + self.penalty(weights)
        };
        let mut weights = self.prior;
        let mut now = loss(&weights);
        for _ in 0..ROUNDS {
            let (mut gradient, mut curve) = ([0.0; WIDE], [[0.0; WIDE]; WIDE]);
            for one in observations.clone() {
                let p = one.predicted(&weights, self.joined);
                let slope = one.slope(&weights, self.joined);
                for i in 0..WIDE {
                    gradient[i] += one.weight * (p - one.truth) / (p * (1.0 - p)) * slope[i];
                    for j in 0..WIDE {
                        curve[i][j] += one.weight / (p * (1.0 - p)) * slope[i] * slope[j];
                    }
                }
            }
            for i in 0..WIDE {
                for j in 0..WIDE {
                    gradient[i] += 2.0 * self.pull[i][j] * (weights[j] - self.prior[j]);
                    curve[i][j] += 2.0 * self.pull[i][j];
                }
            }
            // A parameter at its bound that would go lower stays there, and so does a held one.
            for i in 0..WIDE {
                if self.held[i] || weights[i] <= self.lowest[i] && gradient[i] >= 0.0 {
                    gradient[i] = 0.0;
                    curve[i] = [0.0; WIDE];
                    for row in &mut curve {
                        row[i] = 0.0;
                    }
                    curve[i][i] = 1.0;
                }
            }
            let step = solve(curve, gradient);
            let mut scale = 1.0;
            let mut next = weights;
            let mut better = now;
            while scale > 1e-6 {
                next = std::array::from_fn(|i| match self.held[i] {
                    true => weights[i],
                    false => (weights[i] - scale * step[i]).max(self.lowest[i]),
                });
                better = loss(&next);
                if better < now {
                    break;
                }
                scale /= 2.0;
            }
            if now - better < 1e-12 {
                break;
            }
            (weights, now) = (next, better);
        }
        weights
    }
}

/// Solves the linear equations by elimination. An unknown without a pivot is 0.
fn solve(mut rows: [Weights; WIDE], mut right: Weights) -> Weights {
    for i in 0..WIDE {
        let pivot = (i..WIDE).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs())).unwrap_or(i);
        rows.swap(i, pivot);
        right.swap(i, pivot);
        if rows[i][i].abs() < 1e-15 {
            continue;
        }
        for j in 0..WIDE {
            if j != i {
                let factor = rows[j][i] / rows[i][i];
                let pivot = rows[i];
                for (cell, above) in rows[j].iter_mut().zip(pivot).skip(i) {
                    *cell -= factor * above;
                }
                right[j] -= factor * right[i];
            }
        }
    }
    std::array::from_fn(|i| if rows[i][i].abs() < 1e-15 { 0.0 } else { right[i] / rows[i][i] })
}
