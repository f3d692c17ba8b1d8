//! Conditions under which a run fails: verdicts and thresholds of metrics, applied to each result.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::num::two_decimals;
use crate::report::{Decision, MetricOutcome, Report};
use crate::rubric::RUBRICS;

use super::CliError;
use super::output::print_note;

/// A condition of `--fail-on`.
#[derive(Clone, Debug, PartialEq)]
pub enum FailOn {
    /// FAIL and ERROR, and INCOMPLETE unless the case has no input for the rubric.
    Fail,
    Warn,
    /// A verdict, or the mean of a metric, is worse than in the run of --baseline.
    Worse,
    Verdict(Decision),
    /// A score is beyond a threshold.
    Metric(MetricThreshold),
}

#[derive(Clone, Debug, PartialEq)]
pub struct MetricThreshold {
    /// The metric; `RUBRIC.METRIC` restricts it to one rubric.
    metric: String,
    side: Side,
    limit: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    AtMost,
    Above,
    AtLeast,
}

impl Side {
    /// The comparison operators; longer ones first.
    const ALL: [(Side, &'static str); 4] =
        [(Side::AtMost, "<="), (Side::AtLeast, ">="), (Side::Below, "<"), (Side::Above, ">")];

    fn holds(self, score: f64, limit: f64) -> bool {
        match self {
            Side::Below => score < limit,
            Side::AtMost => score <= limit,
            Side::Above => score > limit,
            Side::AtLeast => score >= limit,
        }
    }
}

impl fmt::Display for MetricThreshold {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = Side::ALL.iter().find(|(side, _)| *side == self.side).map_or("", |(_, sign)| sign);
        write!(out, "{}{side}{}", self.metric, self.limit)
    }
}

pub fn parse(text: &str) -> Result<FailOn, String> {
    match text.trim() {
        "fail" => return Ok(FailOn::Fail),
        "warn" => return Ok(FailOn::Warn),
        "worse" => return Ok(FailOn::Worse),
        _ => {}
    }
    if let Some((_, word)) = text.split_once('=').filter(|(key, _)| key.trim() == "verdict") {
        let verdict = word.trim().to_uppercase().parse().ok();
        let words = Decision::ALL.iter().map(|decision| decision.as_str()).collect::<Vec<_>>().join(", ");
        return verdict.map(FailOn::Verdict).ok_or_else(|| format!("a verdict is one of {words}"));
    }
    let wrong = || {
        "write fail, warn, worse, verdict=FAIL, or a metric with its threshold, as in 'hallucination<7'"
            .to_owned()
    };
    let split =
        |(side, sign): &(Side, &str)| text.split_once(sign).map(|(metric, limit)| (*side, metric, limit));
    let (side, metric, limit) = Side::ALL.iter().find_map(split).ok_or_else(wrong)?;
    let limit: f64 = limit.trim().parse().ok().filter(|limit: &f64| limit.is_finite()).ok_or_else(wrong)?;
    let metric = metric.trim().to_owned();
    if metric.is_empty() { Err(wrong()) } else { Ok(FailOn::Metric(MetricThreshold { metric, side, limit })) }
}

/// The properties of a result that conditions test.
pub struct Facts<'a> {
    pub rubric: &'a str,
    pub decision: Decision,
    /// Whether the case has no input for the rubric.
    pub is_without_input: bool,
    /// The metrics by their keys.
    pub metrics: Vec<(&'a str, Score)>,
}

/// A score, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    Is(f64),
    /// It does not apply to the case.
    NotApplicable,
    /// It could not be computed.
    Unknown,
}

impl<'a> Facts<'a> {
    pub fn of(report: &'a Report) -> Facts<'a> {
        let score = |metric: &'a crate::report::Metric| {
            let score = match &metric.outcome {
                MetricOutcome::Scored { score, .. } => Score::Is(score.to_f64()),
                MetricOutcome::NotApplicable(_) => Score::NotApplicable,
                MetricOutcome::Missing(_) | MetricOutcome::Error(_) => Score::Unknown,
            };
            (metric.key, score)
        };
        let metrics: Vec<_> = report.metrics.iter().map(score).collect();
        let decision = report.verdict.decision;
        let is_known = |(_, score): &(_, Score)| *score != Score::Unknown;
        let is_without_input = decision == Decision::Incomplete && metrics.iter().all(is_known);
        Facts { rubric: report.rubric, decision, is_without_input, metrics }
    }
}

/// The conditions that apply to single results.
#[derive(Clone, Debug, Default)]
pub struct Conditions(Arc<[FailOn]>);

impl Conditions {
    /// Selects the requested conditions that apply to single results, in a run with these rubrics and
    /// metrics.
    ///
    /// # Errors
    /// If a condition names an unknown rubric, or a metric that none of the rubrics has.
    pub fn new(asked: &[FailOn], rubrics: &[(&str, Vec<&str>)]) -> Result<Conditions, CliError> {
        for condition in asked {
            if let FailOn::Metric(threshold) = condition {
                threshold.check(rubrics)?;
            }
        }
        Ok(Conditions(asked.iter().filter(|condition| **condition != FailOn::Worse).cloned().collect()))
    }

