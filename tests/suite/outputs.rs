//! Tests the output formats, each read by a suitable reader; runs compared with a baseline; and continued
//! runs.

use std::process::{Command, Stdio};

use jsonschema::Validator;
use lockbench::rubric::RUBRICS;
use quick_xml::events::Event;
use serde_json::{Value, json};

use crate::cli::{Folder, Ran, case, command, ended, labelled, lines, perfect, run, run_with, spoilt};

/// Cases that pass, fail, lack something, have a malformed list, or cannot be scored, and a record
/// without a case.
fn mixed() -> Vec<Value> {
    let mut bad = spoilt();
    bad["claims"][0]["label"] = json!("perhaps");
    vec![
        case("plain"),
        labelled("perfect", perfect()),
        labelled("spoilt", spoilt()),
        labelled("bad", bad),
        json!({"id": "empty", "article": "", "summary": "s"}),
        json!({"article": 5, "summary": "s"}),
    ]
}

fn scores_schema() -> Validator {
    let schema: Value = serde_json::from_str(&run(&["schema", "scores"]).stdout).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// Converts numbers to floats, as in tables.
fn floats(value: Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.into_iter().map(floats).collect(),
        Value::Object(members) => members.into_iter().map(|(key, value)| (key, floats(value))).collect(),
        other => other,
    }
}

#[test]
fn scores_are_the_numbers_of_the_reports() {
    let schema = scores_schema();
    let input = lines(&mixed());
    for more in [&[][..], &["--literal"], &["--labels-only"], &["--reading", "edge=lower"]] {
        let with = |format| {
            run_with(&[&["score", "-", "--rubric", "all", "--format", format], more].concat(), &input)
        };
        let (reports, scores) = (with("jsonl"), with("scores"));
        assert_eq!((reports.status, scores.status), (3, 3), "{}", scores.stderr);
        let (reports, scores) = (reports.lines(), scores.lines());
        assert_eq!(reports.len(), scores.len());
        for (report, scores) in reports.iter().zip(&scores) {
            assert!(schema.is_valid(scores), "{scores}");
            if report.get("error").is_some() {
                assert_eq!(report, scores);
                continue;
            }
            let mut caps: Vec<&Value> = Vec::new();
            for cap in report["caps"].as_array().unwrap().iter().filter(|cap| cap["fired"] == true) {
                if !caps.contains(&&cap["slug"]) {
                    caps.push(&cap["slug"]);
                }
            }
            let numbers: serde_json::Map<String, Value> = report["metrics"]
                .as_object()
                .unwrap()
                .iter()
                .map(|(key, metric)| (key.clone(), metric["score"].clone()))
                .collect();
            let verdict = &report["verdict"];
            let wanted = json!({
                "id": report["id"], "rubric": report["rubric"], "signature": scores["signature"],
                "input": report["input"], "judged_by": report["judged_by"],
                "decision": verdict["decision"], "score": verdict["score"], "mean": verdict["mean"],
                "metrics": numbers, "caps": caps,
            });
            assert_eq!(*scores, floats(wanted));
        }
    }
}

#[test]
fn a_signature_of_scores_names_the_readings_that_were_changed() {
    let signature = |more: &[&str]| {
        let ran = run_with(&[&["score", "-", "--format", "scores"], more].concat(), lines(&[case("x")]));
        ran.lines()[0]["signature"].as_str().unwrap().to_owned()
    };
    assert_eq!(signature(&[]), "judge-lock|version=1");
    assert_eq!(signature(&["--reading", "edge=lower,query=required"]), "judge-lock|version=1|edge=lower");
    let ran = run_with(&["score", "-", "--reading", "edge=lower,query=required"], lines(&[case("x")]));
    let note = "--reading query changes nothing: judge-lock has no such rule";
    assert!(ran.stderr.contains(note) && !ran.stderr.contains("edge"), "{}", ran.stderr);
    assert!(!scores_schema().is_valid(&json!({"id": "x", "rubric": "judge-lock"})));
}

