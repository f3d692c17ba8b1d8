//! The default folder of sessions.

use std::path::PathBuf;

/// Returns the default folder of sessions: `lockbench/sessions` in the XDG state directory. `None` if
/// there is no home.
pub fn state_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The XDG specification says to ignore relative paths.
    let state = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
    let state = state.or_else(|| Some(set("HOME")?.join(".local/state")))?;
    Some(state.join("lockbench").join("sessions"))
}
