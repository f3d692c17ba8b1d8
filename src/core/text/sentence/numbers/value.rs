//! The exact value of a number, so that equality never depends on a binary fraction.

use crate::work::{Work, step};

/// An exact number, `digits * 10^exponent / under`. In normal form `digits` has no trailing zero, and `under`
/// is a positive divisor without a factor of 2 or 5: 1 for every decimal, 3 for a third.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "it is the derived comparison, counted")]
pub struct Value {
    digits: i128,
    exponent: i32,
    under: i32,
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        step(Work::Value);
        (self.digits, self.exponent, self.under) == (other.digits, other.exponent, other.under)
    }
}

/// Largest number of digits that are read.
const MAX_DIGITS: usize = 24;
/// Largest absolute exponent of a value.
const FURTHEST: i32 = 60;

impl Value {
    /// A whole number.
    pub fn int(value: i128) -> Value {
        Value { digits: value, exponent: 0, under: 1 }.normal()
    }

    /// A fraction; `None` if the denominator is 0.
    pub fn fraction(over: i32, under: i32) -> Option<Value> {
        let sign = if under < 0 { -1 } else { 1 };
        let under = under.checked_mul(sign).filter(|under| *under > 0)?;
        Some(Value { digits: i128::from(over) * i128::from(sign), exponent: 0, under }.normal())
    }

    /// Parses digits of any script with a decimal mark and group separators; `None` for anything else.
    ///
    /// A comma separates groups if three digits follow it ("1,200") or if there are several ("1,00,000"), and
    /// is a decimal comma otherwise ("3,5", "1.200,50"). Several points separate groups ("1.200.000").
    pub fn parse(text: &str) -> Option<Value> {
        let decimal = decimal_mark(text)?;
        let (mut digits, mut exponent, mut seen) = (0_i128, 0_i32, 0);
        let mut point = false;
        for (at, c) in text.char_indices() {
            match c {
                _ if decimal == Some(at) => point = true,
                '.' | ',' | '\'' | '’' | '٬' | '٫' | '\u{202f}' => {}
                _ => {
                    seen += 1;
                    if seen > MAX_DIGITS {
                        return None;
                    }
                    digits = digits * 10 + i128::from(digit(c)?);
                    exponent -= i32::from(point);
                }
            }
        }
        (seen > 0).then(|| Value { digits, exponent, under: 1 }.normal())
    }

    /// Multiplies by a power of ten.
    pub fn scaled(self, power: i32) -> Value {
        let exponent = self.exponent.saturating_add(power).clamp(-FURTHEST, FURTHEST);
        Value { exponent, ..self }.normal()
    }

    /// Converts to a double, for comparing sizes.
    pub fn to_f64(self) -> f64 {
        step(Work::Value);
        self.digits as f64 * 10_f64.powi(self.exponent) / f64::from(self.under)
    }

    /// Converts to an integer, if it is one of at most twelve digits.
    pub fn whole(self) -> Option<i64> {
        if self.under != 1 || !(0..=12).contains(&self.exponent) {
            return None;
        }
        let value = self.digits.checked_mul(10_i128.pow(self.exponent as u32))?;
        i64::try_from(value).ok().filter(|v| v.unsigned_abs() < 1_000_000_000_000)
    }

    /// Whether it is an integer.
    pub fn is_whole(self) -> bool {
        self.under == 1 && self.exponent >= 0
    }

    /// Adds; `None` on overflow.
    pub fn plus(self, other: Value) -> Option<Value> {
        let least = self.exponent.min(other.exponent);
        let part = |value: Value, under: i32| {
            let power = u32::try_from(value.exponent.checked_sub(least)?).ok()?;
            value.digits.checked_mul(10_i128.checked_pow(power)?)?.checked_mul(i128::from(under))
        };
        let digits = part(self, other.under)?.checked_add(part(other, self.under)?)?;
        Some(Value { digits, exponent: least, under: self.under.checked_mul(other.under)? }.normal())
    }

