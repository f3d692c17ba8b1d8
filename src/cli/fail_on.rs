//! Conditions under which a run fails: verdicts and thresholds of metrics, applied to each result.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
pub struct Conditions(Arc<[Condition]>);

/// A condition, and whether some result could meet it. Clones of [`Conditions`] share what they saw.
#[derive(Debug)]
struct Condition {
    fail_on: FailOn,
    /// Whether this run scores the rubric that it names, if it names one.
    in_run: bool,
    /// Whether its metric applies to some result; verdicts apply to all.
    applied: AtomicBool,
}

impl Condition {
    fn new(fail_on: FailOn, in_run: bool) -> Condition {
        Condition { fail_on, in_run, applied: AtomicBool::new(false) }
    }
}

impl Conditions {
    /// Selects the requested conditions that apply to single results, in a run with these rubrics and
    /// metrics.
    ///
    /// # Errors
    /// If a condition names an unknown rubric, or a metric that none of the rubrics has.
    pub fn new(asked: &[FailOn], rubrics: &[(&str, Vec<&str>)]) -> Result<Conditions, CliError> {
        let mut conditions = Vec::new();
        for condition in asked.iter().filter(|condition| **condition != FailOn::Worse) {
            let in_run = match condition {
                FailOn::Metric(threshold) => threshold.check(rubrics)?,
                _ => true,
            };
            conditions.push(Condition::new(condition.clone(), in_run));
        }
        Ok(Conditions(conditions.into()))
    }

    /// Returns these conditions or, if there are none, the default of CI formats: verdicts, unless the
    /// run is compared with an earlier one.
    pub fn or_verdicts(&self, compares: bool) -> Conditions {
        if self.0.is_empty() && !compares {
            Conditions(Arc::from([Condition::new(FailOn::Fail, true)]))
        } else {
            self.clone()
        }
    }

    /// Returns whether a result can be judged: it has a verdict, or a score that a condition names, even
    /// if the case has no input for the rest of the rubric.
    pub fn judges(&self, facts: &Facts) -> bool {
        let mut is_scored = false;
        for Condition { fail_on, applied, .. } in &*self.0 {
            let FailOn::Metric(threshold) = fail_on else { continue };
            match threshold.score(facts) {
                Some(Score::Is(_)) => is_scored = true,
                Some(Score::Unknown) => {}
                Some(Score::NotApplicable) | None => continue,
            }
            applied.store(true, Ordering::Relaxed);
        }
        !facts.is_without_input || is_scored
    }

    /// Returns a message for each condition whose metric applied to none of the results that were judged.
    pub fn without_effect(&self) -> impl Iterator<Item = String> {
        let is_unmet =
            |condition: &&Condition| condition.in_run && !condition.applied.load(Ordering::Relaxed);
        self.0.iter().filter(is_unmet).filter_map(|condition| match &condition.fail_on {
            FailOn::Metric(threshold) => Some(format!(
                "--fail-on {threshold}: {} applies to no case, so that it never fails",
                threshold.parts().1
            )),
            _ => None,
        })
    }

    /// Returns why a result fails; `None` if it does not.
    pub fn failed(&self, facts: &Facts) -> Option<String> {
        self.0.iter().find_map(|condition| condition.fail_on.met(facts))
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

    /// Returns whether this run scores the rubric that the condition names, if it names one; if not, prints a
    /// note. Fails if no run could meet the condition.
    fn check(&self, rubrics: &[(&str, Vec<&str>)]) -> Result<bool, CliError> {
        let (rubric, key) = self.parts();
        let named: Vec<_> =
            rubrics.iter().filter(|(slug, _)| rubric.is_none_or(|name| name == *slug)).collect();
        match rubric.filter(|_| named.is_empty()) {
            Some(rubric) if RUBRICS.iter().any(|entry| entry.slug == rubric) => {
                print_note(format!(
                    "--fail-on {self}: this run does not score {rubric}, so that it never fails"
                ));
                return Ok(false);
            }
            Some(rubric) => {
                let known = crate::rubric::slugs();
                let message = format!("--fail-on {self}: unknown rubric `{rubric}`");
                return Err(CliError::usage(message).hint(format!("there are {}", known.join(", "))));
            }
            None => {}
        }
        if named.iter().any(|(_, metrics)| metrics.contains(&key)) {
            return Ok(true);
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
            let conditions = Conditions(Arc::from([Condition::new(parse(text).unwrap(), true)]));
            assert_eq!(conditions.judges(&facts(decision, score)), judges, "{text} {decision:?} {score:?}");
        }
    }

    #[test]
    fn a_condition_whose_metric_applies_to_no_case_is_reported() {
        let rubrics = [("twin-lock", vec!["coverage", "alignment"])];
        for (text, scores, reported) in [
            ("coverage<7", &[Score::NotApplicable, Score::NotApplicable][..], true),
            ("coverage<7", &[Score::NotApplicable, Score::Is(7.0)], false),
            ("coverage<7", &[Score::Unknown], false),
            ("alignment<7", &[Score::Is(7.0)], true),
            // A note said before that this run does not score the rubric.
            ("synthlink.f1<5", &[Score::Is(7.0)], false),
            ("fail", &[Score::NotApplicable], false),
        ] {
            let conditions = Conditions::new(&[parse(text).unwrap()], &rubrics).unwrap();
            for score in scores {
                conditions.judges(&facts(Decision::Pass, *score));
            }
            let messages: Vec<String> = conditions.without_effect().collect();
            assert_eq!(!messages.is_empty(), reported, "{text} {scores:?}: {messages:?}");
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
