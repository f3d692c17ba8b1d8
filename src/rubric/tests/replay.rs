//! Replaying a ledger: a small calculator, which knows nothing of the program's numbers but their digits, evaluates
//! each line and must come to the value of the line; the last line is the raw score.

use std::iter::Peekable;
use std::str::Chars;

use num_rational::Ratio;

use crate::report::Report;

type Number = Ratio<i128>;

/// Evaluates `+ - * /`, brackets, `floor`, `min`, `max` and decimals.
pub fn calculate(text: &str) -> Number {
    let mut chars = text.chars().peekable();
    let value = sum(&mut chars);
    assert!(chars.next().is_none(), "{text} goes on");
    value
}

fn skip(chars: &mut Peekable<Chars>) -> Option<char> {
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
    chars.peek().copied()
}

fn sum(chars: &mut Peekable<Chars>) -> Number {
    let mut value = product(chars);
    while let Some(sign @ ('+' | '-')) = skip(chars) {
        chars.next();
        let other = product(chars);
        value = if sign == '+' { value + other } else { value - other };
    }
    value
}

fn product(chars: &mut Peekable<Chars>) -> Number {
    let mut value = atom(chars);
    while let Some(sign @ ('*' | '/')) = skip(chars) {
        chars.next();
        let other = atom(chars);
        value = if sign == '*' { value * other } else { value / other };
    }
    value
}

fn atom(chars: &mut Peekable<Chars>) -> Number {
    match skip(chars) {
        Some('-') => {
            chars.next();
            -atom(chars)
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
            let mut values = Vec::new();
            while skip(chars) != Some(')') {
                chars.next();
                values.push(sum(chars));
            }
            chars.next();
            match (name.as_str(), values.as_slice()) {
                ("floor", [x]) => x.floor(),
                ("min", [x, y]) => *x.min(y),
                ("max", [x, y]) => *x.max(y),
                other => panic!("{other:?}"),
            }
        }
        _ => {
            let digits: String =
                std::iter::from_fn(|| chars.next_if(|c| c.is_ascii_digit() || *c == '.')).collect();
            let (whole, part) = digits.split_once('.').unwrap_or((&digits, ""));
            let over: i128 = [whole, part].concat().parse().unwrap();
            Ratio::new(over, 10_i128.pow(part.len() as u32))
        }
    }
}

/// Checks every line of every metric.
pub fn replay(report: &Report) {
    for metric in &report.metrics {
        for step in &metric.steps {
            let value = calculate(&step.with());
            let known = crate::num::Num::Exact(value);
            assert_eq!(known, step.value, "{} of {}: {}", step.name, metric.key, step.with());
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
        assert_eq!(calculate(text), Ratio::new(over, under), "{text}");
    }
}
