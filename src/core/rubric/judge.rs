//! Builds reports with rubrics: the evaluation, the effects of other readings, and disagreement between
//! rubrics.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::labels::{JudgedBy, Label, LabelId, Labels, List, Mismatch, MismatchId, Provenance};
use crate::num::Num;
use crate::report::{DECISIONS, Decision, Odds, Report};
use crate::rubric::session::{EvaluationSession, PlainSession};
use crate::rubric::set::RubricSet;
use crate::rubric::signature::{self, CALIBRATION};
use crate::rubric::{Evaluation, Input, READINGS, Reading, Readings, Rubric, RubricEntry};

/// The verdict under one value of a reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadingEffect {
    pub key: &'static str,
    pub value: &'static str,
    pub decision: Decision,
    /// The headline number under this value. `None` if there is none, or if a metric drops out under this
    /// value, since a number computed from fewer metrics is not comparable.
    pub score: Option<Num>,
}

/// A report with the effects of every other value of a reading.
#[derive(Clone, Debug)]
pub struct JudgedReport {
    pub report: Arc<Report>,
    /// One for each value that is not in force, in the order of [`READINGS`].
    pub effects: Arc<[ReadingEffect]>,
}

/// One case under the rubrics of a set. Each rubric is evaluated once, when it is first requested, and the
/// result is cached.
pub struct Judgement<'a> {
    rubrics: &'a RubricSet,
    input: &'a Input<'a>,
    readings: Readings,
    begun: Vec<(&'static str, Progress<'a>)>,
    /// The hash of the scored content, once a complete report was requested.
    hash: Option<Arc<str>>,
}

/// Progress of one rubric.
enum Progress<'a> {
    /// Evaluated, for example because another rubric compares its decision.
    Evaluated(Box<Begun<'a>>),
    /// Reported.
    Reported(JudgedReport),
}

/// An evaluation for which flips and other readings can still be searched.
struct Begun<'a> {
    scored: Scored<'a>,
    session: Box<dyn EvaluationSession + 'a>,
    evaluation: Evaluation,
    /// The preliminary report, once it was requested.
    preliminary: Option<Report>,
}

/// A case under one rubric.
#[derive(Clone, Copy)]
struct Scored<'a> {
    entry: &'a RubricEntry,
    rubric: &'a dyn Rubric,
    input: &'a Input<'a>,
    readings: Readings,
}

