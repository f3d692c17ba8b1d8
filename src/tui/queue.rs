//! The queue of cases, and the session in which everything done to them is kept: read and written by one thread, so
//! that the loop never waits for a disk.

pub mod blind;
pub mod bulk;
mod case_read;
mod case_store;
pub mod digest;
pub mod distinct;
mod effect;
mod error;
mod scorer;
mod session_recorder;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use crate::case::{Case, Fields, GivenLabels, Origin};

use crate::labels::overrides::SuppliedLabels;
use crate::labels::{OverruleRule, Side};
use crate::report::Decision;
use crate::session::{CaseHistory, DecisionDiff, DecisionMethod, OrderedObject, SessionError, Store};
use crate::tui::jobs::Jobs;
use crate::tui::worker::ScoringConfig;

use blind::{Blind, BlindStatus, Feedback, FeedbackRequest, Visibility};
use bulk::{Batch, BulkProgress};
use case_store::CaseStore;
use digest::{Digest, ScoringKey};
use distinct::{Distinct, SummaryClaims};
use scorer::{Scorer, ScorerMessage};

pub use effect::RuleEffect;
pub use error::{BrokenCase, QueueError};

/// How long typing has to rest before the text is written; typing that goes on is written after half as long again.
pub const QUIET: Duration = Duration::from_millis(600);

/// Where the cases come from, and where changes are kept.
#[derive(Debug)]
pub struct Sources {
    /// Files and pairs; none at all is the bundled samples, or what a named session holds.
    pub origins: Vec<Origin>,
    /// Cases of a lesson or of the tour, which are the whole queue where there are some. Nothing of them is kept.
    pub practice: Vec<Case>,
    /// The case of the practice to begin with, by its place.
    pub at: usize,
    /// Columns with other names.
    pub fields: Fields,
    /// The same, as they were given.
    pub map: Vec<String>,
    /// Labels given apart from the cases.
    pub given: GivenLabels,
    /// Where it is kept.
    pub keep: Storage,
    /// How long typing has to rest before the text is written; see [`QUIET`].
    pub quiet: Duration,
    /// Whether the cases are looked at in the background before anybody asks for the table of them.
    pub unasked: bool,
    /// How the annotator judges blind, where they do.
    pub blind: Option<Blind>,
}

impl Default for Sources {
    fn default() -> Sources {
        Sources {
            origins: Vec::new(),
            practice: Vec::new(),
            at: 0,
            fields: Fields::default(),
            map: Vec::new(),
            given: GivenLabels::default(),
            keep: Storage::Nowhere("no session was asked for".to_owned()),
            quiet: QUIET,
            unasked: false,
            blind: None,
        }
    }
}

/// Where decisions are stored.
#[derive(Debug)]
pub enum Storage {
    Nowhere(String),
    /// In the files' own session, which is made if there is none.
    Own {
        path: PathBuf,
        /// How a new one begins.
        line: OrderedObject,
    },
    /// In a session that was named.
    Session(Box<Store>),
}

#[derive(Debug)]
pub struct OpenedCase {
    pub index: usize,
    /// The case, or why it cannot be read.
    pub read: Result<Box<CaseContent>, QueueError>,
}

#[derive(Debug)]
pub struct CaseContent {
    /// The case, as it was imported.
    pub case: Case,
    /// Labels that came with it.
    pub given: Option<SuppliedLabels>,
    /// Labels that the session has in place of this engine's proposals.
    pub proposed: Option<SuppliedLabels>,
    /// Whether a judge of the user's own gave some of them.
    pub judged: bool,
    /// What was done to it before; `None` is nothing.
    pub history: Option<Box<CaseHistory>>,
    /// What a reader should know.
    pub warnings: Vec<String>,
    /// Whether the engine's judgement is shown.
    pub visibility: Visibility,
}

/// The session's file is removed, replaced or cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostFile {
    pub why: String,
    /// Where everything can be saved instead.
    pub offer: PathBuf,
}

/// The description of the session.
#[derive(Debug)]
pub struct OpenedQueue {
    /// Its file, or why nothing is kept.
    pub kept: Result<PathBuf, QueueError>,
    /// Why nothing can be changed, where that is so.
    pub read_only: Option<String>,
    /// Where its annotator was, and how the screen stood.
    pub saved_position: Option<SavedPosition>,
    /// The case to begin with, by its place in the queue.
    pub at: usize,
}

/// Where an annotator was, and how the screen stood, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPosition {
    /// The case and the places in its texts.
    pub place: String,
    /// What the screen shows.
    pub view: String,
    pub number: u64,
    /// Whether something is in it that was typed, so that it has to be on disk.
    pub typed: bool,
}

