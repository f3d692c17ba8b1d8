//! One case on the workbench: its texts, what was decided, what came out.

mod looks;
mod opinion;
mod sources;
mod undo;

use std::sync::Arc;

use crate::blind::{Differences, unlabelled};
use crate::case::{Case, Texts};
use crate::engine::{Analysis, SideEffect};
use crate::labels::overrides::{Care, Fate, LabelDecision, SuppliedLabels, kept_ends, moved, rejects};
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

/// Scores of a case that the sparkline shows at most.
const TRAIL: usize = 64;

/// The verdict and scores of a case when it was opened, under one rubric.
#[derive(Clone, Debug)]
pub struct OpeningScores {
    pub rubric: &'static str,
    pub decision: Decision,
    pub headline: Option<Num>,
    /// The score of each metric, in the report's order.
    pub scores: Vec<Option<Num>>,
    /// The headline number as it was then and each time that it has changed since, oldest first.
    pub trail: Vec<f64>,
}

/// A row of the label panel.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The label's id, unless a person took the finding away.
    pub id: Option<LabelId>,
    /// The label as judged, unless it was taken away.
    pub label: Option<&'a Label>,
    /// What a person decided about it, by index.
    pub decision: Option<usize>,
}

/// A decision has gone on to a label of another list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListCrossing {
    /// The list of the label that was decided on.
    pub from: List,
    /// The word of a letter that says another thing of that list: Enter takes it.
    pub held: Option<LabelValue>,
}

/// A report by one rubric, with the versions of the texts that were analysed.
#[derive(Clone, Debug)]
pub struct ShownReport {
    /// The request that it answers.
    pub generation: u64,
    /// The versions of article and summary that were judged.
    pub versions: (u64, u64),
    pub report: Arc<Report>,
    /// The lists of labels that the rubric reads.
    pub lists: &'static [List],
    /// Whether what would change the verdict is still searched.
    pub preliminary: bool,
    /// The texts that its spans count in.
    pub analysis: Arc<Analysis>,
}

impl ShownReport {
    /// The texts that were judged.
    pub fn texts(&self) -> Texts<'_> {
        Texts { article: self.analysis.article.raw(), summary: self.analysis.summary.raw() }
    }
}

/// Keeps what a preliminary report lacks as it was: it is painted a moment later, and must not go and come back.
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
    /// Labels that came with it.
    pub given: Option<Arc<SuppliedLabels>>,
    /// Labels that the session has in place of this engine's proposals.
    pub proposed: Option<Arc<SuppliedLabels>>,
    /// The versions of the texts for which they hold, where a judge of the user's own gave them.
    judged_at: Option<(u64, u64)>,
    /// The labels of a judge of the user's own.
    pub opinion: Opinion,
    pub article: Pane,
    pub summary: Pane,
    /// The sources of the case that were looked at, each in a pane of its own.
    sources: Vec<Option<Box<Pane>>>,
    /// The source that stands in the article's panel; `None` is the article.
    pub source: Option<usize>,
    pub decisions: Decisions,
    /// What can be taken back, newest last.
    pub done: Vec<UndoStep>,
    /// What was taken back, newest last; emptied by the next change.
    pub undone: Vec<UndoStep>,
    pub asked: u64,
    /// The newest part of a result.
    pub shown: Option<Box<ScoredPart>>,
    /// What the readings would give, as last found.
    pub effects: Vec<ReadingEffect>,
    /// Edits of the summary with what they give, as last found.
    trials: Option<Arc<Trials>>,
    /// What changes of labels give, as last found.
    tries: Option<Arc<LabelTrials>>,
    /// The labels that can change the verdict of a rubric, as last found.
    movers: Option<Arc<Movers>>,
    /// The generation of the result that these were found with.
    movers_generation: u64,
    pub prediction: Option<Prediction>,
    /// What they began to say.
    pub unsaid: Option<Prediction>,
    /// What came out last by each rubric.
    pub judged: Vec<ShownReport>,
    /// The rubric on the screen, by its slug.
    pub rubric: &'static str,
    /// How it stood when it was opened.
    pub openings: Vec<OpeningScores>,
    pub label: Option<LabelId>,
    /// The label that an undo brings back.
    restored: Option<RestoredLabel>,
    /// Labels that are marked, to be set at once.
    pub marked: Vec<LabelId>,
    /// The list in the label panel.
    pub list: List,
    /// The row in focus of the list, which may be a finding that was taken away.
    pub row: list::ListCursor,
    /// The metric in focus.
    pub score: list::ListCursor,
    /// The cap in focus, by its row.
    pub cap: list::ListCursor,
    /// How the focus came to a label of another list after a decision.
    pub crossing: Option<ListCrossing>,
    /// Whether the label that matters most was put in focus, which is done once.
    pub met: bool,
    /// Whether the engine's judgement is shown.
    pub visibility: Visibility,
    /// The feedback of a training case after it was revealed.
    pub feedback: Option<Feedback>,
    /// The annotator's labels against the engine's, as last found.
    compared: Option<Arc<RubricDifferences>>,
    /// Whether the side effects of the last decision are still to be reported.
    follows: bool,
    /// How long labels were in focus.
    looks: Looks,
    /// What of it goes to the session.
    log: RecordLog,
}

