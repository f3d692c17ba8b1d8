//! Judge-Lock: Twin-Lock's five metrics, checked against questions, under many more caps.

use crate::rubric::locks::lock::Lock;
use crate::rubric::{Rubric, RuleError};

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("judge_lock.toml");

/// Loads a TOML file, shipped or a user's.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    Ok(Box::new(Lock::load(text, "judge-lock", TOML, true)?))
}
