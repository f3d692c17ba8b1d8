//! How results say who judged, and that nobody did.

use serde_json::{Value, json};

/// Keys of a signature that say who judged.
pub const JUDGED_BY: &str = "judged_by";
/// The key of a signature that says that nothing was proposed.
pub const LABELS_ONLY: &str = "labels_only";
/// The key of a signature that names the rules of annotators under which the engine proposed.
pub const RULES: &str = "rules";

/// The error about a case that a judge, or a file of labels, does not cover.
pub const NOT_JUDGED: &str = "not_judged";

/// A name that cannot be mistaken for the rest of a signature.
pub fn marked(name: &str) -> String {
    let other = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '|' | '=' | '+');
    name.chars().map(|c| if other(c) { '_' } else { c }).collect()
}

/// An error as records hold it: its reason, or an object where it has a slug.
pub fn error_value(slug: Option<&str>, reason: &str) -> Value {
    match slug {
        Some(slug) => json!({"slug": slug, "message": reason}),
        None => Value::from(reason),
    }
}
