//! How often each decision falls when labels are set to words, without scoring a draw again as a whole.
//!
//! A limit leaves a score the lower of the two, so the decision on a draw is the gravest of what each list decides by
//! itself, by its grounds, its caps and the scores that it alone makes, and of what each score decides that several
//! lists make. Either depends on the labels of these lists alone, and so is worked out once for all sets that set the
//! same ones: what is left of a set is to join draws as sets of bits. The guard looks at all scores at once and a fixed
//! score is no limit: where these may come in, the draws are scored as they are elsewhere.

use rustc_hash::FxHashMap;

use super::bits::{self, Bits};
use super::confirm::Confirmed;
use super::draw::Counts;
use super::run::{MADE_OF, of_list, raw};
use super::score::{Cell, METRICS};
use crate::labels::{LabelValue, List};
use crate::report::Decision;
use crate::rubric::locks::LISTS;

/// Decisions on the draws of a case, counted for one set of labels after the other.
#[derive(Default)]
pub struct Recount {
    columns: [Columns; 8],
    /// By metric: what its score decides, by the columns of the lists that it is made of.
    shared: [FxHashMap<[usize; 3], Decided>; METRICS],
}

/// A list with the sets of its labels that came up so far.
#[derive(Default)]
struct Columns {
    places: FxHashMap<Vec<(usize, LabelValue)>, usize>,
    all: Vec<Column>,
}

/// What a list comes to in each draw with some of its labels set.
struct Column {
    counts: Counts,
    cells: Vec<Cell>,
    /// What it decides by itself.
    alone: Decided,
}

/// What is decided of each draw.
struct Decided {
    /// The draws with a warning or a failure.
    warned: Bits,
    failed: Bits,
}

impl Recount {
    /// How often each decision falls with these labels set.
    pub fn count(&mut self, confirmed: &Confirmed, set: &[(usize, LabelValue)]) -> [usize; 3] {
        let (scorer, draws) = (&confirmed.sampled.scorer, confirmed.sampled.run.draws);
        if !scorer.only_lowers() {
            return confirmed.count(set);
        }
        let places = LISTS.map(|list| self.columns[list as usize].place(confirmed, list, set));
        let column = |list: List| &self.columns[list as usize].all[places[list as usize]];
        let mut decided = Decided { warned: bits::none(draws), failed: bits::none(draws) };
        LISTS.into_iter().for_each(|list| decided.join(&column(list).alone));
        for (metric, known) in self.shared.iter_mut().enumerate() {
            let lists = MADE_OF[metric];
            if lists.len() == 1 || !scorer.knows(metric) {
                continue;
            }
            let mut key = [0; 3];
            key.iter_mut().zip(lists).for_each(|(place, list)| *place = places[*list as usize]);
            decided.join(known.entry(key).or_insert_with(|| {
                let score = |draw: usize| raw(metric, scorer, &|list: List| *column(list).cell(draw));
                Decided::new(draws, |draw| scorer.grade(score(draw)))
            }));
        }
        let (warned, failed) = (bits::count(&decided.warned), bits::count(&decided.failed));
        [draws - warned, warned - failed, failed]
    }
}

impl Columns {
    /// The place of the column with these labels set, as far as they bear on the list.
    fn place(&mut self, confirmed: &Confirmed, list: List, set: &[(usize, LabelValue)]) -> usize {
        let own = set.iter().copied().filter(|(at, _)| confirmed.bears_on(*at, list));
        let own: Vec<(usize, LabelValue)> = own.collect();
        if let Some(place) = self.places.get(&own) {
            return *place;
        }
        self.all.push(Column::new(confirmed, list, &own));
        self.places.insert(own, self.all.len() - 1);
        self.all.len() - 1
    }
}

impl Column {
    fn new(confirmed: &Confirmed, list: List, set: &[(usize, LabelValue)]) -> Column {
        let scorer = &confirmed.sampled.scorer;
        let counts = confirmed.redrawn(list, set);
        let cells = scorer.cells_of(list, &counts);
        let alone: Vec<Decision> = cells
            .iter()
            .map(|cell| {
                of_list(scorer, list, cell, |metric| match MADE_OF[metric] {
                    [_] => raw(metric, scorer, &|_| *cell),
                    _ => f64::INFINITY,
                })
            })
            .collect();
        let alone = Decided::new(confirmed.sampled.run.draws, |draw| alone[counts.id(draw)]);
        Column { counts, cells, alone }
    }

    #[inline]
    fn cell(&self, draw: usize) -> &Cell {
        &self.cells[self.counts.id(draw)]
    }
}

impl Decided {
    fn new(draws: usize, decide: impl Fn(usize) -> Decision) -> Decided {
        let mut decided = Decided { warned: bits::none(draws), failed: bits::none(draws) };
        for draw in 0..draws {
            let decision = decide(draw);
            bits::add(&mut decided.warned, draw, decision >= Decision::Warn);
            bits::add(&mut decided.failed, draw, decision >= Decision::Fail);
        }
        decided
    }

    /// The graver of the two in each draw.
    fn join(&mut self, other: &Decided) {
        bits::or(&mut self.warned, &other.warned);
        bits::or(&mut self.failed, &other.failed);
    }
}
