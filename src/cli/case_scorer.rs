//! Scores a case and formats its results.

mod result_output;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use serde_json::Value;

use crate::audit;
use crate::case::{Case, CaseError, FileLocation, GivenError, GivenLabels, GivenSet, RecordCases, Texts};
use crate::engine::{Analysis, Engine, Selection};
use crate::evidence::Wanted;
use crate::judge::{Reply, Unreadable, over};
use crate::labels::file::LabelFile;
use crate::labels::{Entry, JudgedBy, LISTS, Labels, List, OverruleRule, file};
use crate::report::json::{line, pretty};
use crate::report::{Decision, Metric, MetricOutcome, Report};
use crate::rubric::signature::{self, JUDGED_BY, LABELS_ONLY, MEASURED, RULES, marked};
use crate::text::hash64;

use super::batch::InputRecord;
use super::changes::scored;
use super::fail_on::Facts;
use super::formats::{CaseResults, FailedCase, Rendered, ScoringDepth, error_record};
use super::output::Content;
use super::rendered::RenderedResult;
use super::rules;

pub use result_output::ResultOutput;

/// Slug of the error for a case that a judge or a file of labels does not cover.
const NOT_JUDGED: &str = "not_judged";

pub struct Judging {
    /// The rubrics and readings.
    pub selection: Selection,
    /// What to analyse in each case.
    pub wanted: Wanted,
    /// Labels given separately; if `None`, the case's own labels are used.
    pub given: Option<Arc<GivenLabels>>,
    /// Whether the case's own labels are used if `given` has none for it.
    pub own_beside: bool,
    /// Whether the engine proposes nothing.
    pub labels_only: bool,
    /// Annotators' rules that the engine applies to its proposals.
    pub rules: Vec<Arc<OverruleRule>>,
    /// Identity of the judge that is asked, if any.
    pub judge: Option<String>,
    /// What to use if a judge or a file of labels does not cover a case; `None` is an error.
    pub fallback: Option<Fallback>,
    /// Whether the labels are people's decisions in a session.
    pub session: bool,
}

/// The fallback for the labels of a case that was not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fallback {
    /// The engine's proposals; the result says so
    Engine,
}

/// The argument that names the fallback for missing labels.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct FallbackArg {
    /// What judges a case that --judge or --labels does not cover; without it, such a case is an error
    #[arg(long, value_enum, value_name = "engine", conflicts_with = "labels_only")]
    pub fallback: Option<Fallback>,
}

/// A case with labels, ready to be scored.
struct Labelled {
    analysis: Analysis,
    labels: Arc<Labels>,
    warnings: Vec<String>,
    /// The part of signatures that names the judge.
    mark: String,
    /// The same without the program that was asked, for rubrics about whose lists it gave no answer.
    mark_unanswered: String,
    /// Lists of questions that it did not answer.
    failed: Vec<List>,
    /// Lists for which the engine replaces a judge, with the reasons.
    instead: Vec<(Vec<List>, String)>,
    /// Lists that nobody labelled, since a judge did not answer, with the reasons.
    unanswered: Vec<(Vec<List>, String)>,
}

/// Labels given for a case, and their location unless they are part of the case.
type Own<'a> = (Cow<'a, Value>, Option<FileLocation>);

/// Labels as read, their location, and their origin.
type ReadLabels = (LabelFile, Option<FileLocation>, JudgedBy);

/// Why a case cannot be scored, and the location unless it is the case itself.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct NotScored {
    slug: Option<&'static str>,
    reason: String,
    place: Option<FileLocation>,
}

impl NotScored {
    fn new(reason: impl Into<String>, place: Option<FileLocation>) -> NotScored {
        NotScored { slug: None, reason: reason.into(), place }
    }

    fn not_judged(reason: &str) -> NotScored {
        NotScored { slug: Some(NOT_JUDGED), ..NotScored::new(reason, None) }
    }
}