    /// Returns these conditions or, if there are none, the default of CI formats: verdicts, unless the
    /// run is compared with an earlier one.
    pub fn or_verdicts(&self, compares: bool) -> Conditions {
        if self.0.is_empty() && !compares { Conditions(Arc::from([FailOn::Fail])) } else { self.clone() }
    }

    /// Returns whether a result can be judged: it has a verdict, or a score that a condition names, even
    /// if the case has no input for the rest of the rubric.
    pub fn judges(&self, facts: &Facts) -> bool {
        let scored = |condition: &FailOn| match condition {
            FailOn::Metric(threshold) => matches!(threshold.score(facts), Some(Score::Is(_))),
            _ => false,
        };
        !facts.is_without_input || self.0.iter().any(scored)
    }

    /// Returns why a result fails; `None` if it does not.
    pub fn failed(&self, facts: &Facts) -> Option<String> {
        self.0.iter().find_map(|condition| condition.met(facts))
    }
}

impl FailOn {
    fn met(&self, facts: &Facts) -> Option<String> {
        let decision = facts.decision;
        let verdict = || Some(format!("the verdict is {}", decision.as_str()));
        match self {
            FailOn::Worse => None,
            FailOn::Verdict(wanted) => verdict().filter(|_| decision == *wanted),
            // Nothing could be judged, which is not the summary's fault.
            FailOn::Fail | FailOn::Warn if facts.is_without_input => None,
            FailOn::Fail => verdict().filter(|_| decision >= Decision::Fail),
            FailOn::Warn => verdict().filter(|_| decision >= Decision::Warn),
            FailOn::Metric(threshold) => threshold.met(facts),
        }
    }
}

impl MetricThreshold {
    /// Splits the name into rubric, if given, and metric.
    fn parts(&self) -> (Option<&str>, &str) {
        match self.metric.rsplit_once('.') {
            Some((rubric, key)) => (Some(rubric), key),
            None => (None, &self.metric),
        }
    }

    /// Fails if no run could meet the condition. If only this run cannot, since it lacks the rubric,
    /// prints a note.
    fn check(&self, rubrics: &[(&str, Vec<&str>)]) -> Result<(), CliError> {
        let (rubric, key) = self.parts();
        let named: Vec<_> =
            rubrics.iter().filter(|(slug, _)| rubric.is_none_or(|name| name == *slug)).collect();
        match rubric.filter(|_| named.is_empty()) {
            Some(rubric) if RUBRICS.iter().any(|entry| entry.slug == rubric) => {
                print_note(format!(
                    "--fail-on {self}: this run does not score {rubric}, so that it never fails"
                ));
                return Ok(());
            }
            Some(rubric) => {
                let known = crate::rubric::slugs();
                let message = format!("--fail-on {self}: unknown rubric `{rubric}`");
                return Err(CliError::usage(message).hint(format!("there are {}", known.join(", "))));
            }
            None => {}
        }
        if named.iter().any(|(_, metrics)| metrics.contains(&key)) {
            return Ok(());
        }
        let mut known: Vec<&str> = named.iter().flat_map(|(_, metrics)| metrics.iter().copied()).collect();
        let mut seen = FxHashSet::default();
        known.retain(|metric| seen.insert(*metric));
        let message = match rubric {
            Some(rubric) => format!("--fail-on {self}: {rubric} has no metric `{key}`"),
            None => format!("--fail-on {self}: no rubric of this run has a metric `{key}`"),
        };
        Err(CliError::usage(message).hint(format!("there are {}", known.join(", "))))
    }

    /// Returns the score that it tests; `None` for a result without this metric.
    fn score(&self, facts: &Facts) -> Option<Score> {
        let (rubric, key) = self.parts();
        let mut metrics = facts.metrics.iter().filter(|_| rubric.is_none_or(|rubric| rubric == facts.rubric));
        metrics.find(|(known, _)| *known == key).map(|(_, score)| *score)
    }

