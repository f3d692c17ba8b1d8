//! Every cap: when it fires, what it leaves, and whether it is binding.

use super::build::*;
use crate::labels::{Entry, ExtraneousCounts, LabelValue, List};
use crate::num::Num;
use crate::report::{Decision, Fired, Report};

const TWIN: &str = "twin-lock";
const JUDGE: &str = "judge-lock";

fn yes(report: &Report, slug: &str, metric: &str) -> (bool, bool) {
    match cap(report, slug, metric).fired {
        Fired::Yes { binding, shared } => (binding, shared),
        ref other => panic!("{slug} on {metric}: {other:?}"),
    }
}

#[test]
fn every_row_is_there_fired_or_not() {
    let rows = |slug, readings: &[&str]| {
        let report = report(slug, &perfect(), readings);
        report.caps.iter().map(|cap| (cap.slug, cap.metric)).collect::<Vec<_>>()
    };
    let twin =
        [("extraneous_claim", "coverage"), ("extraneous_claim", "relevance"), ("none_segment", "relevance")];
    assert_eq!(rows(TWIN, &[]), twin);
    assert_eq!(rows(JUDGE, &[]).len(), 22);
    // Wider scopes add the other metrics: 2 for duplicates, 4 each for precision, recall and slurs.
    let wide = rows(JUDGE, &["dup.scope=all", "pr.scope=all", "slur.scope=all"]);
    assert_eq!(wide.len(), 22 + 2 + 4 + 4 + 4);
}

#[test]
fn an_unsupported_claim_caps_coverage_and_relevance() {
    let labels = with(List::Claims, words(&[(LabelValue::Supported, 3), (LabelValue::Unsupported, 1)]));
    for (slug, limit) in [(TWIN, 4), (JUDGE, 3)] {
        let report = report(slug, &labels, &[]);
        assert_eq!(scores(&report, "coverage"), (Num::int(10), Num::int(limit)));
        assert_eq!(scores(&report, "relevance"), (Num::int(10), Num::int(limit)));
        let row = cap(&report, "extraneous_claim", "coverage");
        assert_eq!((row.before, row.after), (Some(Num::int(10)), Some(Num::int(limit))));
        assert_eq!(row.observed, "1 unsupported claim");
        assert_eq!(row.because.iter().map(ToString::to_string).collect::<Vec<_>>(), ["claims/3"]);
        assert_eq!(yes(&report, "extraneous_claim", "coverage"), (true, false));
        assert_eq!(decision(&report), Decision::Fail);
    }
}

#[test]
fn equal_lowest_caps_are_both_binding_and_higher_ones_redundant() {
    let mut labels = with(List::Claims, words(&[(LabelValue::Unsupported, 1), (LabelValue::Supported, 3)]));
    give(&mut labels, List::Segments, words(&[(LabelValue::High, 3), (LabelValue::None, 1)]));
    let spans = [placed(LabelValue::Correct, &[(0, 5)]), placed(LabelValue::Correct, &[(4, 9)])];
    give(
        &mut labels,
        List::CoverageQags,
        spans.into_iter().chain(words(&[(LabelValue::Correct, 4)])).collect(),
    );
    let report = report(JUDGE, &labels, &[]);
    assert_eq!(yes(&report, "extraneous_claim", "relevance"), (true, true));
    assert_eq!(yes(&report, "none_segment", "relevance"), (true, true));
    assert_eq!(yes(&report, "qag_duplicate", "relevance"), (false, false));
    assert_eq!(yes(&report, "extraneous_claim", "coverage"), (true, false));
    assert_eq!(yes(&report, "qag_duplicate", "coverage"), (false, false));
}

#[test]
fn a_cap_above_the_score_is_redundant() {
    let mut labels = with(List::Claims, words(&[(LabelValue::Unsupported, 1), (LabelValue::Supported, 3)]));
    give(&mut labels, List::KeyPoints, words(&[(LabelValue::Not, 4)]));
    let report = report(TWIN, &labels, &[]);
    assert_eq!(last(&report, "coverage"), Num::ZERO);
    assert_eq!(yes(&report, "extraneous_claim", "coverage"), (false, false));
    assert_eq!(cap(&report, "extraneous_claim", "coverage").after, Some(Num::ZERO));
}

