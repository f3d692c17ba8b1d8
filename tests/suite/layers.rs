//! Checks which modules may name which others, and the size of files, from the source itself.
//!
//! Each check is also tried on a source that it must reject.

mod checks;
mod source;

use std::fs;
use std::path::PathBuf;

use lockbench::rubric::RUBRICS;

use source::{Named, Source, files_below, relative};

/// Most lines of a file under `src` before its tests. A longer file has more than one purpose.
const LONGEST_FILE: usize = 650;

/// Modules that only compute.
const PURE: [&str; 26] = [
    "agree", "annotation_rules", "blind", "class", "consistency", "document", "markup", "audit", "syntax",
    "text", "embedding", "evidence", "gym", "labels", "lesson", "lint", "measures", "mutate", "prediction",
    "prompt", "rubric", "report", "stats", "stepping", "ledger", "num",
];

/// The modules of the crate that each module below the front ends may name.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("num", &[]),
    ("work", &[]),
    ("stats", &[]),
    ("threads", &[]),
    ("guard", &[]),
    ("syntax", &[]),
    ("text", &["num", "syntax", "work"]),
    ("embedding", &["syntax", "text", "work"]),
    ("markup", &["text"]),
    ("document", &["markup", "text"]),
    ("case", &["num", "text"]),
    ("ledger", &["num"]),
    ("labels", &["case", "num", "text"]),
    ("measures", &["num", "text"]),
    ("evidence", &["case", "embedding", "labels", "measures", "num", "syntax", "text"]),
    ("annotation_rules", &["labels"]),
    ("consistency", &["labels", "text"]),
    ("mutate", &["annotation_rules", "case", "engine", "evidence", "labels", "syntax", "text"]),
    ("report", &["case", "labels", "ledger", "num", "text"]),
    ("agree", &["document", "labels", "num", "report", "stats", "text"]),
    ("rubric", &["case", "labels", "ledger", "measures", "num", "report", "text"]),
    ("prompt", &["case", "labels", "rubric", "text"]),
    ("files", &[]),
    ("judge", &["audit", "case", "files", "guard", "labels", "num", "prompt", "report", "rubric", "text"]),
    ("lint", &["case", "labels", "measures", "num", "report", "rubric", "text"]),
    ("audit", &["case", "labels", "ledger", "measures", "num", "report", "rubric", "text"]),
    ("engine", &["case", "embedding", "evidence", "labels", "measures", "num", "report", "rubric", "text"]),
    ("blind", &["agree", "case", "labels", "num", "report", "rubric", "session", "text"]),
    ("prediction", &["case", "engine", "labels", "ledger", "num", "report", "rubric"]),
    ("gym", &["case", "engine", "labels", "mutate", "prediction", "report", "rubric", "text"]),
    ("progress", &["files", "session", "text"]),
    ("stepping", &["case", "engine", "labels", "ledger", "report", "rubric"]),
    (
        "lesson",
        &["annotation_rules", "case", "engine", "labels", "num", "prediction", "report", "rubric", "text"],
    ),
    (
        "adjudication",
        &["agree", "annotations", "case", "engine", "labels", "num", "report", "session", "text", "threads"],
    ),
    (
        "class",
        &["agree", "document", "export", "gym", "labels", "lesson", "num", "report", "rubric", "stats"],
    ),
    (
        "project",
        &[
            "agree", "annotations", "blind", "case", "document", "embedding", "engine", "export", "files",
            "labels", "num", "progress", "rubric", "session", "stats",
        ],
    ),
    (
        "export",
        &[
            "adjudication", "annotation_rules", "case", "document", "embedding", "engine", "labels",
            "ledger", "markup", "num", "report", "rubric", "session", "stats", "text",
        ],
    ),
    ("session", &["audit", "case", "embedding", "engine", "evidence", "files", "labels", "report", "text"]),
    (
        "annotations",
        &[
            "agree", "case", "embedding", "engine", "evidence", "labels", "num", "report", "rubric",
            "session", "text", "threads",
        ],
    ),
];

