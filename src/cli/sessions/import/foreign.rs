//! Imports exports of other annotation programs as events of their annotators.

use clap::ValueEnum;

use crate::case::Record;
use crate::cli::CliError;
use crate::cli::output::print_note;
use crate::embedding::Embedding;
use crate::session::foreign::{ForeignAnnotations, events, label_studio, potato};
use crate::session::{Analyst, Recorder};

use super::Import;
use super::labels::{record, to};
use crate::cli::sessions::failure;

/// Other annotation programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// A JSON export of Label Studio
    LabelStudio,
    /// `annotated_instances.jsonl` of POTATO
    Potato,
}

/// Records the annotations in another program's records, matched to the session's cases by id.
pub fn read(
    import: &mut Import,
    from: From,
    records: impl Iterator<Item = Record>,
    embedding: Embedding,
) -> Result<(), CliError> {
    let mut recorder = Recorder::new(to(import)?, None, Analyst::new(embedding));
    for one in records {
        let place = one.place.id();
        let value = match one.value() {
            Ok(value) => value,
            Err((problem, _)) => {
                import.problem(&problem.to_string());
                continue;
            }
        };
        let judged = match from {
            From::LabelStudio => label_studio(&value),
            From::Potato => potato(&value),
        };
        match judged {
            Ok(all) => {
                for judged in &all {
                    take(import, &mut recorder, judged, &place)?;
                }
            }
            Err(why) => import.problem(&format!("{place}: {why}")),
        }
    }
    Ok(())
}

fn take(
    import: &mut Import,
    recorder: &mut Recorder,
    judged: &ForeignAnnotations,
    place: &str,
) -> Result<(), CliError> {
    let id = &judged.case;
    if !recorder.store().has(id).map_err(failure)? {
        import.problem(&format!("{place}: this session has no case {id:?}"));
        return Ok(());
    }
    let Some(by) = import.by.clone().or_else(|| judged.by.clone()) else {
        import.problem(&format!("{place}: it does not say whose it is; --as NAME does"));
        return Ok(());
    };
    let case = recorder.case(id).map_err(failure)?;
    let (drafts, passed_over) = events(judged, id, &by, crate::case::Texts::of(&case));
    passed_over.iter().for_each(|what| print_note(format!("{place}: passed over: {what}")));
    let (recorded, refused) = record(recorder, drafts).map_err(failure)?;
    import.added.events += recorded;
    refused.iter().for_each(|why| import.problem(&format!("{place}: {why}")));
    Ok(())
}
