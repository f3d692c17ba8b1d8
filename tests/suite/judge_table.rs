//! Tests `lockbench judges`: people, models, the engine and word overlap in one table.

use serde_json::{Value, json};

use crate::cli::{Folder, Ran, case, run};

/// A set of claims, one letter each: supported, partial, unsupported.
fn claims(id: &str, by: &str, letters: &str) -> Value {
    let claim = |(at, letter): (usize, char)| {
        let label = match letter {
            's' => "supported",
            'p' => "partial",
            _ => "unsupported",
        };
        json!({"text": format!("claim {at}"), "label": label})
    };
    let claims: Vec<Value> = letters.chars().enumerate().map(claim).collect();
    json!({"schema": "lockbench.labels/1", "id": id, "by": by, "labels": {"claims": claims}})
}

fn lines(values: impl IntoIterator<Item = Value>) -> String {
    values.into_iter().map(|value| format!("{value}\n")).collect()
}

/// People's labels for the claims of eight cases.
const TRUTH: [&str; 8] = ["ssu", "sup", "uss", "psu", "ssp", "usu", "sss", "pus"];

fn of(by: &str, letters: impl Fn(usize) -> String) -> String {
    lines((0..TRUTH.len()).map(|at| claims(&format!("c{at}"), by, &letters(at))))
}

fn cases(folder: &Folder, more: impl Fn(usize, &mut Value)) -> String {
    let one = |at: usize| {
        let mut case = case(&format!("c{at}"));
        case["summary"] = json!(format!("{} Case {at}.", case["summary"].as_str().unwrap()));
        more(at, &mut case);
        case
    };
    folder.write("cases.jsonl", lines((0..TRUTH.len()).map(one)))
}

