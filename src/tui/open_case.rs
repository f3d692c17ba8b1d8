//! One case on the workbench: its texts, decisions and results.

mod looks;
mod opinion;
mod sources;
mod undo;

use std::sync::Arc;

use crate::blind::{Differences, unlabelled};
use crate::case::{Case, Texts};
use crate::engine::{Analysis, SideEffect};
use crate::labels::overrides::{
    Care, Fate, LabelDecision, SuppliedLabels, is_replaced, kept_ends, moved, rejects,
};
use crate::labels::{Label, LabelId, LabelValue, List, Side};
use crate::num::Num;
use crate::prediction::Prediction;
use crate::report::{Decision, Report};
use crate::rubric::ReadingEffect;
use crate::session::Decisions;
use crate::text::{Span, Text, sentence_number};

use super::list;
use super::pane::Pane;
use super::queue::CaseContent;
use super::queue::blind::{Feedback, Visibility};
use super::theme::ThemeRole;
use super::words;
use super::worker::{LabelTrials, Movers, RubricDifferences, RubricReport, ScoredPart, ScoringError, Trials};

use looks::Looks;

pub use opinion::Opinion;
pub use undo::{RecordLog, RestoredLabel, UndoStep};

/// Most scores of a case in the sparkline.
const TRAIL: usize = 64;

/// The verdict and scores of a case when it was opened, under one rubric.
#[derive(Clone, Debug)]
pub struct OpeningScores {
    pub rubric: &'static str,
    pub decision: Decision,
    pub headline: Option<Num>,
    /// The score of each metric, in the report's order.
    pub scores: Vec<Option<Num>>,
    /// The headline score at that time and after each change since, oldest first.
    pub trail: Vec<f64>,
}

/// A row of the label panel.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The label's id; `None` if a person rejected the finding.
    pub id: Option<LabelId>,
    /// The label as scored; `None` if it was rejected.
    pub label: Option<&'a Label>,
    /// Index of the person's decision about it.
    pub decision: Option<usize>,
}

/// State after a decision moved the focus to a label of another list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListCrossing {
    /// List of the label that was decided on.
    pub from: List,
    /// Word held back, because its letter means another word in that list; Enter gives it.
    pub held: Option<LabelValue>,
}

/// A report by one rubric, with the versions of the texts that were analysed.
#[derive(Clone, Debug)]
pub struct ShownReport {
    /// The request that this report answers.
    pub generation: u64,
    /// The versions of article and summary that were scored.
    pub versions: (u64, u64),
    pub report: Arc<Report>,
    /// The lists of labels that the rubric reads.
    pub lists: &'static [List],
    /// Whether the search for changes of the verdict is still running.
    pub preliminary: bool,
    /// The analysis of the texts that the report's spans refer to.
    pub analysis: Arc<Analysis>,
}

impl ShownReport {
    /// Returns the texts that were scored.
    pub fn texts(&self) -> Texts<'_> {
        Texts { article: self.analysis.article.raw(), summary: self.analysis.summary.raw() }
    }
}

/// Copies what a preliminary report lacks from the previous one. The missing parts follow a moment later, and
/// must not disappear in between.
fn carry_over(before: &Report, now: &mut Report) {
    now.disputed.clone_from(&before.disputed);
    if let (Some(now), Some(before)) = (&mut now.odds, &before.odds) {
        now.others.clone_from(&before.others);
    }
}