/// Ids that a spreadsheet, an XML reader or GitHub's runner could misinterpret.
fn hostile() -> Vec<Value> {
    [
        "=HYPERLINK(\"http://x\")",
        "@a,b\nc \"q\"",
        "-1+1",
        "</testcase><&>\u{1b}[31m\u{ffff}",
        "::error::x\n::error::y",
    ]
    .iter()
    .map(|id| labelled(id, spoilt()))
    .collect()
}

#[test]
fn csv_is_a_table_without_formulas() {
    let cases = [mixed(), hostile()].concat();
    let rubrics = "judge-lock,protocol,anchor";
    let ran = run_with(&["score", "-", "--rubric", rubrics, "--format", "csv"], lines(&cases));
    let mut reader = csv::Reader::from_reader(ran.stdout.as_bytes());
    let head: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(head[..5], ["id", "rubric", "decision", "score", "mean"]);
    for metric in ["coverage", "bias_toxicity", "grounding_accuracy", "completeness", "caps", "error"] {
        assert_eq!(head.iter().filter(|name| *name == metric).count(), 1, "{metric}");
    }
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let reports = run_with(&["score", "-", "--rubric", rubrics], lines(&cases)).lines();
    assert_eq!(rows.len(), reports.len());
    let at = |name: &str| head.iter().position(|known| known == name).unwrap();
    for (row, report) in rows.iter().zip(&reports) {
        assert!(row.iter().all(|cell| !cell.starts_with(['=', '@', '+']) && cell.len() < 400), "{row:?}");
        assert!(row.iter().all(|cell| !cell.starts_with('-') || cell.parse::<f64>().is_ok()), "{row:?}");
        assert_eq!(row[1], *report.get("rubric").map_or("", |rubric| rubric.as_str().unwrap()));
        assert_eq!(row[at("error")], *report.get("error").map_or("", |error| error.as_str().unwrap()));
        let score = report["metrics"]["hallucination"]["score"].as_f64();
        assert_eq!(row[at("hallucination")].parse::<f64>().ok(), score);
    }
    assert_eq!(&rows[rows.len() - 15][0], "'=HYPERLINK(\"http://x\")");
    let none = run_with(&["score", "-", "--format", "csv"], b"").stdout;
    assert!(none.starts_with("id,rubric,") && none.lines().count() == 1, "{none}");
    python_agrees(&ran.stdout, &rows);
}

/// Checks that Python reads the same cells, if Python is available.
fn python_agrees(text: &str, rows: &[csv::StringRecord]) {
    let program = "import csv,json,sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))[1:]))";
    let folder = Folder::new();
    let path = folder.write("x.csv", text);
    let ran = Command::new("python3").args(["-c", program, &path]).stderr(Stdio::null()).output();
    let Some(output) = ran.ok().filter(|output| output.status.success()) else {
        eprintln!("no python3 here: its csv module is not asked");
        return;
    };
    let read: Vec<Vec<String>> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(read, rows.iter().map(|row| row.iter().map(str::to_owned).collect()).collect::<Vec<Vec<_>>>());
}

/// An element of JUnit XML: its name, its attributes, and its content.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    inside: Vec<Element>,
    text: String,
}

impl Element {
    fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        &found.unwrap_or_else(|| panic!("{} has no {name}", self.name)).1
    }

    fn number(&self, name: &str) -> usize {
        self.attribute(name).parse().unwrap()
    }

    fn has(&self, name: &str) -> bool {
        self.inside.iter().any(|element| element.name == name)
    }
}

fn xml(text: &str) -> Element {
    let mut reader = quick_xml::Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut open = vec![Element::default()];
    let element = |start: &quick_xml::events::BytesStart| Element {
        name: start.name().as_ref().to_owned(),
        attributes: start
            .attributes()
            .map(|attribute| {
                let attribute = attribute.unwrap();
                let value = quick_xml::escape::unescape(&attribute.value).unwrap();
                (attribute.key.as_ref().to_owned(), value.into_owned())
            })
            .collect(),
        ..Element::default()
    };
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => open.push(element(&start)),
            Event::End(_) => {
                let done = open.pop().unwrap();
                open.last_mut().unwrap().inside.push(done);
            }
            Event::Text(text) => open.last_mut().unwrap().text.push_str(&text),
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open.len(), 1, "every element is closed");
    let root = open.remove(0);
    assert_eq!(root.inside.len(), 1);
    root.inside.into_iter().next().unwrap()
}

