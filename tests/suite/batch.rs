//! Tests batches: input damaged in every way, the order of the output, and the end by a signal or a
//! closed pipe.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use lockbench::rubric::RUBRICS;
use serde_json::{Value, json};

use crate::cli::{Folder, case, command, labelled, perfect, run, run_with};

const SCORE: [&str; 2] = ["score", "--labels-only"];

/// Scores a file with these bytes between two good cases; returns the middle result.
fn between(bad: &[u8]) -> Value {
    let folder = Folder::new();
    let mut bytes = format!("{}\n", case("before")).into_bytes();
    bytes.extend_from_slice(bad);
    bytes.extend_from_slice(format!("\n{}\n", case("after")).as_bytes());
    let path = folder.write("in.jsonl", bytes);
    let ran = run(&[&SCORE[..], &[path.as_str()]].concat());
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("1 result of 3 is an error"), "{}", ran.stderr);
    let mut lines = ran.lines();
    assert_eq!((&lines[0]["id"], &lines[2]["id"]), (&json!("before"), &json!("after")));
    let mut bad = lines.remove(1);
    assert!(bad["where"].as_str().unwrap().starts_with(&format!("{path}:2:")), "{bad}");
    let id = bad["id"].as_str().unwrap().replace(&path, "in.jsonl");
    bad["id"] = json!(id);
    bad
}

#[test]
fn a_bad_line_is_a_result_with_its_reason_and_its_place() {
    let deep = format!("{{\"article\": {}1{}}}", "[".repeat(300), "]".repeat(300));
    for (bad, part) in [
        (&b"{\"article\": \"a\xff\", \"summary\": \"s\"}"[..], "not UTF-8"),
        (b"{\"article\": \"a\0\", \"summary\": \"s\"}", "NUL"),
        (b"{\"article\": \"a\", \"summary\": \"s", "cut short"),
        (deep.as_bytes(), "deeper than 128"),
        (b"{\"article\": \"a\", \"article\": \"b\", \"summary\": \"s\"}", "`article` is given twice"),
        (b"{\"article\": \"a\", \"summary\": \"s\", \"x\": {\"y\": 1, \"y\": 2}}", "`y` is given twice"),
        (b"{\"article\": 5, \"summary\": \"s\"}", "`article` is the number 5"),
        (b"{\"article\": \"a\", \"summary\": [\"s\"]}", "`summary` is a list"),
        (b"{\"article\": null, \"summary\": \"s\"}", "no article"),
        (b"{\"article\": \"a\"}", "no summary"),
        (b"[1, 2]", "this is a list"),
        (b"nonsense", "no JSON"),
        (b"{\"article\": \"\\ud800\", \"summary\": \"s\"}", "`article` holds half of a surrogate pair"),
        (b"{\"article\": \"a\", \"summary\": null}", "`summary` is null"),
        (
            b"{\"article\": \"a\", \"summary\": \"s\", \"labels\": {\"bias_score\": 1e400}}",
            "`labels` holds a number",
        ),
        (b"{\"article\": \"a\", \"summary\": \"s\", \"labels\": 5}", "labels are the number 5"),
    ] {
        let result = between(bad);
        // A case that could be read has its own id.
        let id = result["id"].as_str().unwrap();
        assert!(id == "in.jsonl:2" || part.contains("abels") && id.starts_with("x-"), "{result}");
        assert!(result["error"].as_str().unwrap().contains(part), "{part}: {result}");
    }
}

#[test]
fn a_bad_line_keeps_the_name_that_could_be_read_and_points_at_its_field() {
    let result = between(b"{\"id\": \"mine\", \"summary\": \"s\", \"article\": false}");
    assert_eq!(result["id"], "mine");
    assert!(result["where"].as_str().unwrap().ends_with(":2:32"), "{result}");
}

