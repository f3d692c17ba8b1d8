//! Fractions: "1/2", "2 1/2", "2½", "two thirds", "half a million", "two and a half".

use super::numerals::{small, tens};
use super::{Core, Sentence, Token, Unit, Value, is_parted, lower, measure};

/// Reads a fraction in digits at a token: "3/4", "½".
pub(super) fn written_at(sentence: &Sentence, first: usize, word: &str) -> Option<Core> {
    let (value, end) = read(sentence, first, word)?;
    Some(Core { fraction: true, ..Core::new(end, value, Unit::Plain) })
}

fn read(sentence: &Sentence, at: usize, word: &str) -> Option<(Value, usize)> {
    if let Some(value) = vulgar(word) {
        return Some((value, at + 1));
    }
    // A part of "3/3/2024" is not a fraction, and "9/11" is a date.
    let slash = |at: usize| matches!(sentence.gap(at), "/" | "⁄");
    if !slash(at) || slash(at + 1) || at > 0 && slash(at - 1) {
        return None;
    }
    let number = |text: &str| text.parse::<i32>().ok().filter(|_| text.len() <= 4 && !text.starts_with('+'));
    let (over, under) = (number(word)?, number(&lower(sentence, at + 1))?);
    let usual = matches!(under, 2..=10 | 12 | 16 | 20 | 32 | 50 | 64 | 100 | 1000);
    if !usual || over == 0 || over >= under {
        return None;
    }
    Some((Value::fraction(over, under)?, at + 2))
}

/// Reads a fraction in one character.
fn vulgar(word: &str) -> Option<Value> {
    let (over, under) = match word {
        "½" => (1, 2),
        "⅓" => (1, 3),
        "⅔" => (2, 3),
        "¼" => (1, 4),
        "¾" => (3, 4),
        "⅕" => (1, 5),
        "⅖" => (2, 5),
        "⅗" => (3, 5),
        "⅘" => (4, 5),
        "⅙" => (1, 6),
        "⅚" => (5, 6),
        "⅛" => (1, 8),
        "⅜" => (3, 8),
        "⅝" => (5, 8),
        "⅞" => (7, 8),
        _ => return None,
    };
    Value::fraction(over, under)
}

/// Adds a fraction after a whole number: "2 1/2", "2½", "2 and a half".
pub(super) fn mixed(sentence: &Sentence, core: &mut Core) {
    if core.value.whole().is_none() {
        return;
    }
    if matches!(sentence.gap(core.end - 1), "" | " " | "-" | "\u{a0}")
        && let Some((part, end)) = read(sentence, core.end, &lower(sentence, core.end))
        && let Some(value) = core.value.plus(part)
    {
        *core = Core::new(end, value, Unit::Plain);
        return;
    }
    and_part(sentence, core, Value::int(1));
}

/// Adds "and a half" after a number. `of` is what the fraction refers to: 1, or the magnitude before it ("a
/// million and a half").
pub(super) fn and_part(sentence: &Sentence, core: &mut Core, of: Value) {
    if &*lower(sentence, core.end) != "and" || is_parted(sentence, core.end - 1) {
        return;
    }
    if let Some((part, end)) = spelled(sentence, core.end + 1)
        && let Some(value) = part.times(of).and_then(|part| core.value.plus(part))
    {
        *core = Core::new(end, value, Unit::Plain);
    }
}

/// Reads a fraction in words: "a half", "two thirds", "three-quarters".
pub(super) fn spelled(sentence: &Sentence, at: usize) -> Option<(Value, usize)> {
    if is_parted(sentence, at) {
        return None;
    }
    let count = lower(sentence, at);
    let over = if matches!(&*count, "a" | "an") { 1 } else { small(&count)? as i32 };
    let word = lower(sentence, at + 1);
    let (name, plural) = match word.strip_suffix('s') {
        Some(name) => (name, true),
        None => (&*word, false),
    };
    let under = match name {
        "half" | "halve" => 2,
        "third" => 3,
        "quarter" | "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        "hundredth" => 100,
        "thousandth" => 1000,
        _ => return None,
    };
    ((over != 1) == plural && over > 0).then_some(())?;
    Some((Value::fraction(over, under)?, at + 2))
}

