//! Twin-Lock: five independent metrics, two caps.

use crate::rubric::locks::lock::Lock;
use crate::rubric::{Rubric, RuleError};

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("twin_lock.toml");

/// Loads a TOML file, shipped or a user's.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    Ok(Box::new(Lock::load(text, "twin-lock", TOML, false)?))
}
