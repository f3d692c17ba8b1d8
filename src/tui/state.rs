//! What the components share: the cases with all that is known of them, and where the person is.
//!
//! What only one component knows (how far it is scrolled, what was typed into it) is not here but in the component.

mod adjudication;

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
    /// Every panel, in the order of the Tab key.
    pub const ALL: [Panel; 5] = [Panel::Article, Panel::Summary, Panel::Scores, Panel::Caps, Panel::Labels];

    /// Its heading.
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

/// A line about what just happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
}

/// Where decisions are stored, as the screen shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageStatus {
    /// It is not known yet.
    Opening,
    Nowhere(String),
    /// In this session.
    In(PathBuf),
}

/// What is kept from the person, each with all that comes before it. It follows from what is learnt, predicted or adjudicated,
/// and every panel, screen and line asks it alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hidden {
    #[default]
    Nothing,
    /// Scores, caps and verdict.
    Scores,
    /// The labels too, of all lists: who learns is to say what they are.
    Labels,
    /// The names of the annotators that are adjudicated too: who decides without them decides without the engine.
    Names,
}

/// What follows when the workbench is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Samples,
    Lessons,
}

/// The agreement of annotators, and the progress of its computation.
#[derive(Clone, Debug, PartialEq)]
pub enum AgreementState {
    /// It is being computed: how far that is.
    Computing(String),
    Found(Arc<Document>),
    /// Why there is none.
    Not(String),
}

/// What a rule would change in the other cases of the queue, or what dropping it would.
#[derive(Clone, Debug, PartialEq)]
pub struct RulePreview {
    pub rule: Arc<OverruleRule>,
    pub dropped: bool,
    /// What changes, in the order of the queue.
    pub effects: Vec<RuleEffect>,
}

/// A label whose words are to be brought into sight. Done once the message is dealt with, when it is known where the
/// texts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reveal {
    pub id: LabelId,
    /// Whether the cursors of the texts go there too.
    pub cursor: bool,
}

