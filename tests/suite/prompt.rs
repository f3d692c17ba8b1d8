//! Tests the instructions for judges, and judges' answers: a judge in these tests answers with the
//! engine's proposals, in every wrapping that answers may have.

use std::collections::BTreeMap;

use lockbench::labels::LISTS;
use lockbench::rubric::RUBRICS;
use serde_json::{Map, Value, json};

use crate::cli::{Folder, case, run, run_with};

const QUEUE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/queue.jsonl");

/// Returns the labels of reports by list, in the form of an answer.
fn answers(reports: &[Value]) -> BTreeMap<String, Value> {
    let mut answers = BTreeMap::new();
    for report in reports.iter().filter(|report| report.get("error").is_none()) {
        let mut lists: BTreeMap<&str, BTreeMap<usize, Value>> = BTreeMap::new();
        for label in
            report["metrics"].as_object().unwrap().values().flat_map(|m| m["labels"].as_array().unwrap())
        {
            let (list, index) = label["id"].as_str().unwrap().split_once('/').unwrap();
            let spec = LISTS.iter().find(|spec| spec.key == list).unwrap();
            let mut entry = label.clone();
            entry[spec.field] = label["label"].clone();
            entry["why"] = json!("because");
            lists.entry(spec.key).or_default().insert(index.parse().unwrap(), entry);
        }
        let lists: Map<String, Value> = lists
            .into_iter()
            .map(|(key, entries)| (key.to_owned(), entries.into_values().collect()))
            .collect();
        answers.insert(report["id"].as_str().unwrap().to_owned(), json!({"labels": lists}));
    }
    answers
}

/// Returns the part of a value that a schema asks for, with a valid placeholder for missing parts.
fn fitted(value: &Value, schema: &Value) -> Value {
    if let Some(properties) = schema["properties"].as_object() {
        let fit = |(key, schema): (&String, &Value)| (key.clone(), fitted(&value[key], schema));
        return properties.iter().map(fit).collect::<Map<_, _>>().into();
    }
    if let (Some(items), "array") = (schema.get("items"), schema["type"].as_str().unwrap_or_default()) {
        return value.as_array().into_iter().flatten().map(|item| fitted(item, items)).collect();
    }
    match (&schema["enum"], schema["type"].as_str()) {
        (Value::Array(words), _) if !words.contains(value) => words[0].clone(),
        (_, Some("string")) if !value.is_string() => json!("x"),
        _ => value.clone(),
    }
}

/// Returns the prompts of the samples by a rubric, with the answer to each, and its reports.
fn asked(slug: &str) -> Vec<(Value, Value, Value)> {
    let prompts = run(&["prompt", QUEUE, "--rubric", slug, "--format", "messages"]);
    let reports = run(&["score", QUEUE, "--rubric", slug]).lines();
    let answers = answers(&reports);
    let mut asked = Vec::new();
    for prompt in prompts.lines().into_iter().filter(|prompt| prompt.get("error").is_none()) {
        let id = prompt["id"].as_str().unwrap();
        let schema = &prompt["response_format"]["json_schema"]["schema"];
        let answer = fitted(&answers[id], schema);
        let validator = jsonschema::validator_for(schema).unwrap();
        assert!(validator.is_valid(&answer), "{slug} {id}: {answer:#}");
        let report = reports.iter().find(|report| report["id"] == *id).unwrap().clone();
        asked.push((prompt, answer, report));
    }
    assert!(asked.len() > 3, "{slug}");
    asked
}

/// Returns a line of a batch's output.
fn batch(id: &Value, content: &str) -> String {
    let message = json!({"role": "assistant", "content": content});
    let body = json!({"id": "chatcmpl-1", "model": "judge-1", "choices": [{"index": 0, "message": message}]});
    let response = json!({"status_code": 200, "request_id": "r", "body": body});
    format!("{}\n", json!({"id": "batch_req_1", "custom_id": id, "response": response, "error": null}))
}

