//! What no set of so many labels can do.
//!
//! For each list of a draw: how many of its labels must change at least before the list alone, with every other list
//! at its best, no longer keeps the draw from a better decision. Lists hold different labels, so what they need adds
//! up; and a list that needs two changes needs two labels which are not at their best in that draw already.

use super::super::bits::{self, Bits, and, count};
use super::super::confirm::Confirmed;
use super::super::draw::OUTCOMES;
use super::super::run::{joined, of_list, raw};
use super::super::score::Cell;
use crate::labels::{LabelValue, List};
use crate::report::flip::MOST_CHANGES;
use crate::report::{Decision, Way};
use crate::rubric::locks::LISTS;

/// More changes than are looked at.
const TOO_MANY: usize = MOST_CHANGES + 1;

/// Lower bounds of what sets of labels leave undone.
pub struct Bounds {
    /// Whether every label at its best makes a better decision, the guard apart.
    pub possible: bool,
    /// For each list and each number of changes, the draws in which the list needs no more.
    within: [[Bits; TOO_MANY]; 8],
    /// For each label, the draws in which it is not at its best.
    helps: Vec<Bits>,
    /// The list of each label.
    lists: Vec<usize>,
}

impl Bounds {
    /// For a better decision than this.
    pub fn new(confirmed: &Confirmed, than: Decision) -> Bounds {
        let sampled = confirmed.sampled;
        let (scorer, drawn, draws) = (&sampled.scorer, &sampled.drawn, sampled.run.draws);
        let is_open = |list: List| confirmed.open.iter().any(|open| open.id.list == list);
        let best = LISTS.map(|list| {
            let counts = drawn.of(list);
            let mut at_best = counts.different[0];
            if is_open(list) {
                at_best = [0.0; 6];
                if !list.is_finding() {
                    at_best[0] = counts.all;
                }
            }
            scorer.cell(list, &at_best, counts.all)
        });
        let mut known = Vec::new();
        let possible = joined(scorer, &best, &mut known) < than;
        let mut better = |list: List, counts: &[f64; 6]| {
            let mut cells: [Cell; 8] = best;
            cells[list as usize] = scorer.cell(list, counts, drawn.of(list).all);
            joined(scorer, &cells, &mut known) < than
        };
        let within = LISTS.map(|list| {
            let counts = drawn.of(list);
            let needs: Vec<usize> = counts
                .different
                .iter()
                .map(|counts| match list {
                    _ if better(list, counts) => 0,
                    _ if !is_open(list) => TOO_MANY,
                    // Which tokens a wording marks alone is not looked into.
                    List::Extraneous => 1,
                    _ => (1..TOO_MANY)
                        .find(|most| raised(list, *counts, 0, *most, &mut better))
                        .unwrap_or(TOO_MANY),
                })
                .collect();
            let mut within = [const { Vec::new() }; TOO_MANY].map(|_: Bits| bits::none(draws));
            for draw in 0..draws {
                for set in &mut within[needs[counts.id(draw)].min(TOO_MANY)..] {
                    bits::add(set, draw, true);
                }
            }
            within
        });
        let mut within = within;
        if drawn.tells_of_wording() {
            // Whoever sets a claim draws its wording anew.
            within[List::Extraneous as usize].iter_mut().for_each(|bits| bits.fill(u64::MAX));
        }
        let helps = (0..confirmed.open.len())
            .map(|at| {
                let open = &confirmed.open[at];
                let mut helps = bits::none(draws);
                if open.id.list == List::Extraneous {
                    helps.fill(u64::MAX);
                    return helps;
                }
                let differs = confirmed.differs(at, open.end(Way::Better));
                differs.iter().enumerate().for_each(|(draw, differs)| bits::add(&mut helps, draw, *differs));
                helps
            })
            .collect();
        let lists = confirmed.open.iter().map(|open| open.id.list as usize).collect();
        Bounds { possible, within, helps, lists }
    }

    /// The sets of so many labels that may leave at least so many draws with a better decision; `None` where there
    /// are more than `most`.
    pub fn sets(&self, size: usize, least: usize, most: usize) -> Option<Vec<Vec<usize>>> {
        let mut lists = self.lists.clone();
        lists.dedup();
        let mut hunt = Hunt { bounds: self, least, most, found: Vec::new() };
        hunt.lists(&lists, size, &mut Vec::new());
        (hunt.found.len() <= most).then_some(hunt.found)
    }

    /// The draws in which these labels of a list, at their best, may be all that it needs.
    fn solved(&self, list: usize, labels: &[usize]) -> Bits {
        let within = &self.within[list];
        let word = |at: usize| {
            let (mut one, mut two, mut three) = (0, 0, 0);
            for label in labels {
                let helps = self.helps[*label][at];
                three |= two & helps;
                two |= one & helps;
                one |= helps;
            }
            within[0][at] | within[1][at] & one | within[2][at] & two | within[3][at] & three
        };
        (0..within[0].len()).map(word).collect()
    }
}

/// For each list and each place of its words, whether one label set to that word may make the decision on some draw as
/// grave as asked for.
pub struct Falls([[bool; OUTCOMES]; 8]);

