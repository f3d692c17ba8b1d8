//! Which labels decide: what confirming each would do to the verdict and to the intervals.
//!
//! Nothing is scored again for it: the draws in which a label came out as a word are a sample of what would be if it
//! were confirmed as that word.

use super::draw::{Doubtful, Drawn};
use super::grid::Grid;
use super::run::{Run, likeliest};
use super::score::METRICS;
use super::{METRIC_KEYS, Sampling};
use crate::labels::List;
use crate::report::{Decides, Turn};

/// Words that a label may turn out to be, at most.
const WORDS: usize = 7;
/// Draws that a word needs before it is said to turn the verdict: of fewer, chance may be the cause.
const ENOUGH: usize = 5;
/// What is less than this is nothing.
const LEAST: f64 = 1e-9;

/// The labels in the order of how much confirming them would do, the first ones only.
pub fn rank(drawn: &Drawn, run: &Run, grid: &Grid, sampling: &Sampling) -> Vec<Decides> {
    let orders = Orders::new(run);
    let shares = [sampling.low.to_f64(), sampling.high.to_f64()];
    let mut all: Vec<Decides> =
        drawn.doubtful.iter().map(|doubtful| weigh(doubtful, run, grid, &orders, shares)).collect();
    all.retain(|one| one.surer > LEAST || one.narrows.is_some() || one.turns.is_some());
    let points = |one: &Decides| one.narrows.map_or(0.0, |(_, points)| points);
    all.sort_by(|a, b| {
        b.surer.total_cmp(&a.surer).then(points(b).total_cmp(&points(a))).then(a.id.cmp(&b.id))
    });
    all.truncate(sampling.decides);
    all
}

/// The draws of each metric in the order of their scores.
struct Orders([Vec<u16>; METRICS]);

impl Orders {
    fn new(run: &Run) -> Orders {
        Orders([0, 1, 2, 3, 4].map(|metric| {
            let mut order: Vec<u16> = (0..run.each.len()).map(|draw| draw as u16).collect();
            let score = |draw: &u16| run.each[usize::from(*draw)].last[metric];
            order.sort_by(|a, b| score(a).total_cmp(&score(b)));
            order
        }))
    }
}

/// The metrics that a list bears on, by index.
fn metrics_of(list: List) -> &'static [usize] {
    match list {
        List::KeyPoints | List::Extraneous => &[0],
        List::CoverageQags => &[0, 3],
        List::Claims => &[0, 1, 2, 3],
        List::ClaimQags => &[2],
        List::Deviations => &[1],
        List::Segments => &[3],
        _ => &[4],
    }
}

fn weigh(doubtful: &Doubtful, run: &Run, grid: &Grid, orders: &Orders, shares: [f64; 2]) -> Decides {
    let outcomes: Vec<u8> = doubtful.outcomes(grid).map(|at| at as u8).collect();
    let mut decisions = [[0; 3]; WORDS];
    for (outcome, draw) in outcomes.iter().zip(&run.each) {
        decisions[usize::from(*outcome)][draw.decision] += 1;
    }
    let all = run.each.len() as f64;
    let most = |decisions: &[usize; 3]| decisions.iter().copied().max().unwrap_or(0) as f64;
    let now = run.odds().into_iter().fold(0.0, f64::max);
    let surer = decisions.iter().map(most).sum::<f64>() / all - now;
    let turning = doubtful.words().iter().zip(&decisions).filter_map(|(word, counts)| {
        let drawn: usize = counts.iter().sum();
        let decision = likeliest(counts);
        let turn = Turn { word: *word, p: drawn as f64 / all, decision };
        (drawn >= ENOUGH && decision != run.decision()).then_some(turn)
    });
    let turns = turning.fold(None, |best: Option<Turn>, turn| match best {
        Some(best) if best.p >= turn.p => Some(best),
        _ => Some(turn),
    });
    let mut narrows: Option<(&'static str, f64)> = None;
    for &metric in metrics_of(doubtful.id.list) {
        let points = narrowed(run, metric, &orders.0[metric], &outcomes, shares);
        if points > LEAST && narrows.is_none_or(|(_, most)| points > most) {
            narrows = Some((METRIC_KEYS[metric], points));
        }
    }
    Decides { id: doubtful.id, surer: surer.max(0.0), narrows, turns }
}

/// By how much the interval of a metric is narrower, on average over a label's words, once the word is known.
fn narrowed(run: &Run, metric: usize, order: &[u16], outcomes: &[u8], shares: [f64; 2]) -> f64 {
    let mut sizes = [0_usize; WORDS];
    outcomes.iter().for_each(|outcome| sizes[usize::from(*outcome)] += 1);
    let score = |draw: u16| run.each[usize::from(draw)].last[metric];
    let place = |size: usize, share: f64| (share * size.saturating_sub(1) as f64).round() as usize;
    let width = |of: &mut dyn Iterator<Item = f64>, size: usize| {
        let [low, high] = shares.map(|share| place(size, share));
        let (mut from, mut to) = (0.0, 0.0);
        for (at, score) in of.enumerate() {
            if at == low {
                from = score;
            }
            if at == high {
                to = score;
                break;
            }
        }
        to - from
    };
    let whole = width(&mut order.iter().map(|draw| score(*draw)), order.len());
    if whole <= LEAST {
        return 0.0;
    }
    let mut after = 0.0;
    for (word, size) in sizes.into_iter().enumerate().filter(|(_, size)| *size > 0) {
        let inside = order.iter().filter(|draw| usize::from(outcomes[usize::from(**draw)]) == word);
        after += width(&mut inside.map(|draw| score(*draw)), size) * size as f64;
    }
    whole - after / order.len() as f64
}
