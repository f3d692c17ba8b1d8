//! The Evaluation Protocol: each formula and each band edge computed by hand, and properties for any labels
//! and sections.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::build::*;
use crate::labels::{Label, LabelValue, Labels, List, Provenance, ThresholdMeasure};
use crate::measures::{Outline, Sections, Unit};
use crate::num::Num;
use crate::report::{Decision, PartValue, Report};
use crate::rubric::READINGS;
use crate::text::Span;

/// Twenty grounded sentences and ten valid citations, with the lists in `text` replaced.
fn given(text: &str) -> Labels {
    over(over(Labels::default(), "grounding: 20 yes; citations: 10 yes"), text)
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

/// Five coherent sections.
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

/// Titles, each of which matches the heading with this index among five, or none if the index is larger.
fn matches(at: &[usize]) -> Vec<Vec<Num>> {
    let heading = |title: usize, at: usize| if at == title { Num::ONE } else { Num::ZERO };
    at.iter().map(|title| (0..5).map(|at| heading(*title, at)).collect()).collect()
}

/// Scores a report with these sections and this generation time.
fn of(labels: &Labels, sections: Option<Sections>, seconds: Value, readings: &[&str]) -> Report {
    let fields = json!({ "sources": ["A source."], "generation_seconds": seconds });
    let texts =
        TestInput::fields(fields.as_object().unwrap()).with(|own| own.sections = sections.map(Arc::new));
    on(&texts, "protocol", labels, readings)
}

fn with_labels(labels: &Labels, readings: &[&str]) -> Report {
    of(labels, Some(sections()), json!(412.5), readings)
}

fn with_sections(sections: Sections, readings: &[&str]) -> Report {
    of(&given(""), Some(sections), json!(412.5), readings)
}

#[test]
fn bands_by_labels() {
    for (labels, readings, wanted) in [
        (
            "",
            &[][..],
            "grounding_accuracy 1; hallucinated_citation_rate 0; structural_coherence 1; redundancy_rate 0; \
             generation_time 412.5; verdict PASS; verdict.score none; verdict.mean none",
        ),
        // Each edge of the printed table, with the resulting decision.
        ("grounding: 69 yes, 31 no", &[], "grounding_accuracy.band poor; verdict FAIL"),
        ("grounding: 699 yes, 301 no", &[], "verdict \"grounding_accuracy is 0.699: poor\""),
        ("grounding: 70 yes, 30 no", &[], "grounding_accuracy.band acceptable; verdict WARN"),
        ("grounding: 84 yes, 16 no", &[], "grounding_accuracy.band acceptable; verdict WARN"),
        ("grounding: 85 yes, 15 no", &[], "grounding_accuracy.band good; verdict PASS"),
        ("grounding: 95 yes, 5 no", &[], "grounding_accuracy.band good; verdict PASS"),
        ("grounding: 96 yes, 4 no", &[], "grounding_accuracy.band excellent; verdict PASS"),
        ("citations: 89 yes, 11 no", &[], "hallucinated_citation_rate.band poor; verdict FAIL"),
        ("citations: 90 yes, 10 no", &[], "hallucinated_citation_rate.band acceptable; verdict WARN"),
        ("citations: 94 yes, 6 no", &[], "hallucinated_citation_rate.band acceptable; verdict WARN"),
        ("citations: 95 yes, 5 no", &[], "hallucinated_citation_rate.band good; verdict PASS"),
        ("citations: 98 yes, 2 no", &[], "hallucinated_citation_rate.band good; verdict PASS"),
        ("citations: 99 yes, 1 no", &[], "hallucinated_citation_rate.band excellent; verdict PASS"),
        ("grounding: 85 yes, 15 no", &["bands.edge=worse"], "grounding_accuracy.band acceptable"),
        // Not poor, which is printed as >10%.
        ("citations: 90 yes, 10 no", &["bands.edge=worse"], "hallucinated_citation_rate.band acceptable"),
        // The worst band decides, and a missing metric leaves the verdict open.
        (
            "no citations; grounding: 1 no",
            &[],
            "verdict FAIL; verdict \"hallucinated_citation_rate: missing\"",
        ),
        (
            "bad citations; grounding: 3 yes, 1 no",
            &[],
            "verdict INCOMPLETE; hallucinated_citation_rate \"unreadable\"; grounding_accuracy 3/4",
        ),
        ("no grounding", &[], "grounding_accuracy missing; verdict INCOMPLETE"),
        ("no citations", &[], "hallucinated_citation_rate missing; verdict INCOMPLETE"),
        ("grounding:", &[], "grounding_accuracy n/a"),
        ("citations:", &[], "hallucinated_citation_rate n/a"),
    ] {
        expect(&with_labels(&given(labels), readings), wanted);
    }
}

/// The examples of the rubric's own file.
#[test]
fn coherence_by_hand() {
    let mut found = sections();
    // 32 of 40 words, 96 of 100 bigrams, a cosine with the heading of 0.4 of 0.5: each heuristic is 0.8.
    found.units = vec![Unit { words: 32, pairs: 100, distinct: 96, likeness: 0.4, ..unit() }; 5];
    found.neighbours = vec![0.45; 4];
    found.alike[0].0 = 0.74;
    found.ends = Some(0.4);
    found.outline = Some(Outline { titles: 4, alike: matches(&[0, 2, 9, 3]) });
    let parts = |wanted: &str| {
        wanted.split("; ").map(|part| format!("structural_coherence.{part};")).collect::<String>()
    };
    let report = with_sections(found.clone(), &[]);
    expect(&report, "redundancy_rate 0.1; redundancy_rate.band good; structural_coherence.band good");
    expect(
        &report,
        &parts(
            "raw 0.845; length 0.8; wording 0.8; relevance 0.8; sections 0.8; flow 0.9; redundancy 0.1; drift 0.2; \
             structure 0.75",
        ),
    );
    let headless = || Sections { outline: None, ..found.clone() };
    expect(&with_sections(headless(), &[]), &parts("raw 77/90"));
    expect(&with_sections(headless(), &["outline=zero"]), &parts("raw 0.77"));

    // If the article is the source, the order of sentences counts. The jumps are: to the next sentence,
    // forward over two sentences, the same sentence again, back by one. With a factor of 2 for each skipped
    // sentence, they give 1, 1/5, 1/3 and 1/7, with the mean 44/105.
    let jumps = |jumps: &[i64]| Sections { jumps: Some(jumps.to_vec()), ..sections() };
    // Weights 0.5, 3, 1, 3, and the other three heuristics at 1.
    expect(&with_sections(jumps(&[1, 3, 0, -1]), &[]), &parts("order 44/105; sections 1209/1575"));
    expect(&with_sections(jumps(&[]), &[]), &parts("order 1"));

    // A single section is scored by its sentences.
    let sentence = |words| Unit { heading: None, words, likeness: 0.4, shared: Num::ratio(1, 4), ..unit() };
    let single = Sections {
        headed: false,
        count: 1,
        units: vec![sentence(4), sentence(20), sentence(60), sentence(20)],
        pairs: [100, 90],
        // Half connected; fully connected, but a quarter of the way from 0.2 to 1 repeated; most similar, but
        // completely repeated.
        neighbours: vec![0.1, 0.25, 0.9],
        repeated: vec![0.2, 0.4, 1.0],
        alike: Vec::new(),
        ends: Some(0.25),
        outline: None,
        ..sections()
    };
    let report = with_sections(single, &[]);
    // 4 words are a quarter of 16, and 60 halfway from 40 to 80; 0.4 of 0.8 for title and lead exceeds the
    // quarter of the words. Sections are (0.5*0.6875 + 3*0.5 + 0.5)/4.5, and the score (0.3*sections +
    // 0.25*flow + 0.25 + 0.05)/0.9.
    expect(
        &report,
        &parts("length 11/16; wording 1/2; relevance 1/2; flow 5/12; redundancy 0; drift 1/2; raw ~0.6227"),
    );
    expect(&report, "redundancy_rate \"one section only\"; verdict INCOMPLETE");
    expect(&report, "verdict \"redundancy_rate is not applicable\"");

    // A single sentence can neither break off nor drift.
    let (neighbours, alike) = (Vec::new(), Vec::new());
    let alone = Sections { count: 1, units: vec![unit()], neighbours, alike, ends: None, ..sections() };
    expect(&with_sections(alone, &[]), &parts("flow 1; drift 0"));

    let unmeasured = of(&given(""), None, json!(1), &[]);
    expect(&unmeasured, "structural_coherence n/a; verdict INCOMPLETE");
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
        let outline = Some(Outline { titles: at.len(), alike: matches(at) });
        let report = with_sections(Sections { outline, ..sections() }, &[]);
        expect(&report, &format!("structural_coherence.structure {matched}/{}", at.len()));
    }
}

