//! Times of day, in minutes since midnight.

use super::numerals::{small, tens};
use super::{Core, Sentence, Unit, Value, is_parted, lower};
use crate::text::Token;

/// Half a day in minutes: a time without "am" or "pm" may be off by this.
const HALF_DAY: i128 = 720;

/// Reads "12:30", "5.30 pm", "4 p.m.", "16:00", "1600 GMT" or "12 noon".
pub(super) fn clock_at(sentence: &Sentence, first: usize, word: &str, value: Value) -> Option<Core> {
    let mut end = first + 1;
    let mut minutes = String::new();
    let mut half = lower(sentence, end).into_owned();
    let mut seconds: Option<i128> = None;
    if sentence.gap(first) == ":" {
        let cut = half.find(|c: char| !c.is_ascii_digit()).unwrap_or(half.len());
        if cut != 2 || value.whole().is_none_or(|hour| hour > 23) {
            return None;
        }
        minutes = half[..2].to_owned();
        half = half[2..].to_owned();
        end += 1;
        if half.is_empty() && sentence.gap(end - 1) == ":" {
            seconds = lower(sentence, end).parse().ok().filter(|seconds| *seconds < 60);
            end += usize::from(seconds.is_some());
        }
        if half.is_empty() {
            half = lower(sentence, end).into_owned();
            if is_half(&half) {
                end += 1;
            }
        }
    } else if is_half(&half) {
        end += 1;
    } else if let Some(core) = zoned(first, word, &half).or_else(|| noon(first, value, &half)) {
        return Some(core);
    } else {
        return None;
    }
    let half = if is_half(&half) { half.as_str() } else { "" };
    let value = clock_value(word, &minutes, half)?;
    let mut core = Core::new(end, value, Unit::Clock);
    if let (Some(seconds), Some(value)) = (seconds, core.value.whole()) {
        // "2:21:08" may also be a duration.
        core.other = Some((Value::int(i128::from(value) * 60 + seconds), Unit::Measure("seconds")));
    } else if half.is_empty() && !word.starts_with('0') {
        either_half(&mut core);
    }
    Some(core)
}

/// Returns the time of day that "5.30" may be, if a word before it introduces a time and no unit follows.
pub(super) fn dotted(sentence: &Sentence, first: usize, word: &str) -> Option<(Value, Unit)> {
    let (_, minutes) = word.split_once('.')?;
    let before = first.checked_sub(1).filter(|before| sentence.gap(*before) == " ")?;
    let says_when =
        matches!(&*lower(sentence, before), "at" | "until" | "till" | "before" | "after" | "past");
    let ends = |sign: char| matches!(sign, ',' | '.' | ';' | ')' | '"' | '”');
    let is_bare = sentence.gap(first).trim_start().chars().next().is_none_or(ends);
    let is_time = minutes.len() == 2 && says_when && is_bare && !measures(sentence, first + 1);
    if is_time { Some((clock_value(word, "", "")?, Unit::Clock)) } else { None }
}

/// Reads four digits before a time zone: "1600 GMT".
fn zoned(first: usize, word: &str, zone: &str) -> Option<Core> {
    let known = matches!(zone, "gmt" | "utc" | "bst" | "cet" | "cest" | "est" | "edt" | "pst" | "pdt");
    if !known || word.len() != 4 || !word.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value = clock_value(&word[..2], &word[2..], "")?;
    Some(Core::new(first + 1, value, Unit::Clock))
}

/// Reads "12 noon" or "12 midnight".
fn noon(first: usize, value: Value, word: &str) -> Option<Core> {
    let minutes = match word {
        "noon" | "midday" => HALF_DAY,
        "midnight" => 0,
        _ => return None,
    };
    (value == Value::int(12)).then(|| Core::new(first + 2, Value::int(minutes), Unit::Clock))
}

/// Reads "4pm" in one word.
pub(super) fn joined(first: usize, hour: &str, half: &str) -> Option<Core> {
    Some(Core::new(first + 1, clock_value(hour, "", half)?, Unit::Clock))
}

/// Converts an hour in words before "pm" or "p.m.".
pub(super) fn spelled(sentence: &Sentence, core: &mut Core) {
    let half = lower(sentence, core.end);
    if core.unit != Unit::Plain || is_parted(sentence, core.end - 1) || !is_half(&half) {
        return;
    }
    let hour = core.value.whole().filter(|hour| (1..=12).contains(hour));
    if let Some(value) = hour.and_then(|hour| clock_value(&hour.to_string(), "", &half)) {
        *core = Core::new(core.end + 1, value, Unit::Clock);
    }
}

/// Converts an hour before "o'clock" to minutes.
pub(super) fn o_clock(core: &mut Core) -> Option<()> {
    let hour = core.value.whole().filter(|hour| (1..=12).contains(hour))?;
    core.value = Value::int(i128::from(hour) * 60);
    core.weak = false;
    either_half(core);
    Some(())
}

