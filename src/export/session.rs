//! A session in each of the forms in which it leaves the program: a table of [`FORMATS`], one file each.
//!
//! Whoever exports opens the session and says where the export goes; what is written is clean of characters that
//! steer a terminal.

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

/// A format of an export.
#[derive(Debug)]
pub struct SessionFormat {
    /// Its name on the command line, and the usual ending of a file.
    pub name: &'static str,
    /// What it is, for help.
    pub about: &'static str,
    /// Whether it is always the whole session, whoever is asked for.
    pub whole: bool,
    write: fn(&mut Exported, &mut dyn Write) -> Result<(), ExportError>,
}

/// Every form.
pub const FORMATS: [SessionFormat; 7] = [
    SessionFormat {
        name: "jsonl",
        about: "Everything, one object a line; `sessions import` reads it",
        whole: true,
        write: jsonl::write,
    },
    SessionFormat {
        name: "labels",
        about: "Labels, a line for each case and annotator",
        whole: false,
        write: labels::write,
    },
    SessionFormat {
        name: "rankings",
        about: "The summaries of an article as annotators ranked them, one object a line",
        whole: false,
        write: rankings::write,
    },
    SessionFormat {
        name: "rules",
        about: "The rules of annotators, one object a line; `score --rules` reads them",
        whole: false,
        write: rules::write,
    },
    SessionFormat {
        name: "csv",
        about: "A row for each case and annotator",
        whole: false,
        write: csv::write,
    },
    SessionFormat {
        name: "md",
        about: "A report as Markdown: figures, then each case",
        whole: false,
        write: markdown::write,
    },
    SessionFormat {
        name: "html",
        about: "The same as one HTML page, with the evidence of every label",
        whole: false,
        write: html::write,
    },
];

/// The form of a name.
pub fn format(name: &str) -> Option<&'static SessionFormat> {
    FORMATS.iter().find(|format| format.name == name)
}

/// A session that is exported.
pub struct Exported<'a> {
    pub recorder: &'a mut Recorder,
    /// The annotator who is asked for; `None` is everybody.
    pub by: Option<&'a str>,
    /// What sentences are compared by, where a report measures them.
    pub embedding: Embedding,
}

/// Why an export ended early.
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
    /// Writes the session in this form.
    ///
    /// # Errors
    /// Where the session cannot be read, or the export not be written.
    pub fn write(&self, session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
        (self.write)(session, out)?;
        Ok(out.flush()?)
    }
}

impl Exported<'_> {
    /// The annotators of a case who are asked for, by name.
    fn annotators(&mut self, id: Option<&str>) -> Result<Vec<String>, SessionError> {
        let names = self.recorder.store().annotators(id)?.into_iter().map(|(name, _)| name);
        Ok(names.filter(|name| self.by.is_none_or(|by| by == name)).collect())
    }

    /// Each case with each annotator who is asked for.
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
