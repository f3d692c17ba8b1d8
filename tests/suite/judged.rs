//! Checks that results state who judged what, and that nothing passes that was not judged.

use serde_json::{Value, json};

use crate::cli::{ARTICLE, Folder, Ran, SUMMARY, case, labelled, lines, perfect, run, run_with, spoilt};

/// Cases with different texts, since equal ones are asked about only once.
fn cases(ids: &[&str]) -> String {
    let one = |id: &&str| {
        let mut case = case(id);
        case["summary"] = json!(format!("{SUMMARY} Case {id}."));
        case
    };
    lines(&ids.iter().map(one).collect::<Vec<_>>())
}

/// A judge that answers with faultless labels, except for ids that `except` handles.
fn judge(except: &str) -> String {
    let labels = perfect().to_string();
    format!(
        r#"while read -r a; do id=$(printf '%s' "$a" | sed 's/^{{"id":"\([^"]*\)".*/\1/')
        case "$id" in {except} *) printf '{{"id":"%s","labels":%s}}\n' "$id" '{labels}';; esac; done"#
    )
}

fn by_judge(judge: &str, more: &[&str], input: &str) -> Ran {
    let args = ["score", "-", "--rubric", "twin-lock", "--judge", judge, "--judge-cache", "off"];
    run_with(&[&args[..], more].concat(), input)
}

const LABELLED: [&str; 4] = ["score", "-", "--rubric", "twin-lock"];

#[test]
fn every_form_says_who_judged_and_what() {
    let input = lines(&[case("a"), labelled("b", perfect())]);
    let named = ["--judge-name", "j"];
    let report = by_judge(&judge(""), &named, &lines(&[case("a")])).lines().remove(0);
    let hash = report["input"].as_str().unwrap();
    assert!(hash.len() == 35 && hash.starts_with("b3:"), "{hash}");
    assert_eq!(report["judged_by"], "judge:j");
    assert!(report["signature"].as_str().unwrap().ends_with("|judged_by=judge:j"), "{}", report["signature"]);
    let engine = run_with(&LABELLED, &input).lines();
    assert_eq!((&engine[0]["input"], &engine[0]["judged_by"]), (&json!(hash), &json!("engine")));
    assert!(!engine[0]["signature"].as_str().unwrap().contains("judged_by"));
    assert_eq!((&engine[1]["input"], &engine[1]["judged_by"]), (&json!(hash), &json!("labels:stdin")));
    assert!(engine[1]["signature"].as_str().unwrap().contains("|judged_by=labels:"));
    let of = |format: &str| by_judge(&judge(""), &[&named[..], &["-f", format]].concat(), &input).stdout;
    let scores = by_judge(&judge(""), &[&named[..], &["-f", "scores"]].concat(), &input).lines();
    assert_eq!((&scores[0]["input"], &scores[0]["judged_by"]), (&json!(hash), &json!("judge:j")));
    let csv = of("csv");
    let mut rows = csv.lines();
    assert!(rows.next().unwrap().ends_with(",error,where,input,judged_by"), "{csv}");
    assert!(rows.next().unwrap().ends_with(&format!(",{hash},judge:j")), "{csv}");
    let junit = of("junit");
    for property in [("input", hash), ("judged_by", "judge:j")] {
        let wanted = format!("<property name=\"{}\" value=\"{}\"/>", property.0, property.1);
        assert!(junit.contains(&wanted), "{wanted}: {junit}");
    }
    for format in ["text", "md", "html"] {
        assert!(of(format).to_lowercase().contains("judged by"), "{format}");
    }
    let bad = labelled("bad", spoilt());
    let github = run_with(&[&LABELLED[..], &["-f", "github"]].concat(), lines(&[bad])).stdout;
    assert!(github.contains("judged by labels:stdin"), "{github}");
}

#[test]
fn lists_of_several_judges_are_mixed_and_each_says_whose_it_is() {
    let one = r#"while read -r a; do printf '{"id":"a","labels":{"claims":[],"issues":[]}}\n'; done"#;
    let mut own = case("a");
    own["labels"] = json!({"issues": []});
    let report = by_judge(one, &["--judge-name", "j"], &lines(&[own])).lines().remove(0);
    assert_eq!(report["judged_by"], "mixed");
    assert_eq!(report["lists"]["claims"], "judge:j");
    assert_eq!(report["lists"]["issues"], "labels:stdin");
    assert_eq!(report["lists"]["key_points"], "engine");
}

