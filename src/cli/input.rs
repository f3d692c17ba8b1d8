//! Which cases: files, pairs of texts, standard input, and the names of their fields.

use std::path::PathBuf;

use crate::case::{Fields, InputError, Origin, is_stdin, origins};

use super::Failure;

/// Arguments that name cases.
#[derive(Debug, Default, clap::Args)]
pub struct Cases {
    /// Cases: .json, .jsonl, .csv, .tsv (also .gz, .zst), two text files, a folder of a case, or - for stdin
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The article, as a text file; - for stdin
    #[arg(long, value_name = "FILE", requires = "summary", conflicts_with = "files")]
    pub article: Option<PathBuf>,
    /// The summary, as a text file; - for stdin
    #[arg(long, value_name = "FILE", requires = "article")]
    pub summary: Option<PathBuf>,
    /// Take fields from other columns, as in article=body,summary=abstract
    #[arg(long, value_name = "FIELD=COLUMN,...")]
    pub map: Vec<String>,
}

impl Cases {
    /// Where the cases are. With no argument, standard input unless it is a terminal.
    ///
    /// # Errors
    /// Where an argument can be no input.
    pub fn origins(&self) -> Result<Vec<Origin>, Failure> {
        if let (Some(article), Some(summary)) = (&self.article, &self.summary) {
            if is_stdin(article) && is_stdin(summary) {
                return Err(Failure::usage(
                    "the article and the summary cannot both come from standard input",
                )
                .hint("name a file for one of them"));
            }
            return Ok(vec![Origin::Pair { article: article.clone(), summary: summary.clone(), id: None }]);
        }
        if self.files.is_empty() {
            if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
                return Err(
                    Failure::usage("no cases").hint("name a file, or - to read JSON lines from a pipe")
                );
            }
            return Ok(vec![Origin::Stdin]);
        }
        if self.files.iter().filter(|file| is_stdin(file)).count() > 1 {
            return Err(Failure::usage("`-` is given twice; standard input can be read once"));
        }
        origins(&self.files).map_err(|error| {
            let unreadable = matches!(error, InputError::Unreadable { .. });
            let failure = Failure::usage(error.to_string());
            if unreadable { failure.hint("nothing was scored; check the path") } else { failure }
        })
    }

    /// How fields are found.
    ///
    /// # Errors
    /// Where `--map` cannot be read.
    pub fn fields(&self) -> Result<Fields, Failure> {
        let mut fields = Fields::default();
        for spec in &self.map {
            fields.map(spec).map_err(|reason| Failure::usage(format!("--map: {reason}")))?;
        }
        Ok(fields)
    }
}