#[derive(Debug)]
pub struct State {
    pub size: (u16, u16),
    /// Cases that were opened, by their place in the queue; each keeps its edits, decisions and undo.
    pub open_cases: BTreeMap<usize, OpenCase>,
    /// The case on the screen, by its place in the queue.
    pub at: usize,
    /// The cases of the queue, as far as counted.
    pub cases: usize,
    pub counted: bool,
    /// Why a case could not be opened.
    pub failed: BTreeMap<usize, String>,
    /// What is known of each of them, and which are shown in which order.
    pub table: CaseTable,
    /// The rubric in force, by its row of the table.
    pub rubric: usize,
    /// Whether the rubric was asked for, so that it does not follow where the annotator was.
    pub rubric_chosen: bool,
    /// The rubrics that the worker judges by: the ledger shows their words.
    pub rubrics: Arc<RubricSet>,
    pub readings: Readings,
    /// The panel that keys go to while no screen is open over the panels.
    pub focus: Panel,
    /// The text that was in focus last, where words are looked for while another panel is in focus.
    pub read: Side,
    /// Whether the panel in focus has the whole screen.
    pub zoomed: bool,
    /// How the screen is shared out.
    pub split: Split,
    /// Whether keys are typed into the text in focus.
    pub editing: bool,
    /// Whether that was begun claim by claim, where its end leads back to.
    pub edits_claim: bool,
    pub needle: String,
    /// What was copied or cut.
    pub clipboard: Arc<str>,
    /// What the annotators were given to judge by, in Markdown; without it the rubric's own words are shown.
    pub guidelines: Option<Arc<str>>,
    /// The command that opens a blind review again, without the options of one.
    pub reopens: String,
    /// Another case that a screen shows beside this one, by its place in the queue.
    pub beside: Option<usize>,
    /// A case of the queue, and the others with the same article, by their places.
    pub alike: Option<(usize, Vec<usize>)>,
    /// What the rule that was last asked about would change.
    pub would: Option<RulePreview>,
    /// Which claims of the summaries that were last compared only one of them makes.
    pub distinct: Option<Distinct>,
    /// How the blind review stands, where this is one.
    pub blind: Option<BlindStatus>,
    /// The case for which the user was asked whether to reveal it anyway, and how many of its units had no label.
    pub unsure: Option<(usize, usize)>,
    /// How annotators agree, where somebody asked.
    pub agreement: Option<AgreementState>,
    pub adjudication: Option<AdjudicationState>,
    /// The name of the user's own judge, if there is one.
    pub judge: Option<Arc<str>>,
    /// What just happened.
    pub notice: Option<Notice>,
    pub keys: Keymap,
    pub theme: Theme,
    /// How many colours the terminal has.
    pub depth: ColorDepth,
    pub by: String,
    pub kept: StorageStatus,
    /// Whether lines are read in place of a screen: nothing stands beside what they show, and no key is pressed by
    /// mistake.
    pub is_in_lines: bool,
    /// Why nothing can be changed, where that is so.
    pub read_only: Option<String>,
    /// Why the last change is not saved, if it is not.
    pub unkept: Option<String>,
    /// What happened to the session's file, where it is not in its place.
    pub lost: Option<LostFile>,
    /// Exports that are being written.
    pub exports: usize,
    /// What is being typed on a screen, and is not recorded before it is finished.
    pub draft: Option<TextDraft>,
    /// What was unfinished when the session was left, until it is taken up again; what was being typed comes last.
    pub unfinished: Vec<TextDraft>,
    /// The numbers of the newest place of the annotator with something typed in it, and of the newest one on disk.
    pub seats: (u64, u64),
    /// Where the annotator was when the session was last open, until that case is there.
    pub saved_position: Option<SavedPosition>,
    /// The time, in seconds since 1970 (UTC); the loop sets it, since nothing here reads a clock.
    pub now: u64,
    /// The labels whose words are lit in the texts; the app sets them after each message.
    pub lit: Vec<LabelId>,
    /// The text that a person asked to see where only one fits, and of which case.
    pub text_asked: Option<(usize, Side)>,
    /// Whether a screen is open over the panels; the app sets it after each message.
    pub covered: bool,
    /// Whether the case is gone through claim by claim; the app sets it after each message.
    pub by_claims: bool,
    /// Labels to be brought into sight, in this order.
    pub reveals: Vec<Reveal>,
    /// What is being learnt.
    pub guide: Option<Guide>,
    /// What is kept from the person.
    pub hidden: Hidden,
    /// The case at whose label an undo, or the end of an edit, has led, so that no screen goes to another label of it.
    pub placed: Option<usize>,
    /// Whether a decision, claim by claim, goes on to the next label.
    pub auto_advance: bool,
    /// The lists whose labels are shown while something of a lesson is to be found; `None` is all.
    pub in_sight: Option<Vec<List>>,
    /// Whether the person wants to be asked what they expect before they see what came out.
    pub predicting: bool,
    /// Where keys go to; the app sets it after each message.
    pub context: Context,
    /// What follows afterwards; `None` ends the program.
    pub after: Option<After>,
}

impl State {
    /// A state in which no case is open yet.
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
            notice: None,
            keys: Keymap::default(),
            theme,
            depth: ColorDepth::True,
            by,
            kept: StorageStatus::Opening,
            is_in_lines: false,
            read_only: None,
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

    /// The case on the screen, to be changed.
    pub fn open_case_mut(&mut self) -> Option<&mut OpenCase> {
        self.open_cases.get_mut(&self.at)
    }

    /// Keeps an incomplete prediction, so that its screen can continue it.
    pub fn keep_unanswered(&mut self, case: usize, prediction: Prediction) {
        if let Some(open_case) = self.open_cases.get_mut(&case) {
            open_case.unsaid = Some(prediction);
        }
    }

    /// The case on the screen, with the newest report on it, unless the person is to judge first.
    pub fn judged(&self) -> Option<(&OpenCase, &Report)> {
        Some((self.open_case()?, self.report()?))
    }

