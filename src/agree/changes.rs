//! Compares a run with an earlier one: scores of the same cases, paired by id and rubric.
//!
//! The input is the earlier scores ([`RunComparison::remember`]) and the current ones
//! ([`RunComparison::see`]); the output is a [`Changes`] with the verdicts, metrics and caps that differ,
//! by rubric. Means have a paired bootstrap interval over cases. This module knows nothing about files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::report::{Better, Decision};
use crate::stats::{Interval, Resampling, interval, mean};

/// Settings of the resampling. The seed is fixed, so the same two runs give the same intervals.
const RESAMPLING: Resampling = Resampling { samples: 1_000, seed: 17 };
/// Largest difference of two scores that count as equal: decimals read back from a file are off in the
/// last place.
const SAME: f64 = 1e-9;
/// Most ids kept in an [`IdSample`].
const NAMED: usize = 20;

/// The result of one case under one rubric.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunResult {
    /// The case.
    pub id: String,
    /// The rubric; empty if a record held no case, which is a result for all rubrics.
    pub rubric: String,
    /// The decision; `None` if the case could not be scored.
    pub decision: Option<Decision>,
    /// The score of each metric; `None` if it has no score.
    pub metrics: Vec<(String, Option<f64>)>,
    pub caps: Vec<String>,
    /// The hash of the texts, if the result gives it.
    pub input: Option<String>,
    /// The judge, if the result gives it.
    pub judged_by: Option<String>,
}

/// A comparison of two runs in progress.
#[derive(Debug, Default)]
pub struct RunComparison {
    /// Results of the earlier run, by id and rubric. Results with the same key are paired in order.
    before: FxHashMap<(String, String), VecDeque<RunResult>>,
    better: FxHashMap<(String, String), Better>,
    rubrics: BTreeMap<String, Paired>,
    new: IdSample,
    /// The ids of the cases of the earlier run and of the current one.
    ids: [FxHashSet<String>; 2],
    /// The rubrics of the earlier run.
    rubrics_before: BTreeSet<String>,
    /// The ids of the earlier run's errors.
    failed: FxHashSet<String>,
    /// Ids of records that held no case in the earlier run and hold one now.
    now_read: FxHashSet<String>,
}

#[derive(Debug, Default)]
struct Paired {
    cases: usize,
    worse: IdSample,
    improved: usize,
    inputs: IdSample,
    judges: BTreeMap<(String, String), IdSample>,
    turns: BTreeMap<(Option<Decision>, Option<Decision>), IdSample>,
    metrics: Vec<(String, Differences)>,
    caps: BTreeMap<String, CapChange>,
}

/// Scores of one metric, by case.
#[derive(Debug, Default)]
struct Differences {
    before: Vec<f64>,
    after: Vec<f64>,
    lost: IdSample,
    gained: usize,
}

/// A number of results, and the ids of the first few cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IdSample {
    pub count: usize,
    pub ids: Vec<String>,
}

impl IdSample {
    fn add(&mut self, id: &str) {
        self.count += 1;
        // A case may occur several times, once for each rubric.
        if self.ids.len() < NAMED && !self.ids.iter().any(|known| known == id) {
            self.ids.push(id.to_owned());
        }
    }

    /// Returns the first few ids, with an ellipsis if there are more.
    pub fn listed(&self) -> String {
        const SHOWN: usize = 5;
        let ids = self.ids.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        if self.ids.len() > SHOWN { format!("{ids}, ...") } else { ids }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    pub rubrics: Vec<RubricChange>,
    /// Results that are missing in the baseline.
    pub new: IdSample,
    /// Results of the baseline that are missing in the current run.
    pub missing: IdSample,
    pub cases: CaseCounts,
}

/// Numbers of cases in two runs, counted by id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseCounts {
    /// Number in the earlier run.
    pub before: usize,
    pub now: usize,
    pub both: usize,
    /// Number of cases of the current run that could not be scored in the earlier one.
    pub failed_before: usize,
}

