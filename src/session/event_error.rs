//! Why the fields of an event, or of another line of an export, are invalid. Fields are named as in the
//! file.

use serde_json::Value;

use crate::case::{CaseError, FieldError};
use crate::labels::LISTS;
use crate::labels::file::LabelError;

/// Why the fields of an event, or of another line of an export, are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    #[error("{0}")]
    Json(String),
    #[error("a JSON object is needed, and this is {0}")]
    Object(String),
    #[error("`{key}` is {found}, {wanted}")]
    Type { key: String, found: String, wanted: &'static str },
    #[error("`{key}` is {found}; it takes {takes}")]
    Value { key: &'static str, found: String, takes: String },
    #[error("`{key}` holds {found}{wanted}")]
    Entry { key: String, found: String, wanted: &'static str },
    #[error("no `{key}`; it takes {takes}")]
    Missing { key: String, takes: String },
    #[error("no `{0}`")]
    Incomplete(&'static str),
    #[error("`seq` must be a positive integer, got {0}")]
    Seq(String),
    #[error("no `case`: an event names the id of its case")]
    NoCase,
    #[error("the name of an annotator is empty")]
    Nameless,
    #[error("the name of an annotator has a line end, a tab or another control character: {0:?}")]
    NameWithControl(String),
    #[error("no annotator is called `engine`: the proposals go under that name")]
    EngineName,
    #[error("no event is called {name:?}; there are {known}")]
    Unknown { name: String, known: String },
    #[error("no list is called `{0}`; there are {known}", known = LISTS.map(|spec| spec.key).join(", "))]
    List(String),
    #[error("{0:?} is not a label such as \"claims/2\"")]
    Label(String),
    #[error("`text` is empty: a comment says something")]
    Comment,
    #[error("`order` begins with another case than `prefer`")]
    Order,
    #[error("an entry of `followed` names its `label`, `was` and `to`")]
    Followed,
    #[error("`followed`: no `to` for {0}")]
    FollowedTo(String),
    #[error("`{event}` takes {takes}; given are {before} in `before` and {after} in `after`")]
    Count { event: &'static str, takes: &'static str, before: usize, after: usize },
    #[error("{id} is not of the list {list}")]
    OtherList { id: String, list: &'static str },
    #[error("no spans: a mark has `summary` or `article`, a list of {{\"start\", \"end\", \"text\"}}")]
    NoSpans,
    #[error("an entry of `given` names its `by`")]
    GivenBy,
    #[error("`to` is null, and a case has a verdict")]
    NoVerdict,
    #[error("no unit: it is named by its `text`, or by spans of `summary` or `article`")]
    NoUnit,
    #[error("`text` is not a string")]
    UnitText,
    #[error("`unit_kind` is {found}; {list} take {takes}")]
    Kind { found: Value, list: &'static str, takes: String },
    /// A label that cannot be read, or a rule without content.
    #[error(transparent)]
    Labels(#[from] LabelError),
    #[error("a session of the format {found:?}; this reads {reads:?}")]
    Format { found: String, reads: &'static str },
    #[error("no `schema`; this reads {0:?}")]
    NoFormat(&'static str),
    #[error("no `id`, which is a string")]
    NoId,
    #[error("`{0}` is not an object")]
    NotAnObject(&'static str),
    #[error(transparent)]
    Case(#[from] CaseError),
    #[error(transparent)]
    Map(#[from] FieldError),
    #[error("the text of {0:?} holds other cases")]
    OtherCases(String),
    #[error("not a task of Label Studio: there are no `annotations`; export as JSON, not as JSON-MIN or CSV")]
    NoTask,
    #[error("the task has no `id`, in its data or of its own")]
    TaskId,
    #[error(
        "not an instance of POTATO: neither `label_annotations` nor `span_annotations`, as `annotated_instances.jsonl` has them"
    )]
    NoInstance,
    #[error("not an instance of POTATO: there is no `id`")]
    InstanceId,
    #[error("`{key}`: {source}")]
    Within { key: &'static str, source: Box<EventError> },
}

/// Returns the value of a field that an event must have.
pub fn needed<T>(key: &str, value: Option<T>, takes: &str) -> Result<T, EventError> {
    value.ok_or_else(|| EventError::Missing { key: key.to_owned(), takes: takes.to_owned() })
}

impl EventError {
    /// A field has another type.
    pub fn of_type(key: &str, value: &Value, wanted: &'static str) -> EventError {
        EventError::Type { key: key.to_owned(), found: crate::case::kind(value), wanted }
    }

    /// Wraps the error as one in the value of a field.
    pub fn within(self, key: &'static str) -> EventError {
        EventError::Within { key, source: Box::new(self) }
    }
}
