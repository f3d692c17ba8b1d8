//! Readings that no file of labels shows, and a check that every reading of the locks matters in some case.

use super::build::*;
use crate::labels::{Label, LabelValue, Labels, List, ThresholdMeasure};
use crate::num::Num;
use crate::rubric::READINGS;

/// Labels as the engine makes them: measured segments, and another split.
fn segments() -> Labels {
    let overlaps = |containment, best_window, jaccard_article| Label {
        measure: Some(ThresholdMeasure::Overlaps {
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

/// The same, with every segment too short.
fn short() -> Labels {
    let mut labels = segments();
    labels.all_short = [true, false];
    labels
}

#[test]
fn what_is_measured_is_read_as_the_readings_say() {
    let mut decided = segments();
    decided.get_mut(List::Segments).unwrap()[0] = label(LabelValue::None);
    for (labels, readings, wanted) in [
        (segments(), &[][..], "relevance.raw 10"),
        (segments(), &["relevance.overlap=best_window"], "relevance.raw 7.5"),
        (segments(), &["relevance.overlap=jaccard_article"], "relevance.raw 0"),
        (segments(), &["split=raw"], "relevance.raw 5"),
        (decided, &[], "relevance.raw 5"),
        (short(), &[], "relevance.raw 10; relevance \"6 tokens\""),
        (short(), &["short=error"], "relevance error"),
        (short(), &["short=error", "split=raw"], "relevance.raw 5"),
    ] {
        expect(&report(TWIN, &labels, readings), wanted);
    }
}

/// Each reading of the locks changes some score of some case, which also checks that the list of cases is
/// complete.
#[test]
fn each_reading_of_the_locks_can_matter() {
    let mut cases: Vec<Labels> = [
        "",
        "segments: 4 none, 1 some",
        "segments: 1 =0.8",
        "key_points: 3 partial",
        "claims: 7 supported, 1 partial",
        "claims: 1 unsupported, 4 supported",
        "claims: 4 partial",
        "issues: 1 slur",
        "coverage_qags: 5 correct",
        "claim_qags: 6 correct @0-9",
        "claim_qags: 5 correct, 1 partial",
        "coverage_qags: 6 correct; claim_qags: 6 correct; bias: 9.5",
    ]
    .map(labels)
    .into();
    cases.extend([segments(), short()]);
    for slug in LOCKS {
        let signatures: String = cases.iter().map(|labels| report(slug, labels, &[]).signature).collect();
        for reading in READINGS.iter().filter(|reading| reading.bears_on(slug)) {
            let named = format!("|{}={}", reading.key, reading.values[0]);
            assert!(signatures.contains(&named), "{} of {} never mattered", reading.key, slug);
        }
    }
}
