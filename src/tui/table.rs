//! The table of the queue: what is known about each case, which cases are shown, and in which order. Moving
//! to the next case follows that order, whether or not the table is on the screen.

pub mod columns;
pub mod drift;
pub mod filter;
pub mod pace;
pub mod tally;

use std::borrow::Cow;
use std::sync::Arc;

use crate::labels::LabelValue;
use crate::report::{DECISIONS, Decision};
use crate::session::is_decided;

use super::list::ListCursor;
use super::queue::Listed;
use super::queue::digest::{Digest, JudgedClaim};

use columns::{Cell, Column};
use drift::{Drift, LabelledClaim};
use filter::Filter;
use pace::WorkTime;
use tally::Tally;

/// A case of the queue.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its id. For a record that cannot be read, the id if it is known, else its file and line.
    pub id: Box<str>,
    /// Why it cannot be read; `None` if it can.
    pub broken: Option<Box<str>>,
    pub verdict: Option<Decision>,
    /// Whether the verdict was given in a bulk step.
    pub bulk: bool,
    /// Results for the case.
    pub digest: Option<Box<Digest>>,
    /// Whether the engine's results are hidden from the annotator, so that only the annotator's own part is
    /// kept.
    pub hidden: bool,
    /// Whether the annotator accepted it without giving a verdict.
    pub accepted: bool,
    /// Whether the annotator handed it in during a blind review.
    pub handed_in: bool,
}

impl Row {
    /// Whether the annotator has decided it, as defined by [`is_decided`].
    pub fn is_decided(&self, blind: bool) -> bool {
        is_decided(blind, self.handed_in, self.verdict.is_some() || self.accepted)
    }

    /// Whether no result is awaited for it.
    fn is_closed(&self) -> bool {
        self.broken.is_some()
    }
}

/// The bulk step shown by the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BulkStatus {
    /// Number of its cases; 0 until known.
    pub cases: usize,
    /// Number of cases that are not saved yet.
    pub left: usize,
    pub does: BulkKind,
}

/// Kind of bulk step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkKind {
    /// Accepts cases.
    Accepts,
    /// Applies a rule to cases, or drops it.
    Rules,
    /// Undoes another step.
    Undoes,
    /// Redoes a step that was undone.
    Redoes,
}

impl BulkStatus {
    /// Returns a step on this many cases.
    pub fn new(does: BulkKind, cases: usize) -> BulkStatus {
        BulkStatus { cases, left: cases, does }
    }

    /// Returns the running operation, in words.
    pub fn doing(self) -> &'static str {
        match self.does {
            BulkKind::Accepts => "accepting",
            BulkKind::Rules => "putting the rule in force",
            BulkKind::Undoes => "taking back",
            BulkKind::Redoes => "making again",
        }
    }
}

/// The state of the table of cases.
#[derive(Debug)]
pub struct CaseTable {
    /// The cases, in queue order.
    pub rows: Vec<Row>,
    /// The cases shown, by their positions in the queue, in table order.
    pub view: Vec<usize>,
    /// The row of the cursor in the view.
    pub cursor: ListCursor,
    /// The filter that decides which cases are shown.
    pub filter: Filter,
    /// The column sorted by, and whether the largest value comes first.
    pub sort: (Column, bool),
    pub columns: Vec<Column>,
    /// The column in focus, which is sorted by next, by its index among those shown.
    pub column: usize,
    /// The keys of the rubric's metrics.
    pub metrics: Arc<[&'static str]>,
    /// Cases with the words of the filter, in queue order; `None` during the search.
    pub found: Option<Vec<usize>>,
    /// Number of cases that are scored, or cannot be read.
    pub scored: usize,
    pace: WorkTime,
    /// Counts over all cases, as of the last [`CaseTable::count`].
    pub tally: Tally,
    /// Marked cases, to be accepted at once, by their positions in the queue.
    pub marked: Vec<usize>,
    /// The bulk step that is running.
    pub bulk: Option<BulkStatus>,
    /// Least probability, in percent, of every label of a case that bulk acceptance takes without review.
    pub threshold: u8,
    /// Whether the table is on the screen.
    pub watched: bool,
    /// Whether cases are named by their numbers alone, since an annotator could tell gold cases by their ids.
    pub hides_ids: bool,
    /// Number of the scoring key that the results were computed with.
    pub rule: u64,
    /// Last position in the view of the case on the screen.
    pub position: usize,
    /// Whether the view is out of date.
    stale: bool,
    /// Whether the counts are out of date.
    uncounted: bool,
    /// Whether the words of the filter still have to be searched.
    asks: bool,
}

impl Default for CaseTable {
    fn default() -> CaseTable {
        CaseTable {
            rows: Vec::new(),
            view: Vec::new(),
            cursor: ListCursor::default(),
            filter: Filter::default(),
            sort: (Column::Place, false),
            columns: columns::USUAL.to_vec(),
            column: 0,
            metrics: Arc::default(),
            found: None,
            scored: 0,
            pace: WorkTime::default(),
            tally: Tally::default(),
            marked: Vec::new(),
            bulk: None,
            threshold: 80,
            watched: false,
            hides_ids: false,
            rule: 0,
            position: 0,
            stale: false,
            uncounted: false,
            asks: false,
        }
    }
}

impl CaseTable {
    /// Adds the next cases of the queue.
    pub fn list(&mut self, listed: Vec<Listed>) {
        for Listed { id, broken, verdict, hidden, accepted, handed_in } in listed {
            let (verdict, bulk) = verdict.unzip();
            let bulk = bulk == Some(true);
            let row = Row { id, broken, verdict, bulk, digest: None, hidden, accepted, handed_in };
            self.scored += usize::from(row.is_closed());
            self.rows.push(row);
        }
        (self.stale, self.uncounted) = (true, true);
        self.asks |= !self.filter.words().is_empty();
    }

