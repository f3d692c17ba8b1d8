//! The anchor verdict: measures of the engine, and properties for any labels. Its examples are in
//! `examples.txt`.

use proptest::prelude::*;

use super::build::*;
use crate::labels::{Label, LabelValue, Labels, List, ThresholdMeasure};
use crate::measures::{AskedBy, Bigrams, Measures, QueryOverlap, Term};
use crate::num::Num;
use crate::report::{Decision, Report};

fn anchors(given: Vec<Label>) -> Labels {
    let mut labels = Labels::default();
    give(&mut labels, List::Anchors, given);
    labels
}

#[test]
fn measured_anchors_are_graded_by_the_rubric() {
    let figure =
        |exact, off: Option<f64>| measured(ThresholdMeasure::Figure { exact, off: off.map(Num::decimal) });
    let apart = |one_sentence, within| measured(ThresholdMeasure::Together { one_sentence, within });
    let supported = |label: &Label, changes: &[(&str, &str)], readings: &[&str]| {
        let (rubric, labels, texts) =
            (changed("anchor", changes), anchors(vec![label.clone()]), TestInput::new());
        raw(&judged("anchor", &*rubric, &texts.input(&labels), readings), "hallucination") < n(1, 2)
    };
    for (label, aware, exact) in [
        (figure(true, Some(0.0)), true, true),
        (figure(false, Some(0.0)), true, false),
        (figure(false, Some(0.05)), true, false),
        (figure(false, Some(0.0501)), false, false),
        (figure(false, None), false, false),
        (apart(true, Some(40)), true, true),
        (apart(false, Some(12)), true, true),
        (apart(false, Some(13)), false, false),
        (apart(false, None), false, false),
        // A person's word is not replaced by a graded one.
        (Label { measure: figure(true, Some(0.0)).measure, ..label(LabelValue::No) }, false, false),
    ] {
        assert_eq!(supported(&label, &[], &[]), aware, "{label:?}");
        assert_eq!(supported(&label, &[], &["numbers=exact"]), exact, "{label:?}");
    }
    // A user's parameters.
    for (label, from, to, otherwise) in [
        (apart(false, Some(13)), "within_tokens = 12", "within_tokens = 13", true),
        (apart(true, Some(40)), "one_sentence = true", "one_sentence = false", false),
        (figure(false, Some(0.01)), "tolerance = 0.05", "tolerance = 0", false),
    ] {
        assert_eq!(supported(&label, &[(from, to)], &[]), otherwise, "{to}");
    }
}

prop_compose! {
    fn any_measures()(
        terms in prop::collection::vec((0_usize..6, 1_usize..4, 0_usize..4), 0..7),
        others in 0_usize..9,
        (found, of) in (0_usize..12, 0_usize..12),
        by in prop::sample::select(&[AskedBy::Query, AskedBy::Title, AskedBy::Theme, AskedBy::Nobody][..]),
    ) -> Measures {
        const WORDS: [&str; 6] = ["the", "bridge", "cost", "what", "opened", "京"];
        let term = |(word, asked, said): (usize, usize, usize)| Term { word: WORDS[word].to_owned(), asked, said };
        let by = if terms.is_empty() { AskedBy::Nobody } else { by };
        let terms = terms.into_iter().map(term).collect();
        let asked = QueryOverlap { by, text: "asked".into(), terms, others, others_squared: others * 2 };
        let bigrams = Some(Bigrams { found: found.min(of), of });
        Measures { query_overlap: Some(asked), bigrams, ..Measures::default() }
    }
}

fn any_readings() -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(
        vec!["idf=plain", "drift=add", "query=required", "hallucination.fail=0.6", "numbers=exact"],
        0..=5,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Scores are between 0 and 1. An additional supported anchor never raises hallucination or turns a
    /// verdict into a failure. An additional keyword in the answer never lowers completeness.
    #[test]
    fn worse_is_never_better(
        measures in any_measures(), supported in 1_usize..9, unsupported in 0_usize..9, at in 0_usize..7,
        readings in any_readings(),
    ) {
        let of = |measures: &Measures, less: usize| -> Report {
            let texts = TestInput::new().with(|own| *own = measures.clone());
            on(&texts, "anchor", &anchors(yes_no(supported - less, unsupported + less)), &readings)
        };
        let (now, worse) = (of(&measures, 0), of(&measures, 1));
        for metric in &now.metrics {
            if let Some(score) = metric.score() {
                prop_assert!(score >= Num::ZERO && score.to_f64() <= 1.0 + 1e-12, "{} is {}", metric.key, score);
            }
        }
        prop_assert!(worse.metrics[2].score() >= now.metrics[2].score());
        prop_assert!(decision(&now) != Decision::Fail || decision(&worse) == Decision::Fail);
        let mut more = measures.clone();
        if let Some(term) = more.query_overlap.as_mut().and_then(|asked| asked.terms.get_mut(at)) {
            term.said += 1;
            prop_assert!(of(&more, 0).metrics[1].score() >= now.metrics[1].score());
        }
    }
}
