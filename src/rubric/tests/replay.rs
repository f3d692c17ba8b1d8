//! Replaying a ledger: a small calculator, which knows nothing of the program's numbers but their digits, evaluates
//! each line and must come to the value of the line; the last line is the raw score.

use std::iter::Peekable;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::str::Chars;

use num_rational::Ratio;

use crate::num::Num;
use crate::report::Report;

/// A kind of number to calculate with: exact, or real where something was measured.
pub trait Figure:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Reads digits with an optional point.
    fn read(digits: &str) -> Self;
    /// The next whole number down.
    fn down(self) -> Self;
    /// The square root.
    fn root(self) -> Self;
    /// The natural logarithm.
    fn log(self) -> Self;
}

impl Figure for Ratio<i128> {
    fn read(digits: &str) -> Self {
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let over: i128 = [whole, part].concat().parse().unwrap();
        Ratio::new(over, 10_i128.pow(part.len() as u32))
    }

    fn down(self) -> Self {
        self.floor()
    }

    fn root(self) -> Self {
        Ratio::new(self.numer().isqrt(), self.denom().isqrt())
    }

    fn log(self) -> Self {
        assert_eq!(self, Ratio::from_integer(1), "no other logarithm is exact");
        Ratio::from_integer(0)
    }
}

impl Figure for f64 {
    fn read(digits: &str) -> Self {
        digits.parse().unwrap()
    }

    fn down(self) -> Self {
        self.floor()
    }

    fn root(self) -> Self {
        self.sqrt()
    }

    fn log(self) -> Self {
        self.ln()
    }
}

/// Evaluates `+ - * /`, brackets, `floor`, `sqrt`, `ln`, `min`, `max` and decimals.
pub fn calculate<F: Figure>(text: &str) -> F {
    let mut chars = text.chars().peekable();
    let value = sum(&mut chars);
    assert!(chars.next().is_none(), "{text} goes on");
    value
}

fn skip(chars: &mut Peekable<Chars>) -> Option<char> {
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
    chars.peek().copied()
}

fn sum<F: Figure>(chars: &mut Peekable<Chars>) -> F {
    let mut value = product::<F>(chars);
    while let Some(sign @ ('+' | '-')) = skip(chars) {
        chars.next();
        let other = product(chars);
        value = if sign == '+' { value + other } else { value - other };
    }
    value
}

fn product<F: Figure>(chars: &mut Peekable<Chars>) -> F {
    let mut value = atom::<F>(chars);
    while let Some(sign @ ('*' | '/')) = skip(chars) {
        chars.next();
        let other = atom(chars);
        value = if sign == '*' { value * other } else { value / other };
    }
    value
}

fn atom<F: Figure>(chars: &mut Peekable<Chars>) -> F {
    match skip(chars) {
        Some('-') => {
            chars.next();
            -atom::<F>(chars)
        }
        Some('(') => {
            chars.next();
            let value = sum(chars);
            assert_eq!(skip(chars), Some(')'));
            chars.next();
            value
        }
        Some(c) if c.is_alphabetic() => {
            let name: String = std::iter::from_fn(|| chars.next_if(|c| c.is_alphabetic())).collect();
            assert_eq!(skip(chars), Some('('));
            let mut values: Vec<F> = Vec::new();
            while skip(chars) != Some(')') {
                chars.next();
                values.push(sum(chars));
            }
            chars.next();
            match (name.as_str(), values.as_slice()) {
                ("floor", [x]) => x.down(),
                ("sqrt", [x]) => x.root(),
                ("ln", [x]) => x.log(),
                ("min", [x, y]) => {
                    if y < x {
                        *y
                    } else {
                        *x
                    }
                }
                ("max", [x, y]) => {
                    if y > x {
                        *y
                    } else {
                        *x
                    }
                }
                other => panic!("{name} of {} numbers", other.1.len()),
            }
        }
        _ => {
            let digits: String =
                std::iter::from_fn(|| chars.next_if(|c| c.is_ascii_digit() || *c == '.')).collect();
            F::read(&digits)
        }
    }
}

/// Checks every line of every metric.
pub fn replay(report: &Report) {
    for metric in &report.metrics {
        for step in &metric.steps {
            match step.value {
                Num::Exact(known) => {
                    let value: Ratio<i128> = calculate(&step.with());
                    assert_eq!(value, known, "{} of {}: {}", step.name, metric.key, step.with());
                }
                Num::Real(known) => {
                    let value: f64 = calculate(&step.with());
                    assert!(
                        (value - known).abs() < 1e-12 * known.abs().max(1.0),
                        "{} of {}: {}",
                        step.name,
                        metric.key,
                        step.with()
                    );
                }
            }
            assert!(!step.formula().is_empty());
        }
        if let Some(raw) = metric.raw() {
            assert_eq!(metric.steps.last().map(|step| step.value), Some(raw), "{}", metric.key);
        }
    }
}

#[test]
fn the_calculator_calculates() {
    for (text, over, under) in [
        ("1 + 2*3", 7, 1),
        ("(1 + 2)*3", 9, 1),
        ("10 - 2 - 3", 5, 1),
        ("0.5/2", 1, 4),
        ("max(0, 10 - floor(14*(3/16) + 0.5))", 7, 1),
        ("min(-1, 2)", -1, 1),
        ("3/sqrt(16) + ln(1)", 3, 4),
    ] {
        assert_eq!(calculate::<Ratio<i128>>(text), Ratio::new(over, under), "{text}");
        assert_eq!(calculate::<f64>(text), over as f64 / under as f64, "{text}");
    }
}
