//! Finds the labels that decide: what confirming each of them would do to the verdict and to the intervals.
//!
//! Nothing is scored again for this. The samples in which a label has a certain word are a sample of the
//! outcomes if it were confirmed as that word. They are counted by decision and by score. Only the samples of
//! a label's rarer words are visited, since the most frequent word has all the others.

use super::run::{LEAST, SampleRun};
use super::{METRIC_KEYS, Sampled, Ultra};
use crate::labels::List;
use crate::report::{Decides, Decision, TurningWord};
use crate::rubric::flips::likeliest;
use crate::rubric::locks::fast_evaluator::METRICS;
use crate::rubric::locks::sample::{Doubtful, different};
use crate::rubric::locks::sampler::StratifiedSampler;

/// Returns the labels ranked by the effect of confirming them, limited to the first ones.
pub fn rank(ultra: &Ultra, sampled: &Sampled) -> Vec<Decides> {
    let Sampled { drawn, run, plain, .. } = sampled;
    let (sampler, sampling) = (&ultra.sampler, &ultra.sampling);
    let shares = [sampling.low.to_f64(), sampling.high.to_f64()];
    let levels = std::array::from_fn(|metric| Levels::new(&run.last[metric], shares));
    // The metrics that depend on each list: those computed from it, and those lowered by caps that examine
    // it.
    let metrics_of = |list: List| plain.bears_on(list);
    let weigh = |doubtful: &Doubtful| {
        weigh(doubtful, run, sampler, (&levels, shares), &metrics_of(doubtful.id.list), sampling.enough)
    };
    let mut all: Vec<Decides> = drawn.doubtful.iter().map(weigh).collect();
    all.retain(|one| one.surer > LEAST || one.narrows.is_some() || one.turns.is_some());
    let points = |one: &Decides| one.narrows.map_or(0.0, |(_, points)| points);
    all.sort_by(|a, b| {
        b.surer.total_cmp(&a.surer).then(points(b).total_cmp(&points(a))).then(a.id.cmp(&b.id))
    });
    all.truncate(sampling.decides);
    all
}

fn weigh(
    doubtful: &Doubtful,
    run: &SampleRun,
    sampler: &StratifiedSampler,
    (levels, shares): (&[Levels; METRICS], [f64; 2]),
    metrics: &[usize],
    enough: usize,
) -> Decides {
    let usual = doubtful.usual();
    let rare = || (0..doubtful.words().len()).filter(|outcome| *outcome != usual);
    let mut decisions = vec![[0; 3]; doubtful.words().len()];
    decisions[usual] = run.decisions;
    for outcome in rare() {
        let mut counts = [0; 3];
        for draw in doubtful.draws(outcome, sampler) {
            counts[usize::from(run.decided[draw])] += 1;
        }
        for (left, taken) in decisions[usual].iter_mut().zip(counts) {
            *left -= taken;
        }
        decisions[outcome] = counts;
    }
    let all = run.draws as f64;
    let most = |decisions: &[usize; 3]| decisions.iter().copied().max().unwrap_or(0) as f64;
    let now = run.odds().into_iter().fold(0.0, f64::max);
    let surer = decisions.iter().map(most).sum::<f64>() / all - now;
    let turning = doubtful.words().iter().zip(&decisions).filter_map(|(word, counts)| {
        let drawn: usize = counts.iter().sum();
        let decision = likeliest(*counts).unwrap_or(Decision::Pass);
        let turn = TurningWord { word: *word, p: drawn as f64 / all, decision };
        (drawn >= enough && decision != run.decision()).then_some(turn)
    });
    let turns = turning.fold(None, |best: Option<TurningWord>, turn| match best {
        Some(best) if best.p >= turn.p => Some(best),
        _ => Some(turn),
    });
    let mut narrows: Option<(&'static str, f64)> = None;
    for &metric in metrics {
        let points = levels[metric].narrowed(doubtful, sampler, shares);
        if points > LEAST && narrows.is_none_or(|(_, most)| points > most) {
            narrows = Some((METRIC_KEYS[metric], points));
        }
    }
    Decides { id: doubtful.id, surer: surer.max(0.0), narrows, turns }
}

/// The distinct scores of a metric, and how often each occurs.
struct Levels {
    /// In ascending order.
    scores: Vec<f64>,
    /// For each sample, the index of its score; empty if there is only a single score.
    of: Vec<u16>,
    often: Vec<u32>,
    /// The width of the interval.
    width: f64,
}

impl Levels {
    fn new(last: &[f64], shares: [f64; 2]) -> Levels {
        let (mut of, bits) = different(last.iter().map(|score| score.to_bits()));
        let mut order: Vec<(f64, usize)> =
            bits.into_iter().enumerate().map(|(at, bits)| (f64::from_bits(bits), at)).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, (_, at))| places[*at] = place as u16);
        let mut often = vec![0; order.len()];
        for at in &mut of {
            *at = places[usize::from(*at)];
            often[usize::from(*at)] += 1;
        }
        let mut levels =
            Levels { scores: order.into_iter().map(|(score, _)| score).collect(), of, often, width: 0.0 };
        if !levels.of.is_empty() {
            levels.width = levels.width_of(&levels.often, last.len(), shares);
        }
        levels
    }

    /// The width of the interval over some samples, given how many of them have each score.
    fn width_of(&self, often: &[u32], size: usize, shares: [f64; 2]) -> f64 {
        let [low, high] = shares.map(|share| (share * size.saturating_sub(1) as f64).round() as u32);
        let (mut passed, mut from) = (0, None);
        for (score, often) in self.scores.iter().zip(often) {
            passed += often;
            if passed > low && from.is_none() {
                from = Some(*score);
            }
            if passed > high {
                return score - from.unwrap_or(*score);
            }
        }
        0.0
    }

    /// Returns how much narrower the interval becomes, on average over a label's words, once the word is
    /// known.
    fn narrowed(&self, doubtful: &Doubtful, sampler: &StratifiedSampler, shares: [f64; 2]) -> f64 {
        if self.width <= LEAST {
            return 0.0;
        }
        let usual = doubtful.usual();
        let mut rest = self.often.clone();
        let mut own = vec![0; rest.len()];
        let mut after = 0.0;
        for outcome in (0..doubtful.words().len()).filter(|outcome| *outcome != usual) {
            let size = doubtful.often(outcome);
            if size == 0 {
                continue;
            }
            own.fill(0);
            for draw in doubtful.draws(outcome, sampler) {
                let at = usize::from(self.of[draw]);
                own[at] += 1;
                rest[at] -= 1;
            }
            after += self.width_of(&own, size, shares) * size as f64;
        }
        let size = doubtful.often(usual);
        after += self.width_of(&rest, size, shares) * size as f64;
        self.width - after / self.of.len() as f64
    }
}
