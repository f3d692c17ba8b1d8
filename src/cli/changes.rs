//! Reads the results of an earlier run, reports or scores, and describes the changes since.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::agree::changes::{
    CaseCounts, Changes, IdSample, MetricChange, RubricChange, RunComparison, RunResult,
};
use crate::case::{Case, Line, MAX_RECORD, Texts, cut_short, explain_json, next_line_or_stop, utf8};
use crate::engine::{Engine, Selection};
use crate::labels::Labels;
use crate::num::{Num, pluralize, signed, two_decimals};
use crate::report::json::SCHEMA;
use crate::report::{Better, Decision, Metric, Report, ReportScores};
use crate::rubric::signature::{CALIBRATION, JUDGED_BY, LABELS_ONLY, MEASURED, RULES, VERSION};
use crate::rubric::{READINGS, Readings};

use super::CliError;
use super::fail_on::{self, Facts};
use super::output::{notify, print_note, quote};

/// A line of an earlier run.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
pub struct Earlier {
    id: String,
    rubric: Option<String>,
    /// Name of the format; `None` for scores.
    pub schema: Option<String>,
    signature: Option<String>,
    input: Option<String>,
    judged_by: Option<String>,
    error: Option<IgnoredAny>,
    decision: Option<String>,
    verdict: Option<WrittenVerdict>,
    #[serde(default)]
    metrics: std::collections::BTreeMap<String, Score>,
    #[serde(default)]
    caps: Vec<Cap>,
}

#[derive(Debug, Deserialize)]
struct WrittenVerdict {
    decision: String,
}