impl Judging {
    /// Formats the results of a record. A record without a case has one error, without a rubric. A case
    /// that cannot be scored has one error for each rubric, or a single one in formats with one result
    /// per case.
    pub fn results(
        &self,
        output: &ResultOutput,
        engine: &mut Engine,
        found: Result<RecordCases, CaseError>,
        entry: &InputRecord,
    ) -> Vec<RenderedResult> {
        let form = output.form;
        let (cases, from) = match found {
            Ok(found) => (found.cases, found.from),
            Err(problem) => {
                let key = key(entry.number, 1);
                let refused = FailedCase {
                    key: &key,
                    id: &problem.id,
                    rubrics: &[],
                    slug: None,
                    reason: &problem.reason,
                    place: &problem.place,
                    input: None,
                    heading: &output.heading,
                };
                let mut piece = output.refused(&refused);
                piece.scored = output.unscored(&problem.id, &[""]);
                return vec![piece];
            }
        };
        let mut pieces = Vec::new();
        for (at, case) in cases.iter().enumerate() {
            let key = key(entry.number, at + 1);
            let first = entry.number == 1 && at == 0;
            match self.judged(output, case, engine, &key, entry, (at, first)) {
                Ok(judged) => pieces.extend(judged),
                Err(fault) => {
                    let error = |rubrics: &[&str]| output.error(case, rubrics, &fault, &key, &entry.place);
                    let blank = blank(&fault.reason, case, &from, at);
                    let slugs: Vec<&str> = self.selection.rubrics().map(|(rubric, _)| rubric.slug).collect();
                    let of_each = if form.whole_cases { slugs.len().max(1) } else { 1 };
                    pieces.extend(slugs.chunks(of_each).map(error));
                    if let Some(first) = pieces.last_mut() {
                        first.notes.extend(blank);
                    }
                }
            }
        }
        pieces
    }

    fn judged(
        &self,
        output: &ResultOutput,
        case: &Case,
        engine: &mut Engine,
        key: &str,
        entry @ InputRecord { place, .. }: &InputRecord,
        (at, first): (usize, bool),
    ) -> Result<Vec<RenderedResult>, NotScored> {
        let labelled = self.labelled(case, engine, entry, (at, first))?;
        let Labelled { analysis, labels, .. } = &labelled;
        let form = output.form;
        // Rubrics that read a list without an answer are errors; the others are scored.
        let faults: Vec<_> = self
            .selection
            .rubrics()
            .map(|(entry, rubric)| (entry.slug, labelled.not_judged(rubric.lists())))
            .collect();
        if faults.iter().all(|(_, fault)| fault.is_some()) && !faults.is_empty() {
            return labelled.complete().map(|_| Vec::new());
        }
        let mut reports = match form.depth {
            ScoringDepth::Reports => self.selection.judge(case, analysis, labels),
            ScoringDepth::Reasons => self.selection.scores(case, analysis, labels, true),
            ScoringDepth::Numbers => self.selection.scores(case, analysis, labels, false),
        };
        reports.retain(|report| faults.iter().all(|(slug, fault)| *slug != report.rubric || fault.is_none()));
        for report in &mut reports {
            let lists = self.selection.set().get(report.rubric).map_or(&[][..], |(_, rubric)| rubric.lists());
            labelled.sign(report, lists);
            report.signature.push_str(&self.measured(case, report.rubric));
        }
        let rendered =
            (form.results)(&CaseResults { key, case, place, reports: &reports, heading: &output.heading });
        let piece = |rendered: Rendered| RenderedResult {
            content: rendered.content,
            aside: rendered.aside,
            ..RenderedResult::default()
        };
        let mut pieces: Vec<RenderedResult> = rendered.into_iter().map(piece).collect();
        let of_each = if form.whole_cases { reports.len().max(1) } else { 1 };
        for (piece, reports) in pieces.iter_mut().zip(reports.chunks(of_each)) {
            piece.decisions = reports.iter().map(|report| report.verdict.decision).collect();
            let facts: Vec<Facts> = reports.iter().map(Facts::of).collect();
            piece.judged = facts.iter().filter(|facts| output.conditions.judges(facts)).count();
            let failed = facts.iter().find_map(|facts| output.conditions.failed(facts));
            piece.fails = failed.map(|why| format!("{}: {why}", case.id));
            piece.fault = reports.iter().find_map(fault);
            piece.tested = facts.iter().any(|facts| output.heading.tests.failed(facts).is_some());
            if output.heading.compares {
                piece.scored = reports.iter().map(scored).collect();
            }
        }
        if let Some(first) = pieces.first_mut() {
            first.notes = labelled.warnings;
        }
        for (at, (slug, fault)) in faults.iter().enumerate() {
            let Some(fault) = fault else { continue };
            let key = if form.whole_cases { &format!("{key}-{slug}") } else { key };
            let at = if form.whole_cases { pieces.len() } else { at.min(pieces.len()) };
            pieces.insert(at, output.error(case, &[slug], fault, key, place));
        }
        Ok(pieces)
    }

