//! Writes the annotators' preferences between summaries of an article, with the texts: a line for each
//! preference.

use std::io::Write;

use serde_json::{Value, json};

use crate::report::json::line;
use crate::session::{CaseState, SessionError};

use super::{ExportError, Exported};

/// Name of the format.
const SCHEMA: &str = "lockbench.ranking/1";

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut preferring: Vec<(String, String)> = Vec::new();
    session.each(|id, folded| {
        let state = folded.state();
        preferring.extend(state.prefer.as_ref().map(|_| (id.to_owned(), state.by().to_owned())));
        Ok(())
    })?;
    for (id, by) in preferring {
        let state = session.recorder.folded(&id, &by)?.state().clone();
        if let Some(ranking) = ranking(session, &id, &by, &state)? {
            writeln!(out, "{}", line(&ranking))?;
        }
    }
    Ok(())
}

/// Returns a preference that an annotator gave on a case.
fn ranking(
    session: &mut Exported,
    id: &str,
    by: &str,
    state: &CaseState,
) -> Result<Option<Value>, ExportError> {
    let Some(preferred) = &state.prefer else { return Ok(None) };
    // If only the better summary is named, it was compared with the summary of this case, unless that is
    // the same one.
    let mut order = match preferred.order.as_slice() {
        [] => vec![preferred.case.clone(), id.to_owned()],
        order => order.to_vec(),
    };
    order.dedup();
    let mut ranked = Vec::with_capacity(order.len());
    for case in order {
        match session.recorder.folded(&case, by) {
            Ok(folded) => {
                let summary = json!(&*folded.state().summary);
                let case_of = session.recorder.case(&case).ok();
                let system = case_of.and_then(|read| read.extra.value("system")?.ok());
                let mut one = json!({"id": case, "summary": summary});
                if let Some(system) = system {
                    one["system"] = system;
                }
                ranked.push(one);
            }
            Err(SessionError::Refused(_)) => ranked.push(json!({"id": case})),
            Err(fault) => return Err(fault.into()),
        }
    }
    Ok(Some(json!({
        "schema": SCHEMA, "by": by, "case": id, "article": &*state.article, "ranking": ranked,
        "reason": preferred.reason,
    })))
}
