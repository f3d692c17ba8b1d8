//! Fitting a line to what people judged: logistic regression in at most four signals, with weights that may not be
//! negative, by Fisher scoring.

use std::collections::BTreeMap;

use lockbench::evidence::calibration::{Line, probability};
use lockbench::labels::Signals;

/// Numbers of a line.
const WIDE: usize = 5;

/// How the labels of a group make up what people judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// People judged whether any of them is so.
    Any,
    /// People judged what share of them is so.
    Mean,
}

/// One judgement of people, and the labels that it is about.
#[derive(Clone, Debug)]
pub struct Group {
    /// The data set.
    pub set: &'static str,
    /// The article, as a hash.
    pub article: u64,
    /// Who wrote the summary; where one system wrote all, the domain of the text.
    pub system: String,
    /// What people found, 0 to 1.
    pub truth: f64,
    /// What it counts in the fit.
    pub weight: f64,
    /// The labels' signals.
    pub labels: Vec<Signals>,
}

impl Group {
    /// What a line predicts of the group, kept off 0 and 1.
    pub fn predicted(&self, line: Line, joined: Joined) -> f64 {
        const EDGE: f64 = 1e-6;
        let each = self.labels.iter().map(|signals| probability(line, *signals));
        let value = match joined {
            Joined::Any => 1.0 - each.map(|p| 1.0 - p).product::<f64>(),
            Joined::Mean => each.sum::<f64>() / self.labels.len().max(1) as f64,
        };
        value.clamp(EDGE, 1.0 - EDGE)
    }

    /// How the prediction moves with the line.
    fn slope(&self, line: Line, joined: Joined) -> Line {
        let mut slope = [0.0; WIDE];
        let none: f64 = self.labels.iter().map(|signals| 1.0 - probability(line, *signals)).product();
        for signals in &self.labels {
            let p = probability(line, *signals);
            let by = match joined {
                Joined::Any => none * p,
                Joined::Mean => p * (1.0 - p) / self.labels.len() as f64,
            };
            for (sum, x) in slope.iter_mut().zip(std::iter::once(&1.0).chain(signals)) {
                *sum += by * x;
            }
        }
        slope
    }
}

/// Gives every set the same weight in all.
pub fn level(groups: &mut [Group]) {
    let mut sizes: BTreeMap<&'static str, f64> = BTreeMap::new();
    for group in groups.iter() {
        *sizes.entry(group.set).or_default() += 1.0;
    }
    for group in groups {
        group.weight = 1.0 / sizes[group.set];
    }
}

/// A weight that is not fitted, by its place in the line.
pub type Held = Option<(usize, f64)>;

/// The line that fits best. `ridge` keeps the weights small where the data says little.
pub fn fit<'a>(
    groups: impl Iterator<Item = &'a Group> + Clone,
    joined: Joined,
    ridge: f64,
    held: Held,
) -> Line {
    const ROUNDS: usize = 60;
    let loss = |line: Line| {
        let of = |group: &Group| {
            let p = group.predicted(line, joined);
            -group.weight * (group.truth * p.ln() + (1.0 - group.truth) * (1.0 - p).ln())
        };
        groups.clone().map(of).sum::<f64>()
            + ridge * line[1..].iter().map(|weight| weight * weight).sum::<f64>()
    };
    let mut line = [0.0; WIDE];
    if let Some((at, weight)) = held {
        line[at] = weight;
    }
    let mut now = loss(line);
    for _ in 0..ROUNDS {
        let (mut gradient, mut curve) = ([0.0; WIDE], [[0.0; WIDE]; WIDE]);
        for group in groups.clone() {
            let p = group.predicted(line, joined);
            let slope = group.slope(line, joined);
            for i in 0..WIDE {
                gradient[i] += group.weight * (p - group.truth) / (p * (1.0 - p)) * slope[i];
                for j in 0..WIDE {
                    curve[i][j] += group.weight / (p * (1.0 - p)) * slope[i] * slope[j];
                }
            }
        }
        for i in 1..WIDE {
            gradient[i] += 2.0 * ridge * line[i];
            curve[i][i] += 2.0 * ridge;
        }
        // A weight at 0 that would turn negative stays where it is, as does the one that is held.
        for i in 1..WIDE {
            let is_held = held.is_some_and(|(at, _)| at == i);
            if is_held || line[i] == 0.0 && gradient[i] >= 0.0 {
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
        let mut next = line;
        let mut better = now;
        while scale > 1e-6 {
            next = std::array::from_fn(|i| {
                let moved = line[i] - scale * step[i];
                if i == 0 { moved } else { moved.max(0.0) }
            });
            better = loss(next);
            if better < now {
                break;
            }
            scale /= 2.0;
        }
        if now - better < 1e-12 {
            break;
        }
        (line, now) = (next, better);
    }
    line
}

/// Solves the linear equations by elimination; a row without a pivot leaves its unknown at 0.
fn solve(mut rows: [Line; WIDE], mut right: Line) -> Line {
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
