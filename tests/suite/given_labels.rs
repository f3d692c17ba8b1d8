//! Tests labels given separately from their cases: large files, pipes, and texts that differ slightly
//! from the labelled ones.

use std::io::Write as _;

use lockbench::case::{Case, Texts};
use lockbench::engine::Engine;
use lockbench::evidence::Wanted;
use lockbench::labels::file::{self, Wrapper};
use lockbench::labels::{Entry, LISTS, Labels};
use lockbench::text::Span;
use lockbench::tui::samples::SAMPLES;
use serde_json::{Value, json};

use crate::cli::{ARTICLE, Folder, SUMMARY, case, lines, perfect, run, run_with};

fn wrapper(id: &str, by: &str) -> Value {
    json!({"schema": "lockbench.labels/1", "id": id, "by": by, "labels": perfect()})
}

/// Returns the annotator of the claim in each report.
fn by(lines: &[Value]) -> Vec<String> {
    lines
        .iter()
        .map(|line| line["metrics"]["hallucination"]["labels"][0]["by"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn labels_come_out_of_pipes_and_packed_files() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n{}\n", case("a"), case("b")));
    let labels = format!("[{},\n{:#}]", wrapper("b", "bob"), wrapper("a", "ann"));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(labels.as_bytes()).unwrap();
    let packed = folder.write("labels.json.gz", packed.finish().unwrap());
    let args = ["score", &cases, "--labels-only", "--rubric", "twin-lock", "--labels"];
    let piped = run_with(&[&args[..], &["-"]].concat(), labels.as_bytes());
    let unpacked = run(&[&args[..], &[&packed]].concat());
    for ran in [piped, unpacked] {
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
        assert_eq!(by(&ran.lines()), ["ann", "bob"]);
    }
}

#[test]
fn a_bad_set_of_labels_is_told_once_at_its_own_place() {
    let folder = Folder::new();
    let cases = folder.write(
        "cases.jsonl",
        format!("{}\n{}\n", case("a"), json!({"id": "b", "article": "", "summary": "s"})),
    );
    let mut bad = wrapper("a", "ann");
    bad["schema"] = json!("lockbench.labels/9");
    let labels = folder.write("labels.jsonl", format!("{}\n{bad}\n", wrapper("b", "bob")));
    let ran = run(&["score", &cases, "--labels", &labels]);
    assert_eq!(ran.status, 3);
    let line = &ran.lines()[0];
    assert!(line["error"].as_str().unwrap().contains("lockbench.labels/9"), "{line}");
    assert_eq!(line["where"], format!("{labels}:2:1"));
    assert!(!ran.stderr.contains("matched no case"), "both ids are those of a case: {}", ran.stderr);
}

#[test]
fn labels_of_a_case_that_are_cut_short_say_where() {
    let folder = Folder::new();
    let mut case = case("a");
    case["labels"] = json!("{\"claims\": [{\"text\": \"The coun");
    let ran = run(&["score", &folder.write("cases.jsonl", lines(&[case]))]);
    let error = "`labels`: the JSON cannot be read: it is cut off within `claims`, at its line 1, column 30";
    assert_eq!((ran.status, ran.lines()[0]["error"].as_str()), (3, Some(error)), "{}", ran.stderr);
}

#[test]
fn a_broken_line_costs_no_other_case_its_labels() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n{}\n{}\n", case("a"), case("b"), case("c")));
    let good: Vec<String> = ["a", "b", "c"].iter().map(|id| wrapper(id, "ann").to_string()).collect();
    let (cut, twice) = (&good[1][..good[1].len() / 2], good[1].replacen('{', "{\"by\":\"bob\",", 1));
    for (bad, said) in [(cut, "the text is cut short"), (&twice, "`by` is given twice")] {
        let labels = folder.write("labels.jsonl", format!("{}\n{bad}\n{}\n", good[0], good[2]));
        let ran = run(&["score", &cases, "--labels", &labels]);
        assert!(ran.status == 3 && ran.stderr.contains(&format!("{labels}:2:")), "{}", ran.stderr);
        let lines = ran.lines();
        assert_eq!(
            lines.iter().map(|line| line.get("error").is_some()).collect::<Vec<_>>(),
            [false, true, false]
        );
        assert!(lines[1]["error"].as_str().unwrap().contains(said), "{}", lines[1]);
        assert!(lines[1]["where"].as_str().unwrap().starts_with(&format!("{labels}:2:")), "{}", lines[1]);
    }
    // A failed answer before the one that counts is not part of the judge's mark.
    let failed = json!({"id": "a", "error": "quota"});
    let signature = |text: String| {
        let labels = folder.write("labels.jsonl", text);
        let ran = run(&["score", &cases, "--labels", &labels]);
        assert!(ran.lines()[1]["error"]["message"].as_str().unwrap().contains("no labels"), "{}", ran.stdout);
        ran.lines()[0]["signature"].clone()
    };
    assert_eq!(signature(format!("{failed}\n{}\n", good[0])), signature(format!("{}\n", good[0])));
    let twice = folder.write("labels.jsonl", format!("{}\n{}\n", good[0], good[0]));
    let error = run(&["score", &cases, "--labels", &twice]).lines()[0]["error"].to_string();
    assert!(error.contains("on line 1 and on line 2; keep one") && !error.contains("--by"), "{error}");
    let folder_given = run(&["score", &cases, "--labels", folder.path()]);
    assert!(
        folder_given.status == 2 && folder_given.stderr.contains("it is a folder"),
        "{}",
        folder_given.stderr
    );
}

#[cfg(unix)]
#[test]
fn files_without_end_are_refused() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", case("a")));
    for (option, expected) in [
        ("--labels", "/dev/zero:1:1: a value of more than 32 MiB"),
        ("--rubric-file", "/dev/zero is larger than 1 MiB, the most that a rubric file may have"),
    ] {
        let ran = run(&["score", &cases, option, "/dev/zero"]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    let ran = run(&["audit", &cases, "--rubric-file", "/dev/zero"]);
    assert!(ran.status == 2 && ran.stderr.contains("1 MiB"), "{}", ran.stderr);
}

/// Changes of a text that do not affect its words.
const CHANGES: [(&str, fn(&str) -> String); 7] = [
    ("a line before it", |text| format!("ÜBERSCHRIFT – a line before all\n\n{text}")),
    ("a word before it", |text| format!("the {text}")),
    ("a line after it", |text| format!("{text}\n\nA line after all.")),
    ("CRLF", |text| text.replace('\n', "\r\n")),
    ("CR", |text| text.replace('\n', "\r")),
    ("a line before it, and CRLF", |text| format!("A line before all\n\n{text}").replace('\n', "\r\n")),
    ("blanks before it", |text| format!("  \n {text}")),
];

fn proposed(case: &Case) -> Value {
    let analysis = Engine::default().analyse(case, Texts::of(case), Wanted::ALL);
    let wrapper = Wrapper::new(&case.id, "engine", &analysis.proposals, Texts::of(case));
    serde_json::from_str(&serde_json::to_string(&wrapper.to_value()).unwrap()).unwrap()
}

/// Returns the words in the spans of every label, independently of line endings, or why a list cannot be
/// read.
fn placed_words(labels: &Labels, case: &Case) -> Vec<Result<Vec<Vec<String>>, String>> {
    let words = |spans: &[Span], text: &str| -> Vec<String> {
        spans.iter().map(|span| text[span.range()].replace("\r\n", "\n").replace('\r', "\n")).collect()
    };
    LISTS
        .iter()
        .map(|spec| match labels.entry(spec.list) {
            Entry::Absent => Ok(Vec::new()),
            Entry::Malformed(reason) => Err(reason.to_string()),
            Entry::Given(labels) => Ok(labels
                .iter()
                .map(|label| {
                    [words(&label.article, &case.article), words(&label.summary, &case.summary)].concat()
                })
                .collect()),
        })
        .collect()
}

/// Labels for one form of a text apply to every other form.
#[test]
fn labels_follow_a_text_that_begins_or_ends_its_lines_otherwise() {
    let (mut lists, mut noted) = (0, 0);
    for sample in SAMPLES {
        let plain = sample.case().unwrap();
        let of_plain = proposed(&plain);
        for (what, change) in CHANGES {
            let of_article = Case { article: change(&plain.article), ..plain.clone() };
            let of_summary = Case { summary: change(&plain.summary), ..plain.clone() };
            for changed in [of_article, of_summary] {
                // There and, if nothing was added, back again.
                let mut ways = vec![(&plain, &changed, of_plain.clone())];
                if matches!(what, "CRLF" | "CR") {
                    ways.push((&changed, &plain, proposed(&changed)));
                }
                for (labelled, judged, value) in ways {
                    let before = file::read(&value, &labelled.article, &labelled.summary).unwrap().labels;
                    let after = file::read(&value, &judged.article, &judged.summary).unwrap().labels;
                    let what = format!("{}: {what}", sample.id);
                    assert_eq!(placed_words(&after, judged), placed_words(&before, labelled), "{what}");
                    lists += placed_words(&after, judged).len();
                    noted +=
                        after.notes.iter().filter(|(_, note)| note.contains("differs from the one")).count();
                    assert!(
                        after.notes.iter().all(|(_, note)| !note.contains("was looked for at")),
                        "{what}"
                    );
                }
            }
        }
    }
    assert!(lists > 1000 && noted > 100, "{lists} {noted}");
}

#[test]
fn labels_of_another_text_are_refused() {
    let [one, other] = [&SAMPLES[0], &SAMPLES[1]].map(|sample| sample.case().unwrap());
    let read = file::read(&proposed(&one), &other.article, &other.summary).unwrap();
    let refused: Vec<String> =
        placed_words(&read.labels, &other).into_iter().filter_map(Result::err).collect();
    assert!(refused.len() >= 5, "{refused:?}");
    assert!(refused.iter().all(|reason| reason.contains(" is not in the ")), "{refused:?}");
}

/// A span without text keeps its offsets, unless the other spans show that offsets are shifted.
#[test]
fn a_span_without_its_text_is_not_guessed() {
    let text = format!("Before all. {ARTICLE}");
    let claim = |more: Value| json!({"text": "t", "label": "supported", "article": [more]});
    let there = json!({"start": 0, "end": 11, "text": "The council"});
    let value = json!({"claims": [claim(there)], "key_points": [{"label": "fully", "article": [{"start": 4, "end": 11}]}]});
    let read = file::read(&value, &text, SUMMARY).unwrap().labels;
    let points = LISTS[0].list;
    match read.entry(points) {
        Entry::Malformed(reason) => assert!(reason.to_string().contains("4..11 has no `text`"), "{reason}"),
        other => panic!("{other:?}"),
    }
}

/// A set of labels without a list covers its case: each list is absent. Its texts are not lists.
#[test]
fn a_set_of_labels_without_a_list_keeps_the_proposals() {
    let folder = Folder::new();
    let cases = folder.write("cases.jsonl", format!("{}\n", case("a")));
    let score =
        |more: &[&str]| run(&[&["score", &cases, "--rubric", "synthlink", "-f", "scores"], more].concat());
    let plain = score(&[]);
    for inner in [json!({}), json!({"tone": "hostile", "theme": "A vote."}), json!({"claims": null})] {
        let set = folder.write("set.json", json!({"id": "a", "labels": inner}).to_string());
        let kept = score(&["--labels", &set]);
        assert_eq!(kept.status, 0, "{inner}: {}{}", kept.stdout, kept.stderr);
        assert_eq!(kept.lines()[0]["metrics"], plain.lines()[0]["metrics"], "{inner}");
        let alone = run(&["score", &cases, "--labels", &set, "--labels-only"]);
        assert_eq!(alone.status, 0, "{inner}: {}", alone.stderr);
        assert_eq!(alone.lines()[0]["metrics"]["coverage"]["error"], "missing_metric", "{}", alone.stdout);
    }
}
