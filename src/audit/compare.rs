//! Compares the judge's statements with what follows from its labels.

use std::cell::OnceCell;

use serde_json::{Value, json};

use super::case_judgement::{CaseJudgement, MetricObject};
use super::convert::ConvertedJudgement;
use super::stated::{StatedMetric, StatedNumber};
use super::words::{metric_key, squash};
use super::{AuditRule, MetricComparison, NoScore, RuleViolation};
use crate::ledger::Step;
use crate::num::Num;
use crate::report::json::StepJson;
use crate::report::{Cap, Fired, Metric, MetricOutcome, PartValue, Report};
use crate::rubric::symbol;

/// The scores under another reading of one unclear rule.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// `key=value`.
    pub name: String,
    pub scores: Vec<Option<f64>>,
}

/// A judgement and the report on its labels.
pub struct JudgementComparison<'a> {
    report: &'a Report,
    judged: &'a CaseJudgement,
    read: &'a ConvertedJudgement,
    evaluate: &'a dyn Fn() -> Vec<Alternative>,
    alternatives: OnceCell<Vec<Alternative>>,
}

/// A stated score that does not follow from the labels.
struct WrongScore<'a> {
    /// Index of the metric among those of the rubric.
    at: usize,
    metric: &'a Metric,
    figure: &'a StatedNumber,
    /// The score that follows from the labels, before and after caps.
    raw: f64,
    right: f64,
    /// The score before caps that follows from the judge's own earlier numbers, and the names of these
    /// numbers.
    own_raw: Option<(f64, String)>,
    /// The caps on the metric.
    caps: Vec<&'a Cap>,
}

impl WrongScore<'_> {
    /// Returns whether the stated score follows from the labels, or from the judge's own numbers, with at
    /// most one of the caps that fired.
    fn follows_with_fewer_caps(&self) -> bool {
        let follows_from = |value: f64| {
            close(self.figure, value)
                || self.caps.iter().any(|cap| fired(cap) && close(self.figure, value.min(cap.limit.to_f64())))
        };
        follows_from(self.raw) || self.own_raw.as_ref().is_some_and(|(value, _)| follows_from(*value))
    }
}

/// Returns whether a number is right to the decimals written, but at least two, either rounded or
/// truncated.
fn close(stated: &StatedNumber, right: f64) -> bool {
    const EXACT: f64 = 1e-9;
    let unit = 10_f64.powi(-(stated.places.clamp(2, 12) as i32));
    let cut = (right / unit + EXACT).floor() * unit;
    (stated.value - right).abs() <= unit / 2.0 + EXACT
        || (stated.places >= 2 && (stated.value - cut).abs() <= EXACT)
}

/// Describes a stated number, as the beginning of a sentence.
fn stated_in_words(figure: &StatedNumber) -> String {
    format!("`{}` is {}", figure.key, decimal(figure.value))
}

/// Formats a number with as many decimals as needed, at most four.
fn decimal(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    format!("{rounded}")
}

/// Returns the value of a step computed from the judge's own earlier numbers, if that differs from the
/// value computed from its labels.
fn own(metric: &Metric, step: &Step, stated: &StatedMetric) -> Option<(f64, String)> {
    let used = std::cell::RefCell::new(Vec::<String>::new());
    let other = |name: &str| {
        let figure = match (step.name, name) {
            ("precision", "extraneous") => stated.extraneous.as_ref(),
            ("precision", "tokens") => stated.tokens.as_ref(),
            _ => stated.steps.get(name).or_else(|| {
                let symbol = symbol(metric.key, step.name, name)?;
                // Formulas for findings use scores, not numbers of findings.
                stated.counted(symbol.list.filter(|list| !list.is_finding())?, symbol.word)
            }),
        }?;
        let key = format!("`{}`", figure.key);
        if !used.borrow().contains(&key) {
            used.borrow_mut().push(key);
        }
        Some(Num::decimal(figure.value))
    };
    let value = step.again(&other)?.to_f64();
    let used = used.into_inner();
    (!used.is_empty() && value.is_finite()).then(|| (value, used.join(", ")))
}

