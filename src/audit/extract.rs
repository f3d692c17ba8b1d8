//! Extracts JSON from a model's answer, which may be fenced, surrounded by prose, have a trailing comma,
//! or be cut off.

use serde_json::{Map, Value};

use crate::case::{JsonError, parse_json};

/// Most opening brackets that are tried in a text; a text with more is noise.
const TRIES: usize = 64;

/// The content of an answer.
#[derive(Debug, Default, PartialEq)]
pub struct Extracted {
    /// The JSON values, in order.
    pub values: Vec<Value>,
    /// Notes on parts that were ignored or repaired.
    pub notes: Vec<String>,
    /// The member that was incomplete when the answer was cut off.
    pub cut: Option<String>,
    /// Metrics whose objects are not JSON, and why.
    pub faulty: Vec<(String, String)>,
    /// Why something that looks like JSON is invalid.
    pub broken: Option<String>,
}

/// Finds the JSON values of an answer.
pub fn extract(answer: &str) -> Extracted {
    let mut found = Extracted::default();
    if let Ok(value @ (Value::Object(_) | Value::Array(_))) = parse_json(answer.trim().as_bytes()) {
        found.values.push(value);
        return found;
    }
    if answer.contains("```") {
        found.notes.push("the JSON is in a Markdown fence".to_owned());
    }
    let (mut at, mut tries, mut end_of_last) = (0, 0, 0);
    let mut prose = false;
    while let Some(open) = answer[at..].find(['{', '[']).map(|found| at + found) {
        tries += 1;
        if tries > TRIES {
            found.notes.push(format!("only the first {TRIES} brackets were tried"));
            break;
        }
        let piece = &answer[open..];
        match balanced(piece) {
            Some(length) => match value(&piece[..length], &mut found.notes) {
                Ok(value) => {
                    prose |= says_something(&answer[end_of_last..open]);
                    found.values.push(value);
                    at = open + length;
                    end_of_last = at;
                }
                Err(error) => {
                    let (whole, faulty) = rescued(&piece[..length]);
                    if faulty.is_empty() && !whole.keys().any(|key| super::words::is_metric(key)) {
                        // This is a bracket of the prose, or invalid JSON that may contain valid JSON.
                        if piece.starts_with('{') && piece[..length].contains(':') {
                            found.broken.get_or_insert(error.reason);
                        }
                        at = open + 1;
                        continue;
                    }
                    found.notes.push(format!("the JSON as a whole cannot be read: {}", error.reason));
                    found.values.push(Value::Object(whole));
                    found.faulty.extend(faulty);
                    at = open + length;
                    end_of_last = at;
                }
            },
            None if piece.starts_with('{') => {
                if let Some((value, cut)) = cut_short(piece) {
                    found.values.push(value);
                    found.cut = cut;
                    found.notes.push("the answer is cut short".to_owned());
                    return found;
                }
                at = open + 1;
            }
            None => at = open + 1,
        }
    }
    if !found.values.is_empty() {
        found.broken = None;
        if prose || says_something(&answer[end_of_last..]) {
            found.notes.push("there is prose around the JSON".to_owned());
        }
    }
    found
}

/// Returns the metric objects in a text that is not valid JSON as a whole: those that can be read, and
/// the errors of the others.
fn rescued(text: &str) -> (Map<String, Value>, Vec<(String, String)>) {
    let (mut whole, mut faulty) = (Map::new(), Vec::new());
    let mut at = 0;
    while let Some(open) = text[at..].find('"').map(|found| at + found + 1) {
        let Some(length) = text[open..].find('"') else { break };
        let (name, rest) = (&text[open..open + length], &text[open + length + 1..]);
        at = open + length + 1;
        let Some(rest) = rest.trim_start().strip_prefix(':').map(str::trim_start) else { continue };
        if let (true, Some(text)) = (name == "id" && !whole.contains_key(name), rest.strip_prefix('"')) {
            let id = text.split('"').next().unwrap_or_default();
            whole.insert(name.to_owned(), Value::from(id));
        }
        if !rest.starts_with('{') || !super::words::is_metric(name) {
            continue;
        }
        let Some(length) = balanced(rest) else { continue };
        at = text.len() - rest.len() + length;
        if whole.contains_key(name) {
            continue;
        }
        match value(&rest[..length], &mut Vec::new()) {
            Ok(value) => drop(whole.insert(name.to_owned(), value)),
            Err(error) => faulty.push((name.to_owned(), error.reason)),
        }
    }
    (whole, faulty)
}

/// Returns whether a text outside the JSON contains words, apart from a fence and its language.
fn says_something(text: &str) -> bool {
    text.lines().any(|line| !line.trim_start().starts_with("```") && line.chars().any(char::is_alphanumeric))
}

fn value(text: &str, notes: &mut Vec<String>) -> Result<Value, JsonError> {
    let error = match parse_json(text.as_bytes()) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let mended = without_trailing_commas(text);
    match parse_json(mended.as_bytes()) {
        Ok(value) if mended.len() < text.len() => {
            notes.push("a comma before a closing bracket was ignored".to_owned());
            Ok(value)
        }
        _ => Err(error),
    }
}

