//! What would turn the most probable decision: the smallest set of labels, at most three, that set to words make
//! another one the most probable.
//!
//! What counts is the decision on every draw with those labels set; the search leaves out only sets that cannot do
//! it. A better word of a label never makes the decision on a draw worse, so what a set of labels can do at most it
//! does with all of them at the best word, and [`Bounds`] says what no set of so many labels of these lists can do.
//! Three decisions share the draws, though, and a better word may make the second of them the largest instead of the
//! first: where a set could do it and does not at its best words, all of its words are tried. Where the rules do not
//! rise with every label (a file may give partial answers more than correct ones) or the guard may fire, which lowers
//! what is perfect, nothing is left out for being less than the best.

use super::confirm::Confirmed;
use super::recount::Recount;
use super::run::likeliest;
use super::{Sampled, Ultra};
use crate::labels::{LabelValue, List};
use crate::report::flip::MOST_CHANGES;
use crate::report::{Decision, Flip, Reach, Way};
use crate::rubric::flips::{Step, changes};
use crate::rubric::{Evaluation, Input};
use bounds::{Bounds, Falls};

mod bounds;

/// Sets that are scored at most for one way; where that is not enough, it is said that they were not all tried.
const MOST_SCORED: usize = 4_000;

/// Draws that decide each way: PASS, WARN, FAIL.
type Counts = [usize; 3];

/// A case whose labels are set to words.
pub struct Turns<'a> {
    confirmed: Confirmed<'a>,
    recount: Recount,
    start: Decision,
    /// Whether better words are never worse, the guard apart.
    rises: bool,
    guarded: bool,
    all: usize,
    /// Sets that may still be scored.
    left: usize,
}

/// What a search came to.
enum Found {
    Set(Vec<Step>),
    Beyond,
}

/// Labels by their place among those that can be set, with the words that they are set to.
type Set = Vec<(usize, LabelValue)>;

/// Why nothing was found.
type Reason = &'static str;
const TOO_MANY: Reason = "not searched: too many sets of labels could do";

