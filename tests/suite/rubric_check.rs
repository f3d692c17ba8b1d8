//! Tests that the output of `rubric check` can be used as input, and its exit status.

use serde_json::Value;

use crate::cli::{Folder, run, run_with};

#[test]
fn examples_score_as_they_were_said_to() {
    for slug in ["twin-lock", "synthlink"] {
        let ran = run(&["rubric", "check", slug, "--format", "json"]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let found: Value = serde_json::from_str(&ran.stdout).unwrap();
        let findings = found["findings"].as_array().unwrap();
        assert!(!findings.is_empty());
        let examples: Vec<&Value> =
            findings.iter().flat_map(|finding| finding["examples"].as_array().unwrap()).collect();
        let cases: Vec<&&Value> = examples.iter().filter(|example| !example["case"].is_null()).collect();
        assert!(cases.len() >= 4, "{cases:?}");
        let lines: String = cases.iter().map(|example| format!("{}\n", example["case"])).collect();
        let scored = run_with(&["score", "-", "--labels-only", "--rubric", slug], lines.as_bytes());
        assert_eq!(scored.lines().len(), cases.len(), "{}", scored.stderr);
        for (report, example) in scored.lines().iter().zip(cases) {
            let expected = example["result"].as_str().unwrap();
            let decision = report["verdict"]["decision"].as_str().unwrap();
            assert!(expected.ends_with(decision), "{expected}: {decision}");
            for (key, metric) in report["metrics"].as_object().unwrap() {
                let Some(at) = expected.find(&format!("{key} ")) else { continue };
                let number = expected[at + key.len() + 1..].split([',', ' ']).next().unwrap();
                let number: f64 = number.parse().unwrap();
                assert!(
                    (number - metric["score"].as_f64().unwrap()).abs() < 0.0051,
                    "{expected}: {key} {metric}"
                );
            }
        }
    }
}

#[test]
fn the_status_is_that_of_a_linter_where_asked() {
    let check = |more: &[&str]| run(&[&["rubric", "check", "twin-lock"], more].concat());
    assert_eq!(check(&["--fail-on", "defect"]).status, 0);
    assert_eq!(check(&["--fail-on", "remark"]).status, 1);
    let literal = check(&["--literal", "--fail-on", "defect"]);
    assert_eq!(literal.status, 1);
    assert!(
        literal.stdout.contains("defect cap_fires_on_copies: none_segment on relevance"),
        "{}",
        literal.stdout
    );
    assert_eq!(run(&["rubric", "check", "padlock"]).status, 2);
    assert_eq!(check(&["--reading", "edge=upper"]).status, 2);
}

#[test]
fn a_file_of_ones_own_is_checked() {
    let folder = Folder::new();
    let shipped = run(&["rubric", "show", "twin-lock"]).stdout;
    let path = folder.write("mine.toml", shipped.replace("mild = [8, 7, 6]", "mild = [6, 7, 8]"));
    let ran = run(&["rubric", "check", "--rubric-file", &path, "--fail-on", "defect"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("defect not_monotonic: alignment"), "{}", ran.stdout);
}

#[test]
fn a_file_in_the_place_of_a_name_is_told_where_it_belongs() {
    let ran = run(&["rubric", "check", "mine.toml"]);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("--rubric-file mine.toml"), "{}", ran.stderr);
}

/// An example in a user's file is evaluated like those of the shipped files.
#[test]
fn an_example_that_does_not_come_out_is_named() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/rubrics/newsroom.toml");
    let newsroom = std::fs::read_to_string(sample).unwrap();
    let folder = Folder::new();
    let check = |text: &str| {
        let path = folder.write("mine.toml", text);
        let ran = run(&["rubric", "check", "--rubric-file", &path]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.stdout
    };
    let sound = check(&newsroom);
    assert!(!sound.contains("example_wrong"));
    assert!(!sound.contains("alignment"), "the sample has no such metric: {sound}");
    for (from, to, expected) in [
        (
            "threshold = 3",
            "threshold = 4",
            "many_partials has an example that does not come out: many_partials is not fired, not fired",
        ),
        (
            "\"hallucination.score\" = \"6\", many",
            "\"hallucination.score\" = \"5\", many",
            "hallucination.score is 6, not 5",
        ),
        ("7 supported, 3 partial\" }", "7 suported\" }", "`7 suported` are not labels of claims"),
        ("{ claims = \"7 supported", "{ clams = \"7 supported", "unknown list of labels `clams`"),
        (
            "\"7 supported",
            "\"7000000000 supported",
            "`7000000000 supported, 3 partial` are not labels of claims",
        ),
        (
            "gives = { \"hallucination.u\"",
            "gives = { \"halucination.u\"",
            "halucination.u is absent, not 0.15",
        ),
    ] {
        assert!(newsroom.contains(from), "{from}");
        let found = check(&newsroom.replace(from, to));
        assert!(found.contains("remark example_wrong: "), "{to}: {found}");
        assert!(found.contains(expected), "{to}: {found}");
    }
}

/// A file that `rubric check` would report as out of range cannot be loaded by any command.
#[test]
fn a_file_that_leaves_the_range_is_refused_wherever_it_is_read() {
    let folder = Folder::new();
    let shipped = run(&["rubric", "show", "twin-lock"]).stdout;
    for (at, (from, to, expected)) in [
        ("mild = [8, 7, 6]", "mild = [80, 7, 6]", "alignment.mild.0: 80"),
        ("slope = 14", "slope = -14", "hallucination.fall.slope: -14"),
        ("count = [3, 7]", "count = [3, 10000]", "coverage.key_points.count.1: 10000"),
        ("start = 10\nbiased", "start = 1e308\nbiased", "bias_toxicity.start: 1"),
    ]
    .into_iter()
    .enumerate()
    {
        let changed = shipped.replacen(from, to, 1);
        let (line, _) = changed
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(to.split('\n').next().unwrap()))
            .unwrap();
        let path = folder.write(&format!("mine{at}.toml"), &changed);
        for args in [
            &["score", "-"][..],
            &["rubric", "check"],
            &["audit", "-"],
            &["score", "-", "--rubric", "twin-lock"],
        ] {
            let ran = run_with(&[args, &["--rubric-file", &path]].concat(), b"");
            assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{args:?}");
            let place = format!("line {}, column ", line + 1);
            assert!(ran.stderr.contains(&place) && ran.stderr.contains(expected), "{args:?}: {}", ran.stderr);
        }
    }
}

