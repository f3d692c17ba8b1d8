//! A typed table for data frames: the rows and columns of the CSV, as Parquet.

use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::agree::changes::Changes;
use crate::cli::rendered::RenderedResult;

use super::row::{BEFORE, BEHIND};
use super::{Content, DeferredOutput, Framing, Rendered, ResultFormat, Row, RunHeading, ScoringDepth};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "parquet",
    about: "A typed table for data frames: the columns of csv, as Parquet",
    depth: ScoringDepth::Numbers,
    whole_cases: false,
    binary: true,
    resumes: false,
    results: |case| Row::of(case).into_iter().map(aside).collect(),
    refused: |refused| aside(Row::refused(refused)),
    framing: |heading| Box::new(Table::new(heading)),
};

/// Rows per row group, about 3 MB in memory.
const GROUP: usize = 10_000;

fn aside(row: Row) -> Rendered {
    Rendered { content: Content::default(), aside: DeferredOutput::Row(Box::new(row)) }
}

fn is_number(column: &str, heading: &RunHeading) -> bool {
    matches!(column, "score" | "mean") || heading.metrics.contains(&column)
}

fn schema(heading: &RunHeading) -> Result<TypePtr, ParquetError> {
    let columns = BEFORE.iter().chain(&heading.metrics).chain(&BEHIND);
    let column = |name: &&str| {
        let repetition = if *name == "id" { Repetition::REQUIRED } else { Repetition::OPTIONAL };
        let column = if is_number(name, heading) {
            Type::primitive_type_builder(name, Physical::DOUBLE)
        } else {
            Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
                .with_logical_type(Some(LogicalType::String))
        };
        column.with_repetition(repetition).build().map(Arc::new)
    };
    let fields = columns.map(column).collect::<Result<_, _>>()?;
    Type::group_type_builder("scores").with_fields(fields).build().map(Arc::new)
}

struct Table {
    /// The open file, `None` once finished; or why it cannot be written.
    writer: Result<Option<SerializedFileWriter<Vec<u8>>>, String>,
    rows: Vec<Row>,
}

impl Table {
    fn new(heading: &RunHeading) -> Table {
        let properties = || -> Result<_, ParquetError> {
            Ok(WriterProperties::builder()
                .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
                .set_created_by(concat!("lockbench ", env!("CARGO_PKG_VERSION")).to_owned())
                .build())
        };
        let writer = schema(heading)
            .and_then(|schema| SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties()?)));
        Table { writer: writer.map(Some).map_err(|error| error.to_string()), rows: Vec::new() }
    }

    /// Writes the collected rows as a row group, and the end of the file if `last`. An error is reported
    /// once.
    fn flush(&mut self, last: bool) -> Vec<Content> {
        let rows = std::mem::take(&mut self.rows);
        let bytes = match &mut self.writer {
            Ok(Some(writer)) => bytes(writer, &rows, last).map_err(|error| error.to_string()),
            Ok(None) => return Vec::new(),
            Err(reason) => Err(std::mem::take(reason)),
        };
        if last || bytes.is_err() {
            self.writer = Ok(None);
        }
        vec![Content::Bytes(bytes)]
    }
}

/// Returns the bytes that some rows add to a file.
fn bytes(
    writer: &mut SerializedFileWriter<Vec<u8>>,
    rows: &[Row],
    last: bool,
) -> Result<Vec<u8>, ParquetError> {
    if !rows.is_empty() {
        let mut group = writer.next_row_group()?;
        columns(&mut group, rows)?;
        group.close()?;
    }
    if last {
        writer.finish()?;
    }
    Ok(std::mem::take(writer.inner_mut()))
}

/// Writes the columns, in the order of the schema.
fn columns(group: &mut SerializedRowGroupWriter<Vec<u8>>, rows: &[Row]) -> Result<(), ParquetError> {
    let metrics = rows.first().map_or(0, |row| row.metrics.len());
    let mut column = group.next_column()?.ok_or_else(|| ParquetError::General("no columns".to_owned()))?;
    let ids: Vec<ByteArray> = rows.iter().map(|row| ByteArray::from(row.id.as_str())).collect();
    column.typed::<ByteArrayType>().write_batch(&ids, None, None)?;
    column.close()?;
    texts(group, rows, |row| &row.rubric)?;
    texts(group, rows, |row| &row.decision)?;
    numbers(group, rows, |row| row.score)?;
    numbers(group, rows, |row| row.mean)?;
    for at in 0..metrics {
        numbers(group, rows, |row| row.metrics.get(at).copied().flatten())?;
    }
    texts(group, rows, |row| &row.caps)?;
    texts(group, rows, |row| &row.signature)?;
    texts(group, rows, |row| &row.error)?;
    texts(group, rows, |row| &row.place)?;
    texts(group, rows, |row| &row.input)?;
    texts(group, rows, |row| &row.judged_by)
}

fn texts(
    group: &mut SerializedRowGroupWriter<Vec<u8>>,
    rows: &[Row],
    of: impl Fn(&Row) -> &Option<String>,
) -> Result<(), ParquetError> {
    let there: Vec<i16> = rows.iter().map(|row| i16::from(of(row).is_some())).collect();
    let values: Vec<ByteArray> =
        rows.iter().filter_map(|row| of(row).as_deref()).map(ByteArray::from).collect();
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<ByteArrayType>().write_batch(&values, Some(&there), None)?;
    column.close()
}

fn numbers(
    group: &mut SerializedRowGroupWriter<Vec<u8>>,
    rows: &[Row],
    of: impl Fn(&Row) -> Option<f64>,
) -> Result<(), ParquetError> {
    let there: Vec<i16> = rows.iter().map(|row| i16::from(of(row).is_some())).collect();
    let values: Vec<f64> = rows.iter().filter_map(of).collect();
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<DoubleType>().write_batch(&values, Some(&there), None)?;
    column.close()
}

impl Framing for Table {
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content> {
        if let DeferredOutput::Row(row) = std::mem::take(&mut piece.aside) {
            self.rows.push(*row);
        }
        if self.rows.len() < GROUP { Vec::new() } else { self.flush(false) }
    }

    fn finish(&mut self, _: Option<&Changes>) -> Vec<Content> {
        self.flush(true)
    }
}