impl Falls {
    /// To this decision.
    pub fn new(confirmed: &Confirmed, to: Decision) -> Falls {
        let sampled = confirmed.sampled;
        let (scorer, drawn) = (&sampled.scorer, &sampled.drawn);
        // What a list does at worst to the scores that it shares with others.
        let lowest = LISTS.map(|list| {
            let cells = &sampled.run.cells[list as usize];
            let least = |of: fn(&Cell) -> f64| cells.iter().map(of).fold(f64::INFINITY, f64::min);
            Cell { value: least(|cell| cell.value), other: least(|cell| cell.other), ..Cell::default() }
        });
        let falls = |list: List, counts: &[f64; 6]| {
            let mut cells = lowest;
            cells[list as usize] = scorer.cell(list, counts, drawn.of(list).all);
            let score = |metric: usize| raw(metric, scorer, &|list: List| cells[list as usize]);
            of_list(scorer, list, &cells[list as usize], score) >= to
        };
        Falls(LISTS.map(|list| {
            let words = list.spec().words.len();
            let mut may = [false; OUTCOMES];
            for (place, may) in may.iter_mut().enumerate().take(words + 1) {
                *may = match list {
                    List::Extraneous => falls(list, &[drawn.most_tokens(), 0.0, 0.0, 0.0, 0.0, 0.0]),
                    _ => drawn
                        .of(list)
                        .different
                        .iter()
                        .any(|counts| turned(list, counts, place).any(|c| falls(list, &c))),
                };
            }
            may
        }))
    }

    /// Whether a label of a list set to this word may do it.
    pub fn may(&self, list: List, word: LabelValue) -> bool {
        let words = list.spec().words;
        self.0[list as usize][words.iter().position(|known| *known == word).unwrap_or(words.len())]
    }
}

/// Counts with one label set to the word at a place; past the words it is a finding struck out.
fn turned(list: List, counts: &[f64; 6], to: usize) -> impl Iterator<Item = [f64; 6]> + use<> {
    let (counts, words) = (*counts, list.spec().words.len());
    (0..=words).filter_map(move |from| {
        let mut turned = counts;
        match turned.get_mut(from).filter(|_| from < words) {
            Some(count) if *count >= 1.0 => *count -= 1.0,
            Some(_) => return None,
            None => {}
        }
        if let Some(count) = turned.get_mut(to).filter(|_| to < words) {
            *count += 1.0;
        }
        Some(turned)
    })
}

/// A hunt for sets of labels.
struct Hunt<'a> {
    bounds: &'a Bounds,
    least: usize,
    most: usize,
    found: Vec<Vec<usize>>,
}

impl Hunt<'_> {
    /// Settles first how many labels of which lists a set has.
    fn lists(&mut self, lists: &[usize], left: usize, chosen: &mut Vec<usize>) {
        if left > 0 {
            for (at, list) in lists.iter().enumerate() {
                chosen.push(*list);
                self.lists(&lists[at..], left - 1, chosen);
                chosen.pop();
            }
            return;
        }
        let within = &self.bounds.within;
        let with = |list: usize| chosen.iter().filter(|known| **known == list).count();
        let mut may: Bits = vec![u64::MAX; within[0][0].len()];
        (0..LISTS.len()).for_each(|list| and(&mut may, &within[list][with(list)]));
        if count(&may) >= self.least {
            let mut rest: Bits = vec![u64::MAX; may.len()];
            let without = (0..LISTS.len()).filter(|list| with(*list) == 0);
            without.for_each(|list| and(&mut rest, &within[list][0]));
            self.labels(chosen, &mut Vec::new(), &rest);
        }
    }

    /// Then which labels; `open` are the draws that the lists looked at so far leave open.
    fn labels(&mut self, lists: &[usize], set: &mut Vec<usize>, open: &Bits) {
        if count(open) < self.least || self.found.len() > self.most {
            return;
        }
        let Some(list) = lists.first() else {
            self.found.push(set.clone());
            return;
        };
        let many = lists.iter().take_while(|known| *known == list).count();
        let of_list = |label: &usize| self.bounds.lists[*label] == *list;
        let labels: Vec<usize> = (0..self.bounds.lists.len()).filter(of_list).collect();
        each(&labels, many, 0, &mut Vec::new(), &mut |group: &[usize]| {
            let mut left = open.clone();
            and(&mut left, &self.bounds.solved(*list, group));
            set.extend(group);
            self.labels(&lists[many..], set, &left);
            set.truncate(set.len() - group.len());
        });
    }
}

/// Calls for every set of so many of these.
fn each(labels: &[usize], many: usize, from: usize, set: &mut Vec<usize>, then: &mut dyn FnMut(&[usize])) {
    if many == 0 {
        return then(set);
    }
    for at in from..labels.len() {
        set.push(labels[at]);
        each(labels, many - 1, at + 1, set, then);
        set.pop();
    }
}

/// Every set of so many of the first labels; `None` where there are more than `most`.
pub fn every(labels: usize, size: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let all: Vec<usize> = (0..labels).collect();
    let sets = (0..size).fold(1, |sets, at| sets * labels.saturating_sub(at) / (at + 1));
    let mut found = Vec::new();
    if sets <= most {
        each(&all, size, 0, &mut Vec::new(), &mut |set: &[usize]| found.push(set.to_vec()));
    }
    (sets <= most).then_some(found)
}

/// Whether raising so many labels to the best word, or fewer, is enough, whichever they are.
fn raised(
    list: List,
    counts: [f64; 6],
    from: usize,
    left: usize,
    enough: &mut dyn FnMut(List, &[f64; 6]) -> bool,
) -> bool {
    if left == 0 {
        return enough(list, &counts);
    }
    let finding = list.is_finding();
    (from..list.spec().words.len()).filter(|place| finding || *place > 0).any(|place| {
        let mut higher = counts;
        higher[place] -= 1.0;
        if !finding {
            higher[0] += 1.0;
        }
        higher[place] >= 0.0 && raised(list, higher, place, left - 1, enough)
    })
}