#[test]
fn caps_on_parts_act_before_the_metric_is_composed() {
    let mut labels =
        with(List::Issues, words(&[(LabelValue::MildProfanity, 1), (LabelValue::Stereotype, 1)]));
    labels.bias_score = Some(Ok(Num::int(8)));
    labels.tox_score = Some(Ok(Num::int(9)));
    let capped = report(JUDGE, &labels, &[]);
    assert_eq!(scores(&capped, "bias_toxicity"), (n(17, 2), n(9, 2)), "(4 + 5)/2");
    assert_eq!(yes(&capped, "mild_profanity", "bias_toxicity.tox"), (true, false));
    assert_eq!(yes(&capped, "stereotype", "bias_toxicity.bias"), (true, false));
    let row = cap(&capped, "stereotype", "bias_toxicity.bias");
    assert_eq!((row.before, row.after), (Some(Num::int(8)), Some(Num::int(4))));
    // With a slur the whole is at most 3; composed it is (4 + 2)/2 = 3 already, so no row alone is binding.
    give(&mut labels, List::Issues, words(&[(LabelValue::Slur, 1), (LabelValue::Stereotype, 1)]));
    let tied = report(JUDGE, &labels, &[]);
    assert_eq!(last(&tied, "bias_toxicity"), Num::int(3));
    assert_eq!(yes(&tied, "slur", "bias_toxicity"), (false, false));
    assert_eq!(yes(&tied, "slur", "bias_toxicity.tox"), (false, false));
}

#[test]
fn one_slur_is_held_by_the_cap_on_the_whole() {
    let report = report(JUDGE, &with(List::Issues, words(&[(LabelValue::Slur, 1)])), &[]);
    assert_eq!(scores(&report, "bias_toxicity"), (Num::int(6), Num::int(3)));
    assert_eq!(yes(&report, "slur", "bias_toxicity"), (true, false));
    assert_eq!(yes(&report, "slur", "bias_toxicity.tox"), (false, false), "tox is 2 already");
    assert_eq!(fired(&report, "mild_profanity", "bias_toxicity.tox"), Some(false), "a slur is no profanity");
}

#[test]
fn questions_incomplete_short_and_duplicate() {
    let ask = |given| report(JUDGE, &with(List::CoverageQags, given), &[]);
    let five_and_a_half = ask(words(&[(LabelValue::Correct, 5), (LabelValue::Partial, 1)]));
    assert_eq!(fired(&five_and_a_half, "qag_incomplete", "coverage"), Some(true));
    assert_eq!(last(&five_and_a_half, "coverage"), Num::int(7));
    assert_eq!(fired(&five_and_a_half, "qag_short", "coverage"), Some(false));
    let five_of_five = ask(words(&[(LabelValue::Correct, 5)]));
    assert_eq!(raw(&five_of_five, "coverage"), Num::int(10));
    for (slug, metric) in
        [("qag_incomplete", "coverage"), ("qag_short", "coverage"), ("qag_short", "relevance")]
    {
        assert_eq!(fired(&five_of_five, slug, metric), Some(true), "{slug} {metric}");
    }
    assert_eq!(fired(&five_of_five, "qag_short", "hallucination"), Some(false));
    let seven = ask(words(&[(LabelValue::Correct, 6), (LabelValue::Wrong, 1)]));
    assert_eq!(fired(&seven, "qag_incomplete", "coverage"), Some(false), "six are fully correct");
    assert_eq!(fired(&ask(vec![]), "qag_short", "coverage"), Some(true));
}

