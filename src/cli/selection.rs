//! Arguments that select rubrics and readings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::case::{RUBRIC_FILE, read_whole_text};
use crate::engine::{OwnCalibration, Selection};
pub use crate::rubric::DEFAULT_RUBRIC;
use crate::rubric::{READINGS, RUBRICS, Readings, RubricSet};

use crate::session::{OrderedObject, rubric_file};

use super::CliError;
use super::output::print_note;

/// Arguments that name rubrics and readings.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RubricArgs {
    /// Rubrics by name, separated by commas, or `all` [default: that of the session, or judge-lock]
    #[arg(long, short, value_name = "NAME|all", value_delimiter = ',')]
    pub rubric: Vec<String>,
    /// Choose a reading of an unclear rule; `lockbench rubric list` names them
    #[arg(long, value_name = "KEY=VALUE")]
    pub reading: Vec<String>,
    /// Follow the printed rules to the letter; --reading still wins
    #[arg(long)]
    pub literal: bool,
    /// Take the numbers of a rubric from a TOML file; `lockbench rubric show NAME` prints one to start from
    #[arg(long, value_name = "FILE")]
    pub rubric_file: Option<PathBuf>,
    /// The rubric of a session and the text of the file that it was made with, which hold where no file is named.
    #[arg(skip)]
    pub of_session: Option<(String, String)>,
}

/// Changes `--rubric` to that of a command that judges by one rubric.
pub fn of_one(rubric: clap::Arg) -> clap::Arg {
    rubric.value_name("NAME").help(
        "A rubric by name; `lockbench rubric list` lists them [default: that of the session, or judge-lock]",
    )
}

impl RubricArgs {
    /// Returns the rubrics with their numbers, and the readings.
    pub fn selection(&self) -> Result<Selection, CliError> {
        self.selection_by(None)
    }

    /// Returns the same for labels with the user's own calibration, which reports name.
    pub fn selection_by(&self, calibration: Option<&OwnCalibration>) -> Result<Selection, CliError> {
        let mut slugs = self.slugs()?;
        let mut rubrics = RubricSet::shipped();
        if let Some((path, slug, text)) = self.file()? {
            rubrics.replace(slug, &text).map_err(|error| broken(path, &error.to_string()))?;
            if self.rubric.is_empty() {
                slugs = vec![slug];
            }
        } else if let Some((slug, text)) = &self.of_session {
            let wrong = |error| CliError::usage(format!("the rubric file of the session: {error}"));
            rubrics.replace(slug, text).map_err(wrong)?;
        }
        if let Some(own) = calibration {
            rubrics.calibrated_by(Arc::clone(&own.mark));
        }
        Ok(Selection::new(Arc::new(rubrics), &slugs, self.readings()?))
    }

    /// Reads the given rubric file: its path, the slug of the rubric whose numbers it holds, and its
    /// text.
    ///
    /// # Errors
    /// If it cannot be read, or matches no rubric or several.
    pub fn file(&self) -> Result<Option<(&Path, &'static str, String)>, CliError> {
        let Some(path) = &self.rubric_file else { return Ok(None) };
        let text = read_whole_text(path, RUBRIC_FILE).map_err(CliError::usage)?;
        let slug = self.rubric_of(path, &text, &self.slugs()?, &RubricSet::shipped())?;
        Ok(Some((path, slug, text)))
    }

