//! `lockbench sessions export`: all of a session as JSON lines, its labels, or a table.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use crate::cli::embedding::Table;
use crate::cli::output::{Content, Results};
use crate::cli::status;
use crate::report::json::line;
use crate::session::{Analyst, COLUMNS, Folded, Recorder, case_line, row, wrapper};

use super::{Failure, failure, open};

/// Forms of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Everything, one object a line; `sessions import` reads it
    Jsonl,
    /// A labels wrapper a line, for each case and annotator
    Labels,
    /// A row for each case and annotator
    Csv,
}

/// Arguments of `sessions export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session
    #[arg(value_name = "S.db")]
    session: PathBuf,
    /// Form of the export
    #[arg(long, short, value_enum, default_value = "jsonl")]
    format: Form,
    /// Labels and rows of this annotator only
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    #[command(flatten)]
    table: Table,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8, Failure> {
    if args.by.is_some() && args.format == Form::Jsonl {
        return Err(Failure::usage(
            "--by chooses among labels or rows; an export as JSON lines is the whole session",
        ));
    }
    let store = open(&args.session)?;
    let mut recorder = Recorder::new(store, None, Analyst::new(args.table.read()?));
    let mut out = Results::open();
    let written = match args.format {
        Form::Jsonl => whole(&mut recorder, &mut out),
        Form::Labels => each(&mut recorder, args.by.as_deref(), |id, folded| {
            write(&mut out, &wrapper(id, folded.state().by(), folded))
        }),
        Form::Csv => table(&mut recorder, args.by.as_deref(), &mut out),
    };
    match written.and_then(|()| out.flush().map_err(Stop::Output)) {
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(status::SUCCESS),
        Err(Stop::Output(error)) => Err(Failure::output(&error)),
        Err(Stop::Failed(failure)) => Err(failure),
        Ok(()) => Ok(status::SUCCESS),
    }
}

/// Why an export ended early.
enum Stop {
    Output(io::Error),
    Failed(Failure),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

impl From<crate::session::Fault> for Stop {
    fn from(fault: crate::session::Fault) -> Stop {
        Stop::Failed(failure(fault))
    }
}

/// Writes a JSON value on a line of its own.
fn write(out: &mut Results<impl Write>, value: &impl Serialize) -> io::Result<()> {
    out.write(&Content::Json(line(value)))?;
    out.separate("\n")
}

/// A row of a table. CSV has no escapes: a control character in a cell becomes a mark.
fn cells<const N: usize>(row: [impl AsRef<str>; N]) -> Content {
    let mut writer = csv_core::Writer::new();
    // Quoted, a cell has every mark of its own twice, two more around it, and what separates it from the next.
    let room = |cell: &str| 2 * cell.len() + 3;
    let mut bytes = vec![0; row.iter().map(|cell| room(cell.as_ref())).sum::<usize>() + 1];
    let mut end = 0;
    for (at, cell) in row.iter().enumerate() {
        if at > 0 {
            end += writer.delimiter(&mut bytes[end..]).1;
        }
        end += writer.field(cell.as_ref().as_bytes(), &mut bytes[end..]).2;
    }
    end += writer.terminator(&mut bytes[end..]).1;
    Content::text(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

fn whole(recorder: &mut Recorder, out: &mut Results<impl Write>) -> Result<(), Stop> {
    // An export has everybody's proposals.
    for id in recorder.store().unproposed()? {
        recorder.case(&id)?;
    }
    let store = recorder.store();
    write(out, &store.line()?)?;
    for (index, id) in store.ids()?.iter().enumerate() {
        if let Some(row) = store.case(id)? {
            write(out, &case_line(index, &row))?;
        }
    }
    for (_, _, seq) in store.order()? {
        if let Some(event) = store.numbered(seq)? {
            write(out, &event.to_object())?;
        }
    }
    Ok(())
}

fn each(
    recorder: &mut Recorder,
    by: Option<&str>,
    mut write: impl FnMut(&str, &Folded) -> io::Result<()>,
) -> Result<(), Stop> {
    for id in recorder.store().ids()? {
        for (name, _) in recorder.store().annotators(Some(&id))? {
            if by.is_none_or(|by| by == name) {
                write(&id, recorder.folded(&id, &name)?)?;
            }
        }
    }
    Ok(())
}

fn table(recorder: &mut Recorder, by: Option<&str>, out: &mut Results<impl Write>) -> Result<(), Stop> {
    out.write(&cells(COLUMNS))?;
    each(recorder, by, |id, folded| out.write(&cells(row(id, folded))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_has_to_be() {
        let wanted = "a,\"b, \"\"c\"\"\n\",,\"\"\"\"\"\"\n";
        assert_eq!(cells(["a", "b, \"c\"\n", "", "\"\""]), Content::text(wanted.to_owned()));
    }
}
