//! Verdict sensitivity: the smallest set of label changes that turns the verdict into a better or a worse one.
//!
//! The result is that of a search through every set of up to three changes, and none of them is left out by
//! guessing. Three things keep it short:
//!
//! - Labels of a list with the same word are interchangeable to the arithmetic, so kinds of changes are searched,
//!   each with its multiplicity.
//! - Towards better, a set must do away with every ground of the present decision. A ground rests on a few lists,
//!   so one of the changes must be in these: only such changes are tried next. Where grounds rest on different
//!   lists, the changes that each needs add up, and too many end the search before it begins.
//! - Towards worse, a smallest set brings about one new ground, so all of its changes lie in the lists of one
//!   ground: each such family of lists is searched by itself.
//!
//! A rubric that knows its grounds says so through a [`Trial`]; for any other, every set is tried.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::labels::{Label, LabelId, LabelValue, Labels, List, Provenance};
use crate::report::flip::MOST_CHANGES;
use crate::report::{Change, Decision, Effect, Fired, Flip, Metric, Outcome, Reach, Way};
use crate::rubric::readings::{Choice, choice};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// A set of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lists(u16);

impl Lists {
    /// No list.
    pub const NONE: Lists = Lists(0);
    /// Every list.
    pub const ALL: Lists = Lists(u16::MAX);

    /// These lists.
    pub const fn of(lists: &[List]) -> Lists {
        let (mut bits, mut at) = (0, 0);
        while at < lists.len() {
            bits |= 1 << lists[at] as u16;
            at += 1;
        }
        Lists(bits)
    }

    /// Whether a list is among them.
    pub fn has(self, list: List) -> bool {
        self.0 & (1 << list as u16) != 0
    }

    /// Those of either.
    pub fn and(self, other: Lists) -> Lists {
        Lists(self.0 | other.0)
    }

    /// Whether no list is in both.
    pub fn apart(self, other: Lists) -> bool {
        self.0 & other.0 == 0
    }

    /// How many.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// One label with another word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The label.
    pub id: LabelId,
    /// Its word as it is.
    pub from: LabelValue,
    /// Its word in the trial.
    pub to: LabelValue,
}

/// What stands in the way of a better decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The decision.
    pub decision: Decision,
    /// Unless a label of one of these lists changes further, the decision gets no better than asked for. Empty
    /// where no change of a label makes it so.
    pub lists: Lists,
    /// So many further changes are needed at least.
    pub needs: usize,
}

/// A case whose labels are tried with other words.
pub trait Trial {
    /// Whether two labels of a list with the same word do the same to every score, so that one may stand for the
    /// other in any set of changes.
    fn alike(&self, _list: List, _a: usize, _b: usize) -> bool {
        true
    }

    /// Families of lists, such that a smallest set of changes to a worse decision lies in one of them.
    fn families(&self) -> Vec<Lists> {
        vec![Lists::ALL]
    }

    /// Whether no labels make a better decision than those at the best word of their lists.
    fn best_is_best(&self) -> bool {
        true
    }

    /// The silent evaluation after these changes.
    fn evaluate(&mut self, steps: &[Step]) -> Evaluation;

    /// The decision after these changes, and what keeps it from being better than `than`, where it is not.
    fn outlook(&mut self, steps: &[Step], than: Decision) -> Outlook;
}

/// Tries words by evaluating the whole case: right for every rubric, and fast enough for those with few lists.
pub struct Whole<'a> {
    rubric: &'a dyn Rubric,
    input: Input<'a>,
    readings: Readings,
    /// The labels that words are tried on, once any is.
    labels: Option<Labels>,
}

impl<'a> Whole<'a> {
    /// A trial of a case.
    pub fn new(rubric: &'a dyn Rubric, input: &Input<'a>, readings: &Readings) -> Whole<'a> {
        Whole { rubric, input: *input, readings: *readings, labels: None }
    }

    fn tried(&mut self, steps: &[Step]) -> Evaluation {
        if steps.is_empty() {
            return self.rubric.evaluate(&self.input, &self.readings, false);
        }
        let Whole { rubric, input, readings, labels } = self;
        let labels = labels.get_or_insert_with(|| input.labels.of_lists(rubric.lists()));
        let kept: Vec<Option<Label>> = steps
            .iter()
            .map(|step| place(labels, step.id, readings).map(|label| set(label, step.to)))
            .collect();
        let evaluation = rubric.evaluate(&Input { labels, ..*input }, readings, false);
        for (step, label) in steps.iter().zip(kept).rev() {
            if let (Some(place), Some(label)) = (place(labels, step.id, readings), label) {
                *place = label;
            }
        }
        evaluation
    }
}

