//! Reads annotators' rules from a file, to apply them to cases that no annotator has seen.

use std::path::Path;
use std::sync::Arc;

use crate::case::{OVERRULE_RULES, explain_json, read_whole_text};
use crate::labels::OverruleRule;
use crate::num::pluralize;
use crate::text::hash64;

use super::CliError;
use super::output::print_note;

/// Reads rules, one object a line, as `sessions export --format rules` writes them.
///
/// # Errors
/// If the file cannot be read, or a line is not a rule: the line, and what is wrong with it.
pub fn read(path: &Path) -> Result<Vec<Arc<OverruleRule>>, CliError> {
    let hint = "`lockbench sessions export S.db --format rules` writes the rules of a session";
    let text = read_whole_text(path, OVERRULE_RULES).map_err(|error| CliError::usage(error).hint(hint))?;
    let mut rules: Vec<Arc<OverruleRule>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let rule = serde_json::from_str::<OverruleRule>(line);
        let rule = rule.map_err(|error| explain_json(line, &error).reason);
        let rule = rule.and_then(|rule| match rule.check() {
            Ok(()) => Ok(Arc::new(rule)),
            Err(wrong) => Err(wrong.to_string()),
        });
        let rule = rule.map_err(|wrong| {
            CliError::usage(format!("{}:{number}: not a valid rule: {wrong}", path.display())).hint(hint)
        })?;
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    if rules.is_empty() {
        // `sessions export` writes an empty file for a session without rules.
        print_note(format!("{} holds no rule", path.display()));
    }
    Ok(rules)
}

/// Returns the part of signatures that identifies rules: their number, and a hash independent of their
/// order.
pub fn mark(rules: &[Arc<OverruleRule>]) -> String {
    let mut words: Vec<String> = rules.iter().map(|rule| format!("{rule:?}")).collect();
    words.sort_unstable();
    let hash = hash64(words.join("\n").as_bytes()) as u32;
    format!("{}#{hash:08x}", pluralize(rules.len(), "rule").replace(' ', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_rules_may_begin_with_a_mark_and_is_named_by_its_encoding() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.jsonl");
        let rule = r#"{"kind":"equivalent","summary":"a","article":"b"}"#;
        std::fs::write(&path, format!("\u{feff}{rule}\r\n\n{rule}\n")).unwrap();
        assert_eq!(read(&path).unwrap().len(), 1);
        let wide: Vec<u8> = rule.encode_utf16().flat_map(u16::to_le_bytes).collect();
        std::fs::write(&path, wide).unwrap();
        let error = read(&path).unwrap_err().message;
        assert!(error.contains("rules.jsonl:1:1: UTF-16LE, not UTF-8"), "{error}");
    }
}