#[test]
fn a_case_that_a_judge_does_not_cover_is_an_error_unless_the_engine_may() {
    let input = cases(&["a", "b", "c"]);
    for (except, words) in [
        (r#"b) printf '{"id":"b","error":"insufficient_quota"}\n';;"#, "it reports: insufficient_quota"),
        ("b) exit 3;;", "it ended before it answered (exit status: 3)"),
        (r#"b) printf '{"id":"b","output":"I cannot."}\n';;"#, "the answer holds no labels"),
    ] {
        let ran = by_judge(&judge(except), &["--judge-name", "j", "-f", "scores"], &input);
        let lines = ran.lines();
        assert_eq!(ran.status, 3, "{except}: {}", ran.stderr);
        assert_eq!(lines[1]["error"]["slug"], "not_judged", "{}", lines[1]);
        assert!(lines[1]["error"]["message"].as_str().unwrap().contains(words), "{}", lines[1]);
        assert_eq!(lines[1]["input"], run_with(&LABELLED, &input).lines()[1]["input"]);
        assert_eq!([&lines[0], &lines[2]].map(|line| &line["judged_by"]), ["judge:j", "judge:j"]);
        let first = ran.stderr.lines().find(|line| line.contains(words)).expect("the first error");
        assert!(first.contains("no labels for b"), "{first}");
        let more = ["--judge-name", "j", "-f", "scores", "--fallback", "engine"];
        let ran = by_judge(&judge(except), &more, &input);
        assert_eq!((ran.status, &ran.lines()[1]["judged_by"]), (0, &json!("engine")), "{}", ran.stderr);
        assert!(ran.lines()[1]["fallback"].as_str().unwrap().contains(words), "{}", ran.stdout);
        assert!(ran.lines()[0].get("fallback").is_none());
    }
    // If the judge is dead, nothing is judged, whatever the conditions on verdicts.
    let ran = by_judge("exit 1", &["--fail-on", "fail", "-f", "csv"], &input);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert!(ran.stdout.lines().skip(1).all(|row| row.contains("not_judged: ")), "{}", ran.stdout);
    // An unreadable list is an error of the metrics that use it; the engine does not replace it.
    let claims =
        r#"while read -r a; do printf '{"id":"a","labels":{"claims":[{"text":"x"}],"issues":[]}}\n'; done"#;
    let report = by_judge(claims, &[], &lines(&[case("a")])).lines().remove(0);
    assert!(report["metrics"]["hallucination"]["error"].as_str().unwrap().contains("claims/0"), "{report:#}");
    let report = by_judge(claims, &["--fallback", "engine"], &lines(&[case("a")])).lines().remove(0);
    assert!(report["metrics"]["hallucination"]["score"].is_number(), "{report:#}");
}

#[test]
fn a_label_file_judges_the_cases_that_it_has_and_no_other() {
    let folder = Folder::new();
    let set = json!({"schema": "lockbench.labels/1", "id": "b", "by": "ann", "labels": perfect()});
    let labels = folder.write("labels.jsonl", set.to_string());
    let input = lines(&[case("a"), case("b")]);
    let args = ["score", "-", "--rubric", "twin-lock", "-f", "scores", "--labels", &labels];
    let ran = run_with(&args, &input);
    let results = ran.lines();
    assert_eq!((ran.status, &results[0]["error"]["slug"]), (3, &json!("not_judged")), "{}", ran.stdout);
    assert!(results[0]["error"]["message"].as_str().unwrap().contains("labels.jsonl"), "{}", results[0]);
    assert_eq!(results[1]["judged_by"], format!("labels:{labels}"));
    let ran = run_with(&[&args[..], &["--fallback", "engine"]].concat(), &input);
    assert_eq!((ran.status, &ran.lines()[0]["judged_by"]), (0, &json!("engine")), "{}", ran.stderr);
    assert!(ran.lines()[0]["fallback"].as_str().unwrap().contains("labels.jsonl"));
    // `labels` writes only what was judged; the engine is not named for the rest.
    let failing = ["labels", "-", "--judge", "exit 1", "--judge-cache", "off", "--labels-only"];
    let ran = run_with(&failing, lines(&[case("a")]));
    assert_eq!((ran.status, &ran.lines()[0]["error"]["slug"]), (3, &json!("not_judged")), "{}", ran.stdout);
    assert!(!ran.stdout.contains("engine"), "{}", ran.stdout);
    let judged =
        ["labels", "-", "--judge", &judge(""), "--judge-cache", "off", "--judge-name", "j", "--labels-only"];
    assert_eq!(run_with(&judged, lines(&[case("a")])).lines()[0]["by"], "j");
}

#[test]
fn a_changed_text_is_scored_again_and_the_file_is_that_of_a_fresh_run() {
    let folder = Folder::new();
    let out = format!("{}/out.jsonl", folder.path());
    let before: Vec<Value> = ["a", "b", "c"].map(|id| labelled(id, perfect())).to_vec();
    let mut after = before.clone();
    after[1]["summary"] = json!(SUMMARY.replace("7 votes", "9 votes"));
    after[1]["labels"]["claims"][0]["label"] = json!("unsupported");
    for format in ["scores", "jsonl"] {
        let args = [&LABELLED[..], &["-f", format]].concat();
        let resume = [&args[..], &["--resume", &out]].concat();
        std::fs::remove_file(&out).ok();
        let old = run_with(&args, lines(&before)).stdout;
        assert_eq!(run_with(&resume, lines(&before)).status, 0);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), old);
        let baseline = folder.write("old.jsonl", &old);
        let ran = run_with(
            &[&resume[..], &["--baseline", &baseline, "--fail-on", "worse"]].concat(),
            lines(&after),
        );
        assert_eq!(ran.status, 1, "{}", ran.stderr);
        for expected in [
            "1 result written, 2 there already",
            "1 result made again: 1 with other texts or measurements",
            "input: changed in 1 case (b)",
        ] {
            assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
        }
        assert_eq!(std::fs::read_to_string(&out).unwrap(), run_with(&args, lines(&after)).stdout);
        assert!(run_with(&resume, lines(&after)).stderr.contains("no results written, 3 there already"));
    }
}

