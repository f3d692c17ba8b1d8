//! The key points of an article: central statements that neither overlap nor repeat each other.

use super::Indexed;
use super::centrality::{Unit, units};
use super::figures::Figures;
use crate::text::{Span, Stem};

/// Smallest and largest number of key points. Judge-Lock prints four, and readers named four to six in the 50
/// annotated cases. Further points matter less, and a short summary would fail for lack of them.
const MIN_POINTS: usize = 4;
const MAX_POINTS: usize = 5;

/// Largest share of a candidate's content, by weight, that an earlier point may have.
const REDUNDANT: f64 = 0.5;
/// Penalty for full similarity to a chosen point.
const LIKENESS: f64 = 1.0;

/// A central statement of an article.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyPoint {
    /// Byte span in the article.
    pub span: Span,
    /// First token, counted over the whole article.
    pub first: usize,
    /// One past the last token.
    pub last: usize,
    /// Index of the sentence that it begins in.
    pub sentence: usize,
    /// Distinct content stems, in order, with their weights.
    pub content: Vec<(Stem, u32)>,
    /// The numbers in it.
    pub(super) figures: Figures,
}

impl KeyPoint {
    /// Returns the summed weight of its content.
    pub fn weight(&self) -> u32 {
        self.content.iter().map(|(_, weight)| weight).sum()
    }
}

/// Returns the points in article order, and the candidates that they were chosen from, most central first.
pub(super) fn choose(article: &Indexed) -> (Vec<KeyPoint>, Vec<Unit>) {
    let mut ranked = units(article);
    // Scores are finite and the position breaks ties, so the order is total.
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.first.cmp(&b.first)));
    let mut taken: Vec<usize> = Vec::new();
    // Similarity of each candidate to the most similar point chosen so far.
    let mut like = vec![0.0_f64; ranked.len()];
    // A candidate that repeats a point is left out, unless too few points would remain for the rubric.
    for limit in [REDUNDANT, 0.8] {
        while taken.len() < MAX_POINTS {
            let mut best: Option<(usize, f64)> = None;
            for (i, unit) in ranked.iter().enumerate() {
                let value = unit.score - LIKENESS * like[i];
                let open = like[i] <= limit && !unit.content.is_empty() && !taken.contains(&i);
                if open && best.is_none_or(|(_, most)| value > most) {
                    best = Some((i, value));
                }
            }
            let Some((next, _)) = best else { break };
            taken.push(next);
            for (i, unit) in ranked.iter().enumerate() {
                like[i] = like[i].max(likeness(unit, &ranked[next]));
            }
        }
        if taken.len() >= MIN_POINTS {
            break;
        }
    }
    if taken.is_empty() && !ranked.is_empty() {
        taken.push(0);
    }
    let mut points: Vec<KeyPoint> = taken.iter().map(|&i| point(article, &ranked[i])).collect();
    points.sort_by_key(|point| point.first);
    (points, ranked)
}

fn point(article: &Indexed, unit: &Unit) -> KeyPoint {
    KeyPoint {
        span: unit.span,
        first: unit.first,
        last: unit.last,
        sentence: unit.sentence,
        content: unit.content.clone(),
        figures: Figures::between(article, unit.first, unit.last),
    }
}

/// Returns the share of the content of the one with less weight that the other has.
fn likeness(a: &Unit, b: &Unit) -> f64 {
    let weight = |unit: &Unit| unit.content.iter().map(|(_, w)| *w).sum::<u32>();
    let shared: u32 = a
        .content
        .iter()
        .filter(|(stem, _)| b.content.iter().any(|(other, _)| other == stem))
        .map(|(_, w)| *w)
        .sum();
    let least = weight(a).min(weight(b));
    if least == 0 { 1.0 } else { f64::from(shared) / f64::from(least) }
}
