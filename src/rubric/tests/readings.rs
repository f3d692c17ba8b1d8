//! Every reading of the locks where it matters, and the signature that says so.

use super::build::*;
use crate::labels::{Label, LabelValue, Labels, List, Measure};
use crate::num::Num;
use crate::report::{Decision, Outcome, Report};
use crate::rubric::READINGS;
use crate::text::Text;

const TWIN: &str = "twin-lock";
const JUDGE: &str = "judge-lock";

/// Labels of the engine's kind: measured segments, another split.
fn measured() -> Labels {
    let overlaps = |containment, best_window, jaccard_article| Label {
        measure: Some(Measure::Overlaps {
            containment: Num::decimal(containment),
            best_window: Num::decimal(best_window),
            jaccard_article: Num::decimal(jaccard_article),
        }),
        ..Label::default()
    };
    let mut labels = with(List::Segments, vec![overlaps(0.9, 0.4, 0.01), overlaps(1.0, 0.85, 0.02)]);
    labels.raw_segments = Some(vec![overlaps(0.5, 0.4, 0.0); 3]);
    labels
}

#[test]
fn overlap_and_split() {
    let relevance = |readings: &[&str]| raw(&report(TWIN, &measured(), readings), "relevance");
    assert_eq!(relevance(&[]), Num::int(10));
    assert_eq!(relevance(&["relevance.overlap=best_window"]), n(15, 2));
    assert_eq!(relevance(&["relevance.overlap=jaccard_article"]), Num::ZERO);
    assert_eq!(relevance(&["split=raw"]), Num::int(5));
    let mut decided = measured();
    let segment = &mut decided.get_mut(List::Segments).unwrap()[0];
    segment.word = Some(LabelValue::None);
    segment.by = crate::labels::Provenance::Person("anna".into());
    assert_eq!(raw(&report(TWIN, &decided, &[]), "relevance"), Num::int(5), "a person's word stands");
}

#[test]
fn short() {
    let mut labels = measured();
    labels.all_short = [true, false];
    let whole = report(TWIN, &labels, &[]);
    assert_eq!(raw(&whole, "relevance"), Num::int(10));
    assert!(whole.metric("relevance").unwrap().notes.iter().any(|note| note.contains("6 tokens")));
    let error = report(TWIN, &labels, &["short=error"]);
    assert!(matches!(error.metric("relevance").unwrap().outcome, Outcome::Error(_)));
    assert!(
        report(TWIN, &labels, &["short=error", "split=raw"]).metric("relevance").unwrap().score().is_some()
    );
}

#[test]
fn none() {
    let labels = with(List::Segments, words(&[(LabelValue::None, 4), (LabelValue::Some, 1)]));
    assert_eq!(last(&report(TWIN, &labels, &[]), "relevance"), Num::int(1));
    let fixed = report(TWIN, &labels, &["none=fixed"]);
    assert_eq!(scores(&fixed, "relevance"), (Num::int(1), Num::int(4)));
    assert_eq!(cap(&fixed, "none_segment", "relevance").after, Some(Num::int(4)));
}

#[test]
fn trigger_and_cross() {
    let labels = with(List::Claims, words(&[(LabelValue::Supported, 7), (LabelValue::Partial, 1)]));
    assert_eq!(last(&report(JUDGE, &labels, &[]), "coverage"), Num::int(10));
    let any = report(JUDGE, &labels, &["hallucination.trigger=any_partial"]);
    assert_eq!((last(&any, "coverage"), raw(&any, "hallucination")), (Num::int(3), Num::int(9)));
    let labels = with(List::Claims, words(&[(LabelValue::Unsupported, 4)]));
    let off = report(JUDGE, &labels, &["caps.cross=off"]);
    assert_eq!((last(&off, "coverage"), last(&off, "alignment")), (Num::int(10), Num::int(10)));
    assert_eq!(decision(&off), Decision::Fail, "the verdict's own rule stands");
}