/// A metric's score: a number in a line of scores, or an object in a report.
#[derive(Debug)]
struct Score(Option<f64>);

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Score, D::Error> {
        struct Number;
        impl<'de> Visitor<'de> for Number {
            type Value = Score;

            fn expecting(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
                out.write_str("a score, null, or a metric with its `score`")
            }

            fn visit_unit<E>(self) -> Result<Score, E> {
                Ok(Score(None))
            }

            fn visit_f64<E>(self, score: f64) -> Result<Score, E> {
                Ok(Score(Some(score)))
            }

            fn visit_u64<E>(self, score: u64) -> Result<Score, E> {
                Ok(Score(Some(score as f64)))
            }

            fn visit_i64<E>(self, score: i64) -> Result<Score, E> {
                Ok(Score(Some(score as f64)))
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Score, M::Error> {
                let mut score = None;
                while let Some(key) = map.next_key::<std::borrow::Cow<str>>()? {
                    if key == "score" {
                        score = map.next_value::<Option<f64>>()?;
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(Score(score))
            }
        }
        from.deserialize_any(Number)
    }
}

/// A cap: a slug if it fired, or an object in a report.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Cap {
    Fired(String),
    Row { slug: String, fired: Option<bool> },
}

/// Why a line is not a result of `score`.
#[derive(Debug, thiserror::Error)]
pub enum EarlierError {
    #[error("neither a `verdict` nor a `decision` nor an `error`")]
    NoDecision,
    #[error("{0}")]
    Json(String),
    #[error("{}", too_long())]
    TooLong,
}

impl Earlier {
    pub fn read(line: &[u8]) -> Result<Earlier, EarlierError> {
        // The JSON parser does not validate the bytes of ignored fields.
        let text = utf8(line).map_err(|error| EarlierError::Json(error.reason))?;
        if text.trim_start().starts_with('[') {
            return Err(EarlierError::Json("a list, where each line holds one result".to_owned()));
        }
        let earlier: Earlier = serde_json::from_str(text)
            .map_err(|error| EarlierError::Json(explain_json(text, &error).reason))?;
        if earlier.error.is_none() && earlier.word().is_none() {
            return Err(EarlierError::NoDecision);
        }
        Ok(earlier)
    }

    /// Returns whether these bytes can be a truncated line of `score`: they begin like one and end before
    /// it does.
    pub fn is_left(line: &[u8]) -> bool {
        cut_short(line) && Earlier::begins_with(line)
    }

    fn begins_with(line: &[u8]) -> bool {
        let fits = |line: &[u8], start: &str| {
            let length = line.len().min(start.len());
            line[..length] == start.as_bytes()[..length]
        };
        if fits(line, &format!("{{\"schema\":\"{SCHEMA}\",")) {
            return true;
        }
        let id = "{\"id\":\"";
        let Some(rest) = line.strip_prefix(id.as_bytes()) else { return fits(line, id) };
        let mut escaped = false;
        let end = rest.iter().position(|byte| {
            let ends = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            ends
        });
        let more = &rest[end.map_or(rest.len(), |end| end + 1)..];
        fits(more, ",\"rubric\":") || fits(more, ",\"error\":")
    }

    fn word(&self) -> Option<&str> {
        self.verdict.as_ref().map(|verdict| verdict.decision.as_str()).or(self.decision.as_deref())
    }

    /// Returns the key of the result: the case, and the rubric if there is one.
    pub fn name(&self) -> (String, String) {
        (self.id.clone(), self.rubric.clone().unwrap_or_default())
    }

    /// Returns the decision; `None` if the case could not be scored.
    pub fn decision(&self) -> Option<Decision> {
        self.word()?.parse().ok()
    }

    pub fn scored(self) -> RunResult {
        let decision = self.decision();
        let (id, rubric) = self.name();
        let mut caps: Vec<String> = Vec::new();
        for cap in self.caps {
            match cap {
                Cap::Fired(slug) | Cap::Row { slug, fired: Some(true) } if !caps.contains(&slug) => {
                    caps.push(slug);
                }
                _ => {}
            }
        }
        let metrics = self.metrics.into_iter().map(|(key, Score(score))| (key, score)).collect();
        RunResult { id, rubric, decision, metrics, caps, input: self.input, judged_by: self.judged_by }
    }

    /// Returns what conditions are tested on; `None` if the case could not be scored. A line of scores
    /// does not say why a metric has no score: it is taken as not applicable if the verdict is
    /// INCOMPLETE, and as unknown otherwise.
    pub fn facts(&self) -> Option<Facts<'_>> {
        let decision = self.decision()?;
        let incomplete = decision == Decision::Incomplete;
        let lacking = if incomplete { fail_on::Score::NotApplicable } else { fail_on::Score::Unknown };
        let score = |score: &Score| score.0.map_or(lacking, fail_on::Score::Is);
        let metrics = self.metrics.iter().map(|(key, of)| (key.as_str(), score(of))).collect();
        let rubric = self.rubric.as_deref().unwrap_or_default();
        Some(Facts { rubric, decision, is_without_input: incomplete, metrics })
    }

    /// Returns the hash of the texts.
    pub fn input(&self) -> Option<&str> {
        self.input.as_deref()
    }

    /// Returns the part of its signature that names the judge; empty for the engine.
    pub fn mark(&self) -> String {
        let parts = self.signature.iter().flat_map(|signature| signature.split('|'));
        let marks = parts.filter(|part| part.split_once('=').is_some_and(|(key, _)| is_mark(key)));
        marks.map(|part| format!("|{part}")).collect()
    }

    /// Returns the part of its signature that identifies the case's measurements; empty if there is none.
    pub fn measured(&self) -> String {
        let mut parts = self.signature.iter().flat_map(|signature| signature.split('|'));
        let measured = parts.find(|part| part.split_once('=').is_some_and(|(key, _)| key == MEASURED));
        measured.map(|part| format!("|{part}")).unwrap_or_default()
    }

    /// Returns a setting under which it was scored and that has changed since: "version=1", "edge=lower".
    /// `None` if none has.
    pub fn differs(&self, selection: &Selection) -> Option<String> {
        let mut parts = self.signature.as_deref()?.split('|');
        let slug = parts.next()?;
        let (_, rubric) = selection.set().get(slug)?;
        let (mut version, mut calibration, mut named) = (None, None, Vec::new());
        for part in parts {
            match part.split_once('=') {
                Some((VERSION, of)) => version = Some(of),
                Some((CALIBRATION, of)) => calibration = Some(of),
                Some((key, _)) if is_mark(key) || key == MEASURED => {}
                Some((key, value)) => named.push((key, value)),
                None => {}
            }
        }
        if version.is_some_and(|version| version != rubric.version()) {
            return version.map(|version| format!("{VERSION}={version}"));
        }
        if calibration != selection.set().calibration() {
            return Some(format!("{CALIBRATION}={}", calibration.unwrap_or("as shipped")));
        }
        let readings = &selection.readings;
        let other = named.iter().find(|(key, value)| readings.get(key) != *value);
        if let Some((key, value)) = other {
            return Some(format!("{key}={value}"));
        }
        // A report names the readings that mattered, a line of scores those that differ from the default.
        let unnamed = self.schema.is_none().then(|| unnamed(slug, readings, &named)).flatten();
        unnamed.map(|(key, value)| format!("{key}={value}"))
    }
}

