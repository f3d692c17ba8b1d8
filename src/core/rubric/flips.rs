//! Verdict sensitivity: the smallest set of label changes that turns the verdict into a better or a worse
//! one.
//!
//! The search covers every set of up to three changes; none is skipped by a heuristic. Two properties keep it
//! short:
//!
//! - Labels of a list with the same word are interchangeable in the arithmetic. The search therefore goes
//!   through groups of such labels, each with its size.
//! - If better words are never worse, the best that a set of labels can do is reached with all of them at the
//!   best word (for a worse verdict, at the worst). If even whole lists at that word do not turn the verdict,
//!   no set of their labels does. The search first chooses the lists of a set, then its labels list by list,
//!   and tries every word only for the sets that remain.
//!
//! An [`Evaluator`] counts decisions: a single one if the labels are taken as certain, or one for each sample
//! of a rubric over probabilities, whose verdict is the most frequent decision.

mod full;
mod movers;

use rustc_hash::FxHashMap;

pub use full::FullEvaluator;
pub use movers::{find_movers, movers};

use crate::labels::{Label, LabelId, LabelValue, Labels, List};
use crate::report::flip::{MOST_CHANGES, NAMED_SETS};
use crate::report::{Decision, Fired, Flip, FlipChange, FlipDirection, FlipEffect, Reach};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// One label with another word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub id: LabelId,
    /// Its current word.
    pub from: LabelValue,
    /// Its word in the trial.
    pub to: LabelValue,
}

/// A label's effect on the scores apart from its word: the index of the word that counts, and the number of
/// tokens that only it marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LabelRole(pub Option<usize>, pub u64);

/// The number of samples with each decision: PASS, WARN, FAIL.
pub type DecisionCounts = [usize; 3];

/// Evaluates a case with other words for some of its labels.
pub trait Evaluator {
    /// Returns how often each decision occurs with these changes; all zero if there is no decision.
    fn count(&mut self, steps: &[Step]) -> DecisionCounts;

    /// Returns counts that bound what any words of these labels can reach: for `Better` no words give better
    /// counts, for `Worse` no words give worse ones. The steps must set the labels to that end of their
    /// lists. `None` if no bound is known.
    fn bound(&mut self, steps: &[Step], way: FlipDirection, start: Decision) -> Option<DecisionCounts>;

    /// Returns a label's effect on the scores apart from its word. Labels of a list with the same word and
    /// role are interchangeable. `None` if no other label is interchangeable with this one.
    fn role(&self, _id: LabelId) -> Option<LabelRole> {
        Some(LabelRole::default())
    }

    /// Whether setting a label to this word is a change.
    fn changes(&self, id: LabelId, to: LabelValue) -> bool;

    /// Returns how certain it is that a label is not this word; `shown` is the probability of its current
    /// word.
    fn sure(&self, _id: LabelId, _to: LabelValue, shown: f64) -> f64 {
        shown
    }

    /// Cost of counting a set in addition to examining its labels, expressed as a number of labels.
    fn work(&self) -> usize;

    /// Whether there are more labels than can be tried.
    fn is_crowded(&self) -> bool {
        false
    }
}

/// Returns the most frequent decision, of equally frequent ones the more severe; `None` if there is none.
pub fn likeliest([pass, warn, fail]: DecisionCounts) -> Option<Decision> {
    if pass + warn + fail == 0 {
        None
    } else if fail >= warn && fail >= pass {
        Some(Decision::Fail)
    } else if warn >= pass {
        Some(Decision::Warn)
    } else {
        Some(Decision::Pass)
    }
}

/// Finds what would turn a verdict: for the better first, then for the worse.
pub fn flips(
    rubric: &dyn Rubric,
    input: &Input,
    readings: &Readings,
    now: &Evaluation,
    interrupted: &dyn Fn() -> bool,
) -> Vec<Flip> {
    let mut found = Vec::new();
    with_evaluator(rubric, input, readings, &mut |evaluator| {
        found = search(rubric, input, readings, now, evaluator, interrupted);
    });
    found
}

