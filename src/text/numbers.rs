//! Numbers as values: "1,200", "1200", "1.2 thousand" and "twelve hundred" are the same one.
//!
//! Values are exact decimals, so that equality never depends on a binary fraction.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{Sentence, Span, Token, fold_token, hash64};

/// An exact decimal number, `digits * 10^exponent`, with no trailing zero in `digits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value {
    digits: i128,
    exponent: i32,
}

impl Value {
    /// A whole number.
    pub fn int(value: i128) -> Value {
        Value { digits: value, exponent: 0 }.normal()
    }

    /// Reads digits with an optional decimal point and grouping commas; `None` for anything else.
    pub fn parse(text: &str) -> Option<Value> {
        const LONGEST: usize = 24;
        let (mut digits, mut exponent, mut point, mut seen) = (0_i128, 0_i32, false, 0);
        for c in text.chars() {
            match c {
                ',' if !point => {}
                '.' if !point => point = true,
                _ => {
                    // Full-width digits are digits too.
                    let digit = c
                        .to_digit(10)
                        .or_else(|| (('\u{FF10}'..='\u{FF19}').contains(&c)).then(|| c as u32 - 0xFF10))?;
                    seen += 1;
                    if seen > LONGEST {
                        return None;
                    }
                    digits = digits * 10 + i128::from(digit);
                    exponent -= i32::from(point);
                }
            }
        }
        (seen > 0).then(|| Value { digits, exponent }.normal())
    }

    /// The value times a power of ten.
    pub fn scaled(self, power: i32) -> Value {
        Value { exponent: self.exponent + power, ..self }.normal()
    }

    /// As a double, for comparing sizes.
    pub fn to_f64(self) -> f64 {
        self.digits as f64 * 10_f64.powi(self.exponent)
    }

    /// The whole number, where it is one of at most twelve digits.
    pub fn whole(self) -> Option<i64> {
        if !(0..=12).contains(&self.exponent) {
            return None;
        }
        let value = self.digits.checked_mul(10_i128.pow(self.exponent as u32))?;
        i64::try_from(value).ok().filter(|v| v.abs() < 1_000_000_000_000)
    }

    fn plus(self, other: Value) -> Value {
        match (self.whole(), other.whole()) {
            (Some(a), Some(b)) => Value::int(i128::from(a) + i128::from(b)),
            _ => self,
        }
    }

    fn times(self, other: Value) -> Value {
        match self.digits.checked_mul(other.digits) {
            Some(digits) => Value { digits, exponent: self.exponent + other.exponent }.normal(),
            None => self,
        }
    }

    fn negated(self) -> Value {
        Value { digits: -self.digits, ..self }
    }

    fn normal(mut self) -> Value {
        if self.digits == 0 {
            return Value { digits: 0, exponent: 0 };
        }
        while self.digits % 10 == 0 {
            self.digits /= 10;
            self.exponent += 1;
        }
        self
    }

