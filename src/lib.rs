//! lockbench judges a summary against its article.
//!
//! Data flows one way:
//!
//! ```text
//! Case -> Text -> proposals -> Labels (with overrides) -> Rubric + Ledger -> Report -> screen or file
//! ```
//!
//! [`case`] holds what is judged, [`text`] reads it into sentences and words, [`evidence`] proposes labels,
//! [`labels`] holds them together with what people decided, [`measures`] holds what needs no label, [`rubric`] turns them into scores through the
//! [`ledger`], and [`report`] is what came out. [`engine`] does all of it again after an edit, and only as much
//! as the edit made stale. [`export`] makes of it what is handed to others.
//! [`prompt`] says what other judges are asked, and [`judge`] asks them.

pub mod adjudication;
pub mod agree;
pub mod annotations;
pub mod audit;
pub mod blind;
pub mod case;
pub mod class;
pub mod cli;
pub mod embedding;
pub mod engine;
pub mod evidence;
pub mod export;
pub mod files;
pub mod gym;
pub mod judge;
pub mod labels;
pub mod ledger;
pub mod lesson;
pub mod lint;
pub mod markup;
pub mod measures;
pub mod mutate;
pub mod num;
pub mod prediction;
pub mod progress;
pub mod prompt;
pub mod report;
pub mod rubric;
pub mod schema;
pub mod session;
pub mod stepping;
pub mod text;
pub mod tui;
pub mod work;
