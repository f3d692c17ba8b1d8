//! F1 of the spans that two annotators marked, pooled over cases: of equal spans (strict) and of
//! characters (soft). Kappa is not applicable, since nobody counts what neither marked (Hripcsak &
//! Rothschild 2005).

use super::Statistic;
use crate::agree::annotators::given::TextMark;
use crate::agree::annotators::value::Value;

/// Number of values that a case adds: 1 for the case; the spans of the first, of the second and of both;
/// the characters likewise.
pub const WIDTH: usize = 7;

/// The statistics of the totals.
pub const STATISTICS: &[Statistic] = &[
    Statistic {
        key: "strict_f1",
        title: "F1 of equal spans",
        scale: None,
        of: |sums| f1(sums[0], &sums[1..4]),
        n: |sums| sums[0],
    },
    Statistic {
        key: "soft_f1",
        title: "F1 of characters",
        scale: None,
        of: |sums| f1(sums[0], &sums[4..7]),
        n: |sums| sums[0],
    },
];

/// Adds the values of a case. Each span and each character counts once per annotator, even if marked
/// twice.
pub fn add(a: &[TextMark], b: &[TextMark], sums: &mut [f64]) {
    let distinct = |marks: &[TextMark]| {
        let mut marks = marks.to_vec();
        marks.sort_unstable();
        marks.dedup();
        marks
    };
    let (a, b) = (distinct(a), distinct(b));
    let both = a.iter().filter(|mark| b.binary_search(mark).is_ok()).count();
    sums[0] += 1.0;
    for (sum, count) in sums[1..4].iter_mut().zip([a.len(), b.len(), both]) {
        *sum += count as f64;
    }
    let (a, b) = (joined(&a), joined(&b));
    for (sum, count) in sums[4..7].iter_mut().zip([length(&a), length(&b), common(&a, &b)]) {
        *sum += count as f64;
    }
}

fn f1(cases: f64, counts: &[f64]) -> Value {
    let marked = counts[0] + counts[1];
    match (cases > 0.0, marked > 0.0) {
        (false, _) => Err("no case was looked at by both"),
        (true, false) => Err("neither marked anything"),
        (true, true) => Ok(2.0 * counts[2] / marked),
    }
}

/// Merges overlapping marks; returns them in order.
pub fn joined(marks: &[TextMark]) -> Vec<TextMark> {
    let mut sorted = marks.to_vec();
    sorted.sort_unstable();
    let mut out: Vec<TextMark> = Vec::with_capacity(sorted.len());
    for mark in sorted {
        match out.last_mut() {
            Some(last) if last.side == mark.side && mark.start <= last.end => {
                last.end = last.end.max(mark.end);
            }
            _ => out.push(mark),
        }
    }
    out
}

/// Returns the number of characters of merged marks.
pub fn length(marks: &[TextMark]) -> usize {
    marks.iter().map(|mark| mark.end - mark.start).sum()
}

/// Returns the Jaccard index of the characters of two sets of marks; 0 if both are empty.
pub fn jaccard(a: &[TextMark], b: &[TextMark]) -> f64 {
    let (a, b) = (joined(a), joined(b));
    let common = common(&a, &b);
    let either = length(&a) + length(&b) - common;
    if either == 0 { 0.0 } else { common as f64 / either as f64 }
}

/// Returns the number of characters that two sets of merged marks share.
pub fn common(a: &[TextMark], b: &[TextMark]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        if x.side == y.side {
            count += x.end.min(y.end).saturating_sub(x.start.max(y.start));
        }
        if (x.side, x.end) < (y.side, y.end) { i += 1 } else { j += 1 }
    }
    count
}
