//! An annotator's pace, from the times of their actions.

use std::collections::HashMap;

/// Longest pause that counts as working time, in microseconds.
const BREAK: i64 = 5 * 60 * 1_000_000;

/// An annotator's working time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkTime {
    /// Microseconds spent on each case, by its position in the queue. The time between two events counts for
    /// the case of the later one.
    cases: HashMap<usize, i64>,
    /// Time of the last event.
    last: Option<i64>,
}

impl WorkTime {
    /// Computes the working time from times in microseconds, in order, each with its case.
    pub fn of(times: &[(i64, usize)]) -> WorkTime {
        let mut pace = WorkTime::default();
        times.iter().for_each(|(time, case)| pace.add(*time, *case));
        pace
    }

    /// Adds an event on a case at this time, in microseconds. A break of more than five minutes does not
    /// count.
    pub fn add(&mut self, time: i64, case: usize) {
        let gap = self.last.map_or(0, |last| time.saturating_sub(last));
        if (1..=BREAK).contains(&gap) {
            let spent = self.cases.entry(case).or_default();
            *spent = spent.saturating_add(gap);
        }
        self.last = Some(self.last.map_or(time, |last| last.max(time)));
    }

    /// Returns the total working time, in seconds.
    pub fn seconds(&self) -> u64 {
        seconds(self.cases.values().sum())
    }

    /// Returns the median of the seconds spent per case, over the cases for which `counts` holds.
    pub fn per_case(&self, counts: impl Fn(usize) -> bool) -> Option<f64> {
        let spent = self.cases.iter().filter(|(case, _)| counts(**case));
        let mut spent: Vec<f64> = spent.map(|(_, micros)| *micros as f64 / 1e6).collect();
        spent.sort_by(f64::total_cmp);
        crate::stats::quantile(&spent, 0.5)
    }
}

fn seconds(micros: i64) -> u64 {
    u64::try_from(micros / 1_000_000).unwrap_or(0)
}

/// Returns a duration for people: `45 s`, `12 min`, `3 h 20 min`.
pub fn span(seconds: u64) -> String {
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5_999 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}
