//! The thread that adjudicating goes through: it weighs the disagreements, keeps what is decided, and writes what
//! follows, so that the loop never waits for a disk.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::adjudication::{Adjudication, AdjudicationStore, Dispute, Disputes, UnitPosition};
use crate::case::Case;
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::export::adjudication::{Adjudicated, AdjudicationExport, AdjudicationFormat};
use crate::session::{Analyst, Recorder, Ruling, Store};
use crate::threads::processors;
use crate::tui::export::{NewExportError, fresh_file};
use crate::tui::jobs::Jobs;

#[derive(Debug)]
pub struct Adjudicating {
    /// What annotators gave.
    pub of: Arc<Adjudication>,
    /// What hangs on a disagreement is recognised by the first of these rubrics.
    pub selection: Selection,
    /// Whether annotators go by their numbers at first.
    pub hidden: bool,
    /// Where they gave it: their agreement is computed of it.
    pub files: Vec<PathBuf>,
    /// The texts that were given beside.
    pub cases: FxHashMap<String, Arc<Case>>,
}

/// A job for the adjudication thread.
#[derive(Debug)]
pub enum AdjudicatorJob {
    Rule(UnitPosition, Box<Ruling>),
    /// Keep rulings as one step.
    RuleAll(Vec<(UnitPosition, Ruling)>),
    /// Take the last ruling back.
    Undo,
    /// Make the ruling again that was taken back last.
    Redo,
    /// Write an export to a new file of this name; with annotators by their numbers or not.
    Export(AdjudicationExport, AdjudicationFormat, PathBuf, bool),
}

/// A message from the thread of the adjudication.
#[derive(Debug)]
pub enum AdjudicatorUpdate {
    /// The number of cases that are weighed, and of all.
    Weighing(usize, usize),
    /// All disagreements, in their order, weighed by a rubric.
    Weighed(Box<Disputes>, &'static str, [bool; 2]),
    /// The current disagreements of the changed cases, where to go, and whether there is something to take back and to make
    /// again.
    Changed(Vec<Dispute>, Option<UnitPosition>, [bool; 2]),
    /// Nothing was there to be done: why.
    Idle(&'static str),
    /// Something is not done, or not on disk: why.
    Failed(String),
    /// An export was written, or why not.
    Exported(Result<PathBuf, NewExportError>),
}

impl AdjudicatorUpdate {
    /// Whether it is all that follows from what was asked for.
    pub fn is_last(&self) -> bool {
        !matches!(self, AdjudicatorUpdate::Weighing(..))
    }
}

/// Starts the thread on a session, in which `by` decides.
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
    let changed = |decisions: &AdjudicationStore, cases: &[usize], to: Option<UnitPosition>| {
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
                    changed(decisions, &cases, places.first().copied())
                }
                Err(fault) => AdjudicatorUpdate::Failed(fault.to_string()),
            }
        }
        AdjudicatorJob::Export(what, form, to, hidden) => {
            let (of, disputes, rulings) = (&**decisions.of(), decisions.disputes(), decisions.rulings());
            let exported = Adjudicated { of, disputes, rulings, only: None, hidden };
            let write = |out: &mut dyn std::io::Write| Ok(exported.write(what, form, out)?);
            AdjudicatorUpdate::Exported(fresh_file(&to, write))
        }
    }
}
