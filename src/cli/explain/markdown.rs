//! The reference of the rubrics in Markdown: the same words, with headings and links.

use std::fmt::Write as _;

use super::{Loaded, Page, limits};
use crate::annotation_rules::{AnnotationRule, PAGE, RULES, anchor};
use crate::rubric::{CapDocs, READINGS, Reading, Rubric, RubricEntry, Words};

const PREFACE: &str = "\
# The rubrics

Every metric, cap, verdict and reading: what it does, why, the rule, a worked example and where it comes from. The
words and numbers are those of the files in `src/core/rubric/*.toml`; a test gives the case of each example to the rubric
and holds what comes out against the numbers in the text. This page is written by

```console
$ lockbench explain --all --format md
```

and a test fails where it is out of date; `LOCKBENCH_BLESS=1 cargo test --test suite reference` writes it anew.
`lockbench explain NAME` prints a single rule.
";

/// The whole reference.
pub fn reference(rubrics: &[Loaded]) -> String {
    let mut out = PREFACE.to_owned();
    out.push_str("\n| rubric | metrics | caps |\n|---|---|---|\n");
    for (entry, rubric) in rubrics {
        let docs = rubric.docs();
        let anchor = |name: &str| format!("[`{name}`](#{})", id(entry.slug, name));
        let metrics: Vec<String> = docs.metrics.iter().map(|(key, _)| anchor(key)).collect();
        let caps: Vec<String> = docs.caps.iter().map(|cap| anchor(cap.slug)).collect();
        let (metrics, caps) = (metrics.join(" "), caps.join(" "));
        let _ = writeln!(out, "| [{}](#{}) | {metrics} | {caps} |", entry.title, entry.slug);
    }
    let _ = writeln!(out, "\nWhat a label is given for is in the [annotation rules](#{PAGE}).");
    for (entry, rubric) in rubrics {
        out.push_str(&section(entry, rubric.as_ref()));
    }
    out.push_str(&annotation());
    out.push_str("\n<a id=\"readings\"></a>\n\n## Readings\n\n");
    out.push_str(
        "One switch for each rule that the printed documents leave unclear, `--reading KEY=VALUE`. The first value \
         is the default; the *printed* one is taken by `--literal`.\n\n| reading | values | rubrics | what it settles \
         |\n|---|---|---|---|\n",
    );
    for reading in READINGS {
        let _ = writeln!(
            out,
            "| <a id=\"{}\"></a>`{}` | {} | {} | {} |",
            id("reading", reading.key),
            reading.key,
            values(reading),
            reading.rubrics.join(", "),
            cell(reading.about),
        );
    }
    out
}

/// The rules for annotators, which lessons, exercises and reports cite.
fn annotation() -> String {
    let mut out = format!("\n<a id=\"{PAGE}\"></a>\n\n## Annotation rules\n\n");
    out.push_str(
        "What a label is given for. Lessons cite these rules, the exercises of the gym and the labels of `lockbench mutate` \
         follow them, and reports to annotators link them.\n",
    );
    for rule in RULES {
        let _ = write!(
            out,
            "\n<a id=\"{}\"></a>\n\n### {}\n\n{}",
            anchor(rule.id),
            rule.title,
            annotation_rule(rule)
        );
    }
    out
}

fn annotation_rule(rule: &AnnotationRule) -> String {
    format!("{}\n\n- **Example:** {}\n", escaped(rule.rule), escaped(rule.example))
}

/// One thing by itself.
pub fn page(page: &Page) -> String {
    match page {
        Page::Rubric(entry, rubric) => {
            let section = section(entry, *rubric);
            section.find("## ").map_or(section.clone(), |start| section[start..].to_owned())
        }
        Page::Rule(name, rubric, words) => format!("## {name} ({rubric})\n\n{}", body(words)),
        Page::Cap(docs, rubric) => format!("## {} (cap of {rubric})\n\n{}", docs.slug, cap(docs)),
        Page::Annotation(rule) => {
            format!("## {} (rule for annotators)\n\n{}", rule.title, annotation_rule(rule))
        }
        Page::Reading(reading) => format!(
            "## {} (reading)\n\n{}\n\n- **Values:** {}\n- **Rubrics:** {}\n",
            reading.key,
            escaped(reading.about),
            values(reading),
            reading.rubrics.join(", ")
        ),
    }
}

fn section(entry: &RubricEntry, rubric: &dyn Rubric) -> String {
    let docs = rubric.docs();
    let mut out = format!("\n<a id=\"{}\"></a>\n\n## {} (`{0}`)\n\n", entry.slug, entry.title);
    out.push_str(&body(docs.words));
    let mut heading = |name: &str, title: &str, text: String| {
        let _ = write!(out, "\n<a id=\"{}\"></a>\n\n### {title}\n\n{text}", id(entry.slug, name));
    };
    for (key, words) in &docs.metrics {
        heading(key, &format!("{}: {key}", entry.title), body(words));
    }
    for docs in &docs.caps {
        heading(docs.slug, &format!("{}: cap {}", entry.title, docs.slug), cap(docs));
    }
    heading("verdict", &format!("{}: verdict", entry.title), body(docs.verdict));
    out
}

/// Where a link to a rule leads.
fn id(of: &str, name: &str) -> String {
    format!("{of}-{}", name.replace(['.', '_'], "-"))
}

fn body(words: &Words) -> String {
    let mut out = format!("{}\n\n- **Why:** {}\n", escaped(&words.what), escaped(&words.why));
    let _ = writeln!(out, "- **Rule:** {}", escaped(&words.formula));
    let _ = writeln!(out, "- **Example:** {}", escaped(&words.example));
    let _ = writeln!(out, "- **Source:** {}", escaped(&words.source));
    if !words.readings.is_empty() {
        let link = |key: &String| format!("[`{key}`](#{})", id("reading", key));
        let links: Vec<String> = words.readings.iter().map(link).collect();
        let _ = writeln!(out, "- **Readings:** {}", links.join(", "));
    }
    if !words.reads.is_empty() {
        let fields: Vec<String> = words.reads.iter().map(|field| format!("`{field}`")).collect();
        let _ = writeln!(out, "- **Fields read besides the texts:** {}", fields.join(", "));
    }
    if !words.parts.is_empty() {
        out.push_str("\n| part | what it is |\n|---|---|\n");
        for (name, what) in &words.parts {
            let _ = writeln!(out, "| `{name}` | {} |", cell(what));
        }
    }
    out
}

fn cap(docs: &CapDocs) -> String {
    let head = format!("Fires on {}: {}.\n\n", escaped(docs.when), escaped(&limits(docs)));
    head + &body(docs.words)
}

fn values(reading: &Reading) -> String {
    let value = |value: &&str| {
        let printed = if reading.printed == Some(*value) { " *printed*" } else { "" };
        format!("`{value}`{printed}")
    };
    reading.values.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// Words in which nothing is taken for markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if matches!(c, '*' | '<' | '[' | ']' | '\\' | '`' | '|' | '_') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The same for a cell of a table, which is one line.
fn cell(text: &str) -> String {
    escaped(text).replace('\n', " ")
}
