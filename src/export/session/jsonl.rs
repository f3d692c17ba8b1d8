//! Everything, as `sessions import` reads it.

use std::io::Write;

use crate::report::json::line;
use crate::session::case_line;

use super::{ExportError, Exported};

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    // An export has everybody's proposals.
    for id in session.recorder.store().unproposed()? {
        session.recorder.case(&id)?;
    }
    let store = session.recorder.store();
    writeln!(out, "{}", line(&store.line()?))?;
    for (index, id) in store.ids()?.iter().enumerate() {
        if let Some(row) = store.case(id)? {
            writeln!(out, "{}", line(&case_line(index, &row)))?;
        }
    }
    for (_, _, seq) in store.order()? {
        if let Some(event) = store.numbered(seq)? {
            writeln!(out, "{}", line(&event.to_object()))?;
        }
    }
    Ok(())
}
