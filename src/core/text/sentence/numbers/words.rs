//! Numbers in words: "twenty-five", "one hundred and five", "a dozen", "twice".

use super::numerals::{ordinal, small, tens};
use super::units::scale;
use super::{
    Core, Quantity, Sentence, Unit, Value, amount, clock, digits, fractions, is_parted, lower, measure,
};
use crate::text::in_word_list;

/// Whether "decade" or "century" means a duration: "a decade", "twice per century".
fn is_length(sentence: &Sentence, at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| lower(sentence, at));
    matches!(before.as_deref(), Some("a" | "per" | "every" | "each"))
}

/// Reads one unit of time with its article: "for a month", "a year and a half"; but not a rate ("twice a
/// month"), a point in time ("a month ago"), or "for a second time".
fn length(sentence: &Sentence, first: usize) -> Option<Core> {
    const BEFORE: &str = " for in within after than nearly almost about over under least take takes took taken taking last \
        lasts lasted lasting has have had spend spends spent give gives gave given ";
    let word = lower(sentence, first + 1);
    let unit = measure(&word)
        .map(Unit::Measure)
        .filter(|_| word.len() > 2 && !word.ends_with('s') && word != "second")?;
    let mut core = Core { weak: true, ..Core::new(first + 2, Value::int(1), unit) };
    fractions::and_part(sentence, &mut core, Value::int(1));
    if core.end > first + 2 {
        return Some(Core { unit, ..core });
    }
    let is_time = amount(Value::int(1), unit).is_some_and(|(quantity, _)| quantity == Quantity::Time);
    let before = first.checked_sub(1).map(|at| lower(sentence, at))?;
    // "Higher than a year earlier" is a point in time.
    let is_when = in_word_list(" earlier ago before later previously ", &lower(sentence, core.end));
    (is_time && !is_when && in_word_list(BEFORE, &before)).then_some(core)
}

/// Reads a number in words.
pub(super) fn spelled_at(sentence: &Sentence, first: usize) -> Option<Core> {
    let word = lower(sentence, first);
    if let Some(core) = clock::past(sentence, first, &word) {
        return Some(core);
    }
    let sure = |value: Value, unit: Unit| Some(Core::new(first + 1, value, unit));
    let weak = |value: Value, unit: Unit| Some(Core { weak: true, ..Core::new(first + 1, value, unit) });
    match &*word {
        "a" | "an" => return length(sentence, first),
        "half" | "halved" | "quarter" | "quarters" => {
            let part = Value::fraction(1, if word.starts_with('h') { 2 } else { 4 })?;
            if let Some(core) =
                fractions::of_magnitude(sentence, first, part).filter(|_| !word.ends_with('d'))
            {
                return Some(core);
            }
            return Some(Core { fraction: true, weak: true, ..Core::new(first + 1, part, Unit::Plain) });
        }
        "couple" | "pair" | "twice" | "double" | "doubled" | "twin" | "twins" | "both" | "duo" => {
            return weak(Value::int(2), Unit::Plain);
        }
        "triple" | "tripled" | "trio" | "thrice" => return weak(Value::int(3), Unit::Plain),
        "once" | "single" => return weak(Value::int(1), Unit::Plain),
        // "The 19th century" and "the last decade" are not durations.
        "decade" | "century" if !is_length(sentence, first) => return None,
        "fortnight" => return sure(Value::int(2), Unit::Measure("weeks")),
        "decade" => return sure(Value::int(10), Unit::Measure("years")),
        "century" => return sure(Value::int(100), Unit::Measure("years")),
        "noon" | "midday" => return sure(Value::int(720), Unit::Clock),
        "midnight" => return sure(Value::int(0), Unit::Clock),
        "dozen" | "hundred" | "thousand" | "million" | "billion" | "trillion" => {
            // "A million", "a dozen"; a scale word without a number before it is a figure of speech.
            let one = scale(&word).map_or_else(
                || if &*word == "dozen" { Value::int(12) } else { Value::int(100) },
                |power| Value::int(1).scaled(power),
            );
            let mut core = Core { weak: true, ..Core::new(first + 1, one, Unit::Plain) };
            fractions::and_part(sentence, &mut core, one);
            return Some(core);
        }
        _ => {}
    }
    // "A third of the votes" is a fraction, "the third vote" an ordinal.
    let before = first.checked_sub(1).map(|at| lower(sentence, at));
    if before.as_deref() == Some("a")
        && fractions::is_part(sentence, first)
        && let Some((part, end)) = fractions::spelled(sentence, first - 1)
    {
        let core = fractions::of_magnitude(sentence, end - 1, part);
        return core.or(Some(Core { fraction: true, ..Core::new(end, part, Unit::Plain) }));
    }
    if let Some((part, end)) = fractions::spelled(sentence, first) {
        let core = fractions::of_magnitude(sentence, end - 1, part);
        return core.or_else(|| Some(Core { fraction: true, ..Core::new(end, part, Unit::Plain) }));
    }
    let mut core = counted(sentence, first)?;
    if core.unit == Unit::Plain {
        clock::spelled(sentence, &mut core);
    }
    if core.unit == Unit::Plain && core.value.whole().is_some() {
        let end = core.end;
        fractions::and_part(sentence, &mut core, Value::int(1));
        if core.end > end {
            core = digits::scaled(sentence, core);
        }
    }
    Some(core)
}

