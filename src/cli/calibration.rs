//! Selects the calibration for the probabilities of proposals.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::case::{CALIBRATION, read_whole_text};
use crate::engine::OwnCalibration;
use crate::session::VERSION;

use super::CliError;
use super::output::print_note;

/// Arguments that name a calibration.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct CalibrationArgs {
    /// Take the probabilities of proposals from a file that `lockbench calibrate` wrote
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
}

impl CalibrationArgs {
    /// Reads the calibration; `None` stands for the shipped one.
    pub fn read(&self) -> Result<Option<Arc<OwnCalibration>>, CliError> {
        self.calibration.as_deref().map(read).transpose()
    }

    /// Returns how a session refers to the file in its first line: by name if it is beside the session.
    pub fn named_beside(&self, session: &Path) -> Result<Option<String>, CliError> {
        let Some(path) = &self.calibration else { return Ok(None) };
        read(path)?;
        let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let (path, session) = (whole(path), whole(session));
        let folder = session.parent().unwrap_or(Path::new(""));
        Ok(Some(path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned()))
    }

    /// Reads the given calibration or, if none is given, the one named in a session's first line, a file
    /// beside the session.
    pub fn read_for(
        &self,
        session: &Path,
        named: Option<&str>,
    ) -> Result<Option<Arc<OwnCalibration>>, CliError> {
        match (&self.calibration, named) {
            (None, Some(named)) => {
                let folder = session.parent().unwrap_or(Path::new(""));
                let hint = format!("{} names it in its `calibration`", session.display());
                read(&folder.join(named)).map(Some).map_err(|failure| failure.hint(hint))
            }
            _ => self.read(),
        }
    }
}

fn read(path: &Path) -> Result<Arc<OwnCalibration>, CliError> {
    let text = read_whole_text(path, CALIBRATION).map_err(CliError::usage)?;
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let own = OwnCalibration::parse(&name, &text, VERSION).map_err(|error| {
        CliError::file(path, &error.to_string()).hint("`lockbench calibrate` writes such a file")
    })?;
    if let Some(note) = &own.note {
        print_note(format!("{}: {note}", path.display()));
    }
    Ok(Arc::new(own))
}