    /// Whether this is the other number rounded: to its own significant digits, or to within five in a hundred
    /// where it is said to be approximate.
    pub fn rounds(self, exact: Value, approximate: bool) -> bool {
        let (a, b) = (self.to_f64(), exact.to_f64());
        if a == b {
            return true;
        }
        let step = 10_f64.powi(self.exponent);
        let significant = self.digits.unsigned_abs();
        // "3 million" for 3,012,345; a lone digit is round only if its last place is tens or more.
        let rounded = (significant >= 10 || self.exponent >= 2) && (a - b).abs() <= step / 2.0;
        rounded && b.abs() >= 10.0 || approximate && (a - b).abs() <= 0.05 * b.abs()
    }
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// Nothing said.
    Plain,
    /// Hundredths.
    Percent,
    /// Money, by its code or sign in lower case.
    Money(&'static str),
    /// A place in an order.
    Ordinal,
    /// A time of day, in minutes.
    Clock,
    /// Ten years that begin with the value.
    Decade,
    /// A measure, by its canonical name.
    Measure(&'static str),
}

impl Unit {
    /// Whether a number with this unit can stand for one with the other. A plain number says nothing of its
    /// unit, so that it agrees with money and measures; a share is never a plain count.
    pub fn agrees(self, other: Unit) -> bool {
        match (self, other) {
            (a, b) if a == b => true,
            (Unit::Plain, Unit::Money(_) | Unit::Measure(_) | Unit::Ordinal | Unit::Decade) => true,
            (Unit::Money(_) | Unit::Measure(_) | Unit::Ordinal | Unit::Decade, Unit::Plain) => true,
            _ => false,
        }
    }

    /// The unit in words, empty where there is none.
    pub fn as_str(self) -> &'static str {
        match self {
            Unit::Plain => "",
            Unit::Percent => "percent",
            Unit::Money(name) | Unit::Measure(name) => name,
            Unit::Ordinal => "as an ordinal",
            Unit::Clock => "o'clock",
            Unit::Decade => "as a decade",
        }
    }
}

/// A number of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Bytes within the sentence, with its unit and sign.
    pub span: Span,
    /// Its first token.
    pub first: usize,
    /// One past its last token.
    pub end: usize,
    /// Its value.
    pub value: Value,
    /// What it counts.
    pub unit: Unit,
    /// Whether the wording may mean no number at all ("one", "second", "a couple"): worth finding, not worth
    /// missing.
    pub weak: bool,
    /// Whether it is said to be approximate ("about", "nearly", "more than").
    pub approximate: bool,
}

/// Every number of a sentence, in order, none overlapping.
pub fn numbers(sentence: &Sentence) -> Vec<Number> {
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

fn lower<'a>(sentence: &'a Sentence, at: usize) -> std::borrow::Cow<'a, str> {
    sentence.tokens.get(at).map_or("".into(), |token| fold_token(sentence.word(token)))
}

/// The characters between a token and the one after it.
fn gap(sentence: &Sentence, at: usize) -> &str {
    let Some(token) = sentence.tokens.get(at) else { return "" };
    let end = sentence.tokens.get(at + 1).map_or(sentence.text.len(), |next| next.span.start);
    &sentence.text[token.span.end..end]
}

/// Words that can begin a spelled number: one look-up rules out nearly every word of a text.
static SPELLED: LazyLock<FxHashSet<u64>> = LazyLock::new(|| {
    const WORDS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
        sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety first second third \
        fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth \
        seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth \
        ninetieth hundredth thousandth half halved quarter quarters couple pair twice double doubled twin twins both \
        duo triple tripled trio thrice once single fortnight decade century noon midday midnight dozen hundred \
        thousand million billion trillion";
    WORDS.split_whitespace().map(|w| hash64(w.as_bytes())).collect()
});

