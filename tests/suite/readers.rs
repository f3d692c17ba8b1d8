//! Tests output formats and input files with Python's libraries, if they are available.

use std::path::Path;
use std::process::Command;

use crate::cli::run;

/// Exit status of `tests/readers.py` if pyarrow is missing.
const SKIPPED: i32 = 77;

#[test]
fn python_reads_what_is_written_and_writes_what_is_read() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers.py");
    let python = std::env::var_os("LOCKBENCH_PYTHON").unwrap_or_else(|| "python3".into());
    let ran = Command::new(&python).arg(&script).arg(env!("CARGO_BIN_EXE_lockbench")).output();
    let Ok(output) = ran else {
        eprintln!("no {} here: tests/readers.py is not run", python.display());
        return;
    };
    let stdout = String::from_utf8_lossy(&output.stdout);
    eprint!("{stdout}");
    if output.status.code() != Some(SKIPPED) {
        assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_file_of_another_program_is_scored_as_it_is() {
    for name in ["promptfoo.json", "faithbench.json", "ragtruth.jsonl", "deepeval.json", "frame.parquet"] {
        let path = format!("{}/tests/data/files/{name}", env!("CARGO_MANIFEST_DIR"));
        let ran = run(&["score", &path, "--rubric", "twin-lock", "--format", "scores"]);
        assert_eq!((ran.status, ran.lines().len()), (0, 2), "{name}: {}", ran.stderr);
        let dry = run(&["score", &path, "--dry-run"]);
        assert!(dry.status == 0 && dry.stdout.contains("article            <- "), "{name}: {}", dry.stdout);
    }
}
