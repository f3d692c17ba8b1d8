//! The decision of the two locks.

use super::caps::{Row, any_issue};
use super::facts::{Facts, count};
use super::fraction::Fraction;
use super::scores::{Raw, unsupported_share};
use super::{METRICS, Rules};

/// "minor < 0.25, moderate [0.25, 0.5), severe >= 0.5; none if u = 0"; under `edge=lower` an edge goes to the band
/// below; under `severity.requires=unsupported` "partial claims alone are never severe".
pub fn severity(rules: &Rules, facts: &Facts) -> Option<&'static str> {
    let u = unsupported_share(facts).ok()?;
    let lower = rules.read_as("edge", "lower");
    let reaches = |edge: Fraction| u.is_above(edge) || (u == edge && !lower);
    let alone = count(facts.claims.as_ref().ok()?, "unsupported") == 0;
    Some(if u == Fraction::ZERO {
        "none"
    } else if !reaches(Fraction::new(1, 4)) {
        "minor"
    } else if !reaches(Fraction::new(1, 2)) || (alone && rules.read_as("severity.requires", "unsupported")) {
        "moderate"
    } else {
        "severe"
    })
}

/// "ERROR if a metric is missing or malformed; INCOMPLETE if one is not applicable. FAIL if a claim is unsupported, or
/// severity is severe, or a slur, or any metric's final score <= 3. WARN if any other cap or guard fired, or any
/// metric < 7. PASS otherwise." The number is "the minimum of the five, with the mean beside it", "null under ERROR".
pub fn of(
    rules: &Rules,
    facts: &Facts,
    raw: &Raw,
    finals: &[Option<Fraction>],
    rows: &[Row],
) -> (&'static str, Option<Fraction>, Option<Fraction>) {
    let gaps: Vec<_> = (0..METRICS.len()).filter_map(|at| raw.of(at).err()).collect();
    if gaps.iter().any(|gap| gap.is_error()) {
        return ("ERROR", None, None);
    }
    let scores: Vec<Fraction> = finals.iter().copied().flatten().collect();
    let least = scores.iter().copied().reduce(Fraction::smaller);
    let sum = scores.iter().fold(Fraction::ZERO, |sum, score| sum.plus(*score));
    let mean = (!scores.is_empty()).then(|| sum.over(Fraction::whole(scores.len() as i128)));
    let unsupported = facts.claims.as_ref().is_ok_and(|claims| count(claims, "unsupported") > 0);
    let severe = severity(rules, facts) == Some("severe");
    let slur = any_issue(facts, &["slur"]) == Some(true);
    let low = |edge| scores.iter().any(|score| score.is_below(edge));
    let three = scores.iter().any(|score| !score.is_above(Fraction::whole(3)));
    let decision = if !gaps.is_empty() {
        "INCOMPLETE"
    } else if unsupported || severe || slur || three {
        "FAIL"
    } else if rows.iter().any(|row| row.fired == Some(true)) || low(Fraction::whole(7)) {
        "WARN"
    } else {
        "PASS"
    };
    (decision, least, mean)
}