#[test]
fn blank_texts_are_errors_of_the_case() {
    let input = "{\"id\": 1, \"article\": \" \\n\", \"summary\": \"s\"}\n{\"id\": 2, \"article\": \"a\", \"summary\": \"\"}\n";
    let ran = run_with(&["score", "-", "--rubric", "all"], input.as_bytes());
    let lines = ran.lines();
    assert_eq!(ran.status, 3);
    let got: Vec<_> =
        lines.iter().map(|line| (line["id"].as_str().unwrap(), line["error"].as_str().unwrap())).collect();
    let (first, second) = got.split_at(RUBRICS.len());
    assert!(first.iter().all(|got| *got == ("1", "empty_article")), "{first:?}");
    assert!(
        second.len() == first.len() && second.iter().all(|got| *got == ("2", "empty_summary")),
        "{second:?}"
    );
    assert_eq!((&lines[0]["rubric"], &lines[1]["rubric"]), (&json!("twin-lock"), &json!("judge-lock")));
}

#[test]
fn of_summaries_by_model_the_empty_one_is_named() {
    let record = json!({"id": 7, "article": "The council met.", "summary:a": "It met.", "summary:b": ""});
    let ran = run_with(&["score", "-"], format!("{record}\n").as_bytes());
    assert!(
        ran.stderr.contains("7:b: the summary was read from `summary:b`, which is empty"),
        "{}",
        ran.stderr
    );
}

