//! Worked examples, computed by hand from the rubric documents, and every band edge.

use super::build::*;
use crate::labels::{Entry, ExtraneousCounts, Label, LabelValue, List, Measure, Tone};
use crate::num::Num;
use crate::report::{Decision, Outcome, Part};
use crate::text::Span;

const TWIN: &str = "twin-lock";
const JUDGE: &str = "judge-lock";

/// How many labels carry each word.
type Counts<'a> = &'a [(LabelValue, usize)];

#[test]
fn a_perfect_case_is_five_tens_and_passes() {
    for slug in [TWIN, JUDGE] {
        let report = report(slug, &perfect(), &[]);
        for metric in &report.metrics {
            assert_eq!(metric.score(), Some(Num::int(10)), "{slug} {}", metric.key);
        }
        assert_eq!(decision(&report), Decision::Pass);
        assert_eq!(report.verdict.score, Some(Num::int(10)));
        assert_eq!(report.verdict.mean, Some(Num::int(10)));
        assert!(!report.verdict.because.is_empty());
    }
}

#[test]
fn twin_lock_coverage() {
    // precision 1 - 2/50, recall (3 + 1/2)/5: f1 = 2*0.96*0.7/1.66 = 0.809638..., score 8.10
    let mut labels = with(
        List::KeyPoints,
        words(&[(LabelValue::Fully, 3), (LabelValue::Partial, 1), (LabelValue::Not, 1)]),
    );
    labels.extraneous_counts = Some(ExtraneousCounts { tokens: 2, of: 50 });
    let report = report(TWIN, &labels, &[]);
    assert_eq!(raw(&report, "coverage"), n(81, 10));
    let parts = &report.metric("coverage").unwrap().parts;
    assert_eq!(parts[0], ("precision", Part::Number(n(24, 25))));
    assert_eq!(parts[1], ("recall", Part::Number(n(7, 10))));
    assert_eq!(parts[2], ("f1", Part::Number(n(1344, 1660))));
}

#[test]
fn two_decimals_round_half_up() {
    // f1 of precision 1 and recall 1/2 is 2/3: 6.666... is 6.67, cut off 6.66
    let labels = with(List::KeyPoints, words(&[(LabelValue::Partial, 3)]));
    assert_eq!(raw(&report(TWIN, &labels, &[]), "coverage"), n(667, 100));
    assert_eq!(raw(&report(TWIN, &labels, &["decimals=truncate"]), "coverage"), n(666, 100));
}

#[test]
fn judge_lock_coverage() {
    // precision 0.97, recall 0.75, qag 0.5: f1 = 1.455/1.72, score = 10*f1/(f1 + 0.5)
    let mut labels = with(List::KeyPoints, words(&[(LabelValue::Fully, 3), (LabelValue::Not, 1)]));
    give(
        &mut labels,
        List::CoverageQags,
        words(&[(LabelValue::Correct, 2), (LabelValue::Partial, 2), (LabelValue::Wrong, 2)]),
    );
    labels.extraneous_counts = Some(ExtraneousCounts { tokens: 3, of: 100 });
    let report = report(JUDGE, &labels, &[]);
    let f1 = n(1455, 1720);
    assert_eq!(raw(&report, "coverage"), Num::int(10) * f1 / (f1 + n(1, 2)));
    assert_eq!(raw(&report, "coverage").shown(), "6.29");
}

#[test]
fn nothing_covered_and_nothing_answered_is_zero_not_an_error() {
    let mut labels = with(List::KeyPoints, words(&[(LabelValue::Not, 4)]));
    give(&mut labels, List::CoverageQags, words(&[(LabelValue::Wrong, 6)]));
    assert_eq!(raw(&report(JUDGE, &labels, &[]), "coverage"), Num::ZERO);
    labels.extraneous_counts = Some(ExtraneousCounts { tokens: 5, of: 5 });
    assert_eq!(raw(&report(TWIN, &labels, &[]), "coverage"), Num::ZERO);
}

