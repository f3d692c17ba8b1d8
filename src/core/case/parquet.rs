//! Reads Parquet files row by row. A row is a JSON object with the columns as its keys.
//!
//! Only the footer and the pages in use are held in memory. Sizes that a file claims are checked before
//! memory is allocated for them ([`source`], [`pages`]), and a panic of the library is an error of the file
//! ([`caught()`]). A row group that cannot be read is one error, and reading continues with the next.

mod caught;
mod pages;
mod source;
mod thrift;
mod value;

use std::fs::File;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::record::Row;
use parquet::record::reader::{ReaderIter, TreeBuilder};

use super::error::{FileLocation, plain};
use super::lines::{MAX_RECORD, too_long};
use super::record::{Body, Record};
use caught::{Panicked, caught};
use pages::{Budget, Group};
use source::{FooterError, PageSource, footer, message};

pub use caught::panics_are_caught;

/// Number of values of a column that are read ahead. Each may keep a page alive, so only one is.
const VALUES_AHEAD: usize = 1;

/// Returns the records of a file. The counter is increased by the number of bytes read.
pub fn open(
    name: Arc<str>,
    mut file: File,
    counter: Arc<AtomicUsize>,
) -> Box<dyn Iterator<Item = Record> + Send> {
    let about = caught(|| footer(&mut file)).map_err(FooterError::from).and_then(|about| about).map(Arc::new);
    match about {
        Ok(about) => {
            let source = Arc::new(PageSource::new(file, counter));
            Box::new(Rows { name, source, about, group: 0, first: 1, at: 1, open: None })
        }
        Err(error) => Box::new(std::iter::once(Record::bad(FileLocation::new(&name, 1), error.to_string()))),
    }
}

/// Returns the records of a stream, which is first copied to disk because the end of a Parquet file has to be
/// read first.
pub fn spooled(
    name: Arc<str>,
    mut stream: Box<dyn BufRead + Send>,
) -> Box<dyn Iterator<Item = Record> + Send> {
    let copied = tempfile::tempfile().and_then(|mut file| {
        io::copy(&mut stream, &mut file)?;
        Ok(file)
    });
    match copied {
        Ok(file) => open(name, file, Arc::default()),
        Err(error) => {
            let reason =
                format!("a Parquet file that is piped is first copied to the disk: {}", plain(&error));
            Box::new(std::iter::once(Record::bad(FileLocation::new(&name, 1), reason)))
        }
    }
}

/// Why a row cannot be read.
#[derive(Debug, thiserror::Error)]
enum RowError {
    #[error("{}", message(.0))]
    Parquet(#[from] ParquetError),
    #[error(transparent)]
    Panicked(#[from] Panicked),
}

/// The rows of a file.
struct Rows {
    name: Arc<str>,
    source: Arc<PageSource>,
    about: Arc<ParquetMetaData>,
    group: usize,
    /// First row of the row group in the file, from 1.
    first: usize,
    at: usize,
    open: Option<(ReaderIter, Arc<Budget>)>,
}

impl Rows {
    /// Returns the number of rows of the current group.
    fn group_rows(&self) -> usize {
        usize::try_from(self.about.row_group(self.group).num_rows()).unwrap_or(0)
    }

    fn next_group(&mut self) {
        let rows = self.group_rows();
        self.group += 1;
        self.first = self.first.saturating_add(rows);
        self.at = self.first;
        self.open = None;
    }

    /// Returns the next row of the row group; `None` at its end.
    fn row(&mut self) -> Option<Result<Row, RowError>> {
        let (rows, budget) = match &mut self.open {
            Some(open) => open,
            None => match caught(|| self.group()) {
                Ok(Ok(open)) => self.open.insert(open),
                Ok(Err(error)) => return Some(Err(error.into())),
                Err(panicked) => return Some(Err(panicked.into())),
            },
        };
        budget.next_row();
        match caught(|| rows.next()) {
            Ok(row) => row.map(|row| row.map_err(RowError::from)),
            Err(panicked) => Some(Err(panicked.into())),
        }
    }

    fn group(&self) -> Result<(ReaderIter, Arc<Budget>), ParquetError> {
        let budget = Arc::<Budget>::default();
        let about = self.about.row_group(self.group).clone();
        let columns = about.schema_descr_ptr();
        let group = Group::new(Arc::clone(&self.source), about, Arc::clone(&budget));
        Ok((TreeBuilder::new().with_batch_size(VALUES_AHEAD).as_iter(columns, &group)?, budget))
    }

    /// Returns one error for all rows of a row group that cannot be read.
    fn broken(&self, place: FileLocation, error: &RowError) -> Record {
        let last = self.first.saturating_add(self.group_rows()).saturating_sub(1);
        let left = match last.saturating_sub(place.line) {
            0 => "this row is".to_owned(),
            _ => format!("the rows from this one to {last} are"),
        };
        let group = self.group + 1;
        let reason = format!(
            "row group {group} of the Parquet file cannot be read: {error}; {left} left out; write the file again, \
             compressed by Zstandard, Snappy or gzip"
        );
        Record::bad(place, reason)
    }
}

impl Iterator for Rows {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        while self.group < self.about.num_row_groups() {
            if self.group_rows() == 0 {
                self.next_group();
                continue;
            }
            let place = FileLocation::new(&self.name, self.at);
            match self.row() {
                None => self.next_group(),
                Some(Ok(row)) => {
                    self.at += 1;
                    let record = match value::json(&row, MAX_RECORD) {
                        Ok(json) => Record::new(place, Body::Json(json)),
                        Err(value::TooLong) => Record::bad(place, too_long("row")),
                    };
                    return Some(record);
                }
                Some(Err(error)) => {
                    let record = self.broken(place, &error);
                    self.next_group();
                    return Some(record);
                }
            }
        }
        None
    }
}
