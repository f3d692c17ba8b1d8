//! The queue of cases, and the session that stores all changes to them. One thread reads and writes both, so
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

/// Pause in typing after which the text is written. Continued typing is written after one and a half times as
/// long.
pub const QUIET: Duration = Duration::from_millis(600);

/// A change by the annotator that was made before the workbench was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierChange {
    pub event: Uuid,
    /// Position of its case.
    pub case: usize,
    /// The step on many cases that it belongs to, if any.
    pub bulk: Option<Arc<str>>,
}

/// Where the cases come from, and where changes are stored.
#[derive(Debug)]
pub struct Sources {
    /// Files and pairs. If there are none, the queue has the bundled samples, or the cases of a named
    /// session.
    pub origins: Vec<Origin>,
    /// Cases of lessons or of the tour. If there are any, they are the whole queue, and changes to them are
    /// not stored.
    pub practice: Vec<Case>,
    /// Position of the practice case to begin with.
    pub at: usize,
    /// Columns with other names.
    pub fields: Fields,
    /// The same columns, as they were given on the command line.
    pub map: Vec<String>,
    /// Labels given separately from the cases.
    pub given: GivenLabels,
    /// Where changes are stored.
    pub keep: Storage,
    /// Pause in typing after which the text is written; see [`QUIET`].
    pub quiet: Duration,
    /// Whether cases are scored in the background before the table of cases is first opened.
    pub unasked: bool,
    /// Settings of a blind review; `None` for an open one.
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
    /// In the files' own session, which is created if it does not exist.
    Own {
        path: PathBuf,
        /// First line of a new session.
        line: OrderedObject,
    },
    /// In a session given by name.
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
    /// The case as imported.
    pub case: Case,
    /// Labels supplied with the case.
    pub given: Option<SuppliedLabels>,
    /// Labels stored in the session, used in place of this engine's proposals.
    pub proposed: Option<SuppliedLabels>,
    /// The mark of the user's own judge that gave some of them, if one did.
    pub judge: Option<Arc<str>>,
    /// Earlier changes to the case; `None` if there are none.
    pub history: Option<Box<CaseHistory>>,
    /// Warnings about the case to be shown.
    pub warnings: Vec<String>,
    /// Whether the engine's judgement is shown.
    pub visibility: Visibility,
}

/// The session's file was removed, replaced or cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostFile {
    pub why: String,
    /// New file offered for saving everything.
    pub offer: PathBuf,
}

/// The description of the session.
#[derive(Debug)]
pub struct OpenedQueue {
    /// Its file, or why nothing is stored.
    pub kept: Result<PathBuf, QueueError>,
    /// Why nothing can be changed; `None` if changes are allowed.
    pub read_only: Option<String>,
    /// Whether it is a package, whose texts stay as they are.
    pub package: bool,
    /// The annotator's position and the view, as saved.
    pub saved_position: Option<SavedPosition>,
    /// The case to begin with, by its position in the queue.
    pub at: usize,
}

/// The annotator's position and the view, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPosition {
    /// The case, and the positions in its texts.
    pub place: String,
    /// The view on the screen.
    pub view: String,
    pub number: u64,
    /// Whether it contains typed text, so that it has to be on disk.
    pub typed: bool,
}

impl SavedPosition {
    pub fn same(&self, other: &SavedPosition) -> bool {
        (&self.place, &self.view) == (&other.place, &other.view)
    }
}

/// Changes of a case to be stored in the session.
#[derive(Debug)]
pub struct ChangeRecord {
    pub index: usize,
    /// Number of this record among those of its case.
    pub number: u64,
    pub texts: Vec<TextRecord>,
    /// Decisions, in order.
    pub entries: Vec<RecordEntry>,
}

/// A record that was written to the session.
#[derive(Debug)]
pub struct WrittenRecord {
    pub index: usize,
    pub number: u64,
    /// Time of the change, in microseconds since 1970; it may be written much later.
    pub made: i64,
    /// The texts that it contains.
    pub sides: Vec<Side>,
    /// The parts of it that the session refuses; they are not saved.
    pub refused: Vec<RefusedPart>,
}

