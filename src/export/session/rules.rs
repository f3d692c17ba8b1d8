//! Writes the annotators' rules, each once, one object a line, in the form that `lockbench score --rules`
//! reads.

use std::io::Write;
use std::sync::Arc;

use crate::labels::OverruleRule;

use super::{ExportError, Exported};

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut rules: Vec<Arc<OverruleRule>> = Vec::new();
    session.each(|_, folded| {
        for rule in &folded.state().rules {
            // A rule for the whole queue is in force on each case that it changes, but is written once.
            if !rules.contains(rule) {
                rules.push(Arc::clone(rule));
            }
        }
        Ok(())
    })?;
    for rule in rules {
        serde_json::to_writer(&mut *out, &*rule).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    Ok(())
}