    /// Multiplies; `None` on overflow.
    pub fn times(self, other: Value) -> Option<Value> {
        let digits = self.digits.checked_mul(other.digits)?;
        let exponent = (self.exponent + other.exponent).clamp(-FURTHEST, FURTHEST);
        Some(Value { digits, exponent, under: self.under.checked_mul(other.under)? }.normal())
    }

    /// Negates.
    pub fn negated(self) -> Value {
        Value { digits: -self.digits, ..self }
    }

    fn normal(mut self) -> Value {
        if self.digits == 0 {
            return Value { digits: 0, exponent: 0, under: 1 };
        }
        let common = gcd(self.digits.unsigned_abs(), self.under.unsigned_abs().into());
        self.digits /= common as i128;
        self.under /= common as i32;
        for (factor, rest) in [(2_i32, 5_i128), (5, 2)] {
            while self.under % factor == 0
                && let Some(digits) = self.digits.checked_mul(rest)
            {
                self.digits = digits;
                self.under /= factor;
                self.exponent -= 1;
            }
        }
        while self.digits % 10 == 0 {
            self.digits /= 10;
            self.exponent += 1;
        }
        self
    }

    /// Relative difference to `other`; infinite if `other` is 0 and this is not.
    pub fn distance(self, other: Value) -> f64 {
        if self == other {
            return 0.0;
        }
        let (a, b) = (self.to_f64(), other.to_f64());
        if b == 0.0 { f64::INFINITY } else { (a - b).abs() / b.abs() }
    }

    /// Whether this is the other number rounded to its own significant digits: "3 million" for 3,012,345. A
    /// single digit counts as rounded only if it stands for hundreds or more, and nobody rounds 1,200 to 1,000.
    pub fn is_rounding(self, exact: Value) -> bool {
        /// Largest error of a rounded number, as a share of the exact one.
        const MAX_ERROR: f64 = 0.15;
        self == exact || self.is_within_half_unit(exact) && self.distance(exact) <= MAX_ERROR
    }

    /// Whether this is a round number and the other one lies within half of its last place: 1,000 and 1,450. A bound
    /// such as "more than 1,000" may be that far off.
    pub fn is_within_half_unit(self, exact: Value) -> bool {
        let (a, b) = (self.to_f64(), exact.to_f64());
        let step = 10_f64.powi(self.exponent);
        let is_round = self.under == 1 && (self.digits.unsigned_abs() >= 10 || self.exponent >= 2);
        is_round && (a - b).abs() <= step / 2.0 && b.abs() >= 10.0
    }

    /// Whether this is the other number rounded, or differs by at most 5 % if it is stated to be approximate.
    pub fn rounds(self, exact: Value, approximate: bool) -> bool {
        const ROUNDING_SHARE: f64 = 0.05;
        self.is_rounding(exact) || approximate && self.distance(exact) <= ROUNDING_SHARE
    }
}

/// Returns the position of the decimal mark: `Some(None)` if there is none, `None` if the marks are not those
/// of a number.
fn decimal_mark(text: &str) -> Option<Option<usize>> {
    let all = |mark: char| text.match_indices(mark).map(|(at, _)| at);
    // Every group after the first has three digits, except that Indian numbers have groups of two before the
    // last.
    let groups = |mark: char| {
        let mut lengths = text.rsplit(mark).map(|part| part.chars().take_while(|c| c.is_numeric()).count());
        let last = lengths.next();
        let inner = text.matches(mark).count().saturating_sub(1);
        last == Some(3) && lengths.take(inner).all(|length| length == 3 || length == 2 && mark == ',')
    };
    // "5'11" is a height.
    if ['\'', '’', '\u{202f}'].iter().any(|mark| text.contains(*mark) && !groups(*mark)) {
        return None;
    }
    if let Some(arabic) = all('٫').next_back() {
        return Some(Some(arabic));
    }
    let (points, commas) = (all('.').count(), all(',').count());
    let (point, comma) = (all('.').next_back(), all(',').next_back());
    match (points, commas) {
        (0, 0) => Some(None),
        (1, 0) => Some(point),
        (0, 1) if groups(',') && !text.starts_with('0') => Some(None),
        (0, 1) => Some(comma),
        (_, 0) => groups('.').then_some(None),
        (0, _) => groups(',').then_some(None),
        // If there are two kinds of marks, the last one is the decimal mark.
        (1, _) if point > comma => Some(point),
        (_, 1) if comma > point => Some(comma),
        _ => None,
    }
}