impl<'a> Turns<'a> {
    /// Every label that can be set to another word.
    pub fn new(ultra: &'a Ultra, input: &'a Input<'a>, sampled: &'a Sampled<'a>) -> Turns<'a> {
        let claims = sampled.counted.claims.as_ref().map_or(0, |claims| claims.all());
        Turns {
            start: sampled.run.decision(),
            rises: ultra.rises.up_to(claims) && sampled.scorer.limits_lower(),
            guarded: sampled.scorer.is_guarded(),
            all: sampled.run.draws,
            left: 0,
            confirmed: Confirmed::new(ultra, input, sampled),
            recount: Recount::default(),
        }
    }

    /// To the better first, then to the worse.
    pub fn flips(&mut self, now: &Evaluation) -> Vec<Flip> {
        let ways = [(Way::Better, self.start != Decision::Pass), (Way::Worse, self.start != Decision::Fail)];
        let open = ways.into_iter().filter(|(_, open)| *open);
        open.map(|(way, _)| Flip { way, reach: self.reach(way, now) }).collect()
    }

    fn reach(&mut self, way: Way, now: &Evaluation) -> Reach {
        self.left = MOST_SCORED;
        match self.search(way) {
            Ok(Found::Set(steps)) => {
                let (changes, decision) = changes(&steps, &mut self.confirmed, now);
                Reach::Within { decision, changes, sets: None }
            }
            Ok(Found::Beyond) => Reach::Beyond(MOST_CHANGES),
            Err(reason) => Reach::Never(reason.to_owned()),
        }
    }

    fn search(&mut self, way: Way) -> Result<Found, Reason> {
        let labels = self.confirmed.open.len();
        if labels == 0 {
            return Err("there is no label to change");
        }
        if self.confirmed.is_crowded() {
            return Err("not searched: too many labels");
        }
        let bounds = (self.rises && way == Way::Better).then(|| Bounds::new(&self.confirmed, self.start));
        if bounds.as_ref().is_some_and(|bounds| !bounds.possible) {
            return Err("not even with every label at its best word");
        }
        for size in 1..=MOST_CHANGES.min(labels) {
            if let Some(set) = self.of_size(way, size, bounds.as_ref())? {
                return Ok(Found::Set(self.steps(&set)));
            }
        }
        if labels <= MOST_CHANGES {
            return Err("no change of labels turns it");
        }
        let worst: Set = self.at_end(way, &(0..labels).collect::<Vec<usize>>());
        if way == Way::Worse && self.rises {
            let counts = self.recount.count(&self.confirmed, &worst);
            if !self.turned(way, &counts) {
                return Err("not even with every label at its worst word");
            }
        }
        Ok(Found::Beyond)
    }

    /// The likeliest set of so many labels that turns it.
    fn of_size(&mut self, way: Way, size: usize, bounds: Option<&Bounds>) -> Result<Option<Set>, Reason> {
        let sets = match bounds {
            Some(bounds) => bounds.sets(size, self.least(), MOST_SCORED),
            None => bounds::every(self.confirmed.open.len(), size, MOST_SCORED),
        };
        let sets = sets.ok_or(TOO_MANY)?;
        let mut worded = Vec::new();
        if !self.rises || way == Way::Worse && size == 1 {
            sets.iter().for_each(|set| self.worded(set, &mut Vec::new(), &mut worded));
            if self.rises {
                // To the worse: which other decision it becomes does not matter, as long as it is graver.
                let falls = Falls::new(
                    &self.confirmed,
                    if self.start == Decision::Pass { Decision::Warn } else { Decision::Fail },
                );
                worded.retain(|set| self.is_enough(way, set, &falls));
            }
            return self.first(way, worded);
        }
        let mut ends: Vec<Set> = sets.iter().map(|set| self.at_end(way, set)).collect();
        self.sort(&mut ends);
        let mut possible = Vec::new();
        for set in ends {
            let counts = self.counts(&set)?;
            let changes = set.iter().all(|(at, word)| !self.confirmed.open[*at].is_surely(*word));
            if changes && self.turned(way, &counts) {
                return Ok(Some(set));
            }
            if self.may_turn(way, &counts) {
                possible.push(set.iter().map(|(at, _)| *at).collect::<Vec<usize>>());
            }
        }
        // Not at their best words: at some others, perhaps.
        possible.iter().for_each(|set| self.worded(set, &mut Vec::new(), &mut worded));
        self.first(way, worded)
    }

    /// The likeliest of these that turns it.
    fn first(&mut self, way: Way, mut sets: Vec<Set>) -> Result<Option<Set>, Reason> {
        self.sort(&mut sets);
        for set in sets {
            let counts = self.counts(&set)?;
            if self.turned(way, &counts) {
                return Ok(Some(set));
            }
        }
        Ok(None)
    }

    fn counts(&mut self, set: &Set) -> Result<Counts, Reason> {
        self.left = self.left.checked_sub(1).ok_or(TOO_MANY)?;
        Ok(self.recount.count(&self.confirmed, set))
    }

    /// Whether the most probable decision is a turn this way.
    fn turned(&self, way: Way, counts: &Counts) -> bool {
        let decision = likeliest(counts);
        if way == Way::Better { decision < self.start } else { decision > self.start }
    }

    /// So many draws must have a better decision at least.
    fn least(&self) -> usize {
        match self.start {
            // FAIL must be fewer than one of the others, and so less than half.
            Decision::Fail => self.all / 2 + 1,
            // Each of the others must be fewer than PASS.
            _ => self.all / 3 + 1,
        }
    }

    /// Whether these counts of labels at their best words, or worst, leave room for a turn at other words.
    fn may_turn(&self, way: Way, [pass, warn, fail]: &Counts) -> bool {
        match (way, self.start) {
            (Way::Better, Decision::Fail) => pass + warn >= self.least(),
            (Way::Better, _) => self.guarded || *pass >= self.least(),
            (Way::Worse, Decision::Pass) => self.guarded || 2 * pass <= self.all,
            (Way::Worse, _) => 3 * fail >= self.all,
        }
    }

    /// Whether one label at one word touches enough draws to turn it to the worse.
    fn is_enough(&self, way: Way, set: &Set, falls: &Falls) -> bool {
        let [pass, warn, fail] = self.confirmed.sampled.run.decisions;
        let [(at, word)] = set[..] else { return true };
        let open = &self.confirmed.open[at];
        if self.guarded || open.id.list == List::Claims && self.confirmed.sampled.drawn.tells_of_wording() {
            return true;
        }
        let touched = if falls.may(open.id.list, word) { open.other_than(word) } else { 0 };
        let gone = touched.min(pass);
        self.may_turn(way, &[pass - gone, warn, fail + touched.min(pass + warn)])
    }

    fn at_end(&self, way: Way, labels: &[usize]) -> Set {
        labels.iter().map(|at| (*at, self.confirmed.open[*at].end(way))).collect()
    }

    /// Adds every way to set these labels to other words.
    fn worded(&self, labels: &[usize], set: &mut Set, sets: &mut Vec<Set>) {
        let Some((at, others)) = labels.split_first() else {
            sets.push(set.clone());
            return;
        };
        let open = &self.confirmed.open[*at];
        for word in open.words.iter().filter(|word| !open.is_surely(**word)) {
            set.push((*at, *word));
            self.worded(others, set, sets);
            set.pop();
        }
    }

    /// Those first of which it is likeliest that a reviewer finds them so.
    fn sort(&self, sets: &mut Vec<Set>) {
        let likelihood = |set: &Set| -> f64 {
            set.iter().map(|(at, word)| self.confirmed.open[*at].p(*word, self.all)).product()
        };
        let mut ranked: Vec<(f64, Set)> =
            std::mem::take(sets).into_iter().map(|set| (likelihood(&set), set)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        sets.extend(ranked.into_iter().map(|(_, set)| set));
    }

    fn steps(&self, set: &Set) -> Vec<Step> {
        let open = |at: usize| &self.confirmed.open[at];
        set.iter().map(|(at, word)| Step { id: open(*at).id, from: open(*at).shown, to: *word }).collect()
    }
}
