//! Writing an export of the session, on a thread of its own: a page of a long session takes a while.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::thread;

use crate::embedding::Embedding;
use crate::export::session::{Exported, Format};
use crate::session::{Analyst, Recorder, Store};

/// Writes a session in a form to a new file, and says how that went. A file of that name is left as it is: a number
/// goes behind the name.
pub fn spawn(
    session: PathBuf,
    format: &'static Format,
    to: PathBuf,
    embedding: Embedding,
    tell: impl FnOnce(Result<PathBuf, String>) + Send + 'static,
) {
    let work = move || tell(write(&session, format, &to, embedding));
    thread::Builder::new().name("export".to_owned()).spawn(work).ok();
}

fn write(session: &Path, format: &Format, to: &Path, embedding: Embedding) -> Result<PathBuf, String> {
    let store = Store::open(session).map_err(|fault| fault.to_string())?;
    let mut recorder = Recorder::new(store, None, Analyst::new(embedding.clone()));
    let mut exported = Exported { recorder: &mut recorder, by: None, embedding };
    fresh_file(to, |out| format.write(&mut exported, out).map_err(|error| error.to_string()))
}

/// Writes a new file as a whole, or none. Where there is one of that name, a number goes behind it.
///
/// # Errors
/// Where it cannot be written: why.
pub fn fresh_file(
    to: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), String>,
) -> Result<PathBuf, String> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", to.display());
    let mut fresh = tempfile::Builder::new().prefix(".lockbench-").tempfile_in(folder).map_err(failed)?;
    let mut out = BufWriter::new(fresh.as_file_mut());
    write(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    fresh.as_file().sync_all().map_err(failed)?;
    usual_permissions(fresh.as_file()).map_err(failed)?;
    let (stem, ending) = name(to);
    for number in 1..1000_u32 {
        let name = if number == 1 { format!("{stem}{ending}") } else { format!("{stem}-{number}{ending}") };
        let path = folder.join(name);
        match fresh.persist_noclobber(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => fresh = error.file,
            Err(error) => return Err(failed(error.error)),
        }
    }
    Err(format!("there are a thousand exports called {} already", to.display()))
}

/// A name, and its ending from the first dot on.
fn name(path: &Path) -> (String, String) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match name.find('.') {
        Some(dot) => (name[..dot].to_owned(), name[dot..].to_owned()),
        None => (name, String::new()),
    }
}

/// A temporary file is its owner's alone; a file that a person writes is readable as others are.
#[cfg(unix)]
fn usual_permissions(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn usual_permissions(_file: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