impl<'a> Judgement<'a> {
    /// A case for which nothing has been requested yet.
    pub fn new(rubrics: &'a RubricSet, input: &'a Input<'a>, readings: Readings) -> Judgement<'a> {
        Judgement { rubrics, input, readings, begun: Vec::new(), hash: None }
    }

    /// Returns the scores, labels and verdict of a rubric before the search for flips and other readings. The
    /// report contains neither, and its signature names no reading. `None` if no rubric has that name.
    pub fn preliminary(&mut self, slug: &str) -> Option<Arc<Report>> {
        match &mut self.begun(slug)?.1 {
            Progress::Reported(judged) => Some(Arc::clone(&judged.report)),
            Progress::Evaluated(begun) => Some(Arc::new(begun.preliminary().clone())),
        }
    }

    /// Returns the report of a rubric; `None` if no rubric has that name.
    pub fn report(&mut self, slug: &str) -> Option<JudgedReport> {
        self.report_unless(slug, &|| false)
    }

    /// Returns the report of a rubric; `None` if no rubric has that name, or if the search for flips and
    /// readings is `interrupted`.
    pub fn report_unless(&mut self, slug: &str, interrupted: &dyn Fn() -> bool) -> Option<JudgedReport> {
        if let (_, Progress::Reported(judged)) = self.begun(slug)? {
            return Some(judged.clone());
        }
        let at = self.begun.iter().position(|(known, _)| *known == slug)?;
        let (slug, Progress::Evaluated(begun)) = self.begun.swap_remove(at) else { return None };
        let rubric = begun.scored.rubric;
        let (mut report, effects) = begun.finish(interrupted);
        if interrupted() {
            return None;
        }
        if let Some(mark) = self.rubrics.calibration() {
            report.signature.push_str(&signature::part(CALIBRATION, mark));
        }
        report.input = Arc::clone(self.hash.get_or_insert_with(|| self.input.hash()));
        if let Some(odds) = &mut report.odds {
            let own = report.verdict.decision;
            let compared = rubric.compares_with().iter().filter_map(|slug| self.decision(slug));
            odds.others =
                compared.filter(|(_, decision)| DECISIONS.contains(decision) && *decision != own).collect();
        }
        let judged = JudgedReport { report: Arc::new(report), effects: effects.into() };
        self.begun.push((slug, Progress::Reported(judged.clone())));
        Some(judged)
    }

    /// Returns the progress of a rubric, and evaluates it if that has not been done.
    fn begun(&mut self, slug: &str) -> Option<&mut (&'static str, Progress<'a>)> {
        let at = match self.begun.iter().position(|(known, _)| *known == slug) {
            Some(at) => at,
            None => {
                let (entry, rubric) = self.rubrics.get(slug)?;
                let scored = Scored { entry, rubric, input: self.input, readings: self.readings };
                self.begun.push((entry.slug, Progress::Evaluated(Box::new(Begun::new(scored)))));
                self.begun.len() - 1
            }
        };
        Some(&mut self.begun[at])
    }

    /// Returns the decision of a rubric with its slug.
    fn decision(&mut self, slug: &str) -> Option<(&'static str, Decision)> {
        let (slug, progress) = self.begun(slug)?;
        let verdict = match progress {
            Progress::Evaluated(begun) => &begun.evaluation.verdict,
            Progress::Reported(judged) => &judged.report.verdict,
        };
        Some((slug, verdict.decision))
    }
}

/// Scores a case by one rubric, with signature and disputed readings, but without comparing it with other
/// rubrics.
pub fn judge(entry: &RubricEntry, rubric: &dyn Rubric, input: &Input, readings: &Readings) -> Report {
    Begun::new(Scored { entry, rubric, input, readings: *readings }).finish(&|| false).0
}

/// Scores a case by one rubric without searching for flips or disputed readings and without keeping labels;
/// unless `record` is set, there are no steps and the reasons may be empty. The signature names the readings
/// that differ from their default, whether or not they mattered. The hash of the input is left to the caller.
pub fn score(
    entry: &RubricEntry,
    rubric: &dyn Rubric,
    input: &Input,
    readings: &Readings,
    record: bool,
) -> Report {
    let scored = Scored { entry, rubric, input, readings: *readings };
    let mut report = scored.report(rubric.evaluate(input, readings, record));
    for (index, reading) in scored.bearing() {
        let value = readings.value(index);
        if value != reading.values[0] {
            report.signature.push_str(&signature::part(reading.key, value));
        }
    }
    report
}

impl<'a> Begun<'a> {
    fn new(scored: Scored<'a>) -> Begun<'a> {
        let Scored { rubric, input, readings, .. } = scored;
        let own = rubric.session(input, &readings);
        let mut session: Box<dyn EvaluationSession + 'a> =
            own.unwrap_or_else(|| Box::new(PlainSession { rubric, input, readings }));
        let evaluation = session.evaluate();
        Begun { scored, session, evaluation, preliminary: None }
    }

    /// Returns the report without flips and other readings.
    fn preliminary(&mut self) -> &Report {
        let Begun { scored, session, evaluation, preliminary } = self;
        preliminary.get_or_insert_with(|| scored.report_with_labels(evaluation.clone(), session.odds()))
    }

    /// Returns the complete report and the effects of other readings. If `interrupted`, the report is
    /// incomplete.
    fn finish(self, interrupted: &dyn Fn() -> bool) -> (Report, Vec<ReadingEffect>) {
        let Begun { scored, mut session, evaluation: done, preliminary } = self;
        let flips = session.flips(&done, interrupted);
        let (mut effects, mut disputed, mut mattered) = (Vec::new(), Vec::new(), String::new());
        for (index, reading) in scored.bearing() {
            if interrupted() {
                break;
            }
            let key = reading.key;
            let mut matters = false;
            for (value, other) in scored.readings.alternatives(index) {
                let other = session.other(&other, &done);
                matters |= other.differs;
                // A reading under which there is no verdict cannot contradict this one.
                if DECISIONS.contains(&other.decision) && other.decision != done.verdict.decision {
                    disputed.push(format!("{key}={value}"));
                }
                effects.push(ReadingEffect { key, value, decision: other.decision, score: other.score });
            }
            if matters {
                mattered.push_str(&signature::part(key, scored.readings.value(index)));
            }
        }
        // Moves the evaluation itself unless a copy was requested before, since it may have many steps.
        let whole = || scored.report_with_labels(done, session.odds());
        let mut report = preliminary.unwrap_or_else(whole);
        report.verdict.flips = flips;
        report.disputed = disputed;
        report.signature.push_str(&mattered);
        (report, effects)
    }
}

impl Scored<'_> {
    /// The readings that affect the rubric, with their indices.
    fn bearing(&self) -> impl Iterator<Item = (usize, &'static Reading)> {
        let slug = self.entry.slug;
        READINGS.iter().enumerate().filter(move |(_, reading)| reading.bears_on(slug))
    }

