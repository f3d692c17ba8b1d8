//! What the modules must not know, and how large a file may grow: read off the source itself.

use std::fs;
use std::path::{Path, PathBuf};

use lockbench::rubric::RUBRICS;

/// Lines that a file under `src` may have before its tests. Past that it has more than one purpose.
const LONGEST_FILE: usize = 650;

/// Modules that compute and nothing else.
const PURE: [&str; 11] = [
    "agree",
    "audit",
    "text",
    "embedding",
    "evidence",
    "labels",
    "measures",
    "rubric",
    "report",
    "ledger",
    "num",
];

/// What each module below the front ends may name of the crate.
const MAY_NAME: [(&str, &[&str]); 13] = [
    ("num", &[]),
    ("text", &["num"]),
    ("embedding", &["text"]),
    ("case", &["num", "text"]),
    ("ledger", &["num"]),
    ("labels", &["case", "num", "text"]),
    ("measures", &["num", "text"]),
    ("evidence", &["case", "embedding", "labels", "measures", "num", "text"]),
    ("report", &["case", "labels", "ledger", "num", "text"]),
    ("agree", &["report", "text"]),
    ("rubric", &["case", "labels", "ledger", "measures", "num", "report", "text"]),
    ("audit", &["case", "labels", "ledger", "measures", "num", "report", "rubric", "text"]),
    ("engine", &["case", "embedding", "evidence", "labels", "measures", "num", "report", "rubric", "text"]),
];

/// A file of the source: where it is below `src`, and its lines of code.
struct Source {
    path: String,
    /// Lines that are neither comments nor tests, with their numbers.
    code: Vec<(usize, String)>,
    /// How many lines there are before the tests.
    lines: usize,
}

impl Source {
    /// The module at the top of which the file is a part.
    fn module(&self) -> &str {
        self.path.split(['/', '.']).next().unwrap_or_default()
    }

    /// Lines that hold one of the words.
    fn naming(&self, words: &[&str]) -> Vec<String> {
        let holds = |line: &str| words.iter().any(|word| line.contains(word));
        let found = self.code.iter().filter(|(_, line)| holds(line));
        found.map(|(at, line)| format!("src/{}:{at}: {}", self.path, line.trim())).collect()
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() { files_below(&path, found) } else { found.push(path) }
    }
    found.sort();
}

fn sources() -> Vec<Source> {
    let (src, mut files) = (root().join("src"), Vec::new());
    files_below(&src, &mut files);
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    assert!(files.len() > 20, "the source is not where it should be");
    files.iter().map(|file| source(&src, file)).collect()
}

fn source(src: &Path, file: &Path) -> Source {
    let path = file.strip_prefix(src).expect("a file below src").to_string_lossy().replace('\\', "/");
    let text = fs::read_to_string(file).expect("a readable source file");
    let test_file = path.ends_with("tests.rs") || path.contains("/tests/");
    let (mut code, mut lines) = (Vec::new(), 0);
    for (at, line) in text.lines().enumerate() {
        // Tests stand last in a file; they may read and time what they like.
        if test_file || line.starts_with("#[cfg(test)]") {
            break;
        }
        lines = at + 1;
        if !line.trim_start().starts_with("//") {
            code.push((at + 1, line.to_owned()));
        }
    }
    Source { path, code, lines }
}

#[test]
fn only_the_workbench_knows_the_terminal() {
    let named: Vec<_> = sources()
        .iter()
        .filter(|source| source.module() != "tui")
        .flat_map(|source| source.naming(&["ratatui", "crossterm", "tui_textarea"]))
        .collect();
    assert!(named.is_empty(), "{named:#?}");
}

#[test]
fn what_computes_does_no_io_and_reads_no_clock() {
    let outside = [
        "std::fs",
        "std::io",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "SystemTime",
        "Instant",
        "println!",
        "print!",
        "thread_local!",
        "static mut",
        "OnceLock",
        "Mutex",
        "Atomic",
    ];
    let named: Vec<_> = sources()
        .iter()
        .filter(|source| PURE.contains(&source.module()))
        .flat_map(|source| source.naming(&outside))
        .collect();
    assert!(named.is_empty(), "{named:#?}");
}

/// What goes to the standard streams is cleaned in one place; the screen of the workbench is drawn in another.
#[test]
fn one_place_writes_to_the_standard_streams() {
    let ways =
        ["stdout", "stderr", "print!", "println!", ".print(", ".exit()", "dbg!", "/dev/tty", "/dev/fd"];
    let places = ["cli/output.rs", "tui/terminal.rs"];
    let named: Vec<_> = sources()
        .iter()
        .filter(|source| !places.contains(&source.path.as_str()))
        .flat_map(|source| source.naming(&ways))
        .collect();
    assert!(named.is_empty(), "{named:#?}");
}

