//! Compares the samples with Judge-Lock itself, and with expectations computed by hand.

use super::*;
use crate::labels::{LabelDistribution, LabelId, Provenance};
use crate::report::{Decision, Fired, FlipDirection, Reach, Report};
use crate::rubric::flips::{Evaluator, Step};
use crate::rubric::locks::LISTS;
use crate::rubric::locks::change_evaluator::ChangeEvaluator;
use crate::rubric::session::{EvaluationSession, Other};
use crate::rubric::tests::build::{
    self, TestInput, cap, decision, entry, give, labels, last, placed, raw, read, words,
};
use crate::rubric::tests::replay::replay;
use crate::rubric::{READINGS, RUBRICS, judge};
use crate::text::Span;
use proptest::prelude::*;

const SLUG: &str = "judge-lock-ultra";

fn shipped() -> Ultra {
    read_ultra(TOML).unwrap()
}

fn on<T>(labels: &Labels, then: impl FnOnce(&Input) -> T) -> T {
    then(&TestInput::new().input(labels))
}

fn report(labels: &Labels, readings: &[&str]) -> Report {
    on(labels, |input| judge(entry(SLUG), &shipped(), input, &read(readings)))
}

fn near(value: Num, expected: f64, within: f64) {
    assert!((value.to_f64() - expected).abs() <= within, "{} is not {expected}", value.to_f64());
}

#[test]
fn two_doubtful_claims_score_what_a_hand_calculates() {
    let report = report(&labels("claims: 2 supported ~0.5/0/0.5"), &[]);
    // At a correlation of 0.3 both are supported with 1/4 + asin(0.3) / (2 pi), and both unsupported as often.
    let both = 0.25 + 0.3_f64.asin() / std::f64::consts::TAU;
    // None: 10; one: u = 0.5, 4 - 2 = 2; both: 0.
    near(last(&report, "hallucination"), both * 10.0 + (1.0 - 2.0 * both) * 2.0, 0.3);
    // The cap leaves 3 unless both are supported.
    near(last(&report, "coverage"), both * 10.0 + (1.0 - both) * 3.0, 0.3);
    assert_eq!(raw(&report, "coverage"), Num::int(10));
    let odds = report.odds.as_ref().unwrap().of.unwrap();
    assert!((odds[2] - (1.0 - both)).abs() < 0.04 && (odds[0] - both).abs() < 0.04, "{odds:?}");
    assert_eq!(decision(&report), Decision::Fail);
    assert_eq!(cap(&report, "extraneous_claim", "coverage").p, Some(odds[2]));
    assert!(matches!(cap(&report, "extraneous_claim", "coverage").fired, Fired::Yes { binding: true, .. }));
    replay(&report);
}

#[test]
fn a_word_of_one_label_comes_up_as_often_as_its_probability() {
    let report = report(&labels("claims: 9 supported, 1 supported ~0.75/0/0.25"), &[]);
    // u = 0.1: 4 - round(0.4) = 4.
    assert_eq!(last(&report, "hallucination"), Num::ratio(4 + 3 * 10, 4));
    assert_eq!(report.odds.as_ref().unwrap().of, Some([0.75, 0.0, 0.25]));
    assert_eq!(decision(&report), Decision::Pass);
    let words = report.odds.as_ref().unwrap().in_words();
    assert_eq!(words.as_deref(), Some("P(PASS) 75 % · P(WARN) 0 % · P(FAIL) 25 %"));
    let hallucination = report.metric("hallucination").unwrap();
    assert_eq!(hallucination.score().map(Num::shown).as_deref(), Some("8.50"));
    assert_eq!(hallucination.interval().map(|ends| ends.map(Num::shown)).unwrap(), ["4.00", "10.00"]);
    let decides = &report.odds.as_ref().unwrap().decides[0];
    assert_eq!(decides.id, LabelId { list: List::Claims, index: 9 });
    assert!((decides.surer - 0.25).abs() < 1e-12, "{decides:?}");
    let turn = decides.turns.unwrap();
    assert_eq!((turn.word, turn.p, turn.decision), (LabelValue::Unsupported, 0.25, Decision::Fail));
    // The interval 3 to 10 shrinks to a point.
    assert_eq!(decides.narrows, Some(("coverage", 7.0)));
}

