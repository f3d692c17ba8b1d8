//! Numbers that a tokeniser split.

/// Words after which a number with decimals is certain, in places where a sentence might also end.
const UNITS: [&str; 22] = [
    "per cent", "percent", "%", "million", "billion", "trillion", "bn", "m ", "mn", "km", "miles", "metres",
    "meters", "pounds", "seconds", "points", "tonnes", "magnitude", "mph", "kg", "inches", "litres",
];

/// Largest number of digits before the point, and of decimals.
const WHOLE: usize = 3;
const DECIMALS: usize = 2;

/// Whether a number that ends at `end` and the digits that begin at `next` are one number: "12 . 15pm", "7. 8
/// per cent".
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