#[test]
fn another_judge_and_other_labels_are_scored_again() {
    let folder = Folder::new();
    let out = format!("{}/out.jsonl", folder.path());
    let input = cases(&["a", "b"]);
    let engine = [&LABELLED[..], &["-f", "scores", "--resume", &out]].concat();
    assert_eq!(run_with(&engine, &input).status, 0);
    // The judge fails on one case: its error is retried, and neither result is attributed to the engine.
    let failing = judge(r#"b) printf '{"id":"b","error":"no"}\n';;"#);
    let more = ["--judge-name", "j", "-f", "scores", "--resume", &out];
    let ran = by_judge(&failing, &more, &input);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("2 results made again: 2 with other labels or another judge"),
        "{}",
        ran.stderr
    );
    let ran = by_judge(&judge(""), &more, &input);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("1 result written, 1 there already; 1 result made again: 1 after an error"),
        "{}",
        ran.stderr
    );
    let text = std::fs::read_to_string(&out).unwrap();
    assert_eq!(text, by_judge(&judge(""), &more[..4], &input).stdout);
    // Edited labels are different labels.
    let labels = |labels: Value| {
        let set = |id: &str| json!({"id": id, "by": "ann", "labels": &labels}).to_string();
        folder.write("labels.jsonl", format!("{}\n{}\n", set("a"), set("b")))
    };
    let args = |file: String| {
        [&engine[..], &["--labels"]].concat().into_iter().map(str::to_owned).chain([file]).collect::<Vec<_>>()
    };
    let score = |file: String| {
        let args = args(file);
        run_with(&args.iter().map(String::as_str).collect::<Vec<_>>(), &input)
    };
    assert!(score(labels(perfect())).stderr.contains("2 results made again"));
    assert!(score(labels(perfect())).stderr.contains("no results written, 2 there already"));
    assert!(score(labels(spoilt())).stderr.contains("2 results made again"));
}

#[test]
fn a_case_without_a_name_is_named_by_its_texts() {
    let folder = Folder::new();
    let nameless = |summary: &str| {
        let mut case = case("");
        case.as_object_mut().unwrap().remove("id");
        case["summary"] = json!(summary);
        case
    };
    let cases = [nameless(SUMMARY), nameless("Work begins."), nameless(SUMMARY)];
    let first = folder.write("first.jsonl", lines(&cases));
    let ids = |file: &str| -> Vec<String> {
        let results = run(&["score", file, "-f", "scores", "--rubric", "anchor"]).lines();
        for result in &results {
            let (id, input) = (result["id"].as_str().unwrap(), result["input"].as_str().unwrap());
            assert!(id.starts_with(&format!("x-{}", &input[3..15])), "{id} {input}");
        }
        results.iter().map(|result| result["id"].as_str().unwrap().to_owned()).collect()
    };
    let named = ids(&first);
    assert!(named[0].len() == 14 && named[1].len() == 14 && named[0] != named[1], "{named:?}");
    assert_eq!(named[2], format!("{}-2", named[0]));
    let list = folder.write("second.json", Value::from(cases.to_vec()).to_string());
    assert_eq!(ids(&list), named);
    let csv = format!("article,summary\n\"{ARTICLE}\",\"{SUMMARY}\"\n");
    assert_eq!(ids(&folder.write("third.csv", csv)), named[..1]);
}

