//! The Evaluation Protocol: each formula and each band edge by hand, and what holds for any labels and sections.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::build::{decision, give, label, read, words};
use super::replay::replay;
use crate::case::{Case, Source};
use crate::labels::{Entry, Label, LabelValue, Labels, List, Measure, Provenance};
use crate::measures::{Measures, Outline, Sections, Unit};
use crate::num::Num;
use crate::report::{Better, Decision, Outcome, Part, Report};
use crate::rubric::{Input, READINGS, RUBRICS, judge};
use crate::text::{Span, Text};

/// A case with everything that the protocol asks for.
#[derive(Clone)]
struct Given {
    labels: Labels,
    sections: Option<Sections>,
    seconds: Option<Value>,
    toml: String,
}

fn toml() -> &'static str {
    RUBRICS.iter().find(|entry| entry.slug == "protocol").unwrap().toml
}

/// Twenty grounded sentences, ten valid citations, five sections that hang together.
fn good() -> Given {
    let mut labels = Labels::default();
    give(&mut labels, List::Grounding, words(&[(LabelValue::Yes, 20)]));
    give(&mut labels, List::Citations, words(&[(LabelValue::Yes, 10)]));
    Given { labels, sections: Some(sections()), seconds: Some(json!(412.5)), toml: toml().to_owned() }
}

fn unit() -> Unit {
    Unit {
        span: Span::new(0, 1),
        heading: Some(Span::new(0, 1)),
        words: 100,
        pairs: 100,
        distinct: 100,
        likeness: 0.6,
        shared: Num::ZERO,
    }
}

fn sections() -> Sections {
    let pairs = (0..5).flat_map(|a| (a + 1..5).map(move |b| (0.5, a, b))).collect();
    Sections {
        headed: true,
        count: 5,
        left_out: 0,
        units: vec![unit(); 5],
        pairs: [500, 500],
        neighbours: vec![0.6; 4],
        repeated: Vec::new(),
        alike: pairs,
        ends: Some(0.6),
        jumps: None,
        outline: Some(Outline { titles: 4, alike: matches(&[0, 1, 2, 3]) }),
        table: None,
    }
}

/// Titles, each of which matches the heading of that number of five, or none past them.
fn matches(at: &[usize]) -> Vec<Vec<Num>> {
    at.iter()
        .map(|at| (0..5).map(|heading| if heading == *at { Num::ONE } else { Num::ZERO }).collect())
        .collect()
}

/// Judges, and holds the silent evaluation to the same.
fn judged(given: &Given, readings: &[&str]) -> Report {
    let (article, summary) = (Text::new("An article."), Text::new("A summary."));
    let case = Case {
        generation_seconds: given.seconds.clone(),
        sources: vec![Source::default()],
        ..Case::default()
    };
    let measures = Measures { sections: given.sections.clone().map(Arc::new), ..Measures::default() };
    let input = Input {
        case: &case,
        article: &article,
        summary: &summary,
        labels: &given.labels,
        measures: &measures,
    };
    let entry = RUBRICS.iter().find(|entry| entry.slug == "protocol").unwrap();
    let rubric = (entry.load)(&given.toml).unwrap();
    let report = judge(entry, rubric.as_ref(), &input, &read(readings));
    let silent = rubric.evaluate(&input, &read(readings), false);
    assert_eq!(silent.verdict.decision, report.verdict.decision);
    for (silent, loud) in silent.metrics.iter().zip(&report.metrics) {
        assert_eq!(silent.outcome, loud.outcome);
        assert!(silent.steps.is_empty() && silent.parts.is_empty());
    }
    report
}

fn score(report: &Report, key: &str) -> f64 {
    report.metric(key).unwrap().score().unwrap().to_f64()
}

fn part(report: &Report, key: &str, name: &str) -> Part {
    let parts = &report.metric(key).unwrap().parts;
    parts.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no {name}")).1.clone()
}

fn number(report: &Report, name: &str) -> f64 {
    match part(report, "structural_coherence", name) {
        Part::Number(number) => number.to_f64(),
        other => panic!("{other:?}"),
    }
}

fn band(report: &Report, key: &str) -> Part {
    part(report, key, "band")
}

