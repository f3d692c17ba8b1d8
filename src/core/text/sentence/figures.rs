//! Figures: the numbers, ranges, dates and times of a sentence, as facts that another text may write
//! differently.
//!
//! "$5m" matches "5 million dollars", "3 March 2024" matches "2024-03-03", and "half" matches "50 per cent".
//! [`Figure::distance`] compares a figure of one text with those of another.

use super::Sentence;
use super::dates::Date;
use super::numbers::{About, Number, Unit, Value, same_money};
use crate::text::{Span, fold_token};
use crate::work::{Work, step};

/// The value of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FigureValue {
    /// A number, with its unit.
    Number(Number),
    /// Two numbers that belong together: a range or a result ("3-5", "from 3 to 5").
    Pair(Number, Number),
    /// A date, or some parts of one.
    Date(Date),
}

/// Whole numbers that may be years.
const YEARS: std::ops::Range<i64> = 1000..2200;

/// A figure of a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Bytes within the sentence.
    pub span: Span,
    /// Its first token.
    pub first: usize,
    /// Index after its last token.
    pub end: usize,
    /// Its value.
    pub what: FigureValue,
}

/// Returns all figures of a sentence, in order, without overlaps.
pub fn figures(sentence: &Sentence) -> Vec<Figure> {
    let (numbers, dates) = (sentence.numbers(), sentence.dates());
    let apart = |number: &Number, date: &Date| number.end <= date.first || date.end <= number.first;
    // A year alone is also a number, and may be one end of a range.
    let is_year = |date: &Date| date.year.is_some() && date.month.is_none();
    let free = |number: &Number| dates.iter().all(|date| is_year(date) || apart(number, date));
    let mut out = Vec::with_capacity(numbers.len() + dates.len());
    let mut at = 0;
    while let Some(number) = numbers.get(at) {
        at += 1;
        if !free(number) {
            continue;
        }
        let next = numbers.get(at).filter(|next| free(next) && belong(sentence, number, next));
        let date = dates.iter().find(|date| !apart(number, date));
        out.push(match (next, date) {
            (Some(next), _) => {
                at += 1;
                let (a, b) = alike(sentence, *number, *next);
                Figure {
                    span: a.span.join(b.span),
                    first: a.first,
                    end: b.end,
                    what: FigureValue::Pair(a, b),
                }
            }
            (None, Some(_)) => continue,
            (None, None) => Figure {
                span: number.span,
                first: number.first,
                end: number.end,
                what: FigureValue::Number(*number),
            },
        });
    }
    let taken = |date: &Date| out.iter().any(|figure| figure.first < date.end && date.first < figure.end);
    let dates: Vec<Figure> = dates
        .iter()
        .filter(|date| !taken(date))
        .map(|date| Figure {
            span: date.span,
            first: date.first,
            end: date.end,
            what: FigureValue::Date(*date),
        })
        .collect();
    out.extend(dates);
    out.sort_by_key(|figure| figure.first);
    out
}

/// Whether two numbers are the ends of a range, or the two parts of a result.
fn belong(sentence: &Sentence, a: &Number, b: &Number) -> bool {
    let between = sentence.text.get(a.span.end..b.span.start).unwrap_or(" ");
    // "rose 8 % to $421 million"
    if a.unit != Unit::Plain && b.unit != Unit::Plain && !stands_for(a.unit, b.unit) {
        return false;
    }
    if matches!(between, "-" | "–" | "‐" | "‑" | "−") {
        return true;
    }
    if between == "/" {
        return later_year(sentence, a, b).is_some();
    }
    let word = |at: usize| sentence.tokens.get(at).map(|token| fold_token(sentence.word(token)));
    let before = |back: usize| a.first.checked_sub(back).and_then(word);
    if between.contains([',', '.', ';', '(', ')', ':']) {
        return false;
    }
    // A currency code may precede the second number.
    let words = between.split_whitespace().collect::<Vec<_>>();
    match words.first().map(|word| word.to_lowercase()).as_deref() {
        Some("to") => words.len() == 1,
        Some("and") => {
            words.len() == 1 && [1, 2].iter().any(|back| before(*back).as_deref() == Some("between"))
        }
        Some("through" | "until" | "till") => words.len() == 1 && before(1).as_deref() == Some("from"),
        _ => false,
    }
}

