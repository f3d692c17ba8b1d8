//! Readings: one switch for each rule that the printed documents leave unclear.

/// A switch and its values.
#[derive(Debug)]
pub struct Reading {
    /// Its key on the command line.
    pub key: &'static str,
    /// Its values; the first is the default.
    pub values: &'static [&'static str],
    /// The value that follows the printed text to the letter.
    pub printed: Option<&'static str>,
    /// The rubrics that it bears on, by slug.
    pub rubrics: &'static [&'static str],
    /// What it settles, in a sentence.
    pub about: &'static str,
}

/// Every reading.
pub const READINGS: &[Reading] = &[];

/// A value for each reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    /// Index into the reading's values, in the order of [`READINGS`]; past the end is the default.
    chosen: Vec<u8>,
}

/// A reading that does not exist, or not with that value.
#[derive(Debug, thiserror::Error)]
pub enum ReadingError {
    /// No such key.
    #[error("no reading is called `{0}`; `lockbench rubric list` names them all")]
    Key(String),
    /// No such value.
    #[error("`{key}` is not read as `{value}`; it takes {values}")]
    Value {
        /// The reading.
        key: String,
        /// What was asked for.
        value: String,
        /// What there is.
        values: String,
    },
}

impl Readings {
    /// The printed reading of every rule that has one.
    pub fn literal() -> Readings {
        Readings::default()
    }

    /// Sets a reading.
    ///
    /// # Errors
    /// Where there is no such key, or the key has no such value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ReadingError> {
        let _ = value;
        Err(ReadingError::Key(key.to_owned()))
    }

    /// The value of a reading.
    pub fn get(&self, key: &str) -> &'static str {
        let _ = (key, &self.chosen);
        ""
    }
}
