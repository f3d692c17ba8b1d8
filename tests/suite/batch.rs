//! Batches: input that is damaged in every way, the order of the output, and its end by a signal or a closed pipe.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::time::Duration;

use lockbench::rubric::RUBRICS;
use serde_json::{Value, json};

use crate::cli::{Folder, case, command, labelled, perfect, run, run_with};

const SCORE: [&str; 2] = ["score", "--labels-only"];

/// Scores a file of these bytes, which stands between two good cases; gives back the result in the middle.
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
        (b"{\"article\": \"\\ud800\", \"summary\": \"s\"}", "no JSON"),
        (b"{\"article\": \"a\", \"summary\": \"s\", \"labels\": 5}", "labels are the number 5"),
    ] {
        let result = between(bad);
        assert_eq!(result["id"], "in.jsonl:2", "{result}");
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
    let wide: Vec<u8> = "\u{feff}{}\n{}\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let ran = run(&[&SCORE[..], &[folder.write("wide.jsonl", wide).as_str()]].concat());
    assert_eq!((ran.status, ran.lines().len()), (3, 1));
    assert!(ran.lines()[0]["error"].as_str().unwrap().contains("UTF-16"), "{}", ran.stdout);
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
    assert_eq!(run(&["score", &folder.write("empty.csv", "")]).status, 0);
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
    // Whoever writes may wait for an answer before writing on.
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
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut rest = String::new();
        let _ = stdout.read_to_string(&mut rest);
        let _ = tell.send(rest);
    });
    let rest = told.recv_timeout(Duration::from_secs(20)).expect("it ends although its input is open");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    for line in rest.lines() {
        serde_json::from_str::<Value>(line).expect("whole lines only");
    }
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
    assert_eq!(ids(&["--article", &article, "--summary", &summary]), [format!("{summary}:1")]);
    assert_eq!(ids(&[&article, &summary]), [format!("{summary}:1")]);
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
    let parquet = run(&["score", &folder.write("x.parquet", "PAR1")]);
    assert!(parquet.status == 2 && parquet.stderr.contains("Parquet"));
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
    // A first line that is cut short is one bad line, not the end of the rest.
    assert_eq!(ids(&format!("{{\"article\": \"a\n{}\n{}\n", case("x"), case("y"))), ["stdin:1", "x", "y"]);
}