/// Calls a function with the fastest evaluator that the rubric has for a case.
pub fn with_evaluator(
    rubric: &dyn Rubric,
    input: &Input,
    readings: &Readings,
    call: &mut dyn FnMut(&mut dyn Evaluator),
) {
    if !rubric.trial(input, readings, call) {
        call(&mut FullEvaluator::new(rubric, input, readings));
    }
}

/// Finds the same with a given evaluator of the case.
pub fn search(
    rubric: &dyn Rubric,
    input: &Input,
    readings: &Readings,
    now: &Evaluation,
    evaluator: &mut dyn Evaluator,
    interrupted: &dyn Fn() -> bool,
) -> Vec<Flip> {
    let start = now.verdict.decision;
    let ways: &[FlipDirection] = match start {
        Decision::Pass => &[FlipDirection::Worse],
        Decision::Warn => &[FlipDirection::Better, FlipDirection::Worse],
        Decision::Fail => &[FlipDirection::Better],
        Decision::Incomplete | Decision::Error => {
            let reason = if start == Decision::Error {
                "a metric is in error; what is missing or malformed comes before any change of a label"
            } else if now.metrics.iter().any(|metric| metric.outcome.is_missing()) {
                "labels are missing; to give them comes before any change of one"
            } else {
                "a metric is not applicable, and no change of a label gives it a score"
            };
            return vec![Flip { way: FlipDirection::Better, reach: Reach::Never(reason.to_owned()) }];
        }
    };
    let mut search = Search::new(rubric, input, readings, evaluator, start, interrupted);
    let mut whole = FullEvaluator::new(rubric, input, readings);
    let flip = |way: &FlipDirection| {
        let reach = match search.search(*way) {
            Ok(Some((steps, sets, others))) => {
                let (changes, decision) = changes(&steps, &mut whole, now);
                Reach::Within { decision, changes, sets: Some(sets), others }
            }
            Ok(None) => Reach::Beyond(search.depth),
            Err(reason) => Reach::Never(reason.to_owned()),
        };
        Flip { way: *way, reach }
    };
    ways.iter().map(flip).collect()
}

/// Returns each change with its effects in addition to those before it, and the resulting decision.
fn changes(steps: &[Step], whole: &mut FullEvaluator, now: &Evaluation) -> (Vec<FlipChange>, Decision) {
    let mut before: Option<Evaluation> = None;
    let mut changes = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let after = whole.evaluate(&steps[..=at]);
        let effects = effects(before.as_ref().unwrap_or(now), &after);
        changes.push(FlipChange { id: step.id, from: step.from, to: step.to, effects });
        before = Some(after);
    }
    (changes, before.as_ref().unwrap_or(now).verdict.decision)
}

/// Returns the differences in final scores and in fired caps.
fn effects(before: &Evaluation, after: &Evaluation) -> Vec<FlipEffect> {
    let scores = before.metrics.iter().zip(&after.metrics).filter_map(|(a, b)| {
        let (before, after) = (a.score()?, b.score()?);
        (before != after).then_some(FlipEffect::Score { metric: a.key, before, after })
    });
    let mut effects: Vec<FlipEffect> = scores.collect();
    let fires = |evaluation: &Evaluation, slug: &str| {
        evaluation.caps.iter().any(|cap| cap.slug == slug && matches!(cap.fired, Fired::Yes { .. }))
    };
    let mut last = "";
    for cap in &after.caps {
        if cap.slug != last {
            last = cap.slug;
            let (was, is) = (fires(before, cap.slug), fires(after, cap.slug));
            if was != is {
                effects.push(FlipEffect::Cap { slug: cap.slug, name: &cap.words.name, fires: is });
            }
        }
    }
    effects
}

/// Interchangeable labels of a list: same word, same effect. The groups are in search order.
struct LabelGroup {
    list: List,
    from: LabelValue,
    /// For each member the probability of its word and its index in the list.
    members: Vec<(f64, usize)>,
    /// The moves that are possible for its members.
    moves: std::ops::Range<usize>,
}

/// A change that any label of a group may make.
#[derive(Clone, Copy)]
struct Move {
    kind: usize,
    to: LabelValue,
}

