//! The draws against Judge-Lock itself, and against expectations worked by hand.

use super::*;
use crate::case::Case;
use crate::labels::{By, Chances, Entry, LabelId};
use crate::measures::Measures;
use crate::report::{Fired, Report};
use crate::rubric::tests::build::{SUMMARY, cap, decision, give, last, perfect, placed, raw, read, words};
use crate::rubric::tests::replay::replay;
use crate::rubric::{RUBRICS, judge};
use crate::text::{Span, Text};
use proptest::prelude::*;

const SLUG: &str = "judge-lock-ultra";

/// A proposal with a probability for each of its words.
fn maybe(word: Word, chances: &[f64]) -> Label {
    Label { word: Some(word), chances: Some(Chances::new(chances)), ..Label::default() }
}

fn shipped() -> Ultra {
    let mut lock = judge_lock::read(TOML, TOML).unwrap();
    let sampling = lock.rules.sampling.take().unwrap();
    Ultra { lock, grid: Grid::new(sampling.samples, sampling.seed), sampling }
}

fn on<T>(labels: &Labels, then: impl FnOnce(&Input) -> T) -> T {
    let (case, article, summary) = (Case::default(), Text::new("An article."), Text::new(SUMMARY));
    let measures = Measures::default();
    then(&Input { case: &case, article: &article, summary: &summary, labels, measures: &measures })
}

fn report(labels: &Labels, readings: &[&str]) -> Report {
    let entry = RUBRICS.iter().find(|entry| entry.slug == SLUG).unwrap();
    let rubric = (entry.load)(entry.toml).unwrap();
    on(labels, |input| judge(entry, rubric.as_ref(), input, &read(readings)))
}

fn near(value: Num, expected: f64, within: f64) {
    assert!((value.to_f64() - expected).abs() <= within, "{} is not {expected}", value.to_f64());
}

#[test]
fn two_doubtful_claims_score_what_a_hand_calculates() {
    let mut labels = perfect();
    let doubtful = || maybe(Word::Supported, &[0.5, 0.0, 0.5]);
    give(&mut labels, List::Claims, vec![doubtful(), doubtful()]);
    let report = report(&labels, &[]);
    // None 1/4: 10; one 1/2: u = 0.5, 4 - 2 = 2; both 1/4: 0.
    near(last(&report, "hallucination"), 3.5, 0.3);
    // The cap leaves 3 unless both are supported.
    near(last(&report, "coverage"), 0.25 * 10.0 + 0.75 * 3.0, 0.3);
    assert_eq!(raw(&report, "coverage"), Num::int(10));
    let odds = report.odds.as_ref().unwrap().of.unwrap();
    assert!((odds[2] - 0.75).abs() < 0.04 && (odds[0] - 0.25).abs() < 0.04, "{odds:?}");
    assert_eq!(decision(&report), Decision::Fail);
    assert_eq!(cap(&report, "extraneous_claim", "coverage").p, Some(odds[2]));
    assert!(matches!(cap(&report, "extraneous_claim", "coverage").fired, Fired::Yes { binding: true, .. }));
    replay(&report);
}

#[test]
fn a_word_of_one_label_comes_up_as_often_as_its_probability() {
    let mut labels = perfect();
    let mut claims = words(&[(Word::Supported, 9)]);
    claims.push(maybe(Word::Supported, &[0.75, 0.0, 0.25]));
    give(&mut labels, List::Claims, claims);
    let report = report(&labels, &[]);
    // u = 0.1: 4 - round(0.4) = 4.
    assert_eq!(last(&report, "hallucination"), Num::ratio(4 + 3 * 10, 4));
    assert_eq!(report.odds.as_ref().unwrap().of, Some([0.75, 0.0, 0.25]));
    assert_eq!(decision(&report), Decision::Pass);
    let decides = &report.odds.as_ref().unwrap().decides[0];
    assert_eq!(decides.id, LabelId { list: List::Claims, index: 9 });
    assert!((decides.surer - 0.25).abs() < 1e-12, "{decides:?}");
    let turn = decides.turns.unwrap();
    assert_eq!((turn.word, turn.p, turn.decision), (Word::Unsupported, 0.25, Decision::Fail));
    // 3 to 10 becomes a point.
    assert_eq!(decides.narrows, Some(("coverage", 7.0)));
}