/// Returns the bytes of JSON outside strings, with their positions, and the closing quotation marks of
/// strings.
pub fn outside_strings(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let (mut quoted, mut escaped) = (false, false);
    text.bytes().enumerate().filter(move |(_, byte)| {
        let was_quoted = quoted;
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ => {}
        }
        !was_quoted || !quoted
    })
}

/// Returns the length of the object or list at the beginning of a text.
fn balanced(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in outside_strings(text) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn without_trailing_commas(text: &str) -> String {
    let (mut out, mut kept) = (String::with_capacity(text.len()), 0);
    for (at, _) in outside_strings(text).filter(|(_, byte)| *byte == b',') {
        if text[at + 1..].trim_start().starts_with(['}', ']']) {
            out.push_str(&text[kept..at]);
            kept = at + 1;
        }
    }
    out + &text[kept..]
}

/// Returns the complete members of an unterminated object, and the name of the incomplete one.
fn cut_short(text: &str) -> Option<(Value, Option<String>)> {
    // Ends of complete members by nesting depth; the outermost object has depth 1.
    let mut ends: [Option<usize>; 3] = [None; 3];
    let (mut depth, mut opened) = (0_usize, [0_usize; 3]);
    for (at, byte) in outside_strings(text) {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                if depth < ends.len() {
                    (opened[depth], ends[depth]) = (at, None);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' if (1..ends.len()).contains(&depth) => ends[depth] = Some(at),
            _ => {}
        }
    }
    // A wrapper may contain the metric objects one level down.
    let outer = whole(text, ends[1].unwrap_or(opened[1] + 1), "}");
    let rest = &text[ends[1].map_or(1, |end| end + 1)..];
    let cut = member(rest);
    let mut value = outer?;
    let inner_open = opened[2];
    let wrapper = cut.as_deref().is_some_and(|name| !super::words::is_metric(name));
    if depth >= 2 && wrapper && inner_open > ends[1].unwrap_or(0) && text[inner_open..].starts_with('{') {
        let upto = ends[2].unwrap_or(inner_open + 1);
        if let (Value::Object(outer), Some(inner)) =
            (&mut value, whole(&text[inner_open..], upto - inner_open, "}"))
        {
            let name = cut.unwrap_or_default();
            let rest = &text[ends[2].map_or(inner_open + 1, |end| end + 1)..];
            outer.insert(name, inner);
            return Some((value, member(rest)));
        }
    }
    let nothing = value.as_object().is_none_or(Map::is_empty) && cut.is_none();
    (!nothing).then_some((value, cut))
}

/// Returns the name of the member at the beginning of a text.
fn member(text: &str) -> Option<String> {
    text.split('"').nth(1).filter(|name| !name.is_empty()).map(str::to_owned)
}

fn whole(text: &str, upto: usize, close: &str) -> Option<Value> {
    let text = format!("{}{close}", text.get(..upto)?);
    parse_json(text.as_bytes()).or_else(|_| parse_json(without_trailing_commas(&text).as_bytes())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fences_prose_and_commas_are_passed_over() {
        let answer =
            "Sure! Here {as asked} it is:\n```json\n{\"coverage\": {\"score\": 8,},}\n```\nHope it helps.";
        let found = extract(answer);
        assert_eq!(found.values, [json!({"coverage": {"score": 8}})]);
        assert_eq!((found.notes.len(), found.broken), (3, None), "{:?}", found.notes);
        let several =
            extract("{\"coverage\": {}}\n\n{\"alignment\": {\"why\": \"a ] and a } and \\\" in it\"}}");
        assert_eq!(several.values.len(), 2);
        assert!(several.notes.is_empty());
    }

    #[test]
    fn what_was_whole_before_the_end_is_kept() {
        let found = extract("{\"coverage\": {\"score\": 8}, \"alignment\": {\"score\": 1");
        assert_eq!(found.values, [json!({"coverage": {"score": 8}})]);
        assert_eq!(found.cut.as_deref(), Some("alignment"));
        let found =
            extract("{\"by\": \"x\", \"metrics\": {\"coverage\": {\"score\": 8}, \"relevance\": {\"sc");
        assert_eq!(found.values, [json!({"by": "x", "metrics": {"coverage": {"score": 8}}})]);
        assert_eq!(found.cut.as_deref(), Some("relevance"));
    }

    #[test]
    fn what_can_be_read_of_bad_json_is_kept() {
        let twice = extract("{\"coverage\": {\"score\": 1}, \"coverage\": {\"score\": 2}}");
        assert_eq!(twice.values, [json!({"coverage": {"score": 1}})]);
        assert!(twice.notes[0].contains("twice"), "{:?}", twice.notes);
        let bad = extract("{\"coverage\": {\"score\": NaN}, \"why\": \"x\", \"alignment\" : {\"score\": 1}}");
        assert_eq!(bad.values, [json!({"alignment": {"score": 1}})]);
        assert_eq!((bad.faulty.len(), bad.faulty[0].0.as_str()), (1, "coverage"));
    }

    #[test]
    fn noise_is_nothing_and_costs_little() {
        for noise in
            ["", "no JSON at all", "{", "{{{{", "]}", "{\"", &"[".repeat(100_000), &"{a".repeat(100_000)]
        {
            assert_eq!(extract(noise).values, Vec::<Value>::new(), "{}", &noise[..noise.len().min(20)]);
        }
        assert!(extract("{\"coverage\": nonsense}").broken.is_some());
    }
}
