//! Performs the audit: scores the judge's labels by the real rubric and reports every difference.

use serde_json::{Value, json};

use super::case_judgement::{CaseJudgement, MetricObject};
use super::compare::{Alternative, JudgementComparison};
use super::convert::{ConvertedJudgement, convert};
use super::stated::Purpose;
use super::words::{Holds, holds, metric_key};
use super::{Audit, AuditRule, RuleViolation};
use crate::case::Case;
use crate::labels::{Entry, Label, LabelId, Labels, List, file};
use crate::measures::Measures;
use crate::num::counted;
use crate::report::Report;
use crate::rubric::locks::rules::Target;
use crate::rubric::{Asks, Input, READINGS, RUBRICS, Readings, Rubric, RubricEntry, RuleError, judge};
use crate::text::{Text, word_spans};

/// The rubrics with metric objects.
pub const LOCKS: [&str; 2] = ["twin-lock", "judge-lock"];

/// Error for a rubric without metric objects or an invalid rubric file.
#[derive(Debug, thiserror::Error)]
pub enum Unsuited {
    #[error("{0} has no metric objects to audit; there are twin-lock and judge-lock")]
    Rubric(String),
    #[error(transparent)]
    Numbers(#[from] RuleError),
}

/// Audits judgements by a rubric.
pub struct Auditor {
    rubrics: Vec<(&'static RubricEntry, Box<dyn Rubric>)>,
    /// The rubric to use, regardless of what a judgement claims.
    forced: Option<&'static str>,
    readings: Readings,
}

impl Auditor {
    /// Creates an auditor with the named rubric, or else with the rubric that each judgement follows.
    /// `numbers` is a rubric file with the user's own numbers.
    ///
    /// # Errors
    /// If the rubric is neither Twin-Lock nor Judge-Lock, or the numbers are invalid.
    pub fn new(rubric: Option<&str>, readings: Readings, numbers: Option<&str>) -> Result<Auditor, Unsuited> {
        let forced = match rubric {
            None => None,
            Some(slug) => {
                let known = LOCKS.into_iter().find(|known| *known == slug);
                Some(known.ok_or_else(|| Unsuited::Rubric(slug.to_owned()))?)
            }
        };
        let mut rubrics = Vec::new();
        for entry in RUBRICS.iter().filter(|entry| LOCKS.contains(&entry.slug)) {
            rubrics.push((entry, (entry.load)(entry.toml)?));
        }
        let Some(numbers) = numbers else { return Ok(Auditor { rubrics, forced, readings }) };
        // The keys of the file show which of the two rubrics it belongs to.
        let mut failed: Option<(i64, RuleError)> = None;
        for (entry, rubric) in &mut rubrics {
            match (entry.load)(numbers) {
                Ok(own) if forced.is_none_or(|slug| slug == entry.slug) => {
                    *rubric = own;
                    let forced = Some(entry.slug);
                    return Ok(Auditor { rubrics, forced, readings });
                }
                Ok(_) => {}
                Err(error) if forced.is_none_or(|slug| slug == entry.slug) => {
                    let likeness = entry.likeness(numbers);
                    if failed.as_ref().is_none_or(|(most, _)| likeness > *most) {
                        failed = Some((likeness, error));
                    }
                }
                Err(_) => {}
            }
        }
        let failed = failed.map(|(_, error)| error);
        Err(failed.unwrap_or_else(|| RuleError("a file for another rubric".to_owned())).into())
    }

    /// Returns why a judgement cannot be audited: it claims to follow a rubric without metric objects.
    pub fn unsuited(&self, judged: &CaseJudgement) -> Option<Unsuited> {
        let said = judged.unsuited.filter(|_| self.forced.is_none())?;
        Some(Unsuited::Rubric(said.to_owned()))
    }