/// Returns whether a key of a signature names the judge.
fn is_mark(key: &str) -> bool {
    [JUDGED_BY, LABELS_ONLY, RULES].contains(&key)
}

/// Returns a reading that was at its default then and is not now.
fn unnamed(slug: &str, readings: &Readings, named: &[(&str, &str)]) -> Option<(&'static str, &'static str)> {
    let bearing = READINGS.iter().filter(|reading| reading.bears_on(slug));
    let mut left = bearing.filter(|reading| !named.iter().any(|(key, _)| *key == reading.key));
    let changed = left.find(|reading| readings.get(reading.key) != reading.values[0])?;
    Some((changed.key, changed.values[0]))
}

/// Longest line of results in bytes. A report contains the texts of its case several times.
pub const MAX_RESULT: usize = 4 * MAX_RECORD;

/// Returns the message about a longer line.
pub fn too_long() -> String {
    format!("longer than {} MiB, the most that a result may have", MAX_RESULT >> 20)
}

/// Starts a comparison with the results in a file.
pub fn against(path: &Path, selection: &Selection) -> Result<RunComparison, CliError> {
    let at = |reason: String| CliError::usage(format!("--baseline {}{reason}", path.display()));
    let unreadable =
        |error: io::Error| CliError::unreadable(format!("--baseline {}", path.display()), &error);
    let file = File::open(path).map_err(unreadable)?;
    let mut comparison = RunComparison::default();
    let (mut others, mut other) = (0, None);
    let (mut lines, mut number) = (BufReader::new(file), 0);
    let mut next = || next_line_or_stop(&mut lines, MAX_RESULT).map_err(unreadable);
    while let Some(line) = next()? {
        number += 1;
        let read = match line {
            Line::Kept(line) if line.trim_ascii().is_empty() => continue,
            Line::Kept(line) => Earlier::read(&line),
            Line::TooLong => Err(EarlierError::TooLong),
        };
        let earlier = read.map_err(|reason| {
            at(format!(":{number}: no result of `score`: {reason}"))
                .hint("a baseline is what `score --format jsonl` or `--format scores` wrote")
        })?;
        if let Some(how) = earlier.differs(selection) {
            others += 1;
            other.get_or_insert(how);
        }
        // A result by a rubric that is not selected now does not count as missing.
        let rubric = earlier.rubric.as_deref();
        if rubric.is_none_or(|rubric| selection.rubrics().any(|(entry, _)| entry.slug == rubric)) {
            comparison.remember(earlier.scored());
        }
    }
    if let Some(how) = other {
        print_note(format!(
            "{} scored by other rules ({how}); a difference may be theirs",
            if others == 1 {
                "1 result of the baseline was".to_owned()
            } else {
                format!("{others} results of the baseline were")
            }
        ));
    }
    if comparison.is_empty() {
        let slugs = selection.slugs();
        return Err(at(format!(
            ": holds no result by {}: there is nothing to compare with",
            slugs.join(", ")
        ))
        .hint("nothing was scored; write a baseline with `score --format scores > FILE`"));
    }
    orient(&mut comparison, selection);
    Ok(comparison)
}

/// Sets the better end of each metric, taken from an evaluation without labels.
fn orient(comparison: &mut RunComparison, selection: &Selection) {
    let case = Case { article: ".".to_owned(), summary: ".".to_owned(), ..Case::default() };
    let analysis = Engine::default().read(&case, Texts::of(&case), selection.wanted());
    for report in selection.scores(&case, &analysis, &Labels::default(), false) {
        for metric in &report.metrics {
            comparison.orient(report.rubric, metric.key, metric.better);
        }
    }
}

/// Returns the numbers of a report.
pub fn scored(report: &Report) -> RunResult {
    let score = |metric: &Metric| (metric.key.to_owned(), metric.score().map(Num::to_f64));
    RunResult {
        id: report.id.clone(),
        rubric: report.rubric.to_owned(),
        decision: Some(report.verdict.decision),
        metrics: report.metrics.iter().map(score).collect(),
        caps: ReportScores(report).caps().into_iter().map(str::to_owned).collect(),
        input: Some(report.input.to_string()),
        judged_by: Some(report.judged_by()),
    }
}