#[test]
fn a_comparison_of_nothing_is_refused() {
    let folder = Folder::new();
    let ids = |from: usize, to: usize| -> Vec<Value> {
        (from..to).map(|at| labelled(&format!("c{at}"), perfect())).collect()
    };
    let score = |cases: &[Value], more: &[&str]| {
        run_with(&[&LABELLED[..], &["-f", "scores"], more].concat(), lines(cases))
    };
    let old = folder.write("old.jsonl", score(&ids(0, 20), &[]).stdout);
    let against = ["--baseline", &old, "--fail-on", "worse"];
    // Other ids, and most cases removed or new.
    let none = score(&ids(50, 75), &against);
    assert_eq!((none.status, none.lines().len()), (2, 25), "{}", none.stderr);
    for expected in ["0 of 25 ids are in both", "do ids change between runs?"] {
        assert!(none.stderr.contains(expected), "{expected}: {}", none.stderr);
    }
    let junit = score(&ids(50, 75), &["--baseline", &old, "-f", "junit"]);
    for text in [&none.stderr, &junit.stderr, &junit.stdout] {
        assert!(!text.contains("compared") && !text.contains("not in the baseline"), "{text}");
    }
    for (cases, expected) in
        [(ids(0, 5), "5 of 20 ids are in both"), (ids(0, 40), "20 of 40 ids are in both")]
    {
        let few = score(&cases, &against);
        assert!(few.status == 2 && few.stderr.contains(expected), "{expected}: {}", few.stderr);
    }
    // What could not be scored before is no missing case, but there is nothing to compare it with.
    let bad = |id: usize| json!({"id": format!("c{id}"), "article": "It rained."});
    let some: Vec<Value> = ids(0, 10).into_iter().chain((10..20).map(bad)).collect();
    let broken = folder.write("broken.jsonl", score(&some, &[]).stdout);
    let ran = score(&ids(0, 20), &["--baseline", &broken]);
    let expected = "10 of 20 ids are in both runs (10 in the baseline, 20 here; 10 of these were errors in the baseline)";
    assert!(ran.status == 2 && ran.stderr.contains(expected), "{}", ran.stderr);
    let ran = score(&ids(0, 20), &["--baseline", &broken, "--min-compared", "50%"]);
    assert!(ran.stderr.contains("not scored -> PASS in 10 cases"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("not in the baseline"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("without a case of that id"), "{}", ran.stderr);
    assert_eq!(score(&ids(0, 5), &[&against[..], &["--min-compared", "25%"]].concat()).status, 0);
    assert_eq!(score(&ids(0, 18), &against).status, 0, "18 of 20 are enough");
    assert_eq!(score(&ids(50, 51), &[&against[..], &["--min-compared", "0"]].concat()).status, 2);
    // The file is empty, or has nothing by this rubric.
    let empty = folder.write("empty.jsonl", "");
    let other = folder.write(
        "other.jsonl",
        run_with(&["score", "-", "--rubric", "anchor", "-f", "scores"], lines(&ids(0, 1))).stdout,
    );
    for baseline in [&empty, &other] {
        let ran = score(&ids(0, 1), &["--baseline", baseline]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains("holds no result by twin-lock"), "{}", ran.stderr);
    }
    for wrong in ["120%", "-1", "most"] {
        assert_eq!(score(&ids(0, 1), &["--baseline", &old, "--min-compared", wrong]).status, 2, "{wrong}");
    }
}

#[test]
fn names_of_other_programs_are_ids_where_they_stay() {
    let id = |row: Value| {
        run_with(&["score", "-", "--rubric", "anchor", "-f", "scores"], lines(&[row])).lines()[0]["id"]
            .clone()
    };
    assert_eq!(id(json!({"name": "vote", "input": ARTICLE, "actual_output": SUMMARY})), "vote");
    let ragas = json!({"name": "q1", "user_input": "Who voted?", "response": SUMMARY, "retrieved_contexts": [ARTICLE]});
    assert_eq!(id(ragas), "q1");
    let result = |id: &str| json!({"id": id, "vars": {"article": ARTICLE}, "response": {"output": SUMMARY}});
    let first = id(result("5f1c3a52-0000-4000-8000-000000000000"));
    assert!(first.as_str().unwrap().starts_with("x-"), "{first}");
    assert_eq!(id(result("77777777-0000-4000-8000-000000000000")), first);
}

/// A batch's answer to the question about a case.
fn answer(id: &str, message: Value, reason: &str) -> Value {
    let body = json!({"model": "m-1", "choices": [{"message": message, "finish_reason": reason}]});
    json!({"custom_id": id, "response": {"status_code": 200, "body": body}, "error": null})
}

fn answer_of(labels: &Value) -> Value {
    json!({"role": "assistant", "content": json!({"labels": labels}).to_string()})
}

#[test]
fn what_a_batch_answers_is_what_it_is() {
    let folder = Folder::new();
    let refusal = json!({"role": "assistant", "content": null, "refusal": "I can't assist with that."});
    let whole = json!({"labels": perfect()}).to_string();
    let cut = &whole[..whole.find("\"segments\"").unwrap() - 20];
    let tool = json!({"type": "tool_use", "id": "t", "name": "labels", "input": {"labels": perfect()}});
    let overloaded = json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}});
    let succeeded = json!({"type": "succeeded", "message": {"role": "assistant", "content": [tool]}});
    let answers = [
        answer("refused", refusal, "stop"),
        json!({"custom_id": "tool", "result": succeeded}),
        json!({"custom_id": "overloaded", "result": {"type": "errored", "error": overloaded}}),
        answer("cut", json!({"role": "assistant", "content": cut}), "length"),
        answer("again", json!({"role": "assistant", "content": "I cannot."}), "stop"),
        answer("again", answer_of(&perfect()), "stop"),
        answer("twice", answer_of(&perfect()), "stop"),
        answer("twice", answer_of(&spoilt()), "stop"),
    ];
    let labels = folder.write("answers.jsonl", lines(&answers));
    let ids = ["refused", "tool", "overloaded", "cut", "again", "twice"];
    let input = lines(&ids.map(case));
    let ran = run_with(&[&LABELLED[..], &["--labels", &labels]].concat(), &input);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let results = ran.lines();
    let of = |id: &str| &results[ids.iter().position(|known| *known == id).unwrap()];
    for (id, words) in [("refused", "I can't assist"), ("overloaded", "Overloaded")] {
        assert_eq!(of(id)["error"]["slug"], "not_judged", "{}", of(id));
        assert!(of(id)["error"]["message"].as_str().unwrap().contains(words), "{}", of(id));
        assert!(of(id)["where"].as_str().unwrap().contains("answers.jsonl:"), "{}", of(id));
    }
    for id in ["tool", "again"] {
        assert_eq!(
            (&of(id)["verdict"]["decision"], of(id)["judged_by"].as_str()),
            (&json!("PASS"), Some(&*format!("labels:{labels}")))
        );
    }
    // A list that was cut off, and all following ones that a prompt asks for, are attributed to nobody. Segments
    // are counted, and no prompt asks for them.
    let cut = &of("cut")["metrics"];
    assert!(cut["hallucination"]["error"].as_str().is_some_and(|why| why.contains("cut off")), "{cut:#}");
    assert!(cut["relevance"]["error"].is_null(), "{cut:#}");
    let labels_of = |metric: &Value| metric["labels"].as_array().cloned().unwrap_or_default();
    let mut given = cut.as_object().unwrap().values().flat_map(labels_of);
    let is_counted = |label: &Value| label["id"].as_str().unwrap().starts_with("segments/");
    assert!(given.all(|label| label["by"] != "engine" || is_counted(&label)), "{cut:#}");
    let twice = of("twice")["error"].as_str().unwrap();
    assert!(twice.contains("`twice`: on line 7 and on line 8"), "{twice}");
    // With a fallback, lists that were not judged are the engine's; two answers remain an error.
    let ran = run_with(&[&LABELLED[..], &["--labels", &labels, "--fallback", "engine"]].concat(), &input);
    assert_eq!((ran.status, &ran.lines()[0]["judged_by"]), (3, &json!("engine")), "{}", ran.stderr);
    assert!(ran.lines()[0]["fallback"].as_str().unwrap().contains("I can't assist"), "{}", ran.stdout);
}

