//! How often each decision falls when labels are set to words, without scoring a draw again as a whole: what the
//! lists without any of these labels say of each draw is settled once, and only what the others feed is worked out
//! on top of it.
//!
//! A limit leaves a score the lower of the two, so the gravest of what the scores and what the limits decide is what
//! the lowered scores decide. The guard looks at all scores at once and a fixed score is no limit: where these may
//! come in, the draws are scored as they are elsewhere.

use super::confirm::Confirmed;
use super::draw::{Counts, one};
use super::run::{MADE_OF, raw};
use super::score::{Cell, Limits, METRICS, Scorer};
use crate::labels::{List, Word};
use crate::report::Decision;
use crate::rubric::flips::Lists;
use crate::rubric::locks::LISTS;
use crate::rubric::locks::rules::Target;

const WARN: u8 = Decision::Warn as u8;
const FAIL: u8 = Decision::Fail as u8;

/// Decisions on the draws of a case, counted for one set of labels after the other.
#[derive(Default)]
pub struct Recount {
    places: [Places; 8],
    beside: Vec<Beside>,
    limited: Vec<Limited>,
}

/// The different counts of a list that came up so far, packed, and what they come to.
#[derive(Default)]
struct Places {
    codes: Vec<u64>,
    cells: Vec<Cell>,
    /// The place of each draw's counts as they were drawn.
    drawn: Vec<u16>,
    /// By what a turn of a label adds to packed counts: the place after it for each place before, once it is known.
    turns: Vec<(u64, Vec<Option<u16>>)>,
}

/// What the lists that are not touched say of each draw.
struct Beside {
    touched: Lists,
    /// The metrics that the touched lists feed.
    metrics: Vec<usize>,
    /// Conditions that hold.
    fired: Vec<u32>,
    /// The gravest decision by grounds and by the scores of the other metrics.
    decided: Vec<u8>,
    /// Where a single list is touched: for each place of its counts and each draw, what it comes to there. Labels of a
    /// list mostly lead to the same few counts.
    known: Vec<Option<u8>>,
}

/// What conditions come to by themselves.
struct Limited {
    limits: Limits,
    decided: u8,
}

impl Recount {
    /// How often each decision falls with these labels set.
    pub fn count(&mut self, confirmed: &Confirmed, set: &[(usize, Word)]) -> [usize; 3] {
        let sampled = confirmed.sampled;
        let (scorer, drawn) = (&sampled.scorer, &sampled.drawn);
        if !scorer.only_lowers() {
            return confirmed.count(set);
        }
        let touched = confirmed.lists(set);
        let anew: Vec<(List, Vec<u16>)> =
            touched.iter().map(|list| (*list, self.turned(confirmed, *list, set))).collect();
        let at = self.beside(confirmed, &touched);
        let Recount { places, beside, limited } = self;
        let Beside { metrics, fired, decided, known, .. } = &mut beside[at];
        let mut ids = LISTS.map(|list| &drawn.of(list).ids[..]);
        let mut cells = LISTS.map(|list| &sampled.run.cells[list as usize][..]);
        for (list, turned) in &anew {
            (ids[*list as usize], cells[*list as usize]) = (turned, &places[*list as usize].cells);
        }
        let mut decide = |draw: usize| {
            let cell = |list: List| {
                let list = list as usize;
                &cells[list][ids[list].get(draw).map_or(0, |id| usize::from(*id))]
            };
            let mut decided = decided[draw];
            if decided < FAIL {
                let own = touched.iter().map(|list| cell(*list));
                let (fired, grounds) =
                    own.fold((fired[draw], 0), |all, cell| (all.0 | cell.fired, all.1 | cell.grounds));
                let limited = limited_by(limited, scorer, fired);
                decided = decided.max(limited.decided).max(u8::from(scorer.fails(grounds)) * FAIL);
                for &metric in &*metrics {
                    if decided == FAIL {
                        break;
                    }
                    let score = match metric + 1 {
                        METRICS => limited.limits.composed(cell(List::Issues)),
                        _ => raw(metric, scorer, &|list: List| *cell(list)),
                    };
                    decided = decided.max(grade(scorer, score));
                }
            }
            decided
        };
        let mut decisions = sampled.run.decisions;
        let mut turn = |before: u8, after: u8| {
            decisions[usize::from(before)] -= 1;
            decisions[usize::from(after)] += 1;
        };
        let before = sampled.run.decided.iter().enumerate();
        if let [(list, turned)] = &anew[..] {
            let places = &places[*list as usize];
            known.resize(places.codes.len() * drawn.draws, None);
            for ((draw, before), (to, from)) in before.zip(turned.iter().zip(&places.drawn)) {
                if to != from {
                    let known = &mut known[usize::from(*to) * drawn.draws + draw];
                    turn(*before, *known.get_or_insert_with(|| decide(draw)));
                }
            }
        } else {
            before.for_each(|(draw, before)| turn(*before, decide(draw)));
        }
        decisions
    }

