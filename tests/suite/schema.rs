//! Checks that all output follows the published schemas, and that the schemas reject invalid data.

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::cli::{case, labelled, lines, perfect, run, run_with, spoilt};

fn schema(of: &str) -> Validator {
    let schema: Value = serde_json::from_str(&run(&["schema", of]).stdout).unwrap();
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{of}: {error}"));
    jsonschema::validator_for(&schema).unwrap()
}

#[track_caller]
fn check(validator: &Validator, value: &Value) {
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{value:#}");
}

/// Valid and invalid cases of many kinds.
fn cases() -> Vec<Value> {
    let mut bad_label = spoilt();
    bad_label["claims"][0]["label"] = json!("perhaps");
    let mut direct = perfect();
    (direct["bias_score"], direct["extraneous"]) = (json!(2), json!({"tokens": 1, "of": 9}));
    let mut rude = case("rude");
    rude["summary"] =
        json!("The stupid council, those idiots, approved the damn budget. All politicians are thieves.");
    vec![
        case("plain"),
        json!({"id": "ünï", "article": "東京は大きい。🗳 The vote was 7 to 2.", "summary": "🗳 Tokyo voted 9 to 2, not 7.", "extra": [1]}),
        rude,
        labelled("perfect", perfect()),
        labelled("spoilt", spoilt()),
        labelled("bad", bad_label),
        labelled("direct", direct),
        labelled("nothing", json!({"key_points": [], "segments": [], "claims": []})),
        json!({"id": "empty", "article": "", "summary": "s"}),
        json!({"article": 5, "summary": "s"}),
        json!({"id": 3, "article": "a", "summary": "b"}),
    ]
}

#[test]
fn every_report_and_error_follows_its_schema() {
    let validator = schema("report");
    let input = lines(&cases());
    for more in [&[][..], &["--labels-only"], &["--literal"], &["--format", "json"]] {
        let ran = run_with(&[&["score", "-", "--rubric", "all"], more].concat(), &input);
        let values = if more.contains(&"json") {
            serde_json::from_str::<Vec<Value>>(&ran.stdout).unwrap()
        } else {
            ran.lines()
        };
        assert!(values.len() > 2 * (cases().len() - 2), "{}", values.len());
        for value in &values {
            check(&validator, value);
        }
    }
}

#[test]
fn results_of_judges_and_their_errors_follow_the_schemas() {
    let judge = r#"while read -r a; do printf '{"id":"plain","labels":{"claims":[]}}\n'; exit 1; done"#;
    let mut other = case("other");
    other["summary"] = json!("Work begins in March.");
    let input = lines(&[case("plain"), other]);
    for (format, fallback, of) in [
        ("jsonl", &[][..], "report"),
        ("scores", &[], "scores"),
        ("jsonl", &["--fallback", "engine"], "report"),
        ("scores", &["--fallback", "engine"], "scores"),
    ] {
        let validator = schema(of);
        let args =
            ["score", "-", "--judge", judge, "--judge-cache", "off", "--judge-jobs", "2", "-f", format];
        let ran = run_with(&[&args[..], fallback].concat(), &input);
        assert_eq!(
            (ran.lines().len(), ran.status),
            (2, if fallback.is_empty() { 3 } else { 0 }),
            "{}",
            ran.stderr
        );
        ran.lines().iter().for_each(|value| check(&validator, value));
    }
}

#[test]
fn proposals_and_effective_labels_follow_their_schema() {
    let validator = schema("labels");
    for more in [&[][..], &["--labels-only"]] {
        let ran = run_with(&[&["labels", "-"], more].concat(), lines(&cases()));
        let wrappers: Vec<Value> =
            ran.lines().into_iter().filter(|value| value.get("error").is_none()).collect();
        assert!(wrappers.len() >= 8, "{}", ran.stdout);
        for value in &wrappers {
            check(&validator, value);
        }
    }
}

/// A rejected claim mismatch takes its deviation with it: the engine's, without a severity any more.
#[test]
fn labels_that_follow_from_a_decision_follow_the_schema() {
    let folder = crate::cli::Folder::new();
    let session = format!("{}/s.db", folder.path());
    let queue = "samples/queue.jsonl";
    assert_eq!(run(&["sessions", "import", &session, queue]).status, 0);
    let made = json!({"event": "override", "case": "bear-negated", "label": "claims/0", "to": "supported"});
    let ran = run_with(&["sessions", "apply", &session, "-", "--as", "ann"], format!("{made}\n").as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let validator = schema("labels");
    let wrappers = run(&["sessions", "export", &session, "--format", "labels"]).lines();
    wrappers.iter().for_each(|wrapper| check(&validator, wrapper));
    let own = wrappers.iter().find(|wrapper| wrapper["id"] == "bear-negated" && wrapper["by"] == "ann");
    let deviation = &own.expect("ann's labels")["labels"]["deviations"][0];
    let of = |key: &str| deviation[key].clone();
    assert_eq!(
        [of("by"), of("severity"), of("proposed"), of("follows")],
        [json!("engine"), json!(false), json!("severe"), json!(true)]
    );
    let reports = run(&["score", "--session", &session, "--by", "ann", "--format", "jsonl"]).lines();
    let report = reports.into_iter().find(|report| report["id"] == "bear-negated").expect("a report");
    check(&schema("report"), &report);
}

#[test]
fn cases_follow_their_schema() {
    let validator = schema("case");
    for (value, fits) in [
        (json!({"document": "a b", "response": "a"}), true),
        (json!({"article": "a", "summary:m1": "b"}), true),
        (json!({"article": "a", "summaries": "b"}), false),
        (json!({"summary": "b"}), false),
    ] {
        assert_eq!(validator.is_valid(&value), fits, "{value}");
        assert_eq!(run_with(&["score", "-", "-f", "scores"], lines(&[value])).status == 0, fits);
    }
    for value in cases() {
        let fits = value["article"].is_string() && value["id"] != "bad";
        assert_eq!(validator.is_valid(&value), fits, "{value}");
    }
    check(
        &validator,
        &json!({"article": "a", "summary": "s", "labels": {"schema": "lockbench.labels/1", "id": "x", "labels": perfect()}}),
    );
}

#[test]
fn the_schemas_refuse_what_is_wrong() {
    let reports = schema("report");
    let report = run_with(&["score", "-"], lines(&[labelled("x", spoilt())])).lines().remove(0);
    check(&reports, &report);
    let spoil: [(&str, Value); 6] = [
        ("/schema", json!("lockbench.report/2")),
        ("/verdict/decision", json!("MAYBE")),
        ("/metrics/coverage/better", json!("bigger")),
        ("/metrics/coverage/score", json!("3")),
        ("/caps/0/fired", json!("yes")),
        ("/metrics/hallucination/labels/0/label", json!("perhaps")),
    ];
    for (at, wrong) in spoil {
        let mut report = report.clone();
        *report.pointer_mut(at).unwrap_or_else(|| panic!("{at} is not there")) = wrong;
        assert!(!reports.is_valid(&report), "{at}");
    }
    let labels = schema("labels");
    for wrong in [
        json!({"claims": [{"label": "perhaps"}]}),
        json!({"claims": [{"text": "no label"}]}),
        json!({"claims": {"label": "supported"}}),
        json!({"segments": [{}]}),
        json!({"bias_score": 11}),
        json!({"extraneous": {"tokens": 1}}),
        json!({"claims": [{"label": "partial", "summary": [{"start": 1}]}]}),
    ] {
        let wrapper = |labels: &Value| json!({"schema": "lockbench.labels/1", "id": "x", "labels": labels});
        assert!(!labels.is_valid(&wrapper(&wrong)), "{wrong}");
    }
}
