//! The table of keys, read from `keys.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::{Binding, Context};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    rows: Vec<Binding>,
    /// Named lists of contexts that rows refer to.
    lists: HashMap<String, Vec<Context>>,
    titles: HashMap<Context, String>,
}

static FILE: LazyLock<KeyFile> = LazyLock::new(|| {
    let file = toml::from_str(include_str!("keys.toml"));
    let mut file: KeyFile = file.expect("the table of keys in the program is whole: tests read it");
    for row in &mut file.rows {
        if let Some(list) = &row.in_all {
            row.contexts.extend(&file.lists[list]);
        }
        row.contexts.retain(|context| !row.except.contains(context));
    }
    file
});

/// Returns all rows. The hint line shows the rows of a context in this order, as many as fit.
pub fn bindings() -> &'static [Binding] {
    &FILE.rows
}

/// Returns the heading of a context in the help.
pub fn title(context: Context) -> &'static str {
    FILE.titles.get(&context).map_or("", String::as_str)
}