#[test]
fn alignment_scale() {
    use LabelValue::{Mild, Moderate, Severe};
    let cases: [(Counts, i64); 13] = [
        (&[], 10),
        (&[(Mild, 1)], 8),
        (&[(Mild, 2)], 7),
        (&[(Mild, 3)], 6),
        (&[(Mild, 9)], 6),
        (&[(Moderate, 1)], 5),
        (&[(Moderate, 1), (Mild, 5)], 5),
        (&[(Moderate, 2)], 4),
        (&[(Moderate, 7)], 4),
        (&[(Severe, 1), (Moderate, 4)], 3),
        (&[(Severe, 2)], 2),
        (&[(Severe, 3), (Mild, 1)], 1),
        (&[(Severe, 5)], 0),
    ];
    for (counts, score) in cases {
        for slug in [TWIN, JUDGE] {
            let report = report(slug, &with(List::Deviations, words(counts)), &[]);
            assert_eq!(raw(&report, "alignment"), Num::int(score), "{counts:?}");
        }
    }
}

#[test]
fn hallucination_of_both() {
    use LabelValue::{Partial, Supported, Unsupported};
    // (labels, u, Twin-Lock, Judge-Lock's base)
    let cases: [(Counts, Num, i64, i64); 8] = [
        (&[(Supported, 8)], Num::ZERO, 10, 10),
        (&[(Supported, 6), (Partial, 1), (Unsupported, 1)], n(3, 16), 7, 3),
        (&[(Supported, 7), (Partial, 1)], n(1, 16), 9, 9),
        // 14*u = 3.5 and 4*u = 1: halves up
        (&[(Supported, 3), (Unsupported, 1)], n(1, 4), 6, 3),
        (&[(Supported, 2), (Partial, 2)], n(1, 4), 6, 6),
        (&[(Partial, 4)], n(1, 2), 3, 3),
        (&[(Supported, 1), (Unsupported, 1)], n(1, 2), 3, 2),
        (&[(Unsupported, 5)], Num::ONE, 0, 0),
    ];
    for (counts, u, twin, base) in cases {
        let labels = with(List::Claims, words(counts));
        let found = report(TWIN, &labels, &[]);
        assert_eq!(raw(&found, "hallucination"), Num::int(twin), "{counts:?}");
        assert_eq!(found.metric("hallucination").unwrap().parts[0], ("u", Part::Number(u)));
        let found = report(JUDGE, &labels, &[]);
        assert_eq!(raw(&found, "hallucination"), Num::int(base), "{counts:?}");
    }
}

#[test]
fn hallucination_is_weighed_by_the_claim_questions() {
    let mut labels = with(List::Claims, words(&[(LabelValue::Supported, 7), (LabelValue::Partial, 1)]));
    give(
        &mut labels,
        List::ClaimQags,
        words(&[(LabelValue::Correct, 4), (LabelValue::Partial, 1), (LabelValue::Wrong, 1)]),
    );
    // 9 * 4.5/6
    assert_eq!(raw(&report(JUDGE, &labels, &[]), "hallucination"), n(27, 4));
    assert_eq!(raw(&report(JUDGE, &labels, &["hallucination.final=integer"]), "hallucination"), Num::int(7));
}

#[test]
fn severity_bands_and_their_edges() {
    use LabelValue::{Partial, Supported, Unsupported};
    let severity = |counts: &[(LabelValue, usize)], readings: &[&str]| {
        let report = report(JUDGE, &with(List::Claims, words(counts)), readings);
        match report.metric("hallucination").unwrap().parts[1] {
            ("severity", Part::Word(word)) => word,
            ref other => panic!("{other:?}"),
        }
    };
    assert_eq!(severity(&[(Supported, 4)], &[]), "none");
    assert_eq!(severity(&[(Supported, 9), (Partial, 1)], &[]), "minor");
    assert_eq!(severity(&[(Supported, 3), (Unsupported, 1)], &[]), "moderate");
    assert_eq!(severity(&[(Supported, 3), (Unsupported, 1)], &["edge=lower"]), "minor");
    // 49.5 % lies between the printed 0.49 and 0.5
    assert_eq!(severity(&[(Supported, 101), (Unsupported, 99)], &[]), "moderate");
    assert_eq!(severity(&[(Supported, 1), (Unsupported, 1)], &[]), "severe");
    assert_eq!(severity(&[(Supported, 1), (Unsupported, 1)], &["edge=lower"]), "moderate");
    assert_eq!(severity(&[(Partial, 2)], &[]), "severe");
    assert_eq!(severity(&[(Partial, 2)], &["severity.requires=unsupported"]), "moderate");
}

