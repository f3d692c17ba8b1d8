//! Tests what is distributed besides the program: the wheel, and the GitHub action.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::cli::{Folder, Ran, case, ended};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const PROGRAM: &str = env!("CARGO_BIN_EXE_lockbench");

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn a_wheel_around_the_program_is_installed_and_judges() {
    let able = Command::new("python3").args(["-c", "import ensurepip, venv"]).output();
    if !able.is_ok_and(|ran| ran.status.success()) {
        eprintln!("skipped: there is no python3 with venv");
        return;
    }
    let folder = Folder::new();
    let mut shell = Command::new("bash");
    shell.args([&format!("{ROOT}/docs/packaging/wheel.sh"), PROGRAM, "--out", folder.path()]);
    shell.stdout(Stdio::piped()).stderr(Stdio::piped());
    let ran = ended(shell, b"");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("tried: ") && ran.stdout.contains("judge-lock"), "{}", ran.stdout);
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        assert!(ran.stdout.contains("-py3-none-manylinux_2_"), "{}", ran.stdout);
    }
    let mut wrong = Command::new("python3");
    wrong.args([&format!("{ROOT}/docs/packaging/wheel.py"), &format!("{ROOT}/Cargo.toml")]);
    wrong.stdout(Stdio::piped()).stderr(Stdio::piped());
    let ran = ended(wrong, b"");
    assert!(ran.status == 1 && ran.stderr.contains("name the program that cargo built"), "{}", ran.stderr);
}

/// Runs the script of the action's step, as a runner starts it.
fn action(folder: &Folder, inputs: &[(&str, &str)]) -> Ran {
    let file = std::fs::read_to_string(Path::new(ROOT).join("action.yml")).unwrap();
    let step = file.split("id: score").nth(1).expect("the step that judges");
    let step = step.split("      run: |\n").nth(1).expect("its script");
    let lines = step.lines().take_while(|line| line.starts_with("        ") || line.is_empty());
    let script: String = lines.map(|line| format!("{}\n", line.trim_start_matches("        "))).collect();
    let mut shell = Command::new("bash");
    shell.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", &script]).current_dir(folder.path());
    for name in ["CASES", "BASELINE", "ARGUMENTS", "FAIL_ON"] {
        shell.env(name, "");
    }
    shell.env("PROGRAM", PROGRAM).env("RUBRIC", "twin-lock").env("JUNIT", "out.xml");
    shell.env("GITHUB_OUTPUT", format!("{}/output", folder.path()));
    shell.env("GITHUB_STEP_SUMMARY", format!("{}/summary.md", folder.path()));
    shell.envs(inputs.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::piped());
    ended(shell, b"")
}

#[test]
fn the_action_judges_annotates_and_fails_by_its_inputs() {
    let folder = Folder::new();
    folder.write("cases.jsonl", format!("{}\n", case("a")));
    let file = std::fs::read_to_string(Path::new(ROOT).join("action.yml")).unwrap();
    assert!(file.contains("using: composite") && !file.contains("secrets"), "{file}");
    // An expression within a script would become part of it, whatever its content.
    let scripts =
        file.split("run: ").skip(1).map(|script| script.split("\n    - name").next().unwrap_or(script));
    assert!(scripts.into_iter().all(|script| !script.contains("${{")), "{file}");
    let passed = action(&folder, &[("CASES", "cases.jsonl"), ("FAIL_ON", "coverage<0\n")]);
    assert_eq!(passed.status, 0, "{}{}", passed.stdout, passed.stderr);
    let read = |name: &str| std::fs::read_to_string(format!("{}/{name}", folder.path())).unwrap();
    assert!(read("out.xml").contains("<testsuites") && read("summary.md").contains("### lockbench"));
    assert_eq!(read("output"), "status=0\n");
    let failed = action(&folder, &[("CASES", "cases.jsonl"), ("FAIL_ON", "coverage<11\nworse; exit 0")]);
    assert_eq!(failed.status, 2, "a condition is not a script: {}", failed.stderr);
    let failed = action(&folder, &[("CASES", "cases.jsonl"), ("FAIL_ON", "fail\ncoverage<11")]);
    assert_eq!(failed.status, 1, "{}{}", failed.stdout, failed.stderr);
    assert!(failed.stdout.contains("::error"), "{}", failed.stdout);
}