/// Largest amount of work for one direction. Every counted set, including those that only bound others, costs
/// its number of labels plus the evaluator's cost. The maximum takes some tens of milliseconds.
const MOST_WORK: usize = 4_500_000;
/// Largest number of moves. With more, sets of three could not be searched in reasonable time.
const MOST_MOVES: usize = 400;
/// Amount of work between two checks for interruption: a fraction of a millisecond.
const WORK_BETWEEN_LOOKS: usize = 20_000;

/// Labels with their new words.
type LabelSet = Vec<(LabelId, LabelValue)>;

/// The smallest set to check first, the number of sets that lead to the same decision, and the first of the
/// others.
type Smallest = (Vec<Step>, u64, Vec<LabelSet>);

type Reason = &'static str;
const TOO_MANY: Reason = "not searched: too many labels differ in what they do to the scores";
const INTERRUPTED: Reason = "not searched: interrupted";

struct Search<'a> {
    evaluator: &'a mut dyn Evaluator,
    start: Decision,
    kinds: Vec<LabelGroup>,
    moves: Vec<Move>,
    labels: usize,
    depth: usize,
    /// Every label of a list at the end of its words, by direction and list.
    ends: FxHashMap<(FlipDirection, List), Vec<Step>>,
    /// Whether labels of these lists may turn the verdict, by direction and lists.
    of_lists: FxHashMap<(FlipDirection, Vec<List>), bool>,
    work: usize,
    /// Amount of work at which to check for interruption next.
    next_look: usize,
    interrupted: &'a dyn Fn() -> bool,
}

/// A set of labels being assembled.
struct Hunt {
    way: FlipDirection,
    /// The list of each label to choose, in order.
    lists: Vec<List>,
    /// The groups chosen so far.
    kinds: Vec<usize>,
    found: Vec<(Vec<usize>, Decision)>,
}

impl Hunt {
    fn of(way: FlipDirection) -> Hunt {
        Hunt { way, lists: Vec::new(), kinds: Vec::new(), found: Vec::new() }
    }
}

impl<'a> Search<'a> {
    fn new(
        rubric: &dyn Rubric,
        input: &Input,
        readings: &Readings,
        evaluator: &'a mut dyn Evaluator,
        start: Decision,
        interrupted: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        let mut kinds: Vec<LabelGroup> = Vec::new();
        let mut labels = 0;
        for &list in rubric.lists() {
            let Some(listed) = changeable(rubric, input.labels, list, readings) else { continue };
            let mut known: FxHashMap<(LabelValue, LabelRole), usize> = FxHashMap::default();
            for (index, label) in listed.iter().enumerate() {
                let Some(from) = rubric.word(label, readings) else { continue };
                let member = (label.p.unwrap_or(1.0), index);
                labels += 1;
                let new = kinds.len();
                let role = evaluator.role(LabelId { list, index });
                let at = role.map_or(new, |role| *known.entry((from, role)).or_insert(new));
                if at == new {
                    kinds.push(LabelGroup { list, from, members: Vec::new(), moves: 0..0 });
                }
                kinds[at].members.push(member);
            }
        }
        let mut moves = Vec::new();
        for (at, kind) in kinds.iter_mut().enumerate() {
            kind.members.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let struck = kind.list.is_finding().then_some(LabelValue::No);
            let words = kind.list.spec().words.iter().copied().chain(struck);
            let first = moves.len();
            let id = LabelId { list: kind.list, index: kind.members[0].1 };
            moves.extend(words.filter(|to| evaluator.changes(id, *to)).map(|to| Move { kind: at, to }));
            kind.moves = first..moves.len();
        }
        let depth = rubric.flip_depth().min(MOST_CHANGES);
        let (ends, of_lists) = Default::default();
        Search {
            evaluator,
            start,
            kinds,
            moves,
            labels,
            depth,
            ends,
            of_lists,
            work: 0,
            next_look: WORK_BETWEEN_LOOKS,
            interrupted,
        }
    }

