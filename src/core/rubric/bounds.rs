//! Bounds of the numbers in a rubric file.
//!
//! Every rubric declares each of its numbers once, beside the struct that holds it, as a key and a [`Bound`].
//! A file is checked against these when it is loaded, so that no number can take a score out of its range.
//! Values that are merely doubtful are left to `rubric check`. Every error names the key and its location in
//! the file.

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::RuleError;

/// Largest number of labels of one list that a rubric may ask for. The work of `rubric check` grows with its
/// square.
pub const MOST_LABELS: u32 = 20;

#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// From the first number to the second, both included.
    Within(f64, f64),
    /// Above the first number, up to the second.
    Above(f64, f64),
    /// From the first number, below the second.
    Below(f64, f64),
    /// An integer from the first number to the second.
    Whole(u32, u32),
    /// A non-negative integer.
    Natural,
    /// Only this number.
    Only(f64),
    /// A score: within the rubric's own `range`.
    Score,
}

/// A share, a weight of at most 1, or the value of a single label of some kind.
pub const SHARE: Bound = Bound::Within(0.0, 1.0);
/// A deduction, or an amount per unit: non-negative, and small enough for sums to stay exact.
pub const AMOUNT: Bound = Bound::Within(0.0, 1e6);
/// A threshold that is only compared with and enters no computation: any number of moderate size.
pub const LEVEL: Bound = Bound::Within(-1e6, 1e6);
pub const TOKENS: Bound = Bound::Whole(0, 1_000_000);
/// Number of labels of a list that a rubric asks for.
pub const LABELS: Bound = Bound::Whole(1, MOST_LABELS);

