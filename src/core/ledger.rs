//! The ledger: the only way to do rubric arithmetic.
//!
//! A [`Quantity`] is a number that remembers its derivation. Each named step keeps its formula, which can be
//! printed with names or with the actual numbers. The numeric form can be evaluated by anybody, so replaying
//! a ledger gives the score. A ledger that does not record keeps no derivations and costs only the
//! arithmetic; it serves the thousands of what-if evaluations for readings and verdict sensitivity.

use std::fmt::{self, Write};
use std::ops::{Add, Div, Mul, Sub};
use std::sync::Arc;

use crate::num::Num;

/// The derivation of a quantity.
#[derive(Debug)]
enum Tree {
    /// A named input or an earlier step.
    Name(&'static str, Num),
    /// A parameter of the rubric or another constant.
    Number(Num),
    Infix(char, Arc<Tree>, Arc<Tree>),
    Call(&'static str, Vec<Arc<Tree>>),
}

impl Tree {
    fn value(&self, other: &dyn Fn(&str) -> Option<Num>) -> Num {
        match self {
            Tree::Name(name, value) => other(name).unwrap_or(*value),
            Tree::Number(value) => *value,
            Tree::Infix(sign, a, b) => {
                let (a, b) = (a.value(other), b.value(other));
                match sign {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    _ => a / b,
                }
            }
            Tree::Call(name, arguments) => {
                let mut values = arguments.iter().map(|argument| argument.value(other));
                let first = values.next().unwrap_or(Num::ZERO);
                match *name {
                    "floor" => first.floor(),
                    "min" => values.fold(first, Num::min),
                    _ => values.fold(first, Num::max),
                }
            }
        }
    }
}

/// A number, with its derivation if the ledger records.
#[derive(Clone, Debug)]
pub struct Quantity {
    value: Num,
    tree: Option<Arc<Tree>>,
}

impl Quantity {
    pub fn value(&self) -> Num {
        self.value
    }

    /// The smaller of the two.
    pub fn min(&self, other: &Quantity) -> Quantity {
        self.call("min", other, self.value.min(other.value))
    }

    /// The larger of the two.
    pub fn max(&self, other: &Quantity) -> Quantity {
        self.call("max", other, self.value.max(other.value))
    }

    /// The number rounded down to an integer.
    pub fn floor(&self) -> Quantity {
        self.of("floor", self.value.floor())
    }

    /// The square root.
    pub fn sqrt(&self) -> Quantity {
        self.of("sqrt", self.value.sqrt())
    }

    /// The natural logarithm.
    pub fn ln(&self) -> Quantity {
        self.of("ln", self.value.ln())
    }

    fn of(&self, name: &'static str, value: Num) -> Quantity {
        let tree = self.tree.as_ref().map(|tree| Arc::new(Tree::Call(name, vec![Arc::clone(tree)])));
        Quantity { value, tree }
    }

    fn call(&self, name: &'static str, other: &Quantity, value: Num) -> Quantity {
        let tree = self.with(other, |a, b| Tree::Call(name, vec![a, b]));
        Quantity { value, tree }
    }

    fn with(&self, other: &Quantity, make: impl Fn(Arc<Tree>, Arc<Tree>) -> Tree) -> Option<Arc<Tree>> {
        match (&self.tree, &other.tree) {
            (Some(a), Some(b)) => Some(Arc::new(make(Arc::clone(a), Arc::clone(b)))),
            _ => None,
        }
    }
}

macro_rules! infix {
    ($($Trait:ident $method:ident $sign:literal),*) => {$(
        impl $Trait<&Quantity> for &Quantity {
            type Output = Quantity;
            fn $method(self, other: &Quantity) -> Quantity {
                let tree = self.with(other, |a, b| Tree::Infix($sign, a, b));
                Quantity { value: self.value.$method(other.value), tree }
            }
        }
        impl $Trait<Quantity> for Quantity {
            type Output = Quantity;
            fn $method(self, other: Quantity) -> Quantity {
                (&self).$method(&other)
            }
        }
        impl $Trait<&Quantity> for Quantity {
            type Output = Quantity;
            fn $method(self, other: &Quantity) -> Quantity {
                (&self).$method(other)
            }
        }
        impl $Trait<Quantity> for &Quantity {
            type Output = Quantity;
            fn $method(self, other: Quantity) -> Quantity {
                self.$method(&other)
            }
        }
    )*};
}

infix!(Add add '+', Sub sub '-', Mul mul '*', Div div '/');

/// A named step of a ledger.
#[derive(Clone, Debug)]
pub struct Step {
    /// Name of its result: "recall", "score".
    pub name: &'static str,
    pub value: Num,
    tree: Option<Arc<Tree>>,
}

impl Step {
    /// The formula with names: `(F + P/2)/N`.
    pub fn formula(&self) -> String {
        self.tree.as_ref().map_or_else(String::new, |tree| Infix { tree, numbers: false }.to_string())
    }

    /// The formula with the actual numbers, exact and ready for a calculator: `(3 + 1/2)/5`.
    pub fn with(&self) -> String {
        self.tree.as_ref().map_or_else(String::new, |tree| Infix { tree, numbers: true }.to_string())
    }

    /// Returns the names in the formula with their numbers, each once, in order of appearance.
    pub fn inputs(&self) -> Vec<(&'static str, Num)> {
        fn collect(tree: &Tree, out: &mut Vec<(&'static str, Num)>) {
            match tree {
                Tree::Name(name, value) if out.iter().all(|(known, _)| known != name) => {
                    out.push((name, *value));
                }
                Tree::Name(..) | Tree::Number(_) => {}
                Tree::Infix(_, a, b) => [a, b].into_iter().for_each(|part| collect(part, out)),
                Tree::Call(_, parts) => parts.iter().for_each(|part| collect(part, out)),
            }
        }
        let mut out = Vec::new();
        if let Some(tree) = &self.tree {
            collect(tree, &mut out);
        }
        out
    }

    /// Evaluates the formula with other numbers for some of the names, for what-if questions. `None` if the
    /// ledger did not record.
    pub fn again(&self, other: &dyn Fn(&str) -> Option<Num>) -> Option<Num> {
        self.tree.as_ref().map(|tree| tree.value(other))
    }
}

/// The steps of one metric.
#[derive(Debug, Default)]
pub struct Ledger {
    recording: bool,
    steps: Vec<Step>,
}

impl Ledger {
    /// An empty ledger; one that does not record keeps no steps.
    pub fn new(recording: bool) -> Ledger {
        Ledger { recording, steps: Vec::new() }
    }

    /// Whether it keeps its steps.
    pub fn records(&self) -> bool {
        self.recording
    }

    /// Introduces a number under a name, such as a count of labels.
    pub fn input(&self, name: &'static str, value: Num) -> Quantity {
        self.leaf(value, || Tree::Name(name, value))
    }

    /// Introduces a number that is shown as itself: a constant, or a parameter of the rubric.
    pub fn number(&self, value: Num) -> Quantity {
        self.leaf(value, || Tree::Number(value))
    }

    /// Records a step and returns its result under the step's name.
    pub fn step(&mut self, name: &'static str, quantity: &Quantity) -> Quantity {
        if self.recording {
            self.steps.push(Step { name, value: quantity.value, tree: quantity.tree.clone() });
        }
        self.input(name, quantity.value)
    }

    /// Returns the harmonic mean `2ab/(a+b)`, or 0 if `a + b = 0`.
    pub fn harmonic_mean(&self, a: &Quantity, b: &Quantity) -> Quantity {
        let sum = a + b;
        if sum.value == Num::ZERO { self.number(Num::ZERO) } else { self.number(Num::int(2)) * a * b / sum }
    }

    /// The recorded steps.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    fn leaf(&self, value: Num, tree: impl FnOnce() -> Tree) -> Quantity {
        Quantity { value, tree: self.recording.then(|| Arc::new(tree())) }
    }
}

/// Formats a tree with only the brackets that it needs.
struct Infix<'a> {
    tree: &'a Tree,
    numbers: bool,
}

impl Infix<'_> {
    fn write(&self, tree: &Tree, out: &mut fmt::Formatter<'_>, outer: u8, right: bool) -> fmt::Result {
        match tree {
            Tree::Name(name, _) if !self.numbers => out.write_str(name),
            Tree::Name(_, value) | Tree::Number(value) if outer == 0 => write!(out, "{value}"),
            Tree::Name(_, value) | Tree::Number(value) => {
                let text = value.to_string();
                let bare = !(text.contains('/') || text.starts_with('-'));
                if bare { out.write_str(&text) } else { write!(out, "({text})") }
            }
            Tree::Infix(sign, a, b) => {
                let inner = if matches!(sign, '+' | '-') { 1 } else { 2 };
                let brackets = inner < outer || (inner == outer && right);
                if brackets {
                    out.write_str("(")?;
                }
                self.write(a, out, inner, false)?;
                let spaced = inner == 1;
                if spaced {
                    out.write_str(" ")?;
                }
                out.write_char(*sign)?;
                if spaced {
                    out.write_str(" ")?;
                }
                self.write(b, out, inner, true)?;
                if brackets { out.write_str(")") } else { Ok(()) }
            }
            Tree::Call(name, arguments) => {
                out.write_str(name)?;
                out.write_str("(")?;
                for (index, argument) in arguments.iter().enumerate() {
                    if index > 0 {
                        out.write_str(", ")?;
                    }
                    self.write(argument, out, 0, false)?;
                }
                out.write_str(")")
            }
        }
    }
}

