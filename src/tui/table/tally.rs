//! Counts over the whole queue. They are computed once for each change, since every frame shows them and
//! queues are long.

use crate::report::{DECISIONS, Decision};

use super::{CaseTable, Row};

/// Counts over the whole queue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Number of cases that the annotator has decided.
    pub decided: usize,
    /// Number of cases that can be read.
    pub readable: usize,
    /// Number of cases for each verdict by the annotator.
    pub verdicts: Vec<(Decision, usize)>,
    /// Number of those verdicts that were given in a bulk step.
    pub bulk: usize,
    /// Working time, in seconds.
    pub seconds: u64,
    /// Median of the seconds spent per case, over cases that were decided one by one.
    pub per_case: Option<f64>,
}

impl Tally {
    /// Counts the rows of a table. `is_blind` determines when a case counts as decided.
    pub fn of(table: &CaseTable, is_blind: bool) -> Tally {
        let count = |counts: &dyn Fn(&Row) -> bool| table.rows.iter().filter(|row| counts(row)).count();
        let singly = |at: usize| table.row(at).is_some_and(|row| row.is_decided(is_blind) && !row.bulk);
        let verdicts = DECISIONS.iter().map(|known| (*known, count(&|row| row.verdict == Some(*known))));
        Tally {
            decided: count(&|row| row.is_decided(is_blind)),
            readable: count(&|row| row.broken.is_none()),
            verdicts: verdicts.collect(),
            bulk: count(&|row| row.bulk && row.verdict.is_some()),
            seconds: table.pace.seconds(),
            per_case: table.pace.per_case(singly),
        }
    }
}
