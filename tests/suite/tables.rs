//! Tests tables as other programs write them: delimiters, sources, and unreadable content.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::{ARTICLE, Folder, Ran, SUMMARY, run, run_with};

fn ids(ran: &Ran) -> Vec<String> {
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    ran.lines().iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect()
}

fn rows(delimiter: &str) -> String {
    format!("id{delimiter}article{delimiter}summary\na{delimiter}\"{ARTICLE}\"{delimiter}\"{SUMMARY}\"\n")
}

const SCORE: [&str; 5] = ["score", "--format", "scores", "--rubric", "twin-lock"];

fn score(args: &[&str], input: &str) -> Ran {
    run_with(&[&SCORE[..], args].concat(), input.as_bytes())
}

#[test]
fn what_parts_the_cells_is_seen_or_said() {
    let folder = Folder::new();
    let stated = folder.write("stated.csv", format!("sep=;\r\n{}", rows(";")));
    let shown = folder.write("shown.csv", rows(";"));
    for path in [&stated, &shown] {
        assert_eq!(ids(&score(&[path], "")), ["a"], "{path}");
    }
    let colons = folder.write("colons.csv", rows("^"));
    assert_eq!(ids(&score(&[&colons, "--delimiter", "^"], "")), ["a"]);
    // Lines are counted as in the file.
    let short = folder.write("short.csv", "sep=;\nid;article;summary\nb;only\n");
    let ran = score(&[&short], "");
    assert_eq!(ran.status, 3);
    assert!(ran.stdout.contains("short.csv:3"), "{}", ran.stdout);
    let wrong = score(&[&shown, "--delimiter", "ab"], "");
    assert!(wrong.status == 2 && wrong.stderr.contains("one character"), "{}", wrong.stderr);
}

#[test]
fn a_table_comes_through_a_pipe_by_its_content_or_by_a_name() {
    for delimiter in [",", "\t", ";"] {
        assert_eq!(ids(&score(&["-"], &rows(delimiter))), ["a"], "{delimiter:?}");
    }
    assert_eq!(ids(&score(&["-"], &format!("sep=|\n{}", rows("|")))), ["a"]);
    // A first line with unknown columns is not a header.
    let own = rows("\t").replace("article", "body").replace("summary", "abstract");
    let args = ["-", "--input-format", "tsv", "--map", "article=body,summary=abstract"];
    assert_eq!(ids(&score(&args, &own)), ["a"]);
    let json = json!({"id": "j", "article": ARTICLE, "summary": SUMMARY}).to_string();
    assert_eq!(ids(&score(&["-"], &json)), ["j"]);
    assert_eq!(ids(&score(&["-", "--input-format", "jsonl"], &json)), ["j"]);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/files/groups.parquet");
    let bytes = fs::read(file).unwrap();
    let ran = run_with(&[&SCORE[..], &["-", "--input-format", "parquet"]].concat(), &bytes);
    assert!(ran.stdout.lines().count() > 1, "{}", ran.stderr);
}

#[test]
fn a_folder_of_parts_is_one_table() {
    let folder = Folder::new();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/files/groups.parquet");
    let bytes = fs::read(&file).unwrap();
    folder.write("out/_SUCCESS", "");
    folder.write("out/.part-0.parquet.crc", "x");
    folder.write("out/part-00000.snappy.parquet", &bytes);
    folder.write("out/lang=en/part-00000.parquet", &bytes);
    let one = run(&[&SCORE[..], &[file.to_str().unwrap()]].concat());
    let both = run(&[&SCORE[..], &[&format!("{}/out", folder.path())]].concat());
    assert_eq!(both.stdout.lines().count(), 2 * one.stdout.lines().count(), "{}", both.stderr);
    folder.write("mixed/a.parquet", &bytes);
    folder.write("mixed/b.csv", rows(","));
    let mixed = run(&[&SCORE[..], &[&format!("{}/mixed", folder.path())]].concat());
    assert!(mixed.status == 2 && mixed.stderr.contains("of one format"), "{}", mixed.stderr);
    for id in ["a", "b"] {
        let case = json!({"id": id, "article": ARTICLE, "summary": SUMMARY}).to_string();
        folder.write(&format!("cases/{id}.json"), case);
    }
    let cases = run(&[&SCORE[..], &[&format!("{}/cases", folder.path())]].concat());
    assert_eq!((cases.status, cases.stdout.lines().count()), (0, 2), "{}", cases.stderr);
    // Labels that were saved beside a case are no case.
    folder.write("cases/a.json.labels.json", "{}");
    let labelled = run(&[&SCORE[..], &[&format!("{}/cases", folder.path())]].concat());
    assert_eq!((labelled.status, labelled.stdout), (0, cases.stdout));
    folder.write("out/schema.json", "{}");
    let beside = run(&[&SCORE[..], &[&format!("{}/out", folder.path())]].concat());
    assert_eq!(beside.stdout, both.stdout, "what stands beside a table is no part of it");
    let note = "out holds parts of a table, which alone are read: name its .json files, such as schema.json, to read them too";
    assert!(beside.stderr.contains(note) && !both.stderr.contains("in parts"), "{}", beside.stderr);
    folder.write("empty/notes", "x");
    let empty = run(&[&SCORE[..], &[&format!("{}/empty", folder.path())]].concat());
    assert!(empty.status == 2 && empty.stderr.contains("nor parts of a table"), "{}", empty.stderr);
}