impl CaseCounts {
    /// Returns the number of cases of the larger run.
    pub fn most(self) -> usize {
        self.before.max(self.now)
    }

    /// Returns whether at least `percent` of the cases of either run are also in the other; never if none
    /// is.
    pub fn reach(self, percent: f64) -> bool {
        self.both > 0 && self.both as f64 * 100.0 >= percent * self.most() as f64
    }
}

/// What changed under one rubric.
#[derive(Clone, Debug, PartialEq)]
pub struct RubricChange {
    pub rubric: String,
    pub cases: usize,
    /// Results with a worse verdict.
    pub worse: IdSample,
    /// Number of results with a better verdict.
    pub improved: usize,
    /// Cases whose texts changed.
    pub inputs: IdSample,
    /// Cases judged by another judge: the earlier judge, the current one, the cases.
    pub judges: Vec<(String, String, IdSample)>,
    /// Changes of the verdict: from, to, cases; `None` means that the case could not be scored.
    pub turns: Vec<(Option<Decision>, Option<Decision>, IdSample)>,
    pub metrics: Vec<MetricChange>,
    /// Caps that fire in different cases than before.
    pub caps: Vec<CapChange>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MetricChange {
    pub key: String,
    /// The better end of the scale.
    pub better: Better,
    /// Number of cases with a score in both runs.
    pub cases: usize,
    /// The means before and after.
    pub means: Option<[f64; 2]>,
    /// The 95 % interval of the difference of the means; `None` for fewer than two cases.
    pub interval: Option<Interval>,
    /// Number of cases whose score got worse.
    pub worse: usize,
    /// Number of cases whose score improved.
    pub improved: usize,
    /// Cases that no longer have a score.
    pub lost: IdSample,
    /// Number of cases that have a score only in the current run.
    pub gained: usize,
}

impl MetricChange {
    /// Returns whether the mean got worse by more than chance explains.
    pub fn is_worse(&self) -> bool {
        self.interval.is_some_and(|[low, high]| match self.better {
            Better::Higher => high < 0.0,
            Better::Lower => low > 0.0,
        })
    }

    /// Returns whether the mean improved by more than chance explains.
    pub fn is_improved(&self) -> bool {
        self.interval.is_some_and(|[low, high]| match self.better {
            Better::Higher => low > 0.0,
            Better::Lower => high < 0.0,
        })
    }

    /// Returns whether nothing changed.
    pub fn is_same(&self) -> bool {
        self.worse + self.improved + self.lost.count + self.gained == 0
    }
}

/// A cap that fires in different cases than before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapChange {
    pub slug: String,
    /// Cases in which it fires only now.
    pub newly: IdSample,
    /// Number of cases in which it no longer fires.
    pub no_longer: usize,
}

impl RubricChange {
    /// Returns whether a verdict or the mean of a metric got worse.
    pub fn is_worse(&self) -> bool {
        self.worse.count > 0 || self.metrics.iter().any(MetricChange::is_worse)
    }
}

impl Changes {
    /// Returns whether any rubric got worse.
    pub fn is_worse(&self) -> bool {
        self.rubrics.iter().any(RubricChange::is_worse)
    }

    /// Returns the number of worse verdicts and of compared results, over all rubrics.
    pub fn worse(&self) -> (usize, usize) {
        let sum = |of: fn(&RubricChange) -> usize| self.rubrics.iter().map(of).sum();
        (sum(|rubric| rubric.worse.count), sum(|rubric| rubric.cases))
    }
}

impl RunComparison {
    /// Adds a result of the earlier run.
    pub fn remember(&mut self, old: RunResult) {
        // A case that could not be scored cannot be compared.
        match old.decision {
            Some(_) => self.ids[0].insert(old.id.clone()),
            None => self.failed.insert(old.id.clone()),
        };
        if !old.rubric.is_empty() {
            self.rubrics_before.insert(old.rubric.clone());
        }
        self.before.entry((old.id.clone(), old.rubric.clone())).or_default().push_back(old);
    }

