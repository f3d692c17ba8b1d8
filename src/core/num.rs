//! Numbers of a rubric: exact wherever labels are counted.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A rational number, or a real number for measured values (a cosine, a probability).
///
/// Operations on exact numbers stay exact, so a comparison with a threshold is never decided by a rounding
/// error. Counts in a rubric are at most [`MAX_COUNT`], which keeps its products within 128 bits. A result
/// beyond them becomes real instead of wrapping.
#[derive(Clone, Copy, Debug)]
pub enum Num {
    /// A quotient of integers.
    Exact(Ratio<i128>),
    /// A measured value.
    Real(f64),
}

/// The largest count (of tokens, labels ...) that a rubric accepts.
pub const MAX_COUNT: u64 = 1_000_000_000;

impl Num {
    pub const ZERO: Num = Num::Exact(Ratio::new_raw(0, 1));
    pub const ONE: Num = Num::Exact(Ratio::new_raw(1, 1));

    /// A whole number.
    pub const fn int(value: i64) -> Num {
        Num::Exact(Ratio::new_raw(value as i128, 1))
    }

    pub const fn count(value: usize) -> Num {
        Num::Exact(Ratio::new_raw(value as i128, 1))
    }

    /// Returns `over / under`; NaN if `under` is 0.
    pub fn ratio(over: usize, under: usize) -> Num {
        Num::count(over) / Num::count(under)
    }

    /// Returns the number that a decimal literal names: 0.3 is three tenths, not the nearest binary fraction.
    /// Values with more than fifteen decimals, or with more than sixteen characters before the point, stay
    /// real.
    pub fn decimal(value: f64) -> Num {
        let text = format!("{value}");
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        if fraction.len() > 15 || whole.len() > 16 || !value.is_finite() {
            return Num::Real(value);
        }
        let digits: String = [whole, fraction].concat();
        match digits.parse::<i128>() {
            Ok(over) => Num::Exact(Ratio::new(over, 10_i128.pow(fraction.len() as u32))),
            Err(_) => Num::Real(value),
        }
    }

    /// Whether it has too many digits before the decimal point to be readable.
    fn is_long(self) -> bool {
        let size = self.to_f64().abs();
        size.is_finite() && size >= 1e15
    }

    /// Converts to a double, for output and for sampling.
    pub fn to_f64(self) -> f64 {
        match self {
            Num::Exact(ratio) => match small(ratio) {
                Some((over, under)) => over as f64 / under as f64,
                None => *ratio.numer() as f64 / *ratio.denom() as f64,
            },
            Num::Real(value) => value,
        }
    }

    /// Rounds down to an integer.
    pub fn floor(self) -> Num {
        match self {
            Num::Exact(ratio) => match small(ratio) {
                Some((over, under)) => lowest(over.div_euclid(under), 1),
                None => Num::Exact(Ratio::from_integer(ratio.numer().div_euclid(*ratio.denom()))),
            },
            Num::Real(value) => Num::Real(value.floor()),
        }
    }

    /// Rounds to the nearest integer, halves up.
    pub fn round(self) -> Num {
        (self + Num::Exact(Ratio::new_raw(1, 2))).floor()
    }

    /// The square root, exact for the square of a rational number; NaN for negative numbers.
    pub fn sqrt(self) -> Num {
        let root = |value: i128| value.checked_isqrt().filter(|root| root * root == value);
        match self {
            Num::Exact(ratio) => match (root(*ratio.numer()), root(*ratio.denom())) {
                (Some(over), Some(under)) => Num::Exact(Ratio::new_raw(over, under)),
                _ => Num::Real(self.to_f64().sqrt()),
            },
            Num::Real(value) => Num::Real(value.sqrt()),
        }
    }

    /// The natural logarithm; exact only for 1.
    pub fn ln(self) -> Num {
        if self == Num::ONE { Num::ZERO } else { Num::Real(self.to_f64().ln()) }
    }

