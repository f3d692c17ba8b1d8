//! A session that is sent to an annotator: it contains only their cases and their work.

use serde_json::json;

use super::object::OrderedObject;

/// Field of a session's first line with the annotator of the package.
const FIELD: &str = "package";

/// Engine version stored in a package, whose units have no labels of the engine.
pub const SEALED: &str = concat!(env!("CARGO_PKG_VERSION"), " sealed");

/// Returns the annotator of a package, from its first line; `None` if the session is not a package.
pub fn package_of(line: &OrderedObject) -> Option<String> {
    line.get(FIELD)?.get("by")?.as_str().map(str::to_owned)
}

/// Marks a session as an annotator's package.
pub fn make_package(line: &mut OrderedObject, by: &str) {
    line.set(FIELD, &json!({ "by": by }));
}
