//! Labels and judgements in few words.

use crate::case::Case;
use crate::engine::{Analysis, Engine};
use crate::evidence::Wanted;
use crate::labels::{Entry, Label, LabelValue, Labels, List, Measure, Provenance};
use crate::measures::Measures;
use crate::num::Num;
use crate::report::{Cap, Decision, Fired, Outcome, Report};
use crate::rubric::{Evaluation, Input, RUBRICS, Readings, judge};
use crate::text::{Span, Text};

/// Twenty tokens.
pub const SUMMARY: &str = "one two three four five six seven eight nine ten \
                           one two three four five six seven eight nine ten";

/// A label with a word.
pub fn label(word: LabelValue) -> Label {
    Label { word: Some(word), by: Provenance::Person("anna".into()), ..Label::default() }
}

/// A label with a word and article spans.
pub fn placed(word: LabelValue, spans: &[(usize, usize)]) -> Label {
    Label { article: spans.iter().map(|(a, b)| Span::new(*a, *b)).collect(), ..label(word) }
}

/// A segment given by its overlap.
pub fn overlap(value: f64) -> Label {
    let measure = Some(Measure::Overlap(Num::decimal(value)));
    Label { measure, by: Provenance::Person("anna".into()), ..Label::default() }
}

/// Words repeated: `words(&[(LabelValue::Fully, 3), (LabelValue::Not, 1)])`.
pub fn words(counts: &[(LabelValue, usize)]) -> Vec<Label> {
    counts.iter().flat_map(|(word, count)| vec![label(*word); *count]).collect()
}

/// A perfect case: every list given, enough evidence for the guard.
pub fn perfect() -> Labels {
    let mut labels = Labels::default();
    let spread = |word, from: usize| {
        (0..6).map(|i| placed(word, &[(from + 10 * i, from + 10 * i + 5)])).collect::<Vec<_>>()
    };
    give(&mut labels, List::KeyPoints, words(&[(LabelValue::Fully, 5)]));
    give(&mut labels, List::Extraneous, vec![]);
    give(&mut labels, List::CoverageQags, spread(LabelValue::Correct, 0));
    give(&mut labels, List::Claims, words(&[(LabelValue::Supported, 4)]));
    give(&mut labels, List::ClaimQags, spread(LabelValue::Correct, 100));
    give(&mut labels, List::Deviations, vec![]);
    give(&mut labels, List::Segments, words(&[(LabelValue::High, 3)]));
    give(&mut labels, List::Issues, vec![]);
    labels
}

pub fn give(labels: &mut Labels, list: List, given: Vec<Label>) {
    labels.set(list, Entry::Given(given));
}

/// A perfect case but for one list.
pub fn with(list: List, given: Vec<Label>) -> Labels {
    let mut labels = perfect();
    give(&mut labels, list, given);
    labels
}

/// Judges under readings written as `key=value`.
pub fn report(slug: &str, labels: &Labels, readings: &[&str]) -> Report {
    on(SUMMARY, slug, labels, readings)
}

/// Judges with a summary of one's own.
pub fn on(summary: &str, slug: &str, labels: &Labels, readings: &[&str]) -> Report {
    let (case, article, summary) = (Case::default(), Text::new("An article."), Text::new(summary));
    let measures = Measures::default();
    let input = Input { case: &case, article: &article, summary: &summary, labels, measures: &measures };
    let entry = RUBRICS.iter().find(|entry| entry.slug == slug).unwrap();
    let rubric = (entry.load)(entry.toml).unwrap();
    judge(entry, rubric.as_ref(), &input, &read(readings))
}

/// What an input points at, besides labels.
pub struct Texts {
    case: Case,
    analysis: Analysis,
}

impl Texts {
    /// The summary of twenty tokens.
    pub fn new() -> Texts {
        Texts::of(Case { article: "An article.".into(), summary: SUMMARY.into(), ..Case::default() })
    }

    /// A case, with all that can be measured of it.
    pub fn of(case: Case) -> Texts {
        let analysis = Engine::default().read(&case, crate::case::Texts::of(&case), Wanted::ALL);
        Texts { case, analysis }
    }

    pub fn input<'a>(&'a self, labels: &'a Labels) -> Input<'a> {
        let Analysis { article, summary, measures, .. } = &self.analysis;
        Input { case: &self.case, article, summary, labels, measures }
    }
}

/// Evaluates without words.
pub fn silent(slug: &str, labels: &Labels, readings: &[&str]) -> Evaluation {
    let (case, article, summary) = (Case::default(), Text::new("An article."), Text::new(SUMMARY));
    let measures = Measures::default();
    let input = Input { case: &case, article: &article, summary: &summary, labels, measures: &measures };
    let entry = RUBRICS.iter().find(|entry| entry.slug == slug).unwrap();
    (entry.load)(entry.toml).unwrap().evaluate(&input, &read(readings), false)
}

pub fn read(settings: &[&str]) -> Readings {
    let mut readings = Readings::default();
    for setting in settings {
        let (key, value) = setting.split_once('=').unwrap();
        readings.set(key, value).unwrap();
    }
    readings
}

/// The two rubrics whose lists these labels fill.
pub const LOCKS: [&str; 2] = ["twin-lock", "judge-lock"];

/// Raw and final score of a metric.
pub fn scores(report: &Report, key: &str) -> (Num, Num) {
    match &report.metric(key).unwrap().outcome {
        Outcome::Scored { raw, score } => (*raw, *score),
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
    report.caps.iter().find(|cap| cap.slug == slug && cap.metric == metric).unwrap()
}

pub fn fired(report: &Report, slug: &str, metric: &str) -> Option<bool> {
    match cap(report, slug, metric).fired {
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