/// Returns the second of two years, which may be written with its last two digits only: "2024/25",
/// "1998-2003", "1914-18".
fn later_year(sentence: &Sentence, a: &Number, b: &Number) -> Option<Value> {
    const CENTURY: i64 = 100;
    let text = |number: &Number| sentence.text.get(number.span.range()).unwrap_or_default();
    let digits = |number: &Number| {
        let text = text(number);
        (number.unit == Unit::Plain && text.bytes().all(|b| b.is_ascii_digit())).then_some(text.len())
    };
    let from = a.value.whole().filter(|year| digits(a) == Some(4) && YEARS.contains(year))?;
    let to = b.value.whole()?;
    let to = match digits(b)? {
        4 => to,
        // "1999/00"
        2 if to == 0 && from % CENTURY == CENTURY - 1 => from + 1,
        2 => from - from % CENTURY + to,
        _ => return None,
    };
    let between = sentence.text.get(a.span.end..b.span.start)?;
    let fits = if between == "/" { to == from + 1 } else { to > from && YEARS.contains(&to) };
    (fits && between.chars().count() == 1).then(|| Value::int(i128::from(to)))
}

/// Gives both ends the unit and the magnitude that only one of them has in the text: "$3-5 million", "3 to 5
/// pm".
fn alike(sentence: &Sentence, mut a: Number, mut b: Number) -> (Number, Number) {
    if b.magnitude && !a.magnitude && a.value.whole().is_some() {
        let (power, head) = magnitude(sentence, &b);
        if head.is_some_and(|head| a.value.to_f64() <= head.to_f64()) {
            (a.value, a.magnitude) = (a.value.scaled(power), true);
        }
    }
    match (a.unit, b.unit) {
        (Unit::Plain, Unit::Clock) => {
            const HALF_DAY: f64 = 720.0;
            let hour = a.value.times(Value::int(60)).unwrap_or(a.value);
            let later = hour.plus(Value::int(HALF_DAY as i128)).unwrap_or(hour);
            let afternoon = b.value.to_f64() >= HALF_DAY && later.to_f64() <= b.value.to_f64();
            (a.value, a.unit, a.other) = (if afternoon { later } else { hour }, Unit::Clock, None);
        }
        (Unit::Plain, Unit::Percent | Unit::Money(_) | Unit::Measure(_)) => a.unit = b.unit,
        (Unit::Percent | Unit::Money(_), Unit::Plain) => b.unit = a.unit,
        _ => {}
    }
    if let Some(later) = later_year(sentence, &a, &b) {
        b.value = later;
    }
    a.weak &= b.weak;
    (a, b)
}

/// Returns the power of ten that words or letters give a number, and the number before them.
fn magnitude(sentence: &Sentence, number: &Number) -> (i32, Option<Value>) {
    const POWERS: std::ops::RangeInclusive<i32> = 1..=15;
    let word = fold_token(sentence.word(&sentence.tokens[number.first]));
    let cut = word.find(|c: char| !(c.is_numeric() || matches!(c, ',' | '.'))).unwrap_or(word.len());
    let head = match cut {
        0 => Sentence::new(&word).numbers().first().map(|number| number.value),
        _ => Value::parse(&word[..cut]),
    };
    let power = head.and_then(|head| POWERS.into_iter().find(|power| head.scaled(*power) == number.value));
    (power.unwrap_or(0), head.filter(|_| power.is_some()))
}

/// Whether "half" or "a quarter" is a fraction of something, and not a part of a game, of a year or of
/// another word: "half-time", "the second half", "in a quarter".
fn is_part(sentence: &Sentence, number: &Number, before: Option<&str>, after: Option<&str>) -> bool {
    if matches!(after, Some("of" | "the" | "its" | "their" | "all")) {
        return true;
    }
    let text = &sentence.text;
    let joined = text[number.span.end..].starts_with('-') || text[..number.span.start].ends_with('-');
    let other = matches!(
        after,
        Some("a" | "an" | "time" | "way" | "back" | "hour" | "hours" | "term" | "year" | "final" | "finals")
    );
    if joined || other {
        return false;
    }
    match &text[number.span.range()].to_lowercase()[..] {
        "half" => {
            let names = "the this that each either other first second final opening last next better latter";
            number.about.is_some()
                || before.is_none_or(|before| {
                    !names.split(' ').any(|name| name == before) && !before.starts_with(char::is_numeric)
                })
        }
        "quarter" if before == Some("a") => {
            let earlier =
                number.first.checked_sub(2).map(|at| fold_token(sentence.word(&sentence.tokens[at])));
            !matches!(earlier.as_deref(), Some("in" | "for" | "per" | "during"))
        }
        _ => number.about.is_some(),
    }
}