impl OpenCase {
    pub fn new(read: CaseContent) -> OpenCase {
        let CaseContent { case, given, proposed, judged, history, visibility, .. } = read;
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
            opinion: if judged { Opinion::Stored } else { Opinion::Unasked },
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

    /// A text's pane, to be changed.
    pub fn pane_mut(&mut self, side: Side) -> &mut Pane {
        match side {
            Side::Article => &mut self.article,
            Side::Summary => &mut self.summary,
        }
    }

    /// The current texts.
    pub fn texts(&self) -> Texts<'_> {
        Texts { article: self.article.as_str(), summary: self.summary.as_str() }
    }

    /// What came out last by the rubric on the screen.
    pub fn judged(&self) -> Option<&ShownReport> {
        self.judged_by(self.rubric)
    }

    /// The newest report by the rubric on the screen.
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.judged().map(|judged| &judged.report)
    }

    /// Why there is no report.
    pub fn error(&self) -> Option<&ScoringError> {
        self.shown.as_ref()?.reports.as_ref().err()
    }

    /// How it stood when it was opened, under the rubric on the screen.
    pub fn opening(&self) -> Option<&OpeningScores> {
        self.openings.iter().find(|opening| opening.rubric == self.rubric)
    }

    /// What came out last by a rubric; nothing of texts that cannot be scored.
    pub fn judged_by(&self, slug: &str) -> Option<&ShownReport> {
        self.judged.iter().filter(|_| self.error().is_none()).find(|judged| judged.report.rubric == slug)
    }

    /// Edits of the current summary, with what they give by the rubric on the screen as far as that is known.
    pub fn trials(&self) -> Option<&Trials> {
        let trials = self.trials.as_deref()?;
        (trials.generation == self.asked && trials.rubric == self.rubric).then_some(trials)
    }

    /// Whether the engine's judgement is hidden.
    pub fn is_hidden(&self) -> bool {
        self.visibility == Visibility::Hidden
    }

    /// The annotator's current labels against the engine's, by the rubric on the screen.
    pub fn compared(&self) -> Option<&Differences> {
        let compared = self.compared.as_deref()?;
        let now = compared.generation == self.asked && compared.rubric == self.rubric;
        now.then_some(&compared.differences)
    }

    /// Of a hidden case: the units that the rubric on the screen asks about, and those of them without a label.
    pub fn asked_for(&self) -> (usize, Vec<LabelId>) {
        self.report().map_or((0, Vec::new()), |report| (report.labels.len(), unlabelled(report)))
    }

    /// What changes of labels give for the current case, by the rubric on the screen, as far as that is known.
    pub fn tries(&self) -> Option<&LabelTrials> {
        let tries = self.tries.as_deref()?;
        (tries.generation == self.asked && tries.rubric == self.rubric).then_some(tries)
    }

    /// Whether a newer result by the rubric on the screen is awaited.
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

    /// Whether a part of the newest result is there.
    fn is_answered(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.generation >= self.asked)
    }

    /// Whether a text differs from the one that was imported.
    pub fn is_edited(&self, side: Side) -> bool {
        self.pane(side).edited()
    }

    /// Takes a part of a result in, unless a newer one is shown already. Returns how many labels of the rubric on the
    /// screen changed with a decision that was just made; `None` where that was reported, or nothing was decided.
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
        // A label that follows differently than before is in both lists, and counts once.
        let both = now.iter().filter(read).filter(|one| {
            before.iter().any(|known| known.id == one.id && known.was == one.was && known.to != one.to)
        });
        Some(other(&now, &before) + other(&before, &now) - both.count())
    }

    fn take_in(&mut self, scored: Box<ScoredPart>) {
        // What was worked out before a case was revealed has nothing to show, and what shows all of it never reaches a
        // case that is hidden.
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
                    // What was judged again without a change repeats the last.
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

    /// The labels of a list, as judged.
    pub fn labels(&self, list: List) -> impl Iterator<Item = (LabelId, &Label)> {
        let labels = self.report().map(|report| report.labels.as_slice()).unwrap_or_default();
        labels.iter().filter(move |(id, _)| id.list == list).map(|(id, label)| (*id, label))
    }

    /// A label as judged.
    pub fn get(&self, id: LabelId) -> Option<&Label> {
        self.report()?.label(id)
    }

    /// The labels of every rubric, that on the screen first; some of them several times.
    pub fn labels_of_all(&self) -> impl Iterator<Item = (LabelId, &Label)> {
        let reports = self.report().into_iter().chain(self.judged.iter().map(|judged| &judged.report));
        reports.flat_map(|report| report.labels.iter().map(|(id, label)| (*id, label)))
    }

    /// A label of whatever rubric.
    pub fn find(&self, id: LabelId) -> Option<&Label> {
        self.get(id).or_else(|| self.judged.iter().find_map(|judged| judged.report.label(id)))
    }

    /// The label that a reviewer has to look at first: of the claims, or else of the first list with labels, the surest
    /// of those that are not supported, or else the one that is least certain.
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

    /// Marks the label in focus, or takes its mark away.
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

    /// The decision of the annotator on the row in focus, by its place.
    pub fn decision(&self) -> Option<usize> {
        let row = self.rows(self.list).into_iter().nth(self.row.cursor())?;
        row.decision.filter(|at| *at < self.decisions.overrides.len())
    }

    /// The same as [`is_judged`](OpenCase::is_judged), of the label of a row.
    pub fn is_row_judged(&self, row: &Row) -> bool {
        let one = row.decision.and_then(|at| self.decisions.overrides.get(at));
        one.is_some_and(|one| match &one.decision {
            LabelDecision::Add(added) => !added.is_open(),
            LabelDecision::Value(_) | LabelDecision::Dismiss => one.care == Care::Judged,
        })
    }

    /// How many units of a list the person judged, and how many there are; one that they rejected is both.
    pub fn progress(&self, list: List) -> (usize, usize) {
        let rejected = |row: &Row| {
            row.decision.and_then(|at| self.fate(at)).is_some_and(|fate| matches!(fate, Fate::Dismissed(_)))
        };
        let rows = self.rows(list).into_iter().filter(|row| row.id.is_some() || rejected(row));
        rows.fold((0, 0), |(judged, all), row| (judged + usize::from(self.is_row_judged(&row)), all + 1))
    }

    /// Whether a person took over a label that was proposed, with the case or with others, and not by itself.
    pub fn is_accepted(&self, id: LabelId) -> bool {
        let rows = self.rows(id.list);
        let decision = rows.iter().find(|row| row.id == Some(id)).and_then(|row| row.decision);
        decision
            .and_then(|at| self.decisions.overrides.get(at))
            .is_some_and(|one| matches!(one.decision, LabelDecision::Value(_)) && one.care != Care::Judged)
    }

    /// The labels that can change the verdict of the rubric on the screen, as last found, the likeliest to be wrong first.
    pub fn movers(&self) -> Option<&[LabelId]> {
        let movers = self.movers.as_deref().filter(|movers| movers.rubric == self.rubric)?;
        Some(&movers.labels)
    }

    /// Whether these are those of the newest request.
    pub fn has_newest_movers(&self) -> bool {
        self.movers().is_some() && self.movers_generation == self.asked
    }

    /// Those of them that the person has not judged.
    pub fn open_labels(&self, report: &Report) -> Option<Vec<LabelId>> {
        let open = self.movers()?.iter().copied();
        Some(open.filter(|id| report.label(*id).is_some() && !self.is_judged(*id)).collect())
    }

    /// The lists that the rubric on the screen reads, those without a label too.
    pub fn lists(&self) -> &'static [List] {
        self.judged().map(|judged| judged.lists).unwrap_or_default()
    }

    /// The rows of a list: its labels, with the findings that a person took away in the places that they had, then the
    /// decisions that find no label.
    pub fn rows(&self, list: List) -> Vec<Row<'_>> {
        let fates = self.shown.as_ref().map(|shown| &*shown.fates).unwrap_or_default();
        let decision = |id| fates.iter().rposition(|fate| *fate == Fate::Applied(id));
        let labels = self.labels(list);
        let labels =
            labels.map(|(id, label)| Row { id: Some(id), label: Some(label), decision: decision(id) });
        let mut rows: Vec<Row> = labels.collect();
        let here = fates
            .iter()
            .zip(&self.decisions.overrides)
            .enumerate()
            .filter(|(_, (_, change))| change.list == list);
        let mut gone: Vec<(usize, usize)> = here
            .filter_map(|(at, (fate, _))| match fate {
                Fate::Applied(_) => None,
                Fate::Dismissed(before) if rejects(&self.decisions.overrides, at) => Some((before.index, at)),
                // The change that removed it has a row of its own, or replaced it.
                Fate::Dismissed(_) => None,
                Fate::Waiting | Fate::Stale => Some((usize::MAX, at)),
            })
            .collect();
        gone.sort_unstable();
        let labels = rows.len();
        // From the end, so that the places before stay what they are.
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

    /// A text of the newest result, and its version.
    fn analysed(&self, side: Side) -> Option<(&Text, u64)> {
        let judged = self.judged()?;
        Some(match side {
            Side::Article => (&judged.analysis.article, judged.versions.0),
            Side::Summary => (&judged.analysis.summary, judged.versions.1),
        })
    }

    /// Where the sentences on the screen begin in the current text, and their numbers. While a result is awaited
    /// these are the sentences of the last one; those that begin in what was edited are left out. A source has none.
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

    /// The spans of a label in the current text.
    pub fn spans(&self, side: Side, label: &Label) -> Vec<Span> {
        let spans = match side {
            Side::Article => &label.article,
            Side::Summary => &label.summary,
        };
        spans.iter().filter_map(|&span| self.placed(side, span)).collect()
    }
}
