//! State shared by the components: the cases with everything known about them, and what the person is looking
//! at.
//!
//! State that only one component needs, such as its scroll position or text typed into it, is in that
//! component.

mod adjudication;
mod names;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::case::EmptyText;

use crate::document::Document;
use crate::labels::{LabelId, List, OverruleRule, Side};
use crate::num::pluralize;
use crate::prediction::Prediction;
use crate::report::Report;
use crate::rubric::{Docs, READINGS, RUBRICS, Reading, Readings, RubricEntry, RubricSet};
use crate::session::CheckError;

use super::draft::TextDraft;
use super::guide::Guide;
use super::keymap::{Action, Context, Keymap};
use super::open_case::OpenCase;
use super::queue::blind::BlindStatus;
use super::queue::distinct::Distinct;
use super::queue::{LostFile, RuleEffect, SavedPosition};
use super::sanitize;
use super::split::Split;
use super::table::CaseTable;
use super::theme::{ColorDepth, Theme};
use super::worker::ScoringError;

pub use adjudication::{AdjudicationState, WaitingNote};

/// A panel of the main screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
pub enum Panel {
    Article,
    Summary,
    Scores,
    Caps,
    Labels,
}

impl Panel {
    /// All panels, in the order of the Tab key.
    pub const ALL: [Panel; 5] = [Panel::Article, Panel::Summary, Panel::Scores, Panel::Caps, Panel::Labels];

    /// Returns its heading.
    pub fn title(self) -> &'static str {
        self.into()
    }

    pub fn of(side: Side) -> Panel {
        match side {
            Side::Article => Panel::Article,
            Side::Summary => Panel::Summary,
        }
    }

    pub fn is_text(self) -> bool {
        matches!(self, Panel::Article | Panel::Summary)
    }
}

/// A message about the last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    /// Whether it is an error.
    pub bad: bool,
}

/// Where decisions are stored, as the screen shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageStatus {
    /// Not known yet.
    Opening,
    Nowhere(String),
    /// In this session.
    In(PathBuf),
}

/// What is hidden from the person; each variant includes the previous ones. It follows from the lesson,
/// prediction or adjudication, and is the only source for what panels, screens and lines hide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hidden {
    #[default]
    Nothing,
    /// Scores, caps and verdict.
    Scores,
    /// Also the labels of all lists, because a learner has to find them.
    Labels,
    /// Also the names of the annotators in an adjudication. An adjudicator who works without names works
    /// without the engine too.
    Names,
}

/// What the program does after the workbench is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Samples,
    Lessons,
}

/// The agreement of annotators, and the progress of its computation.
#[derive(Clone, Debug, PartialEq)]
pub enum AgreementState {
    /// It is being computed; the text is the progress.
    Computing(String),
    Found(Arc<Document>),
    /// There is none; the text gives the reason.
    Not(String),
}

/// What applying a rule, or dropping it, would change in the other cases of the queue.
#[derive(Clone, Debug, PartialEq)]
pub struct RulePreview {
    pub rule: Arc<OverruleRule>,
    pub dropped: bool,
    /// The changes, in queue order.
    pub effects: Vec<RuleEffect>,
}

/// A request to scroll to the words of a label. It is carried out after the message, when the layout is
/// known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reveal {
    pub id: LabelId,
    /// Whether the cursors of the texts move there too.
    pub cursor: bool,
}

