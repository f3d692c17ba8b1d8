//! Replays a ledger: a small calculator, which knows the program's numbers only by their digits, evaluates
//! each step and must get the value of the step. The last step is the raw score.

use std::iter::Peekable;
use std::ops::{Add, Div, Mul, Sub};
use std::str::Chars;

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

use crate::num::Num;
use crate::report::Report;

type Exact = Ratio<i128>;

/// A number in exact form, if it has one, and as a double.
#[derive(Clone, Copy, Debug)]
struct Figure(Option<Exact>, f64);

impl Figure {
    /// Parses digits with an optional decimal point.
    fn read(digits: &str) -> Figure {
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let exact = |over: i128| Some(Ratio::new(over, 10_i128.checked_pow(part.len() as u32)?));
        Figure([whole, part].concat().parse().ok().and_then(exact), digits.parse().unwrap())
    }

    fn with(
        self,
        other: Figure,
        exact: impl Fn(&Exact, &Exact) -> Option<Exact>,
        real: impl Fn(f64, f64) -> f64,
    ) -> Figure {
        Figure(self.0.zip(other.0).and_then(|(a, b)| exact(&a, &b)), real(self.1, other.1))
    }
}

/// Evaluates `+ - * /`, brackets, `floor`, `sqrt`, `ln`, `min`, `max` and decimals.
fn calculate(text: &str) -> Figure {
    let mut chars = text.chars().peekable();
    let value = sum(&mut chars);
    assert!(chars.next().is_none(), "{text} goes on");
    value
}

fn skip(chars: &mut Peekable<Chars>) -> Option<char> {
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
    chars.peek().copied()
}

fn sum(chars: &mut Peekable<Chars>) -> Figure {
    let mut value = product(chars);
    while let Some(sign @ ('+' | '-')) = skip(chars) {
        chars.next();
        let other = product(chars);
        value = match sign {
            '+' => value.with(other, Exact::checked_add, f64::add),
            _ => value.with(other, Exact::checked_sub, f64::sub),
        };
    }
    value
}

fn product(chars: &mut Peekable<Chars>) -> Figure {
    let mut value = atom(chars);
    while let Some(sign @ ('*' | '/')) = skip(chars) {
        chars.next();
        let other = atom(chars);
        value = match sign {
            '*' => value.with(other, Exact::checked_mul, f64::mul),
            _ => value.with(other, Exact::checked_div, f64::div),
        };
    }
    value
}

fn atom(chars: &mut Peekable<Chars>) -> Figure {
    match skip(chars) {
        Some('-') => {
            chars.next();
            Figure::read("0").with(atom(chars), Exact::checked_sub, f64::sub)
        }
        Some(c) if c.is_alphabetic() || c == '(' => {
            let name: String = std::iter::from_fn(|| chars.next_if(|c| c.is_alphabetic())).collect();
            assert_eq!(skip(chars), Some('('));
            let mut values = Vec::new();
            while skip(chars) != Some(')') {
                chars.next();
                values.push(sum(chars));
            }
            chars.next();
            match (name.as_str(), values.as_slice()) {
                ("", [x]) => *x,
                ("floor", [Figure(exact, real)]) => Figure(exact.map(|x| x.floor()), real.floor()),
                ("sqrt", [Figure(_, real)]) => Figure(None, real.sqrt()),
                ("ln", [Figure(_, real)]) => Figure(None, real.ln()),
                ("min", [x, y]) => x.with(*y, |x, y| Some(*x.min(y)), f64::min),
                ("max", [x, y]) => x.with(*y, |x, y| Some(*x.max(y)), f64::max),
                other => panic!("{name} of {} numbers", other.1.len()),
            }
        }
        _ => {
            let digit = |c: &char| c.is_ascii_digit() || *c == '.';
            Figure::read(&std::iter::from_fn(|| chars.next_if(digit)).collect::<String>())
        }
    }
}

/// Checks every step of every metric: exact values must match exactly, except after roots and logarithms.
pub fn replay(report: &Report) {
    for metric in &report.metrics {
        for step in &metric.steps {
            let (line, Figure(exact, real)) = (step.with(), calculate(&step.with()));
            let is = match (step.value, exact) {
                (Num::Exact(known), Some(value)) => value == known,
                (known, _) => (real - known.to_f64()).abs() < 1e-12 * known.to_f64().abs().max(1.0),
            };
            assert!(is, "{} of {}: {line} is {exact:?} or {real}, not {}", step.name, metric.key, step.value);
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
    ] {
        let Figure(exact, real) = calculate(text);
        assert_eq!((exact, real), (Some(Ratio::new(over, under)), over as f64 / under as f64), "{text}");
    }
    assert_eq!(calculate("3/sqrt(16) + ln(1)").1, 0.75);
}
