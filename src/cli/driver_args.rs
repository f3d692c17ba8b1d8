//! Arguments for driving the workbench from a recording, or line by line.

use std::path::PathBuf;

/// Arguments of the workbench about how it is driven.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DriverArgs {
    /// Record keys, pastes and the mouse to a new file, as lines that can be read and edited
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Play such a file, then go on; where stdout is not a terminal, print the last screen and end
    #[arg(long, value_name = "FILE")]
    pub play: Option<PathBuf>,
    /// Numbered plain text instead of a screen: commands come from stdin, line by line; `help` prints them
    #[arg(long, conflicts_with_all = ["record", "play"])]
    pub line: bool,
}
