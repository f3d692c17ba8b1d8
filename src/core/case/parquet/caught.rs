//! Catches panics of a library that reads untrusted files. They are errors of the file, not of this program.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
}

/// The message of a caught panic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Panicked(String);

/// Runs a function that may panic.
///
/// # Errors
/// If it panics.
pub fn caught<T>(read: impl FnOnce() -> T) -> Result<T, Panicked> {
    CATCHING.set(true);
    // The caller discards the reader's partial state.
    let done = catch_unwind(AssertUnwindSafe(read));
    CATCHING.set(false);
    done.map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("damaged");
        Panicked(said.chars().take(200).collect())
    })
}

/// Whether a panic of this thread is caught and reported as an error of a file.
pub fn panics_are_caught() -> bool {
    CATCHING.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        assert_eq!(caught(|| 5), Ok(5));
        assert_eq!(caught(|| -> u8 { panic!("at {}", 7) }), Err(Panicked("at 7".to_owned())));
        assert!(!panics_are_caught());
    }
}
