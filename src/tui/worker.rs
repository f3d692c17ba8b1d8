//! The worker: one thread that owns the engine and judges the newest request.
//!
//! The mailbox has one slot. A new request takes the place of one that was not begun, so that typing never queues up
//! work; results carry the generation of their request, so that an old one never replaces a newer one.

mod decision_trials;
mod edit_trials;
mod label_trials;
mod movers;
mod rubric_differences;
mod sealed;
mod trial_result;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use crate::case::{Case, EmptyText, Texts};
use crate::embedding::Embedding;
use crate::engine::{Analysis, Articles, Engine, OwnCalibration, ResolvedLabels, SideEffect, wanted};
use crate::labels::overrides::{Fate, Override, SuppliedLabels};
use crate::labels::{Labels, List, OverruleRule};
use crate::report::Report;
use crate::rubric::{JudgedReport, Judgement, READINGS, ReadingEffect, Readings, RubricSet};
use crate::syntax;

pub use decision_trials::DecisionTrial;
pub use edit_trials::{TextEdit, Trials, edited};
pub use label_trials::{LabelTrials, TrialChanges, Try};
pub use movers::Movers;
pub use rubric_differences::RubricDifferences;
pub use trial_result::TrialResult;

/// A request to score texts and labels.
#[derive(Clone, Debug, Default)]
pub struct ScoreRequest {
    /// Larger than that of every earlier request.
    pub generation: u64,
    pub index: usize,
    /// The case, for the fields that are not edited.
    pub case: Arc<Case>,
    pub versions: (u64, u64),
    pub article: Arc<str>,
    pub summary: Arc<str>,
    /// Labels that came with the case.
    pub given: Option<Arc<SuppliedLabels>>,
    /// The annotator's rules that are in force on it.
    pub rules: Vec<Arc<OverruleRule>>,
    pub overrides: Vec<Override>,
    pub readings: Readings,
    /// The rubrics wanted, by slug; the first is the one on the screen, whose report is sent before the others.
    pub rubrics: Vec<&'static str>,
    /// The rubric of which the effect of every reading is wanted too, by its slug.
    pub reading_effects: Option<&'static str>,
    /// The rubric by which edits of the summary are to be tried too, by its slug.
    pub trials: Option<&'static str>,
    /// The rubric by which the annotator's labels are to be compared with the engine's, by its slug.
    pub compared: Option<&'static str>,
    /// Whether the texts are read for whom they mention.
    pub entities: bool,
    /// Whether the engine's judgement is hidden: results then have the units, and nothing else.
    pub hidden: bool,
    /// Changes of labels to be tried by the rubric on the screen.
    pub tries: Vec<TrialChanges>,
    /// Whether the labels that came with the case are all there are: nothing is proposed.
    pub labels_only: bool,
}

