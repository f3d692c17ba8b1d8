//! What rows and files of other programs are recognised by, where a name alone does not show it.

use serde_json::value::RawValue;

use super::error::FieldError;
use super::raw::{Member, Object, items, object, offset};

/// Where files of one object have their list of rows: datasets of FaithBench, results of promptfoo, test cases of
/// DeepEval.
const ROWS: &[&str] = &["samples", "results.results", "test_cases"];

/// How promptfoo names the variables of a row.
pub const VARIABLES: &str = "vars.";
/// Where it has what came out.
pub const OUTPUT: &str = "response.output";

/// How DeepEval names an answer.
const ANSWERS: [&str; 2] = ["actual_output", "actualOutput"];
/// Where promptfoo says why there is no output.
const ERRORS: [&str; 2] = ["response.error", "error"];
/// Where promptfoo names what gave an output.
const PROVIDERS: [&str; 2] = ["provider.id", "provider"];

/// Why a provider of promptfoo gave no output, where it did not.
pub fn unanswered(object: &Object) -> Option<String> {
    if member(object, OUTPUT).is_some_and(|output| !output.is_null()) {
        return None;
    }
    ERRORS.iter().find_map(|path| member(object, path).filter(Member::is_text)?.text().ok())
}

/// The provider of a result of promptfoo.
pub fn provider(object: &Object) -> Option<String> {
    PROVIDERS.iter().find_map(|path| member(object, path).filter(Member::is_text)?.text().ok())
}

/// A column of promptfoo's table that holds what a provider gave: the provider's name.
pub fn column_provider(name: &str) -> Option<&str> {
    let (provider, label) = name.strip_prefix('[')?.split_once("] ")?;
    (!provider.is_empty() && !label.is_empty()).then_some(provider)
}

/// What a provider gave, of a cell of promptfoo's table: without the grade before it and the reason behind it.
pub fn cell_output(cell: &str) -> Result<&str, FieldError> {
    let grade = ["[PASS]", "[FAIL]", "[ERROR]"].into_iter().find(|grade| cell.starts_with(grade));
    let Some(grade) = grade else { return Ok(cell) };
    let rest = cell[grade.len()..].trim_start();
    // The score stands in brackets, on the line of the grade.
    let rest = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((score, rest)) if score.starts_with(|c: char| c.is_ascii_digit()) => rest.trim_start(),
        _ => rest,
    };
    if grade == "[ERROR]" {
        return Err(FieldError::NoOutput(rest.trim().to_owned()));
    }
    let reason = ["\n\nPass Reason: ", "\n\nFail Reason: "].iter().filter_map(|mark| rest.rfind(mark)).max();
    Ok(rest[..reason.unwrap_or(rest.len())].trim_end())
}

/// What is known of a row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// A test case of DeepEval, whose `input` is a query or an article.
    pub answered: bool,
    /// A result of promptfoo, which has what it was made of under `vars`.
    pub prompted: bool,
    /// A row of DeepEval or RAGAS, whose `name` is its own.
    pub named: bool,
    /// A row of RAGTruth, whose `source` is the name of a dataset.
    pub sourced: bool,
}

impl Row {
    /// Looks at an object.
    pub fn of(object: &Object) -> Row {
        let has = |keys: &[&str]| keys.iter().any(|key| object.contains_key(*key));
        Row {
            answered: has(&ANSWERS),
            prompted: object.contains_key("vars")
                && (member(object, OUTPUT).is_some() || unanswered(object).is_some()),
            named: has(&ANSWERS) || has(&["user_input"]),
            sourced: object.contains_key("source_info"),
        }
    }
}

/// A member by its name, or by a path of names and of places in lists, from 0, with dots: `outs.0.text`.
pub fn member<'a>(object: &Object<'a>, path: &str) -> Option<Member<'a>> {
    if let Some(member) = object.get(path) {
        return Some(*member);
    }
    let (first, rest) = path.split_once('.')?;
    inside(*object.get(first)?, rest)
}

/// The value at a path within a value. The cell of a table may hold JSON.
fn inside<'a>(value: Member<'a>, path: &str) -> Option<Member<'a>> {
    let raw: &'a RawValue = match value {
        Member::Json(raw) => raw,
        Member::Cell(text) => serde_json::from_str(text).ok()?,
    };
    if raw.get().starts_with('{') {
        return member(&object(raw.get()).ok()?, path);
    }
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let (from, to) = *items(raw.get()).ok()?.get(first.parse::<usize>().ok()?)?;
    let item = Member::Json(serde_json::from_str(&raw.get()[from as usize..to as usize]).ok()?);
    rest.map_or(Some(item), |rest| inside(item, rest))
}