#[test]
fn of_several_label_files_the_last_one_has_the_last_word_on_a_list() {
    let folder = Folder::new();
    let first = folder.write("first.jsonl", lines(&[answer("a", answer_of(&perfect()), "stop")]));
    let claims = json!({"id": "a", "by": "ann", "labels": {"claims": spoilt()["claims"]}});
    let second = folder.write("second.jsonl", lines(&[claims]));
    let score = |files: &[&str]| {
        let files: Vec<&str> = files.iter().flat_map(|file| ["--labels", file]).collect();
        run_with(&[&LABELLED[..], &files].concat(), lines(&[case("a")])).lines().remove(0)
    };
    let both = score(&[&first, &second]);
    assert_eq!((&both["verdict"]["decision"], &both["judged_by"]), (&json!("FAIL"), &json!("mixed")));
    assert_eq!(both["lists"]["claims"], format!("labels:{second}"));
    assert_eq!(both["lists"]["issues"], format!("labels:{first}"));
    assert_eq!(score(&[&second, &first])["verdict"]["decision"], "PASS");
    let signature = both["signature"].as_str().unwrap();
    assert!(
        signature.contains("labels:first.jsonl#") && signature.contains("+labels:second.jsonl#"),
        "{signature}"
    );
}

#[test]
fn thresholds_and_verdicts_fail_a_run_and_its_tests() {
    let spoilt = labelled("bad", spoilt());
    let input = lines(&[labelled("good", perfect()), spoilt]);
    let score = |more: &[&str]| run_with(&[&LABELLED[..], more].concat(), &input);
    for (conditions, status) in [
        (&["hallucination<7"][..], 1),
        (&["hallucination<0"], 0),
        (&["coverage<5", "twin-lock.hallucination<=3"], 1),
        (&["judge-lock.hallucination<7"], 0),
        (&["verdict=FAIL"], 1),
        (&["verdict=WARN", "verdict=INCOMPLETE"], 0),
    ] {
        let args: Vec<&str> = conditions.iter().flat_map(|condition| ["--fail-on", condition]).collect();
        let scores = score(&[&["-f", "scores"], &args[..]].concat());
        assert_eq!(scores.status, status, "{conditions:?}: {}", scores.stderr);
        // The output says what fails, and why.
        let first = "1 result of 2 fails by --fail-on (first: bad: ";
        assert_eq!(scores.stderr.contains(first), status == 1, "{conditions:?}: {}", scores.stderr);
        let junit = score(&[&["-f", "junit"], &args[..]].concat()).stdout;
        assert_eq!(junit.contains("<failure"), status == 1, "{conditions:?}: {junit}");
        let github = score(&[&["-f", "github"], &args[..]].concat()).stdout;
        assert_eq!(github.contains("::error"), status == 1, "{conditions:?}: {github}");
    }
    for (wrong, part) in [
        ("halucination<7", "there are coverage"),
        ("hallucination<x", "hallucination<7"),
        ("verdict=GOOD", "PASS, WARN"),
    ] {
        let ran = score(&["--fail-on", wrong]);
        assert!(ran.status == 2 && ran.stderr.contains(part), "{wrong}: {}", ran.stderr);
    }
    // A condition that can test nothing is named; the status is that of the others.
    let without = "--fail-on synthlink.p_at_5<0.5: p_at_5 applies to no case, so that it never fails";
    let both = ["--rubric", "twin-lock,synthlink", "--fail-on", "synthlink.p_at_5<0.5"];
    let ran = run_with(&[&["score", "-"], &both[..]].concat(), &input);
    assert!(ran.status == 0 && ran.stderr.matches(without).count() == 1, "{}", ran.stderr);
    assert!(!score(&["--fail-on", "hallucination<0"]).stderr.contains("applies to no case"));
    // A missing score cannot pass a condition.
    assert_eq!(score(&["--fail-on", "hallucination<0", "--labels-only"]).status, 0);
    let bare = run_with(
        &[&LABELLED[..], &["--fail-on", "hallucination<0", "--labels-only"]].concat(),
        lines(&[case("a")]),
    );
    assert_eq!(bare.status, 1, "{}", bare.stderr);
}