    /// Adds results for cases, unless the scoring key has changed meanwhile.
    pub fn look(&mut self, rule: u64, looked: Vec<(usize, Digest)>) {
        if rule != self.rule {
            return;
        }
        for (at, digest) in looked {
            let Some(row) = self.rows.get_mut(at) else { continue };
            self.scored += usize::from(row.digest.is_none() && !row.is_closed());
            row.digest = Some(Box::new(if row.hidden { digest.of_annotator() } else { digest }));
        }
        (self.stale, self.uncounted) = (true, true);
    }

    /// Drops all results, because the scoring key has changed.
    pub fn forget(&mut self) {
        self.rule += 1;
        self.scored = 0;
        for row in &mut self.rows {
            row.digest = None;
            self.scored += usize::from(row.is_closed());
        }
        (self.stale, self.uncounted) = (true, true);
    }

    /// Records that a case of a blind review was handed in.
    pub fn hand_in(&mut self, at: usize) {
        if let Some(row) = self.rows.get_mut(at) {
            row.handed_in = true;
            self.uncounted = true;
        }
    }

    /// Reveals a case; its results are kept from now on.
    pub fn reveal(&mut self, at: usize) {
        if let Some(row) = self.rows.get_mut(at).filter(|row| row.hidden) {
            row.hidden = false;
            self.scored -= usize::from(row.digest.take().is_some());
            (self.stale, self.uncounted) = (true, true);
        }
    }

    /// Sets the annotator's verdict on a case.
    pub fn decide(&mut self, at: usize, verdict: Option<Decision>, bulk: bool) {
        if let Some(row) = self.rows.get_mut(at).filter(|row| row.verdict != verdict) {
            (row.verdict, row.bulk, row.accepted) = (verdict, bulk, false);
            (self.stale, self.uncounted) = (true, true);
        }
    }

    /// Sets whether the annotator accepted a case without a verdict.
    pub fn accept(&mut self, at: usize, accepted: bool) {
        if let Some(row) = self.rows.get_mut(at).filter(|row| row.accepted != accepted) {
            row.accepted = accepted;
            self.uncounted = true;
        }
    }

    /// Sets the annotator's working time.
    pub fn set_pace(&mut self, pace: WorkTime) {
        self.pace = pace;
        self.uncounted = true;
    }

    /// Records that a case was worked on at this time, in microseconds.
    pub fn work(&mut self, time: i64, at: usize) {
        self.pace.add(time, at);
        self.uncounted = true;
    }

    /// Marks the counts of the cases as out of date.
    pub fn recount(&mut self) {
        self.uncounted = true;
    }

    /// Counts the cases again if something has changed. Returns whether it has.
    pub fn count(&mut self, is_blind: bool) -> bool {
        let changed = std::mem::take(&mut self.uncounted);
        if changed {
            self.tally = Tally::of(self, is_blind);
        }
        changed
    }

    /// Adds the search result for the words of the filter.
    pub fn find(&mut self, words: &[String], mut found: Vec<usize>) {
        if words == self.filter.words() {
            found.sort_unstable();
            self.found = Some(found);
            self.stale = true;
        }
    }

