//! Tests `lockbench audit` from outside: input, output, and exit status.

use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};

use lockbench::audit::{AuditRule, Auditor, CaseJudgement, write};
use lockbench::rubric::Readings;

use crate::cli::{Folder, case, labelled, perfect, run, run_with, spoilt};

fn samples(name: &str) -> String {
    format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn schema() -> Validator {
    let schema: Value = serde_json::from_str(&run(&["schema", "audit"]).stdout).unwrap();
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{error}"));
    jsonschema::validator_for(&schema).unwrap()
}

#[track_caller]
fn check(schema: &Validator, value: &Value) {
    let errors: Vec<String> =
        schema.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{value:#}");
}

#[test]
fn judgements_are_counted_in_words() {
    let first = std::fs::read_to_string(samples("judged.jsonl")).unwrap();
    let first = first.lines().next().unwrap();
    for (input, words) in [
        ("", "note: there is no judgement to audit"),
        (first, "of 1 judgement breaks a rule; in "),
        ("{\"id\": 1}", "lockbench: 1 of 1 judgement could not be read; it says why and where"),
    ] {
        let ran = run_with(&["audit", "-"], format!("{input}\n").as_bytes());
        assert!(ran.stderr.contains(words), "{input}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
}

/// Checks the results of the sample of judged cases; `LOCKBENCH_BLESS=1` rewrites them.
#[test]
fn the_sample_comes_out_as_it_did() {
    let ran = run(&["audit", &samples("judged.jsonl"), "--cases", &samples("")]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("2 of 3 judgements break a rule"), "{}", ran.stderr);
    let schema = schema();
    ran.lines().iter().for_each(|audit| check(&schema, audit));
    let golden = samples("judged.audit.jsonl");
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        std::fs::write(&golden, &ran.stdout).unwrap();
    }
    assert!(
        std::fs::read_to_string(&golden).unwrap_or_default() == ran.stdout,
        "{golden} is not what comes out"
    );
    let text = run(&["audit", &samples("judged.jsonl"), "--cases", &samples(""), "--format", "text"]).stdout;
    for words in [
        "careful-judge: no rule broken",
        "cap_not_applied",
        "span_not_found",
        "the printed order is coverage",
    ] {
        assert!(text.contains(words), "{words:?} is not in {text}");
    }
}

#[test]
fn no_judgement_of_a_folder_or_of_a_list_is_lost() {
    let judged = |id: &str| json!({"id": id, "metrics": {"alignment": {"overall_score": 3}}});
    let folder = Folder::new();
    for id in ["a", "b"] {
        folder.write(&format!("{id}.jsonl"), format!("{}\n", judged(id)));
    }
    let ids = |ran: &crate::cli::Ran| ran.lines().iter().map(|line| line["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&run(&["audit", folder.path()])), ["a", "b"]);

    let list = json!([judged("a"), judged("b")]).to_string();
    assert_eq!(ids(&run_with(&["audit", "-"], &list)), ["a", "b"]);
    let other = Folder::new();
    let ran = run(&["audit", &other.write("list.jsonl", list)]);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert!(ran.stdout.contains("a list of judgements"), "{}", ran.stdout);
}

#[test]
fn an_answer_without_a_metric_object_is_said_to_have_none() {
    let folder = Folder::new();
    let refusal = folder.write("refusal.txt", "I cannot judge this summary.");
    let ran = run(&["audit", &refusal]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let words = format!("1 of them holds no metric object ({refusal}:1:1): every metric is missing");
    assert!(ran.stderr.contains(&words), "{}", ran.stderr);
    let ran = run(&["audit", &samples("judged.jsonl"), "--cases", &samples("")]);
    assert!(!ran.stderr.contains("no metric object"), "{}", ran.stderr);
}

#[test]
fn the_exit_status_says_what_was_asked() {
    let file = samples("judged.jsonl");
    let status = |more: &[&str]| run(&[&["audit", &file, "--cases", &samples("")], more].concat()).status;
    assert_eq!((status(&[]), status(&["--fail-on", "score"]), status(&["--fail-on", "rule"])), (0, 1, 1));
    assert_eq!(status(&["--rubric", "anchor"]), 2);
    assert_eq!(status(&["--reading", "nonsense"]), 2);
    assert_eq!(run(&["audit", "no-such-file.jsonl"]).status, 2);
    assert_eq!(run(&["audit"]).status, 2);
    let first = std::fs::read_to_string(&file).unwrap().lines().next().unwrap().to_owned();
    let ran = run_with(&["audit", "-", "--cases", &samples(""), "--fail-on", "rule"], first.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stdout);
}

/// The program's own reports follow from their own labels. If an audit finds wrong arithmetic in one,
/// either the auditor or the report is wrong.
#[test]
fn reports_of_this_program_hold() {
    let folder = Folder::new();
    let cases = [case("plain"), labelled("perfect", perfect()), labelled("spoilt", spoilt())];
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let cases = folder.write("cases.jsonl", &lines);
    let reports = run(&[
        "score",
        &cases,
        &samples("council-budget"),
        &samples("rent-protest"),
        "--rubric",
        "twin-lock,judge-lock",
    ])
    .stdout;
    let reports = folder.write("reports.jsonl", reports);
    for more in [&["--cases", cases.as_str()][..], &[]] {
        let ran = run(&[&["audit", reports.as_str()], more].concat());
        let audits = ran.lines();
        assert_eq!(audits.len(), 10);
        for audit in audits {
            let known =
                more.is_empty() || ["plain", "perfect", "spoilt"].contains(&audit["id"].as_str().unwrap());
            let wrong: Vec<&Value> = audit["broken"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|broken| {
                    let rule = broken["rule"].as_str().unwrap();
                    known && !["missing_evidence", "count_range"].contains(&rule)
                })
                .collect();
            assert!(wrong.is_empty(), "{} {}: {wrong:#?}", audit["id"], audit["rubric"]);
        }
    }
}

#[test]
fn bad_lines_are_results_with_a_reason_and_a_place() {
    let folder = Folder::new();
    let good = json!({"id": "good", "coverage": {"overall_score": 5}});
    let mut bytes = format!("{good}\n").into_bytes();
    bytes.extend(b"{\"id\": \"latin\", \"coverage\": \"\xe9\"}\n");
    bytes.extend(
        b"{\"id\": \"nan\", \"alignment\": {\"overall_score\": NaN}, \"coverage\": {\"overall_score\": 5}}\n",
    );
    bytes.extend(b"no JSON at all\n{\"id\": \"cut\", \"coverage\": {\"overall_score\": 5}, \"align");
    let ran = run(&["audit", &folder.write("judged.jsonl", &bytes)]);
    assert_eq!(ran.status, 3);
    let lines = ran.lines();
    assert_eq!(lines.len(), 5);
    assert_eq!((&lines[2]["id"], &lines[2]["metrics"]["coverage"]["stated"]), (&json!("nan"), &json!(5)));
    assert!(lines[2]["metrics"]["alignment"]["error"].as_str().unwrap().contains("no JSON"), "{}", lines[2]);
    assert!(!lines[2]["broken"].to_string().contains("\"order\""));
    assert!(lines[1]["error"].as_str().unwrap().contains("not UTF-8"), "{}", lines[1]);
    assert!(lines[1]["where"].as_str().unwrap().ends_with("judged.jsonl:2:30"), "{}", lines[1]);
    assert!(lines[3]["error"].is_string());
    assert_eq!(
        (&lines[4]["id"], &lines[4]["metrics"]["alignment"]["error"]),
        (&json!("cut"), &json!("missing_metric"))
    );
    assert!(lines[4]["notes"].to_string().contains("cut short"), "{}", lines[4]);
    let schema = schema();
    lines.iter().for_each(|line| check(&schema, line));

    let empty = run(&["audit", &folder.write("empty.jsonl", "")]);
    assert_eq!((empty.status, empty.stdout.as_str()), (0, ""));
    let huge = format!("{{\"id\": \"huge\", \"output\": \"{}\"}}\n{good}\n", "x{\\\"".repeat(9_000_000));
    let ran = run(&["audit", &folder.write("huge.jsonl", huge)]);
    assert_eq!(
        (ran.status, ran.lines().len()),
        (3, 2),
        "a line past the limit is an error, and the next is read"
    );
    let blank = json!({"article": " ", "summary": "s", "coverage": {}});
    assert_eq!(run_with(&["audit", "-"], blank.to_string().as_bytes()).lines()[0]["error"], "empty_article");
}

#[test]
fn what_holds_no_judgement_is_an_error() {
    for value in
        [json!({"id": "a", "article": "One.", "summary": "Two."}), json!({}), json!([1]), json!([{}])]
    {
        let ran = run_with(&["audit", "-"], value.to_string().as_bytes());
        assert_eq!(ran.status, 3, "{value}");
        assert!(ran.stdout.contains("\"error\":\"no judgement"), "{value}: {}", ran.stdout);
    }
}

#[test]
fn standard_input_is_read_once() {
    let ran = run_with(&["audit", "-", "--cases", "-"], b"{}");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("`-` is given twice"), "{}", ran.stderr);
}

#[test]
fn a_text_file_is_one_answer() {
    let folder = Folder::new();
    let answer = "Of course:\n```\n{\"coverage\": {\"overall_score\": 5}}\n```\n";
    let ran = run(&["audit", &folder.write("answer.md", answer)]);
    assert_eq!(ran.lines()[0]["metrics"]["coverage"]["stated"], 5);
}

#[test]
fn metric_objects_are_scored_as_labels() {
    let folder = Folder::new();
    let judged = folder.write(
        "judged.jsonl",
        json!({"id": "plain", "model": "other-judge", "output": "```json\n{\"hallucination\": {\"claims\": [{\"claim\": \"c\", \
               \"label\": \"Unsupported\"}, {\"claim\": \"d\", \"label\": \"Partially\"}], \"overall_score\": 9}}\n```"})
        .to_string(),
    );
    let cases = folder.write("cases.jsonl", case("plain").to_string());
    let ran = run(&["score", &cases, "--rubric", "twin-lock", "--labels", &judged, "--labels-only"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let report = &ran.lines()[0];
    assert_eq!(report["metrics"]["hallucination"]["score"], 0, "10 - round(14 * 3/4) is below 0");
    assert_eq!(report["metrics"]["hallucination"]["labels"][0]["by"], "other-judge");
    assert_eq!(report["metrics"]["coverage"]["error"], "missing_metric");
    let beside = run(&["score", &cases, "--rubric", "twin-lock", "--labels", &judged]);
    assert!(beside.lines()[0]["metrics"]["coverage"]["score"].is_number(), "the rest is proposed");
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![Just(-1.0), Just(0.5), Just(1e300), Just(1e-9), 0.0..11.0].prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        prop_oneof![
            Just("fully".to_owned()),
            Just("Unsupported".to_owned()),
            Just("97%".to_owned()),
            Just("council".to_owned()),
            Just("{\"coverage\": {\"key_points\": [".to_owned()),
            ".{0,12}"
        ]
        .prop_map(Value::from),
    ]
}

fn anything() -> impl Strategy<Value = Value> {
    let keys = prop_oneof![
        Just("coverage"),
        Just("alignment"),
        Just("hallucination"),
        Just("relevance"),
        Just("bias_toxicity"),
        Just("metrics"),
        Just("output"),
        Just("key_points"),
        Just("claims"),
        Just("segments"),
        Just("issues"),
        Just("deviations"),
        Just("qags"),
        Just("extraneous"),
        Just("extraneous_tokens"),
        Just("total_summary_tokens"),
        Just("precision"),
        Just("recall"),
        Just("qag_accuracy"),
        Just("unsupported"),
        Just("total"),
        Just("fully"),
        Just("label"),
        Just("evidence"),
        Just("start"),
        Just("end"),
        Just("text"),
        Just("overlap"),
        Just("severity"),
        Just("kind"),
        Just("overall_score"),
        Just("caps"),
        Just("labels"),
        Just("parts"),
        Just("schema"),
        Just("id"),
        Just("bias_score"),
        Just("theme"),
        Just("verdict"),
    ];
    leaf().prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..6)
                .prop_map(|pairs| pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Any judgement gives an audit that follows the schema, without a panic.
    #[test]
    fn no_judgement_stops_the_audit(value in anything(), known in any::<bool>(), schema_of_report in any::<bool>()) {
        let auditor = Auditor::new(None, Readings::default(), None).unwrap();
        let mut value = value;
        if let (Value::Object(object), true) = (&mut value, schema_of_report) {
            object.insert("schema".to_owned(), json!("lockbench.report/1"));
        }
        let text = known.then_some("The council approved the new budget.");
        for value in [value.clone(), json!({"metrics": value}), json!({"output": value.to_string()})] {
            let audit = auditor.audit(&CaseJudgement::read(&value), "x", text, text);
            prop_assert_eq!(audit.metrics.len(), 5);
            let written = write::to_value(&audit);
            prop_assert!(written["broken"].as_array().is_some());
            prop_assert!(!write::text(&audit).is_empty());
            let _ = lockbench::audit::read_labels(&value, text.unwrap_or("a"), text.unwrap_or("a"));
        }
    }

    /// The same for any text that is not a judgement.
    #[test]
    fn no_answer_stops_the_audit(answer in "[\\{\\}\\[\\]\",:a-c \\\\0-9\n`]{0,80}|.{0,60}") {
        let judged = CaseJudgement::read(&Value::from(answer));
        let auditor = Auditor::new(Some("judge-lock"), Readings::default(), None).unwrap();
        prop_assert_eq!(auditor.audit(&judged, "x", None, None).metrics.len(), 5);
    }
}

#[test]
fn every_rule_is_in_the_schema() {
    let schema: Value = serde_json::from_str(&run(&["schema", "audit"]).stdout).unwrap();
    let named = schema["$defs"]["broken"]["properties"]["rule"]["enum"].as_array().unwrap().clone();
    assert_eq!(named, AuditRule::ALL.iter().map(|rule| Value::from(rule.as_str())).collect::<Vec<_>>());
}
