//! The engine of lockbench: computes reports from cases, without files, screens or commands.
//!
//! ```text
//! Case -> Text -> proposals -> Labels (with overrides) -> Rubric + Ledger -> Report
//! ```
//!
//! This is a package of its own, so that a change to a screen or a command does not rebuild it, and so that
//! it can be optimised when tests and commands need not be. The package `lockbench` re-exports its modules
//! under the same names. The tagger and parser are in a third package, `lockbench-syntax` (the module
//! `syntax` here): without separate optimisation, their arithmetic would take most of the time of a debug
//! build.

pub mod case;
pub mod embedding;
pub mod engine;
pub mod evidence;
pub mod labels;
pub mod ledger;
pub mod lint;
pub mod measures;
pub mod num;
pub mod report;
pub mod rubric;
pub mod text;
pub mod work;

pub use lockbench_syntax as syntax;