    /// Finds the smallest sets that turn the verdict in this direction.
    fn search(&mut self, way: FlipDirection) -> Result<Option<Smallest>, Reason> {
        match self.moves.len() {
            _ if self.depth == 0 => return Err("not searched: a trial of this rubric takes too long"),
            0 => return Err("there is no label to change"),
            n if n > MOST_MOVES || self.evaluator.is_crowded() => return Err(TOO_MANY),
            _ => {}
        }
        (self.work, self.next_look) = (0, WORK_BETWEEN_LOOKS);
        let mut lists: Vec<List> = self.kinds.iter().map(|kind| kind.list).collect();
        lists.dedup();
        for size in 1..=self.depth {
            let mut hunt = Hunt::of(way);
            if size == 1 && !self.may(&hunt, &lists) {
                return Err(match way {
                    FlipDirection::Better => {
                        "no change of a label turns it, not even every label at its best word"
                    }
                    FlipDirection::Worse => {
                        "no change of a label turns it, not even every label at its worst word"
                    }
                });
            }
            self.choose_lists(&mut hunt, &lists, size)?;
            if !hunt.found.is_empty() {
                return Ok(Some(self.first(&hunt.found)));
            }
        }
        if self.labels <= self.depth { Err("no change of labels turns it") } else { Ok(None) }
    }

    /// Chooses the lists from which a set of a given size takes its labels.
    fn choose_lists(&mut self, hunt: &mut Hunt, lists: &[List], left: usize) -> Result<(), Reason> {
        if left == 0 {
            let chosen = hunt.lists.clone();
            if self.may(hunt, &chosen) {
                // Lists without which the others cannot turn the verdict come first: if they cannot turn it
                // either, the rest need not be tried.
                hunt.lists.sort_by_cached_key(|list| {
                    let others: Vec<List> = chosen.iter().copied().filter(|other| other != list).collect();
                    (self.may(&Hunt::of(hunt.way), &others), *list)
                });
                self.choose_kinds(hunt)?;
                hunt.lists = chosen;
            }
            return Ok(());
        }
        for (at, list) in lists.iter().enumerate() {
            hunt.lists.push(*list);
            self.choose_lists(hunt, &lists[at..], left - 1)?;
            hunt.lists.pop();
        }
        Ok(())
    }

    /// Fails if the search has taken too much work or was interrupted.
    fn may_go_on(&mut self) -> Result<(), Reason> {
        if self.work > MOST_WORK {
            return Err(TOO_MANY);
        }
        if self.work >= self.next_look {
            self.next_look = self.work + WORK_BETWEEN_LOOKS;
            if (self.interrupted)() {
                return Err(INTERRUPTED);
            }
        }
        Ok(())
    }

    /// Chooses the group of each label.
    fn choose_kinds(&mut self, hunt: &mut Hunt) -> Result<(), Reason> {
        self.may_go_on()?;
        let chosen = hunt.kinds.len();
        let open = hunt.lists[chosen..].to_vec();
        if !self.may(hunt, &open) {
            return Ok(());
        }
        let Some(list) = open.first() else { return self.choose_words(hunt, &mut Vec::new()) };
        for kind in 0..self.kinds.len() {
            // Groups of one list are chosen in ascending order.
            let last = hunt.kinds.last().filter(|last| self.kinds[**last].list == *list);
            let after = last.is_none_or(|last| *last <= kind);
            let used = hunt.kinds.iter().filter(|known| **known == kind).count();
            if self.kinds[kind].list == *list && after && used < self.kinds[kind].members.len() {
                hunt.kinds.push(kind);
                self.choose_kinds(hunt)?;
                hunt.kinds.pop();
            }
        }
        Ok(())
    }

    /// Chooses the word of each label.
    fn choose_words(&mut self, hunt: &mut Hunt, picks: &mut Vec<usize>) -> Result<(), Reason> {
        let Some(kind) = hunt.kinds.get(picks.len()) else {
            let steps = self.steps(picks);
            self.work += steps.len() + self.evaluator.work();
            if let Some(decision) =
                likeliest(self.evaluator.count(&steps)).filter(|now| self.turns(hunt.way, *now))
            {
                hunt.found.push((picks.clone(), decision));
            }
            return Ok(());
        };
        let moves = self.kinds[*kind].moves.clone();
        // Labels of one group get their words in ascending order.
        let from = picks.last().copied().filter(|last| moves.contains(last)).unwrap_or(moves.start);
        for index in from..moves.end {
            picks.push(index);
            self.choose_words(hunt, picks)?;
            picks.pop();
        }
        Ok(())
    }