    /// The smaller of the two.
    pub fn min(self, other: Num) -> Num {
        if other < self { other } else { self }
    }

    /// The larger of the two.
    pub fn max(self, other: Num) -> Num {
        if other > self { other } else { self }
    }

    /// Formats the number for people: two decimals, halves rounded up. Numbers too long to read use a power
    /// of ten. A real number is rounded from its decimal notation, so that a score that was stored as a
    /// double looks like the exact one.
    pub fn shown(self) -> String {
        if self.is_long() {
            return format!("{:.2e}", self.to_f64());
        }
        match self.hundredths() {
            Num::Exact(hundredths) => {
                let whole = hundredths.to_integer();
                let sign = if whole < 0 { "-" } else { "" };
                format!("{sign}{}.{:02}", whole.abs() / 100, whole.abs() % 100)
            }
            Num::Real(value) => format!("{:.2}", value / 100.0),
        }
    }

    /// Formats the number like [`Num::shown`], with as many decimals as it takes to differ from another one:
    /// 0.9499 beside 0.95.
    pub fn shown_beside(self, other: Num) -> String {
        const MOST: usize = 15;
        let shown = self.shown();
        if self == other || shown != other.shown() {
            return shown;
        }
        let [own, other] = [self, other].map(Num::to_f64);
        let to = |value: f64, decimals: usize| format!("{value:.decimals$}");
        let enough = (3..=MOST).find(|decimals| to(own, *decimals) != to(other, *decimals));
        enough.map_or(shown, |decimals| to(own, decimals))
    }

    /// Returns the difference of two numbers as [shown](Num::shown), so that it agrees with them on a screen
    /// that has all three.
    pub fn shown_difference(self, other: Num) -> Num {
        if self.is_long() || other.is_long() {
            return self - other;
        }
        (self.hundredths() - other.hundredths()) / Num::int(100)
    }

    fn hundredths(self) -> Num {
        let number = if let Num::Real(value) = self { Num::decimal(value) } else { self };
        (number * Num::int(100)).round()
    }
}

/// Formats a score, or a difference of scores, that is stored as a double, like [`Num::shown`].
pub fn two_decimals(value: f64) -> String {
    Num::Real(value).shown()
}

/// Formats a change like [`two_decimals`], with its sign: "+0.50", "-1.25".
pub fn signed(value: f64) -> String {
    let text = two_decimals(value);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// Returns numerator and denominator if both are so small that products of two such numbers fit into 64 bits.
/// Labels are counted in tens, so nearly all arithmetic takes this path, which is several times as fast as
/// 128-bit arithmetic.
fn small(ratio: Ratio<i128>) -> Option<(i64, i64)> {
    let (over, under) = (i32::try_from(*ratio.numer()).ok()?, i32::try_from(*ratio.denom()).ok()?);
    // The negation of `i32::MIN` is not an `i32`.
    (over > i32::MIN).then_some((i64::from(over), i64::from(under)))
}

/// Reduces a fraction to lowest terms. `under` is positive.
fn lowest(over: i64, under: i64) -> Num {
    if under == 1 {
        return Num::Exact(Ratio::new_raw(i128::from(over), 1));
    }
    let divisor = gcd(over.unsigned_abs(), under.unsigned_abs()) as i64;
    Num::Exact(Ratio::new_raw(i128::from(over / divisor), i128::from(under / divisor)))
}

/// The greatest common divisor, by the binary algorithm; `b` is positive.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 {
        return b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
    }
    a << twos
}

/// Computes exactly in 64 bits, else exactly in 128 bits, else in real numbers, so that nothing in a file can
/// cause an overflow.
fn combine(
    a: Num,
    b: Num,
    brief: impl Fn((i64, i64), (i64, i64)) -> (i64, i64),
    exact: impl Fn(&Ratio<i128>, &Ratio<i128>) -> Option<Ratio<i128>>,
    real: impl Fn(f64, f64) -> f64,
) -> Num {
    if let (Num::Exact(x), Num::Exact(y)) = (a, b) {
        if let (Some(x), Some(y)) = (small(x), small(y)) {
            let (over, under) = brief(x, y);
            return lowest(over, under);
        }
        if let Some(ratio) = exact(&x, &y) {
            return Num::Exact(ratio);
        }
    }
    Num::Real(real(a.to_f64(), b.to_f64()))
}