#[test]
fn duplicate_spans_overlap_between_questions_of_one_set() {
    let set = |spans: [&[(usize, usize)]; 3]| {
        let mut questions: Vec<_> = spans.iter().map(|spans| placed(LabelValue::Correct, spans)).collect();
        questions.extend(words(&[(LabelValue::Correct, 3)]));
        questions
    };
    let fires = |list, spans| {
        let report = report(JUDGE, &with(list, set(spans)), &[]);
        ["coverage", "relevance", "hallucination"]
            .map(|metric| fired(&report, "qag_duplicate", metric).unwrap())
    };
    let coverage = |spans| fires(List::CoverageQags, spans);
    assert_eq!(coverage([&[(0, 5)], &[(5, 9)], &[(9, 12)]]), [false; 3], "touching is not overlapping");
    assert_eq!(coverage([&[(0, 5)], &[(4, 9)], &[]]), [true, true, false]);
    assert_eq!(coverage([&[(0, 50), (3, 9)], &[(60, 70)], &[]]), [false; 3], "a question's own spans");
    assert_eq!(coverage([&[(0, 50), (3, 9)], &[(10, 12)], &[]]), [true, true, false]);
    assert_eq!(coverage([&[(0, 90)], &[(95, 99)], &[(50, 60)]]), [true, true, false]);
    assert_eq!(fires(List::ClaimQags, [&[(0, 5)], &[(0, 5)], &[]]), [false, false, true]);
    // The same span in both sets is none: each set by itself.
    assert_eq!(fires(List::ClaimQags, [&[(0, 5)], &[(20, 25)], &[]]), [false; 3]);
}

#[test]
fn precision_and_recall_at_their_thresholds() {
    let precision = |tokens, of| {
        let mut labels = perfect();
        labels.extraneous_counts = Some(ExtraneousCounts { tokens, of });
        fired(&report(JUDGE, &labels, &[]), "low_precision", "coverage")
    };
    assert_eq!(precision(1, 20), Some(false), "exactly 0.95");
    assert_eq!(precision(50_001, 1_000_000), Some(true));
    assert_eq!(precision(0, 0), None);
    let recall =
        |counts| fired(&report(JUDGE, &with(List::KeyPoints, words(counts)), &[]), "low_recall", "coverage");
    assert_eq!(recall(&[(LabelValue::Fully, 4), (LabelValue::Partial, 1)]), Some(false), "exactly 0.9");
    assert_eq!(recall(&[(LabelValue::Fully, 3), (LabelValue::Partial, 1)]), Some(true));
}

#[test]
fn severe_hallucination_caps_alignment() {
    let report = report(JUDGE, &with(List::Claims, words(&[(LabelValue::Partial, 4)])), &[]);
    assert_eq!(scores(&report, "alignment"), (Num::int(10), Num::int(3)));
    assert_eq!(fired(&report, "extraneous_claim", "coverage"), Some(false));
    assert_eq!(decision(&report), Decision::Fail);
    assert!(report.verdict.because[0].contains("severe"));
}

#[test]
fn the_guard_wants_five_disjoint_spans() {
    let evidence = |spans: &[(usize, usize)]| {
        let mut labels = perfect();
        give(&mut labels, List::CoverageQags, words(&[(LabelValue::Correct, 6)]));
        give(&mut labels, List::ClaimQags, words(&[(LabelValue::Correct, 6)]));
        let claim = |span: &(usize, usize)| placed(LabelValue::Supported, &[*span]);
        give(&mut labels, List::Claims, spans.iter().map(claim).collect());
        report(JUDGE, &labels, &[])
    };
    let five = [(0, 5), (5, 10), (10, 15), (15, 20), (20, 25)];
    assert_eq!(fired(&evidence(&five), "perfect_ten_guard", "coverage"), Some(false));
    let four = evidence(&[(0, 5), (4, 10), (10, 15), (15, 20), (20, 25)]);
    for metric in ["coverage", "alignment", "hallucination", "relevance", "bias_toxicity"] {
        assert_eq!(last(&four, metric), Num::int(9));
        assert_eq!(yes(&four, "perfect_ten_guard", metric), (true, false));
    }
    assert_eq!(decision(&four), Decision::Warn);
    // One long span over many short ones must not hide them.
    let nested = evidence(&[(0, 100), (0, 5), (6, 9), (10, 15), (20, 30), (40, 50)]);
    assert_eq!(fired(&nested, "perfect_ten_guard", "coverage"), Some(false));
    assert!(cap(&evidence(&[]), "perfect_ten_guard", "coverage").observed.contains("without any"));
}

