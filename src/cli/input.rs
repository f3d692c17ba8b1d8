//! Arguments for the cases: files, pairs of texts, standard input, and the names of fields.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::case::{
    Case, Fields, InputError, InputFormat, Origin, ReadOptions, is_stdin, left_out, origins, read,
};

use super::CliError;
use super::output::print_note;

/// Arguments that name cases.
#[derive(Debug, Default, clap::Args)]
pub struct CaseArgs {
    /// Cases: .json, .jsonl, .csv, .tsv, .parquet (also .gz, .zst), two text files, a folder of a case or of the parts of a
    /// table, or - for stdin
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The article, as a text file; - for stdin
    #[arg(long, value_name = "FILE", requires = "summary", conflicts_with = "files")]
    pub article: Option<PathBuf>,
    /// The summary, as a text file; - for stdin
    #[arg(long, value_name = "FILE", requires = "article")]
    pub summary: Option<PathBuf>,
    /// Take fields from other columns, as in article=body,summary=abstract; summary=outs.0.text looks into objects and lists
    #[arg(long, value_name = "FIELD=COLUMN,...")]
    pub map: Vec<String>,
    /// Read the input in this format, whatever its name or its first bytes say
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with = "article")]
    pub input_format: Option<FormatName>,
    /// What parts the cells of a table: a character, or `tab` [default: as the first line shows]
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter, conflicts_with = "article")]
    pub delimiter: Option<u8>,
}

/// A format of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FormatName {
    /// One JSON value
    Json,
    /// A JSON object a line
    #[value(alias = "ndjson")]
    Jsonl,
    /// A table with commas, or what --delimiter says
    Csv,
    /// A table with tabs
    Tsv,
    /// Parquet
    Parquet,
}

impl FormatName {
    fn format(self) -> InputFormat {
        match self {
            FormatName::Json => InputFormat::Json,
            FormatName::Jsonl => InputFormat::Lines,
            FormatName::Csv => InputFormat::Csv,
            FormatName::Tsv => InputFormat::Tsv,
            FormatName::Parquet => InputFormat::Parquet,
        }
    }
}

/// Checks that standard input is read only once.
///
/// # Errors
/// If several of the files are `-`.
pub fn stdin_once<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), CliError> {
    match files.into_iter().filter(|file| is_stdin(file)).count() {
        0 | 1 => Ok(()),
        _ => Err(CliError::usage("`-` is given twice; standard input can be read once")),
    }
}

/// Parses a delimiter: one ASCII character.
fn delimiter(text: &str) -> Result<u8, String> {
    match text {
        "tab" | "\\t" | "\t" => Ok(b'\t'),
        "comma" => Ok(b','),
        "semicolon" => Ok(b';'),
        "pipe" => Ok(b'|'),
        _ => match text.as_bytes() {
            [byte @ 0x20..=0x7e] if *byte != b'"' && !byte.is_ascii_alphanumeric() => Ok(*byte),
            _ => Err("write one character that is neither a letter, a digit nor a quotation mark, as in ';', or `tab`".to_owned()),
        },
    }
}

impl CaseArgs {
    /// Returns the sources of the cases. Without arguments, standard input unless it is a terminal.
    pub fn origins(&self) -> Result<Vec<Origin>, CliError> {
        if let (Some(article), Some(summary)) = (&self.article, &self.summary) {
            if is_stdin(article) && is_stdin(summary) {
                return Err(CliError::usage(
                    "the article and the summary cannot both come from standard input",
                )
                .hint("name a file for one of them"));
            }
            return Ok(vec![Origin::Pair { article: article.clone(), summary: summary.clone(), id: None }]);
        }
        if self.files.is_empty() {
            if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
                return Err(
                    CliError::usage("no cases").hint("name a file, or - to read JSON lines from a pipe")
                );
            }
            return Ok(vec![Origin::Stdin.read_as(self.reading())]);
        }
        stdin_once(self.files.iter())?;
        let reading = self.reading();
        let found = origins(&self.files).map_err(|error| {
            let unreadable = matches!(error, InputError::Unreadable { .. });
            let failure = CliError::usage(error);
            if unreadable { failure.hint("check the path; nothing was read") } else { failure }
        })?;
        note_left_out(&self.files, &found);
        Ok(found.into_iter().map(|origin| origin.read_as(reading)).collect())
    }

    /// Returns the options for reading the input that the user gave.
    fn reading(&self) -> ReadOptions {
        ReadOptions { format: self.input_format.map(FormatName::format), delimiter: self.delimiter }
    }

    /// Returns how to find the fields of a case.
    ///
    /// # Errors
    /// If `--map` is invalid.
    pub fn fields(&self) -> Result<Fields, CliError> {
        mapped(&self.map)
    }
}

/// Notes the files of folders that were not among those `found` in them.
fn note_left_out(files: &[PathBuf], found: &[Origin]) {
    for folder in files {
        if let [first, ..] = left_out(folder, found).as_slice() {
            print_note(format!(
                "{} holds parts of a table, which alone are read: name its .json files, such as {}, to read them too",
                folder.display(),
                first.strip_prefix(folder).unwrap_or(first).display()
            ));
        }
    }
}

/// Returns how to find the fields of a case by `--map`.
pub fn mapped(map: &[String]) -> Result<Fields, CliError> {
    let mut fields = Fields::default();
    for spec in map {
        fields.map(spec).map_err(|reason| CliError::usage(format!("--map: {reason}")))?;
    }
    Ok(fields)
}

/// Notes the mappings of `--map` whose column no record has, once all records were read.
pub fn note_absent(fields: &Fields) {
    for mapping in fields.absent() {
        let column = mapping.split_once('=').map_or("", |(_, column)| column);
        print_note(format!("--map {mapping}: no record has a field `{column}`"));
    }
}

/// Most bytes of texts read for --cases.
const MOST_TEXT: usize = 512 << 20;

/// The cases that labels refer to, by id.
#[derive(Debug, Default)]
pub struct CaseLookup {
    pub cases: FxHashMap<String, Arc<Case>>,
    /// Unreadable records, with reasons.
    pub problems: Vec<String>,
}

/// Reads the files of --cases.
///
/// # Errors
/// If a file is not a valid input, or there is too much to hold in memory.
pub fn known(files: &[PathBuf], fields: &Fields) -> Result<CaseLookup, CliError> {
    let (mut known, mut bytes) = (CaseLookup::default(), 0);
    if files.is_empty() {
        return Ok(known);
    }
    let found = origins(files).map_err(|error| CliError::usage(format!("--cases: {error}")))?;
    note_left_out(files, &found);
    for origin in &found {
        for record in read(origin, &Arc::default()) {
            record.note.iter().for_each(print_note);
            match record.cases(fields) {
                Ok(found) => {
                    bytes +=
                        found.cases.iter().map(|case| case.article.len() + case.summary.len()).sum::<usize>();
                    if bytes > MOST_TEXT {
                        let most = MOST_TEXT >> 20;
                        return Err(CliError::usage(format!(
                            "--cases: more than {most} MiB of texts, the most that are held"
                        ))
                        .hint("give the texts of a part of the cases"));
                    }
                    known.cases.extend(found.cases.into_iter().map(|case| (case.id.clone(), Arc::new(case))));
                }
                Err(problem) => known.problems.push(format!("{} ({})", problem.reason, problem.place)),
            }
        }
    }
    note_absent(fields);
    Ok(known)
}
