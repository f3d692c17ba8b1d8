//! Fits the gradient-boosted trees that estimate how doubtful a claim is.
//!
//! Boosting uses second derivatives of the likelihood of judgements that concern several claims: people
//! doubt a summary or sentence if they doubt any of its claims. No feature may lower the doubt. Data sets
//! differ in how lenient their judges are and in the quality of the summaries. Therefore each set has its
//! own level while the trees grow, so that the trees only have to distinguish claims within a set. The
//! same judgements in the same order give the same trees.

use std::collections::BTreeMap;

use lockbench::evidence::calibration::logistic;
use lockbench::evidence::calibration::trees::{Split, Tree, Trees};
use lockbench::evidence::features::{COUNT, FEATURES, Features};

use super::doubted::Doubted;

const ROUNDS: usize = 80;
const LEAVES: usize = 6;
/// Learning rate: the fraction of a leaf's optimal value that is added.
const RATE: f64 = 0.1;
/// Fewest claims of a leaf, and least sum of its second derivatives.
const FEWEST: usize = 20;
const LEAST: f64 = 0.5;
/// L2 regularisation, which draws the leaves to 0.
const RIDGE: f64 = 5.0;
/// Most cuts that distinguish the values of a feature.
const CUTS: usize = 48;
/// Number of steps for fitting the levels before the first tree.
const SETTLING: usize = 10;
const EDGE: f64 = 1e-6;

/// The claims of some judgements, laid out for growing trees.
struct Claims<'a> {
    judged: &'a [&'a Doubted],
    /// Index of the judgement of each claim.
    of: Vec<usize>,
    /// Index of the set of each judgement.
    set: Vec<usize>,
    weights: Vec<f64>,
    /// Upper bounds of the bins, by feature.
    cuts: Vec<Vec<f64>>,
    /// The bin of each feature of a claim: the number of cuts that its value exceeds.
    bins: Vec<[u8; COUNT]>,
}

/// First and second derivatives of the loss.
#[derive(Clone, Copy, Default)]
struct Slope {
    first: f64,
    second: f64,
}

impl Slope {
    fn add(&mut self, other: Slope) {
        self.first += other.first;
        self.second += other.second;
    }

    fn less(self, other: Slope) -> Slope {
        Slope { first: self.first - other.first, second: self.second - other.second }
    }

    /// Returns the optimal value of a leaf, within bounds.
    fn value(self, [low, high]: [f64; 2]) -> f64 {
        (-self.first / (self.second + RIDGE)).clamp(low, high)
    }

    /// Returns the decrease in loss if this value is added.
    fn gain(self, value: f64) -> f64 {
        -(self.first * value + 0.5 * (self.second + RIDGE) * value * value)
    }
}

/// Grows the trees that best predict people's doubts.
pub fn grow(judged: &[&Doubted]) -> Trees {
    let claims = Claims::new(judged);
    let sets = claims.set.iter().max().map_or(0, |last| last + 1);
    let mut levels = vec![0.0; sets];
    let mut odds = vec![0.0; claims.of.len()];
    let mut slopes = claims.slopes(&odds, &levels);
    for _ in 0..SETTLING {
        claims.settle(&mut levels, &slopes);
        slopes = claims.slopes(&odds, &levels);
    }
    let mut trees = Vec::new();
    for _ in 0..ROUNDS {
        trees.push(claims.tree(&slopes, &mut odds));
        slopes = claims.slopes(&odds, &levels);
        claims.settle(&mut levels, &slopes);
        slopes = claims.slopes(&odds, &levels);
    }
    let features = FEATURES.map(str::to_owned).to_vec();
    Trees { features, level: rounded(claims.level(&levels)), trees }
}

/// Returns the trees' prediction for a judgement, clamped away from 0 and 1.
pub fn predicted(trees: &Trees, judged: &Doubted) -> f64 {
    let none = judged.claims.iter().map(|claim| 1.0 - logistic(trees.odds(claim))).product::<f64>();
    (1.0 - (1.0 - judged.besides) * none).clamp(EDGE, 1.0 - EDGE)
}

