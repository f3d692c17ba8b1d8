//! Properties for any labels.

use proptest::prelude::*;

use super::build::*;
use crate::labels::file::LabelError;
use crate::labels::{Entry, ExtraneousCounts, Label, LabelId, LabelValue, Labels, List};
use crate::num::Num;
use crate::report::{CapWords, Fired};
use crate::rubric::READINGS;
use crate::rubric::locks::caps::{CapStatus, Capped, Pass};
use crate::rubric::locks::rules::Target;

fn list(list: List, most: usize) -> impl Strategy<Value = Vec<Label>> {
    let words = list.spec().words;
    let one = (0..words.len(), prop::collection::vec((0_usize..60, 0_usize..20), 0..3)).prop_map(
        move |(word, spans)| {
            let spans: Vec<_> = spans.into_iter().map(|(start, len)| (start, start + len)).collect();
            placed(words[word], &spans)
        },
    );
    prop::collection::vec(one, 0..most)
}

fn entry(of: List, most: usize) -> impl Strategy<Value = Entry> {
    prop_oneof![
        1 => Just(Entry::Absent),
        1 => Just(Entry::Malformed(LabelError::Empty)),
        20 => list(of, most).prop_map(Entry::Given),
    ]
}

prop_compose! {
    fn any_labels()(
        entries in (
            entry(List::KeyPoints, 9), entry(List::CoverageQags, 9), entry(List::Claims, 12),
            entry(List::ClaimQags, 9), entry(List::Deviations, 6), entry(List::Issues, 5),
        ),
        segments in prop::collection::vec(prop_oneof![
            (0_u32..=20).prop_map(|twentieth| overlap(f64::from(twentieth) / 20.0)),
            (0_usize..3).prop_map(|word| label(List::Segments.spec().words[word])),
        ], 0..6),
        tokens in 0_u64..12,
        of in 10_u64..60,
        direct in (prop::option::of(0_u32..=20), prop::option::of(0_u32..=20)),
    ) -> Labels {
        let mut labels = Labels::default();
        labels.set(List::KeyPoints, entries.0);
        labels.set(List::CoverageQags, entries.1);
        labels.set(List::Claims, entries.2);
        labels.set(List::ClaimQags, entries.3);
        labels.set(List::Deviations, entries.4);
        labels.set(List::Issues, entries.5);
        give(&mut labels, List::Segments, segments);
        give(&mut labels, List::Extraneous, vec![]);
        labels.extraneous_counts = Some(ExtraneousCounts { tokens, of });
        let half = |value: Option<u32>| value.map(|value| Ok(Num::ratio(value as usize, 2)));
        (labels.bias_score, labels.tox_score) = (half(direct.0), half(direct.1));
        labels
    }
}

/// Some readings, as settings.
fn any_readings(slug: &'static str) -> impl Strategy<Value = Vec<String>> {
    let mine: Vec<_> = READINGS.iter().filter(|reading| reading.bears_on(slug)).collect();
    prop::collection::vec((0..mine.len(), 0_usize..3), 0..6).prop_map(move |picks| {
        let name = |(reading, value): (usize, usize)| {
            let reading = mine[reading];
            format!("{}={}", reading.key, reading.values[value % reading.values.len()])
        };
        picks.into_iter().map(name).collect()
    })
}

