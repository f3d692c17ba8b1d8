//! Compact notation for labels, cases and expected results.

use crate::case::{Case, Fields, Record};
use crate::engine::{Analysis, Engine};
use crate::evidence::Wanted;
use crate::labels::file::LabelError;
use crate::labels::{
    Entry, ExtraneousCounts, Label, LabelDistribution, LabelValue, Labels, List, Provenance, ThresholdMeasure,
};
use crate::measures::Measures;
use crate::num::Num;
use crate::report::{Cap, Decision, Fired, Metric, MetricOutcome, PartValue, Report};
use crate::rubric::tests::replay::replay;
use crate::rubric::{Input, RUBRICS, Readings, Rubric, RubricEntry, RubricSet, judge};
use crate::text::Span;

pub const TWIN: &str = "twin-lock";
pub const JUDGE: &str = "judge-lock";
/// The two rubrics whose lists [`perfect`] fills.
pub const LOCKS: [&str; 2] = [TWIN, JUDGE];

/// Twenty tokens.
pub const SUMMARY: &str = "one two three four five six seven eight nine ten \
                           one two three four five six seven eight nine ten";

pub fn label(word: LabelValue) -> Label {
    Label { word: Some(word), by: Provenance::Person("anna".into()), ..Label::default() }
}

/// A label with a word and article spans.
pub fn placed(word: LabelValue, spans: &[(usize, usize)]) -> Label {
    Label { article: spans.iter().map(|(a, b)| Span::new(*a, *b)).collect(), ..label(word) }
}

/// An engine's label that a rubric grades by its measure, whatever word it has.
pub fn measured(measure: ThresholdMeasure) -> Label {
    Label { measure: Some(measure), word: Some(LabelValue::No), ..Label::default() }
}

/// A segment given by its overlap.
pub fn overlap(value: f64) -> Label {
    let measure = Some(ThresholdMeasure::Overlap(Num::decimal(value)));
    Label { measure, by: Provenance::Person("anna".into()), ..Label::default() }
}

/// Labels by word and count: `words(&[(LabelValue::Fully, 3), (LabelValue::Not, 1)])`.
pub fn words(counts: &[(LabelValue, usize)]) -> Vec<Label> {
    counts.iter().flat_map(|(word, count)| vec![label(*word); *count]).collect()
}

/// The given numbers of labels that say yes and that say no.
pub fn yes_no(yes: usize, no: usize) -> Vec<Label> {
    words(&[(LabelValue::Yes, yes), (LabelValue::No, no)])
}

/// Labels of a perfect case: every list is given, with enough evidence for the guard.
pub fn perfect() -> Labels {
    let spread = |word, from: usize| {
        (0..6).map(|i| placed(word, &[(from + 10 * i, from + 10 * i + 5)])).collect::<Vec<_>>()
    };
    let mut labels = Labels::default();
    give(&mut labels, List::CoverageQags, spread(LabelValue::Correct, 0));
    give(&mut labels, List::ClaimQags, spread(LabelValue::Correct, 100));
    over(
        labels,
        "key_points: 5 fully; extraneous:; claims: 4 supported; deviations:; segments: 3 high; issues:",
    )
}

pub fn give(labels: &mut Labels, list: List, given: Vec<Label>) {
    labels.set(list, Entry::Given(given));
}

/// Labels of a perfect case, with one list replaced.
pub fn with(list: List, given: Vec<Label>) -> Labels {
    let mut labels = perfect();
    give(&mut labels, list, given);
    labels
}

/// Labels of a perfect case, with the lists in `text` replaced.
pub fn labels(text: &str) -> Labels {
    over(perfect(), text)
}

