//! Which exercise comes next.

use fastrand::Rng;

use super::card::Record;
use super::exercise::{Exercise, UNSPOILT};

/// One card in this number is not spoilt, so that a learner who always finds something is wrong now and then.
const UNSPOILT_IN: u32 = 4;

/// The exercise to come next, by its place: one that asks for the rule that is wanted most. Of several, one that was not `asked`
/// yet in this run, by chance. Now and then it is one that is not spoilt. `None` if there is no exercise.
pub fn next(exercises: &[Exercise], record: &Record, asked: &[usize], now: u64, seed: u64) -> Option<usize> {
    let last = asked.last().copied();
    let mut chance = Rng::with_seed(seed ^ (asked.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let plain = chance.u32(0..UNSPOILT_IN) == 0;
    // One and the same exercise does not come twice in a row, unless there is no other.
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
