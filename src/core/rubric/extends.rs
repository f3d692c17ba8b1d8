//! A rubric file that builds on a shipped one: `extends = "judge-lock"` takes over everything that the file
//! does not define.
//!
//! Tables are merged key by key. Any other value, and the limits of a cap, replaces what it extends. The base
//! is always the shipped file, never another file of the user's, so that a file means the same wherever it is
//! used.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, ValueDeserializer};

use crate::rubric::RuleError;

/// The key that names the extended rubric.
pub const EXTENDS: &str = "extends";
/// A table that is replaced as a whole: limits that it omits are meant to be absent.
const WHOLE: &str = "limits";

/// Keys of the wording of an example, and of its numbers.
const EXAMPLE: &str = "example";
const CHECK: &str = "check";

/// A rubric file, parsed but not yet deserialized.
pub struct RubricFile<'t> {
    text: &'t str,
    span: Range<usize>,
    table: DeTable<'t>,
}

impl<'t> RubricFile<'t> {
    /// Parses a file. If it extends the shipped rubric `base`, the values that it omits are filled in.
    pub fn parse(text: &'t str, base: (&str, &'static str)) -> Result<RubricFile<'t>, RuleError> {
        let root = DeTable::parse(text).map_err(|error| rule_error(error, text))?;
        let mut file = RubricFile { text, span: root.span(), table: root.into_inner() };
        let Some((slug, shipped)) = file.take::<String>(EXTENDS)?.map(|slug| (slug, base.1)) else {
            return Ok(file);
        };
        if slug != base.0 {
            return Err(RuleError(format!("extends: `{slug}` cannot be extended here, only `{}`", base.0)));
        }
        let shipped = DeTable::parse(shipped).map_err(|error| RuleError(error.to_string()))?;
        fill(&mut file.table, shipped.into_inner());
        Ok(file)
    }

    /// Removes and deserializes a key.
    pub fn take<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>, RuleError> {
        let Some(value) = self.table.remove(key) else { return Ok(None) };
        let typed =
            T::deserialize(ValueDeserializer::from(value)).map_err(|error| rule_error(error, self.text))?;
        Ok(Some(typed))
    }

    /// Deserializes the remaining keys.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, RuleError> {
        let RubricFile { text, span, table } = self;
        T::deserialize(Deserializer::from(Spanned::new(span, table))).map_err(|error| rule_error(error, text))
    }
}

/// An error with its line, if that is a line of this file.
fn rule_error(mut error: toml::de::Error, text: &str) -> RuleError {
    error.set_input(error.span().is_some_and(|span| span != TAKEN_OVER).then_some(text));
    RuleError(error.to_string().trim_end().to_owned())
}

/// Span of a value that was taken over from another file.
const TAKEN_OVER: Range<usize> = 0..0;

/// Fills in what a table omits. Keys keep the order of the base; keys that the base lacks come last.
fn fill<'t>(table: &mut DeTable<'t>, base: DeTable<'t>) {
    let mut own = std::mem::take(table);
    // The numbers of an example belong to its wording.
    let reworded = own.contains_key(EXAMPLE);
    for (key, value) in base {
        let name = key.into_inner();
        if reworded && name == CHECK && !own.contains_key(CHECK) {
            continue;
        }
        let entry = match (own.remove_entry(name.as_ref()), value.into_inner()) {
            (Some((key, mut value)), DeValue::Table(base)) if name != WHOLE => {
                if let DeValue::Table(own) = value.get_mut() {
                    fill(own, base);
                }
                (key, value)
            }
            (Some(entry), _) => entry,
            (None, value) => (Spanned::new(TAKEN_OVER, name), Spanned::new(TAKEN_OVER, unplaced(value))),
        };
        table.insert(entry.0, entry.1);
    }
    for (key, value) in own {
        table.insert(key, value);
    }
}

/// Removes the spans of a value, since they refer to another text.
fn unplaced(value: DeValue) -> DeValue {
    match value {
        DeValue::Table(table) => {
            let mut bare = DeTable::new();
            fill(&mut bare, table);
            DeValue::Table(bare)
        }
        DeValue::Array(array) => DeValue::Array(
            array.into_iter().map(|value| Spanned::new(TAKEN_OVER, unplaced(value.into_inner()))).collect(),
        ),
        other => other,
    }
}