    /// Builds the report of an evaluation, without its labels.
    fn report(&self, evaluation: Evaluation) -> Report {
        let Evaluation { metrics, caps, verdict } = evaluation;
        Report {
            mismatches: Arc::default(),
            id: self.input.case.id.clone(),
            rubric: self.entry.slug,
            signature: signature::of_rubric(self.entry.slug, self.rubric.version()),
            input: Arc::default(),
            judges: judges(self.rubric, self.input.labels),
            fallback: None,
            metrics,
            caps,
            verdict,
            disputed: Vec::new(),
            odds: None,
            labels: Arc::default(),
        }
    }

    /// Builds the report of an evaluation, before flips and other readings are known.
    fn report_with_labels(&self, evaluation: Evaluation, odds: Option<Odds>) -> Report {
        let labels = graded(self.rubric, self.input, &self.readings);
        Report {
            mismatches: Arc::new(named(&labels, &self.input.labels.mismatches)),
            labels: Arc::new(labels),
            odds,
            ..self.report(evaluation)
        }
    }
}

/// Returns the origin of each list that a rubric reads.
fn judges(rubric: &dyn Rubric, labels: &Labels) -> Vec<(List, JudgedBy)> {
    rubric.lists().iter().filter_map(|list| Some((*list, labels.judged_by(*list)?))).collect()
}

/// Returns the mismatches that some labels refer to, each once.
fn named(labels: &[(LabelId, Label)], all: &[Mismatch]) -> Vec<(MismatchId, Mismatch)> {
    let ids: BTreeSet<MismatchId> = labels.iter().flat_map(|(_, label)| &label.mismatches).copied().collect();
    ids.into_iter().filter_map(|id| Some((id, all.get(id.0)?.clone()))).collect()
}

/// Returns the text of the first span of a label: in the summary if it has one there, else in the article.
fn quoted(input: &Input, label: &Label) -> String {
    let there = match (label.summary.first(), label.article.first()) {
        (Some(span), _) => input.summary.raw().get(span.range()),
        (None, Some(span)) => input.article.raw().get(span.range()),
        (None, None) => None,
    };
    there.unwrap_or_default().to_owned()
}

/// Returns every label of every list that the rubric reads, with the word that this rubric gives it.
fn graded(rubric: &dyn Rubric, input: &Input, readings: &Readings) -> Vec<(LabelId, Label)> {
    let mut out = Vec::new();
    for &list in rubric.lists() {
        let labels = rubric.listed(input.labels, list, readings).unwrap_or_default();
        for (index, label) in labels.iter().enumerate() {
            let mut label = label.clone();
            label.word = rubric.word(&label, readings).or(label.word);
            // The shown word of a measured unit is this rubric's, so its probability is looked up for that
            // word.
            if let (Provenance::Engine, Some(chances), Some(word)) = (&label.by, &label.chances, label.word) {
                label.p = Some(chances.shown(list, word));
            }
            // A finding may be given by its span alone; its text is then what the span covers.
            if label.text.is_empty() {
                label.text = quoted(input, &label);
            }
            // The engine's proposal for a measured unit follows from the measure.
            if matches!(label.by, Provenance::Person(_))
                && label.measure.is_some()
                && label.proposed.is_some()
            {
                let engine = Label { by: Provenance::Engine, measure: label.measure, ..Label::default() };
                label.proposed = rubric.word(&engine, readings).or(label.proposed);
            }
            out.push((LabelId { list, index }, label));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::rubric::judge_lock;
    use crate::rubric::tests::build::{TestInput, labels, perfect};
    use crate::rubric::{Docs, RUBRICS};

    /// Counts the evaluations that keep their steps.
    struct Counting {
        rubric: Box<dyn Rubric>,
        evaluations: Arc<AtomicUsize>,
    }

    impl Rubric for Counting {
        fn version(&self) -> &str {
            self.rubric.version()
        }

        fn lists(&self) -> &'static [List] {
            self.rubric.lists()
        }

        fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
            self.evaluations.fetch_add(usize::from(record), Ordering::Relaxed);
            self.rubric.evaluate(input, readings, record)
        }

        fn session<'a>(
            &'a self,
            input: &'a Input<'a>,
            readings: &Readings,
        ) -> Option<Box<dyn EvaluationSession + 'a>> {
            let session = self.rubric.session(input, readings)?;
            self.evaluations.fetch_add(1, Ordering::Relaxed);
            Some(session)
        }

