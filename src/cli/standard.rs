//! By which rubrics and readings to judge.

use std::path::PathBuf;

use crate::engine::Standard;
use crate::rubric::{RUBRICS, Readings, RuleError};

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

impl Choice {
    /// The rubrics with their numbers, and the readings.
    ///
    /// # Errors
    /// Where a name is unknown or a file cannot be used.
    pub fn standard(&self) -> Result<Standard, Failure> {
        let file = match &self.rubric_file {
            None => None,
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
                Some((path, text))
            }
        };
        let mut slugs = self.slugs()?;
        let Some((path, text)) = file else { return self.build(&slugs) };
        let broken = |error: &RuleError| {
            Failure::file(path, &error.to_string())
                .hint("start from `lockbench rubric show NAME`, and change numbers only")
        };
        // Without --rubric the file says by its keys which rubric it is.
        let kinds: Vec<&str> =
            RUBRICS.iter().filter(|entry| (entry.load)(&text).is_ok()).map(|entry| entry.slug).collect();
        if self.rubric.is_empty() && !kinds.is_empty() {
            slugs = vec![kinds[0]];
        }
        let fits: Vec<&str> = slugs.iter().copied().filter(|slug| kinds.contains(slug)).collect();
        let [slug] = fits.as_slice() else {
            let first = RUBRICS.iter().find(|entry| Some(&entry.slug) == slugs.first());
            return Err(match first.map(|entry| (entry.load)(&text)) {
                Some(Err(error)) if fits.is_empty() => broken(&error),
                _ => {
                    Failure::usage(format!("{} fits several rubrics; name one with --rubric", path.display()))
                }
            });
        };
        let mut standard = self.build(&slugs)?;
        standard.replace(slug, &text).map_err(|error| broken(&error))?;
        Ok(standard)
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
