//! Numbers, times and ages that a tokeniser took apart.

use super::Edits;

/// What may follow a number with decimals, where a sentence might end too.
const UNITS: [&str; 22] = [
    "per cent", "percent", "%", "million", "billion", "trillion", "bn", "m ", "mn", "km", "miles", "metres",
    "meters", "pounds", "seconds", "points", "tonnes", "magnitude", "mph", "kg", "inches", "litres",
];

/// Digits of the whole part, and of the decimals, at most.
const WHOLE: usize = 3;
const DECIMALS: usize = 2;

/// Whether a number that ends at one byte and the digits that begin at another are one: "12 . 15pm", "7. 8 per cent".
pub(in crate::text) fn is_decimal(written: &str, end: usize, next: usize) -> bool {
    let bytes = written.as_bytes();
    let whole = bytes[..end].iter().rev().take(WHOLE + 1).take_while(|b| b.is_ascii_digit()).count();
    if whole == 0 || whole > WHOLE {
        return false;
    }
    let before = bytes[..end - whole].last();
    if before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b',' | b':' | b'-')) {
        return false;
    }
    let decimals =
        bytes[next.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).take(WHOLE + 1).count();
    if decimals == 0 || decimals > WHOLE {
        return false;
    }
    let rest = &written[next + decimals..];
    if &bytes[end - whole..end] == b"0" {
        return true;
    }
    let unit = rest.trim_start_matches(' ');
    let is_joined = rest.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, ',' | ';' | ')' | '%'));
    let is_marked = unit.starts_with([',', ';', ')']);
    decimals <= DECIMALS && (is_joined || is_marked || UNITS.iter().any(|own| unit.starts_with(own)))
}

/// Whether the digits about a colon tell the time: "4 : 15".
pub(super) fn is_clock(written: &str, end: usize, next: usize) -> bool {
    let bytes = written.as_bytes();
    let hours = bytes[..end].iter().rev().take(WHOLE).take_while(|b| b.is_ascii_digit()).count();
    let minutes =
        bytes[next.min(bytes.len())..].iter().take(WHOLE).take_while(|b| b.is_ascii_digit()).count();
    (1..=2).contains(&hours) && minutes == 2
}

/// Whether a text ends in the sign of a currency that stands apart from its number: "$ 1500".
pub(super) fn is_money(before: &str) -> bool {
    let Some(rest) = before.strip_suffix(['$', '£', '€']) else { return false };
    rest.is_empty() || rest.ends_with([' ', '(', '-']) || rest.ends_with("US")
}

/// "4.15 p. M.": the half of the day, of which the second letter was taken for the first of a sentence.
pub(super) fn half_of_day(written: &str, at: usize, edits: &mut Edits) -> Option<usize> {
    let bytes = written.as_bytes();
    let letter = bytes.get(at.checked_sub(2)?)?;
    let apart = at >= 4 && bytes[at - 3] == b' ' && bytes[at - 4].is_ascii_digit();
    let ends = matches!(bytes.get(at + 1), Some(b'm' | b'M')) && bytes.get(at + 2) == Some(&b'.');
    if !matches!(letter, b'a' | b'p') || !apart || !ends {
        return None;
    }
    edits.put(at, at + 1, "");
    Some(edits.put(at + 1, at + 2, "m"))
}

/// "34 - year - old".
pub(super) fn age(written: &str, at: usize, edits: &mut Edits) -> Option<usize> {
    const AGE: &str = " - year - old";
    let before = written.as_bytes()[..at].last()?;
    if !before.is_ascii_digit() || !written[at..].starts_with(AGE) {
        return None;
    }
    for (space, _) in AGE.match_indices(' ') {
        edits.put(at + space, at + space + 1, "");
    }
    Some(at + AGE.len())
}