impl SavedPosition {
    pub fn same(&self, other: &SavedPosition) -> bool {
        (&self.place, &self.view) == (&other.place, &other.view)
    }
}

/// The changes of a case that the session has to store.
#[derive(Debug)]
pub struct ChangeRecord {
    pub index: usize,
    /// The number of this record among those of its case.
    pub number: u64,
    pub texts: Vec<TextRecord>,
    /// What was decided, in its order.
    pub entries: Vec<RecordEntry>,
}

#[derive(Debug)]
pub struct TextRecord {
    pub side: Side,
    pub text: Arc<str>,
    /// The steps that its undo history has now.
    pub depth: usize,
    /// The number of the step of that history which the newest edit belongs to.
    pub step: u64,
    /// Whether undo or redo changed it.
    pub turned: bool,
}

#[derive(Debug)]
pub enum RecordEntry {
    /// Something was decided.
    Decided {
        /// The step's number, by which it is undone.
        step: u64,
        how: DecisionMethod,
        change: Arc<DecisionDiff>,
    },
    /// A step was taken back.
    Undone(u64),
    /// A step was made again.
    Redone(u64),
}

/// A case as the queue lists it, before anybody looked at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Its name; of a record that cannot be read its id, where that is known, else its file and line.
    pub id: Box<str>,
    /// Why it cannot be read, where that is so.
    pub broken: Option<Box<str>>,
    /// The verdict of the annotator, and whether it was given in a bulk step.
    pub verdict: Option<(Decision, bool)>,
    /// Whether its results are hidden from the annotator.
    pub hidden: bool,
    /// Whether the annotator accepted it, without a verdict.
    pub accepted: bool,
    /// Whether the annotator handed it in, judging blind; in a package it stays hidden then.
    pub handed_in: bool,
}

