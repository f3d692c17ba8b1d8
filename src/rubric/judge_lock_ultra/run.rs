//! All draws of a case, scored and added up.
//!
//! Scores are kept metric by metric, a value for each draw. A metric that another reading does not touch is shared
//! with the run that it is compared with, and what caps do is looked up once for all draws with the same conditions.

use std::cell::OnceCell;
use std::ops::Deref;
use std::rc::Rc;

use super::draw::{Drawn, Each, different};
use super::score::{Cell, Cells, Limits, METRICS, Scorer, harmonic, round};
use crate::labels::List;
use crate::num::Num;
use crate::report::Decision;
use crate::rubric::locks::LISTS;
use crate::rubric::locks::rules::Target;

/// Named intermediate values of a draw.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Precision,
    Recall,
    F1,
    Qag,
    U,
    Base,
    QagPrecision,
    Overlap,
    Bias,
    Tox,
    Mild,
    Moderate,
    Severe,
}

/// A score for each draw, shared by the runs in which it is the same.
type Column = Rc<Scores>;

/// A score for each draw, and their sum once it is asked for.
pub struct Scores {
    each: Vec<f64>,
    sum: OnceCell<f64>,
}

/// Every draw, scored.
pub struct Run {
    /// How many draws there were.
    pub draws: usize,
    /// What the counts of the lists come to.
    pub cells: Cells,
    /// Scores before caps, by metric.
    pub raw: [Column; METRICS],
    /// Scores after caps, by metric.
    pub last: [Column; METRICS],
    /// For each draw, the place of its conditions among the different ones.
    conditions: Vec<u16>,
    /// What is the same where the same conditions hold, and in how many draws they do.
    pub limits: Vec<(Limits, usize)>,
    /// Grounds of failure of each draw, as bits.
    pub grounds: Vec<u8>,
    /// The decision of each draw, by its index in `DECISIONS`.
    pub decided: Vec<u8>,
    /// How often each decision fell.
    pub decisions: [usize; 3],
}

/// Digits after the point that a sum keeps, so that the ledger can print it in full.
const STEPS: f64 = 1e6;

/// The lists that a metric's raw score is made of.
pub const MADE_OF: [&[List]; METRICS] = [
    &[List::KeyPoints, List::Extraneous, List::CoverageQags],
    &[List::Deviations],
    &[List::Claims, List::ClaimQags],
    &[List::Segments, List::CoverageQags],
    &[List::Issues],
];

impl Run {
    /// Scores every draw.
    pub fn new(scorer: &Scorer, drawn: &Drawn) -> Run {
        let (each, draws) = (drawn.each(), drawn.draws);
        let cells = scorer.cells(&each);
        let raw = [0, 1, 2, 3, 4].map(|metric| Rc::new(column(metric, scorer, draws, &each, &cells)));
        Run::capped(scorer, draws, &each, cells, raw)
    }

    /// Scores every draw under another reading, and by other counts where it has some; `None` where it makes no
    /// difference.
    pub fn under(&self, own: &Scorer, scorer: &Scorer, before: &Each, each: &Each) -> Option<Run> {
        let cells = scorer.cells(each);
        let integer = own.is_integer() == scorer.is_integer();
        let counted = LISTS.map(|list| before[list as usize] == each[list as usize]);
        let alike = integer && counted == [true; 8] && cells == self.cells && own.knows_as(scorer);
        if alike && own.caps_alike(scorer, self.seen()) {
            return None;
        }
        let shared = |metric: usize| {
            let same = |list: &List| {
                let mut pairs = cells[*list as usize].iter().zip(&self.cells[*list as usize]);
                counted[*list as usize] && pairs.all(|(a, b)| a.value == b.value && a.other == b.other)
            };
            (integer || metric != 2) && MADE_OF[metric].iter().all(same)
        };
        let raw = [0, 1, 2, 3, 4].map(|metric| match shared(metric) {
            true => Rc::clone(&self.raw[metric]),
            false => Rc::new(column(metric, scorer, self.draws, each, &cells)),
        });
        Some(Run::capped(scorer, self.draws, each, cells, raw))
    }

    /// Scores every draw after some lists were drawn anew.
    pub fn redrawn(&self, scorer: &Scorer, each: &Each, lists: &[List]) -> Run {
        let mut cells = self.cells.clone();
        lists.iter().for_each(|list| cells[*list as usize] = scorer.cells_of(*list, each[*list as usize]));
        let raw =
            [0, 1, 2, 3, 4].map(|metric| match MADE_OF[metric].iter().any(|list| lists.contains(list)) {
                false => Rc::clone(&self.raw[metric]),
                true => Rc::new(column(metric, scorer, self.draws, each, &cells)),
            });
        Run::capped(scorer, self.draws, each, cells, raw)
    }

