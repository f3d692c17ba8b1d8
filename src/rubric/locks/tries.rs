//! What other words of labels make of the decision: counted over the draws of a case, of which there is one where labels
//! are taken as they are.
//!
//! What a list decides of each draw, and what each score decides that several lists make, is worked out once for the
//! changed labels of these lists; what is left of a set of changes is to join them.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::formulas::Arithmetic;
use super::grid::Grid;
use super::lock::Lock;
use super::plain::{Cell, FAIL, Plain, WARN, rises};
use super::sample::{Counts, Drawn, State, place};
use super::{Counted, LISTS, counts};
use crate::labels::{LabelId, LabelValue, List, Provenance};
use crate::report::{Decision, Way};
use crate::rubric::flips::{Evaluator, Step};

/// A case whose labels are set to other words.
pub struct Tries<'a, A: Arithmetic> {
    plain: Plain<'a, A>,
    drawn: &'a Drawn,
    grid: Option<&'a Grid>,
    columns: [Columns<A::Value>; 8],
    /// By metric that several lists make: what its score decides, by the columns of these lists.
    joint: Vec<(usize, Joint)>,
    /// Whether better words are never worse, and worse never better, the guard apart; looked up when it is asked for.
    rises: [Option<bool>; 2],
    /// Article spans that are evidence where no deviation is set.
    spans: Option<usize>,
    guarded: Option<bool>,
}

/// What a score decides, draw by draw, by the columns of the lists that make it.
type Joint = FxHashMap<[usize; 8], Vec<u8>>;

/// A list with the sets of its labels that came up so far.
struct Columns<V> {
    places: FxHashMap<Vec<(LabelId, LabelValue)>, usize>,
    all: Vec<Column<V>>,
}

/// What a list comes to in each draw with some of its labels set.
struct Column<V> {
    counts: Counts,
    cells: Vec<Cell<V>>,
    /// What it decides by itself, draw by draw.
    alone: Vec<u8>,
}

impl<V> Column<V> {
    #[inline]
    fn cell(&self, draw: usize) -> &Cell<V> {
        &self.cells[self.counts.id(draw)]
    }
}

impl<'a, A: Arithmetic + Copy> Tries<'a, A>
where
    A::Value: Copy + PartialOrd,
{
    /// A case with its draws.
    pub fn new(
        lock: &'a Lock,
        counted: Rc<Counted<'a>>,
        drawn: &'a Drawn,
        grid: Option<&'a Grid>,
        to: A,
    ) -> Self {
        let plain = Plain::new(lock, counted, to);
        let joint = plain.shared().into_iter().map(|metric| (metric, FxHashMap::default())).collect();
        let columns = std::array::from_fn(|_| Columns { places: FxHashMap::default(), all: Vec::new() });
        Tries { plain, drawn, grid, columns, joint, rises: [None; 2], spans: None, guarded: None }
    }

    /// The decisions on the draws with these labels set, as bits, the guard apart.
    fn decide(&mut self, set: &[(LabelId, LabelValue)]) -> Vec<u8> {
        /// What is kept of sets, so that a long search takes no more memory than a short one.
        const KEPT: usize = 64;
        if self.columns.iter().any(|columns| columns.all.len() > KEPT)
            || self.joint.iter().any(|(_, known)| known.len() > KEPT)
        {
            self.columns.iter_mut().for_each(|columns| {
                columns.places.clear();
                columns.all.clear();
            });
            self.joint.iter_mut().for_each(|(_, known)| known.clear());
        }
        let places = LISTS.map(|list| self.place(list, set));
        let Tries { plain, drawn, columns, joint, .. } = self;
        let column = |list: List| &columns[list as usize].all[places[list as usize]];
        let mut bits = vec![plain.always(); drawn.draws];
        let mut join = |decided: &[u8]| bits.iter_mut().zip(decided).for_each(|(all, bits)| *all |= bits);
        LISTS.into_iter().for_each(|list| join(&column(list).alone));
        for (metric, known) in joint {
            let mut key = [0; 8];
            for list in &plain.made_of[*metric] {
                key[*list as usize] = places[*list as usize];
            }
            join(known.entry(key).or_insert_with(|| {
                (0..drawn.draws).map(|draw| plain.joint(*metric, &|list| column(list).cell(draw))).collect()
            }));
        }
        bits
    }

    /// The place of the column of a list with these labels set, as far as they bear on it.
    fn place(&mut self, list: List, set: &[(LabelId, LabelValue)]) -> usize {
        let bears = |id: LabelId| id.list == list || list == List::Extraneous && self.drawn.tells_of(id);
        let own: Vec<(LabelId, LabelValue)> = set.iter().copied().filter(|(id, _)| bears(*id)).collect();
        let Tries { plain, drawn, grid, columns, .. } = self;
        let columns = &mut columns[list as usize];
        if let Some(place) = columns.places.get(&own) {
            return *place;
        }
        let counts = if own.is_empty() { drawn.of(list).clone() } else { drawn.with(list, &own, *grid) };
        let cells: Vec<_> = counts.different.iter().map(|tally| plain.cell(list, *tally)).collect();
        let alone: Vec<u8> = cells.iter().map(|cell| plain.alone(list, cell)).collect();
        let alone = (0..drawn.draws).map(|draw| alone[counts.id(draw)]).collect();
        columns.all.push(Column { counts, cells, alone });
        columns.places.insert(own, columns.all.len() - 1);
        columns.all.len() - 1
    }

    /// Distinct article spans that are evidence, with these labels set: of deviations those that are sure to be some.
    fn spans(&mut self, set: &[(LabelId, LabelValue)]) -> usize {
        let input = self.plain.counted.input;
        let sampled = self.grid.is_some();
        let of_deviations = |id: &LabelId| id.list == List::Deviations;
        let touched = set.iter().any(|(id, _)| of_deviations(id));
        if let (false, Some(spans)) = (touched, self.spans) {
            return spans;
        }
        let spans = counts::distinct_spans(input.labels, |id, label| {
            let word = set.iter().find(|(known, _)| *known == id).map(|(_, word)| *word);
            word.map_or_else(
                || {
                    let may_be_none = sampled && of_deviations(&id) && label.by == Provenance::Engine;
                    !counts::struck_out(label) && !may_be_none
                },
                |word| word != LabelValue::No,
            )
        });
        if !touched {
            self.spans = Some(spans);
        }
        spans
    }

    /// Whether the guard can come to fire: without any deviation there is too little evidence.
    fn is_guarded(&mut self) -> bool {
        let wanted = self.plain.spans_wanted();
        let labels = self.plain.counted.input.labels;
        *self.guarded.get_or_insert_with(|| {
            wanted > 0 && counts::distinct_spans(labels, |id, _| id.list != List::Deviations) < wanted
        })
    }
}

