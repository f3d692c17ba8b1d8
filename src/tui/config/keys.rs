//! The keys of the configuration: `[keys.PLACE]` with `ACTION = KEYS`.

use std::fmt::Write as _;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::tui::keymap::{Action, Context, Key, Keymap, Rebinding};

/// A fault: its byte position in the file, and a description.
type Fault = (usize, String);

/// Reads the tables of all contexts. Invalid entries are reported in `faults` and ignored.
pub fn read(contexts: &DeTable, faults: &mut Vec<Fault>) -> Keymap {
    let mut changes: Vec<(usize, Rebinding)> = Vec::new();
    for (name, value) in contexts {
        let known = Context::ALL.iter().find(|context| context.name() == name.get_ref().as_ref());
        match (known, value.get_ref()) {
            (Some(&context), DeValue::Table(actions)) => {
                for (action, keys) in actions {
                    read_action(context, action, keys, &mut changes, faults);
                }
            }
            (Some(context), _) => faults.push((
                value.span().start,
                format!("`{0}` takes a table of actions: [keys.{0}]", context.name()),
            )),
            (None, _) => {
                let names: Vec<&str> = Context::ALL.iter().map(|context| context.name()).collect();
                let what = format!("no place is called `{}`; there are {}", name.get_ref(), names.join(", "));
                faults.push((name.span().start, what));
            }
        }
    }
    // If two changes contradict each other, the later one in the file is ignored.
    changes.sort_by_key(|(at, _)| *at);
    let (places, changes): (Vec<usize>, Vec<Rebinding>) = changes.into_iter().unzip();
    let (map, refused) = Keymap::changed(&changes);
    faults.extend(refused.into_iter().map(|(at, what)| (places[at], what)));
    map
}

fn read_action(
    context: Context,
    name: &Spanned<std::borrow::Cow<str>>,
    value: &Spanned<DeValue>,
    changes: &mut Vec<(usize, Rebinding)>,
    faults: &mut Vec<Fault>,
) {
    let defaults = Keymap::default();
    let row = defaults.rows_of(context).find(|row| row.action().name() == name.get_ref().as_ref());
    let Some(row) = row else {
        let mut names: Vec<&str> = defaults.rows_of(context).map(|row| row.action().name()).collect();
        names.dedup();
        let what = format!(
            "no action of `{}` is called `{}`; there are {}",
            context.name(),
            name.get_ref(),
            names.join(", ")
        );
        return faults.push((name.span().start, what));
    };
    let action = row.action();
    match (row.binding.is_by_key(), value.get_ref()) {
        (true, DeValue::Table(table)) => {
            for (known, value) in table {
                let read = known.get_ref().parse::<Key>().ok();
                let Some(stands_for) = read.filter(|key| row.binding.keys.contains(key)) else {
                    let names: Vec<String> = row.binding.keys.iter().map(|key| key.name()).collect();
                    let what = format!(
                        "`{}` has no key `{}` of its own to replace; it has {}",
                        action.name(),
                        known.get_ref(),
                        names.join(", ")
                    );
                    faults.push((known.span().start, what));
                    continue;
                };
                if let Some(keys) = read_keys(context, value, faults) {
                    changes.push((
                        value.span().start,
                        Rebinding { context, action, stands_for: Some(stands_for), keys },
                    ));
                }
            }
        }
        (true, _) => {
            let key = row.binding.keys.first().map(|key| key.name()).unwrap_or_default();
            let name = action.name();
            let what = format!(
                "each key of `{name}` does something else, so name the one to replace: {name} = {{ \"{key}\" = \"...\" }}"
            );
            faults.push((value.span().start, what));
        }
        (false, _) => {
            let Some(keys) = read_keys(context, value, faults) else { return };
            if keys.is_empty() && is_way_out(action) {
                let what =
                    format!("`{}` needs a key: it is the way out of `{}`", action.name(), context.name());
                return faults.push((value.span().start, what));
            }
            changes.push((value.span().start, Rebinding { context, action, stands_for: None, keys }));
        }
    }
}

/// Whether a user without a key for this action could be trapped.
fn is_way_out(action: Action) -> bool {
    matches!(action, Action::Quit | Action::Close | Action::StopEditing)
}

/// Reads one key or a list of keys. Returns `None` if one of them is invalid.
fn read_keys(context: Context, value: &Spanned<DeValue>, faults: &mut Vec<Fault>) -> Option<Vec<Key>> {
    let before = faults.len();
    let one = std::slice::from_ref(value);
    let values: Vec<&Spanned<DeValue>> = match value.get_ref() {
        DeValue::Array(values) => values.iter().collect(),
        _ => one.iter().collect(),
    };
    let mut keys = Vec::new();
    for value in values {
        let read = match value.get_ref() {
            DeValue::String(name) => name.parse::<Key>().map_err(|error| error.to_string()),
            _ => Err("keys are written in quotes: \"x\", or [\"x\", \"Ctrl-X\"]".to_owned()),
        };
        match read {
            Ok(key) if context.is_typed_in() && key.typed().is_some() => faults.push((
                value.span().start,
                format!("`{0}` is typed in `{1}`; put Ctrl- or Alt- before it", key.name(), context.name()),
            )),
            Ok(key) => keys.push(key),
            Err(what) => faults.push((value.span().start, what)),
        }
    }
    (faults.len() == before).then_some(keys)
}

/// Writes the current keys of a context.
pub fn show(map: &Keymap, context: Context, out: &mut String) {
    _ = writeln!(out, "\n# {}.\n[keys.{}]", context.title(), context.name());
    let mut actions: Vec<Action> = Vec::new();
    for row in map.rows_of(context) {
        if actions.contains(&row.action()) {
            continue;
        }
        actions.push(row.action());
        _ = writeln!(out, "# {}", row.binding.help);
        let rows = map.rows_of(context).filter(|other| other.action() == row.action());
        let name = row.action().name();
        if row.binding.is_by_key() {
            let keys = row.binding.keys.iter().map(|known| {
                let keys = row.keys_for(*known).map(quoted).collect::<Vec<_>>().join(", ");
                format!("{} = [{keys}]", quoted(*known))
            });
            _ = writeln!(out, "{name} = {{ {} }}", keys.collect::<Vec<_>>().join(", "));
        } else {
            let keys: Vec<String> = rows.flat_map(|row| row.keys.iter().copied().map(quoted)).collect();
            _ = writeln!(out, "{name} = [{}]", keys.join(", "));
        }
    }
}

fn quoted(key: Key) -> String {
    toml::Value::from(key.name()).to_string()
}