/// Replaces lists of labels as described in `text`, separated by semicolons:
/// `claims: 3 supported, 1 partial @0-5 @8-9` with article spans, `issues: 1 slur ^0-3` with a span in the
/// summary, `segments: 1 =0.8` by measure, `facts: 1 ?` without a word, `claims: 1 partial ~0.2/0.5/0.3` as
/// proposed with these probabilities, `extraneous: 2 of 50` tokens, `no steps`, `bad claims`, and
/// `bias: 7.5`, `tox: 9`, `tone: hostile`.
pub fn over(mut labels: Labels, text: &str) -> Labels {
    let list_of = |key: &str| {
        let spec = crate::labels::LISTS.iter().find(|spec| spec.key == key);
        spec.unwrap_or_else(|| panic!("no list is called {key}")).list
    };
    for item in text.split(';').map(str::trim).filter(|item| !matches!(*item, "" | "-")) {
        if let Some(key) = item.strip_prefix("no ") {
            labels.set(list_of(key), Entry::Absent);
            continue;
        }
        if let Some(key) = item.strip_prefix("bad ") {
            let spec = list_of(key).spec();
            let reason = LabelError::List { list: spec.key, found: "unreadable".to_owned() };
            labels.set(spec.list, Entry::Malformed(reason));
            continue;
        }
        let (key, given) = item.split_once(':').unwrap_or_else(|| panic!("{item}"));
        let (given, score) = (given.trim(), || Some(Ok(Num::decimal(given.trim().parse().unwrap()))));
        match (key, given.split_once(" of ")) {
            ("bias", _) => labels.bias_score = score(),
            ("tox", _) => labels.tox_score = score(),
            ("tone", _) => labels.tone = given.parse().ok(),
            (_, Some((tokens, of))) => {
                labels.set(List::Extraneous, Entry::Absent);
                let (tokens, of) = (tokens.parse().unwrap(), of.parse().unwrap());
                labels.extraneous_counts = Some(ExtraneousCounts { tokens, of });
            }
            _ => give(&mut labels, list_of(key), listed(list_of(key), given)),
        }
    }
    labels
}

fn listed(list: List, given: &str) -> Vec<Label> {
    let mut all = Vec::new();
    for part in given.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let mut terms = part.split(' ');
        let count: usize = terms.next().unwrap().parse().unwrap_or_else(|_| panic!("{part}"));
        let mut label = Label { by: Provenance::Person("anna".into()), ..Label::default() };
        for term in terms {
            let span = |text: &str| {
                let (start, end) = text.split_once('-').unwrap();
                Span::new(start.parse().unwrap(), end.parse().unwrap())
            };
            match term.split_at(1) {
                ("@", rest) => label.article.push(span(rest)),
                ("^", rest) => label.summary.push(span(rest)),
                ("=", rest) => {
                    let value = Num::decimal(rest.parse().unwrap());
                    let share = list == List::KeyPoints;
                    label.measure = Some(if share {
                        ThresholdMeasure::Share(value)
                    } else {
                        ThresholdMeasure::Overlap(value)
                    });
                }
                ("~", rest) => {
                    let chances: Vec<f64> = rest.split('/').map(|p| p.parse().unwrap()).collect();
                    label.chances = Some(LabelDistribution::new(&chances));
                    label.by = Provenance::Engine;
                }
                ("?", _) => label.word = None,
                _ if term == "yes" => label.word = Some(LabelValue::Yes),
                _ if term == "no" => label.word = Some(LabelValue::No),
                _ => {
                    let word = list.value(term);
                    label.word = Some(word.unwrap_or_else(|| panic!("no label says {term}")));
                }
            }
        }
        all.extend(vec![label; count]);
    }
    all
}

/// The row of a rubric in the table.
pub fn entry(slug: &str) -> &'static RubricEntry {
    RUBRICS.iter().find(|entry| entry.slug == slug).unwrap()
}

/// A rubric with some texts of its file replaced; the texts must occur in it.
pub fn changed(slug: &str, changes: &[(&str, &str)]) -> Box<dyn Rubric> {
    refusal(slug, changes).unwrap_or_else(|error| panic!("{changes:?}: {error}"))
}

/// The same, or why it cannot be loaded.
pub fn refusal(slug: &str, changes: &[(&str, &str)]) -> Result<Box<dyn Rubric>, String> {
    let toml = changes.iter().fold(entry(slug).toml.to_owned(), |toml, (from, to)| {
        assert!(toml.contains(from), "{from}");
        toml.replacen(from, to, 1)
    });
    (entry(slug).load)(&toml).map_err(|error| error.to_string())
}

/// Scores under readings written as `key=value`. Also replays every ledger, and checks that an evaluation
/// without recording gives the same.
pub fn judged(slug: &str, rubric: &dyn Rubric, input: &Input, readings: &[&str]) -> Report {
    let report = judge(entry(slug), rubric, input, &read(readings));
    replay(&report);
    let silent = rubric.evaluate(input, &read(readings), false);
    assert_eq!(silent.verdict.decision, report.verdict.decision);
    assert_eq!(silent.verdict.score, report.verdict.score);
    for (silent, loud) in silent.metrics.iter().zip(&report.metrics) {
        assert_eq!(silent.outcome, loud.outcome, "{}", loud.key);
        assert!(silent.steps.is_empty());
    }
    assert_eq!(silent.caps.len(), report.caps.len());
    for (silent, loud) in silent.caps.iter().zip(&report.caps) {
        assert_eq!((fires(silent), silent.after), (fires(loud), loud.after), "{}", loud.slug);
    }
    report
}

thread_local! {
    static SHIPPED: RubricSet = RubricSet::shipped();
    static TWENTY: TestInput = TestInput::new();
}