/// A label where the rubric reads it.
fn place<'l>(labels: &'l mut Labels, id: LabelId, readings: &Readings) -> Option<&'l mut Label> {
    const SPLIT_RAW: Choice = choice("split", "raw");
    let raw = id.list == List::Segments && readings.is(SPLIT_RAW);
    if raw && labels.raw_segments.is_some() {
        return labels.raw_segments.as_mut()?.get_mut(id.index);
    }
    labels.get_mut(id.list)?.get_mut(id.index)
}

/// Sets a word as a person would; gives the label as it was.
fn set(label: &mut Label, word: LabelValue) -> Label {
    let before = label.clone();
    label.word = Some(word);
    label.by = Provenance::Person(String::new());
    before
}

impl Trial for Whole<'_> {
    fn evaluate(&mut self, steps: &[Step]) -> Evaluation {
        self.tried(steps)
    }

    fn outlook(&mut self, steps: &[Step], _than: Decision) -> Outlook {
        Outlook { decision: self.tried(steps).verdict.decision, lists: Lists::ALL, needs: 1 }
    }
}

/// What would turn a verdict: to the better first, then to the worse.
pub fn flips(rubric: &dyn Rubric, input: &Input, readings: &Readings, now: &Evaluation) -> Vec<Flip> {
    let start = now.verdict.decision;
    let (better, worse) = match start {
        Decision::Pass => (false, true),
        Decision::Warn => (true, true),
        Decision::Fail => (true, false),
        Decision::Incomplete | Decision::Error => {
            let missing = |metric: &Metric| matches!(&metric.outcome, Outcome::Error(reason) if reason == "missing_metric");
            let reason = if start == Decision::Error {
                "a metric is in error; what is missing or malformed comes before any change of a label"
            } else if now.metrics.iter().any(missing) {
                "labels are missing; to give them comes before any change of one"
            } else {
                "a metric is not applicable, and no change of a label gives it a score"
            };
            return vec![Flip { way: Way::Better, reach: Reach::Never(reason.to_owned()) }];
        }
    };
    let mut trial: Box<dyn Trial + '_> =
        rubric.trial(input, readings).unwrap_or_else(|| Box::new(Whole::new(rubric, input, readings)));
    let mut search = Search::new(rubric, input, readings, trial.as_mut(), start);
    search.depth = rubric.flip_depth().min(MOST_CHANGES);
    let better = better.then(|| (Way::Better, search.better()));
    let worse = worse.then(|| (Way::Worse, search.worse()));
    let tell = |(way, found): (Way, Found)| Flip { way, reach: told(found, trial.as_mut(), now) };
    better.into_iter().chain(worse).map(tell).collect()
}