/// Reads "half past three", "quarter to four" or "half three"; `word` is the first word.
pub(super) fn past(sentence: &Sentence, first: usize, word: &str) -> Option<Core> {
    let part = match word {
        "half" => 30,
        "quarter" => 15,
        _ => return None,
    };
    let (after, at) = match &*lower(sentence, first + 1) {
        "past" => (part, first + 2),
        "to" if part == 15 => (-part, first + 2),
        _ if part == 30 && is_half_hour(sentence, first) => (part, first + 1),
        _ => return None,
    };
    let hour = lower(sentence, at);
    let hour = small(&hour).or_else(|| hour.parse().ok()).filter(|hour| (1..=12).contains(hour))?;
    let mut core = Core::new(at + 1, Value::int(hour % 12 * 60 + after).positive_time(), Unit::Clock);
    either_half(&mut core);
    Some(core)
}

/// Whether "half" before an hour is short for "half past": "at half five", but not "the second half, five of
/// them".
fn is_half_hour(sentence: &Sentence, half: usize) -> bool {
    let says_when = |at: usize| {
        matches!(
            &*lower(sentence, at),
            "at" | "by" | "until" | "till" | "about" | "around" | "before" | "after"
        )
    };
    let opens = half == 0
        || is_parted(sentence, half - 1)
        || says_when(half - 1)
        || sentence.gap(half - 1).contains('?');
    opens && sentence.gap(half) == " " && &*lower(sentence, half + 2) != "of" && !measures(sentence, half + 2)
}

/// Whether the word after a number is what the number counts.
fn measures(sentence: &Sentence, at: usize) -> bool {
    !is_parted(sentence, at - 1) && sentence.tokens.get(at).is_some_and(Token::is_content)
}

/// Reads "ten minutes to eight", "20 minutes past 8" or "five past three".
pub(super) fn minutes_past(sentence: &Sentence, first: usize) -> Option<Core> {
    let (minutes, mut at) = count(sentence, first)?;
    let named = matches!(&*lower(sentence, at), "minute" | "minutes");
    at += usize::from(named);
    let minutes = match &*lower(sentence, at) {
        "past" => minutes,
        "to" if named => -minutes,
        _ => return None,
    };
    let word = lower(sentence, at + 1);
    let hour = match &*word {
        "midnight" => 0,
        "noon" | "midday" => 12,
        word => small(word).or_else(|| word.parse().ok()).filter(|hour| (1..=12).contains(hour))?,
    };
    // Not "cut from ten minutes to eight" or "gave ten minutes to eight people".
    let before = first.checked_sub(1).map(|at| lower(sentence, at));
    let goes_on = sentence.gap(at + 1).starts_with('-')
        || !is_parted(sentence, at + 1)
            && sentence
                .tokens
                .get(at + 2)
                .is_some_and(|next| next.is_content() && !is_half(&lower(sentence, at + 2)));
    if goes_on || is_parted(sentence, at) || matches!(before.as_deref(), Some("from" | "by" | "between")) {
        return None;
    }
    let mut core = Core::new(at + 2, Value::int(hour % 12 * 60 + minutes).positive_time(), Unit::Clock);
    match &*lower(sentence, at + 2) {
        half if is_half(half) => {
            core.end += 1;
            if half.starts_with('p') && core.value.to_f64() < HALF_DAY as f64 {
                core.value = core.value.plus(Value::int(HALF_DAY))?;
            }
        }
        _ => either_half(&mut core),
    }
    Some(core)
}

/// Reads a number of minutes below 60, and returns the index of the token after it.
fn count(sentence: &Sentence, first: usize) -> Option<(i128, usize)> {
    let word = lower(sentence, first);
    let ones = lower(sentence, first + 1);
    let found = match (tens(&word), small(&ones).filter(|ones| (1..10).contains(ones))) {
        (Some(tens), Some(ones)) => (tens + ones, first + 2),
        (Some(tens), None) => (tens, first + 1),
        _ => (small(&word).or_else(|| word.parse().ok())?, first + 1),
    };
    ((1..60).contains(&found.0) && !(first..found.1).any(|at| is_parted(sentence, at))).then_some(found)
}

/// Adds the time in the other half of the day as a second meaning if nothing says which half is meant.
fn either_half(core: &mut Core) {
    const NOON_HOUR_END: i64 = 780;
    if let Some(minutes) = core.value.whole().filter(|minutes| *minutes < NOON_HOUR_END) {
        let other = (i128::from(minutes) + HALF_DAY) % (2 * HALF_DAY);
        core.other = Some((Value::int(other), Unit::Clock));
    }
}

impl Value {
    /// Corrects a time shortly before midnight that came out negative.
    fn positive_time(self) -> Value {
        match self.whole() {
            Some(minutes) if minutes < 0 => Value::int(i128::from(minutes) + 2 * HALF_DAY),
            _ => self,
        }
    }
}

fn is_half(word: &str) -> bool {
    matches!(word, "am" | "pm" | "a.m" | "p.m" | "a.m." | "p.m.")
}

fn clock_value(hour: &str, minutes: &str, half: &str) -> Option<Value> {
    let (hour, minutes) = match hour.split_once('.') {
        Some((hour, minutes)) if minutes.len() == 2 => (hour, minutes),
        Some(_) => return None,
        None => (hour, minutes),
    };
    let hour: i128 = hour.parse().ok().filter(|hour| *hour < 24)?;
    let minutes: i128 = if minutes.is_empty() { 0 } else { minutes.parse().ok().filter(|m| *m < 60)? };
    let hour = match half.chars().next() {
        Some('p') if hour < 12 => hour + 12,
        Some('a') if hour == 12 => 0,
        _ => hour,
    };
    Some(Value::int(hour * 60 + minutes))
}
