//! Recognises rows and files of other programs that a field name alone does not identify.

use serde_json::value::RawValue;

use super::error::FieldError;
use super::raw::{Member, Object, items, object, offset};

/// Paths of the list of rows in a file that is one object: datasets of FaithBench, results of promptfoo, test
/// cases of DeepEval.
const ROWS: &[&str] = &["samples", "results.results", "test_cases"];

/// Prefix that promptfoo gives to the variables of a row.
pub const VARIABLES: &str = "vars.";
/// Path of the output in a promptfoo result.
pub const OUTPUT: &str = "response.output";

/// Names that DeepEval gives to an answer.
const ANSWERS: [&str; 2] = ["actual_output", "actualOutput"];
/// Paths at which promptfoo says why there is no output.
const ERRORS: [&str; 2] = ["response.error", "error"];
/// Paths at which promptfoo names the provider of an output.
const PROVIDERS: [&str; 2] = ["provider.id", "provider"];

/// Returns why a promptfoo provider gave no output, if it gave none.
pub fn unanswered(object: &Object) -> Option<String> {
    if member(object, OUTPUT).is_some_and(|output| !output.is_null()) {
        return None;
    }
    ERRORS.iter().find_map(|path| member(object, path).filter(Member::is_text)?.text().ok())
}

/// Returns the provider of a promptfoo result.
pub fn provider(object: &Object) -> Option<String> {
    PROVIDERS.iter().find_map(|path| member(object, path).filter(Member::is_text)?.text().ok())
}

/// Returns the provider's name if a column of a promptfoo table holds a provider's outputs.
pub fn column_provider(name: &str) -> Option<&str> {
    let (provider, label) = name.strip_prefix('[')?.split_once("] ")?;
    (!provider.is_empty() && !label.is_empty()).then_some(provider)
}

/// Returns the output from a cell of a promptfoo table, without the grade before it and the reason after it.
pub fn cell_output(cell: &str) -> Result<&str, FieldError> {
    let grade = ["[PASS]", "[FAIL]", "[ERROR]"].into_iter().find(|grade| cell.starts_with(grade));
    let Some(grade) = grade else { return Ok(cell) };
    let rest = cell[grade.len()..].trim_start();
    // The score follows the grade in brackets, on the same line.
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

/// What a line of an exported review session is, and what to do with it.
const OF_EXPORT: &str = "a line of an exported review session, not a case: `lockbench sessions import S.db FILE` makes a session of \
                         the whole export, and `lockbench score --session S.db` scores it";
/// What a set of labels is, and what to do with it.
const LABELS: &str =
    "a set of labels, not a case: `lockbench score CASES --labels FILE` scores cases by such a file";
/// What a result is, and what to do.
const RESULT: &str = "a result that `lockbench` wrote, not a case: name the file of cases that it is about";

/// Returns what an object is if it is no case but something else that this program writes or reads.
pub fn of_this_program(object: &Object) -> Option<&'static str> {
    let text = |key: &str| object.get(key).filter(|value| value.is_text())?.text().ok();
    let schema = text("schema").unwrap_or_default();
    let only = |keys: &[&str]| object.keys().all(|key| keys.contains(&key.as_str()));
    match text("kind").as_deref() {
        Some("session") if schema.starts_with("lockbench.") => return Some(OF_EXPORT),
        Some("case" | "event") if object.contains_key("case") => return Some(OF_EXPORT),
        _ => {}
    }
    match schema.split('/').next()? {
        "lockbench.labels" => Some(LABELS),
        "lockbench.report" | "lockbench.audit" => Some(RESULT),
        _ if object.contains_key("labels") && only(&["labels", "by", "schema"]) => Some(LABELS),
        _ if object.contains_key("signature") && object.contains_key("rubric") => Some(RESULT),
        _ => None,
    }
}

/// Which program wrote a row, as far as its keys show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// A test case of DeepEval, whose `input` is either the query or the article.
    pub answered: bool,
    /// A result of promptfoo, which has its inputs under `vars`.
    pub prompted: bool,
    /// A row of DeepEval or RAGAS, whose `name` is the case's name.
    pub named: bool,
    /// A row of RAGTruth, whose `source` is the name of a dataset.
    pub sourced: bool,
}

impl Row {
    /// Classifies an object by its keys.
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

/// Returns a member by its name, or by a dotted path of names and of list indices from 0: `outs.0.text`.
pub fn member<'a>(object: &Object<'a>, path: &str) -> Option<Member<'a>> {
    if let Some(member) = object.get(path) {
        return Some(*member);
    }
    let (first, rest) = path.split_once('.')?;
    inside(*object.get(first)?, rest)
}

/// Returns the value at a path within a value. A table cell may hold JSON.
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

/// Whether labels are spans of another program, such as RAGTruth: these are a list, and labels of this
/// program never are.
pub fn are_spans(labels: &Member) -> bool {
    let Member::Json(raw) = labels else { return false };
    let Ok(ranges) = items(raw.get()) else { return false };
    ranges.into_iter().all(|(from, to)| {
        let item = raw.get().get(from as usize..to as usize).and_then(|item| object(item).ok());
        item.is_some_and(|item| item.contains_key("start") && item.contains_key("end"))
    })
}

/// Returns the byte range of each row of a file that is one object with a list of rows. `None` if a key of
/// the object is the name of a text: then the object itself is a case.
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
    fn spans_are_distinguished_from_labels() {
        let with = |text: &str| are_spans(&object(&format!("{{\"labels\": {text}}}")).unwrap()["labels"]);
        assert!(with(r#"[{"start": 1, "end": 2, "label_type": "x"}]"#) && with("[]"));
        for ours in [r#"{"claims": []}"#, r#"[{"text": "a", "label": "supported"}]"#, "[1]", "5", "null"] {
            assert!(!with(ours), "{ours}");
        }
    }
}