fn number_at(sentence: &Sentence, first: usize) -> Option<Number> {
    let token: &Token = sentence.tokens.get(first)?;
    if !token.flags.digit && !SPELLED.contains(&token.word) {
        return None;
    }
    let word = lower(sentence, first);
    let mut core = if word.starts_with(|c: char| c.is_ascii_digit() || c.is_numeric()) {
        digits_at(sentence, first, &word)?
    } else {
        spelled_at(sentence, first)?
    };
    let before = &sentence.text[..token.span.start];
    let mut start = token.span.start;
    if matches!(core.unit, Unit::Plain) {
        // Money is signed before ("$5", "£ 5"), a share and most measures after.
        let sign = before.trim_end_matches(' ').chars().next_back();
        if let Some((money, width)) = sign.and_then(|c| money_sign(c).map(|m| (m, c.len_utf8()))) {
            core.unit = Unit::Money(money);
            start = before.trim_end_matches(' ').len() - width;
        }
    }
    let mut span_end = sentence.tokens[core.end - 1].span.end;
    let after = gap(sentence, core.end - 1);
    if matches!(core.unit, Unit::Plain) && after.trim_start_matches(' ').starts_with(['%', '％']) {
        core.unit = Unit::Percent;
        span_end +=
            after.find(['%', '％']).map_or(0, |i| i + after[i..].chars().next().map_or(0, char::len_utf8));
    } else if matches!(core.unit, Unit::Plain | Unit::Money(_)) {
        if let Some(money) = after.trim_start_matches(' ').chars().next().and_then(money_sign) {
            core.unit = Unit::Money(money);
        } else if let Some((unit, used)) = unit_at(sentence, core.end, core.unit) {
            core.unit = unit;
            core.end += used;
            span_end = sentence.tokens[core.end - 1].span.end;
        }
    }
    let head = sentence.text[..start].trim_end_matches(' ');
    let minus = sentence.text[..start].ends_with(['-', '−'])
        && head[..head.len() - head.chars().next_back().map_or(0, char::len_utf8)]
            .chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || c == '(');
    if minus {
        core.value = core.value.negated();
        start = head.len() - head.chars().next_back().map_or(0, char::len_utf8);
    }
    let approximate = core.approximate || is_approximate(sentence, first);
    Some(Number {
        span: Span::new(start, span_end),
        first,
        end: core.end,
        value: core.value,
        unit: core.unit,
        weak: core.weak && matches!(core.unit, Unit::Plain | Unit::Ordinal),
        approximate,
    })
}

struct Core {
    end: usize,
    value: Value,
    unit: Unit,
    weak: bool,
    approximate: bool,
}

fn digits_at(sentence: &Sentence, first: usize, word: &str) -> Option<Core> {
    let cut = word.find(|c: char| !c.is_numeric() && c != ',' && c != '.').unwrap_or(word.len());
    let (number, suffix) = word.split_at(cut);
    let value = Value::parse(number)?;
    let mut core = Core { end: first + 1, value, unit: Unit::Plain, weak: false, approximate: false };
    match suffix {
        "" => {
            if let Some(clock) = clock_at(sentence, first, value) {
                return Some(clock);
            }
        }
        "st" | "nd" | "rd" | "th" => core.unit = Unit::Ordinal,
        "s" => core.unit = Unit::Decade,
        "am" | "pm" => {
            core.value = clock_value(number, "", suffix)?;
            core.unit = Unit::Clock;
            return Some(core);
        }
        _ => match scale(suffix) {
            Some(power) => core.value = value.scaled(power),
            None => core.unit = Unit::Measure(measure(suffix)?),
        },
    }
    if core.unit == Unit::Plain {
        scales(sentence, &mut core);
    }
    Some(core)
}

/// Scale words after a number: "3.5 million", "two hundred thousand", "2 dozen".
fn scales(sentence: &Sentence, core: &mut Core) {
    loop {
        let word = lower(sentence, core.end);
        if gap(sentence, core.end - 1).contains([',', '.', ';', '(', ')']) {
            return;
        }
        let power = match &*word {
            "hundred" => 2,
            "dozen" => {
                core.value = core.value.times(Value::int(12));
                core.end += 1;
                return;
            }
            other => match scale(other).filter(|_| other.len() > 2) {
                Some(power) => power,
                None => return,
            },
        };
        core.value = core.value.scaled(power);
        core.end += 1;
    }
}

fn scale(word: &str) -> Option<i32> {
    Some(match word {
        "k" | "thousand" => 3,
        "m" | "mn" | "mln" | "mil" | "million" => 6,
        "b" | "bn" | "bln" | "billion" => 9,
        "tn" | "trn" | "trillion" => 12,
        _ => return None,
    })
}

