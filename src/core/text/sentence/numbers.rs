//! Numbers as values: "1,200", "1200", "1.2 thousand" and "twelve hundred" are the same number.

mod clock;
mod digits;
mod fractions;
mod numerals;
mod quantities;
mod units;
mod value;
mod words;

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

pub(super) use numerals::ordinal;
pub use quantities::{Quantity, amount};
pub use units::{Unit, same_money};
pub use value::{Value, digit};

use super::{Sentence, Token};
use crate::text::{Span, fold_token, hash64, in_word_list};
use units::{dollars_by_name, dollars_of, measure, money_code, money_sign, money_word, scale};

/// Relation of an approximate number to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// The true number is on either side: "about", "roughly", "or so".
    Either,
    /// The true number is below: "nearly", "less than", "up to".
    Below,
    /// The true number is above: "over", "more than", "at least".
    Above,
}

/// A number of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    /// Bytes within the sentence, including unit and sign.
    pub span: Span,
    /// Its first token, not counting a currency code.
    pub first: usize,
    /// Index after its last token.
    pub end: usize,
    pub value: Value,
    /// The unit that it counts.
    pub unit: Unit,
    /// Whether the wording may not be meant as a number at all ("one", "second", "a couple", "for a year"). A
    /// match for it counts, but its absence does not.
    pub weak: bool,
    /// Whether it is stated to be approximate, and in which direction.
    pub about: Option<About>,
    /// Whether it is written as a fraction, which could also be a percentage: "half", "2/3".
    pub fraction: bool,
    /// Whether it is written with a magnitude, which suggests that it is rounded: "1.2 million", "5k".
    pub magnitude: bool,
    /// A second possible meaning: three in the afternoon for "3:00", five metres for "5m".
    pub other: Option<(Value, Unit)>,
}

/// Returns all numbers of a sentence, in order, without overlaps.
pub(super) fn numbers(sentence: &Sentence) -> Vec<Number> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < sentence.tokens.len() {
        match number_at(sentence, at) {
            Some(number) => {
                at = number.end;
                out.push(number);
            }
            None => at += 1,
        }
    }
    out
}

fn lower(sentence: &Sentence, at: usize) -> Cow<'_, str> {
    sentence.tokens.get(at).map_or("".into(), |token| fold_token(sentence.word(token)))
}

/// Whether punctuation separates a token from the next one.
fn is_parted(sentence: &Sentence, at: usize) -> bool {
    sentence.gap(at).contains([',', '.', ';', '(', ')', ':'])
}

/// Words that can begin a spelled number. One look-up rules out nearly every word of a text.
static SPELLED: LazyLock<FxHashSet<u64>> = LazyLock::new(|| {
    const WORDS: &str = "a an zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
        sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety first second third \
        fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth \
        seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth \
        ninetieth hundredth thousandth half halved quarter quarters couple pair twice double doubled twin twins both \
        duo triple tripled trio thrice once single fortnight decade century noon midday midnight dozen hundred \
        thousand million billion trillion";
    WORDS.split_whitespace().map(|w| hash64(w.as_bytes())).collect()
});

/// A number under construction.
struct Core {
    end: usize,
    value: Value,
    unit: Unit,
    weak: bool,
    fraction: bool,
    magnitude: bool,
    other: Option<(Value, Unit)>,
}

impl Core {
    fn new(end: usize, value: Value, unit: Unit) -> Core {
        Core { end, value, unit, weak: false, fraction: false, magnitude: false, other: None }
    }
}

fn number_at(sentence: &Sentence, first: usize) -> Option<Number> {
    let mut whole = measure_at(sentence, first)?;
    // At most twice, since the units become smaller.
    while let Some(longer) = with_smaller_part(sentence, &whole) {
        whole = longer;
    }
    Some(whole)
}