/// Without --rubric, the rubric that a file extends determines its valid keys.
#[test]
fn a_mistake_in_a_composed_rubric_is_named() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/rubrics/newsroom.toml");
    let newsroom = std::fs::read_to_string(sample).unwrap();
    let folder = Folder::new();
    for (from, to, expected) in [
        ("weights = { hallucination = 2 }", "weights = { relevance = 2 }", "compose.weights.relevance"),
        ("\"slur\", \"many_partials\"]", "\"slur\"]", "caps.many_partials: `compose.caps` does not name it"),
        (
            "\"slur\", \"many_partials\"]",
            "\"slur\", \"many_partial\"]",
            "there is no table [caps.many_partial]",
        ),
        ("headline = \"mean\"", "headlin = \"mean\"", "unknown field `headlin`"),
        ("version = \"newsroom-1\"", "versio = \"newsroom-1\"", "unknown field `versio`"),
    ] {
        assert!(newsroom.contains(from), "{from}");
        let path = folder.write("mine.toml", newsroom.replace(from, to));
        let ran = run_with(&["score", "-", "--rubric-file", &path], b"");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{to}");
        assert!(ran.stderr.contains(expected), "{to}: {}", ran.stderr);
    }
}

#[test]
fn a_rubric_may_be_composed() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/rubrics/newsroom.toml");
    let labels = |claims: &str| {
        let claims: Vec<Value> = claims
            .chars()
            .map(|word| serde_json::json!({ "text": "x", "label": if word == 's' { "supported" } else { "partial" } }))
            .collect();
        let question = serde_json::json!({ "question": "q", "answer": "a", "label": "correct" });
        serde_json::json!({
            "article": "The council met on Monday.", "summary": "The council met on Monday.",
            "labels": {
                "key_points": [{ "point": "p", "label": "fully" }], "extraneous": [], "claims": claims,
                "coverage_qags": vec![question.clone(); 6], "claim_qags": vec![question; 6], "issues": [],
            },
        })
        .to_string()
    };
    let score = |claims: &str, more: &[&str]| {
        let arguments = [&["score", "-", "--labels-only", "--rubric-file", root], more].concat();
        let ran = run_with(&arguments, labels(claims).as_bytes());
        assert_eq!(ran.lines().len(), 1, "{}", ran.stderr);
        ran.lines()[0].clone()
    };
    let good = score("ssssssssss", &[]);
    assert_eq!(good["rubric"], "judge-lock");
    let metrics: Vec<&String> = good["metrics"].as_object().unwrap().keys().collect();
    assert_eq!(metrics, ["coverage", "hallucination", "bias_toxicity"]);
    assert_eq!(good["verdict"]["decision"], "PASS", "{good}");
    assert_eq!(good["verdict"]["score"].as_f64(), Some(10.0));
    // u = 0.15: base 8, and its own cap leaves 6; the mean is (10 + 2*6 + 10)/4.
    let partial = score("sssssssppp", &[]);
    assert_eq!(partial["verdict"]["decision"], "WARN", "{partial}");
    assert_eq!(partial["verdict"]["score"].as_f64(), Some(8.0));
    let caps = partial["caps"].as_array().unwrap();
    let own = caps.iter().find(|cap| cap["slug"] == "many_partials").unwrap();
    assert_eq!((&own["observed"], &own["fired"]), (&"3 partial claims".into(), &true.into()), "{own}");
    let arguments = ["score", "-", "--labels-only", "--rubric-file", root, "--format", "text"];
    let text = run_with(&arguments, labels("sssssssppp").as_bytes()).stdout;
    let words =
        "● 3 of 10 claims only partially supported: 8, 9, 10: Hallucination at most 6  3 partial claims";
    assert!(text.contains(words), "{text}");
    let better = &partial["verdict"]["flips"][0];
    assert_eq!(
        (&better["way"], better["changes"].as_array().unwrap().len()),
        (&"better".into(), 1),
        "{better}"
    );
    let ran = run(&["rubric", "check", "--rubric-file", root]);
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    let judged = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/judged.jsonl");
    for audit in run(&["audit", judged, "--rubric", "judge-lock", "--rubric-file", root]).lines() {
        let keys: Vec<&String> = audit["metrics"].as_object().unwrap().keys().collect();
        assert_eq!(keys, metrics, "{audit}");
        let broken =
            audit["broken"].as_array().unwrap().iter().filter_map(|broken| broken["metric"].as_str());
        let order = ["coverage", "alignment", "hallucination", "relevance", "bias_toxicity"];
        let places = broken.map(|key| order.iter().position(|known| *known == key));
        assert!(places.is_sorted(), "{audit}");
    }
    let prompt = run(&[
        "prompt",
        "--rubric-file",
        root,
        &format!("{}/samples/queue.jsonl", env!("CARGO_MANIFEST_DIR")),
    ]);
    assert!(
        prompt.stdout.contains("claim_qags") && !prompt.stdout.contains("many_partials"),
        "labels are asked for, and caps are computed of them: {}",
        prompt.stderr
    );
}