/// A part of a record that the session refuses.
#[derive(Debug)]
pub struct RefusedPart {
    pub part: RecordPart,
    pub why: String,
}

#[derive(Debug)]
pub enum RecordPart {
    Texts(Vec<Side>),
    /// That a step was made, or undone.
    Step {
        number: u64,
        undone: bool,
    },
}

impl ChangeRecord {
    fn sides(&self) -> Vec<Side> {
        self.texts.iter().map(|text| text.side).collect()
    }
}

#[derive(Debug)]
pub struct TextRecord {
    pub side: Side,
    pub text: Arc<str>,
    /// Number of steps in the text's undo history after this edit.
    pub depth: usize,
    /// Number of the step in that history that the newest edit belongs to.
    pub step: u64,
    /// Whether undo or redo made the change.
    pub turned: bool,
}

#[derive(Debug)]
pub enum RecordEntry {
    /// A decision was made.
    Decided {
        /// Number of the step, by which it is undone.
        step: u64,
        how: DecisionMethod,
        change: Arc<DecisionDiff>,
    },
    /// A step was undone.
    Undone(u64),
    /// A step was redone.
    Redone(u64),
}

/// A case as listed before it is scored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Its id. For a record that cannot be read, the id if it is known, else its file and line.
    pub id: Box<str>,
    /// Why it cannot be read; `None` if it can.
    pub broken: Option<Box<str>>,
    /// The verdict of the annotator, and whether it was given in a bulk step.
    pub verdict: Option<(Decision, bool)>,
    /// Whether its results are hidden from the annotator.
    pub hidden: bool,
    /// Whether the annotator accepted it without giving a verdict.
    pub accepted: bool,
    /// Whether the annotator handed it in during a blind review. In a package it stays hidden even then.
    pub handed_in: bool,
}