impl Figure {
    /// Whether it is a decade.
    pub fn is_decade(&self) -> bool {
        matches!(&self.what, FigureValue::Number(number) if number.unit == Unit::Decade)
    }

    /// Whether it is a date or a time of day.
    pub fn is_date(&self) -> bool {
        match &self.what {
            FigureValue::Date(_) => true,
            FigureValue::Number(number) | FigureValue::Pair(number, _) => {
                matches!(number.unit, Unit::Clock | Unit::Decade)
            }
        }
    }

    /// Whether its wording may not be meant as a figure at all. A match for it counts, but its absence does
    /// not.
    pub fn is_weak(&self, sentence: &Sentence) -> bool {
        match &self.what {
            FigureValue::Date(_) => false,
            FigureValue::Pair(a, _) => a.weak,
            FigureValue::Number(number) => {
                let before =
                    number.first.checked_sub(1).map(|at| fold_token(sentence.word(&sentence.tokens[at])));
                let after = sentence.tokens.get(number.end).map(|token| fold_token(sentence.word(token)));
                // "a dozen", "a million" and "half of" are quantities.
                let counted = before.as_deref() == Some("a") && number.value.to_f64() >= 12.0;
                let part = number.fraction && is_part(sentence, number, before.as_deref(), after.as_deref());
                number.weak && !counted && !part
            }
        }
    }

    /// Returns its value without its position. Figures with equal values have the same distances to any other
    /// figure.
    pub fn said(&self) -> FigureValue {
        let number = |number: Number| Number { span: Span::new(0, 0), first: 0, end: 0, ..number };
        match self.what {
            FigureValue::Number(a) => FigureValue::Number(number(a)),
            FigureValue::Pair(a, b) => FigureValue::Pair(number(a), number(b)),
            FigureValue::Date(date) => {
                FigureValue::Date(Date { span: Span::new(0, 0), first: 0, end: 0, ..date })
            }
        }
    }

    /// The values of its numbers, and the year of a date.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        let (first, second) = match self.what {
            FigureValue::Number(a) => (Some(a.value), a.other.map(|(value, _)| value)),
            FigureValue::Pair(a, b) => (Some(a.value), Some(b.value)),
            FigureValue::Date(date) => (date.year.map(|year| Value::int(year.into())), None),
        };
        first.into_iter().chain(second)
    }

    /// Distance of another text's figure from this one: 0 if both have the same value; for an approximate or
    /// rounded number the relative difference to the exact one. `None` if the other figure does not match.
    pub fn distance(&self, other: &Figure) -> Option<f64> {
        step(Work::Value);
        let least = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let same = |same: bool| same.then_some(0.0);
        match (&self.what, &other.what) {
            (FigureValue::Number(a), FigureValue::Number(b)) => between(a, b),
            (FigureValue::Number(a), FigureValue::Pair(b, c)) => least(between(a, b), between(a, c)),
            (FigureValue::Pair(a, b), FigureValue::Pair(c, d)) => Some(between(a, c)?.max(between(b, d)?)),
            (FigureValue::Pair(..), _) => None,
            (FigureValue::Date(a), FigureValue::Date(b)) => same(has_date(a, b)),
            (FigureValue::Date(a), FigureValue::Number(b)) => same(is_year(b, a)),
            (FigureValue::Date(a), FigureValue::Pair(b, c)) => same(is_year(b, a) || is_year(c, a)),
            (FigureValue::Number(a), FigureValue::Date(b)) => {
                let year = a.unit == Unit::Plain && a.value.whole().is_some() && b.year == a.value.whole();
                same(year || in_decade(a, b.year))
            }
        }
    }

    /// The two ends of a range as separate figures.
    pub fn ends(&self) -> Option<[Figure; 2]> {
        match self.what {
            FigureValue::Pair(a, b) => Some([a, b].map(|number| Figure {
                span: number.span,
                first: number.first,
                end: number.end,
                what: FigureValue::Number(number),
            })),
            _ => None,
        }
    }
}

/// Whether a date consists only of a year, which is this number.
fn is_year(number: &Number, date: &Date) -> bool {
    date.month.is_none() && date.weekday.is_none() && date.year.is_some() && number.unit == Unit::Plain && {
        number.value.whole() == date.year
    }
}