    /// Returns the reports as data.
    pub fn judge(
        &self,
        case: &Case,
        engine: &mut Engine,
        replies: Vec<Reply>,
    ) -> Result<Vec<Report>, NotScored> {
        let entry =
            InputRecord { number: 0, place: FileLocation::new(&Arc::from(""), 0), replies: vec![replies] };
        let labelled = self.labelled(case, engine, &entry, (0, false))?.complete()?;
        Ok(self.selection.judge(case, &labelled.analysis, &labelled.labels))
    }

    /// Formats the labels of each case as label files.
    pub fn labels(
        &self,
        engine: &mut Engine,
        found: Result<RecordCases, CaseError>,
        entry @ InputRecord { number, place, .. }: &InputRecord,
        indented: bool,
    ) -> Vec<RenderedResult> {
        let form = |value: &Value| if indented { pretty(value) } else { line(value) };
        let error = |id: &str, fault: &NotScored, place: &FileLocation| {
            let place = fault.place.as_ref().unwrap_or(place);
            let record = error_record(id, fault.slug, &fault.reason, place);
            vec![RenderedResult {
                content: Content::Json(form(&Value::from(record))),
                errors: 1,
                ..RenderedResult::default()
            }]
        };
        let cases = match found {
            Ok(found) => found.cases,
            Err(CaseError { id, reason, place }) => return error(&id, &NotScored::new(reason, None), &place),
        };
        let mut each = |(at, case): (usize, &Case)| {
            let labelled = self.labelled(case, engine, entry, (at, *number == 1 && at == 0));
            let labelled = match labelled.and_then(Labelled::complete) {
                Ok(labelled) => labelled,
                Err(fault) => return error(&case.id, &fault, place),
            };
            let mut judges = LISTS.iter().filter_map(|spec| labelled.labels.judged_by(spec.list));
            let first = judges.next();
            // If all lists come from one judge, the empty ones are attributed to it too.
            let by = match &first {
                Some(JudgedBy::Judge(name)) if judges.all(|other| Some(&other) == first.as_ref()) => name,
                _ => "engine",
            };
            let wrapper = file::Wrapper {
                overlap: file::Overlap::of(self.selection.readings.get("relevance.overlap")),
                ..file::Wrapper::new(&case.id, by, &labelled.labels, Texts::of(case))
            };
            let content = Content::Json(form(&wrapper.to_value()));
            vec![RenderedResult { content, notes: labelled.warnings, ..RenderedResult::default() }]
        };
        cases.iter().enumerate().flat_map(&mut each).collect()
    }