        fn compares_with(&self) -> &'static [&'static str] {
            self.rubric.compares_with()
        }

        fn docs(&self) -> Docs<'_> {
            self.rubric.docs()
        }
    }

    #[test]
    fn each_rubric_is_evaluated_once_whichever_comes_first() {
        let slugs = ["judge-lock-ultra", "judge-lock", "twin-lock", "judge-lock-ultra"];
        for from in 0..3 {
            let mut set = RubricSet::default();
            let mut counters = Vec::new();
            for entry in RUBRICS {
                let evaluations = Arc::new(AtomicUsize::new(0));
                let rubric = (entry.load)(entry.toml).unwrap();
                counters.push((entry.slug, Arc::clone(&evaluations)));
                set.insert(entry, Box::new(Counting { rubric, evaluations }));
            }
            let (texts, labels) = (TestInput::new(), perfect());
            let input = texts.input(&labels);
            let mut judgement = Judgement::new(&set, &input, Readings::default());
            for slug in slugs.iter().cycle().skip(from).take(slugs.len()) {
                assert_eq!(judgement.report(slug).unwrap().report.rubric, *slug);
            }
            for (slug, count) in &counters {
                let expected = usize::from(slugs.contains(slug));
                assert_eq!(count.load(Ordering::Relaxed), expected, "{slug}, beginning with {}", slugs[from]);
            }
        }
    }

    #[test]
    fn ultra_is_compared_with_the_two_locks_whatever_is_asked_for() {
        // One claim that the locks doubt more than Ultra does.
        let doubtful = "claims: 3 supported, 1 unsupported ~0.9/0/0.1";
        let (texts, labels) = (TestInput::new(), labels(doubtful));
        let input = texts.input(&labels);
        let set = RubricSet::shipped();
        let others = |asked: &[&str]| {
            let mut judgement = Judgement::new(&set, &input, Readings::default());
            let reports = asked.iter().map(|slug| judgement.report(slug).unwrap().report);
            let ultra = reports.filter(|report| report.odds.is_some()).last().unwrap();
            (ultra.verdict.decision, ultra.odds.clone().unwrap().others)
        };
        let all = crate::rubric::slugs();
        let backwards: Vec<&str> = all.iter().rev().copied().collect();
        let fail = Decision::Fail;
        let expected = (Decision::Pass, vec![("twin-lock", fail), ("judge-lock", fail)]);
        for asked in [&all, &backwards, &vec!["judge-lock-ultra"], &vec!["judge-lock", "judge-lock-ultra"]] {
            assert_eq!(others(asked), expected, "{asked:?}");
        }
        // The protocol is not applicable here and SynthLink warns: neither of them is a lock.
        let mut judgement = Judgement::new(&set, &input, Readings::default());
        assert_ne!(judgement.report("synthlink").unwrap().report.verdict.decision, Decision::Pass);
    }

    #[test]
    fn ultra_is_compared_with_the_numbers_in_force() {
        let (texts, labels) = (TestInput::new(), perfect());
        let input = texts.input(&labels);
        let mut set = RubricSet::shipped();
        let others = |set: &RubricSet| {
            let judged = Judgement::new(set, &input, Readings::default()).report("judge-lock-ultra");
            judged.unwrap().report.odds.clone().unwrap().others
        };
        assert_eq!(others(&set), []);
        set.replace("judge-lock", &judge_lock::TOML.replace("fail_at_most = 3", "fail_at_most = 10"))
            .unwrap();
        assert_eq!(others(&set), [("judge-lock", Decision::Fail)]);
    }
}
