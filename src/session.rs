//! Review sessions: everything that annotators did to a queue of cases, in one file, without loss.
//!
//! A session is an append-only log. [`Event`]s record what somebody did to a case; the [`CaseState`] of a
//! case for one annotator is the fold of their events ([`Folded`]) over what was imported and proposed
//! ([`InitialCase`]). Only `store` touches the file: an event is read ([`EventDraft`]), checked against the state
//! and completed ([`EventCheck`]), stored ([`Recorder`]) and folded.
//!
//! ```text
//! Draft --check--> Event --store--> file ; Base + Events --fold--> State --> labels, export, score
//! ```

mod analyst;
mod assign;
mod blind;
mod case_row;
mod changes;
mod check;
mod check_error;
mod conflicts;
mod decision_diff;
mod decisions;
mod diff;
mod entries;
mod error;
mod event;
mod event_error;
mod folded;
mod folder;
pub mod foreign;
mod history;
mod label_import;
mod lines;
mod merge;
mod object;
mod package;
mod rulings;
mod snapshot;
mod state;
mod store;
mod time_on_case;
mod units;

pub use analyst::{Analyst, VERSION, proposals};
pub use assign::assign;
pub use blind::{BLIND, GOLD, GOLD_IN_QUEUE, carry, is_decided, judges_blind};
pub use case_row::CaseRow;
pub use changes::{Changed, changes};
pub use check::EventCheck;
pub use check_error::CheckError;
pub use conflicts::{Conflict, Resolved, conflicts};
pub use decision_diff::{DecisionDiff, TextChange};
pub use decisions::{DecisionMethod, Decisions, ReasonedVerdict, Remark, RemarkTarget};
pub use diff::between;
pub use error::SessionError;
pub use event::{
    Act, BULK, CAUSES, Cause, ENGINE, EVENTS, Event, EventDraft, GivenAnswer, Moment, Preferred, Regroup,
    Ruling, RulingValue, STEP, UnitId, VERDICT, annotator, answers,
};
pub use event_error::EventError;
pub use folded::{Folded, Trace};
pub use folder::state_folder;
pub use history::{CaseHistory, Step, StepChange};
pub use label_import::{drafts, givers};
pub use lines::{
    Line, begins_export, case as case_line, continues_export, read as read_line, rubric_file,
    session as session_line, set_rubric_file,
};
pub use merge::{Merging, merge};
pub use object::OrderedObject;
pub use package::{SEALED, make_package, package_of};
pub use rulings::{RulingSteps, is_adjudicator, rulings};
pub use snapshot::{COLUMNS, row, show, wrapper};
pub use state::{CaseState, InitialCase};
pub use store::{
    InForce, Mirror, Presence, PresenceError, RecordedChange, Recorder, SearchableText, Store, StoredDigest,
    close_all, now,
};
pub use time_on_case::{BREAK, spent};

#[cfg(test)]
mod tests;
