//! The recordings given in the options.

use std::path::PathBuf;

use crate::num::counted;
use crate::tui::recording::{self, RecordingWriter, Step};
use crate::tui::{Error, Options, fault};

/// Reads the recording to play, and opens the one to write, as the options say.
pub(super) fn recordings(options: &Options) -> Result<(Vec<Step>, Option<RecordingWriter>), Error> {
    let steps = match &options.play {
        None => Vec::new(),
        Some(file) => {
            let text = fault::text(file).map_err(|fault| Error::Play(fault.to_string()))?;
            let text =
                text.ok_or_else(|| Error::Play(format!("{}: there is no such file", file.display())))?;
            recording::parse(file, &text).map_err(|faults| {
                let more = if faults.len() > 1 {
                    format!(" (and {})", counted(faults.len() - 1, "more line"))
                } else {
                    String::new()
                };
                Error::Play(faults.first().map(|fault| format!("{fault}{more}")).unwrap_or_default())
            })?
        }
    };
    let begin = |file: &PathBuf| {
        RecordingWriter::create(file).map_err(|e| Error::Record(file.display().to_string(), e))
    };
    Ok((steps, options.record.as_ref().map(begin).transpose()?))
}
