//! `lockbench config`: the configuration of the workbench.

use clap::Subcommand;

use crate::tui::config::{self, Config};
use crate::tui::themes::Themes;

use super::output::{Content, notify};
use super::{CliError, print, status};

/// Subcommands of `config`.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum Command {
    /// Print the theme and every key in force, in the form of the file
    Show,
    /// Report everything that is wrong in the file and in your themes; exit status 2 if anything is
    Check,
    /// Print where the file is looked for
    Path,
}

pub fn run(command: Command) -> Result<u8, CliError> {
    let Some(folder) = folder() else {
        return Err(CliError::usage("there is no folder for a configuration")
            .hint("set HOME or XDG_CONFIG_HOME to an absolute path"));
    };
    let file = config::file(&folder);
    let config = read();
    match command {
        Command::Show => {
            print_faults(&config);
            print(&Content::text(config::show(&config, &Themes::of(Some(folder)).names())))
        }
        Command::Check => {
            print_faults(&config);
            let broken = Themes::of(Some(folder)).faults();
            for fault in &broken {
                notify(&format!("error: {fault}"));
            }
            if !config.faults.is_empty() || !broken.is_empty() {
                return Ok(status::USAGE);
            }
            let said = if file.exists() { "nothing is wrong" } else { "there is no such file" };
            print(&Content::text(format!("{}: {said}\n", file.display())))
        }
        Command::Path => print(&Content::text(format!("{}\n", file.display()))),
    }
}

fn print_faults(config: &Config) {
    for fault in &config.faults {
        notify(&format!("error: {fault}"));
    }
}

/// Returns the folder of this user's configuration.
pub fn folder() -> Option<std::path::PathBuf> {
    config::folder(|name| std::env::var(name).ok())
}

/// Reads this user's configuration; the defaults if there is none.
pub fn read() -> Config {
    folder().map_or_else(Config::default, |folder| config::read(&folder))
}
