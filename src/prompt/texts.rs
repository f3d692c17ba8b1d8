//! Writes the texts of a case, each between marks that it does not contain, so that no text can simulate
//! its own end.

use crate::case::Case;

/// Returns the texts of a case, with the additional fields that the rubric reads.
pub fn write(case: &Case, fields: &[String]) -> String {
    let mut parts: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, text: String| {
        if !text.trim().is_empty() {
            parts.push((name.to_owned(), text));
        }
    };
    for field in fields {
        match field.as_str() {
            "title" => add("title", case.title.clone().unwrap_or_default()),
            "query" => add("query", case.query.clone().unwrap_or_default()),
            "reference" => {
                for (at, reference) in case.references.iter().enumerate() {
                    add(&format!("reference {}", at + 1), reference.clone());
                }
            }
            "outline" => add("outline", listed(case.outline.as_ref())),
            "reasoning_steps" => add("reasoning steps", listed(case.reasoning_steps.as_ref())),
            "explanation" => add("explanation", case.explanation.clone().unwrap_or_default()),
            "sources" => {
                for (at, source) in case.sources.iter().enumerate() {
                    let id = source.id.clone().unwrap_or_else(|| (at + 1).to_string());
                    let about =
                        [("id", Some(&id)), ("title", source.title.as_ref()), ("url", source.url.as_ref())];
                    let about =
                        about.into_iter().filter_map(|(key, value)| Some(format!("{key}: {}\n", value?)));
                    let text = format!("{}\n{}", about.collect::<String>(), source.text);
                    add(&format!("source {}", at + 1), text);
                }
            }
            // Counts and times are not judged.
            _ => {}
        }
    }
    add("article", case.article.clone());
    add("summary", case.summary.clone());
    let mark = mark(&parts);
    let mut out = String::new();
    for (name, text) in &parts {
        let name = name.to_uppercase();
        let end = if text.ends_with('\n') { "" } else { "\n" };
        out.push_str(&format!("{mark} {name} BEGINS {mark}\n{text}{end}{mark} {name} ENDS {mark}\n\n"));
    }
    out
}

/// Formats a list with one item on each line.
fn listed(items: Option<&Vec<String>>) -> String {
    let lines = items.into_iter().flatten().map(|item| format!("- {}\n", item.replace('\n', " ")));
    lines.collect()
}

/// Returns a mark that no text contains.
fn mark(parts: &[(String, String)]) -> String {
    let longest = parts.iter().map(|(_, text)| longest_run(text)).max().unwrap_or_default();
    "=".repeat((longest + 1).max(5))
}

/// Returns the length of the longest run of the mark's character.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '=').map(str::len).max().unwrap_or_default()
}