    fn met(&self, facts: &Facts) -> Option<String> {
        let (_, key) = self.parts();
        match self.score(facts)? {
            Score::Is(score) => {
                let met = self.side.holds(score, self.limit);
                // Rounded as everywhere for people, unless the rounded score would not meet the threshold.
                let meets =
                    |shown: &String| shown.parse().is_ok_and(|shown| self.side.holds(shown, self.limit));
                let shown = Some(two_decimals(score)).filter(meets).unwrap_or_else(|| score.to_string());
                met.then(|| format!("{key} is {shown}: {self}"))
            }
            Score::NotApplicable => None,
            // An unknown score cannot pass the threshold.
            Score::Unknown => Some(format!("{key} has no score: {self}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(decision: Decision, score: Score) -> Facts<'static> {
        let is_without_input = decision == Decision::Incomplete && score != Score::Unknown;
        Facts { rubric: "twin-lock", decision, is_without_input, metrics: vec![("coverage", score)] }
    }

    #[test]
    fn conditions_are_read_or_refused() {
        for text in ["coverage<7", "coverage <= 7.5", "twin-lock.coverage>0", "coverage>=-1"] {
            let FailOn::Metric(threshold) = parse(text).unwrap() else { panic!("{text}") };
            assert_eq!(threshold.to_string(), text.replace(' ', ""));
        }
        assert_eq!(parse("verdict=fail"), Ok(FailOn::Verdict(Decision::Fail)));
        assert_eq!((parse("fail"), parse("worse")), (Ok(FailOn::Fail), Ok(FailOn::Worse)));
        for wrong in
            ["", "coverage", "coverage<", "coverage<x", "<7", "verdict=GOOD", "coverage<inf", "coverage=7"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn conditions_that_no_result_can_meet_are_refused() {
        let rubrics = [("twin-lock", vec!["coverage", "alignment"]), ("anchor", vec!["relevance"])];
        for (text, message) in [
            ("alignment<5", ""),
            ("anchor.relevance<5", ""),
            ("anchr.relevance<5", "unknown rubric `anchr`"),
            // Another run of the same command may include the rubric.
            ("synthlink.f1<5", ""),
            ("anchor.coverage<5", "anchor has no metric `coverage`"),
            ("halu<5", "no rubric of this run has a metric `halu`"),
        ] {
            let refused = Conditions::new(&[parse(text).unwrap()], &rubrics).err();
            let refused = refused.map_or_else(String::new, |error| error.message);
            assert!(
                refused.ends_with(message) && refused.is_empty() == message.is_empty(),
                "{text}: {refused}"
            );
        }
    }

    #[test]
    fn a_result_vouches_for_its_verdict_or_for_a_score_that_is_asked_for() {
        for (text, decision, score, judges) in [
            ("fail", Decision::Pass, Score::Is(7.0), true),
            ("fail", Decision::Incomplete, Score::Is(7.0), false),
            ("verdict=FAIL", Decision::Incomplete, Score::Is(7.0), false),
            ("coverage<7", Decision::Incomplete, Score::Is(7.0), true),
            ("twin-lock.coverage<7", Decision::Incomplete, Score::Is(7.0), true),
            ("anchor.coverage<7", Decision::Incomplete, Score::Is(7.0), false),
            ("alignment<7", Decision::Incomplete, Score::Is(7.0), false),
            ("coverage<7", Decision::Incomplete, Score::NotApplicable, false),
            ("coverage<7", Decision::Pass, Score::NotApplicable, true),
        ] {
            let conditions = Conditions(Arc::from([parse(text).unwrap()]));
            assert_eq!(conditions.judges(&facts(decision, score)), judges, "{text} {decision:?} {score:?}");
        }
    }

    #[test]
    fn a_score_is_shown_rounded_where_that_meets_the_threshold_too() {
        let met = |score| parse("coverage<7").unwrap().met(&facts(Decision::Pass, Score::Is(score)));
        assert_eq!(met(2.0 / 3.0).as_deref(), Some("coverage is 0.67: coverage<7"));
        assert_eq!(met(6.9999).as_deref(), Some("coverage is 6.9999: coverage<7"));
    }

    #[test]
    fn conditions_are_met_by_verdicts_and_scores() {
        let met = |text: &str, decision, score| parse(text).unwrap().met(&facts(decision, score)).is_some();
        let seven = Score::Is(7.0);
        for (text, decision, score, fails) in [
            ("fail", Decision::Fail, seven, true),
            ("fail", Decision::Warn, seven, false),
            ("warn", Decision::Warn, seven, true),
            ("verdict=WARN", Decision::Warn, seven, true),
            ("verdict=WARN", Decision::Fail, seven, false),
            ("coverage<7", Decision::Pass, seven, false),
            ("coverage<=7", Decision::Pass, seven, true),
            ("coverage>6.9", Decision::Pass, seven, true),
            ("coverage>=7.1", Decision::Pass, seven, false),
            ("judge-lock.coverage<8", Decision::Pass, seven, false),
            ("twin-lock.coverage<8", Decision::Pass, seven, true),
            ("alignment<8", Decision::Pass, seven, false),
            // A case without input is not judged; one without labels is not passed.
            ("fail", Decision::Incomplete, Score::NotApplicable, false),
            ("verdict=INCOMPLETE", Decision::Incomplete, Score::NotApplicable, true),
            ("coverage<7", Decision::Incomplete, Score::NotApplicable, false),
            ("fail", Decision::Incomplete, Score::Unknown, true),
            ("coverage<7", Decision::Incomplete, Score::Unknown, true),
        ] {
            assert_eq!(met(text, decision, score), fails, "{text} {decision:?} {score:?}");
        }
    }
}
