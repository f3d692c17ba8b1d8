//! Readings: one switch for each rule that the printed documents leave unclear.

/// A switch and its values.
#[derive(Debug)]
pub struct Reading {
    /// Its key on the command line.
    pub key: &'static str,
    /// Its values; the first is the default.
    pub values: &'static [&'static str],
    /// Description of each value, in the order of the values.
    meanings: &'static [&'static str],
    /// The value that follows the printed text literally.
    pub printed: Option<&'static str>,
    /// Slugs of the rubrics that it affects.
    pub rubrics: &'static [&'static str],
    /// The question that it settles, in a sentence.
    pub about: &'static str,
}

const LOCKS: &[&str] = &["twin-lock", "judge-lock", "judge-lock-ultra"];
const TWIN: &[&str] = &["twin-lock"];
const JUDGE: &[&str] = &["judge-lock", "judge-lock-ultra"];
const PROTOCOL: &[&str] = &["protocol"];
const SYNTHLINK: &[&str] = &["synthlink"];
const ANCHOR: &[&str] = &["anchor"];

/// Every reading, in the order of the reference table.
pub const READINGS: &[Reading] = &[
    row(
        "relevance.overlap",
        &["containment", "best_window", "jaccard_article"],
        Some("jaccard_article"),
        LOCKS,
    )
    .means(&["words the article has", "best article window", "whole article (Jaccard)"])
    .says(
        "What a segment's overlap is: the share of its content words that the article has, its \
             Jaccard similarity with the best article window of its length, or (as printed) with the \
             whole article.",
    ),
    row("split", &["sentences", "raw"], Some("raw"), LOCKS)
        .means(&["at ends of sentences", "at every . ; and newline"])
        .says(
            "Where the summary is cut into segments: at the ends of sentences, sparing dots in \
             numbers and abbreviations, or (as printed) at every full stop, semicolon and newline.",
        ),
    row("short", &["whole", "error"], None, LOCKS).means(&["the summary is one", "an error"]).says(
        "What happens where every segment is too short to count: the whole summary is one \
             segment, or relevance is an error.",
    ),
    row("none", &["cap", "fixed"], None, LOCKS).means(&["limits relevance", "sets relevance"]).says(
        "What a segment without overlap does to relevance: it limits the formula's score, or the \
             limit itself is the score.",
    ),
    row("edge", &["printed_bounds", "lower"], Some("lower"), LOCKS)
        .means(&["printed bounds", "the lower band"])
        .says(
            "Where a value exactly on the edge of a band goes: by the printed inclusive bounds, or \
             always to the lower band.",
        ),
    row("decimals", &["round", "truncate"], None, TWIN).means(&["rounded half up", "cut off"]).says(
        "How coverage comes to two decimals (\"capped at 2 decimals\"): rounded half up, or cut \
             off.",
    ),
    row("hallucination.trigger", &["unsupported", "any_partial"], None, LOCKS)
        .means(&["unsupported claims", "partial claims too"])
        .says(
            "Which claims count as extraneous for the caps: unsupported ones, or partially supported \
             ones too.",
        ),
    row("caps.cross", &["on", "off"], None, LOCKS).means(&["caps other metrics", "caps its own only"]).says(
        "Whether a finding of one metric may cap another (\"five independent metrics\" would \
             forbid it).",
    ),
    row("bias.penalties", &["on", "off"], None, LOCKS)
        .means(&["fixed penalties", "a person's scores only"])
        .says(
            "Whether issues lower the bias and toxicity scores by fixed penalties; off, only scores \
             given by a person count, and without one the metric is not applicable.",
        ),
    row("qag.cap", &["lt6", "le6"], Some("le6"), JUDGE)
        .means(&["fewer than 6 correct", "6 or fewer correct"])
        .says(
            "When article questions count as incomplete: with fewer than six fully correct, or (as \
             printed) with six or fewer, which is always.",
        ),
    row("qag.count", &["present", "error"], None, JUDGE)
        .means(&["mean of those present", "an error"])
        .says("What fewer than six questions are: the mean of those there are, or an error."),
    row("dup.scope", &["using", "all"], Some("all"), JUDGE)
        .means(&["metrics that use them", "every metric"])
        .says(
            "What duplicate question spans cap: the metrics that use the set of questions, or (as \
             printed) every metric.",
        ),
    row("pr.scope", &["coverage", "all"], Some("all"), JUDGE)
        .means(&["coverage only", "every metric"])
        .says("What low precision or recall caps: coverage, or (as printed) every metric."),
    row("slur.scope", &["metric", "all"], None, JUDGE)
        .means(&["bias and toxicity", "every metric"])
        .says("What \"overall\" means in the slur rule: the bias and toxicity score, or every metric."),
    row("severity.requires", &["any", "unsupported"], None, JUDGE)
        .means(&["partial claims can", "unsupported claims only"])
        .says("Whether partially supported claims alone can make a hallucination severe."),
    row("some", &["0.3", "0.5"], Some("0.3"), JUDGE)
        .means(&["worth 0.3", "worth 0.5"])
        .says("What a segment with some overlap is worth: as printed, or as in Twin-Lock."),
    row("hallucination.final", &["decimal", "integer"], None, JUDGE)
        .means(&["keeps decimals", "whole number"])
        .says("Whether the hallucination score keeps its decimals or is rounded to a whole number."),
    row("guard", &["each", "highest_only"], None, JUDGE).means(&["every metric", "only the highest"]).says(
        "What the perfect-ten guard lowers: every metric, or only the highest (all that share \
             it).",
    ),
    row("bands.edge", &["better", "worse"], None, PROTOCOL)
        .means(&["the better band", "the worse band"])
        .says("Which band takes a value on an edge that two bands print."),
    row("outline", &["renormalise", "zero"], None, PROTOCOL).means(&["rest scaled up", "counts zero"]).says(
        "What a missing outline does to coherence: its term is dropped and the rest scaled up, or \
             it counts zero.",
    ),
    row("numref", &["in_range", "any"], Some("any"), PROTOCOL)
        .means(&["source of that number", "any source"])
        .says(
            "When a numbered reference is valid: if there is a source of that number, or (as printed) \
             if there is any source.",
        ),
    row("sections", &["headings_or_paragraphs", "headings"], None, PROTOCOL)
        .means(&["a paragraph is one", "there is none"])
        .says("What a section is in a text without headings: a paragraph, or nothing."),
    row("targets", &["show", "gate"], None, SYNTHLINK)
        .means(&["only shown", "fails the case"])
        .says("Whether missed targets fail the case, or that of a metric is only shown and that of the aggregate warns."),
    row("p5.denominator", &["five", "min"], Some("five"), SYNTHLINK)
        .means(&["by 5", "by those retrieved"])
        .says("What P@5 divides by where fewer than five documents were retrieved."),
    row("f1.tokens", &["multiset", "set"], Some("set"), SYNTHLINK)
        .means(&["each time", "once"])
        .says("Whether a repeated token counts each time, or (as printed) once."),
    row("missing", &["renormalise", "zero"], None, SYNTHLINK).means(&["rest scaled up", "counts zero"]).says(
        "What a metric without input does to the aggregate: the other weights are scaled up, or \
             it counts zero.",
    ),
    row("hallucination.fail", &["0.5", "0.6"], Some("0.5"), ANCHOR).means(&["above 0.5", "above 0.6"]).says(
        "Above which hallucination a response fails: as printed in the verdict, or as printed in \
             section 3.",
    ),
    row("idf", &["smooth", "plain"], None, ANCHOR).means(&["smoothed", "not smoothed"]).says(
        "How rare terms weigh over two texts: smoothed, or plain, where a shared term counts 0 \
             and so does the cosine.",
    ),
    row("drift", &["max", "add"], Some("max"), ANCHOR).means(&["the larger", "the sum"]).says(
        "How the topic-drift penalty joins the share of unsupported anchors: the larger of both, \
             or their sum.",
    ),
    row("query", &["fallback", "required"], None, ANCHOR)
        .means(&["title or theme sentence", "nothing"])
        .says("What replaces a missing query: the title or the theme sentence, or nothing."),
    row("numbers", &["format_aware", "exact"], None, ANCHOR)
        .means(&["across spellings", "as written"])
        .says("Whether numbers and dates match across their spellings, or only as written."),
];

