//! Limits the rate of questions to a judge.

use std::str::FromStr;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write N/s, N/min or N/h, as in 5/s or 60/min")]
pub struct PaceError;

/// A number of questions in a time span, spread evenly over it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    every: Duration,
}

impl FromStr for Pace {
    type Err = PaceError;

    /// Parses `N/s`, `N/min` or `N/h`.
    fn from_str(text: &str) -> Result<Pace, PaceError> {
        let (count, unit) = text.split_once('/').ok_or(PaceError)?;
        let seconds = match unit.trim() {
            "s" => 1.0,
            "min" | "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(PaceError),
        };
        let count: f64 = count.trim().parse().map_err(|_| PaceError)?;
        let every = Duration::try_from_secs_f64(seconds / count).map_err(|_| PaceError)?;
        if count > 0.0 && count.is_finite() { Ok(Pace { every }) } else { Err(PaceError) }
    }
}

#[derive(Debug, Default)]
pub struct Meter {
    every: Duration,
    next: Option<Instant>,
}

impl Meter {
    /// Creates a meter; without a pace it never waits.
    pub fn new(pace: Option<Pace>) -> Meter {
        Meter { every: pace.map_or(Duration::ZERO, |pace| pace.every), next: None }
    }

    /// Returns when the next question may be asked; `None` if it may be asked now.
    pub fn wait(&self, now: Instant) -> Option<Instant> {
        self.next.filter(|next| *next > now)
    }

    /// Records that a question is asked now.
    pub fn pass(&mut self, now: Instant) {
        // A question that came late does not shorten the wait for the next one.
        self.next = now.checked_add(self.every).filter(|_| !self.every.is_zero());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_read_or_refused() {
        let every = |text: &str| Pace::from_str(text).map(|pace| pace.every);
        assert_eq!(every("4/s"), Ok(Duration::from_millis(250)));
        assert_eq!(every("30/min"), Ok(Duration::from_secs(2)));
        assert_eq!(every("0.5/s"), Ok(Duration::from_secs(2)));
        assert_eq!(every("2 / h"), Ok(Duration::from_secs(1800)));
        for wrong in ["5", "5/day", "0/s", "-1/s", "nan/s", "inf/s", "/s", "x/min", "1e-300/h", ""] {
            assert!(every(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_meter_spreads_questions() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut meter = Meter::new(Some("10/s".parse().unwrap()));
        assert_eq!(meter.wait(start), None);
        meter.pass(start);
        assert_eq!(meter.wait(at(99)), Some(at(100)));
        assert_eq!(meter.wait(at(100)), None);
        meter.pass(at(450));
        assert_eq!(meter.wait(at(500)), Some(at(550)), "what was not asked is not made up for");
        let mut free = Meter::new(None);
        free.pass(start);
        assert_eq!(free.wait(start), None);
    }
}