#[derive(Debug)]
pub struct State {
    pub size: (u16, u16),
    /// Cases that were opened, by position in the queue, each with its edits, decisions and undo history.
    pub open_cases: BTreeMap<usize, OpenCase>,
    /// The case on the screen, by its position in the queue.
    pub at: usize,
    /// Number of cases in the queue, as far as counted.
    pub cases: usize,
    pub counted: bool,
    /// Why a case could not be opened, by position.
    pub failed: BTreeMap<usize, String>,
    /// What is known about each case, and which cases are shown in which order.
    pub table: CaseTable,
    /// The current rubric, by its row of the table.
    pub rubric: usize,
    /// Whether the user asked for the rubric, so that it is not restored from the saved position.
    pub rubric_chosen: bool,
    /// The rubrics that the worker scores by; the ledger shows their wording.
    pub rubrics: Arc<RubricSet>,
    pub readings: Readings,
    /// The panel that receives keys while no screen is open over the panels.
    pub focus: Panel,
    /// The text that was in focus last, in which words are searched while another panel has the focus.
    pub read: Side,
    /// Whether the panel in focus takes the whole screen.
    pub zoomed: bool,
    /// The layout chosen by the person.
    pub split: Split,
    /// Whether keys are typed into the text in focus.
    pub editing: bool,
    /// Whether editing was begun in claim by claim, to which its end returns.
    pub edits_claim: bool,
    pub needle: String,
    /// Text that was copied or cut.
    pub clipboard: Arc<str>,
    /// The annotation guidelines, in Markdown. Without them, the rubric's documentation is shown.
    pub guidelines: Option<Arc<str>>,
    /// Command that reopens a blind review, without the options of one.
    pub reopens: String,
    /// Another case that a screen shows beside this one, by its position in the queue.
    pub beside: Option<usize>,
    /// A case of the queue, and the other cases with the same article, by position.
    pub alike: Option<(usize, Vec<usize>)>,
    /// What the rule last asked about would change.
    pub would: Option<RulePreview>,
    /// The claims that only one of the summaries last compared makes.
    pub distinct: Option<Distinct>,
    /// The status of the blind review, if there is one.
    pub blind: Option<BlindStatus>,
    /// The case for which the user was asked whether to hand it in anyway, and how many of its units had no
    /// label.
    pub unsure: Option<(usize, usize)>,
    /// The agreement of annotators, if it was asked for.
    pub agreement: Option<AgreementState>,
    pub adjudication: Option<AdjudicationState>,
    /// The name of the user's own judge, if there is one.
    pub judge: Option<Arc<str>>,
    /// What tells the user's own judge from others in the session, as in signatures.
    pub judge_mark: Arc<str>,
    /// The message on the screen.
    pub notice: Option<Notice>,
    pub keys: Keymap,
    pub theme: Theme,
    /// The number of colours of the terminal.
    pub depth: ColorDepth,
    pub by: String,
    pub kept: StorageStatus,
    /// Whether the workbench is in line mode: nothing is shown beside the current component, and no key is
    /// pressed by mistake.
    pub is_in_lines: bool,
    /// Why nothing can be changed; `None` if changes are allowed.
    pub read_only: Option<String>,
    /// Whether the session is a package, whose texts stay as they are.
    pub package: bool,
    /// Why the last change is not saved, if it is not.
    pub unkept: Option<String>,
    /// What happened to the session's file, if it is missing from its place.
    pub lost: Option<LostFile>,
    /// Number of exports that are being written.
    pub exports: usize,
    /// Text being typed on a screen, which is not recorded until it is finished.
    pub draft: Option<TextDraft>,
    /// Texts left unfinished in the previous run, until they are continued; the one that was being typed is
    /// last.
    pub unfinished: Vec<TextDraft>,
    /// Numbers of the newest saved position that contains typed text, and of the newest one on disk.
    pub seats: (u64, u64),
    /// The annotator's position in the previous run, until its case is opened.
    pub saved_position: Option<SavedPosition>,
    /// Time in seconds since 1970 (UTC), set by the loop, since nothing here reads a clock.
    pub now: u64,
    /// Labels whose words are highlighted in the texts, set by the app after each message.
    pub lit: Vec<LabelId>,
    /// The text that a person asked to see if only one fits, and the case that this was for.
    pub text_asked: Option<(usize, Side)>,
    /// Whether a screen is open over the panels, set by the app after each message.
    pub covered: bool,
    /// Whether the case is shown claim by claim, set by the app after each message.
    pub by_claims: bool,
    /// Requests to scroll to labels, in order.
    pub reveals: Vec<Reveal>,
    /// The lessons, exercises or tour.
    pub guide: Option<Guide>,
    /// What is hidden from the person.
    pub hidden: Hidden,
    /// Case for which an undo, or the end of an edit, chose the label in focus, so that no screen chooses
    /// another one.
    pub placed: Option<usize>,
    /// Whether a decision in claim by claim moves to the next label.
    pub auto_advance: bool,
    /// The lists whose labels are visible while a lesson asks for something hidden; `None` is all.
    pub in_sight: Option<Vec<List>>,
    /// Whether the person wants to predict results before they see them.
    pub predicting: bool,
    /// The context that receives keys, set by the app after each message.
    pub context: Context,
    /// What the program does afterwards; `None` ends it.
    pub after: Option<After>,
}

