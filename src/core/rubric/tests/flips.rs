//! Verdict sensitivity: cases computed by hand, and a comparison with a search that tries every set of
//! changes.

use proptest::prelude::*;

use super::build::*;
use crate::case::{Case, Source};
use crate::labels::{Label, LabelId, LabelValue, Labels, List};
use crate::report::flip::NAMED_SETS;
use crate::report::{Decision, Flip, FlipChange, FlipDirection, FlipEffect, Reach};
use crate::rubric::{Input, READINGS, RUBRICS, Readings, Rubric};
use crate::text::Span;

fn flip(slug: &str, labels: &Labels, way: FlipDirection) -> Option<Flip> {
    report(slug, labels, &[]).verdict.flips.into_iter().find(|flip| flip.way == way)
}

/// Returns the decision, the changes in words, and the number of sets.
fn within(slug: &str, labels: &Labels, way: FlipDirection) -> (Decision, Vec<String>, u64) {
    match flip(slug, labels, way).map(|flip| flip.reach) {
        Some(Reach::Within { decision, changes, sets, .. }) => {
            let described =
                |change: &FlipChange| format!("{} {}: {}", change.id, change.turn(), change.effect());
            (decision, changes.iter().map(described).collect(), sets.unwrap_or(0))
        }
        other => panic!("{other:?}"),
    }
}