/// What a search came to.
enum Found {
    Sets { steps: Vec<Step>, sets: u64 },
    Beyond(usize),
    Never(&'static str),
}

/// The effects of each change on top of those before it.
fn told(found: Found, trial: &mut (dyn Trial + '_), now: &Evaluation) -> Reach {
    let (steps, sets) = match found {
        Found::Sets { steps, sets } => (steps, sets),
        Found::Beyond(searched) => return Reach::Beyond(searched),
        Found::Never(reason) => return Reach::Never(reason.to_owned()),
    };
    let (changes, decision) = changes(&steps, trial, now);
    Reach::Within { decision, changes, sets: Some(sets) }
}

/// Each change with its effects on top of those before it, and the decision that they lead to.
pub fn changes(steps: &[Step], trial: &mut (dyn Trial + '_), now: &Evaluation) -> (Vec<Change>, Decision) {
    let mut before: Option<Evaluation> = None;
    let mut changes = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let after = trial.evaluate(&steps[..=at]);
        let effects = effects(before.as_ref().unwrap_or(now), &after);
        changes.push(Change { id: step.id, from: step.from, to: step.to, effects });
        before = Some(after);
    }
    (changes, before.as_ref().unwrap_or(now).verdict.decision)
}

/// Differences in final scores and in what fires.
fn effects(before: &Evaluation, after: &Evaluation) -> Vec<Effect> {
    let scores = before.metrics.iter().zip(&after.metrics).filter_map(|(a, b)| {
        let (before, after) = (a.score()?, b.score()?);
        (before != after).then_some(Effect::Score { metric: a.key, before, after })
    });
    let mut effects: Vec<Effect> = scores.collect();
    let fires = |evaluation: &Evaluation, slug: &str| {
        evaluation.caps.iter().any(|cap| cap.slug == slug && matches!(cap.fired, Fired::Yes { .. }))
    };
    let mut last = "";
    for cap in &after.caps {
        if cap.slug != last {
            last = cap.slug;
            let (was, is) = (fires(before, cap.slug), fires(after, cap.slug));
            if was != is {
                effects.push(Effect::Cap { slug: cap.slug, fires: is });
            }
        }
    }
    effects
}

/// Labels of a list with the same word that may stand for one another, those to be looked at first in front.
struct Kind {
    list: List,
    from: LabelValue,
    members: Vec<(f64, usize)>,
}

/// A change that any label of a kind may make.
#[derive(Clone, Copy)]
struct Move {
    kind: usize,
    to: LabelValue,
}

/// Up to [`MOST_CHANGES`] moves by index, ascending; a move may be made by several labels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Picks {
    moves: [u16; MOST_CHANGES],
    len: u8,
}

impl Picks {
    const NONE: Picks = Picks { moves: [u16::MAX; MOST_CHANGES], len: 0 };

    fn with(mut self, index: usize) -> Picks {
        // The unused places hold the largest number, so sorting keeps them behind.
        self.moves[self.len as usize] = index as u16;
        self.moves.sort_unstable();
        self.len += 1;
        self
    }

    fn each(&self) -> impl Iterator<Item = usize> + '_ {
        self.moves[..self.len as usize].iter().map(|index| *index as usize)
    }
}

/// Moves at most; a case with more has so many labels that differ in what they do that sets of three could not be
/// searched in reasonable time.
const MOST_MOVES: usize = 400;

struct Search<'a> {
    trial: &'a mut dyn Trial,
    start: Decision,
    kinds: Vec<Kind>,
    moves: Vec<Move>,
    labels: usize,
    depth: usize,
    tried: FxHashMap<Picks, Outlook>,
}

