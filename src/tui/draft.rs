//! What is being typed on a screen and is not finished: kept with the place of its annotator, so that neither a kill nor
//! a crash costs it.

use serde::{Deserialize, Serialize};

/// A text that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// What it will be.
    pub of: Kind,
    /// What was typed so far.
    pub text: String,
}

/// What a text that is being typed will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A comment, on what has this name.
    Comment(String),
    /// The reason of a verdict.
    Verdict(String),
    /// Why the summary of this case is the better one.
    Better(String),
    /// Other words for a unit: its list and its place there.
    Wording(String, usize),
}