    fn turns(&self, way: FlipDirection, decision: Decision) -> bool {
        if way == FlipDirection::Better { decision < self.start } else { decision > self.start }
    }

    /// Whether the labels chosen so far may turn the verdict, together with any labels of these lists.
    fn may(&mut self, hunt: &Hunt, lists: &[List]) -> bool {
        if !hunt.kinds.is_empty() {
            return self.bound(hunt, lists);
        }
        let mut key = (hunt.way, lists.to_vec());
        key.1.dedup();
        if let Some(may) = self.of_lists.get(&key) {
            return *may;
        }
        let may = self.bound(hunt, lists);
        self.of_lists.insert(key, may);
        may
    }

    fn bound(&mut self, hunt: &Hunt, lists: &[List]) -> bool {
        let way = hunt.way;
        let mut steps: Vec<Step> = Vec::new();
        for (at, kind) in hunt.kinds.iter().enumerate() {
            if !lists.contains(&self.kinds[*kind].list) {
                let before = hunt.kinds[..at].iter().filter(|known| *known == kind).count();
                steps.push(self.step(*kind, before, None, way));
            }
        }
        let mut last = None;
        for list in lists {
            if last.replace(*list) != Some(*list) {
                if !self.ends.contains_key(&(way, *list)) {
                    let all = (0..self.kinds.len()).filter(|kind| self.kinds[*kind].list == *list);
                    let all =
                        all.flat_map(|kind| (0..self.kinds[kind].members.len()).map(move |at| (kind, at)));
                    let ends = all.map(|(kind, at)| self.step(kind, at, None, way)).collect();
                    self.ends.insert((way, *list), ends);
                }
                steps.extend(&self.ends[&(way, *list)]);
            }
        }
        self.work += steps.len() + self.evaluator.work();
        let Some([pass, warn, fail]) = self.evaluator.bound(&steps, way, self.start) else { return true };
        let all = pass + warn + fail;
        match (way, self.start) {
            // With three decisions, a better word may also make the second one the most frequent instead of
            // the first.
            (FlipDirection::Better, Decision::Fail) => 2 * (pass + warn) > all,
            (FlipDirection::Better, _) => 3 * pass > all,
            (FlipDirection::Worse, Decision::Pass) => 2 * pass <= all,
            (FlipDirection::Worse, _) => 3 * fail >= all,
        }
    }

    /// Sets a member of a group to a word, or to the end of its list.
    fn step(&self, kind: usize, member: usize, to: Option<LabelValue>, way: FlipDirection) -> Step {
        let LabelGroup { list, from, members, .. } = &self.kinds[kind];
        let words = list.spec().words;
        let end = match way {
            FlipDirection::Better if list.is_finding() => None,
            FlipDirection::Better => words.first(),
            FlipDirection::Worse => words.last(),
        };
        let to = to.or(end.copied()).unwrap_or(LabelValue::No);
        Step { id: LabelId { list: *list, index: members[member].1 }, from: *from, to }
    }

    /// Converts moves to steps, each made by the group's next member in order.
    fn steps(&self, picks: &[usize]) -> Vec<Step> {
        let step = |(at, index): (usize, &usize)| {
            let Move { kind, to } = self.moves[*index];
            let before = picks[..at].iter().filter(|picked| self.moves[**picked].kind == kind).count();
            self.step(kind, before, Some(to), FlipDirection::Better)
        };
        picks.iter().enumerate().map(step).collect()
    }

