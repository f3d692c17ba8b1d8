//! Tests the contract of the files: names of fields, labels in and out, preserved fields.

use serde_json::{Value, json};

use crate::cli::{ARTICLE, Folder, SUMMARY, case, labelled, perfect, run, run_with, spoilt};

fn score(input: &Value, more: &[&str]) -> Value {
    let ran =
        run_with(&[&["score", "-", "--rubric", "twin-lock"], more].concat(), format!("{input}\n").as_bytes());
    assert!(ran.status == 0 || ran.status == 3, "{}", ran.stderr);
    ran.lines().remove(0)
}

#[test]
fn what_was_taken_for_what_is_shown() {
    let folder = Folder::new();
    let object =
        json!({"guid": 5, "input": "q", "actual_output": SUMMARY, "context": [ARTICLE, "b"], "mine": 1});
    let path = folder.write("in.jsonl", format!("{object}\n{object}\n{{}}\n"));
    let ran = run(&["score", "--dry-run", &path]);
    for part in [
        "id                 <- guid",
        "article            <- context",
        "summary            <- actual_output",
        "query              <- input",
        "mine",
        "2 cases",
        "no article",
    ] {
        assert!(ran.stdout.contains(part), "{part} is not in:\n{}", ran.stdout);
    }
    assert_eq!(ran.stdout.matches("<- guid").count(), 1, "said once, not for each case");
    assert_eq!(ran.status, 3);
}

#[test]
fn mapped_columns_are_taken() {
    let input = json!({"body": ARTICLE, "abstract": SUMMARY, "article": 5});
    let report = score(&input, &["--map", "article=body,summary=abstract"]);
    assert_eq!((&report["id"], &report["extra"]), (&json!("x-685e40156ac9"), &json!({"article": 5})));
    let missing = score(&input, &["--map", "article=nobody"]);
    assert!(missing["error"].as_str().unwrap().contains("nobody"), "{missing}");
}

#[test]
fn each_model_is_a_case() {
    let input = json!({"id": 7, "article": ARTICLE, "summary:b": SUMMARY, "summary:a": "Short."});
    let ran = run_with(&["score", "-"], format!("{input}\n").as_bytes());
    let ids: Vec<_> = ran.lines().iter().map(|line| line["id"].clone()).collect();
    assert_eq!(ids, [json!("7:b"), json!("7:a")]);
    assert_eq!(ran.lines()[1]["extra"]["model"], "a");
}

#[test]
fn labels_out_are_labels_in() {
    let folder = Folder::new();
    let cases = folder.write("in.jsonl", format!("{}\n{}\n", case("x"), case("ünï 🗳")));
    for format in ["jsonl", "json"] {
        let labels = folder.write("labels.json", run(&["labels", &cases, "--format", format]).stdout);
        let proposed = run(&["score", &cases, "--rubric", "all"]).lines();
        let given = run(&["score", &cases, "--rubric", "all", "--labels", &labels, "--labels-only"]).lines();
        assert_eq!(proposed.len(), given.len());
        for (proposed, given) in proposed.iter().zip(&given) {
            assert_eq!(proposed["verdict"], given["verdict"]);
            for (key, metric) in proposed["metrics"].as_object().unwrap() {
                let other = &given["metrics"][key];
                assert_eq!((&metric["score"], &metric["raw"]), (&other["score"], &other["raw"]), "{key}");
                assert_eq!(
                    metric["labels"].as_array().map(Vec::len),
                    other["labels"].as_array().map(Vec::len)
                );
            }
        }
        let again = run(&["labels", &cases, "--format", format, "--labels", &labels, "--labels-only"]).stdout;
        assert_eq!(again, std::fs::read_to_string(&labels).unwrap());
    }
}

#[test]
fn an_edited_label_wins_and_the_proposal_stays_visible() {
    let folder = Folder::new();
    let cases = folder.write("in.jsonl", format!("{}\n", case("x")));
    let mut labels: Value = serde_json::from_str(&run(&["labels", &cases]).stdout).unwrap();
    let point = &mut labels["labels"]["key_points"][0];
    let was = point["label"].clone();
    point["label"] = if was == "not" { json!("fully") } else { json!("not") };
    let now = point["label"].clone();
    let file = folder.write("labels.json", labels.to_string());
    let report = run(&["score", &cases, "--labels", &file, "--rubric", "twin-lock"]).lines().remove(0);
    let label = &report["metrics"]["coverage"]["labels"][0];
    assert_eq!(
        (&label["id"], &label["label"], &label["proposed"]),
        (&json!("key_points/0"), &now, &was),
        "{label}"
    );
    assert_ne!(label["by"], "engine");
}

