//! The worker: one thread that owns the engine and scores the newest request.
//!
//! The mailbox has one slot. A new request replaces one that was not begun, so that typing never queues up
//! work. Results carry the generation of their request, so that an old result never replaces a newer one.

mod decision_trials;
mod edit_trials;
mod label_trials;
mod movers;
mod rubric_differences;
mod sealed;
mod trial_result;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
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
    /// Larger than the generation of every earlier request.
    pub generation: u64,
    pub index: usize,
    /// The case, which supplies the fields that are not edited.
    pub case: Arc<Case>,
    pub versions: (u64, u64),
    pub article: Arc<str>,
    pub summary: Arc<str>,
    /// Labels supplied with the case.
    pub given: Option<Arc<SuppliedLabels>>,
    /// The annotator's rules that apply to the case.
    pub rules: Vec<Arc<OverruleRule>>,
    pub overrides: Vec<Override>,
    pub readings: Readings,
    /// Slugs of the rubrics wanted; the first is the current one, whose report is sent before the others.
    pub rubrics: Vec<&'static str>,
    /// Slug of the rubric for which the effects of all readings are wanted too.
    pub reading_effects: Option<&'static str>,
    /// Slug of the rubric by which edits of the summary are tried too.
    pub trials: Option<&'static str>,
    /// Slug of the rubric by which the annotator's labels are compared with the engine's.
    pub compared: Option<&'static str>,
    /// Whether the mentions of the texts are resolved.
    pub entities: bool,
    /// Whether the engine's judgement is hidden, so that results contain nothing but the units.
    pub hidden: bool,
    /// Changes of labels to try by the current rubric.
    pub tries: Vec<TrialChanges>,
    /// Whether the supplied labels are the only ones, so that nothing is proposed.
    pub labels_only: bool,
}

/// Reason why a summary has no report.
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
    /// Whether the search for changes of the verdict (flips, and readings that dispute it) is still running.
    pub preliminary: bool,
}

/// A part of the result.
#[derive(Clone, Debug)]
pub struct ScoredPart {
    pub generation: u64,
    pub index: usize,
    pub versions: (u64, u64),
    /// The analysis of the texts that the reports' spans refer to.
    pub analysis: Option<Arc<Analysis>>,
    pub labels: Arc<Labels>,
    /// The outcome of each decision, in the order of the request.
    pub fates: Arc<[Fate]>,
    /// Labels that changed together with the decisions.
    pub followed: Arc<[SideEffect]>,
    /// One report for each rubric of this part, or why there is none.
    pub reports: Result<Vec<RubricReport>, ScoringError>,
    /// The verdict for every value of every reading, including the current value; `None` if not in this part.
    pub reading_effects: Option<Vec<ReadingEffect>>,
    /// Edits of the summary with their results so far; `None` if not in this part.
    pub trials: Option<Arc<Trials>>,
    /// The annotator's labels compared with the engine's; `None` if not in this part.
    pub compared: Option<Arc<RubricDifferences>>,
    /// Whether the engine's judgement is left out.
    pub hidden: bool,
    /// The results of changes of labels; `None` if not in this part.
    pub tries: Option<Arc<LabelTrials>>,
    /// The labels that can change the verdict of the current rubric; `None` if not in this part.
    pub movers: Option<Arc<Movers>>,
    /// Whether this is the last part for the request.
    pub whole: bool,
}

#[derive(Debug, Default)]
struct Mailbox {
    request: Option<Box<ScoreRequest>>,
    closed: bool,
}

/// Handle to the worker's mailbox.
#[derive(Debug)]
pub struct Worker {
    mailbox: Arc<(Mutex<Mailbox>, Condvar)>,
}

/// Settings that the worker scores with.
#[derive(Clone, Debug)]
pub struct ScoringConfig {
    /// The rubrics; the state shows the wording of the same set.
    pub rubrics: Arc<RubricSet>,
    /// Word embedding for comparing sentences.
    pub embedding: Embedding,
    /// The user's own calibration of probabilities; `None` is the shipped one.
    pub calibration: Option<Arc<OwnCalibration>>,
    /// Analyses of articles, shared by the engines of the workbench.
    pub articles: Articles,
}

impl ScoringConfig {
    fn engine(&self) -> Engine {
        let engine = Engine::with(self.embedding.clone()).calibrated(self.calibration.clone());
        engine.sharing(self.articles.clone())
    }
}