#[test]
fn the_answers_to_every_rubric_are_taken_back() {
    for entry in RUBRICS {
        let asked = asked(entry.slug);
        let output: String = asked
            .iter()
            .map(|(prompt, answer, _)| {
                batch(&prompt["id"], &format!("Here:\n```json\n{answer:#}\n```\nDone."))
            })
            .collect();
        let args = ["score", QUEUE, "--rubric", entry.slug, "--labels", "-", "--fallback", "engine"];
        let ran = run_with(&args, output.as_bytes());
        let reports = ran.lines();
        for (prompt, answer, proposed) in &asked {
            let report = reports.iter().find(|report| report["id"] == prompt["id"]).unwrap();
            for (key, metric) in report["metrics"].as_object().unwrap() {
                assert!(metric.get("error").is_none(), "{} {key}: {metric:#}\n{answer:#}", entry.slug);
                for label in metric["labels"].as_array().unwrap() {
                    // The program itself counts words.
                    let counted = label["id"].as_str().unwrap().starts_with("segments/");
                    assert_eq!(label["by"], if counted { "engine" } else { "judge-1" });
                }
            }
            // Scores that only count words are unchanged.
            if entry.slug == "twin-lock" {
                for key in ["alignment", "bias_toxicity"] {
                    assert_eq!(report["metrics"][key]["score"], proposed["metrics"][key]["score"], "{key}");
                }
                let parts = |report: &Value| report["metrics"]["hallucination"]["parts"]["u"].clone();
                assert_eq!(parts(report), parts(proposed));
            }
        }
    }
}

#[test]
fn cases_of_one_id_are_named_where_answers_are_matched_by_it() {
    let folder = Folder::new();
    let file = |ids: [&str; 2]| folder.write("q.jsonl", ids.map(|id| case(id).to_string()).join("\n"));
    for (ids, noted) in [(["a", "b"], false), (["a", "a"], true)] {
        let path = file(ids);
        for args in
            [&["prompt", &path, "--rubric", "judge-lock", "--format", "messages"][..], &["mutate", &path]]
        {
            let ran = run(args);
            assert_eq!(ran.status, 0, "{}", ran.stderr);
            assert_eq!(ran.stderr.contains("the id of another case, the first `a`"), noted, "{}", ran.stderr);
        }
    }
}

#[test]
fn the_metric_objects_of_the_locks_are_audited_from_a_batch() {
    for slug in ["twin-lock", "judge-lock"] {
        let prompts = run(&[
            "prompt", QUEUE, "--rubric", slug, "--format", "batch", "--model", "m", "--answer", "metrics",
        ]);
        let prompt = prompts.lines().remove(0);
        assert_eq!((&prompt["url"], &prompt["body"]["model"]), (&json!("/v1/chat/completions"), &json!("m")));
        let schema = &prompt["body"]["response_format"]["json_schema"]["schema"];
        let mut answer = fitted(&Value::Null, schema);
        fill(&mut answer);
        for key in ["overall_score", "bias_score", "tox_score"] {
            answer["bias_toxicity"][key] = json!(10);
        }
        assert!(jsonschema::validator_for(schema).unwrap().is_valid(&answer), "{answer:#}");
        let output = batch(&prompt["custom_id"], &answer.to_string());
        let ran = run_with(&["audit", "-", "--cases", QUEUE, "--rubric", slug], output.as_bytes());
        let audit = ran.lines().remove(0);
        assert_eq!((&audit["id"], &audit["rubric"]), (&prompt["custom_id"], &json!(slug)), "{audit:#}");
        assert!(audit.get("error").is_none() && !audit.to_string().contains("missing_metric"), "{audit:#}");
        let toxicity = &audit["metrics"]["bias_toxicity"];
        assert_eq!(toxicity["agrees"], true, "{audit:#}");
        assert!(!audit.to_string().contains("no case has this id"), "{audit:#}");
    }
    let ran = run(&["prompt", QUEUE, "--rubric", "anchor", "--answer", "metrics"]);
    assert!(ran.status == 2 && ran.stderr.contains("twin-lock and judge-lock"), "{}", ran.stderr);
    // Labels are for `score`, and an audit says so.
    let output = batch(&json!("x"), "{\"labels\": {\"claims\": []}}");
    let ran = run_with(&["audit", "-"], output.as_bytes());
    assert!(ran.stdout.contains("which `score --labels` takes"), "{}", ran.stdout);
}

/// Fills in a number where a schema requires one and none was given.
fn fill(value: &mut Value) {
    match value {
        Value::Object(object) => object.values_mut().for_each(fill),
        Value::Null => *value = json!(0),
        _ => {}
    }
}

const CLAIM: &str = r#"{"text": "The council approved the budget", "label": "unsupported", "summary": "The council approved the new budget", "article": []}"#;

