//! Ends the program cleanly on a signal: closes sessions, so that their files are complete, ends judges,
//! and removes temporary files.

use std::thread;

use signal_hook::consts::TERM_SIGNALS;
use signal_hook::iterator::Signals;

/// Ends the program when a signal asks for it. Unfinished writes to a session are rolled back.
pub fn end_on_signals() {
    let Ok(mut signals) = Signals::new(TERM_SIGNALS.iter().copied().chain(hang_up())) else { return };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            crate::judge::end_running();
            wind_up();
            std::process::exit(128 + signal);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).ok();
}

#[cfg(unix)]
fn hang_up() -> Option<i32> {
    Some(signal_hook::consts::SIGHUP)
}

#[cfg(not(unix))]
fn hang_up() -> Option<i32> {
    None
}

/// Closes whatever threads still have open, at the end of the program.
pub fn wind_up() {
    crate::session::close_all();
    crate::files::remove_temporary();
}