    /// Sets the better end of a rubric's metric; the default is higher.
    pub fn orient(&mut self, rubric: &str, metric: &str, better: Better) {
        self.better.insert((rubric.to_owned(), metric.to_owned()), better);
    }

    /// Whether there is nothing to compare with.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// Compares a result of the current run with the earlier one of the same id and rubric; returns
    /// whether its verdict is worse.
    pub fn see(&mut self, new: &RunResult) -> bool {
        if new.decision.is_some() || self.ids[0].contains(&new.id) {
            self.ids[1].insert(new.id.clone());
        }
        let earlier = self.earlier(new);
        if earlier.is_empty() {
            self.new.add(&new.id);
        }
        let worse = earlier.into_iter().filter(|old| self.compare(old, new));
        worse.count() > 0
    }

    /// Removes the earlier results of a current one and returns them. A record without a case has one result for
    /// all rubrics: it is the earlier result of each of them, and if it is the current one, it has several.
    fn earlier(&mut self, new: &RunResult) -> Vec<RunResult> {
        let mut take = |rubric: &str| {
            self.before.get_mut(&(new.id.clone(), rubric.to_owned())).and_then(VecDeque::pop_front)
        };
        if let Some(old) = take(&new.rubric) {
            return vec![old];
        }
        if new.rubric.is_empty() {
            return self.rubrics_before.iter().filter_map(|rubric| take(rubric)).collect();
        }
        let record = self.before.get(&(new.id.clone(), String::new())).and_then(VecDeque::front);
        let Some(record) = record.filter(|old| old.decision.is_none()).cloned() else { return Vec::new() };
        self.now_read.insert(new.id.clone());
        vec![record]
    }

