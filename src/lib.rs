//! lockbench judges a summary against its article.
//!
//! Data flows one way:
//!
//! ```text
//! Case -> Text -> proposals -> Labels (with overrides) -> Rubric + Ledger -> Report -> screen or file
//! ```
//!
//! [`case`] holds what is judged, [`text`] splits it into sentences and words, [`evidence`] proposes
//! labels, [`labels`] holds them together with people's decisions, [`measures`] computes values that need
//! no label, [`rubric`] turns labels into scores through the [`ledger`], and [`report`] is the result.
//! [`engine`] repeats all of it after an edit, limited to what the edit made stale. [`export`] writes the
//! results for others. [`prompt`] writes the instructions for other judges, and [`judge`] runs them.

pub use lockbench_core::{
    case, embedding, engine, evidence, labels, ledger, lint, measures, num, report, rubric, syntax, text,
    work,
};

pub mod adjudication;
pub mod agree;
pub mod annotation_rules;
pub mod annotations;
pub mod audit;
pub mod blind;
pub mod class;
pub mod cli;
pub mod consistency;
pub mod document;
pub mod export;
pub mod files;
mod guard;
pub mod gym;
pub mod judge;
pub mod lesson;
pub mod markup;
pub mod mutate;
pub mod prediction;
pub mod progress;
pub mod project;
pub mod prompt;
pub mod schema;
pub mod session;
pub mod stats;
pub mod stepping;
pub mod threads;
pub mod tui;