const fn row(
    key: &'static str,
    values: &'static [&'static str],
    printed: Option<&'static str>,
    rubrics: &'static [&'static str],
) -> Reading {
    Reading { key, values, meanings: values, printed, rubrics, about: "" }
}

impl Reading {
    /// # Panics
    /// If there are not as many meanings as values; in a constant this is a compile error.
    const fn means(self, meanings: &'static [&'static str]) -> Reading {
        assert!(meanings.len() == self.values.len(), "a meaning for each value");
        Reading { meanings, ..self }
    }

    const fn says(self, about: &'static str) -> Reading {
        Reading { about, ..self }
    }

    /// Describes a value in a few words: "fewer than 6 correct" for `lt6`. An unknown value is returned
    /// unchanged.
    pub fn meaning<'a>(&self, value: &'a str) -> &'a str {
        self.values.iter().position(|known| *known == value).map_or(value, |at| self.meanings[at])
    }

    pub fn bears_on(&self, rubric: &str) -> bool {
        self.rubrics.contains(&rubric)
    }
}

/// A value for each reading. It takes only a few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Readings {
    /// Index into each reading's values, in the order of [`READINGS`].
    chosen: [u8; READINGS.len()],
}

impl Default for Readings {
    fn default() -> Readings {
        Readings { chosen: [0; READINGS.len()] }
    }
}