/// How often each decision falls, by bits.
fn count(decided: impl Iterator<Item = u8>) -> [usize; 3] {
    let mut counts = [0; 3];
    for bits in decided {
        counts[usize::from(bits & WARN != 0) + usize::from(bits & FAIL == FAIL)] += 1;
    }
    counts
}

fn set_of(steps: &[Step]) -> Vec<(LabelId, LabelValue)> {
    let mut set: Vec<_> = steps.iter().map(|step| (step.id, step.to)).collect();
    set.sort_unstable_by_key(|(id, _)| *id);
    set
}

impl<A: Arithmetic + Copy> Evaluator for Tries<'_, A>
where
    A::Value: Copy + PartialOrd,
{
    fn count(&mut self, steps: &[Step]) -> [usize; 3] {
        let set = set_of(steps);
        let decided = self.decide(&set);
        let wanted = self.plain.spans_wanted();
        let guards = wanted > 0 && self.spans(&set) < wanted;
        count(decided.into_iter().map(|bits| if guards { self.plain.with_guard(bits) } else { bits }))
    }

    fn bound(&mut self, steps: &[Step], way: Way, start: Decision) -> Option<[usize; 3]> {
        // The guard lowers what is perfect to a warning, whichever labels make it perfect.
        if way == Way::Worse && start == Decision::Pass && self.is_guarded() {
            return None;
        }
        let Plain { lock, counted, .. } = &self.plain;
        let drawn = self.drawn;
        let rises = *self.rises[way as usize].get_or_insert_with(|| rises(lock, counted, drawn, way));
        rises.then(|| count(self.decide(&set_of(steps)).into_iter()))
    }

    fn alike(&self, a: LabelId, b: LabelId) -> bool {
        let certain =
            |id: LabelId| matches!(self.drawn.state(id), State::Sure(_)) && !self.drawn.tells_of(id);
        let spans = |id: LabelId| !self.plain.counted.labels(id.list)[id.index].article.is_empty();
        certain(a)
            && self.drawn.state(a) == self.drawn.state(b)
            && match a.list {
                List::Extraneous => {
                    let own = self.drawn.own_tokens(a.index);
                    own.is_some() && own == self.drawn.own_tokens(b.index)
                }
                List::Deviations if self.plain.spans_wanted() > 0 => !spans(a) && !spans(b),
                _ => true,
            }
    }

    fn changes(&self, id: LabelId, to: LabelValue) -> bool {
        self.drawn.state(id) != State::Sure(place(id.list, to))
    }

    fn sure(&self, id: LabelId, to: LabelValue, shown: f64) -> f64 {
        match (self.grid, self.drawn.state(id)) {
            (Some(_), State::Drawn(at)) => {
                let doubtful = &self.drawn.doubtful[at];
                let place = doubtful.words().iter().position(|word| *word == to);
                1.0 - place.map_or(0.0, |place| doubtful.often(place) as f64 / self.drawn.draws as f64)
            }
            (Some(_), State::Sure(_)) => 1.0,
            (None, _) => shown,
        }
    }

    fn is_crowded(&self) -> bool {
        self.drawn.is_crowded()
    }
}