#[test]
fn with_a_baseline_what_got_worse_fails_and_nothing_else() {
    let folder = Folder::new();
    let old = [labelled("bad", spoilt()), labelled("good", perfect())];
    let scores = run_with(&[&LABELLED[..], &["-f", "scores"]].concat(), lines(&old)).stdout;
    let baseline = folder.write("old.jsonl", scores);
    let score = |cases: &[Value], more: &[&str]| {
        run_with(&[&LABELLED[..], &["--baseline", &baseline], more].concat(), lines(cases))
    };
    for format in ["junit", "github"] {
        let same = score(&old, &["-f", format, "--fail-on", "worse"]);
        assert_eq!(same.status, 0, "{}", same.stderr);
        assert!(!same.stdout.contains("<failure") && !same.stdout.contains("::error"), "{}", same.stdout);
        let worse =
            score(&[old[0].clone(), labelled("good", spoilt())], &["-f", format, "--fail-on", "worse"]);
        assert_eq!(worse.status, 1, "{}", worse.stderr);
        assert!(worse.stderr.contains("1 verdict is worse"), "the log says it: {}", worse.stderr);
        if format == "github" {
            let first = worse.stdout.lines().find(|line| line.starts_with("::error")).unwrap();
            assert!(first.contains("FAIL twin-lock%3A good"), "{}", worse.stdout);
            assert!(!worse.stdout.contains("twin-lock%3A bad"), "{}", worse.stdout);
            assert!(worse.stdout.ends_with("lockbench: 2 FAIL\n"), "{}", worse.stdout);
        } else {
            assert!(worse.stdout.contains("<failure type=\"worse\""), "{}", worse.stdout);
            assert!(!worse.stdout.contains("<failure type=\"FAIL\""), "{}", worse.stdout);
        }
    }
    let both = ["-f", "junit", "--fail-on", "worse", "--fail-on", "hallucination<7"];
    let ran = score(&old, &both);
    assert!(ran.status == 1 && ran.stdout.contains("<failure type=\"FAIL\""), "{}", ran.stdout);
}

