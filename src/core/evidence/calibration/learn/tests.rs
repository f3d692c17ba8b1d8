//! Synthetic decisions with a known result of learning.

use proptest::prelude::*;

use super::*;
use crate::evidence::calibration::{TOML, logistic, probability};

fn shipped() -> Calibration {
    toml::from_str(TOML).expect("the stored lines")
}

/// A deterministic generator of numbers from 0 to 1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        // SplitMix64, since a hash of a counter is too regular.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns the signals of a claim, over realistic ranges.
    fn claim(&mut self) -> Signals {
        [8.0 * self.roll() - 4.0, self.roll() * self.roll(), 0.0, 0.0]
    }
}

/// Returns decisions on claims, three per case, by annotators whose doubt follows this line.
fn doubts(line: Line, count: usize, seed: u64) -> Vec<JudgedProposal> {
    let mut dice = Dice(seed << 32);
    let one = |at: usize| {
        let signals = dice.claim();
        let doubted = dice.roll() < probability(line, signals);
        let word = if doubted { LabelValue::Unsupported } else { LabelValue::Supported };
        JudgedProposal { list: List::Claims, signals, word, case: (at / 3) as u64 }
    };
    (0..count).map(one).collect()
}

/// Returns the largest difference of two lines, in log-odds, at the middle and the ends of the doubt.
fn apart(a: Line, b: Line) -> f64 {
    let odds = |line: Line, doubt: f64| line[0] + line[1] * doubt;
    [-3.0, 0.0, 3.0].into_iter().map(|doubt| (odds(a, doubt) - odds(b, doubt)).abs()).fold(0.0, f64::max)
}

const STRICT: Line = [2.2, 1.2, 0.0, 0.0, 0.0];

/// Fits each line to decisions regardless of its value, as [`learn`] would use it if it proved better.
fn fit_lines(shipped: &Calibration, decisions: &[JudgedProposal]) -> Calibration {
    let mut calibration = *shipped;
    for task in &TASKS {
        let items = task.items(shipped, decisions);
        if let (Some(_), weights) = choose(&(task.get)(shipped), &items.iter().collect::<Vec<_>>()) {
            (task.set)(&mut calibration, &weights);
        }
    }
    calibration
}

#[test]
fn many_decisions_recover_the_line_that_they_were_made_by() {
    let found = fit_lines(&shipped(), &doubts(STRICT, 3_000, 1)).claims.doubted;
    assert!(apart(found, STRICT) < 0.5, "{found:?}");
    let learned = learn(&shipped(), &doubts(STRICT, 450, 1));
    let line = learned.lines.iter().find(|line| line.key == "claims.doubted").expect("the line");
    assert_eq!(line.outcome, FitOutcome::Better);
    let (before, after) = (line.before.as_ref().unwrap(), line.after.as_ref().unwrap());
    assert!(after.log_loss < before.log_loss && after.brier < before.brier, "{before:?} {after:?}");
    assert!(after.calibration_error < 0.1 && before.calibration_error > 0.15, "{before:?} {after:?}");
    assert_eq!((line.decisions, line.cases, after.judgements), (450, 150, 450));
    assert_eq!(line.helps_from(), Some(30), "{:?}", line.curve);
}

#[test]
fn graded_lines_learn_the_distance_of_their_thresholds() {
    let (line, spread): (Line, f64) = ([-1.0, 2.0, 0.7, 0.0, 0.0], 1.5);
    let mut dice = Dice(7 << 32);
    let one = |at: usize| {
        let signals = [dice.roll() * 2.0, dice.roll() * 4.0 - 2.0, 0.0, 0.0];
        let odds = line[0] + line[1] * signals[0] + line[2] * signals[1];
        let drawn = dice.roll();
        let word = match drawn {
            p if p < logistic(odds - spread) => LabelValue::Fully,
            p if p < logistic(odds + spread) => LabelValue::Partial,
            _ => LabelValue::Not,
        };
        JudgedProposal { list: List::KeyPoints, signals, word, case: (at / 4) as u64 }
    };
    let decisions: Vec<JudgedProposal> = (0..3_000).map(one).collect();
    let found = fit_lines(&shipped(), &decisions).key_points;
    assert!((found.spread - spread).abs() < 0.25, "{found:?}");
    assert!(found.line.iter().zip(line).all(|(found, true_one)| (found - true_one).abs() < 0.4), "{found:?}");
}

#[test]
fn what_annotators_always_reject_becomes_unlikely() {
    let mut dice = Dice(9 << 32);
    let one = |at: usize| {
        let p = [0.6, 0.7, 0.8, 0.9][at % 4];
        let word = if dice.roll() < 0.2 { LabelValue::Mild } else { LabelValue::No };
        JudgedProposal { list: List::Deviations, signals: [p, 0.0, 0.0, 0.0], word, case: (at / 2) as u64 }
    };
    let decisions: Vec<JudgedProposal> = (0..200).map(one).collect();
    let learned = learn(&shipped(), &decisions).calibration;
    let found = learned.chances(List::Deviations, LabelValue::Mild, [0.8, 0.0, 0.0, 0.0]).unwrap();
    assert!((found.nothing() - 0.8).abs() < 0.06, "{found:?}");
}

