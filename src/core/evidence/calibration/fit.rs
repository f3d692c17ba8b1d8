//! Logistic regression for the lines of a calibration: few weights, a penalty that draws them to what was known
//! before, lower bounds (more of a signal never speaks the other way), and several labels behind one judgement.

use super::{Line, Signals, logistic};

/// Numbers that are fitted together: a line, and the spread of a list that is graded in three steps.
pub const WIDE: usize = 6;

/// The numbers of one fit: an intercept, four weights and a spread.
pub type Weights = [f64; WIDE];

/// What is known of a label when it is judged: 1, its signals, and on which side of the spread it stands.
pub type Row = [f64; WIDE];

/// A label that is judged by a line alone.
pub fn row(signals: Signals) -> Row {
    [1.0, signals[0], signals[1], signals[2], signals[3], 0.0]
}

/// The line among the weights.
pub fn line(weights: &Weights) -> Line {
    [weights[0], weights[1], weights[2], weights[3], weights[4]]
}

/// How the labels of an observation make up what people judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// People judged whether any of them is so.
    Any,
    /// People judged what share of them is so.
    Mean,
}

/// One judgement of people, and the labels that it is about.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The labels.
    pub rows: Vec<Row>,
    /// What people found, 0 to 1.
    pub truth: f64,
    /// What it counts in the fit.
    pub weight: f64,
    /// The probability that it is so for another reason, which is not fitted; with [`Joined::Any`] alone.
    pub besides: f64,
}

impl Observation {
    /// What the weights predict, kept off 0 and 1.
    pub fn predicted(&self, weights: &Weights, joined: Joined) -> f64 {
        const EDGE: f64 = 1e-6;
        let each = self.rows.iter().map(|row| probability(weights, row));
        let value = match joined {
            Joined::Any => 1.0 - (1.0 - self.besides) * each.map(|p| 1.0 - p).product::<f64>(),
            Joined::Mean => each.sum::<f64>() / self.rows.len().max(1) as f64,
        };
        value.clamp(EDGE, 1.0 - EDGE)
    }

    /// How the prediction moves with the weights.
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

    /// The log loss of a prediction of it.
    pub fn loss(&self, p: f64) -> f64 {
        -(self.truth * p.ln() + (1.0 - self.truth) * (1.0 - p).ln())
    }
}

fn probability(weights: &Weights, row: &Row) -> f64 {
    logistic(weights.iter().zip(row).map(|(weight, x)| weight * x).sum())
}

/// What a fit may do.
#[derive(Clone, Debug)]
pub struct Model {
    /// How labels make up a judgement.
    pub joined: Joined,
    /// Where the weights start, and what the penalty draws them to.
    pub prior: Weights,
    /// The penalty: a quadratic form in the distance from the prior.
    pub pull: [Weights; WIDE],
    /// The least that each weight may be.
    pub lowest: Weights,
    /// The weights that stay at the prior.
    pub held: [bool; WIDE],
}

impl Model {
    fn penalty(&self, weights: &Weights) -> f64 {
        let away: Weights = std::array::from_fn(|i| weights[i] - self.prior[i]);
        (0..WIDE).map(|i| (0..WIDE).map(|j| away[i] * self.pull[i][j] * away[j]).sum::<f64>()).sum()
    }

    /// The weights that fit best, by Fisher scoring. The same for the same observations in the same order.
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
            // A weight at its bound that would go below stays where it is, as does one that is held.
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

/// Solves the linear equations by elimination; a row without a pivot leaves its unknown at 0.
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