#[test]
fn labels_that_people_set_score_as_judge_lock_exactly() {
    let mut labels = labels("claims: 3 partial ~0.2/0.3/0.5");
    for claim in labels.get_mut(List::Claims).unwrap() {
        claim.by = Provenance::Person("anna".into());
    }
    let hard = build::report("judge-lock", &labels, &[]);
    let ours = report(&labels, &[]);
    for (a, b) in ours.metrics.iter().zip(&hard.metrics) {
        assert_eq!((a.raw(), a.score()), (b.raw(), b.score()), "{}", a.key);
        let part =
            |name: &str| a.parts.iter().find(|(known, _)| *known == name).map(|(_, part)| part.clone());
        let score = a.score().map(PartValue::Number);
        assert_eq!((part("low"), part("high")), (score.clone(), score), "{}", a.key);
    }
    assert_eq!(ours.verdict.decision, hard.verdict.decision);
    assert_eq!(ours.verdict.because, hard.verdict.because);
    for (a, b) in ours.caps.iter().zip(&hard.caps) {
        assert_eq!((a.slug, &a.fired), (b.slug, &b.fired));
        assert_eq!(a.p, Some(f64::from(u8::from(matches!(b.fired, Fired::Yes { .. })))));
    }
    assert!(ours.odds.unwrap().decides.is_empty());
}

#[test]
fn an_extraneous_wording_stands_and_falls_with_its_claim() {
    let mut labels = labels("claims: 1 supported ~0.5/0/0.5; extraneous: 1 extraneous ^0-8 ~0.5");
    labels.get_mut(List::Extraneous).unwrap()[0].claim = Some(0);
    let ultra = shipped();
    on(&labels, |input| {
        let sampled = ultra.sample(input, &Readings::default(), true, None);
        for draw in 0..sampled.drawn.draws {
            let unsupported = sampled.drawn.of(List::Claims).at(2, draw) > 0;
            assert_eq!(sampled.drawn.of(List::Extraneous).at(0, draw), if unsupported { 2 } else { 0 });
        }
    });
}

#[test]
fn a_missing_list_is_reported_as_by_judge_lock() {
    let report = report(&labels("claims: 1 supported ~0.5/0/0.5; no segments"), &[]);
    assert_eq!(decision(&report), Decision::Error);
    assert_eq!(report.odds.as_ref().unwrap().of, None);
    assert!(report.metric("hallucination").unwrap().score().is_some());
    assert_eq!(report.metric("relevance").unwrap().score(), None);
    assert_eq!(cap(&report, "none_segment", "relevance").p, None);
}

fn error(toml: &str) -> String {
    load(toml).err().map(|error| error.0).unwrap_or_default()
}

#[test]
fn a_file_must_say_how_to_draw() {
    assert_eq!(error(judge_lock::TOML), "sampling: it is missing");
    assert!(error(&TOML.replacen("samples = 512", "samples = 0", 1)).contains("sampling.samples"));
    assert!(error(&TOML.replacen("low = 0.05", "low = 0.95", 1)).contains("sampling.low"));
    assert!(judge_lock::load(TOML).is_err());
    let whole = format!("extends = \"judge-lock\"\n{}", judge_lock::TOML);
    assert!(judge_lock::load(&whole).is_ok(), "a file may extend what it holds in full");
}

#[test]
fn a_number_of_judge_locks_stands_in_its_file_alone() {
    fn numbers(table: &toml::Table, path: &str, found: &mut Vec<String>) {
        for (key, value) in table.iter().filter(|(key, _)| *key != "words") {
            match value {
                toml::Value::Table(table) => numbers(table, &format!("{path}{key}."), found),
                _ => found.push(format!("{path}{key}")),
            }
        }
    }
    let mut table: toml::Table = TOML.parse().unwrap();
    assert_eq!(table.remove("extends").unwrap().as_str(), Some("judge-lock"));
    for own in ["version", "about", "sampling"] {
        table.remove(own).unwrap();
    }
    let mut found = Vec::new();
    numbers(&table, "", &mut found);
    assert_eq!(found, [""; 0]);
}