#[test]
fn junit_counts_what_fails_and_what_could_not_be_scored() {
    let cases = [mixed(), hostile()].concat();
    let rubrics = ["twin-lock", "judge-lock"];
    for (more, warn) in [(&[][..], false), (&["--fail-on", "warn"], true)] {
        let args = [&["score", "-", "--rubric", "twin-lock,judge-lock", "--format", "junit"], more].concat();
        let ran = run_with(&args, lines(&cases));
        assert!(ran.stdout.starts_with("<?xml version=\"1.0\""));
        let legal = |c: char| matches!(c, '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        assert!(ran.stdout.chars().all(legal), "{}", ran.stdout);
        let suites = xml(&ran.stdout);
        assert_eq!((suites.name.as_str(), suites.inside.len()), ("testsuites", cases.len()));
        let reports = run_with(&["score", "-", "--rubric", "twin-lock,judge-lock"], lines(&cases)).lines();
        let mut reports = reports.iter();
        for suite in &suites.inside {
            assert_eq!((suite.name.as_str(), suite.number("tests")), ("testsuite", suite.inside.len()));
            let count = |name| suite.inside.iter().filter(|test| test.has(name)).count();
            assert_eq!(
                (suite.number("failures"), suite.number("errors")),
                (count("failure"), count("error"))
            );
            let names: Vec<&str> = suite.inside.iter().map(|test| test.attribute("classname")).collect();
            if names != ["lockbench"] {
                assert_eq!(names, rubrics.map(|rubric| format!("lockbench.{rubric}")));
            }
            for test in &suite.inside {
                let report = reports.next().unwrap();
                if report.get("error").is_some() {
                    assert!(test.has("error"), "{report}");
                    continue;
                }
                let fails = match report["verdict"]["decision"].as_str().unwrap() {
                    "PASS" => (false, false),
                    "WARN" => (warn, false),
                    "ERROR" => (false, true),
                    _ => (true, false),
                };
                assert_eq!((test.has("failure"), test.has("error")), fails, "{report}");
            }
        }
        assert!(reports.next().is_none());
        let ids: Vec<&str> = suites.inside.iter().map(|suite| suite.attribute("name")).collect();
        assert!(
            ids.contains(&"</testcase><&>␛[31m\u{fffd}") && ids.contains(&"::error::x\n::error::y"),
            "{ids:?}"
        );
    }
    assert_eq!(xml(&run_with(&["score", "-", "--format", "junit"], b"").stdout).inside.len(), 0);
}

fn github(args: &[&str], input: &str, summary: Option<&str>) -> Ran {
    let mut command = command(&[&["score", "-", "--format", "github"], args].concat());
    command.env_remove("GITHUB_STEP_SUMMARY").env_remove("GITHUB_WORKSPACE");
    if let Some(path) = summary {
        command.env("GITHUB_STEP_SUMMARY", path);
    }
    ended(command, input)
}

#[test]
fn github_shows_ten_annotations_of_a_kind_and_the_summary_has_the_rest() {
    let mut cases: Vec<Value> = (0..13).map(|at| labelled(&format!("bad-{at}"), spoilt())).collect();
    cases.extend(hostile());
    cases.push(labelled("good", perfect()));
    let folder = Folder::new();
    let path = folder.write("summary.md", "before\n");
    let ran = github(&["--rubric", "twin-lock"], &lines(&cases), Some(&path));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let (annotations, log): (Vec<&str>, Vec<&str>) =
        ran.stdout.lines().partition(|line| line.starts_with("::"));
    assert_eq!((annotations.len(), log.len()), (10, 9), "{}", ran.stdout);
    assert!(annotations.iter().all(|line| line.starts_with("::error title=FAIL twin-lock%3A bad-")));
    assert!(
        log[0].starts_with("FAIL twin-lock: bad-10: FAIL") && log[8].starts_with("lockbench: 1 PASS, "),
        "{log:?}"
    );
    let summary = std::fs::read_to_string(&path).unwrap();
    assert!(summary.starts_with("before\n### lockbench") && summary.contains("| PASS | FAIL |"), "{summary}");
    let rows: Vec<&str> = summary.lines().filter(|line| line.contains("| twin-lock |")).collect();
    assert_eq!(rows.len(), 8, "{summary}");
    assert!(rows[0].starts_with("| bad-10 |") && rows[7].starts_with("| :\\:error"), "{rows:#?}");
    let alone = github(&["--rubric", "twin-lock"], &lines(&cases), None);
    assert!(alone.stderr.contains("8 annotations beyond 10 of a kind are not written"), "{}", alone.stderr);
    // A file is given with its line.
    let file = folder.write("in.jsonl", lines(&cases[..2]));
    let mut command = command(&["score", &file, "--format", "github"]);
    command.env("GITHUB_WORKSPACE", folder.path()).env_remove("GITHUB_STEP_SUMMARY");
    let ran = ended(command, b"");
    assert!(
        ran.stdout.lines().nth(1).unwrap().starts_with("::error file=in.jsonl,line=2,title="),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_run_that_is_no_worse_than_its_baseline_succeeds() {
    let folder = Folder::new();
    let input = lines(&mixed()[..5]);
    for format in ["jsonl", "scores"] {
        let old = run_with(&["score", "-", "--rubric", "all", "--format", format], &input);
        let path = folder.write("old.jsonl", old.stdout);
        let args = ["score", "-", "--rubric", "all", "--baseline", &path, "--fail-on", "worse"];
        let ran = run_with(&args, lines(&mixed()[..4]));
        let expected = format!(
            "{} results compared: no verdict is worse, no metric is clearly worse",
            4 * RUBRICS.len()
        );
        assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
        let missing = "6 results of the baseline without a case of that id here (empty)";
        assert!(ran.stderr.contains(missing) && !ran.stderr.contains("->"), "{}", ran.stderr);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
    }
}

#[test]
fn what_got_worse_is_told_by_verdict_metric_and_cap() {
    let folder = Folder::new();
    let cases = |labels: fn() -> Value| -> String {
        lines(&(0..6).map(|at| labelled(&format!("c{at}"), labels())).collect::<Vec<_>>())
    };
    let score = ["score", "-", "--rubric", "twin-lock", "--labels-only"];
    let old = run_with(&[&score[..], &["--format", "scores"]].concat(), cases(perfect)).stdout;
    let path = folder.write("old.jsonl", old);
    let against =
        |more: &[&str], input: &str| run_with(&[&score[..], &["--baseline", &path], more].concat(), input);
    let ran = against(&["--fail-on", "worse"], &cases(spoilt));
    assert_eq!((ran.status, ran.lines().len()), (1, 6), "{}", ran.stderr);
    for expected in [
        "6 results compared: 6 verdicts are worse",
        "twin-lock verdict: PASS -> FAIL in 6 cases (c0, c1, c2, c3, c4, ...)",
        "twin-lock hallucination: mean 10.00 -> ",
        "twin-lock cap extraneous_claim: fires in 6 more (c0, c1, c2, c3, c4, ...)\n",
    ] {
        assert!(ran.stderr.contains(expected), "{expected}\n{}", ran.stderr);
    }
    // A change for the better fails nothing; the verdict alone still may.
    let bad = folder.write("bad.jsonl", run_with(&score, cases(spoilt)).stdout);
    let better = [&score[..], &["--baseline", &bad, "--fail-on", "worse"]].concat();
    let better = run_with(&better, cases(perfect));
    assert_eq!(better.status, 0, "{}", better.stderr);
    assert!(better.stderr.contains("FAIL -> PASS in 6 cases"), "{}", better.stderr);
    assert_eq!(against(&["--fail-on", "fail"], &cases(perfect)).status, 0);
    // In JUnit, changes for the worse fail, and the log lists them too.
    let ran = against(&["--format", "junit"], &cases(spoilt));
    let suites = xml(&ran.stdout);
    let last = suites.inside.last().unwrap();
    assert_eq!(last.attribute("name"), "baseline");
    assert!(ran.stderr.contains("6 verdicts are worse"), "{}", ran.stderr);
    assert!(last.number("failures") >= 3 && last.inside.iter().any(|test| !test.has("failure")));
    // Names are stable between runs.
    for test in &last.inside {
        let name = test.attribute("name");
        assert!(!name.contains(|c: char| c.is_ascii_digit()) && !name.contains('('), "{name}");
    }
    let names: Vec<&str> = last.inside.iter().map(|test| test.attribute("name")).collect();
    assert!(names.contains(&"comparison") && names.contains(&"twin-lock verdict PASS -> FAIL"), "{names:?}");
    assert!(ran.stdout.contains("fires in 6 more (c0, c1, c2, c3, c4, ...)"), "{}", ran.stdout);
    let same = against(&["--format", "junit"], &cases(perfect));
    assert_eq!(xml(&same.stdout).inside.last().unwrap().number("failures"), 0);
    let summary = folder.write("summary.md", "");
    let ran = github(
        &["--rubric", "twin-lock", "--labels-only", "--baseline", &path],
        &cases(spoilt),
        Some(&summary),
    );
    assert!(ran.stdout.contains("::error title=baseline::against the baseline"), "{}", ran.stdout);
    let summary = std::fs::read_to_string(summary).unwrap();
    assert!(
        summary.contains("#### Baseline") && summary.contains("- **worse** · twin-lock verdict"),
        "{summary}"
    );
}

#[test]
fn a_baseline_says_what_is_wrong_with_it() {
    let folder = Folder::new();
    let input = lines(&[case("x")]);
    let ran = run_with(&["score", "-", "--fail-on", "worse"], &input);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("--baseline"), "{}", ran.stderr);
    let path = folder.write("old.jsonl", "{\"id\": \"x\", \"decision\": \"PASS\"}\n{\"id\": 5}\n");
    let ran = run_with(&["score", "-", "--baseline", &path], &input);
    assert!(ran.status == 2 && ran.stderr.contains("old.jsonl:2: no result of `score`"), "{}", ran.stderr);
    let path = folder.write("old.json", "[{\"id\": \"x\", \"decision\": \"PASS\"}]\n");
    let ran = run_with(&["score", "-", "--baseline", &path], &input);
    assert!(
        ran.status == 2 && ran.stderr.contains("old.json:1: no result of `score`: a list"),
        "{}",
        ran.stderr
    );
    let other = run_with(&["score", "-", "--literal", "--format", "scores"], &input).stdout;
    let path = folder.write("literal.jsonl", other);
    let ran = run_with(&["score", "-", "--baseline", &path], &input);
    let expected = "1 result of the baseline was scored by other rules (relevance.overlap=jaccard_article)";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
}

/// Writes a truncated file of results, possibly with a partial last line.
fn cut(folder: &Folder, whole: &str, bytes: usize) -> String {
    folder.write("out.jsonl", &whole.as_bytes()[..bytes])
}

#[test]
fn a_run_goes_on_where_it_was_stopped_at_any_byte() {
    let folder = Folder::new();
    let input = lines(&mixed());
    for format in ["scores", "jsonl"] {
        let args = ["score", "-", "--rubric", "twin-lock,anchor", "--format", format];
        let whole = run_with(&args, &input).stdout;
        let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
        let mut cuts = vec![0, 1, ends[0] - 1, ends[0], ends[0] + 7, ends[3] - 2, ends[4], whole.len() - 1];
        cuts.push(whole.len());
        for bytes in cuts {
            let out = cut(&folder, &whole, bytes);
            let ran = run_with(&[&args[..], &["--resume", &out]].concat(), &input);
            assert_eq!(ran.stdout, "");
            assert_eq!(
                std::fs::read_to_string(&out).unwrap(),
                whole,
                "{format} cut at {bytes}: {}",
                ran.stderr
            );
            // A line with complete JSON only lacks the line end.
            let half = !ends.iter().any(|end| bytes == *end || bytes + 1 == *end) && bytes > 0;
            assert_eq!(ran.stderr.contains("ends in the middle of line"), half, "{bytes}: {}", ran.stderr);
        }
    }
}

#[test]
fn what_is_missing_anywhere_ends_in_the_order_of_the_input() {
    let folder = Folder::new();
    let cases: Vec<Value> = ["a", "b", "a", "c"].iter().map(|id| labelled(id, perfect())).collect();
    let args = ["score", "-", "--rubric", "twin-lock", "--labels-only", "--format", "scores"];
    let whole = run_with(&args, lines(&cases)).stdout;
    for kept in [&[1][..], &[0, 2, 3], &[3, 1], &[0, 1]] {
        let rows: Vec<&str> = kept.iter().map(|at| whole.lines().nth(*at).unwrap()).collect();
        let out = folder.write("out.jsonl", rows.join("\n"));
        let ran = run_with(&[&args[..], &["--resume", &out]].concat(), lines(&cases));
        let written = std::fs::read_to_string(&out).unwrap();
        assert_eq!((ran.status, written.as_str()), (0, whole.as_str()), "{kept:?}: {}", ran.stderr);
        let count = format!("{} there already", kept.len());
        assert!(ran.stderr.contains(&count), "{}", ran.stderr);
    }
}

#[test]
fn a_verdict_that_was_written_before_counts() {
    let folder = Folder::new();
    let cases = lines(&[labelled("bad", spoilt()), labelled("good", perfect())]);
    let args = ["score", "-", "--rubric", "twin-lock", "--labels-only", "--format", "scores"];
    let whole = run_with(&args, &cases).stdout;
    let old = folder.write("old.jsonl", whole.replace("FAIL", "PASS"));
    for done in [whole.lines().next().unwrap().to_owned() + "\n", whole] {
        let out = folder.write("out.jsonl", &done);
        let more = ["--resume", &out, "--fail-on", "fail", "--baseline", &old];
        let ran = run_with(&[&args[..], &more].concat(), &cases);
        assert_eq!(ran.status, 1, "{}", ran.stderr);
        assert!(ran.stderr.contains("2 results compared: 1 verdict is worse"), "{}", ran.stderr);
    }
}

#[test]
fn a_continued_run_with_labels_keeps_no_result_of_a_case_without_any() {
    let folder = Folder::new();
    let cases = lines(&[case("x"), case("y")]);
    let labels = json!({"id": "x", "by": "ann", "labels": perfect()}).to_string();
    let labels = folder.write("labels.jsonl", labels);
    let args = ["score", "-", "--rubric", "twin-lock", "--format", "scores"];
    let whole = run_with(&[&args[..], &["--labels", &labels]].concat(), &cases);
    let out = folder.write("out.jsonl", run_with(&args, &cases).stdout);
    let ran = run_with(&[&args[..], &["--labels", &labels, "--resume", &out]].concat(), &cases);
    assert_eq!((whole.status, ran.status), (3, 3), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole.stdout);
    // The engine's results are those of a run that falls back on it.
    let out = folder.write("out.jsonl", run_with(&args, &cases).stdout);
    let engine = ["--labels", &labels, "--resume", &out, "--fallback", "engine"];
    let ran = run_with(&[&args[..], &engine].concat(), &cases);
    assert!(ran.status == 0 && ran.stderr.contains("1 there already"), "{}", ran.stderr);
}

#[test]
fn a_file_that_cannot_be_gone_on_with_stays_as_it_is() {
    let folder = Folder::new();
    let input = lines(&[case("x")]);
    let report = run_with(&["score", "-"], &input).stdout;
    for (text, more, expected) in [
        (
            report.as_str(),
            &["--format", "scores"][..],
            ":1: the file holds reports; --format jsonl goes on with it",
        ),
        ("my notes\nand more\n", &[], ":1: no result of `score`"),
        (report.as_str(), &["--format", "csv"], "write --format jsonl or scores"),
    ] {
        let out = folder.write("out.jsonl", text);
        let ran = run_with(&[&["score", "-", "--resume", &out], more].concat(), &input);
        assert!(ran.status == 2 && ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
    }
    let ran = run_with(&["score", "-", "--resume", &format!("{}/none/out.jsonl", folder.path())], &input);
    assert!(ran.status == 2 && ran.stderr.contains("hint: make the folder"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_flushed_and_gone_on_with() {
    use std::io::Write as _;
    use std::time::{Duration, Instant};
    let folder = Folder::new();
    let cases: Vec<Value> = ["a", "b", "c", "d"].iter().map(|id| labelled(id, perfect())).collect();
    let args = ["score", "-", "--rubric", "twin-lock", "--labels-only", "--format", "scores"];
    let whole = run_with(&args, lines(&cases)).stdout;
    let out = format!("{}/out.jsonl", folder.path());
    let resumed = [&args[..], &["--resume", &out]].concat();
    let mut child = command(&resumed).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines(&cases[..2]).as_bytes()).unwrap();
    let begun = Instant::now();
    while std::fs::read_to_string(&out).map_or(0, |text| text.lines().count()) < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "results are written when nobody waits behind");
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 2);
    let ran = run_with(&resumed, lines(&cases));
    assert!(ran.stderr.contains("2 results written, 2 there already"), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
}

/// An existing file with the name of `-o` is complete, and stays so.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_an_older_file_of_results_as_it_was() {
    use std::io::Write as _;
    use std::time::{Duration, Instant};
    let folder = Folder::new();
    let cases: Vec<Value> = ["a", "b", "c"].iter().map(|id| labelled(id, perfect())).collect();
    let old = folder.write("keep.jsonl", "an earlier run\n");
    for (command_line, number) in [(&["score", "-", "-f", "scores"][..], ""), (&["labels", "-"], "-2")] {
        let args = [command_line, &["--labels-only", "-o", &old]].concat();
        let mut child = command(&args).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(lines(&cases).as_bytes()).unwrap();
        let begun = Instant::now();
        let written = || {
            let files = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
            let mut temporary =
                files.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(".lockbench-"));
            temporary.next().map_or(0, |path| path.metadata().map_or(0, |about| about.len()))
        };
        while written() == 0 {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "results are written when nobody waits behind"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let ended = child.wait_with_output().unwrap();
        drop(stdin);
        let message = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(130), "{message}");
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "an earlier run\n");
        let part = format!("{}/keep-part{number}.jsonl", folder.path());
        let results = std::fs::read_to_string(&part).unwrap();
        assert!((1..=3).contains(&results.lines().count()), "{results}");
        let expected = format!("keep.jsonl is left as it was; the results so far are in {part}");
        assert!(message.contains(&expected), "{message}");
    }
}

#[test]
fn what_is_printed_can_go_to_a_file() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", lines(&[labelled("a", perfect()), labelled("b", spoilt())]));
    let session = format!("{}/s.db", folder.path());
    let imported = run(&["sessions", "import", &session, &cases]);
    assert_eq!(imported.status, 0, "{}", imported.stderr);
    for args in [
        &["sessions", "export", &session][..],
        &["sessions", "export", &session, "--format", "csv"],
        &["explain", "low_recall"],
        &["explain", "--all", "--format", "md"],
        &["rubric", "show", "judge-lock"],
        &["rubric", "check", "twin-lock"],
        &["rubric", "list"],
        &["schema", "labels"],
        &["completions", "fish"],
        &["man"],
        &["themes", "list"],
        &["sessions", "list", &session],
        &["sessions", "show", &session, "a"],
    ] {
        let printed = run(args);
        let file = folder.write("out", "what was there before");
        let ran = run(&[args, &["-o", &file, "-q"]].concat());
        assert_eq!(
            (ran.status, ran.stdout.as_str(), ran.stderr.as_str()),
            (printed.status, "", ""),
            "{args:?}"
        );
        assert!(
            !printed.stdout.is_empty() && std::fs::read_to_string(&file).unwrap() == printed.stdout,
            "{args:?}"
        );
    }
    let file = folder.write("out", "what was there before");
    let ran = run(&["explain", "no_such_rule", "-o", &file]);
    assert_eq!((ran.status, std::fs::read_to_string(&file).unwrap().as_str()), (2, "what was there before"));
    let ran = run(&["adjudicate", &session, "--session", &session, "-o", &file]);
    assert!(ran.status == 2 && ran.stderr.contains("--export"), "{}", ran.stderr);
}