fn locks() -> impl Strategy<Value = &'static str> {
    prop::sample::select(LOCKS.as_slice())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Scores stay in range, and final scores are the minimum over the caps.
    #[test]
    fn reports_hold_together(
        labels in any_labels(),
        (slug, settings) in locks().prop_flat_map(|slug| (Just(slug), any_readings(slug))),
    ) {
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let report = report(slug, &labels, &settings);
        let fixed = settings.contains(&"none=fixed");
        for metric in &report.metrics {
            if let (Some(raw), Some(score)) = (metric.raw(), metric.score()) {
                prop_assert!(raw >= Num::ZERO && raw <= Num::int(10));
                prop_assert!(score >= Num::ZERO && score <= Num::int(10));
                prop_assert!(score <= raw || (fixed && metric.key == "relevance"));
            }
            for id in &metric.labels {
                prop_assert!(report.label(*id).is_some(), "{id} has no label");
            }
        }
        for cap in &report.caps {
            match cap.fired {
                Fired::Yes { binding, shared } => {
                    prop_assert!(binding || !shared);
                    if let Some(score) = report.metric(cap.metric).and_then(|metric| metric.score()) {
                        prop_assert!(score <= cap.limit);
                    }
                }
                Fired::No | Fired::Unknown(_) => {
                    prop_assert_eq!(cap.before, cap.after);
                    prop_assert!(cap.because.is_empty());
                }
            }
        }
    }

    /// Turning a supported claim into an unsupported one never raises hallucination, coverage or relevance.
    /// It can raise alignment and bias/toxicity if it stops the perfect-ten guard from firing.
    #[test]
    fn an_unsupported_claim_never_helps(labels in any_labels(), at in 0_usize..12, slug in locks()) {
        let Some(claims) = labels.get(List::Claims).filter(|claims| at < claims.len()) else { return Ok(()) };
        prop_assume!(claims[at].word == Some(LabelValue::Supported));
        let mut worse = labels.clone();
        worse.get_mut(List::Claims).unwrap()[at].word = Some(LabelValue::Unsupported);
        let (before, after) = (report(slug, &labels, &[]), report(slug, &worse, &[]));
        for key in ["coverage", "hallucination", "relevance"] {
            let score = |of: &crate::report::Report| of.metric(key).unwrap().score();
            if let (Some(before), Some(after)) = (score(&before), score(&after)) {
                prop_assert!(after <= before, "{}: {} -> {}", key, before, after);
            }
        }
    }

    /// The order of caps does not matter.
    #[test]
    fn caps_commute(
        values in prop::collection::vec(0_usize..=10, 3),
        caps in prop::collection::vec((0_usize..4, 0_usize..=10, any::<bool>()), 1..8),
        turn in 0_usize..8,
    ) {
        let targets = [Target::Coverage, Target::Bias, Target::Tox, Target::BiasToxicity];
        static WORDS: CapWords = CapWords { name: String::new(), cause: None, causes: None };
        let capped = |(target, limit, fires): &(usize, usize, bool)| Capped {
            slug: "cap",
            words: &WORDS,
            when: "",
            cap: 0,
            target: targets[*target],
            limit: Num::count(*limit),
            status: CapStatus { fired: Some(*fires), ..CapStatus::default() },
            fixed: false,
        };
        let rows: Vec<Capped> = caps.iter().map(capped).collect();
        let mut turned = caps.clone();
        turned.rotate_left(turn % caps.len());
        turned.reverse();
        let turned: Vec<Capped> = turned.iter().map(capped).collect();
        let [coverage, bias, tox] = [0, 1, 2].map(|at| Num::count(values[at]));
        let raw = [Some(coverage), None, None, None, Some((bias + tox) / Num::int(2))];
        let pass = |rows| Pass { raw, parts: [Some(bias), Some(tox)], rows };
        let (one, two) = (pass(&rows), pass(&turned));
        for target in [Target::Coverage, Target::BiasToxicity] {
            prop_assert_eq!(one.last(target), two.last(target));
        }
        let count = |pass: &Pass| {
            let binding = |fired: &Fired| matches!(fired, Fired::Yes { binding: true, .. });
            pass.caps(false).iter().filter(|cap| binding(&cap.fired)).count()
        };
        prop_assert_eq!(count(&one), count(&two));
    }

    /// The largest set of disjoint spans, and duplicates, agree with brute force.
    #[test]
    fn spans_by_trying_everything(spans in prop::collection::vec((0_usize..30, 1_usize..12, 0_usize..4), 0..9)) {
        use crate::rubric::locks::counts::{distinct_spans, duplicates};
        let mut questions = vec![label(LabelValue::Correct); 4];
        for (start, len, owner) in &spans {
            questions[*owner].article.push(crate::text::Span::new(*start, start + len));
        }
        let overlap = |a: usize, b: usize| {
            questions[a].article.iter().any(|x| questions[b].article.iter().any(|y| x.overlaps(*y)))
        };
        let expected: Vec<usize> =
            (0..4).filter(|&a| (0..4).any(|b| a != b && overlap(a, b))).collect();
        prop_assert_eq!(duplicates(&questions), expected);
        let all: Vec<_> = questions.iter().flat_map(|question| question.article.clone()).collect();
        let best = (0_u32..1 << all.len())
            .filter(|set| {
                let chosen: Vec<_> = (0..all.len()).filter(|i| set & (1 << i) != 0).collect();
                chosen.iter().all(|&a| chosen.iter().all(|&b| a == b || !all[a].overlaps(all[b])))
            })
            .map(u32::count_ones)
            .max();
        let labels = with_only(questions);
        prop_assert_eq!(Some(distinct_spans(&labels, |_, _| true) as u32), best);
        prop_assert_eq!(LabelId { list: List::Claims, index: 2 }.to_string(), "claims/2");
    }
}

fn with_only(questions: Vec<Label>) -> Labels {
    let mut labels = Labels::default();
    give(&mut labels, List::CoverageQags, questions);
    labels
}