#[test]
fn a_users_file_may_extend_the_shipped_judge_lock() {
    let own = format!("{TOML}\n[caps.low_recall]\nthreshold = 0.8\nlimits = {{ alignment = 6 }}\n");
    let ultra = read_ultra(&own).unwrap();
    let low_recall = |ultra: &Ultra| {
        ultra.lock.caps.iter().find(|cap| cap.slug == "low_recall").map(|cap| cap.rule.clone()).unwrap()
    };
    let [changed, shipped] = [&ultra, &shipped()].map(low_recall);
    assert_eq!((changed.threshold, shipped.threshold), (Some(Num::ratio(4, 5)), Some(Num::ratio(9, 10))));
    assert_eq!(changed.limits.into_keys().collect::<Vec<_>>(), [Target::Alignment], "limits are one value");
    assert_eq!((changed.everywhere, changed.words.why), (shipped.everywhere, shipped.words.why));
    assert!(changed.when.contains("0.8"), "{}", changed.when);
    assert!(ultra.version().starts_with("1+"), "{}", ultra.version());
    // The smallest possible file.
    let least = "extends = \"judge-lock\"\nversion = \"1\"\n[sampling]\nsamples = 64\nseed = 1\nlow = 0.1\nhigh = 0.9\n\
                 decides = 3\nenough = 5\ntold_from = 0.5\n";
    assert_eq!(read_ultra(least).unwrap().sampling.samples, 64);
    // A file that extends nothing must be complete.
    assert!(error(&least.replace("extends = \"judge-lock\"\n", "")).contains("missing field"));
    assert!(error(&TOML.replace("\"judge-lock\"", "\"twin-lock\"")).starts_with("extends: `twin-lock`"));
}

#[test]
fn a_fault_in_a_file_that_extends_another_names_its_own_line() {
    let line = TOML.lines().count() + 2;
    for (fault, key) in [
        ("[caps.low_recall]\nthreshold = \"high\"", "threshold = \"high\""),
        ("[caps.low_recal]\nthreshold = 0.8", "low_recal"),
        ("[caps.low_recall]\nlimits = { coverige = 7 }", "coverige"),
        ("[questions]\ncount = -1", "count = -1"),
    ] {
        let error = error(&format!("{TOML}\n{fault}\n"));
        assert!(error.contains(key), "{fault}: {error}");
        let [first, second] = [line, line + 1].map(|line| error.contains(&format!("line {line}")));
        assert!(first || second, "{fault}: {error}");
    }
    assert!(error(&format!("{TOML}\n[caps.low_recall")).contains(&format!("line {line}")));
}

/// Labels with probabilities, for a summary of twenty tokens.
fn any_labels() -> impl Strategy<Value = Labels> {
    let list = |list: List, most: usize| {
        let words = list.spec().words;
        let label = (prop::collection::vec(0_u8..5, words.len()), 0..words.len(), 0_usize..40, any::<bool>());
        prop::collection::vec(label, 0..most).prop_map(move |labels| {
            let label = |(chances, word, at, person): (Vec<u8>, usize, usize, bool)| {
                let sum = f64::from(chances.iter().map(|p| u32::from(*p)).sum::<u32>().max(1));
                let mut chances: Vec<f64> = chances.iter().map(|p| f64::from(*p) / sum).collect();
                if chances.iter().sum::<f64>() == 0.0 {
                    chances[0] = 1.0;
                }
                let mut label = placed(words[word], &[(at, at + 5)]);
                label.summary = vec![Span::new(at, at + 9)];
                if !person {
                    label.by = Provenance::Engine;
                    label.chances = Some(LabelDistribution::new(&chances));
                }
                label
            };
            (list, labels.into_iter().map(label).collect::<Vec<Label>>())
        })
    };
    LISTS
        .into_iter()
        .zip([7, 3, 7, 6, 7, 4, 4, 4])
        .map(|(of, most)| list(of, most))
        .collect::<Vec<_>>()
        .prop_map(|lists| {
            let mut labels = Labels::default();
            for (list, given) in lists {
                give(&mut labels, list, given);
            }
            labels
        })
}

