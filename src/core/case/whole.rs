//! Reads small files whole, with a size limit for each kind of file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::MAX_RECORD;
use super::error::FileError;

/// A kind of file that is read whole, and its largest size in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Name of the kind of file, with the indefinite article.
    pub what: &'static str,
    pub bytes: usize,
}

/// A rubric file. The shipped ones have at most 30 KB.
pub const RUBRIC_FILE: Limit = Limit { what: "a rubric file", bytes: 1 << 20 };
/// A calibration as `calibrate` writes it, of about 20 KB.
pub const CALIBRATION: Limit = Limit { what: "a calibration", bytes: 1 << 20 };
/// The table of a model2vec folder. The largest published model has 130 MB.
pub const VECTORS: Limit = Limit { what: "a table of vectors", bytes: 1 << 30 };
/// The tokenizer of a model2vec folder.
pub const TOKENIZER: Limit = Limit { what: "a tokenizer", bytes: 64 << 20 };
/// Guidelines for annotators.
pub const GUIDELINES: Limit = Limit { what: "a text of guidelines", bytes: 1 << 20 };
/// A lesson, or the stored progress of lessons.
pub const LESSON: Limit = Limit { what: "a lesson", bytes: 1 << 20 };
/// A course of lessons.
pub const COURSE: Limit = Limit { what: "a course", bytes: 1 << 20 };
/// The judgements of human readers on mutated summaries.
pub const MARKS: Limit = Limit { what: "a file of marks", bytes: 64 << 20 };
/// A round of annotation.
pub const PROJECT: Limit = Limit { what: "a project", bytes: 1 << 20 };
/// Overrule rules of annotators.
pub const OVERRULE_RULES: Limit = Limit { what: "a file of rules", bytes: 64 << 20 };
/// A text to be read alone.
pub const TEXT: Limit = Limit { what: "a text", bytes: MAX_RECORD };
/// A model's answer, as text.
pub const ANSWER: Limit = Limit { what: "an answer", bytes: MAX_RECORD };

/// Reads a file whole.
///
/// # Errors
/// If it cannot be read, or exceeds the limit of its kind; the error names the file. An endless file exceeds
/// the limit.
pub fn read_whole(path: &Path, limit: Limit) -> Result<Vec<u8>, FileError> {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => whole(file, &name, limit),
        Err(source) => Err(FileError::Read { name, source }),
    }
}

/// Reads a text file whole.
///
/// # Errors
/// As for [`read_whole`], and if the file is not UTF-8.
pub fn read_whole_text(path: &Path, limit: Limit) -> Result<String, FileError> {
    text(&read_whole(path, limit)?, &path.display().to_string())
}

/// Reads standard input whole, as a text.
pub fn read_stdin_text(limit: Limit) -> Result<String, FileError> {
    const NAME: &str = "standard input";
    text(&whole(std::io::stdin().lock(), NAME, limit)?, NAME)
}

fn whole(from: impl Read, name: &str, limit: Limit) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = from.take(limit.bytes as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|source| FileError::Read { name: name.to_owned(), source })?;
    if bytes.len() > limit.bytes {
        return Err(FileError::TooLarge { name: name.to_owned(), what: limit.what, most: limit.bytes });
    }
    Ok(bytes)
}

fn text(bytes: &[u8], name: &str) -> Result<String, FileError> {
    let text = super::json::utf8(bytes);
    text.map(str::to_owned).map_err(|source| FileError::Text { name: name.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_named_with_its_limit() {
        let limit = Limit { what: "a note", bytes: 8 };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("note");
        std::fs::write(&path, "eight by").unwrap();
        assert_eq!(read_whole_text(&path, limit).unwrap(), "eight by");
        std::fs::write(&path, "nine byte").unwrap();
        let error = read_whole(&path, limit).unwrap_err().to_string();
        assert!(error.ends_with("note is larger than 8 bytes, the most that a note may have"), "{error}");
        std::fs::write(&path, b"a\n\xff").unwrap();
        assert!(read_whole_text(&path, limit).unwrap_err().to_string().contains("note:2:1: not UTF-8"));
        let none = read_whole(&folder.path().join("none"), limit).unwrap_err();
        assert!(none.to_string().starts_with("cannot read "), "{none}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_never_ends_is_too_large() {
        let error = read_whole(Path::new("/dev/zero"), RUBRIC_FILE).unwrap_err();
        assert_eq!(error.to_string(), "/dev/zero is larger than 1 MiB, the most that a rubric file may have");
    }
}
