//! `lockbench sessions import`: imports cases, an export of a session, or people's labels from elsewhere.

mod cases;
mod export;
mod foreign;
mod labels;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;

use crate::case::{Record, read};
use crate::cli::batch::{name_of, no_case};
use crate::cli::calibration::CalibrationArgs;
use crate::cli::embedding::EmbeddingArgs;
use crate::cli::input::{CaseArgs, note_absent};
use crate::cli::output::{notify, print_note};
use crate::cli::selection::{RubricArgs, of_one};
use crate::cli::status;
use crate::num::counted;
use crate::session::{OrderedObject, Store, begins_export, continues_export};

use super::propose::Analysts;
use super::{CliError, are_scored_alike, failure, new_line};

use labels::RecordedEvents;

/// Most problems that are printed; further ones are counted.
const MAX_PROBLEMS: usize = 20;

/// Arguments of `sessions import`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("rubric", of_one))]
pub struct Args {
    /// The session; made where there is none
    #[arg(value_name = "S.db")]
    session: PathBuf,
    /// Cases as `score` reads them, an export of a session, or labels for the session's cases
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    table: EmbeddingArgs,
    /// The calibration of a new session
    #[command(flatten)]
    calibrated: CalibrationArgs,
    /// The rubric and readings of a new session
    #[command(flatten)]
    choice: RubricArgs,
    /// What another annotation program exported, for cases that the session has
    #[arg(long, value_enum, value_name = "PROGRAM")]
    from: Option<foreign::From>,
    /// Whose labels they are, where they do not say
    #[arg(long = "as", value_name = "NAME")]
    by: Option<String>,
    /// Say only what is wrong, without the name of the session: for commands that make it elsewhere first
    #[arg(long, hide = true)]
    quiet: bool,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let (origins, fields) = (args.cases.origins()?, args.cases.fields()?);
    let mut line = new_line(&args.choice)?;
    if let Some(named) = args.calibrated.named_beside(&args.session)? {
        line.set("calibration", &named);
    }
    let mut import = Import {
        session: Session { path: args.session.clone(), store: None, line },
        analysts: Analysts::new(args.table.read()?),
        by: args.by.clone(),
        quiet: args.quiet,
        fields,
        map: args.cases.map.clone(),
        added: ImportCounts::default(),
        problems: 0,
    };
    if import.session.path.exists() {
        let known = import.session.store(None)?.line().map_err(failure)?;
        if !args.choice.is_default() {
            note_other_rubric(&args.session, &import.session.line, &known);
        }
    }
    for origin in &origins {
        let mut records = read(origin, &Arc::default()).peekable();
        let first = records.peek().and_then(Record::text).unwrap_or_default();
        if let Some(from) = args.from {
            foreign::read(&mut import, from, records, args.table.read()?)?;
        } else if begins_export(&first) {
            export::read(&mut import, records)?;
        } else if continues_export(&first) {
            let words = format!("{}: the export of a session without its first line", name_of(origin));
            return Err(CliError::usage(words).hint(
                "the line of `\"kind\": \"session\"` comes first; `lockbench sessions export S.db --format jsonl` writes it all",
            ));
        } else if labels::are_labels(&first) {
            labels::read(&mut import, records, args.table.read()?)?;
        } else if let Some((from, program)) = foreign::recognized(&first) {
            let name = from.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
            return Err(CliError::usage(format!("{} is an export of {program}", name_of(origin)))
                .hint(format!("--from {name} imports its annotations, for cases that the session has")));
        } else {
            if records.peek().is_none() {
                import.problem(&no_case(origin));
            }
            cases::read(&mut import, records)?;
        }
    }
    note_absent(&import.fields);
    import.finish()
}

/// Notes that a session which is there keeps its rubric and readings, where others are named.
fn note_other_rubric(path: &Path, named: &OrderedObject, known: &OrderedObject) {
    if are_scored_alike(named, known) {
        return;
    }
    let rubric = known.string("rubric").ok().flatten().unwrap_or_default();
    print_note(format!(
        "{} stays judged by {rubric} and its readings; they can be chosen only for a new session",
        path.display()
    ));
}

/// The session that is added to; made when there is something to add.
struct Session {
    path: PathBuf,
    store: Option<Store>,
    line: OrderedObject,
}

impl Session {
    /// Returns the session's file; a new one gets this first line.
    fn store(&mut self, line: Option<&OrderedObject>) -> Result<&mut Store, CliError> {
        let opened = match self.store.take() {
            Some(store) => store,
            None => Store::open_or_create(&self.path, line.unwrap_or(&self.line)).map_err(failure)?,
        };
        Ok(self.store.insert(opened))
    }
}

#[derive(Default)]
struct ImportCounts {
    cases: usize,
    events: usize,
    /// Number of cases and events that the session already has.
    known: usize,
}

struct Import {
    session: Session,
    analysts: Analysts,
    by: Option<String>,
    quiet: bool,
    fields: crate::case::Fields,
    map: Vec<String>,
    added: ImportCounts,
    problems: usize,
}

impl Import {
    /// Reports something that was not imported.
    fn problem(&mut self, what: &str) {
        self.problems += 1;
        if self.problems <= MAX_PROBLEMS {
            notify(what);
        }
    }

    /// Adds what came of recording the events of a record.
    fn add(&mut self, recorded: RecordedEvents, place: &str) {
        self.added.events += recorded.new;
        self.added.known += recorded.known;
        recorded.refused.iter().for_each(|why| self.problem(&format!("{place}: {why}")));
    }

    fn finish(self) -> Result<u8, CliError> {
        let ImportCounts { cases, events, known } = self.added;
        if self.problems > MAX_PROBLEMS {
            notify(&format!("{} more of this kind", self.problems - MAX_PROBLEMS));
        }
        let mut words = format!("{} and {} added", counted(cases, "case"), counted(events, "event"));
        if known > 0 {
            words.push_str(&format!(", {known} there already"));
        }
        if self.problems > 0 {
            words.push_str(&format!(", {} refused", self.problems));
        }
        match self.quiet {
            false => notify(&format!("{}: {words}", self.session.path.display())),
            true if self.problems > 0 => notify(&words),
            true => {}
        }
        Ok(if self.problems > 0 { status::UNSCORED } else { status::SUCCESS })
    }
}
