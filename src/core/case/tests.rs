//! Files as other programs write them, in every kind of file.

use std::path::PathBuf;
use std::sync::Arc;

use super::*;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/files");

fn found(name: &str) -> (Vec<Case>, Vec<(&'static str, String)>) {
    let origin = Origin::File(PathBuf::from(FILES).join(name));
    let (mut cases, mut from) = (Vec::new(), Vec::new());
    for record in read(&origin, &Arc::default()) {
        let found = record.cases(&Fields::default()).unwrap_or_else(|problem| panic!("{problem}"));
        cases.extend(found.cases);
        from.extend(found.from);
    }
    (cases, from)
}

fn begins(text: &str) -> String {
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// The id of a case, and how its article, summary and query begin.
type Expected = (&'static str, &'static str, &'static str, &'static str);

/// A file, and for each of its cases the id (from the last slash on) and the beginnings of article, summary
/// and query.
const DATASETS: &[(&str, &[Expected])] = &[
    (
        "xsum.jsonl",
        &[("35232142", "The council", "Harwick's council", ""), ("40143035", "A storm", "A storm", "")],
    ),
    ("gem.jsonl", &[("xsum-test-0", "A storm", "A storm", "")]),
    (
        "summeval.jsonl",
        &[
            ("dm-test-8764fb95bfad8ee849274873a92fb8d6b400eee2", "The council", "Harwick's council", ""),
            ("dm-test-8764fb95bfad8ee849274873a92fb8d6b400eee3", "A storm", "A storm", ""),
        ],
    ),
    ("summvis.jsonl", &[("0:bart-large", "A storm", "A storm", ""), ("0:pegasus", "A storm", "A storm", "")]),
    (
        "deepeval.json",
        &[("pool", "The council", "Harwick's council", "What did"), ("x-", "A storm", "A storm", "")],
    ),
    (
        "ragas.jsonl",
        &[("x-", "A storm", "A storm", "What did"), ("x-", "The council", "Harwick's council", "Why does")],
    ),
    ("faithbench.json", &[("x-", "A storm", "A storm", ""), ("x-", "The council", "Harwick's council", "")]),
    ("ragtruth.jsonl", &[("7", "A storm", "A storm", ""), ("8", "The council", "Harwick's council", "")]),
    (
        "frank.json",
        &[("36142805", "A storm", "A storm", ""), ("36203675", "The council", "Harwick's council", "")],
    ),
    ("promptfoo.json", &[("x-", "The council", "Harwick's council", ""), ("x-", "A storm", "A storm", "")]),
];

#[test]
fn datasets_are_read_as_they_are() {
    for (name, wanted) in DATASETS {
        let (cases, _) = found(name);
        let got: Vec<_> = cases
            .iter()
            .map(|case| {
                // For a name derived from the texts the prefix is enough.
                let id = if case.id.starts_with("x-") { "x-" } else { case.id.as_str() };
                (
                    id,
                    begins(&case.article),
                    begins(&case.summary),
                    begins(case.query.as_deref().unwrap_or_default()),
                )
            })
            .collect();
        let wanted: Vec<_> = wanted
            .iter()
            .map(|(id, article, summary, query)| {
                (*id, (*article).to_owned(), (*summary).to_owned(), (*query).to_owned())
            })
            .collect();
        assert_eq!(got, wanted, "{name}");
        assert!(cases.iter().all(|case| case.malformed.is_empty() && case.labels.is_none()), "{name}");
    }
}

#[test]
fn references_and_all_else_come_along() {
    let (cases, from) = found("summeval.jsonl");
    assert_eq!(cases[0].references.len(), 2);
    assert!(
        from.contains(&("article", "text".to_owned())) && from.contains(&("summary", "decoded".to_owned()))
    );
    assert!(cases[0].extra.value("expert_annotations").is_some());
    assert_eq!(found("summvis.jsonl").0[1].references.len(), 1);
    assert_eq!(found("gem.jsonl").0[0].references.len(), 1);
    let (cases, from) = found("ragtruth.jsonl");
    assert!(from.contains(&("article", "source_info".to_owned())), "the dataset's name is not an article");
    assert_eq!(cases[1].extra.get("labels"), Some("[]"), "another program's spans are kept");
    let (cases, from) = found("promptfoo.json");
    assert!(from.contains(&("article", "vars.article".to_owned())));
    assert!(from.contains(&("summary", "response.output".to_owned())));
    assert_eq!((cases[0].references.len(), cases[1].references.len()), (1, 0));
    assert!(cases[0].extra.value("vars.article").is_some(), "what was read out of an object stays in it");
    let lines = found("promptfoo.jsonl").0;
    assert_eq!(
        lines.iter().map(|case| &case.id).collect::<Vec<_>>(),
        cases.iter().map(|case| &case.id).collect::<Vec<_>>()
    );
    assert_eq!(lines[1].summary, cases[1].summary);
}

#[test]
fn every_kind_of_file_holds_the_same_cases() {
    let (wanted, from) = found("cnndm.jsonl");
    assert!(from.contains(&("summary", "highlights".to_owned())));
    let mut kinds = vec!["cnndm.jsonl.gz", "cnndm.jsonl.zst", "cnndm.csv", "cnndm.tsv"];
    if cfg!(feature = "parquet") {
        kinds.push("cnndm.parquet");
    }
    for kind in kinds {
        assert_eq!(found(kind).0, wanted, "{kind}");
    }
}

#[test]
fn a_path_and_a_list_can_be_mapped() {
    let mut fields = Fields::default();
    fields.map("article=a.passages,summary=out.text").unwrap();
    let text = r#"{"a": {"passages": ["one", "two"]}, "out": {"text": "s"}, "article": "not this"}"#;
    let case = Record::json("f", "f:1", text).cases(&fields).unwrap().cases.remove(0);
    assert_eq!((case.article.as_str(), case.summary.as_str()), ("one\n\ntwo", "s"));
}

#[test]
fn what_this_program_wrote_is_called_what_it_is() {
    for (text, what) in [
        (
            r#"{"kind": "session", "schema": "lockbench.session/1", "rubric": "anchor"}"#,
            "a line of an exported",
        ),
        (r#"{"kind": "case", "index": 0, "id": "a", "case": {}}"#, "a line of an exported"),
        (r#"{"kind": "event", "event": "flag", "case": "a"}"#, "a line of an exported"),
        (r#"{"schema": "lockbench.labels/1", "id": "a", "labels": {}}"#, "a set of labels, not a case"),
        (r#"{"id": "a", "by": "ann", "labels": {}}"#, "a set of labels, not a case"),
        (r#"{"schema": "lockbench.report/1", "id": "a", "metrics": {}}"#, "a result that"),
        (r#"{"id": "a", "rubric": "anchor", "signature": "x"}"#, "a result that"),
        (r#"{"id": "a", "labels": {}, "body": "x"}"#, "no article: there is neither"),
        (r#"{"id": "a", "article": "x", "labels": {}}"#, "no summary: there is neither"),
        (r#"{"id": "a", "kind": "case"}"#, "no article: there is neither"),
    ] {
        let reason = Record::json("f", "f:1", text).cases(&Fields::default()).unwrap_err().reason;
        assert!(reason.starts_with(what), "{text}: {reason}");
    }
}

#[cfg(feature = "parquet")]
mod parquet {
    use super::*;

    #[test]
    fn columns_of_every_type_are_json() {
        let (cases, _) = found("frame.parquet");
        let (first, second) = (&cases[0], &cases[1]);
        assert_eq!((first.id.as_str(), first.references.len(), first.sources.len()), ("1", 1, 1));
        assert_eq!((first.sources[0].id.as_deref(), &first.sources[0].title), (Some("s1"), &None));
        assert_eq!(first.iterations, Some(serde_json::json!(3)));
        assert_eq!(first.generation_seconds, Some(serde_json::json!(1.5)));
        assert_eq!(second.iterations, Some(Value::Null), "never");
        assert_eq!(
            (&second.generation_seconds, second.extra.get("generation_seconds")),
            (&None, Some("null"))
        );
        for (key, one, two) in [
            ("scores", r#"{"a":1}"#, "{}"),
            ("day", r#""2024-05-01""#, "null"),
            ("at", r#""2024-05-01T12:30:00Z""#, "null"),
            ("nanos", "1", "null"),
            ("price", "1.10", "null"),
            ("bytes", r#"{"base64":"iVBORwD/"}"#, r#""text""#),
            ("flag", "true", "null"),
            ("none", "null", "null"),
            ("big", "9223372036854775809", "0"),
            ("small", "0.1", "null"),
            ("cat", r#""x""#, r#""y""#),
            ("large", r#""ü🗳""#, "null"),
        ] {
            assert_eq!((first.extra.get(key), second.extra.get(key)), (Some(one), Some(two)), "{key}");
        }
        assert_eq!(first.labels.as_ref().unwrap()["bias_score"], 9.5);
        assert_eq!(found("ragas.parquet").0[0].article, found("ragas.jsonl").0[0].article);
    }

    #[test]
    fn rows_are_counted_over_row_groups() {
        let (cases, _) = found("groups.parquet");
        let lines: Vec<usize> =
            read(&Origin::File(PathBuf::from(FILES).join("groups.parquet")), &Arc::default())
                .map(|record| record.place.line)
                .collect();
        assert_eq!(lines, (1..=60).collect::<Vec<_>>());
        assert_eq!(cases[59].extra.get("n"), Some("59"));
    }

    fn records(bytes: &[u8]) -> Vec<Record> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        std::fs::write(&path, bytes).unwrap();
        read(&Origin::File(path), &Arc::default()).take(10_000).collect()
    }

    fn problems(bytes: &[u8]) -> Vec<String> {
        let cases = records(bytes).into_iter().map(|record| record.cases(&Fields::default()));
        cases.filter_map(|found| found.err().map(|problem| problem.to_string())).collect()
    }

    #[test]
    fn a_row_group_that_is_damaged_costs_its_rows_and_no_other() {
        let mut bytes = std::fs::read(PathBuf::from(FILES).join("groups.parquet")).unwrap();
        // The header of the first page, after the magic bytes.
        bytes[4..12].fill(0xFF);
        let records = records(&bytes);
        let lines: Vec<usize> = records.iter().map(|record| record.place.line).collect();
        assert_eq!((lines.len(), lines[0], lines[1]), (36, 1, 26), "{lines:?}");
        let said = problems(&bytes);
        assert!(
            said.len() == 1
                && said[0].contains("x.parquet:1:1: row group 1 of the Parquet file cannot be read: ")
        );
        assert!(
            said[0].contains("the rows from this one to 25 are left out; write the file again"),
            "{}",
            said[0]
        );
    }

    #[test]
    fn what_is_no_parquet_says_so() {
        let whole = std::fs::read(PathBuf::from(FILES).join("cnndm.parquet")).unwrap();
        let end = whole.len();
        for (bytes, said) in [
            (&whole[..end - 1], "does not end as one: it is cut short"),
            (&whole[..5], "does not end as one"),
            (b"PAR1", "does not end as one"),
            (b"PAR1\xff\xff\xff\xffPAR1", "footer is longer than the file"),
            (b"PAR1\0\0\0\0PARE", "is encrypted"),
            (b"{\"article\": \"a\"}\n", "does not begin as a Parquet file does"),
            (b"P\0R\0", "does not begin as a Parquet file does: write it again if it is one"),
            (b"", "does not begin as a Parquet file does"),
        ] {
            let problems = problems(bytes);
            assert!(problems.len() == 1 && problems[0].contains(said), "{problems:?}");
        }
        let packed = zstd::encode_all(whole.as_slice(), 1).unwrap();
        assert_eq!(records(&packed).len(), 2, "one that was packed once more is unpacked");
    }

    #[test]
    fn no_damage_ends_in_a_panic_or_without_end() {
        let mut dice = fastrand::Rng::with_seed(7);
        for name in ["cnndm.parquet", "frame.parquet", "groups.parquet", "ragas.parquet"] {
            let whole = std::fs::read(PathBuf::from(FILES).join(name)).unwrap();
            for round in 0..400 {
                let mut bytes = whole.clone();
                let footer = bytes.len()
                    - 8
                    - u32::from_le_bytes(bytes[bytes.len() - 8..][..4].try_into().unwrap()) as usize;
                for _ in 0..dice.usize(1..4) {
                    // Damages the footer and the page headers every other time.
                    let at = if round % 2 == 0 {
                        dice.usize(footer..bytes.len())
                    } else {
                        dice.usize(4..bytes.len())
                    };
                    bytes[at] = dice.u8(..);
                }
                if round % 10 == 0 {
                    bytes.truncate(dice.usize(..bytes.len()));
                }
                for record in records(&bytes) {
                    // A text may differ and a row may be an error; either is fine as long as nothing panics.
                    drop(record.cases(&Fields::default()));
                }
            }
        }
    }
}
