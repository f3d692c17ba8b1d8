//! `project` from outside: a round is begun, judged, looked at, and closed.

use serde_json::{Value, json};

use crate::cli::{Folder, run, run_with};

const ARTICLE: &str = "The council of Tarnby approved a budget of 48 million euros on Tuesday. Residents said the plan was too \
    expensive. The library will close in June.";
const SUMMARY: &str = "The council approved a budget of 48 million euros. The library will close in June.";

fn cases() -> String {
    let case = |id: &str| json!({"id": id, "article": ARTICLE, "summary": SUMMARY});
    ["a", "b", "c", "d"].map(|id| format!("{}\n", case(id))).concat()
}

#[test]
fn a_round_is_begun_judged_and_closed() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let file = format!("{}/lockbench.toml", folder.path());
    let begun =
        run(&["project", "new", &queue, "--by", "bob,ann", "--overlap", "50%", "--file", &file, "--blind"]);
    assert_eq!(begun.status, 0, "{}", begun.stderr);
    assert!(begun.stderr.contains(&format!("lockbench review {file} --as NAME")), "{}", begun.stderr);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("annotators = [\"ann\", \"bob\"]") && text.contains("blind = true"), "{text}");
    assert_eq!(run(&["project", "new", &queue, "--by", "ann", "--file", &file]).status, 2, "there is one");
    // Who is named opens their own session; nobody else has one.
    let opened = run_with(&["review", &file, "--as", "ann", "--line"], b"");
    assert_eq!(opened.status, 0, "{}", opened.stderr);
    for (args, words) in [
        (&["review", &file][..], "--as NAME"),
        (&["review", &file, "--as", "zoe"], "there are ann, bob"),
        (&["review", "cases.jsonl"], "--session S.db"),
        (&["project", "status", "/nowhere.toml"], "/nowhere.toml"),
    ] {
        let ran = run(args);
        assert!(ran.status == 2 && ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
    let status = |format: &str| {
        let ran = run(&["project", "status", &file, "--format", format]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.stdout
    };
    assert!(status("md").contains("4 cases of 4.") && status("md").contains("0 of 3"), "{}", status("md"));
    // Both judge the shared cases, and differ on a claim.
    let apply = |by: &str, to: &str| {
        let session = format!("{}/{by}.db", folder.path());
        let shown = run(&["sessions", "export", &session]).lines();
        let own = shown.iter().filter(|line| line["kind"] == "case" && assigned(line, by));
        let ids: Vec<&str> = own.map(|line| line["id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), 3, "{shown:#?}");
        let events: String = ids
            .iter()
            .map(|id| {
                let change = json!({"case": id, "event": "override", "label": "claims/0", "to": to});
                format!("{change}\n{}\n", json!({"case": id, "event": "accept"}))
            })
            .collect();
        let ran = run_with(&["sessions", "apply", &session, "-", "--as", by], events.as_bytes());
        assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    };
    apply("ann", "unsupported");
    apply("bob", "partial");
    let text = status("md");
    for words in ["3 of 3", "no cases of 4.", "ann and bob", "talk about it first"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(status("html").contains("<th scope=\"row\""));
    let closed = run(&["project", "close", &file]);
    assert_eq!(closed.status, 0, "{}", closed.stderr);
    let merged = format!("{}/merged.db", folder.path());
    let events = run(&["sessions", "export", &merged]).lines();
    assert!(events.iter().filter(|line| line["event"] == "override").count() == 6, "{events:#?}");
    let again = run(&["review", &file, "--as", "ann"]);
    assert!(again.status == 2 && again.stderr.contains("closed"), "{}", again.stderr);
    assert_eq!(run(&["project", "close", &file]).status, 2);
}

/// Whether a case is an annotator's.
fn assigned(line: &Value, by: &str) -> bool {
    line["assigned"].as_array().is_none_or(|names| names.iter().any(|name| name == by))
}
