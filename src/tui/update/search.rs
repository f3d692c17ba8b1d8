//! Looking for words: in the text in focus, or in the labels.

use crate::text::Span;
use crate::tui::app::{App, Panel, Window};
use crate::tui::keymap::Action;
use crate::tui::prompt::Prompt;

use super::{edit, focus, tell};

/// An action of searching.
pub fn act(app: &mut App, action: Action) {
    match action {
        Action::Search => app.window = Some(Window::Search { typed: Prompt::default() }),
        _ if app.needle.is_empty() => tell(app, "/ searches"),
        Action::SearchPrevious => go(app, false),
        _ => go(app, true),
    }
}

/// Takes what was typed and goes to the first place.
pub fn begin(app: &mut App, typed: &str) {
    app.needle = typed.to_owned();
    if !typed.is_empty() {
        go(app, true);
    }
}

fn go(app: &mut App, forward: bool) {
    let needle = app.needle.clone();
    let found = match app.focus {
        Panel::Labels => in_labels(app, &needle, forward),
        _ => in_text(app, &needle, forward),
    };
    if !found {
        tell(app, &format!("not found: {needle}"));
    }
}

fn in_text(app: &mut App, needle: &str, forward: bool) -> bool {
    let side = edit::side(app);
    let Some(bench) = app.bench_mut() else { return false };
    let pane = bench.seen_mut(side);
    let from = pane.selection().map_or(pane.cursor(), |span| span.start);
    let places = find(pane.as_str(), needle);
    let place = if forward {
        places.iter().find(|span| span.start > from).or(places.first())
    } else {
        places.iter().rfind(|span| span.start < from).or(places.last())
    };
    match place {
        Some(&span) => {
            pane.select(span);
            pane.scroll_to(span);
            true
        }
        None => false,
    }
}

fn in_labels(app: &mut App, needle: &str, forward: bool) -> bool {
    let Some((bench, report)) = app.bench().and_then(|bench| Some((bench, bench.report()?))) else {
        return false;
    };
    let found: Vec<_> = report
        .labels
        .iter()
        .filter(|(_, label)| !find(&label.text, needle).is_empty())
        .map(|(id, _)| *id)
        .collect();
    let here = report.labels.iter().position(|(id, _)| Some(*id) == bench.label);
    let place = |id| report.labels.iter().position(|(known, _)| *known == id);
    let next = if forward {
        found.iter().find(|id| place(**id) > here).or(found.first())
    } else {
        found.iter().rfind(|id| place(**id) < here).or(found.last())
    };
    let next = next.copied();
    next.map(|id| focus::select(app, id)).is_some()
}

/// Places found at most: enough to step through, and to paint.
const FOUND: usize = 10_000;

/// Where a text has the words, whatever their case; places do not overlap.
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

/// Bytes of a text that spell the lower-case letters, if it begins with them.
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
