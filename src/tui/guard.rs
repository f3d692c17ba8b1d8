//! Restores the terminal if the program cannot do so itself, because it is killed, or aborts for lack of
//! memory. A shell waits on a pipe whose other end closes with the program, however the program ends. The
//! shell then writes the sequence that restores the screen, unless the program has told it that this was
//! done. The terminal's line modes are restored by the calling shell.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// Script of the waiting shell. It ignores the signals that may end the program.
const SCRIPT: &str = r#"trap "" HUP INT QUIT TERM TTOU; read -r done || printf "%s" "$1""#;

/// The waiting shell.
#[derive(Debug)]
pub struct Guard(Child);

impl Guard {
    /// Starts the shell. If the guard is not dropped, the shell writes `restore` to standard output at the end.
    pub fn start(restore: &str) -> io::Result<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "lockbench", restore]);
        command.stdin(Stdio::piped()).stderr(Stdio::null());
        command.spawn().map(Guard)
    }
}

impl Drop for Guard {
    /// Tells the shell that the program has restored the screen.
    fn drop(&mut self) {
        if let Some(mut pipe) = self.0.stdin.take() {
            pipe.write_all(b"done\n").ok();
        }
        self.0.wait().ok();
    }
}