/// A session is scored with the rubric file it was made with, wherever it is opened.
#[test]
fn a_session_keeps_its_rubric_file() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/rubrics/newsroom.toml");
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", crate::cli::case("one")));
    let [own, other, plain] = ["own", "other", "plain"].map(|name| format!("{}/{name}.db", folder.path()));
    assert_eq!(run(&["sessions", "import", &own, &cases, "--rubric-file", root]).status, 0);
    let changed = std::fs::read_to_string(root).unwrap().replace("warn_below = 8", "warn_below = 7");
    let changed = folder.write("changed.toml", changed);
    assert_eq!(run(&["sessions", "import", &other, &cases, "--rubric-file", &changed]).status, 0);
    assert_eq!(run(&["sessions", "import", &plain, &cases]).status, 0);
    let signature = |arguments: &[&str]| {
        let ran = run(&[&["score", "--session"], arguments].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        (ran.lines()[0]["signature"].as_str().unwrap().to_owned(), ran.stderr)
    };
    let (by_own, said) = signature(&[&own]);
    assert!(by_own.contains("|version=newsroom-1+") && said.is_empty(), "{by_own}: {said}");
    assert!(signature(&[&plain]).0.contains("|version=1|"));
    let (by_other, said) = signature(&[&own, "--rubric-file", &changed]);
    assert!(by_other != by_own && said.contains("made with another rubric file"), "{said}");
    let (_, said) = signature(&[&plain, "--rubric-file", root]);
    assert!(said.contains("made with the shipped rubric"), "{said}");
    let report = run(&["sessions", "export", &own, "--format", "md"]).stdout;
    assert!(report.contains("Scores by Judge-Lock (version newsroom-1+"), "{report}");
    let union = format!("{}/union.db", folder.path());
    let merged = run(&["sessions", "merge", &union, &own, &other]);
    assert!(merged.status == 2 && merged.stderr.contains("different rubrics"), "{}", merged.stderr);
}
