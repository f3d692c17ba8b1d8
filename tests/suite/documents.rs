//! Checks README.md, ARCHITECTURE.md and docs/: the program accepts their commands, their links and paths
//! exist, and the introductory pages are short.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::run;

/// Most lines of the README.
const MAX_README_LINES: usize = 150;
/// Most lines of ARCHITECTURE.md: two screens of 40.
const MAX_ARCHITECTURE_LINES: usize = 80;
/// An argument that no command has.
const UNKNOWN: &str = "--no-such-argument";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the pages with their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let first = ["README.md", "ARCHITECTURE.md"].map(|name| root().join(name));
    first.into_iter().chain(docs).map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Returns the `lockbench` commands in a page's blocks of shell code.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut in_shell = false;
    for line in page.replace("\\\n", " ").lines() {
        match line.trim_start().strip_prefix("```") {
            Some(kind) => in_shell = !in_shell && kind == "sh",
            None if in_shell && line.starts_with("lockbench ") => commands.push(line.to_owned()),
            None => {}
        }
    }
    commands
}

/// Returns the program's error for the words of a command, up to a pipe, redirection or comment, followed
/// by an unknown word. The program reads from the left, so it names the unknown word only if it accepts
/// all others.
fn complaint(command: &str) -> Option<String> {
    let words = shell_words::split(command).unwrap();
    let end = words.iter().position(|word| [">", "|", "#", "<", "&&"].contains(&word.as_str()));
    let mut args: Vec<&str> = words[1..end.unwrap_or(words.len())].iter().map(String::as_str).collect();
    args.push(UNKNOWN);
    let ran = run(&args);
    (!ran.stderr.contains(UNKNOWN)).then_some(ran.stderr)
}

#[test]
fn the_program_takes_the_commands_of_the_pages() {
    let mut count = 0;
    for (path, page) in pages() {
        for command in commands(&page) {
            count += 1;
            let complaint = complaint(&command);
            assert!(complaint.is_none(), "{}: {command}\n{}", path.display(), complaint.unwrap());
        }
    }
    assert!(count > 40, "{count} commands");
    for wrong in ["lockbench score a.jsonl --formt csv", "lockbench sessions merg a.db"] {
        assert!(complaint(wrong).is_some(), "{wrong}");
    }
}

#[test]
fn links_of_the_pages_lead_somewhere() {
    let mut count = 0;
    for (path, page) in pages() {
        for target in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") || target.starts_with('#') {
                continue;
            }
            count += 1;
            let file = path.parent().unwrap().join(target.split('#').next().unwrap());
            assert!(file.exists(), "{}: {target}", path.display());
        }
    }
    assert!(count > 40, "{count} links");
}

/// Returns the paths of code that a page names: in backticks, with a folder.
fn code_paths(page: &str) -> Vec<&str> {
    let is_code = |text: &&str| {
        let named = text.contains('/') && (text.ends_with(".rs") || text.ends_with(".toml"));
        named && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "/_-.".contains(c))
    };
    page.split('`').skip(1).step_by(2).filter(is_code).collect()
}

/// A path may be relative to any folder.
#[test]
fn code_that_the_pages_name_is_there() {
    let mut files = Vec::new();
    let mut folders =
        ["src", "tests", "examples", "benches", "samples"].map(|name| root().join(name)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let mut count = 0;
    for (page, text) in pages() {
        for path in code_paths(&text) {
            count += 1;
            assert!(files.iter().any(|file| file.ends_with(path)), "{}: {path} is not there", page.display());
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn what_is_read_first_is_short() {
    for (name, most) in [("README.md", MAX_README_LINES), ("ARCHITECTURE.md", MAX_ARCHITECTURE_LINES)] {
        let lines = fs::read_to_string(root().join(name)).unwrap().lines().count();
        assert!(lines <= most, "{name} has {lines} lines, at most {most}");
    }
}