/// One case on the workbench.
#[derive(Debug)]
pub struct OpenCase {
    pub case: Arc<Case>,
    /// Labels supplied with the case.
    pub given: Option<Arc<SuppliedLabels>>,
    /// Labels stored in the session, used in place of this engine's proposals.
    pub proposed: Option<Arc<SuppliedLabels>>,
    /// Versions of the texts for which those labels hold, if the user's own judge gave them.
    judged_at: Option<(u64, u64)>,
    /// Labels of the user's own judge.
    pub opinion: Opinion,
    pub article: Pane,
    pub summary: Pane,
    /// Panes of the sources that were opened so far, by source.
    sources: Vec<Option<Box<Pane>>>,
    /// The source shown in the article's panel; `None` is the article.
    pub source: Option<usize>,
    pub decisions: Decisions,
    /// Steps that can be undone, newest last.
    pub done: Vec<UndoStep>,
    /// Steps that were undone, newest last; emptied by the next change.
    pub undone: Vec<UndoStep>,
    pub asked: u64,
    /// The newest part of a result.
    pub shown: Option<Box<ScoredPart>>,
    /// Effects of the readings, as last computed.
    pub effects: Vec<ReadingEffect>,
    /// Edits of the summary with their results, as last computed.
    trials: Option<Arc<Trials>>,
    /// Results of changes of labels, as last computed.
    tries: Option<Arc<LabelTrials>>,
    /// The labels that can change the verdict of a rubric, as last computed.
    movers: Option<Arc<Movers>>,
    /// Generation of the result that these belong to.
    movers_generation: u64,
    pub prediction: Option<Prediction>,
    /// An unfinished prediction.
    pub unsaid: Option<Prediction>,
    /// The newest report of each rubric.
    pub judged: Vec<ShownReport>,
    /// Slug of the current rubric.
    pub rubric: &'static str,
    /// Verdict and scores when the case was opened, by rubric.
    pub openings: Vec<OpeningScores>,
    pub label: Option<LabelId>,
    /// The label that the last undo restores.
    restored: Option<RestoredLabel>,
    /// Marked labels, which one action sets at once.
    pub marked: Vec<LabelId>,
    /// The list in the label panel.
    pub list: List,
    /// The row in focus in the list, which may be a rejected finding.
    pub row: list::ListCursor,
    /// The metric in focus.
    pub score: list::ListCursor,
    /// The cap in focus, by its row.
    pub cap: list::ListCursor,
    /// Set if a decision has just moved the focus to a label of another list.
    pub crossing: Option<ListCrossing>,
    /// Whether the most influential label was put in focus, which is done once.
    pub met: bool,
    /// Whether the engine's judgement is shown.
    pub visibility: Visibility,
    /// The feedback of a training case after it was revealed.
    pub feedback: Option<Feedback>,
    /// The annotator's labels compared with the engine's, as last computed.
    compared: Option<Arc<RubricDifferences>>,
    /// Whether the side effects of the last decision still have to be reported.
    follows: bool,
    /// How long labels have been in focus.
    looks: Looks,
    /// Changes to be recorded in the session.
    log: RecordLog,
}

impl OpenCase {
    pub fn new(read: CaseContent) -> OpenCase {
        let CaseContent { case, given, proposed, judge, history, visibility, .. } = read;
        let judged = judge.is_some();
        let stand = history.as_ref().map(|history| &history.now);
        let (article, summary) =
            stand.map_or((&*case.article, &*case.summary), |stand| (&*stand.article, &*stand.summary));
        let pane = |text: &str, imported: &str| Pane::new(text).numbered().edited_since(imported);
        let (article, summary) = (pane(article, &case.article), pane(summary, &case.summary));
        let sources = case.sources.iter().map(|_| None).collect();
        let mut open_case = OpenCase {
            sources,
            source: None,
            case: Arc::new(case),
            given: given.map(Arc::new),
            proposed: proposed.map(Arc::new),
            judged_at: None,
            opinion: judge.map_or(Opinion::Unasked, Opinion::Stored),
            article,
            summary,
            decisions: stand.map(|stand| stand.decisions.clone()).unwrap_or_default(),
            log: RecordLog::default(),
            done: Vec::new(),
            undone: Vec::new(),
            asked: 0,
            shown: None,
            effects: Vec::new(),
            trials: None,
            tries: None,
            movers: None,
            movers_generation: 0,
            prediction: None,
            unsaid: None,
            judged: Vec::new(),
            rubric: "",
            openings: Vec::new(),
            label: None,
            restored: None,
            marked: Vec::new(),
            list: List::Claims,
            row: list::ListCursor::default(),
            score: list::ListCursor::default(),
            cap: list::ListCursor::default(),
            crossing: None,
            met: false,
            visibility,
            feedback: None,
            compared: None,
            follows: false,
            looks: Looks::default(),
        };
        open_case.judged_at = judged.then(|| open_case.versions());
        open_case.begin_log();
        if let Some(history) = history {
            open_case.remember(*history);
        }
        open_case
    }

    pub fn pane(&self, side: Side) -> &Pane {
        match side {
            Side::Article => &self.article,
            Side::Summary => &self.summary,
        }
    }