/// The zero digit of each script; the digits 0 to 9 are contiguous.
const ZEROS: [char; 22] = [
    '0', '٠', '۰', '߀', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '෦', '๐', '໐', '༠', '၀', '០', '᠐', '０',
    '𝟎',
];

/// Returns the value of a decimal digit in any of these scripts.
pub fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    ZEROS.iter().find_map(|zero| (c as u32).checked_sub(*zero as u32).filter(|value| *value < 10))
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        Value::parse(text).expect(text)
    }

    #[test]
    fn only_numbers_of_twelve_digits_are_whole() {
        for (value, whole) in [
            (999_999_999_999, Some(999_999_999_999)),
            (-999_999_999_999, Some(-999_999_999_999)),
            (1_000_000_000_001, None),
            (i128::from(i64::MAX), None),
            // Its absolute value does not fit an i64.
            (i128::from(i64::MIN), None),
            (i128::from(i64::MIN) - 1, None),
        ] {
            assert_eq!(Value::int(value).whole(), whole, "{value}");
        }
    }

    #[test]
    fn marks_between_digits_are_distinguished() {
        for (text, expected) in [
            ("1,200", 1200.0),
            ("1,00,000", 1e5),
            ("3,5", 3.5),
            ("0,125", 0.125),
            ("1.200,50", 1200.5),
            ("1,200.50", 1200.5),
            ("1.200.000", 1.2e6),
            ("1'200", 1200.0),
            ("١٬٢٠٠", 1200.0),
            ("३.५", 3.5),
            ("４５", 45.0),
        ] {
            assert_eq!(value(text).to_f64(), expected, "{text}");
        }
        for text in ["1.2.3", "1,2,3", "", "x", ".", "1.2,3.4,5", "9999999999999999999999999"] {
            assert_eq!(Value::parse(text), None, "{text}");
        }
    }

    #[test]
    fn fractions_are_exact() {
        let third = Value::fraction(1, 3).unwrap();
        assert_eq!(third.plus(third).and_then(|v| v.plus(third)), Some(Value::int(1)));
        assert_eq!(Value::fraction(1, 2), Some(value("0.5")));
        assert_eq!(Value::fraction(-3, -4), Some(value("0.75")));
        assert_eq!(Value::fraction(1, 0), None);
        assert_eq!(third.times(Value::int(6)), Some(Value::int(2)));
        assert_ne!(third, value("0.333333"));
    }

    #[test]
    fn a_round_number_stands_for_the_exact_one() {
        assert!(value("3000000").rounds(value("3012345"), false));
        assert!(!value("45").rounds(value("46"), false));
        assert!(value("1000").rounds(value("1024"), true));
        assert!(!value("2000").rounds(value("1024"), true));
        assert!(!value("10000000").rounds(value("5000000"), false));
        assert!(value("2000000").rounds(value("1900000"), false));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let huge = Value::int(i128::MAX / 2);
        assert_eq!(huge.times(huge), None);
        assert_eq!(huge.plus(Value::int(1).scaled(-40)), None);
        assert!(Value::int(5).scaled(i32::MAX).scaled(i32::MIN).to_f64().is_finite());
        assert_eq!(Value::fraction(i32::MIN, i32::MIN), None);
    }
}
