//! Damages inputs: their bytes, or the structure of JSON and TOML.

use serde_json::Value;

use crate::source::Source;

/// Applies up to eight random changes to bytes; about one in four inputs stays unchanged.
pub fn bytes(source: &mut Source, mut bytes: Vec<u8>) -> Vec<u8> {
    if source.once_in(4) {
        return bytes;
    }
    for _ in 0..1 + source.below(8) {
        let (from, to) = (source.below(bytes.len() + 1), source.below(bytes.len() + 1));
        let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 400));
        match source.below(9) {
            0 => {
                if let Some(byte) = bytes.get_mut(from) {
                    *byte ^= 1 << (to % 8);
                }
            }
            1 => {
                if let Some(byte) = bytes.get_mut(from) {
                    *byte = source.byte();
                }
            }
            2 => bytes.truncate(to),
            3 => drop(bytes.drain(from..to)),
            4 => {
                let twice = bytes[from..to].to_vec();
                bytes.splice(from..from, twice);
            }
            5 => {
                let moved: Vec<u8> = bytes.drain(from..to).collect();
                let at = source.below(bytes.len() + 1);
                bytes.splice(at..at, moved);
            }
            6 => drop(bytes.splice(from..from, source.nasty().into_bytes())),
            7 => drop(bytes.splice(from..from, source.number().into_bytes())),
            _ => {
                let open = source.pick(&["[", "{\"a\":", "(", "\"", "\n", ",", "\t", "<", "\\u"]);
                let times = if source.once_in(6) { 300 } else { 1 + source.below(3) };
                bytes.splice(from..from, open.repeat(times).into_bytes());
            }
        }
    }
    bytes
}

/// Applies the same changes to text, which remains valid UTF-8.
pub fn text(source: &mut Source, text: &str) -> String {
    String::from_utf8_lossy(&bytes(source, text.as_bytes().to_vec())).into_owned()
}

/// Replaces, removes or moves some values of JSON.
pub fn json(source: &mut Source, value: &mut Value) {
    for _ in 0..source.below(5) {
        let other = if source.once_in(3) { value.clone() } else { source.json(2) };
        change(source, value, other);
    }
}

fn change(source: &mut Source, value: &mut Value, other: Value) {
    let stop = source.once_in(4);
    match value {
        Value::Object(fields) if !fields.is_empty() && !stop => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let key = source.one(&keys).clone();
            match source.below(8) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert(source.key(), other)),
                _ => {
                    if let Some(inner) = fields.get_mut(&key) {
                        change(source, inner, other);
                    }
                }
            }
        }
        Value::Array(items) if !items.is_empty() && !stop => {
            let at = source.below(items.len());
            match source.below(8) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, other),
                2 => items.push(items[at].clone()),
                _ => change(source, &mut items[at], other),
            }
        }
        Value::String(text) if source.once_in(2) => *text = self::text(source, text),
        value => *value = other,
    }
}

/// Changes values, keys and lines of a TOML file, line by line.
pub fn toml(source: &mut Source, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let valued: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains(" = ")).collect();
    for _ in 0..1 + source.below(3) {
        let at = if valued.is_empty() { 0 } else { *source.one(&valued) };
        let Some(line) = lines.get(at).cloned() else { break };
        let (key, value) = line.split_once(" = ").unwrap_or((&line, ""));
        let new = match source.below(12) {
            0 => String::new(),
            1 => format!("{line}\n{line}"),
            2 => format!("{key} = {}", source.json(1)),
            3 => format!("{} = {value}", source.key()),
            4 => text_line(source, &line),
            5 => format!("{key} = \"{}\"", source.name()),
            6 => format!("{key} = [{}, {}]", source.number(), source.number()),
            _ => numbers(source, key, value),
        };
        lines[at] = new;
    }
    lines.join("\n") + "\n"
}

fn text_line(source: &mut Source, line: &str) -> String {
    text(source, line)
}

/// Changes the numbers in a line.
fn numbers(source: &mut Source, key: &str, value: &str) -> String {
    let mut out = format!("{key} = ");
    let mut within = false;
    for c in value.chars() {
        let digit = c.is_ascii_digit() || (within && c == '.');
        if digit && !within {
            out.push_str(&source.number());
        }
        if !digit {
            out.push(c);
        }
        within = digit;
    }
    out
}
