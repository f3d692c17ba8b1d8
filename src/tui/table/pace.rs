//! How fast an annotator goes, from the times at which they did something.

/// A pause after which the time does not count, in microseconds.
const BREAK: i64 = 5 * 60 * 1_000_000;

/// An annotator's time at work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Microseconds at work.
    active: i64,
    /// When something was done last.
    last: Option<i64>,
}

impl Pace {
    /// From times in microseconds, in order.
    pub fn of(times: &[i64]) -> Pace {
        let mut pace = Pace::default();
        times.iter().for_each(|time| pace.add(*time));
        pace
    }

    /// Something was done at this time, in microseconds. A break of more than five minutes does not count.
    pub fn add(&mut self, time: i64) {
        let gap = self.last.map_or(0, |last| time.saturating_sub(last));
        if (0..=BREAK).contains(&gap) {
            self.active = self.active.saturating_add(gap);
        }
        self.last = Some(self.last.map_or(time, |last| last.max(time)));
    }

    /// Seconds at work.
    pub fn seconds(self) -> u64 {
        u64::try_from(self.active / 1_000_000).unwrap_or(0)
    }

    /// Seconds that a case takes, where so many were decided one by one.
    pub fn per_case(self, decided: usize) -> Option<u64> {
        (decided > 0 && self.seconds() > 0).then(|| (self.seconds() / decided as u64).max(1))
    }
}

/// A time span for people: `45 s`, `12 min`, `3 h 20 min`.
pub fn span(seconds: u64) -> String {
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5_999 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}
