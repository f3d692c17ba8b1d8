//! Tests completion scripts with the shells themselves. A shell that is not installed is skipped with a
//! note; bash is required.

use std::process::Command;

use crate::cli::{Folder, run};

/// A command line, and some of the completions of its last word.
const TYPED: [(&str, &[&str]); 8] = [
    ("lockbench score --rubric ", &["judge-lock", "twin-lock", "all"]),
    ("lockbench score --reading edge", &["edge=lower"]),
    ("lockbench prompt --rubric ", &["judge-lock", "twin-lock"]),
    ("lockbench judges --metric ha", &["hallucination"]),
    ("lockbench agree --list cl", &["claims", "claim_qags"]),
    ("lockbench explain extra", &["extraneous_claim"]),
    ("lockbench rubric show tw", &["twin-lock"]),
    ("lockbench jud", &["judges"]),
];

fn has(shell: &str) -> bool {
    Command::new(shell).arg("-c").arg("exit 0").output().is_ok_and(|ran| ran.status.success())
}

fn script(folder: &Folder, shell: &str) -> String {
    let ran = run(&["completions", shell]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    folder.write("lockbench.completions", ran.stdout)
}

/// Returns bash's completions for a line.
fn offered(script: &str, typed: &str) -> Vec<String> {
    let program = format!(
        r#"source '{script}'
        COMP_LINE='{typed}'; COMP_POINT=${{#COMP_LINE}}
        read -ra COMP_WORDS <<< "$COMP_LINE"
        [[ "$COMP_LINE" == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
        how=$(complete -p lockbench); how=${{how#*-F }}; how=${{how%% *}}
        "$how" lockbench "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}"
        printf '%s\n' "${{COMPREPLY[@]}}""#
    );
    let ran = Command::new("bash").args(["--norc", "-c", &program]).output().unwrap();
    assert!(ran.stderr.is_empty(), "{typed}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_the_names_of_the_tables() {
    assert!(has("bash"), "the completion of bash is tested by bash");
    let folder = Folder::new();
    let script = script(&folder, "bash");
    for (typed, wanted) in TYPED {
        let offered = offered(&script, typed);
        assert!(wanted.iter().all(|name| offered.iter().any(|one| one == name)), "{typed}: {offered:?}");
    }
    let lessons = offered(&script, "lockbench learn ");
    let first = lockbench::lesson::SHIPPED[0].0;
    assert!(lessons.iter().any(|name| name == first), "{lessons:?}");
    // bash splits words at `=`, so only the value is offered.
    assert_eq!(offered(&script, "lockbench score --reading edge=l"), ["lower"]);
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn fish_completes_the_names_of_the_tables() {
    let folder = Folder::new();
    let script = script(&folder, "fish");
    for name in ["judge-lock", "hallucination", "edge=", "extraneous_claim", lockbench::lesson::SHIPPED[0].0]
    {
        assert!(std::fs::read_to_string(&script).unwrap().contains(name), "{name}");
    }
    if !has("fish") {
        eprintln!("skipped: there is no fish");
        return;
    }
    for (typed, wanted) in TYPED {
        let program = format!("source '{script}'; complete -C '{typed}'");
        let ran = Command::new("fish").args(["--no-config", "-c", &program]).output().unwrap();
        let output = String::from_utf8_lossy(&ran.stdout).into_owned();
        let offered = |name: &&&str| output.lines().any(|line| line.split('\t').next() == Some(**name));
        assert!(wanted.iter().all(|name| offered(&name)), "{typed}: {output}");
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn zsh_completes_the_names_of_the_tables() {
    let folder = Folder::new();
    let script = script(&folder, "zsh");
    let text = std::fs::read_to_string(&script).unwrap();
    for name in ["judge-lock", "hallucination", "edge=", "extraneous_claim", lockbench::lesson::SHIPPED[0].0]
    {
        assert!(text.contains(name), "{name}");
    }
    // A command is the first word, not the one after a file; files stand beside the names of the commands.
    let top = text.split_once(":: :_lockbench_commands").unwrap().0;
    assert!(!top.contains("'::files") && !text.contains("$line[2]"), "{top}");
    assert!(text.contains("'lockbench commands' commands \"$@\"\n    _files\n"));
    assert!(text.contains("(lockbench)\n        [[ $line[1] == *[./]* ]] && _files && return\n"));
    assert!(!text.contains("\n'*::"), "options are completed after files too");
    if !has("zsh") {
        eprintln!("skipped: there is no zsh");
        return;
    }
    // The script loads and defines its function.
    let program = format!("autoload -U compinit; compinit -D -u; source '{script}'; whence -w _lockbench");
    let ran = Command::new("zsh").args(["-f", "-c", &program]).output().unwrap();
    let output = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(output.contains("_lockbench: function"), "{output} {}", String::from_utf8_lossy(&ran.stderr));
}
