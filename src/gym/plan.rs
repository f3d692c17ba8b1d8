//! Chooses the next exercise.

use fastrand::Rng;

use super::card::Record;
use super::exercise::{Exercise, UNSPOILT};

/// On average, one card in this many is unspoilt, so that a learner who always reports an error is
/// sometimes wrong.
const UNSPOILT_IN: u32 = 4;

/// Returns the index of the next exercise: one with the most urgent rule. Among equals, those asked least
/// often in this run (`asked`) are preferred, and one of these is chosen at random. Occasionally an
/// unspoilt one is chosen. `None` if there are no exercises.
pub fn next(exercises: &[Exercise], record: &Record, asked: &[usize], now: u64, seed: u64) -> Option<usize> {
    let last = asked.last().copied();
    let mut chance = Rng::with_seed(seed ^ (asked.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let plain = chance.u32(0..UNSPOILT_IN) == 0;
    // The same exercise is not repeated immediately, unless it is the only one.
    let rest = || (0..exercises.len()).filter(|at| exercises.len() == 1 || Some(*at) != last);
    let of = |plain: bool| rest().filter(move |at| (exercises[*at].kind == UNSPOILT) == plain);
    let mut some: Vec<usize> = of(plain).collect();
    if some.is_empty() {
        some = rest().collect();
    }
    let urgency = |at: usize| {
        let most = exercises[at].rules.iter().map(|rule| record.urgency(rule, now)).min().unwrap_or((3, 0));
        (most, asked.iter().filter(|known| **known == at).count())
    };
    let all: Vec<_> = some.into_iter().map(|at| (urgency(at), at)).collect();
    let best = all.iter().map(|(urgency, _)| *urgency).min()?;
    let equal: Vec<usize> = all.iter().filter(|(urgency, _)| *urgency == best).map(|(_, at)| *at).collect();
    chance.choice(equal)
}