    /// Returns the pane of a text, mutably.
    pub fn pane_mut(&mut self, side: Side) -> &mut Pane {
        match side {
            Side::Article => &mut self.article,
            Side::Summary => &mut self.summary,
        }
    }

    /// Returns the current texts.
    pub fn texts(&self) -> Texts<'_> {
        Texts { article: self.article.as_str(), summary: self.summary.as_str() }
    }

    /// Returns the newest result by the current rubric.
    pub fn judged(&self) -> Option<&ShownReport> {
        self.judged_by(self.rubric)
    }

    /// Returns the newest report by the current rubric.
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.judged().map(|judged| &judged.report)
    }

    /// Returns why there is no report.
    pub fn error(&self) -> Option<&ScoringError> {
        self.shown.as_ref()?.reports.as_ref().err()
    }

    /// Returns the verdict and scores by the current rubric when the case was opened.
    pub fn opening(&self) -> Option<&OpeningScores> {
        self.openings.iter().find(|opening| opening.rubric == self.rubric)
    }

    /// Returns the newest result by a rubric; `None` if the texts cannot be scored.
    pub fn judged_by(&self, slug: &str) -> Option<&ShownReport> {
        self.judged.iter().filter(|_| self.error().is_none()).find(|judged| judged.report.rubric == slug)
    }

    /// Returns edits of the current summary, with their results by the current rubric, as far as they are known.
    pub fn trials(&self) -> Option<&Trials> {
        let trials = self.trials.as_deref()?;
        (trials.generation == self.asked && trials.rubric == self.rubric).then_some(trials)
    }

    /// Whether the engine's judgement is hidden.
    pub fn is_hidden(&self) -> bool {
        self.visibility == Visibility::Hidden
    }

    /// Returns the annotator's current labels compared with the engine's, by the current rubric.
    pub fn compared(&self) -> Option<&Differences> {
        let compared = self.compared.as_deref()?;
        let now = compared.generation == self.asked && compared.rubric == self.rubric;
        now.then_some(&compared.differences)
    }

    /// For a hidden case: the number of units that the current rubric asks about, and the units without a
    /// label.
    pub fn asked_for(&self) -> (usize, Vec<LabelId>) {
        self.report().map_or((0, Vec::new()), |report| (report.labels.len(), unlabelled(report)))
    }

    /// Returns results of changes of labels of the current case, by the current rubric, as far as they are
    /// known.
    pub fn tries(&self) -> Option<&LabelTrials> {
        let tries = self.tries.as_deref()?;
        (tries.generation == self.asked && tries.rubric == self.rubric).then_some(tries)
    }

    /// Whether a newer result by the current rubric is awaited.
    pub fn is_stale(&self) -> bool {
        self.is_stale_by(self.rubric)
    }

    /// Whether a newer result by a rubric is awaited.
    pub fn is_stale_by(&self, slug: &str) -> bool {
        let failed = self.error().is_some() && self.is_answered();
        !failed && self.judged_by(slug).is_none_or(|judged| judged.generation < self.asked)
    }

    /// Whether any result is awaited.
    pub fn is_busy(&self) -> bool {
        !self.is_answered() || self.shown.as_ref().is_some_and(|shown| !shown.whole)
    }

    /// Whether a part of the newest result has arrived.
    fn is_answered(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.generation >= self.asked)
    }

    /// Whether a text differs from the imported one.
    pub fn is_edited(&self, side: Side) -> bool {
        self.pane(side).edited()
    }

    /// Adds a part of a result, unless a newer one is shown already. Returns how many labels of the current
    /// rubric changed together with the last decision; `None` if that was reported already, or nothing was
    /// decided.
    pub fn take(&mut self, scored: Box<ScoredPart>) -> Option<usize> {
        let answers = self.follows && scored.generation >= self.asked;
        let before = self.shown.as_ref().map(|shown| Arc::clone(&shown.followed)).unwrap_or_default();
        self.take_in(scored);
        if !answers {
            return None;
        }
        self.follows = false;
        let read = |one: &&SideEffect| self.lists().contains(&one.id.list);
        let now = self.shown.as_ref().map(|shown| Arc::clone(&shown.followed)).unwrap_or_default();
        let other =
            |a: &[SideEffect], b: &[SideEffect]| a.iter().filter(read).filter(|one| !b.contains(one)).count();
        // A label that changes to another word than before is in both lists, but counts once.
        let both = now.iter().filter(read).filter(|one| {
            before.iter().any(|known| known.id == one.id && known.was == one.was && known.to != one.to)
        });
        Some(other(&now, &before) + other(&before, &now) - both.count())
    }

    fn take_in(&mut self, scored: Box<ScoredPart>) {
        // A result from before the reveal lacks what is to be shown, and a result with the engine's judgement
        // must not reach a hidden case.
        let older = self.shown.as_ref().is_some_and(|shown| shown.generation > scored.generation);
        if older || scored.hidden != self.is_hidden() {
            return;
        }
        if scored.compared.is_some() {
            self.compared.clone_from(&scored.compared);
        }
        if let Some(effects) = &scored.reading_effects {
            self.effects.clone_from(effects);
        }
        if scored.trials.is_some() {
            self.trials.clone_from(&scored.trials);
        }
        if scored.movers.is_some() {
            self.movers.clone_from(&scored.movers);
            self.movers_generation = scored.generation;
        }
        if scored.tries.is_some() {
            self.tries.clone_from(&scored.tries);
        }
        for RubricReport { report, lists, preliminary } in scored.reports.iter().flatten() {
            let headline = report.verdict.score;
            let known = self.judged_by(report.rubric);
            let mut report = Arc::clone(report);
            if let Some(known) = known.filter(|_| *preliminary) {
                carry_over(&known.report, Arc::make_mut(&mut report));
            }
            match self.openings.iter_mut().find(|opening| opening.rubric == report.rubric) {
                None => self.openings.push(OpeningScores {
                    rubric: report.rubric,
                    decision: report.verdict.decision,
                    headline,
                    scores: report.metrics.iter().map(|metric| metric.score()).collect(),
                    trail: headline.iter().map(|score| score.to_f64()).collect(),
                }),
                Some(opening) => {
                    // Scoring again without a change adds no point to the trail.
                    let score = headline.map(Num::to_f64).filter(|score| opening.trail.last() != Some(score));
                    opening.trail.extend(score);
                    let over = opening.trail.len().saturating_sub(TRAIL);
                    opening.trail.drain(..over);
                }
            }
            let Some(analysis) = &scored.analysis else { continue };
            let analysis = Arc::clone(analysis);
            let (generation, versions) = (scored.generation, scored.versions);
            let preliminary = *preliminary;
            let judged = ShownReport { generation, versions, report, lists, preliminary, analysis };
            let rubric = judged.report.rubric;
            match self.judged.iter_mut().find(|known| known.report.rubric == rubric) {
                Some(known) => *known = judged,
                None => self.judged.push(judged),
            }
        }
        self.shown = Some(scored);
        self.settle();
    }

    /// Moves the focus to a list and a row that exist.
    pub fn settle(&mut self) {
        let lists = self.lists();
        let filled = lists.iter().find(|list| !self.rows(**list).is_empty()).or(lists.first());
        if let Some(first) = filled.filter(|_| !lists.contains(&self.list)) {
            (self.list, self.row) = (*first, list::ListCursor::default());
        }
        self.row.clamp(self.rows(self.list).len());
        let mut marked = std::mem::take(&mut self.marked);
        marked.retain(|id| self.get(*id).is_some());
        self.marked = marked;
        self.label = self.rows(self.list).get(self.row.cursor()).and_then(|row| row.id);
        if let Some(report) = self.report() {
            let (scores, caps) = (report.metrics.len(), report.caps.len());
            self.score.clamp(scores);
            self.cap.clamp(caps);
        }
    }

    /// Returns the labels of a list, as scored.
    pub fn labels(&self, list: List) -> impl Iterator<Item = (LabelId, &Label)> {
        let labels = self.report().map(|report| report.labels.as_slice()).unwrap_or_default();
        labels.iter().filter(move |(id, _)| id.list == list).map(|(id, label)| (*id, label))
    }

    /// Returns a label, as scored.
    pub fn get(&self, id: LabelId) -> Option<&Label> {
        self.report()?.label(id)
    }

    /// Returns the labels of every rubric, the current one first; a label may occur several times.
    pub fn labels_of_all(&self) -> impl Iterator<Item = (LabelId, &Label)> {
        let reports = self.report().into_iter().chain(self.judged.iter().map(|judged| &judged.report));
        reports.flat_map(|report| report.labels.iter().map(|(id, label)| (*id, label)))
    }

    /// Returns a label of any rubric.
    pub fn find(&self, id: LabelId) -> Option<&Label> {
        self.get(id).or_else(|| self.judged.iter().find_map(|judged| judged.report.label(id)))
    }

    /// Returns the label that a reviewer should look at first: among the claims, or else in the first list
    /// with labels, the most certain unsupported label, or else the least certain label.
    pub fn foremost(&self) -> Option<LabelId> {
        let filled = || self.lists().iter().filter(|list| !self.rows(**list).is_empty());
        let list = *filled().find(|list| **list == List::Claims).or_else(|| filled().next())?;
        let weight = |label: &Label| {
            let bad = label.word.is_some_and(|word| words::word(word) == ThemeRole::Unsupported);
            let p = label.p.unwrap_or(1.0);
            if bad { (0, -p) } else { (1, p) }
        };
        let labels = self.labels(list).map(|(id, label)| (weight(label), id));
        let first = labels.min_by(|((a, p), _), ((b, q), _)| a.cmp(b).then(p.total_cmp(q)));
        first.map(|(_, id)| id)
    }

    /// Marks the label in focus, or removes its mark.
    pub fn toggle_mark(&mut self) {
        let Some(id) = self.label else { return };
        match self.marked.iter().position(|known| *known == id) {
            Some(at) => drop(self.marked.remove(at)),
            None => self.marked.push(id),
        }
    }

    /// Whether a person judged a label: set or confirmed it individually.
    pub fn is_judged(&self, id: LabelId) -> bool {
        self.rows(id.list).iter().find(|row| row.id == Some(id)).is_some_and(|row| self.is_row_judged(row))
    }

    /// Returns the index of the annotator's decision on the row in focus.
    pub fn decision(&self) -> Option<usize> {
        let row = self.rows(self.list).into_iter().nth(self.row.cursor())?;
        row.decision.filter(|at| *at < self.decisions.overrides.len())
    }

    /// Whether a person judged the label of a row; see [`is_judged`](OpenCase::is_judged).
    pub fn is_row_judged(&self, row: &Row) -> bool {
        let one = row.decision.and_then(|at| self.decisions.overrides.get(at));
        one.is_some_and(|one| match &one.decision {
            LabelDecision::Add(added) => !added.is_open(),
            LabelDecision::Value(_) | LabelDecision::Dismiss => one.care == Care::Judged,
        })
    }

    /// Returns how many units of a list the person judged, and how many there are. A rejected unit counts in
    /// both.
    pub fn progress(&self, list: List) -> (usize, usize) {
        let rejected = |row: &Row| {
            row.decision.and_then(|at| self.fate(at)).is_some_and(|fate| matches!(fate, Fate::Dismissed(_)))
        };
        let rows = self.rows(list).into_iter().filter(|row| row.id.is_some() || rejected(row));
        rows.fold((0, 0), |(judged, all), row| (judged + usize::from(self.is_row_judged(&row)), all + 1))
    }

    /// Whether a person accepted a proposed label together with the case or with other labels, not
    /// individually.
    pub fn is_accepted(&self, id: LabelId) -> bool {
        let rows = self.rows(id.list);
        let decision = rows.iter().find(|row| row.id == Some(id)).and_then(|row| row.decision);
        decision
            .and_then(|at| self.decisions.overrides.get(at))
            .is_some_and(|one| matches!(one.decision, LabelDecision::Value(_)) && one.care != Care::Judged)
    }

    /// Returns the labels that can change the verdict of the current rubric, as last computed, the likeliest
    /// to be wrong first.
    pub fn movers(&self) -> Option<&[LabelId]> {
        let movers = self.movers.as_deref().filter(|movers| movers.rubric == self.rubric)?;
        Some(&movers.labels)
    }

    /// Whether [`movers`](OpenCase::movers) belong to the newest request.
    pub fn has_newest_movers(&self) -> bool {
        self.movers().is_some() && self.movers_generation == self.asked
    }

    /// Returns the labels of [`movers`](OpenCase::movers) that the person has not judged.
    pub fn open_labels(&self, report: &Report) -> Option<Vec<LabelId>> {
        let open = self.movers()?.iter().copied();
        Some(open.filter(|id| report.label(*id).is_some() && !self.is_judged(*id)).collect())
    }

    /// Returns the lists that the current rubric reads, including lists without labels.
    pub fn lists(&self) -> &'static [List] {
        self.judged().map(|judged| judged.lists).unwrap_or_default()
    }

    /// Returns the rows of a list: its labels, with rejected findings at their former positions, then the
    /// decisions that match no label.
    pub fn rows(&self, list: List) -> Vec<Row<'_>> {
        let fates = self.shown.as_ref().map(|shown| &*shown.fates).unwrap_or_default();
        let decision = |id| fates.iter().rposition(|fate| *fate == Fate::Applied(id));
        let labels = self.labels(list);
        let labels =
            labels.map(|(id, label)| Row { id: Some(id), label: Some(label), decision: decision(id) });
        let mut rows: Vec<Row> = labels.collect();
        let overrides = &self.decisions.overrides;
        // The units that replace a unit have rows of their own.
        let is_exchanged =
            |at: usize| overrides[at].decision == LabelDecision::Dismiss && !rejects(overrides, at);
        let here = fates.iter().zip(overrides).enumerate().filter(|(_, (_, change))| change.list == list);
        let mut gone: Vec<(usize, usize)> = here
            .filter_map(|(at, (fate, _))| match fate {
                Fate::Applied(_) => None,
                Fate::Dismissed(before) if rejects(overrides, at) => Some((before.index, at)),
                // The change that removed it has a row of its own, or replaced it.
                Fate::Dismissed(_) => None,
                Fate::Waiting | Fate::Stale if is_replaced(overrides, at) || is_exchanged(at) => None,
                Fate::Waiting | Fate::Stale => Some((usize::MAX, at)),
            })
            .collect();
        gone.sort_unstable();
        let labels = rows.len();
        // From the end, so that earlier positions stay valid.
        for (place, at) in gone.into_iter().rev() {
            let place = place.min(labels);
            rows.insert(place, Row { id: None, label: None, decision: Some(at) });
        }
        rows
    }

    pub fn verdict(&self) -> Option<Decision> {
        self.decisions.verdict.as_ref().map(|given| given.verdict)
    }

    pub fn fate(&self, decision: usize) -> Option<Fate> {
        self.shown.as_ref()?.fates.get(decision).copied()
    }

    /// Returns a text of the newest result, and its version.
    fn analysed(&self, side: Side) -> Option<(&Text, u64)> {
        let judged = self.judged()?;
        Some(match side {
            Side::Article => (&judged.analysis.article, judged.versions.0),
            Side::Summary => (&judged.analysis.summary, judged.versions.1),
        })
    }

    /// Returns the positions at which sentences begin in the current text, near the visible part, with their
    /// numbers. Until a new result arrives these are the sentences of the last one, without those that begin
    /// in edited text. A source has none.
    pub fn sentence_numbers(&self, side: Side) -> Vec<(usize, usize)> {
        let Some((text, version)) = self.analysed(side) else { return Vec::new() };
        if side == Side::Article && self.source.is_some() {
            return Vec::new();
        }
        let (pane, old) = (self.pane(side), text.raw());
        let (seen, new) = (pane.visible(), pane.as_str().len());
        let (start, end) = if pane.version() == version { (new, 0) } else { kept_ends(old, pane.as_str()) };
        let placed = |at: usize| match at {
            at if at < start => Some(at),
            at if at >= old.len() - end => Some(at + new - old.len()),
            _ => None,
        };
        let edited = new.abs_diff(old.len());
        let first = text.sentence_at(seen.start.saturating_sub(edited)).unwrap_or(0);
        let sentences = text.sentences().iter().enumerate().skip(first);
        let near = sentences.take_while(|(_, sentence)| sentence.start <= seen.end + edited);
        near.filter_map(|(at, sentence)| Some((placed(sentence.start)?, sentence_number(at)))).collect()
    }

    /// Moves a span of the newest result to the same words in the current text.
    pub fn placed(&self, side: Side, span: Span) -> Option<Span> {
        let (text, version) = self.analysed(side)?;
        let pane = self.pane(side);
        if pane.version() == version { Some(span) } else { moved(span, text.raw(), pane.as_str()) }
    }

    /// Returns the spans of a label in the current text.
    pub fn spans(&self, side: Side, label: &Label) -> Vec<Span> {
        let spans = match side {
            Side::Article => &label.article,
            Side::Summary => &label.summary,
        };
        spans.iter().filter_map(|&span| self.placed(side, span)).collect()
    }
}