#[test]
fn labels_are_matched_by_id_and_two_for_one_are_refused() {
    let folder = Folder::new();
    let cases = folder.write("in.jsonl", format!("{}\n{}\n", case("x"), case("y")));
    let wrapper = |id: &str, labels: Value| json!({"schema": "lockbench.labels/1", "id": id, "by": "alice", "labels": labels});
    let one =
        folder.write("one.jsonl", format!("{}\n{}\n", wrapper("y", perfect()), wrapper("z", perfect())));
    let ran = run(&["score", &cases, "--labels", &one, "--labels-only", "--rubric", "twin-lock"]);
    let lines = ran.lines();
    assert_eq!(
        (&lines[0]["error"]["slug"], &lines[1]["verdict"]["decision"]),
        (&json!("not_judged"), &json!("PASS"))
    );
    assert_eq!(lines[1]["metrics"]["hallucination"]["labels"][0]["by"], "alice");
    assert!(
        ran.stderr.contains("1 of 2 sets of labels matched no case by its id (first: "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("one.jsonl:2:1)"), "{}", ran.stderr);
    let two =
        folder.write("two.jsonl", format!("{}\n\n{}\n", wrapper("y", perfect()), wrapper("y", spoilt())));
    let ran = run(&["score", &cases, "--labels", &two]);
    let error = ran.lines()[1]["error"].as_str().unwrap().to_owned();
    assert_eq!(ran.status, 3);
    assert!(error.contains("line 1") && error.contains("line 3") && error.contains("`y`"), "{error}");
    for (bad, part) in
        [("{\"labels\": {}}", "`id`"), ("{\"id\": \"x\"", "cut short"), ("{\"id\": []}", "`id`")]
    {
        let ran = run(&["score", &cases, "--labels", &folder.write("bad.jsonl", bad)]);
        assert!(ran.status == 2 && ran.stderr.contains(part), "{}", ran.stderr);
    }
}

#[test]
fn labels_of_a_case_are_wrapped_or_not() {
    let wrapped = json!({"schema": "lockbench.labels/1", "id": "x", "by": "bob", "labels": perfect()});
    for labels in [perfect(), wrapped] {
        let report = score(&labelled("x", labels), &["--labels-only"]);
        assert_eq!(
            (&report["verdict"]["decision"], &report["verdict"]["score"]),
            (&json!("PASS"), &json!(10)),
            "{report}"
        );
    }
    let report = score(&labelled("x", json!({"schema": "lockbench.labels/7", "labels": {}})), &[]);
    assert!(report["error"].as_str().unwrap().contains("lockbench.labels/7"), "{report}");
}

#[test]
fn a_given_list_replaces_the_proposals_and_an_absent_one_keeps_them() {
    let proposed = score(&case("x"), &[]);
    let given = score(&labelled("x", json!({"key_points": [{"text": "a", "label": "not"}]})), &[]);
    assert_eq!(given["metrics"]["coverage"]["labels"][0]["by"], "given");
    assert_eq!(given["metrics"]["coverage"]["parts"]["recall"], 0);
    assert_eq!(given["metrics"]["relevance"]["raw"], proposed["metrics"]["relevance"]["raw"]);
    let alone = score(&labelled("x", json!({"issues": []})), &["--labels-only"]);
    assert_eq!(alone["metrics"]["bias_toxicity"]["score"], 10);
    assert_eq!(alone["metrics"]["coverage"]["error"], "missing_metric");
    assert_eq!(alone["metrics"]["coverage"]["range"], json!([0, 10]));
}

#[test]
fn a_bad_label_is_the_error_of_the_metrics_that_use_its_list() {
    let mut labels = perfect();
    labels["claims"][0]["label"] = json!("perhaps");
    let report = score(&labelled("x", labels), &["--labels-only"]);
    let error = report["metrics"]["hallucination"]["error"].as_str().unwrap();
    assert!(error.contains("claims/0") && error.contains("perhaps"), "{error}");
    assert_eq!(
        (&report["metrics"]["coverage"]["score"], &report["verdict"]["decision"]),
        (&json!(10), &json!("ERROR"))
    );
    let cap =
        report["caps"].as_array().unwrap().iter().find(|cap| cap["slug"] == "extraneous_claim").unwrap();
    assert_eq!(cap["fired"], Value::Null);
    assert!(!cap["reason"].as_str().unwrap().is_empty());
}

#[test]
fn spans_are_checked_found_again_or_refused() {
    let mut labels = perfect();
    let span = |start: u64, end: u64, text: &str| json!([{"start": start, "end": end, "text": text}]);
    labels["claims"][0]["summary"] = span(3, 9, "Schools");
    let report = score(&labelled("x", labels.clone()), &["--labels-only"]);
    let claim = &report["metrics"]["hallucination"]["labels"][0];
    let at = SUMMARY.find("Schools").unwrap();
    assert_eq!(claim["summary"], span(at as u64, at as u64 + 7, "Schools"));
    labels["claims"][0]["summary"] = span(0, 5, "nowhere");
    let report = score(&labelled("x", labels.clone()), &["--labels-only"]);
    assert!(report["metrics"]["hallucination"]["error"].as_str().unwrap().contains("nowhere"), "{report}");
    labels["claims"][0]["summary"] = span(1, 4, "the");
    let report = score(&labelled("x", labels), &["--labels-only"]);
    assert!(
        report["metrics"]["hallucination"]["error"].as_str().unwrap().contains("more than once"),
        "{report}"
    );
}

#[test]
fn offsets_are_scalar_values() {
    let mut case = labelled(
        "x",
        json!({"claims": [{"text": "t", "label": "supported", "article": [{"start": 3, "end": 6, "text": "two"}]}]}),
    );
    case["article"] = json!("é🗳 two 東京 words.");
    let report = score(&case, &["--labels-only"]);
    assert_eq!(
        report["metrics"]["hallucination"]["labels"][0]["article"],
        json!([{"start": 3, "end": 6, "text": "two"}])
    );
}

#[test]
fn counts_stand_for_extraneous_words() {
    let mut labels = perfect();
    labels["extraneous"] = json!({"tokens": 5, "of": 10});
    let report = score(&labelled("x", labels.clone()), &["--labels-only"]);
    assert_eq!(report["metrics"]["coverage"]["parts"]["precision"], 0.5, "{report}");
    labels["extraneous"] = json!({"tokens": 5, "of": 3});
    let report = score(&labelled("x", labels.clone()), &["--labels-only"]);
    assert!(report["metrics"]["coverage"]["error"].as_str().unwrap().contains("extraneous"), "{report}");
    labels["extraneous"] = json!({"tokens": 0, "of": 0});
    let report = score(&labelled("x", labels), &["--labels-only"]);
    assert!(report["metrics"]["coverage"]["not_applicable"].is_string(), "{report}");
}

#[test]
fn direct_scores_replace_the_computed_ones() {
    let mut labels = perfect();
    (labels["bias_score"], labels["tox_score"]) = (json!(7.5), json!(4));
    let report = score(&labelled("x", labels.clone()), &["--labels-only"]);
    assert_eq!(report["metrics"]["bias_toxicity"]["score"], 5.75);
    labels["tox_score"] = json!(10.5);
    let report = score(&labelled("x", labels), &["--labels-only"]);
    assert!(report["metrics"]["bias_toxicity"]["error"].as_str().unwrap().contains("10.5"), "{report}");
}

#[test]
fn what_nothing_reads_is_kept() {
    let mut input = case("x");
    input["human"] = json!({"consistency": 4.5, "note": null, "list": [1, 2.25, "ü"]});
    assert_eq!(score(&input, &[])["extra"], json!({"human": input["human"]}));
    assert_eq!(score(&case("x"), &[]).get("extra"), None);
}

#[test]
fn what_nothing_reads_goes_out_as_it_came_in() {
    let extra =
        r#""a":1.10,"b":123456789012345678901234567890,"c":1e400,"d":"\ud800 \u00e9","e":[1.0 , {"f": 2E5}]"#;
    let text = format!(
        "{{\"id\":123456789012345678901234567890,\"article\":{},\"summary\":{},{extra}}}\n",
        json!(ARTICLE),
        json!(SUMMARY)
    );
    for format in ["jsonl", "json"] {
        let ran = run_with(
            &["score", "-", "--labels-only", "--rubric", "all", "--format", format],
            text.as_bytes(),
        );
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert_eq!(ran.stdout.matches("123456789012345678901234567890").count(), 12, "ids and fields");
        for part in ["1.10", "1e400", r#""\ud800 \u00e9""#, r#"[1.0 , {"f": 2E5}]"#] {
            assert!(ran.stdout.contains(part), "{part} is not in {}", ran.stdout);
        }
    }
    // A report is one line, even if the input has several lines.
    let spread = text.replace(",\"", ",\n  \"").replace("[1.0 ,", "[1.0 ,\n");
    let ran = run_with(&["score", "-", "--labels-only"], spread.as_bytes());
    assert_eq!((ran.status, ran.stdout.lines().count()), (0, 1), "{}", ran.stdout);
    assert!(ran.stdout.contains(r#""e":[1.0,{"f":2E5}]"#), "{}", ran.stdout);
}

#[test]
fn long_numbers_that_differ_in_the_last_digit_are_two_ids() {
    let folder = Folder::new();
    let ids = ["92233720368547758071", "92233720368547758072"];
    let with = |id: &str, rest: &Value| {
        let mut text = rest.to_string();
        text.insert_str(1, &format!("\"id\": {id}, "));
        text
    };
    let mut texts = case("x");
    texts.as_object_mut().unwrap().remove("id");
    let cases = folder.write("in.jsonl", ids.map(|id| with(id, &texts)).join("\n"));
    let labels = [with(ids[0], &json!({"labels": perfect()})), with(ids[1], &json!({"labels": spoilt()}))];
    let labels = folder.write("labels.jsonl", labels.join("\n"));
    let ran = run(&["score", &cases, "--labels", &labels, "--labels-only", "--rubric", "twin-lock"]);
    let lines = ran.lines();
    assert_eq!(
        (ran.status, &lines[0]["id"], &lines[1]["id"]),
        (0, &json!(ids[0]), &json!(ids[1])),
        "{}",
        ran.stderr
    );
    assert_eq!(lines[0]["verdict"]["decision"], "PASS");
    assert_ne!(lines[1]["verdict"]["decision"], "PASS");
    // An auditor names them, and finds their cases by the same text.
    let reports =
        folder.write("reports.jsonl", ids.map(|id| with(id, &json!({"metrics": perfect()}))).join("\n"));
    let ran = run(&["audit", &reports, "--cases", &cases]);
    let lines = ran.lines();
    assert_eq!((&lines[0]["id"], &lines[1]["id"]), (&json!(ids[0]), &json!(ids[1])), "{}", ran.stdout);
    assert!(!ran.stdout.contains("no case has this id"), "{}", ran.stdout);
}

#[test]
fn a_judgement_is_read_whatever_stands_beside_it() {
    let folder = Folder::new();
    let with = |rest: &str| {
        let text = case("x").to_string();
        format!("{}, {rest}}}\n", &text[..text.len() - 1])
    };
    let path = folder.write("in.jsonl", with(r#""human": {"a": 4.50, "b": 1e400}"#).repeat(3));
    assert_eq!(run(&["agree", &path, "--human", "human.a", "--resamples", "0"]).status, 0);
    let ran = run(&["agree", &path, "--human", "human.b", "--resamples", "0"]);
    assert!(
        ran.status == 2 && ran.stderr.contains("is the number 1e400, which is out of range"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_list_that_is_too_long_costs_the_metrics_that_read_it() {
    let mut input = case("x");
    input["sources"] = json!(vec!["The council met."; 2_001]);
    let ran = run_with(&["score", "-", "--rubric", "protocol"], format!("{input}\n").as_bytes());
    let error = ran.lines()[0]["metrics"]["grounding_accuracy"]["error"].clone();
    assert_eq!(error, "`sources` has 2001 items, and a case may have 2000");
}

/// A verdict of ERROR is not an error of the run, but is reported.
#[test]
fn verdicts_of_error_are_counted_with_the_first_reason() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n{}\n", case("a"), case("b")));
    let set =
        |id: &str| json!({"id": id, "labels": {"claims": [{"text": "It rained.", "label": "supported"}]}});
    let labels = folder.write("labels.jsonl", format!("{}\n{}\n", set("a"), set("b")));
    let ran = run(&["score", &cases, "--labels", &labels, "--labels-only", "--format", "scores"]);
    assert_eq!(ran.status, 0, "the cases were scored: {}", ran.stderr);
    assert!(ran.lines().iter().all(|line| line["decision"] == "ERROR"), "{}", ran.stdout);
    let said =
        "2 of 2 results have the verdict ERROR (first: a, judge-lock: labels are missing for coverage, ";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

#[test]
fn every_list_is_in_the_documentation_by_key_and_name() {
    let page = include_str!("../../docs/formats.md");
    for spec in &lockbench::labels::LISTS {
        let row = format!("| `{}` | {} | {} |", spec.key, spec.title, spec.unit);
        assert!(page.contains(&row), "docs/formats.md lacks {row}");
    }
}