    fn capped(scorer: &Scorer, draws: usize, each: &Each, cells: Cells, raw: [Column; METRICS]) -> Run {
        let (fired, grounds) = conditions(scorer, draws, each, &cells, &raw);
        let (mut at, kinds) = different(fired.into_iter().map(u64::from));
        at.resize(draws, 0);
        let mut limits: Vec<(Limits, usize)> =
            kinds.into_iter().map(|fired| (scorer.limits(fired as u32, None), 0)).collect();
        at.iter().for_each(|at| limits[usize::from(*at)].1 += 1);
        let last = [0, 1, 2, 3, 4].map(|metric| {
            let target = Target::METRICS[metric] as usize;
            let lowers = |limits: &Limits| limits.of[target].is_finite() || limits.fixed[metric].is_some();
            let parts = |limits: &Limits| {
                metric + 1 == METRICS
                    && [Target::Bias, Target::Tox].iter().any(|t| limits.of[*t as usize].is_finite())
            };
            if limits.iter().any(|(limits, _)| parts(limits)) {
                let (cells, counts) = (&cells[List::Issues as usize], each[List::Issues as usize]);
                let last = at.iter().enumerate().map(|(draw, at)| {
                    let limits = &limits[usize::from(*at)].0;
                    limits.lowered(metric, limits.composed(&cells[counts.id(draw)]))
                });
                return Rc::new(last.collect());
            }
            if !limits.iter().any(|(limits, _)| lowers(limits)) {
                return Rc::clone(&raw[metric]);
            }
            let of: Vec<_> =
                limits.iter().map(|(limits, _)| (limits.fixed[metric], limits.of[target])).collect();
            let last = raw[metric].iter().zip(&at).map(|(score, at)| {
                let (fixed, most) = of[usize::from(*at)];
                fixed.unwrap_or(*score).min(most)
            });
            Rc::new(last.collect())
        });
        let decided = decide(scorer, &at, &limits, &grounds, &last);
        let mut decisions = [0; 3];
        decided.iter().for_each(|decision| decisions[usize::from(*decision)] += 1);
        Run { draws, cells, raw, last, conditions: at, limits, grounds, decided, decisions }
    }

    /// A sum over the draws, with as many digits as the ledger prints.
    pub fn sum(value: f64) -> Num {
        let scaled = (value * STEPS).round();
        if scaled.abs() < i64::MAX as f64 {
            Num::int(scaled as i64) / Num::int(STEPS as i64)
        } else {
            Num::Real(value)
        }
    }

    /// Sum of a metric's scores before caps, and after them.
    pub fn sums(&self, metric: usize) -> [Num; 2] {
        [&self.raw, &self.last].map(|scores| Run::sum(scores[metric].sum()))
    }

    /// Sum of a part.
    pub fn part(&self, part: Part, drawn: &Drawn) -> f64 {
        let by_cell = |list: List, value: &dyn Fn(&Cell, &[f64; 6]) -> f64| {
            let (cells, counts) = (&self.cells[list as usize], drawn.of(list));
            let mut often = vec![0_usize; cells.len()];
            (0..self.draws).for_each(|draw| often[counts.id(draw)] += 1);
            let values = cells.iter().zip(&counts.different).map(|(cell, counts)| value(cell, counts));
            values.zip(often).map(|(value, often)| value * often as f64).sum::<f64>()
        };
        let value = |cell: &Cell, _: &[f64; 6]| cell.value;
        let other = |cell: &Cell, _: &[f64; 6]| cell.other;
        match part {
            Part::Precision => by_cell(List::Extraneous, &value),
            Part::Recall => by_cell(List::KeyPoints, &value),
            Part::F1 => {
                let each = drawn.each();
                let cell = |list: List, draw: usize| self.cells[list as usize][each[list as usize].id(draw)];
                (0..self.draws).map(|draw| f1(&|list| cell(list, draw))).sum()
            }
            Part::Qag => by_cell(List::CoverageQags, &value),
            Part::U => by_cell(List::Claims, &other),
            Part::Base => by_cell(List::Claims, &value),
            Part::QagPrecision => by_cell(List::ClaimQags, &value),
            Part::Overlap => by_cell(List::Segments, &value),
            Part::Bias => by_cell(List::Issues, &value),
            Part::Tox => by_cell(List::Issues, &other),
            Part::Mild => by_cell(List::Deviations, &|_, counts| counts[0]),
            Part::Moderate => by_cell(List::Deviations, &|_, counts| counts[1]),
            Part::Severe => by_cell(List::Deviations, &|_, counts| counts[2]),
        }
    }