#[test]
fn modules_know_only_what_is_before_them() {
    let mut wrong = Vec::new();
    for source in sources() {
        let Some((module, allowed)) = MAY_NAME.iter().find(|(module, _)| *module == source.module()) else {
            continue;
        };
        for (at, line) in &source.code {
            for after in line.split("crate::").skip(1) {
                let named: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if !named.is_empty() && named != *module && !allowed.contains(&named.as_str()) {
                    wrong.push(format!("src/{}:{at}: `{module}` names `{named}`", source.path));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Files of `src/tui` do not import each other in circles: neither those of one folder, nor one folder another. A
/// file and the folder of its name are one module here; what they take of each other is their own affair.
#[test]
fn the_workbench_has_no_circles() {
    let code = |source: &Source| source.code.iter().map(|(_, line)| format!("{line}\n")).collect::<String>();
    let below = |source: &Source| source.path.strip_prefix("tui/").map(str::to_owned);
    let files: Vec<(String, String)> =
        sources().iter().filter_map(|source| Some((below(source)?, code(source)))).collect();
    assert!(files.len() > 30, "the workbench is not where it should be");
    let circles = circles_of(&files);
    assert!(circles.is_empty(), "{circles:#?}");
    // A screen knows other screens, but not the table of all of them.
    let imports = imports_of(&files);
    let upward =
        imports.iter().filter(|(from, to)| from[0] == "screens" && from.len() > 1 && *to == ["screens"]);
    assert_eq!(upward.collect::<Vec<_>>(), Vec::<&(Vec<String>, Vec<String>)>::new());
}

/// The check finds what it is for: drawing that asks the update where things are, which asks the drawing.
#[test]
fn a_circle_is_found_through_folders_and_groups() {
    let file = |path: &str, code: &str| (path.to_owned(), code.to_owned());
    let mut files = vec![
        file("update.rs", "mod focus;\nuse super::msg::Message;"),
        file("update/focus.rs", "use crate::tui::view::{caps, list};"),
        file("view.rs", "mod caps;\npub use caps::groups;"),
        file("view/caps.rs", "use super::list;"),
        file("view/list.rs", ""),
        file("msg.rs", ""),
    ];
    assert_eq!(circles_of(&files), Vec::<String>::new());
    files[4].1 = "use crate::tui::{\n    msg::Message,\n    update::{focus, lit},\n};".to_owned();
    assert_eq!(circles_of(&files), ["update -> view -> update"]);
    files[4].1 = "fn first() { super::caps::groups() }".to_owned();
    assert_eq!(circles_of(&files), ["view/caps -> view/list -> view/caps"]);
}

/// A module below `src/tui`, by its path.
type Module = Vec<String>;

/// What each file names of the modules below `src/tui`.
fn imports_of(files: &[(String, String)]) -> Vec<(Module, Module)> {
    let module =
        |path: &str| -> Module { path.trim_end_matches(".rs").split('/').map(str::to_owned).collect() };
    let modules: Vec<Module> = files.iter().map(|(path, _)| module(path)).collect();
    let mut imports = Vec::new();
    for ((_, code), from) in files.iter().zip(&modules) {
        let mut named: Vec<Module> = Vec::new();
        for (start, after) in code.match_indices("crate::tui::").map(|(at, word)| (at, at + word.len())) {
            if !code[..start].ends_with(|c: char| c.is_alphanumeric()) {
                paths(&code[after..], &Vec::new(), &mut named);
            }
        }
        for (start, word) in code.match_indices("super::") {
            // Of several in a row, the first one reads the others.
            if code[..start].ends_with("super::") {
                continue;
            }
            let rest = code[start..].trim_start_matches(word);
            let ups = (code.len() - start - rest.len()) / word.len();
            let base = from[..from.len().saturating_sub(ups)].to_vec();
            paths(rest, &base, &mut named);
        }
        for mut path in named {
            while !path.is_empty() && !modules.contains(&path) {
                path.pop();
            }
            if !path.is_empty() && path != *from {
                imports.push((from.clone(), path));
            }
        }
    }
    imports
}

/// The paths that begin a piece of code, each after `base`: `a::b`, or `{a, b::{c, d}}`.
fn paths(code: &str, base: &Module, found: &mut Vec<Module>) {
    if let Some(group) = code.strip_prefix('{') {
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    paths(group[start..at].trim(), base, found);
                    start = at + 1;
                    if c == '}' {
                        return;
                    }
                }
                _ => {}
            }
        }
        return;
    }
    let word: String = code.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut path = base.clone();
    path.extend((!word.is_empty() && word != "self").then(|| word.clone()));
    match code[word.len()..].strip_prefix("::") {
        Some(rest) if !word.is_empty() => paths(rest, &path, found),
        _ => found.push(path),
    }
}

/// Circles of modules, in each folder between its files and folders.
fn circles_of(files: &[(String, String)]) -> Vec<String> {
    let imports = imports_of(files);
    let mut edges: Vec<(Module, Module)> = Vec::new();
    for (from, to) in &imports {
        let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        // One above the other is a module and its own folder.
        if shared < from.len() && shared < to.len() {
            edges.push((from[..=shared].to_vec(), to[..=shared].to_vec()));
        }
    }
    edges.sort();
    edges.dedup();
    let mut circles = Vec::new();
    let starts: std::collections::BTreeSet<&Module> = edges.iter().map(|(from, _)| from).collect();
    for start in starts {
        // The way back to the start, if it leads over modules that come after it: each circle is told once.
        let mut ways = vec![vec![start]];
        let mut seen = vec![start];
        while let Some(way) = ways.pop() {
            for (_, to) in edges.iter().filter(|(from, _)| Some(&from) == way.last()) {
                if to == start {
                    let names: Vec<String> =
                        way.iter().chain([&start]).map(|module| module.join("/")).collect();
                    circles.push(names.join(" -> "));
                } else if to > start && !seen.contains(&to) {
                    seen.push(to);
                    ways.push(way.iter().copied().chain([to]).collect());
                }
            }
        }
    }
    circles
}

#[test]
fn files_stay_small() {
    let long: Vec<_> = sources()
        .iter()
        .filter(|source| source.lines > LONGEST_FILE)
        .map(|source| format!("src/{}: {} lines, at most {LONGEST_FILE}", source.path, source.lines))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn nothing_is_unsafe() {
    let manifest: toml::Table =
        fs::read_to_string(root().join("Cargo.toml")).expect("the manifest").parse().expect("a TOML file");
    let lint = manifest["lints"]["rust"]["unsafe_code"].as_str();
    assert_eq!(lint, Some("forbid"));
    let allowed: Vec<_> = sources()
        .iter()
        .flat_map(|source| source.naming(&["allow(unsafe_code", "unsafe {", "unsafe fn"]))
        .collect();
    assert!(allowed.is_empty(), "{allowed:#?}");
}

/// A rubric is one Rust file, one TOML file and one row; nothing else lies about under a rubric's name.
#[test]
fn a_rubric_is_one_file_one_table_and_one_row() {
    let rows: Vec<String> = RUBRICS.iter().map(|entry| entry.slug.replace('-', "_")).collect();
    assert!(!rows.is_empty(), "there are rubrics");
    let mut names = rows.clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), rows.len(), "a slug names one rubric");
    let folder = root().join("src/rubric");
    for name in &rows {
        for extension in ["rs", "toml"] {
            let file = folder.join(format!("{name}.{extension}"));
            assert!(file.is_file(), "{} is missing", file.display());
        }
    }
    let mut files = Vec::new();
    files_below(&folder, &mut files);
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "toml")) {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(rows.contains(&stem), "{} belongs to no row", file.display());
    }
}

/// Numbers of a rubric stand in its TOML: no decimal fraction is written in a rubric's Rust, and no cap's limit.
#[test]
fn a_rubric_has_its_numbers_in_its_table() {
    let names: Vec<String> =
        RUBRICS.iter().map(|entry| format!("rubric/{}.rs", entry.slug.replace('-', "_"))).collect();
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| names.contains(&source.path)) {
        for (at, line) in &source.code {
            let bytes = line.as_bytes();
            let fraction = bytes
                .windows(3)
                .any(|three| three[0].is_ascii_digit() && three[1] == b'.' && three[2].is_ascii_digit());
            if fraction && !line.contains('"') {
                wrong.push(format!("src/{}:{at}: {}", source.path, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A test file that the binary does not name would never run.
#[test]
fn every_test_file_runs() {
    let folder = root().join("tests/suite");
    let main = fs::read_to_string(folder.join("main.rs")).expect("the test binary");
    for entry in fs::read_dir(&folder).expect("the tests") {
        let path = entry.expect("an entry of a folder").path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "rs") && stem != "main" {
            assert!(main.contains(&format!("mod {stem};")), "tests/suite/main.rs does not name {stem}");
        }
    }
}
