//! Instructions for judges: a rubric in words, the texts of a case, and the format of the answer.
//!
//! | file | content |
//! |---|---|
//! | `lists` | what a prompt says about each list of labels: a row of a table |
//! | `rules` | the rubric in the words of its TOML |
//! | `answer` | the JSON Schema of the answer: labels, or the metric objects of the two locks |
//! | `texts` | the texts of a case, between marks that they do not contain |
//! | `example` | a worked answer |
//! | `requests` | the instructions as messages, and as a line of a batch |
//!
//! The instructions are the same for every case of a run and come first, so that a provider can cache
//! them.
//!
//! Invariants: no I/O; a text of a case is never part of the instructions.

mod answer;
mod example;
mod lists;
mod requests;
mod rules;
mod texts;

use crate::case::Case;
use crate::rubric::{Rubric, RubricEntry};

pub use answer::AnswerFormat;
pub use requests::{RequestOptions, anthropic, batch, messages};

/// Instructions for judging by one rubric.
#[derive(Clone, Debug)]
pub struct Instructions {
    /// The part shared by all cases: the rules and the format of the answer.
    pub system: String,
    pub schema: serde_json::Value,
    /// Name of the schema.
    pub name: String,
    /// Fields of a case that the rubric reads in addition to its two texts.
    fields: Vec<String>,
}

impl Instructions {
    /// Builds the instructions of a rubric; `None` if metric objects are requested and the rubric has
    /// none.
    pub fn new(entry: &RubricEntry, rubric: &dyn Rubric, asked: AnswerFormat) -> Option<Instructions> {
        let schema = answer::schema(entry.slug, rubric, asked)?;
        let system = rules::write(entry, rubric, asked);
        let docs = rubric.docs();
        let mut fields: Vec<String> = Vec::new();
        for field in docs.metrics.iter().flat_map(|(_, words)| &words.reads) {
            if !fields.contains(field) {
                fields.push(field.clone());
            }
        }
        let name = format!("{}_{}", entry.slug.replace('-', "_"), asked.as_str());
        Some(Instructions { system, schema, name, fields })
    }

    /// Returns the message about a case.
    pub fn of_case(&self, case: &Case) -> String {
        texts::write(case, &self.fields)
    }

    /// Returns the shared part with the schema, for models that do not take a schema separately.
    pub fn alone(&self) -> String {
        format!("{}\nThe answer follows this JSON Schema:\n\n{}\n", self.system, self.schema)
    }

    /// Returns everything as one text, for a person or a chat.
    pub fn text(&self, case: &Case) -> String {
        format!("{}\n{}", self.alone(), self.of_case(case))
    }
}

#[cfg(test)]
mod tests;