/// Rounds to four decimals, as stored in the file.
fn rounded(value: f64) -> f64 {
    const STEPS: f64 = 1e4;
    (value * STEPS).round() / STEPS
}

impl<'a> Claims<'a> {
    fn new(judged: &'a [&'a Doubted]) -> Claims<'a> {
        let mut sizes: BTreeMap<&str, f64> = BTreeMap::new();
        for one in judged {
            *sizes.entry(one.set).or_default() += 1.0;
        }
        let names: Vec<&str> = sizes.keys().copied().collect();
        let place = |one: &&Doubted| names.binary_search(&one.set).unwrap_or(0);
        // The weight of a set is proportional to the square root of its size.
        let mut weights: Vec<f64> = judged.iter().map(|one| sizes[one.set].sqrt().recip()).collect();
        let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
        weights.iter_mut().for_each(|weight| *weight /= mean);
        let of = judged.iter().enumerate().flat_map(|(at, one)| one.claims.iter().map(move |_| at)).collect();
        let all = || judged.iter().flat_map(|one| &one.claims);
        let cuts: Vec<Vec<f64>> = (0..COUNT).map(|at| cuts(all().map(|claim| claim[at]).collect())).collect();
        let bin = |claim: &Features| -> [u8; COUNT] {
            std::array::from_fn(|at| cuts[at].partition_point(|cut| *cut < claim[at]) as u8)
        };
        let bins = all().map(bin).collect();
        Claims { judged, of, set: judged.iter().map(place).collect(), weights, cuts, bins }
    }

    /// Computes the derivatives of the loss with respect to the log-odds of each claim.
    fn slopes(&self, odds: &[f64], levels: &[f64]) -> Vec<Slope> {
        let p: Vec<f64> =
            odds.iter().zip(&self.of).map(|(odds, of)| logistic(odds + levels[self.set[*of]])).collect();
        let mut none: Vec<f64> = self.judged.iter().map(|one| 1.0 - one.besides).collect();
        for (p, of) in p.iter().zip(&self.of) {
            none[*of] *= 1.0 - p;
        }
        let slope = |(p, of): (&f64, &usize)| {
            let any = (1.0 - none[*of]).clamp(EDGE, 1.0 - EDGE);
            let by = none[*of] * p;
            let (weight, spread) = (self.weights[*of], any * (1.0 - any));
            let first = weight * (any - self.judged[*of].truth) / spread * by;
            Slope { first, second: weight * by * by / spread + EDGE }
        };
        p.iter().zip(&self.of).map(slope).collect()
    }

    /// Moves the level of each set towards its optimum.
    fn settle(&self, levels: &mut [f64], slopes: &[Slope]) {
        const HELD: f64 = 1e-3;
        let mut sums = vec![Slope::default(); levels.len()];
        for (slope, of) in slopes.iter().zip(&self.of) {
            sums[self.set[*of]].add(*slope);
        }
        for (level, sum) in levels.iter_mut().zip(sums) {
            *level -= (sum.first / (sum.second + HELD)).clamp(-1.0, 1.0);
        }
    }

    /// Returns the level for a claim of an unknown set: the mean over families of sets, each with equal
    /// weight.
    fn level(&self, levels: &[f64]) -> f64 {
        let mut families: BTreeMap<&str, BTreeMap<usize, f64>> = BTreeMap::new();
        for (one, set) in self.judged.iter().zip(&self.set) {
            families.entry(one.family).or_default().insert(*set, levels[*set]);
        }
        let means = families.values().map(|sets| sets.values().sum::<f64>() / sets.len() as f64);
        means.sum::<f64>() / families.len().max(1) as f64
    }

    /// Grows a tree, best split first, and adds it to the log-odds.
    fn tree(&self, slopes: &[Slope], odds: &mut [f64]) -> Tree {
        let all: Vec<usize> = (0..slopes.len()).collect();
        let mut tree = Tree { splits: Vec::new(), leaves: vec![0.0] };
        let mut leaves = vec![Leaf::new(self, slopes, all, [f64::NEG_INFINITY, f64::INFINITY])];
        while leaves.len() < LEAVES {
            let gain = |leaf: &Leaf| leaf.best.as_ref().map_or(0.0, |best| best.gain);
            let best = (0..leaves.len()).rev().max_by(|a, b| gain(&leaves[*a]).total_cmp(&gain(&leaves[*b])));
            let Some((at, best)) = best.and_then(|at| Some((at, leaves[at].best.take()?))) else { break };
            let bin = |claim: &usize| usize::from(self.bins[*claim][best.feature]);
            let (low, high) =
                leaves[at].claims.iter().partition::<Vec<usize>, _>(|claim| bin(claim) <= best.cut);
            // The value between both children bounds the two sides, so that the tree stays monotonic.
            let middle = f64::midpoint(best.values[0], best.values[1]);
            let [least, most] = leaves[at].bounds;
            let new = leaves.len();
            let split = tree.splits.len() as i32;
            for known in &mut tree.splits {
                for branch in [&mut known.2, &mut known.3] {
                    if *branch == -1 - at as i32 {
                        *branch = split;
                    }
                }
            }
            let cut = self.cuts[best.feature][best.cut];
            tree.splits.push(Split(best.feature, cut, -1 - at as i32, -1 - new as i32));
            leaves[at] = Leaf::new(self, slopes, low, [least, middle]);
            leaves.push(Leaf::new(self, slopes, high, [middle, most]));
        }
        tree.leaves = leaves.iter().map(|leaf| rounded(RATE * leaf.value)).collect();
        for (leaf, value) in leaves.iter().zip(&tree.leaves) {
            leaf.claims.iter().for_each(|claim| odds[*claim] += value);
        }
        tree
    }
}

