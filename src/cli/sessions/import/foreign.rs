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

/// Returns the program whose export begins with this record, and its name.
pub fn recognized(text: &str) -> Option<(From, &'static str)> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let is = |key: &str, is: fn(&serde_json::Value) -> bool| value.get(key).is_some_and(is);
    if is("data", serde_json::Value::is_object) && is("annotations", serde_json::Value::is_array) {
        return Some((From::LabelStudio, "Label Studio"));
    }
    let any = |_: &serde_json::Value| true;
    (is("label_annotations", any) || is("span_annotations", any)).then_some((From::Potato, "POTATO"))
}

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
        let place = one.place.of_record();
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
    passed_over.iter().for_each(|what| print_note(format!("{place}: case {id:?}: passed over: {what}")));
    let recorded = record(recorder, drafts).map_err(failure)?;
    import.add(recorded, &format!("{place}: case {id:?}"));
    Ok(())
}
