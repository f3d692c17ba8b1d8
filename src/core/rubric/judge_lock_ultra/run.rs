//! Scores all samples of a case and aggregates them. Scores are stored by metric, with a value for each
//! sample. The effect of caps is computed once for all samples in which the same conditions hold.

use crate::labels::List;
use crate::num::Num;
use crate::report::Decision;
use crate::rubric::flips::{DecisionCounts, likeliest};
use crate::rubric::locks::LISTS;
use crate::rubric::locks::fast_evaluator::{Cell, FAIL, FastEvaluator, METRICS, WARN, place_of};
use crate::rubric::locks::formulas::{self, Float, ListFormula};
use crate::rubric::locks::rules::Target;
use crate::rubric::locks::sample::{Drawn, different};

/// A row of the caps.
pub type Row = crate::rubric::locks::fast_evaluator::Row<f64>;

/// The scores of every sample.
pub struct SampleRun {
    pub draws: usize,
    /// Scores before caps, by metric.
    pub raw: [Vec<f64>; METRICS],
    /// Scores after caps, by metric.
    pub last: [Vec<f64>; METRICS],
    /// Grounds of failure of each sample, as bits.
    pub grounds: Vec<u8>,
    /// The decision of each sample, as an index into `DECISIONS`.
    pub decided: Vec<u8>,
    /// Number of samples with each decision.
    pub decisions: DecisionCounts,
    /// The cells of the distinct counts of each list.
    pub cells: [Vec<Cell<f64>>; 8],
    /// For each sample, the index of its conditions in `kinds`.
    conditions: Vec<u16>,
    /// The distinct sets of conditions, each with the number of samples in which it holds.
    kinds: Vec<(u64, usize)>,
}

/// Precision of sums: six decimals, so that the ledger can print them in full.
const STEPS: f64 = 1e6;

/// The effect of caps on a metric under one set of conditions.
struct CapEffect {
    /// Whether caps act on its parts, or one replaces the score.
    inside: bool,
    limit: f64,
}

impl SampleRun {
    /// Scores every sample.
    pub fn new(plain: &FastEvaluator<Float>, drawn: &Drawn) -> SampleRun {
        let draws = drawn.draws;
        let cells =
            LISTS.map(|list| drawn.of(list).different.iter().map(|tally| plain.cell(list, *tally)).collect());
        let mut run = SampleRun {
            draws,
            raw: Default::default(),
            last: Default::default(),
            grounds: vec![0; draws],
            decided: vec![0; draws],
            decisions: [0; 3],
            cells,
            conditions: Vec::new(),
            kinds: Vec::new(),
        };
        run.raw = std::array::from_fn(|metric| {
            let score = |draw: usize| plain.raw(metric, &run.cell(drawn, draw)).unwrap_or_default();
            match plain.made_of[metric].iter().all(|list| drawn.of(*list).ids.is_empty()) {
                true => vec![score(0); draws],
                false => (0..draws).map(score).collect(),
            }
        });
        let fired = run.fire(plain, drawn);
        let (at, kinds) = different(fired.into_iter());
        run.conditions = at;
        run.conditions.resize(draws, 0);
        run.kinds = kinds.into_iter().map(|fired| (fired, 0)).collect();
        run.conditions.iter().for_each(|at| run.kinds[usize::from(*at)].1 += 1);
        run.last = std::array::from_fn(|metric| run.lowered(plain, drawn, metric, &|_| true));
        run.decide(plain);
        run
    }

    /// Returns the cell of each list in a sample.
    #[inline]
    fn cell<'a>(&'a self, drawn: &'a Drawn, draw: usize) -> impl Fn(List) -> &'a Cell<f64> {
        move |list: List| &self.cells[list as usize][drawn.of(list).id(draw)]
    }

    /// Returns the conditions of each sample as bits, and stores its grounds of failure.
    fn fire(&mut self, plain: &FastEvaluator<Float>, drawn: &Drawn) -> Vec<u64> {
        let mut fired = vec![0; self.draws];
        for list in LISTS {
            let (cells, counts) = (&self.cells[list as usize], drawn.of(list));
            for (draw, (fired, grounds)) in fired.iter_mut().zip(&mut self.grounds).enumerate() {
                let cell = &cells[counts.id(draw)];
                *fired |= cell.fired;
                *grounds |= cell.grounds;
            }
        }
        // The guard applies to summaries without a deviation, so spans of a deviation that may not exist do
        // not count.
        if plain.spans_wanted() > 0 {
            let spans = plain.counted.certain_spans();
            for (draw, fired) in fired.iter_mut().enumerate() {
                *fired |= plain.guarded(&self.raw.each_ref().map(|scores| scores[draw]), spans);
            }
        }
        fired
    }