#[test]
fn marks_and_line_ends_of_other_systems_are_no_error() {
    let folder = Folder::new();
    let text = format!("\u{feff}{}\r\n\r\n  \n{}\r\n", case("x"), case("y"));
    let path = folder.write("in.jsonl", text);
    let ran = run(&[&SCORE[..], &[path.as_str()]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(
        ran.lines().iter().map(|line| line["id"].clone()).collect::<Vec<_>>(),
        [json!("x"), json!("y")]
    );
}

#[test]
fn another_encoding_is_one_error_that_names_it() {
    let folder = Folder::new();
    for mark in ["", "\u{feff}"] {
        let text = format!("{mark}{{}}\n{{}}\n");
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let wider: Vec<u8> = text.chars().flat_map(|c| (c as u32).to_le_bytes()).collect();
        for (name, bytes) in [("UTF-16LE", wide), ("UTF-32LE", wider)] {
            for file in ["x.jsonl", "x.json", "x.csv", "x"] {
                let ran = run(&[&SCORE[..], &[folder.write(file, &bytes).as_str()]].concat());
                assert_eq!((ran.status, ran.lines().len()), (3, 1), "{file}: {}", ran.stdout);
                let error = ran.lines()[0]["error"].as_str().unwrap().to_owned();
                assert!(error.starts_with(&format!("{name}, not UTF-8")), "{file}: {error}");
            }
            let (article, summary) = (folder.write("a.txt", &bytes), folder.write("s.txt", "s"));
            let ran = run(&["score", "--article", &article, "--summary", &summary]);
            assert!(ran.lines()[0]["error"].as_str().unwrap().starts_with(name), "{}", ran.stdout);
        }
    }
}

#[test]
fn an_error_of_a_record_names_no_rubric_and_one_of_a_case_each() {
    let input = format!(
        "nonsense\n{}\n{}\n",
        json!({"id": "x", "article": "a", "summary": "s", "labels": 5}),
        json!({"id": "y", "article": "a", "summary": ["s"]})
    );
    let ran = run_with(&["score", "-", "--rubric", "all"], input.as_bytes());
    let lines = ran.lines();
    let got: Vec<_> =
        lines.iter().map(|line| (line["id"].as_str().unwrap(), line["rubric"].as_str())).collect();
    let mut wanted = vec![("stdin:1", None)];
    wanted.extend(RUBRICS.iter().map(|entry| ("x", Some(entry.slug))));
    wanted.push(("y", None));
    assert_eq!((ran.status, got), (3, wanted), "{}", ran.stdout);
}

#[test]
fn an_endless_line_is_skipped_without_being_kept() {
    let mut bytes = format!("{}\n{{\"article\": \"", case("before")).into_bytes();
    bytes.resize(bytes.len() + (100 << 20), b'x');
    bytes.extend_from_slice(format!("\"}}\n{}\n", case("after")).as_bytes());
    let ran = run_with(&["score", "-", "--labels-only", "-j", "1"], &bytes);
    let lines = ran.lines();
    assert_eq!((ran.status, lines.len()), (3, 3));
    assert_eq!((&lines[1]["id"], &lines[2]["id"]), (&json!("stdin:2"), &json!("after")));
    assert!(lines[1]["error"].as_str().unwrap().contains("longer than 32 MiB"), "{}", lines[1]);
}

#[test]
fn an_empty_input_holds_no_case() {
    let folder = Folder::new();
    let ran = run(&["score", &folder.write("empty.jsonl", "\n \n")]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, ""));
    assert!(ran.stderr.contains("holds no case"), "{}", ran.stderr);
    let ran = run(&["score", &folder.write("empty.json", "")]);
    assert_eq!(ran.status, 3);
    assert!(ran.lines()[0]["error"].as_str().unwrap().contains("empty"));
    for (name, text) in [("empty.csv", ""), ("empty.jsonl", "\n"), ("header.tsv", "article\tsummary\n")] {
        let path = folder.write(name, text);
        for (arguments, status) in [(&["score", &path][..], 0), (&["score", &path, "--fail-on", "fail"], 1)] {
            let ran = run(arguments);
            assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{name}");
            assert!(ran.stderr.contains("holds no case"), "{name}: {}", ran.stderr);
            assert_eq!(
                ran.stderr.contains("taken as its header"),
                !name.ends_with("jsonl"),
                "{}",
                ran.stderr
            );
        }
        assert!(run(&["score", &path, "--dry-run"]).stderr.contains("holds no case"));
    }
}

/// A misspelt column would silently leave a metric without its input.
#[test]
fn a_mapping_onto_a_field_that_no_record_has_is_told() {
    let folder = Folder::new();
    let case = json!({"id": "a", "article": "It rained.", "summary": "It rained.", "gold": "Rain."});
    let path = folder.write("c.jsonl", format!("{case}\n"));
    let session = format!("{}/s.db", folder.path());
    let told = "note: --map reference=glod: no record has a field `glod`";
    for command in [
        &["score", &path, "--rubric", "synthlink"][..],
        &["score", &path, "--dry-run"],
        &["labels", &path],
        &["mutate", &path],
        &["judges", &path, "--human", "people"],
        &["agree", &path, "--human", "people"],
        &["sessions", "import", &session, &path],
    ] {
        let ran = run(&[command, &["--map", "reference=glod"]].concat());
        assert_eq!(ran.stderr.matches(told).count(), 1, "{command:?}: {}", ran.stderr);
        assert!(
            !run(&[command, &["--map", "reference=gold"]].concat()).stderr.contains("--map"),
            "{command:?}"
        );
    }
    assert!(
        !run(&["score", &folder.write("e.jsonl", ""), "--map", "reference=glod"]).stderr.contains("--map")
    );
}

#[test]
fn results_leave_in_the_order_of_the_input() {
    let mut input = Vec::new();
    for at in 0..400 {
        let mut case = labelled(&format!("c{at}"), perfect());
        if at % 7 == 0 {
            // Some take much longer than others.
            case["article"] = json!("The council met again and approved the plan. ".repeat(400));
            case["labels"] = json!({});
        }
        writeln!(input, "{}", if at % 50 == 3 { json!("bad") } else { case }).unwrap();
    }
    let one = run_with(&["score", "-", "-j", "1", "--labels-only"], &input);
    let four = run_with(&["score", "-", "-j", "4", "--labels-only"], &input);
    assert_eq!(one.lines().len(), 400);
    assert_eq!(one.stdout, four.stdout);
    assert_eq!(four.lines()[399]["id"], "c399");
    assert_eq!(four.lines()[3]["id"], "stdin:4");
}

#[test]
fn results_leave_while_the_input_is_still_open() {
    let mut child = command(&["score", "-", "--labels-only"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    // A writer may wait for an answer before it writes more.
    for id in ["a", "b", "c"] {
        writeln!(stdin, "{}", case(id)).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], id);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let folder = Folder::new();
    let text = format!("{}\n", case("x")).repeat(2000);
    let path = folder.write("in.jsonl", text);
    let mut child = command(&["score", &path]).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
#[cfg(unix)]
fn an_interrupt_keeps_what_was_scored() {
    let mut child = command(&["score", "-", "--labels-only"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for id in ["a", "b", "c"] {
        writeln!(stdin, "{}", case(id)).unwrap();
    }
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let (send, output) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut rest = String::new();
        let _ = stdout.read_to_string(&mut rest);
        let _ = send.send(rest);
    });
    let rest = output.recv_timeout(Duration::from_secs(20)).expect("it ends although its input is open");
    let mut output = String::new();
    child.stderr.take().unwrap().read_to_string(&mut output).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let lines = std::iter::once(first.as_str()).chain(rest.lines());
    let ids: Vec<_> = lines
        .map(|line| serde_json::from_str::<Value>(line).expect("whole lines only")["id"].clone())
        .collect();
    assert_eq!(ids, ["a", "b", "c"][..ids.len()], "the results of the first records, with no gap");
    let last = format!("stdin:{}", ids.len());
    assert!(output.contains("stopped: ") && output.contains(&last) && output.contains("not"), "{output}");
    drop(stdin);
}

#[test]
fn packed_files_are_unpacked() {
    let folder = Folder::new();
    let text = format!("{}\n{}\n", case("x"), case("y"));
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(text.as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let zst = zstd::encode_all(text.as_bytes(), 1).unwrap();
    for path in [folder.write("a.jsonl.gz", &gz), folder.write("a.jsonl.zst", &zst)] {
        let ran = run(&[&SCORE[..], &[path.as_str()]].concat());
        assert_eq!((ran.status, ran.lines().len()), (0, 2), "{}", ran.stderr);
    }
    assert_eq!(run_with(&["score", "-", "--labels-only"], &zst).lines().len(), 2, "from a pipe as well");
    let cut = folder.write("cut.jsonl.gz", &gz[..gz.len() / 2]);
    let ran = run(&[&SCORE[..], &[cut.as_str()]].concat());
    assert_eq!(ran.status, 3);
    assert!(
        ran.lines().last().unwrap()["error"].as_str().unwrap().contains("cannot read on"),
        "{}",
        ran.stdout
    );
}

#[test]
fn tables_are_read() {
    let folder = Folder::new();
    let csv = "id,document,summary,note,labels\n1,\"The council, \"\"approved\"\" it.\nYes.\",It did.,keep,\"{\"\"theme\"\": \"\"t\"\"}\"\n\
               2,only three,cells\n3,a,\"\",,\n";
    let ran = run(&["score", "--labels-only", "--rubric", "twin-lock", &folder.write("t.csv", csv)]);
    let lines = ran.lines();
    assert_eq!((ran.status, lines.len()), (3, 3), "{}", ran.stderr);
    assert_eq!((&lines[0]["id"], &lines[0]["extra"]), (&json!("1"), &json!({"note": "keep"})));
    assert!(lines[1]["error"].as_str().unwrap().contains("3 cells and the header 5"), "{}", lines[1]);
    assert!(lines[1]["where"].as_str().unwrap().ends_with("t.csv:4:1"), "{}", lines[1]);
    assert_eq!(lines[2]["error"], "empty_summary");
    let tsv = "\u{feff}id\tarticle\tsummary\nx\ta \"b\" c\ts\n";
    let ran = run(&["score", "--labels-only", &folder.write("t.tsv", tsv)]);
    assert_eq!((ran.status, &ran.lines()[0]["id"]), (0, &json!("x")), "{}", ran.stdout);
    let twice = run(&["score", &folder.write("twice.csv", "article,article,summary\na,b,c\n")]);
    assert!(twice.lines()[0]["error"].as_str().unwrap().contains("two columns are called `article`"));
    let raw = run(&["score", &folder.write("raw.csv", b"article,summary\na\xff,b\n")]);
    assert!(raw.lines()[0]["error"].as_str().unwrap().contains("not UTF-8"));
}

#[test]
fn an_open_quotation_mark_swallows_no_row() {
    let folder = Folder::new();
    let tsv = "id\tarticle\tsummary\n1\tThe cat sat on the mat.\tThe cat sat.\n2\tThe dog ran to town.\t\"The dog ran\n\
               3\tThe bird flew off.\tThe bird flew.\n";
    let ran = run(&[&SCORE[..], &[folder.write("m.tsv", tsv).as_str()]].concat());
    let lines = ran.lines();
    assert_eq!((ran.status, lines.len()), (3, 3), "{}", ran.stdout);
    assert_eq!((&lines[0]["id"], &lines[2]["id"]), (&json!("1"), &json!("3")));
    assert!(lines[1]["where"].as_str().unwrap().ends_with("m.tsv:3:24"), "{}", lines[1]);
    assert!(lines[1]["error"].as_str().unwrap().contains("never closed"), "{}", lines[1]);
    let whole = "id\tarticle\tsummary\n1\ta\t\"5\n2\tb\tc\n3\td\t9\"\n";
    for arguments in [&SCORE[..], &["score", "--dry-run"]] {
        let ran = run(&[arguments, &[folder.write("w.tsv", whole).as_str()]].concat());
        assert_eq!(ran.status, 0, "{}", ran.stdout);
        assert!(ran.stderr.contains("w.tsv:2:5: the quotation mark that opens here"), "{}", ran.stderr);
    }
}

#[test]
fn a_row_that_is_too_long_is_one_error() {
    let folder = Folder::new();
    let csv = format!("id,article,summary\n1,a,s\n2,{},s\n3,a,s\n", "x".repeat(33 << 20));
    let ran = run(&[&SCORE[..], &[folder.write("long.csv", csv).as_str()]].concat());
    let lines = ran.lines();
    assert_eq!((ran.status, lines.len()), (3, 3), "{}", ran.stderr);
    assert_eq!((&lines[0]["id"], &lines[2]["id"]), (&json!("1"), &json!("3")));
    assert!(lines[1]["error"].as_str().unwrap().contains("longer than 32 MiB"), "{}", lines[1]);
}

#[test]
fn one_text_of_a_pair_comes_from_standard_input() {
    let folder = Folder::new();
    let file = folder.write("text.txt", "The cat sat on the mat.");
    for [article, summary] in [["-", file.as_str()], [file.as_str(), "-"]] {
        let ran =
            run_with(&[&SCORE[..], &["--article", article, "--summary", summary]].concat(), b"The cat sat.");
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert!(ran.lines()[0]["id"].as_str().unwrap().starts_with("x-"), "{}", ran.stdout);
    }
    let both = run(&["score", "--article", "-", "--summary", "-"]);
    assert!(
        both.status == 2 && both.stderr.contains("cannot both come from standard input"),
        "{}",
        both.stderr
    );
    let labels = run(&["score", "--article", "-", "--summary", &file, "--labels", "-"]);
    assert!(labels.status == 2 && labels.stderr.contains("standard input"), "{}", labels.stderr);
}

#[test]
fn items_of_a_list_know_their_places() {
    let folder = Folder::new();
    let list = format!(
        "[{},\n  {{\"id\": \"x\", \"summary\": \"s\", \"article\": 5}},\n {{\"a\": 1, \"a\": 2}}]",
        case("a")
    );
    let path = folder.write("list.json", list);
    let ran = run(&[&SCORE[..], &[path.as_str()]].concat());
    let lines = ran.lines();
    assert_eq!((ran.status, lines.len()), (3, 3), "{}", ran.stdout);
    assert_eq!((&lines[1]["id"], &lines[1]["where"]), (&json!("x"), &json!(format!("{path}:2:31"))));
    assert_eq!(
        (&lines[2]["id"], &lines[2]["where"]),
        (&json!(format!("{path}[2]")), &json!(format!("{path}:3:13")))
    );
    // The objects before an error are read, and the error is reported once.
    for end in ["{\"article\": ", "]", "x {}"] {
        let path = folder.write("cut.json", format!("{}\n{end}", case("a")));
        let ran = run(&[&SCORE[..], &[path.as_str()]].concat());
        let lines = ran.lines();
        assert_eq!((ran.status, &lines[0]["id"], lines.len()), (3, &json!("a"), 2), "{end}: {}", ran.stdout);
        assert!(lines[1]["where"].as_str().unwrap().starts_with(&format!("{path}:2:")), "{}", lines[1]);
    }
}

#[test]
fn pairs_of_texts_and_folders_are_cases() {
    let folder = Folder::new();
    let article = folder.write("one/article.txt", "\u{feff}The council approved it.\r\n");
    let summary = folder.write("one/summary.md", "It was approved.");
    folder.write(
        "two/case.json",
        serde_json::to_string_pretty(&json!({"article": "a", "summary": "s"})).unwrap(),
    );
    let ids = |args: &[&str]| {
        let ran = run(&[&SCORE[..], args].concat());
        assert_eq!(ran.status, 0, "{args:?}: {}", ran.stderr);
        ran.lines().iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let named = ids(&["--article", &article, "--summary", &summary]);
    assert!(named[0].starts_with("x-"), "{named:?}");
    assert_eq!(ids(&[&article, &summary]), named);
    assert_eq!(ids(&[folder.path()]), ["one", "two"]);
    assert_eq!(ids(&[&format!("{}/two", folder.path())]), ["two"]);
    let lonely = run(&["score", &article]);
    assert!(lonely.status == 2 && lonely.stderr.contains("--article"), "{}", lonely.stderr);
    let binary = folder.write("binary.txt", b"text\nand\0nul");
    let ran = run(&["score", &binary, &summary]);
    assert!(
        ran.status == 3 && ran.lines()[0]["where"].as_str().unwrap().ends_with("binary.txt:2:4"),
        "{}",
        ran.stdout
    );
    let latin = folder.write("latin.txt", b"caf\xe9");
    let ran = run(&["score", &latin, &summary]);
    assert_eq!(ran.lines()[0]["id"], format!("{latin}:1"), "{}", ran.stdout);
    let empty = folder.write("empty.txt", "\n");
    for (texts, error) in [([&empty, &summary], "empty_article"), ([&article, &empty], "empty_summary")] {
        let ran = run(&["score", "--article", texts[0], "--summary", texts[1]]);
        let line = &ran.lines()[0];
        assert_eq!((&line["error"], &line["where"]), (&json!(error), &json!(format!("{empty}:1:1"))));
    }
    let parquet = run(&["score", &folder.write("x.parquet", "PAR1")]);
    let error = parquet.lines()[0]["error"].clone();
    assert!(parquet.status == 3 && error.as_str().unwrap().contains("Parquet"), "{error}");
}

#[test]
fn standard_input_is_lines_or_one_object() {
    let ids = |input: &str| {
        let ran = run_with(&["score", "--labels-only"], input.as_bytes());
        ran.lines().iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&serde_json::to_string_pretty(&case("x")).unwrap()), ["x"]);
    assert_eq!(ids(&format!("\n\n{}", case("x"))), ["x"]);
    assert_eq!(ids(&json!([case("x"), case("y")]).to_string()), ["x", "y"]);
    assert_eq!(ids(&serde_json::to_string_pretty(&json!([case("x"), case("y")])).unwrap()), ["x", "y"]);
    for input in [
        serde_json::to_string_pretty(&case("x")).unwrap(),
        json!([case("x")]).to_string(),
        serde_json::to_string_pretty(&json!([case("x")])).unwrap(),
        format!("\n{}", case("x")),
    ] {
        assert_eq!(ids(&format!("\u{feff}{input}")), ["x"], "{input}");
    }
    assert!(ids("\u{feff}\r\n").is_empty(), "a byte-order mark alone is no case");
    // A truncated first line is one bad line and does not end the input.
    assert_eq!(ids(&format!("{{\"article\": \"a\n{}\n{}\n", case("x"), case("y"))), ["stdin:1", "x", "y"]);
}

/// Creates a sparse file that occupies no space on the disk.
fn endless(path: &Path) {
    std::fs::File::create(path).unwrap().set_len(1 << 29).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn files_beside_the_input_are_refused_without_being_held_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (file, case) = (folder.path().join("endless"), folder.path().join("c.jsonl"));
    endless(&file);
    std::fs::write(&case, "{\"article\": \"It rained.\", \"summary\": \"It rained.\"}\n").unwrap();
    let (file, case) = (file.display().to_string(), case.display().to_string());
    for args in [
        &["score", &case, "--baseline", &file][..],
        &["score", &case, "--resume", &file],
        &["score", &case, "--labels", &file],
        &["score", &case, "--rubric-file", &file],
        &["class", &file],
        &["sessions", "show", &file, "x"],
    ] {
        // A program that read an endless file into memory would exceed the limit.
        let limited = ["-c", "ulimit -v 650000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_lockbench")];
        let ran = Command::new("sh").args(limited).args(args).output().unwrap();
        let output = String::from_utf8_lossy(&ran.stderr);
        assert!(
            ran.status.code() == Some(2) && output.contains(&file),
            "{args:?}: {:?} {output}",
            ran.status
        );
    }
}

#[test]
fn a_file_that_is_no_result_is_never_cut_by_resume() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", case("a")).into_bytes());
    for other in [
        case("b").to_string().into_bytes(),
        b"SQLite format 3\0 and more".to_vec(),
        b"{\"schema\":\"lockbench.labels/1\",\"id\":\"a\",\"labels\":{".to_vec(),
        b"What I wrote yesterday".to_vec(),
    ] {
        let file = folder.write("other", other.clone());
        let ran = run(&["score", &cases, "--resume", &file]);
        assert_eq!(ran.status, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains("other:1: no result of `score`"), "{}", ran.stderr);
        assert_eq!(std::fs::read(&file).unwrap(), other);
    }
    let whole = run(&["score", &cases, "--format", "scores"]).stdout;
    for cut in [1, 5, 9, 30, whole.len() / 2] {
        let file = folder.write("scores.jsonl", &whole.as_bytes()[..cut]);
        let ran = run(&["score", &cases, "--format", "scores", "--resume", &file]);
        assert!(ran.stderr.contains("ends in the middle of line 1"), "{}", ran.stderr);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), whole);
    }
    let ran = run(&["score", &cases, "--resume", "-"]);
    assert_eq!(ran.status, 2);
    assert!(!Path::new("-").exists() && ran.stderr.contains("name a file"), "{}", ran.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_with_the_file_that_was_to_be_written() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", case("a")).into_bytes());
    let judged = folder
        .write("judged.jsonl", "{\"id\": \"a\", \"metrics\": {\"alignment\": {\"overall_score\": 3}}}\n");
    for args in [
        &["score", &cases][..],
        &["labels", &cases],
        &["prompt", &cases, "--rubric", "anchor"],
        &["mutate", &cases],
        &["audit", &judged],
        &["parse", &cases],
        &["schema", "case"],
    ] {
        let ran = run(&[args, &["-o", "/dev/full"]].concat());
        assert!(
            ran.status == 2 && ran.stderr.contains("-o /dev/full: cannot write the results: No space left"),
            "{args:?}: {} {}",
            ran.status,
            ran.stderr
        );
    }
}