#[test]
fn bands_of_redundancy() {
    // 21 sections make 210 pairs.
    for (redundant, name) in
        [(43, "poor"), (42, "acceptable"), (22, "acceptable"), (21, "good"), (11, "good"), (10, "excellent")]
    {
        let alike = (0..210).map(|at| (if at < redundant { 0.71 } else { 0.7 }, 0, 1)).collect();
        let report = with_sections(Sections { alike, ..sections() }, &[]);
        expect(&report, &format!("redundancy_rate.band {name}"));
    }
}

#[test]
fn time_is_as_recorded_or_says_why_not() {
    for (seconds, wanted) in [
        (Value::Null, "n/a; generation_time \"no `generation_seconds`\""),
        (json!(-0.5), "error; generation_time \"-0.5 is negative\""),
        (json!("12"), "error; generation_time \"the string \"12\" is not a number of seconds\""),
        (json!([1]), "error; generation_time \"not a number of seconds\""),
        (json!(true), "error; generation_time \"not a number of seconds\""),
        (json!(0), "0"),
    ] {
        let report = of(&given(""), Some(sections()), seconds, &[]);
        // The time does not affect the verdict.
        expect(&report, &format!("verdict PASS; generation_time {wanted}"));
    }
}

#[test]
fn measured_labels_are_graded_by_the_rubric() {
    let near = |cosine, overlap| {
        measured(ThresholdMeasure::Nearness { cosine: Num::decimal(cosine), overlap: Num::decimal(overlap) })
    };
    let mut labels = given("");
    give(
        &mut labels,
        List::Grounding,
        vec![near(0.5, 0.0), near(0.0, 0.5), near(0.49, 0.49), near(-1.0, 0.0)],
    );
    let report = with_labels(&labels, &[]);
    expect(&report, "grounding_accuracy 1/2");
    let shown: Vec<_> = report.labels.iter().take(4).map(|(_, label)| label.word).collect();
    assert_eq!(shown, [LabelValue::Yes, LabelValue::Yes, LabelValue::No, LabelValue::No].map(Some));
    // Another number in the user's file changes the result.
    let looser = changed("protocol", &[("cosine_from = 0.5", "cosine_from = 0.4")]);
    let report = judged("protocol", &*looser, &TestInput::new().input(&labels), &[]);
    expect(&report, "grounding_accuracy 3/4; signature \"version=1+\"");
    // A person's label is not regraded.
    let person = Label { by: Provenance::Person("anna".into()), ..near(0.9, 0.9) };
    give(&mut labels, List::Grounding, vec![person, near(0.9, 0.9)]);
    expect(&with_labels(&labels, &[]), "grounding_accuracy 1/2");
    // Under the printed reading any number is valid if there is a source.
    let number = |in_range, any| measured(ThresholdMeasure::Number { in_range, any });
    give(
        &mut labels,
        List::Citations,
        vec![number(true, true), number(false, true), number(false, false), label(LabelValue::No)],
    );
    expect(&with_labels(&labels, &[]), "hallucinated_citation_rate 3/4");
    expect(
        &with_labels(&labels, &["numref=any"]),
        "hallucinated_citation_rate 1/2; signature \"numref=any\"",
    );
}