/// Reads the hundredths that follow a sum without a unit: "one euro fifty". Returns the offset of their end.
pub(super) fn hundredths(sentence: &Sentence, core: &mut Core) -> Option<usize> {
    const CENTS: std::ops::Range<i64> = 10..100;
    let is_sum = matches!(core.unit, Unit::Money("dollars" | "euros" | "pounds")) && core.value.is_whole();
    let is_named = core.end > 0 && !sentence.tokens[core.end - 1].flags.digit;
    if !is_sum || !is_named || is_parted(sentence, core.end - 1) {
        return None;
    }
    let cents = counted(sentence, core.end).filter(|cents| cents.unit == Unit::Plain && !cents.magnitude)?;
    let few = cents.value.whole().filter(|few| CENTS.contains(few))?;
    // "Two pounds twenty miles from here": the second number counts something else.
    let is_counting = || {
        let next = sentence.tokens.get(cents.end).is_some_and(|next| next.is_content());
        next && !is_parted(sentence, cents.end - 1)
    };
    if is_counting() {
        return None;
    }
    core.value = core.value.plus(Value::fraction(i32::try_from(few).ok()?, 100)?)?;
    core.end = cents.end;
    Some(sentence.tokens[core.end - 1].span.end)
}

/// Reads cardinals and ordinals of several words.
fn counted(sentence: &Sentence, first: usize) -> Option<Core> {
    let (mut total, mut group, mut at, mut any) = (0_i128, 0_i128, first, false);
    let mut magnitude = false;
    let mut unit = Unit::Plain;
    let mut words = 0;
    loop {
        if any && is_parted(sentence, at - 1) {
            break;
        }
        let word = lower(sentence, at);
        if let Some(value) = small(&word) {
            // "Twenty five", but never "five six".
            if any && (group % 10 != 0 || group % 100 != 0 && value > 9) {
                break;
            }
            group += value;
        } else if let Some(value) = tens(&word) {
            if group % 100 != 0 {
                break;
            }
            group += value;
        } else if let Some(value) = ordinal(&word) {
            if any && group % 10 != 0 {
                break;
            }
            group += value;
            unit = Unit::Ordinal;
        } else if any && &*word == "hundred" && group > 0 && group < 100 {
            group *= 100;
        } else if let Some(power) = scale(&word).filter(|_| any && word.len() > 2 && group > 0) {
            total += group * 10_i128.pow(power as u32);
            group = 0;
            magnitude = true;
        } else if any && &*word == "dozen" && group > 0 {
            group *= 12;
        } else if any && &*word == "and" && group % 100 == 0 && (group > 0 || total > 0) {
            let next = lower(sentence, at + 1);
            if small(&next).is_none() && tens(&next).is_none() {
                break;
            }
        } else {
            break;
        }
        any = true;
        at += 1;
        words += 1;
        if unit == Unit::Ordinal || words > 16 {
            break;
        }
    }
    if !any {
        return None;
    }
    let value = Value::int(total + group);
    let weak = words == 1 && (value == Value::int(1) || unit == Unit::Ordinal && value.to_f64() < 3.0);
    Some(Core { weak, magnitude, ..Core::new(at, value, unit) })
}