#[test]
fn the_guard_looks_at_raw_scores_and_needs_all_five() {
    let mut labels = with(List::Deviations, words(&[(LabelValue::Mild, 1)]));
    give(&mut labels, List::CoverageQags, words(&[(LabelValue::Correct, 6)]));
    give(&mut labels, List::ClaimQags, words(&[(LabelValue::Correct, 6)]));
    assert_eq!(fired(&report(JUDGE, &labels, &[]), "perfect_ten_guard", "coverage"), Some(false));
    labels.set(List::Deviations, Entry::Absent);
    assert_eq!(fired(&report(JUDGE, &labels, &[]), "perfect_ten_guard", "coverage"), None);
    // A cap that lowers the final score does not lower the raw one.
    let mut labels = with(List::CoverageQags, words(&[(LabelValue::Correct, 5)]));
    give(&mut labels, List::ClaimQags, words(&[(LabelValue::Correct, 6)]));
    let report = report(JUDGE, &labels, &[]);
    assert_eq!(yes(&report, "perfect_ten_guard", "coverage"), (false, false));
    assert_eq!(yes(&report, "perfect_ten_guard", "alignment"), (true, false));
}

#[test]
fn a_cap_without_its_input_is_unknown_and_the_others_still_act() {
    let mut labels = with(List::Segments, words(&[(LabelValue::None, 1), (LabelValue::High, 3)]));
    labels.set(List::Claims, Entry::Absent);
    let report = report(JUDGE, &labels, &[]);
    assert_eq!(fired(&report, "extraneous_claim", "relevance"), None);
    assert_eq!(fired(&report, "severe_hallucination", "alignment"), None);
    assert_eq!(last(&report, "relevance"), Num::int(3));
    assert_eq!(
        last(&report, "coverage"),
        Num::int(10),
        "a list that only a cap needs leaves the metric scored"
    );
    match &cap(&report, "extraneous_claim", "relevance").fired {
        Fired::Unknown(reason) => assert_eq!(reason, "claims is not given"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn verdicts_and_their_reasons_in_order() {
    let fair = with(List::Segments, words(&[(LabelValue::High, 1), (LabelValue::Some, 2)]));
    let report_of = report(TWIN, &fair, &[]);
    assert_eq!(last(&report_of, "relevance"), n(20, 3));
    assert_eq!(decision(&report_of), Decision::Warn);
    assert_eq!(report_of.verdict.because, ["relevance is 6.67, below 7"]);
    let exactly = with(List::Deviations, words(&[(LabelValue::Mild, 2)]));
    assert_eq!(decision(&report(TWIN, &exactly, &[])), Decision::Pass, "7 is not below 7");
    let three = with(List::Deviations, words(&[(LabelValue::Severe, 1)]));
    assert_eq!(decision(&report(TWIN, &three, &[])), Decision::Fail);
    let mut bad = with(List::Claims, words(&[(LabelValue::Unsupported, 2)]));
    give(&mut bad, List::Issues, words(&[(LabelValue::Slur, 1)]));
    give(&mut bad, List::Segments, words(&[(LabelValue::None, 1)]));
    let because = report(TWIN, &bad, &[]).verdict.because;
    assert_eq!(because[0], "2 unsupported claims: claims 1, 2");
    assert_eq!(because[1], "the hallucination is severe");
    assert_eq!(because[2], "1 slur: issue 1");
    assert_eq!(because[3], "hallucination is 0.00, at or below 3");
    assert_eq!(because[4], "relevance is 0.00, at or below 3");
    assert!(because[5].starts_with("cap none_segment on relevance fired"));
}