#[test]
fn labels_that_people_set_score_as_judge_lock_exactly() {
    let mut labels = perfect();
    let mut set = maybe(Word::Partial, &[0.2, 0.3, 0.5]);
    set.by = By::Person("anna".into());
    give(&mut labels, List::Claims, vec![set; 3]);
    let entry = RUBRICS.iter().find(|entry| entry.slug == "judge-lock").unwrap();
    let lock = (entry.load)(entry.toml).unwrap();
    let hard = on(&labels, |input| judge(entry, lock.as_ref(), input, &Readings::default()));
    let ours = report(&labels, &[]);
    for (a, b) in ours.metrics.iter().zip(&hard.metrics) {
        assert_eq!((a.raw(), a.score()), (b.raw(), b.score()), "{}", a.key);
        let part =
            |name: &str| a.parts.iter().find(|(known, _)| *known == name).map(|(_, part)| part.clone());
        let score = a.score().map(Part::Number);
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
    let mut labels = perfect();
    give(&mut labels, List::Claims, vec![maybe(Word::Supported, &[0.5, 0.0, 0.5])]);
    let wording = Label { summary: vec![Span::new(0, 8)], claim: Some(0), ..maybe(Word::Extraneous, &[0.5]) };
    give(&mut labels, List::Extraneous, vec![wording]);
    let ultra = shipped();
    on(&labels, |input| {
        let sampled = ultra.sample(input, &Readings::default(), true, true);
        for draw in 0..sampled.drawn.draws {
            let unsupported = sampled.drawn.of(List::Claims).any(2, draw);
            assert_eq!(sampled.drawn.extraneous(draw), if unsupported { 2.0 } else { 0.0 });
        }
    });
}

#[test]
fn a_missing_list_is_told_as_by_judge_lock() {
    let mut labels = perfect();
    give(&mut labels, List::Claims, vec![maybe(Word::Supported, &[0.5, 0.0, 0.5])]);
    labels.set(List::Segments, Entry::Absent);
    let report = report(&labels, &[]);
    assert_eq!(decision(&report), Decision::Error);
    assert_eq!(report.odds.as_ref().unwrap().of, None);
    assert!(report.metric("hallucination").unwrap().score().is_some());
    assert_eq!(report.metric("relevance").unwrap().score(), None);
    assert_eq!(cap(&report, "none_segment", "relevance").p, None);
}

#[test]
fn a_file_must_say_how_to_draw() {
    let error = |toml: &str| load(toml).err().map(|error| error.0).unwrap_or_default();
    assert_eq!(error(judge_lock::TOML), "sampling is missing");
    assert!(error(&TOML.replacen("samples = 512", "samples = 0", 1)).contains("sampling.samples"));
    assert!(error(&TOML.replacen("low = 0.05", "low = 0.95", 1)).contains("sampling.low"));
    assert!(judge_lock::load(TOML).err().is_some_and(|error| error.0.starts_with("sampling")));
}

#[test]
fn the_numbers_are_judge_locks() {
    fn strip(value: &mut toml::Value) {
        if let toml::Value::Table(table) = value {
            table.remove("words");
            table.iter_mut().for_each(|(_, value)| strip(value));
        }
    }
    let [mut ultra, mut lock] = [TOML, judge_lock::TOML].map(|text| text.parse::<toml::Table>().unwrap());
    for table in [&mut ultra, &mut lock] {
        table.remove("about");
        table.remove("sampling");
        table.iter_mut().for_each(|(_, value)| strip(value));
    }
    assert_eq!(ultra, lock);
}

/// Labels with chances over a summary of twenty tokens.
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
                    label.by = By::Engine;
                    label.chances = Some(Chances::new(&chances));
                }
                label
            };
            (list, labels.into_iter().map(label).collect::<Vec<Label>>())
        })
    };
    (
        list(List::KeyPoints, 7),
        list(List::Extraneous, 3),
        list(List::CoverageQags, 7),
        list(List::Claims, 6),
        list(List::ClaimQags, 7),
        list(List::Deviations, 4),
        list(List::Segments, 4),
        list(List::Issues, 4),
    )
        .prop_map(|(a, b, c, d, e, f, g, h)| {
            let mut labels = Labels::default();
            for (list, given) in [a, b, c, d, e, f, g, h] {
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

    /// A draw scores as Judge-Lock scores the labels that it drew.
    #[test]
    fn each_draw_scores_as_judge_lock(labels in any_labels(), readings in any_readings()) {
        let ultra = shipped();
        let checked: Result<(), TestCaseError> = on(&labels, |input| {
            let sampled = ultra.sample(input, &readings, true, true);
            let outcomes: Vec<Vec<usize>> =
                sampled.drawn.doubtful.iter().map(|d| d.outcomes(&ultra.grid).collect()).collect();
            for draw in (0..sampled.drawn.draws).step_by(37) {
                let mut set = labels.clone();
                for (doubtful, outcomes) in sampled.drawn.doubtful.iter().zip(&outcomes) {
                    let label = &mut set.get_mut(doubtful.id.list).unwrap()[doubtful.id.index];
                    label.by = By::Person("draw".into());
                    label.word = Some(doubtful.words()[outcomes[draw]]);
                }
                // What is not drawn is as its likeliest word says.
                for list in ultra.lists() {
                    for label in set.get_mut(*list).unwrap().iter_mut().filter(|l| l.by == By::Engine) {
                        let chances = label.chances.unwrap();
                        let sure = list.spec().words.iter().find(|word| chances.of(*list, **word) > 0.5);
                        label.word = Some(sure.copied().unwrap_or(Word::No));
                        label.by = By::Person("sure".into());
                    }
                }
                let hard = ultra.lock.evaluate(&Input { labels: &set, ..*input }, &readings, false);
                let ours = &sampled.run.each[draw];
                for (place, metric) in hard.metrics.iter().enumerate() {
                    if let (Some(raw), Some(score)) = (metric.raw(), metric.score()) {
                        prop_assert!((raw.to_f64() - ours.raw[place]).abs() < 1e-9, "{} {raw}", metric.key);
                        prop_assert!((score.to_f64() - ours.last[place]).abs() < 1e-9, "{} {score}", metric.key);
                    }
                }
                if hard.verdict.decision <= Decision::Fail {
                    prop_assert_eq!(hard.verdict.decision as usize, ours.decision);
                }
                for (row, cap) in hard.caps.iter().enumerate() {
                    let fires = match &cap.fired {
                        Fired::Yes { .. } => Some(true),
                        Fired::No => Some(false),
                        Fired::Unknown(_) => None,
                    };
                    prop_assert_eq!(sampled.scorer.fires(row, ours.fired), fires, "{} {}", cap.slug, cap.metric);
                    if let Fired::Yes { binding, .. } = cap.fired {
                        prop_assert_eq!(sampled.scorer.binds(row, ours), binding, "{} {}", cap.slug, cap.metric);
                    }
                }
            }
            Ok(())
        });
        checked?;
    }

    /// Bounds, intervals, determinism, and the same numbers whether or not steps are kept.
    #[test]
    fn expected_scores_lie_in_their_intervals(labels in any_labels(), readings in any_readings()) {
        let ultra = shipped();
        let (told, again, silent, odds) = on(&labels, |input| {
            let evaluate = |record| ultra.evaluate(input, &readings, record);
            (evaluate(true), evaluate(true), evaluate(false), ultra.odds(input, &readings).unwrap())
        });
        for ((a, b), c) in told.metrics.iter().zip(&again.metrics).zip(&silent.metrics) {
            prop_assert_eq!(&a.outcome, &b.outcome);
            prop_assert_eq!(&a.outcome, &c.outcome);
            let Some(score) = a.score() else { continue };
            let number = |name: &str| a.parts.iter().find_map(|(known, part)| match part {
                Part::Number(number) if *known == name => Some(*number),
                _ => None,
            });
            let (low, high) = (number("low").unwrap(), number("high").unwrap());
            prop_assert!(low <= score && score <= high, "{}: {low} {score} {high}", a.key);
            prop_assert!(low >= a.range[0] && high <= a.range[1]);
            // A limit that is the score, and no bound to it, may raise it.
            let fixed = readings.get("none") == "fixed" && a.key == "relevance";
            prop_assert!(fixed || a.raw().unwrap().to_f64() >= score.to_f64() - 1e-6);
        }
        prop_assert_eq!(told.verdict.decision, silent.verdict.decision);
        for (a, c) in told.caps.iter().zip(&silent.caps) {
            prop_assert_eq!(a.p, c.p);
            prop_assert_eq!(std::mem::discriminant(&a.fired), std::mem::discriminant(&c.fired));
        }
        if let Some(of) = odds.of {
            prop_assert!((of.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert_eq!(odds.p(told.verdict.decision), of.iter().copied().reduce(f64::max));
            prop_assert!(odds.decides.len() <= ultra.sampling.decides);
        }
    }
}
