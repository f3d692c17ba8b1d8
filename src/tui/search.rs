//! Search for words: in the text that was in focus last, or in the labels while they have the focus; then in
//! the other text.

use crate::labels::Side;
use crate::text::Span;

use super::keymap::{Action, Context};
use super::state::{Panel, State};

/// Goes to the next or previous match of the search.
pub fn go(state: &mut State, forward: bool) {
    let needle = state.needle.clone();
    if needle.is_empty() {
        let key = state.keys.name(Context::Main, Action::Search);
        return state.notify(&format!("nothing is searched for yet: {key} finds words"));
    }
    let in_labels = if state.focus == Panel::Labels { in_labels(state, &needle, forward) } else { None };
    let (read, other) = (state.read, state.read.other());
    if let Some((at, of)) = in_labels.or_else(|| in_text(state, read, &needle, forward)) {
        return state.notify(&format!("{at} of {of}: {needle}"));
    }
    let Some((at, of)) = in_text(state, other, &needle, forward) else {
        return state.notify(&format!("not found: {needle}"));
    };
    // Words that one text lacks are usually sought in the other.
    state.focus = Panel::of(other);
    let title = |side| Panel::of(side).title().to_lowercase();
    state.notify(&format!("{at} of {of} in the {}: {needle}; the {} has none", title(other), title(read)));
}

/// The number of the match that the cursor moves to, counted from 1, and the number of matches.
type MatchPosition = Option<(usize, usize)>;

fn in_text(state: &mut State, side: Side, needle: &str, forward: bool) -> MatchPosition {
    let open_case = state.open_case_mut()?;
    let pane = open_case.seen_mut(side);
    let from = pane.selection().map_or(pane.cursor(), |span| span.start);
    let places = find(pane.as_str(), needle);
    let at = if forward {
        places.iter().position(|span| span.start > from).unwrap_or(0)
    } else {
        places.iter().rposition(|span| span.start < from).unwrap_or(places.len().saturating_sub(1))
    };
    let span = *places.get(at)?;
    pane.select(span);
    pane.scroll_to(span);
    Some((at + 1, places.len()))
}

fn in_labels(state: &mut State, needle: &str, forward: bool) -> MatchPosition {
    let (open_case, report) = state.labelled()?;
    let found: Vec<_> = report
        .labels
        .iter()
        .filter(|(_, label)| !find(&label.text, needle).is_empty())
        .map(|(id, _)| *id)
        .collect();
    let here = report.labels.iter().position(|(id, _)| Some(*id) == open_case.label);
    let place = |id| report.labels.iter().position(|(known, _)| *known == id);
    let at = if forward {
        found.iter().position(|id| place(*id) > here).unwrap_or(0)
    } else {
        found.iter().rposition(|id| place(*id) < here).unwrap_or(found.len().saturating_sub(1))
    };
    let next = *found.get(at)?;
    let count = found.len();
    state.select(next);
    Some((at + 1, count))
}

/// Most matches: enough to step through, and to paint.
const FOUND: usize = 10_000;

/// Finds the words in a text, ignoring case. Matches do not overlap.
pub fn find(text: &str, needle: &str) -> Vec<Span> {
    let lower: Vec<char> = needle.chars().flat_map(char::to_lowercase).collect();
    let Some(&first) = lower.first() else { return Vec::new() };
    let mut found: Vec<Span> = Vec::new();
    let mut free = 0;
    for (start, c) in text.char_indices() {
        if start < free || c.to_lowercase().next() != Some(first) {
            continue;
        }
        if let Some(len) = prefix(&text[start..], &lower) {
            free = start + len;
            found.push(Span::new(start, free));
            if found.len() == FOUND {
                break;
            }
        }
    }
    found
}

/// Returns the number of bytes at the start of a text that spell the given lower-case letters; `None` if it
/// does not begin with them.
fn prefix(text: &str, lower: &[char]) -> Option<usize> {
    let mut left = lower.iter();
    for (at, c) in text.char_indices() {
        for small in c.to_lowercase() {
            match left.next() {
                Some(want) if *want == small => {}
                _ => return None,
            }
        }
        if left.len() == 0 {
            return Some(at + c.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_matter_and_bytes_are_right() {
        let text = "Éclair éclair ECLAIR";
        let found: Vec<&str> = find(text, "éCLAIR").iter().map(|span| &text[span.range()]).collect();
        assert_eq!(found, ["Éclair", "éclair"]);
        assert_eq!(find("aaaa", "aa").len(), 2);
        assert!(find("abc", "").is_empty() && find("", "a").is_empty());
    }
}