/// A message from the queue's thread.
#[derive(Debug)]
pub enum QueueUpdate {
    /// The result of opening the session.
    Began(Box<OpenedQueue>),
    /// The result of reading a case.
    Opened(Box<OpenedCase>),
    /// The number of cases so far, and whether it is final.
    Counted(usize, bool),
    /// The next cases of the queue.
    Listed(Vec<Listed>),
    /// Times of all earlier changes by the annotator, in microseconds since 1970 and in order, each with its
    /// case's position.
    Times(Vec<(i64, usize)>),
    /// Earlier changes by the annotator that were not undone, in order.
    Changes(Vec<EarlierChange>),
    /// Digests of cases, computed with the scoring key of this number.
    Looked(u64, Vec<(usize, Digest)>),
    /// The keys of the rubric's metrics, for the scoring key of this number.
    Metrics(u64, Arc<[&'static str]>),
    /// The cases that contain these words, or why the search failed.
    Found(Vec<String>, Result<Vec<usize>, QueueError>),
    /// Progress of a bulk step.
    Bulk(BulkProgress),
    /// What applying a rule (or dropping it, if the flag is set) would change in the other cases.
    Would(Arc<OverruleRule>, bool, Vec<RuleEffect>),
    /// The claims that only one of several summaries makes.
    Distinct(Distinct),
    /// The status of the blind review.
    Blind(BlindStatus),
    /// A case was revealed and the reveal saved, with the feedback on a training case; or why it was not.
    Revealed(usize, Result<Option<Feedback>, QueueError>),
    /// A case of a package was handed in and saved. The differences are shown only to the lead.
    HandedIn(usize),
    /// The records of a case up to this one are on disk.
    Kept(WrittenRecord),
    /// Something could not be saved; the text gives the reason.
    Unkept(String),
    /// The session's file is no longer the one that was opened.
    Lost(LostFile),
    /// The session's file is back in its place.
    InPlace,
    /// The job [`QueueJob::Leave`] is done and its results are reported.
    Settled,
    /// Everything is saved in this file from now on; or why it is not.
    Moved(Result<PathBuf, SessionError>),
    /// The saved position of this number is on disk.
    Seated(u64),
    /// Result of reanalysing a case by this version of the engine.
    Reanalysis(usize, Reanalysis),
    /// A case, and the other cases of the queue with the same article.
    Alike(usize, Vec<usize>),
    /// A message for the user.
    Noted(String),
}

/// Result of reanalysing a case by this version of the engine.
#[derive(Clone, Debug)]
pub enum Reanalysis {
    /// What reanalysis would change; a second request carries it out.
    Would(String),
    /// What reanalysis changed.
    Did(String),
    /// Why the case was not reanalysed.
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

/// A job for the queue's thread.
#[derive(Debug)]
pub enum QueueJob {
    /// Read a case.
    Open(usize),
    /// Find the cases with the same article.
    Alike(usize),
    /// Reanalyse a case, or only report what that would change.
    Reanalysis(usize, bool),
    /// Store changes.
    Record(ChangeRecord),
    /// Store the annotator's position.
    SavedPosition(SavedPosition),
    /// Change many cases in one bulk step.
    Bulk(Batch),
    /// Record that a case was judged blind, and reveal the engine's labels.
    Reveal(FeedbackRequest),
    /// Retry what could not be written.
    Again,
    /// Write everything, and check that the session's file is in its place.
    Leave,
    /// Save everything in a new file, because the session's own is lost.
    Rescue(PathBuf),
    /// Save a judge's labels for a case: the case, the judge and the labels.
    Judged(usize, Arc<str>, Arc<SuppliedLabels>),
}

impl QueueJob {
    /// Whether a single update reports its result.
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

/// A job for the background scoring thread.
#[derive(Debug)]
pub enum ScorerJob {
    /// Score these cases first, which are visible or nearly so. With `true`, score all others afterwards,
    /// even if the table was never opened.
    Sight(Vec<usize>, bool),
    /// Use this scoring key from now on.
    Rule(ScoringKey),
    /// Find the cases with these words in their texts or comments.
    Words(Vec<String>),
    /// Find the claims that only one of these summaries makes.
    Distinct(Vec<SummaryClaims>),
    /// Find what applying a rule (or dropping it, if the flag is set) would change in all cases but one.
    Would(Arc<OverruleRule>, bool, usize),
}

impl ScorerJob {
    /// Whether a single update reports its result.
    pub fn is_answered(&self) -> bool {
        matches!(self, ScorerJob::Distinct(_) | ScorerJob::Would(..))
    }
}

/// Handle to the thread that reads cases and stores their changes, and to the one that scores them.
#[derive(Debug)]
pub struct Queue {
    /// Dropped before the scorer, so that submitted jobs are written first.
    jobs: Jobs<QueueJob>,
    scorer: Scorer,
}

impl Queue {
    /// Starts the queue's thread and the background scoring thread. Without being asked, it opens the session
    /// and a first case, and counts the cases. `send` receives every update. `by` is the annotator.
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
                QueueUpdate::Kept(WrittenRecord { index, .. })
                | QueueUpdate::Revealed(index, _)
                | QueueUpdate::HandedIn(index) => Some(*index),
                _ => None,
            };
            // The update is sent first, because the result for a formerly hidden case is accepted only after
            // it.
            send(answer);
            index.map(|index| again.send(ScorerMessage::Again(index)).ok());
        };
        let jobs = Jobs::spawn("queue", move |asked| {
            CaseStore::new(sources, by, own, asks, Box::new(send)).run(asked);
        });
        Queue { jobs, scorer }
    }

    /// Pauses the background thread for a moment, because the user waits for something else.
    pub fn hold(&self) {
        self.scorer.hold();
    }

    /// Gives the background scoring thread a job.
    pub fn score(&self, job: ScorerJob) {
        self.scorer.ask(ScorerMessage::Find(job));
    }

    pub fn ask(&self, job: QueueJob) {
        self.jobs.ask(job);
    }
}