/// An error about an unknown reading, or an unknown value of a reading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadingError {
    #[error("unknown reading `{0}`; `lockbench rubric list` names them all")]
    Key(String),
    #[error("`{key}` does not take `{value}`; it takes {values}")]
    Value { key: String, value: String, values: String },
}

impl Readings {
    /// The literal reading of every rule that has one.
    pub fn literal() -> Readings {
        let mut readings = Readings::default();
        for (index, reading) in READINGS.iter().enumerate() {
            let value = reading.printed.and_then(|printed| reading.values.iter().position(|v| *v == printed));
            readings.chosen[index] = value.unwrap_or(0) as u8;
        }
        readings
    }

    /// Sets a reading.
    ///
    /// # Errors
    /// If there is no such key, or the key has no such value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ReadingError> {
        let choice = Choice::find(key, value)?;
        self.chosen[choice.reading] = choice.value;
        Ok(())
    }

    /// The value of a reading; empty if there is no such key.
    pub fn get(&self, key: &str) -> &'static str {
        position(key).map_or("", |index| self.value(index))
    }

    /// The value of a reading by its index in [`READINGS`].
    pub fn value(&self, index: usize) -> &'static str {
        READINGS[index].values[self.chosen[index] as usize]
    }

    pub fn is(&self, choice: Choice) -> bool {
        self.chosen[choice.reading] == choice.value
    }

    /// Returns the readings with every other value of one of them, given by its index in [`READINGS`], each
    /// with the name of that value.
    pub fn alternatives(&self, index: usize) -> impl Iterator<Item = (&'static str, Readings)> + use<> {
        let now = *self;
        let values = READINGS[index].values;
        (0..values.len()).filter(move |&value| value != now.chosen[index] as usize).map(move |value| {
            let mut other = now;
            other.chosen[index] = value as u8;
            (values[value], other)
        })
    }
}