    /// Returns the labels given for a case, in the order of the files. A case whose id occurs in a file
    /// of labels counts as matched, even if its labels are unusable.
    fn own<'a>(&self, case: &'a Case, first: bool) -> Result<Vec<Own<'a>>, NotScored> {
        if let Some(given) = &self.given {
            let found = if first { given.sets_of_first(&case.id) } else { given.sets(&case.id) };
            let found = found.map_err(|error| match error {
                GivenError::Content { place, reason } => NotScored::new(reason, Some(place)),
                error @ GivenError::Unreadable { .. } => NotScored::new(error.to_string(), None),
            })?;
            if !found.is_empty() || !self.own_beside {
                let set = |set: GivenSet| (Cow::Owned(set.value), Some(set.place));
                return Ok(found.into_iter().map(set).collect());
            }
        }
        if let Some(wrong) = case.wrong("labels") {
            return Err(NotScored::new(wrong.to_string(), None));
        }
        let own = case.labels.as_ref().filter(|value| !value.is_null());
        Ok(own.map(|value| (Cow::Borrowed(value), None)).into_iter().collect())
    }

    /// Returns the labels of a case, or why no rubric can score it.
    fn labelled(
        &self,
        case: &Case,
        engine: &mut Engine,
        entry: &InputRecord,
        (at, first): (usize, bool),
    ) -> Result<Labelled, NotScored> {
        let replies = entry.replies.get(at).map(Vec::as_slice).unwrap_or_default();
        let own = self.own(case, first);
        if let Some(empty) = Texts::of(case).empty() {
            let wrong = case.wrong("summary").map(ToString::to_string);
            return Err(NotScored::new(wrong.unwrap_or_else(|| empty.to_string()), None));
        }
        let own = own?;
        let mut instead = Vec::new();
        if let Some(given) =
            self.given.as_ref().filter(|_| own.is_empty() && replies.is_empty() && self.needs_labels())
        {
            let reason = format!("no labels for this case in {}", given.names());
            match self.fallback {
                None => return Err(NotScored::not_judged(&reason)),
                Some(Fallback::Engine) => {
                    instead.push((LISTS.iter().map(|spec| spec.list).collect(), reason));
                }
            }
        }
        let (answered, failed): (Vec<&Reply>, Vec<&Reply>) =
            replies.iter().partition(|reply| reply.given.is_ok());
        let mark = self.mark(&own, !answered.is_empty());
        let mark_unanswered = self.mark(&own, false);
        let is_answered = |list: &List| answered.iter().any(|reply| reply.lists.contains(list));
        let failed = failed.iter().flat_map(|reply| reply.lists).filter(|list| !is_answered(list));
        let failed: Vec<List> = failed.copied().collect();
        let mut given = self.read(own, case, &entry.place, &mut instead)?;
        let analysis = self.analysis(case, engine, &mut given);
        let mut labels = Arc::clone(&analysis.proposals);
        if !self.rules.is_empty() {
            labels = Arc::new(engine.decided(&analysis, case, None, &self.rules, &[]).labels);
        }
        let mut warnings = Vec::new();
        if !replies.is_empty() {
            let unreadable = match self.fallback {
                Some(Fallback::Engine) => Unreadable::Proposals,
                None => Unreadable::Error,
            };
            labels = Arc::new(over((*labels).clone(), replies, unreadable));
            let given = replies.iter().filter_map(|reply| reply.given.as_ref().ok());
            warnings.extend(given.flat_map(|given| given.warnings.iter().cloned()));
        }
        for (mut given, _, from) in given {
            warnings.extend(given.warnings);
            given.labels.came_from(&from);
            labels = Arc::new((*labels).clone().overlaid(given.labels));
        }
        let mut unanswered = unanswered(replies, &labels);
        if self.fallback == Some(Fallback::Engine) {
            instead.append(&mut unanswered);
        }
        let warnings = warnings.into_iter().map(|warning| format!("{}: {warning}", case.id)).collect();
        Ok(Labelled { analysis, labels, warnings, mark, mark_unanswered, failed, instead, unanswered })
    }

    /// Analyses a case. With `labels_only` it proposes nothing; the given labels are calibrated if the
    /// engine is.
    fn analysis(&self, case: &Case, engine: &mut Engine, given: &mut [ReadLabels]) -> Analysis {
        let texts = Texts::of(case);
        if !self.labels_only {
            return engine.analyse(case, texts, self.wanted);
        }
        let Some(calibration) = engine.calibration().cloned() else {
            return engine.read(case, texts, self.wanted);
        };
        // Stored labels have no signals, so these are computed again.
        let mut analysis = engine.analyse(case, texts, self.wanted);
        for (given, ..) in given {
            calibration.apply_stored(&mut given.labels, &analysis.proposals);
        }
        analysis.proposals = Arc::default();
        analysis
    }

    /// Reads the labels given for a case, one set from each file. A failed answer is ignored if another
    /// one succeeded; otherwise the case was not judged.
    fn read(
        &self,
        sets: Vec<Own>,
        case: &Case,
        of_case: &FileLocation,
        instead: &mut Vec<(Vec<List>, String)>,
    ) -> Result<Vec<ReadLabels>, NotScored> {
        let (mut read, mut failed): (Vec<ReadLabels>, Option<NotScored>) = (Vec::new(), None);
        let mut names: Vec<String> = Vec::new();
        for (value, place) in sets {
            let given = audit::read_labels(&value, &case.article, &case.summary);
            let given = given.map_err(|why| why.to_string());
            let given = given.map(|given| self.without_unreadable(given, instead));
            let (mut given, place) = match (given, place) {
                // Labels inside a case may leave every list to the engine.
                (Ok(given), None) => (given, None),
                (Err(reason), None) => return Err(NotScored::new(reason, None)),
                (Ok(given), Some(place)) if given.labels.says_anything() || has_no_list(&value) => {
                    (given, Some(place))
                }
                (Ok(given), place) => {
                    let mut reason = "the answer holds no labels".to_owned();
                    given.warnings.iter().for_each(|warning| reason.push_str(&format!("; {warning}")));
                    failed = Some(NotScored { place, ..NotScored::not_judged(&reason) });
                    continue;
                }
                (Err(reason), place) if !audit::is_refusal(&value) => {
                    return Err(NotScored::new(reason, place));
                }
                (Err(reason), place) => {
                    failed = Some(NotScored { place, ..NotScored::not_judged(&reason) });
                    continue;
                }
            };
            let name = value.get("by").and_then(Value::as_str).unwrap_or_default().to_owned();
            if let Some(place) = &place {
                let mut others =
                    read.iter().zip(&names).filter_map(|((_, place, _), name)| Some((place.as_ref()?, name)));
                if let Some((first, known)) = others.rfind(|(other, _)| other.file == place.file) {
                    let reason = twice(&case.id, [first, place], [known, &name]);
                    return Err(NotScored::new(reason, Some(place.clone())));
                }
                given.warnings.iter_mut().for_each(|warning| *warning = format!("{warning} ({place})"));
            }
            let from = self.origin(&(value, place.clone()), of_case);
            names.push(name);
            read.push((given, place, from));
        }
        match (failed, self.fallback) {
            (Some(failed), None) if read.is_empty() => return Err(failed),
            (Some(failed), Some(Fallback::Engine)) if read.is_empty() => {
                instead.push((LISTS.iter().map(|spec| spec.list).collect(), failed.reason));
            }
            _ => {}
        }
        Ok(read)
    }

    /// Adds a warning for each unreadable list and score; with `--fallback engine`, the engine's labels count.
    fn without_unreadable(&self, mut given: LabelFile, instead: &mut Vec<(Vec<List>, String)>) -> LabelFile {
        given.note_unreadable();
        if self.fallback.is_none() {
            return given;
        }
        for spec in &LISTS {
            let Entry::Malformed(reason) = given.labels.entry(spec.list) else { continue };
            instead.push((vec![spec.list], reason.to_string()));
            given.labels.set(spec.list, Entry::Absent);
        }
        let scores = given.labels.take_unreadable_scores();
        instead.extend(scores.map(|reason| (vec![List::Issues], reason.to_string())));
        given
    }

    /// Returns the origin of given labels.
    fn origin(&self, (value, place): &Own, of_case: &FileLocation) -> JudgedBy {
        match value.get("by").and_then(Value::as_str) {
            // Unchanged labels are the engine's, and every label of a person names them.
            Some(_) if self.session => JudgedBy::Engine,
            _ => JudgedBy::File(Arc::clone(&place.as_ref().unwrap_or(of_case).file)),
        }
    }

    /// Returns the part of a result's signature that identifies the case's measurements read by the
    /// rubric.
    pub fn measured(&self, case: &Case, rubric: &str) -> String {
        let Some((_, rubric)) = self.selection.rubrics().find(|(entry, _)| entry.slug == rubric) else {
            return String::new();
        };
        let reads = |field: &str| {
            rubric.docs().metrics.iter().any(|(_, words)| words.reads.iter().any(|read| read == field))
        };
        case.measured(reads).map(|hash| signature::part(MEASURED, hash)).unwrap_or_default()
    }

    /// Returns the part of the signature that names the judge if all goes well; empty if that is the
    /// engine. `None` if nobody judges the case, so that no earlier result is one of this run.
    pub fn expected_mark(&self, case: &Case) -> Option<String> {
        let own = self.own(case, false).ok()?;
        if own.is_empty() && self.judge.is_none() && self.needs_labels() && self.fallback.is_none() {
            return None;
        }
        Some(self.mark(&own, self.judge.is_some()))
    }

    /// Whether a case without labels of its own file is not judged, unless somebody else is asked.
    fn needs_labels(&self) -> bool {
        self.given.is_some() && !self.own_beside
    }

    /// Returns the part of a signature that identifies these labels by a hash, and the judge that gave
    /// others.
    fn mark(&self, own: &[Own], asked: bool) -> String {
        let judge = self.judge.iter().filter(|_| asked).map(|judge| format!("judge:{}", marked(judge)));
        let name = |place: &FileLocation| {
            let file = Path::new(&*place.file).file_name().unwrap_or_default();
            marked(&file.to_string_lossy())
        };
        // A failed answer does not count if another one succeeded.
        let refused = |(value, _): &&Own| audit::is_refusal(value);
        let judged = own.len() > 1 && own.iter().any(|set| !refused(&set));
        let own = own.iter().filter(|set| !judged || !refused(set)).filter_map(|(value, place)| {
            let hash = hash64(value.to_string().as_bytes()) as u32;
            match value.get("by").and_then(Value::as_str).filter(|_| self.session) {
                // Nobody changed the labels.
                Some("engine") => None,
                Some(by) => Some(format!("person:{}#{hash:08x}", marked(by))),
                None => Some(format!("labels:{}#{hash:08x}", place.as_ref().map(name).unwrap_or_default())),
            }
        });
        let judges: Vec<String> = judge.chain(own).collect();
        let mut mark = String::new();
        if !judges.is_empty() {
            mark.push_str(&signature::part(JUDGED_BY, judges.join("+")));
        }
        if self.labels_only && !self.session {
            mark.push_str(&signature::part(LABELS_ONLY, true));
        }
        if !self.rules.is_empty() {
            mark.push_str(&signature::part(RULES, rules::mark(&self.rules)));
        }
        mark
    }
}