    /// Audits a judgement. The texts are those of its case, if known.
    pub fn audit(
        &self,
        judged: &CaseJudgement,
        id: &str,
        article: Option<&str>,
        summary: Option<&str>,
    ) -> Audit {
        let slug = self.forced.unwrap_or_else(|| detect(judged));
        let place = self.rubrics.iter().position(|(entry, _)| entry.slug == slug).unwrap_or_default();
        let (entry, rubric) = &self.rubrics[place];
        let purpose = Purpose::Audit { questions: rubric.asks().questions };
        let mut read = convert(judged, article, summary, purpose, slug);
        let mut notes = judged.notes.clone();
        notes.append(&mut read.notes);
        if article.is_none() || summary.is_none() {
            notes.push("without the texts of the case, evidence is compared by its wording alone".to_owned());
        }
        let recomputed = Recomputed::new(entry, rubric.as_ref(), &self.readings, id, &read, &mut notes);
        let mut broken = presence(judged);
        broken.append(&mut read.broken);
        broken.extend(ranges(&rubric.asks(), &recomputed.labels, &read));
        broken.extend(recomputed.bands(&read));
        let alternatives = || recomputed.alternatives(&self.readings);
        let comparison = JudgementComparison::new(&recomputed.report, judged, &read, &alternatives);
        let metrics = comparison.metrics(&mut broken);
        broken.extend(unread(&recomputed.labels, &broken));
        comparison.caps(&mut broken);
        comparison.verdict(&mut broken);
        let order = |broken: &RuleViolation| {
            let all = Target::METRICS.len();
            let metric = (0..all).find(|at| broken.metric == Some(metric_key(*at)));
            (metric.unwrap_or(usize::from(broken.rule == AuditRule::Verdict) * all), metric.is_some())
        };
        broken.sort_by_key(order);
        let by = judged.by.clone().unwrap_or_else(|| super::UNNAMED.to_owned());
        Audit { id: id.to_owned(), by, rubric: slug, metrics, broken, notes, report: recomputed.report }
    }
}

/// Returns the rubric that a judgement follows: the one it names, or else Judge-Lock if it contains
/// questions.
pub fn detect(judged: &CaseJudgement) -> &'static str {
    if let Some(slug) = judged.rubric {
        return slug;
    }
    let asks = |(metric, object): (usize, &MetricObject)| match object {
        MetricObject::Given(object) => object.keys().any(|key| {
            matches!(
                holds(metric, key),
                Some(
                    Holds::List(List::CoverageQags | List::ClaimQags)
                        | Holds::Count(List::CoverageQags | List::ClaimQags, _)
                        | Holds::Step("qag" | "qag_precision" | "base")
                        | Holds::Severity
                )
            )
        }),
        _ => false,
    };
    let beside = judged.labels.as_ref().is_some_and(|labels| labels.contains_key("coverage_qags"));
    let judge = beside || judged.objects.iter().enumerate().any(asks);
    if judge { "judge-lock" } else { "twin-lock" }
}

/// The judge's labels as read by the rubric.
struct Recomputed<'a> {
    rubric: &'a dyn Rubric,
    readings: &'a Readings,
    case: Case,
    labels: Labels,
    article: Text,
    summary: Text,
    report: Report,
}

impl<'a> Recomputed<'a> {
    fn new(
        entry: &RubricEntry,
        rubric: &'a dyn Rubric,
        readings: &'a Readings,
        id: &str,
        read: &ConvertedJudgement,
        notes: &mut Vec<String>,
    ) -> Recomputed<'a> {
        let [article, summary] = read.texts.clone();
        let labels = match file::read(&Value::Object(read.inner.clone()), &article, &summary) {
            Ok(given) => {
                notes.extend(given.warnings);
                given.labels
            }
            Err(why) => {
                notes.push(why.to_string());
                Labels::default()
            }
        };
        let (article_text, summary_text) = (Text::new(&article), Text::new(&summary));
        let case = Case { id: id.to_owned(), article, summary, ..Case::default() };
        let measures = Measures::default();
        let input = Input {
            case: &case,
            article: &article_text,
            summary: &summary_text,
            labels: &labels,
            measures: &measures,
        };
        let report = judge(entry, rubric, &input, readings);
        Recomputed { rubric, readings, case, labels, article: article_text, summary: summary_text, report }
    }

    /// Returns the results under other readings of unclear rules, each chosen alone.
    fn alternatives(&self, readings: &Readings) -> Vec<Alternative> {
        let measures = Measures::default();
        let (case, article, summary, labels) = (&self.case, &self.article, &self.summary, &self.labels);
        let input = Input { case, article, summary, labels, measures: &measures };
        let bearing = READINGS.iter().enumerate().filter(|(_, reading)| reading.bears_on(self.report.rubric));
        let all = bearing.flat_map(|(index, reading)| {
            readings
                .alternatives(index)
                .map(move |(value, other)| (format!("{}={value}", reading.key), other))
        });
        all.map(|(name, other)| {
            let done = self.rubric.evaluate(&input, &other, false);
            let scores =
                done.metrics.iter().map(|metric| metric.score().map(crate::num::Num::to_f64)).collect();
            Alternative { name, scores }
        })
        .collect()
    }

    /// Reports labels that are not the band of the measure given with them.
    fn bands(&self, read: &ConvertedJudgement) -> Vec<RuleViolation> {
        let mut broken = Vec::new();
        for &(list, at, measure) in &read.measured {
            let Some(label) = self.labels.get(list).and_then(|labels| labels.get(at)) else { continue };
            let measured = Label { word: None, ..label.clone() };
            let (Some(said), Some(band)) = (label.word, self.rubric.word(&measured, self.readings)) else {
                continue;
            };
            if said != band {
                let id = LabelId { list, index: at }.to_string();
                let message =
                    format!("{id} is labelled {}, and {measure} is {}", said.as_str(), band.as_str());
                let metric = if list == List::Segments { 3 } else { 0 };
                let violation = RuleViolation::new(AuditRule::LabelBand, Some(metric_key(metric)), message);
                let violation = violation.about(vec![id]).expected(band.as_str());
                broken.push(RuleViolation { stated: Some(json!(said.as_str())), ..violation });
            }
        }
        broken
    }
}

