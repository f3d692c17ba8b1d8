//! Why a command stopped: what is wrong, and what to do about it.

use std::io::Write;

use crate::report::text::visible;

/// Exit statuses.
pub mod status {
    /// All is well.
    pub const FINE: u8 = 0;
    /// A verdict is as bad as `--fail-on` says.
    pub const FAIL_ON: u8 = 1;
    /// The command cannot be run as it was given.
    pub const USAGE: u8 = 2;
    /// Some case could not be scored at all.
    pub const UNSCORED: u8 = 3;
    /// Ctrl-C.
    pub const INTERRUPTED: u8 = 130;
    /// Asked to stop.
    pub const TERMINATED: u8 = 143;
}

/// A command that could not go on.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong, and where.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The exit status.
    pub status: u8,
}

impl Failure {
    /// A command that cannot be run as it was given.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), hint: None, status: status::USAGE }
    }

    /// With advice.
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = Some(hint.into());
        self
    }

    /// Results that could not be written.
    pub fn output(error: &std::io::Error) -> Failure {
        Failure::usage(format!("cannot write the results: {error}"))
    }

    /// Tells the user.
    pub fn report(&self) {
        tell(&format!("error: {}", self.message));
        if let Some(hint) = &self.hint {
            tell(&format!("hint: {hint}"));
        }
    }
}

/// A message on stderr. What an input put into it cannot steer the terminal.
pub fn tell(message: &str) {
    let mut err = std::io::stderr().lock();
    // Where stderr is closed there is nobody to tell.
    let _ = writeln!(err, "lockbench: {}", visible(message));
}