/// Results never replace a file given to the command, or a session.
#[test]
fn an_output_in_the_place_of_an_input_is_refused() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", case("one")));
    let labels = folder.write("labels.jsonl", run(&["labels", &cases]).stdout);
    let session = &format!("{}/s.db", folder.path());
    assert_eq!(run(&["sessions", "import", session, &cases]).status, 0);
    for arguments in [
        &["score", &cases, "-o", &cases][..],
        &["labels", &cases, "--output", &cases],
        &["score", &cases, "--labels", &labels, "-o", &labels],
        &["sessions", "export", session, "--format", "html", "-o", session],
        &["score", &cases, "-o", session],
    ] {
        let kept = std::fs::read(arguments.last().unwrap()).unwrap();
        let ran = run(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("which would be lost"), "{arguments:?}: {}", ran.stderr);
        assert_eq!(std::fs::read(arguments.last().unwrap()).unwrap(), kept, "{arguments:?}");
    }
    // Results of an earlier run may be replaced.
    let other = format!("{}/out.jsonl", folder.path());
    for _ in 0..2 {
        assert_eq!(run(&["score", &cases, "-o", &other]).status, 0);
    }
}

/// An unreadable list is reported; with --fallback engine it is replaced by the engine's.
#[test]
fn a_list_of_a_label_file_that_cannot_be_read_is_named() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", case("one")));
    let mut labels: Value = serde_json::from_str(&run(&["labels", &cases]).stdout).unwrap();
    labels["labels"]["claims"][0]["label"] = json!("suported");
    let labels = folder.write("labels.jsonl", labels.to_string());
    let arguments = ["score", &cases, "--labels", &labels];
    let ran = run(&arguments);
    assert_eq!((ran.status, &ran.lines()[0]["verdict"]["decision"]), (0, &json!("ERROR")));
    let words = "one: not used: claims/0: `label` is the string \"suported\"";
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
    let ran = run(&[&arguments[..], &["--fallback", "engine"]].concat());
    let report = &ran.lines()[0];
    assert_ne!(report["verdict"]["decision"], "ERROR", "{report}");
    assert_eq!(report["lists"]["claims"], "engine", "{report}");
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
}