impl fmt::Display for Infix<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(self.tree, out, 0, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_shows_its_formula_twice() {
        let mut ledger = Ledger::new(true);
        let (full, partial, all) =
            (ledger.input("F", Num::int(3)), ledger.input("P", Num::int(1)), ledger.input("N", Num::int(5)));
        let recall = ledger.step("recall", &((full + partial / ledger.number(Num::int(2))) / all));
        let precision = ledger.input("precision", Num::ratio(57, 58));
        ledger.step("f1", &ledger.harmonic_mean(&precision, &recall));
        let steps = ledger.into_steps();
        assert_eq!(steps[0].formula(), "(F + P/2)/N");
        assert_eq!(steps[0].with(), "(3 + 1/2)/5");
        assert_eq!(steps[0].value, Num::ratio(7, 10));
        assert_eq!(steps[1].formula(), "2*precision*recall/(precision + recall)");
        assert_eq!(steps[1].with(), "2*(57/58)*0.7/((57/58) + 0.7)");
        let half = |name: &str| (name == "precision").then(|| Num::ratio(1, 2));
        assert_eq!(steps[1].again(&half), Some(Num::ratio(7, 12)));
        assert_eq!(steps[1].again(&|_| None), Some(steps[1].value));
    }

    #[test]
    fn a_silent_ledger_computes_the_same() {
        let mut ledger = Ledger::new(false);
        let half = ledger.number(Num::ratio(1, 2));
        let five_halves = half.clone() * ledger.number(Num::int(5));
        let result = ledger.step("x", &(five_halves + half).floor());
        assert_eq!(result.value(), Num::int(3));
        assert!(ledger.into_steps().is_empty());
    }
}
