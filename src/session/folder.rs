//! The default folder of sessions.

use std::path::PathBuf;

use crate::files;

/// Returns the default folder of sessions: `lockbench/sessions` in the XDG state directory. `None` if
/// there is no home.
pub fn state_folder() -> Option<PathBuf> {
    Some(files::xdg_folder("XDG_STATE_HOME", ".local/state")?.join("sessions"))
}