fn reason(report: &Report, key: &str) -> String {
    match &report.metric(key).unwrap().outcome {
        Outcome::NotApplicable(reason) | Outcome::Error(reason) => reason.clone(),
        scored => panic!("{scored:?}"),
    }
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn the_case_with_nothing_wrong() {
    let report = judged(&good(), &[]);
    for (key, value, better) in [
        ("grounding_accuracy", 1.0, Better::Higher),
        ("hallucinated_citation_rate", 0.0, Better::Lower),
        ("structural_coherence", 1.0, Better::Higher),
        ("redundancy_rate", 0.0, Better::Lower),
        ("generation_time", 412.5, Better::Lower),
    ] {
        close(score(&report, key), value);
        assert_eq!(report.metric(key).unwrap().better, better, "{key}");
    }
    assert_eq!(decision(&report), Decision::Pass);
    assert_eq!((report.verdict.score, report.verdict.mean), (None, None));
    assert_eq!(report.verdict.because.len(), 4);
}

/// The examples of the rubric's own file.
#[test]
fn worked_examples() {
    let mut given = good();
    give(&mut given.labels, List::Grounding, words(&[(LabelValue::Yes, 18), (LabelValue::No, 2)]));
    give(&mut given.labels, List::Citations, words(&[(LabelValue::Yes, 24), (LabelValue::No, 1)]));
    let mut sections = sections();
    // 32 of 40 words, 96 of 100 pairs, 0.4 of 0.5 about the heading: each heuristic 0.8.
    sections.units = vec![Unit { words: 32, pairs: 100, distinct: 96, likeness: 0.4, ..unit() }; 5];
    sections.neighbours = vec![0.45; 4];
    sections.alike[0].0 = 0.74;
    sections.ends = Some(0.4);
    sections.outline = Some(Outline { titles: 4, alike: matches(&[0, 2, 9, 3]) });
    given.sections = Some(sections.clone());
    let report = judged(&given, &[]);
    close(score(&report, "grounding_accuracy"), 0.9);
    close(score(&report, "hallucinated_citation_rate"), 0.04);
    close(score(&report, "redundancy_rate"), 0.1);
    for (name, value) in [
        ("length", 0.8),
        ("wording", 0.8),
        ("relevance", 0.8),
        ("sections", 0.8),
        ("flow", 0.9),
        ("redundancy", 0.1),
        ("drift", 0.2),
        ("structure", 0.75),
    ] {
        close(number(&report, name), value);
    }
    close(score(&report, "structural_coherence"), 0.845);
    for key in ["grounding_accuracy", "hallucinated_citation_rate", "structural_coherence", "redundancy_rate"]
    {
        assert_eq!(band(&report, key), Part::Word("good"), "{key}");
    }
    replay(&report);
    given.sections = Some(Sections { outline: None, ..sections });
    close(score(&judged(&given, &[]), "structural_coherence"), 0.77 / 0.9);
    close(score(&judged(&given, &["outline=zero"]), "structural_coherence"), 0.77);
}

#[test]
fn the_order_of_the_article_counts_where_it_is_the_source() {
    let mut given = good();
    let jumps = |jumps: &[i64]| Some(Sections { jumps: Some(jumps.to_vec()), ..sections() });
    // On, on with two skipped, the same sentence again, back by one; each skipped counts twice: 1, 1/5, 1/3, 1/7.
    given.sections = jumps(&[1, 3, 0, -1]);
    let report = judged(&given, &[]);
    close(number(&report, "order"), (1.0 + 0.2 + 1.0 / 3.0 + 1.0 / 7.0) / 4.0);
    // Weights 0.5, 3, 1, 3, and the other three at 1.
    close(number(&report, "sections"), (4.5 + 3.0 * number(&report, "order")) / 7.5);
    given.sections = jumps(&[]);
    close(number(&judged(&given, &[]), "order"), 1.0);
}

#[test]
fn one_section_is_judged_by_its_sentences() {
    let mut given = good();
    let sentence = |words| Unit { heading: None, words, likeness: 0.4, shared: Num::ratio(1, 4), ..unit() };
    given.sections = Some(Sections {
        headed: false,
        count: 1,
        units: vec![sentence(4), sentence(20), sentence(60), sentence(20)],
        pairs: [100, 90],
        // Half connected; fully, and a quarter of the way from 0.2 to 1 repeated; nearer than the others, repeated whole.
        neighbours: vec![0.1, 0.25, 0.9],
        repeated: vec![0.2, 0.4, 1.0],
        alike: Vec::new(),
        ends: Some(0.25),
        outline: None,
        ..sections()
    });
    let report = judged(&given, &[]);
    // 4 words are a quarter of 16, 60 halfway from 40 to 80.
    close(number(&report, "length"), (0.25 + 1.0 + 0.5 + 1.0) / 4.0);
    close(number(&report, "wording"), 0.5);
    // 0.4 of 0.8 about title and lead, more than the quarter of the words.
    close(number(&report, "relevance"), 0.5);
    close(number(&report, "flow"), (0.5 + 0.75 + 0.0) / 3.0);
    close(number(&report, "redundancy"), 0.0);
    close(number(&report, "drift"), 0.5);
    let sections = (0.5 * 0.6875 + 3.0 * 0.5 + 0.5) / 4.5;
    close(score(&report, "structural_coherence"), (0.3 * sections + 0.25 * 1.25 / 3.0 + 0.25 + 0.05) / 0.9);
    assert!(reason(&report, "redundancy_rate").contains("one section only"));
    assert_eq!(decision(&report), Decision::Incomplete);
    assert!(report.verdict.because[0].starts_with("redundancy_rate is not applicable"));
    replay(&report);
}

#[test]
fn a_single_sentence_neither_breaks_off_nor_drifts() {
    let mut given = good();
    given.sections = Some(Sections {
        count: 1,
        units: vec![unit()],
        neighbours: Vec::new(),
        alike: Vec::new(),
        ends: None,
        ..sections()
    });
    let report = judged(&given, &[]);
    close(number(&report, "flow"), 1.0);
    close(number(&report, "drift"), 0.0);
}

#[test]
fn headings_match_an_outline_in_its_order() {
    for (at, matched) in [
        (&[0, 1, 2, 3][..], 4),
        (&[1, 0], 1),
        (&[4, 0, 1, 2], 3),
        (&[9, 9], 0),
        (&[0, 0], 1),
        (&[2, 3, 0, 1, 4], 3),
    ] {
        let mut given = good();
        let outline = Outline { titles: at.len(), alike: matches(at) };
        given.sections = Some(Sections { outline: Some(outline), ..sections() });
        close(number(&judged(&given, &[]), "structure"), f64::from(matched) / at.len() as f64);
    }
}

/// Each edge of the printed table, and the decision that follows.
#[test]
fn bands_by_labels() {
    use Decision::{Fail, Pass, Warn};
    for (list, yes, no, name, outcome) in [
        (List::Grounding, 69, 31, "poor", Fail),
        (List::Grounding, 70, 30, "acceptable", Warn),
        (List::Grounding, 84, 16, "acceptable", Warn),
        (List::Grounding, 85, 15, "good", Pass),
        (List::Grounding, 95, 5, "good", Pass),
        (List::Grounding, 96, 4, "excellent", Pass),
        (List::Citations, 89, 11, "poor", Fail),
        (List::Citations, 90, 10, "acceptable", Warn),
        (List::Citations, 94, 6, "acceptable", Warn),
        (List::Citations, 95, 5, "good", Pass),
        (List::Citations, 98, 2, "good", Pass),
        (List::Citations, 99, 1, "excellent", Pass),
    ] {
        let mut given = good();
        give(&mut given.labels, list, words(&[(LabelValue::Yes, yes), (LabelValue::No, no)]));
        let report = judged(&given, &[]);
        let key = if list == List::Grounding { "grounding_accuracy" } else { "hallucinated_citation_rate" };
        assert_eq!(band(&report, key), Part::Word(name), "{key} {yes}/{no}");
        assert_eq!(decision(&report), outcome, "{key} {yes}/{no}");
    }
    let mut given = good();
    give(&mut given.labels, List::Grounding, words(&[(LabelValue::Yes, 85), (LabelValue::No, 15)]));
    give(&mut given.labels, List::Citations, words(&[(LabelValue::Yes, 90), (LabelValue::No, 10)]));
    let worse = judged(&given, &["bands.edge=worse"]);
    assert_eq!(band(&worse, "grounding_accuracy"), Part::Word("acceptable"));
    assert_eq!(
        band(&worse, "hallucinated_citation_rate"),
        Part::Word("acceptable"),
        "not poor: printed as >10%"
    );
}

#[test]
fn bands_of_redundancy() {
    // 21 sections make 210 pairs.
    for (redundant, name) in
        [(43, "poor"), (42, "acceptable"), (22, "acceptable"), (21, "good"), (11, "good"), (10, "excellent")]
    {
        let mut given = good();
        let mut sections = sections();
        sections.alike = (0..210).map(|at| (if at < redundant { 0.71 } else { 0.7 }, 0, 1)).collect();
        given.sections = Some(sections);
        assert_eq!(band(&judged(&given, &[]), "redundancy_rate"), Part::Word(name), "{redundant}");
    }
}

#[test]
fn the_worst_band_decides_and_what_is_absent_leaves_it_open() {
    let without = |list: List, entry: Entry| {
        let mut given = good();
        given.labels.set(list, entry);
        given
    };
    let mut poor = without(List::Citations, Entry::Absent);
    give(&mut poor.labels, List::Grounding, words(&[(LabelValue::No, 1)]));
    let report = judged(&poor, &[]);
    assert_eq!(decision(&report), Decision::Fail, "what is there decides");
    assert_eq!(report.verdict.because.len(), 2, "{:?}", report.verdict.because);

    let mut acceptable = without(List::Citations, Entry::Malformed("citations: not a list".into()));
    give(&mut acceptable.labels, List::Grounding, words(&[(LabelValue::Yes, 3), (LabelValue::No, 1)]));
    let report = judged(&acceptable, &[]);
    assert_eq!(decision(&report), Decision::Incomplete);
    assert_eq!(reason(&report, "hallucinated_citation_rate"), "citations: not a list");
    close(score(&report, "grounding_accuracy"), 0.75);

    for list in [List::Grounding, List::Citations] {
        let absent = judged(&without(list, Entry::Absent), &[]);
        assert_eq!(decision(&absent), Decision::Incomplete);
        let empty = judged(&without(list, Entry::Given(Vec::new())), &[]);
        let key = if list == List::Grounding { "grounding_accuracy" } else { "hallucinated_citation_rate" };
        assert_eq!(reason(&absent, key), "missing_metric");
        assert!(matches!(empty.metric(key).unwrap().outcome, Outcome::NotApplicable(_)));
    }
    let mut unmeasured = good();
    unmeasured.sections = None;
    let report = judged(&unmeasured, &[]);
    assert_eq!(decision(&report), Decision::Incomplete);
    assert!(report.metric("structural_coherence").unwrap().score().is_none());
}

#[test]
fn time_is_as_recorded_or_says_why_not() {
    for (seconds, reason_part) in [
        (None, "no `generation_seconds`"),
        (Some(Value::Null), "no `generation_seconds`"),
        (Some(json!(-0.5)), "-0.5 is negative"),
        (Some(json!("12")), "the string \"12\" is not a number of seconds"),
        (Some(json!([1])), "not a number of seconds"),
        (Some(json!(true)), "not a number of seconds"),
    ] {
        let mut given = good();
        given.seconds = seconds;
        let report = judged(&given, &[]);
        let reason = reason(&report, "generation_time");
        assert!(reason.contains(reason_part), "{reason}");
        assert_eq!(decision(&report), Decision::Pass, "time decides nothing");
    }
    let mut given = good();
    given.seconds = Some(json!(0));
    close(score(&judged(&given, &[]), "generation_time"), 0.0);
}

fn measured(measure: Measure) -> Label {
    Label { measure: Some(measure), word: Some(LabelValue::No), ..Label::default() }
}

#[test]
fn measured_labels_are_graded_by_the_rubric() {
    let near = |cosine, overlap| {
        measured(Measure::Nearness { cosine: Num::decimal(cosine), overlap: Num::decimal(overlap) })
    };
    let mut given = good();
    let sentences = vec![near(0.5, 0.0), near(0.0, 0.5), near(0.49, 0.49), near(-1.0, 0.0)];
    give(&mut given.labels, List::Grounding, sentences);
    close(score(&judged(&given, &[]), "grounding_accuracy"), 0.5);
    let shown: Vec<_> = judged(&given, &[]).labels.iter().take(4).map(|(_, label)| label.word).collect();
    assert_eq!(shown, [LabelValue::Yes, LabelValue::Yes, LabelValue::No, LabelValue::No].map(Some));
    // Another number in the user's file moves them.
    given.toml = given.toml.replace("cosine_from = 0.5", "cosine_from = 0.4");
    let report = judged(&given, &[]);
    close(score(&report, "grounding_accuracy"), 0.75);
    assert!(report.signature.contains("version=1+"), "{}", report.signature);
    // What a person says stands.
    let person = Label { by: Provenance::Person("anna".into()), ..near(0.9, 0.9) };
    give(&mut given.labels, List::Grounding, vec![person, near(0.9, 0.9)]);
    close(score(&judged(&given, &[]), "grounding_accuracy"), 0.5);
}

#[test]
fn any_number_is_valid_by_the_printed_reading_where_there_is_a_source() {
    let mut given = good();
    let number = |in_range, any| measured(Measure::Number { in_range, any });
    give(
        &mut given.labels,
        List::Citations,
        vec![number(true, true), number(false, true), label(LabelValue::No)],
    );
    close(score(&judged(&given, &[]), "hallucinated_citation_rate"), 2.0 / 3.0);
    let printed = judged(&given, &["numref=any"]);
    close(score(&printed, "hallucinated_citation_rate"), 1.0 / 3.0);
    assert!(printed.signature.contains("numref=any"));
    give(&mut given.labels, List::Citations, vec![number(false, false)]);
    close(score(&judged(&given, &["numref=any"]), "hallucinated_citation_rate"), 1.0);
}

#[test]
fn each_reading_of_the_protocol_can_matter() {
    let mut given = good();
    give(&mut given.labels, List::Grounding, words(&[(LabelValue::Yes, 17), (LabelValue::No, 3)]));
    let number = measured(Measure::Number { in_range: false, any: true });
    give(&mut given.labels, List::Citations, [words(&[(LabelValue::Yes, 30)]), vec![number]].concat());
    given.sections = Some(Sections { headed: false, outline: None, ..sections() });
    let report = judged(&given, &[]);
    for reading in READINGS.iter().filter(|reading| reading.bears_on("protocol")) {
        let named = format!("|{}={}", reading.key, reading.values[0]);
        assert!(report.signature.contains(&named), "{} did not matter: {}", reading.key, report.signature);
    }
    assert_eq!(report.disputed, ["bands.edge=worse"], "without headings there is no verdict");
    let headings = judged(&given, &["sections=headings"]);
    assert!(reason(&headings, "redundancy_rate").contains("no headings"));
}

#[test]
fn a_file_that_contradicts_itself_is_refused_by_key() {
    let entry = RUBRICS.iter().find(|entry| entry.slug == "protocol").unwrap();
    for (from, to, key) in [
        ("good_from = 0.85", "good_from = 0.99", "grounding_accuracy.bands"),
        ("flow = 0.25, redundancy", "flow = 0.35, redundancy", "structural_coherence.weights"),
        (
            "length = 0.5, wording = 3, relevance = 1",
            "length = 0, wording = 0, relevance = 0",
            "sections.weights",
        ),
        ("section_words = [0, 40,", "section_words = [50, 40,", "sections.section_words"),
        ("distinct_from = 0.8", "distinct_from = 1.0", "sections.distinct_from"),
        ("connected_from = 0.5", "connected_from = 0.0", "flow.connected_from"),
        ("sentences_connected_from = 0.2", "sentences_connected_from = 1.1", "flow.sentences_connected_from"),
        ("repeats_from = 0.2", "repeats_from = 1.0", "flow.repeats_from"),
        ("skip = 2", "skip = -1", "sections.skip"),
        ("back = 2", "back = -1", "sections.back"),
        ("redundant_above = 0.7", "", "redundant_above"),
        ("cosine_from = 0.5", "cosine_from = \"half\"", "cosine_from"),
        ("fail_on = [\"poor\"]", "fail_on = [\"bad\"]", "bad"),
    ] {
        assert!(entry.toml.contains(from), "{from}");
        let Err(error) = (entry.load)(&entry.toml.replacen(from, to, 1)) else { panic!("{to} is accepted") };
        assert!(error.to_string().contains(key), "{error}");
    }
}

prop_compose! {
    fn any_unit()(
        words in 0_usize..4000, pairs in 0_usize..500, distinct in 0_usize..500, likeness in -1.0..1.0_f64,
        shared in 0_usize..=9, headed in any::<bool>(),
    ) -> Unit {
        let heading = headed.then_some(Span::new(0, 1));
        Unit { words, pairs, distinct: distinct.min(pairs), likeness, shared: Num::ratio(shared, 9), heading, ..unit() }
    }
}

prop_compose! {
    fn any_sections()(
        units in prop::collection::vec(any_unit(), 0..7), headed in any::<bool>(),
        cosines in prop::collection::vec(-1.0..=1.0_f64, 21), ends in prop::option::of(-1.0..=1.0_f64),
        jumps in prop::option::of(prop::collection::vec(-40_i64..40, 0..6)),
        titles in prop::option::of(prop::collection::vec(0_usize..8, 1..6)), single in any::<bool>(),
        repeated in prop::collection::vec(0.0..=1.0_f64, 0..7),
    ) -> Sections {
        let count = if single { 1 } else { units.len() };
        let mut alike: Vec<_> = if single { Vec::new() } else {
            (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).zip(&cosines).map(|((a, b), c)| (*c, a, b)).collect()
        };
        alike.sort_by(|x, y| y.0.total_cmp(&x.0));
        let neighbours = cosines.iter().copied().take(units.len().saturating_sub(1)).collect();
        let outline = titles.map(|titles| Outline { titles: titles.len(), alike: matches(&titles) });
        Sections { headed, count, units, neighbours, repeated, alike, ends, jumps, outline, ..sections() }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Every share lies from 0 to 1, every part of coherence too, and the ledger replays.
    #[test]
    fn scores_stay_in_their_range(
        sections in any_sections(), yes in 0_usize..9, no in 0_usize..9,
        readings in prop::collection::vec(
            prop::sample::select(vec!["bands.edge=worse", "outline=zero", "numref=any", "sections=headings"]), 0..4),
    ) {
        let mut given = good();
        give(&mut given.labels, List::Grounding, words(&[(LabelValue::Yes, yes), (LabelValue::No, no)]));
        give(&mut given.labels, List::Citations, words(&[(LabelValue::Yes, no), (LabelValue::No, yes)]));
        given.sections = Some(sections);
        let report = judged(&given, &readings);
        for metric in report.metrics.iter().take(4) {
            if let Some(score) = metric.score() {
                prop_assert!(score >= Num::ZERO && score.to_f64() <= 1.0 + 1e-12, "{}: {score}", metric.key);
            }
        }
        for (name, part) in &report.metric("structural_coherence").unwrap().parts {
            if let Part::Number(part) = part {
                prop_assert!(part.to_f64() >= 0.0 && part.to_f64() <= 1.0 + 1e-12, "{name}: {part}");
            }
        }
        replay(&report);
    }

    /// One more sentence without grounds, or one more citation without a source, never helps.
    #[test]
    fn what_is_worse_never_scores_better(yes in 0_usize..30, no in 0_usize..30) {
        let with = |no: usize| {
            let mut given = good();
            give(&mut given.labels, List::Grounding, words(&[(LabelValue::Yes, yes), (LabelValue::No, no)]));
            give(&mut given.labels, List::Citations, words(&[(LabelValue::Yes, yes), (LabelValue::No, no)]));
            judged(&given, &[])
        };
        let (before, after) = (with(no), with(no + 1));
        if yes + no > 0 {
            prop_assert!(score(&after, "grounding_accuracy") <= score(&before, "grounding_accuracy"));
            prop_assert!(score(&after, "hallucinated_citation_rate") >= score(&before, "hallucinated_citation_rate"));
            prop_assert!(decision(&after) >= decision(&before));
        }
    }
}