fn position(key: &str) -> Option<usize> {
    READINGS.iter().position(|reading| reading.key == key)
}

/// One value of one reading. In a constant it is resolved at compile time, so that a misspelt key does not
/// compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    reading: usize,
    value: u8,
}

/// The value of a reading, for [`Readings::is`]. Meant for constants.
///
/// # Panics
/// If there is no such key or value; in a constant this is a compile error.
pub const fn choice(key: &str, value: &str) -> Choice {
    let mut reading = 0;
    while reading < READINGS.len() {
        if same(READINGS[reading].key, key) {
            let values = READINGS[reading].values;
            let mut index = 0;
            while index < values.len() {
                if same(values[index], value) {
                    return Choice { reading, value: index as u8 };
                }
                index += 1;
            }
        }
        reading += 1;
    }
    panic!("no such reading or value")
}

impl Choice {
    /// Parses a choice in the form of rubric files: `key=value`.
    ///
    /// # Errors
    /// If there is no such key, or the key has no such value.
    pub fn parse(text: &str) -> Result<Choice, ReadingError> {
        let (key, value) = text.split_once('=').unwrap_or((text, ""));
        Choice::find(key, value)
    }

    /// A choice by its key and value.
    ///
    /// # Errors
    /// If there is no such key, or the key has no such value.
    pub fn find(key: &str, value: &str) -> Result<Choice, ReadingError> {
        let reading = position(key).ok_or_else(|| ReadingError::Key(key.to_owned()))?;
        let values = READINGS[reading].values;
        let found = values.iter().position(|known| *known == value).ok_or_else(|| ReadingError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            values: values.join(", "),
        })?;
        Ok(Choice { reading, value: found as u8 })
    }

    /// The index of its reading in [`READINGS`].
    pub fn reading(self) -> usize {
        self.reading
    }
}

/// Equality of strings at compile time.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest width of a meaning, in columns: the room on a screen of 60 columns.
    const MEANING: usize = 24;

    #[test]
    fn every_reading_is_described_and_consistent() {
        for reading in READINGS {
            assert!(reading.about.len() > 30, "{}", reading.key);
            assert!(reading.values.len() >= 2, "{}", reading.key);
            assert!(
                reading.printed.is_none_or(|printed| reading.values.contains(&printed)),
                "{}",
                reading.key
            );
            assert!(!reading.rubrics.is_empty());
            for value in reading.values {
                let meaning = reading.meaning(value);
                assert!(meaning != *value && meaning.len() <= MEANING, "{} {value}: {meaning}", reading.key);
            }
            assert_eq!(READINGS.iter().filter(|other| other.key == reading.key).count(), 1);
        }
    }

    #[test]
    fn set_get_and_the_errors_that_name_what_there_is() {
        let mut readings = Readings::default();
        assert_eq!(readings.get("edge"), "printed_bounds");
        readings.set("edge", "lower").unwrap();
        assert_eq!(readings.get("edge"), "lower");
        assert!(readings.is(choice("edge", "lower")));
        assert_eq!(readings.set("edges", "lower"), Err(ReadingError::Key("edges".into())));
        let error = readings.set("edge", "upper").unwrap_err();
        assert_eq!(error.to_string(), "`edge` does not take `upper`; it takes printed_bounds, lower");
    }

    #[test]
    fn literal_takes_each_printed_value() {
        let literal = Readings::literal();
        for reading in READINGS {
            assert_eq!(literal.get(reading.key), reading.printed.unwrap_or(reading.values[0]));
        }
        assert_eq!(literal.get("relevance.overlap"), "jaccard_article");
        assert_eq!(literal.get("decimals"), "round");
    }

    #[test]
    fn alternatives_are_all_other_values() {
        let index = position("relevance.overlap").unwrap();
        let others: Vec<_> = Readings::literal().alternatives(index).map(|(value, _)| value).collect();
        assert_eq!(others, ["containment", "best_window"]);
    }
}
