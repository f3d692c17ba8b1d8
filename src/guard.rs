//! A shell that acts once this program has ended without being able to act itself, because it is killed, or aborts for
//! lack of memory. It waits on a pipe whose other end closes with the program, however the program ends.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// The waiting shell.
#[derive(Debug)]
pub struct Guard(Child);

impl Guard {
    /// Starts the shell. If the guard is not dropped, the shell runs `action` at the end, with these arguments. It
    /// ignores the signals that may end the program. `prepare` sets what else the shell needs.
    ///
    /// # Errors
    /// If there is no shell.
    pub fn start(
        action: &str,
        arguments: &[&str],
        prepare: impl FnOnce(&mut Command) -> &mut Command,
    ) -> io::Result<Guard> {
        let script = format!(r#"trap "" HUP INT QUIT TERM TTOU; read -r done || {action}"#);
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &script, "lockbench"]).args(arguments).stdin(Stdio::piped()).stderr(Stdio::null());
        prepare(&mut shell).spawn().map(Guard)
    }

    /// Closes the pipe, as it is when this program is killed.
    #[cfg(test)]
    pub fn abandon(&mut self) {
        self.0.stdin = None;
    }
}

impl Drop for Guard {
    /// Tells the shell that there is nothing left to do.
    fn drop(&mut self) {
        if let Some(mut pipe) = self.0.stdin.take() {
            pipe.write_all(b"done\n").ok();
        }
        self.0.wait().ok();
    }
}
