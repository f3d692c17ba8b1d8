//! Time spent on cases, estimated from the log of a session.
//!
//! A session knows when events were recorded, but not when somebody began to read. The time between two
//! events of an annotator is attributed to the case of the later one, since it was spent on what that
//! event records. A gap longer than [`BREAK`] minutes is a break and counts for no case; counting resumes
//! with the first event after it.

use std::collections::HashMap;

/// Length of a gap between two events, in minutes, above which it is a break.
pub const BREAK: i64 = 5;

/// Returns the seconds spent on each case, from the times (microseconds) and cases of an annotator's
/// events, in any order.
pub fn spent(mut moments: Vec<(i64, usize)>) -> HashMap<usize, f64> {
    moments.sort_unstable();
    let mut seconds = HashMap::new();
    for pair in moments.windows(2) {
        let ((before, _), (after, case)) = (pair[0], pair[1]);
        let gap = after.saturating_sub(before);
        if gap > 0 && gap <= BREAK * 60_000_000 {
            *seconds.entry(case).or_insert(0.0) += gap as f64 / 1e6;
        }
    }
    seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_for_the_case_of_the_later_event_and_breaks_for_none() {
        let second = 1_000_000;
        let moments =
            [(0, 7), (20, 7), (30, 8), (30 + 5 * 60, 8), (31 + 10 * 60, 8), (32 + 10 * 60, 9), (9_999, 3)];
        // The order does not matter.
        let moments = moments.iter().rev().map(|(at, case)| (at * second, *case)).collect();
        let seconds = spent(moments);
        assert_eq!((seconds[&7], seconds[&8], seconds[&9]), (20.0, 310.0, 1.0));
        assert_eq!(seconds.get(&3), None, "a case of which only the first event after a break is known");
        assert!(spent(Vec::new()).is_empty());
    }
}