/// The parts of a session that access its file, or run beside it; the others only compute.
const SESSION_IO: [&str; 5] = ["store", "error", "folder", "merge", "conflicts"];

/// Modules that may name any other, since none may name them.
const FRONT_ENDS: &[&str] = &["cli", "schema", "tui"];

/// State that computing modules keep: file, word, and why results do not depend on it.
const KEPT: &[(&str, &str, &str)] = &[
    ("core/text/sentence.rs", "OnceLock", "what is read of a sentence, which its characters alone determine"),
    ("core/text.rs", "OnceLock", "the blocks of a text, which its characters alone determine"),
    (
        "core/evidence.rs",
        "OnceLock",
        "an article's pairs of words and directions, which its characters and the table of vectors determine",
    ),
    (
        "core/text.rs",
        "Mutex",
        "the sentences that readers keep together, which their characters alone determine",
    ),
];

/// Functions that turn a literal into a number of a rubric.
const MAKERS: &[&str] = &["Num::int", "Num::decimal", "Num::count", "Num::Real"];

/// Numbers in a rubric's Rust code that are not rules: file, literal, meaning.
const NO_RULES: &[(&str, &str, &str)] = &[
    ("core/rubric/anchor.rs", "2", "a mean of two, and the two texts that IDF counts in"),
    ("core/rubric/anchor/verdict.rs", "12", "labels that a reason names"),
    ("core/rubric/judge_lock_ultra/run.rs", "1e6", "digits that a sum keeps"),
    ("core/rubric/judge_lock_ultra/run.rs", "1e-9", "what rounding may leave"),
    ("core/rubric/judge_lock_ultra/sampled_context.rs", "2.0", "more likely than not"),
    ("core/rubric/synthlink.rs", "5", "its metrics"),
    ("core/rubric/synthlink/inputs.rs", "5", "names that a note has"),
    ("core/rubric/locks/sampler.rs", "16", "labels of a list with strata of their own"),
    ("core/rubric/locks/sampler.rs", "37", "how far strata are shifted that labels share"),
    ("core/rubric/locks/sampler.rs", "12", "uniform numbers whose sum is nearly normal"),
    ("core/rubric/locks/sampler.rs", "2.0", "their mean, from their number"),
    ("core/rubric/locks/lock.rs", "48", "bits for caps"),
    ("core/rubric/locks/lock.rs", "8", "bits for what fails a case"),
    ("core/rubric/locks/fast_evaluator.rs", "5", "the metrics"),
    ("core/rubric/locks/fast_evaluator.rs", "3", "bits of a decision"),
    ("core/rubric/locks/fast_evaluator.rs", "4", "bits of a decision"),
    ("core/rubric/locks/fast_evaluator.rs", "48", "bits for caps"),
    ("core/rubric/locks/fast_evaluator.rs", "3000", "counts that are looked at before a search"),
    ("core/rubric/locks/sample.rs", "7", "outcomes of a label"),
    ("core/rubric/locks/sample.rs", "10", "bits of a count"),
    ("core/rubric/locks/formulas.rs", "1e-9", "what rounding may leave"),
    ("core/rubric/locks/formulas.rs", "2", "a mean of two"),
    ("core/rubric/locks/fast_evaluator.rs", "1e-9", "what rounding may leave"),
    ("core/rubric/locks/sample.rs", "2.0", "more likely than not"),
    ("core/rubric/locks/change_evaluator.rs", "256", "lists that a search keeps"),
    ("core/rubric/locks/change_evaluator.rs", "500", "labels that could be looked at while lists are joined"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files below a folder of the repository, with their texts.
fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = root().join(folder);
    let files = files_below(&folder);
    let sources = files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let read =
        |file: &PathBuf| (relative(&folder, file), fs::read_to_string(file).expect("a readable source file"));
    sources.map(read).collect()
}

fn sources() -> Vec<Source> {
    let files = texts("src");
    assert!(files.len() > 20, "the source is not where it should be");
    files.iter().map(|(path, text)| Source::new(path, text)).collect()
}

/// Returns the sources below some modules.
fn of(sources: &[Source], within: impl Fn(&str) -> bool) -> Vec<&Source> {
    sources.iter().filter(|source| source.module.first().is_some_and(|module| within(module))).collect()
}

/// Made-up sources.
fn made_up(files: &[(&str, &str)]) -> Vec<Source> {
    files.iter().map(|(path, text)| Source::new(path, text)).collect()
}

#[test]
fn only_the_workbench_knows_the_terminal() {
    let terminal = ["ratatui", "crossterm", "termina", "tui_textarea"];
    let sources = sources();
    let wrong = checks::words(&of(&sources, |module| module != "tui"), &terminal);
    assert!(wrong.is_empty(), "{wrong:#?}");
    for text in
        ["use ratatui::Frame;", "use {std::fs, crossterm::event};", "fn f() -> ratatui::Frame { todo() }"]
    {
        let wrong = checks::words(&made_up(&[("text/chars.rs", text)]).iter().collect::<Vec<_>>(), &terminal);
        assert_eq!(wrong.len(), 1, "{text}");
    }
    let text =
        "/// Unlike ratatui.\nfn f() { \"crossterm\" }\n#[cfg(test)]\nmod tests { use ratatui::Frame; }";
    let harmless = made_up(&[("text/chars.rs", text)]);
    assert_eq!(checks::words(&harmless.iter().collect::<Vec<_>>(), &terminal), [""; 0]);
}

#[test]
fn what_computes_does_no_io_and_reads_no_clock() {
    let outside = ["std::fs", "std::io", "std::net", "std::env", "std::process", "std::thread"];
    let words = [
        "SystemTime", "Instant", "println!", "print!", "eprintln!", "eprint!", "thread_local!", "OnceLock",
        "Mutex", "RwLock", "AtomicUsize", "AtomicBool", "AtomicU64", "UnsafeCell",
    ];
    let check =
        |sources: &[&Source]| [checks::paths(sources, &outside), checks::words(sources, &words)].concat();
    let sources = sources();
    let mut wrong = check(&of(&sources, |module| PURE.contains(&module)));
    for (file, word, _) in KEPT {
        let known = wrong.len();
        let is_kept = |fault: &String| fault.starts_with(&format!("src/{file}:")) && fault.contains(word);
        wrong.retain(|fault| !is_kept(fault));
        assert!(wrong.len() < known, "{file} has no {word} any more");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for text in [
        "use std::fs;",
        "use std::{fmt, fs::File};",
        "use std::{\n    fmt,\n    io::{self, Read},\n};",
        "fn f() { std::env::var(\"HOME\"); }",
        "use std::time::Instant;",
        "fn f() { println!(\"{}\", 1) }",
        "static ONCE: std::sync::OnceLock<u8> = std::sync::OnceLock::new();",
    ] {
        let made_up = made_up(&[("rubric/locks/rules.rs", text)]);
        assert!(!check(&of(&made_up, |module| PURE.contains(&module))).is_empty(), "{text}");
    }
}

/// Only one module writes to the standard streams, and sanitises what it writes; another one draws the
/// screen.
#[test]
fn one_place_writes_to_the_standard_streams() {
    let ways = ["stdout", "stderr", "print!", "println!", "eprint!", "eprintln!", "dbg!"];
    let devices = ["/dev/tty", "/dev/fd", "/dev/std"];
    let check = |sources: &[Source]| -> Vec<String> {
        // A judge's process has its own streams, which are pipes; the guard's are those of the screen
        // that it restores.
        let places = ["cli/output.rs", "guard.rs", "tui/input.rs", "tui/terminal.rs", "judge/process.rs"];
        let others: Vec<&Source> =
            sources.iter().filter(|source| !places.contains(&source.path.as_str())).collect();
        let literals = others.iter().flat_map(|source| {
            let named =
                source.literals.iter().filter(|literal| devices.iter().any(|d| literal.text.contains(d)));
            named.map(|literal| source.at(literal.line)).collect::<Vec<_>>()
        });
        literals.chain(checks::words(&others, &ways)).collect()
    };
    let wrong = check(&sources());
    assert!(wrong.is_empty(), "{wrong:#?}");
    for text in ["use std::io::stdout;", "fn f() { eprintln!() }", "fn f() { open(\"/dev/tty\") }"] {
        assert_eq!(check(&made_up(&[("cli/score.rs", text)])).len(), 1, "{text}");
    }
}

/// Only the store of a session accesses its file and the clock: events are determined by what was done
/// and when, and states by the events.
#[test]
fn only_the_store_of_a_session_knows_its_file() {
    let outside = ["std::fs", "std::io", "std::env", "std::process", "std::thread", "std::time"];
    let words = ["Mutex", "RwLock", "OnceLock", "SystemTime", "Instant", "rusqlite"];
    let computes = |source: &&Source| {
        let part = source.module.get(1);
        source.module.first().is_some_and(|module| module == "session")
            && part.is_some_and(|part| !SESSION_IO.contains(&part.as_str()))
    };
    // Any function that asks for the time; a variable may have the same name.
    let clock = |sources: &[&Source]| -> Vec<String> {
        let asks = |named: &&Named| {
            let segments = &named.segments;
            segments.len() > 1
                && segments.last().is_some_and(|last| ["now", "now_v7"].contains(&last.as_str()))
        };
        let of_one = |source: &&Source| {
            source.names.iter().filter(asks).map(|named| source.at(named.line)).collect::<Vec<_>>()
        };
        sources.iter().flat_map(of_one).collect()
    };
    let check = |sources: &[Source]| -> Vec<String> {
        let computing: Vec<&Source> = sources.iter().filter(computes).collect();
        // Answers of judges are cached in a file of their own.
        let others = of(sources, |module| module != "session");
        let cache = ["judge".to_owned(), "cache".to_owned()];
        let others: Vec<&Source> = others.into_iter().filter(|source| source.module != cache).collect();
        [
            checks::paths(&computing, &outside),
            checks::words(&computing, &words),
            clock(&computing),
            checks::words(&others, &["rusqlite"]),
        ]
        .concat()
    };
    let sources = sources();
    assert!(
        sources.iter().filter(computes).count() > 8,
        "the parts of a session are not where they should be"
    );
    let wrong = check(&sources);
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (path, text) in [
        ("session/state.rs", "use std::fs::File;"),
        ("session/foreign/potato.rs", "use {uuid::Uuid, std::{fmt, io}};"),
        ("session/units.rs", "fn f() { rusqlite::Connection::open(path) }"),
        ("session/event.rs", "fn f() -> At { super::store::now() }"),
        ("session/check.rs", "fn f() -> Uuid { Uuid::now_v7() }"),
        ("session/label_import.rs", "fn f() { jiff::Timestamp::now() }"),
        ("cli/sessions/list.rs", "use rusqlite::Connection;"),
    ] {
        assert_eq!(check(&made_up(&[(path, text)])).len(), 1, "{path}: {text}");
    }
    for (path, text) in [
        (
            "session/store/record.rs",
            "use std::fs; fn f() { (rusqlite::Connection::open(path), Uuid::now_v7()) }",
        ),
        (
            "session/state.rs",
            "/// From now on.\n#[cfg(test)]\nmod tests { use std::fs; use super::super::now; }",
        ),
        ("session/lines.rs", "fn f(now: At) { now.as_str() }"),
        ("session.rs", "pub use store::now;"),
    ] {
        assert_eq!(check(&made_up(&[(path, text)])), [""; 0], "{path}: {text}");
    }
}

/// An export only writes to the given destination: it opens no file, reads no clock, and starts no
/// process.
#[test]
fn an_export_writes_only_where_it_is_told() {
    let outside = ["std::fs", "std::env", "std::net", "std::process", "std::thread", "std::time"];
    let words = ["stdout", "stderr", "SystemTime", "Instant", "rusqlite"];
    let check = |sources: &[Source]| {
        let own = of(sources, |module| module == "export");
        [checks::paths(&own, &outside), checks::words(&own, &words)].concat()
    };
    let wrong = check(&sources());
    assert!(wrong.is_empty(), "{wrong:#?}");
    for text in ["use std::fs::File;", "fn f() { std::time::Instant::now() }", "use std::io::stdout;"] {
        assert!(!check(&made_up(&[("export/session/html.rs", text)])).is_empty(), "{text}");
    }
}

#[test]
fn modules_know_only_what_is_before_them() {
    let wrong = checks::order(&sources(), MAY_NAME, FRONT_ENDS);
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (path, text) in [
        ("text/span.rs", "use crate::rubric::Readings;"),
        ("text/numbers/units.rs", "use crate::{num::Num, rubric};"),
        ("text/numbers/units.rs", "use super::super::super::report;"),
        ("num.rs", "fn f() -> super::labels::List { todo() }"),
        ("rubric/locks/rules.rs", "use crate::{\n    num,\n    engine::{self, Engine},\n};"),
        ("lint/bands.rs", "fn f() { vec![crate::engine::Engine::default()] }"),
        ("novel.rs", "use crate::num::Num;"),
    ] {
        assert!(!checks::order(&made_up(&[(path, text)]), MAY_NAME, FRONT_ENDS).is_empty(), "{path}: {text}");
    }
    let harmless = [
        ("text/numbers/units.rs", "use super::super::span;"),
        ("text/span.rs", "#[cfg(test)]\nmod tests { use crate::rubric::Readings; }"),
        ("text/tests/split.rs", "use crate::rubric::Readings;"),
    ];
    assert_eq!(checks::order(&made_up(&harmless), MAY_NAME, FRONT_ENDS), [""; 0]);
}

#[test]
fn imports_run_in_no_circle() {
    assert_eq!(checks::circles(&sources()), Vec::<Vec<String>>::new());
}

#[test]
fn a_circle_of_imports_is_seen() {
    let circle = |files: &[(&str, &str)]| checks::circles(&made_up(files));
    let pair = vec![vec!["rubric::lock".to_owned(), "rubric::ultra".to_owned()]];
    // By the full path, from below, through `super`, in a group, and by a name that the parent
    // re-exports.
    for (lock, ultra) in [
        ("use crate::rubric::ultra::Sampling;", "use crate::rubric::lock;"),
        ("use super::ultra::Sampling;", "use super::{caps, lock::{self, Lock}};"),
        ("fn f() { super::ultra::draw() }", "use crate::{num, rubric::lock::Lock};"),
        ("use crate::rubric::Sampling;", "use super::lock;"),
    ] {
        let rubric =
            ("rubric.rs", "pub mod lock;\npub mod ultra;\npub use ultra::{Sampling, load as load_ultra};");
        assert_eq!(
            circle(&[rubric, ("rubric/lock.rs", lock), ("rubric/ultra.rs", ultra)]),
            pair,
            "{lock} {ultra}"
        );
    }
    let inner = ("rubric/ultra/draw.rs", "use super::super::lock::caps::Cap;");
    let rubric = ("rubric.rs", "");
    let caps = ("rubric/lock/caps.rs", "use crate::rubric::ultra::draw;");
    assert_eq!(circle(&[rubric, inner, caps, ("rubric/lock.rs", ""), ("rubric/ultra.rs", "")]), pair);
    // Three modules, and files within a module.
    let three = [
        ("a.rs", ""),
        ("a/x.rs", "use super::y;"),
        ("a/y.rs", "use super::z;"),
        ("a/z.rs", "use super::x;"),
        ("b.rs", "use crate::a::x;"),
    ];
    assert_eq!(circle(&three), [["a::x", "a::y", "a::z"]]);
    // A parent and its child count as one, and tests may name anything.
    let family = [
        ("a.rs", "use x::X; pub struct A;"),
        ("a/x.rs", "use super::A;\n#[cfg(test)]\nmod tests { use super::super::y; }"),
        ("a/y.rs", "use super::x;"),
    ];
    assert!(circle(&family).is_empty());
}

/// A screen may name other screens, but not the table of all screens, which names it.
#[test]
fn a_screen_does_not_know_the_table_of_screens() {
    let table = ["SCREENS", "ScreenEntry", "panel"];
    let wrong = |sources: &[Source]| -> Vec<String> {
        let screens = of(sources, |module| module == "tui");
        let screens = screens.iter().filter(|source| source.module.get(1).is_some_and(|m| m == "screens"));
        let named = |source: &Source| {
            let names = source.names.iter().filter(|named| named.own && named.segments.len() == 3);
            let of_table = names.filter(|named| {
                named.segments[..2] == ["tui", "screens"] && table.contains(&named.segments[2].as_str())
            });
            of_table.map(|named| source.at(named.line)).collect::<Vec<_>>()
        };
        screens.filter(|source| source.module.len() > 2).flat_map(|source| named(source)).collect()
    };
    let found = wrong(&sources());
    assert!(found.is_empty(), "{found:#?}");
    for text in [
        "use super::SCREENS;",
        "use crate::tui::screens::ScreenEntry;",
        "fn f() { crate::tui::screens::panel(Panel::Caps) }",
    ] {
        assert_eq!(wrong(&made_up(&[("tui/screens/caps.rs", text)])).len(), 1, "{text}");
    }
}

#[test]
fn files_stay_small() {
    let long: Vec<_> = sources()
        .iter()
        .filter(|source| source.lines > LONGEST_FILE)
        .map(|source| format!("src/{}: {} lines, at most {LONGEST_FILE}", source.path, source.lines))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
    let line = "fn f() {}\n";
    let text = format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", line.repeat(LONGEST_FILE), line.repeat(9));
    assert_eq!(Source::new("a.rs", &text).lines, LONGEST_FILE);
    assert_eq!(Source::new("a.rs", &format!("{line}{text}")).lines, LONGEST_FILE + 1);
}

#[test]
fn nothing_is_unsafe() {
    let manifest: toml::Table =
        fs::read_to_string(root().join("Cargo.toml")).expect("the manifest").parse().expect("a TOML file");
    let lint = manifest["workspace"]["lints"]["rust"]["unsafe_code"].as_str();
    assert_eq!(lint, Some("forbid"));
    let wrong =
        |sources: &[Source]| checks::words(&sources.iter().collect::<Vec<_>>(), &["unsafe", "unsafe_code"]);
    let found = wrong(&sources());
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(wrong(&made_up(&[("a.rs", "fn f() { unsafe { g() } }")])).len(), 1);
    assert_eq!(wrong(&made_up(&[("a.rs", "#[allow(unsafe_code)]\nfn f() {}")])).len(), 1);
}

/// A rubric consists of one Rust file, one TOML file and one row; no other files use its name.
#[test]
fn a_rubric_is_one_file_one_table_and_one_row() {
    let rows: Vec<String> = RUBRICS.iter().map(|entry| entry.slug.replace('-', "_")).collect();
    assert!(!rows.is_empty(), "there are rubrics");
    let files = files_below(&root().join("src/core/rubric"));
    let files: Vec<String> =
        files.iter().map(|file| relative(&root().join("src/core/rubric"), file)).collect();
    let wrong = checks::rubrics(&rows, &files);
    assert!(wrong.is_empty(), "{wrong:#?}");
    let made_up = |rows: &[&str], files: &[&str]| {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        checks::rubrics(&owned(rows), &owned(files))
    };
    assert_eq!(made_up(&["twin"], &["twin.rs", "twin.toml", "twin/caps.rs"]), [""; 0]);
    assert_eq!(made_up(&["twin", "twin"], &["twin.rs", "twin.toml"]).len(), 1, "two rows");
    assert_eq!(made_up(&["twin"], &["twin.rs"]).len(), 1, "no table");
    assert_eq!(made_up(&["twin"], &["twin.toml"]).len(), 1, "no Rust");
    assert_eq!(made_up(&["twin"], &["twin.rs", "twin.toml", "twin/more.toml"]).len(), 1, "two tables");
    assert_eq!(made_up(&["twin"], &["twin.rs", "twin.toml", "lost.toml"]).len(), 1, "no row");
}

/// The numbers of a rubric are in its TOML: its Rust code contains no decimal fraction and makes no score
/// from a literal.
#[test]
fn a_rubric_has_its_numbers_in_its_table() {
    let mut folders: Vec<String> = RUBRICS.iter().map(|entry| entry.slug.replace('-', "_")).collect();
    folders.push("locks".to_owned());
    let of_rubrics = |source: &&Source| {
        source.module.first().is_some_and(|module| module == "rubric")
            && source.module.get(1).is_some_and(|module| folders.contains(module))
    };
    let check = |sources: &[Source]| {
        checks::numbers(&sources.iter().filter(of_rubrics).collect::<Vec<_>>(), MAKERS, NO_RULES)
    };
    let wrong = check(&sources());
    assert!(wrong.is_empty(), "{wrong:#?}");
    for path in ["rubric/twin_lock.rs", "rubric/locks/formulas.rs", "rubric/judge_lock_ultra/decides.rs"] {
        for text in [
            "const SEVERE: f64 = 0.5;",
            "fn f() { let (name, from) = (\"severe\", 0.5); }",
            "fn f() { Num::decimal(0.95) }",
            "fn f() { limit(Num::int(3)) }",
            "fn f() { x < 1e-3 }",
            "const ENOUGH: usize = 5;",
        ] {
            assert_eq!(check(&made_up(&[(path, text)])).len(), 1, "{path}: {text}");
        }
        let harmless = "/// At 0.5.\nfn f() { (Num::int(1), pair.0.1, [0; 5], 1.0, \"0.5\", 2 * n) }";
        assert_eq!(check(&made_up(&[(path, harmless)])), [""; 0]);
    }
}

/// A file that no `mod` declares is never compiled, and its tests never run.
#[test]
fn every_file_is_compiled() {
    let mut own = texts("src");
    own.retain(|(path, _)| !path.starts_with("core/") && !path.starts_with("syntax/"));
    let wrong = [
        checks::orphans(&own, &["lib.rs", "main.rs"]),
        checks::orphans(&texts("src/core"), &["lib.rs"]),
        checks::orphans(&texts("src/syntax"), &["lib.rs"]),
        checks::orphans(&texts("tests/suite"), &["main.rs"]),
    ]
    .concat();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let orphans = |files: &[(&str, &str)]| {
        let owned: Vec<_> = files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
        checks::orphans(&owned, &["lib.rs"]).len()
    };
    let lib = ("lib.rs", "pub mod a;\n// mod b;\n");
    assert_eq!(orphans(&[lib, ("a.rs", "mod x;"), ("a/x.rs", "pub(super) mod y;"), ("a/x/y.rs", "")]), 0);
    assert_eq!(orphans(&[lib, ("a.rs", ""), ("b.rs", "")]), 1);
    assert_eq!(orphans(&[lib, ("a.rs", "mod xx;"), ("a/x.rs", "")]), 1);
    assert_eq!(orphans(&[lib, ("a.rs", ""), ("b/x.rs", "")]), 1, "a folder without a file of its own");
}