#[test]
fn few_decisions_stay_closer_to_the_shipped_line_than_many() {
    let prior = shipped().claims.doubted;
    let moved = |count: usize| {
        let items: Vec<Item> = TASKS[2].items(&shipped(), &doubts(STRICT, count, 3));
        // The penalty is the same at every size, so that only the evidence of the data grows.
        apart(super::line(&fit(&of_line(prior), &items.iter().collect::<Vec<_>>(), 50.0)), prior)
    };
    let sizes = [5, 40, 400, 2_000].map(moved);
    assert!(4.0 * sizes[0] < sizes[3] && sizes.is_sorted() && sizes[3] > 2.0, "{sizes:?}");
    let strong: Vec<Item> = TASKS[2].items(&shipped(), &doubts(STRICT, 100, 3));
    let strong = fit(&of_line(prior), &strong.iter().collect::<Vec<_>>(), 1e6);
    assert!(apart(super::line(&strong), prior) < 0.01, "an endless pull is the prior: {strong:?}");
}

#[test]
fn too_few_decisions_are_refused_and_the_lines_stay_as_shipped() {
    let all = doubts(STRICT, 300, 4);
    for (count, cases, outcome) in [(FEWEST - 1, 10, true), (300, FEWEST_CASES - 1, true), (300, 100, false)]
    {
        let mut some = all[..count].to_vec();
        some.iter_mut().enumerate().for_each(|(at, one)| one.case = (at % cases) as u64);
        let learned = learn(&shipped(), &some);
        let line = &learned.lines[0];
        assert_eq!((line.decisions, line.cases), (count, cases.min(count)));
        assert_eq!(line.outcome == FitOutcome::TooFew, outcome, "{count} of {cases}");
        assert_eq!(learned.is_better(), !outcome);
        assert_eq!(learned.calibration == shipped(), outcome);
    }
    // From one outcome alone nothing is learned, however many decisions there are.
    let mut alike = all.clone();
    alike.iter_mut().for_each(|one| one.word = LabelValue::Supported);
    let learned = learn(&shipped(), &alike);
    assert_eq!(
        (learned.lines.len(), learned.lines[0].outcome, learned.lines[0].rarer),
        (1, FitOutcome::TooFew, 0)
    );
    assert!(learn(&shipped(), &[]).lines.is_empty());
}

#[test]
fn decisions_that_the_shipped_line_predicts_well_seldom_replace_it() {
    let replaced = (0..20).filter(|seed| {
        let learned = learn(&shipped(), &doubts(shipped().claims.doubted, 90, 100 + seed));
        learned.lines.iter().any(|line| line.key == "claims.doubted" && line.outcome == FitOutcome::Better)
    });
    let replaced = replaced.count();
    assert!(replaced <= 3, "{replaced} of 20, where 1 is expected by chance");
}

#[test]
fn the_order_of_decisions_does_not_matter() {
    let decisions = doubts(STRICT, 200, 5);
    let mut other = decisions.clone();
    other.reverse();
    let (a, b) = (learn(&shipped(), &decisions), learn(&shipped(), &other));
    assert_eq!(a.calibration, b.calibration);
    assert_eq!(format!("{:?}", a.lines), format!("{:?}", b.lines));
}

#[test]
fn a_case_is_never_in_the_part_that_predicts_it() {
    // Each case has its own signal and word, so that only a line fitted to the case could predict it.
    let mut dice = Dice(11 << 32);
    let mut decisions = Vec::new();
    for case in 0..40 {
        let (word, doubt) = match dice.roll() < 0.5 {
            true => (LabelValue::Supported, 0.0),
            false => (LabelValue::Unsupported, 0.0),
        };
        let signals = [doubt, 0.0, 0.0, 0.0];
        decisions.extend((0..10).map(|_| JudgedProposal { list: List::Claims, signals, word, case }));
    }
    let learned = learn(&shipped(), &decisions);
    let after = learned.lines[0].after.as_ref().expect("figures");
    assert!(after.brier > 0.24, "coins cannot be predicted: {after:?}");
    let fold = folds(decisions.iter().map(|one| one.case), FOLDS);
    let sizes: Vec<usize> = (0..FOLDS).map(|part| fold.values().filter(|at| **at == part).count()).collect();
    assert_eq!(sizes, [8; FOLDS]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever annotators decide, more of a signal never has the opposite effect, and all numbers are
    /// finite.
    #[test]
    fn lines_are_monotone_and_finite(
        drawn in prop::collection::vec((0usize..8, any::<[f64; 4]>(), 0u64..20, any::<usize>()), 0..240),
    ) {
        let lists = [List::KeyPoints, List::CoverageQags, List::Claims, List::ClaimQags, List::Extraneous,
            List::Deviations, List::Issues, List::Claims];
        let decisions: Vec<JudgedProposal> = drawn.into_iter().map(|(list, signals, case, word)| {
            let list = lists[list];
            let words = list.spec().words;
            let extra = usize::from(list.is_finding());
            let word = words.get(word % (words.len() + extra)).copied().unwrap_or(LabelValue::No);
            // Backwards on purpose: the claims with more doubt are supported.
            let signals = signals.map(|x| if x.is_finite() { x % 5.0 } else { 0.5 });
            let signals = if list.is_finding() { [signals[0].abs() % 1.0, 0.0, 0.0, 0.0] } else { signals };
            JudgedProposal { list, signals, word, case }
        }).collect();
        let found = fit_lines(&shipped(), &decisions);
        for line in [found.claims.doubted, found.claims.unsupported, found.extraneous.line] {
            prop_assert!(line.iter().all(|w| w.is_finite()) && line[1..].iter().all(|w| *w >= 0.0), "{line:?}");
        }
        for graded in [found.key_points, found.coverage_qags, found.claim_qags] {
            prop_assert!(graded.line[1..].iter().all(|w| *w >= 0.0) && graded.spread > 0.0, "{graded:?}");
        }
        for prior in [found.deviations, found.issues] {
            prop_assert!(prior.line.is_none_or(|line| line[1] >= 0.0));
        }
    }
}
