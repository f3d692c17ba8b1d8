//! The adjudication thread: it finds and weighs the disagreements, stores the rulings, and writes the
//! exports, so that the loop never waits for a disk.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::adjudication::{Adjudication, AdjudicationStore, Dispute, Disputes, UnitPosition};
use crate::case::Case;
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::export::adjudication::{Adjudicated, AdjudicationExport, AdjudicationFormat};
use crate::num::pluralize;
use crate::session::{Analyst, Recorder, Ruling, Store};
use crate::threads::processors;
use crate::tui::export::{NewExportError, fresh_file};
use crate::tui::jobs::Jobs;

#[derive(Debug)]
pub struct Adjudicating {
    /// The annotators' labels.
    pub of: Arc<Adjudication>,
    /// Rubrics to score by; the first one decides which disagreements matter.
    pub selection: Selection,
    /// Whether annotators are shown by number instead of by name at first.
    pub hidden: bool,
    /// Files of the annotators' labels, from which their agreement is computed.
    pub files: Vec<PathBuf>,
    /// Texts of cases that were given separately from the labels.
    pub cases: FxHashMap<String, Arc<Case>>,
}

/// A job for the adjudication thread.
#[derive(Debug)]
pub enum AdjudicatorJob {
    Rule(UnitPosition, Box<Ruling>),
    /// Stores several rulings as one step.
    RuleAll(Vec<(UnitPosition, Ruling)>),
    /// Undoes the last ruling.
    Undo,
    /// Redoes the ruling that was undone last.
    Redo,
    /// Writes an export to a new file of this name. The flag says whether annotators are given by number.
    Export(AdjudicationExport, AdjudicationFormat, PathBuf, bool),
}

/// A message from the adjudication thread.
#[derive(Debug)]
pub enum AdjudicatorUpdate {
    /// Number of cases weighed so far, and of all cases.
    Weighing(usize, usize),
    /// All disagreements in order, the rubric that weighed them, and whether there is a ruling to undo and
    /// one to redo.
    Weighed(Box<Disputes>, &'static str, [bool; 2]),
    /// The current disagreements of the changed cases; the unit to go to, and words for it, if rulings were
    /// undone or redone; and whether there is a ruling to undo and one to redo.
    Changed(Vec<Dispute>, Option<(UnitPosition, String)>, [bool; 2]),
    /// There was nothing to undo or redo; the text says so.
    Idle(&'static str),
    /// Something was not done, or not saved; the text gives the reason.
    Failed(String),
    /// The path of an export with what it leaves out, or why it was not written.
    Exported(Result<(PathBuf, Vec<String>), NewExportError>),
}

impl AdjudicatorUpdate {
    /// Whether this is the last message about the job.
    pub fn is_last(&self) -> bool {
        !matches!(self, AdjudicatorUpdate::Weighing(..))
    }
}

/// Starts the thread on a session. Rulings are recorded under the name `by`.
pub fn spawn(
    of: Arc<Adjudication>,
    selection: Selection,
    session: PathBuf,
    by: String,
    embedding: Embedding,
    send: impl Fn(AdjudicatorUpdate) + Send + 'static,
) -> Jobs<AdjudicatorJob> {
    Jobs::spawn("adjudicator", move |asked| {
        let begun = Store::open(&session).and_then(|store| {
            let recorder = Recorder::new(store, Some(by.clone()), Analyst::new(embedding));
            let mut decisions = AdjudicationStore::new(of, recorder, &by, selection)?.with_checks();
            let all = decisions.of().cases.len();
            decisions.weigh(processors(), &mut |done| send(AdjudicatorUpdate::Weighing(done, all)))?;
            Ok(decisions)
        });
        let mut decisions = match begun {
            Ok(decisions) => decisions,
            Err(fault) => return send(AdjudicatorUpdate::Failed(fault.to_string())),
        };
        send(AdjudicatorUpdate::Weighed(
            Box::new(decisions.disputes().clone()),
            decisions.rubric(),
            decisions.turns(),
        ));
        while let Ok(job) = asked.recv() {
            send(done(&mut decisions, job));
        }
    })
}

fn done(decisions: &mut AdjudicationStore, job: AdjudicatorJob) -> AdjudicatorUpdate {
    let changed = |decisions: &AdjudicationStore, cases: &[usize], to: Option<(UnitPosition, String)>| {
        let own = decisions.disputes().all.iter().filter(|dispute| cases.contains(&dispute.place.case));
        AdjudicatorUpdate::Changed(own.cloned().collect(), to, decisions.turns())
    };
    match job {
        AdjudicatorJob::Rule(place, ruling) => match decisions.rule(place, &ruling) {
            Ok(()) => changed(decisions, &[place.case], None),
            Err(fault) => AdjudicatorUpdate::Failed(fault.to_string()),
        },
        AdjudicatorJob::RuleAll(all) => match decisions.rule_all(&all) {
            Ok(()) => {
                let cases: Vec<usize> = all.iter().map(|(place, _)| place.case).collect();
                changed(decisions, &cases, None)
            }
            Err(fault) => AdjudicatorUpdate::Failed(fault.to_string()),
        },
        AdjudicatorJob::Undo | AdjudicatorJob::Redo => {
            let undo = matches!(job, AdjudicatorJob::Undo);
            match if undo { decisions.undo() } else { decisions.redo() } {
                Ok(places) if places.is_empty() => AdjudicatorUpdate::Idle(if undo {
                    "nothing to take back"
                } else {
                    "nothing to make again"
                }),
                Ok(places) => {
                    let cases: Vec<usize> = places.iter().map(|place| place.case).collect();
                    let count = pluralize(places.len(), "decision");
                    let words = format!("{count} {}", if undo { "taken back" } else { "made again" });
                    changed(decisions, &cases, places.first().map(|first| (*first, words)))
                }
                Err(fault) => AdjudicatorUpdate::Failed(fault.to_string()),
            }
        }
        AdjudicatorJob::Export(what, form, to, hidden) => {
            let (of, disputes, rulings) = (&**decisions.of(), decisions.disputes(), decisions.rulings());
            let exported = Adjudicated { of, disputes, rulings, only: None, hidden };
            let write = |out: &mut dyn std::io::Write| Ok(exported.write(what, form, out)?);
            AdjudicatorUpdate::Exported(fresh_file(&to, write).map(|path| (path, exported.omissions(what))))
        }
    }
}