    /// Applies a filter.
    pub fn set_filter(&mut self, filter: Filter) {
        if filter.words() != self.filter.words() {
            self.asks = !filter.words().is_empty();
            self.found = None;
        }
        self.filter = filter;
        self.stale = true;
    }

    /// Returns words that have to be searched and have not been requested yet.
    pub fn question(&mut self) -> Option<Vec<String>> {
        std::mem::take(&mut self.asks).then(|| self.filter.words().to_vec())
    }

    /// Sorts by a column; if the table is sorted by it already, reverses the order.
    pub fn sort_by(&mut self, column: Column) {
        let (known, reversed) = self.sort;
        self.sort = (column, if known == column { !reversed } else { column.is_largest_first() });
        self.stale = true;
    }

    /// Updates the number of cases left in a bulk step. Returns a message when it is done.
    pub fn bulk_done(&mut self, left: usize, undo: &str) -> Option<String> {
        let bulk = self.bulk.as_mut()?;
        bulk.left = left;
        if left > 0 {
            return None;
        }
        let done = *bulk;
        self.bulk = None;
        Some(match done.does {
            BulkKind::Undoes => format!("taken back in {}", cases(done.cases)),
            BulkKind::Redoes => format!("made again in {}", cases(done.cases)),
            BulkKind::Rules => format!("the rule changed {}; {undo} undoes", cases(done.cases)),
            BulkKind::Accepts => format!("{} accepted in one step; {undo} undoes", cases(done.cases)),
        })
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        !self.filter.words().is_empty() && self.found.is_none()
    }

    /// Whether cases still have to be scored, or another result for the table is awaited.
    pub fn is_busy(&self) -> bool {
        self.scored < self.rows.len() || self.is_searching() || self.bulk.is_some()
    }