/// Returns the lists about which a judge was asked without an answer, with the reasons, excluding those that
/// somebody else labelled.
fn unanswered(replies: &[Reply], labels: &Labels) -> Vec<(Vec<List>, String)> {
    let is_engines = |list: &List| matches!(labels.judged_by(*list), None | Some(JudgedBy::Engine));
    let lacking = |reply: &Reply| {
        let lists: Vec<List> = reply.lists.iter().copied().filter(is_engines).collect();
        let why = reply.given.as_ref().err().filter(|_| !lists.is_empty())?;
        Some((lists, why.to_string()))
    };
    replies.iter().filter_map(lacking).collect()
}

/// Explains why a report has the verdict ERROR: lists metrics without labels, or else the error of each
/// metric.
fn fault(report: &Report) -> Option<String> {
    if report.verdict.decision != Decision::Error {
        return None;
    }
    let of = |metric: &Metric| Some((metric.key, metric.outcome.reason()?.to_owned()));
    let (missing, wrong): (Vec<_>, Vec<_>) =
        report.metrics.iter().filter_map(of).partition(|(_, why)| why == MetricOutcome::MISSING);
    let missing: Vec<&str> = missing.into_iter().map(|(key, _)| key).collect();
    let mut parts: Vec<String> = wrong.into_iter().map(|(key, why)| format!("{key}: {why}")).collect();
    if !missing.is_empty() {
        parts.insert(0, format!("labels are missing for {}", missing.join(", ")));
    }
    Some(format!("{}, {}: {}", report.id, report.rubric, parts.join("; ")))
}

