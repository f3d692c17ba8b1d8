//! Finds the decision under other words of labels, counted over the samples of a case. If labels are taken as
//! certain, there is a single sample.
//!
//! Thousands of sets of changes yield only few distinct counts. What each count of a list decides alone, and
//! what counts of several lists decide together, is computed once; a set then looks this up for each sample.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::counts::WordTally;
use super::fast_evaluator::{Cell, FAIL, FastEvaluator, WARN, rises};
use super::formulas::Arithmetic;
use super::lock::Lock;
use super::sample::{DrawCounts, Drawn, LabelState, place};
use super::sampler::StratifiedSampler;
use super::{Counted, LISTS, counts};
use crate::labels::{LabelId, LabelValue, List, Provenance};
use crate::report::{Decision, FlipDirection};
use crate::rubric::flips::{Evaluator, LabelRole, Step};

/// Evaluates a case with other words for its labels.
pub struct ChangeEvaluator<'a, A: Arithmetic> {
    plain: FastEvaluator<'a, A>,
    drawn: &'a Drawn,
    sampler: Option<&'a StratifiedSampler>,
    /// For each list, the counts that have occurred so far.
    known: [CountTable<A::Value>; 8],
    /// For each metric that depends on several lists, what the combinations of their counts decide.
    joint: Vec<(usize, FxHashMap<u128, u8>)>,
    /// The result without changes, once it is known.
    base: Option<Base>,
    /// Cached columns of lists with some of their labels set.
    changed: FxHashMap<(List, Set), Rc<Column>>,
    /// Whether better words are never worse and worse words never better, apart from the guard; computed on
    /// first use, for each direction.
    rises: [Option<bool>; 2],
    /// Number of disjoint article spans that are evidence, if no deviation is set.
    spans: Option<usize>,
    guarded: Option<bool>,
}

/// The distinct counts of a list, each stored once.
struct CountTable<V> {
    places: FxHashMap<WordTally, u32>,
    cells: Vec<Cell<V>>,
    /// What each count decides alone.
    alone: Vec<u8>,
}

/// Labels with the words to which they are set.
type Set = Vec<(LabelId, LabelValue)>;

/// A list, sample by sample.
struct Column {
    /// Indices of its counts; a single one if all samples have the same.
    places: Vec<u32>,
    /// What it decides alone, in each sample.
    alone: Vec<u8>,
}

/// The result of a case without changes.
struct Base {
    columns: [Rc<Column>; 8],
    /// What each metric that depends on several lists decides, by sample.
    joint: Vec<Vec<u8>>,
}