impl State {
    /// Returns a state in which no case is open yet.
    pub fn new(theme: Theme, rubric: usize, readings: Readings, by: String) -> State {
        State {
            size: (0, 0),
            open_cases: BTreeMap::new(),
            at: 0,
            cases: 0,
            counted: false,
            failed: BTreeMap::new(),
            table: CaseTable::default(),
            rubric,
            rubric_chosen: false,
            rubrics: Arc::default(),
            readings,
            focus: Panel::Summary,
            read: Side::Summary,
            zoomed: false,
            split: Split::default(),
            editing: false,
            edits_claim: false,
            needle: String::new(),
            clipboard: Arc::from(""),
            guidelines: None,
            reopens: String::new(),
            beside: None,
            alike: None,
            would: None,
            distinct: None,
            blind: None,
            unsure: None,
            agreement: None,
            adjudication: None,
            judge: None,
            judge_mark: Arc::default(),
            notice: None,
            keys: Keymap::default(),
            theme,
            depth: ColorDepth::True,
            by,
            kept: StorageStatus::Opening,
            is_in_lines: false,
            read_only: None,
            package: false,
            unkept: None,
            lost: None,
            exports: 0,
            draft: None,
            unfinished: Vec::new(),
            seats: (0, 0),
            saved_position: None,
            now: 0,
            lit: Vec::new(),
            text_asked: None,
            covered: false,
            by_claims: false,
            reveals: Vec::new(),
            guide: None,
            hidden: Hidden::Nothing,
            placed: None,
            auto_advance: true,
            in_sight: None,
            predicting: false,
            context: Context::Text,
            after: None,
        }
    }

    pub fn open_case(&self) -> Option<&OpenCase> {
        self.open_cases.get(&self.at)
    }

    /// Returns the case on the screen, mutably.
    pub fn open_case_mut(&mut self) -> Option<&mut OpenCase> {
        self.open_cases.get_mut(&self.at)
    }

    /// Stores an incomplete prediction, so that its screen can continue it.
    pub fn keep_unanswered(&mut self, case: usize, prediction: Prediction) {
        if let Some(open_case) = self.open_cases.get_mut(&case) {
            open_case.unsaid = Some(prediction);
        }
    }

    /// Returns the case on the screen with its newest report, unless that is hidden.
    pub fn judged(&self) -> Option<(&OpenCase, &Report)> {
        Some((self.open_case()?, self.report()?))
    }