/// Extends a duration by the minutes after its hours, or the seconds after its minutes, and a sum of money by its
/// hundredths: "2 hours, 21 minutes and 8 seconds", "twelve euros and fifty cents".
fn with_smaller_part(sentence: &Sentence, whole: &Number) -> Option<Number> {
    let is_divided = matches!(whole.unit, Unit::Measure("hours" | "minutes") | Unit::Money(_));
    if !is_divided || !matches!(sentence.gap(whole.end - 1).trim(), "" | ",") {
        return None;
    }
    let is_and = &*lower(sentence, whole.end) == "and";
    let part = measure_at(sentence, whole.end + usize::from(is_and))?;
    let parts = match (whole.unit, part.unit) {
        (Unit::Measure("hours"), Unit::Measure("minutes"))
        | (Unit::Measure("minutes"), Unit::Measure("seconds")) => 60,
        (Unit::Measure("hours"), Unit::Measure("seconds")) => 3600,
        (Unit::Money("dollars" | "euros"), Unit::Money("cents"))
        | (Unit::Money("pounds"), Unit::Money("pence")) => 100,
        _ => return None,
    };
    if part.value.to_f64() >= f64::from(parts) || part.about.is_some() {
        return None;
    }
    // A duration is counted in its smaller unit, money in its larger one.
    let (value, unit) = match whole.unit {
        Unit::Money(_) => (whole.value.plus(part.value.scaled(-2))?, whole.unit),
        _ => (whole.value.times(Value::int(i128::from(parts)))?.plus(part.value)?, part.unit),
    };
    let span = whole.span.join(part.span);
    let (weak, fraction, magnitude) = (false, false, false);
    Some(Number { span, end: part.end, value, unit, weak, fraction, magnitude, ..*whole })
}

/// Reads a number with its unit.
fn measure_at(sentence: &Sentence, first: usize) -> Option<Number> {
    let token: &Token = sentence.tokens.get(first)?;
    if !token.flags.digit && !SPELLED.contains(&token.word) {
        return None;
    }
    let word = lower(sentence, first);
    let stuck = word.find(char::is_numeric).filter(|at| *at > 0).map(|at| word.split_at(at));
    let joint = || clock::minutes_past(sentence, first).or_else(|| fractions::out_of(sentence, first));
    let mut core = match stuck {
        // "USD5m"
        Some((code, rest)) => {
            let money = money_code(code)?;
            let mut core = digits::digits_at(sentence, first, rest)?;
            core.unit = (core.unit == Unit::Plain).then_some(Unit::Money(money))?;
            core
        }
        None => match joint() {
            Some(core) => core,
            None if word.starts_with(char::is_numeric) => digits::digits_at(sentence, first, &word)?,
            None => words::spelled_at(sentence, first)?,
        },
    };
    let (mut start, mut lead) = (token.span.start, first);
    if core.unit == Unit::Plain
        && let Some((money, from, token)) = money_before(sentence, first)
    {
        core.unit = Unit::Money(money);
        (start, lead) = (from, token);
        // "$5 m" is not a length.
        if let Some(power) = scale(&lower(sentence, core.end)).filter(|_| sentence.gap(core.end - 1) == " ") {
            core.value = core.value.scaled(power);
            (core.end, core.magnitude) = (core.end + 1, true);
        }
    }
    let mut span_end = sentence.tokens[core.end - 1].span.end;
    // "One year" is meant as a number, while "one" alone and "a year" need not be.
    let weak = core.weak && core.unit != Unit::Plain;
    if let Some(end) = unit_after(sentence, &mut core) {
        span_end = end;
    }
    if let Some(end) = words::hundredths(sentence, &mut core) {
        span_end = end;
    }
    if let Some(from) = minus_before(sentence, start, lead) {
        core.value = core.value.negated();
        start = from;
    }
    Some(Number {
        span: Span::new(start, span_end),
        first,
        end: core.end,
        value: core.value,
        unit: core.unit,
        weak: weak || core.weak && matches!(core.unit, Unit::Plain | Unit::Ordinal),
        about: about_before(sentence, lead).or_else(|| about_after(sentence, core.end)),
        fraction: core.fraction,
        magnitude: core.magnitude,
        other: core.other.filter(|_| matches!(core.unit, Unit::Plain | Unit::Clock)),
    })
}