    /// Returns the rubric whose numbers a file contains: a selected one, or else one used for comparison.
    /// Without --rubric, the keys of the file determine it.
    fn rubric_of(
        &self,
        path: &Path,
        text: &str,
        slugs: &[&str],
        rubrics: &RubricSet,
    ) -> Result<&'static str, CliError> {
        let asked: Vec<_> = rubrics
            .iter()
            .filter(|(entry, _)| self.rubric.is_empty() || slugs.contains(&entry.slug))
            .collect();
        let loaded: Vec<_> = asked.iter().map(|(entry, _)| (*entry, (entry.load)(text).err())).collect();
        let mut fits: Vec<&'static str> =
            loaded.iter().filter(|(_, error)| error.is_none()).map(|(entry, _)| entry.slug).collect();
        if fits.is_empty() {
            let compared: Vec<&str> =
                asked.iter().flat_map(|(_, rubric)| rubric.compares_with()).copied().collect();
            let beside = RUBRICS.iter().filter(|entry| compared.contains(&entry.slug));
            fits = beside.filter(|entry| (entry.load)(text).is_ok()).map(|entry| entry.slug).collect();
        }
        match fits.as_slice() {
            [slug] => Ok(slug),
            [] => {
                let nearest = loaded.iter().max_by_key(|(entry, _)| entry.likeness(text));
                let reason = nearest.and_then(|(_, error)| error.as_ref()).map(ToString::to_string);
                Err(broken(path, &reason.unwrap_or_default()))
            }
            _ => {
                let message = format!("{} fits several rubrics; name one with --rubric", path.display());
                Err(CliError::usage(message))
            }
        }
    }

    fn slugs(&self) -> Result<Vec<&'static str>, CliError> {
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
                let known = names.join(", ");
                let unknown = CliError::usage(format!("unknown rubric `{name}` (known: {known})"));
                let is_file = Path::new(name).extension().is_some_and(|extension| extension == "toml");
                return Err(if is_file {
                    unknown.hint(format!("a file of your own is named by --rubric-file {name}"))
                } else {
                    unknown
                });
            }
        }
        Ok(all().filter(|slug| self.rubric.iter().any(|name| name == slug)).collect())
    }

    /// Takes over what the first line of a session says, where nothing else is named: its rubric, the readings that it
    /// differs in, its rubric file.
    pub fn take_over(&mut self, line: &OrderedObject) {
        self.of_session = rubric_file(line);
        if !self.names_rubric() {
            self.rubric.extend(line.string("rubric").ok().flatten());
        }
        if !self.literal {
            // What is named now comes later, and wins.
            self.reading.splice(0..0, readings_of(line));
        }
        let Some(path) = &self.rubric_file else { return };
        // Errors in the file are reported when it is used.
        let named = read_whole_text(path, RUBRIC_FILE).ok();
        let kept = match &self.of_session {
            Some((_, text)) if named.as_ref() == Some(text) => return,
            Some(_) => "another rubric file",
            None => "the shipped rubric",
        };
        print_note(format!("the session was made with {kept}; {} holds for this run", path.display()));
    }

    /// Returns whether all options have their defaults.
    pub fn is_default(&self) -> bool {
        !self.names_rubric() && self.reading.is_empty() && !self.literal
    }

    /// Whether a rubric is named, by its name or by a file.
    pub fn names_rubric(&self) -> bool {
        !self.rubric.is_empty() || self.rubric_file.is_some()
    }

    /// Prints a note for each given reading that affects none of the scored rubrics.
    pub fn note_idle_readings(&self, selection: &Selection) {
        let slugs = selection.slugs();
        let parts = self.reading.iter().flat_map(|part| part.split(','));
        let keys = parts.filter_map(|part| part.split('=').next()).map(str::trim);
        for key in keys {
            let known = READINGS.iter().find(|reading| reading.key == key);
            if known.is_some_and(|reading| !slugs.iter().any(|slug| reading.bears_on(slug))) {
                print_note(format!("--reading {key} changes nothing: {} has no such rule", slugs.join(", ")));
            }
        }
    }

    pub fn readings(&self) -> Result<Readings, CliError> {
        let mut readings = if self.literal { Readings::literal() } else { Readings::default() };
        for part in self.reading.iter().flat_map(|part| part.split(',')) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(CliError::usage(format!("--reading {part}: there is no `=`"))
                    .hint("write KEY=VALUE, as in edge=lower"));
            };
            readings
                .set(key.trim(), value.trim())
                .map_err(|error| CliError::usage(format!("--reading {part}: {error}")))?;
        }
        Ok(readings)
    }
}

/// The readings in which a session differs from the default, as `KEY=VALUE`. One that this version does not know has no
/// effect in it.
fn readings_of(line: &OrderedObject) -> Vec<String> {
    let readings = line.get("readings").unwrap_or_default();
    let known = |(key, value): (&String, &serde_json::Value)| {
        let value = value.as_str()?;
        Readings::default().set(key, value).is_ok().then(|| format!("{key}={value}"))
    };
    readings.as_object().into_iter().flatten().filter_map(known).collect()
}

fn broken(path: &Path, reason: &str) -> CliError {
    CliError::file(path, reason).hint("start from `lockbench rubric show NAME`, or from a file with only `extends = \"judge-lock\"` and what differs")
}
