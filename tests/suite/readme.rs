//! Checks that the generated parts of the README and of the list of keys match the program's tables.
//! `LOCKBENCH_BLESS=1` rewrites them.

use std::fmt::Write as _;
use std::path::Path;

use lockbench::rubric::RUBRICS;
use lockbench::tui::keymap;

/// Returns the generated parts: file, name and content. A part begins with `<!-- generated: NAME -->` and
/// ends with `<!-- end: NAME -->`.
fn parts() -> Vec<(&'static str, &'static str, String)> {
    vec![("docs/rubrics.md", "rubrics", rubrics()), ("KEYS.md", "keys", keymap::markdown())]
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
