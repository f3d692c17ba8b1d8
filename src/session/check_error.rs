//! Why an event does not fit what was done before. Names of fields are those of the file.

use uuid::Uuid;

use super::event_error::EventError;
use crate::audit::AnswerError;
use crate::labels::file::LabelError;

/// Why an event cannot be: a sentence for the one who wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// Its fields make no event.
    #[error(transparent)]
    Form(#[from] EventError),
    /// Its labels cannot be read.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// The labels that it is made of cannot be read.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// Labels of nobody.
    #[error("the labels do not say whose they are; --as NAME does")]
    Unnamed,
    /// An event of nobody.
    #[error("no `by`: name the annotator with --as, or in the event")]
    NoAnnotator,
    /// A UUID that another event has.
    #[error("`uuid` {uuid} is taken by event {seq}, {name} by {by} on {case:?}")]
    UuidTaken {
        /// The UUID.
        uuid: Uuid,
        /// The number of the other event.
        seq: i64,
        /// Its name.
        name: String,
        /// Its annotator.
        by: String,
        /// Its case.
        case: String,
    },
    /// A number that another event has.
    #[error("`seq` {seq} is taken by the event {uuid}")]
    SeqTaken {
        /// The number.
        seq: i64,
        /// The UUID of the other event.
        uuid: Uuid,
    },
    /// A case that is none of the session.
    #[error("this session has no case {0:?}")]
    NoCase(String),
    /// What the engine proposed for its case cannot be read.
    #[error("the proposals of {case:?} cannot be read: {source}")]
    Proposals {
        /// The case.
        case: String,
        /// Why.
        source: Box<LabelError>,
    },
    /// A case of a package was edited, or analysed again.
    #[error("the texts of a package stay as they are")]
    Package,
    /// A decision on a unit that is none of the session.
    #[error("the session has no {unit} {text:?}")]
    NoUnit {
        /// What a unit of its list is called.
        unit: &'static str,
        /// The text of the unit.
        text: String,
    },
    /// Proposals without the engine that made them.
    #[error("no `engine`: the version that made the `proposals`")]
    NoEngine,
    /// A rule that is in force, or is not.
    #[error("the rule {rule} is {how} on this case, for {by}")]
    Rule {
        /// The rule, in words.
        rule: String,
        /// Whether it is in force.
        how: &'static str,
        /// The annotator.
        by: String,
    },
    /// A case that was revealed before.
    #[error("the case was revealed to {by} already, at {at}")]
    Revealed {
        /// The annotator.
        by: String,
        /// When (RFC 3339).
        at: String,
    },
    /// A preferred summary that is none of the session.
    #[error("`prefer` names {0:?}, which is not a case of this session")]
    Preferred(String),
    /// An order with a summary in it twice.
    #[error("`order` has {0:?} twice")]
    Order(String),
    /// An event that is none of the annotator's.
    #[error("`of` is {of}, which is not an event of {by} on this case")]
    Of {
        /// The UUID of the event.
        of: String,
        /// The annotator.
        by: String,
    },
    /// An undo cannot be undone.
    #[error("{0} is an undo; a `redo` takes it back")]
    Undo(String),
    /// A redo cannot be undone.
    #[error("{redo} is a redo; undo {of} itself")]
    Redo {
        /// The UUID of the redo.
        redo: String,
        /// The UUID of what it restored.
        of: String,
    },
    /// What was seen cannot be undone.
    #[error("{0} says what was seen: that cannot be undone")]
    Seen(String),
    /// The event is undone.
    #[error("{0} is undone already")]
    Undone(String),
    /// The event is not undone.
    #[error("{0} is not undone")]
    NotUndone(String),
    /// A later event builds on it.
    #[error("the {name} {later} builds on it; undo that one first")]
    BuiltOn {
        /// The name of the later event.
        name: &'static str,
        /// Its UUID.
        later: String,
    },
    /// A label that is not there.
    #[error("no label is called {label} on this case, for {by}; {known}")]
    Label {
        /// Its id.
        label: String,
        /// The annotator.
        by: String,
        /// The labels that are there.
        known: String,
    },
    /// The text of another label.
    #[error("`text` is {given:?}, but that label is {text:?}")]
    Text {
        /// The text in the event.
        given: String,
        /// The text of the label.
        text: String,
    },
    /// A label that is the engine's still.
    #[error("{by} has decided nothing about {label}, so nothing can be restored")]
    Undecided {
        /// The annotator.
        by: String,
        /// The label.
        label: String,
    },
    /// A new unit of another list.
    #[error("{id} is not of the list {list}")]
    List {
        /// The unit.
        id: String,
        /// The list.
        list: &'static str,
    },
    /// A new unit with the id of a proposal.
    #[error("{0} cannot be the id of a new unit: numbers are for the engine's proposals")]
    Number(String),
    /// A new unit with the id of another.
    #[error("{0} is there already; a new unit needs an id of its own")]
    Taken(String),
    /// A unit that cannot be found by its words.
    #[error("`before`: no single unit of {list} reads {entry}; name it by its `id`")]
    Unit {
        /// The list.
        list: &'static str,
        /// The unit as the event has it.
        entry: String,
    },
    /// A unit that is named twice.
    #[error("`{key}` names {id} twice")]
    Twice {
        /// The field.
        key: &'static str,
        /// The unit.
        id: String,
    },
    /// A new unit that is none.
    #[error("`after` holds {0}, not a unit")]
    After(String),
    /// A new unit whose word does not follow from those before.
    #[error("`after` has no `{0}`, and the units before differ in theirs")]
    Differ(&'static str),
    /// A comment on nothing.
    #[error("`on` has neither a `label` nor spans of `summary` or `article`")]
    On,
    /// Something within a field.
    #[error("`{key}`: {source}")]
    Within {
        /// The field.
        key: &'static str,
        /// What.
        source: Box<CheckError>,
    },
}

impl CheckError {
    /// The error as one of what a field holds.
    pub(super) fn within(self, key: &'static str) -> CheckError {
        CheckError::Within { key, source: Box::new(self) }
    }
}
