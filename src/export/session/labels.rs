//! Writes the labels of each case and annotator, in the form that `score --labels` reads.

use std::io::Write;

use crate::report::json::line;
use crate::session::wrapper;

use super::{ExportError, Exported};

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    session.each(|id, folded| Ok(writeln!(out, "{}", line(&wrapper(id, folded.state().by(), folded)))?))
}
