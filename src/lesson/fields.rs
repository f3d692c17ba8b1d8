//! Reads TOML field by field, so that all errors are found and not only the first.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, IgnoredAny};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// An error: the byte offset in the text, and the message.
pub type FieldFault = (usize, String);

/// A table whose fields are removed one after another.
pub struct FieldReader<'a> {
    table: DeTable<'a>,
    /// Byte offset of its beginning.
    pub start: usize,
    /// The fields that were requested.
    known: Vec<&'static str>,
}

impl<'a> FieldReader<'a> {
    /// Parses a text; `None` if it is not TOML. The first error of each line is reported.
    pub fn parse(text: &'a str, faults: &mut Vec<FieldFault>) -> Option<FieldReader<'a>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut lines: Vec<usize> = Vec::new();
        for error in &errors {
            let at = error.span().map_or(0, |span| span.start);
            let line = text.bytes().take(at).filter(|byte| *byte == b'\n').count();
            if !lines.contains(&line) {
                lines.push(line);
                let message = error.message().to_owned();
                faults.push((at, field_of(text, at).map_or(message.clone(), |key| of_field(key, &message))));
            }
        }
        errors.is_empty().then(|| FieldReader::of(table.span().start, table.into_inner()))
    }

    fn of(start: usize, table: DeTable<'a>) -> FieldReader<'a> {
        FieldReader { table, start, known: Vec::new() }
    }

    /// Returns whether the field exists.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn value(&mut self, key: &'static str) -> Option<Spanned<DeValue<'a>>> {
        self.know(key);
        self.table.remove(key)
    }

    fn know(&mut self, key: &'static str) {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
    }

    /// Takes an optional field; also `None` if it has another type, which is reported.
    pub fn take<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
        faults: &mut Vec<FieldFault>,
    ) -> Option<Spanned<T>> {
        read(key, self.value(key)?, faults)
    }

    /// Returns the byte offset of a field's value; `None` if the field is missing, which is reported.
    pub fn need(&mut self, key: &'static str, faults: &mut Vec<FieldFault>) -> Option<usize> {
        self.know(key);
        let value = self.table.get(key);
        if value.is_none() {
            faults.push((self.start, format!("missing field `{key}`")));
        }
        value.map(|value| value.span().start)
    }

    /// Takes a required field; `None` if it is missing or has another type, which is reported.
    pub fn needed<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
        faults: &mut Vec<FieldFault>,
    ) -> Option<Spanned<T>> {
        self.need(key, faults)?;
        self.take(key, faults)
    }

    /// Takes the elements of a list, each read by `one`; empty if the field does not exist.
    pub fn each<T>(
        &mut self,
        key: &'static str,
        faults: &mut Vec<FieldFault>,
        mut one: impl FnMut(&str, Spanned<DeValue<'a>>, &mut Vec<FieldFault>) -> Option<T>,
    ) -> Vec<T> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(items) => items.into_iter().filter_map(|item| one(key, item, faults)).collect(),
            other => {
                read::<Vec<IgnoredAny>>(key, Spanned::new(span, other), faults);
                Vec::new()
            }
        }
    }

    /// Takes a nested table; `None` if the field does not exist or is not a table. The latter is
    /// reported.
    pub fn table(&mut self, key: &'static str, faults: &mut Vec<FieldFault>) -> Option<FieldReader<'a>> {
        table(key, self.value(key)?, faults)
    }

    /// Takes a nested table with arbitrary keys.
    pub fn map<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
        faults: &mut Vec<FieldFault>,
    ) -> BTreeMap<String, Spanned<T>> {
        let Some(fields) = self.table(key, faults) else { return BTreeMap::new() };
        let fields = fields.table.into_iter().map(|(own, value)| (own.into_inner().into_owned(), value));
        fields
            .filter_map(|(own, value)| {
                let read = read(&format!("{key}.{own}"), value, faults)?;
                Some((own, read))
            })
            .collect()
    }

    /// Reports the fields that were not requested.
    pub fn end(self, faults: &mut Vec<FieldFault>) {
        let known: Vec<String> = self.known.iter().map(|key| format!("`{key}`")).collect();
        for key in self.table.keys() {
            let words = format!("unknown field `{}`; there are {}", key.get_ref(), known.join(", "));
            faults.push((key.span().start, words));
        }
    }
}

/// Returns a message with the name of the field.
fn of_field(key: &str, message: &str) -> String {
    format!("`{key}`: {message}")
}

/// Returns the field that is assigned on the line of a byte, as far as a text that is not TOML shows it.
fn field_of(text: &str, at: usize) -> Option<&str> {
    let start = text[..text.floor_char_boundary(at)].rfind('\n').map_or(0, |end| end + 1);
    let key = text[start..].lines().next()?.split_once('=')?.0.trim();
    let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    (!key.is_empty() && key.chars().all(is_key)).then_some(key)
}

/// Reads a field's value as a type; `None` if it has another type, which is reported.
pub fn read<T: DeserializeOwned>(
    key: &str,
    value: Spanned<DeValue>,
    faults: &mut Vec<FieldFault>,
) -> Option<Spanned<T>> {
    let span = value.span();
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(read) => Some(Spanned::new(span, read)),
        Err(error) => {
            let at = error.span().map_or(span.start, |at| at.start);
            faults.push((at, of_field(key, error.message())));
            None
        }
    }
}

/// Reads a field's value as a table; `None` if it is not one, which is reported.
pub fn table<'a>(
    key: &str,
    value: Spanned<DeValue<'a>>,
    faults: &mut Vec<FieldFault>,
) -> Option<FieldReader<'a>> {
    let span = value.span();
    match value.into_inner() {
        DeValue::Table(table) => Some(FieldReader::of(span.start, table)),
        other => {
            read::<BTreeMap<String, IgnoredAny>>(key, Spanned::new(span, other), faults);
            None
        }
    }
}