/// "12:30", "5.30 pm", "4 p.m.", "16:00".
fn clock_at(sentence: &Sentence, first: usize, value: Value) -> Option<Core> {
    let word = lower(sentence, first);
    let mut end = first + 1;
    let mut minutes = String::new();
    let mut half = lower(sentence, end).into_owned();
    if gap(sentence, first) == ":" {
        let cut = half.find(|c: char| !c.is_ascii_digit()).unwrap_or(half.len());
        if cut != 2 || value.whole().is_none_or(|hour| hour > 23) {
            return None;
        }
        minutes = half[..2].to_owned();
        half = half[2..].to_owned();
        end += 1;
        if half.is_empty() {
            half = lower(sentence, end).into_owned();
            if is_half(&half) {
                end += 1;
            }
        }
    } else if is_half(&half) {
        end += 1;
    } else {
        return None;
    }
    let value = clock_value(&word, &minutes, if is_half(&half) { &half } else { "" })?;
    Some(Core { end, value, unit: Unit::Clock, weak: false, approximate: false })
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
    let minutes: i128 = if minutes.is_empty() { 0 } else { minutes.parse().ok()? };
    let hour = match half.chars().next() {
        Some('p') if hour < 12 => hour + 12,
        Some('a') if hour == 12 => 0,
        _ => hour,
    };
    Some(Value::int(hour * 60 + minutes))
}

fn small(word: &str) -> Option<i128> {
    const WORDS: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    WORDS.iter().position(|known| *known == word).map(|i| i as i128)
}

fn tens(word: &str) -> Option<i128> {
    const WORDS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    WORDS.iter().position(|known| *known == word).map(|i| (i as i128 + 2) * 10)
}

fn ordinal(word: &str) -> Option<i128> {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    WORDS.iter().position(|known| *known == word).map(|i| i as i128 + 1).or_else(|| match word {
        "hundredth" => Some(100),
        "thousandth" => Some(1000),
        _ => {
            let stem = word.strip_suffix("ieth").map(|w| format!("{w}y"));
            stem.and_then(|w| tens(&w))
                .or_else(|| word.strip_suffix("th").and_then(small).filter(|n| *n > 12))
        }
    })
}

/// A number in words.
fn spelled_at(sentence: &Sentence, first: usize) -> Option<Core> {
    let word = lower(sentence, first);
    let one =
        |value: Value, unit: Unit| Some(Core { end: first + 1, value, unit, weak: true, approximate: false });
    match &*word {
        "half" | "halved" => return one(Value { digits: 5, exponent: -1 }, Unit::Plain),
        "quarter" | "quarters" => return one(Value { digits: 25, exponent: -2 }, Unit::Plain),
        "couple" | "pair" | "twice" | "double" | "doubled" | "twin" | "twins" | "both" | "duo" => {
            return one(Value::int(2), Unit::Plain);
        }
        "triple" | "tripled" | "trio" | "thrice" => return one(Value::int(3), Unit::Plain),
        "once" | "single" => return one(Value::int(1), Unit::Plain),
        "fortnight" => return one(Value::int(2), Unit::Measure("weeks")),
        "decade" => return one(Value::int(10), Unit::Measure("years")),
        "century" => return one(Value::int(100), Unit::Measure("years")),
        "noon" | "midday" => return one(Value::int(720), Unit::Clock),
        "midnight" => return one(Value::int(0), Unit::Clock),
        "dozen" | "hundred" | "thousand" | "million" | "billion" | "trillion" => {
            // "a million", "a dozen"; a scale word with nothing before it is a figure of speech.
            let power = scale(&word).map_or_else(
                || if &*word == "dozen" { Value::int(12) } else { Value::int(100) },
                |power| Value::int(1).scaled(power),
            );
            return one(power, Unit::Plain);
        }
        _ => {}
    }
    let (mut total, mut group, mut at, mut any) = (0_i128, 0_i128, first, false);
    let mut unit = Unit::Plain;
    let mut words = 0;
    loop {
        if any && gap(sentence, at - 1).contains([',', '.', ';', '(', ')', ':']) {
            break;
        }
        let word = lower(sentence, at);
        if let Some(value) = small(&word) {
            // "twenty five", never "five six".
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
    let value = Value::int(total).plus(Value::int(group));
    let weak = words == 1 && (value == Value::int(1) || unit == Unit::Ordinal && value.to_f64() < 3.0);
    Some(Core { end: at, value, unit, weak, approximate: false })
}

fn money_sign(c: char) -> Option<&'static str> {
    Some(match c {
        '$' => "dollars",
        '£' => "pounds",
        '€' => "euros",
        '¥' => "yen",
        '₹' => "rupees",
        _ => return None,
    })
}

/// A unit word after a number, and how many tokens it takes.
fn unit_at(sentence: &Sentence, at: usize, known: Unit) -> Option<(Unit, usize)> {
    if at == 0 || gap(sentence, at - 1).contains([',', '.', ';', '(', ')', ':']) {
        return None;
    }
    let word = lower(sentence, at);
    if matches!(known, Unit::Money(_)) {
        return None;
    }
    match &*word {
        "percent" | "pct" => return Some((Unit::Percent, 1)),
        "per" if &*lower(sentence, at + 1) == "cent" => return Some((Unit::Percent, 2)),
        "us" | "u.s" | "american" if lower(sentence, at + 1).starts_with("dollar") => {
            return Some((Unit::Money("dollars"), 2));
        }
        "o'clock" => return Some((Unit::Clock, 1)),
        _ => {}
    }
    if let Some(money) = money_word(&word) {
        return Some((Unit::Money(money), 1));
    }
    // One letter after a space is more often a name than a unit.
    measure(&word)
        .filter(|_| word.len() > 1 && !matches!(&*word, "in" | "am"))
        .map(|name| (Unit::Measure(name), 1))
}

fn money_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "dollar" | "dollars" | "usd" | "bucks" => "dollars",
        "pound" | "pounds" | "gbp" | "quid" => "pounds",
        "euro" | "euros" | "eur" => "euros",
        "yen" | "jpy" => "yen",
        "rupee" | "rupees" | "inr" => "rupees",
        "yuan" | "renminbi" | "rmb" | "cny" => "yuan",
        "franc" | "francs" | "chf" => "francs",
        "cents" => "cents",
        "pence" => "pence",
        _ => return None,
    })
}

