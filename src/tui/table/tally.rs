//! What is counted of the whole queue: once for each change, since every frame shows it and queues are long.

use crate::report::{DECISIONS, Decision};

use super::{CaseTable, Row};

/// What is counted of the whole queue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Cases that the annotator has decided.
    pub decided: usize,
    /// Cases that can be read.
    pub readable: usize,
    /// Cases with each verdict of the annotator.
    pub verdicts: Vec<(Decision, usize)>,
    /// Those of them that were given in a bulk step.
    pub bulk: usize,
    /// Seconds at work.
    pub seconds: u64,
    /// The median of the seconds that cases took which were decided one by one.
    pub per_case: Option<f64>,
}

impl Tally {
    /// Counts the rows of a table; `is_blind` says what makes a case decided.
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
