//! Creates files that are readable only by their owner, never through a symbolic link, and completely or
//! not at all.
//!
//! Every text that the program writes may be private, and a symbolic link placed by somebody else must
//! not make it overwrite another file.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::{Builder, NamedTempFile, TempDir};

/// Prefix of the names of temporary files.
const PREFIX: &str = ".lockbench-";

/// Existing temporary files and folders; `None` once the program is ending.
static TEMPORARY: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

/// Formats a path or name as it has to be typed in a shell command, quoted if necessary.
pub fn typed(word: impl AsRef<OsStr>) -> String {
    shell_words::quote(&word.as_ref().to_string_lossy()).into_owned()
}

/// Returns the program's folder in an XDG base directory: in the one that the variable names, or else in `usual`
/// below the home folder. `None` if there is no home.
pub fn xdg_folder(variable: &str, usual: &str) -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The XDG specification says to ignore relative paths.
    let base = set(variable).filter(|path| path.is_absolute());
    Some(base.or_else(|| Some(set("HOME")?.join(usual)))?.join("lockbench"))
}

/// Creates a folder and its parents with access for the owner only. An existing folder keeps its mode.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a folder of the program, as [`create_folder`] does. If it exists and is accessible to others,
/// that access is removed.
pub fn own_folder(folder: &Path) -> io::Result<()> {
    create_folder(folder)?;
    tighten(folder);
    Ok(())
}

/// Restricts an existing folder of the program to its owner. If its permissions cannot be changed, it is
/// used unchanged.
pub fn tighten(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const OTHERS: u32 = 0o077;
        let about = fs::symlink_metadata(folder);
        if about.is_ok_and(|about| about.is_dir() && about.permissions().mode() & OTHERS != 0) {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).ok();
        }
    }
}

/// Options that create a file with access for the owner only, and fail if the name is a symbolic link.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600).custom_flags(rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    }
    options
}

/// Creates a file.
///
/// # Errors
/// If the name exists, or the file cannot be created.
pub fn create_new(path: &Path) -> io::Result<File> {
    options().read(true).create_new(true).open(path)
}

/// Creates a file for another library to open, unless it exists.
///
/// # Errors
/// If it cannot be created, or the name is a symbolic link.
pub fn ensure(path: &Path) -> io::Result<()> {
    match create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => refuse_link(path),
        created => created.map(drop),
    }
}

/// Opens a file for reading and writing without truncating it, or creates it.
///
/// # Errors
/// If it cannot be opened, or the name is a symbolic link.
pub fn open_or_create(path: &Path) -> io::Result<File> {
    options().read(true).create(true).truncate(false).open(path).map_err(|error| not_a_link(path, error))
}

/// Opens a file for appending, or creates it.
pub fn append(path: &Path) -> io::Result<File> {
    options().append(true).create(true).open(path).map_err(|error| not_a_link(path, error))
}

/// Replaces the system's message for a symbolic link ("too many levels"), which is misleading.
fn not_a_link(path: &Path, error: io::Error) -> io::Error {
    match refuse_link(path) {
        Err(link) => link,
        Ok(()) => error,
    }
}

/// Fails if the name is a symbolic link.
pub fn refuse_link(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink()) {
        let target = fs::read_link(path).unwrap_or_default();
        let why = format!("a symbolic link to {}; nothing is written through links", target.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    Ok(())
}

/// Writes a file atomically, replacing an existing one. A symbolic link is replaced, and its target stays
/// unchanged. If the name is a device or a pipe, the bytes are written to it.
///
/// # Errors
/// If it cannot be written; an existing file is left unchanged then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let folder = folder_of(path);
    let mut fresh = Temporary::new(folder)?;
    fresh.file().write_all(bytes)?;
    fresh.replace(path)
}

/// Returns the name of a file without its extension, for building other names.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Flushes a folder, so that files created or renamed in it survive a crash of the machine.
pub fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        // Not every file system supports this; failures are ignored.
        folder.sync_all().ok();
    }
}

/// A new file under a temporary name, deleted on drop unless it is given its final name.
#[derive(Debug)]
pub struct Temporary(Option<NamedTempFile>);

/// Removes the path of the temporary file or folder from an error, since the user does not know that
/// name.
fn without_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((own, _)) => io::Error::new(error.kind(), own),
        None => error,
    }
}

impl Temporary {
    /// Creates a temporary file in this folder.
    ///
    /// # Errors
    /// If it cannot be created, or the program is ending.
    pub fn new(folder: &Path) -> io::Result<Temporary> {
        let file = register(|| Builder::new().prefix(PREFIX).tempfile_in(folder), |file| file.path())?;
        Ok(Temporary(Some(file)))
    }

    fn inner(&mut self) -> &mut NamedTempFile {
        self.0.as_mut().expect("it is taken only by what consumes it")
    }

    pub fn file(&mut self) -> &mut File {
        self.inner().as_file_mut()
    }

    pub fn path(&self) -> &Path {
        self.0.as_ref().map_or(Path::new(""), NamedTempFile::path)
    }