/// Returns the report on one case with a judge's labels, and the messages.
fn judged(line: &str) -> (Value, String) {
    let folder = Folder::new();
    let labels = folder.write("answers.jsonl", format!("\n{line}\n"));
    let input = format!("{}\n", case("x"));
    let args = ["score", "-", "--rubric", "twin-lock", "--labels", &labels];
    let ran = run_with(&args, input.as_bytes());
    (ran.lines().remove(0), ran.stderr.replace(folder.path(), "DIR"))
}

#[test]
fn loose_answers_are_read_as_far_as_they_go() {
    let whole = format!("{{\"labels\": {{\"claims\": [{CLAIM}], \"issues\": []}}}}");
    for line in [
        json!({"id": "x", "output": whole}).to_string(),
        json!({"id": "x", "answer": format!("Sure! Here you are.\n```json\n{whole}\n```\nAnything else?")})
            .to_string(),
        format!("{{\"id\": \"x\", {}", &whole[1..]),
        batch(&json!("x"), &whole),
    ] {
        let (report, output) = judged(line.trim());
        let claims = &report["metrics"]["hallucination"]["labels"];
        assert_eq!(claims.as_array().map(Vec::len), Some(1), "{line}: {output}");
        assert_eq!(
            (&claims[0]["label"], &claims[0]["summary"][0]["start"]),
            (&json!("unsupported"), &json!(0))
        );
    }
    // A truncated list is an error of its metrics; lists before it count, those after it are proposed.
    let cut = &whole[..whole.find("\"issues\"").unwrap() - 5];
    let output = format!("{{\"labels\": {{\"issues\": [], {}", &cut["{\"labels\": {".len()..]);
    let (report, output) = judged(&json!({"id": "x", "output": output}).to_string());
    let error = report["metrics"]["hallucination"]["error"].as_str().unwrap();
    assert!(error.contains("the answer is cut off in this list"), "{report:#}");
    assert!(report["metrics"]["bias_toxicity"]["score"].is_number() && output.contains("cut"), "{output}");
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_its_key() {
    for (line, parts) in [
        (
            json!({"id": "x", "output": format!("{{\"labels\": {{\"claim\": [{CLAIM}]}}}}")}).to_string(),
            &["DIR/answers.jsonl:2", "`claim`", "did you mean `claims`?"][..],
        ),
        (
            json!({"id": "x", "output": "{\"labels\": {\"claims\": [{\"claim\": \"a\"}]}}"}).to_string(),
            &["DIR/answers.jsonl:2", "claims/0: no `label`", "supported, partial, unsupported"],
        ),
        (
            json!({"id": "x", "labels": {"claims": [{"text": "a", "label": "yes"}]}}).to_string(),
            &["DIR/answers.jsonl:2", "claims/0: `label`", "supported, partial, unsupported"],
        ),
    ] {
        let (result, output) = judged(&line);
        // If nothing is usable, the result says so.
        let place = result["where"].as_str().and_then(|place| place.rsplit('/').next()).unwrap_or_default();
        let output = format!("{output} DIR/{place} {}", result["error"]["message"]);
        assert!(parts.iter().all(|part| output.contains(part)), "{output}");
    }
    for (line, why) in [
        (json!({"id": "x", "output": "I would rather not."}), "the answer holds no labels"),
        (json!({"id": "x", "output": "{\"labels\": {\"claims\": [oops]}}"}), "JSON cannot be read"),
        (
            json!({"custom_id": "x", "error": {"message": "rate limit"}}),
            "the batch has no answer: rate limit",
        ),
    ] {
        let (result, _) = judged(&line.to_string());
        assert_eq!(result["error"]["slug"], "not_judged", "{result}");
        assert!(result["error"]["message"].as_str().unwrap().contains(why), "{result}");
        assert!(result["where"].as_str().unwrap().ends_with("answers.jsonl:2:1"), "{result}");
    }
}

/// The tone is a label without a list.
#[test]
fn an_answer_with_a_tone_alone_is_an_answer() {
    for line in [
        json!({"id": "x", "labels": {"tone": "hostile"}}),
        json!({"id": "x", "output": "{\"labels\": {\"tone\": \"hostile\"}}"}),
    ] {
        let (report, _) = judged(&line.to_string());
        assert_eq!(report["error"], Value::Null, "{report}");
        let step = report["metrics"]["bias_toxicity"].to_string();
        assert!(step.contains("hostile"), "{step}");
    }
}

#[test]
fn an_answer_as_text_is_the_first_case_s() {
    let folder = Folder::new();
    let answer = folder.write("answer.txt", format!("Well:\n{{\"labels\": {{\"claims\": [{CLAIM}]}}}}\n"));
    let plain = folder.write("answer.json", format!("{{\"labels\": {{\"claims\": [{CLAIM}]}}}}"));
    let input = format!("{}\n{}\n", case("x"), case("y"));
    for labels in [&answer, &plain] {
        let args = ["score", "-", "--rubric", "twin-lock", "--labels", labels, "--fallback", "engine"];
        let ran = run_with(&args, input.as_bytes());
        let label = |at: usize| ran.lines()[at]["metrics"]["hallucination"]["labels"][0]["label"].clone();
        assert_eq!((label(0), label(1)), (json!("unsupported"), json!("supported")), "{}", ran.stderr);
    }
    let two = folder.write("two.jsonl", "{\"labels\": {}}\n{\"labels\": {}}\n");
    let ran = run_with(&["score", "-", "--labels", &two], input.as_bytes());
    assert!(
        ran.status == 2 && ran.stderr.contains("two.jsonl:1:1: labels without an `id`"),
        "{}",
        ran.stderr
    );
}

#[test]
fn requests_of_both_batches_say_how_to_answer() {
    let input = format!("{}\n", case("x"));
    let request = |args: &[&str]| {
        run_with(&[&["prompt", "-", "--model", "m"], args].concat(), input.as_bytes()).lines().remove(0)
    };
    let openai = request(&["--format", "batch"]);
    assert_eq!((&openai["body"]["temperature"], &openai["body"]["max_tokens"]), (&json!(0.0), &json!(8192)));
    let free = request(&["--format", "batch", "--temperature", "none", "--max-tokens", "none"]);
    assert!(
        free["body"].get("temperature").is_none() && free["body"].get("max_tokens").is_none(),
        "{free:#}"
    );
    let anthropic = request(&["--format", "anthropic-batch", "--temperature", "0.5", "--max-tokens", "900"]);
    let params = &anthropic["params"];
    assert_eq!(anthropic["custom_id"], "x");
    assert_eq!((&params["temperature"], &params["max_tokens"]), (&json!(0.5), &json!(900)));
    assert_eq!(params["tool_choice"]["name"], params["tools"][0]["name"]);
    assert_eq!(
        params["tools"][0]["input_schema"],
        openai["body"]["response_format"]["json_schema"]["schema"]
    );
    assert!(params["messages"][0]["content"].as_str().unwrap().contains("ARTICLE BEGINS"));
    let odd = format!("{}\n", case("a:1"));
    let args = ["prompt", "-", "--model", "m", "--format", "anthropic-batch"];
    let ran = run_with(&args, odd.as_bytes());
    assert!(ran.status == 3 && ran.stdout.contains("custom_id"), "{}", ran.stdout);
    for (flag, value) in [("--temperature", "3"), ("--max-tokens", "0")] {
        let ran =
            run_with(&["prompt", "-", "--model", "m", "--format", "batch", flag, value], input.as_bytes());
        assert!(ran.status == 2 && ran.stderr.contains("`none`"), "{}", ran.stderr);
    }
}

#[test]
fn a_prompt_says_what_it_lacks() {
    let alone = run(&["prompt", "--rubric", "anchor"]);
    assert!(alone.status == 0 && alone.stdout.contains("# Answer") && !alone.stdout.contains("BEGINS"));
    for (args, expected) in [
        (&["prompt", QUEUE, "--format", "batch"][..], "--model"),
        (&["prompt", QUEUE, "--model", "m"], "--format batch"),
        (&["prompt", QUEUE, "--rubric", "all"], "one rubric"),
        (&["prompt", "--format", "messages"], "no cases"),
    ] {
        let ran = run(args);
        assert!(
            (ran.status, ran.stdout.as_str()) == (2, "") && ran.stderr.contains(expected),
            "{}",
            ran.stderr
        );
    }
    let bad = format!("{}\n{{\"article\": \"\", \"summary\": \"s\"}}\nnonsense\n", case("x"));
    let ran = run_with(&["prompt", "-", "--format", "messages"], bad.as_bytes());
    assert_eq!((ran.status, ran.lines().len()), (3, 3));
    assert_eq!(
        (&ran.lines()[1]["error"], &ran.lines()[2]["id"]),
        (&json!("empty_article"), &json!("stdin:3"))
    );
    let text = run_with(&["prompt", "-"], format!("{}\n", case("x")).as_bytes()).stdout;
    assert!(text.contains("===== ARTICLE BEGINS =====\nThe council approved"), "{text}");
}