impl Default for ScoringConfig {
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
    /// Starts the thread; `send` receives every part of a result.
    pub fn spawn(numbers: ScoringConfig, send: impl Fn(ScoredPart) + Send + 'static) -> Worker {
        let (to_parser, summaries) = mpsc::channel::<Arc<str>>();
        let articles = numbers.articles.clone();
        let parse = move || {
            // The parser loads while the first case is read and drawn.
            syntax::load();
            summaries.iter().for_each(|summary| articles.parse_ahead(&summary));
        };
        thread::Builder::new().name("parser".to_owned()).spawn(parse).ok();
        let mailbox = Arc::new((Mutex::new(Mailbox::default()), Condvar::new()));
        let inside = Arc::clone(&mailbox);
        thread::Builder::new()
            .name("worker".to_owned())
            .spawn(move || {
                let mut judge = RequestScorer::new(numbers);
                let mut opened = None;
                while let Some(request) = next(&inside) {
                    let is_new = opened.replace(request.index) != Some(request.index);
                    // Nothing is proposed from trees where the supplied labels are the only ones.
                    if is_new && !request.labels_only {
                        to_parser.send(Arc::clone(&request.summary)).ok();
                    }
                    judge.guarded(&request, &|| is_asked(&inside), &mut |scored| send(scored));
                }
            })
            .ok();
        Worker { mailbox }
    }

    /// Requests scores. A request that was not begun yet is dropped.
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

/// Whether there is a request, or the mailbox is closed.
fn is_asked((slot, _): &(Mutex<Mailbox>, Condvar)) -> bool {
    let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    slot.closed || slot.request.is_some()
}

/// Receives a part of the result.
type SendPart<'a> = &'a mut dyn FnMut(ScoredPart);

/// Scores requests one after the other: the thread's work, without the thread.
pub struct RequestScorer {
    engine: Engine,
    numbers: ScoringConfig,
}

impl RequestScorer {
    pub fn new(numbers: ScoringConfig) -> RequestScorer {
        RequestScorer { engine: numbers.engine(), numbers }
    }

    /// Scores a request. A panic becomes the result's error, and the next request starts with a new engine.
    fn guarded(&mut self, request: &ScoreRequest, stale: &dyn Fn() -> bool, send: SendPart<'_>) {
        if catch_unwind(AssertUnwindSafe(|| self.judge(request, stale, send))).is_err() {
            self.engine = self.numbers.engine();
            send(bare_part(request, Err(ScoringError::Fault)));
        }
    }

    /// Scores a request, and sends the result in two main parts: the scores of the current rubric, then what
    /// would change them and the other rubrics. What an open screen asks for is sent in parts of its own. The
    /// texts are analysed only as far as the next rubrics need. If the request becomes `stale` (a newer one
    /// waits), the first part is still sent, and the others are not.
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
            // The analysis stores the entities, so a part without a report announces them.
            if request.entities && find_entities(&analysis, stale) {
                send(part.clone());
            }
            let movers = self.movers(request, &analysis, &part.labels, &whole, stale);
            // Rubrics that read nothing more share the first one's judgement: Ultra is compared with the locks.
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

    /// Adds the reports of rubrics that need further analysis of the texts, with the labels that they read;
    /// `None` once the request is `stale`.
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

    /// Returns a part of the answer without a report yet, with the labels that the summary is scored by.
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

    /// Returns the labels that the summary is scored by: proposed, supplied, and decided by a person; with
    /// the outcome of each decision and the labels that changed with it.
    fn decided(&mut self, request: &ScoreRequest, analysis: &Analysis) -> ResolvedLabels {
        let given = request.given.as_deref();
        self.engine.decided(analysis, &request.case, given, &request.rules, &request.overrides)
    }
}

/// Resolves the mentions of the texts, until the request is `stale`. Returns whether all are resolved.
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

/// Returns the reports by some rubrics; fewer if the request becomes `stale` meanwhile.
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

/// Returns the scores, labels and verdict by a rubric, before the search for changes of the verdict.
fn preliminary(
    rubrics: &RubricSet,
    judgement: &mut Judgement,
    slug: &'static str,
) -> Result<RubricReport, ScoringError> {
    let report = judgement.preliminary(slug).ok_or(ScoringError::NoRubric(slug))?;
    Ok(RubricReport { report, lists: lists(rubrics, slug), preliminary: true })
}

fn lists(rubrics: &RubricSet, slug: &str) -> &'static [List] {
    rubrics.get(slug).map_or(&[], |(_, rubric)| rubric.lists())
}

/// Returns the effect of each value of each reading: for the current value the reported verdict, for the
/// others the results computed with it.
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

/// Returns the labels that the summary would have without any decisions.
fn proposed(request: &ScoreRequest, analysis: &Analysis, texts: Texts) -> Labels {
    let labels = (*analysis.proposals).clone();
    match &request.given {
        Some(given) => labels.overlaid(given.over(texts)),
        None => labels,
    }
}

/// Returns a part of the answer without labels.
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
        // The order of the notes depends on which rubric is scored first.
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
        // Calling the claim supported removes what rests on "rejected", as the edit does.
        let decision = &trials.decisions[0];
        assert_eq!(decision.change.id.to_string(), "claims/0");
        assert!(decision.follows > 0 && decision.outcome.score > now, "{decision:?}");
        assert!(parts.last().unwrap().whole && parts[..parts.len() - 1].iter().all(|part| !part.whole));
        let looks = std::cell::Cell::new(0);
        let later = || looks.replace(looks.get() + 1) > 2;
        assert!(sent(&later).iter().all(|part| !part.whole), "a newer request ends the tries");
    }
}
