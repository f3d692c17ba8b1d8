//! Writes a table of the cases, with a row for each annotator.

use std::io::Write;

use crate::document::csv::cells;
use crate::session::{COLUMNS, row};

use super::{ExportError, Exported};

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    out.write_all(cells(COLUMNS).as_bytes())?;
    session.each(|id, folded| Ok(out.write_all(cells(row(id, folded)).as_bytes())?))
}
