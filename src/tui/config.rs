//! The configuration in `lockbench/config.toml`: a theme and changed keys.
//!
//! ```toml
//! theme = "light"
//!
//! [keys.labels]
//! take_back = "u"                  # one key
//! next = ["Ctrl-N", "Down"]        # or several
//!
//! [keys.text]
//! move = { Up = ["i", "Up"] }      # by key, if each key of an action does something else
//! ```
//!
//! An invalid entry is reported with its place and ignored; the other entries apply.

mod keys;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use super::fault::{self, FileFault, LineColumn};
use super::keymap::{Context, Keymap};
use super::themes::Themes;

#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Name of the theme, if an existing one is set.
    pub theme: Option<String>,
    pub keys: Keymap,
    /// Faults, in the order of the file.
    pub faults: Vec<FileFault>,
}

/// Returns the configuration folder: `lockbench` in `XDG_CONFIG_HOME`, or in `~/.config` if that variable is
/// not set to an absolute path. `variable` looks up an environment variable. Returns `None` if there is no
/// home folder.
pub fn folder(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))?;
    Some(folder.join("lockbench"))
}

/// Returns the configuration file in the configuration folder.
pub fn file(folder: &Path) -> PathBuf {
    folder.join("config.toml")
}

/// Reads the configuration file of a folder; the file need not exist.
pub fn read(folder: &Path) -> Config {
    let file = file(folder);
    let themes = Themes::of(Some(folder.to_owned())).names();
    match fault::text(&file) {
        Ok(Some(text)) => Config::parse(&file, &text, &themes),
        Ok(None) => Config::default(),
        Err(fault) => Config { faults: vec![fault], ..Config::default() },
    }
}

impl Config {
    /// Returns a message for the bottom line: the first fault, with the file's name only, and the command
    /// that shows all faults.
    pub fn notice(&self) -> Option<String> {
        let first = self.faults.first()?;
        let name = first.file.file_name().map_or_else(|| first.file.clone(), PathBuf::from);
        let others = match self.faults.len() - 1 {
            0 => String::new(),
            more => format!("{more} more: "),
        };
        let place = first.place.map_or_else(String::new, |place| format!("{place}:"));
        // The rest of the fault, which says what is used instead, would push the command out of the line.
        let what = first.what.split(';').next().unwrap_or_default();
        Some(format!("{}:{place} {what} ({others}`lockbench config check`)", name.display()))
    }

    pub fn parse(file: &Path, text: &str, themes: &[String]) -> Config {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut faults: Vec<(usize, String)> = errors
            .iter()
            .map(|error| (error.span().map_or(0, |span| span.start), error.message().to_owned()))
            .collect();
        let (mut theme, mut keys) = (None, Keymap::default());
        for (key, value) in table.get_ref() {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("theme", DeValue::String(name)) if themes.iter().any(|known| known == name) => {
                    theme = Some(name.to_string());
                }
                ("theme", DeValue::String(name)) => faults.push((
                    value.span().start,
                    format!("no theme is called `{name}`; there are {}", themes.join(", ")),
                )),
                ("theme", _) => {
                    faults.push((value.span().start, "`theme` takes a name in quotes".to_owned()));
                }
                ("keys", DeValue::Table(contexts)) => keys = keys::read(contexts, &mut faults),
                ("keys", _) => faults.push((
                    value.span().start,
                    "`keys` takes tables, one for each place: [keys.labels]".to_owned(),
                )),
                (other, _) => faults
                    .push((key.span().start, format!("`{other}` is unknown; there are `theme` and `keys`"))),
            }
        }
        faults.sort_by_key(|(at, _)| *at);
        let fault =
            |(at, what)| FileFault { file: file.to_owned(), place: Some(LineColumn::of(text, at)), what };
        Config { theme, keys, faults: faults.into_iter().map(fault).collect() }
    }
}

/// Returns the current configuration as a file that lists every setting. `themes` are the names of the
/// themes.
pub fn show(config: &Config, themes: &[String]) -> String {
    let mut out = format!("# The theme: {}.\n", themes.join(", "));
    match &config.theme {
        Some(name) => _ = writeln!(out, "theme = {}", toml::Value::from(name.as_str())),
        None => out.push_str("# theme = \"dark\"\n"),
    }
    for &context in Context::ALL {
        keys::show(&config.keys, context, &mut out);
    }
    out
}

#[cfg(test)]
mod tests;
