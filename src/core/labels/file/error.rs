//! Why labels of a file cannot be read. Names of fields are those of the file.

use super::SCHEMA;

/// Why labels, a list of them, an entry of a list or a rule cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// The labels of a case are not an object.
    #[error("labels are {0}, not an object")]
    Labels(String),
    /// They are of another format.
    #[error("labels of the format {0} are not known; this reads \"{SCHEMA}\"")]
    Format(String),
    /// A wrapper without labels.
    #[error("there is a `schema` but no `labels`")]
    Empty,
    /// A field of another type.
    #[error("`{key}` is {found}, {wanted}")]
    Type {
        /// The field.
        key: String,
        /// What it holds.
        found: String,
        /// What it should hold, as "not a string".
        wanted: &'static str,
    },
    /// A field whose value is none of those it takes.
    #[error("`{key}` is {found}; it takes {takes}")]
    Value {
        /// The field.
        key: String,
        /// What it holds.
        found: String,
        /// What it takes.
        takes: String,
    },
    /// A field that has to be there.
    #[error("no `{key}`; it takes {takes}")]
    Missing {
        /// The field.
        key: &'static str,
        /// What it takes.
        takes: String,
    },
    /// A segment without a measure.
    #[error("neither `overlap` nor `label`")]
    Unmeasured,
    /// Probabilities of another number of words.
    #[error("`chances` has {given} numbers for the {words} words of the list")]
    ChanceCount {
        /// Numbers that are there.
        given: usize,
        /// Words of the list.
        words: usize,
    },
    /// A probability that is none.
    #[error("`chances` has an entry that is not a number from 0 to 1")]
    Chance,
    /// A cosine that is none.
    #[error("`cosine` is not a number from -1 to 1")]
    Cosine,
    /// A claim that is not named by its id.
    #[error("`claim` is not an id such as \"claims/2\"")]
    Claim,
    /// A count of unsupported tokens is missing.
    #[error("no `{0}`; without spans it takes {{\"tokens\": N, \"of\": N}}")]
    MissingCount(&'static str),
    /// A count that is none.
    #[error("`{key}` is {found}, not a whole number from 0 to {most}")]
    Count {
        /// The field.
        key: &'static str,
        /// What it holds.
        found: String,
        /// The largest count.
        most: u64,
    },
    /// More unsupported tokens than tokens.
    #[error("{tokens} tokens of only {of}")]
    Counts {
        /// Unsupported tokens.
        tokens: u64,
        /// All tokens.
        of: u64,
    },
    /// Unsupported tokens that cannot be read.
    #[error("extraneous: {0}")]
    Extraneous(#[source] Box<LabelError>),
    /// A list that is none.
    #[error("{list}: not a list but {found}")]
    List {
        /// The list.
        list: &'static str,
        /// What is there.
        found: String,
    },
    /// An entry that is not an object.
    #[error("not an object but {0}")]
    Entry(String),
    /// An entry that cannot be read.
    #[error("{list}/{at}: {source}")]
    At {
        /// The list.
        list: &'static str,
        /// The index of the entry.
        at: usize,
        /// Why.
        source: Box<LabelError>,
    },
    /// A span that cannot be read.
    #[error(transparent)]
    Span(#[from] SpanError),
    /// A score that is none.
    #[error("{key}: {found} is not a number from 0 to 10")]
    Score {
        /// The field.
        key: &'static str,
        /// What it holds.
        found: String,
    },
    /// An answer that ends within a list.
    #[error("{0}: the answer is cut off in this list")]
    CutOff(&'static str),
    /// An answer that ends before a list.
    #[error("{0}: the answer is cut off before this list")]
    CutBefore(&'static str),
    /// A rule of an annotator without words of the summary.
    #[error("`summary` of a rule has no word")]
    RuleOfNothing,
    /// A rule that needs words of the article and has none.
    #[error("`article` of a rule has no word")]
    RuleWithoutArticle,
    /// A rule that takes no words of the article and has some.
    #[error("an ignored wording has no `article`")]
    RuleWithArticle,
}

impl LabelError {
    /// A field of another type.
    pub(super) fn of_type(key: &str, found: String, wanted: &'static str) -> LabelError {
        LabelError::Type { key: key.to_owned(), found, wanted }
    }
}

/// Why a span cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpanError {
    /// It is not an object.
    #[error("a span is {0}, not an object with start, end and text")]
    Type(String),
    /// An offset that is none.
    #[error("`{key}` of a span is {found}, not a whole number from 0")]
    Offset {
        /// The field.
        key: &'static str,
        /// What it holds.
        found: String,
    },
    /// Its text is not a string.
    #[error("`text` of a span is {0}, not a string")]
    Text(String),
    /// A field is missing.
    #[error("a span needs `start` and `end`, or `text` alone")]
    Incomplete,
    /// Without its text it cannot be found among spans that were counted in another text.
    #[error("the span {start}..{end} has no `text`, and the others were counted in another {text}")]
    Unplaced {
        /// The first character.
        start: usize,
        /// One past the last.
        end: usize,
        /// "article" or "summary".
        text: &'static str,
    },
    /// It is not in its text.
    #[error("an impossible span: {0}")]
    Outside(#[source] Misplaced),
    /// Its text is not in one place.
    #[error("the span {text} {found}")]
    NotFound {
        /// The text, quoted.
        text: String,
        /// Where it is instead.
        found: SpanTextMatch,
    },
    /// Its text is neither at its offsets nor in one other place.
    #[error("the span {text} {found}; {at}")]
    Moved {
        /// The text, quoted.
        text: String,
        /// Where it is instead.
        found: SpanTextMatch,
        /// What is at its offsets.
        at: Misplaced,
    },
}

/// What is at the offsets of a span that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    /// Another text.
    #[error("the {text} has {there} at {start}..{end}")]
    Other {
        /// "article" or "summary".
        text: &'static str,
        /// The text there, quoted.
        there: String,
        /// The first character.
        start: usize,
        /// One past the last.
        end: usize,
    },
    /// It ends before it begins.
    #[error("{start}..{end} ends before it begins")]
    Reversed {
        /// The first character.
        start: usize,
        /// One past the last.
        end: usize,
    },
    /// It ends past the text.
    #[error("{start}..{end} ends past the {text} ({characters} characters)")]
    Past {
        /// "article" or "summary".
        text: &'static str,
        /// The first character.
        start: usize,
        /// One past the last.
        end: usize,
        /// Characters of the text.
        characters: usize,
    },
}

/// Why the text of a span has no single match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanTextMatch {
    /// There is none.
    Empty,
    /// Not in the text of this name.
    Nowhere(&'static str),
    /// In several places of the text of this name.
    Often(&'static str),
}

impl std::fmt::Display for SpanTextMatch {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SpanTextMatch::Empty => out.write_str("is empty"),
            SpanTextMatch::Nowhere(text) => write!(out, "is not in the {text}"),
            SpanTextMatch::Often(text) => write!(out, "is in the {text} more than once"),
        }
    }
}