/// A leaf of a growing tree.
struct Leaf {
    claims: Vec<usize>,
    value: f64,
    bounds: [f64; 2],
    best: Option<Best>,
}

/// The best split of a leaf.
struct Best {
    feature: usize,
    cut: usize,
    values: [f64; 2],
    gain: f64,
}

impl Leaf {
    fn new(claims: &Claims, slopes: &[Slope], inside: Vec<usize>, bounds: [f64; 2]) -> Leaf {
        let mut bins = [[(Slope::default(), 0_usize); CUTS + 1]; COUNT];
        let mut sum = Slope::default();
        for &claim in &inside {
            sum.add(slopes[claim]);
            for (bins, bin) in bins.iter_mut().zip(&claims.bins[claim]) {
                let (slope, count) = &mut bins[usize::from(*bin)];
                slope.add(slopes[claim]);
                *count += 1;
            }
        }
        let value = sum.value(bounds);
        let mut best: Option<Best> = None;
        for (feature, bins) in bins.iter().enumerate() {
            let (mut low, mut count) = (Slope::default(), 0);
            for (cut, (slope, here)) in bins.iter().enumerate().take(claims.cuts[feature].len()) {
                low.add(*slope);
                count += here;
                let high = sum.less(low);
                if count < FEWEST
                    || inside.len() - count < FEWEST
                    || low.second < LEAST
                    || high.second < LEAST
                {
                    continue;
                }
                let values = [low.value(bounds), high.value(bounds)];
                let gain = low.gain(values[0]) + high.gain(values[1]) - sum.gain(value);
                if values[0] <= values[1] && gain > best.as_ref().map_or(EDGE, |best| best.gain) {
                    best = Some(Best { feature, cut, values, gain });
                }
            }
        }
        Leaf { claims: inside, value, bounds, best }
    }
}

/// Returns cuts between the observed values, at equal numbers of claims.
fn cuts(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    let all = values.len();
    let mut cuts: Vec<f64> = (1..=CUTS)
        .filter_map(|at| {
            let value = *values.get(at * all / (CUTS + 1))?;
            // Midway between the value and the next greater one, rounded as in the file.
            let next = values.get(values.partition_point(|other| *other <= value))?;
            let middle = rounded(f64::midpoint(value, *next));
            (value < middle && middle < *next).then_some(middle)
        })
        .collect();
    cuts.dedup();
    cuts
}