/// A number of a rubric file: its key, in which `*` stands for any one part, and its bound. The first
/// matching row applies.
pub type Row = (&'static str, Bound);

/// An error in a rubric file: the key, and the rest of the sentence.
#[derive(Debug)]
pub struct RubricFileError {
    /// The key, its parts joined by dots.
    pub key: String,
    /// What is wrong with it.
    pub reason: String,
}

impl RubricFileError {
    /// A key and what is wrong with it.
    pub fn new(key: impl Into<String>, reason: impl Into<String>) -> RubricFileError {
        RubricFileError { key: key.into(), reason: reason.into() }
    }

    /// Converts it to an error with the location of the key or, if the key is missing, of the table that
    /// should hold it.
    pub fn of(self, text: &str) -> RuleError {
        let RubricFileError { key, reason } = self;
        let place = DeTable::parse(text).ok().and_then(|table| {
            let mut at = None;
            find(table.get_ref(), &key, &mut at);
            at
        });
        match place {
            Some(at) => error(text, at, &key, &reason),
            None => RuleError(format!("{key}: {reason}")),
        }
    }
}

fn error(text: &str, at: usize, key: &str, reason: &str) -> RuleError {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    RuleError(format!("line {line}, column {column}: {key}: {reason}"))
}

/// Finds the offset of a key's value, or of the last part of the key that exists.
fn find(table: &DeTable, key: &str, at: &mut Option<usize>) {
    for (name, value) in table {
        let Some(rest) = key.strip_prefix(name.get_ref().as_ref()) else { continue };
        match (rest.strip_prefix('.'), value.get_ref()) {
            (Some(rest), DeValue::Table(inner)) => {
                *at = Some(name.span().start);
                find(inner, rest, at);
            }
            _ if rest.is_empty() => *at = Some(value.span().start),
            _ => {}
        }
    }
}

/// Reads a file: checks its keys, then each number against its bound, then relations between numbers with
/// `together`.
///
/// # Errors
/// If the text is not TOML, a key is missing, unknown or of the wrong type, or a number is not allowed. The
/// error names the key and its location.
pub fn read<T: DeserializeOwned>(
    text: &str,
    rows: &[&[Row]],
    together: impl FnOnce(&mut T) -> Result<(), RubricFileError>,
) -> Result<T, RuleError> {
    let mut rules: T = toml::from_str(text).map_err(no_toml)?;
    check(text, rows, f64::INFINITY)?;
    together(&mut rules).map_err(|wrong| wrong.of(text))?;
    Ok(rules)
}

fn no_toml(error: toml::de::Error) -> RuleError {
    RuleError(error.to_string().trim_end().to_owned())
}

/// Checks the numbers of a file against their bounds. The rubric's own `range` is `[0, high]`, as the rows
/// require. If the file has no range of its own, `high` is that of the file that it extends.
pub fn check(text: &str, rows: &[&[Row]], mut high: f64) -> Result<(), RuleError> {
    let table = DeTable::parse(text).map_err(no_toml)?;
    let rows: Vec<(Vec<&str>, Bound)> =
        rows.iter().copied().flatten().map(|(key, bound)| (key.split('.').collect(), *bound)).collect();
    // Scores are checked in a second pass, since they need the range, which must be valid itself.
    for scores in [false, true] {
        numbers(table.get_ref(), &mut |path, number, at| {
            let Some((_, bound)) = rows.iter().find(|(key, _)| matches(key, path)) else { return Ok(()) };
            if matches!(bound, Bound::Score) != scores {
                return Ok(());
            }
            if *path == ["range", "1"] {
                high = number;
            }
            match violation(*bound, number, high) {
                Some(may) => Err(error(text, at, &path.join("."), &format!("{number} is {may}"))),
                None => Ok(()),
            }
        })?;
    }
    Ok(())
}

/// Whether a path matches the key of a row, part by part.
fn matches(key: &[&str], path: &[String]) -> bool {
    key.len() == path.len() && key.iter().zip(path).all(|(key, part)| *key == "*" || key == part)
}

/// Describes how a number violates its bound; `None` if it is allowed.
fn violation(bound: Bound, number: f64, high: f64) -> Option<String> {
    let (fits, may) = match bound {
        Bound::Within(from, to) => ((from..=to).contains(&number), format!("not from {from} to {to}")),
        Bound::Above(from, to) => (number > from && number <= to, format!("not above {from} and up to {to}")),
        Bound::Below(from, to) => ((from..to).contains(&number), format!("not from {from} to below {to}")),
        Bound::Whole(from, to) => {
            let fits = (f64::from(from)..=f64::from(to)).contains(&number) && number.fract() == 0.0;
            (fits, format!("no whole number from {from} to {to}"))
        }
        Bound::Natural => (number >= 0.0 && number.fract() == 0.0, "no whole number from 0 up".to_owned()),
        Bound::Only(only) => (number == only, format!("not {only}, the only number allowed here")),
        Bound::Score => ((0.0..=high).contains(&number), format!("outside the rubric's range, 0 to {high}")),
    };
    (!fits).then_some(may)
}

/// Callback for a number: the parts of its key, its value, and its offset in the file.
type Each<'a> = dyn FnMut(&[String], f64, usize) -> Result<(), RuleError> + 'a;

/// Visits every number of a file. Documentation (`words`, `about`) is skipped: its numbers are examples, not
/// parameters of the rubric.
fn numbers(table: &DeTable, each: &mut Each) -> Result<(), RuleError> {
    of_table(table, &mut Vec::new(), each)
}

fn of_table(table: &DeTable, path: &mut Vec<String>, each: &mut Each) -> Result<(), RuleError> {
    for (name, value) in table {
        if !matches!(name.get_ref().as_ref(), "words" | "about") {
            path.push(name.get_ref().to_string());
            of_value(value, path, each)?;
            path.pop();
        }
    }
    Ok(())
}

fn of_value(value: &Spanned<DeValue>, path: &mut Vec<String>, each: &mut Each) -> Result<(), RuleError> {
    let at = value.span().start;
    match value.get_ref() {
        DeValue::Integer(number) => {
            let whole = i128::from_str_radix(number.as_str(), number.radix());
            each(path, whole.map_or(f64::NAN, |whole| whole as f64), at)
        }
        DeValue::Float(number) => each(path, number.as_str().parse().unwrap_or(f64::NAN), at),
        DeValue::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                of_value(item, path, each)?;
                path.pop();
            }
            Ok(())
        }
        DeValue::Table(inner) => of_table(inner, path, each),
        DeValue::String(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests;
