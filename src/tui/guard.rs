//! Gives the terminal back where the program cannot do it itself: when it is killed, or aborted for want of memory. A shell
//! waits at a pipe whose other end closes with the program, however that ends, and writes what restores the screen, unless it
//! was informed that this is done. The modes of the line are the calling shell's, which puts them back after such an end.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// What the shell does with what restores the screen. It outlives what ends the program.
const SCRIPT: &str = r#"trap "" HUP INT QUIT TERM TTOU; read -r done || printf "%s" "$1""#;

/// The shell that waits.
#[derive(Debug)]
pub struct Guard(Child);

impl Guard {
    /// Starts it with what restores the screen, which is on standard output.
    pub fn start(restore: &str) -> io::Result<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "lockbench", restore]);
        command.stdin(Stdio::piped()).stderr(Stdio::null());
        command.spawn().map(Guard)
    }
}

impl Drop for Guard {
    /// The program has restored the screen.
    fn drop(&mut self) {
        if let Some(mut pipe) = self.0.stdin.take() {
            pipe.write_all(b"done\n").ok();
        }
        self.0.wait().ok();
    }
}
