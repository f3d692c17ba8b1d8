//! Errors of commands: what is wrong, and what to do about it.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::Path;

use crate::annotations::AnnotationsError;

use super::output::{print_error, quote};

/// Most characters shown of a line of a file.
const MAX_EXCERPT: usize = 240;

/// Exit statuses.
pub mod status {
    pub const SUCCESS: u8 = 0;
    /// A condition of `--fail-on` is met.
    pub const FAIL_ON: u8 = 1;
    /// The command line is invalid.
    pub const USAGE: u8 = 2;
    /// Some case could not be scored at all.
    pub const UNSCORED: u8 = 3;
    /// Interrupted by Ctrl-C.
    pub const INTERRUPTED: u8 = 130;
    /// Terminated by SIGTERM.
    pub const TERMINATED: u8 = 143;

    /// Returns the status of a command that left some cases out, given the problems.
    pub fn of<T>(problems: &[T]) -> u8 {
        if problems.is_empty() { SUCCESS } else { UNSCORED }
    }
}

/// All exit statuses with their meaning.
pub const STATUSES: &[(u8, &str)] = &[
    (status::SUCCESS, "success"),
    (status::FAIL_ON, "--fail-on is met"),
    (status::USAGE, "the command cannot be run as given, or --baseline has too few of the cases"),
    (status::UNSCORED, "a case could not be scored, or was not judged"),
    (status::INTERRUPTED, "interrupted; what was scored is written"),
    (status::TERMINATED, "asked to stop; the same"),
];

/// The error that ended a command.
#[derive(Debug)]
pub struct CliError {
    /// What is wrong, and where, on one line.
    pub message: String,
    /// The lines of a file concerned.
    pub excerpt: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    pub status: u8,
}

impl From<AnnotationsError> for CliError {
    fn from(error: AnnotationsError) -> CliError {
        CliError { hint: error.hint, ..CliError::usage(error.message) }
    }
}

impl CliError {
    /// Creates an error about an invalid command line. The numbers of system errors are removed, since
    /// the words say the same.
    pub fn usage(message: impl Display) -> CliError {
        let message = without_error_numbers(&message.to_string());
        CliError { message, excerpt: None, hint: None, status: status::USAGE }
    }

    /// Creates an error about a file that could not be read; `what` names the option and the file.
    pub fn unreadable(what: impl Display, error: &std::io::Error) -> CliError {
        let failure = CliError::usage(format!("{what}: {error}"));
        match error.kind() {
            ErrorKind::NotFound => failure.hint("check the path"),
            ErrorKind::IsADirectory => failure.hint("name a file"),
            ErrorKind::PermissionDenied => failure.hint("change its permissions, or name another file"),
            _ => failure,
        }
    }

    /// Creates an error about an unusable file. Everything after the first line of the reason is an
    /// excerpt.
    pub fn file(path: &Path, reason: &str) -> CliError {
        let (first, rest) = reason.split_once('\n').unwrap_or((reason, ""));
        let failure = CliError::usage(format!("{}: {first}", path.display()));
        CliError { excerpt: (!rest.is_empty()).then(|| rest.to_owned()), ..failure }
    }

    /// Adds advice.
    pub fn hint(mut self, hint: impl Into<String>) -> CliError {
        self.hint = Some(hint.into());
        self
    }

    /// Creates an error about results that could not be written.
    pub fn output(error: &std::io::Error) -> CliError {
        CliError::usage(format!("cannot write the results: {error}"))
    }

    /// Prints the error.
    pub fn report(&self) {
        print_error(&format!("error: {}", self.message));
        if let Some(excerpt) = &self.excerpt {
            quote(&excerpt.lines().map(beginning).collect::<Vec<_>>().join("\n"));
        }
        if let Some(hint) = &self.hint {
            print_error(&format!("hint: {hint}"));
        }
    }
}

/// Removes the ` (os error N)` that the standard library appends to system errors.
fn without_error_numbers(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest =
            part.split_once(')').filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
        match rest {
            Some((_, rest)) => kept += rest,
            None => kept.extend([" (os error ", part]),
        }
    }
    kept
}

/// Returns the beginning of a long line.
fn beginning(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(MAX_EXCERPT) {
        Some((end, _)) => Cow::Owned(format!("{} …", &line[..end])),
        None => Cow::Borrowed(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_have_no_number() {
        let missing = std::io::Error::from_raw_os_error(2);
        let failure = CliError::unreadable("--baseline old.jsonl", &missing);
        assert!(!failure.message.contains("os error"), "{}", failure.message);
        assert_eq!(failure.hint.as_deref(), Some("check the path"));
        assert_eq!(without_error_numbers("a (os error 2); b (os error 13)"), "a; b");
        assert_eq!(without_error_numbers("a (os error x) (os error 2"), "a (os error x) (os error 2");
    }

    #[test]
    fn a_line_that_nobody_would_read_is_cut() {
        assert_eq!(beginning("    | ^"), "    | ^");
        let long = beginning(&"ü".repeat(MAX_EXCERPT + 1)).into_owned();
        assert_eq!(long.chars().count(), MAX_EXCERPT + 2);
        assert!(long.ends_with("ü …"));
    }
}