/// Scores the summary of twenty tokens by a shipped rubric.
pub fn report(slug: &str, labels: &Labels, readings: &[&str]) -> Report {
    TWENTY.with(|texts| on(texts, slug, labels, readings))
}

/// Scores a case by a shipped rubric.
pub fn on(texts: &TestInput, slug: &str, labels: &Labels, readings: &[&str]) -> Report {
    SHIPPED.with(|set| judged(slug, set.get(slug).unwrap().1, &texts.input(labels), readings))
}

/// The case, texts and measures of an input, without labels.
pub struct TestInput {
    case: Case,
    analysis: Analysis,
}

impl TestInput {
    /// A case with the summary of twenty tokens.
    pub fn new() -> TestInput {
        TestInput::of(Case { article: "An article.".into(), summary: SUMMARY.into(), ..Case::default() })
    }

    /// A case with all its measures.
    pub fn of(case: Case) -> TestInput {
        let analysis = Engine::default().read(&case, crate::case::Texts::of(&case), Wanted::ALL);
        TestInput { case, analysis }
    }

    /// A case given by its fields; a field that is null is absent.
    pub fn fields(fields: &serde_json::Map<String, serde_json::Value>) -> TestInput {
        let all = serde_json::json!({ "article": "An article.", "summary": SUMMARY });
        let mut all = all.as_object().unwrap().clone();
        all.extend(fields.clone());
        let text = serde_json::Value::Object(all).to_string();
        TestInput::of(Record::json("case", "case", &text).cases(&Fields::default()).unwrap().cases.remove(0))
    }

    /// The same with other measures than those of its texts.
    pub fn with(mut self, change: impl FnOnce(&mut Measures)) -> TestInput {
        change(std::sync::Arc::make_mut(&mut self.analysis.measures));
        self
    }

    pub fn input<'a>(&'a self, labels: &'a Labels) -> Input<'a> {
        let Analysis { article, summary, measures, .. } = &self.analysis;
        Input { case: &self.case, article, summary, labels, measures }
    }
}

pub fn read(settings: &[&str]) -> Readings {
    let mut readings = Readings::default();
    for setting in settings {
        let (key, value) = setting.split_once('=').unwrap();
        readings.set(key, value).unwrap();
    }
    readings
}

/// Returns the raw and final score of a metric.
pub fn scores(report: &Report, key: &str) -> (Num, Num) {
    match &report.metric(key).unwrap().outcome {
        MetricOutcome::Scored { raw, score } => (*raw, *score),
        other => panic!("{key}: {other:?}"),
    }
}

pub fn raw(report: &Report, key: &str) -> Num {
    scores(report, key).0
}

pub fn last(report: &Report, key: &str) -> Num {
    scores(report, key).1
}

pub fn cap<'a>(report: &'a Report, slug: &str, metric: &str) -> &'a Cap {
    let of = |cap: &&Cap| cap.slug == slug && cap.metric == metric;
    report.caps.iter().find(of).unwrap_or_else(|| panic!("there is no cap {slug} on {metric}"))
}

/// Whether a cap fires, if that is known.
fn fires(cap: &Cap) -> Option<bool> {
    match cap.fired {
        Fired::Yes { .. } => Some(true),
        Fired::No => Some(false),
        Fired::Unknown(_) => None,
    }
}

pub fn decision(report: &Report) -> Decision {
    report.verdict.decision
}

pub fn n(over: usize, under: usize) -> Num {
    Num::ratio(over, under)
}

