//! By which rubrics and readings to judge.

use std::path::PathBuf;

use crate::case::{RUBRIC_FILE, read_whole_text};
use crate::engine::Standard;
use crate::rubric::{RUBRICS, Readings, RubricEntry};

use super::Failure;

/// The rubric of choice where none is named.
pub const DEFAULT_RUBRIC: &str = "judge-lock";

/// Arguments that name rubrics and readings.
#[derive(Debug, Default, clap::Args)]
pub struct Choice {
    /// Rubrics by name, separated by commas, or `all` [default: judge-lock]
    #[arg(long, short, value_name = "NAME|all", value_delimiter = ',')]
    pub rubric: Vec<String>,
    /// Read an unclear rule another way; `lockbench rubric list` names them
    #[arg(long, value_name = "KEY=VALUE")]
    pub reading: Vec<String>,
    /// Follow the printed rules to the letter; --reading still wins
    #[arg(long)]
    pub literal: bool,
    /// Take the numbers of a rubric from a TOML file; `lockbench rubric show NAME` prints one to start from
    #[arg(long, value_name = "FILE")]
    pub rubric_file: Option<PathBuf>,
}

/// A file of numbers for one of the rubrics.
#[derive(Debug)]
pub struct Numbers {
    /// The rubric.
    pub slug: &'static str,
    /// What the file holds.
    pub text: String,
}

impl Choice {
    /// The rubrics with their numbers, and the readings.
    ///
    /// # Errors
    /// Where a name is unknown or a file cannot be used.
    pub fn standard(&self) -> Result<Standard, Failure> {
        self.with_numbers().map(|(standard, _)| standard)
    }

    /// The same, and the file that replaces the numbers of a rubric.
    ///
    /// # Errors
    /// Where a name is unknown or a file cannot be used.
    pub fn with_numbers(&self) -> Result<(Standard, Option<Numbers>), Failure> {
        let slugs = self.slugs()?;
        let Some(path) = &self.rubric_file else { return Ok((self.build(&slugs)?, None)) };
        let text = read_whole_text(path, RUBRIC_FILE).map_err(Failure::usage)?;
        // Without --rubric the file says by its keys which rubric it is.
        let asked = |entry: &&RubricEntry| self.rubric.is_empty() || slugs.contains(&entry.slug);
        let loaded: Vec<_> =
            RUBRICS.iter().filter(asked).map(|entry| (entry, (entry.load)(&text).err())).collect();
        let fits: Vec<&str> =
            loaded.iter().filter(|(_, error)| error.is_none()).map(|(entry, _)| entry.slug).collect();
        let slug = match fits.as_slice() {
            [slug] => *slug,
            [] => {
                let nearest = loaded.iter().max_by_key(|(entry, _)| entry.likeness(&text));
                let reason = nearest.and_then(|(_, error)| error.as_ref()).map(ToString::to_string);
                return Err(Failure::file(path, &reason.unwrap_or_default())
                    .hint("start from `lockbench rubric show NAME`, and change numbers only"));
            }
            _ => {
                let message = format!("{} fits several rubrics; name one with --rubric", path.display());
                return Err(Failure::usage(message));
            }
        };
        let mut standard = self.build(if self.rubric.is_empty() { &fits } else { &slugs })?;
        standard.replace(slug, &text).map_err(|error| Failure::file(path, &error.to_string()))?;
        Ok((standard, Some(Numbers { slug, text })))
    }

    fn build(&self, slugs: &[&str]) -> Result<Standard, Failure> {
        Standard::new(slugs, self.readings()?)
            .map_err(|error| Failure::usage(format!("a shipped rubric: {error}")))
    }

    fn slugs(&self) -> Result<Vec<&'static str>, Failure> {
        let all = || RUBRICS.iter().map(|entry| entry.slug);
        if self.rubric.is_empty() {
            return Ok(all().filter(|slug| *slug == DEFAULT_RUBRIC).collect());
        }
        if self.rubric.iter().any(|name| name == "all") {
            return Ok(all().collect());
        }
        for name in &self.rubric {
            if !all().any(|slug| slug == name) {
                let names: Vec<_> = all().collect();
                return Err(Failure::usage(format!("no rubric is called `{name}`"))
                    .hint(format!("there are {}, and `all`", names.join(", "))));
            }
        }
        Ok(all().filter(|slug| self.rubric.iter().any(|name| name == slug)).collect())
    }

    /// The readings in force.
    ///
    /// # Errors
    /// Where a key or a value is unknown.
    pub fn readings(&self) -> Result<Readings, Failure> {
        let mut readings = if self.literal { Readings::literal() } else { Readings::default() };
        for part in self.reading.iter().flat_map(|part| part.split(',')) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(Failure::usage(format!("--reading {part}: there is no `=`"))
                    .hint("write KEY=VALUE, as in edge=lower"));
            };
            readings.set(key.trim(), value.trim()).map_err(|error| {
                Failure::usage(format!("--reading {part}: {error}"))
                    .hint("`lockbench rubric list` names every reading and its values")
            })?;
        }
        Ok(readings)
    }
}