/// Whether labels are spans of another program, such as RAGTruth: a list, which labels of ours are not.
pub fn are_spans(labels: &Member) -> bool {
    let Member::Json(raw) = labels else { return false };
    let Ok(ranges) = items(raw.get()) else { return false };
    ranges.into_iter().all(|(from, to)| {
        let item = raw.get().get(from as usize..to as usize).and_then(|item| object(item).ok());
        item.is_some_and(|item| item.contains_key("start") && item.contains_key("end"))
    })
}

/// Where the rows of a file begin and end that is one object with a list of them, and no case itself: none of its keys
/// is that of a text.
pub fn rows(text: &str, is_text: impl Fn(&str) -> bool) -> Option<Vec<(u32, u32)>> {
    let whole = object(text).ok().filter(|whole| !whole.keys().any(|key| is_text(key)))?;
    let Member::Json(list) = ROWS.iter().find_map(|path| member(&whole, path))? else { return None };
    if !list.get().starts_with("[") {
        return None;
    }
    let before = offset(text, list) as u32;
    let ranges = items(list.get()).ok()?;
    let are_objects = ranges.iter().all(|(from, _)| list.get()[*from as usize..].starts_with('{'));
    are_objects.then(|| ranges.into_iter().map(|(from, to)| (before + from, before + to)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_into_objects() {
        let text = r#"{"a.b": 1, "a": {"b": 2, "c": {"d": "x"}}, "e": [1]}"#;
        let whole = object(text).unwrap();
        let found = |path: &str| match member(&whole, path) {
            Some(Member::Json(raw)) => Some(raw.get()),
            _ => None,
        };
        assert_eq!((found("a.b"), found("a.c.d")), (Some("1"), Some("\"x\"")));
        assert_eq!((found("a.x"), found("a.b.c"), found("")), (None, None, None));
        assert_eq!((found("e.0"), found("e.1"), found("e.x"), found("e.0.a")), (Some("1"), None, None, None));
    }

    #[test]
    fn cells_of_promptfoo_hold_an_output_or_why_there_is_none() {
        for (cell, output) in [
            ("It rained.", "It rained."),
            ("[PASS] It rained.", "It rained."),
            ("[PASS] (1.00)\n\nIt rained.\n\nPass Reason: All assertions passed", "It rained."),
            ("[FAIL] (0.50, wet: 0.50)\n\nIt (they say) rained.", "It (they say) rained."),
            ("[FAIL] (they say) it rained", "(they say) it rained"),
        ] {
            assert_eq!(cell_output(cell), Ok(output), "{cell}");
        }
        let why = cell_output("[ERROR] (0.00)\n\nAPI error: 429").unwrap_err();
        assert_eq!(why.to_string(), "the provider gave no output: API error: 429");
        assert_eq!(column_provider("[openai:m] Sum up {{article}}"), Some("openai:m"));
        for other in ["article", "[1]", "[x]", "[] y", "x [y] z"] {
            assert_eq!(column_provider(other), None, "{other}");
        }
    }

    #[test]
    fn rows_are_found_within_their_file() {
        let text = r#"{"results": {"version": 3, "results": [{"a": 1}, {}]}}"#;
        let found: Vec<&str> = rows(text, |_| false)
            .unwrap()
            .into_iter()
            .map(|(from, to)| &text[from as usize..to as usize])
            .collect();
        assert_eq!(found, [r#"{"a": 1}"#, "{}"]);
        for other in
            [r#"{"samples": 5}"#, r#"{"samples": ["a"]}"#, r#"{"results": []}"#, r#"{"article": "a"}"#, "["]
        {
            assert_eq!(rows(other, |_| false), None, "{other}");
        }
        assert_eq!(rows(r#"{"article": "a", "samples": [{}]}"#, |key| key == "article"), None, "a case");
    }

    #[test]
    fn spans_are_told_from_labels() {
        let with = |text: &str| are_spans(&object(&format!("{{\"labels\": {text}}}")).unwrap()["labels"]);
        assert!(with(r#"[{"start": 1, "end": 2, "label_type": "x"}]"#) && with("[]"));
        for ours in [r#"{"claims": []}"#, r#"[{"text": "a", "label": "supported"}]"#, "[1]", "5", "null"] {
            assert!(!with(ours), "{ours}");
        }
    }
}