fn compared(args: &[&str]) -> (Value, Ran) {
    let ran = run(&[&["judges", "--format", "json", "--resamples", "100"], args].concat());
    let value: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
    let schema: Value = serde_json::from_str(&run(&["schema", "judges"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{value:#}");
    (value, ran)
}

fn judge<'a>(value: &'a Value, name: &str) -> &'a Value {
    let judges = value["judges"].as_array().unwrap();
    judges.iter().find(|judge| judge["judge"] == name).unwrap_or_else(|| panic!("{name}: {value:#}"))
}

#[test]
fn every_judge_has_a_row_and_the_best_stands_first() {
    let folder = Folder::new();
    let cases = cases(&folder, |_, _| {});
    let gold = folder.write("people.jsonl", of("ann", |at| TRUTH[at].to_owned()));
    let right = folder.write("right.jsonl", of("right", |at| TRUTH[at].to_owned()));
    // It always says supported, skips the second half of the cases, and states its cost.
    let lazy = (0..4).map(|at| {
        let mut set = claims(&format!("c{at}"), "lazy", "sss");
        set["cost"] = json!(0.5);
        set["usage"] = json!({"prompt_tokens": 90, "completion_tokens": 10});
        set
    });
    let lazy = folder.write("lazy.jsonl", lines(lazy));
    let program = r#"while read -r a; do id=$(printf '%s' "$a" | sed 's/^{"id":"\([^"]*\)".*/\1/');
        printf '{"id":"%s","labels":{"claims":[{"text":"claim 0","label":"unsupported"}]}}\n' "$id"; done"#;
    let (value, ran) = compared(&[
        &cases, "--gold", &gold, "--labels", &right, "--labels", &lazy, "--judge", program, "--judge-name",
        "no", "--judge-cache", "off",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(value["judges"][0]["judge"], "right");
    assert_eq!(judge(&value, "right")["agreement"]["value"], 1.0);
    let lazy = judge(&value, "lazy");
    assert_eq!(
        (&lazy["judged"], &lazy["answered"], &lazy["unanswered"]),
        (&json!(8), &json!(4), &json!(0.5))
    );
    assert_eq!(lazy["agreement"]["value"], 0.0);
    assert_eq!(
        (&lazy["cost"], &lazy["tokens"], &lazy["seconds"]),
        (&json!(0.5), &json!(100.0), &Value::Null)
    );
    let program = judge(&value, "no");
    assert_eq!((&program["kind"], &program["answered"]), (&json!("program"), &json!(8)));
    assert!(program["seconds_measured"] == true && program["seconds"].as_f64().unwrap() > 0.0, "{program:#}");
    assert!(
        (program["unmatched"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-9,
        "a claim of three: {program:#}"
    );
    assert_eq!(judge(&value, "engine")["kind"], "engine");
    assert_eq!(judge(&value, "overlap (rouge-1 precision)")["kind"], "overlap");
    assert_eq!((&value["best"][0]["of"], &value["best"][0]["judge"]), (&json!("claims"), &json!("right")));
    let pair =
        value["pairs"].as_array().unwrap().iter().find(|pair| pair["a"] == "right" && pair["b"] == "lazy");
    let pair = pair.unwrap_or_else(|| panic!("{value:#}"));
    assert_eq!((&pair["cases"], &pair["difference"]), (&json!(4), &json!(1.0)));
    let notes = value["notes"].to_string();
    assert!(notes.contains("lazy left 4 of 8 cases unanswered"), "{notes}");
    assert!(!notes.contains("labelled by two annotators"), "one person is enough: {notes}");
    // The same as text, as a page and as Markdown.
    for (format, parts) in [
        ("text", &["Judges\n──────", "Best at each", "more than chance"][..]),
        ("md", &["# Judges", "| right | labels | 1.000"]),
        ("html", &["<title>Judges</title>", "<svg", "right"]),
    ] {
        let ran = run(&[
            "judges", &cases, "--gold", &gold, "--labels", &right, "--resamples", "20", "--format", format,
        ]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert!(parts.iter().all(|part| ran.stdout.contains(part)), "{format}: {}", ran.stdout);
    }
}

#[test]
fn several_people_are_the_yardstick_and_human_may_name_their_file() {
    let folder = Folder::new();
    let cases = cases(&folder, |_, _| {});
    let both = of("ann", |at| TRUTH[at].to_owned()) + &of("bob", |at| TRUTH[at].replace('p', "u"));
    let gold = folder.write("people.jsonl", both);
    let (value, _) = compared(&[&cases, "--human", &gold]);
    assert_eq!(judge(&value, "ann")["kind"], "person");
    assert_eq!(judge(&value, "ann")["agreement"], judge(&value, "bob")["agreement"]);
    assert!(value["best"].as_array().unwrap().iter().all(|best| best["judge"] != "ann"), "{value:#}");
}

#[test]
fn several_answers_of_a_judge_are_samples_of_it() {
    let folder = Folder::new();
    let cases = cases(&folder, |_, _| {});
    let gold = folder.write("people.jsonl", of("ann", |at| TRUTH[at].to_owned()));
    // In one file, and in two.
    let one = folder.write("one.jsonl", of("j", |at| TRUTH[at].to_owned()) + &of("j", |_| "sss".to_owned()));
    let (together, _) = compared(&[&cases, "--gold", &gold, "--labels", &one]);
    let (first, second) = (
        folder.write("a.jsonl", of("j", |at| TRUTH[at].to_owned())),
        folder.write("b.jsonl", of("j", |_| "sss".to_owned())),
    );
    let (apart, _) = compared(&[&cases, "--gold", &gold, "--labels", &first, "--labels", &second]);
    assert_eq!(judge(&together, "j"), judge(&apart, "j"));
    let found = judge(&together, "j");
    assert_eq!(found["samples"]["most"], 2);
    assert_eq!(found["agreement"]["value"], 0.5, "the mean of 1 and 0");
    assert!((found["samples"]["sd_of_agreement"].as_f64().unwrap() - 0.5_f64.sqrt()).abs() < 1e-9);
    // A program is asked as often as --samples says.
    let program = r#"n=0; while read -r a; do n=$((n+1)); id=$(printf '%s' "$a" | sed 's/^{"id":"\([^"]*\)".*/\1/');
        l=supported; [ $((n % 3)) = 0 ] && l=unsupported
        printf '{"id":"%s","labels":{"claims":[{"text":"claim 0","label":"%s"}]}}\n' "$id" $l; done"#;
    let (asked, _) = compared(&[
        &cases, "--gold", &gold, "--judge", program, "--judge-name", "p", "--samples", "3", "--judge-cache",
        "off",
    ]);
    assert_eq!(judge(&asked, "p")["samples"]["most"], 3);
    assert!(judge(&asked, "p")["samples"]["alike"].as_f64().unwrap() < 1.0, "{asked:#}");
}

#[test]
fn scores_are_compared_with_peoples_numbers_for_files_and_programs_together() {
    let folder = Folder::new();
    let number = |at: usize| TRUTH[at].chars().filter(|letter| *letter == 's').count();
    let cases = cases(&folder, |at, case| case["human"] = json!({"consistency": number(at)}));
    let right = folder.write("right.jsonl", of("right", |at| TRUTH[at].to_owned()));
    let program = r#"while read -r a; do id=$(printf '%s' "$a" | sed 's/^{"id":"\([^"]*\)".*/\1/');
        printf '{"id":"%s","labels":{"claims":[{"text":"claim 0","label":"supported"}]}}\n' "$id"; done"#;
    let (value, ran) = compared(&[
        &cases, "--human", "human.consistency", "--labels", &right, "--judge", program, "--judge-name",
        "yes", "--judge-cache", "off", "--rubric", "twin-lock", "--metric", "hallucination",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(value["agreement"].as_str().unwrap().ends_with("of twin-lock.hallucination"), "{value:#}");
    assert_eq!(value["judges"][0]["judge"], "right");
    assert!(judge(&value, "right")["agreement"]["value"].as_f64().unwrap() > 0.8, "{value:#}");
    assert!(judge(&value, "yes")["agreement"]["why"].is_string(), "always the same score: {value:#}");
    assert_eq!(judge(&value, "engine")["agreement"]["n"], 8);
    // `agree` accepts the scores of a judge too.
    let ran = run(&[
        "agree", &cases, "--human", "human.consistency", "--judge", program, "--judge-cache", "off",
        "--rubric", "twin-lock", "--format", "json",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    let metric = |name: &str| value["metrics"].as_array().unwrap().iter().find(|one| one["metric"] == name);
    let found = metric("twin-lock.hallucination").unwrap_or_else(|| panic!("{value:#}"));
    assert_eq!((&found["cases"], found.get("headline")), (&json!(8), None), "one score for all: the judge's");
}

#[test]
fn the_output_of_a_batch_is_matched_by_the_id_of_the_case() {
    let folder = Folder::new();
    let cases = cases(&folder, |_, _| {});
    let gold = folder.write("people.jsonl", of("ann", |at| TRUTH[at].to_owned()));
    let answer = |at: usize| {
        let content = json!({"labels": claims("", "", TRUTH[at])["labels"]}).to_string();
        json!({"id": format!("batch_req_{at}"), "custom_id": format!("c{at}"), "error": null, "response":
            {"status_code": 200, "body": {"choices": [{"message": {"role": "assistant", "content": content}}]}}})
    };
    // A question that failed was asked again; that is no second sample.
    let failed =
        json!({"id": "batch_req_9", "custom_id": "c0", "response": null, "error": {"message": "quota"}});
    let batch =
        folder.write("batch.jsonl", lines(std::iter::once(failed).chain((0..TRUTH.len()).map(answer))));
    let (value, ran) = compared(&[&cases, "--gold", &gold, "--labels", &batch]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let row = judge(&value, "batch.jsonl");
    assert_eq!((&row["answered"], &row["agreement"]["value"]), (&json!(8), &json!(1.0)), "{row:#}");
    assert_eq!(row.get("samples"), None, "{row:#}");
}

#[test]
fn what_cannot_be_compared_says_where_and_what_to_do() {
    let folder = Folder::new();
    let cases = cases(&folder, |_, _| {});
    let gold = folder.write("people.jsonl", of("ann", |at| TRUTH[at].to_owned()));
    let other = folder.write("other.jsonl", lines([claims("x", "j", "s")]));
    let nameless = folder.write("nameless.jsonl", "{\"labels\": {\"claims\": []}}\n");
    for (args, parts) in [
        (
            &["--gold", &gold, "--labels", &other][..],
            &["other.jsonl", "\"x\"", "\"c0\"", "matched to cases by `id`"][..],
        ),
        (&["--gold", &other], &["--gold: none of its 1 case", "\"x\"", "by their `id`"]),
        (&["--gold", &gold, "--labels", &nameless], &["nameless.jsonl:1", "no `id`", "custom_id"]),
        (&["--human", "quality"], &["--human quality", "c0", "--gold FILE"]),
        (&[], &["--human"]),
        (&["--gold", &gold, "--judge-name", "x"], &["--judge"]),
        (&["--gold", &gold, "--list", "clams"], &["unknown list", "claims"]),
        (
            &["--gold", &gold, "--judge", "./judge.py --model a", "--judge", "./judge.py --model b"],
            &["two judges are called judge.py", "--model a", "--model b", "--judge-name"],
        ),
    ] {
        let ran = run(&[&["judges", &cases], args].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{args:?}: {}", ran.stderr);
        assert!(parts.iter().all(|part| ran.stderr.contains(part)), "{args:?}: {}", ran.stderr);
    }
    let out = format!("{}/table.json", folder.path());
    let ran = run(&["judges", &cases, "--gold", &gold, "--format", "json", "-o", &out, "-q"]);
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
    assert!(std::fs::read_to_string(&out).unwrap().contains("lockbench.judges/1"));
}

/// Ctrl-C ends the judges, leaves no file with the name of -o nor a partial one, and is visible in the
/// exit status.
#[test]
#[cfg(unix)]
fn an_interrupt_leaves_nothing_half_written() {
    use std::process::{Command, Stdio};

    let folder = Folder::new();
    let file = cases(&folder, |_, _| {});
    let gold = folder.write("gold.jsonl", of("lead", |at| TRUTH[at].to_owned()));
    let out = tempfile::tempdir().unwrap();
    let table = out.path().join("table.json");
    let pid = format!("{}/pid", folder.path());
    // It signals that it was asked, and never answers.
    let judge = format!("read -r question; echo $$ > {pid}.part; mv {pid}.part {pid}; sleep 600");
    let args = [
        "judges",
        &file,
        "--gold",
        &gold,
        "--judge",
        &judge,
        "--judge-cache",
        "off",
        "--format",
        "json",
        "-o",
        table.to_str().unwrap(),
    ];
    let mut running = crate::cli::command(&args);
    let mut child = running.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !std::path::Path::new(&pid).exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it asked");
        std::thread::yield_now();
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let left: Vec<_> =
        std::fs::read_dir(out.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
    let group = std::fs::read_to_string(&pid).unwrap();
    let all = Command::new("ps").args(["-eo", "pgid=,stat="]).output().unwrap();
    for line in String::from_utf8_lossy(&all.stdout).lines() {
        let (own, state) = line.trim().split_once(' ').unwrap();
        assert!(own != group.trim() || state.trim().starts_with('Z'), "the judge runs on");
    }
}