fn fired(cap: &Cap) -> bool {
    matches!(cap.fired, Fired::Yes { .. })
}

impl<'a> JudgementComparison<'a> {
    /// Creates the comparison. `evaluate` computes the alternatives on demand.
    pub fn new(
        report: &'a Report,
        judged: &'a CaseJudgement,
        read: &'a ConvertedJudgement,
        evaluate: &'a dyn Fn() -> Vec<Alternative>,
    ) -> JudgementComparison<'a> {
        JudgementComparison { report, judged, read, evaluate, alternatives: OnceCell::new() }
    }

    /// Compares every metric and reports the rules that it breaks.
    pub fn metrics(&self, broken: &mut Vec<RuleViolation>) -> Vec<MetricComparison> {
        let place = |metric: &Metric| super::words::metric(metric.key).unwrap_or_default();
        self.report.metrics.iter().map(|metric| self.metric(place(metric), metric, broken)).collect()
    }

    fn metric(&self, at: usize, metric: &Metric, broken: &mut Vec<RuleViolation>) -> MetricComparison {
        let key = metric_key(at);
        let stated = &self.read.stated[at];
        let mut compared =
            MetricComparison { key, stated: None, right: Err(NoScore::NoMetric), error: None, agrees: false };
        match &self.judged.objects[at] {
            MetricObject::Missing => {
                compared.error = Some(MetricOutcome::MISSING.to_owned());
                return compared;
            }
            MetricObject::Malformed(reason) | MetricObject::Error(reason) => {
                compared.right = Err(NoScore::Unscored(reason.clone()));
                compared.error = Some(reason.clone());
                return compared;
            }
            MetricObject::Given(_) => {}
        }
        compared.stated = stated.score.as_ref().map(|score| score.value);
        if let Some(reason) = &stated.malformed {
            broken.push(RuleViolation::new(AuditRule::Malformed, Some(key), reason.clone()));
            compared.error = Some(reason.clone());
        } else if stated.score.is_none() && !self.judged.report {
            broken.push(RuleViolation::new(AuditRule::Malformed, Some(key), format!("{key} has no score")));
            compared.error = Some("no score".to_owned());
        }
        match &metric.outcome {
            MetricOutcome::Scored { raw, score } => {
                compared.right = Ok([raw.to_f64(), score.to_f64()]);
                self.steps(metric, stated, broken);
                self.severity(metric, stated, broken);
                compared.agrees = self.score(at, metric, stated, [raw.to_f64(), score.to_f64()], broken);
            }
            MetricOutcome::NotApplicable(reason) => {
                compared.right = Err(NoScore::Unscored(reason.clone()));
                compared.agrees = stated.score.is_none();
                if let Some(score) = &stated.score {
                    let said = stated_in_words(score);
                    let message = format!("{said}, and the metric is not applicable: {reason}");
                    broken.push(RuleViolation::new(AuditRule::Arithmetic, Some(key), message).of(score));
                }
            }
            MetricOutcome::Missing(list) => {
                let what = NoScore::NoList(*list);
                let message = format!("the score cannot be recomputed: {what}");
                compared.right = Err(what);
                compared.agrees = self.judged.report && stated.score.is_none();
                if !compared.agrees {
                    broken.push(RuleViolation::new(AuditRule::MissingEvidence, Some(key), message));
                }
            }
            MetricOutcome::Error(reason) => {
                compared.right = Err(NoScore::Unscored(reason.clone()));
                compared.error.get_or_insert_with(|| reason.clone());
                compared.agrees = self.judged.report && stated.score.is_none();
                if !compared.agrees {
                    broken.push(RuleViolation::new(AuditRule::Malformed, Some(key), reason.clone()));
                }
            }
        }
        compared
    }

    /// Compares the steps before the score.
    fn steps(&self, metric: &Metric, stated: &StatedMetric, broken: &mut Vec<RuleViolation>) {
        for step in &metric.steps {
            let Some(figure) = stated.steps.get(step.name) else { continue };
            // A number from which the labels were made cannot contradict them.
            let taken = self.read.taken.contains(&(step.name, figure.value));
            if taken || close(figure, step.value.to_f64()) {
                continue;
            }
            let own =
                own(metric, step, stated).filter(|(value, _)| close(figure, *value)).map(|(_, used)| used);
            let follows =
                own.as_ref().map_or_else(String::new, |used| format!("; it follows from {used} as stated"));
            let message = format!(
                "{}, and the labels give {} = {} = {}{follows}",
                stated_in_words(figure),
                step.formula(),
                step.with(),
                decimal(step.value.to_f64())
            );
            let violation = RuleViolation::new(AuditRule::Arithmetic, Some(metric.key), message);
            broken.push(RuleViolation {
                steps: vec![step.into()],
                follows_from: own,
                ..violation.of(figure).expected(step.value)
            });
        }
        let (Some(figure), Some(raw)) = (&stated.raw, metric.raw()) else { return };
        if !close(figure, raw.to_f64()) {
            let message = format!(
                "{}, and the labels give {} before caps{}",
                stated_in_words(figure),
                decimal(raw.to_f64()),
                last_step(metric)
            );
            let violation = RuleViolation::new(AuditRule::Arithmetic, Some(metric.key), message);
            let steps = metric.steps.iter().map(StepJson::from).collect();
            broken.push(RuleViolation { steps, ..violation.of(figure).expected(raw) });
        }
    }

    fn severity(&self, metric: &Metric, stated: &StatedMetric, broken: &mut Vec<RuleViolation>) {
        let part = metric.parts.iter().find(|(name, _)| *name == "severity");
        let (Some(said), Some((_, PartValue::Word(right)))) = (&stated.severity, part) else { return };
        if squash(said) != squash(right) {
            let u = metric.steps.iter().find(|step| step.name == "u");
            let of = u.map_or_else(String::new, |step| format!(" (u = {})", decimal(step.value.to_f64())));
            let message = format!("`severity` is {said:?}, and the labels make it {right}{of}");
            let violation = RuleViolation::new(AuditRule::Arithmetic, Some(metric.key), message);
            broken.push(RuleViolation {
                field: Some("severity".to_owned()),
                stated: Some(json!(said)),
                steps: u.map(StepJson::from).into_iter().collect(),
                ..violation.expected(right)
            });
        }
    }

    /// Compares the score; returns whether it is right.
    fn score(
        &self,
        at: usize,
        metric: &Metric,
        stated: &StatedMetric,
        [raw, right]: [f64; 2],
        broken: &mut Vec<RuleViolation>,
    ) -> bool {
        let Some(figure) = &stated.score else { return false };
        if close(figure, right) {
            return true;
        }
        let wrong = WrongScore {
            at,
            metric,
            figure,
            raw,
            right,
            own_raw: metric.steps.last().and_then(|step| own(metric, step, stated)),
            caps: self.report.caps.iter().filter(|cap| cap.is_on(metric.key)).collect(),
        };
        broken.extend(self.out_of_range(&wrong));
        let not_applied = self.caps_not_applied(&wrong);
        // A score without the cap, or with only another cap, is an omission and not a miscalculation.
        let is_omission = !not_applied.is_empty() && wrong.follows_with_fewer_caps();
        broken.extend(not_applied);
        if !is_omission {
            broken.push(self.cap_wrongly_applied(&wrong).unwrap_or_else(|| self.miscalculated(&wrong)));
        }
        false
    }

    fn out_of_range(&self, wrong: &WrongScore) -> Option<RuleViolation> {
        let [low, high] = wrong.metric.range.map(Num::to_f64);
        (wrong.figure.value < low || wrong.figure.value > high).then(|| {
            let message =
                format!("{}, outside {} to {}", stated_in_words(wrong.figure), decimal(low), decimal(high));
            self.violation(wrong, AuditRule::ScoreRange, message)
        })
    }

    /// Returns the caps that lower the right score below the stated one.
    fn caps_not_applied(&self, wrong: &WrongScore) -> Vec<RuleViolation> {
        let above = wrong.figure.value > wrong.right;
        let binding = wrong.caps.iter().filter(|cap| above && cap.is_binding());
        let violation = |cap: &&Cap| {
            let message = format!(
                "{}, and {} limits {} to {} ({}{})",
                stated_in_words(wrong.figure),
                cap.slug,
                cap.metric,
                cap.limit,
                cap.observed,
                ids(cap)
            );
            self.violation(wrong, AuditRule::CapNotApplied, message).of_cap(cap)
        };
        binding.map(violation).collect()
    }

    /// Reports a stated score that equals the limit of a cap that does not fire.
    fn cap_wrongly_applied(&self, wrong: &WrongScore) -> Option<RuleViolation> {
        let below = wrong.figure.value <= wrong.right;
        let is_limit = |cap: &&Cap| {
            below
                && cap.fired == Fired::No
                && cap.metric == wrong.metric.key
                && close(wrong.figure, cap.limit.to_f64())
        };
        let idle: Vec<&Cap> = wrong.caps.iter().copied().filter(is_limit).collect();
        let first = idle.first()?;
        let names: Vec<String> = idle.iter().map(|cap| format!("{} ({})", cap.slug, cap.observed)).collect();
        let message = format!(
            "{}, the limit of a cap that does not fire: {}; {} is right",
            stated_in_words(wrong.figure),
            names.join(", "),
            decimal(wrong.right)
        );
        let violation = self.violation(wrong, AuditRule::CapWronglyApplied, message);
        Some(RuleViolation { cap: Some(first.slug), ..violation })
    }

    fn miscalculated(&self, wrong: &WrongScore) -> RuleViolation {
        let (metric, raw, right) = (wrong.metric, wrong.raw, wrong.right);
        let limits = wrong.caps.iter().filter(|cap| fired(cap) && cap.metric == metric.key);
        let lowest = limits.map(|cap| cap.limit.to_f64()).fold(f64::INFINITY, f64::min);
        let follows = wrong
            .own_raw
            .as_ref()
            .filter(|(value, _)| close(wrong.figure, value.min(lowest)) || close(wrong.figure, *value))
            .map(|(_, used)| used.clone());
        let capped =
            if raw == right { String::new() } else { format!(", and {} after caps", decimal(right)) };
        let from =
            follows.as_ref().map_or_else(String::new, |used| format!("; it follows from {used} as stated"));
        let message = format!(
            "{}, and the labels give {}{}{capped}{from}",
            stated_in_words(wrong.figure),
            decimal(raw),
            last_step(metric)
        );
        RuleViolation { follows_from: follows, ..self.violation(wrong, AuditRule::Arithmetic, message) }
    }

    /// Creates the violation for a wrong score, with the right steps and the readings under which it
    /// would be right.
    fn violation(&self, wrong: &WrongScore, rule: AuditRule, message: String) -> RuleViolation {
        let &WrongScore { at, metric, figure, right, .. } = wrong;
        let alternatives = self.alternatives.get_or_init(self.evaluate);
        let fits = |alternative: &&Alternative| {
            alternative.scores.get(at).copied().flatten().is_some_and(|score| close(figure, score))
        };
        RuleViolation {
            steps: metric.steps.iter().map(StepJson::from).collect(),
            readings: alternatives.iter().filter(fits).map(|alternative| alternative.name.clone()).collect(),
            ..RuleViolation::new(rule, Some(metric.key), message).of(figure).expected(Num::decimal(right))
        }
    }

    /// Compares the judge's statements about caps with the caps that fired.
    pub fn caps(&self, broken: &mut Vec<RuleViolation>) {
        for (at, stated) in self.read.stated.iter().enumerate() {
            let Some(said) = &stated.caps else { continue };
            self.check_stated(metric_key(at), said, broken);
        }
        for row in &self.judged.caps {
            let slug = row["slug"].as_str().or(row["cap"].as_str()).unwrap_or_default();
            let cap = self.report.caps.iter().find(|cap| cap.slug == slug && row["metric"] == cap.metric);
            let (Some(cap), Some(says)) = (cap, row["fired"].as_bool()) else { continue };
            self.one(cap, says, broken);
        }
    }

    fn check_stated(&self, metric: &'static str, said: &Value, broken: &mut Vec<RuleViolation>) {
        let caps: Vec<&Cap> = self.report.caps.iter().filter(|cap| cap.is_on(metric)).collect();
        let already = |broken: &[RuleViolation]| {
            broken.iter().any(|one| {
                one.metric == Some(metric)
                    && matches!(one.rule, AuditRule::CapNotApplied | AuditRule::CapWronglyApplied)
            })
        };
        match said {
            Value::Bool(true) if !caps.iter().any(|cap| fired(cap)) && !already(broken) => {
                let message = format!("a cap is said to apply to {metric}, and none fires");
                broken.push(RuleViolation::new(AuditRule::CapWronglyApplied, Some(metric), message));
            }
            Value::Bool(false) if !already(broken) => {
                for cap in caps.iter().filter(|cap| cap.is_binding()) {
                    self.one(cap, false, broken);
                }
            }
            Value::String(name) => {
                let name = squash(name);
                let named = caps.iter().filter(|cap| name.contains(&squash(cap.slug)));
                for cap in named {
                    self.one(cap, true, broken);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| {
                let name = item.as_str().or(item["slug"].as_str()).or(item["name"].as_str());
                if let Some(name) = name {
                    self.check_stated(metric, &Value::from(name), broken);
                }
            }),
            _ => {}
        }
    }

    /// Compares one statement that a cap fired or did not fire.
    fn one(&self, cap: &Cap, says: bool, broken: &mut Vec<RuleViolation>) {
        let (rule, verb) = match (&cap.fired, says) {
            (Fired::Yes { .. }, false) => (AuditRule::CapNotApplied, "fires, but is not reported"),
            (Fired::No, true) => (AuditRule::CapWronglyApplied, "is reported as fired, but does not fire"),
            _ => return,
        };
        let metric = cap.metric.split('.').next().unwrap_or(cap.metric);
        let metric = self.report.metrics.iter().map(|known| known.key).find(|key| *key == metric);
        if broken.iter().any(|one| one.rule == rule && one.metric == metric && one.cap == Some(cap.slug)) {
            return;
        }
        let message = format!("{} on {} {verb}: {}{}", cap.slug, cap.metric, cap.observed, ids(cap));
        let violation = RuleViolation::new(rule, metric, message).of_cap(cap).expected(!says);
        broken.push(RuleViolation { stated: Some(json!(says)), ..violation });
    }

    /// Compares a verdict written in the words of reports. The rubric documents define none, so a missing
    /// verdict is not an error.
    pub fn verdict(&self, broken: &mut Vec<RuleViolation>) {
        let right = self.report.verdict.decision;
        let Some(said) = self.judged.decision.filter(|said| *said != right) else { return };
        let (said, right) = (said.as_str(), right.as_str());
        let because = self.report.verdict.because.first().map_or_else(String::new, |why| format!(" ({why})"));
        let message = format!("the verdict is {said}, and the labels give {right}{because}");
        let violation = RuleViolation::new(AuditRule::Verdict, None, message).expected(right);
        broken.push(RuleViolation {
            field: Some("verdict".to_owned()),
            stated: Some(json!(said)),
            ..violation
        });
    }
}

/// Returns the last line of a ledger, with its numbers.
fn last_step(metric: &Metric) -> String {
    metric.steps.last().map_or_else(String::new, |step| format!(" = {} = {}", step.formula(), step.with()))
}

fn ids(cap: &Cap) -> String {
    if cap.because.is_empty() {
        String::new()
    } else {
        format!(": {}", crate::labels::format_ids(&cap.because))
    }
}