#[test]
fn penalties() {
    let mut labels = with(List::Issues, words(&[(LabelValue::Insult, 1)]));
    let off = report(TWIN, &labels, &["bias.penalties=off"]);
    assert!(matches!(off.metric("bias_toxicity").unwrap().outcome, Outcome::NotApplicable(_)));
    labels.bias_score = Some(Ok(Num::int(9)));
    labels.tox_score = Some(Ok(Num::int(8)));
    assert_eq!(last(&report(TWIN, &labels, &["bias.penalties=off"]), "bias_toxicity"), n(17, 2));
}

#[test]
fn question_caps_and_counts() {
    let le6 = report(JUDGE, &perfect(), &["qag.cap=le6"]);
    assert_eq!((last(&le6, "coverage"), last(&le6, "relevance")), (Num::int(7), Num::int(10)));
    let five = with(List::ClaimQags, words(&[(LabelValue::Correct, 5)]));
    assert_eq!(last(&report(JUDGE, &five, &[]), "hallucination"), Num::int(7));
    let error = report(JUDGE, &five, &["qag.count=error"]);
    assert!(matches!(error.metric("hallucination").unwrap().outcome, Outcome::Error(_)));
    assert_eq!(last(&error, "coverage"), Num::int(10));
}

#[test]
fn scopes() {
    let mut labels = with(List::ClaimQags, vec![placed(LabelValue::Correct, &[(0, 9)]); 6]);
    let finals = |labels: &Labels, readings: &[&str]| {
        let report = report(JUDGE, labels, readings);
        report.metrics.iter().map(|metric| metric.score().unwrap().to_f64()).collect::<Vec<_>>()
    };
    assert_eq!(finals(&labels, &[]), [10.0, 10.0, 7.0, 10.0, 10.0]);
    assert_eq!(finals(&labels, &["dup.scope=all"]), [7.0; 5]);
    labels = with(List::KeyPoints, words(&[(LabelValue::Fully, 3), (LabelValue::Partial, 1)]));
    assert_eq!(finals(&labels, &[]), [7.0, 10.0, 10.0, 10.0, 10.0]);
    assert_eq!(finals(&labels, &["pr.scope=all"]), [7.0; 5]);
    labels = with(List::Issues, words(&[(LabelValue::Slur, 1)]));
    assert_eq!(finals(&labels, &[]), [10.0, 10.0, 10.0, 10.0, 3.0]);
    assert_eq!(finals(&labels, &["slur.scope=all"]), [3.0; 5]);
}

#[test]
fn guard() {
    let mut labels = perfect();
    give(&mut labels, List::CoverageQags, words(&[(LabelValue::Correct, 6)]));
    give(&mut labels, List::ClaimQags, words(&[(LabelValue::Correct, 6)]));
    give(&mut labels, List::Claims, words(&[(LabelValue::Supported, 40), (LabelValue::Partial, 3)]));
    labels.bias_score = Some(Ok(Num::decimal(9.5)));
    // coverage, alignment, relevance 10; hallucination 10 - round(0.49) = 10; bias and toxicity 9.75
    let each = report(JUDGE, &labels, &[]);
    assert_eq!(last(&each, "bias_toxicity"), Num::int(9));
    let highest = report(JUDGE, &labels, &["guard=highest_only"]);
    assert_eq!((last(&highest, "coverage"), last(&highest, "bias_toxicity")), (Num::int(9), n(39, 4)));
}

#[test]
fn the_signature_names_what_mattered_and_the_rest_is_silent() {
    let signature = |labels: &Labels, readings: &[&str]| report(TWIN, labels, readings).signature;
    let mut given = perfect();
    given.bias_score = Some(Ok(Num::int(10)));
    given.tox_score = Some(Ok(Num::int(10)));
    assert_eq!(signature(&given, &[]), "twin-lock|version=1");
    let mut labels = given.clone();
    give(&mut labels, List::KeyPoints, words(&[(LabelValue::Partial, 3)]));
    assert_eq!(signature(&labels, &[]), "twin-lock|version=1|decimals=round");
    assert_eq!(signature(&labels, &["decimals=truncate"]), "twin-lock|version=1|decimals=truncate");
    assert_eq!(signature(&given, &["decimals=truncate"]), "twin-lock|version=1", "it changed nothing");
}

