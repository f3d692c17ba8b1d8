//! Reasons why an event does not fit the previous ones. Fields are named as in the file.

use uuid::Uuid;

use super::event_error::EventError;
use crate::audit::AnswerError;
use crate::labels::file::LabelError;

/// Why an event is invalid, as a sentence for its author.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    #[error(transparent)]
    Form(#[from] EventError),
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// The labels from which it is made cannot be read.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    #[error("the labels do not say whose they are; --as NAME does")]
    Unnamed,
    #[error("no `by`: name the annotator with --as, or in the event")]
    NoAnnotator,
    #[error("`uuid` {uuid} is taken by event {seq}, {name} by {by} on {case:?}")]
    UuidTaken { uuid: Uuid, seq: i64, name: &'static str, by: String, case: String },
    #[error("`seq` {seq} is taken by the event {uuid}")]
    SeqTaken { seq: i64, uuid: Uuid },
    #[error("this session has no case {0:?}")]
    NoCase(String),
    #[error("the proposals of {case:?} cannot be read: {source}")]
    Proposals { case: String, source: Box<LabelError> },
    #[error("the texts of a package stay as they are")]
    Package,
    #[error("the session has no {unit} {text:?}")]
    NoUnit { unit: &'static str, text: String },
    #[error("no `engine`: the version that made the `proposals`")]
    NoEngine,
    #[error("the rule {rule} is {how} on this case, for {by}")]
    Rule { rule: String, how: &'static str, by: String },
    #[error("the case was revealed to {by} already, at {at}")]
    Revealed { by: String, at: String },
    #[error("`prefer` names {0:?}, which is not a case of this session")]
    Preferred(String),
    #[error("`prefer` compares summaries of one article, and {0:?} has another article than this case")]
    AnotherArticle(String),
    #[error(
        "`prefer` names {0:?}, the case itself, and no other: record it on the case of the other summary, or give an `order`"
    )]
    Itself(String),
    #[error("`order` has {0:?} twice")]
    Order(String),
    #[error("`of` is {of}, which is not an event of {by} on this case")]
    Of { of: String, by: String },
    #[error("{0} is an undo; a `redo` takes it back")]
    Undo(String),
    #[error("{redo} is a redo; undo {of} itself")]
    Redo { redo: String, of: String },
    #[error("{0} says what was seen: that cannot be undone")]
    Seen(String),
    #[error("{0} is undone already")]
    Undone(String),
    #[error("{0} is not undone")]
    NotUndone(String),
    #[error("the {name} {later} builds on it; undo that one first")]
    BuiltOn { name: &'static str, later: String },
    #[error("no label is called {label} on this case, for {by}; {known}")]
    Label { label: String, by: String, known: String },
    #[error("`text` is {given:?}, but that label is {text:?}")]
    Text { given: String, text: String },
    #[error("{by} has decided nothing about {label}, so nothing can be restored")]
    Undecided { by: String, label: String },
    #[error("{id} is not of the list {list}")]
    List { id: String, list: &'static str },
    #[error("{0} cannot be the id of a new unit: numbers are for the engine's proposals")]
    Number(String),
    #[error("{0} is there already; a new unit needs an id of its own")]
    Taken(String),
    #[error("`before`: no single unit of {list} reads {entry}; name it by its `id`")]
    Unit { list: &'static str, entry: String },
    #[error("`{key}` names {id} twice")]
    Twice { key: &'static str, id: String },
    #[error("`after` holds {0}, not a unit")]
    After(String),
    #[error("`after` has no `{0}`, and the units before differ in theirs")]
    Differ(&'static str),
    #[error("`on` has neither a `label` nor spans of `summary` or `article`")]
    On,
    #[error("`{key}`: {source}")]
    Within { key: &'static str, source: Box<CheckError> },
}

impl CheckError {
    /// Wraps the error as one in the value of a field.
    pub(super) fn within(self, key: &'static str) -> CheckError {
        CheckError::Within { key, source: Box::new(self) }
    }
}
