//! Signals, as messages.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::msg::Message;

/// Whether another program uses the terminal, so that Ctrl-C is meant for it.
static LENT: AtomicBool = AtomicBool::new(false);

/// Runs a function during which another program uses the terminal, so that Ctrl-C does not end this program.
pub fn lent<R>(run: impl FnOnce() -> R) -> R {
    LENT.store(true, Ordering::SeqCst);
    let result = run();
    LENT.store(false, Ordering::SeqCst);
    result
}

/// Sends a message for each signal that asks the program to end, that continues it, or that reports another
/// size of the terminal.
pub fn listen(to: Sender<Message>) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGWINCH])?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGINT | SIGQUIT if LENT.load(Ordering::SeqCst) => continue,
                SIGWINCH => match crossterm::terminal::size() {
                    Ok((columns, rows)) => Message::Resize(columns, rows),
                    Err(_) => continue,
                },
                SIGCONT => Message::Continued,
                // By convention, the exit status of a program that ended by a signal.
                other => Message::Terminate(128 + u8::try_from(other).unwrap_or(0)),
            };
            if to.send(message).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// Stops the program, as the shell's Ctrl-Z does. Returns when it is continued.
pub fn stop() -> std::io::Result<()> {
    emulate_default_handler(signal_hook::consts::SIGTSTP)
}
