//! The export formats of a session: a table of [`FORMATS`], one file each.
//!
//! The caller opens the session and names the destination. Exports contain no terminal control
//! characters.

mod csv;
mod figures;
mod html;
mod jsonl;
mod judge;
mod labels;
mod markdown;
mod overview;
mod rankings;
mod review;
mod rules;

use std::io::{self, Write};

use crate::embedding::Embedding;
use crate::rubric::{ReadingError, RuleError};
use crate::session::{EventError, Folded, Recorder, SessionError};

pub use overview::duration;

#[derive(Debug)]
pub struct SessionFormat {
    /// Name on the command line.
    pub name: &'static str,
    /// Usual ending of a file's name, without the first dot. Several formats are JSON lines, so the ending also
    /// says which.
    pub ending: &'static str,
    /// Description for the help.
    pub about: &'static str,
    /// Whether the format always contains the whole session, even if one annotator is requested.
    pub whole: bool,
    write: fn(&mut Exported, &mut dyn Write) -> Result<(), ExportError>,
}

/// All formats.
pub const FORMATS: [SessionFormat; 7] = [
    row("jsonl", "jsonl", "Everything, one object a line; `sessions import` reads it", true, jsonl::write),
    row("labels", "labels.jsonl", "Labels, a line for each case and annotator", false, labels::write),
    row(
        "rankings",
        "rankings.jsonl",
        "The summaries of an article as annotators ranked them, one object a line",
        false,
        rankings::write,
    ),
    row(
        "rules",
        "rules.jsonl",
        "The rules of annotators, one object a line; `score --rules` reads them",
        false,
        rules::write,
    ),
    row("csv", "csv", "A row for each case and annotator", false, csv::write),
    row("md", "md", "A report as Markdown: figures, then each case", false, markdown::write),
    row("html", "html", "The same as one HTML page, with the evidence of every label", false, html::write),
];

const fn row(
    name: &'static str,
    ending: &'static str,
    about: &'static str,
    whole: bool,
    write: fn(&mut Exported, &mut dyn Write) -> Result<(), ExportError>,
) -> SessionFormat {
    SessionFormat { name, ending, about, whole, write }
}

pub fn format(name: &str) -> Option<&'static SessionFormat> {
    FORMATS.iter().find(|format| format.name == name)
}

pub struct Exported<'a> {
    pub recorder: &'a mut Recorder,
    /// The requested annotator; `None` for all.
    pub by: Option<&'a str>,
    /// Sentence embedding used by reports that measure texts.
    pub embedding: Embedding,
}

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("cannot write the export: {0}")]
    Output(#[from] io::Error),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("the session cannot be scored: {0}")]
    Line(#[source] EventError),
    #[error("the session cannot be scored: unknown rubric {0:?}")]
    Rubric(String),
    #[error("the session cannot be scored: {0}")]
    Reading(#[from] ReadingError),
    #[error("the session cannot be scored: its rubric file: {0}")]
    RubricFile(#[from] RuleError),
}

impl SessionFormat {
    pub fn write(&self, session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
        (self.write)(session, out)?;
        Ok(out.flush()?)
    }
}

impl Exported<'_> {
    /// Returns the requested annotators of a case, by name.
    fn annotators(&mut self, id: Option<&str>) -> Result<Vec<String>, SessionError> {
        let names = self.recorder.store().annotators(id)?.into_iter().map(|(name, _)| name);
        Ok(names.filter(|name| self.by.is_none_or(|by| by == name)).collect())
    }

    /// Calls a function for each case and each requested annotator.
    fn each(
        &mut self,
        mut write: impl FnMut(&str, &Folded) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        for id in self.recorder.store().ids()? {
            for name in self.annotators(Some(&id))? {
                write(&id, self.recorder.folded(&id, &name)?)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs tell JSON lines by the ending of the file's name.
    #[test]
    fn an_ending_says_how_a_file_is_written_and_which_it_is() {
        for (at, format) in FORMATS.iter().enumerate() {
            let is_lines = !["csv", "md", "html"].contains(&format.name);
            assert_eq!(format.ending.ends_with("jsonl"), is_lines, "{}", format.name);
            assert!(format.ending.split('.').next() == Some(format.name), "{}", format.name);
            assert!(FORMATS[..at].iter().all(|other| other.ending != format.ending), "{}", format.name);
        }
    }
}