    /// Compares two results of a case; returns whether the verdict is worse.
    fn compare(&mut self, old: &RunResult, new: &RunResult) -> bool {
        let rubric = if new.rubric.is_empty() { &old.rubric } else { &new.rubric };
        let paired = self.rubrics.entry(rubric.clone()).or_default();
        paired.cases += 1;
        let id = &new.id;
        if let (Some(before), Some(now)) = (&old.input, &new.input)
            && before != now
        {
            paired.inputs.add(id);
        }
        if let (Some(before), Some(now)) = (&old.judged_by, &new.judged_by)
            && before != now
        {
            paired.judges.entry((before.clone(), now.clone())).or_default().add(id);
        }
        // A case that could not be scored is worse than any verdict.
        let rank = |decision: Option<Decision>| (decision.is_none(), decision);
        let order = rank(new.decision).cmp(&rank(old.decision));
        let worse = order == std::cmp::Ordering::Greater;
        match order {
            std::cmp::Ordering::Greater => paired.worse.add(id),
            std::cmp::Ordering::Less => paired.improved += 1,
            std::cmp::Ordering::Equal => {}
        }
        if new.decision != old.decision {
            paired.turns.entry((old.decision, new.decision)).or_default().add(id);
        }
        // Metrics and caps are compared only if both runs have a verdict.
        if new.decision.is_none() || old.decision.is_none() {
            return worse;
        }
        for (key, after) in &new.metrics {
            let Some((_, before)) = old.metrics.iter().find(|(known, _)| known == key) else { continue };
            let at = paired.metrics.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
                paired.metrics.push((key.clone(), Differences::default()));
                paired.metrics.len() - 1
            });
            let metric = &mut paired.metrics[at].1;
            match (before, after) {
                (Some(before), Some(after)) => {
                    metric.before.push(*before);
                    metric.after.push(*after);
                }
                (Some(_), None) => metric.lost.add(id),
                (None, Some(_)) => metric.gained += 1,
                (None, None) => {}
            }
        }
        for slug in new.caps.iter().filter(|slug| !old.caps.contains(slug)) {
            paired.caps.entry(slug.clone()).or_default().newly.add(id);
        }
        for slug in old.caps.iter().filter(|slug| !new.caps.contains(slug)) {
            paired.caps.entry(slug.clone()).or_default().no_longer += 1;
        }
        worse
    }

    /// Returns the changes, once all results of both runs have been added.
    pub fn finish(self) -> Changes {
        let [before, now] = &self.ids;
        let cases = CaseCounts {
            before: before.len(),
            now: now.len(),
            both: before.intersection(now).count(),
            failed_before: now.iter().filter(|id| self.failed.contains(*id) && !before.contains(*id)).count(),
        };
        let mut missing: Vec<RunResult> = self.before.into_values().flatten().collect();
        missing.retain(|old| !old.rubric.is_empty() || !self.now_read.contains(&old.id));
        missing.sort_by(|a, b| (&a.id, &a.rubric).cmp(&(&b.id, &b.rubric)));
        let mut left = IdSample::default();
        missing.iter().for_each(|old| left.add(&old.id));
        let better = |rubric: &str, key: &str| {
            let known = self.better.get(&(rubric.to_owned(), key.to_owned()));
            known.copied().unwrap_or(Better::Higher)
        };
        let rubrics = self.rubrics.into_iter().map(|(rubric, paired)| RubricChange {
            cases: paired.cases,
            worse: paired.worse,
            improved: paired.improved,
            inputs: paired.inputs,
            judges: paired.judges.into_iter().map(|((before, now), named)| (before, now, named)).collect(),
            turns: paired.turns.into_iter().map(|((from, to), named)| (from, to, named)).collect(),
            metrics: paired
                .metrics
                .into_iter()
                .map(|(key, of)| {
                    let better = better(&rubric, &key);
                    of.change(key, better)
                })
                .collect(),
            rubric,
            caps: paired.caps.into_iter().map(|(slug, change)| CapChange { slug, ..change }).collect(),
        });
        Changes { rubrics: rubrics.collect(), new: self.new, missing: left, cases }
    }
}