/// Returns the value of a name in a report: `METRIC` after its caps, `METRIC.raw`, `METRIC.PART`,
/// `CAP/TARGET`, `CAP/TARGET.before` and `.after`, `verdict`, `verdict.score`, `verdict.mean`. The value is a
/// number or a word.
pub fn said(report: &Report, name: &str) -> Result<Num, String> {
    let number = |value: Option<Num>| value.ok_or_else(|| "none".to_owned());
    let (of, what) = name.split_once('.').unwrap_or((name, ""));
    if of == "verdict" {
        return match what {
            "score" => number(report.verdict.score),
            "mean" => number(report.verdict.mean),
            _ => Err(report.verdict.decision.as_str().to_owned()),
        };
    }
    if let Some((slug, target)) = name.split_once('/') {
        let (target, side) = match (target.strip_suffix(".before"), target.strip_suffix(".after")) {
            (Some(target), _) => (target, 1),
            (_, Some(target)) => (target, 2),
            _ => (target, 0),
        };
        let cap = cap(report, slug, target);
        return match (side, &cap.fired) {
            (1, _) => number(cap.before),
            (2, _) => number(cap.after),
            (_, Fired::Yes { shared: true, .. }) => Err("shared".to_owned()),
            (_, Fired::Yes { binding: true, .. }) => Err("binding".to_owned()),
            (_, Fired::Yes { .. }) => Err("idle".to_owned()),
            (_, Fired::No) => Err("no".to_owned()),
            (_, Fired::Unknown(_)) => Err("unknown".to_owned()),
        };
    }
    let metric = report.metric(of).unwrap_or_else(|| panic!("no metric is called {of}"));
    let part = metric.parts.iter().find(|(key, _)| *key == what).map(|(_, part)| part);
    match (what, part, &metric.outcome) {
        ("" | "raw", _, MetricOutcome::NotApplicable(_)) => Err("n/a".to_owned()),
        ("" | "raw", _, MetricOutcome::Missing(_)) => Err("missing".to_owned()),
        ("" | "raw", _, MetricOutcome::Error(_)) => Err("error".to_owned()),
        ("", _, MetricOutcome::Scored { score, .. }) => Ok(*score),
        ("raw", _, MetricOutcome::Scored { raw, .. }) => Ok(*raw),
        (_, Some(PartValue::Number(number)), _) => Ok(*number),
        (_, Some(PartValue::Count(count)), _) => Ok(Num::count(*count)),
        (_, Some(PartValue::Word(word)), _) => Err((*word).to_owned()),
        (_, Some(PartValue::Flag(flag)), _) => Err(if *flag { "yes" } else { "no" }.to_owned()),
        (_, None, _) => Err("absent".to_owned()),
    }
}

/// Returns all text of a report about a metric, a cap or the verdict.
pub fn text_of(report: &Report, name: &str) -> String {
    if name == "verdict" {
        return report.verdict.reasons("\n");
    }
    if name == "signature" {
        return [&report.signature, "\ndisputed ", &report.disputed.join(" ")].concat();
    }
    if let Some((slug, target)) = name.split_once('/') {
        let cap = cap(report, slug, target);
        let ids: Vec<String> = cap.because.iter().map(ToString::to_string).collect();
        let unknown = if let Fired::Unknown(reason) = &cap.fired { reason } else { "" };
        return [&*cap.rule(), &*cap.observed.to_string(), &cap.distance, unknown, &ids.join(" ")].join("\n");
    }
    let Metric { outcome, notes, .. } = report.metric(name).unwrap();
    let reason = outcome.reason().unwrap_or_default();
    [reason, &notes.join("\n")].join("\n")
}

/// Returns how a report differs from what is wanted. The items are separated by semicolons: `NAME VALUE` for
/// every name that [`said`] knows, with exact numbers such as `81/10` or `8.1`, or `~0.4502` for as many
/// decimals; `NAME "words"` for a part of its [text](`text_of`); `NAME !"words"` for words that must not be
/// in it.
pub fn differences(report: &Report, wanted: &str) -> Vec<String> {
    let mut found = Vec::new();
    for want in wanted.split(';').map(str::trim).filter(|want| !want.is_empty()) {
        let (name, value) = want.split_once(' ').unwrap_or_else(|| panic!("{want} wants nothing"));
        let not = value.starts_with('!');
        if let Some(words) = value.trim_start_matches('!').strip_prefix('"') {
            let (text, words) = (text_of(report, name), words.trim_end_matches('"').replace("\\n", "\n"));
            if text.contains(&words) == not {
                found.push(format!("the text of {name} is \"{text}\", against {value}"));
            }
            continue;
        }
        let near = value.strip_prefix('~');
        let number = match value.split_once('/') {
            Some((over, under)) => over.parse().ok().zip(under.parse().ok()).map(|(a, b)| Num::ratio(a, b)),
            None => near.unwrap_or(value).parse().ok().map(Num::decimal),
        };
        let is = |known: Num, wanted: Num| match near {
            Some(digits) => {
                let decimals = digits.split_once('.').map_or(0, |(_, part)| part.len() as i32);
                (known - wanted).to_f64().abs() <= 0.5 * 10_f64.powi(-decimals)
            }
            None => {
                known == wanted || (known - wanted).to_f64().abs() < 1e-12 && matches!(known, Num::Real(_))
            }
        };
        match (said(report, name), number) {
            (Ok(known), Some(wanted)) if is(known, wanted) => {}
            (Err(word), _) if word == value => {}
            (said, _) => found.push(format!("{name} is {said:?} and not {value}")),
        }
    }
    found
}

/// Asserts that a report is as wanted.
pub fn expect(report: &Report, wanted: &str) {
    let found = differences(report, wanted);
    assert!(found.is_empty(), "{found:#?}");
}
