//! Numbers written in digits, with grouping, magnitudes and attached units.

use super::{Core, Sentence, Unit, Value, clock, fractions, is_parted, lower, measure, scale};
use crate::text::restore::is_decimal;

/// Reads a number that begins at a token whose lower-cased word begins with a digit.
pub(super) fn digits_at(sentence: &Sentence, first: usize, word: &str) -> Option<Core> {
    if let Some(core) = fractions::written_at(sentence, first, word) {
        return Some(scaled(sentence, core));
    }
    let mark = |c: char| matches!(c, ',' | '.' | '\'' | '’' | '٬' | '٫' | '\u{202f}');
    let cut = word.find(|c: char| !(c.is_numeric() || mark(c))).unwrap_or(word.len());
    let (number, suffix) = word.split_at(cut);
    let number = number.trim_end_matches(mark);
    let mut core = Core::new(first + 1, Value::parse(number)?, Unit::Plain);
    match suffix {
        "" => {
            if let Some(clock) = clock::clock_at(sentence, first, number, core.value) {
                return Some(clock);
            }
            grouped(sentence, &mut core, number);
            decimals(sentence, &mut core, number);
            fractions::mixed(sentence, &mut core);
        }
        "st" | "nd" | "rd" | "th" => core.unit = Unit::Ordinal,
        "s" => core.unit = Unit::Decade,
        "am" | "pm" => return clock::joined(first, number, suffix),
        "pc" | "pct" => core.unit = Unit::Percent,
        "p" => core.unit = Unit::Money("pence"),
        _ => match scale(suffix) {
            Some(power) => {
                core.other = measure(suffix).map(|name| (core.value, Unit::Measure(name)));
                core.value = core.value.scaled(power);
                core.magnitude = true;
            }
            None => core.unit = Unit::Measure(measure(suffix)?),
        },
    }
    if core.unit == Unit::Plain {
        let other = european(number).or_else(|| clock::dotted(sentence, first, number));
        core.other = core.other.or(other);
        core = scaled(sentence, core);
    }
    Some(core)
}

/// Joins groups of three digits that are separated by spaces, "1 200 000", or in tokenised text by a comma
/// and a space, "25, 000". The latter is done only if the group begins with 0, which no separate number does.
fn grouped(sentence: &Sentence, core: &mut Core, number: &str) {
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !plain(number) || number.len() > 3 || number.starts_with('0') {
        return;
    }
    let mut whole = number.to_owned();
    loop {
        let word = lower(sentence, core.end);
        match sentence.gap(core.end - 1) {
            " " | "\u{a0}" | "\u{2009}" | "\u{202f}" => {}
            ", " | " , " if word.starts_with('0') => {}
            _ => return,
        }
        let (group, rest) = word.split_at_checked(3).unwrap_or((&word, ""));
        let decimals = rest.strip_prefix([',', '.']).is_some_and(|digits| plain(digits) && digits.len() != 3);
        if group.len() != 3 || !plain(group) || !(rest.is_empty() || decimals) {
            return;
        }
        whole += &word;
        let Some(value) = Value::parse(&whole) else { return };
        core.value = value;
        core.end += 1;
        if decimals {
            return;
        }
    }
}

/// Joins decimals that a tokeniser separated from the decimal point: "7. 8 per cent".
fn decimals(sentence: &Sentence, core: &mut Core, number: &str) {
    let (last, Some(next)) = (core.end - 1, sentence.tokens.get(core.end)) else { return };
    let word = lower(sentence, core.end);
    if sentence.gap(last).trim() != "."
        || !word.bytes().all(|b| b.is_ascii_digit())
        || !is_decimal(&sentence.text, sentence.tokens[last].span.end, next.span.start)
    {
        return;
    }
    if let Some(value) = Value::parse(&[number, ".", &*word].concat()) {
        core.value = value;
        core.end += 1;
    }
}

/// Returns a second meaning of numbers such as "1.200", which is a decimal in English and twelve hundred
/// where points separate groups.
fn european(number: &str) -> Option<(Value, Unit)> {
    let (whole, group) = number.split_once('.')?;
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let grouping = (1..=3).contains(&whole.len()) && !whole.starts_with('0') && group.len() == 3;
    (grouping && plain(whole) && plain(group))
        .then(|| Value::parse(&[whole, group].concat()).map(|value| (value, Unit::Plain)))?
}

/// Applies magnitudes after a number: "3.5 million", "2 hundred thousand", "2 dozen", "2 million and a half".
pub(super) fn scaled(sentence: &Sentence, mut core: Core) -> Core {
    let first = core.end;
    loop {
        if is_parted(sentence, core.end - 1) {
            break;
        }
        let word = lower(sentence, core.end);
        let value = match &*word {
            "hundred" => Some(core.value.scaled(2)),
            "dozen" => core.value.times(Value::int(12)),
            // A single letter after a space is more often a name.
            "bn" | "mn" | "tn" => scale(&word).map(|power| core.value.scaled(power)),
            other => scale(other).filter(|_| other.len() > 2).map(|power| core.value.scaled(power)),
        };
        let Some(value) = value else { break };
        core.value = value;
        core.end += 1;
        if &*word == "dozen" {
            break;
        }
    }
    if core.end > first {
        core.other = None;
        core.magnitude = true;
    }
    core.fraction &= core.end == first;
    core
}
