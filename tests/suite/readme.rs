//! Checks that the generated parts of the README and of the list of keys match the program's tables.
//! `LOCKBENCH_BLESS=1` rewrites them.

use std::fmt::Write as _;
use std::path::Path;

use lockbench::rubric::RUBRICS;
use lockbench::tui::keymap::{Context, Keymap, Row};

/// Returns the generated parts: file, name and content. A part begins with `<!-- generated: NAME -->` and
/// ends with `<!-- end: NAME -->`.
fn parts() -> Vec<(&'static str, &'static str, String)> {
    vec![("docs/rubrics.md", "rubrics", rubrics()), ("KEYS.md", "keys", keys())]
}

/// Name of the list of contexts in which all window keys apply. Such a row is given once on the page of keys,
/// before the others.
const WINDOWS: &str = "windows";
/// A row that applies in this many typing contexts is given once on the page of keys too.
const COMMON: usize = 5;
const COMMON_IN_LISTS: &str = "
These keys hold where a screen gives them no meaning of its own, and are not repeated below. A click goes to a row, and a click
on the row in focus does what `Enter` does; where the rows are choices, the first click does.
";
const COMMON_IN_LINES: &str = "
These keys are not repeated below.
";

/// Returns the keys as a page of Markdown: first those common to many contexts, then those that each context
/// adds.
fn keys() -> String {
    let map = Keymap::default();
    let mut page = String::from("# Keys\n");
    let mut table = |title: &str, about: &str, rows: &[&Row]| {
        page.push_str(&format!("\n## {title}\n{about}\n"));
        page.push_str(if rows.is_empty() {
            "Those of the tables above.\n"
        } else {
            "| key | does |\n|---|---|\n"
        });
        for row in rows {
            page.push_str(&format!("| `{}` | {} |\n", row.label().replace('|', "\\|"), row.binding.help));
        }
    };
    let is_common = |row: &Row, typed: bool| match typed {
        true => row.contexts.iter().filter(|context| context.is_typed_in()).count() >= COMMON,
        false => row.binding.in_all.as_deref() == Some(WINDOWS),
    };
    let common = |typed| map.rows().iter().filter(|row| is_common(row, typed)).collect::<Vec<_>>();
    table("In lists and windows", COMMON_IN_LISTS, &common(false));
    table("Where you type or choose", COMMON_IN_LINES, &common(true));
    for &context in Context::ALL {
        let rows = map.rows_of(context).filter(|row| !is_common(row, context.is_typed_in()));
        table(context.title(), "", &rows.collect::<Vec<_>>());
    }
    page
}

fn rubrics() -> String {
    let mut out = "| rubric | metrics | caps |\n|---|---|---|\n".to_owned();
    for entry in RUBRICS {
        let rubric = (entry.load)(entry.toml).unwrap();
        let docs = rubric.docs();
        let list =
            |names: Vec<&str>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ");
        let metrics = list(docs.metrics.iter().map(|(key, _)| *key).collect());
        let caps = list(docs.caps.iter().map(|cap| cap.slug).collect());
        writeln!(out, "| `{}` ({}) | {metrics} | {caps} |", entry.slug, entry.title).unwrap();
    }
    out
}

#[test]
fn generated_parts_are_current() {
    for (file, name, body) in parts() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let old = std::fs::read_to_string(&path).unwrap();
        let mut new = old.clone();
        let (open, close) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end: {name} -->"));
        let start = new.find(&open).unwrap_or_else(|| panic!("{file} has no part {name}")) + open.len();
        let end = start + new[start..].find(&close).unwrap_or_else(|| panic!("part {name} has no end"));
        new.replace_range(start..end, &format!("\n{}\n\n", body.trim()));
        if std::env::var_os("LOCKBENCH_BLESS").is_some() {
            std::fs::write(&path, &new).unwrap();
        } else {
            assert!(
                new == old,
                "{file} is not current; run: LOCKBENCH_BLESS=1 cargo test --test suite readme"
            );
        }
    }
}

/// The two commands at the beginning of the README are those by which it is checked.
#[test]
fn the_readme_names_its_commands() {
    let text = include_str!("../../README.md");
    let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("cargo ")).collect();
    assert!(commands.first().is_some_and(|line| line.starts_with("cargo run --release")), "{commands:?}");
    assert!(commands.get(1).is_some_and(|line| line.starts_with("cargo test")), "{commands:?}");
}