/// Reads a currency before the number ("$5", "£ 5", "US$5", "USD 5", "Rs. 5"). Returns the currency, its
/// offset, and the first token including it.
fn money_before(sentence: &Sentence, first: usize) -> Option<(&'static str, usize, usize)> {
    let before = sentence.text[..sentence.tokens[first].span.start].trim_end_matches(' ');
    let previous = first.checked_sub(1).map(|at| (at, &sentence.tokens[at]));
    if let Some((sign, money)) = before.chars().next_back().and_then(|c| Some((c, money_sign(c)?))) {
        let start = before.len() - sign.len_utf8();
        if let Some((at, token)) = previous.filter(|(_, token)| sign == '$' && token.span.end == start)
            && let Some(dollars) = dollars_of(&fold_token(sentence.word(token)))
        {
            return Some((dollars, token.span.start, at));
        }
        return Some((money, start, first));
    }
    let (at, token) = previous?;
    let close = matches!(sentence.gap(at), " " | "\u{a0}" | ". ");
    let money = money_code(&fold_token(sentence.word(token))).filter(|_| close)?;
    Some((money, token.span.start, at))
}

/// Reads a unit after the number and returns where it ends.
fn unit_after(sentence: &Sentence, core: &mut Core) -> Option<usize> {
    let last = core.end - 1;
    let after = sentence.gap(last);
    let space = after.len() - after.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len();
    let sign = after[space..].chars().next();
    let end = sentence.tokens[last].span.end + space + sign.map_or(0, char::len_utf8);
    if core.unit == Unit::Plain {
        match sign {
            Some('%' | '％' | '٪') => {
                core.unit = Unit::Percent;
                return Some(end);
            }
            Some('°') => {
                core.unit = Unit::Measure("degrees");
                return Some(end);
            }
            _ => {}
        }
        if let Some(money) = sign.and_then(money_sign) {
            core.unit = Unit::Money(money);
            // A sign immediately before a digit belongs to the next number.
            let next = sentence.tokens.get(core.end).map(|token| token.span.start);
            return (next != Some(end)).then_some(end);
        }
    }
    if !matches!(core.unit, Unit::Plain | Unit::Money("dollars")) {
        return None;
    }
    let (unit, used) = unit_at(sentence, core.end, core.unit)?;
    if unit == Unit::Clock {
        clock::o_clock(core)?;
    }
    core.unit = unit;
    core.end += used;
    Some(sentence.tokens[core.end - 1].span.end)
}

/// Returns a unit word after a number, and how many tokens it takes.
fn unit_at(sentence: &Sentence, at: usize, known: Unit) -> Option<(Unit, usize)> {
    if at == 0 || is_parted(sentence, at - 1) {
        return None;
    }
    let word = lower(sentence, at);
    if matches!(known, Unit::Money(_)) {
        // "$5 US" names the country of the dollars.
        return money_code(&word).filter(|money| money.ends_with("dollars")).map(|m| (Unit::Money(m), 1));
    }
    match &*word {
        "percent" | "pct" => return Some((Unit::Percent, 1)),
        "per" if &*lower(sentence, at + 1) == "cent" => return Some((Unit::Percent, 2)),
        "percentage" if lower(sentence, at + 1).starts_with("point") => {
            return Some((Unit::Measure("percentage points"), 2));
        }
        "basis" if lower(sentence, at + 1).starts_with("point") => {
            return Some((Unit::Measure("basis points"), 2));
        }
        "o'clock" | "o’clock" => return Some((Unit::Clock, 1)),
        _ => {}
    }
    if let Some(money) = dollars_by_name(&word).filter(|_| lower(sentence, at + 1).starts_with("dollar")) {
        return Some((Unit::Money(money), 2));
    }
    if let Some(money) = money_word(&word) {
        return Some((Unit::Money(money), 1));
    }
    if let Some(name) = units::compound(&word, &lower(sentence, at + 1)) {
        return Some((Unit::Measure(name), 2));
    }
    // A single letter after a space is more often a name than a unit, except in "500 g of".
    let of = || !sentence.tokens[at].flags.capital && &*lower(sentence, at + 1) == "of";
    let name = measure(&word).filter(|_| word.len() > 1 && !matches!(&*word, "in" | "am") || of())?;
    Some(match rate_after(sentence, at + 1).and_then(|time| units::speed(name, time)) {
        // "km/h" or "km an hour".
        Some(speed) => (Unit::Measure(speed), if sentence.gap(at) == "/" { 2 } else { 3 }),
        None => (Unit::Measure(name), 1),
    })
}