/// So is a score that cannot be read.
#[test]
fn a_score_of_a_label_file_that_cannot_be_read_is_left_to_the_engine() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", case("one")));
    let given =
        json!({"id": "one", "by": "ann", "labels": {"segments": [{"label": "high"}], "bias_score": 11}});
    let labels = folder.write("labels.jsonl", given.to_string());
    let arguments = ["score", &cases, "--labels", &labels];
    let words = "one: not used: bias_score: the number 11 is not a number from 0 to 10";
    let ran = run(&arguments);
    assert_eq!((ran.status, &ran.lines()[0]["verdict"]["decision"]), (0, &json!("ERROR")));
    let ran = run(&[&arguments[..], &["--fallback", "engine"]].concat());
    let report = &ran.lines()[0];
    assert_ne!(report["verdict"]["decision"], "ERROR", "{report}");
    assert_eq!(report["metrics"]["bias_toxicity"]["parts"]["bias"], 10, "{report}");
    assert_eq!(report["lists"]["issues"], "engine", "{report}");
    assert!(ran.stderr.contains(words) && report["fallback"].as_str().is_some(), "{report} {}", ran.stderr);
}

/// A model's answer in a file of labels causes one warning, as labels do.
#[test]
fn a_list_of_an_answer_that_cannot_be_read_is_named_once() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", case("one")));
    let answer = json!({"claims": [{"text": "a", "label": "suported"}]}).to_string();
    let answers = folder.write("answers.jsonl", json!({"id": "one", "output": answer}).to_string());
    let ran = run(&["score", &cases, "--labels", &answers, "--labels-only"]);
    assert_eq!(ran.stderr.matches("not used: claims/0").count(), 1, "{}", ran.stderr);
}

/// A reason common to several caps is given once.
#[test]
fn a_reason_that_several_caps_share_is_said_once() {
    let short = json!({"id": "short", "article": "Mary Reed opened a bakery in Leeds on Monday.",
        "summary": "Mary Reed opened a bakery in Leeds."});
    let text = run_with(&["score", "-", "--format", "text"], lines(&[short])).stdout;
    let reasons: Vec<&str> =
        text.lines().filter(|line| line.contains("fewer questions than required")).collect();
    assert!(reasons.iter().any(|line| line.contains("(Coverage, ")), "{text}");
    let heads = reasons.iter().filter(|line| line.starts_with("  - ")).count();
    assert_eq!(heads, 1, "{text}");
}
