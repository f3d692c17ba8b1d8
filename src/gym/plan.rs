//! Which exercise comes next.

use fastrand::Rng;

use super::card::Record;
use super::exercise::Exercise;

/// The exercise to come next, by its place: one that asks for the rule that is overdue longest; else one that asks for
/// a rule that was never asked for; else for the rule that is known least. Of several, one that was not `asked` yet in
/// this run, by chance. `None` where there is no exercise.
pub fn next(exercises: &[Exercise], record: &Record, asked: &[usize], now: u64, seed: u64) -> Option<usize> {
    // A smaller number comes first.
    let wanted = |rule: &String| match record.rules.get(rule) {
        Some(card) if card.due() <= now => (0, card.due()),
        None => (1, 0),
        Some(card) => (2, (card.known(now) * 1e6) as u64),
    };
    let last = asked.last().copied();
    let urgency = |at: usize| {
        let most = exercises[at].rules.iter().map(wanted).min().unwrap_or((3, 0));
        (most, asked.iter().filter(|known| **known == at).count())
    };
    // One and the same exercise does not come twice in a row, unless there is no other.
    let rest = (0..exercises.len()).filter(|at| exercises.len() == 1 || Some(*at) != last);
    let all: Vec<_> = rest.map(|at| (urgency(at), at)).collect();
    let best = all.iter().map(|(urgency, _)| *urgency).min()?;
    let equal: Vec<usize> = all.iter().filter(|(urgency, _)| *urgency == best).map(|(_, at)| *at).collect();
    let mut chance = Rng::with_seed(seed ^ (asked.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    chance.choice(equal)
}