impl Differences {
    fn change(self, key: String, better: Better) -> MetricChange {
        let moved = |(old, new): (&f64, &f64)| if (new - old).abs() < SAME { 0.0 } else { new - old };
        let differences: Vec<f64> = self.before.iter().zip(&self.after).map(moved).collect();
        let up = differences.iter().filter(|difference| **difference > 0.0).count();
        let down = differences.iter().filter(|difference| **difference < 0.0).count();
        let (worse, improved) = match better {
            Better::Higher => (down, up),
            Better::Lower => (up, down),
        };
        let means = mean(self.before.iter().copied()).zip(mean(self.after.iter().copied()));
        let means = means.map(|(before, after)| [before, after]);
        let cases = differences.len();
        let interval = match cases {
            0 | 1 => None,
            _ if up + down == 0 => Some([0.0; 2]),
            _ => interval(&differences, |drawn| mean(drawn.iter().copied()), RESAMPLING),
        };
        MetricChange {
            key,
            better,
            cases,
            means,
            interval,
            worse,
            improved,
            lost: self.lost,
            gained: self.gained,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(id: &str, decision: Option<Decision>, coverage: Option<f64>, caps: &[&str]) -> RunResult {
        RunResult {
            id: id.to_owned(),
            rubric: "r".to_owned(),
            decision,
            metrics: vec![("coverage".to_owned(), coverage)],
            caps: caps.iter().map(|cap| (*cap).to_owned()).collect(),
            ..RunResult::default()
        }
    }

    fn compared(pairs: &[(RunResult, RunResult)]) -> Changes {
        let mut comparison = RunComparison::default();
        pairs.iter().for_each(|(old, _)| comparison.remember(old.clone()));
        for (_, new) in pairs {
            comparison.see(new);
        }
        comparison.finish()
    }

    #[test]
    fn a_case_without_a_partner_is_named_once() {
        let mut comparison = RunComparison::default();
        comparison.remember(scored("a", Some(Decision::Pass), None, &[]));
        for rubric in ["r", "s"] {
            comparison.see(&RunResult {
                rubric: rubric.to_owned(),
                ..scored("c", Some(Decision::Pass), None, &[])
            });
        }
        let new = comparison.finish().new;
        assert_eq!((new.count, new.listed().as_str()), (2, "c"));
    }

    /// A record without a case names no rubric, because it is an error of all of them.
    #[test]
    fn a_record_that_held_no_case_is_paired_with_the_results_of_each_rubric() {
        let error = RunResult { rubric: String::new(), ..scored("a", None, None, &[]) };
        let of = |rubric: &str| RunResult {
            rubric: rubric.to_owned(),
            ..scored("a", Some(Decision::Pass), Some(8.0), &[])
        };
        for (before, now, turn, worse) in [
            (vec![error.clone()], vec![of("r"), of("s")], (None, Some(Decision::Pass)), false),
            (vec![of("r"), of("s")], vec![error.clone()], (Some(Decision::Pass), None), true),
        ] {
            let mut comparison = RunComparison::default();
            before.into_iter().for_each(|old| comparison.remember(old));
            let is_worse = now.iter().map(|new| comparison.see(new)).collect::<Vec<_>>();
            assert!(is_worse.iter().all(|one| *one == worse), "{is_worse:?}");
            let changes = comparison.finish();
            assert_eq!((changes.new.count, changes.missing.count, changes.worse().1), (0, 0, 2));
            assert_eq!(changes.cases.failed_before, usize::from(!worse));
            for rubric in &changes.rubrics {
                assert_eq!(
                    rubric.turns,
                    [(turn.0, turn.1, IdSample { count: 1, ids: vec!["a".to_owned()] })]
                );
            }
        }
    }

    #[test]
    fn the_same_run_is_not_worse() {
        let one = |at: usize| scored(&at.to_string(), Some(Decision::Pass), Some(at as f64), &["c"]);
        let changes = compared(&(0..9).map(|at| (one(at), one(at))).collect::<Vec<_>>());
        assert!(!changes.is_worse() && changes.rubrics[0].metrics[0].is_same());
        assert_eq!(changes.rubrics[0].metrics[0].interval, Some([0.0, 0.0]));
        assert_eq!((changes.worse(), changes.new.count, changes.missing.count), ((0, 9), 0, 0));
        assert!(changes.rubrics[0].caps.is_empty() && changes.rubrics[0].turns.is_empty());
    }

    #[test]
    fn changed_texts_and_other_judges_are_distinguished_from_changed_verdicts() {
        let of = |id: &str, input: &str, judge: &str| RunResult {
            input: Some(input.to_owned()),
            judged_by: Some(judge.to_owned()),
            ..scored(id, Some(Decision::Pass), Some(8.0), &[])
        };
        let old = scored("older", Some(Decision::Pass), Some(8.0), &[]);
        let changes = compared(&[
            (of("a", "b3:1", "engine"), of("a", "b3:2", "engine")),
            (of("b", "b3:3", "engine"), of("b", "b3:3", "judge:j")),
            (old, of("older", "b3:4", "engine")),
        ]);
        let rubric = &changes.rubrics[0];
        assert_eq!((rubric.inputs.ids.join(" "), rubric.worse.count), ("a".to_owned(), 0));
        let judges: Vec<_> =
            rubric.judges.iter().map(|(from, to, named)| (&**from, &**to, named.count)).collect();
        assert_eq!(judges, [("engine", "judge:j", 1)]);
    }

    #[test]
    fn verdicts_metrics_and_caps_that_got_worse_are_named() {
        let pass = |id: &str| scored(id, Some(Decision::Pass), Some(8.0), &["old"]);
        let changes = compared(&[
            (pass("a"), scored("a", Some(Decision::Fail), Some(3.0), &["new"])),
            (pass("b"), scored("b", None, None, &[])),
            (scored("c", Some(Decision::Fail), None, &[]), pass("c")),
            (pass("d"), scored("d", Some(Decision::Error), None, &["old"])),
        ]);
        let rubric = &changes.rubrics[0];
        assert_eq!((rubric.worse.ids.join(" "), rubric.improved), ("a b d".to_owned(), 1));
        let turns: Vec<_> = rubric.turns.iter().map(|(from, to, named)| (*from, *to, named.count)).collect();
        assert!(turns.contains(&(Some(Decision::Pass), None, 1)), "{turns:?}");
        let coverage = &rubric.metrics[0];
        assert_eq!((coverage.cases, coverage.means, coverage.worse), (1, Some([8.0, 3.0]), 1));
        assert_eq!((coverage.lost.ids.join(" "), coverage.gained), ("d".to_owned(), 1));
        assert_eq!(coverage.interval, None, "of one case there is no interval");
        let caps: Vec<_> =
            rubric.caps.iter().map(|cap| (cap.slug.as_str(), cap.newly.count, cap.no_longer)).collect();
        assert_eq!(caps, [("new", 1, 0), ("old", 1, 1)]);
        assert!(changes.is_worse());
    }

    #[test]
    fn a_mean_is_worse_where_chance_does_not_explain_it_and_the_way_counts() {
        let pair = |at: usize, by: f64| {
            let old = scored(&at.to_string(), Some(Decision::Warn), Some(5.0), &[]);
            (old.clone(), RunResult { metrics: vec![("coverage".to_owned(), Some(5.0 + by))], ..old })
        };
        let steady: Vec<_> = (0..40).map(|at| pair(at, -0.5 - (at % 3) as f64 / 10.0)).collect();
        let noise: Vec<_> = (0..40).map(|at| pair(at, if at % 2 == 0 { 1.0 } else { -1.0 })).collect();
        let changes = compared(&steady);
        assert!(changes.is_worse() && changes.rubrics[0].metrics[0].worse == 40);
        let [low, high] = changes.rubrics[0].metrics[0].interval.unwrap();
        assert!(-0.65 < low && low < high && high < -0.55, "{low} {high}");
        assert_eq!(changes, compared(&steady), "the seed is fixed");
        assert!(!compared(&noise).is_worse());
        let mut lower = RunComparison::default();
        lower.orient("r", "coverage", Better::Lower);
        steady.iter().for_each(|(old, _)| lower.remember(old.clone()));
        for (_, new) in &steady {
            lower.see(new);
        }
        let changes = lower.finish();
        assert!(!changes.is_worse() && changes.rubrics[0].metrics[0].is_improved());
    }

    #[test]
    fn what_has_no_partner_is_reported_and_equal_names_pair_in_their_order() {
        let mut comparison = RunComparison::default();
        for score in [1.0, 2.0] {
            comparison.remember(scored("twice", Some(Decision::Pass), Some(score), &[]));
        }
        comparison.remember(scored("gone", Some(Decision::Pass), Some(1.0), &[]));
        for score in [1.0, 2.0, 3.0] {
            comparison.see(&scored("twice", Some(Decision::Pass), Some(score), &[]));
        }
        let changes = comparison.finish();
        assert_eq!((changes.new.ids, changes.missing.ids), (vec!["twice".into()], vec!["gone".into()]));
        assert_eq!(changes.cases, CaseCounts { before: 2, now: 1, both: 1, failed_before: 0 });
        assert!(changes.cases.reach(50.0) && !changes.cases.reach(51.0) && !CaseCounts::default().reach(0.0));
        assert!(changes.rubrics[0].metrics[0].is_same());
    }
}
