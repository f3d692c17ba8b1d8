//! Rules of annotators from a file, for cases that no annotator has seen.

use std::path::Path;
use std::sync::Arc;

use crate::labels::OverruleRule;
use crate::num::pluralize;
use crate::text::hash64;

use super::CliError;
use super::output::print_note;

/// Reads rules, an object a line as `sessions export --format rules` writes them.
///
/// # Errors
/// Where the file cannot be read, or a line is not a rule: the line, and what is wrong with it.
pub fn read(path: &Path) -> Result<Vec<Arc<OverruleRule>>, CliError> {
    let hint = "`lockbench sessions export S.db --format rules` writes the rules of a session";
    let text = std::fs::read_to_string(path)
        .map_err(|error| CliError::usage(format!("cannot read {}: {error}", path.display())).hint(hint))?;
    let mut rules: Vec<Arc<OverruleRule>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let rule = serde_json::from_str::<OverruleRule>(line).map_err(|error| error.to_string());
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
        // What `sessions export` writes of a session without rules.
        print_note(format!("{} holds no rule", path.display()));
    }
    Ok(rules)
}

/// What signatures say of rules: how many, and a hash that identifies them. Their order does not matter.
pub fn mark(rules: &[Arc<OverruleRule>]) -> String {
    let mut words: Vec<String> = rules.iter().map(|rule| format!("{rule:?}")).collect();
    words.sort_unstable();
    let hash = hash64(words.join("\n").as_bytes()) as u32;
    format!("{}#{hash:08x}", pluralize(rules.len(), "rule").replace(' ', "_"))
}