fn measure(word: &str) -> Option<&'static str> {
    Some(match word {
        "km" | "kms" | "kilometre" | "kilometres" | "kilometer" | "kilometers" => "kilometres",
        "m" | "metre" | "metres" | "meter" | "meters" => "metres",
        "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" => "centimetres",
        "mm" | "millimetre" | "millimetres" | "millimeter" | "millimeters" => "millimetres",
        "mile" | "miles" => "miles",
        "ft" | "foot" | "feet" => "feet",
        "inch" | "inches" => "inches",
        "yard" | "yards" => "yards",
        "kg" | "kilo" | "kilos" | "kilogram" | "kilograms" | "kilogramme" | "kilogrammes" => "kilograms",
        "g" | "gram" | "grams" | "gramme" | "grammes" => "grams",
        "mg" | "milligram" | "milligrams" => "milligrams",
        "lb" | "lbs" => "pounds (weight)",
        "ounce" | "ounces" | "oz" => "ounces",
        "tonne" | "tonnes" | "ton" | "tons" => "tonnes",
        "litre" | "litres" | "liter" | "liters" => "litres",
        "ml" | "millilitre" | "millilitres" | "milliliter" | "milliliters" => "millilitres",
        "gallon" | "gallons" => "gallons",
        "mph" => "miles per hour",
        "kph" => "kilometres per hour",
        "second" | "seconds" | "sec" | "secs" => "seconds",
        "minute" | "minutes" | "min" | "mins" => "minutes",
        "hour" | "hours" | "hr" | "hrs" => "hours",
        "day" | "days" => "days",
        "week" | "weeks" => "weeks",
        "month" | "months" => "months",
        "year" | "years" | "yr" | "yrs" => "years",
        "decades" => "decades",
        "centuries" => "centuries",
        "acre" | "acres" => "acres",
        "hectare" | "hectares" => "hectares",
        "degree" | "degrees" => "degrees",
        "kw" | "kilowatt" | "kilowatts" => "kilowatts",
        "mw" | "megawatt" | "megawatts" => "megawatts",
        "gw" | "gigawatt" | "gigawatts" => "gigawatts",
        "kb" | "kilobytes" => "kilobytes",
        "mb" | "megabyte" | "megabytes" => "megabytes",
        "gb" | "gigabyte" | "gigabytes" => "gigabytes",
        "tb" | "terabyte" | "terabytes" => "terabytes",
        _ => return None,
    })
}