    /// Returns a metric after those caps for which `acts` holds.
    fn lowered(
        &self,
        plain: &FastEvaluator<Float>,
        drawn: &Drawn,
        metric: usize,
        acts: &impl Fn(&Row) -> bool,
    ) -> Vec<f64> {
        let target = Target::METRICS[metric];
        let inside =
            |row: &Row| place_of(row.target) == metric && (row.fixed || row.target != target) && acts(row);
        let capped: Vec<CapEffect> = self
            .kinds
            .iter()
            .map(|(fired, _)| CapEffect {
                inside: plain.rows.iter().any(|row| inside(row) && plain.fires(row, *fired) == Some(true)),
                limit: plain.limit(metric, *fired, acts).unwrap_or(f64::INFINITY),
            })
            .collect();
        let score = |(draw, raw): (usize, &f64)| {
            let at = usize::from(self.conditions[draw]);
            let mut score = *raw;
            if capped[at].inside {
                let issues = self.cell(drawn, draw)(List::Issues);
                score = plain.own(metric, score, issues, self.kinds[at].0, acts);
            }
            score.min(capped[at].limit)
        };
        self.raw[metric].iter().enumerate().map(score).collect()
    }

    fn decide(&mut self, plain: &FastEvaluator<Float>) {
        let warns = plain.lock.rules.verdict.warn_on_caps;
        let capped: Vec<u8> =
            self.kinds.iter().map(|(fired, _)| u8::from(warns && plain.any_fires(*fired)) * WARN).collect();
        for (draw, decided) in self.decided.iter_mut().enumerate() {
            let mut bits = capped[usize::from(self.conditions[draw])];
            bits |= if self.grounds[draw] > 0 { FAIL } else { 0 };
            for (scores, _) in self.last.iter().zip(plain.known).filter(|(_, known)| *known) {
                bits |= plain.grade(scores[draw]);
            }
            *decided = u8::from(bits & WARN != 0) + u8::from(bits & FAIL == FAIL);
            self.decisions[usize::from(*decided)] += 1;
        }
    }

    /// Rounds a sum over the samples to the digits that the ledger prints.
    pub fn sum(value: f64) -> Num {
        let scaled = (value * STEPS).round();
        if scaled.abs() < i64::MAX as f64 {
            Num::int(scaled as i64) / Num::int(STEPS as i64)
        } else {
            Num::Real(value)
        }
    }

    /// Sums of a metric's scores before and after caps.
    pub fn sums(&self, metric: usize) -> [Num; 2] {
        [&self.raw, &self.last].map(|scores| SampleRun::sum(scores[metric].iter().sum()))
    }

    /// Sum of a part.
    pub fn part(&self, drawn: &Drawn, part: ListFormula) -> f64 {
        (0..self.draws).filter_map(|draw| self.value(drawn, part, draw)).sum()
    }

    pub fn value(&self, drawn: &Drawn, part: ListFormula, draw: usize) -> Option<f64> {
        let cell = self.cell(drawn, draw)(part.list());
        cell.parts[usize::from(matches!(part, ListFormula::Base | ListFormula::Tox))]
    }

    /// Sum of the harmonic means of precision and recall.
    pub fn f1(&self, drawn: &Drawn) -> f64 {
        let value = |part: ListFormula, draw: usize| self.value(drawn, part, draw).unwrap_or_default();
        let f1 = |draw| {
            formulas::harmonic(&Float, value(ListFormula::Precision, draw), value(ListFormula::Recall, draw))
        };
        (0..self.draws).map(f1).sum()
    }

    /// The conditions that hold in a sample, as bits.
    pub fn fired(&self, draw: usize) -> u64 {
        self.kinds[usize::from(self.conditions[draw])].0
    }

    /// The probability that a cap fires.
    pub fn fires(&self, plain: &FastEvaluator<Float>, row: &Row) -> f64 {
        let fires = |(fired, _): &&(u64, usize)| plain.fires(row, *fired) == Some(true);
        let count: usize = self.kinds.iter().filter(fires).map(|(_, often)| often).sum();
        count as f64 / self.draws as f64
    }

    /// Whether a metric would score higher in some sample without a cap and those interchangeable with it.
    pub fn binds(
        &self,
        plain: &FastEvaluator<Float>,
        drawn: &Drawn,
        row: &Row,
        draws: std::ops::Range<usize>,
    ) -> bool {
        let metric = place_of(row.target);
        let without = self.lowered(plain, drawn, metric, &|other| !interchangeable(row, other));
        let acts = |draw: usize| plain.fires(row, self.fired(draw)) == Some(true);
        let higher = |draw: usize| without[draw] > self.last[metric][draw] + LEAST;
        plain.known[metric] && draws.into_iter().any(|draw| acts(draw) && higher(draw))
    }

    /// Probabilities of PASS, WARN and FAIL.
    pub fn odds(&self) -> [f64; 3] {
        self.decisions.map(|count| count as f64 / self.draws as f64)
    }

    /// The most probable decision, of equally probable ones the more severe.
    pub fn decision(&self) -> Decision {
        likeliest(self.decisions).unwrap_or(Decision::Incomplete)
    }

    /// The scores of a metric at these two quantiles of the samples.
    pub fn interval(&self, metric: usize, shares: [f64; 2]) -> [f64; 2] {
        let mut scores = self.last[metric].clone();
        shares.map(|share| {
            let place = (share * scores.len().saturating_sub(1) as f64).round() as usize;
            *scores.select_nth_unstable_by(place, f64::total_cmp).1
        })
    }
}

/// Whether two caps lower the same target to the same limit.
pub fn interchangeable(a: &Row, b: &Row) -> bool {
    a.target == b.target && a.limit == b.limit
}

/// Differences smaller than this are treated as 0.
pub const LEAST: f64 = 1e-9;