/// Returns the unit of time of a rate whose amount precedes an index: "$5 a month", "five per week".
pub fn rate_after(sentence: &Sentence, at: usize) -> Option<&'static str> {
    const TIMES: [&str; 8] = ["seconds", "minutes", "hours", "days", "nights", "weeks", "months", "years"];
    if at > 0 && sentence.gap(at - 1) == "/" && &*lower(sentence, at) == "h" {
        return Some("hours");
    }
    if at == 0
        || is_parted(sentence, at - 1)
        || !matches!(&*lower(sentence, at), "a" | "an" | "per" | "each" | "every")
    {
        return None;
    }
    // "From $5 a year earlier" is not a rate.
    let relates = " earlier ago later before after ahead old ";
    let time = measure(&lower(sentence, at + 1)).filter(|name| TIMES.contains(name))?;
    (!in_word_list(relates, &lower(sentence, at + 2))).then_some(time)
}

/// Returns the offset of a minus before the number: a sign after white space, or the word.
fn minus_before(sentence: &Sentence, start: usize, lead: usize) -> Option<usize> {
    let head = &sentence.text[..start];
    if let Some(before) = head.strip_suffix(['-', '−']) {
        let alone = before.chars().next_back().is_none_or(|c| c.is_whitespace() || c == '(');
        return alone.then_some(before.len());
    }
    let at = lead.checked_sub(1)?;
    let minus = &*lower(sentence, at) == "minus" && sentence.gap(at) == " ";
    minus.then(|| sentence.tokens[at].span.start)
}

/// Returns the approximation that the words before a number express. An article is skipped: "nearly a
/// million".
fn about_before(sentence: &Sentence, lead: usize) -> Option<About> {
    let at = lead.checked_sub(1)?;
    let at = if matches!(&*lower(sentence, at), "a" | "an") { at.checked_sub(1)? } else { at };
    let one = lower(sentence, at);
    let two = at.checked_sub(1).map(|i| lower(sentence, i)).unwrap_or_default();
    let sign = sentence.gap(at).trim().chars().next_back();
    if matches!(sign, Some('~' | '≈')) {
        return Some(About::Either);
    }
    match (&*two, &*one) {
        ("more" | "greater" | "higher" | "longer", "than") | ("at", "least") => Some(About::Above),
        ("less" | "fewer" | "lower" | "shorter", "than") | ("at", "most") | ("up", "to") => {
            Some(About::Below)
        }
        ("many" | "much", "as") => Some(About::Below),
        ("close", "to") => Some(About::Either),
        (_, "about" | "around" | "roughly" | "approximately" | "some" | "circa") => Some(About::Either),
        (_, "nearly" | "almost" | "under") => Some(About::Below),
        (_, "over" | "exceeding") => Some(About::Above),
        _ => None,
    }
}

/// Returns the approximation that the words after a number express: "400 or so", "400 or more", "400+",
/// "400-odd".
fn about_after(sentence: &Sentence, end: usize) -> Option<About> {
    let gap = sentence.gap(end - 1);
    if gap.starts_with('+') {
        return Some(About::Above);
    }
    match (&*lower(sentence, end), &*lower(sentence, end + 1)) {
        ("or", "so") | ("odd", _) => Some(About::Either),
        ("or", "more") => Some(About::Above),
        ("or", "less" | "fewer") => Some(About::Below),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
