//! Ending by a signal without a trace: sessions are closed, so that their files are complete, judges are ended, and temporary
//! files removed.

use std::thread;

use signal_hook::consts::TERM_SIGNALS;
use signal_hook::iterator::Signals;

/// Ends the program in order when a signal asks for it. What is being written to a session is undone.
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

/// Closes what threads may still have open, at the end of the program.
pub fn wind_up() {
    crate::session::close_all();
    crate::files::remove_temporary();
}
