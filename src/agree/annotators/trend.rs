//! Agreement over time: percent agreement in consecutive parts of equal size, in the order of judging.

use super::given::Annotations;
use super::ratings::Ratings;

const PARTS: usize = 10;
/// Fewest cases in a part.
const LEAST_CASES: usize = 2;

/// A run of consecutive cases.
#[derive(Clone, Debug, PartialEq)]
pub struct TrendSegment {
    pub first: String,
    pub last: String,
    /// Number of its cases with a unit rated by at least two annotators.
    pub cases: usize,
    /// Share of pairs of ratings that agree.
    pub percent: f64,
    /// Number of pairs of ratings.
    pub n: usize,
}

/// Returns the indices of the cases in the order of judging: by the last annotator's time if all times
/// are known, otherwise in reading order.
pub fn order(given: &Annotations) -> Vec<usize> {
    let time = |case: usize| {
        let times = given.cases[case].by.iter().flatten().map(|own| own.at);
        times.collect::<Option<Vec<i64>>>().and_then(|times| times.into_iter().max())
    };
    let mut order: Vec<usize> = (0..given.cases.len()).collect();
    order.sort_by_key(|case| given.cases[*case].read);
    let times: Option<Vec<i64>> = order.iter().map(|case| time(*case)).collect();
    if let Some(times) = times {
        order.sort_by_key(|case| times[*case]);
    }
    order
}

/// Returns the trend of a list; empty if there are too few cases.
pub fn trend(given: &Annotations, ratings: &Ratings, order: &[usize]) -> Vec<TrendSegment> {
    let mut pairs = vec![[0_usize; 2]; given.cases.len()];
    for unit in &ratings.units {
        for (first, a) in unit.ratings.iter().enumerate() {
            for b in &unit.ratings[first + 1..] {
                if let (Some(a), Some(b)) = (a, b) {
                    pairs[unit.case][0] += usize::from(a == b);
                    pairs[unit.case][1] += 1;
                }
            }
        }
    }
    let judged: Vec<usize> = order.iter().copied().filter(|case| pairs[*case][1] > 0).collect();
    let parts = (judged.len() / LEAST_CASES).min(PARTS);
    if parts < 2 {
        return Vec::new();
    }
    let part = |at: usize| {
        let cases = &judged[at * judged.len() / parts..(at + 1) * judged.len() / parts];
        let sum = |of: usize| cases.iter().map(|case| pairs[*case][of]).sum::<usize>();
        let name = |case: &usize| given.cases[*case].id.clone();
        TrendSegment {
            first: cases.first().map(name).unwrap_or_default(),
            last: cases.last().map(name).unwrap_or_default(),
            cases: cases.len(),
            percent: sum(0) as f64 / sum(1) as f64,
            n: sum(1),
        }
    };
    (0..parts).map(part).collect()
}
