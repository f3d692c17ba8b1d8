//! Numbers of a rubric: exact wherever labels are counted.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

use num_rational::Ratio;
use num_traits::Zero;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A rational number, or a real one where the rubric measures (a cosine, a probability).
///
/// Exact and exact stays exact, so a comparison with a threshold is never decided by a rounding error. Counts that
/// enter a rubric are at most [`MAX_COUNT`], which keeps every product within 128 bits.
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
    /// Zero.
    pub const ZERO: Num = Num::Exact(Ratio::new_raw(0, 1));
    /// One.
    pub const ONE: Num = Num::Exact(Ratio::new_raw(1, 1));

    /// A whole number.
    pub const fn int(value: i64) -> Num {
        Num::Exact(Ratio::new_raw(value as i128, 1))
    }

    /// A count.
    pub const fn count(value: usize) -> Num {
        Num::Exact(Ratio::new_raw(value as i128, 1))
    }

    /// `over / under`; NaN where `under` is 0.
    pub fn ratio(over: usize, under: usize) -> Num {
        Num::count(over) / Num::count(under)
    }

    /// The number that a decimal literal names: 0.3 is three tenths, not the binary fraction nearest to it.
    /// Values with more than fifteen decimals, or of 10^15 and more, stay real.
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

    /// As a double, for output and for drawing.
    pub fn to_f64(self) -> f64 {
        match self {
            Num::Exact(ratio) => *ratio.numer() as f64 / *ratio.denom() as f64,
            Num::Real(value) => value,
        }
    }

    /// The next whole number down.
    pub fn floor(self) -> Num {
        match self {
            Num::Exact(ratio) => Num::Exact(ratio.floor()),
            Num::Real(value) => Num::Real(value.floor()),
        }
    }

    /// To the nearest whole number, halves up.
    pub fn round(self) -> Num {
        (self + Num::Exact(Ratio::new_raw(1, 2))).floor()
    }

    /// The smaller of the two.
    pub fn min(self, other: Num) -> Num {
        if other < self { other } else { self }
    }

    /// The larger of the two.
    pub fn max(self, other: Num) -> Num {
        if other > self { other } else { self }
    }

    /// Two decimals, halves up: what people are shown.
    pub fn shown(self) -> String {
        match (self * Num::int(100)).round() {
            Num::Exact(hundredths) => {
                let whole = hundredths.to_integer();
                let sign = if whole < 0 { "-" } else { "" };
                format!("{sign}{}.{:02}", whole.abs() / 100, whole.abs() % 100)
            }
            Num::Real(value) => format!("{:.2}", value / 100.0),
        }
    }
}

fn combine(
    a: Num,
    b: Num,
    exact: impl Fn(Ratio<i128>, Ratio<i128>) -> Ratio<i128>,
    real: impl Fn(f64, f64) -> f64,
) -> Num {
    match (a, b) {
        (Num::Exact(a), Num::Exact(b)) => Num::Exact(exact(a, b)),
        _ => Num::Real(real(a.to_f64(), b.to_f64())),
    }
}

impl Add for Num {
    type Output = Num;
    fn add(self, other: Num) -> Num {
        combine(self, other, |a, b| a + b, |a, b| a + b)
    }
}

impl Sub for Num {
    type Output = Num;
    fn sub(self, other: Num) -> Num {
        combine(self, other, |a, b| a - b, |a, b| a - b)
    }
}

impl Mul for Num {
    type Output = Num;
    fn mul(self, other: Num) -> Num {
        combine(self, other, |a, b| a * b, |a, b| a * b)
    }
}

impl Div for Num {
    type Output = Num;
    /// NaN where the divisor is 0, never a panic: a rubric asks first and says "not applicable".
    fn div(self, other: Num) -> Num {
        if matches!(other, Num::Exact(zero) if zero.is_zero()) {
            return Num::Real(f64::NAN);
        }
        combine(self, other, |a, b| a / b, |a, b| a / b)
    }
}

impl PartialEq for Num {
    fn eq(&self, other: &Num) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Num {
    fn partial_cmp(&self, other: &Num) -> Option<Ordering> {
        match (self, other) {
            (Num::Exact(a), Num::Exact(b)) => Some(a.cmp(b)),
            _ => self.to_f64().partial_cmp(&other.to_f64()),
        }
    }
}

/// The number in a form that a calculator accepts and that loses nothing of an exact value: "5", "0.3", "7/12".
impl fmt::Display for Num {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = match self {
            Num::Exact(ratio) => ratio,
            Num::Real(value) => return write!(out, "{value}"),
        };
        if ratio.is_integer() {
            return write!(out, "{}", ratio.numer());
        }
        const PLACES: u32 = 6;
        let scaled = ratio * Ratio::from_integer(10_i128.pow(PLACES));
        if !scaled.is_integer() {
            return write!(out, "{}/{}", ratio.numer(), ratio.denom());
        }
        let digits = format!("{:0width$}", scaled.to_integer().abs(), width = PLACES as usize + 1);
        let (whole, fraction) = digits.split_at(digits.len() - PLACES as usize);
        let sign = if *ratio.numer() < 0 { "-" } else { "" };
        write!(out, "{sign}{whole}.{}", fraction.trim_end_matches('0'))
    }
}

/// Whole numbers as JSON integers, everything else at full double precision.
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

/// Reads a number as the decimal that was written.
impl<'de> Deserialize<'de> for Num {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Num, D::Error> {
        f64::deserialize(deserializer).map(Num::decimal)
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
    fn division_by_zero_is_not_a_number() {
        assert!(Num::ratio(1, 0).to_f64().is_nan());
    }
}