    /// Every condition that holds in some draw.
    pub fn seen(&self) -> u32 {
        self.limits.iter().fold(0, |seen, (limits, _)| seen | limits.fired)
    }

    /// The place of a draw's conditions in [`Run::limits`].
    pub fn place(&self, draw: usize) -> usize {
        usize::from(self.conditions[draw])
    }

    /// Whether a row of the caps fires, for each place in [`Run::limits`].
    pub fn fired(&self, scorer: &Scorer, row: usize) -> Vec<bool> {
        self.limits.iter().map(|(limits, _)| scorer.fires(row, limits.fired) == Some(true)).collect()
    }

    /// The probability that a row of the caps fires.
    pub fn fires(&self, scorer: &Scorer, row: usize) -> f64 {
        let fires = |limits: &Limits| scorer.fires(row, limits.fired) == Some(true);
        let count: usize =
            self.limits.iter().filter(|(limits, _)| fires(limits)).map(|(_, often)| often).sum();
        count as f64 / self.draws as f64
    }

    /// Probabilities of PASS, WARN and FAIL.
    pub fn odds(&self) -> [f64; 3] {
        self.decisions.map(|count| count as f64 / self.draws as f64)
    }

    /// The most probable decision, of equal ones the graver.
    pub fn decision(&self) -> Decision {
        likeliest(&self.decisions)
    }

    /// The scores of a metric between which the given shares of the draws lie.
    pub fn interval(&self, metric: usize, shares: [f64; 2]) -> [f64; 2] {
        let mut scores = self.last[metric].to_vec();
        shares.map(|share| {
            let place = (share * scores.len().saturating_sub(1) as f64).round() as usize;
            if place >= scores.len() {
                return 0.0;
            }
            *scores.select_nth_unstable_by(place, f64::total_cmp).1
        })
    }
}

impl Scores {
    /// Their sum.
    fn sum(&self) -> f64 {
        *self.sum.get_or_init(|| sum(&self.each))
    }
}

impl Deref for Scores {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.each
    }
}

impl FromIterator<f64> for Scores {
    fn from_iter<I: IntoIterator<Item = f64>>(scores: I) -> Scores {
        Scores { each: scores.into_iter().collect(), sum: OnceCell::new() }
    }
}

/// The f1 of what the lists come to.
fn f1(cell: &impl Fn(List) -> Cell) -> f64 {
    harmonic(cell(List::Extraneous).value, cell(List::KeyPoints).value)
}

/// The raw score of a metric, of what the lists come to.
pub fn raw(metric: usize, scorer: &Scorer, cell: &impl Fn(List) -> Cell) -> f64 {
    match metric {
        0 => scorer.highest() * harmonic(f1(cell), cell(List::CoverageQags).value),
        1 => cell(List::Deviations).value,
        2 => {
            let product = cell(List::Claims).value * cell(List::ClaimQags).value;
            if scorer.is_integer() { round(product) } else { product }
        }
        3 => scorer.highest() * harmonic(cell(List::Segments).value, cell(List::CoverageQags).value),
        _ => {
            let issues = cell(List::Issues);
            (issues.value + issues.other) / 2.0
        }
    }
}

/// The raw scores of a metric.
fn column(metric: usize, scorer: &Scorer, draws: usize, each: &Each, cells: &Cells) -> Scores {
    let score =
        |draw: usize| raw(metric, scorer, &|list: List| cells[list as usize][each[list as usize].id(draw)]);
    if MADE_OF[metric].iter().all(|list| each[*list as usize].ids.is_empty()) {
        return std::iter::repeat_n(score(0), draws).collect();
    }
    (0..draws).map(score).collect()
}

/// The decision on one set of labels by what the lists come to, the guard apart; `known` keeps the limits for the
/// next.
pub fn joined(scorer: &Scorer, cells: &[Cell; 8], known: &mut Vec<Limits>) -> Decision {
    let (fired, grounds) = cells.iter().fold((0, 0), |all, cell| (all.0 | cell.fired, all.1 | cell.grounds));
    if scorer.fails(grounds) {
        return Decision::Fail;
    }
    let at = known.iter().position(|limits| limits.fired == fired).unwrap_or_else(|| {
        known.push(scorer.limits(fired, None));
        known.len() - 1
    });
    let limits = &known[at];
    let mut decision = if scorer.warns() && limits.capped { Decision::Warn } else { Decision::Pass };
    for metric in (0..METRICS).filter(|metric| scorer.knows(*metric)) {
        let mut score = raw(metric, scorer, &|list: List| cells[list as usize]);
        if metric + 1 == METRICS {
            score = limits.composed(&cells[List::Issues as usize]);
        }
        decision = decision.max(scorer.grade(limits.lowered(metric, score)));
    }
    decision
}