impl<'a> Search<'a> {
    fn new(
        rubric: &dyn Rubric,
        input: &Input,
        readings: &Readings,
        trial: &'a mut dyn Trial,
        start: Decision,
    ) -> Search<'a> {
        let mut kinds: Vec<Kind> = Vec::new();
        let mut labels = 0;
        for &list in rubric.lists() {
            let Some(listed) = changeable(rubric, input.labels, list, readings) else { continue };
            let first = kinds.len();
            for (index, label) in listed.iter().enumerate() {
                let Some(from) = rubric.word(label, readings) else { continue };
                let place = (label.p.unwrap_or(1.0), index);
                labels += 1;
                let known = kinds[first..]
                    .iter_mut()
                    .find(|kind| kind.from == from && trial.alike(list, kind.members[0].1, index));
                match known {
                    Some(kind) => kind.members.push(place),
                    None => kinds.push(Kind { list, from, members: vec![place] }),
                }
            }
        }
        let mut moves = Vec::new();
        for (at, kind) in kinds.iter_mut().enumerate() {
            kind.members.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let struck = kind.list.is_finding().then_some(LabelValue::No);
            let words = kind.list.spec().words.iter().copied().chain(struck);
            moves.extend(words.filter(|to| *to != kind.from).map(|to| Move { kind: at, to }));
        }
        Search { trial, start, kinds, moves, labels, depth: MOST_CHANGES, tried: FxHashMap::default() }
    }

    /// The smallest sets to a better decision.
    fn better(&mut self) -> Found {
        let root = self.outlook(Picks::NONE);
        if root.lists.is_empty() {
            return Found::Never("no change of a label takes away what it rests on");
        }
        if let Some(reason) = self.hopeless() {
            return Found::Never(reason);
        }
        for size in 1..=self.depth {
            let mut found = Vec::new();
            let mut seen = FxHashSet::default();
            self.descend(Picks::NONE, size, &mut seen, &mut found);
            if !found.is_empty() {
                return self.first(found);
            }
        }
        self.nothing(Way::Better)
    }

    /// Tries the sets of exactly `left` more changes.
    fn descend(&mut self, at: Picks, left: usize, seen: &mut FxHashSet<Picks>, found: &mut Vec<Picks>) {
        if !seen.insert(at) {
            return;
        }
        let outlook = self.outlook(at);
        if outlook.decision < self.start {
            found.push(at);
            return;
        }
        if left == 0 || outlook.needs > left {
            return;
        }
        for index in 0..self.moves.len() {
            if outlook.lists.has(self.kinds[self.moves[index].kind].list) && self.has_room(at, index) {
                self.descend(at.with(index), left - 1, seen, found);
            }
        }
    }

    /// The smallest sets to a worse decision.
    fn worse(&mut self) -> Found {
        if let Some(reason) = self.hopeless() {
            return Found::Never(reason);
        }
        let families = self.trial.families();
        for size in 1..=self.depth {
            let mut found = Vec::new();
            for family in &families {
                let inside = |index: &usize| family.has(self.kinds[self.moves[*index].kind].list);
                let moves: Vec<usize> = (0..self.moves.len()).filter(inside).collect();
                self.combine(Picks::NONE, &moves, size, &mut found);
            }
            if !found.is_empty() {
                found.sort_unstable();
                found.dedup();
                return self.first(found);
            }
        }
        self.nothing(Way::Worse)
    }

    /// Tries every set of `left` more of these moves.
    fn combine(&mut self, at: Picks, moves: &[usize], left: usize, found: &mut Vec<Picks>) {
        if left == 0 {
            let decision = self.outlook(at).decision;
            if decision > self.start && decision <= Decision::Fail {
                found.push(at);
            }
            return;
        }
        for (first, index) in moves.iter().enumerate() {
            if self.has_room(at, *index) {
                self.combine(at.with(*index), &moves[first..], left - 1, found);
            }
        }
    }

    fn hopeless(&self) -> Option<&'static str> {
        match self.moves.len() {
            _ if self.depth == 0 => Some("not searched: a trial of this rubric takes too long"),
            0 => Some("there is no label to change"),
            n if n > MOST_MOVES => Some("not searched: too many labels differ in what they do to the scores"),
            _ => None,
        }
    }

    /// No set was found: whether because there is none, or because none is so small.
    fn nothing(&mut self, way: Way) -> Found {
        if self.labels <= self.depth {
            return Found::Never("no change of labels turns it");
        }
        if way == Way::Better && self.trial.best_is_best() && self.at_best() >= self.start {
            return Found::Never("not even with every label at its best word");
        }
        Found::Beyond(self.depth)
    }

    /// The decision with every label at the best word of its list, and without any finding.
    fn at_best(&mut self) -> Decision {
        let mut steps = Vec::new();
        for kind in &self.kinds {
            let words = kind.list.spec().words;
            let best = if kind.list.is_finding() { Some(LabelValue::No) } else { words.first().copied() };
            let Some(to) = best.filter(|to| *to != kind.from) else { continue };
            let id = |index: usize| LabelId { list: kind.list, index };
            steps.extend(kind.members.iter().map(|(_, at)| Step { id: id(*at), from: kind.from, to }));
        }
        self.trial.outlook(&steps, self.start).decision
    }

    /// Whether a label is left that can make this move too.
    fn has_room(&self, picks: Picks, index: usize) -> bool {
        let kind = self.moves[index].kind;
        let used = picks.each().filter(|picked| self.moves[*picked].kind == kind).count();
        used < self.kinds[kind].members.len()
    }

    fn outlook(&mut self, picks: Picks) -> Outlook {
        if let Some(known) = self.tried.get(&picks) {
            return *known;
        }
        let (steps, count) = self.steps(picks);
        let outlook = self.trial.outlook(&steps[..count], self.start);
        self.tried.insert(picks, outlook);
        outlook
    }

    /// The moves made by the labels that are to be looked at first.
    fn steps(&self, picks: Picks) -> ([Step; MOST_CHANGES], usize) {
        let nothing = Step {
            id: LabelId { list: List::KeyPoints, index: 0 },
            from: LabelValue::No,
            to: LabelValue::No,
        };
        let mut steps = [nothing; MOST_CHANGES];
        for (at, index) in picks.each().enumerate() {
            let Move { kind, to } = self.moves[index];
            let Kind { list, from, members } = &self.kinds[kind];
            let before = picks.each().take(at).filter(|picked| self.moves[*picked].kind == kind).count();
            steps[at] = Step { id: LabelId { list: *list, index: members[before].1 }, from: *from, to };
        }
        (steps, picks.len as usize)
    }

    /// Of several sets the one to look at first: the least sure labels, then the smallest turns, then the order of
    /// lists and labels. It is counted with those that lead to the same decision, for only these would do as well:
    /// what makes a FAIL is no other way to the WARN that is named.
    fn first(&mut self, found: Vec<Picks>) -> Found {
        let ranked = found.iter().map(|picks| (self.ranked(*picks), *picks));
        let Some(((_, steps), least)) = ranked.min_by(|a, b| a.0.0.cmp(&b.0.0)) else {
            return Found::Beyond(self.depth);
        };
        let decision = self.outlook(least).decision;
        let mut sets = 0_u64;
        for picks in found {
            if self.outlook(picks).decision == decision {
                sets = sets.saturating_add(self.multiplicity(picks));
            }
        }
        Found::Sets { steps, sets }
    }

    /// How many sets of labels make these moves.
    fn multiplicity(&self, picks: Picks) -> u64 {
        let mut ways = 1_u64;
        let (mut used, mut same) = (0_u64, 0_u64);
        let mut last: Option<usize> = None;
        for index in picks.each() {
            let kind = self.moves[index].kind;
            // Moves of a kind stand together, since they were made kind by kind.
            used = if last.is_some_and(|last| self.moves[last].kind == kind) { used + 1 } else { 0 };
            same = if last == Some(index) { same + 1 } else { 0 };
            ways = ways.saturating_mul(self.kinds[kind].members.len() as u64 - used) / (same + 1);
            last = Some(index);
        }
        ways
    }

    fn ranked(&self, picks: Picks) -> (Rank, Vec<Step>) {
        let (steps, count) = self.steps(picks);
        let mut steps: Vec<(f64, Step)> =
            steps[..count].iter().map(|step| (self.sureness(step.id), *step)).collect();
        steps.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        let rank = Rank {
            sure: steps.iter().map(|(p, _)| *p).collect(),
            turns: steps.iter().map(|(_, step)| turn(step)).sum(),
            ids: steps.iter().map(|(_, step)| (step.id, step.to)).collect(),
        };
        (rank, steps.into_iter().map(|(_, step)| step).collect())
    }

    fn sureness(&self, id: LabelId) -> f64 {
        let kinds = self.kinds.iter().filter(|kind| kind.list == id.list);
        let member = kinds.flat_map(|kind| &kind.members).find(|(_, index)| *index == id.index);
        member.map_or(1.0, |(p, _)| *p)
    }
}

