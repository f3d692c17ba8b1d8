//! The key points of an article: its central statements, none overlapping or repeating another.

use super::Indexed;
use super::centrality::{Unit, units};
use super::figures::Figures;
use crate::text::{Span, Stem};

/// Key points are at least as many as Judge-Lock prints, and at most as many as a reader names: four to six, of the 50 marked
/// cases. Further ones are of less matter, and a summary of a few sentences fails for want of them.
const FEWEST: usize = 4;
const MAX_POINTS: usize = 5;

/// Share of a candidate's content, by weight, that may be in one point chosen before it.
const REDUNDANT: f64 = 0.5;
/// What being wholly like a chosen point costs.
const LIKENESS: f64 = 1.0;

/// A central statement of an article.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyPoint {
    /// Bytes of the article.
    pub span: Span,
    /// First token, over the whole article.
    pub first: usize,
    /// One past the last token.
    pub last: usize,
    /// The sentence it is in, or begins in.
    pub sentence: usize,
    /// Distinct content stems, in order, with their weights.
    pub content: Vec<(Stem, u32)>,
    /// Its numbers.
    pub(super) figures: Figures,
}

impl KeyPoint {
    /// The weights of its content, summed.
    pub fn weight(&self) -> u32 {
        self.content.iter().map(|(_, weight)| weight).sum()
    }
}

/// The points in the order of the article, and the candidates they were chosen from, the most central first.
pub(super) fn choose(article: &Indexed) -> (Vec<KeyPoint>, Vec<Unit>) {
    let mut ranked = units(article);
    // Scores are finite; the position settles ties, so the order is total.
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.first.cmp(&b.first)));
    let mut taken: Vec<usize> = Vec::new();
    // How like each candidate is to the nearest point taken so far.
    let mut like = vec![0.0_f64; ranked.len()];
    // What repeats a point is left out, unless there would be fewer points than the rubric asks for.
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
        if taken.len() >= FEWEST {
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

/// Share of the shorter one's content, by weight, that the other has.
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
