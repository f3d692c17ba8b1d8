//! Export of the session on a thread of its own, because a page of a long session takes a while.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::thread;

use crate::embedding::Embedding;
use crate::export::session::{ExportError, Exported, SessionFormat};
use crate::files::{self, Temporary};
use crate::session::{Analyst, Recorder, SessionError, Store};

/// Reason why an export was not written.
#[derive(Debug, thiserror::Error)]
pub enum NewExportError {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Content(#[from] ExportError),
    #[error(transparent)]
    Write(#[from] io::Error),
    #[error("cannot write {}: {source}", .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("there are a thousand exports called {} already", .0.display())]
    TooMany(PathBuf),
}

/// Writes a session in a format to a new file, and reports the outcome. An existing file is not overwritten:
/// a number is added to the name.
pub fn spawn(
    session: PathBuf,
    format: &'static SessionFormat,
    to: PathBuf,
    embedding: Embedding,
    send: impl FnOnce(Result<PathBuf, NewExportError>) + Send + 'static,
) {
    let work = move || {
        send(write(&session, format, &to, embedding));
    };
    thread::Builder::new().name("export".to_owned()).spawn(work).ok();
}

fn write(
    session: &Path,
    format: &SessionFormat,
    to: &Path,
    embedding: Embedding,
) -> Result<PathBuf, NewExportError> {
    let store = Store::open(session)?;
    let mut recorder = Recorder::new(store, None, Analyst::new(embedding.clone()));
    let mut exported = Exported { recorder: &mut recorder, by: None, embedding };
    fresh_file(to, |out| Ok(format.write(&mut exported, out)?))
}

/// Writes a new file completely or not at all. If the name exists, a number is added to it.
pub fn fresh_file(
    to: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), NewExportError>,
) -> Result<PathBuf, NewExportError> {
    let folder = files::folder_of(to);
    let failed = |source| NewExportError::File { path: to.to_owned(), source };
    let mut fresh = Temporary::new(folder).map_err(failed)?;
    let mut out = BufWriter::new(fresh.file());
    write(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    let (stem, ending) = name(to);
    for number in 1..1000_u32 {
        let name = if number == 1 { format!("{stem}{ending}") } else { format!("{stem}-{number}{ending}") };
        let path = folder.join(name);
        match fresh.name(&path).map_err(failed)? {
            None => return Ok(path),
            Some(unnamed) => fresh = unnamed,
        }
    }
    Err(NewExportError::TooMany(to.to_owned()))
}

/// Splits a file name into its stem and its extensions, from the first dot on.
fn name(path: &Path) -> (String, String) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match name.find('.') {
        Some(dot) => (name[..dot].to_owned(), name[dot..].to_owned()),
        None => (name, String::new()),
    }
}
