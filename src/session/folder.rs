//! Where sessions are kept that nobody named.

use std::path::PathBuf;

/// The folder of such sessions: `lockbench/sessions` in the XDG state directory. `None` if there is no home.
pub fn state_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // A relative path there is to be ignored, says the XDG specification.
    let state = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
    let state = state.or_else(|| Some(set("HOME")?.join(".local/state")))?;
    Some(state.join("lockbench").join("sessions"))
}