/// Returns the message about a case without a text: the field that was read, and the other fields with a
/// value. `at` is the index of the case in its record, which may have a summary for each of several cases.
fn blank(reason: &str, case: &Case, from: &[(&'static str, String)], at: usize) -> Option<String> {
    let field =
        ["article", "summary"].into_iter().find(|field| reason.strip_prefix("empty_") == Some(field))?;
    let names: Vec<&String> =
        from.iter().filter(|(known, _)| *known == field).map(|(_, name)| name).collect();
    let name = names.get(at).or(names.first())?;
    let others: Vec<String> = case.extra.keys().take(12).map(|key| format!("`{key}`")).collect();
    let others = if others.is_empty() {
        "the case has no other fields".to_owned()
    } else {
        format!("the other fields are {}; --map {field}=FIELD takes one of them", others.join(", "))
    };
    Some(format!("{}: the {field} was read from `{name}`, which is empty; {others}", case.id))
}

/// Returns the message about two sets of labels for one case in one file.
fn twice(id: &str, [first, second]: [&FileLocation; 2], [one, other]: [&str; 2]) -> String {
    let advice = if one == other { "keep one" } else { "keep one, or choose an annotator with --by NAME" };
    let (first, second) = (first.line, second.line);
    format!("two sets of labels for `{id}`: on line {first} and on line {second}; {advice}")
}

impl Labelled {
    /// Returns why a rubric that reads these lists cannot be scored; `None` if it can.
    fn not_judged(&self, lists: &[List]) -> Option<NotScored> {
        let lacks = |(lacking, _): &&(Vec<List>, String)| lacking.iter().any(|list| lists.contains(list));
        self.unanswered.iter().find(lacks).map(|(_, why)| NotScored::not_judged(why))
    }

    /// Returns the labels if every question about the case was answered.
    fn complete(self) -> Result<Labelled, NotScored> {
        match self.unanswered.first() {
            Some((_, why)) => Err(NotScored::not_judged(why)),
            None => Ok(self),
        }
    }

    /// Records in the report of a rubric that reads these lists who judged.
    fn sign(&self, report: &mut Report, lists: &[List]) {
        let is_answered = self.failed.iter().all(|list| !lists.contains(list));
        report.signature.push_str(if is_answered { &self.mark } else { &self.mark_unanswered });
        let engines = |list: &List| report.judges.contains(&(*list, JudgedBy::Engine));
        let fallback = self.instead.iter().find(|(lists, _)| lists.iter().any(engines));
        report.fallback = fallback.map(|(_, why)| why.clone());
    }
}

/// Returns the anchor of a case on a page: the number of its record, and its own number in records with
/// several cases.
fn key(number: usize, at: usize) -> String {
    if at == 1 { format!("c{number}") } else { format!("c{number}-{at}") }
}

/// Returns whether a set of labels covers its case although it contains no list: every list is absent or
/// null, and only texts that are shown beside the scores are given.
fn has_no_list(value: &Value) -> bool {
    let is_text = |key: &str| matches!(key, "intent" | "theme" | "tone");
    let inner = value.get("labels").and_then(Value::as_object);
    inner.is_some_and(|inner| inner.iter().all(|(key, value)| value.is_null() || is_text(key)))
}
