//! One process of a judge: its input and output lines, its messages, and its end.
//!
//! Three threads serve it, so that neither side of a pipe ever blocks the other. On Unix it leads its own
//! process group: processes that it starts end with it, and an interrupt typed at the terminal reaches
//! only this program. If this program is killed, a guard in that group ends it.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::case::{Line, MAX_RECORD, next_line};
use crate::guard::Guard;

/// Most bytes read of a message; anything longer is not a message.
const MESSAGE: usize = 64 << 10;
/// How long a process may keep running after it has closed its output.
const LINGER: Duration = Duration::from_secs(1);
/// Interval at which the end of a process is polled.
const LOOK: Duration = Duration::from_millis(10);

/// An event of a process.
#[derive(Debug)]
pub enum ProcessEvent {
    /// A line of output; `None` if it is too long for an answer.
    Writes(Option<Vec<u8>>),
    /// A message for the user.
    Says(String),
    /// The process has ended, with its exit status if known.
    Ends(Option<ExitStatus>),
}

#[derive(Debug)]
pub struct Process {
    /// Dropped once no more input follows.
    stdin: Option<Sender<String>>,
    child: Arc<Mutex<Child>>,
    _guard: Option<Guard>,
}

impl Process {
    /// Starts a command in a shell; `send` receives its events.
    pub fn start(command: &str, send: impl Fn(ProcessEvent) + Send + Clone + 'static) -> io::Result<Process> {
        let mut shell = shell(command);
        let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (stdin, lines) = channel();
        let guard = guard(&child);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        remember(&child);
        let (Some(input), Some(output), Some(messages)) = pipes else {
            return Err(io::Error::other("it has no pipes"));
        };
        thread::spawn(move || feed(input, &lines));
        let says = send.clone();
        thread::spawn(move || {
            let mut messages = BufReader::new(messages);
            while let Ok(Some(line)) = next_line(&mut messages, MESSAGE) {
                if let Line::Kept(line) = line {
                    says(ProcessEvent::Says(String::from_utf8_lossy(&line).into_owned()));
                }
            }
        });
        let ending = Arc::clone(&child);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = next_line(&mut output, MAX_RECORD) {
                send(ProcessEvent::Writes(match line {
                    Line::Kept(line) => Some(line),
                    Line::TooLong => None,
                }));
            }
            send(ProcessEvent::Ends(ended(&ending, LINGER)));
        });
        Ok(Process { stdin: Some(stdin), child, _guard: guard })
    }

    pub fn send(&self, line: String) {
        if let Some(stdin) = &self.stdin {
            stdin.send(line).ok();
        }
    }

    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Returns whether its input is closed.
    pub fn is_closed(&self) -> bool {
        self.stdin.is_none()
    }

    pub fn terminate(&self) {
        signal(&mut locked(&self.child), false);
    }

    /// Kills the process and everything it started.
    pub fn kill(&self) {
        signal(&mut locked(&self.child), true);
    }

    /// Returns whether the process has ended; if so, everything it started is killed.
    pub fn has_ended(&self) -> bool {
        let mut child = locked(&self.child);
        let ended = !matches!(child.try_wait(), Ok(None));
        if ended {
            end_group(&child);
        }
        ended
    }
}

/// Starts a guard in the group of a process, which kills the group if this program is killed.
#[cfg(unix)]
fn guard(process: &Child) -> Option<Guard> {
    use std::os::unix::process::CommandExt;
    let group = i32::try_from(process.id()).ok()?;
    Guard::start("kill -s KILL 0", &[], |shell| shell.process_group(group).stdout(Stdio::null())).ok()
}

#[cfg(not(unix))]
fn guard(_: &Child) -> Option<Guard> {
    None
}

/// The started processes that are still referenced.
static STARTED: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

fn remember(child: &Arc<Mutex<Child>>) {
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    started.retain(|known| known.strong_count() > 0);
    started.push(Arc::downgrade(child));
}

/// Kills every running process and everything it started, because a signal that ends this program does
/// not reach their groups.
pub fn end_running() {
    let started = std::mem::take(&mut *STARTED.lock().unwrap_or_else(PoisonError::into_inner));
    for child in started.iter().filter_map(Weak::upgrade) {
        signal(&mut locked(&child), true);
    }
}

fn locked(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes lines as they arrive; a process that does not read blocks only this thread.
fn feed(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(mut line) = lines.recv() {
        line.push('\n');
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Returns the exit status of a process that has closed its output, killing it if it keeps running.
fn ended(child: &Mutex<Child>, patience: Duration) -> Option<ExitStatus> {
    let until = Instant::now() + patience;
    while Instant::now() < until {
        match locked(child).try_wait() {
            Ok(None) => {}
            Ok(status) => return status,
            Err(_) => return None,
        }
        thread::sleep(LOOK);
    }
    let mut child = locked(child);
    signal(&mut child, true);
    child.wait().ok()
}

/// Ends several processes. Idle ones are given time to end on their own.
pub fn end_all(mut processes: Vec<Process>, idle: bool) {
    const BY_THEMSELVES: Duration = Duration::from_secs(2);
    const ASKED: Duration = Duration::from_millis(500);
    processes.iter_mut().for_each(Process::close);
    let wait = |processes: &mut Vec<Process>, patience: Duration| {
        let until = Instant::now() + patience;
        loop {
            processes.retain(|process| !process.has_ended());
            if processes.is_empty() || Instant::now() >= until {
                return;
            }
            thread::sleep(LOOK);
        }
    };
    if idle {
        wait(&mut processes, BY_THEMSELVES);
    }
    processes.iter().for_each(Process::terminate);
    wait(&mut processes, ASKED);
    processes.iter().for_each(Process::kill);
    wait(&mut processes, ASKED);
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

/// Sends a signal to a process and to everything it started. A process that has been waited for gets
/// none, since its id may have been reused.
#[cfg(unix)]
fn signal(child: &mut Child, kill: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let runs = matches!(child.try_wait(), Ok(None));
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group.filter(|_| runs) {
        kill_process_group(group, if kill { Signal::KILL } else { Signal::TERM }).ok();
    }
}

/// Kills the remaining group of a process that has just ended. If it left nothing behind, the group does
/// not exist.
#[cfg(unix)]
fn end_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        kill_process_group(group, Signal::KILL).ok();
    }
}

#[cfg(not(unix))]
fn end_group(_: &Child) {}

#[cfg(not(unix))]
fn signal(child: &mut Child, _kill: bool) {
    child.kill().ok();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The pipe to the guard closes, as it does when this program is killed.
    #[test]
    fn a_process_that_goes_on_without_input_ends_with_this_program() {
        let (send, events) = channel();
        let stubborn = "trap '' HUP INT TERM; echo begun; while :; do sleep 0.05; done";
        let mut process = Process::start(stubborn, move |event| drop(send.send(event))).unwrap();
        let next = || events.recv_timeout(Duration::from_secs(30)).expect("an event");
        assert!(matches!(next(), ProcessEvent::Writes(Some(_))));
        process.close();
        assert!(events.recv_timeout(Duration::from_millis(200)).is_err(), "it goes on");
        process._guard.as_mut().unwrap().abandon();
        assert!(matches!(next(), ProcessEvent::Ends(Some(status)) if !status.success()));
    }
}
