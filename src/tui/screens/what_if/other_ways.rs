//! Alternative sets of changes with the same effect on the verdict as the offered one.

use crate::labels::{LabelId, LabelValue};
use crate::num::pluralize;
use crate::report::Flip;
use crate::tui::screens::prelude::*;

/// Returns the known alternatives, and the number of others; no lines if there are none.
pub fn lines(flip: &Flip, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let (others, more) = flip.others();
    let named = |(id, to): &(LabelId, LabelValue)| format!("{} → {}", id.shown(), id.list.value_name(*to));
    let set = |set: &Vec<(LabelId, LabelValue)>| set.iter().map(named).collect::<Vec<_>>().join(", ");
    let mut ways: Vec<String> = others.iter().map(set).collect();
    if let Ok(more @ 1..) = usize::try_from(more) {
        ways.push(pluralize(more, "other way"));
    }
    if ways.is_empty() {
        return Vec::new();
    }
    let line = |part: String| theme.line(ThemeRole::Dim, format!("     {part}"));
    let text = format!("or {}", ways.join("; or "));
    words::wrap(&text, width.saturating_sub(6)).into_iter().map(line).collect()
}
