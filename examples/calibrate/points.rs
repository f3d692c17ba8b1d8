//! Fits the line of key points to what a reader found covered.
//!
//! The printed bounds of the three label values are a quarter and three quarters of a point. A key
//! point's most likely value should be the one for its share: the line crosses the middle at one half,
//! and the spread follows from its slope. Therefore only the slope is fitted.

use super::data::Judged;
use super::figures::{FOLDS, table};
use super::fit::Group;
use lockbench::evidence::calibration::Graded;
use lockbench::evidence::calibration::fit::{Joined, WIDE, Weights};
use lockbench::evidence::calibration::reliability::Pair;

/// Key of the line in the file, and what it predicts.
const LIST: &str = "key_points";
const PREDICTS: &str = "a reader finds a point at least partly, and fully, covered";

/// Returns the line with a slope, in log-odds for a whole point.
///
/// Where the best value is as likely as the middle one, a quarter beyond the middle, `2 l(a - s) = l(a +
/// s)` holds for the logistic function `l`, with `a` a quarter of the slope; this is solved for the
/// spread `s`.
pub fn of_slope(slope: f64) -> Graded {
    let a = slope / 4.0;
    let spread = a + ((1.0 + (1.0 + 8.0 * (-2.0 * a).exp()).sqrt()) / 2.0).ln();
    Graded { line: [-slope / 2.0, slope, 0.0, 0.0, 0.0], spread }
}

fn weights(slope: f64) -> Weights {
    let Graded { line, spread } = of_slope(slope);
    let mut all = [0.0; WIDE];
    all[..WIDE - 1].copy_from_slice(&line);
    all[WIDE - 1] = spread;
    all
}

/// Returns the best slope, to a tenth.
pub fn slope<'a>(groups: impl Iterator<Item = &'a Group> + Clone) -> f64 {
    let loss = |slope: f64| -> f64 {
        let weights = weights(slope);
        groups.clone().map(|one| one.loss(one.predicted(&weights, Joined::Mean))).sum()
    };
    let tried = (5..=200).map(|tenths| f64::from(tenths) / 10.0);
    tried.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(1.0)
}

/// Writes the reliability of the line on held-out points.
pub fn figures(judged: &Judged, out: &mut String) {
    let part = |group: &Group| (group.article % FOLDS as u64) as usize;
    let folds: Vec<f64> =
        (0..FOLDS).map(|out| slope(judged.key_points.iter().filter(|group| part(group) != out))).collect();
    let all = slope(judged.key_points.iter());
    let pair = |group: &Group, slope: f64| Pair {
        p: group.predicted(&weights(slope), Joined::Mean),
        truth: group.truth,
        weight: 1.0,
    };
    let tuned: Vec<Pair> = judged.key_points.iter().map(|group| pair(group, folds[part(group)])).collect();
    let held_back: Vec<Pair> = judged.held_back.iter().map(|group| pair(group, all)).collect();
    for (held_out, pairs) in [("articles", &tuned), ("the half kept back", &held_back)] {
        table(out, [LIST, PREDICTS, "marked cases", held_out], pairs);
    }
}