    /// Renames it within the folder, replacing an existing file.
    pub fn replace(mut self, path: &Path) -> io::Result<()> {
        self.file().sync_all()?;
        let Some(file) = self.0.take() else { return Ok(()) };
        let old = file.path().to_path_buf();
        let kept = file.persist(path);
        forget(&old);
        kept.map_err(|error| error.error)?;
        sync_folder(folder_of(path));
        Ok(())
    }

    /// Renames it within the folder; returns the temporary file if the name exists.
    pub fn name(mut self, path: &Path) -> io::Result<Option<Temporary>> {
        self.file().sync_all()?;
        let Some(file) = self.0.take() else { return Ok(None) };
        let old = file.path().to_path_buf();
        match file.persist_noclobber(path) {
            Ok(_) => {
                forget(&old);
                sync_folder(folder_of(path));
                Ok(None)
            }
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Ok(Some(Temporary(Some(error.file))))
            }
            Err(error) => {
                forget(&old);
                Err(error.error)
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(file) = self.0.take() {
            let path = file.path().to_path_buf();
            drop(file);
            forget(&path);
        }
    }
}

/// A new folder under a temporary name, deleted with its content on drop.
#[derive(Debug)]
pub struct TemporaryFolder(TempDir);

impl TemporaryFolder {
    /// Creates a temporary folder in this folder.
    ///
    /// # Errors
    /// If it cannot be created, or the program is ending.
    pub fn new(folder: &Path) -> io::Result<TemporaryFolder> {
        register(|| Builder::new().prefix(PREFIX).tempdir_in(folder), TempDir::path).map(TemporaryFolder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        forget(self.0.path());
    }
}

fn register<T>(create: impl FnOnce() -> io::Result<T>, path: impl FnOnce(&T) -> &Path) -> io::Result<T> {
    let mut all = TEMPORARY.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let all = all.as_mut().ok_or_else(|| io::Error::other("the program is ending"))?;
    let created = create().map_err(without_path)?;
    all.push(path(&created).to_path_buf());
    Ok(created)
}

fn forget(path: &Path) {
    if let Some(all) = TEMPORARY.lock().unwrap_or_else(std::sync::PoisonError::into_inner).as_mut() {
        all.retain(|known| known != path);
    }
}

/// Removes all temporary files and folders when the program ends, since the threads that write them do
/// not finish.
pub fn remove_temporary() {
    let all = TEMPORARY.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    for path in all.into_iter().flatten() {
        if path.is_dir() {
            fs::remove_dir_all(path).ok();
        } else {
            fs::remove_file(path).ok();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_file_that_cannot_be_created_is_not_called_by_its_temporary_name() {
        let error = Temporary::new(Path::new("/nowhere/at/all")).unwrap_err().to_string();
        assert!(error.starts_with("No such file") && !error.contains(PREFIX), "{error}");
    }

    #[test]
    fn a_path_is_typed_as_a_shell_reads_it() {
        assert_eq!(typed(Path::new("/tmp/round-1/cases.db")), "/tmp/round-1/cases.db");
        for path in ["a b.db", "it's.db", "say \"x\".db", "$HOME.db", "a;b", ""] {
            assert_eq!(shell_words::split(&typed(path)).unwrap(), [path]);
        }
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "mine").unwrap();
        symlink(&target, &link).unwrap();
        for opened in [create_new(&link), open_or_create(&link), append(&link)] {
            let error = opened.unwrap_err();
            assert!(error.kind() == io::ErrorKind::AlreadyExists || error.to_string().contains("link"));
        }
        replace(&link, b"new").unwrap();
        assert_eq!((fs::read(&target).unwrap(), fs::read(&link).unwrap()), (b"mine".into(), b"new".into()));
        symlink(folder.path().join("nowhere"), folder.path().join("dangling")).unwrap();
        let fresh = Temporary::new(folder.path()).unwrap();
        assert!(fresh.name(&folder.path().join("dangling")).unwrap().is_some(), "the name is taken");
        assert!(!folder.path().join("nowhere").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no temporary file is left");
    }

    #[test]
    fn what_is_created_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        create_folder(&at("a/b")).unwrap();
        drop((create_new(&at("1")).unwrap(), open_or_create(&at("2")).unwrap(), append(&at("3")).unwrap()));
        replace(&at("4"), b"").unwrap();
        Temporary::new(folder.path()).unwrap().name(&at("5")).unwrap();
        assert_eq!((mode(&at("a")), mode(&at("a/b"))), (0o700, 0o700));
        // A folder that an earlier version left accessible to all.
        fs::set_permissions(at("a/b"), fs::Permissions::from_mode(0o755)).unwrap();
        create_folder(&at("a/b")).unwrap();
        assert_eq!(mode(&at("a/b")), 0o755, "a folder of the user's is left as it is");
        own_folder(&at("a/b")).unwrap();
        assert_eq!(mode(&at("a/b")), 0o700);
        for name in ["1", "2", "3", "4", "5"] {
            assert_eq!(mode(&at(name)), 0o600, "{name}");
        }
    }
}