    /// Chooses from several sets the one to show first: least certain labels first, then the smallest changes
    /// of words, then the order of lists and labels. The number of sets counts only those that lead to the
    /// same decision, since only they are equivalent: a set that leads to FAIL is not another way to the WARN
    /// that is reported.
    fn first(&self, found: &[(Vec<usize>, Decision)]) -> Smallest {
        let ranked = found.iter().map(|(picks, decision)| (self.ranked(picks), *decision));
        let Some(((_, steps), decision)) = ranked.min_by(|a, b| a.0.0.cmp(&b.0.0)) else {
            return (Vec::new(), 0, Vec::new());
        };
        let alike = found.iter().filter(|(_, other)| *other == decision);
        let sets =
            alike.clone().fold(0_u64, |sets, (picks, _)| sets.saturating_add(self.multiplicity(picks)));
        let mut own: LabelSet = steps.iter().map(|step| (step.id, step.to)).collect();
        own.sort_unstable();
        let others = alike.flat_map(|(picks, _)| self.sets(picks)).filter(|set| *set != own);
        let others = others.take(NAMED_SETS).collect();
        (steps, sets, others)
    }

    /// Returns the sets of labels that can make these moves, at most one more than are reported.
    fn sets(&self, picks: &[usize]) -> Vec<LabelSet> {
        let mut all: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for &pick in picks {
            let kind = self.moves[pick].kind;
            // Excludes sets that use a label twice, and all but one order of labels that make the same move.
            let is_free = |set: &[(usize, usize)], place: usize| {
                let same_kind = set.iter().filter(|(other, _)| self.moves[*other].kind == kind);
                same_kind.clone().all(|(other, taken)| *taken != place && (*other != pick || *taken < place))
            };
            let longer = |set: &Vec<(usize, usize)>| {
                let free = (0..self.kinds[kind].members.len()).filter(|place| is_free(set, *place));
                free.map(|place| [set.as_slice(), &[(pick, place)]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).take(NAMED_SETS + 1).collect();
        }
        let label = |(pick, place): &(usize, usize)| {
            let Move { kind, to } = self.moves[*pick];
            let LabelGroup { list, members, .. } = &self.kinds[kind];
            (LabelId { list: *list, index: members[*place].1 }, to)
        };
        let mut sets: Vec<LabelSet> = all.iter().map(|set| set.iter().map(label).collect()).collect();
        sets.iter_mut().for_each(|set| set.sort_unstable());
        sets
    }

    /// Counts the sets of labels that can make these moves.
    fn multiplicity(&self, picks: &[usize]) -> u64 {
        let mut ways = 1_u64;
        let (mut used, mut same) = (0_u64, 0_u64);
        let mut last: Option<usize> = None;
        for &index in picks {
            let kind = self.moves[index].kind;
            // Moves of a group are adjacent, since groups are chosen in order.
            used = if last.is_some_and(|last| self.moves[last].kind == kind) { used + 1 } else { 0 };
            same = if last == Some(index) { same + 1 } else { 0 };
            ways = ways.saturating_mul(self.kinds[kind].members.len() as u64 - used) / (same + 1);
            last = Some(index);
        }
        ways
    }

    fn ranked(&self, picks: &[usize]) -> (Rank, Vec<Step>) {
        let mut steps: Vec<(f64, Step)> = self
            .steps(picks)
            .into_iter()
            .zip(picks)
            .map(|(step, index)| {
                let members = &self.kinds[self.moves[*index].kind].members;
                let shown = members.iter().find(|(_, at)| *at == step.id.index).map_or(1.0, |(p, _)| *p);
                (self.evaluator.sure(step.id, step.to, shown), step)
            })
            .collect();
        steps.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        let rank = Rank {
            sure: steps.iter().map(|(p, _)| *p).collect(),
            turns: steps.iter().map(|(_, step)| turn(step)).sum(),
            ids: steps.iter().map(|(_, step)| (step.id, step.to)).collect(),
        };
        (rank, steps.into_iter().map(|(_, step)| step).collect())
    }
}

/// Returns the labels of a list that can be changed; none if only their counts are known.
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

/// Distance between two words. For lists whose words name kinds, rejecting a finding is the smallest change.
fn turn(step: &Step) -> usize {
    let words = step.id.list.spec().words;
    let place = |word: LabelValue| words.iter().position(|known| *known == word).map_or(0, |at| at + 1);
    match (step.id.list, step.to) {
        (List::Issues, LabelValue::No) => 1,
        (List::Issues, _) => 1 + place(step.from).abs_diff(place(step.to)),
        _ => place(step.from).abs_diff(place(step.to)),
    }
}

/// Sort key that decides which set is shown first: the smallest one.
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