#[test]
fn a_case_without_input_for_a_rubric_is_skipped_and_does_not_fail() {
    let args = ["score", "-", "--rubric", "twin-lock,protocol", "--fail-on", "fail"];
    let input = lines(&[labelled("a", perfect())]);
    let results = run_with(&args[..4], &input).lines();
    let protocol = results.iter().find(|result| result["rubric"] == "protocol").unwrap();
    assert_eq!(protocol["verdict"]["decision"], "INCOMPLETE", "{protocol:#}");
    let ran = run_with(&[&args[..], &["-f", "junit"]].concat(), &input);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("skipped=\"1\"") && ran.stdout.contains("<skipped message="),
        "{}",
        ran.stdout
    );
    // If nothing at all was judged, nothing passes.
    for (condition, status) in [
        ("grounding_accuracy<0.5", 0),
        ("grounding_accuracy>0.5", 1),
        ("generation_time>9", 1),
        ("verdict=FAIL", 1),
    ] {
        let ran = run_with(&["score", "-", "--rubric", "protocol", "--fail-on", condition], &input);
        let says = ran.stderr.contains("nothing that --fail-on looks at was judged");
        let judged = condition.starts_with("grounding");
        assert_eq!((ran.status, says), (status, !judged), "{condition}: {}", ran.stderr);
    }
    let alone = run_with(&["score", "-", "--rubric", "protocol", "--fail-on", "fail"], &input);
    assert_eq!(alone.status, 1, "{}", alone.stderr);
}

/// Runs every `lockbench` command of docs/ci.md in a shell, on a small set of cases.
#[test]
fn the_commands_of_the_page_on_ci_run() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/ci.md")).unwrap();
    let folder = Folder::new();
    folder.write("data/cases.jsonl", lines(&[labelled("a", perfect()), labelled("b", perfect())]));
    let mut commands: Vec<String> = Vec::new();
    let joined = page.replace("\\\n", " ");
    for line in joined.lines() {
        let fenced = line.trim_start().trim_start_matches("- ");
        let inline = line
            .split('`')
            .filter(|part| part.starts_with("lockbench score ") && !part.contains("out.jsonl"));
        match fenced.strip_prefix("lockbench ") {
            Some(_) => commands.push(fenced.to_owned()),
            None => commands.extend(inline.map(str::to_owned)),
        }
    }
    assert!(commands.len() >= 4 && commands[0].contains("> data/baseline.jsonl"), "{commands:?}");
    for line in commands {
        let mut shell = std::process::Command::new("sh");
        let line = line.replacen("lockbench", env!("CARGO_BIN_EXE_lockbench"), 1);
        shell.arg("-c").arg(&line).current_dir(folder.path()).env_remove("GITHUB_STEP_SUMMARY");
        shell.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let ran = crate::cli::ended(shell, b"");
        assert_eq!(ran.status, 0, "{line}: {}", ran.stderr);
    }
    assert!(std::fs::read_to_string(format!("{}/junit.xml", folder.path())).unwrap().contains("<testsuites"));
}

#[test]
fn numbers_of_tables_have_a_decimal_point() {
    let input = lines(&[labelled("a", perfect())]);
    let csv = run_with(&[&LABELLED[..], &["-f", "csv"]].concat(), &input).stdout;
    let row = csv.lines().nth(1).unwrap();
    assert!(row.contains(",10.0,10.0,") && !row.contains(",10,"), "{row}");
    let scores = run_with(&[&LABELLED[..], &["-f", "scores"]].concat(), &input).stdout;
    assert!(scores.contains("\"coverage\":10.0,") && scores.contains("\"score\":10.0,"), "{scores}");
}