/// Whether the words before a number make it approximate.
fn is_approximate(sentence: &Sentence, first: usize) -> bool {
    let one = first.checked_sub(1).map(|i| lower(sentence, i)).unwrap_or_default();
    let two = first.checked_sub(2).map(|i| lower(sentence, i)).unwrap_or_default();
    matches!(
        &*one,
        "about"
            | "around"
            | "nearly"
            | "almost"
            | "roughly"
            | "approximately"
            | "some"
            | "over"
            | "under"
            | "circa"
    ) || matches!((&*two, &*one), ("more" | "less" | "fewer", "than") | ("up", "to") | ("close", "to"))
        || matches!((&*two, &*one), ("at", "least") | ("at", "most") | ("just", "over") | ("just", "under"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(f64, Unit)> {
        numbers(&Sentence::new(text)).iter().map(|n| (n.value.to_f64(), n.unit)).collect()
    }

    #[test]
    fn spellings_of_one_number_are_one_value() {
        for text in ["1,200", "1200", "1.2 thousand", "1.2k", "twelve hundred", "one thousand two hundred"] {
            let all = numbers(&Sentence::new(&format!("It sold {text} copies")));
            assert_eq!(all.len(), 1, "{text}");
            assert_eq!(all[0].value, Value::int(1200), "{text}");
            assert_eq!(&Sentence::new(&format!("It sold {text} copies")).text[all[0].span.range()], text);
        }
    }

    #[test]
    fn units_are_read_on_either_side() {
        let cases = [
            ("5%", 5.0, Unit::Percent),
            ("5 percent", 5.0, Unit::Percent),
            ("five per cent", 5.0, Unit::Percent),
            ("$3.5bn", 3.5e9, Unit::Money("dollars")),
            ("£4million", 4e6, Unit::Money("pounds")),
            ("3.5 million dollars", 3.5e6, Unit::Money("dollars")),
            ("45 miles", 45.0, Unit::Measure("miles")),
            ("45km", 45.0, Unit::Measure("kilometres")),
            ("21st", 21.0, Unit::Ordinal),
            ("twenty-first", 21.0, Unit::Ordinal),
            ("1930s", 1930.0, Unit::Decade),
            ("4pm", 960.0, Unit::Clock),
            ("5.30pm", 1050.0, Unit::Clock),
            ("17:30", 1050.0, Unit::Clock),
            ("4 p.m.", 960.0, Unit::Clock),
            ("two dozen", 24.0, Unit::Plain),
            ("twenty-five", 25.0, Unit::Plain),
            ("two hundred thousand", 2e5, Unit::Plain),
            ("-5 degrees", -5.0, Unit::Measure("degrees")),
        ];
        for (text, value, unit) in cases {
            assert_eq!(read(text), [(value, unit)], "{text}");
        }
    }

    #[test]
    fn neighbours_stay_apart() {
        assert_eq!(read("in 2012, 34 fans"), [(2012.0, Unit::Plain), (34.0, Unit::Plain)]);
        assert_eq!(read("22-year-old").len(), 1);
        assert_eq!(read("B2B and 4x4").len(), 0);
    }

    #[test]
    fn a_round_number_stands_for_the_exact_one() {
        let value = |text| Value::parse(text).unwrap();
        assert!(value("3000000").rounds(value("3012345"), false));
        assert!(!value("45").rounds(value("46"), false));
        assert!(value("1000").rounds(value("1024"), true));
        assert!(!value("2000").rounds(value("1024"), true));
    }
}
