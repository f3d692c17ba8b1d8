//! What would turn the most probable decision: the smallest set of doubtful labels that, confirmed as these words,
//! makes another one the most probable.
//!
//! The draws in which all of a set came out so are a sample of what would be if it were confirmed, so sets are tried
//! by counting draws, and only the best ones are then scored for certain. A set that fewer draws show is not judged.

use super::draw::Drawn;
use super::grid::Grid;
use super::run::{Run, likeliest};
use crate::labels::{LabelId, Word};
use crate::report::flip::MOST_CHANGES;
use crate::report::{DECISIONS, Decision, Flip, Reach, Way};
use crate::rubric::Evaluation;
use crate::rubric::flips::{Step, Trial, changes};

/// Draws that a set needs.
const ENOUGH: usize = 8;
/// Sets of a size that are scored for certain before the next size is looked at.
const SCORED: usize = 4;
/// Confirmations from which sets are made: those that show the decision most often, each way.
const STRONGEST: usize = 24;

/// A set of draws, a bit each.
type Bits = Vec<u64>;

fn and(a: &Bits, b: &Bits) -> Bits {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

fn count(bits: &Bits) -> usize {
    bits.iter().map(|word| word.count_ones() as usize).sum()
}

/// A label confirmed as a word, and the draws in which it came out so.
struct Move {
    id: LabelId,
    shown: Word,
    word: Word,
    bits: Bits,
}

impl Move {
    fn step(&self) -> Step {
        Step { id: self.id, from: self.shown, to: self.word }
    }
}

/// Confirmations, and the draws of each decision.
pub struct Turns {
    moves: Vec<Move>,
    decisions: [Bits; 3],
    start: Decision,
}

impl Turns {
    /// Every confirmation that the draws show often enough.
    pub fn new(drawn: &Drawn, run: &Run, grid: &Grid) -> Turns {
        let length = run.each.len().div_ceil(64);
        let set = |bits: &mut Bits, draw: usize| bits[draw / 64] |= 1 << (draw % 64);
        let mut decisions = [const { Vec::new() }; 3].map(|_: Bits| vec![0; length]);
        for (draw, outcome) in run.each.iter().enumerate() {
            set(&mut decisions[outcome.decision], draw);
        }
        let mut moves = Vec::new();
        for doubtful in &drawn.doubtful {
            let mut words = vec![vec![0; length]; doubtful.words().len()];
            for (draw, outcome) in doubtful.outcomes(grid).enumerate() {
                set(&mut words[outcome], draw);
            }
            let each = doubtful.words().iter().zip(words).filter(|(_, bits)| count(bits) >= ENOUGH);
            moves.extend(each.map(|(word, bits)| Move {
                id: doubtful.id,
                shown: doubtful.shown,
                word: *word,
                bits,
            }));
        }
        Turns { moves, decisions, start: run.decision() }
    }

    /// To the better first, then to the worse.
    pub fn flips(&self, trial: &mut dyn Trial, now: &Evaluation) -> Vec<Flip> {
        let ways = [(Way::Better, self.start != Decision::Pass), (Way::Worse, self.start != Decision::Fail)];
        let open = ways.into_iter().filter(|(_, open)| *open);
        open.map(|(way, _)| Flip { way, reach: self.reach(way, trial, now) }).collect()
    }

    /// How often the draws of a set decide each way.
    fn decided(&self, bits: &Bits) -> [usize; 3] {
        let both =
            |decision: &Bits| decision.iter().zip(bits).map(|(a, b)| (a & b).count_ones() as usize).sum();
        self.decisions.each_ref().map(both)
    }

    fn turned(&self, way: Way, decision: Decision) -> bool {
        match way {
            Way::Better => decision < self.start,
            Way::Worse => decision > self.start,
        }
    }

    /// Share of a set's draws that decide this way.
    fn share(&self, way: Way, bits: &Bits) -> f64 {
        let counts = self.decided(bits);
        let side = DECISIONS.iter().zip(counts).filter(|(decision, _)| self.turned(way, **decision));
        side.map(|(_, count)| count).sum::<usize>() as f64 / count(bits).max(1) as f64
    }

    fn reach(&self, way: Way, trial: &mut dyn Trial, now: &Evaluation) -> Reach {
        let mut strongest: Vec<(f64, usize)> =
            self.moves.iter().enumerate().map(|(at, one)| (self.share(way, &one.bits), at)).collect();
        strongest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        strongest.truncate(STRONGEST);
        // Sets of one size, each with its draws and the last place among the strongest that it took.
        let mut sets: Vec<(Vec<usize>, Bits)> = strongest
            .iter()
            .enumerate()
            .map(|(place, (_, at))| (vec![place], self.moves[*at].bits.clone()))
            .collect();
        for size in 1..=MOST_CHANGES {
            let mut turning: Vec<(f64, &Vec<usize>)> = sets
                .iter()
                .filter(|(_, bits)| self.turned(way, likeliest(&self.decided(bits))))
                .map(|(set, bits)| (self.share(way, bits), set))
                .collect();
            turning.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
            let all = turning.len() as u64;
            for (_, set) in turning.into_iter().take(SCORED) {
                let steps: Vec<Step> =
                    set.iter().map(|place| self.moves[strongest[*place].1].step()).collect();
                let (changes, decision) = changes(&steps, trial, now);
                if self.turned(way, decision) {
                    return Reach::Within { decision, changes, sets: all };
                }
            }
            if size < MOST_CHANGES {
                sets = self.larger(&sets, &strongest);
            }
        }
        Reach::Never(format!("no {MOST_CHANGES} doubtful labels that the draws show together would do"))
    }

    /// Every set with one more confirmation, of another label.
    fn larger(&self, sets: &[(Vec<usize>, Bits)], strongest: &[(f64, usize)]) -> Vec<(Vec<usize>, Bits)> {
        let mut larger = Vec::new();
        for (set, bits) in sets {
            for next in set.last().map_or(0, |last| last + 1)..strongest.len() {
                let one = &self.moves[strongest[next].1];
                if set.iter().any(|place| self.moves[strongest[*place].1].id == one.id) {
                    continue;
                }
                let both = and(bits, &one.bits);
                if count(&both) >= ENOUGH {
                    larger.push((set.iter().copied().chain([next]).collect(), both));
                }
            }
        }
        larger
    }
}