/// A message from the thread of the queue.
#[derive(Debug)]
pub enum QueueUpdate {
    /// The session is open, or is not to be had.
    Began(Box<OpenedQueue>),
    /// A case was read, or could not be.
    Opened(Box<OpenedCase>),
    /// How many cases there are, as far as is known, and whether that is all.
    Counted(usize, bool),
    /// The next cases of the queue.
    Listed(Vec<Listed>),
    /// When the annotator did something so far, and to which case by its place: microseconds since 1970, in order.
    Times(Vec<(i64, usize)>),
    /// What the annotator changed so far and did not take back, in order: the event, and its case by its place.
    Changes(Vec<(Uuid, usize)>),
    /// What was found of cases, under the rule of this number.
    Looked(u64, Vec<(usize, Digest)>),
    /// The keys of the rubric's metrics, under the rule of this number.
    Metrics(u64, Arc<[&'static str]>),
    /// The cases with these words, or why they were not looked for.
    Found(Vec<String>, Result<Vec<usize>, QueueError>),
    /// How far a bulk step is.
    Bulk(BulkProgress),
    /// What a rule would change in the other cases, or what dropping it would.
    Would(Arc<OverruleRule>, bool, Vec<RuleEffect>),
    /// Which claims of summaries only one of them makes.
    Distinct(Distinct),
    /// How the blind review stands.
    Blind(BlindStatus),
    /// A case is revealed, and that is on disk, with the feedback of a training case; or why it is not.
    Revealed(usize, Result<Option<Feedback>, QueueError>),
    /// A case of a package was judged, and that is on disk. What differs is shown to the lead.
    HandedIn(usize),
    /// Records of a case up to this number are on disk.
    Kept(usize, u64),
    /// Something is not on disk: why.
    Unkept(String),
    /// The session's file is not the one that is open any more.
    Lost(LostFile),
    /// It is again.
    InPlace,
    /// What was asked for by [`QueueJob::Leave`] is done and reported.
    Settled,
    /// Everything is saved in this file from now on; or why it is not.
    Moved(Result<PathBuf, SessionError>),
    /// The place of this number is on disk.
    Seated(u64),
    /// What came of analysing a case by this version of the engine.
    Reanalysis(usize, Reanalysis),
    /// A case, and the others of the queue with the same article.
    Alike(usize, Vec<usize>),
    /// Something that a person should know.
    Noted(String),
}

/// What came of analysing a case by this version of the engine.
#[derive(Clone, Debug)]
pub enum Reanalysis {
    /// What it would change; it is done when asked for again.
    Would(String),
    /// What it changed.
    Did(String),
    /// Why it was not done.
    Not(String),
}

impl QueueUpdate {
    /// Whether it answers a job that [is answered](QueueJob::is_answered).
    pub fn is_answer(&self) -> bool {
        matches!(
            self,
            QueueUpdate::Opened(_)
                | QueueUpdate::Alike(..)
                | QueueUpdate::Reanalysis(..)
                | QueueUpdate::Revealed(..)
                | QueueUpdate::HandedIn(..)
                | QueueUpdate::Settled
                | QueueUpdate::Moved(_)
                | QueueUpdate::Would(..)
                | QueueUpdate::Distinct(_)
        )
    }
}

/// What the thread of the queue is asked for.
#[derive(Debug)]
pub enum QueueJob {
    /// Read a case.
    Open(usize),
    /// Find the cases with the same article.
    Alike(usize),
    /// Analyse a case again, or say what that would change.
    Reanalysis(usize, bool),
    /// Keep changes.
    Record(ChangeRecord),
    /// Keep where the annotator is.
    SavedPosition(SavedPosition),
    /// Do something to many cases in one bulk step.
    Bulk(Batch),
    /// Record that a case was judged blind, and show the engine's labels of it.
    Reveal(FeedbackRequest),
    /// Write what could not be written.
    Again,
    /// Write everything, and look whether the session's file is in its place.
    Leave,
    /// Save everything in a new file, since the session's own is lost.
    Rescue(PathBuf),
    /// Save the labels of a judge for a case: the case, the judge and the labels.
    Judged(usize, Arc<str>, Arc<SuppliedLabels>),
}

impl QueueJob {
    /// Whether one update says what came of it.
    pub fn is_answered(&self) -> bool {
        matches!(
            self,
            QueueJob::Open(_)
                | QueueJob::Alike(_)
                | QueueJob::Reanalysis(..)
                | QueueJob::Reveal(_)
                | QueueJob::Leave
                | QueueJob::Rescue(_)
        )
    }
}

/// What the cases of the queue are searched for.
#[derive(Debug)]
pub enum ScorerJob {
    /// What is known of these cases goes first, which are in sight or near it; with `true` that of all others follows, even if
    /// nobody asked so far.
    Sight(Vec<usize>, bool),
    /// What is known of them is by this rule from now on.
    Rule(ScoringKey),
    /// The cases with these words in their texts and comments.
    Words(Vec<String>),
    /// Which claims of these summaries only one of them makes.
    Distinct(Vec<SummaryClaims>),
    /// What a rule would change in all cases but one, or what dropping it would.
    Would(Arc<OverruleRule>, bool, usize),
}

impl ScorerJob {
    /// Whether one update says what came of it.
    pub fn is_answered(&self) -> bool {
        matches!(self, ScorerJob::Distinct(_) | ScorerJob::Would(..))
    }
}

/// The thread that reads cases and keeps their changes.
#[derive(Debug)]
pub struct Queue {
    /// Ended before the scorer: what was handed over is written first.
    jobs: Jobs<QueueJob>,
    scorer: Scorer,
}

impl Queue {
    /// Starts the thread, and the one that looks at the cases in the background. It opens the session and a first case
    /// and counts the cases unasked; `send` is given every answer. `by` is the annotator.
    pub fn spawn(
        sources: Sources,
        by: String,
        numbers: ScoringConfig,
        rule: ScoringKey,
        send: impl Fn(QueueUpdate) + Clone + Send + 'static,
    ) -> Queue {
        let own = numbers.clone();
        let scorer = Scorer::spawn(numbers, rule, by.clone(), sources.unasked, send.clone());
        let (asks, again) = (scorer.sender(), scorer.sender());
        let send = move |answer| {
            let index = match &answer {
                QueueUpdate::Kept(index, _)
                | QueueUpdate::Revealed(index, _)
                | QueueUpdate::HandedIn(index) => Some(*index),
                _ => None,
            };
            // It is sent first: what is found of a case that was hidden is taken only then.
            send(answer);
            index.map(|index| again.send(ScorerMessage::Again(index)).ok());
        };
        let jobs = Jobs::spawn("queue", move |asked| {
            CaseStore::new(sources, by, own, asks, Box::new(send)).run(asked);
        });
        Queue { jobs, scorer }
    }

    /// Keeps the background quiet for a moment, since a person waits for something else.
    pub fn hold(&self) {
        self.scorer.hold();
    }

    /// Has the thread that scores in the background find something.
    pub fn score(&self, job: ScorerJob) {
        self.scorer.ask(ScorerMessage::Find(job));
    }

    pub fn ask(&self, job: QueueJob) {
        self.jobs.ask(job);
    }
}