    /// The newest report on the case on the screen, unless the person is to judge first.
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.open_case().filter(|open_case| !self.hides_scores() && !open_case.is_hidden())?.report()
    }

    /// Whether scores, caps and verdict are kept from the person: one who learns, or who adjudicates without names.
    pub fn hides_scores(&self) -> bool {
        self.hidden > Hidden::Nothing
    }

    /// Whether the labels are kept from the person too.
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

    /// How far the annotator is with a hidden case, in words.
    pub fn how_far(&self) -> String {
        // In a package what was handed in stays hidden.
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

    /// The case on the screen with the newest report, whose labels are shown unless the person is to label first.
    pub fn labelled(&self) -> Option<(&OpenCase, &Report)> {
        let open_case = self.open_case().filter(|_| !self.hides_labels())?;
        Some((open_case, open_case.report()?))
    }

    /// Whether the labels of a list are kept from the person.
    pub fn hides(&self, list: List) -> bool {
        self.hides_labels() || self.in_sight.as_ref().is_some_and(|lists| !lists.contains(&list))
    }

    /// The label in focus, unless the person is to label first.
    pub fn label(&self) -> Option<LabelId> {
        self.open_case()?.label.filter(|id| !self.hides(id.list))
    }

    pub fn rubric(&self) -> Option<&'static RubricEntry> {
        RUBRICS.get(self.rubric)
    }

    /// Its slug; empty if there is no rubric.
    pub fn slug(&self) -> &'static str {
        self.rubric().map_or("", |entry| entry.slug)
    }

    /// The documentation of the current rubric, with the current numbers.
    pub fn docs(&self) -> Option<Docs<'_>> {
        self.rubrics.get(self.slug()).map(|(_, rubric)| rubric.docs())
    }

    /// The readings that bear on the rubric in force.
    pub fn readings(&self) -> impl Iterator<Item = &'static Reading> + use<> {
        let slug = self.slug();
        READINGS.iter().filter(move |reading| reading.bears_on(slug))
    }

    /// The labels that can still change the verdict and that the person has not judged, the likeliest to be wrong first;
    /// `None` where that is not known.
    pub fn open_labels(&self) -> Option<Vec<LabelId>> {
        let report = self.report()?;
        self.open_case()?.open_labels(report)
    }

    /// The text that replaces a missing report.
    pub fn absent(&self) -> String {
        match (self.failed.get(&self.at), self.open_case()) {
            _ if self.hidden == Hidden::Names => {
                // The key is one of the screen of disagreements, which another opens from elsewhere.
                let shows = self.keys.name(Context::Adjudication, Action::HideNames);
                let opens = self.keys.name(Context::Main, Action::Adjudicate);
                let keys = match self.context {
                    Context::Adjudication => shows,
                    _ => format!("{opens} {shows}"),
                };
                format!("hidden with the names ({keys} shows both)")
            }
            _ if self.hidden > Hidden::Nothing => {
                format!("hidden until you answer ({})", self.keys.name(Context::Main, Action::Predict))
            }
            (Some(reason), _) => sanitize::line(reason).into_owned(),
            (None, None) => "opening …".to_owned(),
            (None, Some(open_case)) if open_case.is_hidden() && open_case.error().is_none() => self.how_far(),
            (None, Some(open_case)) => match open_case.error() {
                Some(ScoringError::Empty(EmptyText::Article)) => {
                    "no article: there is nothing to judge against".to_owned()
                }
                Some(ScoringError::Empty(EmptyText::Summary)) => {
                    format!(
                        "no summary: {} in the summary begins one",
                        self.keys.name(Context::Main, Action::Edit)
                    )
                }
                Some(other) => sanitize::line(&other.to_string()).into_owned(),
                None => "scoring …".to_owned(),
            },
        }
    }

    /// Whether a result by the rubric on the screen is still awaited.
    pub fn is_waiting(&self) -> bool {
        self.open_case().is_some_and(OpenCase::is_stale)
    }

    /// Whether any result is still awaited for the case on the screen.
    pub fn is_judging(&self) -> bool {
        self.open_case().is_some_and(OpenCase::is_busy)
    }

    /// The same, or for the case beside it.
    pub fn is_busy(&self) -> bool {
        let beside = self.beside.and_then(|at| self.open_cases.get(&at));
        self.is_judging() || beside.is_some_and(|open_case| open_case.asked > 0 && open_case.is_busy())
    }

    /// Whether changes are written to a session.
    pub fn may_write(&self) -> bool {
        self.read_only.is_none() && matches!(self.kept, StorageStatus::In(_))
    }

    /// Whether something is on its way to the disk.
    pub fn is_saving(&self) -> bool {
        let writes = self.may_write() && self.unkept.is_none();
        writes
            && self.lost.is_none()
            && (self.open_cases.values().any(OpenCase::is_unkept) || self.is_drafting())
    }

    /// Unfinished texts: the note that waits for the decision on its disagreement, then what is being typed.
    pub fn drafts(&self) -> impl Iterator<Item = &TextDraft> {
        let waiting = self.adjudication.as_ref().and_then(|adjudication| adjudication.note.as_ref());
        waiting.map(|note| &note.draft).into_iter().chain(&self.draft)
    }

    /// Whether text that is being typed on a screen is not saved yet.
    fn is_drafting(&self) -> bool {
        self.seats.1 < self.seats.0
    }

    /// Whether something would be lost by quitting now, although the session is given the time that it needs.
    pub fn is_losing(&self) -> bool {
        match &self.kept {
            // Practice is not kept.
            _ if self.read_only.is_some() || self.guide.is_some() => false,
            StorageStatus::In(_) if self.lost.is_some() => true,
            StorageStatus::In(_) => {
                self.unkept.is_some() && self.open_cases.values().any(OpenCase::is_unkept)
            }
            StorageStatus::Opening | StorageStatus::Nowhere(_) => {
                self.open_cases.values().any(OpenCase::is_touched)
            }
        }
    }

    /// Why the last change is not saved.
    pub fn unsaved_because(&self) -> String {
        let lost = self.lost.as_ref().map(|lost| &lost.why);
        match (lost.or(self.unkept.as_ref()), &self.kept) {
            (Some(why), _) | (None, StorageStatus::Nowhere(why)) => why.clone(),
            (None, StorageStatus::Opening | StorageStatus::In(_)) => "the session is not open yet".to_owned(),
        }
    }

    /// Whether the changes of the case on the screen are saved, in words; `None` if there are none. What cannot be saved is
    /// told on every case.
    pub fn saved(&self) -> Option<&'static str> {
        Some(match (&self.kept, self.open_case()?) {
            _ if self.guide.is_some() => return None,
            _ if self.read_only.is_some() => "read-only",
            _ if self.lost.is_some() || self.unkept.is_some() && self.is_losing() => "NOT SAVED",
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

    /// The next case without a verdict of the annotator, in the order of the table, among those that it shows; after
    /// the last one it goes on with the first.
    pub fn next_undecided(&self) -> Option<usize> {
        self.table.next_undecided(self.at, |at| self.is_decided(at))
    }

    /// Why there is no next case without a verdict, in words.
    pub fn none_undecided(&self) -> String {
        if !self.counted {
            return "still counting the cases".to_owned();
        }
        let rest = if self.is_decided(self.at) { "" } else { " but this one" };
        if self.blind.is_some() {
            let key = self.keys.name(Context::Main, Action::Progress);
            return format!("you have judged every case{rest}; {key} shows the result");
        }
        if self.table.filter.is_empty() {
            return format!("every case has your verdict{rest}: none is left");
        }
        // What the filter shows has a verdict, so whatever has none is outside it.
        let open =
            |at: &usize| *at != self.at && !self.is_decided(*at) && self.table.rows[*at].broken.is_none();
        let left = (0..self.table.rows.len()).filter(open).count();
        let key = self.keys.name(Context::Main, Action::Cases);
        let all = self.keys.name(Context::Cases, Action::ClearFilter);
        format!(
            "every case that the filter shows has your verdict{rest}; {} outside it without ({key} {all} shows all)",
            pluralize(left, "case")
        )
    }

    /// Whether anything may be changed; if not, shows why.
    pub fn may_change(&mut self) -> bool {
        let mut why = self.read_only.as_ref().map(|why| format!("read-only: {why}"));
        if self.hidden == Hidden::Labels {
            // What is asked about must stay what it is.
            why = Some(self.absent());
        }
        if let Some(why) = &why {
            self.warn(why.clone());
        }
        why.is_none()
    }

    pub fn notify(&mut self, message: &str) {
        self.notice = Some(Notice { text: message.to_owned(), bad: false });
    }

    /// Adds to the message about what just happened.
    pub fn add_notice(&mut self, words: &str) {
        match &self.notice {
            // An error is not covered.
            Some(known) if known.bad => {}
            Some(known) => self.notify(&format!("{}; {words}", known.text)),
            None => self.notify(words),
        }
    }

    pub fn warn(&mut self, words: String) {
        self.notice = Some(Notice { text: words, bad: true });
    }
}