/// Returns the error that too few cases are in both runs: less than this share, in percent.
pub fn too_few(changes: &Changes, percent: f64) -> Option<CliError> {
    let CaseCounts { both, before, now, failed_before } = changes.cases;
    if changes.cases.reach(percent) {
        return None;
    }
    let failed = match failed_before {
        0 => String::new(),
        1 => "; 1 of these was an error in the baseline".to_owned(),
        many => format!("; {many} of these were errors in the baseline"),
    };
    let message = format!(
        "nothing is known of what changed: {both} of {} ids are in both runs ({before} in the baseline, {now} here{failed})",
        changes.cases.most()
    );
    let hint = if both + failed_before == 0 {
        "do ids change between runs? Name a stable field with --map id=FIELD, or write the baseline again"
    } else {
        "write the baseline again, or say with --min-compared how many have to be in both, as in --min-compared 50%"
    };
    Some(CliError::usage(message).hint(hint))
}

/// Prints the changes to stderr.
pub fn print(changes: &Changes) {
    notify(&headline(changes));
    quote(&lines(changes).into_iter().map(|line| line.text + "\n").collect::<String>());
}

pub fn headline(changes: &Changes) -> String {
    let (worse, cases) = changes.worse();
    let means = changes.rubrics.iter().flat_map(|rubric| &rubric.metrics).filter(|metric| metric.is_worse());
    if cases == 0 {
        return "nothing compared: no id is in both runs".to_owned();
    }
    let compared = pluralize(cases, "result");
    let verdicts = match worse {
        0 => "no verdict is worse".to_owned(),
        1 => "1 verdict is worse".to_owned(),
        many => format!("{many} verdicts are worse"),
    };
    let means = match means.count() {
        0 => "no metric is clearly worse on average".to_owned(),
        1 => "1 metric is clearly worse on average".to_owned(),
        many => format!("{many} metrics are clearly worse on average"),
    };
    let inputs: usize = changes.rubrics.iter().map(|rubric| rubric.inputs.count).sum();
    let inputs = match inputs {
        0 => String::new(),
        count => format!("; the input of {count} changed"),
    };
    format!("against the baseline, {compared} compared: {verdicts}, {means}{inputs}")
}

/// The description of one change.
#[derive(Debug)]
pub struct ChangeLine {
    /// What changed: "judge-lock coverage".
    pub of: String,
    /// Name that is stable between runs, without numbers and cases: "judge-lock verdict PASS -> FAIL".
    pub name: String,
    /// Complete description.
    pub text: String,
    /// Whether it is a change for the worse.
    pub worse: bool,
}

pub fn lines(changes: &Changes) -> Vec<ChangeLine> {
    let mut lines: Vec<ChangeLine> = changes.rubrics.iter().flat_map(of_rubric).collect();
    let mut add = |named: &IdSample, said: &str| {
        if named.count > 0 {
            let text = format!("{} {said} ({})", pluralize(named.count, "result"), named.listed());
            let (of, name) = ("unmatched".to_owned(), format!("results {said}"));
            lines.push(ChangeLine { of, name, text, worse: false });
        }
    };
    add(&changes.new, "not in the baseline");
    add(&changes.missing, "of the baseline without a case of that id here");
    lines
}