    /// Returns the newest report on the case on the screen, unless that is hidden.
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.open_case().filter(|open_case| !self.hides_scores() && !open_case.is_hidden())?.report()
    }

    /// Whether scores, caps and verdict are hidden, from a learner or from an adjudicator who works without
    /// names.
    pub fn hides_scores(&self) -> bool {
        self.hidden > Hidden::Nothing
    }

    /// Whether the labels are hidden too.
    pub fn hides_labels(&self) -> bool {
        self.hidden >= Hidden::Labels
    }

    /// Whether the engine's judgement of the case on the screen is hidden.
    pub fn is_hidden(&self) -> bool {
        self.open_case().is_some_and(OpenCase::is_hidden)
    }

    /// Whether the engine's judgement of any case is hidden.
    pub fn hides_any(&self) -> bool {
        self.blind.as_ref().is_some_and(|blind| blind.revealed < blind.cases)
    }

    /// Returns the annotator's progress with a hidden case, in words.
    pub fn how_far(&self) -> String {
        // In a package, cases that were handed in stay hidden.
        if self.blind.as_ref().is_some_and(|blind| blind.cases > 0 && blind.revealed == blind.cases) {
            return "all cases are handed in: send the file back".to_owned();
        }
        let (all, open) = self.open_case().map(OpenCase::asked_for).unwrap_or_default();
        let key = self.keys.name(Context::Main, Action::HandIn);
        let labelled = all - open.len();
        match (all, open.len()) {
            (0, _) => "hidden until you have judged".to_owned(),
            (_, 0) => format!("hidden: all {all} labelled; {key} hands the case in"),
            _ => format!("hidden: {labelled} of {all} labelled; {key} hands the case in"),
        }
    }

    /// Returns the case on the screen with its newest report, unless its labels are hidden.
    pub fn labelled(&self) -> Option<(&OpenCase, &Report)> {
        let open_case = self.open_case().filter(|_| !self.hides_labels())?;
        Some((open_case, open_case.report()?))
    }

    /// Whether the labels of a list are hidden.
    pub fn hides(&self, list: List) -> bool {
        self.hides_labels() || self.in_sight.as_ref().is_some_and(|lists| !lists.contains(&list))
    }

    /// Returns the label in focus, unless it is hidden.
    pub fn label(&self) -> Option<LabelId> {
        self.open_case()?.label.filter(|id| !self.hides(id.list))
    }

    pub fn rubric(&self) -> Option<&'static RubricEntry> {
        RUBRICS.get(self.rubric)
    }

    /// Returns the slug of the current rubric; empty if there is none.
    pub fn slug(&self) -> &'static str {
        self.rubric().map_or("", |entry| entry.slug)
    }

    /// Returns the documentation of the current rubric, with the configured numbers.
    pub fn docs(&self) -> Option<Docs<'_>> {
        self.rubrics.get(self.slug()).map(|(_, rubric)| rubric.docs())
    }

    /// Returns the readings that affect the current rubric.
    pub fn readings(&self) -> impl Iterator<Item = &'static Reading> + use<> {
        let slug = self.slug();
        READINGS.iter().filter(move |reading| reading.bears_on(slug))
    }

    /// Returns the labels that can still change the verdict and that the person has not judged, the likeliest
    /// to be wrong first; `None` if unknown.
    pub fn open_labels(&self) -> Option<Vec<LabelId>> {
        let report = self.report()?;
        self.open_case()?.open_labels(report)
    }

    /// Returns the text that replaces a missing report.
    pub fn absent(&self) -> String {
        match (self.failed.get(&self.at), self.open_case()) {
            _ if self.hidden == Hidden::Names => {
                // This key belongs to the screen of the disagreements, which another key opens.
                let shows = self.keys.name(Context::Adjudication, Action::HideNames);
                let opens = self.keys.name(Context::Main, Action::Adjudicate);
                let keys = match self.context {
                    Context::Adjudication => shows,
                    _ => format!("{opens} {shows}"),
                };
                format!("hidden with the names ({keys} shows both)")
            }
            _ if self.hidden > Hidden::Nothing => {
                let key = self.keys.name(Context::Main, Action::Predict);
                let stand =
                    self.guide.as_ref().and_then(Guide::course).and_then(|course| course.stand(self.at));
                match stand.is_some_and(|stand| !stand.predictions.is_empty()) {
                    true => format!("hidden until your answer is right ({key})"),
                    false => format!("hidden until you answer ({key})"),
                }
            }
            (Some(reason), _) => sanitize::line(reason).into_owned(),
            (None, None) => "opening …".to_owned(),
            (None, Some(open_case)) if open_case.is_hidden() && open_case.error().is_none() => self.how_far(),
            (None, Some(open_case)) => match open_case.error() {
                Some(ScoringError::Empty(text)) => {
                    let text = match text {
                        EmptyText::Article => "article",
                        EmptyText::Summary => "summary",
                    };
                    let key = self.keys.name(Context::Main, Action::Edit);
                    format!("no {text}: {key} in the {text} begins one")
                }
                Some(other) => sanitize::line(&other.to_string()).into_owned(),
                None => "scoring …".to_owned(),
            },
        }
    }

    /// Whether a result by the current rubric is still awaited.
    pub fn is_waiting(&self) -> bool {
        self.open_case().is_some_and(OpenCase::is_stale)
    }

    /// Whether any result is still awaited for the case on the screen.
    pub fn is_judging(&self) -> bool {
        self.open_case().is_some_and(OpenCase::is_busy)
    }

    /// Whether any result is still awaited for the case on the screen, or for the case beside it.
    pub fn is_busy(&self) -> bool {
        let beside = self.beside.and_then(|at| self.open_cases.get(&at));
        self.is_judging() || beside.is_some_and(|open_case| open_case.asked > 0 && open_case.is_busy())
    }

    /// Whether changes are written to a session.
    pub fn may_write(&self) -> bool {
        self.read_only.is_none() && matches!(self.kept, StorageStatus::In(_))
    }

    /// Whether something is being saved.
    pub fn is_saving(&self) -> bool {
        let writes = self.may_write() && self.unkept.is_none();
        writes
            && self.lost.is_none()
            && (self.open_cases.values().any(OpenCase::is_unkept) || self.is_drafting())
    }

    /// Returns unfinished texts: the note that waits for a ruling, then the text being typed.
    pub fn drafts(&self) -> impl Iterator<Item = &TextDraft> {
        let waiting = self.adjudication.as_ref().and_then(|adjudication| adjudication.note.as_ref());
        waiting.map(|note| &note.draft).into_iter().chain(&self.draft)
    }

    /// Whether text that is being typed on a screen is not saved yet.
    fn is_drafting(&self) -> bool {
        self.seats.1 < self.seats.0
    }

    /// Whether quitting now would lose something, even if the session is given time to finish writing.
    pub fn is_losing(&self) -> bool {
        match &self.kept {
            // Practice is never saved.
            _ if self.read_only.is_some() || self.guide.is_some() => false,
            StorageStatus::In(_) if self.lost.is_some() => true,
            StorageStatus::In(_) => {
                self.refusal().is_some()
                    || self.unkept.is_some() && self.open_cases.values().any(OpenCase::is_unkept)
            }
            StorageStatus::Opening | StorageStatus::Nowhere(_) => {
                self.open_cases.values().any(OpenCase::is_touched)
            }
        }
    }

    /// Returns why the session refuses a change; `None` if it refuses none.
    fn refusal(&self) -> Option<&str> {
        self.open_cases.values().find_map(OpenCase::refusal)
    }

    /// Returns why the last change is not saved.
    pub fn unsaved_because(&self) -> String {
        let lost = self.lost.as_ref().map(|lost| lost.why.as_str());
        match (lost.or(self.unkept.as_deref()).or(self.refusal()), &self.kept) {
            (Some(why), _) => why.to_owned(),
            (None, StorageStatus::Nowhere(why)) => why.clone(),
            (None, StorageStatus::Opening | StorageStatus::In(_)) => "the session is not open yet".to_owned(),
        }
    }

    /// Whether the changes of the case on the screen are saved, in words; `None` if there are none. What cannot be saved is
    /// said on every case.
    pub fn saved(&self) -> Option<&'static str> {
        Some(match (&self.kept, self.open_case()?) {
            _ if self.guide.is_some() => return None,
            _ if self.read_only.is_some() => "read-only",
            _ if self.lost.is_some() || self.refusal().is_some() => "NOT SAVED",
            _ if self.unkept.is_some() && self.is_losing() => "NOT SAVED",
            (_, open_case) if !open_case.is_touched() && self.drafts().next().is_none() => return None,
            (StorageStatus::Nowhere(_), _) => "not saved",
            (_, open_case) if !open_case.is_unkept() && !self.is_drafting() => "saved",
            _ if self.unkept.is_some() => "NOT SAVED",
            _ => "saving …",
        })
    }

    /// Whether the annotator has decided a case.
    pub fn is_decided(&self, at: usize) -> bool {
        self.table.row(at).is_some_and(|row| row.is_decided(self.blind.is_some()))
    }

    /// Returns the next case without a verdict by the annotator, among the cases shown in the table and in
    /// its order, continuing from the first after the last.
    pub fn next_undecided(&self) -> Option<usize> {
        self.table.next_undecided(self.at, |at| self.is_decided(at))
    }

    /// Returns why there is no next case without a verdict, in words.
    pub fn none_undecided(&self) -> String {
        if !self.counted {
            return "still counting the cases".to_owned();
        }
        let is_decided = self.is_decided(self.at);
        if self.blind.is_some() {
            let key = self.keys.name(Context::Main, Action::Progress);
            return match is_decided {
                true => format!("you have judged every case; {key} shows the result"),
                false => "this case is the last one that you have to judge".to_owned(),
            };
        }
        if self.table.filter.is_empty() {
            return match is_decided {
                true => "every case has your verdict: none is left",
                false => "this case is the last one without your verdict",
            }
            .to_owned();
        }
        // All cases shown have a verdict, so any others are hidden by the filter.
        let open =
            |at: &usize| *at != self.at && !self.is_decided(*at) && self.table.rows[*at].broken.is_none();
        let left = (0..self.table.rows.len()).filter(open).count();
        let rest = if is_decided { "" } else { " but this one" };
        let key = self.keys.name(Context::Main, Action::Cases);
        let all = self.keys.name(Context::Cases, Action::ClearFilter);
        format!(
            "every case that the filter shows has your verdict{rest}; {} outside it without ({key} {all} shows all)",
            pluralize(left, "case")
        )
    }

    /// Whether changes are allowed; if not, shows why.
    pub fn may_change(&mut self) -> bool {
        let mut why = self.read_only.as_ref().map(|why| format!("read-only: {why}"));
        if self.hidden == Hidden::Labels {
            // The labels that are asked about must not change.
            why = Some(self.absent());
        }
        if let Some(why) = &why {
            self.warn(why.clone());
        }
        why.is_none()
    }

    /// Whether the texts may be edited; if not, shows why.
    pub fn may_edit(&mut self) -> bool {
        let may_change = self.may_change();
        if may_change && self.package {
            self.warn(CheckError::Package.to_string());
        }
        may_change && !self.package
    }

    pub fn notify(&mut self, message: &str) {
        self.notice = Some(Notice { text: message.to_owned(), bad: false });
    }

    /// Adds to the message on the screen.
    pub fn add_notice(&mut self, words: &str) {
        match &self.notice {
            // An error message stays on the screen.
            Some(known) if known.bad => {}
            Some(known) => self.notify(&format!("{}; {words}", known.text)),
            None => self.notify(words),
        }
    }

    pub fn warn(&mut self, words: String) {
        self.notice = Some(Notice { text: words, bad: true });
    }
}