impl Add for Num {
    type Output = Num;
    fn add(self, other: Num) -> Num {
        let brief = |a: (i64, i64), b: (i64, i64)| match a.1 == b.1 {
            true => (a.0 + b.0, a.1),
            false => (a.0 * b.1 + b.0 * a.1, a.1 * b.1),
        };
        combine(self, other, brief, |a, b| a.checked_add(b), |a, b| a + b)
    }
}

impl Sub for Num {
    type Output = Num;
    fn sub(self, other: Num) -> Num {
        let brief = |a: (i64, i64), b: (i64, i64)| match a.1 == b.1 {
            true => (a.0 - b.0, a.1),
            false => (a.0 * b.1 - b.0 * a.1, a.1 * b.1),
        };
        combine(self, other, brief, |a, b| a.checked_sub(b), |a, b| a - b)
    }
}

impl Mul for Num {
    type Output = Num;
    fn mul(self, other: Num) -> Num {
        combine(self, other, |a, b| (a.0 * b.0, a.1 * b.1), |a, b| a.checked_mul(b), |a, b| a * b)
    }
}

impl Div for Num {
    type Output = Num;
    /// NaN if the divisor is 0; it never panics. A rubric checks for 0 first and reports "not applicable".
    fn div(self, other: Num) -> Num {
        if matches!(other, Num::Exact(zero) if zero.is_zero()) {
            return Num::Real(f64::NAN);
        }
        let brief = |a: (i64, i64), b: (i64, i64)| (a.0 * b.1 * b.0.signum(), a.1 * b.0.abs());
        combine(self, other, brief, |a, b| a.checked_div(b), |a, b| a / b)
    }
}

impl PartialEq for Num {
    fn eq(&self, other: &Num) -> bool {
        match (self, other) {
            (Num::Exact(a), Num::Exact(b)) => a.numer() == b.numer() && a.denom() == b.denom(),
            _ => self.to_f64() == other.to_f64(),
        }
    }
}

impl PartialOrd for Num {
    fn partial_cmp(&self, other: &Num) -> Option<Ordering> {
        match (self, other) {
            (Num::Exact(a), Num::Exact(b)) => match (small(*a), small(*b)) {
                (Some(a), Some(b)) => Some((a.0 * b.1).cmp(&(b.0 * a.1))),
                _ => Some(a.cmp(b)),
            },
            _ => self.to_f64().partial_cmp(&other.to_f64()),
        }
    }
}

/// Formats the number so that a calculator accepts it and an exact value loses nothing: "5", "0.3", "7/12".
impl fmt::Display for Num {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = match self {
            Num::Exact(ratio) => ratio,
            Num::Real(value) if self.is_long() => return write!(out, "{value:e}"),
            Num::Real(value) => return write!(out, "{value}"),
        };
        if ratio.is_integer() {
            return write!(out, "{}", ratio.numer());
        }
        const PLACES: u32 = 6;
        const SCALE: i64 = 10_i64.pow(PLACES);
        if let Some((over, under)) = small(*ratio) {
            let scaled = over * SCALE;
            if scaled % under != 0 {
                return write!(out, "{over}/{under}");
            }
            let (mut digits, mut places) = (scaled.abs() / under, PLACES as usize);
            while digits % 10 == 0 {
                (digits, places) = (digits / 10, places - 1);
            }
            let sign = if over < 0 { "-" } else { "" };
            let one = 10_i64.pow(places as u32);
            return write!(out, "{sign}{}.{:0places$}", digits / one, digits % one);
        }
        let scaled = ratio.checked_mul(&Ratio::from_integer(i128::from(SCALE)));
        let Some(scaled) = scaled.filter(Ratio::is_integer) else {
            return write!(out, "{}/{}", ratio.numer(), ratio.denom());
        };
        let digits = format!("{:0width$}", scaled.to_integer().abs(), width = PLACES as usize + 1);
        let (whole, fraction) = digits.split_at(digits.len() - PLACES as usize);
        let sign = if *ratio.numer() < 0 { "-" } else { "" };
        write!(out, "{sign}{whole}.{}", fraction.trim_end_matches('0'))
    }
}