fn of_rubric(change: &RubricChange) -> Vec<ChangeLine> {
    let mut lines = Vec::new();
    let slug = &change.rubric;
    let name = if slug.is_empty() { "records without a case" } else { slug };
    let mut add = |what: &str, turn: Option<&str>, text: String, worse| {
        let of = format!("{name} {what}");
        let (name, text) = match turn {
            Some(turn) => (format!("{of} {turn}"), format!("{of}: {turn} {text}")),
            None => (of.clone(), format!("{of}: {text}")),
        };
        lines.push(ChangeLine { of, name, text, worse });
    };
    if change.inputs.count > 0 {
        let text =
            format!("changed in {} ({})", pluralize(change.inputs.count, "case"), change.inputs.listed());
        add("input", None, text, false);
    }
    for (before, now, named) in &change.judges {
        let text = format!("in {} ({})", pluralize(named.count, "case"), named.listed());
        add("judged_by", Some(&format!("{before} -> {now}")), text, false);
    }
    let word = |decision: Option<Decision>| decision.map_or("not scored", Decision::as_str);
    for (from, to, named) in &change.turns {
        let turn = format!("{} -> {}", word(*from), word(*to));
        let text = format!("in {} ({})", pluralize(named.count, "case"), named.listed());
        add("verdict", Some(&turn), text, (to.is_none(), to) > (from.is_none(), from));
    }
    for metric in change.metrics.iter().filter(|metric| !metric.is_same()) {
        add(&metric.key, None, of_metric(metric), metric.is_worse());
    }
    for cap in &change.caps {
        let newly = (cap.newly.count > 0)
            .then(|| format!("fires in {} more ({})", cap.newly.count, cap.newly.listed()));
        let no_longer = (cap.no_longer > 0).then(|| format!("fires no longer in {}", cap.no_longer));
        let text = newly.into_iter().chain(no_longer).collect::<Vec<_>>().join("; ");
        add(&format!("cap {}", cap.slug), None, text, cap.newly.count > cap.no_longer);
    }
    lines
}

fn of_metric(metric: &MetricChange) -> String {
    let Some([before, after]) = metric.means else {
        let mut text = "no case has a score in both runs".to_owned();
        if metric.lost.count > 0 {
            text.push_str(&format!("; only before: {}", metric.lost.listed()));
        }
        if metric.gained > 0 {
            text.push_str(&format!("; {} only now", metric.gained));
        }
        return text;
    };
    let mut text =
        format!("mean {} -> {}, {}", two_decimals(before), two_decimals(after), signed(after - before));
    if let Some([low, high]) = metric.interval {
        text.push_str(&format!(" (95 % of resampled cases: {} to {})", signed(low), signed(high)));
    }
    let judged = match (metric.is_worse(), metric.is_improved()) {
        (true, _) => ", worse",
        (_, true) => ", better",
        _ => ", no clear difference",
    };
    text.push_str(judged);
    let cases = pluralize(metric.cases, "case");
    text.push_str(&format!("; of {cases} {} worse, {} better", metric.worse, metric.improved));
    if metric.better == Better::Lower {
        text.push_str(" (lower is better)");
    }
    if metric.lost.count > 0 {
        text.push_str(&format!("; without a score now: {}", metric.lost.listed()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Better;

    #[test]
    fn what_is_left_of_a_result_is_distinguished_from_another_file() {
        let report = br#"{"schema":"lockbench.report/1","id":"a"}"#;
        let scores = r#"{"id":"a\\\"é","rubric":"anchor","decision":"PASS"}"#.as_bytes();
        let error = br#"{"id":"a","error":"why"}"#;
        for line in [&report[..], scores, error] {
            assert!((1..line.len()).all(|cut| Earlier::is_left(&line[..cut])));
            let two = [line, b"\r", line].concat();
            assert!(!Earlier::is_left(line) && !Earlier::is_left(&two), "all of it");
        }
        for other in [
            br#"{"id":"a","article":"It rained."}"#.as_slice(),
            br#"{"schema":"lockbench.labels/1"}"#,
            br#"{"id": "a", "rubric": "anchor"}"#,
            b"SQLite format 3\0",
            b"\x1f\x8b",
            b"It rained.",
            b"[",
        ] {
            assert!(!Earlier::is_left(other), "{}", String::from_utf8_lossy(other));
        }
    }

    #[test]
    fn a_result_is_a_text_in_the_fields_that_nothing_reads_too() {
        assert!(Earlier::read(b"\xEF\xBB\xBF{\"id\":\"a\",\"error\":1}\n").is_ok());
        let error = Earlier::read(b"{\"id\":\"a\",\"error\":1,\"x\":\"\xff\"}\n").unwrap_err();
        assert!(error.to_string().starts_with("not UTF-8 (byte 0xff)"), "{error}");
    }

    #[test]
    fn a_metric_that_no_case_has_twice_is_not_compared() {
        let lost = IdSample { count: 1, ids: vec!["a".to_owned()] };
        let metric = MetricChange {
            key: "coverage".to_owned(),
            better: Better::Higher,
            cases: 0,
            means: None,
            interval: None,
            worse: 0,
            improved: 0,
            lost,
            gained: 2,
        };
        assert_eq!(of_metric(&metric), "no case has a score in both runs; only before: a; 2 only now");
    }
}
