//! Exact fractions.

use std::cmp::Ordering;
use std::fmt;

/// `over / under`, with `under > 0`, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { over: 0, under: 1 };
    pub const ONE: Fraction = Fraction { over: 1, under: 1 };

    /// `under` must not be 0.
    pub fn new(over: i128, under: i128) -> Fraction {
        assert_ne!(under, 0);
        let shared = gcd(over.abs(), under.abs()).max(1) * under.signum();
        Fraction { over: over / shared, under: under / shared }
    }

    pub fn whole(value: i128) -> Fraction {
        Fraction::new(value, 1)
    }

    /// Converts a JSON number as written in decimal.
    pub fn decimal(written: &str) -> Option<Fraction> {
        let (digits, exponent) = match written.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
            None => (written, 0),
        };
        let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
        let exponent = exponent - places.len() as i32;
        let over: i128 = format!("{whole}{places}").parse().ok()?;
        let scale = 10_i128.checked_pow(exponent.unsigned_abs())?;
        Some(if exponent < 0 {
            Fraction::new(over, scale)
        } else {
            Fraction::new(over.checked_mul(scale)?, 1)
        })
    }

    pub fn plus(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }

    pub fn times(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.over, self.under * other.under)
    }

    /// `other` must not be 0.
    pub fn over(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.under, self.under * other.over)
    }

    pub fn smaller(self, other: Fraction) -> Fraction {
        if self.is_below(other) { self } else { other }
    }

    pub fn is_below(self, other: Fraction) -> bool {
        self.cmp_value(other) == Ordering::Less
    }

    pub fn is_above(self, other: Fraction) -> bool {
        self.cmp_value(other) == Ordering::Greater
    }

    fn cmp_value(self, other: Fraction) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }

    pub fn floor(self) -> i128 {
        self.over.div_euclid(self.under)
    }

    /// Rounds half up: 0.5 becomes 1.
    pub fn round_half_up(self) -> i128 {
        (2 * self.over + self.under).div_euclid(2 * self.under)
    }

    pub fn to_f64(self) -> f64 {
        self.over as f64 / self.under as f64
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.over, self.under)
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[test]
fn decimals_are_fractions() {
    assert_eq!(Fraction::decimal("0.3"), Some(Fraction::new(3, 10)));
    assert_eq!(Fraction::decimal("-2.50"), Some(Fraction::new(-5, 2)));
    assert_eq!(Fraction::decimal("5e-2"), Some(Fraction::new(1, 20)));
    assert_eq!(Fraction::decimal("1e1"), Some(Fraction::whole(10)));
}

#[test]
fn halves_round_up() {
    let halves = [(1, 1), (3, 2), (-1, 0), (5, 3)];
    assert!(halves.iter().all(|&(over, rounded)| Fraction::new(over, 2).round_half_up() == rounded));
    assert_eq!(Fraction::new(7, 3).round_half_up(), 2);
}