#[test]
fn what_is_not_read_is_named_with_what_to_do() {
    let folder = Folder::new();
    for (name, head, what, advice) in [
        ("book.xlsx", &b"PK\x03\x04rest"[..], "Excel", "save the sheet as CSV"),
        ("t.feather", b"ARROW1\0\0rest", "Feather", "read_feather"),
        ("c.jsonl.bz2", b"BZh91AY&SY", "bzip2", "bzip2 -dc"),
    ] {
        let path = folder.write(name, head);
        let ran = score(&[&path], "");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{name}");
        assert!(
            [name, what, advice, "Parquet"].iter().all(|part| ran.stderr.contains(part)),
            "{}",
            ran.stderr
        );
        let piped = run_with(&[&SCORE[..], &["-"]].concat(), head);
        assert!(piped.status == 3 && piped.stdout.contains(what), "{name}: {}", piped.stdout);
    }
}

#[test]
fn a_column_may_be_a_path_with_places_in_lists() {
    let row =
        json!({"id": "a", "docs": [{"body": ARTICLE}], "outs": [{"text": SUMMARY}, {"text": "It rained."}]});
    for (place, words) in [("0", SUMMARY), ("1", "It rained.")] {
        let map = format!("article=docs.0.body,summary=outs.{place}.text");
        let ran =
            run_with(&["score", "-", "--map", &map, "--rubric", "twin-lock"], row.to_string().as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.stdout);
        let report: Value = ran.lines().remove(0);
        let plain = json!({"id": "a", "article": ARTICLE, "summary": words}).to_string();
        let plain = run_with(&["score", "-", "--rubric", "twin-lock"], plain.as_bytes()).lines().remove(0);
        assert_eq!(report["input"], plain["input"]);
    }
    let ran = run_with(
        &["score", "-", "--map", "summary=outs.2.text,article=docs.0.body"],
        row.to_string().as_bytes(),
    );
    assert!(ran.status == 3 && ran.stdout.contains("no field `outs.2.text`"), "{}", ran.stdout);
    // The cell of a table may contain such a list.
    let cell = serde_json::to_string(&json!([{"text": SUMMARY}])).unwrap().replace('"', "\"\"");
    let table = format!("id,article,outs\na,\"{ARTICLE}\",\"{cell}\"\n");
    let ran =
        run_with(&["score", "-", "--input-format", "csv", "--map", "summary=outs.0.text"], table.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stdout);
}

#[test]
fn results_go_to_a_file_wherever_they_are_written() {
    let folder = Folder::new();
    let cases = folder
        .write("cases.jsonl", format!("{}\n", json!({"id": "a", "article": ARTICLE, "summary": SUMMARY})));
    let text = folder.write("text.txt", SUMMARY);
    for (args, part) in [
        (&["prompt", &cases][..], "ARTICLE BEGINS"),
        (&["prompt"], "# Answer"),
        (&["mutate", &cases], "\"claims\""),
        (&["parse", &text], "# text = "),
        (&["labels", &cases], "lockbench.labels/1"),
        (&["score", &cases], "lockbench.report/1"),
    ] {
        let shown = run(args);
        let out = format!("{}/out", folder.path());
        let ran = run(&[args, &["-o", &out, "-q"]].concat());
        assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""), "{args:?}");
        let written = fs::read_to_string(&out).unwrap();
        assert!(written == shown.stdout && written.contains(part), "{args:?}: {written}");
    }
    for command in ["score", "labels", "agree", "judges", "audit", "class", "mutate", "parse", "prompt"] {
        let help = run(&[command, "--help"]).stdout;
        assert!(
            ["-o, --output", "-q, --quiet", "-v, --verbose"].iter().all(|flag| help.contains(flag)),
            "{command}: {help}"
        );
    }
}

/// `--help` lists every environment variable that the sources name.
#[test]
fn help_lists_every_variable_that_is_read() {
    let help = run(&["--help"]).stdout;
    let mut files = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut named = 0;
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let Ok(source) = fs::read_to_string(&path) else { continue };
        for part in source.split("env::var").skip(1) {
            let part = part.trim_start_matches("_os").trim_start_matches('(');
            let Some(name) = part.strip_prefix('"').and_then(|rest| rest.split('"').next()) else { continue };
            named += 1;
            assert!(help.contains(name), "{name} of {} is not in --help", path.display());
        }
    }
    assert!(named > 3, "{named}");
}
