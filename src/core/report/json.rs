//! Writes a report in the file format `lockbench.report/1`: spans in Unicode scalar values, numbers at full
//! precision.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

use super::{
    Cap, DECISIONS, Decides, Decision, Fired, Flip, FlipChange, FlipEffect, Metric, MetricOutcome, Odds,
    Reach, Reason, Report, Verdict,
};
use crate::case::Extra;
use crate::labels::{Label, LabelId, LabelValue, List, Mismatch, MismatchId, Provenance, ThresholdMeasure};
use crate::ledger::Step;
use crate::num::Num;
use crate::text::visible::steers;
use crate::text::{CharIndex, Span};

/// The name of the format.
pub const SCHEMA: &str = "lockbench.report/1";

/// A text into which spans point, indexed once for all reports of a case.
#[derive(Debug)]
pub struct SpanText<'a> {
    text: &'a str,
    index: CharIndex<'a>,
}

impl<'a> SpanText<'a> {
    /// Indexes a text.
    pub fn new(text: &'a str) -> SpanText<'a> {
        SpanText { text, index: CharIndex::new(text) }
    }

    fn span(&self, span: Span) -> SpanJson<'a> {
        let (start, end) = self.index.chars(span);
        SpanJson { start, end, text: self.text.get(span.range()).unwrap_or_default() }
    }
}

#[derive(Serialize)]
struct SpanJson<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

/// A report with the texts into which its spans point. It serializes as the object of the file format.
#[derive(Clone, Copy)]
pub struct ReportJson<'a> {
    pub report: &'a Report,
    pub article: &'a SpanText<'a>,
    pub summary: &'a SpanText<'a>,
    /// Fields of the case that no rubric read, written back unchanged.
    pub extra: Option<&'a Extra>,
}

impl Serialize for ReportJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.report;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", SCHEMA)?;
        map.serialize_entry("id", &report.id)?;
        map.serialize_entry("rubric", report.rubric)?;
        map.serialize_entry("signature", &report.signature)?;
        map.serialize_entry("input", &*report.input)?;
        map.serialize_entry("judged_by", &report.judged_by())?;
        if let Some(judges) = report.mixed() {
            let each = judges.iter().map(|(list, judge)| (list.spec().key, judge.to_string()));
            map.serialize_entry("lists", &Entries(each))?;
        }
        if let Some(why) = &report.fallback {
            map.serialize_entry("fallback", why)?;
        }
        let metrics = Entries(report.metrics.iter().map(|metric| (metric.key, MetricJson(*self, metric))));
        map.serialize_entry("metrics", &metrics)?;
        map.serialize_entry("caps", &Each(report.caps.iter().map(CapJson::from)))?;
        map.serialize_entry("verdict", &VerdictJson(&report.verdict, report.odds.as_ref()))?;
        map.serialize_entry("disputed", &report.disputed)?;
        let mismatches = report.mismatches.iter().map(|(id, one)| MismatchJson(*self, *id, one));
        map.serialize_entry("mismatches", &Each(mismatches))?;
        if let Some(extra) = self.extra.filter(|extra| !extra.is_empty()) {
            map.serialize_entry("extra", extra)?;
        }
        map.end()
    }
}

/// Serializes any value of this crate as JSON on one line. Characters that could control a terminal are
/// escaped.
pub fn line(value: &impl Serialize) -> String {
    // All maps of this crate have string keys, and nothing else can fail.
    safe(serde_json::to_string(value).unwrap_or_default())
}

/// Like [`line()`], but indented.
pub fn pretty(value: &impl Serialize) -> String {
    safe(serde_json::to_string_pretty(value).unwrap_or_default())
}

fn safe(json: String) -> String {
    match escaped(&json) {
        Cow::Owned(escaped) => escaped,
        Cow::Borrowed(_) => json,
    }
}

/// Escapes all characters in JSON that could control a terminal as `\\uXXXX`. They can occur only inside
/// strings.
pub fn escaped(json: &str) -> Cow<'_, str> {
    if !has_steering(json) {
        return Cow::Borrowed(json);
    }
    let mut safe = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        if steers(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                safe.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// Whether JSON contains a character that could control a terminal. JSON contains no raw control characters
/// of ASCII except DEL, and all others begin with one of three bytes.
fn has_steering(json: &str) -> bool {
    let [c1, arabic, general] = LEADS;
    let mut leads = memchr::memchr3_iter(c1, arabic, general, json.as_bytes());
    leads.any(|at| json[at..].chars().next().is_some_and(steers))
        || memchr::memchr(0x7f, json.as_bytes()).is_some()
}

/// First bytes of the UTF-8 encoding of such characters.
const LEADS: [u8; 3] = [0xc2, 0xd8, 0xe2];

/// Serializes pairs as a JSON object.
struct Entries<I>(I);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)> + Clone> Serialize for Entries<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
    }
}

