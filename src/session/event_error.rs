//! Why the fields of an event, or of another line of an export, make none. Names of fields are those of the file.

use serde_json::Value;

use crate::case::{CaseError, FieldError};
use crate::labels::LISTS;
use crate::labels::file::LabelError;

/// Why the fields of an event, or of another line of an export, make none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// The text is not JSON, or holds a key twice.
    #[error("{0}")]
    Json(String),
    /// The text is not an object.
    #[error("a JSON object is needed, and this is {0}")]
    Object(String),
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
        key: &'static str,
        /// What it holds.
        found: String,
        /// What it takes.
        takes: String,
    },
    /// A list with an entry of another type.
    #[error("`{key}` holds {found}{wanted}")]
    Entry {
        /// The field.
        key: String,
        /// The entry.
        found: String,
        /// What it should hold, as ", neither ids nor units".
        wanted: &'static str,
    },
    /// A field that has to be there, with what it takes.
    #[error("no `{key}`; it takes {takes}")]
    Missing {
        /// The field.
        key: String,
        /// What it takes.
        takes: String,
    },
    /// A field that has to be there in a file.
    #[error("no `{0}`")]
    Incomplete(&'static str),
    /// A number that is none.
    #[error("`seq` must be a positive integer, got {0}")]
    Seq(String),
    /// An event of no case.
    #[error("no `case`: an event names the id of its case")]
    NoCase,
    /// An annotator without a name.
    #[error("the name of an annotator is empty")]
    Nameless,
    /// An annotator of the engine's name.
    #[error("no annotator is called `engine`: the proposals go under that name")]
    EngineName,
    /// An event that is unknown.
    #[error("no event is called {name:?}; there are {known}")]
    Unknown {
        /// Its name.
        name: String,
        /// The names that are known.
        known: String,
    },
    /// A list that is unknown.
    #[error("no list is called `{0}`; there are {known}", known = LISTS.map(|spec| spec.key).join(", "))]
    List(String),
    /// A label that is none.
    #[error("{0:?} is not a label such as \"claims/2\"")]
    Label(String),
    /// A comment without words.
    #[error("`text` is empty: a comment says something")]
    Comment,
    /// An order that does not begin with the better summary.
    #[error("`order` begins with another case than `prefer`")]
    Order,
    /// An entry of `followed` lacks its label.
    #[error("an entry of `followed` names its `label`, `was` and `to`")]
    Followed,
    /// An entry of `followed` lacks its word.
    #[error("`followed`: no `to` for {0}")]
    FollowedTo(String),
    /// As many units as an event of this name does not have.
    #[error("{before} units before and {after} after; it takes {takes}")]
    Count {
        /// Units before.
        before: usize,
        /// Units after.
        after: usize,
        /// What it takes.
        takes: &'static str,
    },
    /// A unit of another list.
    #[error("{id} is not of the list {list}")]
    OtherList {
        /// The unit.
        id: String,
        /// The list.
        list: &'static str,
    },
    /// A mark of nothing.
    #[error("no spans: a mark has `summary` or `article`, a list of {{\"start\", \"end\", \"text\"}}")]
    NoSpans,
    /// An entry of `given` lacks its annotator.
    #[error("an entry of `given` names its `by`")]
    GivenBy,
    /// A ruling on a case without a verdict.
    #[error("`to` is null, and a case has a verdict")]
    NoVerdict,
    /// A ruling on no unit.
    #[error("no unit: it is named by its `text`, or by spans of `summary` or `article`")]
    NoUnit,
    /// A unit whose text is none.
    #[error("`text` is not a string")]
    UnitText,
    /// A finding of a kind that its list does not have.
    #[error("`unit_kind` is {found}; {list} take {takes}")]
    Kind {
        /// The kind.
        found: Value,
        /// The list.
        list: &'static str,
        /// The kinds of the list.
        takes: String,
    },
    /// A label that cannot be read, or a rule that says nothing.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// An export of another format.
    #[error("a session of the format {found:?}; this reads {reads:?}")]
    Format {
        /// Its format.
        found: String,
        /// The format that is read.
        reads: &'static str,
    },
    /// An export that does not name its format; the one that is read.
    #[error("no `schema`; this reads {0:?}")]
    NoFormat(&'static str),
    /// A case without a name.
    #[error("no `id`, which is a string")]
    NoId,
    /// A field whose value cannot be read, and should be an object.
    #[error("`{0}` is not an object")]
    NotAnObject(&'static str),
    /// A case whose text holds none.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// A case that was read by an impossible `map`.
    #[error(transparent)]
    Map(#[from] FieldError),
    /// A case whose text holds only others.
    #[error("the text of {0:?} holds other cases")]
    OtherCases(String),
    /// A value that is not a task of Label Studio.
    #[error("not a task of Label Studio: there are no `annotations`; export as JSON, not as JSON-MIN")]
    NoTask,
    /// A task of Label Studio without a name.
    #[error("the task has no `id`, in its data or of its own")]
    TaskId,
    /// A value that is not an instance of POTATO.
    #[error("not an instance of POTATO: neither `label_annotations` nor `span_annotations`")]
    NoInstance,
    /// An instance of POTATO without a name.
    #[error("not an instance of POTATO: there is no `id`")]
    InstanceId,
    /// Something within a field.
    #[error("`{key}`: {source}")]
    Within {
        /// The field.
        key: &'static str,
        /// What.
        source: Box<EventError>,
    },
}

impl EventError {
    /// A field of another type.
    pub fn of_type(key: &str, value: &Value, wanted: &'static str) -> EventError {
        EventError::Type { key: key.to_owned(), found: crate::case::kind(value), wanted }
    }

    /// The error as one of what a field holds.
    pub fn within(self, key: &'static str) -> EventError {
        EventError::Within { key, source: Box::new(self) }
    }
}