/// Whether the other date agrees in every part that this one has.
fn has_date(date: &Date, other: &Date) -> bool {
    date.weekday.is_none_or(|weekday| other.weekday == Some(weekday))
        && date.year.is_none_or(|year| other.year == Some(year))
        && date.same_day(other)
}

/// Distance of another text's number from this one.
fn between(number: &Number, other: &Number) -> Option<f64> {
    if matches!(
        (number.about, other.about),
        (Some(About::Below), Some(About::Above)) | (Some(About::Above), Some(About::Below))
    ) {
        return None;
    }
    let readings = |number: &Number| [Some((number.value, number.unit)), number.other];
    for mine in readings(number).into_iter().flatten() {
        for theirs in readings(other).into_iter().flatten() {
            if stands_for(mine.1, theirs.1) && (mine.0 == theirs.0 || decade(mine, theirs)) {
                return Some(0.0);
            }
        }
    }
    let year = other.value.whole().filter(|_| other.unit == Unit::Plain && !other.magnitude);
    if in_decade(number, year) || coins(number, other) || coins(other, number) || number.measures_same(other)
    {
        return Some(0.0);
    }
    if let Some(off) = share(number, other).or_else(|| share(other, number)) {
        return Some(off);
    }
    if !stands_for(number.unit, other.unit)
        || matches!(number.unit, Unit::Ordinal | Unit::Clock | Unit::Decade)
    {
        return None;
    }
    let (said, exact) = (number.value.to_f64(), other.value.to_f64());
    let near = match number.about {
        Some(About::Either) => true,
        Some(About::Below) => exact <= said,
        Some(About::Above) => exact >= said,
        None => false,
    };
    let rounded = (number.magnitude || !other.value.is_whole()) && number.value.is_rounding(other.value);
    let distance = number.value.distance(other.value);
    (near || rounded && number.about.is_none()).then_some(distance).filter(|distance| distance.is_finite())
}

/// Whether a number with one unit can match one with the other. A plain number may have any unit; but a
/// percentage, an ordinal, a time and a decade never match a plain count.
fn stands_for(unit: Unit, other: Unit) -> bool {
    match (unit, other) {
        (a, b) if a == b => true,
        (Unit::Money(a), Unit::Money(b)) => same_money(a, b),
        (Unit::Plain, Unit::Money(_) | Unit::Measure(_))
        | (Unit::Money(_) | Unit::Measure(_), Unit::Plain) => true,
        _ => false,
    }
}

/// Whether two decades match: "the 90s" and "the 1990s".
fn decade(a: (Value, Unit), b: (Value, Unit)) -> bool {
    const CENTURY: i64 = 100;
    let (Some(a), Some(b)) = (a.0.whole().filter(|_| a.1 == Unit::Decade), b.0.whole()) else { return false };
    (a < CENTURY || b < CENTURY) && a % CENTURY == b % CENTURY
}

/// Whether a year is in a decade: 1995 in "the 1990s" and "the 90s". A decade that begins a century means the
/// whole century.
fn in_decade(number: &Number, year: Option<i64>) -> bool {
    const CENTURY: i64 = 100;
    let from = number.value.whole().filter(|_| number.unit == Unit::Decade);
    let (Some(from), Some(year)) = (from, year.filter(|year| YEARS.contains(year))) else { return false };
    if from < CENTURY {
        return year % CENTURY / 10 == from / 10;
    }
    let length = if from % CENTURY == 0 { CENTURY } else { 10 };
    (from..from + length).contains(&year)
}

/// Distance between a fraction and a percentage: 0 for "half" and "50 per cent", more for "two thirds" and
/// "67 per cent", which is rounded.
fn share(fraction: &Number, percent: &Number) -> Option<f64> {
    if !fraction.fraction || fraction.unit != Unit::Plain || percent.unit != Unit::Percent {
        return None;
    }
    let exact = fraction.value.scaled(2);
    (percent.value == exact || percent.value.is_rounding(exact)).then(|| percent.value.distance(exact))
}

/// Whether two sums are equal in different units: "50 cents" and "$0.50".
fn coins(small: &Number, large: &Number) -> bool {
    let of = match (small.unit, large.unit) {
        (Unit::Money("cents"), Unit::Money(money)) => money.ends_with("dollars") || money == "euros",
        (Unit::Money("pence"), Unit::Money(money)) => money == "pounds",
        _ => false,
    };
    of && small.value.scaled(-2) == large.value
}
