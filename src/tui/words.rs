//! Words and numbers as shown to people.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::labels::LabelValue;
use crate::num::Num;
use crate::report::Decision;
pub use crate::report::names::{metric, short_metric, with_labels};
pub use crate::report::{caps, reasons};

use super::prompt::Prompt;
use super::sanitize;
use super::theme::{Theme, ThemeRole};

/// Returns a line of typed text with its cursor; the end stays visible.
pub fn prompt(theme: &Theme, typed: &Prompt, columns: usize) -> Vec<Span<'static>> {
    let (before, after) = typed.halves();
    let mut rest = after.chars();
    let under = rest
        .next()
        .map_or_else(|| " ".to_owned(), |c| sanitize::line(c.encode_utf8(&mut [0; 4])).into_owned());
    let skipped = before.chars().count().saturating_sub(columns.saturating_sub(1));
    let before: String = before.chars().skip(skipped).collect();
    let left = columns.saturating_sub(width(&before) + 1);
    vec![
        theme.span(ThemeRole::Text, sanitize::line(&before).into_owned()),
        theme.span(ThemeRole::Cursor, under),
        theme.span(ThemeRole::Text, sanitize::fit(rest.as_str(), left).into_owned()),
    ]
}

pub fn decision(decision: Decision) -> ThemeRole {
    match decision {
        Decision::Pass => ThemeRole::Pass,
        Decision::Warn => ThemeRole::Warn,
        Decision::Fail => ThemeRole::Fail,
        Decision::Incomplete => ThemeRole::Incomplete,
        Decision::Error => ThemeRole::Error,
    }
}

/// Returns a verdict as a sign of one column.
pub fn sign(decision: Decision) -> &'static str {
    match decision {
        Decision::Pass => "✓",
        Decision::Warn => "!",
        Decision::Fail => "✗",
        Decision::Incomplete => "?",
        Decision::Error => "E",
    }
}

/// Returns the word that distinguishes a rubric from the others: `twin` for `twin-lock`, `ultra` for
/// `judge-lock-ultra`.
pub fn short(slug: &str) -> &str {
    slug.rsplit('-').find(|word| *word != "lock").unwrap_or(slug)
}

/// Returns the role of a label's word, by how good it is.
pub fn word(word: LabelValue) -> ThemeRole {
    match word {
        LabelValue::Fully
        | LabelValue::Correct
        | LabelValue::Supported
        | LabelValue::High
        | LabelValue::Yes => ThemeRole::Supported,
        LabelValue::Partial | LabelValue::Some | LabelValue::Mild | LabelValue::Moderate => {
            ThemeRole::Partial
        }
        LabelValue::Not
        | LabelValue::Wrong
        | LabelValue::Unsupported
        | LabelValue::None
        | LabelValue::No
        | LabelValue::Severe => ThemeRole::Unsupported,
        LabelValue::Extraneous => ThemeRole::Extraneous,
        LabelValue::BiasedWording
        | LabelValue::Stereotype
        | LabelValue::Insult
        | LabelValue::MildProfanity
        | LabelValue::StrongProfanity
        | LabelValue::Slur => ThemeRole::Issue,
    }
}

/// Returns the change of a number: `▲ 0.50`, `▼ 5.31`, or `None`.
pub fn delta(theme: &Theme, now: Option<Num>, then: Option<Num>) -> Option<Span<'static>> {
    let (now, then) = (now?, then?);
    // A change below the displayed precision does not count.
    if now.shown() == then.shown() {
        return None;
    }
    Some(if now > then {
        theme.span(ThemeRole::Up, format!("▲ {}", now.shown_difference(then).shown()))
    } else {
        theme.span(ThemeRole::Down, format!("▼ {}", then.shown_difference(now).shown()))
    })
}

/// Returns a text as one safe line, cut or padded to exactly the given width.
pub fn cell(text: &str, columns: usize) -> String {
    let fitted = sanitize::fit(text, columns);
    let used = width(&fitted);
    format!("{fitted}{}", " ".repeat(columns.saturating_sub(used)))
}

