//! Writes everything, in the form that `sessions import` reads.

use std::io::Write;

use crate::report::json::escaped;
use crate::session::case_line;

use super::{ExportError, Exported};

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    // An export includes the proposals for every case.
    for id in session.recorder.store().unproposed()? {
        session.recorder.case(&id)?;
    }
    let store = session.recorder.store();
    writeln!(out, "{}", escaped(&store.line()?.to_text()))?;
    for (index, id) in store.ids()?.iter().enumerate() {
        if let Some(row) = store.case(id)? {
            writeln!(out, "{}", escaped(&case_line(index, &row).to_text()))?;
        }
    }
    for (_, _, seq) in store.order()? {
        if let Some(event) = store.numbered(seq)? {
            writeln!(out, "{}", escaped(&event.to_object().to_text()))?;
        }
    }
    Ok(())
}