#[test]
fn tables_of_deepeval_and_promptfoo_are_read() {
    let folder = Folder::new();
    let read = |name: &str, text: String| {
        let file = folder.write(name, text);
        run(&["score", &file, "--rubric", "anchor"])
    };
    let [article, summary] = [ARTICLE, SUMMARY].map(|text| format!("\"{text}\""));
    // An empty context and a filled input: the input is the article.
    for (head, row) in [
        ("input,actual_output,expected_output,context,retrieval_context", format!("{article},{summary},,,")),
        ("input,actualOutput,context,retrievalContext", format!("{article},{summary},[],")),
        ("input,actualOutput,retrievalContext", format!("Who voted?,{summary},{article}")),
    ] {
        let ran = read("deepeval.csv", format!("{head}\n{row}\n"));
        assert_eq!(ran.status, 0, "{head}: {}", ran.stdout);
        assert_eq!(ran.lines()[0]["input"].as_str().map(str::len), Some(35), "{head}");
    }
    let blank = read("deepeval.csv", format!("actual_output,context\n{summary},\n"));
    assert!(blank.stdout.contains("empty_article"), "{}", blank.stdout);
    assert!(blank.stderr.contains("the article was read from `context`, which is empty"), "{}", blank.stderr);
    // A column for each provider.
    let head = "article,[openai:m] Sum up {{article}},[other:n] Sum up {{article}}";
    let graded = format!("\"[PASS] (1.00)\n\n{SUMMARY}\n\nPass Reason: fine\"");
    let ran = read("promptfoo.csv", format!("{head}\n{article},{graded},{summary}\n"));
    let results = ran.lines();
    assert_eq!((ran.status, results.len()), (0, 2), "{}", ran.stdout);
    assert_eq!([0, 1].map(|at| &results[at]["extra"]["system"]), ["openai:m", "other:n"]);
    assert_eq!(results[0]["input"], results[1]["input"], "the grade is not part of the summary");
    let ran = read("promptfoo.csv", format!("{head}\n{article},[ERROR] API error: 429,{summary}\n"));
    let results = ran.lines();
    assert_eq!((ran.status, results.len()), (3, 2), "{}", ran.stdout);
    assert_eq!(results[0]["error"], "the provider gave no output: API error: 429");
    assert_eq!(results[1]["extra"]["system"], "other:n");
    // Results: an object as output, the provider as system, a provider's error.
    let result = |response: Value| json!({"id": "u", "vars": {"article": ARTICLE}, "provider": {"id": "openai:m"}, "response": response});
    let rows =
        [result(json!({"output": {"summary": SUMMARY, "n": 1}})), result(json!({"error": "API error: 429"}))];
    let ran = read("promptfoo.jsonl", lines(&rows));
    let results = ran.lines();
    assert_eq!(results[0]["extra"]["system"], "openai:m", "{}", ran.stdout);
    assert!(
        results[1]["error"].as_str().unwrap().contains("gave no output: API error: 429"),
        "{}",
        ran.stdout
    );
}

#[test]
fn results_go_to_a_file_that_is_whole_and_messages_can_be_left_out() {
    let folder = Folder::new();
    let out = format!("{}/out.csv", folder.path());
    let input = lines(&[labelled("a", perfect()), json!({"id": "b", "article": "", "summary": "s"})]);
    let args = [&LABELLED[..], &["-f", "csv"]].concat();
    let plain = run_with(&args, &input);
    let file = run_with(&[&args[..], &["-o", &out, "-v"]].concat(), &input);
    assert_eq!((file.status, file.stdout.as_str()), (3, ""));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), plain.stdout);
    assert!(
        file.stderr.contains("2 results of 2 records in ") && file.stderr.contains("1 PASS"),
        "{}",
        file.stderr
    );
    let quiet = run_with(&[&args[..], &["-q"]].concat(), b"");
    assert_eq!(quiet.stderr, "", "that there is no case is a note");
    assert_eq!(run_with(&[&args[..], &["-o", "-"]].concat(), &input).stdout, plain.stdout);
    // A failed run leaves an existing file with that name unchanged.
    let wrong = run_with(&[&args[..], &["-o", &out, "--baseline", "/nonexistent"]].concat(), &input);
    assert_eq!(wrong.status, 2);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), plain.stdout);
    let inside = format!("{out}/x");
    let nowhere = format!("{}/none/x", folder.path());
    for (more, part) in [
        (&["-o", &inside][..], "-o "),
        (&["-o", folder.path()], "folder"),
        (&["-o", &nowhere], "hint: make the folder"),
        (&["--baseline", &nowhere], "hint: check the path"),
        (&["-q", "-v"], "--verbose"),
    ] {
        let ran = run_with(&[&args[..], more].concat(), &input);
        assert!(ran.status == 2 && ran.stderr.contains(part), "{more:?}: {}", ran.stderr);
    }
    let labels = run_with(&["labels", "-", "-o", &out], &input);
    assert_eq!((labels.status, labels.stdout.as_str()), (3, ""));
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 2);
}
