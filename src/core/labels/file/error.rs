//! Why labels of a file cannot be read. Field names are those of the file.

use super::SCHEMA;

/// Why labels, a list of them, an entry of a list or a rule cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    #[error("labels are {0}, not an object")]
    Labels(String),
    #[error("labels of the format {0} are not known; this reads \"{SCHEMA}\"")]
    Format(String),
    #[error("there is a `schema` but no `labels`")]
    Empty,
    #[error("`{key}` is {found}, {wanted}")]
    Type {
        key: String,
        found: String,
        /// The expected type, phrased as "not a string".
        wanted: &'static str,
    },
    #[error("`{key}` is {found}; it takes {takes}")]
    Value { key: String, found: String, takes: String },
    #[error("no `{key}`; it takes {takes}")]
    Missing { key: &'static str, takes: String },
    #[error("neither `overlap` nor `label`")]
    Unmeasured,
    #[error("`chances` has {given} numbers for the {words} words of the list")]
    ChanceCount { given: usize, words: usize },
    #[error("`chances` has an entry that is not a number from 0 to 1")]
    Chance,
    #[error("`cosine` is not a number from -1 to 1")]
    Cosine,
    #[error("`claim` is not an id such as \"claims/2\"")]
    Claim,
    #[error("no `{0}`; without spans it takes {{\"tokens\": N, \"of\": N}}")]
    MissingCount(&'static str),
    #[error("`{key}` is {found}, not a whole number from 0 to {most}")]
    Count { key: &'static str, found: String, most: u64 },
    #[error("{tokens} tokens of only {of}")]
    Counts { tokens: u64, of: u64 },
    #[error("extraneous: {0}")]
    Extraneous(#[source] Box<LabelError>),
    #[error("{list}: not a list but {found}")]
    List { list: &'static str, found: String },
    #[error("not an object but {0}")]
    Entry(String),
    #[error("{list}/{at}: {source}")]
    At { list: &'static str, at: usize, source: Box<LabelError> },
    #[error(transparent)]
    Span(#[from] SpanError),
    #[error("{key}: {found} is not a number from 0 to 10")]
    Score { key: &'static str, found: String },
    #[error("{0}: the answer is cut off in this list")]
    CutOff(&'static str),
    #[error("{0}: the answer is cut off before this list")]
    CutBefore(&'static str),
    #[error("`summary` of a rule has no word")]
    RuleOfNothing,
    #[error("`article` of a rule has no word")]
    RuleWithoutArticle,
    #[error("an ignored wording has no `article`")]
    RuleWithArticle,
}

impl LabelError {
    /// A field of the wrong type.
    pub(super) fn of_type(key: &str, found: String, wanted: &'static str) -> LabelError {
        LabelError::Type { key: key.to_owned(), found, wanted }
    }
}

/// Why a span cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpanError {
    #[error("a span is {0}, not an object with start, end and text")]
    Type(String),
    #[error("`{key}` of a span is {found}, not a whole number from 0")]
    Offset { key: &'static str, found: String },
    #[error("`text` of a span is {0}, not a string")]
    Text(String),
    #[error("a span needs `start` and `end`, or `text` alone")]
    Incomplete,
    #[error("the span {start}..{end} has no `text`, and the others were counted in another {text}")]
    Unplaced {
        start: usize,
        end: usize,
        /// "article" or "summary".
        text: &'static str,
    },
    #[error("an impossible span: {0}")]
    Outside(#[source] Misplaced),
    #[error("the span {text} {found}")]
    NotFound { text: String, found: SpanTextMatch },
    #[error("the span {text} {found}; {at}")]
    Moved { text: String, found: SpanTextMatch, at: Misplaced },
}

/// The content at the offsets of a span whose text is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    #[error("the {text} has {there} at {start}..{end}")]
    Other {
        /// "article" or "summary".
        text: &'static str,
        there: String,
        start: usize,
        end: usize,
    },
    #[error("{start}..{end} ends before it begins")]
    Reversed { start: usize, end: usize },
    #[error("{start}..{end} ends past the {text} ({characters} characters)")]
    Past {
        /// "article" or "summary".
        text: &'static str,
        start: usize,
        end: usize,
        characters: usize,
    },
}

/// Why the text of a span has no single match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanTextMatch {
    /// The span has no text.
    Empty,
    /// It does not occur in this text ("article" or "summary").
    Nowhere(&'static str),
    /// It occurs more than once in this text ("article" or "summary").
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