/// Whole numbers become JSON integers; all others have full double precision.
impl Serialize for Num {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Num::Exact(ratio) if ratio.is_integer() => match i64::try_from(*ratio.numer()) {
                Ok(whole) => serializer.serialize_i64(whole),
                Err(_) => serializer.serialize_f64(self.to_f64()),
            },
            _ => serializer.serialize_f64(self.to_f64()),
        }
    }
}

/// Reads the decimal number as written; infinity and NaN are errors.
impl<'de> Deserialize<'de> for Num {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Num, D::Error> {
        let value = f64::deserialize(deserializer)?;
        if !value.is_finite() {
            return Err(serde::de::Error::custom("a number must be finite"));
        }
        Ok(Num::decimal(value))
    }
}

/// Formats a count with its unit: "1 claim", "2 claims", "no claims", "3 profanities".
pub fn pluralize(count: usize, noun: &str) -> String {
    if count == 0 { format!("no {}", plural(count, noun)) } else { counted(count, noun) }
}

/// Formats a count with its unit and zero as a digit: "0 claims", "1 claim".
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {}", plural(count, noun))
}

/// Returns a noun in the singular or plural form for a count.
pub fn plural(count: usize, noun: &str) -> String {
    let ending = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match ending {
        _ if count == 1 => noun.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_as_written() {
        assert_eq!(Num::decimal(0.3) + Num::decimal(0.6), Num::decimal(0.9));
        assert_eq!(Num::decimal(-2.5).round(), Num::int(-2));
        assert_eq!(Num::decimal(0.8).to_string(), "0.8");
        assert_eq!(Num::ratio(7, 12).to_string(), "7/12");
        assert_eq!(Num::decimal(1e-7).to_string(), "1/10000000");
    }

    #[test]
    fn people_see_two_decimals_halves_up() {
        assert_eq!(Num::ratio(1, 200).shown(), "0.01");
        assert_eq!(Num::ratio(20, 3).shown(), "6.67");
        assert_eq!(Num::int(-3).shown(), "-3.00");
        assert_eq!(Num::ratio(-1_i64 as usize & 1, 8).shown(), "0.13");
    }

    #[test]
    fn a_number_is_never_shown_as_the_one_beside_it() {
        let beside = |over, other| Num::ratio(over, 10_000).shown_beside(Num::decimal(other));
        assert_eq!(beside(9_499, 0.95), "0.9499");
        assert_eq!(beside(9_520, 0.95), "0.952");
        assert_eq!([beside(9_500, 0.95), beside(9_999, 0.95)], ["0.95", "1.00"]);
        assert_eq!(Num::ratio(179, 199).shown_beside(Num::decimal(0.9)), "0.899");
    }

    #[test]
    fn a_difference_agrees_with_the_numbers_shown_beside_it() {
        // 7.45 and 7.05 are shown; the exact difference would be shown as 0.39.
        let (now, then) = (Num::ratio(7_446, 1_000), Num::ratio(7_054, 1_000));
        assert_eq!(
            (now.shown(), then.shown(), (now - then).shown()),
            ("7.45".into(), "7.05".into(), "0.39".into())
        );
        assert_eq!(now.shown_difference(then).shown(), "0.40");
        assert_eq!(Num::Real(7.446).shown_difference(Num::Real(7.054)).shown(), "0.40");
        assert_eq!(then.shown_difference(now).shown(), "-0.40");
        assert_eq!(Num::decimal(1e308).shown_difference(Num::int(0)).shown(), "1.00e308");
    }

    #[test]
    fn a_score_reads_the_same_whether_it_is_exact_or_kept_as_a_double() {
        for hundredths in 0..=1000 {
            let exact = Num::ratio(2 * hundredths + 1, 200);
            assert_eq!(two_decimals(exact.to_f64()), exact.shown());
        }
        assert_eq!([8.125, 1.005, 6.665, -0.001].map(two_decimals), ["8.13", "1.01", "6.67", "0.00"]);
        assert_eq!([0.125, -1.25, 0.0].map(signed), ["+0.13", "-1.25", "+0.00"]);
        assert_eq!(Num::Real(1.005).shown(), "1.01");
    }

    #[test]
    fn long_numbers_have_a_power_of_ten() {
        assert_eq!(Num::decimal(1e308).shown(), "1.00e308");
        assert_eq!(Num::decimal(1e308).to_string(), "1e308");
        assert_eq!(Num::decimal(-2.5e15).shown(), "-2.50e15");
        assert_eq!(Num::decimal(999_999_999.5).shown(), "999999999.50");
        assert_eq!(Num::Real(f64::INFINITY).shown(), "inf");
    }

    #[test]
    fn what_does_not_fit_turns_real() {
        let huge = Num::Exact(Ratio::new(i128::MAX / 3, i128::MAX / 5));
        for result in
            [huge + Num::ratio(1, 7), huge * huge, huge / Num::decimal(0.123_456_789), huge - Num::ONE]
        {
            assert!(result.to_f64().is_finite());
        }
        assert!((huge + Num::ONE).to_f64() > 2.6);
    }

    proptest::proptest! {
        /// The 64-bit path and the 128-bit path agree.
        #[test]
        fn arithmetic_is_that_of_rationals(
            a in -100_000_i128..100_000, b in 1_i128..50_000, c in -100_000_i128..100_000, d in 1_i128..50_000
        ) {
            let (x, y) = (Ratio::new(a, b), Ratio::new(c, d));
            let (p, q) = (Num::Exact(x), Num::Exact(y));
            proptest::prop_assert_eq!(p + q, Num::Exact(x + y));
            proptest::prop_assert_eq!(p - q, Num::Exact(x - y));
            proptest::prop_assert_eq!(p * q, Num::Exact(x * y));
            if c != 0 {
                proptest::prop_assert_eq!(p / q, Num::Exact(x / y));
            }
            proptest::prop_assert_eq!(p.partial_cmp(&q), x.partial_cmp(&y));
            proptest::prop_assert_eq!(p.floor(), Num::Exact(x.floor()));
        }
    }

    #[test]
    fn roots_of_squares_are_exact() {
        for (square, root) in
            [(Num::int(49), Num::int(7)), (Num::ratio(9, 16), Num::ratio(3, 4)), (Num::ZERO, Num::ZERO)]
        {
            assert!(matches!(square.sqrt(), Num::Exact(_)));
            assert_eq!(square.sqrt(), root);
        }
        assert_eq!(Num::int(2).sqrt(), Num::Real(std::f64::consts::SQRT_2));
        assert!(Num::int(-1).sqrt().to_f64().is_nan());
        assert_eq!((Num::ONE.ln(), Num::int(2).ln()), (Num::ZERO, Num::Real(std::f64::consts::LN_2)));
    }

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0, 1, 2].map(|count| pluralize(count, "claim")), ["no claims", "1 claim", "2 claims"]);
        assert_eq!(pluralize(3, "profanity"), "3 profanities");
        assert_eq!(pluralize(2, "day"), "2 days");
        assert_eq!([0, 1].map(|count| counted(count, "case")), ["0 cases", "1 case"]);
    }

    #[test]
    fn division_by_zero_is_not_a_number() {
        assert!(Num::ratio(1, 0).to_f64().is_nan());
    }
}
