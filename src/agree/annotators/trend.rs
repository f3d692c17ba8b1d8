//! Agreement over time: percent agreement in equal parts of the cases, in the order in which they were judged.

use super::given::Annotations;
use super::ratings::Ratings;

const PARTS: usize = 10;
/// Cases that a part has at least.
const LEAST_CASES: usize = 2;

/// A run of consecutive cases.
#[derive(Clone, Debug, PartialEq)]
pub struct TrendSegment {
    pub first: String,
    pub last: String,
    /// Cases in it with a unit that two annotators rated.
    pub cases: usize,
    /// Share of the pairs of ratings that agree.
    pub percent: f64,
    /// Pairs of ratings.
    pub n: usize,
}

/// The indices of the cases in the order of their judgement: when the last annotator worked on them where all times are
/// known, else as they were read.
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

/// The trend of a list; empty where there are too few cases.
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
