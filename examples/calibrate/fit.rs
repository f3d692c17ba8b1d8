//! Converts people's judgements to observations, to which a line is fitted.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use lockbench::evidence::calibration::Line;
use lockbench::evidence::calibration::fit::{Joined, Model, Observation, WIDE, Weights, line};

/// One judgement by people, and what it is about.
#[derive(Clone, Debug)]
pub struct Group {
    /// The data set.
    pub set: &'static str,
    /// Hash of the article.
    pub article: u64,
    /// System that wrote the summary; if one system wrote all, the domain of the text.
    pub system: String,
    /// The judgement, with the labels concerned.
    pub judged: Observation,
}

impl Deref for Group {
    type Target = Observation;

    fn deref(&self) -> &Observation {
        &self.judged
    }
}

impl DerefMut for Group {
    fn deref_mut(&mut self) -> &mut Observation {
        &mut self.judged
    }
}

/// Gives every set the same total weight.
pub fn level(groups: &mut [Group]) {
    let mut sizes: BTreeMap<&'static str, f64> = BTreeMap::new();
    for group in groups.iter() {
        *sizes.entry(group.set).or_default() += 1.0;
    }
    for group in groups {
        group.weight = 1.0 / sizes[group.set];
    }
}

/// Weights that are not fitted, by index in the line.
pub type Held = &'static [(usize, f64)];

/// Fits a line. `ridge` keeps the weights small if there is little data.
pub fn fit<'a>(
    groups: impl Iterator<Item = &'a Group> + Clone,
    joined: Joined,
    ridge: f64,
    held: Held,
) -> Line {
    let mut model = Model {
        joined,
        prior: [0.0; WIDE],
        pull: [[0.0; WIDE]; WIDE],
        lowest: [f64::NEG_INFINITY, 0.0, 0.0, 0.0, 0.0, 0.0],
        held: [false, false, false, false, false, true],
    };
    for at in 1..WIDE {
        model.pull[at][at] = ridge;
    }
    for &(at, weight) in held {
        (model.prior[at], model.held[at]) = (weight, true);
    }
    line(&model.fit(groups.map(|group| &group.judged)))
}

/// Converts a line to the weights of a fit.
pub fn weights(line: Line) -> Weights {
    [line[0], line[1], line[2], line[3], line[4], 0.0]
}