/// Serializes items as a JSON list.
struct Each<I>(I);

impl<V: Serialize, I: Iterator<Item = V> + Clone> Serialize for Each<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

struct MetricJson<'a>(ReportJson<'a>, &'a Metric);

impl Serialize for MetricJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MetricJson(json, metric) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("raw", &metric.raw())?;
        map.serialize_entry("score", &metric.score())?;
        match &metric.outcome {
            MetricOutcome::Scored { .. } => {}
            MetricOutcome::NotApplicable(reason) => map.serialize_entry("not_applicable", reason)?,
            MetricOutcome::Error(_) | MetricOutcome::Missing(_) => {
                map.serialize_entry("error", &metric.outcome.reason())?;
            }
        }
        map.serialize_entry("range", &metric.range)?;
        map.serialize_entry("better", &metric.better)?;
        map.serialize_entry("parts", &Entries(metric.parts.iter().map(|(name, part)| (*name, part))))?;
        map.serialize_entry("steps", &Each(metric.steps.iter().map(StepJson::from)))?;
        map.serialize_entry("labels", &LabelsJson(*json, &metric.labels))?;
        map.serialize_entry("notes", &metric.notes)?;
        map.end()
    }
}

/// A step of a ledger.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepJson {
    pub name: &'static str,
    pub formula: String,
    /// The formula with the actual numbers.
    pub with: String,
    pub value: Num,
}

impl From<&Step> for StepJson {
    fn from(step: &Step) -> StepJson {
        StepJson { name: step.name, formula: step.formula(), with: step.with(), value: step.value }
    }
}

struct LabelsJson<'a>(ReportJson<'a>, &'a [LabelId]);

impl Serialize for LabelsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        for id in self.1 {
            if let Some(label) = self.0.report.label(*id) {
                seq.serialize_element(&LabelJson(self.0, *id, label))?;
            }
        }
        seq.end()
    }
}

struct LabelJson<'a>(ReportJson<'a>, LabelId, &'a Label);

impl Serialize for LabelJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LabelJson(json, id, label) = self;
        let question = matches!(id.list, List::CoverageQags | List::ClaimQags);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &id.to_string())?;
        if !label.text.is_empty() {
            map.serialize_entry(if question { "question" } else { "text" }, &label.text)?;
        }
        if let Some(answer) = &label.answer {
            map.serialize_entry("answer", answer)?;
        }
        if let Some(kind) = label.kind {
            map.serialize_entry("kind", kind)?;
        }
        map.serialize_entry("label", &label.word.map(WordJson))?;
        for (key, value) in label.measure.map(ThresholdMeasure::fields).unwrap_or_default() {
            map.serialize_entry(key, &value)?;
        }
        let by = match &label.by {
            Provenance::Engine => "engine",
            Provenance::Person(name) => name,
        };
        map.serialize_entry("by", by)?;
        let proposed = label.proposed.or(label.word.filter(|_| label.by == Provenance::Engine));
        map.serialize_entry("proposed", &proposed.map(WordJson))?;
        map.serialize_entry("why", &label.why)?;
        map.serialize_entry("p", &label.p)?;
        map.serialize_entry("article", &Each(label.article.iter().map(|span| json.article.span(*span))))?;
        map.serialize_entry("summary", &Each(label.summary.iter().map(|span| json.summary.span(*span))))?;
        if let Some(claim) = label.claim {
            map.serialize_entry("claim", &LabelId { list: List::Claims, index: claim }.to_string())?;
        }
        if let Some(source) = &label.source {
            map.serialize_entry("source", source)?;
        }
        if !label.mismatches.is_empty() {
            map.serialize_entry("mismatches", &Each(label.mismatches.iter().map(MismatchId::to_string)))?;
        }
        map.end()
    }
}

struct MismatchJson<'a>(ReportJson<'a>, MismatchId, &'a Mismatch);

impl Serialize for MismatchJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MismatchJson(json, id, mismatch) = self;
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("id", &id.to_string())?;
        map.serialize_entry("check", mismatch.check)?;
        map.serialize_entry("claim", &Each(mismatch.summary.iter().map(|span| json.summary.span(*span))))?;
        map.serialize_entry("article", &Each(mismatch.article.iter().map(|span| json.article.span(*span))))?;
        map.serialize_entry("why", &mismatch.why)?;
        map.end()
    }
}

/// A word as written in files. Two of them are JSON booleans.
struct WordJson(LabelValue);

impl Serialize for WordJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            LabelValue::Yes => serializer.serialize_bool(true),
            LabelValue::No => serializer.serialize_bool(false),
            other => serializer.serialize_str(other.as_str()),
        }
    }
}