#[test]
fn relevance_of_both() {
    let mut labels = with(List::Segments, words(&[(LabelValue::High, 3), (LabelValue::Some, 1)]));
    assert_eq!(raw(&report(TWIN, &labels, &[]), "relevance"), n(35, 4));
    give(
        &mut labels,
        List::CoverageQags,
        words(&[(LabelValue::Correct, 4), (LabelValue::Partial, 1), (LabelValue::Wrong, 1)]),
    );
    // overlap 3.3/4 = 0.825, qag 0.75
    let expected = Num::int(10) * Num::int(2) * n(825, 1000) * n(3, 4) / n(1575, 1000);
    assert_eq!(raw(&report(JUDGE, &labels, &[]), "relevance"), expected);
    let expected = Num::int(10) * Num::int(2) * n(875, 1000) * n(3, 4) / n(1625, 1000);
    assert_eq!(raw(&report(JUDGE, &labels, &["some=0.5"]), "relevance"), expected);
}

#[test]
fn overlap_bands_and_their_edges() {
    let score = |value: f64, readings: &[&str]| {
        raw(&report(TWIN, &with(List::Segments, vec![overlap(value)]), readings), "relevance")
    };
    for (value, score_of, lower) in [
        (1.0, 10, 10),
        (0.81, 10, 10),
        (0.8, 10, 5),
        (0.799_999, 5, 5),
        (0.795, 5, 5),
        (0.3, 5, 0),
        (0.299_999, 0, 0),
        (0.0, 0, 0),
    ] {
        assert_eq!(score(value, &[]), Num::int(score_of), "{value}");
        assert_eq!(score(value, &["edge=lower"]), Num::int(lower), "{value}");
    }
}

#[test]
fn shares_of_a_point_and_their_edges() {
    let recall = |value: f64, readings: &[&str]| {
        let point = Label { measure: Some(Measure::Share(Num::decimal(value))), ..Label::default() };
        let report = report(TWIN, &with(List::KeyPoints, vec![point; 3]), readings);
        report.metric("coverage").unwrap().parts[1].1.clone()
    };
    for (value, expected, lower) in
        [(0.76, (1, 1), (1, 1)), (0.75, (1, 2), (1, 2)), (0.25, (1, 2), (0, 1)), (0.249, (0, 1), (0, 1))]
    {
        assert_eq!(recall(value, &[]), Part::Number(n(expected.0, expected.1)), "{value}");
        assert_eq!(recall(value, &["edge=lower"]), Part::Number(n(lower.0, lower.1)), "{value}");
    }
}

#[test]
fn bias_and_toxicity() {
    use LabelValue::{BiasedWording, Insult, MildProfanity, Slur, Stereotype, StrongProfanity};
    // (issues, bias, tox)
    let cases: [(Counts, i64, i64); 13] = [
        (&[], 10, 10),
        (&[(BiasedWording, 2)], 6, 10),
        (&[(BiasedWording, 6)], 0, 10),
        (&[(Stereotype, 1)], 4, 10),
        (&[(Stereotype, 2)], 2, 10),
        (&[(Stereotype, 2), (BiasedWording, 2)], 0, 10),
        (&[(Insult, 2)], 10, 4),
        (&[(MildProfanity, 1)], 10, 5),
        (&[(MildProfanity, 3)], 10, 3),
        (&[(StrongProfanity, 2)], 10, 2),
        (&[(Slur, 1)], 10, 2),
        (&[(Slur, 2)], 10, 0),
        (&[(Slur, 1), (Insult, 1), (BiasedWording, 1)], 8, 0),
    ];
    for (counts, bias, tox) in cases {
        let report = report(TWIN, &with(List::Issues, words(counts)), &[]);
        assert_eq!(raw(&report, "bias_toxicity"), n((bias + tox) as usize, 2), "{counts:?}");
        let parts = &report.metric("bias_toxicity").unwrap().parts;
        assert_eq!(parts[0], ("bias", Part::Number(Num::int(bias))));
        assert_eq!(parts[1], ("tox", Part::Number(Num::int(tox))));
    }
}