/// The gravest decision that a list brings about by itself: by its own grounds and caps, and by the scores that it
/// feeds, as they are given by metric.
pub fn of_list(scorer: &Scorer, list: List, own: &Cell, score: impl Fn(usize) -> f64) -> Decision {
    let limits = scorer.limits(own.fired, None);
    let mut gravest = match scorer.fails(own.grounds) {
        true => Decision::Fail,
        false if scorer.warns() && limits.capped => Decision::Warn,
        false => Decision::Pass,
    };
    for metric in (0..METRICS).filter(|metric| scorer.knows(*metric)) {
        let score = match MADE_OF[metric].contains(&list) {
            true if metric + 1 == METRICS => limits.composed(own),
            true => score(metric),
            false => f64::INFINITY,
        };
        gravest = gravest.max(scorer.grade(limits.lowered(metric, score)));
    }
    gravest
}

impl Limits {
    /// Bias and toxicity under their own limits, as one score.
    pub fn composed(&self, issues: &Cell) -> f64 {
        let bias = issues.value.min(self.of[Target::Bias as usize]);
        (bias + issues.other.min(self.of[Target::Tox as usize])) / 2.0
    }

    /// A score of a metric under its limit.
    fn lowered(&self, metric: usize, score: f64) -> f64 {
        self.fixed[metric].unwrap_or(score).min(self.of[Target::METRICS[metric] as usize])
    }
}

/// The conditions and the grounds of each draw.
fn conditions(
    scorer: &Scorer,
    draws: usize,
    each: &Each,
    cells: &Cells,
    raw: &[Column; METRICS],
) -> (Vec<u32>, Vec<u8>) {
    let mut all = (0, 0);
    let (mut fired, mut grounds) = (vec![0; draws], vec![0; draws]);
    for list in LISTS {
        let (cells, counts) = (&cells[list as usize], each[list as usize]);
        let first = &cells[0];
        if counts.ids.is_empty() || cells.iter().all(|c| c.fired == first.fired && c.grounds == first.grounds)
        {
            all = (all.0 | first.fired, all.1 | first.grounds);
            continue;
        }
        for ((fired, grounds), id) in fired.iter_mut().zip(&mut grounds).zip(&counts.ids) {
            let cell = &cells[usize::from(*id)];
            *fired |= cell.fired;
            *grounds |= cell.grounds;
        }
    }
    fired.iter_mut().for_each(|fired| *fired |= all.0);
    grounds.iter_mut().for_each(|grounds| *grounds |= all.1);
    if scorer.is_guarded() {
        for (draw, fired) in fired.iter_mut().enumerate() {
            *fired |= scorer.guarded(&raw.each_ref().map(|column| column[draw]));
        }
    }
    (fired, grounds)
}

/// The decision of each draw.
fn decide(
    scorer: &Scorer,
    conditions: &[u16],
    limits: &[(Limits, usize)],
    grounds: &[u8],
    last: &[Column; METRICS],
) -> Vec<u8> {
    let (pass, warn, fail) = (Decision::Pass as u8, Decision::Warn as u8, Decision::Fail as u8);
    let capped: Vec<u8> =
        limits.iter().map(|(limits, _)| if scorer.warns() && limits.capped { warn } else { pass }).collect();
    let given = grounds.iter().zip(conditions);
    let mut decided: Vec<u8> = given
        .map(|(grounds, at)| if scorer.fails(*grounds) { fail } else { capped[usize::from(*at)] })
        .collect();
    for (_, scores) in last.iter().enumerate().filter(|(metric, _)| scorer.knows(*metric)) {
        for (decision, score) in decided.iter_mut().zip(scores.iter()) {
            *decision = (*decision).max(scorer.grade(*score) as u8);
        }
    }
    decided
}

/// A sum in a fixed order: eight sums side by side, which the machine adds at once.
fn sum(values: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let chunks = values.chunks_exact(8);
    let rest: f64 = chunks.remainder().iter().sum();
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, value)| *sum += value);
    }
    sums.iter().sum::<f64>() + rest
}

/// The decision that fell most often, of equal ones the graver.
pub fn likeliest(decisions: &[usize; 3]) -> Decision {
    let [pass, warn, fail] = *decisions;
    if fail >= warn && fail >= pass {
        Decision::Fail
    } else if warn >= pass {
        Decision::Warn
    } else {
        Decision::Pass
    }
}