/// Whether an ordinal after "a" is a fraction: "a third of it", "by about a third".
pub(super) fn is_part(sentence: &Sentence, at: usize) -> bool {
    const CUES: [&str; 14] = [
        "about", "around", "roughly", "nearly", "almost", "over", "under", "than", "least", "most", "to",
        "by", "only", "just",
    ];
    let after = lower(sentence, at + 1);
    let cue = at.checked_sub(2).is_some_and(|at| CUES.contains(&&*lower(sentence, at)));
    let ends = is_parted(sentence, at) || !sentence.tokens.get(at + 1).is_some_and(Token::is_content);
    &*after == "of" || cue && ends && !sentence.gap(at).starts_with('-')
}

/// Reads a count out of a total: "one in four", "3 out of 10".
pub(super) fn out_of(sentence: &Sentence, first: usize) -> Option<Core> {
    const MAX_DENOMINATOR: i128 = 1000;
    let whole = |at: usize| {
        let word = lower(sentence, at);
        let digits = || word.parse().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()));
        small(&word).or_else(|| tens(&word)).or_else(digits)
    };
    let over = whole(first)?;
    let (of, used) = match (&*lower(sentence, first + 1), &*lower(sentence, first + 2)) {
        ("in", _) => (false, 2),
        ("out", "of") => (true, 3),
        _ => return None,
    };
    let under = whole(first + used).filter(|under| over > 0 && over < *under && *under <= MAX_DENOMINATOR)?;
    // "Three in 12 games", "one in five years" and "two in twenty-five" are not such shares.
    let usual = of || matches!(under, 2..=10 | 20 | 100 | 1000);
    let end = first + used + 1;
    let next = lower(sentence, end);
    let longer = !is_parted(sentence, end - 1)
        && (whole(end).is_some()
            || super::scale(&next).is_some()
            || matches!(&*next, "hundred" | "dozen" | "percent" | "per" | "a.m" | "p.m")
            || measure(&next).is_some());
    let after = sentence.gap(end - 1);
    let stuck =
        after.starts_with(['-', '–', '%', ':', '/']) || (first..end - 1).any(|at| is_parted(sentence, at));
    let value = Value::fraction(i32::try_from(over).ok()?, i32::try_from(under).ok()?)?;
    (usual && !longer && !stuck).then(|| Core { fraction: true, ..Core::new(end, value, Unit::Plain) })
}

/// Reads a fraction of a magnitude or a measure: "half a million", "a quarter of a million", "half a
/// percent", "half an hour"; `at` is the index of the fraction.
pub(super) fn of_magnitude(sentence: &Sentence, at: usize, part: Value) -> Option<Core> {
    let mut next = at + 1;
    next += usize::from(&*lower(sentence, next) == "of");
    next += usize::from(matches!(&*lower(sentence, next), "a" | "an" | "one"));
    let years = |power: i32| Some(Core::new(next + 1, part.scaled(power), Unit::Measure("years")));
    match (&*lower(sentence, next), &*lower(sentence, next + 1)) {
        ("percent" | "pct", _) => return Some(Core::new(next + 1, part, Unit::Percent)),
        ("per", "cent") => return Some(Core::new(next + 2, part, Unit::Percent)),
        ("percentage", "point") => {
            return Some(Core::new(next + 2, part, Unit::Measure("percentage points")));
        }
        ("decade", _) => return years(1),
        ("century", _) => return years(2),
        _ => {}
    }
    if let Some(name) = of_measure(sentence, at, next) {
        // Weak, like "half" alone.
        return Some(Core { weak: true, ..Core::new(next + 1, part, Unit::Measure(name)) });
    }
    let value = match &*lower(sentence, next) {
        "dozen" => part.times(Value::int(12))?,
        "hundred" => part.scaled(2),
        "thousand" => part.scaled(3),
        "million" => part.scaled(6),
        "billion" => part.scaled(9),
        "trillion" => part.scaled(12),
        _ => return None,
    };
    Some(Core::new(next + 1, value, Unit::Plain))
}

/// Returns the measure at a token of which `part` is a fraction: "half a year", "half-hour"; but not
/// "half-year", which is one of two.
fn of_measure(sentence: &Sentence, part: usize, at: usize) -> Option<&'static str> {
    const BARE: [&str; 3] = ["hours", "minutes", "miles"];
    let word = lower(sentence, at);
    let name = measure(&word).filter(|_| word.len() > 2)?;
    let joined = (part..at).all(|between| matches!(sentence.gap(between), " " | "-" | "\u{a0}"));
    (joined && (at > part + 1 || BARE.contains(&name))).then_some(name)
}
