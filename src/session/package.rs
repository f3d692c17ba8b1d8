//! A session that was sent to an annotator: it holds their cases and what they do, and nothing of anybody else's.

use serde_json::json;

use super::object::OrderedObject;

/// The field of a session's first line that says whose package it is.
const FIELD: &str = "package";

/// The placeholder for the engine's version in a package, whose units have no labels of the engine's.
pub const SEALED: &str = concat!(env!("CARGO_PKG_VERSION"), " sealed");

/// Whose package a session is, by its first line; `None` if it is not a package.
pub fn package_of(line: &OrderedObject) -> Option<String> {
    line.get(FIELD)?.get("by")?.as_str().map(str::to_owned)
}

/// Makes a session somebody's package.
pub fn make_package(line: &mut OrderedObject, by: &str) {
    line.set(FIELD, &json!({ "by": by }));
}