impl<'a, A: Arithmetic + Copy> ChangeEvaluator<'a, A>
where
    A::Value: Copy + PartialOrd,
{
    /// An evaluator for a case with its samples.
    pub fn new(
        lock: &'a Lock,
        counted: Rc<Counted<'a>>,
        drawn: &'a Drawn,
        sampler: Option<&'a StratifiedSampler>,
        to: A,
    ) -> Self {
        let plain = FastEvaluator::new(lock, counted, to);
        let joint = plain.shared().into_iter().map(|metric| (metric, FxHashMap::default())).collect();
        let known = std::array::from_fn(|_| CountTable {
            places: FxHashMap::default(),
            cells: Vec::new(),
            alone: Vec::new(),
        });
        let (rises, spans, guarded) = Default::default();
        let changed = FxHashMap::default();
        let mut tries = ChangeEvaluator {
            plain,
            drawn,
            sampler,
            known,
            joint,
            base: None,
            changed,
            rises,
            spans,
            guarded,
        };
        let columns = LISTS.map(|list| tries.column(list, drawn.of(list)));
        let none = vec![0; drawn.draws];
        let joint = (0..tries.joint.len()).map(|at| {
            let mut bits = none.clone();
            tries.join(at, &columns, &mut bits);
            bits
        });
        let joint = joint.collect();
        tries.base = Some(Base { columns, joint });
        tries
    }

    /// Returns the decisions on the samples with these labels set, as bits, without the guard.
    fn decide(&mut self, set: &[(LabelId, LabelValue)]) -> Vec<u8> {
        let Some(base) = self.base.take() else { return Vec::new() };
        let mut bits = vec![self.plain.always(); self.drawn.draws];
        let mut changed = [false; 8];
        let columns = LISTS.map(|list| {
            let bears =
                |id: LabelId| id.list == list || list == List::Extraneous && self.drawn.has_shared_draws(id);
            let own: Set = set.iter().copied().filter(|(id, _)| bears(*id)).collect();
            changed[list as usize] = !own.is_empty();
            if own.is_empty() { Rc::clone(&base.columns[list as usize]) } else { self.changed(list, own) }
        });
        let join =
            |bits: &mut [u8], more: &[u8]| bits.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
        columns.iter().for_each(|column| join(&mut bits, &column.alone));
        for at in 0..self.joint.len() {
            let made_of = &self.plain.made_of[self.joint[at].0];
            match made_of.iter().any(|list| changed[*list as usize]) {
                true => self.join(at, &columns, &mut bits),
                false => join(&mut bits, &base.joint[at]),
            }
        }
        self.base = Some(base);
        bits
    }

    /// Returns the column of a list with some of its labels set.
    fn changed(&mut self, list: List, own: Set) -> Rc<Column> {
        /// Largest number of cached columns, which limits the memory of a long search.
        const KEPT: usize = 256;
        let key = (list, own);
        if let Some(known) = self.changed.get(&key) {
            return Rc::clone(known);
        }
        if self.changed.len() >= KEPT {
            self.changed.clear();
        }
        let changed = self.column(list, &self.drawn.with(list, &key.1, self.sampler));
        self.changed.insert(key, Rc::clone(&changed));
        changed
    }

    /// Returns the column of a list with these counts; counts that occurred before are looked up.
    fn column(&mut self, list: List, counts: &DrawCounts) -> Rc<Column> {
        let ChangeEvaluator { plain, known, drawn, .. } = self;
        let CountTable { places, cells, alone } = &mut known[list as usize];
        let place = |tally: &WordTally| {
            *places.entry(*tally).or_insert_with(|| {
                let cell = plain.cell(list, *tally);
                alone.push(plain.alone(list, &cell));
                cells.push(cell);
                (cells.len() - 1) as u32
            })
        };
        let different: Vec<u32> = counts.different.iter().map(place).collect();
        let places_of = match counts.ids.is_empty() {
            true => different,
            false => counts.ids.iter().map(|id| different[usize::from(*id)]).collect(),
        };
        let alone = (0..drawn.draws).map(|draw| alone[place_in(&places_of, draw) as usize]).collect();
        Rc::new(Column { places: places_of, alone })
    }

    /// Adds what a metric that depends on several lists decides, in samples that do not fail already.
    fn join(&mut self, at: usize, columns: &[Rc<Column>; 8], bits: &mut [u8]) {
        let ChangeEvaluator { plain, known, joint, .. } = self;
        let (metric, decided) = &mut joint[at];
        let made_of = &plain.made_of[*metric];
        let width = u128::BITS / made_of.len().max(1) as u32;
        for (draw, bits) in bits.iter_mut().enumerate().filter(|(_, bits)| **bits & FAIL != FAIL) {
            let place = |list: List| place_in(&columns[list as usize].places, draw);
            // The indices of the counts, packed into one number.
            let key = made_of.iter().fold(0, |key, list| key << width | u128::from(place(*list)));
            *bits |= *decided.entry(key).or_insert_with(|| {
                plain.joint(*metric, &|list| &known[list as usize].cells[place(list) as usize])
            });
        }
    }

    /// Number of disjoint article spans that are evidence, with these labels set. Deviations that may not
    /// exist do not count.
    fn spans(&mut self, set: &[(LabelId, LabelValue)]) -> usize {
        let input = self.plain.counted.input;
        let sampled = self.sampler.is_some();
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

    /// Whether the guard can fire at all: without any deviation there is too little evidence.
    fn is_guarded(&mut self) -> bool {
        let wanted = self.plain.spans_wanted();
        let labels = self.plain.counted.input.labels;
        *self.guarded.get_or_insert_with(|| {
            wanted > 0 && counts::distinct_spans(labels, |id, _| id.list != List::Deviations) < wanted
        })
    }
}

/// The index of a list's counts in a sample.
#[inline]
fn place_in(places: &[u32], draw: usize) -> u32 {
    if places.len() == 1 { places[0] } else { places[draw] }
}

/// Counts the decisions that are given as bits.
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

impl<A: Arithmetic + Copy> Evaluator for ChangeEvaluator<'_, A>
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

    fn bound(&mut self, steps: &[Step], way: FlipDirection, start: Decision) -> Option<[usize; 3]> {
        // The guard lowers a perfect case to a warning, whichever labels make it perfect.
        if way == FlipDirection::Worse && start == Decision::Pass && self.is_guarded() {
            return None;
        }
        let FastEvaluator { lock, counted, .. } = &self.plain;
        let drawn = self.drawn;
        let rises = *self.rises[way as usize].get_or_insert_with(|| rises(lock, counted, drawn, way));
        rises.then(|| count(self.decide(&set_of(steps)).into_iter()))
    }

    fn role(&self, id: LabelId) -> Option<LabelRole> {
        // A label that is sampled has its own samples, so no other label is interchangeable with it.
        let LabelState::Sure(place) = self.drawn.state(id) else { return None };
        let tokens = match id.list {
            List::Extraneous => self.drawn.own_tokens(id.index)?,
            List::Deviations if self.plain.spans_wanted() > 0 => {
                let label = self.plain.counted.labels(id.list).get(id.index)?;
                label.article.is_empty().then_some(0)?
            }
            _ => 0,
        };
        Some(LabelRole(place, tokens))
    }

    fn changes(&self, id: LabelId, to: LabelValue) -> bool {
        self.drawn.state(id) != LabelState::Sure(place(id.list, to))
    }

    fn sure(&self, id: LabelId, to: LabelValue, shown: f64) -> f64 {
        match (self.sampler, self.drawn.state(id)) {
            (Some(_), LabelState::Drawn(at)) => {
                let doubtful = &self.drawn.doubtful[at];
                let place = doubtful.words().iter().position(|word| *word == to);
                1.0 - place.map_or(0.0, |place| doubtful.often(place) as f64 / self.drawn.draws as f64)
            }
            (Some(_), LabelState::Sure(_)) => 1.0,
            (None, _) => shown,
        }
    }

    fn work(&self) -> usize {
        /// Cost of combining the decisions of the lists, as a number of labels, apart from the cost of each
        /// sample.
        const JOIN: usize = 500;
        JOIN + self.drawn.draws
    }

    fn is_crowded(&self) -> bool {
        self.drawn.is_crowded()
    }
}