/// Returns a name as one safe line of at most the given width, cut in the middle, because names in a set
/// often begin alike and differ at the end.
pub fn middle_cut(name: &str, columns: usize) -> String {
    let line = sanitize::line(name);
    if width(&line) <= columns {
        return line.into_owned();
    }
    let end_room = columns.saturating_sub(1) / 2;
    let mut tail = line.len();
    for (at, _) in line.char_indices().rev() {
        if width(&line[at..]) > end_room {
            break;
        }
        tail = at;
    }
    let tail = &line[tail..];
    // The beginning and the mark take the room that the end leaves.
    format!("{}{tail}", sanitize::fit(&line, columns.saturating_sub(width(tail))))
}

/// Returns the width of a text, in columns.
pub fn width(text: &str) -> usize {
    sanitize::width(text)
}

/// Returns the width of spans, in columns.
pub fn width_of(spans: &[Span]) -> usize {
    spans.iter().map(|span| width(&span.content)).sum()
}

/// Cuts spans to the given width, with an ellipsis if text is left out.
pub fn fit_spans(spans: Vec<Span<'static>>, columns: usize) -> Vec<Span<'static>> {
    if width_of(&spans) <= columns {
        return spans;
    }
    let mut room = columns;
    let mut kept = Vec::with_capacity(spans.len());
    for span in spans {
        let taken = width(&span.content);
        if taken >= room {
            // Either another span follows, or this one is too long.
            let cut = sanitize::fit(&format!("{}…", span.content), room).into_owned();
            kept.push(styled(cut, span.style));
            break;
        }
        room -= taken;
        kept.push(span);
    }
    kept
}

/// Returns a span with a style.
pub fn styled(text: impl Into<String>, style: Style) -> Span<'static> {
    Span::styled(text.into(), style)
}

/// Returns a text wrapped to lines of a role; each begins with a blank.
pub fn paragraph(
    theme: &Theme,
    role: ThemeRole,
    text: &str,
    columns: usize,
) -> impl Iterator<Item = Line<'static>> + use<> {
    let style = theme.style(role);
    wrap(text, columns).into_iter().map(move |part| Line::from(styled(format!(" {part}"), style)))
}

/// Wraps a text to at most `most` lines; if there are more, the last one ends with "…".
pub fn wrap_within(text: &str, columns: usize, most: usize) -> Vec<String> {
    let mut lines = wrap(text, columns);
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        lines.extend((most > 0).then(|| sanitize::fit(&rest, columns).into_owned()));
    }
    lines
}

/// Wraps a text to lines of at most the given width, at white space if possible.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in sanitize::line(text).split_whitespace() {
        let mut word = word;
        loop {
            let gap = usize::from(!line.is_empty());
            if width(&line) + gap + width(word) <= columns {
                if gap == 1 {
                    line.push(' ');
                }
                line.push_str(word);
                break;
            }
            if line.is_empty() {
                // A word longer than a line is cut.
                let mut cut = 0;
                for (at, c) in word.char_indices() {
                    if width(&word[..at + c.len_utf8()]) > columns.max(2) {
                        break;
                    }
                    cut = at + c.len_utf8();
                }
                lines.push(word[..cut].to_owned());
                word = &word[cut..];
                if word.is_empty() || cut == 0 {
                    break;
                }
            } else {
                lines.push(std::mem::take(&mut line));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_in_its_middle() {
        assert_eq!(middle_cut("dm-test-f26d84::M11", 12), "dm-tes…::M11");
        assert_eq!(middle_cut("short", 12), "short");
        for columns in 0..12 {
            let cut = middle_cut("漢字漢字漢字abc", columns);
            assert!(width(&cut) <= columns.max(1), "{columns}: {cut}");
        }
    }

    #[test]
    fn lines_are_no_longer_than_asked() {
        let lines = wrap("one two three 漢字漢字漢字 abcdefghijklm", 6);
        assert!(lines.iter().all(|line| width(line) <= 6), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), "onetwothree漢字漢字漢字abcdefghijklm");
        assert!(wrap("", 10).is_empty());
    }

    #[test]
    fn a_text_of_too_many_lines_ends_with_an_ellipsis() {
        assert_eq!(wrap_within("one two three four", 9, 2), ["one two", "three fo…"]);
        assert_eq!(wrap_within("one two three", 9, 2), ["one two", "three"]);
        assert!(wrap_within("one two", 9, 0).is_empty());
    }
}