/// The labels of a list that a change can be made to: none where only their counts are known.
fn changeable<'a>(
    rubric: &dyn Rubric,
    labels: &'a Labels,
    list: List,
    readings: &Readings,
) -> Option<&'a [Label]> {
    if list == List::Extraneous && labels.extraneous_counts.is_some() {
        return None;
    }
    rubric.listed(labels, list, readings)
}

/// How far a word is from another. To strike a finding out is the smallest turn of one whose words name kinds.
fn turn(step: &Step) -> usize {
    let words = step.id.list.spec().words;
    let place = |word: LabelValue| words.iter().position(|known| *known == word).map_or(0, |at| at + 1);
    match (step.id.list, step.to) {
        (List::Issues, LabelValue::No) => 1,
        (List::Issues, _) => 1 + place(step.from).abs_diff(place(step.to)),
        _ => place(step.from).abs_diff(place(step.to)),
    }
}

/// Which set is to be looked at first: the least one.
struct Rank {
    sure: Vec<f64>,
    turns: usize,
    ids: Vec<(LabelId, LabelValue)>,
}

impl Rank {
    fn cmp(&self, other: &Rank) -> std::cmp::Ordering {
        let sure = self.sure.iter().zip(&other.sure).map(|(a, b)| a.total_cmp(b));
        let sure = sure.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then);
        sure.then(self.turns.cmp(&other.turns)).then_with(|| self.ids.cmp(&other.ids))
    }
}