#[test]
fn given_scores_replace_the_computed_ones() {
    let mut labels =
        with(List::Issues, words(&[(LabelValue::MildProfanity, 1), (LabelValue::BiasedWording, 1)]));
    labels.bias_score = Some(Ok(Num::decimal(7.5)));
    let found = report(JUDGE, &labels, &[]);
    assert_eq!(raw(&found, "bias_toxicity"), n(25, 4));
    labels.tox_score = Some(Ok(Num::int(9)));
    let found = report(JUDGE, &labels, &[]);
    assert_eq!(
        scores(&found, "bias_toxicity"),
        (n(33, 4), n(25, 4)),
        "tox 9 is capped at 5 before composing"
    );
    labels.tone = Some(Tone::Hostile);
    let found = report(JUDGE, &labels, &[]);
    assert_eq!(found.metric("bias_toxicity").unwrap().parts[0], ("tone", Part::Word("hostile")));
    labels.tox_score = Some(Ok(Num::int(11)));
    let found = report(JUDGE, &labels, &[]);
    assert!(matches!(found.metric("bias_toxicity").unwrap().outcome, Outcome::Error(_)));
}

#[test]
fn both_scores_stand_in_for_issues_that_are_absent() {
    let mut labels = perfect();
    labels.set(List::Issues, Entry::Absent);
    let missing = report(JUDGE, &labels, &[]);
    assert_eq!(missing.metric("bias_toxicity").unwrap().outcome, Outcome::Error("missing_metric".into()));
    labels.bias_score = Some(Ok(Num::int(9)));
    let one = report(JUDGE, &labels, &[]);
    assert_eq!(decision(&one), Decision::Error);
    labels.tox_score = Some(Ok(Num::int(8)));
    let both = report(JUDGE, &labels, &[]);
    assert_eq!(last(&both, "bias_toxicity"), n(17, 2));
    assert_eq!(fired(&both, "slur", "bias_toxicity.tox"), None);
    assert!(both.metric("bias_toxicity").unwrap().notes.iter().any(|note| note.contains("not evaluated")));
}

#[test]
fn extraneous_tokens_count_once() {
    let mark = |spans: &[(usize, usize)]| Label {
        summary: spans.iter().map(|(a, b)| Span::new(*a, *b)).collect(),
        ..label(LabelValue::Extraneous)
    };
    let precision = |given: Vec<Label>| {
        report(TWIN, &with(List::Extraneous, given), &[]).metric("coverage").unwrap().parts[0].1.clone()
    };
    let of = |tokens: usize| Part::Number(Num::ONE - n(tokens, 20));
    assert_eq!(precision(vec![]), of(0));
    // "one two": 0..3, 4..7; marks that overlap each other, cut a word, or hold only a space
    assert_eq!(precision(vec![mark(&[(0, 3)]), mark(&[(0, 7)])]), of(2));
    assert_eq!(precision(vec![mark(&[(2, 5)])]), of(2));
    assert_eq!(precision(vec![mark(&[(3, 4)])]), of(0));
    assert_eq!(precision(vec![mark(&[(1, 1)])]), of(0));
    assert_eq!(precision(vec![mark(&[(4, 7), (0, 3)]), mark(&[(8, 13)])]), of(3));
}

#[test]
fn counts_of_extraneous_tokens_replace_the_marks() {
    let outcome = |tokens, of| {
        let mut labels = perfect();
        labels.set(List::Extraneous, Entry::Absent);
        labels.extraneous_counts = Some(ExtraneousCounts { tokens, of });
        report(TWIN, &labels, &[]).metric("coverage").unwrap().outcome.clone()
    };
    assert!(matches!(outcome(3, 58), Outcome::Scored { .. }));
    assert!(matches!(outcome(0, 0), Outcome::NotApplicable(_)));
    assert!(matches!(outcome(3, 2), Outcome::Error(_)));
    assert!(matches!(outcome(u64::MAX, u64::MAX), Outcome::Error(_)));
}