    /// Returns similar claims that the annotator judged differently, most similar first. `now` returns the
    /// annotator's current word for a claim of a case, which may have changed since the case was scored;
    /// `None` if there is none any more.
    pub fn drift(&self, now: impl Fn(usize, &JudgedClaim) -> Option<LabelValue>) -> Vec<Drift> {
        let digests = self.rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.digest.as_ref()?)));
        let claims: Vec<LabelledClaim> = digests
            .flat_map(|(case, digest)| digest.claims.iter().map(move |claim| (case, claim)))
            .filter_map(|(case, claim)| Some(LabelledClaim { case, claim, word: now(case, claim)? }))
            .collect();
        drift::drift(&claims)
    }

    /// Shows or hides the ids of the cases.
    pub fn hide_ids(&mut self, hides: bool) {
        self.stale |= self.hides_ids != hides;
        self.hides_ids = hides;
    }

    /// Returns the name of a case as shown: its id or, where ids are hidden, its number.
    pub fn name(&self, at: usize) -> Cow<'_, str> {
        match self.rows.get(at) {
            _ if self.hides_ids => format!("case {}", at + 1).into(),
            row => row.map_or(Cow::Borrowed(""), |row| Cow::Borrowed(&*row.id)),
        }
    }

    /// Returns a case, by its position in the queue.
    pub fn row(&self, at: usize) -> Option<&Row> {
        self.rows.get(at)
    }

    pub fn cell(&self, at: usize, column: Column) -> Cell<'_> {
        if column == Column::Id && self.hides_ids {
            return Cell::Nothing;
        }
        self.rows.get(at).map_or(Cell::Nothing, |row| columns::cell(at, row, column))
    }

    /// Computes the view again if something has changed. The cursor stays on its case; if the filter hides
    /// that, it goes to `at`, the case on the screen.
    pub fn refresh(&mut self, at: usize) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let chosen = self.view.get(self.cursor.cursor()).copied();
        let shown = |at: &usize| {
            let found = self.filter.words().is_empty()
                || self.found.as_ref().is_some_and(|found| found.binary_search(at).is_ok());
            found && self.filter.matches(&self.metrics, |column| self.cell(*at, column))
        };
        let mut view: Vec<usize> = (0..self.rows.len()).filter(shown).collect();
        let (column, reversed) = self.sort;
        if column != Column::Place || reversed {
            view.sort_by(|a, b| {
                let order = columns::order(&self.cell(*a, column), &self.cell(*b, column), reversed);
                order.then(a.cmp(b))
            });
        }
        self.view = view;
        // If the filter showed nothing before, there is no case to stay on, and the cursor goes to the one on
        // the screen.
        let place = |case: usize| self.view.iter().position(|at| *at == case);
        if let Some(row) = chosen.and_then(place).or_else(|| place(at)) {
            self.cursor.set(row);
        }
        self.cursor.clamp(self.view.len());
        self.mark(at);
    }

    /// Remembers the position of a case in the view.
    pub fn mark(&mut self, at: usize) {
        if let Some(position) = self.view.iter().position(|known| *known == at) {
            self.position = position;
        }
    }

    /// Moves the cursor to a case, if it is shown.
    pub fn point(&mut self, at: usize) {
        if let Some(row) = self.view.iter().position(|known| *known == at) {
            self.cursor.set(row);
        }
    }

    /// Returns the next or previous case of the view. If the case on the screen is no longer shown, its
    /// former neighbours are the next and the previous one.
    pub fn step(&self, at: usize, forward: bool) -> Option<usize> {
        let here = self.view.get(self.position) == Some(&at);
        let to = if forward { self.position + usize::from(here) } else { self.position.checked_sub(1)? };
        self.view.get(to).copied()
    }

    /// Returns the next case of the view without a verdict, from the case on the screen and then from the
    /// beginning.
    pub fn next_undecided(&self, at: usize, decided: impl Fn(usize) -> bool) -> Option<usize> {
        let here = self.view.get(self.position) == Some(&at);
        let from = (self.position + usize::from(here)).min(self.view.len());
        let round = self.view[from..].iter().chain(&self.view[..from]).copied();
        let open = |next: &usize| {
            *next != at && !decided(*next) && self.row(*next).is_some_and(|row| row.broken.is_none())
        };
        { round }.find(open)
    }

    /// Returns the cases near the cursor or near the one on the screen, which are scored first.
    pub fn sight(&self, at: usize) -> Vec<usize> {
        const BEFORE: usize = 40;
        const AFTER: usize = 60;
        let centre = if self.watched { self.cursor.cursor() } else { self.position };
        let first = centre.saturating_sub(BEFORE);
        let shown = self.view.iter().skip(first).take(BEFORE + AFTER).copied();
        let mut sight: Vec<usize> = shown.collect();
        let open = |row: &Row| row.digest.is_none() && !row.is_closed();
        // Nearest first.
        let nearest = centre - first;
        let mut places: Vec<usize> = (0..sight.len()).collect();
        places.sort_by_key(|place| place.abs_diff(nearest));
        sight = places.into_iter().map(|place| sight[place]).collect();
        if !self.watched && !sight.contains(&at) {
            sight.insert(0, at);
        }
        sight.retain(|at| self.row(*at).is_some_and(open));
        sight
    }

    /// Marks the case at the cursor, or removes its mark.
    pub fn toggle_mark(&mut self) {
        let Some(at) = self.view.get(self.cursor.cursor()).copied() else { return };
        match self.marked.iter().position(|known| *known == at) {
            Some(place) => drop(self.marked.remove(place)),
            None => self.marked.push(at),
        }
    }

    /// Returns the cases that a bulk step would accept, each with its verdict: the marked cases, with the
    /// result of the annotator's labels; if none are marked, those that need no review.
    pub fn to_accept(&self) -> Vec<(usize, Decision)> {
        if self.marked.is_empty() {
            return self.sure().into_iter().map(|at| (at, Decision::Pass)).collect();
        }
        let verdict = |at: &usize| {
            let row = self.row(*at).filter(|row| row.verdict.is_none())?;
            let decision = row.digest.as_ref()?.own?.decision;
            DECISIONS.contains(&decision).then_some((*at, decision))
        };
        self.marked.iter().filter_map(verdict).collect()
    }

    /// Returns the cases of the view that need no review: the engine's and the annotator's labels both give
    /// PASS, every label is at least as probable as the threshold, and the annotator has neither flagged the
    /// case nor given a verdict.
    pub fn sure(&self) -> Vec<usize> {
        let sure = |at: &usize| {
            let Some(row) = self.row(*at).filter(|row| row.verdict.is_none()) else { return false };
            row.digest.as_ref().is_some_and(|digest| {
                let passes = [digest.engine, digest.own]
                    .into_iter()
                    .all(|outcome| outcome.is_some_and(|outcome| outcome.decision == Decision::Pass));
                let least = digest.least.map_or(0.0, |least| f64::from(least) * 100.0);
                passes && !digest.flagged && least + 1e-4 >= f64::from(self.threshold)
            })
        };
        self.view.iter().copied().filter(sure).collect()
    }
}

/// Returns a number of cases, in words.
pub fn cases(many: usize) -> String {
    if many == 1 { "1 case".to_owned() } else { format!("{} cases", grouped(many)) }
}

/// Returns a number with separators between thousands, as in 10,000.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests;
