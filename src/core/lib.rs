//! The engine of lockbench: what makes reports of cases, without files, screens or commands.
//!
//! ```text
//! Case -> Text -> proposals -> Labels (with overrides) -> Rubric + Ledger -> Report
//! ```
//!
//! A package of its own, so that a change of a screen or a command does not build it again, and so that it can be
//! optimised where tests and commands need not be. The package `lockbench` exports its modules under their names.
//! The tagger and parser are in a third package, `lockbench-syntax`, the module `syntax` here: most of the time of a debug
//! build would go into its arithmetic, were it not optimised apart from the rest.

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