    /// For each draw the place of a list's counts with these labels set.
    fn turned(&mut self, confirmed: &Confirmed, list: List, set: &[(usize, Word)]) -> Vec<u16> {
        let sampled = confirmed.sampled;
        let (drawn, grid) = (&sampled.drawn, confirmed.grid());
        let places = &mut self.places[list as usize];
        let counts = drawn.of(list);
        let cell = |code: u64| sampled.scorer.cell(list, &Counts::counts_of(list, code), counts.all);
        let read = |places: &mut Places, counts: &Counts| -> Vec<u16> {
            let known = counts.different.iter().map(|counts| places.of(Counts::code_of(list, counts), &cell));
            let known: Vec<u16> = known.collect();
            (0..drawn.draws).map(|draw| known[counts.id(draw)]).collect()
        };
        if places.drawn.is_empty() {
            places.drawn = read(places, counts);
        }
        if list == List::Extraneous {
            return read(places, &confirmed.tokens(set));
        }
        let mut ids = places.drawn.clone();
        for (at, word) in set {
            let open = &confirmed.open[*at];
            if open.id.list != list {
                continue;
            }
            let to = one(list, *word);
            match open.doubtful.map(|at| &drawn.doubtful[at]) {
                Some(doubtful) => {
                    let others = doubtful.words().iter().enumerate().filter(|(_, from)| *from != word);
                    for (outcome, from) in others {
                        let turn = places.turn(to.wrapping_sub(one(list, *from)));
                        for draw in doubtful.draws(outcome, grid) {
                            ids[draw] = places.after(turn, ids[draw], &cell);
                        }
                    }
                }
                None => {
                    let turn = places.turn(to.wrapping_sub(open.certain.map_or(0, |from| one(list, from))));
                    ids.iter_mut().for_each(|id| *id = places.after(turn, *id, &cell));
                }
            }
        }
        ids
    }

    /// What the other lists say, by its place among those that were asked for.
    fn beside(&mut self, confirmed: &Confirmed, touched: &[List]) -> usize {
        let lists = Lists::of(touched);
        let known = self.beside.iter().position(|beside| beside.touched == lists);
        known.unwrap_or_else(|| {
            self.beside.push(Beside::new(confirmed, lists));
            self.beside.len() - 1
        })
    }
}

impl Beside {
    fn new(confirmed: &Confirmed, touched: Lists) -> Beside {
        let sampled = confirmed.sampled;
        let (scorer, drawn, run) = (&sampled.scorer, &sampled.drawn, &sampled.run);
        let (mut fired, mut decided) = (vec![0; drawn.draws], vec![0; drawn.draws]);
        for list in LISTS.into_iter().filter(|list| !touched.has(*list)) {
            let (counts, cells) = (drawn.of(list), &run.cells[list as usize]);
            for draw in 0..drawn.draws {
                let cell = &cells[counts.id(draw)];
                fired[draw] |= cell.fired;
                decided[draw] = decided[draw].max(u8::from(scorer.fails(cell.grounds)) * FAIL);
            }
        }
        let feeds = |metric: &usize| {
            MADE_OF[*metric].iter().any(|list| touched.has(*list))
                || metric + 1 == METRICS && scorer.parts_look_at(touched)
        };
        let known = (0..METRICS).filter(|metric| scorer.knows(*metric));
        let (metrics, others): (Vec<usize>, Vec<usize>) = known.partition(feeds);
        for metric in others {
            for (draw, decided) in decided.iter_mut().enumerate() {
                let mut score = run.raw[metric][draw];
                if metric + 1 == METRICS {
                    let issues = drawn.of(List::Issues).id(draw);
                    let (limits, _) = &run.limits[run.place(draw)];
                    score = limits.composed(&run.cells[List::Issues as usize][issues]);
                }
                *decided = (*decided).max(grade(scorer, score));
            }
        }
        Beside { touched, metrics, fired, decided, known: Vec::new() }
    }
}

impl Places {
    /// The place of these counts.
    fn of(&mut self, code: u64, cell: &impl Fn(u64) -> Cell) -> u16 {
        let known = self.codes.iter().position(|known| *known == code);
        known.unwrap_or_else(|| {
            self.codes.push(code);
            self.cells.push(cell(code));
            self.codes.len() - 1
        }) as u16
    }

    /// The place of a turn among those that came up so far.
    fn turn(&mut self, adds: u64) -> usize {
        let known = self.turns.iter().position(|(known, _)| *known == adds);
        known.unwrap_or_else(|| {
            self.turns.push((adds, Vec::new()));
            self.turns.len() - 1
        })
    }

    /// The place of the counts after a turn.
    fn after(&mut self, turn: usize, before: u16, cell: &impl Fn(u64) -> Cell) -> u16 {
        let (adds, known) = &self.turns[turn];
        if let Some(Some(after)) = known.get(usize::from(before)) {
            return *after;
        }
        let code = self.codes[usize::from(before)].wrapping_add(*adds);
        let after = self.of(code, cell);
        let places = self.codes.len();
        let known = &mut self.turns[turn].1;
        known.resize(places, None);
        known[usize::from(before)] = Some(after);
        after
    }
}

/// What conditions come to; `known` keeps it for the next draw in which the same ones hold.
fn limited_by<'k>(known: &'k mut Vec<Limited>, scorer: &Scorer, fired: u32) -> &'k Limited {
    let at = known.iter().position(|known| known.limits.fired == fired).unwrap_or_else(|| {
        let limits = scorer.limits(fired, None);
        let warned = u8::from(scorer.warns() && limits.capped) * WARN;
        let scores = (0..METRICS).filter(|metric| scorer.knows(*metric));
        let scores = scores.map(|metric| grade(scorer, limits.of[Target::METRICS[metric] as usize]));
        known.push(Limited { limits, decided: scores.fold(warned, u8::max) });
        known.len() - 1
    });
    &known[at]
}

/// What a score decides.
fn grade(scorer: &Scorer, score: f64) -> u8 {
    let [at_most, below] = scorer.bounds();
    if score <= at_most { FAIL } else { u8::from(score < below) * WARN }
}