#[test]
fn each_reading_of_the_protocol_can_matter() {
    let mut labels = given("grounding: 17 yes, 3 no; citations: 30 yes");
    labels
        .get_mut(List::Citations)
        .unwrap()
        .push(measured(ThresholdMeasure::Number { in_range: false, any: true }));
    let found = || Some(Sections { headed: false, outline: None, ..sections() });
    let report = of(&labels, found(), json!(1), &[]);
    for reading in READINGS.iter().filter(|reading| reading.bears_on("protocol")) {
        expect(&report, &format!("signature \"|{}={}\"", reading.key, reading.values[0]));
    }
    assert_eq!(report.disputed, ["bands.edge=worse"], "without headings there is no verdict");
    let headings = of(&labels, found(), json!(1), &["sections=headings"]);
    expect(&headings, "redundancy_rate \"no headings\"");
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

    /// Every share, and every part of coherence, is from 0 to 1. One more ungrounded sentence, or one more
    /// citation without a source, never helps.
    #[test]
    fn scores_stay_in_their_range_and_follow_labels(
        sections in any_sections(), yes in 0_usize..30, no in 0_usize..30,
        readings in prop::collection::vec(
            prop::sample::select(vec!["bands.edge=worse", "outline=zero", "numref=any", "sections=headings"]), 0..4),
    ) {
        let judged = |no: usize| {
            let labels = given(&format!("grounding: {yes} yes, {no} no; citations: {yes} yes, {no} no"));
            of(&labels, Some(sections.clone()), json!(1), &readings)
        };
        let (report, worse) = (judged(no), judged(no + 1));
        let shares = report.metrics.iter().take(4).filter_map(|metric| metric.score());
        let parts = report.metric("structural_coherence").unwrap().parts.iter().filter_map(|(_, part)| match part {
            PartValue::Number(part) => Some(*part),
            _ => None,
        });
        for share in shares.chain(parts) {
            prop_assert!(share >= Num::ZERO && share.to_f64() <= 1.0 + 1e-12, "{share}");
        }
        if yes + no > 0 {
            prop_assert!(last(&worse, "grounding_accuracy") <= last(&report, "grounding_accuracy"));
            prop_assert!(last(&worse, "hallucinated_citation_rate") >= last(&report, "hallucinated_citation_rate"));
            // An incomplete verdict may become a failure.
            prop_assert!(decision(&worse) >= decision(&report).min(Decision::Fail));
        }
    }
}