#[derive(Serialize)]
struct CapJson<'a> {
    slug: &'static str,
    metric: &'static str,
    limit: Num,
    rule: String,
    observed: String,
    fired: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<f64>,
    binding: bool,
    shared: bool,
    before: Option<Num>,
    after: Option<Num>,
    because: Vec<String>,
    distance: &'a str,
}

impl<'a> From<&'a Cap> for CapJson<'a> {
    fn from(cap: &'a Cap) -> CapJson<'a> {
        let (fired, binding, shared, reason) = match &cap.fired {
            Fired::Yes { binding, shared } => (Some(true), *binding, *shared, None),
            Fired::No => (Some(false), false, false, None),
            Fired::Unknown(reason) => (None, false, false, Some(reason.as_str())),
        };
        CapJson {
            slug: cap.slug,
            metric: cap.metric,
            limit: cap.limit,
            rule: cap.rule(),
            observed: cap.observed.to_string(),
            fired,
            reason,
            p: cap.p,
            binding,
            shared,
            before: cap.before,
            after: cap.after,
            because: cap.because.iter().map(LabelId::to_string).collect(),
            distance: &cap.distance,
        }
    }
}

struct VerdictJson<'a>(&'a Verdict, Option<&'a Odds>);

impl Serialize for VerdictJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("decision", &self.0.decision)?;
        map.serialize_entry("score", &self.0.score)?;
        map.serialize_entry("mean", &self.0.mean)?;
        map.serialize_entry("because", &Each(self.0.because.iter().map(Reason::to_string)))?;
        map.serialize_entry("flips", &Each(self.0.flips.iter().map(FlipJson::from)))?;
        if let Some(odds) = self.1 {
            map.serialize_entry("p", &odds.of.map(|of| Entries(DECISIONS.iter().zip(of))))?;
            map.serialize_entry("decides", &Each(odds.decides.iter().map(DecidesJson::from)))?;
            let other = |&(rubric, decision): &_| OtherJson { rubric, decision, p: odds.p(decision) };
            map.serialize_entry("others", &Each(odds.others.iter().map(other)))?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct DecidesJson {
    id: String,
    surer: f64,
    metric: Option<&'static str>,
    narrows: f64,
    turns: Option<TurnJson>,
}

#[derive(Serialize)]
struct TurnJson {
    label: WordJson,
    p: f64,
    decision: Decision,
}

impl From<&Decides> for DecidesJson {
    fn from(decides: &Decides) -> DecidesJson {
        let turns = decides.turns.map(|turn| TurnJson {
            label: WordJson(turn.word),
            p: turn.p,
            decision: turn.decision,
        });
        DecidesJson {
            id: decides.id.to_string(),
            surer: decides.surer,
            metric: decides.narrows.map(|(metric, _)| metric),
            narrows: decides.narrows.map_or(0.0, |(_, points)| points),
            turns,
        }
    }
}

/// Another rubric's decision, and its probability under this one.
#[derive(Serialize)]
struct OtherJson {
    rubric: &'static str,
    decision: Decision,
    p: Option<f64>,
}

#[derive(Serialize)]
struct FlipJson<'a> {
    way: &'static str,
    decision: Option<Decision>,
    changes: Vec<ChangeJson<'a>>,
    sets: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_than: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> From<&'a Flip> for FlipJson<'a> {
    fn from(flip: &'a Flip) -> FlipJson<'a> {
        let (sets, more_than, reason) = match &flip.reach {
            Reach::Within { sets, .. } => (*sets, None, None),
            Reach::Beyond(searched) => (Some(0), Some(*searched), None),
            Reach::Never(reason) => (Some(0), None, Some(reason.as_str())),
        };
        let changes = flip.changes().iter().map(ChangeJson::from).collect();
        FlipJson { way: flip.way.as_str(), decision: flip.decision(), changes, sets, more_than, reason }
    }
}

#[derive(Serialize)]
struct ChangeJson<'a> {
    id: String,
    from: WordJson,
    to: WordJson,
    effect: String,
    effects: &'a [FlipEffect],
}

impl<'a> From<&'a FlipChange> for ChangeJson<'a> {
    fn from(change: &'a FlipChange) -> ChangeJson<'a> {
        ChangeJson {
            id: change.id.to_string(),
            from: WordJson(change.from),
            to: WordJson(change.to),
            effect: change.effect(),
            effects: &change.effects,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_found_by_its_first_byte() {
        for c in ('\u{7f}'..=char::MAX).filter(|c| steers(*c)) {
            let json = format!("\"…é{c}\"");
            assert!(has_steering(&json), "{c:?}");
            assert!(escaped(&json).chars().all(|c| !steers(c)));
        }
        assert!(!has_steering("{\n \"é\": \"“…” — ¡ § ٪\"\n}"));
    }
}
