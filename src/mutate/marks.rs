//! Readers' decisions on which mutants are suitable as exercises and gold cases.
//!
//! A mark is a line of JSON. It contains the case, the kind and the seed, so that the mutant can be
//! recreated, and the hash of its texts, so that it does not apply to a different mutant made by another
//! version.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::case::explain_json;

/// The `schema` of a line.
pub const SCHEMA: &str = "lockbench.mutants/1";

/// A reader's decision on a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct Mark {
    /// Always [`SCHEMA`].
    pub schema: String,
    pub id: String,
    /// Id of the original case.
    pub of: String,
    pub kind: String,
    pub seed: u64,
    /// Hash of the mutant's texts.
    pub input: String,
    /// Whether it is accepted; `None` withdraws the previous decision.
    pub passed: Option<bool>,
    pub by: String,
    /// Time of the decision (RFC 3339).
    pub at: String,
}

/// The marks of a file: the last one of each mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    all: Vec<Mark>,
    places: HashMap<(String, String), usize>,
}

impl Marks {
    /// Reads the lines of a file.
    ///
    /// # Errors
    /// If a line is not a mark: its number from 1, and what is wrong.
    pub fn read(text: &str) -> Result<Marks, (usize, String)> {
        let mut marks = Marks::default();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let mark: Mark =
                serde_json::from_str(line).map_err(|error| (at + 1, explain_json(line, &error).reason))?;
            if mark.schema != SCHEMA {
                return Err((at + 1, format!("its schema is {:?}, not {SCHEMA:?}", mark.schema)));
            }
            marks.take(mark);
        }
        Ok(marks)
    }

    /// Adds a mark, replacing an earlier one of the same mutant.
    pub fn take(&mut self, mark: Mark) {
        match self.places.get(&(mark.id.clone(), mark.input.clone())) {
            Some(at) => self.all[*at] = mark,
            None => {
                self.places.insert((mark.id.clone(), mark.input.clone()), self.all.len());
                self.all.push(mark);
            }
        }
    }

    /// Returns the decision on a mutant with these texts.
    pub fn of(&self, id: &str, input: &str) -> Option<bool> {
        let at = self.places.get(&(id.to_owned(), input.to_owned()))?;
        self.all[*at].passed
    }

    /// Returns the marks of accepted mutants, in the order in which they were first read.
    pub fn passed(&self) -> impl Iterator<Item = &Mark> {
        self.all.iter().filter(|mark| mark.passed == Some(true))
    }

    pub fn to_text(&self) -> String {
        let line = |mark: &Mark| serde_json::to_string(mark).map(|line| line + "\n").unwrap_or_default();
        self.all.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(id: &str, input: &str, passed: Option<bool>) -> Mark {
        Mark {
            schema: SCHEMA.to_owned(),
            id: id.to_owned(),
            of: "case".to_owned(),
            kind: "number".to_owned(),
            seed: 3,
            input: input.to_owned(),
            passed,
            by: "ann".to_owned(),
            at: "2026-11-25T00:00:00Z".to_owned(),
        }
    }

    #[test]
    fn the_last_mark_of_a_mutant_with_the_same_texts_counts() {
        let mut marks = Marks::default();
        for (id, input, passed) in [
            ("a", "b3:1", Some(true)),
            ("b", "b3:2", Some(true)),
            ("a", "b3:1", Some(false)),
            ("a", "b3:9", Some(true)),
            ("b", "b3:2", None),
        ] {
            marks.take(mark(id, input, passed));
        }
        assert_eq!((marks.of("a", "b3:1"), marks.of("b", "b3:2")), (Some(false), None));
        assert_eq!((marks.of("a", "b3:9"), marks.of("a", "b3:2")), (Some(true), None), "other texts");
        assert_eq!(marks.passed().map(|mark| mark.input.as_str()).collect::<Vec<_>>(), ["b3:9"]);
        assert_eq!(Marks::read(&marks.to_text()), Ok(marks));
    }

    #[test]
    fn a_line_that_is_no_mark_is_named() {
        let good = serde_json::to_string(&mark("a", "b3:1", Some(true))).unwrap();
        for (line, why) in
            [("{\"id\"", "EOF"), ("{\"id\":\"a\"}", "schema"), (&good.replace("/1", "/9"), "mutants/9")]
        {
            let (at, message) = Marks::read(&format!("{good}\n\n{line}\n")).unwrap_err();
            assert!(at == 3 && message.contains(why), "{at}: {message}");
        }
    }
}