fn never(slug: &str, labels: &Labels, way: FlipDirection) -> String {
    match flip(slug, labels, way).map(|flip| flip.reach) {
        Some(Reach::Never(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_unsupported_claim_is_all_that_stands_between() {
    let mut labels = labels("claims: 8 supported, 1 unsupported");
    labels.get_mut(List::Claims).unwrap()[3].p = Some(0.6);
    // One partial claim of nine: u = 1/18, 10 - round(0.78) = 9, and no cap fires.
    let (decision, changes, sets) = within(TWIN, &labels, FlipDirection::Better);
    assert_eq!(decision, Decision::Pass);
    assert_eq!(sets, 2, "partial or supported");
    assert_eq!(
        changes,
        ["claims/8 unsupported -> partial: coverage 4.00 -> 10.00; hallucination 8.00 -> 9.00; \
          relevance 4.00 -> 10.00; extraneous_claim no longer applies"]
    );
    assert_eq!(flip(TWIN, &labels, FlipDirection::Worse), None, "nothing is worse than FAIL");
}

#[test]
fn a_pass_falls_with_its_least_sure_label() {
    let mut labels = perfect();
    labels.get_mut(List::Claims).unwrap()[2].p = Some(0.6);
    assert_eq!(flip(JUDGE, &labels, FlipDirection::Better), None, "nothing is better than PASS");
    let (decision, changes, sets) = within(JUDGE, &labels, FlipDirection::Worse);
    // The smallest change of the least certain label. With u = 1/8, 10 - round(1.75) = 8 is not a warning, so
    // partial is not enough.
    assert_eq!(decision, Decision::Fail);
    assert_eq!(changes.len(), 1);
    assert!(
        changes[0].starts_with("claims/2 supported -> unsupported: coverage 10.00 -> 3.00"),
        "{changes:?}"
    );
    // Only 4 claims as unsupported and 3 segments as none lead to FAIL. 5 points as not covered and 6
    // questions as partial or wrong lead to WARN, and do not count as other ways to FAIL.
    assert_eq!(sets, 4 + 3);
}

#[test]
fn several_changes_add_up() {
    let labels = labels("claims: 9 supported, 1 unsupported; issues: 1 slur; deviations: 1 severe");
    let (decision, changes, _) = within(TWIN, &labels, FlipDirection::Better);
    assert_eq!(changes.len(), 3, "{changes:?}");
    assert_eq!(decision, Decision::Warn, "a moderate deviation scores 5");
    assert!(changes.iter().any(|change| change.starts_with("issues/0 slur rejected")), "{changes:?}");
    for worse in ["key_points: 6 not", "key_points: 6 not; claims: 4 unsupported"] {
        let flip = flip(TWIN, &over(labels.clone(), worse), FlipDirection::Better);
        assert_eq!(flip.unwrap().reach, Reach::Beyond(3), "{worse}");
    }
}

#[test]
fn effects_are_reported_on_top_of_each_other() {
    let labels = labels("claims: 8 supported, 2 unsupported");
    let Some(Reach::Within { changes, .. }) =
        flip(TWIN, &labels, FlipDirection::Better).map(|flip| flip.reach)
    else {
        panic!("two changes")
    };
    let fires =
        |change: &FlipChange| change.effects.iter().any(|effect| matches!(effect, FlipEffect::Cap { .. }));
    assert_eq!(changes.iter().map(fires).collect::<Vec<_>>(), [false, true]);
    let score = |change: &FlipChange| {
        change.effects.iter().find_map(|effect| match effect {
            FlipEffect::Score { metric: "hallucination", before, after } => {
                Some((before.shown(), after.shown()))
            }
            _ => None,
        })
    };
    assert_eq!(score(&changes[0]).unwrap().1, score(&changes[1]).unwrap().0);
}

#[test]
fn what_no_label_can_change_is_said_to_be_so() {
    for (text, says) in [
        // There are still five questions.
        ("coverage_qags: 5 correct", "no change of a label"),
        ("no claims", "in error"),
        ("segments:", "not applicable"),
    ] {
        let found = never(JUDGE, &labels(text), FlipDirection::Better);
        assert!(found.contains(says), "{text}: {found}");
    }
    assert_eq!(flip(JUDGE, &labels("no claims"), FlipDirection::Worse), None);
    // If labels are missing, the reason is to give them, not to change one.
    let unlabelled = never("protocol", &Labels::default(), FlipDirection::Better);
    assert!(unlabelled.contains("labels are missing"), "{unlabelled}");
}

#[test]
fn a_finding_that_has_only_a_place_is_named_by_the_words_there() {
    let at = Label { summary: vec![Span::new(0, 3)], ..label(LabelValue::Slur) };
    let judged = report(JUDGE, &with(List::Issues, vec![at]), &[]);
    let id = LabelId { list: List::Issues, index: 0 };
    assert_eq!(judged.label(id).unwrap().text, SUMMARY[..3]);
}

/// A change of one label.
type Turn = (LabelId, LabelValue);

/// Returns every possible change.
fn turns(rubric: &dyn Rubric, labels: &Labels, readings: &Readings) -> Vec<Turn> {
    let mut all = Vec::new();
    for &list in rubric.lists() {
        if list == List::Extraneous && labels.extraneous_counts.is_some() {
            continue;
        }
        for (index, label) in labels.get(list).unwrap_or_default().iter().enumerate() {
            let from = rubric.word(label, readings);
            let struck = [List::Extraneous, List::Deviations, List::Issues].contains(&list);
            let words = list.spec().words.iter().copied().chain(struck.then_some(LabelValue::No));
            all.extend(words.filter(|to| Some(*to) != from).map(|to| (LabelId { list, index }, to)));
        }
    }
    all
}

/// Returns the decision after these changes.
fn decide(rubric: &dyn Rubric, input: &Input, readings: &Readings, turns: &[Turn]) -> Decision {
    let mut labels = input.labels.clone();
    for (id, to) in turns {
        let old = &mut labels.get_mut(id.list).unwrap()[id.index];
        *old = Label { word: Some(*to), ..placed(*to, &[]) }.located(old);
    }
    rubric.evaluate(&Input { labels: &labels, ..*input }, readings, false).verdict.decision
}

impl Label {
    /// Returns the label with the spans of another.
    fn located(mut self, other: &Label) -> Label {
        (self.article, self.summary) = (other.article.clone(), other.summary.clone());
        self
    }
}

/// Returns the size of the smallest sets that turn the decision, and the decision of each, by trying all
/// sets.
fn naive(
    rubric: &dyn Rubric,
    input: &Input,
    readings: &Readings,
    turned: impl Fn(Decision) -> bool,
) -> Option<(usize, Vec<Decision>)> {
    let all = turns(rubric, input.labels, readings);
    for size in 1..=3 {
        let mut sets = Vec::new();
        let mut pick: Vec<usize> = (0..size).collect();
        while pick.last().is_some_and(|last| *last < all.len()) {
            let set: Vec<Turn> = pick.iter().map(|at| all[*at]).collect();
            let distinct =
                set.iter().enumerate().all(|(at, (id, _))| set[..at].iter().all(|(other, _)| other != id));
            if distinct {
                sets.push(decide(rubric, input, readings, &set));
            }
            // The next set in lexicographic order.
            let Some(at) = (0..size).rev().find(|at| pick[*at] < all.len() - size + at) else { break };
            pick[at] += 1;
            for later in at + 1..size {
                pick[later] = pick[later - 1] + 1;
            }
        }
        sets.retain(|decision| turned(*decision));
        if !sets.is_empty() {
            return Some((size, sets));
        }
    }
    None
}

/// A few labels, mostly good ones, so that verdicts are close to each other.
fn some(list: List, most: usize) -> impl Strategy<Value = Vec<Label>> {
    let words = list.spec().words;
    let one = (
        prop_oneof![3 => Just(0), 2 => 0..words.len(), 1 => Just(usize::MAX)],
        prop::collection::vec((0_usize..60, 1_usize..9), 0..2),
        (0_usize..90, 0_usize..12),
        prop::option::of(0_u32..4),
    );
    let one = one.prop_map(move |(word, spans, (start, len), p)| {
        let word = match words.get(word) {
            Some(word) => *word,
            None if list.is_finding() => LabelValue::No,
            None => words[words.len() - 1],
        };
        let spans: Vec<_> = spans.into_iter().map(|(start, len)| (start, start + len)).collect();
        let p = p.map(|quarter| f64::from(quarter) / 4.0);
        Label { summary: vec![Span::new(start, start + len)], p, ..placed(word, &spans) }
    });
    prop::collection::vec(one, 0..=most)
}

/// Questions; six of them when they should matter.
fn questions() -> impl Strategy<Value = Vec<Label>> {
    prop_oneof![
        3 => Just(words(&[(LabelValue::Correct, 6)])),
        1 => (0_usize..6).prop_map(|at| {
            let mut all = words(&[(LabelValue::Correct, 6)]);
            all[at] = label(LabelValue::Wrong);
            all
        }),
        1 => some(List::CoverageQags, 3),
    ]
}

prop_compose! {
    fn near_labels()(
        lists in (
            some(List::KeyPoints, 3), some(List::Claims, 3), some(List::Deviations, 2), some(List::Issues, 1),
            some(List::Segments, 2), some(List::Extraneous, 3),
        ),
        coverage in questions(),
        claim in questions(),
        shares in (
            some(List::Grounding, 5), some(List::Citations, 4), some(List::Steps, 5), some(List::Facts, 4),
            some(List::Anchors, 6),
        ),
        direct in prop::option::weighted(0.2, 0_usize..=20),
        keep in 0_usize..8,
    ) -> Labels {
        let mut labels = perfect();
        // Only one of the long lists, since the naive search tries every triple.
        let one = words(&[(LabelValue::Correct, 1)]);
        give(&mut labels, List::CoverageQags, if keep < 3 { coverage } else { one.clone() });
        give(&mut labels, List::ClaimQags, if (3..5).contains(&keep) { claim } else { one });
        give(&mut labels, List::KeyPoints, if lists.0.is_empty() { words(&[(LabelValue::Fully, 2)]) } else { lists.0 });
        give(&mut labels, List::Claims, lists.1);
        give(&mut labels, List::Deviations, lists.2);
        give(&mut labels, List::Issues, lists.3);
        give(&mut labels, List::Segments, if lists.4.is_empty() { words(&[(LabelValue::High, 1)]) } else { lists.4 });
        give(&mut labels, List::Extraneous, lists.5);
        give(&mut labels, List::Grounding, shares.0);
        give(&mut labels, List::Citations, shares.1);
        give(&mut labels, List::Steps, shares.2);
        give(&mut labels, List::Facts, shares.3);
        give(&mut labels, List::Anchors, shares.4);
        labels.bias_score = direct.map(|half| Ok(n(half, 2)));
        labels
    }
}

prop_compose! {
    /// A case with the inputs of the rubrics other than the locks, good and bad, and some of it missing.
    fn any_case()(
        said in 0_usize..20, retrieved in prop::option::of(0_usize..6), attempts in prop::option::of(0_u64..6),
        steps in any::<bool>(), reference in any::<bool>(), sources in any::<bool>(), query in 0_usize..4,
    ) -> Case {
        let words: Vec<&str> = SUMMARY.split(' ').collect();
        let ids = |count: usize| (0..count).map(|id| id.to_string()).collect::<Vec<_>>();
        let source = |text: &str| Source { text: text.to_owned(), ..Source::default() };
        let (first, rest) = words.split_at(said);
        Case {
            article: words.join(" "),
            summary: format!("{}. {} seven [1].\n\nOne two {}.", first.join(" "), "other words ".repeat(query), rest.join(" ")),
            query: (query > 0).then(|| words[..query * 4].join(" ")),
            references: reference.then(|| words.join(" ")).into_iter().collect(),
            sources: if sources { vec![source("one two three"), source("nine ten")] } else { Vec::new() },
            retrieved: retrieved.map(ids),
            relevant: Some(ids(5)),
            reasoning_steps: steps.then(|| ids(4)),
            iterations: attempts.map(serde_json::Value::from),
            ..Case::default()
        }
    }
}

fn settings() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..READINGS.len(), 0_usize..3), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The search finds what brute force finds: the size, and the number of sets that lead to the reported
    /// decision.
    #[test]
    fn the_search_is_exact(
        labels in near_labels(), case in any_case(), settings in settings(), which in 0..RUBRICS.len(),
    ) {
        let entry = &RUBRICS[which];
        let rubric = (entry.load)(entry.toml).unwrap();
        let mut readings = Readings::default();
        for (reading, value) in settings {
            let reading = &READINGS[reading];
            readings.set(reading.key, reading.values[value % reading.values.len()]).unwrap();
        }
        prop_assume!(rubric.flip_depth() == 3);
        let texts = if LOCKS.contains(&entry.slug) { TestInput::new() } else { TestInput::of(case) };
        let input = texts.input(&labels);
        let now = rubric.evaluate(&input, &readings, false);
        let start = now.verdict.decision;
        prop_assume!(start <= Decision::Fail);
        for found in crate::rubric::flips::flips(rubric.as_ref(), &input, &readings, &now, &|| false) {
            let turned = |decision: Decision| match found.way {
                FlipDirection::Better => decision < start,
                FlipDirection::Worse => decision > start && decision <= Decision::Fail,
            };
            let by_trying = naive(rubric.as_ref(), &input, &readings, turned);
            match &found.reach {
                Reach::Within { decision, changes, sets, others } => {
                    // Of all sets that turn it, only those that lead to the reported decision count.
                    let by_trying = by_trying.map(|(size, all)| {
                        (size, all.iter().filter(|other| *other == decision).count() as u64)
                    });
                    prop_assert_eq!(by_trying, sets.map(|sets| (changes.len(), sets)), "{:?}", found);
                    let set: Vec<Turn> = changes.iter().map(|change| (change.id, change.to)).collect();
                    prop_assert_eq!(decide(rubric.as_ref(), &input, &readings, &set), *decision);
                    prop_assert!(turned(*decision));
                    // Some of the other sets are reported: each is different from the first, and equally
                    // good.
                    let named = sets.map_or(0, |sets| (sets - 1).min(NAMED_SETS as u64));
                    prop_assert!(others.len() as u64 <= named && others.is_empty() == (named == 0), "{:?}", found);
                    let mut known = vec![set];
                    known[0].sort_unstable();
                    for other in others {
                        prop_assert_eq!(other.len(), changes.len());
                        prop_assert!(!known.contains(other), "{:?}", found);
                        prop_assert_eq!(decide(rubric.as_ref(), &input, &readings, other), *decision);
                        known.push(other.clone());
                    }
                }
                Reach::Beyond(_) | Reach::Never(_) => prop_assert_eq!(by_trying, None, "{:?}", found),
            }
        }
    }
}