fn any_readings() -> impl Strategy<Value = Readings> {
    prop::sample::subsequence(
        vec![
            "none=fixed",
            "edge=lower",
            "hallucination.trigger=any_partial",
            "caps.cross=off",
            "qag.cap=le6",
            "dup.scope=all",
            "pr.scope=all",
            "slur.scope=all",
            "severity.requires=unsupported",
            "some=0.5",
            "hallucination.final=integer",
            "guard=highest_only",
        ],
        0..5,
    )
    .prop_map(|readings| read(&readings))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// A sample scores as Judge-Lock scores the labels that were sampled.
    #[test]
    fn each_draw_scores_as_judge_lock(labels in any_labels(), readings in any_readings()) {
        let ultra = shipped();
        let checked: Result<(), TestCaseError> = on(&labels, |input| {
            let sampled = ultra.sample(input, &readings, true, None);
            let outcomes: Vec<Vec<u8>> =
                sampled.drawn.doubtful.iter().map(|d| d.outcomes(&ultra.sampler, sampled.drawn.draws)).collect();
            for draw in (0..sampled.drawn.draws).step_by(37) {
                let mut set = labels.clone();
                for (doubtful, outcomes) in sampled.drawn.doubtful.iter().zip(&outcomes) {
                    let label = &mut set.get_mut(doubtful.id.list).unwrap()[doubtful.id.index];
                    label.by = Provenance::Person("draw".into());
                    label.word = Some(doubtful.words()[usize::from(outcomes[draw])]);
                }
                // A label that is not sampled has its likeliest word.
                for list in ultra.lists() {
                    for label in set.get_mut(*list).unwrap().iter_mut().filter(|l| l.by == Provenance::Engine) {
                        let chances = label.chances.unwrap();
                        let sure = list.spec().words.iter().find(|word| chances.of(*list, **word) > 0.5);
                        label.word = Some(sure.copied().unwrap_or(LabelValue::No));
                        label.by = Provenance::Person("sure".into());
                    }
                }
                let hard = ultra.lock.evaluate(&Input { labels: &set, ..*input }, &readings, false);
                let ours = &sampled.run;
                let fired = ours.fired(draw);
                for (place, metric) in hard.metrics.iter().enumerate() {
                    if let (Some(raw), Some(score)) = (metric.raw(), metric.score()) {
                        prop_assert!((raw.to_f64() - ours.raw[place][draw]).abs() < 1e-9, "{} {raw}", metric.key);
                        prop_assert!((score.to_f64() - ours.last[place][draw]).abs() < 1e-9, "{} {score}", metric.key);
                    }
                }
                if hard.verdict.decision <= Decision::Fail {
                    prop_assert_eq!(hard.verdict.decision as u8, ours.decided[draw]);
                }
                for (row, cap) in hard.caps.iter().enumerate() {
                    let fires = match &cap.fired {
                        Fired::Yes { .. } => Some(true),
                        Fired::No => Some(false),
                        Fired::Unknown(_) => None,
                    };
                    let row = &sampled.plain.rows[row];
                    prop_assert_eq!(sampled.plain.fires(row, fired), fires, "{} {}", cap.slug, cap.metric);
                    if let Fired::Yes { binding, .. } = cap.fired {
                        let ours = ours.binds(&sampled.plain, &sampled.drawn, row, draw..draw + 1);
                        prop_assert_eq!(ours, binding, "{} {}", cap.slug, cap.metric);
                    }
                }
            }
            Ok(())
        });
        checked?;
    }

    /// Bounds, intervals and determinism hold, and the numbers are the same whether or not steps are kept.
    #[test]
    fn expected_scores_lie_in_their_intervals(labels in any_labels(), readings in any_readings()) {
        let ultra = shipped();
        let (recorded, again, silent, odds) = on(&labels, |input| {
            let evaluate = |record| ultra.evaluate(input, &readings, record);
            (evaluate(true), evaluate(true), evaluate(false), UltraSession::new(&ultra, input, &readings).odds().unwrap())
        });
        for ((a, b), c) in recorded.metrics.iter().zip(&again.metrics).zip(&silent.metrics) {
            prop_assert_eq!(&a.outcome, &b.outcome);
            prop_assert_eq!(&a.outcome, &c.outcome);
            let Some(score) = a.score() else { continue };
            let number = |name: &str| a.parts.iter().find_map(|(known, part)| match part {
                PartValue::Number(number) if *known == name => Some(*number),
                _ => None,
            });
            let (low, high) = (number("low").unwrap(), number("high").unwrap());
            prop_assert!(low <= score && score <= high, "{}: {low} {score} {high}", a.key);
            prop_assert!(low >= a.range[0] && high <= a.range[1]);
            // A limit that replaces the score instead of bounding it may raise it.
            let fixed = readings.get("none") == "fixed" && a.key == "relevance";
            prop_assert!(fixed || a.raw().unwrap().to_f64() >= score.to_f64() - 1e-6);
        }
        prop_assert_eq!(recorded.verdict.decision, silent.verdict.decision);
        for (a, c) in recorded.caps.iter().zip(&silent.caps) {
            prop_assert_eq!(a.p, c.p);
            prop_assert_eq!(std::mem::discriminant(&a.fired), std::mem::discriminant(&c.fired));
        }
        if let Some(of) = odds.of {
            prop_assert!((of.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert_eq!(odds.p(recorded.verdict.decision), of.iter().copied().reduce(f64::max));
            prop_assert!(odds.decides.len() <= ultra.sampling.decides);
        }
    }

    /// Other readings on the same samples, or the same counts, give the same result as an evaluation of their
    /// own.
    #[test]
    fn other_readings_of_one_session_are_as_if_alone(labels in any_labels(), readings in any_readings()) {
        for entry in RUBRICS.iter().filter(|entry| entry.slug == SLUG) {
            let rubric = (entry.load)(entry.toml).unwrap();
            let checked: Result<(), TestCaseError> = on(&labels, |input| {
                let mut session = rubric.session(input, &readings).unwrap();
                let now = session.evaluate();
                for (index, reading) in READINGS.iter().enumerate().filter(|(_, one)| one.bears_on(entry.slug)) {
                    for (value, other) in readings.alternatives(index) {
                        let alone = Other::new(&now, &rubric.evaluate(input, &other, false));
                        let made = session.other(&other, &now);
                        prop_assert_eq!(made, alone, "{} {}={}", entry.slug, reading.key, value);
                    }
                }
                Ok(())
            });
            checked?;
        }
    }

    /// Decisions counted on top of cached columns of unchanged lists equal those of a case whose labels a
    /// person has set.
    #[test]
    fn decisions_are_counted_as_if_scored_anew(labels in few_labels(), readings in any_readings()) {
        let ultra = shipped();
        let checked: Result<(), TestCaseError> = on(&labels, |input| {
            let sampled = ultra.sample(input, &readings, false, None);
            let mut tries = ChangeEvaluator::new(
                &ultra.lock, Rc::clone(&sampled.plain.counted), &sampled.drawn, Some(&ultra.sampler), Float,
            );
            let turns: Vec<Step> = ultra
                .lists()
                .iter()
                .flat_map(|list| labels.get(*list).unwrap_or_default().iter().enumerate().map(move |at| (*list, at)))
                .flat_map(|(list, (index, label))| {
                    let id = LabelId { list, index };
                    words_of(list).into_iter().map(move |to| Step { id, from: label.word.unwrap(), to })
                })
                .collect();
            for (place, one) in turns.iter().enumerate().step_by(2) {
                for set in turns[place + 1..].iter().step_by(7).map(|two| vec![*one, *two]).chain([vec![*one]]) {
                    let set: Vec<_> = set.into_iter().filter(|two| two == one || two.id != one.id).collect();
                    let mut changed = labels.clone();
                    for step in &set {
                        let label = &mut changed.get_mut(step.id.list).unwrap()[step.id.index];
                        (label.word, label.by) = (Some(step.to), Provenance::Person(String::new()));
                    }
                    let again = ultra.sample(&Input { labels: &changed, ..*input }, &readings, false, None).run;
                    let [ours, theirs] = [tries.count(&set), again.decisions].map(|counts| {
                        let all = counts.iter().sum::<usize>() as f64;
                        counts.map(|count| count as f64 / all)
                    });
                    prop_assert_eq!(ours, theirs, "{:?}", set);
                }
            }
            Ok(())
        });
        checked?;
    }
}

fn words_of(list: List) -> Vec<LabelValue> {
    let none: &[LabelValue] = if list.is_finding() { &[LabelValue::No] } else { &[] };
    [list.spec().words, none].concat()
}

/// Returns the size of the smallest set that turns the decision, by brute force.
fn by_trying(
    ultra: &Ultra,
    input: &Input,
    readings: &Readings,
    turned: &dyn Fn(Decision) -> bool,
) -> Option<usize> {
    fn tried(decide: &dyn Fn(&Labels) -> bool, labels: &mut Labels, open: &[LabelId], left: usize) -> bool {
        if left == 0 {
            return decide(labels);
        }
        open.iter().enumerate().any(|(at, id)| {
            words_of(id.list).into_iter().any(|word| {
                let place = |labels: &mut Labels| labels.get_mut(id.list).unwrap()[id.index].clone();
                let before = place(labels);
                let label = &mut labels.get_mut(id.list).unwrap()[id.index];
                (label.word, label.by) = (Some(word), Provenance::Person(String::new()));
                let turns = tried(decide, labels, &open[at + 1..], left - 1);
                labels.get_mut(id.list).unwrap()[id.index] = before;
                turns
            })
        })
    }
    let mut open = Vec::new();
    for list in ultra.lists() {
        let all = input.labels.get(*list).unwrap_or_default().len();
        open.extend((0..all).map(|index| LabelId { list: *list, index }));
    }
    let decide = |labels: &Labels| {
        turned(ultra.evaluate(&Input { labels, ..*input }, readings, false).verdict.decision)
    };
    (1..=3).find(|size| tried(&decide, &mut input.labels.clone(), &open, *size))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// The search finds the smallest set of labels that turns the most probable decision, and no smaller set
    /// does.
    #[test]
    fn what_turns_it_is_exact(labels in few_labels(), readings in any_readings(), samples in 12_usize..24) {
        let mut ultra = shipped();
        (ultra.sampling.samples, ultra.sampler) = (samples, StratifiedSampler::new(samples, 3, 0.3));
        let checked: Result<(), TestCaseError> = on(&labels, |input| {
            let mut laid = UltraSession::new(&ultra, input, &readings);
            let now = laid.evaluate();
            let start = now.verdict.decision;
            if start > Decision::Fail {
                return Ok(());
            }
            let flips = laid.flips(&now, &|| false);
            prop_assert_eq!(flips.len(), if start == Decision::Warn { 2 } else { 1 });
            for flip in flips {
                let turned = |decision: Decision| match flip.way {
                    FlipDirection::Better => decision < start,
                    FlipDirection::Worse => decision > start,
                };
                let size = by_trying(&ultra, input, &readings, &turned);
                match &flip.reach {
                    Reach::Within { decision, changes, .. } => {
                        prop_assert_eq!(size, Some(changes.len()), "{:?}", flip);
                        let mut set = labels.clone();
                        for change in changes {
                            let label = &mut set.get_mut(change.id.list).unwrap()[change.id.index];
                            (label.word, label.by) = (Some(change.to), Provenance::Person(String::new()));
                        }
                        let after = ultra.evaluate(&Input { labels: &set, ..*input }, &readings, false);
                        prop_assert_eq!(after.verdict.decision, *decision);
                        prop_assert!(turned(*decision));
                    }
                    Reach::Beyond(_) | Reach::Never(_) => prop_assert_eq!(size, None, "{:?}", flip),
                }
            }
            Ok(())
        });
        checked?;
    }
}

/// One or two labels of a list, mostly good ones, so that verdicts are close to each other and every set can
/// be tried.
fn few_labels() -> impl Strategy<Value = Labels> {
    let list = |list: List, count: std::ops::Range<usize>| {
        let words = list.spec().words;
        let label = (0_usize..3, 1_u32..8, 0..words.len(), 0_usize..30, prop::option::of(Just(0_usize)));
        prop::collection::vec(label, count).prop_map(move |labels| {
            let label = |(kind, p, word, at, claim): (usize, u32, usize, usize, Option<usize>)| {
                let mut chances = vec![0.0; words.len()];
                chances[0] = f64::from(p) / 8.0;
                chances[word] += 1.0 - f64::from(p) / 8.0;
                let mut label = placed(words[if kind == 0 { 0 } else { word }], &[(at, at + 5)]);
                label.summary = vec![Span::new(at, at + 9)];
                if list == List::Extraneous {
                    label.claim = claim;
                    chances[0] = f64::from(p) / 8.0;
                }
                if kind > 0 {
                    label.by = Provenance::Engine;
                    label.chances = Some(LabelDistribution::new(&chances));
                }
                label
            };
            (list, labels.into_iter().map(label).collect::<Vec<Label>>())
        })
    };
    let counts = [1..3, 0..2, 1..3, 0..3, 1..2, 0..2, 1..3, 0..2];
    let lists: Vec<_> = LISTS.into_iter().zip(counts).map(|(of, count)| list(of, count)).collect();
    (lists, any::<bool>()).prop_map(|(lists, more)| {
        let mut labels = Labels::default();
        for (list, mut given) in lists {
            // Enough questions, so that a case may pass.
            if more && matches!(list, List::CoverageQags | List::ClaimQags) {
                given.extend(words(&[(LabelValue::Correct, 6 - given.len())]));
            }
            give(&mut labels, list, given);
        }
        labels
    })
}
