//! `lockbench --line`: the workbench with commands from stdin and plain text on stdout.

use std::io::{self, BufRead};

use crate::tui::Options;
use crate::tui::line::{CommandOutput, Lines};

use super::destination::Destination;
use super::output::{Content, Results, notify};
use super::{CliError, status};

/// Most bytes of a line.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Reads lines until the end of stdin, or until one ends the workbench. A failed line is reported with
/// its number and makes the exit status that of invalid use; later lines are still executed.
pub fn run(options: Options) -> Result<u8, CliError> {
    let failed = |error: io::Error| CliError::usage(format!("cannot read the commands: {error}"));
    let (mut lines, output) = Lines::open(options).map_err(failed)?;
    let mut out = Results::open();
    let mut worst = status::SUCCESS;
    if !show(&mut out, output)? {
        return Ok(worst);
    }
    let mut input = io::stdin().lock();
    for number in 1.. {
        let mut line = Vec::new();
        let read = io::Read::take(&mut input, MAX_LINE_BYTES).read_until(b'\n', &mut line).map_err(failed)?;
        if read == 0 {
            break;
        }
        if read as u64 == MAX_LINE_BYTES {
            return Err(CliError::usage(format!("line {number} is longer than {MAX_LINE_BYTES} bytes")));
        }
        let Ok(line) = String::from_utf8(line) else {
            notify(&format!("error: line {number} is not UTF-8"));
            worst = status::USAGE;
            continue;
        };
        let output = lines.line(&line).map_err(failed)?;
        if let Some(fault) = &output.fault {
            notify(&format!("error: line {number}: {fault}"));
            worst = status::USAGE;
        }
        if let Some(end) = output.end {
            show(&mut out, output)?;
            return Ok(end.max(worst));
        }
        if !show(&mut out, output)? {
            return Ok(worst);
        }
    }
    match lines.unsaved() {
        None => Ok(worst),
        Some(lost) => Err(CliError::usage(lost)),
    }
}

/// Prints the output of a line; returns false if the reader closed the pipe.
fn show(out: &mut Results<io::BufWriter<io::Stdout>>, output: CommandOutput) -> Result<bool, CliError> {
    Destination::Stdout.heard(out.write(&Content::text(output.text)).and_then(|()| out.flush()))
}
