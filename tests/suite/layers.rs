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