/// Reports issues that cannot be read, if the metric does not show this because its scores were given
/// directly.
fn unread(labels: &Labels, broken: &[RuleViolation]) -> Option<RuleViolation> {
    const METRIC: &str = "bias_toxicity";
    let Entry::Malformed(reason) = labels.entry(List::Issues) else { return None };
    let reported = broken.iter().any(|one| one.rule == AuditRule::Malformed && one.metric == Some(METRIC));
    (!reported).then(|| RuleViolation::new(AuditRule::Malformed, Some(METRIC), reason.to_string()))
}

/// Reports metrics that are missing or not objects, and their order.
fn presence(judged: &CaseJudgement) -> Vec<RuleViolation> {
    let mut broken = Vec::new();
    for (metric, object) in judged.objects.iter().enumerate() {
        let key = metric_key(metric);
        match object {
            MetricObject::Missing => {
                let message = format!("there is no {key}");
                broken.push(RuleViolation::new(AuditRule::MissingMetric, Some(key), message));
            }
            MetricObject::Malformed(reason) => {
                broken.push(RuleViolation::new(AuditRule::Malformed, Some(key), reason.clone()));
            }
            MetricObject::Error(_) | MetricObject::Given(_) => {}
        }
    }
    if judged.order.windows(2).any(|two| two[0] > two[1]) {
        let keys = |order: &[usize]| order.iter().map(|metric| metric_key(*metric)).collect::<Vec<_>>();
        let mut right = judged.order.clone();
        right.sort_unstable();
        let message = format!(
            "the order of the metrics is {}; the printed order is {}",
            keys(&judged.order).join(", "),
            keys(&right).join(", ")
        );
        let violation = RuleViolation::new(AuditRule::Order, None, message).expected(keys(&right));
        broken.push(RuleViolation { stated: Some(json!(keys(&judged.order))), ..violation });
    }
    broken
}

/// Reports counts that differ from what the rubric requires, and texts that are too long or too short.
fn ranges(asks: &Asks, labels: &Labels, read: &ConvertedJudgement) -> Vec<RuleViolation> {
    let mut broken = Vec::new();
    let mut say = |metric: usize, labels: Vec<String>, message: String| {
        let violation = RuleViolation::new(AuditRule::CountRange, Some(metric_key(metric)), message);
        broken.push(violation.about(labels));
    };
    let of_share = |list: List| read.made.contains(&list) && !has_counts(read, list);
    // Returns the ids of the units of a list whose text has fewer tokens than required.
    let short = |list: List, units: &[Label], least: usize| -> Vec<String> {
        let short = |unit: &Label| !unit.text.is_empty() && word_spans(&unit.text).count() < least;
        let units = units.iter().enumerate().filter(|(_, unit)| short(unit));
        units.map(|(index, _)| LabelId { list, index }.to_string()).collect()
    };
    if let (Some(points), Some([least, most])) =
        (labels.get(List::KeyPoints).filter(|_| !of_share(List::KeyPoints)), asks.key_points)
    {
        let count = counted(points.len(), "key point");
        if !(least..=most).contains(&points.len()) {
            say(0, Vec::new(), format!("{count}; the rubric asks for {least} to {most}"));
        }
        let ids = short(List::KeyPoints, points, asks.point_tokens);
        if !ids.is_empty() {
            let few = counted(ids.len(), "key point");
            say(0, ids, format!("{few} of fewer than {} tokens", asks.point_tokens));
        }
    }
    if let (Some(claims), Some(most)) = (labels.get(List::Claims), asks.claims)
        && claims.len() > most
    {
        say(2, Vec::new(), format!("{}; the rubric asks for at most {most}", counted(claims.len(), "claim")));
    }
    for (metric, list) in [(0, List::CoverageQags), (2, List::ClaimQags)] {
        let Some(asked) = asks.questions else { continue };
        let Some(questions) = labels.get(list).filter(|_| !of_share(list)) else { continue };
        // Without claims there is nothing to ask about.
        let nothing = list == List::ClaimQags
            && questions.is_empty()
            && labels.get(List::Claims).is_some_and(<[_]>::is_empty);
        if questions.len() != asked && !nothing {
            let count = counted(questions.len(), list.spec().unit);
            say(metric, Vec::new(), format!("{count}; the rubric asks for {asked}"));
        }
    }
    for (metric, what, text, most) in [
        (1, "statement of intent, stance and tone", &labels.intent, asks.statement_tokens),
        (3, "theme", &labels.theme, asks.theme_tokens),
    ] {
        let tokens = text.as_ref().map_or(0, |text| word_spans(text).count());
        if let Some(most) = most.filter(|most| tokens > *most) {
            say(metric, Vec::new(), format!("the {what} has {tokens} tokens; the rubric allows {most}"));
        }
    }
    // If every segment is short, the whole summary counts as one.
    if let Some(segments) = labels.get(List::Segments).filter(|segments| segments.len() > 1) {
        let ids = short(List::Segments, segments, asks.segment_tokens);
        if !ids.is_empty() {
            let few = counted(ids.len(), "segment");
            say(3, ids, format!("{few} of fewer than {} tokens, to be ignored", asks.segment_tokens));
        }
    }
    broken
}

fn has_counts(read: &ConvertedJudgement, list: List) -> bool {
    read.stated.iter().any(|stated| stated.counts.iter().any(|(known, ..)| *known == list))
}