/// Why a summary has no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoringError {
    #[error(transparent)]
    Empty(#[from] EmptyText),
    #[error("a fault in the analysis of this text; please report it")]
    Fault,
    #[error("no rubric {0}")]
    NoRubric(&'static str),
}

#[derive(Clone, Debug)]
pub struct RubricReport {
    pub report: Arc<Report>,
    pub lists: &'static [List],
    /// Whether what would change the verdict is still searched: flips, and readings that dispute it.
    pub preliminary: bool,
}

/// A part of the result.
#[derive(Clone, Debug)]
pub struct ScoredPart {
    pub generation: u64,
    pub index: usize,
    pub versions: (u64, u64),
    /// The texts, read; the spans of the reports count in them.
    pub analysis: Option<Arc<Analysis>>,
    pub labels: Arc<Labels>,
    /// What became of each decision, in the order of the request.
    pub fates: Arc<[Fate]>,
    /// What changed with the decisions.
    pub followed: Arc<[SideEffect]>,
    /// One for each rubric of this part, or why there is none.
    pub reports: Result<Vec<RubricReport>, ScoringError>,
    /// The verdict under every value of every reading, the one in force included, where this part has them.
    pub reading_effects: Option<Vec<ReadingEffect>>,
    /// Edits of the summary with what they give so far, where this part has them.
    pub trials: Option<Arc<Trials>>,
    /// The annotator's labels against the engine's, where this part has them.
    pub compared: Option<Arc<RubricDifferences>>,
    /// Whether the engine's judgement is left out.
    pub hidden: bool,
    /// What changes of labels give, where this part has that.
    pub tries: Option<Arc<LabelTrials>>,
    /// The labels that can change the verdict of the rubric on the screen, where this part has them.
    pub movers: Option<Arc<Movers>>,
    /// Whether nothing more comes of the request.
    pub whole: bool,
}

/// The newest request, and whether the mailbox is closed.
#[derive(Debug, Default)]
struct Mailbox {
    request: Option<Box<ScoreRequest>>,
    closed: bool,
}

/// The worker's mailbox.
#[derive(Debug)]
pub struct Worker {
    mailbox: Arc<(Mutex<Mailbox>, Condvar)>,
}

/// What the worker judges by.
#[derive(Clone, Debug)]
pub struct ScoringConfig {
    /// The rubrics; the state shows their words from the same set.
    pub rubrics: Arc<RubricSet>,
    /// What sentences are compared by.
    pub embedding: Embedding,
    /// What probabilities are read off by, where it is not the shipped calibration.
    pub calibration: Option<Arc<OwnCalibration>>,
    /// The articles that the engines of the workbench have before them.
    pub articles: Articles,
}

impl ScoringConfig {
    fn engine(&self) -> Engine {
        let engine = Engine::with(self.embedding.clone()).calibrated(self.calibration.clone());
        engine.sharing(self.articles.clone())
    }
}

impl Default for ScoringConfig {
    /// As shipped.
    fn default() -> ScoringConfig {
        ScoringConfig {
            rubrics: Arc::new(RubricSet::shipped()),
            embedding: Embedding::default(),
            calibration: None,
            articles: Articles::default(),
        }
    }
}

impl Worker {
    /// Starts the thread; `send` is given every part of a result.
    pub fn spawn(numbers: ScoringConfig, send: impl Fn(ScoredPart) + Send + 'static) -> Worker {
        // Meanwhile the first case is read and drawn.
        thread::Builder::new().name("parser".to_owned()).spawn(syntax::load).ok();
        let mailbox = Arc::new((Mutex::new(Mailbox::default()), Condvar::new()));
        let inside = Arc::clone(&mailbox);
        thread::Builder::new()
            .name("worker".to_owned())
            .spawn(move || {
                let mut judge = RequestScorer::new(numbers);
                while let Some(request) = next(&inside) {
                    judge.guarded(&request, &|| is_asked(&inside), &mut |scored| send(scored));
                }
            })
            .ok();
        Worker { mailbox }
    }

    /// Asks for a judgement; a request that was not begun yet is forgotten.
    pub fn ask(&self, request: Box<ScoreRequest>) {
        let (slot, bell) = &*self.mailbox;
        slot.lock().unwrap_or_else(PoisonError::into_inner).request = Some(request);
        bell.notify_one();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let (slot, bell) = &*self.mailbox;
        slot.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        bell.notify_one();
    }
}

fn next((slot, bell): &(Mutex<Mailbox>, Condvar)) -> Option<Box<ScoreRequest>> {
    let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if slot.closed {
            return None;
        }
        if let Some(request) = slot.request.take() {
            return Some(request);
        }
        slot = bell.wait(slot).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Whether a request waits, or the end.
fn is_asked((slot, _): &(Mutex<Mailbox>, Condvar)) -> bool {
    let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    slot.closed || slot.request.is_some()
}

/// Takes a part of the result.
type SendPart<'a> = &'a mut dyn FnMut(ScoredPart);

/// Scores requests, one after the other: the thread's work, without the thread.
pub struct RequestScorer {
    engine: Engine,
    numbers: ScoringConfig,
}

impl RequestScorer {
    /// A judge by these numbers.
    pub fn new(numbers: ScoringConfig) -> RequestScorer {
        RequestScorer { engine: numbers.engine(), numbers }
    }

    /// Judges; a fault in an analysis becomes the result's error, and the next request starts from scratch.
    fn guarded(&mut self, request: &ScoreRequest, stale: &dyn Fn() -> bool, send: SendPart<'_>) {
        if catch_unwind(AssertUnwindSafe(|| self.judge(request, stale, send))).is_err() {
            self.engine = self.numbers.engine();
            send(bare_part(request, Err(ScoringError::Fault)));
        }
    }

    /// Judges, and sends what came out in two parts: the scores of the rubric on the screen; then what would change them,
    /// and the other rubrics. What an open screen asks for is a part of its own. Of the texts only what the next rubrics
    /// read is found before they are judged. Where it has become `stale`, because a newer request waits, it ends; the
    /// scores of the rubric on the screen are sent all the same.
    pub fn judge(&mut self, request: &ScoreRequest, stale: &dyn Fn() -> bool, send: SendPart<'_>) {
        let texts = Texts { article: &request.article, summary: &request.summary };
        if let Some(empty) = texts.empty() {
            send(bare_part(request, Err(empty.into())));
            return;
        }
        if request.hidden {
            return self.sealed(request, stale, send);
        }
        let rubrics = Arc::clone(&self.numbers.rubrics);
        let (first, others) = request.rubrics.split_at(request.rubrics.len().min(1));
        let asked: Vec<&str> = first.iter().chain(&request.reading_effects).copied().collect();
        let asked = wanted(&rubrics, &asked);
        let analysis = Arc::new(match request.labels_only {
            true => self.engine.read(&request.case, texts, asked),
            false => self.engine.analyse(&request.case, texts, asked),
        });
        let part = self.labelled(request, &analysis);
        let (found, effects, movers, further) = {
            let input = analysis.input(&request.case, &part.labels);
            let mut judgement = Judgement::new(&rubrics, &input, request.readings);
            let reports = first.iter().map(|slug| preliminary(&rubrics, &mut judgement, slug)).collect();
            send(ScoredPart { reports, ..part.clone() });
            if let Some(tries) = self.try_labels(request, &analysis, &part.labels, stale) {
                send(part.with_tries(tries));
            }
            let whole = rubric_reports(&rubrics, &mut judgement, first, stale);
            let effects = match request.reading_effects {
                Some(slug) => {
                    judgement.report_unless(slug, stale).map(|judged| reading_effects(request, &judged))
                }
                None => None,
            };
            if stale() {
                return;
            }
            if let Some(compared) = self.compared(request, &analysis, texts, stale) {
                send(ScoredPart { compared: Some(Arc::new(compared)), ..part.clone() });
            }
            // The texts keep what was found, so that a part without a report says it.
            if request.entities && find_entities(&analysis, stale) {
                send(part.clone());
            }
            let movers = self.movers(request, &analysis, &part.labels, &whole, stale);
            // Those that read nothing more share the judgement of the first: Ultra is compared with the other locks.
            let reads_more = |slug: &&'static str| !analysis.has(wanted(&rubrics, &[*slug]));
            let (further, alike): (Vec<_>, Vec<_>) = others.iter().copied().partition(reads_more);
            let rest = rubric_reports(&rubrics, &mut judgement, &alike, stale);
            (whole.and_then(|whole| Ok([whole, rest?].concat())), effects, movers, further)
        };
        let Some((reports, part)) = self.reports_of_others(request, analysis, (found, part), &further, stale)
        else {
            return;
        };
        let whole = request.trials.is_none();
        send(ScoredPart { reports, reading_effects: effects, movers, whole, ..part.clone() });
        if let Some(slug) = request.trials {
            let mut send = |trials, whole| {
                send(ScoredPart { trials: Some(trials), whole, ..part.clone() });
            };
            self.try_edits(request, slug, &part, stale, &mut send);
        }
    }

    /// Adds the reports of rubrics for which more is to be found in the texts, and the labels that they read; `None` once it
    /// has become `stale`.
    fn reports_of_others(
        &mut self,
        request: &ScoreRequest,
        mut analysis: Arc<Analysis>,
        (mut reports, mut part): (RubricReports, ScoredPart),
        others: &[&'static str],
        stale: &dyn Fn() -> bool,
    ) -> Option<(RubricReports, ScoredPart)> {
        let rubrics = Arc::clone(&self.numbers.rubrics);
        let texts = Texts { article: &request.article, summary: &request.summary };
        for slug in others {
            if stale() {
                return None;
            }
            let more = wanted(&rubrics, &[slug]);
            analysis = Arc::new(match request.labels_only {
                true => self.engine.read(&request.case, texts, more),
                false => self.engine.widened(&analysis, &request.case, texts, more),
            });
            part = self.labelled(request, &analysis);
            let input = analysis.input(&request.case, &part.labels);
            let mut judgement = Judgement::new(&rubrics, &input, request.readings);
            let more = rubric_reports(&rubrics, &mut judgement, &[*slug], stale);
            reports = reports.and_then(|reports| Ok([reports, more?].concat()));
        }
        (!stale()).then_some((reports, part))
    }

    /// A part of the answer that has no report yet: the labels that a summary is judged by.
    fn labelled(&mut self, request: &ScoreRequest, analysis: &Arc<Analysis>) -> ScoredPart {
        let ResolvedLabels { labels, fates, followed } = self.decided(request, analysis);
        ScoredPart {
            analysis: Some(Arc::clone(analysis)),
            labels: Arc::new(labels),
            fates: fates.into(),
            followed: followed.into(),
            whole: false,
            ..bare_part(request, Ok(Vec::new()))
        }
    }

    /// The labels that a summary is judged by: those proposed, those that came with the case, and what a person decided;
    /// what became of each decision, and what follows from them.
    fn decided(&mut self, request: &ScoreRequest, analysis: &Analysis) -> ResolvedLabels {
        let given = request.given.as_deref();
        self.engine.decided(analysis, &request.case, given, &request.rules, &request.overrides)
    }
}

/// Finds whom and what the texts mention, as far as it has not become `stale`; whether it is found.
fn find_entities(analysis: &Analysis, stale: &dyn Fn() -> bool) -> bool {
    for text in [&analysis.summary, &analysis.article] {
        for placed in text.sentences() {
            if stale() {
                return false;
            }
            placed.sentence.tree();
        }
        text.entities();
    }
    true
}

type RubricReports = Result<Vec<RubricReport>, ScoringError>;

/// The reports by some rubrics; fewer where the request becomes `stale` meanwhile.
fn rubric_reports(
    rubrics: &RubricSet,
    judgement: &mut Judgement,
    slugs: &[&'static str],
    stale: &dyn Fn() -> bool,
) -> RubricReports {
    let mut found = Vec::new();
    for slug in slugs {
        let judged = judgement.report_unless(slug, stale);
        if stale() {
            break;
        }
        let report = judged.ok_or(ScoringError::NoRubric(slug))?.report;
        found.push(RubricReport { report, lists: lists(rubrics, slug), preliminary: false });
    }
    Ok(found)
}

/// The scores, labels and verdict by a rubric, before what would change it is searched.
fn preliminary(
    rubrics: &RubricSet,
    judgement: &mut Judgement,
    slug: &'static str,
) -> Result<RubricReport, ScoringError> {
    let report = judgement.preliminary(slug).ok_or(ScoringError::NoRubric(slug))?;
    Ok(RubricReport { report, lists: lists(rubrics, slug), preliminary: true })
}

/// The lists of labels that a rubric reads.
fn lists(rubrics: &RubricSet, slug: &str) -> &'static [List] {
    rubrics.get(slug).map_or(&[], |(_, rubric)| rubric.lists())
}

/// The effect of each value of each reading: of the value in force the reported verdict, of the others what was found
/// beside it.
fn reading_effects(request: &ScoreRequest, judged: &JudgedReport) -> Vec<ReadingEffect> {
    let verdict = &judged.report.verdict;
    let mut others = judged.effects.iter();
    let mut effects = Vec::new();
    for reading in READINGS.iter().filter(|reading| reading.bears_on(judged.report.rubric)) {
        for &value in reading.values {
            let (decision, score) = match request.readings.get(reading.key) == value {
                true => (verdict.decision, verdict.score),
                false => {
                    others.next().map_or((verdict.decision, None), |other| (other.decision, other.score))
                }
            };
            effects.push(ReadingEffect { key: reading.key, value, decision, score });
        }
    }
    effects
}

/// The labels that a summary would be judged by if nobody had decided anything here.
fn proposed(request: &ScoreRequest, analysis: &Analysis, texts: Texts) -> Labels {
    let labels = (*analysis.proposals).clone();
    match &request.given {
        Some(given) => labels.overlaid(given.over(texts)),
        None => labels,
    }
}

/// A part of the answer without labels.
fn bare_part(request: &ScoreRequest, reports: Result<Vec<RubricReport>, ScoringError>) -> ScoredPart {
    ScoredPart {
        generation: request.generation,
        index: request.index,
        versions: request.versions,
        analysis: None,
        labels: Arc::default(),
        fates: Arc::default(),
        followed: Arc::default(),
        reports,
        reading_effects: None,
        trials: None,
        compared: None,
        hidden: request.hidden,
        tries: None,
        movers: None,
        whole: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{DECISIONS, Decision};
    use crate::rubric::RUBRICS;

    fn request() -> ScoreRequest {
        ScoreRequest {
            generation: 1,
            article: Arc::from("The council approved the budget on Tuesday."),
            summary: Arc::from("The council approved the budget."),
            rubrics: crate::rubric::slugs(),
            reading_effects: Some(RUBRICS[0].slug),
            ..ScoreRequest::default()
        }
    }

    fn parts(judge: &mut RequestScorer, request: &ScoreRequest) -> Vec<ScoredPart> {
        let mut parts = Vec::new();
        judge.judge(request, &|| false, &mut |part| parts.push(part));
        parts
    }

    #[test]
    fn what_other_readings_give_is_what_they_report() {
        let mut judge = RequestScorer::new(ScoringConfig::default());
        for entry in RUBRICS {
            let asked =
                ScoreRequest { rubrics: vec![entry.slug], reading_effects: Some(entry.slug), ..request() };
            let found = parts(&mut judge, &asked);
            let now = found[0].reports.as_ref().unwrap()[0].report.verdict.decision;
            let effects = found.into_iter().find_map(|part| part.reading_effects).unwrap();
            let values =
                READINGS.iter().filter(|reading| reading.bears_on(entry.slug)).map(|r| r.values.len());
            assert_eq!(effects.len(), values.sum::<usize>());
            for ReadingEffect { key, value, decision, score } in effects {
                let mut other = ScoreRequest { reading_effects: None, ..asked.clone() };
                other.readings.set(key, value).unwrap();
                let found = parts(&mut judge, &other);
                let verdict = &found[0].reports.as_ref().unwrap()[0].report.verdict;
                assert_eq!(decision, verdict.decision, "{} {key}={value}", entry.slug);
                let drops_out = DECISIONS.contains(&now) && !DECISIONS.contains(&decision);
                let expected = verdict.score.filter(|_| !drops_out);
                assert_eq!(score, expected, "{} {key}={value}", entry.slug);
            }
        }
    }

    #[test]
    fn every_rubric_reports_the_same_whichever_is_on_the_screen() {
        const TEXTS: [(&str, &str); 2] = [
            (
                "The council approved the budget on Tuesday, by 7 votes to 2. Mayor Lee praised the vote.",
                "The council rejected the budget by 9 votes [1]. Mayor Lee is an idiot.",
            ),
            (
                "Der Stadtrat hat am Dienstag den neuen Haushalt mit sieben Stimmen beschlossen, wie die Stadt \
                 gestern mitteilte. Die Bürgermeisterin lobte die Abstimmung und dankte allen.",
                "Der Stadtrat hat den neuen Haushalt beschlossen, und die Bürgermeisterin dankte allen dafür.",
            ),
        ];
        let slugs = crate::rubric::slugs();
        let debug = |report: &Report| format!("{report:?}");
        // Whose notes come first follows from who is judged first.
        let sorted = |labels: &Labels| {
            let mut labels = labels.clone();
            labels.notes.sort_by_key(|(list, _)| *list as usize);
            labels
        };
        for (article, summary) in TEXTS {
            let texts = Texts { article, summary };
            let selection = crate::engine::Selection::shipped(&slugs, Readings::default());
            let analysis = Engine::default().analyse(&Case::default(), texts, selection.wanted());
            let expected = selection.judge(&Case::default(), &analysis, &analysis.proposals);
            for first in 0..slugs.len() {
                let mut rubrics = slugs.clone();
                rubrics.rotate_left(first);
                let (article, summary) = (Arc::from(article), Arc::from(summary));
                let asked = ScoreRequest { article, summary, rubrics, ..request() };
                let parts = parts(&mut RequestScorer::new(ScoringConfig::default()), &asked);
                let found = parts.iter().flat_map(|part| part.reports.as_ref().unwrap());
                let found = found.filter(|part| !part.preliminary);
                let mut found: Vec<String> = found.map(|part| debug(&part.report)).collect();
                let mut expected: Vec<String> = expected.iter().map(debug).collect();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "with {} on the screen", slugs[first]);
                let last = sorted(&parts.last().unwrap().labels);
                assert_eq!(last, sorted(&analysis.proposals), "with {} on the screen", slugs[first]);
            }
        }
    }

    #[test]
    fn ultra_is_compared_with_the_judge_lock_of_the_users_file() {
        let entry = RUBRICS.iter().find(|entry| entry.slug == "judge-lock").unwrap();
        let mut rubrics = RubricSet::shipped();
        rubrics.replace(entry.slug, &entry.toml.replace("fail_at_most = 3", "fail_at_most = 10")).unwrap();
        let numbers = ScoringConfig { rubrics: Arc::new(rubrics), ..ScoringConfig::default() };
        let asked = ScoreRequest { rubrics: vec!["judge-lock-ultra"], reading_effects: None, ..request() };
        let others = |numbers: ScoringConfig| {
            let found = parts(&mut RequestScorer::new(numbers), &asked);
            let report = &found[1].reports.as_ref().unwrap()[0].report;
            (report.verdict.decision, report.odds.clone().unwrap().others)
        };
        let shipped = others(ScoringConfig::default());
        assert!(!shipped.1.contains(&("judge-lock", Decision::Fail)), "{shipped:?}");
        let users = others(numbers);
        assert!(users.1.contains(&("judge-lock", Decision::Fail)), "{users:?}");
    }

    #[test]
    fn a_newer_request_ends_the_work_on_the_other_rubrics() {
        let request = request();
        let mut judge = RequestScorer::new(ScoringConfig::default());
        let mut sent = |stale: &dyn Fn() -> bool| {
            let mut parts = Vec::new();
            judge.judge(&request, stale, &mut |part| {
                parts.push((part.reports.map_or(0, |all| all.len()), part.whole));
            });
            parts
        };
        assert_eq!(sent(&|| false), [(1, false), (RUBRICS.len(), true)]);
        assert_eq!(sent(&|| true), [(1, false)], "the scores on the screen are sent all the same");
        let looks = std::cell::Cell::new(0);
        let later = || looks.replace(looks.get() + 1) > 40;
        assert_eq!(sent(&later), [(1, false)], "half of the others are not sent");
        assert!(looks.get() < 60, "the search goes on after {} looks", looks.get());
    }

    #[test]
    fn the_scores_come_before_what_would_change_them() {
        for slug in RUBRICS.iter().map(|entry| entry.slug) {
            let asked = ScoreRequest { rubrics: vec![slug], reading_effects: None, ..request() };
            let found = parts(&mut RequestScorer::new(ScoringConfig::default()), &asked);
            let [first, last] = &found[..] else { panic!("{} parts by {slug}", found.len()) };
            let (first, last) = (&first.reports.as_ref().unwrap()[0], &last.reports.as_ref().unwrap()[0]);
            assert!(first.preliminary && !last.preliminary);
            assert!(first.report.verdict.flips.is_empty() && !last.report.verdict.flips.is_empty(), "{slug}");
            let scores =
                |report: &Report| format!("{:?}{:?}{:?}", report.metrics, report.caps, report.labels);
            assert_eq!(scores(&first.report), scores(&last.report), "{slug}");
            assert_eq!(first.report.verdict.because, last.report.verdict.because, "{slug}");
        }
    }

    #[test]
    fn edits_are_tried_after_everything_else_and_a_newer_request_ends_them() {
        let request = ScoreRequest {
            generation: 7,
            index: 0,
            case: Arc::default(),
            versions: (0, 0),
            article: Arc::from("The council approved the budget on Tuesday. Mayor Lee praised the vote."),
            summary: Arc::from("The council rejected the budget on Tuesday. Mayor Lee praised the vote."),
            given: None,
            rules: Vec::new(),
            overrides: Vec::new(),
            readings: Readings::default(),
            rubrics: vec!["judge-lock", "twin-lock"],
            reading_effects: None,
            trials: Some("judge-lock"),
            compared: None,
            entities: false,
            hidden: false,
            tries: Vec::new(),
            labels_only: false,
        };
        let mut judge = RequestScorer::new(ScoringConfig::default());
        let mut sent = |stale: &dyn Fn() -> bool| {
            let mut parts: Vec<ScoredPart> = Vec::new();
            judge.judge(&request, stale, &mut |part| parts.push(part));
            parts
        };
        let parts = sent(&|| false);
        let first = parts.iter().position(|part| part.trials.is_some()).expect("edits are tried");
        assert_eq!(first, 2, "after the rubric on the screen and the other one");
        let trials =
            parts.last().and_then(|part| part.trials.clone()).expect("the last part has all outcomes");
        let (edit, outcome) = &trials.edits[0];
        assert_eq!((&request.summary[edit.span.range()], edit.words.as_str()), ("rejected", "approved"));
        assert_eq!((edit.sentence, edit.id.to_string().as_str()), (Some(1), "claims/0"));
        let now = parts[0].reports.as_ref().unwrap()[0].report.verdict.score;
        assert!(outcome.as_ref().unwrap().score > now, "{outcome:?} after {now:?}");
        assert_eq!(&trials.all, outcome, "one edit is all of them");
        // To call the claim supported strikes what rests on "rejected", as the edit does.
        let decision = &trials.decisions[0];
        assert_eq!(decision.change.id.to_string(), "claims/0");
        assert!(decision.follows > 0 && decision.outcome.score > now, "{decision:?}");
        assert!(parts.last().unwrap().whole && parts[..parts.len() - 1].iter().all(|part| !part.whole));
        let looks = std::cell::Cell::new(0);
        let later = || looks.replace(looks.get() + 1) > 2;
        assert!(sent(&later).iter().all(|part| !part.whole), "a newer request ends the tries");
    }
}