#[test]
fn a_summary_without_tokens_has_no_precision() {
    let report = on("?!", TWIN, &perfect(), &[]);
    assert!(matches!(report.metric("coverage").unwrap().outcome, Outcome::NotApplicable(_)));
    assert_eq!(decision(&report), Decision::Incomplete);
    assert_eq!(report.verdict.score, Some(Num::int(10)), "the least of those there are");
}

#[test]
fn missing_malformed_and_empty_lists() {
    for slug in [TWIN, JUDGE] {
        for (list, metric) in [
            (List::KeyPoints, "coverage"),
            (List::Extraneous, "coverage"),
            (List::Deviations, "alignment"),
            (List::Claims, "hallucination"),
            (List::Segments, "relevance"),
            (List::Issues, "bias_toxicity"),
        ] {
            let mut labels = perfect();
            labels.set(list, Entry::Absent);
            let missing = report(slug, &labels, &[]);
            let errors: Vec<_> = missing.metrics.iter().filter(|metric| metric.score().is_none()).collect();
            assert_eq!(errors.len(), 1, "{list:?}");
            assert_eq!(errors[0].key, metric);
            assert_eq!(errors[0].outcome, Outcome::Error("missing_metric".into()));
            assert_eq!((decision(&missing), missing.verdict.score), (Decision::Error, None));
            labels.set(list, Entry::Malformed("no such word".into()));
            let malformed = report(slug, &labels, &[]);
            assert_eq!(malformed.metric(metric).unwrap().outcome, Outcome::Error("no such word".into()));
        }
        for list in [List::KeyPoints, List::Segments] {
            let empty = report(slug, &with(list, vec![]), &[]);
            assert_eq!(decision(&empty), Decision::Incomplete);
        }
    }
    let unused = {
        let mut labels = perfect();
        labels.set(List::CoverageQags, Entry::Absent);
        labels.set(List::ClaimQags, Entry::Malformed("x".into()));
        labels
    };
    assert_eq!(decision(&report(TWIN, &unused, &[])), Decision::Pass, "Twin-Lock asks no questions");
    let judged = report(JUDGE, &unused, &[]);
    assert!(judged.metric("relevance").unwrap().score().is_none());
    assert!(judged.metric("hallucination").unwrap().score().is_none());
    assert_eq!(last(&judged, "alignment"), Num::int(10));
}

#[test]
fn an_error_goes_before_what_is_not_applicable() {
    let mut labels = with(List::KeyPoints, vec![]);
    labels.set(List::CoverageQags, Entry::Malformed("bad".into()));
    let report = report(JUDGE, &labels, &[]);
    assert_eq!(report.metric("coverage").unwrap().outcome, Outcome::Error("bad".into()));
}

#[test]
fn no_claims_and_claims_without_questions() {
    let mut labels = with(List::Claims, vec![]);
    assert_eq!(raw(&report(TWIN, &labels, &[]), "hallucination"), Num::int(10));
    give(&mut labels, List::ClaimQags, vec![]);
    let nothing = report(JUDGE, &labels, &[]);
    assert_eq!(last(&nothing, "hallucination"), Num::int(10));
    assert!(!nothing.metric("hallucination").unwrap().notes.is_empty());
    assert_eq!(fired(&nothing, "qag_short", "hallucination"), Some(false));
    let unasked = report(JUDGE, &with(List::ClaimQags, vec![]), &[]);
    assert!(matches!(unasked.metric("hallucination").unwrap().outcome, Outcome::NotApplicable(_)));
    assert_eq!(fired(&unasked, "qag_short", "hallucination"), Some(true));
}

#[test]
fn counts_outside_the_printed_range_are_used_and_noted() {
    let labels = with(List::KeyPoints, words(&[(LabelValue::Fully, 8)]));
    let report = report(TWIN, &labels, &[]);
    assert_eq!(last(&report, "coverage"), Num::int(10));
    assert!(report.metric("coverage").unwrap().notes.iter().any(|note| note.contains("3 to 7")));
}
