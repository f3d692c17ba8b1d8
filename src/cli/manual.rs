//! Generates documentation: completions, the manual page, the themes.

use std::path::Path;

use clap::{CommandFactory, Subcommand};

use super::destination::FileArgs;
use super::output::Content;
use super::{Cli, CliError, print_to, status};
use crate::files::TemporaryFolder;

mod complete;

/// Subcommands of `themes`.
#[derive(Debug, Subcommand)]
pub enum ThemesCommand {
    /// List the themes: those that are built in, then yours
    List {
        #[command(flatten)]
        output: FileArgs,
    },
}

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell, output: &FileArgs) -> Result<u8, CliError> {
    print_to(output.open()?, &Content::own(complete::script(shell)))
}

/// Prints the manual page, with a section for each command.
pub fn man(output: &FileArgs) -> Result<u8, CliError> {
    let destination = output.open()?;
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    let failed = |error: std::io::Error| CliError::output(&error);
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(failed)?;
    let mut text = String::from_utf8_lossy(&page).into_owned();
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let mut page = Vec::new();
        let man = clap_mangen::Man::new(sub.clone());
        man.render_options_section(&mut page).map_err(failed)?;
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        let options = String::from_utf8_lossy(&page).replace(".SH OPTIONS", "");
        text.push_str(&format!(
            ".SH \"LOCKBENCH {}\"\n{about}\n{}",
            sub.get_name().to_uppercase(),
            options.trim_start()
        ));
    }
    print_to(destination, &Content::own(text))
}

/// Writes a manual page for each command to a folder, creating the folder if necessary.
pub fn pages(folder: &Path) -> Result<u8, CliError> {
    let command = Cli::command().disable_help_subcommand(true);
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        // Written elsewhere and renamed into the folder, so that a symbolic link of the same name is
        // replaced and not followed.
        let fresh = TemporaryFolder::new(folder)?;
        clap_mangen::generate_to(command, fresh.path())?;
        for page in std::fs::read_dir(fresh.path())? {
            let page = page?;
            std::fs::rename(page.path(), folder.join(page.file_name()))?;
        }
        Ok(())
    };
    write().map_err(|error| CliError::file(folder, &error.to_string()))?;
    Ok(status::SUCCESS)
}

pub fn themes(command: &ThemesCommand) -> Result<u8, CliError> {
    match command {
        ThemesCommand::List { output } => {
            let names = crate::tui::themes::Themes::of(super::config::folder()).names();
            print_to(output.open()?, &Content::own(names.join("\n") + "\n"))
        }
    }
}