#[test]
fn disputed_readings_turn_the_verdict() {
    let mut labels = with(List::Claims, words(&[(LabelValue::Supported, 7), (LabelValue::Partial, 1)]));
    labels.bias_score = Some(Ok(Num::int(10)));
    labels.tox_score = Some(Ok(Num::int(10)));
    let found: Report = report(JUDGE, &labels, &[]);
    assert_eq!(decision(&found), Decision::Pass);
    assert_eq!(found.disputed, ["hallucination.trigger=any_partial", "qag.cap=le6"]);
    for setting in &found.disputed {
        assert_ne!(decision(&report(JUDGE, &labels, &[setting])), Decision::Pass);
    }
}

#[test]
fn a_reading_without_a_verdict_disputes_none() {
    for slug in LOCKS {
        let labels = with(List::CoverageQags, words(&[(LabelValue::Correct, 5)]));
        for (setting, without) in
            [("bias.penalties=off", Decision::Incomplete), ("qag.count=error", Decision::Error)]
        {
            let key = setting.split('=').next().unwrap();
            if READINGS.iter().any(|reading| reading.key == key && reading.bears_on(slug)) {
                assert_eq!(decision(&report(slug, &labels, &[setting])), without, "{slug}");
                let disputed = report(slug, &labels, &[]).disputed;
                assert!(!disputed.contains(&setting.to_owned()), "{slug}: {disputed:?}");
            }
        }
        // The other way round a verdict stands against none.
        let found = report(slug, &labels, &["bias.penalties=off"]);
        assert!(found.disputed.contains(&"bias.penalties=on".to_owned()), "{slug}: {:?}", found.disputed);
    }
}

/// Each reading of the locks changes some score of some case above; this holds the list of them complete.
#[test]
fn each_reading_of_the_locks_can_matter() {
    let mut cases = vec![perfect(), measured()];
    let mut short = measured();
    short.all_short = [true, false];
    cases.push(short);
    for (list, given) in [
        (List::Segments, words(&[(LabelValue::None, 4), (LabelValue::Some, 1)])),
        (List::Segments, vec![overlap(0.8)]),
        (List::KeyPoints, words(&[(LabelValue::Partial, 3)])),
        (List::Claims, words(&[(LabelValue::Supported, 7), (LabelValue::Partial, 1)])),
        (List::Claims, words(&[(LabelValue::Unsupported, 1), (LabelValue::Supported, 4)])),
        (List::Claims, words(&[(LabelValue::Partial, 4)])),
        (List::Issues, words(&[(LabelValue::Slur, 1)])),
        (List::CoverageQags, words(&[(LabelValue::Correct, 5)])),
        (List::ClaimQags, vec![placed(LabelValue::Correct, &[(0, 9)]); 6]),
        (List::ClaimQags, words(&[(LabelValue::Correct, 5), (LabelValue::Partial, 1)])),
    ] {
        cases.push(with(list, given));
    }
    let mut unseen = perfect();
    give(&mut unseen, List::CoverageQags, words(&[(LabelValue::Correct, 6)]));
    give(&mut unseen, List::ClaimQags, words(&[(LabelValue::Correct, 6)]));
    unseen.bias_score = Some(Ok(Num::decimal(9.5)));
    cases.push(unseen);
    for slug in LOCKS {
        let signatures: String = cases.iter().map(|labels| report(slug, labels, &[]).signature).collect();
        for reading in READINGS.iter().filter(|reading| reading.bears_on(slug)) {
            let named = format!("|{}={}", reading.key, reading.values[0]);
            assert!(signatures.contains(&named), "{} of {} never mattered", reading.key, slug);
        }
    }
    assert!(!Text::new(SUMMARY).is_blank());
}
