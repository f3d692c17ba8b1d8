//! Tests the Python package by those of its tests that need only the standard library.

use std::path::Path;
use std::process::Command;

#[test]
fn the_python_package_judges_through_the_program_that_was_built() {
    let python = if cfg!(windows) { "python" } else { "python3" };
    if !Command::new(python).arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no {python}");
        return;
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/tests/test_scorer.py");
    let output = Command::new(python)
        .args(["-B", "-m", "unittest"])
        .arg(&tests)
        .env("LOCKBENCH_BIN", env!("CARGO_BIN_EXE_lockbench"))
        .output()
        .expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
